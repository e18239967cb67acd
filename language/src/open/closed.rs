//! An open class's rules in the words of a closed class.

use std::collections::HashSet;

use drawproof_tables::Material;
use shakmaty::{Color, Square};

use super::OpenClass;
use crate::{
    RuleFile,
    claim::{Claim, RuleKind},
    syntax::{Binary, BitTable, Definition, Expr, ExprKind, Limit, Rule, TableEntries},
    words::{Word, named_set, named_square},
};

/// The text of a rule file for a closed class.
pub fn text(open: &OpenClass, file: &RuleFile, class: &Material) -> String {
    let mut text = format!(
        "# {} of {open}.\nrecognizer {}\n",
        file.source_name().replace(char::is_control, " "),
        class.to_string().replace('v', "")
    );
    let syntax = file.syntax();
    let tables = || syntax.tables.iter().filter(|table| table.item.is_some());
    let definitions = || syntax.definitions.iter().filter(|each| each.item.is_some());
    let own = tables().map(|table| table.name.as_str());
    let own: HashSet<&str> = own
        .chain(definitions().map(|each| each.name.as_str()))
        .collect();
    for (at, strong) in open.sides_in(class).into_iter().enumerate() {
        let view = View {
            strong,
            is_equal: class.is_symmetric(),
            is_second: at > 0,
            own: &own,
        };
        for table in tables() {
            text += &view.table(table);
        }
        for definition in definitions() {
            text += &format!("{}\n", view.definition(definition).laid_out());
        }
        for rule in syntax.rules.iter().filter_map(|rule| view.rule(rule)) {
            text += &format!("{rule}\n");
        }
    }
    text
}

/// How a closed class sees the rules.
struct View<'a> {
    /// The side that is the first one of the open class.
    strong: Color,
    /// Whether the sides have the same men: then the side to move is White.
    is_equal: bool,
    /// Whether the rules stand in the file a second time.
    is_second: bool,
    /// The names that the file itself defines.
    own: &'a HashSet<&'a str>,
}

