//! Models: what a problem's symbols denote.
//!
//! Enters: values that a procedure found. Leaves: the same values, by symbol, in a fixed order;
//! the evaluator reads them to check a model and the printer to show it.
//!
//! In SMT-LIB, dividing by zero is an unknown function of the dividend, so what `div`, `mod` and
//! `/` give there is part of a model too. So is what selectors give for values of other constructors, and
//! `seq.nth` outside of a sequence.
//!
//! This module knows nothing of what operators mean.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress_base::{Int, Rational};

use crate::term::{Sort, SymbolId, Term, TermStore, Value};

/// What a declared function denotes: a value for some arguments, and one for all others.
///
/// Invariant: no two cases have the same arguments; they stand in the order they were first set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    cases: Vec<(Arc<[Value]>, Value)>,
    places: FxHashMap<Arc<[Value]>, usize>,
    default: Value,
}

impl FunctionValue {
    /// The function that is `default` everywhere.
    #[must_use]
    pub fn new(default: Value) -> Self {
        Self { cases: Vec::new(), places: FxHashMap::default(), default }
    }

    /// Gives the function a value for these arguments, in place of the one it had.
    pub fn set(&mut self, args: &[Value], value: Value) {
        if let Some(place) = self.places.get(args) {
            self.cases[*place].1 = value;
            return;
        }
        let args: Arc<[Value]> = args.into();
        self.places.insert(Arc::clone(&args), self.cases.len());
        self.cases.push((args, value));
    }

    /// The value for these arguments.
    #[must_use]
    pub fn get(&self, args: &[Value]) -> &Value {
        match self.places.get(args) {
            Some(place) => &self.cases[*place].1,
            None => &self.default,
        }
    }

    /// The arguments that were given a value of their own, with it.
    pub fn cases(&self) -> impl ExactSizeIterator<Item = (&[Value], &Value)> {
        self.cases.iter().map(|(args, value)| (&**args, value))
    }

    /// The value for all other arguments.
    #[must_use]
    pub fn default_value(&self) -> &Value {
        &self.default
    }
}

/// A function that is defined by a term: applied to its parameters it is the body. Other symbols in the body
/// have the values that the model gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionBody {
    /// Stand-ins for the arguments.
    pub parameters: Box<[SymbolId]>,
    /// The value, without quantifiers.
    pub body: Term,
}

/// The three divisions that a model defines for the divisor zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ZeroDivision {
    /// `div` on whole numbers.
    IntDiv,
    /// `mod` on whole numbers.
    Mod,
    /// `/` on reals.
    RealDiv,
}

impl ZeroDivision {
    /// All three.
    pub const ALL: [ZeroDivision; 3] = [ZeroDivision::IntDiv, ZeroDivision::Mod, ZeroDivision::RealDiv];
}

/// A function that is told by its sort but for some arguments, for which a model tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outside {
    /// The selector of a datatype with these numbers of constructor and field, on values that another
    /// constructor made. It takes the value.
    Field(Sort, u32, u32),
    /// `seq.nth` on this sort of sequences, at positions outside. It takes sequence and position.
    Nth(Sort),
}

/// Values for declared constants and functions, and for what operators leave open.
///
/// Invariant: constants are held by symbol number, so reading one is an index and iterating
/// follows the order of declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    constants: Vec<Option<Value>>,
    functions: Vec<(SymbolId, FunctionValue)>,
    /// Functions that are defined by a term, each after those that its body mentions.
    bodies: Vec<(SymbolId, FunctionBody)>,
    /// Where a function stands among them.
    body_places: FxHashMap<SymbolId, usize>,
    zero_divisions: [FunctionValue; 3],
    /// Sorted. Where nothing is said, the value is the default of its sort.
    outside: Vec<(Outside, FunctionValue)>,
    /// Does it tell what operators leave open?
    tells_partial: bool,
}

impl Default for Model {
    fn default() -> Self {
        Self::new()
    }
}

impl Model {
    /// No symbol has a value yet; division by zero gives zero.
    #[must_use]
    pub fn new() -> Self {
        let whole = FunctionValue::new(Value::Int(Int::ZERO));
        let real = FunctionValue::new(Value::Real(Rational::ZERO));
        let zero_divisions = [whole.clone(), whole, real];
        Self {
            constants: Vec::new(),
            functions: Vec::new(),
            bodies: Vec::new(),
            body_places: FxHashMap::default(),
            zero_divisions,
            outside: Vec::new(),
            tells_partial: true,
        }
    }

