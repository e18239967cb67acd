//! The formula of a statement's opposite: it has a solution if a position breaks the statement.
//!
//! The defender's replies are part of the formula by kinds of moves. With fewer kinds the formula
//! says more than it must, and a solution may be no break at all; [`Query::missed`] finds what was
//! left out. A formula without a solution is a proof in any case.

use shakmaty::{Color, Role};

use crate::{
    attacks,
    board::Board,
    cases::{Case, any_move, every_move},
    circuit::{Circuit, Cnf, Lit, Run},
    error::ProveError,
    mover::Kind,
    obligation::{Obligation, Statement},
    symbolic::Limits,
    theory::{Formulas, Goal, Theory},
};

/// What a formula takes into account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The defender's replies, by kinds of moves.
    pub replies: Vec<Kind>,
    /// Whether stalemates after moves of the attacker are told apart.
    pub stalemates: bool,
    /// The greatest number of men; any, if there is none.
    pub most_men: Option<usize>,
}

impl Default for Scope {
    fn default() -> Self {
        Self {
            replies: vec![Kind::Man(Role::King)],
            stalemates: false,
            most_men: None,
        }
    }
}

/// The opposite of a statement.
#[derive(Debug)]
pub struct Query<'a> {
    statement: Statement,
    theory: &'a Theory<'a>,
    circuit: Circuit,
    board: Board,
    /// Each rule of the file that may decide the position.
    deciding: Vec<Lit>,
    /// The move that leaves the set, and where it leads.
    moved: Option<Case>,
    asserted: Vec<Lit>,
}

/// A position that breaks a statement, or seems to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Break {
    /// The board; the first side of the class is White.
    pub board: shakmaty::Board,
    /// Who is to move.
    pub turn: Color,
    /// The rule that decides it, by its place in the file.
    pub rule: usize,
    /// The board after the move that leaves the set; `None` if the defender is to move.
    pub after: Option<shakmaty::Board>,
    /// Whether the move may be answered en passant.
    pub en_passant: bool,
}

impl<'a> Query<'a> {
    /// The formula of a statement's opposite.
    ///
    /// # Errors
    ///
    /// If it becomes too large.
    pub fn new(
        theory: &'a Theory<'a>,
        statement: Statement,
        scope: &Scope,
        limits: Limits,
    ) -> Result<Self, ProveError> {
        let Statement { goal, obligation } = statement;
        let turn = obligation.turn(goal);
        let mut formulas = theory.formulas(limits);
        let (board, is_in_class) = formulas.any_board();
        let is_legal = board.legal(formulas.circuit(), turn);
        let is_in_set = formulas.is_in_set(goal, &board, turn)?;
        let deciding = formulas.deciding(0, &board, turn)?;
        let mut asserted = vec![is_in_class, is_legal, is_in_set];
        if let Some(most) = scope.most_men {
            let occupied = board.occupied(formulas.circuit());
            asserted.push(!occupied.at_least(formulas.circuit(), most + 1)[most]);
        }
        let mut making = Making {
            formulas,
            goal,
            scope,
        };
        let moved = match obligation {
            Obligation::Holds => {
                asserted.extend(making.holds_not(&board)?);
                None
            }
            Obligation::NoMate => {
                asserted.push(making.is_mated(&board, turn));
                None
            }
            Obligation::Kept(mover, kind) => Some(making.kept_not(&board, mover, kind)?),
            Obligation::KeptEnPassant(mover) => Some(making.kept_en_passant_not(&board, mover)?),
        };
        let moved = moved.flatten();
        if let Some((_, leaves)) = &moved {
            asserted.push(*leaves);
        } else if matches!(
            obligation,
            Obligation::Kept(..) | Obligation::KeptEnPassant(_)
        ) {
            // There is no such move.
            asserted.push(Lit::FALSE);
        }
        Ok(Self {
            statement,
            theory,
            circuit: making.formulas.into_circuit(),
            board,
            deciding,
            moved: moved.map(|(case, _)| case),
            asserted,
        })
    }

    /// Its clauses.
    pub fn cnf(&self) -> Cnf {
        self.circuit.cnf(&self.asserted)
    }

