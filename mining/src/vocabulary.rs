//! Default vocabularies: terms for rules, for any class.
//!
//! They are templates over the men of a class. Static terms come first
//! (distances, lines, attacks), then what one move can do: safe checks and the
//! squares that they leave, forks, pins, men without a safe square, the king's
//! next step. All of it covers both sides: what the side not to move could do
//! is a threat. Rules about who can mate have terms for forced ends and
//! captures before these.

mod any_man;
mod forced;
mod king;
mod like;
mod pawns;
mod pieces;
mod places;
mod side;
mod static_terms;
mod text;

use drawproof_tables::{Material, Subject};

use side::sides;
use text::Text;

/// The text of a vocabulary file for rules of a class about a subject, to be read by
/// [`Vocabulary::parse`](drawproof_language::Vocabulary::parse). The sides are
/// `us` and `them` if both have the same men, else `strong` and `weak`.
///
/// ```
/// use drawproof_tables::Subject;
///
/// let class = "KRKN".parse()?;
/// let text = drawproof_mining::vocabulary::vocabulary(&class, Subject::Results);
/// assert!(text.starts_with("vocabulary KRvKN\n"));
/// # Ok::<_, drawproof_tables::MaterialError>(())
/// ```
pub fn vocabulary(material: &Material, about: Subject) -> String {
    text_of(material, about, false)
}

/// The same, and the files and ranks of all men that have no like on their side. `None`
/// for a class without pawns: ranks and files of its positions differ from those of their
/// mirror images.
pub fn with_places(material: &Material, about: Subject) -> Option<String> {
    material.has_pawns().then(|| text_of(material, about, true))
}

fn text_of(material: &Material, about: Subject, has_places: bool) -> String {
    let sides = sides(material);
    let [first, second] = &sides;
    let mut text = Text::default();
    match about {
        Subject::Mates => forced::terms(&mut text, &sides),
        Subject::Results => {}
    }
    static_terms::terms(&mut text, &sides);
    if has_places {
        places::terms(&mut text, &sides);
    }
    for (side, other) in [(first, second), (second, first)] {
        king::terms(&mut text, side, other);
        for men in side.pieces() {
            pieces::terms(&mut text, side, other, men);
        }
        pawns::terms(&mut text, side, other);
        any_man::terms(&mut text, side, other);
    }
    for (side, other) in [(first, second), (second, first)] {
        like::terms(&mut text, side, other);
    }
    text.finish(material)
}

#[cfg(test)]
mod tests {
    use drawproof_language::Vocabulary;

    use super::*;

    const FIVE_MEN: [&str; 12] = [
        "KBBKB", "KBBKR", "KBNKR", "KNNKN", "KNNKR", "KBBKN", "KRRKR", "KQRKQ", "KRPKR", "KBPKB",
        "KPPKP", "KNPKP",
    ];

    fn classes() -> Vec<Material> {
        let five = FIVE_MEN.iter().map(|class| class.parse().unwrap());
        Material::all(3)
            .into_iter()
            .chain(Material::all(4))
            .chain(five)
            .collect()
    }

    const SUBJECTS: [Subject; 2] = [Subject::Results, Subject::Mates];

    #[test]
    fn every_class_has_one_that_is_read() {
        for (class, about) in classes()
            .iter()
            .flat_map(|of| SUBJECTS.map(|about| (of, about)))
        {
            let text = vocabulary(class, about);
            let read = Vocabulary::parse("default", &text).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(read.material(), class);
            let looks_ahead = |term: &str| term.contains("_next") || term.contains("moves");
            let terms = read.terms();
            assert!(terms.iter().any(|term| looks_ahead(&term.text)), "{class}");
            assert!(terms.iter().any(|term| !looks_ahead(&term.text)), "{class}");
            let is_about_mates = terms.iter().any(|term| term.text == "stalemate");
            assert_eq!(is_about_mates, about == Subject::Mates, "{class}");
        }
    }

    #[test]
    fn places_are_of_classes_with_pawns() {
        for class in classes() {
            let text = with_places(&class, Subject::Mates);
            assert_eq!(text.is_some(), class.has_pawns(), "{class}");
            if let Some(text) = text {
                Vocabulary::parse("with places", &text).unwrap_or_else(|e| panic!("{e}"));
            }
        }
    }

    #[test]
    fn places_are_those_of_men_without_like() {
        let text = with_places(&"KQPPK".parse().unwrap(), Subject::Results).unwrap();
        let has = |term| text.contains(&format!("\ntry {term}\n"));
        assert!(has("rank(strong.queen)"));
        assert!(has("file_distance(strong.queen, weak.king)"));
        assert!(has("strong.king in file_a | file_h"));
        assert!(!has("rank(strong.pawns)"));
    }

    #[test]
    fn no_definition_goes_unused() {
        for (class, about) in classes()
            .iter()
            .flat_map(|of| SUBJECTS.map(|about| (of, about)))
        {
            let text = vocabulary(class, about);
            let read = Vocabulary::parse("default", &text).unwrap();
            let defines = |line: &&str| line.starts_with("let ") || line.starts_with("table ");
            let defined = text.lines().filter(defines).count();
            let used = read.definitions_of(0..read.terms().len()).len();
            assert_eq!(used, defined, "{class}");
        }
    }
}
