//! The same verdicts in an independent way, one position at a time.

use std::collections::HashMap;

use arrayvec::ArrayVec;
use drawproof_evaluate::JudgeError;
use drawproof_language::TooMuchWork;
use drawproof_tables::{
    Layout, LayoutError, Material, OracleError, Placement, Random, Ruling, Subject,
};
use rayon::prelude::*;
use shakmaty::{Chess, Color, Square};

use crate::{
    Answer, Verification, VerifyError,
    found::{SheetTruth, rows},
    visit::Worker,
    weight::Weight,
};

/// The result of checking random positions a second time.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct SecondLook {
    /// How many positions were checked.
    pub positions: u64,
    /// In how many the two paths differ.
    pub differences: u64,
    /// The first of these.
    pub first: Option<SecondOpinion>,
}

/// A position about which the two paths differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondOpinion {
    /// The position.
    pub placement: Placement,
    /// What the exhaustive run says; `None` if it does not visit the position.
    pub run: Option<Opinion>,
    /// The answer for the position on its own.
    pub alone: Opinion,
}

/// The answer for one position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// The rule that decides, by its index in the file.
    pub rule: Option<usize>,
    /// The oracle's answer.
    pub answer: Answer,
}

/// A random position, and where the exhaustive run visits it.
struct Drawn {
    /// The position on the board, as it was drawn.
    placement: Placement,
    unit: usize,
    word: usize,
    bit: u32,
}

/// Returns which rule decides a position, if any does.
type Decides<'a> = dyn Fn(&Placement) -> Result<Option<usize>, TooMuchWork> + Sync + 'a;

/// How many positions are drawn with one seed.
const PART: u64 = 1000;

impl Verification<'_> {
    /// Draws `count` legal positions of the full board, always the same ones,
    /// checks each on its own, and compares it with the exhaustive run's answer
    /// for its sheet.
    ///
    /// Legality is shakmaty's, `rule` returns which rule decides a position
    /// (see [`interpret`](drawproof_language::interpret)), and the oracle is
    /// probed for the position as it stands on the board: symmetries, the order
    /// of like men, sheets and compiled rules play no part. `done` is called
    /// with the number of positions as they are finished.
    ///
    /// # Errors
    ///
    /// If the oracle or the recognizer has no answer.
    pub fn second_look(
        &self,
        rule: &Decides<'_>,
        count: u64,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<SecondLook, VerifyError> {
        let mut drawn = self.draw_all(count)?;
        drawn.par_sort_by_key(|drawn| (drawn.unit, drawn.word, drawn.bit));
        let units: Vec<&[Drawn]> = drawn.chunk_by(|a, b| a.unit == b.unit).collect();
        let looks: Vec<Result<SecondLook, VerifyError>> = units
            .into_par_iter()
            .map_init(
                || Worker::new(self),
                |worker, drawn| {
                    let look = self.look_at(worker, drawn, rule)?;
                    done(drawn.len() as u64);
                    Ok(look)
                },
            )
            .collect();
        let mut sum = SecondLook::default();
        // In order: which one is reported must not depend on the threads.
        for look in looks {
            let look = look?;
            sum.positions += look.positions;
            sum.differences += look.differences;
            sum.first = sum.first.or(look.first);
        }
        Ok(sum)
    }

    fn draw_all(&self, count: u64) -> Result<Vec<Drawn>, VerifyError> {
        let units = self.units.iter().enumerate();
        let units: HashMap<_, usize> = units
            .map(|(at, unit)| ((unit.turn, unit.kings), at))
            .collect();
        let parts: Vec<Vec<Drawn>> = (0..count.div_ceil(PART))
            .into_par_iter()
            .map(|part| {
                let mut random = Random::of_part(part);
                let count = PART.min(count - part * PART) as usize;
                let draw = || draw(&self.layout, &mut random);
                let placements = std::iter::repeat_with(draw).flatten().take(count);
                placements
                    .map(|placement| self.place(&units, placement))
                    .collect::<Result<_, _>>()
            })
            .collect::<Result<_, VerifyError>>()?;
        Ok(parts.into_iter().flatten().collect())
    }

    /// Finds where the run visits a position.
    fn place(
        &self,
        units: &HashMap<(Color, [Square; 2]), usize>,
        placement: Placement,
    ) -> Result<Drawn, VerifyError> {
        let layout = &self.layout;
        let mut visited = self.judged(&placement);
        let mut on_diagonal = false;
        if self.folded
            && let Some(index) = layout.encode(&visited.squares)
        {
            visited = layout.decode(index, visited.turn);
            // On the diagonal, like men are visited in every order.
            on_diagonal = layout.kings().on_diagonal(index.block);
        }
        if !on_diagonal {
            sort_like_men(layout, &mut visited);
        }
        let squares = &visited.squares;
        let last = squares.len() - 1;
        let Some(&unit) = units.get(&(visited.turn, [squares[0], squares[1]])) else {
            return Err(unanswered(layout, &placement, "no unit visits its kings").into());
        };
        Ok(Drawn {
            unit,
            word: layout.word(squares[2..last].iter().copied()),
            bit: squares[last].to_u32(),
            placement,
        })
    }

    /// The position as recognizers are asked about it.
    fn judged(&self, placement: &Placement) -> Placement {
        let material = self.layout.material();
        if material.is_symmetric() && placement.turn.is_black() {
            placement.exchanged(material)
        } else {
            placement.clone()
        }
    }

    /// Checks the drawn positions of one unit.
    fn look_at(
        &self,
        worker: &mut Worker<'_>,
        drawn: &[Drawn],
        rule: &Decides<'_>,
    ) -> Result<SecondLook, VerifyError> {
        let unit = &self.units[drawn[0].unit];
        let rows = rows(&self.layout);
        let rising = Weight::new(&self.layout, unit, self.folded).rising;
        worker.ask(unit)?;
        let mut look = SecondLook::default();
        for sheet in drawn.chunk_by(|a, b| a.word / rows == b.word / rows) {
            let first_word = sheet[0].word / rows * rows;
            let found = worker.visited(unit, rising, first_word);
            worker.judge(unit, &found)?;
            for drawn in sheet {
                let run = worker.opinion(&found, drawn.word % rows, drawn.bit);
                let alone = self.alone(&drawn.placement, rule)?;
                look.positions += 1;
                let agrees = run
                    .is_some_and(|run| run.rule == alone.rule && run.answer.agrees(alone.answer));
                if !agrees {
                    look.differences += 1;
                    look.first.get_or_insert_with(|| SecondOpinion {
                        placement: drawn.placement.clone(),
                        run,
                        alone,
                    });
                }
            }
        }
        Ok(look)
    }

    /// The answer for a position on its own.
    fn alone(&self, placement: &Placement, rule: &Decides<'_>) -> Result<Opinion, VerifyError> {
        let (oracle, material) = (self.oracles[0], self.layout.material());
        let position = chess(&self.layout, placement)
            .ok_or_else(|| unanswered(&self.layout, placement, "the position is not legal"))?;
        let answer = match self.subject {
            Subject::Results => Answer::Result(Ruling {
                wdl: oracle.probe_chess(&position)?.wdl,
                cursed: oracle.probe_ruling(material, placement)?.cursed,
            }),
            Subject::Mates => Answer::Mates(oracle.truth(&position)?),
        };
        Ok(Opinion {
            rule: rule(&self.judged(placement)).map_err(JudgeError::from)?,
            answer,
        })
    }
}

