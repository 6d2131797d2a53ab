//! The experiments at small sizes, without other solvers: every table and plot is made, and the
//! verdict is that nothing is wrong.

use std::path::PathBuf;

use lab::experiments;
use lab::lab::{Lab, Setting, Verdict};

/// Runs an experiment; returns what it printed and the folder it wrote to.
fn run(name: &str, count: usize) -> (Verdict, String, PathBuf) {
    let experiment = experiments::named(name).expect("a listed experiment");
    let out = std::env::temp_dir().join(format!("tress-lab-test-{name}-{}", std::process::id()));
    let setting =
        Setting { count: Some(count), out: out.clone(), peers: out.join("no-peers"), ..Setting::default() };
    let mut output = Vec::new();
    let mut lab = Lab::new(experiment, setting, &mut output);
    let verdict = (experiment.run)(&mut lab).expect("the experiment runs");
    (verdict, String::from_utf8(output).expect("tables are text"), out)
}

fn check(name: &str, count: usize) {
    let (verdict, text, out) = run(name, count);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    assert!(text.contains("NOT COMPARED with z3 and cvc5"), "{text}");
    let plot = std::fs::read_to_string(out.join(format!("{name}.svg"))).expect("a plot");
    assert!(plot.starts_with("<svg") && plot.ends_with("</svg>\n"));
    std::fs::remove_dir_all(out).expect("the folder is ours");
}

#[test]
fn ground_terms_have_values_that_simplify_agrees_with() {
    check("ground", 1500);
}

#[test]
fn values_of_all_sorts_are_read_as_they_are_printed() {
    check("sorts", 400);
}

#[test]
fn no_engine_stumbles_over_a_sort() {
    check("sorted", 30);
}

#[test]
fn problems_over_few_characters_are_answered_rightly() {
    let (verdict, text, _) = run("alphabets", 160);
    assert_eq!(verdict, Verdict::Fine, "{text}");
}

#[test]
fn generated_sequences_are_answered_rightly() {
    check("sequences", 150);
}

#[test]
fn generated_problems_of_all_sorts_are_answered_rightly() {
    check("mixed", 60);
    check("bits", 60);
    check("arrays", 66);
    check("datatypes", 64);
    check("recursive", 60);
}

#[test]
fn planted_problems_are_never_answered_wrongly() {
    check("planted", 45);
}

#[test]
fn generated_arithmetic_is_answered_rightly() {
    check("arithmetic", 300);
}

#[test]
fn generated_strings_are_answered_rightly() {
    check("strings", 200);
}

#[test]
fn compiled_java_is_read_whole() {
    let (verdict, text, _) = run("classes", 1);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    assert!(text.contains("fixtures.jar"), "{text}");
}

#[test]
fn damaged_class_files_are_errors() {
    let (verdict, text, _) = run("class-mutants", 5000);
    assert_eq!(verdict, Verdict::Fine, "{text}");
}

#[test]
fn chains_of_functions_are_answered_rightly() {
    against_short_inputs("sanitizers");
}

/// A short time for each problem; those that take longer are counted as open, and most do not.
#[test]
fn models_lie_in_maximal_solutions() {
    let experiment = experiments::named("languages-corpus").expect("listed");
    let timeout = Some(std::time::Duration::from_millis(500));
    let setting = Setting { count: Some(130), timeout, ..Setting::default() };
    let mut output = Vec::new();
    let verdict = (experiment.run)(&mut Lab::new(experiment, setting, &mut output)).expect("it runs");
    let text = String::from_utf8(output).expect("tables are text");
    assert_eq!(verdict, Verdict::Fine, "{text}");
    let row: Vec<&str> = text.lines().last().expect("a row").split_whitespace().collect();
    let count = |column: usize| row[column].parse::<usize>().expect("a number");
    assert!(count(2) >= 100 && count(4) >= 30, "{text}");
}

#[test]
fn conversions_are_answered_rightly() {
    against_short_inputs("conversions");
}

#[test]
fn an_engine_alone_is_never_wrong() {
    against_short_inputs("random");
}

