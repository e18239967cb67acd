//! Moves in rules beside the legal moves of shakmaty: evaluator, interpreter and
//! brute force give the same numbers.

use std::error::Error;

use drawproof_evaluate::{CompiledRules, Recognizer, Sheet, Verdicts, positions};
use drawproof_language::{RuleFile, interpret};
use drawproof_tables::{Index, Layout, Placement};
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

type Outcome = Result<(), Box<dyn Error>>;

/// A number that rules find, and how shakmaty finds it.
struct Question {
    text: &'static str,
    of: fn(&Chess) -> usize,
}

/// How many legal moves there are for which something holds.
fn moves(position: &Chess, holds: impl Fn(&Move, &Chess) -> bool) -> usize {
    let legal = position.legal_moves().into_iter();
    legal
        .filter(|&one| {
            let mut after = position.clone();
            after.play_unchecked(one);
            holds(&one, &after)
        })
        .count()
}

fn is_attacked(position: &Chess, at: Square, by: Color) -> bool {
    let board = position.board();
    board.attacks_to(at, by, board.occupied()).any()
}

/// One move ahead, for all classes.
const ONE: [Question; 11] = [
    Question {
        text: "count move m by us : true",
        of: |at| at.legal_moves().len(),
    },
    Question {
        text: "count quiet m by us : true",
        of: |at| moves(at, |one, _| !one.is_capture() && !one.is_promotion()),
    },
    Question {
        text: "count capture m by us : true",
        of: |at| moves(at, |one, _| one.is_capture()),
    },
    Question {
        text: "count promotion m by us : count(occupied) > 1",
        of: |at| moves(at, |one, _| one.is_promotion()),
    },
    Question {
        text: "count check m by us : true",
        of: |at| moves(at, |_, after| after.is_check()),
    },
    Question {
        text: "count move m by us : them.in_check and not us.in_check and m.to in edge",
        of: |at| {
            moves(at, |one, after| {
                let to = one.to();
                let edge = u64::from(Bitboard::EDGES);
                after.is_check() && edge >> to.to_u32() & 1 != 0
            })
        },
    },
    Question {
        text: "count move m by us.king : m.from in light_squares and not m.to in light_squares",
        of: |at| {
            moves(at, |one, _| {
                one.role() == Role::King
                    && one.from().is_some_and(Square::is_light)
                    && !one.to().is_light()
            })
        },
    },
    Question {
        text: "count capture m by us of them.pawns : count(occupied) = count(us.men) + count(them.men)",
        of: |at| moves(at, |one, _| one.capture() == Some(Role::Pawn)),
    },
    Question {
        text: "count move m by us : us.men & them.men = {} and count(us.queens) > 1 or count(us.pawns) = 0",
        of: |at| {
            let us = at.turn();
            moves(at, |_, after| {
                let count = |role: Role| after.board().by_piece(role.of(us)).count();
                count(Role::Queen) > 1 || count(Role::Pawn) == 0
            })
        },
    },
    // A set of the position before the move, and the same after it.
    Question {
        text: "reaching(them.attacks)",
        of: |at| moves(at, |one, _| is_attacked(at, one.to(), !at.turn())),
    },
    Question {
        text: "count move m by us : m.to in them.attacks",
        of: |at| moves(at, |one, after| is_attacked(after, one.to(), !at.turn())),
    },
];

/// Two moves and three.
const MORE: [Question; 6] = [
    Question {
        text: "count move m by us : all move n by them : false",
        of: |at| moves(at, |_, after| after.legal_moves().is_empty()),
    },
    Question {
        text: "count move m by us : any capture n by them : true",
        of: |at| moves(at, |_, after| moves(after, |one, _| one.is_capture()) > 0),
    },
    Question {
        text: "count move m by us : any check n by them : m.to != n.from",
        of: |at| moves(at, |_, after| moves(after, |_, last| last.is_check()) > 0),
    },
    Question {
        text: "count move m by us : (count move n by them : true) = 3",
        of: |at| moves(at, |_, after| after.legal_moves().len() == 3),
    },
    EN_PASSANT,
    Question {
        text: "count check m by us : all move n by them : any capture o by us : o.from != m.from",
        of: |at| {
            moves(at, |one, after| {
                after.is_check()
                    && moves(after, |_, then| {
                        moves(then, |last, _| {
                            last.is_capture() && last.from() != one.from()
                        }) == 0
                    }) == 0
            })
        },
    },
];

const EN_PASSANT: Question = Question {
    text: "count quiet m by us.pawns : any capture n by them.pawns of us.pawns : n.to != m.to and not m.to in us.men",
    of: |at| {
        moves(at, |one, after| {
            one.role() == Role::Pawn
                && !one.is_capture()
                && !one.is_promotion()
                && moves(after, |reply, _| reply.is_en_passant()) > 0
        })
    },
};

/// A rule for each number that a question may give.
fn rules(class: &str, question: &Question) -> Result<RuleFile, Box<dyn Error>> {
    let numbers = (0..70)
        .map(|number| format!("draw \"{number}\" because \"counted\" when asked = {number}\n"));
    let numbers: String = numbers.collect();
    let text = format!(
        "recognizer {class}\n\
         let reaching(squares: set) = count move m by us : m.to in squares\n\
         let asked = {}\n{numbers}",
        question.text
    );
    Ok(RuleFile::parse("moves.rules", &text)?)
}

