//! The functions that a file brings with it: those of them that it calls.

use std::collections::HashSet;

/// What a file begins with, for C and C++. Names begin with `dp_`.
pub const C: &str = include_str!("helpers.c");

/// The same for Rust, where names begin with nothing.
pub const RUST: &str = include_str!("helpers.rs");

/// The names of all of them, without `dp_`.
pub fn names() -> HashSet<&'static str> {
    functions(RUST).filter_map(name).collect()
}

/// The functions that a text calls, and those that they call, in order.
pub fn called(library: &'static str, text: &str) -> Vec<&'static str> {
    let mut wanted: HashSet<&str> = words(text).collect();
    // Each function comes after those that it calls.
    let mut found: Vec<&str> = Vec::new();
    for function in functions(library).collect::<Vec<_>>().into_iter().rev() {
        if name(function).is_some_and(|name| wanted.contains(name)) {
            wanted.extend(words(function));
            found.push(function);
        }
    }
    found.reverse();
    found
}

fn functions(library: &'static str) -> impl Iterator<Item = &'static str> {
    library.split("\n\n").map(str::trim_end)
}

/// What a function is called: the word before the first bracket of its first
/// line that is no remark.
fn name(function: &'static str) -> Option<&'static str> {
    let head = function.lines().find(|line| !line.starts_with("//"))?;
    let (before, _) = head.split_once('(')?;
    before.rsplit(' ').next()
}

/// The words of a program, remarks left out.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_within = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(move |line| line.split(move |c| !is_within(c)))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_have_the_same_functions_in_the_same_order() {
        let rust: Vec<_> = functions(RUST).filter_map(name).collect();
        let c: Vec<_> = functions(C).filter_map(name).collect();
        let unprefixed: Vec<_> = c
            .iter()
            .filter_map(|name| name.strip_prefix("dp_"))
            .collect();
        assert_eq!(rust, unprefixed);
        assert!(rust.contains(&"queen_attacks"));
    }

    #[test]
    fn only_what_is_called_is_there() {
        let text = "  // dp_between\nreturn dp_several(a) && dp_file(b) > 1;";
        let found = called(C, text);
        let names: Vec<_> = found.into_iter().filter_map(name).collect();
        assert_eq!(names, ["dp_rest", "dp_several", "dp_file"]);
    }
}
