//! A seed becomes a legal session.
//!
//! Names are taken from a small pool and come back with other sorts after their level was closed,
//! labels never come back. Formulas are small enough for the oracle: many say that a symbol equals
//! a value, so that conflicts and models both occur.

use tress_base::Random;
use tress_term::print::{Style, term_text, value_text};
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value};

use crate::expression::Expression;
use crate::generate::{Generator, Knobs};

/// The names that symbols get.
const NAMES: [&str; 9] = ["x", "y", "n", ".def_0", "|a b|", "b", "r", "f!1", "k"];
/// The one declared sort.
const SORT: &str = "S";

/// A symbol that may be used now.
#[derive(Clone, Copy)]
struct Known {
    level: usize,
    name: usize,
    symbol: SymbolId,
}

/// A session that is being made. Its store is only for printing terms.
struct Maker {
    random: Random,
    store: TermStore,
    declared_sort: Sort,
    known: Vec<Known>,
    level: usize,
    /// The level at which the sort is declared, if it is.
    sort_level: Option<usize>,
    global: bool,
    labels: usize,
    commands: Vec<Expression>,
}

/// The session that belongs to a seed.
#[must_use]
pub fn generate(seed: u64) -> Vec<Expression> {
    let mut store = TermStore::new();
    let declared_sort = store.declare_sort(SORT);
    let mut maker = Maker {
        random: Random::new(seed),
        store,
        declared_sort,
        known: Vec::new(),
        level: 0,
        sort_level: None,
        global: false,
        labels: 0,
        commands: Vec::new(),
    };
    maker.start();
    for _ in 0..8 + maker.random.below(24) {
        maker.step();
    }
    maker.check();
    maker.commands
}

impl Maker {
    fn add(&mut self, text: &str) {
        self.commands.extend(Expression::parse(text));
    }

    fn start(&mut self) {
        if self.random.chance(1, 2) {
            self.add("(set-option :print-success true)");
        }
        if self.random.chance(1, 3) {
            self.add("(set-option :global-declarations true)");
            self.global = true;
        }
        if self.random.chance(1, 2) {
            self.add("(set-option :produce-unsat-cores true)");
        }
        for _ in 0..1 + self.random.below(4) {
            self.declare();
        }
    }

    fn step(&mut self) {
        match self.random.below(40) {
            0..=15 => self.assert(),
            16..=18 => self.declare(),
            19 => self.define(),
            20..=24 => {
                let levels = self.random.below(3);
                self.level += levels;
                self.add(&if levels == 1 { "(push)".into() } else { format!("(push {levels})") });
            }
            25..=27 => {
                let levels = self.random.below(self.level + 1);
                self.add(&format!("(pop {levels})"));
                self.close(self.level - levels);
            }
            28..=35 => self.check(),
            36 => self.option(),
            37 => self.query(),
            38 => self.reset_assertions(),
            _ if self.random.chance(1, 3) => {
                self.add("(reset)");
                (self.known, self.sort_level, self.level, self.global) = (Vec::new(), None, 0, false);
            }
            _ => self.add("(get-info :assertion-stack-levels)"),
        }
    }

    fn close(&mut self, level: usize) {
        self.level = level;
        self.known.retain(|known| known.level <= level);
        self.sort_level = self.sort_level.filter(|at| *at <= level);
    }

    fn reset_assertions(&mut self) {
        self.add("(reset-assertions)");
        self.close(0);
        if !self.global {
            self.known.clear();
            self.sort_level = None;
        }
    }

    fn option(&mut self) {
        let number = self.random.below(3);
        let options = [
            "(set-option :produce-models true)".to_owned(),
            format!("(set-option :random-seed {number})"),
            format!("(set-option :print-success {})", number == 0),
            format!("(set-option :produce-unsat-cores {})", number == 0),
            "(set-option :smt.mbqi false)".to_owned(),
        ];
        let text = self.random.pick(&options).clone();
        self.add(&text);
    }

    fn declare(&mut self) {
        let taken = |name: &usize| self.known.iter().any(|known| known.name == *name);
        let free: Vec<usize> = (0..NAMES.len()).filter(|name| !taken(name)).collect();
        if free.is_empty() {
            return;
        }
        let name = *self.random.pick(&free);
        let declarations: [(&[Sort], Sort); 10] = [
            (&[], Sort::String),
            (&[], Sort::String),
            (&[], Sort::Int),
            (&[], Sort::Int),
            (&[], Sort::Bool),
            (&[], Sort::Bool),
            (&[], Sort::Real),
            (&[], self.declared_sort),
            (&[Sort::Int], Sort::Int),
            (&[Sort::String, Sort::Bool], Sort::Bool),
        ];
        let (arguments, result) = *self.random.pick(&declarations);
        if result == self.declared_sort && self.sort_level.is_none() {
            self.add(&format!("(declare-sort {SORT} 0)"));
            self.sort_level = Some(if self.global { 0 } else { self.level });
        }
        let symbol = self.remember(name, arguments, result);
        let sorts: Vec<_> = arguments.iter().map(|sort| self.store.sort_text(*sort)).collect();
        let (name, sort) = (NAMES[name], self.store.sort_text(self.store.symbol(symbol).result));
        let text = if arguments.is_empty() && self.random.chance(1, 2) {
            format!("(declare-const {name} {sort})")
        } else {
            format!("(declare-fun {name} ({}) {sort})", sorts.join(" "))
        };
        self.add(&text);
    }

