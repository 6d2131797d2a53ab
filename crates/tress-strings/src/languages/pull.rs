//! What is said of the value of a function, as something said of its argument.
//!
//! Enters: the applications of functions that a machine describes, and the languages, constants and
//! numbers of each class. Leaves: languages and numbers for the classes of the arguments, each with all
//! that it rests on, chain by chain down to the inputs. A word is in the pre-image exactly when its value
//! is in the language, so a word chosen for an input decides the words of everything made of it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tress_automata::transducer::{Matches, Transducer};
use tress_automata::{CharSet, FunctionId, Regex, RegexStore};
use tress_base::{Budget, Stop};

use crate::machines::{is_read, machine, part_of_value};
use tress_kernel::{Context, Node};
use tress_term::eval::{EvalError, LAST_BLANK};
use tress_term::term::{Op, Sort, Term, TermStore, Value, Word};

use super::classes::{Demand, Language};
use super::limits::{MACHINE_STATES, MACHINE_STEPS};

/// What a function does, apart from its first argument.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Meaning {
    op: Op,
    words: Vec<Word>,
    pattern: Option<Regex>,
}

/// How a language on a value becomes one on the argument.
#[derive(Clone, Copy)]
enum Way {
    Function(FunctionId),
    /// The word turned around.
    Reversal,
    /// White space dropped at both ends.
    Trim,
    /// What follows the first number of characters, at most the second number of them; never empty by itself.
    Part(u64, u64),
}

/// A function applied to a class, under the present assignment.
#[derive(Clone)]
pub(super) struct Application {
    /// The application itself.
    pub(super) whole: Node,
    /// Its first argument.
    pub(super) input: Node,
    op: Op,
    /// The values of the others.
    others: Vec<Value>,
    /// Why the other arguments are constants.
    because: Vec<(Node, Node)>,
    way: Way,
}

/// The functions of one search.
#[derive(Default)]
pub(super) struct Pulls {
    applications: Vec<Term>,
    ways: FxHashMap<Meaning, Option<Way>>,
}

/// Something said of a class that can be said of an argument instead.
pub(super) trait Said: Clone {
    /// The words it allows.
    fn regex(&self) -> Regex;
    /// The member of the class that it mentions.
    fn node(&self) -> Node;
    /// The same, of the argument `node` of this application, whose words are those of `regex`, for these
    /// reasons besides.
    fn moved(&self, application: usize, regex: Regex, node: Node, because: &[(Node, Node)]) -> Self;
}

impl Said for Language {
    fn regex(&self) -> Regex {
        self.regex
    }

    fn node(&self) -> Node {
        self.node
    }

    fn moved(&self, _application: usize, regex: Regex, node: Node, because: &[(Node, Node)]) -> Self {
        let because = [&self.because, because].concat();
        Self { literals: self.literals.clone(), node, regex, because }
    }
}

impl Said for Demand {
    fn regex(&self) -> Regex {
        self.regex
    }

    fn node(&self) -> Node {
        self.node
    }

    fn moved(&self, application: usize, regex: Regex, node: Node, because: &[(Node, Node)]) -> Self {
        let because = [&self.because, because].concat();
        let path = [self.path.as_slice(), &[application]].concat();
        Self { term: self.term, node, value: self.value.clone(), regex, path, because }
    }
}

impl Pulls {
    /// Notes a term that entered, when its operator is such a function.
    pub(super) fn enter(&mut self, store: &TermStore, term: Term) {
        if is_read(store.op(term)) || part_of_value(store, term).is_some() {
            self.applications.push(term);
        }
    }

    /// Are there no such functions?
    pub(super) fn is_empty(&self) -> bool {
        self.applications.is_empty()
    }

    /// The applications that are functions of their first argument alone under the present assignment,
    /// values before the arguments they are made of.
    pub(super) fn present(&mut self, cx: &mut Context<'_>) -> Result<Vec<Application>, Stop> {
        let mut found = Vec::new();
        for place in 0..self.applications.len() {
            cx.env.budget.poll()?;
            found.extend(self.application(self.applications[place], cx)?);
        }
        Ok(sorted(found, cx))
    }

