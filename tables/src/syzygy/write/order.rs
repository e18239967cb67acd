//! The orders of men that are tried for a table, and which positions of it they name.
//!
//! A table's index is made of *groups*: the leading group (three different men, or the
//! two kings, or the pawns of one colour), and one group for each other kind of man. An order
//! says which group changes fastest from one position to the next, and which slowest.

use shakmaty::{Color, Piece, Role};

use crate::Layout;

/// The men of a class as Syzygy files list them.
#[derive(Clone, Debug)]
pub struct Men {
    /// All men, sorted: with pawns the leading ones, then the other ones; then kings, knights,
    /// bishops, rooks, queens, White's before Black's.
    pub listed: Vec<Piece>,
    /// The kinds of men, by ascending code.
    pub kinds: Vec<Piece>,
    pub lead: Lead,
}

/// What leads a table's index.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Lead {
    /// Three men, each the only one of its kind.
    Three,
    /// The two kings.
    Kings,
    /// The pawns of one colour; there may be others.
    Pawns(Color),
}

/// One order of men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The kinds of men, the one that changes fastest first.
    pub kinds: Vec<Piece>,
    /// The men in the order in which a file lists them: numbers in [`Men::listed`].
    pub men: Vec<usize>,
    /// The place of the leading group among the kinds; of three men or two kings, of
    /// its fastest.
    pub place: usize,
    /// The place of the other colour's pawns.
    pub second: Option<usize>,
}

/// The code of a man in a file.
pub fn code(man: Piece) -> u8 {
    let role = match man.role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    };
    role + 8 * u8::from(man.color == Color::Black)
}

impl Men {
    pub fn new(layout: &Layout) -> Self {
        let mut listed = layout.men().to_vec();
        let count = |man: Piece| listed.iter().filter(|&&other| other == man).count();
        let pawns = |color| count(Role::Pawn.of(color));
        let (white, black) = (pawns(Color::White), pawns(Color::Black));
        let leading = if white > 0 && (black == 0 || white <= black) {
            Color::White
        } else {
            Color::Black
        };
        let mut kinds = listed.clone();
        kinds.sort_by_key(|&man| code(man));
        kinds.dedup();
        let alone = kinds.iter().filter(|&&man| count(man) == 1).count();
        let lead = match (white + black, alone) {
            (1.., _) => Lead::Pawns(leading),
            (0, 3..) => Lead::Three,
            (0, _) => Lead::Kings,
        };
        let rank = |man: &Piece| {
            let kind = match man.role {
                Role::Pawn => return (0, man.color != leading),
                Role::King => 1,
                Role::Knight => 2,
                Role::Bishop => 3,
                Role::Rook => 4,
                Role::Queen => 5,
            };
            (kind, man.color == Color::Black)
        };
        listed.sort_by_key(rank);
        Self {
            listed,
            kinds,
            lead,
        }
    }

    /// How many men of a kind there are.
    pub fn count(&self, kind: Piece) -> usize {
        self.listed.iter().filter(|&&man| man == kind).count()
    }

    fn first(&self, kind: Piece) -> usize {
        self.listed.iter().position(|&man| man == kind).unwrap_or(0)
    }

    /// All orders that are tried, in the sequence that decides between equals.
    pub fn orders(&self) -> Vec<Order> {
        let mut permutations = Vec::new();
        permute(
            &self.kinds,
            0,
            &mut vec![None; self.kinds.len()],
            &mut permutations,
        );
        let mut orders = Vec::new();
        let mut at = 0;
        // What cannot be an order is replaced by the last of the list.
        while at < permutations.len() {
            match self.order(&permutations[at]) {
                Some(order) => {
                    orders.push(order);
                    at += 1;
                }
                None => {
                    permutations.swap_remove(at);
                }
            }
        }
        // An exchange sort, because equal ones must end as they do there.
        let weight = |order: &Order| -> Vec<usize> {
            order.kinds.iter().map(|&kind| self.weight(kind)).collect()
        };
        let mut weighed: Vec<(Vec<usize>, Order)> = orders
            .into_iter()
            .map(|order| (weight(&order), order))
            .collect();
        for first in 0..weighed.len() {
            for second in first + 1..weighed.len() {
                if weighed[first].0 > weighed[second].0 {
                    weighed.swap(first, second);
                }
            }
        }
        weighed.into_iter().map(|(_, order)| order).collect()
    }

