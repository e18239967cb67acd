//! The output of the process of a shared library, which the library may
//! corrupt.

use std::io::{self, Read};

use drawproof_plugin::Function;
use drawproof_plugin::protocol::{
    HELLO_BYTES, Hello, ODD_BYTES, PASSES, REPLY_BYTES, RESULTS, Reply, Request,
};
use shakmaty::{Color, Square};

use super::target::Target;

pub const TARGET: Target = Target {
    name: "protocol",
    run,
    seeds,
    sealed: None,
    words: &[],
};

/// Whole messages, one after another.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let request = Request {
        number: 1,
        turn: Color::Black,
        en_passant: Some(Square::E3),
        fixed: [Square::A1, Square::H8, Square::C3].into_iter().collect(),
        legal: [0x0123_4567_89ab_cdef; 64],
    };
    let odd = drawproof_plugin::protocol::OddAnswer {
        at: (5, 63),
        pass: 2,
        value: -7,
    };
    let reply = |odd| Reply {
        number: 1,
        excluded: [[[1; 64]; RESULTS]; PASSES],
        odd,
    };
    let mut messages: Vec<(String, Vec<u8>)> = ["request", "reply", "odd", "ready", "missing"]
        .map(|name| (name.to_owned(), Vec::new()))
        .to_vec();
    let written = [
        request.write(&mut messages[0].1),
        reply(Vec::new()).write(&mut messages[1].1),
        reply(vec![odd; 3]).write(&mut messages[2].1),
        Hello::Ready(Function::Results).write(&mut messages[3].1),
        Hello::Missing("drawproof_is_draw".into()).write(&mut messages[4].1),
    ];
    for written in written {
        written.expect("memory can be written");
    }
    messages
}

fn run(bytes: &[u8]) {
    hello(bytes);
    reply(bytes);
    request(bytes);
}

fn hello(mut bytes: &[u8]) {
    let mut head = [0; HELLO_BYTES];
    if bytes.read_exact(&mut head).is_err() {
        return;
    }
    let length = Hello::text_bytes(head);
    assert!(length <= 1 << 16);
    if let Some(text) = bytes.get(..length) {
        let hello = Hello::read(head, text);
        let again = written(|to| hello.write(to));
        let (head, text) = again.split_first_chunk().expect("a head");
        // Invalid UTF-8 grows when it is replaced.
        if Hello::text_bytes(*head) == text.len() {
            assert_eq!(Hello::read(*head, text), hello);
        }
    }
}

fn reply(bytes: &[u8]) {
    let Some((head, rest)) = bytes.split_first_chunk::<REPLY_BYTES>() else {
        return;
    };
    let number = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
    assert_eq!(Reply::begin(head, number.wrapping_add(1)), None);
    let Some((odd, mut reply)) = Reply::begin(head, number) else {
        return;
    };
    assert!(odd <= PASSES * 64 * 64);
    let Some(rest) = rest.get(..odd * ODD_BYTES) else {
        return;
    };
    reply.end(rest);
    assert_eq!(reply.odd.len(), odd);
    for answer in &reply.odd {
        assert!(answer.at.0 < 64 && answer.at.1 < 64 && answer.pass < PASSES);
    }
    let again = written(|to| reply.write(to));
    let (head, rest) = again.split_first_chunk().expect("a head");
    let (_, mut read) = Reply::begin(head, number).expect("it was written");
    read.end(rest);
    assert_eq!(read, reply);
}

fn request(bytes: &[u8]) {
    let mut rest = bytes;
    while let Some(request) = Request::read(&mut rest).expect("memory can be read") {
        let again = written(|to| request.write(to));
        let read = Request::read(&mut again.as_slice()).expect("memory can be read");
        assert_eq!(read, Some(request));
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory can be written");
    bytes
}
