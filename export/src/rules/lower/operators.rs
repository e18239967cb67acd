//! Operators and functions: their meaning for each type, and which sums cannot
//! overflow.

use super::typed::{ANY_NUMBER, Range, Typed};
use crate::ir::{Expr, Sign};
use drawproof_language::{
    syntax::{Binary, Quantifier, Type},
    words::{self, Word},
};

impl Typed {
    pub fn number(number: i32) -> Self {
        Self {
            expr: Expr::Number(number),
            kind: Type::Number,
            range: (number.into(), number.into()),
        }
    }

    pub fn negative(self) -> Self {
        if let Expr::Number(number) = self.expr {
            return Self::number(number.wrapping_neg());
        }
        let (low, high) = self.range;
        if fits((-high, -low)) {
            return Self {
                expr: Expr::Negative(Box::new(self.expr)),
                kind: Type::Number,
                range: (-high, -low),
            };
        }
        Self {
            expr: Expr::call("minus", vec![Expr::Number(0), self.expr]),
            kind: Type::Number,
            range: ANY_NUMBER,
        }
    }
}

/// Whether no number between two bounds overflows.
fn fits((low, high): Range) -> bool {
    low >= ANY_NUMBER.0 && high <= ANY_NUMBER.1
}

pub fn type_of(quantifier: Quantifier) -> Type {
    match quantifier {
        Quantifier::Any | Quantifier::All => Type::Truth,
        Quantifier::Count => Type::Number,
        Quantifier::Set => Type::Set,
    }
}

pub fn range_of(quantifier: Quantifier) -> Range {
    match quantifier {
        Quantifier::Count => (0, 64),
        _ => ANY_NUMBER,
    }
}

pub fn union(left: Expr, right: Expr) -> Expr {
    match (left, right) {
        (Expr::Bits(left), Expr::Bits(right)) => Expr::Bits(left | right),
        (Expr::Bits(0), other) | (other, Expr::Bits(0)) => other,
        (left, right) => Expr::binary(Sign::Union, left, right),
    }
}

pub fn is_empty(set: Expr) -> Expr {
    Expr::binary(Sign::Equal, set, Expr::Bits(0))
}

fn and(left: Expr, right: Expr) -> Expr {
    match (left, right) {
        (Expr::Truth(true), other) | (other, Expr::Truth(true)) => other,
        (Expr::Truth(false), _) | (_, Expr::Truth(false)) => Expr::Truth(false),
        (left, right) => Expr::binary(Sign::And, left, right),
    }
}

fn or(left: Expr, right: Expr) -> Expr {
    match (left, right) {
        (Expr::Truth(false), other) | (other, Expr::Truth(false)) => other,
        (Expr::Truth(true), _) | (_, Expr::Truth(true)) => Expr::Truth(true),
        (left, right) => Expr::binary(Sign::Or, left, right),
    }
}

/// A quantifier whose condition is the same for all squares.
pub fn each_alike(quantifier: Quantifier, set: Expr, condition: Expr) -> Typed {
    let choose = |yes, no| match condition.clone() {
        Expr::Truth(true) => yes,
        Expr::Truth(false) => no,
        condition => Expr::If(Box::new([condition, yes, no])),
    };
    let expr = match quantifier {
        Quantifier::Any => and(condition, is_empty(set).negated()),
        Quantifier::All => or(condition, is_empty(set)),
        Quantifier::Count => choose(Expr::call("count", vec![set]), Expr::Number(0)),
        Quantifier::Set => choose(set, Expr::Bits(0)),
    };
    Typed {
        expr,
        kind: type_of(quantifier),
        range: range_of(quantifier),
    }
}

/// The common type of two values, one of which may be a square used as a set.
fn common(left: &Typed, right: &Typed) -> Type {
    match (left.kind, right.kind) {
        (Type::Square, Type::Set) => Type::Set,
        (kind, _) => kind,
    }
}

fn both_as(kind: Type, left: Typed, right: Typed) -> (Expr, Expr) {
    match kind {
        Type::Set => (left.into_set(), right.into_set()),
        _ => (left.expr, right.expr),
    }
}

