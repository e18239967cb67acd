//! Large tables in parts: don't cares are filled in each part by itself, as in the whole.

use rayon::prelude::*;

use super::runs::Runs;

/// How many codes a part has, if it can be cut there.
const LENGTH: usize = 1 << 20;

/// Calls a function that fills don't cares for parts of a table. Parts are cut where two values
/// stand on both sides: no don't care sees farther.
pub fn fill_parts(codes: &mut [u8], is_free: impl Fn(u8) -> bool, fill: impl Fn(&mut Runs) + Sync) {
    let mut parts = Vec::new();
    let mut rest = codes;
    while !rest.is_empty() {
        let cut = (LENGTH..rest.len())
            .find(|&at| {
                rest.get(at - 2..at + 2)
                    .is_some_and(|near| !near.iter().any(|&code| is_free(code)))
            })
            .unwrap_or(rest.len());
        let (part, more) = rest.split_at_mut(cut);
        parts.push(part);
        rest = more;
    }
    parts
        .par_iter_mut()
        .for_each_init(Runs::default, |runs, part| {
            runs.clear();
            runs.extend(part);
            fill(runs);
            let mut at = 0;
            for run in &runs.list {
                part[at..at + run.length as usize].fill(run.symbol as u8);
                at += run.length as usize;
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_stand_between_two_values_on_both_sides() {
        let mut codes = vec![0; LENGTH - 2];
        codes.extend([9, 0, 9, 0, 0, 9, 0, 0, 0, 0, 0]);
        let lengths = std::sync::Mutex::new(Vec::new());
        fill_parts(
            &mut codes,
            |code| code == 9,
            |runs| {
                if let Ok(mut lengths) = lengths.lock() {
                    lengths.push(runs.len());
                }
                runs.list.iter_mut().for_each(|run| run.symbol += 1);
            },
        );
        let mut lengths = lengths.into_inner().unwrap_or_default();
        lengths.sort_unstable();
        assert_eq!(lengths, [3, LENGTH as u64 + 6]);
        assert_eq!(codes[LENGTH - 3..], [1, 10, 1, 10, 1, 1, 10, 1, 1, 1, 1, 1]);
    }
}
