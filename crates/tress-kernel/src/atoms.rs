//! Literals of formulas, and what Boolean variables mean to the theories.

use tress_lia::AtomId;
use tress_sat::{Lit, Var};

use tress_term::term::{Term, TermMap};

use super::egraph::Node;

/// What a Boolean variable means to the theories.
#[derive(Clone, Debug, Default)]
pub struct Atom {
    /// The bound that holds exactly when the variable is true.
    pub(crate) bound: Option<AtomId>,
    /// The equation of numbers that holds exactly when the variable is true.
    pub(crate) equation: Option<(tress_lia::Var, tress_lia::Value)>,
    /// The node that equals true or false when the variable does.
    pub(crate) node: Option<Node>,
    /// The nodes that are equal when the variable is true.
    pub sides: Option<(Node, Node)>,
    /// The theory's own number for it.
    pub tag: Option<u32>,
    /// Does the value matter even when no asserted formula depends on it?
    pub always_relevant: bool,
    /// How the theories came to imply the negative and the positive literal. One theory may imply a
    /// literal when another has implied its negation: the conflict then asks for both.
    implied_by: [Option<Cause>; 2],
}

impl Atom {
    /// Which theory implied the literal last.
    pub(crate) fn cause_of(&self, literal: Lit) -> Option<Cause> {
        self.implied_by[usize::from(literal.is_positive())]
    }

    /// Notes which theory implies the literal.
    pub(crate) fn set_cause(&mut self, literal: Lit, cause: Cause) {
        self.implied_by[usize::from(literal.is_positive())] = Some(cause);
    }
}

/// Which theory implied a literal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cause {
    Bounds(AtomId),
    Graph(Node),
}

/// The literals of formulas.
#[derive(Default)]
pub struct Atoms {
    pub literals: TermMap<Lit>,
    /// The pairs that a chain or `distinct` represents.
    pub links: TermMap<Vec<Term>>,
    /// Which of the meanings is that of a variable, from one on. Most variables of circuits mean nothing.
    places: Vec<u32>,
    meanings: Vec<(Var, Atom)>,
    /// A formula that each variable represents.
    terms: Vec<Option<Term>>,
}

impl Atoms {
    /// What a variable means, if it does.
    pub(crate) fn get(&self, var: Var) -> Option<&Atom> {
        let place = *self.places.get(var.index())? as usize;
        self.meanings.get(place.checked_sub(1)?).map(|(_, atom)| atom)
    }

    /// What a variable means, to be changed.
    pub fn get_mut(&mut self, var: Var) -> &mut Atom {
        if self.places.len() <= var.index() {
            self.places.resize(var.index() + 1, 0);
        }
        let place = &mut self.places[var.index()];
        if *place == 0 {
            self.meanings.push((var, Atom::default()));
            *place = self.meanings.len() as u32;
        }
        &mut self.meanings[*place as usize - 1].1
    }

    /// All variables that mean something, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Var, &Atom)> {
        let vars = (0..).map(Var::new).take(self.places.len());
        vars.filter_map(|var| self.get(var).map(|atom| (var, atom)))
    }

    /// Gives a formula its literal.
    pub(crate) fn set_literal(&mut self, term: Term, literal: Lit) {
        self.literals.set(term, literal);
        let index = literal.var().index();
        if self.terms.len() <= index {
            self.terms.resize(index + 1, None);
        }
        self.terms[index].get_or_insert(term);
    }

    /// A formula that a variable represents, or that its negation does.
    pub fn term_of(&self, var: Var) -> Option<Term> {
        self.terms.get(var.index()).copied().flatten()
    }
}
