//! What a part of a problem is like: found out once, asked by every stage.
//!
//! Enters: a problem. Leaves: a [`Profile`], which `tress debug profile` prints. What costs more than one
//! walk over the terms is found out when the first stage asks for it.

use std::cell::OnceCell;
use std::fmt;

use rustc_hash::FxHashSet;
use tress_base::Rational;
use tress_engines::Polarity;
use tress_rewrite::problem::Problem;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Theory, number, post_order};

/// A string of at most this many characters is short: occurrences in it are replaced position by position.
const SHORT: i64 = 12;

/// What a problem is like.
///
/// Invariant: it describes the one problem that it was made of, whose facts do not change.
pub(crate) struct Profile<'a> {
    problem: &'a Problem,
    /// Terms of the facts; a shared term counts once.
    pub(super) terms: usize,
    /// Is there no string and no regular language, only what the kernel decides alone?
    pub(super) is_native: bool,
    /// Are unknowns multiplied with or divided by each other?
    pub(super) has_products: bool,
    /// Are characters read by their positions, or strings as numbers?
    pub(super) reads_positions: bool,
    /// Are occurrences replaced or looked for?
    pub(super) replaces: bool,
    /// Are all occurrences of an unknown string replaced, or all occurrences by one? The lengths are products
    /// then, which the calculus does not see.
    pub(super) replaces_all_by_unknowns: bool,
    is_short: OnceCell<bool>,
    has_negations: OnceCell<bool>,
    is_entangled: OnceCell<bool>,
}

impl<'a> Profile<'a> {
    /// The profile of a problem.
    pub(crate) fn of(store: &TermStore, problem: &'a Problem) -> Self {
        let order = post_order(store, &problem.roots());
        let mut profile = Self {
            problem,
            terms: order.len(),
            is_native: true,
            has_products: false,
            reads_positions: false,
            replaces: false,
            replaces_all_by_unknowns: false,
            is_short: OnceCell::new(),
            has_negations: OnceCell::new(),
            is_entangled: OnceCell::new(),
        };
        for term in order {
            profile.is_native &= !matches!(store.sort(term), Sort::String | Sort::RegLan);
            if let Some(op) = store.op(term) {
                profile.add(store, op, store.args(term));
            }
        }
        profile
    }

    fn add(&mut self, store: &TermStore, op: Op, args: &[Term]) {
        self.is_native &= op.info().theory <= Theory::Numbers;
        let is_unknown = |arg: &&Term| number(store, **arg).is_none();
        match op {
            Op::Mul => self.has_products |= args.iter().filter(is_unknown).count() > 1,
            Op::IntDiv | Op::Mod => self.has_products |= args[1..].iter().any(|arg| is_unknown(&arg)),
            Op::At
            | Op::Substr
            | Op::IndexOf
            | Op::ToCode
            | Op::FromCode
            | Op::StrToInt
            | Op::StrFromInt
            | Op::IsDigit => self.reads_positions = true,
            Op::Replace | Op::Contains => self.replaces = true,
            Op::ReplaceAll => {
                self.replaces = true;
                self.replaces_all_by_unknowns |= args[1..].iter().any(|arg| store.as_value(*arg).is_none());
            }
            _ => {}
        }
    }

    /// Has every string a short longest length?
    pub(super) fn is_short(&self, store: &TermStore) -> bool {
        *self.is_short.get_or_init(|| is_short(store, self.problem))
    }

    /// Must strings differ in some way, while no equation between strings is asserted? Equations are for the
    /// calculus.
    pub(super) fn has_negations(&self, store: &TermStore) -> bool {
        *self.has_negations.get_or_init(|| has_negations(store, self.problem))
    }

    /// Does a symbol occur twice in the equations between strings that are asserted?
    pub(super) fn is_entangled(&self, store: &TermStore) -> bool {
        *self.is_entangled.get_or_init(|| is_entangled(store, self.problem))
    }

    /// The profile with everything that is found out when it is needed.
    pub(crate) fn text(&self, store: &TermStore) -> String {
        let _ = (self.is_short(store), self.has_negations(store), self.is_entangled(store));
        self.to_string()
    }
}

impl fmt::Display for Profile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = [
            ("native", Some(self.is_native)),
            ("products", Some(self.has_products)),
            ("reads-positions", Some(self.reads_positions)),
            ("replaces", Some(self.replaces)),
            ("replaces-all-by-unknowns", Some(self.replaces_all_by_unknowns)),
            ("short", self.is_short.get().copied()),
            ("negations", self.has_negations.get().copied()),
            ("entangled", self.is_entangled.get().copied()),
        ];
        let (facts, symbols) = (self.problem.facts.len(), self.problem.symbols.len());
        write!(f, "(profile :facts {facts} :symbols {symbols} :terms {}", self.terms)?;
        for (name, value) in flags {
            match value {
                Some(value) => write!(f, " :{name} {value}")?,
                None => write!(f, " :{name} not-needed")?,
            }
        }
        f.write_str(")")
    }
}

