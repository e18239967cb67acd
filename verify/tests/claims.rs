//! Claims other than draws, counted one position at a time.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use drawproof_evaluate::CompiledRules;
use drawproof_language::{Claim, RuleFile, interpret};
use drawproof_retro::{Wanted, generate, helpmates};
use drawproof_tables::{HelpmateTables, Oracle, Placement, Subject, TableSet, Truth, Wdl};
use drawproof_verify::{
    Answer, Counterexample, Example, Lines, Options, Verdict, Verification, VerifyError, verify,
};
use shakmaty::{Color, Square};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Some of these claims are wrong, and all are made in too many positions.
const RULES: &str = r#"recognizer KPK
draw "stalemate" for weak because "No move is left."
  when not in_check and empty(us.attacks - them.attacks - us.men)
strong_cannot_win "rook's pawn" because "The corner is held."
  when weak.king = h8 and strong.pawn in {h2, h3, a5}
silent "nothing" because "Nothing is known." when strong.pawn in {d5}
weak_cannot_win "never" for strong because "A king cannot mate." when strong.pawn in {a2, b2}
win "next" for strong because "It queens."
  when rank(strong.pawn) = 7 and not (weak.king in king_attacks(strong.pawn))
    and strong.king in king_attacks(strong.pawn)
not_won "a king" for weak because "A king cannot win." when strong.pawn = c3
not_lost "a pawn" for strong because "A pawn cannot lose." when rank(strong.pawn) > 3
loss "the fifth" for weak because "It is far." when strong.pawn = e5
weak_cannot_win "far" for weak because "A pawn on h4." when strong.pawn = h4
"#;

/// Claims about who can mate, some of them wrong, all made in too many positions.
const MATES: &str = r#"recognizer KPK
silent "nothing" because "Nothing is known." when strong.pawn in {d5}
dead "stalemate" because "No move is left."
  when not in_check and not any move m by us : m.to in board
dead "the seventh" for weak because "It falls." when strong.pawn = b7
strong_cannot_mate "taken" for weak because "The pawn falls."
  when weak.king in king_attacks(strong.pawn) and strong.pawn in {a2, a3}
us_cannot_mate "a king" for weak because "A king cannot mate." when strong.pawn = c3
us_cannot_mate "a pawn" for strong because "A pawn cannot mate." when strong.pawn = c4
them_cannot_mate "theirs" for strong because "A king cannot mate." when strong.pawn = g4
them_cannot_mate "ours" for weak because "A pawn cannot mate." when strong.pawn = h4
weak_cannot_mate "a king alone" because "A king cannot mate." when rank(strong.pawn) > 2
"#;

/// Who can mate with a pawn, and in how many plies.
static HELPMATES: LazyLock<HelpmateTables> = LazyLock::new(|| {
    let class = "KPvK".parse().expect("a class");
    helpmates(&class, true, &|_, _| {}).expect("tables")
});

/// Right, spotted, incorrect and tight positions of a claim.
type Counts = [u64; 4];

/// The same counts by asking the interpreter and the oracle about each position.
fn counted(
    rules: &RuleFile,
    oracle: &dyn Oracle,
) -> Result<BTreeMap<&'static str, Counts>, Box<dyn std::error::Error>> {
    let mut all = BTreeMap::new();
    let made = || rules.rules().iter().filter_map(|rule| rule.kind.claim());
    for placement in placements() {
        let Ok(position) = placement.to_chess(rules.material()) else {
            continue;
        };
        let truth = oracle.truth(&position)?;
        let decided = interpret(rules, &placement)?;
        let said = decided.and_then(|rule| rules.rules()[rule].kind.claim());
        let leaves = |claim: Claim, truth| claim.truths(placement.turn).has(truth);
        let is_right = |claim: Claim| leaves(claim, truth);
        for claim in Claim::ALL
            .into_iter()
            .filter(|&claim| made().any(|of| of == claim))
        {
            let says_as_much = said.is_some_and(|said| {
                let mut left = Truth::ALL.into_iter().filter(|&of| leaves(said, of));
                left.all(|of| leaves(claim, of))
            });
            let is_made = said == Some(claim);
            let counts: &mut Counts = all.entry(claim.name()).or_default();
            counts[0] += u64::from(is_right(claim));
            counts[1] += u64::from(says_as_much && said.is_some_and(is_right));
            counts[2] += u64::from(is_made && !is_right(claim));
            counts[3] += u64::from(is_made && claim.tight().has(truth));
        }
    }
    Ok(all)
}

