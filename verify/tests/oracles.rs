//! Oracles: the 50-move rule, and several oracles compared.

use std::{
    error::Error,
    fs,
    num::NonZeroUsize,
    sync::atomic::{AtomicUsize, Ordering},
};

use drawproof_evaluate::{CompiledRules, Judge, JudgeError, Recognizer, Sheet, Verdicts};
use drawproof_language::{RuleFile, RuleInfo, SymmetryGroup};
use drawproof_retro::{Wanted, generate};
use drawproof_tables::{
    Layout, Material, Metric, Numbers, Oracle, OracleError, Placement, Ruling, SyzygyFolder, Table,
    TableFolder, TableSet, Trust, Value, Wdl, seal_syzygy, write_table,
};
use drawproof_verify::{Options, Verdict, Verification, VerifyError, pairs};
use shakmaty::{ByColor, Color, Position};

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;
type Made<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn rules(class: &str, text: &str) -> Made<RuleFile> {
    let text = format!("recognizer {class}\n{text}");
    Ok(RuleFile::parse("test.rules", &text)?)
}

fn all_draws(class: &str) -> Made<RuleFile> {
    rules(class, r#"draw "all" because "for the test" when true"#)
}

fn run(rules: &RuleFile, oracles: &[&dyn Oracle], options: Options) -> Made<Verdict> {
    let compiled = CompiledRules::new(rules);
    let verification =
        Verification::new(&compiled, oracles[0], options)?.beside(oracles[1..].iter().copied());
    let tally = verification.run(0..verification.units(), &|_| {})?;
    Ok(verification.verdict(tally)?)
}

const FIFTY_MOVES: Options = Options {
    fifty_moves: true,
    ..Options::DEFAULT
};

fn generated(class: &str, wanted: Wanted) -> Made<TableSet> {
    let mut tables = TableSet::new();
    generate(&class.parse()?, wanted, &mut tables, &|_, _| {})?;
    Ok(tables)
}

/// Tables with one of them changed.
fn changed(tables: &TableSet, class: &str, change: impl Fn(&mut Sides)) -> Made<TableSet> {
    let material: Material = class.parse()?;
    let table = tables.get(&material).ok_or("no table")?;
    let mut sides = Sides(table.as_ref().clone().into_sides());
    change(&mut sides);
    let mut tables = tables.clone();
    tables.insert(Table::new(Layout::new(&material)?, sides.0));
    Ok(tables)
}

struct Sides(ByColor<drawproof_tables::SideTable>);

/// KQvK as if half of the wins took 101 plies, which matters only for the
/// 50-move rule, and the others exactly 100; and how many of the former there
/// are on the board.
fn with_cursed_wins() -> Made<(TableSet, u64)> {
    let tables = generated("KQvK", Wanted::Dtz)?;
    let layout = Layout::new(&"KQvK".parse()?)?;
    let cursed: Vec<usize> = (0..layout.words()).filter(|word| word % 2 == 1).collect();
    let tables = changed(&tables, "KQvK", |sides| {
        let side = &mut sides.0.white;
        let words = side.win.len();
        let (dtz, win) = (side.dtz.get_or_insert_with(Numbers::default), &side.win);
        for (word, &won) in win.iter().enumerate() {
            let plies = 100 + word % 2;
            for slice in 0..7 {
                let bits = if plies >> slice & 1 != 0 { won } else { 0 };
                dtz.slice_mut(slice, words)[word] = bits;
            }
        }
    })?;
    let table = tables.get(&"KQvK".parse()?).ok_or("no table")?;
    let win = &table.side(Color::White).win;
    let count = |&word: &usize| {
        let block = word / layout.block_words();
        layout.board_weight(block) * u64::from(win[word].count_ones())
    };
    let board = cursed.iter().map(count).sum();
    Ok((tables, board))
}

#[test]
fn the_fifty_move_rule_makes_draws() -> Outcome {
    let (tables, cursed) = with_cursed_wins()?;
    assert!(cursed > 10_000);
    let rules = all_draws("KQK")?;
    let theory = run(&rules, &[&tables], Options::default())?;
    let ruled = run(&rules, &[&tables], FIFTY_MOVES)?;
    for verdict in [&theory, &ruled] {
        assert_eq!(verdict.cursed.ok_or("not known")?.board, cursed);
    }
    assert!(!theory.fifty_moves && ruled.fifty_moves);
    assert_eq!(theory.total(), ruled.total());
    let wrong = |verdict: &Verdict| verdict.claimed().decisive.board;
    assert_eq!(wrong(&theory) - cursed, wrong(&ruled));
    let truths = |verdict: &Verdict| {
        let found = verdict.counterexamples.iter();
        found
            .map(|found| found.truth.ruling().and_then(|of| of.cursed))
            .collect::<Vec<_>>()
    };
    assert!(truths(&ruled).iter().all(|cursed| *cursed == Some(false)));
    // The result is the same on the full board and from files.
    let full = Options {
        full_board: true,
        ..FIFTY_MOVES
    };
    let full = run(&rules, &[&tables], full)?;
    assert_eq!(full.cursed.map(|count| count.board), Some(cursed));
    let folder = tempfile::tempdir()?;
    let table = tables.get(&"KQvK".parse()?).ok_or("no table")?;
    for metric in [Metric::Wdl, Metric::Dtz] {
        write_table(folder.path(), table, metric)?;
    }
    let files = TableFolder::open(folder.path())?;
    let from_files = run(&rules, &[&files], FIFTY_MOVES)?;
    assert_eq!(from_files.cursed, ruled.cursed);
    assert_eq!(from_files.claimed(), ruled.claimed());
    Ok(())
}

/// Oracles that agree on who wins contradict each other on the 50-move rule.
#[test]
fn cursed_wins_are_compared() -> Outcome {
    let (tables, cursed) = with_cursed_wins()?;
    let without = generated("KQvK", Wanted::Dtz)?;
    let unknown = generated("KQvK", Wanted::Wdl)?;
    let rules = rules("KQK", "")?;
    let verdict = run(&rules, &[&without, &tables, &unknown], Options::default())?;
    assert_eq!(pairs(3).collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2]]);
    let contradictions: Vec<u64> = verdict
        .pairs
        .iter()
        .map(|pair| pair.contradictions.board)
        .collect();
    assert_eq!(contradictions, [cursed, 0, 0]);
    assert!(!verdict.is_proven());
    let first = verdict.pairs[0].first.as_ref().ok_or("no position")?;
    assert_eq!(first.says.map(|says| says.wdl), [Wdl::Win; 2]);
    assert_eq!(
        first.says.map(|says| says.cursed),
        [Some(false), Some(true)]
    );
    Ok(())
}

