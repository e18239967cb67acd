//! C#: one static class without dependencies, for .NET and Mono.

use super::{Argument, Build, Harness, Intrinsic, Language, Rules, Tables, Target, with_own};
use crate::{
    Name,
    declare::{data_item, remarks},
    ir::{Board, Function, Outcome, Role, Sign, Statement, Type},
    print::{Printer, Spelling},
    text::{camel, indented, kept_in_field, method_head, pascal, renamed},
};

impl Language {
    /// C#.
    pub const CSHARP: Self = Self(&CSharp);
}

struct CSharp;

/// How a class is printed.
struct Dialect {
    /// What comes before the names of public functions.
    space: &'static str,
}

impl Spelling for Dialect {
    fn kind(&self, kind: Type) -> String {
        let kind = match kind {
            Type::Bool => "bool",
            Type::I32 | Type::Outcome(_) => "int",
            Type::Square | Type::U32 => "uint",
            Type::U64 => "ulong",
            Type::Data => "ulong[]",
        };
        kind.into()
    }

    fn name(&self, function: &Function, _: Option<&Function>) -> String {
        let space = match function.role {
            Role::Public => self.space,
            _ => "",
        };
        format!("{space}{}", pascal(&function.name))
    }

    fn local(&self, name: &str) -> String {
        let mut reserved = RESERVED.split_whitespace();
        if reserved.any(|word| word == name) {
            return format!("@{name}");
        }
        camel(name)
    }

    fn constant(&self, name: &str) -> String {
        pascal(&name.to_ascii_lowercase())
    }

    fn bits(&self, bits: u64) -> String {
        format!("0x{bits:x}UL")
    }

    fn square(&self, square: u32) -> String {
        format!("{square}u")
    }

    fn literal(&self, number: u64, kind: Type, is_hexadecimal: bool) -> String {
        match (kind, is_hexadecimal) {
            (Type::U64, true) => self.bits(number),
            (_, true) => format!("0x{number:x}u"),
            (_, false) => number.to_string(),
        }
    }

    fn field(&self, name: &str) -> String {
        format!("board.{}", camel(name))
    }

    fn board(&self, _: bool) -> String {
        "ref board".into()
    }

    fn data(&self) -> String {
        "Data".into()
    }

    fn entry(&self, table: &str, square: &str, _: Type) -> String {
        format!("{}[{square}]", pascal(table))
    }

    fn table_word(&self, table: &str, place: &str) -> String {
        format!("{}[{place}]", pascal(table))
    }

    /// What wraps around says so, since programs may be compiled with `checked`. The right side of
    /// a shift is an int.
    fn operation(&self, sign: Sign, kinds: [Type; 2], left: &str, right: &str) -> Option<String> {
        if let Sign::WrappingPlus | Sign::WrappingMinus | Sign::WrappingTimes = sign {
            return Some(format!("unchecked({left} {} {right})", sign.usual()));
        }
        let is_shift = matches!(sign, Sign::ShiftLeft | Sign::ShiftRight);
        let is_number = right.chars().all(|digit| digit.is_ascii_digit());
        let by = match kinds[1] {
            _ if is_number => right.into(),
            Type::I32 => right.to_string(),
            _ => format!("(int){right}"),
        };
        is_shift.then(|| format!("({left} {} {by})", sign.usual()))
    }

    fn cast(&self, to: Type, from: Type, value: &str) -> String {
        match from {
            Type::Bool => format!("({value} ? 1 : 0)"),
            Type::Outcome(_) => value.into(),
            _ if to == Type::U64 && from != Type::I32 => format!("(ulong){value}"),
            _ => format!("unchecked(({}){value})", self.kind(to)),
        }
    }

    fn outcome(&self, outcome: Outcome, score: &str) -> String {
        format!("{}({score})", pascal(outcome.of_score()))
    }

    fn variable(&self, name: &str, kind: Type, _: bool, value: &str) -> String {
        format!("{} {name} = {value};", self.kind(kind))
    }

