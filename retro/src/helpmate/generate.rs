//! Tables of help mates: who can still give mate in each position of a class.

use drawproof_tables::{
    HelpmateSide, HelpmateTable, HelpmateTables, Layout, Material, SideTable, TableSet,
};
use rayon::prelude::*;
use shakmaty::ByColor;

use crate::{
    error::GenerateError,
    helpmate::search::solve,
    plan::{
        steps::Plan,
        task::{Keep, Task},
    },
    positions::{
        pawn_structure::{Structure, levels},
        shape::Shape,
    },
    search::{
        by_structure::{at_once, stuck},
        moves::Moves,
        solve::{conversions, each_set, legal},
    },
    slices::{
        assemble::assembled,
        finished::{Finished, Sources, Store},
    },
    store::packed_class::{Needs, Packed, PackedSlice, Slice},
    wanted::{Counting, MOST_HELPMATE_MEN, Wanted},
};

/// Progress: one ply of the search of a class, or of one of its pawn structures.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct HelpmatePly {
    /// The plies to the mate.
    pub ply: u16,
    /// How many positions were found, for both sides to move and mates of both sides.
    pub found: u64,
}

/// What a search of help mates is called with.
type Report<'a> = &'a (dyn Fn(&Material, HelpmatePly) -> Result<(), GenerateError> + Sync);

/// The table of help mates of a class and those of the smaller ones that its moves lead to.
///
/// ```
/// use drawproof_retro::helpmates;
/// use shakmaty::{CastlingMode, Chess, Color, fen::Fen};
///
/// let tables = helpmates(&"KNvKP".parse()?, false, &|_, _| {})?;
/// // The pawn can promote, or stand in the way of its own king.
/// let fen: Fen = "8/8/8/8/8/2k5/p7/K1N5 w - - 0 1".parse()?;
/// let position: Chess = fen.into_position(CastlingMode::Standard)?;
/// assert!(tables.can_mate(&position, Color::White)?);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the class, or one that captures or promotions lead to, has no tables.
pub fn helpmates(
    class: &Material,
    with_distances: bool,
    report: &(dyn Fn(&Material, HelpmatePly) + Sync),
) -> Result<HelpmateTables, GenerateError> {
    let mut tables = HelpmateTables::new();
    let report: Report = &|class, ply| {
        report(class, ply);
        Ok(())
    };
    let all = Material::with_smaller(std::slice::from_ref(class), |_| false);
    generate_helpmates(&all, with_distances, report, |table| {
        tables.insert(table);
        Ok::<_, GenerateError>(())
    })?;
    Ok(tables)
}

/// Generates the tables of help mates of some classes, each of which `finish` takes as it is
/// ready. Smaller ones are compressed as long as larger ones need them. An error of `report`, as
/// [`GenerateError::Stopped`], ends the search.
///
/// # Errors
///
/// If a class, or one that captures or promotions lead to, has no tables, or too many men; and those
/// of `report` and `finish`.
pub fn generate_helpmates<E: From<GenerateError>>(
    classes: &[Material],
    with_distances: bool,
    report: Report,
    mut finish: impl FnMut(HelpmateTable) -> Result<(), E>,
) -> Result<(), E> {
    for class in classes {
        Layout::new(class).map_err(GenerateError::from)?;
        if class.men_count() > MOST_HELPMATE_MEN {
            return Err(GenerateError::TooManyMen(class.clone()).into());
        }
    }
    let wanted = if with_distances {
        Wanted::Dtm
    } else {
        Wanted::Wdl
    };
    let task = Task {
        classes,
        wanted,
        keep: Keep::Nothing,
        folder: None,
        writing: None,
    };
    let plan = Plan::new(&task, |_| false)?;
    let nothing = TableSet::new();
    let mut store = Store::default();
    for step in plan.steps {
        let finished = Finished {
            tables: &nothing,
            store: &store,
        };
        let made = make_all(&step.classes, wanted, finished, report)?;
        for class in &step.dropped {
            store.remove(class);
        }
        for (class, made) in step.classes.iter().zip(made) {
            if classes.contains(class) {
                finish(table(&made)?)?;
            }
            if !step.dropped.contains(class) {
                store.insert(made);
            }
        }
    }
    Ok(())
}

