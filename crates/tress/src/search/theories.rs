//! What the theories know: atoms, numbers, classes of equal terms, and how they hang together.
//!
//! Numbers live in `tress-lia`, equality in the [`EGraph`]. A term is in both when it is a
//! number that stands as an argument of a function; those are told of each other's equalities.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_automata::Regex;
use tress_automata::lengths::LengthSet;
use tress_base::Rational;
use tress_lia::{AtomId, Bound, Constraint, Kind, Linear, Reason, Relation, Side};
use tress_sat::{Lit, Var};

use crate::eval::Evaluator;
use crate::model::Model;
use crate::rewrite::Rewriter;
use crate::term::{Head, Op, Sort, Term, TermMap, TermSet, TermStore};

use super::clauses::Clauses;
use super::content::Contents;
use super::egraph::{EGraph, EQUATION, Node};
use super::forms::{Forms, Spelling};
use super::rules::Applied;
use super::splits::Part;
use super::stars::Star;
use super::words::{Membership, Words};
use crate::term::sum_of;

/// What a Boolean variable means to the theories.
#[derive(Clone, Debug, Default)]
pub(crate) struct Atom {
    /// The bound that holds exactly when the variable is true.
    pub(crate) bound: Option<AtomId>,
    /// The equation of numbers that holds exactly when the variable is true.
    pub(crate) equation: Option<(tress_lia::Var, tress_lia::Value)>,
    /// The node that equals true or false when the variable does.
    pub(crate) node: Option<Node>,
    /// The nodes that are equal when the variable is true.
    pub(crate) sides: Option<(Node, Node)>,
    /// The membership that it is, as a place in [`Theories::memberships`].
    pub(crate) membership: Option<u32>,
    /// Does the value matter even when no asserted formula depends on it?
    pub(crate) always_relevant: bool,
    /// How the theories came to imply the present value.
    pub(crate) implied_by: Option<Cause>,
}

/// Which theory implied a literal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cause {
    Bounds(AtomId),
    Graph(Node),
}

/// What is true at the current level beyond what the theory solvers keep themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) unequal: usize,
    pub(crate) merges: usize,
}

