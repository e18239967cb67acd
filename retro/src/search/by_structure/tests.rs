//! Values of positions with en passant rights, which no table holds, compared
//! with probing the finished tables.

use std::error::Error;

use drawproof_tables::{
    Dtz, Index, Material, Numbers, Oracle, OracleError, Placement, Table, TableSet, Value, Wdl,
    dtm, ones, rated_moves,
};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, PositionError, Rank, Square};

use super::*;
use crate::search::conversions::Kinds;
use crate::{
    generate::generate,
    planted::{packed_slices, placements, planted, planted_slices},
    positions::change::Change,
    search::conversions::values_after,
    slices::{assemble::assembled, finished::Store},
    store::packed_class::Needs,
};

type Outcome = Result<(), Box<dyn Error>>;

/// A table in which every win and loss except mates is this many plies further
/// from a zeroing move.
fn delayed(table: &Table, plies: u32) -> Table {
    let later = |turn| {
        let side = table.side(turn);
        let words = side.legal.len();
        let mut numbers = Numbers::default();
        for word in 0..words {
            for bit in ones(side.win[word] | side.loss[word]) {
                let old = side.dtz.as_ref().map_or(0, |dtz| dtz.get(word, bit));
                let new = if old == 0 { 0 } else { old + plies };
                for slice in ones(new.into()) {
                    numbers.slice_mut(slice, words)[word] |= 1 << bit;
                }
            }
        }
        SideTable {
            dtz: Some(numbers),
            ..side.clone()
        }
    };
    Table::new(table.layout().clone(), ByColor::new_with(later))
}

/// How many positions with a right there are of each kind.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
struct RightsCounted {
    won: u64,
    lost: u64,
    cursed: u64,
    /// En passant is the only legal move.
    only: u64,
    /// Two pawns can capture.
    two: u64,
    /// The capture would leave the king in check: both pawns leave the rank.
    pinned: u64,
}

impl RightsCounted {
    fn and(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            cursed: self.cursed + other.cursed,
            only: self.only + other.only,
            two: self.two + other.two,
            pinned: self.pinned + other.pinned,
        }
    }
}

/// Solves a class and compares the values after all double steps that can be
/// answered by a capture en passant with probing the finished tables.
fn rights_agree(
    class: &Material,
    wanted: Wanted,
    mut tables: TableSet,
) -> Result<RightsCounted, Box<dyn Error>> {
    let layout = Layout::new(class)?;
    let store = Store::default();
    let smaller = tables.clone();
    let finished = Finished {
        tables: &smaller,
        store: &store,
    };
    let slices = solve_class(
        Packed::new(&layout, wanted.metrics()),
        None,
        finished,
        wanted,
        &|_| Ok(()),
    )?;
    tables.insert(assembled(&slices, Needs::All)?);
    let mut found = RightsCounted::default();
    for &goal in goals(wanted) {
        let sources = Sources::new(finished, &slices, Wanted::of(&[goal]));
        for (structure, _) in slices.iter() {
            let shape = Shape::with_pawns(&layout, structure);
            for mover in Color::ALL {
                for change in &Kinds::of(&shape, mover).changes {
                    let Some((pawn, passed)) = double_step(&shape, change) else {
                        continue;
                    };
                    let Some(values) = values_after(&shape, &sources, change, mover)? else {
                        continue;
                    };
                    let square_of = |man| shape.pawn_square(man);
                    if beside(shape.men(), square_of, mover, pawn.1).0.is_empty() {
                        continue;
                    }
                    let after = After {
                        class,
                        shape: &shape,
                        pawn,
                        passed,
                        turn: !mover,
                    };
                    found = found.and(after.agrees(&values, goal, &tables)?);
                }
            }
        }
    }
    Ok(found)
}

/// The pawn and its new square, and the square that it passed.
fn double_step(shape: &Shape, change: &Change) -> Option<((usize, Square), Square)> {
    let (pawn, to, _) = change.pawn?;
    let from = shape.pawn_square(pawn)?;
    let passed = Square::from_coords(
        from.file(),
        Rank::new(u32::midpoint(from.rank().into(), to.rank().into())),
    );
    (from.rank().distance(to.rank()) == 2).then_some(((pawn, to), passed))
}

