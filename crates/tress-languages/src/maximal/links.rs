//! A group before its search: what needs no choice is done.
//!
//! Enters: a group of the dependency graph. Leaves: the largest language that each variable can have, and the
//! constraints that relate several occurrences of variables ([`Link`]). A constraint with one occurrence is
//! no link: the universal quotient of its right side by what stands around it is one more limit for the
//! variable. This is stage 1 of the worklist of section 2.3.2 (Hooimeijer 2012).

use std::sync::Arc;

use tress_base::{Budget, Stop};

use super::graph::Group;
use super::limits::MINIMIZE_STEPS;
use super::system::{Constraint, Part, System};
use super::walk::{Ending, Walk, through};
use tress_automata::nfa::Nfa;

/// Steps of minimizing an automaton for each of its states and edges.
const STEPS_PER_ITEM: u64 = 200;

/// The languages of the variables of a group, in its order.
pub(super) type Languages = Vec<Arc<Nfa>>;

/// A part of the left side of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LinkPart {
    /// The variable at this index of the group.
    Variable(usize),
    /// A language of which every word may stand here; trimmed and not empty.
    Constant(Arc<Nfa>),
}

/// A concatenation, all of whose words must be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Link {
    pub(super) parts: Vec<LinkPart>,
    /// The right side: deterministic, minimal, without a dead state.
    pub(super) machine: Arc<Nfa>,
}

impl Link {
    /// Does the variable occur here?
    pub(super) fn mentions(&self, variable: usize) -> bool {
        self.occurrences(variable).next().is_some()
    }

    /// The indices at which the variable occurs.
    pub(super) fn occurrences(&self, variable: usize) -> impl Iterator<Item = usize> + '_ {
        let is_variable = move |part: &LinkPart| matches!(part, LinkPart::Variable(at) if *at == variable);
        (0..self.parts.len()).filter(move |&index| is_variable(&self.parts[index]))
    }

    /// The language at this index.
    pub(super) fn language<'a>(&'a self, index: usize, languages: &'a Languages) -> &'a Arc<Nfa> {
        match &self.parts[index] {
            LinkPart::Variable(variable) => &languages[*variable],
            LinkPart::Constant(constant) => constant,
        }
    }

    /// The states after the parts before `index`, in which every right side begins. Returns `None` if a word
    /// of them is the beginning of no accepted word.
    pub(super) fn before(
        &self,
        index: usize,
        languages: &Languages,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Stop> {
        if self.machine.states() == 0 {
            return Ok(None);
        }
        let mut states = self.machine.initial().to_vec();
        for part in 0..index {
            match through(&self.machine, &states, self.language(part, languages), budget)? {
                Some(next) => states = next,
                None => return Ok(None),
            }
        }
        Ok(Some(states))
    }

    /// What must be accepted behind the part at `index`.
    pub(super) fn behind(&self, index: usize, languages: &Languages) -> Ending<'_> {
        let parts = index + 1..self.parts.len();
        let mut whole: Option<Nfa> = None;
        for part in parts {
            let language = self.language(part, languages);
            whole = Some(whole.map_or_else(|| (**language).clone(), |whole| whole.concat(language)));
        }
        Ending::new(&self.machine, &whole.unwrap_or_else(|| Nfa::word(&[])))
    }

    /// The words of `language` that can stand at `index`, when the other parts have these languages.
    pub(super) fn fitting(
        &self,
        index: usize,
        language: &Nfa,
        languages: &Languages,
        budget: &Budget,
    ) -> Result<Nfa, Stop> {
        let others = (0..self.parts.len()).filter(|&part| part != index);
        if others.into_iter().any(|part| self.language(part, languages).is_empty()) {
            return Ok(language.clone());
        }
        let Some(states) = self.before(index, languages, budget)? else { return Ok(Nfa::none()) };
        let walk = Walk::new(language, &self.machine, &states, budget)?;
        walk.words_before(&mut self.behind(index, languages), budget)
    }

    /// Is every word of the concatenation accepted?
    pub(super) fn holds(&self, languages: &Languages, budget: &Budget) -> Result<bool, Stop> {
        if (0..self.parts.len()).any(|part| self.language(part, languages).is_empty()) {
            return Ok(true);
        }
        let ends = self.before(self.parts.len(), languages, budget)?;
        Ok(ends.is_some_and(|ends| ends.iter().all(|&state| self.machine.is_accepting(state))))
    }
}

/// A group whose simple constraints are dealt with.
#[derive(Debug)]
pub(super) struct Linked {
    /// The largest language of each variable.
    pub(super) bounds: Languages,
    /// What relates them. No variable here has an empty bound.
    pub(super) links: Vec<Link>,
    /// The variables that must have words.
    pub(super) wanted: Vec<bool>,
}

