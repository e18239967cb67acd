//! Every move of random positions, by free squares and by lists, and no other.

use std::collections::BTreeMap;

use drawproof_prove::{
    board::Board,
    cases::{self, Case},
    circuit::{Circuit, Run},
    mover::{Kind, Mover},
    set::Set,
};
use drawproof_tables::Random;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role, Square, attacks, fen::Fen};

use crate::{
    inputs::{self, Values},
    positions::{self, Positions},
};

/// A move with all that a case says about it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Done {
    name: String,
    after: shakmaty::Board,
    captures: bool,
    may_be_captured_en_passant: bool,
    passed: Option<Square>,
}

type Moves = BTreeMap<(Square, Square, Option<Role>), Done>;

/// The legal moves by shakmaty.
fn wanted(position: &Chess) -> Moves {
    let moves = position.legal_moves();
    moves
        .iter()
        .map(|one| wanted_move(position, *one))
        .collect()
}

fn wanted_move(position: &Chess, one: Move) -> ((Square, Square, Option<Role>), Done) {
    let from = one.from().expect("nothing is dropped");
    let mut after = position.clone();
    after.play_unchecked(one);
    let done = Done {
        name: kind(one).to_string(),
        after: after.board().clone(),
        captures: one.is_capture(),
        may_be_captured_en_passant: after.ep_square(EnPassantMode::PseudoLegal).is_some(),
        passed: after.ep_square(EnPassantMode::Always),
    };
    ((from, one.to(), one.promotion()), done)
}

fn kind(one: Move) -> Kind {
    let ranks = one.from().map_or(0, |from| from.distance(one.to()));
    match (one.role(), one.promotion(), one.is_capture()) {
        (Role::Pawn, ..) if one.is_en_passant() => Kind::EnPassant,
        (Role::Pawn, Some(role), true) => Kind::CapturingPromotion(role),
        (Role::Pawn, Some(role), false) => Kind::Promotion(role),
        (Role::Pawn, None, true) => Kind::Capture,
        (Role::Pawn, None, false) if ranks == 2 => Kind::DoublePush,
        (Role::Pawn, None, false) => Kind::Push,
        (role, ..) => Kind::Man(role),
    }
}

/// What a case says in a trial.
fn said(case: &Case, run: &Run, trial: usize) -> Done {
    let holds = |of| run.trials(of) >> trial & 1 == 1;
    Done {
        name: case.kind.to_string(),
        after: case.after.read(run, trial),
        captures: holds(case.captures),
        may_be_captured_en_passant: holds(case.may_be_captured_en_passant),
        passed: members(&case.passed, run, trial).next(),
    }
}

fn members(set: &Set, run: &Run, trial: usize) -> impl Iterator<Item = Square> {
    Square::ALL
        .into_iter()
        .filter(move |&square| run.trials(set.0[square as usize]) >> trial & 1 == 1)
}

/// Adds what a case says in a trial, if it is legal.
fn add(moves: &mut Moves, case: &Case, run: &Run, trial: usize) {
    if run.trials(case.is_legal) >> trial & 1 == 0 {
        return;
    }
    let [from, to] = [&case.from, &case.to].map(|set| {
        let squares: Vec<_> = members(set, run, trial).collect();
        assert_eq!(squares.len(), 1, "{}: {squares:?}", case.name);
        squares[0]
    });
    let key = (from, to, case.kind.promotion());
    let known = moves.insert(key, said(case, run, trial));
    assert_eq!(known, None, "{}: {key:?} twice", case.name);
}

fn compare(position: &Chess, wanted: &Moves, found: &Moves, way: &str) {
    let fen = Fen::from_position(position, EnPassantMode::Always);
    for (key, done) in wanted {
        assert_eq!(found.get(key), Some(done), "{way}: {fen} {key:?}");
    }
    for (key, done) in found {
        assert!(wanted.contains_key(key), "{way}: {fen} {key:?} {done:?}");
    }
}

