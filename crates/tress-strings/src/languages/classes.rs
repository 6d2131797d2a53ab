//! What an assignment says of each class of equal strings.
//!
//! Enters: memberships that matter, lengths and numbers that the arithmetic knows, strings that
//! must differ. Leaves: all of it class by class, with the reasons; what is said of concatenations
//! is put aside.

use std::collections::BTreeMap;

use tress_automata::Regex;
use tress_base::{Int, Stop};
use tress_sat::Lit;

use crate::forms::{Form, NormalForms, unequal_strings};
use crate::measures::Measures;
use crate::memberships::{Active, Memberships};
use tress_kernel::{Context, Node};
use tress_term::term::{Op, Term, Value, Word};

use super::concat_memberships::{Concat, Concats};
use super::length_sets::natural;
use super::limits::EXCLUDED_CHARACTERS;
use super::pull::{Application, pull};

/// Literals that together say something of the language of a class.
#[derive(Clone, Debug)]
pub(super) struct Language {
    pub(super) literals: Vec<Lit>,
    /// The member that they mention.
    pub(super) node: Node,
    pub(super) regex: Regex,
    /// Equalities that this rests on besides.
    pub(super) because: Vec<(Node, Node)>,
}

impl From<Active> for Language {
    fn from(Active { literal, node, regex }: Active) -> Self {
        Self { literals: vec![literal], node, regex, because: Vec::new() }
    }
}

/// What is known of a class of equal strings.
#[derive(Default)]
pub(super) struct Class {
    pub(super) languages: Vec<Language>,
    /// A term for its length, and the member whose length that is.
    pub(super) length: Option<(Term, Node)>,
    /// Terms for the number that it denotes or the code point that it is, and the members they belong to.
    pub(super) numbers: Vec<(Term, Node)>,
    /// Numbers of strings that are made of this one.
    pub(super) pulled: Vec<Demand>,
    /// Classes that must get another word.
    pub(super) unequal: Vec<Node>,
}

/// What is known of each class, by its representative.
pub(super) type StringClasses = BTreeMap<Node, Class>;

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
    /// The applications that lead from this class to the string that the term mentions, the last first; the
    /// equalities that this rests on.
    pub(super) path: Vec<usize>,
    pub(super) because: Vec<(Node, Node)>,
}

impl Demand {
    /// Is it a number of the class itself, not of something made of it?
    pub(super) fn is_own(&self) -> bool {
        self.path.is_empty()
    }
}

/// Collects what the assignment says of each class of strings, and adds what it says of
/// concatenations to `concats`.
pub(super) fn string_classes(
    cx: &mut Context<'_>,
    (memberships, measures, forms): (&Memberships, &Measures, &NormalForms),
    concats: &mut Concats,
    applications: &[Application],
) -> Result<StringClasses, Stop> {
    let mut classes = StringClasses::new();
    for active in memberships.active(cx) {
        match composed(cx, forms, active.node) {
            Some(form) => {
                let literal = Some(active.literal);
                concats.memberships.push(Concat { literal, form, regex: active.regex });
            }
            None => {
                let class = classes.entry(cx.representative(active.node)).or_default();
                class.languages.push(active.into());
            }
        }
    }
    for (subject, length) in &measures.lengths {
        if let Some(node) = cx.kernel.classes.node_of(*subject) {
            classes.entry(cx.representative(node)).or_default().length = Some((*length, node));
        }
    }
    for (subject, number) in &measures.conversions {
        let Some(node) = cx.kernel.classes.node_of(*subject) else { continue };
        match composed(cx, forms, node) {
            Some(form) => {
                concats.numbers.extend(number_demand(cx, *number, node).map(|demand| (demand, form)));
            }
            None => classes.entry(cx.representative(node)).or_default().numbers.push((*number, node)),
        }
    }
    note_unequal(cx, &mut classes);
    pull_back(cx, &mut classes, applications, (memberships, forms), concats)?;
    Ok(classes)
}

