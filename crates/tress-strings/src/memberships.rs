//! Atoms that say: this string is in that language.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_automata::Regex;
use tress_base::Stop;
use tress_sat::{Lit, Var};

use tress_kernel::{Context, Node};
use tress_term::term::{Op, Term, Word};

/// An atom `subject in regex`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Membership {
    pub(super) var: Var,
    pub(super) subject: Term,
    pub(super) regex: Regex,
}

/// A membership that matters under the present assignment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Active {
    /// The literal that says it, or its negation.
    pub(super) literal: Lit,
    /// The node of its subject.
    pub(super) node: Node,
    /// What the literal says of the subject.
    pub(super) regex: Regex,
}

/// All memberships. An atom's tag is its place here.
#[derive(Default)]
pub(super) struct Memberships {
    all: Vec<Membership>,
    /// The language of each, by its term.
    regexes: FxHashMap<Term, Regex>,
}

impl Memberships {
    /// Notes an atom that says: this string is in that language. False when it is none.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn note(&mut self, term: Term, var: Var, cx: &mut Context<'_>) -> Result<bool, Stop> {
        let Some((subject, regex)) = as_membership(cx, term)? else { return Ok(false) };
        let place = u32::try_from(self.all.len()).expect("few memberships");
        self.all.push(Membership { var, subject, regex });
        self.regexes.insert(term, regex);
        cx.kernel.atoms.get_mut(var).tag = Some(place);
        Ok(true)
    }

    /// The membership of an atom with this tag.
    pub(super) fn tagged(&self, tag: u32) -> Membership {
        self.all[tag as usize]
    }

    /// The language of an atom that is a membership.
    pub(super) fn regex_of(&self, term: Term) -> Option<Regex> {
        self.regexes.get(&term).copied()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The memberships that matter under the present assignment, in order.
    pub(super) fn active(&self, cx: &mut Context<'_>) -> Vec<Active> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let relevant = cx.relevant();
        self.all.iter().filter_map(|membership| active(membership, &relevant, cx)).collect()
    }
}

fn active(membership: &Membership, relevant: &FxHashSet<Var>, cx: &mut Context<'_>) -> Option<Active> {
    let var = membership.var;
    let holds = cx.sat.value(var.positive())?;
    let node = cx.kernel.classes.node_of(membership.subject)?;
    let matters = relevant.contains(&var) || cx.kernel.atoms.get_mut(var).always_relevant;
    let regex = if holds { membership.regex } else { cx.env.regexes().complement(membership.regex) };
    matters.then(|| Active { literal: var.literal(holds), node, regex })
}

/// The string and the language of an atom that is a membership, or can be read as one because
/// an argument is a literal.
fn as_membership(cx: &mut Context<'_>, term: Term) -> Result<Option<(Term, Regex)>, Stop> {
    let (first, second) = match cx.env.store.args(term) {
        [only] => (*only, *only),
        [first, second] => (*first, *second),
        _ => return Ok(None),
    };
    let op = cx.env.store.op(term);
    let (subject, word) = match op {
        Some(Op::InRe) => {
            let language = cx.env.language_of(second)?;
            return Ok(language.map(|regex| (first, regex)));
        }
        Some(Op::Contains) => (first, cx.env.word_of(second)),
        Some(Op::PrefixOf | Op::SuffixOf) => (second, cx.env.word_of(first)),
        Some(Op::IsDigit) => (first, Some(Word::from([]))),
        _ => return Ok(None),
    };
    let Some(word) = word else { return Ok(None) };
    let budget = cx.env.budget;
    let regexes = cx.env.regexes();
    let (all, word) = (regexes.all(), regexes.long_word(&word, budget)?);
    let regex = match op {
        Some(Op::Contains) => regexes.concat(&[all, word, all]),
        Some(Op::PrefixOf) => regexes.concat(&[word, all]),
        Some(Op::SuffixOf) => regexes.concat(&[all, word]),
        _ => regexes.range(u32::from('0'), u32::from('9')),
    };
    Ok(Some((subject, regex)))
}
