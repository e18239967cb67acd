//! The door to rules for open classes: any position is asked about, and the men decide which files
//! may speak.
//!
//! Most positions have men of kinds that a file excludes, so these are looked for first, all at
//! once; men are counted only where a class says how many there are.

use drawproof_language::{OpenClass, OpenRules};
use shakmaty::{Color, Role};

use super::{
    door::{KINDS, arguments, has_rights, local, public, truth},
    statements::{decoded, results_of_code, rule_of_code},
    unit::{Man, Men, Unit},
};
use crate::{
    ir::{self, Expr, Sign, Statement, Type},
    text::comment,
};

/// The functions that take bitboards, for some files with their rules as functions.
pub fn functions(files: &[(&OpenRules, &Unit)]) -> Vec<ir::Function> {
    if files.is_empty() {
        return Vec::new();
    }
    let of_files = files.iter().flat_map(|(rules, unit)| {
        let fits = fits(rules.class(), unit);
        let asked = on_board(unit, &fits);
        [fits, asked]
    });
    let of_files: Vec<ir::Function> = of_files.collect();
    let asked = of_files.iter().skip(1).step_by(2);
    let rule = ir::Function {
        comment: said(files),
        ..public("any_number_rule", "", Type::I32, Vec::new())
    };
    let code = ir::Function {
        name: "any_number_code".into(),
        comment: Vec::new(),
        role: ir::Role::OfClass(None),
        body: code(files, &asked.collect::<Vec<_>>()),
        ..rule.clone()
    };
    let results = public(
        "any_number_results",
        "The results that the rule of any_number_rule leaves possible for the side to move, added \
         up: 1 for a loss, 2 for a draw, 4 for a win; 7 if nothing is known. A side that can never \
         mate cannot win.",
        Type::I32,
        Vec::new(),
    );
    let door = [
        decoded(&code, rule, rule_of_code()),
        decoded(&code, results, results_of_code()),
    ];
    [of_files, vec![code], door.into()].concat()
}

/// The comment on the function that says which rule decides.
fn said(files: &[(&OpenRules, &Unit)]) -> Vec<String> {
    let says = "The number of the rule that decides, for any number of men: above 0 if it claims \
                something, below 0 if it only keeps silent; 0 if no rule holds or there are none \
                for these men. Each file is asked with White and then with Black as its first side.";
    let mut lines = public("", says, Type::I32, Vec::new()).comment;
    for (rules, unit) in files {
        let from = format!("{}, from {}:", rules.class(), rules.source_name());
        lines.push(String::new());
        lines.extend(comment(&from));
        for (rule, number) in rules.rules().iter().zip(unit.before + 1..) {
            let line = format!("{number} {}: {}", rule.kind.name(), rule.name);
            lines.extend(comment(&line));
        }
    }
    lines
}

/// The men of a kind on a side.
fn men(side: &str, kind: &str) -> Expr {
    Expr::binary(Sign::Intersection, local(side), local(kind))
}

fn is_empty(set: Expr, sign: Sign) -> Expr {
    Expr::binary(sign, set, Expr::Literal(0, Type::U64, false))
}

fn union(sets: Vec<Expr>) -> Option<Expr> {
    let union = |all, one| Expr::binary(Sign::Union, all, one);
    sets.into_iter().reduce(union)
}

/// Kinds of men that a side may not have.
fn absent(class: &OpenClass, color: Color) -> Vec<&'static str> {
    let kinds = KINDS.into_iter().skip(1);
    let absent = kinds.filter(|(role, _)| !class.has(role.of(color)));
    absent.map(|(_, kind)| kind).collect()
}

