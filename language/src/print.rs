//! Syntax trees as text, with only the necessary parentheses.

use std::fmt::{self, Write};

use crate::syntax::{Binary, Definition, Expr, ExprKind, Limit, Moves, Quantifier, Rule};

/// The precedence of a value on its own: within parentheses, after `:` or
/// `then`.
const ALONE: u8 = 0;
const OPERAND_OF_NOT: u8 = Binary::Equal.level();
const SET_OF_QUANTIFIER: u8 = Binary::Plus.level();
const UNARY: u8 = Binary::Times.level() + 1;

impl fmt::Display for Expr {
    /// Prints on one line. Parsing the result gives the same tree.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_expr(f, self, Place::ALONE)
    }
}

/// The context of an expression.
#[derive(Copy, Clone)]
struct Place {
    /// Expressions of lower precedence need parentheses.
    least: u8,
    /// Whether an operator may follow: a quantifier would take it, and what
    /// follows, into its condition.
    is_followed: bool,
}

impl Place {
    const ALONE: Self = Self {
        least: ALONE,
        is_followed: false,
    };

    fn operand(self, least: u8) -> Self {
        Self { least, ..self }
    }
}

/// Whether an expression needs parentheses.
fn needs_brackets(expr: &Expr, place: Place) -> bool {
    level(expr) < place.least || is_open(expr) && place.is_followed
}

/// The precedence of the outermost operator; `if` has the lowest.
fn level(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::If(_) => ALONE,
        ExprKind::Binary(operator, ..) => operator.level(),
        ExprKind::Not(_) => OPERAND_OF_NOT,
        ExprKind::Complement(_) | ExprKind::Negative(_) => UNARY,
        ExprKind::Number(_)
        | ExprKind::Bits(_)
        | ExprKind::Squares(_)
        | ExprKind::Name(_)
        | ExprKind::Member(..)
        | ExprKind::Call(..)
        | ExprKind::Entry(..)
        | ExprKind::Each(..)
        | ExprKind::Moves(_) => UNARY + 1,
    }
}

/// Whether it extends as far as possible.
fn is_open(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Each(quantifier, ..) => match quantifier {
            Quantifier::Any | Quantifier::All | Quantifier::Count => true,
            Quantifier::Set => false,
        },
        ExprKind::Moves(_) => true,
        _ => false,
    }
}

fn write_expr(f: &mut dyn Write, expr: &Expr, place: Place) -> fmt::Result {
    if needs_brackets(expr, place) {
        f.write_char('(')?;
        write_bare(f, expr, Place::ALONE)?;
        return f.write_char(')');
    }
    write_bare(f, expr, place)
}

fn write_bare(f: &mut dyn Write, expr: &Expr, place: Place) -> fmt::Result {
    match &expr.kind {
        ExprKind::Number(number) => write!(f, "{number}"),
        ExprKind::Bits(bits) => write!(f, "{bits:#x}"),
        ExprKind::Squares(parts) => write_squares(f, parts),
        ExprKind::Name(name) => f.write_str(name),
        ExprKind::Member(owner, what) => write!(f, "{owner}.{what}"),
        ExprKind::Call(name, arguments) => {
            f.write_str(name)?;
            f.write_char('(')?;
            write_list(f, arguments)?;
            f.write_char(')')
        }
        ExprKind::Entry(name, square) => {
            write!(f, "{name}[")?;
            write_expr(f, square, Place::ALONE)?;
            f.write_char(']')
        }
        ExprKind::Not(inner) => {
            f.write_str("not ")?;
            write_expr(f, inner, place.operand(OPERAND_OF_NOT))
        }
        ExprKind::Complement(inner) => {
            f.write_char('~')?;
            write_expr(f, inner, place.operand(UNARY))
        }
        ExprKind::Negative(inner) => {
            f.write_char('-')?;
            write_expr(f, inner, place.operand(UNARY))
        }
        ExprKind::Binary(operator, left, right) => {
            let [first, second] = operands(*operator, place);
            write_expr(f, left, first)?;
            write!(f, " {} ", operator.sign())?;
            write_expr(f, right, second)
        }
        ExprKind::If(parts) => {
            for (word, part) in ["if ", " then ", " else "].into_iter().zip(parts.iter()) {
                f.write_str(word)?;
                write_expr(f, part, Place::ALONE)?;
            }
            Ok(())
        }
        ExprKind::Each(quantifier, name, parts) => write_each(f, *quantifier, name, parts),
        ExprKind::Moves(moves) => write_moves(f, moves),
    }
}

