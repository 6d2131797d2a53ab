//! The values of Boolean variables under a model: those of the formulas that they represent.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::Rational;
use tress_lia::Side;
use tress_rewrite::env::Env;
use tress_sat::{Lit, Var};
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Head, Sort, SymbolId, Term, TermStore, Value, post_order};

use crate::Kernel;
use crate::egraph::Node;

use super::STEPS;

/// The value of a term under a model, unless that takes too long or the model does not define it.
pub(super) fn value_of(env: &mut Env<'_>, term: Term, model: &Model) -> Option<Value> {
    let budget = env.budget;
    let value = budget.share(STEPS, || match env.eval(term, model) {
        Ok(value) => Ok(Some(value)),
        Err(EvalError::Stop(stop)) => Err(stop),
        Err(_) => Ok(None),
    });
    value.ok().flatten().flatten()
}

/// The values of variables, as far as they are known.
pub(super) struct Valuation {
    values: Vec<Option<bool>>,
    /// A variable with two meanings that differ, and one of them.
    disagreement: Option<(Var, Term)>,
}

/// What variables are evaluated with.
struct Reader<'a, 'e> {
    kernel: &'a Kernel,
    env: &'a mut Env<'e>,
    model: &'a Model,
    /// Functions without values: the elements of arrays almost everywhere.
    unknown: FxHashSet<SymbolId>,
    numbers: FxHashMap<tress_lia::Var, Option<Rational>>,
}

impl Valuation {
    /// No variable has a value yet.
    pub(super) fn new(count: usize) -> Self {
        Self { values: vec![None; count], disagreement: None }
    }

    /// A variable with two meanings that differ, and one of them.
    pub(super) fn disagreement(&self) -> Option<(Var, Term)> {
        self.disagreement
    }

    /// The value of a variable.
    pub(super) fn var(&self, var: Var) -> Option<bool> {
        self.values.get(var.index()).copied().flatten()
    }

    fn set(&mut self, literal: Lit, value: bool, term: Term) {
        let value = value == literal.is_positive();
        let var = literal.var();
        let Some(slot) = self.values.get_mut(var.index()) else { return };
        if slot.is_some_and(|known| known != value) {
            self.disagreement.get_or_insert((var, term));
        }
        *slot = Some(value);
    }

    /// The bits of vectors have the values of their terms.
    pub(super) fn add_vectors(&mut self, kernel: &Kernel, env: &mut Env<'_>, model: &Model) {
        for term in &kernel.checks.vectors {
            let Some(Value::Bits(_, number)) = value_of(env, *term, model) else { continue };
            let Some(bits) = kernel.bits.vector_of(*term) else { continue };
            let two = Rational::from(2_i64);
            let mut rest = Rational::from(number);
            for bit in bits.iter() {
                let half = Rational::from((&rest / &two).floor());
                self.set(*bit, rest != &half * &two, *term);
                rest = half;
            }
        }
    }

    /// Atoms and formulas have the values of their terms.
    pub(super) fn add_atoms(&mut self, kernel: &Kernel, env: &mut Env<'_>, model: &Model) {
        let unknown = kernel.arrays_datatypes.elsewhere.values().copied().collect();
        let mut reader = Reader { kernel, env, model, unknown, numbers: FxHashMap::default() };
        let count = u32::try_from(self.values.len()).expect("variables are numbered with 32 bits");
        let terms: Vec<Term> = (0..count).filter_map(|var| kernel.atoms.term_of(Var::new(var))).collect();
        let formulas = post_order(reader.env.store, &terms);
        for term in formulas {
            if reader.env.store.sort(term) != Sort::Bool {
                continue;
            }
            if let (Some(literal), Some(value)) = (kernel.atoms.literals.get(term), reader.formula(term)) {
                self.set(*literal, value, term);
            }
        }
        for (var, atom) in kernel.atoms.iter() {
            if let Some(value) = atom.bound.and_then(|bound| reader.bound(bound)) {
                self.set(var.positive(), value, TermStore::TRUE);
            }
            if let Some((number, value)) = &atom.equation
                && let Some(now) = reader.number(*number)
            {
                self.set(var.positive(), tress_lia::Value::from(now) == *value, TermStore::TRUE);
            }
            if let Some((a, b)) = atom.sides
                && let (Some(a), Some(b)) = (reader.node(a), reader.node(b))
            {
                self.set(var.positive(), a == b, TermStore::TRUE);
            }
            if let Some(Value::Bool(value)) = atom.node.and_then(|node| reader.node(node)) {
                self.set(var.positive(), value, TermStore::TRUE);
            }
        }
    }