/// Whether men are those of the class, with a side as the first one.
fn fits(class: &OpenClass, unit: &Unit) -> ir::Function {
    let [strong, weak] = [Color::White, Color::Black].map(|color| absent(class, color));
    let locals = |kinds: Vec<&str>| union(kinds.into_iter().map(local).collect());
    let of_both = strong.iter().copied().filter(|kind| weak.contains(kind));
    let of_both: Vec<&str> = of_both.collect();
    let of_one = [("strong", &strong), ("weak", &weak)].map(|(side, kinds)| {
        let kinds = kinds.iter().copied().filter(|kind| !of_both.contains(kind));
        let kinds = locals(kinds.collect())?;
        Some(Expr::binary(Sign::Intersection, local(side), kinds))
    });
    let strange = of_one.into_iter().chain([locals(of_both.clone())]);
    let strange = union(strange.flatten().collect());
    let strange = strange.map(|men| Statement::If {
        condition: is_empty(men, Sign::NotEqual),
        then: vec![Statement::Return(Expr::Truth(false))],
        otherwise: Vec::new(),
    });
    let sides = [("strong", Color::White), ("weak", Color::Black)];
    let counts = KINDS.into_iter().flat_map(|(role, kind)| {
        sides.into_iter().flat_map(move |(side, color)| {
            let (least, is_open) = match role {
                Role::King => (1, false),
                _ => class.counts(role.of(color)),
            };
            let is_absent = least == 0 && !is_open;
            let counts = (!is_absent).then(|| has_count(&men(side, kind), least, is_open));
            counts.into_iter().flatten()
        })
    });
    let and = |all, one| Expr::binary(Sign::And, all, one);
    let counts = counts.reduce(and).unwrap_or(Expr::Truth(true));
    let body: Vec<Statement> = (strange.into_iter())
        .chain([Statement::Return(counts)])
        .collect();
    let parameters = ["strong", "weak"]
        .into_iter()
        .chain(KINDS.map(|(_, kind)| kind));
    let parameters = parameters.filter(|name| mentions(&body, name));
    ir::Function {
        name: format!("{}_fits", unit.name),
        comment: comment(&format!(
            "Whether the men are those of {}, seen from its first side.",
            unit.class
        )),
        parameters: parameters.map(|name| (name.into(), Type::U64)).collect(),
        gives: Type::Bool,
        body,
        role: ir::Role::OfClass(None),
        is_small: false,
    }
}

fn mentions(body: &[Statement], name: &str) -> bool {
    let mut found = false;
    for statement in body {
        statement.visit(&mut |part| found |= part.mentions(name));
    }
    found
}

/// Whether a set has at least, or exactly, some squares.
fn has_count(set: &Expr, least: usize, is_open: bool) -> Vec<Expr> {
    let without =
        |count: usize| (0..count).fold(set.clone(), |set, _| Expr::call("rest", vec![set]));
    let enough = (least > 0).then(|| is_empty(without(least - 1), Sign::NotEqual));
    let not_more = (!is_open).then(|| is_empty(without(least), Sign::Equal));
    enough.into_iter().chain(not_more).collect()
}

/// The code of the rule of a file that decides, with White and then with Black as its first side.
fn on_board(unit: &Unit, fits: &ir::Function) -> ir::Function {
    let sets = |sides: [&str; 2]| {
        let arguments = fits.parameters.iter().map(|(name, _)| match &**name {
            "strong" => local(sides[0]),
            "weak" => local(sides[1]),
            kind => local(kind),
        });
        Expr::call(&fits.name, arguments.collect())
    };
    let code = Expr::local("code", Type::I32);
    let asked = Statement::constant("code", Type::I32, call(unit, Color::White));
    let is_decided = Expr::binary(Sign::NotEqual, code.clone(), Expr::Number(0));
    let when = |condition, then| Statement::If {
        condition,
        then,
        otherwise: Vec::new(),
    };
    let body = vec![
        when(
            sets(["white", "black"]),
            vec![asked, when(is_decided, vec![Statement::Return(code)])],
        ),
        when(
            sets(["black", "white"]),
            vec![
                Statement::Remark(
                    "Black is seen as White, from the other side of the board.".into(),
                ),
                Statement::Return(call(unit, Color::Black)),
            ],
        ),
        Statement::Return(Expr::Number(0)),
    ];
    let parameters = ["white", "black"]
        .into_iter()
        .chain(KINDS.map(|(_, kind)| kind));
    let parameters = parameters.filter(|name| mentions(&body, name));
    let parameters = parameters.map(|name| (name.into(), Type::U64));
    ir::Function {
        name: format!("{}_on_board", unit.name),
        comment: Vec::new(),
        parameters: parameters.chain([("turn".into(), Type::Bool)]).collect(),
        gives: Type::I32,
        body,
        role: ir::Role::OfClass(None),
        is_small: false,
    }
}

