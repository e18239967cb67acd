//! `drawproof convert`

use drawproof_reports::thousands;
use drawproof_suite::convert::{Converted, Request, convert};

use crate::{Outcome, args, generate::standing, output, progress::terminal};

pub fn run(arguments: &args::Convert, json: bool) -> anyhow::Result<Outcome> {
    let request = Request {
        classes: arguments.classes.clone(),
        source: arguments.source.named(),
        to: arguments.to.into(),
        out: arguments.out.clone(),
        force: arguments.force,
    };
    let mut lines = Vec::new();
    let finished = convert(&request, &terminal(), |line| {
        if !json {
            output::print(&text(&line))?;
        }
        lines.push(line);
        Ok(())
    })?;
    let differs = lines.iter().any(|line| line.files.differ());
    if json {
        output::print_json(&lines)?;
    } else if finished > 0 {
        output::print(&format!(
            "{finished} finished before, skipped; --force writes them again\n"
        ))?;
    }
    Ok(if differs {
        Outcome::Counterexample
    } else {
        Outcome::Proven
    })
}

fn text(line: &Converted) -> String {
    let bytes = thousands(line.files.file_bytes.unwrap_or(0));
    let standing = standing(&line.files);
    let others = line.files_of_others.as_ref();
    let others = others.filter(|files| !files.are_published());
    let source = others.map_or(String::new(), |files| format!("  from {}", files.words()));
    format!("{:<8}{bytes:>13} bytes{standing}{source}\n", line.material)
}
