//! The state of a check, and the checking of expressions.

use std::collections::HashMap;

use drawproof_tables::{Material, Subject, Wdl, WdlSet};
use shakmaty::{Color, Piece, Role};

use super::{
    scene::{Scene, about_the_mover},
    smaller::{Answer, nothing_used},
};
use crate::{
    claim::{Claim, RuleKind},
    error::{RuleError, Span},
    graph::{Graph, NodeId, Op},
    group::SymmetryGroup,
    syntax::{Definition, Expr, ExprKind, File, Limit, Rule, Type},
    words::{Atom, Meaning, Word, named_set, named_square, nearest},
};

/// The maximum number of values that the rules of one file may need.
const MAX_NODES: usize = 200_000;
/// The maximum length of a chain of values, or of definitions within
/// definitions.
const MAX_HEIGHT: usize = 300;
const MAX_CALLS: usize = 40;
/// The maximum length of a chain of definitions built on each other, regardless
/// of their values, because following the chain takes stack space.
const MAX_CHAIN: usize = 100;
/// The maximum nesting of quantifiers: each multiplies the work.
pub(super) const MAX_QUANTIFIERS: usize = 8;
/// The maximum number of expressions to check, counting those of a definition
/// each time it is expanded. The largest built-in rules need a tenth of that.
const MAX_LOOKS: usize = 2_000_000;

pub(super) type Result<T> = std::result::Result<T, RuleError>;

/// What goes through moves, as a value.
#[derive(Clone, Debug)]
pub struct MovesAt {
    /// The value.
    pub value: NodeId,
    /// The values of the names that it may use, in the order of their scopes:
    /// parameters and squares of quantifiers.
    pub scope: Vec<NodeId>,
}

/// A truth made of a term.
#[derive(Clone, Debug)]
pub struct TermTest {
    /// The truth.
    pub condition: NodeId,
    /// For a number, the bound that it is compared with.
    pub at_most: Option<i32>,
}

/// The men and the position that were looked at before.
pub type Outer = (Vec<Piece>, Option<Scene>);

/// The conditions of rules of smaller classes, by the index of what is used, the
/// side to move and the squares of the men.
pub(super) type Inlined = HashMap<(usize, Color, Vec<NodeId>), Vec<Option<NodeId>>>;

