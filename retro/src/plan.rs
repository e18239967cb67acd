//! Planning: the order in which classes are generated, and the memory that it
//! takes.

use drawproof_tables::{Layout, Material};
use shakmaty::Color;

use crate::{
    GenerateError, Wanted,
    conversions::Kinds,
    order::Order,
    shape::Shape,
    structure::{Structure, levels},
};

/// Which of the smaller tables generated on the way are kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Keep {
    /// All of them.
    All,
    /// Those that a capture or promotion leads to from the requested classes.
    Successors,
    /// None, not even the requested classes once no other one needs them: for
    /// callers that take each step's tables as they are finished.
    Nothing,
}

/// Classes that are generated at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The classes.
    pub classes: Vec<Material>,
    /// Tables that are not needed once all are generated.
    pub dropped: Vec<Material>,
    /// The memory in bytes during this step, including all tables that earlier
    /// steps made and did not drop, and existing tables that moves lead to.
    pub bytes: u64,
}

/// How some classes are generated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Plan {
    /// The plan for some classes and for the smaller ones that they need and
    /// that do not exist yet.
    ///
    /// # Errors
    ///
    /// If a class has no tables.
    pub fn new(
        classes: &[Material],
        wanted: Wanted,
        keep: Keep,
        is_here: impl Fn(&Material) -> bool,
    ) -> Result<Self, GenerateError> {
        let mut missing = Material::with_smaller(classes, is_here);
        for class in &missing {
            Layout::new(class)?;
        }
        missing.sort_by_key(|class| (class.level(), class.clone()));
        let kept: Vec<Material> = match keep {
            Keep::All => missing.clone(),
            Keep::Successors => {
                let successors = classes.iter().flat_map(Material::successors);
                classes.iter().cloned().chain(successors).collect()
            }
            Keep::Nothing => Vec::new(),
        };
        let mut steps = Vec::new();
        let mut held: Vec<Material> = Vec::new();
        let levels = missing.chunk_by(|a, b| a.level() == b.level());
        let groups: Vec<&[Material]> = levels
            .flat_map(|level| level.chunks(at_once(&level[0])))
            .collect();
        for (at, group) in groups.iter().enumerate() {
            held.extend(group.iter().cloned());
            let mut in_memory: Vec<&Material> = held.iter().collect();
            // What existed before, in memory or as files.
            let led_to: Vec<Material> = group.iter().flat_map(Material::successors).collect();
            for class in &led_to {
                if !missing.contains(class) && !in_memory.contains(&class) {
                    in_memory.push(class);
                }
            }
            let mut bytes = OVERHEAD;
            for class in in_memory {
                bytes += table_bytes(class, wanted)?;
            }
            for class in *group {
                bytes += search_bytes(class, wanted)?;
            }
            let later: Vec<Material> = groups[at + 1..]
                .iter()
                .flat_map(|group| group.iter().flat_map(Material::successors))
                .collect();
            let (stay, dropped) = held
                .into_iter()
                .partition(|class| kept.contains(class) || later.contains(class));
            held = stay;
            steps.push(Step {
                classes: group.to_vec(),
                dropped,
                bytes,
            });
        }
        Ok(Self { steps })
    }

    /// The peak memory in bytes: a conservative estimate, without other tables
    /// in memory.
    pub fn peak_bytes(&self) -> u64 {
        let bytes = self.steps.iter().map(|step| step.bytes);
        bytes.max().unwrap_or(0)
    }
}

/// The program itself and fragmented memory, measured over runs of many small
/// classes.
const OVERHEAD: u64 = 192 << 20;

/// How many classes are generated at the same time: one on each thread, or only
/// one if tables are large and all threads work on it.
fn at_once(class: &Material) -> usize {
    if class.men_count() < 5 {
        rayon::current_num_threads()
    } else {
        1
    }
}

/// The maximum number of slices for distances, from the longest published ones:
/// mates in 28, 43, 127 and 262 moves with three to six men; zeroing moves
/// after 20, 66, 164 and 486 plies.
fn slices(material: &Material, wanted: Wanted) -> [u64; 2] {
    let (dtm, dtz) = match material.men_count() {
        0..=3 => (5, 5),
        4 => (6, 7),
        5 => (7, 8),
        _ => (9, 9),
    };
    [
        if wanted.has_dtm() { dtm } else { 0 },
        if wanted.has_dtz() { dtz } else { 0 },
    ]
}

/// A finished table.
fn table_bytes(material: &Material, wanted: Wanted) -> Result<u64, GenerateError> {
    let layout = Layout::new(material)?;
    let sets = 3 + slices(material, wanted).iter().sum::<u64>();
    Ok(2 * sets * 8 * layout.words() as u64)
}

/// The memory of the searches for a class besides the table that they make.
fn search_bytes(material: &Material, wanted: Wanted) -> Result<u64, GenerateError> {
    let layout = Layout::new(material)?;
    if !material.has_pawns() {
        return Ok(shape_bytes(&Shape::whole(&layout), wanted));
    }
    let levels = levels(&layout);
    let held = levels
        .windows(3)
        .map(|levels| levels.iter().map(Vec::len).sum());
    let held: usize = held.max().unwrap_or(0);
    let structures: Vec<Structure> = levels.into_iter().flatten().collect();
    let Some(shape) = structures.first().map(|of| Shape::with_pawns(&layout, of)) else {
        return Ok(0);
    };
    let set = 8 * (shape.blocks() * shape.block_words()) as u64;
    // Legal, won, lost, without moves, and distances.
    let sets = 4 + slices(material, wanted).iter().sum::<u64>();
    let finished = 2 * sets * set * held as u64;
    let at_once = if shape.block_men().is_empty() {
        rayon::current_num_threads() as u64
    } else {
        1
    };
    let searches = structures
        .iter()
        .map(|of| shape_bytes(&Shape::with_pawns(&layout, of), wanted));
    Ok(finished + at_once * searches.max().unwrap_or(0))
}

/// The memory of a search of one shape.
fn shape_bytes(shape: &Shape, wanted: Wanted) -> u64 {
    /// Open, lost, saved, and the new wins and losses of a ply.
    const SETS: u64 = 5;
    let set = 8 * (shape.blocks() * shape.block_words()) as u64;
    let mut bytes = 2 * SETS * set;
    for mover in Color::ALL {
        for change in &Kinds::of(shape, mover).changes {
            let words = shape.blocks() * Order::of(shape, change).block_words();
            bytes += words as u64 * bytes_of_smaller_word(wanted);
        }
    }
    bytes
}

/// The bytes per word of a smaller table in the order of the class: legal, won,
/// lost; open, newly won, newly lost; and the schedule of its results, which
/// measured at most five entries of twelve bytes on average, plus sixteen bytes
/// each while they are sorted.
fn bytes_of_smaller_word(wanted: Wanted) -> u64 {
    6 * 8 + if wanted.has_dtm() { 5 * 28 } else { 0 }
}
