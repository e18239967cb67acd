//! The language-independent part of printing functions: parentheses and line breaks.

use std::collections::HashMap;

use crate::{
    ir::{Board, Expr, Function, Outcome, Sign, Statement, Type},
    text::{WIDTH, filled},
};

/// The syntax of a language.
pub trait Spelling {
    fn kind(&self, kind: Type) -> String;
    /// The name of a function of the file; `from` is the caller, if any.
    fn name(&self, function: &Function, from: Option<&Function>) -> String;
    /// A parameter or variable.
    fn local(&self, name: &str) -> String {
        name.into()
    }
    /// A constant of the file.
    fn constant(&self, name: &str) -> String {
        name.into()
    }
    fn truth(&self, truth: bool) -> &'static str {
        if truth { "true" } else { "false" }
    }
    fn number(&self, number: i32) -> String {
        number.to_string()
    }
    /// What a number is shifted by, of some type.
    fn shifted_by(&self, by: String, kind: Type) -> String {
        let _ = kind;
        by
    }
    /// A set of squares.
    fn bits(&self, bits: u64) -> String;
    /// The same as the left side of a shift, with the width of the result.
    fn shifted(&self, bits: u64) -> String {
        self.bits(bits)
    }
    fn square(&self, square: u32) -> String {
        square.to_string()
    }
    /// An unsigned number as written.
    fn literal(&self, number: u64, kind: Type, is_hexadecimal: bool) -> String {
        let _ = kind;
        if is_hexadecimal {
            format!("0x{number:x}")
        } else {
            number.to_string()
        }
    }
    /// A field of the board.
    fn field(&self, name: &str) -> String;
    /// The board as an argument, in the function that constructed it or in another one.
    fn board(&self, is_own: bool) -> String {
        if is_own { "&board" } else { "board" }.into()
    }
    /// The words of the exported table, as an argument.
    fn data(&self) -> String;
    fn entry(&self, table: &str, square: &str, gives: Type) -> String;
    /// A word of a table of words, by its place.
    fn table_word(&self, table: &str, place: &str) -> String;
    /// The sign of an infix operator, with the type of its left side.
    fn word(&self, sign: Sign, kind: Type) -> &'static str {
        let _ = kind;
        sign.usual()
    }
    /// The opposite of a truth, or of the bits of a number. `value` is in parentheses if necessary.
    fn not(&self, value: &str) -> String {
        format!("!{value}")
    }
    /// Whether an opposite counts as an operator for its neighbours.
    fn not_is_operator(&self) -> bool {
        false
    }
    fn complement(&self, value: &str) -> String {
        format!("~{value}")
    }
    /// The form of an operator for operands of some types, if it is not infix. Whether there is
    /// one may depend on the operator and the types only.
    fn operation(&self, sign: Sign, kinds: [Type; 2], left: &str, right: &str) -> Option<String>;
    /// A value as another type. `value` is in parentheses if necessary.
    fn cast(&self, to: Type, from: Type, value: &str) -> String;
    /// Whether a cast counts as an operator for its neighbours.
    fn cast_is_operator(&self) -> bool {
        false
    }
    /// One of two values of a type.
    fn choice(&self, kind: Type, condition: &str, yes: &str, no: &str) -> String {
        let _ = kind;
        format!("{condition} ? {yes} : {no}")
    }
    /// Whether a choice is an expression like others. If not, statements take its place where
    /// that is possible.
    fn has_choice(&self) -> bool {
        true
    }
    /// Whether this already puts the parts of a choice into some kind of
    /// brackets.
    fn choice_has_brackets(&self) -> bool {
        false
    }
    /// What a score means.
    fn outcome(&self, outcome: Outcome, score: &str) -> String;
    fn variable(&self, name: &str, kind: Type, is_mutable: bool, value: &str) -> String;
    fn assign(&self, name: &str, sign: Option<&str>, value: &str) -> String {
        format!("{name} {}= {value};", sign.unwrap_or_default())
    }
    /// A variable that gets its value later.
    fn later(&self, name: &str, kind: Type) -> String {
        format!("{} {name};", self.kind(kind))
    }
    /// The first line of a conditional statement: `if`, `else if` or `while`.
    fn asks(&self, word: &str, condition: &str) -> String {
        format!("{word} ({condition}) {{")
    }
    /// The line between the parts of a conditional statement, before another condition if there is
    /// one.
    fn or_else(&self, condition: Option<&str>) -> String {
        match condition {
            Some(condition) => format!("}} {}", self.asks("else if", condition)),
            None => "} else {".into(),
        }
    }
    /// The last line of a function, loop or conditional statement.
    fn block_end(&self) -> Option<&'static str> {
        Some("}")
    }
    /// What a line of a comment begins with.
    fn remark_sign(&self) -> &'static str {
        "//"
    }
    /// How an expression goes on in the next line.
    fn line_end(&self) -> LineEnd {
        LineEnd::BeforeOperators
    }
    /// Whether an expression on several lines has to be in parentheses.
    fn lines_need_parentheses(&self) -> bool {
        false
    }
    /// The head of a loop over a set, with its square.
    fn each(&self, set: &str, square: &str) -> Vec<String>;
    /// The statement that returns a value.
    fn returns(&self, value: &str) -> String {
        format!("return {value};")
    }
    /// The same at the end of a function.
    fn gives(&self, value: &str) -> String {
        self.returns(value)
    }
    /// Returns one of many values by a number of a type: number, comment and value of each.
    fn select(
        &self,
        (value, _): (&str, Type),
        arms: &[(u64, String, String)],
        otherwise: &str,
    ) -> Vec<String> {
        let mut lines = vec![self.asks("switch", value)];
        for (key, title, arm) in arms {
            lines.push(format!("case {}: // {title}", self.key(*key)));
            lines.push(format!("    {}", self.returns(arm)));
        }
        let otherwise = format!("    {}", self.returns(otherwise));
        lines.extend(["default:".into(), otherwise, "}".into()]);
        lines
    }
    /// The number of a choice.
    fn key(&self, key: u64) -> String {
        format!("0x{key:x}")
    }
    /// Constructs the board of a class.
    fn new_board(&self, board: &Board, occupied: &str) -> Vec<String>;
    /// The lines before the body of a function, including its comment.
    fn head(&self, function: &Function) -> Vec<String>;
    /// The body of a function that computes its value once.
    fn kept(&self, function: &Function, value: &str) -> Vec<String>;
    /// What a line of documentation begins with.
    fn doc_sign(&self) -> &'static str {
        "//"
    }
    /// The definition of a constant.
    fn constant_item(&self, name: &str, kind: Type, value: &str) -> String;
    /// The definition of the board of a class.
    fn board_type(&self, board: &Board) -> Vec<String>;
    /// The types of the entries of tables: sets, squares, words, and numbers of 8, 16 and 32
    /// bits.
    fn entry_kinds(&self) -> [&'static str; 6];
    /// The lines before the entries of a table, and the one after them.
    fn table_frame(&self, name: &str, kind: &str, count: usize) -> (Vec<String>, &'static str);
    /// The definition of a table of words, if it has a form of its own.
    fn words_item(&self, name: &str, words: &[u16]) -> Option<Vec<String>> {
        let _ = (name, words);
        None
    }
}

/// Where a line may end within an expression.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum LineEnd {
    BeforeOperators,
    AfterOperators,
}

