//! Where answers come from: one oracle or several, each with the distances that it knows.

use std::sync::Arc;

use drawproof_retro::Wanted;
use drawproof_suite::{
    folders::TableFolders, helpmate::sources::of_few_men, oracles, progress::Progress,
    sources::Sources as Generated,
};
use drawproof_tables::{HelpmateTables, Material, Metric, Oracle, OracleError, Table, Value, Wdl};
use shakmaty::{ByColor, Chess, Position};
use shakmaty_syzygy::{Dtz, MaybeRounded};

/// Oracles that are asked one after the other, until who wins and both distances are known, and
/// tables of help mates.
pub struct Sources {
    oracles: Vec<Box<dyn Oracle>>,
    helpmates: HelpmateTables,
}

/// What is known of a position, for the side to move. Losses have negative distances.
#[derive(Copy, Clone, Default, Debug)]
pub struct Known {
    /// Whether the side to move is checkmated.
    pub is_checkmate: bool,
    /// Whether the side to move is stalemated.
    pub is_stalemate: bool,
    /// Who wins, without the 50-move rule.
    pub wdl: Option<Wdl>,
    /// Plies to a zeroing move as Syzygy counts them: 0 for a draw, -1 for checkmate.
    pub dtz: Option<MaybeRounded<Dtz>>,
    /// Plies to mate, 0 for a draw, and unknown for checkmate.
    pub dtm: Option<i32>,
}

impl Sources {
    /// Oracles, the one to ask first in front.
    pub fn new(oracles: Vec<Box<dyn Oracle>>) -> Self {
        Self {
            oracles,
            helpmates: HelpmateTables::new(),
        }
    }

    /// Folders, each with what it knows, or generated tables of some classes.
    ///
    /// # Errors
    ///
    /// If a folder cannot be used, or tables do not fit into memory.
    pub fn open(
        named: &TableFolders,
        classes: &[Material],
        progress: &Progress,
    ) -> anyhow::Result<Self> {
        let helpmates = of_few_men(&named.tables, classes, progress)?;
        if named.tables.is_empty() {
            let mut generated = Generated::generator(progress);
            generated.get_all(classes, Wanted::DtmAndDtz)?;
            let oracles: Vec<Box<dyn Oracle>> = vec![Box::new(generated.into_tables())];
            return Ok(Self::new(oracles).with_helpmates(helpmates));
        }
        let folders = oracles::each(named, true)?;
        let boxed = |folder| Box::new(folder) as Box<dyn Oracle>;
        let oracles = folders.into_iter().map(boxed).collect();
        Ok(Self::new(oracles).with_helpmates(helpmates))
    }

    /// The same, and who can still mate.
    #[must_use]
    pub fn with_helpmates(mut self, helpmates: HelpmateTables) -> Self {
        self.helpmates = helpmates;
        self
    }

    /// Which side can still mate with the other's help, if a table has the position.
    ///
    /// # Errors
    ///
    /// If tables contradict the position.
    pub fn can_mate(&self, position: &Chess) -> Result<Option<ByColor<bool>>, OracleError> {
        match self.helpmates.probe(position) {
            Ok(mates) => Ok(Some(mates.can)),
            Err(error) if is_unknown(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The first oracle that knows a metric of a class.
    pub fn knowing(&self, class: &Material, metric: Metric) -> Option<&dyn Oracle> {
        let mut all = self.oracles.iter().map(AsRef::as_ref);
        all.find(|oracle| oracle.knows(class, metric))
    }

    /// The whole table of a class, if one of the oracles can give it.
    ///
    /// # Errors
    ///
    /// If a file is damaged or cannot be read.
    pub fn whole(&self, class: &Material) -> Result<Option<Arc<Table>>, OracleError> {
        let knowing = self.oracles.iter();
        for oracle in knowing.filter(|oracle| oracle.knows(class, Metric::Wdl)) {
            if let Some(table) = oracle.whole(class, &[])? {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }

    /// What is known of a position.
    ///
    /// # Errors
    ///
    /// If a file is damaged or cannot be read. What no oracle has is unknown.
    pub fn ask(&self, position: &Chess) -> Result<Known, OracleError> {
        let is_stuck = position.legal_moves().is_empty();
        let mut known = Known {
            is_checkmate: is_stuck && position.is_check(),
            is_stalemate: is_stuck && !position.is_check(),
            ..Known::default()
        };
        let Some((class, _)) = Material::of_board(position.board()) else {
            return Ok(known);
        };
        if class.men_count() == 2 {
            // No table has bare kings.
            known.add(Value::DRAW, true);
        }
        for oracle in &self.oracles {
            if !oracle.knows(&class, Metric::Wdl) {
                continue;
            }
            let value = match oracle.probe_chess(position) {
                Ok(value) => value,
                Err(error) if is_unknown(&error) => continue,
                Err(error) => return Err(error),
            };
            known.add(value, oracle.knows(&class, Metric::Dtm));
            if known.dtz.is_some() && known.dtm.is_some() {
                break;
            }
        }
        Ok(known)
    }
}

/// Whether no table has a position, which is no fault.
fn is_unknown(error: &OracleError) -> bool {
    matches!(
        error,
        OracleError::MissingTable { .. } | OracleError::Layout(_) | OracleError::Placement(_)
    )
}

impl Known {
    /// Adds what an oracle says. Draws have no distance to mate, `knows_dtm` says whether others of
    /// the class have.
    fn add(&mut self, value: Value, knows_dtm: bool) {
        let sign = match value.wdl {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        };
        self.wdl = self.wdl.or(Some(value.wdl));
        let dtz = match value.wdl {
            Wdl::Draw => Some(0),
            // Syzygy counts checkmate as a ply.
            _ => value.dtz.map(|dtz| sign * (dtz.plies() as i32).max(1)),
        };
        let dtz = dtz.map(|plies| {
            let dtz = Dtz(plies);
            if value.dtz_rounded {
                MaybeRounded::Rounded(dtz)
            } else {
                MaybeRounded::Precise(dtz)
            }
        });
        self.dtz = self.dtz.or(dtz);
        let dtm = match value.wdl {
            Wdl::Draw => knows_dtm.then_some(0),
            _ => value.dtm.map(|dtm| sign * dtm.plies() as i32),
        };
        self.dtm = self.dtm.or(dtm.filter(|_| !self.is_checkmate));
    }
}
