//! The built-in rules about who can mate, over every position of their classes.

use std::{collections::BTreeSet, error::Error, fs, path::Path, slice};

use drawproof_evaluate::CompiledRules;
use drawproof_language::{Claim, RuleFile, interpret};
use drawproof_recognizers::{Builtin, builtin_mates};
use drawproof_retro::{GenerateError, generate_helpmates};
use drawproof_tables::{HelpmateTables, Material};
use drawproof_verify::{Options, Verdict, Verification, verify};
use shakmaty::Color;

type Outcome = Result<(), Box<dyn Error>>;

fn rules(of: &Builtin) -> Result<RuleFile, Box<dyn Error>> {
    Ok(of.rules(&|class| Err(format!("no table of {class} is used")))?)
}

/// The table of a class.
fn table(class: &Material) -> Result<HelpmateTables, GenerateError> {
    let mut tables = HelpmateTables::new();
    generate_helpmates(slice::from_ref(class), false, &|_, _| Ok(()), |table| {
        tables.insert(table);
        Ok::<_, GenerateError>(())
    })?;
    Ok(tables)
}

fn text(path: &str) -> Result<String, std::io::Error> {
    fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path))
}

/// Legal positions, those in which each side can mate, and dead ones, by another program.
fn fact(class: &Material) -> Result<[u64; 4], Box<dyn Error>> {
    let facts = text(match class.men_count() {
        5 => "facts/helpmate-five.csv",
        _ => "facts/helpmate.csv",
    })?;
    let name = class.to_string();
    let mut rows = facts
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let row = rows.find(|row| row[0] == name).ok_or(name)?;
    Ok([
        row[1].parse()?,
        row[2].parse()?,
        row[3].parse()?,
        row[4].parse()?,
    ])
}

/// Nothing is claimed falsely, every rule decides something, and what is spotted and missed
/// is together what stats count.
fn proves(of: &Builtin) -> Result<Verdict, Box<dyn Error>> {
    let rules = rules(of)?;
    let class = rules.material();
    let verdict = verify(
        &CompiledRules::new(&rules),
        &table(class)?,
        Options::default(),
    )?;
    assert!(verdict.is_proven(), "{}", of.name);
    let [positions, strong, weak, dead] = fact(class)?;
    assert_eq!(verdict.total().board, positions, "{}", of.name);
    for of_claim in &verdict.claims {
        let right = of_claim.spotted.board + of_claim.missed.board;
        let expected = match of_claim.claim {
            Claim::Dead => dead,
            Claim::StrongCannotMate => positions - strong,
            Claim::WeakCannotMate => positions - weak,
            // The sides are alike: together, half of these are ours.
            claim => {
                assert!(class.is_symmetric(), "{}: {}", of.name, claim.name());
                continue;
            }
        };
        let claim = of_claim.claim.name();
        assert_eq!(right, expected, "{}: {claim}", of.name);
    }
    if class.is_symmetric() {
        let of_sides = [Claim::UsCannotMate, Claim::ThemCannotMate];
        let made = verdict.claims.iter();
        let made = made.filter(|of| of_sides.contains(&of.claim));
        let sums = made.map(|of| of.spotted.board + of.missed.board);
        let (count, sum) = sums.fold((0, 0), |(count, sum), of| (count + 1, sum + of));
        assert!(
            count < 2 || sum == 2 * positions - strong - weak,
            "{}",
            of.name
        );
    }
    for rule in &verdict.rules {
        let decided = rule.counts.draws.board + rule.counts.decisive.board;
        assert!(decided > 0, "{}: {}", of.name, rule.name);
    }
    Ok(verdict)
}

/// The row of a verdict in `facts/mate_rules.csv`.
fn row(verdict: &Verdict) -> String {
    let cell = |claims: [Claim; 2]| {
        let of = verdict.claims.iter().find(|of| claims.contains(&of.claim));
        of.map_or_else(
            || ",".into(),
            |of| format!("{},{}", of.spotted.board + of.missed.board, of.missed.board),
        )
    };
    let cells = [
        verdict.material.to_string(),
        verdict.rules.len().to_string(),
        cell([Claim::StrongCannotMate, Claim::UsCannotMate]),
        cell([Claim::WeakCannotMate, Claim::ThemCannotMate]),
        cell([Claim::Dead; 2]),
    ];
    cells.join(",")
}

fn are_proven_as_written(chosen: impl Fn(&Material) -> bool) -> Outcome {
    let facts = text("facts/mate_rules.csv")?;
    let rows: BTreeSet<&str> = facts.lines().collect();
    for of in builtin_mates().iter().filter(|of| chosen(&of.material())) {
        let row = row(&proves(of)?);
        assert!(rows.contains(&*row), "facts/mate_rules.csv lacks: {row}");
    }
    Ok(())
}

#[test]
fn rules_for_three_men_are_proven() -> Outcome {
    are_proven_as_written(|class| class.men_count() == 3)
}

#[test]
#[ignore = "long: all classes of four men"]
fn rules_for_four_men_are_proven() -> Outcome {
    are_proven_as_written(|class| class.men_count() == 4)
}

/// What the rules are right about and what they miss is together what stats count: also of five
/// men, whose proofs `cargo xtask prove` compares with these lines.
#[test]
fn lines_add_up_to_what_stats_count() -> Outcome {
    let facts = text("facts/mate_rules.csv")?;
    let mut compared = 0;
    for line in facts.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let class: Material = cells[0].parse()?;
        let [positions, strong, weak, dead] = fact(&class)?;
        // The sides are alike: together, half of these are ours.
        let of_sides = [(2, positions - strong), (4, positions - weak)];
        let of_sides = of_sides.into_iter().filter(|_| !class.is_symmetric());
        for (cell, expected) in of_sides.chain([(6, dead)]) {
            if !cells[cell].is_empty() {
                assert_eq!(cells[cell].parse::<u64>()?, expected, "{line}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
    Ok(())
}

/// Every class of three and four men has rules, and every one of five against a king.
#[test]
fn no_class_is_missing() {
    let mut classes: Vec<Material> = builtin_mates().iter().map(Builtin::material).collect();
    classes.retain(|class| class.men_count() < 5 || against_a_king(class));
    let five = Material::all(5).into_iter().filter(against_a_king);
    let all = [3, 4].into_iter().flat_map(Material::all);
    let mut all: Vec<Material> = all.chain(five).collect();
    classes.sort();
    all.sort();
    assert_eq!(classes, all);
}

fn against_a_king(class: &Material) -> bool {
    class.pieces(Color::Black).is_empty()
}

/// The second look, one position after another, agrees.
#[test]
fn a_second_look_agrees() -> Outcome {
    let of = Builtin::named("kpk.mate.rules").ok_or("no rules")?;
    let rules = rules(of)?;
    let tables = table(rules.material())?;
    let compiled = CompiledRules::new(&rules);
    let verification = Verification::new(&compiled, &tables, Options::default())?;
    let rule = |placement: &_| interpret(&rules, placement);
    let look = verification.second_look(&rule, 20_000, &|_| {})?;
    assert_eq!((look.positions, look.differences), (20_000, 0));
    Ok(())
}