    /// The position of a solution.
    pub fn read(&self, cnf: &Cnf, solution: &[bool]) -> Break {
        let run = self.circuit.run(cnf.inputs(&self.circuit, solution));
        let mut rules = self.deciding.iter();
        Break {
            board: self.board.read(&run, 0),
            turn: self.statement.obligation.turn(self.statement.goal),
            rule: rules.position(|&rule| is_true(&run, rule)).unwrap_or(0),
            after: self.moved.as_ref().map(|case| case.after.read(&run, 0)),
            en_passant: (self.moved.as_ref())
                .is_some_and(|case| is_true(&run, case.may_be_captured_en_passant)),
        }
    }

    /// What a formula has to take into account so that a position does not break the statement;
    /// `None` if it breaks it in any case.
    ///
    /// # Errors
    ///
    /// If the rules cannot be asked.
    pub fn missed(&self, found: &Break, limits: Limits) -> Result<Option<Missed>, ProveError> {
        let Statement { goal, obligation } = self.statement;
        let board = match (obligation, &found.after) {
            (Obligation::Holds, _) => &found.board,
            (Obligation::Kept(..), Some(after)) if goal.is_about_results() => after,
            _ => return Ok(None),
        };
        let board = Board::constant(board);
        let mut making = Making {
            formulas: self.theory.formulas(limits),
            goal,
            scope: &Scope::default(),
        };
        making.missed(&board, found.en_passant)
    }
}

/// What a formula has left out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Missed {
    /// Replies of a kind.
    Reply(Kind),
    /// Stalemates.
    Stalemate,
}

fn is_true(run: &Run, of: Lit) -> bool {
    run.trials(of) & 1 == 1
}

/// A formula that is being made.
struct Making<'a, 'b> {
    formulas: Formulas<'a>,
    goal: Goal,
    scope: &'b Scope,
}

impl Making<'_, '_> {
    /// Whether a position is in the set, or known to be good for the defender.
    fn is_good(&mut self, board: &Board, turn: Color) -> Result<Lit, ProveError> {
        let is_in_set = self.formulas.is_in_set(self.goal, board, turn)?;
        let is_known = self.formulas.is_known(self.goal, board, turn)?;
        Ok(self.formulas.circuit().or(is_in_set, is_known))
    }

    /// The defender, to move, is not stalemated, and no reply is good.
    fn holds_not(&mut self, board: &Board) -> Result<[Lit; 2], ProveError> {
        let defender = !self.goal.attacker;
        let plays_on = self.plays_on(board, defender);
        let reply = self.has_good_reply(board)?;
        Ok([plays_on, !reply])
    }

    /// Whether a side to move is in check or has a legal move: it is not stalemated.
    fn plays_on(&mut self, board: &Board, side: Color) -> Lit {
        let circuit = self.formulas.circuit();
        let moves = any_move(circuit, board, side, None);
        let can_move = circuit.any(moves.iter().map(|case| case.is_legal));
        let in_check = is_in_check(circuit, board, side);
        circuit.or(in_check, can_move)
    }

    fn is_mated(&mut self, board: &Board, side: Color) -> Lit {
        let circuit = self.formulas.circuit();
        let moves = every_move(circuit, board, side, None);
        let can_move = circuit.any(moves.iter().map(|case| case.is_legal));
        let in_check = is_in_check(circuit, board, side);
        circuit.and(in_check, !can_move)
    }

    /// Whether the defender, to move, has a reply of the scope that is good.
    fn has_good_reply(&mut self, board: &Board) -> Result<Lit, ProveError> {
        let mut found = Lit::FALSE;
        for case in self.replies(board) {
            let is_good = self.is_good_reply(&case)?;
            found = self.formulas.circuit().or(found, is_good);
        }
        Ok(found)
    }

    fn replies(&mut self, board: &Board) -> Vec<Case> {
        let circuit = self.formulas.circuit();
        let mut all = every_move(circuit, board, !self.goal.attacker, None);
        all.retain(|case| self.scope.replies.contains(&case.kind));
        all
    }

