//! The search: decisions, conflicts, restarts, and which clauses are kept.

use super::analyse::Analysis;
use super::clauses::{Literal, Place};
use super::limits::{Clock, Limits};
use super::state::State;
use super::why::Why;
use crate::circuit::Cnf;

/// Learned clauses that join at most so many decisions are kept for ever; those up to the second
/// number for two rounds after they were used, the others for one.
const BEST_GLUE: u32 = 2;
const GOOD_GLUE: u32 = 6;

/// What is left of a score after the next conflict.
const FADING: f64 = 0.95;

/// How a search ended.
pub(super) enum End {
    /// Everything is assigned.
    Assigned,
    /// The last clause of the log is the empty one.
    Refuted,
    Stopped(Why),
}

/// A search for a solution.
pub(super) struct Search<'a> {
    pub(super) state: State,
    analysis: Analysis,
    clock: Clock<'a>,
    restarts: Restarts,
    conflicts: u64,
    /// When clauses are thrown away next, and how many times they were.
    next_reduction: u64,
    reductions: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(variables: usize, clauses: usize, limits: &Limits<'a>) -> Self {
        Self {
            state: State::new(variables, clauses),
            analysis: Analysis::new(variables),
            clock: Clock::new(limits),
            restarts: Restarts::default(),
            conflicts: 0,
            next_reduction: 2000,
            reductions: 0,
        }
    }

    /// Searches a formula.
    pub(super) fn run(&mut self, cnf: &Cnf) -> End {
        match self.load(cnf) {
            Ok(true) => self.search().unwrap_or_else(End::Stopped),
            Ok(false) => End::Refuted,
            Err(why) => End::Stopped(why),
        }
    }

    /// Takes in a formula; false if it has clauses that contradict each other at once.
    fn load(&mut self, cnf: &Cnf) -> Result<bool, Why> {
        let mut clause = Vec::new();
        for (number, literals) in (1..).zip(&cnf.clauses) {
            clause.clear();
            clause.extend(literals.iter().map(|&one| Literal::new(one)));
            clause.sort_unstable_by_key(|one| one.index());
            clause.dedup();
            // A clause with a variable and its opposite says nothing.
            if clause.windows(2).any(|pair| pair[0] == !pair[1]) {
                continue;
            }
            self.clock.look(self.conflicts, self.state.bytes())?;
            match *clause {
                [] => {
                    self.state.log.add(&[], [number]);
                    return Ok(false);
                }
                [unit] => {
                    if !self.load_unit(unit, number) {
                        return Ok(false);
                    }
                }
                _ => {
                    self.state.add(&clause, number, 0).ok_or(Why::Memory)?;
                }
            }
        }
        Ok(true)
    }

    /// Takes in a clause of one literal; false if its opposite is another.
    fn load_unit(&mut self, unit: Literal, number: u32) -> bool {
        let state = &mut self.state;
        let known = state.units[unit.variable()];
        match state.value(unit) {
            0 => {
                state.units[unit.variable()] = number;
                state.assign(unit, Place::NONE);
            }
            1 => {}
            _ => {
                state.log.add(&[], [known, number]);
            }
        }
        state.value(unit) == 1
    }

    fn search(&mut self) -> Result<End, Why> {
        loop {
            self.clock.look(self.conflicts, self.state.bytes())?;
            if let Some(conflict) = self.state.propagate() {
                if !self.learn(conflict)? {
                    return Ok(End::Refuted);
                }
            } else if self.conflicts >= self.next_reduction {
                self.reduce();
            } else if self.restarts.are_due(self.conflicts) {
                self.state.back(0);
                self.state.phases.change(self.conflicts);
            } else if !self.decide() {
                return Ok(End::Assigned);
            }
        }
    }

    /// Learns from a conflict; false if it needs no decision.
    fn learn(&mut self, conflict: Place) -> Result<bool, Why> {
        self.conflicts += 1;
        let Self {
            state, analysis, ..
        } = self;
        state.offer();
        analysis.run(state, conflict);
        let hints = analysis.hints.iter().copied();
        let step = state.log.add(&analysis.clause, hints);
        let Some(&first) = analysis.clause.first() else {
            return Ok(false);
        };
        state.back(analysis.level);
        if analysis.clause.len() == 1 {
            state.units[first.variable()] = step;
            state.assign(first, Place::NONE);
        } else {
            let place = state.add(&analysis.clause, step, analysis.glue);
            state.assign(first, place.ok_or(Why::Memory)?);
        }
        state.order.fade(FADING);
        self.restarts.learned(analysis.glue);
        Ok(true)
    }

    /// Decides a variable; false if none is left.
    fn decide(&mut self) -> bool {
        let state = &mut self.state;
        while let Some(variable) = state.order.pop() {
            if state.value(Literal::of(variable, true)) == 0 {
                let value = state.phases.of(variable, self.restarts.is_calm);
                state.decide(Literal::of(variable, value));
                return true;
            }
        }
        false
    }

    /// Throws away three quarters of the learned clauses that are not good, and all that are true.
    fn reduce(&mut self) {
        self.reductions += 1;
        self.next_reduction = self.conflicts + 2000 + 300 * self.reductions;
        let state = &mut self.state;
        state.back(0);
        let mut kept = Vec::new();
        let mut doubtful = Vec::new();
        for place in state.store.places() {
            if state.store.literals(place).any(|one| state.value(one) == 1) {
                continue;
            }
            let glue = state.store.glue(place);
            let age = state.store.ages(place);
            let is_kept = glue <= BEST_GLUE || glue <= GOOD_GLUE && age > 0 || age > 1;
            if is_kept {
                kept.push(place);
            } else {
                doubtful.push(place);
            }
        }
        let store = &state.store;
        doubtful.sort_by_key(|&place| (store.glue(place), store.literals(place).len()));
        doubtful.truncate(doubtful.len() / 4);
        kept.extend(doubtful);
        state.keep(kept);
    }
}

