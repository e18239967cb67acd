//! The symmetry group of every word, compared with its values for all eight
//! images of random positions: symmetries of the group must change the value as
//! they change the board, and each of the others must be refuted.

use std::collections::BTreeMap;

use drawproof_tables::{Material, Placement, Symmetry};
use shakmaty::{Bitboard, Color, Square};

use super::checker::Checker;
use crate::{
    RuleFile,
    group::SymmetryGroup,
    interpret::{Evaluate, Interpreter},
    position::Position,
    position::{Names, Value},
    prelude,
    syntax::{Definition, Type},
    words::{self, Word},
};

/// All kinds of men, pawns on both sides and on one; equal material.
const CLASSES: [&str; 4] = ["KQRBPvKNP", "KBNvKQ", "KQPvKRB", "KRPvKRP"];

/// How many positions each word is tested on.
const POSITIONS: usize = 300;

/// Operators, examples of their use, and the types of their operands.
const OPERATORS: [(&str, &[Type]); 40] = {
    use Type::{Number as N, Set as S, Square as Q, Truth as T};
    [
        ("a or b", &[T, T]),
        ("a and b", &[T, T]),
        ("not a", &[T]),
        ("a = b", &[T, T]),
        ("a = b", &[N, N]),
        ("a = b", &[Q, Q]),
        ("a = b", &[S, S]),
        ("a != b", &[S, Q]),
        ("a < b", &[N, N]),
        ("a <= b", &[N, N]),
        ("a > b", &[N, N]),
        ("a >= b", &[N, N]),
        ("a in b", &[Q, S]),
        ("a | b", &[S, S]),
        ("a + b", &[S, Q]),
        ("a + b", &[N, N]),
        ("a - b", &[S, S]),
        ("a - b", &[N, N]),
        ("a & b", &[S, S]),
        ("a * b", &[N, N]),
        ("~a", &[S]),
        ("-a", &[N]),
        ("if a then b else c", &[T, S, S]),
        ("if a then b else c", &[T, Q, Q]),
        ("if a then b else c", &[T, N, N]),
        ("if a then b else c", &[T, T, T]),
        ("any x in a : x in b", &[S, S]),
        ("all x in a : x in b", &[S, S]),
        ("count x in a : x in b", &[S, S]),
        ("{ x in a : distance(x, b) > 2 }", &[S, Q]),
        ("{a, b}", &[Q, S]),
        ("{}", &[]),
        ("7", &[]),
        ("{a1, h8}", &[]),
        ("{a1, a, h8}", &[Q]),
        ("0x8100000000000081", &[]),
        ("0x0000000000001234", &[]),
        ("file_a + file_h", &[]),
        ("turned[a]", &[Q]),
        (
            "pairs[a] | sets[a] & { x in sets[a] : numbers[x] > 5 }",
            &[Q],
        ),
    ]
};

/// Tables with symmetries of their own: the whole group, and none.
fn tables() -> String {
    let all = |of: &dyn Fn(usize) -> String| (0..64).map(of).collect::<Vec<_>>().join(", ");
    let turned = all(&|at| Square::new(63 - at as u32).to_string());
    let pairs = all(&|at| format!("{:#x}", 1_u64 << at | 1 << (63 - at)));
    let sets = all(&|at| format!("{:#x}", 0x9e37_79b9_7f4a_7c15_u64.rotate_left(at as u32)));
    let numbers = all(&|at| (at * 37 % 11).to_string());
    format!(
        "table turned = square -> square [{turned}]\ntable pairs = square -> set [{pairs}]\n\
         table sets = square -> set [{sets}]\ntable numbers = square -> number [{numbers}]\n"
    )
}

/// Definitions, each with one word of the language that names no man.
fn all_words() -> Vec<String> {
    let mut all = Vec::new();
    for word in Word::ALL {
        let (name, kinds) = (word.name(), word.meaning().parameters());
        for given in word.meaning().required_parameters()..=kinds.len() {
            all.push(call(name, &kinds[..given]));
        }
    }
    for word in prelude::definitions() {
        let kinds: Vec<Type> = word.parameters.iter().map(|(_, kind)| *kind).collect();
        all.push(call(&word.name, &kinds));
    }
    let lines = ('a'..='h').map(|file| format!("file_{file}"));
    let lines = lines.chain((1..=8).map(|rank| format!("rank_{rank}")));
    let squares = Square::ALL.into_iter().map(|square| square.to_string());
    let names = words::names().map(ToString::to_string);
    let plain = lines.chain(squares).chain(names);
    all.extend(plain.map(|name| defined(&name, &[])));
    all.extend(OPERATORS.map(|(text, kinds)| defined(text, kinds)));
    all
}

/// The same for words about men, which differ by class.
fn words_about_men() -> Vec<String> {
    let owners = ["us", "them", "strong", "weak"].into_iter();
    let members = owners.flat_map(|owner| words::MEMBERS.map(|member| format!("{owner}.{member}")));
    let members = members.chain(["in_check".into()]);
    members.map(|name| defined(&name, &[])).collect()
}

