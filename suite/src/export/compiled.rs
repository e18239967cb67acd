//! Exported rules, compiled, as a recognizer.

use std::array;

use drawproof_evaluate::{
    Doubt, Judge, JudgeError, OneSided, Recognizer, Rows, Sheet, Verdicts, positions,
};
use drawproof_export::{How, Question, Says};
use drawproof_language::{Claim, Limit, RuleFile, RuleInfo, RuleKind, SymmetryGroup};
use drawproof_tables::{Material, Symmetry, WdlSet};
use shakmaty::{Color, Square};

use super::program::{Program, QuestionRow, each};

/// How often bitboards are asked: as they are and with colours exchanged, and both again in the
/// opposite order.
const BOARDS: [bool; 4] = [false, true, true, false];

/// The claims of results.
const BOUNDS: [Claim; 5] = [
    Claim::Draw,
    Claim::Win,
    Claim::Loss,
    Claim::NotLost,
    Claim::NotWon,
];

/// The rules of one class in a compiled file. No symmetry is assumed.
pub struct Compiled<'a> {
    program: &'a Program,
    file: &'a RuleFile,
    /// The number of its class.
    class: u8,
    /// One for each claim that it can make.
    rules: Vec<RuleInfo>,
}

impl<'a> Compiled<'a> {
    pub fn new(program: &'a Program, file: &'a RuleFile, class: u8, says: Says) -> Self {
        let (claims, function): (&[Claim], _) = match says {
            Says::Draw => (&[Claim::Draw], "probe_draw"),
            Says::Results => (&BOUNDS, "probe_results"),
        };
        let rule = |&claim: &Claim| RuleInfo {
            name: format!("{function}: {}", claim.name()),
            reason: String::new(),
            kind: RuleKind::Claims(claim),
            limit: Limit::Both,
            line: 0,
            span: 0..0,
        };
        Self {
            program,
            file,
            class,
            rules: claims.iter().map(rule).collect(),
        }
    }
}

impl Recognizer for Compiled<'_> {
    fn source_name(&self) -> &str {
        self.file.source_name()
    }

    fn sha256(&self) -> &str {
        self.file.sha256()
    }

    fn material(&self) -> &Material {
        self.file.material()
    }

    fn rules(&self) -> &[RuleInfo] {
        &self.rules
    }

    fn group(&self) -> SymmetryGroup {
        SymmetryGroup::of(|symmetry| symmetry == Symmetry::IDENTITY)
    }

    fn judges_en_passant(&self) -> bool {
        true
    }

    fn judge(&self, turn: Color) -> Box<dyn Judge + '_> {
        Box::new(CompiledJudge { of: self, turn })
    }
}

struct CompiledJudge<'a> {
    of: &'a Compiled<'a>,
    turn: Color,
}

/// The answer for each position of a sheet.
type Answers = [[i16; 64]; 64];

impl Judge for CompiledJudge<'_> {
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        self.judge(sheet, None, verdicts);
        Ok(())
    }

    fn sheet_with_en_passant(
        &mut self,
        sheet: &Sheet,
        square: Square,
        verdicts: &mut Verdicts,
    ) -> Result<(), JudgeError> {
        self.judge(sheet, Some(square), verdicts);
        Ok(())
    }
}

