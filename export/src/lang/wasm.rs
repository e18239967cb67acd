//! WebAssembly: a module of JavaScript with the bytes of one of WebAssembly, and the functions of
//! the TypeScript file.
//!
//! The bytes are made here, from the intermediate form: see [`code`]. So the same rules give the
//! same bytes everywhere, and no compiler is needed.

mod binary;
mod code;

use super::{Argument, Build, Harness, Intrinsic, Language, Rules, Tables, Target, typescript};
use crate::{
    Name,
    ir::{Entries, Function, Outcome, Role, Type, Unit},
    text::{WIDTH, base64, camel, documentation, filled, renamed},
};

use code::Parts;

impl Language {
    /// WebAssembly in a module of JavaScript.
    pub const WASM: Self = Self(&Wasm);
}

struct Wasm;

impl Target for Wasm {
    fn flag(&self) -> &'static str {
        "wasm"
    }

    fn title(&self) -> &'static str {
        "WebAssembly"
    }

    /// The names of parameters in the JavaScript around it are those of men and of bitboards.
    fn reserved(&self) -> &'static str {
        ""
    }

    /// One instruction each: see [`code`].
    fn intrinsic(&self, _: &str) -> Intrinsic {
        Intrinsic::new("", &[])
    }

    fn unknown(&self) -> Option<&'static str> {
        Language::TYPESCRIPT.target().unknown()
    }

    fn rules(&self, rules: &Rules) -> Vec<String> {
        let functions = rules.functions();
        let of_units = rules.units.iter().flat_map(|unit| &unit.functions);
        let public = rules.door.iter().chain(of_units);
        let parts = Parts {
            exported: public.filter(|of| of.role == Role::Public).collect(),
            functions,
            constants: &rules.constants,
            units: &rules.units,
            data: &rules.data,
            ..Parts::default()
        };
        let mut lines: Vec<String> = HALVES.lines().map(String::from).collect();
        lines.extend(parts.exported.iter().flat_map(|of| wrapper(of)));
        lines.extend(rules.units.iter().flat_map(contents));
        lines.extend(instance(&parts));
        lines
    }

    fn tables(&self, tables: &Tables<'_>, _: &Name) -> String {
        let parts = Parts {
            functions: tables.helpers.iter().chain(&tables.functions).collect(),
            exported: tables.functions.iter().collect(),
            constants: tables.constants,
            data: tables.data,
            ..Parts::default()
        };
        let mut lines = vec![String::new()];
        lines.extend(HALVES.lines().map(String::from));
        if tables.has_wdl() {
            lines.extend(WDL.lines().map(String::from));
        }
        lines.extend(parts.exported.iter().flat_map(|of| wrapper(of)));
        lines.extend(instance(&parts));
        lines.join("\n") + "\n"
    }

    fn compiler(&self) -> &'static str {
        "node"
    }

    fn install(&self) -> &'static str {
        "apt-get install nodejs"
    }

    /// What is computed about questions is WebAssembly, too; it is given the exported functions.
    fn build(&self, harness: &Harness, _: &Name) -> Build {
        let parts = Parts {
            imported: harness.asked.iter().collect(),
            functions: harness.functions.iter().collect(),
            exported: harness.functions.last().into_iter().collect(),
            ..Parts::default()
        };
        let asked = harness.asked.iter().map(asked).collect::<Vec<_>>();
        let text = typescript::plain_main().replace("./exported.js", "./exported.mjs");
        let lines = [
            vec![text + "const module = new WebAssembly.Module(Uint8Array.from(atob(`"],
            base64(&code::module(&parts), 88),
            vec!["`), (byte) => byte.charCodeAt(0)));".into()],
            vec!["const { said } = new WebAssembly.Instance(module, { asked: {".into()],
            asked,
            vec!["} }).exports;".into(), String::new(), "main();\n".into()],
        ];
        Build {
            exported: "exported.mjs",
            files: vec![("harness.mjs", lines.concat().join("\n"))],
            // The bytes are compiled when the module is loaded.
            arguments: [Vec::new(), vec![Argument::File("exported.mjs")]],
            run: vec![Argument::Compiler, Argument::File("harness.mjs")],
        }
    }
}

/// The parameters of a function in JavaScript.
fn parameters(function: &Function) -> Vec<(String, &'static str)> {
    let parameters = function.parameters.iter();
    let names = parameters.flat_map(|(name, kind)| match kind {
        Type::U64 => vec![
            (camel(&format!("{name}_low")), "number"),
            (camel(&format!("{name}_high")), "number"),
        ],
        Type::Bool => vec![(camel(name), "boolean")],
        _ => vec![(camel(name), "number")],
    });
    names.collect()
}

