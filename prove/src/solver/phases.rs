//! Which value of a variable is tried first.
//!
//! The last one, as a rule. While restarts are rare the values of the longest assignment without a
//! conflict come first, which leads to solutions; and from time to time everything is set anew.

/// The values to try.
#[derive(Debug)]
pub(super) struct Phases {
    /// The last value of each variable.
    last: Vec<bool>,
    /// Its value in the longest assignment since the last change, and in the longest since the
    /// change before that was to it.
    target: Vec<Option<bool>>,
    best: Vec<bool>,
    target_length: usize,
    best_length: usize,
    changes: u64,
    next_change: u64,
    seed: u64,
}

/// After how many conflicts all values are changed; more later.
const INTERVAL: u64 = 1000;

impl Phases {
    /// All variables are false at first: few men, few moves.
    pub(super) fn new(variables: usize) -> Self {
        Self {
            last: vec![false; variables + 1],
            target: vec![None; variables + 1],
            best: vec![false; variables + 1],
            target_length: 0,
            best_length: 0,
            changes: 0,
            next_change: INTERVAL,
            seed: 1,
        }
    }

    /// Notes the value that a variable had.
    pub(super) fn save(&mut self, variable: usize, value: bool) {
        self.last[variable] = value;
    }

    /// The value to try.
    pub(super) fn of(&self, variable: usize, is_calm: bool) -> bool {
        let target = self.target[variable].filter(|_| is_calm);
        target.unwrap_or(self.last[variable])
    }

    /// Notes an assignment without a conflict, if it is longer than those before.
    pub(super) fn offer(
        &mut self,
        length: usize,
        values: impl Iterator<Item = (usize, bool)> + Clone,
    ) {
        if length > self.target_length {
            self.target_length = length;
            let values = values.clone();
            values.for_each(|(variable, value)| self.target[variable] = Some(value));
        }
        if length > self.best_length {
            self.best_length = length;
            values.for_each(|(variable, value)| self.best[variable] = value);
        }
    }

    /// Changes all values, if it is time.
    pub(super) fn change(&mut self, conflicts: u64) {
        if conflicts < self.next_change {
            return;
        }
        self.changes += 1;
        self.next_change = conflicts + INTERVAL * (self.changes + 1);
        self.target.fill(None);
        self.target_length = 0;
        match self.changes % 6 {
            1 | 3 | 5 => {
                self.last.clone_from(&self.best);
                self.best_length = 0;
            }
            2 => self.last.fill(true),
            4 => {
                for value in &mut self.last {
                    self.seed ^= self.seed << 13;
                    self.seed ^= self.seed >> 7;
                    self.seed ^= self.seed << 17;
                    *value ^= self.seed.trailing_zeros() >= 2;
                }
            }
            _ => self.last.fill(false),
        }
    }
}
