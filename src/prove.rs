//! `drawproof prove` and `drawproof check-certificate`

use std::{fmt::Write, time::Duration};

use drawproof_reports::{counted, thousands};
use drawproof_suite::prove::{
    BrokenStatement, CertificateChecked, ProofAnswer, Request, StatementAnswer, Truth,
    check_certificate, prove,
};

use crate::{Outcome, args, output, progress::terminal};

impl args::Prove {
    fn request(&self) -> Request {
        Request {
            files: self.files.clone(),
            time: Duration::from_secs(self.seconds),
            memory: usize::try_from(self.solver_memory << 20).unwrap_or(usize::MAX),
            men: self.men.into(),
            certificate: self.certificate.clone(),
        }
    }
}

/// `drawproof prove`
pub fn run(arguments: &args::Prove, json: bool) -> anyhow::Result<Outcome> {
    let mut answers = Vec::new();
    let outcome = prove(&arguments.request(), &terminal(), |answer| {
        if !json {
            output::print(&text(&answer, arguments.statements))?;
        }
        answers.push(answer);
        Ok(())
    })?;
    if json {
        output::print_json(&answers)?;
    }
    Ok(outcome)
}

/// `drawproof check-certificate`
pub fn check(arguments: &args::CheckCertificate, json: bool) -> anyhow::Result<Outcome> {
    let checked = check_certificate(&arguments.folder)?;
    if json {
        output::print_json(&checked)?;
    } else {
        let lines = checked.iter().map(checked_line);
        output::print(&lines.collect::<String>())?;
    }
    let all_right = checked.iter().all(|one| one.fault.is_none());
    Ok(if all_right {
        Outcome::Proven
    } else {
        Outcome::Counterexample
    })
}

fn checked_line(of: &CertificateChecked) -> String {
    match &of.fault {
        Some(fault) => format!("{}: WRONG: {fault}\n", of.folder),
        None => format!(
            "{}: {}: {}, {} clauses, {} proof steps: right\n",
            of.folder,
            of.class,
            counted(of.statements as u64, "statement"),
            thousands(of.clauses),
            thousands(of.steps)
        ),
    }
}

fn text(of: &ProofAnswer, all_statements: bool) -> String {
    let shown = of.statements.iter().filter(|one| one.proven).count();
    let verdict = match of.outcome() {
        Outcome::Proven => "PROVEN FOR ANY NUMBER OF MEN",
        Outcome::Counterexample => "REFUTED",
        Outcome::Unchecked => "NOT SHOWN",
    };
    let mut text = format!(
        "{}: {verdict}\n  {}, {}; {shown} of {} shown in {:.2} s\n",
        of.class,
        of.rules_from,
        counted(of.claiming_rules as u64, "claiming rule"),
        counted(of.statements.len() as u64, "statement"),
        of.seconds
    );
    for lemma in &of.lemmas {
        let _ = writeln!(text, "  relies on {lemma}");
    }
    if of.lacks_lemma {
        text += "  something that it relies on is not proven\n";
    }
    if let Some(folder) = &of.certificate {
        let _ = writeln!(text, "  certificate in {folder}");
    }
    for one in of
        .statements
        .iter()
        .filter(|one| all_statements || !one.proven)
    {
        text += &statement(one);
    }
    if let Some(found) = &of.false_claim {
        let _ = writeln!(
            text,
            "  FALSE in {}: rule \"{}\" in {} positions, as {}",
            found.class,
            found.rule,
            thousands(found.positions),
            found.fen
        );
    }
    text
}

fn statement(of: &StatementAnswer) -> String {
    let seconds = of.seconds;
    if of.proven {
        return format!("  {seconds:7.2} s  {}\n", of.statement);
    }
    match (&of.broken_by, &of.unknown) {
        (Some(found), _) => format!("  not so: {}\n{}", of.statement, broken(found)),
        (None, why) => {
            let why = why.as_deref().unwrap_or("no reason is known");
            format!("  not known: {}: {why}\n", of.statement)
        }
    }
}

fn broken(of: &BrokenStatement) -> String {
    let mut text = format!(
        "    {}\n    rule \"{}\" (line {}) holds",
        of.fen, of.rule, of.line
    );
    text += &match &of.move_san {
        Some(san) => format!(", but {san} leads out of all that is known"),
        None => ", but no move of the defender keeps what is known".into(),
    };
    text + match of.truth {
        Truth::Refuted => "; tables: the claim is FALSE\n",
        Truth::True => "; tables: the claim is true, so the rules say too little elsewhere\n",
        Truth::Unknown => "; its value is not known\n",
    }
}
