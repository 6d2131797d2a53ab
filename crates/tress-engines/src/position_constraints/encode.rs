//! A reading as arithmetic: lengths, sums, and negated predicates as mismatches at some position.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_automata::nfa::Nfa;
use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term, TermStore};

use super::super::arithmetic::{Arithmetic, in_set};
use super::super::formulas::{apart, at_most, below, or, sum, unknown};
use super::super::reading::{Claim, Linear, Part, Reading, Relation, Variable, length_of};
use super::automaton::{Automaton, Characters, classify};
use super::blocks::{Root, blocks, common_root};
use super::limits::STATES;
use super::sample::Sample;

/// Where a needle that must not occur is looked for: the beginning of one of its parts is this number of
/// characters behind the beginning of a part of the hay. The number of parts denotes the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Offset {
    pub(super) needle: usize,
    pub(super) hay: usize,
    pub(super) characters: i64,
}

/// The arithmetic of a reading.
pub(super) struct Encoding {
    pub(super) arithmetic: Arithmetic,
    pub(super) characters: Characters,
    /// For each variable its automaton, its length, the guard of its languages, and its root.
    pub(super) automata: Vec<Automaton>,
    pub(super) lengths: Vec<Term>,
    pub(super) guards: Vec<Term>,
    roots: Vec<Root>,
    /// A truth value for each claim: the words are long enough, and yet there is no occurrence.
    absent: FxHashMap<usize, Term>,
    told: FxHashSet<(usize, Offset)>,
    opaque: FxHashMap<Term, Term>,
    pub(super) samples: Vec<Sample>,
    /// Was a language left out?
    pub(super) is_partial: bool,
}

impl Encoding {
    /// Everything that is stated, with no position of a word looked for yet.
    pub(super) fn new(env: &mut Env<'_>, reading: &Reading) -> Result<Self, Stop> {
        let mut nfas = Vec::new();
        let mut is_partial = false;
        for variable in &reading.variables {
            let nfa = variable.automaton(env, &STATES)?;
            is_partial |= nfa.is_none();
            nfas.push(nfa.unwrap_or_else(Nfa::all));
        }
        let sides = reading.claims.iter().flat_map(|claim| claim.needle.iter().chain(&claim.hay));
        let literal = sides.filter_map(|part| match part {
            Part::Word(word) => Some(word.iter().copied()),
            Part::Variable(_) => None,
        });
        let (characters, automata) = classify(&nfas, literal.flatten());
        let roots = automata.iter().map(|automaton| Root::of_automaton(automaton, &characters)).collect();
        let mut encoding = Self {
            arithmetic: Arithmetic::new(env.seed),
            characters,
            automata,
            lengths: Vec::new(),
            guards: Vec::new(),
            roots,
            absent: FxHashMap::default(),
            told: FxHashSet::default(),
            opaque: FxHashMap::default(),
            samples: Vec::new(),
            is_partial,
        };
        for (number, variable) in reading.variables.iter().enumerate() {
            encoding.variable(env, number, variable)?;
        }
        for linear in &reading.sums {
            encoding.linear(env, linear)?;
        }
        for number in 0..reading.claims.len() {
            encoding.claim(env, &reading.claims, number)?;
        }
        Ok(encoding)
    }

    /// A variable has a length, and that of a word of its languages.
    fn variable(&mut self, env: &mut Env<'_>, number: usize, variable: &Variable) -> Result<(), Stop> {
        let length = unknown(env, "length", Sort::Int);
        let guard = self.arithmetic.guard(env, variable.origins.clone());
        self.lengths.push(length);
        self.guards.push(guard);
        let zero = env.store.int(0);
        let natural = at_most(env, zero, length);
        self.arithmetic.tell(env, &[], natural)?;
        let lengths = match self.automata[number].states() {
            0 => TermStore::bool(false),
            _ => {
                let set = self.automata[number].behind(0, env.budget)?;
                in_set(env, length, &set)
            }
        };
        self.arithmetic.tell(env, &[guard], lengths)
    }

    /// A sum compares with zero.
    fn linear(&mut self, env: &mut Env<'_>, linear: &Linear) -> Result<(), Stop> {
        let formula = linear.formula(env, &self.lengths, &mut self.opaque);
        let guard = self.arithmetic.guard(env, linear.origins.clone());
        self.arithmetic.tell(env, &[guard], formula)
    }