    fn each(&self, set: &str, square: &str) -> Vec<String> {
        vec![
            format!("for (ulong left = {set}; left != 0; left &= left - 1) {{"),
            format!("    uint {square} = First(left);"),
        ]
    }

    fn new_board(&self, board: &Board, occupied: &str) -> Vec<String> {
        let class = format!("{}Board", pascal(&board.class));
        let mut lines = vec![format!("{class} board = new {class}();")];
        let men = board.men.iter().chain(&board.sets).map(|man| camel(man));
        lines.extend(men.map(|man| format!("board.{man} = {man};")));
        lines.push(format!("board.occupied = {occupied};"));
        lines
    }

    fn head(&self, function: &Function) -> Vec<String> {
        let is_public = function.role == Role::Public;
        let mut lines = if is_public {
            documentation(&renamed(&function.comment, pascal))
        } else {
            remarks("//", &function.comment)
        };
        let board = function
            .board()
            .map(|board| format!("ref {}Board board", pascal(&board.class)));
        let parameters = function.parameters.iter();
        let parameters =
            parameters.map(|(name, kind)| format!("{} {}", self.kind(*kind), self.local(name)));
        let parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        if is_inlined(function) {
            lines.push("[MethodImpl(Inlined)]".into());
        }
        let how = if is_public { "public" } else { "private" };
        let (name, gives) = (pascal(&function.name), self.kind(function.gives));
        let begin = format!("{how} static {gives} {name}(");
        lines.push(method_head(&begin, &parameters));
        lines
    }

    fn kept(&self, function: &Function, value: &str) -> Vec<String> {
        kept_in_field(&function.name, value)
    }

    fn constant_item(&self, name: &str, kind: Type, value: &str) -> String {
        format!("private const {} {name} = {value};", self.kind(kind))
    }

    fn board_type(&self, board: &Board) -> Vec<String> {
        let class = pascal(&board.class);
        let mut lines = vec![format!("private struct {class}Board {{")];
        let field = |kind: &str, name: &str| format!("    internal {kind} {};", camel(name));
        lines.extend(board.men.iter().map(|man| field("uint", man)));
        lines.extend(board.sets.iter().map(|men| field("ulong", men)));
        lines.push(field("ulong", "occupied"));
        for (name, kind) in &board.kept {
            lines.push(field("bool", &format!("known_{name}")));
            lines.push(field(&self.kind(*kind), name));
        }
        lines.push("}".into());
        lines
    }

    fn entry_kinds(&self) -> [&'static str; 6] {
        ["ulong", "byte", "ushort", "sbyte", "short", "int"]
    }

    fn table_frame(&self, name: &str, kind: &str, _: usize) -> (Vec<String>, &'static str) {
        let begin = format!("private static readonly {kind}[] {} = {{", pascal(name));
        (vec![begin], "};")
    }
}

/// Lines of documentation.
fn documentation(lines: &[String]) -> Vec<String> {
    let mut all = vec!["/// <summary>".to_string()];
    all.extend(lines.iter().map(|line| {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        format!("/// {line}").trim_end().to_string()
    }));
    all.push("/// </summary>".into());
    all
}

/// Whether it is small and called so often that its callers should contain it: compilers that
/// translate while a program runs inline less than others. They do not inline loops.
fn is_inlined(function: &Function) -> bool {
    let is_loop =
        |of: &Statement| matches!(of, Statement::While { .. } | Statement::ForEach { .. });
    matches!(function.role, Role::Helper | Role::Intrinsic) && !function.body.iter().any(is_loop)
}

/// What the data begin with.
const DATA: &str = "private static readonly ulong[] Data = {";

/// The helpers that are written for C#.
const OWN: [&str; 3] = ["abs", "min", "max"];

