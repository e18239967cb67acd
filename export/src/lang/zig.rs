//! Zig: one file that imports nothing, not even the standard library.

use super::{Argument, Build, Harness, Intrinsic, Language, Rules, Tables, Target};
use crate::{
    Name,
    declare::{data_item, remarks},
    ir::{Board, Constant, Function, Outcome, Role, Sign, Statement, Type},
    print::{LineEnd, Printer, Spelling},
    text::{Lines, Names, bare, camel, head, pascal, renamed},
};

impl Language {
    /// Zig.
    pub const ZIG: Self = Self(&Zig);
}

struct Zig;

/// How a file is printed.
struct Dialect {
    /// What comes before the names of public functions.
    space: &'static str,
    /// The names of the file.
    names: Names,
}

impl Dialect {
    fn new<'a>(
        space: &'static str,
        functions: impl IntoIterator<Item = &'a Function>,
        constants: &[Constant],
    ) -> Self {
        let functions = functions.into_iter().map(|of| camel(&of.name));
        let constants = constants.iter().map(|of| of.name.to_ascii_lowercase());
        Self {
            space,
            names: Names::new(functions.chain(constants)),
        }
    }
}

impl Spelling for Dialect {
    fn kind(&self, kind: Type) -> String {
        let kind = match kind {
            Type::Bool => "bool",
            Type::I32 => "i32",
            Type::Square | Type::U32 => "u32",
            Type::U64 => "u64",
            Type::Data => "[]const u64",
            Type::Outcome(Outcome::Wdl) => "?Wdl",
            Type::Outcome(Outcome::Draw | Outcome::CanMate) => "?bool",
            Type::Outcome(Outcome::Dtm) => "?u32",
        };
        kind.into()
    }

    fn name(&self, function: &Function, _: Option<&Function>) -> String {
        match function.role {
            Role::Public => format!("{}{}", self.space, camel(&function.name)),
            _ => camel(&function.name),
        }
    }

    fn local(&self, name: &str) -> String {
        self.names.local(name.into())
    }

    fn constant(&self, name: &str) -> String {
        name.to_ascii_lowercase()
    }

    fn bits(&self, bits: u64) -> String {
        format!("0x{bits:x}")
    }

    /// A plain number would have no width.
    fn shifted(&self, bits: u64) -> String {
        format!("@as(u64, 0x{bits:x})")
    }

    /// Shifts go by numbers of just as many bits as they need.
    fn shifted_by(&self, by: String, kind: Type) -> String {
        match kind {
            _ if is_number(&by) => by,
            Type::I32 => format!("@truncate(@as(u32, @bitCast({})))", bare(&by)),
            _ => format!("@truncate({})", bare(&by)),
        }
    }

    fn field(&self, name: &str) -> String {
        format!("board.{name}")
    }

    fn data(&self) -> String {
        "&data".into()
    }

    fn entry(&self, table: &str, square: &str, gives: Type) -> String {
        let entry = format!("{table}[{square} & 63]");
        match gives {
            Type::I32 | Type::Square => format!("@as({}, {entry})", self.kind(gives)),
            _ => entry,
        }
    }

    fn table_word(&self, table: &str, place: &str) -> String {
        format!("@as(u32, {table}[{place}])")
    }

