//! The part of automata: conflicts of the relation graph, facts for the arrays, and words without
//! arrays.

use tress_base::{Budget, Stop};

use tress_kernel::{NoTheory, decide};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Outcome, Problem, Reason};
use tress_term::model::Model;
use tress_term::term::{Sort, Substitution, SymbolId, Term, TermSet, Value, Word};

use super::domain::{Domain, Empty};
use super::infer::{Inferred, close};
use super::language;
use super::limits::{CONVERTED_STATES, TRIES};
use super::relation::{Graph, Relation};
use super::translate::Translation;

/// What automata know of a problem.
pub(super) struct Known {
    graph: Graph,
    domain: Domain,
}

/// Builds the relation graph and refines its languages.
pub(super) fn look(env: &mut Env<'_>, problem: &Problem) -> Result<Result<Known, Vec<u32>>, Stop> {
    let mut graph = Graph::new(env, problem);
    env.stats.add("parray-relations", graph.edges.len() as u64);
    if let Inferred::Conflict(origins) = close(env, &mut graph)? {
        env.stats.add("parray-relation-conflicts", 1);
        return Ok(Err(origins));
    }
    let mut domain = Domain::new(env, &graph);
    match domain.refine(env, &graph)? {
        Ok(()) => Ok(Ok(Known { graph, domain })),
        Err(Empty(origins)) => {
            env.stats.add("parray-empty-languages", 1);
            Ok(Err(origins))
        }
    }
}

impl Known {
    /// The strings whose memberships are all implied by their refined languages.
    fn converted(&self, budget: &Budget) -> Vec<usize> {
        if !self.domain.is_complete {
            return Vec::new();
        }
        let members = self.graph.edges.iter().filter_map(|edge| match edge.relation {
            Relation::Member(node, ..) => Some(node),
            _ => None,
        });
        let mut nodes: Vec<usize> = members.collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.retain(|node| {
            !CONVERTED_STATES.is_exceeded(self.domain.values[*node].nfa.states() as usize, budget)
        });
        nodes
    }

    /// The memberships, with their sides, that need not be converted one by one.
    pub(super) fn told(&self, budget: &Budget) -> Vec<(Term, Term, bool)> {
        let nodes = self.converted(budget);
        let told = self.graph.edges.iter().filter_map(|edge| match &edge.relation {
            Relation::Member(node, language, holds) if nodes.contains(node) => {
                Some((self.graph.strings[*node], *language, *holds))
            }
            _ => None,
        });
        told.collect()
    }

    /// Adds to the arrays what is known: languages of strings with memberships, lengths and characters at
    /// the ends of all others.
    pub(super) fn tell(
        &self,
        cx: &mut Translation<'_, '_>,
        image_of: &dyn Fn(u32) -> Vec<Term>,
    ) -> Result<(), Stop> {
        let converted = self.converted(cx.formula.env.budget);
        for (node, values) in self.domain.values.iter().enumerate() {
            let term = self.graph.strings[node];
            let Some(array) = cx.known(term).cloned().filter(|array| array.word.is_none()) else { continue };
            let premises: Vec<Term> = values.origins.iter().flat_map(|origin| image_of(*origin)).collect();
            let when = cx.formula.and(&premises);
            if converted.contains(&node) {
                language::accepted(cx, &array, &values.nfa, when)?;
            } else if !values.nfa.is_empty() {
                cx.count("parray-facts");
                language::lengths(cx, &array, &values.nfa, when);
                language::ends(cx, &array, &values.nfa, when);
            }
        }
        Ok(())
    }

    /// Words of the languages, one string after the other, until the problem holds. Never a conflict.
    pub(super) fn words(mut self, env: &mut Env<'_>, problem: &Problem) -> Result<Outcome, Stop> {
        let symbols: Vec<(SymbolId, usize)> = problem
            .symbols
            .iter()
            .filter_map(|symbol| {
                let declared = env.store.symbol(*symbol);
                let is_string = declared.result == Sort::String && declared.arguments.is_empty();
                let term = is_string.then(|| env.store.constant(*symbol))?;
                Some((*symbol, self.graph.node(term)?))
            })
            .collect();
        for tried in 1.. {
            if TRIES.is_exceeded(tried, env.budget) {
                break;
            }
            env.stats.add("parray-words-tried", 1);
            let mut trial = self.domain.clone();
            let mut chosen: Vec<(SymbolId, Vec<u32>)> = Vec::new();
            for (symbol, node) in &symbols {
                let Some(word) = trial.values[*node].nfa.shortest_word() else { break };
                trial.choose(*node, &word);
                chosen.push((*symbol, word));
                if trial.refine(env, &self.graph)?.is_err() {
                    break;
                }
            }
            if chosen.len() == symbols.len()
                && let Some(model) = with_words(env, problem, &chosen)?
            {
                return Ok(Outcome::Model(Box::new(model)));
            }
            // The last word that was chosen does not lead on; others may.
            let Some((symbol, word)) = chosen.pop() else { break };
            let Some((_, node)) = symbols.iter().find(|(other, _)| *other == symbol) else { break };
            if !self.domain.exclude(env, *node, &word)? {
                break;
            }
        }
        Ok(Outcome::GaveUp(Reason::Incomplete))
    }
}

/// Puts words in and lets the kernel decide the numbers.
fn with_words(
    env: &mut Env<'_>,
    problem: &Problem,
    chosen: &[(SymbolId, Vec<u32>)],
) -> Result<Option<Model>, Stop> {
    let mut substitution = Substitution::new();
    for (symbol, word) in chosen {
        let word = env.store.word(Word::from(word.clone()));
        substitution.put(*symbol, word);
    }
    let (mut facts, mut seen) = (Vec::new(), TermSet::new());
    for fact in &problem.facts {
        let term = substitution.apply(env.store, fact.term);
        let term = env.rewrite(term)?;
        if seen.add(term) {
            facts.push(Fact { term, origin: fact.origin });
        }
    }
    let rest = Problem::new(env.store, facts);
    let Outcome::Model(mut model) = decide(env, NoTheory, &rest, |_| false)? else { return Ok(None) };
    for (symbol, word) in chosen {
        model.set(*symbol, Value::Str(Word::from(word.clone())));
    }
    let model = model.with_defaults(env.store, &problem.symbols);
    Ok(env.holds(problem.roots(), &model)?.then_some(model))
}