/// A class around members.
fn class(name: &str, is_public: bool, members: &[String]) -> Vec<String> {
    let how = if is_public { "public" } else { "internal" };
    let mut lines = vec![
        "using System.Runtime.CompilerServices;".into(),
        String::new(),
        format!("{how} static class {name} {{"),
    ];
    lines.extend(indented(&[INLINED.into()]));
    let empty = members.iter().take_while(|line| line.is_empty()).count();
    lines.extend(indented(&members[empty..]));
    lines.push("}".into());
    lines
}

impl Target for CSharp {
    fn flag(&self) -> &'static str {
        "csharp"
    }

    fn title(&self) -> &'static str {
        "C#"
    }

    fn reserved(&self) -> &'static str {
        RESERVED
    }

    fn intrinsic(&self, name: &str) -> Intrinsic {
        match name {
            "count" => Intrinsic::new(COUNT, &[]),
            "first" => Intrinsic::new(FIRST, &["count"]),
            "from_highest" => Intrinsic::new(FROM_HIGHEST, &[]),
            "abs" => Intrinsic::new(ABS, &[]),
            "min" => Intrinsic::new(MIN, &[]),
            "max" => Intrinsic::new(MAX, &[]),
            _ => Intrinsic::new("    return at < d.Length ? d[at] : 0;\n}", &[]),
        }
    }

    fn rules(&self, rules: &Rules) -> Vec<String> {
        let dialect = Dialect { space: "" };
        let printer = Printer::new(&dialect, rules.functions());
        let mut lines = printer.constants(&rules.constants);
        if !rules.data.is_empty() {
            lines.extend(data_item(DATA, &rules.data, "};"));
        }
        lines.extend(printer.functions(&rules.door));
        lines.extend(rules.units.iter().flat_map(|unit| printer.unit(unit)));
        lines.extend(printer.helpers(&with_own(&rules.helpers, &OWN), &|name| {
            self.intrinsic(name).body
        }));
        class("Drawproof", true, &lines)
    }

    fn tables(&self, tables: &Tables<'_>, _: &Name) -> String {
        let dialect = Dialect { space: "" };
        let functions = tables.helpers.iter().chain(&tables.functions);
        let printer = Printer::new(&dialect, functions);
        let mut lines = printer.functions(&tables.functions);
        lines.push(String::new());
        lines.extend(remarks("//", tables.opening));
        lines.extend(printer.constants(tables.constants));
        lines.extend(printer.helpers(&with_own(&tables.helpers, &OWN), &|name| {
            self.intrinsic(name).body
        }));
        lines.extend(data_item(DATA, tables.data, "};"));
        class("DrawproofTables", true, &lines).join("\n") + "\n"
    }

    fn compiler(&self) -> &'static str {
        "mcs"
    }

    fn install(&self) -> &'static str {
        "apt-get install mono-mcs mono-runtime"
    }

    fn build(&self, harness: &Harness, _: &Name) -> Build {
        let space = if harness.outcomes.is_empty() {
            "Drawproof."
        } else {
            "DrawproofTables."
        };
        let dialect = Dialect { space };
        let functions = harness.functions.iter().chain(&harness.asked);
        let printer = Printer::new(&dialect, functions);
        let mut lines: Vec<String> = MAIN.lines().map(String::from).collect();
        lines.extend(printer.functions(&harness.functions));
        let text = class("Harness", false, &lines).join("\n") + "\n";
        Build {
            exported: "exported.cs",
            files: vec![("harness.cs", text)],
            arguments: [
                // Numbers that overflow stop the program.
                vec![Argument::Word("-optimize+"), Argument::Word("-checked+")],
                vec![
                    Argument::Word("-out:harness.exe"),
                    Argument::File("exported.cs"),
                    Argument::File("harness.cs"),
                ],
            ],
            run: vec![Argument::Word("mono"), Argument::File("harness.exe")],
        }
    }
}

// .NET has instructions for these since Core 3.0; Mono has not. Mono gets no wish to inline either: its
// translation of 6.8 then gives a wrong answer in one position of export/tests/moves_knkp.rules.

