//! Finished slices in a folder: the same values, runs that go on, and damaged files.

use std::{
    error::Error,
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use drawproof_retro::{
    Caller, GenerateError, Keep, Plan, PlyReport, SliceFolder, SliceReason, Solved, Task, Wanted,
    generate, generate_each,
};
use drawproof_tables::{Material, Table, TableSet};

type Outcome = Result<(), Box<dyn Error>>;

/// Counts the plies that are searched, and keeps the tables.
#[derive(Default)]
struct Counting {
    plies: AtomicUsize,
    tables: Vec<Arc<Table>>,
}

impl Caller for Counting {
    type Error = GenerateError;

    fn searched(&self, _: &Material, _: PlyReport) -> Result<(), GenerateError> {
        self.plies.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn has(&self, _: &Material) -> bool {
        false
    }

    fn load(&mut self, _: &Material) -> Result<Option<Table>, GenerateError> {
        Ok(None)
    }

    fn finish(&mut self, solved: &Solved) -> Result<(), GenerateError> {
        self.tables.push(solved.table()?);
        Ok(())
    }
}

/// Runs with a folder: the number of plies that were searched, and the tables.
fn run(folder: &SliceFolder, class: &str, wanted: Wanted) -> Result<Counting, GenerateError> {
    let class = class.parse().expect("a class");
    let task = Task {
        classes: &[class],
        wanted,
        keep: Keep::Nothing,
        folder: Some(folder),
        writing: None,
    };
    let mut caller = Counting::default();
    generate_each(&task, &mut TableSet::new(), &mut caller)?;
    Ok(caller)
}

fn file(folder: &Path, class: &str) -> PathBuf {
    folder.join(class).join("run.slices")
}

/// The reason that a run with a damaged folder gives.
fn refused(folder: &SliceFolder, class: &str) -> Result<SliceReason, String> {
    match run(folder, class, Wanted::Dtz) {
        Err(GenerateError::Slices(error)) => Ok(error.reason),
        Err(other) => Err(other.to_string()),
        Ok(_) => Err("it was not refused".into()),
    }
}

/// Slices from files give the same tables, with pawns and without; what is there is not
/// solved again; and a finished run leaves nothing behind.
#[test]
fn slices_in_a_folder_have_the_same_values() -> Outcome {
    slices_agree(&[("KPvK", Wanted::DtmAndDtz), ("KBvKN", Wanted::Dtm)])
}

#[test]
#[ignore = "long: distances of pawns of four men, three times"]
fn slices_of_four_men_have_the_same_values() -> Outcome {
    slices_agree(&[("KPvKP", Wanted::DtmAndDtz), ("KRPvK", Wanted::Dtz)])
}

fn slices_agree(classes: &[(&str, Wanted)]) -> Outcome {
    let place = tempfile::tempdir()?;
    for &(class, wanted) in classes {
        let path = place.path().join("slices");
        let material: Material = class.parse()?;
        let truth = generate(&material, wanted, &mut TableSet::new(), &|_, _| {})?;
        let folder = SliceFolder::open(&path, wanted)?;
        let first = run(&folder, class, wanted)?;
        assert!(first.plies.into_inner() > 0);
        assert!(*first.tables[0] == *truth, "{class} differs");
        let again = run(&folder, class, wanted)?;
        assert_eq!(again.plies.into_inner(), 0, "{class} was solved again");
        assert!(
            *again.tables[0] == *truth,
            "{class} differs when it is read"
        );
        folder.remove(&Material::with_smaller(&[material], |_| false))?;
        assert!(!path.exists());
    }
    Ok(())
}

/// A file that ends in the middle of a record, wherever that is: what is whole is read,
/// and the rest is solved again.
#[test]
fn runs_go_on_after_a_cut() -> Outcome {
    go_on_after_a_cut("KPvK")
}

/// With like pawns.
#[test]
#[ignore = "seconds: a class of four men, five times"]
fn runs_of_four_men_go_on_after_a_cut() -> Outcome {
    go_on_after_a_cut("KPPvK")
}

fn go_on_after_a_cut(class: &str) -> Outcome {
    let place = tempfile::tempdir()?;
    let material: Material = class.parse()?;
    let truth = generate(&material, Wanted::Wdl, &mut TableSet::new(), &|_, _| {})?;
    let folder = SliceFolder::open(place.path(), Wanted::Wdl)?;
    let all = run(&folder, class, Wanted::Wdl)?.plies.into_inner();
    let path = file(place.path(), class);
    let length = fs::metadata(&path)?.len();
    for (left, searches) in [(length - 1, 1..100), (length / 2, 1..all), (3, 1..all)] {
        OpenOptions::new().write(true).open(&path)?.set_len(left)?;
        let again = run(&folder, class, Wanted::Wdl)?;
        assert!(*again.tables[0] == *truth, "cut at {left}: other values");
        let searched = again.plies.into_inner();
        assert!(
            searches.contains(&searched),
            "cut at {left}: {searched} plies"
        );
        assert_eq!(fs::metadata(&path)?.len(), length, "cut at {left}");
    }
    Ok(())
}

/// A flipped bit is an error wherever the run reads it; so are files of other classes,
/// metrics and programs.
#[test]
fn damaged_files_are_refused() -> Outcome {
    let place = tempfile::tempdir()?;
    let folder = SliceFolder::open(place.path(), Wanted::Dtz)?;
    let truth = run(&folder, "KPvK", Wanted::Dtz)?.tables;
    let path = file(place.path(), "KRvK");
    let whole = fs::read(&path)?;
    // In the header, the head of the record, and the sets with Black to
    // move, as after a promotion. A run that needs this class reads it anew.
    fs::remove_dir_all(place.path().join("KPvK"))?;
    for at in [9, 12, 30, 40, 50, 130, whole.len() / 2] {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&path, &bytes)?;
        let reason = refused(&folder, "KPvK")?;
        let is_right = match at {
            9 => matches!(reason, SliceReason::Version { .. }),
            _ => reason == SliceReason::Damaged,
        };
        assert!(is_right, "{reason:?} at {at}");
    }
    // The sets with White to move, and Black's distances, since no win is cursed, are not
    // read.
    for at in [200, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&path, &bytes)?;
        let found = run(&folder, "KPvK", Wanted::Dtz)?.tables;
        assert!(found == truth, "{at}");
        fs::remove_dir_all(place.path().join("KPvK"))?;
    }
    fs::write(
        &path,
        b"something else, and long enough to have a header of its own",
    )?;
    assert_eq!(refused(&folder, "KPvK")?, SliceReason::Foreign);
    fs::copy(file(place.path(), "KQvK"), &path)?;
    let reason = refused(&folder, "KPvK")?;
    assert!(matches!(reason, SliceReason::Other { .. }), "{reason:?}");
    fs::write(&path, &whole)?;
    run(&folder, "KPvK", Wanted::Dtz)?;
    drop(folder);
    let other = SliceFolder::open(place.path(), Wanted::Dtm)?;
    let refused = run(&other, "KPvK", Wanted::Dtm).err();
    let text = refused.map(|error| error.to_string()).unwrap_or_default();
    assert!(text.contains("with WDL and DTZ, expected"), "{text}");
    Ok(())
}

