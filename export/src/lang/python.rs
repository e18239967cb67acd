//! Python 3.8: one module that needs nothing but the standard library.

use super::{Argument, Build, Harness, Intrinsic, Language, Rules, Tables, Target};
use crate::{
    Name,
    declare::remarks,
    ir::{Board, Expr, Function, Outcome, Role, Sign, Type},
    print::{LineEnd, Printer, Spelling},
    text::{Lines, bare, base64, filled, head, pascal},
};

impl Language {
    /// Python.
    pub const PYTHON: Self = Self(&Python);
}

struct Python;

/// How a file is printed.
struct Dialect {
    /// What comes before the names of public functions.
    space: &'static str,
}

impl Spelling for Dialect {
    fn kind(&self, kind: Type) -> String {
        let kind = match kind {
            Type::Bool => "bool",
            Type::I32 | Type::Square | Type::U32 | Type::U64 => "int",
            Type::Data => "tuple[int, ...]",
            Type::Outcome(Outcome::Draw | Outcome::CanMate) => "bool | None",
            Type::Outcome(Outcome::Wdl | Outcome::Dtm) => "int | None",
        };
        kind.into()
    }

    fn name(&self, function: &Function, _: Option<&Function>) -> String {
        match function.role {
            Role::Public => format!("{}{}", self.space, function.name),
            _ => format!("_{}", function.name),
        }
    }

    fn local(&self, name: &str) -> String {
        let is_word = RESERVED.split_whitespace().any(|word| word == name);
        format!("{name}{}", if is_word { "_" } else { "" })
    }

    fn constant(&self, name: &str) -> String {
        format!("_{name}")
    }

