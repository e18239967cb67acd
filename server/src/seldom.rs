//! What any client can bring about any number of times is logged now and then.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How long nothing more is logged.
const PAUSE: Duration = Duration::from_mins(1);

/// Something that is logged once a minute, with how often it happened.
#[derive(Debug)]
pub struct Seldom(Mutex<Counted>);

#[derive(Debug)]
struct Counted {
    logged: Option<Instant>,
    /// Since it was logged.
    times: u64,
}

impl Seldom {
    pub const fn new() -> Self {
        Self(Mutex::new(Counted {
            logged: None,
            times: 0,
        }))
    }

    /// It happens once more. If that is to be logged now, returns how often it happened since the
    /// last time.
    pub fn happens(&self) -> Option<u64> {
        self.happens_at(Instant::now())
    }

    fn happens_at(&self, now: Instant) -> Option<u64> {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counted.times += 1;
        let is_early = |logged: Instant| now.duration_since(logged) < PAUSE;
        if counted.logged.is_some_and(is_early) {
            return None;
        }
        counted.logged = Some(now);
        Some(std::mem::take(&mut counted.times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn once_a_minute_with_a_count() {
        let seldom = Seldom::new();
        let start = Instant::now();
        let after = |seconds| seldom.happens_at(start + Duration::from_secs(seconds));
        assert_eq!(after(0), Some(1));
        assert_eq!((after(1), after(59)), (None, None));
        assert_eq!(after(60), Some(3));
        assert_eq!(after(61), None);
    }
}
