//! The expressions that are printed as Go, read again: their tree, and where their lines end.

use super::format::rank;

/// A word, number, name with dots, or sign.
#[derive(Clone, Debug)]
pub struct Token {
    pub text: String,
    /// Whether a line begins with it, other than the first.
    pub is_first: bool,
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Node {
    Atom(String),
    /// A sign before an operand.
    Opposite(String, Box<Node>),
    Parentheses(Box<Node>),
    Entry(Box<Node>, Box<Node>),
    /// A call, with each argument and whether a line begins with it.
    Call(Box<Node>, Vec<(Node, bool)>),
    Binary {
        sign: String,
        operands: Box<[Node; 2]>,
        /// Whether a line ends after the operator.
        is_broken: bool,
    },
    /// A function that is called at once: the type, the condition and both values.
    Choice(String, Box<[Node; 3]>),
}

const SIGNS: [&str; 20] = [
    "<<=", ">>=", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", ":=", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "[]",
];

/// The tokens of lines.
pub fn tokens<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Token> {
    let mut all = Vec::new();
    for (at, line) in lines.enumerate() {
        let mut rest = line.trim();
        let mut is_first = at > 0;
        while !rest.is_empty() {
            let is_inside = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
            let word = rest.find(|letter| !is_inside(letter)).unwrap_or(rest.len());
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let one = rest.chars().next().map_or(0, char::len_utf8);
            let length = sign.map_or(word.max(one), |sign| sign.len());
            let (text, after) = rest.split_at(length);
            all.push(Token {
                text: text.into(),
                is_first,
            });
            is_first = false;
            rest = after.trim_start();
        }
    }
    all
}

/// The expression that tokens begin with, and how many they are. `None` if there is none.
pub fn parsed(tokens: &[Token]) -> Option<(Node, usize)> {
    let mut reader = Reader { tokens, at: 0 };
    let node = reader.binary(1)?;
    Some((node, reader.at))
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl Reader<'_> {
    fn next(&self) -> &str {
        let token = self.tokens.get(self.at);
        token.map_or("", |token| token.text.as_str())
    }

    fn is_first(&self) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.is_first)
    }

    /// Goes past a token, which must be this one.
    fn pass(&mut self, text: &str) -> Option<()> {
        let is_there = self.next() == text;
        self.at += usize::from(is_there);
        is_there.then_some(())
    }

    fn binary(&mut self, least: usize) -> Option<Node> {
        let mut left = self.opposite()?;
        loop {
            let sign = self.next().to_string();
            let own = rank(&sign);
            if own < least {
                return Some(left);
            }
            self.at += 1;
            let is_broken = self.is_first();
            let right = self.binary(own + 1)?;
            left = Node::Binary {
                sign,
                operands: Box::new([left, right]),
                is_broken,
            };
        }
    }

    fn opposite(&mut self) -> Option<Node> {
        let sign = self.next().to_string();
        if !matches!(sign.as_str(), "!" | "^" | "-" | "&") {
            return self.operand();
        }
        self.at += 1;
        Some(Node::Opposite(sign, Box::new(self.opposite()?)))
    }

    fn operand(&mut self) -> Option<Node> {
        let mut node = match self.next() {
            "(" => {
                self.at += 1;
                let inner = self.binary(1)?;
                self.pass(")")?;
                Node::Parentheses(Box::new(inner))
            }
            "func" => self.choice()?,
            word if word.starts_with(|letter: char| letter.is_alphanumeric()) => {
                let word = word.to_string();
                self.at += 1;
                Node::Atom(word)
            }
            _ => return None,
        };
        loop {
            match self.next() {
                "(" => node = Node::Call(Box::new(node), self.arguments()?),
                "[" => {
                    self.at += 1;
                    let place = self.binary(1)?;
                    self.pass("]")?;
                    node = Node::Entry(Box::new(node), Box::new(place));
                }
                _ => return Some(node),
            }
        }
    }

    fn arguments(&mut self) -> Option<Vec<(Node, bool)>> {
        let mut arguments = Vec::new();
        self.pass("(")?;
        while self.next() != ")" {
            let is_first = self.is_first();
            arguments.push((self.binary(1)?, is_first));
            if self.next() != ")" {
                self.pass(",")?;
            }
        }
        self.pass(")")?;
        Some(arguments)
    }

    /// `func() T { if condition { return yes }; return no }()`.
    fn choice(&mut self) -> Option<Node> {
        for text in ["func", "(", ")"] {
            self.pass(text)?;
        }
        let kind = self.next().to_string();
        self.at += 1;
        for text in ["{", "if"] {
            self.pass(text)?;
        }
        let condition = self.binary(1)?;
        for text in ["{", "return"] {
            self.pass(text)?;
        }
        let yes = self.binary(1)?;
        for text in ["}", ";", "return"] {
            self.pass(text)?;
        }
        let no = self.binary(1)?;
        for text in ["}", "(", ")"] {
            self.pass(text)?;
        }
        Some(Node::Choice(kind, Box::new([condition, yes, no])))
    }
}
