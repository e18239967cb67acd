//! The binary format of modules, version 1 of the core specification of WebAssembly.

use std::collections::HashMap;

use crate::ir::Type;

/// Instructions, named as in the text format.
pub mod op {
    pub const UNREACHABLE: u8 = 0x00;
    pub const BLOCK: u8 = 0x02;
    pub const LOOP: u8 = 0x03;
    pub const IF: u8 = 0x04;
    pub const ELSE: u8 = 0x05;
    pub const END: u8 = 0x0b;
    pub const BR_IF: u8 = 0x0d;
    pub const BR: u8 = 0x0c;
    pub const BR_TABLE: u8 = 0x0e;
    pub const RETURN: u8 = 0x0f;
    pub const CALL: u8 = 0x10;
    pub const SELECT: u8 = 0x1b;
    pub const LOCAL_GET: u8 = 0x20;
    pub const LOCAL_SET: u8 = 0x21;
    pub const LOCAL_TEE: u8 = 0x22;
    pub const GLOBAL_GET: u8 = 0x23;
    pub const GLOBAL_SET: u8 = 0x24;
    pub const I32_LOAD: u8 = 0x28;
    pub const I64_LOAD: u8 = 0x29;
    pub const I32_LOAD8_S: u8 = 0x2c;
    pub const I32_LOAD8_U: u8 = 0x2d;
    pub const I32_LOAD16_S: u8 = 0x2e;
    pub const I32_LOAD16_U: u8 = 0x2f;
    pub const I32_CONST: u8 = 0x41;
    pub const I64_CONST: u8 = 0x42;
    pub const EQZ: u8 = 0x45;
    pub const EQ: u8 = 0x46;
    pub const NE: u8 = 0x47;
    pub const LT_S: u8 = 0x48;
    pub const LT_U: u8 = 0x49;
    pub const GT_S: u8 = 0x4a;
    pub const GT_U: u8 = 0x4b;
    pub const LE_S: u8 = 0x4c;
    pub const LE_U: u8 = 0x4d;
    pub const GE_S: u8 = 0x4e;
    pub const GE_U: u8 = 0x4f;
    pub const CLZ: u8 = 0x67;
    pub const CTZ: u8 = 0x68;
    pub const POPCNT: u8 = 0x69;
    pub const ADD: u8 = 0x6a;
    pub const SUB: u8 = 0x6b;
    pub const MUL: u8 = 0x6c;
    pub const DIV_S: u8 = 0x6d;
    pub const DIV_U: u8 = 0x6e;
    pub const AND: u8 = 0x71;
    pub const OR: u8 = 0x72;
    pub const XOR: u8 = 0x73;
    pub const SHL: u8 = 0x74;
    pub const SHR_S: u8 = 0x75;
    pub const SHR_U: u8 = 0x76;
    pub const WRAP: u8 = 0xa7;
    pub const EXTEND_S: u8 = 0xac;
    pub const EXTEND_U: u8 = 0xad;
    /// The type of a block without a value.
    pub const EMPTY: u8 = 0x40;
}

/// The type of a number: of 64 bits, or of 32.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Width {
    pub is_wide: bool,
}

impl Width {
    pub const NARROW: Self = Self { is_wide: false };
    pub const WIDE: Self = Self { is_wide: true };

    pub fn of(kind: Type) -> Self {
        Self {
            is_wide: kind == Type::U64,
        }
    }

    /// The byte that stands for it.
    pub fn byte(self) -> u8 {
        if self.is_wide { 0x7e } else { 0x7f }
    }

    /// The instruction for operands of this type, of a comparison or an operation on numbers of 32
    /// bits.
    pub fn op(self, narrow: u8) -> u8 {
        match (self.is_wide, narrow) {
            (false, _) => narrow,
            (true, op::EQZ..=op::GE_U) => narrow + 0x0b,
            (true, _) => narrow + 0x12,
        }
    }

    /// The instruction for a constant.
    fn constant(self) -> u8 {
        if self.is_wide {
            op::I64_CONST
        } else {
            op::I32_CONST
        }
    }
}

/// Code, or any other part of a module.
pub type Bytes = Vec<u8>;

/// Appends a number without a sign.
pub fn number(to: &mut Bytes, number: usize) {
    let mut left = number;
    while left > 0x7f {
        to.push(0x80 | (left & 0x7f) as u8);
        left >>= 7;
    }
    to.push(left as u8);
}

/// Appends a number with a sign.
fn signed(to: &mut Bytes, number: i64) {
    let mut left = number;
    while !(-0x40..0x40).contains(&left) {
        to.push(0x80 | (left & 0x7f) as u8);
        left >>= 7;
    }
    to.push((left & 0x7f) as u8);
}

/// An instruction with a number, such as that of a variable.
pub fn with(instruction: u8, of: usize) -> Bytes {
    let mut code = vec![instruction];
    number(&mut code, of);
    code
}

/// A constant, by its bits.
pub fn constant(width: Width, bits: u64) -> Bytes {
    let mut code = vec![width.constant()];
    let number = if width.is_wide {
        bits as i64
    } else {
        i64::from(bits as i32)
    };
    signed(&mut code, number);
    code
}

/// Loads a number from an address that is on the stack, plus `offset`. `alignment` is a power of
/// two.
pub fn load(instruction: u8, alignment: u8, offset: usize) -> Bytes {
    let mut code = vec![instruction, alignment];
    number(&mut code, offset);
    code
}

