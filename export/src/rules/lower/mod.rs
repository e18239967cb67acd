//! From the syntax of a checked rule file to functions.

mod moves;
mod names;
mod operators;
mod terms;
mod typed;

use std::collections::{HashMap, HashSet};

use shakmaty::{Color, Piece, Role};

pub use operators::is_empty;
use typed::{ANY_NUMBER, Range, Typed};

use super::{
    door,
    unit::{Body, Function, FunctionId, List, Men, Tried, Unit},
};
use crate::{
    Says,
    ir::{self, Entries, Table},
    lang, source,
    text::{comment, free_name, remark_above},
};
use drawproof_language::{
    Check, RuleFile, Span,
    graph::NodeId,
    prelude::word_in_text,
    syntax::{BitTable, Definition, Expr, ExprKind, Limit, Quantifier, Rule, TableEntries, Type},
    words::{Meaning, Word},
};

/// A name of the rule file for a square or an argument.
#[derive(Clone, Debug)]
struct Bound {
    name: String,
    local: String,
    kind: Type,
}

/// The origin of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Origin {
    /// A definition by index; for one side to move if it depends on that.
    Definition(usize, Option<Color>),
    /// All that a side attacks.
    Attacks(Color),
    Rule(usize, Option<Color>),
}

/// A quantifier.
enum Each {
    Loop(Body, Type),
    /// Its condition does not depend on the square: no loop is needed.
    Value(Typed),
}

/// A generated function, as its callers know it.
#[derive(Clone, Debug)]
struct Signature {
    function: FunctionId,
    gives: Type,
    range: Range,
    /// The indices of the parameters that it uses.
    parameters: Vec<usize>,
}

/// The function of a value after a move, and the squares that it takes.
#[derive(Clone, Debug)]
struct AfterMove {
    function: FunctionId,
    range: Range,
    parameters: Vec<NodeId>,
}

/// Lowers a rule file to functions.
struct Lowering<'a> {
    rules: &'a RuleFile,
    men: Vec<Piece>,
    unit: Unit,
    known: HashMap<Origin, Signature>,
    /// Whether each definition, and each rule, depends on the side to move.
    is_turned: names::Turned,
    helpers: HashSet<String>,
    names: HashSet<String>,
    /// The side to move; White if both sides are seen as White.
    turn: Color,
    scope: Vec<Bound>,
    /// The function that is being generated.
    owner: String,
    loops: usize,
    /// The values of the rules for each side to move, if they look ahead.
    checks: Vec<(Color, Check)>,
    /// The functions of values after moves.
    after_moves: HashMap<(Color, NodeId), AfterMove>,
}

/// Where a file stands among others.
pub struct Place {
    /// What all names begin with: no other file has it.
    pub name: String,
    /// How many rules are numbered before those of the file.
    pub before: usize,
}

impl Place {
    /// That of a file whose class no other file has.
    pub fn of_class(rules: &RuleFile) -> Self {
        let name = class(rules).replace('v', "").to_ascii_lowercase();
        Self { name, before: 0 }
    }
}

/// The class of a file, open or closed.
fn class(rules: &RuleFile) -> String {
    let open = rules.syntax().open.as_ref();
    open.map_or_else(|| rules.material().to_string(), ToString::to_string)
}

/// The functions of a rule file; `None` only for a file that the checker
/// refuses.
pub fn lower(rules: &RuleFile, place: Place) -> Option<Unit> {
    let material = rules.material();
    let open = rules.syntax().open.as_ref();
    let mut men = Vec::from_iter(material.men());
    if open.is_some() {
        men.retain(|man| man.role == Role::King);
    }
    let Place { name, before } = place;
    let tables = tables(rules, &name);
    // Names that every file has, besides tables.
    let own = [
        "rule",
        "results",
        "code",
        "board",
        "fits",
        "on_board",
        "strong_to_move",
        "weak_to_move",
        "either_to_move",
    ];
    let own = own.map(|word| format!("{name}_{word}"));
    let taken = tables.iter().map(|table| table.name.clone());
    let taken = taken.chain(own).collect();
    let mut lowering = Lowering {
        rules,
        unit: Unit {
            class: class(rules),
            key: door::key(material),
            men: names::men(&men, material.is_symmetric()),
            sets: open.map_or(Vec::new(), names::sets),
            tables,
            name,
            before,
            functions: Vec::new(),
            lists: Vec::new(),
            says: Says::Draw,
            small: HashSet::new(),
        },
        men,
        known: HashMap::new(),
        is_turned: names::Turned::of(rules),
        helpers: source::helper_names(),
        names: taken,
        turn: Color::White,
        scope: Vec::new(),
        owner: String::new(),
        loops: 0,
        checks: Vec::new(),
        after_moves: HashMap::new(),
    };
    if rules.looks_ahead() {
        lowering.checks = Color::ALL.map(|turn| (turn, rules.check(turn))).into();
    }
    let turns: &[Option<Color>] = if material.is_symmetric() {
        &[None]
    } else {
        &[Some(Color::White), Some(Color::Black)]
    };
    for &turn in turns {
        let list = lowering.list(turn)?;
        lowering.unit.lists.push(list);
    }
    Some(lowering.unit)
}