/// Does a fact bound the length of every string symbol by [`SHORT`], and is there at least one?
fn is_short(store: &TermStore, problem: &Problem) -> bool {
    let is_string = |symbol: &&SymbolId| store.symbol(**symbol).result == Sort::String;
    let mut bounded: FxHashSet<SymbolId> = FxHashSet::default();
    for fact in &problem.facts {
        // An upper bound is written as the negation of what reaches beyond it.
        let (op, atom) = match (store.op(fact.term), store.args(fact.term)) {
            (Some(Op::Not), [atom]) => (Op::Ge, *atom),
            _ => (Op::Eq, fact.term),
        };
        let (true, [length, most]) = (store.op(atom) == Some(op), store.args(atom)) else { continue };
        for (length, most) in [(length, most), (most, length)].into_iter().take(1 + usize::from(op == Op::Eq))
        {
            let is_short = number(store, *most).is_some_and(|most| most <= Rational::from(SHORT));
            if let (true, Some(Op::Length), [string]) = (is_short, store.op(*length), store.args(*length)) {
                bounded.extend(store.as_constant(*string));
            }
        }
    }
    !bounded.is_empty() && problem.symbols.iter().filter(is_string).all(|symbol| bounded.contains(symbol))
}

fn has_negations(store: &TermStore, problem: &Problem) -> bool {
    let is_string = |term: &Term| store.sort(*term) == Sort::String;
    let compares = |term: Term| {
        let predicate = matches!(store.op(term), Some(Op::Eq | Op::Contains | Op::PrefixOf | Op::SuffixOf));
        predicate && store.args(term).iter().all(is_string)
    };
    let roots = problem.roots();
    if roots.iter().any(|fact| compares(*fact)) {
        return false;
    }
    let polarity = Polarity::of(store, &roots);
    post_order(store, &roots).into_iter().any(|term| compares(term) && polarity.matters(term, false))
}

fn is_entangled(store: &TermStore, problem: &Problem) -> bool {
    let mut open: Vec<Term> = Vec::new();
    for fact in &problem.facts {
        if let (Some(Op::Eq), [a, b]) = (store.op(fact.term), store.args(fact.term))
            && store.sort(*a) == Sort::String
        {
            open.extend([*a, *b]);
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(part) = open.pop() {
        if store.op(part) == Some(Op::Concat) {
            open.extend(store.args(part));
        } else if store.as_value(part).is_none() && !seen.insert(part) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use tress_base::Budget;
    use tress_rewrite::testing::Terms;

    use super::*;
    use crate::preprocess::simplify;

    /// The flags of a profile that are true.
    fn flags(facts: &[&str]) -> Vec<String> {
        let mut terms = Terms::new();
        let facts: Vec<Term> = facts.iter().map(|text| terms.term(text)).collect();
        let budget = Budget::unlimited();
        let reduced = simplify(&mut terms.context.env(&budget, 0), &facts).expect("no limit");
        let store = &terms.context.store;
        let text = Profile::of(store, &reduced.problem).text(store);
        let words: Vec<&str> = text.trim_end_matches(')').split(' ').collect();
        let is_true = words.windows(2).filter(|pair| pair[1] == "true");
        is_true.map(|pair| pair[0][1..].to_owned()).collect()
    }

    #[test]
    fn a_profile_says_what_a_problem_is_like() {
        assert_eq!(flags(&["(= (* m n) 12)", "(> m 1)", "(> n 1)"]), ["native", "products"]);
        assert_eq!(flags(&["(= (str.++ x \"a\" y) (str.++ y \"a\" x))"]), ["entangled"]);
        assert_eq!(flags(&["(not (str.contains (str.++ x y) (str.++ y x)))"]), ["negations"]);
        let read = ["(str.in_re (str.at x n) (re.range \"0\" \"9\"))", "(< (str.len x) 9)"];
        assert_eq!(flags(&read), ["reads-positions", "short"]);
        let all = "(str.prefixof (str.replace_all x y x) z)";
        assert_eq!(flags(&[all]), ["replaces", "replaces-all-by-unknowns"]);
    }

    #[test]
    fn what_no_stage_asked_for_is_not_found_out() {
        let mut terms = Terms::new();
        let fact = terms.term("(= (str.++ x \"a\") (str.++ y x))");
        let budget = Budget::unlimited();
        let reduced = simplify(&mut terms.context.env(&budget, 0), &[fact]).expect("no limit");
        let profile = Profile::of(&terms.context.store, &reduced.problem);
        assert!(profile.to_string().contains(":entangled not-needed"));
        assert!(profile.is_entangled(&terms.context.store));
        assert!(profile.to_string().contains(":entangled true"));
    }
}
