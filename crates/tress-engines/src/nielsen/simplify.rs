//! What follows in a system without a choice.
//!
//! Enters: a system that is worked on. Leaves: a simpler one with the same solutions, or that it has none.

use rustc_hash::FxHashMap;
use tress_automata::monoid::{SetId, Sets};
use tress_base::{Budget, Stop};

use super::commute::{Look, Roots, commute};
use super::node::{Row, Side, Token, Work};
use super::relations::RELATION_STEPS;

type Step = fn(&mut Work, &mut Sets, &Budget) -> Result<Look, Stop>;
/// A step that needs no languages.
pub(super) type PlainStep = fn(&mut Work, &Budget) -> Result<Look, Stop>;

/// What is cheap and comes first.
const FIRST_STEPS: [Step; 4] = [strip, empty_variables, lengths, define];

/// Applies all rules until none changes the system. Returns false if there is no solution.
pub(super) fn simplify(
    work: &mut Work,
    sets: &mut Sets,
    roots: &mut Roots,
    budget: &Budget,
) -> Result<bool, Stop> {
    loop {
        budget.poll_many(1 + work.node.parts() as u64 / 4)?;
        let mut look = Look::Same;
        for step in FIRST_STEPS {
            look = step(work, sets, budget)?;
            if look != Look::Same {
                break;
            }
        }
        if look == Look::Same {
            look = commute(&mut work.node, sets, roots, budget)?;
        }
        for step in RELATION_STEPS {
            if look == Look::Same {
                look = step(work, budget)?;
            }
        }
        if look == Look::Same {
            look = narrow(work, sets, budget)?;
        }
        if look == Look::Same {
            look = differences(work, sets);
        }
        match look {
            Look::Same => return Ok(true),
            Look::Dead => return Ok(false),
            Look::Changed => {}
        }
    }
}

/// Removes what both sides begin or end with (the free monoid is cancellative), and cuts where both prefixes
/// certainly have the same length (*Levi's lemma*: prefixes of equal length of equal words are equal).
fn strip(work: &mut Work, _: &mut Sets, _: &Budget) -> Result<Look, Stop> {
    let equations = std::mem::take(&mut work.node.equations);
    let before = equations.clone();
    let mut open = equations;
    while let Some(sides) = open.pop() {
        let sides = stripped(sides);
        let ends = [[sides[0].first(), sides[1].first()], [sides[0].last(), sides[1].last()]];
        if ends.iter().any(|ends| matches!(ends, [Some(Token::Character(_)), Some(Token::Character(_))])) {
            return Ok(Look::Dead);
        }
        if sides.iter().all(Vec::is_empty) {
            continue;
        }
        match balanced(&sides) {
            Some(cut) => {
                let [(a, b), (c, d)] = [sides[0].split_at(cut), sides[1].split_at(cut)];
                open.push([a.to_vec(), c.to_vec()]);
                open.push([b.to_vec(), d.to_vec()]);
            }
            None => {
                let mut sides = sides;
                sides.sort();
                work.node.equations.push(sides);
            }
        }
    }
    work.node.equations.sort();
    work.node.equations.dedup();
    Ok(if work.node.equations == before { Look::Same } else { Look::Changed })
}

/// Sides without what both begin or end with.
fn stripped(mut sides: [Side; 2]) -> [Side; 2] {
    let common = sides[0].iter().zip(&sides[1]).take_while(|(a, b)| a == b).count();
    sides.iter_mut().for_each(|side| _ = side.drain(..common));
    let ends = sides[0].iter().rev().zip(sides[1].iter().rev());
    let common = ends.take_while(|(a, b)| a == b).count();
    sides.iter_mut().for_each(|side| side.truncate(side.len() - common));
    sides
}

/// A position at which both prefixes have each variable as often, and as many characters, so that they have
/// the same length.
fn balanced(sides: &[Side; 2]) -> Option<usize> {
    let key = |token: &Token| match token {
        Token::Character(_) => Token::Character(0),
        Token::Variable(_) => *token,
    };
    // How much more often the first side has had each; those that are even are not there.
    let mut ahead: FxHashMap<Token, i64> = FxHashMap::default();
    let mut count = |token: &Token, by: i64| {
        let key = key(token);
        let own = ahead.entry(key).or_insert(0);
        *own += by;
        if *own == 0 {
            ahead.remove(&key);
        }
        ahead.is_empty()
    };
    let longest = sides[0].len().max(sides[1].len());
    sides[0].iter().zip(&sides[1]).enumerate().find_map(|(index, (a, b))| {
        count(a, 1);
        (count(b, -1) && index + 1 < longest).then_some(index + 1)
    })
}

