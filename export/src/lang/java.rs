//! Java 17: one class without dependencies.

use super::{Argument, Build, Harness, Intrinsic, Language, Rules, Tables, Target, with_own};
use crate::{
    Name,
    declare::remarks,
    ir::{Board, Function, Outcome, Role, Sign, Type, Unit},
    print::{Printer, Spelling},
    text::{base64, camel, documentation, indented, kept_in_field, method_head, pascal, renamed},
};

impl Language {
    /// Java.
    pub const JAVA: Self = Self(&Java);
}

struct Java;

/// How a class is printed.
struct Dialect {
    /// What comes before the names of public functions.
    space: &'static str,
}

/// The helpers that the library has: HotSpot compiles its functions to code without branches.
const OWN: [&str; 3] = ["abs", "min", "max"];

/// The arms of a method: HotSpot compiles none of more than 8000 bytes.
const MOST_ARMS: usize = 100;

impl Spelling for Dialect {
    fn kind(&self, kind: Type) -> String {
        let kind = match kind {
            Type::Bool => "boolean",
            Type::I32 | Type::Square | Type::U32 | Type::Outcome(_) => "int",
            Type::U64 => "long",
            Type::Data => "long[]",
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
        camel(name)
    }

    fn bits(&self, bits: u64) -> String {
        match bits {
            0..10 => format!("{bits}L"),
            _ => format!("0x{bits:x}L"),
        }
    }

    fn literal(&self, number: u64, kind: Type, is_hexadecimal: bool) -> String {
        match (kind, is_hexadecimal) {
            (Type::U64, true) => self.bits(number),
            (_, true) => format!("0x{number:x}"),
            (_, false) => number.to_string(),
        }
    }

    fn field(&self, name: &str) -> String {
        format!("board.{}", camel(name))
    }

    fn board(&self, _: bool) -> String {
        "board".into()
    }

    fn data(&self) -> String {
        "DATA".into()
    }

    fn word(&self, sign: Sign, kind: Type) -> &'static str {
        match sign {
            Sign::ShiftRight if kind != Type::I32 => ">>>",
            sign => sign.usual(),
        }
    }

    /// Numbers without sign are compared by methods.
    fn operation(&self, sign: Sign, kinds: [Type; 2], left: &str, right: &str) -> Option<String> {
        let class = match kinds[0] {
            Type::U64 => "Long",
            Type::U32 => "Integer",
            _ => return None,
        };
        let word = match sign {
            Sign::Less | Sign::LessEqual | Sign::Greater | Sign::GreaterEqual => sign.usual(),
            _ => return None,
        };
        Some(format!(
            "({class}.compareUnsigned({left}, {right}) {word} 0)"
        ))
    }

    fn cast(&self, to: Type, from: Type, value: &str) -> String {
        match (to, from) {
            (Type::U64, Type::U32) => format!("Integer.toUnsignedLong({value})"),
            (Type::U64, Type::I32 | Type::Square) => format!("(long) {value}"),
            (Type::I32 | Type::U32 | Type::Square, Type::U64) => format!("(int) {value}"),
            (_, Type::Bool) => format!("({value} ? 1 : 0)"),
            _ => value.into(),
        }
    }

    fn outcome(&self, outcome: Outcome, score: &str) -> String {
        format!("{}({score})", camel(outcome.of_score()))
    }

    fn variable(&self, name: &str, kind: Type, is_mutable: bool, value: &str) -> String {
        let how = if is_mutable { "" } else { "final " };
        format!("{how}{} {name} = {value};", self.kind(kind))
    }

    fn each(&self, set: &str, square: &str) -> Vec<String> {
        vec![
            format!("for (long left = {set}; left != 0; left &= left - 1) {{"),
            format!("    final int {square} = first(left);"),
        ]
    }

