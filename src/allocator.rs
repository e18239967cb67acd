//! The memory allocator of the program, and when it gives memory back.

use std::ffi::c_long;

/// The search allocates and frees large pieces of memory at every ply.
/// Requesting them from the system each time doubles the time of a five-man
/// class.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tells the allocator to keep freed memory for the next ply, until [`give_back`].
#[allow(unsafe_code)]
pub fn keep_memory() {
    /// `mi_option_purge_delay` of mimalloc.h, in milliseconds.
    const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
    /// Ten days. With -1, which means forever, memory can never be given back.
    const LONG: c_long = 10 * 24 * 3600 * 1000;
    // SAFETY: sets one of the allocator's options before other threads begin;
    // no memory of the program is involved.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, LONG) }
}

/// Gives freed memory back to the system: for a caller that goes on to something that
/// needs other pieces.
pub fn give_back() {
    // Each thread keeps some; what is given up last is released by the last one.
    rayon::broadcast(|_| collect());
    collect();
}

#[allow(unsafe_code)]
fn collect() {
    // SAFETY: the allocator may be asked at any time, by any thread; it touches only memory
    // that was freed.
    unsafe { libmimalloc_sys::mi_collect(true) }
}
