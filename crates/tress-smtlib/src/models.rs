//! Models as text.
//!
//! Enters: values of symbols. Leaves: a definition for each symbol, one per line.

use std::fmt::Write;

use tress_automata::RegexStore;

use tress_term::model::{FunctionValue, Model};
use tress_term::term::{Symbol, SymbolId, TermStore, Value};

use super::languages::language_text;
use tress_term::print::{Style, body_text, parameter_text, symbol_text, value_text};

/// A `define-fun` for each of these symbols that has a value, one per line. Functions that are defined by a
/// term come last, each after those that its term mentions.
#[must_use]
pub fn definitions(
    terms: &TermStore,
    regexes: &RegexStore,
    model: &Model,
    symbols: &[SymbolId],
    style: Style,
) -> String {
    let shown = |value: &Value| any_value_text(terms, regexes, value, style);
    let mut text = String::new();
    for id in symbols {
        let symbol = terms.symbol(*id);
        let body = match (model.get(*id), model.function(*id)) {
            (Some(value), _) => shown(value),
            (None, Some(function)) => function_text(function, shown),
            (None, None) => continue,
        };
        let names: Vec<String> = (0..symbol.arguments.len()).map(parameter_text).collect();
        write_definition(&mut text, terms, symbol, &names, &body);
    }
    for (id, function) in model.bodies().filter(|(id, _)| symbols.contains(id)) {
        let (names, body) = body_text(terms, &function.parameters, function.body, style);
        write_definition(&mut text, terms, terms.symbol(id), &names, &body);
    }
    text
}

/// A value of any sort, languages included.
#[must_use]
pub fn any_value_text(terms: &TermStore, regexes: &RegexStore, value: &Value, style: Style) -> String {
    match value {
        Value::Regex(regex) => language_text(regexes, *regex, style),
        _ => value_text(terms, value, style),
    }
}

fn write_definition(text: &mut String, terms: &TermStore, symbol: &Symbol, names: &[String], body: &str) {
    let sorted = names.iter().zip(&symbol.arguments);
    let parameters: Vec<String> =
        sorted.map(|(name, sort)| format!("({name} {})", terms.sort_text(*sort))).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "(define-fun {} ({}) {} {body})",
        symbol_text(&symbol.name),
        parameters.join(" "),
        terms.sort_text(symbol.result),
    );
}

/// A chain of `ite`, one for each case of the function.
fn function_text(function: &FunctionValue, shown: impl Fn(&Value) -> String) -> String {
    let mut text = String::new();
    for (args, value) in function.cases() {
        let tests: Vec<String> = args
            .iter()
            .enumerate()
            .map(|(index, arg)| format!("(= {} {})", parameter_text(index), shown(arg)))
            .collect();
        let test =
            if let [only] = tests.as_slice() { only.clone() } else { format!("(and {})", tests.join(" ")) };
        let _ = write!(text, "(ite {test} {} ", shown(value));
    }
    text.push_str(&shown(function.default_value()));
    text.extend(std::iter::repeat_n(')', function.cases().len()));
    text
}
