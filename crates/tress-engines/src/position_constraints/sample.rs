//! Characters at positions: two sides differ where both have a character, and those are not the same.
//!
//! A sample is one character of a side: its part, the number of characters of that part before it, and which
//! edge of the part's automaton reads it. The numbers of characters before and behind an edge are a question
//! of lengths. Two samples of one word also determine how many characters are between them; that is stated
//! only where a model gets it wrong (`join`).

use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term};

use super::super::arithmetic::in_set;
use super::super::formulas::{and, apart, at_most, below, equal, or, sum, unknown};
use super::super::reading::Part;
use super::encode::Encoding;

/// A character of a side.
pub(super) struct Sample {
    /// Is it looked at?
    pub(super) active: Term,
    /// The number of characters of its part before it.
    pub(super) position: Term,
    pub(super) owners: Vec<Owner>,
    /// For each class whether the character is in it.
    characters: Vec<Term>,
}

/// A variable in whose word a sample may be.
pub(super) struct Owner {
    pub(super) variable: usize,
    pub(super) on: Term,
    /// Which edge reads it.
    pub(super) edges: Vec<Term>,
    /// Which state it leaves and enters.
    from: Vec<Term>,
    to: Vec<Term>,
}

impl Encoding {
    /// A truth value: two sides have different characters at one position. Both count from their beginnings,
    /// or both from their ends; the first side begins this number of characters behind the second.
    pub(super) fn mismatch(
        &mut self,
        env: &mut Env<'_>,
        sides: [&[Part]; 2],
        from_end: bool,
        shift: Option<Term>,
    ) -> Result<Term, Stop> {
        let active = unknown(env, "mismatch", Sort::Bool);
        let position = unknown(env, "position", Sort::Int);
        let other = match shift {
            Some(shift) => sum(env, &[position, shift]),
            None => position,
        };
        let first = self.sample(env, active, position, sides[0], from_end)?;
        let second = self.sample(env, active, other, sides[1], from_end)?;
        for class in (0..self.characters.count()).filter(|class| self.characters.is_single(*class)) {
            let both = [first, second].map(|sample| self.samples[sample].characters[class]);
            let no = env.store.not(both[1]);
            self.arithmetic.tell(env, &[active, both[0]], no)?;
        }
        // A word has one character at each position.
        for (one, two) in self.shared(first, second) {
            let [a, b] = [(first, one), (second, two)].map(|(sample, owner)| {
                let sample = &self.samples[sample];
                (sample.position, sample.owners[owner].on)
            });
            let differ = apart(env, a.0, b.0);
            self.arithmetic.tell(env, &[active, a.1, b.1], differ)?;
        }
        Ok(active)
    }