/// All placements of three men.
fn placements() -> impl Iterator<Item = Placement> {
    let numbers = Color::ALL
        .into_iter()
        .flat_map(|turn| (0..1_u32 << 18).map(move |at| (turn, at)));
    numbers.filter_map(|(turn, at)| {
        let squares = [at >> 12, at >> 6 & 63, at & 63].map(Square::new);
        let [a, b, c] = squares;
        (a != b && b != c && a != c).then(|| Placement {
            squares: squares.into_iter().collect(),
            turn,
        })
    })
}

fn verdict(rules: &RuleFile, tables: &TableSet) -> Result<Verdict, Box<dyn std::error::Error>> {
    Ok(verify(
        &CompiledRules::new(rules),
        tables,
        Options::default(),
    )?)
}

#[test]
fn all_claims_are_counted() -> Outcome {
    let rules = RuleFile::parse("claims.rules", RULES)?;
    let mut tables = TableSet::new();
    generate(rules.material(), Wanted::Wdl, &mut tables, &|_, _| {})?;
    let verdict = verdict(&rules, &tables)?;
    let expected = counted(&rules, &tables)?;
    assert_eq!(counts_of(&verdict), expected);
    assert_eq!(expected.len(), Claim::all_about(Subject::Results).count());
    // Each claim is right somewhere, and some are wrong.
    assert!(expected.values().all(|counts| counts[1] > 0));
    let wrong = expected.values().filter(|counts| counts[2] > 0);
    assert!(wrong.count() >= 3, "{expected:?}");
    assert!(!verdict.is_proven());
    Ok(())
}

fn verdict_of_mates(
    rules: &RuleFile,
    tables: &HelpmateTables,
) -> Result<Verdict, Box<dyn std::error::Error>> {
    let rules = CompiledRules::new(rules);
    Ok(verify(&rules, tables, Options::default())?)
}

fn counts_of(verdict: &Verdict) -> BTreeMap<&'static str, Counts> {
    let found = verdict.claims.iter().map(|of| {
        let counts = [
            of.spotted.board + of.missed.board,
            of.spotted.board,
            of.incorrect.board,
            of.tight.board,
        ];
        (of.claim.name(), counts)
    });
    found.collect()
}

#[test]
fn all_claims_about_mates_are_counted() -> Outcome {
    let rules = RuleFile::parse("mates.rules", MATES)?;
    let verdict = verdict_of_mates(&rules, &HELPMATES)?;
    let expected = counted(&rules, &*HELPMATES)?;
    assert_eq!(counts_of(&verdict), expected);
    assert_eq!(expected.len(), Claim::all_about(Subject::Mates).count());
    assert!(
        expected.values().all(|counts| counts[1] > 0),
        "{expected:?}"
    );
    let wrong = expected.values().filter(|counts| counts[2] > 0);
    assert!(wrong.count() >= 3, "{expected:?}");
    assert!(!verdict.is_proven());
    // Dead positions stand in the place of draws.
    let [claimed, silent] = [verdict.claimed(), verdict.silent()];
    assert_eq!(
        claimed.draws.board + silent.draws.board,
        expected["dead"][0]
    );
    assert_eq!(claimed.decisive.board, expected["dead"][2]);
    Ok(())
}