    fn application(&mut self, term: Term, cx: &mut Context<'_>) -> Result<Option<Application>, Stop> {
        let args = cx.env.store.args(term).to_vec();
        let node_of = |cx: &Context<'_>, term: Term| cx.kernel.classes.node_of(term);
        let (Some(op), Some(whole), Some(input)) =
            (cx.env.store.op(term), node_of(cx, term), node_of(cx, args[0]))
        else {
            return Ok(None);
        };
        if let Some((start, count)) = part_of_value(cx.env.store, term) {
            let others = args[1..].iter().filter_map(|arg| cx.env.store.as_value(*arg).cloned()).collect();
            let way = Way::Part(start, count);
            return Ok(Some(Application { whole, input, op, others, because: Vec::new(), way }));
        }
        let (mut words, mut because, mut pattern) = (Vec::new(), Vec::new(), None);
        let mut others = Vec::new();
        for arg in &args[1..] {
            if cx.env.store.sort(*arg) == Sort::RegLan {
                let Some(language) = cx.env.language_of(*arg)? else { return Ok(None) };
                others.push(Value::Regex(language));
                pattern = Some(language);
                continue;
            }
            let Some((word, reason)) = known_word(cx, *arg) else { return Ok(None) };
            because.extend(reason);
            others.push(Value::Str(word.clone()));
            words.push(word);
        }
        let way = self.way(Meaning { op, words, pattern }, cx)?;
        Ok(way.map(|way| Application { whole, input, op, others, because, way }))
    }

    fn way(&mut self, meaning: Meaning, cx: &mut Context<'_>) -> Result<Option<Way>, Stop> {
        if let Some(known) = self.ways.get(&meaning) {
            return Ok(*known);
        }
        let budget = cx.env.budget;
        let way = way(cx.env.regexes(), &meaning, budget)?;
        self.ways.insert(meaning, way);
        Ok(way)
    }
}

/// The string constant that a term is or is equal to, with the equality that says so.
fn known_word(cx: &Context<'_>, term: Term) -> Option<(Word, Option<(Node, Node)>)> {
    if let Some(word) = cx.env.word_of(term) {
        return Some((word, None));
    }
    let node = cx.kernel.classes.node_of(term)?;
    let class = cx.representative(node);
    let constant = cx.kernel.classes.graph.constant(class)?;
    Some((cx.constant_word(class)?, Some((node, constant))))
}

fn way(
    regexes: &mut RegexStore,
    Meaning { op, words, pattern }: &Meaning,
    budget: &Budget,
) -> Result<Option<Way>, Stop> {
    let function = match (op, words.as_slice(), pattern) {
        (Op::Rev, [], None) => return Ok(Some(Way::Reversal)),
        (Op::Trim, [], None) => return Ok(Some(Way::Trim)),
        (Op::ReplaceReAll, [new], Some(pattern)) => Some(regexes.replace_matches(*pattern, new, true)),
        // The shortest match is the empty one in front.
        (Op::ReplaceRe, [new], Some(pattern)) if regexes.is_nullable(*pattern) => {
            machine(Op::Replace, &[Word::from([]), new.clone()], budget)
                .map(|machine| regexes.machine(machine))
        }
        (Op::ReplaceRe, [new], Some(pattern)) => Some(regexes.replace_matches(*pattern, new, false)),
        (Op::ReplaceReLongest | Op::ReplaceReLongestAll, [new], Some(pattern)) => {
            let matches = Matches { all: *op == Op::ReplaceReLongestAll, longest: true };
            let most = MACHINE_STATES.size(budget);
            let machine = MACHINE_STEPS.share(budget, || {
                Transducer::replace_pattern(regexes, *pattern, new, matches, most, budget)
            })?;
            let machine = machine.and_then(|machine| MACHINE_STATES.note_missing(machine, budget));
            machine.map(|machine| regexes.machine(machine))
        }
        (_, _, None) => machine(*op, words, budget).map(|machine| regexes.machine(machine)),
        _ => None,
    };
    Ok(function.map(Way::Function))
}

impl Application {
    /// The function, where a machine describes it.
    pub(super) fn function(&self) -> Option<FunctionId> {
        match self.way {
            Way::Function(function) => Some(function),
            Way::Reversal | Way::Trim | Way::Part(..) => None,
        }
    }

    /// The value of the function for a word. Returns `None` if it is too long.
    pub(super) fn value(&self, cx: &mut Context<'_>, word: &Word) -> Result<Option<Word>, Stop> {
        let mut arguments = vec![Value::Str(word.clone())];
        arguments.extend_from_slice(&self.others);
        match cx.env.evaluator.apply(cx.env.store, self.op, &[], &arguments, cx.env.budget) {
            Ok(Value::Str(value)) => Ok(Some(value)),
            Err(EvalError::Stop(stop)) => Err(stop),
            _ => Ok(None),
        }
    }

    /// The words that the function takes into a language; nothing where that is not known.
    pub(super) fn preimage(&self, cx: &mut Context<'_>, language: Regex) -> Result<Option<Regex>, Stop> {
        let budget = cx.env.budget;
        let regexes = cx.env.regexes();
        Ok(match self.way {
            Way::Function(function) => Some(regexes.preimage(function, language, budget)?),
            Way::Reversal if regexes.is_followed(language) => None,
            Way::Reversal => Some(regexes.reverse(language)),
            Way::Trim => Some(trimmed(regexes, language)),
            Way::Part(start, count) => Some(around(regexes, language, start, count)),
        })
    }
}

