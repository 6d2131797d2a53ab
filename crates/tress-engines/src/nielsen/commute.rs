//! Words that commute are powers of one word.
//!
//! Enters: a system. Leaves: one with the same solutions, in which equations that only state that variables
//! commute are pairs of variables and lengths, and what follows for the others; or that there is no solution.
//! Each function names the theorem that it applies. They are:
//!
//! | theorem | statement |
//! |---|---|
//! | commutation (Lyndon and Schützenberger 1962) | `xy = yx` exactly if `x` and `y` are powers of one word |
//! | centralizer (from commutation) | what commutes with a nonempty word is a power of its primitive root |
//! | conjugation (the same) | `xw = wy` with nonempty `x`: `x = uv`, `y = vu`, `w = (uv)^k u` |
//! | powers (the same) | in `x^m y^n = z^p` with `m, n, p >= 2` all three are powers of one word |
//! | defect, for two words | two words that satisfy a nontrivial relation are powers of one word |
//! | periods (Fine and Wilf 1965) | if `p` and `q` are periods of a word of length `p + q`, so is `gcd(p, q)` |

use rustc_hash::FxHashMap;
use tress_automata::monoid::{SetId, Sets};
use tress_base::{Budget, Stop};

use super::coset::Coset;
use super::node::{Node, Row, Side, Token};
use super::relations::with_outsider;

/// What a rule found out about a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    Same,
    Changed,
    /// There is no solution.
    Dead,
}

/// Questions about roots that were answered.
pub(super) type Roots = FxHashMap<Vec<SetId>, bool>;

/// Applies all rules of this file once.
pub(super) fn commute(
    node: &mut Node,
    sets: &Sets,
    roots: &mut Roots,
    budget: &Budget,
) -> Result<Look, Stop> {
    let mut look = Look::Same;
    let relations: Vec<[Side; 2]> = std::mem::take(&mut node.equations);
    for sides in relations {
        budget.poll()?;
        match commuting(node, sets, &sides) {
            Some(variables) => {
                for (index, a) in variables.iter().enumerate() {
                    variables[..index].iter().for_each(|b| _ = node.pair(*a, *b));
                }
                add_length(node, &sides);
                look = Look::Changed;
            }
            None => node.equations.push(sides),
        }
    }
    close(node, sets);
    if join_constants(node, sets) {
        look = Look::Changed;
    }
    if take_lengths(node) {
        look = Look::Changed;
    }
    if differences_fail(node) || !has_roots(node, sets, roots, budget)? {
        return Ok(Look::Dead);
    }
    Ok(look)
}

/// Adds that the sides have equal lengths, unless that always holds.
fn add_length(node: &mut Node, sides: &[Side; 2]) {
    let row = Row::of_sides(sides, node.sets.len());
    if row.constant != 0 || row.factors.iter().any(|factor| *factor != 0) {
        node.rows.push(row);
    }
}

/// The variables of an equation that is equivalent to this: they all commute, and the sides have equal
/// lengths.
///
/// Two variables commute by the *defect theorem*, three by the theorem on *powers* ([`is_power`]) or by the
/// defect theorem for one of them and the root of the others ([`with_outsider`]). Conversely, words that
/// commute are powers of one word, and two powers of one word are equal if they have the same length.
fn commuting(node: &Node, sets: &Sets, sides: &[Side; 2]) -> Option<Vec<u32>> {
    let mut variables = Vec::new();
    for token in sides.iter().flatten() {
        match token {
            Token::Character(_) => return None,
            Token::Variable(variable) if !variables.contains(variable) => variables.push(*variable),
            Token::Variable(_) => {}
        }
    }
    match variables.len() {
        // The sides differ as they are written, so the relation is not trivial.
        2 if sides[0] != sides[1] => Some(variables),
        3 if is_power(&sides[0], &sides[1]) || is_power(&sides[1], &sides[0]) => Some(variables),
        3.. if with_outsider(node, sets, sides, &variables) => Some(variables),
        _ => None,
    }
}

/// Is it `x^m y^n = z^p` with exponents of at least two, as the theorem on *powers* (Lyndon and
/// Schützenberger) asks?
fn is_power(one: &[Token], two: &[Token]) -> bool {
    let blocks =
        |side: &[Token]| -> Vec<usize> { side.chunk_by(|a, b| a == b).map(<[Token]>::len).collect() };
    let (one_block, two_blocks) = (blocks(one), blocks(two));
    one_block.len() == 1
        && two_blocks.len() == 2
        && !two.contains(&one[0])
        && one_block.iter().chain(&two_blocks).all(|length| *length >= 2)
}

