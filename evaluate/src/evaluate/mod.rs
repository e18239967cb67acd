//! Evaluation of rules for a sheet of 4096 positions at a time.
//!
//! The positions of a [`Sheet`](crate::Sheet) differ in the squares of the last
//! two men. A truth is the set of positions for which it holds, a [`Mask`]. A
//! set of squares is never materialised: for each square, it yields the
//! positions in which it contains that square ([`sets`]). A number is a mask
//! for each of its bits ([`number`]). Evaluation is thus logic on masks
//! throughout, and most masks are products of rows and columns.
//!
//! Quantifiers loop over the squares that their set may contain, for all
//! positions at once. Values are computed on demand and cached until something
//! that they depend on changes: a man that is fixed for the sheet, or the
//! square of a quantifier. They are correct only for positions that are
//! *needed*: the legal ones, and within a quantifier those whose set contains
//! its square.

mod cache;
mod counter;
mod evaluator;
mod held;
mod look;
mod marginal;
mod mask;
mod narrowed;
mod number;
mod numbers;
mod place;
mod point;
mod points;
mod prefilter;
mod relation;
mod sets;
mod stand_ins;
mod state;
#[cfg(test)]
mod tests;

pub use self::{evaluator::TooManySteps, marginal::MarginalEvaluator, state::Evaluator};
