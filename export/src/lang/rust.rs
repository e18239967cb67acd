//! Rust, with no dependency but `core`.

mod text;

use super::{Argument, Build, Harness, Intrinsic, Language, Rules, Tables, Target};
use crate::{
    Name,
    declare::{data_item, remarks},
    ir::{Board, Function, Outcome, Role, Sign, Type},
    print::{Printer, Spelling},
    text::{Lines, head},
};

use text::{MAIN, RESERVED, WDL, known, numbers};

impl Language {
    /// Rust without the standard library.
    pub const RUST: Self = Self(&Rust);
}

struct Rust;

/// The intrinsic functions, as this crate has them.
const INTRINSICS: &str = include_str!("../source/intrinsics.rs");

/// How files and their callers are printed.
struct Dialect {
    /// The prefix of public functions.
    space: &'static str,
}

impl Spelling for Dialect {
    fn kind(&self, kind: Type) -> String {
        let kind = match kind {
            Type::Bool => "bool",
            Type::I32 => "i32",
            Type::Square | Type::U32 => "u32",
            Type::U64 => "u64",
            Type::Data => "&[u64]",
            Type::Outcome(Outcome::Wdl) => "Option<Wdl>",
            Type::Outcome(Outcome::Draw | Outcome::CanMate) => "Option<bool>",
            Type::Outcome(Outcome::Dtm) => "Option<u32>",
        };
        kind.into()
    }

    fn name(&self, function: &Function, _: Option<&Function>) -> String {
        match function.role {
            Role::Public => format!("{}{}", self.space, function.name),
            _ => function.name.clone(),
        }
    }

    fn bits(&self, bits: u64) -> String {
        // With its type, because two of them may be compared.
        format!("0x{bits:x}_u64")
    }

    fn field(&self, name: &str) -> String {
        format!("board.{name}")
    }

    fn data(&self) -> String {
        "&DATA".into()
    }

    fn entry(&self, table: &str, square: &str, gives: Type) -> String {
        let entry = format!("{table}[{} & 63]", index(square));
        match gives {
            Type::I32 => format!("i32::from({entry})"),
            Type::Square => format!("u32::from({entry})"),
            _ => entry,
        }
    }

    fn table_word(&self, table: &str, place: &str) -> String {
        format!("u32::from({table}[{}])", index(place))
    }

    fn complement(&self, value: &str) -> String {
        format!("!{value}")
    }

    fn operation(&self, sign: Sign, _: [Type; 2], left: &str, right: &str) -> Option<String> {
        let method = match sign {
            Sign::WrappingPlus => "wrapping_add",
            Sign::WrappingMinus => "wrapping_sub",
            Sign::WrappingTimes => "wrapping_mul",
            _ => return None,
        };
        Some(format!("{left}.{method}({right})"))
    }

    fn cast(&self, to: Type, from: Type, value: &str) -> String {
        match from {
            Type::Outcome(outcome) => format!("{}({value})", outcome.name()),
            _ => format!("{value} as {}", self.kind(to)),
        }
    }

    fn cast_is_operator(&self) -> bool {
        true
    }

    fn choice(&self, _: Type, condition: &str, yes: &str, no: &str) -> String {
        format!("if {condition} {{ {yes} }} else {{ {no} }}")
    }

    fn choice_has_brackets(&self) -> bool {
        true
    }

    fn outcome(&self, outcome: Outcome, score: &str) -> String {
        format!("known_{}({score})", outcome.name())
    }

    fn variable(&self, name: &str, kind: Type, is_mutable: bool, value: &str) -> String {
        let how = if is_mutable { "mut " } else { "" };
        format!("let {how}{name}: {} = {value};", self.kind(kind))
    }

    fn asks(&self, word: &str, condition: &str) -> String {
        format!("{word} {condition} {{")
    }

    fn each(&self, set: &str, square: &str) -> Vec<String> {
        vec![
            format!("let mut left: u64 = {set};"),
            "while left != 0 {".into(),
            format!("    let {square} = first(left);"),
            "    left &= left - 1;".into(),
        ]
    }

    fn gives(&self, value: &str) -> String {
        value.into()
    }

