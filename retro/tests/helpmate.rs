//! Tables of help mates, against a search forward: every position of a class by shakmaty's
//! moves alone, with an order of its own.

use std::{collections::HashMap, error::Error};

use drawproof_retro::helpmates;
use drawproof_tables::HelpmateTables;
use rayon::prelude::*;
use shakmaty::{
    ByColor, CastlingMode, Chess, Color, EnPassantMode, File, Piece, Position, PositionError, Rank,
    Role, Setup, Square, fen::Fen,
};

type Outcome = Result<(), Box<dyn Error>>;

/// The plies of the shortest help mates of Black, and of White.
type Plies = [u8; 2];

/// No line leads to mate.
const NEVER: u8 = u8::MAX;

/// Every position of some classes.
#[derive(Default)]
struct Witness(HashMap<Vec<Piece>, Vec<Plies>>);

/// The positions of one class.
struct Class {
    positions: Vec<Chess>,
    /// Of each position: those of the class that its moves lead to, and the least plies
    /// among others that they lead to.
    after: Vec<(Vec<u32>, Plies)>,
}

/// White's men and Black's men besides the kings, as in `KNvKP`.
fn men(class: &str) -> Vec<Piece> {
    let mut men = Vec::new();
    for (side, color) in class.split('v').zip([Color::White, Color::Black]) {
        let roles = side.chars().skip(1).filter_map(Role::from_char);
        men.extend(roles.map(|role| role.of(color)));
    }
    men
}

/// The men besides the kings, and the squares of all: kings first, White before Black.
fn on_board(position: &Chess) -> (Vec<Piece>, Vec<Square>) {
    let board = position.board();
    let sides = [Color::White, Color::Black];
    let mut squares: Vec<Square> = sides
        .iter()
        .filter_map(|&color| board.king_of(color))
        .collect();
    let mut men = Vec::new();
    for color in sides {
        let kings = board.kings();
        for square in board.by_color(color) & !kings {
            men.extend(board.piece_at(square));
            squares.push(square);
        }
    }
    (men, squares)
}

fn has_pawns(men: &[Piece]) -> bool {
    men.iter().any(|man| man.role == Role::Pawn)
}

/// The position with White's king on the files a to d and, without pawns, on a1-d1-d4.
fn folded(mut squares: Vec<Square>, has_pawns: bool) -> Vec<Square> {
    let mut turn = |is_due: fn(Square) -> bool, how: fn(Square) -> Square| {
        if is_due(squares[0]) {
            for square in &mut squares {
                *square = how(*square);
            }
        }
    };
    turn(|king| king.file() > File::D, Square::flip_horizontal);
    if !has_pawns {
        turn(|king| king.rank() > Rank::Fourth, Square::flip_vertical);
        turn(
            |king| king.rank().to_u32() > king.file().to_u32(),
            Square::flip_diagonal,
        );
    }
    squares
}

/// The squares of White's king in folded positions.
fn king_squares(has_pawns: bool) -> Vec<Square> {
    let is_folded = |square: &Square| folded(vec![*square], has_pawns) == [*square];
    Square::ALL.into_iter().filter(is_folded).collect()
}

/// How many numbers a class has.
fn size(men: &[Piece]) -> usize {
    (4 * king_squares(has_pawns(men)).len()) << (6 * (1 + men.len()))
}

/// The number of a position within its class. Each side has at most one pawn, so the right
/// to capture en passant is there or not.
fn number(position: &Chess, kings: &[Square], squares: &[Square]) -> usize {
    let king = kings.iter().position(|king| *king == squares[0]);
    let king = king.expect("the position is folded");
    let squares = squares[1..].iter();
    let number = squares.fold(king, |number, square| number << 6 | square.to_usize());
    let has_right = position.legal_ep_square().is_some();
    number << 2 | usize::from(position.turn().is_white()) << 1 | usize::from(has_right)
}

/// The position of a number; `None` if it is not legal.
fn position(men: &[Piece], kings: &[Square], number: usize) -> Option<Chess> {
    let king = kings[number >> (2 + 6 * (1 + men.len()))];
    let digits = (0..=men.len()).rev();
    let square = |digit| Square::new((number >> (2 + 6 * digit) & 63) as u32);
    let squares = [king].into_iter().chain(digits.map(square));
    let mut setup = Setup::empty();
    setup.turn = Color::from_white(number >> 1 & 1 != 0);
    let has_right = number & 1 != 0;
    let kings = [Color::White, Color::Black].map(|color| Role::King.of(color));
    for (&man, square) in kings.iter().chain(men).zip(squares) {
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.set_piece_at(square, man);
        if has_right && man == Role::Pawn.of(!setup.turn) {
            setup.ep_square = square.offset(setup.turn.fold_wb(8, -8));
        }
    }
    // The right is there, and a capture is legal.
    let position: Result<Chess, _> = setup.position(CastlingMode::Standard);
    let position = position.or_else(PositionError::ignore_impossible_check);
    let position = position.ok();
    position.filter(|position| position.legal_ep_square().is_some() == has_right)
}

fn least(one: Plies, other: Plies) -> Plies {
    [0, 1].map(|color| one[color].min(other[color]))
}