    fn truth(&self, truth: bool) -> &'static str {
        if truth { "True" } else { "False" }
    }

    fn bits(&self, bits: u64) -> String {
        format!("0x{bits:x}")
    }

    fn field(&self, name: &str) -> String {
        format!("board.{name}")
    }

    fn board(&self, _: bool) -> String {
        "board".into()
    }

    fn data(&self) -> String {
        "_DATA".into()
    }

    fn entry(&self, table: &str, square: &str, _: Type) -> String {
        format!("{}[{square} & 63]", upper(table))
    }

    fn table_word(&self, table: &str, place: &str) -> String {
        format!("{}[{place}]", upper(table))
    }

    fn word(&self, sign: Sign, _: Type) -> &'static str {
        match sign {
            Sign::And => "and",
            Sign::Or => "or",
            sign => sign.usual(),
        }
    }

    fn not(&self, value: &str) -> String {
        format!("not {value}")
    }

    fn not_is_operator(&self) -> bool {
        true
    }

    fn complement(&self, value: &str) -> String {
        format!("(_ALL ^ {value})")
    }

    /// Numbers have any number of bits, so those that are too many are cut off.
    fn operation(&self, sign: Sign, kinds: [Type; 2], left: &str, right: &str) -> Option<String> {
        let word = match sign {
            // One bit stays within the number.
            Sign::ShiftLeft if left == "0x1" => return Some(format!("(1 << {right})")),
            Sign::Divide => return Some(format!("int({left} / {right})")),
            Sign::ShiftLeft | Sign::WrappingPlus | Sign::WrappingMinus | Sign::WrappingTimes => {
                sign.usual()
            }
            _ => return None,
        };
        let value = format!("{left} {word} {right}");
        Some(match kinds[0] {
            Type::U64 => format!("({value} & _ALL)"),
            Type::I32 => format!("((({value}) + 0x80000000 & 0xffffffff) - 0x80000000)"),
            _ => format!("({value} & 0xffffffff)"),
        })
    }

    fn cast(&self, to: Type, from: Type, value: &str) -> String {
        match (to, from) {
            (_, Type::Outcome(outcome)) => format!("_{}({value})", outcome.name()),
            (_, Type::Bool) => format!("int({value})"),
            (Type::I32, Type::U32) => format!("(({value} ^ 0x80000000) - 0x80000000)"),
            (Type::I32, Type::U64) => {
                format!("(({value} & 0xffffffff ^ 0x80000000) - 0x80000000)")
            }
            (Type::U64, Type::I32) => format!("({value} & _ALL)"),
            (Type::U32 | Type::Square, Type::I32 | Type::U64) => format!("({value} & 0xffffffff)"),
            _ => value.into(),
        }
    }

    fn choice(&self, _: Type, condition: &str, yes: &str, no: &str) -> String {
        format!("{yes} if {condition} else {no}")
    }

    fn outcome(&self, outcome: Outcome, score: &str) -> String {
        format!("_known_{}({score})", outcome.name())
    }

    fn variable(&self, name: &str, _: Type, _: bool, value: &str) -> String {
        format!("{name} = {}", flat(value))
    }

    fn assign(&self, name: &str, sign: Option<&str>, value: &str) -> String {
        format!("{name} {}= {}", sign.unwrap_or_default(), flat(value))
    }

    fn asks(&self, word: &str, condition: &str) -> String {
        format!("{word} {}:", flat(condition))
    }

    fn or_else(&self, condition: Option<&str>) -> String {
        condition.map_or("else:".into(), |condition| self.asks("elif", condition))
    }

    fn block_end(&self) -> Option<&'static str> {
        None
    }

    fn remark_sign(&self) -> &'static str {
        "#"
    }

    fn line_end(&self) -> LineEnd {
        LineEnd::BeforeOperators
    }

    fn lines_need_parentheses(&self) -> bool {
        true
    }

    fn each(&self, set: &str, square: &str) -> Vec<String> {
        vec![
            format!("left = {set}"),
            "while left:".into(),
            format!("    {square} = _first(left)"),
            "    left &= left - 1".into(),
        ]
    }

    fn returns(&self, value: &str) -> String {
        format!("return {}", flat(value))
    }

    /// Halves what is left with each question, if there is much.
    fn select(
        &self,
        by: (&str, Type),
        arms: &[(u64, String, String)],
        otherwise: &str,
    ) -> Vec<String> {
        let (value, _) = by;
        let mut lines = Vec::new();
        let is_sorted = arms.is_sorted_by_key(|(key, ..)| *key);
        if arms.len() > 4 && is_sorted {
            let (below, above) = arms.split_at(arms.len() / 2);
            lines.push(format!("if {value} < {}:", above[0].0));
            let below = self.select(by, below, otherwise);
            lines.extend(below.into_iter().map(|line| format!("    {line}")));
            lines.extend(self.select(by, above, otherwise));
            return lines;
        }
        for (key, title, arm) in arms {
            lines.push(format!("if {value} == 0x{key:x}:  # {title}"));
            lines.push(format!("    return {arm}"));
        }
        lines.push(format!("return {otherwise}"));
        lines
    }

    fn new_board(&self, board: &Board, occupied: &str) -> Vec<String> {
        let mut arguments = [&board.men[..], &board.sets[..]].concat();
        arguments.push(occupied.into());
        vec![format!(
            "board = _{}Board({})",
            pascal(&board.class),
            arguments.join(", ")
        )]
    }

    fn head(&self, function: &Function) -> Vec<String> {
        let is_public = function.role == Role::Public;
        let mut lines = Vec::new();
        if !is_public {
            lines.extend(remarks("#", &function.comment));
        }
        let board = function
            .board()
            .map(|board| format!("board: _{}Board", pascal(&board.class)));
        let parameters = function.parameters.iter();
        let parameters =
            parameters.map(|(name, kind)| format!("{}: {}", self.local(name), self.kind(*kind)));
        let parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        let name = if is_public { "" } else { "_" }.to_string() + &function.name;
        let gives = self.kind(function.gives);
        let (begin, end) = (format!("def {name}("), format!(") -> {gives}:"));
        lines.extend(head(&begin, &parameters, Lines::Filled(5), &end));
        if is_public {
            lines.extend(documentation(&function.comment));
        }
        lines
    }

    fn kept(&self, function: &Function, value: &str) -> Vec<String> {
        let name = &function.name;
        vec![
            format!("    if board.{name} is None:"),
            format!("        board.{name} = {value}"),
            format!("    return board.{name}"),
        ]
    }

    fn doc_sign(&self) -> &'static str {
        "#"
    }

    fn constant_item(&self, name: &str, _: Type, value: &str) -> String {
        format!("{name} = {value}")
    }

    fn board_type(&self, board: &Board) -> Vec<String> {
        let men = board.men.iter().chain(&board.sets);
        let men = || men.clone().map(String::as_str).chain(["occupied"]);
        let kept = board.kept.iter().map(|(name, _)| name.as_str());
        let slots = men().chain(kept).map(|name| format!("\"{name}\""));
        let mut lines = vec![
            format!("class _{}Board:", pascal(&board.class)),
            "    __slots__ = (".into(),
        ];
        let slots = filled(&slots.collect::<Vec<_>>(), 9).into_iter();
        lines.extend(slots.map(|line| format!("        {line}")));
        let parameters: Vec<String> = men().map(|man| format!("{man}: int")).collect();
        lines.extend(["    )".into(), String::new()]);
        lines.push("    def __init__(".into());
        let parameters = [&["self".into()], &parameters[..]].concat();
        let parameters = filled(&parameters, 9).into_iter();
        lines.extend(parameters.map(|line| format!("        {line}")));
        lines.push("    ) -> None:".into());
        lines.extend(men().map(|man| format!("        self.{man} = {man}")));
        let kept = board.kept.iter();
        lines.extend(kept.map(|(name, kind)| {
            let kind = self.kind(*kind);
            format!("        self.{name}: {kind} | None = None")
        }));
        lines
    }

    fn entry_kinds(&self) -> [&'static str; 6] {
        ["int"; 6]
    }

    fn table_frame(&self, name: &str, _: &str, _: usize) -> (Vec<String>, &'static str) {
        (vec![format!("{} = (", upper(name))], ")")
    }

    fn words_item(&self, name: &str, words: &[u16]) -> Option<Vec<String>> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Some(packed(&upper(name), 'H', words.len(), &bytes))
    }
}

