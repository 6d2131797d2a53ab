//! Memberships in languages that are not known yet, because a string variable occurs in them.
//!
//! Enters: an atom `subject in language`. Leaves: axioms that say the same with simpler
//! languages. Every axiom is an equivalence, so nothing is lost in either direction, but for
//! concatenations, where it only says what members look like.

use crate::stars::Stars;
use tress_kernel::{Context, Rule};
use tress_term::term::{Op, Term};

use super::Functions;

/// Membership in a language that holds variables, by its parts.
const VARIABLE_LANGUAGE: Rule = Rule::new(
    "define-variable-language",
    "own",
    "membership distributes over the operators of regular expressions",
);

impl Functions {
    /// Says axioms for a membership whose language holds variables. Repetitions of such languages
    /// wait until a candidate fails because of them.
    pub(crate) fn define_membership(&self, term: Term, stars: &mut Stars, cx: &mut Context<'_>) {
        let [subject, language] = cx.env.store.args(term) else { return };
        let (subject, language) = (*subject, *language);
        if cx.env.is_ground(language) {
            return;
        }
        let args = cx.env.store.args(language).to_vec();
        let simpler = match (cx.env.store.op(language), args.as_slice()) {
            (Some(Op::StrToRe), [word]) => cx.env.equal(subject, *word),
            (Some(Op::ReRange), [low, high]) => between(cx, subject, *low, *high),
            (Some(Op::ReUnion), _) => split(cx, Op::Or, subject, &args),
            (Some(Op::ReInter), _) => split(cx, Op::And, subject, &args),
            (Some(Op::ReOpt), [inner]) => {
                let empty = cx.env.store.word([]);
                let empty = cx.env.equal(subject, empty);
                let inner = cx.env.app(Op::InRe, &[subject, *inner]);
                cx.env.app(Op::Or, &[empty, inner])
            }
            (Some(Op::ReComp), [inner]) => {
                let inner = cx.env.app(Op::InRe, &[subject, *inner]);
                cx.env.store.not(inner)
            }
            (Some(Op::ReDiff), [first, rest @ ..]) => {
                let first = cx.env.app(Op::InRe, &[subject, *first]);
                let rest = split(cx, Op::Or, subject, rest);
                let rest = cx.env.store.not(rest);
                cx.env.app(Op::And, &[first, rest])
            }
            (Some(Op::ReConcat), _) => return split_concat(cx, term, subject, &args),
            (Some(Op::ReStar), [inner]) => return stars.note(term, subject, *inner, cx),
            _ => return,
        };
        cx.axiom_equivalent(VARIABLE_LANGUAGE, term, simpler);
    }
}

/// The subject is in all (`and`) or in one (`or`) of the languages.
fn split(cx: &mut Context<'_>, op: Op, subject: Term, languages: &[Term]) -> Term {
    let parts: Vec<Term> =
        languages.iter().map(|language| cx.env.app(Op::InRe, &[subject, *language])).collect();
    cx.env.app(op, &parts)
}

/// A member of a concatenation is cut into members of its parts. That no cut exists is told
/// for the values of the variables, when a candidate needs it.
fn split_concat(cx: &mut Context<'_>, term: Term, subject: Term, languages: &[Term]) {
    let not_member = cx.env.store.not(term);
    let mut parts = Vec::new();
    let mut rest = languages;
    while let Some(first) = rest.first() {
        let known = rest.iter().take_while(|language| cx.env.is_ground(**language)).count();
        let (language, taken) = match known {
            0 | 1 => (*first, 1),
            _ => (cx.env.app(Op::ReConcat, &rest[..known]), known),
        };
        rest = &rest[taken..];
        let word = match (cx.env.store.op(language), cx.env.store.args(language)) {
            (Some(Op::StrToRe), [word]) => *word,
            _ => {
                let place = cx.env.store.int(parts.len());
                let part = cx.skolem("part-of-member", &[term, place]);
                let member = cx.env.app(Op::InRe, &[part, language]);
                cx.axiom(VARIABLE_LANGUAGE, &[not_member, member]);
                part
            }
        };
        parts.push(word);
    }
    let whole = cx.env.app(Op::Concat, &parts);
    let equal = cx.env.equal(subject, whole);
    cx.axiom(VARIABLE_LANGUAGE, &[not_member, equal]);
}

/// All three are single characters, in this order.
fn between(cx: &mut Context<'_>, subject: Term, low: Term, high: Term) -> Term {
    let [subject, low, high] = [subject, low, high].map(|word| cx.env.app(Op::ToCode, &[word]));
    let zero = cx.env.store.int(0);
    cx.env.app(Op::Le, &[zero, low, subject, high])
}
