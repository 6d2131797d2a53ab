//! Problems with large counters, each with its answer.
//!
//! `.` is any character, and patterns are written as in other parts of the world in the names of
//! the problems; the text is SMT-LIB.

/// A problem and its answer.
pub(super) struct Problem {
    pub(super) name: &'static str,
    pub(super) status: &'static str,
    pub(super) text: String,
}

fn word(text: &str) -> String {
    format!("(str.to_re \"{text}\")")
}

fn join(parts: &[String]) -> String {
    format!("(re.++ {})", parts.join(" "))
}

fn between(inner: &str, low: u32, high: u32) -> String {
    format!("((_ re.loop {low} {high}) {inner})")
}

fn exactly(inner: &str, count: u32) -> String {
    format!("((_ re.^ {count}) {inner})")
}

/// `x` is in the language.
fn is(regex: &str) -> String {
    format!("(str.in_re x {regex})")
}

/// `x` is not in the language.
fn is_not(regex: &str) -> String {
    format!("(not (str.in_re x {regex}))")
}

fn problem(name: &'static str, status: &'static str, facts: &[String]) -> Problem {
    let facts: String = facts.iter().map(|fact| format!("(assert {fact})\n")).collect();
    let declared = "(declare-const x String)\n(declare-const y String)\n";
    Problem { name, status, text: format!("(set-logic QF_SLIA)\n{declared}{facts}(check-sat)\n") }
}

/// All problems.
pub(super) fn all() -> Vec<Problem> {
    [powers(), addresses(), nested(), blocks(), attacks(), several()].into_iter().flatten().collect()
}

fn powers() -> Vec<Problem> {
    let pair = format!("(re.union {} {})", word("ab"), word("cd"));
    let power = exactly(&pair, 100_000);
    let thousand = format!("(re.+ {})", exactly(&word("a"), 1000));
    let one_more = format!("(re.+ {})", exactly(&word("a"), 1001));
    let in_order = join(&[format!("(re.* {})", word("ab")), format!("(re.* {})", word("cd"))]);
    vec![
        problem("(ab|cd){100000}", "sat", &[is(&power)]),
        problem("(ab|cd){100000} of length 200000", "sat", &[is(&power), "(= (str.len x) 200000)".into()]),
        problem("(ab|cd){100000} of length 200001", "unsat", &[is(&power), "(= (str.len x) 200001)".into()]),
        problem("(ab|cd){100000} in (ab)*(cd)*", "sat", &[is(&power), is(&in_order)]),
        problem(
            "(ab|cd){100000} not in (ab|cd){99999,100001}",
            "unsat",
            &[is(&power), is_not(&between(&pair, 99_999, 100_001))],
        ),
        problem(
            "(ab|cd){100000} with both ends given",
            "sat",
            &[is(&power), "(str.prefixof \"abcd\" x)".into(), "(str.suffixof \"cd\" x)".into()],
        ),
        problem("(a{1000})+ and (a{1001})+", "sat", &[is(&thousand), is(&one_more)]),
    ]
}

fn addresses() -> Vec<Problem> {
    let address = |before: u32, after: u32| {
        let (before, after) = (between("re.allchar", 1, before), between("re.allchar", 1, after));
        join(&[before, word("@"), after])
    };
    let whole = address(5000, 5000);
    let at = "(= (str.indexof x \"@\" 0) 4000)".to_owned();
    vec![
        problem(".{1,5000}@.{1,5000}", "sat", &[is(&whole)]),
        problem(".{1,5000}@.{1,5000} not wider", "unsat", &[is(&whole), is_not(&address(6000, 5000))]),
        problem(".{1,5000}@.{1,5000} not narrower", "sat", &[is(&whole), is_not(&address(4000, 5000))]),
        problem(".{1,5000}@.{1,5000} longer than 9999", "sat", &[is(&whole), "(> (str.len x) 9999)".into()]),
        problem(
            ".{1,5000}@.{1,5000} longer than 10001",
            "unsat",
            &[is(&whole), "(> (str.len x) 10001)".into()],
        ),
        problem(
            ".{1,5000}@.{1,5000} with @ at 4000",
            "sat",
            &[is(&whole), at, "(= (str.len x) 9001)".into()],
        ),
    ]
}

