//! Tables: generated, read, probed, and taken apart into columns.

use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use drawproof_retro::Wanted;
use drawproof_system::free_memory;
use drawproof_tables::{
    Asking, Dtm, Dtz, HelpmateTable, HelpmateTables, Index, Layout, Material, Metric, Numbers,
    Oracle, Oracles, Placement, SideTable, Table, Trust, Value, Wdl, ones,
};
use numpy::IntoPyArray;
use pyo3::{exceptions::PyIndexError, prelude::*};
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Square};

use crate::{
    columns::{self, Column, Legal, Man, Results, ToMate, ToZeroing, Turn, Weight},
    error::Failure,
    generated::{self, gib},
    inputs::{self, HELPMATE, HELPMATE_DISTANCE, Metrics, class, position},
    mates::{self, CanMate, ToHelpmate},
    work::{Progress, Watch, run},
};

/// The table of one class.
#[pyclass(frozen, module = "drawproof._native")]
pub struct NativeTable {
    layout: Layout,
    /// What is known of each position.
    known: Vec<Metric>,
    /// In memory once more than single positions is asked for.
    table: OnceLock<Arc<Table>>,
    /// Where single positions are looked up.
    oracle: Box<dyn Oracle>,
    /// Who can still mate, if that was asked for; smaller classes included.
    helpmates: Option<HelpmateTables>,
    /// Where it comes from.
    source: String,
}

/// Wins and losses, draws; two distances, `None` where there is none, and whether the second one is
/// rounded; who can mate.
type Probed = (
    i8,
    Option<u32>,
    Option<u32>,
    bool,
    Option<mates::MatesProbed>,
);

#[pymethods]
impl NativeTable {
    /// The name of the class, such as `KRvKN`.
    #[getter]
    fn material(&self) -> String {
        self.layout().material().to_string()
    }

