//! Hash-consed terms with checked constructors.
//!
//! Enters: heads and argument terms. Leaves: [`Term`] numbers. Arguments always have smaller
//! numbers than the terms they stand in, so counting upwards visits arguments first and nothing
//! here ever needs recursion.

use std::fmt;
use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};
use tress_base::{Int, Rational};

use super::checked::{Checked, wrong_count};
use super::op::Op;
use super::sort::Sort;
use super::sorts::SortTable;
use super::symbol::{Closed, Definition, Symbol, SymbolId};
use super::value::Value;
use super::word::Word;

/// With room for at most this many more terms, the table is about to grow.
const NEAR: usize = 256;

/// A term: the number of a node in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    /// The number of the node.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What stands at the top of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// A literal; the store holds its value.
    Value(u32),
    /// A declared constant, or a declared function applied to the arguments.
    Symbol(SymbolId),
    /// An operator of the table. Indexed ones carry a number for their list of indices.
    Op(Op, IndexList),
    /// `forall` (true) or `exists` (false) over bound symbols; the one argument is the body.
    Quantifier(bool, BoundList),
}

/// The numerals an operator is indexed with, as a number of the store's list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexList(u32);

/// The symbols a quantifier binds, as a number of the store's list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoundList(u32);

#[derive(Clone, Copy)]
struct Node {
    head: Head,
    sort: Sort,
    first_argument: u32,
    argument_count: u32,
}

/// How much a store held at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    nodes: usize,
    arguments: usize,
    values: usize,
    symbols: usize,
    index_lists: usize,
    bound_lists: usize,
}

impl Mark {
    /// How many terms there were.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.nodes
    }

    /// How many symbols there were.
    #[must_use]
    pub fn symbols(&self) -> usize {
        self.symbols
    }
}

/// Why a term could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortError(pub String);

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SortError {}

/// The owner of all terms, symbols, literals and declared sorts of a session.
///
/// Invariants: no two nodes have the same head and arguments; `true` is node 0 and `false` is
/// node 1; every node's arguments have smaller numbers.
#[derive(Clone)]
pub struct TermStore {
    nodes: Vec<Node>,
    arguments: Vec<Term>,
    /// Open addressing: node number plus one, or zero where free.
    table: Vec<u32>,
    values: Vec<Value>,
    value_ids: FxHashMap<Value, u32>,
    symbols: Vec<Symbol>,
    pub(super) sorts: SortTable,
    index_lists: Vec<Box<[Int]>>,
    index_ids: FxHashMap<Box<[Int]>, u32>,
    bound_lists: Vec<Box<[SymbolId]>>,
    bound_ids: FxHashMap<Box<[SymbolId]>, u32>,
    /// No symbol before this one has a definition.
    first_defined: Option<SymbolId>,
}

impl Default for TermStore {
    fn default() -> Self {
        Self::new()
    }
}

impl TermStore {
    /// The term `true`.
    pub const TRUE: Term = Term(0);
    /// The term `false`.
    pub const FALSE: Term = Term(1);
    /// The empty list of indices.
    pub(super) const NO_INDICES: IndexList = IndexList(0);

    /// A store that holds only `true` and `false`.
    #[must_use]
    pub fn new() -> Self {
        let mut store = Self {
            nodes: Vec::new(),
            arguments: Vec::new(),
            table: vec![0; 64],
            values: Vec::new(),
            value_ids: FxHashMap::default(),
            symbols: Vec::new(),
            sorts: SortTable::default(),
            index_lists: vec![Box::new([])],
            index_ids: FxHashMap::default(),
            bound_lists: Vec::new(),
            bound_ids: FxHashMap::default(),
            first_defined: None,
        };
        let (yes, no) = (store.value(Value::Bool(true)), store.value(Value::Bool(false)));
        debug_assert!(yes == Self::TRUE && no == Self::FALSE);
        store
    }

