//! Lines of Go as gofmt writes them: its spaces around operators depend on how deep they are, it
//! aligns fields in columns, and it indents a line by the expressions that are open. The rules are
//! those of gofmt 1.19, for the forms that this crate prints; other lines stay as they are.

use super::expression::{Node, Token, parsed, tokens};

/// Lines, indented by four spaces for each level, as gofmt writes them.
pub fn formatted(lines: &[String]) -> Vec<String> {
    let lines: Vec<&str> = lines.iter().flat_map(|line| line.split('\n')).collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        at += match lines[at] {
            line if line.starts_with("type ") => fields(&lines[at..], &mut out),
            line if line.ends_with("Board{") => values(&lines[at..], &mut out),
            line if is_fixed(line) => {
                out.push(tabs(line));
                1
            }
            _ => statement(&lines[at..], &mut out),
        };
    }
    out
}

/// Whether a line has no expression that its spaces depend on.
fn is_fixed(line: &str) -> bool {
    let text = line.trim_start();
    let first = text.split([' ', '(']).next().unwrap_or_default();
    text.contains("//")
        || matches!(
            first,
            "" | "func" | "case" | "default:" | "package" | "import"
        )
        || text.starts_with(['0', '-', ')'])
        || text == "}"
        || text.ends_with("]uint64{")
}

/// A line whose indentation becomes tabs.
fn tabs(line: &str) -> String {
    let text = line.trim_start_matches(' ');
    "\t".repeat(depth(line)) + text
}

fn depth(line: &str) -> usize {
    (line.len() - line.trim_start_matches(' ').len()) / 4
}

/// The lines of a block, without the first and the last one.
fn inside<'a>(lines: &'a [&'a str]) -> &'a [&'a str] {
    let end = lines.iter().position(|line| line.trim() == "}");
    &lines[1..end.unwrap_or(lines.len())]
}

/// The fields of a type, in two columns; how many lines are written.
fn fields(lines: &[&str], out: &mut Vec<String>) -> usize {
    let inside = inside(lines);
    let name_of = |line: &str| line.trim().split(' ').next().map_or(0, str::len);
    let width = inside.iter().map(|line| name_of(line)).max().unwrap_or(0);
    out.push(tabs(lines[0]));
    for line in inside {
        let (name, kind) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        out.push(format!("\t{name:width$} {kind}"));
    }
    inside.len() + 1
}

/// The fields of a value; those that take one line are in two columns.
fn values(lines: &[&str], out: &mut Vec<String>) -> usize {
    let inside = inside(lines);
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in inside {
        match (line.trim().split_once(": "), all.last_mut()) {
            (Some((name, value)), _) => all.push((name, vec![value])),
            (None, Some((_, value))) => value.push(line),
            (None, None) => {}
        }
    }
    let short = all.iter().filter(|(_, value)| value.len() == 1);
    let width = short.map(|(name, _)| name.len() + 1).max().unwrap_or(0);
    out.push(tabs(lines[0]));
    let depth = depth(lines[0]) + 1;
    for (name, value) in &all {
        let width = if value.len() == 1 { width } else { 0 };
        let colon = format!("{name}:");
        let begin = format!("{}{colon:width$} ", "\t".repeat(depth));
        let text = parsed(&tokens(value.iter().copied()));
        let text = text.map_or_else(String::new, |(node, _)| {
            Writer::new(depth).expression(&node)
        });
        out.extend((begin + &text + ",").split('\n').map(String::from));
    }
    inside.len() + 1
}

/// A statement, or its first part up to a brace; how many lines it has.
fn statement(lines: &[&str], out: &mut Vec<String>) -> usize {
    let mut count = 1;
    while count < lines.len() && goes_on(&lines[..count]) {
        count += 1;
    }
    let all = tokens(lines[..count].iter().copied());
    let text = Writer::new(depth(lines[0])).statement(&all);
    match text {
        Some(text) => out.extend(text.split('\n').map(String::from)),
        None => out.extend(lines[..count].iter().map(|line| tabs(line))),
    }
    count
}

/// Whether the next line belongs to the same statement.
fn goes_on(lines: &[&str]) -> bool {
    let last = lines.last().map_or("", |line| line.trim_end());
    last.ends_with(['(', ',', '&', '|'])
}

/// Writes a statement, with its depth in tabs.
struct Writer {
    depth: usize,
    text: String,
}

impl Writer {
    fn new(depth: usize) -> Self {
        Self {
            depth,
            text: String::new(),
        }
    }

    /// An expression alone.
    fn expression(mut self, node: &Node) -> String {
        self.node(node, 1);
        self.text
    }

    /// A statement: words that are no expression, an expression, and perhaps more of both. `None`
    /// if it is no statement of a known form.
    fn statement(mut self, tokens: &[Token]) -> Option<String> {
        self.text = "\t".repeat(self.depth);
        let mut rest = tokens;
        loop {
            let begin = begin_of_expression(rest);
            for token in &rest[..begin] {
                self.word(&token.text);
            }
            let (node, used) = parsed(&rest[begin..])?;
            self.space();
            let is_asked = rest[..begin].iter().any(is_question);
            let node = if is_asked { asked(&node) } else { &node };
            self.node(node, 1);
            rest = &rest[begin + used..];
            match rest.split_first() {
                None => return Some(self.text),
                Some((token, [])) if token.text == "{" => {
                    self.text += " {";
                    return Some(self.text);
                }
                Some((token, more)) if token.text == ";" => {
                    self.text += ";";
                    rest = more;
                }
                Some(_) => return None,
            }
        }
    }

    fn space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\t') {
            self.text.push(' ');
        }
    }

    fn word(&mut self, word: &str) {
        self.space();
        self.text += word;
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.text += &"\t".repeat(self.depth);
    }

    /// An expression, at a depth as gofmt counts it: from 1, and deeper in arguments and operands.
    fn node(&mut self, node: &Node, depth: usize) {
        match node {
            Node::Atom(text) => self.text += text,
            Node::Opposite(sign, inner) => {
                self.text += sign;
                self.node(inner, depth);
            }
            Node::Parentheses(inner) => {
                self.text.push('(');
                self.node(inner, depth.saturating_sub(1).max(1));
                self.text.push(')');
            }
            Node::Entry(table, place) => {
                self.node(table, 1);
                self.text.push('[');
                self.node(place, depth + 1);
                self.text.push(']');
            }
            Node::Call(name, arguments) => {
                self.node(name, depth);
                self.arguments(arguments, depth + usize::from(arguments.len() > 1));
            }
            Node::Binary {
                sign,
                operands,
                is_broken,
            } => self.binary(node, sign, operands, *is_broken, depth),
            Node::Choice(kind, parts) => self.choice(kind, parts),
        }
    }

    fn arguments(&mut self, arguments: &[(Node, bool)], depth: usize) {
        let before = self.depth;
        self.text.push('(');
        for (at, (argument, is_broken)) in arguments.iter().enumerate() {
            if at > 0 {
                self.text.push(',');
            }
            if *is_broken {
                self.depth = before + 1;
                self.new_line();
            } else if at > 0 {
                self.text.push(' ');
            }
            self.node(argument, depth);
        }
        self.text.push(')');
        self.depth = before;
    }

    fn binary(
        &mut self,
        node: &Node,
        sign: &str,
        operands: &[Node; 2],
        is_broken: bool,
        depth: usize,
    ) {
        let before = self.depth;
        let rank = rank(sign);
        let [left, right] = operands;
        let has_spaces = rank < least_without_spaces(node, depth);
        let is_other = !matches!(left, Node::Binary { sign, .. } if self::rank(sign) == rank);
        self.node(left, depth + usize::from(is_other));
        if has_spaces {
            self.text.push(' ');
        }
        self.text += sign;
        if is_broken {
            self.depth += 1;
            self.new_line();
        } else if has_spaces {
            self.text.push(' ');
        }
        self.node(right, depth + 1);
        self.depth = before;
    }

    /// A function that is called at once.
    fn choice(&mut self, kind: &str, [condition, yes, no]: &[Node; 3]) {
        self.text += &format!("func() {kind} {{");
        self.depth += 1;
        self.new_line();
        self.text += "if ";
        self.node(asked(condition), 1);
        self.text += " {";
        self.depth += 1;
        self.new_line();
        self.text += "return ";
        self.node(yes, 1);
        self.depth -= 1;
        self.new_line();
        self.text.push('}');
        self.new_line();
        self.text += "return ";
        self.node(no, 1);
        self.depth -= 1;
        self.new_line();
        self.text += "}()";
    }
}

