//! Words of concatenated languages are taken to pieces, one for each language.
//!
//! What must not occur in a word is looked for close to the borders of parts, so a part should have one
//! period, not several behind each other: `a*b*` is two pieces. This holds whatever the languages are.

use tress_automata::{Regex, RegexStore, View};
use tress_base::{Budget, Stop};

use tress_rewrite::env::Env;

use super::super::reading::{Part, Reading, Relation, Variable};

/// Takes the variables to pieces that occur where something is looked for.
pub(super) fn take_apart(env: &mut Env<'_>, reading: &mut Reading) -> Result<(), Stop> {
    let claims = reading.claims.iter().filter(|claim| claim.relation == Relation::Within);
    let variable = |part: &Part| match part {
        Part::Variable(variable) => Some(*variable),
        Part::Word(_) => None,
    };
    let mut sought: Vec<usize> =
        claims.flat_map(|claim| claim.needle.iter().chain(&claim.hay)).filter_map(variable).collect();
    sought.sort_unstable();
    sought.dedup();
    for number in sought {
        if let [language] = reading.variables[number].languages[..] {
            let pieces = pieces(env.evaluator.regexes_mut(), language, env.budget)?;
            if pieces.len() > 1 {
                split(reading, number, pieces);
            }
        }
    }
    put_in(env, reading)
}

/// A piece of a language.
enum Piece {
    Word(Vec<u32>),
    Language(Regex),
}

/// The languages that a language is the concatenation of; single characters behind each other are a word.
fn pieces(regexes: &RegexStore, language: Regex, budget: &Budget) -> Result<Vec<Piece>, Stop> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut stack = vec![language];
    while let Some(language) = stack.pop() {
        budget.poll()?;
        let character = match regexes.view(language) {
            View::Concat(first, rest) => {
                stack.extend([rest, first]);
                continue;
            }
            View::Chars(set) => set.single_member(),
            _ => None,
        };
        match (character, pieces.last_mut()) {
            (Some(character), Some(Piece::Word(word))) => word.push(character),
            (Some(character), _) => pieces.push(Piece::Word(vec![character])),
            (None, _) => pieces.push(Piece::Language(language)),
        }
    }
    Ok(pieces)
}

/// Makes a variable of each piece.
fn split(reading: &mut Reading, number: usize, pieces: Vec<Piece>) {
    let origins = reading.variables[number].origins.clone();
    let mut parts = Vec::new();
    for piece in pieces {
        parts.push(match piece {
            Piece::Word(word) => Part::Word(word),
            Piece::Language(language) => {
                let mut variable = Variable::new(None);
                variable.languages.push(language);
                variable.origins.clone_from(&origins);
                reading.variables.push(variable);
                Part::Variable(reading.variables.len() - 1)
            }
        });
    }
    let variable = &mut reading.variables[number];
    variable.languages.clear();
    variable.pieces = Some(parts);
}

/// Puts pieces in for their variables. What they are put into rests on what their languages rest on.
fn put_in(env: &Env<'_>, reading: &mut Reading) -> Result<(), Stop> {
    let variables = &reading.variables;
    for claim in &mut reading.claims {
        for side in [&mut claim.needle, &mut claim.hay] {
            put_into(env, variables, side, &mut claim.origins)?;
        }
    }
    for sum in &mut reading.sums {
        for (side, _) in &mut sum.lengths {
            put_into(env, variables, side, &mut sum.origins)?;
        }
    }
    Ok(())
}

fn put_into(
    env: &Env<'_>,
    variables: &[Variable],
    side: &mut Vec<Part>,
    origins: &mut Vec<u32>,
) -> Result<(), Stop> {
    let mut result: Vec<Part> = Vec::new();
    for part in std::mem::take(side) {
        env.budget.poll()?;
        let parts = match &part {
            Part::Variable(number) => match &variables[*number].pieces {
                Some(pieces) => {
                    origins.extend(&variables[*number].origins);
                    pieces.clone()
                }
                None => vec![part],
            },
            Part::Word(_) => vec![part],
        };
        for part in parts {
            match (part, result.last_mut()) {
                (Part::Word(more), Some(Part::Word(word))) => word.extend(more),
                (part, _) => result.push(part),
            }
        }
    }
    *side = result;
    Ok(())
}
