//! Terms that enter: their nodes, and the axioms that define them.
//!
//! Everything here holds under every model, so it never changes what is satisfiable. Terms wait
//! until the caller's work is done; [`Context::enter_all`] is called by the driver after every
//! piece of work of a theory, so nothing waits when the search goes on.

use tress_base::Stop;
use tress_sat::{Lit, Var};

use tress_term::term::{Head, Op, Sort, Term, TermStore, number};

use super::Kernel;
use super::arrays_datatypes::define_array_or_datatype;
use super::bits::{is_bits_op, is_vector, link_equations};
use super::context::Context;
use super::definitions::define_term;
use super::egraph::{EQUATION, Node};
use super::inferences::Rule;
use super::theory::Theory;

/// Terms and axioms that are entered between two looks at the limits.
const ENTERED_PER_LOOK: usize = 4;

/// What came up and is not entered yet.
#[derive(Default)]
pub struct Waiting {
    /// Terms whose node and axioms are still to be made.
    pub(super) terms: Vec<Term>,
    /// Clauses of formulas that hold always and are still to be added.
    pub(super) axioms: Vec<(Rule, Vec<Term>)>,
    /// Nodes that the theory has not heard of.
    nodes: Vec<(Term, Node)>,
    /// Bool nodes with their variables that the theory has not heard of.
    atoms: Vec<(Term, Var)>,
    /// Why something that waited was left out.
    cut: Option<Stop>,
}

impl Waiting {
    /// How many axioms wait.
    pub fn axiom_count(&self) -> usize {
        self.axioms.len()
    }

    /// Takes the clauses that wait, to look at them.
    pub fn take_axioms(&mut self) -> Vec<Vec<Term>> {
        std::mem::take(&mut self.axioms).into_iter().map(|(_, clause)| clause).collect()
    }

    /// How many terms wait.
    pub fn term_count(&self) -> usize {
        self.terms.len()
    }
}

impl Context<'_> {
    /// Makes nodes and axioms for all terms that wait for them, and reports them to the theory.
    ///
    /// # Errors
    /// When time or memory is used up. Some terms are left out then: the search ends, and must not be asked
    /// again.
    pub fn enter_all(&mut self, theory: &mut dyn Theory) -> Result<(), Stop> {
        self.kernel.whole()?;
        let entered = self.enter_waiting(theory);
        self.kernel.waiting.cut = entered.err();
        entered.and_then(|()| self.kernel.whole())
    }

    fn enter_waiting(&mut self, theory: &mut dyn Theory) -> Result<(), Stop> {
        for entered in 1_usize.. {
            if entered.is_multiple_of(ENTERED_PER_LOOK) {
                self.env.budget.look_beyond_shares()?;
                self.kernel.whole()?;
            }
            tell_theory(self, theory)?;
            if let Some(term) = self.kernel.waiting.terms.pop() {
                enter(self, term, theory)?;
            } else if let Some((rule, axiom)) = self.kernel.waiting.axioms.pop() {
                self.add_axiom(rule, &axiom);
            } else {
                break;
            }
        }
        Ok(())
    }

    /// The node of a term, with nodes for everything below that congruence looks at.
    pub fn node(&mut self, root: Term) -> Node {
        // Numbers are opaque to the graph: what stands below a sum is found through its parts.
        let mut stack = vec![(root, 0)];
        while let Some((term, next)) = stack.last_mut() {
            let term = *term;
            let store = &*self.env.store;
            let args = if is_application(store, term) { store.args(term) } else { &[] };
            if let Some(arg) = args.get(*next).copied() {
                *next += 1;
                if self.kernel.classes.node_of(arg).is_none() {
                    stack.push((arg, 0));
                }
                continue;
            }
            stack.pop();
            if self.kernel.classes.node_of(term).is_none() {
                make_node(self, term);
            }
        }
        self.kernel.classes.node_of(root).expect("the root comes last")
    }
}

/// Tells the theory of new nodes and predicates.
fn tell_theory(cx: &mut Context<'_>, theory: &mut dyn Theory) -> Result<(), Stop> {
    for (term, node) in std::mem::take(&mut cx.kernel.waiting.nodes) {
        theory.note_node(term, node, cx)?;
    }
    for (term, var) in std::mem::take(&mut cx.kernel.waiting.atoms) {
        let is_equation = cx.kernel.atoms.get_mut(var).sides.is_some();
        if !theory.note_atom(term, var, cx)? && !is_equation {
            cx.kernel.atoms.get_mut(var).always_relevant = true;
            cx.kernel.relevance.add_root(term);
        }
    }
    Ok(())
}

fn enter(cx: &mut Context<'_>, term: Term, theory: &mut dyn Theory) -> Result<(), Stop> {
    define_array_or_datatype(cx, term)?;
    if !define_term(cx, term)? {
        theory.define(term, cx)?;
    }
    let store = &*cx.env.store;
    let needs_node = !store.args(term).is_empty() && !is_defined(store, term);
    if needs_node || store.sort(term) == Sort::Bool {
        cx.node(term);
    }
    Ok(())
}

impl Kernel {
    /// Has everything entered that should have?
    ///
    /// # Errors
    /// The reason why something was cut. The search means nothing then.
    pub(super) fn whole(&self) -> Result<(), Stop> {
        self.bits.whole()?;
        self.waiting.cut.map_or(Ok(()), Err)
    }
}