impl Linked {
    /// Does all that needs no choice.
    pub(super) fn new(
        system: &System,
        group: &Group,
        constants: &mut Constants<'_>,
        budget: &Budget,
    ) -> Result<Linked, Stop> {
        let wanted: Vec<bool> = group.variables.iter().map(|&variable| system.is_wanted(variable)).collect();
        let all = Arc::new(Nfa::all());
        let mut bounds: Languages = vec![all; group.variables.len()];
        let mut limits: Vec<Vec<Arc<Nfa>>> = vec![Vec::new(); group.variables.len()];
        let mut links: Vec<Link> = Vec::new();
        for &number in &group.constraints {
            let constraint = &system.constraints()[number];
            let index = |part: &Part| match part {
                Part::Variable(variable) => group.variables.binary_search(variable).ok(),
                Part::Constant(_) => None,
            };
            if let [part] = constraint.parts.as_slice()
                && let Some(variable) = index(part)
            {
                let limit = constants.right_side(constraint, false, budget)?;
                if !limits[variable].contains(&limit) {
                    bounds[variable] = both(&bounds[variable], &limit, budget)?;
                    limits[variable].push(limit);
                }
                continue;
            }
            let Some(link) = constants.link(constraint, index, budget)? else { continue };
            if !links.contains(&link) {
                links.push(link);
            }
        }
        // Quotients are computed for languages that are as small as they can be.
        let (single, mut links): (Vec<Link>, Vec<Link>) =
            links.into_iter().partition(|link| variables_of(link).count() == 1);
        for link in &single {
            for (index, variable) in variables_of(link) {
                let words = link.fitting(index, &bounds[variable], &bounds, budget)?;
                bounds[variable] = tidy(&words, budget)?;
            }
        }
        links.retain(|link| variables_of(link).all(|(_, variable)| !bounds[variable].is_empty()));
        let links = restricting(links, &bounds, budget)?;
        Ok(Linked { bounds, links, wanted })
    }

    /// Can no variable that must have words have one?
    pub(super) fn is_hopeless(&self) -> bool {
        self.bounds.iter().zip(&self.wanted).any(|(bound, &wanted)| wanted && bound.is_empty())
    }
}

/// The links that say something which the bounds do not say.
fn restricting(links: Vec<Link>, bounds: &Languages, budget: &Budget) -> Result<Vec<Link>, Stop> {
    let mut kept = Vec::new();
    for link in links {
        if !link.holds(bounds, budget)? {
            kept.push(link);
        }
    }
    Ok(kept)
}

/// The indices of variables, with the variables.
fn variables_of(link: &Link) -> impl Iterator<Item = (usize, usize)> + '_ {
    link.parts.iter().enumerate().filter_map(|(index, part)| match part {
        LinkPart::Variable(variable) => Some((index, *variable)),
        LinkPart::Constant(_) => None,
    })
}

/// The constants of a system, made small when they are first used.
pub(super) struct Constants<'a> {
    system: &'a System,
    small: Vec<Option<Arc<Nfa>>>,
    /// Deterministic right sides, and their complements.
    right_sides: [Vec<Option<Arc<Nfa>>>; 2],
}

impl<'a> Constants<'a> {
    pub(super) fn new(system: &'a System) -> Self {
        let none = vec![None; system.constants().count()];
        Self { system, small: none.clone(), right_sides: [none.clone(), none] }
    }

    /// A constant on the left side.
    fn left_side(&mut self, constant: super::Constant, budget: &Budget) -> Result<Arc<Nfa>, Stop> {
        if self.small[constant.index()].is_none() {
            self.small[constant.index()] = Some(tidy(self.system.automaton(constant), budget)?);
        }
        Ok(self.small[constant.index()].clone().unwrap_or_default())
    }

    /// The language on the right side of a constraint; deterministic when that is needed.
    fn right_side(
        &mut self,
        constraint: &Constraint,
        deterministic: bool,
        budget: &Budget,
    ) -> Result<Arc<Nfa>, Stop> {
        let small = self.left_side(constraint.bound, budget)?;
        if !deterministic && !constraint.negated {
            return Ok(small);
        }
        let known = &mut self.right_sides[usize::from(constraint.negated)][constraint.bound.index()];
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let language = if constraint.negated {
            small.complement(usize::MAX, budget)?.unwrap_or_default()
        } else {
            Nfa::clone(&small)
        };
        let machine = Arc::new(language.minimize(usize::MAX, budget)?.unwrap_or_default());
        *known = Some(machine.clone());
        Ok(machine)
    }

    /// The constraint as a link. Returns `None` if a constant without words makes it hold by itself.
    fn link(
        &mut self,
        constraint: &Constraint,
        index: impl Fn(&Part) -> Option<usize>,
        budget: &Budget,
    ) -> Result<Option<Link>, Stop> {
        let mut parts = Vec::with_capacity(constraint.parts.len());
        for part in &constraint.parts {
            match part {
                Part::Constant(constant) => {
                    let language = self.left_side(*constant, budget)?;
                    if language.is_empty() {
                        return Ok(None);
                    }
                    parts.push(LinkPart::Constant(language));
                }
                Part::Variable(_) => parts.extend(index(part).map(LinkPart::Variable)),
            }
        }
        Ok(Some(Link { parts, machine: self.right_side(constraint, true, budget)? }))
    }

    /// Do the constraints without variables hold?
    pub(super) fn agree(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let system = self.system;
        for constraint in system.constraints() {
            if constraint.variables().next().is_some() {
                continue;
            }
            if let Some(link) = self.link(constraint, |_| None, budget)?
                && !link.holds(&Vec::new(), budget)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The same language: minimal when that is not too much work, else with fewer states if that is simple.
pub(super) fn tidy(nfa: &Nfa, budget: &Budget) -> Result<Arc<Nfa>, Stop> {
    let nfa = nfa.trim();
    let items = u64::from(nfa.states()) + nfa.edge_count() as u64;
    let steps = MINIMIZE_STEPS.most(budget).saturating_add(items.saturating_mul(STEPS_PER_ITEM));
    let minimal = budget.share(steps, || nfa.minimize(usize::MAX, budget))?;
    match minimal.flatten() {
        Some(minimal) => Ok(Arc::new(minimal)),
        None => {
            budget.hit(MINIMIZE_STEPS.name());
            Ok(Arc::new(nfa.reduce(budget)?))
        }
    }
}

/// The words of both.
pub(super) fn both(a: &Nfa, b: &Nfa, budget: &Budget) -> Result<Arc<Nfa>, Stop> {
    let common = a.intersect(b, usize::MAX, budget)?;
    tidy(&common.unwrap_or_default(), budget)
}
