//! Batched evaluation and plain interpretation, on rules that random ones rarely cover.

use drawproof_evaluate::{
    CompiledRules, Judge, MarginalClaims, Recognizer, Rows, Sheet, Verdicts, positions,
};
use drawproof_language::{RuleFile, interpret};
use drawproof_tables::{Index, Layout, Placement};
use shakmaty::{Color, Square};

fn krkr(rules: &str) -> RuleFile {
    match RuleFile::parse("test.rules", &format!("recognizer KRKR\n{rules}")) {
        Ok(rules) => rules,
        Err(errors) => panic!("{rules}\n{errors}"),
    }
}

/// Blockers that random rules rarely cover: adding squares of men that are
/// removed, and the reverse.
#[test]
fn blockers_where_men_stand() {
    for blockers in [
        "(occupied + d4) - us.rook",
        "(occupied + d4) - them.rook",
        "(occupied - us.rook) + d4",
        "((occupied + d4) - us.rook) + them.rook",
        "occupied - d4",
        "(occupied - us.rook - them.rook) + d4",
        "occupied & (d4 | d5)",
        "them.men + us.rook - d4",
        "~occupied",
    ] {
        let text = format!(
            "recognizer KRKR draw \"kings\" because \"x\" when them.king in queen_attacks(us.king, {blockers})\n\
             draw \"rooks\" because \"x\" when them.rook in rook_attacks(us.rook, {blockers})\n\
             draw \"rook\" because \"x\" when them.king in rook_attacks(us.rook, {blockers})\n\
             draw \"other\" because \"x\" when us.king in bishop_attacks(them.rook, {blockers})"
        );
        let rules = RuleFile::parse("test.rules", &text).expect("valid rules");
        judged_as_one_by_one(&rules, 1);
    }
}

/// Questions about the moves of the last two men that do not depend on where these men
/// are now, alone, within each other, and where the moved man meets another one.
#[test]
fn moves_of_the_last_two_men() {
    let conditions = [
        "any x in rook_attacks(us.rook) - occupied
           : count(king_attacks(them.king) - rook_attacks(x, occupied - us.rook)) <= 3",
        "all x in rook_attacks(them.rook) - occupied
           : any y in king_attacks(us.king)
               : us.rook in rook_attacks(x, occupied - them.rook + y) and distance(x, y) > 1",
        "any y in king_attacks(us.king)
           : all z in rook_attacks(us.rook) - occupied
               : z in rook_attacks(them.rook, none + them.king + y) or distance(z, y) > 2",
        "any y in king_attacks(them.king)
           : any z in rook_attacks(them.rook) : z in rook_attacks(us.rook, none + us.king + y)
               and y in rook_attacks(z, none + us.rook)",
        "all x in rook_attacks(us.rook)
           : any z in rook_attacks(them.rook)
               : z in rook_attacks(x, none + us.king + them.king) and distance(x, z) > 1",
        "any x in rook_attacks(us.rook)
           : them.king in rook_attacks(us.king, occupied - us.rook - x) and us.king in rook_attacks(x)",
        "any x in rook_attacks(us.rook)
           : us.king in rook_attacks(them.king, none + them.rook - x) and same_color(x, us.king)",
        "count(rook_attacks(them.rook) & {d1, d2, d3, d4, d5} - king_attacks(us.king)) >= 1",
        "empty(rook_attacks(us.rook) - occupied - rook_attacks(them.rook, occupied - us.rook)
           - king_attacks(them.king))",
        "empty(rook_attacks(them.rook) & rook_attacks(us.king, occupied - them.rook)
           - king_attacks(us.rook))",
        "empty((rook_attacks(us.rook) & king_attacks(us.king)) - occupied)",
        "empty((rook_attacks(them.rook) & king_attacks(them.king)) - us.men)",
        "2 < count({ x in rook_attacks(us.rook) - occupied
           : them.rook in rook_attacks(x, occupied - us.rook) or distance(x, them.king) = 2 })",
    ];
    for condition in conditions {
        let text = format!("draw \"it\" because \"x\" when {condition}");
        judged_as_one_by_one(&krkr(&text), 1);
    }
}

