//! Well-formed and malformed games, as people and programs write them.

use std::{error::Error, ops::ControlFlow};

use drawproof_games::{Classes, Collection, Ending, Note, Reason, Remark, Seen, Spot, WalkError};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

type Outcome = Result<(), Box<dyn Error>>;

fn classes() -> Classes {
    let names = ["KRvK", "KRvKR", "KPvKP", "KPvK", "KQvK"];
    Classes::new(names.map(|name| name.parse().expect("a class")))
}

/// The result for a text.
#[derive(PartialEq, Debug)]
struct Walked {
    games: u64,
    broken: u64,
    of_variants: u64,
    all_positions: u64,
    left_out: Vec<Note<Reason>>,
    remarks: Vec<Note<Remark>>,
    positions: Vec<(Spot, Seen)>,
}

fn walk(text: &[u8]) -> Walked {
    let classes = classes();
    let mut collection = Collection::new(&classes, usize::MAX);
    let all = collection.walk("a.pgn", text, &|_| {});
    let (games, broken) = (collection.games(), collection.broken());
    let of_variants = collection.of_variants();
    assert_eq!(all.expect("text can be read"), games + broken + of_variants);
    Walked {
        games,
        broken,
        of_variants,
        all_positions: collection.all_positions(),
        left_out: collection.left_out().to_vec(),
        remarks: collection.remarks().to_vec(),
        positions: collection.positions(),
    }
}

/// The reasons why games of a text are skipped, with game and line.
fn left_out(text: &[u8]) -> Vec<String> {
    let of = walk(text).left_out.into_iter();
    of.map(|of| format!("{}, {}: {}", of.game, of.line, of.said))
        .collect()
}

const MATE: &str = "[Event \"a\"]\n[FEN \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]\n\n1. Rh8# 1-0\n\n";

#[test]
fn counts_positions_and_games() {
    let text = "[FEN \"8/8/8/8/8/1R6/6r1/K1k5 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n
1. Rb4 Rg3 2. Rb3 Rg2 {again} (2... Rxb3) 3. Rb4 $1 Rg3!? *\n";
    let walked = walk(text.as_bytes());
    assert_eq!((walked.games, walked.all_positions), (1, 7));
    // The last known result is the one in the tags.
    let of = |occurrences| {
        walked
            .positions
            .iter()
            .filter(move |(_, seen)| seen.occurrences == occurrences)
    };
    assert_eq!((of(2).count(), of(1).count()), (3, 1));
    for (_, seen) in &walked.positions {
        assert_eq!(seen.endings.get(Ending::Draw), 1);
        assert_eq!(seen.endings.total(), 1);
    }
}

