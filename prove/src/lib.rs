//! Rules for any number of men, proven by induction: formulas about one position and one move.

pub mod attacks;
pub mod board;
pub mod cases;
pub mod circuit;
pub mod error;
mod legal;
pub mod mover;
pub mod obligation;
pub mod prove;
pub mod query;
pub mod safety;
pub mod set;
pub mod solver;
pub mod steps;
pub mod symbolic;
pub mod theory;
