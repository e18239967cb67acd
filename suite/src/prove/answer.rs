//! What came of a proof.

use drawproof_language::OpenRules;
use drawproof_prove::{
    prove::{Outcome as Found, Shown},
    query::Break,
    theory::Goal,
};
use serde::Serialize;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Position, Setup, san::SanPlus};

use crate::Outcome;

/// What came of proving a file.
#[derive(Clone, Serialize, Debug)]
pub struct ProofAnswer {
    /// The open class.
    pub class: String,
    /// Where the rules come from.
    pub rules_from: String,
    /// SHA-256 of the rules and of what they rely on.
    pub sha256: String,
    /// Whether every statement was shown.
    pub proven: bool,
    /// Whether something that it relies on is not proven.
    pub lacks_lemma: bool,
    /// How many rules claim something.
    pub claiming_rules: usize,
    /// What the rules rely on.
    pub lemmas: Vec<String>,
    /// Every statement.
    pub statements: Vec<StatementAnswer>,
    /// A position in which a claim is false, if one was found among few men.
    pub false_claim: Option<FalseClaim>,
    /// The folder of the certificate.
    pub certificate: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

/// What came of one statement.
#[derive(Clone, Serialize, Debug)]
pub struct StatementAnswer {
    /// The statement.
    pub statement: String,
    /// Whether it was shown.
    pub proven: bool,
    /// How long it took.
    pub seconds: f64,
    /// How many variables the last formula had.
    pub variables: Option<i32>,
    /// How many clauses it had.
    pub clauses: Option<usize>,
    /// The position that breaks it.
    pub broken_by: Option<BrokenStatement>,
    /// Why it is not known.
    pub unknown: Option<String>,
}

/// A position that breaks a statement.
#[derive(Clone, Serialize, Debug)]
pub struct BrokenStatement {
    /// The position, with the first side of the class as White.
    pub fen: String,
    /// The rule that holds there.
    pub rule: String,
    /// Its place in the file, from 1.
    pub line: usize,
    /// The move that leaves the set of positions, if it is one.
    pub move_san: Option<String>,
    /// The position after it.
    pub fen_after: Option<String>,
    /// What tables say of the position.
    pub truth: Truth,
    /// The position.
    #[serde(skip)]
    pub(super) board: shakmaty::Board,
    /// Who is to move.
    #[serde(skip)]
    pub(super) turn: Color,
    /// What the rule says.
    #[serde(skip)]
    pub(super) goal: Goal,
}

/// The value of a position that breaks a statement.
#[derive(Copy, Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    /// The claim is false.
    Refuted,
    /// The claim is true, but a move leads out of what the rules say.
    True,
    /// It has too many men for the tables at hand.
    Unknown,
}

/// A position in which a claim is false.
#[derive(Clone, Serialize, Debug)]
pub struct FalseClaim {
    /// The closed class.
    pub class: String,
    /// The rule, by its name in the file.
    pub rule: String,
    /// The position.
    pub fen: String,
    /// How many positions of the class are claimed wrongly.
    pub positions: u64,
}

impl ProofAnswer {
    /// What came of statements about some rules.
    pub(super) fn new(rules: &OpenRules, shown: &[Shown], lacks_lemma: bool) -> Self {
        let lemmas = rules.lemmas().iter();
        let claiming = rules.rules().iter().filter(|rule| rule.kind.claims());
        Self {
            class: rules.class().to_string(),
            rules_from: rules.source_name().into(),
            sha256: rules.sha256().into(),
            proven: !lacks_lemma && shown.iter().all(Shown::is_proven),
            lacks_lemma,
            claiming_rules: claiming.count(),
            lemmas: lemmas
                .map(|of| format!("{} by {}", of.class(), of.source_name()))
                .collect(),
            statements: shown.iter().map(|one| statement(rules, one)).collect(),
            false_claim: None,
            certificate: None,
            seconds: 0.0,
        }
    }

    /// Proven, refuted, or neither.
    pub fn outcome(&self) -> Outcome {
        let broken = || {
            self.statements
                .iter()
                .filter_map(|of| of.broken_by.as_ref())
        };
        if self.proven {
            Outcome::Proven
        } else if self.false_claim.is_some() || broken().any(|of| of.truth == Truth::Refuted) {
            Outcome::Counterexample
        } else {
            Outcome::Unchecked
        }
    }
}

fn statement(rules: &OpenRules, shown: &Shown) -> StatementAnswer {
    let mut answer = StatementAnswer {
        statement: shown.statement.to_string(),
        proven: false,
        seconds: shown.time.as_secs_f64(),
        variables: None,
        clauses: None,
        broken_by: None,
        unknown: None,
    };
    match &shown.outcome {
        Found::Proven(proven) => {
            answer.proven = true;
            answer.variables = Some(proven.cnf.variables);
            answer.clauses = Some(proven.cnf.clauses.len());
        }
        Found::Broken(found) => answer.broken_by = Some(broken(rules, shown.statement.goal, found)),
        Found::Unknown(why) => answer.unknown = Some(why.clone()),
    }
    answer
}

fn broken(rules: &OpenRules, goal: Goal, found: &Break) -> BrokenStatement {
    let rule = rules.rules().get(found.rule);
    let after = found.after.as_ref().map(|board| fen(board, !found.turn));
    BrokenStatement {
        fen: fen(&found.board, found.turn),
        rule: rule.map_or_else(String::new, |rule| rule.name.clone()),
        line: rule.map_or(0, |rule| rule.line),
        move_san: san(found),
        fen_after: after,
        truth: Truth::Unknown,
        board: found.board.clone(),
        turn: found.turn,
        goal,
    }
}

/// A board as a position.
fn fen(board: &shakmaty::Board, turn: Color) -> String {
    format!("{} {} - - 0 1", board.board_fen(), turn.char())
}

/// The move between two boards.
fn san(found: &Break) -> Option<String> {
    let setup = Setup {
        board: found.board.clone(),
        turn: found.turn,
        ..Setup::empty()
    };
    let chess = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .ok()?;
    let leads = |played: &shakmaty::Move| {
        let mut after = chess.clone();
        after.play_unchecked(*played);
        Some(after.board()) == found.after.as_ref()
    };
    let played = chess.legal_moves().into_iter().find(leads)?;
    Some(SanPlus::from_move(chess, played).to_string())
}