#[test]
fn methods_of_parameterized_arrays_agree() {
    let (verdict, text, out) = run("pass", 10);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    let written = |ending: &str| std::fs::read_to_string(out.join(format!("results/pass.{ending}")));
    assert!(written("svg").expect("a picture").starts_with("<svg"));
    let page = written("md").expect("tables");
    for (program, conditions) in
        [("easychair ", 9), ("lastIndexOf", 6), ("example (a)", 7), ("example (b)", 6)]
    {
        let mut rows = page.lines().filter(|line| line.starts_with(program));
        let whole = rows.find(|line| line.contains("automata + elimination")).expect("a row");
        assert!(whole.contains(&format!("{conditions} of {conditions}")), "{whole}");
    }
    std::fs::remove_dir_all(out).expect("the folder is ours");
}

fn against_short_inputs(name: &str) {
    let (verdict, text, out) = run(name, 300);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    let row = text.lines().find(|line| line.starts_with("all")).expect("a row for all");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!((cells[1], cells[6]), ("300", "0"), "{text}");
    let answered = |cell: &str| cell.parse::<usize>().is_ok_and(|count| count > 30);
    assert!(answered(cells[2]) && answered(cells[3]), "{text}");
    let slowest = std::fs::read_to_string(out.join(format!("{name}-slowest.smt2"))).expect("a problem");
    assert!(slowest.contains("(declare-const x0 String)"), "{slowest}");
    std::fs::remove_dir_all(out).expect("the folder is ours");
}

#[test]
fn quantified_formulas_are_answered_rightly() {
    let (verdict, text, out) = run("quantifiers", 200);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    // Problems are written out only where they are worth looking at.
    let _ = std::fs::remove_dir_all(out);
}

#[test]
fn solutions_of_random_systems_are_maximal_and_cover_all_short_words() {
    let (verdict, text, _) = run("languages", 200);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    let rows: Vec<Vec<&str>> = text.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
    let sum = |column: usize| rows.iter().filter_map(|row| row[column].parse::<usize>().ok()).sum::<usize>();
    // Systems, and of these solvable, with several solutions, open, and wrong.
    assert_eq!((sum(1), sum(5), sum(6)), (200, 0, 0), "{text}");
    assert!(sum(2) > 40 && sum(3) > 5, "{text}");
}

#[test]
fn attacks_are_found_for_paths_with_filters() {
    let (verdict, text, out) = run("filters", 3);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    let page = std::fs::read_to_string(out.join("results/filters.md")).expect("a page");
    assert!(page.lines().any(|line| line.starts_with("| eve edit | 29 | 1 |")), "{page}");
    std::fs::remove_dir_all(out).expect("the folder is ours");
}

#[test]
fn one_session_answers_as_many_do() {
    let (verdict, text, out) = run("incremental", 40);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    std::fs::remove_dir_all(out).expect("the folder is ours");
}

