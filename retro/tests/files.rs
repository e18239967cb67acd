//! Table files: written, read, and damaged in every way.

use std::{error::Error, fs, path::Path, sync::Arc};

use drawproof_retro::{Wanted, generate};
use drawproof_tables::{
    Material, Metric, Oracle, OracleError, Table, TableFile, TableFolder, TableSet, Value, ones,
    write_table,
};
use shakmaty::Color;

type Outcome = Result<(), Box<dyn Error>>;

fn table(class: &str) -> Result<Arc<Table>, Box<dyn Error>> {
    let material: Material = class.parse()?;
    let mut tables = TableSet::new();
    Ok(generate(
        &material,
        Wanted::DtmAndDtz,
        &mut tables,
        &|_, _| {},
    )?)
}

fn write_all(folder: &Path, table: &Table) -> Outcome {
    for metric in Metric::ALL {
        let length = write_table(folder, table, metric)?;
        let path = folder.join(metric.file_name(table.layout().material()));
        assert_eq!(fs::metadata(path)?.len(), length);
    }
    Ok(())
}

/// The positions of every seventh block, with what the table says.
fn entries(table: &Table) -> impl Iterator<Item = (drawproof_tables::Placement, Value)> + '_ {
    let layout = table.layout();
    let words = (0..layout.words()).filter(|word| (word / layout.block_words()).is_multiple_of(7));
    words.flat_map(move |at| {
        Color::ALL.into_iter().flat_map(move |turn| {
            ones(table.side(turn).legal[at]).filter_map(move |bit| {
                let (block, word) = (at / layout.block_words(), at % layout.block_words());
                let placement = layout.decode(drawproof_tables::Index { block, word, bit }, turn);
                Some((placement, table.side(turn).value(at, bit)?))
            })
        })
    })
}

/// Three men, like men, equal material, pawns: everything comes back, whole
/// and position by position.
#[test]
fn what_was_written_is_read() -> Outcome {
    for class in ["KQvK", "KPvK", "KNNvK", "KRvKR"] {
        let table = table(class)?;
        let folder = tempfile::tempdir()?;
        write_all(folder.path(), &table)?;
        let oracle = TableFolder::open(folder.path())?;
        let material = table.layout().material();
        assert_eq!(oracle.classes(), std::slice::from_ref(material));
        oracle.check(material)?;
        assert!(oracle.load(material)? == *table, "{class}");
        let mut asked = 0;
        for (placement, value) in entries(&table) {
            assert_eq!(oracle.probe(material, &placement)?, value, "{class}");
            asked += 1;
        }
        assert!(asked > 5_000);
    }
    Ok(())
}

#[test]
fn the_same_bytes_with_any_number_of_threads() -> Outcome {
    let bytes = |threads| -> Result<Vec<Vec<u8>>, Box<dyn Error + Send + Sync>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        pool.install(|| {
            let folder = tempfile::tempdir()?;
            let table = table("KPvK").map_err(|error| error.to_string())?;
            write_all(folder.path(), &table).map_err(|error| error.to_string())?;
            let read = |metric: Metric| {
                fs::read(
                    folder
                        .path()
                        .join(metric.file_name(table.layout().material())),
                )
            };
            Ok(Metric::ALL
                .into_iter()
                .map(read)
                .collect::<Result<_, _>>()?)
        })
    };
    assert!(bytes(1).map_err(|e| e.to_string())? == bytes(5).map_err(|e| e.to_string())?);
    Ok(())
}

