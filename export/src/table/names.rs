//! Names in files of tables.

use drawproof_tables::Material;

/// The bitboards of a position.
pub const BOARD: [&str; 8] = [
    "white", "black", "kings", "queens", "rooks", "bishops", "knights", "pawns",
];

/// The name of the function of a class that takes squares.
pub fn function_name(class: &Material, result: &str) -> String {
    let class = class.to_string().replace('v', "").to_lowercase();
    format!("{class}_{result}")
}
