//! Functions of the intermediate form as code of a module.
//!
//! A number of 64 bits is one here. Squares and values that are computed once are global variables,
//! one set for each class; tables and data are the memory.

mod body;
mod program;

use super::binary::{Bytes, Defined};
use crate::ir::Function;

use body::Body;
use program::{Program, door, signature};

pub use program::Parts;

/// The bytes of a module.
pub fn module(parts: &Parts<'_>) -> Bytes {
    let doors: Vec<Function> = parts.exported.iter().map(|of| door(of)).collect();
    let mut program = Program::new(parts, &doors);
    for door in &doors {
        give(&mut program, door);
    }
    write_called(&mut program);
    program.module.bytes()
}

/// Writes a function that engines call.
fn give<'a>(program: &mut Program<'a>, door: &'a Function) {
    let (variables, code) = Body::new(program, door).finish(door);
    let number = program.define(Defined {
        signature: signature(door),
        variables,
        code,
    });
    program.module.exports.push((door.name.clone(), number));
}

/// Writes all functions that are called.
fn write_called(program: &mut Program<'_>) {
    while let Some(function) = program.wanted.pop() {
        let at = program.called(function) - program.module.imports.len();
        let (variables, code) = Body::new(program, function).finish(function);
        let defined = &mut program.module.functions[at];
        defined.variables = variables;
        defined.code = code;
    }
}
