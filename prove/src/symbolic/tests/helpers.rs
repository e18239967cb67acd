//! The helpers of exported rules are Rust: each is run as such, and as a formula.

use drawproof_export::{
    ir::{Function, Program, Role, Type},
    program,
};
use drawproof_tables::Random;

use super::{Executor, any_set, constant, input, read, trials};
use crate::symbolic::Limits;

/// Something that a helper takes or gives.
trait Plain {
    fn of(number: u64) -> Self;
    fn number(self) -> u64;
}

impl Plain for u64 {
    fn of(number: u64) -> Self {
        number
    }
    fn number(self) -> u64 {
        self
    }
}

impl Plain for u32 {
    fn of(number: u64) -> Self {
        number as u32
    }
    fn number(self) -> u64 {
        self.into()
    }
}

impl Plain for i32 {
    fn of(number: u64) -> Self {
        number as u32 as i32
    }
    fn number(self) -> u64 {
        (self as u32).into()
    }
}

impl Plain for bool {
    fn of(number: u64) -> Self {
        number != 0
    }
    fn number(self) -> u64 {
        self.into()
    }
}

/// Calls a function by its name.
macro_rules! call {
    ($called:expr, $given:expr, $($name:ident($($argument:ident),*))*) => {
        match ($called, $given) {
            $((stringify!($name), &[$($argument),*]) => {
                $name($(Plain::of($argument)),*).number()
            })*
            (name, _) => panic!("{name} is a new helper: add it here"),
        }
    };
}

fn plain(name: &str, given: &[u64]) -> u64 {
    use drawproof_export::{
        helpers::*,
        intrinsics::{count, first, from_highest},
    };
    call!(name, given,
        count(a) first(a) from_highest(a) bit(a) has(a, b) rest(a) several(a) file(a) rank(a)
        min(a, b) max(a, b) plus(a, b) minus(a, b) times(a, b) abs(a) file_distance(a, b)
        rank_distance(a, b) distance(a, b) manhattan(a, b) inset(a) edge_distance(a)
        corner_distance(a) aligned(a, b) same_diagonal(a, b) same_color(a, b) beside(a)
        neighbours(a) king_attacks(a) knight_attacks(a) pawn_attacks_up(a) pawn_attacks_down(a)
        file_through(a) rank_through(a) diagonal_through(a) antidiagonal_through(a) along(a, b, c)
        rook_attacks(a, b) bishop_attacks(a, b) queen_attacks(a, b) line(a, b) between(a, b)
        key_of(a, b, c, d, e, f, g) rays_up(a, b, c, d) rays_down(a, b, c, d) rooks_attack(a, b)
        bishops_attack(a, b) queens_attack(a, b) knights_attack(a) pawns_attack_up(a)
        pawns_attack_down(a) mirrored(a)
    )
}

/// How many bits an argument may have.
fn width(helper: &str, kind: Type) -> usize {
    match (helper, kind) {
        // The step of a ray, which is taken four times at once.
        ("rays_up" | "rays_down", Type::Square) => 3,
        (_, Type::Square) => 6,
        // The number of a file or rank.
        ("inset", _) => 3,
        (_, Type::U64) => 64,
        _ => 32,
    }
}

fn any(random: &mut Random, helper: &str, kind: Type) -> u64 {
    let small = random.below(20) as i32 - 10;
    match (width(helper, kind), random.below(3)) {
        (64, _) => any_set(random),
        (32, 0) => u64::from(small as u32),
        (32, 1) => u64::from(i32::MAX.wrapping_add(small) as u32),
        (width, _) => random.next_number() >> (64 - width),
    }
}

fn helpers(program: &Program) -> impl Iterator<Item = &Function> {
    // It reads data.
    let helpers = program.helpers.iter();
    helpers.filter(|helper| helper.role == Role::Helper || helper.name != "word")
}

fn arguments(random: &mut Random, helper: &Function) -> Vec<u64> {
    let parameters = helper.parameters.iter();
    let arguments = parameters.map(|(_, kind)| any(random, &helper.name, *kind));
    arguments.collect()
}

/// Constants are computed without a gate.
fn fold(rounds: usize) {
    let program = program(&[]).expect("no rules");
    let mut random = Random::new(1);
    for helper in helpers(&program) {
        let mut executor = Executor::new(&program, Limits::default());
        for _ in 0..rounds {
            let given = arguments(&mut random, helper);
            let kinds = helper.parameters.iter().map(|(_, kind)| *kind);
            let values = kinds
                .zip(&given)
                .map(|(kind, &number)| constant(kind, number));
            let found = executor.call(&helper.name, values.collect(), None);
            let wanted = constant(helper.gives, plain(&helper.name, &given));
            assert_eq!(found, Ok(wanted), "{} {given:x?}", helper.name);
        }
        assert_eq!(executor.circuit().size(), 0, "{}", helper.name);
    }
}

/// 64 trials at once of inputs, some of which may be constants.
fn run(rounds: usize) {
    let program = program(&[]).expect("no rules");
    let mut random = Random::new(2);
    for helper in helpers(&program) {
        for round in 0..rounds {
            same_as_plain(&program, helper, round, &mut random);
        }
    }
}

fn same_as_plain(program: &Program, helper: &Function, round: usize, random: &mut Random) {
    let mut executor = Executor::new(program, Limits::default());
    let mut tried: Vec<Vec<u64>> = (0..64).map(|_| arguments(random, helper)).collect();
    let mut inputs = Vec::new();
    let mut values = Vec::new();
    for (place, (_, kind)) in helper.parameters.iter().enumerate() {
        // At first all arguments are inputs; then one is the same constant in all trials.
        if place + 1 == round {
            let same = tried[0][place];
            for given in &mut tried {
                given[place] = same;
            }
            values.push(constant(*kind, same));
            continue;
        }
        let value = input(executor.circuit(), *kind, width(&helper.name, *kind));
        let numbers: Vec<u64> = tried.iter().map(|given| given[place]).collect();
        inputs.extend(trials(&value, &numbers));
        values.push(value);
    }
    let before = executor.circuit().size();
    let found = executor
        .call(&helper.name, values, None)
        .expect("a formula");
    let run = executor.circuit().run(inputs);
    for (given, found) in tried.iter().zip(read(&found, &run)) {
        let wanted = plain(&helper.name, given);
        assert_eq!(found, wanted, "{} {given:x?} {round}", helper.name);
    }
    if round == 0 {
        println!("{} {}", helper.name, executor.circuit().size() - before);
    }
}

#[test]
fn constants_fold() {
    fold(20);
}

#[test]
fn inputs_run() {
    run(3);
}

#[test]
#[ignore = "seconds: many more arguments of every helper"]
fn many_arguments() {
    fold(1_000);
    (0..20).for_each(|_| run(4));
}
