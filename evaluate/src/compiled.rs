//! Rules of the language as recognizers.

use drawproof_language::{RuleFile, RuleInfo, SymmetryGroup};
use drawproof_tables::Material;
use shakmaty::Color;

use crate::{
    evaluate::{Evaluator, MarginalEvaluator, TooManySteps},
    program::Program,
    recognizer::{Judge, JudgeError, Recognizer, Sheet, Verdicts},
};

/// Rules compiled to judge positions.
#[derive(Debug)]
pub struct CompiledRules<'a> {
    rules: &'a RuleFile,
    /// For White to move, and for Black.
    programs: [Program; 2],
}

impl<'a> CompiledRules<'a> {
    /// Compiles the rules of a file.
    pub fn new(rules: &'a RuleFile) -> Self {
        Self {
            rules,
            programs: [Color::White, Color::Black].map(|turn| Program::compile(rules, turn)),
        }
    }

    /// The file.
    pub fn rule_file(&self) -> &'a RuleFile {
        self.rules
    }

    fn program(&self, turn: Color) -> &Program {
        let [white, black] = &self.programs;
        turn.fold_wb(white, black)
    }
}

impl Recognizer for CompiledRules<'_> {
    fn source_name(&self) -> &str {
        self.rules.source_name()
    }

    fn sha256(&self) -> &str {
        self.rules.sha256()
    }

    fn material(&self) -> &Material {
        self.rules.material()
    }

    fn rules(&self) -> &[RuleInfo] {
        self.rules.rules()
    }

    fn group(&self) -> SymmetryGroup {
        self.rules.group()
    }

    fn judge(&self, turn: Color) -> Box<dyn Judge + '_> {
        let mut evaluator = Evaluator::new(self.program(turn));
        Box::new(RulesJudge {
            rules: self.rules,
            decide: move |sheet: &Sheet, verdicts: &mut Verdicts| evaluator.decide(sheet, verdicts),
        })
    }
}

/// Judges sheets, and names the rule that takes too much work.
struct RulesJudge<'a, F> {
    rules: &'a RuleFile,
    decide: F,
}

impl<F> Judge for RulesJudge<'_, F>
where
    F: FnMut(&Sheet, &mut Verdicts) -> Result<(), TooManySteps>,
{
    fn sheet(&mut self, sheet: &Sheet, verdicts: &mut Verdicts) -> Result<(), JudgeError> {
        (self.decide)(sheet, verdicts).map_err(|TooManySteps(rule)| {
            let rule = &self.rules.rules()[rule];
            JudgeError::TooManySteps {
                source_name: self.rules.source_name().into(),
                line: rule.line,
                rule: rule.name.clone(),
            }
        })
    }
}

/// The same rules, each claiming only what would not be claimed without it: what
/// no other claim spots, or what a `silent` rule in between keeps others from
/// spotting.
#[derive(Copy, Clone, Debug)]
pub struct MarginalClaims<'a>(pub &'a CompiledRules<'a>);

impl Recognizer for MarginalClaims<'_> {
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

    fn judge(&self, turn: Color) -> Box<dyn Judge + '_> {
        let mut evaluator = MarginalEvaluator::new(self.0.program(turn), self.rules());
        Box::new(RulesJudge {
            rules: self.0.rules,
            decide: move |sheet: &Sheet, verdicts: &mut Verdicts| evaluator.decide(sheet, verdicts),
        })
    }
}
