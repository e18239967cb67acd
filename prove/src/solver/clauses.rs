//! Literals, and the clauses that are searched.

use std::ops::Not;

/// A variable or its opposite, as a number that tables are indexed by.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    /// The literal for a number of DIMACS, which is not 0.
    pub(super) fn new(signed: i32) -> Self {
        Self(signed.unsigned_abs() << 1 | u32::from(signed < 0))
    }

    /// A variable that is true or false.
    pub(super) fn of(variable: usize, truth: bool) -> Self {
        Self((variable as u32) << 1 | u32::from(!truth))
    }

    /// Its number in DIMACS.
    pub(super) fn signed(self) -> i32 {
        let variable = self.variable() as i32;
        if self.is_positive() {
            variable
        } else {
            -variable
        }
    }

    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Where a clause is in the store.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Place(pub(super) u32);

impl Place {
    /// The reason of decisions, and of what is known.
    pub(super) const NONE: Self = Self(u32::MAX);
    /// Places stay below, which leaves a bit for watches.
    const END: usize = 1 << 31;
}

/// Length, number in the proof, and glue with age come before the literals.
const HEADER: usize = 3;

/// How often a clause survives after it was used, for the better and for the others.
const FRESH: u32 = 2;

/// Clauses of at least two literals in one piece of memory; the first two literals are watched.
#[derive(Default, Debug)]
pub(super) struct Store {
    words: Vec<u32>,
}

impl Store {
    /// Adds a clause. Its glue, how many decisions it joins, is 0 for clauses of the formula.
    /// `None` if the store is full.
    pub(super) fn add(&mut self, literals: &[Literal], step: u32, glue: u32) -> Option<Place> {
        let place = self.words.len();
        if place + HEADER + literals.len() > Place::END {
            return None;
        }
        let age = glue << 2 | FRESH;
        self.words.extend([literals.len() as u32, step, age]);
        self.words.extend(literals.iter().map(|one| one.0));
        Some(Place(place as u32))
    }

    pub(super) fn step(&self, Place(at): Place) -> u32 {
        self.words[at as usize + 1]
    }

    pub(super) fn glue(&self, Place(at): Place) -> u32 {
        self.words[at as usize + 2] >> 2
    }

    /// Notes that a clause was used, with the glue that it had then.
    pub(super) fn touch(&mut self, Place(at): Place, glue: u32) {
        let word = &mut self.words[at as usize + 2];
        *word = glue.min(*word >> 2) << 2 | FRESH;
    }

    /// Whether a clause was used since a while; it ages by that.
    pub(super) fn ages(&mut self, Place(at): Place) -> u32 {
        let word = &mut self.words[at as usize + 2];
        let age = *word & 3;
        *word -= u32::from(age > 0);
        age
    }

    pub(super) fn literals(&self, Place(at): Place) -> impl ExactSizeIterator<Item = Literal> + '_ {
        let at = at as usize;
        let end = at + HEADER + self.words[at] as usize;
        self.words[at + HEADER..end]
            .iter()
            .map(|&word| Literal(word))
    }

    pub(super) fn literal(&self, Place(at): Place, number: usize) -> Option<Literal> {
        let at = at as usize;
        let length = self.words[at] as usize;
        (number < length).then(|| Literal(self.words[at + HEADER + number]))
    }

    /// The other watched literal of a clause, and a literal that may be watched instead of a
    /// false one, which then is watched.
    #[inline]
    pub(super) fn replace(
        &mut self,
        Place(at): Place,
        was: Literal,
        values: &[i8],
    ) -> (Literal, Option<Literal>) {
        let at = at as usize;
        let end = at + HEADER + self.words[at] as usize;
        let clause = &mut self.words[at + HEADER..end];
        let other = clause[0] ^ clause[1] ^ was.0;
        if values[other as usize] > 0 {
            return (Literal(other), None);
        }
        let found = clause[2..]
            .iter()
            .position(|&one| values[one as usize] >= 0);
        clause[0] = other;
        let Some(found) = found else {
            clause[1] = was.0;
            return (Literal(other), None);
        };
        clause[1] = clause[found + 2];
        clause[found + 2] = was.0;
        (Literal(other), Some(Literal(clause[1])))
    }

    /// The places of all clauses.
    pub(super) fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            places.push(Place(at as u32));
            at += HEADER + self.words[at] as usize;
        }
        places
    }

    /// Keeps only the clauses at some places, in this order.
    pub(super) fn keep(&mut self, places: &[Place]) {
        let mut kept = Vec::with_capacity(self.words.len());
        for &Place(at) in places {
            let at = at as usize;
            kept.extend_from_slice(&self.words[at..at + HEADER + self.words[at] as usize]);
        }
        self.words = kept;
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
    }
}
