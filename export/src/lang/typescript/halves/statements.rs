//! Statements by halves.

use super::{
    parts::{HIGH, assign, binary, board, has_call, high, low, parts, union, variable, word, zero},
    within::Within,
};
use crate::ir::{Expr, Sign, Statement, Type};

impl Within<'_> {
    pub fn block(&mut self, statements: &[Statement]) -> Vec<Statement> {
        let mut to = Vec::new();
        for statement in statements {
            self.statement(statement, &mut to);
        }
        to
    }

    fn statement(&mut self, statement: &Statement, to: &mut Vec<Statement>) {
        match statement {
            Statement::Remark(_) => to.push(statement.clone()),
            Statement::Let {
                name,
                kind,
                is_mutable,
                value,
            } => {
                self.kinds.insert(name.clone(), *kind);
                let names = parts(&(name.clone(), *kind)).into_iter();
                let values = self.values(*kind, value, to);
                to.extend(names.zip(values).map(|((name, kind), value)| {
                    let is_mutable = *is_mutable;
                    Statement::Let {
                        name,
                        kind,
                        is_mutable,
                        value,
                    }
                }));
            }
            Statement::Assign { name, sign, value } => self.assigned(name, *sign, value, to),
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.one(condition, to);
                to.push(Statement::If {
                    condition,
                    then: self.block(then),
                    otherwise: self.block(otherwise),
                });
            }
            Statement::While { condition, body } => self.repeated(condition, body, to),
            Statement::ForEach { square, set, body } => self.each(square, set, body, to),
            Statement::Match {
                value,
                arms,
                otherwise,
            } => self.matched(value, arms, otherwise, to),
            Statement::Board {
                board: of,
                occupied,
            } => {
                let [low_half, high_half] = self.two(occupied, to);
                to.push(Statement::Board {
                    board: board(of),
                    occupied: low_half,
                });
                to.push(assign("board.occupied_high", high_half));
            }
            Statement::Return(value) => self.returned(value, to),
        }
    }

    fn returned(&mut self, value: &Expr, to: &mut Vec<Statement>) {
        if self.gives != Type::U64 {
            let value = self.one(value, to);
            return to.push(Statement::Return(value));
        }
        let [mut low, high] = self.two(value, to);
        // A call leaves its own upper half.
        if has_call(&low) {
            low = self.named(low, Type::U32, to);
        }
        to.push(assign(HIGH, high));
        to.push(Statement::Return(low));
    }

    fn assigned(&mut self, name: &str, sign: Option<Sign>, value: &Expr, to: &mut Vec<Statement>) {
        if self.kinds.get(name) == Some(&Type::U64) {
            return self.assigned_halves(name, sign, value, to);
        }
        let value = self.one(value, to);
        to.push(Statement::Assign {
            name: name.into(),
            sign,
            value,
        });
    }

    fn assigned_halves(
        &mut self,
        name: &str,
        sign: Option<Sign>,
        value: &Expr,
        to: &mut Vec<Statement>,
    ) {
        let value = match sign {
            Some(sign) => Expr::binary(sign, Expr::local(name, Type::U64), value.clone()),
            None => value.clone(),
        };
        let [mut low_half, high_half] = self.two(&value, to);
        // The upper half is assigned first.
        if low_half.mentions(&high(name)) {
            low_half = self.named(low_half, Type::U32, to);
        }
        to.push(assign(&high(name), high_half));
        to.push(assign(&low(name), low_half));
    }

    fn repeated(&mut self, condition: &Expr, body: &[Statement], to: &mut Vec<Statement>) {
        let mut before = Vec::new();
        let asked = self.one(condition, &mut before);
        if before.is_empty() {
            let body = self.block(body);
            return to.push(Statement::While {
                condition: asked,
                body,
            });
        }
        let name = self.fresh();
        to.extend(before);
        to.push(variable(&name, Type::Bool, asked));
        let mut body = self.block(body);
        let again = self.one(condition, &mut body);
        body.push(assign(&name, again));
        to.push(Statement::While {
            condition: Expr::local(&name, Type::Bool),
            body,
        });
    }

    fn each(&mut self, square: &str, set: &Expr, body: &[Statement], to: &mut Vec<Statement>) {
        let name = self.fresh();
        let names = [low(&name), high(&name)];
        let set = self.two(set, to);
        let begins = names.iter().zip(set);
        to.extend(begins.map(|(name, half)| variable(name, Type::U32, half)));
        let left = names.each_ref().map(|name| Expr::local(name, Type::U32));
        let first = Expr::call("first", left.to_vec());
        let without = |at: usize| {
            vec![Statement::Assign {
                name: names[at].clone(),
                sign: Some(Sign::Intersection),
                value: binary(Sign::WrappingMinus, &left[at], &word(1)),
            }]
        };
        let mut inner = vec![
            Statement::constant(square, Type::Square, first),
            Statement::If {
                condition: binary(Sign::NotEqual, &left[0], &zero()),
                then: without(0),
                otherwise: without(1),
            },
        ];
        inner.extend(self.block(body));
        let [low, high] = left;
        to.push(Statement::While {
            condition: Expr::binary(Sign::NotEqual, union(low, high), zero()),
            body: inner,
        });
    }

    /// As questions, since what is returned may take statements.
    fn matched(
        &mut self,
        value: &Expr,
        arms: &[(u64, String, Expr)],
        otherwise: &Expr,
        to: &mut Vec<Statement>,
    ) {
        let kind = self.printer.kind_of(value);
        if kind == Type::U64 {
            let halves = self.two(value, to);
            let [low, high] = self.named_halves(halves, to);
            for (key, title, arm) in arms {
                let is_low = binary(Sign::Equal, &low, &word(*key));
                let is_high = binary(Sign::Equal, &high, &word(key >> 32));
                let condition = Expr::binary(Sign::And, is_high, is_low);
                to.push(self.arm(condition, title, arm));
            }
            return self.returned(otherwise, to);
        }
        let value = self.one(value, to);
        let value = self.named(value, kind, to);
        self.halved(&value, kind, arms, otherwise, to);
    }

    fn arm(&mut self, condition: Expr, title: &str, arm: &Expr) -> Statement {
        let mut then = vec![Statement::Remark(title.into())];
        self.returned(arm, &mut then);
        Statement::If {
            condition,
            then,
            otherwise: Vec::new(),
        }
    }

    /// Each question halves what is left, if there is much.
    fn halved(
        &mut self,
        value: &Expr,
        kind: Type,
        arms: &[(u64, String, Expr)],
        otherwise: &Expr,
        to: &mut Vec<Statement>,
    ) {
        if arms.len() > 4 && arms.is_sorted_by_key(|(key, ..)| *key) {
            let (below, above) = arms.split_at(arms.len() / 2);
            let bound = Expr::Literal(above[0].0, kind, false);
            let mut then = Vec::new();
            self.halved(value, kind, below, otherwise, &mut then);
            to.push(Statement::If {
                condition: binary(Sign::Less, value, &bound),
                then,
                otherwise: Vec::new(),
            });
            return self.halved(value, kind, above, otherwise, to);
        }
        for (key, title, arm) in arms {
            let condition = binary(Sign::Equal, value, &Expr::Literal(*key, kind, false));
            to.push(self.arm(condition, title, arm));
        }
        self.returned(otherwise, to);
    }

    /// A value that is computed once.
    pub fn kept(&mut self, name: &str, value: &Expr) -> Vec<Statement> {
        let known = format!("known_{name}");
        let mut found = Vec::new();
        let names = parts(&(name.to_string(), self.gives));
        let values = self.values(self.gives, value, &mut found);
        let fields = names.iter().zip(values);
        found.extend(fields.map(|((name, _), value)| assign(&format!("board.{name}"), value)));
        found.push(assign(&format!("board.{known}"), Expr::Truth(true)));
        let mut body = vec![Statement::If {
            condition: Expr::Field(known, Type::Bool).negated(),
            then: found,
            otherwise: Vec::new(),
        }];
        let field = Expr::Field(name.into(), self.gives);
        self.returned(&field, &mut body);
        body
    }
}
