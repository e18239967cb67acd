//! Connections: how many there may be, how long they may take, and how they end.

use std::{
    future::Future,
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

use axum::Router;
use drawproof_suite::{explainer::Explainer, workbench::Workbench};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulConnection, GracefulShutdown},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener as Listener, TcpStream},
    runtime::Runtime,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;
use tower_http::add_extension::AddExtension;

use crate::{
    client::{Client, Share, Shares},
    jobs::Jobs,
    limits::Limits,
    routes::routes,
    seldom::Seldom,
    sources::Sources,
};

/// A server that has an address, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    limits: Limits,
}

impl Server {
    /// Takes an address; its port may be 0 for any that is free.
    ///
    /// # Errors
    ///
    /// If the address cannot be had.
    pub fn bind(address: SocketAddr, limits: Limits) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, limits })
    }

    /// The address.
    ///
    /// # Errors
    ///
    /// If the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until `stop` is ready; then finishes those that have begun.
    ///
    /// # Errors
    ///
    /// If the system has no threads or no events for it.
    pub fn run(
        self,
        sources: Sources,
        explainer: Explainer,
        workbench: Workbench,
        stop: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let Self { listener, limits } = self;
        let runtime = Runtime::new()?;
        let app = routes(sources, explainer, workbench, Jobs::default(), limits);
        runtime.block_on(async {
            let listener = Listener::from_std(listener)?;
            let open = GracefulShutdown::new();
            tokio::select! {
                () = accept(&listener, &app, limits, &open) => {}
                () = stop => {}
            }
            drop(listener);
            if timeout(limits.answer, open.shutdown()).await.is_err() {
                tracing::warn!("some connections were cut off");
            }
            Ok(())
        })
    }
}

/// Ready when the program is asked to stop: by Ctrl-C, or by the system.
pub async fn asked_to_stop() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Accepts connections for ever.
async fn accept(listener: &Listener, app: &Router, limits: Limits, open: &GracefulShutdown) {
    static FULL: Seldom = Seldom::new();
    static FAILED: Seldom = Seldom::new();
    let places = Arc::new(Semaphore::new(limits.connections));
    let shares = Shares::default();
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, address)) => {
                let client = Client::at(address.ip());
                if let Some(share) = shares.take(client, limits.of_one()) {
                    serve(stream, client, (place, share), app, limits, open);
                } else if let Some(times) = FULL.happens() {
                    tracing::warn!(%address, times, "closed connections of an address with too many");
                }
            }
            // Of one connection, or there are too many files.
            Err(error) => {
                if let Some(times) = FAILED.happens() {
                    tracing::warn!(%error, times, "cannot accept a connection");
                }
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Answers the requests of a connection, which has a place until it ends.
fn serve(
    stream: TcpStream,
    client: Client,
    place: (OwnedSemaphorePermit, Share),
    app: &Router,
    limits: Limits,
    open: &GracefulShutdown,
) {
    // An answer is one small packet. Without this it only takes longer.
    let _ = stream.set_nodelay(true);
    let connection = open.watch(connection(stream, client, app.clone(), limits));
    tokio::spawn(async move {
        let _place = place;
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection ended");
        }
    });
}

/// The answers to what comes in.
pub(crate) fn connection<S: AsyncRead + AsyncWrite + Send + 'static>(
    stream: S,
    client: Client,
    app: Router,
    limits: Limits,
) -> impl GracefulConnection<Error = hyper::Error> + Send + 'static {
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(limits.client));
    stream.set_write_timeout(Some(limits.client));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.client)
        .max_buf_size(limits.head)
        // A client may have nothing more to say and still wait for its answer.
        .half_close(true)
        .serve_connection(
            TokioIo::new(Box::pin(stream)),
            TowerToHyperService::new(AddExtension::new(app, client)),
        )
}
