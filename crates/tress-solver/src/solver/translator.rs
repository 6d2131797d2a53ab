//! Terms carried from one store to another, and models carried back.
//!
//! Checks work in a store of their own, so that what they make can be thrown away as a whole. What
//! was carried over once is remembered.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_automata::RegexStore;

use tress_term::model::{FunctionBody, FunctionValue, Model, ZeroDivision};
use tress_term::term::{Head, SymbolId, Term, TermMap, TermStore, Value, post_order, post_order_where};

/// What has been carried over.
#[derive(Default)]
pub(super) struct Translator {
    terms: TermMap<Term>,
    /// The symbol over there, by number of the one here.
    symbols: Vec<Option<SymbolId>>,
    /// Terms below this number are the same on both sides.
    same: usize,
    /// Symbols whose definitions are to be carried over.
    defined: Vec<SymbolId>,
}

/// A store with the regular expressions that its values mention.
pub(super) struct Target<'a> {
    pub(super) store: &'a mut TermStore,
    pub(super) regexes: &'a mut RegexStore,
}

impl Translator {
    /// A bridge to a copy of a store: what is there now has the same numbers on both sides.
    pub(super) fn to_copy(store: &TermStore) -> Self {
        let symbols = (0..store.symbol_count()).map(|index| Some(symbol_at(index))).collect();
        Self { symbols, same: store.len(), ..Self::default() }
    }

    /// The terms over there that mean what these mean here.
    pub(super) fn carry(
        &mut self,
        store: &TermStore,
        regexes: &RegexStore,
        there: &mut Target<'_>,
        roots: &[Term],
    ) -> Vec<Term> {
        self.carry_terms(store, regexes, there, roots);
        while let Some(symbol) = self.defined.pop() {
            let Some(definition) = &store.symbol(symbol).definition else { continue };
            self.carry_terms(store, regexes, there, &[definition.body]);
            let parameters: Vec<SymbolId> =
                definition.parameters.iter().map(|own| self.symbol(store, there.store, *own)).collect();
            let (body, symbol) = (self.image(definition.body), self.symbol(store, there.store, symbol));
            there.store.define(symbol, &parameters, body);
        }
        roots.iter().map(|root| self.image(*root)).collect()
    }

    fn carry_terms(
        &mut self,
        store: &TermStore,
        regexes: &RegexStore,
        there: &mut Target<'_>,
        roots: &[Term],
    ) {
        there.store.copy_sorts(store);
        let is_missing = |term: Term| term.index() >= self.same && !self.terms.has(term);
        for term in post_order_where(store, roots, is_missing) {
            let args: Vec<Term> = store.args(term).iter().map(|arg| self.image(*arg)).collect();
            let image = match store.head(term) {
                Head::Value(_) => {
                    let value = store.as_value(term).expect("the head says so");
                    there.store.value(carried(value, regexes, there.regexes))
                }
                Head::Symbol(symbol) => {
                    let symbol = self.symbol(store, there.store, symbol);
                    there.store.apply(symbol, &args).expect("the same sorts")
                }
                Head::Op(op, list) => {
                    there.store.indexed(op, store.indices(list), &args).expect("the same sorts")
                }
                Head::Quantifier(forall, list) => {
                    let bound = store.bound(list).iter();
                    let bound: Vec<SymbolId> =
                        bound.map(|symbol| self.symbol(store, there.store, *symbol)).collect();
                    there.store.quantifier(forall, &bound, args[0]).expect("a formula")
                }
            };
            self.terms.set(term, image);
        }
    }

    fn image(&self, term: Term) -> Term {
        if term.index() < self.same {
            return term;
        }
        *self.terms.get(term).expect("arguments are carried over first")
    }

    /// The symbol over there for one from here.
    pub(super) fn symbol(&mut self, here: &TermStore, there: &mut TermStore, symbol: SymbolId) -> SymbolId {
        let index = symbol.0 as usize;
        if self.symbols.len() <= index {
            self.symbols.resize(index + 1, None);
        }
        // Sorts have the same numbers on both sides.
        there.copy_sorts(here);
        let declared = here.symbol(symbol);
        if self.symbols[index].is_none() && declared.definition.is_some() {
            self.defined.push(symbol);
        }
        *self.symbols[index]
            .get_or_insert_with(|| there.declare(&declared.name, &declared.arguments, declared.result))
    }

    /// The values of a model from over there, for the symbols that were carried over.
    pub(super) fn model_back(&self, model: &Model, there: &RegexStore, here: &mut RegexStore) -> Model {
        let mut back = Model::new();
        for (index, symbol) in self.symbols.iter().enumerate() {
            let (Some(symbol), own) = (symbol, symbol_at(index)) else { continue };
            if let Some(value) = model.get(*symbol) {
                back.set(own, carried(value, there, here));
            }
            if let Some(function) = model.function(*symbol) {
                back.set_function(own, carried_function(function, there, here));
            }
        }
        for division in ZeroDivision::ALL {
            *back.zero_division_mut(division) = model.zero_division(division).clone();
        }
        for (what, function) in model.outsides() {
            back.set_outside(what, function.clone());
        }
        back
    }

