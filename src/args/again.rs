//! The commands that make the same again, from their arguments.
//!
//! Each takes its arguments apart without `..`, so that a new option has to be
//! either repeated here or left out on purpose.

use std::{path::PathBuf, time::Duration};

use drawproof_export::table::Name;

use super::{ExportRules, ExportTable, Form, Mine, Probe, StoredMetric, TrustFiles, Verify};
use crate::command_line::{CommandLine, unless};

impl Verify {
    /// The command of the whole run, the same for all its parts: without what
    /// says which of them are done, and where anything is written.
    pub fn again(&self) -> CommandLine {
        let Self {
            classes,
            grade,
            rules,
            library,
            timeout,
            total_timeout,
            stops,
            against,
            tables,
            trust,
            fifty_move,
            counting,
            table,
            best,
            examples,
            missed,
            second_look,
            full_board,
            csv: _,
            report: _,
            shard: _,
            shards: _,
            parts: _,
            resume: _,
        } = self;
        let plain = Self::plain();
        let seconds = |plain: &Duration, time| unless(plain, time).map(|time| time.as_secs_f64());
        CommandLine::new("drawproof verify")
            .words(classes)
            .shown("--grade", *grade)
            .options("--rules", rules)
            .option("--library", library.as_ref())
            .shown("--timeout", seconds(&plain.timeout, *timeout))
            .shown(
                "--total-timeout",
                seconds(&plain.total_timeout, *total_timeout),
            )
            .shown("--stops", unless(&plain.stops, *stops))
            .option("--tables", tables.as_ref())
            .options("--against", against)
            .flag("--trust-files", trust.trust_files)
            .flag("--fifty-move", *fifty_move)
            .choice("--counting", unless(&plain.counting, *counting))
            .flag("--table", *table)
            .shown("--best", unless(&plain.best, *best))
            .shown("--examples", unless(&plain.examples, *examples))
            .shown("--missed", unless(&plain.missed, *missed))
            .shown("--second-look", *second_look)
            .flag("--full-board", *full_board)
    }
}

impl Probe {
    /// The same position, asking what either of two commands asks; `None` if
    /// both ask a folder of the same kind.
    pub fn beside(self, other: Self) -> Option<Self> {
        let one = |a: Option<PathBuf>, b: Option<PathBuf>| match (a, b) {
            (Some(_), Some(_)) => None,
            (a, b) => Some(a.or(b)),
        };
        Some(Self {
            fen: self.fen,
            rules: one(self.rules, other.rules)?,
            library: one(self.library, other.library)?,
            tables: one(self.tables, other.tables)?,
            syzygy: one(self.syzygy, other.syzygy)?,
            gaviota: one(self.gaviota, other.gaviota)?,
            trust: TrustFiles {
                trust_files: self.trust.trust_files || other.trust.trust_files,
            },
        })
    }

    /// The command for a position.
    pub fn again(&self) -> String {
        Self::again_of(&self.fen, &self.options())
    }

    /// The same, its options being text: they are kept where its arguments are
    /// not.
    pub fn again_of(fen: &str, options: &str) -> String {
        CommandLine::new("drawproof probe").word(fen).to_string() + options
    }

    /// What follows the position, a space before each option.
    pub fn options(&self) -> String {
        let Self {
            fen: _,
            rules,
            library,
            tables,
            syzygy,
            gaviota,
            trust,
        } = self;
        CommandLine::new("")
            .option("--rules", rules.as_ref())
            .option("--library", library.as_ref())
            .option("--tables", tables.as_ref())
            .option("--syzygy", syzygy.as_ref())
            .option("--gaviota", gaviota.as_ref())
            .flag("--trust-files", trust.trust_files)
            .to_string()
    }
}

impl Mine {
    /// What gives the same rules again. Options that later versions may take
    /// for granted otherwise are all given; `max_cost` is what it comes to.
    pub fn again(&self, max_cost: u64) -> CommandLine {
        let Self {
            class,
            form,
            budget,
            out: _,
            start,
            frontier,
            csv: _,
            svg: _,
            vocabulary,
            print_vocabulary,
            rank,
            is_static,
            max_conditions,
            max_draws,
            max_sheets,
            max_decisive,
            max_cost: _,
            full_board: _,
            seed,
            effort,
            tables,
            against,
            trust,
        } = self;
        // Of a frontier both forms are a part.
        let form = form.or((!frontier).then_some(Form::List));
        CommandLine::new("drawproof mine")
            .word(class)
            .flag("--frontier", *frontier)
            .flag("--rank", *rank)
            .flag("--print-vocabulary", *print_vocabulary)
            .choice("--form", form)
            .shown("--budget", (!frontier).then_some(budget))
            .option("--start", start.as_ref())
            .option("--vocabulary", vocabulary.as_ref())
            .option("--tables", tables.as_ref())
            .options("--against", against)
            .flag("--trust-files", trust.trust_files)
            .shown("--max-conditions", Some(max_conditions))
            .shown("--max-draws", Some(max_draws))
            .shown("--max-sheets", Some(max_sheets))
            .shown("--max-decisive", Some(max_decisive))
            .shown("--max-cost", Some(max_cost))
            .shown("--seed", Some(seed))
            .shown("--effort", Some(effort))
            .flag("--static", *is_static)
    }
}

impl ExportRules {
    /// What gives the same file again: its bytes do not depend on where it
    /// goes, and whether it is compiled.
    pub fn again(&self) -> CommandLine {
        let Self {
            classes,
            lang,
            grade,
            rules,
            out: _,
            prove: _,
            compiler: _,
            unverified,
            against,
            tables,
            trust,
        } = self;
        CommandLine::new("drawproof export rules")
            .words(classes)
            .shown("--lang", Some(lang))
            .shown("--grade", *grade)
            .options("--rules", rules)
            .options("--against", against)
            .option("--tables", tables.as_ref())
            .flag("--trust-files", trust.trust_files)
            .flag("--unverified", *unverified)
    }
}

impl ExportTable {
    /// The same for tables.
    pub fn again(&self) -> CommandLine {
        let Self {
            classes,
            men,
            lang,
            metric,
            name,
            out: _,
            prove: _,
            compiler: _,
        } = self;
        CommandLine::new("drawproof export table")
            .words(classes)
            .shown("--men", *men)
            .shown("--lang", Some(lang))
            .choice("--metric", unless(&StoredMetric::Wdl, *metric))
            .shown("--name", unless(&&Name::default(), name))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Arguments, Command};

    fn verify(arguments: &str) -> anyhow::Result<Verify> {
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
            "--table",
            "--best 2",
            "--examples 0",
            "--missed 3",
            "--second-look 9",
            "--full-board",
        ];
        let mut valid = 0;
        for (a, b) in options.iter().flat_map(|a| options.map(|b| (a, b))) {
            // Not every option goes with every other one.
            let Ok(given) = verify(&format!("drawproof verify {a} {b}")) else {
                continue;
            };
            let again = verify(&given.again().to_string())?;
            assert_eq!(format!("{again:?}"), format!("{given:?}"));
            valid += 1;
        }
        assert!(valid > 100, "{valid}");
        Ok(())
    }
}