fn write_list(f: &mut dyn Write, parts: &[Expr]) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        f.write_str(if at == 0 { "" } else { ", " })?;
        write_expr(f, part, Place::ALONE)?;
    }
    Ok(())
}

/// A set in braces. If it began with `x in`, it would be parsed as the squares
/// x of a set.
fn write_squares(f: &mut dyn Write, parts: &[Expr]) -> fmt::Result {
    let is_ambiguous = parts.first().is_some_and(begins_with_in);
    f.write_str(if is_ambiguous { "{(" } else { "{" })?;
    if let (true, [first, rest @ ..]) = (is_ambiguous, parts) {
        write_expr(f, first, Place::ALONE)?;
        f.write_str(if rest.is_empty() { ")" } else { "), " })?;
        write_list(f, rest)?;
    } else {
        write_list(f, parts)?;
    }
    f.write_char('}')
}

fn begins_with_in(expr: &Expr) -> bool {
    let ExprKind::Binary(operator, left, _) = &expr.kind else {
        return false;
    };
    let [place, _] = operands(*operator, Place::ALONE);
    match &left.kind {
        ExprKind::Name(_) => *operator == Binary::In,
        _ => !needs_brackets(left, place) && begins_with_in(left),
    }
}

fn write_each(
    f: &mut dyn Write,
    quantifier: Quantifier,
    name: &str,
    [set, condition]: &[Expr; 2],
) -> fmt::Result {
    let (open, close) = match quantifier {
        Quantifier::Any => ("any ", ""),
        Quantifier::All => ("all ", ""),
        Quantifier::Count => ("count ", ""),
        Quantifier::Set => ("{ ", " }"),
    };
    write!(f, "{open}{name} in ")?;
    write_expr(f, set, Place::ALONE.operand(SET_OF_QUANTIFIER))?;
    f.write_str(" : ")?;
    write_expr(f, condition, Place::ALONE)?;
    f.write_str(close)
}

fn write_moves(f: &mut dyn Write, moves: &Moves) -> fmt::Result {
    let quantifier = match moves.quantifier {
        Quantifier::Any => "any",
        Quantifier::All => "all",
        // There are no sets of moves.
        Quantifier::Count | Quantifier::Set => "count",
    };
    write!(f, "{quantifier} {} {} by ", moves.kind.name(), moves.name)?;
    write_expr(f, &moves.by, Place::ALONE)?;
    if let Some(of) = &moves.of {
        f.write_str(" of ")?;
        write_expr(f, of, Place::ALONE)?;
    }
    f.write_str(" : ")?;
    write_expr(f, &moves.condition, Place::ALONE)
}

/// The contexts of an operator's operands. Operators of one level are
/// left-associative; comparisons cannot be chained.
fn operands(operator: Binary, place: Place) -> [Place; 2] {
    let level = operator.level();
    let is_comparison = level == OPERAND_OF_NOT;
    let left = Place {
        least: level + u8::from(is_comparison),
        is_followed: true,
    };
    [left, place.operand(level + 1)]
}

/// The maximum width of a line with parentheses.
const WIDTH: usize = 100;

impl Expr {
    /// The expression over several lines, indented by two spaces per level:
    /// operands of `and` and `or` at the top, and branches of `if`, are below
    /// each other.
    pub fn lines(&self, indent: usize) -> Vec<String> {
        lines(self, indent, false)
    }
}

fn lines(expr: &Expr, indent: usize, is_followed: bool) -> Vec<String> {
    match &expr.kind {
        ExprKind::Binary(operator @ (Binary::And | Binary::Or), ..) => {
            chain_lines(expr, *operator, indent, is_followed)
        }
        // If something follows, it is in parentheses.
        ExprKind::If(parts) => choice_lines(parts, indent),
        _ => vec![line(indent, &expr.to_string())],
    }
}

