//! From expressions to statements, with decisions as early as possible.

use drawproof_language::{RuleKind, syntax::Quantifier};
use drawproof_tables::WdlSet;
use shakmaty::Color;

use super::unit::{Body, Function, List, Tried, Unit};
use crate::{
    Says,
    ir::{self, Board, BoardUse, Expr, Role, Sign, Statement, Type},
    text::comment,
};

/// The factor of a rule's number in a code.
const CODE: i32 = 8;

/// A class with all used functions; engines call the last ones.
pub fn unit(unit: &Unit) -> ir::Unit {
    let used = || unit.functions.iter().filter(|of| of.is_used);
    let kept = used().filter(|of| of.is_kept);
    let board = Board {
        class: unit.name.clone(),
        men: unit.men.iter().map(|man| man.name.clone()).collect(),
        sets: unit.sets.iter().map(|men| men.name.clone()).collect(),
        kept: kept.map(|of| (of.name.clone(), of.gives)).collect(),
    };
    let mut functions: Vec<ir::Function> = used().flat_map(|of| made(unit, of)).collect();
    functions.extend(unit.lists.iter().map(|of| list(unit, of)));
    functions.extend(entries(unit, &board));
    let is_asked = |table: &&ir::Table| {
        let mut found = false;
        for statement in functions.iter().flat_map(|of| &of.body) {
            statement.visit(&mut |part| {
                found |= matches!(part, Expr::Entry(name, ..) | Expr::Word(name, _) if *name == table.name);
            });
        }
        found
    };
    ir::Unit {
        title: unit.class.clone(),
        tables: unit.tables.iter().filter(is_asked).cloned().collect(),
        board,
        functions,
    }
}

/// A function, preceded by the one that computes its value if it is cached and takes
/// statements.
fn made(unit: &Unit, function: &Function) -> Vec<ir::Function> {
    let board = |is_kept| {
        function.needs_board.then(|| BoardUse {
            class: unit.name.clone(),
            is_asked: true,
            is_kept,
        })
    };
    let with = |name: &str, comment: &[String], body, is_kept| ir::Function {
        name: name.into(),
        comment: comment.into(),
        parameters: function.parameters.clone(),
        gives: function.gives,
        body,
        role: Role::OfClass(board(is_kept)),
        is_small: unit.small.contains(&function.name),
    };
    let (name, comment) = (&function.name, &function.comment);
    match &function.body {
        Body::Value(value) if function.is_kept && !decides(value) => {
            let value = vec![Statement::Return(value.clone())];
            vec![with(name, comment, value, true)]
        }
        body if function.is_kept => {
            let finding = format!("{name}_anew");
            let found = Expr::call(&finding, Vec::new());
            vec![
                with(&finding, comment, statements(body), false),
                with(name, &[], vec![Statement::Return(found)], true),
            ]
        }
        body => vec![with(name, comment, statements(body), false)],
    }
}

fn statements(body: &Body) -> Vec<Statement> {
    match body {
        Body::Value(value) => decide(value),
        Body::Each(quantifier, set, square, condition) => each(*quantifier, set, square, condition),
        Body::Written(statements) => statements.clone(),
    }
}

fn each(quantifier: Quantifier, set: &Expr, square: &str, condition: &Expr) -> Vec<Statement> {
    let add = |sign, value| {
        vec![Statement::Assign {
            name: "found".into(),
            sign: Some(sign),
            value,
        }]
    };
    let stop = |truth| vec![Statement::Return(Expr::Truth(truth))];
    let begin = |kind, value| Statement::Let {
        name: "found".into(),
        kind,
        is_mutable: true,
        value,
    };
    let bit = Expr::call("bit", vec![Expr::local(square, Type::Square)]);
    let condition = condition.clone();
    let (begin, condition, then, end) = match quantifier {
        Quantifier::Any => (None, condition, stop(true), Expr::Truth(false)),
        Quantifier::All => (None, condition.negated(), stop(false), Expr::Truth(true)),
        Quantifier::Count => (
            Some(begin(Type::I32, Expr::Number(0))),
            condition,
            add(Sign::Plus, Expr::Number(1)),
            Expr::local("found", Type::I32),
        ),
        Quantifier::Set => (
            Some(begin(Type::U64, Expr::Literal(0, Type::U64, false))),
            condition,
            add(Sign::Union, bit),
            Expr::local("found", Type::U64),
        ),
    };
    let asked = Statement::If {
        condition,
        then,
        otherwise: Vec::new(),
    };
    let all = Statement::ForEach {
        square: square.into(),
        set: set.clone(),
        body: vec![asked],
    };
    begin
        .into_iter()
        .chain([all, Statement::Return(end)])
        .collect()
}

