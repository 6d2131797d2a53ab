//! Formulas about sequences as formulas about strings.
//!
//! Enters: formulas. Leaves: their images, and axioms that hold for the letters that stand for elements; or nothing,
//! when sequences occur inside of other sorts than sequences. Solutions of the formulas are solutions of the images,
//! with letters for elements, and the other way round.

use rustc_hash::FxHashMap;
use tress_base::Stop;

use super::alphabet::{Alphabet, Read};
use crate::env::Env;
use crate::term::{Head, Op, Sort, SymbolId, Term, TermMap, TermStore, Value, Word, post_order};

/// Sequences of sequences, and so on: so deep at most.
const DEEPEST: usize = 8;
/// Most places where elements of one sort are read by symbols of their own.
const MOST_READS: usize = 64;
/// Most applications of one function of sequences that are compared pair by pair.
const MOST_APPLICATIONS: usize = 64;

/// A declared symbol that speaks of sequences, and the one that stands for it.
pub(super) struct Stand {
    pub(super) own: SymbolId,
    pub(super) image: SymbolId,
}

/// Formulas about strings that stand for formulas about sequences.
#[derive(Default)]
pub(super) struct Translation {
    pub(super) images: Vec<Term>,
    pub(super) axioms: Vec<Term>,
    /// The symbols that were made.
    pub(super) fresh: Vec<SymbolId>,
    pub(super) stands: Vec<Stand>,
    /// Those of elements before those of sequences of them.
    pub(super) alphabets: Vec<Alphabet>,
    terms: TermMap<Term>,
    symbols: FxHashMap<SymbolId, SymbolId>,
    /// Applications of functions that take sequences, in the translation.
    applications: Vec<(SymbolId, Vec<Term>)>,
    /// Alphabets by their sort of sequences.
    places: FxHashMap<Sort, usize>,
}

