//! Tables of help mates against their own moves, and counts one position after another.

use std::error::Error;

use drawproof_retro::helpmates;
use drawproof_tables::{HelpmateTable, HelpmateTables, Index, Material, Mates, ones};
use drawproof_verify::{
    HelpmateCounts, MaterialCounts, MaterialRule, check_helpmates, count_helpmates,
};
use shakmaty::{ByColor, Chess, Color, Position};

type Outcome = Result<(), Box<dyn Error>>;

fn tables(class: &str) -> Result<HelpmateTables, Box<dyn Error>> {
    let class: Material = class.parse()?;
    Ok(helpmates(&class, true, &|_, _| {})?)
}

fn agrees_with_its_moves(class: &str) -> Outcome {
    let tables = tables(class)?;
    let table = tables.get(&class.parse()?).ok_or("no table")?;
    let checked = check_helpmates(table, &tables, &|_| {})?;
    assert!(checked.is_ok_and(|count| count > 40_000), "{class}");
    Ok(())
}

#[test]
fn three_men_agree_with_their_moves() -> Outcome {
    for class in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
        agrees_with_its_moves(class)?;
    }
    Ok(())
}

/// Every promotion, captures of the promoting pawn, and captures en passant.
#[test]
#[ignore = "long: every position of four men by its moves"]
fn two_pawns_agree_with_their_moves() -> Outcome {
    agrees_with_its_moves("KPvKP")
}

/// One bit of a table, for either side.
#[test]
fn a_wrong_entry_is_found() -> Outcome {
    let class: Material = "KRvK".parse()?;
    let tables = tables("KRvK")?;
    let table = tables.get(&class).ok_or("no table")?;
    for is_own in [true, false] {
        let mut sides = ByColor::new_with(|turn| table.side(turn).clone());
        let (word, bit) = (17, 30);
        let side = &mut sides.white;
        assert!(side.legal[word] >> bit & 1 != 0);
        let set = if is_own {
            &mut side.own
        } else {
            &mut side.others
        };
        set[word] ^= 1 << bit;
        let wrong = HelpmateTable::new(table.layout().clone(), sides);
        let found = check_helpmates(&wrong, &tables, &|_| {})?;
        let found = found.err().ok_or("nothing was found")?;
        let index = table.layout().encode(&found.placement.squares);
        assert_eq!(
            index,
            Some(Index {
                block: word,
                word: 0,
                bit
            })
        );
    }
    Ok(())
}

/// Each rule is asked about every position, not once for those of one colour of squares.
#[test]
fn counts_are_those_of_each_position() -> Outcome {
    for class in ["KBvK", "KNvK", "KRvK", "KPvK"] {
        agrees_with_each_position(class)?;
    }
    Ok(())
}

/// With bishops of both colours, and rules that are wrong.
#[test]
#[ignore = "long: every position of four men, one after another"]
fn counts_of_four_men_are_those_of_each_position() -> Outcome {
    for class in ["KBvKB", "KBvKN", "KNNvK", "KBBvK", "KNvKP"] {
        agrees_with_each_position(class)?;
    }
    Ok(())
}

fn agrees_with_each_position(class: &str) -> Outcome {
    let tables = tables(class)?;
    let table = tables.get(&class.parse()?).ok_or("no table")?;
    let layout = table.layout();
    let mut expected = HelpmateCounts {
        rules: vec![MaterialCounts::default(); MaterialRule::ALL.len()],
        ..HelpmateCounts::default()
    };
    for turn in Color::ALL {
        for (at, &legal) in table.side(turn).legal.iter().enumerate() {
            let (block, word) = (at / layout.block_words(), at % layout.block_words());
            for bit in ones(legal) {
                let index = Index { block, word, bit };
                let mates = table.mates(index, turn).ok_or("not legal")?;
                let position = layout.decode(index, turn).to_chess(layout.material())?;
                count(&mut expected, &position, mates, layout.board_weight(block));
            }
        }
    }
    let counts = count_helpmates(table, &MaterialRule::ALL)?;
    for (of, rule) in counts.rules.iter().zip(MaterialRule::ALL) {
        let wrong = of.wrongly_dead + of.sides.white.wrong + of.sides.black.wrong;
        assert_eq!(of.wrong_example.is_some(), wrong > 0, "{class} {rule:?}");
        if let Some(example) = &of.wrong_example {
            let mates = table.probe(&example.placement).ok_or("not legal")?;
            assert_eq!(*mates.plies.get(example.side), example.plies, "{class}");
            let position = example.placement.to_chess(layout.material())?;
            let said = rule.excludes(&position);
            assert!(said.is_dead || *said.cannot.get(example.side), "{class}");
        }
    }
    assert_eq!(without_examples(counts), expected, "{class}");
    Ok(())
}

/// Adds a position.
fn count(counts: &mut HelpmateCounts, position: &Chess, mates: Mates, weight: u64) {
    let is = |so: bool| if so { weight } else { 0 };
    counts.positions += weight;
    counts.dead += is(mates.is_dead());
    for side in Color::ALL {
        *counts.can_mate.get_mut(side) += is(*mates.can.get(side));
    }
    for (rule, of) in MaterialRule::ALL.iter().zip(&mut counts.rules) {
        let said = rule.excludes(position);
        for side in Color::ALL {
            let says = *said.cannot.get(side);
            let counts = of.sides.get_mut(side);
            counts.says_cannot += is(says);
            counts.wrong += is(says && *mates.can.get(side));
        }
        of.says_dead += is(said.is_dead);
        of.wrongly_dead += is(said.is_dead && !mates.is_dead());
        let unseen = mates.is_dead() && !said.is_dead;
        of.dead_unseen += is(unseen);
        of.dead_unseen_with_moves += is(unseen && !position.is_stalemate());
    }
}

fn without_examples(mut counts: HelpmateCounts) -> HelpmateCounts {
    counts.cannot_example = ByColor::default();
    for of in &mut counts.rules {
        of.wrong_example = None;
        of.unseen_example = None;
    }
    counts
}
