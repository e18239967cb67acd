//! Rules for open classes, compiled and compared with the rules themselves, on random boards with
//! many men.

use std::{
    error::Error,
    fs::{self, File},
    process::Stdio,
};

use drawproof_export::{How, Language, Question, Style, build_open, emit, emit_all};
use drawproof_language::{NoResolver, OpenRules, RuleFile};
use drawproof_tables::{Random, WdlSet};
use shakmaty::{Board, Color, Piece, Role, Square};

use crate::{
    compilers::{compiled, compiler, tested},
    emitted::{compile, strict},
};

type Failure = Box<dyn Error + Send + Sync>;

/// Sets of all kinds, either side as the first one, and a table.
const BISHOPS: &str = r#"recognizer KBsPsvKPs
let corner = if file_a & strong.pawns = strong.pawns then a8 else h8
let own_half(men: set) = men & (rank_1 | rank_2 | rank_3 | rank_4)
table home = square -> number [
  1 2 3 4 5 6 7 8  1 2 3 4 5 6 7 8  1 2 3 4 5 6 7 8  1 2 3 4 5 6 7 8
  0 0 0 0 0 0 0 0  1 1 1 1 1 1 1 1  2 2 2 2 2 2 2 2  9 9 9 9 9 9 9 9 ]
silent "far \ away" for strong because "x" when home[us.king] = 3 and rank(strong.king) < 5
strong_cannot_win "corner" because "x"
  when distance(weak.king, corner) <= 2 and count(strong.bishops & light_squares) < 2
weak_cannot_win "home" for weak because "x"
  when empty(own_half(weak.pawns)) and any p in strong.pawns : pawn_attacks_up(p) = {b4, d4}
hold "held" because "x" when strong_to_move and count(us.men) > 7 and not weak.king in pawn_path_up(c3)
draw "check" because "x" when in_check and not empty(weak.attacks & (0xff00 | us.pawns))
not_lost "free" because "x"
  when us.attacks & 0xff0000 = {} or count(occupied) > 11 and them.king in edge
"#;

/// The same class again, and claims about mates.
const MATES: &str = r#"recognizer KBsPsvKPs
strong_cannot_mate "dark" because "x" when empty(strong.bishops & light_squares) and count(strong.pawns) = 1
weak_cannot_mate "bare" because "x" when empty(weak.pawns)
dead "both" because "x" when distance(weak.king, strong.king) > 5 and count(occupied) < 9
"#;

/// A knight that is a man by himself, and rooks.
const ROOKS: &str = r#"recognizer KNPsvKRs
weak_cannot_win "knight" because "x" when strong.knight in weak.attacks and not strong.king in weak.attacks
draw "fork" for strong because "x" when not empty(knight_attacks(strong.knight) & weak.rooks)
strong_cannot_win "rooks" because "x" when count(weak.rooks) >= 2 and not strong.in_check
"#;

/// At least one pawn, one bishop and one knight, any number of queens and knights.
const QUEENS: &str = r#"recognizer KQsBNsPPsvKNRR
draw "pinned" because "x" when weak.knight in strong.attacks and in_check
not_won "queens" for weak because "x" when not empty(strong.queens & weak.attacks)
silent "bishop" because "x" when strong.bishop in light_squares
strong_cannot_win "knights" because "x" when count(strong.knights) > count(strong.pawns)
"#;

fn open(name: &str, text: &str) -> Result<OpenRules, Failure> {
    let rules = OpenRules::parse_with(name, text, &NoResolver);
    rules.map_err(|errors| errors.to_string().into())
}

/// A board for one of some files, sometimes with a man too many.
fn board(files: &[&OpenRules], random: &mut Random) -> Board {
    let class = files[random.below(files.len())].class();
    let first = Color::from_white(random.below(2) == 0);
    let mut board = Board::empty();
    let mut place = |man: Piece, random: &mut Random| {
        let mut at = Square::new(random.below(64) as u32);
        while board.piece_at(at).is_some() {
            at = Square::new(random.below(64) as u32);
        }
        board.set_piece_at(at, man);
    };
    for color in Color::ALL {
        let on_board = if first.is_white() { color } else { !color };
        place(Role::King.of(on_board), random);
        for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
            let (least, is_open) = class.counts(role.of(color));
            let more = if is_open { random.below(6) } else { 0 };
            for _ in 0..least + more {
                place(role.of(on_board), random);
            }
        }
    }
    if random.below(4) == 0 {
        let color = Color::from_white(random.below(2) == 0);
        place(Role::ALL[random.below(6)].of(color), random);
    }
    board
}

/// The rule that decides, counted through all files, below 0 if it keeps silent, and the results
/// that it leaves.
fn decided(files: &[&OpenRules], board: &Board, turn: Color) -> Result<(i16, WdlSet), Failure> {
    let mut before = 0;
    let mut silent = 0;
    for rules in files {
        if let Some(found) = rules.decide(board, turn)? {
            let number = before + found.rule as i16 + 1;
            if let Some(claim) = rules.rules()[found.rule].kind.claim() {
                let seen = if found.strong.is_white() { turn } else { !turn };
                return Ok((number, claim.allows(seen)));
            }
            silent = if silent == 0 { -number } else { silent };
        }
        before += rules.rules().len() as i16;
    }
    Ok((silent, WdlSet::ALL))
}

/// What each compiled file says of a position, and the position.
struct Asked {
    board: Board,
    turn: Color,
    expected: i16,
    question: Vec<u8>,
}