fn line(indent: usize, text: &str) -> String {
    format!("{}{text}", "  ".repeat(indent))
}

/// The operands of a chain, from the left.
fn chain(expr: &Expr, operator: Binary) -> Vec<&Expr> {
    let mut parts = Vec::new();
    let mut rest = expr;
    while let ExprKind::Binary(found, left, right) = &rest.kind
        && *found == operator
    {
        parts.push(&**right);
        rest = left;
    }
    parts.push(rest);
    parts.reverse();
    parts
}

fn chain_lines(expr: &Expr, operator: Binary, indent: usize, is_followed: bool) -> Vec<String> {
    let parts = chain(expr, operator);
    let last = parts.len() - 1;
    let mut all = Vec::new();
    for (at, part) in parts.into_iter().enumerate() {
        let word = if at == 0 {
            String::new()
        } else {
            format!("{} ", operator.sign())
        };
        let [first, second] = operands(operator, Place::ALONE);
        let place = Place {
            least: if at == 0 { first.least } else { second.least },
            is_followed: at != last || is_followed,
        };
        let mut flat = String::new();
        // Writing to a string cannot fail.
        let _ = write_expr(&mut flat, part, place);
        if !is_long(part, indent, word.len() + flat.len()) {
            all.push(line(indent, &format!("{word}{flat}")));
        } else if needs_brackets(part, place) {
            all.push(line(indent, &format!("{word}(")));
            all.extend(part.lines(indent + 1));
            all.push(line(indent, ")"));
        } else {
            let mut within = lines(part, indent + 1, place.is_followed);
            if let Some(first) = within.first_mut() {
                *first = line(indent, &format!("{word}{}", first.trim_start()));
            }
            all.extend(within);
        }
    }
    all
}

/// Whether an expression must be laid out in lines, if possible.
fn is_long(expr: &Expr, indent: usize, length: usize) -> bool {
    let has_lines = matches!(
        expr.kind,
        ExprKind::If(_) | ExprKind::Binary(Binary::And | Binary::Or, ..)
    );
    has_lines && (2 * indent + length > WIDTH || has_choice(expr))
}

fn has_choice(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::If(_)) || expr.kind.parts().into_iter().any(has_choice)
}

fn choice_lines([condition, yes, no]: &[Expr; 3], indent: usize) -> Vec<String> {
    let mut all = vec![line(indent, &format!("if {condition} then"))];
    all.extend(yes.lines(indent + 1));
    let mut rest;
    // A choice among more than two is not moved.
    if matches!(no.kind, ExprKind::If(_)) {
        rest = no.lines(indent);
        if let Some(first) = rest.first_mut() {
            *first = line(indent, &format!("else {}", first.trim_start()));
        }
    } else {
        all.push(line(indent, "else"));
        rest = no.lines(indent + 1);
    }
    all.extend(rest);
    all
}

/// A definition on one line.
impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.head(), self.body)
    }
}

impl Definition {
    /// `let name(parameters)`
    fn head(&self) -> String {
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(name, kind)| format!("{name}: {}", kind.name()));
        let parameters: Vec<String> = parameters.collect();
        if parameters.is_empty() {
            format!("let {}", self.name)
        } else {
            format!("let {}({})", self.name, parameters.join(", "))
        }
    }

    /// The definition over several lines, if its body has more than one.
    pub fn laid_out(&self) -> String {
        match &self.body.lines(1)[..] {
            [one] => format!("{} = {}", self.head(), one.trim_start()),
            several => format!("{} =\n{}", self.head(), several.join("\n")),
        }
    }
}

impl fmt::Display for Rule {
    /// Prints over several lines: the name, the reason, and the condition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.name();
        let limit = match self.limit {
            Limit::Both => "",
            Limit::Strong => " for strong",
            Limit::Weak => " for weak",
        };
        let condition = self.condition.lines(2).join("\n");
        writeln!(f, "{kind} \"{}\"{limit}", self.name)?;
        writeln!(f, "  because \"{}\"", self.reason)?;
        write!(f, "  when {}", condition.trim_start())
    }
}