    /// Where values come from.
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }

    /// One letter for each man: capital for White.
    #[getter]
    fn men(&self) -> Vec<char> {
        self.layout().men().iter().map(|man| man.char()).collect()
    }

    /// How many placements of the kings there are.
    #[getter]
    fn blocks(&self) -> usize {
        self.layout().blocks()
    }

    /// Squares of White's and Black's king of each placement.
    fn kings(&self) -> Vec<(u32, u32)> {
        let kings = self.layout().kings();
        let pair = |at| kings.squares(at);
        let all = (0..kings.count()).map(pair);
        all.map(|(white, black)| (white.to_u32(), black.to_u32()))
            .collect()
    }

    /// For each symmetry that folds the board, where each square goes.
    fn symmetries(&self) -> Vec<Vec<u32>> {
        let all = self.layout().kings().symmetries().iter();
        all.map(|symmetry| {
            Square::ALL
                .map(|square| symmetry.square(square).to_u32())
                .to_vec()
        })
        .collect()
    }

    /// Whether a metric is known.
    fn has(&self, metric: &str) -> PyResult<bool> {
        let mates = self.helpmate_table();
        Ok(match metric {
            HELPMATE => mates.is_some(),
            HELPMATE_DISTANCE => mates.is_some_and(HelpmateTable::has_distances),
            _ => self.known.contains(&inputs::metric(metric)?),
        })
    }

    /// Whether the table is in memory.
    #[getter]
    fn is_read(&self) -> bool {
        self.table.get().is_some()
    }

    /// Reads the table into memory, unless it is there.
    fn read(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        if self.is_read() {
            return Ok(());
        }
        run(py, threads, progress.as_ref(), |watch| {
            let class = self.layout.material();
            let whole = self.oracle.load(class, &Metric::ALL)?;
            let is_whole = |table: &Table| self.known.iter().all(|&metric| table.has(metric));
            let table = match whole.filter(is_whole) {
                Some(table) => table,
                None => probed(&*self.oracle, class, &self.known, watch)?,
            };
            self.table.get_or_init(|| Arc::new(table));
            Ok(())
        })
    }

    /// A column of all entries, flat.
    fn all<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, name, &Place::All)
    }

    /// A column of the legal entries with one side to move (0 White, 1 Black) and some
    /// placements of the kings.
    fn legal<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        turn: usize,
        first: usize,
        end: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let &turn = columns::TURNS
            .get(turn)
            .ok_or_else(|| PyIndexError::new_err(format!("turn {turn}: expected 0 or 1")))?;
        if first > end || end > self.layout().blocks() {
            let blocks = self.layout().blocks();
            let text = format!("king pairs {first} to {end}: there are {blocks}");
            return Err(PyIndexError::new_err(text));
        }
        self.column(py, name, &Place::Legal(turn, first, end))
    }

    /// The value of a position: 1, 0 or -1; plies to mate; plies to zeroing; whether
    /// these may be one too few; who can mate.
    fn probe(&self, py: Python<'_>, fen: &str) -> PyResult<Probed> {
        let (value, mates) = py.detach(|| {
            let position = position(fen)?;
            // Errors name the position.
            let value = Placement::of(&position).map_err(Failure::said).and_then(|(class, ..)| {
                if class != *self.layout().material() {
                    let own = self.layout().material();
                    return Err(Failure::Said(format!(
                        "it is {class}, and this is the table of {own}; use the table of its class"
                    )));
                }
                let mates = self.helpmates.as_ref();
                let mates = mates.map(|tables| mates::probed(tables, &position));
                Ok((self.oracle.probe_chess(&position)?, mates.transpose()?))
            });
            match value {
                Err(Failure::Said(why)) => Err(Failure::Said(format!("'{fen}': {why}"))),
                value => value,
            }
        })?;
        Ok(answer(value, mates))
    }

    /// The FEN of squares of all men, in the order of `men`.
    fn fen(&self, squares: Vec<u32>, turn: usize) -> PyResult<String> {
        let men = self.layout().men().len();
        let found: Option<Vec<Square>> = squares
            .iter()
            .map(|&square| Square::try_from(square).ok())
            .collect();
        let found = found.filter(|found| found.len() == men && turn < 2);
        let Some(found) = found else {
            let text =
                format!("expected {men} squares from 0 to 63, and 0 or 1, got {squares:?}, {turn}");
            return Err(Failure::Said(text).into());
        };
        let placement = Placement {
            squares: found.into_iter().collect(),
            turn: columns::TURNS[turn],
        };
        Ok(placement.fen(self.layout().material()).to_string())
    }
}

/// Which entries.
enum Place {
    All,
    Legal(Color, usize, usize),
}

impl NativeTable {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn table(&self) -> Result<&Table, Failure> {
        let table = self.table.get();
        let table = table.ok_or_else(|| Failure::Said("the table has not been read".into()))?;
        Ok(table)
    }

    /// Refuses another class than that of the table.
    pub fn check_class(&self, class: &Material) -> Result<(), Failure> {
        let own = self.layout().material();
        if own == class {
            return Ok(());
        }
        Err(Failure::Said(format!(
            "the table is of {own}, and not of {class}"
        )))
    }

    /// Who can still mate, if that is known.
    pub fn helpmates(&self) -> Option<&HelpmateTables> {
        self.helpmates.as_ref()
    }

    fn helpmate_table(&self) -> Option<&HelpmateTable> {
        let table = self.helpmates.as_ref()?.get(self.layout().material());
        table.map(|table| &**table)
    }

    /// Where positions are looked up.
    pub fn oracle(&self) -> &dyn Oracle {
        &*self.oracle
    }

