//! What of a unit is used, and which values are worth to be kept.

use drawproof_language::words::Word;

use super::ir::{Body, Expr, FunctionId, Unit};

/// From how much work on a value is kept that is asked for again: to look
/// whether it is known takes some as well.
const DEAR: u64 = 8;

/// About how many squares a loop goes through.
const ROUNDS: u64 = 5;

/// Marks what is used, what is kept and what needs the board.
pub fn mark(unit: &mut Unit) {
    let costs = costs(unit);
    for list in 0..unit.lists.len() {
        mark_list(unit, list, &costs);
    }
    for id in 0..unit.functions.len() {
        let function = &unit.functions[id];
        let needs_board = function.is_kept || unit.needs_board(&function.body);
        unit.functions[id].needs_board = needs_board;
        if unit.functions[id].is_used {
            mark_tables(unit, id);
        }
    }
}

/// Follows the calls of the rules for one side to move. Callers come after
/// those that they call, so that all calls of a function are known when its
/// turn comes.
fn mark_list(unit: &mut Unit, list: usize, costs: &[u64]) {
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
        function.is_kept |= asked[id] > 1 && costs[id] >= DEAR && function.parameters.is_empty();
        // One that is kept asks once.
        let times = if function.is_kept {
            1
        } else {
            asked[id].min(2)
        };
        for (part, is_repeated) in function.body.parts() {
            let times = if is_repeated { 2 * times } else { times };
            for_calls(part, |called| asked[called] += times);
        }
    }
}

fn for_calls(expr: &Expr, mut see: impl FnMut(FunctionId)) {
    expr.visit(&mut |part| {
        if let Expr::Call(called, _) = part {
            see(*called);
        }
    });
}

/// About how much work each function is.
fn costs(unit: &Unit) -> Vec<u64> {
    let mut costs: Vec<u64> = Vec::new();
    for function in &unit.functions {
        let cost = match &function.body {
            Body::Value(value) => cost(value, &costs),
            Body::Each(_, set, _, condition) => cost(set, &costs)
                .saturating_add(cost(condition, &costs).saturating_mul(ROUNDS))
                .saturating_add(ROUNDS),
        };
        costs.push(cost);
    }
    costs
}

fn cost(expr: &Expr, of_functions: &[u64]) -> u64 {
    let mut sum: u64 = 0;
    expr.visit(&mut |part| {
        let own = match part {
            Expr::Call(called, _) => of_functions
                .get(*called)
                .map_or(1, |cost| cost.saturating_add(1)),
            Expr::Helper(name, _) => {
                Word::with_helper(name).map_or(1, |word| word.descriptor().cost)
            }
            Expr::Binary(..) | Expr::Not(_) | Expr::If(_) | Expr::Entry(..) => 1,
            _ => 0,
        };
        sum = sum.saturating_add(own);
    });
    sum
}

fn mark_tables(unit: &mut Unit, id: FunctionId) {
    let Unit {
        functions, tables, ..
    } = unit;
    for (part, _) in functions[id].body.parts() {
        part.visit(&mut |part| {
            if let Expr::Entry(table, _) = part {
                tables[*table].is_used = true;
            }
        });
    }
}
