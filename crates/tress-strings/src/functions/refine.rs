//! A candidate model that the evaluator refused.
//!
//! Enters: formulas of the problem that are not true under the values chosen by the other steps.
//! Leaves: axioms for functions whose value is not what their arguments say. Functions are reduced
//! to concatenations and lengths only when a candidate failed because of them; what has no
//! reduction, or not in this direction, is told value by value.

use tress_base::Stop;

use crate::stars::Stars;
use tress_kernel::{Choices, Context, Progress, Rule};
use tress_term::eval::EvalError;
use tress_term::term::{Head, Op, Sort, Term, TermMap, TermStore, Value, post_order, post_order_where};

use super::Functions;
use super::reduce::{is_waiting, reduce, tell_preimage};

/// A function has this value for these arguments.
const VALUE: Rule =
    Rule::new("refine-value", "SMT-LIB", "the evaluator gives a function one value for known arguments");
/// A language with these values of its variables is a known language.
const INSTANCE: Rule = Rule::new("refine-instance", "SMT-LIB", "equal variables make equal languages");
/// A string with a part that is another contains that.
const OCCURRENCE: Rule =
    Rule::new("refine-occurrence", "own", "if p is a part of s and p = t, then s contains t");
/// Strings that must differ are this word or not.
const APART: Rule = Rule::new(
    "refine-apart",
    "splitting on demand",
    "each of two different strings is this word or not, and not both are",
);

/// After how many checks without a candidate functions no longer wait for one.
const CHECKS_TO_WAIT: u32 = 50;

/// A term whose chosen value is not the value of its operator on the chosen arguments.
struct Mismatch {
    term: Term,
    arguments: Vec<Value>,
    right: Value,
}

impl Functions {
    /// Refines what made a candidate fail.
    pub(crate) fn refine(
        &mut self,
        failing: &[Term],
        stars: &mut Stars,
        choices: &mut Choices,
        cx: &mut Context<'_>,
    ) -> Result<Progress, Stop> {
        let wrong = self.mismatches(failing, stars, choices, cx)?;
        let mut changed = false;
        for mismatch in &wrong {
            changed |= self.reduce_once(mismatch.term, cx)?;
        }
        if changed {
            return Ok(Progress::Changed);
        }
        // An occurrence that should not be there is the cause of what else is wrong, and so is a
        // string that does not repeat what it should.
        let is_cause = |mismatch: &Mismatch| {
            let occurs = cx.env.store.op(mismatch.term) == Some(Op::Contains);
            (occurs && mismatch.right == Value::Bool(true)) || stars.has(mismatch.term)
        };
        let causes: Vec<bool> = wrong.iter().map(is_cause).collect();
        let only_causes = causes.contains(&true);
        for (mismatch, is_cause) in wrong.into_iter().zip(causes) {
            if only_causes && !is_cause {
                continue;
            }
            changed |= self.tell_value(mismatch, stars, choices, cx)?;
        }
        Ok(if changed { Progress::Changed } else { Progress::Stuck })
    }

    /// Terms below failing formulas whose chosen value is wrong, arguments first.
    fn mismatches(
        &self,
        failing: &[Term],
        stars: &Stars,
        choices: &mut Choices,
        cx: &mut Context<'_>,
    ) -> Result<Vec<Mismatch>, Stop> {
        let store = &*cx.env.store;
        // Axioms mention occurrences too, which are not axiomatised further.
        let occurrences = self.all.iter().copied().filter(|term| store.op(*term) == Some(Op::Contains));
        let repetitions = stars.iter().map(|star| star.atom);
        let parts = post_order(store, failing);
        // Formulas such as `distinct` rest on atoms that do not stand in them.
        let links = parts.iter().filter_map(|part| cx.kernel.atoms.links.get(*part)).flatten().copied();
        let links: Vec<Term> = links.collect();
        let terms = parts.into_iter().chain(links).chain(occurrences).chain(repetitions);
        let atoms = relevant_among(cx, terms);
        let mut wrong = Vec::new();
        for term in post_order(cx.env.store, &atoms) {
            cx.env.budget.poll()?;
            if speaks_of_strings(cx.env.store, term)
                && let Some(mismatch) = mismatch(cx, term, choices)?
            {
                wrong.push(mismatch);
            }
        }
        Ok(wrong)
    }

