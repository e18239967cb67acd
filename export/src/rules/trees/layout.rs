//! From nodes to words.
//!
//! A word of 16 bits is a node. From the lowest bit:
//!
//! - 1 bit: the answer that leads *far*. The other one leads to the word that follows.
//! - some bits: how far, as in [`far`].
//! - the number of the test.
//!
//! The lesser of two branches follows a node, so that most distances are short.

use super::{
    graph::{Graph, Next, Node},
    questions::{MAX_QUESTIONS, Questions},
};
use crate::ir::Expr;

/// Values of the second field of a word.
pub mod far {
    /// The far answer ends with no. 1: with yes.
    pub const ENDS: u16 = 0;
    /// The far answer ends with yes, the other one with no.
    pub const BOTH_END: u16 = 2;
    /// The distance is the next word.
    pub const LONG: u16 = 3;
    /// The least value that is a distance: of 1 word.
    pub const SHORT: u16 = 4;
}

/// The words of the trees of a unit.
pub struct Layout {
    /// The width of the field with the distance.
    bits: u32,
    words: Vec<u16>,
    /// A test to which the answer is always the same, and that answer.
    always: (u16, bool),
}

impl Layout {
    /// None if there are too many tests for words.
    pub fn new(questions: &mut Questions) -> Option<Self> {
        let (always, answer) = questions.test(&Expr::Truth(true));
        let test_bits = questions.tests.len().next_power_of_two().trailing_zeros();
        let bits = 15_u32.checked_sub(test_bits).filter(|&bits| bits >= 3)?;
        let fits = questions.asked_for.len() <= MAX_QUESTIONS;
        fits.then_some(Self {
            bits,
            words: vec![0; 2],
            always: (u16::try_from(always).ok()?, answer),
        })
    }

    /// The width of the field with the distance.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The words; the first two are never read.
    pub fn into_words(self) -> Vec<u16> {
        self.words
    }

    /// Adds a tree and returns its place; none if it is too large.
    pub fn add(&mut self, graph: &Graph<usize>) -> Option<u32> {
        let root = match graph.root {
            Next::Node(root) => root,
            Next::Ends(truth) => return Some(truth.into()),
        };
        let order = order(graph, root);
        let mut backwards = Backwards {
            layout: self,
            words: Vec::new(),
            ends: vec![0; graph.nodes.len()],
        };
        for &at in order.iter().rev() {
            backwards.node(&graph.nodes[at])?;
            backwards.ends[at] = backwards.words.len();
        }
        let mut words = backwards.words;
        words.reverse();
        let start = u32::try_from(self.words.len()).ok()?;
        self.words.extend(words);
        Some(start)
    }
}

/// The nodes below each node, itself included, as if none were shared.
fn weights(graph: &Graph<usize>) -> Vec<u64> {
    let mut weights: Vec<u64> = Vec::new();
    for node in &graph.nodes {
        let below = [node.yes, node.no].map(|next| weight(&weights, next));
        weights.push(below[0].saturating_add(below[1]).saturating_add(1));
    }
    weights
}

fn weight(weights: &[u64], next: Next) -> u64 {
    match next {
        Next::Node(at) => weights[at],
        Next::Ends(_) => 0,
    }
}

/// The nodes from the root, each before those that follow it, and its lesser branch right
/// behind it.
fn order(graph: &Graph<usize>, root: usize) -> Vec<usize> {
    let weights = weights(graph);
    let mut is_seen = vec![false; graph.nodes.len()];
    let mut done = Vec::new();
    let mut left = vec![(root, false)];
    while let Some((at, is_done)) = left.pop() {
        if is_done {
            done.push(at);
            continue;
        }
        if std::mem::replace(&mut is_seen[at], true) {
            continue;
        }
        left.push((at, true));
        let Node { yes, no, .. } = graph.nodes[at];
        let mut next = [yes, no];
        next.sort_by_key(|&next| weight(&weights, next));
        // The last one that is pushed is done first, and so comes last.
        for next in next {
            if let Next::Node(next) = next {
                left.push((next, false));
            }
        }
    }
    done.reverse();
    done
}

/// Writes words from the last to the first.
struct Backwards<'a> {
    layout: &'a Layout,
    words: Vec<u16>,
    /// For each node that is written, the number of words from it to the end.
    ends: Vec<usize>,
}

