//! The server as its clients see it.

mod bench_page;
mod clients;
mod page;
pub mod server;
mod workbench;

use std::{
    error::Error,
    io::{Read, Write},
    net::TcpStream,
    process::Command,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::numbers::Numbers;
use server::Served;

type Outcome = Result<(), Box<dyn Error>>;

/// A rook's ending that is won, with all its fields.
const ROOK: &str = "8/8/8/8/8/2R5/8/3K1bk1_w_-_-_0_1";

#[test]
fn a_position_has_the_fields_of_lichess() -> Outcome {
    let served = Served::new(&["KPK"])?;
    // Fields and their order as at https://tablebase.lichess.ovh/standard?fen=...
    let (status, text) = served.get("/standard?fen=8/1P6/1K6/8/8/8/8/7k_b_-_-_0_1")?;
    assert_eq!(status, 200);
    let expected = r#"{"checkmate":false,"stalemate":false,"variant_win":false,"variant_loss":false,"insufficient_material":false,"dtz":"#;
    assert!(text.starts_with(expected), "{text}");
    let answer: Value = serde_json::from_str(&text)?;
    let first = &answer["moves"][0];
    let text = text.split_once("\"moves\":[{").ok_or("no moves")?.1;
    assert!(text.starts_with(r#""uci":""#), "{text}");
    let after_san = text.split_once(r#","zeroing":"#).ok_or("no zeroing")?.1;
    assert!(after_san.contains(r#","conversion":"#), "{text}");
    assert_eq!(answer["category"], "loss");
    assert_eq!(first["category"], "win");
    for unknown in ["dtw", "dtc"] {
        assert!(answer[unknown].is_null());
    }
    let plies = |name: &str| answer[name].as_i64().zip(first[name].as_i64());
    for name in ["dtz", "precise_dtz", "dtm"] {
        let (now, then) = plies(name).ok_or(name)?;
        assert!(
            now < 0 && (then == -now - 1 || first["zeroing"] == true),
            "{name}"
        );
    }
    Ok(())
}

/// The header `Accept` decides.
#[test]
fn an_answer_in_cbor_says_the_same() -> Outcome {
    let served = Served::new(&["KRK"])?;
    for path in ["/standard", "/standard/mainline"] {
        let path = format!("{path}?fen=8/8/8/8/8/2R5/8/3K2k1_w_-_-_0_1");
        let mut stream = TcpStream::connect(served.address)?;
        let accept = "Accept: application/cbor, application/json;q=0.9";
        write!(
            stream,
            "GET {path} HTTP/1.0\r\nHost: localhost\r\n{accept}\r\n\r\n"
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let end = answer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .ok_or("no end")?;
        let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
        assert!(head.contains("content-type: application/cbor"), "{head}");
        let in_cbor: Value = minicbor_serde::from_slice(&answer[end + 4..])?;
        let in_json: Value = serde_json::from_str(&served.get(&path)?.1)?;
        assert_eq!(in_cbor, in_json);
    }
    Ok(())
}

/// Bare kings, castling, rights that do not fit the board, and a mate on a full board.
#[test]
fn probe_answers_what_the_server_does_not_refuse() -> Outcome {
    are_answered_alike(
        &["KPK", "KRK"],
        &[
            ("8/8/8/8/8/8/8/K1k5 w - - 0 1", "draw", "draw"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "win", "loss"),
            ("8/8/8/4k3/8/4K3/4P3/8 w KQ - 0 1", "draw", "draw"),
            ("7k/7p/1R6/6P1/P7/5n2/4r3/7K b - - 0 41", "win", "loss"),
        ],
    )
}

#[test]
#[ignore = "seconds: KPvKP and all classes that promotions lead to"]
fn probe_answers_with_rights_that_the_server_does_not_refuse() -> Outcome {
    are_answered_alike(
        &["KPKP"],
        &[("8/8/7k/8/1pP5/7K/8/8 b - c4 0 1", "win", "loss")],
    )
}

/// The server with these classes and `probe` say the same of positions: their category, and that of
/// the best move.
fn are_answered_alike(classes: &[&str], positions: &[(&str, &str, &str)]) -> Outcome {
    let served = Served::new(classes)?;
    for &(fen, category, best) in positions {
        let (status, text) = served.get(&format!("/standard?fen={}", fen.replace(' ', "_")))?;
        assert_eq!(status, 200, "{fen}: {text}");
        let served: Value = serde_json::from_str(&text)?;
        let output = assert_cmd::Command::cargo_bin("drawproof")?
            .args(["probe", fen, "--json", "--lichess"])
            .output()?;
        assert_eq!(output.status.code(), Some(0), "{fen}");
        let printed: Value = serde_json::from_slice(&output.stdout)?;
        assert_eq!(printed["category"], category, "{fen}");
        assert_eq!(printed["moves"][0]["category"], best, "{fen}");
        for field in ["category", "moves", "dtz", "dtm", "checkmate"] {
            assert_eq!(printed[field], served[field], "{fen} {field}");
        }
    }
    Ok(())
}

#[test]
fn probe_prints_what_the_server_answers() -> Outcome {
    let served = Served::new(&["KRKB"])?;
    let (_, text) = served.get(&format!("/standard?fen={ROOK}"))?;
    let output = assert_cmd::Command::cargo_bin("drawproof")?
        .args(["probe", &ROOK.replace('_', " "), "--json", "--lichess"])
        .output()?;
    let printed: Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(printed, serde_json::from_str::<Value>(&text)?);
    Ok(())
}

/// Who can still mate stands in each answer where a table of help mates knows it: generated, or
/// read from files.
#[test]
fn who_can_mate_is_said_where_it_is_known() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path")?;
    let generate = |metrics: &str| {
        let mut command = assert_cmd::Command::cargo_bin("drawproof")?;
        command.args([
            "generate",
            "KNK",
            "KPK",
            "--metrics",
            metrics,
            "--out",
            path,
        ]);
        Ok::<_, Box<dyn Error>>(command.assert().success())
    };
    generate("wdl")?;
    let knight = "/standard?fen=8/8/8/8/8/2k5/8/K1N5_w_-_-_0_1";
    let promotes = "/standard?fen=8/1P6/8/8/8/2k5/8/K7_w_-_-_0_1";
    let can_mate = |served: &Served, path: &str| -> Result<[Value; 2], Box<dyn Error>> {
        let answer: Value = serde_json::from_str(&served.get(path)?.1)?;
        let said = |of: &Value| [of["can_mate_white"].clone(), of["can_mate_black"].clone()];
        // What is left of a promotion to a knight cannot mate.
        let moves = answer["moves"].as_array().ok_or("no moves")?;
        if let Some(to_knight) = moves.iter().find(|of_move| of_move["uci"] == "b7b8n") {
            let expected = match said(&answer)[0] {
                Value::Null => [Value::Null, Value::Null],
                _ => [false, false].map(Value::from),
            };
            assert_eq!(said(to_knight), expected);
        }
        Ok(said(&answer))
    };
    let without = Served::new(&["--tables", path])?;
    assert_eq!(can_mate(&without, knight)?, [Value::Null, Value::Null]);
    assert_eq!(can_mate(&without, promotes)?, [Value::Null, Value::Null]);
    generate("helpmate")?;
    let with = Served::new(&["--tables", path])?;
    let generated = Served::new(&["KPK", "KNK"])?;
    for served in [with, generated] {
        assert_eq!(can_mate(&served, knight)?, [false, false].map(Value::from));
        assert_eq!(can_mate(&served, promotes)?, [true, false].map(Value::from));
    }
    Ok(())
}

#[test]
fn a_position_without_a_table_is_unknown() -> Outcome {
    let served = Served::new(&["KRK"])?;
    for (fen, category) in [
        // No such class, and too many men.
        ("8/8/8/8/8/1k6/7p/K2R4_b_-_-_0_1", "unknown"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
            "unknown",
        ),
        // Castling, but moves of the rook lead to a table.
        ("4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1", "win"),
    ] {
        let (status, text) = served.get(&format!("/standard?fen={fen}"))?;
        let answer: Value = serde_json::from_str(&text)?;
        assert_eq!((status, &answer["category"]), (200, &category.into()));
        assert!(answer["dtz"].is_null(), "{fen}");
        let (status, text) = served.get(&format!("/standard/mainline?fen={fen}"))?;
        assert_eq!(status, 404, "{fen}: {text}");
    }
    let (_, text) = served.get("/standard?fen=8/8/8/8/8/1k6/8/K7_w_-_-_0_1")?;
    let bare: Value = serde_json::from_str(&text)?;
    assert_eq!((&bare["dtz"], &bare["dtm"]), (&0.into(), &0.into()));
    Ok(())
}

#[test]
fn the_clock_decides_what_a_win_is_worth() -> Outcome {
    let served = Served::new(&["KRK"])?;
    // Mate in one.
    for (clock, category, after) in [
        (0, "win", "loss"),
        (99, "win", "loss"),
        (100, "cursed-win", "blessed-loss"),
    ] {
        let fen = format!("7k/8/6K1/8/8/8/8/R7_w_-_-_{clock}_90");
        let (_, text) = served.get(&format!("/standard?fen={fen}"))?;
        let answer: Value = serde_json::from_str(&text)?;
        assert_eq!(answer["category"], category, "{clock}");
        let first = &answer["moves"][0];
        assert_eq!(first["san"], "Ra8#");
        assert_eq!(first["category"], after);
        // As Syzygy counts, and as 0 is a draw.
        assert_eq!((&first["dtz"], &first["dtm"]), (&(-1).into(), &Value::Null));
    }
    Ok(())
}

#[test]
fn a_mainline_ends_in_mate_or_with_the_clock() -> Outcome {
    let served = Served::new(&["KPK"])?;
    let (status, text) = served.get("/standard/mainline?fen=8/8/8/8/8/4K3/4P3/4k3_w_-_-_0_1")?;
    assert_eq!(status, 200);
    let line: Value = serde_json::from_str(&text)?;
    assert_eq!(line["winner"], "w");
    let moves = line["mainline"].as_array().ok_or("no moves")?;
    let last = moves.last().ok_or("no moves")?;
    assert!(last["san"].as_str().is_some_and(|san| san.ends_with('#')));
    assert_eq!(last["dtz"], -1);
    let (_, text) = served.get("/standard/mainline?fen=7k/8/8/8/8/8/6Q1/K7_w_-_-_99_90")?;
    let line: Value = serde_json::from_str(&text)?;
    assert_eq!(line["winner"], Value::Null);
    assert_eq!(line["mainline"].as_array().map(Vec::len), Some(1));
    let (_, text) = served.get("/standard/mainline?fen=8/8/8/8/8/k7/P7/K7_w_-_-_0_1")?;
    assert_eq!(
        text,
        r#"{"mainline":[],"winner":null,"dtz":0,"precise_dtz":0}"#
    );
    Ok(())
}

#[test]
fn what_is_not_a_question_is_refused() -> Outcome {
    let served = Served::new(&["KRK"])?;
    for (path, status, says) in [
        ("/standard", 400, "fen"),
        ("/standard?fen=", 400, "fen"),
        ("/standard?fen=8/8_w", 400, "expected something like"),
        (
            "/standard?fen=8/8/8/8/8/8/8/8_w_-_-_0_1",
            400,
            "not a legal",
        ),
        (&format!("/standard?fen={}", "8/".repeat(99)), 400, "128"),
        ("/atomic?fen=8", 404, "/standard"),
    ] {
        let (found, text) = served.get(path)?;
        assert_eq!(found, status, "{path}: {text}");
        assert!(text.contains(says), "{path}: {text}");
    }
    let long = format!("/standard?fen={}", "8".repeat(20_000));
    assert!(matches!(served.get(&long)?.0, 414 | 431));
    assert_eq!(
        served.send(b"POST /standard?fen=8 HTTP/1.0\r\n\r\n")?.0,
        405
    );
    Ok(())
}

/// Requests with bytes changed, removed and added.
#[test]
fn mutated_requests_do_no_harm() -> Outcome {
    let count = std::env::var("DRAWPROOF_MUTATED").map_or(Ok(1_000), |count| count.parse())?;
    let served = Served::new(&["KRKB"])?;
    let good = format!("GET /standard?fen={ROOK} HTTP/1.0\r\nHost: x\r\n\r\n");
    let mut numbers = Numbers(1);
    for _ in 0..count {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(bytes.len() - 4);
            match numbers.below(3) {
                0 => bytes[at] = numbers.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"/8_%-wkKQ&="[numbers.below(11)]),
            }
        }
        let (status, text) = served.send(&bytes)?;
        let is_sound = match status {
            // The page, whatever is asked of it.
            200 if matches!(&bytes[..6], b"GET /?" | b"GET /#") => {
                text.starts_with("<!doctype html>")
            }
            200 => serde_json::from_str::<Value>(&text).is_ok(),
            // Closed without an answer, which a client may do as well.
            0 => text.is_empty(),
            _ => (400..500).contains(&status),
        };
        let shown = String::from_utf8_lossy(&bytes);
        assert!(is_sound, "{shown:?}: {status} {text}");
    }
    assert_eq!(served.get(&format!("/standard?fen={ROOK}"))?.0, 200);
    Ok(())
}

/// Clients that say nothing, or half of a request, or do not read.
fn slow_clients(served: &Served) -> std::io::Result<Vec<TcpStream>> {
    let mut idle = Vec::new();
    for half in [
        &b""[..],
        b"GET /stand",
        b"GET /standard?fen=8 HTTP/1.1\r\nA: ",
    ] {
        for _ in 0..100 {
            let mut stream = TcpStream::connect(served.address)?;
            stream.write_all(half)?;
            idle.push(stream);
        }
    }
    let request = format!("GET /standard?fen={ROOK} HTTP/1.1\r\nHost: x\r\n\r\n").repeat(50);
    for _ in 0..20 {
        let mut stream = TcpStream::connect(served.address)?;
        stream.write_all(request.as_bytes())?;
        idle.push(stream);
    }
    Ok(idle)
}

#[test]
fn slow_clients_keep_nobody_waiting() -> Outcome {
    let served = Served::new(&["KRKB"])?;
    let _idle = slow_clients(&served)?;
    for _ in 0..50 {
        assert_eq!(served.get(&format!("/standard?fen={ROOK}"))?.0, 200);
    }
    Ok(())
}

#[test]
#[ignore = "seconds: the server waits ten for a client"]
fn slow_clients_are_cut_off() -> Outcome {
    let served = Served::new(&["KRKB"])?;
    let mut idle = slow_clients(&served)?;
    let begin = Instant::now();
    idle[150].set_read_timeout(Some(Duration::from_mins(1)))?;
    let mut left = String::new();
    let _ = idle[150].read_to_string(&mut left);
    assert!(begin.elapsed() < Duration::from_secs(50), "{left}");
    Ok(())
}

/// An address has half of the connections, rounded up; what it opens beyond that is closed.
#[test]
fn one_address_does_not_take_all_connections() -> Outcome {
    let served = Served::new(&["KRK", "--connections", "3"])?;
    let path = "/standard?fen=7k/8/6K1/8/8/8/8/R7_w_-_-_0_1";
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(served.address)?;
        stream.write_all(b"GET /stand")?;
        open.push(stream);
    }
    assert_eq!(served.get(path)?.0, 0);
    drop(open);
    let begin = Instant::now();
    while served.get(path)?.0 != 200 {
        assert!(begin.elapsed() < Duration::from_secs(50));
    }
    Ok(())
}

/// The log names what is damaged once, however often clients ask.
#[test]
fn faults_do_not_fill_the_log() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path")?;
    // Only the beginning is read before positions are asked.
    let mut bytes = std::fs::read("tables/tests/gaviota/krk.gtb.cp4")?;
    let rest = bytes.len() / 8;
    bytes[rest..].fill(0xff);
    std::fs::write(folder.path().join("krk.gtb.cp4"), bytes)?;
    let mut served = Served::logging(&["--tables", path, "--trust-files"])?;
    for _ in 0..20 {
        let (status, text) = served.get("/standard?fen=7k/8/6K1/8/8/8/8/R7_w_-_-_0_1")?;
        assert_eq!(status, 500, "{text}");
        assert!(!text.contains(path), "{text}");
        assert_eq!(served.get("/standard?fen=8")?.0, 400);
    }
    served.child.kill()?;
    let mut log = String::new();
    let mut output = served.child.stderr.take().ok_or("no output")?;
    output.read_to_string(&mut log)?;
    assert!(log.contains("KRvK"), "{log}");
    assert!(log.lines().count() <= 2, "{log}");
    Ok(())
}

/// It ends as if all was well.
#[cfg(unix)]
#[test]
fn it_stops_when_it_is_asked_to() -> Outcome {
    stops_when_it_is_asked_to(b"")
}

/// It waits for a client that has sent half of a request, but not for ever.
#[cfg(unix)]
#[test]
#[ignore = "seconds: the server waits ten for a client"]
fn it_stops_when_it_is_asked_to_while_it_waits() -> Outcome {
    stops_when_it_is_asked_to(b"GET /standard?fen=8 HTTP/1.1\r\nA: ")
}

#[cfg(unix)]
fn stops_when_it_is_asked_to(half: &[u8]) -> Outcome {
    let mut served = Served::new(&["KRK"])?;
    assert_eq!(
        served.get("/standard?fen=7k/8/6K1/8/8/8/8/R7_w_-_-_0_1")?.0,
        200
    );
    let slow = if half.is_empty() {
        None
    } else {
        let mut slow = TcpStream::connect(served.address)?;
        slow.write_all(half)?;
        Some(slow)
    };
    let begin = Instant::now();
    let pid = nix::unistd::Pid::from_raw(served.child.id() as i32);
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM)?;
    assert_eq!(served.child.wait()?.code(), Some(0));
    assert!(begin.elapsed() < Duration::from_secs(50));
    assert!(TcpStream::connect(served.address).is_err());
    drop(slow);
    Ok(())
}

#[test]
fn an_address_in_use_is_named() -> Outcome {
    let served = Served::new(&["KRK"])?;
    let output = assert_cmd::Command::cargo_bin("drawproof")?
        .args(["serve", "KRK", "--listen", &served.address.to_string()])
        .output()?;
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr)?;
    assert!(said.contains(&served.address.to_string()), "{said}");
    assert!(said.contains("--listen"), "{said}");
    Ok(())
}

