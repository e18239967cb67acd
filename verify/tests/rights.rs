//! Recognizers that are asked about positions with an en passant right, and
//! claims for one colour only, with made-up oracles and recognizers.

use std::error::Error;

use drawproof_evaluate::{
    CompiledRules, Doubt, Judge, JudgeError, OneSided, Recognizer, Sheet, Verdicts, positions,
};
use drawproof_language::{Limit, RuleFile, RuleInfo, RuleKind, SymmetryGroup};
use drawproof_tables::{
    Material, Oracle, OracleError, Placement, Provenance, Standing, Symmetry, Value, Wdl,
};
use drawproof_verify::{
    Argument, Counterexample, Decided, EnPassant, Findings, Kept, Options, OracleRecord, PairTally,
    Part, PartFault, Place, RuleCounts, Run, SameClaims, Shard, Shown, Verdict, Verification,
    merge, verify,
};
use shakmaty::{Color, Square};

type Outcome = Result<(), Box<dyn Error>>;

/// Claims a draw in every position with an en passant right, or for one colour.
struct Claims {
    material: Material,
    rules: Vec<RuleInfo>,
    en_passant: bool,
}

impl Claims {
    fn new(class: &str, en_passant: bool) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            material: class.parse()?,
            rules: vec![RuleInfo {
                name: "all".into(),
                reason: String::new(),
                kind: RuleKind::DRAW,
                limit: Limit::Both,
                line: 0,
                span: 0..0,
            }],
            en_passant,
        })
    }
}

impl Recognizer for Claims {
    fn source_name(&self) -> &'static str {
        "made up"
    }

    fn sha256(&self) -> &'static str {
        ""
    }

    fn material(&self) -> &Material {
        &self.material
    }

    fn rules(&self) -> &[RuleInfo] {
        &self.rules
    }

    fn group(&self) -> SymmetryGroup {
        SymmetryGroup::of(|symmetry| symmetry == Symmetry::IDENTITY)
    }

    fn judges_en_passant(&self) -> bool {
        self.en_passant
    }

    fn judge(&self, _turn: Color) -> Box<dyn Judge + '_> {
        Box::new(ClaimsJudge(self.en_passant))
    }
}

/// Squares with even numbers.
const EVEN: u64 = 0x5555_5555_5555_5555;

struct ClaimsJudge(bool);

impl Judge for ClaimsJudge {
    /// For one colour: every other column as it is, the others exchanged; for
    /// both with the last man on a1.
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        verdicts.clear();
        if self.0 {
            return Ok(());
        }
        let columns = |columns: u64| sheet.legal.map(|row| row & columns);
        verdicts.set(0, &columns(1));
        verdicts.set_one_sided(vec![OneSided {
            rule: 0,
            as_it_is: columns(EVEN & !1),
            exchanged: columns(!EVEN),
        }]);
        Ok(())
    }

    fn sheet_with_en_passant(
        &mut self,
        sheet: &Sheet,
        _square: Square,
        verdicts: &mut Verdicts,
    ) -> Result<(), JudgeError> {
        verdicts.clear();
        verdicts.set(0, sheet.legal);
        Ok(())
    }
}

/// Everything is drawn except classes in which the side to move wins.
struct MadeUp(&'static [&'static str]);

impl Oracle for MadeUp {
    fn name(&self) -> String {
        "made up".into()
    }

    fn fingerprint(&self, material: &Material) -> Result<String, OracleError> {
        Ok(format!("{:?}", self.value_of(material).wdl))
    }

    fn provenance(&self, material: &Material) -> Result<Option<Provenance>, OracleError> {
        let is_won = self.value_of(material).wdl == Wdl::Win;
        let own = Provenance::of([(material.to_string(), Standing::OwnCopy)]);
        Ok(Some(if is_won {
            own
        } else {
            Provenance::AS_PUBLISHED
        }))
    }

    fn probe(&self, material: &Material, _placement: &Placement) -> Result<Value, OracleError> {
        Ok(self.value_of(material))
    }
}

impl MadeUp {
    fn value_of(&self, material: &Material) -> Value {
        let is_won = self.0.contains(&material.to_string().as_str());
        Value::of(if is_won { Wdl::Win } else { Wdl::Draw })
    }
}

