//! A server that runs while a test does, and what it answers.

use std::{
    error::Error,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, Command, Stdio},
};

/// The program, listening.
pub struct Served {
    pub child: Child,
    pub address: SocketAddr,
}

impl Served {
    pub fn new(arguments: &[&str]) -> Result<Self, Box<dyn Error>> {
        Self::with_log(arguments, Stdio::inherit())
    }

    /// One whose log can be read.
    pub fn logging(arguments: &[&str]) -> Result<Self, Box<dyn Error>> {
        Self::with_log(arguments, Stdio::piped())
    }

    fn with_log(arguments: &[&str], log: Stdio) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("drawproof"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.strip_prefix("listening on http://");
        let address = address.and_then(|rest| rest.split('/').next());
        let address = address.ok_or("no address")?.parse()?;
        Ok(Self { child, address })
    }

    /// The status and the body of an answer.
    pub fn get(&self, path: &str) -> Result<(u16, String), Box<dyn Error>> {
        self.send(format!("GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n").as_bytes())
    }

    /// The same for the bytes of a request; status 0 if there is no answer.
    pub fn send(&self, request: &[u8]) -> Result<(u16, String), Box<dyn Error>> {
        let mut stream = TcpStream::connect(self.address)?;
        // It may be refused before it is read.
        let _ = stream.write_all(request);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer)?;
        let Some((head, body)) = answer.split_once("\r\n\r\n") else {
            return Ok((0, answer));
        };
        let status = head.split(' ').nth(1).ok_or("no status")?;
        Ok((status.parse()?, body.to_owned()))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
