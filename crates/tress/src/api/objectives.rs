//! Objectives: which models are better than others.

use tress_base::Rational;
use tress_lia::Goal;

use tress_solver::optimise::ObjectiveBounds;
use tress_term::print::{Style, symbol_text, term_text};
use tress_term::term::Sort;

use super::error::{Error, Result};
use super::solver::Solver;
use super::term::Operand;

/// The best of all models.
///
/// With objectives, [`Solver::check`] goes on after it has found a model: it looks for a best one until there is
/// none better, or the limits end the work. [`Answer::Sat`](crate::Answer::Sat) says that the assertions hold under the model, and
/// [`Solver::objectives`] what is proved of it.
impl Solver {
    /// From the current level on, models are better when this number is smaller. Of several objectives the first decides, then
    /// the second, and so on; with the option `opt.priority` set to `box` each is asked alone.
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
    /// When the term does not fit together, is no number or another solver's. Nothing changes then.
    pub fn minimize(&mut self, number: impl Into<Operand>) -> Result<()> {
        self.add_objective(number.into(), Goal::Minimum)
    }

    /// The same for numbers that should be large.
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

    /// From the current level on, models are better by this weight when the formula holds. The weights of the formulas
    /// of one group that do not hold are added up; each group is an objective that should be small.
    ///
    /// ```
    /// use tress::{Answer, Solver, Sort};
    ///
    /// let mut s = Solver::new();
    /// let n = s.constant("n", Sort::Int)?;
    /// s.assert(n.ge(10))?;
    /// s.assert_soft(n.lt(5), 3, "wishes")?;
    /// s.assert_soft(n.eq(12), 1, "wishes")?;
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
        let mut desk = self.home.lock();
        let formula = desk.formula(&self.home, formula)?;
        let group = if group.is_empty() { String::new() } else { symbol_text(group) };
        desk.core.assert_soft(formula, weight.into(), group);
        Ok(())
    }

    /// The objectives with what the last check has proved of their best values.
    ///
    /// # Errors
    /// When the last check did not answer sat.
    pub fn objectives(&self) -> Result<Vec<ObjectiveBounds>> {
        Ok(self.home.lock().core.objective_bounds()?.to_vec())
    }

    fn add_objective(&mut self, number: Operand, goal: Goal) -> Result<()> {
        let mut desk = self.home.lock();
        let id = desk.any(&self.home, number)?;
        let sort = desk.core.terms.sort(id);
        if !matches!(sort, Sort::Int | Sort::Real) {
            let sort = desk.core.terms.sort_text(sort);
            return Err(Error::Sort(format!("an objective is a number, not of sort {sort}")));
        }
        let name = term_text(&desk.core.terms, id, Style::Standard);
        desk.core.add_objective(id, goal, name);
        Ok(())
    }
}
