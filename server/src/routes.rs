//! What the server answers to which request.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use axum::{
    Json, Router,
    extract::{Query, State},
    http::{Method, StatusCode},
    routing::get,
};
use drawproof_suite::{explainer::Explainer, workbench::Workbench};
use drawproof_tables::Material;
use serde::Deserialize;
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, fen::Fen};
use tokio::{sync::Semaphore, task::spawn_blocking};
use tower_http::{cors, cors::CorsLayer, timeout::TimeoutLayer, trace::TraceLayer};

use crate::{
    answer::Answer,
    jobs::Jobs,
    mainline::Mainline,
    page::{self, Found},
    refusal::{LONGEST, Refusal},
    sources::Sources,
};

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub known: Arc<Knowing>,
    /// One permit for each request that may be at work.
    working: Arc<Semaphore>,
}

/// What answers come from.
pub(crate) struct Knowing {
    pub sources: Sources,
    pub explainer: Explainer,
    pub workbench: Arc<Workbench>,
    /// The verifications of the workbench.
    pub jobs: Jobs,
    /// The classes that the sources have, looked up once.
    pub classes: OnceLock<Vec<Material>>,
    /// The mutual zugzwangs that were asked for.
    pub zugzwangs: Found,
}

#[derive(Deserialize)]
pub(crate) struct Asked {
    fen: String,
}

impl Asked {
    /// The position, as far as it can be one: rights that do not fit the board are left out.
    pub fn position(&self) -> Result<Chess, Refusal> {
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
pub fn routes(
    sources: Sources,
    explainer: Explainer,
    workbench: Workbench,
    limit: Duration,
    at_work: usize,
) -> Router {
    let shared = Shared {
        known: Arc::new(Knowing {
            sources,
            explainer,
            workbench: Arc::new(workbench),
            jobs: Jobs::default(),
            classes: OnceLock::new(),
            zugzwangs: Found::default(),
        }),
        working: Arc::new(Semaphore::new(at_work)),
    };
    let cors = CorsLayer::new()
        .allow_methods([Method::GET])
        .allow_origin(cors::Any);
    Router::new()
        .route("/standard", get(standard))
        .route("/standard/mainline", get(mainline))
        .merge(page::routes())
        .layer(cors)
        .merge(page::workbench())
        .fallback(elsewhere)
        .with_state(shared)
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            limit,
        ))
        .layer(TraceLayer::new_for_http())
}

async fn standard(
    State(shared): State<Shared>,
    asked: Query<Asked>,
) -> Result<Json<Answer>, Refusal> {
    let position = asked.position()?;
    let find = move |known: &Knowing| Ok(Answer::new(&known.sources, &position)?);
    shared.work(find).await.map(Json)
}

async fn mainline(
    State(shared): State<Shared>,
    asked: Query<Asked>,
) -> Result<Json<Mainline>, Refusal> {
    let position = asked.position()?;
    let find = move |known: &Knowing| {
        let line = Mainline::new(&known.sources, &position)?;
        line.ok_or(Refusal::Missing)
    };
    shared.work(find).await.map(Json)
}

impl Shared {
    /// Looks for an answer on a thread that may wait for a disk.
    pub async fn work<T: Send + 'static>(
        self,
        find: impl FnOnce(&Knowing) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.working.acquire_owned().await;
        let permit = permit.map_err(|_| Refusal::Stopping)?;
        let found = spawn_blocking(move || {
            let _permit = permit;
            find(&self.known)
        });
        found.await.map_err(|_| Refusal::Stopping)?
    }
}

async fn elsewhere() -> (StatusCode, &'static str) {
    (
        StatusCode::NOT_FOUND,
        "there are /standard?fen=..., /standard/mainline?fen=..., a page at / and one at /workbench\n",
    )
}
