//! A word for each class of equal strings.
//!
//! Enters: what an assignment says of classes. Leaves: a word for each class, or a clause that
//! excludes the assignment. A class's language is the intersection of its memberships; nothing is
//! determinised or complemented ahead of time, the first word that fits ends the search.
//!
//! A word that is found is only a proposal: functions of strings are not looked at here, and the
//! evaluator has the last say. A clause that is added follows from memberships, equalities and
//! lengths alone.

use std::collections::BTreeSet;

use tress_automata::emptiness::{Goal, find_runs, find_word, is_empty};
use tress_automata::{Regex, matches};
use tress_base::Stop;
use tress_sat::Lit;

use crate::forms::{Form, Item, NormalForms, Spelling};
use crate::measures::Measures;
use crate::memberships::Memberships;
use tress_kernel::{Context, Lifetime, Node, Progress, Rule};
use tress_term::term::{Op, Value, Word};

use super::Languages;
use super::card::card;
use super::classes::{
    Class, Demand, Language, StringClasses, all_but, asked, explain_demand, explain_language, not_demanded,
    premises_of, restricted, string_classes,
};
use super::concat_memberships::{Concat, Concats};
use super::gaps::{Chain, Gap};
use super::length_sets::{exclude_length, natural};
use super::limits::WORD_CHARACTERS;
use super::minimise::needed;
use super::numerals::tell_digits;
use super::relation::relation;

/// A constant is not in a language that its class is in.
const CONSTANT_LANGUAGE: Rule =
    Rule::new("constant-language", "SMT-LIB", "membership of a constant is decided by the evaluator");
/// The length, number or code of a constant is known.
const CONSTANT_NUMBER: Rule = Rule::new(
    "constant-number",
    "SMT-LIB",
    "length, number and code of a constant are decided by the evaluator",
);
/// No word of a language has the length and the numbers that the arithmetic has chosen.
const WORDLESS_NUMBERS: Rule = Rule::new(
    "wordless-numbers",
    "own",
    "the intersection of the languages with the set of words that have these numbers is empty",
);
/// The length of a value is related to the length of what it is made of.
const RELATED_LENGTHS: Rule = Rule::new(
    "related-lengths",
    "own",
    "the length graph of the transducer bounds lengths of values by lengths of arguments",
);
/// A string with few words is one of them.
const FEW_WORDS: Rule = Rule::new("few-words", "own", "a member of a finite language is one of its words");
/// Languages have no word in common.
const DISJOINT: Rule = Rule::new("disjoint-languages", "SMT-LIB", "no word is in an empty intersection");

impl Languages {
    /// Finds a word for each class, or says why there is none.
    pub(crate) fn check_words(
        &mut self,
        memberships: &Memberships,
        measures: &Measures,
        forms: &mut NormalForms,
        cx: &mut Context<'_>,
    ) -> Result<Progress, Stop> {
        self.words.clear();
        let idle = memberships.len() == 0 && measures.lengths.is_empty() && measures.conversions.is_empty();
        let idle = idle && self.pulls.is_empty();
        if idle && forms.is_empty() && !forms.has_spellings() {
            return Ok(Progress::Fine);
        }
        let spelled = spelled_concats(cx, forms.take_spellings())?;
        let mut concats = Concats { memberships: spelled, ..Concats::default() };
        self.applications = self.pulls.present(cx)?;
        let classes = string_classes(cx, (memberships, measures, forms), &mut concats, &self.applications)?;
        let mut changed = self.check_concats(concats, &classes, cx)?;
        changed = changed || self.check_buckets(&classes, forms, cx)?;
        let derived = self.derived_classes(cx);
        for with_derived in [false, true] {
            for representative in classes.keys() {
                cx.env.budget.poll()?;
                let open = !self.words.contains_key(representative) && !forms.contains(*representative);
                if !changed && open && (with_derived || !derived.contains(representative)) {
                    changed = self.check_class(*representative, &classes, forms, cx)?;
                    self.derive_shared(&derived, forms, cx)?;
                }
            }
            self.derive_words(forms, cx)?;
        }
        if changed {
            return Ok(Progress::Changed);
        }
        self.spell_forms(forms, cx);
        Ok(Progress::Fine)
    }

    /// The classes whose words follow from those of other classes, because they are values of functions.
    fn derived_classes(&self, cx: &Context<'_>) -> BTreeSet<Node> {
        let classes = self.applications.iter().map(|application| {
            let [value, input] = [application.whole, application.input].map(|node| cx.representative(node));
            (value != input && cx.constant_word(value).is_none()).then_some(value)
        });
        classes.flatten().collect()
    }

