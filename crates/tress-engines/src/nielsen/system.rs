//! A part of a reading as a system of equations with languages.
//!
//! Enters: a reading, and what of it is looked at. Leaves: a [`System`]. What is left out makes solutions
//! more, not fewer.

use rustc_hash::FxHashSet;
use tress_automata::Regex;
use tress_automata::monoid::{Monoid, SetId, Sets};
use tress_automata::nfa::Nfa;
use tress_base::Stop;

use tress_rewrite::env::Env;

use super::super::reading::{Claim, Compared, Equation, Linear, Part, Reading, Relation, Variable};
use super::limits::{ELEMENTS, MODULUS, STATES};
use super::node::{Node, Row, Side, Token};

/// Variables that are linked, and their constraints.
#[derive(Default)]
pub(super) struct Group<'r> {
    pub(super) variables: Vec<usize>,
    pub(super) equations: Vec<&'r Equation>,
    pub(super) differ: Vec<&'r Claim>,
    pub(super) sums: Vec<&'r Linear>,
}

/// A system, and what it was made from.
pub(super) struct System {
    pub(super) node: Node,
    pub(super) sets: Sets,
    /// The literals of equations, differences and languages.
    pub(super) origins: Vec<u32>,
    /// The literals of rows.
    pub(super) row_origins: Vec<u32>,
    pub(super) rows: Vec<Row>,
}

/// The groups of a reading: variables that no equation, disequality or sum links are in different groups.
pub(super) fn groups(reading: &Reading) -> Vec<Group<'_>> {
    let mut names: Vec<usize> = (0..reading.variables.len()).collect();
    let mut link = |members: &[usize]| {
        if let Some(&first) = members.first() {
            let name = names[first];
            let others: Vec<usize> = members.iter().map(|member| names[*member]).collect();
            names.iter_mut().filter(|own| others.contains(own)).for_each(|own| *own = name);
        }
    };
    let differ = || reading.claims.iter().filter(|claim| claim.relation == Relation::Equal);
    for equation in &reading.equations {
        link(&variables_of(equation.sides.iter()));
    }
    for claim in differ() {
        link(&variables_of([&claim.needle, &claim.hay]));
    }
    // Sums link by their numbers, too: all of them are in one group.
    let of_sums: Vec<usize> =
        reading.sums.iter().flat_map(|sum| variables_of(sum.lengths.iter().map(|part| &part.0))).collect();
    link(&of_sums);
    let mut found: Vec<Group<'_>> = Vec::new();
    for name in 0..names.len() {
        let own: Vec<usize> = (0..names.len()).filter(|variable| names[*variable] == name).collect();
        if own.is_empty() {
            continue;
        }
        let has = |variables: &[usize]| variables.first().is_some_and(|first| own.contains(first));
        found.push(Group {
            equations: reading.equations.iter().filter(|one| has(&variables_of(one.sides.iter()))).collect(),
            differ: differ().filter(|one| has(&variables_of([&one.needle, &one.hay]))).collect(),
            sums: if has(&of_sums) { reading.sums.iter().collect() } else { Vec::new() },
            variables: own,
        });
    }
    found
}

fn variables_of<'p>(sides: impl IntoIterator<Item = &'p Vec<Part>>) -> Vec<usize> {
    let variable = |part: &Part| match part {
        Part::Variable(variable) => Some(*variable),
        Part::Word(_) => None,
    };
    sides.into_iter().flatten().filter_map(variable).collect()
}

