//! Objectives and soft assertions: which models are preferred.

use tress_base::Rational;
use tress_lia::Goal;

use tress_solver::optimise::ObjectiveBounds;
use tress_term::print::{Style, symbol_text, term_text};
use tress_term::term::Sort;

use super::error::{Error, Result};
use super::solver::Solver;
use super::term::Operand;

/// Optimisation.
///
/// With objectives, [`Solver::check`] goes on after it has found a model: it improves the model until there
/// is none better, or a limit ends the work. [`Answer::Sat`](crate::Answer::Sat) states that the assertions
/// hold under the model, and [`Solver::objectives`] what is proved about its optimality.
impl Solver {
    /// Prefers models under which this number is smaller, as long as the current level is open. Several
    /// objectives are lexicographic; with the option `opt.priority` set to `box` each is optimised alone.
    ///
    /// ```
    /// use tress::{Answer, Dialect, Solver, Sort};
    ///
    /// // The shortest name that looks like an address and holds a quotation mark.
    /// let mut s = Solver::new();
    /// let name = s.constant("name", Sort::String)?;
    /// let allowed = s.regex(Dialect::Java, r"[^@]+@[^@]+\.[a-z]{2,}")?;
    /// s.assert(name.matches(allowed) & name.contains("'"))?;
    /// s.minimize(name.len())?;
    ///
    /// assert_eq!(s.check(), Answer::Sat);
    /// assert_eq!(s.objectives()?[0].to_string(), "6");
    /// assert_eq!(s.value(name.len())?, 6);
    /// # Ok::<(), tress::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the term is ill-sorted, not a number, or from another solver. Then nothing changes.
    pub fn minimize(&mut self, number: impl Into<Operand>) -> Result<()> {
        self.add_objective(number.into(), Goal::Minimum)
    }

    /// Prefers models under which this number is larger.
    ///
    /// ```
    /// use tress::{Answer, Limit, Solver, Sort};
    ///
    /// let mut s = Solver::new();
    /// let (n, m) = (s.constant("n", Sort::Int)?, s.constant("m", Sort::Int)?);
    /// s.assert((&n * 2).le(7) & m.ge(&n))?;
    /// s.maximize(&n)?;
    /// s.maximize(&m)?;
    /// assert_eq!(s.check(), Answer::Sat);
    /// let objectives = s.objectives()?;
    /// assert_eq!(objectives[0].value(), Some(&3.into()));
    /// assert_eq!(objectives[1].high, Limit::Infinity);
    /// # Ok::<(), tress::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::minimize`].
    pub fn maximize(&mut self, number: impl Into<Operand>) -> Result<()> {
        self.add_objective(number.into(), Goal::Maximum)
    }

    /// Adds a soft assertion to the current level. The sum of the weights of those formulas of one group that
    /// do not hold is an objective to be minimised.
    ///
    /// ```
    /// use tress::{Answer, Solver, Sort};
    ///
    /// let mut s = Solver::new();
    /// let n = s.constant("n", Sort::Int)?;
    /// s.assert(n.ge(10))?;
    /// s.assert_soft(n.lt(5), 3, "preferences")?;
    /// s.assert_soft(n.eq(12), 1, "preferences")?;
    /// assert_eq!(s.check(), Answer::Sat);
    /// assert_eq!(s.value(&n)?, 12);
    /// assert_eq!(s.objectives()?[0].value(), Some(&3.into()));
    /// # Ok::<(), tress::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::assert`].
    pub fn assert_soft(
        &mut self,
        formula: impl Into<Operand>,
        weight: impl Into<Rational>,
        group: &str,
    ) -> Result<()> {
        let formula = formula.into();
        let mut inner = self.shared.lock();
        let formula = inner.formula(&self.shared, formula)?;
        let group = if group.is_empty() { String::new() } else { symbol_text(group) };
        inner.core.assert_soft(formula, weight.into(), group);
        Ok(())
    }

    /// The objectives with what the last check has proved about their optimal values.
    ///
    /// # Errors
    /// If the last check did not answer sat.
    pub fn objectives(&self) -> Result<Vec<ObjectiveBounds>> {
        Ok(self.shared.lock().core.objective_bounds()?.to_vec())
    }

    fn add_objective(&mut self, number: Operand, goal: Goal) -> Result<()> {
        let mut inner = self.shared.lock();
        let id = inner.any(&self.shared, number)?;
        let sort = inner.core.terms.sort(id);
        if !matches!(sort, Sort::Int | Sort::Real) {
            let sort = inner.core.terms.sort_text(sort);
            return Err(Error::Sort(format!("an objective is a number, not of sort {sort}")));
        }
        let name = term_text(&inner.core.terms, id, Style::Standard);
        inner.core.add_objective(id, goal, name);
        Ok(())
    }
}
