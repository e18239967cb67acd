//! Tables as source text: the data, the code that probes them, and the functions that
//! engines call.

use std::{fmt, str::FromStr};

use drawproof_tables::{LayoutError, Material};
use shakmaty::Color;

use super::{
    bit_readers,
    layout::TableLayout,
    metric::Metric,
    names::{BOARD, function_name},
    order::{View, names},
    set::Embedded,
};
use crate::{
    Name,
    ir::{Constant, Expr, Function, Outcome, Role, Statement, Type},
    lang::{self, Language, NoLanguage, Tables},
    source,
    text::comment,
};

/// The form of exported tables.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// Source text, with the code that probes positions.
    Text(Language),
    /// The data alone: see [`Packed`](super::Packed).
    Bin,
}

/// A word that is not a form.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "not a language that tables can be exported to; expected {}",
    lang::listed(Some("bin"))
)]
pub struct NoForm;

impl Form {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let languages = Language::ALL.into_iter().map(Self::Text);
        languages.chain([Self::Bin])
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(language) => language.fmt(f),
            Self::Bin => f.pad("bin"),
        }
    }
}

impl FromStr for Form {
    type Err = NoForm;

    fn from_str(word: &str) -> Result<Self, NoForm> {
        if word == "bin" {
            return Ok(Self::Bin);
        }
        word.parse().map(Self::Text).map_err(|_: NoLanguage| NoForm)
    }
}

/// The source text of data, after a heading. The same data, name and heading give
/// the same bytes. A language with modules needs no name.
///
/// # Errors
///
/// If a class has no tables.
pub fn source(
    embedded: &Embedded,
    language: Language,
    name: &Name,
    remarks: &[String],
) -> Result<String, LayoutError> {
    let target = language.target();
    let written = source::written();
    let outcomes = outcomes(embedded.metric());
    let mut functions = Vec::new();
    for &outcome in outcomes {
        functions.push(of_board(
            outcome,
            embedded.layout(),
            &target.meaning(outcome),
        ));
        for class in Class::all(embedded)? {
            functions.push(class.function(outcome));
        }
    }
    let calls = |name: &str| target.intrinsic(name).calls;
    let of_bitbases = bit_readers::written(embedded.bitbases());
    let callers: Vec<&Function> = functions.iter().chain(&of_bitbases).collect();
    let (opening, mut helpers) = match (embedded.metric(), embedded.layout()) {
        (Metric::Helpmate, _) => {
            let helpers = written.mate_prober(&callers, &calls);
            (&written.helpmate.opening, helpers)
        }
        (_, TableLayout::Compact) => (&written.probe.opening, written.prober(&callers, &calls)),
        (_, TableLayout::Fast) => (&written.bitbase.opening, written.reader(&callers, &calls)),
    };
    helpers.extend(of_bitbases);
    let all = [&written.probe, &written.helpmate];
    let constants: Vec<Constant> = all.iter().flat_map(|of| of.constants.clone()).collect();
    let tables = Tables {
        opening,
        constants: &used(&constants, &helpers),
        helpers,
        functions,
        outcomes,
        data: embedded.data(),
    };
    let mut text = String::new();
    for remark in remarks {
        let lines = comment(remark);
        let lines = if lines.is_empty() {
            vec![String::new()]
        } else {
            lines
        };
        for line in lines {
            text += &(target.remark(&line) + "\n");
        }
    }
    Ok(text + &target.tables(&tables, name))
}

/// The constants that some functions use.
fn used(constants: &[Constant], by: &[Function]) -> Vec<Constant> {
    let is_used = |constant: &&Constant| {
        let mut found = false;
        for statement in by.iter().flat_map(|function| &function.body) {
            statement.visit(&mut |part| {
                found |= matches!(part, Expr::Constant(name, _) if *name == constant.name);
            });
        }
        found
    };
    constants.iter().filter(is_used).cloned().collect()
}

/// The kinds of results of a metric's functions.
pub fn outcomes(metric: Metric) -> &'static [Outcome] {
    match metric {
        Metric::Wdl => &[Outcome::Wdl],
        Metric::Draw => &[Outcome::Draw],
        Metric::Dtm => &[Outcome::Wdl, Outcome::Dtm],
        Metric::Helpmate => &[Outcome::CanMate],
    }
}

