//! Tables of pages, made from the figures of benches and from what the code says about itself.
//!
//! A table stands between the lines `<!-- generated: NAME -->` and `<!-- end -->` of a page. NAME is
//! a file in `benches/results`, followed by the first cells of the rows to show, if not all of them
//! are shown; or it is `recognizers`, `functions` or `languages`.

use std::fs;

use anyhow::{Context, bail};
use drawproof_export::Language;
use drawproof_language::words::{Descriptor, Range, Word};

use crate::{program::root, shares};

const BEGIN: &str = "<!-- generated: ";
const END: &str = "<!-- end -->";

/// The page with all of its tables made again.
pub fn with_tables(page: &str) -> anyhow::Result<String> {
    let mut made = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        made += &format!("{line}\n");
        let Some(name) = line.strip_prefix(BEGIN) else {
            continue;
        };
        let name = name.strip_suffix(" -->").unwrap_or(name);
        made += &format!("{}{END}\n", table(name).with_context(|| name.to_owned())?);
        if !lines.any(|line| line == END) {
            bail!("there is no {END} after {line}");
        }
    }
    Ok(made)
}

fn table(name: &str) -> anyhow::Result<String> {
    let mut words = name.split_whitespace();
    let name = words.next().unwrap_or_default();
    Ok(match name {
        "recognizers" => shares::text()?,
        "functions" => functions(),
        "languages" => languages(),
        _ => {
            let path = root().join("benches/results").join(name);
            figures(&fs::read_to_string(path)?, &words.collect::<Vec<_>>())?
        }
    })
}

fn row<Cell: AsRef<str>>(cells: &[Cell]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn heading(cells: &[&str]) -> String {
    row(cells) + &row(&vec!["---"; cells.len()])
}

/// The rows of a file of figures with the given first cells, or all, and where they are from.
fn figures(text: &str, shown: &[&str]) -> anyhow::Result<String> {
    let head = |key: &str| {
        let begin = format!("# {key}: ");
        let found = text.lines().find_map(|line| line.strip_prefix(&begin));
        found.with_context(|| format!("the file does not say its {key}"))
    };
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.comment(Some(b'#')).from_reader(text.as_bytes());
    let mut made = heading(&reader.headers()?.iter().collect::<Vec<_>>());
    let mut found = 0;
    for cells in reader.into_records() {
        let cells = cells?;
        if shown.is_empty() || shown.contains(&&cells[0]) {
            made += &row(&cells.iter().map(grouped).collect::<Vec<_>>());
            found += 1;
        }
    }
    if found < shown.len() {
        bail!(
            "not all of these rows are in the file: {}",
            shown.join(", ")
        );
    }
    let [command, commit, machine] = ["command", "commit", "machine"].map(head);
    made += &format!("\n`{}`, commit {}; {}.\n", command?, commit?, machine?);
    Ok(made)
}

/// Digits in groups of three, if they are more than four.
fn grouped(cell: &str) -> String {
    if cell.len() < 5 || !cell.bytes().all(|c| c.is_ascii_digit()) {
        return cell.to_owned();
    }
    let mut grouped = String::new();
    for (place, digit) in cell.chars().enumerate() {
        if place > 0 && (cell.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The functions of the rule language.
fn functions() -> String {
    let rows = Word::ALL.iter().map(|word| {
        let about = word.about().trim_end_matches('.');
        row(&[
            signature(word.descriptor()),
            result(word.descriptor()),
            about.to_owned(),
        ])
    });
    heading(&["function", "gives", "meaning"]) + &rows.collect::<String>()
}

/// A function with the types of its parameters.
fn signature(of: &Descriptor) -> String {
    let required = of.meaning.required_parameters();
    let types = of.meaning.parameters().iter().enumerate();
    let types = types.map(|(place, kind)| match kind.name() {
        name if place < required => name.to_owned(),
        name => format!("[{name}]"),
    });
    format!("`{}({})`", of.name, types.collect::<Vec<_>>().join(", "))
}

/// The type of a result, and the bounds of a number.
fn result(of: &Descriptor) -> String {
    let kind = of.meaning.gives().name();
    match of.range {
        Range::Within(from, to) => format!("{kind}, {from} to {to}"),
        _ => kind.to_owned(),
    }
}

/// The languages that rules and tables are exported to.
fn languages() -> String {
    let rows = Language::ALL.iter().map(|language| {
        row(&[
            language.title().to_owned(),
            format!("`{language}`"),
            format!("`{}`", language.compiler()),
        ])
    });
    heading(&["language", "`--lang`", "`--prove` needs"]) + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# command: cargo bench
# commit: abc1234
# machine: two threads
class,\"time, s\"
KPK,0.5
KRK,12345
";

    #[test]
    fn figures_say_where_they_are_from() -> anyhow::Result<()> {
        let all = "\
| class | time, s |
| --- | --- |
| KPK | 0.5 |
| KRK | 12,345 |

`cargo bench`, commit abc1234; two threads.
";
        assert_eq!(figures(FILE, &[])?, all);
        assert_eq!(figures(FILE, &["KRK"])?, all.replace("| KPK | 0.5 |\n", ""));
        assert!(figures(FILE, &["KQK"]).is_err());
        assert!(figures(&FILE.replace("# commit", "# when"), &[]).is_err());
        Ok(())
    }

    #[test]
    fn every_file_of_figures_says_where_it_is_from() -> anyhow::Result<()> {
        for file in fs::read_dir(root().join("benches/results"))? {
            let path = file?.path();
            figures(&fs::read_to_string(&path)?, &[]).context(path.display().to_string())?;
        }
        Ok(())
    }

    #[test]
    fn tables_of_pages_are_replaced() -> anyhow::Result<()> {
        let page = "# Page\n<!-- generated: languages -->\nold\n<!-- end -->\nafter\n";
        let made = with_tables(page)?;
        assert!(made.contains("| C99 | `c` |") && !made.contains("old"));
        assert!(made.starts_with("# Page\n") && made.ends_with("<!-- end -->\nafter\n"));
        assert_eq!(with_tables(&made)?, made);
        assert!(with_tables("<!-- generated: languages -->\nold\n").is_err());
        assert!(with_tables("<!-- generated: nothing.csv -->\n<!-- end -->\n").is_err());
        Ok(())
    }

    #[test]
    fn functions_have_types_and_bounds() {
        let functions = functions();
        for line in [
            "| `distance(square, square)` | number, 0 to 7 | King moves between two squares |",
            "| `rook_attacks(square, [set])` | set | Squares that a rook attacks |",
        ] {
            assert!(functions.contains(line), "{functions}");
        }
    }
}
