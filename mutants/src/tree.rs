//! A copy of the workspace with all mutants in it.

use std::{
    collections::HashSet,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{
    folders::Folders,
    functions::{functions, modules},
    mutate::{Mutant, Mutated, Numbers, mutate},
    switch,
};

/// Copies all files that git knows or would add, without the sources of the
/// libraries that are mutated.
pub fn copy(from: &Path, to: &Path, libraries: &[String]) -> Result<()> {
    let mut mutated = HashSet::new();
    for library in libraries {
        mutated.extend(files(from, &format!("{library}/src/lib.rs"))?);
    }
    let listed = Command::new("git")
        .args(["ls-files", "-coz", "--exclude-standard"])
        .current_dir(from)
        .output()?;
    ensure!(
        listed.status.success(),
        "git does not list the files of {}",
        from.display()
    );
    let names = String::from_utf8(listed.stdout)?;
    for name in names.split_terminator('\0') {
        let source = from.join(name);
        if source.is_file() && !mutated.contains(name) {
            let bytes = fs::read(&source).with_context(|| source.display().to_string())?;
            write_changed(&to.join(name), &bytes)?;
        }
    }
    Ok(())
}

/// Writes a file unless it holds this already, so that cargo sees no change.
fn write_changed(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|now| now == bytes) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().context("no folder")?)?;
    fs::write(path, bytes).with_context(|| path.display().to_string())
}

/// A source file, mutated.
pub struct Source {
    pub file: String,
    parts: Vec<Piece>,
    functions: Vec<Mutated>,
}

/// A piece of the mutated text.
struct Piece {
    /// Where it is in the mutated text.
    at: Range<usize>,
    /// Where it comes from in the usual one.
    from: usize,
    /// The place of its function among those of the file.
    function: Option<usize>,
    mutants: Vec<u32>,
}

/// All libraries, mutated and written.
pub struct Tree {
    pub sources: Vec<Source>,
}

impl Tree {
    /// Mutates the libraries and writes them to a copy of the workspace.
    /// Only files whose names contain one of `only` are taken, if any is given.
    pub fn write(
        Folders { from, tree: to, .. }: &Folders,
        libraries: &[String],
        only: &[String],
        dead: &HashSet<String>,
    ) -> Result<Self> {
        let mut numbers = Numbers {
            next_mutant: 1,
            next_function: 1,
            dead,
        };
        let mut sources = Vec::new();
        let mut texts = Vec::new();
        for library in libraries {
            let files = files(from, &format!("{library}/src/lib.rs"))?;
            let as_text = read_as_text(from, &files)?;
            for file in files {
                let text = fs::read_to_string(from.join(&file))?;
                let is_asked = only.is_empty() || only.iter().any(|part| file.contains(part));
                let taken = is_asked && !as_text.contains(&from.join(&file));
                let functions = if taken {
                    mutate_file(library, &file, &text, &mut numbers)?
                } else {
                    Vec::new()
                };
                let (parts, text) = render(&text, &functions, file.ends_with("src/lib.rs"));
                texts.push(text);
                sources.push(Source {
                    file,
                    parts,
                    functions,
                });
            }
        }
        let module = switch::module(numbers.next_function, numbers.next_mutant as usize);
        for (source, mut text) in sources.iter().zip(texts) {
            if source.file.ends_with("src/lib.rs") {
                text.push_str(&module);
            }
            write_changed(&to.join(&source.file), text.as_bytes())?;
        }
        Ok(Self { sources })
    }

    /// All mutants, dead ones included.
    pub fn mutants(&self) -> impl Iterator<Item = &Mutant> {
        let functions = self.sources.iter().flat_map(|source| &source.functions);
        functions.flat_map(|function| &function.mutants)
    }

    /// What must go so that an error at a place of a mutated file goes: as
    /// little as is known.
    pub fn at_fault(&self, file: &str, at: usize) -> Vec<u32> {
        let Some(source) = self.sources.iter().find(|source| source.file == file) else {
            return Vec::new();
        };
        let Some(part) = source.parts.iter().find(|part| part.at.contains(&at)) else {
            return Vec::new();
        };
        if !part.mutants.is_empty() {
            return part.mutants.clone();
        }
        let Some(function) = part.function else {
            return Vec::new();
        };
        let function = &source.functions[function];
        let place = part.from + (at - part.at.start);
        let around = function
            .sites
            .iter()
            .filter(|site| site.at.contains(&place));
        match around.min_by_key(|site| site.at.len()) {
            Some(site) => site.mutants.clone(),
            None => function.mutants.iter().map(|mutant| mutant.id).collect(),
        }
    }
}