/// The words that are in the language without the white space at their ends.
fn trimmed(regexes: &mut RegexStore, language: Regex) -> Regex {
    let space = CharSet::range(0, LAST_BLANK);
    let [letter, space] = [space.complement(), space].map(|set| regexes.chars(set));
    let inner = regexes.concat(&[letter, Regex::ALL, letter]);
    let kept = regexes.union(&[Regex::EPSILON, letter, inner]);
    let kept = regexes.inter(&[kept, language]);
    let spaces = regexes.star(space);
    regexes.concat(&[spaces, kept, spaces])
}

/// The words whose part behind `start` characters, at most `count` long, is in the language.
fn around(regexes: &mut RegexStore, language: Regex, start: u64, count: u64) -> Regex {
    let before = regexes.repeat(Regex::ANY_CHAR, start, Some(start));
    let [whole, shorter] = [(count, count), (1, count - 1)].map(|(low, high)| {
        let lengths = if low > high { Regex::NONE } else { regexes.repeat(Regex::ANY_CHAR, low, Some(high)) };
        regexes.inter(&[language, lengths])
    });
    let whole = regexes.concat(&[whole, Regex::ALL]);
    let inside = regexes.union(&[whole, shorter]);
    let inside = regexes.concat(&[before, inside]);
    // What ends before the part begins has an empty part.
    let ended = if regexes.is_nullable(language) {
        regexes.repeat(Regex::ANY_CHAR, 0, Some(start))
    } else {
        Regex::NONE
    };
    regexes.union(&[inside, ended])
}

/// Values before what they are made of; where classes are made of each other, the newest first.
fn sorted(mut applications: Vec<Application>, cx: &Context<'_>) -> Vec<Application> {
    // How many applications that were not taken yet tell something of each class.
    let mut open: BTreeMap<Node, usize> = BTreeMap::new();
    for application in &applications {
        *open.entry(cx.representative(application.input)).or_default() += 1;
    }
    let mut order = Vec::with_capacity(applications.len());
    while !applications.is_empty() {
        let before = applications.len();
        let mut waiting = Vec::new();
        for application in applications.into_iter().rev() {
            if open.get(&cx.representative(application.whole)).is_some_and(|count| *count > 0) {
                waiting.push(application);
            } else {
                take(&mut order, &mut open, application, cx);
            }
        }
        if waiting.len() == before {
            let first = waiting.remove(0);
            take(&mut order, &mut open, first, cx);
        }
        waiting.reverse();
        applications = waiting;
    }
    order
}

fn take(
    order: &mut Vec<Application>,
    open: &mut BTreeMap<Node, usize>,
    application: Application,
    cx: &Context<'_>,
) {
    if let Some(count) = open.get_mut(&cx.representative(application.input)) {
        *count -= 1;
    }
    order.push(application);
}

/// Adds to `said` what follows for arguments from what is said of values, and gives only the new.
pub(super) fn pull<T: Said>(
    cx: &mut Context<'_>,
    applications: &[Application],
    said: &mut BTreeMap<Node, Vec<T>>,
) -> Result<Vec<(Node, T)>, Stop> {
    let mut pulled = Vec::new();
    for (place, application) in applications.iter().enumerate() {
        cx.env.budget.poll()?;
        let [value, input] = [application.whole, application.input].map(|node| cx.representative(node));
        // A class that is made of itself says nothing new.
        if value == input {
            continue;
        }
        for item in said.get(&value).cloned().unwrap_or_default() {
            let Some(regex) = application.preimage(cx, item.regex())? else { continue };
            let mut because = application.because.clone();
            because.push((item.node(), application.whole));
            let moved = item.moved(place, regex, application.input, &because);
            said.entry(input).or_default().push(moved.clone());
            pulled.push((input, moved));
        }
    }
    Ok(pulled)
}

/// The words that a path of applications, the last first, takes into a language.
pub(super) fn preimage_along(
    cx: &mut Context<'_>,
    applications: &[Application],
    path: &[usize],
    mut language: Regex,
) -> Result<Option<Regex>, Stop> {
    for place in path {
        let Some(before) = applications[*place].preimage(cx, language)? else { return Ok(None) };
        language = before;
    }
    Ok(Some(language))
}

/// The value of a path of applications, the last first, for a word.
pub(super) fn value_along(
    cx: &mut Context<'_>,
    applications: &[Application],
    path: &[usize],
    mut word: Word,
) -> Result<Option<Word>, Stop> {
    for place in path.iter().rev() {
        let Some(value) = applications[*place].value(cx, &word)? else { return Ok(None) };
        word = value;
    }
    Ok(Some(word))
}
