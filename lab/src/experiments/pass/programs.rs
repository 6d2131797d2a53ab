//! Path conditions of the programs in the paper on PASS, written as SMT-LIB.
//!
//! Programs (a), (b) and `easychair` (Bjørner, Tillmann and Voronkov, 2009) are as published; `easychair*`
//! and `lastIndexOf` are in kind: conditions with tricky contradictions, and searches for words with a long
//! common beginning.

/// A program: its name and its path conditions.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) conditions: Vec<String>,
}

/// Declarations, and one assertion a line.
fn condition(declarations: &str, facts: &[&str]) -> String {
    let mut text = format!("(set-logic ALL)\n{declarations}\n");
    for fact in facts {
        text.push_str(&format!("(assert {fact})\n"));
    }
    text
}

/// All programs, in the order of the table.
pub(super) fn all() -> Vec<Program> {
    vec![
        Program { name: "easychair", conditions: easychair(&[]) },
        Program { name: "easychair*", conditions: easychair(&TRICKS) },
        Program { name: "lastIndexOf", conditions: last_index_of() },
        Program { name: "example (a)", conditions: example_a() },
        Program { name: "example (b)", conditions: example_b() },
    ]
}

/// What is said about each path of the mutated program, by its number.
const TRICKS: [&str; 9] = [
    "(str.contains s \"a/b\")",
    "(str.contains (str.replace rest \"q\" \"\") \"EasyChair\")",
    "(str.prefixof \"http:/\" s)",
    "(str.contains rest \"/\")",
    "(str.contains t \"live\")",
    "(not (= (str.len t) 8))",
    "(str.suffixof \"chair\" s)",
    "(< (str.len s) 20)",
    "(str.contains s \"google.com/EasyChair\")",
];

fn easychair(tricks: &[&str]) -> Vec<String> {
    let declarations = "(declare-const s String)\n(declare-const rest String)\n(declare-const t String)\n\
        (declare-const k Int)\n(assert (= k (str.last_indexof s \"/\")))\n\
        (assert (= rest (str.substr s (+ k 1) (- (str.len s) k 1))))";
    let (slash, chair, http) =
        ("(>= k 0)", "(str.contains rest \"EasyChair\")", "(str.prefixof \"http://\" s)");
    let (cut, www) = ("(>= k 7)", "(str.prefixof \"www.\" (str.substr s 7 (- k 7)))");
    let whole = "(= t (str.substr s 7 (- k 7)))";
    let short = "(= t (str.substr s 11 (- k 11)))";
    let (live, google) = ("(= t \"live.com\")", "(= t \"google.com\")");
    let (not_chair, not_http, not_www) =
        (format!("(not {chair})"), format!("(not {http})"), format!("(not {www})"));
    let (not_live, not_google) = (format!("(not {live})"), format!("(not {google})"));
    let on = [slash, chair, http, cut];
    let paths: Vec<Vec<&str>> = vec![
        vec!["(< k 0)"],
        vec![slash, &not_chair],
        vec![slash, chair, &not_http],
        [&on[..], &[www, short, live]].concat(),
        [&on[..], &[www, short, &not_live, google]].concat(),
        [&on[..], &[www, short, &not_live, &not_google]].concat(),
        [&on[..], &[&not_www, whole, live]].concat(),
        [&on[..], &[&not_www, whole, &not_live, google]].concat(),
        [&on[..], &[&not_www, whole, &not_live, &not_google]].concat(),
    ];
    let trick = |number: usize| tricks.get(number).copied();
    paths
        .into_iter()
        .enumerate()
        .map(|(number, path)| {
            let facts: Vec<&str> = path.into_iter().chain(trick(number)).collect();
            condition(declarations, &facts)
        })
        .collect()
}

/// One more word in each condition, none over another.
fn last_index_of() -> Vec<String> {
    let common = "abcdefghijklmnopqrstuvwxyzabcdef";
    let words: Vec<String> = (0..6).map(|number| format!("{common}{number}")).collect();
    (1..=words.len())
        .map(|count| {
            let mut declarations = "(declare-const s String)".to_owned();
            let mut facts: Vec<String> = Vec::new();
            for (number, word) in words[..count].iter().enumerate() {
                declarations.push_str(&format!("\n(declare-const i{number} Int)"));
                facts.push(format!("(= i{number} (str.last_indexof s \"{word}\"))"));
                facts.push(format!("(>= i{number} 0)"));
                if number > 0 {
                    facts.push(format!("(>= i{number} (+ i{} {}))", number - 1, word.len()));
                }
            }
            condition(&declarations, &facts.iter().map(String::as_str).collect::<Vec<_>>())
        })
        .collect()
}

fn example_a() -> Vec<String> {
    let declarations = "(declare-const s1 String)\n(declare-const s2 String)\n(declare-const i Int)";
    let (begins, has) = ("(str.prefixof \"a1\" s1)", "(str.contains s2 \"12\")");
    let (ends, lower) = ("(str.suffixof \"cd\" (str.++ s1 s2))", "(str.< s1 (str.to_lower s2))");
    let (not_has, not_ends, not_lower) =
        (format!("(not {has})"), format!("(not {ends})"), format!("(not {lower})"));
    let cut = "(and (<= 0 i) (<= (+ i 2) (str.len s2)))";
    let number = "(str.to_int (str.substr s2 i 2))";
    let (is, other) = (format!("(= {number} 12)"), format!("(and (>= {number} 0) (not (= {number} 12)))"));
    let (same, not_same) = ("(= (str.from_int i) s2)", "(not (= (str.from_int i) s2))");
    let on = [begins, &not_has, &not_lower, cut];
    let paths: [Vec<&str>; 7] = [
        vec![begins, has, ends],
        vec![begins, has, &not_ends],
        vec![begins, &not_has, lower],
        [&on[..], &[&is]].concat(),
        [&on[..], &[&other, same]].concat(),
        [&on[..], &[&other, not_same]].concat(),
        vec!["(not (str.prefixof \"a1\" s1))"],
    ];
    paths.iter().map(|path| condition(declarations, path)).collect()
}

fn example_b() -> Vec<String> {
    let declarations = "(declare-const s String)\n(declare-const s1 String)\n(declare-const i Int)";
    let digit = "(re.range \"0\" \"9\")";
    let minus = "(= (str.at s 0) \"-\")";
    let format =
        format!("(str.in_re s (re.++ re.allchar (re.+ {digit}) (str.to_re \",\") ((_ re.^ 3) {digit})))");
    let other = format!("(not {format})");
    let last = "(= i (str.last_indexof s \",\"))";
    let rest = "(= s1 (str.substr s (+ i 1) (- (str.len s) i 1)))";
    let (large, small) = ("(> (str.to_int s1) (+ 100 i))", "(<= (str.to_int s1) (+ 100 i))");
    let on = [minus, &other, last, "(not (= i (- 1)))", rest, "(>= (str.to_int s1) 0)"];
    let paths: [Vec<&str>; 6] = [
        vec![minus, &format],
        vec![minus, &other, last, "(= i (- 1))"],
        [&on[..], &[large]].concat(),
        [&on[..], &[small, "(str.< s1 \"1000\")"]].concat(),
        [&on[..], &[small, "(not (str.< s1 \"1000\"))"]].concat(),
        vec!["(not (= (str.at s 0) \"-\"))"],
    ];
    paths.iter().map(|path| condition(declarations, path)).collect()
}
