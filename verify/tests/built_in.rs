//! The built-in rules over every position, the exceptions to what engines believe, and
//! the totals of the report that the author of iCE published in 2011
//! (`facts/ice_2011.csv`).

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    error::Error,
    fs,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use drawproof_evaluate::CompiledRules;
use drawproof_language::{RuleFile, RuleKind, interpret};
use drawproof_recognizers::{Builtin, Grade, builtin};
use drawproof_retro::{GeneratedTables, Wanted, generate};
use drawproof_tables::{Material, Oracle, Placement, TableSet, Wdl};
use drawproof_verify::{Options, Verdict, Verification, VerifyError, verify};
use shakmaty::{CastlingMode, Chess, fen::Fen};

type Failure = Box<dyn Error + Send + Sync>;
type Outcome = Result<(), Failure>;

fn judge(rules: &RuleFile, options: Options) -> Result<Verdict, Failure> {
    let mut tables = TableSet::new();
    generate(rules.material(), Wanted::Dtm, &mut tables, &|_, _| {})?;
    Ok(verify(&CompiledRules::new(rules), &tables, options)?)
}

fn krkr(rules: &str) -> Result<RuleFile, Failure> {
    Ok(RuleFile::parse(
        "test.rules",
        &format!("recognizer KRKR\n{rules}"),
    )?)
}

/// The tables that rules use.
fn tables(class: &Material) -> Result<Arc<TableSet>, String> {
    static GENERATED: LazyLock<GeneratedTables> = LazyLock::new(GeneratedTables::default);
    let found = GENERATED.with_smaller(class);
    found.map_err(|error| error.to_string())
}

fn built_in(class: &str) -> Result<RuleFile, Failure> {
    let mut all = builtin().iter();
    let of = all.find(|of| of.material().to_string() == class);
    let of = of.ok_or_else(|| format!("no rules for {class}"))?;
    Ok(of.rules(&tables)?)
}

/// Built-in rules claim nothing falsely, each of them decides something, exact
/// ones miss no draw, and bounds say something else.
fn proves(recognizers: impl Iterator<Item = &'static Builtin>) -> Outcome {
    let mut tables = TableSet::new();
    for of @ Builtin { name, grade, .. } in recognizers {
        let rules = of.rules(&self::tables)?;
        generate(rules.material(), Wanted::Wdl, &mut tables, &|_, _| {})?;
        let verdict = verify(&CompiledRules::new(&rules), &tables, Options::default())?;
        assert!(verdict.is_proven(), "{name}");
        if *grade == Grade::Exact {
            assert_eq!(verdict.silent().draws.board, 0, "{name}");
        }
        assert!(verdict.silent().decisive.board > 0, "{name}");
        let claims_draws = rules.rules().iter().any(|rule| rule.kind.claims_draw());
        assert_eq!(claims_draws, *grade != Grade::Bounds, "{name}");
        if *grade == Grade::Quick {
            assert!(rules.rules().len() <= 42, "{name}");
        }
        for rule in &verdict.rules {
            let decided = rule.counts.draws.board + rule.counts.decisive.board;
            assert!(decided > 0, "{name}: {}", rule.name);
        }
    }
    Ok(())
}

/// Four-man tables with pawns need those of their promotions: `cargo xtask prove` proves these,
/// five men and long texts.
fn is_small(of: &Builtin) -> bool {
    let material = of.material();
    material.men_count() < if material.has_pawns() { 4 } else { 5 }
}

#[test]
fn short_built_in_rules_are_proven() -> Outcome {
    let is_short = |of: &&Builtin| is_small(of) && of.text().len() < 30_000;
    let short: Vec<&Builtin> = builtin().iter().filter(is_short).collect();
    assert!(short.len() > 10, "{}", short.len());
    proves(short.into_iter())
}

/// Missed draws that are shown are draws on which the named rule keeps silent,
/// from all over the board, and rules that miss many are shown more often.
#[test]
fn missed_draws_are_drawn_at_random() -> Outcome {
    let rules = RuleFile::parse(
        "krkn.quick.rules",
        &Builtin::named("krkn.quick.rules").ok_or("none")?.text(),
    )?;
    let with = |missed| Options {
        missed,
        ..Options::default()
    };
    let mut tables = TableSet::new();
    generate(rules.material(), Wanted::Wdl, &mut tables, &|_, _| {})?;
    let compiled = CompiledRules::new(&rules);
    let verdict = verify(&compiled, &tables, with(400))?;
    assert_eq!(verdict.missed.len(), 400);
    let mut shown = HashMap::new();
    let mut kings = HashSet::new();
    for missed in &verdict.missed {
        assert_eq!(
            tables.probe(rules.material(), &missed.placement)?.wdl,
            Wdl::Draw
        );
        assert_eq!(interpret(&rules, &missed.placement)?, missed.rule);
        let Placement { squares, turn } = &missed.placement;
        kings.insert((squares[..2].to_vec(), *turn));
        *shown.entry(missed.rule).or_insert(0_u32) += 1;
    }
    // One per sheet: no two with the same side to move have the kings on the
    // same squares.
    assert_eq!(kings.len(), 400);
    let fewer = verify(&compiled, &tables, with(20))?.missed;
    assert_eq!(fewer, verdict.missed[..20]);
    let all = verdict.silent().draws.board as f64;
    for (at, rule) in verdict.rules.iter().enumerate() {
        if rule.kind == RuleKind::Silent && rule.counts.draws.board as f64 > 0.05 * all {
            let share = rule.counts.draws.board as f64 / all;
            let found = f64::from(shown.get(&Some(at)).copied().unwrap_or(0)) / 400.0;
            assert!(
                (found / share - 1.0).abs() < 0.5,
                "{}: {found} of {share}",
                rule.name
            );
        }
    }
    Ok(())
}

