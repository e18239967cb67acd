#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drawproof_fuzz::run("lrat", bytes));
