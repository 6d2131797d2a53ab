//! How much work may be done: time, memory, steps, and cancellation by the caller.
//!
//! This is the only clock of the project. Every loop that can be long calls [`Budget::poll`];
//! most calls only count. The clock and the memory are looked at once in a while, so that a poll
//! costs about as much as an addition.
//!
//! Time decides when to stop, never what to do: shares of work are given in steps
//! ([`Budget::within`]), so that the same input takes the same path on every machine.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::cap::CapSettings;
use crate::progress::Progress;

/// Steps between two looks at the clock, at most.
const MOST_STEPS_PER_LOOK: u64 = 1024;
/// Steps before the first looks: it is not known yet how heavy they are.
const FIRST_STRIDE: u64 = 8;
/// Steps that take longer than this between two looks are heavy: looks come more often then.
const TIME_PER_LOOK: Duration = Duration::from_micros(500);
/// Time between two looks at the memory. In so little time a program can fill some mebibytes.
const TIME_PER_MEMORY_CHECK: Duration = Duration::from_millis(1);
/// What may come up between two looks at the memory: this part of the limit is kept free, within reason.
const MARGIN: u64 = 16;
/// More is not kept free.
const MOST_MARGIN: u64 = 16 << 20;
/// Allocations below this are not worth a look at the memory.
const LARGE_BYTES: u64 = 1 << 18;

/// Why work had to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The deadline has passed.
    Timeout,
    /// The process uses more memory than allowed.
    Memory,
    /// The share of steps is used up.
    Steps,
    /// Someone asked for it through a [`Cancel`] handle.
    Canceled,
    /// A cap of the method that is at work, by its name. It is no limit of the caller: another method may go
    /// on, so whoever chooses between methods must not pass it on. Made by [`Budget::give_up`], which counts
    /// it.
    GaveUp(&'static str),
}

impl Stop {
    /// The result of a method. Returns `None` if the method gave up at a cap of its own.
    ///
    /// # Errors
    /// The limit of the caller that ended the work.
    pub fn unless_gave_up<T>(result: Result<T, Stop>) -> Result<Option<T>, Stop> {
        match result {
            Err(Stop::GaveUp(_)) => Ok(None),
            result => result.map(Some),
        }
    }
}

impl std::error::Error for Stop {}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Timeout => "timeout",
            Stop::Memory => "memout",
            Stop::Steps => "resourceout",
            Stop::Canceled => "canceled",
            Stop::GaveUp(cap) => return write!(f, "(incomplete (gave-up {cap}))"),
        })
    }
}

/// A handle that stops the work of a [`Budget`] from another thread.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A handle that nobody has used yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the work to stop; it does at its next look.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, so that the next piece of work can run.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Has someone asked to stop?
    #[must_use]
    pub fn is_canceled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one piece of work, and how much of them is used.
///
/// Invariant: once a deadline, the memory or a cancellation has stopped the work, every later
/// poll says so again. A share of steps stops only what runs inside it.
#[derive(Debug)]
pub struct Budget {
    started: Instant,
    deadline: Option<Instant>,
    memory_limit: Option<u64>,
    cancel: Cancel,
    progress: Progress,
    used: Cell<u64>,
    step_limit: Cell<u64>,
    next_look: Cell<u64>,
    /// Steps from one look to the next. It follows the clock, and nothing but looks follows it.
    stride: Cell<u64>,
    last_look: Cell<Instant>,
    next_memory_look: Cell<Option<Instant>>,
    stopped: Cell<Option<Stop>>,
    /// When the work was interrupted, as long as it is.
    paused: Option<Instant>,
    /// The caps at which methods gave up, and how often. Written for whoever asks afterwards.
    caps: RefCell<BTreeMap<&'static str, u64>>,
    cap_settings: CapSettings,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    /// No limit at all.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the project's one clock")]
    pub fn unlimited() -> Self {
        let now = Instant::now();
        Self {
            started: now,
            deadline: None,
            memory_limit: None,
            cancel: Cancel::new(),
            progress: Progress::new(),
            used: Cell::new(0),
            step_limit: Cell::new(u64::MAX),
            next_look: Cell::new(FIRST_STRIDE),
            stride: Cell::new(FIRST_STRIDE),
            last_look: Cell::new(now),
            next_memory_look: Cell::new(None),
            stopped: Cell::new(None),
            paused: None,
            caps: RefCell::default(),
            cap_settings: CapSettings::default(),
        }
    }

