//! Distances of won and lost positions: each is guessed, and coded is how it
//! differs from the guess.

use super::{
    block::{Sets, choose, traverse},
    facts::{PASSES, STEPS, Word, near, shifted, stepped},
    number::{DISTANCE_BITS, Numbers, add, compared, less, median, same, subtract},
    symbols::Coder,
};
use crate::{Layout, WdlWords, spread::spread};
use shakmaty::{Color, Role};

/// Guesses are compared with these.
const STAGES: [u32; 9] = [1, 2, 3, 4, 6, 8, 12, 18, 28];

/// Rounds of coding how much a distance differs are told apart up to here.
const ROUNDS: [usize; 4] = [1, 2, 3, 5];

/// A block of a side with its distances.
pub(super) struct Solved<'a> {
    pub(super) wdl: &'a WdlWords,
    pub(super) distances: &'a [Numbers],
}

/// Goes through the distances of a block.
pub(super) fn distances(
    layout: &Layout,
    turn: Color,
    block: usize,
    wdl: &WdlWords,
    other: Option<&Solved>,
    truth: Option<&[Numbers]>,
    coder: &mut impl Coder,
) -> Vec<Numbers> {
    let sets: Vec<Sets<2>> = wdl
        .win
        .iter()
        .zip(&wdl.loss)
        .map(|(&w, &l)| [w, l])
        .collect();
    let coded: Vec<u64> = sets.iter().map(|[win, loss]| win | loss).collect();
    let diagonal = layout
        .outer_men()
        .last()
        .is_some_and(|man| man.role == Role::Bishop);
    let mut facts = Vec::new();
    traverse(layout, block, &coded, |word, mut left, known| {
        let Some(place) = Word::new(layout, turn, block, word) else {
            return known[word];
        };
        place.facts(&sets, other.map(|other| other.wdl), &mut facts);
        near(sets[word], &mut facts);
        facts.extend(sets[word]);
        let bound = other.map(|other| bound(&place, sets[word], other));
        let before = words_before(&place, known);
        let fixed_facts = facts.len();
        let mut here = known[word];
        for (number, pass) in PASSES.into_iter().enumerate() {
            let positions = left & pass;
            left &= !pass;
            if positions == 0 {
                continue;
            }
            facts.truncate(fixed_facts);
            let guess = guess(&here, &before, bound, number, diagonal);
            compare(&guess, &here, &before, &mut facts);
            if let Some(other) = other {
                facts.push(bound.map_or(0, |(_, has)| has));
                facts.extend(compared(&other.distances[word], &guess));
            }
            let truth = truth.map(|truth| truth[word]);
            let coded = code(coder, &mut facts, positions, guess, truth);
            here = choose(positions, coded, here);
        }
        here
    })
}

/// What is known of the words with an outer man one step away.
fn words_before(place: &Word, known: &[Numbers]) -> Vec<Numbers> {
    let mut before = Vec::new();
    for outer in 0..place.layout.outer_men().len() {
        let shift = place.layout.shift(outer);
        for step in &STEPS[..4] {
            let word = stepped(place.number, shift, *step).unwrap_or(place.number);
            before.push(known[word]);
        }
    }
    before
}

/// The neighbours of the last man.
fn neighbours(here: &Numbers) -> impl Iterator<Item = Numbers> + '_ {
    STEPS
        .into_iter()
        .map(|step| here.map(|set| shifted(set, step)))
}

/// What the moves of men other than the king say of wins and losses: the
/// fastest win that they lead to, the slowest loss; and where there are any.
fn bound(place: &Word, [win, loss]: Sets<2>, other: &Solved) -> (Numbers, u64) {
    let mut best = same(0);
    let mut has = 0;
    let mut take = |candidates: u64, numbers: Numbers| {
        // A win is a move longer than the loss that it leads to.
        let candidates_win = candidates & win;
        let shorter = candidates_win & (!has | less(&numbers, &best));
        let longer = candidates & loss & (!has | less(&best, &numbers));
        best = choose(shorter | longer, numbers, best);
        has |= shorter | longer;
    };
    let targets = |word: usize| [other.wdl.loss[word], other.wdl.win[word]];
    let last = place.last();
    if last.color == place.turn {
        let [lost, won] = targets(place.number);
        let empty = !place.fixed.0;
        for (of, set) in [(win, lost), (loss, won)] {
            by_number(&other.distances[place.number], set, |number, set| {
                take(spread(last.role, set, empty) & of, same(number));
            });
        }
    }
    place.outer_moves(|word, free| {
        let [lost, won] = targets(word);
        take(free & (lost & win | won & loss), other.distances[word]);
    });
    let one = same(1).map(|set| set & win);
    (add(&best, &one), has)
}

