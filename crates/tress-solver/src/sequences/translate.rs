//! Formulas about sequences as formulas about strings.
//!
//! Enters: formulas. Leaves: their images, and axioms that hold for the characters that represent elements.
//! There is no translation when sequences are made of values that hold such sequences. Arrays and datatypes
//! have strings in the position of sequences (`TermStore::word_image`). Solutions of the formulas are
//! solutions of the images, with characters for elements, and the other way round.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Stop};

use super::alphabet::{Alphabet, Read};
use super::limits::{APPLICATIONS, READS, SORTS};
use super::parts::{parts_of, with_parts};
use tress_rewrite::env::Env;
use tress_term::model::Outside;
use tress_term::term::{Head, Op, Sort, SymbolId, Term, TermMap, TermStore, Value, Word, post_order};

/// A declared symbol whose sort holds sequences, and the one that represents it.
pub(super) struct SymbolImage {
    pub(super) own: SymbolId,
    pub(super) image: SymbolId,
}

/// Formulas about strings that represent formulas about sequences.
#[derive(Default)]
pub(super) struct Translation {
    pub(super) images: Vec<Term>,
    pub(super) axioms: Vec<Term>,
    /// The symbols that were made.
    pub(super) fresh: Vec<SymbolId>,
    pub(super) symbol_images: Vec<SymbolImage>,
    /// Those of elements before those of sequences of them.
    pub(super) alphabets: Vec<Alphabet>,
    terms: TermMap<Term>,
    symbols: FxHashMap<SymbolId, SymbolId>,
    /// Datatypes whose fields are read, with their images.
    datatypes: Vec<(Sort, Sort)>,
    /// Applications of functions that take sequences, in the translation.
    applications: Vec<(SymbolId, Vec<Term>)>,
    /// Alphabets by their sort of sequences.
    indices: FxHashMap<Sort, usize>,
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
            .filter_map(|index| Some(SymbolId(u32::try_from(index).ok()?)))
            .collect();
        made.images = formulas.iter().map(|formula| made.known(*formula)).collect();
        Ok(Some(made))
    }

    /// Adds congruence for functions of sequences as axioms. Strings that nothing distinguishes are chosen
    /// alike, so their equality must be a choice of the search.
    fn relate_applications(&mut self, env: &mut Env<'_>) {
        let budget = env.budget;
        for (_, terms) in &self.applications {
            if APPLICATIONS.is_exceeded(terms.len(), budget) {
                continue;
            }
            for (index, one) in terms.iter().enumerate() {
                for other in &terms[..index] {
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
        self.indices.get(&sort).map(|index| &self.alphabets[*index])
    }

    /// The fields of datatypes that hold sequences, where another constructor made the value: in the
    /// translation, and own.
    pub(super) fn outside_fields(&self, store: &TermStore) -> Vec<(Outside, Outside)> {
        let mut found = Vec::new();
        for (own, image) in &self.datatypes {
            let constructors = store.datatype(*own).into_iter().flat_map(|datatype| &datatype.constructors);
            for (constructor, number) in constructors.zip(0..) {
                found.extend((0..).take(constructor.fields.len()).map(|field| {
                    (Outside::Field(*image, number, field), Outside::Field(*own, number, field))
                }));
            }
        }
        found
    }

    fn known(&self, term: Term) -> Term {
        *self.terms.get(term).expect("arguments come first")
    }

    /// The sort that represents a sort. The alphabets of sequences inside are made first.
    fn sort(&mut self, store: &TermStore, sort: Sort, budget: &Budget) -> Option<Sort> {
        let image = store.word_image(sort)?;
        if image != sort {
            self.make_alphabets(store, sort, budget)?;
        }
        Some(image)
    }

    /// Makes the alphabets of all sequences in a sort, those of elements first.
    fn make_alphabets(&mut self, store: &TermStore, sort: Sort, budget: &Budget) -> Option<()> {
        let is_new = |part: &Sort| matches!(part, Sort::Seq(_)) && !self.indices.contains_key(part);
        let mut inside: Vec<Sort> = store.sorts_inside(sort).into_iter().filter(is_new).collect();
        // What is made of more sorts of sequences comes later: there are no circles.
        let depth = |part: &Sort| {
            let parts = store.sorts_inside(*part);
            parts.into_iter().filter(|part| matches!(part, Sort::Seq(_))).count()
        };
        inside.sort_by_key(depth);
        if SORTS.is_exceeded(inside.len(), budget) {
            return None;
        }
        for sort in inside {
            let element = store.seq_element(sort)?;
            let (_, image) = (store.word_image(sort)?, store.word_image(element)?);
            self.indices.insert(sort, self.alphabets.len());
            self.alphabets.push(Alphabet::new(store, sort, element, image));
        }
        Some(())
    }

    /// The index of the alphabet of a sort of sequences. Those of its elements are made first.
    fn index(&mut self, store: &TermStore, sort: Sort, budget: &Budget) -> Option<usize> {
        self.make_alphabets(store, sort, budget)?;
        self.indices.get(&sort).copied()
    }

    fn image(
        &mut self,
        env: &mut Env<'_>,
        term: Term,
        reads: &FxHashMap<Sort, usize>,
    ) -> Result<Option<Term>, Stop> {
        let sort = env.store.sort(term);
        if self.sort(env.store, sort, env.budget).is_none() {
            return Ok(None);
        }
        let args: Vec<Term> = env.store.args(term).iter().map(|arg| self.known(*arg)).collect();
        Ok(match env.store.head(term) {
            Head::Value(_) if env.store.holds_sequences(sort) => {
                let value = env.store.as_value(term).cloned();
                match value {
                    Some(value) => self.value(env, &value)?.map(|value| env.store.value(value)),
                    None => None,
                }
            }
            Head::Value(_) => Some(term),
            Head::Symbol(symbol) => self.applied(env, symbol, &args, sort),
            Head::Quantifier(..) => None,
            Head::Op(Op::SeqUnit, _) => match self.index(env.store, sort, env.budget) {
                Some(index) => self.alphabets[index].character_of(env, args[0], &mut self.axioms),
                None => None,
            },
            Head::Op(Op::SeqNth, _) => {
                let seq = env.store.sort(env.store.args(term)[0]);
                let many = reads.get(&seq).is_some_and(|count| READS.is_exceeded(*count, env.budget));
                self.read(env, seq, args[0], args[1], many)
            }
            Head::Op(op, list) => match op.on_strings() {
                Some(op) => Some(env.app(op, &args)),
                None => {
                    let indices = env.store.indices(list).to_vec();
                    self.other(env, term, (op, &indices), &args)
                }
            },
        })
    }

    /// The image of an operator that is none of sequences. What is read from arrays and fields is made of
    /// characters that have a value.
    fn other(
        &mut self,
        env: &mut Env<'_>,
        term: Term,
        (op, own): (Op, &[Int]),
        args: &[Term],
    ) -> Option<Term> {
        let sort = env.store.sort(term);
        let mut indices = own.to_vec();
        let is_named = matches!(op, Op::ConstArray | Op::Construct | Op::Is | Op::Field | Op::UpdateField);
        if is_named && let Some(of) = env.store.sort_named(&indices) {
            let image = self.sort(env.store, of, env.budget)?;
            if image != of && op == Op::Field && !self.datatypes.contains(&(of, image)) {
                self.datatypes.push((of, image));
            }
            indices[0] = Int::from(image.id()?.0);
        }
        let image = match env.store.args(term) == args && own == indices {
            true => term,
            false => env.store.indexed(op, &indices, args).ok()?,
        };
        if matches!(op, Op::Select | Op::Field) {
            self.confine(env, sort, image)?;
        }
        Some(image)
    }

    /// The value that represents a value. Returns `None` if there are too few characters.
    fn value(&mut self, env: &mut Env<'_>, value: &Value) -> Result<Option<Value>, Stop> {
        let mut made: Vec<Value> = Vec::new();
        let mut work = vec![Work::Read(value.clone())];
        while let Some(next) = work.pop() {
            env.budget.poll()?;
            match next {
                Work::Read(value) => {
                    let sort = value.sort();
                    if !env.store.holds_sequences(sort) {
                        made.push(value);
                        continue;
                    }
                    let parts = parts_of(&value);
                    work.push(Work::Build(value));
                    work.extend(parts.into_iter().rev().map(Work::Read));
                }
                Work::Build(value) => {
                    let parts = made.split_off(made.len() - parts_of(&value).len());
                    let Some(image) = self.built(env, &value, parts) else { return Ok(None) };
                    made.push(image);
                }
            }
        }
        Ok(made.pop())
    }

    /// The value that represents a value, made of the images of its parts.
    fn built(&mut self, env: &mut Env<'_>, value: &Value, parts: Vec<Value>) -> Option<Value> {
        match value {
            Value::Seq(seq) => {
                let index = self.index(env.store, seq.sort(), env.budget)?;
                let alphabet = &mut self.alphabets[index];
                let characters = parts.into_iter().map(|part| alphabet.character_of_value(part));
                Some(Value::Str(Word::from(characters.collect::<Option<Vec<u32>>>()?)))
            }
            Value::Data(_) | Value::Array(_) => {
                let image = self.sort(env.store, value.sort(), env.budget)?;
                Some(with_parts(env.store, value, image, parts))
            }
            _ => None,
        }
    }

    /// The application of a symbol's image. Strings that come out are made of characters that have a value.
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
            let index = self.index(env.store, sort, env.budget)?;
            self.alphabets[index].confine(env, term, &mut self.axioms);
        }
        Some(())
    }

    /// The image of a symbol: itself, where its sort holds no sequences.
    fn symbol(&mut self, env: &mut Env<'_>, symbol: SymbolId) -> Option<SymbolId> {
        if let Some(known) = self.symbols.get(&symbol) {
            return Some(*known);
        }
        let declared = env.store.symbol(symbol);
        let (name, sorts, result) = (declared.name.clone(), declared.arguments.clone(), declared.result);
        let arguments = sorts
            .iter()
            .map(|sort| self.sort(env.store, *sort, env.budget))
            .collect::<Option<Vec<Sort>>>()?;
        let image_result = self.sort(env.store, result, env.budget)?;
        let image = if *arguments == *sorts && image_result == result {
            symbol
        } else {
            let image = env.store.declare(&format!("word!{name}"), &arguments, image_result);
            self.symbol_images.push(SymbolImage { own: symbol, image });
            image
        };
        self.symbols.insert(symbol, image);
        Some(image)
    }

    /// The element at a position: a symbol whose character stands there, when something stands there.
    fn read(
        &mut self,
        env: &mut Env<'_>,
        seq: Sort,
        string: Term,
        position: Term,
        many: bool,
    ) -> Option<Term> {
        let index = self.index(env.store, seq, env.budget)?;
        let (sort, image) = (self.alphabets[index].element, self.alphabets[index].image);
        let number = env.store.symbol_count();
        let element = if many {
            let reader = *self.alphabets[index].reader.get_or_insert_with(|| {
                env.store.declare(&format!("nth!{number}"), &[Sort::String, Sort::Int], image)
            });
            env.store.apply(reader, &[string, position]).ok()?
        } else {
            let symbol = env.store.declare(&format!("nth!{number}"), &[], image);
            env.store.constant(symbol)
        };
        self.confine(env, sort, element)?;
        let alphabet = &mut self.alphabets[index];
        alphabet.reads.push(Read { string, position, element });
        let character = alphabet.character_of(env, element, &mut self.axioms)?;
        let zero = env.store.int(0);
        let length = env.length(string);
        let (begins, ends) = (env.app(Op::Le, &[zero, position]), env.app(Op::Lt, &[position, length]));
        let inside = env.app(Op::And, &[begins, ends]);
        let there = env.app(Op::At, &[string, position]);
        let same = env.equal(character, there);
        self.axioms.push(env.app(Op::Implies, &[inside, same]));
        Some(element)
    }
}

/// What is left to do with a value.
enum Work {
    Read(Value),
    /// The images of its parts are there.
    Build(Value),
}
