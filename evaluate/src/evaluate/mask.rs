//! Sets of positions of a sheet, in the smallest form that can represent them.

use std::{cell::RefCell, rc::Rc};

use multiversion::multiversion;

use crate::Rows;

/// The positions of a sheet for which something holds.
///
/// A set that depends on only one of the last two men, or on each of them
/// separately, is a *product*: it holds at a row and column if the row is among
/// some rows and the column among some columns. Everything else needs all 4096
/// bits. Most conditions are products, and working with one costs next to
/// nothing.
#[derive(Clone, Debug)]
pub enum Mask {
    Product { rows: u64, columns: u64 },
    Full(Shared),
}

use Mask::{Full, Product};

impl Mask {
    pub const NONE: Self = Product {
        rows: 0,
        columns: 0,
    };
    pub const ALL: Self = Product {
        rows: !0,
        columns: !0,
    };

    /// All positions or none.
    pub const fn all_if(holds: bool) -> Self {
        if holds { Self::ALL } else { Self::NONE }
    }

    /// The positions of some rows.
    pub const fn rows(rows: u64) -> Self {
        Self::product(rows, !0)
    }

    /// The positions of some columns.
    pub const fn columns(columns: u64) -> Self {
        Self::product(!0, columns)
    }

    pub const fn product(rows: u64, columns: u64) -> Self {
        if rows == 0 || columns == 0 {
            Self::NONE
        } else {
            Product { rows, columns }
        }
    }

    /// The positions of a sheet given row by row.
    pub fn of_rows(rows: &Rows) -> Self {
        Self::of_some_rows(0, !0, |row| rows[row as usize])
    }

    /// A sheet in which some rows are given and all others are alike.
    pub fn of_some_rows(others: u64, given: u64, row: impl Fn(u32) -> u64) -> Self {
        let mut shared = Shared::new();
        let rows = shared.rows_mut();
        rows.fill(others);
        let mut all = others;
        for at in drawproof_tables::ones(given) {
            let bits = row(at);
            rows[at as usize] = bits;
            all |= bits;
        }
        if all == 0 { Self::NONE } else { Full(shared) }
    }

    /// Row by row.
    pub fn to_rows(&self) -> Rows {
        match self {
            Full(shared) => *shared.rows(),
            Product { rows, columns } => {
                let mut out = [0; 64];
                spread(&mut out, *rows, *columns);
                out
            }
        }
    }

    /// The rows that it has positions in.
    pub fn any_rows(&self) -> u64 {
        match self {
            Full(full) => {
                let rows = full.rows().iter().enumerate();
                rows.fold(0, |all, (at, &row)| all | u64::from(row != 0) << at)
            }
            Product { rows, .. } => *rows,
        }
    }

    /// The columns that it has positions in.
    pub fn any_columns(&self) -> u64 {
        match self {
            Full(full) => full.rows().iter().fold(0, |all, row| all | row),
            Product { columns, .. } => *columns,
        }
    }

    /// Whether it holds nowhere. Operations that remove bits check at once
    /// whether any remain, so the empty set is always a product.
    pub fn is_empty(&self) -> bool {
        matches!(self, Product { rows: 0, .. })
    }

    /// How many positions it has.
    pub fn len(&self) -> u32 {
        match self {
            Full(full) => size(full.rows()),
            Product { rows, columns } => rows.count_ones() * columns.count_ones(),
        }
    }

    /// Whether it is known to hold everywhere; this is not checked for a sheet
    /// of bits.
    pub fn is_all(&self) -> bool {
        matches!(
            self,
            Product {
                rows: u64::MAX,
                columns: u64::MAX
            }
        )
    }

    /// Whether it has no position of another one.
    pub fn misses(&self, other: &Self) -> bool {
        match (self, other) {
            (Full(a), Full(b)) => is_disjoint(a.rows(), b.rows()),
            (Full(full), Product { rows, columns }) | (Product { rows, columns }, Full(full)) => {
                is_disjoint_from_product(full.rows(), *rows, *columns)
            }
            (
                Product { rows, columns },
                Product {
                    rows: other_rows,
                    columns: other_columns,
                },
            ) => rows & other_rows == 0 || columns & other_columns == 0,
        }
    }

