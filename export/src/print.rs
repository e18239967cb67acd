//! What languages share when functions are printed: where brackets go, where
//! lines are broken, how decisions become statements.

use shakmaty::Color;

use super::{
    ir::{Body, Expr, Function, List, Sign, Unit},
    text::WIDTH,
};
use drawproof_language::syntax::{Quantifier, RuleKind, Type};

/// How a language says it.
pub trait Dialect {
    fn kind(&self, kind: Type) -> &'static str;
    fn number(&self, number: i32) -> String;
    fn bits(&self, bits: u64) -> String;
    fn square(&self, square: u32) -> String;
    /// What the names of helpers begin with.
    fn prefix(&self) -> &'static str;
    /// A field of the board.
    fn field(&self, name: &str) -> String;
    fn entry(&self, table: &str, square: &str, gives: Type) -> String;
    fn complement(&self) -> char;
    /// One of two values, each as it was printed.
    fn choice(&self, condition: &str, yes: &str, no: &str) -> String;
    /// A condition of a statement.
    fn asks(&self, condition: &str) -> String;
    /// The last statement of a function.
    fn gives(&self, value: &str) -> String;
    /// The head of a loop and the square that it stands at.
    fn each(&self, set: &str, local: &str) -> Vec<String>;
    /// A variable to be added to.
    fn begin(&self, kind: Type, value: &str) -> String;
    /// The line or lines before the body of a function.
    fn head(&self, unit: &Unit, function: &Function, name: &str) -> Vec<String>;
    /// A function that finds its value once.
    fn kept(&self, unit: &Unit, function: &Function, value: &str) -> Vec<String>;
}

pub struct Printer<'a> {
    pub dialect: &'a dyn Dialect,
    pub unit: &'a Unit,
}

