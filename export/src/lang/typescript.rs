//! TypeScript: one module without dependencies, for browsers and for Node.
//!
//! Sets of squares are two numbers of 32 bits: see [`halves`].

mod halves;

use super::{Argument, Build, Harness, Intrinsic, Language, Rules, Tables, Target};
use crate::{
    Name,
    declare::remarks,
    ir::{Board, Function, Outcome, Role, Sign, Type, Unit},
    print::{Printer, Spelling},
    text::{Lines, Names, bare, base64, camel, documentation, head, pascal, renamed},
};

use halves::{ENDS, HIGH, Halver, MULTIPLIED, OWN, SHIFTED_LEFT, SHIFTED_RIGHT};

impl Language {
    /// TypeScript.
    pub const TYPESCRIPT: Self = Self(&TypeScript);
}

struct TypeScript;

/// The arms of a function: V8 compiles none of more than 60,000 bytes.
const MOST_ARMS: usize = 100;

/// How a file is printed.
struct Dialect {
    /// What comes before the names of public functions.
    space: &'static str,
    /// The names of the file.
    names: Names,
}

impl Dialect {
    fn new<'a>(space: &'static str, functions: impl IntoIterator<Item = &'a Function>) -> Self {
        let functions = functions.into_iter().map(|of| camel(&of.name));
        Self {
            space,
            names: Names::new(functions),
        }
    }
}

