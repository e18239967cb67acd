//! C99, and C++17 in a namespace.

mod files;
mod text;

use super::{Argument, Build, Harness, Intrinsic, Language, Rules, Tables, Target};
use crate::{
    Name,
    declare::{data_item, remarks},
    ir::{Board, Function, Outcome, Role, Sign, Type},
    print::{Printer, Spelling},
    text::filled,
};

use text::{
    APART, COUNT, FIRST, FRAME_C, FRAME_CPP, FROM_HIGHEST, INCLUDE_C, INCLUDE_CPP, MAIN, RESERVED,
};

impl Language {
    /// C99, which is also valid C++.
    pub const C: Self = Self(&C { is_cpp: false });
    /// C++17, in a namespace.
    pub const CPP: Self = Self(&C { is_cpp: true });
}

/// C, or C++.
struct C {
    is_cpp: bool,
}

/// The kind of file that is printed.
#[derive(Copy, Clone, PartialEq, Eq)]
enum What {
    Rules,
    Tables,
    /// A program that probes tables from outside.
    Harness,
}

/// How a file is printed.
struct Dialect {
    is_cpp: bool,
    what: What,
}

impl Spelling for Dialect {
    fn kind(&self, kind: Type) -> String {
        let kind = match kind {
            Type::Bool => "bool",
            Type::I32 => "int32_t",
            Type::Square => "unsigned",
            Type::U32 => "uint32_t",
            Type::U64 => "uint64_t",
            Type::Data => "const uint64_t *",
            Type::Outcome(_) => "int",
        };
        kind.into()
    }

    fn name(&self, function: &Function, from: Option<&Function>) -> String {
        let name = &function.name;
        let is_own = from.is_none_or(|from| from.role != Role::Public);
        match function.role {
            Role::Public if self.is_cpp && self.what == What::Harness => {
                format!("drawproof::{name}")
            }
            Role::Public if self.is_cpp => name.clone(),
            Role::Public => format!("drawproof_{name}"),
            _ if self.is_cpp && self.what == What::Rules => name.clone(),
            _ if self.is_cpp && !is_own => format!("tables::dp_{name}"),
            _ => format!("dp_{name}"),
        }
    }

    fn constant(&self, name: &str) -> String {
        format!("DP_{name}")
    }

    fn number(&self, number: i32) -> String {
        // The least number has no literal in C.
        if number == i32::MIN {
            return format!("({} - 1)", -i32::MAX);
        }
        number.to_string()
    }

    fn bits(&self, bits: u64) -> String {
        if bits == 0 {
            "0".into()
        } else {
            format!("UINT64_C(0x{bits:x})")
        }
    }

    fn square(&self, square: u32) -> String {
        format!("{square}u")
    }

    fn literal(&self, number: u64, kind: Type, is_hexadecimal: bool) -> String {
        match (kind, is_hexadecimal) {
            (Type::U64, true) => self.bits(number),
            (_, true) => format!("0x{number:x}"),
            (_, false) => number.to_string(),
        }
    }

    fn field(&self, name: &str) -> String {
        format!("board->{name}")
    }

    fn data(&self) -> String {
        let is_apart = self.is_cpp && self.what != What::Rules;
        let space = if is_apart { "tables::" } else { "" };
        format!("{space}dp_data")
    }

    fn entry(&self, table: &str, square: &str, _: Type) -> String {
        format!("{}[{square}]", self.own(table))
    }

    fn table_word(&self, table: &str, place: &str) -> String {
        format!("{}[{place}]", self.own(table))
    }

    fn operation(&self, sign: Sign, kinds: [Type; 2], left: &str, right: &str) -> Option<String> {
        // Unsigned numbers wrap around anyway.
        let sign = match sign {
            Sign::WrappingPlus => '+',
            Sign::WrappingMinus => '-',
            Sign::WrappingTimes => '*',
            _ => return None,
        };
        let wraps = format!("(int32_t)((uint32_t){left} {sign} (uint32_t){right})");
        (kinds[0] == Type::I32).then_some(wraps)
    }

