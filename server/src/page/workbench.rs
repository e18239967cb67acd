//! The questions that the workbench asks.

use std::sync::Arc;

use axum::{
    Extension, Json, Router,
    extract::{Query, State},
    http::header,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use drawproof_suite::workbench::RuleText;
use serde::{Deserialize, Serialize};

use crate::{
    client::Client,
    job::Job,
    refusal::{LONGEST_TEXT, Refusal},
    shared::Shared,
};

/// The routes. Other hosts' pages can neither begin a job, because a browser asks first whether they
/// may send JSON, nor read what it finds.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/bench/files", get(files))
        .route("/api/bench/file", get(file))
        .route("/api/bench/verify", post(verify))
        .route("/api/bench/job", get(job))
        .route("/api/bench/stop", post(stop))
        .route("/api/bench/export", post(export))
}

/// What can be loaded, and exported to.
#[derive(Serialize)]
struct Choice {
    files: Vec<File>,
    languages: Vec<String>,
}

#[derive(Serialize)]
struct File {
    name: &'static str,
    class: String,
}

async fn files(State(shared): State<Shared>) -> Json<Choice> {
    let all = shared.known.workbench.built_in().into_iter();
    let fitting = all.filter(|of| of.text.len() <= LONGEST_TEXT);
    let file = |RuleText { name, class, .. }| File { name, class };
    Json(Choice {
        files: fitting.map(file).collect(),
        languages: shared.known.workbench.languages(),
    })
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

async fn file(State(shared): State<Shared>, asked: Query<Named>) -> Result<Response, Refusal> {
    let mut all = shared.known.workbench.built_in().into_iter();
    let found = all.find(|of| of.name == asked.name);
    let found = found.ok_or(Refusal::NoFile)?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, found.text).into_response())
}

#[derive(Deserialize)]
struct ToVerify {
    text: String,
    /// The SHA-256 of a proven text.
    before: Option<String>,
    /// The job that this one makes needless.
    replaces: Option<u64>,
}

/// A job.
#[derive(Serialize, Deserialize)]
struct Numbered {
    job: u64,
}

async fn verify(
    State(shared): State<Shared>,
    Extension(client): Extension<Client>,
    Json(asked): Json<ToVerify>,
) -> Result<Json<Numbered>, Refusal> {
    let known = &shared.known;
    check_length(&asked.text)?;
    if let Some(job) = asked.replaces.and_then(|old| known.jobs.find(old).ok()) {
        job.stop();
    }
    let workbench = Arc::clone(&known.workbench);
    let ToVerify { text, before, .. } = asked;
    let verify = move |job: &Job| workbench.verify(&text, before.as_deref(), job);
    let job = known.jobs.begin(client, verify)?;
    Ok(Json(Numbered { job }))
}

fn check_length(text: &str) -> Result<(), Refusal> {
    if text.len() > LONGEST_TEXT {
        return Err(Refusal::LongText(text.len()));
    }
    Ok(())
}

async fn job(State(shared): State<Shared>, asked: Query<Numbered>) -> Result<Response, Refusal> {
    let (state, found) = shared.known.jobs.find(asked.job)?.look();
    let json = format!(r#"{{"state":"{}","found":{found}}}"#, state.name());
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, json).into_response())
}

async fn stop(State(shared): State<Shared>, Json(asked): Json<Numbered>) -> Result<(), Refusal> {
    shared.known.jobs.find(asked.job)?.stop();
    Ok(())
}

#[derive(Deserialize)]
struct ToExport {
    text: String,
    language: String,
}

async fn export(
    State(shared): State<Shared>,
    Json(asked): Json<ToExport>,
) -> Result<Response, Refusal> {
    check_length(&asked.text)?;
    let source =
        shared.work(move |known| Ok(known.workbench.export(&asked.text, &asked.language)?));
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, source.await?).into_response())
}
