//! Large counters: how long emptiness and inclusion take. Prints a line per question.
#![allow(clippy::print_stdout, reason = "an example talks to its user")]

#[path = "../tests/support/pattern.rs"]
mod pattern;

use tress_automata::emptiness::{Goal, find_word};
use tress_automata::{Regex, RegexStore};
use tress_base::Budget;

/// `a` without `b` when `b` starts with `!`, otherwise the intersection of both.
fn ask(parts: &[&str]) {
    let budget = Budget::unlimited().with_time(Some(std::time::Duration::from_secs(20)));
    let mut store = RegexStore::new();
    let parsed: Vec<Regex> = parts
        .iter()
        .map(|part| match part.strip_prefix('!') {
            Some(part) => {
                let r = pattern::parse(&mut store, part);
                store.complement(r)
            }
            None => pattern::parse(&mut store, part),
        })
        .collect();
    let all = store.inter(&parsed);
    let answer = match find_word(&mut store, all, Goal::Any, &budget) {
        Ok(None) => "empty".to_owned(),
        Ok(Some(word)) => format!("a word of length {}", word.len()),
        Err(stop) => stop.to_string(),
    };
    println!(
        "{:>7.1} ms  {:>9} steps  {parts:?}: {answer}",
        budget.elapsed().as_secs_f64() * 1e3,
        budget.used()
    );
}

fn main() {
    ask(&["a{100000}", "a*b"]);
    ask(&["(ab|cd){100000}", "(ab)*(cd)*"]);
    ask(&["(ab|cd){100000}", "!(ab|cd){99999,100001}"]);
    ask(&["(ab|cd){100000}", "!(ab|cd){1,99999}"]);
    ask(&[".{1,5000}@.{1,5000}", "!.{1,6000}@.{1,5000}"]);
    ask(&[".{1,5000}@.{1,5000}", "!.{1,4000}@.{1,5000}"]);
    ask(&[".{1,5000}@.{1,5000}", "!.{1,5000}@.{1,4999}"]);
    ask(&[".{1,5000}@.{1,5000}", "[^@]{1,5000}#[^@]{1,5000}"]);
    ask(&[".{1,5000}@.{1,5000}", ".{1,4000}#.{1,7000}"]);
    ask(&[".{1,5000}@.{1,5000}", ".{1,4000}#.{1,7000}", "!.*@.*#.*"]);
    ask(&[".{1,5000}@.{1,5000}", ".{1,4000}#.{1,7000}", "!.*@.*#.*", "!.*#.*@.*"]);
    ask(&["((a{1,100}){1,100}){1,100}", "!a{1,1000000}"]);
    ask(&["((a{1,100}){1,100}){1,100}", "(aa)*b"]);
    ask(&["((a{2,3}b){1,100}){1,100}", "!((a{2,3}b){1,1000}){1,10}"]);
    ask(&[".*a.{1000}", "!.*a.{1000}"]);
    ask(&[".*a.{1000}", ".*b.{1000}"]);
    ask(&[".*a.{5000}", ".*b.{5000}"]);
    ask(&[".*a.{1000}", "!.*[ab].{1000}"]);
    ask(&[".*a.{1000}", "!.*[bc].{1000}"]);
    ask(&[".*a.{1000}b.*", "!.*[ac].{1000}[bc].*"]);
    ask(&[".*a.{20}b.*", "!.*[ac].{20}[bc].*"]);
    ask(&["(a{1000})+", "(a{1001})+b"]);
    ask(&["(a{1000})+", "(a{1001})+", ".{1,900000}"]);
    ask(&["(.*[a-z].{50000})", "(.{50000}[0-9].*)", ".{50001}"]);
    ask(&["[a-c]*a[a-c]{10001}", "[a-c]*b[a-c]{10000}"]);
    ask(&["([a-z]{1,5000}@){1,5000}", "[a-z@]{30000}"]);
    ask(&["([a-z]{1,5000}@){1,5000}", "[a-z]*@[a-z]*#.*"]);
    ask(&["(a{2,3}b{4,5}){1000}", "!(a{1,4}b{3,6}){1000}"]);
    ask(&["(a{2,3}b{4,5}){10000}", "!(a{1,4}b{3,6}){10000}"]);
    ask(&["(a{2,3}b{4,5}){1000}", "!(a{1,4}b{3,6}){1001}"]);
    ask(&[".*a.{500}b.{500}", ".*c.{500}d.{500}"]);
    ask(&[".*a.{500}b.*", "!.*[ab].{500}[bc].*"]);
    ask(&[".*a.{500}b.*", "!.*a.{501}.*"]);
    ask(&["(.{1,500}@){3}", "!(.{1,500}@){2,4}"]);
    ask(&["(.{1,500}@){3}", "!(.{1,500}@){2}.*"]);
    ask(&["(.{1,500}@){3}", "!(.{1,400}@){2}.*"]);
    ask(&["(.{1,5000}@){2}", "!.*@.{1,5000}@"]);
    ask(&["(.{1,5000}@){2}", "!.{2,4999}@.{1,5000}@", "[^@]*@[^@]*@"]);
    ask(&["[^@]{1,5000}@[^@]{1,5000}", "!.{1,6000}@.{1,4000}", "!.{1,4000}@.{1,6000}"]);
    ask(&["[^@]{1,5000}@[^@]{1,5000}", "!.{1,6000}@.{1,4000}", "!.{1,4000}@.{1,6000}", ".{1,8001}"]);
    ask(&["[a-z]{5000}", "!.{0,4000}[a-m].{0,4000}", "!.{0,4000}[n-z].{0,4000}"]);
    ask(&["(ab{1,1000}){1,1000}", "(a{1,1000}b){1,1000}c"]);
    ask(&["(ab{1,1000}){1,1000}", "(a{1,1000}b){1,1000}", ".{5,}"]);
    ask(&["([ab]{1,1000}c){1,1000}", "!([ab]{1,999}c)*", "!.*[ab]{1000}.*"]);
}
