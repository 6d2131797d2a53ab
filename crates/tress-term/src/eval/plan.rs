//! The order in which terms are evaluated, computed once for many models.
//!
//! Enters: the terms whose values are wanted. Leaves: steps, arguments before the steps that use
//! them. Each step writes one slot; slots are dense numbers, so running a plan looks nothing up.
//!
//! Two things are decided here. A concatenation (or union, or intersection) that is used only once,
//! inside another one, gets no step: its arguments are written into the outer one, so
//! that a chain of n of them is joined once instead of n times; the same is done with arrays that
//! elements are stored into. And regular expressions without
//! symbols are set apart, because the evaluator keeps them from one run to the next.

use rustc_hash::FxHashMap;

use crate::model::Model;
use crate::term::{Head, Op, Sort, Term, TermStore};

/// The steps that compute the values of some terms of one store.
///
/// Invariants: a step's arguments are slots of earlier steps; an argument is marked as the last
/// use at most once, and never when the slot is a root's.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) steps: Vec<Step>,
    arguments: Vec<ArgumentSlot>,
    pub(super) roots: Vec<u32>,
    /// How to compute the regular expressions without symbols.
    pub(super) ground: Option<Box<Plan>>,
    /// Is some recursive function called?
    pub(super) has_calls: bool,
}

/// One application, literal or symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) term: Term,
    /// Is it a regular expression without symbols?
    pub(super) is_ground_regex: bool,
    first: u32,
    count: u32,
}

/// A slot that a step reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArgumentSlot {
    pub(super) slot: u32,
    /// May the slot be emptied afterwards?
    pub(super) is_last_use: bool,
}

impl Plan {
    /// The plan for the values of `roots`.
    #[must_use]
    pub fn new(store: &TermStore, roots: &[Term]) -> Plan {
        let graph = Graph::new(store, roots);
        let mut plan = graph.plan(store, true);
        plan.has_calls =
            store.has_definitions() && graph.terms.iter().any(|term| store.called(*term).is_some());
        let ground: Vec<Term> =
            plan.steps.iter().filter(|step| step.is_ground_regex).map(|step| step.term).collect();
        if !ground.is_empty() {
            plan.ground = Some(Box::new(Graph::new(store, &ground).plan(store, false)));
        }
        plan
    }

    /// Is a function applied that the model tells by a term?
    pub(super) fn applies_one_of(&self, store: &TermStore, model: &Model) -> bool {
        let is_told = |step: &Step| match store.head(step.term) {
            Head::Symbol(symbol) => model.body(symbol).is_some(),
            _ => false,
        };
        model.bodies().len() > 0 && self.steps.iter().any(is_told)
    }

    /// How many steps one evaluation takes, apart from what is kept between evaluations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Is there nothing to evaluate?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub(super) fn arguments(&self, step: Step) -> &[ArgumentSlot] {
        let first = step.first as usize;
        &self.arguments[first..first + step.count as usize]
    }

    /// Finds for each slot the step that reads it last.
    fn mark_last_uses(&mut self) {
        let mut is_read_later = vec![false; self.steps.len()];
        for root in &self.roots {
            is_read_later[*root as usize] = true;
        }
        // The arguments stand in the order of the steps.
        for argument in self.arguments.iter_mut().rev() {
            let later = &mut is_read_later[argument.slot as usize];
            argument.is_last_use = !std::mem::replace(later, true);
        }
    }
}

/// May an application of `op` that stands inside another be written into it?
fn is_flattened(op: Option<Op>) -> bool {
    matches!(op, Some(Op::Concat | Op::ReConcat | Op::ReUnion | Op::ReInter | Op::SeqConcat | Op::BvConcat))
}

/// What is evaluated below a term. The body of a quantifier is not.
fn parts(store: &TermStore, term: Term) -> &[Term] {
    match store.head(term) {
        Head::Quantifier(..) => &[],
        _ => store.args(term),
    }
}

/// The subterms of the roots, under numbers of their own. Arguments have smaller numbers.
struct Graph {
    terms: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
    roots: Vec<u32>,
    /// How often each subterm is used; a root is used by whoever asked for it.
    uses: Vec<u32>,
    /// Is its value the same in every model?
    is_ground: Vec<bool>,
}

