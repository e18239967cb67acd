//! What is assumed, what follows from it, and why.

use std::mem;

use super::clauses::{Literal, Place, Store};
use super::order::Order;
use super::phases::Phases;
use super::proof::Log;

/// A clause that is looked at when a literal becomes false.
#[derive(Copy, Clone, Debug)]
struct Watch {
    /// Another literal of it; while that is true the clause needs no look.
    other: Literal,
    /// Its place, with the highest bit set if it has only two literals.
    place: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    fn new(place: Place, other: Literal, length: usize) -> Self {
        let binary = if length == 2 { BINARY } else { 0 };
        Self {
            other,
            place: place.0 | binary,
        }
    }

    fn place(self) -> Place {
        Place(self.place & !BINARY)
    }

    fn is_binary(self) -> bool {
        self.place & BINARY != 0
    }
}

/// About what a variable takes in all tables.
pub(super) const VARIABLE_BYTES: usize = 150;

/// An assignment, and everything that it is made and unmade with.
#[derive(Debug)]
pub(super) struct State {
    pub(super) store: Store,
    pub(super) log: Log,
    pub(super) order: Order,
    pub(super) phases: Phases,
    /// 1 for true literals, -1 for false ones, else 0.
    values: Vec<i8>,
    /// The clauses that watch each literal.
    watches: Vec<Vec<Watch>>,
    /// The literals that are true, in order, and how many of them there were at each decision.
    pub(super) trail: Vec<Literal>,
    decisions: Vec<usize>,
    /// How many of them have been followed up.
    followed: usize,
    /// How many of those that hold without decisions are clauses of the proof.
    settled: usize,
    /// Of each variable: its level, the number of decisions before it; its place in the trail; the
    /// clause that it follows from; and, without decisions, its step.
    pub(super) levels: Vec<u32>,
    pub(super) positions: Vec<u32>,
    pub(super) reasons: Vec<Place>,
    pub(super) units: Vec<u32>,
}

impl State {
    pub(super) fn new(variables: usize, clauses: usize) -> Self {
        Self {
            store: Store::default(),
            log: Log::new(clauses),
            order: Order::new(variables),
            values: vec![0; 2 * variables + 2],
            watches: vec![Vec::new(); 2 * variables + 2],
            trail: Vec::with_capacity(variables),
            decisions: Vec::new(),
            followed: 0,
            settled: 0,
            levels: vec![0; variables + 1],
            positions: vec![0; variables + 1],
            reasons: vec![Place::NONE; variables + 1],
            phases: Phases::new(variables),
            units: vec![0; variables + 1],
        }
    }

    pub(super) fn value(&self, of: Literal) -> i8 {
        self.values[of.index()]
    }

    /// How many decisions there are.
    pub(super) fn level(&self) -> usize {
        self.decisions.len()
    }

    /// About how many bytes it takes. Vectors grow by doubling, and the old one lives on while the
    /// new one is filled.
    pub(super) fn bytes(&self) -> usize {
        3 * (self.log.bytes() + 2 * self.store.bytes()) + VARIABLE_BYTES * self.levels.len()
    }

    /// Adds a clause of at least two literals; the first two must be the last to become false.
    /// `None` if there is no place for it.
    pub(super) fn add(&mut self, literals: &[Literal], step: u32, glue: u32) -> Option<Place> {
        let place = self.store.add(literals, step, glue)?;
        self.watch(place, literals.len(), [literals[0], literals[1]]);
        Some(place)
    }

    fn watch(&mut self, place: Place, length: usize, [a, b]: [Literal; 2]) {
        self.watches[a.index()].push(Watch::new(place, b, length));
        self.watches[b.index()].push(Watch::new(place, a, length));
    }

    /// Keeps only the clauses at some places. Nothing may be decided.
    pub(super) fn keep(&mut self, mut places: Vec<Place>) {
        // Those with two literals are followed up first.
        let store = &self.store;
        places.sort_by_key(|&place| store.literals(place).len() > 2);
        self.store.keep(&places);
        self.watches.iter_mut().for_each(Vec::clear);
        for place in self.store.places() {
            let mut literals = self.store.literals(place);
            let length = literals.len();
            if let (Some(a), Some(b)) = (literals.next(), literals.next()) {
                drop(literals);
                self.watch(place, length, [a, b]);
            }
        }
    }

    /// Makes a literal true.
    pub(super) fn assign(&mut self, literal: Literal, reason: Place) {
        let variable = literal.variable();
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.levels[variable] = self.level() as u32;
        self.positions[variable] = self.trail.len() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Makes a literal true as a trial.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.decisions.push(self.trail.len());
        self.assign(literal, Place::NONE);
    }

    /// Offers the assignment before the last decision as one without a conflict.
    pub(super) fn offer(&mut self) {
        if let Some(&length) = self.decisions.last() {
            let trail = self.trail[..length].iter();
            let values = trail.map(|one| (one.variable(), one.is_positive()));
            self.phases.offer(length, values);
        }
    }

    /// Takes decisions back until there are as many as a level says.
    pub(super) fn back(&mut self, level: usize) {
        let Some(&start) = self.decisions.get(level) else {
            return;
        };
        for literal in self.trail.drain(start..) {
            let variable = literal.variable();
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            self.phases.save(variable, literal.is_positive());
            self.order.push(variable);
        }
        self.decisions.truncate(level);
        self.followed = start;
    }

    /// Makes everything true that follows; returns a clause that is false, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Place> {
        let mut conflict = None;
        while conflict.is_none() && self.followed < self.trail.len() {
            let now_false = !self.trail[self.followed];
            self.followed += 1;
            let mut watches = mem::take(&mut self.watches[now_false.index()]);
            conflict = self.visit(now_false, &mut watches);
            self.watches[now_false.index()] = watches;
        }
        if self.level() == 0 {
            self.settle();
        }
        conflict
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn visit(&mut self, now_false: Literal, watches: &mut Vec<Watch>) -> Option<Place> {
        let mut conflict = None;
        let mut kept = 0;
        let mut at = 0;
        while at < watches.len() && conflict.is_none() {
            let mut watch = watches[at];
            at += 1;
            let mut value = self.value(watch.other);
            if value <= 0 && !watch.is_binary() {
                let (other, instead) = self.store.replace(watch.place(), now_false, &self.values);
                watch.other = other;
                if let Some(instead) = instead {
                    self.watches[instead.index()].push(watch);
                    continue;
                }
                value = self.value(other);
            }
            watches[kept] = watch;
            kept += 1;
            match value {
                0 => self.assign(watch.other, watch.place()),
                -1 => conflict = Some(watch.place()),
                _ => {}
            }
        }
        if at > kept {
            watches.copy_within(at.., kept);
            watches.truncate(watches.len() + kept - at);
        }
        conflict
    }

    /// Makes what holds without decisions clauses of the proof.
    fn settle(&mut self) {
        while let Some(&literal) = self.trail.get(self.settled) {
            self.settled += 1;
            let variable = literal.variable();
            let reason = mem::replace(&mut self.reasons[variable], Place::NONE);
            if reason == Place::NONE {
                continue;
            }
            let units = &self.units;
            let others = self.store.literals(reason).filter(|&one| one != literal);
            let hints = others.map(|one| units[one.variable()]);
            let hints = hints.chain([self.store.step(reason)]);
            self.units[variable] = self.log.add(&[literal], hints);
        }
    }
}
