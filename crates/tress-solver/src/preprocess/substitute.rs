//! Solved equations: after `x = t` the term `t` replaces `x` everywhere.
//!
//! All equations of a round are solved at once. Each symbol gets at most one definition; a walk over the
//! definitions finds those that lead back to themselves and drops them; the others are put in, each after
//! those it mentions. Every term is visited once, so thousands of equations that form a chain take linear
//! time.

use tress_base::Stop;

use tress_rewrite::problem::Fact;
use tress_term::term::{Head, Op, Sort, SymbolId, Term, TermMap, TermStore, Value};

use super::Passes;
use super::images::Images;
use super::limits::DEFINITION_PARTS;

/// The definition of a symbol.
#[derive(Clone, Copy)]
struct Definition {
    value: Term,
    /// The fact that says so.
    fact: usize,
}

/// Where the walk over definitions stands with a term.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Done,
}

/// The definitions of one round.
#[derive(Default)]
pub(super) struct Solved {
    /// By the term of the symbol.
    definitions: TermMap<Definition>,
    /// Defined symbols in the order they were found.
    found: Vec<Term>,
    marks: TermMap<Mark>,
    /// Symbols whose definitions stay, each after those that its definition mentions.
    order: Vec<Term>,
}

impl Passes<'_> {
    /// Finds solved equations among the facts and puts them in. True when there were any.
    pub(super) fn substitute(&mut self) -> Result<bool, Stop> {
        if self.is_refuted() {
            return Ok(false);
        }
        let mut solved = Solved::default();
        let mut taken = vec![false; self.facts.len()];
        for kind in [ValueKind::Constant, ValueKind::Symbol, ValueKind::Other] {
            for (index, fact) in self.facts.iter().enumerate() {
                self.env.budget.poll()?;
                if !taken[index] {
                    taken[index] = solved.take(self.env.store, fact.term, index, kind);
                }
            }
        }
        if solved.found.is_empty() {
            return Ok(false);
        }
        self.order(&mut solved)?;
        self.put_in(&solved)
    }

    /// Drops definitions that lead back to themselves or hold a quantifier, and orders the others.
    pub(super) fn order(&mut self, solved: &mut Solved) -> Result<(), Stop> {
        let mut stack: Vec<(Term, usize)> = Vec::new();
        for root in std::mem::take(&mut solved.found) {
            if !solved.marks.has(root) {
                solved.open(&mut stack, root);
            }
            while let Some((term, next)) = stack.last_mut() {
                self.env.budget.poll()?;
                let term = *term;
                let part = match solved.definitions.get(term) {
                    Some(definition) if *next == 0 => Some(definition.value),
                    Some(_) => None,
                    None => self.env.store.args(term).get(*next).copied(),
                };
                *next += 1;
                let Some(part) = part else {
                    solved.close(term);
                    stack.pop();
                    continue;
                };
                let is_closed = matches!(self.env.store.head(part), Head::Quantifier(..));
                match solved.marks.get(part) {
                    Some(Mark::Done) => {}
                    // A bound variable means nothing outside of its quantifier.
                    None if !is_closed => solved.open(&mut stack, part),
                    _ => solved.drop_innermost(&mut stack),
                }
            }
        }
        Ok(())
    }

    /// Puts the definitions in. Those that would be copied too often stay facts.
    fn put_in(&mut self, solved: &Solved) -> Result<bool, Stop> {
        let uses = self.uses()?;
        let mut images = Images::default();
        let mut gone = vec![false; self.facts.len()];
        let mut eliminated: Vec<(SymbolId, Term)> = Vec::new();
        for symbol in &solved.order {
            self.env.budget.poll()?;
            let Some(definition) = solved.definitions.get(*symbol) else { continue };
            let image = images.apply(self.env.store, &mut self.origins, definition.value);
            // Once in its own equation, once more elsewhere.
            if uses.get(*symbol).copied().unwrap_or(0) > 2
                && DEFINITION_PARTS.is_exceeded(images.width(image.term) as usize, self.env.budget)
            {
                continue;
            }
            let own = self.facts[definition.fact].origin;
            let origin = image.from.map_or(own, |from| self.origins.join(own, from));
            images.put(*symbol, image.term, origin);
            gone[definition.fact] = true;
            eliminated.extend(self.env.store.as_constant(*symbol).map(|symbol| (symbol, definition.value)));
        }
        if eliminated.is_empty() {
            return Ok(false);
        }
        self.count("solved-equations", eliminated.len() as u64);
        // A definition mentions symbols that were put in before it: they stand later in the list.
        self.eliminated.extend(eliminated.into_iter().rev());
        let mut index = 0;
        let kept = |_: &Fact| {
            index += 1;
            !gone[index - 1]
        };
        self.facts.retain(kept);
        self.put(&mut images)?;
        Ok(true)
    }
}

impl Solved {
    /// Takes the fact as a definition if it is one of this kind. True when it was taken.
    fn take(&mut self, store: &mut TermStore, fact: Term, index: usize, kind: ValueKind) -> bool {
        self.take_where(store, fact, index, kind, |_| true)
    }

