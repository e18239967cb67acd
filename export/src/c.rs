//! C99, and C++ in a namespace.

use super::{
    door,
    ir::{Function, List, Table, Unit},
    library,
    print::{Dialect, Printer, asked, list_name, number_kind},
};
use drawproof_language::syntax::{TableEntries, Type};

/// C, or C++ if `is_cpp`.
pub struct C {
    pub is_cpp: bool,
}

impl Dialect for C {
    fn kind(&self, kind: Type) -> &'static str {
        match kind {
            Type::Square => "unsigned",
            Type::Set => "uint64_t",
            Type::Number => "int32_t",
            Type::Truth => "bool",
        }
    }

    fn number(&self, number: i32) -> String {
        // The least one is no literal in C.
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

    fn prefix(&self) -> &'static str {
        if self.is_cpp { "" } else { "dp_" }
    }

    fn field(&self, name: &str) -> String {
        format!("board->{name}")
    }

    fn entry(&self, table: &str, square: &str, _: Type) -> String {
        format!("{table}[{square}]")
    }

    fn complement(&self) -> char {
        '~'
    }

    fn choice(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("({condition}) ? ({yes}) : ({no})")
    }

    fn asks(&self, condition: &str) -> String {
        format!("if ({condition}) {{")
    }

    fn gives(&self, value: &str) -> String {
        format!("return {value};")
    }

    fn each(&self, set: &str, local: &str) -> Vec<String> {
        let prefix = self.prefix();
        vec![
            format!("for (uint64_t left = {set}; left != 0; left &= left - 1) {{"),
            format!("    const unsigned {local} = {prefix}first(left);"),
        ]
    }

    fn begin(&self, kind: Type, value: &str) -> String {
        format!("{} found = {value};", self.kind(kind))
    }

    fn head(&self, unit: &Unit, function: &Function, name: &str) -> Vec<String> {
        let board = function
            .needs_board
            .then(|| format!("{}_board *board", unit.name));
        let parameters = function.parameters.iter();
        let parameters = parameters.map(|(name, kind)| format!("{} {name}", self.kind(*kind)));
        let parameters: Vec<String> = board.into_iter().chain(parameters).collect();
        let parameters = if parameters.is_empty() {
            "void".into()
        } else {
            parameters.join(", ")
        };
        let gives = self.kind(function.gives);
        vec![format!("static {gives} {name}({parameters})"), "{".into()]
    }

    fn kept(&self, unit: &Unit, function: &Function, value: &str) -> Vec<String> {
        let name = &function.name;
        let mut lines = self.head(unit, function, name);
        lines.extend([
            format!("    if (!board->known_{name}) {{"),
            format!("        board->known_{name} = true;"),
            format!("        board->{name} = {value};"),
            "    }".into(),
            format!("    return board->{name};"),
            "}".into(),
        ]);
        lines
    }
}

impl C {
    /// A whole file, after its first remarks.
    pub fn file(&self, units: &[Unit]) -> Vec<String> {
        let mut body = Vec::new();
        for unit in units {
            body.extend(self.unit(unit));
        }
        body.extend(self.probe(units));
        let text = body.join("\n");
        let mut lines = self.opening(units);
        for function in library::called(library::C, &self.with_prefix(&text)) {
            lines.push(String::new());
            lines.extend(function.lines().map(|line| self.without_prefix(line)));
        }
        lines.extend(body);
        if self.is_cpp {
            lines.extend([String::new(), "} // namespace drawproof".into()]);
        }
        lines
    }

    /// The names of helpers as the library has them.
    fn with_prefix(&self, text: &str) -> String {
        if !self.is_cpp {
            return text.into();
        }
        let names = library::names();
        let known = library::words(text).filter(|word| names.contains(word));
        let known: Vec<String> = known.map(|word| format!("dp_{word}")).collect();
        known.join(" ")
    }

    fn without_prefix(&self, line: &str) -> String {
        if !self.is_cpp {
            return line.into();
        }
        line.replace("static inline ", "static constexpr ")
            .replace("dp_", "")
    }

    fn opening(&self, units: &[Unit]) -> Vec<String> {
        let includes: &[&str] = if self.is_cpp {
            &["#include <stdint.h>"]
        } else {
            &["#include <stdbool.h>", "#include <stdint.h>"]
        };
        let mut lines: Vec<String> = includes.iter().map(|&line| line.into()).collect();
        lines.push(String::new());
        let (open, close): (&[&str], &[&str]) = if self.is_cpp {
            (&["namespace drawproof {", ""], &[])
        } else {
            let open = &["#ifdef __cplusplus", "extern \"C\" {", "#endif", ""];
            (open, &["", "#ifdef __cplusplus", "}", "#endif"])
        };
        lines.extend(open.iter().map(|&line| line.into()));
        lines.extend(self.declarations(units));
        lines.extend(close.iter().map(|&line| line.into()));
        lines
    }

