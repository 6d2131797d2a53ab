//! The theory of strings.
//!
//! Enters: terms, literals and complete assignments, from the kernel. Leaves: inferences. Five submodules
//! each own their state; each may use those before it in this list, and the plain files next to them:
//!
//! | submodule | what it does |
//! |---|---|
//! | `eager` | what follows from an assignment at once, before it is complete |
//! | `forms` | normal forms: what classes are made of, lists of one class brought together, strings that must differ |
//! | `languages` | words for classes: memberships, lengths and numerals together |
//! | `chains` | two functions of one string: never equal, always equal, or a word to try |
//! | `functions` | reductions to concatenation and length, functions in context, candidates that fail |
//!
//! The order of the steps for a complete assignment is the table `STEPS`.

mod chains;
mod eager;
mod ends;
mod forms;
mod functions;
mod languages;
mod limits;
mod machines;
mod measures;
mod memberships;
mod numerals;
mod replaced_lengths;
mod rules;
#[cfg(feature = "check-everything")]
mod skolem;
mod stars;
#[cfg(test)]
mod tests;

use tress_base::{Cap, Stop};
use tress_sat::{Lit, Var};

use tress_kernel::{Choices, Context, Node, Progress, Theory, decide};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem};
use tress_term::model::Model;
#[cfg(feature = "check-everything")]
use tress_term::term::Value;
use tress_term::term::{Op, Term};

use chains::Chains;
use eager::Eager;
use forms::NormalForms;
use functions::Functions;
use languages::Languages;
use measures::Measures;
use memberships::Memberships;
use stars::Stars;

pub use languages::in_progression;

/// What is known of strings in one search.
#[derive(Default)]
pub struct Strings {
    memberships: Memberships,
    measures: Measures,
    stars: Stars,
    eager: Eager,
    forms: NormalForms,
    languages: Languages,
    functions: Functions,
    chains: Chains,
    /// How many final checks ended before there was a candidate, since the last one.
    checks_without_candidate: u32,
}