/// The positions after a double step.
struct After<'a> {
    class: &'a Material,
    shape: &'a Shape,
    pawn: (usize, Square),
    passed: Square,
    turn: Color,
}

impl After<'_> {
    fn agrees(
        &self,
        values: &SideTable,
        goal: Metric,
        tables: &TableSet,
    ) -> Result<RightsCounted, OracleError> {
        let words = (0..values.legal.len()).into_par_iter();
        let found = words.map(|word| {
            let mut found = RightsCounted::default();
            for bit in ones(values.legal[word]) {
                // A man on the pawn's old square: no double step leads here.
                let Some(placement) = self.placement(word, bit) else {
                    continue;
                };
                if let Some(position) = self.with_right(&placement) {
                    let truth = tables.probe_chess(&position)?;
                    assert_equal(values, (word, bit), goal, truth, &position);
                    found = found.and(RightsCounted::of(truth, &position));
                }
            }
            Ok(found)
        });
        found.try_reduce(RightsCounted::default, |all, of| Ok(all.and(of)))
    }

    /// The position after the double step, if a pawn stands beside the one that made it,
    /// even if it is pinned.
    fn with_right(&self, placement: &Placement) -> Option<Chess> {
        let plain = placement.to_chess(self.class).ok()?;
        let mut setup = plain.to_setup(EnPassantMode::Legal);
        setup.ep_square = Some(self.passed);
        let position = setup.position::<Chess>(CastlingMode::Standard);
        let position = position.or_else(PositionError::ignore_impossible_check);
        let position = position.ok()?;
        (position.pseudo_legal_ep_square() == Some(self.passed)).then_some(position)
    }

    fn placement(&self, word: usize, bit: u32) -> Option<Placement> {
        let at = At {
            block: word / self.shape.block_words(),
            sheet: word / 64 % self.shape.sheets,
        };
        let place = self.shape.place(at)?;
        let men = 0..self.shape.men().len();
        let squares = men.map(|man| match place.square(man) {
            _ if man == self.pawn.0 => self.pawn.1,
            Some(square) => square,
            None if man == self.shape.bit_man() => Square::new(bit),
            None => Square::new(word as u32 & 63),
        });
        Some(Placement {
            squares: squares.collect(),
            turn: self.turn,
        })
    }
}

fn assert_equal(
    values: &SideTable,
    (word, bit): (usize, u32),
    goal: Metric,
    truth: Value,
    position: &Chess,
) {
    let has = |set: &[u64]| set[word] >> bit & 1 != 0;
    assert_eq!(has(&values.win), truth.wdl == Wdl::Win, "{position:?}");
    assert_eq!(has(&values.loss), truth.wdl == Wdl::Loss, "{position:?}");
    match goal {
        Metric::Wdl => {}
        Metric::Dtm => {
            let moves = values
                .moves
                .as_ref()
                .map_or(0, |moves| moves.get(word, bit));
            let found = (truth.wdl != Wdl::Draw).then(|| dtm(truth.wdl, moves));
            assert_eq!(found, truth.dtm, "{position:?}");
        }
        Metric::Dtz => {
            let cursed = values.cursed(word) >> bit & 1 != 0;
            assert_eq!(cursed, is_cursed(truth), "{position:?}");
        }
    }
}

fn is_cursed(value: Value) -> bool {
    value
        .dtz
        .is_some_and(|dtz| u32::from(dtz.0) > Dtz::MAX_50_MOVES.plies())
}

impl RightsCounted {
    fn of(truth: Value, position: &Chess) -> Self {
        let moves = position.legal_moves();
        let captures = moves.iter().filter(|m| m.is_en_passant()).count();
        let is_only = captures == moves.len() && captures > 0;
        Self {
            two: (captures == 2).into(),
            pinned: (captures == 0).into(),
            won: (truth.wdl == Wdl::Win).into(),
            lost: (truth.wdl == Wdl::Loss).into(),
            cursed: is_cursed(truth).into(),
            only: is_only.into(),
        }
    }
}

