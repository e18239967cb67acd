//! What all requests share, and the work for one of them.

use std::sync::{Arc, OnceLock};

use drawproof_suite::{explainer::Explainer, workbench::Workbench};
use drawproof_tables::{GivenPosition, Material, chess_of_fen};
use serde::Deserialize;
use tokio::{sync::Semaphore, task::spawn_blocking};

use crate::{
    jobs::Jobs,
    refusal::{LONGEST, Refusal},
    sources::Sources,
    zugzwangs::KnownZugzwangs,
};

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub known: Arc<Knowing>,
    /// One permit for each request that may be at work.
    working: Arc<Semaphore>,
}

/// What answers come from.
pub(crate) struct Knowing {
    pub sources: Sources,
    pub explainer: Explainer,
    pub workbench: Arc<Workbench>,
    /// The verifications of the workbench.
    pub jobs: Jobs,
    /// The classes that the sources have, looked up once.
    pub classes: OnceLock<Vec<Material>>,
    /// The mutual zugzwangs that were asked for.
    pub zugzwangs: KnownZugzwangs,
}

/// A question about a position.
#[derive(Deserialize)]
pub(crate) struct PositionAsked {
    fen: String,
}

impl PositionAsked {
    /// The position, as far as it can be one: rights that do not fit the board are left out.
    pub fn position(&self) -> Result<GivenPosition, Refusal> {
        if self.fen.len() > LONGEST {
            return Err(Refusal::Long(self.fen.len()));
        }
        Ok(chess_of_fen(&self.fen)?)
    }
}

impl Shared {
    /// `at_work` is how many requests may be at work.
    pub fn new(known: Knowing, at_work: usize) -> Self {
        Self {
            known: Arc::new(known),
            working: Arc::new(Semaphore::new(at_work)),
        }
    }

    /// Looks for an answer on a thread that may wait for a disk.
    pub async fn work<T: Send + 'static>(
        self,
        find: impl FnOnce(&Knowing) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.working.acquire_owned().await;
        let permit = permit.map_err(|_| Refusal::Stopping)?;
        let found = spawn_blocking(move || {
            let _permit = permit;
            find(&self.known)
        });
        found.await.map_err(|_| Refusal::Stopping)?
    }
}