/// The tables that en passant captures lead to are part of the fingerprint if
/// and only if such captures are asked about.
#[test]
fn tables_after_en_passant_are_told_apart() -> Outcome {
    for asks in [true, false] {
        let claims = Claims::new("KPvKP", asks)?;
        let [one, other] = [MadeUp(&[]), MadeUp(&["KPvK"])];
        let record = |oracle: &MadeUp| -> Result<OracleRecord, Box<dyn Error>> {
            let verification = Verification::new(&claims, oracle, Options::default())?;
            Ok(verification.oracle_records()?.remove(0))
        };
        let (one, other) = (record(&one)?, record(&other)?);
        assert_eq!(one.sha256 != other.sha256, asks);
        assert_eq!(one.files != other.files, asks);
    }
    Ok(())
}

/// Without the right it is a draw, and the captures lose, so the side to move
/// loses if it has no other move.
#[test]
fn en_passant_as_the_only_move_is_played() -> Outcome {
    let claims = Claims::new("KQPvKP", true)?;
    let oracle = MadeUp(&["KQvKP"]);
    let options = Options {
        examples: usize::MAX,
        ..Options::default()
    };
    let verification = Verification::new(&claims, &oracle, options)?;
    let fens = |unit: usize| -> Result<Vec<String>, Box<dyn Error>> {
        let tally = verification.run(unit..unit + 1, &|_| {})?;
        let fen = |found: &Counterexample| {
            assert_eq!(found.truth.wdl(), Some(Wdl::Loss));
            found.asked.fen(&claims.material).to_string()
        };
        Ok(tally.examples().iter().map(fen).collect())
    };
    // Black to move; the strong king on e3, the weak one on h8.
    let unit = unit_of(Square::E3, Square::H8, verification.units());
    let found = fens(unit)?;
    let expected = "7k/8/6Q1/8/3Pp3/4K3/8/8 b - d3 0 1".to_string();
    assert!(found.contains(&expected), "{found:?}");
    // With the queen elsewhere the king may move.
    let free = "7k/8/8/8/3Pp1Q1/4K3/8/8 b - d3 0 1".to_string();
    assert!(!found.contains(&free), "{found:?}");
    Ok(())
}

/// Parts with valid checksums whose counts of en passant rights no run can have written.
#[test]
fn nonsense_about_rights_in_parts_is_refused() -> Outcome {
    let claims = Claims::new("KPvKP", true)?;
    let oracle = MadeUp(&[]);
    let verification = Verification::new(&claims, &oracle, Options::default())?;
    let run = Run {
        program: "1.2.3".into(),
        command: ["drawproof", "verify"].map(Argument::new).into(),
        recognizer: Place { number: 1, of: 1 },
        shown: Shown::default(),
    };
    let shard = Shard::new(9, 60).ok_or("no shard")?;
    let tally = verification.run(shard.units(verification.units()), &|_| {})?;
    let part = Part {
        header: verification.header(&run, shard, &verification.oracle_records()?)?,
        findings: Findings::new(tally, &[], &claims.material),
        size: None,
    };
    let rights = part.findings.en_passant.clone().ok_or("no rights")?;
    assert!(rights.legal.board > 0);
    assert_eq!(rights.rules[0].decided.draws, rights.legal);
    assert_eq!(Part::from_bytes(&part.to_bytes()?)?, part);
    let changes: [fn(&mut Decided); 8] = [
        |of| of.rules.clear(),
        |of| of.rules.push(RuleCounts::default()),
        |of| of.legal.board += 1,
        |of| of.rules[0].decided.draws.board -= 1,
        |of| of.unmatched.decisive.board += 1,
        |of| of.doubtful.draws.board += 1,
        |of| of.one_sided.draws.board = of.legal.board + 1,
        |of| of.one_sided.decisive.board = of.legal.board + 1,
    ];
    let refused = |part: &Part| -> Result<bool, Box<dyn Error>> {
        let read = Part::from_bytes(&part.to_bytes()?);
        Ok(matches!(read, Err(PartFault::Damaged(_))))
    };
    for (at, change) in changes.into_iter().enumerate() {
        let mut part = part.clone();
        part.findings.en_passant.as_mut().map(change);
        assert!(refused(&part)?, "change {at}");
    }
    let mut unasked = part.clone();
    unasked.header.en_passant = false;
    assert!(refused(&unasked)?);
    Ok(())
}

