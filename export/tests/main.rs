//! Exported rules and tables, asked about every position.

mod budgets;
mod compilers;
mod emitted;
mod every_position;
