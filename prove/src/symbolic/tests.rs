//! What is executed with signals is what Rust computes, and what rules say.

mod forms;
mod helpers;
mod refused;
mod rules;

use drawproof_export::ir::Type;
use drawproof_tables::Random;

use super::{Executor, Number, Value};
use crate::{
    circuit::{Circuit, Lit, Run},
    set::Set,
};

/// Any value of a type, numbers of some bits.
fn input(circuit: &mut Circuit, kind: Type, width: usize) -> Value {
    let mut bit = |place: usize| {
        if place < width {
            circuit.input()
        } else {
            Lit::FALSE
        }
    };
    match kind {
        Type::Bool => Value::Bool(bit(0)),
        Type::U64 => Value::Bits(Set(std::array::from_fn(bit))),
        kind => Value::Number(Number {
            kind,
            bits: std::array::from_fn(bit),
        }),
    }
}

fn constant(kind: Type, number: u64) -> Value {
    match kind {
        Type::Bool => Value::truth(number != 0),
        Type::U64 => Value::set(number),
        kind => Value::Number(Number::constant(kind, number as u32)),
    }
}

fn bits(value: &Value) -> Vec<Lit> {
    match value {
        Value::Bool(truth) => vec![*truth],
        Value::Bits(set) => set.0.to_vec(),
        Value::Number(number) => number.bits.to_vec(),
    }
}

/// The signals of a value, each with its truth in 64 trials.
fn trials(value: &Value, numbers: &[u64]) -> Vec<(Lit, u64)> {
    let bits = bits(value).into_iter().enumerate();
    let bits = bits.filter(|(_, bit)| bit.known().is_none());
    bits.map(|(place, bit)| {
        let each = numbers.iter().enumerate();
        let each = each.map(|(trial, number)| (number >> place & 1) << trial);
        (bit, each.sum())
    })
    .collect()
}

/// The value of each trial.
fn read(value: &Value, run: &Run) -> Vec<u64> {
    let signals: Vec<u64> = bits(value).into_iter().map(|bit| run.trials(bit)).collect();
    (0..64)
        .map(|trial| {
            let bits = signals.iter().enumerate();
            bits.map(|(place, signal)| (signal >> trial & 1) << place)
                .sum()
        })
        .collect()
}

/// A set of some size: most are small, some are empty, some are full.
fn any_set(random: &mut Random) -> u64 {
    let [a, b, c] = [(); 3].map(|()| random.next_number());
    match random.below(6) {
        0 => a & b & c,
        1 => a & b,
        2 => a | b,
        3 => 1 << random.below(64) | 1 << random.below(64),
        4 => a & b & c & random.next_number(),
        _ => a,
    }
}
