//! The progress of a search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use drawproof_language::Claim;
use drawproof_mining::News;
use drawproof_tables::Material;

use crate::progress::{Bar, Progress};

/// A line that shows how far a search is. It disappears when
/// this is dropped.
pub struct Watch {
    spinner: Bar,
    claim: Claim,
    examined: AtomicU64,
    blocks: AtomicU64,
}

impl Watch {
    /// Begins the line.
    pub fn new(class: &Material, claim: Claim, progress: &Progress) -> Self {
        Self {
            claim,
            spinner: progress.bar(format!("mining {class}"), None),
            examined: AtomicU64::new(0),
            blocks: AtomicU64::new(0),
        }
    }

    /// Shows what a search says of itself.
    pub fn tell(&self, news: News) {
        match news {
            News::Examining(blocks) => {
                self.examined.store(0, Relaxed);
                self.blocks.store(blocks, Relaxed);
            }
            News::Examined(blocks) => {
                let examined = self.examined.fetch_add(blocks, Relaxed) + blocks;
                let percent = 100 * examined / self.blocks.load(Relaxed).max(1);
                self.say(format!("looking at positions, {percent} %"));
            }
            News::Found { rules, share } => {
                let of = match self.claim {
                    Claim::Draw => "of draws".into(),
                    claim => format!("of where {} is right", claim.name()),
                };
                self.say(format!("{rules} rules, {:.2} % {of}", 100.0 * share));
            }
        }
    }

    /// Shows something else.
    pub fn say(&self, message: String) {
        self.spinner.set_message(message);
    }

    /// Ends the line.
    pub fn end(&self) {
        self.spinner.end();
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end();
    }
}
