//! Growing solution trees, line by line.

use std::{collections::VecDeque, iter};

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use super::{LineEnd, Played, Remark, SolutionTree, TreeBounds, TreeNode};
use crate::{Dtz, Oracle, OracleError, RatedMove, Ruling, Value, Wdl, fen_of, moves_by_the_clock};

/// A move to show.
struct Choice {
    rated: RatedMove,
    remark: Option<Remark>,
}

/// A variation to show: where it branches off, and its first move.
struct Variation {
    parent: usize,
    first: Choice,
    nesting: usize,
}

struct Grower<'a> {
    oracle: &'a dyn Oracle,
    tree: SolutionTree,
    /// The position of each node.
    positions: Vec<Chess>,
    /// The node before each node; the first one's is itself.
    parents: Vec<usize>,
    /// Variations not begun, the shallowest first.
    waiting: VecDeque<Variation>,
}

impl SolutionTree {
    /// Grows the tree of a position: the main line first, then the variations
    /// from it, then those from them, so that the least important moves are
    /// left out.
    ///
    /// # Errors
    ///
    /// If a table that a move leads to is missing, or the oracle does not
    /// know the distance to mate of a win or loss.
    pub fn grow(
        oracle: &dyn Oracle,
        start: &Chess,
        bounds: TreeBounds,
    ) -> Result<Self, OracleError> {
        let value = oracle.probe_chess(start)?;
        check_distance(oracle, start, value)?;
        let root = TreeNode {
            played: None,
            ply: 0,
            children: Vec::new(),
            end: None,
        };
        let mut grower = Grower {
            oracle,
            tree: Self {
                start: start.clone(),
                value,
                ruling: Ruling::with_clock(value, start.halfmoves()),
                bounds,
                nodes: vec![root],
                left_out: 0,
            },
            positions: vec![start.clone()],
            parents: vec![0],
            waiting: VecDeque::new(),
        };
        grower.follow(0, 0)?;
        // First in, first out: shallower variations come first.
        while let Some(variation) = grower.waiting.pop_front() {
            if grower.is_full() {
                grower.tree.left_out += 1 + grower.waiting.len();
                break;
            }
            let at = grower.add(variation.parent, &variation.first);
            grower.follow(at, variation.nesting)?;
        }
        Ok(grower.tree)
    }
}

/// Whether two positions are the same except for their move counters.
fn is_same(a: &Chess, b: &Chess) -> bool {
    a.turn() == b.turn() && a.board() == b.board() && a.legal_ep_square() == b.legal_ep_square()
}

/// Without distances neither the winner's moves nor the loser's can be chosen.
fn check_distance(oracle: &dyn Oracle, position: &Chess, value: Value) -> Result<(), OracleError> {
    if value.wdl == Wdl::Draw || value.dtm.is_some() {
        return Ok(());
    }
    Err(OracleError::Unanswered {
        place: oracle.name(),
        fen: fen_of(position).to_string(),
        reason: "who wins is known, but not the distance to mate".into(),
    })
}

