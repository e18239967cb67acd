//! A set of tables, by class.

use std::{collections::BTreeMap, sync::Arc};

use shakmaty::{Chess, Color, Position};

use crate::{
    Layout, LayoutError, Material, Metric, Oracle, OracleError, Placement, Table, Value, WdlWords,
    fingerprint::Fingerprint,
    material::ClassKey,
    oracle::{key_without_rights, probe_with_en_passant},
};

/// Own tables in memory, by class: an oracle that knows WDL and whatever distances
/// they hold.
#[derive(Clone, Default, Debug)]
pub struct TableSet {
    tables: BTreeMap<Material, Arc<Table>>,
    /// The same tables in order of keys, to find a board's class quickly.
    by_key: Vec<(ClassKey, Arc<Table>)>,
}

impl TableSet {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a table and replaces one of the same class.
    pub fn insert(&mut self, table: impl Into<Arc<Table>>) -> Arc<Table> {
        let table = table.into();
        let material = table.layout().material();
        self.tables.insert(material.clone(), Arc::clone(&table));
        let new = (ClassKey::of(material), Arc::clone(&table));
        match self.position(new.0) {
            Ok(at) => self.by_key[at] = new,
            Err(at) => self.by_key.insert(at, new),
        }
        table
    }

    /// Where the table of a key is, or would be inserted.
    #[inline]
    fn position(&self, key: ClassKey) -> Result<usize, usize> {
        self.by_key.binary_search_by_key(&key, |&(key, _)| key)
    }

    /// The table of a class.
    pub fn get(&self, material: &Material) -> Option<&Arc<Table>> {
        self.tables.get(material)
    }

    /// Removes a table; its memory is freed once it is no longer in use.
    pub fn remove(&mut self, material: &Material) -> Option<Arc<Table>> {
        if let Ok(at) = self.position(ClassKey::of(material)) {
            self.by_key.remove(at);
        }
        self.tables.remove(material)
    }

    /// All tables.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Table>> {
        self.tables.values()
    }

    fn table(&self, material: &Material) -> Result<&Table, OracleError> {
        Layout::new(material)?;
        self.tables
            .get(material)
            .map(Arc::as_ref)
            .ok_or_else(|| OracleError::MissingTable {
                material: material.to_string(),
                place: self.name(),
            })
    }
}

impl Oracle for TableSet {
    fn name(&self) -> String {
        "own tables".into()
    }

    /// Covers the won and lost positions of both sides to move.
    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        let table = self.table(material)?;
        let mut fingerprint = Fingerprint::new();
        for turn in Color::ALL {
            let side = table.side(turn);
            fingerprint.words(&format!("{turn} wins"), &side.win);
            fingerprint.words(&format!("{turn} loses"), &side.loss);
        }
        Ok(fingerprint.finish())
    }

    fn knows(&self, material: &Material, metric: Metric) -> bool {
        let table = self.get(material);
        table.is_some_and(|table| match metric {
            Metric::Wdl => true,
            Metric::Dtm => table.has_dtm(),
            Metric::Dtz => table.has_dtz(),
        })
    }

    fn probe(&self, material: &Material, placement: &Placement) -> Result<Value, OracleError> {
        match self.table(material) {
            Err(OracleError::Layout(LayoutError::BareKings(_))) => Ok(Value::DRAW),
            Err(error) => Err(error),
            Ok(table) => table
                .probe(placement)
                .ok_or_else(|| OracleError::Unanswered {
                    place: self.name(),
                    fen: placement.fen(material).to_string(),
                    reason: "the position is not legal".into(),
                }),
        }
    }

    fn probe_chess(&self, position: &Chess) -> Result<Value, OracleError> {
        if let Some((key, flipped)) = key_without_rights(position)
            && let Ok(at) = self.position(key)
        {
            let table = &self.by_key[at].1;
            let (board, turn) = (position.board(), position.turn());
            let placement = Placement::on_board(board, turn, table.layout().men(), flipped);
            if let Some(value) = table.probe(&placement) {
                return Ok(value);
            }
        }
        probe_with_en_passant(self, position)
    }

    fn whole(&self, material: &Material, _: &[Metric]) -> Result<Option<Arc<Table>>, OracleError> {
        Ok(self.get(material).cloned())
    }

    fn knows_fifty_moves(&self, material: &Material) -> bool {
        self.get(material).is_some_and(|table| table.has_dtz())
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
        words.win.copy_from_slice(&side.win[range.clone()]);
        words.loss.copy_from_slice(&side.loss[range.clone()]);
        if let Some(cursed) = words.cursed.as_mut().filter(|_| side.may_be_cursed()) {
            for (cursed, word) in cursed.iter_mut().zip(range) {
                *cursed = side.cursed(word);
            }
        }
        Ok(())
    }
}
