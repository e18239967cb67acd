//! The classes whose positions are collected.

use std::collections::HashMap;

use drawproof_tables::{Material, Placement};
use shakmaty::{Chess, Position};

use crate::Spot;

/// Some classes, each with a number.
#[derive(Clone, Debug)]
pub struct Classes {
    all: Vec<Material>,
    numbers: HashMap<Material, u16>,
    max_men: usize,
}

impl Classes {
    /// These classes, each once, numbered in this order.
    pub fn new(classes: impl IntoIterator<Item = Material>) -> Self {
        let mut all = Vec::new();
        let mut numbers = HashMap::new();
        for class in classes {
            if !numbers.contains_key(&class) {
                numbers.insert(class.clone(), all.len() as u16);
                all.push(class);
            }
        }
        let men = all.iter().map(Material::men_count);
        let max_men = men.max().unwrap_or(0);
        Self {
            all,
            numbers,
            max_men,
        }
    }

    /// All of them, by number.
    pub fn all(&self) -> &[Material] {
        &self.all
    }

    /// The class of a position found.
    pub fn of(&self, spot: &Spot) -> &Material {
        &self.all[usize::from(spot.class())]
    }

    /// The position, if it belongs to one of the classes; `None` if it does
    /// not, or if castling is still allowed.
    pub fn find(&self, position: &Chess) -> Option<Spot> {
        // This settles nearly all positions.
        if position.board().occupied().count() > self.max_men {
            return None;
        }
        let (class, placement, flipped) = Placement::of(position).ok()?;
        let number = *self.numbers.get(&class)?;
        let en_passant = position.legal_ep_square();
        Some(Spot::new(number, &placement, flipped, en_passant))
    }
}
