//! What rules say of a board, as formulas: which positions a proof never leaves.

use std::collections::HashSet;

use drawproof_export::ir::{Program, Unit};
use drawproof_language::{Claim, OpenClass, OpenRules, RuleInfo, RuleKind};
use drawproof_tables::Subject;
use shakmaty::{Color, Role};

use crate::{
    board::Board,
    circuit::{Circuit, Lit},
    error::ProveError,
    symbolic::{Executor, Limits, Value},
};

/// The rules of a proof: those to be proven, and those that it may rely on.
#[derive(Debug)]
pub struct Theory<'a> {
    /// All files; the first one is to be proven.
    files: Vec<&'a OpenRules>,
    /// Their functions, as they are exported.
    program: Program,
}

/// A side that cannot win, or cannot mate, wherever the rules say so.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Goal {
    /// What the side cannot do.
    pub subject: Subject,
    /// The side; the first one of the class is White.
    pub attacker: Color,
}

impl<'a> Theory<'a> {
    /// The theory of a file, with everything that it uses.
    ///
    /// # Errors
    ///
    /// If the rules cannot be written as functions.
    pub fn new(rules: &'a OpenRules) -> Result<Self, ProveError> {
        check_claims(rules)?;
        let mut files = vec![rules];
        let mut at = 0;
        while let Some(file) = files.get(at) {
            let lemmas: Vec<&OpenRules> = file.lemmas().iter().map(AsRef::as_ref).collect();
            for lemma in lemmas {
                if !files.iter().any(|known| known.sha256() == lemma.sha256()) {
                    files.push(lemma);
                }
            }
            at += 1;
        }
        let sources: Vec<_> = files.iter().map(|file| file.file()).collect();
        let program = drawproof_export::program(&sources)?;
        check_names(&program)?;
        Ok(Self { files, program })
    }

    /// The file that is to be proven.
    pub fn rules(&self) -> &'a OpenRules {
        self.files[0]
    }

    /// What it claims, one side after the other.
    pub fn goals(&self) -> Vec<Goal> {
        let kinds = || self.rules().rules().iter().map(|rule| rule.kind);
        let subject = RuleKind::subject_of(kinds());
        let goals = Color::ALL.map(|attacker| Goal { subject, attacker });
        let is_claimed = |goal: &Goal| {
            Color::ALL
                .into_iter()
                .any(|turn| kinds().any(|kind| kind != RuleKind::Hold && goal.is_said(kind, turn)))
        };
        goals.into_iter().filter(is_claimed).collect()
    }

    /// Refuses rules whose formula is too large, before it is made for each statement.
    ///
    /// # Errors
    ///
    /// What is too large.
    pub fn check(&self, limits: Limits) -> Result<(), ProveError> {
        let mut formulas = self.formulas(limits);
        let (board, _) = formulas.any_board();
        for turn in Color::ALL {
            for file in 0..self.files.len() {
                formulas.deciding(file, &board, turn)?;
            }
        }
        Ok(())
    }

    /// Makes formulas.
    pub fn formulas(&self, limits: Limits) -> Formulas<'_> {
        Formulas {
            theory: self,
            executor: Executor::new(&self.program, limits),
        }
    }
}

/// Refuses two functions of one name: the formula would be of only one of them.
fn check_names(program: &Program) -> Result<(), ProveError> {
    let of_units = program.units.iter().flat_map(|unit| &unit.functions);
    let mut names = HashSet::new();
    for function in program.helpers.iter().chain(of_units) {
        if !names.insert(&function.name) {
            return Err(ProveError::wrong_function(&function.name));
        }
    }
    Ok(())
}

