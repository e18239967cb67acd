//! The commands that make the same again, from their arguments.
//!
//! Each takes its arguments apart without `..`, so that a new option has to be
//! either repeated here or left out on purpose.

use drawproof_export::Name;
use drawproof_plugin::Limits;
use drawproof_verify::Options;

use super::{
    Counting, ExportRules, ExportTable, Folders, Form, Mine, Probe, StoredMetric, Tables, Time,
    Verify,
};
use crate::command_line::{CommandLine, unless};

impl CommandLine {
    /// With the folders of tables that are asked.
    fn folders(self, folders: &Folders) -> Self {
        let Folders {
            source: Tables {
                tables,
                trust_files,
            },
            against,
        } = folders;
        self.options("--tables", tables)
            .options("--against", against)
            .flag("--trust-files", *trust_files)
    }
}

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
            folders,
            fifty_move,
            counting,
            overview,
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
        let (limits, plain) = (Limits::default(), Options::DEFAULT);
        CommandLine::new("drawproof verify")
            .words(classes)
            .shown("--grade", *grade)
            .options("--rules", rules)
            .option("--library", library.as_ref())
            .shown("--timeout", unless(&Time(limits.timeout), *timeout))
            .shown(
                "--total-timeout",
                unless(&Time(limits.total_timeout), *total_timeout),
            )
            .shown("--stops", unless(&plain.stops, *stops))
            .folders(folders)
            .flag("--fifty-move", *fifty_move)
            .choice("--counting", unless(&Counting::Board, *counting))
            .flag("--overview", *overview)
            .shown("--best", unless(&0, *best))
            .shown("--examples", unless(&plain.examples, *examples))
            .shown("--missed", unless(&(plain.missed as u32), *missed))
            .shown("--second-look", *second_look)
            .flag("--full-board", *full_board)
    }
}

impl Probe {
    /// The command for a position.
    pub fn again(&self) -> CommandLine {
        let Self {
            fen,
            rules,
            grade,
            library,
            folders,
        } = self;
        CommandLine::new("drawproof probe")
            .word(fen)
            .option("--rules", rules.as_ref())
            .shown("--grade", *grade)
            .option("--library", library.as_ref())
            .folders(folders)
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
            folders,
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
            .folders(folders)
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
            folders,
        } = self;
        CommandLine::new("drawproof export rules")
            .words(classes)
            .shown("--lang", Some(lang))
            .shown("--grade", *grade)
            .options("--rules", rules)
            .folders(folders)
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
            "--overview",
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