/// Where the first expression of a statement begins: behind an assignment or a word of the language.
fn begin_of_expression(tokens: &[Token]) -> usize {
    let end = tokens
        .iter()
        .position(|token| matches!(token.text.as_str(), ";" | "("));
    let head = &tokens[..end.unwrap_or(tokens.len())];
    let is_assignment = |token: &Token| match token.text.as_str() {
        "==" | "!=" | "<=" | ">=" => false,
        text => text.ends_with('='),
    };
    let is_word = |token: &Token| {
        matches!(
            token.text.as_str(),
            "if" | "else" | "}" | "for" | "switch" | "return"
        )
    };
    let assigned = head.iter().position(is_assignment).map(|at| at + 1);
    assigned.unwrap_or_else(|| head.iter().take_while(|token| is_word(token)).count())
}

/// A condition needs no parentheses.
fn asked(node: &Node) -> &Node {
    match node {
        Node::Parentheses(inner) => inner,
        node => node,
    }
}

fn is_question(token: &Token) -> bool {
    matches!(token.text.as_str(), "if" | "for" | "switch")
}

/// How strongly an operator binds.
pub fn rank(sign: &str) -> usize {
    match sign {
        "||" => 1,
        "&&" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => 3,
        "+" | "-" | "|" | "^" => 4,
        "*" | "/" | "%" | "<<" | ">>" | "&" | "&^" => 5,
        _ => 0,
    }
}

/// What gofmt looks at before it writes an operation: whether sums and products are in it, and from
/// which rank on operators need spaces because of the signs behind them.
#[derive(Copy, Clone, Default)]
struct Mixture {
    has_sum: bool,
    has_product: bool,
    spaced: usize,
}

impl Mixture {
    fn of(node: &Node) -> Self {
        let Node::Binary { sign, operands, .. } = node else {
            return Self::default();
        };
        let own = rank(sign);
        let [left, right] = &**operands;
        let mut mixture = Self {
            has_sum: own == 4,
            has_product: own == 5,
            spaced: match (right, sign.as_str()) {
                (Node::Opposite(of, _), "&") if matches!(of.as_str(), "&" | "^") => 5,
                (Node::Opposite(of, _), "+" | "-") if of == sign.as_str() => 4,
                _ => 0,
            },
        };
        for inner in [left, right] {
            let inner = Self::of(inner);
            mixture.has_sum |= inner.has_sum;
            mixture.has_product |= inner.has_product;
            mixture.spaced = mixture.spaced.max(inner.spaced);
        }
        mixture
    }
}

/// The lowest rank of operators without spaces in an operation at a depth.
fn least_without_spaces(node: &Node, depth: usize) -> usize {
    let mixture = Mixture::of(node);
    match (mixture.spaced, depth) {
        (0, 1) if mixture.has_sum && mixture.has_product => 5,
        (0, 1) => 6,
        (0, _) => 4,
        (spaced, _) => spaced + 1,
    }
}