impl Group<'_> {
    /// The system without the literals that are dropped.
    pub(super) fn system(
        &self,
        env: &mut Env<'_>,
        reading: &Reading,
        dropped: &FxHashSet<u32>,
    ) -> Result<System, Stop> {
        let kept = |origin: &u32| !dropped.contains(origin);
        let mut origins = Vec::new();
        let equations: Vec<&Equation> =
            self.equations.iter().copied().filter(|equation| kept(&equation.origin)).collect();
        let differ: Vec<&Claim> =
            self.differ.iter().copied().filter(|claim| claim.origins.iter().all(kept)).collect();
        origins.extend(equations.iter().map(|equation| equation.origin));
        origins.extend(differ.iter().flat_map(|claim| claim.origins.iter().copied()));
        let characters = characters_of(
            equations
                .iter()
                .flat_map(|one| &one.sides)
                .chain(differ.iter().flat_map(|one| [&one.needle, &one.hay])),
        );
        let (own_sets, sets) = self.languages(env, reading, (dropped, &mut origins), characters)?;
        let side = |parts: &Vec<Part>| self.side(parts, &sets);
        let mut row_origins = Vec::new();
        let mut rows = Vec::new();
        for sum in self.sums.iter().filter(|sum| sum.origins.iter().all(kept)) {
            if let Some(row) = self.row(sum) {
                rows.push(row);
                row_origins.extend(sum.origins.iter().copied());
            }
        }
        let node = Node {
            sets: own_sets,
            equations: equations.iter().map(|one| [side(&one.sides[0]), side(&one.sides[1])]).collect(),
            differ: differ.iter().map(|one| [side(&one.needle), side(&one.hay)]).collect(),
            ..Node::default()
        };
        Ok(System { node, sets, origins, row_origins, rows })
    }

    /// The languages of the variables, as sets of elements of one monoid.
    fn languages(
        &self,
        env: &mut Env<'_>,
        reading: &Reading,
        (dropped, origins): (&FxHashSet<u32>, &mut Vec<u32>),
        characters: Vec<u32>,
    ) -> Result<(Vec<SetId>, Sets), Stop> {
        let some = env.regexes().complement(Regex::EPSILON);
        let mut automata: Vec<(usize, Nfa, Vec<u32>)> = Vec::new();
        let mut is_some = vec![false; self.variables.len()];
        for (own, number) in self.variables.iter().enumerate() {
            let mut variable = Variable::new(None);
            let all = &reading.variables[*number];
            for (language, origin) in all.languages.iter().zip(&all.origins) {
                if dropped.contains(origin) {
                    continue;
                }
                if *language == some {
                    is_some[own] = true;
                    origins.push(*origin);
                } else {
                    variable.languages.push(*language);
                    variable.origins.push(*origin);
                }
            }
            for sum in
                self.sums.iter().filter(|sum| !sum.origins.iter().any(|origin| dropped.contains(origin)))
            {
                if let Some((modulus, rest)) = congruence(sum, *number)
                    && !MODULUS.is_exceeded(modulus as usize, env.budget)
                {
                    variable.languages.push(lengths_modulo(env, modulus, rest));
                    variable.origins.extend(&sum.origins);
                }
            }
            if !variable.languages.is_empty()
                && let Some(nfa) = variable.automaton(env, &STATES)?
            {
                automata.push((own, nfa, variable.origins));
            }
        }
        let monoid = loop {
            let nfas: Vec<Nfa> = automata.iter().map(|one| one.1.clone()).collect();
            match Monoid::new(
                &nfas,
                characters.iter().copied(),
                ELEMENTS.most(env.budget) as usize,
                env.budget,
            )? {
                Some(monoid) => break monoid,
                None => {
                    env.budget.hit(ELEMENTS.name());
                    let largest = (0..automata.len()).max_by_key(|index| automata[*index].1.states());
                    // Even the elements of the characters alone may be too many.
                    automata.remove(largest.ok_or(Stop::GaveUp(ELEMENTS.name()))?);
                }
            }
        };
        let mut sets = Sets::new(monoid);
        let mut own_sets = vec![Sets::ALL; self.variables.len()];
        for (number, (own, _, from)) in automata.iter().enumerate() {
            own_sets[*own] = sets.language(number);
            origins.extend(from);
        }
        for (own, _) in is_some.iter().enumerate().filter(|(_, is_some)| **is_some) {
            own_sets[own] = sets.both(own_sets[own], Sets::SOME, env.budget)?;
        }
        Ok((own_sets, sets))
    }

    /// The number of a variable in the group.
    fn own(&self, variable: usize) -> usize {
        self.variables.binary_search(&variable).expect("groups hold their variables")
    }

    fn side(&self, parts: &[Part], sets: &Sets) -> Side {
        let mut side = Vec::new();
        for part in parts {
            match part {
                Part::Variable(variable) => side.push(Token::Variable(self.own(*variable) as u32)),
                Part::Word(word) => side.extend(word.iter().map(|character| {
                    Token::Character(
                        sets.monoid().class_of(*character).expect("classes hold all letters") as u32
                    )
                })),
            }
        }
        side
    }

    /// A sum of lengths alone as a row. `None` if there are numbers in it, or it is a disequality.
    fn row(&self, sum: &Linear) -> Option<Row> {
        let mut row =
            Row { factors: vec![0; self.variables.len()], constant: sum.constant.to_i64()?, is_equal: false };
        if !sum.numbers.is_empty() {
            return None;
        }
        match sum.compared {
            Compared::AtMost => {}
            Compared::Below => row.constant = row.constant.checked_add(1)?,
            Compared::Equal => row.is_equal = true,
            Compared::Unequal => return None,
        }
        for (parts, factor) in &sum.lengths {
            let factor = factor.to_i64()?;
            for part in parts {
                match part {
                    Part::Variable(variable) => {
                        let own = &mut row.factors[self.own(*variable)];
                        *own = own.checked_add(factor)?;
                    }
                    Part::Word(word) => {
                        let more = factor.checked_mul(i64::try_from(word.len()).ok()?)?;
                        row.constant = row.constant.checked_add(more)?;
                    }
                }
            }
        }
        Some(row)
    }
}

