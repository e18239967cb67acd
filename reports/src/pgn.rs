//! Solution trees as PGN games with variations.

use drawproof_tables::{
    LineEnd, Played, Remark, Ruling, SolutionTree, TreeBounds, Value, Wdl, fen_of,
};

use crate::counted;

/// A solution tree as one game in PGN.
///
/// After each move there is a comment such as `{v="win" dtm="17"}`: the value
/// of the move for the side that makes it, and the plies to mate, including
/// this move; `rule50="draw"` if the 50-move rule makes it a draw. `end="..."` says why a line ends; `$7` marks the only move that
/// keeps the result, `$4` a move that gives it away. The first comment has the
/// value of the position for the side to move.
///
/// Lines of moves are shorter than 80 characters, as the standard requires.
pub fn pgn(tree: &SolutionTree) -> String {
    let result = result(tree);
    let mut out = String::new();
    for (name, value) in tags(tree, result) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        out += &format!("[{name} \"{value}\"]\n");
    }
    out.push('\n');
    let mut text = Movetext::new(out);
    text.words(&format!("{{{}", about(tree)));
    text.close('}');
    moves(tree, &mut text);
    text.word(result);
    text.finish()
}

/// The result with best play.
fn result(tree: &SolutionTree) -> &'static str {
    match tree.winner() {
        Some(winner) if winner.is_white() => "1-0",
        Some(_) => "0-1",
        None => "1/2-1/2",
    }
}

/// The seven tags that every game has, and those for a start position.
fn tags(tree: &SolutionTree, result: &str) -> [(&'static str, String); 10] {
    [
        ("Event", "Solution tree".into()),
        ("Site", "?".into()),
        ("Date", "????.??.??".into()),
        ("Round", "-".into()),
        ("White", "?".into()),
        ("Black", "?".into()),
        ("Result", result.into()),
        ("Annotator", "drawproof".into()),
        ("SetUp", "1".into()),
        ("FEN", fen_of(tree.start()).to_string()),
    ]
}

/// The value of the first position, and how much of the tree is shown.
fn about(tree: &SolutionTree) -> String {
    let TreeBounds {
        depth,
        nesting,
        max_moves,
        ..
    } = tree.bounds();
    let root = &tree.nodes()[0];
    // The value is one word, so it stays on one line.
    let mut about = values(tree.value(), tree.ruling(), root.end);
    about += &format!(
        " Value for the side to move; of moves: for the side that makes them. dtm: plies to mate. \
         Lines of up to {}, variations {nesting} deep.",
        plural_plies(depth)
    );
    let cut = tree.ends(LineEnd::Depth);
    if cut > 0 {
        about += &format!(" {} cut there.", counted(cut as u64, "line"));
    }
    if tree.left_out() > 0 || tree.ends(LineEnd::MaxMoves) > 0 {
        about += &format!(
            " Cut at {}: {} left out.",
            counted(max_moves as u64, "move"),
            counted(tree.left_out() as u64, "variation")
        );
    }
    about
}

fn plural_plies(plies: usize) -> String {
    format!("{plies} pl{}", if plies == 1 { "y" } else { "ies" })
}

/// `v="win" dtm="17" end="depth"`, as far as known.
fn values(value: Value, ruling: Ruling, end: Option<LineEnd>) -> String {
    let mut text = format!("v=\"{}\"", value.wdl);
    if let Some(dtm) = value.dtm.filter(|_| value.wdl != Wdl::Draw) {
        text += &format!("{NO_BREAK}dtm=\"{}\"", dtm.plies());
    }
    if ruling.cursed == Some(true) {
        text += &format!("{NO_BREAK}rule50=\"draw\"");
    }
    let end = match end {
        Some(LineEnd::Stalemate) => "stalemate",
        Some(LineEnd::InsufficientMaterial) => "insufficient material",
        Some(LineEnd::Repetition) => "repetition",
        Some(LineEnd::FiftyMoves) => "50 moves",
        Some(LineEnd::Depth) => "depth",
        Some(LineEnd::MaxMoves) => "max-moves",
        // The move itself shows it.
        Some(LineEnd::Checkmate) | None => return text,
    };
    let end = end.replace(' ', &NO_BREAK.to_string());
    text + &format!("{NO_BREAK}end=\"{end}\"")
}

/// Remaining work for the writer.
enum Task {
    /// A move alone.
    Move(usize),
    /// Everything after a move.
    After(usize),
    Open,
    Close,
}

/// Writes all moves. An explicit stack holds the remaining work, because lines
/// may be hundreds of moves long.
fn moves(tree: &SolutionTree, text: &mut Movetext) {
    let mut tasks = vec![Task::After(0)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Open => text.open(),
            Task::Close => text.close(')'),
            Task::Move(at) => {
                let node = &tree.nodes()[at];
                if let Some(played) = &node.played {
                    write_move(played, node.end, text);
                }
            }
            Task::After(at) => {
                // Last in, first out: the main move, its variations, the rest.
                let [main, variations @ ..] = &tree.nodes()[at].children[..] else {
                    continue;
                };
                tasks.push(Task::After(*main));
                for &variation in variations.iter().rev() {
                    tasks.extend([Task::Close, Task::After(variation)]);
                    tasks.extend([Task::Move(variation), Task::Open]);
                }
                tasks.push(Task::Move(*main));
            }
        }
    }
}

/// Every move gets its number, because comments and variations stand in
/// between.
fn write_move(played: &Played, end: Option<LineEnd>, text: &mut Movetext) {
    let dots = if played.color.is_white() { "." } else { "..." };
    text.word(&format!("{}{dots}", played.number));
    text.word(&played.san);
    match played.remark {
        Some(Remark::Only) => text.word("$7"),
        Some(Remark::Mistake) => text.word("$4"),
        None => {}
    }
    text.word(&format!("{{{}}}", values(played.value, played.ruling, end)));
}

/// A space at which no line is broken.
const NO_BREAK: char = '\u{1}';

/// Words broken into lines.
struct Movetext {
    out: String,
    /// The length of the line so far.
    column: usize,
    /// Parentheses before the next word.
    opened: String,
    /// The last word, which a parenthesis may still follow.
    last: String,
}

impl Movetext {
    const MAX_COLUMNS: usize = 79;

    fn new(out: String) -> Self {
        Self {
            out,
            column: 0,
            opened: String::new(),
            last: String::new(),
        }
    }

    fn word(&mut self, word: &str) {
        self.flush();
        self.last = std::mem::take(&mut self.opened) + &word.replace(NO_BREAK, " ");
    }

    fn words(&mut self, text: &str) {
        text.split(' ').for_each(|word| self.word(word));
    }

    fn open(&mut self) {
        self.opened.push('(');
    }

    fn close(&mut self, bracket: char) {
        self.last.push(bracket);
    }

    fn flush(&mut self) {
        let word = std::mem::take(&mut self.last);
        if word.is_empty() {
            return;
        }
        if self.column > 0 && self.column + 1 + word.len() > Self::MAX_COLUMNS {
            self.out.push('\n');
            self.column = 0;
        }
        if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.column += word.len();
        self.out += &word;
    }

    fn finish(mut self) -> String {
        self.flush();
        self.out + "\n"
    }
}
