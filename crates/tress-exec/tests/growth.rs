//! What many paths cost: questions for each, and memory for those that are open.

use std::path::Path;

use tress_classes::ClassPath;
use tress_exec::{Options, Order, Replay, Report, explore};

/// Follows this number of paths of a parser, the shortest first, so that the others stay open.
fn parsed(paths: usize) -> Report {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/classes");
    let options = Options {
        order: Order::BreadthFirst,
        max_paths: paths,
        unroll: true,
        time: None,
        ..Options::default()
    };
    explore(ClassPath::open(folder).expect("the folder is there"), "Parsing.digits", &options)
        .expect("the method is there")
}

/// Kilobytes that the process has had at most.
#[cfg(target_os = "linux")]
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a process has a status");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the most it has had");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn five_hundred_paths_cost_a_few_questions_each() {
    let report = parsed(500);
    assert_eq!(report.paths.len(), 500, "{report}");
    assert!(report.paths.iter().all(|path| path.replay == Replay::Same), "{report}");
    assert!(report.work.questions < 500 * 8, "{} questions", report.work.questions);
}

/// Twice as many open paths need no more than twice the memory, with some room for what is kept anyway.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_linear_in_open_paths() {
    let measured = [60, 120, 240].map(|paths| {
        let report = parsed(paths);
        assert!(report.work.most_open >= paths, "{} open", report.work.most_open);
        (report.work.most_open as u64, most_memory())
    });
    let [(_, first), (_, second), (_, third)] = measured;
    let (grown, again) = (second - first, third - second);
    assert!(again <= 2 * grown + 8 * 1024, "{measured:?}");
}
