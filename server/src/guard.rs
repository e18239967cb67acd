//! What is asked of requests: where they come from, and that they do not take for ever. The workbench
//! begins long work, and is for the person who started the server.

use std::time::Duration;

use axum::{
    body::to_bytes,
    extract::{Request, State},
    http::{HeaderMap, StatusCode, Version, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tokio::time::timeout;
use tower_http::timeout::TimeoutLayer;

use crate::{
    limits::Limits,
    refusal::{LONGEST_BODY, Refusal},
};

/// Lets requests through that name the server by its address or as `localhost`, and that come from
/// its own page or from no page: a host elsewhere may give its own name this machine's address, and
/// then a browser takes the two for one.
pub async fn own_pages_only(request: Request, next: Next) -> Response {
    if is_own(request.headers()) {
        next.run(request).await
    } else {
        Refusal::Foreign.into_response()
    }
}

/// Refuses what HTTP/1.1 forbids: a request that does not say which host it is for.
pub async fn with_host(request: Request, next: Next) -> Response {
    let has_host = request.headers().contains_key(header::HOST);
    if request.version() == Version::HTTP_11 && !has_host {
        Refusal::NoHost.into_response()
    } else {
        next.run(request).await
    }
}

/// Ends the work on a request that takes too long.
pub fn in_time(limits: Limits) -> TimeoutLayer {
    TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, limits.answer)
}

/// Waits for the whole body of a request, but not for long.
pub async fn whole_bodies(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let body = match timeout(limit, to_bytes(body, LONGEST_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return Refusal::LongBody.into_response(),
        Err(_) => return Refusal::Slow.into_response(),
    };
    next.run(Request::from_parts(head, body.into())).await
}

fn is_own(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let Some(host) = text(header::HOST) else {
        return false;
    };
    let is_from_it = |origin: &str| origin.strip_prefix("http://") == Some(host);
    is_address(host) && text(header::ORIGIN).is_none_or(is_from_it)
}

/// Whether a host is `localhost` or an address, with or without a port.
fn is_address(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    let v6 = name.strip_prefix('[').and_then(|of| of.strip_suffix(']'));
    name == "localhost"
        || name.parse::<std::net::Ipv4Addr>().is_ok()
        || v6.is_some_and(|of| of.parse::<std::net::Ipv6Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_let_in(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
        }
        is_own(&headers)
    }

    #[test]
    fn hosts_are_addresses() {
        for (host, is_one) in [
            ("127.0.0.1:9000", true),
            ("localhost:9000", true),
            ("localhost", true),
            ("[::1]:9000", true),
            ("192.168.0.7:9000", true),
            ("evil.example:9000", false),
            ("127.0.0.1.evil.example", false),
            ("localhost.evil.example", false),
            ("", false),
        ] {
            assert_eq!(is_let_in(host, None), is_one, "{host}");
        }
    }

    #[test]
    fn pages_of_others_are_kept_out() {
        let host = "127.0.0.1:9000";
        for (origin, is_own) in [
            ("http://127.0.0.1:9000", true),
            ("http://127.0.0.1:9001", false),
            ("http://evil.example", false),
            ("https://127.0.0.1:9000", false),
            ("null", false),
        ] {
            assert_eq!(is_let_in(host, Some(origin)), is_own, "{origin}");
        }
    }
}
