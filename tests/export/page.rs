//! WebAssembly in a real browser.

use std::{
    error::Error,
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    thread,
};

use serde_json::{Value, json};

use super::{Outcome, Workshop};
use crate::browser::Browser;

/// Asks by squares and by bitboards whose halves have a sign and have none: Ke4, Nd4, Nf4 against
/// Kh8, Nc6, a draw; Kc1, Nb5, Nd3 against Ka2, Na4, a mate in four; Kc1, Pe2 against Kg3, a mate
/// in 45 plies.
const ASK: &str = "
const show = (seen) => {
    const report = document.createElement('pre');
    report.id = 'seen';
    report.textContent = JSON.stringify(seen);
    document.body.replaceChildren(report);
};
const knights = (castling, high) => probeDraw(
    0x38000000, 0, 0, high, 0x10000000, high & ~0x400, 0, 0, 0, 0, 0, 0, 0x28000000, 0x400, 0, 0, castling, 0, true,
);
const pawn = (castling, turn) => tableWdl(
    0x1004, 0, 0x400000, 0, 0x400004, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1000, 0, castling, 0, turn,
);
show([
    knnknRule(28, 63, 27, 29, 42, true) > 0, knights(0, 0x80000400), knights(0, 0x80000400 | 0),
    knights(1, 0x80000400), knnknRule(2, 8, 33, 19, 24, true) > 0, kpkDtm(2, 22, 12, true),
    kpkWdl(2, 22, 12, true), pawn(0, true), pawn(0, false), pawn(1, true) === undefined,
]);
";

/// The first two are exported to files, and the page loads them as modules.
const IMPORTS: &str = "
import { knnknRule, probeDraw } from './draws.mjs';
import { kpkDtm, kpkWdl, tableWdl } from './tables.mjs';
";

fn page(script: &str) -> String {
    format!(
        "<!doctype html><meta charset=\"utf-8\"><body><script type=\"module\">{script}</script>"
    )
}

/// Answers one request for a file of a folder.
fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut line = String::new();
    BufReader::new(stream.try_clone()?).read_line(&mut line)?;
    // GET /name HTTP/1.1
    let name = line.split(['/', ' ']).nth(2).unwrap_or_default();
    let (status, body) = match fs::read(folder.join(name)) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let is_page = Path::new(name).extension().is_some_and(|of| of == "html");
    let kind = if is_page { "html" } else { "javascript" };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/{kind}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}

/// Sends the files of a folder to a browser, for as long as the test runs.
fn serve(listener: TcpListener, folder: PathBuf) {
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // What the browser does not read is no fault.
            let _ = answer(stream, &folder);
        }
    });
}

/// What the page in a folder shows, from a server, and from a file that has the modules in it.
fn seen(browser: &Browser, workshop: &Workshop) -> Result<[Value; 2], Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/served.html", listener.local_addr()?);
    fs::write(
        workshop.file("served.html"),
        page(&format!("{IMPORTS}{ASK}")),
    )?;
    serve(listener, workshop.0.path().into());
    // One module in another, as bundlers do it.
    let mut all = String::new();
    for (file, names) in [
        ("draws.mjs", "knnknRule, probeDraw"),
        ("tables.mjs", "kpkDtm, kpkWdl, tableWdl"),
    ] {
        let text = fs::read_to_string(workshop.file(file))?.replace("\nexport ", "\n");
        all += &format!("const {{ {names} }} = (() => {{\n{text}\nreturn {{ {names} }};\n}})();\n");
    }
    let alone = workshop.file("alone.html");
    fs::write(&alone, page(&(all + ASK)))?;
    let alone = format!("file://{}", alone.display());
    Ok([browser.seen(&address)?, browser.seen(&alone)?])
}

#[test]
#[ignore = "seconds: a browser, which Node.js stands for otherwise"]
fn answers_in_a_browser() -> Outcome {
    let Some(browser) = Browser::find() else {
        return Ok(());
    };
    let workshop = Workshop::new()?;
    // Other tests verify the rules.
    let rules = ["KNNKN", "--unverified", "--lang", "wasm"];
    workshop.exported("rules", &[&rules[..], &["--out", "draws.mjs"]].concat(), 0)?;
    let table = ["KPK", "--metric", "dtm", "--lang", "wasm"];
    workshop.exported("table", &[&table[..], &["--out", "tables.mjs"]].concat(), 0)?;
    let expected = json!([true, true, true, false, false, 45, 1, 1, 0, true]);
    let [served, alone] = seen(&browser, &workshop)?;
    assert_eq!(served, expected);
    assert_eq!(alone, expected);
    Ok(())
}