/// Statements that return the value of an expression.
fn decide(expr: &Expr) -> Vec<Statement> {
    let ask = |condition, then| Statement::If {
        condition,
        then,
        otherwise: Vec::new(),
    };
    match expr {
        Expr::If(parts) => {
            let [condition, yes, no] = &**parts;
            let mut statements = vec![ask(condition.clone(), decide(yes))];
            statements.extend(decide(no));
            statements
        }
        Expr::Binary(sign @ (Sign::And | Sign::Or), first, last) if decides(last) => {
            let (condition, found) = match sign {
                Sign::And => ((**first).clone().negated(), false),
                _ => ((**first).clone(), true),
            };
            let then = vec![Statement::Return(Expr::Truth(found))];
            let mut statements = vec![ask(condition, then)];
            statements.extend(decide(last));
            statements
        }
        value => vec![Statement::Return(value.clone())],
    }
}

/// Whether an expression is clearer as statements.
pub fn decides(expr: &Expr) -> bool {
    match expr {
        Expr::If(_) => true,
        Expr::Binary(Sign::And | Sign::Or, _, last) => decides(last),
        _ => false,
    }
}

/// The name of the function that goes through a list.
fn list_name(unit: &Unit, list: &List) -> String {
    let side = match list.turn {
        Some(Color::White) => "strong",
        Some(Color::Black) => "weak",
        None => "either",
    };
    format!("{}_{side}_to_move", unit.name)
}

/// What a list returns if a rule decides: its number, below 0 if it keeps
/// silent. If results are asked for, 8 times that, plus the results that it
/// excludes as bits of a [`WdlSet`].
fn number(tried: &Tried, turn: Color, says: Says) -> i32 {
    let number = tried.number as i32;
    let number = match tried.kind {
        RuleKind::Claims(_) => number,
        RuleKind::Silent | RuleKind::Hold => -number,
    };
    let allowed = tried.kind.claim().map(|claim| claim.allows(turn));
    let excluded = WdlSet::ALL.bits() & !allowed.unwrap_or(WdlSet::ALL).bits();
    match says {
        Says::Draw => number,
        Says::Results => number * CODE + i32::from(excluded),
    }
}

/// Tries the rules of a list one after another.
fn list(unit: &Unit, list: &List) -> ir::Function {
    let functions = list
        .rules
        .iter()
        .map(|tried| &unit.functions[tried.function]);
    let is_asked = functions.clone().any(|function| function.needs_board);
    let rules = list.rules.iter().zip(functions);
    let turn = list.turn.unwrap_or(Color::White);
    let rules = rules.map(|(tried, function)| {
        let number = number(tried, turn, unit.says);
        Statement::If {
            condition: Expr::call(&function.name, Vec::new()),
            then: vec![Statement::Return(Expr::Number(number))],
            otherwise: Vec::new(),
        }
    });
    let end = Statement::Return(Expr::Number(0));
    ir::Function {
        name: list_name(unit, list),
        comment: Vec::new(),
        parameters: Vec::new(),
        gives: Type::I32,
        body: rules.chain([end]).collect(),
        role: Role::OfClass(Some(BoardUse {
            class: unit.name.clone(),
            is_asked,
            is_kept: false,
        })),
        is_small: false,
    }
}