/// Writes bytes to a file and reads everything from it. `Ok` holds whether all
/// answers were right.
fn ask(folder: &Path, name: &str, bytes: &[u8], table: &Table) -> Result<bool, OracleError> {
    let path = folder.join(name);
    fs::write(&path, bytes).map_err(|error| OracleError::Io { path, error })?;
    let oracle = TableFolder::open(folder)?;
    let material = table.layout().material();
    oracle.check(material)?;
    for (placement, value) in entries(table) {
        if oracle.probe(material, &placement)? != value {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A bit flipped anywhere, and a file truncated anywhere, are refused with the
/// name of the file.
#[test]
fn damage_anywhere_is_refused() -> Outcome {
    damage_is_refused(11)
}

#[test]
#[ignore = "long: each byte of three files"]
fn damage_of_each_byte_is_refused() -> Outcome {
    damage_is_refused(1)
}

/// Damages all bits of the header, and each `step`th byte that follows.
fn damage_is_refused(step: usize) -> Outcome {
    let table = table("KRvK")?;
    for metric in Metric::ALL {
        let folder = tempfile::tempdir()?;
        write_all(folder.path(), &table)?;
        let name = metric.file_name(table.layout().material());
        let whole = fs::read(folder.path().join(&name))?;
        assert!(ask(folder.path(), &name, &whole, &table)?);
        let refused = |bytes: &[u8], what: &str| -> Outcome {
            match ask(folder.path(), &name, bytes, &table) {
                Err(OracleError::File(error)) => {
                    assert!(error.to_string().contains(&name), "{error}");
                    Ok(())
                }
                other => Err(format!("{name}, {what}: {other:?}").into()),
            }
        };
        let behind = (128..whole.len()).step_by(step);
        for at in (0..whole.len().min(128)).chain(behind) {
            // All bits of the header, one of each later byte.
            let bits = if at < 128 { 0..8 } else { at % 8..at % 8 + 1 };
            for bit in bits {
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << bit;
                refused(&damaged, &format!("bit {bit} of byte {at}"))?;
            }
        }
        for length in (0..whole.len()).step_by(if whole.len() > 1000 { 37 * step } else { step }) {
            refused(&whole[..length], &format!("{length} bytes"))?;
        }
        let longer: Vec<u8> = whole.iter().copied().chain([0]).collect();
        refused(&longer, "a byte more")?;
    }
    Ok(())
}

fn message(path: &Path) -> String {
    TableFile::open(path).map_or_else(|error| error.to_string(), |_| "opened".into())
}

#[test]
fn foreign_files_are_refused() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    write_all(folder.path(), table("KRvK")?.as_ref())?;
    let whole = fs::read(path("KRvK.dpw"))?;
    fs::write(path("KQvK.dpw"), &whole)?;
    assert!(message(&path("KQvK.dpw")).contains("holds WDL of KRvK, expected KQvK.dpw"));
    fs::write(path("KRvK.dpz"), &whole)?;
    assert!(message(&path("KRvK.dpz")).contains("was it renamed?"));
    fs::write(path("KNvK.dpw"), "no table at all")?;
    assert!(message(&path("KNvK.dpw")).contains("not a drawproof table"));
    assert!(message(&path("KBvK.dpw")).contains("No such file"));
    // Other versions with a correct checksum of the header.
    for (version, advice) in [(2, "generate it again"), (4, "get a newer program")] {
        let mut other = whole.clone();
        other[8] = version;
        let checksum = crc32fast::hash(&other[..124]);
        other[124..128].copy_from_slice(&checksum.to_le_bytes());
        fs::write(path("KRvK.dpw"), other)?;
        let expected = format!("version {version}, this program reads version 3; {advice}");
        let said = message(&path("KRvK.dpw"));
        assert!(said.contains(&expected), "{said}");
    }
    Ok(())
}

/// Distances of another table of the class cannot be read with this WDL.
#[test]
fn distances_need_their_wdl() -> Outcome {
    let folder = tempfile::tempdir()?;
    let table = table("KRvK")?;
    write_table(folder.path(), &table, Metric::Dtm)?;
    let alone = TableFolder::open(folder.path());
    let error = alone.err().ok_or("opened")?.to_string();
    assert!(
        error.contains("KRvK.dpm: it needs KRvK.dpw in the same folder"),
        "{error}"
    );
    // The WDL of a table in which everything is drawn.
    let sides = Color::ALL.map(|turn| drawproof_tables::SideTable::new(table.layout(), turn));
    let [black, white] = sides;
    let layout = table.layout().clone();
    let drawn = Table::new(layout, shakmaty::ByColor { black, white });
    write_table(folder.path(), &drawn, Metric::Wdl)?;
    let loaded = TableFolder::open(folder.path())?.load(table.layout().material());
    let error = loaded.err().ok_or("loaded")?.to_string();
    assert!(error.contains("do not fit the WDL file"), "{error}");
    Ok(())
}

/// Nothing is left behind if a file cannot be written.
#[test]
fn writing_fails_cleanly() -> Outcome {
    let folder = tempfile::tempdir()?;
    let missing = folder.path().join("missing");
    let error = write_table(&missing, table("KRvK")?.as_ref(), Metric::Wdl);
    let error = error.err().ok_or("written")?.to_string();
    assert!(
        error.contains("KRvK.dpw") && error.contains("not found"),
        "{error}"
    );
    assert_eq!(fs::read_dir(folder.path())?.count(), 0);
    Ok(())
}

/// A file with other header fields and corrected checksums.
fn crafted(whole: &[u8], fields: [u32; 6], junk: &[u8]) -> Vec<u8> {
    let [
        group_blocks,
        metric,
        number_bytes,
        model_bytes,
        groups,
        payload,
    ] = fields;
    let mut bytes = whole.to_vec();
    bytes.extend_from_slice(junk);
    let put = |bytes: &mut Vec<u8>, at: usize, value: u32| {
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    };
    bytes[10] = metric as u8;
    bytes[11] = number_bytes as u8;
    put(&mut bytes, 32, group_blocks);
    let groups = if groups == 0 {
        462_u32.div_ceil(group_blocks.max(1))
    } else {
        groups
    };
    put(&mut bytes, 36, groups);
    put(&mut bytes, 40, model_bytes);
    let index = u64::from(model_bytes) + 8 * u64::from(groups);
    let fitting = (bytes.len() as u64).saturating_sub(128 + index);
    put(
        &mut bytes,
        48,
        if payload == 0 {
            fitting as u32
        } else {
            payload
        },
    );
    let end = bytes.len().min(128 + index as usize);
    let checksum = crc32fast::hash(&bytes[128..end]);
    put(&mut bytes, 44, checksum);
    let checksum = crc32fast::hash(&bytes[..124]);
    put(&mut bytes, 124, checksum);
    bytes
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    /// Whatever a file contains, it is refused or gives some answer.
    #[test]
    fn crafted_files_do_no_harm(
        group_blocks in 0_u32..600,
        metric in 0_u32..4,
        number_bytes in 0_u32..4,
        model_bytes in 0_u32..400,
        groups in proptest::prop_oneof![proptest::prelude::Just(0_u32), 0..u32::MAX],
        payload in proptest::prop_oneof![proptest::prelude::Just(0_u32), 0..u32::MAX],
        junk in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300),
        of in 0_usize..3,
    ) {
        thread_local! {
            static WHOLE: Vec<Vec<u8>> = {
                let folder = tempfile::tempdir().expect("a folder");
                let table = table("KRvK").expect("a table");
                write_all(folder.path(), &table).expect("files");
                let read = |metric: Metric| {
                    let name = metric.file_name(table.layout().material());
                    fs::read(folder.path().join(name)).expect("a file")
                };
                Metric::ALL.map(read).to_vec()
            };
        }
        let folder = tempfile::tempdir().expect("a folder");
        let fields = [group_blocks, metric, number_bytes, model_bytes, groups, payload];
        WHOLE.with(|whole| {
            for (file, name) in whole.iter().zip(["KRvK.dpw", "KRvK.dpm", "KRvK.dpz"]) {
                fs::write(folder.path().join(name), file).expect("written");
            }
            let name = ["KRvK.dpw", "KRvK.dpm", "KRvK.dpz"][of];
            fs::write(folder.path().join(name), crafted(&whole[of], fields, &junk))
                .expect("written");
        });
        if let Ok(oracle) = TableFolder::open(folder.path()) {
            let material: Material = "KRvK".parse().expect("a class");
            let _ = oracle.check(&material);
            let _ = oracle.load(&material);
            let squares = [0, 18, 34].map(shakmaty::Square::new).into_iter().collect();
            let placement = drawproof_tables::Placement { squares, turn: Color::White };
            let _ = oracle.probe(&material, &placement);
        }
    }
}
