//! Functions of 64-bit numbers as functions of their halves.
//!
//! JavaScript has fast numbers of 32 bits only. So a variable `set` becomes `set_low` and
//! `set_high`, a parameter two, and a function that returns a set returns its lower half and leaves
//! the upper one in a variable of the file. Such a call has to come before the expression that needs
//! it, as a statement; what is not evaluated without need stays so.

mod arithmetic;
mod parts;
mod statements;
mod within;

use crate::{
    ir::{Entries, Function, Role, Sign, Statement, Table, Type, Unit},
    print::Printer,
};

use parts::{board, half, high, low, parts, zero};
use within::Within;

pub use arithmetic::{MULTIPLIED, SHIFTED_LEFT, SHIFTED_RIGHT};
pub use parts::{ENDS, HIGH, OWN};

/// The functions of a file by halves.
pub struct Halver<'a> {
    /// Tells the types of expressions before.
    printer: &'a Printer<'a>,
}

impl<'a> Halver<'a> {
    pub fn new(printer: &'a Printer<'a>) -> Self {
        Self { printer }
    }

    pub fn functions<'b>(&self, of: impl IntoIterator<Item = &'b Function>) -> Vec<Function> {
        of.into_iter().map(|one| self.function(one)).collect()
    }

    fn function(&self, function: &Function) -> Function {
        let mut within = Within {
            printer: self.printer,
            gives: function.gives,
            kinds: function.parameters.iter().cloned().collect(),
            used: 0,
        };
        let kept = function.board().filter(|board| board.is_kept);
        let body = match (kept, &function.body[..]) {
            (Some(_), [Statement::Return(value)]) => within.kept(&function.name, value),
            _ => within.block(&function.body),
        };
        let body = if function.role == Role::Public {
            [signs(&function.parameters), body].concat()
        } else {
            body
        };
        let mut made = Function {
            parameters: function.parameters.iter().flat_map(parts).collect(),
            gives: half(function.gives),
            body,
            ..function.clone()
        };
        if let Role::OfClass(Some(board)) = &mut made.role {
            board.is_kept = false;
        }
        made
    }

    /// What belongs to a class.
    pub fn unit(&self, unit: &Unit) -> Unit {
        Unit {
            title: unit.title.clone(),
            board: board(&unit.board),
            tables: unit.tables.iter().flat_map(tables).collect(),
            functions: self.functions(&unit.functions),
        }
    }
}

/// Gives halves a sign: engines may pass them without one, which compares differently.
fn signs(parameters: &[(String, Type)]) -> Vec<Statement> {
    let sets = parameters.iter().filter(|(_, kind)| *kind == Type::U64);
    let sign = |(name, _): (String, Type)| Statement::Assign {
        name,
        sign: Some(Sign::Union),
        value: zero(),
    };
    sets.flat_map(parts).map(sign).collect()
}

/// A table of sets as two tables.
fn tables(table: &Table) -> Vec<Table> {
    let Entries::Sets(sets) = &table.entries else {
        return vec![table.clone()];
    };
    let of = |name, shift: u32| Table {
        name,
        comment: table.comment.clone(),
        entries: Entries::Numbers(sets.iter().map(|set| (set >> shift) as i32).collect()),
    };
    vec![of(low(&table.name), 0), of(high(&table.name), 32)]
}
