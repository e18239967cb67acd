//! Headers of C99, and of C++17.

use super::{Door, PROBE, function_name, results, translate, words};
use crate::table::{Embedded, Metric};

/// What the words of `probe.rs` are in C.
const HELPERS: &str = include_str!("helpers.h");

/// What the bitboard functions take.
const BOARD: &str = "uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
    uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
    unsigned castling, unsigned ep, bool turn";

/// C, or C++ if `is_cpp`.
pub struct C {
    pub is_cpp: bool,
}

impl C {
    /// A header, after its first remarks.
    pub fn text(&self, embedded: &Embedded, doors: &[Door]) -> String {
        let metric = embedded.metric();
        let declared = self.declarations(metric, doors);
        let code = self.code(embedded);
        let defined = self.definitions(metric, doors);
        if self.is_cpp {
            return format!(
                "\n#ifndef DRAWPROOF_TABLES_HPP\n#define DRAWPROOF_TABLES_HPP\n\n\
                 #include <cstdint>\n\nnamespace drawproof {{\n\nusing std::int32_t;\n\
                 using std::uint32_t;\nusing std::uint64_t;\n\n{declared}\n\
                 namespace tables {{\n\n{code}\n}} // namespace tables\n{defined}\n\
                 }} // namespace drawproof\n\n#endif\n"
            );
        }
        format!(
            "//\n// In one file of the program, before this header is included:\n\
             // #define DRAWPROOF_TABLES_IMPLEMENTATION\n\n\
             #ifndef DRAWPROOF_TABLES_H\n#define DRAWPROOF_TABLES_H\n\n\
             #include <stdbool.h>\n#include <stdint.h>\n\n\
             #ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n{declared}\n\
             #ifdef __cplusplus\n}}\n#endif\n\n#endif\n\n\
             #if defined(DRAWPROOF_TABLES_IMPLEMENTATION) && !defined(DRAWPROOF_TABLES_ARE_HERE)\n\
             #define DRAWPROOF_TABLES_ARE_HERE\n\n{code}{defined}\n#endif\n"
        )
    }

    /// Public names begin with `drawproof_` where there is no namespace.
    fn public(&self, name: &str) -> String {
        let prefix = if self.is_cpp { "" } else { "drawproof_" };
        format!("{prefix}{name}")
    }

    fn declarations(&self, metric: Metric, doors: &[Door]) -> String {
        let mut text = String::new();
        if metric != Metric::Draw {
            let prefix = if self.is_cpp { "" } else { "DRAWPROOF_" };
            let names = ["LOSS", "DRAW", "WIN", "UNKNOWN"].map(|name| format!("{prefix}{name}"));
            let values = names
                .iter()
                .zip(-1..)
                .map(|(name, value)| format!("{name} = {value}"));
            let values = values.collect::<Vec<_>>().join(", ");
            let kind = if self.is_cpp { "Wdl : int " } else { "" };
            text += &format!("enum {kind}{{ {values} }};\n\n");
        }
        text += "// Bitboards (a1 is bit 0), castling rights and en passant square (0 if there are\n\
                 // none), whether White is to move. The position has to be legal. With castling\n\
                 // rights, or men of no class in this file, the answer is that it is not known.\n";
        for (result, _) in results(metric) {
            text += &format!("//\n{}{};\n", meaning(result), self.of_board(result));
        }
        text += "\n// The same for one class by the squares of its men (a1 = 0, b1 = 1, h8 = 63), the\n\
                 // stronger side as White, with equal material the side to move: other positions are\n\
                 // turned upside down (square ^ 56), colours exchanged. Without castling and en passant.\n";
        for door in doors {
            for (result, _) in results(metric) {
                text += &format!("{};\n", self.of_squares(door, result));
            }
        }
        text
    }

    fn of_board(&self, result: &str) -> String {
        format!(
            "{}int {}({BOARD})",
            self.how(),
            self.public(&format!("table_{result}"))
        )
    }

    fn how(&self) -> &'static str {
        if self.is_cpp { "inline " } else { "" }
    }

    fn of_squares(&self, door: &Door, result: &str) -> String {
        let name = self.public(&function_name(&door.material, result));
        let men = door
            .parameters()
            .into_iter()
            .map(|man| format!("unsigned {man}"));
        let turn = door.has_turn().then(|| "bool strong_to_move".to_string());
        let parameters: Vec<String> = men.chain(turn).collect();
        format!("{}int {name}({})", self.how(), parameters.join(", "))
    }

    /// The data and what looks positions up.
    fn code(&self, embedded: &Embedded) -> String {
        let data = embedded.data();
        let how = if self.is_cpp {
            "inline constexpr"
        } else {
            "static const"
        };
        let unused: &[&str] = match embedded.metric() {
            Metric::Wdl => &["draw_of", "dtm_of"],
            Metric::Draw => &["wdl_of", "dtm_of"],
            Metric::Dtm => &["draw_of"],
        };
        let mut items = translate::items(PROBE);
        items.retain(|item| !unused.contains(&item.name.as_str()));
        let opening = translate::opening(PROBE);
        let opening = opening
            .iter()
            .map(|line| format!("// {line}").trim_end().to_string() + "\n");
        let mut text = opening.collect::<String>() + "\n" + HELPERS;
        text += &translate::to_c(&items);
        if self.is_cpp {
            text = text
                .replace("static inline ", "inline ")
                .replace("static const ", "inline constexpr ");
        }
        text += &format!(
            "\n{how} uint64_t dp_data[{}] = {{\n{}}};\n",
            data.len(),
            words(data)
        );
        text
    }

    fn definitions(&self, metric: Metric, doors: &[Door]) -> String {
        let space = if self.is_cpp { "tables::" } else { "" };
        let mut text = String::new();
        for (result, of) in results(metric) {
            text += &format!(
                "\n{}\n{{\n    return {space}dp_{of}({space}dp_score_of_board({space}dp_data, white, black, \
                 kings, queens,\n        rooks, bishops, knights, pawns, castling, ep, turn));\n}}\n",
                self.of_board(result)
            );
            for door in doors {
                let turn = if door.has_turn() {
                    "strong_to_move"
                } else {
                    "true"
                };
                text += &format!(
                    "\n{}\n{{\n    return {space}dp_{of}({space}dp_score_of_squares({space}dp_data, 0x{:x},\n        {}, {turn}));\n}}\n",
                    self.of_squares(door, result),
                    door.kinds,
                    door.arguments()
                );
            }
        }
        text
    }
}

/// What a function returns.
fn meaning(result: &str) -> &'static str {
    match result {
        "wdl" => {
            "// 1 if the side to move wins, 0 for a draw, -1 if it loses, 2 if that is not known.\n"
        }
        "draw" => "// 1 for a draw, 0 for a win or loss, -1 if that is not known.\n",
        _ => {
            "// Plies to mate, 0 for checkmate on the board; -1 for a draw, or if that is not known.\n"
        }
    }
}
