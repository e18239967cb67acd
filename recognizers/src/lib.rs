//! The rule language: recognizers as text.
//!
//! ```
//! use drawproof_recognizers::RuleFile;
//!
//! let rules = RuleFile::parse("example.rules", r#"
//!     recognizer KRKN
//!     silent "loose knight" for strong
//!       because "It may be lost at once."
//!       when them.knight in us.attacks
//!     draw "knight beside its king" for strong
//!       because "The defender keeps the two together."
//!       when distance(them.king, them.knight) = 1 and them.king in ~edge
//! "#)?;
//! assert_eq!(rules.rules().len(), 2);
//! assert_eq!(rules.group(), drawproof_recognizers::SymmetryGroup::FULL);
//! # Ok::<_, drawproof_recognizers::RuleErrors>(())
//! ```
//!
//! A file is read by [`RuleFile::parse`], whose errors ([`RuleErrors`]) show
//! the place they are at. [`CompiledRules`] judges 4096
//! positions at a time; [`interpret`] is a second, plain way to the same
//! verdict, and [`account`](account()) tells why it is that; [`emit`] writes rules down as source text for engines. The language is described in `docs/rule-language.md`.

mod account;
mod builtin;
mod check;
mod emit;
mod error;
mod evaluate;
mod file;
mod geometry;
mod graph;
mod group;
mod interpret;
mod join;
mod lexer;
mod library;
mod parser;
mod program;
mod recognizer;
mod size;
mod syntax;
mod vocabulary;
mod words;

pub use account::{Account, ConditionAccount, Fact, RuleAccount, account};
pub use builtin::{Builtin, Grade, NoGrade, builtin};
pub use emit::{EmitError, Language, NoLanguage, emit};
pub use error::{RuleError, RuleErrors, Span};
pub use file::{RuleFile, RuleInfo};
pub use group::SymmetryGroup;
pub use interpret::{MAX_STEPS, TooMuchWork, interpret};
pub use join::{join, unused_word};
pub use parser::MAX_TEXT_BYTES;
pub use recognizer::{
    Allowance, CompiledRules, Doubt, Judge, JudgeError, OneSided, Recognizer, Rows, Sheet,
    SoleClaims, Verdicts, positions,
};
pub use size::{Decision, Size};
pub use syntax::{Limit, RuleKind};
pub use vocabulary::{Condition, Conditions, Finder, Term, Vocabulary};
