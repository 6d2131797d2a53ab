//! Soft constraints: the smallest weight of formulas that do not hold.
//!
//! The formulas are assumed, the heaviest first. A conflict names some that cannot all hold: its least weight
//! is lost in any case, and from now on it is assumed that not more than one of them is lost, then not more
//! than two, and so on (OLL, after Andres et al. 2012, with totalizers as formulas). When all that is assumed
//! holds, nothing more is lost: the model is best. Where a conflict is not found, the sum of the weights is
//! searched for as any number is.

use std::collections::BTreeMap;
use std::sync::Arc;

use tress_base::{Int, Rational, Stop};
use tress_lia::Goal;

use super::bounds::Limit;
use super::search::{self, Cost};
use super::{Oracle, Reply};
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Op, Term, TermStore, Value};

/// Something that is assumed, and what is lost without it.
struct Item {
    formula: Term,
    weight: Rational,
    /// When it bounds the number of lost formulas of a set from above: the set and the bound.
    counts: Option<(usize, usize)>,
}

/// How far the search has come.
pub(super) struct Search<'a> {
    /// The best model so far.
    pub(super) model: Arc<Model>,
    before: &'a [Term],
    /// Formulas with positive weights.
    parts: Vec<(Term, Rational)>,
    /// What is lost in any case because of weights that were negative.
    offset: Rational,
    items: Vec<Item>,
    sets: Vec<Totalizer>,
    /// At least this is lost.
    lost: Rational,
    /// This is lost in the model; nothing before it was evaluated.
    reached: Option<Rational>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        store: &mut TermStore,
        soft: &[(Term, Rational)],
        before: &'a [Term],
        model: Arc<Model>,
    ) -> Self {
        let (mut parts, mut offset) = (BTreeMap::<Term, Rational>::new(), Rational::ZERO);
        for (formula, weight) in soft {
            // To lose less than nothing without a formula is to lose that much with it.
            let (formula, weight) = match weight.is_negative() {
                true => {
                    offset += weight;
                    (store.not(*formula), -weight)
                }
                false => (*formula, weight.clone()),
            };
            *parts.entry(formula).or_default() += &weight;
        }
        parts.retain(|_, weight| !weight.is_zero());
        let items = parts.iter().map(|(formula, weight)| Item {
            formula: *formula,
            weight: weight.clone(),
            counts: None,
        });
        let items = items.collect();
        let parts = parts.into_iter().collect();
        Self { model, before, parts, offset, items, sets: Vec::new(), lost: Rational::ZERO, reached: None }
    }

    /// The numbers between which the smallest loss lies.
    pub(super) fn limits(&self) -> (Limit, Limit) {
        let all = || self.parts.iter().fold(Rational::ZERO, |sum, (_, weight)| &sum + weight);
        let reached = self.reached.clone().unwrap_or_else(all);
        (Limit::Number(&self.lost + &self.offset), Limit::Number(&reached + &self.offset))
    }

    /// Formulas that hold in the best models and in no others. Returns `None` if they are not known.
    pub(super) fn fix(&self) -> Option<Vec<Term>> {
        let is_left = |item: &&Item| item.weight.is_positive();
        self.is_proved().then(|| self.items.iter().filter(is_left).map(|item| item.formula).collect())
    }

    fn is_proved(&self) -> bool {
        self.reached.as_ref() == Some(&self.lost)
    }

    /// Asks until the smallest loss is known, or no question is left.
    ///
    /// # Errors
    /// When the budget is used up. What was found is kept.
    pub(super) fn run(&mut self, oracle: &mut dyn Oracle) -> Result<(), Stop> {
        if !self.evaluate(oracle)? {
            return Ok(());
        }
        let mut threshold = self.heaviest(None);
        while !self.is_proved() {
            let least = threshold.clone().unwrap_or_default();
            let is_assumed = |item: &Item| item.weight.is_positive() && item.weight >= least;
            let chosen: Vec<usize> =
                (0..self.items.len()).filter(|at| is_assumed(&self.items[*at])).collect();
            let asked = self.before.iter().copied().chain(chosen.iter().map(|at| self.items[*at].formula));
            let asked: Vec<Term> = asked.collect();
            match oracle.ask(&asked)? {
                Reply::Model(model) => {
                    self.adopt(oracle, model)?;
                    threshold = self.heaviest(threshold.as_ref());
                    if threshold.is_none() {
                        break;
                    }
                }
                Reply::Conflict(core) => {
                    let core: Vec<usize> = core
                        .into_iter()
                        .filter_map(|index| {
                            index.checked_sub(self.before.len()).and_then(|at| chosen.get(at))
                        })
                        .copied()
                        .collect();
                    if core.is_empty() {
                        break;
                    }
                    self.relax(oracle, &core)?;
                }
                Reply::Open => break,
            }
        }
        if self.is_proved() { Ok(()) } else { self.search_sum(oracle) }
    }

    /// The largest weight below this one.
    fn heaviest(&self, below: Option<&Rational>) -> Option<Rational> {
        let weights = self.items.iter().map(|item| &item.weight);
        let is_less = |weight: &&Rational| weight.is_positive() && below.is_none_or(|below| *weight < below);
        weights.filter(is_less).max().cloned()
    }

    /// Takes what the model loses; false when that has no value.
    fn evaluate(&mut self, oracle: &mut dyn Oracle) -> Result<bool, Stop> {
        let model = self.model.clone();
        let loss = self.loss(oracle, &model)?;
        self.reached = loss;
        Ok(self.reached.is_some())
    }

    fn adopt(&mut self, oracle: &mut dyn Oracle, model: Arc<Model>) -> Result<(), Stop> {
        let loss = self.loss(oracle, &model)?;
        if let Some(loss) = loss
            && self.reached.as_ref().is_none_or(|reached| loss < *reached)
        {
            (self.reached, self.model) = (Some(loss), model);
        }
        Ok(())
    }

    fn loss(&self, oracle: &mut dyn Oracle, model: &Model) -> Result<Option<Rational>, Stop> {
        let (store, evaluator, budget) = oracle.tools();
        let mut loss = Rational::ZERO;
        for (formula, weight) in &self.parts {
            match evaluator.eval(store, *formula, model, budget) {
                Ok(Value::Bool(true)) => {}
                Ok(Value::Bool(false)) => loss += weight,
                Err(EvalError::Stop(stop)) => return Err(stop),
                Ok(_) | Err(_) => return Ok(None),
            }
        }
        Ok(Some(loss))
    }

    /// Not all items of a core hold: the least of their weights is lost, and how many more are is counted.
    fn relax(&mut self, oracle: &mut dyn Oracle, core: &[usize]) -> Result<(), Stop> {
        let Some(least) = core.iter().map(|at| self.items[*at].weight.clone()).min() else { return Ok(()) };
        self.lost += &least;
        for at in core {
            let item = &mut self.items[*at];
            item.weight -= &least;
            if let Some((set, most)) = item.counts {
                self.push_count(oracle, set, most + 1, &least)?;
            }
        }
        if core.len() > 1 {
            self.sets.push(Totalizer::new(core.iter().map(|at| self.items[*at].formula).collect()));
            self.push_count(oracle, self.sets.len() - 1, 1, &least)?;
        }
        Ok(())
    }

    /// Assumes from now on that at most `most` formulas of a set are lost.
    fn push_count(
        &mut self,
        oracle: &mut dyn Oracle,
        set: usize,
        most: usize,
        weight: &Rational,
    ) -> Result<(), Stop> {
        oracle.tools().2.poll_many((self.sets[set].formulas.len() * (most + 1)) as u64)?;
        if most >= self.sets[set].formulas.len() {
            return Ok(());
        }
        let counts = Some((set, most));
        if let Some(known) = self.items.iter_mut().find(|item| item.counts == counts) {
            known.weight += weight;
            return Ok(());
        }
        let formula = self.sets[set].at_most(oracle.tools().0, most);
        self.items.push(Item { formula, weight: weight.clone(), counts });
        Ok(())
    }

    /// Searches for the sum of the weights, which is made whole.
    fn search_sum(&mut self, oracle: &mut dyn Oracle) -> Result<(), Stop> {
        let whole = self.parts.iter().fold(Int::ONE, |whole, (_, weight)| whole.lcm(weight.denominator()));
        let whole = Rational::from(whole);
        let store = oracle.tools().0;
        let zero = store.int(0);
        let mut terms = Vec::new();
        for (formula, weight) in &self.parts {
            let weight = store.int((weight * &whole).floor());
            terms.push(store.app(Op::Ite, &[*formula, zero, weight]).expect("a choice of numbers"));
        }
        let sum = match terms.as_slice() {
            [] => return Ok(()),
            [only] => *only,
            _ => store.app(Op::Add, &terms).expect("a sum of numbers"),
        };
        let cost = Cost::new(store, sum, Goal::Minimum);
        let mut search =
            search::Search::new(cost, self.before, self.model.clone()).with_floor(&self.lost * &whole);
        let ended = search.run(oracle);
        let inverse = whole.recip().unwrap_or(Rational::ONE);
        if let Some(floor) = search.floor() {
            self.lost = self.lost.clone().max(floor * &inverse);
        }
        let model = search.model.clone();
        self.adopt(oracle, model)?;
        if self.is_proved() {
            // The counts that were assumed are not those of the best models: the sum says which are.
            let reached = &self.lost * &whole;
            let formula = cost.at_most(oracle.tools().0, &reached, false);
            self.items = vec![Item { formula, weight: Rational::ONE, counts: None }];
        }
        ended
    }
}

