//! Expressions, by the precedence of their operators.

use super::{KEYWORDS, MAX_EXPRESSIONS, Parser, Result};
use crate::{
    error::{RuleError, Span},
    lexer::Token,
    syntax::{Binary, Expr, ExprKind, MoveKind, Moves, Quantifier},
};

/// The maximum nesting of expressions: far deeper than people write them, far
/// less than the stack allows.
const MAX_DEPTH: usize = 100;

/// How tightly `not` and comparisons bind.
const COMPARISON: u8 = Binary::Equal.level();

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Result<Expr> {
        self.deeper(Self::expression_here)
    }

    /// Parses a recursive construct.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(too_deep(self.span()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn expression_here(&mut self) -> Result<Expr> {
        let start = self.span().start;
        if self.eat("if") {
            let condition = self.expression()?;
            self.expect("then", "after the condition")?;
            let yes = self.expression()?;
            self.expect("else", "after what 'then' gives")?;
            let no = self.expression()?;
            return self.node(start, ExprKind::If(Box::new([condition, yes, no])));
        }
        self.binary(Binary::Or.level())
    }

    fn node(&mut self, start: usize, kind: ExprKind) -> Result<Expr> {
        self.node_at(self.span_from(start), kind)
    }

    fn node_at(&mut self, span: Span, kind: ExprKind) -> Result<Expr> {
        self.expressions += 1;
        if self.expressions > MAX_EXPRESSIONS {
            let message = format!("the file has more than {MAX_EXPRESSIONS} expressions");
            return Err(RuleError::new(span, message));
        }
        let depth = 1 + kind
            .parts()
            .iter()
            .map(|part| part.depth)
            .max()
            .unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(too_deep(span));
        }
        Ok(Expr { span, kind, depth })
    }

    /// The operator of a level that comes next, if one does.
    fn operator(&self, level: u8) -> Option<Binary> {
        let is = |operator: &Binary| self.is_sign(operator.sign()) || self.is_word(operator.sign());
        let of_level = Binary::ALL.into_iter();
        of_level
            .filter(|operator| operator.level() == level)
            .find(is)
    }

    /// What operators of a level and of tighter ones join.
    fn binary(&mut self, level: u8) -> Result<Expr> {
        if level > Binary::Times.level() {
            return self.unary();
        }
        let start = self.span().start;
        if level == COMPARISON && self.eat("not") {
            let inner = self.deeper(|parser| parser.binary(COMPARISON))?;
            return self.node(start, ExprKind::Not(Box::new(inner)));
        }
        let left = self.binary(level + 1)?;
        let mut chain = vec![(self.span_from(start), left)];
        let mut last = None;
        while let Some(operator) = self.operator(level) {
            if level == COMPARISON && last.is_some() {
                let error = RuleError::new(self.span(), "comparisons cannot be chained");
                return Err(error.help("join two comparisons with 'and'"));
            }
            if let Some(last) = last.filter(|&last| last != operator || !operator.is_associative())
            {
                self.fold(last, &mut chain)?;
            }
            self.next();
            let start = self.span().start;
            let right = self.binary(level + 1)?;
            chain.push((self.span_from(start), right));
            last = Some(operator);
        }
        if let Some(last) = last {
            self.fold(last, &mut chain)?;
        }
        // One is left.
        match chain.pop() {
            Some((_, joined)) => Ok(joined),
            None => Err(self.unexpected("an expression")),
        }
    }

    /// Joins the operands of one operator to a single one, from the left. Long
    /// chains are joined in halves: they are not nested for people, and so they
    /// are not for the stack.
    fn fold(&mut self, operator: Binary, chain: &mut Vec<(Span, Expr)>) -> Result<()> {
        let depths = chain.iter().map(|(_, part)| part.depth);
        let nested = depths.reduce(|row, part| row.max(part) + 1);
        let is_long = chain.len() > MAX_DEPTH / 2 || nested > Some(MAX_DEPTH);
        while chain.len() > 1 {
            let pairs = if is_long { chain.len() / 2 } else { 1 };
            let mut parts = std::mem::take(chain).into_iter();
            for _ in 0..pairs {
                if let (Some((left_span, left)), Some((right_span, right))) =
                    (parts.next(), parts.next())
                {
                    let span = left_span.start..right_span.end;
                    let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
                    chain.push((span.clone(), self.node_at(span, kind)?));
                }
            }
            chain.extend(parts);
        }
        Ok(())
    }

    fn unary(&mut self) -> Result<Expr> {
        let start = self.span().start;
        let make = if self.eat("~") {
            ExprKind::Complement
        } else if self.eat("-") {
            ExprKind::Negative
        } else {
            return self.primary();
        };
        let inner = self.deeper(Self::unary)?;
        self.node(start, make(Box::new(inner)))
    }

    fn primary(&mut self) -> Result<Expr> {
        let start = self.span().start;
        let (token, _) = match self.peek() {
            Token::Word(_) | Token::Number(_) | Token::Bits(_) | Token::Sign("(" | "{") => {
                self.next()
            }
            _ => return Err(self.unexpected("an expression")),
        };
        let kind = match token {
            Token::Number(number) => ExprKind::Number(number),
            Token::Bits(bits) => ExprKind::Bits(bits),
            Token::Sign("(") => {
                let inner = self.expression()?;
                self.expect(")", "to close the bracket")?;
                return Ok(inner);
            }
            Token::Sign(_) => self.braces()?,
            Token::Word(word) => self.word(word, start)?,
            Token::Text(_) | Token::Wrong(_) | Token::End => {
                return Err(self.unexpected("an expression"));
            }
        };
        self.node(start, kind)
    }

    fn word(&mut self, word: &str, start: usize) -> Result<ExprKind> {
        let quantifier = match word {
            "any" => Some(Quantifier::Any),
            "all" => Some(Quantifier::All),
            // count(...) is the size of a set.
            "count" if !self.is_sign("(") => Some(Quantifier::Count),
            _ => None,
        };
        if let Some(quantifier) = quantifier {
            return match self.move_kind() {
                Some(kind) => self.moves(quantifier, kind),
                None => self.each(quantifier),
            };
        }
        if self.eat(".") {
            return self.member(word);
        }
        if self.eat("(") {
            let mut arguments = Vec::new();
            if !self.is_sign(")") {
                arguments.push(self.expression()?);
            }
            while !arguments.is_empty() && self.eat(",") {
                arguments.push(self.expression()?);
            }
            self.expect(")", "after the arguments")?;
            return Ok(ExprKind::Call(word.into(), arguments));
        }
        if self.eat("[") {
            let square = self.expression()?;
            self.expect("]", "after the square")?;
            return Ok(ExprKind::Entry(word.into(), Box::new(square)));
        }
        if KEYWORDS.contains(&word) {
            let span = start..start + word.len();
            return Err(RuleError::new(
                span,
                format!("expected an expression, found '{word}'"),
            ));
        }
        Ok(ExprKind::Name(word.into()))
    }

    /// What follows `us.` and the like.
    fn member(&mut self, owner: &str) -> Result<ExprKind> {
        let Token::Word(what) = *self.peek() else {
            let error = self.unexpected(&format!("a man or set after '{owner}.'"));
            return Err(match self.peek() {
                Token::Wrong(_) => error,
                _ => error.help("for example us.king or them.attacks"),
            });
        };
        self.next();
        Ok(ExprKind::Member(owner.into(), what.into()))
    }

    /// The kind of moves that comes next, unless it is the name of a square.
    fn move_kind(&self) -> Option<MoveKind> {
        let Token::Word(word) = *self.peek() else {
            return None;
        };
        let is_square = self.peek_further() == Token::Word("in");
        MoveKind::named(word).filter(|_| !is_square)
    }

    /// `capture m by us of them.rook : CONDITION`, after the keyword before it.
    fn moves(&mut self, quantifier: Quantifier, kind: MoveKind) -> Result<ExprKind> {
        let word = kind.name();
        self.next();
        let (name, _) = self.name(&format!("a name for the {word}, as in: any {word} m by us"))?;
        self.expect("by", "and who moves, as in: by us, by us.king")?;
        let by = self.side_or_men()?;
        let mut of = None;
        if self.is_word("of") && kind == MoveKind::Capture {
            self.next();
            of = Some(self.side_or_men()?);
        }
        self.expect(":", "and a condition on the position after the move")?;
        let condition = self.expression()?;
        Ok(ExprKind::Moves(Box::new(Moves {
            quantifier,
            kind,
            name,
            by,
            of,
            condition,
        })))
    }

    /// A side or some of its men: `us`, `us.king`.
    fn side_or_men(&mut self) -> Result<Expr> {
        let start = self.span().start;
        let Token::Word(side @ ("us" | "them" | "strong" | "weak")) = *self.peek() else {
            return Err(self.unexpected("a side or its men, as in: us, them.rook"));
        };
        self.next();
        let kind = if self.eat(".") {
            self.member(side)?
        } else {
            ExprKind::Name(side.into())
        };
        self.node(start, kind)
    }

    /// `x in SET : CONDITION`, after the keyword or brace that begins it.
    fn each(&mut self, quantifier: Quantifier) -> Result<ExprKind> {
        let (name, _) = self.name("a name for each square of the set")?;
        self.expect("in", "and a set")?;
        let set = self.deeper(|parser| parser.binary(Binary::Plus.level()))?;
        self.expect(":", "and a condition on each square")?;
        let condition = self.expression()?;
        Ok(ExprKind::Each(quantifier, name, Box::new([set, condition])))
    }

    /// A set, after its opening brace.
    fn braces(&mut self) -> Result<ExprKind> {
        let is_name = matches!(self.peek(), Token::Word(_));
        if is_name && self.peek_further() == Token::Word("in") {
            let each = self.each(Quantifier::Set)?;
            self.expect("}", "to close the set")?;
            return Ok(each);
        }
        let mut squares = Vec::new();
        while !self.is_sign("}") {
            squares.push(self.expression()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}", "to close the set")?;
        Ok(ExprKind::Squares(squares))
    }
}

fn too_deep(span: Span) -> RuleError {
    let message = format!("this is nested more than {MAX_DEPTH} levels deep");
    RuleError::new(span, message).help("name a part of it with 'let'")
}
