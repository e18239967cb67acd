//! How many sets the distances of a class take: known where the longest ones are.

use std::{collections::HashMap, sync::LazyLock};

use drawproof_tables::{Material, Metric};
use shakmaty::ByColor;

use crate::wanted::Wanted;

/// The longest distances of both sides to move of all classes of three to five men.
const COUNTS: &str = include_str!("../../../facts/counts_of_3_to_5_men.csv");

/// The bits of the longest distance of one side, to mate and to a zeroing move.
type Bits = [u32; 2];

/// By class, the stronger side first.
static KNOWN: LazyLock<HashMap<Material, ByColor<Bits>>> = LazyLock::new(|| {
    let mut known: HashMap<Material, ByColor<Bits>> = HashMap::new();
    for (class, side, bits) in COUNTS.lines().filter_map(row) {
        let of_class = known.entry(class).or_default();
        *if side == "strong" {
            &mut of_class.white
        } else {
            &mut of_class.black
        } = bits;
    }
    known
});

/// A class, a side to move and its bits; `None` for the heading.
fn row(line: &str) -> Option<(Material, &str, Bits)> {
    let cells: Vec<&str> = line.split(',').collect();
    let &[class, side, _, _, _, _, _, win, loss, zeroing] = &cells[..] else {
        return None;
    };
    let plies = |cell: &str| cell.parse::<u32>().ok();
    let moves = plies(win)?.div_ceil(2).max(plies(loss)? / 2);
    let bits = |number: u32| u32::BITS - number.leading_zeros();
    let bits = [bits(moves), bits(plies(zeroing)?)];
    Some((class.parse().ok()?, side, bits))
}

/// The most bits of distances to mate and to zeroing moves, from the longest published ones:
/// mates in 28, 43, 127 and 262 moves with three to six men; zeroing moves after 20, 66, 164
/// and 486 plies.
pub fn most_bits(men: usize) -> [u64; 2] {
    match men {
        0..=3 => [5, 5],
        4 => [6, 7],
        5 => [7, 8],
        _ => [9, 9],
    }
}

/// The sets of one distance of a class, both sides to move; none for WDL.
pub fn sets_of(material: &Material, metric: Metric) -> u64 {
    let at = match metric {
        Metric::Wdl => return 0,
        Metric::Dtm => 0,
        Metric::Dtz => 1,
    };
    match KNOWN.get(material) {
        Some(bits) => bits.iter().map(|bits| u64::from(bits[at])).sum(),
        None => 2 * most_bits(material.men_count())[at],
    }
}

/// The sets of one side to move that searches of larger classes read: WDL, distances to mate,
/// and those to zeroing moves where the 50-move rule may turn a win into a draw.
pub fn sets_read(material: &Material, wanted: Wanted) -> u64 {
    /// The bits of 101 plies.
    const CURSED: u64 = 7;
    let each = |metric| sets_of(material, metric).div_ceil(2);
    let to_mate = if wanted.has_dtm() {
        each(Metric::Dtm)
    } else {
        0
    };
    let to_zeroing = Some(each(Metric::Dtz)).filter(|bits| wanted.has_dtz() && *bits >= CURSED);
    3 + to_mate + to_zeroing.unwrap_or(0)
}

/// The sets of all wanted distances of a class, both sides to move.
pub fn sets(material: &Material, wanted: Wanted) -> u64 {
    let metrics = wanted.metrics().iter();
    metrics.map(|&metric| sets_of(material, metric)).sum()
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use drawproof_tables::TableSet;

    use super::*;
    use crate::generate::generate;

    /// A table has just the sets that are known of it; all classes of three to five men are there.
    #[test]
    fn tables_have_the_known_sets() -> Result<(), Box<dyn Error>> {
        assert_eq!(KNOWN.len(), 145);
        for name in ["KRvKN", "KPvK", "KBNvK", "KNNvK"] {
            let class: Material = name.parse()?;
            let mut tables = TableSet::new();
            let table = generate(&class, Wanted::DtmAndDtz, &mut tables, &|_, _| {})?;
            for metric in [Metric::Dtm, Metric::Dtz] {
                let sides = shakmaty::Color::ALL.map(|turn| table.side(turn));
                let numbers = sides.iter().filter_map(|side| metric.numbers(side));
                let found: usize = numbers.map(|numbers| numbers.slices.len()).sum();
                assert_eq!(found as u64, sets_of(&class, metric), "{name} {metric:?}");
            }
        }
        let six: Material = "KRPvKRP".parse()?;
        assert_eq!(sets(&six, Wanted::DtmAndDtz), 2 * (9 + 9));
        Ok(())
    }
}