/// Searches some classes, whoever calls: this is compiled once.
fn make_all(
    classes: &[Material],
    wanted: Wanted,
    finished: Finished,
    report: Report,
) -> Result<Vec<Packed>, GenerateError> {
    let make = |class: &Material| Class::new(class, wanted)?.make(finished, report);
    classes.par_iter().map(make).collect()
}

/// The table of a class, put together from its slices.
fn table(packed: &Packed) -> Result<HelpmateTable, GenerateError> {
    let side = |side: SideTable| HelpmateSide {
        legal: side.legal,
        own: side.win,
        others: side.loss,
        moves: side.moves,
    };
    let sides = assembled(packed, Needs::All)?.into_sides().map(side);
    Ok(HelpmateTable::new(packed.layout().clone(), sides))
}

/// A class to be searched.
struct Class {
    layout: Layout,
    wanted: Wanted,
}

impl Class {
    fn new(class: &Material, wanted: Wanted) -> Result<Self, GenerateError> {
        Ok(Self {
            layout: Layout::new(class)?,
            wanted,
        })
    }

    fn make(&self, finished: Finished, report: Report) -> Result<Packed, GenerateError> {
        let nothing = Packed::new(&self.layout, self.wanted.metrics());
        let sources = Sources::new(finished, &nothing, self.wanted).together();
        let mut solved = nothing.clone();
        if !self.layout.material().has_pawns() {
            let shape = Shape::whole(&self.layout);
            let legal = legal(&self.layout, &shape);
            let slice = self.solve(&Moves::new(shape), &legal, &sources, report)?;
            solved.insert(Structure::EMPTY, slice);
            return Ok(solved);
        }
        let is_parallel = at_once(&self.layout, rayon::current_num_threads()) > 1;
        for level in levels(&self.layout) {
            let sources = sources.with(&solved);
            let solve = |structure: Structure| {
                let moves = Moves::new(Shape::with_pawns(&self.layout, &structure));
                let legal = ByColor::new_with(|turn| moves.shape.legal_set(turn));
                Ok((structure, self.solve(&moves, &legal, &sources, report)?))
            };
            let slices: Vec<(Structure, PackedSlice)> = if is_parallel {
                let slices = level.into_par_iter().map(solve);
                slices.collect::<Result<_, GenerateError>>()?
            } else {
                let slices = level.into_iter().map(solve);
                slices.collect::<Result<_, GenerateError>>()?
            };
            for (structure, slice) in slices {
                solved.insert(structure, slice);
            }
        }
        Ok(solved)
    }

    /// Solves the positions of one shape, the whole class or one pawn structure.
    fn solve(
        &self,
        moves: &Moves,
        legal: &ByColor<Vec<u64>>,
        sources: &Sources,
        report: Report,
    ) -> Result<PackedSlice, GenerateError> {
        let conversions = conversions(moves, sources)?;
        let stuck = ByColor::new_with(|turn| stuck(moves, conversions.get(turn), turn, legal));
        let counting = if self.wanted.has_dtm() {
            Counting::Helpmate
        } else {
            Counting::Zeroing
        };
        let report = |ply, found| report(self.layout.material(), HelpmatePly { ply, found });
        let sides = solve(moves, conversions, legal, counting, &report)?;
        let shape = &moves.shape;
        let sides = match shape.king_pairs() {
            Some(_) => sides.map(|side| each_set(side, |set| shape.unpadded(set))),
            None => sides,
        };
        PackedSlice::new(&Slice { sides, stuck })
    }
}