/// A recognizer that differs from another one with en passant rights only.
#[test]
fn claims_about_rights_are_compared() -> Outcome {
    let claims = Claims::new("KPvKP", true)?;
    let text = "recognizer KPKP draw \"none\" because \"none\" when false";
    let silent = RuleFile::parse("silent.rules", text)?;
    let silent = CompiledRules::new(&silent);
    for (asked, differs) in [(&claims as &dyn Recognizer, true), (&silent, false)] {
        let same = SameClaims::new(asked, &silent);
        let verification = Verification::new(&same, &MadeUp(&[]), Options::default())?;
        verification.run(1000..1012, &|_| {})?;
        assert_eq!(same.differences() > 0, differs);
    }
    Ok(())
}

/// Positions with a right are counted unit by unit; parts of any size give the
/// sums.
#[test]
fn rights_add_up_over_parts() -> Outcome {
    let claims = Claims::new("KPvKP", true)?;
    // Some are won by capturing en passant.
    let oracle = MadeUp(&["KPvK"]);
    let verification = Verification::new(&claims, &oracle, Options::default())?;
    let from = 1000;
    let rights = |units: std::ops::Range<usize>| -> Result<Decided, Box<dyn Error>> {
        let tally = verification.run(units, &|_| {})?;
        let findings = Findings::new(tally, &[], &claims.material);
        Ok(findings.en_passant.ok_or("no rights")?)
    };
    let numbers = |of: &Decided| {
        let rule = of.rules[0].decided;
        let all = [
            of.legal,
            rule.draws,
            rule.decisive,
            of.unmatched.draws,
            of.unmatched.decisive,
        ];
        all.map(|count| (count.board, count.unique))
    };
    let mut sum = [(0, None); 5];
    for unit in from..from + 12 {
        for (sum, (board, unique)) in sum.iter_mut().zip(numbers(&rights(unit..unit + 1)?)) {
            sum.0 += board;
            sum.1 = unique.map(|unique| sum.1.unwrap_or(0) + unique);
        }
    }
    assert!(sum[0].0 > 0 && sum[1].0 > 0, "{sum:?}");
    assert_eq!(numbers(&rights(from..from + 12)?), sum);
    for cut in [1, 5, 11] {
        let first = verification.run(from..from + cut, &|_| {})?;
        let later = verification.run(from + cut..from + 12, &|_| {})?;
        let kept = Kept {
            examples: 3,
            missed: 0,
        };
        let findings = Findings::new(first.merge(later, kept), &[], &claims.material);
        let merged = findings.en_passant.ok_or("no rights")?;
        assert_eq!(numbers(&merged), sum, "cut after {cut}");
    }
    Ok(())
}

/// Has doubts about the first position of each sheet, as it is or exchanged.
struct Doubts(Claims);

impl Recognizer for Doubts {
    fn source_name(&self) -> &str {
        self.0.source_name()
    }

    fn sha256(&self) -> &str {
        self.0.sha256()
    }

    fn material(&self) -> &Material {
        self.0.material()
    }

    fn rules(&self) -> &[RuleInfo] {
        self.0.rules()
    }

    fn group(&self) -> SymmetryGroup {
        self.0.group()
    }

    fn judge(&self, _turn: Color) -> Box<dyn Judge + '_> {
        Box::new(DoubtsJudge)
    }
}

struct DoubtsJudge;

impl Judge for DoubtsJudge {
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        verdicts.clear();
        if let Some((row, bit)) = positions(sheet.legal).next() {
            let mut doubtful = [0; 64];
            doubtful[row] = 1 << bit;
            let doubt = Doubt {
                at: (row, bit),
                exchanged: sheet.fixed[1].to_u32().is_multiple_of(2),
                what: "it hesitates".into(),
            };
            verdicts.doubt(&doubtful, vec![doubt], 0);
        }
        Ok(())
    }
}

