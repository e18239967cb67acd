//! Loops over men, unrolled.
//!
//! `any b in strong.bishops : ...` asks about two squares, not about 64: a loop
//! whose squares are known to be men's, or are a few given ones, becomes one
//! term for each of them. Whether a set contains a man's square follows from the
//! sets that it is made of, without the set itself; whether it is empty, and how
//! many squares it has, follows from the men that it may contain.
//!
//! The values of the result are the same in every legal position, where no two
//! men share a square.

use std::collections::{BTreeSet, HashMap, HashSet};

use drawproof_language::{
    SymmetryGroup,
    graph::{Graph, Node, NodeId, Op},
    syntax::{Quantifier, Type},
    words::Word,
};
use drawproof_tables::ones;

use crate::{
    parts::{Attacked, Part, attacked, other_men},
    words::{NumberWord, SetWise, TruthWord, set_wise},
};

/// A loop over at most as many given squares is unrolled.
const MAX_SQUARES: u32 = 8;

/// A graph with at most `GROWTH` times as many values, and `GRACE` more, is
/// worth its unrolled loops.
const GROWTH: usize = 16;
const GRACE: usize = 4096;

/// The graph with its loops over men unrolled, and its conditions. Rules that
/// would grow out of proportion are left as they are.
pub fn unrolled(
    graph: &Graph,
    conditions: &[Option<NodeId>],
    men: usize,
) -> (Graph, Vec<Option<NodeId>>) {
    let mut unroller = Unroller {
        graph: Graph::with_variables_of(graph),
        men,
        contained: HashMap::new(),
        quantifiers: HashMap::new(),
        bound: HashSet::new(),
        room: graph.nodes.len() * GROWTH + GRACE,
    };
    let mut new = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        let arguments = node.arguments.iter().map(|&id| new[id]).collect();
        match unroller.value(node.op.clone(), arguments, node.kind) {
            Some(id) => new.push(id),
            None => return (graph.clone(), conditions.to_vec()),
        }
    }
    let conditions: Vec<_> = conditions.iter().map(|id| id.map(|id| new[id])).collect();
    used(&unroller.graph, &conditions)
}

/// The part of a graph that some conditions are made of.
fn used(graph: &Graph, conditions: &[Option<NodeId>]) -> (Graph, Vec<Option<NodeId>>) {
    let mut is_used = vec![false; graph.nodes.len()];
    for &condition in conditions.iter().flatten() {
        is_used[condition] = true;
    }
    for (id, node) in graph.nodes.iter().enumerate().rev() {
        if is_used[id] {
            node.arguments
                .iter()
                .for_each(|&argument| is_used[argument] = true);
        }
    }
    let mut part = Graph::with_variables_of(graph);
    let mut new = vec![0; graph.nodes.len()];
    for (id, node) in graph
        .nodes
        .iter()
        .enumerate()
        .filter(|(id, _)| is_used[*id])
    {
        let arguments = node.arguments.iter().map(|&id| new[id]).collect();
        new[id] = part.add(node.op.clone(), arguments, node.kind, node.group);
    }
    let conditions = conditions.iter().map(|id| id.map(|id| new[id]));
    (part, conditions.collect())
}

/// Variables from this one on stand for the variables of quantifiers, so that
/// those that differ in nothing else are equal.
const PLACEHOLDERS: usize = 1 << 32;

struct Unroller {
    graph: Graph,
    men: usize,
    /// Whether a set contains a square, if it was asked before.
    contained: HashMap<[NodeId; 2], NodeId>,
    /// Quantifiers, by their sets and by their conditions with a placeholder as
    /// variable.
    quantifiers: HashMap<(Quantifier, NodeId, NodeId), NodeId>,
    /// The variables of quantifiers.
    bound: HashSet<usize>,
    /// How many values the graph may have.
    room: usize,
}

impl Unroller {
    fn add(&mut self, op: Op, arguments: Vec<NodeId>, kind: Type) -> Option<NodeId> {
        if self.graph.nodes.len() >= self.room {
            return None;
        }
        Some(self.graph.add(op, arguments, kind, SymmetryGroup::FULL))
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.graph.nodes[id]
    }

