//! Syzygy files read as a whole hold what own tables hold.

use std::{error::Error, path::Path};

use drawproof_retro::{Keep, Wanted, generate_all};
use drawproof_tables::{Material, SyzygyFolder, TableSet, WdlTable};

#[test]
fn files_hold_what_own_tables_hold() -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syzygy");
    let folder = SyzygyFolder::open(path)?;
    let mut tables = TableSet::new();
    let classes: Vec<Material> = (3..=4).flat_map(Material::all).collect();
    generate_all(&classes, Wanted::Wdl, Keep::All, &mut tables, &|_, _| {})?;
    for class in &classes {
        let read = folder.wdl_table(class)?.ok_or("a table")?;
        let own = WdlTable::of(tables.get(class).ok_or("a table")?);
        assert!(*read == own, "{class}");
    }
    Ok(())
}
