//! Units: what one fact says is used inside of all others.
//!
//! An atom that is a fact is true in the other facts, and false where its negation is one. Where a fact
//! equates a term with a constant, the constant replaces the term elsewhere. Comparisons of the same sum with
//! other numbers are decided by the tightest facts about it, and memberships of the same string by languages
//! that lie within each other or have nothing in common.
//!
//! Each fact keeps its own top: what is put in below rests on facts about smaller terms, so that
//! no two facts can justify each other away.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Stop};

use tress_rewrite::problem::Fact;
use tress_term::term::{Op, Sort, Term, TermMap, TermStore, Value, post_order};

use super::Passes;
use super::images::{Image, Images};
use super::limits::LANGUAGES;

/// A limit of a sum, and the fact that sets it.
#[derive(Clone, Debug)]
struct Bound {
    number: Int,
    fact: usize,
}

/// Within what a sum lies.
#[derive(Clone, Debug, Default)]
struct Range {
    low: Option<Bound>,
    high: Option<Bound>,
}

/// What the facts say, one by one.
#[derive(Default)]
struct Units {
    images: Images,
    /// Which fact replaced a term by a constant.
    owner: TermMap<usize>,
    ranges: FxHashMap<Term, Range>,
    /// Sums with a range, in the order they were met.
    sums: Vec<Term>,
    /// Languages that facts say a word is in, with the facts; few for each word.
    languages: FxHashMap<Term, Vec<(Term, usize)>>,
}

impl Passes<'_> {
    /// Uses each fact inside of the others. True when something changed.
    pub(super) fn propagate(&mut self) -> Result<bool, Stop> {
        if self.facts.len() < 2 || self.is_refuted() {
            return Ok(false);
        }
        let mut units = Units::default();
        for (index, fact) in self.facts.iter().enumerate() {
            self.env.budget.poll()?;
            units.read(self.env.store, index, *fact, self.env.budget);
        }
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        for term in post_order(self.env.store, &roots) {
            self.env.budget.poll()?;
            if !units.owner.has(term)
                && let Some((value, fact)) = units.decided(self.env.store, term)
            {
                units.images.put(term, TermStore::bool(value), self.facts[fact].origin);
            } else if !units.owner.has(term)
                && let Some((value, fact)) = self.member_decided(&units, term)?
            {
                units.images.put(term, TermStore::bool(value), self.facts[fact].origin);
            }
        }
        let mut changed = self.join_bounds(&units)?;
        for (index, root) in roots.into_iter().enumerate() {
            self.env.budget.poll()?;
            let image = self.unit_image(&mut units, index, root);
            if image.term != root {
                self.count("propagated-units", 1);
                changed = true;
            }
            self.replace(index, image);
        }
        Ok(changed)
    }

    /// Is a membership decided by the languages that a word is known to be in? Then by which fact.
    fn member_decided(&mut self, units: &Units, atom: Term) -> Result<Option<(bool, usize)>, Stop> {
        let (Some(Op::InRe), [string, asked]) = (self.env.store.op(atom), self.env.store.args(atom)) else {
            return Ok(None);
        };
        let asked = *asked;
        let Some(known) = units.languages.get(string) else { return Ok(None) };
        for (language, fact) in known {
            let both = self.env.store.app(Op::ReInter, &[*language, asked]).expect("two languages");
            let both =
                self.env.rewriter.rewrite(self.env.store, self.env.evaluator, self.env.budget, both)?;
            if both == *language || self.env.store.op(both) == Some(Op::ReNone) {
                return Ok(Some((both == *language, *fact)));
            }
        }
        Ok(None)
    }

    /// The image of a fact under all others.
    fn unit_image(&mut self, units: &mut Units, index: usize, fact: Term) -> Image {
        let (atom, positive) = strip(self.env.store, fact);
        if units.owner.get(atom) != Some(&index) {
            return units.images.apply(self.env.store, &mut self.origins, fact);
        }
        if let Some((value, from)) = units.decided(self.env.store, atom)
            && from != index
        {
            let term = TermStore::bool(value == positive);
            return Image { term, from: Some(self.facts[from].origin) };
        }
        let inner = self.own_top(units, index, atom);
        let term = if positive { inner.term } else { self.env.store.not(inner.term) };
        Image { term, from: inner.from }
    }

    /// The image of an atom that is a fact itself. A term that this fact gives a literal stays.
    fn own_top(&mut self, units: &mut Units, index: usize, atom: Term) -> Image {
        let own = store_args(self.env.store, atom).find(|arg| units.owner.get(*arg) == Some(&index));
        let Some(own) = own else {
            return units.images.below(self.env.store, &mut self.origins, atom);
        };
        let inner = units.images.below(self.env.store, &mut self.origins, own);
        let args: Vec<Term> =
            store_args(self.env.store, atom).map(|arg| if arg == own { inner.term } else { arg }).collect();
        let term = self.env.store.with_args(atom, &args).expect("the same sorts");
        Image { term, from: inner.from }
    }

    /// Where the limits of a sum meet, its value is a fact.
    fn join_bounds(&mut self, units: &Units) -> Result<bool, Stop> {
        let mut changed = false;
        for sum in &units.sums {
            let range = &units.ranges[sum];
            let (Some(low), Some(high)) = (&range.low, &range.high) else { continue };
            if low.number != high.number || units.owner.has(*sum) {
                continue;
            }
            let number = self.env.store.int(low.number.clone());
            let term = self.env.store.app(Op::Eq, &[*sum, number]).expect("two numbers");
            let term =
                self.env.rewriter.rewrite(self.env.store, self.env.evaluator, self.env.budget, term)?;
            if !units.owner.has(term) {
                let origin = self.origins.join(self.facts[low.fact].origin, self.facts[high.fact].origin);
                self.facts.push(Fact { term, origin });
                changed = true;
            }
        }
        Ok(changed)
    }
}