pub fn choice(condition: Expr, yes: Typed, no: Typed) -> Typed {
    let kind = common(&yes, &no);
    let range = match condition {
        Expr::Truth(true) => yes.range,
        Expr::Truth(false) => no.range,
        _ => (yes.range.0.min(no.range.0), yes.range.1.max(no.range.1)),
    };
    let (yes, no) = both_as(kind, yes, no);
    let expr = match condition {
        Expr::Truth(true) => yes,
        Expr::Truth(false) => no,
        condition => match (yes, no) {
            (Expr::Truth(true), no) => or(condition, no),
            (Expr::Truth(false), no) => and(condition.negated(), no),
            (yes, Expr::Truth(true)) => or(condition.negated(), yes),
            (yes, Expr::Truth(false)) => and(condition, yes),
            (yes, no) => Expr::If(Box::new([condition, yes, no])),
        },
    };
    Typed { expr, kind, range }
}

pub fn binary(operator: Binary, left: Typed, right: Typed) -> Typed {
    let sign = match operator {
        Binary::Or => return Typed::truth(or(left.expr, right.expr)),
        Binary::And => return Typed::truth(and(left.expr, right.expr)),
        Binary::In => {
            let arguments = vec![right.into_set(), left.expr];
            return Typed::truth(Expr::call("has", arguments));
        }
        Binary::Union => return Typed::set(union(left.into_set(), right.into_set())),
        Binary::Intersection => {
            return intersection(left, right);
        }
        Binary::Plus if left.kind != Type::Number => {
            return Typed::set(union(left.into_set(), right.into_set()));
        }
        Binary::Minus if left.kind != Type::Number => {
            return difference(left, right);
        }
        Binary::Plus => return arithmetic(Sign::Plus, left, right),
        Binary::Minus => return arithmetic(Sign::Minus, left, right),
        Binary::Times => return arithmetic(Sign::Times, left, right),
        Binary::Equal => Sign::Equal,
        Binary::NotEqual => Sign::NotEqual,
        Binary::Less => Sign::Less,
        Binary::LessEqual => Sign::LessEqual,
        Binary::Greater => Sign::Greater,
        Binary::GreaterEqual => Sign::GreaterEqual,
    };
    compare(sign, left, right)
}

fn intersection(left: Typed, right: Typed) -> Typed {
    Typed::set(match (left.into_set(), right.into_set()) {
        (Expr::Bits(left), Expr::Bits(right)) => Expr::Bits(left & right),
        (left, right) => Expr::binary(Sign::Intersection, left, right),
    })
}

fn difference(left: Typed, right: Typed) -> Typed {
    Typed::set(match (left.into_set(), right.into_set()) {
        (Expr::Bits(left), Expr::Bits(right)) => Expr::Bits(left & !right),
        // The complement of a constant is another constant.
        (left, Expr::Bits(right)) => Expr::binary(Sign::Intersection, left, Expr::Bits(!right)),
        (left, right) => {
            let others = Expr::Complement(Box::new(right));
            Expr::binary(Sign::Intersection, left, others)
        }
    })
}

fn compare(sign: Sign, left: Typed, right: Typed) -> Typed {
    let kind = common(&left, &right);
    let (left, right) = both_as(kind, left, right);
    // Compilers warn about values that are compared with themselves.
    if left == right {
        let holds = matches!(sign, Sign::Equal | Sign::LessEqual | Sign::GreaterEqual);
        return Typed::truth(Expr::Truth(holds));
    }
    if let (Type::Truth, Expr::Truth(truth)) = (kind, &right) {
        let same = *truth == (sign == Sign::Equal);
        return Typed::truth(if same { left } else { left.negated() });
    }
    if let (Expr::Call(name, set), Expr::Number(bound)) = (&left, &right)
        && let ("count", [set]) = (name.as_str(), &set[..])
        && let Some(question) = count_against(sign, set, *bound)
    {
        return Typed::truth(question);
    }
    Typed::truth(Expr::binary(sign, left, right))
}

/// Compares the number of squares of a set with a small bound, without
/// counting.
fn count_against(sign: Sign, set: &Expr, bound: i32) -> Option<Expr> {
    let empty = is_empty(set.clone());
    let several = Expr::call("several", vec![set.clone()]);
    Some(match (sign, bound) {
        (Sign::Equal | Sign::LessEqual, 0) | (Sign::Less, 1) => empty,
        (Sign::NotEqual | Sign::Greater, 0) | (Sign::GreaterEqual, 1) => empty.negated(),
        (Sign::LessEqual, 1) | (Sign::Less, 2) => several.negated(),
        (Sign::Greater, 1) | (Sign::GreaterEqual, 2) => several,
        _ => return None,
    })
}

