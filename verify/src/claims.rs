//! A recognizer compared with another one that must claim the same.

use std::sync::atomic::{AtomicU64, Ordering};

use drawproof_evaluate::{
    Doubt, Judge, JudgeError, OneSided, Recognizer, Rows, Sheet, Verdicts, positions,
};
use drawproof_language::{Claim, RuleInfo, RuleKind, SymmetryGroup};
use drawproof_tables::{Material, Subject, Truth, Truths};
use shakmaty::{Color, Square};

/// A recognizer that is rejected where another one of its class claims
/// something else.
///
/// Such positions get no verdict, with both claims as the reason (see
/// [`Verdict::faults`](crate::Verdict::faults)), and are counted here. Which
/// rule claims does not matter, since a compiled function does not say.
pub struct SameClaims<'a> {
    asked: &'a dyn Recognizer,
    expected: &'a dyn Recognizer,
    differences: AtomicU64,
}

impl<'a> SameClaims<'a> {
    /// `asked` is verified, and `expected` is what it is compared with.
    pub fn new(asked: &'a dyn Recognizer, expected: &'a dyn Recognizer) -> Self {
        Self {
            asked,
            expected,
            differences: AtomicU64::new(0),
        }
    }

    /// The number of positions visited so far in which the claims differed.
    pub fn differences(&self) -> u64 {
        self.differences.load(Ordering::Relaxed)
    }
}

impl Recognizer for SameClaims<'_> {
    fn source_name(&self) -> &str {
        self.asked.source_name()
    }

    fn sha256(&self) -> &str {
        self.asked.sha256()
    }

    fn material(&self) -> &Material {
        self.asked.material()
    }

    fn rules(&self) -> &[RuleInfo] {
        self.asked.rules()
    }

    /// Where both are the same.
    fn group(&self) -> SymmetryGroup {
        self.asked.group().and(self.expected.group())
    }

    fn judges_en_passant(&self) -> bool {
        self.asked.judges_en_passant()
    }

    fn judge(&self, turn: Color) -> Box<dyn Judge + '_> {
        Box::new(Both {
            same: self,
            asked: self.asked.judge(turn),
            expected: self.expected.judge(turn),
            turn,
            verdicts: Verdicts::new(self.expected.rules().len()),
        })
    }
}

struct Both<'a> {
    same: &'a SameClaims<'a>,
    asked: Box<dyn Judge + 'a>,
    expected: Box<dyn Judge + 'a>,
    turn: Color,
    /// The verdicts of the expected one.
    verdicts: Verdicts,
}

impl Judge for Both<'_> {
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        self.asked.sheet(sheet, verdicts)?;
        self.expected.sheet(sheet, &mut self.verdicts)?;
        self.compare(sheet, verdicts);
        Ok(())
    }

    fn sheet_with_en_passant(
        &mut self,
        sheet: &Sheet,
        square: Square,
        verdicts: &mut Verdicts,
    ) -> Result<(), JudgeError> {
        self.asked.sheet_with_en_passant(sheet, square, verdicts)?;
        let expected = &mut self.verdicts;
        self.expected
            .sheet_with_en_passant(sheet, square, expected)?;
        self.compare(sheet, verdicts);
        Ok(())
    }
}

impl Both<'_> {
    /// Retracts the verdicts where the claims differ.
    fn compare(&self, sheet: &Sheet, verdicts: &mut Verdicts) {
        let found = Excluded::of(self.same.asked, verdicts, self.turn);
        let expected = Excluded::of(self.same.expected, &self.verdicts, self.turn);
        let known = |row: usize| sheet.legal[row] & !verdicts.doubtful()[row];
        // Rules say the same for both colours.
        let one_sided = verdicts.one_sided_positions();
        let differ: Rows = std::array::from_fn(|row| {
            (found.differing(&expected, row) | one_sided[row]) & known(row)
        });
        let count: u64 = differ.iter().map(|row| u64::from(row.count_ones())).sum();
        if count > 0 {
            self.same.differences.fetch_add(count, Ordering::Relaxed);
            doubt(self.same.asked, verdicts, &differ, [&found, &expected]);
        }
    }
}

/// Where claims exclude each truth: results, or who can mate.
struct Excluded {
    subject: Subject,
    /// In the order of [`Truth::ALL`].
    truths: [Rows; 4],
}

impl Excluded {
    /// Those of a recognizer, with `turn` to move.
    fn of(recognizer: &dyn Recognizer, verdicts: &Verdicts, turn: Color) -> Self {
        let mut truths = [[0; 64]; 4];
        for (rule, info) in recognizer.rules().iter().enumerate() {
            let (Some(claim), Some(decided)) = (info.kind.claim(), verdicts.of(rule)) else {
                continue;
            };
            for (truth, excluded) in Truth::ALL.into_iter().zip(&mut truths) {
                if !claim.truths(turn).has(truth) {
                    let rows = excluded.iter_mut().zip(decided);
                    rows.for_each(|(row, &decided)| *row |= decided);
                }
            }
        }
        let kinds = recognizer.rules().iter().map(|rule| rule.kind);
        Self {
            subject: RuleKind::subject_of(kinds),
            truths,
        }
    }

    /// The positions of a row in which others exclude something else.
    fn differing(&self, other: &Self, row: usize) -> u64 {
        let both = self.truths.iter().zip(&other.truths);
        both.fold(0, |all, (a, b)| all | a[row] ^ b[row])
    }