    /// Gives values to variables that definitions leave no choice.
    pub(super) fn propagate<'a>(&mut self, clauses: impl Iterator<Item = &'a [Lit]>) {
        let clauses: Vec<&[Lit]> = clauses.collect();
        let mut uses: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        for (index, clause) in clauses.iter().enumerate() {
            for literal in *clause {
                if self.var(literal.var()).is_none() {
                    uses.entry(literal.var()).or_default().push(index);
                }
            }
        }
        let mut open: Vec<usize> = (0..clauses.len()).collect();
        while let Some(index) = open.pop() {
            let mut unknown = clauses[index].iter().filter(|literal| self.var(literal.var()).is_none());
            let (Some(literal), None) = (unknown.next(), unknown.next()) else { continue };
            if self.clause(clauses[index]).is_none() {
                self.values[literal.var().index()] = Some(literal.is_positive());
                open.extend(uses.get(&literal.var()).into_iter().flatten());
            }
        }
    }

    /// The value of a clause. `None` if it depends on variables without value.
    pub(super) fn clause(&self, clause: &[Lit]) -> Option<bool> {
        let mut result = Some(false);
        for literal in clause {
            match self.var(literal.var()) {
                Some(value) if value == literal.is_positive() => return Some(true),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }
}

impl Reader<'_, '_> {
    fn term(&mut self, term: Term) -> Option<Value> {
        let store = &*self.env.store;
        let is_unknown =
            |part: &Term| matches!(store.head(*part), Head::Symbol(id) if self.unknown.contains(&id));
        if !self.unknown.is_empty() && post_order(store, &[term]).iter().any(is_unknown) {
            return None;
        }
        value_of(self.env, term, self.model)
    }

    fn formula(&mut self, term: Term) -> Option<bool> {
        match self.term(term)? {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    fn node(&mut self, node: Node) -> Option<Value> {
        let term = self.kernel.classes.term_of(node)?;
        // Different values of this sort can be one language.
        if self.env.store.sort(term) == Sort::RegLan { None } else { self.term(term) }
    }

    fn bound(&mut self, atom: tress_lia::AtomId) -> Option<bool> {
        let bound = self.kernel.numbers.lia.atom(atom).clone();
        let value = tress_lia::Value::from(self.number(bound.var)?);
        Some(match bound.side {
            Side::Upper => value <= bound.value,
            Side::Lower => value >= bound.value,
        })
    }

    /// The value of a variable of the arithmetic: of a term, or a sum of terms.
    fn number(&mut self, var: tress_lia::Var) -> Option<Rational> {
        let meaning = self.kernel.numbers.lia.meaning(var);
        let mut known = true;
        let sum = meaning.evaluate(|part| {
            let value = self.opaque(part);
            known &= value.is_some();
            value.unwrap_or(Rational::ZERO)
        });
        known.then_some(sum)
    }

    fn opaque(&mut self, var: tress_lia::Var) -> Option<Rational> {
        if let Some(known) = self.numbers.get(&var) {
            return known.clone();
        }
        let term = self.kernel.numbers.terms.get(&var).copied();
        let value = match term.and_then(|term| self.term(term)) {
            Some(Value::Int(number)) => Some(Rational::from(number)),
            Some(Value::Real(number)) => Some(number),
            _ => None,
        };
        self.numbers.insert(var, value.clone());
        value
    }
}
