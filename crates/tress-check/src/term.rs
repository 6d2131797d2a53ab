//! Terms: shared, numbered, with sorts.
//!
//! Enters: operators, symbols, values and numbers of terms. Leaves: numbers of terms. Equal terms have equal
//! numbers, and arguments have smaller numbers than what contains them: all work on terms goes through
//! numbers in their order, nothing recurses.

use std::rc::Rc;

use crate::budget::{Budget, Checked, refuse, require, too_large};
use crate::hash::{FastMap, FastSet};
use crate::number::{Int, Rat};
use crate::op::{Op, Shape};
use crate::sort::Sort;

/// The number of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Term(u32);

/// The number of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Symbol(u32);

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Bool(bool),
    Int(Int),
    Real(Rat),
    Text(Rc<[u32]>),
}

/// What a term is on its outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Head {
    Value(u32),
    Symbol(Symbol),
    /// An operator and the number of its list of indices.
    Op(Op, u32),
}

#[derive(Debug)]
struct Node {
    head: Head,
    args: Box<[Term]>,
    sort: Sort,
    /// Does no symbol occur in it?
    is_ground: bool,
}

#[derive(Debug)]
struct Declared {
    args: Box<[Sort]>,
    result: Sort,
}

/// Characters that all values together may have, and arguments that all terms may.
const CHARACTERS: usize = 1 << 26;
const ARGUMENTS: usize = 1 << 26;

/// All terms.
///
/// Invariant: an argument's number is less than the number of the term that contains it; terms that are equal
/// by structure have one number; every node is well-sorted.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    nodes: Vec<Node>,
    known: FastMap<(Head, Box<[Term]>), Term>,
    values: Vec<Value>,
    value_ids: FastMap<Value, u32>,
    symbols: Vec<Declared>,
    indices: Vec<Box<[Int]>>,
    index_ids: FastMap<Box<[Int]>, u32>,
    characters: usize,
    arguments: usize,
}

impl Terms {
    pub(crate) fn new() -> Self {
        let none: Box<[Int]> = Box::default();
        Self { indices: vec![none.clone()], index_ids: [(none, 0)].into_iter().collect(), ..Self::default() }
    }

    fn node(&self, term: Term) -> &Node {
        // Numbers are made by this store alone.
        &self.nodes[term.0 as usize]
    }

    pub(crate) fn head(&self, term: Term) -> Head {
        self.node(term).head
    }

    pub(crate) fn args(&self, term: Term) -> &[Term] {
        &self.node(term).args
    }

    pub(crate) fn sort(&self, term: Term) -> Sort {
        self.node(term).sort
    }

    pub(crate) fn is_ground(&self, term: Term) -> bool {
        self.node(term).is_ground
    }

    /// The operator of an application.
    pub(crate) fn op(&self, term: Term) -> Option<Op> {
        if let Head::Op(op, _) = self.head(term) { Some(op) } else { None }
    }

    /// The two arguments of an application of this operator to two.
    pub(crate) fn pair(&self, term: Term, op: Op) -> Option<(Term, Term)> {
        match self.args(term) {
            [a, b] if self.op(term) == Some(op) => Some((*a, *b)),
            _ => None,
        }
    }

    /// The indices of an application.
    pub(crate) fn indices(&self, term: Term) -> &[Int] {
        match self.head(term) {
            Head::Op(_, list) => self.indices.get(list as usize).map_or(&[], |list| list),
            _ => &[],
        }
    }

    pub(crate) fn value(&self, term: Term) -> Option<&Value> {
        match self.head(term) {
            Head::Value(id) => self.values.get(id as usize),
            _ => None,
        }
    }

    /// The string that a term is.
    pub(crate) fn text(&self, term: Term) -> Option<&Rc<[u32]>> {
        if let Some(Value::Text(word)) = self.value(term) { Some(word) } else { None }
    }

    /// The truth value that a term is.
    pub(crate) fn truth(&self, term: Term) -> Option<bool> {
        if let Some(Value::Bool(value)) = self.value(term) { Some(*value) } else { None }
    }