/// Prints functions that may call each other.
pub struct Printer<'a> {
    spelling: &'a dyn Spelling,
    known: HashMap<&'a str, &'a Function>,
}

/// Prints the inside of a function.
struct Within<'a> {
    printer: &'a Printer<'a>,
    /// `None` outside functions.
    function: Option<&'a Function>,
}

impl<'a> Printer<'a> {
    /// A printer of functions that call those that are `known`.
    pub fn new(spelling: &'a dyn Spelling, known: impl IntoIterator<Item = &'a Function>) -> Self {
        let known = known.into_iter();
        Self {
            spelling,
            known: known
                .map(|function| (function.name.as_str(), function))
                .collect(),
        }
    }

    /// The syntax.
    pub fn spelling(&self) -> &dyn Spelling {
        self.spelling
    }

    /// Functions, each with an empty line before it.
    pub fn functions(&self, functions: impl IntoIterator<Item = &'a Function>) -> Vec<String> {
        let lines = functions.into_iter().flat_map(|function| {
            let mut lines = vec![String::new()];
            lines.extend(self.function(function));
            lines
        });
        lines.collect()
    }

    /// The lines of a function.
    pub fn function(&self, function: &Function) -> Vec<String> {
        let within = Within {
            printer: self,
            function: Some(function),
        };
        let mut lines = self.spelling.head(function);
        match (function.board(), &function.body[..]) {
            (Some(board), [Statement::Return(value)]) if board.is_kept => {
                let value = within.value(value, 8);
                lines.extend(self.spelling.kept(function, &value));
            }
            _ => within.block(&function.body, 4, true, &mut lines),
        }
        lines.extend(self.spelling.block_end().map(String::from));
        lines
    }

