//! Rules for quantifiers.
//!
//! Normal form: a quantifier is in front of as little as possible, binds only symbols that occur,
//! and none whose value an equation gives. Rules look at bodies of a limited size: a larger one
//! stays as it is, and so does what contains it.

use rustc_hash::FxHashSet;

use super::context::Context;
use super::limits::{BODY_QUANTIFIERS, BODY_TERMS, BOUND_TRUTH_VALUES};
use super::rule::{Family, Rule};
use tress_term::term::{Head, Op, Sort, Substitution, SymbolId, Term, TermStore, post_order_where};

/// The parts of a quantified formula.
struct Quantified {
    forall: bool,
    bound: Vec<SymbolId>,
    body: Term,
}

impl Quantified {
    fn open(context: &Context<'_>, term: Term) -> Option<Self> {
        let Head::Quantifier(forall, list) = context.store.head(term) else { return None };
        let body = context.store.args(term)[0];
        Some(Self { forall, bound: context.store.bound(list).to_vec(), body })
    }

    /// The operator through which the quantifier passes, and the other one.
    fn junctions(&self) -> [Op; 2] {
        if self.forall { [Op::And, Op::Or] } else { [Op::Or, Op::And] }
    }

    /// The same quantifier over other symbols and another body.
    fn over(&self, context: &mut Context<'_>, bound: &[SymbolId], body: Term) -> Term {
        if bound.is_empty() {
            return body;
        }
        context.store.quantifier(self.forall, bound, body).expect("a body is a formula")
    }
}

/// The constants that occur in a term. `None` if it is too large.
fn symbols(context: &Context<'_>, term: Term) -> Option<FxHashSet<SymbolId>> {
    let (nodes, quantifiers) = (std::cell::Cell::new(0_usize), std::cell::Cell::new(0_usize));
    let store = &*context.store;
    let (most_terms, most_quantifiers) =
        (BODY_TERMS.most(context.budget), BODY_QUANTIFIERS.most(context.budget));
    let order = post_order_where(store, &[term], |part| {
        nodes.set(nodes.get() + 1);
        if matches!(store.head(part), Head::Quantifier(..)) {
            quantifiers.set(quantifiers.get() + 1);
        }
        nodes.get() as u64 <= most_terms && quantifiers.get() as u64 <= most_quantifiers
    });
    let is_known = !BODY_TERMS.is_exceeded(nodes.get(), context.budget)
        && !BODY_QUANTIFIERS.is_exceeded(quantifiers.get(), context.budget);
    is_known.then(|| order.into_iter().filter_map(|part| store.as_constant(part)).collect())
}

/// The parts of a formula under `op`, also below a negation; of anything else, itself.
fn parts(context: &mut Context<'_>, op: Op, formula: Term) -> Vec<Term> {
    let dual = if op == Op::And { Op::Or } else { Op::And };
    if context.store.op(formula) == Some(op) {
        return context.store.args(formula).to_vec();
    }
    if let Some([inner]) = context.match_op::<1>(formula, Op::Not)
        && context.store.op(inner) == Some(dual)
    {
        let inner = context.store.args(inner).to_vec();
        return inner.into_iter().map(|part| context.not(part)).collect();
    }
    vec![formula]
}

fn junction(context: &mut Context<'_>, op: Op, parts: &[Term]) -> Term {
    if op == Op::And { context.and(parts) } else { context.or(parts) }
}

/// match: `(forall ((v String)) (forall ((w String)) b))`; result: `(forall ((v String) (w String))
/// b)`; why: the order of equal quantifiers does not matter.
fn merge(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let mut whole = Quantified::open(context, term)?;
    let count = whole.bound.len();
    while let Some(inner) = Quantified::open(context, whole.body)
        && inner.forall == whole.forall
    {
        whole.bound.extend(inner.bound);
        whole.body = inner.body;
    }
    (whole.bound.len() > count).then(|| whole.over(context, &whole.bound, whole.body))
}

/// match: `(forall ((v String) (w String)) (= w x))`; result: `(forall ((w String)) (= w x))`; why:
/// every sort has values.
fn drop_unused(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let whole = Quantified::open(context, term)?;
    let used = symbols(context, whole.body)?;
    let bound: Vec<SymbolId> = whole.bound.iter().copied().filter(|symbol| used.contains(symbol)).collect();
    (bound.len() < whole.bound.len()).then(|| whole.over(context, &bound, whole.body))
}