/// The function that takes bitboards.
pub fn of_board(outcome: Outcome, layout: TableLayout, meaning: &str) -> Function {
    let sets = BOARD.map(|name| (name.to_string(), Type::U64));
    let rest = [
        ("castling", Type::Square),
        ("ep", Type::Square),
        ("turn", Type::Bool),
        ("side", Type::Bool),
    ];
    let asks_about_side = outcome == Outcome::CanMate;
    let rest = &rest[..if asks_about_side { 4 } else { 3 }];
    let rest = rest.iter().map(|&(name, kind)| (name.to_string(), kind));
    let parameters: Vec<_> = sets.into_iter().chain(rest).collect();
    let arguments = parameters.iter();
    let arguments = arguments.map(|(name, kind)| Expr::local(name, *kind));
    let called = match layout {
        _ if asks_about_side => "mates_of_board",
        TableLayout::Compact => "score_of_board",
        TableLayout::Fast => bit_readers::OF_BOARD,
    };
    let score = Expr::call(called, [Expr::Data].into_iter().chain(arguments).collect());
    let mut says = comment(meaning);
    says.push(String::new());
    let asked = if asks_about_side {
        "whether White is to move, whether White is the side that is asked about"
    } else {
        "whether White is to move"
    };
    says.extend(comment(&format!(
        "Bitboards (a1 is bit 0), castling rights and en passant square (0 if there are none), \
         {asked}. The position has to be legal. With castling rights, or men of no class in this \
         file, the answer is that it is not known.",
    )));
    public(
        format!("table_{}", outcome.name()),
        says,
        parameters,
        outcome,
        score,
    )
}

fn public(
    name: String,
    comment: Vec<String>,
    parameters: Vec<(String, Type)>,
    outcome: Outcome,
    score: Expr,
) -> Function {
    let known = Expr::Outcome(outcome, Box::new(Expr::local("score", Type::I32)));
    let score = Statement::Let {
        name: "score".into(),
        kind: Type::I32,
        is_mutable: false,
        value: score,
    };
    Function {
        name,
        comment,
        parameters,
        gives: Type::Outcome(outcome),
        body: vec![score, Statement::Return(known)],
        role: Role::Public,
        is_small: false,
    }
}

/// The parts of the function of a class that takes squares.
pub struct Class {
    material: Material,
    /// Its men without their squares, with the stronger side to move.
    kinds: u64,
    /// The parameters in the order of the men of a position.
    men: Vec<String>,
    layout: TableLayout,
}

impl Class {
    /// Those of a file; none in a file that says who can mate, which is asked by bitboards.
    pub fn all(embedded: &Embedded) -> Result<Vec<Self>, LayoutError> {
        let classes = embedded.classes().iter();
        let classes = classes.filter(|_| embedded.metric() != Metric::Helpmate);
        classes
            .map(|class| Self::new(&class.material, embedded.layout()))
            .collect()
    }

    fn new(material: &Material, layout: TableLayout) -> Result<Self, LayoutError> {
        let view = View::new(&drawproof_tables::Layout::new(material)?, Color::White);
        let names = names(material);
        let men = view.places().iter().map(|&place| names[place].clone());
        Ok(Self {
            material: material.clone(),
            kinds: view.kinds(),
            men: men.collect(),
            layout,
        })
    }

    /// The score by the parameters of the function.
    fn score(&self) -> Expr {
        if self.layout == TableLayout::Fast {
            return bit_readers::of_squares(&self.material, &names(&self.material));
        }
        let squares = self.men.iter().map(|name| Expr::local(name, Type::Square));
        let nobody = (self.men.len()..4).map(|_| Expr::Literal(0, Type::U32, false));
        let to_move = if self.material.is_symmetric() {
            Expr::Truth(true)
        } else {
            Expr::local("strong_to_move", Type::Bool)
        };
        let mut arguments = vec![Expr::Data, Expr::Literal(self.kinds, Type::U64, true)];
        arguments.extend(squares.chain(nobody).chain([to_move]));
        Expr::call("score_of_squares", arguments)
    }

    /// Its class.
    pub fn material(&self) -> &Material {
        &self.material
    }

    pub fn function(&self, outcome: Outcome) -> Function {
        let has_turn = !self.material.is_symmetric();
        let turn = has_turn.then(|| ("strong_to_move".to_string(), Type::Bool));
        let men = names(&self.material).into_iter();
        let men = men.map(|name| (name, Type::Square));
        let says = format!(
            "The same for {} by the squares of its men (a1 = 0, b1 = 1, h8 = 63), {}. Without \
             castling and en passant.",
            self.material,
            if has_turn {
                "the stronger side as White: other positions are turned upside down (square ^ 56), \
                 colours exchanged"
            } else {
                "the side to move as White"
            }
        );
        public(
            function_name(&self.material, outcome.name()),
            comment(&says),
            men.chain(turn).collect(),
            outcome,
            self.score(),
        )
    }
}
