//! A mock theory: a second set of clauses that the solver learns about only through the trait.
//!
//! At random it implies literals and explains them later, sends clauses in any state, invents its
//! variables when it needs them, observes variables late, hides some from the decisions, decides itself
//! and gives up. It also watches the protocol: what was reported to it must agree with the trail, and it is
//! asked only for what it implied.

use super::Clause;
use tress_base::{Random, Stop};
use tress_sat::{Check, Lit, Search, Theory, Var};

/// What a clause looks like under the values that were reported to the theory.
enum State {
    Satisfied,
    False,
    Unit(Lit),
    Open,
}

/// A literal in the theory's own numbering becomes one of the solver's.
pub(crate) struct HiddenClauses {
    clauses: Vec<Clause>,
    /// The solver's variable for each of ours; those behind the shared ones come later.
    names: Vec<Option<Var>>,
    /// Indexed by the solver's variables.
    told: Vec<Option<bool>>,
    stack: Vec<Lit>,
    levels: Vec<usize>,
    /// What we implied: the literal and the clause.
    implied: Vec<(Lit, usize)>,
    implied_levels: Vec<usize>,
    observed: Vec<bool>,
    hidden_from_decisions: Vec<Var>,
    random: Random,
    pub(crate) gives_up: bool,
    pub(crate) explained: usize,
    pub(crate) implications: usize,
}

impl HiddenClauses {
    pub(crate) fn new(shared: usize, own: usize, clauses: Vec<Clause>, seed: u64) -> Self {
        let mut names: Vec<Option<Var>> = (0..shared as u32).map(|number| Some(Var::new(number))).collect();
        names.resize(shared + own, None);
        Self {
            clauses,
            names,
            told: Vec::new(),
            stack: Vec::new(),
            levels: Vec::new(),
            implied: Vec::new(),
            implied_levels: Vec::new(),
            observed: Vec::new(),
            hidden_from_decisions: Vec::new(),
            random: Random::new(seed),
            gives_up: false,
            explained: 0,
            implications: 0,
        }
    }

    pub(crate) fn add_clause(&mut self, clause: Clause) {
        self.clauses.push(clause);
    }

    /// The clause in the solver's literals, inventing variables as needed.
    fn translate(&mut self, place: usize, search: &mut Search<'_>) -> Clause {
        let clause = self.clauses[place].clone();
        clause
            .into_iter()
            .map(|literal| {
                let name = &mut self.names[literal.var().index()];
                let random = &mut self.random;
                let var = *name.get_or_insert_with(|| {
                    let var = search.new_var();
                    if random.chance(1, 2) {
                        search.set_optional(var);
                    }
                    var
                });
                var.literal(literal.is_positive())
            })
            .collect()
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        let value = self.told.get(literal.var().index()).copied().flatten()?;
        Some(value == literal.is_positive())
    }

    fn state(&self, clause: &[Lit]) -> State {
        if clause.iter().any(|&literal| self.value(literal) == Some(true)) {
            return State::Satisfied;
        }
        let mut open: Vec<Lit> =
            clause.iter().copied().filter(|&literal| self.value(literal).is_none()).collect();
        open.sort_unstable();
        open.dedup();
        match open[..] {
            [] => State::False,
            [unit] => State::Unit(unit),
            _ => State::Open,
        }
    }

    fn send(&mut self, clause: &[Lit], search: &mut Search<'_>) {
        if self.random.chance(1, 2) {
            search.add_lemma(clause);
        } else {
            search.add_temporary(clause);
        }
    }

    fn imply(&mut self, literal: Lit, place: usize, search: &mut Search<'_>) {
        self.implications += 1;
        let record = !self.implied.iter().any(|&(known, _)| known == literal);
        if record && search.value(literal) != Some(true) {
            self.implied.push((literal, place));
        }
        search.imply(literal);
    }

    fn observe_all(&mut self, search: &mut Search<'_>, part: usize) {
        for place in 0..self.names.len() {
            let Some(var) = self.names[place] else { continue };
            if self.observed.len() <= var.index() {
                self.observed.resize(var.index() + 1, false);
            }
            if !self.observed[var.index()] && self.random.chance(part, 10) {
                self.observed[var.index()] = true;
                search.observe(var);
            }
        }
    }

