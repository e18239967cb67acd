//! Proofs that formulas have no solution.

use drawproof_lrat::check_within;

use super::target::Target;

pub const TARGET: Target = Target {
    name: "lrat",
    run,
    seeds,
    sealed: None,
    words: &["p cnf ", " 0\n", " d ", "%", "-1", "2147483648"],
};

/// What lies between the formula and its proof.
const BETWEEN: u8 = b'%';

/// How many bytes the clauses may take.
const MEMORY: u64 = 1 << 20;

/// Formulas with more variables are not solved by trying everything.
const FEW_VARIABLES: u64 = 10;

fn seeds() -> Vec<(String, Vec<u8>)> {
    let four = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n%5 1 0 1 2 0\n6 0 5 3 4 0\n";
    let chain = "c chain\np cnf 3 4\n1 0\n-1 2 0\n-2 3 0\n-3 0\n%\
        5 2 0 1 2 0\n5 d 1 2 0\n6 3 0 5 3 0\n7 0 6 4 0\n";
    let empty = "p cnf 0 1\n0\n%2 0 1 0\n";
    [("four", four), ("chain", chain), ("empty", empty)]
        .map(|(name, text)| (name.into(), text.into()))
        .into()
}

/// What is believed is true.
fn run(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == BETWEEN);
    let formula = parts.next().unwrap_or_default();
    let proof = parts.next().unwrap_or_default();
    match check_within(formula, proof, MEMORY) {
        Ok(checked) if checked.variables <= FEW_VARIABLES => {
            let clauses = clauses(formula);
            assert_eq!(clauses.len() as u64, checked.clauses);
            let model = (0..1_u32 << checked.variables).find(|&model| satisfies(model, &clauses));
            assert_eq!(model, None);
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The clauses of a formula that was read.
fn clauses(formula: &[u8]) -> Vec<Vec<i32>> {
    let text = String::from_utf8_lossy(formula);
    let lines = text.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('c'));
    // The first one is the header.
    let words = lines.skip(1).flat_map(str::split_ascii_whitespace);
    let numbers: Vec<i32> = words.map(|word| word.parse().expect("a number")).collect();
    let clauses = numbers.split_inclusive(|&number| number == 0);
    clauses
        .map(|clause| clause[..clause.len() - 1].to_vec())
        .collect()
}

fn satisfies(model: u32, clauses: &[Vec<i32>]) -> bool {
    let is_true = |one: &i32| (model >> (one.unsigned_abs() - 1) & 1 == 1) == (*one > 0);
    clauses.iter().all(|clause| clause.iter().any(is_true))
}
