//! Words for classes of equal strings: memberships, lengths and disequalities together.
//!
//! Enters: a complete assignment whose numbers and classes are consistent. Leaves: a word for
//! each class, or a clause that excludes the assignment. A class's language is the intersection
//! of its memberships; nothing is determinised or complemented ahead of time, the first word
//! that fits ends the search.
//!
//! A word that is found is only a proposal: functions of strings are not looked at here, and the
//! evaluator has the last say. A clause that is added follows from memberships, equalities and
//! lengths alone.

use std::collections::BTreeMap;

use tress_automata::emptiness::{Goal, find_word, is_empty};
use tress_automata::{Regex, matches};
use tress_base::{Budget, Int, Stop};
use tress_sat::{Lit, Search, Var};

use crate::model::Model;
use crate::term::{Op, Term, Value, Word};

use super::concats::{Concat, Concats};
use super::egraph::Node;
use super::finish::Step;
use super::forms::{Form, Spelling};
use super::length_sets::natural;
use super::minimise::needed;
use super::theories::Theories;

/// An atom `subject in regex`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Membership {
    pub(crate) var: Var,
    pub(crate) subject: Term,
    pub(crate) regex: Regex,
}

/// Longest word whose complement is made into a language.
const LONGEST_EXCLUDED: usize = 1 << 12;

/// Literals that together say something of the language of a class.
#[derive(Clone, Debug)]
pub(super) struct Language {
    pub(super) literals: Vec<Lit>,
    /// The member that they speak of.
    pub(super) node: Node,
    pub(super) regex: Regex,
    /// Equalities that this rests on besides.
    pub(super) because: Vec<(Node, Node)>,
}

/// What is known of a class of equal strings.
#[derive(Default)]
pub(super) struct Class {
    pub(super) languages: Vec<Language>,
    /// A term for its length, and the member whose length that is.
    pub(super) length: Option<(Term, Node)>,
    /// Terms for the number it spells or the code point it is, and the members they belong to.
    numbers: Vec<(Term, Node)>,
    /// Classes that must get another word.
    unequal: Vec<Node>,
}

/// A number that the arithmetic gives to a function of a string.
#[derive(Clone)]
pub(super) struct Demand {
    /// The function applied to a member of the class.
    pub(super) term: Term,
    /// That member.
    pub(super) node: Node,
    pub(super) value: Int,
    /// The words for which the function has this value.
    pub(super) regex: Regex,
}

impl Theories {
    /// Notes an atom that says: this string is in that language. False when it is none.
    pub(super) fn note_membership(&mut self, term: Term, var: Var) -> bool {
        let Some((subject, regex)) = self.as_membership(term) else { return false };
        let place = u32::try_from(self.memberships.len()).expect("few memberships");
        self.memberships.push(Membership { var, subject, regex });
        self.languages_of.insert(term, regex);
        self.atom_mut(var).membership = Some(place);
        true
    }

    /// The string and the language of an atom that is a membership, or can be read as one because
    /// an argument is a literal.
    fn as_membership(&mut self, term: Term) -> Option<(Term, Regex)> {
        let (first, second) = match self.store.args(term) {
            [only] => (*only, *only),
            [first, second] => (*first, *second),
            _ => return None,
        };
        let op = self.store.op(term)?;
        if op == Op::InRe {
            let nothing = tress_base::Budget::unlimited();
            return match self.evaluator.eval(&self.store, second, &Model::new(), &nothing) {
                Ok(Value::Regex(regex)) => Some((first, regex)),
                _ => None,
            };
        }
        let literal = |term: Term| match self.store.as_value(term) {
            Some(Value::Str(word)) => Some(word.clone()),
            _ => None,
        };
        let (subject, word) = match op {
            Op::Contains => (first, literal(second)?),
            Op::PrefixOf | Op::SuffixOf => (second, literal(first)?),
            Op::IsDigit => (first, Word::from([])),
            _ => return None,
        };
        let regexes = self.evaluator.regexes_mut();
        let (all, word) = (regexes.all(), regexes.word(&word));
        let regex = match op {
            Op::Contains => regexes.concat(&[all, word, all]),
            Op::PrefixOf => regexes.concat(&[word, all]),
            Op::SuffixOf => regexes.concat(&[all, word]),
            _ => regexes.range(u32::from('0'), u32::from('9')),
        };
        Some((subject, regex))
    }

