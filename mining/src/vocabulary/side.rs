//! The men of a side, in the words of the rule language.

use drawproof_tables::Material;
use shakmaty::{Color, Role};

/// Like men of one side.
#[derive(Clone, Debug)]
pub struct Men {
    /// What they are.
    pub role: Role,
    /// How many there are.
    pub count: usize,
    /// Whether there are several.
    pub are_many: bool,
    /// `us.rook`; of several men `us.rooks`.
    pub set: String,
    /// `our_rook`: the name of one of them, and the prefix of other names.
    pub name: String,
    /// Whether it is a pawn that moves towards the eighth rank.
    pub goes_up: bool,
}

/// One side's men.
#[derive(Clone, Debug)]
pub struct Side {
    /// `our`, `their`, `strong`, `weak`: the prefix of names.
    pub name: &'static str,
    /// `us`, `them`, `strong`, `weak`.
    pub word: &'static str,
    /// The king first.
    pub men: Vec<Men>,
    /// Whether there are five men or more on the board: many positions.
    pub is_large: bool,
}

/// The two sides: the one that is to move first if the class is symmetric,
/// the stronger one first if not.
pub fn sides(material: &Material) -> [Side; 2] {
    let words = if material.is_symmetric() {
        [("our", "us"), ("their", "them")]
    } else {
        [("strong", "strong"), ("weak", "weak")]
    };
    [Color::White, Color::Black].map(|color| {
        let (name, word) = words[usize::from(color.is_black())];
        let mut men = vec![Men::new(name, word, Role::King, 1, color)];
        for role in [
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
        ] {
            let pieces = material.pieces(color).iter();
            let count = pieces.filter(|&&piece| piece == role).count();
            if count > 0 {
                men.push(Men::new(name, word, role, count, color));
            }
        }
        Side {
            name,
            word,
            men,
            is_large: material.men_count() > 4,
        }
    })
}

impl Men {
    fn new(side: &str, word: &str, role: Role, count: usize, color: Color) -> Self {
        let role_word = format!("{role:?}").to_lowercase();
        let plural = if count > 1 { "s" } else { "" };
        Self {
            role,
            count,
            are_many: count > 1,
            set: format!("{word}.{role_word}{plural}"),
            name: format!("{side}_{role_word}"),
            goes_up: color.is_white(),
        }
    }

    /// The name of one of them: `rook`.
    pub fn role_word(&self) -> String {
        format!("{:?}", self.role).to_lowercase()
    }

    /// Whether they slide.
    pub fn slides(&self) -> bool {
        matches!(self.role, Role::Queen | Role::Rook | Role::Bishop)
    }

    /// Whether `test` holds for the square of some man.
    pub fn any(&self, test: impl Fn(&str) -> String) -> String {
        self.each("any", "", test)
    }

    /// Whether it holds for all.
    pub fn all(&self, test: impl Fn(&str) -> String) -> String {
        self.each("all", "", test)
    }

    /// Whether `test` holds for some man other than `but`.
    pub fn any_but(&self, but: &str, test: impl Fn(&str) -> String) -> String {
        self.each("any", &format!(" - {but}"), test)
    }

    fn each(&self, quantifier: &str, but: &str, test: impl Fn(&str) -> String) -> String {
        if self.are_many {
            let one = if but.is_empty() {
                self.name.clone()
            } else {
                format!("other_{}", self.name)
            };
            format!("({quantifier} {one} in {}{but} : {})", self.set, test(&one))
        } else {
            test(&self.set)
        }
    }

    /// What one of them attacks from a square.
    pub fn attacks(&self, from: &str, occupied: &str) -> String {
        match self.role {
            Role::Pawn if self.goes_up => format!("pawn_attacks_up({from})"),
            Role::Pawn => format!("pawn_attacks_down({from})"),
            Role::King => format!("king_attacks({from})"),
            Role::Knight => format!("knight_attacks({from})"),
            role => {
                let role = format!("{role:?}").to_lowercase();
                let occupied = if occupied == "occupied" {
                    String::new()
                } else {
                    format!(", {occupied}")
                };
                format!("{role}_attacks({from}{occupied})")
            }
        }
    }

    /// From where one of them would attack a square.
    pub fn attacks_back(&self, from: &str, occupied: &str) -> String {
        let mut back = self.clone();
        back.goes_up = !self.goes_up;
        back.attacks(from, occupied)
    }

    /// Whether one of them attacks a square; `but` does not count.
    pub fn hit(&self, square: &str, occupied: &str, but: Option<&str>) -> String {
        if self.are_many {
            let but = but.map_or(String::new(), |but| format!(" - {but}"));
            format!(
                "not empty({} & {}{but})",
                self.attacks_back(square, occupied),
                self.set
            )
        } else {
            format!("{square} in {}", self.attacks(&self.set, occupied))
        }
    }
}

impl Side {
    /// The king's square.
    pub fn king(&self) -> String {
        format!("{}.king", self.word)
    }

    /// All men that are neither king nor pawn.
    pub fn pieces(&self) -> impl Iterator<Item = &Men> {
        self.men
            .iter()
            .filter(|men| !matches!(men.role, Role::King | Role::Pawn))
    }

    /// All men but the king.
    pub fn others(&self) -> &[Men] {
        &self.men[1..]
    }

    /// The pawns.
    pub fn pawns(&self) -> Option<&Men> {
        self.men.iter().find(|men| men.role == Role::Pawn)
    }

    /// Whether a man other than the king attacks a square; the `mover`, of
    /// these men, does not count. `None` if there is no such man.
    pub fn hit(&self, square: &str, occupied: &str, mover: Option<(&Men, &str)>) -> Option<String> {
        let tests = self.others().iter().filter_map(|men| match mover {
            Some((moving, man)) if moving.role == men.role => {
                men.are_many.then(|| men.hit(square, occupied, Some(man)))
            }
            _ => Some(men.hit(square, occupied, None)),
        });
        let tests: Vec<String> = tests.collect();
        match &tests[..] {
            [] => None,
            [one] => Some(one.clone()),
            several => Some(format!("({})", several.join(" or "))),
        }
    }

    /// The same with the king's help.
    pub fn hit_with_king(
        &self,
        square: &str,
        occupied: &str,
        mover: Option<(&Men, &str)>,
    ) -> String {
        let king = format!("{square} in king_attacks({})", self.king());
        match self.hit(square, occupied, mover) {
            Some(others) => format!("({king} or {others})"),
            None => king,
        }
    }
}
