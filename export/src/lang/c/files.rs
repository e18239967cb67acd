//! The forms of a file of rules: what is declared, and the code.

use super::{
    Dialect,
    text::{APART, APART_C, BEGIN_C, BEGIN_CPP, END_C, END_CPP, GUARD, HEADER, SMALL_C},
};
use crate::{
    ir::{Function, Role},
    lang::{FileKind, Rules},
    print::Printer,
};

impl Dialect {
    /// A file of rules, after its heading.
    pub(super) fn rules(&self, rules: &Rules) -> Vec<String> {
        let fixed = |lines: &[&str]| lines.iter().map(|&line| line.into()).collect();
        match &rules.kind {
            FileKind::Source => [self.declared_rules(rules), self.code_of_rules(rules)].concat(),
            FileKind::Header => {
                let [before, between, after] = HEADER.map(fixed);
                let [begin, end] = GUARD.map(fixed);
                let declared = [begin, self.declared_rules(rules), end];
                let code = [between, self.code_of_rules(rules), after];
                [before, declared.concat(), code.concat()].concat()
            }
            FileKind::Declarations => {
                let [begin, end] = GUARD.map(fixed);
                [begin, self.declared_rules(rules), end].concat()
            }
            FileKind::Code { header } => {
                let include = vec![format!("#include \"{header}\"")];
                [include, self.code_of_rules(rules)].concat()
            }
        }
    }

    /// What engines call.
    fn declared_rules(&self, rules: &Rules) -> Vec<String> {
        let (begin, end): (&[&str], &[&str]) = if self.is_cpp {
            (&BEGIN_CPP, &[])
        } else {
            (&BEGIN_C, &END_C)
        };
        let mut lines: Vec<String> = begin.iter().map(|&line| line.into()).collect();
        let units = rules.units.iter().flat_map(|unit| &unit.functions);
        let declared = rules.door.iter().chain(units);
        for function in declared.filter(|of| of.role == Role::Public) {
            lines.push(String::new());
            lines.extend(self.declared(function));
        }
        lines.extend(end.iter().map(|&line| line.into()));
        if self.is_cpp && rules.kind != FileKind::Source {
            lines.extend(END_CPP.map(String::from));
        }
        lines
    }

    fn code_of_rules(&self, rules: &Rules) -> Vec<String> {
        let functions = rules.functions();
        let printer = Printer::new(self, functions.iter().copied());
        let mut lines = Vec::new();
        if self.is_cpp && rules.kind != FileKind::Source {
            lines.extend(["", "namespace drawproof {"].map(String::from));
        }
        let is_apart = |helper: &Function| APART.contains(&&*helper.name);
        if !self.is_cpp && rules.helpers.iter().any(is_apart) {
            lines.extend(APART_C.map(String::from));
        }
        let mut of_units = rules.units.iter().flat_map(|unit| &unit.functions);
        if of_units.any(|function| function.is_small) {
            lines.extend(SMALL_C.map(String::from));
        }
        lines.extend(printer.constants(&rules.constants));
        if !rules.data.is_empty() {
            lines.extend(self.data_item(&rules.data));
        }
        lines.extend(self.functions(&rules.helpers, &printer));
        let units = rules.units.iter();
        lines.extend(units.flat_map(|unit| printer.unit(unit)));
        lines.extend(printer.functions(&rules.door));
        if self.is_cpp {
            lines.extend(END_CPP.map(String::from));
        }
        lines
    }
}