/// The positions that are asked for where a double step may have been made, compared with
/// moves on the board: those without any move but a capture en passant, which the board
/// does not know of.
#[test]
fn stuck_positions_have_no_move_on_the_board() -> Outcome {
    let [d4, e4, e5, f5, h4] = [Square::D4, Square::E4, Square::E5, Square::F5, Square::H4];
    let class: Material = "KQPvKP".parse()?;
    let layout = Layout::new(&class)?;
    let mut tables = TableSet::new();
    for smaller in class.successors() {
        if smaller.men_count() < class.men_count() {
            tables.insert(planted(&Layout::new(&smaller)?));
        }
    }
    let mut found = 0;
    for (pawns, turn, is_asked) in [
        ([e4, d4], Color::Black, true),
        ([e5, f5], Color::White, true),
        ([e4, d4], Color::White, false),
        ([e5, f5], Color::Black, false),
        ([e4, h4], Color::Black, false),
    ] {
        let structure = Structure::new(pawns_of(&layout), pawns);
        let own = packed_slices(&layout, &planted_slices(&layout, &structure))?;
        let store = Store::default();
        let finished = Finished {
            tables: &tables,
            store: &store,
        };
        let sources = Sources::new(finished, &own, Wanted::Dtz);
        let moves = Moves::new(Shape::with_pawns(&layout, &structure));
        let legal = ByColor::new_with(|turn| moves.shape.legal_set(turn));
        let conversions = Conversions::at_end(&moves, &sources, turn)?;
        let stuck = stuck(&moves, &conversions, turn, &legal);
        assert_eq!(stuck.is_some(), is_asked, "{pawns:?}");
        if let Some(stuck) = stuck {
            found += all_are_stuck(&moves.shape, &class, turn, legal.get(turn), &stuck)?;
        }
    }
    assert!(found > 100, "{found}");
    Ok(())
}

/// How many positions are stuck.
fn all_are_stuck(
    shape: &Shape,
    class: &Material,
    turn: Color,
    legal: &[u64],
    stuck: &[u64],
) -> Result<usize, Box<dyn Error>> {
    let sheets = (0..shape.blocks() * shape.sheets).into_par_iter();
    let found = sheets.map(|sheet| {
        let at = At {
            block: sheet / shape.sheets,
            sheet: sheet % shape.sheets,
        };
        let mut found = 0;
        for ((word, bit), placement) in placements(shape, at) {
            let has = |set: &[u64]| set[64 * sheet + word] >> bit & 1 != 0;
            let expected = if has(legal) {
                let position = Placement { turn, ..placement }.to_chess(class)?;
                position.legal_moves().is_empty()
            } else {
                false
            };
            assert_eq!(has(stuck), expected, "{at:?} {word} {bit}");
            found += usize::from(expected);
        }
        Ok::<_, Box<PositionError<Chess>>>(found)
    });
    Ok(found.try_reduce(|| 0, |all, of| Ok(all + of))?)
}

/// The generator trusts the smaller tables. Delayed ones produce en passant
/// captures that win too late, which with real tables takes six men.
#[test]
#[ignore = "a long proof: ten searches, one for each time a pawn can move"]
fn en_passant_into_a_cursed_win() -> Outcome {
    let class: Material = "KPvKP".parse()?;
    let mut tables = TableSet::new();
    for smaller in class.successors() {
        generate(&smaller, Wanted::Dtz, &mut tables, &|_, _| {})?;
    }
    let smaller = tables.get(&"KPvK".parse()?).ok_or("generated")?;
    tables.insert(delayed(smaller, Dtz::MAX_50_MOVES.plies()));
    let found = rights_agree(&class, Wanted::Dtz, tables)?;
    // A side that leaves only a bare king cannot lose.
    assert!(found.cursed > 0 && found.lost == 0, "{found:?}");
    Ok(())
}

