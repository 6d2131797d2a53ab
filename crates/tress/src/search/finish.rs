//! The last check of a complete assignment: whole numbers, unequal numbers, products, and
//! functions whose arguments happen to be equal numbers.

use rustc_hash::FxHashMap;
use tress_base::{Rational, Stop};
use tress_lia::{Bound, IntegerOutcome, Side};
use tress_sat::{Check, Search, Var};

use crate::term::{Op, Sort, Term, Value};

use super::egraph::{EQUATION, Node};
use super::theories::Theories;
use crate::term::{number, sum_of};

/// For how many values the meaning of a product or quotient is written out.
const MOST_INSTANCES: u32 = 200;

/// How a step of the last check ended.
pub(super) enum Step {
    /// Nothing is wrong here.
    Fine,
    /// The search has something new to work on.
    Changed,
    /// The theories have: they know of equalities now that they had not been told.
    Again,
    /// Something is wrong that cannot be mended here.
    Stuck,
}

impl Theories {
    pub(super) fn check_everything(&mut self, search: &mut Search<'_>) -> Result<Check, Stop> {
        self.found = None;
        let steps = [
            Self::check_whole,
            Self::check_unequal,
            Self::check_nonlinear,
            Self::check_functions,
            Self::check_lengths,
            Self::check_disjoint,
            Self::check_order,
            Self::check_forms,
            Self::check_words,
        ];
        for step in steps {
            match step(self, search)? {
                Step::Fine => {}
                Step::Changed => {
                    self.register_all(search);
                    return Ok(Check::Consistent);
                }
                Step::Again => {
                    self.register_all(search);
                    return Ok(Check::Again);
                }
                // Values may still fit; the evaluator will tell.
                Step::Stuck => {}
            }
        }
        let (model, mut choices) = self.build_model(search);
        let fits = match self.check_candidate(&model, &mut choices, search)? {
            Step::Fine => true,
            Step::Changed | Step::Again => {
                self.register_all(search);
                return Ok(Check::Consistent);
            }
            Step::Stuck => false,
        };
        self.found = Some(model);
        Ok(if fits { Check::Consistent } else { Check::GiveUp })
    }

    /// Looks for whole values of the Int numbers.
    fn check_whole(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        match self.lia.check_integer(search.budget())? {
            IntegerOutcome::Sat => Ok(Step::Fine),
            IntegerOutcome::Conflict(reasons) => {
                self.a_conflict(&reasons, search);
                Ok(Step::Changed)
            }
            IntegerOutcome::Branch { var, floor } => {
                let bound = Bound { var, side: Side::Upper, value: Rational::from(floor).into() };
                let literal = self.bound_literal(&tress_lia::Constraint::Bound(bound), search);
                // Towards zero, where lengths are short.
                let down = !self.lia.value(var).floor().is_negative();
                search.suggest(if down { literal } else { !literal });
                debug_assert!(search.value(literal).is_none(), "a split on a decided bound changes nothing");
                Ok(if search.value(literal).is_none() { Step::Changed } else { Step::Stuck })
            }
        }
    }

    /// Splits equations that should be false and hold in the present solution.
    fn check_unequal(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        if self.unequal.is_empty() {
            return Ok(Step::Fine);
        }
        let relevant = self.relevant(|literal| search.value(literal));
        // The numbers that will be the answer: an infinitesimal may become just the step that
        // makes two numbers equal.
        let model = self.lia.model();
        let mut step = Step::Fine;
        for place in 0..self.unequal.len() {
            let literal = self.unequal[place];
            let atom = &self.atoms[literal.var().index()];
            let Some((var, value)) = atom.equation.clone() else { continue };
            let matters = atom.always_relevant || relevant.contains(&literal.var());
            if matters && *model.value(var) == value.main {
                self.split_unequal(literal.var(), var, &value, search);
                step = Step::Changed;
            }
        }
        Ok(step)
    }

