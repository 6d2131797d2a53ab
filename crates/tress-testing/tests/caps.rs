//! No cap becomes a conclusion: with a cap at nothing or at one, methods give up, and answers stay right.
//!
//! Every cap of the solver is set to 0 and to 1 by its name, and problems whose answers are known are asked: those of
//! `testdata/regress`, and random ones against values that were planted or that the oracle finds. Few answers are
//! expected then, but none that is wrong, no limit of memory where there is none, and no panic. A sample is asked of
//! each cap; with `TRESS_CAPS=all` in the environment, everything, and with `TRESS_CAPS_FOLDER` all files of a folder
//! that state their answers.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tress_base::{Budget, Cap, Random};
use tress_session::{Session, run};
use tress_solver::caps;
use tress_solver::options::{Opt, Options};
use tress_solver::registry;
use tress_testing::brute::{Bounds, Found, brute_force};
use tress_testing::generate::{Expected, Knobs, Planted, Strings};

/// Steps for a check.
const STEPS: u64 = 40_000;
/// Random problems.
const RANDOM_PROBLEMS: u64 = 120;
/// Each cap is asked for one of so many problems, when not for all.
const STRIDE: usize = 3;

/// A script with the answers that its checks may have besides `unknown`. `None` if nothing is known.
struct Problem {
    name: String,
    text: String,
    answers: Vec<Option<&'static str>>,
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "smt2") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn known(word: &str) -> Option<&'static str> {
    ["sat", "unsat"].into_iter().find(|known| *known == word)
}