    fn cast(&self, to: Type, _: Type, value: &str) -> String {
        format!("({}){value}", self.kind(to))
    }

    fn outcome(&self, outcome: Outcome, score: &str) -> String {
        let space = if self.is_cpp { "tables::" } else { "" };
        format!("{space}dp_{}({score})", outcome.of_score())
    }

    fn variable(&self, name: &str, kind: Type, is_mutable: bool, value: &str) -> String {
        let how = if is_mutable { "" } else { "const " };
        format!("{how}{} {name} = {value};", self.kind(kind))
    }

    fn each(&self, set: &str, square: &str) -> Vec<String> {
        let prefix = if self.is_cpp { "" } else { "dp_" };
        vec![
            format!("for (uint64_t left = {set}; left != 0; left &= left - 1) {{"),
            format!("    const unsigned {square} = {prefix}first(left);"),
        ]
    }

    fn key(&self, key: u64) -> String {
        format!("UINT64_C(0x{key:x})")
    }

    fn new_board(&self, board: &Board, occupied: &str) -> Vec<String> {
        let mut lines = vec![format!("{}_board board;", self.own(&board.class))];
        let men = board.men.iter();
        lines.extend(
            men.chain(&board.sets)
                .map(|man| format!("board.{man} = {man};")),
        );
        lines.push(format!("board.occupied = {occupied};"));
        for (name, kind) in &board.kept {
            let nothing = if *kind == Type::Bool { "false" } else { "0" };
            lines.push(format!("board.known_{name} = false;"));
            lines.push(format!("board.{name} = {nothing};"));
        }
        lines
    }

    fn head(&self, function: &Function) -> Vec<String> {
        let mut lines = Vec::new();
        if function.role != Role::Public {
            lines = remarks("//", &function.comment);
        }
        lines.push(self.signature(function));
        lines.push("{".into());
        if function.board().is_some_and(|board| !board.is_asked) {
            lines.push("    (void)board;".into());
        }
        lines
    }

    fn kept(&self, function: &Function, value: &str) -> Vec<String> {
        let name = &function.name;
        vec![
            format!("    if (!board->known_{name}) {{"),
            format!("        board->known_{name} = true;"),
            format!("        board->{name} = {value};"),
            "    }".into(),
            format!("    return board->{name};"),
        ]
    }

    fn constant_item(&self, name: &str, kind: Type, value: &str) -> String {
        let how = self.constant_prefix();
        format!("{how} {} {name} = {value};", self.kind(kind))
    }

    fn board_type(&self, board: &Board) -> Vec<String> {
        let class = self.own(&board.class);
        let mut lines = vec![format!("typedef struct {class}_board {{")];
        lines.extend(board.men.iter().map(|man| format!("    unsigned {man};")));
        lines.push("    uint64_t occupied;".into());
        lines.extend(board.sets.iter().map(|men| format!("    uint64_t {men};")));
        // Large fields come first, so that there is no padding.
        for kind in [Type::U64, Type::I32, Type::Square, Type::Bool] {
            let of_kind = board.kept.iter().filter(|(_, of)| *of == kind);
            lines.extend(of_kind.map(|(name, _)| format!("    {} {name};", self.kind(kind))));
        }
        let kept = board.kept.iter();
        lines.extend(kept.map(|(name, _)| format!("    bool known_{name};")));
        lines.push(format!("}} {class}_board;"));
        lines
    }

    fn entry_kinds(&self) -> [&'static str; 6] {
        [
            "uint64_t", "uint8_t", "uint16_t", "int8_t", "int16_t", "int32_t",
        ]
    }

    fn table_frame(&self, name: &str, kind: &str, count: usize) -> (Vec<String>, &'static str) {
        let begin = format!("static const {kind} {}[{count}] = {{", self.own(name));
        (vec![begin], "};")
    }
}

