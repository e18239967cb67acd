//! Captures en passant.
//!
//! Right after a double step, a position may have another value than the same
//! squares later, because the other side can capture en passant. Its value follows
//! from finished ones: the side to move chooses between the captures and, unless it
//! has no other move, the value without the right. Nothing of it is stored: a probe
//! makes the same choice again.

use std::borrow::Cow;

use drawproof_tables::{Dtz, HelpMoves, Numbers, SideTable, ones};

/// How a side that may capture en passant chooses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// What is best for itself.
    Against,
    /// Whatever leads to a mate: "won" are positions in which the side to move can still
    /// give it with the other's help, "lost" those in which the other side can.
    Together,
}

/// The values after one of the captures.
pub struct Capture<'a>(pub Cow<'a, SideTable>);

/// The values of a side that has the right to capture en passant, wherever it
/// can. `plain` are its values without that right, `stuck` the positions in which
/// it has no other move.
pub fn with_right(plain: &SideTable, stuck: &[u64], captures: &[Capture], play: Play) -> SideTable {
    let mut with = plain.clone();
    let right = Right {
        plain,
        stuck,
        captures,
    };
    for word in 0..plain.legal.len() {
        let any = right.any(word);
        if any == 0 {
            continue;
        }
        let win = right.wins(word, any, |_, _| 0);
        let loss = match play {
            Play::Against => right.losses(word, any, |_, _| 0) & !win,
            Play::Together => right.mates_of_others(word, any),
        };
        with.win[word] = with.win[word] & !any | win;
        with.loss[word] = with.loss[word] & !any | loss;
        if let Some(moves) = &mut with.moves {
            for bit in ones(any) {
                let number = match play {
                    Play::Against => right.moves(word, bit, [win, loss]),
                    Play::Together => right.moves_together(word, bit, [win, loss]),
                };
                set_number(moves, word, bit, number, plain.legal.len());
            }
        }
        right.curse(&mut with, word, [any, win, loss]);
    }
    with
}

fn set_number(numbers: &mut Numbers, word: usize, bit: u32, number: u32, words: usize) {
    for slice in &mut numbers.slices {
        slice[word] &= !(1 << bit);
    }
    for slice in ones(number.into()) {
        numbers.slice_mut(slice, words)[word] |= 1 << bit;
    }
}

/// The choice of a side with the right.
struct Right<'a> {
    plain: &'a SideTable,
    stuck: &'a [u64],
    captures: &'a [Capture<'a>],
}

