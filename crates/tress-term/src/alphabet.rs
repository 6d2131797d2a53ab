//! Problems over fewer characters than SMT-LIB has.
//!
//! Enters: terms whose strings are words over the first `n` code points. Leaves: terms over all characters
//! that mean the same, so that no engine needs to know of the restriction.
//!
//! Words over the smaller alphabet are closed under every operator but few, and an operator on them means
//! what it means on all words. Therefore a model of the problem over the smaller alphabet is a model of the
//! translation when
//!
//! - `str.from_code` is empty from `n` on;
//! - languages are compared within the words over the alphabet;
//! - bound strings range over these words, by a guard in the quantifier;
//! - every string that a model chooses is one of these words, by a membership next to the formula it occurs
//!   in.
//!
//! What is not covered is refused by name: operators that make characters outside of the alphabet, bound
//! variables with strings inside, recursive functions. An array over strings may differ from another one at
//! an index outside of the alphabet; such a model does not pass [`Restriction::allows`].

use crate::term::{Head, Op, Sort, SymbolId, Term, TermMap, TermSet, TermStore, Value, map_args, post_order};

/// The number of SMT-LIB's characters.
const ALL_CHARACTERS: u32 = tress_base::MAX_CHAR + 1;

/// Why a term has no meaning over an alphabet.
pub(crate) type Outside = String;

/// An alphabet, and the translations that were made for it.
#[derive(Debug, Default)]
pub struct Restriction {
    /// The code point of the last character; `None` if it is SMT-LIB's.
    last: Option<u32>,
    images: TermMap<Term>,
}

impl Restriction {
    /// The alphabet of this many characters, at least one.
    pub fn new(characters: u32) -> Self {
        let last = (characters < ALL_CHARACTERS).then(|| characters.max(1) - 1);
        Self { last, images: TermMap::new() }
    }

    /// The code point of the last character.
    pub fn last(&self) -> u32 {
        self.last.unwrap_or(tress_base::MAX_CHAR)
    }

    /// Forgets all translations: terms were given back.
    pub fn forget(&mut self) {
        self.images = TermMap::new();
    }

    /// The formula over all characters that means the same, and that the strings in it are words over the
    /// alphabet.
    ///
    /// # Errors
    /// What in it has no meaning over the alphabet.
    pub fn formula(&mut self, store: &mut TermStore, formula: Term) -> Result<Term, Outside> {
        if self.last.is_none() {
            return Ok(formula);
        }
        let mut parts = vec![self.term(store, formula)?];
        parts.extend(self.memberships(store, &[formula]));
        Ok(if parts.len() == 1 { parts[0] } else { store.app(Op::And, &parts).expect("formulas") })
    }

    /// The term over all characters that has the same value under models over the alphabet.
    ///
    /// # Errors
    /// What in it has no meaning over the alphabet.
    pub fn term(&mut self, store: &mut TermStore, root: Term) -> Result<Term, Outside> {
        let Some(last) = self.last else { return Ok(root) };
        for term in post_order(store, &[root]) {
            if !self.images.has(term) {
                let image = self.image(store, term, last)?;
                self.images.set(term, image);
            }
        }
        Ok(self.of(root))
    }

    /// The image of a term whose arguments have theirs.
    fn of(&self, term: Term) -> Term {
        *self.images.get(term).expect("arguments come first")
    }

    fn image(&self, store: &mut TermStore, term: Term, last: u32) -> Result<Term, Outside> {
        match store.head(term) {
            Head::Value(_) => {
                let value = store.as_value(term).expect("the head says so");
                match first_outside(value, last) {
                    Some(found) => {
                        Err(format!("U+{found:X} is outside of the alphabet, which ends at U+{last:X}"))
                    }
                    None => Ok(term),
                }
            }
            Head::Symbol(symbol) if store.symbol(symbol).definition.is_some() => {
                Err(format!("the recursive function {} over a smaller alphabet", store.symbol(symbol).name))
            }
            Head::Symbol(_) => Ok(map_args(store, term, |arg| self.of(arg))),
            Head::Op(op, _) => {
                if let Some(highest) = highest_made(op, last).filter(|highest| *highest > last) {
                    let made = char::from_u32(highest).unwrap_or_default();
                    return Err(format!("{} makes {made:?}, which is outside of the alphabet", op.name()));
                }
                let image = map_args(store, term, |arg| self.of(arg));
                Ok(self.operator(store, op, image, last))
            }
            Head::Quantifier(forall, list) => {
                let bound = store.bound(list).to_vec();
                self.quantifier(store, forall, &bound, self.of(store.args(term)[0]), last)
            }
        }
    }

    /// The two operators that see the end of the alphabet.
    fn operator(&self, store: &mut TermStore, op: Op, image: Term, last: u32) -> Term {
        let args = store.args(image).to_vec();
        match op {
            Op::FromCode => {
                let (most, none) = (store.int(last), store.word([]));
                let inside = store.app(Op::Le, &[args[0], most]).expect("numbers");
                store.app(Op::Ite, &[inside, image, none]).expect("strings")
            }
            Op::Eq | Op::Distinct if store.sort(args[0]) == Sort::RegLan => {
                let words = words_up_to(store, last);
                let within: Vec<Term> = args
                    .iter()
                    .map(|arg| store.app(Op::ReInter, &[*arg, words]).expect("languages"))
                    .collect();
                store.app(op, &within).expect("languages")
            }
            _ => image,
        }
    }