#[test]
fn one_wrong_entry_contradicts() -> Outcome {
    let tables = generated("KRvKN", Wanted::Dtz)?;
    let at = 77 * 64 + 5;
    let table = tables.get(&"KRvKN".parse()?).ok_or("no table")?;
    let bit = table.side(Color::Black).draws(at).trailing_zeros();
    assert!(bit < 64);
    let wrong = changed(&tables, "KRvKN", |sides| {
        sides.0.black.loss[at] |= 1 << bit;
    })?;
    for full_board in [false, true] {
        let options = Options {
            full_board,
            ..Options::default()
        };
        let verdict = run(&rules("KRKN", "")?, &[&tables, &wrong], options)?;
        let [pair] = &verdict.pairs[..] else {
            return Err("one pair".into());
        };
        assert_eq!(pair.compared, verdict.total());
        let weight = table.layout().board_weight(77);
        assert_eq!(pair.contradictions.board, weight);
        let first = pair.first.as_ref().ok_or("no position")?;
        assert_eq!(first.placement.turn, Color::Black);
        assert_eq!(first.says.map(|says| says.wdl), [Wdl::Draw, Wdl::Loss]);
    }
    Ok(())
}

/// Answers for single positions only.
struct OneByOne<'a>(&'a TableSet);

impl Oracle for OneByOne<'_> {
    fn name(&self) -> String {
        "one by one".into()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        self.0.fingerprint(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        self.0.probe(material, placement)
    }
}

/// Blocks are put together from single positions by oracles that have no others.
#[test]
fn single_positions_make_blocks() -> Outcome {
    let tables = generated("KPvK", Wanted::Wdl)?;
    let rules = all_draws("KPK")?;
    let whole = run(&rules, &[&tables], Options::default())?;
    let verdict = run(&rules, &[&OneByOne(&tables), &tables], Options::default())?;
    assert_eq!(verdict.pairs[0].contradictions.board, 0);
    assert_eq!(verdict.rules, whole.rules);
    assert_eq!(verdict.unmatched, whole.unmatched);
    Ok(())
}