/// What a sum with one number implies for the length of a variable: its remainder by a modulus.
fn congruence(sum: &Linear, variable: usize) -> Option<(u64, u64)> {
    let ([(parts, factor)], [(_, step)]) = (&sum.lengths[..], &sum.numbers[..]) else { return None };
    if sum.compared != Compared::Equal || parts[..] != [Part::Variable(variable)] {
        return None;
    }
    let (factor, step, constant) = (factor.to_i64()?, step.to_i64()?, sum.constant.to_i64()?);
    let modulus = Some(step.unsigned_abs()).filter(|modulus| *modulus >= 2)?;
    let rest = match factor {
        1 => constant.checked_neg()?,
        -1 => constant,
        _ => return None,
    };
    Some((modulus, rest.rem_euclid(step.checked_abs()?).unsigned_abs()))
}

/// The words whose length leaves a rest.
fn lengths_modulo(env: &mut Env<'_>, modulus: u64, rest: u64) -> Regex {
    let regexes = env.regexes();
    let any = regexes.any_char();
    let around = regexes.repeat(any, modulus, Some(modulus));
    let (around, rest) = (regexes.star(around), regexes.repeat(any, rest, Some(rest)));
    regexes.concat(&[around, rest])
}

/// The characters of words, each once.
fn characters_of<'p>(sides: impl Iterator<Item = &'p Vec<Part>>) -> Vec<u32> {
    let mut characters: Vec<u32> = sides
        .flatten()
        .filter_map(|part| match part {
            Part::Word(word) => Some(word.iter().copied()),
            Part::Variable(_) => None,
        })
        .flatten()
        .collect();
    characters.sort_unstable();
    characters.dedup();
    characters
}

/// The system with new variables for occurrences behind the second, of the same languages and as long. Every
/// solution of the system is one of this.
pub(super) fn relaxed(node: &Node) -> Node {
    let mut weaker = node.clone();
    let count = node.sets.len();
    let mut seen = vec![0; count];
    let mut copies: Vec<u32> = Vec::new();
    for token in weaker.equations.iter_mut().flatten().flatten() {
        let Token::Variable(variable) = token else { continue };
        seen[*variable as usize] += 1;
        if seen[*variable as usize] > 2 {
            copies.push(*variable);
            *variable = (count + copies.len() - 1) as u32;
        }
    }
    weaker.sets.extend(copies.iter().map(|variable| node.sets[*variable as usize]));
    for row in &mut weaker.rows {
        row.factors.resize(weaker.sets.len(), 0);
    }
    for (copy, variable) in copies.iter().enumerate() {
        let mut factors = vec![0; weaker.sets.len()];
        factors[count + copy] = 1;
        factors[*variable as usize] = -1;
        weaker.rows.push(Row { factors, constant: 0, is_equal: true });
    }
    weaker
}
