//! Games as people and programs write them, and what is in them: `cases.txt`.
//!
//! A case is a heading (`==`), what is found (`>`), and a text. First come the
//! games that count, with their positions and results in order, then what is
//! left out of them, or as a whole, with game and half-moves.

use drawproof_games::{Classes, Collection, Ending, Note};

const CASES: &str = include_str!("cases.txt");

const CLASSES: [&str; 3] = ["KPvK", "KQvK", "KRvK"];

/// What is found in a text, in words.
fn found(text: &[u8]) -> Vec<String> {
    let classes = Classes::new(CLASSES.map(|name| name.parse().expect("a class")));
    let mut collection = Collection::new(&classes, usize::MAX);
    collection
        .walk("a.pgn", text, &|_| {})
        .expect("text can be read");
    let games = collection.games();
    let mut counts = vec![
        format!("{games} game{}", if games == 1 { "" } else { "s" }),
        format!("{} positions", collection.all_positions()),
    ];
    for (number, name) in CLASSES.iter().enumerate() {
        let of = collection.positions();
        let of = of
            .iter()
            .filter(|(spot, _)| usize::from(spot.class()) == number);
        let count: u64 = of.map(|(_, seen)| seen.occurrences).sum();
        if count > 0 {
            counts.push(format!("{count} of {name}"));
        }
    }
    let mut lines = vec![counts.join(", ")];
    for (ending, name) in [
        (Ending::WhiteWins, "1-0"),
        (Ending::Draw, "1/2-1/2"),
        (Ending::BlackWins, "0-1"),
        (Ending::Unknown, "*"),
    ] {
        for _ in 0..collection.endings().get(ending) {
            lines[0] += &format!(", {name}");
        }
    }
    let place = |game, ply| format!("game {game}, ply {ply}");
    let remarks = collection.remarks().iter();
    lines.extend(remarks.map(
        |Note {
             game, ply, said, ..
         }| format!("{}: {said}", place(game, ply)),
    ));
    let left_out = collection.left_out().iter();
    lines.extend(left_out.map(
        |Note {
             game, ply, said, ..
         }| format!("left out: {}: {said}", place(game, ply)),
    ));
    lines
}

/// The results of a line in the order in which they are counted.
fn sorted(line: &str) -> String {
    let order = ["1-0", "1/2-1/2", "0-1", "*"];
    let mut parts: Vec<&str> = line.split(", ").collect();
    parts.sort_by_key(|part| {
        order
            .iter()
            .position(|of| of == part)
            .map_or(0, |at| at + 1)
    });
    parts.join(", ")
}

#[test]
fn every_case_is_read_right() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in CASES.split("== ").skip(1) {
        let (name, rest) = case.split_once('\n').expect("a heading");
        let expected: Vec<&str> = rest
            .lines()
            .map_while(|line| line.strip_prefix("> "))
            .collect();
        let length: usize = expected.iter().map(|line| line.len() + 3).sum();
        let text = &rest[length..];
        let mut expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
        expected[0] = sorted(&expected[0]);
        for text in [
            text.to_owned(),
            text.replace('\n', "\r\n"),
            text.trim_end().to_owned(),
        ] {
            let found = found(text.as_bytes());
            if found != expected {
                wrong.push(format!(
                    "{name}:\n{text}\nexpected {expected:#?}\nfound {found:#?}"
                ));
            }
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 40, "{count}");
}

/// A value of any length is one tag.
#[test]
fn long_tags_and_comments() {
    let long = "\"x\" ".repeat(50_000);
    let text = format!(
        "[Annotator \"{long}\"]\n[FEN \"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\"]\n\n1. Kf3 {{{long}}} Kf5 *\n"
    );
    assert_eq!(
        found(text.as_bytes()),
        ["1 game, 3 positions, 3 of KPvK, *"]
    );
}

/// Old files are in Latin-1, or in what Windows made of it.
#[test]
fn other_encodings() {
    let text = b"[FEN \"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\"]\n[White \"J\xe9r\xf4me\"]\n
1.\xa0Kf3 \xb1 Kf5 2. Kf3\x96e3 {\xfcber} \xbd-\xbd\n";
    assert_eq!(found(text), ["1 game, 4 positions, 4 of KPvK, 1/2-1/2"]);
    let words = b"1. e4 e5 2. S\xe9 *";
    assert_eq!(found(words)[1..].len(), 1);
}
