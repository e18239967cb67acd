//! Slices with values at random, found again in the table.

use std::{collections::HashMap, error::Error};

use shakmaty::File;

use super::*;
use crate::{
    planted::{packed_slices, placements, planted_slice},
    positions::{
        pawn_structure::{Structure, levels},
        shape::{At, Shape},
    },
    store::packed_class::Slice,
};

/// Some structures of a class; all positions of some of their sheets, as they are and
/// mirrored.
fn slices_are_found(class: &str, structures: usize) -> Result<u64, Box<dyn Error>> {
    let layout = Layout::new(&class.parse()?)?;
    let all: Vec<Structure> = levels(&layout).into_iter().flatten().collect();
    let step = all.len() / structures;
    let some = all.into_iter().step_by(step).map(|structure| {
        let shape = Shape::with_pawns(&layout, &structure);
        let slice = planted_slice(&shape, &structure);
        (structure, slice)
    });
    let slices: HashMap<Structure, Slice> = some.collect();
    let table = assembled(&packed_slices(&layout, &slices)?, Needs::All)?;
    let mut found = 0;
    for (structure, slice) in &slices {
        let shape = Shape::with_pawns(&layout, structure);
        for number in 0..64 {
            let at = At {
                block: 11 * number % shape.blocks(),
                sheet: 13 * number % shape.sheets,
            };
            for ((word, bit), placement) in placements(&shape, at) {
                let mirrored = placement.squares.iter().map(|of| of.flip_horizontal());
                for squares in [&placement.squares[..], &mirrored.collect::<Vec<_>>()] {
                    let Some(index) = layout.encode(squares) else {
                        continue;
                    };
                    let to = index.block * layout.block_words() + index.word;
                    for turn in Color::ALL {
                        let (side, own) = (table.side(turn), slice.sides.get(turn));
                        let sets = |of: &SideTable, word: usize, bit: u32| {
                            [&of.legal, &of.win, &of.loss].map(|set| set[word] >> bit & 1)
                        };
                        let from = (at.block * shape.sheets + at.sheet) * 64 + word;
                        let expected = sets(own, from, bit);
                        assert_eq!(sets(side, to, index.bit), expected, "{squares:?}");
                        found += 1;
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Sections hold what the table does, with like pawns, and with a pawn as the last man.
#[test]
fn sections_are_those_of_the_table() -> Result<(), Box<dyn Error>> {
    sections_agree(&[("KNPvK", 2), ("KPPvK", 3), ("KPvKP", 3)])
}

#[test]
#[ignore = "seconds: classes of five men"]
fn sections_of_five_men_are_those_of_the_table() -> Result<(), Box<dyn Error>> {
    sections_agree(&[("KPPvKN", 3), ("KNPvKP", 3)])
}

fn sections_agree(classes: &[(&str, usize)]) -> Result<(), Box<dyn Error>> {
    for &(class, man) in classes {
        let layout = Layout::new(&class.parse()?)?;
        let all: Vec<Structure> = levels(&layout).into_iter().flatten().collect();
        // Two structures in three, so that some are missing.
        let some = all
            .into_iter()
            .enumerate()
            .filter(|(at, _)| at % 3 > 0 && at % 40 < 9);
        let slices: HashMap<Structure, Slice> = some
            .map(|(_, structure)| {
                let shape = Shape::with_pawns(&layout, &structure);
                let slice = planted_slice(&shape, &structure);
                (structure, slice)
            })
            .collect();
        let packed = packed_slices(&layout, &slices)?;
        let table = assembled(&packed, Needs::All)?;
        for file in [File::A, File::D] {
            let section = Section::of_file(&layout, man, file);
            let sides = assembled_section(&packed, Needs::All, &section)?;
            let expected = table.excerpt(&section);
            for turn in Color::ALL {
                assert!(sides.get(turn).win.iter().any(|&word| word != 0), "{class}");
                assert_eq!(sides.get(turn), expected.side(turn), "{class}, {file:?}");
            }
        }
    }
    Ok(())
}

/// Pawns in words or as the last man, with no man after them or one.
#[test]
fn tables_have_all_slices() -> Result<(), Box<dyn Error>> {
    all_are_found(&["KPvK", "KPPvK", "KPvKP", "KNPvK", "KRvKP"])
}

/// With two men after the pawn as well.
#[test]
#[ignore = "seconds: classes of five men"]
fn tables_of_five_men_have_all_slices() -> Result<(), Box<dyn Error>> {
    all_are_found(&["KRNPvK", "KRNvKP", "KNPvKP"])
}

fn all_are_found(classes: &[&str]) -> Result<(), Box<dyn Error>> {
    for class in classes {
        assert!(slices_are_found(class, 3)? > 1000, "{class}");
    }
    Ok(())
}
