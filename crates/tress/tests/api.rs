//! The public interface: what programs can do, and the errors for misuse.

use std::time::Duration;

use tress::{Answer, Dialect, Error, Int, Mode, Rational, Reason, Result, Solver, Sort, Stop, Term, Value};

fn strings(s: &mut Solver) -> Result<[Term; 3]> {
    Ok([s.constant("x", Sort::String)?, s.constant("y", Sort::String)?, s.constant("z", Sort::String)?])
}

#[test]
fn only_truth_values_of_this_solver_can_be_asserted() -> Result<()> {
    let [mut one, mut other] = [Solver::new(), Solver::new()];
    let [x, ..] = strings(&mut one)?;
    // Both have the same index: only the owner distinguishes them.
    let [foreign, ..] = strings(&mut other)?;
    assert_eq!(one.assert(&x), Err(Error::NotBool("String".into())));
    assert_eq!(one.assert(7), Err(Error::NotBool("Int".into())));
    assert_eq!(one.assert(foreign.eq("a")), Err(Error::OtherSolver));
    assert_eq!(one.assert(x.eq(&foreign)), Err(Error::OtherSolver));
    assert_eq!(one.check_assuming([foreign.eq("a")]), Err(Error::OtherSolver));
    assert_eq!(one.check_assuming([&x]), Err(Error::NotBool("String".into())));
    assert_eq!(one.branch().extend(foreign.eq("a")).err(), Some(Error::OtherSolver));
    assert_eq!(one.branch().extend(&x).err(), Some(Error::NotBool("String".into())));
    assert_eq!(one.check_branch(&other.branch()), Err(Error::OtherSolver));
    assert_eq!(one.simplify(&foreign).err(), Some(Error::OtherSolver));
    assert_eq!(one.models([&foreign]).next().map(|found| found.err()), Some(Some(Error::OtherSolver)));
    assert!(one.assertions().is_empty(), "nothing was asserted");
    assert_eq!(one.check(), Answer::Sat);
    assert_eq!(one.value(&foreign), Err(Error::OtherSolver));
    Ok(())
}

#[test]
fn ill_sorted_terms_are_reported_where_they_are_used() -> Result<()> {
    let mut s = Solver::new();
    let [x, ..] = strings(&mut s)?;
    let n = s.constant("n", Sort::Int)?;
    let wrong = (n.len() + 1).gt(3) & x.eq("a");
    let message = "argument 1 of str.len has sort Int, expected String";
    assert_eq!(s.assert(&wrong), Err(Error::Sort(message.into())));
    assert_eq!(wrong.sort(), Err(Error::Sort(message.into())), "the first thing that was wrong");
    assert_eq!(wrong.to_string(), format!("<{message}>"));
    assert_eq!(s.assert(x.eq("\u{10FFFF}")), Err(Error::Character('\u{10FFFF}')));
    assert_eq!(s.assert(s.apply("str.lenn", [&x])), Err(Error::NoSuchName("str.lenn".into())));
    assert!(matches!(s.assert(s.apply("str.trim", [&x, &x])), Err(Error::Sort(_))));
    assert!(matches!(s.assert(s.all([&n])), Err(Error::Sort(_))));
    assert_eq!(x.len().sort(), Ok(Sort::Int));
    Ok(())
}