    /// The term of a value.
    pub(crate) fn make(&mut self, value: Value) -> Checked<Term> {
        let id = match self.value_ids.get(&value) {
            Some(id) => *id,
            None => {
                if let Value::Text(word) = &value {
                    self.characters += word.len();
                }
                if self.characters > CHARACTERS || self.values.len() >= u32::MAX as usize {
                    return too_large();
                }
                let id = self.values.len() as u32;
                self.values.push(value.clone());
                self.value_ids.insert(value.clone(), id);
                id
            }
        };
        let sort = match value {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Text(_) => Sort::Text,
        };
        self.intern(Head::Value(id), &[], sort)
    }

    pub(crate) fn make_bool(&mut self, value: bool) -> Checked<Term> {
        self.make(Value::Bool(value))
    }

    pub(crate) fn make_text(&mut self, word: &[u32]) -> Checked<Term> {
        self.make(Value::Text(word.into()))
    }

    fn intern(&mut self, head: Head, args: &[Term], sort: Sort) -> Checked<Term> {
        let key = (head, Box::from(args));
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.arguments += args.len();
        if self.nodes.len() >= (1 << 31) || self.arguments > ARGUMENTS {
            return too_large();
        }
        let is_ground = !matches!(head, Head::Symbol(_)) && args.iter().all(|arg| self.is_ground(*arg));
        let new = Term(self.nodes.len() as u32);
        self.nodes.push(Node { head, args: key.1.clone(), sort, is_ground });
        self.known.insert(key, new);
        Ok(new)
    }

    /// A new symbol.
    pub(crate) fn declare(&mut self, args: &[Sort], result: Sort) -> Checked<Symbol> {
        if self.symbols.len() >= u32::MAX as usize {
            return too_large();
        }
        self.symbols.push(Declared { args: args.into(), result });
        Ok(Symbol((self.symbols.len() - 1) as u32))
    }

    /// A declared function applied, or a declared constant.
    pub(crate) fn call(&mut self, symbol: Symbol, args: &[Term]) -> Checked<Term> {
        let Some(Declared { args: wanted, result }) = self.symbols.get(symbol.0 as usize) else {
            return refuse("no such symbol");
        };
        let (wanted, result) = (wanted.clone(), *result);
        require(wanted.len() == args.len(), "the number of arguments of a declared function")?;
        let mut fitted = Vec::with_capacity(args.len());
        for (arg, sort) in args.iter().zip(wanted.iter()) {
            fitted.push(self.fit(*arg, *sort)?);
        }
        self.intern(Head::Symbol(symbol), &fitted, result)
    }

    /// The term as one of this sort: itself, or an Int as a Real.
    pub(crate) fn fit(&mut self, term: Term, sort: Sort) -> Checked<Term> {
        match (self.sort(term), sort) {
            (given, wanted) if given == wanted => Ok(term),
            (Sort::Int, Sort::Real) => match self.value(term) {
                Some(Value::Int(number)) => {
                    let number = Rat::from(number.clone());
                    self.make(Value::Real(number))
                }
                _ => self.intern(Head::Op(Op::ToReal, 0), &[term], Sort::Real),
            },
            _ => refuse("a term has the wrong sort"),
        }
    }

    /// An operator without indices, applied.
    pub(crate) fn app(&mut self, op: Op, args: &[Term]) -> Checked<Term> {
        self.indexed(op, &[], args)
    }