    /// Stops after this much time, counted from the creation of the budget.
    #[must_use]
    pub fn with_time(mut self, time: Option<Duration>) -> Self {
        self.deadline = time.and_then(|time| self.started.checked_add(time));
        self
    }

    /// Stops when the process holds more than this many bytes. Only Linux reports that; elsewhere
    /// the limit has no effect.
    #[must_use]
    pub fn with_memory(mut self, bytes: Option<u64>) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Stops after this many steps.
    #[must_use]
    pub fn with_steps(self, steps: Option<u64>) -> Self {
        let limit = steps.unwrap_or(u64::MAX);
        self.step_limit.set(limit);
        self.next_look.set(self.next_look.get().min(limit));
        self
    }

    /// Stops when `cancel` is used.
    #[must_use]
    pub fn with_cancel(mut self, cancel: &Cancel) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// Shows the work to whoever watches `progress`.
    #[must_use]
    pub fn with_progress(mut self, progress: &Progress) -> Self {
        self.progress = progress.clone();
        self
    }

    /// Sets caps of methods to other values than the usual ones.
    #[must_use]
    pub fn with_caps(mut self, settings: &CapSettings) -> Self {
        self.cap_settings = settings.clone();
        self
    }

    /// The values of caps that differ from the usual ones.
    #[inline]
    #[must_use]
    pub fn cap_settings(&self) -> &CapSettings {
        &self.cap_settings
    }