/// Formulas that count how many of a set do not hold.
struct Totalizer {
    formulas: Vec<Term>,
    /// That at least a number of formulas of a range are lost, by the ends of the range and the number.
    known: BTreeMap<(usize, usize, usize), Term>,
}

impl Totalizer {
    fn new(formulas: Vec<Term>) -> Self {
        Self { formulas, known: BTreeMap::new() }
    }

    fn at_most(&mut self, store: &mut TermStore, most: usize) -> Term {
        let more = self.at_least(store, 0, self.formulas.len(), most + 1);
        store.not(more)
    }

    /// The range is halved: this goes as deep as its length has digits.
    fn at_least(&mut self, store: &mut TermStore, from: usize, to: usize, least: usize) -> Term {
        if least == 0 {
            return TermStore::TRUE;
        }
        if least > to - from {
            return TermStore::FALSE;
        }
        if let Some(known) = self.known.get(&(from, to, least)) {
            return *known;
        }
        let formula = if to - from == 1 {
            store.not(self.formulas[from])
        } else {
            let middle = from.midpoint(to);
            let mut ways = Vec::new();
            for left in 0..=least {
                let parts = [
                    self.at_least(store, from, middle, left),
                    self.at_least(store, middle, to, least - left),
                ];
                let parts: Vec<Term> = parts.into_iter().filter(|part| *part != TermStore::TRUE).collect();
                match parts.as_slice() {
                    parts if parts.contains(&TermStore::FALSE) => {}
                    [only] => ways.push(*only),
                    parts => ways.push(store.app(Op::And, parts).expect("formulas")),
                }
            }
            match ways.as_slice() {
                [only] => *only,
                ways => store.app(Op::Or, ways).expect("formulas"),
            }
        };
        self.known.insert((from, to, least), formula);
        formula
    }
}