/// Substitutes variables that must be empty. A variable without a word refutes the system.
fn empty_variables(work: &mut Work, sets: &mut Sets, _: &Budget) -> Result<Look, Stop> {
    let mut empty: Vec<u32> = Vec::new();
    for [a, b] in &work.node.equations {
        for side in [(a, b), (b, a)].into_iter().filter(|(side, _)| side.is_empty()).map(|sides| sides.1) {
            for token in side {
                match token {
                    Token::Character(_) => return Ok(Look::Dead),
                    Token::Variable(variable) => empty.push(*variable),
                }
            }
        }
    }
    for variable in (0..work.node.sets.len() as u32).filter(|variable| !work.is_gone(*variable)) {
        let set = work.node.sets[variable as usize];
        if sets.is_none(set) {
            return Ok(Look::Dead);
        }
        if sets.is_empty_word(set) {
            empty.push(variable);
        }
    }
    empty.sort_unstable();
    empty.dedup();
    for variable in &empty {
        if !sets.has_empty(work.node.sets[*variable as usize]) {
            return Ok(Look::Dead);
        }
        work.substitute(*variable, &[]);
    }
    Ok(if empty.is_empty() { Look::Same } else { Look::Changed })
}

/// Are there lengths that satisfy equations and rows, as far as signs show? Rows that always hold are
/// removed.
fn lengths(work: &mut Work, sets: &mut Sets, _: &Budget) -> Result<Look, Stop> {
    let count = work.node.sets.len();
    let mut least = work.node.least(sets);
    for (variable, least) in (0..).zip(&mut least) {
        if work.is_gone(variable) {
            *least = 0;
        }
    }
    let of_equations = work.node.equations.iter().map(|sides| Row::of_sides(sides, count));
    let impossible = |row: &Row| !row.is_possible(&least);
    if of_equations.into_iter().any(|row| impossible(&row)) || work.node.rows.iter().any(impossible) {
        return Ok(Look::Dead);
    }
    work.node.rows.retain(|row| !row.is_trivial(&least));
    Ok(Look::Same)
}

/// Substitutes a variable that is equal to parts without it, if its language restricts at most one of them.
fn define(work: &mut Work, sets: &mut Sets, budget: &Budget) -> Result<Look, Stop> {
    for number in 0..work.node.equations.len() {
        for index in [0, 1] {
            let sides = &work.node.equations[number];
            let (Some(Token::Variable(variable)), 1) = (sides[index].first().copied(), sides[index].len())
            else {
                continue;
            };
            let parts = sides[1 - index].clone();
            if parts.contains(&Token::Variable(variable)) || !is_cheap(work, variable, &parts) {
                continue;
            }
            let set = work.node.sets[variable as usize];
            let variables = parts.iter().filter(|part| matches!(part, Token::Variable(_))).count();
            if set != Sets::ALL && variables > 1 {
                continue;
            }
            if set != Sets::ALL && !tell(work, &parts, set, sets, budget)? {
                return Ok(Look::Dead);
            }
            work.node.equations.remove(number);
            work.substitute(variable, &parts);
            return Ok(Look::Changed);
        }
    }
    Ok(Look::Same)
}

/// Does putting the parts in make the system no larger?
fn is_cheap(work: &Work, variable: u32, parts: &[Token]) -> bool {
    let node = &work.node;
    let occurrences = |token: &Token| {
        let sides = node.equations.iter().flatten();
        sides.map(|side| side.iter().filter(|other| *other == token).count()).sum::<usize>()
    };
    parts.len() <= 1 || occurrences(&Token::Variable(variable)) <= 2
}

