//! What clients send to the server: requests, queries, bodies.

use std::sync::LazyLock;

use drawproof_server::{Sources, Unbound};
use drawproof_suite::{
    explainer::Explainer, folders::TableFolders, progress::Progress, workbench::Workbench,
};

use super::target::Target;

pub const TARGET: Target = Target {
    name: "http",
    run,
    seeds,
    sealed: None,
    words: &[
        "GET ",
        "POST ",
        "HEAD ",
        " HTTP/1.1\r\n",
        " HTTP/1.0\r\n",
        "\r\n\r\n",
        "Host: localhost\r\n",
        "Content-Length: 18446744073709551615\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Connection: close\r\n",
        "Expect: 100-continue\r\n",
        "Content-Type: application/json\r\n",
        "?fen=",
        "&class=KPvK",
        "&value=win",
        "%00",
        "%ff",
        "+",
        "null",
        "{\"text\":\"",
    ],
};

const ROOK: &str = "8/8/8/8/8/2k5/8/K6R_w_-_-_0_1";
const PAWN: &str = "8/8/8/8/8/2k5/1P6/K7%20b%20-%20-%203%207";

/// One request of each kind, several on one connection, and one in chunks.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let rules = r#"recognizer KNK\ndraw \"all\" because \"Too few.\" when not in_check\n"#;
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let post = |path: &str, body: &str| {
        let length = body.len();
        format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    };
    let verify = format!(r#"{{"text":"{rules}","before":null,"replaces":17}}"#);
    let chunked = format!(
        "POST /api/bench/stop HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{{\"job\":\r\n3\r\n17}}\r\n0\r\n\r\n{}",
        get("/")
    );
    let inputs = [
        ("standard", get(&format!("/standard?fen={ROOK}"))),
        ("mainline", get(&format!("/standard/mainline?fen={PAWN}"))),
        ("position", get(&format!("/api/position?fen={PAWN}"))),
        ("rules", get(&format!("/api/rules?fen={ROOK}"))),
        ("pgn", get(&format!("/api/pgn?fen={ROOK}"))),
        ("classes", get("/api/classes")),
        ("random", get("/api/random?class=KPK&value=draw")),
        ("zugzwang", get("/api/zugzwang?class=KPvK")),
        ("files", get("/api/bench/files")),
        ("file", get("/api/bench/file?name=krkr.quick.rules")),
        ("verify", post("/api/bench/verify", &verify)),
        ("job", get("/api/bench/job?job=17")),
        (
            "export",
            post(
                "/api/bench/export",
                &format!(r#"{{"text":"{rules}","language":"c"}}"#),
            ),
        ),
        ("chunked", chunked),
        ("old", format!("GET /standard?fen={ROOK} HTTP/1.0\r\n\r\n")),
    ];
    inputs.map(|(name, text)| (name.into(), text.into())).into()
}

/// A server of a few small classes.
static SERVER: LazyLock<Unbound> = LazyLock::new(|| {
    let (folders, progress) = (TableFolders::default(), Progress::silent());
    let classes = ["KPvK", "KRvK"].map(|name| name.parse().expect("a class"));
    let sources = Sources::open(&folders, &classes, &progress).expect("small tables");
    let workbench = Workbench::new(folders.clone(), &progress);
    Unbound::new(sources, Explainer::new(folders), workbench).expect("threads")
});

/// Each answer is one of HTTP, and none says that the server is at fault.
fn run(bytes: &[u8]) {
    let answers = SERVER.answers(bytes);
    assert!(SERVER.stop_jobs(), "a job panicked");
    assert!(answers.is_empty() || answers.starts_with(b"HTTP/1."));
    let text = String::from_utf8_lossy(&answers);
    for fault in ["HTTP/1.1 500", "HTTP/1.0 500", "the server is stopping"] {
        assert!(!text.contains(fault), "{text}");
    }
}
