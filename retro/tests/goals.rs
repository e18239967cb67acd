//! The same values whatever is requested, and plans that are kept.

use std::{error::Error, sync::Mutex};

use drawproof_retro::{
    Caller, GenerateError, Keep, Plan, PlyReport, Solved, Task, Wanted, Writing, generate,
    generate_all, generate_each,
};
use drawproof_tables::{Material, Table, TableSet};
use shakmaty::Color;

type Outcome = Result<(), Box<dyn Error>>;

/// Classes with like men, equal material, pawns, promotions and en passant.
#[test]
fn one_metric_alone_is_that_of_all() -> Outcome {
    metrics_agree(&["KQvK", "KPvK", "KNNvK", "KNvKN"])
}

#[test]
#[ignore = "long: pawns of four men, four times"]
fn one_metric_alone_is_that_of_all_with_four_men() -> Outcome {
    metrics_agree(&["KRvKN", "KPvKP", "KRPvK"])
}

fn metrics_agree(classes: &[&str]) -> Outcome {
    for class in classes {
        let class: Material = class.parse()?;
        let table = |wanted| generate(&class, wanted, &mut TableSet::new(), &|_, _| {});
        let all = table(Wanted::DtmAndDtz)?;
        let [wdl, dtm, dtz] = [Wanted::Wdl, Wanted::Dtm, Wanted::Dtz].map(table);
        let (wdl, dtm, dtz) = (wdl?, dtm?, dtz?);
        for turn in Color::ALL {
            let truth = all.side(turn);
            for table in [&wdl, &dtm, &dtz] {
                let side = table.side(turn);
                assert_eq!(side.legal, truth.legal, "{class}");
                assert_eq!(side.win, truth.win, "{class}");
                assert_eq!(side.loss, truth.loss, "{class}");
            }
            assert_eq!(dtm.side(turn).moves, truth.moves, "{class}");
            assert_eq!(dtz.side(turn).dtz, truth.dtz, "{class}");
        }
        assert!(!wdl.has_dtm() && !wdl.has_dtz() && !dtm.has_dtz() && !dtz.has_dtm());
    }
    Ok(())
}

/// A distance added later is the same, and the table keeps what it had.
#[test]
fn distances_are_added() -> Outcome {
    distances_are_added_to(&"KPvK".parse()?)?;
    distances_are_added_to(&"KBvKN".parse()?)
}

#[test]
#[ignore = "long: distances of all classes that promotions lead to"]
fn distances_are_added_with_four_men() -> Outcome {
    distances_are_added_to(&"KRvKN".parse()?)?;
    distances_are_added_to(&"KRvKP".parse()?)
}

fn distances_are_added_to(class: &Material) -> Outcome {
    let mut tables = TableSet::new();
    generate(class, Wanted::Dtm, &mut tables, &|_, _| {})?;
    let added = generate(class, Wanted::DtmAndDtz, &mut tables, &|_, _| {})?;
    let at_once = generate(class, Wanted::DtmAndDtz, &mut TableSet::new(), &|_, _| {})?;
    assert!(*added == *at_once);
    Ok(())
}

/// What the reports say was solved is what the table holds.
#[test]
fn reports_count_what_is_solved() -> Outcome {
    let class: Material = "KPvK".parse()?;
    let solved = Mutex::new(0);
    let report = |of: &Material, ply: PlyReport| {
        if *of == class {
            *solved.lock().expect("no thread panics") += ply.solved;
        }
    };
    let table = generate(&class, Wanted::Dtm, &mut TableSet::new(), &report)?;
    let decisive = Color::ALL.map(|turn| {
        let side = table.side(turn);
        let words = side.win.iter().chain(&side.loss);
        words.map(|word| u64::from(word.count_ones())).sum::<u64>()
    });
    assert_eq!(
        *solved.lock().expect("no thread panics"),
        decisive.iter().sum::<u64>()
    );
    Ok(())
}

/// Everything in the plan is generated, in a possible order, and what is no
/// longer needed is dropped.
#[test]
fn plans_are_followed() -> Outcome {
    let class: Material = "KQvKP".parse()?;
    let nothing = |_: &Material| false;
    let task = Task {
        classes: std::slice::from_ref(&class),
        wanted: Wanted::Wdl,
        keep: Keep::All,
        folder: None,
        writing: None,
    };
    let all = Plan::new(&task, nothing)?;
    let planned: Vec<&Material> = all.steps.iter().flat_map(|step| &step.classes).collect();
    for (at, class) in planned.iter().enumerate() {
        for smaller in class.successors() {
            assert!(
                planned[..at].contains(&&smaller),
                "{smaller} before {class}"
            );
        }
    }
    assert!(all.steps.iter().all(|step| step.dropped.is_empty()));
    for (keep, expected) in [
        (Keep::All, planned.len()),
        (Keep::Successors, class.successors().len() + 1),
        (Keep::Requested, 1),
        (Keep::Nothing, 0),
    ] {
        let mut tables = TableSet::new();
        let classes = std::slice::from_ref(&class);
        generate_all(classes, Wanted::Wdl, keep, &mut tables, &|_, _| {})?;
        assert_eq!(tables.iter().count(), expected, "{keep:?}");
    }
    Ok(())
}

/// Compares each table that it gets; says that the smaller ones exist, if there are
/// any.
struct Comparing<'a> {
    truth: &'a TableSet,
    existing: Vec<Material>,
    finished: Vec<Material>,
}

