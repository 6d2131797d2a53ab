//! What the operators beyond the standard mean, in the operators of the standard.

use super::Key;
use super::tables;
use crate::print::symbol_text;
use crate::term::{Op, TermStore};

/// The characters that `str.trim` takes away.
const LOW: &str = r#"(re.range "\u{0}" " ")"#;

/// Commands that define a function, and which arguments of the operator it takes.
pub(super) struct Definition {
    pub(super) commands: Vec<String>,
    pub(super) taken: Vec<usize>,
}

/// Defines the function `name` for an operator. `fixed` are the texts of the arguments that stand inside.
pub(super) fn definition(store: &TermStore, key: &Key, name: &str, fixed: &[String]) -> Definition {
    let all = |commands: Vec<String>| Definition { commands, taken: (0..key.count).collect() };
    let f = symbol_text(name);
    match key.op {
        Op::ReLoop => {
            let least = key.indices.first().map(ToString::to_string).unwrap_or_default();
            all(vec![format!("(define-fun {f} ((r RegLan)) RegLan (re.++ ((_ re.^ {least}) r) (re.* r)))")])
        }
        Op::UpdateField => all(vec![field_update(store, key, &f)]),
        Op::LastIndexOf if fixed.len() == 2 => last_index(&f, &fixed[0], &fixed[1]),
        Op::IndexOfRe | Op::ReplaceReLongest | Op::ReplaceReLongestAll => matching(key, name, fixed),
        Op::ReplaceTable => tables::definition(store, key, name),
        Op::SeqRev | Op::SeqUpdate | Op::SeqLastIndexOf | Op::SeqReplaceAll => {
            all(vec![sequences(key.op, &f, &key.sort)])
        }
        op => all(words(op, name)),
    }
}

/// Operators on words and numbers.
fn words(op: Op, name: &str) -> Vec<String> {
    let f = symbol_text(name);
    let one = |text: String| vec![text];
    match op {
        Op::Rev => one(format!(
            r#"(define-fun-rec {f} ((s String)) String (ite (= s "") "" (str.++ ({f} (str.substr s 1 (- (str.len s) 1))) (str.at s 0))))"#
        )),
        Op::ToLower => one(cases(&f, |upper, lower| (upper, lower))),
        Op::ToUpper => one(cases(&f, |upper, lower| (lower, upper))),
        Op::Update => one(format!(
            "(define-fun {f} ((s String) (i Int) (t String)) String (ite (and (<= 0 i) (< i (str.len s))) (str.++ (str.substr s 0 i) (str.substr t 0 (- (str.len s) i)) (str.substr s (+ i (str.len t)) (str.len s))) s))"
        )),
        Op::LastIndexOf => one(format!(
            r#"(define-fun-rec {f} ((s String) (t String)) Int (ite (str.suffixof t s) (- (str.len s) (str.len t)) (ite (= s "") (- 1) ({f} (str.substr s 0 (- (str.len s) 1)) t))))"#
        )),
        Op::Trim => trim(name),
        Op::Count => one(format!(
            r#"(define-fun {f} ((s String) (t String)) Int (- (str.len (str.replace_all s t (str.++ t "a"))) (str.len s)))"#
        )),
        Op::Repeat => one(format!(
            r#"(define-fun-rec {f} ((s String) (n Int)) String (ite (or (<= n 0) (= s "")) "" (str.++ s ({f} s (- n 1)))))"#
        )),
        Op::ToIntSigned => one(format!(
            r#"(define-fun {f} ((s String)) Int (ite (str.prefixof "-" s) (let ((n (str.to_int (str.substr s 1 (- (str.len s) 1))))) (ite (< n 0) 0 (- n))) (let ((n (str.to_int s))) (ite (< n 0) 0 n))))"#
        )),
        Op::FromIntSigned => one(format!(
            r#"(define-fun {f} ((n Int)) String (ite (< n 0) (str.++ "-" (str.from_int (- n))) (str.from_int n)))"#
        )),
        Op::StrToReal => real(name),
        _ => one(format!(
            "(define-fun {f} ((s String) (t String)) Int (ite (= s t) 0 (ite (str.< s t) (- 1) 1)))"
        )),
    }
}