/// The state of a check.
pub struct Checker<'a> {
    pub(super) file: &'a File,
    pub(super) material: &'a Material,
    /// What answers for smaller classes.
    pub(super) answers: &'a [Answer],
    /// The men of the position that is looked at: those of the class, or those
    /// that are left after moves.
    pub(super) men: Vec<Piece>,
    /// The first claim of the file.
    first_claim: Option<Claim>,
    /// The side to move where the rules are asked.
    pub(super) turn: Color,
    /// The position after moves; `None` for the one in which the rules are asked.
    pub(super) scene: Option<Scene>,
    /// How many positions after moves there were.
    pub(super) scenes: usize,
    /// Rules of smaller classes for some squares of the men.
    pub(super) inlined: Inlined,
    /// The smaller classes that the current item asks about and for which
    /// nothing is used, with the place of the first.
    pub(super) missing: Option<(Span, Vec<Material>)>,
    pub(super) moves: HashMap<usize, MovesAt>,
    pub(super) graph: Graph,
    /// The values of the definitions so far; of those with parameters, for
    /// unknown arguments.
    pub(super) values: Vec<Result<NodeId>>,
    /// What definitions give for some arguments in a position.
    pub(super) calls: HashMap<(usize, Vec<NodeId>, usize), NodeId>,
    /// Names of parameters and of quantifiers' squares.
    pub(super) scope: Vec<(String, NodeId)>,
    pub(super) quantifiers: usize,
    pub(super) call_depth: usize,
    /// The length of the chain of definitions that each one ends, itself
    /// included.
    pub(super) chains: Vec<usize>,
    /// The longest chain that the current item depends on.
    pub(super) chain: usize,
    /// How many expressions were checked.
    pub(super) looks: usize,
    /// How many unknown names were compared with the known ones.
    pub(super) suggestions: usize,
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        file: &'a File,
        material: &'a Material,
        turn: Color,
        answers: &'a [Answer],
    ) -> Self {
        Self {
            file,
            material,
            men: men_of(file, material),
            first_claim: file.rules.iter().find_map(|rule| rule.kind.claim()),
            turn,
            answers,
            scene: None,
            scenes: 0,
            inlined: Inlined::new(),
            missing: None,
            moves: HashMap::new(),
            graph: Graph::default(),
            values: Vec::new(),
            calls: HashMap::new(),
            scope: Vec::new(),
            quantifiers: 0,
            call_depth: 0,
            chains: Vec::new(),
            chain: 0,
            looks: 0,
            suggestions: 0,
        }
    }

    /// Finds the values of all definitions; returns the errors of those without
    /// one.
    pub(super) fn definitions(&mut self) -> Vec<(usize, RuleError)> {
        let mut errors = Vec::new();
        for (index, definition) in self.file.definitions.iter().enumerate() {
            self.chain = 0;
            let value = self.define(definition);
            let value = self.answered(value);
            self.chains.push(self.chain + 1);
            errors.extend(value.clone().err().map(|error| (index, error)));
            self.values.push(value);
        }
        errors
    }

    /// The value of an item, unless nothing is used for some of the classes that
    /// it asks about.
    pub(super) fn answered<T>(&mut self, value: Result<T>) -> Result<T> {
        match (value, self.missing.take()) {
            (Ok(_), Some((span, classes))) => Err(nothing_used(span, classes)),
            (value, _) => value,
        }
    }

    pub(super) fn rule(&mut self, rule: &Rule) -> Result<Option<NodeId>> {
        self.agrees_in_subject(rule)?;
        if rule.kind == RuleKind::Hold && self.file.open.is_none() {
            let message = "'hold' belongs to a proof for any number of men";
            let help = "say 'silent', or name an open class, as in: recognizer KBsPsvK";
            return Err(RuleError::new(rule.span.clone(), message).help(help));
        }
        if let Some(claim) = rule.kind.claim()
            && claim.names_a_side()
            && self.material.is_symmetric()
        {
            let message = format!("{} has no stronger side", self.material);
            let help = match claim.subject() {
                Subject::Results => "say 'not_won' or 'not_lost', which are about the side to move",
                Subject::Mates => "say 'us_cannot_mate' or 'them_cannot_mate': we are to move",
            };
            return Err(RuleError::new(rule.span.clone(), message).help(help));
        }
        self.speaks(rule.limit, &rule.limit_span)?
            .then(|| self.typed(&rule.condition, Type::Truth))
            .transpose()
    }

    /// Refuses a claim that is not about what the first claim of the file is about.
    fn agrees_in_subject(&self, rule: &Rule) -> Result<()> {
        let Some((first, claim)) = self.first_claim.zip(rule.kind.claim()) else {
            return Ok(());
        };
        if first.subject() == claim.subject() {
            return Ok(());
        }
        let about = |claim: Claim| match claim.subject() {
            Subject::Results => "a result",
            Subject::Mates => "who can mate",
        };
        let message = format!(
            "'{}' claims {}, and the first claim of this file, '{}', {}",
            claim.name(),
            about(claim),
            first.name(),
            about(first)
        );
        let help = "put claims about results and claims about mates into files of their own";
        Err(RuleError::new(rule.span.clone(), message).help(help))
    }

    /// Whether an item limited to a side to move is for this one.
    pub(super) fn speaks(&self, limit: Limit, span: &Span) -> Result<bool> {
        if self.material.is_symmetric() && limit != Limit::Both {
            let message = format!("{} has no stronger side", self.material);
            let help = "leave 'for' out: with equal material a rule speaks for both sides";
            return Err(RuleError::new(span.clone(), message).help(help));
        }
        Ok(match limit {
            Limit::Both => true,
            Limit::Strong => self.turn.is_white(),
            Limit::Weak => self.turn.is_black(),
        })
    }

    fn define(&mut self, definition: &Definition) -> Result<NodeId> {
        let name = &definition.name;
        if named_set(name).is_some()
            || named_square(name).is_some()
            || Atom::named(name).is_some()
            || Word::named(name).is_some()
        {
            let message = format!("'{name}' is a word of the language");
            return Err(
                RuleError::new(definition.span.clone(), message).help("choose another name")
            );
        }
        // The first of two definitions owns the name.
        let known = self.file.definition_at(name);
        if known.is_some_and(|at| at < self.values.len()) {
            let message = format!("'{name}' is defined twice");
            return Err(RuleError::new(definition.span.clone(), message));
        }
        let unknown = definition
            .parameters
            .iter()
            .enumerate()
            .map(|(index, (_, kind))| {
                let op = Op::Parameter(index, *kind);
                self.graph.add(op, Vec::new(), *kind, SymmetryGroup::FULL)
            });
        let unknown = unknown.collect();
        self.body(definition, unknown)
    }

    /// The value of a definition for its arguments.
    pub(super) fn body(
        &mut self,
        definition: &Definition,
        arguments: Vec<NodeId>,
    ) -> Result<NodeId> {
        let names = definition.parameters.iter().map(|(name, _)| name.clone());
        let outer = std::mem::replace(&mut self.scope, names.zip(arguments).collect());
        let result = self.expr(&definition.body);
        self.scope = outer;
        result
    }

    pub(super) fn add(
        &mut self,
        span: &Span,
        op: Op,
        arguments: Vec<NodeId>,
        kind: Type,
    ) -> Result<NodeId> {
        self.add_in(span, op, arguments, kind, SymmetryGroup::FULL)
    }

    pub(super) fn add_in(
        &mut self,
        span: &Span,
        op: Op,
        arguments: Vec<NodeId>,
        kind: Type,
        group: SymmetryGroup,
    ) -> Result<NodeId> {
        let id = match self.constant(&op, &arguments) {
            // The whole set may have symmetries that its parts lack.
            Some(bits) => {
                let group = SymmetryGroup::of_set(bits);
                self.graph.add(Op::Bits(bits), vec![], kind, group)
            }
            None => self.graph.add(op, arguments, kind, group),
        };
        if self.graph.nodes.len() > MAX_NODES || self.graph.nodes[id].height > MAX_HEIGHT {
            return Err(becomes_too_large(span));
        }
        Ok(id)
    }

    /// The set that results from constant ones.
    fn constant(&self, op: &Op, arguments: &[NodeId]) -> Option<u64> {
        let bits = |at: usize| match self.graph.nodes[*arguments.get(at)?].op {
            Op::Bits(bits) => Some(bits),
            _ => None,
        };
        Some(match op {
            Op::Union => bits(0)? | bits(1)?,
            Op::Intersection => bits(0)? & bits(1)?,
            Op::Difference => bits(0)? & !bits(1)?,
            Op::Complement => !bits(0)?,
            _ => return None,
        })
    }

    /// An expression that must have a type; a square is also a set.
    pub(super) fn typed(&mut self, expr: &Expr, kind: Type) -> Result<NodeId> {
        let id = self.expr(expr)?;
        self.coerce(&expr.span, id, kind)
    }

    pub(super) fn coerce(&mut self, span: &Span, id: NodeId, kind: Type) -> Result<NodeId> {
        match (self.graph.kind(id), kind) {
            (found, wanted) if found == wanted => Ok(id),
            (Type::Square, Type::Set) => self.add(span, Op::Single, vec![id], Type::Set),
            (found, wanted) => {
                let message = format!("expected a {}, found a {}", wanted.name(), found.name());
                Err(RuleError::new(span.clone(), message))
            }
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> Result<NodeId> {
        let span = &expr.span;
        self.looks += 1;
        if self.looks > MAX_LOOKS {
            return Err(becomes_too_large(span));
        }
        match &expr.kind {
            ExprKind::Number(number) => self.add(span, Op::Number(*number), vec![], Type::Number),
            ExprKind::Bits(bits) => self.set(span, *bits),
            ExprKind::Squares(squares) => self.squares(span, squares),
            ExprKind::Name(name) => self.name(span, name),
            ExprKind::Member(owner, what) => self.member(span, owner, what),
            ExprKind::Call(name, arguments) => self.call(span, name, arguments),
            ExprKind::Entry(name, square) => self.entry(span, name, square),
            ExprKind::Not(inner) => self.unary(span, Op::Not, inner, Type::Truth),
            ExprKind::Complement(inner) => self.unary(span, Op::Complement, inner, Type::Set),
            ExprKind::Negative(inner) => self.unary(span, Op::Negative, inner, Type::Number),
            ExprKind::Binary(operator, left, right) => self.binary(span, *operator, left, right),
            ExprKind::If(parts) => self.choice(span, parts),
            ExprKind::Each(quantifier, name, parts) => self.each(span, *quantifier, name, parts),
            ExprKind::Moves(moves) => self.moves(span, moves),
        }
    }

    /// A set in braces. Named squares are united first, because `{a1, h8}` has
    /// symmetries that neither square has.
    fn squares(&mut self, span: &Span, squares: &[Expr]) -> Result<NodeId> {
        let constant = |square: &Expr| match &square.kind {
            ExprKind::Name(name) => named_square(name),
            _ => None,
        };
        let named = squares
            .iter()
            .filter_map(constant)
            .fold(0, |set, square| set | 1 << square.to_u32());
        let mut union = self.set(span, named)?;
        for square in squares.iter().filter(|square| constant(square).is_none()) {
            let one = self.typed(square, Type::Set)?;
            union = self.add(span, Op::Union, vec![union, one], Type::Set)?;
        }
        Ok(union)
    }

    /// A constant set, with the symmetries that keep it in place.
    pub(super) fn set(&mut self, span: &Span, bits: u64) -> Result<NodeId> {
        self.add_in(
            span,
            Op::Bits(bits),
            vec![],
            Type::Set,
            SymmetryGroup::of_set(bits),
        )
    }

    fn unary(&mut self, span: &Span, op: Op, inner: &Expr, kind: Type) -> Result<NodeId> {
        let inner = self.typed(inner, kind)?;
        self.add(span, op, vec![inner], kind)
    }

    pub(super) fn name(&mut self, span: &Span, name: &str) -> Result<NodeId> {
        if let Some((_, id)) = self.scope.iter().rev().find(|(known, _)| known == name) {
            return Ok(*id);
        }
        if let Some(set) = named_set(name) {
            return self.set(span, set);
        }
        if let Some(square) = named_square(name) {
            let group = SymmetryGroup::of_set(1 << square.to_u32());
            let op = Op::Square(square.to_u32());
            return self.add_in(span, op, vec![], Type::Square, group);
        }
        if let Some(atom) = Atom::named(name) {
            return self.atom(span, atom);
        }
        match self.file.definition_at(name) {
            Some(index) => self.defined(span, index, &[]),
            None => Err(self.unknown(span, name)),
        }
    }

    pub(super) fn atom(&mut self, span: &Span, atom: Atom) -> Result<NodeId> {
        let truth = match atom {
            Atom::Occupied => return self.occupied(span),
            Atom::InCheck | Atom::StrongToMove if self.scene.is_some() => {
                return Err(about_the_mover(span, atom));
            }
            Atom::InCheck => return self.in_check(span, self.turn),
            Atom::Drawn => return self.known(span, "drawn", WdlSet::of(&[Wdl::Draw])),
            Atom::StrongToMove if self.material.is_symmetric() => {
                return Err(self.no_stronger(span));
            }
            Atom::StrongToMove => self.turn.is_white(),
            Atom::True => true,
            Atom::False => false,
        };
        self.add(span, Op::Truth(truth), vec![], Type::Truth)
    }

    /// The value of a definition that comes before its use.
    pub(super) fn defined(
        &mut self,
        span: &Span,
        index: usize,
        arguments: &[NodeId],
    ) -> Result<NodeId> {
        let definition = &self.file.definitions[index];
        let name = &definition.name;
        let Some(value) = self.values.get(index) else {
            let message = format!("'{name}' is used before it is defined");
            return Err(RuleError::new(span.clone(), message).help("move its 'let' up"));
        };
        let value = value.clone()?;
        self.chain = self.chain.max(self.chains[index]);
        if self.chain >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} definitions are made of each other");
            return Err(RuleError::new(span.clone(), message).help("say more in each of them"));
        }
        let wanted = definition.parameters.len();
        if arguments.len() != wanted {
            let wanted = counted_arguments(wanted);
            let message = format!("'{name}' takes {wanted}, found {}", arguments.len());
            return Err(RuleError::new(span.clone(), message));
        }
        let scene = self.scene.as_ref().map_or(0, |scene| scene.number);
        if wanted == 0 && scene == 0 {
            return Ok(value);
        }
        let key = (index, arguments.to_vec(), scene);
        if let Some(&known) = self.calls.get(&key) {
            return Ok(known);
        }
        if self.call_depth == MAX_CALLS {
            let message = "definitions call each other too deeply";
            return Err(RuleError::new(span.clone(), message));
        }
        self.call_depth += 1;
        let result = self.body(definition, arguments.to_vec());
        self.call_depth -= 1;
        let result = result?;
        self.calls.insert(key, result);
        Ok(result)
    }

    pub(super) fn call(&mut self, span: &Span, name: &str, arguments: &[Expr]) -> Result<NodeId> {
        if let Some(word) = Word::named(name) {
            return self.word(span, word, arguments);
        }
        let Some(index) = self.file.definition_at(name) else {
            return Err(self.unknown(span, name));
        };
        let kinds = self.file.definitions[index].parameters.clone();
        let mut values = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            values.push(match kinds.get(at) {
                Some(&(_, kind)) => self.typed(argument, kind)?,
                None => self.expr(argument)?,
            });
        }
        self.defined(span, index, &values)
    }

    /// A function of the language.
    pub(super) fn word(&mut self, span: &Span, word: Word, arguments: &[Expr]) -> Result<NodeId> {
        let meaning = word.meaning();
        let parameters = meaning.parameters();
        let required = meaning.required_parameters();
        if !(required..=parameters.len()).contains(&arguments.len()) {
            let wanted = if required < parameters.len() {
                format!("{required} or {} arguments", parameters.len())
            } else {
                counted_arguments(required)
            };
            let message = format!(
                "'{}' takes {wanted}, found {}",
                word.name(),
                arguments.len()
            );
            return Err(RuleError::new(span.clone(), message));
        }
        let mut values = Vec::new();
        for (argument, &kind) in arguments.iter().zip(parameters) {
            values.push(self.typed(argument, kind)?);
        }
        if let (Meaning::SetOfSquareAndBlockers(_), 1) = (meaning, values.len()) {
            values.push(self.occupied(span)?);
        }
        self.add_word(span, word, values)
    }

    pub(super) fn add_word(
        &mut self,
        span: &Span,
        word: Word,
        arguments: Vec<NodeId>,
    ) -> Result<NodeId> {
        let gives = word.meaning().gives();
        self.add_in(
            span,
            Op::Word(word),
            arguments,
            gives,
            word.descriptor().group,
        )
    }

    /// Looks at the position after a move.
    pub(super) fn enter(&mut self, men: Vec<Piece>, scene: Scene) -> Outer {
        let men = std::mem::replace(&mut self.men, men);
        (men, self.scene.replace(scene))
    }

    /// Looks at the position before the move again.
    pub(super) fn leave(&mut self, (men, scene): Outer) {
        self.men = men;
        self.scene = scene;
    }

    /// Who is to move in the position that is looked at.
    pub(super) fn to_move(&self) -> Color {
        self.scene.as_ref().map_or(self.turn, |scene| scene.turn)
    }

    /// The result, for the side to move, if a side wins.
    pub(super) fn result_of(&self, winner: Color) -> Wdl {
        if winner == self.to_move() {
            Wdl::Win
        } else {
            Wdl::Loss
        }
    }

    pub(super) fn next_scene(&mut self) -> usize {
        self.scenes += 1;
        self.scenes
    }

    fn entry(&mut self, span: &Span, name: &str, square: &Expr) -> Result<NodeId> {
        let Some(table) = self.file.table(name) else {
            let names = self.file.tables.iter().map(|table| table.name.as_str());
            let error = RuleError::new(span.clone(), format!("unknown table '{name}'"));
            return Err(match nearest(name, names) {
                Some(near) => error.help(format!("did you mean '{near}'?")),
                None => error.help("define it: table NAME = square -> set [ ... ]"),
            });
        };
        let entries = table.entries.clone();
        let square = self.typed(square, Type::Square)?;
        let kind = entries.gives();
        let group = SymmetryGroup::of_table(&entries);
        self.add_in(span, Op::Entry(entries), vec![square], kind, group)
    }
}

/// The men whose squares are values: all, or of an open class the kings.
fn men_of(file: &File, material: &Material) -> Vec<Piece> {
    let men = material.men().into_iter();
    match file.open {
        None => men.collect(),
        Some(_) => men.filter(|man| man.role == Role::King).collect(),
    }
}

fn counted_arguments(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}

fn becomes_too_large(span: &Span) -> RuleError {
    let message = "with its definitions put in, this becomes too large";
    RuleError::new(span.clone(), message).help("make the definitions smaller")
}
