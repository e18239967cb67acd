//! Errors as exceptions of Python.

use std::fmt::Display;

use drawproof_suite::memory::NotEnoughMemory;
use pyo3::{create_exception, exceptions::PyValueError, prelude::*};

create_exception!(
    drawproof,
    Error,
    PyValueError,
    "What drawproof cannot do: the input, what was expected, what to do."
);

/// Why work has no result.
#[derive(Debug)]
pub enum Failure {
    /// An error in words.
    Said(String),
    /// More memory is needed than is free.
    Memory(String),
    /// The work was stopped; the caller knows why.
    Stopped,
}

impl Failure {
    /// An error in words.
    pub fn said(error: impl Display) -> Self {
        Self::Said(error.to_string())
    }

    /// What a use case says.
    pub fn of(error: anyhow::Error) -> Self {
        let text = format!("{error:#}");
        if error.is::<NotEnoughMemory>() {
            Self::Memory(text)
        } else {
            Self::Said(text)
        }
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::said(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Said(text) => Error::new_err(text),
            Failure::Memory(text) => pyo3::exceptions::PyMemoryError::new_err(text),
            Failure::Stopped => pyo3::exceptions::PyKeyboardInterrupt::new_err(()),
        }
    }
}
