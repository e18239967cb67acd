//! A module of Rust.

use super::{Door, PROBE, RUNTIME, function_name, results, translate, words};
use crate::table::{Embedded, Metric};

/// What the bitboard functions take.
const BOARD: [(&str, &str); 11] = [
    ("white", "u64"),
    ("black", "u64"),
    ("kings", "u64"),
    ("queens", "u64"),
    ("rooks", "u64"),
    ("bishops", "u64"),
    ("knights", "u64"),
    ("pawns", "u64"),
    ("castling", "u32"),
    ("ep", "u32"),
    ("turn", "bool"),
];

/// A module, after its first remarks.
pub fn text(embedded: &Embedded, doors: &[Door]) -> String {
    let metric = embedded.metric();
    let mut text = String::from("\n");
    if metric != Metric::Draw {
        text += "/// The result for the side to move.\n\
                 #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]\n\
                 pub enum Wdl {\n    Loss,\n    Draw,\n    Win,\n}\n\n";
    }
    for (result, of) in results(metric) {
        text += &format!(
            "/// {}\n///\n\
             /// Bitboards (a1 is bit 0), castling rights and en passant square (0 if there are none),\n\
             /// whether White is to move. The position has to be legal. `None` with castling rights, or\n\
             /// for men of no class in this file.\n",
            meaning(result)
        );
        text += "#[allow(clippy::too_many_arguments)]\n";
        let parameters = BOARD
            .map(|(name, kind)| format!("    {name}: {kind},\n"))
            .concat();
        let arguments = BOARD.map(|(name, _)| name);
        let call = format!(
            "score_of_board(\n        &DATA, {},\n        {},\n    )",
            arguments[..8].join(", "),
            arguments[8..].join(", ")
        );
        text += &format!(
            "pub fn table_{result}(\n{parameters}) -> Option<{}> {{\n    let score = {call};\n    {}(score)\n}}\n\n",
            kind(result),
            known(of)
        );
        for door in doors {
            text += &of_squares(door, result, of);
        }
    }
    for (result, of) in results(metric) {
        text += known_function(result, of);
    }
    text += &code(metric);
    let data = embedded.data();
    text += &format!(
        "\nstatic DATA: [u64; {}] = [\n{}];\n",
        data.len(),
        words(data)
    );
    text
}

fn of_squares(door: &Door, result: &str, of: &str) -> String {
    let men = door
        .parameters()
        .into_iter()
        .map(|man| format!("{man}: u32"));
    let turn = door.has_turn().then(|| "strong_to_move: bool".to_string());
    let parameters: Vec<String> = men.chain(turn).collect();
    let to_move = if door.has_turn() {
        "strong_to_move"
    } else {
        "true"
    };
    format!(
        "/// [`table_{result}`] for {} by the squares of its men (a1 = 0, b1 = 1, h8 = 63), the stronger\n\
         /// side as White, with equal material the side to move. Without castling and en passant.\n\
         pub fn {}({}) -> Option<{}> {{\n    let score = score_of_squares(&DATA, 0x{:x}, {}, {to_move});\n    {}(score)\n}}\n\n",
        door.material,
        function_name(&door.material, result),
        parameters.join(", "),
        kind(result),
        door.kinds,
        door.arguments(),
        known(of)
    )
}

fn kind(result: &str) -> &'static str {
    match result {
        "wdl" => "Wdl",
        "draw" => "bool",
        _ => "u32",
    }
}

fn known(of: &str) -> &'static str {
    match of {
        "wdl_of" => "known_wdl",
        "draw_of" => "known_draw",
        _ => "known_dtm",
    }
}

fn meaning(result: &str) -> &'static str {
    match result {
        "wdl" => "Whether the side to move wins.",
        "draw" => "Whether a position is a draw.",
        _ => "Plies to mate, 0 for checkmate on the board; `None` for a draw, too.",
    }
}

fn known_function(result: &str, of: &str) -> &'static str {
    match (result, of) {
        ("wdl", _) => {
            "fn known_wdl(score: i32) -> Option<Wdl> {\n    match wdl_of(score) {\n        \
             1 => Some(Wdl::Win),\n        0 => Some(Wdl::Draw),\n        -1 => Some(Wdl::Loss),\n        \
             _ => None,\n    }\n}\n\n"
        }
        ("draw", _) => {
            "fn known_draw(score: i32) -> Option<bool> {\n    match draw_of(score) {\n        \
             1 => Some(true),\n        0 => Some(false),\n        _ => None,\n    }\n}\n\n"
        }
        _ => {
            "fn known_dtm(score: i32) -> Option<u32> {\n    u32::try_from(dtm_of(score)).ok()\n}\n\n"
        }
    }
}

/// What looks positions up, and the words that it is written in.
fn code(metric: Metric) -> String {
    let unused: &[&str] = match metric {
        Metric::Wdl => &["draw_of", "dtm_of"],
        Metric::Draw => &["wdl_of", "dtm_of"],
        Metric::Dtm => &["draw_of"],
    };
    let opening = translate::opening(PROBE);
    let opening = opening
        .iter()
        .map(|line| format!("// {line}").trim_end().to_string() + "\n");
    let mut text: String = opening.collect();
    let items = [RUNTIME, PROBE].into_iter().flat_map(translate::items);
    for item in items.filter(|item| !unused.contains(&item.name.as_str())) {
        text += "\n";
        for remark in &item.remarks {
            text += &format!("/// {remark}\n");
        }
        if item
            .text
            .lines()
            .take_while(|line| !line.ends_with('{'))
            .count()
            > 7
        {
            text += "#[allow(clippy::too_many_arguments)]\n";
        }
        let own = item.text.strip_prefix("pub ").unwrap_or(&item.text);
        text += &format!("{own}\n");
    }
    text
}
