//! Comments and names that every language takes, and what some languages write alike.

use std::collections::HashSet;

/// How long lines are, if they can be.
pub const WIDTH: usize = 96;

/// A name in small letters that is not taken.
pub fn free_name(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let small = wanted.to_ascii_lowercase();
    let words: Vec<&str> = small.split('_').filter(|word| !word.is_empty()).collect();
    let mut name = words.join("_");
    let begins = |name: &str| name.starts_with(|first: char| first.is_ascii_alphabetic());
    // Helpers begin with dp_ in C.
    if !begins(&name) || name.starts_with("dp_") {
        name.insert_str(0, "the_");
    }
    if !is_taken(&name) {
        return name;
    }
    let numbered = (2_u64..).map(|number| format!("{name}_{number}"));
    let mut free = numbered.filter(|name| !is_taken(name));
    free.next().unwrap_or_default()
}

/// A text as lines of a comment, without the comment signs. Nothing in it can end the comment,
/// begin another one or change the direction of writing.
pub fn comment(text: &str) -> Vec<String> {
    let plain = |c: char| {
        let is_plain = c.is_ascii_graphic() || c == ' ' || c.is_alphanumeric();
        if is_plain && c != '\\' { c } else { '?' }
    };
    let text: String = text.chars().map(plain).collect();
    // Two of them may begin a trigraph.
    let text = text.replace('?', "? ").replace("?  ", "? ");
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.len() + 4 + word.len() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// Parts of a list, with a comma after each but the last, in lines.
pub fn filled(parts: &[String], indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let comma = if at + 1 < parts.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if indent + line.len() + part.len() + 2 <= WIDTH => {
                *line += &format!(" {part}{comma}");
            }
            _ => lines.push(format!("{part}{comma}")),
        }
    }
    lines
}

/// A name as `someName`. Names that differ stay different: `_2` is left as it is.
pub fn camel(name: &str) -> String {
    let mut made = String::new();
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        match letters.peek() {
            Some(next) if letter == '_' && next.is_ascii_lowercase() && !made.is_empty() => {
                made.push(next.to_ascii_uppercase());
                letters.next();
            }
            _ => made.push(letter),
        }
    }
    made
}

/// A name as `SomeName`.
pub fn pascal(name: &str) -> String {
    let camel = camel(name);
    let first = camel.chars().next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(camel.chars().skip(1)).collect()
}

/// An expression without the parentheses around it.
pub fn bare(value: &str) -> &str {
    let inner = value
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let Some(inner) = inner else {
        return value;
    };
    let mut depth = 0_i32;
    let is_one = inner.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    });
    if is_one { inner } else { value }
}

/// The names of functions as a language spells them, for one in which no variable may have the
/// name of a function or constant.
#[derive(Default)]
pub struct Names(HashSet<String>);

impl Names {
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().collect())
    }

    /// A variable by its own name, or by another one.
    pub fn local(&self, name: String) -> String {
        if self.0.contains(&name) {
            format!("{name}_")
        } else {
            name
        }
    }
}

/// Comments with the names of public functions as a language spells them.
pub fn renamed(lines: &[String], name: fn(&str) -> String) -> Vec<String> {
    let word = |word: &str| {
        if ["probe_", "any_number_"]
            .iter()
            .any(|public| word.starts_with(public))
        {
            name(word)
        } else {
            word.into()
        }
    };
    let line = |line: &String| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
    lines.iter().map(line).collect()
}

/// Lines that are indented once more.
pub fn indented(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().flat_map(|line| line.split('\n'));
    lines
        .map(|line| {
            if line.is_empty() {
                String::new()
            } else {
                format!("    {line}")
            }
        })
        .collect()
}

/// How parameters stand on lines of their own.
#[derive(Copy, Clone)]
pub enum Lines {
    /// As many on a line as fit, where a line has room for less by this.
    Filled(usize),
    /// The same, with a comma behind the last one.
    FilledWithComma(usize),
    /// One on each line, with commas behind all.
    Each,
}

/// The head of a function, with its parameters on lines of their own if one line is too short.
pub fn head(begin: &str, parameters: &[String], lines: Lines, end: &str) -> Vec<String> {
    let flat = format!("{begin}{}{end}", parameters.join(", "));
    if flat.len() <= WIDTH {
        return vec![flat];
    }
    let mut inner = match lines {
        Lines::Filled(less) | Lines::FilledWithComma(less) => filled(parameters, less),
        Lines::Each => parameters.iter().map(|one| format!("{one},")).collect(),
    };
    if let (Lines::FilledWithComma(_), Some(last)) = (lines, inner.last_mut()) {
        last.push(',');
    }
    [vec![begin.into()], indented(&inner), vec![end.into()]].concat()
}