    /// The same for symbols that are fit for it.
    pub(super) fn take_where(
        &mut self,
        store: &mut TermStore,
        fact: Term,
        index: usize,
        kind: ValueKind,
        is_fit: impl Fn(Term) -> bool,
    ) -> bool {
        for (symbol, value) in equations(store, fact).into_iter().flatten() {
            let is_fit = is_fit(symbol) && is_as_short(store, symbol, value);
            if is_fit && kind_of(store, value) == kind && !self.definitions.has(symbol) {
                self.definitions.set(symbol, Definition { value, fact: index });
                self.found.push(symbol);
                return true;
            }
        }
        false
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Symbols and their definitions, each after those that its definition mentions.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (Term, Term)> {
        self.order.iter().filter_map(|symbol| Some((*symbol, self.definitions.get(*symbol)?.value)))
    }

    fn open(&mut self, stack: &mut Vec<(Term, usize)>, term: Term) {
        self.marks.set(term, Mark::Open);
        stack.push((term, 0));
    }

    fn close(&mut self, term: Term) {
        self.marks.set(term, Mark::Done);
        if self.definitions.has(term) {
            self.order.push(term);
        }
    }

    /// Forgets the definition that is being walked through.
    fn drop_innermost(&mut self, stack: &mut Vec<(Term, usize)>) {
        while let Some((term, _)) = stack.pop() {
            if self.definitions.take(term).is_some() {
                self.marks.set(term, Mark::Done);
                return;
            }
            self.marks.take(term);
        }
    }
}

/// What a symbol is equal to. Earlier kinds are taken first: they end chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Constant,
    Symbol,
    Other,
}

pub(super) fn kind_of(store: &TermStore, value: Term) -> ValueKind {
    match store.head(value) {
        Head::Value(_) => ValueKind::Constant,
        Head::Symbol(_) if store.args(value).is_empty() => ValueKind::Symbol,
        _ => ValueKind::Other,
    }
}

/// May the value replace the symbol? A symbol of one character is replaced only by what certainly is one.
fn is_as_short(store: &TermStore, symbol: Term, value: Term) -> bool {
    !store.is_letter(symbol)
        || store.is_letter(value)
        || matches!(store.as_value(value), Some(Value::Str(string)) if string.len() == 1)
}

/// The ways to read a fact as `symbol = value`.
pub(super) fn equations(store: &mut TermStore, fact: Term) -> [Option<(Term, Term)>; 2] {
    let is_symbol = |store: &TermStore, term: Term| store.as_constant(term).is_some();
    if is_symbol(store, fact) {
        return [Some((fact, TermStore::TRUE)), None];
    }
    let negated = store.op(fact) == Some(Op::Not);
    let inner = if negated { store.args(fact)[0] } else { fact };
    if negated && is_symbol(store, inner) {
        return [Some((inner, TermStore::FALSE)), None];
    }
    let (Some(Op::Eq), [a, b]) = (store.op(inner), store.args(inner)) else { return [None, None] };
    let (a, b) = (*a, *b);
    // Truth values that differ are opposite.
    if negated && store.sort(a) != Sort::Bool {
        return [None, None];
    }
    [(a, b), (b, a)].map(|(symbol, value)| {
        is_symbol(store, symbol).then(|| (symbol, if negated { store.not(value) } else { value }))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, facts};
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.substitute();

    #[test]
    fn equations_are_solved_in_any_order() {
        check(
            PASS,
            &["(= x (str.++ y \"a\"))", "(= y \"b\")", "(str.contains z x)"],
            &["(str.contains z \"ba\")"],
        );
        check(
            PASS,
            &["(str.contains z x)", "(= y \"b\")", "(= x (str.++ y \"a\"))"],
            &["(str.contains z \"ba\")"],
        );
        check(PASS, &["(= a (= x \"a\"))", "(= b (not a))", "b"], &["(not (= x \"a\"))"]);
        check(PASS, &["(not (= a (= x \"a\")))", "a"], &["(not (= x \"a\"))"]);
    }

    #[test]
    fn circles_are_cut() {
        check(PASS, &["(= x y)", "(= y z)", "(= z x)"], &[]);
        check(PASS, &["(= x y)", "(= y x)", "(= x \"a\")", "(= z (str.++ x y))", "(= z \"aa\")"], &[]);
        let left = facts(PASS, &["(= x (str.++ y z))", "(= y (str.replace x z \"\"))"]);
        assert_eq!(left.len(), 1, "{left:?}");
        let left = facts(PASS, &["(= x (str.replace x y z))", "(= m (+ n 1))", "(= n (+ m 1))"]);
        assert_eq!(left, ["false"]);
    }

    #[test]
    fn numbers_are_solved() {
        check(PASS, &["(= (+ m n) 3)", "(= n 1)", "(>= (+ m k) 5)"], &["(>= k 3)"]);
        check(PASS, &["(= m (str.len x))", "(= n (+ m 1))", "(>= n 4)"], &["(>= (str.len x) 3)"]);
    }
}
