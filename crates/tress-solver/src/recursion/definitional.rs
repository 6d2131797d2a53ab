//! Symbols that only get a value: `(= x t)` where `x` occurs nowhere else.
//!
//! Such a formula restricts no other symbol. It is set aside, and a model of the rest gives `x` the value of
//! `t`, calls included: nothing need be unfolded for it.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Budget, Stop};

use super::limits::DEFINITION_PASSES;
use crate::ground::{CheckResult, Core, Query};
use tress_rewrite::completion::Completion;
use tress_rewrite::env::Env;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, post_order};

/// What is set aside.
pub(super) struct Definitional {
    /// The numbers of the formulas that are left.
    kept: Vec<usize>,
    /// The values of the symbols that are set aside.
    defined: Completion,
}

impl Definitional {
    /// Looks for formulas that only give a value to a symbol.
    pub(super) fn of(store: &TermStore, formulas: &[Term], budget: &Budget) -> Self {
        let symbols: Vec<FxHashSet<SymbolId>> = formulas
            .iter()
            .map(|formula| {
                post_order(store, &[*formula])
                    .into_iter()
                    .filter_map(|term| store.as_constant(term))
                    .collect()
            })
            .collect();
        let mut counts: FxHashMap<SymbolId, usize> = FxHashMap::default();
        for symbol in symbols.iter().flatten() {
            *counts.entry(*symbol).or_default() += 1;
        }
        let mut is_kept = vec![true; formulas.len()];
        let mut defined = Vec::new();
        for pass in 1.. {
            if DEFINITION_PASSES.is_exceeded(pass, budget) {
                break;
            }
            let before = defined.len();
            for number in (0..formulas.len()).rev().filter(|number| is_kept[*number]).collect::<Vec<_>>() {
                let is_lone = |(symbol, _): &(SymbolId, Term)| counts[symbol] == 1;
                let Some(definition) = definitions(store, formulas[number]).into_iter().find(is_lone) else {
                    continue;
                };
                is_kept[number] = false;
                defined.push(definition);
                symbols[number]
                    .iter()
                    .for_each(|symbol| *counts.get_mut(symbol).expect("it was counted") -= 1);
            }
            if defined.len() == before {
                break;
            }
        }
        Self {
            kept: (0..formulas.len()).filter(|number| is_kept[*number]).collect(),
            defined: Completion::new(defined),
        }
    }

    /// Is nothing set aside?
    pub(super) fn is_empty(&self) -> bool {
        self.defined.is_empty()
    }

    /// Answers a question by the answer to what is left of it. Returns `None` if the values are not found.
    pub(super) fn answer(
        &self,
        env: &mut Env<'_>,
        query: &Query<'_>,
        rest: impl FnOnce(&mut Env<'_>, &Query<'_>) -> Result<CheckResult, Stop>,
    ) -> Result<Option<CheckResult>, Stop> {
        let formulas: Vec<Term> = self.kept.iter().map(|number| query.formulas[*number]).collect();
        let tracked_from = self.kept.partition_point(|number| *number < query.tracked_from);
        match rest(env, &Query { formulas: &formulas, tracked_from, ..*query })? {
            CheckResult::Sat(model, by) => {
                let model = self.complete(env, query, *model)?;
                Ok(model.map(|model| CheckResult::Sat(Box::new(model), by)))
            }
            CheckResult::Unsat(core, by) => {
                let formulas = core.formulas.into_iter().map(|number| self.kept[number]).collect();
                Ok(Some(CheckResult::Unsat(Core { formulas, ..core }, by)))
            }
            unknown => Ok(Some(unknown)),
        }
    }

    /// Gives the symbols their values. Returns `None` if one has none, or a formula is not true.
    fn complete(&self, env: &mut Env<'_>, query: &Query<'_>, model: Model) -> Result<Option<Model>, Stop> {
        let Some(model) = self.defined.complete(env, model)? else { return Ok(None) };
        Ok(env.holds(query.formulas.iter().copied(), &model)?.then_some(model))
    }
}

/// The symbols that an equation may give a value to.
fn definitions(store: &TermStore, formula: Term) -> Vec<(SymbolId, Term)> {
    let (Some(Op::Eq), [left, right]) = (store.op(formula), store.args(formula)) else { return Vec::new() };
    let side = |(symbol, value): (Term, Term)| {
        let id = store.as_constant(symbol)?;
        let is_free = store.called(symbol).is_none() && store.sort(symbol) != Sort::RegLan;
        (is_free && !post_order(store, &[value]).contains(&symbol)).then_some((id, value))
    };
    [(*left, *right), (*right, *left)].into_iter().filter_map(side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_rewrite::testing::Terms;

    fn kept(formulas: &[&str]) -> Vec<usize> {
        let mut terms = Terms::new();
        let formulas: Vec<Term> = formulas.iter().map(|formula| terms.term(formula)).collect();
        Definitional::of(&terms.context.store, &formulas, &Budget::unlimited()).kept
    }

    #[test]
    fn lone_symbols_are_set_aside() {
        assert_eq!(kept(&["(> m 0)", "(= n (+ m 1))", "(= k (+ n m))"]), [0]);
        assert_eq!(kept(&["(= x (str.++ y \"a\"))", "(= (str.len y) 3)"]), [1]);
    }

    #[test]
    fn others_are_kept() {
        assert_eq!(kept(&["(= n (+ m 1))", "(> n 0)", "(> m 0)"]), [0, 1, 2]);
        assert_eq!(kept(&["(= n (+ n m))", "(< m 3)"]), [0, 1]);
    }
}