/// A call of the rules of a file, with a colour as the first side.
fn call(unit: &Unit, first: Color) -> Expr {
    let side = |color: Color| {
        let is_white = color.is_white() == first.is_white();
        if is_white { "white" } else { "black" }
    };
    let king = |man: &Man| {
        let square = Expr::call("first", vec![men(side(man.piece.color), "kings")]);
        match first {
            Color::White => square,
            Color::Black => Expr::binary(Sign::Xor, square, Expr::Square(56)),
        }
    };
    let set = |of: &Men| {
        let kind = KINDS.iter().find(|(role, _)| *role == of.piece.role);
        let set = men(side(of.piece.color), kind.map_or("", |(_, kind)| kind));
        match first {
            Color::White => set,
            Color::Black => Expr::call("mirrored", vec![set]),
        }
    };
    let turn = match first {
        Color::White => truth("turn"),
        Color::Black => truth("turn").negated(),
    };
    let kings = unit.men.iter().map(king);
    let arguments = kings.chain(unit.sets.iter().map(set)).chain([turn]);
    Expr::call(&format!("{}_code", unit.name), arguments.collect())
}

/// Asks the files one after another; a file that keeps silent stops no other one.
fn code(files: &[(&OpenRules, &Unit)], asked: &[&ir::Function]) -> Vec<Statement> {
    let number = |name| Expr::local(name, Type::I32);
    let compared = |name, sign| Expr::binary(sign, number(name), Expr::Number(0));
    let when = |condition, then| Statement::If {
        condition,
        then: vec![then],
        otherwise: Vec::new(),
    };
    let assign = |name: &str, value| Statement::Assign {
        name: name.into(),
        sign: None,
        value,
    };
    let variable = |name: &str, value| Statement::Let {
        name: name.into(),
        kind: Type::I32,
        is_mutable: true,
        value,
    };
    let is_refused = when(is_refused(files), Statement::Return(Expr::Number(0)));
    let calls = asked
        .iter()
        .map(|function| Expr::call(&function.name, arguments(function)));
    let mut calls = calls.collect::<Vec<_>>().into_iter();
    let mut body = vec![is_refused];
    let first = calls.next().unwrap_or(Expr::Number(0));
    if calls.len() == 0 {
        body.push(Statement::Return(first));
        return body;
    }
    let claims = || {
        when(
            compared("code", Sign::Greater),
            Statement::Return(number("code")),
        )
    };
    body.extend([
        variable("code", first),
        claims(),
        variable("silent", number("code")),
    ]);
    for call in calls {
        body.extend([
            assign("code", call),
            claims(),
            when(
                compared("silent", Sign::Equal),
                assign("silent", number("code")),
            ),
        ]);
    }
    body.push(Statement::Return(number("silent")));
    body
}

/// Whether no file has anything to say: there are castling or en passant rights, or men that none
/// of them allows.
fn is_refused(files: &[(&OpenRules, &Unit)]) -> Expr {
    let kinds = KINDS.into_iter().skip(1).map(|(_, kind)| kind);
    let is_absent = |kind: &&str| {
        let mut sides = files.iter().flat_map(|(rules, _)| {
            let class = rules.class();
            Color::ALL.map(|color| absent(class, color))
        });
        sides.all(|absent| absent.contains(kind))
    };
    let strange = union(kinds.filter(is_absent).map(local).collect());
    match strange {
        Some(men) => Expr::binary(Sign::Or, has_rights(), is_empty(men, Sign::NotEqual)),
        None => has_rights(),
    }
}
