//! The page, and the questions that it asks.
//!
//! Its files are part of the program, and it loads nothing from elsewhere.

mod find;
mod questions;
mod workbench;

use axum::{
    Router,
    http::{HeaderValue, header},
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{
    guard::{self, in_time},
    limits::Limits,
    refusal::Refusal,
    shared::Shared,
};

/// What a browser lets the page do: nothing from other hosts, no code in its text.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The men, as the reports draw them.
const PIECES: &str = include_str!("../../../reports/templates/pieces.svg");

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files besides the page itself: name, type, text.
const FILES: [(&str, &str, &str); 10] = [
    ("/page/page.css", CSS, include_str!("../../page/page.css")),
    ("/page/main.js", SCRIPT, include_str!("../../page/main.js")),
    (
        "/page/board.js",
        SCRIPT,
        include_str!("../../page/board.js"),
    ),
    ("/page/fen.js", SCRIPT, include_str!("../../page/fen.js")),
    (
        "/page/shown.js",
        SCRIPT,
        include_str!("../../page/shown.js"),
    ),
    ("/page/ask.js", SCRIPT, include_str!("../../page/ask.js")),
    (
        "/page/workbench.css",
        CSS,
        include_str!("../../page/workbench.css"),
    ),
    (
        "/page/workbench.js",
        SCRIPT,
        include_str!("../../page/workbench.js"),
    ),
    (
        "/page/editor.js",
        SCRIPT,
        include_str!("../../page/editor.js"),
    ),
    (
        "/page/verdict.js",
        SCRIPT,
        include_str!("../../page/verdict.js"),
    ),
];

pub(crate) fn routes() -> Router<Shared> {
    let page = include_str!("../../page/index.html").replace("<!-- men -->", PIECES);
    let mut routes = questions::routes().route("/", get(async move || file(HTML, page)));
    for (path, kind, text) in FILES {
        routes = routes.route(path, get(async move || file(kind, text)));
    }
    routes
}

/// The page on which rules are written, and its questions.
pub(crate) fn workbench(limits: Limits) -> Router<Shared> {
    let page = include_str!("../../page/workbench.html").replace("<!-- men -->", PIECES);
    workbench::routes()
        .route("/workbench", get(async move || file(HTML, page)))
        .layer(in_time(limits))
        .layer(from_fn_with_state(limits.client, guard::whole_bodies))
        .layer(from_fn(guard::own_pages_only))
}

/// What stands in its place where it is off.
pub(crate) fn no_workbench() -> Router<Shared> {
    Router::new().route("/workbench", get(async || Refusal::NoWorkbench))
}

fn file(kind: &'static str, text: impl IntoResponse) -> Response {
    let fixed = HeaderValue::from_static;
    let headers = [
        (header::CONTENT_TYPE, fixed(kind)),
        (header::CONTENT_SECURITY_POLICY, fixed(POLICY)),
        (header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff")),
        (header::REFERRER_POLICY, fixed("no-referrer")),
        // Another version of the program may answer next time.
        (header::CACHE_CONTROL, fixed("no-cache")),
    ];
    (headers, text).into_response()
}