/// match: `(forall ((w String)) (and b c))`; result: `(and (forall ((w String)) b) (forall ((w
/// String)) c))`; the same for `exists` and `or`. why: both state that all parts hold for all values.
fn distribute(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let whole = Quantified::open(context, term)?;
    let [through, _] = whole.junctions();
    let parts = parts(context, through, whole.body);
    if parts.len() < 2 {
        return None;
    }
    let parts: Vec<Term> = parts.into_iter().map(|part| whole.over(context, &whole.bound, part)).collect();
    Some(junction(context, through, &parts))
}

/// match: `(forall ((v String) (w String)) (or a b(v) c(w)))`; result: `(or a (forall ((v String))
/// b(v)) (forall ((w String)) c(w)))`; the same for `exists` and `and`. why: where a part fails is
/// independent of symbols that it does not mention.
fn narrow(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let whole = Quantified::open(context, term)?;
    let [_, held] = whole.junctions();
    let parts = parts(context, held, whole.body);
    if parts.len() < 2 {
        return None;
    }
    // Groups of parts with common bound symbols.
    let mut groups: Vec<(Vec<SymbolId>, Vec<Term>)> = Vec::new();
    for part in parts {
        let used = symbols(context, part)?;
        let mut bound: Vec<SymbolId> =
            whole.bound.iter().copied().filter(|symbol| used.contains(symbol)).collect();
        let mut members = vec![part];
        let is_near = |group: &(Vec<SymbolId>, Vec<Term>), bound: &[SymbolId]| {
            group.0.iter().any(|symbol| bound.contains(symbol))
        };
        while let Some(index) = groups.iter().position(|group| is_near(group, &bound)) {
            let (others, parts) = groups.remove(index);
            bound.extend(others);
            members.splice(0..0, parts);
        }
        groups.push((bound, members));
    }
    if groups.len() < 2 {
        return None;
    }
    let mut done = Vec::with_capacity(groups.len());
    for (mut bound, members) in groups {
        bound.sort_unstable();
        bound.dedup();
        let body = junction(context, held, &members);
        done.push(whole.over(context, &bound, body));
    }
    Some(junction(context, held, &done))
}

/// match: `(forall ((w String)) (=> (= w t) b(w)))`; result: `b(t)`; match: `(exists ((w String))
/// (and (= w t) b(w)))`; result: `b(t)`; why: only that value matters.
fn solve_equation(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let whole = Quantified::open(context, term)?;
    let [_, held] = whole.junctions();
    let mut parts = parts(context, held, whole.body);
    for index in 0..parts.len() {
        let equation = if whole.forall { context.not(parts[index]) } else { parts[index] };
        let Some([a, b]) = context.match_op::<2>(equation, Op::Eq) else { continue };
        for (symbol, value) in [(a, b), (b, a)] {
            let Some(symbol) = context.store.as_constant(symbol) else { continue };
            if !whole.bound.contains(&symbol) || !is_solution(context, symbol, value)? {
                continue;
            }
            parts.remove(index);
            let mut substitution = Substitution::new();
            substitution.put(symbol, value);
            let rest = junction(context, held, &parts);
            let body = substitution.apply(context.store, rest);
            let bound: Vec<SymbolId> = whole.bound.iter().copied().filter(|other| *other != symbol).collect();
            return Some(whole.over(context, &bound, body));
        }
    }
    None
}

/// Is the value free of the symbol and of quantifiers, so that it can be put in anywhere?
fn is_solution(context: &Context<'_>, symbol: SymbolId, value: Term) -> Option<bool> {
    let used = symbols(context, value)?;
    let store = &*context.store;
    let order = post_order_where(store, &[value], |_| true);
    let is_open = order.into_iter().any(|part| matches!(store.head(part), Head::Quantifier(..)));
    Some(!is_open && !used.contains(&symbol))
}

/// match: `(forall ((p Bool)) b(p))`; result: `(and b(true) b(false))`; the same for `exists` and
/// `or`. why: there are no other truth values.
fn truth_values(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let whole = Quantified::open(context, term)?;
    let is_bool = |symbol: &&SymbolId| context.store.symbol(**symbol).result == Sort::Bool;
    let symbol = *whole.bound.iter().find(is_bool)?;
    if BOUND_TRUTH_VALUES.is_exceeded(whole.bound.iter().filter(is_bool).count(), context.budget) {
        return None;
    }
    symbols(context, whole.body)?;
    let bound: Vec<SymbolId> = whole.bound.iter().copied().filter(|other| *other != symbol).collect();
    let both = [TermStore::TRUE, TermStore::FALSE].map(|value| {
        let mut substitution = Substitution::new();
        substitution.put(symbol, value);
        let body = substitution.apply(context.store, whole.body);
        whole.over(context, &bound, body)
    });
    let [through, _] = whole.junctions();
    Some(junction(context, through, &both))
}

