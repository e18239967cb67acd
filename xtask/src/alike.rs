//! Whether two rule files claim the same positions.

use anyhow::bail;
use drawproof_evaluate::CompiledRules;
use drawproof_language::RuleFile;
use drawproof_recognizers::BuiltinResolver;
use drawproof_tables::{Layout, Material, Oracle, OracleError, Placement, Value, WdlWords};
use drawproof_verify::{Options, SameClaims, verify};
use shakmaty::Color;

/// An oracle by which everything is drawn: only the claims of rules matter
/// here.
struct Indifferent;

impl Oracle for Indifferent {
    fn name(&self) -> String {
        "nobody".into()
    }

    fn fingerprint(&self, _: &Material) -> Result<String, OracleError> {
        Ok(String::new())
    }

    fn probe(&self, _: &Material, _: &Placement) -> Result<Value, OracleError> {
        Ok(Value::DRAW)
    }

    fn block(&self, _: &Layout, _: usize, _: Color, _: &mut WdlWords) -> Result<(), OracleError> {
        Ok(())
    }
}

/// The number of positions in which only one of two recognizers claims a draw,
/// with like men in one order and mirror images once.
pub fn differences(first: &str, second: &str) -> anyhow::Result<u64> {
    let tables = |class: &Material| Err(format!("there is no table of {class} here"));
    let resolver = BuiltinResolver { tables: &tables };
    let parse = |text| {
        RuleFile::parse_with("rules", text, &resolver).map_err(|error| anyhow::anyhow!("{error}"))
    };
    let rules = [parse(first)?, parse(second)?];
    if rules[0].material() != rules[1].material() {
        bail!(
            "rules for {} and for {}",
            rules[0].material(),
            rules[1].material()
        );
    }
    let [first, second] = rules.each_ref().map(CompiledRules::new);
    let same = SameClaims::new(&first, &second);
    verify(&same, &Indifferent, Options::DEFAULT)?;
    Ok(same.differences())
}

/// The same rules, which say nothing with the weaker side to move.
pub fn of_strong(rules: &str) -> String {
    let is_rule = |line: &&str| line.starts_with("draw ") || line.starts_with("silent ");
    let before: usize = rules
        .split_inclusive('\n')
        .take_while(|line| !is_rule(line))
        .map(str::len)
        .sum();
    let (head, rest) = rules.split_at(before);
    format!("{head}silent \"not compared\" for weak because \"not compared\" when true\n{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(condition: &str) -> String {
        format!("recognizer KRKR draw \"x\" because \"x\" when {condition}")
    }

    #[test]
    fn claims_are_compared_and_not_words() -> anyhow::Result<()> {
        let [edge, corner] = ["edge_distance(us.king) = 0", "corner_distance(us.king) = 0"];
        let again = rules("not edge_distance(us.king) > 0");
        assert_eq!(differences(&rules(edge), &again)?, 0);
        let some = differences(&rules(edge), &rules(corner))?;
        assert!(some > 0);
        assert_eq!(differences(&rules(corner), &rules(edge))?, some);
        assert!(differences(&rules(edge), "recognizer KNK").is_err());
        Ok(())
    }

    #[test]
    fn the_weaker_side_may_be_left_out() -> anyhow::Result<()> {
        let rules =
            |side| format!("recognizer KRKN\ndraw \"x\" for {side} because \"x\" when true\n");
        let [strong, weak] = [rules("strong"), rules("weak")];
        let none = "recognizer KRKN\nsilent \"x\" because \"x\" when true\n";
        let of_strong = |one: &str, other: &str| differences(&of_strong(one), &of_strong(other));
        assert_eq!(of_strong(&weak, none)?, 0);
        assert!(of_strong(&strong, none)? > 0);
        Ok(())
    }
}