impl Spelling for Dialect {
    fn kind(&self, kind: Type) -> String {
        let kind = match kind {
            Type::Bool => "boolean",
            Type::I32 | Type::Square | Type::U32 | Type::U64 => "number",
            Type::Data => "Int32Array",
            Type::Outcome(Outcome::Wdl) => "Wdl | undefined",
            Type::Outcome(Outcome::Draw | Outcome::CanMate) => "boolean | undefined",
            Type::Outcome(Outcome::Dtm) => "number | undefined",
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
        self.names.local(camel(name))
    }

    fn bits(&self, bits: u64) -> String {
        format!("0x{bits:x}")
    }

    /// With the highest bit as a sign.
    fn literal(&self, number: u64, kind: Type, is_hexadecimal: bool) -> String {
        match (kind, is_hexadecimal) {
            (Type::U32, _) if number >> 31 != 0 => format!("(0x{number:x} | 0)"),
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

    fn entry(&self, table: &str, square: &str, _: Type) -> String {
        format!("{}[{square} & 63]", camel(table))
    }

    fn table_word(&self, table: &str, place: &str) -> String {
        format!("{}[{place}]", camel(table))
    }

    fn word(&self, sign: Sign, _: Type) -> &'static str {
        match sign {
            Sign::Equal => "===",
            Sign::NotEqual => "!==",
            sign => sign.usual(),
        }
    }

    /// Numbers of 32 bits are kept with a sign, which is what operators on bits return.
    fn operation(&self, sign: Sign, kinds: [Type; 2], left: &str, right: &str) -> Option<String> {
        let word = sign.usual();
        let is_wide = kinds[0] == Type::U32;
        Some(match sign {
            Sign::Less | Sign::LessEqual | Sign::Greater | Sign::GreaterEqual if is_wide => {
                format!("({left} >>> 0 {word} {right} >>> 0)")
            }
            Sign::ShiftRight if is_wide => format!("({left} >>> {right} | 0)"),
            Sign::Times if is_wide => format!("Math.imul({left}, {right})"),
            Sign::Plus | Sign::Minus if is_wide => format!("({left} {word} {right} | 0)"),
            Sign::WrappingTimes => format!("Math.imul({left}, {right})"),
            Sign::WrappingPlus | Sign::WrappingMinus | Sign::Divide => {
                format!("({left} {word} {right} | 0)")
            }
            _ => return None,
        })
    }

    fn cast(&self, _: Type, from: Type, value: &str) -> String {
        match from {
            Type::Outcome(outcome) => format!("{}Number({value})", camel(outcome.name())),
            Type::Bool => format!("({value} ? 1 : 0)"),
            _ => value.into(),
        }
    }

    fn outcome(&self, outcome: Outcome, score: &str) -> String {
        format!("{}({score})", camel(&format!("known_{}", outcome.name())))
    }

    fn variable(&self, name: &str, kind: Type, is_mutable: bool, value: &str) -> String {
        let how = if is_mutable { "let" } else { "const" };
        format!("{how} {name}: {} = {};", self.kind(kind), bare(value))
    }

    fn assign(&self, name: &str, sign: Option<&str>, value: &str) -> String {
        format!("{name} {}= {};", sign.unwrap_or_default(), bare(value))
    }

    fn asks(&self, word: &str, condition: &str) -> String {
        format!("{word} ({}) {{", bare(condition))
    }

    fn returns(&self, value: &str) -> String {
        format!("return {};", bare(value))
    }

    /// Sets are halves before anything is printed.
    fn each(&self, set: &str, square: &str) -> Vec<String> {
        vec![format!("for (const {square} of [{set}]) {{")]
    }

    fn select(
        &self,
        (value, _): (&str, Type),
        arms: &[(u64, String, String)],
        otherwise: &str,
    ) -> Vec<String> {
        let mut lines = vec![format!("switch ({value}) {{")];
        for (key, title, arm) in arms {
            lines.push(format!("    case 0x{key:x}: // {title}"));
            lines.push(format!("        return {arm};"));
        }
        lines.push("    default:".into());
        lines.extend([format!("        return {otherwise};"), "}".into()]);
        lines
    }

    fn new_board(&self, board: &Board, occupied: &str) -> Vec<String> {
        let mut lines = vec![format!("const board = {};", board_name(&board.class))];
        let men = board.men.iter().chain(&board.sets);
        lines.extend(men.map(|man| format!("board.{} = {};", camel(man), self.local(man))));
        lines.push(format!("board.occupiedLow = {occupied};"));
        lines.extend(known(board).map(|known| format!("board.{known} = false;")));
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
            .map(|board| format!("board: typeof {}", board_name(&board.class)));
        let parameters = function.parameters.iter();
        let parameters =
            parameters.map(|(name, kind)| format!("{}: {}", self.local(name), self.kind(*kind)));
        let parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        let how = if is_public { "export " } else { "" };
        let (name, gives) = (camel(&function.name), self.kind(function.gives));
        let begin = format!("{how}function {name}(");
        lines.extend(head(
            &begin,
            &parameters,
            Lines::Filled(5),
            &format!("): {gives} {{"),
        ));
        lines
    }

    /// Functions that compute their value once have become others before anything is printed.
    fn kept(&self, _: &Function, value: &str) -> Vec<String> {
        vec![format!("    {}", self.returns(value))]
    }

    fn constant_item(&self, name: &str, kind: Type, value: &str) -> String {
        format!("const {name}: {} = {value};", self.kind(kind))
    }

    /// There is one for all calls, so that a call makes no object.
    fn board_type(&self, board: &Board) -> Vec<String> {
        let mut lines = vec![format!("const {} = {{", board_name(&board.class))];
        let men = board.men.iter().chain(&board.sets).map(|man| camel(man));
        let numbers = men.chain(["occupiedLow", "occupiedHigh"].map(String::from));
        lines.extend(numbers.map(|number| format!("    {number}: 0,")));
        for (name, kind) in &board.kept {
            let begin = if *kind == Type::Bool { "false" } else { "0" };
            lines.push(format!("    {}: {begin},", camel(name)));
        }
        lines.extend(known(board).map(|known| format!("    {known}: false,")));
        lines.push("};".into());
        lines
    }

    fn entry_kinds(&self) -> [&'static str; 6] {
        [
            "Int32Array",
            "Uint8Array",
            "Uint16Array",
            "Int8Array",
            "Int16Array",
            "Int32Array",
        ]
    }

    fn table_frame(&self, name: &str, kind: &str, _: usize) -> (Vec<String>, &'static str) {
        let begin = format!("const {} = new {kind}([", camel(name));
        (vec![begin], "]);")
    }

    fn words_item(&self, name: &str, words: &[u16]) -> Option<Vec<String>> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Some(packed("Uint16Array", &camel(name), words.len(), &bytes))
    }
}

fn board_name(class: &str) -> String {
    format!("{}Board", camel(class))
}

/// The fields that say whether a value is known; one for both halves.
fn known(board: &Board) -> impl Iterator<Item = String> {
    let kept = board.kept.iter().map(|(name, _)| name);
    let kept = kept.filter(|name| !name.ends_with(ENDS[1]));
    kept.map(|name| {
        let name = name.strip_suffix(ENDS[0]).unwrap_or(name);
        camel(&format!("known_{name}"))
    })
}

/// Numbers as text in base 64.
fn packed(kind: &str, name: &str, count: usize, bytes: &[u8]) -> Vec<String> {
    let mut lines = vec![
        format!("const {name} = new {kind}({count});"),
        format!("unpack({name}, `"),
    ];
    lines.extend(base64(bytes, 88));
    lines.push("`);".into());
    lines
}

fn data_item(data: &[u64]) -> Vec<String> {
    let bytes: Vec<u8> = data.iter().flat_map(|word| word.to_le_bytes()).collect();
    packed("Int32Array", "DATA", 2 * data.len(), &bytes)
}

/// The lines of a file with the functions that they need.
fn file(mut lines: Vec<String>) -> Vec<String> {
    let needs = |lines: &[String], name: &str| {
        let call = format!("{name}(");
        lines.iter().any(|line| line.contains(&call))
    };
    for (name, text) in [
        (SHIFTED_LEFT, SHIFTED_LEFT_ITEM),
        (SHIFTED_RIGHT, SHIFTED_RIGHT_ITEM),
        (MULTIPLIED, MULTIPLIED_ITEM),
        ("bitCount", BIT_COUNT_ITEM),
        ("unpack", UNPACK_ITEM),
    ] {
        if needs(&lines, name) {
            lines.extend(text.lines().map(String::from));
        }
    }
    let mut all: Vec<String> = HALVES.lines().map(String::from).collect();
    all.push(format!("let {} = 0;", camel(HIGH)));
    all.extend(lines);
    all
}

impl Target for TypeScript {
    fn flag(&self) -> &'static str {
        "typescript"
    }