    /// The owners that two samples share.
    fn shared(&self, first: usize, second: usize) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for (one, owner) in self.samples[first].owners.iter().enumerate() {
            let same = |other: &Owner| other.variable == owner.variable;
            if let Some(two) = self.samples[second].owners.iter().position(same) {
                pairs.push((one, two));
            }
        }
        pairs
    }

    /// If `active` holds, a character is at a position of the side.
    fn sample(
        &mut self,
        env: &mut Env<'_>,
        active: Term,
        in_side: Term,
        side: &[Part],
        from_end: bool,
    ) -> Result<usize, Stop> {
        let position = unknown(env, "place", Sort::Int);
        let characters = (0..self.characters.count()).map(|_| unknown(env, "letter", Sort::Bool)).collect();
        let mut sample = Sample { active, position, owners: Vec::new(), characters };
        let (mut choices, mut before) = (Vec::new(), Vec::new());
        for part in side {
            env.budget.poll()?;
            let here = unknown(env, "part", Sort::Bool);
            choices.push(here);
            let length = self.length(env, std::slice::from_ref(part));
            let within = if from_end {
                let one = env.store.int(1);
                env.app(Op::Sub, &[length, position, one])
            } else {
                position
            };
            let reached = sum(env, &[before.as_slice(), &[within]].concat());
            let same = equal(env, in_side, reached);
            self.arithmetic.tell(env, &[here], same)?;
            let formula = self.part(env, &mut sample, part)?;
            self.arithmetic.tell(env, &[here], formula)?;
            before.push(length);
        }
        let some = or(env, &choices);
        self.arithmetic.tell(env, &[active], some)?;
        self.samples.push(sample);
        Ok(self.samples.len() - 1)
    }

    /// What holds of a sample that is in a part.
    fn part(&mut self, env: &mut Env<'_>, sample: &mut Sample, part: &Part) -> Result<Term, Stop> {
        match part {
            Part::Variable(variable) => {
                let known =
                    sample.owners.iter().find(|owner| owner.variable == *variable).map(|owner| owner.on);
                match known {
                    Some(on) => Ok(on),
                    None => self.own(env, sample, *variable),
                }
            }
            Part::Word(word) => {
                let mut choices = Vec::new();
                for (position, character) in word.iter().enumerate() {
                    env.budget.poll()?;
                    let position = env.store.int(position);
                    let here = equal(env, sample.position, position);
                    choices.push(and(env, &[here, sample.characters[self.characters.class_of(*character)]]));
                }
                Ok(or(env, &choices))
            }
        }
    }

    /// A truth value: the sample is in the word of a variable.
    fn own(&mut self, env: &mut Env<'_>, sample: &mut Sample, variable: usize) -> Result<Term, Stop> {
        let on = unknown(env, "on", Sort::Bool);
        let (length, zero, one) = (self.lengths[variable], env.store.int(0), env.store.int(1));
        let inside = [at_most(env, zero, sample.position), below(env, sample.position, length)];
        for formula in inside {
            self.arithmetic.tell(env, &[on], formula)?;
        }
        let rest = env.app(Op::Sub, &[length, sample.position, one]);
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for state in 0..u32::try_from(self.automata[variable].states()).expect("few states") {
            let [leaves, enters] = [0, 1].map(|_| unknown(env, "state", Sort::Bool));
            let before = self.automata[variable].between(0, state, env.budget)?;
            let behind = self.automata[variable].behind(state, env.budget)?;
            let [before, behind] =
                [(sample.position, before), (rest, behind)].map(|(number, set)| in_set(env, number, &set));
            self.arithmetic.tell(env, &[leaves], before)?;
            self.arithmetic.tell(env, &[enters], behind)?;
            from.push(leaves);
            to.push(enters);
        }
        let mut edges = Vec::new();
        for edge in self.automata[variable].edges.clone() {
            env.budget.poll()?;
            let taken = unknown(env, "edge", Sort::Bool);
            for holds in [from[edge.from as usize], to[edge.to as usize], sample.characters[edge.class]] {
                self.arithmetic.tell(env, &[taken], holds)?;
            }
            edges.push(taken);
        }
        let some = or(env, &edges);
        self.arithmetic.tell(env, &[self.guards[variable], on], some)?;
        sample.owners.push(Owner { variable, on, edges, from, to });
        Ok(on)
    }

    /// Relates two samples of one word to each other: a way leads from one to the next, and at one position
    /// there is one character.
    pub(super) fn join(
        &mut self,
        env: &mut Env<'_>,
        first: usize,
        second: usize,
        variable: usize,
    ) -> Result<(), Stop> {
        let pair = self.shared(first, second);
        let is_it = |(one, _): &&(usize, usize)| self.samples[first].owners[*one].variable == variable;
        let Some(&(one, two)) = pair.iter().find(is_it) else { return Ok(()) };
        self.meet(env, (first, one), (second, two))?;
        self.order(env, (first, one), (second, two))?;
        self.order(env, (second, two), (first, one))
    }

    /// At one position there is one edge.
    fn meet(&mut self, env: &mut Env<'_>, a: (usize, usize), b: (usize, usize)) -> Result<(), Stop> {
        let [(position, edges, variable), (other, others, _)] = [a, b].map(|(sample, owner)| {
            let sample = &self.samples[sample];
            let owner = &sample.owners[owner];
            (sample.position, owner.edges.clone(), owner.variable)
        });
        let differ = apart(env, position, other);
        for (at, edge) in edges.iter().enumerate() {
            // All others, in one clause: when the positions are the same, the edge is.
            env.budget.poll()?;
            let formula = or(env, &[differ, others[at]]);
            self.arithmetic.tell(
                env,
                &[self.guards[variable], *edge, self.samples[b.0].owners[b.1].on],
                formula,
            )?;
        }
        Ok(())
    }

    /// If the first sample is before the second, a way of the right length leads from its state to the
    /// other's.
    fn order(&mut self, env: &mut Env<'_>, a: (usize, usize), b: (usize, usize)) -> Result<(), Stop> {
        let (first, second) = (&self.samples[a.0], &self.samples[b.0]);
        let variable = first.owners[a.1].variable;
        let (positions, one) = ([first.position, second.position], env.store.int(1));
        let (enters, leaves) = (first.owners[a.1].to.clone(), second.owners[b.1].from.clone());
        let gap = env.app(Op::Sub, &[positions[1], positions[0], one]);
        let is_behind = at_most(env, positions[1], positions[0]);
        for (from, enters) in (0_u32..).zip(enters) {
            for (to, leaves) in (0_u32..).zip(&leaves) {
                env.budget.poll()?;
                let lengths = self.automata[variable].between(from, to, env.budget)?;
                let reached = in_set(env, gap, &lengths);
                let formula = or(env, &[is_behind, reached]);
                self.arithmetic.tell(env, &[enters, *leaves], formula)?;
            }
        }
        Ok(())
    }
}
