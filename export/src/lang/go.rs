//! Go 1.18: one file of a package, with nothing but `math/bits`. Its lines are indented by tabs;
//! `gofmt -w` aligns the rest.

use super::{Argument, Build, Harness, Intrinsic, Language, Rules, Tables, Target, with_own};
use crate::{
    Name,
    declare::{data_item, remarks},
    ir::{Board, Function, Outcome, Role, Sign, Type},
    print::{LineEnd, Printer, Spelling},
    text::{Lines, camel, comment, head, pascal, renamed},
};

impl Language {
    /// Go.
    pub const GO: Self = Self(&Go);
}

struct Go;

/// The packages of rules and of tables: both have helpers of the same names.
const RULES: &str = "drawproof";
const TABLES: &str = "drawprooftables";

/// What the data begin with.
const DATA: &str = "var data = []uint64{";

/// The helpers that are written for Go.
const OWN: [&str; 1] = ["abs"];

/// How a file is printed.
struct Dialect {
    /// What comes before the names of public functions.
    space: &'static str,
}

impl Spelling for Dialect {
    fn kind(&self, kind: Type) -> String {
        let kind = match kind {
            Type::Bool => "bool",
            Type::I32 => "int32",
            Type::Square | Type::U32 => "uint32",
            Type::U64 => "uint64",
            Type::Data => "[]uint64",
            Type::Outcome(_) => "int",
        };
        kind.into()
    }

    fn name(&self, function: &Function, _: Option<&Function>) -> String {
        match function.role {
            Role::Public => format!("{}{}", self.space, pascal(&function.name)),
            _ => camel(&function.name),
        }
    }

    fn local(&self, name: &str) -> String {
        camel(name)
    }

    fn constant(&self, name: &str) -> String {
        camel(&name.to_ascii_lowercase())
    }

    fn bits(&self, bits: u64) -> String {
        format!("0x{bits:x}")
    }

    fn shifted(&self, bits: u64) -> String {
        format!("uint64(0x{bits:x})")
    }

    /// A shift by what may be more than the width, or negative, would be checked when it runs.
    fn shifted_by(&self, by: String, _: Type) -> String {
        let mask = by.trim_end_matches(')').rsplit_once("& ");
        let limit = mask.map_or(by.as_str(), |(_, mask)| mask);
        match limit.parse::<u8>() {
            Ok(0..64) => by,
            _ => format!("({by} & 63)"),
        }
    }

    fn field(&self, name: &str) -> String {
        format!("board.{}", camel(name))
    }

    fn data(&self) -> String {
        "data".into()
    }

    fn entry(&self, table: &str, square: &str, gives: Type) -> String {
        let entry = format!("{}[{square} & 63]", camel(table));
        match gives {
            Type::I32 | Type::Square => format!("{}({entry})", self.kind(gives)),
            _ => entry,
        }
    }

    fn table_word(&self, table: &str, place: &str) -> String {
        format!("uint32({}[{place}])", camel(table))
    }

    fn complement(&self, value: &str) -> String {
        // A plain number would have a sign.
        if value.starts_with("0x") {
            format!("^uint64({value})")
        } else {
            format!("^{value}")
        }
    }

    fn operation(&self, _: Sign, _: [Type; 2], _: &str, _: &str) -> Option<String> {
        None
    }

    fn cast(&self, to: Type, from: Type, value: &str) -> String {
        if from == Type::Bool {
            let kind = self.kind(to);
            return format!("func() {kind} {{ if {value} {{ return 1 }}; return 0 }}()");
        }
        format!("{}({value})", self.kind(to))
    }

    /// A function that is called at once: there are no conditional expressions.
    fn choice(&self, kind: Type, condition: &str, yes: &str, no: &str) -> String {
        let kind = self.kind(kind);
        format!("func() {kind} {{ if {condition} {{ return {yes} }}; return {no} }}()")
    }

    fn choice_has_brackets(&self) -> bool {
        true
    }

    fn has_choice(&self) -> bool {
        false
    }

    fn outcome(&self, outcome: Outcome, score: &str) -> String {
        format!("int({}({score}))", camel(outcome.of_score()))
    }

