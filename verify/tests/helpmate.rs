//! Tables of help mates against their own moves, and counts one position after another.

use std::error::Error;

use drawproof_retro::helpmates;
use drawproof_tables::{HelpmateTable, HelpmateTables, Index, Material, ones};
use drawproof_verify::{check_helpmates, count_helpmates};
use shakmaty::{ByColor, Color, Position};

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

/// The rule is asked about every position, not once for those of one colour of squares.
#[test]
fn counts_are_those_of_each_position() -> Outcome {
    for class in ["KBvK", "KNvK", "KRvK", "KPvK"] {
        let tables = tables(class)?;
        let table = tables.get(&class.parse()?).ok_or("no table")?;
        let layout = table.layout();
        let counts = count_helpmates(table)?;
        let (mut positions, mut dead, mut unseen, mut with_moves) = (0, 0, 0, 0);
        let (mut can_mate, mut says) = ([0, 0], [0, 0]);
        for turn in Color::ALL {
            for (at, &legal) in table.side(turn).legal.iter().enumerate() {
                let (block, word) = (at / layout.block_words(), at % layout.block_words());
                for bit in ones(legal) {
                    let weight = layout.board_weight(block);
                    let index = Index { block, word, bit };
                    let mates = table.mates(index, turn).ok_or("not legal")?;
                    let position = layout.decode(index, turn).to_chess(layout.material())?;
                    positions += weight;
                    for color in Color::ALL {
                        let is = |so: bool| if so { weight } else { 0 };
                        can_mate[color as usize] += is(*mates.can.get(color));
                        says[color as usize] += is(position.has_insufficient_material(color));
                    }
                    if mates.is_dead() {
                        dead += weight;
                        if !position.is_insufficient_material() {
                            unseen += weight;
                            with_moves += if position.is_stalemate() { 0 } else { weight };
                        }
                    }
                }
            }
        }
        assert_eq!(counts.positions, positions, "{class}");
        assert_eq!(counts.dead, dead, "{class}");
        assert_eq!(counts.dead_unseen, unseen, "{class}");
        assert_eq!(counts.dead_unseen_with_moves, with_moves, "{class}");
        for color in Color::ALL {
            assert_eq!(
                *counts.can_mate.get(color),
                can_mate[color as usize],
                "{class}"
            );
            let rule = counts.rule.get(color);
            assert_eq!(rule.says_cannot, says[color as usize], "{class}");
            assert_eq!(rule.wrong, 0, "{class}");
        }
    }
    Ok(())
}