fn tables(rules: &RuleFile, unit: &str) -> Vec<Table> {
    let tables = &rules.syntax().tables;
    let mut names: Vec<String> = Vec::new();
    for table in tables {
        let wanted = format!("{unit}_table_{}", table.name);
        names.push(free(&wanted, |name| names.iter().any(|of| of == name)));
    }
    let table = |(table, name): (&BitTable, String)| Table {
        name,
        comment: remark_on(rules, table.item.as_ref(), &table.name),
        entries: match &table.entries {
            TableEntries::Sets(sets) => Entries::Sets(sets.clone()),
            TableEntries::Squares(squares) => Entries::Squares(squares.clone()),
            TableEntries::Numbers(numbers) => Entries::Numbers(numbers.clone()),
        },
    };
    tables.iter().zip(names).map(table).collect()
}

/// A name that has no meaning in any language and is not taken.
fn free(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    free_name(wanted, |name| lang::is_reserved(name) || is_taken(name))
}

/// The comment above a definition, in the file or in the prelude.
fn remark_on(rules: &RuleFile, item: Option<&Span>, name: &str) -> Vec<String> {
    match item {
        Some(item) => remark_above(rules.text(), item.start),
        None => word_in_text(name).map_or(Vec::new(), |(text, start)| remark_above(text, start)),
    }
}