/// A silent rule of handwritten exact rules is needed, and guards only what it
/// must.
#[test]
fn exact_rules_by_hand_are_silent_on_no_draw() -> Outcome {
    for class in ["KBvKB", "KBvKN", "KNvKN", "KNNvK"] {
        let verdict = judge(&built_in(class)?, Options::default())?;
        let is_right = |rule: &drawproof_verify::RuleTally| {
            rule.kind.claims_draw() || rule.counts.draws.board == 0
        };
        assert!(verdict.rules.iter().all(is_right), "{class}");
    }
    Ok(())
}

/// Each kind of exception in `facts/exceptions.csv` is decided by the rule of that name,
/// as often as stated.
#[test]
fn exceptions_to_beliefs_are_counted() -> Outcome {
    let facts = concat!(env!("CARGO_MANIFEST_DIR"), "/../facts/exceptions.csv");
    let facts = fs::read_to_string(facts)?;
    let mut kinds = 0;
    let mut verdicts = BTreeMap::new();
    for row in facts.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let [class, kind, count, fen, _] = cells[..] else {
            return Err(format!("not a row: {row}").into());
        };
        let count: u64 = count.parse()?;
        let material: Material = class.parse()?;
        let rules = built_in(&material.to_string())?;
        if !verdicts.contains_key(class) {
            verdicts.insert(class, judge(&rules, Options::default())?);
        }
        let rule = verdicts[class].rules.iter().find(|rule| rule.name == kind);
        let rule = rule.ok_or_else(|| format!("{class} has no rule \"{kind}\""))?;
        assert_eq!(rule.counts.decisive.board, count, "{class}: {kind}");
        let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let (_, placement, _) = Placement::of(&position)?;
        let decides = interpret(&rules, &placement)?.map(|rule| rules.rules()[rule].name.as_str());
        assert_eq!(decides, Some(kind), "{fen}");
        kinds += 1;
    }
    assert_eq!(kinds, 11);
    Ok(())
}

#[test]
fn totals_of_2011_and_more_draws() -> Outcome {
    let facts = fs::read_to_string(format!(
        "{}/../facts/ice_2011.csv",
        env!("CARGO_MANIFEST_DIR")
    ))?;
    let line = facts
        .lines()
        .find(|line| line.starts_with("KRKR,"))
        .ok_or("no KRKR")?;
    let figures: Vec<u64> = line
        .split(',')
        .skip(2)
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let [_, spotted, missed, decisive, total] = figures[..] else {
        return Err("figures".into());
    };
    let verdict = judge(&built_in("KRvKR")?, Options::default())?;
    let (claimed, silent) = (verdict.claimed(), verdict.silent());
    assert_eq!(claimed.draws.board + silent.draws.board, spotted + missed);
    assert_eq!(claimed.decisive.board + silent.decisive.board, decisive);
    assert_eq!(verdict.total().board, total);
    assert!(claimed.draws.board > spotted);
    Ok(())
}

/// Folding is sound for rules that do not tell mirror images apart.
#[test]
fn folded_and_full_board_agree() -> Outcome {
    let rules = built_in("KRvKR")?;
    let folded = judge(&rules, Options::default())?;
    let full = judge(
        &rules,
        Options {
            full_board: true,
            ..Options::default()
        },
    )?;
    assert!(folded.folded && !full.folded);
    for (a, b) in folded.rules.iter().zip(&full.rules) {
        assert_eq!(a.counts.draws.board, b.counts.draws.board, "{}", a.name);
        assert_eq!(
            a.counts.decisive.board, b.counts.decisive.board,
            "{}",
            a.name
        );
    }
    Ok(())
}

