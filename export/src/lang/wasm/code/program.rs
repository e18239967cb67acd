//! What the code of a module refers to: functions, tables, global variables.

use std::collections::HashMap;

use crate::{
    ir::{Constant, Entries, Expr, Function, Role, Sign, Statement, Table, Type, Unit},
    lang::wasm::binary::{Bytes, Defined, Module, Signature, Width, op},
};

/// The parts of a module.
#[derive(Default)]
pub struct Parts<'a> {
    /// The functions that it is given; they take halves.
    pub imported: Vec<&'a Function>,
    /// Its own.
    pub functions: Vec<&'a Function>,
    /// Those of them that it gives; they take halves.
    pub exported: Vec<&'a Function>,
    pub constants: &'a [Constant],
    pub units: &'a [Unit],
    pub data: &'a [u64],
}

/// The most parts of expressions that a function has whose body takes the place of each call.
const MOST_PARTS: usize = 48;

/// The same for the only call.
const MOST_PARTS_ONCE: usize = 1000;

/// The parts of a function whose body cannot take the place of a call.
const ENDLESS: usize = 1 << 20;

/// What code refers to.
pub struct Program<'a> {
    pub known: HashMap<&'a str, Known<'a>>,
    pub constants: HashMap<&'a str, &'a Expr>,
    pub tables: HashMap<&'a str, Place>,
    /// The fields of boards by class and name.
    pub fields: HashMap<(&'a str, &'a str), usize>,
    /// The global variable and its bit that say whether such a value is known.
    pub known_bits: HashMap<(&'a str, &'a str), (usize, usize)>,
    /// The words of the data.
    pub data: Place,
    pub data_words: usize,
    pub module: Module,
    /// The functions that are called and not written yet.
    pub wanted: Vec<&'a Function>,
}

/// A function that code may call.
pub struct Known<'a> {
    pub function: &'a Function,
    /// Whether it is given, by halves.
    pub is_imported: bool,
    /// Its number, once it is called.
    pub number: Option<usize>,
    /// Whether its body takes the place of a call.
    pub is_inlined: bool,
}

/// Where a table is in the memory, and how an entry is loaded.
#[derive(Copy, Clone)]
pub struct Place {
    pub offset: usize,
    pub load: u8,
    /// The bytes of an entry are a power of two: this is the power.
    pub shift: u8,
}

impl<'a> Program<'a> {
    pub fn new(parts: &'a Parts<'a>, doors: &'a [Function]) -> Self {
        let mut program = Self {
            known: HashMap::new(),
            constants: HashMap::new(),
            tables: HashMap::new(),
            fields: HashMap::new(),
            known_bits: HashMap::new(),
            data: Place {
                offset: 0,
                load: op::I64_LOAD,
                shift: 3,
            },
            data_words: parts.data.len(),
            module: Module::default(),
            wanted: Vec::new(),
        };
        let data = parts.data.iter().flat_map(|word| word.to_le_bytes());
        program.module.memory.extend(data);
        let constants = parts.constants.iter();
        let constants = constants.map(|constant| (constant.name.as_str(), &constant.value));
        program.constants.extend(constants);
        for (number, function) in parts.imported.iter().enumerate() {
            program.know(function, Some(number));
            let import = (function.name.clone(), signature(&door(function)));
            program.module.imports.push(import);
        }
        for function in &parts.functions {
            program.know(function, None);
        }
        program.choose_inlined(&parts.functions, doors);
        for unit in parts.units {
            program.place_board(unit);
            for table in &unit.tables {
                program.place_table(table);
            }
        }
        program
    }

    fn know(&mut self, function: &'a Function, number: Option<usize>) {
        let known = Known {
            function,
            is_imported: number.is_some(),
            number,
            is_inlined: false,
        };
        self.known.insert(&function.name, known);
    }

