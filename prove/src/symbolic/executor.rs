//! Calls of functions, and what is remembered between them.

use std::collections::BTreeMap;

use drawproof_export::ir::{Function, Program, Role, Table, Type};
use rustc_hash::FxHashMap;

use super::{
    error::SymbolicError,
    limits::Limits,
    squares::Squares,
    value::{Number, Value},
};
use crate::{circuit::Circuit, set::Set};

/// How deep calls and expressions may be within each other.
const MAX_DEPTH: usize = 400;

/// The fields of a board by name: squares of men, and sets of squares.
pub type Board = BTreeMap<String, Value>;

/// A call: the function, its arguments, and the board if the function asks it.
type Call<'a> = (&'a str, Vec<Value>, Option<usize>);

/// Executes functions of rules, and holds the circuit of their values.
#[derive(Debug)]
pub struct Executor<'a> {
    functions: FxHashMap<&'a str, &'a Function>,
    pub(super) tables: FxHashMap<&'a str, &'a Table>,
    pub(super) circuit: Circuit,
    pub(super) squares: Squares,
    boards: Vec<Board>,
    known: FxHashMap<Call<'a>, Value>,
    limits: Limits,
    steps: u64,
    depth: usize,
}

/// A function that is being executed.
#[derive(Debug)]
pub struct Frame<'a> {
    pub function: &'a str,
    /// Parameters and variables; the later of two with one name hides the other.
    pub locals: Vec<(&'a str, Value)>,
    /// The board by its number.
    pub board: Option<usize>,
}

impl Frame<'_> {
    /// A parameter or variable.
    pub fn local(&self, name: &str) -> Result<Value, SymbolicError> {
        let mut locals = self.locals.iter().rev();
        match locals.find(|(local, _)| *local == name) {
            Some((_, value)) => Ok(value.clone()),
            None => Err(self.refuse(format!("{name}, which is no variable"))),
        }
    }

    /// The error for something without a formula.
    pub fn refuse(&self, operation: impl Into<String>) -> SymbolicError {
        SymbolicError::Operation {
            function: self.function.into(),
            operation: operation.into(),
        }
    }
}

impl<'a> Executor<'a> {
    /// An executor of the functions of a program, with an empty circuit.
    pub fn new(program: &'a Program, limits: Limits) -> Self {
        let of_units = program.units.iter().flat_map(|unit| &unit.functions);
        let functions = program.helpers.iter().chain(of_units);
        let tables = program.units.iter().flat_map(|unit| &unit.tables);
        Self {
            functions: functions.map(|of| (of.name.as_str(), of)).collect(),
            tables: tables.map(|of| (of.name.as_str(), of)).collect(),
            circuit: Circuit::default(),
            squares: Squares::default(),
            boards: Vec::new(),
            known: FxHashMap::default(),
            limits,
            steps: 0,
            depth: 0,
        }
    }

    /// The circuit, to make inputs and further gates in it.
    pub fn circuit(&mut self) -> &mut Circuit {
        &mut self.circuit
    }

    /// The circuit, when nothing is executed any more.
    pub fn into_circuit(self) -> Circuit {
        self.circuit
    }

    /// The square of a man, from a set that has exactly one square wherever the value matters.
    pub fn square(&mut self, set: Set) -> Value {
        Value::Number(Number {
            kind: Type::Square,
            bits: self.squares.number(&mut self.circuit, set),
        })
    }

    /// The value of a function for some arguments, with the board of its class if it asks one.
    ///
    /// # Errors
    ///
    /// If there is no such function for these arguments, or it cannot be written as a formula of
    /// the size that is allowed.
    pub fn call(
        &mut self,
        function: &str,
        arguments: Vec<Value>,
        board: Option<&Board>,
    ) -> Result<Value, SymbolicError> {
        self.steps = 0;
        self.depth = 0;
        let board = board.map(|board| self.board(board.clone()));
        self.execute(function, arguments, board)
    }

    /// The number of a board.
    pub(super) fn board(&mut self, board: Board) -> usize {
        let known = self.boards.iter().position(|known| *known == board);
        known.unwrap_or_else(|| {
            self.boards.push(board);
            self.boards.len() - 1
        })
    }

