//! Several classes as one set of data.
//!
//! The words of the data: the greatest possible score; 16 words with a byte for
//! each material (see `record_of` in `probe.rs`), 0 or the number of a record;
//! where records begin, 32 bits each; the records: see `code`.

use drawproof_tables::{Layout, LayoutError, Material, Table, TableSet, sha256};
use rayon::prelude::*;
use shakmaty::Color;

use super::{
    bitbase::Bitbase,
    cells::{ANY, Cell, Cells, FREE, turns},
    code::{Content, record},
    counts::{ClassCounts, Counts},
    grammar::Grammar,
    layout::TableLayout,
    metric::Metric,
    order::{Order, View},
};
use crate::source::probe;

/// The maximum number of men, kings included, of a class that can be embedded.
pub const MAX_EMBEDDED_MEN: usize = 4;
/// The maximum size of bitbases, in bytes.
const MOST_BYTES: usize = 8 << 20;
/// Where the list of records begins.
const DIRECTORY: usize = 17;
/// How often a pair must occur to become a symbol, which takes 32 bits.
const LEAST_PAIRS: u32 = 8;

/// Why classes cannot be embedded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EmbedError {
    /// A table is missing, or lacks the requested distances.
    #[error("the table of {0}, with the values to store, must be generated first")]
    Missing(Material),
    /// The class has no tables.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// More men than positions have room for.
    #[error("{class} has too many men to be embedded; at most {most}, kings included")]
    TooManyMen {
        /// The class.
        class: Material,
        /// The most men of what is stored.
        most: usize,
    },
    /// Distances do not fit into bits.
    #[error("bitbases have no distances; leave out --layout fast, or --metric dtm")]
    NoDistances,
    /// Who can mate is not laid out as bits.
    #[error("bitbases do not say who can mate; leave out --layout fast, or --metric helpmate")]
    NoMates,
    /// Tables of the wrong kind.
    #[error("tables of results do not say who can mate; embed tables of help mates")]
    OtherTables,
    /// A source file that is larger than compilers like.
    #[error(
        "bitbases of these classes take {0} bytes; a source file has room for {MOST_BYTES}, \
         because compilers need a hundred times the memory: name fewer classes, or leave out \
         --layout fast"
    )]
    TooLarge(usize),
}

/// A class in a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmbeddedClass {
    /// The class.
    pub material: Material,
    /// The bytes of data that it takes, without the classes that captures lead
    /// to.
    pub bytes: usize,
    /// What its positions have.
    pub counts: ClassCounts,
}

/// Classes and those that captures lead to, as one list of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Embedded {
    metric: Metric,
    data: Vec<u64>,
    classes: Vec<EmbeddedClass>,
    /// How the data are read, unless they are compressed.
    bitbases: Vec<Bitbase>,
}

/// One class with one side to move.
struct ClassSide {
    kinds: u64,
    order: Order,
    scores: Vec<i16>,
    /// `None` if all positions have one score.
    grammar: Option<Grammar>,
}

impl Embedded {
    /// The data of some classes. `tables` has their tables and those of
    /// [`with_captures`](Self::with_captures); `report` is called for each
    /// finished class and side to move.
    ///
    /// # Errors
    ///
    /// If a class has too many men or a table is missing.
    pub fn new(
        classes: &[Material],
        metric: Metric,
        tables: &TableSet,
        report: &(dyn Fn(&Material) + Sync),
    ) -> Result<Self, EmbedError> {
        if metric == Metric::Helpmate {
            return Err(EmbedError::OtherTables);
        }
        let of_classes = found(&Self::with_captures(classes)?, metric, tables)?;
        let mut parts: Vec<ClassSide> = Vec::new();
        let mut data = joined(&parts, metric).0;
        // Captures are tried with the data of fewer men.
        for men in 3..=MAX_EMBEDDED_MEN {
            let of_size = of_classes
                .iter()
                .filter(|table| table.layout().men().len() == men);
            let views: Vec<(View, &Table)> = of_size
                .flat_map(|&table| {
                    turns(table)
                        .iter()
                        .map(move |&turn| (View::new(table.layout(), turn), table))
                })
                .collect();
            let made: Vec<ClassSide> = views
                .par_iter()
                .map(|(view, table)| {
                    let part = ClassSide::new(view, table, metric, &data);
                    report(view.layout.material());
                    part
                })
                .collect();
            parts.extend(made);
            data = joined(&parts, metric).0;
        }
        let (data, sizes) = joined(&parts, metric);
        let mut sizes = sizes.into_iter();
        let classes = of_classes.iter().map(|table| EmbeddedClass {
            material: table.layout().material().clone(),
            bytes: 8 * sizes.by_ref().take(turns(table).len()).sum::<usize>(),
            counts: ClassCounts::Results(
                [Color::White, Color::Black].map(|turn| counts(table, turn)),
            ),
        });
        Ok(Self {
            metric,
            classes: classes.collect(),
            data,
            bitbases: Vec::new(),
        })
    }