    /// What is claimed in a position.
    fn words(&self, (row, column): (usize, u32)) -> &'static str {
        let left = Truth::ALL.into_iter().zip(&self.truths);
        let left = left.filter(|(_, excluded)| excluded[row] >> column & 1 == 0);
        let left = Truths::of(&left.map(|(truth, _)| truth).collect::<Vec<_>>());
        let mut claims = Claim::all_about(self.subject).filter(|claim| !claim.names_a_side());
        let claim = claims.find(|claim| claim.truths(Color::White) == left);
        claim.map_or(NO_CLAIM, words)
    }
}

const NO_CLAIM: &str = "no claim";

/// A claim as part of a sentence.
fn words(claim: Claim) -> &'static str {
    match claim {
        Claim::Draw => "a draw",
        Claim::Dead => "a dead position",
        _ => claim.name(),
    }
}

/// Retracts every verdict on some positions.
fn doubt(
    asked: &dyn Recognizer,
    verdicts: &mut Verdicts,
    differ: &Rows,
    [found, expected]: [&Excluded; 2],
) {
    let mut doubts = verdicts.doubts().to_vec();
    let first = positions(differ).take(verdicts.allowance().doubts);
    doubts.extend(first.map(|at| {
        let (row, column) = at;
        let has = |rows: &Rows| rows[row] >> column & 1 != 0;
        let wanted = expected.words(at);
        // What is claimed for one colour only is not among the verdicts.
        let said = |of_side: fn(&OneSided) -> &Rows| {
            let mut one_sided = verdicts.one_sided().iter();
            let of = one_sided.find(|of| has(of_side(of)))?;
            asked.rules()[of.rule].kind.claim().map(words)
        };
        let sides = [said(|of| &of.as_it_is), said(|of| &of.exchanged)];
        let (found, exchanged) = match sides {
            [None, None] => (found.words(at), false),
            // If the claim for one colour is as expected, show the other one.
            [as_it_is, other] => {
                let [as_it_is, other] = [as_it_is, other].map(|of| of.unwrap_or(NO_CLAIM));
                let exchanged = as_it_is == wanted;
                (if exchanged { other } else { as_it_is }, exchanged)
            }
        };
        Doubt {
            at,
            exchanged,
            what: format!("compiled it says {found}, by the rules it is {wanted}"),
        }
    }));
    let doubtful: Rows = std::array::from_fn(|row| verdicts.doubtful()[row] | differ[row]);
    for rule in 0..verdicts.rules() {
        if let Some(decided) = verdicts.of(rule) {
            let kept: Rows = std::array::from_fn(|row| decided[row] & !differ[row]);
            verdicts.set(rule, &kept);
        }
    }
    let keep = |rows: &Rows| std::array::from_fn(|row| rows[row] & !differ[row]);
    let kept = verdicts.one_sided().iter().map(|of| OneSided {
        rule: of.rule,
        as_it_is: keep(&of.as_it_is),
        exchanged: keep(&of.exchanged),
    });
    let kept = kept.collect();
    verdicts.set_one_sided(kept);
    let stops = verdicts.stops();
    verdicts.doubt(&doubtful, doubts, stops);
}

#[cfg(test)]
mod tests {
    use drawproof_evaluate::CompiledRules;
    use drawproof_language::RuleFile;
    use drawproof_retro::{Wanted, generate};
    use drawproof_tables::TableSet;

    use super::*;
    use crate::{Options, verify};

    type Outcome = Result<(), Box<dyn std::error::Error>>;

    fn rules(condition: &str) -> Result<RuleFile, Box<dyn std::error::Error>> {
        let text = format!("recognizer KNK draw \"x\" because \"x\" when {condition}");
        Ok(RuleFile::parse("test.rules", &text)?)
    }

    /// How many positions differ, and the reason for the first.
    fn differences(
        asked: &str,
        expected: &str,
    ) -> Result<(u64, u64, String), Box<dyn std::error::Error>> {
        let (asked, expected) = (rules(asked)?, rules(expected)?);
        let (asked, expected) = (CompiledRules::new(&asked), CompiledRules::new(&expected));
        let same = SameClaims::new(&asked, &expected);
        let mut tables = TableSet::new();
        generate(asked.material(), Wanted::Wdl, &mut tables, &|_, _| {})?;
        let verdict = verify(
            &same,
            &tables,
            Options {
                full_board: true,
                ..Options::default()
            },
        )?;
        let doubtful = verdict.doubtful.draws.board;
        assert_eq!(verdict.is_proven(), doubtful == 0);
        let fault = verdict.faults.first();
        let fault = fault.map_or_else(String::new, |fault| {
            format!("{}: {}", fault.fen(&verdict.material), fault.what)
        });
        Ok((same.differences(), doubtful, fault))
    }

    #[test]
    fn every_difference_is_found() -> Outcome {
        assert_eq!(differences("true", "true")?, (0, 0, String::new()));
        let corner = "strong.king = a1 and weak.king = c2 and strong.knight = h8";
        let claims = "8/8/8/8/8/8/2k5/K7 w - - 0 1";
        let fen = claims.replacen('8', "7N", 1);
        // Both sides to move.
        let expected = (
            2,
            2,
            format!("{fen}: compiled it says no claim, by the rules it is a draw"),
        );
        assert_eq!(differences(&format!("not ({corner})"), "true")?, expected);
        let expected = (
            2,
            2,
            format!("{fen}: compiled it says a draw, by the rules it is no claim"),
        );
        assert_eq!(differences(corner, "false")?, expected);
        Ok(())
    }
}
