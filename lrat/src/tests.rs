//! Right proofs are believed, and each kind of wrong one is refused for its own reason.

use std::io::{self, BufReader, Read};

use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::prop_oneof;

use crate::{Checked, Checker, Error, Fault, Input, check, check_within};

/// a or b; a or not b; not a or c; not a or not c.
const FORMULA: &str = "c four clauses\np cnf 3 4\n1 2 0\n1 -2 0\n-1 3 0 -1\n-3 0\n";

/// a, from clauses 1 and 2; not a, from 3 and 4; the empty clause.
const PROOF: &str = "5 1 0 1 2 0\n5 d 1 2 0\nc on\n\n6 -1 0 3 4 0\n7 0 5 6 0\n";

fn read(proof: &str) -> Result<Checked, Error> {
    check(FORMULA.as_bytes(), proof.as_bytes())
}

/// What is wrong with a proof, and in which line.
fn proof_fault(proof: &str) -> (u64, Fault) {
    let error = read(proof).expect_err(proof);
    assert_eq!(error.input, Input::Proof);
    assert!(
        error
            .to_string()
            .starts_with(&format!("proof, line {}: ", error.line))
    );
    (error.line, error.fault)
}

fn formula_fault(formula: &str) -> (u64, Fault) {
    let error = check(formula.as_bytes(), &b""[..]).expect_err(formula);
    assert_eq!(error.input, Input::Formula);
    assert!(
        error
            .to_string()
            .starts_with(&format!("formula, line {}: ", error.line))
    );
    (error.line, error.fault)
}

#[test]
fn right_proofs_are_believed() {
    let checked = Checked {
        variables: 3,
        clauses: 4,
        steps: 3,
    };
    assert_eq!(read(PROOF), Ok(checked));
    // Blanks do not matter, and a proof may end without a line feed.
    assert_eq!(
        read(&PROOF.replace(' ', " \t ").replace('\n', "\r\n")),
        Ok(checked)
    );
    assert_eq!(read(PROOF.trim_end()), Ok(checked));
    // Numbers may leave gaps, and hints after the contradiction are not needed.
    let gaps = PROOF.replace('7', "900").replace("5 6 0", "5 6 1 0");
    assert_eq!(read(&gaps), Ok(checked));
    // A formula may hold the empty clause, and literals may be repeated.
    assert!(check(&b"p cnf 0 1\n0\n"[..], &b"2 0 1 0\n"[..]).is_ok());
    assert!(check(&b"p cnf 1 2\n1 1 0\n-1 0\n"[..], &b"3 0 1 2 0\n"[..]).is_ok());
}

#[test]
fn tampered_proofs_are_refused() {
    let tampered = |from: &str, to: &str| {
        let proof = PROOF.replacen(from, to, 1);
        assert_ne!(proof, PROOF);
        proof_fault(&proof)
    };
    // A hint is missing, or all are; or their order is wrong.
    assert_eq!(tampered("1 2 0", "1 0"), (1, Fault::NoConflict));
    assert_eq!(tampered("1 2 0", "0"), (1, Fault::NoConflict));
    assert_eq!(tampered("5 6 0", "6 4 0"), (6, Fault::True(4)));
    let chain = "p cnf 3 4\n1 0\n-1 2 0\n-2 3 0\n-3 0\n";
    let ordered = |hints: &str| check(chain.as_bytes(), format!("5 0 {hints} 0").as_bytes());
    assert!(ordered("1 2 3 4").is_ok());
    assert_eq!(
        ordered("1 3 2 4").map_err(|error| error.fault),
        Err(Fault::NotUnit(3))
    );
    // A clause is changed.
    assert_eq!(tampered("6 -1 0", "6 -3 0"), (5, Fault::True(3)));
    assert_eq!(tampered("5 1 0", "5 0"), (1, Fault::NotUnit(1)));
    assert_eq!(tampered("5 1 0", "5 1 -1 0"), (1, Fault::Opposites(-1)));
    // A clause is used that is deleted, or not there yet, or never.
    assert_eq!(tampered("3 4 0", "1 2 0"), (5, Fault::Unknown(1)));
    assert_eq!(tampered("3 4 0", "7 0"), (5, Fault::Unknown(7)));
    assert_eq!(tampered("d 1 2", "d 1 1"), (2, Fault::Unknown(1)));
    assert_eq!(tampered("d 1 2", "d -1"), (2, Fault::Negative(-1)));
    // It has no empty clause, or nothing at all.
    assert_eq!(tampered("7 0 5 6 0\n", ""), (6, Fault::NoEmptyClause));
    assert_eq!(proof_fault(""), (1, Fault::NoEmptyClause));
    // Numbers that are used again, or too large, or none.
    assert_eq!(
        tampered("6 -1", "5 -1"),
        (5, Fault::Number { id: 5, last: 5 })
    );
    assert_eq!(
        tampered("5 1", "4 1"),
        (1, Fault::Number { id: 4, last: 4 })
    );
    let large = "9223372036854775808";
    assert_eq!(
        tampered("5 1", &format!("{large} 1")),
        (1, Fault::TooLarge(large.into()))
    );
    assert_eq!(
        tampered("5 1", "5 2147483648"),
        (1, Fault::TooLarge("2147483648".into()))
    );
    let longest = "1".repeat(25);
    assert_eq!(
        tampered("5 1", &longest),
        (1, Fault::TooLarge(longest.clone()))
    );
    assert_eq!(
        tampered("5 1", "5 one"),
        (1, Fault::NotANumber("one".into()))
    );
    assert_eq!(tampered("5 1", "-5 1"), (1, Fault::Negative(-5)));
    // Variables that the formula does not have.
    assert_eq!(tampered("5 1", "5 4"), (1, Fault::Literal(4)));
    assert_eq!(
        tampered("5 1", "5 -2147483648"),
        (1, Fault::Literal(i32::MIN))
    );
    // What is not supported.
    assert_eq!(tampered("1 2 0", "-1 2 0"), (1, Fault::Rat(-1)));
    assert_eq!(proof_fault("a\u{a}\u{2}"), (1, Fault::Binary));
    assert_eq!(proof_fault("d\u{2}\u{0}"), (1, Fault::Binary));
    // Cut, and two steps in a line.
    assert_eq!(tampered("1 2 0", "1 2"), (1, Fault::Cut));
    assert_eq!(
        tampered("6 -1 0 3 4 0\n", "6 -1 0 3 4 0 "),
        (5, Fault::Trailing("7".into()))
    );
    assert_eq!(tampered("6 -1 0 3 4 0", "6"), (5, Fault::Cut));
}

