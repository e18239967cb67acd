//! Pawns: their path, and who stops them.

use shakmaty::{Bitboard, File, Rank, Role, Square};

use super::{
    side::{Men, Side},
    static_terms::bare,
    text::Text,
};

/// Terms of a side's pawns.
pub fn terms(text: &mut Text, side: &Side, other: &Side) {
    let Some(pawns) = side.pawns() else { return };
    let words = Pawns {
        side,
        other,
        men: pawns,
    };
    text.group(format!("The {} pawn's path.", side.name));
    words.tables(text);
    words.place(text);
    words.kings(text);
    words.path(text);
    words.next_step(text);
    words.other_pawns(text);
}

struct Pawns<'a> {
    side: &'a Side,
    other: &'a Side,
    men: &'a Men,
}

impl Pawns<'_> {
    fn word(&self, what: &str) -> String {
        format!("{}_{what}", self.side.name)
    }

    /// A truth about a pawn, and about all where there are several.
    fn truth(&self, text: &mut Text, test: impl Fn(&str) -> String) {
        text.attempt(bare(self.men.any(&test)));
        if self.men.are_many {
            text.attempt(bare(self.men.all(&test)));
        }
    }

    /// A number for a pawn.
    fn number(&self, text: &mut Text, bounds: &[i32], number: impl Fn(&str) -> String) {
        if self.men.are_many {
            for bound in bounds {
                self.truth(text, |pawn| format!("{} <= {bound}", number(pawn)));
            }
        } else {
            text.attempt(number(&self.men.set));
        }
    }

    fn tables(&self, text: &mut Text) {
        let up = self.men.goes_up;
        text.table(
            &self.word("path"),
            |pawn| ahead(pawn, up, 0),
            "The squares in front of a pawn.",
        );
        text.table(
            &self.word("front"),
            |pawn| ahead(pawn, up, 1),
            "The squares in front of it, those of the next files too.",
        );
        text.table(
            &self.word("promotion"),
            |pawn| ahead(pawn, up, 0) & Bitboard::BACKRANKS,
            "",
        );
        text.table(
            &self.word("key_squares"),
            |pawn| key_squares(pawn, up),
            "Where the king has to get to, with nothing else on the board, for the pawn to go through.",
        );
    }

    /// The ranks between a square and the last rank.
    fn to_go(&self, square: &str) -> String {
        if self.men.goes_up {
            format!("(8 - rank({square}))")
        } else {
            format!("(rank({square}) - 1)")
        }
    }

    fn place(&self, text: &mut Text) {
        self.number(text, &[2, 3, 4, 5, 6], |pawn| format!("rank({pawn})"));
        self.truth(text, |pawn| format!("{pawn} in file_a | file_h"));
        self.truth(text, |pawn| format!("{pawn} in file_b | file_g"));
        if self.men.are_many {
            for bound in 0..=2 {
                text.attempt(bare(self.men.any(|a| {
                    self.men
                        .any_but(a, |b| format!("file_distance({a}, {b}) <= {bound}"))
                })));
            }
        }
    }

    /// The kings relative to a pawn and its promotion square.
    fn kings(&self, text: &mut Text) {
        for side in [self.side, self.other] {
            let king = side.king();
            let way =
                |pawn: &str| format!("max(file_distance({king}, {pawn}), {})", self.to_go(&king));
            self.number(text, &[0, 1, 2, 3, 4], way);
            self.number(text, &[-2, -1, 0, 1, 2], |pawn| {
                format!("{} - {}", way(pawn), self.to_go(pawn))
            });
            self.number(text, &[-2, -1, 0, 1, 2], |pawn| {
                format!("{} - {}", self.to_go(&king), self.to_go(pawn))
            });
            self.number(text, &[0, 1, 2, 3], |pawn| {
                format!("file_distance({king}, {pawn})")
            });
            let keys = self.word("key_squares");
            self.truth(text, |pawn| format!("{king} in {keys}[{pawn}]"));
            self.truth(text, |pawn| {
                format!("not empty(king_attacks({king}) & {keys}[{pawn}])")
            });
        }
        let (own, enemy) = (self.side.king(), self.other.king());
        self.number(text, &[-2, -1, 0, 1, 2], |pawn| {
            format!(
                "max(file_distance({own}, {pawn}), {}) - max(file_distance({enemy}, {pawn}), {})",
                self.to_go(&own),
                self.to_go(&enemy)
            )
        });
    }

    /// Who stands on the path, attacks it or covers it.
    fn path(&self, text: &mut Text) {
        let path = self.word("path");
        self.truth(text, |pawn| format!("empty({path}[{pawn}] & occupied)"));
        for men in self.side.men.iter().chain(&self.other.men) {
            self.truth(text, |pawn| {
                format!("not empty({path}[{pawn}] & {})", men.set)
            });
        }
        let (own, enemy) = (self.side.word, self.other.word);
        self.number(text, &[0, 1, 2], |pawn| {
            format!("count({path}[{pawn}] & {enemy}.attacks)")
        });
        self.number(text, &[0, 1, 2], |pawn| {
            format!("count({path}[{pawn}] & {enemy}.attacks - {own}.attacks)")
        });
        self.truth(text, |pawn| {
            format!("empty({path}[{pawn}] & {enemy}.attacks - {own}.attacks)")
        });
        let promotion = self.word("promotion");
        self.truth(text, |pawn| {
            format!("not empty({promotion}[{pawn}] & {enemy}.attacks)")
        });
        self.truth(text, |pawn| {
            format!("not empty({promotion}[{pawn}] & {own}.attacks)")
        });
        for side in [self.side, self.other] {
            for men in side.pieces() {
                self.piece(text, men);
            }
        }
    }

    /// Whether a piece attacks the path, now or after a move.
    fn piece(&self, text: &mut Text, men: &Men) {
        let (path, promotion) = (self.word("path"), self.word("promotion"));
        let pair = |text: &mut Text, test: &dyn Fn(&str, &str) -> String| {
            self.truth(text, |pawn| men.any(|man| test(pawn, man)));
        };
        pair(text, &|pawn, man| {
            format!(
                "not empty({path}[{pawn}] & {})",
                men.attacks(man, "occupied")
            )
        });
        let moves = |man: &str| {
            if men.are_many {
                format!("{}_safe_moves({man})", men.name)
            } else {
                format!("{}_safe_moves", men.name)
            }
        };
        pair(text, &|pawn, man| {
            let then = men.attacks("x", &format!("occupied - {man}"));
            format!(
                "any x in {} : not empty({path}[{pawn}] & {then})",
                moves(man)
            )
        });
        pair(text, &|pawn, man| {
            format!("not empty({path}[{pawn}] & {})", moves(man))
        });
        if men.role == Role::Bishop {
            pair(text, &|pawn, man| {
                format!("any x in {promotion}[{pawn}] : same_color(x, {man})")
            });
        }
    }

    /// The effect of the pawn's next step.
    fn next_step(&self, text: &mut Text) {
        let stop = self.word("stop");
        text.define(
            &format!("{stop}(pawn: square)"),
            &format!(
                "{}[pawn] & king_attacks(pawn) - occupied",
                self.word("path")
            ),
            "The square in front of it, if it is free.",
        );
        let (own, enemy) = (self.side.word, self.other.word);
        self.truth(text, |pawn| format!("empty({stop}({pawn}))"));
        self.truth(text, |pawn| {
            format!("any x in {stop}({pawn}) : x in {own}.attacks or not x in {enemy}.attacks")
        });
        self.truth(text, |pawn| {
            format!(
                "any x in {stop}({pawn}) : not x in {enemy}.attacks and {} <= 1",
                self.to_go(pawn)
            )
        });
        let king = self.other.king();
        for men in &self.other.men {
            let target = men.role_word();
            let hits =
                |x: &str| men.any(|man| format!("{man} in {}", self.men.attacks(x, "occupied")));
            text.named(
                &self.word(&format!("pawn_step_hits_{target}")),
                &bare(
                    self.men
                        .any(|pawn| format!("any x in {stop}({pawn}) : {}", hits("x"))),
                ),
                "",
            );
        }
        self.truth(text, |pawn| {
            format!(
                "not empty({}[{pawn}] & king_attacks({king}))",
                self.word("path")
            )
        });
    }

    /// Whether the other side has pawns in the way.
    fn other_pawns(&self, text: &mut Text) {
        if self.other.pawns().is_some() {
            let (front, pawns) = (
                self.word("front"),
                self.other.pawns().map_or("", |men| &men.set),
            );
            self.truth(text, |pawn| format!("empty({front}[{pawn}] & {pawns})"));
        }
    }
}

