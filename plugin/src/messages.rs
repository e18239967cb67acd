//! What a library writes to standard error, passed on without what could harm a
//! terminal.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use drawproof_tables::visible_bytes;

/// The longest line that is passed on as one.
const MAX_LINE: u64 = 4096;

/// How long to wait for the last messages of a process that has ended.
const PATIENCE: Duration = Duration::from_secs(1);

/// A thread that passes messages on. Dropping this waits for the last of them,
/// so the process must have ended.
pub struct Messages(Receiver<()>);

impl Messages {
    /// Passes on everything that is read, line by line.
    pub fn pass_on(from: impl Read + Send + 'static) -> Self {
        let (over, is_over) = channel();
        thread::spawn(move || {
            // Without a standard error there is nobody to tell.
            let _ = pass_on(BufReader::new(from), &mut io::stderr());
            drop(over);
        });
        Self(is_over)
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        // Nothing is ever sent: this ends with the thread, or with patience.
        let _ = self.0.recv_timeout(PATIENCE);
    }
}

fn pass_on(mut from: impl BufRead, to: &mut impl Write) -> io::Result<()> {
    loop {
        let mut line = Vec::new();
        if (&mut from).take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        // Only a very long line goes on; one without end is ended.
        let goes_on = line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n');
        let text = visible_bytes(line.strip_suffix(b"\n").unwrap_or(&line));
        // In one piece, so that messages of several processes do not mix.
        to.write_all(if goes_on { text } else { text + "\n" }.as_bytes())?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_made_visible() -> io::Result<()> {
        let mut shown = Vec::new();
        let said = b"plain \xc3\xa4\n\x1b[31mred\r\n\n\xffodd\x1b]0;title\x07";
        pass_on(&said[..], &mut shown)?;
        let expected = "plain ä\n\\u{1b}[31mred\\u{d}\n\n\\xffodd\\u{1b}]0;title\\u{7}\n";
        assert_eq!(String::from_utf8_lossy(&shown), expected);
        // A line without end is passed on in pieces.
        let mut shown = Vec::new();
        pass_on(&[b'x'; 10_000][..], &mut shown)?;
        assert_eq!(shown, ["x".repeat(10_000), "\n".into()].concat().as_bytes());
        Ok(())
    }
}