const INLINED: &str = "\
#if NETCOREAPP3_0_OR_GREATER
private const MethodImplOptions Inlined = MethodImplOptions.AggressiveInlining;
#else
private const MethodImplOptions Inlined = 0;
#endif
";

const COUNT: &str = "\
#if NETCOREAPP3_0_OR_GREATER
    return System.Numerics.BitOperations.PopCount(set);
#else
    set -= set >> 1 & 0x5555555555555555UL;
    set = (set & 0x3333333333333333UL) + (set >> 2 & 0x3333333333333333UL);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fUL;
    return (int)(unchecked(set * 0x0101010101010101UL) >> 56);
#endif
}";

const FIRST: &str = "\
#if NETCOREAPP3_0_OR_GREATER
    return (uint)System.Numerics.BitOperations.TrailingZeroCount(set);
#else
    return (uint)Count(unchecked((set & (~set + 1)) - 1));
#endif
}";

const FROM_HIGHEST: &str = "\
#if NETCOREAPP3_0_OR_GREATER
    return ~(0x7fffffffffffffffUL >> System.Numerics.BitOperations.LeadingZeroCount(set | 1));
#else
    set |= set >> 1;
    set |= set >> 2;
    set |= set >> 4;
    set |= set >> 8;
    set |= set >> 16;
    set |= set >> 32;
    return ~(set >> 1);
#endif
}";

// Without branches, which the processor often predicts wrongly here, and which other languages'
// compilers avoid themselves.

const ABS: &str = "\
#if NETCOREAPP3_0_OR_GREATER
    int sign = a >> 31;
    return unchecked((a ^ sign) - sign);
#else
    return a < 0 ? unchecked(0 - a) : a;
#endif
}";

const MIN: &str = "\
#if NETCOREAPP3_0_OR_GREATER
    long less = (long)a - b;
    return (int)(b + (less & less >> 63));
#else
    return a < b ? a : b;
#endif
}";

const MAX: &str = "\
#if NETCOREAPP3_0_OR_GREATER
    long more = (long)a - b;
    return (int)(a - (more & more >> 63));
#else
    return a > b ? a : b;
#endif
}";

/// Reads questions and writes answers.
const MAIN: &str = "
private static bool Fill(System.IO.Stream from, byte[] bytes) {
    int filled = 0;
    while (filled < bytes.Length) {
        int more = from.Read(bytes, filled, bytes.Length - filled);
        if (more <= 0) {
            return false;
        }
        filled += more;
    }
    return true;
}

private static void Main() {
    System.IO.Stream from = new System.IO.BufferedStream(System.Console.OpenStandardInput(), 1 << 16);
    System.IO.Stream to = new System.IO.BufferedStream(System.Console.OpenStandardOutput(), 1 << 16);
    byte[] bytes = new byte[80];
    ulong[] words = new ulong[10];
    while (Fill(from, bytes)) {
        for (int at = 0; at < 10; at++) {
            words[at] = 0;
            for (int place = 7; place >= 0; place--) {
                words[at] = words[at] << 8 | bytes[8 * at + place];
            }
        }
        for (uint last = 0; last < 64; last++) {
            if ((words[9] >> (int)last & 1) != 0) {
                int said = Said(words[0], words[1], words[2], words[3], words[4], words[5],
                    words[6], words[7], words[8], last);
                to.WriteByte((byte)(said & 255));
                to.WriteByte((byte)(said >> 8 & 255));
            }
        }
        if (words[9] == 0) {
            to.Flush();
        }
    }
}";

/// Words that mean something in C#.
const RESERVED: &str = "
    abstract as base bool break byte case catch char checked class const continue decimal default
    delegate do double else enum event explicit extern false finally fixed float for foreach goto if
    implicit in int interface internal is lock long namespace new null object operator out override
    params private protected public readonly ref return sbyte sealed short sizeof stackalloc static
    string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual
    void volatile while";