/// A value without the parentheses around it, unless it goes on in the next line.
fn flat(value: &str) -> &str {
    if value.contains('\n') {
        value
    } else {
        bare(value)
    }
}

fn upper(name: &str) -> String {
    format!("_{}", name.to_ascii_uppercase())
}

/// Lines of a documentation string.
fn documentation(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().map(|line| line.replace('"', "'"));
    let mut lines: Vec<String> = lines.collect();
    if let Some(first) = lines.first_mut() {
        first.insert_str(0, "\"\"\"");
    }
    match &mut lines[..] {
        [] => {}
        [one] => one.push_str("\"\"\""),
        _ => lines.push("\"\"\"".into()),
    }
    let indented = lines.iter().map(|line| format!("    {line}"));
    indented.map(|line| line.trim_end().into()).collect()
}

/// Numbers as text in base 64, since a tuple takes long to compile.
fn packed(name: &str, kind: char, count: usize, bytes: &[u8]) -> Vec<String> {
    let mut lines = vec![
        format!("{name}: tuple[int, ...] = struct.unpack("),
        format!("    \"<{count}{kind}\","),
        "    base64.b64decode(".into(),
        "        \"\"\"".into(),
    ];
    lines.extend(base64(bytes, 88));
    lines.extend(["\"\"\"".into(), "    ),".into(), ")".into()]);
    lines
}

fn data_item(data: &[u64]) -> Vec<String> {
    let bytes: Vec<u8> = data.iter().flat_map(|word| word.to_le_bytes()).collect();
    packed("_DATA", 'Q', data.len(), &bytes)
}

/// Whether two numbers that are known are compared, which mypy takes for an error.
fn compares_constants(functions: &[&Function]) -> bool {
    let is_constant = |expr: &Expr| {
        let mut is_constant = true;
        expr.visit(&mut |part| {
            is_constant &= matches!(
                part,
                Expr::Bits(_) | Expr::Number(_) | Expr::Square(_) | Expr::Literal(..)
            ) || !part.parts().is_empty()
                && !matches!(part, Expr::Call(..) | Expr::Entry(..));
        });
        is_constant
    };
    let mut found = false;
    for statement in functions.iter().flat_map(|function| &function.body) {
        statement.visit(&mut |part| {
            if let Expr::Binary(sign, left, right) = part {
                found |= sign.is_comparison() && is_constant(left) && is_constant(right);
            }
        });
    }
    found
}

/// A module of these lines, with two empty lines between its parts.
fn module(needs_data: bool, lines: &[String]) -> Vec<String> {
    let mut all = vec!["from __future__ import annotations".to_string()];
    if needs_data {
        all.extend(["", "import base64", "import struct"].map(String::from));
    }
    all.extend(["", "_ALL = 0xffffffffffffffff"].map(String::from));
    let lines = lines.iter().flat_map(|line| line.split('\n'));
    for line in lines {
        let begins = !line.starts_with([' ', ')', ']']) && !line.is_empty();
        if begins && all.last().is_some_and(String::is_empty) {
            all.push(String::new());
        }
        all.push(line.into());
    }
    all
}

