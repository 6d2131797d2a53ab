//! Memberships of concatenations: words for their parts, all at once.
//!
//! Enters: the memberships of an assignment whose left side is a concatenation, and what is known
//! of the classes of its parts. Leaves: words for those classes, or a clause that excludes the
//! assignment. The decision is `tress_automata::concatenation`'s.

use std::collections::BTreeMap;

use tress_automata::concatenation::{Part, System, solution_lengths, solve};
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop, connected};
use tress_sat::{Lit, Search};

use crate::term::{Op, Term, TermStore};

use super::egraph::Node;
use super::forms::{Form, Item};
use super::minimise::needed;
use super::theories::Theories;
use super::words::{Class, Demand, Language, exclude};

/// Steps of work for finding all lengths of a system.
const LENGTH_STEPS: u64 = 500_000;
/// Most combinations of lengths that are written into one clause.
const MOST_CASES: usize = 64;

/// A membership whose left side is a concatenation.
pub(super) struct Concat {
    /// The literal that says it; a concatenation that equals a literal needs none.
    pub(super) literal: Option<Lit>,
    pub(super) form: Form,
    pub(super) regex: Regex,
}

/// What an assignment says of concatenations.
#[derive(Default)]
pub(super) struct Concats {
    pub(super) memberships: Vec<Concat>,
    /// Numbers that concatenations must spell or be the code points of.
    pub(super) numbers: Vec<(Demand, Form)>,
}

impl Concats {
    /// Groups of concatenations that have no part in common.
    fn independent(self) -> Vec<Concats> {
        let forms = self.memberships.iter().map(|concat| &concat.form);
        let forms: Vec<&Form> = forms.chain(self.numbers.iter().map(|(_, form)| form)).collect();
        let classes = forms.iter().enumerate().flat_map(|(place, form)| {
            form.items.iter().filter_map(move |item| match item {
                Item::Class(class) => Some((place, *class)),
                Item::Word(_) => None,
            })
        });
        let groups = connected(forms.len(), classes);
        let mut memberships: Vec<Option<Concat>> = self.memberships.into_iter().map(Some).collect();
        let mut numbers: Vec<Option<(Demand, Form)>> = self.numbers.into_iter().map(Some).collect();
        let mut take = |group: Vec<usize>| {
            let mut taken = Concats::default();
            for place in group {
                match place.checked_sub(memberships.len()) {
                    None => taken.memberships.extend(memberships[place].take()),
                    Some(place) => taken.numbers.extend(numbers[place].take()),
                }
            }
            taken
        };
        groups.into_iter().map(&mut take).collect()
    }
}

/// Something that the words of a group of concatenations must satisfy.
#[derive(Clone)]
enum Constraint {
    /// The word of this variable is in a language.
    Own(usize, Language),
    /// A concatenation is in a language, because of these literals.
    Whole(Vec<Part>, Regex, Vec<Lit>),
    /// The word of this variable has a number that the arithmetic chose.
    Number(usize, Demand),
    /// A concatenation has such a number, because of these literals.
    WholeNumber(Vec<Part>, Demand, Vec<Lit>),
}

impl Constraint {
    /// Is it only a choice of the arithmetic?
    fn demand(&self) -> Option<&Demand> {
        match self {
            Constraint::Number(_, demand) | Constraint::WholeNumber(_, demand, _) => Some(demand),
            _ => None,
        }
    }
}

/// The constraints of a group, in terms of variables.
struct Setting {
    /// The class of each variable.
    labels: Vec<Node>,
    constraints: Vec<Constraint>,
}

