//! The class itself as a known table, for distances that end at pawn moves.

use std::borrow::Cow;

use drawproof_tables::{Layout, SideTable};

use crate::{
    Counting,
    en_passant::Rights,
    moves::Source,
    replay::{Replay, State, is_cursed, zeroing_ply},
    shape::{At, Shape},
    sheet::{Sheet, Words},
};

/// The values after non-promoting pawn moves, for the side to move after them:
/// a table replayed like those of captures, and the effect of en passant
/// rights.
#[derive(Debug)]
pub struct Targets<'a> {
    shape: Shape<'a>,
    replay: Replay<'a>,
    rights: &'a Rights,
    /// `None` at the end.
    ply: Option<u16>,
    last_ply: u16,
}

impl<'a> Targets<'a> {
    /// Fully solved. The sets of `side` are padded.
    pub fn at_end(layout: &'a Layout, side: &'a SideTable, rights: &'a Rights) -> Self {
        let blocks = layout.blocks();
        let known = Some(Cow::Borrowed(side));
        Self {
            shape: Shape::new(layout),
            last_ply: zeroing_ply(rights.cursed() > 0 || is_cursed(side)),
            replay: Replay::at_end(known, blocks, Counting::ToZeroing),
            rights,
            ply: None,
        }
    }

    /// Rewinds to before ply 0.
    pub fn rewind(&mut self) {
        self.replay.rewind();
        self.ply = Some(0);
    }

    /// Advances to a ply; call it for each ply in order.
    pub fn begin(&mut self, ply: u16) {
        self.replay.begin(ply);
        self.ply = Some(ply);
    }

    /// Whether nothing new comes at later plies.
    pub fn is_done(&self, ply: u16) -> bool {
        ply >= self.last_ply
    }

    /// Whether all wins are known by now.
    pub fn is_final(&self) -> bool {
        self.ply.is_none_or(|ply| ply >= self.last_ply)
    }

    /// The positions in a state.
    pub fn positions(&self, state: State) -> TargetsIn<'_> {
        TargetsIn {
            targets: self,
            state,
        }
    }

    /// Whether positions, cursed ones or others, are decided at this ply.
    fn is_due(&self, cursed: bool) -> bool {
        self.ply == Some(zeroing_ply(cursed))
    }

    /// Whether they were decided before or are at this ply.
    fn is_known(&self, cursed: bool) -> bool {
        self.ply.is_none_or(|ply| ply >= zeroing_ply(cursed))
    }
}

/// The positions of the class itself in a state.
pub struct TargetsIn<'a> {
    targets: &'a Targets<'a>,
    state: State,
}

impl TargetsIn<'_> {
    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        let nothing = |cursed| !self.targets.is_due(cursed);
        self.state != State::Open && nothing(false) && nothing(true)
    }
}

impl Source for TargetsIn<'_> {
    fn plain(&self, at: At) -> Option<&Words> {
        let set = self.targets.replay.positions(self.state)?;
        Some(self.targets.shape.words(set, at))
    }

    fn stepped(&self, pawn: usize, at: At) -> Option<Sheet> {
        let plain = self.plain(at).map(|words| Sheet(*words));
        let Some((any, known)) = self.targets.rights.get(pawn, at) else {
            return plain;
        };
        let mut set = plain.unwrap_or(Sheet::EMPTY);
        set.remove(&any.0);
        if self.state == State::Open {
            set.add(&any.0);
        }
        for cursed in [false, true] {
            let of = |decided: &Sheet| {
                let mut decided = *decided;
                if cursed {
                    decided.keep(&known.cursed.0);
                } else {
                    decided.remove(&known.cursed.0);
                }
                decided
            };
            match self.state {
                State::Lost if self.targets.is_due(cursed) => set.add(&of(&known.lost).0),
                State::Won if self.targets.is_due(cursed) => set.add(&of(&known.won).0),
                State::Open if self.targets.is_known(cursed) => set.remove(&of(&known.won).0),
                _ => {}
            }
        }
        Some(set)
    }
}