/// Two words that commute with one nonempty word commute with each other: both are powers of its primitive
/// root (*centralizer*).
fn close(node: &mut Node, sets: &Sets) {
    let count = node.sets.len() as u32;
    loop {
        let before = node.pairs.len();
        for middle in 0..count {
            if sets.has_empty(node.sets[middle as usize]) {
                continue;
            }
            let around: Vec<u32> =
                (0..count).filter(|other| *other != middle && node.commute(middle, *other)).collect();
            for (index, a) in around.iter().enumerate() {
                around[..index].iter().for_each(|b| _ = node.pair(*a, *b));
            }
        }
        if node.pairs.len() == before {
            return;
        }
    }
}

/// The variable and the primitive root `r` of an equation `x·w = w·x` with a constant `w`. By *commutation*
/// it is equivalent to `x·r = r·x`.
fn with_constant(sides: &[Side; 2]) -> Option<(u32, Side)> {
    let [a, b] = sides;
    let (Some(Token::Variable(variable)), Some(last)) = (a.first(), b.last()) else {
        let turned = [b.clone(), a.clone()];
        return match (b.first(), a.last()) {
            (Some(Token::Variable(_)), Some(Token::Variable(_))) => with_constant(&turned),
            _ => None,
        };
    };
    let is_word = |side: &[Token]| side.iter().all(|token| matches!(token, Token::Character(_)));
    let same = *last == Token::Variable(*variable) && a[1..] == b[..b.len() - 1];
    (same && a.len() > 1 && is_word(&a[1..])).then(|| (*variable, root(&a[1..])))
}

/// The primitive root: the shortest word of which a word is a power. It is unique by the theorem on *periods*
/// (Fine and Wilf): a word with periods `p` and `q` that divide its length has the period `gcd(p, q)`.
fn root(word: &[Token]) -> Side {
    let fits = |length: &usize| {
        word.len().is_multiple_of(*length) && word[*length..].iter().zip(word).all(|(a, b)| a == b)
    };
    word[..(1..=word.len()).find(fits).unwrap_or(word.len())].to_vec()
}

/// What commutes with a nonempty power of a constant commutes with the constant (*centralizer*). The pair
/// then follows from the two equations with the constant.
fn join_constants(node: &mut Node, sets: &Sets) -> bool {
    let mut constants: FxHashMap<u32, Side> = node.equations.iter().filter_map(with_constant).collect();
    let mut changed = false;
    loop {
        let has_root = |variable: u32, constants: &FxHashMap<u32, Side>| {
            constants.contains_key(&variable) && !sets.has_empty(node.sets[variable as usize])
        };
        let found =
            node.pairs.iter().copied().find(|(a, b)| has_root(*a, &constants) || has_root(*b, &constants));
        let Some((a, b)) = found else { return changed };
        let (known, other) = if has_root(a, &constants) { (a, b) } else { (b, a) };
        let word = constants[&known].clone();
        let alone = [Token::Variable(other)];
        node.equations.push([[&alone[..], &word].concat(), [&word[..], &alone].concat()]);
        node.pairs.retain(|pair| *pair != (a, b));
        // If it has another root already, both equations hold only for the empty word: primitive roots are
        // unique.
        constants.entry(other).or_insert(word);
        changed = true;
    }
}

/// Equations between powers of one word are equivalent to equations of lengths.
fn take_lengths(node: &mut Node) -> bool {
    let constants: FxHashMap<u32, Side> = node.equations.iter().filter_map(with_constant).collect();
    let equations = std::mem::take(&mut node.equations);
    let mut changed = false;
    for sides in equations {
        if with_constant(&sides).is_none() && is_inside(node, &constants, &sides) {
            add_length(node, &sides);
            changed = true;
        } else {
            node.equations.push(sides);
        }
    }
    changed
}

/// Are all parts of the sides powers of one word, or empty? By *commutation* they are if all commute with one
/// constant, or pairwise.
fn is_inside(node: &Node, constants: &FxHashMap<u32, Side>, sides: &[Side; 2]) -> bool {
    let mut variables: Vec<u32> = Vec::new();
    let mut has_characters = false;
    for token in sides.iter().flatten() {
        match token {
            Token::Character(_) => has_characters = true,
            Token::Variable(variable) => variables.push(*variable),
        }
    }
    let first = variables.first().and_then(|first| constants.get(first));
    if let Some(word) = first
        && variables.iter().all(|variable| constants.get(variable) == Some(word))
    {
        return sides.iter().all(|side| blocks_are_powers(side, word));
    }
    let all_pairs = |(index, a): (usize, &u32)| variables[..index].iter().all(|b| node.commute(*a, *b));
    !has_characters && variables.iter().enumerate().all(all_pairs)
}

/// Are the characters between variables powers of the word?
fn blocks_are_powers(side: &[Token], word: &[Token]) -> bool {
    let blocks = side.split(|token| matches!(token, Token::Variable(_)));
    blocks.into_iter().all(|block| {
        block.len().is_multiple_of(word.len()) && block.chunks(word.len()).all(|chunk| chunk == word)
    })
}