    /// What has a value here has it in every model: no symbol has one, and nothing that operators leave open.
    #[must_use]
    pub fn nothing() -> Self {
        Self { tells_partial: false, ..Self::new() }
    }

    /// Does it tell what operators leave open, as all models of problems do?
    #[must_use]
    pub fn tells_partial(&self) -> bool {
        self.tells_partial
    }

    /// Gives a constant its value, in place of the one it had.
    pub fn set(&mut self, symbol: SymbolId, value: Value) {
        let place = symbol.0 as usize;
        if self.constants.len() <= place {
            self.constants.resize(place + 1, None);
        }
        self.constants[place] = Some(value);
    }

    /// The value of a constant.
    #[must_use]
    #[inline]
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.constants.get(symbol.0 as usize).and_then(Option::as_ref)
    }

    /// Gives a function its value, in place of the one it had.
    pub fn set_function(&mut self, symbol: SymbolId, value: FunctionValue) {
        match self.functions.binary_search_by_key(&symbol, |(symbol, _)| *symbol) {
            Ok(place) => self.functions[place].1 = value,
            Err(place) => self.functions.insert(place, (symbol, value)),
        }
    }

    /// The value of a function, to be changed. One that had none gets `first`.
    pub fn function_mut(
        &mut self,
        symbol: SymbolId,
        first: impl FnOnce() -> FunctionValue,
    ) -> &mut FunctionValue {
        let place = match self.functions.binary_search_by_key(&symbol, |(symbol, _)| *symbol) {
            Ok(place) => place,
            Err(place) => {
                self.functions.insert(place, (symbol, first()));
                place
            }
        };
        &mut self.functions[place].1
    }

    /// The value of a function.
    #[must_use]
    pub fn function(&self, symbol: SymbolId) -> Option<&FunctionValue> {
        let place = self.functions.binary_search_by_key(&symbol, |(symbol, _)| *symbol).ok()?;
        Some(&self.functions[place].1)
    }

    /// Defines a function by a term. Functions that occur in the term come first; none has another value.
    pub fn set_body(&mut self, symbol: SymbolId, body: FunctionBody) {
        if let Some(place) = self.body_places.get(&symbol) {
            self.bodies[*place].1 = body;
            return;
        }
        self.body_places.insert(symbol, self.bodies.len());
        self.bodies.push((symbol, body));
    }

    /// The term that tells a function.
    #[must_use]
    pub fn body(&self, symbol: SymbolId) -> Option<&FunctionBody> {
        self.body_places.get(&symbol).map(|place| &self.bodies[*place].1)
    }

    /// The functions that are defined by a term, each after those that its term mentions.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = (SymbolId, &FunctionBody)> {
        self.bodies.iter().map(|(symbol, body)| (*symbol, body))
    }

    /// The model with default values for those of these symbols that it says nothing of.
    #[must_use]
    pub fn with_defaults(mut self, store: &TermStore, symbols: &[SymbolId]) -> Self {
        for symbol in symbols {
            let declared = store.symbol(*symbol);
            let is_constant = declared.arguments.is_empty();
            if is_constant && self.get(*symbol).is_none() {
                self.set(*symbol, store.default_value(declared.result));
            } else if !is_constant && !self.tells(*symbol) {
                self.set_function(*symbol, FunctionValue::new(store.default_value(declared.result)));
            }
        }
        self
    }

    /// Has the constant or function a value?
    #[must_use]
    pub fn tells(&self, symbol: SymbolId) -> bool {
        self.get(symbol).is_some() || self.function(symbol).is_some() || self.body(symbol).is_some()
    }

    /// What a division by zero gives for each dividend.
    #[must_use]
    pub fn zero_division(&self, division: ZeroDivision) -> &FunctionValue {
        &self.zero_divisions[division as usize]
    }

    /// The same, to be changed.
    pub fn zero_division_mut(&mut self, division: ZeroDivision) -> &mut FunctionValue {
        &mut self.zero_divisions[division as usize]
    }

    /// What an operator gives where its meaning leaves that open. Returns `None` if it is the default
    /// everywhere.
    #[must_use]
    pub fn outside(&self, what: Outside) -> Option<&FunctionValue> {
        let place = self.outside.binary_search_by_key(&what, |(what, _)| *what).ok()?;
        Some(&self.outside[place].1)
    }

    /// Says what an operator gives where its meaning leaves that open.
    pub fn set_outside(&mut self, what: Outside, value: FunctionValue) {
        match self.outside.binary_search_by_key(&what, |(what, _)| *what) {
            Ok(place) => self.outside[place].1 = value,
            Err(place) => self.outside.insert(place, (what, value)),
        }
    }

    /// All that is said of operators where their meaning leaves the value open.
    pub fn outsides(&self) -> impl Iterator<Item = (Outside, &FunctionValue)> {
        self.outside.iter().map(|(what, value)| (*what, value))
    }

    /// Forgets the values of symbols from this number on. No function may be defined by a term: that may be
    /// gone.
    pub fn forget_from(&mut self, symbols: usize) {
        assert!(self.bodies.is_empty(), "terms are not kept for longer than their assertions");
        self.constants.truncate(symbols);
        self.functions.retain(|(symbol, _)| (symbol.0 as usize) < symbols);
    }

    /// The constants that have a value, in the order of their declaration.
    pub fn constants(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.constants.iter().enumerate().filter_map(|(place, value)| {
            let symbol = SymbolId(u32::try_from(place).ok()?);
            Some((symbol, value.as_ref()?))
        })
    }

    /// The functions that have a value, in the order of their declaration.
    pub fn functions(&self) -> impl Iterator<Item = (SymbolId, &FunctionValue)> {
        self.functions.iter().map(|(symbol, value)| (*symbol, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Sort, TermStore};

    #[test]
    fn constants_come_in_the_order_of_declaration() {
        let mut store = TermStore::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| store.declare(name, &[], Sort::String));
        let mut model = Model::new();
        model.set(z, Value::text("c"));
        model.set(x, Value::text("a"));
        model.set(x, Value::text("b"));
        assert_eq!(model.get(x), Some(&Value::text("b")));
        assert_eq!(model.get(y), None);
        let all: Vec<_> = model.constants().collect();
        assert_eq!(all, vec![(x, &Value::text("b")), (z, &Value::text("c"))]);
    }

    #[test]
    fn functions_have_cases_and_a_default() {
        let mut store = TermStore::new();
        let f = store.declare("f", &[Sort::Int], Sort::Bool);
        let mut value = FunctionValue::new(Value::Bool(false));
        let at = |n: i64| [Value::Int(Int::from(n))];
        value.set(&at(1), Value::Bool(false));
        value.set(&at(2), Value::Bool(true));
        value.set(&at(1), Value::Bool(true));
        let mut model = Model::new();
        model.set_function(f, value);
        let function = model.function(f).expect("set above");
        assert_eq!(function.get(&at(1)), &Value::Bool(true));
        assert_eq!(function.get(&at(3)), &Value::Bool(false));
        assert_eq!(function.cases().map(|(args, _)| args.to_vec()).collect::<Vec<_>>(), vec![at(1), at(2)]);
        assert_eq!(model.functions().count(), 1);
    }

    #[test]
    fn functions_are_told_by_terms_in_their_order() {
        let mut store = TermStore::new();
        let [f, g] = ["f", "g"].map(|name| store.declare(name, &[Sort::Bool], Sort::Bool));
        let told = |body: Term| FunctionBody { parameters: Box::new([]), body };
        let mut model = Model::new();
        model.set_body(g, told(TermStore::TRUE));
        model.set_body(f, told(TermStore::TRUE));
        model.set_body(g, told(TermStore::FALSE));
        assert_eq!(model.bodies().map(|(symbol, _)| symbol).collect::<Vec<_>>(), [g, f]);
        assert_eq!(model.body(g), Some(&told(TermStore::FALSE)));
        assert!(model.tells(f) && model.function(f).is_none());
        assert!(!Model::new().tells(f));
    }

    #[test]
    fn division_by_zero_is_zero_until_said_otherwise() {
        let mut model = Model::new();
        let five = [Value::Int(Int::from(5))];
        let table = model.zero_division_mut(ZeroDivision::Mod);
        table.set(&five, Value::Int(Int::ONE));
        assert_eq!(model.zero_division(ZeroDivision::Mod).get(&five), &Value::Int(Int::ONE));
        assert_eq!(model.zero_division(ZeroDivision::IntDiv).get(&five), &Value::Int(Int::ZERO));
        let real = model.zero_division(ZeroDivision::RealDiv);
        assert_eq!(real.default_value(), &Value::Real(Rational::ZERO));
    }
}