    /// Whether it has all positions of another one.
    pub fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Full(a), Full(b)) => is_covered(b.rows(), a.rows()),
            (
                Product {
                    rows: u64::MAX,
                    columns: u64::MAX,
                },
                _,
            )
            | (_, Product { rows: 0, .. }) => true,
            _ => other.clone().and_not(self).is_empty(),
        }
    }

    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        match (self, other) {
            (
                Product { rows, columns },
                Product {
                    rows: other_rows,
                    columns: other_columns,
                },
            ) => Self::product(rows & other_rows, columns & other_columns),
            (Full(a), Full(b)) => a.combine(b.rows(), and, and_into),
            (Full(full), Product { rows, columns }) => full.within(*rows, *columns),
            (Product { rows, columns }, Full(full)) => full.clone().within(rows, columns),
        }
    }

    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        match (self, other) {
            (Product { rows: 0, .. }, _) => other.clone(),
            (mask, Product { rows: 0, .. }) => mask,
            (
                Product {
                    rows: u64::MAX,
                    columns: u64::MAX,
                },
                _,
            )
            | (
                _,
                Product {
                    rows: u64::MAX,
                    columns: u64::MAX,
                },
            ) => Self::ALL,
            (
                Product { rows, columns },
                Product {
                    rows: other_rows,
                    columns: other_columns,
                },
            ) if rows == *other_rows => Self::product(rows, columns | other_columns),
            (
                Product { rows, columns },
                Product {
                    rows: other_rows,
                    columns: other_columns,
                },
            ) if columns == *other_columns => Self::product(rows | other_rows, columns),
            (Full(a), Full(b)) => a.combine(b.rows(), or, or_into),
            (Full(full), Product { rows, columns }) => {
                full.change(|full| or_product(full, *rows, *columns))
            }
            (Product { rows, columns }, Full(full)) => {
                full.clone().change(|full| or_product(full, rows, columns))
            }
            (Product { rows, columns }, other) => {
                let mut sum = Shared::new();
                spread(sum.rows_mut(), rows, columns);
                Full(sum).or(other)
            }
        }
    }

    /// Its positions that another one lacks.
    #[must_use]
    pub fn and_not(self, other: &Self) -> Self {
        match (self, other) {
            (mask @ Product { rows: 0, .. }, _) | (mask, Product { rows: 0, .. }) => mask,
            (
                _,
                Product {
                    rows: u64::MAX,
                    columns: u64::MAX,
                },
            ) => Self::NONE,
            (
                mask,
                Product {
                    rows,
                    columns: u64::MAX,
                },
            ) => mask.and(&Self::rows(!rows)),
            (
                mask,
                Product {
                    rows: u64::MAX,
                    columns,
                },
            ) => mask.and(&Self::columns(!columns)),
            (Full(a), Full(b)) => a.combine(b.rows(), and_not, and_not_into),
            (Full(full), Product { rows, columns }) => {
                full.change(|full| and_not_product(full, *rows, *columns))
            }
            (Product { rows, columns }, other) => {
                let mut out = Shared::new();
                spread(out.rows_mut(), rows, columns);
                Full(out).and_not(other)
            }
        }
    }

    #[must_use]
    pub fn not(self) -> Self {
        match self {
            Product { rows: 0, .. } => Self::ALL,
            Product {
                rows,
                columns: u64::MAX,
            } => Self::rows(!rows),
            Product {
                rows: u64::MAX,
                columns,
            } => Self::columns(!columns),
            Full(full) => full.change(invert),
            Product { rows, columns } => {
                let mut out = Shared::new();
                spread(out.rows_mut(), rows, columns);
                Full(out).not()
            }
        }
    }

    /// The positions that exactly one of two has.
    #[must_use]
    pub fn xor(self, other: &Self) -> Self {
        match (self, other) {
            (Full(a), Full(b)) => a.combine(b.rows(), xor, xor_into),
            (mask, Product { rows: 0, .. }) => mask,
            (
                mask,
                Product {
                    rows: u64::MAX,
                    columns: u64::MAX,
                },
            ) => mask.not(),
            (mask, other) => {
                let both = mask.clone().and(other);
                mask.or(other).and_not(&both)
            }
        }
    }

    /// Its positions, and those of another one that are in a product: in one pass.
    #[must_use]
    pub fn or_within(self, other: &Self, rows: u64, columns: u64) -> Self {
        match (self, other) {
            (Full(sum), Full(full)) => sum.change(|sum| or_within(sum, full.rows(), rows, columns)),
            (sum, Full(full)) => full.clone().within(rows, columns).or(&sum),
            (sum, Product { .. }) => sum.or(&Self::product(rows, columns).and(other)),
        }
    }

    /// `yes` where this holds, `no` elsewhere.
    #[must_use]
    pub fn choose(self, yes: &Self, no: &Self) -> Self {
        no.clone().and_not(&self).or(&self.and(yes))
    }
}

