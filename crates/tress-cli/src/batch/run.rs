//! The work of a batch: problems in processes of their own, several at once, rows as they come.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tress_base::Cancel;

use super::certificates::Certifying;
use super::files::Problem;
use super::rows::Row;
use super::solvers::{Limits, Solver, failed, row};
use crate::process::child;

/// One solver on one problem.
pub(crate) type Task<'a> = (&'a Problem, &'a Solver);

/// What every task needs.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    /// Our own program.
    pub(crate) program: &'a Path,
    pub(crate) limits: Limits,
    pub(crate) jobs: usize,
    /// Are certificates wanted of our own program?
    pub(crate) certifying: Option<&'a Certifying>,
    pub(crate) cancel: &'a Cancel,
}

/// Runs all tasks and hands over each row. Ends early when it is cancelled, or when a row cannot be kept;
/// what is running then is killed and has no row.
pub(crate) fn run_all<E>(
    tasks: &[Task<'_>],
    setting: Setting<'_>,
    mut keep: impl FnMut(&Row) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, rows) = channel();
    thread::scope(|scope| {
        for _ in 0..setting.jobs.min(tasks.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || work(tasks, next, setting, &sender));
        }
        drop(sender);
        let kept = rows.iter().try_for_each(|row| keep(&row));
        if kept.is_err() {
            setting.cancel.cancel();
        }
        kept
    })
}

/// Takes one task after the other.
fn work(tasks: &[Task<'_>], next: &AtomicUsize, setting: Setting<'_>, rows: &Sender<Row>) {
    while !setting.cancel.is_canceled() {
        let Some((problem, solver)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
        let mut job = solver.job(&problem.path, setting.program, setting.limits);
        let certifying = setting.certifying.filter(|_| solver.is_ours());
        let asked = certifying.map_or(Ok(()), |wanted| wanted.ask(&mut job, &problem.name, setting.limits));
        let row = match asked.and_then(|()| child::run(&job, || setting.cancel.is_canceled())) {
            Ok(outcome) => row(&problem.name, &solver.name, &outcome).map(|mut row| {
                if certifying.is_some() {
                    Certifying::judge(&mut row, &outcome);
                }
                row
            }),
            Err(trouble) => {
                let message = format!("{}: {trouble}", job.program.to_string_lossy());
                Some(failed(&problem.name, &solver.name, &message))
            }
        };
        if row.is_some_and(|row| rows.send(row).is_err()) {
            return;
        }
    }
}