impl Caller for Comparing<'_> {
    type Error = GenerateError;

    fn searched(&self, class: &Material, _: PlyReport) -> Result<(), GenerateError> {
        assert!(!self.has(class), "{class} was there");
        Ok(())
    }

    fn has(&self, class: &Material) -> bool {
        self.existing.contains(class)
    }

    fn load(&mut self, class: &Material) -> Result<Option<Table>, GenerateError> {
        assert!(self.has(class), "{class} is not there");
        let table = self.truth.get(class).map(|table| table.as_ref().clone());
        Ok(table)
    }

    fn finish(&mut self, solved: &Solved) -> Result<(), GenerateError> {
        let table = solved.table()?;
        let class = table.layout().material();
        let truth = self.truth.get(class).expect("generated");
        assert!(*table == **truth, "{class} differs");
        self.finished.push(class.clone());
        Ok(())
    }
}

/// Smaller classes are read from whole tables, or compressed as they are finished, or
/// loaded and then compressed: the values are the same. Mirrored structures, colours
/// exchanged, and pieces that only promotions lead to.
#[test]
fn compressed_classes_have_the_same_values() -> Outcome {
    compressed_classes_agree(&[("KPvK", Wanted::DtmAndDtz), ("KNvKP", Wanted::Wdl)])
}

#[test]
#[ignore = "long: distances of pawns of four men, three times"]
fn compressed_classes_of_four_men_have_the_same_values() -> Outcome {
    compressed_classes_agree(&[
        ("KPvKP", Wanted::Wdl),
        ("KPvKP", Wanted::DtmAndDtz),
        ("KPPvK", Wanted::Dtm),
        ("KNPvK", Wanted::Dtz),
    ])
}

fn compressed_classes_agree(classes: &[(&str, Wanted)]) -> Outcome {
    for &(class, wanted) in classes {
        let class: Material = class.parse()?;
        let mut truth = TableSet::new();
        generate(&class, wanted, &mut truth, &|_, _| {})?;
        let all = Material::with_smaller(std::slice::from_ref(&class), |_| false);
        let successors = class.successors();
        let existing = [Vec::new(), successors];
        let asked = [all, vec![class]];
        for (existing, asked) in existing.into_iter().zip(asked) {
            let mut caller = Comparing {
                truth: &truth,
                existing,
                finished: Vec::new(),
            };
            let mut tables = TableSet::new();
            let task = Task {
                classes: &asked,
                wanted,
                keep: Keep::Nothing,
                folder: None,
                writing: None,
            };
            generate_each(&task, &mut tables, &mut caller)?;
            caller.finished.sort();
            let mut asked = asked;
            asked.sort();
            assert_eq!(caller.finished, asked);
            assert_eq!(tables.iter().count(), 0);
        }
    }
    Ok(())
}

/// More distances take more memory; nothing takes less than the sets of its own
/// class.
#[test]
fn memory_is_planned() -> Outcome {
    let peak = |class: &str, wanted| -> Result<u64, Box<dyn Error>> {
        let class: Material = class.parse()?;
        let task = Task {
            classes: &[class],
            wanted,
            keep: Keep::Nothing,
            folder: None,
            writing: None,
        };
        let plan = Plan::new(&task, |_| false)?;
        Ok(plan.peak_bytes())
    };
    let wdl = peak("KBBvKR", Wanted::Wdl)?;
    assert!(wdl < peak("KBBvKR", Wanted::Dtz)?);
    assert!(peak("KBBvKR", Wanted::Dtz)? < peak("KBBvKR", Wanted::DtmAndDtz)?);
    // Legal, open, lost and saved for each side: 462 * 64 * 64 words of eight
    // bytes.
    assert!(wdl > 2 * 4 * 462 * 64 * 64 * 8);
    assert!(peak("KNNvKNN", Wanted::Wdl)? > 2 * 4 * 462 * 64 * 64 * 64 * 8);
    assert!(peak("KBBBvKBB", Wanted::Wdl).is_err());
    Ok(())
}

/// Classes of a step are solved at the same time but written one after the other.
#[test]
fn writing_is_planned_once_for_a_step() -> Outcome {
    const WRITING: u64 = 1 << 40;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    for classes in [vec!["KRvKN", "KRvKB"], vec!["KPvKP"]] {
        let classes: Result<Vec<Material>, _> = classes.iter().map(|class| class.parse()).collect();
        let task = Task {
            classes: &classes?,
            wanted: Wanted::Dtz,
            keep: Keep::Nothing,
            folder: None,
            writing: Some(Writing {
                table_words: |_| Ok(0),
                bytes: |_, _| Ok(WRITING),
            }),
        };
        let peak = pool.install(|| Plan::new(&task, |_| false))?.peak_bytes();
        assert!((WRITING..WRITING + WRITING / 2).contains(&peak), "{peak}");
    }
    Ok(())
}

/// With pawns, the words of a table that are in memory while files are written are planned: won,
/// lost and legal positions, and five sets of distances, of both sides.
#[test]
fn words_in_memory_are_planned() -> Outcome {
    const WORDS: u64 = 1 << 34;
    let peak = |table_words| -> Result<u64, Box<dyn Error>> {
        let task = Task {
            classes: &["KPvK".parse()?],
            wanted: Wanted::Dtz,
            keep: Keep::Nothing,
            folder: None,
            writing: Some(Writing {
                table_words,
                bytes: |_, _| Ok(1 << 40),
            }),
        };
        Ok(Plan::new(&task, |_| false)?.peak_bytes())
    };
    let more = peak(|_| Ok(WORDS))? - peak(|_| Ok(0))?;
    assert_eq!(more, WORDS * 8 * 2 * (3 + 5));
    Ok(())
}