/// The files of a module and of those below it.
fn files(from: &Path, file: &str) -> Result<Vec<String>> {
    let text = fs::read_to_string(from.join(file)).with_context(|| file.to_string())?;
    let parsed = syn::parse_file(&text).with_context(|| file.to_string())?;
    let path = PathBuf::from(file);
    let stem = path.file_stem().unwrap_or_default();
    let mut folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    if stem != "lib" && stem != "mod" {
        folder.push(stem);
    }
    let mut all = vec![file.to_string()];
    for module in modules(&parsed) {
        let candidates = [format!("{module}.rs"), format!("{module}/mod.rs")];
        let mut candidates = candidates.iter().map(|name| folder.join(name));
        let path = candidates.find(|path| from.join(path).is_file());
        let path = path.with_context(|| format!("no file for module {module} of {file}"))?;
        all.extend(files(from, path.to_str().context("no UTF-8")?)?);
    }
    Ok(all)
}

/// Those of some files that another one includes as text. What is made of the
/// text would hold all mutants, so they are left alone.
fn read_as_text(from: &Path, files: &[String]) -> Result<HashSet<PathBuf>> {
    let mut found = HashSet::new();
    for file in files {
        let path = from.join(file);
        let text = fs::read_to_string(&path)?;
        let included = text.split("include_str!(\"").skip(1);
        let names = included.filter_map(|rest| rest.split_once('"'));
        let folder = path.parent().context("no folder")?;
        for (name, _) in names {
            found.extend(fs::canonicalize(folder.join(name)));
        }
    }
    Ok(found)
}

fn mutate_file(
    library: &str,
    file: &str,
    text: &str,
    numbers: &mut Numbers,
) -> Result<Vec<Mutated>> {
    let parsed = syn::parse_file(text)?;
    let all = functions(&parsed);
    let mutated = all
        .iter()
        .filter_map(|function| mutate(function, (library, file), text, numbers));
    Ok(mutated.collect())
}

/// The mutated text of a file.
fn render(text: &str, functions: &[Mutated], is_root: bool) -> (Vec<Piece>, String) {
    let mut writer = Writer::default();
    if is_root {
        let lints = "warnings, arithmetic_overflow, overflowing_literals, unconditional_panic, \
                     unconditional_recursion";
        writer.add(&format!("#![allow({lints})]"), 0, None, &[]);
    }
    let mut done = 0;
    for (number, function) in functions.iter().enumerate() {
        if function.edits.is_empty() {
            continue;
        }
        let Range { start, end } = function.inner.clone();
        writer.add(&text[done..start], done, None, &[]);
        let here = Some(number);
        if function.twice {
            let enter = format!(" if crate::__mutant::enter({}) {{", function.function);
            writer.add(&enter, start, here, &[]);
        }
        writer.edited(text, function, here);
        if function.twice {
            writer.add("\n} else {", end, here, &[]);
            writer.add(&text[start..end], start, here, &[]);
            writer.add("}", end, here, &[]);
        }
        done = end;
    }
    writer.add(&text[done..], done, None, &[]);
    (writer.parts, writer.text)
}

#[derive(Default)]
struct Writer {
    text: String,
    parts: Vec<Piece>,
}

impl Writer {
    fn add(&mut self, text: &str, from: usize, function: Option<usize>, mutants: &[u32]) {
        let start = self.text.len();
        self.text.push_str(text);
        self.parts.push(Piece {
            at: start..self.text.len(),
            from,
            function,
            mutants: mutants.to_vec(),
        });
    }

    fn edited(&mut self, text: &str, function: &Mutated, here: Option<usize>) {
        let mut done = function.inner.start;
        for edit in &function.edits {
            self.add(&text[done..edit.at.start], done, here, &[]);
            self.add(&edit.text, edit.at.start, here, &edit.mutants);
            done = edit.at.end;
        }
        self.add(&text[done..function.inner.end], done, here, &[]);
    }
}