/// A sheet of bits, shared by its readers and returned for reuse by the last
/// one, so that a running evaluation does not allocate.
#[derive(Clone, Debug)]
pub struct Shared(Option<Rc<Rows>>);

thread_local! {
    /// Sheets that are not in use.
    static UNUSED: RefCell<Vec<Rc<Rows>>> = const { RefCell::new(Vec::new()) };
}

/// The contents of a sheet that is being dropped: nothing.
const NO_ROWS: Rows = [0; 64];

impl Shared {
    /// A sheet with undefined contents.
    fn new() -> Self {
        let unused = UNUSED.try_with(|unused| unused.borrow_mut().pop());
        let unused = unused.ok().flatten();
        Self(Some(unused.unwrap_or_else(|| Rc::new(NO_ROWS))))
    }

    pub fn rows(&self) -> &Rows {
        self.0.as_deref().unwrap_or(&NO_ROWS)
    }

    /// The sheet to be written, which nothing else shares.
    fn rows_mut(&mut self) -> &mut Rows {
        // Not shared, so that nothing is copied.
        Rc::make_mut(self.0.get_or_insert_with(|| Rc::new(NO_ROWS)))
    }

    /// Changes a sheet, or a copy if it is shared. The change returns whether
    /// anything is left.
    fn change(mut self, change: impl FnOnce(&mut Rows) -> bool) -> Mask {
        if self.is_used_by_others() {
            let mut copy = Self::new();
            *copy.rows_mut() = *self.rows();
            self = copy;
        }
        let is_left = change(self.rows_mut());
        if is_left { Full(self) } else { Mask::NONE }
    }

    /// Combines another sheet with this one in place, or into a new one if this
    /// one is shared.
    fn combine(
        mut self,
        other: &Rows,
        in_place: impl FnOnce(&mut Rows, &Rows) -> bool,
        into: impl FnOnce(&mut Rows, &Rows, &Rows) -> bool,
    ) -> Mask {
        let is_left = if self.is_used_by_others() {
            let mut out = Self::new();
            let is_left = into(out.rows_mut(), self.rows(), other);
            self = out;
            is_left
        } else {
            in_place(self.rows_mut(), other)
        };
        if is_left { Full(self) } else { Mask::NONE }
    }

    fn is_used_by_others(&mut self) -> bool {
        self.0
            .as_mut()
            .is_none_or(|rows| Rc::get_mut(rows).is_none())
    }