/// When to begin again with other decisions: often, when clauses get worse, and at times rarely.
#[derive(Debug)]
struct Restarts {
    /// The average glue of late, and of the whole search.
    late: f64,
    whole: f64,
    learned: u64,
    /// The conflicts after which the next restart may come.
    next: u64,
    /// Whether restarts are rare now, until when, and how many such times there were.
    is_calm: bool,
    until: u64,
    times: u64,
    /// The place in Luby's sequence.
    luby: [u64; 2],
}

impl Default for Restarts {
    fn default() -> Self {
        Self {
            late: 0.0,
            whole: 0.0,
            learned: 0,
            next: 0,
            is_calm: false,
            until: 1000,
            times: 0,
            luby: [1, 1],
        }
    }
}

impl Restarts {
    fn learned(&mut self, glue: u32) {
        self.learned += 1;
        let weight = |most: f64| f64::max(most, 1.0 / self.learned as f64);
        self.late += (f64::from(glue) - self.late) * weight(0.03);
        self.whole += (f64::from(glue) - self.whole) * weight(1e-5);
    }

    fn are_due(&mut self, conflicts: u64) -> bool {
        if conflicts >= self.until {
            self.is_calm = !self.is_calm;
            self.times += 1;
            self.until = conflicts + 1000 * (self.times / 2 + 1);
            self.next = conflicts;
        }
        if conflicts < self.next {
            return false;
        }
        if self.is_calm {
            self.next = conflicts + 512 * self.step_of_luby();
            return true;
        }
        if self.late > 1.1 * self.whole {
            self.next = conflicts + 2;
            return true;
        }
        false
    }

    /// 1, 1, 2, 1, 1, 2, 4, ... by Knuth's pair of numbers.
    fn step_of_luby(&mut self) -> u64 {
        let [u, v] = self.luby;
        self.luby = if u & u.wrapping_neg() == v {
            [u + 1, 1]
        } else {
            [u, 2 * v]
        };
        v
    }
}
