//! The module that each mutated library is given: which mutant is on.

/// Its source text. `functions` and `mutants` are the libraries' together.
///
/// A function with mutants is there twice, as it is and mutated; the second
/// one runs while one of its mutants is on or while it is recorded which
/// mutants a test reaches. So everything else runs at its usual speed.
pub fn module(functions: usize, mutants: usize) -> String {
    TEXT.replace("{functions}", &functions.to_string())
        .replace("{mutants}", &mutants.to_string())
}

const TEXT: &str = r#"

#[allow(warnings, unsafe_code, clippy::all, clippy::pedantic)]
mod __mutant {
    use std::ffi::{c_char, c_int, c_void};
    use std::ptr::null_mut;

    pub static mut ENTERED: [bool; {functions} + 1] = [false; {functions} + 1];
    static mut ACTIVE: u32 = 0;
    static mut SEEN: *mut u8 = null_mut();

    unsafe extern "C" {
        fn open(path: *const c_char, flags: c_int) -> c_int;
        fn close(file: c_int) -> c_int;
        fn mmap(at: *mut c_void, size: usize, prot: c_int, flags: c_int, file: c_int, from: isize) -> *mut c_void;
    }

    #[used]
    #[unsafe(link_section = ".init_array")]
    static START: extern "C" fn() = start;

    extern "C" fn start() {
        unsafe {
            if let Ok(text) = std::env::var("DRAWPROOF_MUTANT") {
                if let Some((mutant, function)) = text.split_once(':') {
                    ACTIVE = mutant.parse().unwrap_or(0);
                    let function: usize = function.parse().unwrap_or(0);
                    (*(&raw mut ENTERED))[function] = true;
                }
            }
            if let Ok(path) = std::env::var("DRAWPROOF_MUTANTS_SEEN") {
                let path = std::ffi::CString::new(path).unwrap();
                let file = open(path.as_ptr(), 2);
                if file >= 0 {
                    let at = mmap(null_mut(), {mutants} + 1, 3, 1, file, 0);
                    close(file);
                    if at as isize != -1 {
                        SEEN = at.cast();
                        ENTERED = [true; {functions} + 1];
                    }
                }
            }
        }
    }

    #[inline(always)]
    pub fn enter(function: usize) -> bool {
        unsafe { ENTERED[function] }
    }

    // Cold and no part of its callers, so that they compile fast.
    #[cold]
    #[inline(never)]
    pub fn on(mutant: u32) -> bool {
        unsafe {
            if !SEEN.is_null() {
                *SEEN.add(mutant as usize) = 1;
            }
            ACTIVE == mutant
        }
    }
}
"#;
