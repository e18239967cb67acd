//! Random positions without castling: games from the first position and from men at random.

use drawproof_tables::Random;
use shakmaty::{
    Board, CastlingMode, Chess, Color, File, Move, Piece, Position, PositionError, Rank, Role,
    Setup, Square, fen::Fen,
};

/// Positions in which a slip would show; each also with colours exchanged.
const HARD: [&str; 15] = [
    // En passant uncovers a check on the rank, on a diagonal of the captured pawn, on the file.
    "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
    "7k/8/8/K1Pp3q/8/8/8/8 w - d6 0 1",
    "7k/1b6/8/3pP3/8/8/6K1/8 w - d6 0 1",
    "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "7k/1b6/8/3pP3/4K3/8/8/8 w - d6 0 1",
    // En passant ends the check of the pawn, not that of a slider that the pawn has uncovered.
    "7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1",
    "2b5/8/8/3pP3/8/7K/8/k7 w - d6 0 1",
    // Pawns and knights at the edge, a pawn that could wrap round it.
    "7k/p6p/1p4pP/P6n/N6P/Pp4p1/7P/4K3 w - - 0 1",
    // Promotions: free, blocked, by capture, of a pinned pawn, to end a check.
    "1n1q1r2/P1P1P1P1/8/7k/8/8/8/K7 w - - 0 1",
    "7k/K2P3r/8/8/8/8/8/8 w - - 0 1",
    "K6r/3P3k/8/8/8/8/8/8 w - - 0 1",
    "k1K4r/6P1/8/8/8/8/8/8 w - - 0 1",
    // Two knights give check, and a pawn could take either.
    "7k/8/8/8/8/3n1n2/4P3/4K3 w - - 0 1",
    // Several checks, a king that steps back on a slider's line, pins and a check.
    "4r2k/8/8/8/7b/3n4/8/4K3 w - - 0 1",
    "4r2k/1b5b/4N3/3PKR1r/3Q4/2b3N1/4r3/8 w - - 0 1",
];

/// The positions in which a slip would show.
pub fn hard() -> impl Iterator<Item = Chess> {
    HARD.into_iter().flat_map(|fen| {
        let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
        let both = [setup.clone(), setup.into_mirrored()];
        both.map(|setup| accepted(setup).unwrap_or_else(|| panic!("{fen} is legal")))
    })
}

/// Positions without end.
pub struct Positions {
    random: Random,
    position: Chess,
}

impl Positions {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::of_part(seed);
        let position = first_position(&mut random);
        Self { random, position }
    }
}

impl Iterator for Positions {
    type Item = Chess;

    fn next(&mut self) -> Option<Chess> {
        let moves = self.position.legal_moves();
        let is_over = moves.is_empty() || self.random.below(8) == 0;
        if is_over || self.position.board().occupied().count() == 2 {
            self.position = first_position(&mut self.random);
        } else {
            let rare: Vec<_> = moves.iter().filter(|one| is_rare(**one)).collect();
            let common = moves.iter().collect();
            let some = match self.random.below(2) {
                0 if !rare.is_empty() => rare,
                _ => common,
            };
            let chosen = some[self.random.below(some.len())];
            self.position.play_unchecked(*chosen);
        }
        Some(self.position.clone())
    }
}

/// Whether a pawn captures, promotes or advances two squares.
fn is_rare(one: Move) -> bool {
    let ranks = one.from().map_or(0, |from| from.distance(one.to()));
    let is_special = one.is_capture() || one.is_promotion() || ranks == 2;
    one.role() == Role::Pawn && is_special
}

fn first_position(random: &mut Random) -> Chess {
    if random.below(8) == 0 {
        let mut setup = Setup::initial();
        setup.castling_rights = shakmaty::Bitboard::EMPTY;
        return accepted(setup).expect("the first position is legal");
    }
    loop {
        let mix = Mix::new(random);
        // Boards full of men seldom are legal.
        for _ in 0..100 {
            let mut setup = random_setup(random, mix);
            if random.below(2) == 0 {
                put_en_passant(random, &mut setup);
            }
            if let Some(position) = accepted(setup) {
                return position;
            }
        }
    }
}

/// What men stand on a board.
#[derive(Copy, Clone)]
pub struct Mix {
    pub men: usize,
    pub pawns_in_ten: usize,
}

impl Mix {
    pub fn new(random: &mut Random) -> Self {
        Self {
            men: random.below(31),
            pawns_in_ten: [0, 3, 6, 9][random.below(4)],
        }
    }
}

/// A position with any number of men of any kind, if it is legal otherwise.
pub fn accepted(setup: Setup) -> Option<Chess> {
    setup
        .position::<Chess>(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Two kings and other men on squares of their own.
pub fn random_setup(random: &mut Random, mix: Mix) -> Setup {
    let mut squares = Square::ALL;
    for last in (1..64).rev() {
        squares.swap(last, random.below(last + 1));
    }
    let mut board = Board::empty();
    board.set_piece_at(squares[0], Color::White.king());
    board.set_piece_at(squares[1], Color::Black.king());
    for &square in &squares[2..2 + mix.men] {
        let is_edge = (square.rank() as usize).is_multiple_of(7);
        let man = random_man(random, if is_edge { 0 } else { mix.pawns_in_ten });
        board.set_piece_at(square, man);
    }
    Setup {
        board,
        turn: Color::from_white(random.below(2) == 0),
        ..Setup::empty()
    }
}

fn random_man(random: &mut Random, pawns_in_ten: usize) -> Piece {
    const OTHERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let color = Color::from_white(random.below(2) == 0);
    let role = if random.below(10) < pawns_in_ten {
        Role::Pawn
    } else {
        OTHERS[random.below(OTHERS.len())]
    };
    role.of(color)
}

/// Puts a pawn that may have advanced two squares beside one of the side to move.
fn put_en_passant(random: &mut Random, setup: &mut Setup) {
    let [fifth, sixth, seventh] =
        [Rank::Fifth, Rank::Sixth, Rank::Seventh].map(|rank| setup.turn.relative_rank(rank));
    let file = File::new(random.below(8) as u32);
    let offset = [-1, 1][random.below(2)];
    let Some(beside) = file.offset(offset) else {
        return;
    };
    let [passed, start] = [sixth, seventh].map(|rank| Square::from_coords(file, rank));
    let [pushed, own] = [file, beside].map(|file| Square::from_coords(file, fifth));
    let kings = setup.board.kings();
    if [passed, start, pushed, own]
        .iter()
        .any(|&one| kings.contains(one))
    {
        return;
    }
    setup.board.discard_piece_at(passed);
    setup.board.discard_piece_at(start);
    setup.board.set_piece_at(pushed, (!setup.turn).pawn());
    setup.board.set_piece_at(own, setup.turn.pawn());
    setup.ep_square = Some(passed);
}

/// Whether shakmaty accepts a square of en passant.
pub fn allows_en_passant(setup: &Setup, square: Square) -> bool {
    let mut setup = setup.clone();
    setup.ep_square = Some(square);
    accepted(setup).is_some()
}
