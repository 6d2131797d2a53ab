//! The arguments of a function in cases, so that its body becomes simple in each.
//!
//! A word is empty or has a first letter, or a last one; an index lies before it, in it or behind it. Together the
//! cases are all arguments.

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term};

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
    /// A letter and the letters behind it, where words are split before one.
    pub(super) front: Option<[Term; 2]>,
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

    /// Are words split before a letter?
    pub(super) fn is_front(self) -> bool {
        matches!(self, Split::First(_) | Split::At(..))
    }

    /// All cases for these parameters. `parts` stand for a letter and words around it.
    pub(super) fn cases(self, env: &mut Env<'_>, parameters: &[Term], parts: [Term; 3]) -> Vec<Case> {
        let [letter, before, behind] = parts;
        let whole = |facts: Vec<Term>| Case { args: parameters.to_vec(), facts, front: None };
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
        let front = self.is_front().then_some([letter, behind]);
        let mut cases = vec![Case { args, facts, front }];
        match index {
            None => {
                let mut args = parameters.to_vec();
                args[word] = env.store.word([]);
                cases.push(Case { args, facts: Vec::new(), front: None });
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

/// What it means for a word to occur behind a letter: it stands at the front, or later.
pub(super) fn occurrences(env: &mut Env<'_>, [letter, behind]: [Term; 2], word: Term) -> [Term; 2] {
    let whole = env.app(Op::Concat, &[letter, behind]);
    let (is_front, is_later) =
        (env.app(Op::PrefixOf, &[word, whole]), env.app(Op::Contains, &[behind, word]));
    let occurs = env.app(Op::Contains, &[whole, word]);
    let either = env.app(Op::Or, &[is_front, is_later]);
    let [zero, one, none] = [0, 1, -1].map(|number| env.store.int(number));
    let later = env.app(Op::IndexOf, &[behind, word, zero]);
    let later = env.app(Op::Add, &[one, later]);
    let later = env.app(Op::Ite, &[is_later, later, none]);
    let place = env.app(Op::Ite, &[is_front, zero, later]);
    let first = env.app(Op::IndexOf, &[whole, word, zero]);
    [env.equal(occurs, either), env.equal(first, place)]
}

#[cfg(test)]
mod tests {
    use tress_base::Budget;

    use super::*;
    use tress_rewrite::testing::Terms;
    use tress_term::model::Model;
    use tress_term::term::Value;

    #[test]
    fn a_word_occurs_at_the_front_or_later() {
        let mut terms = Terms::new();
        let [letter, behind, word] = ["x", "y", "z"].map(|name| terms.term(name));
        let budget = Budget::unlimited();
        let mut env = terms.workshop.env(&budget, 0);
        let facts = occurrences(&mut env, [letter, behind], word);
        let words = ["", "a", "b", "ab", "ba", "aa", "bab", "aba"];
        let pairs = words.iter().flat_map(|rest| words.iter().map(move |part| (rest, part)));
        for (rest, part) in pairs {
            let mut model = Model::new();
            for (term, text) in [(letter, "a"), (behind, *rest), (word, *part)] {
                model.set(env.store.as_constant(term).expect("a constant"), Value::text(text));
            }
            for fact in facts {
                assert_eq!(env.eval(fact, &model), Ok(Value::Bool(true)), "{rest} {part}");
            }
        }
    }
}