/// match: `(exists ((v String) (w String)) (and (= x (str.++ v "a" w)) (str.in_re v r)))`; result:
/// `(str.in_re x (re.++ r (str.to_re "a") re.all))`; match: `(exists ((v String)) (= x (str.++ v
/// y)))`; result: `(str.suffixof y x)`; the same for prefixes and containment, and for `forall`
/// negated. why: the parts exist exactly when the word is cut there.
fn cut_word(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let whole = Quantified::open(context, term)?;
    let body = if whole.forall { context.not(whole.body) } else { whole.body };
    let facts = parts(context, Op::And, body);
    let mut cuts = Vec::new();
    let mut languages: Vec<(Term, Term)> = Vec::new();
    for fact in facts {
        let inner = context.match_op::<1>(fact, Op::Not);
        match (inner, context.open(inner.map_or(fact, |[inner]| inner))) {
            (None, (Some(Op::Eq), [a, b])) => cuts.push([*a, *b]),
            (_, (Some(Op::InRe), [word, language])) => {
                let (word, language) = (*word, *language);
                context.is_ground(language).then_some(())?;
                let complement = inner.is_some();
                languages
                    .push((word, if complement { context.app(Op::ReComp, &[language]) } else { language }));
            }
            _ => return None,
        }
    }
    let [[a, b]] = cuts.as_slice() else { return None };
    let (whole_word, pieces) = match (context.store.op(*a), context.store.op(*b)) {
        (Some(Op::Concat), _) => (*b, *a),
        (_, Some(Op::Concat)) => (*a, *b),
        _ => return None,
    };
    let pieces = context.parts(pieces);
    let is_bound = |context: &Context<'_>, term: Term| match context.store.as_constant(term) {
        Some(symbol) => whole.bound.contains(&symbol),
        None => false,
    };
    if languages.iter().any(|(word, _)| !is_bound(context, *word)) {
        return None;
    }
    // Every bound symbol is one piece, and occurs nowhere else.
    for symbol in &whole.bound {
        let count = pieces.iter().filter(|piece| context.store.as_constant(**piece) == Some(*symbol)).count();
        let others = pieces.iter().copied().filter(|piece| !is_bound(context, *piece));
        let rest: Vec<Term> = others.chain([whole_word]).collect();
        let is_elsewhere =
            rest.into_iter().any(|part| symbols(context, part).is_none_or(|used| used.contains(symbol)));
        if count != 1 || is_elsewhere {
            return None;
        }
    }
    let found = match languages.is_empty() {
        true => plain_cut(context, whole_word, &pieces, is_bound),
        false => None,
    };
    let found = match found {
        Some(found) => found,
        None => regular_cut(context, whole_word, &pieces, is_bound, &languages)?,
    };
    Some(if whole.forall { context.not(found) } else { found })
}

