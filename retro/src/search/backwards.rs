//! The search backwards, ply by ply.

use drawproof_tables::Metric;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    error::GenerateError,
    positions::{
        shape::{At, Place, Shape, Sparse, SparseBlock},
        sheet::{Sheet, Words},
    },
    report::Report,
    search::{
        moves::{Marks, MoveTargets, Moves},
        side_state::Side,
    },
    slices::replay::State,
    store::ply_file::Plies,
    wanted::PlyReport,
};

/// A search of one class.
pub struct Search<'a> {
    pub moves: &'a Moves,
    pub goal: Metric,
}

impl Search<'_> {
    /// Searches all plies. The distances go to `plies`, if that is there.
    pub fn run<'a>(
        &self,
        mut sides: ByColor<Side<'a>>,
        mut plies: Option<&mut Plies>,
        report: Report,
    ) -> Result<ByColor<Side<'a>>, GenerateError> {
        for ply in 0.. {
            sides.iter_mut().for_each(|side| side.begin(ply));
            let found = self.find(ply, &sides);
            let mut number = self.goal.number(ply);
            let solved = found.iter().flatten().map(Sparse::count).sum();
            if let Some(plies) = &mut plies
                && let Some(number) = number.take()
            {
                plies.add(number, &found)?;
            }
            for (side, found) in sides.iter_mut().zip(found) {
                side.add(self.moves, number, found);
            }
            report(PlyReport {
                goal: self.goal,
                ply,
                solved,
                structures: None,
            })?;
            if sides.iter().all(|side| side.is_done(ply)) {
                break;
            }
        }
        Ok(sides)
    }

    /// The positions that `ply` decides: wins and losses.
    fn find(&self, ply: u16, sides: &ByColor<Side>) -> ByColor<[Sparse; 2]> {
        let blocks = self.moves.shape.blocks();
        let tasks: Vec<(Color, usize)> = Color::ALL
            .into_iter()
            .flat_map(|mover| (0..blocks).map(move |block| (mover, block)))
            .filter(|&(mover, block)| self.is_active(mover, block, ply, sides))
            .collect();
        let found: Vec<[SparseBlock; 2]> = tasks
            .par_iter()
            .map(|&(mover, block)| self.find_in_block(mover, block, ply, sides))
            .collect();
        let nothing = || vec![SparseBlock::default(); blocks];
        let mut all = ByColor::new_with(|_| [nothing(), nothing()]);
        for ((mover, block), found) in tasks.into_iter().zip(found) {
            for (all, found) in all.get_mut(mover).iter_mut().zip(found) {
                all[block] = found;
            }
        }
        all.map(|side| side.map(Sparse::new))
    }

    /// Whether a block can have anything new.
    fn is_active(&self, mover: Color, block: usize, ply: u16, sides: &ByColor<Side>) -> bool {
        let (own, other) = (sides.get(mover), sides.get(!mover));
        let is_live = |state| !own.live(block, state).is_empty();
        if ply > 0 && !is_live(State::Lost) && !is_live(State::Won) {
            return false;
        }
        let near = |frontier: &Sparse| {
            let steps = self.moves.king_steps(block, mover);
            let has = |block: usize| !frontier.block(block).is_empty();
            has(block) || steps.iter().any(|step| has(step.block))
        };
        ply == 0
            || near(&other.losses)
            || near(&other.wins)
            || own.is_due(block, State::Lost)
            || own.is_due(block, State::Won)
    }

    fn find_in_block(
        &self,
        mover: Color,
        block: usize,
        ply: u16,
        sides: &ByColor<Side>,
    ) -> [SparseBlock; 2] {
        let task = Task {
            search: self,
            mover,
            own: sides.get(mover),
            other: sides.get(!mover),
        };
        let (mut wins, mut losses) = (SparseBlock::default(), SparseBlock::default());
        let shape = &self.moves.shape;
        let mut new = Sheet::EMPTY;
        if ply == 0 {
            for sheet in 0..shape.sheets {
                if let Some(place) = shape.place(At { block, sheet }) {
                    task.checkmates(&place, &mut new);
                    losses.push(shape, sheet, &new);
                }
            }
            return [wins, losses];
        }
        for (state, found) in [(State::Lost, &mut wins), (State::Won, &mut losses)] {
            for sheet in task.marks(block, state).iter() {
                if let Some(place) = shape.place(At { block, sheet }) {
                    task.reached(&place, state, &mut new);
                    if state == State::Won && !new.is_empty() {
                        task.keep_stuck(&place, &mut new);
                    }
                    found.push(shape, sheet, &new);
                }
            }
        }
        [wins, losses]
    }
}

/// One side to move at one ply.
struct Task<'a> {
    search: &'a Search<'a>,
    mover: Color,
    own: &'a Side<'a>,
    other: &'a Side<'a>,
}

impl Task<'_> {
    /// What the other side lost, or won, at the previous ply.
    fn frontier(&self, state: State) -> &Sparse {
        match state {
            State::Lost => &self.other.losses,
            _ => &self.other.wins,
        }
    }

    /// The sheets from which moves may lead into lost, or won, positions.
    fn marks(&self, block: usize, state: State) -> Marks {
        let moves = self.search.moves;
        let mut marks = Marks::none(&moves.shape);
        if self.own.is_due(block, state) {
            marks.set_all();
        } else {
            moves.mark(block, self.mover, self.frontier(state), &mut marks);
        }
        marks.keep(self.own.live(block, state));
        marks
    }

    /// The undecided positions of a sheet with a move into positions lost, or
    /// won, at the previous ply.
    fn reached(&self, place: &Place, state: State, reached: &mut Sheet) {
        let moves = self.search.moves;
        let wanted = Sheet(*self.own.wanted(&moves.shape, place.at, state));
        *reached = Sheet::EMPTY;
        if wanted.is_empty() {
            return;
        }
        let newly = self.frontier(state);
        moves.add_piece_moves(place, self.mover, newly, &wanted, reached);
        self.own.conversions.add(place, state, reached);
        reached.keep(&wanted.0);
    }

    /// Keeps the candidates all of whose moves let the other side win.
    fn keep_stuck(&self, place: &Place, candidates: &mut Sheet) {
        let moves = self.search.moves;
        let open = Set {
            shape: &moves.shape,
            words: &self.other.open,
        };
        let mut escapes = Sheet::EMPTY;
        moves.add_piece_moves(place, self.mover, &open, candidates, &mut escapes);
        candidates.remove(&escapes.0);
        if candidates.is_empty() {
            return;
        }
        if !self.own.conversions.is_final() {
            self.own.conversions.add(place, State::Open, &mut escapes);
        }
        candidates.remove(&escapes.0);
    }

    /// In check and without a legal move. At first every legal position is
    /// open.
    fn checkmates(&self, place: &Place, found: &mut Sheet) {
        let shape = &self.search.moves.shape;
        *found = Sheet(*self.own.wanted(shape, place.at, State::Won));
        // In check: if it were to move, the other side could capture the king.
        found.remove(shape.words(&self.other.open, place.at));
        if !found.is_empty() {
            self.keep_stuck(place, found);
        }
    }
}

/// A set of positions of one shape.
pub struct Set<'a> {
    pub shape: &'a Shape,
    pub words: &'a [u64],
}

impl MoveTargets for Set<'_> {
    fn words(&self, at: At) -> Option<&Words> {
        Some(self.shape.words(self.words, at))
    }
}

impl MoveTargets for Sparse {
    fn words(&self, at: At) -> Option<&Words> {
        self.get(at).map(|sheet| &sheet.0)
    }
}