/// All theories of one search.
pub(crate) struct Theories {
    /// All terms; lent for the time of a search.
    pub(crate) store: TermStore,
    /// The meaning of operators; lent as well.
    pub(crate) evaluator: Evaluator,
    /// The simplification of terms; lent as well.
    pub(crate) rewriter: Rewriter,
    pub(crate) literals: TermMap<Lit>,
    /// The pairs that a chain or `distinct` stands for.
    pub(crate) links: TermMap<Vec<Term>>,
    pub(crate) atoms: Vec<Atom>,
    pub(crate) lia: tress_lia::Solver,
    pub(crate) numbers: TermMap<tress_lia::Var>,
    bound_vars: FxHashMap<(tress_lia::Var, tress_lia::Value), Var>,
    pub(crate) var_of_bound: Vec<Var>,
    pub(crate) graph: EGraph,
    pub(crate) nodes: TermMap<Node>,
    /// The term of each node, where it has one.
    pub(crate) term_of_node: Vec<Option<Term>>,
    /// The variable of each Bool node.
    pub(crate) var_of_node: Vec<Option<Var>>,
    functions: FxHashMap<Head, u32>,
    /// Terms whose node and axioms are still to be made.
    pub(crate) unregistered: Vec<Term>,
    /// Clauses of terms that hold always and are still to be added.
    pub(crate) axioms: Vec<Vec<Term>>,
    /// Products and quotients of variables, decided value by value.
    pub(crate) nonlinear: Vec<Nonlinear>,
    pub(crate) memberships: Vec<Membership>,
    /// The language of each membership, by its term.
    pub(super) languages_of: FxHashMap<Term, Regex>,
    /// Memberships that were asserted and not looked at yet, as places.
    pub(super) new_members: Vec<u32>,
    /// Applications that were made and not looked at yet.
    pub(super) new_applications: Vec<Node>,
    /// How often each rule of the calculus applied.
    pub(super) applied: Applied,
    /// How the words of each class begin and end.
    pub(super) contents: Contents,
    /// Strings whose length the arithmetic knows, with the term of the length.
    pub(crate) lengths: Vec<(Term, Term)>,
    /// The lengths of languages by their structure.
    pub(super) length_sets: FxHashMap<Regex, LengthSet>,
    /// Intersections of languages, and whether they are known to be empty.
    pub(super) wordless: FxHashMap<Regex, bool>,
    /// Strings whose number the arithmetic knows, with the term of the number.
    pub(crate) conversions: Vec<(Term, Term)>,
    /// What classes of strings are made of, from the last check.
    pub(super) forms: Forms,
    /// Concatenations that equal a literal, from the last check.
    pub(super) spellings: Vec<Spelling>,
    /// The nodes of all concatenations.
    pub(super) concatenation_nodes: Vec<Node>,
    /// Strings with this node number and above have no length yet.
    pub(super) strings_with_length: usize,
    /// Names for parts of strings.
    pub(super) parts: FxHashMap<(Term, Part), Term>,
    /// Names for the cut of a turn, by the string that repeats it, and the end it is read from.
    pub(super) cuts: FxHashMap<(Term, Term, bool), [Term; 3]>,
    /// Memberships in the repetition of one string.
    pub(super) stars: Vec<Star>,
    /// Functions whose axioms have been written.
    pub(super) reduced: TermSet,
    /// Functions of strings.
    pub(super) string_functions: Vec<Term>,
    /// How many checks of the forms ended before there was a candidate, since the last one.
    pub(super) checks_without_candidate: u32,
    /// Pairs of lists whose letters have been counted.
    pub(super) counted: FxHashSet<(Term, Term)>,
    /// Comparisons of two strings.
    pub(super) order_atoms: Vec<Term>,
    /// The formulas of the problem.
    pub(crate) facts: Vec<Term>,
    /// The words chosen by the last check.
    pub(crate) words: Words,
    /// Formulas whose value matters: assertions, conditions of choices, arguments of functions.
    pub(crate) roots: Vec<Term>,
    /// Formulas that stand in the definitions of terms.
    pub(crate) defining: Vec<Term>,
    /// Equations of numbers that are false at present.
    pub(crate) unequal: Vec<Lit>,
    /// Pairs of nodes whose equality was told to the arithmetic.
    pub(crate) merges: Vec<(Node, Node)>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) conflict: Option<Vec<Reason>>,
    pub(crate) bounds_changed: bool,
    /// The values under which the last final check found everything consistent.
    pub(crate) found: Option<Model>,
}

/// A term that is linear once some of its parts have values.
pub(crate) struct Nonlinear {
    pub(crate) term: Term,
    /// For how many values its meaning has been written out.
    pub(crate) instances: u32,
}

/// Reasons from here on are numbers of [`Theories::merges`]; smaller ones are codes of literals.
const MERGES: u32 = 1 << 31;

impl Theories {
    pub(crate) fn new() -> Self {
        let mut theories = Self {
            store: TermStore::new(),
            evaluator: Evaluator::new(),
            rewriter: Rewriter::new(),
            literals: TermMap::new(),
            links: TermMap::new(),
            atoms: Vec::new(),
            lia: tress_lia::Solver::new(),
            numbers: TermMap::new(),
            bound_vars: FxHashMap::default(),
            var_of_bound: Vec::new(),
            graph: EGraph::new(),
            nodes: TermMap::new(),
            term_of_node: Vec::new(),
            var_of_node: Vec::new(),
            functions: FxHashMap::default(),
            unregistered: Vec::new(),
            axioms: Vec::new(),
            nonlinear: Vec::new(),
            memberships: Vec::new(),
            languages_of: FxHashMap::default(),
            new_members: Vec::new(),
            new_applications: Vec::new(),
            applied: Applied::default(),
            contents: Contents::default(),
            lengths: Vec::new(),
            length_sets: FxHashMap::default(),
            wordless: FxHashMap::default(),
            conversions: Vec::new(),
            forms: Forms::new(),
            spellings: Vec::new(),
            concatenation_nodes: Vec::new(),
            strings_with_length: 0,
            parts: FxHashMap::default(),
            cuts: FxHashMap::default(),
            stars: Vec::new(),
            reduced: TermSet::new(),
            string_functions: Vec::new(),
            checks_without_candidate: 0,
            counted: FxHashSet::default(),
            order_atoms: Vec::new(),
            facts: Vec::new(),
            words: Words::default(),
            roots: Vec::new(),
            defining: Vec::new(),
            unequal: Vec::new(),
            merges: Vec::new(),
            marks: Vec::new(),
            conflict: None,
            bounds_changed: false,
            found: None,
        };
        let (yes, no) = (theories.graph.yes(), theories.graph.no());
        theories.note_node(TermStore::TRUE, yes);
        theories.note_node(TermStore::FALSE, no);
        theories
    }

