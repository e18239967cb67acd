#![no_main]

use std::panic;

libfuzzer_sys::fuzz_target!(
    init: {
        // The library that reads Syzygy files may panic on damaged ones; the
        // panic is caught and becomes an error. libFuzzer would stop before
        // that.
        panic::set_hook(Box::new(|_| {}));
    },
    |bytes: &[u8]| drawproof_fuzz::run("syzygy", bytes)
);
