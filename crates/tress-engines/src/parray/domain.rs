//! The domain of interval automata: every string has a language that holds all its values.
//!
//! Relations make languages smaller until nothing changes. Each language holds every value that the
//! string can have, so an empty one is a conflict, whatever was left out on the way. A step that would
//! need too many states is not taken.

use tress_automata::CharSet;
use tress_automata::nfa::{Nfa, NfaBuilder, find_difference};
use tress_base::{Budget, Stop};

use tress_rewrite::env::Env;
use tress_term::eval::LAST_BLANK;
use tress_term::term::{Term, Word};

use super::infer::joined;
use super::limits::{DOMAIN_CHARACTERS, DOMAIN_STATES, REFINEMENT_ROUNDS};
use super::relation::{Edge, Graph, Node, Relation};
use super::words::{self, Side, one_word};

/// The language of a string, and the facts behind it.
#[derive(Clone, Debug)]
pub(super) struct Values {
    pub(super) nfa: Nfa,
    pub(super) origins: Vec<u32>,
}

/// The languages of all strings of a graph.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    pub(super) values: Vec<Values>,
    /// Do the languages contain all that memberships state?
    pub(super) is_complete: bool,
}

/// Facts that leave a string without a value.
pub(super) struct Empty(pub(super) Vec<u32>);

/// A step: whether something changed, or that nothing is left.
type Refined = Result<Result<bool, Empty>, Stop>;

impl Domain {
    /// Constants have one value, all others any.
    pub(super) fn new(env: &mut Env<'_>, graph: &Graph) -> Self {
        let values = graph.strings.iter().map(|term| {
            let word = env.word_of(*term);
            let word = word.filter(|word| !DOMAIN_CHARACTERS.is_exceeded(word.len(), env.budget));
            let nfa = word.map_or_else(Nfa::all, |word| spelled(&word));
            Values { nfa, origins: Vec::new() }
        });
        Self { values: values.collect(), is_complete: true }
    }

    /// Uses all relations until nothing changes.
    pub(super) fn refine(&mut self, env: &mut Env<'_>, graph: &Graph) -> Result<Result<(), Empty>, Stop> {
        for round in 0.. {
            if REFINEMENT_ROUNDS.is_exceeded(round + 1, env.budget) {
                break;
            }
            let mut changed = false;
            for edge in &graph.edges {
                env.budget.poll()?;
                if round > 0 && matches!(edge.relation, Relation::Member(..) | Relation::Length(..)) {
                    continue;
                }
                match self.apply(env, edge)? {
                    Ok(some) => changed |= some,
                    Err(empty) => return Ok(Err(empty)),
                }
            }
            env.stats.add("parray-refinement-rounds", 1);
            if !changed {
                break;
            }
        }
        Ok(Ok(()))
    }

    /// A string is in a language for these reasons.
    fn cut(&mut self, env: &mut Env<'_>, node: Node, nfa: Option<Nfa>, origins: &[u32]) -> Refined {
        let most = most_states(env.budget);
        let old = &self.values[node];
        let both = match nfa {
            Some(nfa) => old.nfa.intersect(&nfa, most, env.budget)?,
            None => None,
        };
        let Some(both) = both else {
            env.budget.hit(DOMAIN_STATES.name());
            return Ok(Ok(false));
        };
        let both = both.trim();
        if find_difference(&old.nfa, &both, env.budget)?.is_none() {
            return Ok(Ok(false));
        }
        let small = both.minimize(most, env.budget)?.map_or(both, |small| small.trim());
        env.stats.add("parray-refinements", 1);
        let origins = joined(&old.origins, origins);
        if small.is_empty() {
            return Ok(Err(Empty(origins)));
        }
        self.values[node] = Values { nfa: small, origins };
        Ok(Ok(true))
    }

    /// The string is exactly this word, by choice.
    pub(super) fn choose(&mut self, node: Node, word: &[u32]) {
        self.values[node].nfa = Nfa::word(word);
    }

    /// The string is not this word. Returns false if that cannot be expressed.
    pub(super) fn exclude(&mut self, env: &mut Env<'_>, node: Node, word: &[u32]) -> Result<bool, Stop> {
        let word = Nfa::word(word);
        let others = word.complement(most_states(env.budget), env.budget)?;
        Ok(self.cut(env, node, others, &[])?.unwrap_or(false))
    }

