//! One move: whether it is legal, and the board after it. Castling is left out.

use std::fmt;

use shakmaty::{Color, Role};

use crate::{
    attacks,
    board::Board,
    circuit::{Circuit, Lit},
    safety::Safety,
    set::Set,
    steps::{self, Step},
};

/// The kinds of moves.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A move of a man other than a pawn, quiet or capturing.
    Man(Role),
    /// A pawn advances one square, not to the last rank.
    Push,
    /// A pawn advances two squares.
    DoublePush,
    /// A pawn captures, not on the last rank.
    Capture,
    /// A pawn advances to the last rank.
    Promotion(Role),
    /// A pawn captures on the last rank.
    CapturingPromotion(Role),
    /// A pawn captures another that has just advanced two squares.
    EnPassant,
}

impl Kind {
    /// Every kind of move.
    pub fn all() -> impl Iterator<Item = Self> {
        const MEN: [Role; 5] = [
            Role::King,
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
        ];
        let promoted = &MEN[1..];
        let pawns = [Self::Push, Self::DoublePush, Self::Capture, Self::EnPassant];
        MEN.into_iter()
            .map(Self::Man)
            .chain(pawns)
            .chain(promoted.iter().copied().map(Self::Promotion))
            .chain(promoted.iter().copied().map(Self::CapturingPromotion))
    }

    /// The man that moves.
    pub fn man(self) -> Role {
        match self {
            Self::Man(role) => role,
            _ => Role::Pawn,
        }
    }

    /// What a pawn becomes.
    pub fn promotion(self) -> Option<Role> {
        match self {
            Self::Promotion(role) | Self::CapturingPromotion(role) => Some(role),
            _ => None,
        }
    }

    /// The steps of such moves.
    pub fn steps(self, turn: Color) -> &'static [Step] {
        match (self, turn) {
            (Self::Push | Self::Promotion(_), Color::White) => &[(0, 1)],
            (Self::Push | Self::Promotion(_), Color::Black) => &[(0, -1)],
            (Self::DoublePush, Color::White) => &[(0, 2)],
            (Self::DoublePush, Color::Black) => &[(0, -2)],
            _ => steps::attacking(turn, self.man()),
        }
    }

    /// The ranks that such moves begin on, by the mover's count from 1.
    fn ranks(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Self::Man(_) => 1..=8,
            Self::Push | Self::Capture => 2..=6,
            Self::DoublePush => 2..=2,
            Self::Promotion(_) | Self::CapturingPromotion(_) => 7..=7,
            Self::EnPassant => 5..=5,
        }
    }

    /// Its squares of departure on an empty board.
    fn departures(self, turn: Color) -> Set {
        let white = self
            .ranks()
            .fold(0, |all, rank| all | 0xff << (8 * (rank - 1)));
        Set::constant(turn.fold_wb(white, white.swap_bytes()))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Self::Man(role) => write!(out, "{} move", name(role)),
            Self::Push => write!(out, "pawn advances"),
            Self::DoublePush => write!(out, "pawn advances two squares"),
            Self::Capture => write!(out, "pawn captures"),
            Self::Promotion(role) => write!(out, "pawn promotes to a {}", name(role)),
            Self::CapturingPromotion(role) => {
                write!(out, "pawn captures and promotes to a {}", name(role))
            }
            Self::EnPassant => write!(out, "pawn captures en passant"),
        }
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// A move on some board.
#[derive(Copy, Clone, Debug)]
pub struct Move {
    /// Whether it is legal.
    pub is_legal: Lit,
    /// The board after it, if it is legal.
    pub after: Board,
}

/// The moves of one side on a legal board.
#[derive(Clone, Debug)]
pub struct Mover {
    board: Board,
    turn: Color,
    own: Set,
    enemies: Set,
    free: Set,
    safety: Safety,
    en_passant: Set,
}

impl Mover {
    /// The moves of a side. `en_passant` has the square behind a pawn that has just advanced two
    /// squares, if there is one; the board must allow it ([`possible_en_passant`]).
    pub fn new(circuit: &mut Circuit, board: &Board, turn: Color, en_passant: Set) -> Self {
        let [own, enemies] = [turn, !turn].map(|color| board.side(circuit, color));
        let free = own.or(circuit, enemies).complement();
        Self {
            board: *board,
            turn,
            own,
            enemies,
            free,
            safety: Safety::new(circuit, board, turn, free),
            en_passant,
        }
    }

    /// The side that moves.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The men that can make a kind of move as far as their squares go.
    pub fn departures(&self, circuit: &mut Circuit, kind: Kind) -> Set {
        let men = self.board.of(self.turn, kind.man());
        men.and(circuit, kind.departures(self.turn))
    }

