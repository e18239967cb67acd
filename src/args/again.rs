//! The commands that make the same again, from what was parsed.
//!
//! Every option that was given is given again unless its command leaves it
//! out on purpose, by name: one that is added is repeated.

use std::{ffi::OsString, ops::Deref};

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Id, parser::ValueSource};

use drawproof_suite::command_line::CommandLine;

/// A command that can be given again.
pub trait Repeatable: Args {
    /// Its words before the arguments.
    const COMMAND: &[&str];
    /// The arguments that make no difference to what is made, by their fields.
    const LEFT_OUT: &[&str];
    /// Whether later versions may have other defaults, so that all are given.
    const WITH_DEFAULTS: bool = false;
}

/// Arguments, and how they were given.
#[derive(Debug)]
pub struct Given<T> {
    arguments: T,
    matches: ArgMatches,
}

impl<T: Repeatable> Given<T> {
    /// The command that does the same again.
    pub fn again(&self) -> CommandLine {
        self.again_settled(&[])
    }

    /// Whether the user gave an argument, by its field.
    pub fn is_given(&self, field: &str) -> bool {
        self.matches.value_source(field) == Some(ValueSource::CommandLine)
    }

    /// The same, with the values that some fields have come to, given or not.
    pub fn again_settled(&self, settled: &[(&str, Vec<OsString>)]) -> CommandLine {
        let command = T::augment_args(Command::new(""));
        let arguments = command.get_arguments();
        let mut line = CommandLine::new(T::COMMAND);
        for argument in arguments.filter(|of| !T::LEFT_OUT.contains(&of.get_id().as_str())) {
            let field = argument.get_id().as_str();
            let settled = settled.iter().find(|(name, _)| *name == field);
            let values = match settled {
                Some((_, values)) => values.clone(),
                None => self.values(argument),
            };
            line = match argument.get_long() {
                None => line.words(values),
                Some(name) if argument.get_action().takes_values() => line.options(name, values),
                Some(name) => line.flag(name, self.matches.get_flag(field)),
            };
        }
        line
    }

    /// The values to repeat.
    fn values(&self, argument: &Arg) -> Vec<OsString> {
        let field = argument.get_id().as_str();
        let values = self.matches.get_raw(field).into_iter().flatten();
        let values: Vec<OsString> = values.map(OsString::from).collect();
        let is_given = self.is_given(field) && values != argument.get_default_values();
        if T::WITH_DEFAULTS || is_given {
            values
        } else {
            Vec::new()
        }
    }
}

impl<T> Deref for Given<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.arguments
    }
}

impl<T: Args> FromArgMatches for Given<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(Self {
            arguments: T::from_arg_matches(matches)?,
            matches: matches.clone(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<T: Args> Args for Given<T> {
    fn group_id() -> Option<Id> {
        T::group_id()
    }

    fn augment_args(command: Command) -> Command {
        T::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Arguments, Command, ExportRules, ExportTable, Mine, Verify};

    fn verify(arguments: &str) -> anyhow::Result<Given<Verify>> {
        let words = arguments.split_whitespace();
        match Arguments::try_parse_from(words)?.command {
            Command::Verify(verify) => Ok(verify),
            other => anyhow::bail!("another command: {other:?}"),
        }
    }

    /// Options that change a run, each together with each other one.
    #[test]
    fn runs_are_given_again_with_all_that_changes_them() -> anyhow::Result<()> {
        let options = [
            "KRvKR",
            "KNK KRKR",
            "--rules a --rules b",
            "--library a.so KRK",
            "--grade quick",
            "--library a.so KRK --timeout 0.3",
            "--library a.so KRK --timeout 0.1 --stops 5",
            "--library a.so KRK --total-timeout 90m",
            "--tables a",
            "--against a --against b",
            "--trust-files",
            "--fifty-move",
            "--counting ten-squares",
            "--overview",
            "--best 2",
            "--examples 0",
            "--missed 3",
            "--second-look 9",
            "--full-board",
            "--quiet",
        ];
        let mut valid = 0;
        for (a, b) in options.iter().flat_map(|a| options.map(|b| (a, b))) {
            // Not every option goes with every other one.
            let Ok(given) = verify(&format!("drawproof verify {a} {b}")) else {
                continue;
            };
            let again = verify(&given.again().to_string())?;
            assert_eq!(format!("{:?}", *again), format!("{:?}", *given));
            valid += 1;
        }
        assert!(valid > 100, "{valid}");
        Ok(())
    }

    /// The fields that are left out exist.
    fn left_out_fields_exist_of<T: Repeatable>() {
        let command = T::augment_args(clap::Command::new(""));
        let fields: Vec<_> = command.get_arguments().map(Arg::get_id).collect();
        for field in T::LEFT_OUT {
            assert!(fields.iter().any(|of| *of == field), "{field}: {fields:?}");
        }
    }

    #[test]
    fn left_out_fields_exist() {
        left_out_fields_exist_of::<Verify>();
        left_out_fields_exist_of::<Mine>();
        left_out_fields_exist_of::<ExportRules>();
        left_out_fields_exist_of::<ExportTable>();
    }

    /// Later versions may have other defaults; parts of a run with a default
    /// and without it are parts of one run.
    #[test]
    fn defaults_are_repeated_only_where_files_are_to_last() -> anyhow::Result<()> {
        let given = verify("drawproof verify KRK --counting board --examples 3 --missed 7")?;
        let expected = "drawproof verify KRK --missed 7";
        assert_eq!(given.again().to_string(), expected);
        Ok(())
    }
}