impl Target for Python {
    fn flag(&self) -> &'static str {
        "python"
    }

    fn title(&self) -> &'static str {
        "Python"
    }

    fn reserved(&self) -> &'static str {
        RESERVED
    }

    fn intrinsic(&self, name: &str) -> Intrinsic {
        match name {
            "count" => Intrinsic::new("    return bin(set).count(\"1\")", &[]),
            "first" => Intrinsic::new("    return (set & -set).bit_length() - 1 & 63", &[]),
            "from_highest" => {
                Intrinsic::new("    return _ALL << (set | 1).bit_length() - 1 & _ALL", &[])
            }
            _ => Intrinsic::new("    return d[at] if at < len(d) else 0", &[]),
        }
    }

    fn remark(&self, line: &str) -> String {
        format!("# {line}").trim_end().into()
    }

    fn unknown(&self) -> Option<&'static str> {
        Some("None")
    }

    fn rules(&self, rules: &Rules) -> Vec<String> {
        let dialect = Dialect { space: "" };
        let printer = Printer::new(&dialect, rules.functions());
        let mut lines = printer.functions(&rules.door);
        lines.extend(rules.units.iter().flat_map(|unit| printer.unit(unit)));
        lines.extend(printer.constants(&rules.constants));
        lines.extend(printer.helpers(&rules.helpers, &|name| self.intrinsic(name).body));
        if !rules.data.is_empty() {
            lines.push(String::new());
            lines.extend(data_item(&rules.data));
        }
        let has_words = rules.units.iter().any(crate::ir::Unit::has_words);
        let mut lines = module(has_words || !rules.data.is_empty(), &lines);
        if compares_constants(&rules.functions()) {
            let remark = "# mypy: disable-error-code=comparison-overlap";
            lines.splice(0..0, [remark.into(), String::new()]);
        }
        lines
    }

    fn tables(&self, tables: &Tables<'_>, _: &Name) -> String {
        let dialect = Dialect { space: "" };
        let functions = tables.helpers.iter().chain(&tables.functions);
        let printer = Printer::new(&dialect, functions);
        let mut lines = printer.functions(&tables.functions);
        lines.push(String::new());
        lines.extend(tables.outcomes.iter().map(|&of| known(of)));
        lines.extend(remarks("#", tables.opening));
        lines.extend(printer.constants(tables.constants));
        lines.extend(printer.helpers(&tables.helpers, &|name| self.intrinsic(name).body));
        lines.push(String::new());
        lines.extend(data_item(tables.data));
        "\n".to_string() + &module(true, &lines).join("\n") + "\n"
    }

    fn compiler(&self) -> &'static str {
        "python3"
    }

    fn compilers(&self) -> (&'static [&'static str], &'static str) {
        (&["python3", "python"], "--version")
    }

    fn install(&self) -> &'static str {
        "apt-get install python3"
    }

    fn build(&self, harness: &Harness, _: &Name) -> Build {
        let dialect = Dialect { space: "exported." };
        let functions = harness.functions.iter().chain(&harness.asked);
        let printer = Printer::new(&dialect, functions);
        let mut lines: Vec<String> = MAIN.lines().map(String::from).collect();
        let outcomes = harness.outcomes.iter();
        lines.extend(outcomes.map(|&outcome| number(outcome)));
        lines.extend(printer.functions(&harness.functions));
        lines.extend(["", "", "main()", ""].map(String::from));
        Build {
            exported: "exported.py",
            files: vec![("harness.py", lines.join("\n"))],
            arguments: [
                ["-m", "py_compile"].map(Argument::Word).into(),
                ["exported.py", "harness.py"].map(Argument::File).into(),
            ],
            run: vec![Argument::Compiler, Argument::File("harness.py")],
        }
    }
}

/// The function that makes an answer of a number.
fn known(outcome: Outcome) -> String {
    let name = outcome.name();
    let (kind, local, value) = match outcome {
        Outcome::Wdl => ("int", name, "None if wdl == 2 else wdl".into()),
        Outcome::Dtm => ("int", "plies", "None if plies < 0 else plies".into()),
        Outcome::Draw | Outcome::CanMate => {
            ("bool", name, format!("None if {name} < 0 else {name} == 1"))
        }
    };
    format!(
        "def _known_{name}(score: int) -> {kind} | None:\n    {local} = _{name}_of(score)\n    \
         return {value}\n"
    )
}

/// The function that makes a number of an answer.
fn number(outcome: Outcome) -> String {
    let (kind, value) = match outcome {
        Outcome::Wdl => ("int", "2 if known is None else known"),
        Outcome::Dtm => ("int", "-1 if known is None else known"),
        Outcome::Draw | Outcome::CanMate => ("bool", "-1 if known is None else int(known)"),
    };
    let name = outcome.name();
    format!("\ndef _{name}(known: {kind} | None) -> int:\n    return {value}")
}

/// Reads questions and writes answers.
const MAIN: &str = r#"from __future__ import annotations

import struct
import sys

import exported

_ALL = 0xffffffffffffffff


def main() -> None:
    answers = bytearray()
    while len(question := sys.stdin.buffer.read(80)) == 80:
        words = struct.unpack("<10Q", question)
        for last in range(64):
            if words[9] >> last & 1:
                a, b, c, d, e, f, g, h, i = words[:9]
                answers += struct.pack("<h", _said(a, b, c, d, e, f, g, h, i, last))
        if words[9] == 0:
            sys.stdout.buffer.write(answers)
            sys.stdout.buffer.flush()
            answers.clear()"#;

/// Words that mean something in Python.
const RESERVED: &str = "
    False None True and as assert async await base64 bin bool break class continue def del elif else
    except finally for from global if import in int is lambda len nonlocal not or pass raise return
    struct try while with yield";