/// python-chess agrees in every field that it knows, and clients that were written for Lichess read
/// answers.
#[test]
fn python_agrees() -> Outcome {
    python_agrees_about(&["KPK"])
}

#[test]
#[ignore = "long: classes that promotions lead to"]
fn python_agrees_about_four_men() -> Outcome {
    python_agrees_about(&["KRKP", "KBNK"])
}

fn python_agrees_about(classes: &[&str]) -> Outcome {
    let folder = tempfile::tempdir()?;
    let files = folder.path().join("files");
    let files = files.to_str().ok_or("a path")?;
    assert_cmd::Command::cargo_bin("drawproof")?
        .arg("generate")
        .args(classes)
        .args(["--format", "syzygy", "--out", files])
        .assert()
        .success();
    let served = Served::new(classes)?;
    let python = std::env::var("DRAWPROOF_PYTHON").unwrap_or_else(|_| "python3".into());
    let script = folder.path().join("agree.py");
    std::fs::write(&script, include_str!("agree.py"))?;
    let asked = Command::new(&python)
        .arg(script)
        .args([&format!("http://{}", served.address), files, "300"])
        .output();
    let Ok(output) = asked else {
        println!("skipped: {python} is missing");
        return Ok(());
    };
    let said = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{complaint}");
    println!("{said}");
    Ok(())
}
