//! Parts of runs: files that are complete or refused, and merge into the whole.

mod nonsense;

use std::error::Error;

use drawproof_evaluate::CompiledRules;
use drawproof_language::RuleFile;
use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{
    GaviotaFolder, Layout, Material, Oracle, OracleError, Placement, Provenance, Standing,
    SyzygyFolder, TableFolder, TableSet, Value, WdlWords,
};
use drawproof_verify::{
    Argument, Convention, Counterexample, Example, FORMAT_VERSION, Findings, MergeError, Options,
    Part, PartFault, Place, Run, Shard, Shown, Verification, merge, unit_count,
};
use proptest::prelude::*;
use shakmaty::Color;

type Outcome = Result<(), Box<dyn Error>>;

const RULES: &str = "recognizer KRK\n\
    draw \"edge\" for strong because \"It is not.\" when them.king in edge\n\
    silent \"in check\" because \"It may be mate.\" when in_check\n\
    draw \"far\" for weak because \"It may be.\" when distance(us.king, them.rook) = 1\n";

fn tables(class: &str) -> Result<TableSet, Box<dyn Error>> {
    let mut tables = TableSet::new();
    let classes = [class.parse()?];
    generate_all(&classes, Wanted::Dtm, Keep::All, &mut tables, &|_, _| {})?;
    Ok(tables)
}

fn run() -> Run {
    Run {
        program: "1.2.3".into(),
        command: ["drawproof", "verify", "--rules", "my.rules"]
            .map(Argument::new)
            .into(),
        recognizer: Place { number: 1, of: 1 },
        shown: Shown {
            rules: Some(Argument::new("my.rules")),
            ..Shown::default()
        },
    }
}

/// Calls the draws of every hundredth word of a block won.
struct Liar<'a>(&'a TableSet);

impl Oracle for Liar<'_> {
    fn name(&self) -> String {
        "somebody else".into()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        self.0.fingerprint(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        self.0.probe(material, placement)
    }

    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        self.0.block(layout, block, turn, words)?;
        for word in (block % 100..words.legal.len()).step_by(100) {
            words.win[word] |= words.legal[word] & !words.loss[word];
        }
        Ok(())
    }
}

fn readable(
    found: &Counterexample,
    material: &Material,
    tables: &TableSet,
) -> Result<Example, OracleError> {
    let wdl = found.truth.wdl().expect("the rules claim results");
    Example::of(material, &found.asked, wdl, tables)
}

fn parts(rules: &str, of: u32) -> Result<Vec<Part>, Box<dyn Error>> {
    let rules = RuleFile::parse("my.rules", rules)?;
    let tables = tables(&rules.material().to_string())?;
    let compiled = CompiledRules::new(&rules);
    let liar = Liar(&tables);
    let verification =
        Verification::new(&compiled, &tables, Options::default())?.beside([&liar as &dyn Oracle]);
    let oracles = verification.oracle_records()?;
    let part = |shard: Shard| {
        let tally = verification.run(shard.units(verification.units()), &|_| {})?;
        let examples = tally.examples();
        let examples = (examples.iter())
            .map(|found| readable(found, rules.material(), &tables))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Part {
            size: None,
            header: verification.header(&run(), shard, &oracles)?,
            findings: Findings::new(tally, &examples, rules.material()),
        })
    };
    Shard::all(of).map(part).collect()
}

fn named(parts: &[Part]) -> Vec<(String, Part)> {
    let parts = parts.iter().cloned().enumerate();
    parts
        .map(|(at, part)| (format!("part {at}"), part))
        .collect()
}

#[test]
fn any_number_of_parts_in_any_order() -> Outcome {
    let rules = RuleFile::parse("my.rules", RULES)?;
    let tables = tables("KRK")?;
    let compiled = CompiledRules::new(&rules);
    let liar = Liar(&tables);
    let verification =
        Verification::new(&compiled, &tables, Options::default())?.beside([&liar as &dyn Oracle]);
    let whole = verification.verdict(verification.run(0..verification.units(), &|_| {})?)?;
    assert!(whole.is_contradicted());
    for of in [1, 2, 3, 7, 924] {
        let mut parts = parts(RULES, of)?;
        for turn in 0..2 {
            let merged = merge(&named(&parts))?;
            assert_eq!(merged.len(), 1);
            assert_eq!(merged[0].verdict, whole, "{of} parts");
            assert_eq!(merged[0].examples.len(), whole.counterexamples.len());
            for (shown, found) in merged[0].examples.iter().zip(&whole.counterexamples) {
                let expected = readable(found, rules.material(), &tables)?;
                assert_eq!(*shown, expected);
            }
            parts.rotate_left(of as usize / 3);
            parts[turn..].reverse();
        }
    }
    assert_eq!(whole.counterexamples.len(), 6);
    Ok(())
}