    /// What was reported is what the trail says.
    fn check_protocol(&mut self, search: &Search<'_>) {
        assert_eq!(search.level() as usize, self.levels.len(), "levels differ");
        if self.clauses.len() < 60 || self.random.chance(1, 50) {
            assert_eq!(search.check_invariants(), Ok(()));
        }
        for (number, &observed) in self.observed.iter().enumerate() {
            if observed {
                let literal = Var::new(number as u32).positive();
                assert_eq!(self.value(literal), search.value(literal), "{literal:?} was not delivered");
            }
        }
    }

    fn react(&mut self, place: usize, search: &mut Search<'_>) {
        let known = self.clauses[place].iter().all(|literal| self.names[literal.var().index()].is_some());
        if !known && !self.random.chance(1, 10) {
            return;
        }
        let clause = self.translate(place, search);
        match self.state(&clause) {
            State::Unit(literal) if search.value(literal).is_none() && self.random.chance(1, 2) => {
                self.imply(literal, place, search);
            }
            State::Unit(_) if self.random.chance(1, 3) => self.send(&clause, search),
            State::False if self.random.chance(1, 2) => {
                let literal = *self.random.pick(&clause);
                self.imply(literal, place, search);
            }
            State::False => self.send(&clause, search),
            State::Satisfied | State::Open if self.random.chance(1, 40) => self.send(&clause, search),
            _ => {}
        }
    }
}

impl Theory for HiddenClauses {
    fn assign(&mut self, literals: &[Lit]) {
        for &literal in literals {
            let place = literal.var().index();
            if self.told.len() <= place {
                self.told.resize(place + 1, None);
            }
            assert!(self.observed[place], "{literal:?} is not observed");
            assert_eq!(self.told[place], None, "{literal:?} was told twice");
            self.told[place] = Some(literal.is_positive());
            self.stack.push(literal);
        }
    }

    fn push(&mut self) {
        self.levels.push(self.stack.len());
        self.implied_levels.push(self.implied.len());
    }

    fn backtrack(&mut self, level: u32) {
        let level = level as usize;
        assert!(level < self.levels.len(), "nothing to backtrack");
        for literal in self.stack.drain(self.levels[level]..) {
            self.told[literal.var().index()] = None;
        }
        self.implied.truncate(self.implied_levels[level]);
        self.levels.truncate(level);
        self.implied_levels.truncate(level);
    }

    fn propagate(&mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        self.check_protocol(search);
        self.observe_all(search, 4);
        for place in 0..self.clauses.len() {
            search.budget().poll()?;
            if self.random.chance(2, 3) {
                self.react(place, search);
            }
        }
        if self.random.chance(1, 20) && self.hidden_from_decisions.len() < 3 {
            let var = Var::new(self.random.below(3) as u32);
            search.set_decidable(var, false);
            self.hidden_from_decisions.push(var);
        }
        Ok(())
    }

    fn explain(&mut self, literal: Lit, others: &mut Vec<Lit>) {
        self.explained += 1;
        let found = self.implied.iter().find(|&&(known, _)| known == literal);
        let &(_, place) = found.unwrap_or_else(|| panic!("{literal:?} was not implied"));
        let names = &self.names;
        let translated = self.clauses[place]
            .iter()
            .filter_map(|own| names[own.var().index()].map(|var| var.literal(own.is_positive())));
        others.extend(translated.filter(|&other| other != literal));
    }

    fn final_check(&mut self, search: &mut Search<'_>) -> Result<Check, Stop> {
        self.check_protocol(search);
        for var in std::mem::take(&mut self.hidden_from_decisions) {
            search.set_decidable(var, true);
        }
        let mut complete = true;
        for place in 0..self.clauses.len() {
            let clause = self.translate(place, search);
            if !matches!(self.state(&clause), State::Satisfied) {
                complete = false;
                if self.random.chance(1, 2) {
                    self.send(&clause, search);
                }
            }
        }
        self.observe_all(search, 10);
        if !complete && self.random.chance(1, 2) {
            // At least one lemma, so that the search does not take silence for consent.
            for place in 0..self.clauses.len() {
                let clause = self.translate(place, search);
                search.add_lemma(&clause);
            }
        }
        if complete && self.gives_up && self.random.chance(1, 2) {
            return Ok(Check::GiveUp);
        }
        Ok(if complete { Check::Consistent } else { Check::GiveUp })
    }

    fn decide(&mut self, search: &mut Search<'_>) -> Option<Lit> {
        let wanted = self.random.chance(1, 4);
        let var = self.names[self.random.below(self.names.len())]?;
        let phase = self.random.chance(1, 2);
        if self.random.chance(1, 30) {
            search.set_phase(var, phase);
        }
        wanted.then(|| var.literal(phase))
    }
}
