//! Arithmetic on numbers whose bits are signals, the lowest first. It wraps around.

use crate::circuit::{Circuit, Lit};

pub fn constant<const N: usize>(number: u64) -> [Lit; N] {
    std::array::from_fn(|bit| Lit::constant(number >> bit & 1 == 1))
}

/// The number, if all its bits are known.
pub fn known<const N: usize>(bits: &[Lit; N]) -> Option<u64> {
    let mut number = 0;
    for (place, bit) in bits.iter().enumerate() {
        number |= u64::from(bit.known()?) << place;
    }
    Some(number)
}

pub fn choose<const N: usize>(
    circuit: &mut Circuit,
    condition: Lit,
    yes: &[Lit; N],
    no: &[Lit; N],
) -> [Lit; N] {
    std::array::from_fn(|bit| circuit.choose(condition, yes[bit], no[bit]))
}

fn opposite<const N: usize>(of: &[Lit; N]) -> [Lit; N] {
    of.map(|bit| !bit)
}

/// Whether at least two of three are true.
fn majority(circuit: &mut Circuit, a: Lit, b: Lit, c: Lit) -> Lit {
    for [one, x, y] in [[a, b, c], [b, a, c], [c, a, b]] {
        match one.known() {
            Some(false) => return circuit.and(x, y),
            Some(true) => return circuit.or(x, y),
            None if x == y => return x,
            None if x == !y => return one,
            None => {}
        }
    }
    let differ = circuit.xor(a, b);
    circuit.choose(differ, c, a)
}

/// The carry out of a place of a sum.
fn carried<const N: usize>(
    circuit: &mut Circuit,
    a: &[Lit; N],
    b: &[Lit; N],
    bit: usize,
    carry: Lit,
) -> Lit {
    // From the second of equal places on, such as those of a sign, it stays.
    if bit > 0 && (a[bit], b[bit]) == (a[bit - 1], b[bit - 1]) {
        return carry;
    }
    majority(circuit, a[bit], b[bit], carry)
}

/// The sum of two numbers and a carry.
fn sum<const N: usize>(
    circuit: &mut Circuit,
    a: &[Lit; N],
    b: &[Lit; N],
    mut carry: Lit,
) -> [Lit; N] {
    std::array::from_fn(|bit| {
        let differ = circuit.xor(a[bit], b[bit]);
        let sum = circuit.xor(differ, carry);
        carry = carried(circuit, a, b, bit, carry);
        sum
    })
}

pub fn plus<const N: usize>(circuit: &mut Circuit, a: &[Lit; N], b: &[Lit; N]) -> [Lit; N] {
    sum(circuit, a, b, Lit::FALSE)
}

pub fn minus<const N: usize>(circuit: &mut Circuit, a: &[Lit; N], b: &[Lit; N]) -> [Lit; N] {
    sum(circuit, a, &opposite(b), Lit::TRUE)
}

pub fn negative<const N: usize>(circuit: &mut Circuit, of: &[Lit; N]) -> [Lit; N] {
    minus(circuit, &constant(0), of)
}

pub fn equal<const N: usize>(circuit: &mut Circuit, a: &[Lit; N], b: &[Lit; N]) -> Lit {
    let mut all = Lit::TRUE;
    for bit in 0..N {
        let same = circuit.equal(a[bit], b[bit]);
        all = circuit.and(all, same);
    }
    all
}

pub fn less<const N: usize>(
    circuit: &mut Circuit,
    a: &[Lit; N],
    b: &[Lit; N],
    is_signed: bool,
) -> Lit {
    let [mut a, mut b] = [*a, opposite(b)];
    if is_signed {
        // A number with the sign is below all others.
        (a[N - 1], b[N - 1]) = (!a[N - 1], !b[N - 1]);
    }
    let mut carry = Lit::TRUE;
    for bit in 0..N {
        carry = carried(circuit, &a, &b, bit, carry);
    }
    !carry
}

/// Moves bits to higher places; zeros come in.
pub fn up<const N: usize>(of: &[Lit; N], by: usize) -> [Lit; N] {
    std::array::from_fn(|bit| match bit.checked_sub(by) {
        Some(from) => of[from],
        None => Lit::FALSE,
    })
}

/// Moves bits to lower places, while `fill` comes in.
pub fn down<const N: usize>(of: &[Lit; N], by: usize, fill: Lit) -> [Lit; N] {
    std::array::from_fn(|bit| of.get(bit.saturating_add(by)).copied().unwrap_or(fill))
}

/// A product: the factor with more known bits decides what is added up.
pub fn times<const N: usize>(circuit: &mut Circuit, a: &[Lit; N], b: &[Lit; N]) -> [Lit; N] {
    let unknown = |of: &[Lit; N]| of.iter().filter(|bit| bit.known().is_none()).count();
    let (a, by) = if unknown(a) < unknown(b) {
        (b, a)
    } else {
        (a, b)
    };
    // From some place on all bits are the sign, which counts as -1 at that place.
    let sign = by[N - 1];
    let place = by.iter().rposition(|&bit| bit != sign);
    let place = place.map_or(0, |place| place + 1);
    let mut product = constant(0);
    for (bit, &factor) in by[..place].iter().enumerate() {
        let part = up(a, bit).map(|one| circuit.and(one, factor));
        product = plus(circuit, &product, &part);
    }
    let part = up(a, place).map(|one| circuit.and(one, sign));
    minus(circuit, &product, &part)
}

/// A quotient that is rounded towards zero, for a divisor that is a power of two.
pub fn shifted_quotient<const N: usize>(
    circuit: &mut Circuit,
    of: &[Lit; N],
    power: usize,
    is_signed: bool,
) -> [Lit; N] {
    if !is_signed {
        return down(of, power, Lit::FALSE);
    }
    let sign = of[N - 1];
    let up: [Lit; N] = std::array::from_fn(|bit| if bit < power { sign } else { Lit::FALSE });
    let raised = plus(circuit, of, &up);
    down(&raised, power, raised[N - 1])
}
