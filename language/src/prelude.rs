//! The prelude: words of the language that are defined through other words,
//! such as pins, forks and the path of a pawn.
//!
//! A file that uses one gets its definition, and those that it needs, before
//! its own. Later passes treat them like any other definition.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use drawproof_tables::sha256;
use shakmaty::{Bitboard, Color, Rank, Square};

use crate::{
    error::{RuleError, Span},
    parser::{Purpose, parse_alone},
    syntax::{BitTable, Definition, Expr, ExprKind, File, TableEntries},
};

/// The definitions, for no class: they know men only by their squares.
const TEXT: &str = include_str!("prelude.rules");

/// All definitions of the prelude.
struct Prelude {
    definitions: Vec<Definition>,
    /// The indices of the definitions.
    places: HashMap<String, usize>,
    tables: Vec<BitTable>,
}

static PRELUDE: LazyLock<Prelude> = LazyLock::new(|| {
    // A test parses it.
    let file = parse_alone(TEXT, Purpose::Recognizer).unwrap_or_default();
    let names = file.definitions.iter().map(|word| word.name.clone());
    Prelude {
        places: names.zip(0..).collect(),
        definitions: file.definitions,
        tables: tables(),
    }
});

/// The words, to suggest when one is misspelt.
pub fn words<'a>() -> impl Iterator<Item = &'a str> {
    PRELUDE.definitions.iter().map(|word| word.name.as_str())
}

/// SHA-256 of its text and its tables, in hexadecimal.
pub fn prelude_sha256() -> String {
    let tables = PRELUDE.tables.iter();
    let tables = tables.map(|table| format!("{} {:?}\n", table.name, table.entries));
    sha256(TEXT.to_owned() + &tables.collect::<String>())
}

/// All of them.
#[cfg(test)]
pub fn definitions() -> &'static [Definition] {
    &PRELUDE.definitions
}

/// The text that defines a word, and the offset where the definition begins.
pub fn word_in_text(name: &str) -> Option<(&'static str, usize)> {
    let mut words = PRELUDE.definitions.iter();
    let word = words.find(|word| word.name == name)?;
    Some((TEXT, word.item.clone()?.start))
}

/// Parses a whole file, with the definitions of the words that it uses.
///
/// # Errors
///
/// What is wrong with its syntax.
pub(crate) fn parse(text: &str, purpose: Purpose) -> Result<File, Vec<RuleError>> {
    let mut file = parse_alone(text, purpose)?;
    complete(&mut file);
    Ok(file)
}

impl File {
    /// Reads a rule file without checking it.
    ///
    /// # Errors
    ///
    /// What is wrong with its syntax.
    pub fn parse(text: &str) -> Result<Self, Vec<RuleError>> {
        parse(text, Purpose::Recognizer)
    }
}

/// Inserts the definitions of the words that a file uses before its own. Words
/// that it defines itself are left alone.
pub fn complete(file: &mut File) {
    let mut wanted: Vec<Option<Span>> = vec![None; PRELUDE.definitions.len()];
    let mut wanted_tables: Vec<Option<Span>> = vec![None; PRELUDE.tables.len()];
    let own: HashSet<&str> = (file.definitions.iter())
        .map(|own| own.name.as_str())
        .collect();
    let mut uses = Vec::new();
    for expr in file.expressions() {
        words_in(expr, &own, &mut uses);
    }
    while let Some((at, span)) = uses.pop() {
        if wanted[at].replace(span.clone()).is_some() {
            continue;
        }
        let mut within = Vec::new();
        words_in(&PRELUDE.definitions[at].body, &own, &mut within);
        uses.extend(within.into_iter().map(|(at, _)| (at, span.clone())));
        entries(&PRELUDE.definitions[at].body, &mut |name| {
            let mut tables = PRELUDE.tables.iter();
            if let Some(at) = tables.position(|table| table.name == name) {
                wanted_tables[at] = Some(span.clone());
            }
        });
    }
    let definitions = PRELUDE.definitions.iter().zip(wanted);
    let definitions = definitions.filter_map(|(word, span)| Some(of_prelude(word, &span?)));
    file.definitions.splice(0..0, definitions);
    let tables = PRELUDE.tables.iter().zip(wanted_tables);
    let tables = tables.filter_map(|(table, span)| {
        let span = span?;
        Some(BitTable {
            span: span.clone(),
            ..table.clone()
        })
    });
    file.tables.splice(0..0, tables);
    file.note_names();
}

/// A definition with the location of its use, where errors are shown.
fn of_prelude(word: &Definition, used: &Span) -> Definition {
    let mut word = word.clone();
    word.span = used.clone();
    word.item = None;
    put_at(&mut word.body, used);
    word
}

fn put_at(expr: &mut Expr, span: &Span) {
    expr.span = span.clone();
    for part in expr.kind.parts_mut() {
        put_at(part, span);
    }
}

/// The words of the prelude that an expression calls, by index, and the
/// location of the call; without those that the file defines itself.
fn words_in(expr: &Expr, own: &HashSet<&str>, found: &mut Vec<(usize, Span)>) {
    if let ExprKind::Call(name, _) = &expr.kind
        && let Some(&at) = PRELUDE.places.get(name)
        && !own.contains(name.as_str())
    {
        found.push((at, expr.span.clone()));
    }
    for part in expr.kind.parts() {
        words_in(part, own, found);
    }
}

/// The tables that it uses.
fn entries(expr: &Expr, found: &mut impl FnMut(&str)) {
    if let ExprKind::Entry(name, _) = &expr.kind {
        found(name);
    }
    for part in expr.kind.parts() {
        entries(part, found);
    }
}

