//! Rules of smaller classes in which the other side is the stronger one.

use std::error::Error;

use drawproof_evaluate::{CompiledRules, Recognizer, Sheet, Verdicts, positions};
use drawproof_language::{FoundTables, Resolver, RuleFile, interpret, syntax::UseSource};
use drawproof_tables::{Index, Layout, Material, Placement, ones};
use shakmaty::{Color, Rank};

use crate::shelf::Shelf;

type Outcome = Result<(), Box<dyn Error>>;

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
    compare_where(rules, [97, 17, step], &|_| true)
}

/// The same among some positions of every `sheets`-th sheet with every `blocks`-th pair of
/// kings; how many there were, and how many a rule decides.
fn compare_where(
    rules: &RuleFile,
    [blocks, sheets, step]: [usize; 3],
    is_wanted: &dyn Fn(&Placement) -> bool,
) -> Result<[usize; 2], Box<dyn Error>> {
    let compiled = CompiledRules::new(rules);
    let layout = Layout::new(rules.material())?;
    let mut words = vec![0; layout.block_words()];
    let (mut seen, mut decided, mut met) = (0, 0, 0);
    for turn in Color::ALL {
        let mut judge = compiled.judge(turn);
        let mut verdicts = Verdicts::new(rules.rules().len());
        for block in (0..layout.blocks()).step_by(blocks) {
            layout.legal(block, turn, &mut words);
            for first in (0..words.len()).step_by(64 * sheets) {
                let decode = |word, bit| layout.decode(Index { block, word, bit }, turn);
                let mut legal = [0; 64];
                for (row, legal) in legal.iter_mut().enumerate() {
                    for bit in ones(words[first + row]) {
                        if is_wanted(&decode(first + row, bit)) {
                            met += 1;
                            *legal |= u64::from(met % step == 0) << bit;
                        }
                    }
                }
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
fn tables_with_pawns_have_an_up_and_a_down() -> Outcome {
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
fn claims_of_smaller_classes_are_those_of_the_first_rule() -> Outcome {
    let files = Files(&[("claims.rules", CLAIMS)]);
    asked_in_all_words(
        ("KNKP", "use KPK \"claims.rules\""),
        "any capture m by us.king of them.knight",
        &files,
    )
}

/// Asks in all words about the position after some moves of the weaker side, and
/// after a quiet reply to them. Most of them hold in some positions and not in others.
fn asked_in_all_words((class, uses): (&str, &str), moves: &str, files: &Files) -> Outcome {
    let mut telling = 0;
    for word in [
        "drawn",
        "us.wins",
        "them.wins",
        "us.cannot_win",
        "them.cannot_win",
    ] {
        for condition in [
            format!("{moves} : {word}"),
            format!("{moves} : any quiet n by them : {word}"),
        ] {
            let text = format!(
                "recognizer {class}
                 {uses}
                 draw \"asks\" for weak because \"A test.\" when {condition}"
            );
            let rules = RuleFile::parse_with("asks.rules", &text, files)?;
            let [seen, decided] = compare(&rules, 3)?;
            telling += usize::from(decided > 0 && decided < seen);
        }
    }
    assert!(telling > 5, "{class}: {telling}");
    Ok(())
}

/// The table is that of the stronger side, which is the other one here.
#[test]
fn tables_of_smaller_classes_are_asked_with_colours_exchanged() -> Outcome {
    let moves = "any capture m by us.king of them.knight";
    asked_in_all_words(("KNKP", "use KPK table"), moves, &Files(&[]))
}

/// What a promoted pawn leads to, besides equal material.
const OTHERS: &str = "use KQKR table use KQKB table use KQKN table
    use KQK table use KRK table use KBK table use KNK table";

/// Up and down differ, and so do the sides.
const EQUAL: &str = "recognizer KQKQ
    win \"high\" because \"A test.\" when rank(us.king) > 4 and file(them.queen) > 2
    loss \"low\" because \"A test.\" when rank(us.queen) < 3
    not_lost \"near\" because \"A test.\" when distance(us.king, them.king) < 3
    draw \"far\" because \"A test.\" when rank(them.king) < 5";

/// Equal material is seen from the side to move, whichever that is.
#[test]
fn equal_material_is_asked_for_either_side_to_move() -> Outcome {
    let files = Files(&[("equal.rules", EQUAL)]);
    for by in ["table", "\"equal.rules\""] {
        let uses = format!("use KQKQ {by} {OTHERS}");
        asked_in_all_words(("KQKP", &uses), "any promotion m by us.pawn", &files)?;
    }
    Ok(())
}

#[test]
fn bare_kings_are_a_draw() -> Outcome {
    let text = "recognizer KNKP
        draw \"bare\" for weak because \"A test.\" when
          any capture m by us.king of them.knight : any capture n by them.king of us.pawn : drawn";
    let rules = RuleFile::parse("bare.rules", text)?;
    let [seen, decided] = compare(&rules, 1)?;
    assert!(decided > 0, "{seen}");
    Ok(())
}

/// Neither tables nor rules know that a pawn can be captured en passant.
#[test]
fn nothing_is_known_where_a_pawn_can_be_captured_en_passant() -> Outcome {
    let text = "recognizer KNPKP
        use KPKP table
        draw \"known\" for weak because \"A test.\" when
          any capture m by us.king of them.knight :
            any quiet n by them.pawn : rank_distance(n.from, n.to) = 2 and drawn";
    let rules = RuleFile::parse_with("passes.rules", text, &Files(&[]))?;
    let men = rules.material().men();
    let may_pass = |placement: &Placement| {
        let mut pawns = men.iter().zip(&placement.squares);
        let mut pawn = |color: Color| pawns.find(|(man, _)| **man == color.pawn());
        let (Some((_, ours)), Some((_, theirs))) = (pawn(Color::White), pawn(Color::Black)) else {
            return false;
        };
        ours.rank() == Rank::Second
            && theirs.rank() == Rank::Fourth
            && ours.file().distance(theirs.file()) == 1
    };
    let [seen, decided] = compare_where(&rules, [19, 9, 1], &may_pass)?;
    assert!(seen > 100 && decided == 0, "{decided} of {seen}");
    Ok(())
}