    /// An operator applied; sorts are checked, and an Int becomes a Real next to a Real.
    pub(crate) fn indexed(&mut self, op: Op, indices: &[Int], args: &[Term]) -> Checked<Term> {
        let row = op.row();
        let (least, most) = row.indices;
        require((least..=most).contains(&indices.len()), "the number of indices")?;
        require(indices.iter().all(|index| !index.is_negative()), "a negative index")?;
        require(op != Op::Divisible || indices.iter().all(Int::is_positive), "divisible by zero")?;
        let list = match self.index_ids.get(indices) {
            Some(list) => *list,
            None => {
                let list = u32::try_from(self.indices.len()).or_else(|_| too_large())?;
                self.indices.push(indices.into());
                self.index_ids.insert(indices.into(), list);
                list
            }
        };
        let (wanted, result) = self.signature(row.shape, args)?;
        if args.iter().enumerate().all(|(index, arg)| self.sort(*arg) == wanted(index)) {
            return self.intern(Head::Op(op, list), args, result);
        }
        let mut fitted = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            fitted.push(self.fit(*arg, wanted(index))?);
        }
        self.intern(Head::Op(op, list), &fitted, result)
    }

    /// The sorts that arguments must have, by index, and the sort of the result.
    fn signature(&self, shape: Shape, args: &[Term]) -> Checked<(impl Fn(usize) -> Sort + use<>, Sort)> {
        let common = |from: usize| {
            let mut sorts = args.iter().skip(from).map(|arg| self.sort(*arg));
            let first = sorts.next().unwrap_or(Sort::Bool);
            let mixed = first == Sort::Int && sorts.any(|sort| sort == Sort::Real);
            if mixed { Sort::Real } else { first }
        };
        let (list, each, result, least): (&'static [Sort], Sort, Sort, usize) = match shape {
            Shape::Fixed(list, result) => {
                require(list.len() == args.len(), "the number of arguments")?;
                (list, Sort::Bool, result, 0)
            }
            Shape::Many(sort) => (&[], sort, sort, 1),
            Shape::Chain(sort) => (&[], sort, Sort::Bool, 2),
            Shape::Same => (&[], common(0), Sort::Bool, 2),
            Shape::Conditional => {
                require(args.len() == 3, "the number of arguments")?;
                (&[Sort::Bool], common(1), common(1), 3)
            }
            Shape::Arithmetic => (&[], common(0), common(0), 1),
            Shape::Comparison => (&[], common(0), Sort::Bool, 2),
        };
        require(args.len() >= least, "the number of arguments")?;
        let is_numeric = matches!(shape, Shape::Arithmetic | Shape::Comparison);
        require(!is_numeric || each.is_number(), "arguments that are no numbers")?;
        Ok((move |index: usize| list.get(index).copied().unwrap_or(each), result))
    }

    /// The same outside over other arguments.
    pub(crate) fn with_args(&mut self, term: Term, args: &[Term]) -> Checked<Term> {
        match self.head(term) {
            Head::Value(_) => Ok(term),
            Head::Symbol(symbol) => self.call(symbol, args),
            Head::Op(op, _) => {
                let indices = self.indices(term).to_vec();
                self.indexed(op, &indices, args)
            }
        }
    }

    /// All terms that occur in these, in the order of their numbers, without what `is_end` cuts off.
    pub(crate) fn below(
        &self,
        roots: &[Term],
        budget: &mut Budget,
        is_end: impl Fn(Term) -> bool,
    ) -> Checked<Vec<Term>> {
        let (mut open, mut seen, mut found) = (roots.to_vec(), FastSet::default(), Vec::new());
        while let Some(term) = open.pop() {
            if is_end(term) || !seen.insert(term) {
                continue;
            }
            budget.spend(1 + self.args(term).len())?;
            found.push(term);
            open.extend_from_slice(self.args(term));
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Terms in place of terms: first those of `images`, then bottom up.
    pub(crate) fn replaced(
        &mut self,
        root: Term,
        images: &mut FastMap<Term, Term>,
        budget: &mut Budget,
    ) -> Checked<Term> {
        let terms = self.below(&[root], budget, |term| images.contains_key(&term))?;
        for term in terms {
            let args: Vec<Term> =
                self.args(term).iter().map(|arg| images.get(arg).copied().unwrap_or(*arg)).collect();
            let image = if args == self.args(term) { term } else { self.with_args(term, &args)? };
            images.insert(term, image);
        }
        Ok(images.get(&root).copied().unwrap_or(root))
    }
}

#[cfg(test)]
mod tests;
