//! What clients see of the folders that the server's owner named.

use std::{
    cmp::Reverse,
    path::{Path, PathBuf},
};

use drawproof_tables::VisibleName;

use crate::folders::TableFolders;

/// Names absolute folders by their last part: where they are is no business of a client.
#[derive(Debug)]
pub struct Places(Vec<Place>);

/// A folder, as texts name it, and what they name it instead.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    named: String,
    shown: String,
}

impl Places {
    /// Of folders of tables.
    pub fn of(folders: &TableFolders) -> Self {
        let absolute = folders.tables.iter().filter(|path| path.is_absolute());
        let mut all: Vec<Place> = absolute.flat_map(|path| Place::names(path)).collect();
        // A folder in another one is the longer name.
        all.sort_by_key(|place| Reverse(place.named.len()));
        Self(all)
    }

    /// A text without the absolute names.
    pub fn hide(&self, text: String) -> String {
        let hide = |text: String, place: &Place| text.replace(&place.named, &place.shown);
        self.0.iter().fold(text, hide)
    }
}

impl Place {
    /// The spellings of a folder: as it is, between quotes of a shell, and each as JSON.
    fn names(path: &Path) -> Vec<Self> {
        // Without a slash at the end.
        let path: PathBuf = path.components().collect();
        let last = path
            .file_name()
            .map_or_else(String::new, VisibleName::shown);
        let names = [path.shown(), last];
        let quoted = names.each_ref().map(|name| name.replace('\'', r"'\''"));
        let both = [names, quoted];
        let json = both
            .each_ref()
            .map(|names| names.each_ref().map(|name| in_json(name)));
        let all = both.into_iter().chain(json);
        let all = all.map(|[named, shown]| Self { named, shown });
        // The root has no last part, and is in every path.
        let mut all: Vec<Self> = all.filter(|place| !place.shown.is_empty()).collect();
        all.sort();
        all.dedup();
        all
    }
}

/// A text as JSON has it between quotes.
fn in_json(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json[1..json.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(folders: &[&str], text: &str) -> String {
        let folders = TableFolders {
            tables: folders.iter().map(Into::into).collect(),
            trust_files: false,
        };
        Places::of(&folders).hide(text.into())
    }

    #[test]
    #[cfg(unix)]
    fn absolute_folders_lose_where_they_are() {
        for (folder, text, expected) in [
            (
                "/home/a/syzygy",
                "in /home/a/syzygy/KQvK.rtbw",
                "in syzygy/KQvK.rtbw",
            ),
            (
                "/home/a/syzygy/",
                "in /home/a/syzygy/KQvK.rtbw",
                "in syzygy/KQvK.rtbw",
            ),
            ("tables", "no tables in tables", "no tables in tables"),
            (
                "../tables",
                "no tables in ../tables",
                "no tables in ../tables",
            ),
            ("/it's", r"--tables '/it'\''s'", r"--tables 'it'\''s'"),
            (r#"/a"b"#, r#"{"name":"/a\"b/x"}"#, r#"{"name":"a\"b/x"}"#),
            ("/", "/KQvK.rtbw", "/KQvK.rtbw"),
        ] {
            assert_eq!(hidden(&[folder], text), expected);
        }
        let both = ["/home", "/home/a/files"];
        let text = "/home/a/files and /home";
        assert_eq!(hidden(&both, text), "files and home");
    }
}
