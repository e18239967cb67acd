//! What the server answers to which request.

use std::{sync::Arc, time::Duration};

use axum::{
    Json, Router,
    extract::{Query, State},
    http::{Method, StatusCode},
    response::{IntoResponse, Response},
    routing::get,
};
use drawproof_tables::OracleError;
use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, fen::Fen};
use tokio::{sync::Semaphore, task::spawn_blocking};
use tower_http::{cors, cors::CorsLayer, timeout::TimeoutLayer, trace::TraceLayer};

use crate::{answer::Answer, mainline::Mainline, sources::Sources};

/// The longest text of a position, in bytes. None that is worth an answer is longer.
const LONGEST: usize = 128;

/// What all requests share.
#[derive(Clone)]
struct Shared {
    sources: Arc<Sources>,
    /// One permit for each request that may be at work.
    working: Arc<Semaphore>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("the position is {0} bytes long; at most {LONGEST} are read")]
    Long(usize),
    #[error("fen: {0}; expected something like 8/8/8/8/8/2R5/8/3K1bk1_w_-_-_0_1")]
    Fen(#[from] shakmaty::fen::ParseFenError),
    #[error("not a legal position: {0}")]
    Position(Box<PositionError<Chess>>),
    #[error("there is no table of this position, or of one that it leads to")]
    Missing,
    #[error("a table could not be read; see the server's log")]
    Table(OracleError),
    #[error("the server is stopping")]
    Stopping,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::Long(_) | Self::Fen(_) | Self::Position(_) => StatusCode::BAD_REQUEST,
            Self::Missing => StatusCode::NOT_FOUND,
            Self::Table(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Stopping => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        if let Self::Table(error) = &self {
            let error = error.to_string();
            tracing::error!(?error, "a table could not be read");
        }
        (self.status(), self.to_string() + "\n").into_response()
    }
}

#[derive(Deserialize)]
struct Asked {
    fen: String,
}

impl Asked {
    /// The position, as far as it can be one: rights that do not fit the board are left out.
    fn position(&self) -> Result<Chess, Refusal> {
        if self.fen.len() > LONGEST {
            return Err(Refusal::Long(self.fen.len()));
        }
        let setup = self.fen.parse::<Fen>()?.into_setup();
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| Refusal::Position(Box::new(error)))
    }
}

/// The routes. `limit` is the time that a request may take, `at_work` how many may be at work.
pub fn routes(sources: Arc<Sources>, limit: Duration, at_work: usize) -> Router {
    let shared = Shared {
        sources,
        working: Arc::new(Semaphore::new(at_work)),
    };
    let cors = CorsLayer::new()
        .allow_methods([Method::GET])
        .allow_origin(cors::Any);
    Router::new()
        .route("/standard", get(standard))
        .route("/standard/mainline", get(mainline))
        .fallback(elsewhere)
        .with_state(shared)
        .layer(cors)
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            limit,
        ))
        .layer(TraceLayer::new_for_http())
}

async fn standard(state: State<Shared>, asked: Query<Asked>) -> Result<Response, Refusal> {
    answer(state, &asked, |sources, position| {
        Answer::new(sources, position).map(Some)
    })
    .await
}

async fn mainline(state: State<Shared>, asked: Query<Asked>) -> Result<Response, Refusal> {
    answer(state, &asked, Mainline::new).await
}

/// Looks for an answer on a thread that may wait for a disk.
async fn answer<T: Serialize + Send + 'static>(
    State(shared): State<Shared>,
    asked: &Asked,
    find: fn(&Sources, &Chess) -> Result<Option<T>, OracleError>,
) -> Result<Response, Refusal> {
    let position = asked.position()?;
    let permit = shared.working.acquire_owned().await;
    let permit = permit.map_err(|_| Refusal::Stopping)?;
    let found = spawn_blocking(move || {
        let _permit = permit;
        find(&shared.sources, &position)
    });
    let found = found.await.map_err(|_| Refusal::Stopping)?;
    match found.map_err(Refusal::Table)? {
        Some(answer) => Ok(Json(answer).into_response()),
        None => Err(Refusal::Missing),
    }
}

async fn elsewhere() -> (StatusCode, &'static str) {
    (
        StatusCode::NOT_FOUND,
        "there are /standard?fen=... and /standard/mainline?fen=...\n",
    )
}
