//! Moves as values: a condition on the position after each.
//!
//! The position after a move is the same graph of values with other squares for
//! the men: the square of the man that moves is a variable, or that of the man
//! whom it captures, who is gone. There are finitely many captures and promotions,
//! so each becomes a term of its own; the quiet moves of a man are a quantifier
//! over squares. That a move leaves its own king unattacked is part of each term.

use shakmaty::{Color, Piece, Rank, Role, Square};

use super::{
    checker::{Checker, MAX_QUANTIFIERS, MovesAt, Result},
    scene::Scene,
};
use crate::{
    error::{RuleError, Span},
    graph::{NodeId, Op},
    group::SymmetryGroup,
    syntax::{Expr, ExprKind, MoveKind, Moves, Quantifier, TableEntries, Type},
    words::{Member, Word},
};

/// The maximum number of moves, one after another, that a rule looks ahead.
pub const MAX_PLIES: usize = 3;

/// What a pawn can become.
const PROMOTED: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// One way in which a man may move.
struct Way {
    man: usize,
    /// The squares that he may go to, and the variable for them; `None` if he
    /// goes to one square.
    squares: Option<(NodeId, usize)>,
    /// Where he goes.
    to: NodeId,
    /// Whether he may, apart from the safety of his king; `None` if always.
    can: Option<NodeId>,
    victim: Option<usize>,
    promotion: Option<Role>,
    /// The square that a pawn passes.
    passed: Option<NodeId>,
}