/// Refuses claims that nothing can show here, and files without any.
fn check_claims(rules: &OpenRules) -> Result<(), ProveError> {
    let file = || rules.source_name().to_owned();
    for rule in rules.rules() {
        if let Some(claim @ (Claim::Win | Claim::Loss)) = rule.kind.claim() {
            return Err(ProveError::Claim {
                file: file(),
                line: rule.line,
                claim: claim.name(),
                help: "claim that a side cannot win: draw, not_lost, strong_cannot_win",
            });
        }
    }
    if rules.rules().iter().any(|rule| rule.kind.claims()) {
        Ok(())
    } else {
        Err(ProveError::NoClaim { file: file() })
    }
}

impl Goal {
    /// Whether a rule of a kind says so if it decides. A rule that only holds says so of both
    /// sides.
    fn is_said(self, kind: RuleKind, turn: Color) -> bool {
        match kind {
            RuleKind::Claims(claim) => *claim.rules_out(turn).get(self.attacker),
            RuleKind::Hold => true,
            RuleKind::Silent => false,
        }
    }

    /// Whether it is about results, not mates.
    pub fn is_about_results(self) -> bool {
        self.subject == Subject::Results
    }

    /// Whether what is said about another subject says it too: who cannot mate cannot win.
    fn follows_from(self, subject: Subject) -> bool {
        subject == self.subject || subject == Subject::Mates
    }

    fn exchanged(self) -> Self {
        Self {
            attacker: !self.attacker,
            ..self
        }
    }
}

/// Makes formulas of the rules of a theory in one circuit.
#[derive(Debug)]
pub struct Formulas<'a> {
    theory: &'a Theory<'a>,
    executor: Executor<'a>,
}

impl Formulas<'_> {
    /// The circuit.
    pub fn circuit(&mut self) -> &mut Circuit {
        self.executor.circuit()
    }

    /// The circuit, when all formulas are made.
    pub fn into_circuit(self) -> Circuit {
        self.executor.into_circuit()
    }

    /// Any board of the class that is to be proven, and whether its men are those of the class.
    pub fn any_board(&mut self) -> (Board, Lit) {
        let class = self.theory.rules().class();
        let circuit = self.executor.circuit();
        let board = Board::input(circuit, |color, role| {
            role == Role::King || class.has(role.of(color))
        });
        let is_in = is_in_class(circuit, class, &board);
        (board, is_in)
    }

    /// The rules that decide a board of their class, by their places in the file: exactly one of
    /// them, or none.
    ///
    /// # Errors
    ///
    /// If the formula becomes too large.
    pub fn deciding(
        &mut self,
        file: usize,
        board: &Board,
        turn: Color,
    ) -> Result<Vec<Lit>, ProveError> {
        let theory = self.theory;
        let rules = theory.files[file].rules();
        let number = self.number(&theory.program.units[file], board, turn)?;
        let circuit = self.executor.circuit();
        let is_rule = |(at, rule): (usize, &RuleInfo)| {
            let number_of = at as i32 + 1;
            let wanted = if rule.kind.claims() {
                number_of
            } else {
                -number_of
            };
            let bits = number.bits.iter().enumerate();
            circuit.all(bits.map(
                |(place, &bit)| {
                    if wanted >> place & 1 == 1 { bit } else { !bit }
                },
            ))
        };
        Ok(rules.iter().enumerate().map(is_rule).collect())
    }

    /// The number that the exported function returns.
    fn number(
        &mut self,
        unit: &Unit,
        board: &Board,
        turn: Color,
    ) -> Result<crate::symbolic::Number, ProveError> {
        let kings = [Color::White, Color::Black].map(|color| board.of(color, Role::King));
        let mut arguments: Vec<Value> = Vec::new();
        for king in kings {
            arguments.push(self.executor.square(king));
        }
        for name in &unit.board.sets {
            let set = set_named(board, name).ok_or_else(|| ProveError::wrong_function(name))?;
            arguments.push(Value::Bits(set));
        }
        arguments.push(Value::truth(turn.is_white()));
        let name = format!("{}_rule", unit.board.class);
        match self.executor.call(&name, arguments, None)? {
            Value::Number(number) => Ok(number),
            _ => Err(ProveError::wrong_function(&name)),
        }
    }

    /// Whether the rules of a file say that the attacker cannot do it: the men are those of its
    /// class, and a rule says so.
    fn is_said(
        &mut self,
        file: usize,
        goal: Goal,
        board: &Board,
        turn: Color,
    ) -> Result<Lit, ProveError> {
        let rules = self.theory.files[file];
        let is_in = is_in_class(self.executor.circuit(), rules.class(), board);
        if is_in == Lit::FALSE {
            return Ok(Lit::FALSE);
        }
        let deciding = self.deciding(file, board, turn)?;
        let kinds = rules.rules().iter().map(|rule| rule.kind);
        // Of a lemma it is not known for which side its holds were proven.
        let counts = |kind: RuleKind| file == 0 || kind != RuleKind::Hold;
        let saying = kinds.zip(deciding);
        let saying = saying.filter(|(kind, _)| counts(*kind) && goal.is_said(*kind, turn));
        let circuit = self.executor.circuit();
        let is_said = circuit.any(saying.map(|(_, decides)| decides));
        Ok(circuit.and(is_in, is_said))
    }

    /// Whether a board is in the set that the proof never leaves.
    ///
    /// # Errors
    ///
    /// If the formula becomes too large.
    pub fn is_in_set(&mut self, goal: Goal, board: &Board, turn: Color) -> Result<Lit, ProveError> {
        self.is_said(0, goal, board, turn)
    }

    /// Whether the attacker cannot do it for a reason that is known already: it has a bare king,
    /// or a lemma says so.
    ///
    /// # Errors
    ///
    /// If the formula becomes too large.
    pub fn is_known(&mut self, goal: Goal, board: &Board, turn: Color) -> Result<Lit, ProveError> {
        let mut known = is_bare(self.executor.circuit(), board, goal.attacker);
        for file in 1..self.theory.files.len() {
            let rules = self.theory.files[file].rules();
            let subject = RuleKind::subject_of(rules.iter().map(|rule| rule.kind));
            if !goal.follows_from(subject) {
                continue;
            }
            let here = self.is_said(file, goal, board, turn)?;
            let there = self.is_said(file, goal.exchanged(), &board.exchanged(), !turn)?;
            let circuit = self.executor.circuit();
            let says = circuit.or(here, there);
            known = circuit.or(known, says);
        }
        Ok(known)
    }
}

