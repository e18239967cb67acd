//! Different positions of a sample, each typical of others: the k-medoids of
//! the sample (Kaufman and Rousseeuw, 1987). The distance is how far men must
//! walk to turn one position into another.

use drawproof_tables::{KingPairs, Material, Placement, Symmetry};
use drawproof_verify::Verdict;
use shakmaty::Square;

use crate::TypicalRow;

/// The maximum number of typical positions.
const MOST: usize = 12;
/// The limit on the sample, because each position is compared with each.
const MAX_SAMPLE: usize = 512;
/// The limit on improvements; later ones change nothing visible.
const MAX_ROUNDS: usize = 20;
/// The distance in king's moves that a different side to move counts as.
const OTHER_TURN: u32 = 4;

/// Typical missed draws of a verdict, those that represent most first.
pub(crate) fn typical(verdict: &Verdict) -> Vec<TypicalRow> {
    let sample = &verdict.missed[..verdict.missed.len().min(MAX_SAMPLE)];
    let placements: Vec<&Placement> = sample.iter().map(|missed| &missed.placement).collect();
    let distances = distances(&verdict.material, &placements);
    let mut chosen = chosen(&distances);
    // Equal ones stay in order.
    chosen.sort_by_key(|group| std::cmp::Reverse(group.members.len()));
    let row = |group: &Group| TypicalRow {
        fen: placements[group.center].fen(&verdict.material).to_string(),
        rule: sample[group.center]
            .rule
            .map(|rule| verdict.rules[rule].name.clone()),
        stands_for_positions: group.members.len(),
    };
    chosen.iter().map(row).collect()
}

/// Positions that are nearer to one centre than to any other.
struct Group {
    center: usize,
    members: Vec<usize>,
}

/// The distance between each pair of positions.
type Distances = Vec<Vec<u32>>;

fn distances(material: &Material, all: &[&Placement]) -> Distances {
    let symmetries = KingPairs::of(material).symmetries();
    let orders = orders(material);
    let row = |a: &&Placement| {
        let images: Vec<Placement> = images(material, a, symmetries);
        let to = |b: &&Placement| {
            let ways = images.iter().flat_map(|image| {
                let orders = orders.iter();
                orders.map(|order| walk(image, b, order))
            });
            ways.min().unwrap_or(0)
        };
        all.iter().map(to).collect()
    };
    all.iter().map(row).collect()
}

/// All forms of a position that are equal to rules: mirrored and, with equal
/// material, with colours exchanged.
fn images(material: &Material, of: &Placement, symmetries: &[Symmetry]) -> Vec<Placement> {
    let mut sides = vec![of.clone()];
    if material.is_symmetric() {
        sides.push(of.exchanged(material));
    }
    let image = |of: &Placement, symmetry: Symmetry| Placement {
        squares: of.squares.iter().map(|&man| symmetry.square(man)).collect(),
        turn: of.turn,
    };
    let of_side = |of: &Placement| symmetries.iter().map(|&s| image(of, s)).collect::<Vec<_>>();
    sides.iter().flat_map(of_side).collect()
}

/// The orders of men that exchange like men.
fn orders(material: &Material) -> Vec<Vec<usize>> {
    let men = material.men();
    let mut orders = vec![Vec::new()];
    for man in &men {
        let longer = |order: &Vec<usize>| {
            let free = (0..men.len()).filter(|at| men[*at] == *man && !order.contains(at));
            let longer = free.map(|at| [&order[..], &[at]].concat());
            longer.collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// The king's moves that all men need from their squares to those of another
/// position.
fn walk(from: &Placement, to: &Placement, order: &[usize]) -> u32 {
    let squares = order.iter().map(|&at| from.squares[at]);
    let pairs = squares.zip(to.squares.iter());
    let walk: u32 = pairs.map(|(a, &b): (Square, &Square)| a.distance(b)).sum();
    walk + if from.turn == to.turn { 0 } else { OTHER_TURN }
}

fn chosen(distances: &Distances) -> Vec<Group> {
    let all: Vec<usize> = (0..distances.len()).collect();
    let Some(first) = medoid(distances, &all) else {
        return Vec::new();
    };
    let mut centers = vec![first];
    while centers.len() < MOST {
        // The position farthest from those chosen.
        let least = |at: &usize| nearest(distances, &centers, *at).1;
        let next = (0..distances.len()).max_by_key(|at| (least(at), std::cmp::Reverse(*at)));
        match next.filter(|at| least(at) > 0) {
            Some(next) => centers.push(next),
            None => break,
        }
    }
    for _ in 0..MAX_ROUNDS {
        let better: Vec<usize> = groups(distances, &centers)
            .iter()
            .filter_map(|group| medoid(distances, &group.members))
            .collect();
        if better == centers {
            break;
        }
        centers = better;
    }
    groups(distances, &centers)
}

/// The position with the least total distance to some positions.
fn medoid(distances: &Distances, members: &[usize]) -> Option<usize> {
    let sum = |at: &usize| members.iter().map(|&to| distances[*at][to]).sum::<u32>();
    members.iter().copied().min_by_key(sum)
}

/// The index of the nearest centre, and its distance.
fn nearest(distances: &Distances, centers: &[usize], at: usize) -> (usize, u32) {
    let all = centers.iter().map(|&center| distances[center][at]);
    let all = all.enumerate().min_by_key(|&(_, distance)| distance);
    all.unwrap_or((0, 0))
}

fn groups(distances: &Distances, centers: &[usize]) -> Vec<Group> {
    let group = |&center: &usize| Group {
        center,
        members: Vec::new(),
    };
    let mut groups: Vec<Group> = centers.iter().map(group).collect();
    for at in 0..distances.len() {
        groups[nearest(distances, centers, at).0].members.push(at);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_and_exchanged_men_are_alike() {
        let placement = |fen: &str| {
            let fen: shakmaty::fen::Fen = fen.parse().ok()?;
            let board = fen.as_setup();
            Placement::of_board(&board.board, board.turn)
        };
        let fens = [
            "8/8/8/8/8/k7/8/KN1N2r1 w - - 0 1",
            "8/8/8/8/8/7k/8/1r2N1NK w - - 0 1",
            "8/8/8/8/8/k7/8/K1NN2r1 w - - 0 1",
            "8/8/8/8/8/k7/8/KN1N2r1 b - - 0 1",
        ];
        let all: Vec<_> = fens.into_iter().filter_map(placement).collect();
        let material = &all[0].0;
        let all: Vec<&Placement> = all.iter().map(|of| &of.1).collect();
        let distances = distances(material, &all);
        assert_eq!(distances[0], [0, 0, 1, OTHER_TURN]);
        let groups = chosen(&distances);
        assert_eq!(groups.iter().map(|of| of.members.len()).sum::<usize>(), 4);
        assert_eq!(groups.len(), 3);
    }
}
