//! Quantifiers over moves, lowered from the graph of checked values.
//!
//! The checker has already put other squares in the place of the men that move, and
//! the rules of smaller classes in the place of the words that ask them. What is left
//! is values like any other. One that is used again, and every loop, becomes a
//! function of the squares that it depends on.

use std::collections::{HashMap, HashSet};

use drawproof_language::{
    graph::{Graph, HeldTable, NodeId, Op},
    syntax::{self, Binary, Quantifier, TableEntries, Type},
};
use drawproof_tables::Layout;

use super::{
    AfterMove, Lowering, form_of, free, occupied, operators,
    typed::{Range, Typed},
};
use crate::{
    ir::{self, Entries, Expr},
    rules::{held, unit::Body},
    source,
    table::View,
};

/// The local names of squares and arguments.
type Locals = HashMap<NodeId, String>;

/// A value of at least as many others is worth a function if it is used again.
const WORTH_A_FUNCTION: usize = 4;

impl Lowering<'_> {
    /// What goes through moves.
    pub(super) fn moves(&mut self, expr: &syntax::Expr) -> Option<Typed> {
        let turn = self.turn;
        let checks = std::mem::take(&mut self.checks);
        let found = checks
            .iter()
            .find(|(of, _)| *of == turn)
            .and_then(|(_, check)| {
                let place = check.moves.get(&expr.span.start)?;
                let values = place.scope.iter().copied();
                let locals = values.zip(self.scope.iter().map(|bound| bound.local.clone()));
                let locals: Locals = locals.collect();
                let mut uses = Uses::of(&check.graph, place.value);
                uses.is_leaf = locals.keys().copied().collect();
                self.value(&check.graph, &uses, place.value, &locals)
            });
        self.checks = checks;
        found
    }

    /// A value, with local names for what it depends on.
    fn value(&mut self, graph: &Graph, uses: &Uses, id: NodeId, locals: &Locals) -> Option<Typed> {
        let node = &graph.nodes[id];
        if let Some(local) = locals.get(&id) {
            return Some(Typed::new(
                Expr::local(local, form_of(node.kind)),
                node.kind,
            ));
        }
        if !uses.is_shared(graph, id) {
            return self.own_value(graph, uses, id, locals);
        }
        let shared = if let Some(known) = self.after_moves.get(&(self.turn, id)) {
            known.clone()
        } else {
            let new = self.shared(graph, uses, id)?;
            self.after_moves.insert((self.turn, id), new.clone());
            new
        };
        let arguments = shared.parameters.iter().map(|parameter| {
            let local = locals.get(parameter)?;
            Some(Expr::local(local, form_of(graph.nodes[*parameter].kind)))
        });
        Some(Typed {
            expr: self.call_of(shared.function, arguments.collect::<Option<_>>()?),
            kind: node.kind,
            range: shared.range,
        })
    }

    /// The function of a value.
    fn shared(&mut self, graph: &Graph, uses: &Uses, id: NodeId) -> Option<AfterMove> {
        let node = &graph.nodes[id];
        let parameters = uses.leaves(graph, id);
        let name = |(at, _): (usize, &NodeId)| free(&format!("at_{}", at + 1), |_| false);
        let names: Vec<String> = parameters.iter().enumerate().map(name).collect();
        let locals: Locals = parameters.iter().copied().zip(names.clone()).collect();
        let (body, range) = if let (&Op::Each(quantifier, variable), &[set, condition]) =
            (&node.op, &node.arguments[..])
        {
            let each = (quantifier, variable);
            self.loop_body(graph, uses, each, [set, condition], &locals)?
        } else {
            let value = self.own_value(graph, uses, id, &locals)?;
            (Body::Value(value.expr), value.range)
        };
        let forms = parameters.iter().map(|&id| form_of(graph.nodes[id].kind));
        let named = names.into_iter().zip(forms).collect();
        let wanted = format!("after_move_{}", self.after_moves.len() + 1);
        let name = self.function_name(&wanted, self.turn_of(true));
        Some(AfterMove {
            function: self.push(name, Vec::new(), named, (body, node.kind)),
            range,
            parameters,
        })
    }

    fn loop_body(
        &mut self,
        graph: &Graph,
        uses: &Uses,
        (quantifier, variable): (Quantifier, usize),
        [set, condition]: [NodeId; 2],
        locals: &Locals,
    ) -> Option<(Body, Range)> {
        let set = self.value(graph, uses, set, locals)?.into_set();
        let bound = format!("to_{}", locals.len() + 1);
        let mut inner = locals.clone();
        if let Some(id) = graph.find(&Op::Variable(variable)) {
            inner.insert(id, bound.clone());
        }
        let condition = self.value(graph, uses, condition, &inner)?.expr;
        let range = operators::range_of(quantifier);
        Some(if condition.mentions(&bound) {
            (Body::Each(quantifier, set, bound, condition), range)
        } else {
            let value = operators::each_alike(quantifier, set, condition);
            (Body::Value(value.expr), value.range)
        })
    }

    /// A value from those that it is made of.
    fn own_value(
        &mut self,
        graph: &Graph,
        uses: &Uses,
        id: NodeId,
        locals: &Locals,
    ) -> Option<Typed> {
        let node = &graph.nodes[id];
        let mut parts = Vec::new();
        for &part in &node.arguments {
            parts.push(self.value(graph, uses, part, locals)?);
        }
        if let Op::Word(word) = node.op {
            let kinds = word.meaning().parameters();
            let parts = parts.into_iter().zip(kinds);
            let arguments = parts.map(|(part, kind)| match kind {
                Type::Set => Typed::set(part.into_set()),
                _ => part,
            });
            return Some(operators::function(word, arguments.collect()));
        }
        let mut parts = parts.into_iter();
        if let Some(operator) = binary_of(&node.op) {
            return Some(operators::binary(operator, parts.next()?, parts.next()?));
        }
        Some(match &node.op {
            Op::Square(square) => Typed::new(Expr::Square(*square), Type::Square),
            Op::Bits(bits) => Typed::set(Expr::Bits(*bits)),
            Op::Number(number) => Typed::number(*number),
            Op::Truth(truth) => Typed::truth(Expr::Truth(*truth)),
            Op::Man(man) => Typed::new(self.man(*man), Type::Square),
            Op::Occupied => Typed::set(occupied()),
            Op::Single => Typed::set(parts.next()?.into_set()),
            Op::Not => Typed::truth(parts.next()?.expr.negated()),
            Op::Complement => Typed::set(Expr::Complement(Box::new(parts.next()?.into_set()))),
            Op::Negative => parts.next()?.negative(),
            Op::If => operators::choice(parts.next()?.expr, parts.next()?, parts.next()?),
            Op::Entry(entries) => self.entry_of(entries, parts.next()?.expr),
            Op::Holds(table) => {
                let squares: Vec<Expr> = parts.map(|part| part.expr).collect();
                Typed::truth(looked_up(table, &squares)?)
            }
            // A loop is a function; the others have local names, or are done.
            _ => return None,
        })
    }

    /// The entry of a table that need not have a name in the rule file.
    fn entry_of(&mut self, entries: &TableEntries, square: Expr) -> Typed {
        let (entries, kind) = match entries {
            TableEntries::Sets(sets) => (Entries::Sets(sets.clone()), Type::Set),
            TableEntries::Squares(squares) => (Entries::Squares(squares.clone()), Type::Square),
            TableEntries::Numbers(numbers) => (Entries::Numbers(numbers.clone()), Type::Number),
        };
        let mut known = self.unit.tables.iter();
        let name = if let Some(table) = known.find(|table| table.entries == entries) {
            table.name.clone()
        } else {
            let wanted = format!("{}_squares_{}", self.unit.name, self.unit.tables.len() + 1);
            let name = free(&wanted, |name| self.names.contains(name));
            self.names.insert(name.clone());
            self.unit.tables.push(ir::Table {
                name: name.clone(),
                comment: Vec::new(),
                entries,
            });
            name
        };
        Typed::new(Expr::Entry(name, Box::new(square), form_of(kind)), kind)
    }
}

