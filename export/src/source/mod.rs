//! The code that every exported file contains, written once, in Rust: this crate compiles it and
//! runs it, and its build script reads it into the intermediate form, which is printed in every
//! language.

// They are run in tests, and wherever they were exported to.
#[allow(
    dead_code,
    missing_docs,
    clippy::decimal_bitwise_operands,
    clippy::verbose_bit_mask
)]
pub mod helpers;
// What is exported compiles with old compilers, too.
#[allow(dead_code, clippy::manual_ilog2)]
pub mod intrinsics;
#[allow(
    clippy::cast_lossless,
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools
)]
pub mod probe;
// Most of it runs only where it was exported to.
#[allow(
    dead_code,
    clippy::cast_lossless,
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools
)]
pub mod bitbase;
#[allow(
    clippy::cast_lossless,
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools
)]
pub mod helpmate;

// Each export has its own functions in the place of these.
#[allow(
    dead_code,
    unused_variables,
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools
)]
mod asked;
// It runs only where it was exported to.
#[allow(dead_code, clippy::cast_lossless, clippy::too_many_arguments)]
mod harness;

use std::{collections::HashSet, sync::LazyLock};

use serde::Deserialize;

use crate::ir::{Expr, Function, Role, SourceFile, Statement};

/// All that is written here, as the build script read it: a field for each file.
#[derive(Debug, Deserialize)]
pub struct Written {
    intrinsics: SourceFile,
    helpers: SourceFile,
    /// What looks positions up in data.
    pub probe: SourceFile,
    /// What reads bitbases, besides functions of `probe`.
    pub bitbase: SourceFile,
    /// What says who can mate, besides functions of `probe`.
    pub helpmate: SourceFile,
    /// The heads of the functions that `harness` asks.
    pub asked: SourceFile,
    /// What asks exported files.
    pub harness: SourceFile,
}

/// All that is written here.
pub fn written() -> &'static Written {
    static WRITTEN: LazyLock<Written> = LazyLock::new(|| {
        let json = include_str!(concat!(env!("OUT_DIR"), "/written.json"));
        serde_json::from_str(json).expect("the build script writes what this reads")
    });
    &WRITTEN
}

/// The names of all helpers of rules; no local name may be one of them.
pub fn helper_names() -> HashSet<String> {
    let written = written();
    let all = written.all_helpers();
    let probing = written.probe.functions.iter();
    let probing = probing.map(|function| probing_name(&function.name));
    all.map(|function| function.name.clone())
        .chain(probing)
        .collect()
}

/// The name, in a file of rules, of a function that looks positions up in data.
pub fn probing_name(name: &str) -> String {
    format!("table_{name}")
}

/// The intrinsic functions that an intrinsic function calls.
pub type Calls<'a> = &'a dyn Fn(&str) -> &'static [&'static str];

impl Written {
    /// All helpers of rules, each after those that it calls.
    pub fn all_helpers(&self) -> impl Iterator<Item = &Function> {
        let intrinsics = self.intrinsics.functions.iter();
        intrinsics.chain(&self.helpers.functions)
    }

    /// The helpers that rules call, and those that they call, each after those that it calls.
    pub fn helpers(&self, callers: &[&Function], calls: Calls<'_>) -> Vec<Function> {
        self.called(&[&self.helpers], callers, calls)
    }

    /// What looks positions up, for a file of rules: under names of its own, without
    /// intrinsic functions.
    pub fn probing(&self, called: &str, calls: Calls<'_>) -> Vec<Function> {
        let caller = Function {
            body: vec![Statement::Return(Expr::call(called, Vec::new()))],
            ..self.probe.functions[0].clone()
        };
        let mut all = self.prober(&[&caller], calls);
        let own = all
            .iter()
            .filter(|function| function.role != Role::Intrinsic);
        let own: HashSet<String> = own.map(|function| function.name.clone()).collect();
        all.retain(|function| own.contains(&function.name));
        for function in &mut all {
            function.name = probing_name(&function.name);
            for statement in &mut function.body {
                statement.rename(&|name| own.contains(name).then(|| probing_name(name)));
            }
        }
        all
    }

    /// The same for what looks positions up, where functions may call each other.
    pub fn prober(&self, callers: &[&Function], calls: Calls<'_>) -> Vec<Function> {
        self.called(&[&self.probe], callers, calls)
    }

    /// The same for what reads bitbases.
    pub fn reader(&self, callers: &[&Function], calls: Calls<'_>) -> Vec<Function> {
        self.called(&[&self.probe, &self.bitbase], callers, calls)
    }

    /// The same for what says who can mate.
    pub fn mate_prober(&self, callers: &[&Function], calls: Calls<'_>) -> Vec<Function> {
        self.called(&[&self.probe, &self.helpmate], callers, calls)
    }

