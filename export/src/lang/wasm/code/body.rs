//! The code of one function: its statements.

mod value;

use std::collections::HashMap;

use super::program::Program;
use crate::{
    ir::{Board, Expr, Function, Sign, Statement, Type},
    lang::wasm::binary::{Bytes, Width, constant, number, op, with},
};

/// The most bytes of a condition that is written before a loop and again at its end.
const SHORT: usize = 16;

/// The most arms of a choice that are compared one after another.
const FEW: usize = 4;

/// What a parameter or variable stands for.
#[derive(Clone)]
struct Variable {
    kind: Type,
    /// The code that gets it.
    code: Bytes,
    /// Its number, if it can be set.
    number: Option<usize>,
}

pub struct Body<'p, 'a> {
    program: &'p mut Program<'a>,
    /// Parameters, then variables.
    widths: Vec<Width>,
    parameters: usize,
    /// Variables that are not needed any more.
    free: Vec<usize>,
    scope: HashMap<String, Variable>,
    /// The class whose board is meant.
    class: Option<&'a str>,
    /// In the body of a function that takes the place of a call: the number of blocks around.
    depth: Option<usize>,
}

impl<'p, 'a> Body<'p, 'a> {
    pub fn new(program: &'p mut Program<'a>, function: &'a Function) -> Self {
        let mut body = Self {
            program,
            widths: Vec::new(),
            parameters: 0,
            free: Vec::new(),
            scope: HashMap::new(),
            class: function.board().map(|board| board.class.as_str()),
            depth: None,
        };
        for (name, kind) in &function.parameters {
            if *kind == Type::Data {
                body.name(name, *kind, Bytes::new(), None);
            } else {
                body.parameters += 1;
                body.widths.push(Width::of(*kind));
                let number = body.widths.len() - 1;
                let get = with(op::LOCAL_GET, number);
                body.name(name, *kind, get, Some(number));
            }
        }
        body
    }

    /// The variables of a function, and its code.
    pub fn finish(mut self, function: &'a Function) -> (Vec<Width>, Bytes) {
        let code = match (function.board(), &function.body[..]) {
            (Some(board), [Statement::Return(value)]) if board.is_kept => {
                self.kept(&board.class, &function.name, value)
            }
            (_, statements) => self.all(statements),
        };
        (self.widths.split_off(self.parameters), code)
    }

    fn name(&mut self, name: &str, kind: Type, code: Bytes, number: Option<usize>) {
        let variable = Variable { kind, code, number };
        self.scope.insert(name.into(), variable);
    }

    /// A variable of the code.
    fn take(&mut self, width: Width) -> usize {
        let fits = |&number: &usize| self.widths[number] == width;
        if let Some(at) = self.free.iter().rposition(fits) {
            return self.free.swap_remove(at);
        }
        self.widths.push(width);
        self.widths.len() - 1
    }

    /// Names a variable, and gets its number.
    fn declare(&mut self, name: &str, kind: Type) -> usize {
        let number = self.take(Width::of(kind));
        self.name(name, kind, with(op::LOCAL_GET, number), Some(number));
        number
    }

    /// A value that is evaluated once and kept.
    fn kept(&mut self, class: &str, name: &str, value: &Expr) -> Bytes {
        let value = self.value(value);
        let place = self.program.fields.get(&(class, name)).copied();
        let known = self.program.known_bits.get(&(class, name)).copied();
        let (Some(place), Some((known, bit))) = (place, known) else {
            return vec![op::UNREACHABLE];
        };
        let bit = constant(Width::NARROW, 1 << bit);
        let get = with(op::GLOBAL_GET, known);
        let or = [vec![op::OR], with(op::GLOBAL_SET, known), vec![op::END]].concat();
        let ask = vec![op::AND, op::EQZ, op::IF, op::EMPTY];
        let set = with(op::GLOBAL_SET, place);
        let result = with(op::GLOBAL_GET, place);
        let first = [get.clone(), bit.clone(), ask, value.code, set].concat();
        [first, get, bit, or, result].concat()
    }

    /// The statements of a function, which leave a value on the stack.
    fn all(&mut self, statements: &[Statement]) -> Bytes {
        let mut code = self.block(statements, true);
        if !matches!(statements.last(), Some(Statement::Return(_))) {
            code.push(op::UNREACHABLE);
        }
        code
    }

