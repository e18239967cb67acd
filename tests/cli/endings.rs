//! The counts that the guide's page about endings rests on.

use super::{Outcome, drawproof, stdout};

/// Each command of the text that is wanted prints the lines below it.
fn are_printed(counts: &str, is_wanted: impl Fn(&str) -> bool) -> Outcome {
    let mut commands = 0;
    for block in counts.split("$ drawproof ").skip(1) {
        let (command, lines) = block.split_once('\n').ok_or("no lines")?;
        if !is_wanted(command) {
            continue;
        }
        let arguments: Vec<&str> = command.split_whitespace().collect();
        let printed = stdout(&drawproof(&arguments)?);
        for line in lines.lines() {
            assert!(
                printed.contains(line),
                "{command}: {line:?} is not in\n{printed}"
            );
        }
        commands += 1;
    }
    assert!(commands > 0);
    Ok(())
}

const FOUR_MEN: &str = include_str!("../../examples/endings/four-men.txt");

/// Those of three men, and two of four that take a moment.
#[test]
fn counts_of_some_classes() -> Outcome {
    let quick = ["stats KPK ", "stats KNKP ", "stats KBKP "];
    are_printed(FOUR_MEN, |command| {
        quick.iter().any(|begin| command.starts_with(begin))
    })
}

#[test]
#[ignore = "seconds: a dozen classes of four men, most with their rules"]
fn counts_of_four_men() -> Outcome {
    are_printed(FOUR_MEN, |_| true)
}

#[test]
#[ignore = "minutes: five men with a pawn"]
fn counts_of_five_men() -> Outcome {
    are_printed(include_str!("../../examples/endings/five-men.txt"), |_| {
        true
    })
}
