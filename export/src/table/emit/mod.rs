//! Source text: the data, the text of `probe.rs` in one of three languages, and
//! the functions that engines call.

mod c;
mod harness;
mod name;
mod rust;
mod translate;

use std::{fmt, str::FromStr};

use drawproof_tables::Material;
use shakmaty::Color;

use crate::table::{
    Embedded, Metric,
    order::{View, names},
};

pub use harness::harness;
pub use name::{Name, NoName};

/// The code that looks positions up, and the words that it is written in.
const PROBE: &str = include_str!("../probe.rs");
const RUNTIME: &str = include_str!("../runtime.rs");

/// How data are exported.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// A header of C99, which is C++ as well.
    C,
    /// A header of C++17.
    Cpp,
    /// A module of Rust without the standard library.
    Rust,
    /// The data alone: see [`Packed`](crate::table::Packed).
    Bin,
}

/// A word that is no form.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no language that tables can be exported to; there are c, cpp, rust and bin")]
pub struct NoForm;

/// Why there is no source text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EmitError {
    /// The data alone are no text.
    #[error("the data alone have no source text")]
    NoText,
    /// A class that no table layout covers.
    #[error(transparent)]
    Layout(#[from] drawproof_tables::LayoutError),
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::C, Self::Cpp, Self::Rust, Self::Bin];
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Rust => "rust",
            Self::Bin => "bin",
        })
    }
}

impl FromStr for Form {
    type Err = NoForm;

    fn from_str(word: &str) -> Result<Self, NoForm> {
        let mut forms = Self::ALL.into_iter();
        forms.find(|form| form.to_string() == word).ok_or(NoForm)
    }
}

/// The source text of data, after some lines of remarks. The same data, name and
/// remarks give the same bytes. Rust has modules and does without the name.
///
/// # Errors
///
/// For [`Form::Bin`].
pub fn source(
    embedded: &Embedded,
    form: Form,
    name: &Name,
    remarks: &[String],
) -> Result<String, EmitError> {
    let classes = embedded.classes().iter();
    let doors = classes.map(|class| Door::new(&class.material));
    let doors = doors.collect::<Result<Vec<Door>, _>>()?;
    let mut text = String::new();
    for remark in remarks {
        text += &comment(remark);
    }
    text += &match form {
        Form::C => name.in_text(&c::C { is_cpp: false }.text(embedded, &doors)),
        Form::Cpp => name.in_text(&c::C { is_cpp: true }.text(embedded, &doors)),
        Form::Rust => rust::text(embedded, &doors),
        Form::Bin => return Err(EmitError::NoText),
    };
    Ok(text)
}

/// The function of a class that takes squares.
struct Door {
    material: Material,
    /// Its men without their squares, the stronger side's to move.
    kinds: u64,
    /// The parameters in the order of the men of a position.
    men: Vec<String>,
}

impl Door {
    fn new(material: &Material) -> Result<Self, drawproof_tables::LayoutError> {
        let layout = drawproof_tables::Layout::new(material)?;
        let view = View::new(&layout, Color::White);
        let names = names(material);
        let men = view.places().iter().map(|&place| names[place].clone());
        Ok(Self {
            material: material.clone(),
            kinds: view.kinds(),
            men: men.collect(),
        })
    }

    /// The parameters, those that are no man left out, in the order of a class.
    fn parameters(&self) -> Vec<String> {
        names(&self.material)
    }

    /// The men of a position as arguments, 0 for those that it lacks.
    fn arguments(&self) -> String {
        let mut men = self.men.clone();
        men.resize(4, "0".into());
        men.join(", ")
    }

    fn has_turn(&self) -> bool {
        !self.material.is_symmetric()
    }
}

/// What the functions of a metric are called, and what turns a score into their
/// results.
fn results(metric: Metric) -> &'static [(&'static str, &'static str)] {
    match metric {
        Metric::Wdl => &[("wdl", "wdl_of")],
        Metric::Draw => &[("draw", "draw_of")],
        Metric::Dtm => &[("wdl", "wdl_of"), ("dtm", "dtm_of")],
    }
}

/// The name of the function of a class that takes squares.
pub fn function_name(class: &Material, result: &str) -> String {
    let class = class.to_string().replace('v', "").to_lowercase();
    format!("{class}_{result}")
}

/// A line of text as comments: nothing in it can end one or go on with another.
fn comment(text: &str) -> String {
    const WIDTH: usize = 96;
    let plain = |c: char| {
        if c == '\\' || c.is_control() || c == '?' {
            '_'
        } else {
            c
        }
    };
    let mut lines = vec![String::from("//")];
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let word: String = word.chars().map(plain).collect();
        match lines.last_mut() {
            Some(line) if line.len() == 2 || line.len() + 1 + word.len() <= WIDTH => {
                *line += &format!(" {word}");
            }
            _ => lines.push(format!("// {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// The words of the data, in lines.
fn words(data: &[u64]) -> String {
    let line = |words: &[u64]| {
        let words: Vec<String> = words.iter().map(|word| format!("0x{word:x}")).collect();
        format!("    {},\n", words.join(", "))
    };
    data.chunks(5).map(line).collect()
}
