//! Programs that answer questions about an exported file: see `source/harness.rs`.

use drawproof_tables::Material;

use crate::{
    ReadError,
    ir::{Expr, Function, Outcome, Role, Statement, Type},
    lang::Harness,
    source,
};

/// The functions of a class, and how they are asked.
pub struct AskedFunctions {
    /// The functions that take bitboards.
    pub of_board: Vec<Function>,
    /// What they take after the position: they are asked once with each of these.
    pub more: Vec<Vec<Expr>>,
    /// For each class the functions that take squares.
    pub of_class: Vec<(Material, Vec<Function>)>,
    /// The kinds of their results; none for rules.
    pub outcomes: &'static [Outcome],
    /// Makes a number of what functions return.
    pub number: fn(&[Function], Vec<Expr>) -> Expr,
}

impl AskedFunctions {
    /// The program.
    pub fn harness(self) -> Result<Harness, ReadError> {
        let own = vec![self.said_of_board(), self.said_of_squares()];
        let known: Vec<&Function> = own.iter().collect();
        let mut read = source::harness(&known)?.functions;
        // What other functions call comes before them, and what none calls is left out.
        let calls = own.iter().flat_map(Function::calls);
        let called: Vec<String> = calls.collect();
        let mut functions: Vec<Function> = Vec::new();
        read.retain(|function| {
            let is_number = ["both", "left", "sides"].contains(&function.name.as_str());
            let is_first = is_number || function.name == "byte_at";
            if is_first && (!is_number || called.contains(&function.name)) {
                functions.push(function.clone());
            }
            !is_first
        });
        functions.extend(own);
        functions.extend(read);
        let of_class = self.of_class.into_iter().flat_map(|(_, of)| of);
        Ok(Harness {
            asked: self.of_board.into_iter().chain(of_class).collect(),
            functions,
            outcomes: self.outcomes,
        })
    }

    /// What some functions return for the same arguments, as one number.
    fn number(&self, asked: &[Function], arguments: &[Expr], more: &[Vec<Expr>]) -> Expr {
        let each = asked.iter().flat_map(|function| {
            let calls = more.iter();
            calls.map(|more| Expr::call(&function.name, [arguments, more].concat()))
        });
        (self.number)(asked, each.collect())
    }

    fn said_of_board(&self) -> Function {
        let sets = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|name| (name, Type::U64));
        let rest = [("ep", Type::U32), ("turn", Type::Bool)];
        let parameters: Vec<(&str, Type)> = sets.into_iter().chain(rest).collect();
        let mut arguments: Vec<Expr> = parameters
            .iter()
            .map(|(name, kind)| Expr::local(name, *kind))
            .collect();
        // No castling rights.
        arguments.insert(sets.len(), Expr::Literal(0, Type::Square, false));
        let said = Statement::Return(self.number(&self.of_board, &arguments, &self.more));
        function("said_of_board", &parameters, said)
    }

    fn said_of_squares(&self) -> Function {
        let value = |(material, functions): &(Material, Vec<Function>)| {
            let others = material.men_count() as u64 - 1;
            let squares = (0..others).map(|man| {
                let squares = Expr::local("squares", Type::U64);
                let man = Expr::Literal(man, Type::U32, false);
                Expr::call("byte_at", vec![squares, man])
            });
            let turn = (!material.is_symmetric()).then(|| Expr::local("turn", Type::Bool));
            let last = Expr::local("last", Type::U32);
            let arguments: Vec<Expr> = squares.chain([last]).chain(turn).collect();
            let said = self.number(functions, &arguments, &[Vec::new()]);
            (material.to_string(), said)
        };
        let arms = self.of_class.iter().map(value).zip(0..);
        let choice = Statement::Match {
            value: Expr::local("number", Type::U32),
            arms: arms
                .map(|((title, value), class)| (class, title, value))
                .collect(),
            otherwise: Expr::Number(0),
        };
        let parameters = [
            ("number", Type::U32),
            ("squares", Type::U64),
            ("last", Type::U32),
            ("turn", Type::Bool),
        ];
        function("said_of_squares", &parameters, choice)
    }
}

fn function(name: &str, parameters: &[(&str, Type)], body: Statement) -> Function {
    let parameters = parameters.iter();
    Function {
        name: name.into(),
        comment: Vec::new(),
        parameters: parameters
            .map(|(name, kind)| ((*name).into(), *kind))
            .collect(),
        gives: Type::I32,
        body: vec![body],
        role: Role::Helper,
        is_small: false,
    }
}
