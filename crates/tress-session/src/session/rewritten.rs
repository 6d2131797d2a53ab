//! The problem that preprocessing leaves, as SMT-LIB that any solver can read.

use std::borrow::Cow;
use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::{Refused, Session};
use tress_rewrite::problem::Problem;
use tress_smtlib::Command;
use tress_term::print::{symbol_text, term_text};
use tress_term::standard::standard_text;
use tress_term::term::{Head, Sort, SymbolId, Term, TermStore, post_order};

/// Longest comment on an eliminated symbol.
const MOST_CHARACTERS: usize = 200;

impl Session {
    /// The reply to a command that asks something, when only problems are printed.
    pub(super) fn rewritten(&mut self, command: Command) -> Result<Option<String>, Refused> {
        let assumptions = match command {
            Command::CheckSat => Vec::new(),
            Command::CheckSatAssuming(assumptions) => assumptions,
            _ => return Ok(None),
        };
        if let Some(refusal) = self.refusal() {
            return Err(Refused(refusal));
        }
        let terms = self.assumed(&assumptions);
        let reduced = self.solver.reduced(&terms).map_err(|reason| Refused(reason.to_string()))?;
        let text = self.problem_text(&reduced.problem, reduced.completion.eliminated())?;
        self.printed += 1;
        Ok(Some(text))
    }

    /// A script with one check; all but the first begin with a reset.
    pub(super) fn problem_text(
        &self,
        problem: &Problem,
        eliminated: &[(SymbolId, Term)],
    ) -> Result<String, Refused> {
        let store = &self.solver.terms;
        let roots = problem.roots();
        let mut text = String::new();
        if self.printed > 0 {
            text.push_str("(reset)\n");
        }
        text.push_str("(set-logic ALL)\n");
        let terms = post_order(store, &roots);
        let sorts = terms.iter().map(|term| store.sort(*term));
        let of_symbols = problem.symbols.iter().flat_map(|symbol| store.symbol(*symbol).arguments.to_vec());
        text.push_str(&sort_declarations(store, sorts.chain(of_symbols).collect())?);
        // Writing to a string cannot fail.
        let mut names = rustc_hash::FxHashSet::default();
        let (plain, defined) = self.with_definitions(&problem.symbols);
        for symbol in &plain {
            let declared = store.symbol(*symbol);
            if !names.insert(&*declared.name) {
                return Err(Refused(format!("two symbols of this problem are called {}", declared.name)));
            }
            let arguments: Vec<Cow<'_, str>> =
                declared.arguments.iter().map(|sort| store.sort_text(*sort)).collect();
            let (name, result) = (symbol_text(&declared.name), store.sort_text(declared.result));
            let _ = writeln!(text, "(declare-fun {name} ({}) {result})", arguments.join(" "));
        }
        let bodies = defined.iter().filter_map(|symbol| store.symbol(*symbol).definition.as_ref());
        let roots: Vec<Term> = roots.into_iter().chain(bodies.map(|definition| definition.body)).collect();
        // What only tress knows becomes functions, defined by what the standard has.
        let written = standard_text(store, &roots, self.style());
        let (assertions, bodies) = written.terms.split_at(problem.facts.len());
        text.push_str(&written.definitions);
        text.push_str(&self.definitions_text(&defined, bodies, &mut names)?);
        for (symbol, term) in eliminated {
            let name = symbol_text(&store.symbol(*symbol).name);
            let line = format!("; {name} is {}", term_text(store, *term, self.style()));
            if line.len() <= MOST_CHARACTERS && !line.contains(['\n', '\r']) {
                text.push_str(&line);
                text.push('\n');
            }
        }
        for assertion in assertions {
            let _ = writeln!(text, "(assert {assertion})");
        }
        text.push_str("(check-sat)");
        Ok(text)
    }