/// All moves of a side on any board.
struct Moving {
    circuit: Circuit,
    board: Board,
    en_passant: Set,
    cases: Vec<Case>,
}

type Ways = fn(&mut Circuit, &Board, Color, Option<Set>) -> Vec<Case>;

impl Moving {
    fn new(turn: Color, ways: Ways) -> Self {
        let mut circuit = Circuit::default();
        let board = Board::input(&mut circuit, |_, _| true);
        let en_passant = Set::input(&mut circuit);
        let cases = ways(&mut circuit, &board, turn, Some(en_passant));
        Self {
            circuit,
            board,
            en_passant,
            cases,
        }
    }

    fn has_free_departure(case: &Case) -> bool {
        case.kind != Kind::Man(Role::King)
    }

    fn has_free_arrival(case: &Case, turn: Color) -> bool {
        case.kind.steps(turn).len() > 1
    }

    /// The moves from a square, an arrival in each trial.
    fn from(&self, position: &Chess, from: Square, values: &Values, moves: &mut Moves) {
        let run = self.run(position.turn(), values, 1 << from as u32, |to| 1 << to);
        for case in &self.cases {
            let legal = run.trials(case.is_legal) & run.trials(case.from.0[from as usize]);
            for to in Square::ALL {
                let trial = to as usize;
                let arrives = run.trials(case.to.0[trial]) & legal;
                if arrives >> trial & 1 == 1 {
                    add(moves, case, &run, trial);
                }
            }
        }
    }

    fn run(&self, turn: Color, values: &Values, from: u64, to: impl Fn(usize) -> u64) -> Run {
        let mut values = values.clone();
        for case in &self.cases {
            if Self::has_free_departure(case) {
                let trials = |square: usize| (from >> square & 1).wrapping_neg();
                inputs::set(&mut values, &case.from, trials);
            }
            if Self::has_free_arrival(case, turn) {
                inputs::set(&mut values, &case.to, &to);
            }
        }
        self.circuit.run(values)
    }

    /// No move is legal with two squares of departure or of arrival.
    fn has_one_square(&self, position: &Chess, values: &Values, [from, other]: [Square; 2]) {
        let turn = position.turn();
        let both = 1 << from as u32 | 1 << other as u32;
        let run = self.run(turn, values, both, |to| 1 << to);
        for case in &self.cases {
            let is_free = |square: Square| case.from.0[square as usize].known().is_none();
            if Self::has_free_departure(case) && is_free(from) && is_free(other) {
                let name = &case.name;
                assert_eq!(
                    run.trials(case.is_legal),
                    0,
                    "{name} from {from} and {other}"
                );
            }
        }
        let next = |to: usize| 1 << to | 1_u64.rotate_left(to as u32 + 63);
        let run = self.run(turn, values, 1 << from as u32, next);
        for case in &self.cases {
            let is_free = |to: usize| case.to.0[to % 64].known().is_none();
            let trials = (0..64).filter(|&to| is_free(to) && is_free(to + 1));
            let free = trials.fold(0, |free, to| free | 1_u64 << to);
            if Self::has_free_arrival(case, turn) {
                let legal = run.trials(case.is_legal) & free;
                assert_eq!(legal, 0, "{} to two squares", case.name);
            }
        }
    }
}

/// Compares free choices of squares: from every man of the side, and from some other square.
fn free_choices(positions: usize, seed: u64) {
    let moving = Color::ALL.map(|turn| Moving::new(turn, cases::any_move));
    let mut random = Random::new(seed);
    let mut seen = BTreeMap::new();
    for position in positions::hard().chain(Positions::new(seed).take(positions)) {
        let moving = &moving[usize::from(position.turn().is_black())];
        let mut values = Values::new();
        let one = std::slice::from_ref(&position);
        inputs::positions(&mut values, &moving.board, &moving.en_passant, one);
        let mut found = Moves::new();
        let other = Square::ALL[random.below(64)];
        let departures = position.us().with(other);
        for from in departures {
            moving.from(&position, from, &values, &mut found);
        }
        let wanted = wanted(&position);
        compare(&position, &wanted, &found, "any move");
        let two = [other, Square::ALL[(other as usize + 9) % 64]];
        moving.has_one_square(&position, &values, two);
        for done in wanted.into_values() {
            *seen.entry(done.name).or_insert(0) += 1;
        }
    }
    let enough = |kind: Kind| seen.get(&kind.to_string()) >= Some(&20);
    assert!(Kind::all().all(enough), "{seen:?}");
}

