//! `tress batch`, as its users run it.
#![cfg(unix)]

#[path = "common/pages.rs"]
#[expect(dead_code, reason = "no page is run here")]
mod pages;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use pages::run_apart;

/// A folder of its own for a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tress-batch-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("the file is there")
    }

    /// The answers in the journal by file and solver. None stands there twice.
    fn answers(&self, journal: &str) -> BTreeMap<(String, String), String> {
        let mut answers = BTreeMap::new();
        for line in self.read(journal).lines() {
            let part = |key: &str| {
                let begin = format!("\"{key}\":\"");
                let rest = line.split_once(&begin).unwrap_or_else(|| panic!("{key} in {line}")).1;
                rest.split('"').next().unwrap_or_default().to_owned()
            };
            let twice = answers.insert((part("file"), part("solver")), part("answer"));
            assert_eq!(twice, None, "{line}");
        }
        answers
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn script(length: usize, status: &str) -> String {
    let ab = "(re.* (str.to_re \"ab\"))";
    format!(
        "(set-info :status {status})(declare-const x String)(assert (str.in_re x {ab}))(assert (= (str.len x) {length}))(check-sat)"
    )
}

fn run(words: &[&str]) -> (i32, String, String) {
    let mut arguments = vec!["batch".to_owned()];
    arguments.extend(words.iter().map(|word| (*word).to_owned()));
    run_apart(&arguments, "")
}

#[test]
fn rows_tables_and_a_report_are_written() {
    let folder = Folder::new("rows");
    folder.write("p/even/two.smt2", &script(2, "sat"));
    folder.write("p/odd/three.smt2", &script(3, "unsat"));
    folder.write("p/odd/wrong.smt2", "(assert x)(check-sat)");
    folder.write("known.csv", "file,expected\neven/two.smt2,sat\n");
    let [problems, out, csv, report, known] =
        ["p", "rows.jsonl", "rows.csv", "report.html", "known.csv"].map(|name| folder.path(name));
    let words =
        [&problems, "--out", &out, "--csv", &csv, "--report", &report, "--reference", &known, "--jobs", "2"];
    let (code, text, told) = run(&words);
    assert_eq!(code, 0, "{told}");
    assert!(text.ends_with("no contradiction\n") && told.contains("3 of 3: tress "), "{text}{told}");
    let answers: Vec<String> = folder.answers("rows.jsonl").into_values().collect();
    assert_eq!(answers, ["sat", "unsat", "error"]);
    let table = folder.read("rows.csv");
    assert!(table.starts_with("file,solver,answer,reason,cpu,wall,memory\n"), "{table}");
    assert_eq!(table.lines().count(), 4, "{table}");
    let page = folder.read("report.html");
    assert!(page.contains("3 problems, 1 solver") && page.contains("even") && page.ends_with("</html>\n"));
    // Once more: nothing is left to do, and the report is the same.
    let (code, again, told) = run(&words);
    assert_eq!((code, &again), (0, &text));
    assert!(told.contains("3 results are there already, 0 are missing"), "{told}");
    assert_eq!((folder.read("rows.csv"), folder.read("report.html")), (table, page));
    // Reports can be made without problems, and silently.
    assert_eq!(run(&["--out", &out, "--quiet"]), (0, text, String::new()));
}

#[test]
fn contradictions_are_told() {
    let folder = Folder::new("liar");
    folder.write("a.smt2", &script(2, "sat"));
    folder.write("known.csv", "file,expected\na.smt2,unsat\n");
    let [problem, known] = ["a.smt2", "known.csv"].map(|name| folder.path(name));
    let (code, text, told) = run(&[&problem, "-q", "--solver", "liar=sh -c 'echo unsat'"]);
    assert_eq!(code, 3, "{text}");
    assert!(told.contains("check 1: tress, its :status says sat, liar says unsat"), "{told}");
    assert!(text.contains("liar    0    1 ") && text.ends_with("1 CONTRADICTION\n"), "{text}");
    let (code, _, told) = run(&[&problem, "-q", "--reference", &known]);
    assert!(code == 3 && told.contains("the reference says unsat"), "{told}");
}

#[test]
fn other_solvers_are_killed_at_their_limits() {
    let folder = Folder::new("limits");
    folder.write("a.smt2", &script(2, "sat"));
    let [problem, out] = ["a.smt2", "rows.jsonl"].map(|name| folder.path(name));
    let grower = "grower=sh -c 'x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done'";
    let words = [&problem, "-q", "--only", "--timeout", "3", "--memory", "50", "--out", &out];
    let (code, text, told) =
        run(&[&words[..], &["--solver", "sleeper=sh -c 'sleep 60'", "--solver", grower]].concat());
    assert_eq!(code, 0, "{text}{told}");
    let answers = folder.answers("rows.jsonl");
    let by_solver: Vec<(&str, &str)> =
        answers.iter().map(|((_, solver), answer)| (solver.as_str(), answer.as_str())).collect();
    assert_eq!(by_solver, [("grower", "memory"), ("sleeper", "timeout")]);
}

/// The words of a run with two columns, one of them slow enough to be interrupted.
fn slow_words(folder: &Folder, out: &str) -> Vec<String> {
    let slow = "slow=sh -c 'sleep 0.05; {tress} \"$0\"'";
    ["batch", &folder.path("p"), "-q", "-j2", "--out", &folder.path(out), "--solver", slow]
        .map(str::to_owned)
        .to_vec()
}

fn slow_folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    for length in 0..12 {
        let status = if length % 2 == 0 { "sat" } else { "unsat" };
        folder.write(&format!("p/{length}.smt2"), &script(length, status));
    }
    folder
}