    /// Where a class is the value of several functions, its word decides those of the other arguments.
    fn derive_shared(
        &mut self,
        derived: &BTreeSet<Node>,
        forms: &NormalForms,
        cx: &mut Context<'_>,
    ) -> Result<(), Stop> {
        if derived.len() < self.applications.len() { self.derive_words(forms, cx) } else { Ok(()) }
    }

    /// Values of functions whose arguments have words get theirs.
    fn derive_words(&mut self, forms: &NormalForms, cx: &mut Context<'_>) -> Result<(), Stop> {
        let applications = std::mem::take(&mut self.applications);
        for application in applications.iter().rev() {
            let [value, input] = [application.whole, application.input].map(|node| cx.representative(node));
            if self.word_of(value, cx).is_some() || forms.contains(value) {
                continue;
            }
            let spelled = forms.get(input).and_then(|form| self.spelled(form, cx));
            if let Some(word) = self.word_of(input, cx).or(spelled)
                && let Some(word) = application.value(cx, &word)?
            {
                self.words.insert(value, word);
            }
        }
        self.applications = applications;
        Ok(())
    }

    /// The allowed words of a class for which functions have the values that are already known.
    fn with_known_values(
        &self,
        representative: Node,
        allowed: Regex,
        cx: &mut Context<'_>,
    ) -> Result<Option<Regex>, Stop> {
        let mut parts = Vec::new();
        for application in &self.applications {
            let [value, input] = [application.whole, application.input].map(|node| cx.representative(node));
            if input != representative || cx.constant_word(value).is_some() {
                continue;
            }
            let Some(word) = self.words.get(&value) else { continue };
            let budget = cx.env.budget;
            let word = cx.env.regexes().long_word(word, budget)?;
            parts.extend(application.preimage(cx, word)?);
        }
        parts.push(allowed);
        Ok((parts.len() > 1).then(|| cx.env.regexes().inter(&parts)))
    }

    /// Classes in normal form have the words that their parts spell.
    fn spell_forms(&mut self, forms: &NormalForms, cx: &Context<'_>) {
        for (representative, form) in forms.iter() {
            if let Some(word) = self.spelled(form, cx) {
                self.words.insert(representative, word);
            }
        }
    }

    /// The word that a form represents, if all its classes have words.
    fn spelled(&self, form: &Form, cx: &Context<'_>) -> Option<Word> {
        let part = |item: &Item| match item {
            Item::Word(part) => Some(part.clone()),
            Item::Class(class) => self.word_of(*class, cx),
        };
        let parts: Vec<Word> = form.items.iter().map(part).collect::<Option<_>>()?;
        Word::join(&parts.iter().collect::<Vec<&Word>>())
    }

    /// Gives a class a word, or says why it has none. True when something was wrong.
    fn check_class(
        &mut self,
        representative: Node,
        classes: &StringClasses,
        forms: &NormalForms,
        cx: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        let Some(class) = classes.get(&representative) else { return Ok(false) };
        let constant = cx.kernel.classes.graph.constant(representative);
        let Some((constant, word)) = constant.zip(cx.constant_word(representative)) else {
            return self.choose_word(representative, classes, forms, cx);
        };
        let outside = check_constant_languages(cx, class, constant, &word)?;
        let mistaken = check_constant_numbers(cx, class, constant, &word);
        self.words.insert(representative, word);
        Ok(outside || mistaken)
    }

    /// Gives a class a word, or excludes what it asks for. True when it was excluded.
    fn choose_word(
        &mut self,
        representative: Node,
        classes: &StringClasses,
        forms: &NormalForms,
        cx: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        let Some(class) = classes.get(&representative) else { return Ok(false) };
        let (language, demands) = asked(cx, class);
        let allowed = restricted(cx, language, &demands);
        let preferred = self.with_known_values(representative, allowed, cx)?;
        let mut taken: Vec<Word> =
            class.unequal.iter().filter_map(|other| self.word_of(*other, cx)).collect();
        taken.sort();
        taken.dedup();
        for allowed in preferred.into_iter().chain([allowed]) {
            if let Some(word) = free_word(cx, allowed, &taken)? {
                self.words.insert(representative, word);
                return Ok(false);
            }
        }
        let budget = cx.env.budget;
        if !taken.is_empty() && !is_empty(cx.env.regexes(), allowed, budget)? {
            if !card(cx, representative, classes, forms)? {
                list_words(cx, representative, class, allowed, &demands)?;
            }
        } else if is_empty(cx.env.regexes(), language, budget)? {
            exclude_languages(cx, &class.languages)?;
        } else {
            self.exclude_demands(cx, class, language, &demands)?;
        }
        Ok(true)
    }
}

