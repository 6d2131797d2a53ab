//! Models of strings as models of sequences.
//!
//! Enters: a translation and a model of it. Leaves: a model of the symbols that were translated. Every
//! character denotes the value that is named by it, or that of the element whose character it is; any other
//! character denotes a value that no character denotes yet.

use rustc_hash::{FxHashMap, FxHashSet};

use super::alphabet::{Alphabet, FIRST_CHARACTER};
use super::parts::{parts_of, with_parts};
use super::translate::Translation;
use tress_rewrite::env::Env;
use tress_term::eval::EvalError;
use tress_term::model::{FunctionValue, Model, Outside};
use tress_term::term::{SeqValue, Sort, TermStore, Value, Word};

/// What the characters of one alphabet denote.
#[derive(Default)]
struct Meaning {
    values: FxHashMap<u32, Value>,
    used: FxHashSet<Value>,
    /// The number of the next value that is tried for a character without one.
    next: u32,
}

impl Meaning {
    fn set(&mut self, character: u32, value: Value) {
        if !self.values.contains_key(&character) {
            self.used.insert(value.clone());
            self.values.insert(character, value);
        }
    }
}

/// The model of what was translated.
pub(super) fn model(env: &mut Env<'_>, translation: &Translation, found: &Model) -> Result<Model, EvalError> {
    let mut back = Back { translation, meanings: FxHashMap::default() };
    for alphabet in &translation.alphabets {
        back.add(env, alphabet, found)?;
    }
    let mut model = found.clone();
    for symbol in &translation.symbol_images {
        let declared = env.store.symbol(symbol.own);
        let (sorts, result) = (declared.arguments.clone(), declared.result);
        if let Some(value) = found.get(symbol.image) {
            let value = back.value(env, result, value)?;
            model.set(symbol.own, value);
        }
        if let Some(function) = found.function(symbol.image) {
            let own = back.function(env, &sorts, result, function)?;
            model.set_function(symbol.own, own);
        }
    }
    for (image, own) in translation.outside_fields(env.store) {
        let (Outside::Field(sort, constructor, field), Some(function)) = (own, found.outside(image)) else {
            continue;
        };
        let datatype = env.store.datatype(sort).ok_or(EvalError::Mismatch)?;
        let result = datatype.constructors[constructor as usize].fields[field as usize].sort;
        let own_function = back.function(env, &[sort], result, function)?;
        model.set_outside(own, own_function);
    }
    for alphabet in &translation.alphabets {
        if let Some(outside) = back.outside(env, alphabet, found)? {
            model.set_outside(Outside::Nth(alphabet.sort), outside);
        }
    }
    Ok(model)
}

struct Back<'a> {
    translation: &'a Translation,
    /// By sort of sequences.
    meanings: FxHashMap<Sort, Meaning>,
}

