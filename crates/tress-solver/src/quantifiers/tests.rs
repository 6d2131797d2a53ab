//! Formulas with quantifiers and what represents them.

use tress_base::Budget;

use super::fixed::fixed;
use super::table::Table;
use super::*;
use tress_rewrite::testing::Terms;
use tress_term::print::term_text;

#[test]
fn truth_values_stand_for_formulas() {
    let mut terms = Terms::new();
    let formula =
        terms.term("(or a (not (exists ((w String)) (and (= w x) (forall ((v String)) (= v w))))))");
    let mut table = Table::default();
    let image = table.image(&mut terms.context.store, &Budget::unlimited(), formula).expect("no limit");
    assert!(!occur(&terms.context.store, &[image]));
    assert_eq!(table.asked(), [0], "only the outer one, and as a universal formula");
    assert_eq!(table.unsettled(), None, "it can be false without a witness");
    let negated = terms.context.store.not(formula);
    table.image(&mut terms.context.store, &Budget::unlimited(), negated).expect("no limit");
    assert_eq!(table.unsettled(), Some(0));
}

#[test]
fn values_stand_for_free_symbols_only() {
    let mut terms = Terms::new();
    let formula = terms.term("(forall ((w String)) (= w (str.++ x y)))");
    let [w, x] = ["w", "x"].map(|name| {
        let is_named = |term: &Term| {
            terms
                .context
                .store
                .as_constant(*term)
                .is_some_and(|symbol| &*terms.context.store.symbol(symbol).name == name)
        };
        let part =
            post_order(&terms.context.store, &[formula]).into_iter().find(is_named).expect("it occurs");
        terms.context.store.as_constant(part).expect("a constant")
    });
    let mut model = Model::new();
    model.set(x, Value::text("a"));
    model.set(w, Value::text("b"));
    let bound = std::iter::once(w).collect();
    let new =
        fixed(&mut terms.context.store, &Budget::unlimited(), &model, &bound, formula).expect("no limit");
    let text = term_text(&terms.context.store, new, Default::default());
    assert_eq!(text, "(forall ((w String)) (= w (str.++ \"a\" y)))");
}