    /// The same as bitbases, where `tables` has the tables of all that is
    /// [`needed`](TableLayout::needed).
    ///
    /// # Errors
    ///
    /// As of [`new`](Self::new); if the metric has no bitbases, or too many bytes.
    pub fn fast(
        classes: &[Material],
        metric: Metric,
        tables: &TableSet,
        report: &(dyn Fn(&Material) + Sync),
    ) -> Result<Self, EmbedError> {
        match metric {
            Metric::Wdl | Metric::Draw => {}
            Metric::Dtm => return Err(EmbedError::NoDistances),
            Metric::Helpmate => return Err(EmbedError::NoMates),
        }
        let of_classes = found(&TableLayout::Fast.needed(classes)?, metric, tables)?;
        let mut this = Self {
            metric,
            data: Vec::new(),
            classes: Vec::new(),
            bitbases: Vec::new(),
        };
        let mut words = 0;
        for table in &of_classes {
            let counts = [Color::White, Color::Black].map(|turn| counts(table, turn));
            let bitbase = Bitbase::new(table.layout(), metric, &counts, words);
            words += bitbase.words();
            this.classes.push(EmbeddedClass {
                material: table.layout().material().clone(),
                bytes: 8 * bitbase.words(),
                counts: ClassCounts::Results(counts),
            });
            this.bitbases.push(bitbase);
        }
        if 8 * words > MOST_BYTES {
            return Err(EmbedError::TooLarge(8 * words));
        }
        for (bitbase, table) in this.bitbases.iter().zip(of_classes) {
            this.data.extend(bitbase.filled(table));
            report(table.layout().material());
        }
        Ok(this)
    }

    /// Data that say who can mate.
    pub(super) fn of_mates(data: Vec<u64>, classes: Vec<EmbeddedClass>) -> Self {
        Self {
            metric: Metric::Helpmate,
            data,
            classes,
            bitbases: Vec::new(),
        }
    }

    /// Classes and those of three men that their captures lead to, those of
    /// fewer men first, each once.
    ///
    /// # Errors
    ///
    /// If a class has no tables or too many men.
    pub fn with_captures(classes: &[Material]) -> Result<Vec<Material>, EmbedError> {
        let mut all: Vec<Material> = Vec::new();
        for class in classes {
            Layout::new(class)?;
            if class.men_count() > MAX_EMBEDDED_MEN {
                return Err(EmbedError::TooManyMen {
                    class: class.clone(),
                    most: MAX_EMBEDDED_MEN,
                });
            }
            let taken = (2..class.men_count()).filter_map(|man| class.after(Some(man), None));
            all.extend(taken.map(|(class, _)| class));
            all.push(class.clone());
        }
        let mut found: Vec<Material> = Vec::new();
        for men in 3..=MAX_EMBEDDED_MEN {
            for class in all.iter().filter(|class| class.men_count() == men) {
                if !found.contains(class) {
                    found.push(class.clone());
                }
            }
        }
        Ok(found)
    }

    /// How many parts [`new`](Self::new) makes of classes: one for each side to move,
    /// but one for equal material.
    pub fn parts(classes: &[Material]) -> usize {
        classes
            .iter()
            .map(|class| if class.is_symmetric() { 1 } else { 2 })
            .sum()
    }

    /// What is stored.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How the data are laid out.
    pub fn layout(&self) -> TableLayout {
        if self.bitbases.is_empty() {
            TableLayout::Compact
        } else {
            TableLayout::Fast
        }
    }

    /// How bitbases are read; none if the data are compressed.
    pub(crate) fn bitbases(&self) -> &[Bitbase] {
        &self.bitbases
    }

    /// The words.
    pub fn data(&self) -> &[u64] {
        &self.data
    }

