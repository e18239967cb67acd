//! Attacks that are the same for a whole position.
//!
//! A loop that asks for the attacks of a man on his own square computes them for each of its
//! squares, and several functions may ask for the same attacks. Such a value becomes a function,
//! whose value is then computed at most once for a position if that pays.

use std::collections::HashMap;

use drawproof_language::words::Word;

use super::{
    unit::{Body, Function, FunctionId, Unit},
    uses,
};
use crate::{
    ir::{Expr, Type},
    lang,
    text::free_name,
};

/// A value that several places may share.
struct Shared {
    value: Expr,
    /// The first function that asks for it.
    first: FunctionId,
    /// How often it is asked for; what stands in a loop or depends on parameters counts twice.
    times: usize,
}

/// Makes functions of the values of a unit that are worth sharing.
pub fn share(unit: &mut Unit) {
    let mut found: Vec<Shared> = Vec::new();
    for (id, function) in unit.functions.iter().enumerate() {
        for (part, is_repeated) in function.body.parts() {
            let is_repeated = is_repeated || !function.parameters.is_empty();
            let times = if is_repeated { 2 } else { 1 };
            part.visit(&mut |value| {
                if is_worth(value) {
                    note(&mut found, value, id, times);
                }
            });
        }
    }
    found.retain(|one| one.times > 1);
    if !found.is_empty() {
        insert(unit, &found);
    }
}

/// Whether a value is dear, and the same for the whole position.
fn is_worth(value: &Expr) -> bool {
    let Expr::Call(name, _) = value else {
        return false;
    };
    let is_dear = Word::with_helper(name).is_some_and(|word| word.descriptor().cost >= uses::DEAR);
    let mut is_fixed = true;
    value.visit(&mut |part| is_fixed &= !matches!(part, Expr::Local(..)));
    is_dear && is_fixed
}

fn note(found: &mut Vec<Shared>, value: &Expr, id: FunctionId, times: usize) {
    match found.iter_mut().find(|of| of.value == *value) {
        Some(known) => known.times += times,
        None => found.push(Shared {
            value: value.clone(),
            first: id,
            times,
        }),
    }
}

/// Puts each value before the first function that asks for it.
fn insert(unit: &mut Unit, found: &[Shared]) {
    let names = names(unit, found);
    let with = |value: &Expr| {
        let at = found.iter().position(|of| of.value == *value)?;
        Some(Expr::call(&names[at], Vec::new()))
    };
    let mut functions = Vec::new();
    let mut places = Vec::new();
    for (id, mut function) in std::mem::take(&mut unit.functions).into_iter().enumerate() {
        let own = found.iter().zip(&names).filter(|(one, _)| one.first == id);
        // A function may be such a value itself.
        for (one, name) in own.filter(|(_, name)| **name != function.name) {
            let body = Body::Value(one.value.clone());
            functions.push(Function::plain(name.clone(), Vec::new(), Type::U64, body));
        }
        if !names.contains(&function.name) {
            function.body = function.body.replaced(&with);
        }
        places.push(functions.len());
        functions.push(function);
    }
    unit.functions = functions;
    for tried in unit.lists.iter_mut().flat_map(|list| &mut list.rules) {
        tried.function = places[tried.function];
    }
}

fn names(unit: &Unit, found: &[Shared]) -> Vec<String> {
    let mut taken: Vec<String> = unit.functions.iter().map(|of| of.name.clone()).collect();
    taken.extend(unit.tables.iter().map(|of| of.name.clone()));
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut names = Vec::new();
    for one in found {
        let Expr::Call(helper, _) = &one.value else {
            continue;
        };
        let first = &unit.functions[one.first];
        if matches!(&first.body, Body::Value(value) if *value == one.value) {
            names.push(first.name.clone());
            continue;
        }
        let count = counts.entry(helper).or_default();
        *count += 1;
        let wanted = format!("{}_shared_{helper}_{count}", unit.name);
        let name = free_name(&wanted, |name| {
            lang::is_reserved(name) || taken.iter().any(|of| of == name)
        });
        taken.push(name.clone());
        names.push(name);
    }
    names
}