fn store_args(store: &TermStore, term: Term) -> std::vec::IntoIter<Term> {
    store.args(term).to_vec().into_iter()
}

/// The atom of a literal, and whether it is positive.
fn strip(store: &TermStore, fact: Term) -> (Term, bool) {
    match store.op(fact) {
        Some(Op::Not) => (store.args(fact)[0], false),
        _ => (fact, true),
    }
}

fn as_int(store: &TermStore, term: Term) -> Option<&Int> {
    match store.as_value(term) {
        Some(Value::Int(n)) => Some(n),
        _ => None,
    }
}

/// The one number that the words of a language of zeros and known digits have as their value.
fn number_of_language(store: &TermStore, language: Term) -> Option<Int> {
    let string = |language: Term| match (store.op(language), store.args(language)) {
        (Some(Op::StrToRe), [string]) => match store.as_value(*string) {
            Some(Value::Str(string)) => {
                string.iter().map(|character| u8::try_from(*character).ok()).collect()
            }
            _ => None,
        },
        _ => None,
    };
    let (Some(Op::ReConcat), [zeros, digits]) = (store.op(language), store.args(language)) else {
        return None;
    };
    let (Some(Op::ReStar), [zero]) = (store.op(*zeros), store.args(*zeros)) else { return None };
    let zero: Vec<u8> = string(*zero)?;
    if zero != b"0" {
        return None;
    }
    Int::from_digits(&string(*digits)?)
}

impl Units {
    /// Remembers what a fact says.
    fn read(&mut self, store: &mut TermStore, index: usize, fact: Fact, budget: &Budget) {
        let (atom, positive) = strip(store, fact.term);
        if !self.owner.has(atom) {
            self.owner.set(atom, index);
            self.images.put(atom, TermStore::bool(positive), fact.origin);
        }
        let args = store.args(atom);
        match (store.op(atom), args) {
            (Some(Op::Eq), [a, b]) if positive => {
                let (a, b) = (*a, *b);
                let (term, literal) = if store.as_value(a).is_some() { (b, a) } else { (a, b) };
                let is_value = store.as_value(literal).is_some() && store.sort(literal) != Sort::RegLan;
                let is_known = store.as_value(term).is_some() || self.owner.has(term);
                if is_value && !is_known && store.as_constant(term).is_none() {
                    self.owner.set(term, index);
                    self.images.put(term, literal, fact.origin);
                }
            }
            (Some(Op::InRe), [string, language]) if positive => {
                let (string, language) = (*string, *language);
                self.read_number(store, index, fact.origin, [string, language]);
                let known = self.languages.entry(string).or_default();
                if !LANGUAGES.is_exceeded(known.len() + 1, budget) {
                    known.push((language, index));
                }
            }
            (Some(Op::Ge), [sum, bound]) => {
                let Some(number) = as_int(store, *bound).cloned() else { return };
                self.bound(*sum, number, positive, index);
            }
            _ => {}
        }
    }

    /// A string of zeros and known digits has a known number as its value.
    fn read_number(
        &mut self,
        store: &mut TermStore,
        index: usize,
        origin: u32,
        [string, language]: [Term; 2],
    ) {
        let Some(number) = number_of_language(store, language) else { return };
        let term = store.app(Op::StrToInt, &[string]).expect("a word");
        if !self.owner.has(term) {
            let number = store.int(number);
            self.owner.set(term, index);
            self.images.put(term, number, origin);
        }
    }

    /// The fact `sum >= number`, or its negation.
    fn bound(&mut self, sum: Term, number: Int, is_low: bool, fact: usize) {
        let range = self.ranges.entry(sum).or_insert_with(|| {
            self.sums.push(sum);
            Range::default()
        });
        if is_low {
            if range.low.as_ref().is_none_or(|low| low.number < number) {
                range.low = Some(Bound { number, fact });
            }
        } else {
            let number = &number - &Int::ONE;
            if range.high.as_ref().is_none_or(|high| high.number > number) {
                range.high = Some(Bound { number, fact });
            }
        }
    }