impl Printer<'_> {
    /// All functions that are used, each with a line before it.
    pub fn functions(&self) -> Vec<String> {
        let used = self.unit.functions.iter().filter(|of| of.is_used);
        let lines = used.flat_map(|of| {
            let blank = std::iter::once(String::new());
            blank.chain(self.function(of)).collect::<Vec<_>>()
        });
        lines.collect()
    }

    fn function(&self, function: &Function) -> Vec<String> {
        let mut lines = function.comment.clone();
        if !function.is_kept {
            lines.extend(self.plain(function, &function.name));
            return lines;
        }
        match &function.body {
            Body::Value(value) if !decides(value) => {
                let value = self.value(value, 8);
                lines.extend(self.dialect.kept(self.unit, function, &value));
            }
            _ => {
                let name = format!("{}_anew", function.name);
                lines.extend(self.plain(function, &name));
                lines.push(String::new());
                let board = if self.unit.needs_board(&function.body) {
                    "board"
                } else {
                    ""
                };
                let value = format!("{name}({board})");
                lines.extend(self.dialect.kept(self.unit, function, &value));
            }
        }
        lines
    }

    fn plain(&self, function: &Function, name: &str) -> Vec<String> {
        let mut lines = self.dialect.head(self.unit, function, name);
        match &function.body {
            Body::Value(value) => self.decide(value, 4, true, &mut lines),
            Body::Each(quantifier, set, local, condition) => {
                lines.extend(self.each(*quantifier, set, local, condition));
            }
        }
        lines.push("}".into());
        lines
    }

    fn each(
        &self,
        quantifier: Quantifier,
        set: &Expr,
        local: &str,
        condition: &Expr,
    ) -> Vec<String> {
        let dialect = self.dialect;
        let bit = format!("found |= {}bit({local});", dialect.prefix());
        let (begin, is_opposite, then, end) = match quantifier {
            Quantifier::Any => (None, false, "return true;", "false"),
            Quantifier::All => (None, true, "return false;", "true"),
            Quantifier::Count => (Some(Type::Number), false, "found += 1;", "found"),
            Quantifier::Set => (Some(Type::Set), false, bit.as_str(), "found"),
        };
        let asked = if is_opposite {
            &condition.clone().negated()
        } else {
            condition
        };
        let mut lines = Vec::new();
        if let Some(kind) = begin {
            lines.push(format!("    {}", dialect.begin(kind, "0")));
        }
        let head = dialect.each(&self.value(set, 8), local);
        lines.extend(head.into_iter().map(|line| format!("    {line}")));
        let condition = dialect.asks(&self.value(asked, 12));
        lines.push(format!("        {condition}"));
        lines.push(format!("            {then}"));
        lines.push("        }".into());
        lines.push("    }".into());
        lines.push(format!("    {}", dialect.gives(end)));
        lines
    }

    /// Statements that give the value of an expression: a decision is made as
    /// early as it can be.
    fn decide(&self, expr: &Expr, indent: usize, is_last: bool, lines: &mut Vec<String>) {
        let pad = " ".repeat(indent);
        let ask = |condition: &Expr, lines: &mut Vec<String>| {
            let condition = self.dialect.asks(&self.value(condition, indent + 4));
            lines.push(format!("{pad}{condition}"));
        };
        match expr {
            Expr::If(parts) => {
                let [condition, yes, no] = &**parts;
                ask(condition, lines);
                self.decide(yes, indent + 4, false, lines);
                lines.push(format!("{pad}}}"));
                self.decide(no, indent, is_last, lines);
            }
            Expr::Binary(sign @ (Sign::And | Sign::Or), first, last) if decides(last) => {
                let (condition, found) = if *sign == Sign::And {
                    (&(**first).clone().negated(), "false")
                } else {
                    (&**first, "true")
                };
                ask(condition, lines);
                lines.push(format!("{pad}    return {found};"));
                lines.push(format!("{pad}}}"));
                self.decide(last, indent, is_last, lines);
            }
            _ => {
                let value = self.value(expr, indent + 4);
                lines.push(if is_last {
                    format!("{pad}{}", self.dialect.gives(&value))
                } else {
                    format!("{pad}return {value};")
                });
            }
        }
    }

    /// An expression; on several lines if it is too long for one.
    pub fn value(&self, expr: &Expr, indent: usize) -> String {
        let flat = self.flat(expr);
        if flat.len() + indent <= WIDTH {
            return flat;
        }
        let pad = format!("\n{}", " ".repeat(indent));
        match expr {
            Expr::Binary(sign @ (Sign::And | Sign::Or | Sign::Union), ..) => {
                let mut operands = Vec::new();
                chain(expr, *sign, &mut operands);
                let operands = operands.into_iter().map(|of| self.broken(of, indent + 4));
                let operands: Vec<String> = operands.collect();
                operands.join(&format!("{pad}{} ", word(*sign)))
            }
            Expr::Not(inner) => format!("!{}", self.broken(inner, indent)),
            _ => flat,
        }
    }

    fn broken(&self, expr: &Expr, indent: usize) -> String {
        let is_simple = matches!(expr, Expr::Binary(sign, ..) if is_comparison(*sign));
        if is_compound(expr) && !is_simple {
            format!("({})", self.value(expr, indent))
        } else {
            self.value(expr, indent)
        }
    }

    fn flat(&self, expr: &Expr) -> String {
        let dialect = self.dialect;
        match expr {
            Expr::Number(number) => dialect.number(*number),
            Expr::Bits(bits) => dialect.bits(*bits),
            Expr::Square(square) => dialect.square(*square),
            Expr::Truth(truth) => truth.to_string(),
            Expr::Man(man) => dialect.field(&self.unit.men[*man].name),
            Expr::Occupied => dialect.field("occupied"),
            Expr::Local(name) => name.clone(),
            Expr::Call(called, arguments) => {
                let function = &self.unit.functions[*called];
                let board = function.needs_board.then(|| "board".to_string());
                let arguments = arguments.iter().map(|argument| self.flat(argument));
                let arguments: Vec<String> = board.into_iter().chain(arguments).collect();
                format!("{}({})", function.name, arguments.join(", "))
            }
            Expr::Helper(name, arguments) => {
                let arguments = arguments.iter().map(|argument| self.flat(argument));
                let arguments: Vec<String> = arguments.collect();
                format!("{}{name}({})", dialect.prefix(), arguments.join(", "))
            }
            Expr::Entry(table, square) => {
                let table = &self.unit.tables[*table];
                dialect.entry(&table.name, &self.flat(square), table.entries.gives())
            }
            Expr::Not(inner) => format!("!{}", self.atom(inner)),
            Expr::Complement(inner) => format!("{}{}", dialect.complement(), self.atom(inner)),
            Expr::Negative(inner) => format!("-{}", self.atom(inner)),
            Expr::Binary(sign, left, right) => self.binary(expr, *sign, left, right),
            Expr::If(parts) => {
                let [condition, yes, no] = &**parts;
                // In C all three are operands.
                let [condition, yes, no] = [condition, yes, no].map(|part| self.flat(part));
                dialect.choice(&condition, &yes, &no)
            }
        }
    }

    fn binary(&self, expr: &Expr, sign: Sign, left: &Expr, right: &Expr) -> String {
        if matches!(sign, Sign::And | Sign::Or | Sign::Union) {
            let mut operands = Vec::new();
            chain(expr, sign, &mut operands);
            let operand = |of: &Expr| match of {
                Expr::Binary(inner, ..) if sign != Sign::Union && is_comparison(*inner) => {
                    self.flat(of)
                }
                _ => self.operand(of),
            };
            let operands: Vec<String> = operands.into_iter().map(operand).collect();
            return operands.join(&format!(" {} ", word(sign)));
        }
        // From left to right, as they are.
        let goes_on = match (sign, left) {
            (Sign::Intersection | Sign::Difference, Expr::Binary(inner, ..)) => {
                matches!(inner, Sign::Intersection | Sign::Difference)
            }
            (Sign::Plus | Sign::Minus, Expr::Binary(inner, ..)) => {
                matches!(inner, Sign::Plus | Sign::Minus)
            }
            (Sign::Times, Expr::Binary(inner, ..)) => *inner == Sign::Times,
            _ => false,
        };
        let left = if goes_on {
            self.flat(left)
        } else {
            self.operand(left)
        };
        if sign == Sign::Difference {
            let complement = self.dialect.complement();
            return format!("{left} & {complement}{}", self.atom(right));
        }
        format!("{left} {} {}", word(sign), self.operand(right))
    }

    /// As part of something with an operator.
    fn operand(&self, expr: &Expr) -> String {
        let flat = self.flat(expr);
        if is_compound(expr) {
            format!("({flat})")
        } else {
            flat
        }
    }

    /// As what an operator of one value stands before.
    fn atom(&self, expr: &Expr) -> String {
        match expr {
            Expr::Negative(_) | Expr::Number(_) => format!("({})", self.flat(expr)),
            _ => self.operand(expr),
        }
    }
}