    /// The classes, including those that captures lead to.
    pub fn classes(&self) -> &[EmbeddedClass] {
        &self.classes
    }

    /// The words as bytes, little-endian.
    pub fn bytes(&self) -> Vec<u8> {
        self.data
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect()
    }

    /// SHA-256 of the bytes, in hexadecimal.
    pub fn sha256(&self) -> String {
        sha256(self.bytes())
    }
}

impl TableLayout {
    /// The classes that a file of some classes has: with `Compact` those that captures lead to,
    /// with `Fast` KPvK besides KPvKP, where a pawn may be taken en passant; those of fewer men
    /// first, each once.
    ///
    /// # Errors
    ///
    /// If a class has no tables or too many men.
    pub fn needed(self, classes: &[Material]) -> Result<Vec<Material>, EmbedError> {
        let mut needed = Embedded::with_captures(classes)?;
        if self == Self::Fast {
            let has_en_passant = classes.iter().any(Material::has_en_passant);
            needed.retain(|class| {
                let is_left = has_en_passant && class.men_count() == 3 && class.has_pawns();
                classes.contains(class) || is_left
            });
        }
        Ok(needed)
    }
}

/// The tables of some classes.
fn found<'a>(
    classes: &[Material],
    metric: Metric,
    tables: &'a TableSet,
) -> Result<Vec<&'a Table>, EmbedError> {
    let of = classes.iter().map(|class| {
        let table = tables
            .get(class)
            .filter(|table| metric != Metric::Dtm || table.has_dtm());
        table
            .map(AsRef::as_ref)
            .ok_or_else(|| EmbedError::Missing(class.clone()))
    });
    of.collect()
}

/// The data of parts, and how many words each takes.
fn joined(parts: &[ClassSide], metric: Metric) -> (Vec<u64>, Vec<usize>) {
    let mut data = vec![0_u64; DIRECTORY + parts.len().div_ceil(2)];
    data[0] = if metric == Metric::Dtm { 999 } else { 1 };
    let mut sizes = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let place = probe::place_of(part.kinds) as usize;
        data[1 + place / 8] |= (at as u64 + 1) << (8 * (place % 8));
        let begin = data.len();
        data[DIRECTORY + at / 2] |= (begin as u64) << (32 * (at % 2));
        let content = match &part.grammar {
            None => Content::Constant(part.scores[0]),
            Some(grammar) => Content::Grammar(grammar, &part.scores),
        };
        data.extend(record(part.order.0, &content, begin));
        sizes.push(data.len() - begin);
    }
    (data, sizes)
}

impl ClassSide {
    /// What a class needs, where `data` has the classes that captures lead to.
    fn new(view: &View, table: &Table, metric: Metric, data: &[u64]) -> Self {
        let cells = Cells::new(view, table, metric, data);
        let runs = |&order: &Order| sampled_runs(view, &cells, order);
        let order = view
            .orders()
            .into_iter()
            .min_by_key(runs)
            .unwrap_or_default();
        let grammar = (cells.scores.len() > 1).then(|| {
            let numbers = 0..view.numbers();
            let sequence = filled(numbers.map(|number| cells.at(view, order, number)));
            Grammar::new(&sequence, cells.scores.len() as u16, LEAST_PAIRS)
        });
        Self {
            kinds: view.kinds(),
            order,
            scores: cells.scores,
            grammar,
        }
    }
}

/// How many runs of equal values an order makes in a sample of intervals: orders
/// with few runs compress well.
fn sampled_runs(view: &View, cells: &Cells, order: Order) -> usize {
    const STRETCH: usize = 4096;
    // With three men, all intervals.
    let step = if view.men() == 3 { 1 } else { 13 };
    let starts = (0..view.numbers() / STRETCH)
        .step_by(step)
        .map(|at| at * STRETCH);
    starts
        .map(|start| {
            let numbers = start..start + STRETCH;
            let sequence = filled(numbers.map(|number| cells.at(view, order, number)));
            sequence.chunk_by(|a, b| a == b).count()
        })
        .sum()
}

/// The values of some cells; if there is a choice, that of the cell before.
fn filled(cells: impl Iterator<Item = Cell>) -> Vec<u16> {
    let mut sequence: Vec<u16> = Vec::new();
    let mut last = None;
    for cell in cells {
        let value = match last {
            _ if cell & FREE == 0 => Some(cell),
            Some(last) if cell == ANY || last <= cell & !FREE => Some(last),
            None if cell == ANY => None,
            _ => Some(0),
        };
        if let (Some(value), None) = (value, last) {
            sequence.fill(value);
        }
        sequence.push(value.unwrap_or(0));
        last = value;
    }
    sequence
}

