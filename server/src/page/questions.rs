//! The questions that the page asks.

use axum::{
    Json, Router,
    extract::{Query, State},
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use drawproof_reports::RulesAsked;
use drawproof_tables::{Material, Metric, Oracle, Wdl, fen_of};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position, uci::UciMove};

use super::find;
use crate::{
    answer::Answer,
    refusal::{LONGEST, Refusal},
    shared::{Knowing, PositionAsked, Shared},
    zugzwangs::OneZugzwang,
};

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/position", get(position))
        .route("/api/rules", get(rules))
        .route("/api/pgn", get(pgn))
        .route("/api/classes", get(classes))
        .route("/api/random", get(random))
        .route("/api/zugzwang", get(zugzwang))
}

/// A position with its values, and all that a board needs to know of chess.
#[derive(Serialize)]
struct OnBoard {
    /// As far as it is legal: rights that do not fit the board are left out.
    fen: String,
    /// Null if no table can have it.
    class: Option<String>,
    /// The king in check.
    check: Option<String>,
    /// The FEN after each move, in the order of `moves`.
    after: Vec<String>,
    #[serde(flatten)]
    answer: Answer,
}

impl OnBoard {
    fn new(known: &Knowing, position: &Chess) -> Result<Self, Refusal> {
        let answer = Answer::new(&known.sources, position)?;
        let king = position.board().king_of(position.turn());
        let after = answer.moves.iter().filter_map(|of| {
            let uci: UciMove = of.uci.parse().ok()?;
            let mut after = position.clone();
            after.play_unchecked(uci.to_move(position).ok()?);
            Some(fen_of(&after).to_string())
        });
        Ok(Self {
            fen: fen_of(position).to_string(),
            class: Material::of_board(position.board()).map(|(class, _)| class.to_string()),
            check: king
                .filter(|_| position.is_check())
                .map(|king| king.to_string()),
            after: after.collect(),
            answer,
        })
    }
}

async fn position(
    State(shared): State<Shared>,
    asked: Query<PositionAsked>,
) -> Result<Json<OnBoard>, Refusal> {
    let given = asked.position()?;
    let find = move |known: &Knowing| {
        let mut found = OnBoard::new(known, &given.position)?;
        found.answer.left_out = given.left_out();
        Ok(found)
    };
    shared.work(find).await.map(Json)
}

/// What one oracle can say about a position, preferably with distances to mate.
fn oracle<'a>(known: &'a Knowing, position: &Chess) -> Result<&'a dyn Oracle, Refusal> {
    let (class, _) = Material::of_board(position.board()).ok_or(Refusal::Missing)?;
    let find = |metric| known.sources.knowing(&class, metric);
    let found = find(Metric::Dtm).or_else(|| find(Metric::Wdl));
    found.ok_or(Refusal::Missing)
}

async fn rules(
    State(shared): State<Shared>,
    asked: Query<PositionAsked>,
) -> Result<Json<RulesAsked>, Refusal> {
    let position = asked.position()?.position;
    let find = move |known: &Knowing| {
        let oracle = oracle(known, &position)?;
        Ok(known.explainer.rules(oracle, &position)?)
    };
    shared.work(find).await.map(Json)
}

async fn pgn(
    State(shared): State<Shared>,
    asked: Query<PositionAsked>,
) -> Result<Response, Refusal> {
    let position = asked.position()?.position;
    let find = move |known: &Knowing| {
        let oracle = oracle(known, &position)?;
        Ok(known.explainer.pgn(oracle, &position)?)
    };
    let pgn = shared.work(find).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-chess-pgn"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"explained.pgn\"",
        ),
    ];
    Ok((headers, pgn).into_response())
}

/// The classes that have tables.
async fn classes(State(shared): State<Shared>) -> Result<Json<Vec<String>>, Refusal> {
    let find = |known: &Knowing| {
        Ok(find::classes(known)
            .iter()
            .map(ToString::to_string)
            .collect())
    };
    shared.work(find).await.map(Json)
}

#[derive(Deserialize)]
struct AskedClass {
    class: String,
    /// Any, if there is none.
    value: Option<AskedValue>,
}

/// A value for the side to move.
#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AskedValue {
    Win,
    Draw,
    Loss,
}

impl AskedClass {
    fn class(&self) -> Result<Material, Refusal> {
        if self.class.len() > LONGEST {
            return Err(Refusal::Long(self.class.len()));
        }
        Ok(self.class.parse()?)
    }

    fn value(&self) -> Option<Wdl> {
        self.value.map(|value| match value {
            AskedValue::Win => Wdl::Win,
            AskedValue::Draw => Wdl::Draw,
            AskedValue::Loss => Wdl::Loss,
        })
    }
}

/// A position that was found.
#[derive(Serialize)]
struct FoundPosition {
    fen: String,
}

async fn random(
    State(shared): State<Shared>,
    asked: Query<AskedClass>,
) -> Result<Json<FoundPosition>, Refusal> {
    let (class, value) = (asked.class()?, asked.value());
    let find = move |known: &Knowing| find::random(known, &class, value);
    let fen = shared.work(find).await?;
    Ok(Json(FoundPosition { fen }))
}

async fn zugzwang(
    State(shared): State<Shared>,
    asked: Query<AskedClass>,
) -> Result<Json<OneZugzwang>, Refusal> {
    let class = asked.class()?;
    let find = move |known: &Knowing| find::zugzwang(known, &class);
    shared.work(find).await.map(Json)
}
