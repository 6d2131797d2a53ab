//! What must hold of the solutions of a system, found out by trying words.
//!
//! Enters: a generated system and its solutions. Leaves: what is wrong with them. Right sides are automata of
//! the textbook; where short words show nothing, inclusion of whole languages is asked, which shares no code
//! with the search for solutions.

use tress_automata::naive::{Dfa, spell};
use tress_automata::nfa::{Nfa, find_distinction};
use tress_base::{Budget, Stop};
use tress_languages::maximal::System;

use super::generate::{Drawn, Piece, Word};
use crate::experiments::inclusion::holds;

/// The longest words of systems with one and two variables, and with three.
const LONGEST: [usize; 2] = [6, 4];
/// How many words of a language represent it where a violation is looked for.
const FEW: usize = 4;

/// A constraint whose words are tried.
struct Tried {
    /// For each piece its variable, or the words of the constant.
    pieces: Vec<Result<usize, Vec<Word>>>,
    allowed: Dfa,
}

/// A system with all short words.
pub(super) struct Judge<'a> {
    drawn: &'a Drawn,
    system: &'a System,
    rows: Vec<Tried>,
    words: Vec<Word>,
}

/// A language for each variable.
pub(super) type Languages = Vec<Nfa>;

/// For each variable, which of the short words are in its language.
type Table = Vec<Vec<bool>>;

impl<'a> Judge<'a> {
    pub(super) fn new(drawn: &'a Drawn, system: &'a System) -> Self {
        let row = |row: &super::generate::Row| {
            let allowed = row.allowed();
            let piece = |piece: &Piece| match piece {
                Piece::Variable(variable) => Ok(*variable),
                Piece::Constant(inner) => Err(inner.telling(allowed.states())),
            };
            Tried { pieces: row.pieces.iter().map(piece).collect(), allowed }
        };
        let rows = drawn.rows.iter().map(row).collect();
        let longest = LONGEST[usize::from(drawn.wanted.len() > 2)];
        Self { drawn, system, rows, words: short_words(longest) }
    }

    /// What is wrong, if anything is.
    pub(super) fn complaint(&self, solutions: &[Languages], budget: &Budget) -> Result<Option<String>, Stop> {
        for (number, solution) in solutions.iter().enumerate() {
            if let Some(complaint) = self.about(solution, budget)? {
                return Ok(Some(format!("solution {number}: {complaint}")));
            }
            for (other, earlier) in solutions[..number].iter().enumerate() {
                if are_equal(solution, earlier, budget)? {
                    return Ok(Some(format!("solutions {other} and {number} are equal")));
                }
            }
        }
        let tables: Vec<Table> = solutions.iter().map(|solution| self.table(solution)).collect();
        Ok(self.uncovered(&tables))
    }

    fn table(&self, languages: &Languages) -> Table {
        let holds = |language: &Nfa| self.words.iter().map(|word| language.accepts(&spell(word))).collect();
        languages.iter().map(holds).collect()
    }

    /// A solution satisfies, has words where they are wanted, and cannot be enlarged.
    fn about(&self, solution: &Languages, budget: &Budget) -> Result<Option<String>, Stop> {
        let mut languages = solution.clone();
        for (variable, language) in languages.iter().enumerate() {
            if self.drawn.wanted[variable] && language.is_empty() {
                return Ok(Some(format!("v{variable} has no words")));
            }
        }
        if !self.are_fine(&languages, None, budget)? {
            return Ok(Some("a constraint does not hold".into()));
        }
        let table = self.table(solution);
        for variable in 0..languages.len() {
            for (place, word) in self.words.iter().enumerate() {
                if table[variable][place] || self.breaks_shortly(&table, variable, word) {
                    continue;
                }
                let larger = languages[variable].union(&Nfa::word(&spell(word)));
                let before = std::mem::replace(&mut languages[variable], larger);
                if self.are_fine(&languages, Some(variable), budget)? {
                    return Ok(Some(format!("v{variable} could have the word {word:?}")));
                }
                languages[variable] = before;
            }
        }
        Ok(None)
    }