/// A function for engines.
fn wrapper(function: &Function) -> Vec<String> {
    let parameters = parameters(function);
    let (kind, result) = match function.gives {
        Type::Bool => ("boolean", "said !== 0"),
        Type::Outcome(Outcome::Wdl) => (
            "Wdl | undefined",
            "said === 2 ? undefined : /** @type {Wdl} */ (said)",
        ),
        Type::Outcome(Outcome::Draw | Outcome::CanMate) => {
            ("boolean | undefined", "said < 0 ? undefined : said === 1")
        }
        Type::Outcome(Outcome::Dtm) => ("number | undefined", "said < 0 ? undefined : said"),
        _ => ("number", "said"),
    };
    let mut comment = renamed(&function.comment, camel);
    comment.push(String::new());
    let says = parameters.iter();
    comment.extend(says.map(|(name, kind)| format!("@param {{{kind}}} {name}")));
    comment.push(format!("@returns {{{kind}}}"));
    let mut lines = vec![String::new()];
    lines.extend(documentation(&comment));
    let names: Vec<String> = parameters.into_iter().map(|(name, _)| name).collect();
    let list = |pad: &str, begin: &str, end: &str| {
        let flat = format!("{pad}{begin}{}{end}", names.join(", "));
        if flat.len() <= WIDTH {
            return vec![flat];
        }
        let names = filled(&names, 8).into_iter();
        let mut lines = vec![format!("{pad}{begin}")];
        lines.extend(names.map(|line| format!("{pad}    {line}")));
        lines.push(format!("{pad}{end}"));
        lines
    };
    let begin = format!("export function {}(", camel(&function.name));
    lines.extend(list("", &begin, ") {"));
    let begin = format!("const said = {}(", function.name);
    lines.extend(list("    ", &begin, ");"));
    lines.extend([format!("    return {result};"), "}".into()]);
    lines
}

/// What the bytes have for a class: what is called there by the numbers and names of the rules.
fn contents(unit: &Unit) -> Vec<String> {
    let mut lines = vec![String::new(), format!("// {}", unit.title), "//".into()];
    let tables = unit.tables.iter().map(|table| {
        let count = match &table.entries {
            Entries::Sets(all) => all.len(),
            Entries::Squares(all) => all.len(),
            Entries::Numbers(all) => all.len(),
            Entries::Words(all) => all.len(),
        };
        (format!("{}[{count}]", table.name), &table.comment)
    });
    let functions = unit.functions.iter();
    let functions = functions.filter(|of| of.role != Role::Public);
    let functions = functions.map(|of| (of.name.clone(), &of.comment));
    for (name, comment) in tables.chain(functions) {
        if let [first, more @ ..] = &comment[..] {
            lines.push(format!("// {name}: {first}"));
            lines.extend(more.iter().map(|line| format!("//     {line}")));
        }
    }
    lines
}

/// The bytes, compiled when the file is loaded.
fn instance(parts: &Parts<'_>) -> Vec<String> {
    let names = parts.exported.iter().map(|of| of.name.clone());
    let names = filled(&names.collect::<Vec<_>>(), 4).into_iter();
    let mut lines = vec![String::new(), "const {".into()];
    lines.extend(names.map(|line| format!("    {line}")));
    lines.push("} = instance(`".into());
    lines.extend(base64(&code::module(parts), 88));
    lines.push("`);".into());
    lines.extend(INSTANCE.lines().map(String::from));
    lines
}

/// A function of the file for the program that asks it: unknown results are numbers.
fn asked(function: &Function) -> String {
    let unknown = match function.gives {
        Type::Outcome(Outcome::Wdl) => " ?? 2",
        Type::Outcome(_) => " ?? -1",
        _ => "",
    };
    let names = parameters(function).into_iter().map(|(name, _)| name);
    let names = names.collect::<Vec<_>>().join(", ");
    let (inside, name) = (&function.name, camel(&function.name));
    format!("    {inside}: ({names}) => exported.{name}({names}){unknown},")
}

const HALVES: &str = "\
// Bitboards are two numbers of 32 bits, with or without a sign: the lower half has the ranks 1 to
// 4, the upper half the ranks 5 to 8. A call makes no object.";

const WDL: &str = "
/**
 * 1 if the side to move wins, 0 for a draw, -1 if it loses.
 * @typedef {-1 | 0 | 1} Wdl
 */";

const INSTANCE: &str = "
/**
 * The functions of a module in base 64.
 * @param {string} text
 * @returns {any}
 */
function instance(text) {
    const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}";
