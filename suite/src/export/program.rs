//! The program around an exported file, asked in processes of its own.

use std::{
    io::{self, Read, Write},
    process::{ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use drawproof_export::Question;
use drawproof_system::{Guard, Guarded, Input, PIPE_PIECE, ending, wait_ready};
use drawproof_tables::{Material, ones};
use shakmaty::{Piece, Square};

/// How long a program may take to answer a sheet of positions. Python needs seconds for some.
const PATIENCE: Duration = Duration::from_mins(5);

/// A program that was compiled. Each thread asks a process of its own. After a failure it is
/// not asked again: a program that hangs would be waited for once per sheet.
pub struct Program {
    guard: Guard,
    command: Command,
    idle: Mutex<Vec<Process>>,
    failure: OnceLock<(io::ErrorKind, String)>,
}

/// A question with its positions: the squares of all men but the last, and his.
pub struct QuestionRow<'a> {
    pub question: Question,
    pub squares: &'a [Square],
    pub last: u64,
}

impl Program {
    pub fn new(command: Command, guard: &Guard) -> Self {
        Self {
            guard: guard.clone(),
            command,
            idle: Mutex::default(),
            failure: OnceLock::new(),
        }
    }

    /// The answers to some questions about a class, for each position one.
    ///
    /// # Errors
    ///
    /// If the program does not answer all, or did not the last time.
    pub fn ask<'a>(
        &self,
        class: &Material,
        asked: impl Iterator<Item = QuestionRow<'a>>,
    ) -> io::Result<Vec<i16>> {
        if let Some((kind, what)) = self.failure.get() {
            return Err(io::Error::new(*kind, what.clone()));
        }
        let answers = self.ask_a_process(class, asked);
        if let Err(error) = &answers {
            let _ = self.failure.set((error.kind(), error.to_string()));
        }
        answers
    }

    fn ask_a_process<'a>(
        &self,
        class: &Material,
        asked: impl Iterator<Item = QuestionRow<'a>>,
    ) -> io::Result<Vec<i16>> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let free = idle().pop();
        let mut process = match free {
            Some(process) => process,
            None => Process::start(&self.guard, &self.command)?,
        };
        let answers = process.ask(&class.men(), asked)?;
        idle().push(process);
        Ok(answers)
    }
}

struct Process {
    child: Guarded,
    answers: ChildStdout,
}

impl Process {
    fn start(guard: &Guard, command: &Command) -> io::Result<Self> {
        let mut child = guard.spawn(command, Input::Sent, Stdio::inherit())?;
        let answers = child.take_stdout().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self { child, answers })
    }

    fn ask<'a>(
        &mut self,
        men: &[Piece],
        asked: impl Iterator<Item = QuestionRow<'a>>,
    ) -> io::Result<Vec<i16>> {
        let mut questions = Vec::new();
        let mut positions = 0;
        for one in asked.filter(|one| one.last != 0) {
            questions.extend(one.question.bytes(men, one.squares, one.last));
            positions += one.last.count_ones() as usize;
        }
        questions.extend(Question::SEND);
        let mut bytes = vec![0; 2 * positions];
        let input = self.child.input().ok_or(io::ErrorKind::BrokenPipe)?;
        match exchange(input, &mut self.answers, &questions, &mut bytes, PATIENCE) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::TimedOut => return Err(error),
            Err(error) => return Err(self.ended().unwrap_or(error)),
        }
        let answers = bytes.as_chunks::<2>().0.iter();
        Ok(answers.map(|&bytes| i16::from_le_bytes(bytes)).collect())
    }

    /// How it ended, if it did.
    fn ended(&mut self) -> Option<io::Error> {
        let status = self.child.wait().ok()?;
        Some(io::Error::other(ending(status)))
    }
}

/// Writes questions and reads answers, each as soon as there is room or something to read: a pipe
/// may hold no more than a few of either.
///
/// # Errors
///
/// [`io::ErrorKind::TimedOut`] if that takes longer than `patience` in all, whether the program
/// does nothing or too little.
fn exchange(
    to: &mut ChildStdin,
    from: &mut ChildStdout,
    questions: &[u8],
    answers: &mut [u8],
    patience: Duration,
) -> io::Result<()> {
    let start = Instant::now();
    let (mut sent, mut filled) = (0, 0);
    while sent < questions.len() || filled < answers.len() {
        let Some(left) = patience.checked_sub(start.elapsed()) else {
            let (count, seconds) = (answers.len() / 2, patience.as_secs());
            let what = format!("it did not give {count} answers within {seconds} s");
            return Err(io::Error::new(io::ErrorKind::TimedOut, what));
        };
        let reads = (filled < answers.len()).then_some(&*from);
        let writes = (sent < questions.len()).then_some(&*to);
        let [can_read, can_write] = wait_ready(reads, writes, left)?;
        if can_write {
            let end = questions.len().min(sent + PIPE_PIECE);
            sent += to.write(&questions[sent..end])?;
        }
        if can_read {
            match from.read(&mut answers[filled..])? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => filled += count,
            }
        }
    }
    Ok(())
}

/// Answers put back in their places: for each position of a set of columns, the next answer.
pub fn each(columns: u64, answers: &mut impl Iterator<Item = i16>, mut see: impl FnMut(u32, i16)) {
    for (column, answer) in ones(columns).zip(answers) {
        see(column, answer);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::thread;

    use super::*;

    /// What happens to a megabyte of questions that a shell script is to answer within a second.
    fn exchanged(script: &str, answers: usize) -> io::Result<()> {
        let mut child = Command::new("sh")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (mut to, mut from) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let patience = Duration::from_secs(1);
        let questions = vec![0; 1 << 20];
        let done = exchange(
            &mut to,
            &mut from,
            &questions,
            &mut vec![0; answers],
            patience,
        );
        child.kill()?;
        child.wait()?;
        done
    }

    #[test]
    fn waits_for_no_program_without_end() {
        let scripts = [
            // It never reads.
            "exec sleep 60",
            // It reads a page at a time, which would take 25 seconds.
            "while head -c 4096 > /dev/null; do sleep 0.1; done",
            // It reads all questions and answers the first ones.
            "echo 1; cat > /dev/null; echo 2",
        ];
        // At the same time, since each is waited for.
        let asked = scripts.map(|script| thread::spawn(move || (script, exchanged(script, 100))));
        for asked in asked {
            let (script, answered) = asked.join().expect("no thread panics");
            let error = answered.expect_err(script);
            assert_eq!(error.kind(), io::ErrorKind::TimedOut, "{script}: {error}");
        }
    }

    #[test]
    fn reads_answers_while_it_writes_questions() -> io::Result<()> {
        exchanged("exec cat", 1 << 20)
    }
}