    fn variable(&self, name: &str, kind: Type, _: bool, value: &str) -> String {
        // A plain number would be an int.
        if value.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return format!("var {name} {} = {value}", self.kind(kind));
        }
        format!("{name} := {value}")
    }

    fn assign(&self, name: &str, sign: Option<&str>, value: &str) -> String {
        format!("{name} {}= {value}", sign.unwrap_or_default())
    }

    fn later(&self, name: &str, kind: Type) -> String {
        format!("var {name} {}", self.kind(kind))
    }

    fn asks(&self, word: &str, condition: &str) -> String {
        let word = if word == "while" { "for" } else { word };
        format!("{word} {condition} {{")
    }

    fn line_end(&self) -> LineEnd {
        LineEnd::AfterOperators
    }

    fn each(&self, set: &str, square: &str) -> Vec<String> {
        vec![
            format!("for left := uint64({set}); left != 0; left &= left - 1 {{"),
            format!("    {square} := first(left)"),
        ]
    }

    fn returns(&self, value: &str) -> String {
        format!("return {value}")
    }

    fn new_board(&self, board: &Board, occupied: &str) -> Vec<String> {
        let mut lines = vec![format!("board := {}Board{{", camel(&board.class))];
        let men = board.men.iter().chain(&board.sets).map(|man| camel(man));
        lines.extend(men.map(|man| format!("    {man}: {man},")));
        lines.push(format!("    occupied: {occupied},"));
        lines.push("}".into());
        lines
    }

    fn head(&self, function: &Function) -> Vec<String> {
        let name = self.name(function, None);
        let name = name.strip_prefix(self.space).unwrap_or(&name).to_string();
        let mut lines = match function.role {
            Role::Public => remarks("//", &documentation(&name, &function.comment)),
            _ => remarks("//", &function.comment),
        };
        let board = function
            .board()
            .map(|board| format!("board *{}Board", camel(&board.class)));
        let parameters = function.parameters.iter();
        let parameters =
            parameters.map(|(name, kind)| format!("{} {}", camel(name), self.kind(*kind)));
        let parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        let gives = self.kind(function.gives);
        let (begin, end) = (format!("func {name}("), format!(") {gives} {{"));
        lines.extend(head(&begin, &parameters, Lines::FilledWithComma(9), &end));
        lines
    }

    fn kept(&self, function: &Function, value: &str) -> Vec<String> {
        let name = camel(&function.name);
        let known = camel(&format!("known_{}", function.name));
        vec![
            format!("    if !board.{known} {{"),
            format!("        board.{known} = true"),
            format!("        board.{name} = {value}"),
            "    }".into(),
            format!("    return board.{name}"),
        ]
    }

    fn constant_item(&self, name: &str, kind: Type, value: &str) -> String {
        format!("const {name} {} = {value}", self.kind(kind))
    }

    fn board_type(&self, board: &Board) -> Vec<String> {
        let mut lines = vec![format!("type {}Board struct {{", camel(&board.class))];
        lines.push("    occupied uint64".into());
        let sets = board.sets.iter();
        lines.extend(sets.map(|men| format!("    {} uint64", camel(men))));
        for (name, kind) in &board.kept {
            lines.push(format!("    {} {}", camel(name), self.kind(*kind)));
        }
        let men = board.men.iter();
        lines.extend(men.map(|man| format!("    {} uint32", camel(man))));
        let kept = board.kept.iter();
        let kept = kept.map(|(name, _)| camel(&format!("known_{name}")));
        lines.extend(kept.map(|known| format!("    {known} bool")));
        lines.push("}".into());
        lines
    }

    fn entry_kinds(&self) -> [&'static str; 6] {
        ["uint64", "uint8", "uint16", "int8", "int16", "int32"]
    }

    fn table_frame(&self, name: &str, kind: &str, count: usize) -> (Vec<String>, &'static str) {
        let begin = format!("var {} = [{count}]{kind}{{", camel(name));
        (vec![begin], "}")
    }
}

/// Documentation as a sentence about a function, which is the convention.
fn documentation(name: &str, lines: &[String]) -> Vec<String> {
    let mut paragraphs = lines.splitn(2, String::is_empty);
    let first = paragraphs.next().unwrap_or_default().join(" ");
    let said = if let Some(what) = first.strip_prefix("Whether ") {
        format!("{name} reports whether {what}")
    } else {
        let (letter, rest) = first.split_at(first.len().min(1));
        format!("{name} returns {}{rest}", letter.to_ascii_lowercase())
    };
    let mut all = renamed(&comment(&said), pascal);
    if let Some(rest) = paragraphs.next() {
        all.push(String::new());
        all.extend(rest.iter().cloned());
    }
    all
}

/// The lines of a file, with the package that intrinsic functions need.
fn file(package: &str, helpers: &[Function], body: &[String]) -> Vec<String> {
    // Tools leave files alone that have this line. The empty lines keep it and the heading
    // out of the documentation of the package.
    let mut lines: Vec<String> = [
        "// Code generated by drawproof. DO NOT EDIT.",
        "",
        &format!("package {package}"),
        "",
    ]
    .map(String::from)
    .into();
    let needs_bits = |of: &Function| of.role == Role::Intrinsic && of.name != "word";
    if helpers.iter().any(needs_bits) {
        lines.push("import \"math/bits\"".into());
    }
    lines.extend(tabs(body));
    lines
}