    fn column<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        place: &Place,
    ) -> PyResult<Bound<'py, PyAny>> {
        let men = self.layout().men().len();
        self.check_array(place)?;
        match name {
            "legal" => self.numbers(py, &Legal, place),
            "wdl" => self.numbers(py, &Results, place),
            "dtm" if self.known.contains(&Metric::Dtm) => self.numbers(py, &ToMate, place),
            "dtz" if self.known.contains(&Metric::Dtz) => self.numbers(py, &ToZeroing, place),
            _ if let Some(column) = self.helpmate_column(py, name, place) => column,
            "turn" => self.numbers(py, &Turn, place),
            "weight" => self.numbers(py, &Weight, place),
            _ => match name.parse::<usize>() {
                Ok(man) if man < men => self.numbers(py, &Man(man), place),
                _ => {
                    let class = self.material();
                    Err(
                        Failure::Said(format!("the table of {class} has no column '{name}'"))
                            .into(),
                    )
                }
            },
        }
    }

    /// A column of the table of help mates, if it is one that is there.
    fn helpmate_column<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        place: &Place,
    ) -> Option<PyResult<Bound<'py, PyAny>>> {
        let table = self.helpmate_table()?;
        let (what, side) = name.rsplit_once('_')?;
        let mater = Color::ALL
            .into_iter()
            .find(|color| color.to_string() == side)?;
        match what {
            "can_mate" => {
                let column = CanMate { table, mater };
                Some(self.numbers(py, &column, place))
            }
            "helpmate" if table.has_distances() => {
                let column = ToHelpmate { table, mater };
                Some(self.numbers(py, &column, place))
            }
            _ => None,
        }
    }

    /// Refuses an array of all entries that does not fit into memory.
    fn check_array(&self, place: &Place) -> Result<(), Failure> {
        let most = size_of::<i16>() as u64;
        let (needed, free) = (most * 2 * 64 * self.layout().words() as u64, free_memory(0));
        if matches!(place, Place::Legal(..)) || needed <= free {
            return Ok(());
        }
        Err(Failure::Memory(format!(
            "an array of {} takes up to {:.1} GiB of memory, and {:.1} GiB is free; to_batches() gives a part at a time",
            self.material(),
            gib(needed),
            gib(free)
        )))
    }

    fn numbers<'py, C>(
        &self,
        py: Python<'py>,
        column: &C,
        place: &Place,
    ) -> PyResult<Bound<'py, PyAny>>
    where
        C: Column,
        C::Number: numpy::Element,
    {
        let table = self.table()?;
        let numbers = py.detach(|| match *place {
            Place::All => columns::all(table, column),
            Place::Legal(turn, first, end) => {
                let words = self.layout().block_words();
                columns::legal_of(table, column, turn, first * words..end * words)
            }
        });
        Ok(numbers.into_pyarray(py).into_any())
    }
}

fn answer(value: Value, mates: Option<mates::MatesProbed>) -> Probed {
    let wdl = match value.wdl {
        Wdl::Win => 1,
        Wdl::Draw => 0,
        Wdl::Loss => -1,
    };
    let (dtm, dtz) = (value.dtm.map(Dtm::plies), value.dtz.map(Dtz::plies));
    (wdl, dtm, dtz, value.dtz_rounded, mates)
}

