//! The order in which classes are generated.

use drawproof_tables::{Layout, Material};

use crate::{
    error::GenerateError,
    plan::{
        memory::{LARGE, bytes_of_making, held_bytes, overhead, table_bytes},
        task::Task,
    },
};

/// Classes that are generated at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The classes.
    pub classes: Vec<Material>,
    /// Finished ones that their moves lead to and that no earlier step has read.
    pub loads: Vec<Material>,
    /// Tables that are not needed once all are generated.
    pub dropped: Vec<Material>,
    /// The memory in bytes during this step, including all tables that earlier
    /// steps made and that are kept, but no compressed ones.
    pub bytes: u64,
    /// The same if finished slices, and distances of large classes, are in a folder; with
    /// the compressed ones that come from elsewhere.
    pub bytes_with_folder: u64,
    /// What compressed classes take, in memory or in a folder: those that earlier steps
    /// made and did not drop, and existing ones that moves lead to.
    pub compressed_bytes: u64,
}

/// How some classes are generated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// Whether compressed classes are in a folder.
    has_folder: bool,
}

impl Plan {
    /// The plan for some classes and for the smaller ones that they need and
    /// that do not exist yet.
    ///
    /// # Errors
    ///
    /// If a class has no tables, or the folder cannot be used.
    pub fn new(task: &Task, is_here: impl Fn(&Material) -> bool) -> Result<Self, GenerateError> {
        Self::of(task, &is_here)
    }

    /// The same, compiled once and not again for each caller.
    fn of(task: &Task, is_here: &dyn Fn(&Material) -> bool) -> Result<Self, GenerateError> {
        let classes = task.classes;
        let complete = task.in_folder()?;
        let is_here = |class: &Material| is_here(class) || complete.contains(class);
        let missing = Material::with_smaller(classes, is_here);
        for class in &missing {
            Layout::new(class)?;
        }
        let missing = in_order(missing);
        let rest = overhead(&missing, task, rayon::current_num_threads());
        let mut steps = Vec::new();
        let mut held: Vec<Material> = Vec::new();
        let levels = missing.chunk_by(|a, b| a.level() == b.level());
        let groups: Vec<&[Material]> = levels
            .flat_map(|level| level.chunks(at_once(&level[0])))
            .collect();
        for (at, group) in groups.iter().enumerate() {
            // What existed before, in memory or as files.
            let mut loads = Vec::new();
            for class in group.iter().flat_map(Material::successors) {
                if !missing.contains(&class) && !held.contains(&class) && !loads.contains(&class) {
                    loads.push(class);
                }
            }
            held.extend(loads.iter().chain(*group).cloned());
            let (mut bytes, mut compressed_bytes, mut loaded_bytes) = (rest, 0, 0);
            for class in &held {
                if task.keeps(class) {
                    bytes += table_bytes(class, task.wanted)?;
                    continue;
                }
                // These are compressed when they are made.
                if group.contains(class) {
                    continue;
                }
                let packed = held_bytes(class, task.wanted)?;
                compressed_bytes += packed;
                if !missing.contains(class) && !complete.contains(class) {
                    loaded_bytes += packed;
                }
            }
            let bytes_with_folder = bytes + loaded_bytes + bytes_of_making(group, task, true)?;
            bytes += bytes_of_making(group, task, task.folder.is_some())?;
            let later: Vec<Material> = groups[at + 1..]
                .iter()
                .flat_map(|group| group.iter().flat_map(Material::successors))
                .collect();
            let (stay, dropped) = held
                .into_iter()
                .partition(|class| task.keeps(class) || later.contains(class));
            held = stay;
            steps.push(Step {
                classes: group.to_vec(),
                loads,
                dropped,
                bytes,
                bytes_with_folder,
                compressed_bytes,
            });
        }
        Ok(Self {
            steps,
            has_folder: task.folder.is_some(),
        })
    }

    /// The peak memory in bytes: a conservative estimate, without other tables
    /// in memory.
    pub fn peak_bytes(&self) -> u64 {
        if self.has_folder {
            return self.peak_bytes_with_folder();
        }
        let bytes = self
            .steps
            .iter()
            .map(|step| step.bytes + step.compressed_bytes);
        bytes.max().unwrap_or(0)
    }

    /// The peak memory if finished slices are kept in a folder.
    pub fn peak_bytes_with_folder(&self) -> u64 {
        let bytes = self.steps.iter().map(|step| step.bytes_with_folder);
        bytes.max().unwrap_or(0)
    }
}

/// Some classes in an order in which they can be generated: small ones by level, so
/// that those of one level can be generated at the same time; large ones so that each
/// comes soon after those that it needs.
fn in_order(mut classes: Vec<Material>) -> Vec<Material> {
    let takes_all = |class: &mut Material| class.men_count() >= LARGE;
    let large: Vec<Material> = classes.extract_if(.., takes_all).collect();
    classes.sort_by_key(|class| (class.level(), class.clone()));
    let mut ordered = classes;
    // The first one on the stack comes after all others that it needs.
    for class in &large {
        let mut stack = vec![class.clone()];
        while let Some(class) = stack.last().cloned() {
            let is_missing = |other: &Material| large.contains(other) && !ordered.contains(other);
            if let Some(smaller) = class.successors().into_iter().find(is_missing) {
                stack.push(smaller);
            } else {
                stack.pop();
                if !ordered.contains(&class) {
                    ordered.push(class);
                }
            }
        }
    }
    ordered
}

/// How many classes are generated at the same time: one on each thread, or only
/// one if tables are large and all threads work on it.
fn at_once(class: &Material) -> usize {
    if class.men_count() < LARGE {
        rayon::current_num_threads()
    } else {
        1
    }
}
