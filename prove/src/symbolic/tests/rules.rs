//! Built-in rules decide each position alike, executed as a formula and interpreted.

use drawproof_export::{
    ir::{Program, Type},
    program,
};
use drawproof_language::{RuleFile, RuleKind, interpret};
use drawproof_recognizers::Builtin;
use drawproof_tables::{Placement, Random};
use shakmaty::{Color, Role, Square};

use super::{Executor, Value, input, read, trials};
use crate::{set::Set, symbolic::Limits};

fn rules(name: &str) -> RuleFile {
    let of = Builtin::named(name).expect("it is built in");
    of.rules(&|class| Err(format!("no table of {class}")))
        .expect("rules")
}

/// The function for engines: the squares of men, and whether strong is to move.
fn asked(program: &Program) -> String {
    let unit = &program.units[0];
    format!("{}_rule", unit.board.class)
}

fn any_placement(random: &mut Random, rules: &RuleFile) -> Placement {
    let mut squares: Vec<Square> = Vec::new();
    for man in rules.material().men() {
        loop {
            let square = Square::new(random.below(64) as u32);
            let is_edge = (square.to_u32() + 8) % 64 < 16;
            if !(squares.contains(&square) || man.role == Role::Pawn && is_edge) {
                squares.push(square);
                break;
            }
        }
    }
    let is_weak = !rules.material().is_symmetric() && random.below(2) == 1;
    Placement {
        squares: squares.into_iter().collect(),
        turn: Color::from_white(!is_weak),
    }
}

/// What the exported function says: the number of the rule, below 0 if it keeps silent.
fn said(rules: &RuleFile, placement: &Placement) -> i32 {
    let Some(decides) = interpret(rules, placement).expect("little work") else {
        return 0;
    };
    let number = decides as i32 + 1;
    match rules.rules()[decides].kind {
        RuleKind::Claims(_) => number,
        RuleKind::Silent | RuleKind::Hold => -number,
    }
}

/// Compares rules in 64 positions a round; returns the size of the formula.
fn agree(name: &str, rounds: usize) -> usize {
    let rules = rules(name);
    let program = program(&[&rules]).expect("rules");
    let function = asked(&program);
    let mut executor = Executor::new(&program, Limits::default());
    let men = rules.material().men_count();
    let sets: Vec<Set> = (0..men).map(|_| Set::input(executor.circuit())).collect();
    let mut arguments: Vec<Value> = sets.iter().map(|&set| executor.square(set)).collect();
    let turn = input(executor.circuit(), Type::Bool, 1);
    if !rules.material().is_symmetric() {
        arguments.push(turn.clone());
    }
    let found = executor
        .call(&function, arguments, None)
        .expect("a formula");
    let mut random = Random::new(3);
    let mut decided = 0;
    for _ in 0..rounds {
        let tried: Vec<Placement> = (0..64)
            .map(|_| any_placement(&mut random, &rules))
            .collect();
        let mut inputs = Vec::new();
        for (man, set) in sets.iter().enumerate() {
            let bits: Vec<u64> = tried
                .iter()
                .map(|of| 1 << of.squares[man].to_u32())
                .collect();
            inputs.extend(trials(&Value::Bits(*set), &bits));
        }
        let turns: Vec<u64> = tried.iter().map(|of| of.turn.is_white().into()).collect();
        inputs.extend(trials(&turn, &turns));
        let run = executor.circuit().run(inputs);
        for (placement, found) in tried.iter().zip(read(&found, &run)) {
            let wanted = said(&rules, placement);
            assert_eq!(found as u32 as i32, wanted, "{name} {placement:?}");
            decided += usize::from(wanted != 0);
        }
    }
    assert!(
        decided > rounds / 2,
        "{name}: hardly any position is decided"
    );
    let size = executor.circuit().size();
    println!("{name} {size} {decided}");
    size
}

#[test]
fn pawns_against_a_king() {
    agree("kpk.exact.rules", 4);
    agree("kppk.quick.rules", 4);
}

#[test]
#[ignore = "long: millions of gates"]
fn pieces() {
    for name in ["kbpk.quick.rules", "krkn.quick.rules", "kbkp.quick.rules"] {
        agree(name, 20);
    }
}
