//! Tables of help mates, against a search forward: every position of a class by shakmaty's
//! moves alone, with an order of its own.

use std::{collections::HashMap, error::Error};

use drawproof_retro::helpmates;
use drawproof_tables::{HelpmateTables, Material};
use rayon::prelude::*;
use shakmaty::{
    ByColor, CastlingMode, Chess, Color, EnPassantMode, Piece, Position, PositionError, Role,
    Setup, Square, fen::Fen,
};

type Outcome = Result<(), Box<dyn Error>>;

/// No line leads to mate.
const NEVER: u8 = u8::MAX;

/// Every position of some classes, with its moves.
#[derive(Default)]
struct Witness {
    /// The men besides the kings of each class, and where its numbers begin.
    classes: HashMap<Vec<Piece>, usize>,
    /// The legal positions.
    positions: Vec<Chess>,
    /// Which of them each number is.
    ids: Vec<u32>,
    /// Those that each one's moves lead to, one after the other, and where these end.
    after: Vec<u32>,
    ends: Vec<usize>,
    /// The plies of the shortest help mates of Black, and of White.
    plies: [Vec<u8>; 2],
}

/// White, black, in the order of shakmaty's roles.
fn men_of(position: &Chess) -> (Vec<Piece>, Vec<Square>) {
    let mut men = Vec::new();
    let mut squares = Vec::new();
    for color in [Color::White, Color::Black] {
        squares.extend(position.board().king_of(color));
    }
    for color in [Color::White, Color::Black] {
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ] {
            for square in position.board().by_piece(role.of(color)) {
                men.push(role.of(color));
                squares.push(square);
            }
        }
    }
    (men, squares)
}

/// The position with White's king on the files a to d and, without pawns, on a1-d1-d4.
fn folded(mut squares: Vec<Square>, has_pawns: bool) -> Vec<Square> {
    let king = squares[0];
    let mut turn = |is_due: bool, how: fn(Square) -> Square| {
        if is_due {
            squares.iter_mut().for_each(|square| *square = how(*square));
        }
    };
    turn(king.file() > shakmaty::File::D, Square::flip_horizontal);
    if !has_pawns {
        turn(king.rank() > shakmaty::Rank::Fourth, Square::flip_vertical);
        let king = squares[0];
        if king.rank().to_u32() > king.file().to_u32() {
            squares
                .iter_mut()
                .for_each(|square| *square = square.flip_diagonal());
        }
    }
    squares
}

/// The number of a position within its class. Only one pawn can have the other side's right
/// to capture it en passant.
fn number(squares: &[Square], turn: Color, has_right: bool) -> usize {
    let number = squares
        .iter()
        .fold(0, |number, square| number << 6 | square.to_usize());
    number << 2 | usize::from(turn.is_white()) << 1 | usize::from(has_right)
}

/// The position of a number; `None` if it is not legal, or not the folded one.
fn position(men: &[Piece], number: usize) -> Option<Chess> {
    let digits = (0..2 + men.len()).rev();
    let square = |digit| Square::new((number >> (2 + 6 * digit) & 63) as u32);
    let squares: Vec<Square> = digits.map(square).collect();
    if folded(squares.clone(), has_pawns(men)) != squares {
        return None;
    }
    let mut setup = Setup::empty();
    setup.turn = Color::from_white(number >> 1 & 1 != 0);
    let has_right = number & 1 != 0;
    let kings = [Color::White, Color::Black].map(|color| Role::King.of(color));
    for (&man, &square) in kings.iter().chain(men).zip(&squares) {
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.set_piece_at(square, man);
        if has_right && man == Role::Pawn.of(!setup.turn) {
            setup.ep_square = square.offset(setup.turn.fold_wb(8, -8));
        }
    }
    // The right is there, and one that means something.
    let position: Result<Chess, _> = setup.position(CastlingMode::Standard);
    let position = position
        .or_else(PositionError::ignore_impossible_check)
        .ok();
    position.filter(|position| position.legal_ep_square().is_some() == has_right)
}

fn has_pawns(men: &[Piece]) -> bool {
    men.iter().any(|man| man.role == Role::Pawn)
}