/// Questions about the moves of the weaker side's king with five men: the answers are kept from one
/// placement of the kings to the next, as long as the other king stands still.
#[test]
fn moves_of_the_weak_king() {
    let pairs = [
        [Square::C3, Square::E5],
        [Square::C3, Square::E6],
        [Square::C3, Square::D6],
        [Square::C4, Square::E6],
        [Square::C4, Square::D6],
        [Square::C3, Square::E6],
    ];
    let conditions = [
        "any quiet m by us.king : (count y in rook_attacks(weak.rook) - occupied
           : distance(y, strong.king) > 2 and not y in rook_attacks(strong.rook)) >= 9",
        "all quiet m by us.king : any y in king_attacks(weak.king) - occupied
           : y in rook_attacks(strong.rook) and distance(y, strong.pawn) <= 3
             and any z in king_attacks(y) : z in rook_attacks(weak.rook)",
        "any x in king_attacks(weak.king) - occupied
           : (count y in king_attacks(x) : distance(y, strong.king) > 2
               and y in rook_attacks(strong.rook) | pawn_attacks_up(strong.pawn)) > 1",
    ];
    for condition in conditions {
        let text = format!("recognizer KRPKR draw \"it\" because \"x\" when {condition}");
        let rules = RuleFile::parse("test.rules", &text).expect("valid rules");
        let compiled = CompiledRules::new(&rules);
        let mut judge = compiled.judge(Color::Black);
        let mut counts = [0; 2];
        for kings in pairs {
            for pawn in [Square::D4, Square::G2] {
                compare_sheet(
                    &mut *judge,
                    &rules,
                    &[kings[0], kings[1], pawn],
                    &mut counts,
                );
            }
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    }
}

/// Judges a sheet with Black to move at once, and some positions one by one; counts those with and
/// without a claim.
fn compare_sheet(judge: &mut dyn Judge, rules: &RuleFile, fixed: &[Square], counts: &mut [u32; 2]) {
    let layout = Layout::new(rules.material()).expect("a layout");
    let all = [fixed, &[Square::A2, Square::A3]].concat();
    let index = layout.encode(&all).expect("kings apart");
    let mut words = vec![0; layout.block_words()];
    layout.legal(index.block, Color::Black, &mut words);
    let first = index.word & !63;
    let legal: Rows = words[first..first + 64].try_into().expect("64 rows");
    let mut verdicts = Verdicts::new(rules.rules().len());
    let legal = &legal;
    judge
        .sheet(&Sheet { fixed, legal }, &mut verdicts)
        .expect("a verdict");
    for (row, bit) in positions(legal).step_by(5) {
        let word = first + row;
        let block = index.block;
        let placement = layout.decode(Index { block, word, bit }, Color::Black);
        assert_eq!(&placement.squares[..3], fixed);
        let claims = verdicts.of(0).is_some_and(|rows| rows[row] >> bit & 1 != 0);
        let fen = placement.fen(rules.material());
        assert_eq!(
            Ok(claims.then_some(0)),
            interpret(rules, &placement),
            "{fen}"
        );
        counts[usize::from(claims)] += 1;
    }
}

/// Shared values are evaluated where one user needs them, then where another
/// does: some positions are needed again, some are new.
#[test]
fn shared_parts_are_right_for_each_user() {
    let text = "recognizer KRKR
        let taken = any y in king_attacks(them.king) : y in rook_attacks(us.rook) and y != them.rook
        let near = all y in king_attacks(us.rook) : distance(y, them.rook) > 1
        let part = (taken or in_check) and (near or us.rook in rook_attacks(them.rook))
        let other = if part then not taken or us.rook in edge else taken and (near or part)
        draw \"again\" because \"x\" when (distance(us.rook, them.king) <= 3 and part and them.rook in light_squares)
          or (distance(us.rook, them.rook) <= 4 and part and us.rook in dark_squares)
          or (other and us.rook in light_squares and them.rook in dark_squares)
        draw \"apart\" because \"x\" when if distance(us.rook, them.king) <= 4 then other else not part
        silent \"left\" because \"x\" when other or not part";
    let rules = RuleFile::parse("test.rules", text).expect("valid rules");
    judged_as_one_by_one(&rules, 1);
}