impl Graph {
    fn new(store: &TermStore, roots: &[Term]) -> Self {
        let mut graph = Self {
            terms: Vec::new(),
            numbers: FxHashMap::default(),
            roots: Vec::new(),
            uses: Vec::new(),
            is_ground: Vec::new(),
        };
        let mut stack: Vec<(Term, usize)> = Vec::new();
        for root in roots {
            stack.push((*root, 0));
            while let Some((term, next)) = stack.last_mut() {
                if *next == 0 && graph.numbers.contains_key(term) {
                    stack.pop();
                    continue;
                }
                let part = parts(store, *term).get(*next).copied();
                *next += 1;
                match part {
                    Some(part) => stack.push((part, 0)),
                    None => {
                        let (term, _) = (*term, stack.pop());
                        graph.add(store, term);
                    }
                }
            }
            let number = graph.numbers[root];
            graph.uses[number as usize] += 1;
            graph.roots.push(number);
        }
        graph
    }

    /// Adds a term whose parts are there.
    fn add(&mut self, store: &TermStore, term: Term) {
        let mut is_ground = match store.head(term) {
            Head::Value(_) => true,
            // Division by zero and its kin are for the model to say.
            Head::Op(op, _) => !op.is_partial(),
            Head::Symbol(_) | Head::Quantifier(..) => false,
        };
        for part in parts(store, term) {
            let part = self.numbers[part] as usize;
            self.uses[part] += 1;
            is_ground &= self.is_ground[part];
        }
        // Terms are numbered with 32 bits, and no more can be reached than there are.
        self.numbers.insert(term, self.terms.len() as u32);
        self.terms.push(term);
        self.uses.push(0);
        self.is_ground.push(is_ground);
    }

    /// The plan; with `keep_ground`, regular expressions without symbols become leaves of it.
    fn plan(&self, store: &TermStore, keep_ground: bool) -> Plan {
        let is_leaf = |number: usize| {
            keep_ground && self.is_ground[number] && store.sort(self.terms[number]) == Sort::RegLan
        };
        // Terms come after their arguments, so going down meets the users of a term first.
        let mut inputs: Vec<Option<Vec<u32>>> = vec![None; self.terms.len()];
        for root in &self.roots {
            inputs[*root as usize] = Some(Vec::new());
        }
        for number in (0..self.terms.len()).rev() {
            if inputs[number].is_none() || is_leaf(number) {
                continue;
            }
            let flat = self.flat_parts(store, number, is_leaf);
            for part in &flat {
                inputs[*part as usize].get_or_insert_default();
            }
            inputs[number] = Some(flat);
        }
        let mut plan = Plan {
            steps: Vec::new(),
            arguments: Vec::new(),
            roots: Vec::new(),
            ground: None,
            has_calls: false,
        };
        let mut slots = vec![0; self.terms.len()];
        for (number, inputs) in inputs.iter().enumerate() {
            let Some(inputs) = inputs else { continue };
            slots[number] = plan.steps.len() as u32;
            plan.steps.push(Step {
                term: self.terms[number],
                is_ground_regex: is_leaf(number),
                first: plan.arguments.len() as u32,
                count: inputs.len() as u32,
            });
            let argument = |part: &u32| ArgumentSlot { slot: slots[*part as usize], is_last_use: false };
            plan.arguments.extend(inputs.iter().map(argument));
        }
        plan.roots = self.roots.iter().map(|root| slots[*root as usize]).collect();
        plan.mark_last_uses();
        plan
    }

    /// The arguments of a term, with those of nested applications of the same operator in place of
    /// the nested ones, where these have no other use.
    fn flat_parts(&self, store: &TermStore, number: usize, is_leaf: impl Fn(usize) -> bool) -> Vec<u32> {
        let term = self.terms[number];
        let op = store.op(term);
        let of = |term: Term| parts(store, term).iter().rev().map(|part| self.numbers[part]);
        if op == Some(Op::Store) {
            return self.stored(store, number);
        }
        if !is_flattened(op) {
            let mut all: Vec<u32> = of(term).collect();
            all.reverse();
            return all;
        }
        let mut flat = Vec::new();
        let mut stack: Vec<u32> = of(term).collect();
        while let Some(part) = stack.pop() {
            let place = part as usize;
            let nested = self.terms[place];
            if store.op(nested) == op && self.uses[place] == 1 && !is_leaf(place) {
                stack.extend(of(nested));
            } else {
                flat.push(part);
            }
        }
        flat
    }

    /// The array at the bottom of a chain of stores, and then indices and elements, the oldest first.
    fn stored(&self, store: &TermStore, number: usize) -> Vec<u32> {
        let mut backwards = Vec::new();
        let mut place = number;
        loop {
            let parts = parts(store, self.terms[place]);
            backwards.extend(parts[1..].iter().rev().map(|part| self.numbers[part]));
            let array = self.numbers[&parts[0]];
            place = array as usize;
            if store.op(self.terms[place]) != Some(Op::Store) || self.uses[place] != 1 {
                backwards.push(array);
                backwards.reverse();
                return backwards;
            }
        }
    }
}