/// The nearest counterexamples have the shortest help mates of all that a rule is wrong in,
/// and lines that end with mate.
#[test]
fn counterexamples_of_mates_are_the_shortest() -> Outcome {
    let rules = RuleFile::parse("mates.rules", MATES)?;
    let tables = &*HELPMATES;
    let compiled = CompiledRules::new(&rules);
    let verification = Verification::new(&compiled, tables, Options::default())?;
    let lines = Lines::Mates(tables);
    let found = verification.distances(0..verification.units(), lines, &|_| {})?;
    let mut least: BTreeMap<usize, u16> = BTreeMap::new();
    let mut all = 0;
    for placement in placements() {
        let Ok(position) = placement.to_chess(rules.material()) else {
            continue;
        };
        let Some(rule) = interpret(&rules, &placement)? else {
            continue;
        };
        let Some(claim) = rules.rules()[rule].kind.claim() else {
            continue;
        };
        if claim.truths(placement.turn).has(tables.truth(&position)?) {
            continue;
        }
        all += 1;
        // The weaker side never mates with a king alone.
        let plies = tables.probe(&position)?.plies.white.ok_or("a help mate")?;
        let least = least.entry(rule).or_insert(plies);
        *least = plies.min(*least);
    }
    let counts = found.counts.ok_or("all distances are known")?;
    assert_eq!(
        counts.iter().map(|of| of.wins + of.losses).sum::<u64>(),
        all
    );
    let mut seen = BTreeSet::new();
    for of in &found.nearest {
        let Answer::Mates(truth) = of.truth else {
            return Err("not about mates".into());
        };
        assert!(truth.own || truth.others);
        let claim = rules.rules()[of.rule].kind.claim().ok_or("a claim")?;
        if seen.insert(of.rule) {
            assert_eq!(of.plies, Some(least[&of.rule].into()));
        }
        let example = Example::of_mates(rules.material(), &of.asked, claim, tables)?;
        assert_eq!(example.plies(), of.plies);
        assert_eq!(Some(example.line.len() as u32), of.plies);
        let last = example.line.last().ok_or("no line")?;
        assert!(last.ends_with('#'), "{}: {last}", example.fen);
    }
    assert!(seen.into_iter().eq(least.into_keys()));
    Ok(())
}

/// Tables of results do not answer claims about mates, nor the other way round.
#[test]
fn claims_are_compared_with_tables_of_their_kind() -> Outcome {
    let mates = RuleFile::parse("mates.rules", MATES)?;
    let results = RuleFile::parse("claims.rules", RULES)?;
    let values = TableSet::new();
    for (rules, oracle) in [(&mates, &values as &dyn Oracle), (&results, &*HELPMATES)] {
        let refused = verify(&CompiledRules::new(rules), oracle, Options::default());
        assert!(matches!(refused, Err(VerifyError::Subject { .. })));
    }
    for (mixed, expected) in [
        (
            "dead \"x\" because \"x\" when true",
            "'dead' claims who can mate",
        ),
        (
            "us_cannot_mate \"x\" because \"x\" when true",
            "'us_cannot_mate' claims",
        ),
    ] {
        let text = format!("recognizer KPK\nwin \"a\" because \"a\" when false\n{mixed}\n");
        let errors = RuleFile::parse("x.rules", &text)
            .expect_err("mixed")
            .to_string();
        assert!(errors.contains(expected), "{errors}");
        assert!(errors.contains("x.rules:3:1"), "{errors}");
    }
    Ok(())
}