/// The last place where `t` occurs in `s`, as a constant: `t` stands there, and not behind it.
fn last_index(f: &str, s: &str, t: &str) -> Definition {
    let stands = format!("(= (str.substr s {f} (str.len t)) t)");
    let behind = format!("(str.contains (str.substr s (+ {f} 1) (str.len s)) t)");
    let is_last = format!("(and (<= 0 {f}) {stands} (not {behind}))");
    let holds =
        format!(r#"(ite (= t "") (= {f} (str.len s)) (ite (str.contains s t) {is_last} (= {f} (- 1))))"#);
    let assertion = format!("(assert (let ((s {s}) (t {t})) {holds}))");
    Definition { commands: vec![format!("(declare-const {f} Int)"), assertion], taken: Vec::new() }
}

/// Letters of one case become those of the other; none of these is changed again.
fn cases(f: &str, pair: fn(char, char) -> (char, char)) -> String {
    let replaced = ('A'..='Z').fold("s".to_owned(), |text, upper| {
        let (from, to) = pair(upper, upper.to_ascii_lowercase());
        format!("(str.replace_all {text} \"{from}\" \"{to}\")")
    });
    format!("(define-fun {f} ((s String)) String {replaced})")
}

fn trim(name: &str) -> Vec<String> {
    let [f, left, right] = ["", ".left", ".right"].map(|end| symbol_text(&format!("{name}{end}")));
    vec![
        format!(
            "(define-fun-rec {left} ((s String)) String (ite (str.in_re (str.at s 0) {LOW}) ({left} (str.substr s 1 (- (str.len s) 1))) s))"
        ),
        format!(
            "(define-fun-rec {right} ((s String)) String (ite (str.in_re (str.at s (- (str.len s) 1)) {LOW}) ({right} (str.substr s 0 (- (str.len s) 1))) s))"
        ),
        format!("(define-fun {f} ((s String)) String ({right} ({left} s)))"),
    ]
}

/// Digits, or digits with a point between them, as a fraction.
fn real(name: &str) -> Vec<String> {
    let [f, power] = ["", ".power"].map(|end| symbol_text(&format!("{name}{end}")));
    let fraction = format!(
        r#"(let ((i (str.indexof s "." 0))) (let ((k (- (str.len s) (+ i 1)))) (/ (to_real (str.to_int (str.++ (str.substr s 0 i) (str.substr s (+ i 1) k)))) (to_real ({power} k)))))"#
    );
    let digits = r#"(re.+ (re.range "0" "9"))"#;
    vec![
        format!("(define-fun-rec {power} ((n Int)) Int (ite (<= n 0) 1 (* 10 ({power} (- n 1)))))"),
        format!(
            r#"(define-fun {f} ((s String)) Real (ite (str.in_re s (re.++ {digits} (str.to_re ".") {digits})) {fraction} (to_real (str.to_int s))))"#
        ),
    ]
}

/// Operators that look for matches of an expression, which stands inside of the definition where it can.
fn matching(key: &Key, name: &str, fixed: &[String]) -> Definition {
    let [f, from, until, rest] =
        ["", ".from", ".until", ".rest"].map(|end| symbol_text(&format!("{name}{end}")));
    // Without a text of its own the expression is a parameter.
    let (r, parameter, passed, taken) = match fixed {
        [text] => (text.as_str(), "", "", vec![0, 2]),
        _ => ("r", " (r RegLan)", " r", vec![0, 1, 2]),
    };
    let first = format!(
        "(define-fun-rec {from} ((s String){parameter} (i Int)) Int (ite (or (< i 0) (> i (str.len s))) (- 1) (ite (str.in_re (str.substr s i (- (str.len s) i)) (re.++ {r} re.all)) i ({from} s{passed} (+ i 1)))))"
    );
    // The longest match that begins at `i` ends at `j` or before.
    let longest = format!(
        "(define-fun-rec {until} ((s String){parameter} (i Int) (j Int)) Int (ite (<= j i) i (ite (str.in_re (str.substr s i (- j i)) {r}) j ({until} s{passed} i (- j 1)))))"
    );
    let commands = match key.op {
        Op::IndexOfRe => {
            vec![first, format!("(define-fun {f} ((s String){parameter} (i Int)) Int ({from} s{passed} i))")]
        }
        Op::ReplaceReLongest => vec![
            first,
            longest,
            format!(
                "(define-fun {f} ((s String){parameter} (t String)) String (let ((i ({from} s{passed} 0))) (ite (< i 0) s (let ((j ({until} s{passed} i (str.len s)))) (str.++ (str.substr s 0 i) t (str.substr s j (- (str.len s) j)))))))"
            ),
        ],
        _ => vec![
            longest,
            format!(
                "(define-fun-rec {rest} ((s String){parameter} (t String) (i Int)) String (ite (>= i (str.len s)) \"\" (let ((j ({until} s{passed} i (str.len s)))) (ite (= j i) (str.++ (str.at s i) ({rest} s{passed} t (+ i 1))) (str.++ t ({rest} s{passed} t j))))))"
            ),
            format!("(define-fun {f} ((s String){parameter} (t String)) String ({rest} s{passed} t 0))"),
        ],
    };
    Definition { commands, taken }
}

/// A value with another field.
fn field_update(store: &TermStore, key: &Key, f: &str) -> String {
    let Some((sort, constructor)) = store.constructor_at(&key.indices) else { return String::new() };
    let changed = key.indices.get(2).and_then(tress_base::Int::to_usize);
    let (sort, name) = (store.sort_text(sort), symbol_text(&constructor.name));
    let element =
        changed.and_then(|place| constructor.fields.get(place)).map(|field| store.sort_text(field.sort));
    let fields = constructor.fields.iter().enumerate().map(|(place, field)| match Some(place) == changed {
        true => "v".to_owned(),
        false => format!("({} x)", symbol_text(&field.name)),
    });
    let made: Vec<String> = fields.collect();
    let head = if constructor.needs_sort { format!("(as {name} {sort})") } else { name.clone() };
    format!(
        "(define-fun {f} ((x {sort}) (v {})) {sort} (ite ((_ is {name}) x) ({head} {}) x))",
        element.unwrap_or_default(),
        made.join(" ")
    )
}

/// Operators on sequences that z3 and cvc5 do not share.
fn sequences(op: Op, f: &str, sort: &str) -> String {
    let empty = format!("(as seq.empty {sort})");
    match op {
        Op::SeqRev => format!(
            "(define-fun-rec {f} ((s {sort})) {sort} (ite (= s {empty}) s (seq.++ ({f} (seq.extract s 1 (- (seq.len s) 1))) (seq.at s 0))))"
        ),
        Op::SeqUpdate => format!(
            "(define-fun {f} ((s {sort}) (i Int) (t {sort})) {sort} (ite (and (<= 0 i) (< i (seq.len s))) (seq.++ (seq.extract s 0 i) (seq.extract t 0 (- (seq.len s) i)) (seq.extract s (+ i (seq.len t)) (seq.len s))) s))"
        ),
        Op::SeqLastIndexOf => format!(
            "(define-fun-rec {f} ((s {sort}) (t {sort})) Int (ite (seq.suffixof t s) (- (seq.len s) (seq.len t)) (ite (= s {empty}) (- 1) ({f} (seq.extract s 0 (- (seq.len s) 1)) t))))"
        ),
        _ => format!(
            "(define-fun-rec {f} ((s {sort}) (t {sort}) (u {sort})) {sort} (ite (or (= t {empty}) (not (seq.contains s t))) s (let ((i (seq.indexof s t 0))) (seq.++ (seq.extract s 0 i) u ({f} (seq.extract s (+ i (seq.len t)) (seq.len s)) t u)))))"
        ),
    }
}