impl CompiledJudge<'_> {
    fn judge(&self, sheet: &Sheet, en_passant: Option<Square>, verdicts: &mut Verdicts) {
        verdicts.clear();
        let mut hows = BOARDS.map(|exchanged| How::Board {
            exchanged,
            en_passant,
        });
        let mut hows = Vec::from(&mut hows[..]);
        if en_passant.is_none() {
            hows.push(How::Squares);
        }
        match self.ask(sheet, &hows) {
            Ok(answers) => self.decide(sheet, &answers, verdicts),
            Err(error) => {
                let doubt = positions(sheet.legal).next().map(|at| Doubt {
                    at,
                    exchanged: false,
                    what: format!("from this position on, or some way on, {error}"),
                });
                verdicts.doubt(sheet.legal, doubt.into_iter().collect(), 1);
            }
        }
    }

    /// All answers, in each way once.
    fn ask(&self, sheet: &Sheet, hows: &[How]) -> std::io::Result<Vec<Answers>> {
        // With three men there is only one row, without a man.
        let count = self.of.material().men_count() - 1;
        let squares: [Vec<Square>; 64] = array::from_fn(|row| {
            let row = Square::new(row as u32);
            let all = sheet.fixed.iter().copied().chain([row]);
            all.take(count).collect()
        });
        let order = |pass: usize| (0..64).map(move |at| if pass < 2 { at } else { 63 - at });
        let asked = hows.iter().enumerate().flat_map(|(pass, &how)| {
            let question = Question {
                class: self.of.class,
                turn: self.turn,
                how,
            };
            order(pass).map({
                let squares = &squares;
                move |row| QuestionRow {
                    question,
                    squares: &squares[row],
                    last: sheet.legal[row],
                }
            })
        });
        let mut answers = self.of.program.ask(self.of.material(), asked)?.into_iter();
        let all = (0..hows.len()).map(|pass| {
            let mut found = [[0; 64]; 64];
            for row in order(pass) {
                each(sheet.legal[row], &mut answers, |column, answer| {
                    found[row][column as usize] = answer;
                });
            }
            found
        });
        Ok(all.collect())
    }

    /// The claims in all positions, except where answers are not valid or contradict themselves.
    fn decide(&self, sheet: &Sheet, answers: &[Answers], verdicts: &mut Verdicts) {
        let [first, exchanged, exchanged_again, again, by_squares @ ..] = answers else {
            return;
        };
        let rules = self.of.rules.len();
        let [mut both, mut as_it_is, mut turned] = array::from_fn(|_| vec![[0_u64; 64]; rules]);
        let mut doubtful: Rows = [0; 64];
        let mut doubts = Vec::new();
        for at @ (row, column) in positions(sheet.legal) {
            let of = |answers: &Answers| answers[row][column as usize];
            let bit = 1 << column;
            let one = [of(first), of(exchanged)];
            let again = [of(again), of(exchanged_again)];
            let squares = by_squares.first().map_or(one[0], of);
            let fault = fault(one, again, squares);
            if let Some((is_exchanged, what)) = fault {
                doubtful[row] |= bit;
                if doubts.len() < verdicts.allowance().doubts {
                    let exchanged = is_exchanged;
                    doubts.push(Doubt {
                        at,
                        exchanged,
                        what,
                    });
                }
                continue;
            }
            let [as_asked, as_turned] = one.map(|answer| self.rule_of(answer));
            let sets = if as_asked == as_turned {
                [(as_asked, &mut both), (None, &mut turned)]
            } else {
                [(as_asked, &mut as_it_is), (as_turned, &mut turned)]
            };
            for (rule, set) in sets {
                if let Some(rule) = rule {
                    set[rule][row] |= bit;
                }
            }
        }
        verdicts.doubt(&doubtful, doubts, 0);
        let mut one_sided = Vec::new();
        for (rule, both) in both.iter().enumerate() {
            verdicts.set(rule, both);
            let of_one = OneSided {
                rule,
                as_it_is: as_it_is[rule],
                exchanged: turned[rule],
            };
            if of_one.either() != [0; 64] {
                one_sided.push(of_one);
            }
        }
        verdicts.set_one_sided(one_sided);
    }

    /// The rule for what an answer claims.
    fn rule_of(&self, answer: i16) -> Option<usize> {
        let claim = claim_of(answer)?;
        let mut rules = self.of.rules.iter();
        rules.position(|rule| rule.kind.claim() == Some(claim))
    }
}

fn results_of(answer: i16) -> Option<WdlSet> {
    WdlSet::from_bits(u8::try_from(answer).ok()?)
}

fn claim_of(answer: i16) -> Option<Claim> {
    results_of(answer).and_then(Claim::allowing)
}

/// What is wrong with answers: by bitboards as they are and exchanged, the same again, and by
/// squares. Also whether it was found with colours exchanged.
fn fault(one: [i16; 2], again: [i16; 2], squares: i16) -> Option<(bool, String)> {
    let word = |answer| claim_of(answer).map_or("no claim", Claim::name);
    for ((one, again), exchanged) in one.into_iter().zip(again).zip([false, true]) {
        if results_of(one) != Some(WdlSet::ALL) && claim_of(one).is_none() {
            return Some((exchanged, format!("it answered {one}, which means nothing")));
        }
        if one != again {
            let (one, again) = (word(one), word(again));
            let what = format!("it answered {one} and, asked again, {again}");
            return Some((exchanged, what));
        }
    }
    (squares != one[0]).then(|| {
        let (boards, squares) = (word(one[0]), word(squares));
        let what = format!("it answered {boards} by bitboards and {squares} by squares");
        (false, what)
    })
}