    /// Where the work is shown.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Counts one step of work and says whether the next one may begin.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn poll(&self) -> Result<(), Stop> {
        self.poll_many(1)
    }

    /// Counts `steps` steps of work at once.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn poll_many(&self, steps: u64) -> Result<(), Stop> {
        let used = self.used.get().saturating_add(steps);
        self.used.set(used);
        if used < self.next_look.get() { Ok(()) } else { self.look() }
    }

    /// Looks at every limit now, whatever the step count.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn look(&self) -> Result<(), Stop> {
        let used = self.used.get();
        self.progress.set_steps(used);
        if let Some(stop) = self.stopped.get() {
            self.next_look.set(0);
            return Err(stop);
        }
        if let Some(stop) = self.outer_stop() {
            self.stopped.set(Some(stop));
            self.next_look.set(0);
            return Err(stop);
        }
        self.next_look.set(used.saturating_add(self.stride.get()).min(self.step_limit.get()));
        if used >= self.step_limit.get() { Err(Stop::Steps) } else { Ok(()) }
    }

    /// Looks at time, memory and cancellation, whatever share of steps the work has. For work that must
    /// not be left half done when a share ends.
    ///
    /// # Errors
    /// The reason to stop, never [`Stop::Steps`].
    pub fn look_beyond_shares(&self) -> Result<(), Stop> {
        match self.look() {
            Err(Stop::Steps) => Ok(()),
            result => result,
        }
    }

    /// The limits that no share of steps can lift.
    #[expect(clippy::disallowed_methods, reason = "this is the project's one clock")]
    fn outer_stop(&self) -> Option<Stop> {
        if self.cancel.is_canceled() {
            return Some(Stop::Canceled);
        }
        if self.deadline.is_none() && self.memory_limit.is_none() {
            return None;
        }
        let now = Instant::now();
        self.pace(now);
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Stop::Timeout);
        }
        let limit = self.memory_limit?;
        if self.next_memory_look.get().is_some_and(|next| now < next) {
            return None;
        }
        self.next_memory_look.set(Some(now + TIME_PER_MEMORY_CHECK));
        let most = limit - (limit / MARGIN).min(MOST_MARGIN);
        resident_bytes().is_some_and(|held| held > most).then_some(Stop::Memory)
    }

    /// Looks come more often where steps are heavy.
    fn pace(&self, now: Instant) {
        let heavy = now.duration_since(self.last_look.replace(now)) > TIME_PER_LOOK;
        let stride = self.stride.get();
        self.stride.set(if heavy { (stride / 4).max(1) } else { (stride * 2).min(MOST_STEPS_PER_LOOK) });
    }

    /// May this many bytes more be held? To be asked before a large allocation: afterwards it is too late.
    ///
    /// # Errors
    /// When they would be more than the limit; the work has to stop then.
    pub fn room_for(&self, bytes: u64) -> Result<(), Stop> {
        let Some(limit) = self.memory_limit.filter(|_| bytes >= LARGE_BYTES) else { return Ok(()) };
        if resident_bytes().is_none_or(|held| held.saturating_add(bytes) <= limit) {
            return Ok(());
        }
        self.stopped.set(Some(Stop::Memory));
        self.next_look.set(0);
        Err(Stop::Memory)
    }

    /// Runs `work` with at most `steps` more steps. When those are used up, polls inside `work`
    /// fail with [`Stop::Steps`]; afterwards the outer limit holds again.
    pub fn within<T>(&self, steps: u64, work: impl FnOnce() -> T) -> T {
        let outer = self.step_limit.get();
        self.step_limit.set(outer.min(self.used.get().saturating_add(steps)));
        self.next_look.set(self.next_look.get().min(self.step_limit.get()));
        let result = work();
        self.step_limit.set(outer);
        result
    }

    /// Runs `work` with a share of at most `steps` steps. `None` when it used the share up before
    /// it came to an end; what is left outside of the share is still there then.
    ///
    /// # Errors
    /// When `work` stopped for another reason than the end of its share.
    pub fn share<T>(&self, steps: u64, work: impl FnOnce() -> Result<T, Stop>) -> Result<Option<T>, Stop> {
        match self.within(steps, work) {
            Ok(result) => Ok(Some(result)),
            // The share ended, unless an outer limit did.
            Err(Stop::Steps) => self.look().map(|()| None),
            Err(stop) => Err(stop),
        }
    }

    /// Counts that a method hit its own cap of this name. What the method does then is its own affair.
    pub fn hit(&self, cap: &'static str) {
        *self.caps.borrow_mut().entry(cap).or_default() += 1;
    }

    /// The reason to stop at a method's own cap of this name, which is counted.
    #[must_use]
    pub fn give_up(&self, cap: &'static str) -> Stop {
        self.hit(cap);
        Stop::GaveUp(cap)
    }

    /// The caps that were hit so far, by name, and how often.
    #[must_use]
    pub fn caps(&self) -> Vec<(&'static str, u64)> {
        self.caps.borrow().iter().map(|(cap, count)| (*cap, *count)).collect()
    }

    /// The work waits for someone else: time does not count until [`Budget::resume`].
    #[expect(clippy::disallowed_methods, reason = "this is the project's one clock")]
    pub fn pause(&mut self) {
        self.paused.get_or_insert_with(Instant::now);
    }

    /// The work goes on.
    #[expect(clippy::disallowed_methods, reason = "this is the project's one clock")]
    pub fn resume(&mut self) {
        let Some(paused) = self.paused.take() else { return };
        let now = Instant::now();
        let waited = now.duration_since(paused);
        self.started += waited;
        self.last_look.set(now);
        self.deadline = self.deadline.and_then(|deadline| deadline.checked_add(waited));
    }

    /// Steps counted so far.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.get()
    }

    /// Time since the budget was made, without the pauses.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match self.paused {
            Some(paused) => paused.duration_since(self.started),
            None => self.started.elapsed(),
        }
    }
}

