//! The counts that the guide's page about endings rests on.

use super::{Outcome, drawproof, stdout};

/// Each command of the text prints the lines below it.
fn are_printed(counts: &str) -> Outcome {
    let mut commands = 0;
    for block in counts.split("$ drawproof ").skip(1) {
        let (command, lines) = block.split_once('\n').ok_or("no lines")?;
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

#[test]
fn counts_of_four_men() -> Outcome {
    are_printed(include_str!("../../examples/endings/four-men.txt"))
}

#[test]
#[ignore = "minutes: five men with a pawn"]
fn counts_of_five_men() -> Outcome {
    are_printed(include_str!("../../examples/endings/five-men.txt"))
}
