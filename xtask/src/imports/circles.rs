//! Circles of imports.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Which file knows which other, by which names.
#[derive(Default)]
pub struct Imports(BTreeMap<String, BTreeMap<String, BTreeSet<String>>>);

impl Imports {
    pub fn insert(&mut self, from: &str, to: &str, name: &str) {
        if from != to {
            let of = self.0.entry(from.to_string()).or_default();
            of.entry(to.to_string())
                .or_default()
                .insert(name.to_string());
        }
    }

    pub fn add(&mut self, other: &Self) {
        for (from, to) in &other.0 {
            for (to, names) in to {
                for name in names {
                    self.insert(from, to, name);
                }
            }
        }
    }

    fn of(&self, file: &str) -> impl Iterator<Item = &str> {
        self.0
            .get(file)
            .into_iter()
            .flat_map(BTreeMap::keys)
            .map(String::as_str)
    }

    /// The files to which the imports of a file lead, and those of these.
    fn reached<'a>(&'a self, start: &'a str) -> BTreeSet<&'a str> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(file) = open.pop() {
            open.extend(self.of(file).filter(|next| reached.insert(*next)));
        }
        reached
    }

    /// The files that a file reaches, and that reach it.
    fn group(&self, file: &str) -> Vec<String> {
        let others = self.reached(file).into_iter();
        let others = others.filter(|other| self.reached(other).contains(file));
        others.map(String::from).collect()
    }

    /// A way in words, with the names that each file takes from the next.
    fn told(&self, way: &[String]) -> String {
        let mut text = way[0].clone();
        for pair in way.windows(2) {
            let names: Vec<&str> = self.0[&pair[0]][&pair[1]]
                .iter()
                .map(String::as_str)
                .collect();
            text += &format!(" -> {} ({})", pair[1], names.join(", "));
        }
        text
    }

    /// The shortest way from a file back to it.
    fn circle(&self, start: &str) -> Option<Vec<String>> {
        let mut before: BTreeMap<&str, &str> = BTreeMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(file) = queue.pop_front() {
            for next in self.of(file) {
                if next == start {
                    let mut way = vec![start, file];
                    while let Some(&earlier) = before.get(way[way.len() - 1]) {
                        way.push(earlier);
                    }
                    way.reverse();
                    return Some(way.into_iter().map(String::from).collect());
                }
                if !before.contains_key(next) {
                    before.insert(next, file);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

/// A shortest circle of each group of files that know each other, as text.
pub fn circles(imports: &Imports) -> Vec<String> {
    let mut shown = BTreeSet::new();
    let mut ways: Vec<Vec<String>> = imports
        .0
        .keys()
        .filter_map(|file| imports.circle(file))
        .collect();
    ways.sort_by_key(Vec::len);
    let mut found = Vec::new();
    for way in ways {
        if shown.contains(&way[0]) {
            continue;
        }
        shown.extend(imports.group(&way[0]));
        found.push(imports.told(&way));
    }
    found
}
