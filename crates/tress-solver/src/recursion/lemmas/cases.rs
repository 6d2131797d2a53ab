//! The arguments of a function in cases, so that its body becomes simple in each.
//!
//! A string is empty or has a first character, or a last one; an index lies before it, in it or behind it.
//! Together the cases are all arguments.

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term};

/// How arguments are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    Whole,
    /// The string with this index among the arguments has a first character.
    First(usize),
    /// The string with this index among the arguments has a last character.
    Last(usize),
    /// The string with the first index has a character at the position that the argument with the second
    /// index gives.
    At(usize, usize),
}

/// Arguments and what is known of their parts.
pub(super) struct Case {
    pub(super) args: Vec<Term>,
    pub(super) facts: Vec<Term>,
    /// A character and the characters behind it, where strings are split before one.
    pub(super) front: Option<[Term; 2]>,
}

impl Split {
    /// All splits of arguments of these sorts.
    pub(super) fn all(sorts: &[Sort]) -> Vec<Split> {
        let at = |sort: Sort| (0..sorts.len()).filter(move |position| sorts[*position] == sort);
        let mut found = vec![Split::Whole];
        for string in at(Sort::String) {
            found.extend([Split::First(string), Split::Last(string)]);
            found.extend(at(Sort::Int).map(|index| Split::At(string, index)));
        }
        found
    }

    /// Are strings split before a character?
    pub(super) fn is_front(self) -> bool {
        matches!(self, Split::First(_) | Split::At(..))
    }

    /// All cases for these parameters. `parts` are a character and the strings around it.
    pub(super) fn cases(self, env: &mut Env<'_>, parameters: &[Term], parts: [Term; 3]) -> Vec<Case> {
        let [character, before, behind] = parts;
        let whole = |facts: Vec<Term>| Case { args: parameters.to_vec(), facts, front: None };
        let (string, strings, index) = match self {
            Split::Whole => return vec![whole(Vec::new())],
            Split::First(string) => (string, vec![character, behind], None),
            Split::Last(string) => (string, vec![before, character], None),
            Split::At(string, index) => (string, vec![before, character, behind], Some(index)),
        };
        let (length, one) = (env.length(character), env.store.int(1));
        let facts = vec![env.equal(length, one)];
        let mut args = parameters.to_vec();
        args[string] = env.app(Op::Concat, &strings);
        if let Some(index) = index {
            args[index] = env.length(before);
        }
        let front = self.is_front().then_some([character, behind]);
        let mut cases = vec![Case { args, facts, front }];
        match index {
            None => {
                let mut args = parameters.to_vec();
                args[string] = env.store.word([]);
                cases.push(Case { args, facts: Vec::new(), front: None });
            }
            Some(index) => {
                let (zero, length) = (env.store.int(0), env.length(parameters[string]));
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

/// What it means for a string to occur behind a character: it stands at the front, or later.
pub(super) fn occurrences(env: &mut Env<'_>, [character, behind]: [Term; 2], string: Term) -> [Term; 2] {
    let whole = env.app(Op::Concat, &[character, behind]);
    let (is_front, is_later) =
        (env.app(Op::PrefixOf, &[string, whole]), env.app(Op::Contains, &[behind, string]));
    let occurs = env.app(Op::Contains, &[whole, string]);
    let either = env.app(Op::Or, &[is_front, is_later]);
    let [zero, one, none] = [0, 1, -1].map(|number| env.store.int(number));
    let later = env.app(Op::IndexOf, &[behind, string, zero]);
    let later = env.app(Op::Add, &[one, later]);
    let later = env.app(Op::Ite, &[is_later, later, none]);
    let position = env.app(Op::Ite, &[is_front, zero, later]);
    let first = env.app(Op::IndexOf, &[whole, string, zero]);
    [env.equal(occurs, either), env.equal(first, position)]
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
        let [character, behind, string] = ["x", "y", "z"].map(|name| terms.term(name));
        let budget = Budget::unlimited();
        let mut env = terms.context.env(&budget, 0);
        let facts = occurrences(&mut env, [character, behind], string);
        let strings = ["", "a", "b", "ab", "ba", "aa", "bab", "aba"];
        let pairs = strings.iter().flat_map(|rest| strings.iter().map(move |part| (rest, part)));
        for (rest, part) in pairs {
            let mut model = Model::new();
            for (term, text) in [(character, "a"), (behind, *rest), (string, *part)] {
                model.set(env.store.as_constant(term).expect("a constant"), Value::text(text));
            }
            for fact in facts {
                assert_eq!(env.eval(fact, &model), Ok(Value::Bool(true)), "{rest} {part}");
            }
        }
    }
}
