//! What a rule works with: the surroundings, the kernel, and the SAT solver behind it.

use tress_base::{Int, Rational};
use tress_sat::Lit;

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term, Word};

use super::Kernel;
use super::egraph::Node;
use super::sat::Sat;

/// The surroundings of a rule.
pub struct Context<'a> {
    /// Terms, their meaning and the limits.
    pub env: Env<'a>,
    /// What the search knows.
    pub kernel: &'a mut Kernel,
    /// The clauses and the assignment.
    pub sat: &'a mut dyn Sat,
}

impl Context<'_> {
    /// The literal of `(= a b)`, which the search may decide.
    pub fn equation(&mut self, a: Term, b: Term) -> Lit {
        let equal = self.env.equal(a, b);
        let literal = self.literal(equal);
        self.sat.set_decidable(literal.var(), true);
        literal
    }

    /// Has the search decided that the formula is true?
    pub fn holds(&self, formula: Term) -> bool {
        self.truth_of(formula) == Some(true)
    }

    /// The present truth value of a formula that has a literal.
    pub(crate) fn truth_of(&self, formula: Term) -> Option<bool> {
        self.sat.value(*self.kernel.atoms.literals.get(formula)?)
    }

    /// The string that has this role for these terms.
    pub fn skolem(&mut self, role: &'static str, of: &[Term]) -> Term {
        self.kernel.skolems.symbol(self.env.store, Sort::String, role, of)
    }

    /// The whole number that has this role for these terms.
    pub fn int_skolem(&mut self, role: &'static str, of: &[Term]) -> Term {
        self.kernel.skolems.symbol(self.env.store, Sort::Int, role, of)
    }

    /// The value of a whole number in the present solution.
    pub fn number_of(&mut self, term: Term) -> Int {
        let linear = self.linear(&[(term, Rational::ONE)]);
        linear.evaluate(|var| self.kernel.numbers.lia.value(var).main.clone()).floor()
    }

    /// The length of a class in the present solution, which may be larger than any word in memory.
    pub fn class_length_now(&mut self, class: Node) -> Int {
        let term = self.kernel.classes.term_at(class);
        let length = self.env.app(Op::Length, &[term]);
        if self.kernel.numbers.vars.has(length) { self.number_of(length) } else { Int::ZERO }
    }

    /// The word of a class that holds a literal.
    pub fn constant_word(&self, node: Node) -> Option<Word> {
        let constant = self.kernel.classes.graph.constant(node)?;
        self.env.word_of(self.kernel.classes.term_of(constant)?)
    }

    /// The literals behind equalities of nodes.
    pub fn literals_behind(&mut self, pairs: impl IntoIterator<Item = (Node, Node)>) -> Vec<Lit> {
        self.kernel.classes.literals_behind(pairs)
    }

    /// The representative of a node's class.
    pub fn representative(&self, node: Node) -> Node {
        self.kernel.classes.graph.representative(node)
    }
}