/// The numbers of some positions, each with its positions.
fn by_number(numbers: &Numbers, mut left: u64, mut found: impl FnMut(u32, u64)) {
    while left != 0 {
        let first = left.trailing_zeros();
        let (mut number, mut same) = (0, left);
        for (bit, set) in numbers.iter().enumerate() {
            let has = set >> first & 1;
            number |= (has as u32) << bit;
            same &= set ^ has.wrapping_sub(1);
        }
        left &= !same;
        found(number, same);
    }
}

/// The likeliest distance: that by a move, or else one between neighbours.
fn guess(
    here: &Numbers,
    before: &[Numbers],
    bound: Option<(Numbers, u64)>,
    pass: usize,
    diagonal: bool,
) -> Numbers {
    let step = |at: usize| here.map(|set| shifted(set, STEPS[at]));
    let near = match pass {
        0 => *here,
        1 => median(step(2), step(3), step(6)),
        _ => median(step(0), step(1), step(4)),
    };
    let guess = match before {
        // A bishop stays on its colour.
        [.., left, right] if diagonal => median(near, *left, *right),
        [.., left, down, _, _] => median(near, *left, *down),
        _ => near,
    };
    match bound {
        Some((bound, has)) => choose(has, bound, guess),
        None => guess,
    }
}

fn compare(guess: &Numbers, here: &Numbers, before: &[Numbers], facts: &mut Vec<u64>) {
    for stage in STAGES {
        facts.push(less(guess, &same(stage)));
    }
    for numbers in before {
        facts.extend(compared(numbers, guess));
    }
    for numbers in neighbours(here) {
        facts.extend(compared(&numbers, guess));
    }
}

/// Codes distances: whether each is the guess, greater, or less; and by how
/// much, in rounds that say one, two, or more than that.
fn code(
    coder: &mut impl Coder,
    facts: &mut Vec<u64>,
    positions: u64,
    guess: Numbers,
    truth: Option<Numbers>,
) -> Numbers {
    let truth = truth.unwrap_or(guess);
    let (up, below) = subtract(&truth, &guess);
    let above = up.iter().fold(0, |any, &set| any | set) & !below;
    let fixed_facts = facts.len();
    facts.extend([0; 1 + ROUNDS.len()]);
    let [above, below] = coder.code(facts, positions, [above, below]);
    let mut left = (above | below) & positions;
    let mut by = choose(below, subtract(&guess, &truth).0, up);
    let mut coded = same(0);
    let mut round = 0;
    let (one, two) = (same(1), same(2));
    while left != 0 && round < 1 << (DISTANCE_BITS - 1) {
        round += 1;
        facts.truncate(fixed_facts);
        facts.push(below);
        facts.extend(ROUNDS.map(|at| if round >= at { !0 } else { 0 }));
        let is_two = {
            let [_, _, _, one_more] = compared(&by, &one);
            one_more
        };
        let more = less(&two, &by);
        let [is_two, more] = coder.code(facts, left, [is_two, more]);
        let is_two = is_two | more;
        let step: Numbers = std::array::from_fn(|bit| match bit {
            0 => left & !is_two,
            1 => left & is_two,
            _ => 0,
        });
        coded = add(&coded, &step);
        left &= more;
        by = choose(left, subtract(&by, &two).0, by);
    }
    facts.truncate(fixed_facts);
    let less = below & !above;
    choose(less, subtract(&guess, &coded).0, add(&guess, &coded))
}
