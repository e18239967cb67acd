//! Where draws are missed and the distances of incorrect ones, counted again
//! position by position.

use std::{
    collections::{BTreeMap, HashSet},
    error::Error,
};

use drawproof_evaluate::CompiledRules;
use drawproof_language::{RuleFile, interpret};
use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{Material, Oracle, OracleError, Placement, TableSet, Value, Wdl};
use drawproof_verify::{Lines, Options, Verdict, Verification, verify};
use shakmaty::{Color, Square};

type Outcome = Result<(), Box<dyn Error>>;

/// Wrong rules, sometimes silent; two draws hold in some positions.
const KRK: &str = "recognizer KRK\n\
    draw \"edge\" for strong because \"It is not.\" when them.king in edge\n\
    silent \"in check\" because \"It may be mate.\" when in_check\n\
    draw \"touched\" for weak because \"It may be.\" when distance(us.king, them.rook) = 1\n";
/// The same, but not for mirror images.
const KRK_LEFT: &str = "recognizer KRK\n\
    draw \"left\" for strong because \"It is not.\" when them.king in file_a\n\
    draw \"touched\" for weak because \"It may be.\" when us.king in file_b\n";
const KPK: &str = "recognizer KPK\n\
    draw \"close\" because \"It is often.\" when distance(weak.king, strong.pawn) <= 1\n";
const KRKR: &str = "recognizer KRKR\n\
    draw \"far\" because \"Often.\" when distance(us.king, them.king) > 3 and not in_check\n";

fn tables(class: &str) -> Result<TableSet, Box<dyn Error>> {
    let mut tables = TableSet::new();
    let classes = [class.parse()?];
    generate_all(&classes, Wanted::Dtm, Keep::All, &mut tables, &|_, _| {})?;
    Ok(tables)
}

/// Every legal position of a class with three men.
fn positions(material: &Material) -> Vec<Placement> {
    let squares = || Square::ALL.into_iter();
    let all =
        squares().flat_map(|a| squares().flat_map(move |b| squares().map(move |c| [a, b, c])));
    let apart = all.filter(|[a, b, c]| a != b && a != c && b != c);
    let with_turn = apart.flat_map(|men| {
        Color::ALL.map(|turn| Placement {
            squares: men.into_iter().collect(),
            turn,
        })
    });
    let is_legal = |placement: &Placement| {
        let pawns = material.has_pawns();
        let rank = placement.squares[2].rank() as u32;
        !(pawns && (rank == 0 || rank == 7)) && placement.to_chess(material).is_ok()
    };
    with_turn.filter(is_legal).collect()
}

fn run(rules: &RuleFile, tables: &TableSet, full_board: bool) -> Result<Verdict, Box<dyn Error>> {
    let options = Options {
        full_board,
        ..Options::DEFAULT
    };
    Ok(verify(&CompiledRules::new(rules), tables, options)?)
}

#[test]
fn every_square_and_distance_has_its_own() -> Outcome {
    for (class, text) in [("KRK", KRK), ("KRK", KRK_LEFT), ("KPK", KPK)] {
        let rules = RuleFile::parse("my.rules", text)?;
        let tables = tables(class)?;
        let verdict = run(&rules, &tables, false)?;
        // For each side to move and king, draws and missed draws by square.
        let mut squares = [[[[0u64; 2]; 64]; 2]; 2];
        let mut distances = [[0u64; 2]; 8];
        let mut mates: BTreeMap<u32, [u64; 2]> = BTreeMap::new();
        for placement in positions(rules.material()) {
            let value = tables.probe(rules.material(), &placement)?;
            let rule = interpret(&rules, &placement)?;
            let is_claimed = rule.is_some_and(|rule| rules.rules()[rule].kind.claims_draw());
            if value.wdl == Wdl::Draw {
                let counted = [1, u64::from(!is_claimed)];
                let [strong, weak] = [placement.squares[0], placement.squares[1]];
                let add = |counts: &mut [u64; 2]| {
                    counts[0] += counted[0];
                    counts[1] += counted[1];
                };
                let turn = usize::from(placement.turn.is_black());
                add(&mut squares[turn][0][usize::from(strong)]);
                add(&mut squares[turn][1][usize::from(weak)]);
                add(&mut distances[strong.distance(weak) as usize]);
            } else if is_claimed {
                let plies = value.dtm.ok_or("no distance")?.plies();
                mates.entry(plies).or_default()[usize::from(value.wdl == Wdl::Loss)] += 1;
            }
        }
        for map in &verdict.king_maps {
            let turn = usize::from(map.turn.is_black());
            for (king, counts) in [&map.strong, &map.weak].into_iter().enumerate() {
                let found = counts.map(|of| [of.draws, of.missed]);
                assert_eq!(found, squares[turn][king], "{class} {:?}", map.turn);
            }
        }
        assert_eq!(verdict.king_maps.len(), 2);
        let found = verdict.by_king_distance.map(|of| [of.draws, of.missed]);
        assert_eq!(found, distances, "{class}");

        let compiled = CompiledRules::new(&rules);
        let verification = Verification::new(&compiled, &tables, Options::DEFAULT)?;
        let all = 0..verification.units();
        let found = verification
            .distances(all, Lines::Results(&tables), &|_| {})?
            .counts;
        let found = found.ok_or("no distances")?.into_iter();
        let found: BTreeMap<_, _> = found.map(|of| (of.plies, [of.wins, of.losses])).collect();
        assert_eq!(found, mates, "{class}");
        let wrong: u64 = mates.values().flatten().sum();
        assert_eq!(wrong, verdict.claimed().decisive.board);
    }
    Ok(())
}