    /// How much there is of everything now.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark {
            nodes: self.nodes.len(),
            arguments: self.arguments.len(),
            values: self.values.len(),
            symbols: self.symbols.len(),
            index_lists: self.index_lists.len(),
            bound_lists: self.bound_lists.len(),
        }
    }

    /// Gives back everything that was made since `mark`, but for sorts. No one may use any
    /// of it again: the next terms and symbols get their numbers.
    pub fn release(&mut self, mark: Mark) {
        // With linear probing, what was entered last can be taken out first.
        for number in (mark.nodes..self.nodes.len()).rev() {
            let term = Term(id(number));
            let mut slot = hash(self.head(term), self.args(term)) & (self.table.len() - 1);
            while self.table[slot] != term.0 + 1 {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = 0;
        }
        self.nodes.truncate(mark.nodes);
        self.arguments.truncate(mark.arguments);
        for value in self.values.drain(mark.values..) {
            self.value_ids.remove(&value);
        }
        for list in self.index_lists.drain(mark.index_lists..) {
            self.index_ids.remove(&list);
        }
        for list in self.bound_lists.drain(mark.bound_lists..) {
            self.bound_ids.remove(&list);
        }
        self.symbols.truncate(mark.symbols);
        self.first_defined = self.first_defined.filter(|first| (first.0 as usize) < mark.symbols);
    }

    /// How many terms there are. Every term's index is below this.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes that the next terms will take at once, when the table of terms is about to grow.
    #[must_use]
    pub fn growth(&self) -> u64 {
        let is_near = (self.nodes.len() + NEAR) * 2 >= self.table.len();
        if is_near { (self.table.len() * 2 * size_of::<u32>()) as u64 } else { 0 }
    }

    /// Never true: `true` and `false` are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What stands at the top.
    #[must_use]
    #[inline]
    pub fn head(&self, term: Term) -> Head {
        self.nodes[term.index()].head
    }

    /// The operator at the top, if there is one.
    #[must_use]
    #[inline]
    pub fn op(&self, term: Term) -> Option<Op> {
        match self.head(term) {
            Head::Op(op, _) => Some(op),
            _ => None,
        }
    }

    /// The arguments.
    #[must_use]
    #[inline]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        let first = node.first_argument as usize;
        &self.arguments[first..first + node.argument_count as usize]
    }

    /// The sort.
    #[must_use]
    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The literal value, if the term is a literal.
    #[must_use]
    #[inline]
    pub fn as_value(&self, term: Term) -> Option<&Value> {
        match self.head(term) {
            Head::Value(id) => Some(&self.values[id as usize]),
            _ => None,
        }
    }

    /// The declared constant, if the term is one.
    #[must_use]
    #[inline]
    pub fn as_constant(&self, term: Term) -> Option<SymbolId> {
        match self.head(term) {
            Head::Symbol(symbol) if self.args(term).is_empty() => Some(symbol),
            _ => None,
        }
    }

    /// The numerals behind an `IndexList`.
    #[must_use]
    pub fn indices(&self, list: IndexList) -> &[Int] {
        &self.index_lists[list.0 as usize]
    }

    /// The symbols behind a `BoundList`.
    #[must_use]
    pub fn bound(&self, list: BoundList) -> &[SymbolId] {
        &self.bound_lists[list.0 as usize]
    }

    /// Is any literal a language? Those have their meaning in a store of regular expressions.
    #[must_use]
    pub fn has_languages(&self) -> bool {
        self.values.iter().any(|value| matches!(value, Value::Regex(_)))
    }

    /// Was any quantified formula ever made?
    #[must_use]
    pub fn has_quantifiers(&self) -> bool {
        !self.bound_lists.is_empty()
    }

    /// What is known of a symbol.
    #[must_use]
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    /// How many symbols have been declared. Every symbol's number is below this.
    #[must_use]
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// A new symbol. An earlier one of the same name stays what it was.
    pub fn declare(&mut self, name: &str, arguments: &[Sort], result: Sort) -> SymbolId {
        let (name, arguments) = (name.into(), arguments.into());
        self.symbols.push(Symbol { name, arguments, result, is_letter: false, definition: None });
        SymbolId(id(self.symbols.len() - 1))
    }

    /// A new constant whose values are words of one character. Who gives values to symbols must know it.
    pub fn declare_letter(&mut self, name: &str) -> SymbolId {
        let symbol = self.declare(name, &[], Sort::String);
        self.symbols[symbol.0 as usize].is_letter = true;
        symbol
    }

    /// Says what a declared symbol computes. Whoever reads its applications from now on may use the equation.
    pub fn define(&mut self, symbol: SymbolId, parameters: &[SymbolId], body: Term) {
        let definition =
            Definition { parameters: parameters.into(), body, closed: Closed::Untried, laws: None };
        self.symbols[symbol.0 as usize].definition = Some(Box::new(definition));
        self.first_defined = Some(self.first_defined.map_or(symbol, |first| first.min(symbol)));
    }

    /// Notes what a recursive function computes.
    pub fn close(&mut self, symbol: SymbolId, closed: Closed) {
        if let Some(definition) = &mut self.symbols[symbol.0 as usize].definition {
            definition.closed = closed;
        }
    }

    /// Notes what holds of all values of a recursive function.
    pub fn set_laws(&mut self, symbol: SymbolId, laws: &[Term]) {
        if let Some(definition) = &mut self.symbols[symbol.0 as usize].definition {
            definition.laws = Some(laws.into());
        }
    }

    /// The equation of a recursive function, if the term is an application of one.
    #[must_use]
    #[inline]
    pub fn called(&self, term: Term) -> Option<(SymbolId, &Definition)> {
        match self.head(term) {
            Head::Symbol(symbol) if self.first_defined.is_some_and(|first| symbol >= first) => {
                self.symbol(symbol).definition.as_deref().map(|definition| (symbol, definition))
            }
            _ => None,
        }
    }

    /// Was any recursive function defined?
    #[must_use]
    pub fn has_definitions(&self) -> bool {
        self.first_defined.is_some()
    }

    /// Is the term a constant whose values are words of one character?
    #[must_use]
    pub fn is_letter(&self, term: Term) -> bool {
        self.as_constant(term).is_some_and(|symbol| self.symbol(symbol).is_letter)
    }

    /// The literal for a truth value.
    #[must_use]
    pub fn bool(value: bool) -> Term {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// The literal for an integer.
    pub fn int(&mut self, value: impl Into<Int>) -> Term {
        self.value(Value::Int(value.into()))
    }

    /// The literal for a fraction.
    pub fn real(&mut self, value: Rational) -> Term {
        self.value(Value::Real(value))
    }

    /// The literal for a word.
    pub fn word(&mut self, value: impl Into<Word>) -> Term {
        self.value(Value::Str(value.into()))
    }

    /// The literal for any value.
    pub fn value(&mut self, value: Value) -> Term {
        let sort = value.sort();
        let id = match self.value_ids.get(&value) {
            Some(id) => *id,
            None => {
                let new = id(self.values.len());
                self.values.push(value.clone());
                self.value_ids.insert(value, new);
                new
            }
        };
        self.node(Head::Value(id), &[], sort)
    }

    /// A declared constant as a term.
    ///
    /// # Panics
    /// When the symbol takes arguments; use [`TermStore::apply`] for those.
    pub fn constant(&mut self, symbol: SymbolId) -> Term {
        let declared = self.symbol(symbol);
        assert!(declared.arguments.is_empty(), "{} takes arguments", declared.name);
        let sort = declared.result;
        self.node(Head::Symbol(symbol), &[], sort)
    }

    /// A declared function applied to arguments. Int arguments become Real where needed.
    ///
    /// # Errors
    /// When number or sorts of the arguments do not fit.
    pub fn apply(&mut self, symbol: SymbolId, args: &[Term]) -> Result<Term, SortError> {
        let Symbol { name, arguments, result, .. } = self.symbol(symbol);
        let (name, arguments, result) = (name.clone(), arguments.clone(), *result);
        if arguments.len() != args.len() {
            return Err(wrong_count(&name, &arguments.len().to_string(), args.len()));
        }
        let mut args = args.to_vec();
        for (place, wanted) in arguments.iter().enumerate() {
            args[place] = self.fit(&name, place, args[place], *wanted)?;
        }
        Ok(self.node(Head::Symbol(symbol), &args, result))
    }

    /// An operator without indices, applied to arguments. Int arguments become Real where needed.
    ///
    /// # Errors
    /// When number or sorts of the arguments do not fit.
    pub fn app(&mut self, op: Op, args: &[Term]) -> Result<Term, SortError> {
        self.indexed(op, &[], args)
    }

    /// An operator with indices, applied to arguments.
    ///
    /// # Errors
    /// When the indices, the number or the sorts of the arguments do not fit.
    pub fn indexed(&mut self, op: Op, indices: &[Int], args: &[Term]) -> Result<Term, SortError> {
        if !op.info().indices.allow(indices.len()) {
            return Err(SortError(format!("{} does not take {} indices", op.name(), indices.len())));
        }
        let list = self.index_list(indices);
        match self.checked(op, indices, args)? {
            Checked::AsGiven(sort) => Ok(self.node(Head::Op(op, list), args, sort)),
            Checked::Adapted(args, sort) => Ok(self.node(Head::Op(op, list), &args, sort)),
        }
    }

    /// A quantified formula over symbols that occur free nowhere else, and that no quantifier in
    /// the body binds again.
    ///
    /// # Errors
    /// When the body is not Bool.
    pub fn quantifier(&mut self, forall: bool, bound: &[SymbolId], body: Term) -> Result<Term, SortError> {
        let body = self.fit(if forall { "forall" } else { "exists" }, 0, body, Sort::Bool)?;
        let list = self.bound_list(bound);
        Ok(self.node(Head::Quantifier(forall, list), &[body], Sort::Bool))
    }

    /// The same head over other arguments of the same sorts.
    ///
    /// # Errors
    /// When the new arguments do not fit.
    pub fn with_args(&mut self, term: Term, args: &[Term]) -> Result<Term, SortError> {
        match self.head(term) {
            Head::Value(_) => Ok(term),
            Head::Symbol(symbol) => self.apply(symbol, args),
            Head::Op(op, list) => {
                let indices = self.indices(list).to_vec();
                self.indexed(op, &indices, args)
            }
            Head::Quantifier(forall, list) => {
                let bound = self.bound(list).to_vec();
                self.quantifier(forall, &bound, args[0])
            }
        }
    }

    /// Negation, without doubling it.
    pub fn not(&mut self, term: Term) -> Term {
        match term {
            Self::TRUE => Self::FALSE,
            Self::FALSE => Self::TRUE,
            _ if self.op(term) == Some(Op::Not) => self.args(term)[0],
            _ => self.node(Head::Op(Op::Not, Self::NO_INDICES), &[term], Sort::Bool),
        }
    }

    fn index_list(&mut self, indices: &[Int]) -> IndexList {
        if indices.is_empty() {
            return Self::NO_INDICES;
        }
        if let Some(known) = self.index_ids.get(indices) {
            return IndexList(*known);
        }
        let new = id(self.index_lists.len());
        self.index_lists.push(indices.into());
        self.index_ids.insert(indices.into(), new);
        IndexList(new)
    }

    fn bound_list(&mut self, bound: &[SymbolId]) -> BoundList {
        if let Some(known) = self.bound_ids.get(bound) {
            return BoundList(*known);
        }
        let new = id(self.bound_lists.len());
        self.bound_lists.push(bound.into());
        self.bound_ids.insert(bound.into(), new);
        BoundList(new)
    }

    /// The one place where nodes are made.
    pub(super) fn node(&mut self, head: Head, args: &[Term], sort: Sort) -> Term {
        if self.nodes.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut slot = hash(head, args) & mask;
        while self.table[slot] != 0 {
            let known = Term(self.table[slot] - 1);
            if self.head(known) == head && self.args(known) == args {
                return known;
            }
            slot = (slot + 1) & mask;
        }
        let new = id(self.nodes.len());
        self.table[slot] = new + 1;
        let node =
            Node { head, sort, first_argument: id(self.arguments.len()), argument_count: id(args.len()) };
        self.arguments.extend_from_slice(args);
        self.nodes.push(node);
        Term(new)
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![0; mask + 1];
        for number in 0..id(self.nodes.len()) {
            let term = Term(number);
            let mut slot = hash(self.head(term), self.args(term)) & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = number + 1;
        }
        self.table = table;
    }
}

