//! Tables of help mates as an oracle: the truth that claims about mates are compared with.

use shakmaty::{Chess, Color, Position};

use super::table::{HelpmateTables, Mates};
use crate::{
    Layout, Material, Metric, Oracle, OracleError, Placement, Subject, Truth, Value, WdlWords,
    fingerprint::Fingerprint,
};

/// Says who can mate, and has no values.
impl Oracle for HelpmateTables {
    fn name(&self) -> String {
        "tables of help mates".into()
    }

    fn subject(&self) -> Subject {
        Subject::Mates
    }

    fn truth(&self, position: &Chess) -> Result<Truth, OracleError> {
        Ok(truth(position.turn(), self.probe(position)?))
    }

    fn truth_of(&self, material: &Material, placement: &Placement) -> Result<Truth, OracleError> {
        Ok(truth(placement.turn, self.mates(material, placement)?))
    }

    /// Covers who can mate, with both sides to move.
    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        let table = self.table(material)?;
        let mut fingerprint = Fingerprint::new();
        for turn in Color::ALL {
            let side = table.side(turn);
            fingerprint.words(&format!("{turn} can mate on its turn"), &side.own);
            fingerprint.words(&format!("the other side of {turn} can mate"), &side.others);
        }
        Ok(fingerprint.finish())
    }

    fn knows(&self, _: &Material, _: Metric) -> bool {
        false
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        Err(OracleError::Unanswered {
            place: self.name(),
            fen: placement.fen(material).to_string(),
            reason: "they say who can mate, not who wins".into(),
        })
    }

    fn block(
        &self,
        layout: &Layout,
        block: usize,
        turn: Color,
        words: &mut WdlWords,
    ) -> Result<(), OracleError> {
        let side = self.table(layout.material())?.side(turn);
        let range = block * layout.block_words()..(block + 1) * layout.block_words();
        words.win.copy_from_slice(&side.own[range.clone()]);
        words.loss.copy_from_slice(&side.others[range]);
        Ok(())
    }
}

/// Who can mate, as seen by the side to move.
fn truth(turn: Color, mates: Mates) -> Truth {
    Truth::new(*mates.can.get(turn), *mates.can.get(!turn))
}
