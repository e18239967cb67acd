//! The functions of the intermediate form that read bitbases.

use drawproof_tables::Material;
use shakmaty::Role;

use super::{
    bitbase::Bitbase,
    names::{BOARD, function_name},
};
use crate::ir::{Expr, Function, Role as Purpose, Sign, Statement, Type};

/// The function that takes bitboards.
pub const OF_BOARD: &str = "score_of_bits";
/// Where `seen` has the number of the class, and whether the stronger side is to move.
const CLASS: u64 = 32;
const TURN: u64 = 48;

fn helper(
    name: String,
    comment: &str,
    parameters: &[(&str, Type)],
    body: Vec<Statement>,
) -> Function {
    let parameters = parameters.iter();
    Function {
        name,
        comment: crate::text::comment(comment),
        parameters: parameters
            .map(|(name, kind)| ((*name).into(), *kind))
            .collect(),
        gives: Type::I32,
        body,
        role: Purpose::Helper,
        is_small: false,
    }
}

fn number(number: u64) -> Expr {
    Expr::Literal(number, Type::U32, false)
}

/// A number of a choice: in hexadecimal C# knows that it is unsigned.
fn chosen(number: u64) -> Expr {
    Expr::Literal(number, Type::U32, true)
}

fn local(name: &str, kind: Type) -> Expr {
    Expr::local(name, kind)
}

/// Returns that the score is not known, on a condition.
fn unknown_if(condition: Expr) -> Statement {
    Statement::If {
        condition,
        then: vec![Statement::Return(unknown())],
        otherwise: Vec::new(),
    }
}

fn unknown() -> Expr {
    Expr::Constant("UNKNOWN".into(), Type::I32)
}

/// All functions of a file: for each class those of its men, then that of boards.
pub fn written(bitbases: &[Bitbase]) -> Vec<Function> {
    if bitbases.is_empty() {
        return Vec::new();
    }
    let of_classes = bitbases
        .iter()
        .flat_map(|of| [of.score(), of.score_of_squares()]);
    of_classes.chain([score_of_board(bitbases)]).collect()
}

/// The score of a class by the squares of its men, with whether the stronger side is to move if
/// it matters.
pub fn of_squares(material: &Material, men: &[String]) -> Expr {
    let squares = men.iter().map(|name| local(name, Type::Square));
    let turn = (!material.is_symmetric()).then(|| local("strong_to_move", Type::Bool));
    let arguments = [Expr::Data].into_iter().chain(squares).chain(turn);
    Expr::call(
        &function_name(material, "score_of_squares"),
        arguments.collect(),
    )
}

/// The score of a class by its men.
fn score_of_men(material: &Material, men: Expr, strong_to_move: Expr) -> Expr {
    let turn = (!material.is_symmetric()).then_some(strong_to_move);
    let arguments = [local("d", Type::Data), men].into_iter().chain(turn);
    Expr::call(&function_name(material, "score"), arguments.collect())
}

impl Bitbase {
    fn material(&self) -> &Material {
        self.layout.material()
    }

    /// The parameter that says who is to move, if there is one.
    fn turn(&self) -> Option<(&'static str, Type)> {
        (!self.material().is_symmetric()).then_some(("strong_to_move", Type::Bool))
    }

    /// Whether pawns are where pawns can be.
    fn are_pawns_sound(&self) -> Option<Expr> {
        let men = self.layout.men().iter().zip(0..);
        let pawns = men.filter(|(man, _)| man.role == Role::Pawn);
        let asked = pawns.map(|(_, at)| {
            let arguments = vec![local("men", Type::U32), number(at)];
            Expr::call("is_pawn_square", arguments)
        });
        asked.reduce(|one, other| Expr::binary(Sign::And, one, other))
    }

    /// The function of `bitbase.rs` that numbers the men.
    fn numbering(&self) -> &'static str {
        let pawns = self.layout.men().iter();
        let pawns = pawns.filter(|man| man.role == Role::Pawn).count();
        match (pawns, self.layout.men().len()) {
            (0, 3) => "pieces_of_three",
            (0, _) => "pieces_of_four",
            (1, 3) => "pawn_of_three",
            (1, _) => "pawn_of_four",
            _ => "two_pawns",
        }
    }

    fn score(&self) -> Function {
        let mut body: Vec<Statement> = self
            .are_pawns_sound()
            .map(|sound| unknown_if(sound.negated()))
            .into_iter()
            .collect();
        let turn = local("strong_to_move", Type::Bool);
        let mut at = Expr::call(self.numbering(), vec![local("men", Type::U32)]);
        if self.turn().is_some() {
            let side = Expr::If(Box::new([
                turn.clone(),
                chosen(0),
                chosen(self.numbers() as u64),
            ]));
            body.push(Statement::constant("side", Type::U32, side));
            at = Expr::binary(Sign::Plus, at, local("side", Type::U32));
        }
        body.push(Statement::constant("number", Type::U32, at));
        let mut arguments = vec![
            local("d", Type::Data),
            number(self.begin as u64),
            local("number", Type::U32),
        ];
        let reading = if self.has_one_bit {
            let is_strong = self.turn().map_or(Expr::Truth(true), |_| turn);
            arguments.push(is_strong);
            "score_of_bit"
        } else {
            "score_of_two_bits"
        };
        body.push(Statement::Return(Expr::call(reading, arguments)));
        let parameters = [("d", Type::Data), ("men", Type::U32)];
        let parameters: Vec<_> = parameters.into_iter().chain(self.turn()).collect();
        let says = format!("The score of {} by its men.", self.material());
        let name = function_name(self.material(), "score");
        helper(name, &says, &parameters, body)
    }

    fn score_of_squares(&self) -> Function {
        let men = self.layout.men().len();
        let names = ["a", "b", "c", "e"];
        let squares = names[..men].iter().map(|name| (*name, Type::U32));
        let parameters = [("d", Type::Data)].into_iter().chain(squares);
        let parameters: Vec<_> = parameters.chain(self.turn()).collect();
        let squares = names[..men].iter().map(|name| local(name, Type::U32));
        let nobody = (men..4).map(|_| number(0));
        let arguments: Vec<Expr> = squares.chain(nobody).collect();
        let are_squares = Expr::call("are_squares", arguments.clone());
        let body = vec![
            unknown_if(are_squares.negated()),
            Statement::Return(score_of_men(
                self.material(),
                Expr::call("men_of", arguments),
                local("strong_to_move", Type::Bool),
            )),
        ];
        let says = format!("The score of {} by squares.", self.material());
        let name = function_name(self.material(), "score_of_squares");
        helper(name, &says, &parameters, body)
    }
}