#[test]
fn a_name_means_one_thing() -> Result<()> {
    let mut s = Solver::new();
    let x = s.constant("x", Sort::String)?;
    let again = s.constant("x", Sort::String)?;
    s.assert(x.ne(again))?;
    assert_eq!(s.check(), Answer::Unsat, "one symbol");
    let refused = s.constant("x", Sort::Int).err().map(|error| error.to_string());
    assert_eq!(refused.as_deref(), Some("x cannot be declared: it is a constant of sort String already"));
    let f = s.function("f", &[Sort::Int], Sort::Bool)?;
    assert!(s.function("f", &[Sort::Int], Sort::Bool).is_ok());
    assert!(matches!(s.function("f", &[Sort::Real], Sort::Bool), Err(Error::Name { .. })));
    assert!(matches!(s.constant("f", Sort::Bool), Err(Error::Name { .. })));
    assert!(matches!(s.constant("str.len", Sort::Int), Err(Error::Name { .. })));
    assert!(matches!(s.constant("a|b", Sort::Int), Err(Error::Name { .. })));
    assert!(matches!(s.function("g", &[], Sort::Int), Err(Error::Name { .. })));
    // Constants outlive levels.
    s.reset();
    s.push();
    let y = s.constant("y", Sort::Int)?;
    s.pop()?;
    s.assert(y.eq(3) & f.apply([&y]))?;
    assert_eq!(s.check(), Answer::Sat);
    assert_eq!(s.value(s.constant("y", Sort::Int)?)?, 3);
    Ok(())
}

/// Terms are printed as their SMT-LIB, which is read back.
fn check_built(s: &Solver, same: &[(Term, &str)]) -> Result<()> {
    for (term, text) in same {
        assert_eq!(term.to_string(), *text);
        assert_eq!(s.parse_term(text)?.to_string(), *text);
    }
    Ok(())
}

#[test]
fn operators_and_lists_build_their_smtlib() -> Result<()> {
    let mut s = Solver::new();
    let [x, y, _] = strings(&mut s)?;
    let (n, m) = (s.constant("n", Sort::Int)?, s.constant("m", Sort::Int)?);
    let (a, b) = (s.constant("a", Sort::Bool)?, s.constant("b", Sort::Bool)?);
    let (r, q) = (s.constant("r", Sort::RegLan)?, s.constant("q", Sort::Real)?);
    let half = Rational::new(Int::from(1), Int::from(2)).ok_or(Error::NoModel)?;
    let same = [
        (&x + &y, "(str.++ x y)"),
        ("<" + &x + ">", "(str.++ (str.++ \"<\" x) \">\")"),
        (s.concat([&x, &y, &x]), "(str.++ x y x)"),
        (&n + 1, "(+ n 1)"),
        (1 - &n * &m, "(- 1 (* n m))"),
        (-&n, "(- n)"),
        (&q / half, "(/ q (/ 1.0 2.0))"),
        (s.sum([&n, &m, &n]), "(+ n m n)"),
        (&a & &b, "(and a b)"),
        (&a | &b, "(or a b)"),
        (&a ^ &b, "(xor a b)"),
        (!&a, "(not a)"),
        (!!&a, "a"),
        (a.implies(&b), "(=> a b)"),
        (a.ite(&n, 0), "(ite a n 0)"),
        (s.any([&a, &b]), "(or a b)"),
        (s.distinct([&x, &y]), "(distinct x y)"),
        (&r + x.to_regex(), "(re.++ r (str.to_re x))"),
        (&r | x.to_regex(), "(re.union r (str.to_re x))"),
        (&r & x.to_regex(), "(re.inter r (str.to_re x))"),
        (&r - x.to_regex(), "(re.diff r (str.to_re x))"),
        (!&r, "(re.comp r)"),
    ];
    assert_eq!(s.all([] as [&Term; 0]).to_string(), "true");
    assert_eq!(s.any([] as [&Term; 0]).to_string(), "false");
    assert_eq!(s.distinct([&x]).to_string(), "true");
    check_built(&s, &same)
}