    /// The squares on which a kind of move may end, as far as they alone go: what stands on them,
    /// and the safety of the king.
    pub fn arrivals(&self, circuit: &mut Circuit, kind: Kind) -> Set {
        let safe = match kind {
            Kind::Man(Role::King) => self.safety.king,
            _ => self.safety.others,
        };
        match kind {
            Kind::Man(_) => safe.minus(circuit, self.own),
            Kind::Push | Kind::Promotion(_) => safe.and(circuit, self.free),
            Kind::DoublePush => {
                let passed = self.free.stepped((0, steps::up(self.turn)));
                let free = passed.and(circuit, self.free);
                safe.and(circuit, free)
            }
            Kind::Capture | Kind::CapturingPromotion(_) => safe.and(circuit, self.enemies),
            Kind::EnPassant => self.en_passant,
        }
    }

    /// The squares that a kind of move reaches from a square by some of its steps.
    pub fn reached(&self, circuit: &mut Circuit, kind: Kind, from: Set, steps: &[Step]) -> Set {
        attacks::by_steps(circuit, kind.man(), from, self.free, steps)
    }

    /// A move from one square to another; both sets have one square or are never legal.
    pub fn step(&self, circuit: &mut Circuit, kind: Kind, from: Set, to: Set) -> Move {
        let reached = self.reached(circuit, kind, from, kind.steps(self.turn));
        let reaches = reached.meets(circuit, to);
        self.reaching(circuit, kind, from, to, reaches)
    }

    /// The same when it is known whether the man reaches the square.
    pub fn reaching(
        &self,
        circuit: &mut Circuit,
        kind: Kind,
        from: Set,
        to: Set,
        reaches: Lit,
    ) -> Move {
        let men = self.departures(circuit, kind);
        let departs = from.meets(circuit, men);
        let squares = self.arrivals(circuit, kind);
        let arrives = to.meets(circuit, squares);
        let after = self.after(circuit, kind, from, to);
        let keeps = match kind {
            Kind::Man(Role::King) => Lit::TRUE,
            Kind::EnPassant => {
                let free = after.occupied(circuit).complement();
                !attacks::in_check(circuit, &after, self.turn, free)
            }
            _ => self.safety.keeps_pins(circuit, from, to),
        };
        let is_legal = circuit.all([departs, reaches, arrives, keeps]);
        Move { is_legal, after }
    }

    /// The squares of the enemy men that a move captures.
    fn captured(&self, kind: Kind, to: Set) -> Set {
        match kind {
            Kind::Man(_) | Kind::Capture | Kind::CapturingPromotion(_) => to,
            Kind::EnPassant => to.stepped((0, -steps::up(self.turn))),
            Kind::Push | Kind::DoublePush | Kind::Promotion(_) => Set::NONE,
        }
    }

    /// Whether a legal move captures.
    pub fn captures(&self, circuit: &mut Circuit, kind: Kind, to: Set) -> Lit {
        let captured = self.captured(kind, to);
        captured.meets(circuit, self.enemies)
    }

    /// Whether an enemy pawn stands beside the square on which a pawn that has advanced two
    /// squares arrives. The capture may still be illegal, if it exposes the king.
    pub fn may_be_captured_en_passant(&self, circuit: &mut Circuit, kind: Kind, to: Set) -> Lit {
        if kind != Kind::DoublePush {
            return Lit::FALSE;
        }
        let beside = to.stepped((-1, 0)).or(circuit, to.stepped((1, 0)));
        beside.meets(circuit, self.board.of(!self.turn, Role::Pawn))
    }

    fn after(&self, circuit: &mut Circuit, kind: Kind, from: Set, to: Set) -> Board {
        let captured = self.captured(kind, to);
        let arriving = kind.promotion().unwrap_or(kind.man());
        Board::new(|color, role| {
            let mut men = self.board.of(color, role);
            if color != self.turn {
                // A king is never captured: the board is legal.
                let can_go = role != Role::King;
                return if can_go {
                    men.minus(circuit, captured)
                } else {
                    men
                };
            }
            if role == kind.man() {
                men = men.minus(circuit, from);
            }
            if role == arriving {
                men = men.or(circuit, to);
            }
            men
        })
    }
}

/// The squares on which a side to move may have the right to capture en passant, by what stands
/// before and behind them; the right to at most one of them exists.
pub fn possible_en_passant(circuit: &mut Circuit, board: &Board, turn: Color) -> Set {
    let up = steps::up(turn);
    let free = board.occupied(circuit).complement();
    let pushed = board.of(!turn, Role::Pawn).stepped((0, up));
    let start = free.stepped((0, -up));
    let passed = free.and(circuit, start);
    let passed = passed.and(circuit, pushed);
    let sixth: u64 = 0xff << 40;
    let sixth = Set::constant(turn.fold_wb(sixth, sixth.swap_bytes()));
    passed.and(circuit, sixth)
}