impl Dialect {
    /// A name of the file's own; in C all files share one space of names.
    fn own(&self, name: &str) -> String {
        if self.is_cpp {
            name.into()
        } else {
            format!("dp_{name}")
        }
    }

    fn constant_prefix(&self) -> &'static str {
        if self.is_cpp {
            "inline constexpr"
        } else {
            "static const"
        }
    }

    /// The parameters and the result of a function.
    fn signature(&self, function: &Function) -> String {
        let is_public = function.role == Role::Public;
        let how = match (&function.role, self.is_cpp, self.what) {
            (Role::Public, true, What::Tables) => "inline ",
            (Role::Public, ..) => "",
            (Role::OfClass(_), ..) if function.is_small => "static DP_SMALL ",
            (Role::OfClass(_), ..) => "static ",
            (_, true, What::Rules) => "static constexpr ",
            (_, true, What::Tables) => "inline ",
            (_, false, What::Rules) if APART.contains(&&*function.name) => "static DP_APART ",
            (_, false, _) | (_, _, What::Harness) => "static inline ",
        };
        let gives = match function.gives {
            Type::Bool | Type::I32 if is_public => "int".into(),
            kind => self.kind(kind),
        };
        let board = function
            .board()
            .map(|board| format!("{}_board *board", self.own(&board.class)));
        let parameters = function.parameters.iter();
        let parameters = parameters.map(|(name, kind)| match self.kind(*kind) {
            kind if kind.ends_with('*') => format!("{kind}{name}"),
            kind => format!("{kind} {name}"),
        });
        let mut parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        if parameters.is_empty() {
            parameters.push("void".into());
        }
        let name = self.name(function, None);
        let begin = format!("{how}{gives} {name}(");
        let flat = format!("{begin}{})", parameters.join(", "));
        if flat.len() <= crate::text::WIDTH {
            return flat;
        }
        format!("{begin}\n    {})", filled(&parameters, 5).join("\n    "))
    }

    /// Declarations of public functions, each with its comment.
    fn declared(&self, function: &Function) -> Vec<String> {
        let mut lines = remarks("//", &function.comment);
        lines.push(format!("{};", self.signature(function)));
        lines
    }

    /// Functions, with declarations first for those that are called before their
    /// definition.
    fn functions(&self, helpers: &[Function], printer: &Printer<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, helper) in helpers.iter().enumerate() {
            let mut before = helpers[..at].iter();
            if before.any(|before| before.calls().contains(&helper.name)) {
                lines.extend([String::new(), format!("{};", self.signature(helper))]);
            }
        }
        for helper in helpers {
            lines.push(String::new());
            if helper.role == Role::Intrinsic {
                let language = C {
                    is_cpp: self.is_cpp,
                };
                let intrinsic = language.intrinsic(&helper.name);
                lines.extend(remarks("//", &helper.comment));
                lines.push(self.signature(helper));
                lines.extend(intrinsic.body.lines().map(|line| self.in_words(line)));
            } else {
                lines.extend(printer.function(helper));
            }
        }
        lines
    }

    /// A line of an intrinsic function.
    fn in_words(&self, line: &str) -> String {
        if self.is_cpp && self.what == What::Rules {
            line.replace("dp_", "")
        } else {
            line.into()
        }
    }

    /// The data and the code that probes them.
    fn prober(&self, tables: &Tables<'_>) -> Vec<String> {
        let printer = Printer::new(self, &tables.helpers);
        let mut lines = remarks("//", tables.opening);
        lines.extend(printer.constants(tables.constants));
        lines.extend(self.functions(&tables.helpers, &printer));
        lines.extend(self.data_item(tables.data));
        lines
    }

    /// The data, with an empty line before them.
    fn data_item(&self, data: &[u64]) -> Vec<String> {
        let how = self.constant_prefix();
        let begin = format!("{how} uint64_t dp_data[{}] = {{", data.len());
        data_item(&begin, data, "};")
    }

    /// The result types and the functions for engines.
    fn declarations(&self, tables: &Tables<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        if tables.has_wdl() {
            let prefix = if self.is_cpp { "" } else { "DRAWPROOF_" };
            let names = ["LOSS", "DRAW", "WIN", "UNKNOWN"];
            let values = names.iter().zip(-1..);
            let values = values.map(|(name, value)| format!("{prefix}{name} = {value}"));
            let values = values.collect::<Vec<_>>().join(", ");
            let kind = if self.is_cpp { "Wdl : int " } else { "" };
            lines.push(format!("enum {kind}{{ {values} }};"));
        }
        for function in &tables.functions {
            lines.push(String::new());
            lines.extend(self.declared(function));
        }
        lines
    }
}