#[test]
fn methods_build_their_smtlib() -> Result<()> {
    let mut s = Solver::new();
    let [x, y, _] = strings(&mut s)?;
    let (n, m) = (s.constant("n", Sort::Int)?, s.constant("m", Sort::Int)?);
    let r = s.constant("r", Sort::RegLan)?;
    let same = [
        (n.div_euclid(2), "(div n 2)"),
        (n.rem_euclid(2), "(mod n 2)"),
        (n.abs(), "(abs n)"),
        (n.lt(&m), "(< n m)"),
        (n.le(&m), "(<= n m)"),
        (n.gt(&m), "(> n m)"),
        (n.ge(&m), "(>= n m)"),
        (x.lt(&y), "(str.< x y)"),
        (x.le(&y), "(str.<= x y)"),
        (x.gt(&y), "(str.< y x)"),
        (x.ge(&y), "(str.<= y x)"),
        (x.eq(&y), "(= x y)"),
        (x.ne(&y), "(distinct x y)"),
        (n.to_text(), "(str.from_int n)"),
        (n.to_char(), "(str.from_code n)"),
        (x.to_int(), "(str.to_int x)"),
        (x.to_code(), "(str.to_code x)"),
        (x.len(), "(str.len x)"),
        (x.at(&n), "(str.at x n)"),
        (x.substr(1, &n), "(str.substr x 1 n)"),
        (x.starts_with(&y), "(str.prefixof y x)"),
        (x.ends_with(&y), "(str.suffixof y x)"),
        (x.contains(&y), "(str.contains x y)"),
        (x.index_of(&y, 0), "(str.indexof x y 0)"),
        (x.last_index_of(&y), "(str.last_indexof x y)"),
        (x.replace_first("a", &y), "(str.replace x \"a\" y)"),
        (x.replace_all("a", &y), "(str.replace_all x \"a\" y)"),
        (x.replace_first_match(&r, &y), "(str.replace_re x r y)"),
        (x.replace_all_matches(&r, &y), "(str.replace_re_all x r y)"),
        (x.matches(&r), "(str.in_re x r)"),
        (x.reverse(), "(str.rev x)"),
        (x.to_lower(), "(str.to_lower x)"),
        (x.to_upper(), "(str.to_upper x)"),
        (s.apply("str.trim", [&x]), "(str.trim x)"),
        (x.to_regex(), "(str.to_re x)"),
        (r.star(), "(re.* r)"),
        (r.plus(), "(re.+ r)"),
        (r.optional(), "(re.opt r)"),
        (r.repeat(2..=5), "((_ re.loop 2 5) r)"),
        (r.repeat(2..5), "((_ re.loop 2 4) r)"),
        (r.repeat(..0), "((_ re.loop 1 0) r)"),
        (r.repeat(3..), "((_ re.loop 3) r)"),
        (s.char_range('a', 'f'), "(re.range \"a\" \"f\")"),
    ];
    check_built(&s, &same)
}

#[test]
fn patterns_of_dialects_are_terms() -> Result<()> {
    let mut s = Solver::new();
    let [x, y, _] = strings(&mut s)?;
    let java = s.regex(Dialect::Java, r"\d{3}-[a-c]+")?;
    assert_eq!(java.sort(), Ok(Sort::RegLan));
    s.assert(x.matches(&java) & x.len().eq(6) & !x.contains("a"))?;
    let search = s.regex_with(Dialect::Python, "ab", "i", Mode::Search)?;
    s.assert(y.matches(search) & y.len().eq(3) & y.starts_with("xA"))?;
    assert_eq!(s.check(), Answer::Sat);
    let value = s.value(&x)?;
    let text = value.as_str().unwrap_or_default();
    assert!(text[..3].bytes().all(|byte| byte.is_ascii_digit()) && text[3..].starts_with("-"), "{text}");
    assert!(["xAb", "xAB"].iter().any(|text| s.value(&y).is_ok_and(|value| value == *text)));
    let refused = s.regex(Dialect::Java, "ab(").err();
    assert!(matches!(refused, Some(Error::Pattern { position: 2.., .. })), "{refused:?}");
    assert!(matches!(
        s.regex_with(Dialect::Java, "a", "!", Mode::Full),
        Err(Error::Pattern { position: 0, .. })
    ));
    Ok(())
}