/// Problems about what the files have little of.
const MORE: [(&str, &str); 12] = [
    ("unsat", "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ n (f (- n 1)))))
        (declare-const n Int)(assert (= (f n) 56))(assert (< n 12))(check-sat)"),
    ("unsat", "(define-fun-rec f ((s String)) String (ite (= s \"\") \"\"
        (str.++ (f (str.substr s 1 (- (str.len s) 1))) (str.at s 0))))
        (declare-const x String)(assert (not (= (str.len (f x)) (str.len x))))(check-sat)"),
    ("sat", "(define-fun-rec f ((s String)) Int (ite (= s \"\") 0
        (+ (ite (= (str.at s 0) \"a\") 1 0) (f (str.substr s 1 (- (str.len s) 1))))))
        (declare-const x String)(assert (= (f x) 5))(assert (= (str.len x) 7))(check-sat)"),
    ("unsat", "(declare-fun f (Int) Int)(assert (forall ((n Int)) (> (f n) n)))
        (assert (exists ((n Int)) (< (f (f n)) n)))(check-sat)"),
    ("sat", "(declare-fun p (String) Bool)(declare-const x String)
        (assert (forall ((s String)) (=> (p s) (> (str.len s) 2))))(assert (p x))(check-sat)"),
    ("sat", "(declare-const n Int)(declare-const x String)(assert (> (* n n) 30))
        (assert (= (str.len x) n))(minimize n)(maximize (- 3 (str.len x)))(assert-soft (= (str.at x 1) \"b\"))(check-sat)"),
    ("sat", "(declare-const b (_ BitVec 8))(declare-const c (_ BitVec 8))(assert (= (bvmul b c) #x3f))
        (assert (bvult #x02 b))(assert (bvult #x02 c))(check-sat)"),
    ("unsat", "(declare-const r Real)(declare-const q Real)(assert (> (* r q) 4.0))(assert (< (+ r q) 3.0))
        (assert (> r 0.0))(assert (> q 0.0))(assert (< r 2.0))(assert (< q 2.0))(check-sat)"),
    ("sat", "(declare-const s (Seq Int))(declare-const t (Seq Int))(assert (= (seq.++ s (seq.unit 3)) (seq.++ t s)))
        (assert (> (seq.len s) 2))(check-sat)"),
    ("sat", "(declare-const x String)(assert (>= (str.to_int (str.substr x 1 2)) 40))
        (assert (not (= (str.at x 3) (str.at x 0))))(check-sat)"),
    ("unsat", "(declare-const x String)(declare-const y String)(declare-const z String)
        (assert (= (str.++ x y \"a\" z) (str.++ y x z \"b\")))(assert (str.in_re x (re.* (str.to_re \"ab\"))))
        (assert (= (str.len z) 1))(check-sat)"),
    ("sat", "(declare-const x String)(declare-const y String)(assert (= (str.to_int x) (str.len y)))
        (assert (> (str.len x) 2))(assert (not (str.prefixof \"0\" x)))
        (assert (str.in_re y (re.* (str.to_re \"ab\"))))(check-sat)"),
];

/// The problems of a folder.
fn of_folder(folder: &str) -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(folder);
    let problem = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("problems are text");
        let status = text.split("(set-info :status ").skip(1).filter_map(|rest| rest.split(')').next());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Problem { name, answers: status.map(known).collect(), text }
    };
    files(&folder).iter().map(problem).collect()
}

/// A random problem about strings: if values are known that satisfy it, it is satisfiable. Otherwise it is what the
/// usual caps lead to.
fn about_strings(name: &str, seed: u64, problem: &Strings) -> Problem {
    let bounds = Bounds { assignments: 5_000, ..Bounds::default() };
    let is_found = || {
        let Strings { store, symbols, assertions, .. } = problem;
        let budget = Budget::unlimited().with_steps(Some(500_000));
        matches!(brute_force(store, symbols, assertions, bounds, &budget), Ok(Found::Sat(_)))
    };
    let is_sat = problem.planted.is_some() || is_found();
    let text = problem.text() + "(check-sat)";
    let mut problem =
        Problem { name: format!("{name} {seed}"), text, answers: vec![is_sat.then_some("sat")] };
    let usual = asked(&problem, "auto", &[]);
    assert!(usual.fault.is_none(), "{}: {:?}", problem.name, usual.fault);
    if !is_sat {
        problem.answers = usual.answers;
    }
    problem
}

/// A random problem over the whole language, whose answer is known.
fn planted(seed: u64) -> Problem {
    let problem = Planted::new(&Knobs::small(), &mut Random::new(seed), 3);
    let answer = match problem.expected {
        Expected::Sat(_) => "sat",
        Expected::Unsat(_) => "unsat",
    };
    Problem {
        name: format!("planted {seed}"),
        text: problem.text() + "(check-sat)",
        answers: vec![Some(answer)],
    }
}

fn problems() -> Vec<Problem> {
    let more = MORE.iter().enumerate().map(|(number, (answer, text))| Problem {
        name: format!("more {number}"),
        text: (*text).to_owned(),
        answers: vec![known(answer)],
    });
    let random = (0..RANDOM_PROBLEMS).map(|seed| {
        let random = &mut Random::new(seed);
        match seed % 6 {
            0 => about_strings("conversions", seed, &Strings::conversions(random).0),
            1 => about_strings("chains", seed, &Strings::chains(random).0),
            2 => about_strings("products", seed, &Strings::products(random).0),
            3 => planted(seed),
            _ => about_strings("strings", seed, &Strings::new(random)),
        }
    });
    if let Ok(folder) = std::env::var("TRESS_CAPS_FOLDER") {
        return of_folder(&folder);
    }
    of_folder("regress").into_iter().chain(of_folder("short")).chain(more).chain(random).collect()
}

/// What came of a problem.
struct Outcome {
    /// The answers that are none of `unknown`, one for each check.
    answers: Vec<Option<&'static str>>,
    /// The caps that were hit in the last check.
    hit: Vec<&'static str>,
    /// What is wrong.
    fault: Option<String>,
}

impl Outcome {
    fn wrong(fault: String) -> Self {
        Self { answers: Vec::new(), hit: Vec::new(), fault: Some(fault) }
    }
}

/// Asks an engine about a problem with these values of caps.
fn asked(problem: &Problem, engine: &str, settings: &[(&'static Cap, u64)]) -> Outcome {
    let mut options = Options::default();
    options.set("engine", engine).expect("an engine");
    options.set_number(Opt::Steps, STEPS);
    let mut session = Session::new(options);
    for (cap, most) in settings {
        session.solver.set_cap(cap, *most);
    }
    let text = problem.text.replace("(check-sat)", "(check-sat)(get-info :reason-unknown)");
    let mut output = Vec::new();
    let finished = catch_unwind(AssertUnwindSafe(|| run(&mut session, text.as_bytes(), &mut output).is_ok()));
    if !matches!(finished, Ok(true)) {
        return Outcome::wrong("panic".to_owned());
    }
    let output = String::from_utf8_lossy(&output).into_owned();
    if output.contains("internal error") {
        return Outcome::wrong(output);
    }
    if output.contains("memout") {
        return Outcome::wrong(format!("a limit of memory that nobody set: {output}"));
    }
    let replies = output.lines().filter(|line| ["sat", "unsat", "unknown"].contains(line));
    let answers: Vec<Option<&str>> = replies.map(known).collect();
    for (answer, right) in answers.iter().zip(&problem.answers) {
        if let (Some(answer), Some(right)) = (answer, right)
            && answer != right
        {
            return Outcome::wrong(format!("{answer}, not {right}"));
        }
    }
    let hit = session.solver.trail().caps.iter().map(|(name, _)| *name).collect();
    Outcome { answers, hit, fault: None }
}

/// Does tasks with two threads.
fn in_threads(tasks: usize, task: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && number < tasks
        {
            task(number);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
}

fn report(wrong: Mutex<Vec<String>>) {
    let wrong = wrong.into_inner().expect("nobody panics");
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong.join("\n"));
}

/// Asks all problems with these values of caps.
fn ask_all(what: &str, settings: &[(&'static Cap, u64)]) {
    let (problems, wrong) = (problems(), Mutex::new(Vec::new()));
    in_threads(problems.len(), |number| {
        let fault = asked(&problems[number], "auto", settings).fault;
        let fault = fault.map(|fault| format!("{what}, {}: {fault}", problems[number].name));
        wrong.lock().expect("nobody panics").extend(fault);
    });
    report(wrong);
}

/// Every cap with the value.
fn all_at(most: u64) -> Vec<(&'static Cap, u64)> {
    caps().map(|cap| (cap, most)).collect()
}

/// Who is asked to reach a cap.
fn engines(cap: &Cap) -> Vec<&'static str> {
    let method = cap.name().split('.').next().unwrap_or_default();
    match method {
        "fixed" => vec!["fixed-automata", "fixed-bits"],
        "lia" | "polynomial" | "nonlinear" | "arrays-datatypes" | "bits" => vec!["auto", "kernel"],
        "strategy" | "preprocess" | "sequences" | "recursion" | "small-values" | "quantifiers"
        | "optimise" | "checks" => vec!["auto"],
        _ => vec![registry::named(method).map_or("calculus", |row| row.name), "auto"],
    }
}

#[test]
fn no_cap_becomes_a_conclusion() {
    let problems = problems();
    let is_all = std::env::var("TRESS_CAPS").is_ok_and(|value| value == "all");
    let stride = if is_all { 1 } else { STRIDE };
    let (wrong, hits) = (Mutex::new(Vec::new()), Mutex::new(BTreeSet::new()));
    let mut tasks: Vec<(&'static Cap, &'static str, usize)> = Vec::new();
    for (number, cap) in caps().enumerate() {
        for engine in engines(cap) {
            let some = (0..problems.len()).filter(|index| (number + index) % stride == 0);
            tasks.extend(some.map(|index| (cap, engine, index)));
        }
    }
    in_threads(tasks.len(), |number| {
        let (cap, engine, index) = tasks[number];
        let problem = &problems[index];
        for most in [0, 1] {
            let Outcome { hit, fault, .. } = asked(problem, engine, &[(cap, most)]);
            if let Some(fault) = fault {
                let fault = format!("{} at {most}, {engine}, {}: {fault}", cap.name(), problem.name);
                wrong.lock().expect("nobody panics").push(fault);
            }
            if hit.contains(&cap.name()) {
                hits.lock().expect("nobody panics").insert(cap.name());
            } else if !is_all {
                // What is not reached at nothing is not at one.
                break;
            }
        }
    });
    report(wrong);
    let hits = hits.into_inner().expect("nobody panics");
    let silent: Vec<&str> = caps().map(Cap::name).filter(|name| !hits.contains(name)).collect();
    println!("{} of {} caps were hit; not: {silent:?}", hits.len(), caps().count());
    let is_usual = std::env::var("TRESS_CAPS_FOLDER").is_err();
    assert!(
        !is_usual || 2 * hits.len() > caps().count(),
        "only {} of {} caps were hit",
        hits.len(),
        caps().count()
    );
}

/// A string that is read far from its ends is split when the cap of that is raised.
#[test]
fn a_cap_that_is_raised_lets_its_method_go_on() {
    let text = "(declare-const x String)(assert (>= (str.to_int (str.substr x 60 2)) 40))
        (assert (not (= (str.at x 3) (str.at x 0))))(check-sat)";
    let problem = Problem { name: String::new(), text: text.to_owned(), answers: vec![Some("sat")] };
    let cap = caps().find(|cap| cap.name() == "affix-split.characters").expect("a cap of this name");
    let usual = asked(&problem, "affix-split", &[]);
    assert_eq!((usual.answers, usual.hit), (vec![None], vec![cap.name()]));
    let raised = asked(&problem, "affix-split", &[(cap, 100)]);
    assert_eq!((raised.answers, raised.hit), (vec![Some("sat")], Vec::new()));
}

#[test]
fn most_problems_are_answered_with_the_usual_caps() {
    let problems = problems();
    let checks: usize = problems.iter().map(|problem| problem.answers.len()).sum();
    let answered: usize =
        problems.iter().map(|problem| asked(problem, "auto", &[]).answers.iter().flatten().count()).sum();
    assert!(answered > checks * 3 / 4, "{answered} of {checks}");
}

#[test]
fn all_caps_at_once_leave_right_answers() {
    ask_all("all caps at 0", &all_at(0));
    ask_all("all caps at 1", &all_at(1));
}

#[test]
fn shares_without_bound_do_not_overflow() {
    let shares = caps().filter(|cap| cap.name().ends_with("steps")).map(|cap| (cap, u64::MAX));
    ask_all("all steps without bound", &shares.collect::<Vec<_>>());
}