/// Stops at every sheet and counts its calls.
struct Stopping<'a>(CompiledRules<'a>, AtomicUsize);

impl Recognizer for Stopping<'_> {
    fn source_name(&self) -> &str {
        self.0.source_name()
    }

    fn sha256(&self) -> &str {
        self.0.sha256()
    }

    fn material(&self) -> &Material {
        self.0.material()
    }

    fn rules(&self) -> &[RuleInfo] {
        self.0.rules()
    }

    fn group(&self) -> SymmetryGroup {
        self.0.group()
    }

    fn judge(&self, _: Color) -> Box<dyn Judge + '_> {
        struct Stop<'a>(&'a AtomicUsize);
        impl Judge for Stop<'_> {
            fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
                self.0.fetch_add(1, Ordering::Relaxed);
                verdicts.clear();
                verdicts.doubt(sheet.legal, Vec::new(), 1);
                Ok(())
            }
        }
        Box::new(Stop(&self.1))
    }
}

/// Oracles are still asked after a recognizer no longer is.
#[test]
fn oracles_are_asked_where_recognizers_are_not() -> Outcome {
    let (tables, cursed) = with_cursed_wins()?;
    let without = generated("KQvK", Wanted::Dtz)?;
    let rules = rules("KQK", "")?;
    let stopping = Stopping(CompiledRules::new(&rules), AtomicUsize::new(0));
    let options = Options {
        stops: NonZeroUsize::MIN,
        ..Options::default()
    };
    let verification =
        Verification::new(&stopping, &tables, options)?.beside([&without as &dyn Oracle]);
    let tally = verification.run(0..verification.units(), &|_| {})?;
    let verdict = verification.verdict(tally)?;
    assert!(!verdict.is_whole());
    assert_eq!(verdict.stops, 1);
    assert_eq!(verdict.cursed.map(|count| count.board), Some(cursed));
    assert_eq!(verdict.pairs[0].compared, verdict.total());
    // In every convention.
    assert_eq!(Some(verdict.pairs[0].contradictions), verdict.cursed);
    Ok(())
}

/// A recognizer that stopped too often is not asked again, neither in a later unit
/// of a chunk nor in later chunks.
#[test]
fn a_recognizer_that_stopped_too_often_is_not_asked_again() -> Outcome {
    let tables = generated("KQvK", Wanted::Wdl)?;
    let rules = rules("KQK", "")?;
    for stops in [1, 3, 70] {
        let stopping = Stopping(CompiledRules::new(&rules), AtomicUsize::new(0));
        let options = Options {
            stops: NonZeroUsize::new(stops).ok_or("none")?,
            ..Options::default()
        };
        let verification = Verification::new(&stopping, &tables, options)?;
        let units = 0..verification.units();
        let thread = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        let tally = thread.install(|| verification.run(units, &|_| {}))?;
        assert_eq!(verification.verdict(tally)?.stops, stops);
        assert_eq!(stopping.1.load(Ordering::Relaxed), stops);
    }
    Ok(())
}

/// An oracle that does not know what the rule changes is refused.
#[test]
fn the_rule_needs_an_oracle_that_knows() -> Outcome {
    let tables = generated("KQvK", Wanted::Wdl)?;
    let rules = all_draws("KQK")?;
    assert_eq!(run(&rules, &[&tables], Options::default())?.cursed, None);
    let compiled = CompiledRules::new(&rules);
    let refused = Verification::new(&compiled, &tables, FIFTY_MOVES);
    assert!(matches!(refused, Err(VerifyError::FiftyMoves { .. })));
    Ok(())
}

