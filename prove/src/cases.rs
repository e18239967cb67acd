//! All moves of a position as cases: one for each kind of move, or one for each move.

use shakmaty::{Color, Role, Square};

use crate::{
    board::Board,
    circuit::{Circuit, Lit},
    mover::{Kind, Mover},
    set::Set,
    steps::{self, Step},
};

/// A move, or all moves of a kind.
#[derive(Clone, Debug)]
pub struct Case {
    /// What moves, in words.
    pub name: String,
    /// The kind of move.
    pub kind: Kind,
    /// The square of departure.
    pub from: Set,
    /// The square of arrival.
    pub to: Set,
    /// Whether the move is legal. Only then do the others mean anything.
    pub is_legal: Lit,
    /// The board after it.
    pub after: Board,
    /// Whether it captures.
    pub captures: Lit,
    /// Whether an enemy pawn stands beside a pawn that has advanced two squares. Its capture may
    /// still be illegal, if it exposes the king.
    pub may_be_captured_en_passant: Lit,
    /// The square that a pawn passes when it advances two squares.
    pub passed: Set,
}

impl Case {
    fn new(circuit: &mut Circuit, mover: &Mover, name: String, moved: &Moved) -> Self {
        let &Moved {
            kind,
            from,
            to,
            reaches,
        } = moved;
        let done = mover.reaching(circuit, kind, from, to, reaches);
        let passed = match kind {
            Kind::DoublePush => to.stepped((0, -steps::up(mover.turn()))),
            _ => Set::NONE,
        };
        Self {
            name,
            kind,
            from,
            to,
            is_legal: done.is_legal,
            after: done.after,
            captures: mover.captures(circuit, kind, to),
            may_be_captured_en_passant: mover.may_be_captured_en_passant(circuit, kind, to),
            passed,
        }
    }
}

/// What a case is about.
struct Moved {
    kind: Kind,
    from: Set,
    to: Set,
    reaches: Lit,
}

/// One case for each kind of move, in which the squares of departure and arrival are free. There
/// is none for men that the side cannot have. Moves of pawns to one square only choose a pawn, and
/// those of the king only an arrival.
pub fn any_move(
    circuit: &mut Circuit,
    board: &Board,
    turn: Color,
    en_passant: Option<Set>,
) -> Vec<Case> {
    let mover = Mover::new(circuit, board, turn, en_passant.unwrap_or(Set::NONE));
    Kind::all()
        .filter_map(|kind| any_of_kind(circuit, &mover, kind))
        .collect()
}

fn any_of_kind(circuit: &mut Circuit, mover: &Mover, kind: Kind) -> Option<Case> {
    let departures = mover.departures(circuit, kind);
    let arrivals = mover.arrivals(circuit, kind);
    if [departures, arrivals].contains(&Set::NONE) {
        return None;
    }
    let (from, is_from) = match kind {
        Kind::Man(Role::King) => (departures, Lit::TRUE),
        _ => one_of(circuit, departures),
    };
    let reached = mover.reached(circuit, kind, from, kind.steps(mover.turn()));
    let (to, is_to) = match kind.steps(mover.turn()) {
        [_] => (reached, Lit::TRUE),
        _ => one_of(circuit, arrivals),
    };
    let meets = reached.meets(circuit, to);
    let reaches = circuit.all([meets, is_from, is_to]);
    let moved = Moved {
        kind,
        from,
        to,
        reaches,
    };
    Some(Case::new(circuit, mover, kind.to_string(), &moved))
}

/// A free square where a set may have one, and whether it is exactly one.
fn one_of(circuit: &mut Circuit, within: Set) -> (Set, Lit) {
    let choice = Set::choice(circuit, within);
    let is_one = choice.is_one(circuit);
    (choice, is_one)
}

/// One case for each move that the board may allow: for the king each step, for other men each
/// square of departure and of arrival.
pub fn every_move(
    circuit: &mut Circuit,
    board: &Board,
    turn: Color,
    en_passant: Option<Set>,
) -> Vec<Case> {
    let mover = Mover::new(circuit, board, turn, en_passant.unwrap_or(Set::NONE));
    let mut cases = Vec::new();
    for kind in Kind::all() {
        let departures = mover.departures(circuit, kind);
        for &step in kind.steps(turn) {
            if kind == Kind::Man(Role::King) {
                cases.push(king_step(circuit, &mover, departures, step));
                continue;
            }
            for from in members(departures) {
                moves_by_step(circuit, &mover, kind, from, step, &mut cases);
            }
        }
    }
    cases.retain(|case| case.is_legal != Lit::FALSE);
    cases
}

fn king_step(circuit: &mut Circuit, mover: &Mover, king: Set, step: Step) -> Case {
    let kind = Kind::Man(Role::King);
    let moved = Moved {
        kind,
        from: king,
        to: king.stepped(step),
        reaches: Lit::TRUE,
    };
    let name = format!("{kind} {}", direction(step));
    Case::new(circuit, mover, name, &moved)
}

fn moves_by_step(
    circuit: &mut Circuit,
    mover: &Mover,
    kind: Kind,
    from: Square,
    step: Step,
    cases: &mut Vec<Case>,
) {
    let reached = mover.reached(circuit, kind, one(from), &[step]);
    let arrivals = mover.arrivals(circuit, kind);
    for to in members(reached).filter(|&to| arrivals.0[to as usize] != Lit::FALSE) {
        let moved = Moved {
            kind,
            from: one(from),
            to: one(to),
            reaches: reached.0[to as usize],
        };
        let name = format!("{kind} from {from} to {to}");
        cases.push(Case::new(circuit, mover, name, &moved));
    }
}

fn one(square: Square) -> Set {
    Set::constant(1 << square as u32)
}

/// The squares that a set may have.
fn members(set: Set) -> impl Iterator<Item = Square> {
    let may_have = move |&square: &Square| set.0[square as usize] != Lit::FALSE;
    Square::ALL.into_iter().filter(may_have)
}

/// A king's step in words, as White sees the board.
fn direction((files, ranks): Step) -> &'static str {
    match (files, ranks) {
        (0, 1..) => "up",
        (0, _) => "down",
        (1.., 0) => "right",
        (_, 0) => "left",
        (1.., 1..) => "up and right",
        (1.., _) => "down and right",
        (_, 1..) => "up and left",
        (_, _) => "down and left",
    }
}