/// A rule on the colour of a square that is clean on folded positions: the
/// strong king of a folded position never stands on a8.
#[test]
fn mirror_images_are_not_forgotten() -> Outcome {
    let rules = krkr(r#"draw "a8" because "never folded" when us.king = a8"#)?;
    let verdict = judge(&rules, Options::default())?;
    assert!(!verdict.folded);
    assert!(verdict.claimed().decisive.board > 0);
    assert!(!verdict.is_proven());
    assert_eq!(verdict.total().board, 21_561_456);
    assert_eq!(verdict.total().unique, None);
    Ok(())
}

/// Deleting any rule that guards something must be noticed.
#[test]
fn verification_can_fail() -> Outcome {
    let text = Builtin::named("krkr.quick.rules").ok_or("no rules")?.text();
    let at = text
        .find("silent \"discovered check\"")
        .ok_or("no such rule")?;
    let end = at + text[at..].find("\n\n").ok_or("no end")?;
    let without = format!("{}{}", &text[..at], &text[end..]);
    let verdict = judge(
        &RuleFile::parse("without.rules", &without)?,
        Options::default(),
    )?;
    assert!(!verdict.is_proven());
    assert_eq!(verdict.counterexamples.len(), 3);
    Ok(())
}

#[test]
fn counterexamples_do_not_depend_on_threads() -> Outcome {
    let rules = krkr(r#"draw "all" because "too much" when not in_check"#)?;
    let verdicts: Vec<Verdict> = [1, 2, 5]
        .into_iter()
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()?;
            pool.install(|| judge(&rules, Options::default()))
        })
        .collect::<Result<_, Failure>>()?;
    assert_eq!(verdicts[0], verdicts[1]);
    assert_eq!(verdicts[0], verdicts[2]);
    Ok(())
}

/// All units as a sample give the counts of the verdict, some of them a part of these.
#[test]
fn a_sample_is_a_part() -> Outcome {
    let rules = krkr(r#"draw "all" because "too much" when not in_check"#)?;
    let mut tables = TableSet::new();
    generate(rules.material(), Wanted::Wdl, &mut tables, &|_, _| {})?;
    let rules = CompiledRules::new(&rules);
    let whole = verify(&rules, &tables, Options::default())?;
    let verification = Verification::new(&rules, &tables, Options::default())?;
    let all = verification.sample(usize::MAX, &|_| {})?;
    assert_eq!(all.units, all.of);
    assert_eq!(all.spotted_draws, whole.claimed().draws.board);
    assert_eq!(all.missed_draws, whole.silent().draws.board);
    assert_eq!(all.incorrect_claims, whole.incorrect());
    let total = all.spotted_draws + all.missed_draws + all.decisive;
    assert_eq!(total, whole.total().board);
    assert_eq!(all.counterexamples, whole.counterexamples);
    let some = verification.sample(10, &|_| {})?;
    assert!(some.units <= 10 && some.of == all.of, "{some:?}");
    assert!(0 < some.incorrect_claims && some.incorrect_claims < all.incorrect_claims);
    Ok(())
}

#[test]
fn a_run_can_be_stopped() -> Outcome {
    let rules = krkr(r#"draw "all" because "too much" when not in_check"#)?;
    let mut tables = TableSet::new();
    generate(rules.material(), Wanted::Wdl, &mut tables, &|_, _| {})?;
    let rules = CompiledRules::new(&rules);
    let stopped = AtomicBool::new(false);
    let verification = Verification::new(&rules, &tables, Options::default())?;
    let verification = verification.stopped_by(&stopped);
    let visited = AtomicUsize::new(0);
    let run = verification.run(0..verification.units(), &|_| {
        visited.fetch_add(1, Ordering::Relaxed);
        stopped.store(true, Ordering::Relaxed);
    });
    assert!(matches!(run, Err(VerifyError::Stopped)));
    // The units that other threads had begun.
    let visited = visited.into_inner();
    assert!(visited <= rayon::current_num_threads(), "{visited}");
    Ok(())
}

#[test]
fn missing_tables_are_an_error() -> Outcome {
    let result = verify(
        &CompiledRules::new(&built_in("KRvKR")?),
        &TableSet::new(),
        Options::default(),
    );
    assert!(matches!(result, Err(VerifyError::Oracle(_))));
    Ok(())
}

/// With both kings on the diagonal like men are visited in every order, but a
/// position is shown once.
#[test]
fn no_counterexample_is_shown_twice() -> Outcome {
    let text = "recognizer KBBK\ndraw \"all\" because \"for the test\" when true";
    let rules = RuleFile::parse("test.rules", text)?;
    let options = Options {
        examples: 20_000,
        ..Options::DEFAULT
    };
    let verdict = judge(&rules, options)?;
    let shown = verdict.counterexamples.iter();
    let mut fens: Vec<String> = shown
        .map(|example| example.asked.fen(rules.material()).to_string())
        .collect();
    fens.sort_unstable();
    fens.dedup();
    assert_eq!(fens.len(), options.examples);
    Ok(())
}
