//! Lists for a whole class.

use crate::{
    list::{List, Role},
    search::Conjunction,
};

/// A list for each side to move of a [`Miner`](crate::Miner).
#[derive(Clone, Debug)]
pub struct Lists {
    /// In the order of the miner's sides.
    pub sides: Vec<List>,
}

/// A rule of [`Lists`], counted from 1 among those of its role.
pub(crate) struct Numbered<'a> {
    pub role: Role,
    pub number: usize,
    pub rule: &'a Conjunction,
}

impl Lists {
    /// How many rules there are.
    pub fn rules(&self) -> usize {
        let dangers = self.sides.iter().map(|list| list.rules().len());
        self.havens() + dangers.sum::<usize>()
    }

    /// How many of them are havens.
    pub(crate) fn havens(&self) -> usize {
        self.sides.iter().map(|list| list.havens().len()).sum()
    }

    /// All rules of each side.
    pub(crate) fn numbered(&self) -> Vec<Vec<Numbered<'_>>> {
        let mut numbers = Role::ALL.map(|_| 0);
        let mut number = move |role: Role| {
            let number = &mut numbers[role as usize];
            *number += 1;
            *number
        };
        let mut rule = |(role, rule)| Numbered {
            role,
            number: number(role),
            rule,
        };
        let sides = self.sides.iter();
        sides
            .map(|list| list.all().map(&mut rule).collect())
            .collect()
    }

    /// How many conditions all rules have together.
    pub fn conditions(&self) -> usize {
        self.sides.iter().flat_map(List::literals).count()
    }
}