#[test]
fn text_declares_and_asserts_or_does_nothing() -> Result<()> {
    let mut s = Solver::new();
    let x = s.constant("x", Sort::String)?;
    s.parse(
        "(set-logic QF_SLIA) (declare-const n Int) (define-fun twice ((w String)) String (str.++ w w))
         (assert (! (= x (twice \"ab\")) :named double)) (assert (= n (str.len x)))",
    )?;
    let n = s.constant("n", Sort::Int)?;
    assert_eq!(s.check(), Answer::Sat);
    assert_eq!((s.value(&x)?, s.value(&n)?), (Value::String("abab".into()), Value::Int(Int::from(4))));
    assert_eq!(s.value(s.apply("twice", [&x]))?, "abababab");
    // The whole text, or nothing.
    let wrong = s.parse("(declare-const late Int)\n(assert (= late 1))\n(assert (= late y))").err();
    let Some(Error::Syntax { line: 3, column: 17, message }) = wrong else { panic!("{wrong:?}") };
    assert!(message.contains('y'), "{message}");
    assert_eq!(s.assertions().len(), 2);
    assert!(s.model().is_ok(), "the answer is still valid");
    s.parse("(declare-const late Int)")?;
    for refused in ["(check-sat)", "(push 1)", "(exit)", "(declare-const x String)", "stray", "(assert"] {
        assert!(matches!(s.parse(refused), Err(Error::Syntax { line: 1, .. })), "{refused}");
    }
    assert!(matches!(s.parse_term("(str.len\n n)"), Err(Error::Syntax { .. })));
    assert!(matches!(s.parse_term("x) (exit"), Err(Error::Syntax { .. })));
    Ok(())
}

#[test]
fn values_and_models_can_be_shown() -> Result<()> {
    let mut s = Solver::new();
    let [x, y, z] = strings(&mut s)?;
    let n = s.constant("n", Sort::Int)?;
    let q = s.constant("q", Sort::Real)?;
    let f = s.function("f", &[Sort::Int], Sort::Bool)?;
    s.assert(x.eq("say \"é\"") & n.eq(-3) & (&q * 2).eq(&n) & f.apply([&n]) & y.eq(""))?;
    s.parse("(assert (= z \"\\u{d800}\"))")?;
    assert_eq!(s.check(), Answer::Sat);
    let model = s.model()?;
    assert_eq!(model.value(&x)?.as_str(), Some("say \"é\""));
    assert_eq!(model.value(&z)?, Value::CodePoints(vec![0xD800]));
    assert_eq!(model.value(&z)?.as_str(), None);
    assert_eq!(model.value(f.apply([&n]))?, true);
    assert_eq!(model.value(x.len())?, 7);
    assert_eq!(model.constants()?.len(), 5);
    let lines = [
        "(define-fun x () String \"say \"\"\\u{e9}\"\"\")",
        "(define-fun y () String \"\")",
        "(define-fun z () String \"\\u{d800}\")",
        "(define-fun n () Int (- 3))",
        "(define-fun q () Real (- (/ 3.0 2.0)))",
        "(define-fun f ((x!0 Int)) Bool ",
    ];
    let text = model.to_string();
    for (shown, wanted) in text.lines().zip(lines) {
        assert!(shown.starts_with(wanted), "{shown}");
    }
    assert_eq!(text.lines().count(), lines.len());
    for (name, value) in model.constants()? {
        let back = s.parse_term(&value.to_string())?;
        assert_eq!(model.value(back)?, value, "{name}");
    }
    // A model does not change.
    s.assert(x.eq("other"))?;
    assert_eq!(s.check(), Answer::Unsat);
    assert_eq!(s.value(&x), Err(Error::NoModel));
    assert_eq!(model.value(&n)?, -3);
    Ok(())
}

#[test]
fn models_are_enumerated() -> Result<()> {
    let mut s = Solver::new();
    let [x, y, _] = strings(&mut s)?;
    let n = s.constant("n", Sort::Int)?;
    let short = s.regex(Dialect::Rust, "[ab]{0,2}")?;
    s.assert(x.matches(short) & n.eq(x.len()) & y.contains(&x))?;
    let mut words: Vec<String> = Vec::new();
    for model in s.models([&x]) {
        words.push(model?.value(&x)?.as_str().unwrap_or_default().to_owned());
    }
    words.sort();
    assert_eq!(words, ["", "a", "aa", "ab", "b", "ba", "bb"]);
    // Any terms are allowed, and ending early leaves no assertions behind.
    assert_eq!(s.models([x.len()]).count(), 3);
    assert_eq!(s.models([x.len().eq(0), x.contains("a")]).count(), 3);
    assert_eq!(s.models([] as [&Term; 0]).count(), 1);
    assert!(s.models([&y]).take(5).all(|model| model.is_ok()), "there are infinitely many");
    assert_eq!(s.assertions().len(), 1);
    assert_eq!(s.pop(), Err(Error::NoLevel));
    assert_eq!(s.models([&n]).count(), 3);
    // Unknown is reported once.
    s.set_step_limit(1);
    s.assert((&x + &y).ne(&y + &x) & y.len().gt(10))?;
    let mut models = s.models([&y]);
    assert!(matches!(models.next(), Some(Err(Error::Unknown(_)))));
    assert!(models.next().is_none());
    Ok(())
}

/// The pigeonhole principle for twelve pigeons and eleven holes: unsatisfiable, and hard for resolution.
fn long_work(s: &Solver) -> Result<Term> {
    let pigeon = |i: usize| (0..11).map(move |hole| s.constant(&format!("p{i}-{hole}"), Sort::Bool));
    let pigeons: Vec<Vec<Term>> = (0..12).map(|i| pigeon(i).collect()).collect::<Result<_>>()?;
    let housed = s.all(pigeons.iter().map(|holes| s.any(holes)));
    let pairs = (0..12).flat_map(|i| (0..i).map(move |j| (i, j)));
    let apart =
        pairs.flat_map(|(i, j)| pigeons[i].iter().zip(&pigeons[j]).map(|(one, other)| !(one & other)));
    Ok(housed & s.all(apart))
}

#[test]
fn limits_are_durations_and_bytes() -> Result<()> {
    let mut s = Solver::new();
    s.assert(long_work(&s)?)?;
    s.set_timeout(Duration::from_millis(50));
    assert_eq!(s.check(), Answer::Unknown(Reason::Stopped(Stop::Timeout)));
    s.set_timeout(None);
    s.set_memory_limit(1);
    assert_eq!(s.check(), Answer::Unknown(Reason::Stopped(Stop::Memory)));
    s.set_memory_limit(None);
    s.set_step_limit(100);
    assert_eq!(s.check(), Answer::Unknown(Reason::Stopped(Stop::Steps)));
    assert!(matches!(s.set_option("engine", "warp"), Err(Error::Option(_))));
    assert_eq!(s.set_option("random-seed", "7"), Ok(()));
    Ok(())
}

#[test]
fn long_strings_come_only_where_there_is_room() -> Result<()> {
    let mut s = Solver::new();
    let x = s.constant("x", Sort::String)?;
    s.assert(x.len().eq(3_000_000))?;
    assert_eq!(s.check(), Answer::Sat);
    assert_eq!(s.value(&x)?.as_str().map(str::len), Some(3_000_000));
    s.set_memory_limit(1);
    assert!(matches!(s.value(&x), Err(Error::NoValue(_))));
    Ok(())
}

#[test]
fn cores_are_terms() -> Result<()> {
    let mut s = Solver::new();
    let [x, y, _] = strings(&mut s)?;
    s.assert(y.len().gt(2))?;
    s.assert(x.starts_with("a"))?;
    assert_eq!(s.check_assuming([x.len().lt(9), x.ends_with("b") & x.len().le(1)])?, Answer::Unsat);
    let texts = |terms: Vec<Term>| terms.iter().map(Term::to_string).collect::<Vec<_>>();
    assert_eq!(texts(s.unsat_core()?), ["(str.prefixof \"a\" x)"]);
    assert_eq!(texts(s.unsat_assumptions()?), ["(and (str.suffixof \"b\" x) (<= (str.len x) 1))"]);
    assert_eq!(s.model().err(), Some(Error::NoModel));
    assert_eq!(s.check(), Answer::Sat);
    assert_eq!(s.unsat_core().err(), Some(Error::NoCore));
    Ok(())
}

#[test]
fn certificates_come_with_their_problem() -> Result<()> {
    let mut s = Solver::new();
    let [x, y, _] = strings(&mut s)?;
    let n = s.constant("a name", Sort::Int)?;
    s.parse("(declare-sort S 0)(declare-fun f (S Int) Int)(declare-const c S)(assert (= (f c 1) |a name|))")?;
    s.assert(s.concat([&x, &y]).len().lt(4))?;
    assert!(matches!(s.certificate(), Err(Error::NoCertificate(_))));
    assert_eq!(s.check(), Answer::Sat);
    assert!(matches!(s.certificate(), Err(Error::NoCertificate(_))));
    s.push();
    s.assert(x.eq("ab"))?;
    assert_eq!(s.check_assuming([n.gt(1), y.eq("cd")])?, Answer::Unsat);
    let certificate = s.certificate()?;
    let (problem, text) = (certificate.problem(), certificate.text());
    assert_eq!(tress_check::check(problem.as_bytes(), text.as_bytes()), Ok(()), "{problem}{text}");
    let other = problem.replace("\"cd\"", "\"c\"");
    assert!(tress_check::check(other.as_bytes(), text.as_bytes()).is_err());
    s.pop()?;
    assert!(matches!(s.certificate(), Err(Error::NoCertificate(_))));
    Ok(())
}

#[test]
fn unsat_may_be_left_to_certificates() -> Result<()> {
    let mut s = Solver::new();
    s.set_option("certified", "true")?;
    s.parse("(declare-datatype D ((a) (b)))(declare-const d D)(declare-const n Int)")?;
    let n = s.constant("n", Sort::Int)?;
    assert_eq!(s.check_assuming([n.lt(1), n.gt(1)])?, Answer::Unsat);
    let neither = s.parse_term("(and (distinct d a) (distinct d b))")?;
    let Answer::Unknown(reason) = s.check_assuming([neither])? else { panic!("there is no certificate") };
    assert!(reason.to_string().starts_with("(incomplete (certificate \""), "{reason}");
    Ok(())
}

/// Solvers and terms may go to other threads, and every error is one for `?` and `Box<dyn Error>`.
#[test]
fn types_keep_their_promises() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    fn is_shared<T: Send + Sync>() {}
    fn is_error<T: std::error::Error + Send + Sync + 'static>() {}
    is_shared::<(Solver, Term, tress::Model, tress::Branch, Value)>();
    is_error::<Error>();
    is_error::<Stop>();
    is_error::<tress_solver::options::OptionError>();
    is_error::<tress_term::term::SortError>();
    is_error::<tress_smtlib::Error>();
    is_error::<tress_term::eval::EvalError>();
    is_error::<tress_solver::Misuse>();
    let mut s = Solver::new();
    let x = s.constant("x", Sort::String)?;
    s.assert(long_work(&s)?)?;
    let stop = s.cancel_handle();
    stop.cancel();
    let answer = std::thread::spawn(move || s.check()).join().map_err(|_| "a panic")?;
    assert!(matches!(answer, Answer::Unknown(Reason::Stopped(Stop::Canceled))), "{answer:?}");
    assert_eq!(x.len().to_string(), "(str.len x)", "a term keeps its store");
    Ok(())
}

#[test]
fn deep_terms_are_built_and_dropped() -> Result<()> {
    let mut s = Solver::new();
    let x = s.constant("x", Sort::Int)?;
    let deep = (0..100_000).fold(x.clone(), |sum, n| sum + (&x * n));
    s.assert(deep.eq(0))?;
    drop(deep);
    assert_eq!(s.assertions().len(), 1);
    Ok(())
}

#[test]
fn the_readme_shows_what_the_front_page_runs() {
    let readme = include_str!("../../../README.md");
    let page = include_str!("../src/lib.rs").replace("//! ", "").replace("//!", "");
    let shown =
        readme.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    assert!(!shown.is_empty() && page.contains(shown), "{shown}");
}