    /// Chooses the functions whose bodies take the place of calls.
    fn choose_inlined(&mut self, functions: &[&'a Function], doors: &'a [Function]) {
        let mut sizes = HashMap::new();
        let mut calls: HashMap<String, usize> = HashMap::new();
        for function in functions.iter().copied().chain(doors) {
            for called in function.calls() {
                *calls.entry(called).or_default() += 1;
            }
        }
        for function in functions {
            let size = self.size(function, &mut sizes);
            let is_called_once = calls.get(&function.name) == Some(&1);
            if let Some(known) = self.known.get_mut(function.name.as_str()) {
                let most = if is_called_once {
                    MOST_PARTS_ONCE
                } else {
                    MOST_PARTS
                };
                known.is_inlined = size <= most;
            }
        }
    }

    /// The number of parts that the body of a function has, with those of the functions that it
    /// calls, or [`ENDLESS`].
    fn size(&self, function: &'a Function, sizes: &mut HashMap<&'a str, usize>) -> usize {
        if let Some(&size) = sizes.get(function.name.as_str()) {
            return size;
        }
        // As long as its size is not known, it may call itself.
        sizes.insert(&function.name, ENDLESS);
        let is_kept = function.board().is_some_and(|board| board.is_kept);
        if is_kept || function.role == Role::Intrinsic || !can_be_inlined(function, &function.body)
        {
            return ENDLESS;
        }
        let mut size = 0;
        for statement in &function.body {
            statement.visit(&mut |part| {
                let called = match part {
                    Expr::Call(name, _) => self.known.get(name.as_str()),
                    Expr::Outcome(outcome, _) => self.known.get(outcome.of_score()),
                    _ => None,
                };
                let called = called.filter(|known| known.function.role != Role::Intrinsic);
                let more = called.map_or(0, |known| self.size(known.function, sizes));
                size = ENDLESS.min(size + 1 + more);
            });
        }
        sizes.insert(&function.name, size);
        size
    }

    fn place_board(&mut self, unit: &'a Unit) {
        let board = &unit.board;
        let men = board.men.iter().map(|man| (man.as_str(), Type::Square));
        let kept = board.kept.iter().map(|(name, kind)| (name.as_str(), *kind));
        let sets = board.sets.iter().map(String::as_str).chain(["occupied"]);
        let sets = sets.map(|name| (name, Type::U64));
        for (name, kind) in men.chain(sets).chain(kept) {
            let number = self.global(Width::of(kind));
            self.fields.insert((&board.class, name), number);
        }
        for names in board.kept.chunks(32) {
            let bits = self.global(Width::NARROW);
            for (bit, (name, _)) in names.iter().enumerate() {
                self.known_bits.insert((&board.class, name), (bits, bit));
            }
        }
    }

    fn global(&mut self, width: Width) -> usize {
        self.module.globals.push(width);
        self.module.globals.len() - 1
    }

    fn place_table(&mut self, table: &'a Table) {
        let memory = &mut self.module.memory;
        memory.resize(memory.len().next_multiple_of(8), 0);
        let offset = memory.len();
        let (load, shift) = match &table.entries {
            Entries::Sets(sets) => {
                memory.extend(sets.iter().flat_map(|set| set.to_le_bytes()));
                (op::I64_LOAD, 3)
            }
            Entries::Squares(squares) => {
                memory.extend(squares);
                (op::I32_LOAD8_U, 0)
            }
            Entries::Words(words) => {
                memory.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                (op::I32_LOAD16_U, 1)
            }
            Entries::Numbers(numbers) => place_numbers(memory, numbers),
        };
        let place = Place {
            offset,
            load,
            shift,
        };
        self.tables.insert(&table.name, place);
    }

    /// The number of a function that is called.
    pub fn called(&mut self, function: &'a Function) -> usize {
        let number = self.known.get(function.name.as_str());
        if let Some(number) = number.and_then(|known| known.number) {
            return number;
        }
        // Its code follows.
        let number = self.define(Defined {
            signature: signature(function),
            variables: Vec::new(),
            code: vec![op::UNREACHABLE],
        });
        if let Some(known) = self.known.get_mut(function.name.as_str()) {
            known.number = Some(number);
        }
        self.wanted.push(function);
        number
    }

    pub fn define(&mut self, function: Defined) -> usize {
        self.module.functions.push(function);
        self.module.imports.len() + self.module.functions.len() - 1
    }
}

/// Appends numbers, in as few bytes each as all of them fit into.
fn place_numbers(memory: &mut Bytes, numbers: &[i32]) -> (u8, u8) {
    let fits = |low: i32, high: i32| numbers.iter().all(|number| (low..=high).contains(number));
    let (load, shift) = if fits(i8::MIN.into(), i8::MAX.into()) {
        (op::I32_LOAD8_S, 0)
    } else if fits(i16::MIN.into(), i16::MAX.into()) {
        (op::I32_LOAD16_S, 1)
    } else {
        (op::I32_LOAD, 2)
    };
    let bytes = numbers.iter();
    memory.extend(bytes.flat_map(|number| number.to_le_bytes().into_iter().take(1 << shift)));
    (load, shift)
}

/// The data are where they are: no function needs to be given them.
fn takes(function: &Function) -> impl Iterator<Item = Type> {
    let kinds = function.parameters.iter().map(|(_, kind)| *kind);
    kinds.filter(|&kind| kind != Type::Data)
}

pub fn signature(function: &Function) -> Signature {
    Signature {
        takes: takes(function).map(Width::of).collect(),
        gives: Width::of(function.gives),
    }
}

/// A function of the same name that takes two numbers of 32 bits for each of 64, and any number
/// for a truth.
pub fn door(function: &Function) -> Function {
    let mut parameters = Vec::new();
    let mut arguments = Vec::new();
    for (name, kind) in &function.parameters {
        let part = |end: &str| (format!("{name}_{end}"), Type::U32);
        match kind {
            Type::Data => arguments.push(Expr::Data),
            Type::U64 => {
                let halves = [part("low"), part("high")];
                let [low, high] = halves
                    .each_ref()
                    .map(|(half, kind)| Expr::Cast(Type::U64, Box::new(Expr::local(half, *kind))));
                let by = Expr::Literal(32, Type::U64, false);
                let high = Expr::binary(Sign::ShiftLeft, high, by);
                arguments.push(Expr::binary(Sign::Union, low, high));
                parameters.extend(halves);
            }
            Type::Bool => {
                let given = Expr::local(name, Type::U32);
                let nothing = Expr::Literal(0, Type::U32, false);
                arguments.push(Expr::binary(Sign::NotEqual, given, nothing));
                parameters.push((name.clone(), Type::U32));
            }
            kind => {
                arguments.push(Expr::local(name, *kind));
                parameters.push((name.clone(), *kind));
            }
        }
    }
    Function {
        parameters,
        body: vec![Statement::Return(Expr::call(&function.name, arguments))],
        role: Role::Public,
        ..function.clone()
    }
}

/// Whether a body can take the place of a call: it chooses among no arms, and sets no parameter.
fn can_be_inlined(function: &Function, body: &[Statement]) -> bool {
    body.iter().all(|statement| match statement {
        Statement::Match { .. } => false,
        Statement::Assign { name, .. } => {
            let mut parameters = function.parameters.iter();
            parameters.all(|(parameter, _)| parameter != name)
        }
        Statement::If {
            then, otherwise, ..
        } => can_be_inlined(function, then) && can_be_inlined(function, otherwise),
        Statement::While { body, .. } | Statement::ForEach { body, .. } => {
            can_be_inlined(function, body)
        }
        _ => true,
    })
}
