//! Sorts with parameters.

use tress_term::term::Sort;

use super::error::{Error, Result};
use super::shared::Inner;
use super::solver::Solver;

impl Solver {
    /// The sort of arrays with these sorts of indices and elements.
    ///
    /// ```
    /// use tress::{Solver, Sort};
    ///
    /// let s = Solver::new();
    /// let a = s.constant("a", s.array_sort(Sort::Int, Sort::BitVec(8))?)?;
    /// assert_eq!(s.apply("select", [a, s.literal(1)]).sort()?, Sort::BitVec(8));
    /// # Ok::<(), tress::Error>(())
    /// ```
    ///
    /// # Errors
    /// If one of them is RegLan or from another solver.
    pub fn array_sort(&self, index: Sort, element: Sort) -> Result<Sort> {
        let inner = &mut *self.shared.lock();
        inner.check_sorts(&[index, element])?;
        Ok(inner.core.terms.array_sort(index, element)?)
    }

    /// The sort of sequences with this sort of elements.
    ///
    /// # Errors
    /// If it is RegLan or from another solver.
    pub fn seq_sort(&self, element: Sort) -> Result<Sort> {
        let inner = &mut *self.shared.lock();
        inner.check_sorts(&[element])?;
        Ok(inner.core.terms.seq_sort(element)?)
    }
}

impl Inner {
    /// Checks that these are sorts of this solver.
    pub(super) fn check_sorts(&self, sorts: &[Sort]) -> Result<()> {
        for sort in sorts {
            match sort {
                Sort::BitVec(1..=Sort::MOST_BITS) => {}
                Sort::BitVec(width) => return Err(Error::Sort(format!("no bit-vector has {width} bits"))),
                _ if sort.id().is_some_and(|id| id.place() >= self.core.terms.sort_count()) => {
                    return Err(Error::OtherSolver);
                }
                _ => {}
            }
        }
        Ok(())
    }
}
