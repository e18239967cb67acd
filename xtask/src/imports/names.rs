//! Where names are defined.

use super::{
    circles::Imports,
    modules::{Crate, Import},
};

/// What a name stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Target {
    Module(usize),
    /// Something that this file defines.
    Item(usize),
    /// Something of another crate, imported by name.
    Foreign,
}

/// Which files of a crate know names that others define.
///
/// # Panics
///
/// If a path of the crate leads nowhere: the reader does not understand the crate.
pub fn imports(of: &Crate) -> Imports {
    let mut found = Imports::default();
    for (id, module) in of
        .modules
        .iter()
        .enumerate()
        .filter(|(_, module)| !module.is_test)
    {
        let mut names = Names {
            of,
            open: Vec::new(),
        };
        let from = &of.files[module.file];
        let mut add = |path: &[String], targets: &[Target]| {
            for target in targets {
                if let Target::Item(file) = *target {
                    found.insert(from, &of.files[file], path.last().map_or("", |name| name));
                }
            }
        };
        for import in &module.imports {
            let targets = names.path(id, &import.path);
            let is_own = import.path.first().is_some_and(|first| is_start(first));
            assert!(
                !is_own || !targets.is_empty(),
                "{from}: {} leads nowhere",
                import.path.join("::")
            );
            if !import.is_passed_on {
                add(&import.path, &targets);
            }
        }
        for path in &module.paths {
            add(path, &names.path(id, path));
        }
    }
    found
}

fn is_start(word: &str) -> bool {
    ["crate", "self", "super"].contains(&word)
}

/// Follows names.
struct Names<'a> {
    of: &'a Crate,
    /// Imports that are being followed.
    open: Vec<*const Import>,
}

impl Names<'_> {
    /// What a path stands for; nothing if it leads out of the crate.
    fn path(&mut self, from: usize, path: &[String]) -> Vec<Target> {
        let mut targets = vec![Target::Module(from)];
        for (at, name) in path.iter().enumerate() {
            let mut next = Vec::new();
            for target in &targets {
                next.extend(self.step(*target, name, at == 0));
            }
            // What others belong to is a module, if there is one of this name.
            if at + 1 < path.len() && next.iter().any(|found| matches!(found, Target::Module(_))) {
                next.retain(|found| matches!(found, Target::Module(_)));
            }
            targets = next;
        }
        targets
    }

    /// What a name stands for after another. What belongs to an item is where the item is.
    fn step(&mut self, target: Target, name: &str, is_first: bool) -> Vec<Target> {
        let Target::Module(id) = target else {
            return vec![target];
        };
        match name {
            "crate" if is_first => vec![Target::Module(0)],
            "self" => vec![target],
            "super" => self.of.modules[id]
                .parent
                .map(Target::Module)
                .into_iter()
                .collect(),
            _ => self.name(id, name),
        }
    }

    /// What a name stands for in a module.
    fn name(&mut self, id: usize, name: &str) -> Vec<Target> {
        let module = &self.of.modules[id];
        let mut targets: Vec<Target> = module
            .children
            .get(name)
            .map(|&child| Target::Module(child))
            .into_iter()
            .collect();
        if module.items.contains(name) {
            targets.push(Target::Item(module.file));
        }
        for import in &module.imports {
            let is_it = import.name.as_deref().is_none_or(|known| known == name);
            let pointer: *const Import = import;
            if !is_it || self.open.contains(&pointer) {
                continue;
            }
            self.open.push(pointer);
            let mut path = import.path.clone();
            path.extend(import.name.is_none().then(|| name.to_string()));
            let mut found = self.path(id, &path);
            if found.is_empty() && import.name.is_some() && !is_start(&path[0]) {
                found.push(Target::Foreign);
            }
            for found in found {
                if !targets.contains(&found) {
                    targets.push(found);
                }
            }
            self.open.pop();
        }
        targets
    }
}