    /// An equation holds, or its number is below, or above.
    fn split_unequal(
        &mut self,
        equation: Var,
        var: tress_lia::Var,
        value: &tress_lia::Value,
        search: &mut Search<'_>,
    ) {
        let is_int = self.lia.kind(var) == tress_lia::Kind::Int;
        let at_most = Bound { var, side: Side::Upper, value: value.clone() };
        let at_least = Bound { var, side: Side::Lower, value: value.clone() };
        let [below, above] = [at_least.negated(is_int), at_most.negated(is_int)]
            .map(|bound| self.bound_literal(&tress_lia::Constraint::Bound(bound), search));
        search.add_lemma(&[equation.positive(), below, above]);
        // Neither side allows equality.
        search.add_lemma(&[equation.negative(), !below]);
        search.add_lemma(&[equation.negative(), !above]);
    }

    /// The value of a number in the present solution.
    pub(super) fn value_of(&mut self, model: &tress_lia::Model, term: Term) -> Rational {
        let linear = self.linear(&[(term, Rational::ONE)]);
        model.evaluate(&linear)
    }

    /// Writes out the meaning of products and quotients for the values they have.
    fn check_nonlinear(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        if self.nonlinear.is_empty() {
            return Ok(Step::Fine);
        }
        let model = self.lia.model();
        let mut result = Step::Fine;
        for place in 0..self.nonlinear.len() {
            search.budget().poll()?;
            let term = self.nonlinear[place].term;
            let Some((fixed, simpler)) = self.linearised(&model, term) else { continue };
            if self.value_of(&model, term) == self.value_of(&model, simpler) && !self.has_new_parts(simpler) {
                continue;
            }
            if self.nonlinear[place].instances == MOST_INSTANCES {
                result = Step::Stuck;
                continue;
            }
            self.nonlinear[place].instances += 1;
            let mut clause: Vec<Term> = Vec::new();
            for (part, value) in fixed {
                let literal = self.number_literal(part, value);
                let equal = self.store.app(Op::Eq, &[part, literal]).expect("numbers");
                let literal = self.literal(equal, search);
                search.suggest(literal);
                clause.push(self.store.not(equal));
            }
            let equal = self.store.app(Op::Eq, &[term, simpler]).expect("numbers");
            clause.push(equal);
            self.axioms.push(clause);
            return Ok(Step::Changed);
        }
        Ok(result)
    }

    /// Does the term hold numbers that the arithmetic met only now, so that their values mean
    /// nothing yet?
    fn has_new_parts(&self, term: Term) -> bool {
        let sum = sum_of(&self.store, &[(term, Rational::ONE)]);
        sum.parts.iter().any(|(part, _)| self.unregistered.contains(part))
    }

    fn number_literal(&mut self, like: Term, value: Rational) -> Term {
        if self.store.sort(like) == Sort::Int {
            self.store.value(Value::Int(value.floor()))
        } else {
            self.store.real(value)
        }
    }

    /// A linear term that equals `term` when some parts have the values given with them. `None`
    /// for a quotient by zero, which any value fits.
    fn linearised(&mut self, model: &tress_lia::Model, term: Term) -> Option<(Vec<(Term, Rational)>, Term)> {
        let args = self.store.args(term).to_vec();
        let op = self.store.op(term)?;
        if op == Op::Mul {
            // All factors but one are fixed; literals are.
            let variables: Vec<Term> =
                args.iter().copied().filter(|arg| number(&self.store, *arg).is_none()).collect();
            let (kept, fixed) = variables.split_last()?;
            let fixed: Vec<(Term, Rational)> =
                fixed.iter().map(|part| (*part, self.value_of(model, *part))).collect();
            let mut factors: Vec<Term> =
                fixed.iter().map(|(part, value)| self.number_literal(*part, value.clone())).collect();
            factors.extend(args.iter().copied().filter(|arg| number(&self.store, *arg).is_some()));
            factors.push(*kept);
            let product = self.store.app(Op::Mul, &factors).expect("numbers");
            return Some((fixed, product));
        }
        let divisor = args[1];
        let value = self.value_of(model, divisor);
        if value.is_zero() {
            return None;
        }
        let literal = self.number_literal(divisor, value.clone());
        let quotient = self.store.app(op, &[args[0], literal]).expect("numbers");
        Some((vec![(divisor, value)], quotient))
    }