/// Generates the table of a class.
#[pyfunction]
pub fn generate(
    py: Python<'_>,
    name: &str,
    metrics: Vec<String>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeTable> {
    let class = class(name)?;
    let metrics = Metrics::named(&metrics)?;
    let wanted = Wanted::of(&metrics.of_tables);
    run(py, threads, progress.as_ref(), |watch| {
        // First, because they are refused for some classes.
        let helpmates = metrics.of_helpmates;
        let helpmates = helpmates.map(|plies| generated::helpmates(&class, plies, watch));
        let helpmates = helpmates.transpose()?;
        let tables = generated::tables(&class, wanted, watch)?;
        let table = tables.get(&class).cloned();
        let table = table.ok_or_else(|| Failure::Said(format!("{class} was not generated")))?;
        Ok(NativeTable {
            layout: table.layout().clone(),
            known: known(&tables, &class),
            table: table.into(),
            source: tables.name(),
            oracle: Box::new(tables),
            helpmates,
        })
    })
}

fn folder(path: PathBuf, trust: bool) -> Result<Oracles, Failure> {
    let how = Asking {
        trust: if trust {
            Trust::AnyFile
        } else {
            Trust::default()
        },
        distances: true,
    };
    Ok(Oracles::open([path], how)?)
}

/// The classes that a folder has tables of.
#[pyfunction]
pub fn classes_in(py: Python<'_>, path: PathBuf, trust: bool) -> PyResult<Vec<String>> {
    let classes = py.detach(|| Ok::<_, Failure>(folder(path, trust)?.classes()))?;
    Ok(classes.iter().map(ToString::to_string).collect())
}

fn known(oracle: &dyn Oracle, class: &Material) -> Vec<Metric> {
    let all = Metric::ALL.into_iter();
    all.filter(|&metric| oracle.knows(class, metric)).collect()
}

/// Opens the table of a class in a folder. Single positions are looked up in its files; it is read
/// into memory for more.
#[pyfunction]
pub fn open_table(py: Python<'_>, path: PathBuf, name: &str, trust: bool) -> PyResult<NativeTable> {
    let class = class(name)?;
    let opened = py.detach(|| {
        let folder = folder(path.clone(), trust)?;
        folder.require([&class])?;
        // Damaged files are refused now.
        folder.provenance(&class)?;
        Ok::<_, Failure>(NativeTable {
            layout: Layout::new(&class)?,
            known: known(&folder, &class),
            table: OnceLock::new(),
            source: folder.name(),
            oracle: Box::new(folder),
            helpmates: mates::read(&path, &class)?,
        })
    })?;
    Ok(opened)
}

/// The table that an oracle's answers about every position give.
fn probed(
    oracle: &dyn Oracle,
    class: &Material,
    metrics: &[Metric],
    watch: &Watch,
) -> Result<Table, Failure> {
    let layout = Layout::new(class)?;
    let side = |turn| probed_side(oracle, &layout, turn, metrics, watch);
    let sides = ByColor {
        white: side(Color::White)?,
        black: side(Color::Black)?,
    };
    Ok(Table::new(layout, sides))
}

fn probed_side(
    oracle: &dyn Oracle,
    layout: &Layout,
    turn: Color,
    metrics: &[Metric],
    watch: &Watch,
) -> Result<SideTable, Failure> {
    let mut side = SideTable::new(layout, turn);
    let words = layout.words();
    for metric in metrics {
        metric.set_numbers(&mut side, Numbers::default());
    }
    for start in (0..words).step_by(layout.block_words()) {
        watch.check()?;
        let block = start / layout.block_words();
        watch.set(Progress {
            what: format!("reading {}", layout.material()),
            done: block as u64,
            of: Some(layout.blocks() as u64),
        });
        let ask = |word: usize| -> Result<Vec<(u32, Value)>, Failure> {
            let of = |bit| {
                let placement = layout.decode(Index { block, word, bit }, turn);
                Ok((bit, oracle.probe(layout.material(), &placement)?))
            };
            ones(side.legal[start + word]).map(of).collect()
        };
        let found: Result<Vec<_>, Failure> =
            (0..layout.block_words()).into_par_iter().map(ask).collect();
        for (word, values) in (start..).zip(found?) {
            for (bit, value) in values {
                keep(&mut side, (word, bit), value, words);
            }
        }
    }
    Ok(side)
}

/// Writes a value into a table.
fn keep(side: &mut SideTable, (word, bit): (usize, u32), value: Value, words: usize) {
    match value.wdl {
        Wdl::Win => side.win[word] |= 1 << bit,
        Wdl::Loss => side.loss[word] |= 1 << bit,
        Wdl::Draw => return,
    }
    let write = |numbers: &mut Option<Numbers>, number: Option<u32>| {
        let Some((numbers, number)) = numbers.as_mut().zip(number) else {
            return;
        };
        for at in 0..u32::BITS - number.leading_zeros() {
            numbers.slice_mut(at, words)[word] |= u64::from(number >> at & 1) << bit;
        }
    };
    write(&mut side.moves, value.dtm.map(Dtm::moves));
    write(&mut side.dtz, value.dtz.map(Dtz::plies));
}
