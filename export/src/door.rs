//! How a position gets to the rules of its class: by the number of men of
//! each kind, the stronger side as White.

use drawproof_tables::Material;
use shakmaty::{Color, Role};

use super::ir::Unit;

/// The kinds of men in the order of their places in a key, after the number
/// of men.
pub const KINDS: [(Role, &str); 6] = [
    (Role::King, "kings"),
    (Role::Queen, "queens"),
    (Role::Rook, "rooks"),
    (Role::Bishop, "bishops"),
    (Role::Knight, "knights"),
    (Role::Pawn, "pawns"),
];

/// What a side has, strongest first: of two sides the stronger has the
/// greater key.
fn side(material: &Material, color: Color) -> u64 {
    let pieces = material.pieces(color);
    let mut key = 1 + pieces.len() as u64;
    for (role, _) in KINDS {
        let count = match role {
            Role::King => 1,
            _ => pieces.iter().filter(|&&piece| piece == role).count(),
        };
        key = key << 4 | count as u64;
    }
    key
}

/// What both sides have, the stronger one's above.
pub fn key(material: &Material) -> u64 {
    side(material, Color::White) << 32 | side(material, Color::Black)
}

/// All men but as many as the largest class has: what is asked first, for most
/// positions of a game have more.
pub fn too_many(units: &[Unit], rest: &str) -> String {
    let most = units.iter().map(|unit| unit.men.len()).max().unwrap_or(0);
    (0..most).fold("white | black".into(), |left, _| format!("{rest}({left})"))
}

/// For each man of a class the set of like men of his side, and how many of
/// them come before him.
pub fn men(unit: &Unit) -> impl Iterator<Item = (String, usize)> {
    unit.men.iter().map(|man| {
        let side = man.piece.color.fold_wb("strong", "weak");
        let kinds = KINDS.iter().find(|(role, _)| *role == man.piece.role);
        let kinds = kinds.map_or("kings", |(_, name)| name);
        (format!("{side} & {kinds}"), man.before)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys say which side is the stronger one.
    #[test]
    fn the_stronger_side_has_the_greater_key() {
        for men in [3, 4, 5] {
            for class in Material::all(men) {
                let sides = [Color::White, Color::Black].map(|color| side(&class, color));
                assert!(sides[0] >= sides[1], "{class}");
                assert_eq!(sides[0] == sides[1], class.is_symmetric(), "{class}");
            }
        }
    }
}