/// The concatenation of parts, of which at most one is a variable, is in the language.
fn tell(
    work: &mut Work,
    parts: &[Token],
    set: SetId,
    sets: &mut Sets,
    budget: &Budget,
) -> Result<bool, Stop> {
    let index = parts.iter().position(|part| matches!(part, Token::Variable(_)));
    let word = |parts: &[Token], sets: &mut Sets| {
        let element = parts.iter().fold(0, |element, part| match part {
            Token::Character(character) => sets.monoid().step(element, *character as usize),
            Token::Variable(_) => element,
        });
        (element, sets.element(element))
    };
    let Some(index) = index else {
        let (element, _) = word(parts, sets);
        return Ok(sets.get(set).contains(element as usize));
    };
    let (_, before) = word(&parts[..index], sets);
    let (_, behind) = word(&parts[index + 1..], sets);
    let rest = sets.behind(before, set, budget)?;
    let rest = sets.before(behind, rest, budget)?;
    let Token::Variable(variable) = parts[index] else { return Ok(true) };
    work.restrict(variable, rest, sets, budget)
}

/// Keeps of every language only what can be in place of its variable: inside of a word that the other side
/// can be.
fn narrow(work: &mut Work, sets: &mut Sets, budget: &Budget) -> Result<Look, Stop> {
    let mut look = Look::Same;
    for number in 0..work.node.equations.len() {
        for index in [0, 1] {
            let sides = work.node.equations[number].clone();
            let whole = *products(work, &sides[1 - index], sets, budget)?.last().unwrap_or(&Sets::EMPTY_WORD);
            if whole == Sets::ALL {
                continue;
            }
            match narrow_side(work, &sides[index], whole, sets, budget)? {
                Look::Dead => return Ok(Look::Dead),
                Look::Changed => look = Look::Changed,
                Look::Same => {}
            }
        }
    }
    Ok(look)
}

/// The words that begin a side, after each of its parts.
fn products(work: &Work, side: &[Token], sets: &mut Sets, budget: &Budget) -> Result<Vec<SetId>, Stop> {
    let mut all = vec![Sets::EMPTY_WORD];
    for token in side {
        let own = language(work, *token, sets);
        let last = all[all.len() - 1];
        all.push(sets.product(last, own, budget)?);
    }
    Ok(all)
}

fn language(work: &Work, token: Token, sets: &mut Sets) -> SetId {
    match token {
        Token::Character(character) => {
            let element = sets.monoid().step(0, character as usize);
            sets.element(element)
        }
        Token::Variable(variable) => work.node.sets[variable as usize],
    }
}

fn narrow_side(
    work: &mut Work,
    side: &[Token],
    whole: SetId,
    sets: &mut Sets,
    budget: &Budget,
) -> Result<Look, Stop> {
    let before = products(work, side, sets, budget)?;
    let (mut behind, mut look) = (Sets::EMPTY_WORD, Look::Same);
    for (index, token) in side.iter().enumerate().rev() {
        if let Token::Variable(variable) = token {
            let rest = sets.behind(before[index], whole, budget)?;
            let rest = sets.before(behind, rest, budget)?;
            let old = work.node.sets[*variable as usize];
            if !work.restrict(*variable, rest, sets, budget)? {
                return Ok(Look::Dead);
            }
            if work.node.sets[*variable as usize] != old {
                look = Look::Changed;
            }
        }
        let own = language(work, *token, sets);
        behind = sets.product(own, behind, budget)?;
    }
    let all = sets.both(behind, whole, budget)?;
    Ok(if sets.is_none(all) { Look::Dead } else { look })
}

/// Removes disequalities that hold. One between equal sides refutes the system.
fn differences(work: &mut Work, sets: &Sets) -> Look {
    let differ = std::mem::take(&mut work.node.differ);
    for sides in differ {
        let mut sides = stripped(sides);
        sides.sort();
        if sides.iter().all(Vec::is_empty) || work.node.equations.contains(&sides) {
            return Look::Dead;
        }
        let ends = [[sides[0].first(), sides[1].first()], [sides[0].last(), sides[1].last()]];
        let characters =
            ends.iter().any(|ends| matches!(ends, [Some(Token::Character(_)), Some(Token::Character(_))]));
        let is_some = |token: &Token| match token {
            Token::Character(_) => true,
            Token::Variable(variable) => !sets.has_empty(work.node.sets[*variable as usize]),
        };
        // The first side is the smaller one, so only it can be empty.
        let one_empty = sides[0].is_empty() && sides[1].iter().any(is_some);
        if !characters && !one_empty && !work.node.differ.contains(&sides) {
            work.node.differ.push(sides);
        }
    }
    work.node.differ.sort();
    Look::Same
}