    fn word(&self, sign: Sign, _: Type) -> &'static str {
        match sign {
            Sign::And => "and",
            Sign::Or => "or",
            Sign::WrappingPlus => "+%",
            Sign::WrappingMinus => "-%",
            Sign::WrappingTimes => "*%",
            sign => sign.usual(),
        }
    }

    fn complement(&self, value: &str) -> String {
        if is_number(value) {
            format!("~@as(u64, {value})")
        } else {
            format!("~{value}")
        }
    }

    fn operation(&self, sign: Sign, _: [Type; 2], left: &str, right: &str) -> Option<String> {
        let is_division = sign == Sign::Divide;
        is_division.then(|| format!("@divTrunc({}, {})", bare(left), bare(right)))
    }

    fn cast(&self, to: Type, from: Type, value: &str) -> String {
        let (kind, inner) = (self.kind(to), bare(value));
        let said = match (to, from) {
            (_, Type::Outcome(outcome)) => {
                return format!("{}Number({inner})", camel(outcome.name()));
            }
            _ if is_number(value) => inner.into(),
            (_, Type::Bool) => format!("@intFromBool({inner})"),
            (Type::U32 | Type::Square, Type::U64) => format!("@truncate({inner})"),
            (Type::I32, Type::U64) => format!("@bitCast(@as(u32, @truncate({inner})))"),
            (Type::U64, Type::I32) => format!("@bitCast(@as(i64, {inner}))"),
            (Type::I32, Type::U32 | Type::Square) | (Type::U32 | Type::Square, Type::I32) => {
                format!("@bitCast({inner})")
            }
            _ => inner.into(),
        };
        format!("@as({kind}, {said})")
    }

    fn choice(&self, kind: Type, condition: &str, yes: &str, no: &str) -> String {
        let condition = bare(condition);
        if is_number(yes) || is_number(no) {
            let kind = self.kind(kind);
            return format!("@as({kind}, if ({condition}) {yes} else {no})");
        }
        format!("if ({condition}) {yes} else {no}")
    }

    fn outcome(&self, outcome: Outcome, score: &str) -> String {
        format!("known{}({score})", pascal(outcome.name()))
    }

    fn variable(&self, name: &str, kind: Type, is_mutable: bool, value: &str) -> String {
        let how = if is_mutable { "var" } else { "const" };
        let kind = self.kind(kind);
        // The type of a choice is that of the variable.
        let choice = value.strip_prefix(&format!("@as({kind}, if "));
        let choice = choice.map(|rest| format!("(if {rest}"));
        let choice = choice
            .as_deref()
            .map(bare)
            .filter(|of| !of.starts_with('('));
        let value = choice.unwrap_or(value);
        format!("{how} {name}: {kind} = {value};")
    }

    fn line_end(&self) -> LineEnd {
        LineEnd::AfterOperators
    }

    fn each(&self, set: &str, square: &str) -> Vec<String> {
        vec![
            format!("var left: u64 = {set};"),
            "while (left != 0) : (left &= left - 1) {".into(),
            format!("    const {square} = first(left);"),
        ]
    }

    fn select(
        &self,
        (value, _): (&str, Type),
        arms: &[(u64, String, String)],
        otherwise: &str,
    ) -> Vec<String> {
        let mut lines = vec![format!("return switch ({value}) {{")];
        for (key, title, arm) in arms {
            lines.push(format!("    // {title}"));
            lines.push(format!("    0x{key:x} => {arm},"));
        }
        lines.push(format!("    else => {otherwise},"));
        lines.push("};".into());
        lines
    }

    fn new_board(&self, board: &Board, occupied: &str) -> Vec<String> {
        let mut lines = vec![format!("var board = {}Board{{", pascal(&board.class))];
        let men = board.men.iter().chain(&board.sets);
        lines.extend(men.map(|man| format!("    .{man} = {man},")));
        lines.push(format!("    .occupied = {occupied},"));
        lines.push("};".into());
        lines
    }

    fn head(&self, function: &Function) -> Vec<String> {
        let is_public = function.role == Role::Public;
        let sign = match function.role {
            Role::OfClass(_) => "//",
            _ => "///",
        };
        let mut lines = remarks(sign, &renamed(&function.comment, camel));
        let board = function.board().map(|board| {
            let name = if board.is_asked { "board" } else { "_" };
            format!("{name}: *{}Board", pascal(&board.class))
        });
        let parameters = function.parameters.iter();
        let parameters =
            parameters.map(|(name, kind)| format!("{}: {}", self.local(name), self.kind(*kind)));
        let parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        let begin = if is_public { "pub fn" } else { "fn" };
        let (name, gives) = (camel(&function.name), self.kind(function.gives));
        let (begin, end) = (format!("{begin} {name}("), format!(") {gives} {{"));
        lines.extend(head(&begin, &parameters, Lines::Each, &end));
        // The compiler wants to be told of parameters without use.
        let unused = function.parameters.iter().filter(|(name, _)| {
            function.role != Role::Intrinsic && !mentions(&function.body, name)
        });
        lines.extend(unused.map(|(name, _)| format!("    _ = {};", self.local(name))));
        lines
    }

    fn kept(&self, function: &Function, value: &str) -> Vec<String> {
        let name = &function.name;
        vec![
            format!("    if (board.{name}) |known| return known;"),
            format!("    const found = {value};"),
            format!("    board.{name} = found;"),
            "    return found;".into(),
        ]
    }

    fn doc_sign(&self) -> &'static str {
        "///"
    }

    fn constant_item(&self, name: &str, kind: Type, value: &str) -> String {
        format!("const {name}: {} = {value};", self.kind(kind))
    }

    fn board_type(&self, board: &Board) -> Vec<String> {
        let mut lines = vec![format!("const {}Board = struct {{", pascal(&board.class))];
        lines.extend(board.men.iter().map(|man| format!("    {man}: u32,")));
        lines.extend(board.sets.iter().map(|men| format!("    {men}: u64,")));
        lines.push("    occupied: u64,".into());
        for (name, kind) in &board.kept {
            lines.push(format!("    {name}: ?{} = null,", self.kind(*kind)));
        }
        lines.push("};".into());
        lines
    }

    fn entry_kinds(&self) -> [&'static str; 6] {
        ["u64", "u8", "u16", "i8", "i16", "i32"]
    }

    fn table_frame(&self, name: &str, kind: &str, count: usize) -> (Vec<String>, &'static str) {
        (vec![format!("const {name} = [{count}]{kind}{{")], "};")
    }
}

