//! Memberships in languages that are not known yet, because a string variable occurs in them.
//!
//! Enters: an atom `subject in language`. Leaves: axioms that say the same with simpler
//! languages. Every axiom is an equivalence, so nothing is lost in either direction.

use crate::term::{Op, Term};

use super::theories::Theories;

impl Theories<'_> {
    /// Queues axioms for a membership whose language holds variables. Concatenations and
    /// repetitions of such languages are left alone.
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

    /// All three are single characters, in this order.
    fn between(&mut self, subject: Term, low: Term, high: Term) -> Term {
        let [subject, low, high] = [subject, low, high].map(|word| self.app(Op::ToCode, &[word]));
        let zero = self.store.int(0);
        self.app(Op::Le, &[zero, low, subject, high])
    }
}