#[test]
fn a_part_is_its_file() -> Outcome {
    for part in parts(RULES, 3)? {
        let bytes = part.to_bytes()?;
        assert_eq!(Part::from_bytes(&bytes)?, part);
    }
    Ok(())
}

/// Flips a bit of each byte, removes or inserts each byte, truncates anywhere.
#[test]
fn no_damaged_part_is_believed() -> Outcome {
    let bytes = parts(RULES, 40)?[1].to_bytes()?;
    for at in 0..bytes.len() {
        let bit = at % 8;
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << bit;
        assert!(Part::from_bytes(&damaged).is_err(), "bit {bit} of {at}");
        let mut damaged = bytes.clone();
        damaged.remove(at);
        assert!(Part::from_bytes(&damaged).is_err(), "without {at}");
        damaged.insert(at, b' ');
        let is_same = damaged == bytes;
        assert!(is_same || Part::from_bytes(&damaged).is_err(), "space {at}");
        damaged.insert(at, bytes[at]);
        assert!(Part::from_bytes(&damaged).is_err(), "more at {at}");
        assert!(Part::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    let twice = [&bytes[..], &bytes].concat();
    assert!(Part::from_bytes(&twice).is_err());
    Ok(())
}

proptest! {
    #[test]
    fn no_bytes_are_a_part(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Part::from_bytes(&bytes).is_err());
    }

    /// Replaces a piece of a part by other bytes.
    #[test]
    fn no_replaced_piece_is_believed(
        start in any::<prop::sample::Index>(),
        length in 1_usize..40,
        piece in prop::collection::vec(prop_oneof![any::<u8>(), b'0'..=b'9', Just(b'"')], 0..40),
    ) {
        let part = part_for_proptest();
        let start = start.index(part.len());
        let end = part.len().min(start + length);
        let damaged = [&part[..start], &piece, &part[end..]].concat();
        prop_assume!(damaged != *part);
        prop_assert!(Part::from_bytes(&damaged).is_err());
    }
}

fn part_for_proptest() -> &'static [u8] {
    static PART: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(|| {
        let parts = parts(RULES, 3).expect("parts");
        parts[0].to_bytes().expect("bytes")
    });
    &PART
}

#[test]
fn faults_have_names() -> Outcome {
    let checksum = PartFault::Damaged("its contents do not have its checksum".into());
    let bytes = parts(RULES, 3)?[0].to_bytes()?;
    let text = String::from_utf8(bytes)?;
    let version = |version: u32| format!("\"version\": {version}");
    let newer = text.replacen(&version(FORMAT_VERSION), &version(FORMAT_VERSION + 1), 1);
    assert_eq!(
        Part::from_bytes(newer.as_bytes()),
        Err(PartFault::Version(FORMAT_VERSION + 1))
    );
    let foreign = text.replacen("drawproof part", "drawproof peace", 1);
    assert_eq!(
        Part::from_bytes(foreign.as_bytes()),
        Err(PartFault::Foreign)
    );
    assert_eq!(Part::from_bytes(b"{}"), Err(PartFault::Foreign));
    let changed = text.replacen("1.2.3", "1.2.4", 1);
    assert_eq!(Part::from_bytes(changed.as_bytes()), Err(checksum));
    for damaged in [&text[..text.len() / 2], &text.replacen("KRvK", "KQvK", 1)] {
        let fault = Part::from_bytes(damaged.as_bytes());
        assert!(matches!(fault, Err(PartFault::Damaged(_))), "{fault:?}");
    }
    Ok(())
}

/// A part that adds up but has not visited everything.
#[test]
fn positions_left_out_are_noticed() -> Outcome {
    let part = parts(RULES, 3)?.swap_remove(1);
    let mut contents = serde_json::to_value(&part)?;
    let findings = &mut contents["findings"];
    for path in ["/legal", "/unmatched/decisive", "/pairs/0/compared"] {
        let count = findings.pointer_mut(path).ok_or("a count")?;
        for of in ["board", "unique", "ten_squares"] {
            let fewer = count[of].as_u64().map(|count| count - 8);
            count[of] = serde_json::json!(fewer);
        }
    }
    let part: Part = serde_json::from_value(contents)?;
    let fault = Part::from_bytes(&part.to_bytes()?).expect_err("a fault");
    assert!(
        fault.to_string().contains("does not count all positions"),
        "{fault}"
    );
    Ok(())
}