impl Translation {
    /// The translation of formulas, when there is one.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn of(env: &mut Env<'_>, formulas: &[Term]) -> Result<Option<Self>, Stop> {
        let mut made = Self::default();
        let known = env.store.symbol_count();
        let terms = post_order(env.store, formulas);
        let mut reads: FxHashMap<Sort, usize> = FxHashMap::default();
        for term in terms.iter().filter(|term| env.store.op(**term) == Some(Op::SeqNth)) {
            *reads.entry(env.store.sort(env.store.args(*term)[0])).or_default() += 1;
        }
        for term in terms {
            env.budget.poll()?;
            let Some(image) = made.image(env, term, &reads)? else { return Ok(None) };
            made.terms.set(term, image);
        }
        for alphabet in &made.alphabets {
            env.budget.look()?;
            alphabet.relate(env, &mut made.axioms);
        }
        made.relate_applications(env);
        made.fresh = (known..env.store.symbol_count())
            .filter_map(|place| Some(SymbolId(u32::try_from(place).ok()?)))
            .collect();
        made.images = formulas.iter().map(|formula| made.known(*formula)).collect();
        Ok(Some(made))
    }

    /// Says of functions of sequences what congruence says: words that nothing tells apart are chosen alike, so their
    /// equality must be a choice of the search.
    fn relate_applications(&mut self, env: &mut Env<'_>) {
        for (_, terms) in self.applications.iter().filter(|(_, terms)| terms.len() <= MOST_APPLICATIONS) {
            for (place, one) in terms.iter().enumerate() {
                for other in &terms[..place] {
                    let args = [*one, *other].map(|term| env.store.args(term).to_vec());
                    let pairs: Vec<(Term, Term)> =
                        args[0].iter().copied().zip(args[1].iter().copied()).collect();
                    let same: Vec<Term> = pairs.into_iter().map(|(a, b)| env.equal(a, b)).collect();
                    let (same, equal) = (env.app(Op::And, &same), env.equal(*one, *other));
                    self.axioms.push(env.app(Op::Implies, &[same, equal]));
                }
            }
        }
    }

    /// The alphabet of a sort of sequences.
    pub(super) fn alphabet(&self, sort: Sort) -> Option<&Alphabet> {
        self.places.get(&sort).map(|place| &self.alphabets[*place])
    }

    fn known(&self, term: Term) -> Term {
        *self.terms.get(term).expect("arguments come first")
    }

    /// The sort that stands for a sort; nothing when sequences are somewhere inside.
    fn sort(&mut self, store: &TermStore, sort: Sort) -> Option<Sort> {
        if matches!(sort, Sort::Seq(_)) {
            return self.place(store, sort).map(|_| Sort::String);
        }
        (!has_sequences_inside(store, sort)).then_some(sort)
    }

    /// The place of the alphabet of a sort of sequences. Those of its elements are made first.
    fn place(&mut self, store: &TermStore, sort: Sort) -> Option<usize> {
        if let Some(place) = self.places.get(&sort) {
            return Some(*place);
        }
        let mut nested = vec![sort];
        let mut innermost = store.seq_element(sort)?;
        while let Some(element) = store.seq_element(innermost) {
            nested.push(innermost);
            innermost = element;
        }
        if nested.len() > DEEPEST || has_sequences_inside(store, innermost) {
            return None;
        }
        let mut image = innermost;
        for sort in nested.into_iter().rev() {
            if !self.places.contains_key(&sort) {
                self.places.insert(sort, self.alphabets.len());
                self.alphabets.push(Alphabet::new(store, sort, store.seq_element(sort)?, image));
            }
            image = Sort::String;
        }
        self.places.get(&sort).copied()
    }

    fn image(
        &mut self,
        env: &mut Env<'_>,
        term: Term,
        reads: &FxHashMap<Sort, usize>,
    ) -> Result<Option<Term>, Stop> {
        let sort = env.store.sort(term);
        if self.sort(env.store, sort).is_none() {
            return Ok(None);
        }
        let args: Vec<Term> = env.store.args(term).iter().map(|arg| self.known(*arg)).collect();
        Ok(match env.store.head(term) {
            Head::Value(_) if matches!(sort, Sort::Seq(_)) => {
                let value = env.store.as_value(term).cloned();
                match value {
                    Some(value) => self.value(env, &value)?.map(|value| env.store.value(value)),
                    None => None,
                }
            }
            Head::Value(_) => Some(term),
            Head::Symbol(symbol) => self.applied(env, symbol, &args, sort),
            Head::Quantifier(..) => None,
            Head::Op(Op::SeqUnit, _) => match self.place(env.store, sort) {
                Some(place) => self.alphabets[place].letter_of(env, args[0], &mut self.axioms),
                None => None,
            },
            Head::Op(Op::SeqNth, _) => {
                let seq = env.store.sort(env.store.args(term)[0]);
                let many = reads.get(&seq).is_some_and(|count| *count > MOST_READS);
                self.read(env, seq, args[0], args[1], many)
            }
            Head::Op(op, list) => match op.on_strings() {
                Some(op) => Some(env.app(op, &args)),
                None if env.store.args(term) == args => Some(term),
                None => {
                    let indices = env.store.indices(list).to_vec();
                    env.store.indexed(op, &indices, &args).ok()
                }
            },
        })
    }

    /// The value that stands for a value. Nothing when there are too few letters.
    fn value(&mut self, env: &mut Env<'_>, value: &Value) -> Result<Option<Value>, Stop> {
        let Value::Seq(seq) = value else { return Ok(Some(value.clone())) };
        let Some(place) = self.place(env.store, seq.sort()) else { return Ok(None) };
        let mut letters = Vec::with_capacity(seq.elements().len());
        for element in seq.elements() {
            env.budget.poll()?;
            // Not deeper than sorts of sequences are nested.
            let Some(element) = self.value(env, element)? else { return Ok(None) };
            let Some(letter) = self.alphabets[place].letter_of_value(element) else { return Ok(None) };
            letters.push(letter);
        }
        Ok(Some(Value::Str(Word::from(letters))))
    }

    /// The application of what stands for a symbol. Words that come out are made of letters that have a value.
    fn applied(&mut self, env: &mut Env<'_>, symbol: SymbolId, args: &[Term], sort: Sort) -> Option<Term> {
        let image = self.symbol(env, symbol)?;
        let term = env.store.apply(image, args).ok()?;
        if image != symbol && args.iter().any(|arg| env.store.sort(*arg) == Sort::String) {
            match self.applications.iter_mut().find(|(known, _)| *known == image) {
                Some((_, terms)) => terms.push(term),
                None => self.applications.push((image, vec![term])),
            }
        }
        self.confine(env, sort, term)?;
        Some(term)
    }

    fn confine(&mut self, env: &mut Env<'_>, sort: Sort, term: Term) -> Option<()> {
        if matches!(sort, Sort::Seq(_)) {
            let place = self.place(env.store, sort)?;
            self.alphabets[place].confine(env, term, &mut self.axioms);
        }
        Some(())
    }

    /// What stands for a symbol: itself, where it does not speak of sequences.
    fn symbol(&mut self, env: &mut Env<'_>, symbol: SymbolId) -> Option<SymbolId> {
        if let Some(known) = self.symbols.get(&symbol) {
            return Some(*known);
        }
        let declared = env.store.symbol(symbol);
        let (name, sorts, result) = (declared.name.clone(), declared.arguments.clone(), declared.result);
        let arguments =
            sorts.iter().map(|sort| self.sort(env.store, *sort)).collect::<Option<Vec<Sort>>>()?;
        let image_result = self.sort(env.store, result)?;
        let image = if *arguments == *sorts && image_result == result {
            symbol
        } else {
            let image = env.store.declare(&format!("word!{name}"), &arguments, image_result);
            self.stands.push(Stand { own: symbol, image });
            image
        };
        self.symbols.insert(symbol, image);
        Some(image)
    }

    /// The element at a position: a symbol whose letter stands there, when something stands there.
    fn read(&mut self, env: &mut Env<'_>, seq: Sort, word: Term, position: Term, many: bool) -> Option<Term> {
        let place = self.place(env.store, seq)?;
        let (sort, image) = (self.alphabets[place].element, self.alphabets[place].image);
        let number = env.store.symbol_count();
        let element = if many {
            let reader = *self.alphabets[place].reader.get_or_insert_with(|| {
                env.store.declare(&format!("nth!{number}"), &[Sort::String, Sort::Int], image)
            });
            env.store.apply(reader, &[word, position]).ok()?
        } else {
            let symbol = env.store.declare(&format!("nth!{number}"), &[], image);
            env.store.constant(symbol)
        };
        self.confine(env, sort, element)?;
        let alphabet = &mut self.alphabets[place];
        alphabet.reads.push(Read { word, position, element });
        let letter = alphabet.letter_of(env, element, &mut self.axioms)?;
        let zero = env.store.int(0);
        let length = env.length(word);
        let (begins, ends) = (env.app(Op::Le, &[zero, position]), env.app(Op::Lt, &[position, length]));
        let inside = env.app(Op::And, &[begins, ends]);
        let there = env.app(Op::At, &[word, position]);
        let same = env.equal(letter, there);
        self.axioms.push(env.app(Op::Implies, &[inside, same]));
        Some(element)
    }
}

/// Are values of the sort made of sequences, among others?
fn has_sequences_inside(store: &TermStore, sort: Sort) -> bool {
    let mut seen = vec![sort];
    let mut next = 0;
    while let Some(part) = seen.get(next).copied() {
        if matches!(part, Sort::Seq(_)) {
            return true;
        }
        next += 1;
        for part in store.sort_parts(part) {
            if !seen.contains(&part) {
                seen.push(part);
            }
        }
    }
    false
}
