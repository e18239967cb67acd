//! One position, and the meaning of the words of the language in it.

use std::collections::HashMap;

use drawproof_tables::{Material, Placement};
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use crate::{
    RuleFile,
    syntax::{Binary, BitTable, Definition, Limit, Quantifier, TableEntries, Type},
    words::{Atom, Meaning, Member, Word, named_set, named_square},
};

/// The value of an expression.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Value {
    Square(Square),
    Set(Bitboard),
    Number(i32),
    Truth(bool),
}

impl Value {
    /// The set that it is, or the square as a set.
    pub fn set(self) -> Option<Bitboard> {
        match self {
            Self::Square(square) => Some(square.into()),
            Self::Set(set) => Some(set),
            _ => None,
        }
    }

    /// The square that it is.
    pub fn square(self) -> Option<Square> {
        if let Self::Square(square) = self {
            Some(square)
        } else {
            None
        }
    }

    /// The number that it is.
    pub fn number(self) -> Option<i32> {
        if let Self::Number(number) = self {
            Some(number)
        } else {
            None
        }
    }

    /// The truth that it is.
    pub fn truth(self) -> Option<bool> {
        if let Self::Truth(truth) = self {
            Some(truth)
        } else {
            None
        }
    }
}

/// The values of parameters and quantifiers' variables.
pub type Names = HashMap<String, Value>;

/// The values of a definition's parameters.
pub fn parameters(definition: &Definition, arguments: &[Value]) -> Option<Names> {
    let parameters = definition.parameters.iter().zip(arguments);
    let named = parameters.map(|((name, kind), value)| {
        let value = match kind {
            Type::Set => Value::Set(value.set()?),
            Type::Square | Type::Number | Type::Truth => *value,
        };
        Some((name.clone(), value))
    });
    named.collect()
}

/// A position as rules see it: with equal material the side to move is White.
/// After moves, the sides keep their names.
#[derive(Clone)]
pub struct Position {
    /// Whether there is a stronger side, White.
    pub has_strong: bool,
    pub men: Vec<(Piece, Square)>,
    /// Who was to move when the rules were asked.
    pub us: Color,
    /// Who is to move.
    pub turn: Color,
    /// The square that a pawn has just passed.
    pub passed: Option<Square>,
    /// How many moves were made since the rules were asked.
    pub plies: usize,
}

impl Position {
    /// A board as the rules of an open class see it, whose first side has a colour there: it is
    /// White for them.
    pub fn of_board(board: &Board, turn: Color, strong: Color) -> Self {
        let seen = |square: Square, man: Piece| match strong {
            Color::White => (man, square),
            Color::Black => (man.role.of(!man.color), square.flip_vertical()),
        };
        let turn = if strong.is_white() { turn } else { !turn };
        let squares = board.occupied().into_iter();
        let men = squares.filter_map(|square| Some(seen(square, board.piece_at(square)?)));
        Self {
            has_strong: true,
            men: men.collect(),
            us: turn,
            turn,
            passed: None,
            plies: 0,
        }
    }

    /// The position as the rules of a file see it.
    pub fn new(rules: &RuleFile, placement: &Placement) -> Self {
        let material = rules.material();
        if material.is_symmetric() && placement.turn.is_black() {
            return Self::new(rules, &placement.exchanged(material));
        }
        let squares = placement.squares.iter().copied();
        Self {
            has_strong: !material.is_symmetric(),
            men: material.men().into_iter().zip(squares).collect(),
            us: placement.turn,
            turn: placement.turn,
            passed: None,
            plies: 0,
        }
    }

    /// The class and the squares of the men, as their own rules and tables see
    /// them; `None` if a pawn can be captured en passant, which they do not know.
    pub fn placed(&self) -> Option<(Material, Placement)> {
        let pawns = self
            .men
            .iter()
            .filter(|(man, _)| *man == Role::Pawn.of(self.turn));
        let reach = |(man, at): &(Piece, Square)| attacks::attacks(*at, *man, Bitboard::EMPTY);
        let mut reached = pawns.map(reach);
        if self
            .passed
            .is_some_and(|at| reached.any(|set| set.contains(at)))
        {
            return None;
        }
        let mut board = Board::empty();
        for &(man, at) in &self.men {
            board.set_piece_at(at, man);
        }
        let (material, placement, _) = Placement::of_board(&board, self.turn)?;
        Some((material, placement))
    }

    /// Whether a rule is about the side to move.
    pub fn is_asked(&self, limit: Limit) -> bool {
        match limit {
            Limit::Both => true,
            Limit::Strong => self.turn.is_white(),
            Limit::Weak => self.turn.is_black(),
        }
    }

    /// What the language means by a name.
    pub fn name(&self, name: &str) -> Option<Value> {
        if let Some(set) = named_set(name) {
            return Some(Value::Set(Bitboard(set)));
        }
        if let Some(square) = named_square(name) {
            return Some(Value::Square(square));
        }
        Some(match Atom::named(name)? {
            Atom::True => Value::Truth(true),
            Atom::False => Value::Truth(false),
            Atom::Occupied => Value::Set(self.occupied()),
            Atom::InCheck => Value::Truth(self.is_attacked(self.turn)),
            Atom::StrongToMove => Value::Truth(self.turn.is_white()),
            // It is asked of the rules and tables that are used.
            Atom::Drawn => return None,
        })
    }

    pub fn occupied(&self) -> Bitboard {
        self.squares(|_| true)
    }