/// Is there a disequality of sides that are always equal? By *commutation* their parts are powers of one
/// word, so sides of equal length are equal.
fn differences_fail(node: &Node) -> bool {
    let constants: FxHashMap<u32, Side> = node.equations.iter().filter_map(with_constant).collect();
    node.differ.iter().any(|sides| {
        let row = Row::of_sides(sides, node.sets.len());
        let is_plain = |row: &Row| row.constant == 0 && row.factors.iter().all(|factor| *factor == 0);
        let negated = |row: &Row| row.factors.iter().map(|factor| -factor).collect::<Vec<i64>>();
        let is_row = |other: &&Row| {
            other.is_equal
                && (other.factors == row.factors && other.constant == row.constant
                    || other.factors == negated(&row) && other.constant == -row.constant)
        };
        is_inside(node, &constants, sides) && (is_plain(&row) || node.rows.iter().any(|other| is_row(&other)))
    })
}

/// Does each class of nonempty variables that commute have words that are powers of one word, as
/// *commutation* asks?
fn has_roots(node: &Node, sets: &Sets, roots: &mut Roots, budget: &Budget) -> Result<bool, Stop> {
    for class in classes(node, sets) {
        let mut members: Vec<SetId> = class.iter().map(|variable| node.sets[*variable as usize]).collect();
        members.sort_unstable();
        members.dedup();
        if members.len() < 2 && class.len() < 2 {
            continue;
        }
        let known = match roots.get(&members) {
            Some(known) => *known,
            None => {
                let found = common_root(&members, sets, budget)?.is_some();
                roots.insert(members, found);
                found
            }
        };
        if !known {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The classes of at least two variables that commute and are not empty. Commuting is an equivalence relation
/// on nonempty words (*centralizer*).
pub(super) fn classes(node: &Node, sets: &Sets) -> Vec<Vec<u32>> {
    let mut classes: Vec<Vec<u32>> = Vec::new();
    for variable in (0..node.sets.len() as u32).filter(|one| !sets.has_empty(node.sets[*one as usize])) {
        match classes.iter_mut().find(|class| node.commute(class[0], variable)) {
            Some(class) => class.push(variable),
            None => classes.push(vec![variable]),
        }
    }
    classes.retain(|class| class.len() > 1);
    classes
}

/// The powers of an element, from the first on, and the index at which they repeat.
fn powers(sets: &Sets, element: u32) -> (Vec<u32>, usize) {
    let mut found = vec![element];
    loop {
        let next = sets.monoid().product(found[found.len() - 1], element);
        if let Some(index) = found.iter().position(|one| *one == next) {
            return (found, index);
        }
        found.push(next);
    }
}

/// An element some power of which is in each of the sets.
pub(super) fn common_root(members: &[SetId], sets: &Sets, budget: &Budget) -> Result<Option<u32>, Stop> {
    for element in 1..sets.monoid().elements() as u32 {
        let (powers, _) = powers(sets, element);
        budget.poll_many(powers.len() as u64)?;
        let hits = |set: &SetId| powers.iter().any(|power| sets.get(*set).contains(*power as usize));
        if members.iter().all(hits) {
            return Ok(Some(element));
        }
    }
    Ok(None)
}

/// The exponents of an element whose powers are in a set, included in a point and its multiples of a step.
fn exponents(sets: &Sets, element: u32, set: SetId) -> Option<(i64, i64)> {
    let (powers, back) = powers(sets, element);
    let period = (powers.len() - back) as i64;
    let mut found: Option<(i64, i64)> = None;
    for (index, power) in powers.iter().enumerate() {
        if !sets.get(set).contains(*power as usize) {
            continue;
        }
        let own = (index as i64 + 1, if index >= back { period } else { 0 });
        found = Some(found.map_or(own, |all| (all.0, gcd(all.1, gcd(own.1, own.0 - all.0)))));
    }
    found
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Can the lengths of a class be those of powers of one word? By *commutation* they must be; whether the
/// exponents exist is checked by linear congruences only.
pub(super) fn has_exponents(node: &Node, class: &[u32], sets: &Sets, budget: &Budget) -> Result<bool, Stop> {
    let within = |row: &&Row| {
        let outside = |(variable, factor): (usize, &i64)| *factor != 0 && !class.contains(&(variable as u32));
        row.is_equal && row.constant == 0 && !row.factors.iter().enumerate().any(outside)
    };
    let rows: Vec<Vec<i64>> = node
        .rows
        .iter()
        .filter(within)
        .map(|row| class.iter().map(|variable| row.factors[*variable as usize]).collect())
        .collect();
    for element in 1..sets.monoid().elements() as u32 {
        budget.poll()?;
        let steps: Option<Vec<(i64, i64)>> =
            class.iter().map(|variable| exponents(sets, element, node.sets[*variable as usize])).collect();
        let Some(steps) = steps else { continue };
        let mut left = Some(Coset::of_steps(&steps));
        for row in &rows {
            let Some(set) = left else { break };
            match set.meet(row, 0) {
                Some(met) => left = met,
                None => return Ok(true),
            }
        }
        if left.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
