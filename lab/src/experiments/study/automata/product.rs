//! Words of two automata (figure 3.5).

use tress_base::{Budget, Stop};

use super::explore::{Exploration, Found, Mode};
use super::sfa::Sfa;
use crate::experiments::study::sets::Algebra;

/// The product of two automata, or one word of it.
///
/// # Errors
/// When the budget ends.
pub(crate) fn product<A: Algebra>(
    algebra: &mut A,
    a: &Sfa<A::Set>,
    b: &Sfa<A::Set>,
    mode: Mode,
    budget: &Budget,
) -> Result<Found<A::Set>, Stop> {
    let is_final = |(p, q): (u32, u32)| a.finals[p as usize] && b.finals[q as usize];
    let mut search = Exploration::new(mode, (0, 0), is_final((0, 0)));
    while let Some((state, (p, q))) = search.next() {
        for &(left, x) in &a.moves[p as usize] {
            for &(right, y) in &b.moves[q as usize] {
                budget.poll()?;
                let label = algebra.intersection(&a.labels[left as usize], &b.labels[right as usize]);
                if !algebra.is_empty(&label, budget)? {
                    search.add(state, label, (x, y), is_final((x, y)));
                }
            }
        }
    }
    search.finish(algebra, budget)
}