/// The public functions of a class, which take squares.
fn entries(unit: &Unit, board: &Board) -> Vec<ir::Function> {
    let entry = entry(unit, board);
    match unit.says {
        Says::Draw => vec![entry],
        Says::Results => {
            let code = ir::Function {
                name: format!("{}_code", unit.name),
                comment: Vec::new(),
                role: Role::OfClass(None),
                ..entry.clone()
            };
            let results = ir::Function {
                name: format!("{}_results", unit.name),
                comment: entry
                    .comment
                    .iter()
                    .map(|line| {
                        ["probe", "any_number"]
                            .iter()
                            .fold(line.clone(), |line, door| {
                                line.replace(&format!("{door}_rule"), &format!("{door}_results"))
                            })
                    })
                    .collect(),
                ..entry.clone()
            };
            let rule = decoded(&code, entry, rule_of_code());
            let results = decoded(&code, results, results_of_code());
            vec![code, rule, results]
        }
    }
}

/// A function that asks another one with the same parameters for a code.
pub fn decoded(code: &ir::Function, function: ir::Function, value: Expr) -> ir::Function {
    let arguments = code.parameters.iter();
    let arguments = arguments.map(|(name, kind)| Expr::local(name, *kind));
    let body = vec![
        Statement::Let {
            name: "code".into(),
            kind: Type::I32,
            is_mutable: false,
            value: Expr::call(&code.name, arguments.collect()),
        },
        Statement::Return(value),
    ];
    ir::Function { body, ..function }
}

/// The number of the rule that a code is of.
pub fn rule_of_code() -> Expr {
    Expr::binary(
        Sign::Divide,
        Expr::local("code", Type::I32),
        Expr::Number(CODE),
    )
}

/// The results that the rule of a code leaves possible.
pub fn results_of_code() -> Expr {
    let rule = Expr::binary(Sign::Times, rule_of_code(), Expr::Number(CODE));
    let excluded = Expr::binary(Sign::Minus, Expr::local("code", Type::I32), rule);
    let all = Expr::Number(WdlSet::ALL.bits().into());
    Expr::binary(Sign::Minus, all, excluded)
}

/// A function of a class that takes squares.
fn entry(unit: &Unit, board: &Board) -> ir::Function {
    let men = unit.men.iter().map(|man| (man.name.clone(), Type::Square));
    let sets_taken = unit.sets.iter().map(|men| (men.name.clone(), Type::U64));
    let turn = (unit.lists.len() > 1).then(|| ("strong_to_move".into(), Type::Bool));
    let bits = unit.men.iter().map(|man| {
        let square = Expr::local(&man.name, Type::Square);
        Expr::call("bit", vec![square])
    });
    let sets = unit
        .sets
        .iter()
        .map(|men| Expr::local(&men.name, Type::U64));
    let occupied = bits
        .chain(sets)
        .reduce(|all, one| Expr::binary(Sign::Union, all, one));
    let asked: Vec<Expr> = unit
        .lists
        .iter()
        .map(|list| Expr::call(&list_name(unit, list), Vec::new()))
        .collect();
    let said = match &asked[..] {
        [strong, weak] => {
            let turn = Expr::local("strong_to_move", Type::Bool);
            Expr::If(Box::new([turn, strong.clone(), weak.clone()]))
        }
        lists => lists.first().cloned().unwrap_or(Expr::Number(0)),
    };
    let says = if unit.sets.is_empty() {
        format!(
            "The same as probe_rule for {} by the squares of its men; without castling and en \
             passant.",
            unit.class
        )
    } else {
        format!(
            "The same as any_number_rule for {} with White as its first side: kings by their \
             squares, other men as bitboards; without castling and en passant.",
            unit.class
        )
    };
    ir::Function {
        name: format!("{}_rule", unit.name),
        comment: comment(&says),
        parameters: men.chain(sets_taken).chain(turn).collect(),
        gives: Type::I32,
        body: vec![
            Statement::Board {
                board: board.clone(),
                occupied: occupied.unwrap_or(Expr::Bits(0)),
            },
            Statement::Return(said),
        ],
        role: Role::Public,
        is_small: false,
    }
}