    /// Finds a word for each class, or says why there is none.
    pub(super) fn check_words(&mut self, search: &mut Search<'_>) -> Result<Step, Stop> {
        self.words.clear();
        let idle = self.memberships.is_empty() && self.lengths.is_empty() && self.conversions.is_empty();
        if idle && self.forms.is_empty() && self.spellings.is_empty() {
            return Ok(Step::Fine);
        }
        let mut concats = Concats { memberships: self.spelled_concats(), ..Concats::default() };
        let classes = self.string_classes(&mut concats, search);
        let mut changed = self.check_concats(concats, &classes, search)?;
        for (label, class) in &classes {
            search.budget().poll()?;
            if changed || self.words.contains_key(label) || self.forms.contains_key(label) {
                continue;
            }
            let refuted = match self.constant_word(*label) {
                Some(word) => self.check_constant(*label, class, &word, search)?,
                None => self.choose_word(*label, &classes, search)?,
            };
            changed |= refuted;
        }
        if !changed {
            self.spell_forms();
        }
        Ok(if changed { Step::Changed } else { Step::Fine })
    }

    /// Concatenations that equal a literal, as memberships of that one word.
    fn spelled_concats(&mut self) -> Vec<Concat> {
        let spellings = std::mem::take(&mut self.spellings);
        let regexes = self.evaluator.regexes_mut();
        let concat = |Spelling { form, word }| Concat { literal: None, form, regex: regexes.word(&word) };
        spellings.into_iter().map(concat).collect()
    }

    /// Classes in normal form have the words that their parts spell.
    fn spell_forms(&mut self) {
        for (label, form) in self.forms.clone() {
            if let Some(word) = self.spelled(&form) {
                self.words.insert(label, word);
            }
        }
    }

    /// The memberships that matter under the present assignment, each with its literal.
    pub(super) fn active_languages(&mut self, search: &Search<'_>) -> Vec<(Lit, Language)> {
        let relevant = self.relevant(|literal| search.value(literal));
        let mut languages = Vec::new();
        for place in 0..self.memberships.len() {
            let membership = self.memberships[place];
            let Some((literal, node)) = self.active(&membership, &relevant, search) else { continue };
            let regex = self.language(&membership, literal.is_positive());
            languages.push((literal, Language { literals: vec![literal], node, regex, because: Vec::new() }));
        }
        languages
    }

    /// Collects what the assignment says of each class of strings.
    fn string_classes(&mut self, concats: &mut Concats, search: &Search<'_>) -> BTreeMap<Node, Class> {
        let mut classes: BTreeMap<Node, Class> = BTreeMap::new();
        for (literal, language) in self.active_languages(search) {
            match self.composed(language.node) {
                Some(form) => {
                    concats.memberships.push(Concat { literal: Some(literal), form, regex: language.regex });
                }
                None => {
                    let class = classes.entry(self.graph.label(language.node)).or_default();
                    class.languages.push(language);
                }
            }
        }
        for (subject, length) in self.lengths.clone() {
            if let Some(node) = self.nodes.get(subject).copied() {
                classes.entry(self.graph.label(node)).or_default().length = Some((length, node));
            }
        }
        for (subject, number) in self.conversions.clone() {
            let Some(node) = self.nodes.get(subject).copied() else { continue };
            match self.composed(node) {
                Some(form) => {
                    concats.numbers.extend(self.number_demand(number, node).map(|demand| (demand, form)))
                }
                None => classes.entry(self.graph.label(node)).or_default().numbers.push((number, node)),
            }
        }
        self.note_unequal(&mut classes, search);
        classes
    }

    /// The form of a string that is a concatenation, with the reason why it is this one's.
    fn composed(&self, node: Node) -> Option<Form> {
        let label = self.graph.label(node);
        let form = self.forms.get(&label).filter(|_| self.constant_word(label).is_none())?;
        let mut form = form.clone();
        form.rest_on((node, label));
        Some(form)
    }

