//! Why a table cannot be decoded.

/// Why a table cannot be decoded.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CodecError {
    /// The model's bytes are not valid.
    #[error("the model of the table is damaged")]
    Model,
}
