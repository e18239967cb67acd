//! Arithmetic of every kind, which every language has to do as Rust does it.
//!
//! `said` has the form that programs expect which read questions. `what` says which result is
//! wanted, `white` and `black` are numbers, `kings` is a number of bits, and `last` says which 16
//! bits of the result are returned.

/// Twice.
fn twice(number: u64) -> u64 {
    number.wrapping_add(number)
}

/// Whether the lowest bit is there.
fn is_odd(number: u64) -> bool {
    (number & 1) != 0
}

/// Numbers of 64 bits that become others.
fn of_words(what: u32, a: u64, b: u64) -> u64 {
    if what == 0 {
        return a.wrapping_add(b);
    }
    if what == 1 {
        return a.wrapping_sub(b);
    }
    if what == 2 {
        return a.wrapping_mul(b);
    }
    if what == 3 {
        return a & !b;
    }
    if what == 4 {
        return (a | b) ^ (a & 0xf0f0_f0f0_0f0f_0f0f);
    }
    if what == 5 {
        return a & a.wrapping_sub(1);
    }
    if what == 6 {
        return if a < b { twice(b) } else { a };
    }
    if what == 7 {
        return a.wrapping_sub(0x1_0000_0000).wrapping_add(0x8000_0000);
    }
    if what == 8 {
        return twice(a) ^ twice(twice(b));
    }
    a ^ b
}

/// Numbers of 64 bits that are shifted.
fn of_shifts(what: u32, a: u64, b: u64, by: u32) -> u64 {
    if what == 0 {
        return a << by;
    }
    if what == 1 {
        return a >> by;
    }
    if what == 2 {
        return (1 << by) | b;
    }
    if what == 3 {
        return (a >> by) & 1;
    }
    if what == 4 {
        return (a << 1) ^ (b >> 1);
    }
    if what == 5 {
        return (a << 31) ^ (b >> 31);
    }
    if what == 6 {
        return (a << 32) ^ (b >> 32);
    }
    if what == 7 {
        return (a << 33) ^ (b >> 33);
    }
    if what == 8 {
        return (a << 63) | (b >> 63);
    }
    if what == 9 {
        return a & !(1 << by);
    }
    (a << 0) ^ (b >> 0)
}

/// Variables that change by their own value.
fn of_variables(what: u32, a: u64, b: u64, by: u32) -> u64 {
    let mut x = a;
    let mut y = b;
    if what == 0 {
        x >>= 16;
    }
    if what == 1 {
        x <<= 16;
    }
    if what == 2 {
        x ^= x >> 13;
        x ^= x << 7;
        x ^= x >> 17;
    }
    if what == 3 {
        x >>= by;
        y <<= by;
    }
    if what == 4 {
        x = (x << 24) | (x >> 40);
    }
    if what == 5 {
        x = x.wrapping_add(y);
        y = y.wrapping_sub(x);
    }
    if what == 6 {
        x = twice(x).wrapping_mul(x);
    }
    if what == 7 {
        while x != 0 && !is_odd(x) {
            x >>= 1;
            y = twice(y) ^ x;
        }
    }
    if what == 8 {
        x = if is_odd(twice(x) >> by) { y } else { twice(x) };
    }
    x ^ (y << 1)
}

/// What is compared; and what is only evaluated if it has to be.
fn of_questions(what: u32, a: u64, b: u64) -> bool {
    if what == 0 {
        return a < b;
    }
    if what == 1 {
        return a <= b;
    }
    if what == 2 {
        return a > b;
    }
    if what == 3 {
        return a >= b;
    }
    if what == 4 {
        return a == b;
    }
    if what == 5 {
        return a != b;
    }
    if what == 6 {
        return (a != 0 && twice(a) > b) || twice(b) == a;
    }
    if what == 7 {
        return (a as u32) < (b as u32);
    }
    if what == 8 {
        return (a as u32) >= (b as u32);
    }
    (a as i32) < (b as i32)
}

/// Numbers of 32 bits without a sign.
fn of_halves(what: u32, a: u32, b: u32, by: u32) -> u32 {
    if what == 0 {
        return a.wrapping_add(b);
    }
    if what == 1 {
        return a.wrapping_sub(b);
    }
    if what == 2 {
        return a.wrapping_mul(b);
    }
    if what == 3 {
        return a << (by & 31);
    }
    if what == 4 {
        return a >> (by & 31);
    }
    (a >> 1) | (b << 31)
}

/// Numbers of 32 bits with a sign.
fn of_signed(what: u32, a: i32, b: i32, by: u32) -> i32 {
    if what == 0 {
        return a.wrapping_add(b);
    }
    if what == 1 {
        return a.wrapping_sub(b);
    }
    if what == 2 {
        return a.wrapping_mul(b);
    }
    if what == 3 {
        return a >> (by & 31);
    }
    if what == 4 {
        return (a >> 1) / 7 - (b >> 1) / 100_003;
    }
    if what == 5 {
        return if a < 0 { 7 } else { -7 };
    }
    (a & 0xffff) * -3 + (b & 0xffff)
}

/// A result of 64 bits.
fn result(group: u32, what: u32, a: u64, b: u64, by: u32) -> u64 {
    if group == 0 {
        return of_words(what, a, b);
    }
    if group == 1 {
        return of_shifts(what, a, b, by);
    }
    if group == 2 {
        return of_variables(what, a, b, by);
    }
    if group == 3 {
        if of_questions(what, a, b) {
            return 1;
        }
        return 0;
    }
    if group == 4 {
        return of_halves(what, a as u32, b as u32, by) as u64;
    }
    of_signed(what, a as i32, b as i32, by) as u64
}

/// 16 bits of a result, as a number with a sign.
pub fn said(
    what: u64,
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    last: u32,
) -> i32 {
    let unused = queens | rooks | bishops | knights | pawns;
    let by = ((kings | unused) & 63) as u32;
    let group = (what & 255) as u32;
    let number = ((what >> 8) & 255) as u32;
    let found = result(group, number, white | unused, black | unused, by) >> (16 * (last & 3));
    (found & 0x7fff) as i32 - (found & 0x8000) as i32
}
