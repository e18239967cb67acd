//! The modules of a crate: what each defines, imports and mentions.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Token, tokens};

/// A crate, as far as names are concerned.
pub struct Crate {
    pub files: Vec<String>,
    /// The first one is the root.
    pub modules: Vec<Module>,
}

/// A module, in a file of its own or with others in one.
#[derive(Default)]
pub struct Module {
    pub file: usize,
    pub parent: Option<usize>,
    pub children: BTreeMap<String, usize>,
    /// Names that are defined here.
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    /// Paths that are mentioned outside imports.
    pub paths: BTreeSet<Vec<String>>,
    /// Whether only tests use it.
    pub is_test: bool,
}

/// One name of an import, or all of a module.
pub struct Import {
    pub path: Vec<String>,
    /// The name that it has here; `None` for all names.
    pub name: Option<String>,
    /// Whether it is passed on: a list of what others define, which knows none of it.
    pub is_passed_on: bool,
}

impl Crate {
    /// Reads a crate from the texts of its files, beginning with the root.
    pub fn read(main: &str, texts: &BTreeMap<String, String>) -> Self {
        let mut read = Self {
            files: Vec::new(),
            modules: Vec::new(),
        };
        let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder);
        read.file(main, folder, Module::default(), texts);
        read
    }

    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// Reads a file, whose modules are in a folder.
    fn file(
        &mut self,
        path: &str,
        folder: &str,
        module: Module,
        texts: &BTreeMap<String, String>,
    ) -> usize {
        let text = texts
            .get(path)
            .unwrap_or_else(|| panic!("{path} is missing"));
        let tokens = tokens(text);
        self.files.push(path.to_string());
        self.modules.push(Module {
            file: self.files.len() - 1,
            ..module
        });
        let id = self.modules.len() - 1;
        let mut reader = Reader {
            tokens: &tokens,
            at: 0,
            krate: self,
            texts,
            has_path: false,
        };
        reader.module(id, folder);
        assert_eq!(reader.at, tokens.len(), "{path} has a bracket too many");
        id
    }
}

