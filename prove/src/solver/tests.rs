//! Answers against brute force, formulas that are known to be hard, and limits.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, prop_assert, prop_assert_eq, proptest};

use super::{Answer, Limits, Why, solve};
use crate::circuit::{Circuit, Cnf, Lit};

static NEVER: AtomicBool = AtomicBool::new(false);

fn cnf(variables: i32, clauses: impl IntoIterator<Item = Vec<i32>>) -> Cnf {
    let mut cnf = Circuit::default().cnf(&[]);
    cnf.variables = variables;
    cnf.clauses.extend(clauses);
    cnf
}

/// Whether a formula has a solution; solutions and proofs must be right.
fn is_satisfiable(cnf: &Cnf) -> bool {
    match solve(cnf, &Limits::none(&NEVER)) {
        Answer::Sat(model) => {
            assert!(is_model(cnf, &model));
            true
        }
        Answer::Unsat(proof) => {
            assert_eq!(proof.check(cnf), Ok(()));
            let (mut dimacs, mut lrat) = (Vec::new(), Vec::new());
            cnf.write_dimacs(&mut dimacs).expect("memory");
            proof.write_lrat(&mut lrat).expect("memory");
            let checked = drawproof_lrat::check(&*dimacs, &*lrat).expect("a proof");
            assert_eq!(checked.steps, proof.len() as u64);
            false
        }
        Answer::Unknown(why) => panic!("{why}"),
    }
}

fn is_model(cnf: &Cnf, model: &[bool]) -> bool {
    let is_true = |one: &i32| model[one.unsigned_abs() as usize] == (*one > 0);
    cnf.clauses.iter().all(|clause| clause.iter().any(is_true))
}

/// One man more than holes, each in a hole of its own.
fn pigeons(holes: i32) -> Cnf {
    let place = |pigeon, hole| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> = (0..=holes)
        .map(|pigeon| (0..holes).map(|hole| place(pigeon, hole)).collect())
        .collect();
    for one in 0..=holes {
        for other in 0..one {
            clauses.extend((0..holes).map(|hole| vec![-place(one, hole), -place(other, hole)]));
        }
    }
    cnf((holes + 1) * holes, clauses)
}

/// Literals from a plain generator: the same formulas in every run.
fn random(variables: i32, clauses: usize, mut seed: u64) -> Cnf {
    let mut next = |below: i32| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % below as u64) as i32
    };
    let mut literal = || (next(variables) + 1) * (1 - 2 * next(2));
    let clauses = (0..clauses).map(|_| [(); 3].map(|()| literal()).to_vec());
    cnf(variables, clauses)
}

fn small() -> impl Strategy<Value = (i32, Vec<Vec<i32>>)> {
    (1..=8_i32).prop_flat_map(|variables| {
        let literal = (1..=variables, proptest::bool::ANY)
            .prop_map(|(variable, sign)| if sign { variable } else { -variable });
        (
            proptest::strategy::Just(variables),
            vec(vec(literal, 1..5), 0..60),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn small_formulas_are_solved_as_by_trying_everything((variables, clauses) in small()) {
        let cnf = cnf(variables, clauses);
        let model = |bits: u32| (0..=variables).map(|of| bits >> of & 1 == 1).collect::<Vec<_>>();
        let wanted = (0..2_u32 << variables).any(|bits| is_model(&cnf, &model(bits)));
        prop_assert_eq!(is_satisfiable(&cnf), wanted);
    }

    #[test]
    fn circuits_are_solved(first in 0_u64..1 << 16, second in 0_u64..1 << 16) {
        // Is there another way to write a number as a sum of bits, in another order?
        let mut circuit = Circuit::default();
        let inputs: Vec<Lit> = (0..16).map(|_| circuit.input()).collect();
        let bits = |of: u64| (0..16).map(move |at| Lit::constant(of >> at & 1 == 1));
        let wanted = add(&mut circuit, &bits(first).collect::<Vec<_>>(), &bits(second).collect::<Vec<_>>());
        let sum = add(&mut circuit, &inputs, &bits(second).collect::<Vec<_>>());
        let other: Vec<Lit> = inputs.iter().copied().zip(bits(first)).map(|(a, b)| circuit.xor(a, b)).collect();
        let equal: Vec<Lit> = sum.into_iter().zip(wanted).map(|(a, b)| circuit.equal(a, b)).collect();
        let equal = circuit.all(equal);
        let other = circuit.any(other);
        prop_assert!(is_satisfiable(&circuit.cnf(&[equal])));
        prop_assert!(!is_satisfiable(&circuit.cnf(&[equal, other])));
    }
}

fn add(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let mut carry = Lit::FALSE;
    let mut sum = Vec::new();
    for (&a, &b) in a.iter().zip(b) {
        let half = circuit.xor(a, b);
        sum.push(circuit.xor(half, carry));
        let both = circuit.and(a, b);
        let through = circuit.and(half, carry);
        carry = circuit.or(both, through);
    }
    sum
}

#[test]
fn pigeons_have_too_few_holes() {
    for holes in 1..=6 {
        assert!(!is_satisfiable(&pigeons(holes)), "{holes}");
    }
}

#[test]
fn clauses_are_thrown_away_on_the_way() {
    // Thousands of conflicts each; below 4.26 clauses for a variable most have a solution.
    assert!(!is_satisfiable(&random(150, 900, 1)));
    assert!(is_satisfiable(&random(300, 1140, 2)));
}

#[test]
fn formulas_without_search() {
    assert!(is_satisfiable(&cnf(0, [])));
    assert!(is_satisfiable(&cnf(3, [vec![1, -1], vec![2, 2]])));
    assert!(!is_satisfiable(&cnf(0, [vec![]])));
    assert!(!is_satisfiable(&cnf(1, [vec![1], vec![-1]])));
    assert!(!is_satisfiable(&cnf(1, [vec![1, 1], vec![-1, -1]])));
    assert!(!is_satisfiable(&cnf(
        3,
        [vec![-1, 2], vec![-2, 3], vec![1], vec![-3]]
    )));
}

#[test]
fn limits_are_kept() {
    let cnf = pigeons(12);
    let why = |limits: Limits| match solve(&cnf, &limits) {
        Answer::Unknown(why) => why,
        answer => panic!("{answer:?}"),
    };
    let none = Limits::none(&NEVER);
    let time = Duration::from_millis(50);
    assert_eq!(why(Limits { time, ..none }), Why::Time);
    assert_eq!(
        why(Limits {
            conflicts: 100,
            ..none
        }),
        Why::Conflicts
    );
    assert_eq!(
        why(Limits {
            memory: 1 << 20,
            ..none
        }),
        Why::Memory
    );
    assert_eq!(
        why(Limits {
            memory: 1 << 10,
            ..none
        }),
        Why::Memory
    );
    assert_eq!(why(Limits::none(&AtomicBool::new(true))), Why::Stopped);
}

#[test]
fn literals_without_variables_are_refused() {
    for literal in [0, 3, -3, i32::MIN, i32::MAX] {
        for variables in [2, 0, -1] {
            let cnf = cnf(variables, [vec![literal]]);
            let Answer::Unknown(why) = solve(&cnf, &Limits::none(&NEVER)) else {
                panic!("{literal}");
            };
            assert_eq!(why, Why::Literal(literal));
        }
    }
    let Answer::Unknown(why) = solve(&cnf(i32::MAX, []), &Limits::none(&NEVER)) else {
        panic!("too many variables");
    };
    assert_eq!(why, Why::Memory);
}