    fn called(
        &self,
        sources: &[&SourceFile],
        callers: &[&Function],
        calls: Calls<'_>,
    ) -> Vec<Function> {
        let written = sources.iter().flat_map(|source| &source.functions);
        let all = self.intrinsics.functions.iter().chain(written);
        let mut wanted: HashSet<String> = callers.iter().flat_map(|of| of.calls()).collect();
        let mut before = 0;
        while before < wanted.len() {
            before = wanted.len();
            for function in all.clone() {
                if wanted.contains(&function.name) {
                    wanted.extend(function.calls());
                    wanted.extend(calls(&function.name).iter().map(ToString::to_string));
                }
            }
        }
        all.filter(|function| wanted.contains(&function.name))
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use shakmaty::{Bitboard, Color, Square, attacks};

    use super::{helpers::*, intrinsics::from_highest};

    fn pairs() -> impl Iterator<Item = (Square, Square)> {
        Square::ALL
            .into_iter()
            .flat_map(|a| Square::ALL.map(|b| (a, b)))
    }

    #[test]
    fn attacks_are_those_of_chess() {
        let mut blockers = 0x9e37_79b9_7f4a_7c15_u64;
        for square in Square::ALL {
            let at = square.to_u32();
            assert_eq!(king_attacks(at), attacks::king_attacks(square).0);
            assert_eq!(knight_attacks(at), attacks::knight_attacks(square).0);
            let [up, down] =
                [Color::White, Color::Black].map(|color| attacks::pawn_attacks(color, square).0);
            assert_eq!((pawn_attacks_up(at), pawn_attacks_down(at)), (up, down));
            for round in 0..200 {
                // A step of xorshift; every other set has few squares.
                blockers ^= blockers << 13;
                blockers ^= blockers >> 7;
                blockers ^= blockers << 17;
                let set = if round % 2 == 0 {
                    blockers
                } else {
                    blockers & blockers >> 5 & blockers >> 11
                };
                let occupied = Bitboard(set);
                assert_eq!(
                    rook_attacks(at, set),
                    attacks::rook_attacks(square, occupied).0
                );
                assert_eq!(
                    bishop_attacks(at, set),
                    attacks::bishop_attacks(square, occupied).0
                );
                assert_eq!(
                    queen_attacks(at, set),
                    attacks::queen_attacks(square, occupied).0
                );
            }
        }
    }

    /// What all men of a set attack is what each of them attacks.
    #[test]
    fn sets_attack_what_their_men_attack() {
        let mut random: u64 = 1;
        let mut next = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            random ^ random >> 31
        };
        for _ in 0..2000 {
            let (set, blockers) = (next() & next() & next(), next() & next());
            let of = |attacks: &dyn Fn(Square) -> Bitboard| {
                let all = Bitboard(set).into_iter().map(attacks);
                all.fold(Bitboard::EMPTY, |all, one| all | one).0
            };
            let men = Bitboard(blockers);
            let rooks = of(&|at| attacks::rook_attacks(at, men));
            let bishops = of(&|at| attacks::bishop_attacks(at, men));
            assert_eq!(rooks_attack(set, blockers), rooks);
            assert_eq!(bishops_attack(set, blockers), bishops);
            assert_eq!(queens_attack(set, blockers), rooks | bishops);
            assert_eq!(knights_attack(set), of(&attacks::knight_attacks));
            let up = of(&|at| attacks::pawn_attacks(Color::White, at));
            assert_eq!(pawns_attack_up(set), up);
            let down = of(&|at| attacks::pawn_attacks(Color::Black, at));
            assert_eq!(pawns_attack_down(set), down);
            assert_eq!(mirrored(set), set.swap_bytes());
        }
    }

    #[test]
    fn lines_and_distances_are_those_of_chess() {
        for (a, b) in pairs() {
            let (at, to) = (a.to_u32(), b.to_u32());
            assert_eq!(between(at, to), attacks::between(a, b).0, "{a} {b}");
            let line_of = if a == b { 0 } else { attacks::ray(a, b).0 };
            assert_eq!(line(at, to), line_of, "{a} {b}");
            let files = (a.file() as i32 - b.file() as i32).abs();
            let ranks = (a.rank() as i32 - b.rank() as i32).abs();
            assert_eq!(distance(at, to), files.max(ranks));
            assert_eq!(manhattan(at, to), files + ranks);
            assert_eq!(aligned(at, to), files == 0 || ranks == 0);
            assert_eq!(same_diagonal(at, to), files == ranks);
            assert_eq!(same_color(at, to), a.is_light() == b.is_light());
        }
    }

    #[test]
    fn numbers_wrap_around() {
        assert_eq!(plus(i32::MAX, 1), i32::MIN);
        assert_eq!(minus(i32::MIN, 1), i32::MAX);
        assert_eq!(times(i32::MAX, 2), -2);
        assert_eq!((abs(i32::MIN), abs(-3), abs(3)), (i32::MIN, 3, 3));
        assert_eq!((from_highest(0), from_highest(0x18)), (!0, !0 << 4));
    }

    /// Two kings, a rook and a pawn against one: the side with the rook has the greater key.
    #[test]
    fn the_stronger_side_has_the_greater_key() {
        let (kings, rooks, pawns) = (1 | 1 << 60, 1 << 7, 1 << 12 | 1 << 50);
        let strong = key_of(1 | 1 << 7 | 1 << 12, kings, 0, rooks, 0, 0, pawns);
        let weak = key_of(1 << 60 | 1 << 50, kings, 0, rooks, 0, 0, pawns);
        assert_eq!((strong, weak), (0x310_1001, 0x210_0001));
    }

    #[test]
    fn all_of_it_is_read() {
        let written = written();
        assert!(written.helpers.functions.len() > 30);
        assert!(written.probe.functions.len() > 30);
        assert!(written.bitbase.functions.len() > 15);
        assert!(written.helpmate.functions.len() > 20);
        assert_eq!(written.intrinsics.functions.len(), 4);
        assert_eq!(written.asked.functions.len(), 2);
        assert_eq!(written.harness.functions.len(), 6);
    }
}