impl Setting {
    /// Some of the constraints as a system.
    fn system<'a>(&self, regexes: &mut RegexStore, some: impl Iterator<Item = &'a Constraint>) -> System {
        let mut own: Vec<Vec<Regex>> = vec![Vec::new(); self.labels.len()];
        let mut memberships = Vec::new();
        for constraint in some {
            match constraint {
                Constraint::Own(variable, language) => own[*variable].push(language.regex),
                Constraint::Number(variable, demand) => own[*variable].push(demand.regex),
                Constraint::Whole(parts, regex, _) => memberships.push((parts.clone(), *regex)),
                Constraint::WholeNumber(parts, demand, _) => memberships.push((parts.clone(), demand.regex)),
            }
        }
        let languages = own.iter().map(|languages| regexes.inter(languages)).collect();
        System { languages, memberships }
    }

    /// Everything but the choices of the arithmetic.
    fn certain(&self) -> impl Iterator<Item = &Constraint> {
        self.constraints.iter().filter(|constraint| constraint.demand().is_none())
    }

    /// The same group with only some constraints.
    fn with(&self, constraints: Vec<Constraint>) -> Self {
        Self { labels: self.labels.clone(), constraints }
    }

    /// Does a constraint speak of the variable?
    fn speaks_of(&self, variable: usize) -> bool {
        let within = |parts: &[Part]| parts.contains(&Part::Variable(variable));
        self.constraints.iter().any(|constraint| match constraint {
            Constraint::Own(own, _) | Constraint::Number(own, _) => *own == variable,
            Constraint::Whole(parts, ..) | Constraint::WholeNumber(parts, ..) => within(parts),
        })
    }
}

impl Theories {
    /// Finds words for the parts of all concatenations, or says why there are none. True when the
    /// assignment was excluded.
    pub(super) fn check_concats(
        &mut self,
        concats: Concats,
        classes: &BTreeMap<Node, Class>,
        search: &mut Search<'_>,
    ) -> Result<bool, Stop> {
        let mut changed = false;
        for group in concats.independent() {
            search.budget().poll()?;
            changed |= self.check_connected(&group, classes, search)?;
        }
        Ok(changed)
    }

    /// The same for concatenations that share parts.
    fn check_connected(
        &mut self,
        concats: &Concats,
        classes: &BTreeMap<Node, Class>,
        search: &mut Search<'_>,
    ) -> Result<bool, Stop> {
        let setting = self.setting(concats, classes);
        if let Some(words) = self.solved(&setting, setting.constraints.iter(), search.budget())? {
            for (label, word) in setting.labels.iter().zip(words) {
                self.words.insert(*label, word.into());
            }
            return Ok(false);
        }
        let Some(words) = self.solved(&setting, setting.certain(), search.budget())? else {
            let certain = setting.with(setting.certain().cloned().collect());
            let conflict = self.smallest_conflict(certain, search.budget())?;
            let premises = self.premises_behind(&conflict);
            exclude(premises, &[], search);
            return Ok(true);
        };
        self.suggest_lengths(&setting, &words, search);
        let conflict = self.smallest_conflict(setting, search.budget())?;
        let demands = || conflict.constraints.iter().filter_map(Constraint::demand);
        if !self.tell_digits(demands(), search) && !self.state_lengths(&conflict, classes, search)? {
            let mut premises = self.premises_behind(&conflict);
            let mut conclusions = Vec::new();
            for demand in demands() {
                self.graph.explain(demand.node, self.graph.label(demand.node), &mut premises);
                conclusions.push(self.not_demanded(demand, search));
            }
            exclude(premises, &conclusions, search);
        }
        Ok(true)
    }

