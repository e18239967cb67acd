//! The search backwards, ply by ply.

use drawproof_tables::{Layout, Library, Numbers, SideTable, Table};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::{
    GenerateError, Metric, PlyReport,
    best::{Event, Schedule},
    conversions::Finder,
    en_passant::{Plain, Rights, change, write_number},
    moves::{ByBlock, Frontier, Moves, Reached, WordBits},
};

/// One side to move, as far as it is solved.
struct Side {
    /// Legal and not won so far: where the other side can move without
    /// losing at once.
    open: Vec<u64>,
    lost: Vec<u64>,
    numbers: Numbers,
    conversions: Schedule,
    rights: Rights,
    wins: Frontier,
    losses: Frontier,
}

/// Solves a class whose smaller tables are in the library: WDL and distance
/// to mate.
pub fn solve(
    layout: &Layout,
    library: &Library,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Table, GenerateError> {
    let legal = ByColor::new_with(|turn| SideTable::new(layout, turn).legal);
    let moves = Moves::new(layout, Metric::Dtm);
    let sides = both(|mover| {
        let finder = Finder::new(layout, library, &moves, Metric::Dtm, mover)?;
        Ok(Side::new(layout, &moves, &finder, mover, &legal))
    })?;
    let search = Search {
        layout,
        moves: &moves,
        metric: Metric::Dtm,
        known: None,
    };
    let solved = search.run(sides, report).zip(legal);
    let sides = solved.map(|(side, legal)| SideTable {
        win: legal
            .iter()
            .zip(&side.open)
            .map(|(legal, open)| legal & !open)
            .collect(),
        legal,
        loss: side.lost,
        moves: Some(side.numbers),
        dtz: None,
    });
    Ok(Table::new(layout.clone(), sides))
}

/// Adds distances to zeroing moves to a table; the smaller tables in the
/// library must have them.
///
/// Which wins the 50-move rule spoils has to be known for pawn moves, which
/// lead from one part of the class to another. It is found by repeating the
/// search until it finds nothing new: at once where there are none.
pub fn add_dtz(
    table: Table,
    library: &Library,
    report: &(dyn Fn(PlyReport) + Sync),
) -> Result<Table, GenerateError> {
    let layout = &table.layout().clone();
    let moves = Moves::new(layout, Metric::Dtz);
    let mut known = table.into_sides();
    let legal = known.as_ref().map(|side| side.legal.clone());
    let mut stepped = both(|turn| values_with_rights(&known, library, layout, turn))?;
    loop {
        let before = known.as_ref().map(cursed);
        let sides = both(|mover| {
            let mut finder = Finder::new(layout, library, &moves, Metric::Dtz, mover)?;
            finder.add_pawn_moves(known.get(!mover), stepped.get(!mover));
            Ok(Side::new(layout, &moves, &finder, mover, &legal))
        })?;
        let search = Search {
            layout,
            moves: &moves,
            metric: Metric::Dtz,
            known: Some(&known),
        };
        let ByColor { black, white } = search.run(sides, report);
        for (turn, side) in [(Color::Black, black), (Color::White, white)] {
            let known = known.get_mut(turn);
            known.dtz = Some(side.numbers);
            *stepped.get_mut(turn) = side.rights.values(known);
        }
        if known.as_ref().map(cursed) == before {
            return Ok(Table::new(layout.clone(), known));
        }
    }
}

/// The positions of a side that the 50-move rule draws.
fn cursed(side: &SideTable) -> Vec<u64> {
    (0..side.legal.len())
        .map(|word| side.cursed(word))
        .collect()
}

/// WDL with en passant rights, from WDL without.
fn values_with_rights(
    known: &ByColor<SideTable>,
    library: &Library,
    layout: &Layout,
    turn: Color,
) -> Result<Vec<(usize, SideTable)>, GenerateError> {
    let moves = Moves::new(layout, Metric::Dtm);
    let finder = Finder::new(layout, library, &moves, Metric::Dtm, turn)?;
    if !finder.has_en_passant() {
        return Ok(Vec::new());
    }
    let legal = known.as_ref().map(|side| side.legal.clone());
    let mut rights = Side::new(layout, &moves, &finder, turn, &legal).rights;
    let side = known.get(turn);
    let (wins, losses) = (by_block(layout, &side.win), by_block(layout, &side.loss));
    let plain = Plain {
        lost: &side.loss,
        new_wins: &wins,
        new_losses: &losses,
    };
    rights.finish(layout, &plain);
    Ok(rights.values(&SideTable {
        dtz: None,
        ..side.clone()
    }))
}

/// The words of a set that are not empty.
fn by_block(layout: &Layout, set: &[u64]) -> ByBlock {
    set.chunks(layout.block_words())
        .map(|words| {
            let words = words.iter().enumerate().filter(|&(_, &bits)| bits != 0);
            words.map(|(word, &bits)| (word as u32, bits)).collect()
        })
        .collect()
}

fn both<T>(
    mut of: impl FnMut(Color) -> Result<T, GenerateError>,
) -> Result<ByColor<T>, GenerateError> {
    Ok(ByColor {
        black: of(Color::Black)?,
        white: of(Color::White)?,
    })
}

impl Side {
    fn new(
        layout: &Layout,
        moves: &Moves,
        finder: &Finder,
        mover: Color,
        legal: &ByColor<Vec<u64>>,
    ) -> Self {
        let (own, other) = (legal.get(mover), legal.get(!mover));
        let conversions = finder.all(own);
        let none = Rights::none(layout);
        let rights = Rights::new(layout, finder.en_passant(own), |block, word, bits| {
            let others = bits & !conversions[block].any[word];
            moves.without_escape(block, word, mover, others, other, &none)
        });
        Self {
            open: own.clone(),
            lost: vec![0; own.len()],
            numbers: Numbers::default(),
            conversions: Schedule::new(conversions),
            rights,
            wins: Frontier::empty(layout),
            losses: Frontier::empty(layout),
        }
    }

    /// Moves on to a ply, each in turn.
    fn begin(&mut self, ply: u16) {
        self.conversions.begin(ply);
        self.rights.begin(ply);
    }

    /// Takes in the positions found at a ply.
    fn add(&mut self, layout: &Layout, number: u32, found: Found) {
        let words = layout.block_words();
        change(&mut self.open, words, &found.wins, |set, bits| set & !bits);
        change(&mut self.lost, words, &found.losses, |set, bits| set | bits);
        for new in [&found.wins, &found.losses] {
            write_number(&mut self.numbers, layout, new, number);
        }
        (self.wins, self.losses) = (Frontier::empty(layout), Frontier::empty(layout));
        let plain = Plain {
            lost: &self.lost,
            new_wins: &found.wins,
            new_losses: &found.losses,
        };
        let frontiers = (&mut self.wins, &mut self.losses);
        self.rights
            .advance(layout, number, &plain, frontiers.0, frontiers.1);
        self.wins.plain = found.wins;
        self.losses.plain = found.losses;
    }

    fn newly_solved(&self) -> u64 {
        let blocks = self.wins.plain.iter().chain(&self.losses.plain);
        let bits = blocks.flatten().map(|(_, bits)| bits);
        bits.map(|bits| u64::from(bits.count_ones())).sum()
    }

    fn is_done(&self) -> bool {
        self.wins.is_empty()
            && self.losses.is_empty()
            && self.conversions.is_done()
            && self.rights.is_done()
    }
}

/// The positions decided at one ply.
struct Found {
    wins: ByBlock,
    losses: ByBlock,
}

struct Search<'a> {
    layout: &'a Layout,
    moves: &'a Moves<'a>,
    metric: Metric,
    /// Who wins where, if that is known already.
    known: Option<&'a ByColor<SideTable>>,
}