    /// Writes the axioms of functions that matter and still wait for a candidate, when none has
    /// come for long; `turn` counts the checks since the last one.
    pub(crate) fn reduce_the_waiting(&mut self, turn: u32, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        if !turn.is_multiple_of(CHECKS_TO_WAIT) {
            return Ok(Progress::Fine);
        }
        let atoms = relevant_among(cx, post_order(cx.env.store, &cx.kernel.relevance.facts));
        let mut changed = false;
        for term in post_order(cx.env.store, &atoms) {
            cx.env.budget.poll()?;
            changed |= is_waiting(cx.env.store, term) && self.reduce_once(term, cx)?;
        }
        Ok(if changed { Progress::Changed } else { Progress::Fine })
    }

    /// Writes the axioms of a function, unless they have been written.
    fn reduce_once(&mut self, term: Term, cx: &mut Context<'_>) -> Result<bool, Stop> {
        if !self.reduced.add(term) {
            return Ok(false);
        }
        let before = cx.kernel.waiting.axiom_count();
        reduce(cx, &mut self.reduced, term)?;
        Ok(cx.kernel.waiting.axiom_count() > before)
    }

    /// Says what is right for the present values of the arguments. False when nothing new can be
    /// said.
    fn tell_value(
        &mut self,
        mismatch: Mismatch,
        stars: &mut Stars,
        choices: &mut Choices,
        cx: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        let Mismatch { term, arguments, right } = &mismatch;
        let args = cx.env.store.args(*term).to_vec();
        match (cx.env.store.op(*term), args.as_slice()) {
            (Some(Op::Eq), [x, y]) => return Ok(tell_apart(cx, *x, *y, &arguments[0])),
            (Some(Op::Contains), [s, t]) if *right == Value::Bool(true) => {
                tell_occurrence(cx, *term, (*s, *t), arguments);
                return Ok(true);
            }
            (Some(Op::InRe), [subject, language]) if !cx.env.is_ground(*language) => {
                if *right == Value::Bool(false) && stars.tell(*term, &arguments[0], cx) {
                    return Ok(true);
                }
                return Ok(tell_instance(cx, *term, *subject, *language, choices));
            }
            _ => {}
        }
        if let Some(Value::Str(word)) = cx.chosen(*term, choices) {
            tell_preimage(cx, &mut self.reduced, *term, &word)?;
        }
        Ok(tell_row(cx, mismatch, choices))
    }
}

/// The atoms among these terms whose value matters.
fn relevant_among(cx: &Context<'_>, terms: impl IntoIterator<Item = Term>) -> Vec<Term> {
    let (relevant, literals) = (cx.relevant(), &cx.kernel.atoms.literals);
    let matters = |term: &Term| literals.get(*term).is_some_and(|literal| relevant.contains(&literal.var()));
    terms.into_iter().filter(matters).collect()
}

/// Is the term an operator on strings or languages?
fn speaks_of_strings(store: &TermStore, term: Term) -> bool {
    let Head::Op(op, _) = store.head(term) else { return false };
    let about = |term: Term| store.sort(term) == Sort::String;
    op != Op::Ite
        && store.sort(term) != Sort::RegLan
        && (about(term) || store.args(term).iter().any(|arg| about(*arg)))
}

fn mismatch(cx: &mut Context<'_>, term: Term, choices: &mut Choices) -> Result<Option<Mismatch>, Stop> {
    let Head::Op(op, indices) = cx.env.store.head(term) else { return Ok(None) };
    let Some(now) = cx.chosen(term, choices) else { return Ok(None) };
    let args = cx.env.store.args(term).to_vec();
    let values: Option<Vec<Value>> = args.iter().map(|arg| chosen_language(cx, *arg, choices)).collect();
    let Some(arguments) = values else { return Ok(None) };
    let indices = cx.env.store.indices(indices);
    match cx.env.evaluator.apply(cx.env.store, op, indices, &arguments, cx.env.budget) {
        Ok(right) if right != now => Ok(Some(Mismatch { term, arguments, right })),
        Err(EvalError::Stop(stop)) => Err(stop),
        _ => Ok(None),
    }
}

/// The chosen value of a term; for a language with variables, under their chosen values.
fn chosen_language(cx: &mut Context<'_>, term: Term, choices: &mut Choices) -> Option<Value> {
    if cx.env.store.sort(term) != Sort::RegLan || cx.env.is_ground(term) {
        return cx.chosen(term, choices);
    }
    let instance = instance(cx, term, choices)?;
    cx.chosen(instance, choices)
}

/// A language with its variables replaced by their chosen values.
fn instance(cx: &mut Context<'_>, language: Term, choices: &mut Choices) -> Option<Term> {
    let mut made = TermMap::new();
    for term in languages_below(cx.env.store, language) {
        let mut args = cx.env.store.args(term).to_vec();
        for arg in &mut args {
            *arg = match made.get(*arg) {
                Some(simpler) => *simpler,
                None => {
                    let value = cx.chosen(*arg, choices)?;
                    cx.env.store.value(value)
                }
            };
        }
        let simpler = cx.env.store.with_args(term, &args).ok()?;
        made.set(term, simpler);
    }
    made.get(language).copied()
}