#[test]
fn text_comes_in_many_ways() {
    let plain = walk(MATE.repeat(2).as_bytes());
    assert_eq!((plain.games, plain.positions.len()), (2, 2));
    let crlf = MATE.repeat(2).replace('\n', "\r\n");
    let latin_1 = MATE.repeat(2).into_bytes();
    let latin_1 = latin_1
        .iter()
        .map(|&byte| if byte == b'a' { 0xfc } else { byte });
    let latin_1: Vec<u8> = latin_1.collect();
    let bom = format!("\u{feff}{MATE}\u{feff}{MATE}");
    let unfinished = MATE.repeat(2);
    let unfinished = unfinished.trim_end();
    let escaped = format!("% for another program\n{MATE}%\n{MATE}; the end\n");
    let no_event = MATE.replace("[Event \"a\"]\n", "").repeat(2);
    let dense = MATE.trim_end().to_owned() + "\n" + MATE;
    for text in [
        crlf.as_bytes(),
        &latin_1,
        bom.as_bytes(),
        unfinished.as_bytes(),
        escaped.as_bytes(),
        no_event.as_bytes(),
        dense.as_bytes(),
    ] {
        assert_eq!(walk(text), plain, "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn games_without_tags() {
    let text = "1. e4 e5 1-0\n\n1. e4 e5 2. Ke3\n\n1. d4";
    assert_eq!(
        (walk(text.as_bytes()).games, left_out(text.as_bytes())),
        (2, vec!["2, 3: 2. Ke3 is not a legal move".into()])
    );
}

#[test]
fn only_broken_games_are_left_out() {
    for (game, reason) in [
        ("1. e4 {what a move", "a comment is not closed"),
        ("1. e4 (1. d4 d5", "a variation is not closed"),
        ("1. e4 e5 2. Bc5 1-0", "2. Bc5 is not a legal move"),
        ("1. e4 1-0 1... e5", "1... e5 comes after the result"),
        ("1. e4 Sf6 2. d4 d5 *", "'Sf6' is not a move"),
        ("1. e4 e5 2. Qh5x *", "'Qh5x' is not a move"),
        ("1. e4 e5\n\n2. Nf4 Nc6 *", "2. Nf4 is not a legal move"),
        (
            "1. Nf3 a6 2. Nc3 a5 3. Nd4 a4 4. Nb5 a3 5. Nd4 Na6 6. N4b5 *",
            "6. N4b5 is not a legal move",
        ),
        (
            "1. Nf3 a6 2. Nd4 a5 3. Nc3 a4 4. Nb5 *",
            "4. Nb5 could be more than one move",
        ),
    ] {
        let text = format!("{MATE}[Event \"b\"]\n\n{game}\n\n{MATE}");
        // The last game has a move that both knights can make.
        let walked = walk(text.as_bytes());
        assert_eq!((walked.games, walked.broken), (2, 1), "{game}");
        if !game.contains("N4b5") {
            assert_eq!(left_out(text.as_bytes()), [format!("2, 6: {reason}")]);
        }
        assert_eq!(walked.positions, walk(MATE.repeat(2).as_bytes()).positions);
    }
}

#[test]
fn start_positions() {
    let with = |tags: &str| left_out(format!("{tags}\n\n*\n").as_bytes());
    for good in [
        "[Variant \"From Position\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/2R5/8/3K1bk1 w - -\"]",
        "[Variant \"Standard\"]",
        "[FEN \"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1\"]",
    ] {
        assert_eq!(with(good), [""; 0], "{good}");
    }
    for (bad, reason) in [
        ("[Variant \"Atomic\"]", "the variant Atomic has other rules"),
        (
            "[FEN \"nothing\"]",
            "'nothing' is not a FEN: invalid board part in fen; expected something like '8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1'",
        ),
        (
            "[FEN \"k7/8/8/8/8/8/8/8 w - - 0 1\"]",
            "'k7/8/8/8/8/8/8/8 w - - 0 1' is not a legal position: a king is missing",
        ),
    ] {
        assert_eq!(with(bad), [format!("1, 1: {reason}")]);
    }
    let black = "[FEN \"8/8/8/8/8/2r5/8/3K1Bk1 b - - 0 57\"]\n\n57... Rd3+ 58. Ke2 Rd8";
    assert_eq!(left_out(black.as_bytes()), [""; 0]);
    let black = "[FEN \"8/8/8/8/8/2r5/8/3K1Bk1 b - - 0 57\"]\n\n57... Rd3+ 58. Kd2";
    assert_eq!(
        left_out(black.as_bytes()),
        ["1, 1: 58. Kd2 is not a legal move"]
    );
}

#[test]
fn castling_rights_keep_a_position_out() {
    let with = |rights: &str| {
        let text = format!("[FEN \"4k3/8/8/8/8/8/8/4K2R w {rights} - 0 1\"]\n\n*\n");
        walk(text.as_bytes()).positions.len()
    };
    assert_eq!((with("K"), with("-")), (0, 1));
}

#[test]
fn the_same_for_any_number_of_threads() -> Outcome {
    let broken = "[Event \"b\"]\n\n1. e4 e4 *\n\n";
    let padding = format!("{{{}}}\n", "padding ".repeat(100));
    // Some chunks.
    let text = (MATE.to_owned() + broken + &padding + MATE).repeat(4000);
    let mut all = Vec::new();
    for threads in [1, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        all.push(pool.install(|| walk(text.as_bytes())));
    }
    assert!(all.iter().all(|walked| *walked == all[0]));
    assert_eq!((all[0].games, all[0].broken), (8000, 4000));
    let last = all[0].left_out.last().ok_or("no game")?;
    assert_eq!((last.game, last.line), (29, 141));
    Ok(())
}

#[test]
fn memory_has_an_end() {
    let classes = classes();
    let mut collection = Collection::new(&classes, 1);
    let error = collection.walk("a.pgn", MATE.as_bytes(), &|_| {});
    assert!(matches!(error, Err(WalkError::TooManyPositions(1))));
}

/// Plays games in the simplest way.
struct Plain(Vec<Chess>);

impl Visitor for Plain {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, tags: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).expect("a FEN");
            *tags = fen
                .into_position(CastlingMode::Standard)
                .expect("a position");
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Chess) -> ControlFlow<(), Chess> {
        self.0.push(tags.clone());
        ControlFlow::Continue(tags)
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let chess_move = san.san.to_move(position).expect("a legal move");
        position.play_unchecked(chess_move);
        self.0.push(position.clone());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) {}
}

#[test]
fn finds_what_a_plain_walk_finds() -> Outcome {
    let text = include_str!("endings.pgn");
    let mut plain = Plain(Vec::new());
    Reader::new(text.as_bytes()).visit_all_games(&mut plain)?;
    let classes = classes();
    let mut expected: Vec<Spot> = plain.0.iter().filter_map(|of| classes.find(of)).collect();
    expected.sort();
    let walked = walk(text.as_bytes());
    assert_eq!(walked.broken, 0);
    assert_eq!(walked.all_positions, plain.0.len() as u64);
    let found = walked
        .positions
        .iter()
        .flat_map(|&(spot, seen)| std::iter::repeat_n(spot, seen.occurrences as usize));
    assert!(expected.len() > 20);
    assert!(found.eq(expected));
    Ok(())
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read_or_left_out(bytes: Vec<u8>) {
        walk(&bytes);
    }

    #[test]
    fn any_pieces_of_games_are_read_or_left_out(
        pieces in proptest::collection::vec(proptest::sample::select(vec![
            "[Event \"a\"]", "[FEN \"", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "\"]", "\n", "\r\n", "\n\n",
            "1.", " e4 ", "e5 ", "Rh8#", "(", ")", "{", "}", ";", "%", "$3", "!?", "--", "*", "1-0",
            "1/2-1/2", "½", "\u{feff}", "\\", "[", "]", "[Variant \"x\"]", "O-O", "0-0-0", "@", "Q@e4",
        ]), 0..60),
    ) {
        let text = pieces.concat();
        let before = format!("{text}\n\n{MATE}");
        let walked = walk(before.as_bytes());
        // The last game is read, whatever comes before it.
        proptest::prop_assert!(walked.positions.len() >= 2 || follows_tag(&text), "{before:?}");
    }
}

/// Whether the next line belongs to the tags of the text.
fn follows_tag(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    let mut lines = lines.map(|line| line.trim_start_matches('\u{feff}').trim());
    lines
        .rfind(|line| !line.is_empty() && !line.starts_with(['%', ';']))
        .is_some_and(|line| line.starts_with('['))
}
