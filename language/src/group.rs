//! The symmetries of the board under which a rule is invariant.

use drawproof_tables::{Material, Symmetry};
use shakmaty::Square;

use crate::syntax::TableEntries;

/// A group of symmetries of the board.
///
/// Every expression of the rule language has one: the symmetries that, applied
/// to the position, map the expression's square or set in the same way, or
/// leave its number or truth unchanged. `us.rook` and `edge` have all eight,
/// `light_squares` the four that keep a square's colour, `file_a` the two that
/// keep the file. The value of an operator has the symmetries that all its
/// operands share.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct SymmetryGroup(u8);

impl SymmetryGroup {
    /// All eight.
    pub const FULL: Self = Self(0xff);

    /// Those symmetries for which a test holds.
    pub fn of(holds: impl Fn(Symmetry) -> bool) -> Self {
        let member = |symmetry: Symmetry| u8::from(holds(symmetry)) << symmetry.index();
        Self(
            Symmetry::ALL
                .into_iter()
                .map(member)
                .fold(0, |all, one| all | one),
        )
    }

    /// Those that keep a set of squares in place.
    pub fn of_set(set: u64) -> Self {
        Self::of(|symmetry| symmetry.bits(set) == set)
    }

    /// Those under which a table maps images to images.
    pub(crate) fn of_table(entries: &TableEntries) -> Self {
        let all = |keeps: &dyn Fn(usize, usize, Symmetry) -> bool| {
            Self::of(|symmetry| {
                Square::ALL.into_iter().all(|square| {
                    keeps(
                        square.to_usize(),
                        symmetry.square(square).to_usize(),
                        symmetry,
                    )
                })
            })
        };
        match entries {
            TableEntries::Sets(sets) => all(&|at, image, by| sets[image] == by.bits(sets[at])),
            TableEntries::Numbers(numbers) => all(&|at, image, _| numbers[image] == numbers[at]),
            TableEntries::Squares(squares) => all(&|at, image, by| {
                let [there, here] = [image, at].map(|at| Square::new(squares[at].into()));
                there == by.square(here)
            }),
        }
    }

    /// Those that do not exchange files and ranks.
    pub fn without_transposition() -> Self {
        Self::of(|symmetry| symmetry.index() < 4)
    }

    /// Those that keep up and down.
    pub fn upright() -> Self {
        Self::of(|symmetry| !symmetry.transposes() && !symmetry.mirrors_ranks())
    }

    /// Those under which images of a position have the same value: pawns have an up
    /// and a down.
    pub fn of_class(material: &Material) -> Self {
        if material.has_pawns() {
            Self::upright()
        } else {
            Self::FULL
        }
    }

    /// Whether a symmetry belongs to it.
    pub fn contains(self, symmetry: Symmetry) -> bool {
        self.0 >> symmetry.index() & 1 != 0
    }

    /// What two groups share.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
