//! Moves of whole sheets, compared with moves on the board into a set that is
//! filled at random.

use std::error::Error;

use drawproof_tables::{Index, Material, Placement, mixed};
use rayon::prelude::*;

use super::*;
use crate::planted::{placements, planted};

type Outcome = Result<(), Box<dyn Error>>;

/// The lost positions of a planted table; the won ones after double steps.
struct Planted<'a> {
    shape: &'a Shape<'a>,
    plain: Vec<u64>,
    stepped: Vec<u64>,
}

impl Source for Planted<'_> {
    fn plain(&self, at: At) -> Option<&Words> {
        Some(self.shape.words(&self.plain, at))
    }

    fn stepped(&self, _: usize, at: At) -> Option<Sheet> {
        Some(Sheet(*self.shape.words(&self.stepped, at)))
    }
}

impl Planted<'_> {
    fn has(&self, squares: &[Square], is_stepped: bool) -> bool {
        let layout = self.shape.layout;
        let Some(Index { block, word, bit }) = layout.encode(squares) else {
            return false;
        };
        let at = At {
            block,
            sheet: word / 64,
        };
        let set = if is_stepped {
            &self.stepped
        } else {
            &self.plain
        };
        self.shape.words(set, at)[word % 64] >> bit & 1 != 0
    }
}

/// Whether a move that is no capture or promotion leads into the set.
fn leads(into: &Planted, placement: &Placement, mover: Color, pawns: bool) -> bool {
    let men = into.shape.men();
    let occupied = placement.occupied();
    (0..men.len()).any(|man| {
        let (piece, from) = (men[man], placement.squares[man]);
        if piece.color != mover || (piece.role == Role::Pawn) != pawns {
            return false;
        }
        let landed = |to: Square, is_stepped| {
            let mut squares = placement.squares.clone();
            squares[man] = to;
            into.has(&squares, is_stepped)
        };
        if pawns {
            let [one, two] = pawns::steps(mover, from, !occupied.0);
            let one = Bitboard(one) & !Bitboard::BACKRANKS;
            return one.into_iter().any(|to| landed(to, false))
                || Bitboard(two).into_iter().any(|to| landed(to, true));
        }
        let reach = attacks::attacks(from, piece, occupied) & !occupied;
        reach.into_iter().any(|to| landed(to, false))
    })
}

fn moves_agree(class: &str, movers: &[Color], sheets: u64) -> Outcome {
    let class: Material = class.parse()?;
    let layout = Layout::new(&class)?;
    let moves = Moves::new(&layout);
    let shape = &moves.shape;
    let table = planted(&layout);
    let mut found = 0;
    for &mover in movers {
        let side = table.side(!mover);
        let into = Planted {
            shape,
            plain: shape.padded(side.loss.clone()),
            stepped: shape.padded(side.win.clone()),
        };
        let agree = (0..sheets).into_par_iter().map(|number| {
            let number = mixed(number) as usize;
            let at = At {
                block: number % layout.blocks(),
                sheet: (number >> 32) % shape.sheets,
            };
            sheet_agrees(&moves, &into, mover, at)
        });
        found += agree.sum::<u64>();
    }
    assert!(found > 1000, "{class}: {found} moves");
    Ok(())
}

fn sheet_agrees(moves: &Moves, into: &Planted, mover: Color, at: At) -> u64 {
    let Some(place) = moves.shape.place(at) else {
        return 0;
    };
    let (mut by_pieces, mut by_pawns) = (Sheet::EMPTY, Sheet::EMPTY);
    let all = Sheet([!0; 64]);
    moves.add_piece_moves(&place, mover, into, &all, &mut by_pieces);
    moves.add_pawn_moves(&place, mover, into, &mut by_pawns);
    let mut found = 0;
    for (index, placement) in placements(&moves.shape, at) {
        for (pawns, set) in [(false, &by_pieces), (true, &by_pawns)] {
            let expected = leads(into, &placement, mover, pawns);
            let has = set.0[index.word % 64] >> index.bit & 1 != 0;
            assert_eq!(has, expected, "{index:?} {mover}, pawns: {pawns}");
            found += u64::from(expected);
        }
    }
    found
}

#[test]
fn moves_of_three_and_four_men_agree_with_the_board() -> Outcome {
    for class in ["KQvK", "KPvK"] {
        moves_agree(class, &Color::ALL, 600)?;
    }
    for class in ["KRvKN", "KQvKB", "KNvKP", "KPvKP"] {
        moves_agree(class, &Color::ALL, 20)?;
    }
    Ok(())
}

#[test]
fn moves_of_five_men_agree_with_the_board() -> Outcome {
    moves_agree("KRBvKN", &Color::ALL, 30)
}

/// Each sheet from which a move leads into a stored one is visited.
#[test]
fn sheets_with_moves_are_marked() -> Outcome {
    for (class, mover) in [
        ("KQRBvKN", Color::White),
        ("KBNPvKP", Color::White),
        ("KRNvKB", Color::Black),
    ] {
        let layout = Layout::new(&class.parse::<Material>()?)?;
        let moves = Moves::new(&layout);
        let shape = &moves.shape;
        for number in 0..6 {
            let number = mixed(number) as usize;
            let at = At {
                block: number % layout.blocks(),
                sheet: (number >> 32) % shape.sheets,
            };
            let mut blocks = vec![SparseBlock::default(); shape.blocks()];
            blocks[at.block].push(shape, at.sheet, &Sheet([!0; 64]));
            let into = Sparse::new(blocks);
            let marked = |block, into: &Sparse, stepped: &[(usize, Sparse)]| {
                let mut marks = Marks::none(shape);
                moves.mark(block, mover, into, stepped, &mut marks);
                marks.iter().collect::<Vec<_>>()
            };
            let none = Sparse::none(shape);
            assert!(marked(at.block, &none, &[]).is_empty());
            let steps = moves.king_steps(at.block, mover).iter();
            let others = steps.map(|step| step.block).take(2);
            for block in others.chain([at.block]) {
                let plain = marked(block, &into, &[]);
                let stepped = marked(block, &none, &[(2, into.clone())]);
                for sheet in 0..shape.sheets {
                    let Some(place) = shape.place(At { block, sheet }) else {
                        continue;
                    };
                    let mut set = Sheet::EMPTY;
                    let one = One {
                        at,
                        is_stepped: false,
                    };
                    moves.add_piece_moves(&place, mover, &one, &Sheet([!0; 64]), &mut set);
                    moves.add_pawn_moves(&place, mover, &one, &mut set);
                    assert!(
                        set.is_empty() || plain.contains(&sheet),
                        "{class} {at:?} {block} {sheet}"
                    );
                    let mut set = Sheet::EMPTY;
                    moves.add_pawn_moves(
                        &place,
                        mover,
                        &One {
                            at,
                            is_stepped: true,
                        },
                        &mut set,
                    );
                    assert!(
                        set.is_empty() || stepped.contains(&sheet),
                        "{class} {at:?} {block} {sheet}"
                    );
                }
                assert!(plain.len() < shape.sheets, "{class}: all are visited");
            }
        }
    }
    Ok(())
}

/// All positions of one sheet.
struct One {
    at: At,
    is_stepped: bool,
}

impl Source for One {
    fn plain(&self, at: At) -> Option<&Words> {
        (at == self.at && !self.is_stepped).then_some(&[!0; 64])
    }

    fn stepped(&self, _: usize, at: At) -> Option<Sheet> {
        (at == self.at && self.is_stepped).then_some(Sheet([!0; 64]))
    }
}
