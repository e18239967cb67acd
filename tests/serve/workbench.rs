//! The questions of the workbench: verdicts as `drawproof verify` gives them.

use std::{
    error::Error,
    fs,
    io::{Read, Write},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::server::Served;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(2);

const RIGHT: &str = "recognizer KBKN\ndraw \"far apart\"\n  because \"No mate is near.\"\n  when not in_check \
    and distance(us.king, them.king) > 1 and edge_distance(us.king) > 0 \
    and edge_distance(them.king) > 0\n";

/// Some are mates in one.
const WRONG: &str = "recognizer KBKN\ndraw \"minor against minor\"\n  because \"Neither side can mate.\"\n  \
    when not in_check and distance(us.king, them.king) > 1\n";

fn post(served: &Served, path: &str, body: &Value) -> Outcome<(u16, String)> {
    post_as(served, path, "application/json", &body.to_string())
}

fn post_as(served: &Served, path: &str, kind: &str, body: &str) -> Outcome<(u16, String)> {
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.0\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
    );
    served.send((head + body).as_bytes())
}

fn begin(served: &Served, text: &str, before: Option<&str>) -> Outcome<Value> {
    let asked = json!({"text": text, "before": before});
    let (status, answer) = post(served, "/api/bench/verify", &asked)?;
    assert_eq!(status, 200, "{answer}");
    let answer: Value = serde_json::from_str(&answer)?;
    Ok(answer["job"].clone())
}

/// What a job shows once something holds.
fn wait(served: &Served, job: &Value, holds: impl Fn(&Value) -> bool) -> Outcome<Value> {
    let start = Instant::now();
    loop {
        let (status, shown) = served.get(&format!("/api/bench/job?job={job}"))?;
        assert_eq!(status, 200, "{shown}");
        let shown: Value = serde_json::from_str(&shown)?;
        if holds(&shown) {
            return Ok(shown);
        }
        if start.elapsed() > PATIENCE {
            return Err(format!("nothing but {shown}").into());
        }
        sleep(Duration::from_millis(20));
    }
}

/// What is found of a text in the end.
fn found(served: &Served, text: &str, before: Option<&str>) -> Outcome<Value> {
    let job = begin(served, text, before)?;
    let shown = wait(served, &job, |shown| shown["state"] == "finished")?;
    Ok(shown["found"].clone())
}