impl Lowering<'_> {
    fn list(&mut self, turn: Option<Color>) -> Option<List> {
        self.turn = turn.unwrap_or(Color::White);
        let rules = self.rules;
        let mut tried = Vec::new();
        for (at, rule) in rules.syntax().rules.iter().enumerate() {
            let speaks = match rule.limit {
                Limit::Both => true,
                Limit::Strong => self.turn.is_white(),
                Limit::Weak => self.turn.is_black(),
            };
            if speaks {
                tried.push(Tried {
                    number: self.number(at),
                    kind: rule.kind,
                    function: self.rule(at, rule)?,
                });
            }
        }
        Some(List { turn, rules: tried })
    }

    /// The side to move of a function that depends on it.
    fn turn_of(&self, is_turned: bool) -> Option<Color> {
        (is_turned && !self.rules.material().is_symmetric()).then_some(self.turn)
    }

    /// The number of a rule, which it has in all functions.
    fn number(&self, at: usize) -> usize {
        self.unit.before + at + 1
    }

    fn rule(&mut self, at: usize, rule: &Rule) -> Option<FunctionId> {
        let turn = self.turn_of(self.is_turned.rules[at] && rule.limit == Limit::Both);
        let origin = Origin::Rule(at, turn);
        if let Some(known) = self.known.get(&origin) {
            return Some(known.function);
        }
        let name = self.function_name(&format!("rule_{}", self.number(at)), turn);
        let mut remark = comment(&format!(
            "{}, {}: \"{}\"",
            self.number(at),
            rule.kind.name(),
            rule.name
        ));
        remark.extend(comment(&rule.reason));
        remark.extend(remark_above(self.rules.text(), rule.item.start));
        let outer = self.enter(name, Vec::new());
        let condition = self.body(&rule.condition)?;
        let function = self.leave(outer, remark, Vec::new(), condition.0);
        let known = Signature {
            gives: Type::Truth,
            function,
            range: ANY_NUMBER,
            parameters: Vec::new(),
        };
        self.known.insert(origin, known);
        Some(function)
    }

    /// The function of a definition.
    fn definition(&mut self, at: usize) -> Option<Signature> {
        let turn = self.turn_of(self.is_turned.definitions[at]);
        let origin = Origin::Definition(at, turn);
        if let Some(known) = self.known.get(&origin) {
            return Some(known.clone());
        }
        let rules = self.rules;
        let definition: &Definition = rules.syntax().definitions.get(at)?;
        let name = self.function_name(&definition.name, turn);
        let remark = remark_on(rules, definition.item.as_ref(), &definition.name);
        let outer = self.enter(name, Vec::new());
        for (name, kind) in &definition.parameters {
            self.bind(name, *kind);
        }
        let bound = self.scope.clone();
        let (body, range) = self.body(&definition.body)?;
        let is_asked = |of: &Bound| {
            let mut parts = body.0.parts().into_iter();
            parts.any(|(part, _)| part.mentions(&of.local))
        };
        let places: Vec<usize> = (0..bound.len())
            .filter(|&at| is_asked(&bound[at]))
            .collect();
        let parameters = places
            .iter()
            .map(|&at| (bound[at].local.clone(), form_of(bound[at].kind)));
        let parameters = parameters.collect();
        let gives = body.1;
        let known = Signature {
            gives,
            function: self.leave(outer, remark, parameters, body),
            range,
            parameters: places,
        };
        self.known.insert(origin, known.clone());
        Some(known)
    }

    /// All squares that a side attacks.
    fn attacks(&mut self, color: Color) -> Option<ir::Expr> {
        if let Some(known) = self.known.get(&Origin::Attacks(color)) {
            return Some(self.call_of(known.function, Vec::new()));
        }
        let side = names::side(color, self.rules.material().is_symmetric());
        let name = self.function_name(&format!("{side}_attacks"), None);
        let men = self.men.iter().enumerate();
        let reach: Option<Vec<ir::Expr>> = men
            .filter(|(_, man)| man.color == color)
            .map(|(at, man)| reach(*man, self.man(at)))
            .collect();
        let of_sets = self.unit.sets.iter().filter(|men| men.piece.color == color);
        let of_sets: Option<Vec<ir::Expr>> = of_sets.map(reach_of_set).collect();
        let union = [reach?, of_sets?]
            .concat()
            .into_iter()
            .reduce(|all, one| ir::Expr::binary(ir::Sign::Union, all, one))?;
        let remark = vec!["All squares that a side attacks, its own men included.".into()];
        let outer = self.enter(name, Vec::new());
        let function = self.leave(outer, remark, Vec::new(), (Body::Value(union), Type::Set));
        let known = Signature {
            gives: Type::Set,
            function,
            range: ANY_NUMBER,
            parameters: Vec::new(),
        };
        self.known.insert(Origin::Attacks(color), known);
        Some(self.call_of(function, Vec::new()))
    }

    /// A call of a generated function.
    fn call_of(&self, function: FunctionId, arguments: Vec<ir::Expr>) -> ir::Expr {
        let name = self.unit.functions.get(function).map_or("", |of| &of.name);
        ir::Expr::call(name, arguments)
    }

    /// The square of a man.
    fn man(&self, at: usize) -> ir::Expr {
        let name = self.unit.men.get(at).map_or("", |man| &man.name);
        ir::Expr::Field(name.into(), ir::Type::Square)
    }

    /// The body of a rule or definition, and the bounds of its value.
    fn body(&mut self, expr: &Expr) -> Option<((Body, Type), Range)> {
        let ExprKind::Each(quantifier, name, parts) = &expr.kind else {
            let value = self.expr(expr)?;
            return Some(((Body::Value(value.expr), value.kind), value.range));
        };
        let range = operators::range_of(*quantifier);
        Some(match self.each(*quantifier, name, parts)? {
            Each::Loop(body, kind) => ((body, kind), range),
            Each::Value(value) => ((Body::Value(value.expr), value.kind), range),
        })
    }

    fn each(
        &mut self,
        quantifier: Quantifier,
        name: &str,
        [set, condition]: &[Expr; 2],
    ) -> Option<Each> {
        let set = self.set(set)?;
        let local = self.bind(name, Type::Square);
        let condition = self.expr(condition);
        self.scope.pop();
        let condition = condition?.expr;
        Some(if condition.mentions(&local) {
            let body = Body::Each(quantifier, set, local, condition);
            Each::Loop(body, operators::type_of(quantifier))
        } else {
            Each::Value(operators::each_alike(quantifier, set, condition))
        })
    }

    /// Lifts a loop within an expression into a separate function.
    fn lift(&mut self, quantifier: Quantifier, body: (Body, Type)) -> ir::Expr {
        self.loops += 1;
        let word = match quantifier {
            Quantifier::Any => "any",
            Quantifier::All => "all",
            Quantifier::Count => "count",
            Quantifier::Set => "those",
        };
        let owner = &self.owner;
        let wanted = format!("{owner}_{word}_{}", self.loops);
        let name = self.new_name(&wanted);
        let is_asked = |of: &&Bound| {
            let mut parts = body.0.parts().into_iter();
            parts.any(|(part, _)| part.mentions(&of.local))
        };
        let captured = self.scope.iter().filter(is_asked);
        let parameters: Vec<_> = captured
            .map(|of| (of.local.clone(), form_of(of.kind)))
            .collect();
        let arguments = parameters.iter();
        let arguments = arguments.map(|(local, kind)| ir::Expr::local(local, *kind));
        let arguments = arguments.collect();
        let function = self.push(name, Vec::new(), parameters, body);
        self.call_of(function, arguments)
    }

    /// Begins a function; returns the state to restore after it.
    fn enter(&mut self, name: String, scope: Vec<Bound>) -> (String, Vec<Bound>, usize) {
        let owner = std::mem::replace(&mut self.owner, name);
        let scope = std::mem::replace(&mut self.scope, scope);
        (owner, scope, std::mem::take(&mut self.loops))
    }

    fn leave(
        &mut self,
        (owner, scope, loops): (String, Vec<Bound>, usize),
        remark: Vec<String>,
        parameters: Vec<(String, ir::Type)>,
        body: (Body, Type),
    ) -> FunctionId {
        let name = std::mem::replace(&mut self.owner, owner);
        self.scope = scope;
        self.loops = loops;
        self.push(name, remark, parameters, body)
    }

    fn push(
        &mut self,
        name: String,
        comment: Vec<String>,
        parameters: Vec<(String, ir::Type)>,
        (body, gives): (Body, Type),
    ) -> FunctionId {
        self.unit.functions.push(Function {
            name,
            comment,
            parameters,
            gives: form_of(gives),
            body,
            is_kept: false,
            needs_board: false,
            is_used: false,
        });
        self.unit.functions.len() - 1
    }

    fn function_name(&mut self, name: &str, turn: Option<Color>) -> String {
        let unit = &self.unit.name;
        let wanted = match turn {
            Some(turn) => format!("{unit}_{name}_{}_to_move", names::side(turn, false)),
            None => format!("{unit}_{name}"),
        };
        self.new_name(&wanted)
    }

    /// A name that no function has, nor the one that computes its value anew if it is cached.
    fn new_name(&mut self, wanted: &str) -> String {
        let finding = |name: &str| format!("{name}_anew");
        let is_taken =
            |name: &str| self.names.contains(name) || self.names.contains(&finding(name));
        let name = free(wanted, is_taken);
        self.names.insert(finding(&name));
        self.names.insert(name.clone());
        name
    }

    /// Binds a name of the rule file to a local one.
    fn bind(&mut self, name: &str, kind: Type) -> String {
        let of_unit = format!("{}_", self.unit.name);
        let is_taken = |local: &str| {
            let mut scope = self.scope.iter();
            self.helpers.contains(local)
                || local.starts_with(&of_unit)
                || scope.any(|of| of.local == local)
        };
        let local = free(name, is_taken);
        self.scope.push(Bound {
            name: name.into(),
            local: local.clone(),
            kind,
        });
        local
    }
}