    /// Strings that must differ: from a literal, that is a language; from each other, it waits for
    /// one of them to have a word.
    fn note_unequal(&mut self, classes: &mut BTreeMap<Node, Class>, search: &Search<'_>) {
        for (literal, a, b) in self.unequal_strings(search) {
            let labels = [a, b].map(|node| self.graph.label(node));
            let constants = labels.map(|label| self.graph.constant(label).zip(self.constant_word(label)));
            match constants {
                [None, None] => {
                    classes.entry(labels[0]).or_default().unequal.push(labels[1]);
                    classes.entry(labels[1]).or_default().unequal.push(labels[0]);
                }
                // A long word is rarely met: it is only compared with what was found.
                [Some((_, word)), None] | [None, Some((_, word))] if word.len() > LONGEST_EXCLUDED => {
                    classes.entry(labels[0]).or_default().unequal.push(labels[1]);
                    classes.entry(labels[1]).or_default().unequal.push(labels[0]);
                }
                [Some((constant, word)), None] => {
                    let (regex, because) = (self.all_but(&word), vec![(a, constant)]);
                    let language = Language { literals: vec![literal], node: b, regex, because };
                    classes.entry(labels[1]).or_default().languages.push(language);
                }
                [None, Some((constant, word))] => {
                    let (regex, because) = (self.all_but(&word), vec![(b, constant)]);
                    let language = Language { literals: vec![literal], node: a, regex, because };
                    classes.entry(labels[0]).or_default().languages.push(language);
                }
                [Some(_), Some(_)] => {}
            }
        }
    }

    /// The word of a class that holds a literal.
    pub(super) fn constant_word(&self, label: Node) -> Option<Word> {
        let constant = self.graph.constant(label)?;
        let term = self.term_of_node.get(constant.0 as usize).copied().flatten()?;
        match self.store.as_value(term) {
            Some(Value::Str(word)) => Some(word.clone()),
            _ => None,
        }
    }

    /// Compares a class with a literal to its memberships and its length. True when something
    /// was wrong.
    fn check_constant(
        &mut self,
        label: Node,
        class: &Class,
        word: &Word,
        search: &mut Search<'_>,
    ) -> Result<bool, Stop> {
        let Some(constant) = self.graph.constant(label) else { return Ok(false) };
        let mut wrong = false;
        for language in &class.languages {
            if !matches(self.evaluator.regexes_mut(), language.regex, word, search.budget())? {
                let mut premises = Vec::new();
                self.explain_language(language, constant, &mut premises);
                exclude(premises, &[], search);
                wrong = true;
            }
        }
        for (term, node) in class.length.iter().chain(&class.numbers).copied() {
            let Some(op) = self.store.op(term) else { continue };
            let value = self.evaluator.apply(op, &[], &[Value::Str(word.clone())], search.budget());
            let Ok(value @ Value::Int(_)) = value else { continue };
            if Value::Int(self.number_of(term)) != value {
                let number = self.store.value(value);
                let equal = self.app(Op::Eq, &[term, number]);
                let literal = self.literal(equal, search);
                let mut premises = Vec::new();
                self.graph.explain(node, constant, &mut premises);
                exclude(premises, &[literal], search);
                wrong = true;
            }
        }
        self.words.insert(label, word.clone());
        Ok(wrong)
    }

    /// The value of a whole number in the present solution.
    pub(super) fn number_of(&mut self, term: Term) -> Int {
        let linear = self.linear(&[(term, tress_base::Rational::ONE)]);
        linear.evaluate(|var| self.lia.value(var).main.clone()).floor()
    }

    /// The language of a class, and what else its word has to meet.
    fn asked(&mut self, class: &Class) -> (Regex, Vec<Demand>) {
        let parts: Vec<Regex> = class.languages.iter().map(|language| language.regex).collect();
        let language = self.evaluator.regexes_mut().inter(&parts);
        let demands = self.length_demand(class).into_iter().chain(self.number_demands(class)).collect();
        (language, demands)
    }

    /// The words that a class can have, and the demands that they meet.
    pub(super) fn allowed(&mut self, class: &Class) -> (Regex, Vec<Demand>) {
        let (language, demands) = self.asked(class);
        (self.restricted(language, &demands), demands)
    }