#[test]
fn path_conditions_are_answered_alike_step_by_step_and_alone() {
    let folder = std::env::temp_dir().join(format!("tress-lab-test-replay-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("path.smt2");
    let text = "(declare-sort U 0) (declare-fun f (String) U) (declare-const |a b| String)\n\
                (assert (and (and (= (str.at |a b| 0) \"x\") (> (str.len |a b|) 1))\n\
                 (str.contains |a b| \"x\") (distinct (f |a b|) (f \"x\"))))\n(check-sat)\n";
    std::fs::write(&file, text).expect("a file");
    let experiment = experiments::named("replay").expect("listed");
    let setting = Setting { files: vec![file], out: folder.clone(), ..Setting::default() };
    let mut output = Vec::new();
    let verdict = (experiment.run)(&mut Lab::new(experiment, setting, &mut output)).expect("it runs");
    let text = String::from_utf8(output).expect("tables are text");
    let row = text.lines().find(|line| line.starts_with("path")).expect("a row for the file");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(
        (verdict, &cells[..7]),
        (Verdict::Fine, &["path", "9", "8", "1", "0", "0", "0"][..]),
        "{text}"
    );
    std::fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
#[cfg(unix)]
fn families_are_counted_by_column() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("tress-lab-tables-{}", std::process::id()));
    for family in ["a", "b"] {
        std::fs::create_dir_all(folder.join("corpus").join(family)).expect("a folder");
    }
    let text = "(declare-const x Int)\n(set-info :status unsat)\n(check-sat)\n";
    std::fs::write(folder.join("corpus/a/one.smt2"), text).expect("a file");
    std::fs::write(folder.join("corpus/b/two.smt2"), "(check-sat)\n").expect("a file");
    let saved = folder.join("old.csv");
    std::fs::write(&saved, "file,solver,answer,cpu\nb/two.smt2,other,unknown,0.5\n").expect("a file");
    // A program that says sat of everything, whatever its engine.
    let program = folder.join("tress");
    std::fs::write(&program, "#!/bin/sh\ncat > /dev/null\necho sat\n").expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let experiment = experiments::named("tables").expect("listed");
    let setting = Setting {
        out: folder.join("out"),
        peers: folder.join("no-peers"),
        corpus: Some(folder.join("corpus")),
        tress: program,
        engines: vec!["auto".into()],
        saved: vec![saved],
        ..Setting::default()
    };
    let mut output = Vec::new();
    let verdict = (experiment.run)(&mut Lab::new(experiment, setting, &mut output)).expect("it runs");
    let text = String::from_utf8(output).expect("tables are text");
    assert_eq!(verdict, Verdict::Wrong, "{text}");
    assert!(text.contains("WRONG: tress-auto says sat of a/one.smt2, which is unsat"), "{text}");
    let alone = std::fs::read_to_string(folder.join("out/tables-alone.txt")).expect("a list");
    assert_eq!(alone, "tress-auto: 1 files that no other column solves\n    b/two.smt2\n");
    let plot = std::fs::read_to_string(folder.join("out/tables.svg")).expect("a plot");
    assert!(plot.contains(">tress-auto<") && plot.contains(">other<"));
    std::fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn the_page_of_results_is_written() {
    let folder = std::env::temp_dir().join(format!("tress-lab-results-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        Some(path)
    };
    let run = |results: &str| {
        let reference = "file,expected,noodler,noodler_cpu,z3,z3_cpu\n\
                         a/1.smt2,sat,sat,0.10,timeout,10.9\na/2.smt2,unsat,unsat,3.0,unsat,1.0\nb/1.smt2,,,,,\n";
        let setting = Setting {
            results: write("results.csv", results),
            reference: write("reference.csv", reference),
            out: folder.join("docs"),
            ..Setting::default()
        };
        let experiment = experiments::named("results").expect("listed");
        let mut output = Vec::new();
        (experiment.run)(&mut Lab::new(experiment, setting, &mut output)).expect("it runs")
    };
    let head = "file,solver,answer,cpu,expected,wrong\n";
    let lines =
        "a/1.smt2,tress,sat,0.012,sat,0\na/2.smt2,tress,unsat,2.0,unsat,0\nb/1.smt2,tress,unknown,0.1,,0\n";
    assert_eq!(run(&format!("{head}{lines}")), Verdict::Fine);
    let page = std::fs::read_to_string(folder.join("docs/results.md")).expect("a page");
    for line in [
        "| tress | 2 | 1 | 1 | 0 | 0 | 0 | 2.00 s | 2 |",
        "| z3 | 1 | 0 | 1 | 1 | 0 | 0 | 1.00 s | 11 |",
        "| a | 2 | **2** | **2** | 1 |",
        "| b | 1 | 0 | – | – |",
    ] {
        assert!(page.lines().any(|found| found == line), "{line} is missing in\n{page}");
    }
    for name in ["all", "sat", "unsat"] {
        assert!(page.contains(&format!("(results/{name}.svg)")));
        let plot = std::fs::read_to_string(folder.join(format!("docs/results/{name}.svg"))).expect("a plot");
        assert!(plot.contains(">tress<") && plot.contains(">Z3-Noodler<"), "{plot}");
    }
    assert_eq!(run(&format!("{head}a/1.smt2,tress,unsat,0.012,sat,1\n")), Verdict::Wrong);
    std::fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn names_are_found_and_differ() {
    for (place, experiment) in experiments::ALL.iter().enumerate() {
        let first = experiments::ALL.iter().position(|other| other.name == experiment.name);
        assert_eq!(first, Some(place));
        assert!(experiments::named(experiment.name).is_some());
    }
    assert!(experiments::named("no-such").is_none());
}

#[test]
#[cfg(unix)]
fn a_solver_that_lies_is_found_out() {
    use std::os::unix::fs::PermissionsExt;
    // A solver that says of every term that its value is 5, and of every check that it is sat.
    let script = "#!/bin/sh\nwhile read -r line; do case \"$line\" in *echo*) echo @@;; *check-sat*) echo sat;;\n\
                  *get-value*) v=${line#*(*(}; echo \"((${v%%)*} 5))\";; esac; done\n";
    let folder = std::env::temp_dir().join(format!("tress-lab-liar-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("bin")).expect("a folder");
    let program = folder.join("bin/z3");
    std::fs::write(&program, script).expect("a script");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let experiment = experiments::named("ground").expect("listed");
    let setting =
        Setting { count: Some(120), out: folder.join("out"), peers: folder.clone(), ..Setting::default() };
    let mut output = Vec::new();
    let mut lab = Lab::new(experiment, setting, &mut output);
    (experiment.run)(&mut lab).expect("the experiment runs");
    let list = std::fs::read_to_string(folder.join("out/ground-disagreements.txt")).expect("a list");
    assert!(list.contains("z3 differs: ") && list.contains("    z3: 5\n"), "{list}");
    std::fs::remove_dir_all(folder).expect("the folder is ours");
}

/// A part of the experiment about the lazy search, at a small size: its table and its picture.
fn lazy(part: &str, count: usize) {
    let experiment = experiments::named("lazy").expect("a listed experiment");
    let out = std::env::temp_dir().join(format!("tress-lab-test-lazy-{part}-{}", std::process::id()));
    let setting =
        Setting { count: Some(count), out: out.clone(), files: vec![part.into()], ..Setting::default() };
    let mut output = Vec::new();
    let verdict = (experiment.run)(&mut Lab::new(experiment, setting, &mut output)).expect("it runs");
    assert_eq!(verdict, Verdict::Fine, "{}", String::from_utf8_lossy(&output));
    let written = |ending: &str| std::fs::read_to_string(out.join(format!("results/lazy-{part}.{ending}")));
    assert!(written("svg").expect("a plot").starts_with("<svg"));
    assert!(written("md").expect("a table").contains("cargo lab lazy"));
    std::fs::remove_dir_all(out).expect("the folder is ours");
}

#[test]
fn products_and_differences_of_ten_expressions() {
    lazy("differences", 1);
}

#[test]
fn clauses_of_bounded_differences_agree_with_the_lazy_search() {
    lazy("encoding", 3);
}

#[test]
fn long_words_take_few_states() {
    lazy("long", 30);
}

#[test]
fn grammars_have_common_words() {
    lazy("grammars", 10);
}

/// A few problems for every engine.
#[test]
fn no_two_engines_contradict_each_other() {
    let experiment = experiments::named("agree").expect("listed");
    let out = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("agree");
    let setting = Setting { count: Some(40), seed: 3, out, ..Setting::default() };
    let mut output = Vec::new();
    let verdict = (experiment.run)(&mut Lab::new(experiment, setting, &mut output)).expect("it runs");
    let text = String::from_utf8(output).expect("tables are text");
    assert_eq!(verdict, Verdict::Fine, "{text}");
    let last: Vec<&str> = text.lines().last().expect("a line").split_whitespace().collect();
    let confirmed: usize = last[2].parse().expect("a number");
    assert!(confirmed > 25, "{text}");
}

#[test]
fn schemas_of_the_checker_are_true() {
    let (verdict, text, _) = run("schemas", 60);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    let row: Vec<&str> = text.lines().last().expect("a row").split_whitespace().collect();
    let counts: Vec<usize> = row[1..].iter().map(|cell| cell.parse().expect("a number")).collect();
    assert!(row[0] == "all" && counts[0] > 100 && counts[2] >= 50 * counts[0], "{text}");
}

#[test]
fn systems_are_never_answered_wrongly() {
    let (verdict, text, _) = run("systems", 150);
    assert_eq!(verdict, Verdict::Fine, "{text}");
    assert!(text.contains("nielsen"), "{text}");
}

/// Node, Python and Java, where they are installed.
#[test]
fn chains_of_functions_are_those_of_the_engines() {
    for (name, count) in [("sanitize", 15), ("casing", 0x400)] {
        let (verdict, text, out) = run(name, count);
        assert_eq!(verdict, Verdict::Fine, "{text}");
        let _ = std::fs::remove_dir_all(out);
    }
}
