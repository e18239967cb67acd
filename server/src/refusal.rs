//! Why there is no answer.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use drawproof_suite::{explainer::Unexplained, workbench::NotExported};
use drawproof_tables::{FenError, Material, MaterialError, OracleError};

use crate::seldom::Seldom;

/// The longest text of a position, in bytes. None that is worth an answer is longer.
pub const LONGEST: usize = 128;

/// The longest text of rules, in bytes.
pub const LONGEST_TEXT: usize = 512 << 10;

/// The longest body of a request, in bytes: a text in JSON takes more than the text.
pub const LONGEST_BODY: usize = 2 * LONGEST_TEXT;

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
    #[error("this address has too many texts that wait to be verified; try again later")]
    Greedy,
    #[error("the body of the request took too long")]
    Slow,
    #[error("the body of the request is longer than {LONGEST_BODY} bytes, or broke off")]
    LongBody,
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
            Self::LongText(_) | Self::LongBody => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotExported(NotExported::NotProven) => StatusCode::CONFLICT,
            Self::NotExported(NotExported::Other(_)) => StatusCode::BAD_REQUEST,
            Self::Greedy => StatusCode::TOO_MANY_REQUESTS,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
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

impl Refusal {
    /// Logs faults of this machine, of each kind once a minute.
    fn log(&self) {
        static TABLES: Seldom = Seldom::new();
        static UNEXPLAINED: Seldom = Seldom::new();
        let (kind, what, error) = match self {
            Self::Table(error) => (&TABLES, "a table could not be read", error.to_string()),
            Self::Unexplained(error) => {
                (&UNEXPLAINED, "a position was not explained", error.clone())
            }
            _ => return,
        };
        if let Some(times) = kind.happens() {
            tracing::error!(?error, times, "{what}");
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        self.log();
        (self.status(), self.to_string() + "\n").into_response()
    }
}