    fn remember(&mut self, name: usize, arguments: &[Sort], result: Sort) -> SymbolId {
        let symbol = self.store.declare(NAMES[name].trim_matches('|'), arguments, result);
        self.known.push(Known { level: if self.global { 0 } else { self.level }, name, symbol });
        symbol
    }

    /// A function of one number, defined by a term.
    fn define(&mut self) {
        let taken = |name: &usize| self.known.iter().any(|known| known.name == *name);
        let Some(name) = (0..NAMES.len()).find(|name| !taken(name)) else { return };
        let sort = *self.random.pick(&[Sort::Bool, Sort::Int, Sort::String]);
        let parameter = self.store.declare("p", &[], Sort::Int);
        let parameter = self.store.constant(parameter);
        let mut variables = self.variables();
        variables.push(parameter);
        let body = self.term(&variables, sort);
        let text = format!("(define-fun {} ((p Int)) {} {body})", NAMES[name], self.store.sort_text(sort));
        self.remember(name, &[Sort::Int], sort);
        self.add(&text);
    }

    /// Terms to build on: constants, and functions applied to them.
    fn variables(&mut self) -> Vec<Term> {
        let known = self.known.clone();
        let mut found: Vec<Term> = Vec::new();
        for known in known {
            let arguments = self.store.symbol(known.symbol).arguments.to_vec();
            let values: Option<Vec<Term>> = arguments.iter().map(|sort| self.any(&found, *sort)).collect();
            if let Some(values) = values
                && let Ok(term) = self.store.apply(known.symbol, &values)
            {
                found.push(term);
            }
        }
        let of_sort = |term: &Term| self.store.sort(*term) == self.declared_sort;
        let elements: Vec<Term> = found.iter().copied().filter(of_sort).collect();
        for pair in elements.windows(2) {
            found.extend(self.store.app(Op::Eq, pair));
        }
        found
    }

    /// One of the terms of a sort, or a value.
    fn any(&mut self, terms: &[Term], sort: Sort) -> Option<Term> {
        let fitting: Vec<Term> =
            terms.iter().copied().filter(|term| self.store.sort(*term) == sort).collect();
        if !fitting.is_empty() && self.random.chance(2, 3) {
            return Some(*self.random.pick(&fitting));
        }
        let value = Knobs::small().value(&mut self.random, sort)?;
        Some(self.store.value(value))
    }

    fn term(&mut self, variables: &[Term], sort: Sort) -> String {
        let mut knobs = Knobs::small();
        // The usual search has values for it and no axioms: whether they come depends on what was asked
        // before.
        knobs.operators.retain(|op| *op != Op::StrToReal);
        let generator = Generator::new(knobs).with_variables(variables);
        let term = generator.term(&mut self.store, &mut self.random, sort);
        term_text(&self.store, term, Style::Standard)
    }

    fn formula(&mut self) -> String {
        let variables = self.variables();
        if variables.is_empty() || self.random.chance(2, 5) {
            return self.term(&variables, Sort::Bool);
        }
        let left = *self.random.pick(&variables);
        let text = |store: &TermStore, term: Term| term_text(store, term, Style::Standard);
        let sort = self.store.sort(left);
        let left = text(&self.store, left);
        if sort == Sort::String && self.random.chance(1, 3) {
            let language = self.term(&variables, Sort::RegLan);
            return format!("(str.in_re {left} {language})");
        }
        let Some(right) = self.any(&variables, sort) else { return format!("(= {left} {left})") };
        let right = text(&self.store, right);
        match self.random.below(4) {
            0 if sort.is_numeric() => format!("(< {left} {right})"),
            0 | 1 => format!("(distinct {left} {right})"),
            _ => format!("(= {left} {right})"),
        }
    }

    fn assert(&mut self) {
        let formula = self.formula();
        if self.random.chance(1, 2) {
            self.labels += 1;
            self.add(&format!("(assert (! {formula} :named label{}))", self.labels));
        } else {
            self.add(&format!("(assert {formula})"));
        }
    }

    fn check(&mut self) {
        if self.random.chance(2, 3) {
            self.add("(check-sat)");
        } else {
            let formulas: Vec<String> = (0..self.random.below(4)).map(|_| self.formula()).collect();
            self.add(&format!("(check-sat-assuming ({}))", formulas.join(" ")));
        }
        for _ in 0..self.random.below(3) {
            self.query();
        }
    }

    /// A question that is allowed or refused, depending on the last answer.
    fn query(&mut self) {
        let text = match self.random.below(8) {
            0..=3 => {
                let variables = self.variables();
                let sort = *self.random.pick(&[Sort::Bool, Sort::Int, Sort::String, Sort::Real]);
                let small = value_text(&self.store, &Value::text("a"), Style::Standard);
                format!("(get-value ({} {small}))", self.term(&variables, sort))
            }
            4 => "(get-model)".to_owned(),
            5 => "(get-unsat-core)".to_owned(),
            6 => (*self.random.pick(&["(get-assertions)", "(get-assignment)"])).to_owned(),
            _ => "(get-unsat-assumptions)".to_owned(),
        };
        self.add(&text);
    }
}