    /// A value in its simplest form; `None` if there is no room for it.
    fn value(&mut self, op: Op, arguments: Vec<NodeId>, kind: Type) -> Option<NodeId> {
        match (&op, &arguments[..]) {
            (Op::Not, &[a]) => self.not(a),
            (Op::Difference, &[a, b]) => match other_men(&self.graph, self.men, a, b) {
                Some(men) => self.set_of_men(men),
                None => self.add(op, arguments, kind),
            },
            (Op::And, &[a, b]) => self.and(a, b),
            (Op::Or, &[a, b]) => self.or(a, b),
            (Op::If, &[condition, yes, no]) => match self.truth(condition) {
                Some(true) => Some(yes),
                Some(false) => Some(no),
                None => self.add(op, arguments, kind),
            },
            (Op::In, &[square, set]) => self.contains(set, square),
            (Op::Equal, &[a, b]) => match self.same_man(a, b) {
                Some(same) => self.constant(same),
                None => self.add(op, arguments, kind),
            },
            (Op::Less | Op::LessEqual, &[a, b]) => match self.asked_for_any(&op, a, b) {
                Some((set, true)) => self.is_inhabited(set),
                Some((set, false)) => {
                    let any = self.is_inhabited(set)?;
                    self.not(any)
                }
                None => self.add(op, arguments, kind),
            },
            (&Op::Each(quantifier, variable), &[set, body]) => {
                let Some(squares) = self.squares(set) else {
                    return self.quantified(quantifier, variable, (set, body), kind);
                };
                let squares = squares.into_iter();
                let squares = squares.map(|op| self.add(op, Vec::new(), Type::Square));
                let squares: Option<Vec<_>> = squares.collect();
                self.each(quantifier, variable, (set, body), &squares?)
            }
            (Op::Word(word), &[set]) => match (set_wise(*word), self.men_of(set)) {
                (SetWise::Truth(TruthWord::Empty), _) => {
                    let any = self.is_inhabited(set)?;
                    self.not(any)
                }
                (SetWise::Number(NumberWord::Count), Some(men)) => self.count(set, &men),
                _ => self.add(op, arguments, kind),
            },
            _ => self.add(op, arguments, kind),
        }
    }

    fn constant(&mut self, truth: bool) -> Option<NodeId> {
        self.add(Op::Truth(truth), Vec::new(), Type::Truth)
    }

