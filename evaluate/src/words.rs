//! The meaning of each function of the language for a whole sheet of positions.
//!
//! These meanings are independent of the reference meanings in the descriptors;
//! tests compare the two.

use drawproof_language::words::Word;
use shakmaty::{Color, Role};

use crate::geometry;

/// A function, by the type of its result.
#[derive(Copy, Clone, Debug)]
pub enum SetWise {
    Set(SetWord),
    Number(NumberWord),
    Truth(TruthWord),
}

/// A function that returns a set.
#[derive(Copy, Clone, Debug)]
pub enum SetWord {
    /// Of a square, and of blockers if the man slides. The relation of the two
    /// squares is symmetric.
    Attacks(Role),
    /// Of a square.
    PawnAttacks(Color),
    /// Of a set.
    Neighbours,
    /// Of two squares, in either order.
    Between,
    /// Of two squares, in either order.
    Line,
}

/// A function that returns a number.
#[derive(Copy, Clone, Debug)]
pub enum NumberWord {
    /// Of a square: up to 15.
    OfSquare(fn(u64) -> u64),
    /// Of two squares, in either order: up to 15.
    OfSquares(fn(u64, u64) -> u64),
    /// Of a set.
    Count,
    /// Of two numbers.
    Min,
    /// Of two numbers.
    Max,
    /// Of a number.
    Abs,
}

/// A function that returns a truth.
#[derive(Copy, Clone, Debug)]
pub enum TruthWord {
    /// Of two squares, in either order.
    OfSquares(fn(u64, u64) -> bool),
    /// Of a set.
    Empty,
}

/// The set-wise meaning of a function.
pub fn set_wise(word: Word) -> SetWise {
    use NumberWord::{Abs, Count, Max, Min, OfSquare, OfSquares};
    use SetWise::{Number, Set, Truth};
    use SetWord::{Attacks, Between, Line, Neighbours, PawnAttacks};
    match word {
        Word::KingAttacks => Set(Attacks(Role::King)),
        Word::KnightAttacks => Set(Attacks(Role::Knight)),
        Word::BishopAttacks => Set(Attacks(Role::Bishop)),
        Word::RookAttacks => Set(Attacks(Role::Rook)),
        Word::QueenAttacks => Set(Attacks(Role::Queen)),
        Word::PawnAttacksUp => Set(PawnAttacks(Color::White)),
        Word::PawnAttacksDown => Set(PawnAttacks(Color::Black)),
        Word::Neighbours => Set(Neighbours),
        Word::Between => Set(Between),
        Word::Line => Set(Line),
        Word::Distance => Number(OfSquares(geometry::distance)),
        Word::Manhattan => Number(OfSquares(geometry::manhattan)),
        Word::FileDistance => Number(OfSquares(geometry::file_distance)),
        Word::RankDistance => Number(OfSquares(geometry::rank_distance)),
        Word::EdgeDistance => Number(OfSquare(geometry::edge_distance)),
        Word::CornerDistance => Number(OfSquare(geometry::corner_distance)),
        Word::File => Number(OfSquare(|at| geometry::file(at) + 1)),
        Word::Rank => Number(OfSquare(|at| geometry::rank(at) + 1)),
        Word::Count => Number(Count),
        Word::Min => Number(Min),
        Word::Max => Number(Max),
        Word::Abs => Number(Abs),
        Word::Aligned => Truth(TruthWord::OfSquares(geometry::aligned)),
        Word::SameDiagonal => Truth(TruthWord::OfSquares(geometry::same_diagonal)),
        Word::SameColor => Truth(TruthWord::OfSquares(geometry::same_color)),
        Word::Empty => Truth(TruthWord::Empty),
    }
}