/// The requested number of positions nearest to mate for each rule, from
/// anywhere on the board.
#[test]
fn the_nearest_incorrect_draws_of_each_rule_are_shown() -> Outcome {
    let rules = RuleFile::parse("my.rules", KRK)?;
    let tables = tables("KRK")?;
    let mut by_rule: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for placement in positions(rules.material()) {
        let value = tables.probe(rules.material(), &placement)?;
        let rule = interpret(&rules, &placement)?.filter(|_| value.wdl != Wdl::Draw);
        if let Some(rule) = rule.filter(|&rule| rules.rules()[rule].kind.claims_draw()) {
            let plies = value.dtm.ok_or("no distance")?.plies();
            by_rule.entry(rule).or_default().push(plies);
        }
    }
    assert_eq!(by_rule.len(), 2);
    let compiled = CompiledRules::new(&rules);
    for examples in [0, 1, 40, 3000] {
        let options = Options {
            examples,
            full_board: true,
            ..Options::DEFAULT
        };
        let verification = Verification::new(&compiled, &tables, options)?;
        let all = 0..verification.units();
        let found = verification
            .distances(all, Lines::Results(&tables), &|_| {})?
            .nearest;
        let mut expected = Vec::new();
        for (&rule, plies) in &mut by_rule {
            plies.sort_unstable();
            let nearest = plies.iter().take(examples);
            expected.extend(nearest.map(|&plies| (rule, Some(plies))));
        }
        let shown: Vec<_> = found.iter().map(|of| (of.rule, of.plies)).collect();
        assert_eq!(shown, expected);
        if examples == 40 {
            let kings: HashSet<Square> = found
                .iter()
                .map(|of| of.asked.placement.squares[0])
                .collect();
            assert!(kings.len() > 16, "{kings:?}");
        }
    }
    Ok(())
}

#[test]
fn mirror_images_count_as_if_they_were_visited() -> Outcome {
    for text in [KRKR, KRK, KPK] {
        let rules = RuleFile::parse("my.rules", text)?;
        let tables = tables(&rules.material().to_string())?;
        let [folded, full] = [false, true].map(|full| run(&rules, &tables, full));
        let (folded, full) = (folded?, full?);
        assert!(folded.folded && !full.folded);
        assert_eq!(folded.king_maps, full.king_maps);
        assert_eq!(folded.by_king_distance, full.by_king_distance);
        let missed = folded.by_king_distance.iter().map(|of| of.missed);
        assert_eq!(missed.sum::<u64>(), folded.silent().draws.board);
        assert_ne!(folded.silent().draws.board, 0);
    }
    Ok(())
}

/// Changes a value.
type Says = fn(Value) -> Value;

/// Answers differently with White to move and a man on a1.
struct Elsewhere<'a>(&'a TableSet, Says);

impl Oracle for Elsewhere<'_> {
    fn name(&self) -> String {
        "made up".into()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        self.0.fingerprint(material)
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        let value = self.0.probe(material, placement)?;
        let is_here = placement.turn.is_white() && placement.squares[0] == Square::A1;
        Ok(if is_here { self.1(value) } else { value })
    }
}

/// One distance that is unknown, or that contradicts the truth, is enough to
/// withhold all distances.
#[test]
fn distances_are_of_all_or_none() -> Outcome {
    let rules = RuleFile::parse("my.rules", KRK)?;
    let tables = tables("KRK")?;
    let compiled = CompiledRules::new(&rules);
    let verification = Verification::new(&compiled, &tables, Options::DEFAULT)?;
    let says: [(Says, bool); 3] = [
        (|value| value, true),
        (|value| Value::of(value.wdl), false),
        (|value| value.before_move(false), false),
    ];
    for (says, is_known) in says {
        let lines = Elsewhere(&tables, says);
        let found =
            verification.distances(0..verification.units(), Lines::Results(&lines), &|_| {})?;
        assert_eq!(found.counts.is_some(), is_known);
    }
    Ok(())
}