/// Squares for which a quantifier's condition is known without evaluating it.
#[test]
fn squares_that_need_no_look() {
    let conditions = [
        "x in king_attacks(us.king)",
        "x in us.attacks or distance(x, us.king) = 1",
        "distance(x, us.king) <= 2 and x in us.attacks",
        "distance(us.rook, x) > 3",
        "aligned(x, us.king) or same_diagonal(x, them.king)",
        "same_color(x, us.king) and not (x in them.attacks)",
        "not (distance(x, us.king) > 3 or x in dark_squares)",
        "not (x in us.attacks and edge_distance(x) = 0)",
        "edge_distance(x) = 0",
        "2 < rank(x) or file(x) = 3",
        "us.king in king_attacks(x)",
        "not (us.king in knight_attacks(x))",
        "them.king in rook_attacks(x)",
        "not (us.rook in bishop_attacks(x))",
        "us.king in between(x, them.king)",
        "not (them.king in between(us.rook, x))",
        "us.rook in between(x, them.rook)",
        "us.king in {x}",
        "them.king in (edge - x)",
        "us.king in line(x, them.rook)",
        "x = us.rook",
        "distance(x, x) = 0 and x in us.attacks",
    ];
    for condition in conditions {
        for quantifier in ["any", "all"] {
            for set in ["edge", "king_attacks(them.king)", "them.attacks"] {
                let rule = format!("{quantifier} x in {set} : {condition}");
                let rules = krkr(&format!("draw \"it\" because \"x\" when {rule}"));
                judged_as_one_by_one(&rules, 13);
            }
        }
    }
}

/// Each relation of two squares, wherever the squares come from: a king's square is
/// the same in the whole batch, one rook's is the row, the other's the column.
#[test]
fn relations_of_every_two_men() {
    let men = ["us.king", "them.king", "us.rook", "them.rook"];
    let relations: [fn(&str, &str) -> String; 11] = [
        |a, b| format!("{a} in pawn_attacks_up({b})"),
        |a, b| format!("{a} in pawn_attacks_down({b})"),
        |a, b| format!("{a} in knight_attacks({b})"),
        |a, b| format!("{a} in king_attacks({b})"),
        |a, b| format!("{a} = {b}"),
        |a, b| format!("distance({a}, {b}) = 2"),
        |a, b| format!("manhattan({a}, {b}) < min(5, rank({a}))"),
        |a, b| format!("file_distance({a}, {b}) = rank_distance({b}, {a})"),
        |a, b| format!("aligned({a}, {b})"),
        |a, b| format!("same_diagonal({a}, {b})"),
        |a, b| format!("same_color({a}, {b})"),
    ];
    for relation in relations {
        for a in men {
            for b in men {
                let rule = relation(a, b);
                judged_as_one_by_one(&krkr(&format!("draw \"it\" because \"x\" when {rule}")), 7);
            }
        }
    }
}

/// A sole claim of a rule is a claim that nothing makes once the rule is removed.
#[test]
fn sole_claims_are_made_by_no_other_rule() {
    let rules = [
        "draw \"near\" because \"x\" when distance(us.king, them.rook) <= 3",
        "silent \"row\" because \"x\" when rank(us.rook) > 4",
        "draw \"dark\" because \"x\" when them.rook in dark_squares",
        "silent \"check\" because \"x\" when in_check",
        "draw \"edge\" because \"x\" when us.rook in edge or them.rook in edge",
    ];
    let all = krkr(&rules.join("\n"));
    let compiled = CompiledRules::new(&all);
    let sole = MarginalClaims(&compiled);
    let mut judge = sole.judge(Color::White);
    let mut verdicts = Verdicts::new(rules.len());
    let without: Vec<RuleFile> = (0..rules.len())
        .map(|left_out| {
            let others = rules.iter().enumerate().filter(|(at, _)| *at != left_out);
            krkr(&others.map(|(_, rule)| *rule).collect::<Vec<_>>().join("\n"))
        })
        .collect();
    let claims = |rules: &RuleFile, placement: &Placement| {
        let rule = interpret(rules, placement).expect("a verdict")?;
        rules.rules()[rule].kind.claims_draw().then_some(rule)
    };
    let mut counts = [0; 5];
    for (block, legal) in blocks(&all) {
        for (placement, found) in judged(&mut *judge, &all, block, &legal, &mut verdicts) {
            let sole = claims(&all, &placement)
                .filter(|&rule| claims(&without[rule], &placement).is_none());
            let fen = placement.fen(all.material());
            assert_eq!(found, Vec::from_iter(sole), "{fen}");
            for rule in found {
                counts[rule] += 1;
            }
        }
    }
    assert!([0, 2, 4].iter().all(|&rule| counts[rule] > 0), "{counts:?}");
}

