//! Variables of the environment.

use std::ffi::OsString;

use drawproof_suite::threads::{MOST_THREADS, asked};

use super::target::Target;

pub const TARGET: Target = Target {
    name: "environment",
    run,
    seeds,
    sealed: None,
    words: &[
        "0",
        "1",
        "256",
        "257",
        "-1",
        "+",
        " ",
        "18446744073709551616",
        "1e3",
        "0x",
    ],
};

/// Numbers of threads.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let texts = [
        ("few", "2"),
        ("many", "1000"),
        ("none", "0"),
        ("word", "all"),
    ];
    texts.map(|(name, text)| (name.into(), text.into())).into()
}

/// The number of threads by a variable is possible, or refused with the variable's name.
fn run(bytes: &[u8]) {
    let variable = text(bytes);
    match asked(None, || variable.clone()) {
        Ok(None) => {}
        Ok(Some(threads)) => {
            assert!((1..=MOST_THREADS).contains(&threads));
            assert_eq!(
                variable.and_then(|of| of.to_str()?.parse().ok()),
                Some(threads)
            );
        }
        Err(error) => assert!(error.to_string().contains("RAYON_NUM_THREADS")),
    }
    assert_eq!(asked(Some(3), || text(bytes)).ok(), Some(Some(3)));
}

/// Bytes as the system has them; none for none.
fn text(bytes: &[u8]) -> Option<OsString> {
    if bytes.is_empty() {
        return None;
    }
    #[cfg(unix)]
    return Some(std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec()));
    #[cfg(not(unix))]
    return Some(String::from_utf8_lossy(bytes).into_owned().into());
}
