//! Which variable is decided next: the one that was in most of the latest conflicts.

/// Variables in a heap by their scores.
#[derive(Debug)]
pub(super) struct Order {
    scores: Vec<f64>,
    heap: Vec<u32>,
    /// The place of each variable in the heap, or `ABSENT`.
    places: Vec<u32>,
    /// What the next conflict adds to a score; it grows, which lets older ones fade.
    step: f64,
}

const ABSENT: u32 = u32::MAX;

/// Scores above are scaled down, with all others.
const HIGHEST: f64 = 1e100;

impl Order {
    /// The variables 1 to `variables`, the first of them first.
    pub(super) fn new(variables: usize) -> Self {
        let mut places: Vec<u32> = (0..=variables as u32)
            .map(|of| of.wrapping_sub(1))
            .collect();
        places[0] = ABSENT;
        Self {
            scores: vec![0.0; variables + 1],
            heap: (1..=variables as u32).collect(),
            places,
            step: 1.0,
        }
    }

    /// Raises the score of a variable.
    pub(super) fn bump(&mut self, variable: usize) {
        self.scores[variable] += self.step;
        if self.scores[variable] > HIGHEST {
            self.scores.iter_mut().for_each(|score| *score /= HIGHEST);
            self.step /= HIGHEST;
        }
        if self.places[variable] != ABSENT {
            self.up(self.places[variable] as usize);
        }
    }

    /// Lets all scores fade to a share, compared with what is added from now on.
    pub(super) fn fade(&mut self, share: f64) {
        self.step /= share;
    }

    /// Takes out the variable with the highest score.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        self.places[first as usize] = ABSENT;
        let last = self.heap.pop()?;
        if last != first {
            self.set(0, last);
            self.down(0);
        }
        Some(first as usize)
    }

    /// Puts a variable back.
    pub(super) fn push(&mut self, variable: usize) {
        if self.places[variable] == ABSENT {
            self.heap.push(variable as u32);
            self.up(self.heap.len() - 1);
        }
    }

    fn set(&mut self, place: usize, variable: u32) {
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn score(&self, place: usize) -> f64 {
        self.scores[self.heap[place] as usize]
    }

    fn up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[variable as usize];
        while place > 0 && self.score((place - 1) / 2) < score {
            self.set(place, self.heap[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        self.set(place, variable);
    }

    fn down(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[variable as usize];
        loop {
            let mut child = 2 * place + 1;
            if child + 1 < self.heap.len() && self.score(child + 1) > self.score(child) {
                child += 1;
            }
            if child >= self.heap.len() || self.score(child) <= score {
                break;
            }
            self.set(place, self.heap[child]);
            place = child;
        }
        self.set(place, variable);
    }
}