/// Reads the tokens of a file.
struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    krate: &'a mut Crate,
    texts: &'a BTreeMap<String, String>,
    /// Whether the module that follows names its file.
    has_path: bool,
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Option<Token<'a>> {
        self.tokens.get(self.at + ahead).copied()
    }

    fn word(&self, ahead: usize) -> Option<&'a str> {
        match self.peek(ahead)? {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    fn is_sign(&self, ahead: usize, sign: char) -> bool {
        self.peek(ahead) == Some(Token::Sign(sign))
    }

    /// Reads a module up to the bracket that closes it.
    fn module(&mut self, id: usize, folder: &str) {
        while self.peek(0).is_some() && !self.is_sign(0, '}') {
            let is_test = self.attributes();
            let is_public = self.visibility();
            if is_test && self.word(0) != Some("mod") {
                self.skip_item();
            } else if self.word(0) == Some("mod") {
                self.submodule(id, folder, is_test);
            } else if self.word(0) == Some("use") {
                self.import(id, is_public);
            } else {
                self.item(id);
            }
        }
    }

    /// Passes over attributes, and returns whether one is for tests alone.
    fn attributes(&mut self) -> bool {
        let mut is_test = false;
        while self.is_sign(0, '#') {
            self.at += 1 + usize::from(self.is_sign(1, '!'));
            let words = [self.word(1), self.word(3), self.word(5)];
            is_test |= words[..2] == [Some("cfg"), Some("test")]
                || words == [Some("cfg"), Some("all"), Some("test")];
            self.has_path = self.word(1) == Some("path");
            self.skip_group();
        }
        is_test
    }

    /// Passes over the visibility of an item, and returns whether it has one.
    fn visibility(&mut self) -> bool {
        let is_public = self.word(0) == Some("pub");
        if is_public {
            self.at += 1;
            let is_limit = ["crate", "super", "self", "in"];
            if self.is_sign(0, '(') && self.word(1).is_some_and(|word| is_limit.contains(&word)) {
                self.skip_group();
            }
        }
        is_public
    }

    /// Passes over a bracket and all up to the one that closes it.
    fn skip_group(&mut self) {
        let mut depth = 0;
        while let Some(token) = self.peek(0) {
            self.at += 1;
            match token {
                Token::Sign('(' | '[' | '{') => depth += 1,
                Token::Sign(')' | ']' | '}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn skip_item(&mut self) {
        while let Some(token) = self.peek(0) {
            match token {
                Token::Sign('{') => {
                    self.skip_group();
                    return;
                }
                Token::Sign('(' | '[') => self.skip_group(),
                Token::Sign(';' | ',') => {
                    self.at += 1;
                    return;
                }
                Token::Sign('}') => return,
                _ => self.at += 1,
            }
        }
    }

    /// Reads `mod name;` or `mod name { ... }`.
    fn submodule(&mut self, parent: usize, folder: &str, is_test: bool) {
        let name = self.word(1).unwrap_or_default().to_string();
        let inner = join(folder, &name);
        let module = Module {
            file: self.krate.modules[parent].file,
            parent: Some(parent),
            is_test: is_test || self.krate.modules[parent].is_test,
            ..Module::default()
        };
        self.at += 3;
        if self.has_path {
            assert!(module.is_test, "#[path] of {name} is not understood");
            self.has_path = false;
            return;
        }
        let id = if self.tokens[self.at - 1] == Token::Sign('{') {
            self.krate.modules.push(module);
            let id = self.krate.modules.len() - 1;
            self.module(id, &inner);
            self.at += 1;
            id
        } else {
            let beside = format!("{inner}.rs");
            let within = format!("{inner}/mod.rs");
            let path = if self.texts.contains_key(&beside) {
                beside
            } else {
                within
            };
            self.krate.file(&path, &inner, module, self.texts)
        };
        self.krate.modules[parent].children.insert(name, id);
    }

    /// Reads one item of a module: its name, and the paths in it.
    fn item(&mut self, id: usize) {
        let name = (0..)
            .step_by(2)
            .find(|&at| self.peek(at + 1) != Some(Token::Path));
        let is_macro = name.is_some_and(|at| self.is_sign(at + 1, '!'));
        let mut depth = 0;
        let mut has_name = is_macro;
        while let Some(token) = self.peek(0) {
            match token {
                Token::Sign('#') if self.is_sign(1, '[') => {
                    if self.attributes() {
                        self.skip_item();
                    }
                    continue;
                }
                // Not `use<'a>` of a returned type.
                Token::Word("use") if !self.is_sign(1, '<') => {
                    self.import(id, false);
                    continue;
                }
                Token::Word(word) => {
                    if is_macro {
                        // It may define whatever it has been given.
                        self.define(id, Some(word));
                    } else if !has_name && is_definition(word) && self.word(1).is_some() {
                        has_name = self.word(1) != Some("fn");
                        self.define(id, self.word(1));
                    }
                    self.path(id);
                    continue;
                }
                Token::Sign('(' | '[' | '{') => {
                    has_name = true;
                    depth += 1;
                }
                Token::Sign(')' | ']' | '}') if depth == 0 => return,
                Token::Sign(')' | ']') => depth -= 1,
                Token::Sign('}') => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                Token::Sign(';') if depth == 0 => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn define(&mut self, id: usize, name: Option<&str>) {
        self.krate.modules[id].items.extend(name.map(String::from));
    }

    /// Reads a path, or a single name.
    fn path(&mut self, id: usize) {
        let before = self.at.checked_sub(1).map(|at| self.tokens[at]);
        let is_member = before == Some(Token::Sign('.')) || before == Some(Token::Path);
        let mut path = Vec::new();
        while let Some(word) = self.word(0) {
            path.push(word.to_string());
            self.at += 1;
            if self.peek(0) != Some(Token::Path) || self.word(1).is_none() {
                break;
            }
            self.at += 1;
        }
        let is_field = path.len() == 1 && self.is_sign(0, ':');
        if !is_member && !is_field {
            self.krate.modules[id].paths.insert(path);
        }
    }

    /// Reads `use a::{b, c as d};`.
    fn import(&mut self, id: usize, is_passed_on: bool) {
        self.at += 1;
        let is_foreign = self.peek(0) == Some(Token::Path);
        let mut imports = Vec::new();
        self.tree(&[], &mut imports);
        for import in &mut imports {
            import.is_passed_on = is_passed_on;
        }
        if !is_foreign {
            self.krate.modules[id].imports.append(&mut imports);
        }
    }

    /// Reads one tree of an import, after the path to it.
    fn tree(&mut self, path: &[String], imports: &mut Vec<Import>) {
        let mut path = path.to_vec();
        while let Some(token) = self.peek(0) {
            self.at += 1;
            match token {
                Token::Word("as") => {
                    if let Some(import) = imports.last_mut() {
                        import.name = self.word(0).map(String::from);
                    }
                    self.at += 1;
                }
                Token::Word(word) => {
                    path.push(word.to_string());
                    if self.peek(0) != Some(Token::Path) {
                        imports.push(Import::of(&path));
                    }
                }
                Token::Sign('*') => imports.push(Import {
                    name: None,
                    ..Import::of(&path)
                }),
                Token::Sign('{') => {
                    while !self.is_sign(0, '}') {
                        self.tree(&path, imports);
                    }
                    self.at += 1;
                }
                Token::Sign('}') => {
                    self.at -= 1;
                    return;
                }
                Token::Sign(',' | ';') => return,
                _ => {}
            }
        }
    }
}

impl Import {
    fn of(path: &[String]) -> Self {
        let mut path = path.to_vec();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = path.last().cloned();
        Self {
            path,
            name,
            is_passed_on: false,
        }
    }
}

fn is_definition(word: &str) -> bool {
    [
        "fn", "struct", "enum", "trait", "union", "type", "const", "static", "mod",
    ]
    .contains(&word)
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_string()
    } else {
        format!("{folder}/{name}")
    }
}
