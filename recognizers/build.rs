//! Compresses the rule files, most of which are decision trees: 14 MB of text take one.

use std::{env, fs, io, path::PathBuf};

/// Higher levels take ten times as long, for a tenth of the size.
const LEVEL: i32 = 12;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=rules");
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    let out = PathBuf::from(out);
    println!("cargo:rerun-if-changed=proven");
    let files = ["rules", "proven"].map(fs::read_dir);
    for file in files
        .into_iter()
        .collect::<io::Result<Vec<_>>>()?
        .into_iter()
        .flatten()
    {
        let file = file?;
        let packed = zstd::bulk::compress(&fs::read(file.path())?, LEVEL)?;
        fs::write(out.join(file.file_name()), packed)?;
    }
    Ok(())
}
