//! What exported files cost in each language: `cargo bench --bench languages`.
//!
//! The same rules and one table are exported to every language, compiled by its usual compiler
//! and asked about the same random legal positions, by bitboards. Before the time is taken, the
//! answers about some of them are compared with the truth. Times are of the processor, which other
//! work disturbs less than the clock on the wall. A language whose compiler is missing is left out.
//! Arguments after `--` select languages: `cargo bench --bench languages -- go java`.

use std::{
    env, fs,
    io::Write,
    iter,
    path::Path,
    process::{Command, Stdio},
};

mod positions;
mod record;

use positions::{random, words};
use record::Record;

use drawproof_export::{
    Language, Name, Style, emit,
    table::{self, Embedded, Metric},
};
use drawproof_language::{RuleFile, interpret};
use drawproof_recognizers::builtin;
use drawproof_retro::{Keep, Wanted, generate_all, with_smaller};
use drawproof_tables::{Material, Oracle, Placement, TableSet, Wdl};
use wait4::Wait4;

const POSITIONS: usize = 8192;
/// How many of them are compared with the truth.
const CHECKED: usize = 512;

/// How a language is timed: a program around the exported file.
struct Timed {
    language: &'static str,
    /// What is printed and may be selected, if it is not the name of the language.
    title: &'static str,
    /// The name of the exported file of rules, and of tables.
    exported: [&'static str; 2],
    /// What is added up, for rules and for tables: 1 for a draw. `ARGUMENTS` and `HALVES` are a
    /// position.
    calls: [&'static str; 2],
    /// The program and its text, where `CALL` stands for the call.
    timer: (&'static str, &'static str),
    /// The commands that compile it, where `EXPORTED` stands for the file and `COMPILER` for the
    /// first command for its compiler that works, and that run it; `RUNTIME` is the folder of .NET.
    compile: &'static str,
    run: &'static str,
}

const ALL: &[Timed] = &[
    Timed {
        language: "c",
        title: "c",
        exported: ["exported.h"; 2],
        calls: [
            "drawproof_probe_draw(ARGUMENTS)",
            "drawproof_table_draw(ARGUMENTS)",
        ],
        timer: ("timer.c", include_str!("languages/timer.c")),
        compile: "cc -std=c99 -O2 timer.c -o timer",
        run: "./timer",
    },
    Timed {
        language: "cpp",
        title: "cpp",
        exported: ["exported.h"; 2],
        calls: [
            "drawproof::probe_draw(ARGUMENTS)",
            "drawproof::table_draw(ARGUMENTS)",
        ],
        timer: ("timer.cpp", include_str!("languages/timer.c")),
        compile: "c++ -std=c++17 -O2 timer.cpp -o timer",
        run: "./timer",
    },
    Timed {
        language: "rust",
        title: "rust",
        exported: ["exported.rs"; 2],
        calls: [
            "u64::from(exported::probe_draw(ARGUMENTS))",
            "u64::from(exported::table_draw(ARGUMENTS) == Some(true))",
        ],
        timer: ("timer.rs", include_str!("languages/timer.rs")),
        compile: "rustc --edition 2024 -O timer.rs",
        run: "./timer",
    },
    Timed {
        language: "java",
        title: "java",
        exported: ["Drawproof.java", "DrawproofTables.java"],
        calls: [
            "Drawproof.probeDraw(ARGUMENTS) ? 1 : 0",
            "DrawproofTables.tableDraw(ARGUMENTS)",
        ],
        timer: ("Timer.java", include_str!("languages/Timer.java")),
        compile: "javac EXPORTED Timer.java",
        run: "java Timer",
    },
    Timed {
        language: "go",
        title: "go",
        exported: ["exported/exported.go"; 2],
        calls: [
            "number(exported.ProbeDraw(ARGUMENTS))",
            "exported.TableDraw(ARGUMENTS)",
        ],
        timer: ("timer.go", include_str!("languages/timer.go")),
        compile: "go build -o timer timer.go",
        run: "./timer",
    },
    Timed {
        language: "csharp",
        title: "csharp",
        exported: ["exported.cs"; 2],
        calls: [
            "Drawproof.ProbeDraw(ARGUMENTS) ? 1 : 0",
            "DrawproofTables.TableDraw(ARGUMENTS)",
        ],
        timer: ("timer.cs", include_str!("languages/timer.cs")),
        compile: "mcs -optimize+ EXPORTED timer.cs -out:timer.exe",
        run: "mono timer.exe",
    },
    Timed {
        language: "csharp",
        title: "csharp.net",
        exported: ["exported.cs"; 2],
        calls: [
            "Drawproof.ProbeDraw(ARGUMENTS) ? 1 : 0",
            "DrawproofTables.TableDraw(ARGUMENTS)",
        ],
        timer: ("timer.cs", include_str!("languages/timer.cs")),
        compile: "mcs -optimize+ -noconfig -nostdlib -define:NETCOREAPP3_0_OR_GREATER \
                  -r:RUNTIME/System.Private.CoreLib.dll -r:RUNTIME/System.Runtime.dll \
                  -r:RUNTIME/System.Runtime.Extensions.dll -r:RUNTIME/System.Console.dll \
                  EXPORTED timer.cs -out:timer.dll",
        run: "dotnet exec timer.dll",
    },
    Timed {
        language: "zig",
        title: "zig",
        exported: ["exported.zig"; 2],
        calls: [
            "exported.probeDraw(ARGUMENTS)",
            "exported.tableDraw(ARGUMENTS) orelse false",
        ],
        timer: ("timer.zig", include_str!("languages/timer.zig")),
        compile: "COMPILER build-exe -O ReleaseFast -lc timer.zig",
        run: "./timer",
    },
    Timed {
        language: "python",
        title: "python",
        exported: ["exported.py"; 2],
        calls: [
            "exported.probe_draw(ARGUMENTS)",
            "exported.table_draw(ARGUMENTS) is True",
        ],
        timer: ("timer.py", include_str!("languages/timer.py")),
        compile: "COMPILER -m py_compile exported.py timer.py",
        run: "COMPILER timer.py",
    },
    Timed {
        language: "typescript",
        title: "typescript",
        exported: ["exported.ts"; 2],
        calls: [
            "exported.probeDraw(HALVES)",
            "exported.tableDraw(HALVES) === true",
        ],
        timer: ("timer.ts", include_str!("languages/timer.ts")),
        compile: "tsc --strict --target es2022 --module node16 timer.ts",
        run: "node timer.js",
    },
    Timed {
        language: "wasm",
        title: "wasm",
        exported: ["exported.mjs"; 2],
        calls: [
            "exported.probeDraw(HALVES)",
            "exported.tableDraw(HALVES) === true",
        ],
        timer: ("timer.mjs", include_str!("languages/timer.mjs")),
        compile: "node exported.mjs",
        run: "node timer.mjs",
    },
];

/// The arguments of a call for the position `p`, whose last word says whether White is to move.
const ARGUMENTS: &str = "p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], 0, 0, p[8] != 0";

/// The same for a language whose bitboards are two numbers of 32 bits.
const HALVES: &str = "p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11], \
                      p[12], p[13], p[14], p[15], 0, 0, p[16] !== 0";

/// Something that is exported, with the truth about positions.
struct Exported {
    title: &'static str,
    /// 0 for rules, 1 for tables.
    kind: usize,
    class: Material,
    text: Box<dyn Fn(Language) -> String>,
    is_draw: Box<dyn Fn(&Placement) -> bool>,
}

fn main() {
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let files = [
        rules("kpk.exact.rules"),
        rules("kbkp.quick.rules"),
        rules("krkr.quick.rules"),
        table("KPK"),
    ];
    println!(
        "seconds to compile, nanoseconds a call in the fastest round of {POSITIONS} positions, both of \
         processor time"
    );
    println!("language   file                 lines    bytes  compiled  ns a call");
    let columns = files.iter().map(|file| format!("{}, ns", file.title));
    let columns: Vec<String> = iter::once("language".into()).chain(columns).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut record = Record::new("languages", &columns);
    for timed in ALL {
        let mut row = vec![timed.title.to_owned()];
        if words.is_empty() || words.iter().any(|word| word == timed.title) {
            let language = timed.language.parse().expect("a language");
            for file in &files {
                let text = (file.text)(language);
                let Some((compiled, time)) = measured(timed, file, &text) else {
                    break;
                };
                println!(
                    "{:<10} {:<18} {:>7} {:>8} {compiled:>9.2} {time:>10.1}",
                    timed.title,
                    file.title,
                    text.lines().count(),
                    text.len(),
                );
                row.push(format!("{time:.0}"));
            }
        }
        if row.len() == columns.len() {
            record.row(&row);
        }
    }
    record.write();
}

fn rules(name: &'static str) -> Exported {
    let of = builtin().iter().find(|of| of.name == name).expect("rules");
    let smaller = |class: &Material| with_smaller(class).map_err(|error| error.to_string());
    let rules: RuleFile = of.rules(&smaller).expect("rules");
    let again = rules.clone();
    Exported {
        title: name,
        kind: 0,
        class: rules.material().clone(),
        text: Box::new(move |language| {
            emit(&[&rules], language, &Style::default(), &[]).expect("text")
        }),
        is_draw: Box::new(move |placement| {
            let rule = interpret(&again, placement).expect("little work");
            rule.is_some_and(|rule| again.rules()[rule].kind.claims_draw())
        }),
    }
}

fn table(class: &str) -> Exported {
    let class: Material = class.parse().expect("a class");
    let classes = vec![class.clone()];
    let mut tables = TableSet::new();
    let all = Material::all(3);
    generate_all(&all, Wanted::Wdl, Keep::All, &mut tables, &|_, _| {}).expect("tables");
    let embedded = Embedded::new(&classes, Metric::Draw, &tables, &|_| {}).expect("data");
    let of = class.clone();
    Exported {
        title: "table of KPvK",
        kind: 1,
        class,
        text: Box::new(move |language| {
            table::source(&embedded, language, &Name::default(), &[]).expect("text")
        }),
        is_draw: Box::new(move |placement| {
            tables.probe(&of, placement).expect("a value").wdl == Wdl::Draw
        }),
    }
}

/// Seconds to compile, and nanoseconds a call. `None` without a compiler.
fn measured(timed: &Timed, file: &Exported, text: &str) -> Option<(f64, f64)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let exported = timed.exported[file.kind];
    let call = timed.calls[file.kind]
        .replace("ARGUMENTS", ARGUMENTS)
        .replace("HALVES", HALVES);
    let (timer, program) = timed.timer;
    write(&folder.path().join(exported), text);
    write(&folder.path().join(timer), &program.replace("CALL", &call));
    write(&folder.path().join("go.mod"), "module timer\n\ngo 1.18\n");
    write(
        &folder.path().join("timer.runtimeconfig.json"),
        include_str!("languages/timer.runtimeconfig.json"),
    );
    let compile = timed.compile.replace("EXPORTED", exported);
    let compile = compile.replace("COMPILER", compiler(timed.language));
    let compile = match dotnet() {
        Some(folder) => compile.replace("RUNTIME", &folder),
        None if compile.contains("RUNTIME") => {
            println!("{:<10} is left out: there is no dotnet", timed.title);
            return None;
        }
        None => compile,
    };
    let mut compiler = command(&compile, folder.path());
    let compiled = match compiler.spawn() {
        Ok(compiler) => {
            let used = compiler.wait4().expect("its end");
            assert!(used.status.success(), "{compile} failed");
            (used.rusage.utime + used.rusage.stime).as_secs_f64()
        }
        Err(error) => {
            println!("{:<10} is left out: {compile}: {error}", timed.title);
            return None;
        }
    };
    let placements = random(&file.class, POSITIONS);
    let some = &placements[..CHECKED];
    let draws = some.iter().filter(|placement| (file.is_draw)(placement));
    let expected = draws.count();
    let ask = |placements: &[Placement]| asked(timed, folder.path(), &file.class, placements);
    assert_eq!(
        ask(some).1 as usize,
        expected,
        "{}: {}",
        timed.title,
        file.title
    );
    Some((compiled, ask(&placements).0))
}

/// The folder of the newest .NET runtime, from lines like `Microsoft.NETCore.App 8.0.1 [FOLDER]`.
fn dotnet() -> Option<String> {
    let said = Command::new("dotnet")
        .arg("--list-runtimes")
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let ours = |line: &&str| line.starts_with("Microsoft.NETCore.App ");
    let mut words = text.lines().rfind(ours)?.splitn(3, ' ').skip(1);
    let (version, folder) = (words.next()?, words.next()?);
    let folder = folder.trim_matches(['[', ']']);
    Some(format!("{folder}/{version}"))
}

/// The command for the compiler of a language.
fn compiler(language: &str) -> &'static str {
    let language: Language = language.parse().expect("a language");
    let (usual, version) = language.compilers();
    let works = |line: &&&str| {
        let mut asked = command(line, Path::new("."));
        let said = asked.arg(version).output();
        said.is_ok_and(|said| said.status.success())
    };
    usual
        .iter()
        .find(works)
        .map_or(language.compiler(), |found| *found)
}

fn write(path: &Path, text: &str) {
    let folder = path.parent().expect("a folder");
    fs::create_dir_all(folder).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// A command of words, run in a folder.
fn command(line: &str, folder: &Path) -> Command {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(folder);
    command
}

/// Nanoseconds a call, and how many positions are draws.
fn asked(timed: &Timed, folder: &Path, class: &Material, placements: &[Placement]) -> (f64, f64) {
    let words = placements.iter().flat_map(|of| words(class, of));
    let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    let run = timed.run.replace("COMPILER", compiler(timed.language));
    let mut timer = command(&run, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the timer");
    let mut input = timer.stdin.take().expect("its input");
    input.write_all(&bytes).expect("positions");
    drop(input);
    let output = timer.wait_with_output().expect("the timer's answer");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
    let [time, draws] = numbers.collect::<Vec<f64>>()[..] else {
        panic!("two numbers, not {text}");
    };
    (time, draws)
}