    /// The truth that a value always has.
    fn truth(&self, id: NodeId) -> Option<bool> {
        match self.node(id).op {
            Op::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    fn not(&mut self, a: NodeId) -> Option<NodeId> {
        match (self.truth(a), &self.node(a).op) {
            (Some(truth), _) => self.constant(!truth),
            (None, Op::Not) => Some(self.node(a).arguments[0]),
            _ => self.add(Op::Not, vec![a], Type::Truth),
        }
    }

    fn and(&mut self, a: NodeId, b: NodeId) -> Option<NodeId> {
        match (self.truth(a), self.truth(b)) {
            (Some(false), _) | (_, Some(true)) => Some(a),
            (_, Some(false)) | (Some(true), _) => Some(b),
            _ => self.add(Op::And, vec![a, b], Type::Truth),
        }
    }

    fn or(&mut self, a: NodeId, b: NodeId) -> Option<NodeId> {
        match (self.truth(a), self.truth(b)) {
            (Some(true), _) | (_, Some(false)) => Some(a),
            (_, Some(true)) | (Some(false), _) => Some(b),
            _ => self.add(Op::Or, vec![a, b], Type::Truth),
        }
    }

    /// Whether two squares are the same, if both are men's.
    fn same_man(&self, a: NodeId, b: NodeId) -> Option<bool> {
        match (&self.node(a).op, &self.node(b).op) {
            (Op::Man(a), Op::Man(b)) => Some(a == b),
            _ => None,
        }
    }

    /// Whether a set contains a square: by the sets that it is made of.
    fn contains(&mut self, set: NodeId, square: NodeId) -> Option<NodeId> {
        if let Some(&known) = self.contained.get(&[set, square]) {
            return Some(known);
        }
        let found = self.find_contained(set, square)?;
        self.contained.insert([set, square], found);
        Some(found)
    }

    fn find_contained(&mut self, set: NodeId, square: NodeId) -> Option<NodeId> {
        let of = self.node(set).clone();
        let is_man = matches!(self.node(square).op, Op::Man(_));
        match (&of.op, &of.arguments[..]) {
            (Op::Occupied, _) if is_man => self.constant(true),
            (Op::Bits(bits), _) => match self.node(square).op {
                Op::Square(square) => self.constant(bits >> square & 1 != 0),
                _ if *bits == 0 || *bits == !0 => self.constant(*bits != 0),
                _ => self.add(Op::In, vec![square, set], Type::Truth),
            },
            (Op::Single, &[only]) => self.value(Op::Equal, vec![only, square], Type::Truth),
            (Op::Complement, &[inner]) => {
                let inside = self.contains(inner, square)?;
                self.not(inside)
            }
            (Op::Union | Op::Intersection | Op::Difference, &[a, b]) => {
                let (a, b) = (self.contains(a, square)?, self.contains(b, square)?);
                match of.op {
                    Op::Union => self.or(a, b),
                    Op::Intersection => self.and(a, b),
                    _ => {
                        let outside = self.not(b)?;
                        self.and(a, outside)
                    }
                }
            }
            (Op::If, &[condition, yes, no]) => {
                let (yes, no) = (self.contains(yes, square)?, self.contains(no, square)?);
                self.value(Op::If, vec![condition, yes, no], Type::Truth)
            }
            // The condition at one square is less work than at all of them.
            (&Op::Each(Quantifier::Set, variable), &[domain, body]) if is_man => {
                let inside = self.contains(domain, square)?;
                let holds = self.substituted(body, variable, square)?;
                self.and(inside, holds)
            }
            _ => self.add(Op::In, vec![square, set], Type::Truth),
        }
    }

    fn set_of_men(&mut self, men: u32) -> Option<NodeId> {
        let nothing = self.add(Op::Bits(0), Vec::new(), Type::Set)?;
        ones(men.into()).try_fold(nothing, |set, man| {
            let man = self.man(man as usize)?;
            let single = self.add(Op::Single, vec![man], Type::Set)?;
            if set == nothing {
                return Some(single);
            }
            self.add(Op::Union, vec![set, single], Type::Set)
        })
    }

    /// The men that a set may contain; `None` if it may contain other squares.
    fn men_of(&self, set: NodeId) -> Option<Vec<usize>> {
        let of = |at: usize| self.men_of(self.node(set).arguments[at]);
        let joined = |a: Vec<usize>, b: Vec<usize>| {
            let mut men = [a, b].concat();
            men.sort_unstable();
            men.dedup();
            men
        };
        match self.node(set).op {
            Op::Bits(0) => Some(Vec::new()),
            Op::Occupied => Some((0..self.men).collect()),
            Op::Single => match self.node(self.node(set).arguments[0]).op {
                Op::Man(man) => Some(vec![man]),
                _ => None,
            },
            Op::Union => Some(joined(of(0)?, of(1)?)),
            Op::If => Some(joined(of(1)?, of(2)?)),
            Op::Difference | Op::Each(Quantifier::Set, _) => of(0),
            Op::Intersection => match (of(0), of(1)) {
                (Some(a), Some(b)) => Some(if a.len() <= b.len() { a } else { b }),
                (a, b) => a.or(b),
            },
            _ => None,
        }
    }

    fn man(&mut self, man: usize) -> Option<NodeId> {
        self.add(Op::Man(man), Vec::new(), Type::Square)
    }

    /// The squares that a set may contain, if they are men's or few given ones.
    fn squares(&self, set: NodeId) -> Option<Vec<Op>> {
        if let Some(men) = self.men_of(set) {
            return Some(men.into_iter().map(Op::Man).collect());
        }
        match self.node(set).op {
            Op::Bits(bits) if bits.count_ones() <= MAX_SQUARES => {
                Some(ones(bits).map(Op::Square).collect())
            }
            _ => None,
        }
    }

    /// Whether each of the men that a set may contain is in it.
    fn contained_men(&mut self, set: NodeId, men: &[usize]) -> Option<Vec<NodeId>> {
        let contained = men.iter().map(|&man| {
            let man = self.man(man)?;
            self.contains(set, man)
        });
        contained.collect()
    }

    /// Whether a set has a square.
    fn is_inhabited(&mut self, set: NodeId) -> Option<NodeId> {
        if let Some(men) = self.men_of(set) {
            let contained = self.contained_men(set, &men)?;
            let none = self.constant(false)?;
            return contained
                .iter()
                .try_fold(none, |any, &here| self.or(any, here));
        }
        if let Some(attacked) = attacked(&self.graph, self.men, set) {
            return self.is_attacked_in(attacked);
        }
        match (self.node(set).op.clone(), &self.node(set).arguments[..]) {
            (Op::Bits(bits), _) => self.constant(bits != 0),
            // No need to find all squares of `{ x in domain : body }`.
            (Op::Each(Quantifier::Set, variable), &[domain, body]) => {
                let any = Op::Each(Quantifier::Any, variable);
                self.value(any, vec![domain, body], Type::Truth)
            }
            _ => {
                let empty = self.add(Op::Word(Word::Empty), vec![set], Type::Truth)?;
                self.not(empty)
            }
        }
    }

    /// Whether there is such a square: a question about each square that does not depend on the
    /// man has a stand-in.
    fn is_attacked_in(&mut self, attacked: Attacked) -> Option<NodeId> {
        let Attacked {
            by,
            within,
            without,
        } = attacked;
        let variable = self.graph.new_variable();
        let square = self.variable(variable)?;
        let mut here = self.constant(true)?;
        for set in within {
            let inside = self.contains(set, square)?;
            here = self.and(here, inside)?;
        }
        for part in without {
            let set = match part {
                Part::Men(men) => self.set_of_men(men)?,
                Part::Set(set) => set,
            };
            let inside = self.contains(set, square)?;
            let outside = self.not(inside)?;
            here = self.and(here, outside)?;
        }
        let any = Op::Each(Quantifier::Any, variable);
        self.value(any, vec![by, here], Type::Truth)
    }

    /// The set that a comparison of its count asks about, and whether it must have
    /// a square, if the comparison asks no more than that.
    fn asked_for_any(&self, op: &Op, a: NodeId, b: NodeId) -> Option<(NodeId, bool)> {
        // `0 < count(set)` is `1 <= count(set)`.
        let least = match op {
            Op::Less => 0,
            _ => 1,
        };
        let is_number = |id: NodeId, number| self.node(id).op == Op::Number(number);
        if let Some(set) = self.counted(b)
            && is_number(a, least)
        {
            return Some((set, true));
        }
        let set = self.counted(a)?;
        is_number(b, 1 - least).then_some((set, false))
    }

    /// The set whose squares a number counts.
    fn counted(&self, number: NodeId) -> Option<NodeId> {
        let node = self.node(number);
        match node.op {
            Op::Word(Word::Count) => Some(node.arguments[0]),
            _ => None,
        }
    }

    fn count(&mut self, set: NodeId, men: &[usize]) -> Option<NodeId> {
        let contained = self.contained_men(set, men)?;
        self.sum(&contained)
    }

    /// How many truths hold.
    fn sum(&mut self, truths: &[NodeId]) -> Option<NodeId> {
        let zero = self.add(Op::Number(0), Vec::new(), Type::Number)?;
        let one = self.add(Op::Number(1), Vec::new(), Type::Number)?;
        truths.iter().try_fold(zero, |sum, &truth| {
            let counted = self.value(Op::If, vec![truth, one, zero], Type::Number)?;
            match (sum == zero, counted == zero) {
                (true, _) => Some(counted),
                (_, true) => Some(sum),
                _ => self.add(Op::Plus, vec![sum, counted], Type::Number),
            }
        })
    }

    /// A quantifier that stays one. Definitions that are used twice give two that
    /// differ only in their variables: they become one.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: usize,
        (set, body): (NodeId, NodeId),
        kind: Type,
    ) -> Option<NodeId> {
        let depth = self.depth(set).max(self.depth(body));
        let placeholder = self.variable(PLACEHOLDERS + depth)?;
        let key = (
            quantifier,
            set,
            self.substituted(body, variable, placeholder)?,
        );
        if let Some(&known) = self.quantifiers.get(&key) {
            return Some(known);
        }
        let (mut variable, mut body) = (variable, body);
        // A copy may be evaluated within another one. Those with placeholders are
        // not evaluated.
        if depth == 0 && !self.bound.insert(variable) {
            let fresh = self.graph.new_variable();
            let square = self.variable(fresh)?;
            body = self.substituted(body, variable, square)?;
            variable = fresh;
        }
        let new = self.add(Op::Each(quantifier, variable), vec![set, body], kind)?;
        self.quantifiers.insert(key, new);
        Some(new)
    }

    fn variable(&mut self, variable: usize) -> Option<NodeId> {
        self.add(Op::Variable(variable), Vec::new(), Type::Square)
    }

    /// How many placeholders a value depends on.
    fn depth(&self, id: NodeId) -> usize {
        let last = self.node(id).variables.last();
        last.map_or(0, |&last| (last + 1).saturating_sub(PLACEHOLDERS))
    }

    /// A quantifier with a term for each square that its set may contain.
    fn each(
        &mut self,
        quantifier: Quantifier,
        variable: usize,
        (set, body): (NodeId, NodeId),
        squares: &[NodeId],
    ) -> Option<NodeId> {
        let mut chosen = Vec::with_capacity(squares.len());
        for &square in squares {
            let here = self.contains(set, square)?;
            let holds = self.substituted(body, variable, square)?;
            let holds = match quantifier {
                Quantifier::All => self.not(holds)?,
                _ => holds,
            };
            chosen.push(self.and(here, holds)?);
        }
        match quantifier {
            Quantifier::Any | Quantifier::All => {
                let none = self.constant(false)?;
                let any = chosen
                    .iter()
                    .try_fold(none, |any, &one| self.or(any, one))?;
                match quantifier {
                    Quantifier::All => self.not(any),
                    _ => Some(any),
                }
            }
            Quantifier::Count => self.sum(&chosen),
            Quantifier::Set => self.set_of(&chosen, squares),
        }
    }

    /// The squares for which a truth holds.
    fn set_of(&mut self, truths: &[NodeId], squares: &[NodeId]) -> Option<NodeId> {
        let nothing = self.add(Op::Bits(0), Vec::new(), Type::Set)?;
        let mut set = nothing;
        for (&truth, &square) in truths.iter().zip(squares) {
            let single = self.add(Op::Single, vec![square], Type::Set)?;
            let part = self.value(Op::If, vec![truth, single, nothing], Type::Set)?;
            set = if set == nothing {
                part
            } else {
                self.add(Op::Union, vec![set, part], Type::Set)?
            };
        }
        Some(set)
    }

    /// A value with a square in place of a quantifier's variable.
    fn substituted(&mut self, id: NodeId, variable: usize, square: NodeId) -> Option<NodeId> {
        let mut new: HashMap<NodeId, NodeId> = HashMap::new();
        for id in self.depending(id, variable) {
            let Node {
                op,
                arguments,
                kind,
                ..
            } = self.node(id).clone();
            let value = if op == Op::Variable(variable) {
                square
            } else {
                let arguments = arguments.iter().map(|id| *new.get(id).unwrap_or(id));
                self.value(op, arguments.collect(), kind)?
            };
            new.insert(id, value);
        }
        Some(*new.get(&id).unwrap_or(&id))
    }

    /// The values that a value is made of and that depend on a variable, each
    /// after its operands.
    fn depending(&self, id: NodeId, variable: usize) -> BTreeSet<NodeId> {
        let depends = |id: NodeId| self.node(id).variables.binary_search(&variable).is_ok();
        let mut found = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if depends(id) && found.insert(id) {
                open.extend(&self.node(id).arguments);
            }
        }
        found
    }
}