    fn apply(&mut self, env: &mut Env<'_>, edge: &Edge) -> Refined {
        let (origins, budget) = (&edge.origins, env.budget);
        match &edge.relation {
            Relation::Member(s, language, holds) => self.member(env, *s, (*language, *holds), origins),
            Relation::Length(s, low, high) => {
                self.cut(env, *s, words::lengths(*low, *high, most_states(env.budget)), origins)
            }
            Relation::Equal(a, b) => {
                self.both(env, (*a, *b), origins, |nfa| Some(nfa.clone()), |nfa| Some(nfa.clone()))
            }
            Relation::Concat(whole, parts) => self.concat(env, *whole, parts, origins),
            Relation::Begins(s, t) => self.both(
                env,
                (*s, *t),
                origins,
                |part| fits(part.concat(&Nfa::all()), budget),
                |whole| Some(whole.prefixes()),
            ),
            Relation::Ends(s, t) => self.both(
                env,
                (*s, *t),
                origins,
                |part| fits(Nfa::all().concat(part), budget),
                |whole| Some(whole.suffixes()),
            ),
            Relation::Contains(s, t) => {
                let around = |part: &Nfa| fits(Nfa::all().concat(part).concat(&Nfa::all()), budget);
                self.both(env, (*s, *t), origins, around, |whole| Some(whole.factors()))
            }
            Relation::NotBegins(s, t) => self.without(env, (*s, *t), origins, [false, true]),
            Relation::NotEnds(s, t) => self.without(env, (*s, *t), origins, [true, false]),
            Relation::NotContains(s, t) => self.without(env, (*s, *t), origins, [true, true]),
            Relation::Substring(part, s, from, count) => self.substring(env, (*part, *s), *from, *count),
            Relation::Trimmed(part, s) => self.trimmed(env, *part, *s),
            Relation::Moved(new, old, range, by) => {
                let (to, (low, high)) = (*by, *range);
                let target = (low.wrapping_add_signed(to), high.wrapping_add_signed(to));
                let after = |nfa: &Nfa| Some(moved(nfa, (low, high), to));
                // Before, a character of the target may have been itself or its partner.
                let before = |nfa: &Nfa| Some(unmoved(nfa, (low, high), target, to));
                self.both(env, (*new, *old), &[], after, before)
            }
            Relation::AtLeast(a, b, strict) => self.ordered(env, (*a, *b), *strict, origins),
        }
    }

    /// Two strings cut each other.
    fn both(
        &mut self,
        env: &mut Env<'_>,
        (a, b): (Node, Node),
        origins: &[u32],
        of_b: impl Fn(&Nfa) -> Option<Nfa>,
        of_a: impl Fn(&Nfa) -> Option<Nfa>,
    ) -> Refined {
        let (nfa, reasons) = (of_b(&self.values[b].nfa), joined(&self.values[b].origins, origins));
        let first = match self.cut(env, a, nfa, &reasons)? {
            Ok(changed) => changed,
            Err(empty) => return Ok(Err(empty)),
        };
        let (nfa, reasons) = (of_a(&self.values[a].nfa), joined(&self.values[a].origins, origins));
        Ok(self.cut(env, b, nfa, &reasons)?.map(|second| first || second))
    }

    fn member(
        &mut self,
        env: &mut Env<'_>,
        s: Node,
        (language, holds): (Term, bool),
        origins: &[u32],
    ) -> Refined {
        let Some(regex) = env.language_of(language)? else {
            self.is_complete = false;
            return Ok(Ok(false));
        };
        let budget = env.budget;
        let regex = if holds { regex } else { env.regexes().complement(regex) };
        let nfa = Nfa::from_regex(env.regexes(), regex, most_states(budget), budget)?;
        let old = self.values[s].nfa.clone();
        self.is_complete &= match &nfa {
            Some(nfa) => old.intersect(nfa, most_states(budget), budget)?.is_some(),
            None => false,
        };
        self.cut(env, s, nfa, origins)
    }

    /// `s = s1 + s2 + …`: the whole is the parts together; a part is what is left without some values
    /// of those before it and behind it.
    fn concat(&mut self, env: &mut Env<'_>, whole: Node, parts: &[Node], origins: &[u32]) -> Refined {
        let budget = env.budget;
        let all = |domain: &Self, nodes: &[Node]| -> Result<Option<Nfa>, Stop> {
            let mut sum = Nfa::word(&[]);
            for node in nodes {
                budget.look()?;
                let Some(longer) = fits(sum.concat(&domain.values[*node].nfa), budget) else {
                    return Ok(None);
                };
                sum = longer;
            }
            Ok(Some(sum))
        };
        let mut reasons = origins.to_vec();
        for part in parts {
            reasons = joined(&reasons, &self.values[*part].origins);
        }
        let joint = all(self, parts)?;
        let mut changed = match self.cut(env, whole, joint, &reasons)? {
            Ok(changed) => changed,
            Err(empty) => return Ok(Err(empty)),
        };
        reasons = joined(&reasons, &self.values[whole].origins);
        for (index, part) in parts.iter().enumerate() {
            // What is around a part is joined anew for each.
            env.budget.look()?;
            let (Some(front), Some(back)) = (all(self, &parts[..index])?, all(self, &parts[index + 1..])?)
            else {
                continue;
            };
            let rest = self.values[whole].nfa.left_quotient(&front, env.budget)?;
            let rest = rest.right_quotient(&back, env.budget)?;
            match self.cut(env, *part, Some(rest), &reasons)? {
                Ok(some) => changed |= some,
                Err(empty) => return Ok(Err(empty)),
            }
        }
        Ok(Ok(changed))
    }

