use drawproof_export::*;
use drawproof_recognizers::builtin;
use drawproof_language::RuleFile;
use drawproof_retro::{Keep, Wanted, generate_all, with_smaller};
use drawproof_tables::{Material, TableSet};
use drawproof_export::table::{self, Embedded, Metric};
fn main() {
    let out = std::env::args().nth(1).unwrap();
    let langs: Vec<Language> = std::env::args().skip(2).map(|l| l.parse().unwrap()).collect();
    let put = |folder: &str, build: &Build, text: &str| {
        for (name, text) in build.files.iter().map(|(n, t)| (*n, t.as_str())).chain([(build.exported, text)]) {
            let path = format!("{out}/{folder}/{name}");
            std::fs::create_dir_all(std::path::Path::new(&path).parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    };
    let smaller = |class: &Material| with_smaller(class).map_err(|e| e.to_string());
    for name in ["kpk.exact.rules", "krkr.quick.rules", "kqkr.exact.rules"] {
        let of = builtin().iter().find(|of| of.name == name).unwrap();
        let rules: RuleFile = of.rules(&smaller).unwrap();
        for l in &langs {
            put(&format!("{l}/{}", name.split('.').next().unwrap()), &build(&[&rules], *l).unwrap(), &emit(&[&rules], *l, &["x".into()]).unwrap());
        }
    }
    for (name, path) in [("every", "export/tests/every_word.rules"), ("ops", "export/tests/operators.rules"), ("claims", "export/tests/claims_kpk.rules"), ("moves", "export/tests/moves_kpk.rules")] {
        let text = std::fs::read_to_string(path).unwrap();
        let Ok(rules) = RuleFile::parse(name, &text) else { continue };
        for l in &langs {
            put(&format!("{l}/{name}"), &build(&[&rules], *l).unwrap(), &emit(&[&rules], *l, &["x".into()]).unwrap());
        }
    }
    let mut tables = TableSet::new();
    generate_all(&Material::all(3), Wanted::DtmAndDtz, Keep::All, &mut tables, &|_, _| {}).unwrap();
    for (m, t) in [(Metric::Wdl, "twdl"), (Metric::Draw, "tdraw"), (Metric::Dtm, "tdtm")] {
        let e = Embedded::new(&["KPK".parse().unwrap(), "KQK".parse().unwrap()], m, &tables, &|_| {}).unwrap();
        for l in &langs {
            put(&format!("{l}/{t}"), &table::build(&e, *l, &Name::default()).unwrap(), &table::source(&e, *l, &Name::default(), &[]).unwrap());
        }
    }
}
