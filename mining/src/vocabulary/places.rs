//! Where men stand on the files and ranks, which matters where pawns give the
//! board a direction.

use super::{
    side::{Men, Side},
    text::Text,
};

/// Files that mirror each other.
const MIRRORED: [&str; 3] = ["file_a | file_h", "file_b | file_g", "file_c | file_f"];

/// Files and ranks of single men, and how far two are apart in each direction.
/// Together they tell all positions of a class of different men apart, but for
/// mirror images.
pub fn terms(text: &mut Text, sides: &[Side; 2]) {
    let men: Vec<&Men> = (sides.iter().flat_map(|side| &side.men))
        .filter(|men| !men.are_many)
        .collect();
    text.group("Files and ranks.");
    for (at, men_a) in men.iter().enumerate() {
        let a = &men_a.set;
        text.attempt(format!("rank({a})"));
        for files in MIRRORED {
            text.attempt(format!("{a} in {files}"));
        }
        for men_b in &men[at + 1..] {
            let b = &men_b.set;
            text.attempt(format!("file_distance({a}, {b})"));
            text.attempt(format!("rank({a}) - rank({b})"));
        }
    }
}