    /// Gives a class a word, or excludes what it asks for. True when it was excluded.
    fn choose_word(
        &mut self,
        label: Node,
        classes: &BTreeMap<Node, Class>,
        search: &mut Search<'_>,
    ) -> Result<bool, Stop> {
        let Some(class) = classes.get(&label) else { return Ok(false) };
        let (language, demands) = self.asked(class);
        let allowed = self.restricted(language, &demands);
        let mut taken: Vec<Word> = class.unequal.iter().filter_map(|other| self.word_of(*other)).collect();
        taken.sort();
        taken.dedup();
        if let Some(word) = self.free_word(allowed, &taken, search.budget())? {
            self.words.insert(label, word);
            return Ok(false);
        }
        if !taken.is_empty() && !is_empty(self.evaluator.regexes_mut(), allowed, search.budget())? {
            if !self.card(label, classes, search)? {
                self.list_words(label, class, allowed, &demands, search)?;
            }
        } else if is_empty(self.evaluator.regexes_mut(), language, search.budget())? {
            self.exclude_languages(class, search)?;
        } else {
            self.exclude_demands(class, language, &demands, search)?;
        }
        Ok(true)
    }

    /// A shortest word of a language that is not taken. Taken words are excluded one by one as they
    /// come up: most never do, and they can be long.
    fn free_word(&mut self, allowed: Regex, taken: &[Word], budget: &Budget) -> Result<Option<Word>, Stop> {
        let mut free = allowed;
        while let Some(word) = find_word(self.evaluator.regexes_mut(), free, Goal::Shortest, budget)? {
            let word = Word::from(word);
            if taken.binary_search(&word).is_err() {
                return Ok(Some(word));
            }
            let other = self.all_but(&word);
            free = self.evaluator.regexes_mut().inter(&[free, other]);
        }
        Ok(None)
    }

    /// The words of a language that meet all demands.
    fn restricted(&mut self, language: Regex, demands: &[Demand]) -> Regex {
        let mut parts = vec![language];
        parts.extend(demands.iter().map(|demand| demand.regex));
        self.evaluator.regexes_mut().inter(&parts)
    }

    /// The length must be the one that the arithmetic has chosen.
    pub(super) fn length_demand(&mut self, class: &Class) -> Option<Demand> {
        let (term, node) = class.length?;
        let value = self.number_of(term);
        let length = natural(&value)?;
        let regex = self.evaluator.regexes_mut().repeat(Regex::ANY_CHAR, length, Some(length));
        Some(Demand { term, node, value, regex })
    }

    /// The numbers that the arithmetic has chosen for functions of a class.
    pub(super) fn number_demands(&mut self, class: &Class) -> Vec<Demand> {
        class.numbers.iter().filter_map(|(term, node)| self.number_demand(*term, *node)).collect()
    }

    /// The digits must spell the number that the arithmetic has chosen, after any zeros; the code
    /// point must be the chosen one. Words that have no such number are told apart by a
    /// membership.
    fn number_demand(&mut self, term: Term, node: Node) -> Option<Demand> {
        let value = self.number_of(term);
        if value.is_negative() {
            return None;
        }
        let regexes = self.evaluator.regexes_mut();
        let regex = if self.store.op(term) == Some(Op::StrToInt) {
            let digits: Vec<u32> = value.to_string().chars().map(u32::from).collect();
            let zero = regexes.word(&[u32::from('0')]);
            let (zeros, digits) = (regexes.star(zero), regexes.word(&digits));
            regexes.concat(&[zeros, digits])
        } else {
            value.to_u32().map_or(Regex::NONE, |code| regexes.word(&[code]))
        };
        Some(Demand { term, node, value, regex })
    }

    /// The literal that says: the demand is not made.
    pub(super) fn not_demanded(&mut self, demand: &Demand, search: &mut Search<'_>) -> Lit {
        let number = self.store.int(demand.value.clone());
        let equal = self.app(Op::Eq, &[demand.term, number]);
        let literal = self.literal(equal, search);
        self.atom_mut(literal.var()).always_relevant = true;
        !literal
    }

