//! What the built-in rules for any number of men say about a position: the same for the program, the
//! server and Python.

use drawproof_recognizers::{Cannot, ProvenClaim, proven_claims};
use drawproof_reports::{ProvenRuleTold, ProvenTold};
use drawproof_retro::Wanted;
use drawproof_tables::{Layout, LayoutError, Material, OracleError, Placement, PlacementError};
use shakmaty::{Chess, Color, Position};

use crate::{bare_kings::BareKings, memory::NotEnoughMemory, sources::Sources};

/// The most men of classes whose tables are made within minutes.
const FEW_MEN: usize = 5;

/// What to do about a table that is not made.
const ELSEWHERE: &str = "name a folder that has the table with --tables";

/// What the rules say about a position of any number of men; `None` if no rule speaks.
pub fn proven(position: &Chess) -> Option<ProvenTold> {
    let claims = proven_claims(position);
    let cannot = |color: Color| claims.iter().filter_map(|of| *of.cannot.get(color)).max();
    let [white, black] = [Color::White, Color::Black].map(cannot);
    let both = white.min(black);
    let result = match both {
        Some(Cannot::Mate) => ": a dead position, a draw",
        Some(Cannot::Win) => ": a draw",
        None => "",
    };
    (!claims.is_empty()).then(|| ProvenTold {
        says: format!("proven for any number of men{result}"),
        white: white.map(word),
        black: black.map(word),
        is_draw: both.is_some(),
        is_dead: both == Some(Cannot::Mate),
        rules: claims.iter().map(rule).collect(),
    })
}

fn word(cannot: Cannot) -> &'static str {
    match cannot {
        Cannot::Win => "cannot_win",
        Cannot::Mate => "cannot_mate",
    }
}

fn rule(of: &ProvenClaim) -> ProvenRuleTold {
    let rule = of.info();
    ProvenRuleTold {
        says: words(of),
        claims: of.claim.name(),
        strong: of.strong.to_string(),
        name: rule.name.clone(),
        reason: rule.reason.clone(),
        class: of.rules.class().to_string(),
        rules_from: of.rules.source_name().into(),
    }
}

/// A claim in words.
fn words(of: &ProvenClaim) -> String {
    let what = |cannot| match cannot {
        Cannot::Win => "win",
        Cannot::Mate => "mate",
    };
    match (of.cannot.white, of.cannot.black) {
        (Some(white), Some(black)) => format!("neither side can {}", what(white.min(black))),
        (Some(white), None) => format!("White cannot {}", what(white)),
        (None, Some(black)) => format!("Black cannot {}", what(black)),
        (None, None) => of.claim.name().into(),
    }
}

/// The same, but only where tables do not say more: with more than five men, or without a table.
pub fn beyond_tables(position: &Chess, has_table: bool) -> Option<ProvenTold> {
    let is_beyond = !has_table || position.board().occupied().count() > FEW_MEN;
    is_beyond.then(|| proven(position)).flatten()
}

/// What rules say instead of tables.
pub struct Instead {
    /// What they say.
    pub told: ProvenTold,
    /// Why no table is asked.
    pub no_table: String,
}

/// What rules say where no table can be asked, or where generating one takes hours and the rules show
/// a draw.
pub fn instead_of_tables(position: &Chess, own: &Sources) -> Option<Instead> {
    let told = proven(position)?;
    let no_table = match table_of(position, own) {
        Err(error) => why_no_table(position, &error)?,
        Ok(class) if class.men_count() > FEW_MEN && own.folders().is_none() && told.is_draw => {
            format!("{class} is not generated for a position that is a proven draw; {ELSEWHERE}")
        }
        Ok(_) => return None,
    };
    Some(Instead { told, no_table })
}

/// The class of a position, if there is a table of it or one can be made.
fn table_of(position: &Chess, own: &Sources) -> anyhow::Result<Material> {
    let (class, ..) = Placement::of(position)?;
    if !BareKings::knows_class(&class) {
        Layout::new(&class)?;
        own.expect(&class, Wanted::DtmAndDtz)?;
    }
    Ok(class)
}

/// Why there is no table of a position, or why none can be made here, if that is what an error says.
fn why_no_table(position: &Chess, error: &anyhow::Error) -> Option<String> {
    if error.is::<NotEnoughMemory>() {
        // Not how much is free: the same position has the same answer.
        let (class, _) = Material::of_board(position.board())?;
        return Some(format!(
            "there is not enough memory to generate {class}; {ELSEWHERE}"
        ));
    }
    let is_missing = error.is::<LayoutError>()
        || error.is::<PlacementError>()
        || matches!(error.downcast_ref(), Some(OracleError::MissingTable { .. }));
    is_missing.then(|| format!("{error:#}"))
}