/// A sum, difference or product: with the plain operator if it cannot overflow,
/// since overflow is undefined in C.
fn arithmetic(sign: Sign, left: Typed, right: Typed) -> Typed {
    let ((a, b), (c, d)) = (left.range, right.range);
    let (range, helper) = match sign {
        Sign::Plus => ((a + c, b + d), "plus"),
        Sign::Minus => ((a - d, b - c), "minus"),
        _ => {
            let corners = [a * c, a * d, b * c, b * d];
            let low = corners.into_iter().fold(i64::MAX, i64::min);
            ((low, corners.into_iter().fold(i64::MIN, i64::max)), "times")
        }
    };
    let fits = fits(range);
    Typed {
        expr: if fits {
            Expr::binary(sign, left.expr, right.expr)
        } else {
            Expr::call(helper, vec![left.expr, right.expr])
        },
        kind: Type::Number,
        range: if fits { range } else { ANY_NUMBER },
    }
}

/// A function of the language for its arguments.
pub fn function(word: Word, arguments: Vec<Typed>) -> Typed {
    let descriptor = word.descriptor();
    let ranges: Vec<Range> = arguments.iter().map(|argument| argument.range).collect();
    let range = range_of_function(descriptor.range, &ranges);
    let mut arguments = arguments.into_iter().map(|argument| argument.expr);
    let expr = match descriptor.helper {
        Some(name) => Expr::call(name, arguments.collect()),
        // The only word that is expressed with operators.
        None => is_empty(arguments.next().unwrap_or(Expr::Bits(0))),
    };
    Typed {
        expr,
        kind: word.meaning().gives(),
        range,
    }
}

fn range_of_function(range: words::Range, arguments: &[Range]) -> Range {
    match (range, arguments) {
        (words::Range::Within(low, high), _) => (low.into(), high.into()),
        (words::Range::Lesser, [(a, b), (c, d)]) => (*a.min(c), *b.min(d)),
        (words::Range::Greater, [(a, b), (c, d)]) => (*a.max(c), *b.max(d)),
        (words::Range::Magnitude, &[(low, high)]) if low > ANY_NUMBER.0 => {
            let least = if low > 0 { low } else { (-high).max(0) };
            (least, high.max(-low))
        }
        (
            words::Range::Any
            | words::Range::Lesser
            | words::Range::Greater
            | words::Range::Magnitude,
            _,
        ) => ANY_NUMBER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A product of two large numbers of any signs may overflow, whichever of
    /// their bounds decide that.
    #[test]
    fn products_that_may_overflow_are_calls() {
        let product = |of: [Range; 2]| {
            let [left, right] = of.map(|range| Typed {
                range,
                ..Typed::number(0)
            });
            arithmetic(Sign::Times, left, right)
        };
        let sides = |greatest: i64| [(-greatest, 0), (0, greatest)];
        for left in sides(50_000) {
            for right in sides(50_000) {
                let found = product([left, right]);
                assert!(matches!(found.expr, Expr::Call(..)), "{left:?} {right:?}");
                assert_eq!(found.range, ANY_NUMBER);
            }
        }
        for left in sides(40_000) {
            for right in sides(40_000) {
                let found = product([left, right]);
                assert!(matches!(found.expr, Expr::Binary(..)), "{left:?} {right:?}");
            }
        }
        assert_eq!(product([(-2, 3), (-5, 7)]).range, (-15, 21));
    }

    #[test]
    fn constants_are_computed() {
        let sets = || [0b1100, 0b1010].map(|bits| Typed::set(Expr::Bits(bits)));
        for (operator, expected) in [
            (Binary::Union, 0b1110),
            (Binary::Intersection, 0b1000),
            (Binary::Minus, 0b0100),
        ] {
            let [left, right] = sets();
            assert_eq!(binary(operator, left, right).expr, Expr::Bits(expected));
        }
        for (condition, chosen) in [(true, 3), (false, 9)] {
            let [yes, no] = [3, 9].map(Typed::number);
            let range = (chosen, chosen);
            let found = choice(Expr::Truth(condition), yes, no);
            let expected = Typed::number(chosen as i32);
            assert_eq!((found.expr, found.range), (expected.expr, range));
        }
    }

    /// The least number has no absolute value.
    #[test]
    fn ranges_of_absolute_values() {
        for (range, expected) in [
            ((2, 5), (2, 5)),
            ((-5, -2), (2, 5)),
            ((-5, 2), (0, 5)),
            ((-2, 5), (0, 5)),
            (ANY_NUMBER, ANY_NUMBER),
        ] {
            let found = range_of_function(words::Range::Magnitude, &[range]);
            assert_eq!(found, expected, "{range:?}");
        }
    }
}