/// How many numbers a class has.
fn size(men: &[Piece]) -> usize {
    4 << (6 * (2 + men.len()))
}

impl Witness {
    /// Classes by their men besides the kings; captures and promotions stay among them.
    fn new(classes: &[&[Piece]]) -> Self {
        let mut witness = Self::default();
        for men in classes {
            witness.classes.insert(men.to_vec(), witness.ids.len());
            let legal = (0..size(men)).into_par_iter();
            let legal: Vec<(usize, Chess)> = legal
                .filter_map(|at| Some((at, position(men, at)?)))
                .collect();
            let start = witness.ids.len();
            witness.ids.resize(start + size(men), u32::MAX);
            for (at, position) in legal {
                witness.ids[start + at] = witness.positions.len() as u32;
                witness.positions.push(position);
            }
        }
        let after = witness.positions.par_iter().map(|position| {
            let moves = position.legal_moves();
            let after = moves.iter().map(|m| {
                let mut after = position.clone();
                after.play_unchecked(*m);
                witness.id(&after)
            });
            after.collect::<Vec<u32>>()
        });
        for after in after.collect::<Vec<_>>() {
            witness.after.extend(after);
            witness.ends.push(witness.after.len());
        }
        witness.search();
        witness
    }

    fn id(&self, position: &Chess) -> u32 {
        let (men, squares) = men_of(position);
        let squares = folded(squares, has_pawns(&men));
        let has_right = position.legal_ep_square().is_some();
        let id = self.ids[self.classes[&men] + number(&squares, position.turn(), has_right)];
        assert!(id != u32::MAX, "moves lead to legal positions");
        id
    }

    fn after(&self, id: usize) -> &[u32] {
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.after[start..self.ends[id]]
    }

    /// Ply by ply, from the mates.
    fn search(&mut self) {
        for color in Color::ALL {
            let mated = |position: &Chess| position.turn() != color && position.is_checkmate();
            let mut plies: Vec<u8> = self
                .positions
                .par_iter()
                .map(|position| if mated(position) { 0 } else { NEVER })
                .collect();
            for ply in 1..NEVER {
                let found: Vec<usize> = (0..plies.len())
                    .into_par_iter()
                    .filter(|&id| {
                        let mut after = self.after(id).iter();
                        plies[id] == NEVER && after.any(|&after| plies[after as usize] == ply - 1)
                    })
                    .collect();
                if found.is_empty() {
                    break;
                }
                for id in found {
                    plies[id] = ply;
                }
            }
            self.plies[color as usize] = plies;
        }
    }

    /// Compares every position that these tables cover; how many there are in which White
    /// can mate, Black can, both, neither.
    fn agrees_with(&self, tables: &HelpmateTables) -> Result<[u64; 4], Box<dyn Error>> {
        let mut counts = [0; 4];
        for (id, position) in self.positions.iter().enumerate() {
            let mates = tables.probe(position)?;
            let mut can = ByColor::default();
            for color in Color::ALL {
                let plies = self.plies[color as usize][id];
                let plies = (plies != NEVER).then_some(u16::from(plies));
                *can.get_mut(color) = plies.is_some();
                let found = *mates.plies.get(color);
                let fen = Fen::from_position(position, EnPassantMode::Legal);
                assert_eq!(found, plies, "{color} in {fen}");
            }
            assert_eq!(mates.can, can);
            counts[usize::from(can.white) << 1 | usize::from(can.black)] += 1;
        }
        Ok(counts)
    }
}

fn agree(class: &str, men: &[&[Piece]]) -> Result<[u64; 4], Box<dyn Error>> {
    let class: Material = class.parse()?;
    let tables = helpmates(&class, true, &|_, _| {})?;
    Witness::new(men).agrees_with(&tables)
}

const PAWN: Piece = Role::Pawn.of(Color::White);

#[test]
fn three_men_agree_with_a_search_forward() -> Outcome {
    let white = [
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::Pawn,
    ];
    let men = white.map(|role| [role.of(Color::White)]);
    let classes = [&[][..], &men[0], &men[1], &men[2], &men[3], &men[4]];
    let counts = agree("KPvK", &classes)?;
    println!("{counts:?}");
    Ok(())
}
