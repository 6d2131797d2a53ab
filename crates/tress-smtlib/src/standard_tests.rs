//! Printed texts contain only operators of the standard, and keep their meaning.

use crate::{Command, Cut, Cutter, Escapes, Meaning, Names, Reader};
use tress_base::Budget;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::print::{Style, term_text};
use tress_term::standard::{StandardText, standard_text};
use tress_term::term::{Term, TermStore, Value, post_order};

/// The operators of the theories of SMT-LIB 2.7 that these texts may contain, and those on sequences that z3
/// and cvc5 share.
const STANDARD: &str = "not and or xor => = distinct ite + - * div mod abs / <= < >= > to_real to_int is_int divisible \
    str.++ str.len str.< str.<= str.at str.substr str.prefixof str.suffixof str.contains str.indexof str.replace \
    str.replace_all str.replace_re str.replace_re_all str.is_digit str.to_code str.from_code str.to_int str.from_int \
    str.to_re str.in_re re.none re.all re.allchar re.++ re.union re.inter re.* re.+ re.opt re.comp re.diff re.range re.^ \
    re.loop select store const concat extract repeat zero_extend sign_extend rotate_left rotate_right is true false let _ \
    seq.unit seq.++ seq.len seq.nth seq.at seq.extract seq.contains seq.prefixof seq.suffixof seq.indexof seq.replace \
    seq.empty define-fun define-fun-rec assert as String Int Real RegLan Bool forall exists";

/// The operators in a text, without literals.
fn operators(text: &str) -> Vec<String> {
    let mut plain = String::new();
    for (index, piece) in text.split('"').enumerate() {
        if index % 2 == 0 {
            plain.push_str(piece);
        }
    }
    let words = plain.split(|character: char| character.is_whitespace() || "()".contains(character));
    words.filter(|word| word.contains('.') && !word.starts_with(['.', '|'])).map(str::to_owned).collect()
}

/// The assertions of a text, with its definitions read.
fn read(store: &mut TermStore, text: &str) -> Vec<Term> {
    let (mut names, mut cutter, mut rest, mut found) =
        (Names::new(), Cutter::new(), text.as_bytes(), Vec::new());
    while let Cut::Command { start, end } = cutter.next(rest) {
        match Reader::new(&rest[start..end], store, &mut names, Escapes::Standard).command() {
            Ok(Command::Assert(term, _)) => found.push(term),
            Ok(Command::Define(name, meaning)) => names.declare(&name, meaning),
            Ok(Command::DeclareDatatypes(datatypes)) => names.add_datatypes(datatypes),
            Ok(Command::Declare(name, arguments, result)) => {
                let symbol = store.declare(&name, &arguments, result);
                names.declare(&name, Meaning::Symbol(symbol));
            }
            Ok(Command::DefineGroup(functions)) => {
                for (name, meaning) in functions {
                    names.declare(&name, meaning);
                }
            }
            Ok(Command::SetLogic(_) | Command::CheckSat) => {}
            other => panic!("{other:?} of {}", String::from_utf8_lossy(&rest[start..end])),
        }
        rest = &rest[end..];
    }
    found
}

/// A script whose assertions are those of `text`, in the operators of the standard.
fn standard(text: &str) -> String {
    let mut store = TermStore::new();
    let roots = read(&mut store, text);
    let StandardText { definitions, terms } = standard_text(&store, &roots, Style::Standard);
    definitions + &terms.iter().map(|term| format!("(assert {term})\n")).collect::<String>()
}

#[test]
fn every_case_of_an_operator_means_the_same() {
    for file in ["extensions", "strings", "regexes", "core", "numbers"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/eval/");
        let text = std::fs::read_to_string(format!("{folder}{file}.smt2")).expect("the file of cases");
        let printed = standard(&text);
        for word in operators(&printed) {
            let own = word.starts_with("tress.");
            assert!(
                own || word.parse::<f64>().is_ok() || STANDARD.split_whitespace().any(|known| known == word),
                "{word}"
            );
        }
        let mut store = TermStore::new();
        let roots = read(&mut store, &printed);
        assert!(roots.len() > 10, "{file}");
        let budget = Budget::unlimited();
        // Constants are left to the solver, see below.
        let is_closed = |root: &Term| {
            let parts = post_order(&store, &[*root]);
            parts.into_iter().all(|part| store.as_constant(part).is_none())
        };
        let roots: Vec<Term> = roots.into_iter().filter(is_closed).collect();
        for root in roots {
            let value = Evaluator::new().eval(&store, root, &Model::new(), &budget);
            assert_eq!(value, Ok(Value::Bool(true)), "{}", term_text(&store, root, Style::Standard));
        }
    }
}

#[test]
fn names_do_not_collide() {
    let printed = standard(
        "(declare-const |tress.str.trim| String) (declare-const x String) (assert (= (str.trim x) |tress.str.trim|))",
    );
    assert!(printed.contains("(= (tress.str.trim-2 x) tress.str.trim)"), "{printed}");
}

#[test]
fn known_tables_of_characters_are_one_replacement_after_the_other() {
    let printed =
        standard(r#"(declare-const x String) (assert (= x (str.replace_table x "<" "&lt;" "&" "&amp;")))"#);
    let wanted = r#"(str.replace_all (str.replace_all s "&" "&amp;") "<" "&lt;")"#;
    assert!(printed.contains(wanted), "{printed}");
    let printed =
        standard(r#"(declare-const x String) (assert (= x (str.replace_table x "a" "b" "b" "a")))"#);
    assert!(printed.contains("define-fun-rec"), "{printed}");
}

#[test]
fn one_argument_is_itself_and_loops_have_two_ends() {
    let printed = standard(
        r#"(declare-const x String) (assert (and (str.in_re x ((_ re.loop 3) (re.++ (str.to_re "a"))))))"#,
    );
    assert!(printed.contains(r#"(assert (str.in_re x (tress.re.loop (str.to_re "a"))))"#), "{printed}");
    assert!(printed.contains("(re.++ ((_ re.^ 3) r) (re.* r))"), "{printed}");
}

#[test]
fn bound_variables_stay_where_they_are_known() {
    let printed = standard(
        r#"(assert (forall ((y String)) (= (str.indexof_re "ab" (str.to_re y) 0) (str.indexof_re "ab" (str.to_re "b") 0))))"#,
    );
    assert!(printed.contains(r#"(tress.str.indexof_re "ab" (str.to_re y) 0)"#), "{printed}");
    assert!(printed.contains(r#"(tress.str.indexof_re-2 "ab" 0)"#), "{printed}");
}