    fn title(&self) -> &'static str {
        "TypeScript"
    }

    fn reserved(&self) -> &'static str {
        RESERVED
    }

    fn reserves(&self, word: &str) -> bool {
        let is_half = word.starts_with(OWN) || ENDS.iter().any(|end| word.ends_with(end));
        is_half || RESERVED.split_whitespace().any(|of| of == word)
    }

    fn intrinsic(&self, name: &str) -> Intrinsic {
        match name {
            "count" => Intrinsic::new("    return bitCount(setLow) + bitCount(setHigh);\n}", &[]),
            "first" => Intrinsic::new(FIRST, &[]),
            "from_highest" => Intrinsic::new(FROM_HIGHEST, &[]),
            _ => Intrinsic::new(WORD, &[]),
        }
    }

    fn unknown(&self) -> Option<&'static str> {
        Some("undefined")
    }

    fn rules(&self, rules: &Rules) -> Vec<String> {
        let units = rules.units.iter().map(|unit| unit.split(MOST_ARMS));
        let units: Vec<Unit> = units.collect();
        let functions = || {
            let functions = units.iter().flat_map(|unit| &unit.functions);
            functions.chain(&rules.helpers).chain(&rules.door)
        };
        let dialect = Dialect::new("", functions());
        let before = Printer::new(&dialect, functions());
        let halver = Halver::new(&before);
        let units: Vec<Unit> = units.iter().map(|unit| halver.unit(unit)).collect();
        let [helpers, door] = [&rules.helpers, &rules.door].map(|of| halver.functions(of));
        let functions = units.iter().flat_map(|unit| &unit.functions);
        let printer = Printer::new(&dialect, functions.chain(&helpers).chain(&door));
        let mut lines = printer.functions(&door);
        lines.extend(printer.constants(&rules.constants));
        if !rules.data.is_empty() {
            lines.push(String::new());
            lines.extend(data_item(&rules.data));
        }
        lines.extend(units.iter().flat_map(|unit| printer.unit(unit)));
        lines.extend(printer.helpers(&helpers, &|name| self.intrinsic(name).body));
        file(lines)
    }

    fn tables(&self, tables: &Tables<'_>, _: &Name) -> String {
        let functions = || tables.helpers.iter().chain(&tables.functions);
        let dialect = Dialect::new("", functions());
        let before = Printer::new(&dialect, functions());
        let halver = Halver::new(&before);
        let [helpers, functions] =
            [&tables.helpers, &tables.functions].map(|of| halver.functions(of));
        let printer = Printer::new(&dialect, helpers.iter().chain(&functions));
        let mut lines = Vec::new();
        if tables.has_wdl() {
            lines.extend(WDL.lines().map(String::from));
        }
        lines.extend(printer.functions(&functions));
        for &outcome in tables.outcomes {
            lines.extend(known_item(outcome));
        }
        lines.push(String::new());
        lines.extend(remarks("//", tables.opening));
        lines.extend(printer.constants(tables.constants));
        lines.extend(printer.helpers(&helpers, &|name| self.intrinsic(name).body));
        lines.push(String::new());
        lines.extend(data_item(tables.data));
        "\n".to_string() + &file(lines).join("\n") + "\n"
    }

    fn compiler(&self) -> &'static str {
        "tsc"
    }

    fn install(&self) -> &'static str {
        "apt-get install nodejs node-typescript, or npm install -g typescript"
    }

    fn build(&self, harness: &Harness, _: &Name) -> Build {
        let functions = || harness.functions.iter().chain(&harness.asked);
        let dialect = Dialect::new("exported.", functions());
        let before = Printer::new(&dialect, functions());
        let halver = Halver::new(&before);
        let [own, asked] = [&harness.functions, &harness.asked].map(|of| halver.functions(of));
        let printer = Printer::new(&dialect, own.iter().chain(&asked));
        let mut lines = printer.functions(&own);
        for &outcome in harness.outcomes {
            lines.extend(number_item(outcome));
        }
        Build {
            exported: "exported.ts",
            files: vec![
                (
                    "harness.ts",
                    MAIN.to_string() + &file(lines).join("\n") + "\nmain();\n",
                ),
                ("node.d.ts", NODE.into()),
                ("package.json", "{ \"type\": \"module\" }\n".into()),
            ],
            arguments: [
                ["--strict", "--target", "es2022", "--module", "node16"]
                    .map(Argument::Word)
                    .into(),
                ["harness.ts", "node.d.ts"].map(Argument::File).into(),
            ],
            run: vec![Argument::Word("node"), Argument::File("harness.js")],
        }
    }
}

