//! Rust without anything but `core`.

use super::{
    door,
    ir::{Function, List, Table, Unit},
    library,
    print::{Dialect, Printer, asked, list_name, number_kind},
};
use drawproof_language::syntax::{TableEntries, Type};

pub struct Rust;

impl Dialect for Rust {
    fn kind(&self, kind: Type) -> &'static str {
        match kind {
            Type::Square => "u32",
            Type::Set => "u64",
            Type::Number => "i32",
            Type::Truth => "bool",
        }
    }

    fn number(&self, number: i32) -> String {
        number.to_string()
    }

    fn bits(&self, bits: u64) -> String {
        // With its type, as two of them may be compared.
        format!("0x{bits:x}_u64")
    }

    fn square(&self, square: u32) -> String {
        square.to_string()
    }

    fn prefix(&self) -> &'static str {
        ""
    }

    fn field(&self, name: &str) -> String {
        format!("board.{name}")
    }

    fn entry(&self, table: &str, square: &str, gives: Type) -> String {
        let place = square
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_.".contains(c));
        let entry = if place {
            format!("{table}[{square} as usize & 63]")
        } else {
            format!("{table}[({square}) as usize & 63]")
        };
        match gives {
            Type::Number => format!("i32::from({entry})"),
            Type::Square => format!("u32::from({entry})"),
            _ => entry,
        }
    }

    fn complement(&self) -> char {
        '!'
    }

    fn choice(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("if {condition} {{ {yes} }} else {{ {no} }}")
    }

    fn asks(&self, condition: &str) -> String {
        format!("if {condition} {{")
    }

    fn gives(&self, value: &str) -> String {
        value.into()
    }

    fn each(&self, set: &str, local: &str) -> Vec<String> {
        vec![
            format!("let mut left: u64 = {set};"),
            "while left != 0 {".into(),
            format!("    let {local} = left.trailing_zeros();"),
            "    left &= left - 1;".into(),
        ]
    }

    fn begin(&self, kind: Type, value: &str) -> String {
        format!("let mut found: {} = {value};", self.kind(kind))
    }

    fn head(&self, unit: &Unit, function: &Function, name: &str) -> Vec<String> {
        let board = function
            .needs_board
            .then(|| format!("board: &{}", board_name(unit)));
        let parameters = function.parameters.iter();
        let parameters = parameters.map(|(name, kind)| format!("{name}: {}", self.kind(*kind)));
        let parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        let gives = self.kind(function.gives);
        vec![format!(
            "fn {name}({}) -> {gives} {{",
            parameters.join(", ")
        )]
    }

    fn kept(&self, unit: &Unit, function: &Function, value: &str) -> Vec<String> {
        let name = &function.name;
        let mut lines = self.head(unit, function, name);
        lines.extend([
            format!("    if let Some(known) = board.{name}.get() {{"),
            "        return known;".into(),
            "    }".into(),
            format!("    let found = {value};"),
            format!("    board.{name}.set(Some(found));"),
            "    found".into(),
            "}".into(),
        ]);
        lines
    }
}

fn board_name(unit: &Unit) -> String {
    let (first, rest) = unit.name.split_at(1);
    format!("{}{rest}Board", first.to_ascii_uppercase())
}

impl Rust {
    /// A whole file, after its first remarks.
    pub fn file(units: &[Unit]) -> Vec<String> {
        let mut body: Vec<String> = units.iter().flat_map(Self::unit).collect();
        body.extend(Self::probe(units));
        let text = body.join("\n");
        let mut lines = Vec::new();
        if text.contains("Cell::new") {
            lines.extend(["use core::cell::Cell;".into(), String::new()]);
        }
        for function in library::called(library::RUST, &text) {
            lines.extend(function.lines().map(String::from));
            lines.push(String::new());
        }
        lines.pop();
        lines.extend(body);
        lines
    }

    fn unit(unit: &Unit) -> Vec<String> {
        let mut lines = vec![String::new(), format!("// {}", unit.class)];
        lines.extend(Self::board(unit));
        let tables = unit.tables.iter().filter(|table| table.is_used);
        lines.extend(tables.flat_map(Self::table));
        let printer = Printer {
            dialect: &Self,
            unit,
        };
        lines.extend(printer.functions());
        for list in &unit.lists {
            lines.extend(Self::list(unit, list));
        }
        lines.extend(Self::entry_of(unit));
        lines
    }

    fn board(unit: &Unit) -> Vec<String> {
        let mut lines = vec![String::new(), "#[allow(dead_code)]".into()];
        lines.push(format!("struct {} {{", board_name(unit)));
        lines.extend(unit.men.iter().map(|man| format!("    {}: u32,", man.name)));
        lines.push("    occupied: u64,".into());
        for function in unit.functions.iter().filter(|of| of.is_kept && of.is_used) {
            let (name, kind) = (&function.name, Self.kind(function.gives));
            lines.push(format!("    {name}: Cell<Option<{kind}>>,"));
        }
        lines.push("}".into());
        lines
    }

    fn table(table: &Table) -> Vec<String> {
        let (kind, entries): (_, Vec<String>) = match &table.entries {
            TableEntries::Sets(sets) => ("u64", sets.iter().map(|&set| Self.bits(set)).collect()),
            TableEntries::Numbers(numbers) => (
                number_kind(numbers, ["i8", "i16", "i32"]),
                numbers.iter().map(i32::to_string).collect(),
            ),
            TableEntries::Squares(squares) => ("u8", squares.iter().map(u8::to_string).collect()),
        };
        let mut lines = vec![String::new()];
        lines.extend(table.comment.clone());
        lines.push("#[allow(non_upper_case_globals)]".into());
        lines.push(format!("static {}: [{kind}; 64] = [", table.name));
        let width = if kind == "u64" { 4 } else { 8 };
        let rows = entries.chunks(width);
        lines.extend(rows.map(|row| format!("    {},", row.join(", "))));
        lines.push("];".into());
        lines
    }

