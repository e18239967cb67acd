//! Captures and promotions of whole sheets, compared with moves on the board
//! into tables that are filled at random: real ones agree too often.

use std::error::Error;

use drawproof_tables::{Index, Material, Placement, mixed};
use rayon::prelude::*;
use shakmaty::Board;

use super::*;
use crate::{
    planted::{placements, planted},
    shape::At,
};

type Outcome = Result<(), Box<dyn Error>>;

/// Planted tables of all classes that a conversion leads to.
fn planted_tables(class: &Material) -> Result<TableSet, Box<dyn Error>> {
    let mut tables = TableSet::new();
    for smaller in class.successors() {
        tables.insert(planted(&Layout::new(&smaller)?));
    }
    Ok(tables)
}

/// Whether a position after a conversion is in a state at the end of a search.
fn is_in(tables: &TableSet, after: &Board, turn: Color, state: State) -> bool {
    let (class, placement, _) = Placement::of_board(after, turn).expect("one king a side");
    let Some(table) = tables.get(&class) else {
        let [white, black] = [placement.squares[0], placement.squares[1]];
        return state == State::Open && !attacks::king_attacks(white).contains(black);
    };
    let layout = table.layout();
    let Some(Index { block, word, bit }) = layout.encode(&placement.squares) else {
        return false;
    };
    let side = table.side(placement.turn);
    let word = block * layout.block_words() + word;
    let set = match state {
        State::Lost => side.loss[word],
        State::Won => 0,
        State::Open => side.legal[word] & !side.win[word],
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

/// The boards after all captures en passant of a pawn, given by its square, that
/// may just have made a double step.
fn taken_in_passing(board: &Board, mover: Color, pawn: Square) -> Vec<Board> {
    let [over, home] = pawns::passed(!mover, pawn);
    if pawns::double_step_rank(!mover) >> pawn.to_u32() & 1 == 0
        || (over | home) & board.occupied().0 != 0
    {
        return Vec::new();
    }
    let landing = Bitboard(over).first().expect("a square");
    let captors = attackers(landing, Role::Pawn.of(mover), board.occupied())
        & board.by_piece(Role::Pawn.of(mover));
    let after = |from| {
        let mut after = board.clone();
        after.discard_piece_at(from);
        after.discard_piece_at(pawn);
        after.set_piece_at(landing, Role::Pawn.of(mover));
        after
    };
    captors.into_iter().map(after).collect()
}

/// Compares some sheets of a class: captures and promotions of both sides.
fn conversions_agree(class: &str, movers: &[Color], sheets: u64) -> Outcome {
    let class: Material = class.parse()?;
    let layout = Layout::new(&class)?;
    let moves = Moves::new(&layout);
    let tables = planted_tables(&class)?;
    let mut found = 0;
    for &mover in movers {
        let counting = Counting::ToZeroing;
        let conversions = Conversions::at_end(&layout, &tables, &moves, counting, mover)?;
        let agree = (0..sheets).into_par_iter().map(|number| {
            let number = mixed(number) as usize;
            let at = At {
                block: number % layout.blocks(),
                sheet: (number >> 32) % moves.shape.sheets,
            };
            sheet_agrees(&conversions, &tables, at)
        });
        found += agree.sum::<u64>();
    }
    assert!(found > 1000, "{class}: {found} conversions");
    Ok(())
}

/// Compares one sheet; how many of its positions have a conversion into each state.
fn sheet_agrees(conversions: &Conversions, tables: &TableSet, at: At) -> u64 {
    let (shape, mover) = (&conversions.moves.shape, conversions.mover);
    let Some(place) = shape.place(at) else {
        return 0;
    };
    let passing = conversions.passing_pawns();
    let mut found = 0;
    for state in [State::Lost, State::Open] {
        let mut set = Sheet::EMPTY;
        conversions.add(&place, state, &mut set);
        let passed: Vec<(usize, Sheet)> = passing
            .iter()
            .map(|&pawn| {
                let mut set = Sheet::EMPTY;
                conversions.add_en_passant(&place, pawn, state, &mut set);
                (pawn, set)
            })
            .collect();
        for (index, placement) in placements(shape, at) {
            let board = placement.board(shape.layout.material());
            let has = |set: &Sheet| set.0[index.word % 64] >> index.bit & 1 != 0;
            let leads = |after: Vec<Board>| {
                after
                    .iter()
                    .any(|after| is_in(tables, after, !mover, state))
            };
            let expected = leads(converted(&board, mover));
            assert_eq!(has(&set), expected, "{board:?} {mover} {state:?}");
            for (pawn, set) in &passed {
                let after = taken_in_passing(&board, mover, placement.squares[*pawn]);
                assert_eq!(
                    has(set),
                    leads(after),
                    "{board:?} {mover} {state:?} en passant"
                );
            }
            found += u64::from(expected);
        }
    }
    found
}

#[test]
fn conversions_of_three_and_four_men_agree_with_the_board() -> Outcome {
    for class in ["KQvK", "KPvK"] {
        conversions_agree(class, &Color::ALL, 600)?;
    }
    for class in ["KRvKN", "KQvKB", "KRvKP", "KPvKP", "KNPvK", "KPPvK"] {
        conversions_agree(class, &Color::ALL, 40)?;
    }
    Ok(())
}

/// Each man takes each man.
#[test]
fn conversions_of_five_men_agree_with_the_board() -> Outcome {
    for class in ["KRBvKN", "KRNvKB", "KBNvKR"] {
        conversions_agree(class, &Color::ALL, 40)?;
    }
    Ok(())
}

#[test]
#[ignore = "long: the tables of promotions have five men"]
fn promotions_of_five_men_agree_with_the_board() -> Outcome {
    conversions_agree("KRNvKP", &[Color::Black], 40)
}