    /// Do the languages satisfy all constraints, or those of one variable?
    fn are_fine(&self, languages: &[Nfa], only: Option<usize>, budget: &Budget) -> Result<bool, Stop> {
        for constraint in self.system.constraints() {
            let speaks = |variable| constraint.variables().any(|other| other.index() == variable);
            if only.is_none_or(speaks)
                && !holds(self.system, constraint, |variable| &languages[variable.index()], budget)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Do a few words of the languages show that the variable cannot have this word, too?
    fn breaks_shortly(&self, table: &Table, variable: usize, word: &Word) -> bool {
        let few = |other: usize| {
            let places = (0..self.words.len()).filter(move |&place| table[other][place]);
            places.map(|place| &self.words[place]).take(FEW)
        };
        let rows = self.rows.iter().filter(|row| row.pieces.contains(&Ok(variable)));
        rows.into_iter().any(|row| {
            let choices = row.pieces.iter().map(|piece| match piece {
                Ok(other) if *other == variable => std::iter::once(word).chain(few(*other)).collect(),
                Ok(other) => few(*other).collect(),
                Err(words) => words.iter().take(FEW).collect(),
            });
            !all_allowed(&choices.collect::<Vec<_>>(), &row.allowed)
        })
    }

    /// Words that satisfy the constraints, and that no solution holds.
    fn uncovered(&self, tables: &[Table]) -> Option<String> {
        let mut places = vec![0; self.drawn.wanted.len()];
        loop {
            if self.satisfy(&places) && !tables.iter().any(|table| self.is_in(&places, table)) {
                let words: Vec<Option<&Word>> = places.iter().map(|&place| self.words.get(place)).collect();
                return Some(format!("no solution holds {words:?}"));
            }
            let last = (0..places.len()).find(|&variable| places[variable] < self.last(variable))?;
            places[last] += 1;
            places[..last].fill(0);
        }
    }

    /// The last value of a variable: behind the words, one that is not wanted has no word.
    fn last(&self, variable: usize) -> usize {
        self.words.len() - usize::from(self.drawn.wanted[variable])
    }

    fn is_in(&self, places: &[usize], table: &Table) -> bool {
        places.iter().zip(table).all(|(&place, row)| row.get(place).is_none_or(|&is_in| is_in))
    }

    fn satisfy(&self, places: &[usize]) -> bool {
        self.rows.iter().all(|row| {
            let choices = row.pieces.iter().map(|piece| match piece {
                Ok(variable) => self.words.get(places[*variable]).into_iter().collect(),
                Err(words) => words.iter().collect(),
            });
            all_allowed(&choices.collect::<Vec<_>>(), &row.allowed)
        })
    }
}

/// Is every concatenation of words, one from each list, accepted?
fn all_allowed(choices: &[Vec<&Word>], allowed: &Dfa) -> bool {
    if choices.iter().any(Vec::is_empty) {
        return true;
    }
    let mut places = vec![0; choices.len()];
    loop {
        let word: Word =
            choices.iter().zip(&places).flat_map(|(words, &place)| words[place]).copied().collect();
        if !allowed.accepts(&word) {
            return false;
        }
        let Some(next) = (0..places.len()).find(|&at| places[at] + 1 < choices[at].len()) else {
            return true;
        };
        places[next] += 1;
        places[..next].fill(0);
    }
}

fn are_equal(a: &Languages, b: &Languages, budget: &Budget) -> Result<bool, Stop> {
    for (x, y) in a.iter().zip(b) {
        if find_distinction(x, y, budget)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// All words over two characters, shortest first.
fn short_words(longest: usize) -> Vec<Word> {
    tress_automata::naive::words(longest)
        .into_iter()
        .filter(|word| word.iter().all(|&letter| letter < 2))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::generate::Row;
    use super::*;
    use tress_automata::naive::Ast;

    /// What the judge says of these solutions of `v0∘v1 ⊆ a|aa`; a solution is a list of words for each
    /// variable.
    fn complaint(solutions: &[[&[Word]; 2]]) -> Option<String> {
        let a = Box::new(Ast::Symbols(1));
        let pieces = vec![Piece::Variable(0), Piece::Variable(1)];
        let rows = vec![Row { pieces, bound: Ast::Repeat(a, 1, Some(2)), negated: false }];
        let drawn = Drawn { wanted: vec![true; 2], rows };
        let budget = Budget::unlimited();
        let system = drawn.system(&budget).expect("no limit");
        let language =
            |words: &&[Word]| words.iter().fold(Nfa::none(), |all, word| all.union(&Nfa::word(&spell(word))));
        let solutions: Vec<Languages> =
            solutions.iter().map(|solution| solution.iter().map(language).collect()).collect();
        Judge::new(&drawn, &system).complaint(&solutions, &budget).expect("no limit")
    }

    #[test]
    fn solutions_that_are_wrong_are_found_out() {
        let [none, one, two]: [Word; 3] = [vec![], vec![0], vec![0, 0]];
        let (low, middle, high) = ([none.clone()], [none.clone(), one.clone()], [one.clone(), two.clone()]);
        let right: [[&[Word]; 2]; 3] = [[&low, &high], [std::slice::from_ref(&one), &middle], [&high, &low]];
        assert_eq!(complaint(&right), None);
        let says = |solutions: &[[&[Word]; 2]], expected: &str| {
            let said = complaint(solutions).expect("wrong");
            assert!(said.contains(expected), "{said}");
        };
        says(&right[..2], "no solution holds [Some([0, 0]), Some([])]");
        says(&[right[0], right[0]], "are equal");
        says(&[[&low, &[two]]], "v1 could have the word [0]");
        says(&[[&low, &middle]], "a constraint does not hold");
        says(&[[&[], &middle]], "v0 has no words");
    }
}