/// Memory held by this process in bytes, where the system reports it: only Linux does.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps_until_stop(budget: &Budget) -> (u64, Stop) {
        for step in 1..10_000_000 {
            if let Err(stop) = budget.poll() {
                return (step, stop);
            }
        }
        panic!("the budget never stopped");
    }

    #[test]
    fn steps_run_out_exactly() {
        let budget = Budget::unlimited().with_steps(Some(10));
        assert_eq!(steps_until_stop(&budget), (10, Stop::Steps));
    }

    #[test]
    fn a_share_ends_and_the_outer_limit_holds_again() {
        let budget = Budget::unlimited().with_steps(Some(100));
        let inner = budget.within(5, || steps_until_stop(&budget));
        assert_eq!(inner, (5, Stop::Steps));
        assert_eq!(steps_until_stop(&budget), (95, Stop::Steps));
    }

    #[test]
    fn the_end_of_a_share_is_no_end_of_the_work() {
        let budget = Budget::unlimited().with_steps(Some(100));
        let endless = || -> Result<(), Stop> {
            loop {
                budget.poll()?;
            }
        };
        assert_eq!(budget.share(5, || budget.poll()), Ok(Some(())));
        assert_eq!(budget.share(5, endless), Ok(None));
        assert_eq!(budget.share(1000, endless), Err(Stop::Steps), "the outer limit is used up");
    }

    #[test]
    fn a_share_is_never_larger_than_what_is_left() {
        let budget = Budget::unlimited().with_steps(Some(3));
        assert_eq!(budget.within(1000, || steps_until_stop(&budget)), (3, Stop::Steps));
    }

    #[test]
    fn a_cap_is_counted_and_ends_no_other_work() {
        let budget = Budget::unlimited();
        let stop = budget.share(5, || -> Result<(), Stop> { Err(budget.give_up("states")) });
        assert_eq!(stop, Err(Stop::GaveUp("states")));
        assert_eq!(Stop::unless_gave_up(stop), Ok(None));
        assert_eq!(Stop::unless_gave_up::<()>(Err(Stop::Steps)), Err(Stop::Steps));
        budget.hit("parts");
        budget.hit("states");
        assert_eq!(budget.caps(), [("parts", 1), ("states", 2)]);
        assert_eq!(budget.poll(), Ok(()));
    }

    #[test]
    fn the_deadline_stops_and_stays() {
        let budget = Budget::unlimited().with_time(Some(Duration::ZERO));
        assert_eq!(steps_until_stop(&budget).1, Stop::Timeout);
        assert_eq!(budget.poll(), Err(Stop::Timeout));
    }

    #[test]
    fn heavy_steps_are_stopped_in_time() {
        let budget = Budget::unlimited().with_time(Some(Duration::from_millis(20)));
        let steps = (1..).find(|_| {
            std::thread::sleep(Duration::from_millis(1));
            budget.poll().is_err()
        });
        assert!(steps.is_some_and(|steps| steps < 40), "{steps:?}");
    }

    #[test]
    fn pauses_do_not_count() {
        let limit = Duration::from_millis(40);
        let mut budget = Budget::unlimited().with_time(Some(limit));
        budget.pause();
        std::thread::sleep(2 * limit);
        assert!(budget.elapsed() < limit);
        budget.resume();
        assert!(budget.elapsed() < limit);
        assert_eq!(budget.look(), Ok(()));
        std::thread::sleep(limit);
        assert_eq!(budget.look(), Err(Stop::Timeout));
    }

    #[test]
    fn a_cancellation_stops() {
        let cancel = Cancel::new();
        let budget = Budget::unlimited().with_cancel(&cancel);
        assert_eq!(budget.look(), Ok(()));
        cancel.cancel();
        assert_eq!(steps_until_stop(&budget).1, Stop::Canceled);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn too_much_memory_stops() {
        let budget = Budget::unlimited().with_memory(Some(1));
        assert_eq!(steps_until_stop(&budget).1, Stop::Memory);
        let generous = Budget::unlimited().with_memory(Some(1 << 50));
        assert_eq!(generous.look(), Ok(()));
        assert_eq!(generous.room_for(1 << 40), Ok(()));
        assert_eq!(generous.room_for(1 << 50), Err(Stop::Memory));
        assert_eq!(generous.poll(), Err(Stop::Memory), "the work has to stop");
    }
}