impl Worker<'_> {
    /// The answer for one position of the sheet judged last.
    fn opinion(&self, found: &SheetTruth, row: usize, bit: u32) -> Option<Opinion> {
        let has = |word: u64| word >> bit & 1 != 0;
        let decides =
            |rule: &usize| (self.verdicts.of(*rule)).is_some_and(|decided| has(decided[row]));
        has(found.legal[row]).then(|| Opinion {
            rule: (0..self.rules()).find(decides),
            answer: self.answer(found, row, bit),
        })
    }
}

/// `count` random positions of a class, all of them legal, and always the
/// same.
///
/// # Errors
///
/// If the class has no tables.
pub(crate) fn random_positions(
    class: &Material,
    count: u64,
) -> Result<Vec<Placement>, LayoutError> {
    let layout = Layout::new(class)?;
    let mut random = Random::of_part(0);
    let drawn = std::iter::repeat_with(|| draw(&layout, &mut random));
    Ok(drawn.flatten().take(count as usize).collect())
}

/// A random placement of all men, if it is legal.
fn draw(layout: &Layout, random: &mut Random) -> Option<Placement> {
    let squares: ArrayVec<_, _> = layout
        .men()
        .iter()
        .map(|_| Square::new(random.below(64) as u32))
        .collect();
    let placement = Placement {
        squares,
        turn: Color::from_white(random.below(2) == 0),
    };
    chess(layout, &placement).map(|_| placement)
}

/// The position for shakmaty, if it is legal.
fn chess(layout: &Layout, placement: &Placement) -> Option<Chess> {
    let squares = &placement.squares;
    let is_free = |at: usize| !squares[..at].contains(&squares[at]);
    if !(0..squares.len()).all(is_free) {
        return None;
    }
    placement.to_chess(layout.material()).ok()
}

/// Puts like men on ascending squares.
fn sort_like_men(layout: &Layout, placement: &mut Placement) {
    let mut start = 2;
    for like in layout.men()[2..].chunk_by(|a, b| a == b) {
        placement.squares[start..start + like.len()].sort_unstable();
        start += like.len();
    }
}

fn unanswered(layout: &Layout, placement: &Placement, reason: &str) -> OracleError {
    OracleError::Unanswered {
        place: "the second look".into(),
        fen: placement.fen(layout.material()).to_string(),
        reason: reason.into(),
    }
}