/// A missed draw is one that no rule claims as a draw: no rule holds, a silent
/// one does, or one with another claim. Asked one position at a time.
#[test]
fn draws_without_a_claim_of_a_draw_are_missed() -> Outcome {
    let rules = RuleFile::parse("claims.rules", RULES)?;
    let mut tables = TableSet::new();
    generate(rules.material(), Wanted::Wdl, &mut tables, &|_, _| {})?;
    let options = Options {
        missed: usize::MAX,
        ..Options::default()
    };
    let verdict = verify(&CompiledRules::new(&rules), &tables, options)?;
    // By the rule that decides, and by the distance between the kings.
    let mut by_rule = BTreeMap::new();
    let mut by_distance = [(0, 0); 8];
    let mut sheets = BTreeSet::new();
    for placement in placements() {
        if placement.to_chess(rules.material()).is_err()
            || tables.probe(rules.material(), &placement)?.wdl != Wdl::Draw
        {
            continue;
        }
        let rule = interpret(&rules, &placement)?;
        *by_rule.entry(rule).or_insert(0) += 1;
        let claim = rule.and_then(|rule| rules.rules()[rule].kind.claim());
        let [strong, weak] = [placement.squares[0], placement.squares[1]];
        let (draws, missed) = &mut by_distance[strong.distance(weak) as usize];
        *draws += 1;
        if claim != Some(Claim::Draw) {
            *missed += 1;
            sheets.insert((placement.turn.is_black(), strong, weak));
        }
    }
    let is_missed = |rule: Option<usize>| {
        rule.is_none_or(|rule| rules.rules()[rule].kind.claim() != Some(Claim::Draw))
    };
    let of = |rule| by_rule.get(&rule).copied().unwrap_or(0);
    let missed: u64 = by_rule
        .iter()
        .filter(|(rule, _)| is_missed(**rule))
        .map(|(_, count)| count)
        .sum();
    assert_eq!(verdict.silent().draws.board, missed);
    assert_eq!(verdict.unmatched.draws.board, of(None));
    for (at, rule) in verdict.rules.iter().enumerate() {
        assert_eq!(rule.counts.draws.board, of(Some(at)), "{}", rule.name);
    }
    let found = verdict.by_king_distance.map(|of| (of.draws, of.missed));
    assert_eq!(found, by_distance);
    // One of each sheet, of those that are visited, is kept.
    let kept = |placement: &Placement| {
        let [strong, weak] = [placement.squares[0], placement.squares[1]];
        (placement.turn.is_black(), strong, weak)
    };
    let mut kinds = BTreeSet::new();
    let mut visited = BTreeSet::new();
    for missed in &verdict.missed {
        let truth = tables.probe(rules.material(), &missed.placement)?.wdl;
        let rule = interpret(&rules, &missed.placement)?;
        assert_eq!((truth, missed.rule), (Wdl::Draw, rule));
        assert!(is_missed(rule));
        kinds.insert(rule);
        assert!(visited.insert(kept(&missed.placement)));
    }
    assert_eq!(visited, sheets);
    // No rule, a silent one, and several claims.
    assert!(kinds.len() > 3 && kinds.contains(&None), "{kinds:?}");
    Ok(())
}

/// Counterexamples are wrong by the claim of their rule, and there are some for
/// each rule that is wrong.
#[test]
fn counterexamples_are_outside_the_claim() -> Outcome {
    let rules = RuleFile::parse("claims.rules", RULES)?;
    let mut tables = TableSet::new();
    generate(rules.material(), Wanted::Wdl, &mut tables, &|_, _| {})?;
    let verdict = verdict(&rules, &tables)?;
    let is_wrong = |of: &Counterexample| {
        let claim = rules.rules()[of.rule].kind.claim().ok_or("a claim")?;
        let placement = &of.asked.placement;
        assert_eq!(interpret(&rules, placement)?, Some(of.rule));
        let wdl = tables.probe(rules.material(), placement)?.wdl;
        assert_eq!(of.truth.wdl(), Some(wdl));
        Ok::<_, Box<dyn std::error::Error>>(!claim.allows(placement.turn).has(wdl))
    };
    for of in &verdict.counterexamples {
        assert!(is_wrong(of)?, "{of:?}");
    }
    for (rule, tally) in verdict.rules.iter().enumerate() {
        let shown = verdict.counterexamples.iter().filter(|of| of.rule == rule);
        assert_eq!(
            shown.count() > 0,
            tally.incorrect.board > 0,
            "{}",
            tally.name
        );
    }
    let truths = verdict.counterexamples.iter().map(|of| of.truth.wdl());
    assert!(truths.filter(|&wdl| wdl == Some(Wdl::Draw)).count() > 0);
    Ok(())
}

/// Both sides of a class with equal material are the side to move.
#[test]
fn equal_material_has_no_stronger_side() -> Outcome {
    let refused = "recognizer KRKR\nstrong_cannot_win \"x\" because \"x\" when true\n";
    let errors = RuleFile::parse("x.rules", refused).expect_err("no stronger side");
    assert!(errors.to_string().contains("not_won"), "{errors}");
    let rules = "recognizer KNKN\nnot_won \"x\" because \"x\" when true\n";
    let rules = RuleFile::parse("x.rules", rules)?;
    let mut tables = TableSet::new();
    generate(rules.material(), Wanted::Wdl, &mut tables, &|_, _| {})?;
    let verdict = verdict(&rules, &tables)?;
    let [claim] = verdict.claims[..] else {
        return Err("one claim".into());
    };
    // Mates in a corner, in all their mirror images.
    let unique = claim.incorrect.unique;
    assert_eq!(Some(claim.incorrect.board), unique.map(|count| count * 8));
    assert!(claim.incorrect.board > 0 && claim.missed.board == 0);
    Ok(())
}