    /// A quantifier whose strings range over words over the alphabet.
    fn quantifier(
        &self,
        store: &mut TermStore,
        forall: bool,
        bound: &[SymbolId],
        body: Term,
        last: u32,
    ) -> Result<Term, Outside> {
        let mut guards = Vec::new();
        for symbol in bound {
            match store.symbol(*symbol).result {
                Sort::String => {
                    let variable = store.constant(*symbol);
                    guards.push(membership(store, variable, last));
                }
                sort if may_hold_strings(store, sort) => {
                    let name = store.sort_text(sort).into_owned();
                    return Err(format!("a quantifier over {name} over a smaller alphabet"));
                }
                _ => {}
            }
        }
        let body = match (guards.is_empty(), forall) {
            (true, _) => body,
            (false, true) => {
                guards.push(body);
                store.app(Op::Implies, &guards).expect("formulas")
            }
            (false, false) => {
                guards.push(body);
                store.app(Op::And, &guards).expect("formulas")
            }
        };
        Ok(store.quantifier(forall, bound, body).expect("a formula"))
    }

    /// That the strings which a model chooses for these terms are words over the alphabet. The terms were
    /// translated before.
    pub fn memberships(&self, store: &mut TermStore, roots: &[Term]) -> Vec<Term> {
        let Some(last) = self.last else { return Vec::new() };
        let order = post_order(store, roots);
        let mut bound: Vec<SymbolId> = Vec::new();
        for term in &order {
            if let Head::Quantifier(_, list) = store.head(*term) {
                bound.extend_from_slice(store.bound(list));
            }
        }
        let mut open = TermSet::new();
        let mut chosen = Vec::new();
        for term in order {
            let is_bound = matches!(store.head(term), Head::Symbol(symbol) if bound.contains(&symbol));
            if is_bound || store.args(term).iter().any(|arg| open.has(*arg)) {
                open.add(term);
            } else if is_chosen(store, term) {
                chosen.push(self.of(term));
            }
        }
        chosen.into_iter().map(|term| membership(store, term, last)).collect()
    }

    /// Are all strings in the values of a term words over the alphabet, whatever the symbols of other sorts
    /// in it are? Only operators that take strings out of other values can make others of words that are.
    pub fn allows_all_of(&self, store: &TermStore, term: Term) -> bool {
        let is_plain = |part: &Term| match store.sort(*part) {
            Sort::String => !matches!(store.op(*part), Some(Op::Select | Op::Field | Op::SeqNth)),
            sort => !may_hold_strings(store, sort),
        };
        self.last.is_none()
            || !may_hold_strings(store, store.sort(term))
            || post_order(store, &[term]).iter().all(is_plain)
    }

    /// Are all strings in a value words over the alphabet?
    pub fn allows(&self, value: &Value) -> bool {
        self.last.is_none_or(|last| first_outside(value, last).is_none())
    }
}

/// Is it a string whose value a model chooses?
fn is_chosen(store: &TermStore, term: Term) -> bool {
    store.sort(term) == Sort::String
        && match store.head(term) {
            Head::Symbol(_) => true,
            Head::Op(op, _) => matches!(op, Op::Select | Op::Field | Op::SeqNth),
            Head::Value(_) | Head::Quantifier(..) => false,
        }
}

/// The highest character that an operator puts into words over an alphabet which do not hold it.
fn highest_made(op: Op, last: u32) -> Option<u32> {
    match op {
        Op::StrFromInt | Op::FromIntSigned => Some(u32::from('9')),
        Op::ToLower if last >= u32::from('A') => Some(last.min(u32::from('Z')) + 32),
        _ => None,
    }
}

/// Could a value of the sort hold a string somewhere?
fn may_hold_strings(store: &TermStore, sort: Sort) -> bool {
    store.sorts_inside(sort).contains(&Sort::String)
}

/// All words over the alphabet that ends with `last`.
fn words_up_to(store: &mut TermStore, last: u32) -> Term {
    let (low, high) = (store.word([0]), store.word([last]));
    let any = store.app(Op::ReRange, &[low, high]).expect("characters");
    store.app(Op::ReStar, &[any]).expect("a language")
}

fn membership(store: &mut TermStore, word: Term, last: u32) -> Term {
    let words = words_up_to(store, last);
    store.app(Op::InRe, &[word, words]).expect("a string and a language")
}

/// A character beyond `last` in a value.
fn first_outside(value: &Value, last: u32) -> Option<u32> {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Str(word) => {
                if let Some(found) = word.iter().find(|character| **character > last) {
                    return Some(*found);
                }
            }
            _ => open.extend(value.parts()),
        }
    }
    None
}