impl Grower<'_> {
    fn is_full(&self) -> bool {
        self.tree.move_count() >= self.tree.bounds.max_moves
    }

    /// Adds a move, and returns the index of the position after it.
    fn add(&mut self, parent: usize, choice: &Choice) -> usize {
        let mut position = self.positions[parent].clone();
        let (color, number) = (position.turn(), position.fullmoves().get());
        let chess_move = choice.rated.chess_move;
        let san = SanPlus::from_move_and_play_unchecked(&mut position, chess_move);
        let at = self.tree.nodes.len();
        self.tree.nodes.push(TreeNode {
            played: Some(Played {
                san: san.to_string(),
                color,
                number,
                value: choice.rated.value,
                ruling: choice.rated.ruling,
                remark: choice.remark,
            }),
            ply: self.tree.nodes[parent].ply + 1,
            children: Vec::new(),
            end: None,
        });
        self.tree.nodes[parent].children.push(at);
        self.positions.push(position);
        self.parents.push(parent);
        at
    }

    /// Plays a line from a node to its end, and notes what branches from it.
    fn follow(&mut self, mut at: usize, nesting: usize) -> Result<(), OracleError> {
        loop {
            if let Some(end) = self.end(at) {
                self.tree.nodes[at].end = Some(end);
                return Ok(());
            }
            let mut choices = self.choices(at)?.into_iter();
            let Some(main) = choices.next() else {
                return Ok(());
            };
            let next = self.add(at, &main);
            if nesting < self.tree.bounds.nesting {
                choices.for_each(|first| self.note(at, first, nesting + 1));
            }
            at = next;
        }
    }

    /// Notes a variation, unless there are so many that not all could be shown
    /// even with one move each.
    fn note(&mut self, parent: usize, first: Choice, nesting: usize) {
        if self.tree.move_count() + self.waiting.len() >= self.tree.bounds.max_moves {
            self.tree.left_out += 1;
            return;
        }
        self.waiting.push_back(Variation {
            parent,
            first,
            nesting,
        });
    }

    /// Why nothing can follow a node.
    fn end(&self, at: usize) -> Option<LineEnd> {
        let position = &self.positions[at];
        if let Some(end) = end_of_game(position) {
            Some(end)
        } else if self
            .line_before(at)
            .any(|earlier| is_same(earlier, position))
        {
            Some(LineEnd::Repetition)
        } else if self.tree.nodes[at].ply >= self.tree.bounds.depth {
            Some(LineEnd::Depth)
        } else if self.is_full() {
            Some(LineEnd::MaxMoves)
        } else {
            None
        }
    }

    /// The positions from which a node came, the last one first.
    fn line_before(&self, at: usize) -> impl Iterator<Item = &Chess> {
        let before = |&at: &usize| (at != 0).then(|| self.parents[at]);
        let line = iter::successors(Some(at), before).skip(1);
        line.map(|at| &self.positions[at])
    }

    /// The moves that are shown after a node, that of the main line first.
    fn choices(&self, at: usize) -> Result<Vec<Choice>, OracleError> {
        let position = &self.positions[at];
        let rated = moves_by_the_clock(self.oracle, position)?;
        for each in &rated {
            check_distance(self.oracle, position, each.value)?;
        }
        let Some(best) = rated.first().map(|best| best.ruling.settled()) else {
            return Ok(Vec::new());
        };
        let as_good = rated.iter().filter(|of| of.ruling.settled() == best);
        let others_are_worse = rated.len() > 1 && as_good.count() == 1;
        let shown = match best {
            Wdl::Win => fastest(rated, self.tree.bounds.duals),
            Wdl::Loss => rated.into_iter().take(self.tree.bounds.width).collect(),
            Wdl::Draw => self.holding(at, rated)?,
        };
        let choice = |rated: RatedMove| Choice {
            remark: if rated.ruling.settled() < best {
                Some(Remark::Mistake)
            } else {
                others_are_worse.then_some(Remark::Only)
            },
            rated,
        };
        Ok(shown.into_iter().map(choice).collect())
    }

    /// One move that holds a draw, then moves that lose, tempting ones first:
    /// captures, promotions and checks, then those that lose slowest.
    fn holding(&self, at: usize, rated: Vec<RatedMove>) -> Result<Vec<RatedMove>, OracleError> {
        let position = &self.positions[at];
        let (draws, mut losing): (Vec<_>, Vec<_>) =
            (rated.into_iter()).partition(|of| of.ruling.settled() == Wdl::Draw);
        let ranked = draws
            .into_iter()
            .map(|of| Ok((self.rank(at, of.chess_move)?, of)))
            .collect::<Result<Vec<_>, OracleError>>()?;
        let best = ranked.into_iter().min_by_key(|(rank, _)| *rank);
        losing.sort_by_key(|of| !is_tempting(position, of.chess_move));
        losing.truncate(self.tree.bounds.width.saturating_sub(1));
        Ok(best.into_iter().map(|(_, of)| of).chain(losing).collect())
    }

    /// How a move that holds a draw compares with others that do; less is
    /// better.
    fn rank(&self, at: usize, chess_move: Move) -> Result<(u8, usize), OracleError> {
        let before = &self.positions[at];
        let after = after(before, chess_move);
        let is_known = || iter::once(before).chain(self.line_before(at));
        if end_of_game(&after).is_some() {
            let is_stronger = points(before, before.turn()) > points(before, !before.turn());
            return Ok((if is_stronger { 2 } else { 0 }, 0));
        }
        if is_known().any(|earlier| is_same(earlier, &after)) {
            return Ok((3, 0));
        }
        let replies = moves_by_the_clock(self.oracle, &after)?;
        let hold = replies.iter().filter(|of| of.ruling.settled() == Wdl::Draw);
        Ok((1, hold.count()))
    }
}