fn nested() -> Vec<Problem> {
    let nest = |inner: &str| between(&between(&between(inner, 1, 100), 1, 100), 1, 100);
    let letters = nest(&word("a"));
    let pairs = nest("(re.union (str.to_re \"ab\") (str.to_re \"c\"))");
    let even = join(&[format!("(re.* {})", word("aa")), word("b")]);
    vec![
        problem(
            "((a{1,100}){1,100}){1,100} of length 777777",
            "sat",
            &[is(&letters), "(= (str.len x) 777777)".into()],
        ),
        problem(
            "((a{1,100}){1,100}){1,100} longer",
            "unsat",
            &[is(&letters), "(> (str.len x) 1000000)".into()],
        ),
        problem(
            "((a{1,100}){1,100}){1,100} not in a{1,1000000}",
            "unsat",
            &[is(&letters), is_not(&between(&word("a"), 1, 1_000_000))],
        ),
        problem("((a{1,100}){1,100}){1,100} in (aa)*b", "unsat", &[is(&letters), is(&even)]),
        problem(
            "(((ab|c){1,100}){1,100}){1,100} with 99999 letters",
            "sat",
            &[is(&pairs), "(= (str.len x) 99999)".into(), "(str.prefixof \"ab\" x)".into()],
        ),
    ]
}

fn blocks() -> Vec<Problem> {
    let letter = "(re.range \"a\" \"z\")";
    let block = join(&[between(letter, 1, 5000), word("@")]);
    let whole = between(&block, 1, 5000);
    let any = format!("(re.union {letter} {})", word("@"));
    let hash = join(&["re.all".into(), word("#"), "re.all".into()]);
    vec![
        problem(
            "([a-z]{1,5000}@){1,5000} in [a-z@]{300000}",
            "sat",
            &[is(&whole), is(&exactly(&any, 300_000))],
        ),
        problem(
            "([a-z]{1,5000}@){1,5000} of length 300000",
            "sat",
            &[is(&whole), "(= (str.len x) 300000)".into()],
        ),
        problem("([a-z]{1,5000}@){1,5000} with #", "unsat", &[is(&whole), is(&hash)]),
    ]
}

/// A beginning, a body many times, an end, as attack strings are written.
fn attacks() -> Vec<Problem> {
    let lines = "(re.+ (re.union (str.to_re \"\\u{a}\") (str.to_re \"\\u{d}\")))";
    let some = "(re.+ re.allchar)";
    let body = join(&[lines.into(), word("name"), lines.into(), word("&"), some.into()]);
    let attack = |rounds| join(&[word("from"), exactly(&body, rounds), word("!")]);
    let tidy = "(re.inter (re.+ (re.range \"a\" \"d\")) (re.comp (re.++ re.all (str.to_re \"ab\") re.all)))";
    let tidy = |rounds| exactly(&join(&[word("x"), tidy.into(), word("c")]), rounds);
    let wordless =
        "(re.inter (re.+ (re.range \"0\" \"9\")) (re.++ (re.+ (re.range \"0\" \"9\")) (str.to_re \";\")))";
    let holding = |text: &str| join(&["re.all".into(), word(text), "re.all".into()]);
    vec![
        problem("an attack of 5000 rounds", "sat", &[is(&attack(5000))]),
        problem("an attack of 100000 rounds", "sat", &[is(&attack(100_000))]),
        problem("an attack that is not matched", "sat", &[is(&attack(5000)), is_not(&holding("!&"))]),
        problem("an attack that is always matched", "unsat", &[is(&attack(5000)), is_not(&holding("name"))]),
        problem("rounds that avoid a word", "sat", &[is(&tidy(100_000))]),
        problem("rounds that avoid it everywhere", "unsat", &[is(&tidy(20_000)), is(&holding("ab"))]),
        problem("rounds without words", "unsat", &[is(&join(&[word("a"), exactly(wordless, 5000)]))]),
    ]
}

fn several() -> Vec<Problem> {
    let pair = format!("(re.union {} {})", word("ab"), word("cd"));
    let power = exactly(&pair, 10_000);
    let letters = "(str.in_re y ((_ re.loop 1 30000) (re.range \"a\" \"z\")))".to_owned();
    let long = exactly(&pair, 100_000);
    vec![
        problem(
            "lengths of two strings that cannot fit",
            "unsat",
            &[is(&power), letters.clone(), "(= (str.len x) (+ 1 (* 2 (str.len y))))".into()],
        ),
        problem(
            "lengths of two strings that fit",
            "sat",
            &[
                is(&power),
                letters,
                "(= (str.len x) (* 2 (str.len y)))".into(),
                "(not (str.contains x \"abab\"))".into(),
            ],
        ),
        problem(
            "xy in (ab|cd){100000} cut at 50001",
            "sat",
            &[format!("(str.in_re (str.++ x y) {long})"), "(= (str.len x) 50001)".into()],
        ),
    ]
}