    /// A word does not occur, begin or end: only for constants, where it is exact.
    fn without(
        &mut self,
        env: &mut Env<'_>,
        (s, t): (Node, Node),
        origins: &[u32],
        ends: [bool; 2],
    ) -> Refined {
        let part = &self.values[t];
        if one_word(&part.nfa).is_none() {
            return Ok(Ok(false));
        }
        let reasons = joined(&part.origins, origins);
        let mut nfa = part.nfa.clone();
        if ends[0] {
            nfa = Nfa::all().concat(&nfa);
        }
        if ends[1] {
            nfa = nfa.concat(&Nfa::all());
        }
        let others = nfa.complement(most_states(env.budget), env.budget)?;
        self.cut(env, s, others, &reasons)
    }

    /// The order: only where one side is a constant.
    fn ordered(
        &mut self,
        env: &mut Env<'_>,
        (large, small): (Node, Node),
        strict: bool,
        origins: &[u32],
    ) -> Refined {
        let mut changed = false;
        for (node, constant, side) in [(large, small, Side::Above), (small, large, Side::Below)] {
            let Some(word) = one_word(&self.values[constant].nfa) else { continue };
            let reasons = joined(&self.values[constant].origins, origins);
            match self.cut(env, node, fits(words::ordered(&word, side, strict), env.budget), &reasons)? {
                Ok(some) => changed |= some,
                Err(empty) => return Ok(Err(empty)),
            }
        }
        Ok(Ok(changed))
    }

    fn substring(
        &mut self,
        env: &mut Env<'_>,
        (part, s): (Node, Node),
        from: u64,
        count: Option<u64>,
    ) -> Refined {
        let (cap, budget) = (most_states(env.budget), env.budget);
        let parts = self.values[s].nfa.substring(from, count, cap, budget)?;
        let reasons = self.values[s].origins.clone();
        let first = match self.cut(env, part, parts, &reasons)? {
            Ok(changed) => changed,
            Err(empty) => return Ok(Err(empty)),
        };
        let wholes = self.values[part].nfa.substring_preimage(from, count, cap, budget)?;
        let reasons = self.values[part].origins.clone();
        Ok(self.cut(env, s, wholes, &reasons)?.map(|second| first || second))
    }

    fn trimmed(&mut self, env: &mut Env<'_>, part: Node, s: Node) -> Refined {
        let (cap, budget, blanks) = (most_states(env.budget), env.budget, CharSet::range(0, LAST_BLANK));
        let cores = self.values[s].nfa.stripped(&blanks, cap, budget)?;
        let reasons = self.values[s].origins.clone();
        let first = match self.cut(env, part, cores, &reasons)? {
            Ok(changed) => changed,
            Err(empty) => return Ok(Err(empty)),
        };
        let wholes = self.values[part].nfa.stripped_preimage(&blanks, cap, budget)?;
        let reasons = self.values[part].origins.clone();
        Ok(self.cut(env, s, wholes, &reasons)?.map(|second| first || second))
    }
}

fn most_states(budget: &Budget) -> usize {
    DOMAIN_STATES.most(budget) as usize
}

/// An automaton that is small enough.
fn fits(nfa: Nfa, budget: &Budget) -> Option<Nfa> {
    (nfa.states() as usize <= most_states(budget)).then_some(nfa)
}

/// The language of one word.
fn spelled(word: &Word) -> Nfa {
    let characters = word.pieces().flat_map(|(code, count)| (0..count).map(move |_| code));
    Nfa::word(&characters.collect::<Vec<u32>>())
}

/// Characters of a range are moved, all others stay.
fn moved(nfa: &Nfa, range: (u32, u32), by: i32) -> Nfa {
    let set = CharSet::range(range.0, range.1);
    mapped(nfa, |characters| {
        let inside = characters.intersection(&set);
        let ranges = inside.ranges().iter();
        let there = ranges.map(|(low, high)| (low.wrapping_add_signed(by), high.wrapping_add_signed(by)));
        characters.difference(&set).union(&CharSet::from_ranges(there))
    })
}

/// What characters may have been before those of a range were moved onto a target.
fn unmoved(nfa: &Nfa, range: (u32, u32), target: (u32, u32), by: i32) -> Nfa {
    let (set, target) = (CharSet::range(range.0, range.1), CharSet::range(target.0, target.1));
    mapped(nfa, |characters| {
        let inside = characters.intersection(&target);
        let ranges = inside.ranges().iter();
        let there = ranges.map(|(low, high)| (low.wrapping_add_signed(-by), high.wrapping_add_signed(-by)));
        characters.difference(&set).union(&CharSet::from_ranges(there))
    })
}

/// The automaton with other characters on its edges.
fn mapped(nfa: &Nfa, characters: impl Fn(&CharSet) -> CharSet) -> Nfa {
    let mut builder = NfaBuilder::new();
    builder.reserve_states(nfa.states());
    for state in 0..nfa.states() {
        for (target, set) in nfa.edges_by_target(state) {
            for range in characters(&set).ranges() {
                builder.add_edge(state, *range, target);
            }
        }
        if nfa.is_accepting(state) {
            builder.set_accepting(state);
        }
    }
    nfa.initial().iter().for_each(|state| builder.set_initial(*state));
    builder.build()
}