/// Judges two blocks of KRKR at once, and every `one_in`-th position on its own.
fn judged_as_one_by_one(rules: &RuleFile, one_in: usize) {
    let compiled = CompiledRules::new(rules);
    let mut judge = compiled.judge(Color::White);
    let mut verdicts = Verdicts::new(rules.rules().len());
    for (block, legal) in blocks(rules) {
        let decided = judged(&mut *judge, rules, block, &legal, &mut verdicts);
        for (at, (placement, rules_that_decide)) in decided.into_iter().enumerate() {
            if at % one_in == 0 {
                let fen = placement.fen(rules.material());
                let found = rules_that_decide.first().copied();
                assert_eq!(Ok(found), interpret(rules, &placement), "{fen}");
            }
        }
    }
}

/// The legal positions of two blocks of KRKR with White to move.
fn blocks(rules: &RuleFile) -> [(usize, Rows); 2] {
    let layout = Layout::new(rules.material()).expect("a layout");
    [[Square::D1, Square::D8], [Square::A1, Square::G7]].map(|kings| {
        let index = layout.encode(&[kings[0], kings[1], Square::A2, Square::A3]);
        let block = index.expect("kings apart").block;
        let mut legal = vec![0; 64];
        layout.legal(block, Color::White, &mut legal);
        (block, legal.try_into().expect("64 rows"))
    })
}

/// The positions of a block, each with the rules that decide it.
fn judged(
    judge: &mut dyn Judge,
    rules: &RuleFile,
    block: usize,
    legal: &Rows,
    verdicts: &mut Verdicts,
) -> Vec<(Placement, Vec<usize>)> {
    let layout = Layout::new(rules.material()).expect("a layout");
    let (white, black) = layout.kings().squares(block);
    let sheet = Sheet {
        fixed: &[white, black],
        legal,
    };
    judge.sheet(&sheet, verdicts).expect("a verdict");
    let of = |(word, bit): (usize, u32)| {
        let decides = |&rule: &usize| {
            let decided = verdicts.of(rule);
            decided.is_some_and(|rows| rows[word] >> bit & 1 != 0)
        };
        let placement = layout.decode(Index { block, word, bit }, Color::White);
        (
            placement,
            (0..rules.rules().len()).filter(decides).collect(),
        )
    };
    positions(legal).map(of).collect()
}

/// Three quantifiers over the whole board are evaluated, four are refused.
#[test]
fn work_on_a_sheet_is_bounded() {
    let hard = |more: &str| {
        let text = format!(
            "draw \"first\" because \"y\" when in_check\ndraw \"hard\" because \"y\"\n\
             when any a in board : any b in board : any c in board : any d in board : {more} : \
             distance(a, b) > 7 and distance(b, c) > 7 and distance(c, d) > 7 and distance(d, a) > 7 \
             and us.rook = a"
        );
        krkr(&text)
    };
    let judge = |rules: &RuleFile, marginal: bool| {
        let compiled = CompiledRules::new(rules);
        let claims = MarginalClaims(&compiled);
        let layout = Layout::new(rules.material()).expect("a small class");
        let legal = [!0; 64];
        let fixed = [Square::A1, Square::C3];
        assert_eq!(layout.men().len(), 4);
        let sheet = Sheet {
            fixed: &fixed,
            legal: &legal,
        };
        let mut judge = if marginal {
            claims.judge(Color::White)
        } else {
            compiled.judge(Color::White)
        };
        let judged = judge.sheet(&sheet, &mut Verdicts::new(2));
        judged.map_err(|error| error.to_string())
    };
    assert_eq!(judge(&hard("all e in {a1}"), false), Ok(()));
    let rules = hard("any e in board");
    for marginal in [false, true] {
        let said = judge(&rules, marginal).expect_err("five quantifiers");
        assert!(
            said.starts_with("test.rules:3: the rule \"hard\" is too much work"),
            "{said}"
        );
    }
}
