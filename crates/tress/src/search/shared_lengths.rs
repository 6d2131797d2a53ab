//! What the arithmetic knows of the lengths of two strings: S-Prop.
//!
//! Enters: pairs of classes that meet at the head of two lists. Leaves: for each whether the
//! difference of their lengths is the same in every solution; the search is told so, with the
//! reasons. It needs no choice then which of the two is longer.

use std::collections::BTreeMap;

use tress_base::{Rational, Stop};
use tress_lia::OffsetEquality;
use tress_sat::Search;

use crate::term::{Op, Term};

use super::egraph::Node;
use super::rules::Rule;
use super::theories::Theories;

impl Theories {
    /// S-Prop: what the arithmetic entails of lengths is told to the strings. `A` entails
    /// `len x = len y` gives `len x = len y` in `S`; and the same for `len x > len y`.
    pub(super) fn s_prop(
        &mut self,
        pairs: &[Option<(Node, Node)>],
        search: &mut Search<'_>,
    ) -> Result<Vec<bool>, Stop> {
        let mut known = vec![false; pairs.len()];
        let mut vars = Vec::new();
        for class in pairs.iter().flatten().flat_map(|(one, other)| [*one, *other]) {
            vars.extend(self.length_var(class));
        }
        vars.sort_unstable();
        vars.dedup();
        if vars.is_empty() {
            return Ok(known);
        }
        let found = self.lia.implied_equalities(&vars, search.budget())?;
        let by_var: BTreeMap<_, _> = found.iter().map(|equality| (equality.left, equality)).collect();
        for (place, pair) in pairs.iter().enumerate() {
            let Some((one, other)) = *pair else { continue };
            let (Some(x), Some(y)) = (self.length_var(one), self.length_var(other)) else { continue };
            let [x, y] = [x, y].map(|var| by_var.get(&var).map_or(Ok(var), |equality| Err(*equality)));
            let root = |side: &Result<tress_lia::Var, &OffsetEquality>| match side {
                Ok(var) => *var,
                Err(equality) => equality.right,
            };
            if root(&x) == root(&y) {
                self.tell_lengths([one, other], [x.err(), y.err()], search);
                known[place] = true;
            }
        }
        Ok(known)
    }

    fn length_var(&mut self, class: Node) -> Option<tress_lia::Var> {
        let term = self.term_at(class);
        let length = self.length_of(term);
        self.numbers.get(length).copied()
    }

    /// Tells the search how two lengths compare, by what the arithmetic knows of each.
    fn tell_lengths(
        &mut self,
        classes: [Node; 2],
        known: [Option<&OffsetEquality>; 2],
        search: &mut Search<'_>,
    ) {
        let [x, y]: [Term; 2] = classes.map(|class| {
            let term = self.term_at(class);
            self.length_of(term)
        });
        let offset = |equality: Option<&OffsetEquality>| {
            equality.map_or(Rational::ZERO, |equality| equality.offset.clone())
        };
        let difference = &offset(known[0]) - &offset(known[1]);
        let literal = if difference.is_zero() {
            self.l_split(Op::Eq, x, y, search)
        } else if difference.is_negative() {
            self.l_split(Op::Gt, y, x, search)
        } else {
            self.l_split(Op::Gt, x, y, search)
        };
        if search.value(literal) == Some(true) {
            return;
        }
        self.applied.add(Rule::SProp);
        let reasons: Vec<_> =
            known.into_iter().flatten().flat_map(|equality| self.lia.explain_equality(equality)).collect();
        let mut clause = self.clause_against(&reasons);
        clause.push(literal);
        search.add_temporary(&clause);
    }
}
