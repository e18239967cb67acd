//! Mined draw rules: lists of havens and dangers, and decision trees, that spot
//! as many draws of a class as fit into a budget, and claim no other position.
//!
//! A [`Vocabulary`](drawproof_language::Vocabulary) lists the terms of rules;
//! [`vocabulary::vocabulary`] writes one for any class. [`Examples`] are
//! positions with one side to move as rows of bits, one for each condition. A
//! [`Miner`] learns from them, checks all positions of the class, learns from
//! its false claims, and writes what it [`FoundRules`] as a rule file. [`proof`] verifies it.
//!
//! ```
//! use drawproof_mining::{Budget, Form, Miner, Options, Unit, vocabulary::vocabulary};
//! use drawproof_language::Vocabulary;
//! use drawproof_retro::{Wanted, generate};
//! use drawproof_tables::{Material, Subject, TableSet};
//!
//! let class: Material = "KRvK".parse()?;
//! let mut tables = TableSet::new();
//! generate(&class, Wanted::Wdl, &mut tables, &|_, _| {})?;
//! let vocabulary = Vocabulary::parse("KRvK", &vocabulary(&class, Subject::Results))?;
//! let mut miner = Miner::new(&vocabulary, &tables, Options::default(), &|_| {})?;
//! let budget = Budget { unit: Unit::Rules, at_most: 5.0 };
//! let found = miner.mine(Form::List, Some(budget), &|| false)?;
//! let found = found.ok_or("five rules are too few")?;
//! assert!(miner.share(&found) > 0.99);
//! assert!(miner.text(&found).starts_with("recognizer KRK"));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/guide/mining.md` describes how it works. Errors are [`ExamplesError`]s.

mod bayes;
mod before;
mod bits;
mod budget;
mod examples;
mod found;
mod haven;
mod information;
mod list;
mod lists;
mod matrix;
mod miner;
mod mix;
pub mod proof;
mod rank;
mod safe;
mod search;
mod source;
mod start;
mod tree;
mod trees;
pub mod vocabulary;
mod widen;
mod write;

pub use bayes::{Bayes, Claimed};
pub use budget::{Budget, Stop, Unit};
pub use examples::{Examples, ExamplesError, Sampling};
pub use found::{Form, FoundRules};
pub use list::{Alone, List, Role};
pub use lists::Lists;
pub use matrix::Matrix;
pub use miner::{Keep, Miner, News, Options};
pub use rank::Worth;
pub use search::{Conjunction, Literal, SearchOptions};
pub use start::InCommon;
pub use tree::{Tree, TreeOptions, TreeRule};
pub use write::{Remark, Remarks};
