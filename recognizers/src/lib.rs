//! The rules that come with the program, as data: text files in `rules/`, one a class and
//! grade.
//!
//! ```
//! use drawproof_recognizers::Builtin;
//!
//! let of = Builtin::named("krkr.quick.rules").expect("it is built in");
//! let rules = of.rules(&|class| Err(format!("no table of {class} is at hand")))?;
//! assert_eq!(rules.rules().len(), 27);
//! # Ok::<_, drawproof_language::RuleErrors>(())
//! ```
//!
//! [`builtin`](builtin()) lists those about results with their grades, [`builtin_mates`]
//! those about mates. [`Builtin::proof`] is what proves a file: its line in the
//! [`ledger`](ledger()). [`proven_claims`] are what the rules for any number of men say about a
//! position.

mod builtin;
mod proof;
mod proven;
mod speaking;

pub use builtin::{
    Builtin, BuiltinResolver, FindTables, GENERATED, Grade, NoGrade, builtin, builtin_all,
    builtin_mates,
};
pub use proof::{LEDGER_HEADER, NoProof, Proof, READY_CRATE, ledger, read_ledger};
pub use proven::{Proven, ProvenResolver, proven};
pub use speaking::{Cannot, ProvenClaim, proven_claims, proven_rules};