    /// Finds applications of one function whose arguments have the same values and that are not
    /// known to be equal, and asks whether the arguments are.
    fn check_functions(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        let mut model = None;
        let mut groups: FxHashMap<(u32, Vec<Key>), Node> = FxHashMap::default();
        let mut step = Step::Fine;
        for index in 0..self.graph.len() {
            search.budget().poll()?;
            let node = Node(u32::try_from(index).expect("nodes are numbered with 32 bits"));
            let (function, arguments) = self.graph.application(node);
            let arguments = arguments.to_vec();
            if arguments.is_empty()
                || function == EQUATION
                || self.has_axioms(node)
                || !arguments.iter().any(|arg| self.is_number(*arg))
            {
                continue;
            }
            let model = model.get_or_insert_with(|| self.lia.model());
            let mut key = Vec::with_capacity(arguments.len());
            for argument in &arguments {
                key.push(self.key(model, *argument));
            }
            match groups.get(&(function, key.clone())) {
                None => {
                    groups.insert((function, key), node);
                }
                Some(other) if self.graph.are_equal(node, *other) => {}
                Some(other) => {
                    let others = self.graph.application(*other).1.to_vec();
                    match self.ask_equal(&arguments, &others, search) {
                        Step::Again => step = Step::Again,
                        Step::Changed if matches!(step, Step::Fine) => step = Step::Changed,
                        _ => {}
                    }
                }
            }
        }
        Ok(step)
    }

    /// Do axioms or candidates give the function of a node its meaning? Then congruence by value
    /// adds nothing.
    fn has_axioms(&self, node: Node) -> bool {
        let term = self.term_of_node.get(node.0 as usize).copied().flatten();
        let op = term.and_then(|term| self.store.op(term));
        op.is_some_and(|op| !matches!(op, Op::IntDiv | Op::Mod | Op::RealDiv))
    }

    fn is_number(&self, node: Node) -> bool {
        let term = self.term_of_node.get(node.0 as usize).copied().flatten();
        term.is_some_and(|term| self.store.sort(term).is_numeric())
    }

    /// What an argument looks like in the present solution.
    fn key(&mut self, model: &tress_lia::Model, node: Node) -> Key {
        match self.term_of_node.get(node.0 as usize).copied().flatten() {
            Some(term) if self.store.sort(term).is_numeric() => Key::Number(self.value_of(model, term)),
            _ => Key::Class(self.graph.label(node)),
        }
    }

    /// Makes the equations between numbers that are not known to be equal.
    fn ask_equal(&mut self, left: &[Node], right: &[Node], search: &mut Search<'_>) -> Step {
        let mut step = Step::Fine;
        for (a, b) in left.iter().zip(right) {
            if self.graph.are_equal(*a, *b) {
                continue;
            }
            let terms = [a, b].map(|node| self.term_of_node[node.0 as usize]);
            let [Some(x), Some(y)] = terms else { continue };
            let equal = self.store.app(Op::Eq, &[x, y]).expect("arguments of one function");
            let literal = self.literal(equal, search);
            self.link_sides(literal.var(), *a, *b);
            self.atom_mut(literal.var()).always_relevant = true;
            let value = search.value(literal);
            if value == Some(true) {
                self.graph.merge(*a, *b, literal);
                step = Step::Again;
                continue;
            }
            match self.atom_mut(literal.var()).equation.clone() {
                // It should be false and holds in the present solution.
                Some((var, limit)) if value == Some(false) => {
                    self.split_unequal(literal.var(), var, &limit, search);
                }
                _ => search.suggest(literal),
            }
            if !matches!(step, Step::Again) {
                step = Step::Changed;
            }
        }
        step
    }
}

/// What an argument looks like in the present solution.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Number(Rational),
    Class(Node),
}
