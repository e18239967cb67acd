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

/// Compares rules in 64 positions, some men of which stand on the same squares in all of them;
/// returns in how many a rule decides.
fn agree(rules: &RuleFile, program: &Program, known: usize, random: &mut Random) -> usize {
    let class = &program.units[0].board.class;
    let mut executor = Executor::new(program, Limits::default());
    let tried = alike(random, rules, known);
    let mut inputs = Vec::new();
    let mut arguments = Vec::new();
    for man in 0..rules.material().men_count() {
        if man < known {
            arguments.push(Value::square(tried[0].squares[man].to_u32()));
            continue;
        }
        let set = Set::input(executor.circuit());
        let bits: Vec<u64> = tried
            .iter()
            .map(|of| 1 << of.squares[man].to_u32())
            .collect();
        inputs.extend(trials(&Value::Bits(set), &bits));
        arguments.push(executor.square(set));
    }
    if !rules.material().is_symmetric() {
        let turn = input(executor.circuit(), Type::Bool, 1);
        let turns: Vec<u64> = tried.iter().map(|of| of.turn.is_white().into()).collect();
        inputs.extend(trials(&turn, &turns));
        arguments.push(turn);
    }
    let found = executor.call(&format!("{class}_rule"), arguments, None);
    let found = found.expect("a formula");
    let run = executor.circuit().run(inputs);
    let mut decided = 0;
    for (placement, found) in tried.iter().zip(read(&found, &run)) {
        let wanted = said(rules, placement);
        assert_eq!(found as u32 as i32, wanted, "{class} {placement:?}");
        decided += usize::from(wanted != 0);
    }
    println!("{class}: {} gates", executor.circuit().size());
    decided
}

/// 64 positions with some men on the same squares.
fn alike(random: &mut Random, rules: &RuleFile, known: usize) -> Vec<Placement> {
    let first = any_placement(random, rules);
    let mut all = vec![first];
    while all.len() < 64 {
        let mut next = any_placement(random, rules);
        next.squares[..known].copy_from_slice(&all[0].squares[..known]);
        let mut men = next.squares.iter().enumerate();
        if men.all(|(man, square)| !next.squares[..man].contains(square)) {
            all.push(next);
        }
    }
    all
}

/// Compares the rules of a file some times.
fn agrees(name: &str, known: usize, rounds: usize) {
    let rules = rules(name);
    let program = program(&[&rules]).expect("rules");
    let mut random = Random::new(3);
    let decided: usize = (0..rounds)
        .map(|_| agree(&rules, &program, known, &mut random))
        .sum();
    assert!(decided > rounds / 2, "{name}: hardly a rule decides");
}

#[test]
fn pawns_against_a_king() {
    agrees("kpk.exact.rules", 0, 4);
    agrees("kppk.quick.rules", 0, 4);
    agrees("kbpk.quick.rules", 2, 2);
}

#[test]
#[ignore = "long: millions of gates"]
fn pieces() {
    agrees("kbpk.quick.rules", 0, 4);
    agrees("krkn.quick.rules", 2, 20);
    agrees("kbbkb.quick.rules", 3, 20);
    agrees("knnkr.quick.rules", 3, 20);
    agrees("kqkp.quick.rules", 2, 20);
}