impl Backwards<'_> {
    fn node(&mut self, node: &Node<usize>) -> Option<()> {
        let test = u16::try_from(node.asks).ok()?;
        match (node.yes, node.no) {
            (Next::Ends(yes), Next::Ends(_)) => self.word(test, yes, far::BOTH_END),
            (Next::Ends(yes), Next::Node(no)) => {
                self.follow(no)?;
                self.word(test, true, far::ENDS + u16::from(yes));
            }
            (Next::Node(yes), Next::Ends(no)) => {
                self.follow(yes)?;
                self.word(test, false, far::ENDS + u16::from(no));
            }
            (Next::Node(yes), Next::Node(no)) => {
                // The one that was written last is next.
                let (near, other, far_answer) = if self.ends[yes] > self.ends[no] {
                    (yes, no, false)
                } else {
                    (no, yes, true)
                };
                self.follow(near)?;
                self.jump(test, far_answer, other)?;
            }
        }
        Some(())
    }

    /// Makes sure that a node follows.
    fn follow(&mut self, near: usize) -> Option<()> {
        if self.ends[near] == self.words.len() {
            return Some(());
        }
        let (always, answer) = self.layout.always;
        self.jump(always, answer, near)
    }

    /// A word that leads to a node for an answer.
    fn jump(&mut self, test: u16, answer: bool, to: usize) -> Option<()> {
        let distance = self.words.len() - self.ends[to];
        let short = distance + usize::from(far::SHORT) - 1;
        match u16::try_from(short) {
            Ok(short) if distance > 0 && short >> self.layout.bits == 0 => {
                self.word(test, answer, short);
            }
            _ => {
                self.words.push(u16::try_from(distance).ok()?);
                self.word(test, answer, far::LONG);
            }
        }
        Some(())
    }

    fn word(&mut self, test: u16, answer: bool, far: u16) {
        let word = (test << self.layout.bits | far) << 1 | u16::from(answer);
        self.words.push(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a tree says if a bit of `answers` says yes to each test.
    fn of_graph(graph: &Graph<usize>, answers: u64) -> bool {
        let mut next = graph.root;
        loop {
            match next {
                Next::Ends(truth) => return truth,
                Next::Node(at) => {
                    let node = &graph.nodes[at];
                    let is_yes = answers >> node.asks & 1 != 0;
                    next = if is_yes { node.yes } else { node.no };
                }
            }
        }
    }

    /// The same from words, read as the exported loop reads them.
    fn of_words(layout: &Layout, start: u32, answers: u64) -> bool {
        let mut at = start as usize;
        while at > 1 {
            let word = layout.words[at];
            let is_yes = answers >> (word >> (layout.bits + 1)) & 1 != 0;
            let is_far = is_yes == (word & 1 != 0);
            let far = word >> 1 & ((1 << layout.bits) - 1);
            at += 1;
            match (is_far, far) {
                (true, far::LONG) => at += usize::from(layout.words[at]) + 1,
                (true, far::BOTH_END) => at = 1,
                (true, far) if far < far::BOTH_END => at = usize::from(far),
                (true, far) => at += usize::from(far - far::SHORT) + 1,
                (false, far::LONG) => at += 1,
                (false, far::BOTH_END) => at = 0,
                (false, _) => {}
            }
        }
        at == 1
    }

    /// Words say what nodes say, with branches that meet, near and far.
    #[test]
    fn words_say_what_nodes_say() {
        let mut random = 88_172_645_463_325_252_u64;
        let mut draw = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 20) as usize % below
        };
        for size in [1, 2, 3, 5, 10, 30, 100, 1000, 3000] {
            let mut graph = Graph {
                nodes: Vec::new(),
                root: Next::Node(size - 1),
            };
            for at in 0..size {
                let mut next = || match draw(at.min(50) + 2) {
                    0 => Next::Ends(false),
                    1 => Next::Ends(true),
                    back if back == 2 && at > 200 => Next::Node(at - 200),
                    back => Next::Node(at + 1 - back),
                };
                let yes = next();
                let mut no = next();
                while no == yes {
                    no = next();
                }
                let asks = 1 + draw(59);
                graph.nodes.push(Node { asks, yes, no });
            }
            let mut layout = Layout {
                bits: 9,
                words: vec![0; 2],
                always: (63, true),
            };
            for _ in 0..2 {
                let start = layout.add(&graph).expect("small enough");
                for _ in 0..200 {
                    let answers = (draw(1 << 32) as u64) << 31 | draw(1 << 32) as u64 | 1 << 63;
                    let wanted = of_graph(&graph, answers);
                    assert_eq!(of_words(&layout, start, answers), wanted, "{size} nodes");
                }
            }
        }
    }

    /// A tree whose distances do not fit stays code.
    #[test]
    fn trees_that_are_too_large_are_refused() {
        let nodes = (0..70_000).map(|at: usize| Node {
            asks: 1,
            yes: at.checked_sub(1).map_or(Next::Ends(true), Next::Node),
            no: Next::Ends(false),
        });
        let mut graph = Graph {
            nodes: nodes.collect(),
            root: Next::Node(70_001),
        };
        let asks = 2;
        let (yes, no) = (Next::Node(69_999), Next::Node(0));
        graph.nodes.push(Node { asks, yes, no });
        let (yes, no) = (Next::Node(69_999), Next::Node(70_000));
        graph.nodes.push(Node { asks, yes, no });
        let mut layout = Layout {
            bits: 9,
            words: vec![0; 2],
            always: (63, true),
        };
        assert_eq!(layout.add(&graph), None);
    }
}