    /// The functions that a model of the other store defines by parts of these formulas, defined by the parts
    /// as they are here. Returns `None` if a part is not found.
    pub(super) fn bodies_back(
        &self,
        store: &TermStore,
        formulas: &[Term],
        model: &Model,
    ) -> Option<Vec<(SymbolId, FunctionBody)>> {
        let wanted: FxHashSet<Term> = model.bodies().map(|(_, body)| body.body).collect();
        let mut own_terms: FxHashMap<Term, Term> = FxHashMap::default();
        let parts = if wanted.is_empty() { Vec::new() } else { post_order(store, formulas) };
        for term in parts.into_iter().chain([TermStore::TRUE, TermStore::FALSE]) {
            let image = self.terms.get(term).copied().unwrap_or(term);
            if wanted.contains(&image) {
                own_terms.insert(image, term);
            }
        }
        let numbered = self.symbols.iter().enumerate();
        let own_symbols: FxHashMap<SymbolId, SymbolId> =
            numbered.filter_map(|(index, symbol)| Some(((*symbol)?, symbol_at(index)))).collect();
        let own = |symbol: &SymbolId| own_symbols.get(symbol).copied();
        let body = |(symbol, body): (SymbolId, &FunctionBody)| {
            let parameters = body.parameters.iter().map(own).collect::<Option<_>>()?;
            Some((own(&symbol)?, FunctionBody { parameters, body: *own_terms.get(&body.body)? }))
        };
        model.bodies().map(body).collect()
    }

    /// Forgets terms and symbols from these numbers on: others may get their numbers.
    pub(super) fn forget_from(&mut self, terms: usize, symbols: usize) {
        self.terms.truncate(terms);
        self.symbols.truncate(symbols);
        self.same = self.same.min(terms);
    }
}

fn symbol_at(index: usize) -> SymbolId {
    SymbolId(u32::try_from(index).expect("symbols are numbered with 32 bits"))
}

/// A value whose regular expression, if it is one, belongs to another store.
fn carried(value: &Value, from: &RegexStore, to: &mut RegexStore) -> Value {
    match value {
        Value::Regex(regex) => Value::Regex(to.copy_from(from, *regex)),
        other => other.clone(),
    }
}

fn carried_function(function: &FunctionValue, from: &RegexStore, to: &mut RegexStore) -> FunctionValue {
    let mut copy = FunctionValue::new(carried(function.default_value(), from, to));
    for (args, value) in function.cases() {
        let args: Vec<Value> = args.iter().map(|arg| carried(arg, from, to)).collect();
        copy.set(&args, carried(value, from, to));
    }
    copy
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_rewrite::testing::Terms;
    use tress_term::print::term_text;
    use tress_term::term::Sort;

    #[test]
    fn a_term_is_the_same_on_the_other_side() {
        let mut terms = Terms::new();
        let text =
            "(and (str.in_re x ((_ re.loop 2 5) (str.to_re \"ab\"))) (forall ((k Int)) (> (+ k m) 0)))";
        let term = terms.term(text);
        let (mut there, mut regexes) = (TermStore::new(), RegexStore::new());
        let mut translator = Translator::default();
        let mut target = Target { store: &mut there, regexes: &mut regexes };
        let store = &terms.context.store;
        let image = translator.carry(store, &RegexStore::new(), &mut target, &[term, term]);
        assert_eq!(image[0], image[1]);
        assert_eq!(
            term_text(&there, image[0], Default::default()),
            term_text(store, term, Default::default())
        );
    }

    #[test]
    fn models_come_back() {
        let mut terms = Terms::new();
        let x = terms.term("x");
        let symbol = terms.context.store.as_constant(x).expect("a constant");
        let (mut there, mut regexes) = (TermStore::new(), RegexStore::new());
        let mut translator = Translator::default();
        let own = translator.symbol(&terms.context.store, &mut there, symbol);
        let mut model = Model::new();
        model.set(own, Value::text("ab"));
        let back = translator.model_back(&model, &regexes, &mut RegexStore::new());
        assert_eq!(back.get(symbol), Some(&Value::text("ab")));
        translator.forget_from(0, 0);
        assert_eq!(translator.model_back(&model, &RegexStore::new(), &mut regexes).get(symbol), None);
    }

    #[test]
    fn terms_that_tell_functions_come_back() {
        let mut terms = Terms::new();
        terms.declare_function("(declare-fun g (Int) Int)");
        let formula = terms.term("(= (g n) (+ n m))");
        let store = &terms.context.store;
        let (mut there, mut regexes) = (TermStore::new(), RegexStore::new());
        let mut translator = Translator::default();
        let mut target = Target { store: &mut there, regexes: &mut regexes };
        let image = translator.carry(store, &RegexStore::new(), &mut target, &[formula])[0];
        let [application, body] = [0, 1].map(|side| there.args(image)[side]);
        let Head::Symbol(symbol) = there.head(application) else { panic!("a function") };
        let parameters = [there.as_constant(there.args(application)[0]).expect("a constant")];
        let mut model = Model::new();
        model.set_body(symbol, FunctionBody { parameters: parameters.into(), body });
        let back = translator.bodies_back(store, &[formula], &model).expect("all are parts");
        let own_body = store.args(formula)[1];
        assert_eq!(back.len(), 1);
        assert_eq!((&*store.symbol(back[0].0).name, back[0].1.body), ("g", own_body));
        assert_eq!(translator.bodies_back(store, &[], &model), None, "it is no part of nothing");
    }

    #[test]
    fn declared_sorts_keep_their_numbers() {
        let (mut here, mut there) = (TermStore::new(), TermStore::new());
        let sorts = ["A", "B"].map(|name| here.declare_sort(name));
        let symbol = here.declare("b", &[], sorts[1]);
        let image = Translator::default().symbol(&here, &mut there, symbol);
        assert_eq!(there.symbol(image).result, sorts[1]);
        assert!(matches!(sorts[1], Sort::Declared(id) if there.sort_name(id) == "B"));
    }
}
