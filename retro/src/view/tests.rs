//! Compressed classes, read in the order of the positions before a change.

use std::error::Error;

use shakmaty::Role;

use super::*;
use crate::{planted::planted, sliced::packed};

/// A class of several pieces gives the same values as its whole table: after a promotion,
/// and where the whole class captures, colours as they are and exchanged.
#[test]
fn pieces_give_what_the_table_gives() -> Result<(), Box<dyn Error>> {
    for class in ["KRPvKN", "KNPvKQ", "KRvKNN"] {
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
            let found = change.of_packed(&slices, turn, Counting::ToZeroing)?;
            assert!(found == expected, "{class} {turn}");
            assert!(found.win.iter().any(|&word| word != 0));
        }
    }
    Ok(())
}
