//! Positions of a class: random ones, and mutual zugzwangs.

use std::{
    sync::{
        Arc, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use drawproof_tables::{Material, Metric, Random, Wdl, Zugzwang, fen_of, mutual_zugzwangs};
use shakmaty::{CastlingMode, Chess, Color, Piece, PositionError, Setup, Square};

use crate::{refusal::Refusal, shared::Knowing, zugzwangs::OneZugzwang};

/// How many men classes have that are looked for.
const MEN: std::ops::RangeInclusive<usize> = 3..=6;

/// How many random positions are asked for a value: less than a second's work.
const TRIED: usize = 20_000;

/// How many times men are placed for them, legally or not.
const PLACED: usize = 10 * TRIED;

/// How many mutual zugzwangs of each kind are kept to choose from.
const LISTED: usize = 1000;

/// The classes that have tables.
pub(super) fn classes(known: &Knowing) -> &[Material] {
    known.classes.get_or_init(|| {
        let all = MEN.flat_map(Material::all);
        let is_known = |class: &Material| known.sources.knowing(class, Metric::Wdl).is_some();
        all.filter(is_known).collect()
    })
}

/// Numbers that differ from request to request.
fn numbers() -> Random {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let asked = ASKED.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Random::new(now.map_or(0, |now| now.as_nanos() as u64) ^ asked << 48)
}

/// A random position, each as likely as any other; with a value for the side to move, if one is
/// wanted.
pub(super) fn random(
    known: &Knowing,
    class: &Material,
    value: Option<Wdl>,
) -> Result<String, Refusal> {
    if known.sources.knowing(class, Metric::Wdl).is_none() {
        return Err(Refusal::MissingClass(class.clone()));
    }
    let (men, mut numbers) = (class.men(), numbers());
    let mut tried = 0;
    let placements = (0..PLACED).filter_map(|_| placed(&men, &mut numbers));
    for position in placements.take(TRIED) {
        tried += 1;
        if value.is_none() || known.sources.ask(&position)?.wdl == value {
            return Ok(fen_of(&position).to_string());
        }
    }
    Err(Refusal::Rare {
        class: class.clone(),
        tried,
    })
}

/// Men on random squares, if that is a legal position.
fn placed(men: &[Piece], numbers: &mut Random) -> Option<Chess> {
    let mut setup = Setup::empty();
    for &man in men {
        let square = Square::new(numbers.below(64) as u32);
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.set_piece_at(square, man);
    }
    setup.turn = [Color::White, Color::Black][numbers.below(2)];
    let position = setup.position::<Chess>(CastlingMode::Standard);
    position
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// One of the mutual zugzwangs of a class.
pub(super) fn zugzwang(known: &Knowing, class: &Material) -> Result<OneZugzwang, Refusal> {
    let all = {
        let found = known.zugzwangs.0.lock();
        let mut found = found.unwrap_or_else(PoisonError::into_inner);
        if let Some(all) = found.get(class) {
            Arc::clone(all)
        } else {
            let all = Arc::new(zugzwangs(known, class)?);
            found.insert(class.clone(), Arc::clone(&all));
            all
        }
    };
    let one = all.get(numbers().below(all.len()));
    one.cloned()
        .ok_or_else(|| Refusal::NoZugzwang(class.clone()))
}

fn zugzwangs(known: &Knowing, class: &Material) -> Result<Vec<OneZugzwang>, Refusal> {
    if known.sources.knowing(class, Metric::Wdl).is_none() {
        return Err(Refusal::MissingClass(class.clone()));
    }
    let table = known.sources.whole(class)?;
    let table = table.ok_or_else(|| Refusal::NotWhole(class.clone()))?;
    let mut all = Vec::new();
    for found in mutual_zugzwangs(&table, LISTED) {
        for index in found.first {
            // A side to move for which it is a loss.
            let turn = match found.kind {
                Zugzwang::WhiteWins => Color::Black,
                Zugzwang::BlackWins | Zugzwang::MoverLoses => Color::White,
            };
            let position = table.layout().decode(index, turn);
            all.push(OneZugzwang {
                fen: position.fen(class).to_string(),
                kind: words(found.kind),
                of: found.unique,
            });
        }
    }
    Ok(all)
}

fn words(kind: Zugzwang) -> &'static str {
    match kind {
        Zugzwang::WhiteWins => "White to move draws, Black to move loses",
        Zugzwang::BlackWins => "White to move loses, Black to move draws",
        Zugzwang::MoverLoses => "the side to move loses, White or Black",
    }
}
