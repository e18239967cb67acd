//! What is learned from a conflict.

use super::clauses::{Literal, Place};
use super::state::State;

/// What is known of a variable while a conflict is looked into.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Mark {
    None,
    /// It is in the clause, or has been replaced by its reason.
    In,
    /// It follows from others in the clause.
    Follows,
    /// It does not.
    Free,
}

/// The memory of the analysis, which is used again and again.
#[derive(Debug)]
pub(super) struct Analysis {
    /// What is learned; the first literal becomes true when decisions are taken back.
    pub(super) clause: Vec<Literal>,
    /// The numbers of the clauses that it follows from, in order.
    pub(super) hints: Vec<u32>,
    /// The level to go back to.
    pub(super) level: usize,
    /// How many levels the clause joins.
    pub(super) glue: u32,
    marks: Vec<Mark>,
    marked: Vec<usize>,
    stack: Vec<(usize, usize)>,
    /// Which levels were seen last in which count.
    level_seen: Vec<u32>,
    count: u32,
    explained: Vec<u32>,
    explanations: u32,
    queue: Vec<usize>,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Self {
        Self {
            clause: Vec::new(),
            hints: Vec::new(),
            level: 0,
            glue: 0,
            marks: vec![Mark::None; variables + 1],
            marked: Vec::new(),
            stack: Vec::new(),
            level_seen: vec![0; variables + 1],
            count: 0,
            explained: vec![0; variables + 1],
            explanations: 0,
            queue: Vec::new(),
        }
    }

    /// Learns from a clause that is false.
    pub(super) fn run(&mut self, state: &mut State, conflict: Place) {
        self.clause.clear();
        if state.level() > 0 {
            self.find_unique(state, conflict);
            self.count_levels(state);
            self.shorten(state);
            self.glue = self.count_levels(state);
            self.find_level(state);
        }
        self.explain(state, conflict);
        for variable in self.marked.drain(..) {
            self.marks[variable] = Mark::None;
        }
    }

    /// Replaces the literals of the last level by what they follow from, until one is left.
    fn find_unique(&mut self, state: &mut State, conflict: Place) {
        let level = state.level() as u32;
        let mut place = conflict;
        let mut open = 0;
        let mut at = state.trail.len();
        self.clause.push(Literal::of(0, true));
        loop {
            self.touch(state, place);
            for literal in state.store.literals(place) {
                let variable = literal.variable();
                let of = state.levels[variable];
                if of == 0 || self.marks[variable] != Mark::None {
                    continue;
                }
                self.mark(variable, Mark::In);
                if of == level {
                    open += 1;
                } else {
                    self.clause.push(literal);
                }
            }
            at -= 1;
            while self.marks[state.trail[at].variable()] == Mark::None {
                at -= 1;
            }
            let unique = state.trail[at];
            open -= 1;
            if open == 0 {
                self.clause[0] = !unique;
                break;
            }
            place = state.reasons[unique.variable()];
        }
        for &variable in &self.marked {
            state.order.bump(variable);
        }
    }

    /// Notes that a learned clause was useful.
    fn touch(&mut self, state: &mut State, place: Place) {
        let glue = state.store.glue(place);
        if glue > 0 {
            self.count += 1;
            let mut levels = 0;
            for literal in state.store.literals(place) {
                levels += u32::from(self.sees(state, literal));
            }
            state.store.touch(place, levels.clamp(1, glue));
        }
    }

    fn mark(&mut self, variable: usize, mark: Mark) {
        self.marks[variable] = mark;
        self.marked.push(variable);
    }

    /// Whether a literal's level is new in this count.
    fn sees(&mut self, state: &State, literal: Literal) -> bool {
        let seen = &mut self.level_seen[state.levels[literal.variable()] as usize];
        let is_new = *seen != self.count;
        *seen = self.count;
        is_new
    }

    /// How many levels the clause has.
    fn count_levels(&mut self, state: &State) -> u32 {
        self.count += 1;
        let mut levels = 0;
        for at in 0..self.clause.len() {
            levels += u32::from(self.sees(state, self.clause[at]));
        }
        levels
    }

    /// Leaves out literals that are false whenever the others are.
    fn shorten(&mut self, state: &State) {
        let mut kept = 1;
        for at in 1..self.clause.len() {
            let literal = self.clause[at];
            if !self.is_redundant(state, literal.variable()) {
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    fn is_redundant(&mut self, state: &State, variable: usize) -> bool {
        if state.reasons[variable] == Place::NONE {
            return false;
        }
        self.stack.clear();
        self.stack.push((variable, 0));
        while let Some((of, number)) = self.stack.pop() {
            let Some(literal) = state.store.literal(state.reasons[of], number) else {
                if self.marks[of] == Mark::None {
                    self.mark(of, Mark::Follows);
                }
                continue;
            };
            self.stack.push((of, number + 1));
            let next = literal.variable();
            let level = state.levels[next] as usize;
            if next == of || level == 0 || matches!(self.marks[next], Mark::In | Mark::Follows) {
                continue;
            }
            let is_free = self.marks[next] == Mark::Free
                || state.reasons[next] == Place::NONE
                || self.level_seen[level] != self.count;
            if is_free {
                for at in 0..self.stack.len() {
                    let (of, _) = self.stack[at];
                    if self.marks[of] == Mark::None {
                        self.mark(of, Mark::Free);
                    }
                }
                return false;
            }
            self.stack.push((next, 0));
        }
        true
    }

    /// Finds the level to go back to, and puts a literal of it second.
    fn find_level(&mut self, state: &State) {
        let level = |literal: &Literal| state.levels[literal.variable()] as usize;
        let others = self.clause.iter().enumerate().skip(1);
        let last = others.max_by_key(|(_, literal)| level(literal));
        if let Some((at, literal)) = last {
            self.level = level(literal);
            self.clause.swap(1, at);
        } else {
            self.level = 0;
        }
    }

    /// Names the clauses that the clause follows from: with all its literals false, each makes one
    /// literal true, and the conflict is left without any.
    fn explain(&mut self, state: &State, conflict: Place) {
        self.explanations += 1;
        self.hints.clear();
        self.queue.clear();
        for literal in &self.clause {
            self.explained[literal.variable()] = self.explanations;
        }
        self.explain_literals(state, conflict);
        let mut at = 0;
        while let Some(&variable) = self.queue.get(at) {
            at += 1;
            self.explain_literals(state, state.reasons[variable]);
        }
        self.queue.sort_unstable_by_key(|&of| state.positions[of]);
        let steps = self
            .queue
            .iter()
            .map(|&of| state.store.step(state.reasons[of]));
        self.hints.extend(steps);
        self.hints.push(state.store.step(conflict));
    }

    /// Notes which variables made the literals of a clause false.
    fn explain_literals(&mut self, state: &State, place: Place) {
        for literal in state.store.literals(place) {
            let variable = literal.variable();
            if self.explained[variable] == self.explanations {
                continue;
            }
            self.explained[variable] = self.explanations;
            if state.levels[variable] == 0 {
                self.hints.push(state.units[variable]);
            } else {
                self.queue.push(variable);
            }
        }
    }
}