impl Target for C {
    fn flag(&self) -> &'static str {
        if self.is_cpp { "cpp" } else { "c" }
    }

    fn title(&self) -> &'static str {
        if self.is_cpp { "C++17" } else { "C99" }
    }

    fn reserved(&self) -> &'static str {
        RESERVED
    }

    fn takes_name(&self) -> bool {
        true
    }

    fn intrinsic(&self, name: &str) -> Intrinsic {
        match name {
            "count" => Intrinsic::new(COUNT, &[]),
            "first" => Intrinsic::new(FIRST, &["count"]),
            "from_highest" => Intrinsic::new(FROM_HIGHEST, &[]),
            _ => Intrinsic::new("{\n    return d[at];\n}", &[]),
        }
    }

    fn rules(&self, rules: &Rules) -> Vec<String> {
        let dialect = Dialect {
            is_cpp: self.is_cpp,
            what: What::Rules,
        };
        dialect.rules(rules)
    }

    fn tables(&self, tables: &Tables<'_>, name: &Name) -> String {
        let dialect = Dialect {
            is_cpp: self.is_cpp,
            what: What::Tables,
        };
        let functions = tables.helpers.iter().chain(&tables.functions);
        let printer = Printer::new(&dialect, functions);
        let frame = if self.is_cpp { FRAME_CPP } else { FRAME_C };
        let text = frame
            .replace("DECLARED", &dialect.declarations(tables).join("\n"))
            .replace("PROBER", &dialect.prober(tables).join("\n"))
            .replace("DEFINED", &printer.functions(&tables.functions).join("\n"));
        name.in_text(&text)
    }

    fn compiler(&self) -> &'static str {
        if self.is_cpp { "c++" } else { "cc" }
    }

    fn install(&self) -> &'static str {
        if self.is_cpp {
            "apt-get install g++"
        } else {
            "apt-get install gcc"
        }
    }

    fn build(&self, harness: &Harness, name: &Name) -> Build {
        let dialect = Dialect {
            is_cpp: self.is_cpp,
            what: What::Harness,
        };
        let functions = harness.functions.iter().chain(&harness.asked);
        let printer = Printer::new(&dialect, functions);
        let lines = dialect.functions(&harness.functions, &printer);
        let (exported, file, include, standard) = if self.is_cpp {
            ("exported.hpp", "harness.cpp", INCLUDE_CPP, "-std=c++17")
        } else {
            ("exported.h", "harness.c", INCLUDE_C, "-std=c99")
        };
        let text = MAIN
            .replace("INCLUDE", include)
            .replace("FUNCTIONS", &lines.join("\n"));
        Build {
            exported,
            files: vec![(file, name.in_text(&text))],
            arguments: [
                vec![Argument::Word(standard), Argument::Word("-O2")],
                vec![
                    Argument::File(file),
                    Argument::Word("-o"),
                    Argument::File("harness"),
                ],
            ],
            run: vec![Argument::File("harness")],
        }
    }
}
