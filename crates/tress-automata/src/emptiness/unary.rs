//! Languages over one character: a word is its length, so arithmetic decides.
//!
//! Enters: an intersection whose members share only one character. Leaves: a shortest word, or
//! the answer that there is none. `(a{1000})+` and `(a{1001})+` agree first on a word of a million
//! characters, which no search over states should have to find.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use crate::charset::CharSet;
use crate::lengths::{LengthSet, of_regex};
use crate::machine::conjuncts;
use crate::regex::{Regex, RegexStore, View};

/// What is known of an intersection over one character.
pub(crate) enum Unary {
    /// Its words need more characters, or their lengths are not known exactly.
    Unknown,
    Empty,
    /// A shortest word is this character, this many times.
    Word(u32, u64),
}

/// Decides an intersection of classical expressions that share only one character.
///
/// # Errors
/// When the budget ends.
pub(crate) fn decide(store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<Unary, Stop> {
    let parts = conjuncts(store, r);
    if parts.iter().any(|part| !store.is_classical(*part)) {
        return Ok(Unary::Unknown);
    }
    let Some(character) = store.only_character(r) else { return Ok(Unary::Unknown) };
    let mut lengths = LengthSet::range(0, None);
    for part in parts {
        let narrowed = restrict(store, part, &CharSet::single(character), budget)?;
        lengths = lengths.intersection(&of_regex(store, narrowed, budget)?);
    }
    Ok(match lengths.min() {
        None => Unary::Empty,
        Some(length) if lengths.is_exact() => Unary::Word(character, length),
        Some(_) => Unary::Unknown,
    })
}

/// The words of a classical expression all of whose characters are in `set`.
fn restrict(store: &mut RegexStore, r: Regex, set: &CharSet, budget: &Budget) -> Result<Regex, Stop> {
    let mut done: FxHashMap<Regex, Regex> = FxHashMap::default();
    let mut stack = vec![(r, false)];
    while let Some((at, parts_done)) = stack.pop() {
        budget.poll()?;
        if done.contains_key(&at) {
            continue;
        }
        let parts: Vec<Regex> = store.children(at).collect();
        if !parts_done && !parts.is_empty() {
            stack.push((at, true));
            stack.extend(parts.into_iter().map(|part| (part, false)));
            continue;
        }
        let parts: Vec<Regex> = parts.iter().map(|part| done[part]).collect();
        let narrowed = match store.view(at) {
            View::Chars(chars) => {
                let both = chars.intersection(set);
                store.chars(both)
            }
            View::Concat(..) => store.concat(&parts),
            View::Repeat { low, high, .. } => store.repeat(parts[0], low, high),
            View::Union(_) => store.union(&parts),
            _ => at,
        };
        done.insert(at, narrowed);
    }
    Ok(done[&r])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{Ast, Dfa, spell};
    use tress_base::Random;

    /// An expression over one character with gaps between its lengths.
    fn random_unary(random: &mut Random) -> Ast {
        let mut part = || {
            let (inner, outer) = (1 + random.below(3) as u64, random.below(3) as u64);
            let wide = inner + random.below(2) as u64;
            let body = Ast::Repeat(Box::new(Ast::Symbols(1)), inner, Some(wide));
            let most = if random.chance(1, 2) { Some(outer + 1) } else { None };
            Ast::Repeat(Box::new(body), outer, most)
        };
        Ast::Concat(Box::new(part()), Box::new(part()))
    }

    #[test]
    fn random_intersections_agree_with_the_textbook() {
        let mut random = Random::new(31);
        let budget = Budget::unlimited();
        let (mut empty, mut words) = (0, 0);
        for _ in 0..2000 {
            let size = 2 + random.below(8);
            let ast = Ast::random(&mut random, size);
            let both = Ast::Inter(Box::new(ast), Box::new(random_unary(&mut random)));
            let dfa = Dfa::new(&both);
            let mut store = RegexStore::new();
            let r = both.build(&mut store);
            match decide(&mut store, r, &budget).unwrap() {
                Unary::Unknown => {}
                Unary::Empty => {
                    assert!(dfa.is_empty(), "{both:?}");
                    empty += 1;
                }
                Unary::Word(character, length) => {
                    assert_eq!(character, spell(&[0])[0]);
                    assert_eq!(Some(length as usize), dfa.shortest(), "{both:?}");
                    words += 1;
                }
            }
        }
        assert!(empty > 100 && words > 100, "{empty} empty, {words} with words");
    }
}