impl Languages {
    /// Excludes demands that no word of the language meets: one alone if that is enough.
    fn exclude_demands(
        &mut self,
        cx: &mut Context<'_>,
        class: &Class,
        language: Regex,
        demands: &[Demand],
    ) -> Result<(), Stop> {
        let budget = cx.env.budget;
        for demand in demands {
            let alone = restricted(cx, language, std::slice::from_ref(demand));
            if !is_empty(cx.env.regexes(), alone, budget)? {
                continue;
            }
            if demand.is_own() && cx.env.store.op(demand.term) == Some(Op::Length) {
                return exclude_length(cx, class, language, demand);
            }
            return self.exclude_together(cx, class, language, std::slice::from_ref(demand));
        }
        if tell_digits(cx, demands.iter().filter(|demand| demand.is_own())) {
            return Ok(());
        }
        let regexes = cx.env.regexes();
        let kept = needed(demands.len(), budget, |kept| {
            let parts = kept.iter().map(|place| demands[*place].regex).chain([language]);
            let parts: Vec<Regex> = parts.collect();
            let common = regexes.inter(&parts);
            is_empty(regexes, common, budget)
        })?;
        let demands: Vec<Demand> = kept.into_iter().map(|place| demands[place].clone()).collect();
        self.exclude_together(cx, class, language, &demands)
    }

    /// Excludes demands that no word of the language meets together. Of the length of a value all that lies
    /// between lengths that occur is excluded.
    fn exclude_together(
        &mut self,
        cx: &mut Context<'_>,
        class: &Class,
        language: Regex,
        demands: &[Demand],
    ) -> Result<(), Stop> {
        let Some(first) = demands.first() else { return Ok(()) };
        let mut premises = premises_of(cx, &class.languages, first.node);
        let mut conclusions = Vec::new();
        let is_length =
            |demand: &Demand| !demand.is_own() && cx.env.store.op(demand.term) == Some(Op::Length);
        let measured = demands.iter().position(is_length);
        for (place, demand) in demands.iter().enumerate() {
            explain_demand(cx, demand, first.node, &mut premises);
            if measured != Some(place) {
                conclusions.push(not_demanded(cx, demand));
            }
        }
        if let Some(place) = measured {
            self.relate_lengths(cx, class, language, &demands[place])?;
            let others = [&demands[..place], &demands[place + 1..]].concat();
            let inputs = restricted(cx, language, &others);
            conclusions.extend(self.outside_gap(cx, &demands[place], inputs)?);
        }
        cx.infer(WORDLESS_NUMBERS, premises, &conclusions, Lifetime::Permanent);
        Ok(())
    }

    /// States how the length of a value is related to the length of the class, once for each language.
    fn relate_lengths(
        &mut self,
        cx: &mut Context<'_>,
        class: &Class,
        language: Regex,
        demand: &Demand,
    ) -> Result<(), Stop> {
        let Some(subject) = cx.kernel.classes.term_of(demand.node) else { return Ok(()) };
        if !self.related.insert((demand.term, language)) {
            return Ok(());
        }
        let lengths = [cx.env.length_of(subject), demand.term];
        let said = relation(cx, &self.applications, &demand.path, language, lengths)?;
        let Some(said) = said else { return Ok(()) };
        let mut premises = premises_of(cx, &class.languages, demand.node);
        explain_demand(cx, demand, demand.node, &mut premises);
        let literal = cx.literal(said);
        cx.infer(RELATED_LENGTHS, premises, &[literal], Lifetime::Permanent);
        Ok(())
    }

    /// Literals that say: the length is not in the gap around the present one.
    fn outside_gap(&self, cx: &mut Context<'_>, demand: &Demand, inputs: Regex) -> Result<Vec<Lit>, Stop> {
        let Some(length) = natural(&demand.value) else { return Ok(vec![not_demanded(cx, demand)]) };
        let chain = Chain { applications: &self.applications, demand, inputs };
        let Gap { below, above } = chain.gap(cx, length)?;
        let ends = [below.map(|end| (Op::Le, end)), above.map(|end| (Op::Ge, end))];
        let mut literals = Vec::new();
        for (op, end) in ends.into_iter().flatten() {
            let end = cx.env.store.int(end);
            let side = cx.env.app(op, &[demand.term, end]);
            literals.push(cx.literal(side));
        }
        Ok(literals)
    }
}

/// Concatenations that equal a constant, as memberships of that one word.
fn spelled_concats(cx: &mut Context<'_>, spellings: Vec<Spelling>) -> Result<Vec<Concat>, Stop> {
    let budget = cx.env.budget;
    let regexes = cx.env.regexes();
    let concat = |Spelling { form, word }| {
        Ok(Concat { literal: None, form, regex: regexes.long_word(&word, budget)? })
    };
    spellings.into_iter().map(concat).collect()
}