    /// What others may call.
    fn declarations(&self, units: &[Unit]) -> Vec<String> {
        let mut lines: Vec<String> = PROBE.lines().map(|line| self.named(line)).collect();
        for unit in units {
            lines.push(String::new());
            let class = &unit.class;
            lines.push(format!(
                "// The same for {class} by the squares of its men; without castling and en passant."
            ));
            lines.push(format!("{};", self.signature(unit)));
        }
        lines
    }

    /// Public names begin with `drawproof_` where there is no namespace.
    fn named(&self, line: &str) -> String {
        line.replace("PUBLIC_", if self.is_cpp { "" } else { "drawproof_" })
            .replace("HELPER_", self.prefix())
    }

    fn signature(&self, unit: &Unit) -> String {
        let men = unit.men.iter().map(|man| format!("unsigned {}", man.name));
        let turn = unit.lists.iter().find_map(|list| list.turn);
        let turn = turn.map(|_| "bool strong_to_move".into());
        let parameters: Vec<String> = men.chain(turn).collect();
        let name = self.named(&format!("PUBLIC_{}_rule", unit.name));
        let parameters = parameters.join(", ");
        format!("int {name}({parameters})")
    }

    fn unit(&self, unit: &Unit) -> Vec<String> {
        let mut lines = vec![String::new(), format!("// {}", unit.class)];
        lines.extend(self.board(unit));
        let tables = unit.tables.iter().filter(|table| table.is_used);
        lines.extend(tables.flat_map(|table| self.table(table)));
        let printer = Printer {
            dialect: self,
            unit,
        };
        lines.extend(printer.functions());
        for list in &unit.lists {
            lines.extend(self.list(unit, list));
        }
        lines.extend(self.entry_of(unit));
        lines
    }

    fn board(&self, unit: &Unit) -> Vec<String> {
        let name = &unit.name;
        let mut lines = vec![String::new(), format!("typedef struct {name}_board {{")];
        let men = unit.men.iter();
        lines.extend(men.map(|man| format!("    unsigned {};", man.name)));
        lines.push("    uint64_t occupied;".into());
        let kept = || unit.functions.iter().filter(|of| of.is_kept && of.is_used);
        // Large ones first, so that there are no gaps.
        for kind in [Type::Set, Type::Number, Type::Square, Type::Truth] {
            let of_kind = kept().filter(|of| of.gives == kind);
            lines.extend(of_kind.map(|of| format!("    {} {};", self.kind(kind), of.name)));
        }
        lines.extend(kept().map(|of| format!("    bool known_{};", of.name)));
        lines.push(format!("}} {name}_board;"));
        lines
    }

    fn table(&self, table: &Table) -> Vec<String> {
        let (kind, entries): (_, Vec<String>) = match &table.entries {
            TableEntries::Sets(sets) => {
                let entries = sets.iter().map(|&set| self.bits(set));
                ("uint64_t", entries.collect())
            }
            TableEntries::Squares(squares) => {
                let entries = squares.iter().map(u8::to_string);
                ("uint8_t", entries.collect())
            }
            TableEntries::Numbers(numbers) => {
                let entries = numbers.iter().map(|&number| self.number(number));
                (
                    number_kind(numbers, ["int8_t", "int16_t", "int32_t"]),
                    entries.collect(),
                )
            }
        };
        let mut lines = vec![String::new()];
        lines.extend(table.comment.clone());
        lines.push(format!("static const {kind} {}[64] = {{", table.name));
        let width = if kind == "uint64_t" { 4 } else { 8 };
        let rows = entries.chunks(width);
        lines.extend(rows.map(|row| format!("    {},", row.join(", "))));
        lines.push("};".into());
        lines
    }

    fn list(&self, unit: &Unit, list: &List) -> Vec<String> {
        let mut lines = vec![
            String::new(),
            format!(
                "static int {}({}_board *board)",
                list_name(unit, list),
                unit.name
            ),
            "{".into(),
        ];
        let functions = list.rules.iter().map(|of| &unit.functions[of.function]);
        if !functions.into_iter().any(|of| of.needs_board) {
            lines.push("    (void)board;".into());
        }
        lines.extend(asked(self, unit, list));
        lines.extend(["    return 0;".into(), "}".into()]);
        lines
    }

