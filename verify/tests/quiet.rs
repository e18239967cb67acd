//! Runs that leave out what a capture, a promotion or a mate decides at once,
//! counted again position by position with shakmaty's moves.

use std::error::Error;

use drawproof_evaluate::{Judge, JudgeError, Recognizer, Rows, Sheet, Verdicts};
use drawproof_language::{Limit, RuleInfo, RuleKind, SymmetryGroup};
use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{Material, Oracle, OracleError, Placement, Symmetry, TableSet, Wdl};
use drawproof_verify::{LeftOut, Options, Verdict, Verification};
use rayon::prelude::*;
use shakmaty::{Chess, Color, Position, Role, Square};

type Outcome = Result<(), Box<dyn Error>>;

const QUIET: Options = Options {
    quiet: true,
    ..Options::DEFAULT
};

/// Claims a draw wherever it is asked, so that every win and loss that is not
/// left out is an incorrect draw.
struct Everything {
    material: Material,
    rules: Vec<RuleInfo>,
    /// Whether mirror images are judged once, without en passant rights.
    folds: bool,
}

impl Everything {
    fn new(material: Material, folds: bool) -> Self {
        let rule = RuleInfo {
            name: "all".into(),
            reason: String::new(),
            kind: RuleKind::DRAW,
            limit: Limit::Both,
            line: 0,
            span: 0..0,
        };
        Self {
            material,
            rules: vec![rule],
            folds,
        }
    }
}

impl Recognizer for Everything {
    fn source_name(&self) -> &'static str {
        "everything"
    }

    fn sha256(&self) -> &'static str {
        ""
    }

    fn material(&self) -> &Material {
        &self.material
    }

    fn rules(&self) -> &[RuleInfo] {
        &self.rules
    }

    fn group(&self) -> SymmetryGroup {
        SymmetryGroup::of(|symmetry| self.folds || symmetry == Symmetry::IDENTITY)
    }

    fn judges_en_passant(&self) -> bool {
        !self.folds
    }

    fn judge(&self, _turn: Color) -> Box<dyn Judge + '_> {
        Box::new(EverythingJudge)
    }
}

struct EverythingJudge;

impl Judge for EverythingJudge {
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        let legal: &Rows = sheet.legal;
        verdicts.clear();
        verdicts.set(0, legal);
        Ok(())
    }

    fn sheet_with_en_passant(
        &mut self,
        sheet: &Sheet,
        _square: Square,
        verdicts: &mut Verdicts,
    ) -> Result<(), JudgeError> {
        self.sheet(sheet, verdicts)
    }
}

/// Numbers of positions on the board: checkmates, conversions, mates in one,
/// other wins and losses, draws.
type Counted = [u64; 5];

fn sum(a: Counted, b: Counted) -> Counted {
    std::array::from_fn(|at| a[at] + b[at])
}

/// What a position counts as, by shakmaty's moves.
fn kind(position: &Chess, tables: &TableSet) -> Result<usize, OracleError> {
    if position.is_checkmate() {
        return Ok(0);
    }
    let mut mates = false;
    for m in position.legal_moves() {
        let converts = m.is_capture() || m.is_promotion();
        let mut after = position.clone();
        after.play_unchecked(m);
        if converts && tables.probe_chess(&after)?.wdl == Wdl::Loss {
            return Ok(1);
        }
        mates |= !converts && after.is_checkmate();
    }
    if mates {
        return Ok(2);
    }
    let is_draw = tables.probe_chess(position)?.wdl == Wdl::Draw;
    Ok(if is_draw { 4 } else { 3 })
}

/// All placements of a class, without and with an en passant right.
fn counted(material: &Material, tables: &TableSet) -> Result<[Counted; 2], Box<dyn Error>> {
    let men = material.men();
    // The other half of the board is its mirror image.
    let firsts: Vec<Square> = (Square::ALL.into_iter())
        .filter(|square| u32::from(square.file()) < 4)
        .collect();
    let of_first = |first: Square| -> Result<[Counted; 2], OracleError> {
        let mut sums = [[0; 5]; 2];
        for number in 0..64_usize.pow(men.len() as u32 - 1) {
            let others = (1..men.len()).map(|at| {
                let digit = number / 64_usize.pow(at as u32 - 1) % 64;
                Square::new(digit as u32)
            });
            let squares: Vec<Square> = std::iter::once(first).chain(others).collect();
            let is_free = |at: usize| !squares[..at].contains(&squares[at]);
            let fits = |at: usize| {
                let rank = u32::from(squares[at].rank());
                men[at].role != Role::Pawn || (1..7).contains(&rank)
            };
            if !(0..men.len()).all(|at| is_free(at) && fits(at)) {
                continue;
            }
            for turn in Color::ALL {
                let placement = Placement {
                    squares: squares.iter().copied().collect(),
                    turn,
                };
                let Ok(position) = placement.to_chess(material) else {
                    continue;
                };
                sums[0][kind(&position, tables)?] += 1;
                for position in placement.with_en_passant(material) {
                    sums[1][kind(&position, tables)?] += 1;
                }
            }
        }
        Ok(sums)
    };
    let all: Vec<[Counted; 2]> = firsts
        .into_par_iter()
        .map(of_first)
        .collect::<Result<_, _>>()?;
    let add = |a: [Counted; 2], b: [Counted; 2]| [sum(a[0], b[0]), sum(a[1], b[1])];
    let half = all.into_iter().fold([[0; 5]; 2], add);
    Ok(half.map(|counts| sum(counts, counts)))
}

