//! `drawproof check`

use drawproof_reports::thousands;
use drawproof_suite::check::{Checked, Request, check};

use crate::{Outcome, args, helpmate, output, progress::terminal};

impl args::Check {
    fn request(&self) -> Request {
        Request {
            classes: self.classes.clone(),
            folders: self.folders.named(),
            checksums: self.checksums,
            moves: self.moves,
            distances: !self.wdl,
            sample: self.sample,
            men: self.men,
        }
    }
}

pub fn run(arguments: &args::Check, json: bool) -> anyhow::Result<Outcome> {
    if arguments.helpmate {
        return helpmate::check::run(arguments, json);
    }
    let mut lines = Vec::new();
    let unchecked = check(&arguments.request(), &terminal(), |line| {
        if !json {
            output::print(&text(&line))?;
        }
        lines.push(line);
        Ok(())
    })?;
    if json {
        output::print_json(&lines)?;
    }
    let all_agree = lines.iter().all(|line| line.agrees);
    match (all_agree, unchecked) {
        (false, _) => Ok(Outcome::Counterexample),
        (true, 0) => Ok(Outcome::Proven),
        (true, 1) => anyhow::bail!("something could not be checked: see above"),
        (true, _) => anyhow::bail!("{unchecked} files or classes could not be checked: see above"),
    }
}

/// A line about a check; more about a difference.
fn text(of: &Checked) -> String {
    if let Some(difference) = &of.first_difference {
        let count = of.differences.map_or(String::new(), |count| {
            format!(" in {} positions, the first", thousands(count))
        });
        return format!(
            "{:<8} DIFFERS from {}{count}: {} is {} in own tables, {} there\n  again: {}\n",
            of.material,
            of.against,
            difference.fen,
            difference.own,
            difference.other,
            difference.again,
        );
    }
    let mut text = format!("{:<8} agrees with {}", of.material, of.against);
    if let Some(count) = of.table_entries {
        let count = thousands(count);
        text += &if of.is_sample {
            format!(" in {count} entries drawn at random")
        } else {
            format!(" in all {count} entries")
        };
    }
    if let Some(count @ 1..) = of.en_passant_positions {
        let count = thousands(count);
        text += &format!(" and {count} positions with an en passant right");
    }
    text + "\n"
}
