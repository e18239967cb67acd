//! The page about endings says what its commands print.

use super::{Outcome, drawproof, stdout};

const PAGE: &str = include_str!("../../docs/guide/endings.md");

/// What follows each marker of a block of this kind.
fn blocks(kind: &str) -> Vec<&'static str> {
    let begin = format!("```{kind}\n");
    let after = PAGE.split(begin.as_str()).skip(1);
    after.filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn every_number_of_the_page_is_printed_by_its_command() -> Outcome {
    let (commands, outputs) = (blocks("sh"), blocks("text"));
    assert_eq!(commands.len(), outputs.len());
    assert!(!commands.is_empty());
    for (command, output) in commands.iter().zip(outputs) {
        let words: Vec<&str> = command.split_whitespace().collect();
        let (program, arguments) = words.split_first().ok_or("no command")?;
        assert_eq!(*program, "drawproof");
        let printed = stdout(&drawproof(arguments)?);
        for line in output.lines() {
            assert!(
                printed.contains(line),
                "{command}: {line:?} is not in\n{printed}"
            );
        }
    }
    Ok(())
}