#[test]
fn proofs_of_other_formulas_are_refused() {
    let other = FORMULA.replace("1 -2 0", "-1 -2 0");
    let error = check(other.as_bytes(), PROOF.as_bytes()).expect_err("another formula");
    assert_eq!(error.fault, Fault::True(2));
    // No proof says anything of a formula with a solution.
    let satisfiable = FORMULA.replace("-3 0", "3 0");
    assert!(check(satisfiable.as_bytes(), PROOF.as_bytes()).is_err());
}

#[test]
fn wrong_formulas_are_refused() {
    assert_eq!(formula_fault(""), (1, Fault::Header));
    assert_eq!(formula_fault("c\n1 2 0\n"), (2, Fault::Header));
    assert_eq!(formula_fault("p cnf 3\n"), (1, Fault::Header));
    assert_eq!(formula_fault("p wcnf 3 4\n"), (1, Fault::Header));
    assert_eq!(formula_fault("p cnf -3 4\n"), (1, Fault::Negative(-3)));
    assert_eq!(
        formula_fault("p cnf 3 4 5\n"),
        (1, Fault::Trailing("5".into()))
    );
    assert_eq!(
        formula_fault("p cnf 16777217 0\n"),
        (1, Fault::Variables(16_777_217))
    );
    let clauses = |said, found| Fault::Clauses { said, found };
    assert_eq!(formula_fault("p cnf 1 1\n1 0 1 0\n"), (2, clauses(1, 2)));
    assert_eq!(formula_fault("p cnf 1 3\n1 0 1 0\n"), (3, clauses(3, 2)));
    assert_eq!(formula_fault("p cnf 1 1\n1\n"), (3, Fault::Cut));
    assert_eq!(formula_fault("p cnf 1 1\n2 0\n"), (2, Fault::Literal(2)));
    assert_eq!(
        formula_fault("p cnf 1 1\n%\n"),
        (2, Fault::NotANumber("%".into()))
    );
    assert_eq!(
        formula_fault("p cnf 1 1\n\u{e9}\n"),
        (2, Fault::NotANumber("\u{e9}".into()))
    );
}

/// Gives the same bytes for ever.
struct Endless(&'static [u8]);

impl Read for Endless {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let length = to.len() / self.0.len() * self.0.len();
        to[..length]
            .chunks_exact_mut(self.0.len())
            .for_each(|part| part.copy_from_slice(self.0));
        Ok(length)
    }
}

#[test]
fn memory_is_bounded() {
    let endless = |bytes| BufReader::new(Endless(bytes));
    let fault = |proof: &'static [u8]| {
        let error = check_within(FORMULA.as_bytes(), endless(proof), 1 << 16);
        error.expect_err("an endless proof").fault
    };
    let memory = Fault::Memory(1 << 16);
    // A line that never ends; a word; clauses.
    let error = check_within(
        FORMULA.as_bytes(),
        (&b"5 1 0 "[..]).chain(endless(b"1 ")),
        1 << 16,
    );
    assert_eq!(error.map_err(|error| error.fault), Err(memory.clone()));
    assert_eq!(fault(b"1"), Fault::TooLarge("1".repeat(25)));
    let formula = (&b"p cnf 1 9000000000\n"[..]).chain(endless(b"1 0\n"));
    let error = check_within(formula, PROOF.as_bytes(), 1 << 16);
    assert_eq!(error.map_err(|error| error.fault), Err(memory));
}

