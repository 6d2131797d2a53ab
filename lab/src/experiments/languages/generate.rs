//! Random systems of constraints on languages, small enough to be understood without automata.
//!
//! Enters: random numbers. Leaves: a [`Drawn`] system, which knows the words of its inner constants one by
//! one.

use tress_automata::RegexStore;
use tress_automata::naive::{Ast, Dfa};
use tress_base::{Budget, Random, Stop};
use tress_languages::maximal::{Constant, Part, System, Variable};

/// A word: 0 denotes `a`, 1 for `b`.
pub(super) type Word = Vec<usize>;

/// The words of a constant inside of a concatenation.
#[derive(Clone, Debug)]
pub(super) enum Inner {
    /// These, which are not all the same.
    Words(Vec<Word>),
    /// Any number of copies of this word.
    Copies(Word),
}

impl Inner {
    fn random(random: &mut Random) -> Self {
        if random.chance(1, 8) {
            return Inner::Copies(random_word(random, 1, 2));
        }
        let count = *random.pick(&[1, 1, 2, 3]);
        Inner::Words((0..count).map(|_| random_word(random, 0, 3)).collect())
    }

    fn ast(&self) -> Ast {
        let spelled = |word: &Word| {
            word.iter().fold(Ast::Epsilon, |ast, &letter| {
                Ast::Concat(Box::new(ast), Box::new(Ast::Symbols(1 << letter)))
            })
        };
        match self {
            Inner::Copies(word) => Ast::Repeat(Box::new(spelled(word)), 0, None),
            Inner::Words(words) => words.iter().map(spelled).fold(Ast::None, |all, word| {
                if all == Ast::None { word } else { Ast::Union(Box::new(all), Box::new(word)) }
            }),
        }
    }

    /// Words that show for each automaton with this number of states whether it accepts all of them: the
    /// states after one more copy repeat themselves after as many copies.
    pub(super) fn telling(&self, states: usize) -> Vec<Word> {
        match self {
            Inner::Words(words) => words.clone(),
            Inner::Copies(word) => (0..=states).map(|count| word.repeat(count)).collect(),
        }
    }
}

/// A part of a left side.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Variable(usize),
    Constant(Inner),
}

/// All words of a concatenation are in a language, or none is.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) pieces: Vec<Piece>,
    pub(super) bound: Ast,
    pub(super) negated: bool,
}

/// A random system.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    /// For each variable, whether it must have words.
    pub(super) wanted: Vec<bool>,
    pub(super) rows: Vec<Row>,
}

impl Drawn {
    /// A system with up to three variables.
    pub(super) fn random(random: &mut Random) -> Self {
        let variables = *random.pick(&[1, 2, 2, 2, 3]);
        let all_wanted = random.chance(4, 5);
        let wanted = (0..variables).map(|_| all_wanted || random.chance(1, 2)).collect();
        let mut rows: Vec<Row> = Vec::new();
        for variable in 0..variables {
            if random.chance(2, 3) {
                rows.push(Row::random(random, vec![Piece::Variable(variable)]));
            }
        }
        for _ in 0..1 + random.below(2) {
            let pieces = (0..1 + random.below(3)).map(|_| match random.below(4) {
                0 => Piece::Constant(Inner::random(random)),
                _ => Piece::Variable(random.below(variables)),
            });
            let pieces = pieces.collect();
            rows.push(Row::random(random, pieces));
        }
        Self { wanted, rows }
    }

    /// The same system for the library, with its right sides.
    pub(super) fn system(&self, budget: &Budget) -> Result<System, Stop> {
        let mut system = System::new();
        let variables: Vec<Variable> =
            (0..self.wanted.len()).map(|number| system.variable(format!("v{number}"))).collect();
        let mut store = RegexStore::new();
        let mut constant = |system: &mut System, ast: &Ast| -> Result<Constant, Stop> {
            let language = ast.build(&mut store);
            system.expression(&mut store, language, budget)
        };
        for row in &self.rows {
            let mut parts: Vec<Part> = Vec::new();
            for piece in &row.pieces {
                parts.push(match piece {
                    Piece::Variable(variable) => variables[*variable].into(),
                    Piece::Constant(inner) => constant(&mut system, &inner.ast())?.into(),
                });
            }
            let bound = constant(&mut system, &row.bound)?;
            if row.negated {
                system.disjoint(&parts, bound);
            } else {
                system.subset(&parts, bound);
            }
        }
        let wanted = variables.iter().filter(|variable| self.wanted[variable.index()]);
        let wanted: Vec<Variable> = wanted.copied().collect();
        system.want(&wanted);
        Ok(system)
    }
}

impl Row {
    fn random(random: &mut Random, pieces: Vec<Piece>) -> Self {
        let size = 1 + random.below(6);
        Self { pieces, bound: Ast::random(random, size), negated: random.chance(1, 6) }
    }

    /// The words of the right side, by the textbook.
    pub(super) fn allowed(&self) -> Dfa {
        if self.negated {
            Dfa::new(&Ast::Complement(Box::new(self.bound.clone())))
        } else {
            Dfa::new(&self.bound)
        }
    }
}

fn random_word(random: &mut Random, least: usize, most: usize) -> Word {
    let length = least + random.below(most - least + 1);
    (0..length).map(|_| random.below(2)).collect()
}