/// Only one process at a time uses a folder.
#[test]
fn two_runs_do_not_share_a_folder() -> Outcome {
    let place = tempfile::tempdir()?;
    let first = SliceFolder::open(place.path(), Wanted::Wdl)?;
    let second = SliceFolder::open(place.path(), Wanted::Wdl);
    assert_eq!(
        second.err().map(|error| error.reason),
        Some(SliceReason::Busy)
    );
    drop(first);
    SliceFolder::open(place.path(), Wanted::Wdl)?;
    Ok(())
}

/// The bytes that are planned for all metrics of a class: in memory, and with a folder.
fn planned(class: &str) -> Result<[u64; 2], Box<dyn Error>> {
    let place = tempfile::tempdir()?;
    let folder = SliceFolder::open(place.path(), Wanted::DtmAndDtz)?;
    let classes = [class.parse()?];
    let task = Task {
        classes: &classes,
        wanted: Wanted::DtmAndDtz,
        keep: Keep::Nothing,
        folder: None,
        writing: None,
    };
    let in_memory = Plan::new(&task, |_| false)?;
    let task = Task {
        folder: Some(&folder),
        ..task
    };
    let in_folder = Plan::new(&task, |_| false)?;
    assert_eq!(in_folder.peak_bytes(), in_memory.peak_bytes_with_folder());
    Ok([in_memory.peak_bytes(), in_folder.peak_bytes()])
}

/// With a folder, finished classes take no memory.
#[test]
fn folders_save_memory() -> Outcome {
    let [in_memory, in_folder] = planned("KPPvKP")?;
    assert!(in_folder < in_memory / 2);
    Ok(())
}

/// Classes that are not in the folder are compressed in memory.
#[test]
fn classes_from_elsewhere_take_memory_beside_a_folder() -> Outcome {
    let place = tempfile::tempdir()?;
    let wanted = Wanted::Wdl;
    let folder = SliceFolder::open(place.path(), wanted)?;
    let class: Material = "KPPvKP".parse()?;
    let task = Task {
        classes: std::slice::from_ref(&class),
        wanted,
        keep: Keep::Nothing,
        folder: Some(&folder),
        writing: None,
    };
    let last = |is_here: &dyn Fn(&Material) -> bool| -> Result<_, Box<dyn Error>> {
        let step = Plan::new(&task, is_here)?.steps.pop();
        Ok(step.ok_or("no step")?)
    };
    let (all, one) = (last(&|_| false)?, last(&|other| *other != class)?);
    assert!(all.loads.is_empty() && !one.loads.is_empty());
    let loaded = one.bytes_with_folder - all.bytes_with_folder;
    assert!(
        (200 << 20..=one.compressed_bytes).contains(&loaded),
        "{loaded}"
    );
    Ok(())
}

/// Distances of six men fit in 24 GiB with a folder, and only with one.
#[test]
fn distances_of_six_men_fit_with_a_folder() -> Outcome {
    for class in ["KNNvKNN", "KRBvKRN"] {
        let [in_memory, in_folder] = planned(class)?;
        assert!(in_memory > 24 << 30, "{class}");
        assert!(in_folder < 24 << 30, "{class}");
    }
    Ok(())
}