    /// Statements within some more blocks.
    fn inner(&mut self, blocks: usize, statements: &[Statement]) -> Bytes {
        let depth = self.depth;
        self.depth = depth.map(|depth| depth + blocks);
        let code = self.block(statements, false);
        self.depth = depth;
        code
    }

    /// Statements. At the end of a function a value is left on the stack.
    fn block(&mut self, statements: &[Statement], is_end: bool) -> Bytes {
        let scope = self.scope.clone();
        let mut taken = Vec::new();
        let mut code = Bytes::new();
        for (at, statement) in statements.iter().enumerate() {
            let is_last = is_end && at + 1 == statements.len();
            match statement {
                Statement::Return(value) if is_last => code.extend(self.value(value).code),
                statement => code.extend(self.statement(statement, &mut taken)),
            }
        }
        self.free.extend(taken);
        self.scope = scope;
        code
    }

    /// The code of a statement. What it declares is added to `taken`.
    fn statement(&mut self, statement: &Statement, taken: &mut Vec<usize>) -> Bytes {
        match statement {
            Statement::Remark(_) => Bytes::new(),
            Statement::Let {
                name, kind, value, ..
            } => {
                let code = self.value(value).code;
                let number = self.declare(name, *kind);
                taken.push(number);
                [code, with(op::LOCAL_SET, number)].concat()
            }
            Statement::Assign { name, sign, value } => self.assign(name, *sign, value),
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                let mut code = self.value(condition).code;
                code.extend([op::IF, op::EMPTY]);
                code.extend(self.inner(1, then));
                if !otherwise.is_empty() {
                    code.push(op::ELSE);
                    code.extend(self.inner(1, otherwise));
                }
                code.push(op::END);
                code
            }
            Statement::While { condition, body } => self.repeat(condition, body),
            Statement::ForEach { square, set, body } => self.each(square, set, body),
            Statement::Match {
                value,
                arms,
                otherwise,
            } => self.choose(value, arms, otherwise),
            Statement::Board { board, occupied } => self.new_board(board, occupied),
            Statement::Return(value) => {
                let mut code = self.value(value).code;
                match self.depth {
                    None => code.push(op::RETURN),
                    Some(depth) => code.extend(with(op::BR, depth)),
                }
                code
            }
        }
    }

    fn assign(&mut self, name: &str, sign: Option<Sign>, value: &Expr) -> Bytes {
        let Some(variable) = self.scope.get(name).cloned() else {
            return vec![op::UNREACHABLE];
        };
        let value = match sign {
            Some(sign) => {
                let old = Expr::local(name, variable.kind);
                self.value(&Expr::binary(sign, old, value.clone()))
            }
            None => self.value(value),
        };
        match variable.number {
            Some(number) => [value.code, with(op::LOCAL_SET, number)].concat(),
            None => vec![op::UNREACHABLE],
        }
    }

    fn repeat(&mut self, condition: &Expr, body: &[Statement]) -> Bytes {
        let condition = self.value(condition).code;
        let body = self.inner(2, body);
        if condition.len() <= SHORT {
            let begin = vec![op::IF, op::EMPTY, op::LOOP, op::EMPTY];
            let end = vec![op::BR_IF, 0, op::END, op::END];
            return [condition.clone(), begin, body, condition, end].concat();
        }
        let begin = vec![op::BLOCK, op::EMPTY, op::LOOP, op::EMPTY];
        let leave = vec![op::EQZ, op::BR_IF, 1];
        let end = vec![op::BR, 0, op::END, op::END];
        [begin, condition, leave, body, end].concat()
    }

    /// Goes through the squares of a set.
    fn each(&mut self, square: &str, set: &Expr, body: &[Statement]) -> Bytes {
        let set = self.value(set).code;
        let scope = self.scope.clone();
        let left = self.take(Width::WIDE);
        let at = self.declare(square, Type::Square);
        let body = self.inner(2, body);
        self.scope = scope;
        self.free.extend([left, at]);
        let wide = |narrow: u8| Width::WIDE.op(narrow);
        let get = with(op::LOCAL_GET, left);
        let tee = with(op::LOCAL_TEE, left);
        let [zero, one] = [0, 1].map(|bits| constant(Width::WIDE, bits));
        let begin = [set, tee.clone(), zero.clone(), vec![wide(op::NE)]].concat();
        let first = [get.clone(), vec![wide(op::CTZ), op::WRAP]].concat();
        let begin = [begin, vec![op::IF, op::EMPTY, op::LOOP, op::EMPTY], first].concat();
        let rest = [get.clone(), get, one, vec![wide(op::SUB), wide(op::AND)]].concat();
        let end = vec![wide(op::NE), op::BR_IF, 0, op::END, op::END];
        let end = [rest, tee, zero, end].concat();
        [begin, with(op::LOCAL_SET, at), body, end].concat()
    }

    /// Returns one of many values.
    fn choose(&mut self, value: &Expr, arms: &[(u64, String, Expr)], otherwise: &Expr) -> Bytes {
        let value = self.value(value);
        let width = Width::of(value.kind);
        let by = self.take(width);
        let mut made = Vec::new();
        for (key, _, arm) in arms {
            let arm = [self.value(arm).code, vec![op::RETURN]].concat();
            made.push((*key, arm));
        }
        let otherwise = [self.value(otherwise).code, vec![op::RETURN]].concat();
        self.free.push(by);
        let is_dense = made.iter().zip(0..).all(|((key, _), at)| *key == at);
        let set = [value.code, with(op::LOCAL_SET, by)].concat();
        let found = if is_dense && made.len() > FEW && width == Width::NARROW {
            table(by, &made)
        } else {
            made.sort_by_key(|(key, _)| *key);
            compared(by, width, &made)
        };
        [set, found, otherwise].concat()
    }

    /// Sets the global variables that are the board of a class.
    fn new_board(&mut self, board: &Board, occupied: &Expr) -> Bytes {
        let mut code = Bytes::new();
        let men = board.men.iter();
        let men = men.map(|man| (man.as_str(), Expr::local(man, Type::Square)));
        let sets = board.sets.iter();
        let sets = sets.map(|men| (men.as_str(), Expr::local(men, Type::U64)));
        for (name, value) in men.chain(sets).chain([("occupied", occupied.clone())]) {
            code.extend(self.value(&value).code);
            match self.program.fields.get(&(board.class.as_str(), name)) {
                Some(&field) => code.extend(with(op::GLOBAL_SET, field)),
                None => code.push(op::UNREACHABLE),
            }
        }
        for name in board.kept.iter().map(|(name, _)| name.as_str()).step_by(32) {
            if let Some(&(known, _)) = self.program.known_bits.get(&(board.class.as_str(), name)) {
                code.extend(constant(Width::NARROW, 0));
                code.extend(with(op::GLOBAL_SET, known));
            }
        }
        code
    }
}

