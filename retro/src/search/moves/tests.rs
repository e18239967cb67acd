//! Moves of whole sheets, compared with moves on the board into a set that is
//! filled at random.

use std::error::Error;

use drawproof_tables::{Layout, Material, Placement, mixed};
use rayon::prelude::*;

use super::*;
use crate::{
    planted::{encode, placements, planted, planted_slice},
    positions::pawn_structure::{Structure, levels},
    search::backwards::Set,
};

type Outcome = Result<(), Box<dyn Error>>;

/// Whether a move of a piece that is no capture leads into the set.
fn leads(layout: &Layout, into: &Set, placement: &Placement, mover: Color) -> bool {
    let men = into.shape.men();
    let occupied = placement.occupied();
    (0..men.len()).any(|man| {
        let (piece, from) = (men[man], placement.squares[man]);
        if piece.color != mover || piece.role == Role::Pawn {
            return false;
        }
        let reach = attacks::attacks(from, piece, occupied) & !occupied;
        reach.into_iter().any(|to| {
            let mut squares = placement.squares.clone();
            squares[man] = to;
            let found = encode(layout, into.shape, &squares);
            found.is_some_and(|(word, bit)| into.words[word] >> bit & 1 != 0)
        })
    })
}

/// Some sheets of a class: all of it, or some of its pawn structures.
fn moves_agree(class: &str, movers: &[Color], sheets: u64) -> Outcome {
    let class: Material = class.parse()?;
    let layout = Layout::new(&class)?;
    let mut found = 0;
    if !class.has_pawns() {
        let shape = Shape::whole(&layout);
        let table = planted(&layout);
        for &mover in movers {
            let set = shape.padded(table.side(!mover).loss.clone());
            found += some_agree(&layout, &shape, &set, mover, sheets);
        }
    }
    for structure in some_structures(&layout) {
        let shape = Shape::with_pawns(&layout, &structure);
        let slice = planted_slice(&shape, &structure);
        for &mover in movers {
            found += some_agree(
                &layout,
                &shape,
                &slice.sides.get(!mover).loss,
                mover,
                sheets,
            );
        }
    }
    assert!(found > 1000, "{class}: {found} moves");
    Ok(())
}

fn some_structures(layout: &Layout) -> Vec<Structure> {
    let all: Vec<Structure> = levels(layout).into_iter().flatten().collect();
    if all.len() < 2 {
        return Vec::new();
    }
    let of = |number: u64| all[mixed(number) as usize % all.len()].clone();
    (0..3).map(of).collect()
}

fn some_agree(layout: &Layout, shape: &Shape, set: &[u64], mover: Color, sheets: u64) -> u64 {
    let moves = Moves::new(shape.clone());
    let into = Set { shape, words: set };
    let agree = (0..sheets).into_par_iter().map(|number| {
        let number = mixed(number) as usize;
        let at = At {
            block: number % shape.blocks(),
            sheet: (number >> 32) % shape.sheets,
        };
        sheet_agrees(layout, &moves, &into, mover, at)
    });
    agree.sum::<u64>()
}

fn sheet_agrees(layout: &Layout, moves: &Moves, into: &Set, mover: Color, at: At) -> u64 {
    let Some(place) = moves.shape.place(at) else {
        return 0;
    };
    let mut set = Sheet::EMPTY;
    moves.add_piece_moves(&place, mover, into, &Sheet([!0; 64]), &mut set);
    let mut found = 0;
    for ((word, bit), placement) in placements(&moves.shape, at) {
        let expected = leads(layout, into, &placement, mover);
        let has = set.0[word] >> bit & 1 != 0;
        assert_eq!(has, expected, "{placement:?} {mover}");
        found += u64::from(expected);
    }
    found
}

#[test]
fn moves_of_three_and_four_men_agree_with_the_board() -> Outcome {
    moves_agree("KQvK", &Color::ALL, 600)?;
    for class in ["KRvKN", "KQvKB"] {
        moves_agree(class, &Color::ALL, 20)?;
    }
    Ok(())
}

/// Kings are the last two of all men.
#[test]
fn moves_beside_pawns_agree_with_the_board() -> Outcome {
    for class in ["KPvK", "KPvKP", "KPPvKP"] {
        moves_agree(class, &Color::ALL, 1)?;
    }
    moves_agree("KNvKP", &Color::ALL, 20)
}

#[test]
fn moves_of_five_men_agree_with_the_board() -> Outcome {
    moves_agree("KRBvKN", &Color::ALL, 30)
}

/// Blocks are the squares of one king.
#[test]
fn moves_of_four_pieces_beside_a_pawn_agree_with_the_board() -> Outcome {
    for class in ["KQBvKP", "KRPvKN"] {
        moves_agree(class, &Color::ALL, 30)?;
    }
    Ok(())
}

/// Each sheet from which a move leads into a stored one is visited.
#[test]
fn sheets_with_moves_are_marked() -> Outcome {
    for (class, mover) in [
        ("KQRBvKN", Color::White),
        ("KBNPvKP", Color::White),
        ("KBNPvKP", Color::Black),
        ("KRNvKB", Color::Black),
    ] {
        let layout = Layout::new(&class.parse::<Material>()?)?;
        let shape = match some_structures(&layout).first() {
            Some(structure) => Shape::with_pawns(&layout, structure),
            None => Shape::whole(&layout),
        };
        let moves = Moves::new(shape);
        for number in 0..6 {
            let number = mixed(number) as usize;
            let at = At {
                block: number % moves.shape.blocks(),
                sheet: (number >> 32) % moves.shape.sheets,
            };
            marks_cover(&moves, mover, at);
        }
    }
    Ok(())
}

/// The sheets from which moves lead into a set of one sheet.
fn marks_cover(moves: &Moves, mover: Color, at: At) {
    let shape = &moves.shape;
    let mut blocks = vec![SparseBlock::default(); shape.blocks()];
    blocks[at.block].push(shape, at.sheet, &Sheet([!0; 64]));
    let into = Sparse::new(blocks);
    let marked = |block, into: &Sparse| {
        let mut marks = Marks::none(shape);
        moves.mark(block, mover, into, &mut marks);
        marks.iter().collect::<Vec<_>>()
    };
    assert!(marked(at.block, &Sparse::none(shape)).is_empty());
    let steps = moves.king_steps(at.block, mover).iter();
    let others = steps.map(|step| step.block).take(2);
    for block in others.chain([at.block]) {
        let marked = marked(block, &into);
        for sheet in 0..shape.sheets {
            let Some(place) = shape.place(At { block, sheet }) else {
                continue;
            };
            let mut set = Sheet::EMPTY;
            moves.add_piece_moves(&place, mover, &into, &Sheet([!0; 64]), &mut set);
            let is_covered = set.is_empty() || marked.contains(&sheet);
            assert!(is_covered, "{at:?} {block} {sheet}");
        }
        assert!(marked.len() < shape.sheets, "all are visited");
    }
}
