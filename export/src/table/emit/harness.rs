//! Programs that ask exported source text about every placement of a class.
//!
//! `harness CLASS TURN` prints for every placement of the men of the class with
//! this number, squares counted in the order of the parameters of its function,
//! numbers of 16 bits: what the bitboard function says with the stronger side as
//! White and as Black, what the function for squares says; and, where there is
//! en passant, what the bitboard function says with the square behind a pawn that
//! may just have made a double step, as White and as Black. Placements that cannot
//! be are left out: `SKIPPED` stands for their numbers.

use super::{Form, Name, function_name, results};
use crate::table::{Embedded, Metric};

const C_HARNESS: &str = include_str!("harness.c");
const RUST_HARNESS: &str = include_str!("harness.rs.txt");

/// The program for some data, with the name of the exported file that it
/// includes. `None` for [`Form::Bin`].
pub fn harness(embedded: &Embedded, form: Form, name: &Name) -> Option<(&'static str, String)> {
    let metric = embedded.metric();
    let classes = embedded.classes();
    let is_rust = form == Form::Rust;
    let prefix = match form {
        Form::C => "drawproof_",
        Form::Cpp => "drawproof::",
        Form::Rust => "exported::",
        Form::Bin => return None,
    };
    let kinds = classes.iter().map(|class| {
        let men = class.material.men();
        let kinds = (0..4).map(|at| {
            men.get(at).map_or(-1, |man| {
                let kind = i32::from(man.role as u8);
                if man.color.is_white() { kind } else { kind + 8 }
            })
        });
        let kinds: Vec<String> = kinds.map(|kind| kind.to_string()).collect();
        let (open, close) = if is_rust { ('[', ']') } else { ('{', '}') };
        format!("    {open}{}{close},\n", kinds.join(", "))
    });
    let result = |class: &str, arguments: &str| {
        let parts: Vec<String> = results(metric)
            .iter()
            .map(|(result, _)| {
                let function = match class {
                    "" => format!("table_{result}"),
                    class => format!("{class}_{result}"),
                };
                let call = format!("{prefix}{function}({arguments})");
                if is_rust {
                    format!("{result}({call})")
                } else {
                    call
                }
            })
            .collect();
        match &parts[..] {
            [wdl, dtm] => format!("both({wdl}, {dtm})"),
            parts => parts.concat(),
        }
    };
    let cases = classes.iter().enumerate().map(|(at, class)| {
        let men: Vec<String> = (0..class.material.men_count())
            .map(|man| format!("s[{man}]"))
            .collect();
        let mut arguments = men.join(", ");
        if !class.material.is_symmetric() {
            arguments += ", turn";
        }
        let function = function_name(&class.material, "");
        let call = result(function.trim_end_matches('_'), &arguments);
        if is_rust {
            format!("        {at} => {call},\n")
        } else {
            format!("    case {at}:\n        return {call};\n")
        }
    });
    let board = "b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], 0, ep, turn";
    let text = if is_rust { RUST_HARNESS } else { C_HARNESS };
    let text = text
        .replace("KINDS", &kinds.collect::<String>())
        .replace("CASES", &cases.collect::<String>())
        .replace("COUNT", &classes.len().to_string())
        .replace("OF_BOARD", &result("", board));
    let (file, text) = match form {
        Form::Rust => ("exported.rs", text.replace("RESULTS", &numbers(metric))),
        Form::Cpp => (
            "exported.hpp",
            name.in_text(&text.replace("INCLUDE", "#include \"exported.hpp\"")),
        ),
        _ => (
            "exported.h",
            name.in_text(&text.replace(
                "INCLUDE",
                "#define DRAWPROOF_TABLES_IMPLEMENTATION\n#include \"exported.h\"",
            )),
        ),
    };
    Some((file, text))
}

/// What turns the results of a metric into numbers, in Rust.
fn numbers(metric: Metric) -> String {
    let one = |(result, _): &(&str, &str)| match *result {
        "wdl" => {
            "fn wdl(known: Option<exported::Wdl>) -> i32 {\n    known.map_or(2, |wdl| wdl as i32 - 1)\n}\n"
        }
        "draw" => "fn draw(known: Option<bool>) -> i32 {\n    known.map_or(-1, i32::from)\n}\n",
        _ => "fn dtm(known: Option<u32>) -> i32 {\n    known.map_or(-1, |plies| plies as i32)\n}\n",
    };
    let mut text: String = results(metric).iter().map(one).collect();
    if metric == Metric::Dtm {
        text += "fn both(wdl: i32, plies: i32) -> i32 {\n    match (wdl, plies) {\n        \
                 (0 | 2, -1) => wdl,\n        (0 | 2, _) => 1,\n        \
                 _ => wdl * (1000 - plies),\n    }\n}\n";
    }
    text
}