    /// Whether a reply is legal and leads to a good position. Rules know nothing of captures en
    /// passant, so an advance that allows one is not good.
    fn is_good_reply(&mut self, reply: &Case) -> Result<Lit, ProveError> {
        let is_good = self.is_good(&reply.after, self.goal.attacker)?;
        let circuit = self.formulas.circuit();
        let is_sound = circuit.and(reply.is_legal, !reply.may_be_captured_en_passant);
        Ok(circuit.and(is_sound, is_good))
    }

    /// The moves of a kind, and whether such a move leaves what is good for the defender.
    fn kept_not(
        &mut self,
        board: &Board,
        mover: Color,
        kind: Kind,
    ) -> Result<Option<(Case, Lit)>, ProveError> {
        let moves = any_move(self.formulas.circuit(), board, mover, None);
        let Some(case) = moves.into_iter().find(|case| case.kind == kind) else {
            return Ok(None);
        };
        let mut is_good = self.is_good(&case.after, !mover)?;
        if self.goal.is_about_results() {
            if kind == Kind::DoublePush {
                is_good = self.good_in_spite_of_en_passant(&case, is_good);
            }
            let reply = self.has_good_reply(&case.after)?;
            is_good = self.formulas.circuit().or(is_good, reply);
            if self.scope.stalemates {
                // A capture en passant may end the stalemate.
                let plays_on = self.plays_on(&case.after, !mover);
                let circuit = self.formulas.circuit();
                let is_stalemate = circuit.and(!plays_on, !case.may_be_captured_en_passant);
                is_good = circuit.or(is_good, is_stalemate);
            }
        }
        let leaves = self.formulas.circuit().and(case.is_legal, !is_good);
        Ok(Some((case, leaves)))
    }

    /// The set says nothing of captures en passant, which the defender may have: but it has a good
    /// move without them, or is stalemated without them. Only the latter must be excluded, since
    /// then the capture is forced.
    fn good_in_spite_of_en_passant(&mut self, case: &Case, is_good: Lit) -> Lit {
        let circuit = self.formulas.circuit();
        let others = every_move(circuit, &case.after, !self.goal.attacker, None);
        let can_move = circuit.any(others.iter().map(|other| other.is_legal));
        let is_sound = circuit.or(!case.may_be_captured_en_passant, can_move);
        circuit.and(is_good, is_sound)
    }

    /// The advances by two squares that are answered en passant, and whether such an answer leaves
    /// the set.
    fn kept_en_passant_not(
        &mut self,
        board: &Board,
        mover: Color,
    ) -> Result<Option<(Case, Lit)>, ProveError> {
        let circuit = self.formulas.circuit();
        let moves = any_move(circuit, board, mover, None);
        let Some(advance) = moves.into_iter().find(|case| case.kind == Kind::DoublePush) else {
            return Ok(None);
        };
        let answers = any_move(circuit, &advance.after, !mover, Some(advance.passed));
        let Some(answer) = answers
            .into_iter()
            .find(|case| case.kind == Kind::EnPassant)
        else {
            return Ok(None);
        };
        let is_good = self.is_good(&answer.after, mover)?;
        let circuit = self.formulas.circuit();
        let leaves = circuit.all([advance.is_legal, answer.is_legal, !is_good]);
        Ok(Some((answer, leaves)))
    }

    /// What of a known board with the defender to move a formula has to take into account.
    fn missed(&mut self, board: &Board, en_passant: bool) -> Result<Option<Missed>, ProveError> {
        let defender = !self.goal.attacker;
        let circuit = self.formulas.circuit();
        let replies = every_move(circuit, board, defender, None);
        for reply in replies {
            if self.is_good_reply(&reply)? == Lit::TRUE {
                return Ok(Some(Missed::Reply(reply.kind)));
            }
        }
        // After an advance by two squares a capture en passant may end the stalemate.
        let is_stalemate = !en_passant && self.plays_on(board, defender) == Lit::FALSE;
        Ok(is_stalemate.then_some(Missed::Stalemate))
    }
}

fn is_in_check(circuit: &mut Circuit, board: &Board, side: Color) -> Lit {
    let free = board.occupied(circuit).complement();
    attacks::in_check(circuit, board, side, free)
}