/// Whether a side has nothing but its king.
fn is_bare(circuit: &mut Circuit, board: &Board, side: Color) -> Lit {
    let men = board.side(circuit, side);
    let others = men.minus(circuit, board.of(side, Role::King));
    !others.any(circuit)
}

/// Whether the men on a board are those of a class, besides the kings.
fn is_in_class(circuit: &mut Circuit, class: &OpenClass, board: &Board) -> Lit {
    let mut all = Lit::TRUE;
    for color in Color::ALL {
        for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
            let (least, is_open) = class.counts(role.of(color));
            let counts = board.of(color, role).at_least(circuit, least + 1);
            let has_enough = least.checked_sub(1).map_or(Lit::TRUE, |at| counts[at]);
            let has_more = if is_open { Lit::FALSE } else { counts[least] };
            let fits = circuit.and(has_enough, !has_more);
            all = circuit.and(all, fits);
        }
    }
    all
}

/// The men that a field of an open class has: `strong_bishops`.
fn set_named(board: &Board, name: &str) -> Option<crate::set::Set> {
    let (side, kind) = name.split_once('_')?;
    let color = match side {
        "strong" => Color::White,
        "weak" => Color::Black,
        _ => return None,
    };
    let role = match kind {
        "queens" => Role::Queen,
        "rooks" => Role::Rook,
        "bishops" => Role::Bishop,
        "knights" => Role::Knight,
        "pawns" => Role::Pawn,
        _ => return None,
    };
    Some(board.of(color, role))
}
