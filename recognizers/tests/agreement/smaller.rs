//! Rules of smaller classes in which the other side is the stronger one.

use std::error::Error;

use drawproof_language::{FoundTables, Resolver, RuleFile, interpret, syntax::UseSource};
use drawproof_recognizers::{CompiledRules, Recognizer, Sheet, Verdicts, positions};
use drawproof_tables::{Index, Layout, Material};
use shakmaty::Color;

use crate::shelf::Shelf;

/// Rule files by name, and what others find.
struct Files(&'static [(&'static str, &'static str)]);

impl Resolver for Files {
    fn rules(
        &self,
        class: &Material,
        source: &UseSource,
        from: &str,
    ) -> Result<(String, String), String> {
        let UseSource::File(path) = source else {
            return Shelf.rules(class, source, from);
        };
        let mut files = self.0.iter();
        let (name, text) = files.find(|(name, _)| name == path).ok_or("no such file")?;
        Ok(((*name).into(), (*text).into()))
    }

    fn tables(&self, class: &Material) -> Result<FoundTables, String> {
        Shelf.tables(class)
    }
}

/// Compares evaluator and interpreter in every `step`-th legal position.
fn compare(rules: &RuleFile, step: usize) -> Result<[usize; 2], Box<dyn Error>> {
    let compiled = CompiledRules::new(rules);
    let layout = Layout::new(rules.material())?;
    let mut words = vec![0; layout.block_words()];
    let (mut seen, mut decided, mut met) = (0, 0, 0);
    for turn in Color::ALL {
        let mut judge = compiled.judge(turn);
        let mut verdicts = Verdicts::new(rules.rules().len());
        for block in (0..layout.blocks()).step_by(97) {
            layout.legal(block, turn, &mut words);
            for first in (0..words.len()).step_by(64 * 17) {
                let mut legal = [0; 64];
                for (row, legal) in legal.iter_mut().enumerate() {
                    for bit in 0..64 {
                        met += usize::from(words[first + row] >> bit & 1 != 0);
                        let is_asked = words[first + row] >> bit & 1 != 0 && met % step == 0;
                        *legal |= u64::from(is_asked) << bit;
                    }
                }
                let decode = |word, bit| layout.decode(Index { block, word, bit }, turn);
                let squares = decode(first, 0).squares;
                let sheet = Sheet {
                    fixed: &squares[..layout.men().len() - 2],
                    legal: &legal,
                };
                judge.sheet(&sheet, &mut verdicts)?;
                for (row, bit) in positions(&legal) {
                    let placement = decode(first + row, bit);
                    let here =
                        |&rule: &usize| verdicts.of(rule).is_some_and(|of| of[row] >> bit & 1 != 0);
                    let found = (0..rules.rules().len()).find(here);
                    let fen = placement.fen(rules.material());
                    assert_eq!(found, interpret(rules, &placement)?, "{fen}");
                    seen += 1;
                    decided += usize::from(found.is_some());
                }
            }
        }
    }
    Ok([seen, decided])
}

/// What only a table tells from its mirror image has an up and a down, too.
#[test]
fn tables_with_pawns_have_an_up_and_a_down() -> Result<(), Box<dyn Error>> {
    let files = Files(&[(
        "knkp.rules",
        "recognizer KNKP
         use KPK table
         draw \"takes\" for weak because \"A test.\"
           when any capture m by us.king of them.knight : us.cannot_win",
    )]);
    let text = "recognizer KPPKN
        use KNKP \"knkp.rules\"
        draw \"takes\" for weak because \"A test.\"
          when any capture m by us.knight of them.pawns : drawn
        draw \"takes with the king\" for weak because \"A test.\"
          when any capture m by us.king of them.pawns : us.cannot_win";
    let rules = RuleFile::parse_with("kppkn.rules", text, &files)?;
    let [seen, decided] = compare(&rules, 19)?;
    assert!(decided > 100, "{seen} {decided}");
    Ok(())
}

/// Every claim, and silence before others; the pawn's side is the stronger one.
const CLAIMS: &str = "recognizer KPK
    silent \"beside\" because \"A test.\" when weak.king in file_a and rank(strong.pawn) < 5
    draw \"low\" because \"A test.\" when rank(strong.pawn) = 2
    win \"runs\" for strong because \"A test.\" when distance(strong.pawn, weak.king) > 4
    loss \"late\" for weak because \"A test.\" when distance(strong.pawn, weak.king) > 5
    win \"lucky\" for weak because \"A test.\" when strong.pawn in file_e
    loss \"unlucky\" for strong because \"A test.\" when strong.pawn in file_e
    not_lost \"left\" because \"A test.\" when strong.pawn in file_b + file_c
    not_won \"middle\" because \"A test.\" when strong.pawn in file_d
    strong_cannot_win \"rook's pawn\" because \"A test.\" when strong.pawn in file_a + file_h
    weak_cannot_win \"bare\" because \"A test.\" when rank(weak.king) > 2";

/// Whatever rules of a smaller class claim, with colours exchanged and for
/// either side to move.
#[test]
fn claims_of_smaller_classes_are_those_of_the_first_rule() -> Result<(), Box<dyn Error>> {
    let files = Files(&[("claims.rules", CLAIMS)]);
    for word in [
        "drawn",
        "us.wins",
        "them.wins",
        "us.cannot_win",
        "them.cannot_win",
    ] {
        for (side, condition) in [
            (
                "weak",
                format!("any capture m by us.king of them.knight : {word}"),
            ),
            (
                "weak",
                format!("any capture m by us.king of them.knight : any quiet n by them : {word}"),
            ),
        ] {
            let text = format!(
                "recognizer KNKP
                 use KPK \"claims.rules\"
                 draw \"asks\" for {side} because \"A test.\" when {condition}"
            );
            let rules = RuleFile::parse_with("knkp.rules", &text, &files)?;
            let [seen, decided] = compare(&rules, 3)?;
            assert!(
                decided > 0 && decided < seen,
                "{condition}: {decided} of {seen}"
            );
        }
    }
    Ok(())
}
