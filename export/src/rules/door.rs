//! The dispatcher: finds the rules for a position's class by the number of men
//! of each kind, with the stronger side as White.

use drawproof_tables::{Material, Wdl, WdlSet};
use shakmaty::{Color, Role};

use super::{
    statements::{decoded, results_of_code, rule_of_code},
    unit::{Man, Unit},
};
use crate::{
    Says,
    ir::{self, Expr, Sign, Statement, Type},
    text::comment,
};

/// The kinds of men in the order of a key, after the number of men.
pub const KINDS: [(Role, &str); 6] = [
    (Role::King, "kings"),
    (Role::Queen, "queens"),
    (Role::Rook, "rooks"),
    (Role::Bishop, "bishops"),
    (Role::Knight, "knights"),
    (Role::Pawn, "pawns"),
];

/// The key of a side, strongest pieces first: the stronger of two sides has the
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

/// The key of both sides, with the stronger one in the upper half.
pub fn key(material: &Material) -> u64 {
    side(material, Color::White) << 32 | side(material, Color::Black)
}

/// The functions that take bitboards.
pub fn functions(units: &[Unit], says: Says) -> Vec<ir::Function> {
    if says == Says::Draw {
        return vec![probe_draw(), probe_rule(units)];
    }
    let code = ir::Function {
        name: "probe_code".into(),
        comment: Vec::new(),
        role: ir::Role::OfClass(None),
        ..probe_rule(units)
    };
    let rule = public(
        "probe_rule",
        "The number of the rule that decides: above 0 if it claims something, below 0 if it keeps \
         silent; 0 if no rule holds or there are none for these men.",
        Type::I32,
        Vec::new(),
    );
    let results = public(
        "probe_results",
        "The results that are still possible for the side to move, added up: 1 for a loss, 2 for \
         a draw, 4 for a win; 7 if nothing is known.",
        Type::I32,
        Vec::new(),
    );
    let rule = decoded(&code, rule, rule_of_code());
    let results = decoded(&code, results, results_of_code());
    let mut draw = probe_draw();
    draw.body = vec![Statement::Return(Expr::binary(
        Sign::Equal,
        Expr::call("probe_results", arguments(&draw)),
        Expr::Number(WdlSet::of(&[Wdl::Draw]).bits().into()),
    ))];
    vec![code, rule, results, draw]
}

/// The parameters of a function as arguments of another one.
pub fn arguments(function: &ir::Function) -> Vec<Expr> {
    let parameters = function.parameters.iter();
    let arguments = parameters.map(|(name, kind)| Expr::local(name, *kind));
    arguments.collect()
}

/// Both take the arguments of Fathom's `tb_probe_wdl` without `rule50`.
pub fn public(name: &str, says: &str, gives: Type, body: Vec<Statement>) -> ir::Function {
    let sets = ["white", "black"]
        .into_iter()
        .chain(KINDS.map(|(_, kind)| kind));
    let sets = sets.map(|name| (name.into(), Type::U64));
    let rest = [
        ("castling", Type::Square),
        ("ep", Type::Square),
        ("turn", Type::Bool),
    ];
    let rest = rest.map(|(name, kind)| (name.into(), kind));
    ir::Function {
        name: name.into(),
        comment: [comment(says), vec![String::new()], comment(ARGUMENTS)].concat(),
        parameters: sets.chain(rest).collect(),
        gives,
        body,
        role: ir::Role::Public,
        is_small: false,
    }
}

const ARGUMENTS: &str = "Arguments are those of Fathom's tb_probe_wdl without rule50: bitboards \
    (a1 is bit 0), castling rights and en passant square (0 if there are none; else nothing is \
    claimed), and whether White is to move. The position has to be legal.";

pub fn local(name: &str) -> Expr {
    Expr::local(name, Type::U64)
}

pub fn truth(name: &str) -> Expr {
    Expr::local(name, Type::Bool)
}

fn probe_draw() -> ir::Function {
    let mut function = public(
        "probe_draw",
        "Whether the position is known to be a draw.",
        Type::Bool,
        Vec::new(),
    );
    let rule = Expr::call("probe_rule", arguments(&function));
    let is_claim = Expr::binary(
        Sign::Greater,
        Expr::local("rule", Type::I32),
        Expr::Number(0),
    );
    function.body = vec![
        Statement::constant("rule", Type::I32, rule),
        Statement::Return(is_claim),
    ];
    function
}

