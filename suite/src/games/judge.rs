//! The values of positions of games, and the rules' verdicts on them.

use std::cmp::Reverse;

use anyhow::anyhow;
use drawproof_games::{Classes, Collection, Ending, Endings, Seen, Spot};
use drawproof_language::{Claim, RuleKind};
use drawproof_reports::{
    DecidedCounts, ExampleRow, FilesRow, GamesClassRow, GamesCounts, GamesExampleRow,
    GamesPositionRow, GamesRuleRow, ResultsRow, SideWins,
};
use drawproof_retro::Wanted;
use drawproof_tables::{Dtm, Material, Oracle, Value, Wdl, fen_of, mating_line};
use drawproof_verify::{in_san, mating_moves};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use shakmaty::{Chess, Color, EnPassantMode, Position, zobrist::Zobrist64};

use super::{speaker::Speaker, truth::Truth};
use crate::{
    probe_command::ProbeCommand,
    progress::{NEVER, Progress},
    sources::lines_of,
};

/// The positions of one class.
pub struct Judged<'a> {
    number: usize,
    speaker: &'a Speaker,
    /// None if there are no positions.
    oracle: Option<String>,
    files_of_others: Option<FilesRow>,
    positions: Vec<JudgedPosition>,
}

struct JudgedPosition {
    spot: Spot,
    seen: Seen,
    /// For the side to move.
    truth: Wdl,
    /// The rule that decides.
    rule: Option<usize>,
}

/// All classes, including those without positions.
pub fn judged<'a>(
    collection: &Collection,
    classes: &Classes,
    speakers: &'a [Speaker],
    truth: &mut Truth,
) -> anyhow::Result<Vec<Judged<'a>>> {
    let positions = collection.positions();
    let of_class = |number: usize| {
        let begin = positions.partition_point(|(spot, _)| usize::from(spot.class()) < number);
        let end = positions.partition_point(|(spot, _)| usize::from(spot.class()) <= number);
        &positions[begin..end]
    };
    let all = classes.all().iter().enumerate();
    let occur = all.filter(|&(number, _)| !of_class(number).is_empty());
    let occur: Vec<&Material> = occur.map(|(_, class)| class).collect();
    truth.expect(&occur)?;
    let mut left: Vec<Material> = occur.into_iter().cloned().collect();
    let mut found = Vec::new();
    for (number, speaker) in speakers.iter().enumerate() {
        let positions = of_class(number);
        let mut judged = Judged {
            number,
            speaker,
            oracle: None,
            files_of_others: None,
            positions: Vec::new(),
        };
        if !positions.is_empty() {
            left.retain(|class| class != speaker.material());
            let oracle = truth.oracle(speaker.material(), &left)?;
            let files = oracle.provenance(speaker.material())?;
            judged.files_of_others = files.map(|files| FilesRow::new(oracle.name(), &files));
            judged.oracle = Some(oracle.name());
            let positions = positions.par_iter();
            let positions = positions.map(|&(spot, seen)| judge(spot, seen, speaker, oracle));
            judged.positions = positions.collect::<anyhow::Result<_>>()?;
            speaker.check_unchanged()?;
        }
        found.push(judged);
    }
    Ok(found)
}

fn judge(
    spot: Spot,
    seen: Seen,
    speaker: &Speaker,
    oracle: &dyn Oracle,
) -> anyhow::Result<JudgedPosition> {
    let position = chess(&spot, speaker.material())?;
    Ok(JudgedPosition {
        spot,
        seen,
        truth: oracle.probe_chess(&position)?.wdl,
        rule: speaker.decides(&spot, &position)?,
    })
}

fn chess(spot: &Spot, class: &Material) -> anyhow::Result<Chess> {
    spot.to_chess(class)
        .map_err(|error| anyhow!("a position of a game is not legal: {error}"))
}