fn call(name: &str, kinds: &[Type]) -> String {
    let arguments = ["a", "b", "c"][..kinds.len()].join(", ");
    defined(&format!("{name}({arguments})"), kinds)
}

fn defined(text: &str, kinds: &[Type]) -> String {
    let names = ["a", "b", "c"].into_iter().zip(kinds);
    let parameters: Vec<String> = names
        .map(|(name, kind)| format!("{name}: {}", kind.name()))
        .collect();
    if parameters.is_empty() {
        format!(" = {text}")
    } else {
        format!("({}) = {text}", parameters.join(", "))
    }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn square(&mut self) -> Square {
        Square::new((self.next() >> 20) as u32 % 64)
    }

    fn value(&mut self, kind: Type) -> Value {
        match kind {
            Type::Square => Value::Square(self.square()),
            Type::Set => Value::Set(Bitboard(self.next() & self.next())),
            Type::Number => Value::Number((self.next() >> 20) as i32 % 9 - 3),
            Type::Truth => Value::Truth(self.next() >> 20 & 1 != 0),
        }
    }

    fn placement(&mut self, men: usize, turn: Color) -> Placement {
        let mut squares = arrayvec::ArrayVec::new();
        while squares.len() < men {
            let square = self.square();
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        Placement { squares, turn }
    }
}

fn image(by: Symmetry, value: Value) -> Value {
    match value {
        Value::Square(square) => Value::Square(by.square(square)),
        Value::Set(set) => Value::Set(Bitboard(by.bits(set.0))),
        Value::Number(_) | Value::Truth(_) => value,
    }
}

/// The symmetries under which a word mapped each image to the image.
fn observed(
    positions: &[[Interpreter; 8]],
    word: &Definition,
    random: &mut Random,
) -> SymmetryGroup {
    let kinds = &word.parameters;
    let mut kept = SymmetryGroup::FULL;
    for images in positions {
        let with = kinds
            .iter()
            .map(|(name, kind)| (name.clone(), random.value(*kind)));
        let names: Names = with.collect();
        let value = images[0].value(&word.body, &names).expect("it was checked");
        kept = kept.and(SymmetryGroup::of(|by| {
            let there = names.iter();
            let there = there.map(|(name, value)| (name.clone(), image(by, *value)));
            let found = images[by.index()].value(&word.body, &there.collect());
            found == Some(image(by, value))
        }));
    }
    kept
}

/// The images of a position.
fn images<'a>(rules: &'a RuleFile, placement: &Placement) -> [Interpreter<'a>; 8] {
    Symmetry::ALL.map(|by| {
        let mut there = placement.clone();
        let squares = there.squares.iter_mut();
        squares.for_each(|square| *square = by.square(*square));
        Interpreter::new(rules, Position::new(rules, &there))
    })
}

#[test]
fn every_word_has_the_symmetries_that_it_should() -> Result<(), Box<dyn std::error::Error>> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for class in CLASSES {
        let material: Material = class.parse()?;
        let reads = |word: &String| {
            let text = format!("recognizer {class}\n{}let w{word}\n", tables());
            RuleFile::parse("word", &text).is_ok()
        };
        let mut words = words_about_men();
        if class == CLASSES[0] {
            words.extend(all_words());
        }
        words.retain(reads);
        let named = words.iter().enumerate();
        let named: Vec<String> = named
            .map(|(at, word)| format!("let w{at}{word}\n"))
            .collect();
        let named = named.concat();
        let rules = RuleFile::parse("words", &format!("recognizer {class}\n{}{named}", tables()))?;
        for turn in Color::ALL {
            if material.is_symmetric() && turn.is_black() {
                continue;
            }
            let mut random = Random(0x2545_f491_4f6c_dd1d);
            let positions: Vec<[Interpreter; 8]> = (0..POSITIONS)
                .map(|_| images(&rules, &random.placement(material.men_count(), turn)))
                .collect();
            let mut checker = Checker::new(rules.syntax(), &material, turn, &[]);
            let _ = checker.definitions();
            let own = rules.syntax().definitions.iter().zip(&checker.values);
            let own = own.filter(|(word, _)| word.item.is_some());
            for ((word, value), text) in own.zip(&words) {
                // It may not be for this side to move.
                let Ok(value) = value else { continue };
                let group = checker.graph.nodes[*value].group;
                let found = observed(&positions, word, &mut random);
                assert_eq!(group, found, "{class}, {turn} to move: {text}");
                *seen.entry(text.clone()).or_default() += 1;
            }
        }
    }
    // Each word was tested in some class, but for those about smaller classes.
    let about_smaller = ["drawn", "wins", "cannot_win"];
    let is_smaller = |word: &String| about_smaller.iter().any(|end| word.ends_with(end));
    let mut all = all_words();
    all.extend(words_about_men());
    for word in all.into_iter().filter(|word| !is_smaller(word)) {
        assert!(seen.contains_key(&word), "{word}");
    }
    Ok(())
}
