use drawproof_language::RuleFile;
use drawproof_recognizers::{Builtin, builtin};
use drawproof_retro::GeneratedTables;
use drawproof_tables::Material;
use shakmaty::{Color, Square};

use super::state::Evaluator;
use crate::{
    program::Program,
    recognizer::{MAX_STEPS, Sheet, Verdicts},
};

/// Which units a thread has seen before changes nothing, even for values that
/// no man changes.
#[test]
fn the_work_on_a_sheet_does_not_depend_on_earlier_units() {
    let text = "recognizer KRKR draw \"x\" because \"y\"
        when (any a in board : any b in board : distance(a, b) = 7 and a != b and a in {h8})
         and (any c in board : distance(c, us.king) > 5 and all d in king_attacks(c) : d != them.king)
         and all e in board : e != us.rook or distance(e, them.rook) > 1";
    let rules = RuleFile::parse("test.rules", text).expect("valid rules");
    let program = Program::compile(&rules, Color::White);
    let steps = |kings: &[[Square; 2]]| {
        let mut evaluator = Evaluator::new(&program);
        for fixed in kings {
            let sheet = Sheet {
                fixed,
                legal: &[!0; 64],
            };
            let judged = evaluator.decide(&sheet, &mut Verdicts::new(1));
            assert_eq!(judged, Ok(()));
        }
        MAX_STEPS - evaluator.steps_left
    };
    let here = [Square::A1, Square::C3];
    let alone = steps(&[here]);
    assert!(alone > 64, "{alone}");
    for before in [
        [Square::A1, Square::C4],
        [Square::B1, Square::C3],
        [Square::H1, Square::C3],
    ] {
        assert_eq!(steps(&[before, here]), alone, "after {before:?}");
    }
}

/// The limit is there for rules that nobody could wait for.
#[test]
fn built_in_rules_stay_far_below_the_limit() {
    let short = builtin().iter();
    stay_far_below(short.filter(|file| file.text().len() < 20_000));
}

#[test]
#[ignore = "seconds: trees of hundreds of kilobytes"]
fn all_built_in_rules_stay_far_below_the_limit() {
    stay_far_below(builtin().iter());
}

fn stay_far_below(files: impl Iterator<Item = &'static Builtin>) {
    let generated = GeneratedTables::default();
    let tables = |class: &Material| {
        let found = generated.with_smaller(class);
        found.map_err(|error| error.to_string())
    };
    for file in files {
        let rules = file.rules(&tables).expect("built in");
        let program = Program::compile(&rules, Color::White);
        let mut evaluator = Evaluator::new(&program);
        let fixed: Vec<Square> = [0, 18, 33].into_iter().map(Square::new).collect();
        let sheet = Sheet {
            fixed: &fixed[..2.max(program.men - 2)],
            legal: &[!0; 64],
        };
        let judged = evaluator.decide(&sheet, &mut Verdicts::new(rules.rules().len()));
        let steps = MAX_STEPS - evaluator.steps_left;
        assert_eq!(judged, Ok(()), "{}", file.name);
        assert!(steps < MAX_STEPS / 100, "{}: {steps}", file.name);
    }
}