    fn select(
        &self,
        (value, kind): (&str, Type),
        arms: &[(u64, String, String)],
        otherwise: &str,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        if kind == Type::U64 {
            // There is no switch over long.
            for (key, title, arm) in arms {
                lines.push(format!("if ({value} == 0x{key:x}L) {{ // {title}"));
                lines.extend([format!("    return {arm};"), "}".into()]);
            }
            lines.push(format!("return {otherwise};"));
            return lines;
        }
        lines.push(format!("return switch ({value}) {{"));
        for (key, title, arm) in arms {
            lines.push(format!("    case {key} -> {arm}; // {title}"));
        }
        lines.extend([format!("    default -> {otherwise};"), "};".into()]);
        lines
    }

    fn new_board(&self, board: &Board, occupied: &str) -> Vec<String> {
        let class = format!("{}Board", pascal(&board.class));
        let mut lines = vec![format!("final {class} board = {class}.OF_THREAD.get();")];
        let men = board.men.iter().chain(&board.sets).map(|man| camel(man));
        lines.extend(men.map(|man| format!("board.{man} = {man};")));
        lines.push(format!("board.occupied = {occupied};"));
        let known = board.kept.iter();
        let known = known.map(|(name, _)| camel(&format!("known_{name}")));
        lines.extend(known.map(|known| format!("board.{known} = false;")));
        lines
    }

    fn head(&self, function: &Function) -> Vec<String> {
        let is_public = function.role == Role::Public;
        let mut lines = if is_public {
            documentation(&renamed(&function.comment, camel))
        } else {
            remarks("//", &function.comment)
        };
        let board = function
            .board()
            .map(|board| format!("{}Board board", pascal(&board.class)));
        let parameters = function.parameters.iter();
        let parameters =
            parameters.map(|(name, kind)| format!("{} {}", self.kind(*kind), camel(name)));
        let parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        let how = if is_public { "public" } else { "private" };
        let (name, gives) = (camel(&function.name), self.kind(function.gives));
        let begin = format!("{how} static {gives} {name}(");
        lines.push(method_head(&begin, &parameters));
        lines
    }

    fn kept(&self, function: &Function, value: &str) -> Vec<String> {
        kept_in_field(&function.name, value)
    }

    fn constant_item(&self, name: &str, kind: Type, value: &str) -> String {
        format!("private static final {} {name} = {value};", self.kind(kind))
    }

    /// Each thread has one, so that a call makes no object.
    fn board_type(&self, board: &Board) -> Vec<String> {
        let class = pascal(&board.class);
        let mut lines = vec![
            format!("private static final class {class}Board {{"),
            format!("    static final ThreadLocal<{class}Board> OF_THREAD ="),
            format!("        ThreadLocal.withInitial({class}Board::new);"),
        ];
        lines.extend(
            board
                .men
                .iter()
                .map(|man| format!("    int {};", camel(man))),
        );
        let sets = board.sets.iter();
        lines.extend(sets.map(|men| format!("    long {};", camel(men))));
        lines.push("    long occupied;".into());
        for (name, kind) in &board.kept {
            let known = camel(&format!("known_{name}"));
            lines.push(format!("    boolean {known};"));
            lines.push(format!("    {} {};", self.kind(*kind), camel(name)));
        }
        lines.push("}".into());
        lines
    }

    fn entry_kinds(&self) -> [&'static str; 6] {
        ["long", "byte", "char", "byte", "short", "int"]
    }

    /// Each is filled by a method of its own: the method that fills all fields has at most 65,535
    /// bytes.
    fn table_frame(&self, name: &str, kind: &str, _: usize) -> (Vec<String>, &'static str) {
        let begin = vec![
            format!(
                "private static final {kind}[] {} = {}();",
                upper(name),
                camel(name)
            ),
            String::new(),
            format!(
                "private static {kind}[] {}() {{ return new {kind}[] {{",
                camel(name)
            ),
        ];
        (begin, "}; }")
    }

    fn entry(&self, table: &str, square: &str, _: Type) -> String {
        format!("{}[{square}]", upper(table))
    }