    pub fn squares(&self, is: impl Fn(Piece) -> bool) -> Bitboard {
        self.men
            .iter()
            .filter(|(man, _)| is(*man))
            .map(|(_, square)| *square)
            .collect()
    }

    pub fn attacks(&self, color: Color) -> Bitboard {
        let own = self.men.iter().filter(|(man, _)| man.color == color);
        own.fold(Bitboard::EMPTY, |all, &(man, square)| {
            all | attacks::attacks(square, man, self.occupied())
        })
    }

    /// The side that a word names.
    pub fn side(&self, owner: &str) -> Option<Color> {
        Some(match owner {
            "us" => self.us,
            "them" => !self.us,
            "strong" if self.has_strong => Color::White,
            "weak" if self.has_strong => Color::Black,
            _ => return None,
        })
    }

    /// A part of a side, as `us.rook`.
    pub fn member(&self, owner: &str, what: &str) -> Option<Value> {
        let color = self.side(owner)?;
        Some(match Member::named(what)? {
            Member::Attacks => Value::Set(self.attacks(color)),
            Member::All => Value::Set(self.squares(|man| man.color == color)),
            Member::Men(role) => Value::Set(self.squares(|man| man == role.of(color))),
            Member::Man(role) => {
                let set = self.squares(|man| man == role.of(color));
                Value::Square(set.single_square()?)
            }
            Member::InCheck => Value::Truth(self.is_attacked(color)),
            // They are asked of the rules and tables that are used.
            Member::Wins | Member::CannotWin => return None,
        })
    }

    /// A function of the language.
    pub fn word(&self, word: Word, arguments: &[Value]) -> Option<Value> {
        let set = |at: usize| arguments.get(at)?.set();
        let square = |at: usize| arguments.get(at)?.square();
        let number = |at: usize| arguments.get(at)?.number();
        Some(match word.meaning() {
            Meaning::SetOfSquare(of) => Value::Set(of(square(0)?)),
            Meaning::SetOfSquareAndBlockers(of) => {
                Value::Set(of(square(0)?, set(1).unwrap_or(self.occupied())))
            }
            Meaning::SetOfSquares(of) => Value::Set(of(square(0)?, square(1)?)),
            Meaning::SetOfSet(of) => Value::Set(of(set(0)?)),
            Meaning::NumberOfSquare(of) => Value::Number(of(square(0)?)),
            Meaning::NumberOfSquares(of) => Value::Number(of(square(0)?, square(1)?)),
            Meaning::NumberOfSet(of) => Value::Number(of(set(0)?)),
            Meaning::NumberOfNumber(of) => Value::Number(of(number(0)?)),
            Meaning::NumberOfNumbers(of) => Value::Number(of(number(0)?, number(1)?)),
            Meaning::TruthOfSquares(of) => Value::Truth(of(square(0)?, square(1)?)),
            Meaning::TruthOfSet(of) => Value::Truth(of(set(0)?)),
        })
    }
}

/// What a table holds for a square.
pub fn entry(table: &BitTable, square: Square) -> Value {
    let at = square.to_usize();
    match &table.entries {
        TableEntries::Sets(sets) => Value::Set(Bitboard(sets[at])),
        TableEntries::Numbers(numbers) => Value::Number(numbers[at]),
        TableEntries::Squares(squares) => Value::Square(Square::new(squares[at].into())),
    }
}

/// What a quantifier makes of the squares of a set for which its condition
/// holds.
pub fn quantified(quantifier: Quantifier, all: Bitboard, chosen: Bitboard) -> Value {
    match quantifier {
        Quantifier::Any => Value::Truth(chosen.any()),
        Quantifier::All => Value::Truth(chosen == all),
        Quantifier::Count => Value::Number(chosen.count() as i32),
        Quantifier::Set => Value::Set(chosen),
    }
}

/// What an operator makes of two values.
pub fn operate(operator: Binary, left: Value, right: Value) -> Option<Value> {
    let numbers = || Some((left.number()?, right.number()?));
    let sets = || Some((left.set()?, right.set()?));
    let truths = || Some((left.truth()?, right.truth()?));
    let compare =
        |holds: fn(&i32, &i32) -> bool| numbers().map(|(a, b)| Value::Truth(holds(&a, &b)));
    match operator {
        Binary::Or => truths().map(|(a, b)| Value::Truth(a || b)),
        Binary::And => truths().map(|(a, b)| Value::Truth(a && b)),
        Binary::Equal | Binary::NotEqual => {
            let equal = match sets() {
                Some((a, b)) => a == b,
                None => left == right,
            };
            Some(Value::Truth(equal == (operator == Binary::Equal)))
        }
        Binary::Less => compare(i32::lt),
        Binary::LessEqual => compare(i32::le),
        Binary::Greater => compare(i32::gt),
        Binary::GreaterEqual => compare(i32::ge),
        Binary::In => Some(Value::Truth(right.set()?.contains(left.square()?))),
        Binary::Union => sets().map(|(a, b)| Value::Set(a | b)),
        Binary::Intersection => sets().map(|(a, b)| Value::Set(a & b)),
        Binary::Times => numbers().map(|(a, b)| Value::Number(a.wrapping_mul(b))),
        Binary::Plus => match numbers() {
            Some((a, b)) => Some(Value::Number(a.wrapping_add(b))),
            None => sets().map(|(a, b)| Value::Set(a | b)),
        },
        Binary::Minus => match numbers() {
            Some((a, b)) => Some(Value::Number(a.wrapping_sub(b))),
            None => sets().map(|(a, b)| Value::Set(a & !b)),
        },
    }
}
