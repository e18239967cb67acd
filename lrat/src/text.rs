//! Formulas as DIMACS and proofs as LRAT, both as text.

use std::io::{BufRead, ErrorKind};
use std::num::IntErrorKind;

use crate::{Checked, Checker, DEFAULT_MEMORY, Error, Fault, Input};

/// The longest word that is read; the longest number has 20 signs.
const LONGEST_WORD: usize = 24;

/// Checks that a proof, as LRAT, shows that a formula, as DIMACS, has no solution.
///
/// # Errors
///
/// If one of the files cannot be read, or the proof is wrong.
pub fn check(dimacs: impl BufRead, lrat: impl BufRead) -> Result<Checked, Error> {
    check_within(dimacs, lrat, DEFAULT_MEMORY)
}

/// The same with a limit, in bytes, for the clauses that are held at once.
///
/// # Errors
///
/// If one of the files cannot be read, the proof is wrong, or the memory is not enough.
pub fn check_within(
    dimacs: impl BufRead,
    lrat: impl BufRead,
    memory: u64,
) -> Result<Checked, Error> {
    let mut words = Words::new(dimacs, memory);
    let formula = read_formula(&mut words, memory);
    let mut checker = formula.map_err(|fault| words.error(Input::Formula, fault))?;
    let mut words = Words::new(lrat, memory);
    let proof = read_proof(&mut words, &mut checker).and_then(|()| checker.finish());
    proof.map_err(|fault| words.error(Input::Proof, fault))
}

fn read_formula(words: &mut Words<impl BufRead>, memory: u64) -> Result<Checker, Fault> {
    let mut variables = 0;
    let mut said = None;
    // The header is the first line that is no comment.
    while said.is_none() && words.next_line()? {
        if words.word()? != Some("p") || words.word()? != Some("cnf") {
            return Err(Fault::Header);
        }
        variables = words.count()?.ok_or(Fault::Header)?;
        said = Some(words.count()?.ok_or(Fault::Header)?);
        words.end_of_line()?;
    }
    let said = said.ok_or(Fault::Header)?;
    let mut checker = Checker::within(variables, memory)?;
    let mut found = 0;
    let mut clause = Vec::new();
    while words.next_line()? {
        while let Some(literal) = words.number()? {
            if literal != 0 {
                words.push(&mut clause, literal)?;
                continue;
            }
            found += 1;
            if found > said {
                return Err(Fault::Clauses { said, found });
            }
            checker.axiom(&clause)?;
            clause.clear();
        }
    }
    if !clause.is_empty() {
        return Err(Fault::Cut);
    }
    if found != said {
        return Err(Fault::Clauses { said, found });
    }
    Ok(checker)
}

fn read_proof(words: &mut Words<impl BufRead>, checker: &mut Checker) -> Result<(), Fault> {
    let mut literals = Vec::new();
    let mut ids = Vec::new();
    while words.next_line()? {
        if matches!(words.peek()?, Some(b'a' | b'd')) {
            return Err(Fault::Binary);
        }
        let id = words.count()?.ok_or(Fault::Cut)?;
        literals.clear();
        ids.clear();
        if words.is_deletion()? {
            words.list(&mut ids)?;
            words.end_of_line()?;
            checker.delete(&ids)?;
        } else {
            words.list(&mut literals)?;
            words.list(&mut ids)?;
            words.end_of_line()?;
            checker.step(id, &literals, &ids)?;
        }
    }
    Ok(())
}

/// The words of a file, line by line. Lines that begin with `c` are comments.
struct Words<R> {
    from: R,
    line: u64,
    word: Vec<u8>,
    /// How many bytes the numbers of a clause or step may take.
    memory: u64,
}

impl<R: BufRead> Words<R> {
    fn new(from: R, memory: u64) -> Self {
        Self {
            from,
            line: 0,
            word: Vec::new(),
            memory,
        }
    }

    fn error(&self, input: Input, fault: Fault) -> Error {
        let line = self.line.max(1);
        Error { input, line, fault }
    }

