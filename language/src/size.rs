//! The size and the cost of rules.

use drawproof_tables::Placement;

use crate::{
    RuleFile,
    interpret::TooMuchWork,
    lazy::Lazy,
    syntax::{Binary, Expr, ExprKind, File, Quantifier, TableEntries, Type},
    words::{Atom, Word},
};

/// The size of a rule file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// Rules, including silent ones.
    pub rules: usize,
    /// Truths in rules and definitions: `a in b and not c` has two. A
    /// definition counts once, and each use of its name once more.
    pub conditions: usize,
    /// Bytes of the tables: eight for a set, one for a square, and as few as
    /// fit all numbers of a table.
    pub table_bytes: usize,
}

impl RuleFile {
    /// How large it is.
    pub fn size(&self) -> Size {
        let File {
            rules,
            definitions,
            tables,
            ..
        } = self.syntax();
        let asked = |expr: &Expr, is_truth| conditions(expr, is_truth);
        let in_rules = rules.iter().map(|rule| asked(&rule.condition, true));
        let defined = definitions.iter();
        let defined = defined.map(|of| asked(&of.body, is_truth(&of.body, self.syntax())));
        Size {
            rules: rules.len(),
            conditions: in_rules.chain(defined).sum(),
            table_bytes: tables.iter().map(|table| bytes(&table.entries)).sum(),
        }
    }

    /// Decides a position as [`interpret`](crate::interpret) does, but with as
    /// little work as possible.
    ///
    /// # Errors
    ///
    /// If even that takes too much work.
    pub fn decide(&self, placement: &Placement) -> Result<Decision, TooMuchWork> {
        let position = Lazy::new(self, placement);
        let rule = position.decided_by()?;
        let (positions, plies) = position.looks();
        Ok(Decision {
            rule,
            steps: position.steps(),
            positions,
            plies,
        })
    }
}

/// The decision on a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The rule that decides, by its place in the file; `None` if no rule
    /// holds.
    pub rule: Option<usize>,
    /// How many squares, sets, numbers and truths were evaluated: only those
    /// that are needed, and each definition without parameters at most once. A
    /// loop counts those of each square that it visits.
    pub steps: u64,
    /// How many positions after moves were looked at.
    pub positions: u64,
    /// The most moves, one after another, that led to one of them.
    pub plies: usize,
}

/// The truths in an expression, possibly including itself.
fn conditions(expr: &Expr, is_truth: bool) -> usize {
    let of = |part: &Expr, is_truth| conditions(part, is_truth);
    match &expr.kind {
        ExprKind::Not(inner) => of(inner, is_truth),
        ExprKind::Binary(Binary::And | Binary::Or, left, right) => of(left, true) + of(right, true),
        ExprKind::If(parts) => {
            of(&parts[0], true) + of(&parts[1], is_truth) + of(&parts[2], is_truth)
        }
        ExprKind::Each(_, _, parts) => of(&parts[0], false) + of(&parts[1], true),
        ExprKind::Moves(moves) => of(&moves.condition, true),
        kind => {
            let inner: usize = kind.parts().iter().map(|part| of(part, false)).sum();
            inner + usize::from(is_truth)
        }
    }
}

/// Whether an expression is a truth, as far as that matters here.
fn is_truth(expr: &Expr, file: &File) -> bool {
    use Binary::{And, Equal, Greater, GreaterEqual, In, Less, LessEqual, NotEqual, Or};
    match &expr.kind {
        ExprKind::Not(_) => true,
        ExprKind::Binary(operator, ..) => matches!(
            operator,
            And | Or | Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual | In
        ),
        ExprKind::Each(quantifier, ..) => {
            matches!(quantifier, Quantifier::Any | Quantifier::All)
        }
        ExprKind::Moves(moves) => moves.quantifier != Quantifier::Count,
        ExprKind::If(parts) => is_truth(&parts[1], file),
        ExprKind::Name(name) | ExprKind::Call(name, _) => {
            if let Some(definition) = file.definition(name) {
                return is_truth(&definition.body, file);
            }
            let word = Word::named(name).map(|word| word.meaning().gives());
            let atom = Atom::named(name).map(Atom::kind);
            word.or(atom) == Some(Type::Truth)
        }
        _ => false,
    }
}

fn bytes(entries: &TableEntries) -> usize {
    match entries {
        TableEntries::Sets(sets) => 8 * sets.len(),
        TableEntries::Squares(squares) => squares.len(),
        TableEntries::Numbers(numbers) => {
            let fits = |low: i32, high: i32| numbers.iter().all(|n| (low..=high).contains(n));
            let each = if fits(i8::MIN.into(), i8::MAX.into()) {
                1
            } else if fits(i16::MIN.into(), i16::MAX.into()) {
                2
            } else {
                4
            };
            each * numbers.len()
        }
    }
}
