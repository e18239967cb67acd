//! Claims of rules that other rules do not make.

use drawproof_language::{RuleInfo, SymmetryGroup};
use drawproof_tables::Material;
use shakmaty::Color;

use crate::{
    compiled::CompiledRules,
    recognizer::{Judge, JudgeError, Recognizer, Rows, Sheet, Verdicts},
};

/// Rules that claim only what other rules about the same class, such as those
/// before an edit, do not claim as well.
#[derive(Copy, Clone, Debug)]
pub struct NewClaims<'a> {
    new: &'a CompiledRules<'a>,
    old: &'a CompiledRules<'a>,
}

impl<'a> NewClaims<'a> {
    /// The claims of new rules that old rules do not make; `None` if they are
    /// about different classes.
    pub fn between(old: &'a CompiledRules<'a>, new: &'a CompiledRules<'a>) -> Option<Self> {
        (old.material() == new.material()).then_some(Self { new, old })
    }
}

impl Recognizer for NewClaims<'_> {
    fn source_name(&self) -> &str {
        self.new.source_name()
    }

    fn sha256(&self) -> &str {
        self.new.sha256()
    }

    fn material(&self) -> &Material {
        self.new.material()
    }

    fn rules(&self) -> &[RuleInfo] {
        self.new.rules()
    }

    fn group(&self) -> SymmetryGroup {
        self.new.group().and(self.old.group())
    }

    fn judge(&self, turn: Color) -> Box<dyn Judge + '_> {
        Box::new(NewClaimsJudge {
            rules: [self.new.rules(), self.old.rules()],
            judges: [self.new, self.old].map(|rules| rules.judge(turn)),
            old: Verdicts::new(self.old.rules().len()),
        })
    }
}

/// Judges a sheet by both; the new rules come first.
struct NewClaimsJudge<'a> {
    rules: [&'a [RuleInfo]; 2],
    judges: [Box<dyn Judge + 'a>; 2],
    old: Verdicts,
}

impl NewClaimsJudge<'_> {
    /// Where an old rule claims the same as a new one.
    fn known(&self, rule: usize) -> Rows {
        let [new, old] = self.rules;
        let same = (0..old.len()).filter(|&at| old[at].kind == new[rule].kind);
        let mut known = [0; 64];
        for rows in same.filter_map(|at| self.old.of(at)) {
            for (known, row) in known.iter_mut().zip(rows) {
                *known |= row;
            }
        }
        known
    }
}

impl Judge for NewClaimsJudge<'_> {
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        let [new, old] = &mut self.judges;
        new.sheet(sheet, verdicts)?;
        old.sheet(sheet, &mut self.old)?;
        for rule in 0..self.rules[0].len() {
            let Some(claimed) = verdicts.of(rule).copied() else {
                continue;
            };
            let known = self.known(rule);
            verdicts.set(rule, &std::array::from_fn(|row| claimed[row] & !known[row]));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_language::RuleFile;
    use shakmaty::Square;

    use super::*;

    const FIXED: [Square; 2] = [Square::A1, Square::H8];

    /// Where all men stand on squares of their own.
    fn apart() -> Rows {
        let kings = FIXED.map(|king| 1 << king.to_u32());
        let kings: u64 = kings.into_iter().sum();
        std::array::from_fn(|row| {
            let knight = 1 << row;
            if kings & knight == 0 {
                !kings & !knight
            } else {
                0
            }
        })
    }

    /// What rules claim on one sheet, rule by rule.
    fn claimed(recognizer: &dyn Recognizer) -> Result<Vec<Rows>, JudgeError> {
        let sheet = Sheet {
            fixed: &FIXED,
            legal: &apart(),
        };
        let mut verdicts = Verdicts::new(recognizer.rules().len());
        recognizer
            .judge(Color::White)
            .sheet(&sheet, &mut verdicts)?;
        let rules = 0..recognizer.rules().len();
        Ok(rules
            .map(|rule| verdicts.of(rule).copied().unwrap_or([0; 64]))
            .collect())
    }

    /// A claim of the same kind is known whichever rule makes it; one of another
    /// kind is new.
    #[test]
    fn only_new_claims_are_left() -> Result<(), Box<dyn Error>> {
        let parse = |rules: &str| RuleFile::parse("test", &format!("recognizer KRKN {rules}"));
        let old = parse(
            r#"not_won "low" because "x" when weak.knight in rank_1
               draw "edge" because "x" when weak.knight in edge"#,
        )?;
        let new = parse(
            r#"draw "low" because "x" when weak.knight in rank_1
               draw "wide" because "x" when weak.knight in edge | rank_5"#,
        )?;
        let [old, new] = [&old, &new].map(CompiledRules::new);
        let expected: [u64; 2] = {
            let in_old = 0xff81_8181_8181_81ff & !0xff_u64;
            [
                0xff,
                ((0xff81_8181_8181_81ff | 0xff << 32) & !0xff) & !in_old,
            ]
        };
        let both = NewClaims::between(&old, &new).ok_or("one class")?;
        for (rule, rows) in claimed(&both)?.into_iter().enumerate() {
            // The knight numbers the rows.
            let all = apart();
            let has = |row: usize| expected[rule] >> row & 1 != 0;
            let expected: Rows = std::array::from_fn(|row| if has(row) { all[row] } else { 0 });
            assert_eq!(rows, expected, "{rule}");
        }
        let other = RuleFile::parse("test", r#"recognizer KRKB draw "x" because "x" when true"#)?;
        assert!(NewClaims::between(&CompiledRules::new(&other), &new).is_none());
        Ok(())
    }
}