    /// Words that satisfy some constraints.
    fn solved<'a>(
        &mut self,
        setting: &Setting,
        some: impl Iterator<Item = &'a Constraint>,
        budget: &Budget,
    ) -> Result<Option<Vec<Vec<u32>>>, Stop> {
        let regexes = self.evaluator.regexes_mut();
        let system = setting.system(regexes, some);
        solve(regexes, &system, budget)
    }

    /// Leaves out constraints that the contradiction does not need.
    fn smallest_conflict(&mut self, setting: Setting, budget: &Budget) -> Result<Setting, Stop> {
        let kept = needed(setting.constraints.len(), budget, |kept| {
            let some = kept.iter().map(|place| &setting.constraints[*place]);
            Ok(self.solved(&setting, some, budget)?.is_none())
        })?;
        Ok(setting.with(kept.into_iter().map(|place| setting.constraints[place].clone()).collect()))
    }

    fn setting(&mut self, concats: &Concats, classes: &BTreeMap<Node, Class>) -> Setting {
        let mut setting = Setting { labels: Vec::new(), constraints: Vec::new() };
        for Concat { literal, form, regex } in &concats.memberships {
            let mut premises = self.literals_behind(form.premises());
            premises.extend(*literal);
            let parts = form.items.iter().map(|item| self.part(item, &mut setting, classes)).collect();
            setting.constraints.push(Constraint::Whole(parts, *regex, premises));
        }
        for (demand, form) in &concats.numbers {
            let premises = self.literals_behind(form.premises());
            let parts = form.items.iter().map(|item| self.part(item, &mut setting, classes)).collect();
            setting.constraints.push(Constraint::WholeNumber(parts, demand.clone(), premises));
        }
        setting
    }

    /// A part as a word or a variable.
    fn part(&mut self, item: &Item, setting: &mut Setting, classes: &BTreeMap<Node, Class>) -> Part {
        let label = match item {
            Item::Word(word) => return Part::Word(word.to_vec()),
            Item::Class(label) => *label,
        };
        if let Some(known) = setting.labels.iter().position(|known| *known == label) {
            return Part::Variable(known);
        }
        let variable = setting.labels.len();
        setting.labels.push(label);
        if let Some(class) = classes.get(&label) {
            let own = class.languages.iter().map(|language| Constraint::Own(variable, language.clone()));
            setting.constraints.extend(own);
            let demands = self.length_demand(class).into_iter().chain(self.number_demands(class));
            setting.constraints.extend(demands.map(|demand| Constraint::Number(variable, demand)));
        }
        Part::Variable(variable)
    }

    /// The literals behind all constraints that are certain.
    fn premises_behind(&mut self, setting: &Setting) -> Vec<Lit> {
        let mut premises = Vec::new();
        for constraint in &setting.constraints {
            match constraint {
                Constraint::Own(variable, language) => {
                    self.explain_language(language, setting.labels[*variable], &mut premises);
                }
                Constraint::Whole(_, _, behind) | Constraint::WholeNumber(_, _, behind) => {
                    premises.extend_from_slice(behind);
                }
                Constraint::Number(..) => {}
            }
        }
        premises
    }

    /// Adds a clause with all lengths that the parts can have together, if they can be told and
    /// the present ones are not among them. False when they cannot.
    fn state_lengths(
        &mut self,
        setting: &Setting,
        classes: &BTreeMap<Node, Class>,
        search: &mut Search<'_>,
    ) -> Result<bool, Stop> {
        let length = |(variable, label): (usize, &Node)| {
            classes.get(label).filter(|_| setting.speaks_of(variable)).and_then(|class| class.length)
        };
        let lengths: Vec<Option<(Term, Node)>> = setting.labels.iter().enumerate().map(length).collect();
        let budget = search.budget();
        let regexes = self.evaluator.regexes_mut();
        let system = setting.system(regexes, setting.certain());
        let cases = budget.within(LENGTH_STEPS, || solution_lengths(regexes, &system, MOST_CASES, budget));
        let cases = match cases {
            Ok(Some(cases)) => cases,
            Ok(None) => return Ok(false),
            Err(Stop::Steps) => return budget.look().map(|()| false),
            Err(stop) => return Err(stop),
        };
        let mut choices = Vec::new();
        for case in cases {
            let mut parts = vec![TermStore::TRUE];
            let mut fits = true;
            for (length, set) in lengths.iter().zip(&case) {
                let Some((length, _)) = length else { continue };
                let now = self.number_of(*length);
                fits &= now.to_i64().is_some_and(|now| u64::try_from(now).is_ok_and(|now| set.contains(now)));
                parts.push(self.length_formula(*length, set));
            }
            if fits {
                return Ok(false);
            }
            choices.push(self.app(Op::And, &parts));
        }
        let formula = self.app(Op::Or, &[choices.as_slice(), &[TermStore::FALSE]].concat());
        let mut premises = self.premises_behind(setting);
        for (label, length) in setting.labels.iter().zip(&lengths) {
            if let Some((_, node)) = length {
                self.graph.explain(*node, *label, &mut premises);
            }
        }
        self.roots.push(formula);
        let literal = self.literal(formula, search);
        exclude(premises, &[literal], search);
        Ok(true)
    }

    /// Proposes the lengths of words that satisfy everything but the present lengths.
    fn suggest_lengths(&mut self, setting: &Setting, words: &[Vec<u32>], search: &mut Search<'_>) {
        for constraint in &setting.constraints {
            let Constraint::Number(variable, demand) = constraint else { continue };
            if self.store.op(demand.term) == Some(Op::Length) {
                let length = self.store.int(words[*variable].len());
                let equal = self.app(Op::Eq, &[demand.term, length]);
                let literal = self.literal(equal, search);
                search.suggest(literal);
            }
        }
    }
}
