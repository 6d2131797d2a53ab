//! Problems whose answers are known, asked while caps stand at other values than the usual ones.
//!
//! Enters: caps by name, problems. Leaves: what is wrong, which is an answer that contradicts what is known,
//! a panic, or a limit of memory that nobody set. Methods give up then, and few answers are expected.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::brute::{Bounds, Found, brute_force};
use crate::generate::{Expected, Knobs, Planted, Strings};
use tress_base::{Budget, Cap, Random};
use tress_session::{Session, run};
use tress_solver::caps;
use tress_solver::options::{Opt, Options};
use tress_solver::registry;

/// Steps for a check.
const STEPS: u64 = 40_000;
/// Random problems.
const RANDOM_PROBLEMS: u64 = 120;

/// A script with the answers that its checks may have besides `unknown`. `None` if nothing is known.
pub struct Problem {
    /// What reports call it.
    pub name: String,
    /// The script.
    pub text: String,
    /// One for each check.
    pub answers: Vec<Option<&'static str>>,
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
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

/// The problems of files that state their answers.
#[must_use]
pub fn of_files(files: &[PathBuf]) -> Vec<Problem> {
    let problem = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let status = text.split("(set-info :status ").skip(1).filter_map(|rest| rest.split(')').next());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Problem { name, answers: status.map(known).collect(), text }
    };
    files.iter().map(problem).collect()
}

/// A random problem about strings: if values are known that satisfy it, it is satisfiable. Otherwise it is
/// what the usual caps lead to.
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

/// The problems of `testdata`, some more, and random ones.
#[must_use]
pub fn problems() -> Vec<Problem> {
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
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let stated = ["regress", "short"].map(|folder| of_files(&files(&testdata.join(folder))));
    stated.into_iter().flatten().chain(more).chain(random).collect()
}

/// What came of a problem.
pub struct Outcome {
    /// The answers that are none of `unknown`, one for each check.
    pub answers: Vec<Option<&'static str>>,
    /// The caps that were hit in the last check.
    pub hit: Vec<&'static str>,
    /// What is wrong.
    pub fault: Option<String>,
}

impl Outcome {
    fn wrong(fault: String) -> Self {
        Self { answers: Vec::new(), hit: Vec::new(), fault: Some(fault) }
    }
}

/// Asks an engine about a problem with these values of caps.
///
/// # Panics
/// When there is no such engine.
#[must_use]
pub fn asked(problem: &Problem, engine: &str, settings: &[(&'static Cap, u64)]) -> Outcome {
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

/// What came of problems while one cap after the other had another value.
#[derive(Default)]
pub struct Survey {
    /// What is wrong.
    pub faults: Vec<String>,
    /// The caps that were hit, each while its value was another one.
    pub hit: BTreeSet<&'static str>,
}

/// Asks problems with caps of these values.
///
/// # Panics
/// When a thread does.
#[must_use]
pub fn ask_all(what: &str, problems: &[Problem], settings: &[(&'static Cap, u64)]) -> Survey {
    let survey: Mutex<Survey> = Mutex::default();
    in_threads(problems.len(), |number| {
        let fault = asked(&problems[number], "auto", settings).fault;
        let fault = fault.map(|fault| format!("{what}, {}: {fault}", problems[number].name));
        survey.lock().expect("nobody panics").faults.extend(fault);
    });
    survey.into_inner().expect("nobody panics")
}

/// Asks one of `stride` problems with each cap at 0, and at 1 where it was hit. A `stride` of one is
/// everything.
///
/// # Panics
/// When a thread does.
#[must_use]
pub fn ask_each(problems: &[Problem], stride: usize) -> Survey {
    let survey: Mutex<Survey> = Mutex::default();
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
            let is_hit = hit.contains(&cap.name());
            let mut survey = survey.lock().expect("nobody panics");
            let fault =
                fault.map(|fault| format!("{} at {most}, {engine}, {}: {fault}", cap.name(), problem.name));
            survey.faults.extend(fault);
            if is_hit {
                survey.hit.insert(cap.name());
            } else if stride > 1 {
                // What is not reached at nothing is not at one.
                break;
            }
        }
    });
    survey.into_inner().expect("nobody panics")
}