/// Asks a question of every `step`-th legal position of a class with every `blocks`-th
/// pair of kings.
fn ask(class: &str, question: &Question, (blocks, step): (usize, usize)) -> Outcome {
    let rules = rules(class, question)?;
    let compiled = CompiledRules::new(&rules);
    let layout = Layout::new(rules.material())?;
    let turns = if rules.material().is_symmetric() {
        1
    } else {
        2
    };
    let (mut asked, mut seen) = (0, 0);
    for turn in Color::ALL.into_iter().take(turns) {
        let mut judge = compiled.judge(turn);
        let mut verdicts = Verdicts::new(rules.rules().len());
        let mut words = vec![0; layout.block_words()];
        let height = layout.block_words().min(64);
        for block in (0..layout.blocks()).step_by(blocks) {
            layout.legal(block, turn, &mut words);
            for first in (0..words.len()).step_by(height) {
                let mut legal = [0; 64];
                for (row, legal) in legal.iter_mut().enumerate().take(height) {
                    let word = words[first + row];
                    for bit in 0..64 {
                        if word >> bit & 1 != 0 {
                            asked += 1;
                            *legal |= u64::from(asked % step == 0) << bit;
                        }
                    }
                }
                if legal == [0; 64] {
                    continue;
                }
                let decode = |word, bit| layout.decode(Index { block, word, bit }, turn);
                let squares = decode(first, 0).squares;
                let fixed = &squares[..2.max(layout.men().len() - 2)];
                judge.sheet(
                    &Sheet {
                        fixed,
                        legal: &legal,
                    },
                    &mut verdicts,
                )?;
                for (row, bit) in positions(&legal) {
                    let placement = decode(first + row, bit);
                    compare(&rules, question, &placement, |rule| {
                        verdicts
                            .of(rule)
                            .is_some_and(|rows| rows[row] >> bit & 1 != 0)
                    })?;
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 0, "{class}");
    Ok(())
}

fn compare(
    rules: &RuleFile,
    question: &Question,
    placement: &Placement,
    decides: impl Fn(usize) -> bool,
) -> Outcome {
    let position = placement
        .to_chess(rules.material())
        .map_err(|error| error.to_string())?;
    let expected = (question.of)(&position);
    let place = || format!("{}: {}", question.text, placement.fen(rules.material()));
    let found: Vec<usize> = (0..rules.rules().len())
        .filter(|&rule| decides(rule))
        .collect();
    assert_eq!(found, [expected], "{}", place());
    // The interpreter is slow.
    if placement.squares[1].to_u32() % 7 == 3 {
        compare_plainly(rules, expected, placement)?;
    }
    Ok(())
}

/// Asks the interpreters.
fn compare_plainly(rules: &RuleFile, expected: usize, placement: &Placement) -> Outcome {
    let fen = placement.fen(rules.material());
    assert_eq!(interpret(rules, placement)?, Some(expected), "{fen}");
    assert_eq!(rules.decide(placement)?.rule, Some(expected), "{fen}");
    Ok(())
}

/// The interpreters go through captures en passant one by one, of either colour.
#[test]
fn en_passant_is_that_of_chess() -> Outcome {
    let mut seen = 0;
    for (class, turn, pawns) in [
        ("KPKP", Color::White, [8, 25]),
        ("KPKP", Color::White, [14, 29]),
        ("KPKP", Color::White, [11, 25]),
        ("KNPKP", Color::Black, [34, 51]),
    ] {
        let rules = rules(class, &EN_PASSANT)?;
        let men = rules.material().men_count();
        for kings in (0..4096_u32).step_by(13) {
            let knight = [20].into_iter().take(men - 4);
            let kings = [kings >> 6, kings & 63];
            let squares = kings.into_iter().chain(pawns).chain(knight);
            let placement = Placement {
                squares: squares.map(Square::new).collect(),
                turn,
            };
            let Ok(position) = placement.to_chess(rules.material()) else {
                continue;
            };
            let expected = (EN_PASSANT.of)(&position);
            compare_plainly(&rules, expected, &placement)?;
            seen += expected;
        }
    }
    assert!(seen > 100, "{seen}");
    Ok(())
}

/// Asks all questions of a class, those that look further less often.
fn ask_all(class: &str, blocks: usize, step: usize) -> Outcome {
    for question in &ONE {
        ask(class, question, (blocks, step))?;
    }
    for question in &MORE {
        ask(class, question, (blocks, 11 * step))?;
    }
    Ok(())
}

#[test]
fn moves_are_those_of_chess() -> Outcome {
    for class in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
        ask_all(class, 5, 211)?;
    }
    for class in ["KPKP", "KRPK", "KNKR", "KRKP", "KPPKP", "KBPKP"] {
        ask_all(class, 463, 499)?;
    }
    Ok(())
}

#[test]
#[ignore = "minutes: every position of three men, many of four and five"]
fn all_moves_of_three_men_are_those_of_chess() -> Outcome {
    for class in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
        ask_all(class, 1, 1)?;
    }
    for class in ["KPKP", "KRPK", "KNKR", "KRKP"] {
        ask_all(class, 1, 1999)?;
    }
    for class in ["KPPKP", "KBPKP"] {
        ask_all(class, 1, 60_013)?;
    }
    Ok(())
}
