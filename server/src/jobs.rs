//! Jobs in the background: one is at work, few wait.

use std::{
    collections::{BTreeMap, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use crate::{
    bench::{Bench, Job, State},
    refusal::Refusal,
};

/// How many jobs may wait.
const WAITING: usize = 8;

/// How many are kept, finished ones included.
const KEPT: usize = 32;

/// The jobs of a server.
#[derive(Clone, Default)]
pub(crate) struct Jobs(Arc<Mutex<Queue>>);

#[derive(Default)]
struct Queue {
    /// By their numbers.
    all: BTreeMap<u64, Arc<Job>>,
    waiting: VecDeque<Task>,
    /// Whether a thread is at work.
    is_busy: bool,
    last: u64,
}

/// What a job is about.
struct Task {
    job: Arc<Job>,
    bench: Arc<dyn Bench>,
    text: String,
    before: Option<String>,
}

impl Jobs {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to verify a text.
    pub fn begin(
        &self,
        bench: Arc<dyn Bench>,
        text: String,
        before: Option<String>,
    ) -> Result<u64, Refusal> {
        let mut queue = self.queue();
        queue.forget();
        if queue.waiting.len() >= WAITING {
            return Err(Refusal::Busy);
        }
        if !queue.is_busy {
            let jobs = self.clone();
            let worker = thread::Builder::new().name("workbench".into());
            let begun = worker.spawn(move || while jobs.work() {});
            begun.map_err(|_| Refusal::Stopping)?;
            queue.is_busy = true;
        }
        queue.last += 1;
        let (number, job) = (queue.last, Arc::new(Job::new()));
        queue.all.insert(number, Arc::clone(&job));
        queue.waiting.push_back(Task {
            job,
            bench,
            text,
            before,
        });
        Ok(number)
    }

    pub fn find(&self, number: u64) -> Result<Arc<Job>, Refusal> {
        let found = self.queue().all.get(&number).cloned();
        found.ok_or(Refusal::NoJob(number))
    }

    /// Does what has waited longest; says whether there was anything.
    fn work(&self) -> bool {
        let mut queue = self.queue();
        queue.forget();
        let Some(task) = queue.waiting.pop_front() else {
            queue.is_busy = false;
            return false;
        };
        drop(queue);
        task.run();
        true
    }
}

impl Queue {
    /// Leaves out those that were stopped while they waited, and the oldest that are over.
    fn forget(&mut self) {
        self.waiting.retain(|task| {
            task.job.is_wanted();
            let is_stopped = task.job.is_stopped();
            if is_stopped {
                task.job.set(State::Stopped);
            }
            !is_stopped
        });
        while self.all.len() >= KEPT {
            let over = self.all.iter().find(|(_, job)| job.is_over());
            let Some(number) = over.map(|(number, _)| *number) else {
                return;
            };
            self.all.remove(&number);
        }
    }
}

impl Task {
    fn run(self) {
        let job = &self.job;
        job.set(State::Working);
        let verify = || {
            self.bench
                .verify(&self.text, self.before.as_deref(), &self.job);
        };
        let result = catch_unwind(AssertUnwindSafe(verify));
        job.set(match result {
            Err(_) => State::Failed,
            Ok(()) if job.is_stopped() => State::Stopped,
            Ok(()) => State::Finished,
        });
    }
}
