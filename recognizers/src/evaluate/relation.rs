//! What holds between two squares, as tables of bits.

use std::sync::{Arc, LazyLock};

use shakmaty::Role;

use super::{mask::Mask, place::Place};
use crate::{geometry, graph::Op};

/// For each square the squares that are in a symmetric relation with it.
pub type Relation = Arc<[u64; 64]>;

/// Makes the table of a relation.
pub fn relation(holds: impl Fn(u64, u64) -> bool) -> Relation {
    let row = |a: usize| (0..64).fold(0, |row, b| row | u64::from(holds(a as u64, b)) << b);
    Arc::new(std::array::from_fn(row))
}

/// A king's step, and a knight's jump.
pub static STEPS: LazyLock<Relation> =
    LazyLock::new(|| relation(|a, b| geometry::reach(Role::King, a, 0) >> b & 1 != 0));
pub static JUMPS: LazyLock<Relation> =
    LazyLock::new(|| relation(|a, b| geometry::reach(Role::Knight, a, 0) >> b & 1 != 0));
/// The same square.
pub static SAME: LazyLock<Relation> = LazyLock::new(|| relation(|a, b| a == b));

/// The positions in which two squares are in a relation.
pub fn related(relation: &[u64; 64], a: Place, b: Place) -> Mask {
    match (a, b) {
        (Place::Fixed(a), Place::Fixed(b)) => {
            Mask::all_if(relation[a as usize] >> b & 1 != 0)
        }
        (Place::Fixed(fixed), Place::Row) | (Place::Row, Place::Fixed(fixed)) => {
            Mask::rows(relation[fixed as usize])
        }
        (Place::Fixed(fixed), Place::Column) | (Place::Column, Place::Fixed(fixed)) => {
            Mask::columns(relation[fixed as usize])
        }
        (Place::Row, Place::Column) | (Place::Column, Place::Row) => Mask::of_rows(relation),
        (Place::Row, Place::Row) => Mask::rows(to_itself(relation)),
        (Place::Column, Place::Column) => Mask::columns(to_itself(relation)),
    }
}

fn to_itself(relation: &[u64; 64]) -> u64 {
    let bits = relation.iter().enumerate();
    bits.fold(0, |set, (square, row)| set | row & 1 << square)
}

/// A symmetric number of two squares as an operator gives it.
pub fn pair_number(op: &Op) -> Option<fn(u64, u64) -> u64> {
    Some(match op {
        Op::Distance => geometry::distance,
        Op::Manhattan => geometry::manhattan,
        Op::FileDistance => geometry::file_distance,
        Op::RankDistance => geometry::rank_distance,
        _ => return None,
    })
}

/// A symmetric truth of two squares.
pub fn pair_truth(op: &Op) -> Option<fn(u64, u64) -> bool> {
    Some(match op {
        Op::Aligned => geometry::aligned,
        Op::SameDiagonal => geometry::same_diagonal,
        Op::SameColor => geometry::same_color,
        _ => return None,
    })
}

/// A number of one square.
pub fn square_number(op: &Op) -> Option<fn(u64) -> u64> {
    Some(match op {
        Op::File => |at| geometry::file(at) + 1,
        Op::Rank => |at| geometry::rank(at) + 1,
        Op::EdgeDistance => geometry::edge_distance,
        Op::CornerDistance => geometry::corner_distance,
        _ => return None,
    })
}
