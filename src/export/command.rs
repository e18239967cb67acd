//! The command that gives the same file again.

use drawproof_embed::Name;

use crate::{args, output::shell_word};

/// Where the file goes and whether it is compiled is left out: its bytes do
/// not depend on that.
pub fn of(arguments: &args::ExportRules) -> String {
    let mut words: Vec<String> = vec!["drawproof export rules".into()];
    words.extend(arguments.classes.iter().map(|class| shell_word(class)));
    words.push(format!("--lang {}", arguments.lang));
    if let Some(grade) = arguments.grade {
        words.push(format!("--grade {grade}"));
    }
    let mut option = |name: &str, path: &std::path::Path| {
        words.push(format!(
            "{name} {}",
            shell_word(&path.display().to_string())
        ));
    };
    for path in &arguments.rules {
        option("--rules", path);
    }
    for path in &arguments.against {
        option("--against", path);
    }
    if let Some(path) = &arguments.tables {
        option("--tables", path);
    }
    if arguments.unverified {
        words.push("--unverified".into());
    }
    words.join(" ")
}

/// The same for tables.
pub fn of_table(arguments: &args::ExportTable) -> String {
    let mut words: Vec<String> = vec!["drawproof export table".into()];
    words.extend(arguments.classes.iter().map(|class| shell_word(class)));
    if let Some(men) = arguments.men {
        words.push(format!("--men {men}"));
    }
    words.push(format!("--lang {}", arguments.lang));
    if arguments.metric != args::StoredMetric::Wdl {
        words.push(format!("--metric {}", arguments.metric));
    }
    if arguments.name != Name::default() {
        words.push(format!("--name {}", arguments.name));
    }
    words.join(" ")
}
