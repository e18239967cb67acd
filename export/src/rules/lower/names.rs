//! The names of men, and what depends on the side to move.

use shakmaty::{Color, Piece, Role};

use crate::rules::unit::{Man, Men};
use drawproof_language::{
    OpenClass, RuleFile,
    syntax::{Expr, ExprKind},
};

/// The name of a side: with equal material by who is to move.
pub fn side(color: Color, is_symmetric: bool) -> &'static str {
    match (color, is_symmetric) {
        (Color::White, true) => "us",
        (Color::Black, true) => "them",
        (Color::White, false) => "strong",
        (Color::Black, false) => "weak",
    }
}

/// The men of a class: `strong_king`, and `strong_bishop_2` if there are two.
pub fn men(men: &[Piece], is_symmetric: bool) -> Vec<Man> {
    let man = |(at, &piece): (usize, &Piece)| {
        let like = |men: &[Piece]| men.iter().filter(|&&other| other == piece).count();
        let before = like(&men[..at]);
        let role = format!("{:?}", piece.role).to_lowercase();
        let name = format!("{}_{role}", side(piece.color, is_symmetric));
        Man {
            name: if like(men) > 1 {
                format!("{name}_{}", before + 1)
            } else {
                name
            },
            piece,
            before,
        }
    };
    men.iter().enumerate().map(man).collect()
}

/// The sets of men of an open class: `strong_bishops`.
pub fn sets(class: &OpenClass) -> Vec<Men> {
    let roles = [
        (Role::Queen, "queens"),
        (Role::Rook, "rooks"),
        (Role::Bishop, "bishops"),
        (Role::Knight, "knights"),
        (Role::Pawn, "pawns"),
    ];
    let of_side = |color: Color| {
        let kinds = roles
            .into_iter()
            .filter(move |(role, _)| class.has(role.of(color)));
        kinds.map(move |(role, kind)| Men {
            name: format!("{}_{kind}", side(color, false)),
            piece: role.of(color),
        })
    };
    Color::ALL.into_iter().flat_map(of_side).collect()
}

/// Which definitions and rules depend on the side to move.
pub struct Turned {
    pub definitions: Vec<bool>,
    pub rules: Vec<bool>,
}

impl Turned {
    pub fn of(rules: &RuleFile) -> Self {
        let mut names: Vec<&str> = Vec::new();
        let mut definitions = Vec::new();
        for definition in &rules.syntax().definitions {
            let is_turned = depends(&definition.body, &names);
            definitions.push(is_turned);
            if is_turned {
                names.push(&definition.name);
            }
        }
        let rules = rules.syntax().rules.iter();
        Self {
            definitions,
            rules: rules.map(|rule| depends(&rule.condition, &names)).collect(),
        }
    }
}

/// Whether an expression uses the side to move, or one of the names that do.
fn depends(expr: &Expr, names: &[&str]) -> bool {
    let own = match &expr.kind {
        ExprKind::Name(name) => {
            ["in_check", "strong_to_move"].contains(&name.as_str()) || names.contains(&&**name)
        }
        ExprKind::Call(name, _) => names.contains(&&**name),
        // Who moves is known.
        ExprKind::Moves(_) => true,
        ExprKind::Member(owner, _) => ["us", "them"].contains(&owner.as_str()),
        _ => false,
    };
    own || expr.kind.parts().iter().any(|part| depends(part, names))
}