/// The code of arms whose numbers are 0, 1 and so on; it goes on after its end if there is none.
fn table(by: usize, arms: &[(u64, Bytes)]) -> Bytes {
    let mut code = [op::BLOCK, op::EMPTY].repeat(arms.len() + 1);
    code.extend(with(op::LOCAL_GET, by));
    code.extend(with(op::BR_TABLE, arms.len()));
    for at in 0..=arms.len() {
        number(&mut code, at);
    }
    for (_, arm) in arms {
        code.push(op::END);
        code.extend(arm);
    }
    code.push(op::END);
    code
}

/// The same for arms in the order of any numbers.
fn compared(by: usize, width: Width, arms: &[(u64, Bytes)]) -> Bytes {
    let compare = |key: u64, narrow: u8| {
        let begin = [with(op::LOCAL_GET, by), constant(width, key)].concat();
        [begin, vec![width.op(narrow), op::IF, op::EMPTY]].concat()
    };
    if arms.len() <= FEW {
        let arms = arms.iter();
        let arms = arms.map(|(key, arm)| [compare(*key, op::EQ), arm.clone(), vec![op::END]]);
        return arms.flatten().flatten().collect();
    }
    let (low, high) = arms.split_at(arms.len() / 2);
    let [below, above] = [low, high].map(|half| compared(by, width, half));
    let ask = compare(high[0].0, op::LT_U);
    [ask, below, vec![op::ELSE], above, vec![op::END]].concat()
}