    fn select(
        &self,
        (value, _): (&str, Type),
        arms: &[(u64, String, String)],
        otherwise: &str,
    ) -> Vec<String> {
        let mut lines = vec![format!("match {value} {{")];
        for (key, title, value) in arms {
            lines.push(format!("    // {title}"));
            lines.push(format!("    0x{key:x} => {value},"));
        }
        lines.push(format!("    _ => {otherwise},"));
        lines.push("}".into());
        lines
    }

    fn new_board(&self, board: &Board, occupied: &str) -> Vec<String> {
        let mut lines = vec![format!("let board = {} {{", board_name(&board.class))];
        let men = board.men.iter().chain(&board.sets);
        lines.extend(men.map(|man| format!("    {man},")));
        lines.push(format!("    occupied: {occupied},"));
        let kept = board.kept.iter();
        lines.extend(kept.map(|(name, _)| format!("    {name}: Cell::new(None),")));
        lines.push("};".into());
        lines
    }

    fn head(&self, function: &Function) -> Vec<String> {
        let sign = match function.role {
            Role::OfClass(_) => "//",
            _ => "///",
        };
        let mut lines = remarks(sign, &function.comment);
        let is_public = function.role == Role::Public;
        if is_public {
            lines.push("#[allow(dead_code, clippy::too_many_arguments)]".into());
        } else if function.parameters.len() > 7 {
            lines.push("#[allow(clippy::too_many_arguments)]".into());
        }
        let board = function.board().map(|board| {
            let unasked = if board.is_asked { "" } else { "_" };
            format!("{unasked}board: &{}", board_name(&board.class))
        });
        let parameters = function.parameters.iter();
        let parameters = parameters.map(|(name, kind)| format!("{name}: {}", self.kind(*kind)));
        let parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        let begin = if is_public { "pub fn" } else { "fn" };
        let (name, gives) = (&function.name, self.kind(function.gives));
        let (begin, end) = (format!("{begin} {name}("), format!(") -> {gives} {{"));
        lines.extend(head(&begin, &parameters, Lines::Each, &end));
        lines
    }

    fn kept(&self, function: &Function, value: &str) -> Vec<String> {
        let name = &function.name;
        vec![
            format!("    if let Some(known) = board.{name}.get() {{"),
            "        return known;".into(),
            "    }".into(),
            format!("    let found = {value};"),
            format!("    board.{name}.set(Some(found));"),
            "    found".into(),
        ]
    }

    fn doc_sign(&self) -> &'static str {
        "///"
    }

    fn constant_item(&self, name: &str, kind: Type, value: &str) -> String {
        format!("const {name}: {} = {value};", self.kind(kind))
    }

    fn board_type(&self, board: &Board) -> Vec<String> {
        let mut lines = vec!["#[allow(dead_code)]".into()];
        lines.push(format!("struct {} {{", board_name(&board.class)));
        lines.extend(board.men.iter().map(|man| format!("    {man}: u32,")));
        lines.extend(board.sets.iter().map(|men| format!("    {men}: u64,")));
        lines.push("    occupied: u64,".into());
        for (name, kind) in &board.kept {
            lines.push(format!("    {name}: Cell<Option<{}>>,", self.kind(*kind)));
        }
        lines.push("}".into());
        lines
    }

    fn entry_kinds(&self) -> [&'static str; 6] {
        ["u64", "u8", "u16", "i8", "i16", "i32"]
    }

    fn table_frame(&self, name: &str, kind: &str, count: usize) -> (Vec<String>, &'static str) {
        let begin = format!("static {name}: [{kind}; {count}] = [");
        let allowed = "#[allow(non_upper_case_globals)]".into();
        (vec![allowed, begin], "];")
    }
}

/// A number as an index.
fn index(place: &str) -> String {
    let is_simple = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
    if place.chars().all(is_simple) {
        format!("{place} as usize")
    } else {
        format!("({place}) as usize")
    }
}

/// The data, with an empty line before them.
fn data(data: &[u64]) -> Vec<String> {
    data_item(
        &format!("static DATA: [u64; {}] = [", data.len()),
        data,
        "];",
    )
}