    /// The positions that are within a product too.
    fn within(self, rows: u64, columns: u64) -> Mask {
        match (rows, columns) {
            (0, _) | (_, 0) => Mask::NONE,
            (u64::MAX, u64::MAX) => Full(self),
            _ => self.change(|full| and_product(full, rows, columns)),
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if let Some(mut rows) = self.0.take()
            && Rc::get_mut(&mut rows).is_some()
        {
            // When the thread ends, the list may be gone before the sheet.
            let _ = UNUSED.try_with(|unused| unused.borrow_mut().push(rows));
        }
    }
}

/// All bits set if a row is among some.
#[inline(always)]
fn filled(rows: u64, row: usize) -> u64 {
    (rows >> row & 1).wrapping_neg()
}

#[multiversion(targets = "simd")]
fn spread(out: &mut Rows, rows: u64, columns: u64) {
    for (row, out) in out.iter_mut().enumerate() {
        *out = filled(rows, row) & columns;
    }
}

#[multiversion(targets = "simd")]
fn size(rows: &Rows) -> u32 {
    rows.iter().map(|row| row.count_ones()).sum()
}

#[multiversion(targets = "simd")]
fn invert(rows: &mut Rows) -> bool {
    let mut all = 0;
    for row in rows {
        *row = !*row;
        all |= *row;
    }
    all != 0
}

/// Combines two sheets, in place or into a third one. Both return whether
/// anything is left.
macro_rules! join {
    ($in_place:ident, $into:ident, |$a:ident, $b:ident| $join:expr) => {
        #[multiversion(targets = "simd")]
        fn $in_place(to: &mut Rows, other: &Rows) -> bool {
            let mut all = 0;
            for (to, &other) in to.iter_mut().zip(other) {
                let ($a, $b) = (*to, other);
                *to = $join;
                all |= *to;
            }
            all != 0
        }

        #[multiversion(targets = "simd")]
        fn $into(out: &mut Rows, a: &Rows, b: &Rows) -> bool {
            let mut all = 0;
            for (out, (&$a, &$b)) in out.iter_mut().zip(a.iter().zip(b)) {
                *out = $join;
                all |= *out;
            }
            all != 0
        }
    };
}

join!(and, and_into, |a, b| a & b);
join!(or, or_into, |a, b| a | b);
join!(and_not, and_not_into, |a, b| a & !b);
join!(xor, xor_into, |a, b| a ^ b);

#[multiversion(targets = "simd")]
fn and_product(to: &mut Rows, rows: u64, columns: u64) -> bool {
    let mut all = 0;
    for (row, to) in to.iter_mut().enumerate() {
        *to &= filled(rows, row) & columns;
        all |= *to;
    }
    all != 0
}

#[multiversion(targets = "simd")]
fn or_product(to: &mut Rows, rows: u64, columns: u64) -> bool {
    let mut all = 0;
    for (row, to) in to.iter_mut().enumerate() {
        *to |= filled(rows, row) & columns;
        all |= *to;
    }
    all != 0
}

#[multiversion(targets = "simd")]
fn or_within(to: &mut Rows, other: &Rows, rows: u64, columns: u64) -> bool {
    let mut all = 0;
    for ((row, to), other) in to.iter_mut().enumerate().zip(other) {
        *to |= other & filled(rows, row) & columns;
        all |= *to;
    }
    all != 0
}

#[multiversion(targets = "simd")]
fn and_not_product(to: &mut Rows, rows: u64, columns: u64) -> bool {
    let mut all = 0;
    for (row, to) in to.iter_mut().enumerate() {
        *to &= !(filled(rows, row) & columns);
        all |= *to;
    }
    all != 0
}

#[multiversion(targets = "simd")]
fn is_disjoint(a: &Rows, b: &Rows) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | a & b) == 0
}

#[multiversion(targets = "simd")]
fn is_disjoint_from_product(full: &Rows, rows: u64, columns: u64) -> bool {
    let common = |row, bits: u64| bits & filled(rows, row) & columns;
    let bits = full.iter().enumerate();
    bits.fold(0, |all, (row, &bits)| all | common(row, bits)) == 0
}

#[multiversion(targets = "simd")]
fn is_covered(inner: &Rows, outer: &Rows) -> bool {
    let pairs = inner.iter().zip(outer);
    pairs.fold(0, |all, (inner, outer)| all | inner & !outer) == 0
}

/// Rows as columns: halves are exchanged, then quarters, and so on.
pub fn transposed(rows: &Rows) -> Rows {
    let mut out = *rows;
    let (mut width, mut low) = (32, u64::from(u32::MAX));
    while width > 0 {
        for at in (0..64).filter(|at| at & width == 0) {
            let moved = (out[at] >> width ^ out[at + width]) & low;
            out[at] ^= moved << width;
            out[at + width] ^= moved;
        }
        width /= 2;
        low ^= low << width;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mix = |row: u64| (row + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let rows: Rows = std::array::from_fn(|row| mix(row as u64) ^ mix(row as u64) >> 29);
        let columns = transposed(&rows);
        for (row, bits) in rows.iter().enumerate() {
            for (column, other) in columns.iter().enumerate() {
                assert_eq!(bits >> column & 1, other >> row & 1, "{row} {column}");
            }
        }
    }
}
