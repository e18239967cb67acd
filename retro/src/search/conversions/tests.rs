//! Captures and pawn moves of whole sheets, compared with moves on the board into
//! values that are filled at random: real ones agree too often.

use std::{collections::HashMap, error::Error};

use drawproof_tables::{
    Index, Layout, Material, PROMOTED, Placement, TableSet, attackers, mixed, pawns,
};
use rayon::prelude::*;
use shakmaty::{Bitboard, Board};

use super::*;
use crate::{
    planted::{encode, packed_slices, placements, planted, planted_slices},
    positions::{
        pawn_structure::{Structure, beside, levels, pawns_of},
        shape::At,
    },
    slices::finished::{Finished, Store},
    store::packed_class::Slice,
    wanted::Wanted,
};

type Outcome = Result<(), Box<dyn Error>>;

/// Planted values of everything that a conversion leads to.
struct World<'a> {
    layout: &'a Layout,
    tables: &'a TableSet,
    slices: HashMap<Structure, Slice>,
}

/// Planted tables of the classes of up to `men` men that a conversion leads to.
fn planted_tables(class: &Material, men: usize) -> Result<TableSet, Box<dyn Error>> {
    let mut tables = TableSet::new();
    for smaller in class.successors() {
        if smaller.men_count() <= men {
            tables.insert(planted(&Layout::new(&smaller)?));
        }
    }
    Ok(tables)
}

impl World<'_> {
    /// Whether a position after a capture or promotion is in a state at the end of a
    /// search.
    fn is_in(&self, after: &Board, turn: Color, state: State) -> bool {
        let (class, placement, _) = Placement::of_board(after, turn).expect("one king a side");
        let Some(table) = self.tables.get(&class) else {
            let [white, black] = [placement.squares[0], placement.squares[1]];
            let is_there = matches!(state, State::Open | State::Legal);
            return is_there && !attacks::king_attacks(white).contains(black);
        };
        let layout = table.layout();
        let Some(Index { block, word, bit }) = layout.encode(&placement.squares) else {
            return false;
        };
        let side = table.side(placement.turn);
        has(side, block * layout.block_words() + word, bit, state)
    }

    /// The slice of the class itself that has a position, and where in it.
    fn find(&self, squares: &[Square]) -> (&Slice, (usize, u32)) {
        let pawns = pawns_of(self.layout);
        let of = squares[2..2 + pawns.len()].iter().copied();
        let (structure, is_mirrored) = Structure::new(pawns, of).canonical(pawns);
        let image = |square: Square| {
            if is_mirrored {
                square.flip_horizontal()
            } else {
                square
            }
        };
        let shape = Shape::with_pawns(self.layout, &structure);
        let squares: Vec<Square> = squares.iter().map(|&square| image(square)).collect();
        let found = encode(self.layout, &shape, &squares).expect("a position of the shape");
        (&self.slices[&structure], found)
    }

    /// Whether a position after a pawn's step is in a state. After a double step the
    /// other side chooses between captures en passant and what else it can do.
    fn is_in_after_step(
        &self,
        squares: &[Square],
        man: usize,
        over: u64,
        turn: Color,
        state: State,
    ) -> bool {
        let (slice, (word, bit)) = self.find(squares);
        let side = slice.sides.get(turn);
        let plain = |state| has(side, word, bit, state);
        let captures = self.taken_in_passing(squares, man, over, turn);
        let is_legal = side.legal[word] >> bit & 1 != 0;
        let legal: Vec<&Board> = captures
            .iter()
            .filter(|after| self.is_legal(after, !turn))
            .collect();
        if legal.is_empty() || !is_legal {
            return plain(state);
        }
        let stuck = slice.stuck.get(turn).as_ref().expect("planted");
        let is_stuck = stuck[word] >> bit & 1 != 0;
        let wins = plain(State::Won)
            || legal
                .iter()
                .any(|after| self.is_in(after, !turn, State::Lost));
        let loses = (is_stuck || plain(State::Lost))
            && legal
                .iter()
                .all(|after| self.is_in(after, !turn, State::Won));
        match state {
            State::Won => wins,
            State::Lost => loses && !wins,
            State::Open => !wins,
            State::Legal => true,
        }
    }

    fn is_legal(&self, after: &Board, turn: Color) -> bool {
        [State::Won, State::Open]
            .iter()
            .any(|&state| self.is_in(after, turn, state))
    }

    /// The boards after all captures en passant of a pawn that has passed a square.
    fn taken_in_passing(
        &self,
        squares: &[Square],
        man: usize,
        over: u64,
        turn: Color,
    ) -> Vec<Board> {
        let placement = Placement {
            squares: squares.iter().copied().collect(),
            turn,
        };
        let board = placement.board(self.layout.material());
        let captors = Bitboard(over).into_iter().flat_map(|landing| {
            let captors = attackers(landing, Role::Pawn.of(turn), board.occupied())
                & board.by_piece(Role::Pawn.of(turn));
            captors.into_iter().map(move |from| (from, landing))
        });
        let after = |(from, landing)| {
            let mut after = board.clone();
            after.discard_piece_at(from);
            after.discard_piece_at(squares[man]);
            after.set_piece_at(landing, Role::Pawn.of(turn));
            after
        };
        captors.map(after).collect()
    }

    /// Whether a pawn's step within the class leads into a state.
    fn steps_into(&self, placement: &Placement, mover: Color, state: State) -> bool {
        let free = !placement.occupied().0;
        let men = self.layout.men().iter().enumerate();
        let mut pawns = men.filter(|(_, piece)| **piece == Role::Pawn.of(mover));
        pawns.any(|(man, _)| {
            let [one, two] = pawns::steps(mover, placement.squares[man], free);
            let within = Bitboard(one & !pawns::promotion_rank(mover));
            let leads = |to: Square, over: u64| {
                let mut squares = placement.squares.clone();
                squares[man] = to;
                self.is_in_after_step(&squares, man, over, !mover, state)
            };
            within.into_iter().any(|to| leads(to, 0))
                || Bitboard(two).into_iter().any(|to| leads(to, one))
        })
    }
}