fn hash(head: Head, args: &[Term]) -> usize {
    FxBuildHasher.hash_one((head, args)) as usize
}

/// Node and table numbers are 32 bits wide; a problem with four billion terms does not fit.
fn id(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 terms")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(store: &mut TermStore, name: &str) -> Term {
        let symbol = store.declare(name, &[], Sort::String);
        store.constant(symbol)
    }

    #[test]
    fn equal_terms_have_equal_numbers() {
        let mut store = TermStore::new();
        let x = string(&mut store, "x");
        let y = string(&mut store, "y");
        let once = store.app(Op::Concat, &[x, y]).expect("strings");
        let again = store.app(Op::Concat, &[x, y]).expect("strings");
        let other = store.app(Op::Concat, &[y, x]).expect("strings");
        assert_eq!(once, again);
        assert_ne!(once, other);
        assert_eq!(store.int(3), store.int(3));
        assert_ne!(store.int(3), store.real(Rational::from(3)));
    }

    #[test]
    fn a_name_declared_twice_is_two_symbols() {
        let mut store = TermStore::new();
        assert_ne!(string(&mut store, "x"), string(&mut store, "x"));
    }

    #[test]
    fn wrong_arguments_are_named() {
        let mut store = TermStore::new();
        let x = string(&mut store, "x");
        let message = |result: Result<Term, SortError>| result.expect_err("wrong").0;
        assert_eq!(
            message(store.app(Op::Add, &[x])),
            "argument 1 of + has sort String, expected Int or Real"
        );
        assert_eq!(message(store.app(Op::At, &[x, x])), "argument 2 of str.at has sort String, expected Int");
        assert_eq!(message(store.app(Op::Not, &[])), "not takes 1 argument, not 0");
        assert_eq!(message(store.app(Op::Eq, &[x])), "= takes at least 2 arguments, not 1");
        assert_eq!(message(store.app(Op::RePower, &[x])), "re.^ does not take 0 indices");
    }

    #[test]
    fn whole_numbers_become_real_where_needed() {
        let mut store = TermStore::new();
        let symbol = store.declare("r", &[], Sort::Real);
        let r = store.constant(symbol);
        let one = store.int(1);
        let sum = store.app(Op::Add, &[r, one]).expect("numbers");
        assert_eq!(store.sort(sum), Sort::Real);
        assert_eq!(store.as_value(store.args(sum)[1]), Some(&Value::Real(Rational::ONE)));
        let x = store.declare("n", &[], Sort::Int);
        let n = store.constant(x);
        let equal = store.app(Op::Eq, &[n, r]).expect("numbers");
        assert_eq!(store.op(store.args(equal)[0]), Some(Op::ToReal));
    }

    #[test]
    fn what_was_made_since_a_mark_is_given_back() {
        let mut store = TermStore::new();
        let x = string(&mut store, "x");
        let one = store.int(1);
        let mark = store.mark();
        let mut whole = x;
        for number in 0..1000 {
            let part = store.value(Value::text(&number.to_string()));
            whole = store.app(Op::Concat, &[whole, part]).expect("strings");
        }
        string(&mut store, "y");
        store.release(mark);
        assert_eq!(store.mark(), mark);
        assert_eq!((store.int(1), store.len()), (one, mark.terms()), "what was there before stays");
        let again = store.value(Value::text("7"));
        assert_eq!(again.index(), mark.terms(), "numbers are used again");
        assert_eq!(store.as_value(again), Some(&Value::text("7")));
        assert_eq!(store.value(Value::text("7")), again);
    }

    #[test]
    fn the_table_survives_growth() {
        let mut store = TermStore::new();
        let terms: Vec<Term> = (0..10_000).map(|n| store.int(n)).collect();
        for (n, term) in terms.iter().enumerate() {
            assert_eq!(store.int(n), *term);
        }
    }
}
