//! Compressed classes, read in the order of the positions before a change.

use std::error::Error;

use shakmaty::{Rank, Role};

use super::*;
use crate::{planted::planted, slices::pack_table::packed};

/// A compressed class gives the same values as its whole table: after a promotion, and where the whole class captures, colours as they are and exchanged.
#[test]
fn pieces_give_what_the_table_gives() -> Result<(), Box<dyn Error>> {
    pieces_agree(&["KNPvK", "KPvKQ", "KRvKNN"])
}

/// Sets of several pieces, and like men.
#[test]
#[ignore = "seconds: tables of five men"]
fn pieces_of_five_men_give_what_the_table_gives() -> Result<(), Box<dyn Error>> {
    pieces_agree(&["KRPvKN", "KNPvKQ"])
}

fn pieces_agree(classes: &[&str]) -> Result<(), Box<dyn Error>> {
    for class in classes {
        let layout = Layout::new(&class.parse()?)?;
        let pawns = pawns_of(&layout);
        let structure = Structure::new(pawns, pawns.iter().map(|_| Square::C7));
        let (shape, victim, pawn) = if pawns.is_empty() {
            (Shape::whole(&layout), Some(2), None)
        } else {
            let pawn = Some((2, Square::C8, Some(Role::Rook)));
            (Shape::with_pawns(&layout, &structure), None, pawn)
        };
        let change = Change {
            victim,
            pawn,
            last: Some(shape.bit_man()),
        };
        let order = Order::of(&shape, &change);
        let promotion = pawn.and_then(|(pawn, _, role)| Some((pawn, role?)));
        let after = layout.material().after(victim, promotion);
        let (after, flipped) = after.ok_or("no class")?;
        let table = planted(&Layout::new(&after)?);
        let slices = packed(&table)?;
        let change = After {
            layout: &layout,
            shape: &shape,
            order: &order,
            change: &change,
            flipped,
        };
        for turn in Color::ALL {
            let side = Needed {
                side: table.side(turn),
                numbers: [None, None],
            };
            let expected = change.of_table(table.layout(), side);
            let wanted = Wanted::Dtz;
            let found = change.of_packed(&slices, turn, wanted, &Promotions::default())?;
            assert!(found == expected, "{class} {turn}");
            assert!(found.win.iter().any(|&word| word != 0));
        }
    }
    Ok(())
}

/// Promotions on each file, with other pawns on either half of the board, give what the table
/// gives, though only the first one unpacks a slice.
#[test]
fn kept_promotions_are_those_of_the_table() -> Result<(), Box<dyn Error>> {
    for (class, man) in [("KPPvK", 3), ("KNPvK", 2), ("KPvKP", 2), ("KPvKP", 3)] {
        let layout = Layout::new(&class.parse()?)?;
        let color = layout.men()[man].color;
        let promotion = Some((man, Role::Rook));
        let after = layout.material().after(None, promotion);
        let (after, flipped) = after.ok_or("no class")?;
        let table = planted(&Layout::new(&after)?);
        let slices = packed(&table)?;
        let promotions = Promotions::default();
        for (other, file) in [Square::C4, Square::G4]
            .into_iter()
            .flat_map(|other| File::ALL.map(|file| (other, file)))
        {
            let (from, to) =
                color.fold_wb((Rank::Seventh, Rank::Eighth), (Rank::Second, Rank::First));
            let pawns = pawns_of(&layout);
            let squares = (2..2 + pawns.len()).map(|at| {
                if at == man {
                    Square::from_coords(file, from)
                } else {
                    other
                }
            });
            let structure = Structure::new(pawns, squares);
            let shape = Shape::with_pawns(&layout, &structure);
            let is_there = shape.pawn_square(man) == Some(Square::from_coords(file, from));
            assert!(is_there, "{class} {file}");
            let change = Change {
                victim: None,
                pawn: Some((man, Square::from_coords(file, to), Some(Role::Rook))),
                last: Some(shape.bit_man()),
            };
            let change = After {
                layout: &layout,
                shape: &shape,
                order: &Order::of(&shape, &change),
                change: &change,
                flipped,
            };
            for turn in Color::ALL {
                let side = Needed {
                    side: table.side(turn),
                    numbers: [None, None],
                };
                let expected = change.of_table(table.layout(), side);
                let found = change.of_packed(&slices, turn, Wanted::Dtz, &promotions)?;
                assert!(found == expected, "{class} {other} {file} {turn}");
                assert!(found.win.iter().any(|&word| word != 0));
            }
        }
        let kept = if pawns_of(&layout).len() == 1 { 2 } else { 4 };
        assert_eq!(promotions.len(), kept, "{class}");
    }
    Ok(())
}