/// What a function takes, and what it returns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    pub takes: Vec<Width>,
    pub gives: Width,
}

/// A function with its variables.
pub struct Defined {
    pub signature: Signature,
    pub variables: Vec<Width>,
    pub code: Bytes,
}

/// A module.
#[derive(Default)]
pub struct Module {
    /// The functions that it is given, by name.
    pub imports: Vec<(String, Signature)>,
    /// Its own, counted after these.
    pub functions: Vec<Defined>,
    pub globals: Vec<Width>,
    /// What its memory begins with. There is no memory if this is empty; it does not grow.
    pub memory: Bytes,
    /// The functions that it gives, by name.
    pub exports: Vec<(String, usize)>,
}

/// What numbers the signatures.
#[derive(Default)]
struct Signatures {
    numbers: HashMap<Signature, usize>,
    all: Vec<Bytes>,
}

impl Signatures {
    fn number(&mut self, of: &Signature) -> usize {
        let next = self.all.len();
        *self.numbers.entry(of.clone()).or_insert_with(|| {
            let takes = of.takes.iter().map(|width| width.byte());
            let mut bytes = vec![0x60];
            number(&mut bytes, of.takes.len());
            bytes.extend(takes.chain([1, of.gives.byte()]));
            self.all.push(bytes);
            next
        })
    }
}

fn vector(of: &[Bytes]) -> Bytes {
    let mut bytes = Bytes::new();
    number(&mut bytes, of.len());
    bytes.extend(of.concat());
    bytes
}

/// Something with its length before it.
fn sized(of: &[u8]) -> Bytes {
    let mut bytes = Bytes::new();
    number(&mut bytes, of.len());
    bytes.extend(of);
    bytes
}

impl Module {
    /// Its bytes.
    pub fn bytes(&self) -> Bytes {
        const PAGE: usize = 1 << 16;
        let mut signatures = Signatures::default();
        let imports = self.imports.iter().map(|(name, signature)| {
            let mut bytes = [sized(b"asked"), sized(name.as_bytes()), vec![0]].concat();
            number(&mut bytes, signatures.number(signature));
            bytes
        });
        let imports: Vec<Bytes> = imports.collect();
        let functions = self.functions.iter().map(|function| {
            let mut bytes = Bytes::new();
            number(&mut bytes, signatures.number(&function.signature));
            bytes
        });
        let functions: Vec<Bytes> = functions.collect();
        let has_memory = !self.memory.is_empty();
        let memory = has_memory.then(|| {
            let pages = self.memory.len().div_ceil(PAGE);
            let mut bytes = vec![1];
            number(&mut bytes, pages);
            number(&mut bytes, pages);
            bytes
        });
        let globals = self.globals.iter().map(|width| {
            let begin = [constant(*width, 0), vec![op::END]].concat();
            [vec![width.byte(), 1], begin].concat()
        });
        let exports = self.exports.iter().map(|(name, function)| {
            let mut bytes = [sized(name.as_bytes()), vec![0]].concat();
            number(&mut bytes, *function);
            bytes
        });
        let data = has_memory.then(|| {
            let place = [constant(Width::NARROW, 0), vec![op::END]].concat();
            [vec![0], place, sized(&self.memory)].concat()
        });
        let sections = [
            (1, signatures.all),
            (2, imports),
            (3, functions),
            (5, memory.into_iter().collect()),
            (6, globals.collect()),
            (7, exports.collect()),
            (10, self.functions.iter().map(Defined::bytes).collect()),
            (11, data.into_iter().collect()),
        ];
        let mut bytes = b"\0asm\x01\0\0\0".to_vec();
        for (section, parts) in sections {
            if !parts.is_empty() {
                bytes.push(section);
                bytes.extend(sized(&vector(&parts)));
            }
        }
        bytes
    }
}

impl Defined {
    fn bytes(&self) -> Bytes {
        let runs = self.variables.chunk_by(|a, b| a == b);
        let runs = runs.map(|run| {
            let mut bytes = Bytes::new();
            number(&mut bytes, run.len());
            bytes.push(run[0].byte());
            bytes
        });
        let runs: Vec<Bytes> = runs.collect();
        sized(&[vector(&runs), self.code.clone(), vec![op::END]].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of the specification, and the edges of the lengths.
    #[test]
    fn numbers_are_as_specified() {
        let mut bytes = Bytes::new();
        number(&mut bytes, 624_485);
        assert_eq!(bytes, [0xe5, 0x8e, 0x26]);
        for (bits, expected) in [
            (0_i64, vec![0x42, 0]),
            (63, vec![0x42, 0x3f]),
            (64, vec![0x42, 0xc0, 0]),
            (-1, vec![0x42, 0x7f]),
            (-64, vec![0x42, 0x40]),
            (-65, vec![0x42, 0xbf, 0x7f]),
            (-123_456, vec![0x42, 0xc0, 0xbb, 0x78]),
        ] {
            assert_eq!(constant(Width::WIDE, bits as u64), expected, "{bits}");
        }
        let high = constant(Width::NARROW, 0x8000_0000);
        assert_eq!(high, [0x41, 0x80, 0x80, 0x80, 0x80, 0x78]);
    }
}