/// Parts about different rules, one of which belongs to another run.
#[test]
fn recognizers_of_two_runs_are_not_mixed() -> Outcome {
    let mut first = parts(RULES, 1)?.swap_remove(0);
    first.header.recognizer = Place { number: 1, of: 2 };
    let mut second =
        parts(&RULES.replace("KRK", "KQK").replace("rook", "queen"), 1)?.swap_remove(0);
    second.header.recognizer = Place { number: 2, of: 2 };
    assert_eq!(merge(&named(&[first.clone(), second.clone()]))?.len(), 2);
    // Two parts about the second one do not fit, though each fits the first one's.
    let mut third = second.clone();
    third.header.rules.sha256 = "00".into();
    match merge(&named(&[first.clone(), second.clone(), third])) {
        Err(MergeError::Misfit { names, misfit }) => {
            assert_eq!(names, ["part 1", "part 2"]);
            assert_eq!(misfit.what, "text of the rules (SHA-256)");
        }
        other => panic!("{other:?}"),
    }
    second
        .header
        .command
        .extend(["--against", "elsewhere"].map(Argument::new));
    match merge(&named(&[first, second])) {
        Err(MergeError::Misfit { misfit, .. }) => assert_eq!(misfit.what, "command"),
        other => panic!("{other:?}"),
    }
    Ok(())
}

/// What differs, and how to make a part differ.
type Change = (&'static str, fn(&mut Part));

#[test]
fn parts_that_do_not_fit() -> Outcome {
    let parts = parts(RULES, 3)?;
    let changes: [Change; 22] = [
        ("class", |part| part.header.material = "KQvK".into()),
        ("program", |part| part.header.program = "1.2.4".into()),
        ("number of shards", |part| {
            part.header.shard = Shard::new(1, 4).expect("a shard");
        }),
        ("number of recognizers", |part| {
            part.header.recognizer.of = 2;
        }),
        ("number of counterexamples kept", |part| {
            part.header.options.examples = 4;
        }),
        ("number of missed draws kept", |part| {
            part.header.options.missed = 4;
        }),
        ("full board", |part| part.header.options.full_board = true),
        ("convention", |part| {
            part.header.options.convention = Convention::FiftyMoveRule;
        }),
        ("stops allowed", |part| part.header.options.stops = 3),
        ("quiet positions only", |part| {
            part.header.options.quiet = true;
        }),
        ("name of the rules", |part| {
            part.header.rules.from = "his.rules".into();
        }),
        ("text of the rules (SHA-256)", |part| {
            part.header.rules.sha256 = "00".into();
        }),
        ("list of the rules", |part| {
            part.header.rules.list.pop();
        }),
        ("oracle", |part| {
            part.header.oracles[1].name = "another".into();
        }),
        ("oracle's tables (SHA-256)", |part| {
            part.header.oracles[0].sha256 = "00".into();
        }),
        ("folding of mirror images", |part| {
            part.header.folded = false;
        }),
        ("oracle's files beside the published ones", |part| {
            part.header.oracles[0].files = Some(Provenance {
                standing: Standing::Unknown,
                ..Provenance::AS_PUBLISHED
            });
        }),
        ("description of the run", |part| {
            part.header.shown.rules = None;
        }),
        ("description of the run", |part| {
            part.header.rules.list[1].reason.clear();
        }),
        ("description of the run", |part| {
            part.header.knows_fifty_moves ^= true;
        }),
        ("description of the run", |part| {
            part.header.en_passant = true;
        }),
        ("description of the run", |part| part.header.units.of += 1),
    ];
    for (what, change) in changes {
        for changed in [0, 2] {
            let mut parts = parts.clone();
            change(&mut parts[changed]);
            match merge(&named(&parts)) {
                Err(MergeError::Misfit { misfit, .. }) => assert_eq!(misfit.what, what),
                other => panic!("{what}: {other:?}"),
            }
        }
    }
    // A part in place of another recognizer's.
    let mut other = parts[0].clone();
    other.header.recognizer.number = 2;
    let misfit = parts[0].header.misfit(&other.header);
    let what = misfit.map(|misfit| misfit.what);
    assert_eq!(what, Some("place among the recognizers"));
    Ok(())
}

#[test]
fn parts_that_are_missing_or_there_twice() -> Outcome {
    let mut parts = parts(RULES, 4)?;
    assert!(matches!(merge(&[]), Err(MergeError::Nothing)));
    let twice = [&parts[..], &parts[2..3]].concat();
    match merge(&named(&twice)) {
        Err(MergeError::Twice { names, shard, .. }) => {
            assert_eq!(
                (names, shard.number()),
                (["part 2", "part 4"].map(String::from), 3)
            );
        }
        other => panic!("{other:?}"),
    }
    parts.remove(2);
    parts.remove(0);
    match merge(&named(&parts)) {
        Err(MergeError::Missing {
            missing,
            of,
            shards,
            ..
        }) => {
            assert_eq!((missing, of), (2, 4));
            assert_eq!(
                shards
                    .iter()
                    .map(|shard| shard.number())
                    .collect::<Vec<_>>(),
                [1, 3]
            );
        }
        other => panic!("{other:?}"),
    }
    for part in &mut parts {
        part.header.recognizer = Place {
            number: 3,
            of: 1000,
        };
    }
    match merge(&named(&parts)) {
        Err(MergeError::Missing {
            missing,
            of,
            shards,
            ..
        }) => {
            assert_eq!((missing, of, shards.len()), (3998, 4000, 4));
        }
        other => panic!("{other:?}"),
    }
    Ok(())
}

/// Each part is complete, but a single run would have given up somewhere.
#[test]
fn stops_are_counted_over_all_parts() -> Outcome {
    let mut parts = parts(RULES, 3)?;
    let allowed = parts[0].header.options.stops;
    let stops = allowed.div_ceil(3);
    for part in &mut parts {
        part.findings.stops = stops;
    }
    match merge(&named(&parts)) {
        Err(MergeError::Stops { stops: all, .. }) => assert_eq!(all, 3 * stops),
        other => panic!("{other:?}"),
    }
    parts[1].findings.stops = 0;
    assert_eq!(merge(&named(&parts))?[0].verdict.stops, 2 * stops);
    // A run that is a single part has given up by itself where it had to.
    let mut alone = self::parts(RULES, 1)?;
    alone[0].findings.stops = allowed;
    assert_eq!(merge(&named(&alone))?[0].verdict.stops, allowed);
    Ok(())
}

/// A class can be divided down to single units, and such parts are files like
/// any other.
#[test]
fn as_many_parts_as_units() -> Outcome {
    let class = "KRvK".parse()?;
    let rules = RuleFile::parse("my.rules", RULES)?;
    let units = unit_count(&CompiledRules::new(&rules), Options::default())? as u32;
    let finest = parts(RULES, units)?;
    for part in [&finest[0], &finest[units as usize - 1]] {
        assert_eq!(&Part::from_bytes(&part.to_bytes()?)?, part);
    }
    let check = |of: u32| {
        let shard = Shard::new(1, of).ok_or("no shard")?;
        Ok::<_, Box<dyn Error>>(shard.check(&class, units as usize).is_ok())
    };
    assert!(check(units)?);
    assert!(!check(units + 1)?);
    Ok(())
}

/// The fingerprint of a folder of files changes with the class's file, not
/// with the folder's place or the files of others.
fn check_folder(
    from: &str,
    files: [&str; 2],
    open: impl Fn(&std::path::Path) -> Result<String, Box<dyn Error>>,
) -> Outcome {
    let whole = open(from.as_ref())?;
    let copy = tempfile::tempdir()?;
    for file in files {
        std::fs::copy(format!("{from}/{file}"), copy.path().join(file))?;
    }
    assert_eq!(open(copy.path())?, whole);
    let path = copy.path().join(files[0]);
    let mut bytes = std::fs::read(&path)?;
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes)?;
    assert_ne!(open(copy.path())?, whole);
    Ok(())
}

