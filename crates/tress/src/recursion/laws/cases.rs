//! The arguments of a function in cases, so that its body becomes simple in each.
//!
//! A word is empty or has a first letter, or a last one; an index lies before it, in it or behind it. Together the
//! cases are all arguments.

use crate::env::Env;
use crate::term::{Op, Sort, Term};

/// How arguments are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    Whole,
    /// The word at a place has a first letter.
    First(usize),
    /// The word at a place has a last letter.
    Last(usize),
    /// The word at a place has a letter at the index at another place.
    At(usize, usize),
}

/// Arguments and what is known of their parts.
pub(super) struct Case {
    pub(super) args: Vec<Term>,
    pub(super) facts: Vec<Term>,
}

impl Split {
    /// All splits of arguments of these sorts.
    pub(super) fn all(sorts: &[Sort]) -> Vec<Split> {
        let at = |sort: Sort| (0..sorts.len()).filter(move |place| sorts[*place] == sort);
        let mut found = vec![Split::Whole];
        for word in at(Sort::String) {
            found.extend([Split::First(word), Split::Last(word)]);
            found.extend(at(Sort::Int).map(|index| Split::At(word, index)));
        }
        found
    }

    /// All cases for these parameters. `parts` stand for a letter and words around it.
    pub(super) fn cases(self, env: &mut Env<'_>, parameters: &[Term], parts: [Term; 3]) -> Vec<Case> {
        let [letter, before, behind] = parts;
        let whole = |facts: Vec<Term>| Case { args: parameters.to_vec(), facts };
        let (word, words, index) = match self {
            Split::Whole => return vec![whole(Vec::new())],
            Split::First(word) => (word, vec![letter, behind], None),
            Split::Last(word) => (word, vec![before, letter], None),
            Split::At(word, index) => (word, vec![before, letter, behind], Some(index)),
        };
        let (length, one) = (env.length(letter), env.store.int(1));
        let facts = vec![env.equal(length, one)];
        let mut args = parameters.to_vec();
        args[word] = env.app(Op::Concat, &words);
        if let Some(index) = index {
            args[index] = env.length(before);
        }
        let mut cases = vec![Case { args, facts }];
        match index {
            None => {
                let mut args = parameters.to_vec();
                args[word] = env.store.word([]);
                cases.push(Case { args, facts: Vec::new() });
            }
            Some(index) => {
                let (zero, length) = (env.store.int(0), env.length(parameters[word]));
                let outside = [(Op::Lt, zero), (Op::Ge, length)];
                for (op, bound) in outside {
                    let fact = env.app(op, &[parameters[index], bound]);
                    cases.push(whole(vec![fact]));
                }
            }
        }
        cases
    }
}