fn make_node(cx: &mut Context<'_>, term: Term) {
    let node = bare_node(cx, term);
    let (store, classes) = (&*cx.env.store, &mut cx.kernel.classes);
    let (sort, is_value) = (store.sort(term), store.as_value(term).is_some());
    if sort.is_numeric() {
        classes.graph.mark_number(node);
        // The arithmetic must know the number as well.
        cx.linear(&[(term, tress_base::Rational::ONE)]);
    }
    if is_vector(sort) {
        // Equalities of vectors are told to their bits, as those of numbers are to the arithmetic.
        cx.kernel.classes.graph.mark_number(node);
        cx.vector(term);
    }
    cx.kernel.classes.set_term(node, term);
    if is_vector(sort) {
        link_equations(cx, term);
    }
    cx.kernel.waiting.nodes.push((term, node));
    let is_literal = is_value && !matches!(sort, Sort::Array(_) | Sort::Datatype(_));
    if !sort.is_numeric() && !is_vector(sort) && sort != Sort::Bool && !is_literal {
        cx.kernel.waiting.terms.push(term);
    }
    if sort == Sort::Bool {
        link_bool(cx, term, node);
    }
    note_bool_arguments(cx, node);
}

/// The truth of a formula that a function is applied to matters, whatever else depends on it.
fn note_bool_arguments(cx: &mut Context<'_>, node: Node) {
    let (function, arguments) = cx.kernel.classes.graph.application(node);
    if function == EQUATION {
        return;
    }
    for argument in arguments.iter().copied() {
        let Some(term) = cx.kernel.classes.term_of(argument) else { continue };
        if let Some(var) = cx.kernel.classes.var_of(argument)
            && cx.env.store.as_value(term).is_none()
        {
            cx.kernel.atoms.get_mut(var).always_relevant = true;
            cx.kernel.relevance.add_root(term);
        }
    }
}

/// A new node for a term whose arguments have nodes.
fn bare_node(cx: &mut Context<'_>, term: Term) -> Node {
    let (store, classes) = (&*cx.env.store, &mut cx.kernel.classes);
    if store.as_value(term).is_some() {
        return classes.graph.add_constant();
    }
    if !is_application(store, term) {
        return classes.graph.add_leaf();
    }
    let head = store.head(term);
    let equation = matches!(head, Head::Op(Op::Eq, _));
    let function = if equation { EQUATION } else { classes.function(head) };
    let node = |arg: &Term| classes.node_of(*arg).expect("arguments come first");
    let args: Vec<Node> = store.args(term).iter().map(node).collect();
    classes.graph.add_application(function, &args)
}

/// Connects a Bool node with the variable of its term.
fn link_bool(cx: &mut Context<'_>, term: Term, node: Node) {
    let literal = cx.literal(term);
    let var = literal.var();
    // A connective's literal may be the negation of a variable that has another term.
    let direct = literal.is_positive() && cx.kernel.atoms.get_mut(var).node.is_none();
    let var = if direct { var } else { alias(cx, literal) };
    cx.sat.observe(var);
    let classes = &mut cx.kernel.classes;
    let sides = match (cx.env.store.op(term), classes.graph.application(node)) {
        (Some(Op::Eq), (EQUATION, [a, b])) => Some((*a, *b)),
        _ => None,
    };
    classes.set_var(node, var);
    let atom = cx.kernel.atoms.get_mut(var);
    atom.node = Some(node);
    atom.sides = sides;
    cx.kernel.waiting.atoms.push((term, var));
}

/// A new variable equal to a literal.
fn alias(cx: &mut Context<'_>, literal: Lit) -> Var {
    let var = cx.sat.new_var();
    for clause in [[!literal, var.positive()], [literal, var.negative()]] {
        cx.sat.add(&clause, super::sat::Lifetime::Permanent);
    }
    cx.kernel.atoms.get_mut(var);
    var
}

/// Do the axioms alone give the term its meaning, so that congruence adds nothing?
fn is_defined(store: &TermStore, term: Term) -> bool {
    match store.op(term) {
        Some(Op::Ite | Op::Abs | Op::ToInt) => true,
        Some(Op::IntDiv | Op::Mod) => divides_by_numbers(store, term),
        Some(op) => is_bits_op(op),
        None => false,
    }
}

/// Is the term a function of its arguments, to the graph?
pub fn is_application(store: &TermStore, term: Term) -> bool {
    if store.args(term).is_empty() {
        return false;
    }
    match store.head(term) {
        Head::Symbol(_) => true,
        Head::Quantifier(..) | Head::Value(_) => false,
        // A regular expression without variables is a constant.
        Head::Op(..) if store.sort(term) == Sort::RegLan => !tress_term::term::is_ground(store, term),
        Head::Op(op, _) => match op {
            Op::Add | Op::Sub | Op::Mul | Op::ToReal | Op::Ite => false,
            Op::RealDiv => !divides_by_numbers(store, term),
            Op::Eq => store.args(term).len() == 2 && store.sort(store.args(term)[0]) != Sort::Bool,
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Distinct => false,
            Op::Le | Op::Lt | Op::Ge | Op::Gt => false,
            op => !is_bits_op(op),
        },
    }
}

/// Are all divisors numbers other than zero?
fn divides_by_numbers(store: &TermStore, term: Term) -> bool {
    let divisors = &store.args(term)[1..];
    divisors.iter().all(|divisor| number(store, *divisor).is_some_and(|n| !n.is_zero()))
}