/// The function that makes an answer of a number.
fn known_item(outcome: Outcome) -> Vec<String> {
    let (kind, local, is_unknown, known) = match outcome {
        Outcome::Wdl => ("Wdl", "wdl", "wdl === 2", "(wdl as Wdl)"),
        Outcome::Draw => ("boolean", "draw", "draw < 0", "draw === 1"),
        Outcome::Dtm => ("number", "plies", "plies < 0", "plies"),
        Outcome::CanMate => ("boolean", "can", "can < 0", "can === 1"),
    };
    let name = pascal(outcome.name());
    let of = camel(outcome.of_score());
    vec![
        String::new(),
        format!("function known{name}(score: number): {kind} | undefined {{"),
        format!("    const {local} = {of}(score);"),
        format!("    return {is_unknown} ? undefined : {known};"),
        "}".into(),
    ]
}

/// The function that makes a number of an answer.
fn number_item(outcome: Outcome) -> Vec<String> {
    let (kind, number) = match outcome {
        Outcome::Wdl => ("exported.Wdl", "known ?? 2"),
        Outcome::Dtm => ("number", "known ?? -1"),
        Outcome::Draw | Outcome::CanMate => ("boolean", "known === undefined ? -1 : known ? 1 : 0"),
    };
    let name = camel(outcome.name());
    vec![
        String::new(),
        format!("function {name}Number(known: {kind} | undefined): number {{"),
        format!("    return {number};"),
        "}".into(),
    ]
}

const HALVES: &str = "\
// Bitboards are two numbers of 32 bits: the lower half has the ranks 1 to 4, the upper half the
// ranks 5 to 8. A function that returns a bitboard returns its lower half and leaves the upper one
// here.";

const WDL: &str = "
/** 1 if the side to move wins, 0 for a draw, -1 if it loses. */
export type Wdl = -1 | 0 | 1;";

const FIRST: &str = "    if (setLow !== 0) {
        return 31 - Math.clz32(setLow & -setLow);
    }
    return setHigh !== 0 ? 63 - Math.clz32(setHigh & -setHigh) : 64;
}";

const FROM_HIGHEST: &str = "    if (setHigh !== 0) {
        upperHalf = -1 << (31 - Math.clz32(setHigh));
        return 0;
    }
    upperHalf = -1;
    return -1 << (31 - Math.clz32(setLow | 1));
}";

const WORD: &str = "    if (at < 0 || 2 * at >= d.length) {
        upperHalf = 0;
        return 0;
    }
    upperHalf = d[2 * at + 1];
    return d[2 * at];
}";

const SHIFTED_LEFT_ITEM: &str = "
function shiftedLeft(low: number, high: number, by: number): number {
    if (by > 31) {
        upperHalf = low << (by - 32);
        return 0;
    }
    upperHalf = (high << by) | (low >>> 1 >>> (31 - by));
    return low << by;
}";

