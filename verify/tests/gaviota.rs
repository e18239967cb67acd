//! Gaviota files, every entry: WDL and distances to mate against own tables,
//! counts and longest wins against published ones (`facts/`).
//!
//! The repository contains three small files; the long tests read all classes
//! from the folder that `DRAWPROOF_GAVIOTA` names.

use std::{env, error::Error, fs};

use drawproof_retro::{Wanted, generate};
use drawproof_tables::{
    GaviotaFolder, Material, Oracle, OracleError, Placement, Table, TableSet, Value, Wdl,
};
use rayon::prelude::*;
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

type Outcome = Result<(), Box<dyn Error>>;

/// The answers of the files for all positions with one side to move.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Tally {
    /// Wins, draws, losses.
    counts: [u64; 3],
    /// The longest win in plies.
    longest: u32,
    /// Where the files and the own table differ.
    differences: u64,
    /// The first of these positions, and what the files say.
    first: Option<(Placement, Value)>,
}

impl Tally {
    fn add(&mut self, value: Value) {
        let at = match value.wdl {
            Wdl::Win => 0,
            Wdl::Draw => 1,
            Wdl::Loss => 2,
        };
        self.counts[at] += 1;
        if let (Wdl::Win, Some(dtm)) = (value.wdl, value.dtm) {
            self.longest = self.longest.max(dtm.plies());
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            counts: [0, 1, 2].map(|at| self.counts[at] + other.counts[at]),
            longest: self.longest.max(other.longest),
            differences: self.differences + other.differences,
            first: self.first.or(other.first),
        }
    }
}

/// Probes every legal position on the whole board, with like men in every
/// order.
fn ask_all(
    folder: &GaviotaFolder,
    material: &Material,
    turn: Color,
    own: &Table,
) -> Result<Tally, OracleError> {
    let men = material.men();
    let ask = |placement: &Placement, tally: &mut Tally| {
        let value = folder.probe(material, placement)?;
        tally.add(value);
        if own.probe(placement) != Some(value) {
            tally.differences += 1;
            tally
                .first
                .get_or_insert_with(|| (placement.clone(), value));
        }
        Ok(())
    };
    (0..64 * 64)
        .into_par_iter()
        .map(|kings| {
            let mut tally = Tally::default();
            let squares = [Square::new(kings / 64), Square::new(kings % 64)];
            if squares[0].distance(squares[1]) > 1 {
                let squares = squares.into_iter().collect();
                let mut placement = Placement { squares, turn };
                place_rest(&men, &mut placement, &mut |placement| {
                    ask(placement, &mut tally)
                })?;
            }
            Ok(tally)
        })
        .try_reduce(Tally::default, |a, b| Ok(a.and(b)))
}

/// Puts the missing men on all possible squares, and visits the legal
/// positions.
fn place_rest(
    men: &[Piece],
    placement: &mut Placement,
    visit: &mut impl FnMut(&Placement) -> Result<(), OracleError>,
) -> Result<(), OracleError> {
    let occupied = placement.occupied();
    let Some(man) = men.get(placement.squares.len()) else {
        let king = placement.squares[placement.turn.fold_wb(1, 0)];
        let attacked = men.iter().zip(&placement.squares).any(|(&man, &square)| {
            man.color == placement.turn && attacks::attacks(square, man, occupied).contains(king)
        });
        return if attacked { Ok(()) } else { visit(placement) };
    };
    let free = !occupied;
    let squares = if man.role == Role::Pawn {
        free & !Bitboard::BACKRANKS
    } else {
        free
    };
    for square in squares {
        placement.squares.push(square);
        place_rest(men, placement, visit)?;
        placement.squares.pop();
    }
    Ok(())
}

/// The line of a facts file about a class and a side to move.
fn fact(name: &str, material: &Material, turn: Color) -> Result<Vec<u64>, Box<dyn Error>> {
    let path = format!("{}/../facts/{name}", env!("CARGO_MANIFEST_DIR"));
    let start = format!("{material},{},", turn.fold_wb("white", "black"));
    let text = fs::read_to_string(path)?;
    let line = text.lines().find_map(|line| line.strip_prefix(&start));
    // A position follows the figures.
    let figures = line.ok_or("no such fact")?.split(',');
    Ok(figures.map_while(|figure| figure.parse().ok()).collect())
}

fn agree(folder: &GaviotaFolder, classes: &[Material]) -> Outcome {
    let mut tables = TableSet::new();
    for material in classes {
        let own = generate(material, Wanted::Dtm, &mut tables, &|_, _| {})?;
        for turn in Color::ALL {
            let tally = ask_all(folder, material, turn, &own)?;
            println!("{material}, {turn} to move: {tally:?}");
            if let Some((placement, value)) = &tally.first {
                let fen = placement.fen(material);
                return Err(format!("{fen}: the files say {value}").into());
            }
            if material.has_pawns() {
                // Positions and their left-right mirror images count once.
                let counts = fact("wdl_counts.csv", material, turn)?;
                assert_eq!(
                    tally.counts.map(|count| count / 2),
                    counts[..],
                    "{material}"
                );
            }
            // For symmetric classes one line covers both sides.
            let listed = if material.is_symmetric() {
                Color::White
            } else {
                turn
            };
            let longest = fact("dtm_longest.csv", material, listed)?;
            assert_eq!([u64::from(tally.longest)], longest[..], "{material}");
        }
    }
    Ok(())
}

#[test]
fn carried_files_agree() -> Outcome {
    let path = format!("{}/../tables/tests/gaviota", env!("CARGO_MANIFEST_DIR"));
    let folder = GaviotaFolder::open(path)?;
    assert_eq!(folder.classes().len(), 3);
    agree(&folder, folder.classes())
}

#[test]
#[ignore = "a long proof: all classes of a folder"]
fn all_files_agree() -> Outcome {
    let Some(path) = env::var_os("DRAWPROOF_GAVIOTA") else {
        println!("nothing compared: DRAWPROOF_GAVIOTA names no folder of Gaviota files");
        return Ok(());
    };
    let folder = GaviotaFolder::open(path)?;
    agree(&folder, folder.classes())
}
