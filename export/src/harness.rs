//! Programs that answer questions about an exported file: see `source/harness.rs`.

use drawproof_tables::Material;

use crate::{
    ir::{Expr, Function, Outcome, Role, Statement, Type},
    lang::Harness,
    source,
};

/// How many bitboards the functions that take them begin with.
const SETS: usize = 8;

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
    pub fn harness(self) -> Harness {
        let own = vec![self.said_of_board(), self.said_of_squares()];
        let mut read = source::written().harness.functions.clone();
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
        Harness {
            asked: self.of_board.into_iter().chain(of_class).collect(),
            functions,
            outcomes: self.outcomes,
        }
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
        let head = head("said_of_board");
        let parameters = head.parameters.iter();
        let mut arguments: Vec<Expr> = parameters
            .map(|(name, kind)| Expr::local(name, *kind))
            .collect();
        // No castling rights.
        arguments.insert(SETS, Expr::Literal(0, Type::Square, false));
        let said = self.number(&self.of_board, &arguments, &self.more);
        with_body(head, Statement::Return(said))
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
        with_body(head("said_of_squares"), choice)
    }
}

/// The head of a function that `source/harness.rs` calls.
fn head(name: &str) -> &'static Function {
    let mut heads = source::written().asked.functions.iter();
    heads
        .find(|head| head.name == name)
        .expect("source/asked.rs has all of them")
}

fn with_body(head: &Function, body: Statement) -> Function {
    Function {
        body: vec![body],
        role: Role::Helper,
        ..head.clone()
    }
}