/// What is said of values of functions is said of their arguments as well.
fn pull_back(
    cx: &mut Context<'_>,
    classes: &mut StringClasses,
    applications: &[Application],
    (memberships, forms): (&Memberships, &NormalForms),
    concats: &mut Concats,
) -> Result<(), Stop> {
    if applications.is_empty() {
        return Ok(());
    }
    let mut languages = known_words(cx, applications);
    for active in memberships.active(cx).into_iter().filter(|active| is_composed(cx, forms, active.node)) {
        languages.entry(cx.representative(active.node)).or_default().push(active.into());
    }
    let mut demands: BTreeMap<Node, Vec<Demand>> = BTreeMap::new();
    for (representative, class) in &*classes {
        languages.entry(*representative).or_default().extend_from_slice(&class.languages);
        demands.insert(*representative, demands_of(cx, class));
    }
    for (input, language) in pull(cx, applications, &mut languages)? {
        match composed(cx, forms, language.node) {
            // A concatenation has room for one literal.
            Some(_) if language.literals.len() > 1 => {}
            Some(mut form) => {
                language.because.iter().for_each(|pair| form.rest_on(*pair));
                let literal = language.literals.first().copied();
                concats.memberships.push(Concat { literal, form, regex: language.regex });
            }
            None => classes.entry(input).or_default().languages.push(language),
        }
    }
    for (input, demand) in pull(cx, applications, &mut demands)? {
        classes.entry(input).or_default().pulled.push(demand);
    }
    for application in applications {
        classes.entry(cx.representative(application.input)).or_default();
    }
    Ok(())
}

/// The constants among the values of applications, as languages of one word.
pub(super) fn known_words(
    cx: &mut Context<'_>,
    applications: &[Application],
) -> BTreeMap<Node, Vec<Language>> {
    let mut known = BTreeMap::new();
    for application in applications {
        let class = cx.representative(application.whole);
        let constant = cx.kernel.classes.graph.constant(class).zip(cx.constant_word(class));
        let Some((node, word)) = constant else { continue };
        let budget = cx.env.budget;
        // What takes too much room is compared when words are chosen.
        let Ok(regex) = cx.env.regexes().long_word(&word, budget) else { continue };
        known.insert(class, vec![Language { literals: Vec::new(), node, regex, because: Vec::new() }]);
    }
    known
}

fn is_composed(cx: &Context<'_>, forms: &NormalForms, node: Node) -> bool {
    let representative = cx.representative(node);
    forms.contains(representative) && cx.constant_word(representative).is_none()
}

/// The form of a string that is a concatenation, with the reason why it is this one's.
fn composed(cx: &Context<'_>, forms: &NormalForms, node: Node) -> Option<Form> {
    let representative = cx.representative(node);
    let form = forms.get(representative).filter(|_| cx.constant_word(representative).is_none())?;
    let mut form = form.clone();
    form.rest_on((node, representative));
    Some(form)
}

/// Strings that must differ: from a constant, that is a language; from each other, it waits for
/// one of them to have a word.
fn note_unequal(cx: &mut Context<'_>, classes: &mut StringClasses) {
    for (literal, a, b) in unequal_strings(cx) {
        let [one, other] = [a, b].map(|node| cx.representative(node));
        let constants =
            [one, other].map(|class| cx.kernel.classes.graph.constant(class).zip(cx.constant_word(class)));
        let known = match constants {
            [Some(_), Some(_)] => continue,
            [Some((constant, word)), None] => Some((word, b, (a, constant))),
            [None, Some((constant, word))] => Some((word, a, (b, constant))),
            [None, None] => None,
        };
        // A long word is rarely met: it is only compared with what was found.
        let is_short = |word: &Word| !EXCLUDED_CHARACTERS.is_exceeded(word.len(), cx.env.budget);
        let Some((word, node, because)) = known.filter(|(word, ..)| is_short(word)) else {
            classes.entry(one).or_default().unequal.push(other);
            classes.entry(other).or_default().unequal.push(one);
            continue;
        };
        let regex = all_but(cx, &word);
        let language = Language { literals: vec![literal], node, regex, because: vec![because] };
        classes.entry(cx.representative(node)).or_default().languages.push(language);
    }
}

/// Every word but one.
pub(super) fn all_but(cx: &mut Context<'_>, word: &[u32]) -> Regex {
    let regexes = cx.env.regexes();
    let word = regexes.word(word);
    regexes.complement(word)
}

/// The language of a class, and what else its word has to meet.
pub(super) fn asked(cx: &mut Context<'_>, class: &Class) -> (Regex, Vec<Demand>) {
    let parts: Vec<Regex> = class.languages.iter().map(|language| language.regex).collect();
    let language = cx.env.regexes().inter(&parts);
    let mut demands = demands_of(cx, class);
    demands.extend_from_slice(&class.pulled);
    (language, demands)
}