/// The type of the form for one of the rule language.
fn form_of(kind: Type) -> ir::Type {
    match kind {
        Type::Square => ir::Type::Square,
        Type::Set => ir::Type::U64,
        Type::Number => ir::Type::I32,
        Type::Truth => ir::Type::Bool,
    }
}

/// All squares with a man.
fn occupied() -> ir::Expr {
    ir::Expr::Field("occupied".into(), ir::Type::U64)
}

/// What a man attacks, with all men as blockers.
fn reach(man: Piece, square: ir::Expr) -> Option<ir::Expr> {
    let word = Word::attacks_of(man);
    let blockers = match word.meaning() {
        Meaning::SetOfSquareAndBlockers(_) => Some(occupied()),
        _ => None,
    };
    let arguments = [square].into_iter().chain(blockers).collect();
    Some(ir::Expr::call(word.descriptor().helper?, arguments))
}

/// What all men of a set attack.
fn reach_of_set(men: &Men) -> Option<ir::Expr> {
    let (helper, has_blockers) = match (men.piece.role, men.piece.color) {
        (Role::Queen, _) => ("queens_attack", true),
        (Role::Rook, _) => ("rooks_attack", true),
        (Role::Bishop, _) => ("bishops_attack", true),
        (Role::Knight, _) => ("knights_attack", false),
        (Role::Pawn, Color::White) => ("pawns_attack_up", false),
        (Role::Pawn, Color::Black) => ("pawns_attack_down", false),
        (Role::King, _) => return None,
    };
    let set = ir::Expr::Field(men.name.clone(), ir::Type::U64);
    let blockers = has_blockers.then(occupied);
    Some(ir::Expr::call(
        helper,
        [set].into_iter().chain(blockers).collect(),
    ))
}
