//! Which parts of a unit are used, and which values are worth caching.

use std::collections::{HashMap, HashSet};

use drawproof_language::words::Word;

use super::{
    held,
    unit::{Body, Function, FunctionId, Unit},
};
use crate::{ir::Expr, source};

/// The cost from which a value that is used again is cached; checking the cache
/// has a cost, too.
pub const DEAR: u64 = 8;

/// The cost of looking a position up in a table: more than that of anything else, since the
/// conditions before it say that there is such a position.
pub const LOOKED_UP: u64 = u64::MAX;

/// The approximate number of squares in a loop.
const ROUNDS: u64 = 5;

/// The functions of a unit by name.
type Ids = HashMap<String, FunctionId>;

/// Marks what is used, what is cached and what needs the board.
pub fn mark(unit: &mut Unit) {
    let costs = Costs::of(unit);
    for list in 0..unit.lists.len() {
        mark_list(unit, list, &costs);
    }
    mark_boards(unit);
}

/// The functions of a unit by name.
fn ids(unit: &Unit) -> Ids {
    let names = unit.functions.iter().zip(0..);
    names
        .map(|(function, id)| (function.name.clone(), id))
        .collect()
}

/// Marks what needs the board.
fn mark_boards(unit: &mut Unit) {
    let ids = ids(unit);
    for id in 0..unit.functions.len() {
        let function = &unit.functions[id];
        let needs_board = function.is_kept || needs_board(unit, &function.body, &ids);
        unit.functions[id].needs_board = needs_board;
    }
}

/// Marks again what is used and what needs the board, after functions have been replaced.
/// What is cached remains as it is.
pub fn mark_again(unit: &mut Unit) {
    let tried = unit.lists.iter().flat_map(|list| &list.rules);
    let rules: HashSet<FunctionId> = tried.map(|tried| tried.function).collect();
    let is_used = reached(unit, |id, _| rules.contains(&id));
    for (function, is_used) in unit.functions.iter_mut().zip(is_used) {
        function.is_used = is_used;
    }
    mark_boards(unit);
}

/// Which functions are called from some functions, those included.
pub fn reached(unit: &Unit, is_first: impl Fn(FunctionId, &Function) -> bool) -> Vec<bool> {
    let ids = ids(unit);
    let mut is_reached = vec![false; unit.functions.len()];
    let all = unit.functions.iter().enumerate();
    let first = all.filter(|&(id, function)| is_first(id, function));
    let mut left: Vec<FunctionId> = first.map(|(id, _)| id).collect();
    while let Some(id) = left.pop() {
        if !std::mem::replace(&mut is_reached[id], true) {
            let body = &unit.functions[id].body;
            body.visit(&mut |part| see_call(part, &ids, &mut |called| left.push(called)));
        }
    }
    is_reached
}

fn see_call(part: &Expr, ids: &Ids, see: &mut dyn FnMut(FunctionId)) {
    if let Expr::Call(called, _) = part
        && let Some(&id) = ids.get(called)
    {
        see(id);
    }
}

/// Whether the body of a function needs the board. Those that it calls have
/// been marked.
fn needs_board(unit: &Unit, body: &Body, ids: &Ids) -> bool {
    let mut needs = false;
    body.visit(&mut |part| {
        needs |= match part {
            Expr::Field(..) => true,
            Expr::Call(called, _) => {
                let id = ids.get(called);
                id.is_some_and(|&id| unit.functions[id].needs_board)
            }
            _ => false,
        }
    });
    needs
}

/// Follows the calls of the rules for one side to move. Callers come after the
/// functions that they call, so all calls of a function are known when its turn
/// comes.
fn mark_list(unit: &mut Unit, list: usize, costs: &Costs) {
    let mut asked = vec![0_u64; unit.functions.len()];
    for tried in &unit.lists[list].rules {
        asked[tried.function] += 1;
    }
    for id in (0..unit.functions.len()).rev() {
        if asked[id] == 0 {
            continue;
        }
        let function = &mut unit.functions[id];
        function.is_used = true;
        function.is_kept |=
            asked[id] > 1 && costs.of_functions[id] >= DEAR && function.parameters.is_empty();
        // A cached function evaluates once.
        let times = if function.is_kept {
            1
        } else {
            asked[id].min(2)
        };
        for (part, is_repeated) in function.body.parts() {
            let times = if is_repeated { 2 * times } else { times };
            for_calls(part, &costs.ids, |called| asked[called] += times);
        }
    }
}

fn for_calls(expr: &Expr, ids: &Ids, mut see: impl FnMut(FunctionId)) {
    expr.visit(&mut |part| see_call(part, ids, &mut see));
}

/// The approximate costs of the functions of a unit.
pub struct Costs {
    ids: Ids,
    of_functions: Vec<u64>,
}

impl Costs {
    pub fn of(unit: &Unit) -> Self {
        let mut costs = Self {
            ids: ids(unit),
            of_functions: Vec::new(),
        };
        for function in &unit.functions {
            let cost = match &function.body {
                Body::Value(value) => costs.cost(value),
                Body::Each(_, set, _, condition) => costs
                    .cost(set)
                    .saturating_add(costs.cost(condition).saturating_mul(ROUNDS))
                    .saturating_add(ROUNDS),
                Body::Written(_) => 0,
            };
            costs.of_functions.push(cost);
        }
        costs
    }

    /// The cost of a value.
    pub fn cost(&self, expr: &Expr) -> u64 {
        let mut sum: u64 = 0;
        expr.visit(&mut |part| {
            let own = match part {
                Expr::Call(name, _) => self.of_call(name),
                Expr::Binary(..) | Expr::Not(_) | Expr::If(_) | Expr::Entry(..) => 1,
                _ => 0,
            };
            sum = sum.saturating_add(own);
        });
        sum
    }

    fn of_call(&self, name: &str) -> u64 {
        if let Some(&id) = self.ids.get(name) {
            let cost = self.of_functions.get(id);
            return cost.map_or(1, |cost| cost.saturating_add(1));
        }
        if name == source::probing_name(held::SCORE) {
            return LOOKED_UP;
        }
        Word::with_helper(name).map_or(1, |word| word.descriptor().cost)
    }
}