impl Search<'_> {
    fn run(&self, mut sides: ByColor<Side>, report: &(dyn Fn(PlyReport) + Sync)) -> ByColor<Side> {
        let mut ply = 0;
        loop {
            sides.iter_mut().for_each(|side| side.begin(ply));
            let found = ByColor::new_with(|color| self.find(color, ply, &sides));
            for (side, found) in sides.iter_mut().zip(found) {
                side.add(self.layout, self.metric.number(ply), found);
            }
            report(PlyReport {
                metric: self.metric,
                ply,
                solved: sides.iter().map(Side::newly_solved).sum(),
            });
            if sides.iter().all(Side::is_done) {
                return sides;
            }
            ply += 1;
        }
    }

    /// The positions with `mover` to move that are decided at exactly `ply`.
    fn find(&self, mover: Color, ply: u16, sides: &ByColor<Side>) -> Found {
        let (own, other) = (sides.get(mover), sides.get(!mover));
        if ply == 0 {
            let all: Vec<u32> = (0..self.layout.blocks() as u32).collect();
            return Found {
                wins: self.blocks(&[], 0, |_, _| Vec::new()),
                losses: self.blocks(&all, usize::MAX, |_, block| {
                    self.checkmates(block, mover, sides)
                }),
            };
        }
        // Only what the other side just lost, or won, can be moved into.
        Found {
            wins: self.find_from(mover, own, &other.losses, |reached, block| {
                self.wins(block, mover, sides, reached)
            }),
            losses: self.find_from(mover, own, &other.wins, |reached, block| {
                self.losses(block, mover, sides, reached)
            }),
        }
    }

    fn find_from(
        &self,
        mover: Color,
        own: &Side,
        frontier: &Frontier,
        find: impl Fn(&mut Reached, usize) -> Vec<WordBits> + Sync + Send,
    ) -> ByBlock {
        let work = frontier.len() + own.conversions.due_events();
        let blocks = self.reachable(mover, frontier, own.conversions.due());
        self.blocks(&blocks, work, find)
    }

    /// The blocks from which `mover` can move into a frontier, and those where
    /// conversions are due.
    fn reachable(&self, mover: Color, frontier: &Frontier, due: &[u32]) -> Vec<u32> {
        let mut reachable = vec![false; self.layout.blocks()];
        for (block, words) in frontier.plain.iter().enumerate() {
            if !words.is_empty() {
                reachable[block] = true;
                // A king steps back as it steps.
                for step in self.moves.king_steps(block, mover) {
                    reachable[step.block] = true;
                }
            }
        }
        for (_, blocks) in &frontier.stepped {
            for (block, words) in blocks.iter().enumerate() {
                reachable[block] |= !words.is_empty();
            }
        }
        for &block in due {
            reachable[block as usize] = true;
        }
        let blocks = reachable
            .iter()
            .enumerate()
            .filter(|(_, reachable)| **reachable);
        blocks.map(|(block, _)| block as u32).collect()
    }

    /// Works on some blocks, on one thread if there is so little work that
    /// waking another one takes longer.
    fn blocks(
        &self,
        blocks: &[u32],
        work: usize,
        find: impl Fn(&mut Reached, usize) -> Vec<WordBits> + Sync + Send,
    ) -> ByBlock {
        const WORTH_A_THREAD: usize = 1000;
        let mut result = vec![Vec::new(); self.layout.blocks()];
        if blocks.is_empty() {
            return result;
        }
        let at_least = if work < WORTH_A_THREAD {
            blocks.len()
        } else {
            8
        };
        let found: Vec<Vec<WordBits>> = blocks
            .par_iter()
            .with_min_len(at_least)
            .map_init(
                || Reached::new(self.layout),
                |reached, &block| find(reached, block as usize),
            )
            .collect();
        for (&block, found) in blocks.iter().zip(found) {
            result[block as usize] = found;
        }
        result
    }

    fn checkmates(&self, block: usize, mover: Color, sides: &ByColor<Side>) -> Vec<WordBits> {
        // Everything that is legal is open at first.
        let (own, other) = (sides.get(mover), sides.get(!mover));
        let base = block * self.layout.block_words();
        (0..self.layout.block_words())
            .filter_map(|word| {
                // In check: the other side, to move here, could take the king.
                let in_check = own.open[base + word] & !other.open[base + word];
                let candidates = in_check & !own.conversions.blocks()[block].any[word];
                self.stuck(block, word, mover, candidates, other)
            })
            .collect()
    }

    /// Wins: a move into a position lost for the other side.
    fn wins(
        &self,
        block: usize,
        mover: Color,
        sides: &ByColor<Side>,
        reached: &mut Reached,
    ) -> Vec<WordBits> {
        let (own, other) = (sides.get(mover), sides.get(!mover));
        let due = own.conversions.blocks()[block].wins.due();
        let known = self.known.map(|known| &known.get(mover).win[..]);
        self.moves
            .pull(block, mover, &other.losses, &other.rights, reached);
        self.undecided(block, own, known, due, reached)
    }

    /// Losses: the last move that did not lose was just found to lose.
    fn losses(
        &self,
        block: usize,
        mover: Color,
        sides: &ByColor<Side>,
        reached: &mut Reached,
    ) -> Vec<WordBits> {
        let (own, other) = (sides.get(mover), sides.get(!mover));
        let conversions = &own.conversions.blocks()[block];
        let known = self.known.map(|known| &known.get(mover).loss[..]);
        self.moves
            .pull(block, mover, &other.wins, &other.rights, reached);
        self.undecided(block, own, known, conversions.losses.due(), reached)
            .into_iter()
            .filter_map(|(word, bits)| {
                let word = word as usize;
                let candidates = bits & !conversions.saved[word] & !conversions.pending[word];
                self.stuck(block, word, mover, candidates, other)
            })
            .collect()
    }

    /// Hands out what was reached, and what conversions decide, as far as it
    /// is neither won nor lost; of known values only those asked for.
    fn undecided(
        &self,
        block: usize,
        own: &Side,
        known: Option<&[u64]>,
        due: &[Event],
        reached: &mut Reached,
    ) -> Vec<WordBits> {
        for event in due {
            reached.add(event.word as usize, event.bits);
        }
        let base = block * self.layout.block_words();
        let mut found = Vec::new();
        reached.drain(|word, bits| {
            let at = base + word;
            let bits = bits & own.open[at] & !own.lost[at] & known.map_or(!0, |set| set[at]);
            if bits != 0 {
                found.push((word as u32, bits));
            }
        });
        found
    }

    /// Those of the candidates that cannot move to where the other side does
    /// not win.
    fn stuck(
        &self,
        block: usize,
        word: usize,
        mover: Color,
        candidates: u64,
        other: &Side,
    ) -> Option<WordBits> {
        if candidates == 0 {
            return None;
        }
        let (open, rights) = (&other.open, &other.rights);
        let stuck = self
            .moves
            .without_escape(block, word, mover, candidates, open, rights);
        (stuck != 0).then_some((word as u32, stuck))
    }
}
