//! Comments and names that every language takes.

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