/// The moves that mate fastest: the first, and up to `duals` more.
fn fastest(rated: Vec<RatedMove>, duals: usize) -> Vec<RatedMove> {
    let shortest = rated.first().and_then(|best| best.value.dtm);
    let fastest = rated
        .into_iter()
        .take_while(|of| of.ruling.settled() == Wdl::Win && of.value.dtm == shortest);
    fastest.take(duals.saturating_add(1)).collect()
}

fn end_of_game(position: &Chess) -> Option<LineEnd> {
    if position.is_checkmate() {
        Some(LineEnd::Checkmate)
    } else if position.is_stalemate() {
        Some(LineEnd::Stalemate)
    } else if position.is_insufficient_material() {
        Some(LineEnd::InsufficientMaterial)
    } else if position.halfmoves() >= Dtz::MAX_50_MOVES.plies() {
        Some(LineEnd::FiftyMoves)
    } else {
        None
    }
}

fn after(position: &Chess, chess_move: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(chess_move);
    after
}

fn is_tempting(position: &Chess, chess_move: Move) -> bool {
    chess_move.is_capture() || chess_move.is_promotion() || after(position, chess_move).is_check()
}

/// What the men of a side are worth, as beginners count.
fn points(position: &Chess, color: Color) -> u32 {
    let men = position.board().material_side(color);
    let worth = [
        (men.pawn, 1),
        (men.knight, 3),
        (men.bishop, 3),
        (men.rook, 5),
        (men.queen, 9),
    ];
    worth
        .iter()
        .map(|&(count, worth)| u32::from(count) * worth)
        .sum()
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::*;

    /// Captures, promotions and checks, each without the others.
    #[test]
    fn some_moves_are_tempting() {
        for (fen, chess_move, expected) in [
            ("8/1P6/8/8/8/1k6/8/K7 w - - 0 1", "b7b8n", true),
            ("8/1P6/8/8/8/2k5/8/K7 w - - 0 1", "a1a2", false),
            ("7k/8/8/8/8/8/R7/K7 w - - 0 1", "a2h2", true),
            ("7k/8/8/8/8/8/R7/K7 w - - 0 1", "a2a3", false),
            ("7k/8/8/8/8/n7/R7/K7 w - - 0 1", "a2a3", true),
        ] {
            let position = fen.parse::<Fen>().expect("a FEN");
            let position: Chess = position
                .into_position(CastlingMode::Standard)
                .expect("a position");
            let chess_move = chess_move.parse::<UciMove>().expect("a move");
            let chess_move = chess_move.to_move(&position).expect("a legal move");
            assert_eq!(is_tempting(&position, chess_move), expected, "{fen}");
        }
    }

    #[test]
    fn men_are_worth_what_beginners_count() {
        let position = "k7/8/8/pp6/8/8/PPP5/KQRBN3 w - - 0 1"
            .parse::<Fen>()
            .expect("a FEN")
            .into_position::<Chess>(CastlingMode::Standard)
            .expect("a position");
        assert_eq!(points(&position, Color::White), 9 + 5 + 3 + 3 + 3);
        assert_eq!(points(&position, Color::Black), 2);
    }
}