/// What the command prints about a text, on standard output and on standard error.
fn command(text: &str, arguments: &[&str]) -> Outcome<[String; 2]> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("workbench.rules"), text)?;
    let output = assert_cmd::Command::cargo_bin("drawproof")?
        .current_dir(folder.path())
        .args(arguments)
        .output()?;
    Ok([output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

const VERIFY: [&str; 6] = [
    "verify",
    "--rules",
    "workbench.rules",
    "--missed",
    "256",
    "--json",
];

#[test]
fn a_verdict_is_that_of_verify() -> Outcome {
    let served = Served::new(&["KQK"])?;
    for (text, is_proven) in [(RIGHT, true), (WRONG, false)] {
        let found = found(&served, text, None)?;
        let [printed, _] = command(text, &VERIFY)?;
        let printed: Value = serde_json::from_str(&printed)?;
        assert_eq!(found["report"], printed[0]);
        assert_eq!(found["report"]["proven"], is_proven);
        assert_eq!(found["errors"], json!([]));
        let missed = found["report"]["typical_missed_draws"].as_array();
        assert!(missed.is_some_and(|missed| !missed.is_empty()));
        let incorrect = found["incorrect_claims_board_count"].as_u64();
        assert_eq!(incorrect == Some(0), is_proven);
    }
    Ok(())
}

#[test]
fn an_edit_is_compared_with_the_last_proven_text() -> Outcome {
    let served = Served::new(&["KQK"])?;
    let first = found(&served, RIGHT, None)?;
    assert!(first["changes"].is_null());
    let sha256 = first["report"]["rules_sha256"].as_str();
    let second = found(&served, WRONG, sha256)?;
    let change = &second["changes"]["recognizers"][0];
    for count in ["spotted_draws", "missed_draws", "incorrect_draws"] {
        let both = &change[format!("{count}_board_count")];
        let of = |report: &Value| report["report"]["totals"][count]["board_count"].clone();
        assert_eq!(*both, json!([of(&first), of(&second)]), "{count}");
        assert_ne!(both[0], both[1], "{count}");
    }
    // What was refuted is not compared with.
    let sha256 = second["report"]["rules_sha256"].as_str();
    assert!(found(&served, RIGHT, sha256)?["changes"].is_null());
    Ok(())
}

#[test]
fn only_proven_rules_are_exported() -> Outcome {
    let served = Served::new(&["KQK"])?;
    let export = |text: &str, language: &str| {
        let asked = json!({"text": text, "language": language});
        post(&served, "/api/bench/export", &asked)
    };
    assert_eq!(export(RIGHT, "c")?.0, 409);
    found(&served, RIGHT, None)?;
    found(&served, WRONG, None)?;
    assert_eq!(export(WRONG, "c")?.0, 409);
    assert_eq!(export(RIGHT, "latin")?.0, 400);
    for language in ["c", "rust"] {
        let (status, source) = export(RIGHT, language)?;
        assert_eq!(status, 200, "{source}");
        let arguments = [
            "export",
            "rules",
            "--rules",
            "workbench.rules",
            "--lang",
            language,
        ];
        let [printed, said] = command(RIGHT, &arguments)?;
        assert!(source == printed, "{said}{source}");
        assert!(source.contains("Verified over every legal position"));
    }
    Ok(())
}

#[test]
fn errors_have_a_place_and_the_words_of_verify() -> Outcome {
    let served = Served::new(&["KQK"])?;
    for (text, line, column) in [
        (WRONG.replace("in_check", "in_chess"), 4, 12),
        ("recognizer KBKN\n".into(), 1, 1),
        ("recognizer KBKN\n\n  darw \"x\"\n".into(), 3, 3),
    ] {
        let found = found(&served, &text, None)?;
        let error = &found["errors"][0];
        assert_eq!(
            (&error["line"], &error["column"]),
            (&json!(line), &json!(column))
        );
        assert!(found["report"].is_null());
        let [_, said] = command(&text, &VERIFY)?;
        let place = format!("workbench.rules:{line}:{column}");
        let message = error["message"].as_str().ok_or("no message")?;
        assert!(
            said.contains(&place) && said.contains(message),
            "{said}{error}"
        );
    }
    Ok(())
}

/// A text from the network may use what is built in, and tables, but no file of the server.
#[test]
fn no_file_is_read() -> Outcome {
    let served = Served::new(&["KQK"])?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("secret.rules");
    fs::write(&file, "the secret")?;
    let text = format!(
        "recognizer KRKN\nuse KRK {:?}\nuse KNK table\n{}",
        file,
        &WRONG[16..]
    );
    let found = found(&served, &text, None)?;
    let message = found["errors"][0]["message"].to_string();
    assert!(message.contains("the workbench reads no files"), "{found}");
    assert!(!found.to_string().contains("the secret"));
    let text = text.replace(&format!("{file:?}"), "table");
    assert_eq!(self::found(&served, &text, None)?["errors"], json!([]));
    Ok(())
}

/// Of a class of five men a sample comes first. The job ends when it is stopped, and the server goes on.
#[test]
fn a_large_class_is_sampled_and_can_be_stopped() -> Outcome {
    let served = Served::new(&["KQK"])?;
    let text = WRONG.replace("KBKN", "KNNKN");
    let job = begin(&served, &text, None)?;
    let shown = wait(&served, &job, |shown| !shown["found"]["sample"].is_null())?;
    let sample = &shown["found"]["sample"];
    let count = |name: &str| sample[name].as_u64().unwrap_or(0);
    assert!(
        0 < count("units") && count("units") < count("of_units") / 4,
        "{sample}"
    );
    assert!(count("spotted_draws_board_count") > 0);
    assert!(shown["found"]["report"].is_null());
    let (status, _) = post(&served, "/api/bench/stop", &json!({"job": job}))?;
    assert_eq!(status, 200);
    let shown = wait(&served, &job, |shown| {
        shown["state"] != "working" && shown["state"] != "waiting"
    })?;
    assert_eq!(shown["state"], "stopped");
    assert!(shown["found"]["report"].is_null());
    // An edit stops what it replaces, and is not stopped itself.
    let job = begin(&served, &text, None)?;
    let asked = json!({"text": RIGHT, "replaces": job});
    let (_, answer) = post(&served, "/api/bench/verify", &asked)?;
    let answer: Value = serde_json::from_str(&answer)?;
    let shown = wait(&served, &answer["job"], |shown| {
        shown["state"] == "finished"
    })?;
    assert_eq!(shown["found"]["report"]["proven"], true);
    let shown = wait(&served, &job, |_| true)?;
    assert_eq!(shown["state"], "stopped");
    Ok(())
}

/// The tables of the class take long; the sample would come after them.
#[test]
fn tables_are_no_longer_generated_once_it_is_stopped() -> Outcome {
    let served = Served::new(&["KQK"])?;
    let job = begin(&served, &WRONG.replace("KBKN", "KQNKR"), None)?;
    let is_generating = |shown: &Value| shown["found"]["stage"] == "tables";
    wait(&served, &job, is_generating)?;
    let (status, _) = post(&served, "/api/bench/stop", &json!({"job": job}))?;
    assert_eq!(status, 200);
    let shown = wait(&served, &job, |shown| shown["state"] == "stopped")?;
    assert!(is_generating(&shown), "{shown}");
    // The next job has tables.
    assert_eq!(found(&served, RIGHT, None)?["report"]["proven"], true);
    Ok(())
}

/// Who does not know the number of a job can neither read nor stop nor replace it.
#[test]
fn a_job_belongs_to_who_began_it() -> Outcome {
    let served = Served::new(&["KQK"])?;
    let job = begin(&served, &WRONG.replace("KBKN", "KQNKR"), None)?;
    wait(&served, &job, |shown| shown["state"] == "working")?;
    let number = job.as_u64().ok_or("a number")?;
    assert!(number > 1 << 20, "{number}");
    for other in [0, 1, number - 1, number + 1] {
        assert_eq!(served.get(&format!("/api/bench/job?job={other}"))?.0, 404);
        let (status, _) = post(&served, "/api/bench/stop", &json!({"job": other}))?;
        assert_eq!(status, 404);
        let replaces = json!({"text": "", "replaces": other});
        // Those that wait are few.
        let (status, said) = post(&served, "/api/bench/verify", &replaces)?;
        assert_eq!(status, 200, "{said}");
    }
    let (status, said) = post(&served, "/api/bench/verify", &json!({"text": ""}))?;
    assert_eq!(status, 429, "{said}");
    assert_eq!(served.get("/api/bench/job")?.0, 400);
    let shown = wait(&served, &job, |_| true)?;
    assert_eq!(shown["state"], "working");
    Ok(())
}

/// Answers name the folders of tables, but not where they are.
#[test]
fn no_answer_has_an_absolute_path() -> Outcome {
    let place = tempfile::tempdir()?;
    let folder = place.path().join("my tables");
    let path = folder.to_str().ok_or("a path")?;
    assert_cmd::Command::cargo_bin("drawproof")?
        .args(["generate", "KBK", "KNK", "--out", path])
        .assert()
        .success();
    let served = Served::new(&["--tables", path])?;
    let place = place.path().to_str().ok_or("a path")?;
    for (class, says) in [
        ("KNvK", "my tables"),
        ("KQvK", "no table of KQvK in my tables"),
    ] {
        let text = format!("recognizer {class}\ndraw \"all\" because \"So.\" when not in_check\n");
        let found = found(&served, &text, None)?.to_string();
        assert!(found.contains(says), "{found}");
        assert!(!found.contains(place), "{found}");
    }
    let asked = json!({"text": "recognizer KNK\nuse KQK table\n", "language": "c"});
    let (_, said) = post(&served, "/api/bench/export", &asked)?;
    assert!(!said.contains(place), "{said}");
    Ok(())
}

#[test]
#[ignore = "seconds: the server waits ten for a client"]
fn a_body_that_takes_too_long_is_refused() -> Outcome {
    let served = Served::new(&["KQK"])?;
    let mut stream = std::net::TcpStream::connect(served.address)?;
    let head = "POST /api/bench/verify HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n";
    stream.write_all(head.as_bytes())?;
    let begin = Instant::now();
    let mut trickle = stream.try_clone()?;
    let writer = std::thread::spawn(move || {
        // Until it is refused.
        while trickle.write_all(b" ").is_ok() && begin.elapsed() < PATIENCE {
            sleep(Duration::from_secs(1));
        }
    });
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.0 408"), "{answer}");
    assert!(begin.elapsed() < PATIENCE / 2);
    writer.join().map_err(|_| "a panic")?;
    Ok(())
}

#[test]
fn what_is_too_much_is_refused() -> Outcome {
    let served = Served::new(&["KQK"])?;
    let verify = "/api/bench/verify";
    let long = format!("{WRONG}#{}", "x".repeat(512 << 10));
    let (status, said) = post(&served, verify, &json!({"text": long}))?;
    assert_eq!(status, 413, "{said}");
    assert!(said.contains("at most 524288"), "{said}");
    let longer = long.repeat(3);
    // Its end is not read, so there may be no answer.
    let (status, said) = post(&served, verify, &json!({"text": longer}))?;
    assert!(matches!(status, 0 | 413), "{status} {said}");
    let (status, _) = post(&served, verify, &json!({"no text": 1}))?;
    assert_eq!(status, 422);
    // What another host's page may send without asking, and what it may read.
    let body = json!({"text": WRONG}).to_string();
    assert_eq!(post_as(&served, verify, "text/plain", &body)?.0, 415);
    assert_eq!(served.get("/api/bench/job?job=1")?.0, 404);
    // A host of another name, which may have been given this machine's address, and its pages.
    let length = body.len();
    let rest = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}");
    for host in [
        "Host: evil.example",
        "Host: localhost\r\nOrigin: http://evil.example",
    ] {
        let (status, said) =
            served.send(format!("POST {verify} HTTP/1.0\r\n{host}\r\n{rest}").as_bytes())?;
        assert_eq!(status, 403, "{host}: {said}");
    }
    assert_eq!(
        served
            .send(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")?
            .0,
        400
    );
    let six = found(&served, &WRONG.replace("KBKN", "KBNKBN"), None)?;
    assert!(
        six["failed"]
            .as_str()
            .is_some_and(|why| why.contains("five") || why.contains("5 men")),
        "{six}"
    );
    assert_eq!(served.get("/api/bench/file?name=krkn.quick.rules")?.0, 200);
    assert_eq!(served.get("/api/bench/file?name=../Cargo.toml")?.0, 404);
    Ok(())
}
