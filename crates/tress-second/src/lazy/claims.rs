//! Literals that are memberships when one looks closely: lengths against constants.

use tress_automata::Regex;
use tress_automata::follow::Part;
use tress_base::{Int, Rational};

use tress_engines::reading::{Compared, Linear};
use tress_rewrite::env::Env;

/// The concatenation is in the language, or is not.
#[derive(Debug)]
pub(super) struct Claim {
    pub(super) parts: Vec<Part>,
    pub(super) language: Regex,
    pub(super) holds: bool,
}

/// A sum of lengths that all count the same, compared with a number: the strings one after the other are in a
/// language of all words of some lengths, or are not.
pub(super) fn of_lengths(env: &mut Env<'_>, sum: &Linear) -> Option<Claim> {
    let (_, factor) = sum.lengths.first()?;
    if !sum.numbers.is_empty() || sum.lengths.iter().any(|(_, own)| own != factor) {
        return None;
    }
    let parts = sum.lengths.iter().flat_map(|(parts, _)| parts.iter().cloned()).collect();
    let bound = (-Rational::from(sum.constant.clone())).checked_div(&Rational::from(factor.clone()))?;
    let language = match sum.compared {
        Compared::AtMost | Compared::Below => {
            at_most(env, &bound, !factor.is_negative(), sum.compared == Compared::Below)?
        }
        Compared::Equal | Compared::Unequal => {
            let length = bound.is_integer().then(|| whole(bound.numerator())).flatten();
            let exact = length.map(|length| env.regexes().repeat(Regex::ANY_CHAR, length, Some(length)));
            exact.unwrap_or(Regex::NONE)
        }
    };
    Some(Claim { parts, language, holds: sum.compared != Compared::Unequal })
}

/// A length as the counters of expressions have it. `None` for what no string has.
fn whole(n: &Int) -> Option<u64> {
    n.to_i64().and_then(|n| u64::try_from(n).ok())
}

/// The words whose length is at most a bound, or at least if a sum falls with it.
fn at_most(env: &mut Env<'_>, bound: &Rational, grows: bool, strict: bool) -> Option<Regex> {
    let sharp = strict && bound.is_integer();
    if !grows {
        let least = if sharp { bound.ceil() + Int::ONE } else { bound.ceil() };
        let least = if least.is_negative() { 0 } else { whole(&least)? };
        return Some(env.regexes().repeat(Regex::ANY_CHAR, least, None));
    }
    let most = if sharp { bound.floor() - Int::ONE } else { bound.floor() };
    if most.is_negative() {
        return Some(Regex::NONE);
    }
    Some(env.regexes().repeat(Regex::ANY_CHAR, 0, Some(whole(&most)?)))
}
