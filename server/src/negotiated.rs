//! Answers in the format that a client asks for: JSON or CBOR.

use axum::{
    Json,
    extract::FromRequestParts,
    http::{HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::Serialize;

const CBOR: &str = "application/cbor";

/// The format that the header `Accept` names.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    Json,
    Cbor,
}

impl<S: Sync> FromRequestParts<S> for Format {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let accepted = parts.headers.get_all(header::ACCEPT).iter();
        let mut kinds = accepted
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .filter_map(|kind| kind.split(';').next());
        let is_cbor = |kind: &str| kind.trim().eq_ignore_ascii_case(CBOR);
        Ok(if kinds.any(is_cbor) {
            Self::Cbor
        } else {
            Self::Json
        })
    }
}

impl Format {
    pub fn answer<T: Serialize>(self, answer: T) -> Response {
        let mut response = match self {
            Self::Json => Json(answer).into_response(),
            Self::Cbor => match minicbor_serde::to_vec(answer) {
                Ok(bytes) => ([(header::CONTENT_TYPE, CBOR)], bytes).into_response(),
                Err(_) => axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            },
        };
        let vary = HeaderValue::from_static("accept");
        response.headers_mut().append(header::VARY, vary);
        response
    }
}