    pub(crate) fn atom_mut(&mut self, var: Var) -> &mut Atom {
        if self.atoms.len() <= var.index() {
            self.atoms.resize_with(var.index() + 1, Atom::default);
        }
        &mut self.atoms[var.index()]
    }

    /// The literal of a term that is no connective.
    pub(crate) fn atom(&mut self, term: Term, out: &mut dyn Clauses) -> Lit {
        let args = self.store.args(term);
        match (self.store.op(term), args) {
            (Some(op @ (Op::Le | Op::Lt | Op::Ge | Op::Gt)), [left, right]) => {
                let relation = match op {
                    Op::Le => Relation::Le,
                    Op::Lt => Relation::Lt,
                    Op::Ge => Relation::Ge,
                    _ => Relation::Gt,
                };
                let difference = self.difference(*left, *right);
                let constraint = self.lia.constraint(&difference, relation);
                self.bound_literal(&constraint, out)
            }
            (Some(Op::Eq), [left, right]) if self.store.sort(*left).is_numeric() => {
                self.number_equation(*left, *right, out)
            }
            _ => self.predicate(term, out),
        }
    }

    /// The literal of a bound, shared by all atoms that mean the same.
    pub(crate) fn bound_literal(&mut self, constraint: &Constraint, out: &mut dyn Clauses) -> Lit {
        match constraint {
            Constraint::True => self.truth(out),
            Constraint::False => !self.truth(out),
            Constraint::Bound(bound) if bound.side == Side::Upper => self.upper_literal(bound, out),
            Constraint::Bound(bound) => {
                let is_int = self.lia.kind(bound.var) == Kind::Int;
                !self.upper_literal(&bound.negated(is_int), out)
            }
            Constraint::Fixed(..) => unreachable!("an inequality is never an equation"),
        }
    }

    fn upper_literal(&mut self, bound: &Bound, out: &mut dyn Clauses) -> Lit {
        let key = (bound.var, bound.value.clone());
        if let Some(known) = self.bound_vars.get(&key) {
            out.set_decidable(*known, true);
            return known.positive();
        }
        let var = out.new_var();
        out.observe(var);
        let atom = self.lia.register_atom(bound);
        debug_assert_eq!(atom.0 as usize, self.var_of_bound.len(), "atoms are numbered in order");
        self.var_of_bound.push(var);
        self.atom_mut(var).bound = Some(atom);
        self.bound_vars.insert(key, var);
        var.positive()
    }

    /// The literal of an equation of numbers.
    fn number_equation(&mut self, left: Term, right: Term, out: &mut dyn Clauses) -> Lit {
        let difference = self.difference(left, right);
        match self.lia.constraint(&difference, Relation::Eq) {
            Constraint::True => self.truth(out),
            Constraint::False => !self.truth(out),
            Constraint::Bound(_) => unreachable!("an equation is never an inequality"),
            Constraint::Fixed(number, value) => {
                let var = out.new_var();
                out.observe(var);
                self.atom_mut(var).equation = Some((number, value));
                if let (Some(a), Some(b)) = (self.nodes.get(left).copied(), self.nodes.get(right).copied()) {
                    self.link_sides(var, a, b);
                }
                var.positive()
            }
        }
    }

