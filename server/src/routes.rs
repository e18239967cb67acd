//! What the server answers to which request.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use axum::{
    Router,
    extract::{Query, State},
    http::{Method, StatusCode},
    middleware::from_fn,
    response::Response,
    routing::get,
};
use drawproof_suite::{explainer::Explainer, workbench::Workbench};
use tower_http::{classify::ServerErrorsFailureClass, cors, cors::CorsLayer, trace::TraceLayer};
use tracing::Span;

use crate::{
    answer::Answer,
    guard,
    jobs::Jobs,
    limits::Limits,
    mainline::Mainline,
    negotiated::Format,
    page,
    refusal::Refusal,
    seldom::Seldom,
    shared::{Knowing, PositionAsked, Shared},
    sources::Sources,
    zugzwangs::KnownZugzwangs,
};

/// The routes.
pub fn routes(
    sources: Sources,
    explainer: Explainer,
    workbench: Workbench,
    jobs: Jobs,
    limits: Limits,
) -> Router {
    let known = Knowing {
        sources,
        explainer,
        workbench: Arc::new(workbench),
        jobs,
        classes: OnceLock::new(),
        zugzwangs: KnownZugzwangs::default(),
    };
    let cors = CorsLayer::new()
        .allow_methods([Method::GET])
        .allow_origin(cors::Any);
    let failed = |class: ServerErrorsFailureClass, _: Duration, _: &Span| log_failure(&class);
    let bench = if limits.workbench {
        page::workbench(limits)
    } else {
        page::no_workbench()
    };
    Router::new()
        .route("/standard", get(standard))
        .route("/standard/mainline", get(mainline))
        .merge(page::routes())
        .layer(cors)
        .fallback(elsewhere)
        .layer(guard::in_time(limits))
        .merge(bench)
        .with_state(Shared::new(known, limits.at_work))
        .layer(from_fn(guard::with_host))
        .layer(TraceLayer::new_for_http().on_failure(failed))
}

/// Logs once a minute that requests failed: any client can bring that about by asking too much.
fn log_failure(class: &ServerErrorsFailureClass) {
    static FAILED: Seldom = Seldom::new();
    if let Some(times) = FAILED.happens() {
        tracing::warn!(%class, times, "requests failed");
    }
}

async fn standard(
    State(shared): State<Shared>,
    format: Format,
    asked: Query<PositionAsked>,
) -> Result<Response, Refusal> {
    let given = asked.position()?;
    let find = move |known: &Knowing| {
        let answer = Answer::new(&known.sources, &given.position)?;
        Ok(answer.leaving_out(given.left_out()))
    };
    let found = shared.work(find).await?;
    Ok(format.answer(found))
}

async fn mainline(
    State(shared): State<Shared>,
    format: Format,
    asked: Query<PositionAsked>,
) -> Result<Response, Refusal> {
    let position = asked.position()?.position;
    let find = move |known: &Knowing| {
        let line = Mainline::new(&known.sources, &position)?;
        line.ok_or(Refusal::Missing)
    };
    let found = shared.work(find).await?;
    Ok(format.answer(found))
}

async fn elsewhere() -> (StatusCode, &'static str) {
    (
        StatusCode::NOT_FOUND,
        "there are /standard?fen=..., /standard/mainline?fen=..., a page at / and one at /workbench\n",
    )
}
