//! The rule language: from the text of a rule file to a checked graph of typed
//! values.
//!
//! ```
//! use drawproof_language::{RuleFile, SymmetryGroup};
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
//! assert_eq!(rules.group(), SymmetryGroup::FULL);
//! # Ok::<_, drawproof_language::RuleErrors>(())
//! ```
//!
//! [`RuleFile::parse`] reads and checks a rule file; its errors ([`RuleErrors`])
//! point at their location in the text. [`RuleFile::syntax`] is the syntax tree
//! ([`syntax`]) and [`RuleFile::check`] the graph of values for one side to move
//! ([`graph`]). [`interpret`](interpret()) evaluates the tree for one position, and
//! [`account`](account()) says why a rule holds there or does not.
//! `docs/reference/rule-language.md` describes the language.
//!
//! The interpreter is plain on purpose and shares no code with the set-wise
//! evaluator of `drawproof-evaluate`, so that each checks the other.

mod account;
mod check;
mod claim;
mod error;
mod file;
pub mod graph;
mod group;
mod interpret;
mod join;
mod lazy;
mod lexer;
mod moves;
mod open;
mod parser;
mod position;
pub mod prelude;
mod print;
mod resolver;
mod semantics;
mod simplify;
mod size;
pub mod syntax;
mod tidy;
mod vocabulary;
pub mod words;

pub use account::{Account, ConditionAccount, Fact, RuleAccount, account};
pub use check::{Check, MovesAt, TermTest};
pub use claim::{Claim, RuleKind};
pub use error::{RuleError, RuleErrors, Span};
pub use file::{RuleFile, RuleInfo, Used, UsedBy};
pub use group::SymmetryGroup;
pub use interpret::{MAX_STEPS, TooMuchWork, interpret};
pub use join::{join, unused_word};
pub use open::{OpenClass, OpenClassError, OpenDecision, OpenRules};
pub use parser::{KEYWORDS, MAX_TEXT_BYTES};
pub use resolver::{FoundTables, NoResolver, Resolver};
pub use semantics::SEMANTICS;
pub use size::{Decision, Size};
pub use syntax::Limit;
pub use vocabulary::{Condition, Term, Vocabulary};
