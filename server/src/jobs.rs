//! Jobs in the background: one is at work, few wait.

use std::{
    collections::VecDeque,
    hash::{BuildHasher, RandomState},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use crate::{
    client::Client,
    job::{Job, State},
    refusal::Refusal,
};

/// How many jobs may wait.
const WAITING: usize = 8;

/// How many of them may be of one client.
const WAITING_OF_ONE: usize = WAITING / 2;

/// How many are kept, finished ones included.
const KEPT: usize = 32;

/// The jobs of a server.
#[derive(Clone, Default)]
pub(crate) struct Jobs(Arc<Mutex<Queue>>);

#[derive(Default)]
struct Queue {
    /// With their numbers, the oldest first.
    all: VecDeque<(u64, Arc<Job>)>,
    waiting: VecDeque<Task>,
    /// Whether a thread is at work.
    is_busy: bool,
    /// Whose job it began last.
    last: Option<Client>,
    begun: u64,
}

/// What a job is about.
struct Task {
    job: Arc<Job>,
    /// Who asked for it.
    of: Client,
    work: Box<dyn FnOnce(&Job) + Send>,
}

impl Jobs {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a job of a client, or lets it wait.
    pub fn begin(
        &self,
        of: Client,
        work: impl FnOnce(&Job) + Send + 'static,
    ) -> Result<u64, Refusal> {
        let mut queue = self.queue();
        queue.forget();
        if queue.waiting.len() >= WAITING {
            return Err(Refusal::Busy);
        }
        if queue.waiting.iter().filter(|task| task.of == of).count() >= WAITING_OF_ONE {
            return Err(Refusal::Greedy);
        }
        if !queue.is_busy {
            let jobs = self.clone();
            let worker = thread::Builder::new().name("workbench".into());
            let begun = worker.spawn(move || while jobs.work() {});
            begun.map_err(|_| Refusal::Stopping)?;
            queue.is_busy = true;
        }
        queue.begun += 1;
        let (number, job) = (random_number(queue.begun), Arc::new(Job::new()));
        queue.all.push_back((number, Arc::clone(&job)));
        queue.waiting.push_back(Task {
            job,
            of,
            work: Box::new(work),
        });
        Ok(number)
    }

    pub fn find(&self, number: u64) -> Result<Arc<Job>, Refusal> {
        let queue = self.queue();
        let found = queue.all.iter().find(|(of, _)| *of == number);
        found.map_or(Err(Refusal::NoJob(number)), |(_, job)| Ok(Arc::clone(job)))
    }

    /// Stops all jobs and waits until they end; says whether none panicked.
    pub fn stop_all(&self) -> bool {
        let all: Vec<_> = self.queue().all.iter().cloned().collect();
        for (_, job) in &all {
            job.stop();
        }
        self.queue().forget();
        let has_panicked = |job: &Job| {
            while !job.is_over() {
                thread::sleep(Duration::from_millis(1));
            }
            job.look().0 == State::Failed
        };
        !all.iter().any(|(_, job)| has_panicked(job))
    }

    /// Does what is next; says whether there was anything.
    fn work(&self) -> bool {
        let mut queue = self.queue();
        queue.forget();
        let Some(task) = queue.next() else {
            queue.is_busy = false;
            return false;
        };
        drop(queue);
        task.run();
        true
    }
}

impl Queue {
    /// What has waited longest, of another client than the last job was, if others wait.
    fn next(&mut self) -> Option<Task> {
        let last = self.last;
        let other = self.waiting.iter().position(|task| Some(task.of) != last);
        let task = self.waiting.remove(other.unwrap_or(0))?;
        self.last = Some(task.of);
        Some(task)
    }

    /// Leaves out those that were stopped while they waited, and the oldest that are over.
    fn forget(&mut self) {
        self.waiting.retain(|task| {
            task.job.stop_if_unwanted();
            let is_stopped = task.job.is_stopped();
            if is_stopped {
                task.job.set(State::Stopped);
            }
            !is_stopped
        });
        while self.all.len() >= KEPT {
            let Some(over) = self.all.iter().position(|(_, job)| job.is_over()) else {
                return;
            };
            self.all.remove(over);
        }
    }
}

/// A number that nobody guesses who was not told it: without it a job cannot be read or stopped. A
/// page's script has numbers of 53 bits.
fn random_number(of: u64) -> u64 {
    RandomState::new().hash_one(of) >> 11
}

impl Task {
    fn run(self) {
        let job = &self.job;
        job.set(State::Working);
        let result = catch_unwind(AssertUnwindSafe(|| (self.work)(job)));
        job.set(match result {
            Err(_) => State::Failed,
            Ok(()) if job.is_stopped() => State::Stopped,
            Ok(()) => State::Finished,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread::sleep, time::Duration};

    use super::{Jobs, KEPT, WAITING, WAITING_OF_ONE};
    use crate::{
        client::Client,
        job::{Job, State},
        refusal::Refusal,
    };

    /// Waits to be stopped, panics, or finds the text.
    fn work(text: &str, job: &Job) {
        match text {
            "wait" => wait(|| job.is_stopped()),
            "panic" => panic!("as it should"),
            _ => job.keep(format!("{text:?}")),
        }
    }

    fn wait(holds: impl Fn() -> bool) {
        while !holds() {
            sleep(Duration::from_millis(1));
        }
    }

    fn client(number: u8) -> Client {
        Client::at([10, 0, 0, number].into())
    }

    fn begin_for(jobs: &Jobs, of: u8, text: &'static str) -> Result<u64, Refusal> {
        jobs.begin(client(of), |job| work(text, job))
    }

    fn begin(jobs: &Jobs, text: &'static str) -> Result<u64, Refusal> {
        begin_for(jobs, 1, text)
    }

    /// Begins a job that goes on until it is stopped.
    fn occupy(jobs: &Jobs) -> Result<u64, Refusal> {
        let first = begin(jobs, "wait")?;
        let is_at_work = |job: Arc<Job>| job.look().0 == State::Working;
        wait(|| jobs.find(first).is_ok_and(is_at_work));
        Ok(first)
    }

    fn end(jobs: &Jobs, number: u64) -> Result<(State, Arc<str>), Refusal> {
        let job = jobs.find(number)?;
        wait(|| job.is_over());
        Ok(job.look())
    }

    #[test]
    fn one_is_at_work_and_few_wait() -> Result<(), Refusal> {
        let jobs = Jobs::default();
        let first = occupy(&jobs)?;
        let waiting = (0..WAITING as u8).map(|of| begin_for(&jobs, of, "x"));
        let waiting = waiting.collect::<Result<Vec<u64>, _>>()?;
        assert!(matches!(begin(&jobs, "x"), Err(Refusal::Busy)));
        // One that is stopped gives its place to another.
        jobs.find(waiting[3])?.stop();
        let last = begin(&jobs, "y")?;
        assert_eq!(end(&jobs, waiting[3])?.0, State::Stopped);
        assert_eq!(jobs.find(last)?.look().0, State::Waiting);
        jobs.find(first)?.stop();
        assert_eq!(end(&jobs, first)?.0, State::Stopped);
        assert_eq!(end(&jobs, waiting[0])?, (State::Finished, "\"x\"".into()));
        assert_eq!(end(&jobs, last)?, (State::Finished, "\"y\"".into()));
        Ok(())
    }

    #[test]
    fn one_client_keeps_no_other_waiting() -> Result<(), Refusal> {
        let jobs = Jobs::default();
        let first = occupy(&jobs)?;
        let own = (0..WAITING_OF_ONE).map(|_| begin(&jobs, "wait"));
        let own = own.collect::<Result<Vec<u64>, _>>()?;
        assert!(matches!(begin(&jobs, "x"), Err(Refusal::Greedy)));
        // The next job is that of the other, which came last.
        let other = begin_for(&jobs, 2, "x")?;
        jobs.find(first)?.stop();
        assert_eq!(end(&jobs, other)?.0, State::Finished);
        for job in own {
            jobs.find(job)?.stop();
        }
        Ok(())
    }

    #[test]
    fn nobody_guesses_a_number() -> Result<(), Refusal> {
        let jobs = Jobs::default();
        let first = occupy(&jobs)?;
        let second = begin(&jobs, "x")?;
        assert!(first.abs_diff(second) > 1 << 20, "{first} {second}");
        for near in (0..100)
            .chain(first.saturating_sub(9)..first)
            .chain(first + 1..first + 9)
        {
            assert!(matches!(jobs.find(near), Err(Refusal::NoJob(_))), "{near}");
        }
        jobs.find(first)?.stop();
        Ok(())
    }

    #[test]
    fn a_panic_ends_one_job_only() -> Result<(), Refusal> {
        let jobs = Jobs::default();
        let first = begin(&jobs, "panic")?;
        assert_eq!(end(&jobs, first)?.0, State::Failed);
        let second = begin(&jobs, "x")?;
        assert_eq!(end(&jobs, second)?.0, State::Finished);
        Ok(())
    }

    #[test]
    fn old_jobs_are_forgotten() -> Result<(), Refusal> {
        let jobs = Jobs::default();
        let first = begin(&jobs, "x")?;
        for _ in 0..2 * KEPT {
            let number = begin(&jobs, "x")?;
            end(&jobs, number)?;
        }
        assert!(matches!(jobs.find(first), Err(Refusal::NoJob(_))));
        assert!(jobs.queue().all.len() <= KEPT);
        Ok(())
    }
}