/// One block of other words, with pieces of any kind before it, behind it, or both.
fn plain_cut(
    context: &mut Context<'_>,
    word: Term,
    pieces: &[Term],
    is_bound: impl Fn(&Context<'_>, Term) -> bool,
) -> Option<Term> {
    let first = pieces.iter().position(|piece| !is_bound(context, *piece));
    let Some(first) = first else { return Some(TermStore::TRUE) };
    let last = pieces.iter().rposition(|piece| !is_bound(context, *piece))?;
    if pieces[first..=last].iter().any(|piece| is_bound(context, *piece)) {
        return None;
    }
    let block = context.concat(&pieces[first..=last]);
    Some(match (first > 0, last + 1 < pieces.len()) {
        (true, true) => context.contains(word, block),
        (true, false) => context.app(Op::SuffixOf, &[block, word]),
        (false, true) => context.app(Op::PrefixOf, &[block, word]),
        (false, false) => context.eq(word, block),
    })
}

/// Literals and pieces of any kind: a regular language.
fn regular_cut(
    context: &mut Context<'_>,
    word: Term,
    pieces: &[Term],
    is_bound: impl Fn(&Context<'_>, Term) -> bool,
    languages: &[(Term, Term)],
) -> Option<Term> {
    let mut blocks = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if is_bound(context, *piece) {
            let own: Vec<Term> =
                languages.iter().filter(|(word, _)| word == piece).map(|(_, language)| *language).collect();
            blocks.push(match own.as_slice() {
                [] => context.app(Op::ReAll, &[]),
                [only] => *only,
                _ => context.app(Op::ReInter, &own),
            });
        } else {
            context.as_word(*piece)?;
            blocks.push(context.app(Op::StrToRe, &[*piece]));
        }
    }
    let language = match blocks.as_slice() {
        [only] => *only,
        _ => context.app(Op::ReConcat, &blocks),
    };
    Some(context.app(Op::InRe, &[word, language]))
}

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "quantifier-merge",
        Family::Quantifiers,
        &[],
        merge,
        [
            "(forall ((v String)) (forall ((w String)) (= v w)))",
            "(forall ((v String)) (exists ((w String)) (= v w)))",
        ],
    )
    .early(),
    Rule::new(
        "quantifier-unused",
        Family::Quantifiers,
        &[],
        drop_unused,
        ["(forall ((v String) (w String)) (str.contains w x))", "(forall ((w String)) (str.contains w x))"],
    ),
    Rule::new(
        "quantifier-truth-values",
        Family::Quantifiers,
        &[],
        truth_values,
        ["(exists ((p Bool)) (= p (= x y)))", "(exists ((w String)) (str.contains w x))"],
    ),
    Rule::new(
        "quantifier-distribute",
        Family::Quantifiers,
        &[],
        distribute,
        [
            "(forall ((w String)) (and (str.contains w x) (str.prefixof w y)))",
            "(forall ((w String)) (or (str.contains w x) (str.prefixof w y)))",
        ],
    ),
    Rule::new(
        "quantifier-narrow",
        Family::Quantifiers,
        &[],
        narrow,
        [
            "(exists ((v String) (w String)) (and a (str.contains w x) (str.prefixof v y)))",
            "(exists ((v String) (w String)) (and (str.contains w x) (str.prefixof v w)))",
        ],
    ),
    Rule::new(
        "quantifier-equation",
        Family::Quantifiers,
        &[],
        solve_equation,
        [
            "(exists ((w String)) (and (= w (str.++ x y)) (str.contains w z)))",
            "(exists ((w String)) (and (= w (str.++ x w)) (str.contains w z)))",
        ],
    ),
    Rule::new(
        "quantifier-cut",
        Family::Quantifiers,
        &[],
        cut_word,
        [
            "(exists ((v String) (w String)) (= x (str.++ v y w)))",
            "(exists ((v String) (w String)) (= x (str.++ v y w v)))",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::super::tests::rewritten;

    fn check(text: &str, expected: &str) {
        assert_eq!(rewritten(text), expected, "{text}");
    }

    #[test]
    fn quantifiers_stand_before_little() {
        check("(forall ((w String)) a)", "a");
        check("(forall ((p Bool)) (or a p))", "a");
        check(
            "(exists ((p Bool) (w String)) (and p (str.contains w x)))",
            "(exists ((w String)) (str.contains w x))",
        );
        check(
            "(forall ((v String) (w String)) (=> (str.contains v x) (str.contains w x)))",
            "(or (forall ((w String)) (str.contains w x)) (forall ((v String)) (not (str.contains v x))))",
        );
    }

    #[test]
    fn equations_give_values() {
        check(
            "(forall ((w String)) (=> (= w (str.++ x \"a\")) (str.contains y w)))",
            "(str.contains y (str.++ x \"a\"))",
        );
        check("(exists ((w String)) (= w x))", "true");
        check("(forall ((w String)) (not (= w x)))", "false");
        check(
            "(forall ((v String) (w String)) (or (not (= v (str.++ w x))) (str.contains y v)))",
            "(forall ((w String)) (str.contains y (str.++ w x)))",
        );
    }

    #[test]
    fn words_are_cut() {
        check("(exists ((v String) (w String)) (= x (str.++ v y w)))", "(str.contains x y)");
        check("(forall ((v String)) (not (= x (str.++ y v))))", "(not (str.prefixof y x))");
        check("(exists ((v String)) (= x (str.++ v y z)))", "(str.suffixof (str.++ y z) x)");
        check("(exists ((v String) (w String)) (= x (str.++ v w)))", "true");
        check(
            "(exists ((v String)) (and (= x (str.++ \"a\" v \"b\")) (not (str.in_re v (re.* re.allchar)))))",
            "false",
        );
        check(
            "(exists ((v String) (w String)) (= x (str.++ v \"a\" w \"b\")))",
            "(str.in_re x (re.++ re.all (str.to_re \"a\") re.all (str.to_re \"b\")))",
        );
    }
}