fn tables(material: &Material) -> Result<TableSet, Box<dyn Error>> {
    let mut tables = TableSet::new();
    let classes = std::slice::from_ref(material);
    generate_all(classes, Wanted::Dtz, Keep::All, &mut tables, &|_, _| {})?;
    Ok(tables)
}

fn run(
    recognizer: &Everything,
    tables: &TableSet,
    options: Options,
) -> Result<Verdict, Box<dyn Error>> {
    let verification = Verification::new(recognizer, tables, options)?;
    let tally = verification.run(0..verification.units(), &|_| {})?;
    Ok(verification.verdict(tally)?)
}

fn left_out(of: LeftOut) -> [u64; 3] {
    [of.checkmates, of.conversions, of.mates].map(|count| count.board)
}

/// The counts of a class are those of shakmaty's moves, folded and on the full
/// board, and nothing is lost.
fn agrees(class: &str) -> Outcome {
    let material: Material = class.parse()?;
    let tables = tables(&material)?;
    let [plain, rights] = counted(&material, &tables)?;
    assert!(plain[..3].iter().sum::<u64>() > 0, "{class}: {plain:?}");
    for folds in [true, false] {
        let everything = Everything::new(material.clone(), folds);
        let verdict = run(&everything, &tables, QUIET)?;
        assert_eq!(
            left_out(verdict.left_out.unwrap_or_default()),
            plain[..3],
            "{class}"
        );
        assert_eq!(verdict.claimed().decisive.board, plain[3], "{class}");
        assert_eq!(verdict.claimed().draws.board, plain[4], "{class}");
        assert_eq!(verdict.total().board, plain.iter().sum::<u64>(), "{class}");
        // No class of four men knows the rule.
        let fifty_moves = Options {
            fifty_moves: true,
            ..QUIET
        };
        let ruled = run(&everything, &tables, fifty_moves)?;
        assert_eq!(ruled.left_out, verdict.left_out, "{class}");
        let all = run(&everything, &tables, Options::default())?;
        assert_eq!(all.left_out, None);
        assert_eq!(all.total(), verdict.total());
        assert_eq!(all.claimed().draws, verdict.claimed().draws);
        assert_eq!(all.cursed, verdict.cursed);
        assert_eq!(all.king_maps, verdict.king_maps);
        if let Some(of) = verdict.en_passant {
            assert!(rights[1] > 0, "{class}: {rights:?}");
            assert_eq!(left_out(of.left_out), rights[..3], "{class}");
            assert_eq!(of.claimed.decisive.board, rights[3], "{class}");
            assert_eq!(of.claimed.draws.board, rights[4], "{class}");
        }
    }
    Ok(())
}

#[test]
fn three_men_by_shakmaty() -> Outcome {
    ["KQK", "KRK", "KPK"].into_iter().try_for_each(agrees)
}

#[test]
#[ignore = "every position of four men, one by one"]
fn krkp_by_shakmaty() -> Outcome {
    agrees("KRKP")
}

#[test]
#[ignore = "every position of four men, one by one"]
fn kpkp_by_shakmaty() -> Outcome {
    agrees("KPKP")
}

#[test]
#[ignore = "every position of four men, one by one"]
fn kbbk_by_shakmaty() -> Outcome {
    agrees("KBBK")
}

#[test]
#[ignore = "every position of four men, one by one"]
fn krpk_by_shakmaty() -> Outcome {
    agrees("KRPK")
}

/// Each order of like men is left out once, folded and on the full board.
#[test]
fn like_men_are_counted_once() -> Outcome {
    let material: Material = "KBBK".parse()?;
    let tables = tables(&material)?;
    let [folded, whole] = [true, false].map(|folds| {
        let everything = Everything::new(material.clone(), folds);
        run(&everything, &tables, QUIET)
    });
    let [folded, whole] = [folded?, whole?];
    let left_out = |of: &Verdict| left_out(of.left_out.unwrap_or_default());
    assert!(left_out(&folded)[2] > 0);
    assert_eq!(left_out(&folded), left_out(&whole));
    assert_eq!(folded.total().board, whole.total().board);
    Ok(())
}

/// Each shard of a run leaves out its own positions.
#[test]
fn shards_add_up() -> Outcome {
    let material: Material = "KPK".parse()?;
    let tables = tables(&material)?;
    let everything = Everything::new(material, true);
    let whole = run(&everything, &tables, QUIET)?;
    let verification = Verification::new(&everything, &tables, QUIET)?;
    let middle = verification.units() / 3;
    let [first, second] =
        [0..middle, middle..verification.units()].map(|units| verification.run(units, &|_| {}));
    let kept = drawproof_verify::Kept {
        examples: QUIET.examples,
        missed: 0,
    };
    let merged = verification.verdict(first?.merge(second?, kept))?;
    assert_eq!(merged, whole);
    Ok(())
}