fn counts(table: &Table, turn: Color) -> Counts {
    let layout = table.layout();
    let side = table.side(turn);
    let mut counts = Counts::default();
    for block in 0..layout.blocks() {
        let weight = layout.board_weight(block);
        let words = block * layout.block_words()..(block + 1) * layout.block_words();
        for word in words {
            let weighted = |set: u64| weight * u64::from(set.count_ones());
            counts.wins += weighted(side.win[word]);
            counts.draws += weighted(side.draws(word));
            counts.losses += weighted(side.loss[word]);
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_retro::{Keep, Wanted, generate_all};

    use super::*;

    type Outcome = Result<(), Box<dyn Error>>;

    fn classes(names: &[&str]) -> Result<Vec<Material>, Box<dyn Error>> {
        let classes = names.iter().map(|name| Ok(name.parse()?));
        classes.collect()
    }

    /// Two classes of four men with a pawn have room in a file, three have not.
    #[test]
    fn bitbases_that_are_too_large_are_refused() -> Outcome {
        // Two bits for each square of three men and each of half a pawn's, with either side to move.
        const EACH: usize = 2 * 24 * 64 * 64 * 64 * 2 / 8;
        const { assert!(2 * EACH <= MOST_BYTES) };
        let all = classes(&["KRvKP", "KBvKP", "KNvKP"])?;
        let mut tables = TableSet::new();
        generate_all(&all, Wanted::Wdl, Keep::All, &mut tables, &|_, _| {})?;
        let made = Embedded::fast(&all, Metric::Wdl, &tables, &|_| {});
        assert_eq!(made, Err(EmbedError::TooLarge(3 * EACH)));
        Ok(())
    }

    #[test]
    fn captures_come_first() -> Outcome {
        for (asked, expected) in [
            (&["KRvKN"][..], &["KNvK", "KRvK", "KRvKN"][..]),
            (&["KRvK"], &["KRvK"]),
            (
                &["KPvKP", "KQvK", "KRvKP"],
                &["KPvK", "KQvK", "KRvK", "KPvKP", "KRvKP"],
            ),
        ] {
            let mut found = Embedded::with_captures(&classes(asked)?)?;
            let men: Vec<usize> = found.iter().map(Material::men_count).collect();
            assert!(men.is_sorted(), "{men:?}");
            let mut expected = classes(expected)?;
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{asked:?}");
        }
        Ok(())
    }

    /// What classes take, with the directory before them, is all that there is.
    #[test]
    fn classes_add_up_to_the_data() -> Outcome {
        let of = classes(&["KQvK", "KNvK", "KPvK"])?;
        let mut tables = TableSet::new();
        generate_all(&of, Wanted::Wdl, Keep::All, &mut tables, &|_, _| {})?;
        let embedded = Embedded::new(&of, Metric::Wdl, &tables, &|_| {})?;
        let names = embedded.classes().iter().map(|class| &class.material);
        assert!(names.eq(&of));
        // 16 bits of each of six records say where it begins.
        let directory = 8 * (DIRECTORY + 3);
        let bytes: usize = embedded.classes().iter().map(|class| class.bytes).sum();
        assert_eq!(directory + bytes, embedded.bytes().len());
        // Both records of a class that is always drawn have one word.
        assert_eq!(embedded.classes()[1].bytes, 16);
        assert_eq!(embedded.sha256(), sha256(embedded.bytes()));
        Ok(())
    }

    /// Cells that may have several values go on as the cell before.
    #[test]
    fn free_cells_are_filled() {
        let free = |most: Cell| most | FREE;
        for (cells, expected) in [
            (&[ANY, ANY, 2, ANY, 1][..], &[2, 2, 2, 2, 1][..]),
            (&[1, free(2), free(1), free(0), free(3)], &[1, 1, 1, 0, 0]),
            (&[free(2), ANY, 2], &[0, 0, 2]),
            (&[ANY, free(2), 1], &[0, 0, 1]),
            (&[ANY, ANY], &[0, 0]),
        ] {
            assert_eq!(filled(cells.iter().copied()), expected, "{cells:?}");
        }
    }
}