fn tables() -> Vec<BitTable> {
    let directions = [(Color::White, "up"), (Color::Black, "down")];
    let both = directions.into_iter().flat_map(|(color, way)| {
        let sets = |of: fn(Color, Square) -> Bitboard| {
            TableEntries::Sets(Square::ALL.map(|pawn| of(color, pawn).0).into())
        };
        let promotions = Square::ALL.map(|pawn| promotion(color, pawn).to_u32() as u8);
        let tables = [
            ("pawn_path", sets(path)),
            ("pawn_square", sets(square)),
            ("promotion", TableEntries::Squares(promotions.into())),
        ];
        tables.map(|(what, entries)| BitTable {
            name: format!("{what}_{way}"),
            span: 0..0,
            item: None,
            entries,
        })
    });
    both.collect()
}

/// The squares in front of a pawn.
fn path(color: Color, pawn: Square) -> Bitboard {
    let in_front = |square: &Square| {
        let ahead = i32::from(*square) - i32::from(pawn);
        square.file() == pawn.file() && color.fold_wb(ahead > 0, ahead < 0)
    };
    Square::ALL.into_iter().filter(in_front).collect()
}

/// The square on which it promotes: the last one of its file.
fn promotion(color: Color, pawn: Square) -> Square {
    let last = color.fold_wb(Rank::Eighth, Rank::First);
    Square::from_coords(pawn.file(), last)
}

/// The square of a pawn: with the pawn to move and running, a king inside it
/// arrives in time unless something is in its way.
fn square(color: Color, pawn: Square) -> Bitboard {
    let path = path(color, pawn);
    let starts = pawn.rank() == color.fold_wb(Rank::Second, Rank::Seventh);
    let moves = path.count() as u32 - u32::from(starts);
    let last = promotion(color, pawn);
    let is_near = |square: &Square| path.any() && last.distance(*square) <= moves;
    Square::ALL.into_iter().filter(is_near).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::{Piece, Role, attacks};

    use super::*;
    use crate::RuleFile;

    fn rules(text: &str) -> Result<RuleFile, crate::RuleErrors> {
        RuleFile::parse("test", &format!("recognizer KPK\n{text}"))
    }

    #[test]
    fn the_prelude_is_right() {
        let read = parse_alone(TEXT, Purpose::Recognizer).map(|file| file.definitions.len());
        assert_eq!(read.ok(), Some(PRELUDE.definitions.len()));
        assert!(!PRELUDE.definitions.is_empty());
        for word in words() {
            assert!(crate::words::names().all(|name| name != word), "{word}");
        }
    }

    #[test]
    fn what_is_used_comes_with_what_it_needs() {
        let file = rules("let wrong = wrong_bishop_up(strong.pawn, strong.pawn)").unwrap();
        let of = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let defined: Vec<String> = (file.syntax().definitions.iter())
            .map(|each| each.name.clone())
            .collect();
        assert_eq!(defined, of(&["promotion_up", "wrong_bishop_up", "wrong"]));
        let tables: Vec<String> = (file.syntax().tables.iter())
            .map(|table| table.name.clone())
            .collect();
        assert_eq!(tables, of(&["promotion_up"]));
        assert_eq!(file.definitions().len(), 1);
        assert!(rules("let a = edge").unwrap().syntax().tables.is_empty());
    }

    #[test]
    fn a_file_may_mean_something_else() {
        let own = "let opposition(a: square) = a in edge\n\
            draw \"edge\" because \"It is.\" when opposition(us.king)";
        let file = rules(own).unwrap();
        assert_eq!(file.syntax().definitions.len(), 1);
    }

    #[test]
    fn errors_are_shown_where_a_word_is_used() {
        let wrong = "draw \"x\" because \"y\" when opposition(us.king)";
        let shown = rules(wrong).unwrap_err().render(false);
        assert!(shown.contains("test:2:27"), "{shown}");
        assert!(shown.contains("takes 2 arguments"), "{shown}");
        let misspelt = "draw \"x\" because \"y\" when oposition(us.king, them.king)";
        let shown = rules(misspelt).unwrap_err().render(false);
        assert!(shown.contains("did you mean 'opposition'?"), "{shown}");
    }

    /// Which is faster: a running pawn, which is to move, or a king that
    /// captures it or its queen?
    #[test]
    fn a_king_in_the_square_is_in_time() {
        for pawn in Square::ALL {
            if matches!(pawn.rank(), Rank::First | Rank::Eighth) {
                continue;
            }
            for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
                // A king in the pawn's path stops it, which is not a race.
                if path(Color::White, pawn).contains(king) {
                    continue;
                }
                let caught = runs_into(pawn, Bitboard::from(king));
                let up = square(Color::White, pawn).contains(king);
                assert_eq!(up, caught, "{pawn} {king}");
                let [pawn, king] = [pawn, king].map(Square::flip_vertical);
                assert_eq!(square(Color::Black, pawn).contains(king), caught);
            }
        }
    }

    /// Whether a king on any of some squares catches a white pawn that is to
    /// move.
    fn runs_into(pawn: Square, kings: Bitboard) -> bool {
        let step = |from: Square| from.offset(8);
        let double = (pawn.rank() == Rank::Second).then(|| step(step(pawn)?));
        let Some(next) = double.flatten().or_else(|| step(pawn)) else {
            // It has become a queen that cannot be captured at once.
            return false;
        };
        let reach = |all: Bitboard, king| {
            all | attacks::attacks(
                king,
                Piece {
                    color: Color::Black,
                    role: Role::King,
                },
                kings,
            )
        };
        let reached = kings.into_iter().fold(kings, reach);
        reached.contains(next) || runs_into(next, reached)
    }
}