/// A step of the final check.
type CheckStep = fn(&mut Strings, &mut Context<'_>) -> Result<Progress, Stop>;

/// The steps for a complete assignment, each with what it does. The first that has something to
/// say ends the check. What is cheap and leaves no choice comes first.
const STEPS: [(&str, CheckStep); 14] = [
    ("lengths that the words of a language have", |all, cx| {
        all.languages.check_lengths(&all.memberships, &all.measures, cx)
    }),
    ("languages of one class that exclude each other", |all, cx| {
        all.languages.check_disjoint(&all.memberships, &all.forms, cx)
    }),
    ("cycles of the order", |all, cx| all.functions.check_order(cx)),
    ("S-Cycle: concatenations with one part that is not empty", |all, cx| Ok(all.forms.begin(cx))),
    ("Len-Split: strings of length zero are empty", |all, cx| Ok(all.forms.len_split(&all.measures, cx))),
    ("chains of functions of one string", |all, cx| all.chains.check(&all.memberships, cx)),
    ("axioms of functions that have waited for long", Strings::reduce_the_waiting),
    ("N-Form: the lists of each class compared, steps without a choice taken", |all, cx| {
        all.forms.normalise(&all.stars, cx)
    }),
    ("functions rewritten with what is known of their arguments", |all, cx| {
        all.functions.check_contexts(&all.forms, cx)
    }),
    ("letters counted where lists leave a choice", |all, cx| all.forms.count_letters(cx)),
    ("the best steps that leave a choice: F-Unify, F-Split, F-Loop", |all, cx| {
        let turn = all.checks_without_candidate;
        all.forms.take_branches(turn, cx)
    }),
    ("numbers that two words spell", |all, cx| numerals::compare(&all.measures, cx)),
    ("D-Base, D-Add, D-Split: strings that must differ", |all, cx| all.forms.check_unequal(cx)),
    ("words for classes, with their languages, lengths and numbers", |all, cx| {
        all.languages.check_words(&all.memberships, &all.measures, &mut all.forms, cx)
    }),
];

impl Strings {
    /// Writes the axioms of functions that still wait for a candidate, when none has come for long:
    /// equations that split forever would keep every candidate away.
    fn reduce_the_waiting(&mut self, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        if self.forms.is_idle() {
            return Ok(Progress::Fine);
        }
        self.checks_without_candidate += 1;
        self.functions.reduce_the_waiting(self.checks_without_candidate, cx)
    }
}

impl Theory for Strings {
    fn push(&mut self) {
        self.eager.push();
    }

    fn backtrack(&mut self, level: usize) {
        self.eager.backtrack(level);
    }

    fn define(&mut self, term: Term, cx: &mut Context<'_>) -> Result<(), Stop> {
        self.languages.enter(term, cx);
        match cx.env.store.op(term) {
            Some(Op::InRe) => self.functions.define_membership(term, &mut self.stars, cx),
            Some(
                Op::Length
                | Op::StrToInt
                | Op::IndexOf
                | Op::ToCode
                | Op::IndexOfRe
                | Op::LastIndexOf
                | Op::Count,
            ) => {
                if !measures::define_known_length(cx, term) {
                    self.measures.define(term, cx)?;
                    self.functions.enter(term, cx)?;
                }
            }
            op => {
                if op == Some(Op::StrFromInt) {
                    self.measures.numerals.push(term);
                }
                self.functions.enter(term, cx)?;
            }
        }
        Ok(())
    }

    fn note_node(&mut self, term: Term, node: Node, cx: &mut Context<'_>) -> Result<(), Stop> {
        self.eager.note_node(term, node, cx);
        self.chains.enter(term, cx);
        if cx.env.store.op(term) == Some(Op::Concat) {
            self.forms.note_concatenation(node);
        }
        Ok(())
    }

    fn note_atom(&mut self, term: Term, var: Var, cx: &mut Context<'_>) -> Result<bool, Stop> {
        self.memberships.note(term, var, cx)
    }

    fn assign(&mut self, tag: u32, literal: Lit) {
        if literal.is_positive() {
            self.eager.note_member(tag);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<bool, Stop> {
        self.eager.conclude(&self.memberships, cx)
    }

    fn final_check(&mut self, cx: &mut Context<'_>) -> Result<Progress, Stop> {
        let mut last = Progress::Fine;
        for (_, step) in STEPS {
            match cx.run(|cx| step(self, cx))? {
                Progress::Fine => {}
                Progress::Stuck => last = Progress::Stuck,
                ended => return Ok(ended),
            }
        }
        Ok(last)
    }

    fn choose(&mut self, model: &mut Model, choices: &mut Choices, cx: &mut Context<'_>) {
        self.languages.choose(model, choices, cx);
    }

    fn refine(
        &mut self,
        failing: &[Term],
        choices: &mut Choices,
        cx: &mut Context<'_>,
    ) -> Result<Progress, Stop> {
        self.checks_without_candidate = 0;
        if failing.is_empty() {
            return Ok(Progress::Fine);
        }
        self.functions.refine(failing, &mut self.stars, choices, cx)
    }

    #[cfg(feature = "check-everything")]
    fn skolem_value(&self, role: &str, of: &[Term], model: &Model, env: &mut Env<'_>) -> Option<Value> {
        skolem::value(role, of, model, env)
    }

    #[cfg(feature = "check-everything")]
    fn check_invariants(&self, kernel: &tress_kernel::Kernel) -> Result<(), String> {
        self.eager.check_invariants(kernel)
    }
}

/// The caps of the theory of strings.
pub fn caps() -> impl Iterator<Item = &'static Cap> {
    [limits::CAPS, chains::CAPS, eager::CAPS, forms::CAPS, functions::CAPS, languages::CAPS]
        .into_iter()
        .flatten()
        .copied()
}

/// Decides a problem with strings in a search that is not kept. `tracked` says for which facts a
/// conflict must tell whether it needs them.
///
/// # Errors
/// When the budget is used up.
pub fn search(env: &mut Env<'_>, problem: &Problem, tracked: impl Fn(u32) -> bool) -> Result<Outcome, Stop> {
    decide(env, Strings::default(), problem, tracked)
}