    /// Is a comparison decided by what is known of its sum? Then by which fact.
    fn decided(&self, store: &TermStore, atom: Term) -> Option<(bool, usize)> {
        let (op, [a, b]) = (store.op(atom)?, store.args(atom)) else { return None };
        let (sum, number) = match op {
            Op::Ge => (*a, as_int(store, *b)?),
            Op::Eq if as_int(store, *b).is_some() => (*a, as_int(store, *b)?),
            Op::Eq => (*b, as_int(store, *a)?),
            _ => return None,
        };
        let range = self.ranges.get(&sum)?;
        let is_above = range
            .low
            .as_ref()
            .filter(|low| if op == Op::Ge { low.number >= *number } else { low.number > *number });
        let is_below = range.high.as_ref().filter(|high| high.number < *number);
        match (is_above, is_below) {
            (_, Some(high)) => Some((false, high.fact)),
            (Some(low), None) => Some((op == Op::Ge, low.fact)),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.propagate();

    #[test]
    fn a_word_of_zeros_and_digits_has_a_number() {
        let eleven = r#"(str.in_re (str.++ x y) (re.++ (re.* (str.to_re "0")) (str.to_re "11")))"#;
        check(PASS, &[eleven, "(>= (str.to_int (str.++ x y)) m)"], &[eleven, "(not (>= m 12))"]);
        check(PASS, &[eleven, "(>= (str.to_int (str.++ x y)) 19)"], &["false"]);
        let other = r#"(str.in_re x (re.++ (re.* (str.to_re "1")) (str.to_re "11")))"#;
        check(PASS, &[other, "(>= (str.to_int x) 5)"], &[other, "(>= (str.to_int x) 5)"]);
    }

    #[test]
    fn an_atom_is_known_elsewhere() {
        check(
            PASS,
            &["(str.contains x y)", "(or (not (str.contains x y)) (str.prefixof z x))"],
            &["(str.contains x y)", "(str.prefixof z x)"],
        );
        check(PASS, &["(not (str.contains x y))", "(or (str.contains x y) false)"], &["false"]);
        check(
            PASS,
            &["(str.contains x y)", "(= (str.len z) (ite (str.contains x y) 1 2))"],
            &["(str.contains x y)", "(= (str.len z) 1)"],
        );
    }

    #[test]
    fn a_literal_stands_for_a_term() {
        check(
            PASS,
            &["(= (str.len x) 2)", "(>= (+ (str.len x) (str.len y)) 5)"],
            &["(= (str.len x) 2)", "(>= (str.len y) 3)"],
        );
        check(PASS, &["(= (str.len x) 2)", "(= (str.len x) 3)"], &["false"]);
        check(PASS, &["(= (str.len x) 2)", "(not (= (str.len x) 3))"], &["(= (str.len x) 2)"]);
        check(PASS, &["(= (str.replace x y z) \"a\")", "(= (str.len (str.replace x y z)) 2)"], &["false"]);
    }

    #[test]
    fn bounds_decide_comparisons() {
        check(PASS, &["(>= m 3)", "(>= m 2)"], &["(>= m 3)"]);
        check(PASS, &["(>= m 3)", "(<= m 2)"], &["false"]);
        check(PASS, &["(>= m 3)", "(or a (<= m 2))", "(or b (= m 2))"], &["(>= m 3)", "a", "b"]);
        check(PASS, &["(>= (str.len x) 3)", "(<= (str.len x) 3)"], &["(= (str.len x) 3)"]);
        check(PASS, &["(>= m 3)", "(or a (<= m 4))"], &["(>= m 3)", "(or a (not (>= m 5)))"]);
    }

    #[test]
    fn languages_decide_memberships() {
        let known = "(str.in_re x (re.+ (re.range \"1\" \"9\")))";
        check(PASS, &[known, "(or a (str.in_re x (re.* (re.range \"0\" \"9\"))))"], &[known]);
        check(PASS, &[known, "(or a (not (str.in_re x (re.* (re.range \"0\" \"9\")))))"], &[known, "a"]);
        let character = "(str.in_re x (re.range \"1\" \"9\"))";
        check(PASS, &[character, "(or a (str.in_re x (re.range \"a\" \"b\")))"], &[character, "a"]);
        let other = "(or a (str.in_re x (re.* (re.range \"1\" \"8\"))))";
        check(PASS, &[known, other], &[other, known]);
    }

    #[test]
    fn two_facts_do_not_justify_each_other() {
        let both = ["(str.contains x (str.substr y 0 n))", "(= (str.substr y 0 n) \"a\")"];
        check(PASS, &both, &["(= (str.substr y 0 n) \"a\")", "(str.contains x \"a\")"]);
    }
}
