//! Why a library cannot be used at all.

use std::io;

use crate::abi::{ABI, FIRST_ABI};

/// Why a library cannot be asked at all.
#[derive(Debug, thiserror::Error)]
pub enum PluginError {
    /// The file cannot be read.
    #[error("cannot read the library {path}: {error}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The file is not a shared library.
    #[error(
        "{path} cannot be loaded as a shared library: {reason}; \
         build one with cc -shared -fPIC or crate-type = [\"cdylib\"]"
    )]
    Load {
        /// The file.
        path: String,
        /// What the loader says.
        reason: String,
    },
    /// A function is missing.
    #[error(
        "{path} does not define {function}; define drawproof_abi, and drawproof_is_draw or \
         drawproof_results, as drawproof.h declares them, and do not hide them"
    )]
    Missing {
        /// The file.
        path: String,
        /// The function.
        function: String,
    },
    /// The library was made for another version of the interface.
    #[error(
        "{path} is made for version {found} of the interface, and these are versions {FIRST_ABI} and {ABI}; \
         compile it again with the drawproof.h of this version"
    )]
    Version {
        /// The file.
        path: String,
        /// The version that it returns.
        found: String,
    },
    /// The library stops before it is asked anything.
    #[error("{path} cannot be used: while it was loaded, {what}")]
    Loading {
        /// The file.
        path: String,
        /// What happened.
        what: String,
    },
    /// The file has changed since the run began.
    #[error("{path} was changed while it was verified; verify it again")]
    Changed {
        /// The file.
        path: String,
    },
    /// The process that loads the library cannot be started.
    #[error("cannot start a process for {path}: {error}")]
    Start {
        /// The library.
        path: String,
        /// What the system says.
        error: io::Error,
    },
}
