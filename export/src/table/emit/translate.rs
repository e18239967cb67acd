//! The text of `probe.rs` as items, and as C.
//!
//! What is written there is both languages but for the spelling: declarations with
//! their types, `if`, `while`, assignments, expressions bracketed so that both read
//! them alike, calls of functions. Anything else would not compile.

/// A function or constant with the remarks above it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub name: String,
    /// Without the marks of comments.
    pub remarks: Vec<String>,
    pub text: String,
}

/// The remarks at the top of a file.
pub fn opening(source: &str) -> Vec<&str> {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(str::trim).collect()
}

/// The functions and constants of a file.
pub fn items(source: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut remarks = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some(remark) = line.strip_prefix("///") {
            remarks.push(remark.trim().to_string());
            continue;
        }
        let begin = line.strip_prefix("pub ").unwrap_or(line);
        let Some((word @ ("fn" | "const" | "type"), rest)) = begin.split_once(' ') else {
            continue;
        };
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let mut text = vec![line];
        if word == "fn" {
            text.extend(lines.by_ref().take_while(|&line| line != "}"));
            text.push("}");
        }
        items.push(Item {
            name: rest[..end.unwrap_or(rest.len())].into(),
            remarks: std::mem::take(&mut remarks),
            text: text.join("\n"),
        });
    }
    items
}

/// Items as C, all names with `dp_` before them.
pub fn to_c(items: &[Item]) -> String {
    let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
    let mut text = String::new();
    // What is called before it is defined.
    for (at, item) in items.iter().enumerate() {
        let call = format!("{}(", item.name);
        if items[..at].iter().any(|before| calls(&before.text, &call)) {
            let head = item.text.split(" {\n").next().unwrap_or_default();
            text += &format!("\n{};\n", head_in_c(head, &names));
        }
    }
    for item in items {
        text += "\n";
        for remark in &item.remarks {
            text += &format!("// {remark}\n");
        }
        text += &item_in_c(item, &names);
    }
    text
}

/// Whether a text has a call.
fn calls(text: &str, call: &str) -> bool {
    text.match_indices(call).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

fn item_in_c(item: &Item, names: &[&str]) -> String {
    let Some((head, body)) = item.text.split_once(" {\n") else {
        return constant_in_c(&item.text, names);
    };
    let mut text = head_in_c(head, names) + "\n{\n";
    let mut statement = String::new();
    for line in body.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("//") {
            text += &format!("{line}\n");
            continue;
        }
        statement += if statement.is_empty() { line } else { "\n" };
        if statement.ends_with('\n') {
            statement += line;
        }
        if trimmed.ends_with([';', '{', '}']) {
            text += &statement_in_c(&words_in_c(&statement, names));
            text += "\n";
            statement.clear();
        }
    }
    text
}

fn constant_in_c(text: &str, names: &[&str]) -> String {
    let text = text.trim_start_matches("pub ").trim_start_matches("const ");
    let (name, rest) = text.split_once(": ").unwrap_or((text, ""));
    let (kind, value) = rest.split_once(" = ").unwrap_or((rest, ""));
    let name = words_in_c(name, names);
    format!("static const {} {name} = {value}\n", type_in_c(kind))
}

fn type_in_c(kind: &str) -> &str {
    match kind {
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "i32" => "int32_t",
        "Data" => "const uint64_t *",
        other => other,
    }
}

/// The head of a function, on as many lines as it needs.
fn head_in_c(head: &str, names: &[&str]) -> String {
    let (begin, gives) = head.split_once(") -> ").unwrap_or((head, "void"));
    let begin = begin.trim_start_matches("pub ").trim_start_matches("fn ");
    let (name, parameters) = begin.split_once('(').unwrap_or((begin, ""));
    let parameters = parameters
        .split(',')
        .map(str::trim)
        .filter(|one| !one.is_empty());
    let parameters: Vec<String> = parameters
        .map(|one| {
            let (name, kind) = one.split_once(": ").unwrap_or((one, ""));
            format!("{} {name}", type_in_c(kind)).replace("* ", "*")
        })
        .collect();
    let name = words_in_c(&format!("{name}("), names);
    let gives = type_in_c(gives);
    let lines: Vec<String> = parameters.chunks(6).map(|line| line.join(", ")).collect();
    format!("static inline {gives} {name}{})", lines.join(",\n    "))
}

/// A statement whose words are C's already.
fn statement_in_c(statement: &str) -> String {
    let indent = statement.len() - statement.trim_start().len();
    let (pad, body) = statement.split_at(indent);
    if let Some(rest) = body.strip_prefix("let ") {
        let (how, rest) = match rest.strip_prefix("mut ") {
            Some(rest) => ("", rest),
            None => ("const ", rest),
        };
        let (name, rest) = rest.split_once(": ").unwrap_or((rest, ""));
        let (kind, value) = rest.split_once(" = ").unwrap_or((rest, ""));
        return format!("{pad}{how}{} {name} = {value}", type_in_c(kind));
    }
    for word in ["if ", "while ", "} else if "] {
        if let Some(condition) = body.strip_prefix(word) {
            let condition = condition.trim_end_matches('{').trim_end();
            return format!("{pad}{word}({condition}) {{");
        }
    }
    statement.into()
}

/// Names of functions and constants get their prefix, numbers lose their gaps.
fn words_in_c(text: &str, names: &[&str]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find(is_word) {
        let (before, from) = rest.split_at(begin);
        let (word, after) = from.split_at(from.find(|c| !is_word(c)).unwrap_or(from.len()));
        out += before;
        let is_constant = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            out += &word.replace('_', "");
        } else if names.contains(&word) && is_constant {
            out += &format!("DP_{word}");
        } else if after.starts_with('(') {
            out += &format!("dp_{word}");
        } else {
            out += word;
        }
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_become_c() {
        let source = "\
/// Twice.
pub fn twice(d: Data, at: u32) -> u64 {
    // A remark.
    let twice: u64 = word(d, at) << 1;
    let mut left: u32 = at;
    while left != 0 && (at & 0xff_ff) == 1 {
        left -= LEAST;
    }
    if twice == 2
        || left == 0
    {
        return 0;
    } else {
        left = low(twice);
    }
    return twice;
}

/// The least.
const LEAST: u32 = 1;
";
        let expected = "
// Twice.
static inline uint64_t dp_twice(const uint64_t *d, uint32_t at)
{
    // A remark.
    const uint64_t twice = dp_word(d, at) << 1;
    uint32_t left = at;
    while (left != 0 && (at & 0xffff) == 1) {
        left -= DP_LEAST;
    }
    if (twice == 2
        || left == 0) {
        return 0;
    } else {
        left = dp_low(twice);
    }
    return twice;
}

// The least.
static const uint32_t DP_LEAST = 1;
";
        assert_eq!(to_c(&items(source)), expected);
    }
}
