//! Words of tables in the order of the positions before a change, compared with each
//! position's index in the table.

use std::{error::Error, slice};

use arrayvec::ArrayVec;
use drawproof_tables::{Material, mixed};
use shakmaty::{Piece, Role};

use super::*;
use crate::{
    positions::{
        change::Change,
        pawn_structure::{Structure, pawns_of},
    },
    store::compressed_sets::PIECE,
};

type Outcome = Result<(), Box<dyn Error>>;

/// A class with one pawn, which is captured or promoted.
struct Case {
    class: &'static str,
    pawn: Square,
    becomes: Option<Role>,
}

/// The table of the class after the change, filled at random.
struct Filled {
    layout: Layout,
    set: Vec<u64>,
    stands: ArrayVec<Stands, MAX_TABLE_MEN>,
    is_flipped: bool,
}

impl Filled {
    fn new(before: &Layout, case: &Case) -> Result<Self, Box<dyn Error>> {
        let (victim, promotion) = match case.becomes {
            None => (Some(2), None),
            Some(role) => (None, Some((2, role))),
        };
        let after = before.material().after(victim, promotion);
        let (class, is_flipped) = after.ok_or("no class")?;
        let layout = Layout::new(&class)?;
        let moving = before.men().iter().copied().enumerate();
        let moving = moving.filter(|&(man, _)| man != 2);
        let mut left: Vec<(Piece, Stands)> = moving
            .map(|(man, piece)| (piece, Stands::Moves(man)))
            .collect();
        if let Some(role) = case.becomes {
            left.push((role.of(before.men()[2].color), Stands::On(case.pawn)));
        }
        let stands = layout.men().iter().map(|man| {
            let color = if is_flipped { !man.color } else { man.color };
            let found = left.iter().find(|(piece, _)| *piece == man.role.of(color));
            found.map(|&(_, stands)| stands).ok_or("no man")
        });
        Ok(Self {
            set: (0..layout.words()).map(|word| mixed(word as u64)).collect(),
            stands: stands.collect::<Result<_, _>>()?,
            layout,
            is_flipped,
        })
    }

    /// Whether the table has a position; `squares` are those of the men before the
    /// change. `None` if men share a square, or if a reflection of the board is as good.
    fn has(&self, squares: &[Square]) -> Option<bool> {
        let of_man = |stands: &Stands| {
            let square = match *stands {
                Stands::Moves(man) => squares[man],
                Stands::On(square) => square,
            };
            flip(self.is_flipped).square(square)
        };
        let own: ArrayVec<Square, MAX_TABLE_MEN> = self.stands.iter().map(of_man).collect();
        let is_twice = (1..own.len()).any(|man| own[..man].contains(&own[man]));
        let index = self.layout.encode(&own).filter(|_| !is_twice)?;
        let at = index.block * self.layout.block_words() + index.word;
        let is_folded = self.layout.kings().on_diagonal(index.block);
        (!is_folded).then(|| self.set[at] >> index.bit & 1 != 0)
    }
}

/// Compares all words of some placements of the kings; how many positions there were.
fn agrees(case: &Case, last: usize) -> Result<u64, Box<dyn Error>> {
    let class: Material = case.class.parse()?;
    let layout = Layout::new(&class)?;
    let filled = Filled::new(&layout, case)?;
    let structure = Structure::new(pawns_of(&layout), [case.pawn]);
    let shape = Shape::with_pawns(&layout, &structure);
    let change = Change {
        victim: case.becomes.is_none().then_some(2),
        pawn: case.becomes.map(|role| (2, case.pawn, Some(role))),
        last: Some(last),
    };
    let order = Order::of(&shape, &change);
    let of = (&order, &filled.layout, &filled.stands[..]);
    let gather = Gather::of_table(&shape, of.0, of.1, of.2, filled.is_flipped);
    let pieces: Vec<usize> = order
        .outers
        .iter()
        .copied()
        .filter(|man| *man > 1)
        .collect();
    let mut found = 0;
    for kings in (0..8).map(|number| mixed(number) as usize % 4096) {
        let Some(group) = &gather.groups[kings] else {
            continue;
        };
        let mut words = vec![0; 1 << (6 * pieces.len())];
        gather.fill(group, &filled.set, &mut words);
        let mut squares = [Square::A1; MAX_TABLE_MEN];
        (squares[0], squares[1]) = (
            Square::new(kings as u32 >> 6),
            Square::new(kings as u32 & 63),
        );
        for (word, bits) in words.into_iter().enumerate() {
            for (digit, &man) in pieces.iter().rev().enumerate() {
                squares[man] = Square::new((word >> (6 * digit) & 63) as u32);
            }
            for bit in Square::ALL {
                squares[last] = bit;
                if let Some(expected) = filled.has(&squares) {
                    let has = bits >> bit.to_u32() & 1 != 0;
                    assert_eq!(has, expected, "{} {last} {squares:?}", case.class);
                    found += 1;
                }
            }
        }
    }
    Ok(found)
}

/// A table that is read piece by piece gives the same as one read as a whole.
#[test]
fn pieces_make_the_whole() -> Outcome {
    for (class, becomes) in [("KRPvKN", Some(Role::Queen)), ("KRBNvKP", None)] {
        let pawn = Square::C7;
        let case = Case {
            class,
            pawn,
            becomes,
        };
        let layout = Layout::new(&class.parse()?)?;
        let filled = Filled::new(&layout, &case)?;
        let at = pawns_of(&layout).len() + 1;
        let shape = Shape::with_pawns(&layout, &Structure::new(pawns_of(&layout), [pawn]));
        let change = Change {
            victim: becomes.is_none().then_some(at),
            pawn: becomes.map(|role| (at, pawn, Some(role))),
            last: Some(shape.bit_man()),
        };
        let order = Order::of(&shape, &change);
        let (from, stands) = (&filled.layout, &filled.stands[..]);
        let gather = Gather::of_table(&shape, &order, from, stands, filled.is_flipped);
        let mut result = gather.empty();
        let size = filled.set.len().min(PIECE);
        for (at, piece) in filled.set.chunks(size).enumerate() {
            Gather::add_piece(
                slice::from_ref(&gather),
                at * size,
                piece,
                vec![&mut result],
            );
        }
        assert!(result == gather.set(&filled.set), "{class}");
        assert!(filled.set.len() > 4 * PIECE, "{class} is one piece");
    }
    Ok(())
}

/// With each man as the last one.
fn all_agree(case: &Case) -> Outcome {
    for last in 3..case.class.len() - 1 {
        assert!(agrees(case, last)? > 1000, "{} {last}", case.class);
    }
    Ok(())
}

#[test]
fn tables_after_a_pawn_is_taken() -> Outcome {
    for class in ["KRNvKP", "KRvKBP", "KRBNvKP"] {
        all_agree(&Case {
            class,
            pawn: Square::E4,
            becomes: None,
        })?;
    }
    Ok(())
}

/// What the pawn has become is anywhere in the order of the men, of either colour.
#[test]
fn tables_after_promotions() -> Outcome {
    for (class, pawn, roles) in [
        ("KRBvKP", Square::C1, &[Role::Queen, Role::Knight][..]),
        ("KQNPvK", Square::F8, &[Role::Rook, Role::Bishop]),
        ("KRPvKN", Square::G8, &[Role::Queen, Role::Bishop]),
    ] {
        for &becomes in roles {
            all_agree(&Case {
                class,
                pawn,
                becomes: Some(becomes),
            })?;
        }
    }
    Ok(())
}