fn board_name(class: &str) -> String {
    let (first, rest) = class.split_at(1);
    format!("{}{rest}Board", first.to_ascii_uppercase())
}

impl Dialect {
    fn helpers(&self, helpers: &[Function]) -> Vec<String> {
        let printer = Printer::new(self, helpers);
        let mut lines = Vec::new();
        for helper in helpers {
            if helper.role == Role::Intrinsic {
                lines.extend(self.head(helper));
                lines.extend(Rust.intrinsic(&helper.name).body.lines().map(String::from));
            } else {
                lines.extend(printer.function(helper));
            }
            lines.push(String::new());
        }
        lines.pop();
        lines
    }
}

impl Target for Rust {
    fn flag(&self) -> &'static str {
        "rust"
    }

    fn title(&self) -> &'static str {
        "Rust"
    }

    fn reserved(&self) -> &'static str {
        RESERVED
    }

    /// As this crate has it.
    fn intrinsic(&self, name: &str) -> Intrinsic {
        let head = format!("fn {name}(");
        let from = INTRINSICS.find(&head).unwrap_or_default();
        let text = &INTRINSICS[from..];
        let begin = text.find('\n').map_or(0, |end| end + 1);
        let end = text.find("\n}").map_or(text.len(), |end| end + 2);
        Intrinsic::new(&text[begin..end], &[])
    }

    fn unknown(&self) -> Option<&'static str> {
        Some("`None`")
    }

    fn names_results(&self) -> bool {
        true
    }

    fn rules(&self, rules: &Rules) -> Vec<String> {
        let dialect = Dialect { space: "" };
        let printer = Printer::new(&dialect, rules.functions());
        let mut lines = Vec::new();
        if rules.units.iter().any(|unit| !unit.board.kept.is_empty()) {
            lines.extend(["use core::cell::Cell;".into(), String::new()]);
        }
        if !rules.data.is_empty() {
            lines.extend(printer.constants(&rules.constants).into_iter().skip(1));
            lines.extend(data(&rules.data));
            lines.push(String::new());
        }
        lines.extend(dialect.helpers(&rules.helpers));
        let units = rules.units.iter();
        lines.extend(units.flat_map(|unit| printer.unit(unit)));
        lines.extend(printer.functions(&rules.door));
        lines
    }

    fn tables(&self, tables: &Tables<'_>, _: &Name) -> String {
        let dialect = Dialect { space: "" };
        let functions = tables.helpers.iter().chain(&tables.functions);
        let printer = Printer::new(&dialect, functions);
        let mut lines = vec![String::new()];
        if tables.has_wdl() {
            lines.push(WDL.into());
        }
        lines.extend(printer.functions(&tables.functions));
        lines.push(String::new());
        lines.extend(tables.outcomes.iter().map(|&outcome| known(outcome)));
        lines.extend(remarks("//", tables.opening));
        lines.extend(printer.constants(tables.constants));
        lines.push(String::new());
        lines.extend(dialect.helpers(&tables.helpers));
        lines.extend(data(tables.data));
        lines.push(String::new());
        lines.join("\n")
    }

    fn compiler(&self) -> &'static str {
        "rustc"
    }

    fn install(&self) -> &'static str {
        "apt-get install rustc"
    }

    fn build(&self, harness: &Harness, _: &Name) -> Build {
        let dialect = Dialect {
            space: "exported::",
        };
        let functions = harness.functions.iter().chain(&harness.asked);
        let printer = Printer::new(&dialect, functions);
        let mut lines = vec![MAIN.to_string()];
        let outcomes = harness.outcomes.iter();
        lines.extend(outcomes.map(|&outcome| numbers(outcome)));
        lines.extend(printer.functions(&harness.functions));
        Build {
            exported: "exported.rs",
            files: vec![("harness.rs", lines.join("\n") + "\n")],
            arguments: [
                ["--edition", "2024", "-O"].map(Argument::Word).into(),
                vec![
                    Argument::File("harness.rs"),
                    Argument::Word("-o"),
                    Argument::File("harness"),
                ],
            ],
            run: vec![Argument::File("harness")],
        }
    }
}