/// The languages that a language is made of, parts first.
fn languages_below(store: &TermStore, language: Term) -> Vec<Term> {
    post_order_where(store, &[language], |term| store.sort(term) == Sort::RegLan)
}

/// Says the value of a function for the present values of its arguments. False for languages of
/// which no formula says what they are.
fn tell_row(cx: &mut Context<'_>, mismatch: Mismatch, choices: &mut Choices) -> bool {
    let Mismatch { term, arguments, right } = mismatch;
    let args = cx.env.store.args(term).to_vec();
    let mut clause = Vec::with_capacity(args.len() + 1);
    for (arg, value) in args.iter().zip(arguments) {
        if cx.env.store.sort(*arg) == Sort::RegLan {
            let Some(conditions) = not_this_instance(cx, *arg, choices) else { return false };
            clause.extend(conditions);
        } else if cx.env.store.as_value(*arg).is_none() {
            let value = cx.env.store.value(value);
            let equal = cx.env.equal(*arg, value);
            clause.push(cx.env.store.not(equal));
        }
    }
    clause.push(match right {
        Value::Bool(true) => term,
        Value::Bool(false) => cx.env.store.not(term),
        right => {
            let right = cx.env.store.value(right);
            cx.env.equal(term, right)
        }
    });
    cx.axiom(VALUE, &clause);
    true
}

/// For the present values of the variables in a language, membership is membership in a known
/// language.
fn tell_instance(
    cx: &mut Context<'_>,
    term: Term,
    subject: Term,
    language: Term,
    choices: &mut Choices,
) -> bool {
    let Some(known) = instance(cx, language, choices) else { return false };
    let Some(conditions) = not_this_instance(cx, language, choices) else { return false };
    let member = cx.env.app(Op::InRe, &[subject, known]);
    let (not_term, not_member) = (cx.env.store.not(term), cx.env.store.not(member));
    for pair in [[not_term, member], [term, not_member]] {
        cx.axiom(INSTANCE, &[conditions.as_slice(), &pair].concat());
    }
    true
}

/// Formulas of which one is true when a variable of the language has not its chosen value. `None`
/// for declared languages, of which no formula says what they are.
fn not_this_instance(cx: &mut Context<'_>, language: Term, choices: &mut Choices) -> Option<Vec<Term>> {
    let store = &*cx.env.store;
    let languages = languages_below(store, language);
    if languages.iter().any(|language| store.as_constant(*language).is_some()) {
        return None;
    }
    let words = languages.iter().flat_map(|language| store.args(*language)).copied();
    let words: Vec<Term> =
        words.filter(|word| store.sort(*word) != Sort::RegLan && store.as_value(*word).is_none()).collect();
    let mut conditions = Vec::new();
    for part in words {
        let value = cx.chosen(part, choices)?;
        let value = cx.env.store.value(value);
        let equal = cx.env.equal(part, value);
        conditions.push(cx.env.store.not(equal));
    }
    Some(conditions)
}

/// Two strings that must differ got one word: one of them is that word or it is not.
fn tell_apart(cx: &mut Context<'_>, x: Term, y: Term, word: &Value) -> bool {
    if cx.env.store.sort(x) != Sort::String {
        return false;
    }
    let word = cx.env.store.value(word.clone());
    let mut changed = false;
    for side in [x, y] {
        if side == word {
            continue;
        }
        let equal = cx.env.equal(side, word);
        let literal = cx.literal(equal);
        if cx.sat.value(literal).is_none() {
            changed |= cx.split(APART, literal);
        }
    }
    changed
}

/// `s` holds `t` at a place, so it contains it: the part of `s` there is `t` only when `s`
/// contains `t`.
fn tell_occurrence(cx: &mut Context<'_>, term: Term, (s, t): (Term, Term), arguments: &[Value]) {
    let [Value::Str(outer), Value::Str(inner)] = arguments else { return };
    let place = (0..=outer.len() - inner.len()).find(|place| outer[*place..].starts_with(inner));
    let place = cx.env.store.int(place.unwrap_or(0));
    let length = cx.env.length(t);
    let part = cx.env.app(Op::Substr, &[s, place, length]);
    let equal = cx.env.equal(part, t);
    let differs = cx.env.store.not(equal);
    cx.axiom(OCCURRENCE, &[term, differs]);
}