/// Parts keep positions without a verdict, as they were asked, and never more
/// than were asked for.
#[test]
fn doubts_are_kept_in_parts() -> Outcome {
    let doubts = Doubts(Claims::new("KNvK", false)?);
    let options = Options {
        examples: 4,
        ..Options::default()
    };
    let oracle = MadeUp(&[]);
    let verification = Verification::new(&doubts, &oracle, options)?;
    let run = Run {
        program: "1.2.3".into(),
        command: ["drawproof", "verify"].map(Argument::new).into(),
        recognizer: Place { number: 1, of: 1 },
        shown: Shown::default(),
    };
    let shard = Shard::new(1, 1).ok_or("no shard")?;
    let tally = verification.run(0..verification.units(), &|_| {})?;
    let whole = verification.verdict(tally.clone())?;
    assert_eq!(whole.faults.len(), 4);
    let asked = |exchanged: bool| {
        let mut faults = whole.faults.iter();
        faults.any(|fault| fault.asked.exchanged == exchanged)
    };
    assert!(asked(true) && asked(false));
    let part = Part {
        header: verification.header(&run, shard, &verification.oracle_records()?)?,
        findings: Findings::new(tally, &[], doubts.material()),
        size: None,
    };
    let read = Part::from_bytes(&part.to_bytes()?)?;
    assert_eq!(read, part);
    let merged = merge(&[("part".into(), read)])?;
    assert_eq!(merged[0].verdict, whole);
    let mut fewer = part;
    fewer.header.options.examples = 3;
    let fault = Part::from_bytes(&fewer.to_bytes()?);
    assert!(matches!(fault, Err(PartFault::Damaged(_))), "{fault:?}");
    Ok(())
}

/// The unit with these kings and Black to move: after all units of White, kings
/// in the order of their squares, without adjacent kings.
fn unit_of(strong: Square, weak: Square, units: usize) -> usize {
    let pairs = Square::ALL
        .into_iter()
        .flat_map(|a| Square::ALL.map(|b| (a, b)))
        .filter(|(a, b)| a.distance(*b) > 1);
    units / 2
        + pairs
            .into_iter()
            .position(|pair| pair == (strong, weak))
            .unwrap_or(0)
}

/// A claim for one colour only is incorrect if it is false, and missed if it is
/// true.
#[test]
fn claims_for_one_colour_add_up() -> Outcome {
    for (class, won) in [("KNvK", &["KNvK"][..]), ("KNvK", &[])] {
        let claims = Claims::new(class, false)?;
        let options = Options {
            examples: 4000,
            missed: 10,
            ..Options::default()
        };
        let verdict = verify(&claims, &MadeUp(won), options)?;
        let (claimed, silent) = (verdict.claimed(), verdict.silent());
        let total = verdict.total().board;
        let one_sided = verdict.one_sided;
        if won.is_empty() {
            assert!(verdict.is_proven());
            assert_eq!(claimed.draws.board + one_sided.draws.board, total);
            assert_eq!(silent.draws, one_sided.draws);
            assert_eq!(verdict.missed.len(), 10);
        } else {
            assert_eq!(claimed.decisive.board, total);
            assert_eq!(verdict.counterexamples.len(), options.examples);
            for found in &verdict.counterexamples {
                let knight = found.asked.placement.squares[2];
                assert_eq!(found.asked.exchanged, knight.to_u32() % 2 == 1);
            }
        }
        assert!(one_sided.draws.board + one_sided.decisive.board < total);
    }
    Ok(())
}

/// One faulty position prevents a proof, wherever it is counted.
#[test]
fn any_fault_spoils_a_proof() -> Outcome {
    let claims = Claims::new("KNvK", false)?;
    let proven = verify(&claims, &MadeUp(&[]), Options::default())?;
    assert!(proven.is_proven() && proven.is_whole() && !proven.is_contradicted());
    let spoiled = |change: fn(&mut Verdict)| {
        let mut verdict = proven.clone();
        change(&mut verdict);
        verdict
    };
    let wrong: [fn(&mut Verdict); 2] = [
        |verdict| verdict.rules[0].incorrect.board = 1,
        |verdict| {
            let of = verdict.en_passant.insert(EnPassant::default());
            of.incorrect.board = 1;
        },
    ];
    for verdict in wrong.map(spoiled) {
        assert!(verdict.is_whole() && !verdict.is_proven());
    }
    let in_doubt: [fn(&mut Verdict); 5] = [
        |verdict| verdict.stops = 1,
        |verdict| verdict.doubtful.draws.board = 1,
        |verdict| verdict.doubtful.decisive.board = 1,
        |verdict| {
            let of = verdict.en_passant.insert(EnPassant::default());
            of.doubtful.draws.board = 1;
        },
        |verdict| {
            let of = verdict.en_passant.insert(EnPassant::default());
            of.doubtful.decisive.board = 1;
        },
    ];
    for verdict in in_doubt.map(spoiled) {
        assert!(!verdict.is_whole() && !verdict.is_proven());
    }
    let contradicted = spoiled(|verdict| {
        let mut pair = PairTally::default();
        pair.contradictions.board = 1;
        verdict.pairs.push(pair);
    });
    assert!(contradicted.is_contradicted() && !contradicted.is_proven());
    Ok(())
}