    fn list(unit: &Unit, list: &List) -> Vec<String> {
        let functions = || list.rules.iter().map(|of| &unit.functions[of.function]);
        let board = if functions().any(|of| of.needs_board) {
            "board"
        } else {
            "_board"
        };
        let name = list_name(unit, list);
        let mut lines = vec![
            String::new(),
            format!("fn {name}({board}: &{}) -> i32 {{", board_name(unit)),
        ];
        lines.extend(asked(&Self, unit, list));
        lines.extend(["    0".into(), "}".into()]);
        lines
    }

    /// The public function of a class.
    fn entry_of(unit: &Unit) -> Vec<String> {
        let turn = (unit.lists.len() > 1).then(|| "strong_to_move: bool".to_string());
        let men = || unit.men.iter().map(|man| &man.name);
        let parameters = men().map(|man| format!("{man}: u32")).chain(turn);
        let parameters: Vec<String> = parameters.collect();
        let mut lines = vec![
            String::new(),
            format!(
                "/// [`probe_rule`] for {} by the squares of its men; without castling and en passant.",
                unit.class
            ),
            "#[allow(dead_code, clippy::too_many_arguments)]".into(),
            format!(
                "pub fn {}_rule({}) -> i32 {{",
                unit.name,
                parameters.join(", ")
            ),
            format!("    let board = {} {{", board_name(unit)),
        ];
        lines.extend(men().map(|man| format!("        {man},")));
        let bits: Vec<String> = men().map(|man| format!("bit({man})")).collect();
        lines.push(format!("        occupied: {},", bits.join(" | ")));
        let kept = unit.functions.iter().filter(|of| of.is_kept && of.is_used);
        lines.extend(kept.map(|of| format!("        {}: Cell::new(None),", of.name)));
        lines.push("    };".into());
        let names: Vec<String> = unit
            .lists
            .iter()
            .map(|list| list_name(unit, list))
            .collect();
        lines.push(match &names[..] {
            [strong, weak] => {
                format!("    if strong_to_move {{ {strong}(&board) }} else {{ {weak}(&board) }}")
            }
            names => format!("    {}(&board)", names.concat()),
        });
        lines.push("}".into());
        lines
    }

    /// The functions that find out the class.
    fn probe(units: &[Unit]) -> Vec<String> {
        let too_many = door::too_many(units, "rest");
        let has_turn = units.iter().any(|unit| unit.lists.len() > 1);
        let mut lines: Vec<String> = Vec::new();
        for line in DOOR.lines() {
            match line.trim() {
                "CASES" => lines.extend(units.iter().flat_map(Self::case)),
                "TURN" if !has_turn => {}
                "TURN" => lines.push("    let strong_to_move = turn != exchanged;".into()),
                _ => lines.push(line.replace("TOO_MANY", &too_many)),
            }
        }
        lines
    }

    fn case(unit: &Unit) -> Vec<String> {
        let squares = door::men(unit).map(|(set, before)| {
            let rest = (0..before).fold(set, |set, _| format!("rest({set})"));
            format!("first({rest}) ^ mirror")
        });
        let turn = (unit.lists.len() > 1).then(|| "strong_to_move".to_string());
        let arguments = squares
            .chain(turn)
            .map(|line| format!("            {line},"));
        let mut lines = vec![
            format!("        // {}", unit.class),
            format!("        0x{:x} => {}_rule(", unit.key, unit.name),
        ];
        lines.extend(arguments);
        lines.push("        ),".into());
        lines
    }
}

const DOOR: &str = "
/// How many men a side has, and how many of each kind, the stronger ones higher:
/// four bits each.
fn key_of(men: u64, kinds: [u64; 6]) -> u64 {
    let mut key = 0;
    let mut left = men;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let kind = kinds.iter().fold(1, |kind, set| kind << 4 | (set >> square & 1));
        key += kind;
    }
    key
}

/// The number of the rule that decides: above 0 if it claims a draw, below 0 if
/// it keeps silent; 0 if no rule holds or there are none for these men.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn probe_rule(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    castling: u32,
    ep: u32,
    turn: bool,
) -> i32 {
    if castling != 0 || ep != 0 || TOO_MANY != 0 {
        return 0;
    }
    let kinds = [kings, queens, rooks, bishops, knights, pawns];
    let white_key = key_of(white, kinds);
    let black_key = key_of(black, kinds);
    // The stronger side, or with equal men the side to move, is seen as White.
    let exchanged = black_key > white_key || (black_key == white_key && !turn);
    let (strong, weak, key, mirror) = if exchanged {
        (black, white, black_key << 32 | white_key, 56)
    } else {
        (white, black, white_key << 32 | black_key, 0)
    };
    TURN
    match key {
        CASES
        _ => 0,
    }
}

/// Whether the position is a draw; false if that is not known.
///
/// Arguments are those of Fathom's `tb_probe_wdl` without `rule50`: bitboards (a1
/// is bit 0), castling rights and en passant square (0 if there are none; else
/// nothing is claimed), and whether White is to move. The position has to be
/// legal.
#[allow(dead_code, clippy::too_many_arguments)]
pub fn probe_draw(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    castling: u32,
    ep: u32,
    turn: bool,
) -> bool {
    probe_rule(
        white, black, kings, queens, rooks, bishops, knights, pawns, castling, ep, turn,
    ) > 0
}";