fn asked(files: &[&OpenRules], count: usize) -> Result<Vec<Asked>, Failure> {
    let mut random = Random::new(11);
    let mut all = Vec::new();
    for at in 0..count {
        let board = board(files, &mut random);
        let turn = Color::from_white(at % 2 == 0);
        let en_passant = (at % 16 == 0).then_some(Square::E6);
        let (rule, results) = match en_passant {
            None => decided(files, &board, turn)?,
            Some(_) => (0, WdlSet::ALL),
        };
        let (squares, men): (Vec<Square>, Vec<Piece>) = board.clone().into_iter().unzip();
        let last = 1 << squares[squares.len() - 1].to_u32();
        let exchanged = false;
        let how = How::Board {
            exchanged,
            en_passant,
        };
        let class = 0;
        let question = Question { class, turn, how };
        let question = question.bytes(&men, &squares[..squares.len() - 1], last);
        all.push(Asked {
            board,
            turn,
            expected: 8 * rule + i16::from(results.bits()),
            question: question.into(),
        });
    }
    Ok(all)
}

/// Every rule decides something, and a compiled file says the same of each position.
fn agree(files: &[&OpenRules], count: usize) -> Result<(), Failure> {
    let asked = asked(files, count)?;
    let rules: usize = files.iter().map(|rules| rules.rules().len()).sum();
    for number in 0..=rules as i16 {
        let is_said = |of: &Asked| (of.expected >> 3).abs() == number;
        assert!(asked.iter().any(is_said), "rule {number} decides nothing");
    }
    let languages = Language::ALL.into_iter();
    let tested = tested();
    for language in languages.filter(|of| *of == Language::RUST || tested.contains(of)) {
        is_clean(files, language)?;
        let Some(mut compiler) = compiler(language) else {
            continue;
        };
        // What has no meaning stops the program.
        compiler.extend(match language.to_string().as_str() {
            "c" => vec![
                "-fsanitize=signed-integer-overflow,shift",
                "-fsanitize-undefined-trap-on-error",
            ],
            "rust" => vec!["-C", "overflow-checks=on"],
            _ => Vec::new(),
        });
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        let style = Style::default();
        let build = build_open(files, language, &style)?;
        let source = emit_all(&[], files, language, &style, &["A test.".into()])?;
        let mut program = compiled(language, &compiler, &build, &source, folder.path())?;
        let step = if language == Language::PYTHON { 13 } else { 1 };
        let asked: Vec<&Asked> = asked.iter().step_by(step).collect();
        let questions: Vec<u8> = asked.iter().flat_map(|of| of.question.clone()).collect();
        fs::write(at("input"), [&questions[..], &Question::SEND].concat())?;
        let status = program
            .stdin(File::open(at("input"))?)
            .stdout(Stdio::from(File::create(at("output"))?))
            .status()?;
        assert!(status.success(), "{language}: {status}");
        let answers = fs::read(at("output"))?;
        let answers = answers.as_chunks::<2>().0;
        assert_eq!(answers.len(), asked.len(), "{language}");
        for (of, answer) in asked.into_iter().zip(answers) {
            let said = i16::from_le_bytes(*answer);
            let (board, turn) = (&of.board, of.turn.char());
            assert_eq!(said, of.expected, "{language}: {board} {turn}");
        }
    }
    Ok(())
}

/// Compilers have nothing to say, where they are asked for warnings.
fn is_clean(files: &[&OpenRules], language: Language) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let text = emit_all(&[], files, language, &Style::default(), &[])?;
    let (name, text, more) = if language == Language::RUST {
        let module = format!("pub mod rules {{\n{text}\n}}\n");
        let text = format!("#![deny(warnings)]\n#![forbid(unsafe_code)]\n{module}");
        ("rules.rs", text, vec!["--crate-type", "lib"])
    } else {
        ("rules.c", text, vec!["-c"])
    };
    let source = folder.path().join(name);
    fs::write(&source, text)?;
    for compiler in strict(language) {
        let compiler = [compiler, more.clone()].concat();
        compile(&compiler, &source, &folder.path().join("made"))?;
    }
    Ok(())
}

#[test]
fn open_rules_mean_the_same() -> Result<(), Failure> {
    agree(&[&open("bishops.rules", BISHOPS)?], 6000)
}

/// Files are asked one after another, and rules numbered through all of them.
#[test]
fn several_open_files_mean_the_same() -> Result<(), Failure> {
    let files = [
        open("bishops.rules", BISHOPS)?,
        open("rooks.rules", ROOKS)?,
        open("queens.rules", QUEENS)?,
        open("mates.rules", MATES)?,
    ];
    agree(&files.each_ref(), 12_000)
}

/// Both kinds of files have functions of their own, in one exported file.
#[test]
fn open_and_closed_rules_share_a_file() -> Result<(), Failure> {
    let text = "recognizer KPK\ndraw \"edge\" because \"x\" when us.king in edge\n";
    let closed = RuleFile::parse("kpk.rules", text)?;
    let rules = open("rooks.rules", ROOKS)?;
    for language in Language::ALL {
        let style = Style::default();
        let both = emit_all(&[&closed], &[&rules], language, &style, &[])?;
        let alone = emit_all(&[], &[&rules], language, &style, &[])?;
        let plain = |text: &str| text.to_lowercase().replace('_', "");
        for name in ["anynumberrule", "anynumberresults", "knpskrsrule"] {
            assert!(plain(&both).contains(name), "{language}: {name}");
            assert!(plain(&alone).contains(name), "{language}: {name}");
        }
        assert!(plain(&both).contains("kpkrule"), "{language}");
        assert!(!plain(&alone).contains("proberule"), "{language}");
        assert_eq!(
            emit(&[&closed], language, &style, &[])?,
            emit_all(&[&closed], &[], language, &style, &[])?
        );
    }
    Ok(())
}