/// A pawn's steps are zeroing moves within the class: whether a win comes too
/// late after them is known only once the class has been searched. The delayed
/// tables leave only wins that promote with mate.
#[test]
fn late_promotions_are_known_before_the_steps_that_lead_to_them() -> Outcome {
    let class: Material = "KPvK".parse()?;
    let mut tables = TableSet::new();
    for smaller in class.successors() {
        let table = generate(&smaller, Wanted::Dtz, &mut tables, &|_, _| {})?;
        tables.insert(delayed(&table, Dtz::MAX_50_MOVES.plies()));
    }
    let table = generate(&class, Wanted::Dtz, &mut tables, &|_, _| {})?;
    let layout = table.layout();
    let mut found = [0; 2];
    for turn in Color::ALL {
        let side = table.side(turn);
        for at in (0..layout.words()).step_by(11) {
            for bit in ones(side.win[at] | side.loss[at]) {
                let (block, word) = (at / layout.block_words(), at % layout.block_words());
                let index = Index { block, word, bit };
                let position = layout.decode(index, turn).to_chess(&class)?;
                let by_moves = rated_moves(&tables, &position)?;
                if let Some(best) = by_moves.first() {
                    let value = table.value(index, turn).ok_or("a legal position")?;
                    assert_eq!(value, best.value, "{position:?}");
                    found[usize::from(side.cursed(at) >> bit & 1 != 0)] += 1;
                }
            }
        }
    }
    assert!(found.iter().all(|&count| count > 10), "{found:?}");
    Ok(())
}

/// Wins, losses and distances to mate with real tables.
#[test]
#[ignore = "a long proof: pawns of four men with distances"]
fn en_passant_with_four_men() -> Outcome {
    let class: Material = "KPvKP".parse()?;
    let mut tables = TableSet::new();
    for smaller in class.successors() {
        generate(&smaller, Wanted::DtmAndDtz, &mut tables, &|_, _| {})?;
    }
    let found = rights_agree(&class, Wanted::DtmAndDtz, tables)?;
    assert!(found.won > 0, "{found:?}");
    Ok(())
}

/// The tables that a class of five men leads to: those of four men generated, those of
/// promotions planted, with only draws.
fn smaller_of_five_men(class: &Material, wanted: Wanted) -> Result<TableSet, Box<dyn Error>> {
    let mut tables = TableSet::new();
    for smaller in class.successors() {
        if smaller.men_count() < class.men_count() {
            generate(&smaller, wanted, &mut tables, &|_, _| {})?;
        } else {
            let layout = Layout::new(&smaller)?;
            let mut sides = ByColor::new_with(|turn| SideTable::new(&layout, turn));
            for side in &mut sides {
                side.moves = wanted.has_dtm().then(Numbers::default);
                side.dtz = wanted.has_dtz().then(Numbers::default);
            }
            tables.insert(Table::new(layout, sides));
        }
    }
    Ok(tables)
}

/// En passant as the only legal move, which may lose: with four men there is no
/// such position. And captures that a rook along the rank forbids.
#[test]
#[ignore = "a long proof: a class of five men"]
fn en_passant_as_the_only_move() -> Outcome {
    let class: Material = "KRPvKP".parse()?;
    let tables = smaller_of_five_men(&class, Wanted::Wdl)?;
    let found = rights_agree(&class, Wanted::Wdl, tables)?;
    assert!(
        found.only > 0 && found.lost > 0 && found.pinned > 0,
        "{found:?}"
    );
    Ok(())
}

/// Two pawns that can capture en passant: they win alike, but not in the same number of
/// moves.
#[test]
#[ignore = "a long proof: a class of five men"]
fn en_passant_by_either_of_two_pawns() -> Outcome {
    let class: Material = "KPPvKP".parse()?;
    let tables = smaller_of_five_men(&class, Wanted::Dtm)?;
    let found = rights_agree(&class, Wanted::Dtm, tables)?;
    assert!(
        found.two > 0 && found.won > 0 && found.lost > 0,
        "{found:?}"
    );
    Ok(())
}

/// With five men, a capture that wins too late, or that is the only move and loses too
/// late.
#[test]
#[ignore = "a long proof: a class of five men with distances"]
fn en_passant_of_five_men_into_cursed_wins() -> Outcome {
    let class: Material = "KRPvKP".parse()?;
    let mut tables = smaller_of_five_men(&class, Wanted::Dtz)?;
    for name in ["KRPvK", "KRvKP"] {
        let smaller = tables.get(&name.parse()?).ok_or("generated")?;
        let late = delayed(smaller, Dtz::MAX_50_MOVES.plies());
        tables.insert(late);
    }
    let found = rights_agree(&class, Wanted::Dtz, tables)?;
    assert!(found.cursed > 0 && found.only > 0, "{found:?}");
    Ok(())
}