    /// What orders are sorted by.
    fn weight(&self, kind: Piece) -> usize {
        match (kind.role, kind.color) {
            (Role::Pawn, Color::White) => 13,
            (Role::Pawn, Color::Black) => 14,
            _ => self.count(kind),
        }
    }

    fn order(&self, kinds: &[Piece]) -> Option<Order> {
        let place_of = |kind: Piece| kinds.iter().position(|&other| other == kind);
        let (place, second, led): (usize, Option<usize>, Vec<usize>) = match self.lead {
            Lead::Pawns(color) => {
                let place = place_of(Role::Pawn.of(color))?;
                let second = place_of(Role::Pawn.of(!color));
                (place, second, vec![])
            }
            lead => {
                let width = if lead == Lead::Three { 3 } else { 2 };
                let is_lead = |&at: &usize| {
                    kinds[at..at + width]
                        .iter()
                        .all(|&kind| self.count(kind) == 1)
                };
                let place = (0..=kinds.len() - width).rev().find(is_lead)?;
                (place, None, (place..place + width).collect())
            }
        };
        let mut men = Vec::new();
        // The slowest of the leading men comes first.
        men.extend(led.iter().rev().map(|&at| self.first(kinds[at])));
        let all_of = |at: usize| {
            let first = self.first(kinds[at]);
            first..first + self.count(kinds[at])
        };
        if led.is_empty() {
            men.extend([Some(place), second].into_iter().flatten().flat_map(all_of));
        }
        let others = (0..kinds.len())
            .filter(|at| !led.contains(at))
            .filter(|&at| !led.is_empty() || at != place && Some(at) != second);
        men.extend(others.flat_map(all_of));
        Some(Order {
            kinds: kinds.to_vec(),
            men,
            place,
            second,
        })
    }
}

impl Order {
    /// The numbers in the layout of the men that a file lists; like men in order.
    pub fn in_layout(&self, men: &Men, layout: &Layout) -> Vec<usize> {
        let mut taken = vec![false; layout.men().len()];
        let mut man_of = |piece| {
            let found = (0..taken.len()).find(|&man| !taken[man] && layout.men()[man] == piece);
            let found = found.unwrap_or(0);
            taken[found] = true;
            found
        };
        let listed: Vec<usize> = men.listed.iter().map(|&piece| man_of(piece)).collect();
        self.men.iter().map(|&man| listed[man]).collect()
    }
}

/// All arrangements: each kind in turn on each free place, places ascending.
fn permute(
    kinds: &[Piece],
    next: usize,
    places: &mut Vec<Option<Piece>>,
    found: &mut Vec<Vec<Piece>>,
) {
    let Some(&kind) = kinds.get(next) else {
        found.push(places.iter().copied().flatten().collect());
        return;
    };
    for place in 0..places.len() {
        if places[place].is_none() {
            places[place] = Some(kind);
            permute(kinds, next + 1, places, found);
            places[place] = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn men(class: &str) -> Men {
        let material: crate::Material = class.parse().expect("a class");
        Men::new(&Layout::new(&material).expect("a layout"))
    }

    /// Orders by the letters of their men, Black's in lower case.
    fn orders(class: &str) -> Vec<String> {
        let orders = men(class).orders();
        let name = |order: &Order| order.kinds.iter().map(|kind| kind.char()).collect();
        orders.iter().map(name).collect()
    }

    #[test]
    fn three_men_that_are_alone_lead() {
        assert_eq!(men("KRvK").lead, Lead::Three);
        assert_eq!(men("KNNvK").lead, Lead::Kings);
        assert_eq!(men("KPPvKP").lead, Lead::Pawns(Color::Black));
        assert_eq!(men("KPvKP").lead, Lead::Pawns(Color::White));
        // The highest place, the slowest man first.
        let order = &men("KRBvK").orders()[0];
        assert_eq!((order.place, &order.men[..3]), (1, &[1, 0, 3][..]));
    }

    #[test]
    fn orders_without_a_place_for_the_leading_men_give_way_to_the_last_one() {
        assert_eq!(orders("KNNvK"), ["kKN", "KkN", "NKk", "NkK"]);
    }

    #[test]
    fn the_exchange_sort_of_orders_is_not_stable() {
        let orders = orders("KPvKP");
        assert_eq!(orders[8..11], ["KpkP", "kpKP", "KpPk"]);
        // A stable sort keeps PpKk before PpkK, and so on.
        assert_eq!(
            orders[16..],
            [
                "PpkK", "PpKk", "pkKP", "pKkP", "pkPK", "pKPk", "pPkK", "pPKk"
            ]
        );
    }
}
