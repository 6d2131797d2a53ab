//! Functions that a formula defines: `forall x. f(x) = t`, where `f` does not occur in `t`.
//!
//! Enters: a question. Leaves: its answer. Such a formula is a macro. It is set aside, `t` replaces `f` in
//! all other formulas, and a model of these defines `f` by the term `t`: then the formula holds, whatever the
//! values in `t` are.
//!
//! A conflict of the other formulas is one of them as they are given with the macros that they reach.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tress_base::Stop;

use super::limits::MACRO_STEPS;
use crate::ground::{CheckResult, Core, Covers, Query};
use tress_rewrite::env::Env;
use tress_term::model::{FunctionBody, Model};
use tress_term::term::{
    Head, Op, Sort, Substitution, SymbolId, Term, TermMap, TermStore, map_args, post_order_within,
};

/// What a formula may say of a function.
struct Definition {
    symbol: SymbolId,
    parameters: Box<[SymbolId]>,
    /// The term as it was given.
    body: Term,
    /// The functions that are applied in it.
    uses: Box<[SymbolId]>,
}

/// A definition that is put in.
struct Macro {
    /// The number of the formula it is, or is a part of.
    from: usize,
    definition: Definition,
}

/// A formula that may become a macro.
struct Candidates {
    /// Where it stands among all, and the number of the formula it is part of.
    index: usize,
    from: usize,
    /// The ways to read it as a definition.
    ways: SmallVec<[Definition; 2]>,
}

/// Definitions that were found.
///
/// Invariant: no function is defined twice, and none by way of itself.
#[derive(Default)]
struct Definitions {
    /// Definitions with the numbers of the formulas that they are part of.
    all: Vec<(usize, Definition)>,
    indices: FxHashMap<SymbolId, usize>,
    /// The indices of the formulas that became macros.
    taken: FxHashSet<usize>,
}

impl Definitions {
    /// Takes as many candidates as can be. Those that define one function only come first: `f(x) = g(x)`
    /// defines the function that no other formula does.
    fn take_all(&mut self, env: &Env<'_>, mut open: Vec<Candidates>) -> Result<(), Stop> {
        let mut most = 1;
        while !open.is_empty() {
            let before = self.all.len();
            let mut left = Vec::new();
            for mut candidates in open {
                env.budget.poll()?;
                candidates.ways.retain(|way| !self.indices.contains_key(&way.symbol));
                if candidates.ways.len() > most {
                    left.push(candidates);
                } else if self.take(env, candidates)? {
                    most = 1;
                }
            }
            most = if self.all.len() == before { 2 } else { 1 };
            open = left;
        }
        Ok(())
    }