/// Whether an expression is nothing but a number, which has no type of its own.
fn is_number(value: &str) -> bool {
    let value = bare(value);
    let digits = value.strip_prefix('-').unwrap_or(value);
    let is_plain = |c: char| c.is_ascii_hexdigit() || c == 'x';
    digits.starts_with(|first: char| first.is_ascii_digit()) && digits.chars().all(is_plain)
}

/// Whether statements use a parameter.
fn mentions(body: &[Statement], name: &str) -> bool {
    let mut found = false;
    for statement in body {
        if let Statement::Board { board, .. } = statement {
            let mut men = board.men.iter().chain(&board.sets);
            found |= men.any(|man| man == name);
        }
        statement.visit(&mut |part| found |= part.mentions(name));
    }
    found
}

/// The function that makes an answer of a number.
fn known_item(outcome: Outcome) -> String {
    let text = match outcome {
        Outcome::Wdl => KNOWN_WDL,
        Outcome::Draw | Outcome::CanMate => KNOWN_TRUTH,
        Outcome::Dtm => KNOWN_DTM,
    };
    let name = outcome.name();
    text.replace("OF", &camel(&format!("{name}_of")))
        .replace("NAME", &pascal(name))
}

/// The function that makes a number of an answer.
fn number_item(outcome: Outcome) -> String {
    let (known, number) = match outcome {
        Outcome::Wdl => (
            "exported.Wdl",
            "|result| @as(i32, @intFromEnum(result)) - 1 else 2",
        ),
        Outcome::Draw => ("bool", "|is_draw| @intFromBool(is_draw) else -1"),
        Outcome::CanMate => ("bool", "|can_mate| @intFromBool(can_mate) else -1"),
        Outcome::Dtm => ("u32", "|plies| @intCast(plies) else -1"),
    };
    let name = camel(outcome.name());
    format!("\nfn {name}Number(known: ?{known}) i32 {{\n    return if (known) {number};\n}}")
}

fn data(data: &[u64]) -> Vec<String> {
    data_item(&format!("const data = [{}]u64{{", data.len()), data, "};")
}

impl Target for Zig {
    fn flag(&self) -> &'static str {
        "zig"
    }

    fn title(&self) -> &'static str {
        "Zig"
    }

    fn reserved(&self) -> &'static str {
        RESERVED
    }

    /// Numbers have types of any width.
    fn reserves(&self, word: &str) -> bool {
        let width = word.strip_prefix(['i', 'u']).unwrap_or_default();
        let is_type = !width.is_empty() && width.chars().all(|digit| digit.is_ascii_digit());
        is_type || RESERVED.split_whitespace().any(|of| of == word)
    }

    fn intrinsic(&self, name: &str) -> Intrinsic {
        match name {
            "count" => Intrinsic::new("    return @popCount(set);\n}", &[]),
            "first" => Intrinsic::new("    return @ctz(set);\n}", &[]),
            "from_highest" => Intrinsic::new(
                "    return ~@as(u64, 0) << @intCast(63 - @clz(set | 1));\n}",
                &[],
            ),
            _ => Intrinsic::new("    return if (at < d.len) d[at] else 0;\n}", &[]),
        }
    }

    fn unknown(&self) -> Option<&'static str> {
        Some("null")
    }

    fn names_results(&self) -> bool {
        true
    }

    fn rules(&self, rules: &Rules) -> Vec<String> {
        let dialect = Dialect::new("", rules.functions(), &rules.constants);
        let printer = Printer::new(&dialect, rules.functions());
        let mut lines = printer.functions(&rules.door);
        lines.remove(0);
        lines.extend(rules.units.iter().flat_map(|unit| printer.unit(unit)));
        lines.extend(printer.constants(&rules.constants));
        lines.extend(printer.helpers(&rules.helpers, &|name| self.intrinsic(name).body));
        if !rules.data.is_empty() {
            lines.extend(data(&rules.data));
        }
        lines
    }

    fn tables(&self, tables: &Tables<'_>, _: &Name) -> String {
        let functions = || tables.helpers.iter().chain(&tables.functions);
        let dialect = Dialect::new("", functions(), tables.constants);
        let printer = Printer::new(&dialect, functions());
        let mut lines = vec![String::new()];
        if tables.has_wdl() {
            lines.push(WDL.into());
        }
        lines.extend(printer.functions(&tables.functions));
        lines.push(String::new());
        lines.extend(tables.outcomes.iter().map(|&of| known_item(of)));
        lines.extend(remarks("//", tables.opening));
        lines.extend(printer.constants(tables.constants));
        lines.extend(printer.helpers(&tables.helpers, &|name| self.intrinsic(name).body));
        lines.extend(data(tables.data));
        lines.join("\n") + "\n"
    }

    fn compiler(&self) -> &'static str {
        "zig"
    }

    fn compilers(&self) -> (&'static [&'static str], &'static str) {
        (&["zig", "python3 -m ziglang"], "version")
    }

    fn install(&self) -> &'static str {
        "pip install ziglang"
    }

    fn build(&self, harness: &Harness, _: &Name) -> Build {
        let functions = || harness.functions.iter().chain(&harness.asked);
        let dialect = Dialect::new("exported.", functions(), &[]);
        let printer = Printer::new(&dialect, functions());
        let mut lines = vec![MAIN.to_string()];
        let outcomes = harness.outcomes.iter();
        lines.extend(outcomes.map(|&outcome| number_item(outcome)));
        lines.extend(printer.functions(&harness.functions));
        Build {
            exported: "exported.zig",
            files: vec![("harness.zig", lines.join("\n") + "\n")],
            arguments: [
                // Numbers that overflow stop the program. It reads and writes by the C library,
                // because Zig's own changes with its versions.
                ["build-exe", "-O", "ReleaseSafe", "-lc"]
                    .map(Argument::Word)
                    .into(),
                vec![Argument::File("harness.zig")],
            ],
            run: vec![Argument::File("harness")],
        }
    }
}

