//! A server without an address, for tests of what clients send.

use std::{
    io,
    net::{IpAddr, Ipv4Addr},
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use axum::Router;
use drawproof_suite::{explainer::Explainer, workbench::Workbench};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    runtime::Runtime,
};

use crate::{
    client::Client, jobs::Jobs, limits::Limits, routes::routes, serve::connection, sources::Sources,
};

/// A server that answers bytes.
pub struct Unbound {
    runtime: Runtime,
    app: Router,
    jobs: Jobs,
    limits: Limits,
}

impl Unbound {
    /// A server with the sources of its answers.
    ///
    /// # Errors
    ///
    /// If the system has no threads for it.
    pub fn new(sources: Sources, explainer: Explainer, workbench: Workbench) -> io::Result<Self> {
        let (jobs, limits) = (Jobs::default(), Limits::default());
        Ok(Self {
            runtime: Runtime::new()?,
            app: routes(sources, explainer, workbench, jobs.clone(), limits),
            jobs,
            limits,
        })
    }

    /// The answers to all that a client sends.
    pub fn answers(&self, bytes: &[u8]) -> Vec<u8> {
        let answers = Arc::default();
        let wire = Wire {
            rest: bytes.to_vec(),
            answers: Arc::clone(&answers),
        };
        let client = Client::at(IpAddr::V4(Ipv4Addr::LOCALHOST));
        // What it ends with is the client's fault.
        let _ = self
            .runtime
            .block_on(async { connection(wire, client, self.app.clone(), self.limits).await });
        let answers: &Mutex<Vec<u8>> = &answers;
        std::mem::take(&mut *answers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Stops all jobs and waits until they end; says whether none panicked.
    pub fn stop_jobs(&self) -> bool {
        self.jobs.stop_all()
    }
}

/// What a client sends, and what it gets.
struct Wire {
    rest: Vec<u8>,
    answers: Arc<Mutex<Vec<u8>>>,
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let count = self.rest.len().min(buffer.remaining());
        buffer.put_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