/// Compares a class with a constant to its memberships. True when something was wrong.
fn check_constant_languages(
    cx: &mut Context<'_>,
    class: &Class,
    constant: Node,
    word: &Word,
) -> Result<bool, Stop> {
    let budget = cx.env.budget;
    let mut wrong = false;
    for language in &class.languages {
        if !matches(cx.env.regexes(), language.regex, word, budget)? {
            let mut premises = Vec::new();
            explain_language(cx, language, constant, &mut premises);
            cx.infer(CONSTANT_LANGUAGE, premises, &[], Lifetime::Permanent);
            wrong = true;
        }
    }
    Ok(wrong)
}

/// Compares a class with a constant to its length and its numbers. True when something was wrong.
fn check_constant_numbers(cx: &mut Context<'_>, class: &Class, constant: Node, word: &Word) -> bool {
    let budget = cx.env.budget;
    let mut wrong = false;
    for (term, node) in class.length.iter().chain(&class.numbers).copied() {
        let Some(op) = cx.env.store.op(term) else { continue };
        let value = cx.env.evaluator.apply(cx.env.store, op, &[], &[Value::Str(word.clone())], budget);
        let Ok(value @ Value::Int(_)) = value else { continue };
        if Value::Int(cx.number_of(term)) != value {
            let number = cx.env.store.value(value);
            let equal = cx.env.equal(term, number);
            let literal = cx.literal(equal);
            let mut premises = Vec::new();
            cx.kernel.classes.graph.explain(node, constant, &mut premises);
            cx.infer(CONSTANT_NUMBER, premises, &[literal], Lifetime::Permanent);
            wrong = true;
        }
    }
    wrong
}

/// A shortest word of a language that is not taken. Taken words are excluded one by one as they
/// come up: most never do, and they can be long.
fn free_word(cx: &mut Context<'_>, allowed: Regex, taken: &[Word]) -> Result<Option<Word>, Stop> {
    let budget = cx.env.budget;
    let mut free = allowed;
    while let Some(word) = find_runs(cx.env.regexes(), free, Goal::Shortest, budget)? {
        let length = usize::try_from(word.len()).unwrap_or(usize::MAX);
        WORD_CHARACTERS.check(length, budget)?;
        let word = Word::from_runs(word).ok_or_else(|| WORD_CHARACTERS.give_up(budget))?;
        if taken.binary_search(&word).is_err() {
            return Ok(Some(word));
        }
        let other = all_but(cx, &word);
        free = cx.env.regexes().inter(&[free, other]);
    }
    Ok(None)
}

/// Few words are allowed, and all of them are taken: the class equals one of them.
fn list_words(
    cx: &mut Context<'_>,
    representative: Node,
    class: &Class,
    allowed: Regex,
    demands: &[Demand],
) -> Result<(), Stop> {
    let Some(term) = cx.kernel.classes.term_of(representative) else { return Ok(()) };
    let budget = cx.env.budget;
    let mut premises = premises_of(cx, &class.languages, representative);
    let mut rest = allowed;
    let mut choices: Vec<Lit> = Vec::new();
    while let Some(word) = find_word(cx.env.regexes(), rest, Goal::Shortest, budget)? {
        let other = all_but(cx, &word);
        rest = cx.env.regexes().inter(&[rest, other]);
        let word = cx.env.store.word(word);
        let equal = cx.env.equal(term, word);
        choices.push(cx.literal(equal));
    }
    for demand in demands {
        explain_demand(cx, demand, representative, &mut premises);
        choices.push(not_demanded(cx, demand));
    }
    cx.infer(FEW_WORDS, premises, &choices, Lifetime::Permanent);
    Ok(())
}

/// Excludes languages of one class that have no word in common, after leaving out those that do
/// not matter.
pub(super) fn exclude_languages(cx: &mut Context<'_>, languages: &[Language]) -> Result<(), Stop> {
    let budget = cx.env.budget;
    let regexes = cx.env.regexes();
    let kept = needed(languages.len(), budget, |kept| {
        let parts: Vec<Regex> = kept.iter().map(|place| languages[*place].regex).collect();
        let common = regexes.inter(&parts);
        is_empty(regexes, common, budget)
    })?;
    let languages: Vec<Language> = kept.into_iter().map(|place| languages[place].clone()).collect();
    let Some(first) = languages.first() else { return Ok(()) };
    let premises = premises_of(cx, &languages, first.node);
    cx.infer(DISJOINT, premises, &[], Lifetime::Permanent);
    Ok(())
}
