//! Exported rules and tables, asked about every position.

mod any_number;
mod budgets;
mod compilers;
mod emitted;
mod every_position;
