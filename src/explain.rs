//! `drawproof explain`

mod rules;
mod served;
mod verdict;
mod words;

use std::path::Path;

use drawproof_recognizers::Grade;
use drawproof_retro::Wanted;
use drawproof_tables::{
    Dtm, Layout, LineEnd, Material, Placement, SolutionTree, TreeBounds, VisibleName, fen_of,
};
use serde::Serialize;
use shakmaty::{Chess, Position};

use crate::{
    Outcome, args,
    fifty::FiftyMoves,
    input, oracles,
    output::{self, OutputFile},
    resolver::Shelf,
    sources::Sources,
};

pub use served::Explainer;

use rules::RulesTold;

/// The result for a position.
#[derive(Serialize)]
struct Told {
    fen: String,
    material: String,
    side_to_move: String,
    /// The oracle for all values.
    oracle: String,
    /// For the side to move.
    wdl: String,
    distance_to_mate_plies: Option<u32>,
    #[serde(flatten)]
    pub fifty_moves: FiftyMoves,
    /// The verdict of the rules; null if none were asked.
    rules: Option<RulesTold>,
    /// Why none were asked; null if some were.
    no_rules: Option<String>,
    tree: TreeTold,
    /// The written file; null if the game is printed.
    file: Option<String>,
    /// The game, if it is printed.
    pgn: Option<String>,
}

/// The size of the tree.
#[derive(Serialize)]
struct TreeTold {
    moves: usize,
    /// Including the main line.
    lines: usize,
    longest_line_plies: usize,
    lines_cut_at_depth: usize,
    lines_cut_at_max_moves: usize,
    /// Not counting the variations that they would have had.
    variations_left_out: usize,
    depth_plies: usize,
    width: usize,
    duals: usize,
    nesting: usize,
    max_moves: usize,
    main_line_san: Vec<String>,
}

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
    let (material, placement, flipped) = Placement::of(position)?;
    Layout::new(&material)?;
    let (rules, grade) = request.rules;
    let rules = input::rules_for(&material, rules, grade, &Shelf::of(&arguments.source))?;
    if let Some(rules) = &rules {
        input::check_results(rules, "explain")?;
    }
    // Check this before generating tables needlessly.
    let out = arguments.out.as_deref();
    let file = out.map(OutputFile::create).transpose()?;
    let own = asked(&request, &material)?;
    let tree = SolutionTree::grow(own.oracle(), position, request.bounds)?;
    let no_rules = why_no_rules(position, &material, rules.is_some());
    let rules = rules
        .filter(|_| no_rules.is_none())
        .map(|rules| RulesTold::new(&rules, &placement, flipped, tree.value(), request.near))
        .transpose()?;
    let pgn = drawproof_reports::pgn(&tree);
    let pgn = match file {
        Some(file) => {
            file.finish(|file| Ok(file.write_all(pgn.as_bytes())?))?;
            None
        }
        None => Some(pgn),
    };
    let told = Told {
        oracle: own.oracle().name(),
        rules,
        no_rules,
        file: out.map(VisibleName::shown),
        pgn,
        ..Told::of_tree(position, &material, &tree)
    };
    told.show(json)?;
    Ok(told.outcome())
}

/// The oracle for all values.
fn asked(request: &Request<'_>, material: &Material) -> anyhow::Result<Sources> {
    let folders = oracles::source(request.source, false)?;
    if let Some(folders) = &folders {
        folders.require([material])?;
    }
    let mut own = Sources::new(folders);
    // With plies on the half-move clock the 50-move rule may change the value.
    let wanted = match request.position.halfmoves() {
        0 => Wanted::Dtm,
        _ => Wanted::DtmAndDtz,
    };
    own.prepare(material, wanted)?;
    Ok(own)
}

/// Why rules are not asked, if they are not.
fn why_no_rules(position: &Chess, material: &Material, has_rules: bool) -> Option<String> {
    if !has_rules {
        Some(format!("none for {material} are built in"))
    } else if position.legal_ep_square().is_some() {
        Some("not asked: they do not know of en passant".into())
    } else {
        None
    }
}

impl TreeTold {
    fn new(tree: &SolutionTree) -> Self {
        let TreeBounds {
            depth,
            width,
            duals,
            nesting,
            max_moves,
        } = tree.bounds();
        let main_line = tree.main_line().into_iter();
        Self {
            moves: tree.move_count(),
            lines: tree.line_count(),
            longest_line_plies: tree.longest_line(),
            lines_cut_at_depth: tree.ends(LineEnd::Depth),
            lines_cut_at_max_moves: tree.ends(LineEnd::MaxMoves),
            variations_left_out: tree.left_out(),
            depth_plies: depth,
            width,
            duals,
            nesting,
            max_moves,
            main_line_san: main_line.map(|played| played.san.clone()).collect(),
        }
    }
}

impl Told {
    /// The description of the tree.
    fn of_tree(position: &Chess, material: &Material, tree: &SolutionTree) -> Self {
        let value = tree.value();
        Self {
            fen: fen_of(position).to_string(),
            material: material.to_string(),
            side_to_move: position.turn().to_string(),
            oracle: String::new(),
            wdl: value.wdl.to_string(),
            distance_to_mate_plies: value.dtm.map(Dtm::plies),
            fifty_moves: FiftyMoves::of(value, position.halfmoves()),
            rules: None,
            no_rules: None,
            tree: TreeTold::new(tree),
            file: None,
            pgn: None,
        }
    }

    fn show(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::print_json(self);
        }
        let words = self.words();
        match &self.pgn {
            Some(pgn) => {
                output::print(pgn)?;
                output::print_aside(&words)?;
            }
            None => output::print(&words)?,
        }
        Ok(())
    }

    fn outcome(&self) -> Outcome {
        if self.rules.as_ref().is_some_and(RulesTold::is_incorrect) {
            Outcome::Counterexample
        } else {
            Outcome::Proven
        }
    }
}
