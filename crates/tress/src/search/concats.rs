//! Memberships of concatenations: words for their parts, all at once.
//!
//! Enters: the memberships of an assignment whose left side is a concatenation, and what is known
//! of the classes of its parts. Leaves: words for those classes, or a clause that excludes the
//! assignment. The decision is `tress_automata::concatenation`'s.

use std::collections::BTreeMap;

use tress_automata::Regex;
use tress_automata::concatenation::{Part, System, solution_lengths, solve};
use tress_base::{Stop, connected};
use tress_sat::{Lit, Search};

use crate::term::{Op, Term, TermStore};

use super::egraph::Node;
use super::forms::{Form, Item};
use super::theories::Theories;
use super::words::{Class, Demand, exclude};

/// Steps of work for leaving out one membership of a conflict.
const MINIMISE_STEPS: u64 = 100_000;

/// Steps of work for finding all lengths of a system.
const LENGTH_STEPS: u64 = 2_000_000;
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

/// The memberships in terms of variables, and what each rests on.
struct Setting {
    system: System,
    /// The class of each variable.
    labels: Vec<Node>,
    /// What each membership rests on beyond the languages of its variables.
    premises: Vec<Vec<Lit>>,
    demands: Vec<Demand>,
    /// Left sides that must meet a demand as a whole, and what they rest on.
    numbers: Vec<(Demand, Vec<Part>, Vec<Lit>)>,
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
        let mut demanding = setting.system.clone();
        for demand in &setting.demands {
            let label = self.graph.label(demand.node);
            let Some(place) = setting.labels.iter().position(|known| *known == label) else { continue };
            let both = [demanding.languages[place], demand.regex];
            demanding.languages[place] = self.evaluator.regexes_mut().inter(&both);
        }
        let whole = setting.numbers.iter().map(|(demand, parts, _)| (parts.clone(), demand.regex));
        demanding.memberships.extend(whole);
        if let Some(words) = solve(self.evaluator.regexes_mut(), &demanding, search.budget())? {
            for (label, word) in setting.labels.iter().zip(words) {
                self.words.insert(*label, word.into());
            }
            return Ok(false);
        }
        match solve(self.evaluator.regexes_mut(), &setting.system, search.budget())? {
            None => self.exclude_concats(&setting, classes, search)?,
            Some(words) => {
                if !self.state_lengths(&setting, classes, search)? {
                    self.suggest_lengths(&setting, classes, &words, search);
                }
            }
        }
        Ok(true)
    }

    fn setting(&mut self, concats: &Concats, classes: &BTreeMap<Node, Class>) -> Setting {
        let mut setting = Setting {
            system: System::default(),
            labels: Vec::new(),
            premises: Vec::new(),
            demands: Vec::new(),
            numbers: Vec::new(),
        };
        for Concat { literal, form, regex } in &concats.memberships {
            let mut premises = self.literals_behind(form.premises());
            premises.extend(*literal);
            let parts = form.items.iter().map(|item| self.part(item, &mut setting, classes)).collect();
            setting.system.memberships.push((parts, *regex));
            setting.premises.push(premises);
        }
        for (demand, form) in &concats.numbers {
            let premises = self.literals_behind(form.premises());
            let parts = form.items.iter().map(|item| self.part(item, &mut setting, classes)).collect();
            setting.numbers.push((demand.clone(), parts, premises));
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
        let mut languages = Vec::new();
        if let Some(class) = classes.get(&label) {
            languages.extend(class.languages.iter().map(|language| language.regex));
            setting.demands.extend(self.length_demand(class));
            setting.demands.extend(self.number_demands(class));
        }
        let language = self.evaluator.regexes_mut().inter(&languages);
        setting.labels.push(label);
        setting.system.languages.push(language);
        Part::Variable(setting.labels.len() - 1)
    }

    /// What the languages of the variables rest on.
    fn language_premises(&mut self, setting: &Setting, classes: &BTreeMap<Node, Class>) -> Vec<Lit> {
        let mut premises = Vec::new();
        for label in &setting.labels {
            if let Some(class) = classes.get(label) {
                premises.extend(self.premises(class, *label));
            }
        }
        premises
    }

    /// Excludes memberships that no words satisfy, after leaving out those that do not matter.
    fn exclude_concats(
        &mut self,
        setting: &Setting,
        classes: &BTreeMap<Node, Class>,
        search: &mut Search<'_>,
    ) -> Result<(), Stop> {
        let mut system = setting.system.clone();
        let mut kept: Vec<&Vec<Lit>> = setting.premises.iter().collect();
        let mut place = 0;
        while place < kept.len() && kept.len() > 1 {
            let membership = system.memberships.remove(place);
            let budget = search.budget();
            let regexes = self.evaluator.regexes_mut();
            match budget.within(MINIMISE_STEPS, || solve(regexes, &system, budget)) {
                Ok(None) => {
                    kept.remove(place);
                }
                Ok(Some(_)) | Err(Stop::Steps) => {
                    budget.look()?;
                    system.memberships.insert(place, membership);
                    place += 1;
                }
                Err(stop) => return Err(stop),
            }
        }
        let mut premises: Vec<Lit> = kept.into_iter().flatten().copied().collect();
        premises.extend(self.language_premises(setting, classes));
        exclude(premises, &[], search);
        Ok(())
    }

    /// Adds a clause with all lengths that the parts can have together, if they can be told and
    /// the present ones are not among them. False when they cannot.
    fn state_lengths(
        &mut self,
        setting: &Setting,
        classes: &BTreeMap<Node, Class>,
        search: &mut Search<'_>,
    ) -> Result<bool, Stop> {
        let lengths: Vec<Option<(Term, Node)>> =
            setting.labels.iter().map(|label| classes.get(label).and_then(|class| class.length)).collect();
        let budget = search.budget();
        let regexes = self.evaluator.regexes_mut();
        let system = &setting.system;
        let cases = budget.within(LENGTH_STEPS, || solution_lengths(regexes, system, MOST_CASES, budget));
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
        let mut premises: Vec<Lit> = setting.premises.iter().flatten().copied().collect();
        premises.extend(self.language_premises(setting, classes));
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

    /// Excludes the numbers of the present solution and proposes the lengths of other words.
    fn suggest_lengths(
        &mut self,
        setting: &Setting,
        classes: &BTreeMap<Node, Class>,
        words: &[Vec<u32>],
        search: &mut Search<'_>,
    ) {
        let mut premises: Vec<Lit> = setting.premises.iter().flatten().copied().collect();
        premises.extend(self.language_premises(setting, classes));
        let mut conclusions = Vec::new();
        for (demand, _, behind) in &setting.numbers {
            premises.extend_from_slice(behind);
            conclusions.push(self.not_demanded(demand, search));
        }
        for demand in setting.demands.clone() {
            let label = self.graph.label(demand.node);
            self.graph.explain(demand.node, label, &mut premises);
            conclusions.push(self.not_demanded(&demand, search));
            let place = setting.labels.iter().position(|known| *known == label);
            if let (Some(place), Some(Op::Length)) = (place, self.store.op(demand.term)) {
                let length = self.store.int(words[place].len());
                let equal = self.app(Op::Eq, &[demand.term, length]);
                let literal = self.literal(equal, search);
                search.suggest(literal);
            }
        }
        exclude(premises, &conclusions, search);
    }
}
