//! `drawproof export table`

use drawproof_reports::{counted, thousands};
use drawproof_suite::{
    export::table::{ExportedTable, TableRequest, export},
    probe_command::ProbeCommand,
};

use crate::{Outcome, args, output, processes::compiler, progress::terminal};

pub fn run(arguments: &args::Given<args::ExportTable>, json: bool) -> anyhow::Result<Outcome> {
    let request = TableRequest {
        classes: arguments.classes.clone(),
        men: arguments.men,
        form: arguments.lang,
        metric: arguments.metric.into(),
        tables: arguments.tables.clone(),
        layout: arguments.layout.into(),
        name: arguments.name.clone(),
        out: arguments.out.clone(),
        prove: compiler(arguments.prove, arguments.compiler.as_deref())?,
        command: arguments.again().to_string(),
    };
    let told = export(&request, &terminal())?;
    if json {
        output::print_json(&told)?;
    } else {
        output::print_beside(told.source.as_deref(), &text(&told))?;
    }
    Ok(told.outcome())
}

fn text(told: &ExportedTable) -> String {
    let mut text = String::new();
    for class in &told.classes {
        let why = if class.is_asked_for {
            ""
        } else if told.layout == "fast" {
            ", as en passant leads to it"
        } else {
            ", as captures lead to it"
        };
        text += &format!(
            "{}: {} bytes{why}\n",
            class.material,
            thousands(class.data_bytes as u64)
        );
    }
    text += &format!("all data: {} bytes\n", thousands(told.data_bytes as u64));
    for found in &told.counterexamples {
        let probe = ProbeCommand {
            helpmate: told.metric == "helpmate",
            ..ProbeCommand::of(&found.fen)
        };
        text += &format!(
            "{}: {} says {}, the table {}\n  {}\n  again: {}\n",
            found.material,
            found.function,
            found.said,
            found.expected,
            found.fen,
            probe.again()
        );
    }
    if let Some(why) = &told.unproven {
        text += &format!("NOT PROVEN: the compiled file was not asked: {why}\n");
    } else if told.differences > 0 {
        let answers = counted(told.differences, "answer");
        text += &format!("REFUTED: {answers} of the compiled file differ; nothing was exported\n");
    } else if let Some(positions) = told.compared_positions {
        let how = if told.language == "bin" {
            "read again"
        } else {
            "compiled"
        };
        text += &format!(
            "PROVEN: {how}, it says of {} positions what the tables say\n",
            thousands(positions)
        );
    }
    if let Some(file) = &told.file {
        text += &format!("written: {file}\n");
    }
    text
}