#[test]
fn files_that_cannot_be_read_say_why() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("it burns"))
        }
    }
    let error = check(FORMULA.as_bytes(), BufReader::new(Broken)).expect_err("a fire");
    assert_eq!(error.to_string(), "proof, line 1: cannot be read: it burns");
}

#[test]
fn a_refused_step_changes_nothing() {
    let mut checker = Checker::new(2).expect("two variables");
    checker.axiom(&[1, 2]).expect("a clause");
    checker.axiom(&[-1]).expect("a clause");
    assert_eq!(checker.step(3, &[], &[2, 1]), Err(Fault::NoConflict));
    assert_eq!(checker.step(3, &[], &[1]), Err(Fault::NotUnit(1)));
    assert_eq!(checker.step(3, &[2], &[2, 1]), Ok(()));
    assert_eq!(checker.finish(), Err(Fault::NoEmptyClause));
}

/// Words of proofs, and what else may stand in their place.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (-9_i64..20).prop_map(|number| number.to_string()),
        2 => Just("0".to_owned()),
        2 => Just("\n".to_owned()),
        1 => Just("d".to_owned()),
    ]
}

/// Small formulas, most of them without a solution.
fn clauses() -> impl Strategy<Value = Vec<Vec<i32>>> {
    let literal = prop_oneof![-8..=-1, 1..=8];
    vec(vec(literal, 1..3), 4..24)
}

fn has_solution(clauses: &[Vec<i32>]) -> bool {
    (0..256_u32).any(|model| {
        let is_true = |one: &i32| (model >> (one.unsigned_abs() - 1) & 1 == 1) == (*one > 0);
        clauses.iter().all(|clause| clause.iter().any(is_true))
    })
}

fn dimacs(clauses: &[Vec<i32>]) -> String {
    let mut words = Vec::new();
    for clause in clauses {
        words.extend(clause.iter().map(ToString::to_string));
        words.push("0\n".into());
    }
    format!("p cnf 8 {}\n{}", clauses.len(), words.join(" "))
}

/// A proof by propagation alone: every clause that is false under what the single literals and
/// those that follow from them make true. Some formulas without a solution have none.
fn proof(clauses: &[Vec<i32>]) -> String {
    let mut known: Vec<(i32, usize)> = Vec::new();
    let mut proof = String::new();
    let mut id = clauses.len();
    loop {
        let step = (1..).zip(clauses).find_map(|(number, clause)| {
            let of = |literal: i32| known.iter().find(|one| one.0 == literal);
            let open: Vec<i32> = clause
                .iter()
                .copied()
                .filter(|&one| of(-one).is_none())
                .collect();
            let hints = clause
                .iter()
                .filter_map(|&one| of(-one).map(|known| known.1));
            let is_new = open.iter().all(|&one| of(one).is_none() && one == open[0]);
            is_new.then(|| (number, open, hints.collect::<Vec<_>>()))
        });
        let Some((number, open, hints)) = step else {
            return proof;
        };
        id += 1;
        let literal = open.first();
        let literals = literal.map_or(String::new(), |one| format!("{one} "));
        let mut hints: Vec<String> = hints.iter().map(ToString::to_string).collect();
        hints.dedup();
        hints.push(number.to_string());
        proof.push_str(&format!("{id} {literals}0 {} 0\n", hints.join(" ")));
        match literal {
            Some(&literal) => known.push((literal, id)),
            None => return proof,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_believed_is_true(
        clauses in clauses(),
        other in clauses(),
        swaps in vec((0_usize..200, word()), 0..3),
        is_other in proptest::bool::weighted(0.3),
    ) {
        // A proof of this formula or of another, with a few words changed.
        let proof = proof(if is_other { &other } else { &clauses });
        let mut words: Vec<&str> = proof.split_inclusive([' ', '\n']).collect();
        for (at, word) in &swaps {
            if let Some(place) = words.get_mut(*at) {
                *place = word;
            }
        }
        let proof = words.join(" ");
        if check(dimacs(&clauses).as_bytes(), proof.as_bytes()).is_ok() {
            prop_assert!(!has_solution(&clauses), "{:?}\n{}", clauses, proof);
        }
    }

    #[test]
    fn proofs_by_propagation_are_believed(clauses in clauses()) {
        let proof = proof(&clauses);
        let is_believed = check(dimacs(&clauses).as_bytes(), proof.as_bytes()).is_ok();
        let last = proof.lines().last().unwrap_or_default();
        prop_assert_eq!(is_believed, last.split(' ').nth(1) == Some("0"), "{:?}\n{}", clauses, proof);
    }

    #[test]
    fn nothing_panics(formula in vec(word(), 0..30), proof in vec(word(), 0..30)) {
        let [formula, proof] = [formula, proof].map(|words| words.join(" "));
        let formula = format!("p cnf 3 4\n{formula}");
        for formula in [FORMULA, &formula] {
            if let Err(error) = check(formula.as_bytes(), proof.as_bytes()) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