impl View<'_> {
    /// Whether ranks are mirrored: the first side moves down.
    fn is_mirrored(&self) -> bool {
        self.strong.is_black()
    }

    /// A name that the file defines.
    fn own(&self, name: &str) -> String {
        let suffix = if self.is_second { "_exchanged" } else { "" };
        format!("{name}{suffix}")
    }

    fn bits(&self, bits: u64) -> u64 {
        if self.is_mirrored() {
            bits.swap_bytes()
        } else {
            bits
        }
    }

    fn square(&self, square: Square) -> Square {
        if self.is_mirrored() {
            square.flip_vertical()
        } else {
            square
        }
    }

    /// The name of a side.
    fn side(&self, owner: &str) -> String {
        let color = match owner {
            "strong" => self.strong,
            "weak" => !self.strong,
            other => return other.into(),
        };
        let names = if self.is_equal {
            ["us", "them"]
        } else {
            ["strong", "weak"]
        };
        names[usize::from(color.is_black())].into()
    }

    fn table(&self, table: &BitTable) -> String {
        let at = |square: usize| {
            if self.is_mirrored() {
                square ^ 0x38
            } else {
                square
            }
        };
        let entry = |square| match &table.entries {
            TableEntries::Sets(sets) => format!("{:#x}", self.bits(sets[at(square)])),
            TableEntries::Numbers(numbers) => numbers[at(square)].to_string(),
            TableEntries::Squares(squares) => self
                .square(Square::new(squares[at(square)].into()))
                .to_string(),
        };
        let entries: Vec<String> = (0..64).map(entry).collect();
        format!(
            "table {} = square -> {} [{}]\n",
            self.own(&table.name),
            table.entries.gives().name(),
            entries.join(", ")
        )
    }

    fn definition(&self, definition: &Definition) -> Definition {
        let mut bound = definition
            .parameters
            .iter()
            .map(|(name, _)| name.clone())
            .collect();
        Definition {
            name: self.own(&definition.name),
            body: self.expr(&definition.body, &mut bound),
            ..definition.clone()
        }
    }

    /// A rule; `None` if it is not for the side that moves.
    fn rule(&self, rule: &Rule) -> Option<Rule> {
        let limit = match (self.is_equal, rule.limit) {
            (_, Limit::Both) => Limit::Both,
            (true, limit) => {
                let is_strong = limit == Limit::Strong;
                (is_strong == self.strong.is_white()).then_some(Limit::Both)?
            }
            (false, Limit::Strong) if self.is_mirrored() => Limit::Weak,
            (false, Limit::Weak) if self.is_mirrored() => Limit::Strong,
            (false, limit) => limit,
        };
        let exchanged = if self.is_second {
            ", sides exchanged"
        } else {
            ""
        };
        Some(Rule {
            kind: self.kind(rule.kind),
            name: format!("{}{exchanged}", rule.name),
            limit,
            condition: self.expr(&rule.condition, &mut Vec::new()),
            ..rule.clone()
        })
    }

    fn kind(&self, kind: RuleKind) -> RuleKind {
        let RuleKind::Claims(claim) = kind else {
            return RuleKind::Silent;
        };
        let is_white = self.strong.is_white();
        let about = |strong, claims: [Claim; 2]| claims[usize::from(strong != is_white)];
        RuleKind::Claims(match claim {
            Claim::StrongCannotWin | Claim::WeakCannotWin => {
                let of_equal = [Claim::NotWon, Claim::NotLost];
                let others = [Claim::StrongCannotWin, Claim::WeakCannotWin];
                let claims = if self.is_equal { of_equal } else { others };
                about(claim == Claim::StrongCannotWin, claims)
            }
            Claim::StrongCannotMate | Claim::WeakCannotMate => {
                let of_equal = [Claim::UsCannotMate, Claim::ThemCannotMate];
                let others = [Claim::StrongCannotMate, Claim::WeakCannotMate];
                let claims = if self.is_equal { of_equal } else { others };
                about(claim == Claim::StrongCannotMate, claims)
            }
            other => other,
        })
    }

    fn expr(&self, expr: &Expr, bound: &mut Vec<String>) -> Expr {
        let mut part = |part: &Expr| Box::new(self.expr(part, bound));
        Expr::new(match &expr.kind {
            ExprKind::Number(number) => ExprKind::Number(*number),
            ExprKind::Bits(bits) => ExprKind::Bits(self.bits(*bits)),
            ExprKind::Squares(parts) => {
                ExprKind::Squares(parts.iter().map(|one| *part(one)).collect())
            }
            ExprKind::Name(name) => return self.name(name, bound),
            ExprKind::Member(owner, what) => ExprKind::Member(self.side(owner), what.clone()),
            ExprKind::Call(name, arguments) => {
                let arguments = arguments.iter().map(|one| *part(one)).collect();
                return self.call(name, arguments);
            }
            ExprKind::Entry(name, square) => {
                let is_own = self.own.contains(name.as_str());
                let name = if is_own {
                    self.own(name)
                } else {
                    self.turned(name)
                };
                ExprKind::Entry(name, part(square))
            }
            ExprKind::Not(inner) => ExprKind::Not(part(inner)),
            ExprKind::Complement(inner) => ExprKind::Complement(part(inner)),
            ExprKind::Negative(inner) => ExprKind::Negative(part(inner)),
            ExprKind::Binary(operator, left, right) => {
                ExprKind::Binary(*operator, part(left), part(right))
            }
            ExprKind::If(parts) => ExprKind::If(Box::new(parts.each_ref().map(|one| *part(one)))),
            ExprKind::Each(quantifier, name, parts) => {
                let set = *part(&parts[0]);
                bound.push(name.clone());
                let condition = self.expr(&parts[1], bound);
                bound.pop();
                ExprKind::Each(*quantifier, name.clone(), Box::new([set, condition]))
            }
            // The checker refuses them.
            moves @ ExprKind::Moves(_) => moves.clone(),
        })
    }

    fn name(&self, name: &str, bound: &[String]) -> Expr {
        if bound.iter().any(|known| known == name) {
            return Expr::name(name);
        }
        if self.own.contains(name) {
            return Expr::name(self.own(name));
        }
        if name == "strong_to_move" {
            return match (self.is_equal, self.strong) {
                (true, Color::White) => Expr::name("true"),
                (true, Color::Black) => Expr::name("false"),
                (false, Color::White) => Expr::name(name),
                (false, Color::Black) => Expr::new(ExprKind::Not(Box::new(Expr::name(name)))),
            };
        }
        if let Some(square) = named_square(name) {
            return Expr::name(self.square(square).to_string());
        }
        match named_set(name) {
            Some(set) if self.bits(set) != set => Expr::new(ExprKind::Bits(self.bits(set))),
            _ => Expr::name(name),
        }
    }

    fn call(&self, name: &str, arguments: Vec<Expr>) -> Expr {
        if self.own.contains(name) {
            return Expr::new(ExprKind::Call(self.own(name), arguments));
        }
        let call = |name: &str| Expr::new(ExprKind::Call(name.into(), arguments.clone()));
        if !self.is_mirrored() {
            return call(name);
        }
        if name == Word::Rank.name() {
            return Expr::number(9).joined(Binary::Minus, call(name));
        }
        call(&self.turned(name))
    }

    /// A word of the language that is about pawns of the other side, if ranks are mirrored.
    fn turned(&self, name: &str) -> String {
        match (name.strip_suffix("_up"), name.strip_suffix("_down")) {
            (Some(stem), _) if self.is_mirrored() => format!("{stem}_down"),
            (_, Some(stem)) if self.is_mirrored() => format!("{stem}_up"),
            _ => name.into(),
        }
    }
}