impl Witness {
    /// Searches a class, after all that its captures and promotions lead to.
    fn add(&mut self, men: &[Piece]) -> Vec<Chess> {
        let kings = king_squares(has_pawns(men));
        let legal = (0..size(men)).into_par_iter();
        let legal = legal.filter_map(|at| Some((at as u32, position(men, &kings, at)?)));
        let (numbers, positions): (Vec<u32>, Vec<Chess>) = legal.unzip();
        let mut ids = vec![u32::MAX; size(men)];
        for (id, &number) in numbers.iter().enumerate() {
            ids[number as usize] = id as u32;
        }
        let after = positions.par_iter().map(|position| {
            let (mut inside, mut outside) = (Vec::new(), [NEVER; 2]);
            for m in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(m);
                let (of, squares) = on_board(&after);
                let squares = folded(squares, has_pawns(&of));
                if of == men {
                    inside.push(ids[number(&after, &kings, &squares)]);
                } else {
                    let at = number(&after, &king_squares(has_pawns(&of)), &squares);
                    outside = least(outside, self.0[&of][at]);
                }
            }
            (inside, outside)
        });
        let after = after.collect();
        let class = Class { positions, after };
        let plies = [Color::Black, Color::White].map(|color| class.search(color));
        let mut by_number = vec![[NEVER; 2]; size(men)];
        for (id, &number) in numbers.iter().enumerate() {
            by_number[number as usize] = [0, 1].map(|color: usize| plies[color][id]);
        }
        self.0.insert(men.to_vec(), by_number);
        class.positions
    }

    fn plies(&self, position: &Chess) -> Plies {
        let (men, squares) = on_board(position);
        let squares = folded(squares, has_pawns(&men));
        self.0[&men][number(position, &king_squares(has_pawns(&men)), &squares)]
    }
}

impl Class {
    /// Ply by ply, from the mates that a side gives.
    fn search(&self, color: Color) -> Vec<u8> {
        let mated = |position: &Chess| position.turn() != color && position.is_checkmate();
        let positions = self.positions.par_iter();
        let mates = positions.map(|position| if mated(position) { 0 } else { NEVER });
        let mut plies: Vec<u8> = mates.collect();
        let outside = |id: usize| self.after[id].1[color as usize];
        let last = (0..plies.len()).map(outside).filter(|&ply| ply != NEVER);
        let last = last.max().unwrap_or(0);
        for ply in 1..NEVER {
            let is_found = |&id: &usize| {
                let mut inside = self.after[id].0.iter();
                plies[id] == NEVER
                    && (outside(id) == ply - 1
                        || inside.any(|&after| plies[after as usize] == ply - 1))
            };
            let found: Vec<usize> = (0..plies.len()).into_par_iter().filter(is_found).collect();
            if found.is_empty() && ply > last {
                break;
            }
            for id in found {
                plies[id] = ply;
            }
        }
        plies
    }
}

/// Compares positions; how many there are in which neither side can mate, Black can, White
/// can, both can.
fn compare(
    witness: &Witness,
    positions: &[Chess],
    tables: &HelpmateTables,
) -> Result<[u64; 4], Box<dyn Error>> {
    let mut counts = [0; 4];
    for position in positions {
        let mates = tables.probe(position)?;
        let expected = witness.plies(position);
        let expected = ByColor::new_with(|color: Color| {
            let plies = expected[color as usize];
            (plies != NEVER).then_some(u16::from(plies))
        });
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        assert_eq!(mates.plies, expected, "{fen}");
        let can = expected.map(|plies| plies.is_some());
        assert_eq!(mates.can, can, "{fen}");
        counts[usize::from(can.white) << 1 | usize::from(can.black)] += 1;
    }
    Ok(counts)
}

/// Compares the last of some classes, after a search of those before it, which captures
/// and promotions lead to.
fn agree(classes: &[&str]) -> Result<[u64; 4], Box<dyn Error>> {
    let mut witness = Witness::default();
    let mut positions = Vec::new();
    for class in classes {
        positions = witness.add(&men(class));
    }
    let class = classes.last().ok_or("no class")?;
    let tables = helpmates(&class.parse()?, true, &|_, _| {})?;
    compare(&witness, &positions, &tables)
}

const THREE_MEN: [&str; 6] = ["KvK", "KNvK", "KBvK", "KRvK", "KQvK", "KPvK"];

/// Neither a knight nor a bishop can mate a bare king, a pawn nearly always can.
#[test]
fn three_men_agree_with_a_search_forward() -> Outcome {
    assert_eq!(agree(&["KvK", "KNvK"])?, [67_061, 0, 0, 0]);
    assert_eq!(agree(&["KvK", "KBvK"])?, [65_173, 0, 0, 0]);
    assert_eq!(agree(&THREE_MEN)?, [16, 0, 165_660, 0]);
    Ok(())
}

#[test]
#[ignore = "long: every position of four men by its moves"]
fn two_knights_agree_with_a_search_forward() -> Outcome {
    let counts = agree(&["KvK", "KNvK", "KvKN", "KNvKN"])?;
    assert_eq!(counts, [0, 2, 1, 3_913_513]);
    Ok(())
}

#[test]
#[ignore = "long: every position of four men by its moves"]
fn two_bishops_agree_with_a_search_forward() -> Outcome {
    let counts = agree(&["KvK", "KBvK", "KvKB", "KBvKB"])?;
    assert_eq!(counts, [1_826_889, 28, 14, 1_862_102]);
    Ok(())
}

/// Every piece that a pawn can become, on both sides, and captures en passant.
#[test]
#[ignore = "long: every position of four men by its moves"]
fn two_pawns_agree_with_a_search_forward() -> Outcome {
    let roles = ["N", "B", "R", "Q", "P"];
    let mut classes = vec!["KvK".to_owned()];
    for role in roles {
        classes.extend([format!("K{role}vK"), format!("KvK{role}")]);
    }
    for white in roles {
        for black in roles {
            classes.push(format!("K{white}vK{black}"));
        }
    }
    let classes: Vec<&str> = classes.iter().map(String::as_str).collect();
    let counts = agree(&classes)?;
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    Ok(())
}