fn probe_rule(units: &[Unit]) -> ir::Function {
    let keys = ["white", "black"].map(|side| {
        let sets = KINDS.map(|(_, kind)| local(kind));
        let arguments = [local(side)].into_iter().chain(sets).collect();
        let key = Expr::call("key_of", arguments);
        Statement::constant(&format!("{side}_key"), Type::U64, key)
    });
    let mut body = vec![Statement::If {
        condition: is_refused(units),
        then: vec![Statement::Return(Expr::Number(0))],
        otherwise: Vec::new(),
    }];
    body.extend(keys);
    body.push(Statement::Remark(
        "The stronger side, or with equal men the side to move, is seen as White.".into(),
    ));
    body.extend(exchange());
    if units.iter().any(|unit| unit.lists.len() > 1) {
        let strong = Expr::binary(Sign::NotEqual, truth("turn"), truth("exchanged"));
        body.push(Statement::constant("strong_to_move", Type::Bool, strong));
    }
    let arms = units
        .iter()
        .map(|unit| (unit.key, unit.class.clone(), call(unit)));
    body.push(Statement::Match {
        value: local("key"),
        arms: arms.collect(),
        otherwise: Expr::Number(0),
    });
    let says = "The number of the rule that decides: above 0 if it claims a draw, below 0 if it \
                keeps silent; 0 if no rule holds or there are none for these men.";
    public("probe_rule", says, Type::I32, body)
}

/// Whether the position is unknown: there are castling or en passant rights, or more men
/// than the largest class has, as in most positions of a game.
fn is_refused(units: &[Unit]) -> Expr {
    let most = units.iter().map(|unit| unit.men.len()).max().unwrap_or(0);
    let all = Expr::binary(Sign::Union, local("white"), local("black"));
    let too_many = (0..most).fold(all, |left, _| Expr::call("rest", vec![left]));
    let too_many = Expr::binary(Sign::NotEqual, too_many, Expr::Literal(0, Type::U64, false));
    Expr::binary(Sign::Or, has_rights(), too_many)
}

/// Whether there are castling or en passant rights.
pub fn has_rights() -> Expr {
    let has = |name| {
        let nothing = Expr::Literal(0, Type::Square, false);
        Expr::binary(Sign::NotEqual, Expr::local(name, Type::Square), nothing)
    };
    Expr::binary(Sign::Or, has("castling"), has("ep"))
}

/// Determines which side is seen as White, and the keys of both.
fn exchange() -> Vec<Statement> {
    let [white, black] = ["white_key", "black_key"].map(local);
    let is_weaker = Expr::binary(Sign::Greater, black.clone(), white.clone());
    let is_equal = Expr::binary(Sign::Equal, black.clone(), white.clone());
    let waits = Expr::binary(Sign::And, is_equal, truth("turn").negated());
    let exchanged = Expr::binary(Sign::Or, is_weaker, waits);
    let choose = |yes, no| Expr::If(Box::new([truth("exchanged"), yes, no]));
    let joined = |above: &Expr, below: &Expr| {
        let by = Expr::Literal(32, Type::Square, false);
        let above = Expr::binary(Sign::ShiftLeft, above.clone(), by);
        Expr::binary(Sign::Union, above, below.clone())
    };
    let key = choose(joined(&black, &white), joined(&white, &black));
    let mirror = choose(Expr::Square(56), Expr::Square(0));
    vec![
        Statement::constant("exchanged", Type::Bool, exchanged),
        Statement::constant("strong", Type::U64, choose(local("black"), local("white"))),
        Statement::constant("weak", Type::U64, choose(local("white"), local("black"))),
        Statement::constant("mirror", Type::Square, mirror),
        Statement::constant("key", Type::U64, key),
    ]
}

/// A call of the rules of a class, by squares.
fn call(unit: &Unit) -> Expr {
    let turn = (unit.lists.len() > 1).then(|| truth("strong_to_move"));
    let squares = unit.men.iter().map(square);
    let what = match unit.says {
        Says::Draw => "rule",
        Says::Results => "code",
    };
    Expr::call(
        &format!("{}_{what}", unit.name),
        squares.chain(turn).collect(),
    )
}

/// The square of a man: among like men of a side, the lower square comes first.
fn square(man: &Man) -> Expr {
    let side = man.piece.color.fold_wb("strong", "weak");
    let kind = KINDS.iter().find(|(role, _)| *role == man.piece.role);
    let kind = kind.map_or("kings", |(_, name)| name);
    let set = Expr::binary(Sign::Intersection, local(side), local(kind));
    let rest = (0..man.before).fold(set, |set, _| Expr::call("rest", vec![set]));
    let mirror = Expr::local("mirror", Type::Square);
    Expr::binary(Sign::Xor, Expr::call("first", vec![rest]), mirror)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys order the sides by strength.
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