    /// Excludes demands that no word of the language meets: one alone if that is enough.
    fn exclude_demands(
        &mut self,
        class: &Class,
        language: Regex,
        demands: &[Demand],
        search: &mut Search<'_>,
    ) -> Result<(), Stop> {
        for demand in demands {
            let alone = self.restricted(language, std::slice::from_ref(demand));
            if !is_empty(self.evaluator.regexes_mut(), alone, search.budget())? {
                continue;
            }
            if self.store.op(demand.term) == Some(Op::Length) {
                return self.exclude_length(
                    class,
                    language,
                    (demand.term, demand.node),
                    &demand.value,
                    search,
                );
            }
            let premises = self.premises(class, demand.node);
            let literal = self.not_demanded(demand, search);
            exclude(premises, &[literal], search);
            return Ok(());
        }
        if self.tell_digits(demands.iter(), search) {
            return Ok(());
        }
        let Some(first) = demands.first() else { return Ok(()) };
        let mut premises = self.premises(class, first.node);
        let mut conclusions = Vec::new();
        for demand in demands {
            self.graph.explain(demand.node, first.node, &mut premises);
            conclusions.push(self.not_demanded(demand, search));
        }
        exclude(premises, &conclusions, search);
        Ok(())
    }

    pub(super) fn word_of(&self, label: Node) -> Option<Word> {
        self.words.get(&label).cloned().or_else(|| self.constant_word(label))
    }

    /// Every word but one.
    pub(super) fn all_but(&mut self, word: &[u32]) -> Regex {
        let regexes = self.evaluator.regexes_mut();
        let word = regexes.word(word);
        regexes.complement(word)
    }

    /// Few words are allowed, and all of them are taken: the class equals one of them.
    fn list_words(
        &mut self,
        label: Node,
        class: &Class,
        allowed: Regex,
        demands: &[Demand],
        search: &mut Search<'_>,
    ) -> Result<(), Stop> {
        let Some(term) = self.term_of_node.get(label.0 as usize).copied().flatten() else { return Ok(()) };
        let mut premises = self.premises(class, label);
        let mut rest = allowed;
        let mut choices = Vec::new();
        while let Some(word) = find_word(self.evaluator.regexes_mut(), rest, Goal::Shortest, search.budget())?
        {
            let other = self.all_but(&word);
            rest = self.evaluator.regexes_mut().inter(&[rest, other]);
            let literal = self.store.word(word);
            let equal = self.app(Op::Eq, &[term, literal]);
            choices.push(self.literal(equal, search));
        }
        for demand in demands {
            self.graph.explain(demand.node, label, &mut premises);
            choices.push(self.not_demanded(demand, search));
        }
        exclude(premises, &choices, search);
        Ok(())
    }

    /// The memberships of a class, and why they speak of one word.
    pub(super) fn premises(&mut self, class: &Class, at: Node) -> Vec<Lit> {
        let mut premises = Vec::new();
        for language in &class.languages {
            self.explain_language(language, at, &mut premises);
        }
        premises
    }

    /// Why a node is in a language that a member of its class is in.
    pub(super) fn explain_language(&mut self, language: &Language, at: Node, premises: &mut Vec<Lit>) {
        premises.extend_from_slice(&language.literals);
        self.graph.explain(language.node, at, premises);
        for (one, other) in &language.because {
            self.graph.explain(*one, *other, premises);
        }
    }

    /// Excludes memberships that no word satisfies, after leaving out those that do not matter.
    pub(super) fn exclude_languages(&mut self, class: &Class, search: &mut Search<'_>) -> Result<(), Stop> {
        let budget = search.budget();
        let regexes = self.evaluator.regexes_mut();
        let kept = needed(class.languages.len(), budget, |kept| {
            let parts: Vec<Regex> = kept.iter().map(|place| class.languages[*place].regex).collect();
            let language = regexes.inter(&parts);
            is_empty(regexes, language, budget)
        })?;
        let languages: Vec<Language> = kept.into_iter().map(|place| class.languages[place].clone()).collect();
        let Some(first) = languages.first() else { return Ok(()) };
        let at = first.node;
        let premises = self.premises(&Class { languages, ..Class::default() }, at);
        exclude(premises, &[], search);
        Ok(())
    }
}

/// Adds the clause: one of the premises is false, or one of the conclusions is true.
pub(super) fn exclude(mut premises: Vec<Lit>, conclusions: &[Lit], search: &mut Search<'_>) {
    premises.sort_unstable();
    premises.dedup();
    let mut clause: Vec<Lit> = premises.into_iter().map(|premise| !premise).collect();
    clause.extend_from_slice(conclusions);
    search.add_lemma(&clause);
}

/// Words by class.
pub(crate) type Words = BTreeMap<Node, Word>;