    /// A value outside functions.
    pub fn constant(&self, value: &Expr) -> String {
        let within = Within {
            printer: self,
            function: None,
        };
        within.flat(value)
    }

    /// The type of an expression.
    pub fn kind_of(&self, expr: &Expr) -> Type {
        match expr {
            Expr::Truth(_) | Expr::Not(_) => Type::Bool,
            Expr::Number(_) => Type::I32,
            Expr::Square(_) | Expr::Word(..) => Type::Square,
            Expr::Bits(_) => Type::U64,
            Expr::Data => Type::Data,
            Expr::Literal(_, kind, _)
            | Expr::Local(_, kind)
            | Expr::Constant(_, kind)
            | Expr::Field(_, kind)
            | Expr::Entry(_, _, kind)
            | Expr::Cast(kind, _) => *kind,
            Expr::Call(name, _) => {
                let called = self.known.get(name.as_str());
                called.map_or(Type::U64, |function| function.gives)
            }
            Expr::Complement(inner) | Expr::Negative(inner) => self.kind_of(inner),
            Expr::Binary(sign, left, _) => match sign {
                Sign::And | Sign::Or => Type::Bool,
                sign if sign.is_comparison() => Type::Bool,
                _ => self.kind_of(left),
            },
            Expr::If(parts) => self.kind_of(&parts[1]),
            Expr::Outcome(outcome, _) => Type::Outcome(*outcome),
        }
    }
}

