//! Recognizers: rules evaluated for 4096 positions at a time, and the rules that
//! come with the program.
//!
//! ```
//! use drawproof_recognizers::{Builtin, CompiledRules, Recognizer};
//!
//! let of = Builtin::named("krkr.quick.rules").expect("it is built in");
//! let rules = of.rules(&|class| Err(format!("no table of {class} is at hand")))?;
//! let compiled = CompiledRules::new(&rules);
//! assert_eq!(compiled.rules().len(), 27);
//! # Ok::<_, drawproof_language::RuleErrors>(())
//! ```
//!
//! A [`Recognizer`] is anything that claims draws for positions of one class.
//! [`CompiledRules`] are the rules of a file compiled for the set-wise evaluator;
//! [`Conditions`] are the conditions of a vocabulary. [`builtin`](builtin()) lists the
//! built-in rules with their grades.
//!
//! The evaluator shares no code with the language's interpreter
//! ([`interpret`](drawproof_language::interpret())), so that each checks the other.

mod builtin;
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
mod tabulate;
mod unroll;
mod value;
mod words;

pub use builtin::{
    Builtin, BuiltinResolver, FindTables, GENERATED, Grade, NoGrade, builtin, builtin_mates,
};
pub use compiled::{CompiledRules, MarginalClaims};
pub use conditions::{Conditions, Finder};
pub use new_claims::NewClaims;
pub use recognizer::{
    Allowance, Doubt, Judge, JudgeError, OneSided, Recognizer, Rows, Sheet, Verdicts, positions,
};