    /// The length of parts, one after the other.
    pub(super) fn length(&self, env: &mut Env<'_>, parts: &[Part]) -> Term {
        length_of(env, parts, &self.lengths)
    }

    /// A predicate does not hold.
    fn claim(&mut self, env: &mut Env<'_>, claims: &[Claim], number: usize) -> Result<(), Stop> {
        let Claim { relation, needle, hay, origins } = &claims[number];
        let guard = self.arithmetic.guard(env, origins.clone());
        let lengths = [self.length(env, needle), self.length(env, hay)];
        let by_length = match relation {
            Relation::Equal => apart(env, lengths[0], lengths[1]),
            _ => below(env, lengths[1], lengths[0]),
        };
        let mut premises = vec![guard];
        let mut choices = vec![by_length];
        if *relation != Relation::Within {
            let (positions, rests) = self.mismatches(env, [needle, hay], *relation == Relation::Suffix)?;
            choices.extend(positions);
            premises.extend(rests);
        } else if common_root(needle.iter().chain(hay), &self.roots) == Root::None {
            let absent = unknown(env, "absent", Sort::Bool);
            self.absent.insert(number, absent);
            choices.push(absent);
        } else {
            premises.extend(self.guards_of(needle.iter().chain(hay)));
        }
        let formula = or(env, &choices);
        self.arithmetic.tell(env, &premises, formula)
    }

    /// A word does not occur at a position. Returns false if that was added before.
    pub(super) fn tell_absent(
        &mut self,
        env: &mut Env<'_>,
        claims: &[Claim],
        number: usize,
        offset: Offset,
    ) -> Result<bool, Stop> {
        let Some(absent) = self.absent.get(&number).copied() else { return Ok(false) };
        if !self.told.insert((number, offset)) {
            return Ok(false);
        }
        let Claim { needle, hay, .. } = &claims[number];
        let (needles, hays) = (needle.split_at(offset.needle), hay.split_at(offset.hay));
        let characters = env.store.int(offset.characters);
        let [size, before, room, behind] =
            [needles.0, hays.0, hays.1, needles.1].map(|parts| self.length(env, parts));
        // It would begin before the hay does, or end behind it.
        let begin = sum(env, &[before, characters]);
        let end = sum(env, &[behind, characters]);
        let mut choices = vec![below(env, begin, size), below(env, room, end)];
        let mut premises = vec![absent];
        if offset.characters == 0 {
            for (sides, from_end) in [([needles.0, hays.0], true), ([needles.1, hays.1], false)] {
                let (positions, rests) = self.mismatches(env, sides, from_end)?;
                choices.extend(positions);
                premises.extend(rests);
            }
        } else {
            let shift = env.app(Op::Sub, &[begin, size]);
            choices.push(self.mismatch(env, [needle, hay], false, Some(shift))?);
        }
        let formula = or(env, &choices);
        self.arithmetic.tell(env, &premises, formula)?;
        Ok(true)
    }

    /// Truth values for the blocks in which two sides differ at a position that both have, counted from their
    /// beginnings or their ends; and the guards of languages by which they do not differ elsewhere.
    fn mismatches(
        &mut self,
        env: &mut Env<'_>,
        sides: [&[Part]; 2],
        from_end: bool,
    ) -> Result<(Vec<Term>, Vec<Term>), Stop> {
        let sides = sides.map(|side| {
            let mut side = side.to_vec();
            if from_end {
                side.reverse();
            }
            side
        });
        let (open, used) = blocks([&sides[0], &sides[1]], &self.roots);
        let rests = self.guards_of(used.into_iter());
        let mut positions = Vec::new();
        for block in open {
            positions.push(self.mismatch(env, block.sides, from_end, None)?);
        }
        Ok((positions, rests))
    }

    fn guards_of<'p>(&self, parts: impl Iterator<Item = &'p Part>) -> Vec<Term> {
        let guard = |part: &Part| match part {
            Part::Variable(variable) => Some(self.guards[*variable]),
            Part::Word(_) => None,
        };
        parts.filter_map(guard).collect()
    }
}