fn has(side: &SideTable, word: usize, bit: u32, state: State) -> bool {
    let set = match state {
        State::Lost => side.loss[word],
        State::Won => side.win[word],
        State::Open => side.legal[word] & !side.win[word],
        State::Legal => side.legal[word],
    };
    set >> bit & 1 != 0
}

/// The boards after all captures, except en passant, and promotions.
fn converted(board: &Board, mover: Color) -> Vec<Board> {
    let mut all = Vec::new();
    for from in board.by_color(mover) {
        let man = board.piece_at(from).expect("a man stands there");
        let victims = board.by_color(!mover) & !board.kings();
        let mut targets = attacks::attacks(from, man, board.occupied()) & victims;
        if man.role == Role::Pawn {
            let [one, _] = pawns::steps(mover, from, !board.occupied().0);
            targets |= Bitboard(one & pawns::promotion_rank(mover));
        }
        for to in targets {
            let is_promotion =
                man.role == Role::Pawn && pawns::promotion_rank(mover) >> to.to_u32() & 1 != 0;
            let roles = if is_promotion {
                &PROMOTED[..]
            } else {
                &[man.role]
            };
            for role in roles {
                let mut after = board.clone();
                after.discard_piece_at(from);
                after.set_piece_at(to, role.of(mover));
                all.push(after);
            }
        }
    }
    all
}

/// How much of a class is compared.
struct Extent {
    structures: usize,
    sheets: u64,
    /// Whether pawns may promote; else structures in which they cannot are chosen.
    promotes: bool,
}

/// Compares some sheets of a class, for both sides.
fn conversions_agree(class: &str, movers: &[Color], of: &Extent) -> Outcome {
    let class: Material = class.parse()?;
    let layout = Layout::new(&class)?;
    let men = class.men_count() - usize::from(!of.promotes);
    let tables = planted_tables(&class, men)?;
    let store = Store::default();
    let mut found = 0;
    for structure in some_structures(&layout, of) {
        let world = World {
            layout: &layout,
            tables: &tables,
            slices: planted_slices(&layout, &structure),
        };
        let shape = if class.has_pawns() {
            Shape::with_pawns(&layout, &structure)
        } else {
            Shape::whole(&layout)
        };
        let moves = Moves::new(shape);
        let own = packed_slices(&layout, &world.slices)?;
        let finished = Finished {
            tables: &tables,
            store: &store,
        };
        let sources = Sources::new(finished, &own, Wanted::Dtz);
        for &mover in movers {
            let conversions = Conversions::at_end(&moves, &sources, mover)?;
            let agree = (0..of.sheets).into_par_iter().map(|number| {
                let number = mixed(number) as usize;
                let at = At {
                    block: number % moves.shape.blocks(),
                    sheet: (number >> 32) % moves.shape.sheets,
                };
                sheet_agrees(&conversions, &world, at)
            });
            found += agree.sum::<u64>();
        }
    }
    assert!(found > 1000, "{class}: {found} conversions");
    Ok(())
}

