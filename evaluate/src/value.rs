//! What operations make of single values, as words.
//!
//! Truths are 0 or 1, numbers have their 32 bits, squares and sets are what they
//! are.

use drawproof_language::{graph::Op, syntax::TableEntries};

use crate::{
    geometry,
    words::{NumberWord, SetWise, SetWord, TruthWord, set_wise},
};

/// What an operation makes of values; `None` if it is no function of them.
pub fn value(op: &Op, values: &[u64]) -> Option<u64> {
    let number = |at: usize| values[at] as i32;
    let of_number = |number: i32| u64::from(number as u32);
    let of_truth = u64::from;
    Some(match op {
        Op::Square(square) => u64::from(*square),
        Op::Bits(bits) => *bits,
        Op::Number(number) => of_number(*number),
        Op::Truth(truth) => of_truth(*truth),
        Op::Single => 1 << (values[0] & 63),
        Op::Not => of_truth(values[0] == 0),
        Op::Complement => !values[0],
        Op::Negative => of_number(number(0).wrapping_neg()),
        Op::Or | Op::Union => values[0] | values[1],
        Op::And | Op::Intersection => values[0] & values[1],
        Op::Difference => values[0] & !values[1],
        Op::Equal => of_truth(values[0] == values[1]),
        Op::Less => of_truth(number(0) < number(1)),
        Op::LessEqual => of_truth(number(0) <= number(1)),
        Op::In => values[1] >> (values[0] & 63) & 1,
        Op::Plus => of_number(number(0).wrapping_add(number(1))),
        Op::Minus => of_number(number(0).wrapping_sub(number(1))),
        Op::Times => of_number(number(0).wrapping_mul(number(1))),
        Op::If => values[if values[0] == 0 { 2 } else { 1 }],
        Op::Word(word) => word_value(set_wise(*word), values)?,
        Op::Entry(TableEntries::Sets(sets)) => *sets.get(values[0] as usize)?,
        Op::Entry(TableEntries::Numbers(numbers)) => of_number(*numbers.get(values[0] as usize)?),
        Op::Entry(TableEntries::Squares(squares)) => (*squares.get(values[0] as usize)?).into(),
        Op::Man(_)
        | Op::Variable(_)
        | Op::Occupied
        | Op::Parameter(..)
        | Op::Holds(_)
        | Op::Each(..) => return None,
    })
}

fn word_value(word: SetWise, values: &[u64]) -> Option<u64> {
    let number = |at: usize| values[at] as i32;
    let of_number = |number: i32| u64::from(number as u32);
    let second = || values.get(1).copied();
    Some(match word {
        SetWise::Set(SetWord::Attacks(role)) => {
            geometry::reach(role, values[0], second().unwrap_or(0))
        }
        SetWise::Set(SetWord::PawnAttacks(color)) => geometry::pawn_reach(color, values[0]),
        SetWise::Set(SetWord::Neighbours) => geometry::neighbours(values[0]),
        SetWise::Set(SetWord::Between) => geometry::between(values[0], second()?),
        SetWise::Set(SetWord::Line) => geometry::line(values[0], second()?),
        SetWise::Number(NumberWord::OfSquare(of)) => of(values[0]),
        SetWise::Number(NumberWord::OfSquares(of)) => of(values[0], second()?),
        SetWise::Number(NumberWord::Count) => values[0].count_ones().into(),
        SetWise::Number(NumberWord::Min) => of_number(number(0).min(second()? as i32)),
        SetWise::Number(NumberWord::Max) => of_number(number(0).max(second()? as i32)),
        SetWise::Number(NumberWord::Abs) => of_number(number(0).wrapping_abs()),
        SetWise::Truth(TruthWord::OfSquares(of)) => of(values[0], second()?).into(),
        SetWise::Truth(TruthWord::Empty) => u64::from(values[0] == 0),
    })
}