/// Lines whose levels are tabs instead of four spaces each.
fn tabs(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().flat_map(|line| line.split('\n'));
    let indented = |line: &str| {
        let text = line.trim_start_matches(' ');
        "\t".repeat((line.len() - text.len()) / 4) + text
    };
    lines.map(indented).collect()
}

impl Target for Go {
    fn flag(&self) -> &'static str {
        "go"
    }

    fn title(&self) -> &'static str {
        "Go"
    }

    fn reserved(&self) -> &'static str {
        RESERVED
    }

    fn intrinsic(&self, name: &str) -> Intrinsic {
        match name {
            "count" => Intrinsic::new("    return int32(bits.OnesCount64(set))\n}", &[]),
            "first" => Intrinsic::new("    return uint32(bits.TrailingZeros64(set))\n}", &[]),
            // Without a branch, which the processor often predicts wrongly here.
            "abs" => Intrinsic::new("    sign := a >> 31\n    return (a ^ sign) - sign\n}", &[]),
            "from_highest" => Intrinsic::new(
                "    return ^uint64(0) << ((63 - bits.LeadingZeros64(set|1)) & 63)\n}",
                &[],
            ),
            _ => Intrinsic::new(
                "    if uint64(at) < uint64(len(d)) {\n        return d[at]\n    }\n    return 0\n}",
                &[],
            ),
        }
    }

    fn rules(&self, rules: &Rules) -> Vec<String> {
        let dialect = Dialect { space: "" };
        let printer = Printer::new(&dialect, rules.functions());
        let mut lines = printer.constants(&rules.constants);
        if !rules.data.is_empty() {
            lines.extend(data_item(DATA, &rules.data, "}"));
        }
        lines.extend(printer.functions(&rules.door));
        lines.extend(rules.units.iter().flat_map(|unit| printer.unit(unit)));
        let helpers = with_own(&rules.helpers, &OWN);
        lines.extend(printer.helpers(&helpers, &|name| self.intrinsic(name).body));
        file(RULES, &rules.helpers, &lines)
    }

    fn tables(&self, tables: &Tables<'_>, _: &Name) -> String {
        let dialect = Dialect { space: "" };
        let functions = tables.helpers.iter().chain(&tables.functions);
        let printer = Printer::new(&dialect, functions);
        let mut lines = printer.functions(&tables.functions);
        lines.push(String::new());
        lines.extend(remarks("//", tables.opening));
        lines.extend(printer.constants(tables.constants));
        let helpers = with_own(&tables.helpers, &OWN);
        lines.extend(printer.helpers(&helpers, &|name| self.intrinsic(name).body));
        lines.extend(data_item(DATA, tables.data, "}"));
        "\n".to_string() + &file(TABLES, &tables.helpers, &lines).join("\n") + "\n"
    }

    fn compiler(&self) -> &'static str {
        "go"
    }

    fn install(&self) -> &'static str {
        "apt-get install golang-go"
    }

    fn build(&self, harness: &Harness, _: &Name) -> Build {
        let dialect = Dialect { space: "exported." };
        let functions = harness.functions.iter().chain(&harness.asked);
        let printer = Printer::new(&dialect, functions);
        let functions = printer.functions(&harness.functions).join("\n");
        let text = format!("{MAIN}{functions}\n");
        Build {
            exported: "drawproof/exported.go",
            files: vec![
                ("go.mod", "module harness\n\ngo 1.18\n".into()),
                ("harness.go", text),
            ],
            arguments: [
                vec![Argument::Word("build")],
                vec![Argument::Word("-o"), Argument::File("harness")],
            ],
            run: vec![Argument::File("harness")],
        }
    }
}

/// Reads questions and writes answers.
const MAIN: &str = r#"package main

import (
	"bufio"
	"encoding/binary"
	"io"
	"os"

	exported "harness/drawproof"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	var buffer [80]byte
	for {
		if _, err := io.ReadFull(in, buffer[:]); err != nil {
			return
		}
		var words [10]uint64
		for at := range words {
			words[at] = binary.LittleEndian.Uint64(buffer[8*at:])
		}
		for last := uint32(0); last < 64; last++ {
			if words[9]>>last&1 != 0 {
				answer := said(words[0], words[1], words[2], words[3], words[4], words[5],
					words[6], words[7], words[8], last)
				out.WriteByte(byte(answer))
				out.WriteByte(byte(answer >> 8))
			}
		}
		if words[9] == 0 && out.Flush() != nil {
			os.Exit(2)
		}
	}
}
"#;

/// Words that mean something in Go.
const RESERVED: &str = "
    break case chan const continue default defer else fallthrough for func go goto if import
    interface map package range return select struct switch type var bits data bool int int32
    uint32 uint64 true false nil";