const SHIFTED_RIGHT_ITEM: &str = "
function shiftedRight(low: number, high: number, by: number): number {
    if (by > 31) {
        upperHalf = 0;
        return high >>> (by - 32) | 0;
    }
    upperHalf = high >>> by | 0;
    return (low >>> by) | (high << 1 << (31 - by));
}";

const MULTIPLIED_ITEM: &str = "
function multiplied(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
    const a0 = aLow & 0xffff;
    const a1 = aLow >>> 16;
    const b0 = bLow & 0xffff;
    const b1 = bLow >>> 16;
    const middle = a1 * b0 + ((a0 * b0) >>> 16);
    const other = a0 * b1 + (middle & 0xffff);
    upperHalf = (a1 * b1 + (middle >>> 16) + (other >>> 16) + Math.imul(aLow, bHigh)
        + Math.imul(aHigh, bLow)) | 0;
    return Math.imul(aLow, bLow);
}";

const BIT_COUNT_ITEM: &str = "
function bitCount(word: number): number {
    const pairs = word - ((word >>> 1) & 0x55555555);
    const quads = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    return Math.imul((quads + (quads >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}";

const UNPACK_ITEM: &str = "
// Fills numbers, the lowest byte first, from text in base 64.
function unpack(numbers: Int32Array | Uint16Array, text: string): void {
    const digits = \"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\";
    const values = new Int8Array(128).fill(-1);
    for (let at = 0; at < 64; at++) {
        values[digits.charCodeAt(at)] = at;
    }
    const width = numbers.BYTES_PER_ELEMENT;
    let bits = 0;
    let count = 0;
    let byte = 0;
    for (let at = 0; at < text.length; at++) {
        const value = values[text.charCodeAt(at)];
        if (value < 0) {
            continue;
        }
        bits = ((bits << 6) | value) & 0xffff;
        count += 6;
        if (count >= 8) {
            count -= 8;
            numbers[Math.floor(byte / width)] |= ((bits >> count) & 255) << (8 * (byte % width));
            byte++;
        }
    }
}";

/// What the program needs of Node.
const NODE: &str = "\
declare module \"node:fs\" {
    export function readSync(file: number, to: Uint8Array, at: number, count: number): number;
    export function writeSync(file: number, from: Uint8Array, at: number, count: number): number;
}
";

/// The program that asks, without types: it is JavaScript.
pub fn plain_main() -> String {
    MAIN.replace(": number", "").replace(": void", "")
}

/// Reads questions and writes answers.
const MAIN: &str = "\
import { readSync, writeSync } from \"node:fs\";
import * as exported from \"./exported.js\";

const input = new Uint8Array(80 * 4096);
const output = new Uint8Array(1 << 16);
let outputSize = 0;

function send(): void {
    let sent = 0;
    while (sent < outputSize) {
        sent += writeSync(1, output, sent, outputSize - sent);
    }
    outputSize = 0;
}

function main(): void {
    const words = new DataView(input.buffer);
    // Engines may pass halves with or without a sign.
    let hasSign = false;
    const word = (at: number): number =>
        hasSign ? words.getInt32(at, true) : words.getUint32(at, true);
    let filled = 0;
    for (;;) {
        const count = readSync(0, input, filled, input.length - filled);
        if (count === 0) {
            return;
        }
        filled += count;
        let at = 0;
        for (; at + 80 <= filled; at += 80) {
            const [low, high] = [word(at + 72), word(at + 76)];
            for (let last = 0; last < 64; last++) {
                if (((last < 32 ? low : high) >>> last & 1) === 0) {
                    continue;
                }
                hasSign = !hasSign;
                const answer = said(
                    word(at), word(at + 4), word(at + 8), word(at + 12), word(at + 16),
                    word(at + 20), word(at + 24), word(at + 28), word(at + 32), word(at + 36),
                    word(at + 40), word(at + 44), word(at + 48), word(at + 52), word(at + 56),
                    word(at + 60), word(at + 64), word(at + 68), last,
                );
                if (outputSize === output.length) {
                    send();
                }
                output[outputSize++] = answer & 255;
                output[outputSize++] = answer >> 8 & 255;
            }
            if (low === 0 && high === 0) {
                send();
            }
        }
        input.copyWithin(0, at, filled);
        filled -= at;
    }
}

";

/// Words that mean something in TypeScript.
const RESERVED: &str = "
    arguments as async await boolean break case catch class const continue data debugger default
    delete do else enum eval export extends false finally for function if implements import in
    instanceof interface let new null number package private protected public return static string
    super switch this throw true try type typeof undefined unpack upper_half var void while with
    yield";