    fn table_word(&self, table: &str, place: &str) -> String {
        format!("{}[{place}]", upper(table))
    }

    /// As text: the code that fills an array takes too much space.
    fn words_item(&self, name: &str, words: &[u16]) -> Option<Vec<String>> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Some(packed("char", &upper(name), words.len(), &bytes))
    }
}

fn upper(name: &str) -> String {
    name.to_ascii_uppercase()
}

/// An array, as text in base 64, in pieces, since a constant has at most 65,535 bytes.
fn packed(kind: &str, name: &str, count: usize, bytes: &[u8]) -> Vec<String> {
    let mut lines = vec![format!(
        "private static final {kind}[] {name} = {kind}s({count},"
    )];
    let mut pieces = bytes.chunks(48_000).peekable();
    while let Some(piece) = pieces.next() {
        lines.push("    \"\"\"".into());
        lines.extend(
            base64(piece, 88)
                .into_iter()
                .map(|line| format!("    {line}")),
        );
        let end = if pieces.peek().is_some() { "," } else { ");" };
        lines.push(format!("    \"\"\"{end}"));
    }
    lines
}

/// The function that unpacks arrays of a type.
fn unpack(kind: &str) -> Vec<String> {
    let (upper, buffer) = match kind {
        "long" => ("asLongBuffer", "LongBuffer"),
        _ => ("asCharBuffer", "CharBuffer"),
    };
    UNPACK
        .replace("KIND", kind)
        .replace("AS_BUFFER", upper)
        .replace("BUFFER", buffer)
        .lines()
        .map(String::from)
        .collect()
}

/// A class around members.
fn class(name: &str, is_public: bool, members: &[String]) -> Vec<String> {
    let how = if is_public { "public " } else { "" };
    let mut lines = documentation(&WHY_LONG.map(String::from));
    if !is_public {
        lines.clear();
    }
    lines.extend([
        format!("{how}final class {name} {{"),
        format!("    private {name}() {{"),
        "    }".into(),
    ]);
    lines.extend(indented(members));
    lines.push("}".into());
    lines
}

impl Target for Java {
    fn flag(&self) -> &'static str {
        "java"
    }

    fn title(&self) -> &'static str {
        "Java"
    }

    fn reserved(&self) -> &'static str {
        RESERVED
    }

    fn intrinsic(&self, name: &str) -> Intrinsic {
        match name {
            "count" => Intrinsic::new("    return Long.bitCount(set);\n}", &[]),
            "first" => Intrinsic::new("    return Long.numberOfTrailingZeros(set);\n}", &[]),
            "from_highest" => Intrinsic::new(
                "    return -1L << (63 - Long.numberOfLeadingZeros(set | 1));\n}",
                &[],
            ),
            "abs" => Intrinsic::new("    return Math.abs(a);\n}", &[]),
            "min" => Intrinsic::new("    return Math.min(a, b);\n}", &[]),
            "max" => Intrinsic::new("    return Math.max(a, b);\n}", &[]),
            _ => Intrinsic::new("    return at >= 0 && at < d.length ? d[at] : 0;\n}", &[]),
        }
    }

    fn rules(&self, rules: &Rules) -> Vec<String> {
        let dialect = Dialect { space: "" };
        let units: Vec<_> = rules
            .units
            .iter()
            .map(|unit| unit.split(MOST_ARMS))
            .collect();
        let functions = units.iter().flat_map(|unit| &unit.functions);
        let functions = functions.chain(&rules.helpers).chain(&rules.door);
        let printer = Printer::new(&dialect, functions);
        let mut lines = printer.constants(&rules.constants);
        if !rules.data.is_empty() {
            lines.push(String::new());
            lines.extend(data_item(&rules.data));
            lines.extend(unpack("long"));
        }
        if units.iter().any(Unit::has_words) {
            lines.extend(unpack("char"));
        }
        lines.extend(printer.functions(&rules.door));
        lines.extend(units.iter().flat_map(|unit| printer.unit(unit)));
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
        lines.push(String::new());
        lines.extend(data_item(tables.data));
        lines.extend(unpack("long"));
        class("DrawproofTables", true, &lines).join("\n") + "\n"
    }

    fn compiler(&self) -> &'static str {
        "javac"
    }

    fn install(&self) -> &'static str {
        "apt-get install default-jdk-headless"
    }

    fn build(&self, harness: &Harness, _: &Name) -> Build {
        let (space, exported) = if harness.outcomes.is_empty() {
            ("Drawproof.", "Drawproof.java")
        } else {
            ("DrawproofTables.", "DrawproofTables.java")
        };
        let dialect = Dialect { space };
        let functions = harness.functions.iter().chain(&harness.asked);
        let printer = Printer::new(&dialect, functions);
        let mut lines: Vec<String> = MAIN.lines().map(String::from).collect();
        lines.extend(printer.functions(&harness.functions));
        let text = class("Harness", false, &lines).join("\n") + "\n";
        Build {
            exported,
            files: vec![("Harness.java", text)],
            arguments: [
                vec![
                    Argument::Word("--release"),
                    Argument::Word("17"),
                    Argument::Word("-encoding"),
                    Argument::Word("UTF-8"),
                    Argument::Word("-d"),
                    Argument::Folder,
                ],
                vec![Argument::File(exported), Argument::File("Harness.java")],
            ],
            run: vec![
                Argument::Word("java"),
                Argument::Word("-XX:+UseSerialGC"),
                Argument::Word("-cp"),
                Argument::Folder,
                Argument::Word("Harness"),
            ],
        }
    }
}

