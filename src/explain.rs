//! `drawproof explain`

mod served;

use crate::progress::terminal;
use drawproof_suite::output_file::OutputFile;
use std::path::Path;

use drawproof_recognizers::Grade;
use drawproof_reports::{Explanation, RulesAsked};
use drawproof_retro::Wanted;
use drawproof_tables::{Layout, Material, Placement, SolutionTree, TreeBounds};
use shakmaty::{Chess, Position};

use crate::{Outcome, args, input, oracles, output, resolver::Shelf, sources::Sources};

pub use served::Explainer;

/// The request for an explanation.
struct Request<'a> {
    position: Chess,
    bounds: TreeBounds,
    /// For how many rules that do not hold to show what they lack.
    near: usize,
    /// A rule file, and the grade of the built-in one without it.
    rules: (Option<&'a Path>, Option<Grade>),
    source: &'a args::Tables,
}

impl args::Explain {
    fn request(&self) -> anyhow::Result<Request<'_>> {
        Ok(Request {
            position: input::position(&self.fen)?,
            bounds: TreeBounds {
                depth: self.depth.into(),
                width: self.width.into(),
                duals: self.duals.into(),
                nesting: self.nesting.into(),
                max_moves: self.max_moves as usize,
            },
            near: self.near.into(),
            rules: (self.rules.as_deref(), self.grade),
            source: &self.source,
        })
    }
}

pub fn run(arguments: &args::Explain, json: bool) -> anyhow::Result<Outcome> {
    let request = arguments.request()?;
    let position = &request.position;
    let (material, ..) = Placement::of(position)?;
    Layout::new(&material)?;
    let (rules, grade) = request.rules;
    let rules = input::rules_for(
        &material,
        rules,
        grade,
        &Shelf::of(&arguments.source.named()),
    )?;
    if let Some(rules) = &rules {
        input::check_results(rules, "explain")?;
    }
    // Check this before generating tables needlessly.
    let out = arguments.out.as_ref();
    let file = out.map(|path| OutputFile::create(path)).transpose()?;
    let own = asked(&request, &material)?;
    let tree = SolutionTree::grow(own.oracle(), position, request.bounds)?;
    let asked = RulesAsked::new(rules.as_ref(), position, tree.value(), request.near)?;
    let told = Explanation::new((position, &material), own.oracle().name(), asked, &tree);
    let pgn = drawproof_reports::pgn(&tree);
    let told = match (file, out) {
        (Some(file), Some(path)) => {
            file.finish(|file| Ok(file.write_all(pgn.as_bytes())?))?;
            told.written_to(path)
        }
        _ => told.with_pgn(pgn),
    };
    show(&told, json)?;
    Ok(if told.is_incorrect() {
        Outcome::Counterexample
    } else {
        Outcome::Proven
    })
}

fn show(told: &Explanation, json: bool) -> anyhow::Result<()> {
    if json {
        return output::print_json(told);
    }
    let words = told.words();
    match told.pgn() {
        Some(pgn) => {
            output::print(pgn)?;
            output::print_aside(&words)?;
        }
        None => output::print(&words)?,
    }
    Ok(())
}

/// The oracle for all values.
fn asked(request: &Request<'_>, material: &Material) -> anyhow::Result<Sources> {
    let folders = oracles::source(&request.source.named(), false)?;
    if let Some(folders) = &folders {
        folders.require([material])?;
    }
    let mut own = Sources::new(folders, &terminal());
    // With plies on the half-move clock the 50-move rule may change the value.
    let wanted = match request.position.halfmoves() {
        0 => Wanted::Dtm,
        _ => Wanted::DtmAndDtz,
    };
    own.prepare(material, wanted)?;
    Ok(own)
}