impl Within<'_> {
    fn spelling(&self) -> &dyn Spelling {
        self.printer.spelling
    }

    fn block(&self, statements: &[Statement], indent: usize, is_last: bool, to: &mut Vec<String>) {
        for (at, statement) in statements.iter().enumerate() {
            let is_last = is_last && at + 1 == statements.len();
            self.statement(statement, indent, is_last, to);
        }
    }

    fn statement(&self, statement: &Statement, indent: usize, is_last: bool, to: &mut Vec<String>) {
        let pad = " ".repeat(indent);
        let spelling = self.spelling();
        let value = |expr: &Expr| self.value(expr, indent + 4);
        let lines = || {
            let lines = self.lines(statement, indent).into_iter();
            lines.map(|line| format!("{pad}{line}"))
        };
        match statement {
            Statement::Remark(line) => to.push(format!("{pad}{} {line}", spelling.remark_sign())),
            Statement::Let {
                name,
                kind,
                value: of @ Expr::If(_),
                ..
            } if !spelling.has_choice() => {
                to.push(pad + &spelling.later(&spelling.local(name), *kind));
                let assign = |value| Statement::Assign {
                    name: name.clone(),
                    sign: None,
                    value,
                };
                self.statement(&chosen(of, &assign), indent, false, to);
            }
            Statement::Let {
                name,
                kind,
                is_mutable,
                value: of,
            } => {
                let local = spelling.local(name);
                to.push(pad + &spelling.variable(&local, *kind, *is_mutable, &value(of)));
            }
            Statement::Assign {
                name,
                sign,
                value: of,
            } => to.extend(self.assigned(name, *sign, of, indent)),
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                to.push(pad + &spelling.asks("if", &value(condition)));
                self.block(then, indent + 4, false, to);
                self.otherwise(otherwise, indent, to);
                self.end(indent, to);
            }
            Statement::While { condition, body } => {
                to.push(pad + &spelling.asks("while", &value(condition)));
                self.block(body, indent + 4, false, to);
                self.end(indent, to);
            }
            Statement::ForEach { body, .. } => {
                to.extend(lines());
                self.block(body, indent + 4, false, to);
                self.end(indent, to);
            }
            Statement::Match { .. } | Statement::Board { .. } => to.extend(lines()),
            Statement::Return(Expr::If(parts)) if !spelling.has_choice() => {
                let [condition, yes, no] = &**parts;
                let asked = Statement::If {
                    condition: condition.clone(),
                    then: vec![Statement::Return(yes.clone())],
                    otherwise: Vec::new(),
                };
                self.statement(&asked, indent, false, to);
                self.statement(&Statement::Return(no.clone()), indent, is_last, to);
            }
            Statement::Return(of) if is_last => to.push(pad + &spelling.gives(&value(of))),
            Statement::Return(of) => to.push(pad + &spelling.returns(&value(of))),
        }
    }

    /// The last line of a block, where a language has one.
    fn end(&self, indent: usize, to: &mut Vec<String>) {
        let end = self.spelling().block_end();
        to.extend(end.map(|end| " ".repeat(indent) + end));
    }

    /// The lines of a statement whose form depends on the language.
    fn lines(&self, statement: &Statement, indent: usize) -> Vec<String> {
        let spelling = self.spelling();
        let value = |expr: &Expr| self.value(expr, indent + 4);
        match statement {
            Statement::ForEach { square, set, .. } => {
                spelling.each(&value(set), &spelling.local(square))
            }
            Statement::Match {
                value: of,
                arms,
                otherwise,
            } => {
                let arms = arms.iter();
                let arms = arms
                    .map(|(key, title, arm)| (*key, title.clone(), self.value(arm, indent + 8)));
                let arms: Vec<_> = arms.collect();
                let kind = self.printer.kind_of(of);
                spelling.select((&value(of), kind), &arms, &value(otherwise))
            }
            Statement::Board { board, occupied } => spelling.new_board(board, &value(occupied)),
            _ => Vec::new(),
        }
    }

    fn assigned(&self, name: &str, sign: Option<Sign>, of: &Expr, indent: usize) -> Vec<String> {
        let spelling = self.spelling();
        let local = spelling.local(name);
        let by_kind = self.printer.kind_of(of);
        let value = match sign {
            Some(Sign::ShiftLeft | Sign::ShiftRight) => {
                spelling.shifted_by(self.operand(of), by_kind)
            }
            _ => self.value(of, indent + 4),
        };
        let kind = self.kind_of_variable(name);
        let line = sign.and_then(|sign| {
            let kinds = [kind, by_kind];
            let value = spelling.operation(sign, kinds, &local, &self.operand(of))?;
            Some(spelling.assign(&local, None, &value))
        });
        let sign = sign.map(|sign| spelling.word(sign, kind));
        let line = line.unwrap_or_else(|| spelling.assign(&local, sign, &value));
        vec![" ".repeat(indent) + &line]
    }

    /// The type of a parameter or variable of the function.
    fn kind_of_variable(&self, name: &str) -> Type {
        fn find(statements: &[Statement], wanted: &str) -> Option<Type> {
            statements.iter().find_map(|statement| match statement {
                Statement::Let { name, kind, .. } if name == wanted => Some(*kind),
                Statement::If {
                    then, otherwise, ..
                } => find(then, wanted).or_else(|| find(otherwise, wanted)),
                Statement::While { body, .. } | Statement::ForEach { body, .. } => {
                    find(body, wanted)
                }
                _ => None,
            })
        }
        let of = |function: &Function| {
            let mut parameters = function.parameters.iter();
            let parameter = parameters.find(|(parameter, _)| parameter == name);
            parameter
                .map(|(_, kind)| *kind)
                .or_else(|| find(&function.body, name))
        };
        self.function.and_then(of).unwrap_or(Type::U64)
    }

    fn otherwise(&self, otherwise: &[Statement], indent: usize, to: &mut Vec<String>) {
        let pad = " ".repeat(indent);
        match otherwise {
            [] => {}
            [
                Statement::If {
                    condition,
                    then,
                    otherwise,
                },
            ] => {
                let condition = self.value(condition, indent + 4);
                to.push(pad + &self.spelling().or_else(Some(&condition)));
                self.block(then, indent + 4, false, to);
                self.otherwise(otherwise, indent, to);
            }
            statements => {
                to.push(pad + &self.spelling().or_else(None));
                self.block(statements, indent + 4, false, to);
            }
        }
    }

    /// An expression; on several lines if it is too long for one.
    fn value(&self, expr: &Expr, indent: usize) -> String {
        let value = self.in_parentheses(expr, indent);
        let is_open = value.contains('\n') && !matches!(expr, Expr::Call(..));
        if is_open && self.spelling().lines_need_parentheses() {
            format!("({value})")
        } else {
            value
        }
    }

    /// The same where there are parentheses around it.
    fn in_parentheses(&self, expr: &Expr, indent: usize) -> String {
        let flat = self.flat(expr);
        if flat.len() + indent <= WIDTH {
            return flat;
        }
        let pad = format!("\n{}", " ".repeat(indent));
        match expr {
            Expr::Binary(sign @ (Sign::And | Sign::Or | Sign::Union), left, _)
                if !self.has_operation(expr) =>
            {
                let mut operands = Vec::new();
                chain(expr, *sign, &mut operands);
                let operands = operands.into_iter().map(|of| self.broken(of, indent + 4));
                let operands: Vec<String> = operands.collect();
                let word = self.spelling().word(*sign, self.printer.kind_of(left));
                match self.spelling().line_end() {
                    LineEnd::BeforeOperators => operands.join(&format!("{pad}{word} ")),
                    LineEnd::AfterOperators => operands.join(&format!(" {word}{pad}")),
                }
            }
            Expr::Not(inner) => self.spelling().not(&self.broken(inner, indent)),
            Expr::Call(name, arguments) => {
                let (name, arguments) = self.call(name, arguments);
                format!("{name}({pad}{})", filled(&arguments, indent).join(&pad))
            }
            _ => flat,
        }
    }

    fn broken(&self, expr: &Expr, indent: usize) -> String {
        let is_simple = matches!(expr, Expr::Binary(sign, ..) if sign.is_comparison());
        if self.is_compound(expr) && !is_simple {
            format!("({})", self.in_parentheses(expr, indent))
        } else {
            self.in_parentheses(expr, indent)
        }
    }

    /// The name and the arguments of a call.
    fn call(&self, name: &str, arguments: &[Expr]) -> (String, Vec<String>) {
        let arguments = arguments.iter().map(|argument| self.flat(argument));
        let Some(function) = self.printer.known.get(name) else {
            return (name.into(), arguments.collect());
        };
        let is_own = self.function.is_some_and(Function::owns_board);
        let board = function.board().map(|_| self.spelling().board(is_own));
        let name = self.spelling().name(function, self.function);
        (name, board.into_iter().chain(arguments).collect())
    }

    fn flat(&self, expr: &Expr) -> String {
        let spelling = self.spelling();
        match expr {
            Expr::Number(number) => spelling.number(*number),
            Expr::Bits(bits) => spelling.bits(*bits),
            Expr::Square(square) => spelling.square(*square),
            Expr::Truth(truth) => spelling.truth(*truth).into(),
            Expr::Literal(number, kind, is_hexadecimal) => {
                spelling.literal(*number, *kind, *is_hexadecimal)
            }
            Expr::Field(name, _) => spelling.field(name),
            Expr::Local(name, _) => spelling.local(name),
            Expr::Constant(name, _) => spelling.constant(name),
            Expr::Data => spelling.data(),
            Expr::Call(name, arguments) => {
                let (name, arguments) = self.call(name, arguments);
                format!("{name}({})", arguments.join(", "))
            }
            Expr::Entry(table, square, gives) => spelling.entry(table, &self.flat(square), *gives),
            Expr::Word(table, place) => spelling.table_word(table, &self.flat(place)),
            Expr::Not(inner) => spelling.not(&self.atom(inner)),
            Expr::Complement(inner) => spelling.complement(&self.atom(inner)),
            Expr::Negative(inner) => format!("-{}", self.atom(inner)),
            Expr::Binary(sign, left, right) => self.binary(expr, *sign, left, right),
            Expr::Cast(to, inner) => {
                spelling.cast(*to, self.printer.kind_of(inner), &self.atom(inner))
            }
            Expr::If(parts) => {
                let [condition, yes, no] = &**parts;
                let part = |part: &Expr| match part {
                    Expr::Binary(sign, ..) if sign.is_comparison() => self.flat(part),
                    part if spelling.choice_has_brackets() => self.flat(part),
                    part => self.operand(part),
                };
                let kind = self.printer.kind_of(yes);
                spelling.choice(kind, &part(condition), &part(yes), &part(no))
            }
            Expr::Outcome(outcome, score) => spelling.outcome(*outcome, &self.flat(score)),
        }
    }

    fn binary(&self, expr: &Expr, sign: Sign, left: &Expr, right: &Expr) -> String {
        // The operands only if the language has an operation of its own: printing them
        // twice at each level would take exponential time.
        if self.has_operation(expr) {
            let kinds = [left, right].map(|of| self.printer.kind_of(of));
            let left = match left {
                Expr::Literal(bits, Type::U64, _) if sign == Sign::ShiftLeft => {
                    self.spelling().shifted(*bits)
                }
                left => self.operand(left),
            };
            let said = self
                .spelling()
                .operation(sign, kinds, &left, &self.operand(right));
            return said.unwrap_or_default();
        }
        let word = self.spelling().word(sign, self.printer.kind_of(left));
        if matches!(sign, Sign::And | Sign::Or | Sign::Union | Sign::Xor) {
            let mut operands = Vec::new();
            chain(expr, sign, &mut operands);
            let operand = |of: &Expr| match of {
                Expr::Binary(inner, ..)
                    if matches!(sign, Sign::And | Sign::Or) && inner.is_comparison() =>
                {
                    self.flat(of)
                }
                _ => self.operand(of),
            };
            let operands: Vec<String> = operands.into_iter().map(operand).collect();
            return operands.join(&format!(" {word} "));
        }
        // Left-associative chains need no parentheses.
        let goes_on = match (sign, left) {
            (Sign::Intersection, Expr::Binary(inner, ..)) => *inner == Sign::Intersection,
            (Sign::Plus | Sign::Minus, Expr::Binary(inner, ..)) => {
                matches!(inner, Sign::Plus | Sign::Minus)
            }
            (Sign::Times, Expr::Binary(inner, ..)) => *inner == Sign::Times,
            _ => false,
        };
        let left = match left {
            // The shifted operand must have the width of the result.
            Expr::Literal(bits, Type::U64, _) if sign == Sign::ShiftLeft => {
                self.spelling().shifted(*bits)
            }
            left if goes_on => self.flat(left),
            left => self.operand(left),
        };
        let right = match sign {
            Sign::ShiftLeft | Sign::ShiftRight => {
                let kind = self.printer.kind_of(right);
                self.spelling().shifted_by(self.operand(right), kind)
            }
            _ => self.operand(right),
        };
        format!("{left} {word} {right}")
    }

    /// An expression as an operand.
    fn operand(&self, expr: &Expr) -> String {
        let flat = self.flat(expr);
        if self.is_compound(expr) {
            format!("({flat})")
        } else {
            flat
        }
    }

    /// An expression after a unary operator.
    fn atom(&self, expr: &Expr) -> String {
        match expr {
            Expr::Negative(_) | Expr::Number(_) => format!("({})", self.flat(expr)),
            _ => self.operand(expr),
        }
    }

    fn has_operation(&self, expr: &Expr) -> bool {
        let Expr::Binary(sign, left, right) = expr else {
            return false;
        };
        let kinds = [left, right].map(|of| self.printer.kind_of(of));
        self.spelling().operation(*sign, kinds, "a", "b").is_some()
    }

    fn is_compound(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Binary(..) => !self.has_operation(expr),
            Expr::If(_) => self.spelling().has_choice(),
            Expr::Not(_) => self.spelling().not_is_operator(),
            Expr::Cast(..) => self.spelling().cast_is_operator(),
            _ => false,
        }
    }
}

/// What a choice decides, as a statement.
fn chosen(of: &Expr, with: &dyn Fn(Expr) -> Statement) -> Statement {
    let Expr::If(parts) = of else {
        return with(of.clone());
    };
    let [condition, yes, no] = &**parts;
    Statement::If {
        condition: condition.clone(),
        then: vec![chosen(yes, with)],
        otherwise: vec![chosen(no, with)],
    }
}

/// The operands of a chain of one operator, however it was parenthesised.
fn chain<'a>(expr: &'a Expr, sign: Sign, operands: &mut Vec<&'a Expr>) {
    match expr {
        Expr::Binary(inner, left, right) if *inner == sign => {
            chain(left, sign, operands);
            chain(right, sign, operands);
        }
        _ => operands.push(expr),
    }
}