/// The squares in front of a pawn, including some files to its sides.
fn ahead(pawn: Square, up: bool, sides: u32) -> Bitboard {
    let in_front = |square: &Square| {
        let ahead = if up {
            square.rank() > pawn.rank()
        } else {
            square.rank() < pawn.rank()
        };
        ahead && square.file().distance(pawn.file()) <= sides
    };
    Square::ALL.into_iter().filter(in_front).collect()
}

/// The key squares: two ranks ahead of a pawn, also one rank if it has passed
/// the middle; for a rook's pawn those beside its promotion square.
fn key_squares(pawn: Square, up: bool) -> Bitboard {
    let rank = if up {
        pawn.rank()
    } else {
        pawn.rank().flip_vertical()
    };
    let rank = u32::from(rank);
    let is_key = |square: &Square| {
        let to = if up {
            square.rank()
        } else {
            square.rank().flip_vertical()
        };
        let to = u32::from(to);
        let aside = square.file().distance(pawn.file());
        if matches!(pawn.file(), File::A | File::H) {
            return aside == 1 && to >= u32::from(Rank::Seventh);
        }
        let ahead = to.checked_sub(rank);
        let is_ahead = ahead == Some(2) || rank >= u32::from(Rank::Fifth) && ahead == Some(1);
        aside <= 1 && is_ahead
    };
    Square::ALL.into_iter().filter(is_key).collect()
}
