//! The version of what rules mean.

/// The version of the meaning of rules, under which the ledger of proofs
/// (`recognizers/ledger.csv`) proved each built-in file.
///
/// Raise it by one when the claims of some rule text change in any position, on
/// purpose or because a mistake was mended: the value of a word, an operator or a
/// quantifier, what a move or a set behind a move is, which rule comes first, which side
/// `us` is, what a claim allows, or what is folded. Then every proof is void, and
/// `cargo xtask prove` proves all files anew.
///
/// It stays for anything else: new words, other error messages, a faster evaluator. The
/// words of the prelude are text, which every proof names by its SHA-256.
///
/// The test `evaluate/tests/semantics.rs` fails when what a fixed set of rules claims
/// changes under the same version.
pub const SEMANTICS: u32 = 1;