/// A file of KBvK changed so that White always has a cursed win, Black a
/// blessed loss unless he can take the bishop.
#[test]
fn syzygy_has_five_values() -> Outcome {
    let source = format!("{}/tests/syzygy/KBvK.rtbw", env!("CARGO_MANIFEST_DIR"));
    let mut bytes = fs::read(source)?;
    // One value for all positions of a side: that of the first draw.
    assert_eq!(bytes[10..14], [0x80, 2, 0x80, 2]);
    (bytes[11], bytes[13]) = (3, 1);
    seal_syzygy(&mut bytes);
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("KBvK.rtbw"), bytes)?;
    let syzygy = SyzygyFolder::open_with(folder.path(), Trust::AnyFile)?;
    let own = generated("KBvK", Wanted::Dtz)?;
    let verdict = run(
        &rules("KBK", "")?,
        &[&syzygy, &own, &syzygy],
        Options::default(),
    )?;
    let layout = Layout::new(&"KBvK".parse()?)?;
    let mut expected = 0;
    for turn in Color::ALL {
        for (block, word, bit) in legal(&layout, turn) {
            let placement = layout.decode(drawproof_tables::Index { block, word, bit }, turn);
            let position = placement.to_chess(layout.material())?;
            let cursed = !position.legal_moves().iter().any(|m| m.is_capture());
            let ruling = syzygy.probe_ruling(layout.material(), &placement)?;
            assert_eq!(
                ruling.cursed,
                Some(cursed),
                "{turn} {:?}",
                placement.squares
            );
            let wdl = turn.fold_wb(Wdl::Win, Wdl::Loss);
            assert_eq!(ruling.wdl, if cursed { wdl } else { Wdl::Draw });
            expected += layout.board_weight(block) * u64::from(cursed);
        }
    }
    assert_eq!(verdict.cursed.map(|count| count.board), Some(expected));
    let contradictions = verdict.pairs.iter().map(|pair| pair.contradictions.board);
    assert_eq!(contradictions.collect::<Vec<_>>(), [expected, 0, expected]);
    // All of it is drawn by the rule.
    let ruled = run(&all_draws("KBK")?, &[&syzygy], FIFTY_MOVES)?;
    assert!(ruled.is_proven());
    Ok(())
}

fn legal(layout: &Layout, turn: Color) -> Vec<(usize, usize, u32)> {
    let mut found = Vec::new();
    for block in 0..layout.blocks() {
        let mut words = vec![0; layout.block_words()];
        layout.legal(block, turn, &mut words);
        for (word, &bits) in words.iter().enumerate() {
            found.extend(drawproof_tables::ones(bits).map(|bit| (block, word, bit)));
        }
    }
    found
}

/// A distance that may be one ply short is useless near the limit.
#[test]
fn rounded_distances_do_not_tell_at_the_limit() {
    use drawproof_tables::Dtz;
    let ruling = |plies, dtz_rounded| {
        Ruling::of(Value {
            dtz: Some(Dtz(plies)),
            dtz_rounded,
            ..Value::of(Wdl::Win)
        })
    };
    assert_eq!(ruling(100, false).cursed, Some(false));
    assert_eq!(ruling(100, true).cursed, None);
    assert_eq!(ruling(99, true).cursed, Some(false));
    assert_eq!(ruling(101, true).cursed, Some(true));
    assert_eq!(Ruling::of(Value::of(Wdl::Win)).cursed, None);
    assert_eq!(Ruling::of(Value::DRAW).cursed, Some(false));
}

/// KBBvKN has wins that take more than 100 plies to the capture: as many in own
/// distances as in the Syzygy file of that class, if available; and the
/// five-man classes of the folder that `DRAWPROOF_SYZYGY` names.
#[test]
#[ignore = "a long proof: five men"]
fn cursed_wins_of_five_men() -> Outcome {
    let own = generated("KBBvKN", Wanted::Dtz)?;
    let verdict = run(&rules("KBBKN", "")?, &[&own], Options::default())?;
    let cursed = verdict.cursed.ok_or("not known")?;
    assert_eq!(
        (cursed.board, cursed.unique),
        (184_645_936, Some(11_540_371))
    );
    drop(own);
    let Ok(folder) = std::env::var("DRAWPROOF_SYZYGY") else {
        println!("nothing compared: DRAWPROOF_SYZYGY names no folder of Syzygy files");
        return Ok(());
    };
    let syzygy = SyzygyFolder::open(folder)?;
    let five = |class: &&Material| class.men_count() == 5 && !class.has_pawns();
    for class in syzygy.classes().iter().filter(five) {
        let own = generated(&class.to_string(), Wanted::Dtz)?;
        let rules = rules(&class.to_string(), "")?;
        let verdict = run(&rules, &[&own, &syzygy], Options::default())?;
        println!("{class}: {:?}", verdict.cursed);
        assert_eq!(verdict.pairs[0].first, None, "{class}");
    }
    Ok(())
}