#[test]
fn killed_ten_times_it_gives_the_same_as_in_one_go() {
    let folder = slow_folder("killed");
    let (code, text, told) = run_apart(&slow_words(&folder, "one.jsonl"), "");
    assert_eq!((code, folder.answers("one.jsonl").len()), (0, 24), "{text}{told}");
    let mut seed: u64 = 0x9E37_79B9_7F4A_7C15;
    for _ in 0..10 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = Command::new(env!("CARGO_BIN_EXE_tress"))
            .args(slow_words(&folder, "many.jsonl"))
            .stdout(Stdio::null())
            .spawn()
            .expect("tress starts");
        thread::sleep(Duration::from_millis(20 + (seed >> 33) % 200));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let (code, again, told) = run_apart(&slow_words(&folder, "many.jsonl"), "");
    assert_eq!((code, again), (0, text), "{told}");
    assert_eq!(folder.answers("many.jsonl"), folder.answers("one.jsonl"));
}

#[test]
fn an_interrupt_kills_what_runs_and_keeps_the_rows() {
    let folder = slow_folder("interrupted");
    let marker = folder.path("started");
    let stuck = format!("stuck=sh -c 'echo $$ > {marker}; sleep 60'");
    let words = [folder.path("p"), "-q".into(), "--only".into(), "--out".into(), folder.path("rows.jsonl")];
    let child = Command::new(env!("CARGO_BIN_EXE_tress"))
        .arg("batch")
        .args(words)
        .args(["--jobs", "1", "--timeout", "60", "--report", &folder.path("report.html"), "--solver", &stuck])
        .stdout(Stdio::null())
        .spawn()
        .expect("tress starts");
    let process = loop {
        let text = fs::read_to_string(&marker).unwrap_or_default();
        match text.trim().parse::<u32>() {
            Ok(process) => break process,
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    };
    let number = nix::unistd::Pid::from_raw(i32::try_from(child.id()).expect("small"));
    nix::sys::signal::kill(number, nix::sys::signal::Signal::SIGINT).expect("it is there");
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&done.status), Some(2));
    assert!(!fs::exists(format!("/proc/{process}")).expect("it can be asked"), "what ran was killed");
    assert_eq!(folder.read("rows.jsonl"), "");
    assert!(folder.read("report.html").contains("0 problems"));
}

/// Services may be started by somebody who ignores the ends of his processes, and pass that on.
#[test]
#[cfg(target_os = "linux")]
fn ends_are_seen_where_they_were_ignored() {
    let folder = Folder::new("ignored");
    folder.write("a.smt2", &script(2, "sat"));
    let done = Command::new("env")
        .args(["--ignore-signal=CHLD", env!("CARGO_BIN_EXE_tress"), "batch", "-q", &folder.path("a.smt2")])
        .output()
        .expect("env starts");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(text.contains("tress   1 "), "{text}");
}

#[test]
fn mistakes_are_told() {
    let folder = Folder::new("mistakes");
    folder.write("thesis.txt", "all my work");
    let thesis = folder.path("thesis.txt");
    for (words, hint) in [
        (&["no-such-folder"][..], "no-such-folder"),
        (&["examples", "--out", &thesis], "not a journal"),
        (&["examples", "--reference", &thesis], "no column is called file"),
        (&["scripts"], "there is no problem in scripts"),
        (&["examples", "--jobs", "none"], "--jobs"),
    ] {
        let (code, _, told) = run(words);
        assert!(code == 2 && told.contains(hint) && told.lines().count() == 1, "{words:?}: {told}");
    }
    assert_eq!(folder.read("thesis.txt"), "all my work");
}

#[test]
fn certificates_of_each_unsat_are_counted_and_kept() {
    let folder = Folder::new("certificates");
    folder.write("in/a/unsat.smt2", "(declare-const x Int)(assert (< x 2))(assert (> x 2))(check-sat)");
    folder.write("in/sat.smt2", "(check-sat)");
    folder.write(
        "in/data.smt2",
        "(declare-datatype D ((a)))(declare-const d D)(assert (distinct d a))(check-sat)",
    );
    let [problems, kept, out] = ["in", "kept", "rows"].map(|name| folder.path(name));
    let words = [
        "--certificates",
        &kept,
        "--out",
        &out,
        "--solver",
        "other=echo unsat",
        "--timeout",
        "20",
        &problems,
    ];
    let (_, text, _) = run(&words);
    let lines: Vec<Vec<&str>> = text.lines().take(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0].last(), Some(&"certified"), "{text}");
    assert_eq!((lines[1].last(), lines[2].last()), (Some(&"1"), Some(&"0")), "{text}");
    let rows = folder.read("rows");
    for part in [
        "\"certificate\":\"accepted\"",
        "\"certificate\":\"missing the problem, line 1",
        "\"certificate\":\"-\"",
    ] {
        assert_eq!(rows.matches(part).count(), 1, "{part} in {rows}");
    }
    let path = format!("{}/a/unsat.smt2.cert", problems.trim_start_matches('/'));
    let certificate = fs::read(std::path::Path::new(&kept).join(path)).expect("it is kept");
    let problem = folder.read("in/a/unsat.smt2");
    assert_eq!(tress_check::check(problem.as_bytes(), &certificate), Ok(()));
}