impl Checker<'_> {
    /// `any move m by us : condition`
    pub(super) fn moves(&mut self, span: &Span, moves: &Moves) -> Result<NodeId> {
        let value = self.each_move(span, moves)?;
        if self.scene.is_none() {
            let scope = self.scope.iter().map(|(_, value)| *value).collect();
            let place = self.moves.entry(span.start);
            // Definitions are looked at for unknown arguments first.
            place.or_insert(MovesAt { value, scope });
        }
        Ok(value)
    }

    fn each_move(&mut self, span: &Span, moves: &Moves) -> Result<NodeId> {
        if let Some(open) = &self.file.open {
            let message = format!("moves cannot be gone through in an open class, as {open} is");
            let help = "a proof makes all moves by itself; rules say only which positions hold";
            return Err(RuleError::new(span.clone(), message).help(help));
        }
        let plies = self.scene.as_ref().map_or(0, |scene| scene.plies);
        if plies == MAX_PLIES {
            let message = format!("more than {MAX_PLIES} moves one after another");
            let help = "each multiplies the work; say what matters about the squares instead";
            return Err(RuleError::new(span.clone(), message).help(help));
        }
        let side = self.to_move();
        let movers = self.men_that(&moves.by, side)?;
        let victims = match &moves.of {
            Some(of) => self.men_that(of, !side)?,
            None => self.indices(|man| man.color != side && man.role != Role::King),
        };
        if let Some(of) = &moves.of
            && victims.iter().any(|&man| self.men[man].role == Role::King)
        {
            let error = RuleError::new(of.span.clone(), "no move captures a king");
            return Err(error.help("name the men that are captured, as in: of them.rook"));
        }
        let mut terms = Vec::new();
        for man in movers {
            for way in self.ways(span, man, &victims, moves.kind)? {
                terms.push(self.term_of_move(span, moves, &way)?);
            }
        }
        self.joined(span, moves.quantifier, &terms)
    }

    /// The men that `us` or `us.king` names; they must be of the given side.
    fn men_that(&mut self, expr: &Expr, side: Color) -> Result<Vec<usize>> {
        let span = &expr.span;
        let (owner, what) = match &expr.kind {
            ExprKind::Name(owner) => (owner, "men"),
            ExprKind::Member(owner, what) => (owner, what.as_str()),
            _ => return Err(RuleError::new(span.clone(), "expected a side or its men")),
        };
        let color = self.side(span, owner)?;
        if color != side {
            let moves = if side == self.turn { "us" } else { "them" };
            let message = format!("it is the move of '{moves}' here, not of '{owner}'");
            let help = "us is the side to move where the rule is asked; the sides move in turn";
            return Err(RuleError::new(span.clone(), message).help(help));
        }
        Ok(match Member::named(what) {
            Some(Member::All) if what == "men" && matches!(expr.kind, ExprKind::Name(_)) => {
                let is_victim = side != self.to_move();
                self.indices(|man| man.color == color && !(is_victim && man.role == Role::King))
            }
            Some(Member::All) => self.indices(|man| man.color == color),
            Some(Member::Men(role)) => self.indices(|man| man == role.of(color)),
            Some(Member::Man(role)) => {
                self.only_man(span, owner, role.of(color))?;
                self.indices(|man| man == role.of(color))
            }
            _ => {
                let message = format!("'{owner}.{what}' names no men");
                let help = "name men, as in: us.king, us.knights";
                return Err(RuleError::new(span.clone(), message).help(help));
            }
        })
    }

    /// The ways in which a man may move.
    fn ways(
        &mut self,
        span: &Span,
        man: usize,
        victims: &[usize],
        kind: MoveKind,
    ) -> Result<Vec<Way>> {
        let mut ways = Vec::new();
        let is_pawn = self.men[man].role == Role::Pawn;
        if kind != MoveKind::Capture {
            if is_pawn {
                self.pushes(span, man, kind, &mut ways)?;
            } else if kind != MoveKind::Promotion {
                let reach = self.reach(span, man)?;
                let occupied = self.occupied(span)?;
                let free = self.add(span, Op::Difference, vec![reach, occupied], Type::Set)?;
                ways.push(self.way_among(span, man, free)?);
            }
        }
        if kind != MoveKind::Quiet {
            for &victim in victims {
                self.captures(span, man, victim, &mut ways)?;
            }
        }
        if kind == MoveKind::Promotion {
            ways.retain(|way| way.promotion.is_some());
        }
        Ok(ways)
    }

    /// A way to each square of a set.
    fn way_among(&mut self, span: &Span, man: usize, squares: NodeId) -> Result<Way> {
        let variable = self.graph.new_variable();
        let to = self.add(span, Op::Variable(variable), vec![], Type::Square)?;
        Ok(Way {
            man,
            squares: Some((squares, variable)),
            to,
            can: None,
            victim: None,
            promotion: None,
            passed: None,
        })
    }

    fn captures(
        &mut self,
        span: &Span,
        man: usize,
        victim: usize,
        ways: &mut Vec<Way>,
    ) -> Result<()> {
        let reach = self.reach(span, man)?;
        let to = self.man(span, victim)?;
        let can = self.add(span, Op::In, vec![to, reach], Type::Truth)?;
        let way = |can, promotion| Way {
            man,
            squares: None,
            to,
            can: Some(can),
            victim: Some(victim),
            promotion,
            passed: None,
        };
        if self.men[man].role != Role::Pawn {
            ways.push(way(can, None));
            return Ok(());
        }
        let color = self.men[man].color;
        let is_pawn = self.men[victim].role == Role::Pawn;
        if is_pawn {
            // No pawn stands on the last rank.
            ways.push(way(can, None));
        } else {
            let last = self.set(span, rank(color.fold_wb(Rank::Eighth, Rank::First)))?;
            let promotes = self.add(span, Op::In, vec![to, last], Type::Truth)?;
            let stays = self.add(span, Op::Not, vec![promotes], Type::Truth)?;
            let stays = self.both(span, can, stays)?;
            ways.push(way(stays, None));
            let promotes = self.both(span, can, promotes)?;
            ways.extend(PROMOTED.map(|role| way(promotes, Some(role))));
        }
        if let Some((pushed, passed)) = self.scene.as_ref().and_then(|scene| scene.passed)
            && pushed == victim
        {
            let can = self.add(span, Op::In, vec![passed, reach], Type::Truth)?;
            ways.push(Way {
                to: passed,
                ..way(can, None)
            });
        }
        Ok(())
    }

    fn pushes(
        &mut self,
        span: &Span,
        pawn: usize,
        kind: MoveKind,
        ways: &mut Vec<Way>,
    ) -> Result<()> {
        let color = self.men[pawn].color;
        let square = self.man(span, pawn)?;
        let occupied = self.occupied(span)?;
        let ahead = color.fold_wb(8, -8);
        let last = color.fold_wb(Rank::Eighth, Rank::First);
        let step = move |at: Square| at.offset(ahead);
        let one = self.squares_ahead(span, square, |at| step(at).filter(|to| to.rank() != last))?;
        let free = self.add(span, Op::Difference, vec![one, occupied], Type::Set)?;
        ways.push(self.way_among(span, pawn, free)?);
        let start = color.fold_wb(Rank::Second, Rank::Seventh);
        let is_start = move |at: &Square| at.rank() == start;
        let starts = |at: Square| Some(at).filter(is_start);
        let passed = self.squares_ahead(span, square, |at| step(starts(at)?))?;
        let two = self.squares_ahead(span, square, |at| step(step(starts(at)?)?))?;
        let both = self.add(span, Op::Union, vec![passed, two], Type::Set)?;
        let blocked = self.add(span, Op::Intersection, vec![both, occupied], Type::Set)?;
        let free = self.add(span, Op::Word(Word::Empty), vec![blocked], Type::Truth)?;
        let none = self.set(span, 0)?;
        let free = self.add(span, Op::If, vec![free, two, none], Type::Set)?;
        let way = self.way_among(span, pawn, free)?;
        let behind = squares_of(|at| at.offset(-ahead).unwrap_or(at));
        let passed = self.looked_up(span, behind, way.to)?;
        ways.push(Way {
            passed: Some(passed),
            ..way
        });
        if kind != MoveKind::Quiet {
            let promotes =
                self.squares_ahead(span, square, |at| step(at).filter(|to| to.rank() == last))?;
            let free = self.add(span, Op::Difference, vec![promotes, occupied], Type::Set)?;
            for role in PROMOTED {
                let way = self.way_among(span, pawn, free)?;
                ways.push(Way {
                    promotion: Some(role),
                    ..way
                });
            }
        }
        Ok(())
    }

    /// At most one square for each square of a pawn.
    fn squares_ahead(
        &mut self,
        span: &Span,
        pawn: NodeId,
        to: impl Fn(Square) -> Option<Square>,
    ) -> Result<NodeId> {
        let set = |at| to(at).map_or(0, |to| 1 << to.to_u32());
        let entries = TableEntries::Sets(Square::ALL.map(set).into());
        self.looked_up(span, entries, pawn)
    }

    pub(super) fn looked_up(
        &mut self,
        span: &Span,
        entries: TableEntries,
        square: NodeId,
    ) -> Result<NodeId> {
        let (kind, group) = (entries.gives(), SymmetryGroup::of_table(&entries));
        self.add_in(span, Op::Entry(entries), vec![square], kind, group)
    }

    pub(super) fn both(&mut self, span: &Span, a: NodeId, b: NodeId) -> Result<NodeId> {
        self.add(span, Op::And, vec![a, b], Type::Truth)
    }

    /// The men and the position after a move.
    fn after(&mut self, span: &Span, way: &Way) -> Result<(Vec<Piece>, Scene)> {
        let from = self.man(span, way.man)?;
        let from = self.add(span, Op::Single, vec![from], Type::Set)?;
        let mut occupied = self.occupied(span)?;
        occupied = self.add(span, Op::Difference, vec![occupied, from], Type::Set)?;
        let (mut men, mut squares) = (Vec::new(), Vec::new());
        let mut moved = 0;
        for (at, &piece) in self.men.clone().iter().enumerate() {
            let square = self.man(span, at)?;
            if Some(at) == way.victim {
                if square != way.to {
                    let gone = self.add(span, Op::Single, vec![square], Type::Set)?;
                    occupied = self.add(span, Op::Difference, vec![occupied, gone], Type::Set)?;
                }
                continue;
            }
            if at == way.man {
                moved = men.len();
                let role = way.promotion.unwrap_or(piece.role);
                men.push(role.of(piece.color));
                squares.push(way.to);
            } else {
                men.push(piece);
                squares.push(square);
            }
        }
        let victim = way.victim.map(|victim| self.man(span, victim));
        if victim.transpose()? != Some(way.to) {
            let to = self.add(span, Op::Single, vec![way.to], Type::Set)?;
            occupied = self.add(span, Op::Union, vec![occupied, to], Type::Set)?;
        }
        let (plies, has_changed) =
            (self.scene.as_ref()).map_or((0, false), |scene| (scene.plies, scene.has_changed));
        let scene = Scene {
            number: self.next_scene(),
            squares,
            occupied,
            turn: !self.to_move(),
            plies: plies + 1,
            passed: way.passed.map(|passed| (moved, passed)),
            has_changed: has_changed || way.victim.is_some() || way.promotion.is_some(),
        };
        Ok((men, scene))
    }

    /// What a way to move adds to a quantifier: whether it counts, or how often.
    fn term_of_move(&mut self, span: &Span, moves: &Moves, way: &Way) -> Result<NodeId> {
        let loops = usize::from(way.squares.is_some());
        if self.quantifiers + loops > MAX_QUANTIFIERS {
            let message =
                format!("more than {MAX_QUANTIFIERS} of any, all, count within each other");
            return Err(RuleError::new(span.clone(), message));
        }
        let from = self.man(span, way.man)?;
        let (men, scene) = self.after(span, way)?;
        let mover = self.to_move();
        let outer = self.enter(men, scene);
        self.scope.push((format!("{}.from", moves.name), from));
        self.scope.push((format!("{}.to", moves.name), way.to));
        self.quantifiers += loops;
        let holds = self.holds_after(span, moves, mover);
        self.quantifiers -= loops;
        self.scope.truncate(self.scope.len() - 2);
        self.leave(outer);
        let mut holds = holds?;
        if let Some(can) = way.can {
            holds = self.both(span, can, holds)?;
        }
        let is_counted = matches!(moves.quantifier, Quantifier::Count | Quantifier::Set);
        match way.squares {
            Some((squares, variable)) => {
                let (quantifier, kind) = if is_counted {
                    (Quantifier::Count, Type::Number)
                } else {
                    (Quantifier::Any, Type::Truth)
                };
                let op = Op::Each(quantifier, variable);
                self.add(span, op, vec![squares, holds], kind)
            }
            None if is_counted => {
                let one = self.add(span, Op::Number(1), vec![], Type::Number)?;
                let zero = self.add(span, Op::Number(0), vec![], Type::Number)?;
                self.add(span, Op::If, vec![holds, one, zero], Type::Number)
            }
            None => Ok(holds),
        }
    }

    /// Whether a move is legal, and its condition holds; of `all`, whether it is
    /// legal and the condition does not hold.
    fn holds_after(&mut self, span: &Span, moves: &Moves, mover: Color) -> Result<NodeId> {
        let attacked = self.in_check(span, mover)?;
        let mut holds = self.add(span, Op::Not, vec![attacked], Type::Truth)?;
        if moves.kind == MoveKind::Check {
            let check = self.in_check(span, !mover)?;
            holds = self.both(span, holds, check)?;
        }
        let mut condition = self.typed(&moves.condition, Type::Truth)?;
        if moves.quantifier == Quantifier::All {
            condition = self.add(span, Op::Not, vec![condition], Type::Truth)?;
        }
        self.both(span, holds, condition)
    }

    /// The terms of all ways to move as one value.
    fn joined(&mut self, span: &Span, quantifier: Quantifier, terms: &[NodeId]) -> Result<NodeId> {
        let (op, kind, empty) = match quantifier {
            Quantifier::Count | Quantifier::Set => (Op::Plus, Type::Number, Op::Number(0)),
            Quantifier::Any | Quantifier::All => (Op::Or, Type::Truth, Op::Truth(false)),
        };
        let mut sum = match terms.first() {
            Some(&first) => first,
            None => self.add(span, empty, vec![], kind)?,
        };
        for &term in terms.iter().skip(1) {
            sum = self.add(span, op.clone(), vec![sum, term], kind)?;
        }
        match quantifier {
            Quantifier::All => self.add(span, Op::Not, vec![sum], Type::Truth),
            _ => Ok(sum),
        }
    }
}

/// A table of squares.
pub fn squares_of(to: impl Fn(Square) -> Square) -> TableEntries {
    TableEntries::Squares(Square::ALL.map(|at| to(at).to_u32() as u8).into())
}

fn rank(rank: Rank) -> u64 {
    0xff << (8 * rank.to_u32())
}