#[test]
fn fingerprints() -> Outcome {
    let class = "KRvK".parse()?;
    let own = tables("KRK")?;
    assert_eq!(
        own.fingerprint(&class)?,
        tables("KRKR")?.fingerprint(&class)?
    );
    assert_ne!(
        own.fingerprint(&class)?,
        tables("KQK")?.fingerprint(&"KQvK".parse()?)?
    );
    assert!(own.fingerprint(&"KQvK".parse()?).is_err());

    let syzygy = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
    let of = |class: &'static str| {
        move |path: &std::path::Path| -> Result<String, Box<dyn Error>> {
            Ok(SyzygyFolder::open(path)?.fingerprint(&class.parse()?)?)
        }
    };
    check_folder(syzygy, ["KRvK.rtbw", "KQvK.rtbw"], of("KRvK"))?;
    // Classes that captures lead to count as well.
    check_folder(syzygy, ["KRvK.rtbw", "KRvKR.rtbw"], of("KRvKR"))?;
    assert!(of("KQQvKQ")(syzygy.as_ref()).is_err());

    let gaviota = concat!(env!("CARGO_MANIFEST_DIR"), "/../tables/tests/gaviota");
    check_folder(gaviota, ["krk.gtb.cp4", "kqk.gtb.cp4"], |path| {
        Ok(GaviotaFolder::open(path)?.fingerprint(&"KRvK".parse()?)?)
    })?;

    let folder = tempfile::tempdir()?;
    let table = own.get(&class).ok_or("no table")?;
    drawproof_tables::write_table(folder.path(), table, drawproof_tables::Metric::Wdl)?;
    let opened = TableFolder::open(folder.path())?;
    let wdl = opened.fingerprint(&class)?;
    drawproof_tables::write_table(folder.path(), table, drawproof_tables::Metric::Dtm)?;
    let both = TableFolder::open(folder.path())?.fingerprint(&class)?;
    assert_ne!(wdl, both);
    Ok(())
}