/// The score of a position by its bitboards.
fn score_of_board(bitbases: &[Bitbase]) -> Function {
    let set = |name: &str| local(name, Type::U64);
    let number_of = |name: &str| local(name, Type::Square);
    let nothing = || Expr::Literal(0, Type::Square, false);
    let has = |name: &str| Expr::binary(Sign::NotEqual, number_of(name), nothing());
    let with_en_passant = bitbases.iter().find(|of| of.material().has_en_passant());
    let refused = match with_en_passant {
        Some(_) => has("castling"),
        None => Expr::binary(Sign::Or, has("castling"), has("ep")),
    };
    let sets = BOARD.iter().map(|name| set(name));
    let arguments = sets.chain([local("turn", Type::Bool)]).collect();
    let above = |by: u64| {
        let by = Expr::Literal(by, Type::U32, false);
        Expr::binary(Sign::ShiftRight, set("seen"), by)
    };
    let low = |of: Expr| Expr::call("low", vec![of]);
    let class = Expr::binary(
        Sign::Intersection,
        low(above(CLASS)),
        Expr::Literal(0xffff, Type::U32, true),
    );
    let zero = Expr::Literal(0, Type::U64, false);
    let strong_to_move = Expr::binary(Sign::NotEqual, above(TURN), zero);
    let mut body = vec![
        unknown_if(refused),
        Statement::constant("seen", Type::U64, Expr::call("seen", arguments)),
        Statement::constant("men", Type::U32, low(set("seen"))),
        Statement::constant("of_class", Type::U32, class),
    ];
    if bitbases.iter().any(|of| of.turn().is_some()) {
        body.push(Statement::constant(
            "strong_to_move",
            Type::Bool,
            strong_to_move,
        ));
    }
    body.extend(with_en_passant.map(|pawns| en_passant(pawns, has("ep"))));
    body.push(score_by_class(bitbases));
    let sets = BOARD.map(|name| (name, Type::U64));
    let rest = [
        ("castling", Type::Square),
        ("ep", Type::Square),
        ("turn", Type::Bool),
    ];
    let parameters: Vec<_> = [("d", Type::Data)]
        .into_iter()
        .chain(sets)
        .chain(rest)
        .collect();
    let says = "The score of a position by its bitboards.";
    helper(OF_BOARD.into(), says, &parameters, body)
}

/// The score by the number of the class.
fn score_by_class(bitbases: &[Bitbase]) -> Statement {
    let arms = bitbases.iter().map(|of| {
        let score = score_of_men(
            of.material(),
            local("men", Type::U32),
            local("strong_to_move", Type::Bool),
        );
        (of.class(), of.material().to_string(), score)
    });
    Statement::Match {
        value: local("of_class", Type::U32),
        arms: arms.collect(),
        otherwise: unknown(),
    }
}

/// What a position with an en passant square has: that without it, or more if the capture, which
/// leads to KPvK, gives more.
fn en_passant(pawns: &Bitbase, has_square: Expr) -> Statement {
    let [men, to] = ["men", "to"].map(|name| local(name, Type::U32));
    let both = || vec![men.clone(), to.clone()];
    let turn = local("turn", Type::Bool);
    let flip = Expr::If(Box::new([turn, chosen(0), chosen(56)]));
    let place = Expr::binary(
        Sign::Xor,
        local("ep", Type::Square),
        local("flip", Type::U32),
    );
    let is_other = Expr::binary(
        Sign::NotEqual,
        local("of_class", Type::U32),
        number(pawns.class()),
    );
    let is_nowhere = Expr::call("is_passed", both()).negated();
    let after = Expr::call(
        "kpk_score",
        vec![
            local("d", Type::Data),
            Expr::call("after_capture", both()),
            Expr::Truth(false),
        ],
    );
    let plain = score_of_men(pawns.material(), men.clone(), Expr::Truth(true));
    let takes = Expr::call("takes", both());
    Statement::If {
        condition: has_square,
        then: vec![
            Statement::constant("flip", Type::U32, flip),
            Statement::constant("to", Type::U32, place),
            unknown_if(Expr::binary(Sign::Or, is_other, is_nowhere)),
            Statement::Return(Expr::call("better_of", vec![plain, after, takes])),
        ],
        otherwise: Vec::new(),
    }
}