/// The operator of a value.
fn binary_of(op: &Op) -> Option<Binary> {
    Some(match op {
        Op::Or => Binary::Or,
        Op::And => Binary::And,
        Op::Equal => Binary::Equal,
        Op::Less => Binary::Less,
        Op::LessEqual => Binary::LessEqual,
        Op::In => Binary::In,
        Op::Union => Binary::Union,
        Op::Difference | Op::Minus => Binary::Minus,
        Op::Intersection => Binary::Intersection,
        Op::Plus => Binary::Plus,
        Op::Times => Binary::Times,
        _ => return None,
    })
}

/// Whether a table holds one of some results for squares, in the order of its
/// class.
fn looked_up(table: &HeldTable, squares: &[Expr]) -> Option<Expr> {
    let layout = Layout::new(&table.material).ok()?;
    let view = View::new(&layout, shakmaty::Color::White);
    let nobody = Expr::Literal(0, ir::Type::U32, false);
    let mut arguments = vec![Expr::Data, Expr::Literal(view.kinds(), ir::Type::U64, true)];
    let places = view.places().iter();
    arguments.extend(places.filter_map(|&place| squares.get(place).cloned()));
    arguments.resize(6, nobody);
    arguments.push(Expr::Truth(table.turn.is_white()));
    let score = Expr::call(&source::probing_name(held::SCORE), arguments);
    Some(held::stands_for(score, table.results))
}

