//! The set-wise evaluator compared with the interpreter, with shakmaty's moves, and with itself.

mod agreement;
mod moves;
mod semantics;
mod sheets;
mod shelf;