    /// Takes the first way that does not lead back to its function. False when all do.
    fn take(&mut self, env: &Env<'_>, candidates: Candidates) -> Result<bool, Stop> {
        for way in candidates.ways {
            if !self.reaches(env, &way)? {
                self.indices.insert(way.symbol, self.all.len());
                self.all.push((candidates.from, way));
                self.taken.insert(candidates.index);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does a definition lead back to its function through those that were found?
    fn reaches(&self, env: &Env<'_>, definition: &Definition) -> Result<bool, Stop> {
        let mut open: Vec<SymbolId> = definition.uses.to_vec();
        let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
        while let Some(symbol) = open.pop() {
            env.budget.poll()?;
            if symbol == definition.symbol {
                return Ok(true);
            }
            if seen.insert(symbol)
                && let Some(index) = self.indices.get(&symbol)
            {
                open.extend(&self.all[*index].1.uses);
            }
        }
        Ok(false)
    }

    /// The definitions, each after those that it mentions.
    fn ordered(self, env: &Env<'_>) -> Result<Vec<(usize, Definition)>, Stop> {
        let mut order: Vec<usize> = Vec::with_capacity(self.all.len());
        let mut is_met = vec![false; self.all.len()];
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for first in 0..self.all.len() {
            if !std::mem::replace(&mut is_met[first], true) {
                stack.push((first, 0));
            }
            while let Some((index, next)) = stack.last_mut() {
                env.budget.poll()?;
                let Some(used) = self.all[*index].1.uses.get(*next) else {
                    order.push(*index);
                    stack.pop();
                    continue;
                };
                *next += 1;
                if let Some(below) = self.indices.get(used)
                    && !std::mem::replace(&mut is_met[*below], true)
                {
                    stack.push((*below, 0));
                }
            }
        }
        let mut all: Vec<Option<(usize, Definition)>> = self.all.into_iter().map(Some).collect();
        Ok(order.into_iter().filter_map(|index| all[index].take()).collect())
    }
}

/// The macros of a question, each after those that its body mentions, and the other formulas.
#[derive(Default)]
pub(super) struct Macros {
    all: Vec<Macro>,
    indices: FxHashMap<SymbolId, usize>,
    /// The other formulas with the numbers of those they come from, in their order.
    kept: Vec<(usize, Term)>,
    /// What terms are without macros.
    images: TermMap<Term>,
}

impl Macros {
    /// Looks for macros. Returns `None` if there are none, or their images are too large.
    pub(super) fn of(env: &mut Env<'_>, query: &Query<'_>) -> Result<Option<Macros>, Stop> {
        if !super::occur(env.store, query.formulas) {
            return Ok(None);
        }
        let mut macros = Macros::default();
        macros.find(env, query.formulas)?;
        if macros.all.is_empty() {
            return Ok(None);
        }
        let budget = env.budget;
        let done = MACRO_STEPS.share(budget, || macros.put_in(env))?;
        env.stats.add("quantifier-macros", macros.all.len() as u64);
        Ok(done.map(|()| macros))
    }

    /// Answers a question by the answer to what the macros leave of it.
    pub(super) fn answer(
        &self,
        env: &mut Env<'_>,
        query: &Query<'_>,
        rest: impl FnOnce(&mut Env<'_>, &Query<'_>) -> Result<CheckResult, Stop>,
    ) -> Result<CheckResult, Stop> {
        let formulas: Vec<Term> = self.kept.iter().map(|(_, formula)| self.image(*formula)).collect();
        let tracked_from = self.kept.partition_point(|(from, _)| *from < query.tracked_from);
        let is_free = |symbol: &SymbolId| !self.indices.contains_key(symbol);
        let symbols: Vec<SymbolId> = query.symbols.iter().copied().filter(is_free).collect();
        let asked = Query { config: query.config, formulas: &formulas, tracked_from, symbols: &symbols };
        Ok(match rest(env, &asked)? {
            CheckResult::Sat(model, by) => CheckResult::Sat(Box::new(self.told(*model)), by),
            CheckResult::Unsat(core, by) => {
                let formulas = core.formulas.into_iter().map(|index| self.kept[index].0).collect();
                let core = Core { formulas, ..core };
                CheckResult::Unsat(self.with_macros(env, query, core)?, by)
            }
            unknown => unknown,
        })
    }

    /// Sorts formulas into macros and others.
    fn find(&mut self, env: &Env<'_>, formulas: &[Term]) -> Result<(), Stop> {
        let fixed = in_recursive(env, formulas)?;
        let parts = conjuncts(env, formulas)?;
        let mut open: Vec<Candidates> = Vec::new();
        for (index, (from, formula)) in parts.iter().enumerate() {
            let mut ways = definitions(env, *formula)?;
            ways.retain(|way| !fixed.contains(&way.symbol));
            if !ways.is_empty() {
                open.push(Candidates { index, from: *from, ways });
            }
        }
        let mut found = Definitions::default();
        found.take_all(env, open)?;
        let is_kept = |(index, _): &(usize, &(usize, Term))| !found.taken.contains(index);
        self.kept = parts.iter().enumerate().filter(is_kept).map(|(_, part)| *part).collect();
        for (from, definition) in found.ordered(env)? {
            self.indices.insert(definition.symbol, self.all.len());
            self.all.push(Macro { from, definition });
        }
        Ok(())
    }

    /// Puts the macros into the other formulas, call by call. A call that occurs again costs nothing.
    fn put_in(&mut self, env: &mut Env<'_>) -> Result<(), Stop> {
        let mut instances: TermMap<Term> = TermMap::new();
        let mut open: Vec<Term> = Vec::new();
        for (_, formula) in &self.kept {
            open.push(*formula);
            while let Some(term) = open.last().copied() {
                env.budget.poll()?;
                if self.images.has(term) {
                    open.pop();
                    continue;
                }
                let before = open.len();
                open.extend(env.store.args(term).iter().filter(|arg| !self.images.has(**arg)));
                if open.len() > before {
                    continue;
                }
                let Some(applied) = self.applied(env.store, term) else {
                    let image = map_args(env.store, term, |arg| self.image(arg));
                    self.images.set(term, image);
                    continue;
                };
                let instance = match instances.get(term) {
                    Some(instance) => *instance,
                    None => self.instance(env, applied, term)?,
                };
                match self.images.get(instance).copied() {
                    Some(image) => self.images.set(term, image),
                    None => {
                        instances.set(term, instance);
                        open.push(instance);
                    }
                }
            }
        }
        Ok(())
    }

    /// The body of a macro for the arguments of a call, which are without macros; it may call others.
    fn instance(&self, env: &mut Env<'_>, applied: &Macro, call: Term) -> Result<Term, Stop> {
        let mut substitution = Substitution::new();
        for (parameter, arg) in applied.definition.parameters.iter().zip(env.store.args(call)) {
            substitution.put(*parameter, self.image(*arg));
        }
        substitution.apply_within(env.store, applied.definition.body, Some(env.budget))
    }

    fn image(&self, term: Term) -> Term {
        self.images.get(term).copied().unwrap_or(term)
    }

    /// The macro that a term is an application of.
    fn applied(&self, store: &TermStore, term: Term) -> Option<&Macro> {
        match store.head(term) {
            Head::Symbol(symbol) => self.indices.get(&symbol).map(|index| &self.all[*index]),
            _ => None,
        }
    }

    /// The model in which functions are what their macros say.
    fn told(&self, mut model: Model) -> Model {
        for Macro { definition, .. } in &self.all {
            let (parameters, body) = (definition.parameters.clone(), definition.body);
            model.set_body(definition.symbol, FunctionBody { parameters, body });
        }
        model
    }

    /// The numbers of formulas that cannot hold together, with those of the macros that they reach. Where the
    /// conflict does not name all formulas that it needs, it may need any of those that are not tracked.
    fn with_macros(&self, env: &Env<'_>, query: &Query<'_>, core: Core) -> Result<Core, Stop> {
        let untracked = match core.covers {
            Covers::All => 0,
            Covers::Tracked => query.tracked_from.min(query.formulas.len()),
        };
        let needed = (0..untracked).chain(core.formulas.iter().copied());
        let mut open: Vec<Term> = needed.map(|number| query.formulas[number]).collect();
        let mut is_reached = vec![false; self.all.len()];
        while !open.is_empty() {
            let order = post_order_within(env.store, &open, Some(env.budget))?;
            open.clear();
            for term in order {
                let Head::Symbol(symbol) = env.store.head(term) else { continue };
                let Some(index) = self.indices.get(&symbol) else { continue };
                if !std::mem::replace(&mut is_reached[*index], true) {
                    open.push(self.all[*index].definition.body);
                }
            }
        }
        let reached = self.all.iter().zip(is_reached).filter(|(_, is_reached)| *is_reached);
        let mut formulas: Vec<usize> =
            core.formulas.into_iter().chain(reached.map(|(found, _)| found.from)).collect();
        formulas.sort_unstable();
        formulas.dedup();
        Ok(Core { formulas, ..core })
    }
}

/// The formulas with conjunctions taken apart, each with the number of the one it is part of.
fn conjuncts(env: &Env<'_>, formulas: &[Term]) -> Result<Vec<(usize, Term)>, Stop> {
    let mut found = Vec::with_capacity(formulas.len());
    for (from, formula) in formulas.iter().enumerate() {
        let mut open = vec![*formula];
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        while let Some(term) = open.pop() {
            env.budget.poll()?;
            match env.store.op(term) {
                Some(Op::And) if seen.insert(term) => open.extend(env.store.args(term).iter().rev()),
                Some(Op::And) => {}
                _ => found.push((from, term)),
            }
        }
    }
    Ok(found)
}

/// The functions that recursive functions mention, as far as these are called: definitions in the store stay.
fn in_recursive(env: &Env<'_>, formulas: &[Term]) -> Result<FxHashSet<SymbolId>, Stop> {
    let mut fixed = FxHashSet::default();
    if !env.store.has_definitions() {
        return Ok(fixed);
    }
    let mut bodies: FxHashSet<Term> = FxHashSet::default();
    let mut open: Vec<Term> = formulas.to_vec();
    let mut is_given = true;
    while !open.is_empty() {
        let order = post_order_within(env.store, &open, Some(env.budget))?;
        open.clear();
        for term in order {
            if let Some((_, definition)) = env.store.called(term)
                && bodies.insert(definition.body)
            {
                open.push(definition.body);
            }
            if let Head::Symbol(symbol) = env.store.head(term)
                && !is_given
            {
                fixed.insert(symbol);
            }
        }
        is_given = false;
    }
    Ok(fixed)
}

/// The ways to read a formula as a definition.
fn definitions(env: &Env<'_>, formula: Term) -> Result<SmallVec<[Definition; 2]>, Stop> {
    let store = &*env.store;
    let mut bound: FxHashSet<SymbolId> = FxHashSet::default();
    let mut inner = formula;
    while let Head::Quantifier(true, list) = store.head(inner) {
        env.budget.poll()?;
        // A symbol that is bound twice means two things.
        if !store.bound(list).iter().all(|symbol| bound.insert(*symbol)) {
            return Ok(SmallVec::new());
        }
        inner = store.args(inner)[0];
    }
    if bound.is_empty() {
        return Ok(SmallVec::new());
    }
    let sides: SmallVec<[(Term, Term); 2]> = match (store.op(inner), store.args(inner)) {
        (Some(Op::Eq), [left, right]) => SmallVec::from_slice(&[(*left, *right), (*right, *left)]),
        (Some(Op::Not), [negated]) => SmallVec::from_slice(&[(*negated, TermStore::FALSE)]),
        _ => SmallVec::from_slice(&[(inner, TermStore::TRUE)]),
    };
    let mut found = SmallVec::new();
    for (application, body) in sides {
        found.extend(definition(env, &bound, application, body)?);
    }
    Ok(found)
}

/// The definition of the function that is applied by a term, if there is one.
fn definition(
    env: &Env<'_>,
    bound: &FxHashSet<SymbolId>,
    application: Term,
    body: Term,
) -> Result<Option<Definition>, Stop> {
    let store = &*env.store;
    let Head::Symbol(symbol) = store.head(application) else { return Ok(None) };
    let declared = store.symbol(symbol);
    let has_languages = declared.arguments.iter().chain([&declared.result]).any(|sort| *sort == Sort::RegLan);
    let mut parameters: Vec<SymbolId> = Vec::new();
    for arg in store.args(application) {
        let parameter = store.as_constant(*arg).filter(|parameter| bound.contains(parameter));
        let Some(parameter) = parameter.filter(|parameter| !parameters.contains(parameter)) else {
            return Ok(None);
        };
        parameters.push(parameter);
    }
    if parameters.is_empty() || declared.definition.is_some() || has_languages {
        return Ok(None);
    }
    let mut uses: FxHashSet<SymbolId> = FxHashSet::default();
    for term in post_order_within(store, &[body], Some(env.budget))? {
        match store.head(term) {
            Head::Quantifier(..) => return Ok(None),
            Head::Symbol(used) if used == symbol => return Ok(None),
            Head::Symbol(used) if bound.contains(&used) && !parameters.contains(&used) => return Ok(None),
            Head::Symbol(used) if !store.args(term).is_empty() => {
                uses.insert(used);
            }
            _ => {}
        }
    }
    let mut uses: Vec<SymbolId> = uses.into_iter().collect();
    uses.sort_unstable();
    Ok(Some(Definition { symbol, parameters: parameters.into(), body, uses: uses.into() }))
}

#[cfg(test)]
mod tests {
    use tress_base::Budget;

    use super::*;
    use crate::options::Options;
    use crate::strategy::Config;
    use tress_rewrite::testing::Terms;
    use tress_term::print::term_text;

    const DECLARED: [&str; 3] =
        ["(declare-fun f1 (Int) Int)", "(declare-fun g1 (Int) Int)", "(declare-fun f2 (Int String) String)"];

    /// The formulas that macros leave of these, if there are macros.
    fn left(formulas: &[&str]) -> Option<Vec<String>> {
        let mut terms = Terms::new();
        DECLARED.iter().for_each(|text| terms.declare_function(text));
        let formulas: Vec<Term> = formulas.iter().map(|formula| terms.term(formula)).collect();
        let config = Config::of(&Options::default());
        let query = Query { config, formulas: &formulas, tracked_from: 0, symbols: &[] };
        let budget = Budget::unlimited();
        let mut env = terms.context.env(&budget, 0);
        let macros = Macros::of(&mut env, &query).expect("no limit")?;
        let text =
            |(_, formula): &(usize, Term)| term_text(env.store, macros.image(*formula), Default::default());
        Some(macros.kept.iter().map(text).collect())
    }

    #[test]
    fn definitions_are_put_in() {
        let check = |formulas: &[&str], expected: &[&str]| {
            let expected = expected.iter().map(|text| (*text).to_owned()).collect();
            assert_eq!(left(formulas), Some(expected), "{formulas:?}");
        };
        let next = "(forall ((i Int)) (= (f1 i) (+ i 1)))";
        check(&[next, "(= (f1 (f1 m)) 7)"], &["(= (+ (+ m 1) 1) 7)"]);
        check(&["(= (g1 m) 7)", "(forall ((i Int)) (= (f1 i) (g1 i)))", next], &["(= (+ m 1) 7)"]);
        check(&["(= (f2 m x) y)", "(forall ((w String) (i Int)) (= w (f2 i w)))"], &["(= x y)"]);
        check(&[next, "(forall ((k Int)) (> (f1 k) k))"], &["(forall ((k Int)) (> (+ k 1) k))"]);
    }

    #[test]
    fn other_formulas_are_not() {
        let check = |formula: &str| assert_eq!(left(&[formula]), None, "{formula}");
        check("(forall ((i Int)) (= (f1 i) (+ (f1 i) 1)))");
        check("(forall ((i Int)) (= (f1 i) (f1 (+ i 1))))");
        check("(forall ((i Int)) (= (f1 (+ i 1)) i))");
        check("(forall ((i Int) (j Int)) (= (f1 i) (+ i j)))");
        check("(forall ((i Int)) (= (f1 m) (+ i 1)))");
        check("(forall ((i Int)) (= (f2 i x) \"a\"))");
        check("(exists ((i Int)) (= (f1 i) (+ i 1)))");
        check("(not (forall ((i Int)) (= (f1 i) (+ i 1))))");
        check("(or a (forall ((i Int)) (= (f1 i) (+ i 1))))");
        check("(forall ((i Int)) (= (f1 i) (ite (forall ((k Int)) (> k i)) 1 2)))");
    }

    #[test]
    fn what_leads_back_to_itself_is_taken_once() {
        let circle =
            ["(forall ((i Int)) (= (f1 i) (+ (g1 i) 1)))", "(forall ((i Int)) (= (g1 i) (* 2 (f1 i))))"];
        let expected = "(forall ((i Int)) (= (g1 i) (* 2 (+ (g1 i) 1))))";
        assert_eq!(left(&circle), Some(vec![expected.to_owned()]));
    }
}
