//! Memberships in the repetition of a string that is not known yet.
//!
//! Enters: atoms `s in star (set t)`, most of them from F-Loop. Leaves: axioms that assert the same with
//! concatenations and lengths. `s` then consists of copies of `t`: its length is a multiple of `t`'s, and its
//! copies come off one by one.

use tress_base::Int;

use tress_kernel::{Context, Rule};
use tress_term::term::{Op, Term, Value};

use super::rules::R_STAR;

/// The length of a repetition is a multiple.
const COPIES: Rule = Rule::new("star-copies", "own", "s in {t}* means s = t^k, and then |s| = k |t|");

/// Copies that are taken off one by one. More of them are refuted by the value of the string, so this is no
/// cap.
const FEW_COPIES: usize = 4;

/// An atom `subject in star (set word)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Star {
    pub(super) subject: Term,
    pub(super) word: Term,
    pub(super) atom: Term,
    /// Has its first copy been taken off?
    unfolded: bool,
}

/// All such atoms.
#[derive(Default)]
pub(super) struct Stars {
    all: Vec<Star>,
}

impl Stars {
    /// Notes an atom that says: this string repeats that string.
    pub(super) fn note(&mut self, atom: Term, subject: Term, repeated: Term, cx: &Context<'_>) {
        if let (Some(Op::StrToRe), [word]) = (cx.env.store.op(repeated), cx.env.store.args(repeated)) {
            self.all.push(Star { subject, word: *word, atom, unfolded: false });
        }
    }

    /// All atoms that say that a string repeats another.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Star> {
        self.all.iter()
    }

    /// Does the atom say that a string repeats another?
    pub(super) fn has(&self, term: Term) -> bool {
        self.all.iter().any(|star| star.atom == term)
    }

    /// Says what is wrong with a string that should repeat another and does not. False when nothing
    /// new can be said.
    pub(super) fn tell(&mut self, atom: Term, subject: &Value, cx: &mut Context<'_>) -> bool {
        let Some(star) = self.all.iter_mut().find(|star| star.atom == atom) else { return false };
        let Value::Str(subject) = subject else { return false };
        let length = cx.env.length_of(star.word);
        match cx.number_of(length).to_usize() {
            None => return false,
            Some(0) => repeat_nothing(cx, *star),
            Some(length) if subject.len() % length != 0 => repeat_whole(cx, *star, length),
            Some(length) if star.unfolded || subject.len() > FEW_COPIES * length => return false,
            Some(_) => {
                star.unfolded = true;
                r_star(cx, *star);
            }
        }
        true
    }
}

/// A string that repeats the empty word is empty.
fn repeat_nothing(cx: &mut Context<'_>, star: Star) {
    let empty = cx.env.store.word([]);
    let conditions = [star.atom, cx.env.equal(star.word, empty)];
    let none = cx.env.equal(star.subject, empty);
    cx.axiom_when(COPIES, &conditions, &[none]);
}

/// The length of a repetition is a multiple: when `t` is so long, `len s = n k` for some `k`.
fn repeat_whole(cx: &mut Context<'_>, star: Star, length: usize) {
    let copies = cx.int_skolem("copies", &[star.subject, star.word]);
    let (zero, number) = (cx.env.store.int(0), cx.env.store.int(Int::from(length)));
    let [long, own] = [star.subject, star.word].map(|part| cx.env.length_of(part));
    let conditions = [star.atom, cx.env.equal(own, number)];
    let product = cx.env.app(Op::Mul, &[number, copies]);
    let multiple = cx.env.equal(long, product);
    cx.axiom_when(COPIES, &conditions, &[multiple]);
    let positive = cx.env.app(Op::Ge, &[copies, zero]);
    cx.axiom(COPIES, &[positive]);
}

/// R-Star: a repetition that is not empty begins with a copy. `s in star (set t)` and `s` not
/// empty give `s = t z` and `z in star (set t)`.
fn r_star(cx: &mut Context<'_>, star: Star) {
    let rest = cx.skolem("after-copy", &[star.subject, star.word]);
    let empty = cx.env.store.word([]);
    let whole = cx.env.app(Op::Concat, &[star.word, rest]);
    let whole = cx.env.equal(star.subject, whole);
    let none = cx.env.equal(star.subject, empty);
    let language = cx.env.store.args(star.atom)[1];
    let member = cx.env.app(Op::InRe, &[rest, language]);
    let not_member = cx.env.store.not(star.atom);
    cx.axiom(R_STAR, &[not_member, none, whole]);
    cx.axiom(R_STAR, &[not_member, none, member]);
}