impl Right<'_> {
    /// Where some capture is possible.
    fn any(&self, word: usize) -> u64 {
        let legal = self.captures.iter().map(|of| of.0.legal[word]);
        self.plain.legal[word] & legal.fold(0, |any, legal| any | legal)
    }

    fn stuck(&self, word: usize) -> u64 {
        self.stuck.get(word).copied().unwrap_or(0)
    }

    /// Where a choice wins. `except` are values that do not count.
    fn wins(&self, word: usize, any: u64, except: impl Fn(&SideTable, usize) -> u64) -> u64 {
        let plain = self.plain.win[word] & !except(self.plain, word);
        let captures = self.captures.iter();
        let lost = captures.map(|Capture(of)| of.loss[word] & !except(of, word));
        any & lost.fold(plain, |win, lost| win | lost)
    }

    /// Where every choice loses.
    fn losses(&self, word: usize, any: u64, except: impl Fn(&SideTable, usize) -> u64) -> u64 {
        let plain = self.plain.loss[word] & !except(self.plain, word) | self.stuck(word);
        let captures = self.captures.iter();
        let won = captures.map(|Capture(of)| of.win[word] & !except(of, word) | !of.legal[word]);
        any & won.fold(plain, |loss, won| loss & won)
    }

    /// Where some choice lets the other side give mate. Without any other move than the
    /// captures, the plain value is a mate that they prevent.
    fn mates_of_others(&self, word: usize, any: u64) -> u64 {
        let plain = self.plain.loss[word] & !self.stuck(word);
        let won = self.captures.iter().map(|Capture(of)| of.win[word]);
        any & won.fold(plain, |all, won| all | won)
    }

    /// The distances to the shortest help mates of both sides.
    fn moves_together(&self, word: usize, bit: u32, [own, others]: [u64; 2]) -> u32 {
        let has = |set: u64| set >> bit & 1 != 0;
        let moves = |of: &SideTable| {
            let numbers = of.moves.as_ref();
            HelpMoves::of(numbers.map_or(0, |numbers| numbers.get(word, bit)))
        };
        let captures = || self.captures.iter().map(|capture| &*capture.0);
        let least = |plain: Option<u32>, after: &dyn Fn(&SideTable) -> Option<u32>| {
            captures().filter_map(after).chain(plain).min().unwrap_or(0)
        };
        let mut shortest = HelpMoves::default();
        if has(own) {
            let plain = has(self.plain.win[word]).then(|| moves(self.plain).own);
            shortest.own = least(plain, &|of| {
                has(of.loss[word]).then(|| moves(of).others + 1)
            });
        }
        if has(others) {
            let is_plain = has(self.plain.loss[word] & !self.stuck(word));
            let plain = is_plain.then(|| moves(self.plain).others);
            shortest.others = least(plain, &|of| has(of.win[word]).then(|| moves(of).own));
        }
        shortest.number()
    }

    /// The distance to mate of a position, in moves of the winner.
    fn moves(&self, word: usize, bit: u32, [win, loss]: [u64; 2]) -> u32 {
        let number = |of: &SideTable| of.moves.as_ref().map_or(0, |moves| moves.get(word, bit));
        let has = |set: u64| set >> bit & 1 != 0;
        let captures = || self.captures.iter().map(|capture| &*capture.0);
        if has(win) {
            let plain = has(self.plain.win[word]).then(|| number(self.plain));
            let lost = captures().filter(|of| has(of.loss[word]));
            lost.map(|of| number(of) + 1)
                .chain(plain)
                .min()
                .unwrap_or(0)
        } else if has(loss) {
            let plain = (!has(self.stuck(word))).then(|| number(self.plain));
            let won = captures().filter(|of| has(of.legal[word]));
            won.map(number).chain(plain).max().unwrap_or(0)
        } else {
            0
        }
    }

    /// Sets the wins and losses that the 50-move rule turns into draws. Of their
    /// distances to zeroing moves nothing else matters.
    fn curse(&self, with: &mut SideTable, word: usize, [any, win, loss]: [u64; 3]) {
        let knows = |of: &SideTable| of.dtz.is_some();
        let all = self.captures.iter().map(|capture| &*capture.0);
        if !all.chain([self.plain]).any(knows) {
            return;
        }
        let cursed = |of: &SideTable, word: usize| of.cursed(word);
        let real = self.wins(word, any, cursed) | self.losses(word, any, cursed) & loss;
        let cursed = (win | loss) & !real;
        let words = with.legal.len();
        let numbers = with.dtz.get_or_insert_default();
        for bit in ones(any) {
            let beyond = Dtz::MAX_50_MOVES.plies() + 1;
            let number = if cursed >> bit & 1 != 0 { beyond } else { 0 };
            set_number(numbers, word, bit, number, words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value that a side can choose: 1 won, 0 drawn, -1 lost, the distance to mate
    /// in moves, and whether the 50-move rule makes it a draw.
    #[derive(Copy, Clone, Debug)]
    struct Choice {
        result: i8,
        moves: u32,
        is_cursed: bool,
    }

    /// Draws; wins and losses in some moves, cursed or not.
    fn choices() -> Vec<Choice> {
        let decided = [1, -1].into_iter().flat_map(|result| {
            let each = [(2, false), (7, true), (4, false)];
            each.map(|(moves, is_cursed)| Choice {
                result,
                moves,
                is_cursed,
            })
        });
        let drawn = Choice {
            result: 0,
            moves: 0,
            is_cursed: false,
        };
        decided.chain([drawn]).collect()
    }

    /// A set of values, a bit for each.
    fn table(values: &[Option<Choice>]) -> SideTable {
        let words = values.len().div_ceil(64);
        let set = || vec![0; words];
        let mut table = SideTable {
            legal: set(),
            win: set(),
            loss: set(),
            moves: Some(Numbers::default()),
            dtz: Some(Numbers::default()),
        };
        for (at, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let (word, bit) = (at / 64, at as u32 % 64);
            table.legal[word] |= 1 << bit;
            table.win[word] |= u64::from(value.result > 0) << bit;
            table.loss[word] |= u64::from(value.result < 0) << bit;
            let numbers = [&mut table.moves, &mut table.dtz].map(|of| of.as_mut().expect("there"));
            let [moves, dtz] = numbers;
            set_number(moves, word, bit, value.moves, words);
            let late = Dtz::MAX_50_MOVES.plies() + 1;
            set_number(
                dtz,
                word,
                bit,
                if value.is_cursed { late } else { 1 },
                words,
            );
        }
        table
    }

    /// The best choice, by results and then by moves: `[result, moves]`.
    fn best(choices: &[Choice]) -> (i8, u32) {
        let result = choices.iter().map(|of| of.result).max().expect("a choice");
        let moves = choices.iter().filter(|of| of.result == result);
        let moves = moves.map(|of| of.moves);
        let moves = if result > 0 { moves.min() } else { moves.max() };
        (result, moves.unwrap_or(0))
    }

    /// The best result under the 50-move rule.
    fn best_in_time(choices: &[Choice]) -> i8 {
        let result = |of: &Choice| if of.is_cursed { 0 } else { of.result };
        choices.iter().map(result).max().expect("a choice")
    }

    /// All choices between a move that is no capture, or none, and two captures of
    /// which either may be illegal.
    #[test]
    fn the_side_with_the_right_chooses_the_best() {
        let all = choices();
        let captures: Vec<_> = all.iter().copied().map(Some).chain([None]).collect();
        let mut cases = Vec::new();
        for &plain in &all {
            for &one in &captures {
                for &other in &captures {
                    cases.push((plain, false, [one, other]));
                    if plain.result <= 0 {
                        cases.push((plain, true, [one, other]));
                    }
                }
            }
        }
        let plain = table(&cases.iter().map(|case| Some(case.0)).collect::<Vec<_>>());
        let of = |at: usize| table(&cases.iter().map(|case| case.2[at]).collect::<Vec<_>>());
        let captures = [0, 1].map(|at| Capture(Cow::Owned(of(at))));
        let mut stuck = vec![0; plain.legal.len()];
        for (at, case) in cases.iter().enumerate() {
            stuck[at / 64] |= u64::from(case.1) << (at % 64);
        }
        let found = with_right(&plain, &stuck, &captures, Play::Against);
        for (at, &(plain, is_stuck, captures)) in cases.iter().enumerate() {
            let after = captures.into_iter().flatten().map(|after| Choice {
                result: -after.result,
                moves: after.moves + u32::from(after.result < 0),
                ..after
            });
            let mut choices: Vec<Choice> = after.collect();
            if choices.is_empty() || !is_stuck {
                choices.push(plain);
            }
            let (word, bit) = (at / 64, at as u32 % 64);
            let has = |set: &[u64]| set[word] >> bit & 1 != 0;
            let result = i8::from(has(&found.win)) - i8::from(has(&found.loss));
            let (expected, moves) = best(&choices);
            assert_eq!(result, expected, "{choices:?}");
            let number = found.moves.as_ref().map(|of| of.get(word, bit));
            assert_eq!(number, Some(moves), "{choices:?}");
            let is_cursed = found.cursed(word) >> bit & 1 != 0;
            let in_time = if is_cursed { 0 } else { result };
            assert_eq!(in_time, best_in_time(&choices), "{choices:?}");
        }
    }

    /// The moves to a help mate of the side to move, and of the other side, of a choice.
    type Mates = [Option<u32>; 2];

    /// All combinations of a few distances.
    fn mates() -> Vec<Mates> {
        let each = [None, Some(1), Some(4)];
        let all = each.map(|own| each.map(|others| [own, others]));
        all.concat()
    }

    fn table_of_mates(values: &[Option<Mates>]) -> SideTable {
        let words = values.len().div_ceil(64);
        let set = || vec![0; words];
        let mut table = SideTable {
            legal: set(),
            win: set(),
            loss: set(),
            moves: Some(Numbers::default()),
            dtz: None,
        };
        for (at, value) in values.iter().enumerate() {
            let Some([own, others]) = *value else {
                continue;
            };
            let (word, bit) = (at / 64, at as u32 % 64);
            table.legal[word] |= 1 << bit;
            table.win[word] |= u64::from(own.is_some()) << bit;
            table.loss[word] |= u64::from(others.is_some()) << bit;
            let (own, others) = (own.unwrap_or(0), others.unwrap_or(0));
            let numbers = table.moves.as_mut().expect("there");
            set_number(
                numbers,
                word,
                bit,
                HelpMoves { own, others }.number(),
                words,
            );
        }
        table
    }

    /// A move that is no capture, or none, and two captures of which either may be illegal:
    /// each side's help mate is the shortest that any of them leads to.
    #[test]
    fn together_the_sides_choose_any_mate() {
        let all = mates();
        let captures: Vec<_> = all.iter().copied().map(Some).chain([None]).collect();
        let mut cases: Vec<(Mates, bool, [Option<Mates>; 2])> = Vec::new();
        for &plain in &all {
            for &one in &captures {
                for &other in &captures {
                    cases.push((plain, false, [one, other]));
                }
            }
        }
        // Without another move the side to move is mated, or stalemated.
        for plain in [[None, None], [None, Some(0)]] {
            for &one in &captures {
                cases.push((plain, true, [one, None]));
            }
        }
        let plain: Vec<_> = cases.iter().map(|case| Some(case.0)).collect();
        let plain = table_of_mates(&plain);
        let of = |at: usize| cases.iter().map(|case| case.2[at]).collect::<Vec<_>>();
        let after = [0, 1].map(|at| Capture(Cow::Owned(table_of_mates(&of(at)))));
        let mut stuck = vec![0; plain.legal.len()];
        for (at, case) in cases.iter().enumerate() {
            stuck[at / 64] |= u64::from(case.1) << (at % 64);
        }
        let found = with_right(&plain, &stuck, &after, Play::Together);
        for (at, &(plain, is_stuck, after)) in cases.iter().enumerate() {
            let after = after.into_iter().flatten();
            let after = after.map(|[own, others]| [others.map(|moves| moves + 1), own]);
            let mut choices: Vec<Mates> = after.collect();
            if choices.is_empty() || !is_stuck {
                choices.push(plain);
            }
            let least = |side: usize| choices.iter().filter_map(|of| of[side]).min();
            let (word, bit) = (at / 64, at as u32 % 64);
            let has = |set: &[u64]| set[word] >> bit & 1 != 0;
            assert_eq!(has(&found.win), least(0).is_some(), "{choices:?}");
            assert_eq!(has(&found.loss), least(1).is_some(), "{choices:?}");
            let number = found.moves.as_ref().map_or(0, |of| of.get(word, bit));
            let moves = HelpMoves::of(number);
            assert_eq!(moves.own, least(0).unwrap_or(0), "{choices:?}");
            assert_eq!(moves.others, least(1).unwrap_or(0), "{choices:?}");
        }
    }
}