    /// A field of a board.
    pub(super) fn field(&self, board: Option<usize>, name: &str) -> Option<&Value> {
        self.boards.get(board?)?.get(name)
    }

    /// Counts a step within a function.
    pub(super) fn step(&mut self, frame: &Frame<'_>) -> Result<(), SymbolicError> {
        self.steps += 1;
        self.check_size(frame.function)
    }

    fn check_size(&self, function: &str) -> Result<(), SymbolicError> {
        if self.steps > self.limits.steps || self.circuit.size() > self.limits.gates {
            return Err(SymbolicError::TooLarge {
                function: function.into(),
                limits: self.limits,
            });
        }
        Ok(())
    }

    /// Does something one level deeper.
    pub(super) fn deeper<T>(
        &mut self,
        function: &str,
        act: impl FnOnce(&mut Self) -> Result<T, SymbolicError>,
    ) -> Result<T, SymbolicError> {
        if self.depth == MAX_DEPTH {
            return Err(SymbolicError::Operation {
                function: function.into(),
                operation: format!("more than {MAX_DEPTH} expressions within each other"),
            });
        }
        self.depth += 1;
        let done = act(self);
        self.depth -= 1;
        done
    }

    /// The value of a call, which is computed once.
    pub(super) fn execute(
        &mut self,
        name: &str,
        arguments: Vec<Value>,
        board: Option<usize>,
    ) -> Result<Value, SymbolicError> {
        let Some((&name, &function)) = self.functions.get_key_value(name) else {
            return Err(SymbolicError::NoFunction(name.into()));
        };
        let kinds = function.parameters.iter().map(|(_, kind)| *kind);
        if !kinds.eq(arguments.iter().map(Value::kind)) {
            return Err(SymbolicError::Operation {
                function: name.into(),
                operation: "a call with other arguments than it takes".into(),
            });
        }
        let asks = function.board().is_some_and(|board| board.is_asked);
        let call = (name, arguments, board.filter(|_| asks));
        if let Some(known) = self.known.get(&call) {
            return Ok(known.clone());
        }
        let value = match self.split(function, &call)? {
            Some(value) => value,
            None => self.run(function, &call)?,
        };
        self.check_size(name)?;
        self.known.insert(call, value.clone());
        Ok(value)
    }

    /// A set that depends on nothing but a square: what it is for each square is known.
    fn split(
        &mut self,
        function: &'a Function,
        (name, arguments, board): &Call<'a>,
    ) -> Result<Option<Value>, SymbolicError> {
        let mut unknown = arguments.iter().enumerate();
        let mut unknown = unknown
            .by_ref()
            .filter(|(_, argument)| !argument.is_known());
        let (Some((place, Value::Number(square))), None) = (unknown.next(), unknown.next()) else {
            return Ok(None);
        };
        let is_set = function.gives == Type::U64 && board.is_none();
        if !is_set || square.kind != Type::Square || !square.is_on_board() {
            return Ok(None);
        }
        let at = self.squares.set(&mut self.circuit, &square.bits);
        let mut union = Set::NONE;
        for (square, is_there) in (0..).zip(at.0) {
            let mut arguments = arguments.clone();
            arguments[place] = Value::square(square);
            let Value::Bits(set) = self.execute(name, arguments, None)? else {
                return Ok(None);
            };
            let part = Set(set.0.map(|member| self.circuit.and(member, is_there)));
            union = union.or(&mut self.circuit, part);
        }
        Ok(Some(Value::Bits(union)))
    }

    /// The value of a call that is not known.
    fn run(
        &mut self,
        function: &'a Function,
        (name, arguments, board): &Call<'a>,
    ) -> Result<Value, SymbolicError> {
        let parameters = function.parameters.iter().map(|(name, _)| name.as_str());
        let mut frame = Frame {
            function: name,
            locals: parameters.zip(arguments.iter().cloned()).collect(),
            board: *board,
        };
        self.step(&frame)?;
        if function.role == Role::Intrinsic {
            return self.intrinsic(&frame, arguments);
        }
        let value = self.deeper(name, |of| of.body(&function.body, &mut frame))?;
        if value.kind() == function.gives {
            Ok(value)
        } else {
            Err(frame.refuse("a value of another type than it says"))
        }
    }
}
