//! Memberships in languages that are not known yet, because a string variable occurs in them.
//!
//! Enters: an atom `subject in language`. Leaves: axioms that say the same with simpler
//! languages. Every axiom is an equivalence, so nothing is lost in either direction, but for
//! concatenations, where it only says what members look like.

use crate::term::{Op, Term};

use super::theories::Theories;

impl Theories {
    /// Queues axioms for a membership whose language holds variables. Repetitions of such languages
    /// wait until a candidate fails because of them.
    pub(super) fn define_membership(&mut self, term: Term) {
        let [subject, language] = self.store.args(term) else { return };
        let (subject, language) = (*subject, *language);
        if self.is_ground(language) {
            return;
        }
        let args = self.store.args(language).to_vec();
        let simpler = match (self.store.op(language), args.as_slice()) {
            (Some(Op::StrToRe), [word]) => self.app(Op::Eq, &[subject, *word]),
            (Some(Op::ReRange), [low, high]) => self.between(subject, *low, *high),
            (Some(Op::ReUnion), _) => self.split(Op::Or, subject, &args),
            (Some(Op::ReInter), _) => self.split(Op::And, subject, &args),
            (Some(Op::ReOpt), [inner]) => {
                let empty = self.store.word([]);
                let empty = self.app(Op::Eq, &[subject, empty]);
                let inner = self.app(Op::InRe, &[subject, *inner]);
                self.app(Op::Or, &[empty, inner])
            }
            (Some(Op::ReComp), [inner]) => {
                let inner = self.app(Op::InRe, &[subject, *inner]);
                self.store.not(inner)
            }
            (Some(Op::ReDiff), [first, rest @ ..]) => {
                let first = self.app(Op::InRe, &[subject, *first]);
                let rest = self.split(Op::Or, subject, rest);
                let rest = self.store.not(rest);
                self.app(Op::And, &[first, rest])
            }
            (Some(Op::ReConcat), _) => return self.split_concat(term, subject, &args),
            (Some(Op::ReStar), [inner]) => return self.note_star(term, subject, *inner),
            _ => return,
        };
        self.roots.push(simpler);
        self.equivalent(term, simpler);
    }

    /// The subject is in all (`and`) or in one (`or`) of the languages.
    fn split(&mut self, op: Op, subject: Term, languages: &[Term]) -> Term {
        let parts: Vec<Term> =
            languages.iter().map(|language| self.app(Op::InRe, &[subject, *language])).collect();
        self.app(op, &parts)
    }

    /// A member of a concatenation is cut into members of its parts. That no cut exists is told
    /// for the values of the variables, when a candidate needs it.
    fn split_concat(&mut self, term: Term, subject: Term, languages: &[Term]) {
        let not_member = self.store.not(term);
        let mut parts = Vec::new();
        let mut rest = languages;
        while let Some(first) = rest.first() {
            let known = rest.iter().take_while(|language| self.is_ground(**language)).count();
            let (language, taken) = match known {
                0 | 1 => (*first, 1),
                _ => (self.app(Op::ReConcat, &rest[..known]), known),
            };
            rest = &rest[taken..];
            let word = match (self.store.op(language), self.store.args(language)) {
                (Some(Op::StrToRe), [word]) => *word,
                _ => {
                    let part = self.store.declare("part", &[], crate::term::Sort::String);
                    let part = self.store.constant(part);
                    let member = self.app(Op::InRe, &[part, language]);
                    self.roots.push(member);
                    self.axioms.push(vec![not_member, member]);
                    part
                }
            };
            parts.push(word);
        }
        let whole = self.app(Op::Concat, &parts);
        let equal = self.app(Op::Eq, &[subject, whole]);
        self.axioms.push(vec![not_member, equal]);
    }

    /// All three are single characters, in this order.
    fn between(&mut self, subject: Term, low: Term, high: Term) -> Term {
        let [subject, low, high] = [subject, low, high].map(|word| self.app(Op::ToCode, &[word]));
        let zero = self.store.int(0);
        self.app(Op::Le, &[zero, low, subject, high])
    }
}
