//! The language-independent part of what a file has besides functions: constants, tables of 64
//! entries, boards, and data.

use crate::{
    ir::{Constant, Entries, Function, Role, Table, Unit},
    print::Printer,
};

/// Lines of a comment.
pub fn remarks(sign: &str, lines: &[String]) -> Vec<String> {
    let lines = lines.iter().map(|line| format!("{sign} {line}"));
    lines.map(|line| line.trim_end().to_string()).collect()
}

/// The words of the data between two lines, with an empty line before them.
pub fn data_item(begin: &str, data: &[u64], end: &str) -> Vec<String> {
    let rows = data.chunks(5).map(|words| {
        let words: Vec<String> = words.iter().map(|word| format!("0x{word:x}")).collect();
        format!("    {},", words.join(", "))
    });
    let begin = [String::new(), begin.into()];
    begin.into_iter().chain(rows).chain([end.into()]).collect()
}

impl Printer<'_> {
    /// Constants, each with an empty line before it.
    pub fn constants(&self, constants: &[Constant]) -> Vec<String> {
        let spelling = self.spelling();
        let lines = constants.iter().flat_map(|constant| {
            let value = self.constant(&constant.value);
            let name = spelling.constant(&constant.name);
            let mut lines = vec![String::new()];
            lines.extend(remarks(spelling.doc_sign(), &constant.comment));
            lines.push(spelling.constant_item(&name, constant.kind, &value));
            lines
        });
        lines.collect()
    }

    /// Helpers, each with an empty line before it. `intrinsic` has the rest of an intrinsic function
    /// after its head.
    pub fn helpers(
        &self,
        helpers: &[Function],
        intrinsic: &dyn Fn(&str) -> &'static str,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for helper in helpers {
            lines.push(String::new());
            if helper.role == Role::Intrinsic {
                lines.extend(self.spelling().head(helper));
                lines.extend(intrinsic(&helper.name).lines().map(String::from));
            } else {
                lines.extend(self.function(helper));
            }
        }
        lines
    }

    /// The board, the tables and the functions of a class.
    pub fn unit(&self, unit: &Unit) -> Vec<String> {
        let sign = self.spelling().remark_sign();
        let mut lines = vec![
            String::new(),
            format!("{sign} {}", unit.title),
            String::new(),
        ];
        lines.extend(self.spelling().board_type(&unit.board));
        lines.extend(unit.tables.iter().flat_map(|table| self.table(table)));
        lines.extend(self.functions(&unit.functions));
        lines
    }

    fn table(&self, table: &Table) -> Vec<String> {
        let spelling = self.spelling();
        if let Entries::Words(words) = &table.entries
            && let Some(item) = spelling.words_item(&table.name, words)
        {
            let mut lines = vec![String::new()];
            lines.extend(remarks(spelling.remark_sign(), &table.comment));
            lines.extend(item);
            return lines;
        }
        let [set, square, word, numbers @ ..] = spelling.entry_kinds();
        let (kind, width, entries): (_, _, Vec<String>) = match &table.entries {
            Entries::Sets(sets) => {
                let entries = sets.iter().map(|&set| spelling.bits(set));
                (set, 4, entries.collect())
            }
            Entries::Squares(squares) => {
                let entries = squares.iter().map(u8::to_string);
                (square, 8, entries.collect())
            }
            Entries::Numbers(entries) => {
                let kind = number_kind(entries, numbers);
                let entries = entries.iter().map(|&number| spelling.number(number));
                (kind, 8, entries.collect())
            }
            Entries::Words(words) => {
                let entries = words.iter().map(u16::to_string);
                (word, 12, entries.collect())
            }
        };
        let mut lines = vec![String::new()];
        lines.extend(remarks(spelling.remark_sign(), &table.comment));
        let (begin, end) = spelling.table_frame(&table.name, kind, entries.len());
        lines.extend(begin);
        let rows = entries.chunks(width);
        lines.extend(rows.map(|row| format!("    {},", row.join(", "))));
        lines.push(end.into());
        lines
    }
}

/// The smallest type of number that all fit into, of 8, 16 and 32 bits.
fn number_kind<'a>(numbers: &[i32], kinds: [&'a str; 3]) -> &'a str {
    let fits = |low: i32, high: i32| numbers.iter().all(|number| (low..=high).contains(number));
    if fits(i8::MIN.into(), i8::MAX.into()) {
        kinds[0]
    } else if fits(i16::MIN.into(), i16::MAX.into()) {
        kinds[1]
    } else {
        kinds[2]
    }
}