/// The words that a class can have, by what is said of itself.
pub(super) fn allowed(cx: &mut Context<'_>, class: &Class) -> Regex {
    let parts: Vec<Regex> = class.languages.iter().map(|language| language.regex).collect();
    let language = cx.env.regexes().inter(&parts);
    let demands = demands_of(cx, class);
    restricted(cx, language, &demands)
}

/// The words of a language that meet all demands.
pub(super) fn restricted(cx: &mut Context<'_>, language: Regex, demands: &[Demand]) -> Regex {
    let mut parts = vec![language];
    parts.extend(demands.iter().map(|demand| demand.regex));
    cx.env.regexes().inter(&parts)
}

/// The length and the numbers that the arithmetic has chosen for a class.
pub(super) fn demands_of(cx: &mut Context<'_>, class: &Class) -> Vec<Demand> {
    let mut demands: Vec<Demand> = length_demand(cx, class).into_iter().collect();
    demands.extend(class.numbers.iter().filter_map(|(term, node)| number_demand(cx, *term, *node)));
    demands
}

/// The length must be the one that the arithmetic has chosen.
fn length_demand(cx: &mut Context<'_>, class: &Class) -> Option<Demand> {
    let (term, node) = class.length?;
    let value = cx.number_of(term);
    let length = natural(&value)?;
    let regex = cx.env.regexes().repeat(Regex::ANY_CHAR, length, Some(length));
    Some(Demand { term, node, value, regex, path: Vec::new(), because: Vec::new() })
}

/// The digits must denote the number that the arithmetic has chosen, after any zeros; the code point must be
/// the chosen one. Words that have no such number are distinguished by a membership.
fn number_demand(cx: &mut Context<'_>, term: Term, node: Node) -> Option<Demand> {
    let value = cx.number_of(term);
    if value.is_negative() {
        return None;
    }
    let is_numeral = cx.env.store.op(term) == Some(Op::StrToInt);
    let budget = cx.env.budget;
    let regex = if is_numeral {
        let written =
            cx.env.evaluator.apply(cx.env.store, Op::StrFromInt, &[], &[Value::Int(value.clone())], budget);
        let Ok(Value::Str(digits)) = written else { return None };
        let regexes = cx.env.regexes();
        let zero = regexes.word(&[u32::from('0')]);
        let (zeros, digits) = (regexes.star(zero), regexes.long_word(&digits, budget).ok()?);
        regexes.concat(&[zeros, digits])
    } else {
        let regexes = cx.env.regexes();
        value.to_u32().map_or(Regex::NONE, |code| regexes.word(&[code]))
    };
    Some(Demand { term, node, value, regex, path: Vec::new(), because: Vec::new() })
}

/// The literal that says: the demand is not made.
pub(super) fn not_demanded(cx: &mut Context<'_>, demand: &Demand) -> Lit {
    let number = cx.env.store.int(demand.value.clone());
    let equal = cx.env.equal(demand.term, number);
    !cx.literal(equal)
}

/// The memberships of a class, and why they are about one word.
pub(super) fn premises_of(cx: &mut Context<'_>, languages: &[Language], at: Node) -> Vec<Lit> {
    let mut premises = Vec::new();
    for language in languages {
        explain_language(cx, language, at, &mut premises);
    }
    premises
}

/// Why a demand is made of a member of the class of `at`.
pub(super) fn explain_demand(cx: &mut Context<'_>, demand: &Demand, at: Node, premises: &mut Vec<Lit>) {
    let graph = &mut cx.kernel.classes.graph;
    graph.explain(demand.node, at, premises);
    for (one, other) in &demand.because {
        graph.explain(*one, *other, premises);
    }
}

/// Why a node is in a language that a member of its class is in.
pub(super) fn explain_language(cx: &mut Context<'_>, language: &Language, at: Node, premises: &mut Vec<Lit>) {
    let graph = &mut cx.kernel.classes.graph;
    if !tress_base::is_planted("language-premise") {
        premises.extend_from_slice(&language.literals);
    }
    graph.explain(language.node, at, premises);
    for (one, other) in &language.because {
        graph.explain(*one, *other, premises);
    }
}
