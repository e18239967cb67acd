//! What rules and tables of smaller classes say about the position after a move.

use std::collections::HashMap;

use drawproof_tables::{Material, Symmetry, WdlSet};
use shakmaty::{Board, Color, Square};

use super::{
    checker::{Checker, Result},
    moves::squares_of,
    scene::Scene,
    smaller::{AnswerBy, Conditions},
};
use crate::{
    error::{RuleError, Span},
    graph::{HeldTable, NodeId, Op},
    group::SymmetryGroup,
    syntax::Type,
};

impl Checker<'_> {
    /// Whether what is used for the class leaves only some results possible, for
    /// the side to move.
    pub(super) fn known(&mut self, span: &Span, word: &str, results: WdlSet) -> Result<NodeId> {
        let scene = match &self.scene {
            Some(scene) if scene.has_changed => scene.clone(),
            _ => return Err(not_smaller(span, word)),
        };
        let (material, is_flipped) = self.class_here(span)?;
        if material.men_count() == 2 {
            let draw = drawproof_tables::Wdl::Draw;
            return self.add(span, Op::Truth(results.has(draw)), vec![], Type::Truth);
        }
        let mut all = self.answers.iter().enumerate();
        let Some((at, answer)) = all.find(|(_, answer)| answer.material == material) else {
            // The others that are missing are found as well.
            let missing = self.missing.get_or_insert((span.clone(), Vec::new()));
            missing.1.push(material);
            return self.add(span, Op::Truth(false), vec![], Type::Truth);
        };
        let turn = if is_flipped { !scene.turn } else { scene.turn };
        // With equal material the side to move is seen as White.
        let is_exchanged = material.is_symmetric() && turn.is_black();
        let is_flipped = is_flipped != is_exchanged;
        let turn = if is_exchanged { Color::White } else { turn };
        let holds = match &answer.by {
            AnswerBy::Table => {
                let squares = self.squares_in(span, &material, is_flipped, material.has_pawns())?;
                let group = SymmetryGroup::of_class(&material);
                let held = HeldTable {
                    material: material.clone(),
                    turn,
                    results,
                };
                self.add_in(span, Op::Holds(held), squares, Type::Truth, group)?
            }
            AnswerBy::Rules(rules) => {
                let turns_board = !rules.group.contains(Symmetry::MIRROR_RANKS);
                let squares = self.squares_in(span, &material, is_flipped, turns_board)?;
                self.claimed(span, (at, rules), (turn, squares), results)?
            }
        };
        self.without_en_passant(span, &scene, holds)
    }

    /// The class of the position, and whether its stronger side is Black here.
    fn class_here(&self, span: &Span) -> Result<(Material, bool)> {
        let mut board = Board::empty();
        for (&man, at) in self.men.iter().zip(Square::ALL) {
            board.set_piece_at(at, man);
        }
        Material::of_board(&board)
            .ok_or_else(|| RuleError::new(span.clone(), "no class has these men"))
    }

    /// The squares of the men in the order of their class, with the board flipped
    /// vertically or not.
    fn squares_in(
        &mut self,
        span: &Span,
        material: &Material,
        is_flipped: bool,
        turns_board: bool,
    ) -> Result<Vec<NodeId>> {
        let mut left: Vec<usize> = (0..self.men.len()).collect();
        let mut squares = Vec::new();
        for man in material.men() {
            let color = if is_flipped { !man.color } else { man.color };
            let wanted = man.role.of(color);
            let Some(place) = left.iter().position(|&at| self.men[at] == wanted) else {
                return Err(RuleError::new(span.clone(), "no class has these men"));
            };
            let square = self.man(span, left.remove(place))?;
            squares.push(if is_flipped && turns_board {
                self.looked_up(span, squares_of(Square::flip_vertical), square)?
            } else {
                square
            });
        }
        Ok(squares)
    }

    /// Whether the first rule that holds leaves only some results possible.
    fn claimed(
        &mut self,
        span: &Span,
        (at, rules): (usize, &Conditions),
        (turn, squares): (Color, Vec<NodeId>),
        results: WdlSet,
    ) -> Result<NodeId> {
        let key = (at, turn, squares);
        let conditions = if let Some(known) = self.inlined.get(&key) {
            known.clone()
        } else {
            let new = self.inlined(span, rules, turn, &key.2)?;
            self.inlined.insert(key, new.clone());
            new
        };
        let mut holds = self.add(span, Op::Truth(false), vec![], Type::Truth)?;
        let nothing = holds;
        for (claim, condition) in rules.claims.iter().zip(conditions).rev() {
            let Some(condition) = condition else { continue };
            let allowed = claim.map_or(WdlSet::ALL, |claim| claim.allows(turn));
            if allowed.is_within(results) {
                holds = self.add(span, Op::Or, vec![condition, holds], Type::Truth)?;
            } else if holds != nothing {
                let not = self.add(span, Op::Not, vec![condition], Type::Truth)?;
                holds = self.both(span, not, holds)?;
            }
        }
        Ok(holds)
    }

    /// The conditions of rules for men on other squares.
    fn inlined(
        &mut self,
        span: &Span,
        rules: &Conditions,
        turn: Color,
        squares: &[NodeId],
    ) -> Result<Vec<Option<NodeId>>> {
        let Some(side) = rules.of(turn) else {
            return Ok(vec![None; rules.claims.len()]);
        };
        let nodes = &side.graph.nodes;
        let mut is_used = vec![false; nodes.len()];
        for &condition in side.conditions.iter().flatten() {
            is_used[condition] = true;
        }
        for (id, node) in nodes.iter().enumerate().rev() {
            if is_used[id] {
                node.arguments.iter().for_each(|&part| is_used[part] = true);
            }
        }
        let occupied = self.united(span, squares)?;
        let mut variables: HashMap<usize, usize> = HashMap::new();
        let mut new = vec![occupied; nodes.len()];
        for (id, node) in nodes.iter().enumerate().filter(|(id, _)| is_used[*id]) {
            let mut renamed = |variable: usize| {
                let graph = &mut self.graph;
                *variables
                    .entry(variable)
                    .or_insert_with(|| graph.new_variable())
            };
            let op = match node.op {
                Op::Man(man) => {
                    new[id] = squares[man];
                    continue;
                }
                Op::Occupied => continue,
                Op::Variable(variable) => Op::Variable(renamed(variable)),
                Op::Each(quantifier, variable) => Op::Each(quantifier, renamed(variable)),
                ref op => op.clone(),
            };
            let arguments = node.arguments.iter().map(|&part| new[part]).collect();
            new[id] = self.add_in(span, op, arguments, node.kind, node.group)?;
        }
        let conditions = side.conditions.iter();
        Ok(conditions.map(|id| id.map(|id| new[id])).collect())
    }

    fn united(&mut self, span: &Span, squares: &[NodeId]) -> Result<NodeId> {
        let mut all = self.set(span, 0)?;
        for &square in squares {
            let one = self.add(span, Op::Single, vec![square], Type::Set)?;
            all = self.add(span, Op::Union, vec![all, one], Type::Set)?;
        }
        Ok(all)
    }

    /// Neither rules nor tables know of a capture en passant: where one may be
    /// possible, nothing is known.
    fn without_en_passant(&mut self, span: &Span, scene: &Scene, holds: NodeId) -> Result<NodeId> {
        let Some((_, passed)) = scene.passed else {
            return Ok(holds);
        };
        let mut holds = holds;
        for pawn in self.indices(|man| man == shakmaty::Role::Pawn.of(scene.turn)) {
            let reach = self.reach(span, pawn)?;
            let reached = self.add(span, Op::In, vec![passed, reach], Type::Truth)?;
            let not = self.add(span, Op::Not, vec![reached], Type::Truth)?;
            holds = self.both(span, not, holds)?;
        }
        Ok(holds)
    }
}

fn not_smaller(span: &Span, word: &str) -> RuleError {
    let message = format!("'{word}' asks what is used for a smaller class, and this is none");
    let help =
        "say it of the position after a capture or promotion, as in: any capture m by us : drawn";
    RuleError::new(span.clone(), message).help(help)
}