impl Judged<'_> {
    /// The report's row for the class.
    pub fn row(&self, collection: &Collection) -> GamesClassRow {
        let [white, black] = collection.endings_of(self.number);
        let mut endings = white;
        endings.merge(black);
        let material = self.speaker.material();
        let side_wins = SideWins {
            stronger: white.get(Ending::WhiteWins) + black.get(Ending::BlackWins),
            weaker: white.get(Ending::BlackWins) + black.get(Ending::WhiteWins),
        };
        GamesClassRow {
            material: material.to_string(),
            rules_from: self.speaker.source_name().into(),
            rules_sha256: self.speaker.sha256().into(),
            oracle: self.oracle.clone(),
            files_of_others: self.files_of_others.clone(),
            games: endings.total(),
            results: results(endings),
            side_wins: (!material.is_symmetric()).then_some(side_wins),
            occurrences: self.counts(|of| of.seen.occurrences),
            distinct: self.counts(|_| 1),
            rules: self.rule_rows(),
        }
    }

    fn counts(&self, weight: impl Fn(&JudgedPosition) -> u64) -> GamesCounts {
        let mut counts = GamesCounts::default();
        for of in &self.positions {
            let weight = weight(of);
            counts.positions += weight;
            let strong_moves = of.spot.placement().turn == Color::White;
            *match (of.truth, strong_moves) {
                (Wdl::Draw, _) => &mut counts.draws,
                (Wdl::Win, true) | (Wdl::Loss, false) => &mut counts.stronger_side_wins,
                (Wdl::Loss, true) | (Wdl::Win, false) => &mut counts.weaker_side_wins,
            } += weight;
            if self.is_wrong(of) {
                counts.incorrect_claims += weight;
            } else if self.claim(of) == Some(Claim::Draw) {
                counts.spotted_draws += weight;
            }
            if !self.speaker.is_asked(&of.spot) {
                counts.with_en_passant += weight;
            }
        }
        counts
    }

    fn claim(&self, of: &JudgedPosition) -> Option<Claim> {
        self.speaker.rules()[of.rule?].kind.claim()
    }

    /// Whether a claim is false.
    fn is_wrong(&self, of: &JudgedPosition) -> bool {
        let turn = of.spot.placement().turn;
        let allows = |claim: Claim| claim.allows(turn).has(of.truth);
        !self.claim(of).is_none_or(allows)
    }

    /// What each rule decided, then what no rule decided.
    fn rule_rows(&self) -> Vec<GamesRuleRow> {
        let rules = self.speaker.rules().iter();
        let rows = rules.map(|rule| (Some(rule.name.clone()), rule.kind));
        let mut rows: Vec<GamesRuleRow> = rows
            .chain([(None, RuleKind::Silent)])
            .map(|(rule, kind)| GamesRuleRow {
                rule,
                kind: kind.name(),
                occurrences: DecidedCounts::default(),
                distinct: DecidedCounts::default(),
            })
            .collect();
        let asked = |of: &&JudgedPosition| self.speaker.is_asked(&of.spot);
        for of in self.positions.iter().filter(asked) {
            let row = &mut rows[of.rule.unwrap_or(self.speaker.rules().len())];
            for (counts, weight) in [
                (&mut row.occurrences, of.seen.occurrences),
                (&mut row.distinct, 1),
            ] {
                if of.truth == Wdl::Draw {
                    counts.draws += weight;
                } else {
                    counts.decisive += weight;
                }
                if self.is_wrong(of) {
                    counts.incorrect += weight;
                }
            }
        }
        rows
    }

    fn rule_name(&self, of: &JudgedPosition) -> Option<String> {
        of.rule.map(|rule| self.speaker.rules()[rule].name.clone())
    }

    /// The positions as rows of a table.
    pub fn rows(&self) -> impl Iterator<Item = anyhow::Result<GamesPositionRow>> {
        self.positions.iter().map(|of| self.position_row(of))
    }

    fn position_row(&self, of: &JudgedPosition) -> anyhow::Result<GamesPositionRow> {
        let material = self.speaker.material();
        let position = chess(&of.spot, material)?;
        let zobrist: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
        let results = results(of.seen.endings);
        Ok(GamesPositionRow {
            zobrist: format!("{:016x}", zobrist.0),
            fen: fen_of(&position).to_string(),
            material: material.to_string(),
            occurrences: of.seen.occurrences,
            white_wins: results.white_wins,
            draws: results.draws,
            black_wins: results.black_wins,
            unknown: results.unknown,
            truth: match of.truth {
                Wdl::Win => "win",
                Wdl::Draw => "draw",
                Wdl::Loss => "loss",
            },
            verdict: self.claim(of).map_or(RuleKind::Silent.name(), Claim::name),
            rule: self.rule_name(of),
        })
    }
}