    /// The next byte, which stays.
    fn peek(&mut self) -> Result<Option<u8>, Fault> {
        loop {
            match self.from.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Fault::Read(error.to_string())),
            }
        }
    }

    /// The next byte of the line that is no blank, which stays; `None` at its end.
    fn start(&mut self) -> Result<Option<u8>, Fault> {
        loop {
            match self.peek()? {
                Some(b' ' | b'\t' | b'\r') => self.from.consume(1),
                Some(b'\n') | None => return Ok(None),
                byte => return Ok(byte),
            }
        }
    }

    /// Goes to the start of the next line with a word, and is false if there is none.
    fn next_line(&mut self) -> Result<bool, Fault> {
        self.line += u64::from(self.line == 0);
        loop {
            match self.start()? {
                None if self.peek()?.is_none() => return Ok(false),
                None => {
                    self.from.consume(1);
                    self.line += 1;
                }
                Some(b'c') => {
                    while self.peek()?.is_some_and(|byte| byte != b'\n') {
                        self.from.consume(1);
                    }
                }
                Some(_) => return Ok(true),
            }
        }
    }

    /// The next word of the line.
    fn word(&mut self) -> Result<Option<&str>, Fault> {
        self.word.clear();
        self.start()?;
        while let Some(byte) = self.peek()?
            && !byte.is_ascii_whitespace()
        {
            self.word.push(byte);
            self.from.consume(1);
            if self.word.len() > LONGEST_WORD {
                return Err(self.unexpected());
            }
        }
        if !self.word.is_ascii() {
            return Err(self.unexpected());
        }
        // ASCII always is UTF-8.
        let word = str::from_utf8(&self.word).ok();
        Ok(word.filter(|word| !word.is_empty()))
    }

    fn unexpected(&self) -> Fault {
        let word = String::from_utf8_lossy(&self.word).into_owned();
        let is_number = self.word.iter().all(u8::is_ascii_digit);
        let fault = [Fault::NotANumber, Fault::TooLarge][usize::from(is_number)];
        fault(word)
    }

    /// The next number of the line.
    fn number(&mut self) -> Result<Option<i64>, Fault> {
        let Some(word) = self.word()? else {
            return Ok(None);
        };
        match word.parse() {
            Ok(number) => Ok(Some(number)),
            Err(error) => Err(match error.kind() {
                IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
                    Fault::TooLarge(word.into())
                }
                _ => Fault::NotANumber(word.into()),
            }),
        }
    }

    /// The next number of the line, which is not below 0.
    fn count(&mut self) -> Result<Option<u64>, Fault> {
        let Some(number) = self.number()? else {
            return Ok(None);
        };
        let count = u64::try_from(number);
        count.map(Some).map_err(|_| Fault::Negative(number))
    }

    /// Whether the line goes on with the word `d`, which is passed.
    fn is_deletion(&mut self) -> Result<bool, Fault> {
        let is_deletion = self.start()? == Some(b'd');
        if is_deletion {
            self.word()?;
        }
        Ok(is_deletion)
    }

    /// Numbers up to a 0.
    fn list<T>(&mut self, list: &mut Vec<T>) -> Result<(), Fault>
    where
        T: TryFrom<i64>,
    {
        while let Some(number) = self.number()? {
            if number == 0 {
                return Ok(());
            }
            self.push(list, number)?;
        }
        Err(Fault::Cut)
    }

    fn push<T: TryFrom<i64>>(&self, list: &mut Vec<T>, number: i64) -> Result<(), Fault> {
        let one = T::try_from(number).map_err(|_| Fault::TooLarge(number.to_string()))?;
        list.push(one);
        if size_of_val(list.as_slice()) as u64 > self.memory {
            return Err(Fault::Memory(self.memory));
        }
        Ok(())
    }

    fn end_of_line(&mut self) -> Result<(), Fault> {
        match self.word()? {
            None => Ok(()),
            Some(word) => Err(Fault::Trailing(word.into())),
        }
    }
}
