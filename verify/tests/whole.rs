//! Syzygy files read as a whole hold what own tables hold.

use std::{error::Error, path::Path};

use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{Material, SyzygyFolder, TableSet, WdlTable};

#[test]
fn files_hold_what_own_tables_hold() -> Result<(), Box<dyn Error>> {
    let four = ["KRvKN", "KNNvK", "KBvKB"];
    let four = four.into_iter().map(str::parse);
    let four = four.collect::<Result<Vec<Material>, _>>()?;
    hold_the_same(&[Material::all(3), four].concat())
}

#[test]
#[ignore = "seconds: all classes of four men"]
fn files_of_four_men_hold_what_own_tables_hold() -> Result<(), Box<dyn Error>> {
    hold_the_same(&Material::all(4))
}

fn hold_the_same(classes: &[Material]) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syzygy");
    let folder = SyzygyFolder::open(path)?;
    let mut tables = TableSet::new();
    generate_all(classes, Wanted::Wdl, Keep::All, &mut tables, &|_, _| {})?;
    for class in classes {
        let read = folder.wdl_table(class)?.ok_or("a table")?;
        let own = WdlTable::of(tables.get(class).ok_or("a table")?);
        assert!(*read == own, "{class}");
    }
    Ok(())
}
