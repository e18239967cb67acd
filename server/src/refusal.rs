//! Why there is no answer.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use drawproof_suite::{explainer::Unexplained, workbench::NotExported};
use drawproof_tables::{FenError, Material, MaterialError, OracleError};

/// The longest text of a position, in bytes. None that is worth an answer is longer.
pub const LONGEST: usize = 128;

/// The longest text of rules, in bytes.
pub const LONGEST_TEXT: usize = 512 << 10;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("the position is {0} bytes long; at most {LONGEST} are read")]
    Long(usize),
    #[error("fen: {0}; expected something like 8/8/8/8/8/2R5/8/3K1bk1_w_-_-_0_1")]
    Fen(String),
    #[error("not a legal position: {0}")]
    Position(String),
    #[error("class: {0}")]
    Class(#[from] MaterialError),
    #[error("there is no table of this position, or of one that it leads to")]
    Missing,
    #[error("there is no table of {0}")]
    MissingClass(Material),
    #[error("the whole table of {0} is needed, in drawproof's format or generated")]
    NotWhole(Material),
    #[error("{0} has no mutual zugzwang")]
    NoZugzwang(Material),
    #[error("none of {tried} random positions of {class} has that value")]
    Rare { class: Material, tried: usize },
    #[error("a table could not be read; see the server's log")]
    Table(OracleError),
    #[error("the position could not be explained; see the server's log")]
    Unexplained(String),
    #[error("the text is {0} bytes long; at most {LONGEST_TEXT} are read; use drawproof verify")]
    LongText(usize),
    #[error("too many texts wait to be verified; try again later")]
    Busy,
    #[error("there is no job {0} any more")]
    NoJob(u64),
    #[error("a request of HTTP/1.1 names its host")]
    NoHost,
    #[error("the workbench is for pages of this server, opened by its address or as localhost")]
    Foreign,
    #[error("the workbench is off on this address; start the server with --workbench")]
    NoWorkbench,
    #[error("there is no such file")]
    NoFile,
    #[error(transparent)]
    NotExported(#[from] NotExported),
    #[error("the server is stopping")]
    Stopping,
}

impl From<FenError> for Refusal {
    fn from(error: FenError) -> Self {
        match error {
            FenError::Unreadable { error, .. } => Self::Fen(error),
            FenError::Illegal { reasons, .. } => Self::Position(reasons),
        }
    }
}

impl From<OracleError> for Refusal {
    fn from(error: OracleError) -> Self {
        match error {
            OracleError::MissingTable { .. }
            | OracleError::Layout(_)
            | OracleError::Placement(_) => Self::Missing,
            error => Self::Table(error),
        }
    }
}

impl From<Unexplained> for Refusal {
    fn from(error: Unexplained) -> Self {
        match error {
            Unexplained::Oracle(error) => error.into(),
            Unexplained::Other(error) => Self::Unexplained(error),
        }
    }
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::LongText(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotExported(NotExported::NotProven) => StatusCode::CONFLICT,
            Self::NotExported(NotExported::Other(_)) => StatusCode::BAD_REQUEST,
            Self::Foreign | Self::NoWorkbench => StatusCode::FORBIDDEN,
            Self::NoHost | Self::Long(_) | Self::Fen(_) | Self::Position(_) | Self::Class(_) => {
                StatusCode::BAD_REQUEST
            }
            Self::Missing
            | Self::MissingClass(_)
            | Self::NotWhole(_)
            | Self::NoJob(_)
            | Self::NoFile
            | Self::NoZugzwang(_)
            | Self::Rare { .. } => StatusCode::NOT_FOUND,
            Self::Table(_) | Self::Unexplained(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Stopping | Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match &self {
            Self::Table(error) => {
                let error = error.to_string();
                tracing::error!(?error, "a table could not be read");
            }
            Self::Unexplained(error) => tracing::error!(?error, "a position was not explained"),
            _ => {}
        }
        (self.status(), self.to_string() + "\n").into_response()
    }
}