impl Back<'_> {
    /// Finds what the characters of an alphabet denote, those of its elements' alphabet being known.
    fn add(&mut self, env: &mut Env<'_>, alphabet: &Alphabet, found: &Model) -> Result<(), EvalError> {
        let mut meaning = Meaning::default();
        for (value, index) in alphabet.named.iter().zip(0..) {
            meaning.set(FIRST_CHARACTER + index, self.value(env, alphabet.element, value)?);
        }
        for element in &alphabet.elements {
            let value = env.eval(element.term, found)?;
            let value = self.value(env, alphabet.element, &value)?;
            if let Value::Str(string) = env.eval(element.character, found)?
                && let Some((character, _)) = string.pieces().next()
            {
                meaning.set(character, value);
            }
        }
        self.meanings.insert(alphabet.sort, meaning);
        Ok(())
    }

    /// The function between these sorts that a function of the translation represents.
    fn function(
        &mut self,
        env: &mut Env<'_>,
        sorts: &[Sort],
        result: Sort,
        function: &FunctionValue,
    ) -> Result<FunctionValue, EvalError> {
        let mut own = FunctionValue::new(self.value(env, result, function.default_value())?);
        for (args, value) in function.cases() {
            let args = args.iter().zip(sorts).map(|(arg, sort)| self.value(env, *sort, arg));
            let args = args.collect::<Result<Vec<Value>, _>>()?;
            own.set(&args, self.value(env, result, value)?);
        }
        Ok(own)
    }

    /// The value of a sort that a value of the translation represents.
    fn value(&mut self, env: &mut Env<'_>, sort: Sort, value: &Value) -> Result<Value, EvalError> {
        let mut made: Vec<Value> = Vec::new();
        let mut work = vec![Work::Read(sort, value.clone())];
        while let Some(next) = work.pop() {
            env.budget.poll()?;
            match next {
                Work::Read(sort @ Sort::Seq(_), Value::Str(string)) => {
                    made.push(self.sequence(env, sort, &string)?)
                }
                Work::Read(sort, value) if !env.store.holds_sequences(sort) => made.push(value),
                Work::Read(sort, value) => {
                    let parts = parts_of(&value);
                    let sorts = sorts_of_parts(env.store, sort, &value).ok_or(EvalError::Mismatch)?;
                    work.push(Work::Build(sort, value));
                    let parts = sorts.into_iter().zip(parts).rev();
                    work.extend(parts.map(|(sort, part)| Work::Read(sort, part)));
                }
                Work::Build(sort, value) => {
                    let parts = made.split_off(made.len() - parts_of(&value).len());
                    made.push(with_parts(env.store, &value, sort, parts));
                }
            }
        }
        made.pop().ok_or(EvalError::Mismatch)
    }

    /// The sequence that a string represents.
    fn sequence(&mut self, env: &mut Env<'_>, sort: Sort, string: &Word) -> Result<Value, EvalError> {
        if string.len() > SeqValue::MAX_LENGTH {
            return Err(EvalError::TooLong);
        }
        env.budget.room_for((string.len() * size_of::<Value>()) as u64)?;
        let mut elements = Vec::with_capacity(string.len());
        for (character, count) in string.pieces() {
            env.budget.poll_many(count)?;
            let element = self.meaning_of(env, sort, character)?;
            elements.extend((0..count).map(|_| element.clone()));
        }
        Ok(Value::Seq(SeqValue::new(sort, elements)))
    }

    /// The element that a character denotes; a new one, where it denotes none yet.
    fn meaning_of(&mut self, env: &mut Env<'_>, sort: Sort, character: u32) -> Result<Value, EvalError> {
        let element = self.translation.alphabet(sort).ok_or(EvalError::Mismatch)?.element;
        let meaning = self.meanings.get_mut(&sort).ok_or(EvalError::Mismatch)?;
        if let Some(value) = meaning.values.get(&character) {
            return Ok(value.clone());
        }
        loop {
            env.budget.poll()?;
            let value = env.store.nth_value(element, meaning.next).ok_or(EvalError::Mismatch)?;
            meaning.next += 1;
            if !meaning.used.contains(&value) {
                meaning.set(character, value.clone());
                return Ok(value);
            }
        }
    }

    /// What is read outside of sequences, where something is.
    fn outside(
        &mut self,
        env: &mut Env<'_>,
        alphabet: &Alphabet,
        found: &Model,
    ) -> Result<Option<FunctionValue>, EvalError> {
        let mut outside = None;
        for read in &alphabet.reads {
            let (string, position) = (env.eval(read.string, found)?, env.eval(read.position, found)?);
            let (Value::Str(characters), Value::Int(index)) = (&string, &position) else { continue };
            if index.to_usize().is_some_and(|index| index < characters.len()) {
                continue;
            }
            let element = env.eval(read.element, found)?;
            let element = self.value(env, alphabet.element, &element)?;
            let seq = self.value(env, alphabet.sort, &string)?;
            let default = env.store.default_value(alphabet.element);
            outside.get_or_insert_with(|| FunctionValue::new(default)).set(&[seq, position], element);
        }
        Ok(outside)
    }
}

/// What is left to do with a value of the translation, and the sort of the value that it represents.
enum Work {
    Read(Sort, Value),
    /// Its parts are taken back.
    Build(Sort, Value),
}

/// The sorts of the parts of a value that represents one of this sort, in the order of [`parts_of`].
fn sorts_of_parts(store: &TermStore, sort: Sort, value: &Value) -> Option<Vec<Sort>> {
    match value {
        Value::Data(data) => {
            let constructor = store.datatype(sort)?.constructors.get(data.constructor() as usize)?;
            Some(constructor.fields.iter().map(|field| field.sort).collect())
        }
        Value::Array(array) => {
            let (index, element) = store.array_parts(sort)?;
            let entries = array.entries().flat_map(|_| [index, element]);
            Some(std::iter::once(element).chain(entries).collect())
        }
        _ => None,
    }
}
