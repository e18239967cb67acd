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
use tower_http::{cors, cors::CorsLayer, timeout::TimeoutLayer, trace::TraceLayer};

use crate::{
    answer::Answer,
    guard,
    jobs::Jobs,
    mainline::Mainline,
    negotiated::Format,
    page,
    refusal::Refusal,
    shared::{Knowing, PositionAsked, Shared},
    sources::Sources,
    zugzwangs::KnownZugzwangs,
};

/// The routes. Only a server `with_workbench` verifies what it is sent. `limit` is the time that a request may take, `at_work` how many may be at work.
pub fn routes(
    sources: Sources,
    explainer: Explainer,
    workbench: Workbench,
    with_workbench: bool,
    limit: Duration,
    at_work: usize,
) -> Router {
    let known = Knowing {
        sources,
        explainer,
        workbench: Arc::new(workbench),
        jobs: Jobs::default(),
        classes: OnceLock::new(),
        zugzwangs: KnownZugzwangs::default(),
    };
    let cors = CorsLayer::new()
        .allow_methods([Method::GET])
        .allow_origin(cors::Any);
    let bench = if with_workbench {
        page::workbench()
    } else {
        page::no_workbench()
    };
    Router::new()
        .route("/standard", get(standard))
        .route("/standard/mainline", get(mainline))
        .merge(page::routes())
        .layer(cors)
        .merge(bench)
        .fallback(elsewhere)
        .with_state(Shared::new(known, at_work))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            limit,
        ))
        .layer(from_fn(guard::with_host))
        .layer(TraceLayer::new_for_http())
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