    /// Lets an equation of numbers speak of their nodes too.
    pub(crate) fn link_sides(&mut self, var: Var, a: Node, b: Node) {
        if self.atom_mut(var).sides.is_some() {
            return;
        }
        let node = self.graph.add_application(EQUATION, &[a, b]);
        self.note_var(node, var);
        let atom = self.atom_mut(var);
        atom.node = Some(node);
        atom.sides = Some((a, b));
    }

    /// The literal of an equation of other sorts, a predicate, or a Bool constant.
    fn predicate(&mut self, term: Term, out: &mut dyn Clauses) -> Lit {
        let var = out.new_var();
        let plain = self.store.as_constant(term).is_some();
        if !plain {
            self.unregistered.push(term);
            out.observe(var);
        }
        self.atom_mut(var);
        var.positive()
    }

    /// `left - right` over the variables of the arithmetic.
    pub(crate) fn difference(&mut self, left: Term, right: Term) -> Linear {
        self.linear(&[(left, Rational::ONE), (right, -Rational::ONE)])
    }

    /// A sum of terms over the variables of the arithmetic.
    pub(crate) fn linear(&mut self, terms: &[(Term, Rational)]) -> Linear {
        let sum = sum_of(&self.store, terms);
        let parts = sum.parts.into_iter().map(|(term, factor)| (self.number(term), factor)).collect();
        Linear::from_terms(parts, sum.constant)
    }

    /// The variable of an opaque number.
    fn number(&mut self, term: Term) -> tress_lia::Var {
        if let Some(known) = self.numbers.get(term) {
            return *known;
        }
        let kind = if self.store.sort(term) == Sort::Int { Kind::Int } else { Kind::Real };
        let var = self.lia.new_var(kind);
        self.numbers.set(term, var);
        if self.store.as_constant(term).is_none() {
            self.unregistered.push(term);
        }
        var
    }

    pub(crate) fn note_node(&mut self, term: Term, node: Node) {
        let index = node.0 as usize;
        if self.term_of_node.len() <= index {
            self.term_of_node.resize(index + 1, None);
        }
        self.term_of_node[index] = Some(term);
        if self.store.op(term) == Some(Op::Concat) {
            self.concatenation_nodes.push(node);
        }
        self.nodes.set(term, node);
    }

    pub(crate) fn note_var(&mut self, node: Node, var: Var) {
        let index = node.0 as usize;
        if self.var_of_node.len() <= index {
            self.var_of_node.resize(index + 1, None);
        }
        self.var_of_node[index] = Some(var);
    }

    /// The number of a function or operator in the graph.
    pub(crate) fn function(&mut self, head: Head) -> u32 {
        let next = EQUATION + 1 + u32::try_from(self.functions.len()).expect("few functions");
        *self.functions.entry(head).or_insert(next)
    }

    /// A reason that stands for a true literal.
    pub(crate) fn reason(literal: Lit) -> Reason {
        debug_assert!(literal.code() < MERGES, "fewer than 2^30 variables");
        Reason(literal.code())
    }

    /// A reason that stands for the equality of two nodes.
    pub(crate) fn merge_reason(&mut self, a: Node, b: Node) -> Reason {
        self.merges.push((a, b));
        Reason(MERGES + u32::try_from(self.merges.len() - 1).expect("few merges"))
    }

    /// The clause that says: these reasons do not hold together.
    pub(crate) fn clause_against(&mut self, reasons: &[Reason]) -> Vec<Lit> {
        let mut literals = Vec::with_capacity(reasons.len());
        for reason in reasons {
            if reason.0 < MERGES {
                literals.push(Lit::from_code(reason.0));
            } else {
                let (a, b) = self.merges[(reason.0 - MERGES) as usize];
                self.graph.explain(a, b, &mut literals);
            }
        }
        literals.sort_unstable();
        literals.dedup();
        literals.iter_mut().for_each(|literal| *literal = !*literal);
        literals
    }
}