const WDL: &str = "\
/// The result for the side to move.
pub const Wdl = enum { loss, draw, win };";

const KNOWN_WDL: &str = "\
fn knownWdl(number: i32) ?Wdl {
    return switch (wdlOf(number)) {
        1 => .win,
        0 => .draw,
        -1 => .loss,
        else => null,
    };
}
";

const KNOWN_TRUTH: &str = "\
fn knownNAME(number: i32) ?bool {
    return switch (OF(number)) {
        1 => true,
        0 => false,
        else => null,
    };
}
";

const KNOWN_DTM: &str = "\
fn knownDtm(number: i32) ?u32 {
    const plies = dtmOf(number);
    return if (plies < 0) null else @intCast(plies);
}
";

/// Reads questions and writes answers.
const MAIN: &str = r#"const exported = @import("exported.zig");

extern "c" fn read(file: c_int, bytes: [*]u8, count: usize) isize;
extern "c" fn write(file: c_int, bytes: [*]const u8, count: usize) isize;
extern "c" fn exit(status: c_int) noreturn;

var input: [1 << 16]u8 = undefined;
var input_used: usize = 0;
var input_size: usize = 0;
var output: [1 << 16]u8 = undefined;
var output_size: usize = 0;

fn get() u8 {
    if (input_used == input_size) {
        const count = read(0, &input, input.len);
        if (count <= 0) exit(0);
        input_size = @intCast(count);
        input_used = 0;
    }
    input_used += 1;
    return input[input_used - 1];
}

fn send() void {
    var sent: usize = 0;
    while (sent < output_size) {
        const count = write(1, output[sent..].ptr, output_size - sent);
        if (count <= 0) exit(2);
        sent += @intCast(count);
    }
    output_size = 0;
}

fn put(byte: u8) void {
    if (output_size == output.len) send();
    output[output_size] = byte;
    output_size += 1;
}

pub fn main() void {
    while (true) {
        var words: [10]u64 = undefined;
        for (&words) |*word| {
            word.* = 0;
            for (0..8) |at| word.* |= @as(u64, get()) << @intCast(8 * at);
        }
        for (0..64) |last| {
            if (words[9] >> @intCast(last) & 1 == 0) continue;
            const answer: u32 = @bitCast(said(
                words[0],
                words[1],
                words[2],
                words[3],
                words[4],
                words[5],
                words[6],
                words[7],
                words[8],
                @intCast(last),
            ));
            put(@truncate(answer));
            put(@truncate(answer >> 8));
        }
        if (words[9] == 0) send();
    }
}"#;

/// Words that mean something in Zig.
const RESERVED: &str = "
    addrspace align allowzero and anyerror anyframe anyopaque anytype asm async await bool break
    c_char c_int c_long c_longdouble c_longlong c_short c_uint c_ulong c_ulonglong c_ushort
    callconv catch comptime comptime_float comptime_int const continue data defer else enum errdefer
    error export extern f128 f16 f32 f64 f80 false fn for if inline isize known linksection noalias
    noinline noreturn nosuspend null opaque or orelse packed pub resume return struct suspend switch
    test threadlocal true try type undefined union unreachable usize usingnamespace var void volatile
    while";