fn is_compound(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(..) | Expr::If(_))
}

fn is_comparison(sign: Sign) -> bool {
    use Sign::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    matches!(
        sign,
        Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual
    )
}

/// Whether an expression is better said in statements.
fn decides(expr: &Expr) -> bool {
    match expr {
        Expr::If(_) => true,
        Expr::Binary(Sign::And | Sign::Or, _, last) => decides(last),
        _ => false,
    }
}

/// What is joined by one operator, however it was bracketed.
fn chain<'a>(expr: &'a Expr, sign: Sign, operands: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Binary(inner, left, right) if *inner == sign => {
            chain(left, sign, operands);
            chain(right, sign, operands);
        }
        _ => operands.push(expr),
    }
}

/// The function that goes through a list.
pub fn list_name(unit: &Unit, list: &List) -> String {
    let side = match list.turn {
        Some(Color::White) => "strong",
        Some(Color::Black) => "weak",
        None => "either",
    };
    format!("{}_{side}_to_move", unit.name)
}

/// The statements that ask the rules of a list one after the other.
pub fn asked(dialect: &dyn Dialect, unit: &Unit, list: &List) -> Vec<String> {
    let mut lines = Vec::new();
    for tried in &list.rules {
        let function = &unit.functions[tried.function];
        let board = if function.needs_board { "board" } else { "" };
        let sign = if tried.kind == RuleKind::Draw {
            ""
        } else {
            "-"
        };
        let condition = format!("{}({board})", function.name);
        lines.push(format!("    {}", dialect.asks(&condition)));
        lines.push(format!("        return {sign}{};", tried.number));
        lines.push("    }".into());
    }
    lines
}

/// The smallest kind of number that all fit into, of 8, 16 and 32 bits.
pub fn number_kind<'a>(numbers: &[i32], kinds: [&'a str; 3]) -> &'a str {
    let fits = |low: i32, high: i32| numbers.iter().all(|number| (low..=high).contains(number));
    if fits(i8::MIN.into(), i8::MAX.into()) {
        kinds[0]
    } else if fits(i16::MIN.into(), i16::MAX.into()) {
        kinds[1]
    } else {
        kinds[2]
    }
}

fn word(sign: Sign) -> &'static str {
    match sign {
        Sign::Or => "||",
        Sign::And => "&&",
        Sign::Equal => "==",
        Sign::NotEqual => "!=",
        Sign::Less => "<",
        Sign::LessEqual => "<=",
        Sign::Greater => ">",
        Sign::GreaterEqual => ">=",
        Sign::Union => "|",
        Sign::Intersection | Sign::Difference => "&",
        Sign::Plus => "+",
        Sign::Minus => "-",
        Sign::Times => "*",
    }
}