fn data_item(data: &[u64]) -> Vec<String> {
    let bytes: Vec<u8> = data.iter().flat_map(|word| word.to_le_bytes()).collect();
    packed("long", "DATA", data.len(), &bytes)
}

/// The documentation of a public class.
const WHY_LONG: [&str; 2] = [
    "Bitboards are of type long, the only one of 64 bits: the bit of h8 is its sign. They are",
    "compared and shifted without sign.",
];

const UNPACK: &str = "
private static KIND[] KINDs(int count, String... pieces) {
    final KIND[] all = new KIND[count];
    int at = 0;
    for (final String piece : pieces) {
        final byte[] bytes = java.util.Base64.getMimeDecoder().decode(piece);
        final java.nio.BUFFER words = java.nio.ByteBuffer.wrap(bytes)
            .order(java.nio.ByteOrder.LITTLE_ENDIAN).AS_BUFFER();
        final int more = words.remaining();
        words.get(all, at, more);
        at += more;
    }
    return all;
}";

/// Reads questions and writes answers.
const MAIN: &str = "
public static void main(String[] arguments) throws java.io.IOException {
    final java.io.InputStream in = new java.io.BufferedInputStream(System.in, 1 << 16);
    final java.io.OutputStream out = new java.io.BufferedOutputStream(System.out, 1 << 16);
    final byte[] bytes = new byte[80];
    final java.nio.LongBuffer words = java.nio.ByteBuffer.wrap(bytes)
        .order(java.nio.ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    while (in.readNBytes(bytes, 0, 80) == 80) {
        for (int last = 0; last < 64; last++) {
            if ((words.get(9) >>> last & 1) != 0) {
                final int said = said(words.get(0), words.get(1), words.get(2), words.get(3),
                    words.get(4), words.get(5), words.get(6), words.get(7), words.get(8), last);
                out.write(said);
                out.write(said >> 8);
            }
        }
        if (words.get(9) == 0) {
            out.flush();
        }
    }
}";

/// Words that mean something in Java.
const RESERVED: &str = "
    abstract assert boolean break byte case catch char class const continue default do double else
    enum extends false final finally float for goto if implements import instanceof int interface
    long native new null package private protected public return short static strictfp super switch
    synchronized this throw throws transient true try void volatile while";