    /// The public function of a class.
    fn entry_of(&self, unit: &Unit) -> Vec<String> {
        let mut lines = vec![String::new(), self.signature(unit), "{".into()];
        lines.push(format!("    {}_board board;", unit.name));
        let men = || unit.men.iter().map(|man| &man.name);
        lines.extend(men().map(|man| format!("    board.{man} = {man};")));
        let bits: Vec<String> = men()
            .map(|man| format!("{}bit({man})", self.prefix()))
            .collect();
        lines.push(format!("    board.occupied = {};", bits.join(" | ")));
        let kept = unit.functions.iter();
        for function in kept.filter(|of| of.is_kept && of.is_used) {
            let nothing = if function.gives == Type::Truth {
                "false"
            } else {
                "0"
            };
            lines.push(format!("    board.known_{} = false;", function.name));
            lines.push(format!("    board.{} = {nothing};", function.name));
        }
        let names: Vec<String> = unit
            .lists
            .iter()
            .map(|list| list_name(unit, list))
            .collect();
        lines.push(match &names[..] {
            [strong, weak] => {
                format!("    return strong_to_move ? {strong}(&board) : {weak}(&board);")
            }
            names => format!("    return {}(&board);", names.concat()),
        });
        lines.push("}".into());
        lines
    }

    /// The functions that find out the class.
    fn probe(&self, units: &[Unit]) -> Vec<String> {
        let too_many = door::too_many(units, &format!("{}rest", self.prefix()));
        let has_turn = units.iter().any(|unit| unit.lists.len() > 1);
        let mut lines: Vec<String> = Vec::new();
        for line in DOOR.lines() {
            match line.trim() {
                "CASES" => lines.extend(units.iter().flat_map(|unit| self.case(unit))),
                "TURN" if !has_turn => {}
                "TURN" => lines.push("    const bool strong_to_move = turn != exchanged;".into()),
                _ => lines.push(self.named(line).replace("TOO_MANY", &too_many)),
            }
        }
        lines
    }

    fn case(&self, unit: &Unit) -> Vec<String> {
        let squares = door::men(unit).map(|(set, before)| {
            let prefix = self.prefix();
            let rest = (0..before).fold(set, |set, _| format!("{prefix}rest({set})"));
            format!("{prefix}first({rest}) ^ mirror")
        });
        let turn = (unit.lists.len() > 1).then(|| "strong_to_move".to_string());
        let arguments: Vec<String> = squares.chain(turn).collect();
        let name = self.named(&format!("PUBLIC_{}_rule", unit.name));
        let pad = "\n            ";
        vec![
            format!("    case UINT64_C(0x{:x}): // {}", unit.key, unit.class),
            format!(
                "        return {name}({pad}{});",
                arguments.join(&format!(",{pad}"))
            ),
        ]
    }
}

const PROBE: &str = "\
// 1 if the position is a draw, 0 if that is not known. Arguments are those of
// Fathom's tb_probe_wdl without rule50: bitboards (a1 is bit 0), castling rights
// and en passant square (0 if there are none; else nothing is claimed), and
// whether White is to move. The position has to be legal.
int PUBLIC_probe_draw(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
    uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
    unsigned castling, unsigned ep, bool turn);

// The number of the rule that decides: above 0 if it claims a draw, below 0 if
// it keeps silent; 0 if no rule holds or there are none for these men.
int PUBLIC_probe_rule(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
    uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
    unsigned castling, unsigned ep, bool turn);";

const DOOR: &str = "
// How many men a side has, and how many of each kind, the stronger ones higher:
// four bits each.
static uint64_t HELPER_key_of(uint64_t men, uint64_t kings, uint64_t queens, uint64_t rooks,
    uint64_t bishops, uint64_t knights, uint64_t pawns)
{
    uint64_t key = 0;
    for (uint64_t left = men; left != 0; left &= left - 1) {
        const unsigned square = HELPER_first(left);
        key += UINT64_C(1) << 24 | (kings >> square & 1) << 20 | (queens >> square & 1) << 16
            | (rooks >> square & 1) << 12 | (bishops >> square & 1) << 8
            | (knights >> square & 1) << 4 | (pawns >> square & 1);
    }
    return key;
}

int PUBLIC_probe_rule(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
    uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
    unsigned castling, unsigned ep, bool turn)
{
    if (castling != 0 || ep != 0 || TOO_MANY != 0) {
        return 0;
    }
    const uint64_t white_key = HELPER_key_of(white, kings, queens, rooks, bishops, knights, pawns);
    const uint64_t black_key = HELPER_key_of(black, kings, queens, rooks, bishops, knights, pawns);
    // The stronger side, or with equal men the side to move, is seen as White.
    const bool exchanged = black_key > white_key || (black_key == white_key && !turn);
    const uint64_t strong = exchanged ? black : white;
    const uint64_t weak = exchanged ? white : black;
    const unsigned mirror = exchanged ? 56 : 0;
    TURN
    switch (exchanged ? black_key << 32 | white_key : white_key << 32 | black_key) {
    CASES
    default:
        return 0;
    }
}

int PUBLIC_probe_draw(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
    uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
    unsigned castling, unsigned ep, bool turn)
{
    return PUBLIC_probe_rule(white, black, kings, queens, rooks, bishops, knights, pawns,
               castling, ep, turn) > 0;
}";