/// Structures at random, first those in which en passant is possible after a step.
fn some_structures(layout: &Layout, of: &Extent) -> Vec<Structure> {
    let mut all: Vec<Structure> = levels(layout).into_iter().flatten().collect();
    let changes = |structure: &Structure| {
        let shape = Shape::with_pawns(layout, structure);
        Color::ALL.map(|mover| Kinds::of(&shape, mover).changes)
    };
    let promotes = |structure: &Structure| {
        let all = changes(structure);
        let mut pawns = all.iter().flatten().filter_map(|change| change.pawn);
        pawns.any(|(_, _, role)| role.is_some())
    };
    let passes = |structure: &Structure| {
        let shape = Shape::with_pawns(layout, structure);
        let mut passing = Color::ALL.into_iter().filter(|&mover| {
            let all = Kinds::of(&shape, mover).all;
            all.iter().any(|kind| {
                let to = Bitboard(kind.lands).first().filter(|_| kind.passes != 0);
                let square_of = |man| shape.pawn_square(man);
                to.is_some_and(|to| !beside(shape.men(), square_of, mover, to).0.is_empty())
            })
        });
        passing.next().is_some()
    };
    all.retain(|structure| of.promotes || !promotes(structure));
    all.sort_by_cached_key(|structure| {
        let squares = structure.squares().iter();
        let number = squares.fold(0, |number, &square| {
            number << 6 | u64::from(square.to_u32())
        });
        (
            !passes(structure) || mixed(number).is_multiple_of(4),
            mixed(number),
        )
    });
    all.truncate(of.structures);
    all
}

/// Compares one sheet; how many of its positions have a conversion into each state.
fn sheet_agrees(conversions: &Conversions, world: &World, at: At) -> u64 {
    let (shape, mover) = (&conversions.moves.shape, conversions.mover);
    let Some(place) = shape.place(at) else {
        return 0;
    };
    let mut found = 0;
    for state in [State::Lost, State::Open, State::Legal] {
        let mut set = Sheet::EMPTY;
        conversions.add(&place, state, &mut set);
        for ((word, bit), placement) in placements(shape, at) {
            let board = placement.board(world.layout.material());
            let mut after = converted(&board, mover).into_iter();
            let expected = after.any(|after| world.is_in(&after, !mover, state))
                || world.steps_into(&placement, mover, state);
            let has = set.0[word] >> bit & 1 != 0;
            assert_eq!(has, expected, "{board:?} {mover} {state:?}");
            found += u64::from(expected);
        }
    }
    found
}

const PIECES: Extent = Extent {
    structures: 1,
    sheets: 40,
    promotes: true,
};

#[test]
fn conversions_of_three_and_four_men_agree_with_the_board() -> Outcome {
    let sheets = 600;
    conversions_agree("KQvK", &Color::ALL, &Extent { sheets, ..PIECES })?;
    for class in ["KRvKN", "KQvKB"] {
        conversions_agree(class, &Color::ALL, &PIECES)?;
    }
    Ok(())
}

/// Steps, promotions and captures, en passant too, of pawns beside kings and one piece.
#[test]
fn conversions_beside_pawns_agree_with_the_board() -> Outcome {
    let structures = 8;
    conversions_agree(
        "KPvK",
        &Color::ALL,
        &Extent {
            structures,
            ..PIECES
        },
    )?;
    for class in ["KRvKP", "KNPvK"] {
        conversions_agree(
            class,
            &Color::ALL,
            &Extent {
                structures: 3,
                ..PIECES
            },
        )?;
    }
    for class in ["KPvKP", "KPPvK"] {
        conversions_agree(
            class,
            &Color::ALL,
            &Extent {
                structures: 20,
                sheets: 1,
                ..PIECES
            },
        )?;
    }
    Ok(())
}

/// Each man takes each man.
#[test]
fn conversions_of_five_men_agree_with_the_board() -> Outcome {
    for class in ["KRBvKN", "KRNvKB", "KBNvKR"] {
        conversions_agree(class, &Color::ALL, &PIECES)?;
    }
    Ok(())
}

/// Blocks are the squares of one king, which takes pawns as well.
#[test]
fn conversions_of_four_pieces_beside_a_pawn_agree_with_the_board() -> Outcome {
    for class in ["KRNvKP", "KBPvKN"] {
        let few = Extent {
            structures: 4,
            sheets: 10,
            promotes: false,
        };
        conversions_agree(class, &Color::ALL, &few)?;
    }
    Ok(())
}

/// Captures en passant beside a piece, and by either of two pawns.
#[test]
fn captures_en_passant_of_five_men_agree_with_the_board() -> Outcome {
    let few = Extent {
        structures: 6,
        sheets: 4,
        promotes: false,
    };
    conversions_agree("KNPvKP", &Color::ALL, &few)?;
    // Two pawns that can capture.
    let structures = 20;
    conversions_agree(
        "KPPvKP",
        &Color::ALL,
        &Extent {
            structures,
            sheets: 1,
            ..few
        },
    )
}

#[test]
#[ignore = "long: the tables of promotions have five men"]
fn promotions_of_five_men_agree_with_the_board() -> Outcome {
    conversions_agree(
        "KRNvKP",
        &[Color::Black],
        &Extent {
            structures: 8,
            ..PIECES
        },
    )
}