/// False claims with the lines that refute them: for each rule those that
/// occurred most often, as many as wanted, and a command that asks those who made them.
pub fn examples(
    judged: &[Judged],
    wanted: usize,
    asks: impl Fn(&Speaker) -> ProbeCommand,
    progress: &Progress,
) -> anyhow::Result<Vec<GamesExampleRow>> {
    let mut rows = Vec::new();
    for of_class in judged {
        let wrong = |of: &&JudgedPosition| of_class.is_wrong(of);
        let mut wrong: Vec<&JudgedPosition> = of_class.positions.iter().filter(wrong).collect();
        wrong.sort_by_key(|of| (of.rule, Reverse(of.seen.occurrences), of.spot));
        let shown = wrong.chunk_by(|a, b| a.rule == b.rule);
        let shown: Vec<&JudgedPosition> = shown
            .flat_map(|of_rule| of_rule.iter().take(wanted))
            .copied()
            .collect();
        if shown.is_empty() {
            continue;
        }
        let lines = lines_of(of_class.speaker.material(), Wanted::Dtm, (progress, &NEVER));
        let lines = lines.as_ref().map(|own| own.tables() as &dyn Oracle);
        for of in shown {
            rows.push(of_class.example(of, lines, asks(of_class.speaker))?);
        }
    }
    Ok(rows)
}

impl Judged<'_> {
    fn example(
        &self,
        of: &JudgedPosition,
        lines: Option<&dyn Oracle>,
        asks: ProbeCommand,
    ) -> anyhow::Result<GamesExampleRow> {
        let material = self.speaker.material();
        let position = chess(&of.spot, material)?;
        let own = lines
            .map(|lines| lines.probe_chess(&position))
            .transpose()?;
        let agreed = own.filter(|own| own.wdl == of.truth);
        let (line, best_moves) = match (agreed, lines) {
            (Some(_), Some(lines)) => (
                in_san(&position, &mating_line(lines, &position)?),
                mating_moves(lines, &position)?,
            ),
            _ => (Vec::new(), Vec::new()),
        };
        let contradicted = own.filter(|own| own.wdl != of.truth);
        let fen = fen_of(&position).to_string();
        let probe = ProbeCommand {
            fen: fen.clone(),
            ..asks
        };
        let dtm = |value: Value| value.dtm.map(Dtm::plies);
        let example = ExampleRow {
            claim: self
                .claim(of)
                .filter(|&claim| claim != Claim::Draw)
                .map(Into::into),
            rule: self.rule_name(of).unwrap_or_default(),
            truth: of.truth.to_string(),
            drawn_by_fifty_moves: None,
            own_tables_say: contradicted.map(|own| own.wdl.to_string()),
            distance_plies: agreed.and_then(dtm),
            best_moves_san: best_moves,
            line_san: line,
            command: probe.again().to_string(),
            fen,
        };
        Ok(GamesExampleRow {
            material: material.to_string(),
            occurrences: of.seen.occurrences,
            example,
        })
    }
}

/// How games ended.
pub fn results(endings: Endings) -> ResultsRow {
    ResultsRow {
        white_wins: endings.get(Ending::WhiteWins),
        draws: endings.get(Ending::Draw),
        black_wins: endings.get(Ending::BlackWins),
        unknown: endings.get(Ending::Unknown),
    }
}