    /// Symbols without a definition, and those with one, among these and what their definitions mention.
    fn with_definitions(&self, symbols: &[SymbolId]) -> (Vec<SymbolId>, Vec<SymbolId>) {
        let store = &self.solver.terms;
        let (mut plain, mut defined) = (Vec::new(), Vec::new());
        let mut parameters = rustc_hash::FxHashSet::default();
        let mut seen: rustc_hash::FxHashSet<SymbolId> = symbols.iter().copied().collect();
        let mut open: Vec<SymbolId> = symbols.to_vec();
        while let Some(symbol) = open.pop() {
            let Some(definition) = &store.symbol(symbol).definition else {
                plain.push(symbol);
                continue;
            };
            defined.push(symbol);
            parameters.extend(definition.parameters.iter().copied());
            for term in post_order(store, &[definition.body]) {
                if let Head::Symbol(inner) = store.head(term)
                    && seen.insert(inner)
                {
                    open.push(inner);
                }
            }
        }
        plain.retain(|symbol| !parameters.contains(symbol));
        plain.sort_unstable();
        defined.sort_unstable();
        (plain, defined)
    }

    /// One command that defines all these functions, whose bodies are written already.
    fn definitions_text<'a>(
        &'a self,
        defined: &[SymbolId],
        bodies: &[String],
        names: &mut rustc_hash::FxHashSet<&'a str>,
    ) -> Result<String, Refused> {
        let store = &self.solver.terms;
        let mut heads = Vec::new();
        for symbol in defined {
            let function = store.symbol(*symbol);
            let Some(definition) = &function.definition else { continue };
            if !names.insert(&*function.name) {
                return Err(Refused(format!("two symbols of this problem are called {}", function.name)));
            }
            let mut parameters = Vec::new();
            for parameter in &definition.parameters {
                let symbol = store.symbol(*parameter);
                let hides = |term: Term| match store.head(term) {
                    Head::Symbol(other) => other != *parameter && store.symbol(other).name == symbol.name,
                    _ => false,
                };
                if post_order(store, &[definition.body]).into_iter().any(hides) {
                    return Err(Refused(format!("two symbols of this problem are called {}", symbol.name)));
                }
                parameters.push(format!(
                    "({} {})",
                    symbol_text(&symbol.name),
                    store.sort_text(symbol.result)
                ));
            }
            let (name, result) = (symbol_text(&function.name), store.sort_text(function.result));
            heads.push(format!("({name} ({}) {result})", parameters.join(" ")));
        }
        if heads.is_empty() {
            return Ok(String::new());
        }
        Ok(format!("(define-funs-rec ({}) ({}))\n", heads.join(" "), bodies.join(" ")))
    }
}

/// Declarations of all sorts that these are made of.
fn sort_declarations(store: &TermStore, mut open: Vec<Sort>) -> Result<String, Refused> {
    let mut seen: FxHashSet<Sort> = FxHashSet::default();
    let (mut declared, mut datatypes) = (Vec::new(), Vec::new());
    open.reverse();
    while let Some(sort) = open.pop() {
        if sort.id().is_none() || !seen.insert(sort) {
            continue;
        }
        open.extend(store.sort_parts(sort).into_iter().rev());
        match sort {
            Sort::Declared(_) => declared.push(sort),
            Sort::Datatype(_) if store.sort_text(sort).starts_with('(') => {
                return Err(Refused(format!("the datatype {} has parameters", store.sort_text(sort))));
            }
            Sort::Datatype(_) => datatypes.push(sort),
            _ => {}
        }
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    for sort in declared {
        let _ = writeln!(text, "(declare-sort {} 0)", symbol_text(&store.sort_text(sort)));
    }
    if !datatypes.is_empty() {
        let names: Vec<String> =
            datatypes.iter().map(|sort| format!("({} 0)", store.sort_text(*sort))).collect();
        let bodies: Vec<String> = datatypes.iter().map(|sort| constructors_text(store, *sort)).collect();
        let _ = writeln!(text, "(declare-datatypes ({}) ({}))", names.join(" "), bodies.join(" "));
    }
    Ok(text)
}

/// The constructors of a datatype as its declaration writes them.
fn constructors_text(store: &TermStore, sort: Sort) -> String {
    let constructors = store.datatype(sort).into_iter().flat_map(|datatype| &datatype.constructors);
    let texts: Vec<String> = constructors
        .map(|constructor| {
            let fields = constructor.fields.iter();
            let fields = fields
                .map(|field| format!(" ({} {})", symbol_text(&field.name), store.sort_text(field.sort)));
            format!("({}{})", symbol_text(&constructor.name), fields.collect::<String>())
        })
        .collect();
    format!("({})", texts.join(" "))
}
