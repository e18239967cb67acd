//! Rules evaluated for 4096 positions at a time.
//!
//! ```
//! use drawproof_evaluate::{CompiledRules, Recognizer};
//! use drawproof_language::RuleFile;
//!
//! let text = "recognizer KRKR\ndraw \"always\"\n  because \"an example\"\n  when true\n";
//! let rules = RuleFile::parse("example.rules", text)?;
//! let compiled = CompiledRules::new(&rules);
//! assert_eq!(compiled.rules().len(), 1);
//! # Ok::<_, drawproof_language::RuleErrors>(())
//! ```
//!
//! A [`Recognizer`] is anything that claims draws for positions of one class.
//! [`CompiledRules`] are the rules of a file compiled for the set-wise evaluator;
//! [`Conditions`] are the conditions of a vocabulary.
//!
//! The evaluator shares no code with the language's interpreter
//! ([`interpret`](drawproof_language::interpret())), so that each checks the other.

mod compiled;
mod conditions;
mod evaluate;
mod geometry;
mod new_claims;
mod parts;
mod program;
mod recognizer;
mod relation;
mod shortcut;
mod stand_in;
mod step;
mod tabulate;
mod unroll;
mod value;
mod words;

pub use compiled::{CompiledRules, MarginalClaims};
pub use conditions::{Conditions, Finder};
pub use new_claims::NewClaims;
pub use recognizer::{
    Allowance, Doubt, Judge, JudgeError, OneSided, Recognizer, Rows, Sheet, Verdicts, positions,
};