/// The head of a method, with its parameters on lines of their own if one line is too short.
pub fn method_head(begin: &str, parameters: &[String]) -> String {
    let flat = format!("{begin}{}) {{", parameters.join(", "));
    if flat.len() <= WIDTH {
        return flat;
    }
    let parameters = filled(parameters, 9).join("\n        ");
    format!("{begin}\n        {parameters}) {{")
}

/// The rest of a method whose value is kept in a field of the board once it is known.
pub fn kept_in_field(function: &str, value: &str) -> Vec<String> {
    let (name, known) = (camel(function), camel(&format!("known_{function}")));
    vec![
        format!("    if (!board.{known}) {{"),
        format!("        board.{known} = true;"),
        format!("        board.{name} = {value};"),
        "    }".into(),
        format!("    return board.{name};"),
    ]
}

/// Lines of a comment of Java, TypeScript or JavaScript that editors show.
pub fn documentation(lines: &[String]) -> Vec<String> {
    let mut all = vec!["/**".to_string()];
    let lines = lines.iter().map(|line| line.replace("*/", "* /"));
    all.extend(lines.map(|line| format!(" * {line}").trim_end().to_string()));
    all.push(" */".into());
    all
}

/// Bytes as text in base 64, in lines of some length, a multiple of four.
pub fn base64(bytes: &[u8], length: usize) -> Vec<String> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let line = |bytes: &[u8]| {
        let groups = bytes.chunks(3).flat_map(|group| {
            let at = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
            let bits = at(0) << 16 | at(1) << 8 | at(2);
            let digit = move |place: usize| {
                if place <= group.len() {
                    char::from(DIGITS[(bits >> (18 - 6 * place) & 63) as usize])
                } else {
                    '='
                }
            };
            [0, 1, 2, 3].map(digit)
        });
        groups.collect()
    };
    bytes.chunks(length / 4 * 3).map(line).collect()
}

/// The remark in a rule file right above an item that begins at `start`.
pub fn remark_above(text: &str, start: usize) -> Vec<String> {
    let before = text.get(..start).unwrap_or_default();
    let mut lines: Vec<&str> = before.lines().collect();
    if !before.ends_with('\n') {
        lines.pop();
    }
    let above = lines.iter().rev().map(|line| line.trim_start());
    let mut remark: Vec<String> = above
        .map_while(|line| line.strip_prefix('#'))
        .map(|line| line.trim().to_string())
        .collect();
    remark.reverse();
    // Paragraphs, not lines: they are wrapped anew.
    comment(&remark.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_free_everywhere() {
        let taken = |name: &str| ["x", "int"].contains(&name);
        let names = ["x", "int", "Loose__Rook_", "_1", "dp_bit", "safe", "__"];
        let expected = [
            "x_2",
            "int_2",
            "loose_rook",
            "the_1",
            "the_dp_bit",
            "safe",
            "the_",
        ];
        assert_eq!(names.map(|name| free_name(name, taken)), expected);
    }

    #[test]
    fn names_stay_different() {
        let names = ["a_b", "a_2", "a2", "ab", "a_b_", "krkn_rule_1", "a__b"];
        let expected = ["aB", "a_2", "a2", "ab", "aB_", "krknRule_1", "a_B"];
        assert_eq!(names.map(camel), expected);
        assert_eq!(names.map(pascal)[0], "AB");
    }

    #[test]
    fn outer_parentheses_go() {
        let all = ["(a + b)", "(a) + (b)", "((a) + (b))", "f(a)", "a"];
        assert_eq!(
            all.map(bare),
            ["a + b", "(a) + (b)", "(a) + (b)", "f(a)", "a"]
        );
    }

    #[test]
    fn bytes_are_text() {
        let all = base64(b"any carnal pleas", 8);
        assert_eq!(all, ["YW55IGNh", "cm5hbCBw", "bGVhcw=="]);
        assert_eq!(base64(b"pleasu", 88), ["cGxlYXN1"]);
        assert!(base64(b"", 88).is_empty());
    }

    #[test]
    fn comments_stay_comments() {
        let text = "a \\ b */ ??/ \u{202e}c é";
        assert_eq!(comment(text), ["a ? b */ ? ? / ? c é"]);
        let long = comment(&"word ".repeat(40));
        assert!(long.len() > 1 && long.iter().all(|line| line.len() <= WIDTH - 4));
        assert!(comment("  ").is_empty());
    }

    #[test]
    fn remarks_are_those_right_above() {
        let text = "# one\n\n# two\n#  lines\nlet a = 1\n";
        let start = text.find("let").unwrap_or_default();
        assert_eq!(remark_above(text, start), ["two lines"]);
        assert!(remark_above(text, text.len()).is_empty());
    }
}
