//! Putting new rules before known ones.

use std::fmt::Write;

use drawproof_language::{
    Resolver, RuleErrors, RuleFile, RuleKind, join,
    syntax::{Binary, Definition, Expr},
    unused_word,
};

use crate::{
    FoundRules, Lists, Miner, Role,
    write::{Remark, Remarks},
};

impl Miner<'_> {
    /// A rule file with the new claims followed by the rules of another file. Words that both define differently are renamed in the new
    /// part.
    ///
    /// # Errors
    ///
    /// If the other one is not a valid rule file, what it uses included.
    pub fn write_before(
        &self,
        found: &FoundRules,
        remarks: Remarks,
        known: &RuleFile,
        resolver: &dyn Resolver,
    ) -> Result<String, RuleErrors> {
        let rules = known.text();
        let text = match found {
            FoundRules::Lists(lists) => self.write_claims(lists, remarks, rules),
            FoundRules::Trees(trees) => self.write_trees(trees, remarks),
        };
        let known = (known.source_name(), rules);
        join(&text, "# What was known before.", known, resolver)
    }

    /// Lists as rules that claim a draw, so that they silence nothing that
    /// other rules may claim.
    fn write_claims(&self, lists: &Lists, remarks: Remarks, rules: &str) -> String {
        let mut text = self.header(self.terms_of(lists));
        let names = Role::ALL.map(|role| unused_word(role.word(), &(text.clone() + rules)));
        let mut claims = String::new();
        for (side, (rules, examples)) in lists.numbered().iter().zip(&self.sides).enumerate() {
            let mut words = Role::ALL.map(|_| Vec::new());
            for (place, numbered) in rules.iter().enumerate() {
                let role = numbered.role as usize;
                let word = format!("{}_{}", names[role], numbered.number);
                if let Some(remark) = remarks(side, place) {
                    for line in remark.lines.iter().chain([&remark.reason]) {
                        let _ = write!(text, "\n# {line}");
                    }
                }
                let condition = self.conjunction(examples, numbered.rule);
                let definition = Definition::new(word.clone(), condition);
                let _ = writeln!(text, "\n{}", definition.laid_out());
                words[role].push(word);
            }
            let [havens, dangers] = words.map(|words| any_of(&words));
            let turn = examples.turn;
            let mut claim = |name: String, reason: &str, condition: Expr| {
                let remark = Remark {
                    lines: Vec::new(),
                    reason: reason.into(),
                };
                let whose = (RuleKind::DRAW, name.as_str(), turn);
                self.rule(&mut claims, whose, Some(remark), condition);
            };
            if let Some(havens) = havens {
                claim(
                    self.named(&names[Role::Haven as usize], turn),
                    "One of the havens above.",
                    havens,
                );
            }
            let safe = dangers.map_or_else(|| Expr::name("true"), Expr::negated);
            let name = self.named(&format!("no {}", names[Role::Danger as usize]), turn);
            claim(name, "None of the dangers above is there.", safe);
        }
        text + &claims
    }
}

/// A truth that is there if one of some words is; none without words. Not one
/// long row of them: expressions may be within each other so often only.
fn any_of(words: &[String]) -> Option<Expr> {
    const A_ROW: usize = 16;
    let either = |all: Expr, one| all.joined(Binary::Or, one);
    if words.len() <= A_ROW {
        return words.iter().map(Expr::name).reduce(either);
    }
    let (left, right) = words.split_at(words.len() / 2);
    Some(either(any_of(left)?, any_of(right)?))
}
