//! The problem that preprocessing leaves, as SMT-LIB that any solver can read.

use std::fmt::Write;

use super::{Refused, Session};
use crate::problem::Problem;
use crate::smtlib::Command;
use crate::smtlib::print::{symbol_text, term_text};
use crate::term::{Sort, SymbolId, Term, post_order};

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
        let reduced = self.solver.reduced(&terms).map_err(|stop| Refused(stop.to_string()))?;
        let text = self.problem_text(&reduced.problem, &reduced.eliminated)?;
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
        let roots: Vec<Term> = problem.facts.iter().map(|fact| fact.term).collect();
        let mut text = String::new();
        if self.printed > 0 {
            text.push_str("(reset)\n");
        }
        text.push_str("(set-logic ALL)\n");
        let mut sorts: Vec<&str> = Vec::new();
        for term in post_order(store, &roots) {
            if let sort @ Sort::Declared(_) = store.sort(term)
                && !sorts.contains(&store.sort_text(sort))
            {
                sorts.push(store.sort_text(sort));
            }
        }
        // Writing to a string cannot fail.
        for sort in sorts {
            let _ = writeln!(text, "(declare-sort {} 0)", symbol_text(sort));
        }
        let mut names = rustc_hash::FxHashSet::default();
        for symbol in &problem.symbols {
            let declared = store.symbol(*symbol);
            if !names.insert(&declared.name) {
                return Err(Refused(format!("two symbols of this problem are called {}", declared.name)));
            }
            let arguments: Vec<&str> = declared.arguments.iter().map(|sort| store.sort_text(*sort)).collect();
            let (name, result) = (symbol_text(&declared.name), store.sort_text(declared.result));
            let _ = writeln!(text, "(declare-fun {name} ({}) {result})", arguments.join(" "));
        }
        for (symbol, term) in eliminated {
            let name = symbol_text(&store.symbol(*symbol).name);
            let line = format!("; {name} is {}", term_text(store, *term, self.style()));
            if line.len() <= MOST_CHARACTERS && !line.contains(['\n', '\r']) {
                text.push_str(&line);
                text.push('\n');
            }
        }
        for root in roots {
            let _ = writeln!(text, "(assert {})", term_text(store, root, self.style()));
        }
        text.push_str("(check-sat)");
        Ok(text)
    }
}