/// How often the parts of a value are used in it.
struct Uses {
    times: HashMap<NodeId, usize>,
    /// How many values each is made of, as far as they are used once.
    sizes: HashMap<NodeId, usize>,
    /// What has a local name where the value stands.
    is_leaf: HashSet<NodeId>,
}

impl Uses {
    fn of(graph: &Graph, root: NodeId) -> Self {
        let mut times: HashMap<NodeId, usize> = HashMap::from([(root, 1)]);
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            for &part in &graph.nodes[id].arguments {
                let count = times.entry(part).or_default();
                *count += 1;
                if *count == 1 {
                    open.push(part);
                }
            }
        }
        let mut ids: Vec<NodeId> = times.keys().copied().collect();
        ids.sort_unstable();
        let mut sizes: HashMap<NodeId, usize> = HashMap::new();
        for id in ids {
            let parts = graph.nodes[id].arguments.iter();
            let size = parts.fold(1_usize, |sum, part| {
                sum.saturating_add(sizes.get(part).copied().unwrap_or(1))
            });
            sizes.insert(id, size);
        }
        Self {
            times,
            sizes,
            is_leaf: HashSet::new(),
        }
    }

    /// Whether a value has a function of its own.
    fn is_shared(&self, graph: &Graph, id: NodeId) -> bool {
        matches!(graph.nodes[id].op, Op::Each(..))
            || self.times.get(&id).is_some_and(|&times| times > 1)
                && self
                    .sizes
                    .get(&id)
                    .is_some_and(|&size| size >= WORTH_A_FUNCTION)
    }

    /// The squares and arguments that a value depends on.
    fn leaves(&self, graph: &Graph, id: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut open = vec![id];
        let is_free = |at: NodeId| match graph.nodes[at].op {
            Op::Variable(variable) => graph.nodes[id].variables.contains(&variable),
            Op::Parameter(..) => true,
            _ => self.is_leaf.contains(&at),
        };
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            if is_free(at) {
                found.push(at);
            } else {
                open.extend(&graph.nodes[at].arguments);
            }
        }
        found.sort_unstable();
        found
    }
}