/// Compares lists of moves, 64 positions at once.
fn lists(positions: usize, seed: u64) {
    for turn in Color::ALL {
        let moving = Moving::new(turn, cases::every_move);
        let random = Positions::new(seed).take(positions);
        let all = positions::hard().chain(random);
        let all: Vec<_> = all.filter(|position| position.turn() == turn).collect();
        for some in all.chunks(64) {
            let mut values = Values::new();
            inputs::positions(&mut values, &moving.board, &moving.en_passant, some);
            let run = moving.circuit.run(values);
            for (trial, position) in some.iter().enumerate() {
                let mut found = Moves::new();
                for case in &moving.cases {
                    add(&mut found, case, &run, trial);
                }
                compare(position, &wanted(position), &found, "every move");
            }
        }
    }
}

#[test]
fn free_choices_are_the_legal_moves() {
    free_choices(1_000, 1);
}

#[test]
#[ignore = "a hundred thousand positions take minutes"]
fn free_choices_are_the_legal_moves_of_many_positions() {
    free_choices(100_000, 2);
}

#[test]
fn lists_are_the_legal_moves() {
    lists(1_920, 3);
}

#[test]
#[ignore = "a hundred thousand positions take a minute"]
fn lists_are_the_legal_moves_of_many_positions() {
    lists(100_000, 4);
}

/// On a known board nothing is left to decide.
#[test]
fn moves_on_a_known_board_are_known() {
    for position in Positions::new(5).step_by(7).take(20) {
        let mut circuit = Circuit::default();
        let board = Board::constant(position.board());
        let en_passant = position.ep_square(EnPassantMode::Always);
        let en_passant = en_passant.map(|square| Set::constant(1 << square as u32));
        let cases = cases::every_move(&mut circuit, &board, position.turn(), en_passant);
        assert_eq!(circuit.size(), 0);
        let run = circuit.run([]);
        let mut found = Moves::new();
        for case in &cases {
            add(&mut found, case, &run, 0);
        }
        assert_eq!(found.len(), cases.len());
        compare(&position, &wanted(&position), &found, "a known board");
    }
}

/// A single step says the same about each legal move and about the squares beside its arrival.
#[test]
fn single_steps_on_a_known_board_are_known() {
    for position in positions::hard() {
        let mut circuit = Circuit::default();
        let board = Board::constant(position.board());
        let en_passant = position.ep_square(EnPassantMode::Always);
        let en_passant = Set::constant(en_passant.map_or(0, |square| 1 << square as u32));
        let mover = Mover::new(&mut circuit, &board, position.turn(), en_passant);
        let wanted = wanted(&position);
        for one in position.legal_moves() {
            let (key, done) = wanted_move(&position, one);
            for to in attacks::king_attacks(key.1).with(key.1) {
                let [from, at] = [key.0, to].map(|square| Set::constant(1 << square as u32));
                let step = mover.step(&mut circuit, kind(one), from, at);
                let same = wanted.get(&(key.0, to, key.2));
                let is_wanted = same.is_some_and(|same| same.name == done.name);
                assert_eq!(step.is_legal.known(), Some(is_wanted), "{one:?} to {to}");
                if to == key.1 {
                    assert_eq!(step.after, Board::constant(&done.after), "{one:?}");
                }
            }
        }
        assert_eq!(circuit.size(), 0);
    }
}
