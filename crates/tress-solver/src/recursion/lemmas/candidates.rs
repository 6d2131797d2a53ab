//! Lemmas that fit the values that were looked at: bounds, remainders, lengths, characters.

use std::collections::BTreeMap;

use super::measures::{Domain, Measure};
use super::samples::Samples;
use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore, Value};

/// Longest period of values that is tried: samples have too few points for a longer one.
const MOST_PERIOD: i64 = 6;
/// Steepest lines that bound values.
const SLOPES: [i64; 4] = [-1, 1, 2, 3];
/// Values beyond this are not looked at, so that the numbers of lines stay within 64 bits.
const LARGEST: i64 = 1 << 40;
/// Where lemmas may begin.
const FIRSTS: std::ops::RangeInclusive<i64> = 0..=2;

/// What may hold of all values.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) function: SymbolId,
    /// A formula over the parameters and the call with them.
    pub(super) lemma: Term,
    /// Where the lemma determines the value, and that value.
    pub(super) value: Option<(Term, Term)>,
}

/// The least and the largest value by measure.
type Ranges = BTreeMap<i64, (i64, i64)>;

/// Builds lemmas of one function.
struct Writer<'c, 'a> {
    env: &'c mut Env<'a>,
    function: SymbolId,
    /// That the parameters lie in the domain.
    domain: Term,
    parameters: Vec<Term>,
    /// The call with the parameters.
    call: Term,
    found: Vec<Candidate>,
}

/// The call of a function with its own parameters, and these.
pub(super) fn own_call(env: &mut Env<'_>, function: SymbolId) -> (Term, Vec<Term>) {
    let definition = env.store.symbol(function).definition.clone().expect("a recursive function");
    let parameters: Vec<Term> = definition.parameters.iter().map(|one| env.store.constant(*one)).collect();
    (env.store.apply(function, &parameters).expect("its own sorts"), parameters)
}

/// Lemmas that fit the values of a function.
pub(super) fn of(env: &mut Env<'_>, function: SymbolId, domain: Domain, samples: &Samples) -> Vec<Candidate> {
    let symbol = env.store.symbol(function);
    let (result, sorts) = (symbol.result, symbol.arguments.clone());
    let (call, parameters) = own_call(env, function);
    let domain = domain.term(env, &parameters);
    let mut writer = Writer { env, function, domain, parameters, call, found: Vec::new() };
    let number = |value: &Value| match value {
        Value::Int(number) => number.to_i64().filter(|number| number.abs() < LARGEST),
        Value::Str(string) => Some(string.len() as i64),
        Value::Bool(value) => Some(i64::from(*value)),
        _ => None,
    };
    let quantity = match result {
        Sort::String => writer.env.length(call),
        _ => call,
    };
    for measure in Measure::all(&sorts) {
        let mut ranges = Ranges::new();
        for (args, value) in &samples.all {
            let (Some(at), Some(value)) = (measure.value(args), number(value)) else { continue };
            let range = ranges.entry(at).or_insert((value, value));
            *range = (range.0.min(value), range.1.max(value));
        }
        let at = writer.measure(measure);
        let is_determined = writer.periodic(at, quantity, &ranges, result);
        if !is_determined && result != Sort::Bool {
            writer.bounds(at, quantity, &ranges);
            writer.lines(at, quantity, &ranges);
        }
    }
    if result == Sort::String {
        writer.characters(samples);
        writer.ends(samples);
        writer.parts(samples, &sorts);
    }
    writer.found
}

impl Writer<'_, '_> {
    fn measure(&mut self, measure: Measure) -> Term {
        let parameters = self.parameters.clone();
        measure.term(self.env, &parameters)
    }

    fn int(&mut self, number: i64) -> Term {
        self.env.store.int(number)
    }

    /// Adds a lemma that holds in the domain from a measure on.
    fn add(&mut self, at: Term, first: i64, conclusion: Term, value: Option<Term>) {
        let first = self.int(first);
        let far = self.env.app(Op::Ge, &[at, first]);
        let premise = match self.domain {
            TermStore::TRUE => far,
            domain => self.env.app(Op::And, &[domain, far]),
        };
        let lemma = self.env.app(Op::Implies, &[premise, conclusion]);
        let value = value.map(|value| (premise, value));
        self.found.push(Candidate { function: self.function, lemma, value });
    }

    /// The remainder of the measure determines the value: a line for each, or a truth value.
    fn periodic(&mut self, at: Term, quantity: Term, ranges: &Ranges, result: Sort) -> bool {
        for first in FIRSTS {
            for period in 1..=MOST_PERIOD {
                let Some(lines) = lines_of(ranges, first, period, result == Sort::Bool) else { continue };
                let mut value: Option<Term> = None;
                for (rest, (slope, height)) in lines.into_iter().enumerate().rev() {
                    let line = match result {
                        Sort::Bool => TermStore::bool(height != 0),
                        _ => self.line(at, slope, height),
                    };
                    value = Some(match value {
                        None => line,
                        Some(others) => {
                            let (period, rest) = (self.int(period), self.int(rest as i64));
                            let remainder = self.env.app(Op::Mod, &[at, period]);
                            let is_here = self.env.equal(remainder, rest);
                            self.env.app(Op::Ite, &[is_here, line, others])
                        }
                    });
                }
                let Some(value) = value else { continue };
                let equal = self.env.equal(quantity, value);
                let tells = quantity == self.call;
                self.add(at, first, equal, tells.then_some(value));
                return true;
            }
        }
        false
    }

    fn line(&mut self, at: Term, slope: i64, height: i64) -> Term {
        let (slope, height) = (self.int(slope), self.int(height));
        let product = self.env.app(Op::Mul, &[slope, at]);
        self.env.app(Op::Add, &[product, height])
    }

    /// From each measure on, values are not below the least one, and not above the largest one.
    fn bounds(&mut self, at: Term, quantity: Term, ranges: &Ranges) {
        let Some(last) = ranges.keys().last().copied() else { return };
        let firsts: Vec<i64> =
            ranges.keys().copied().filter(|first| *first >= 0 && *first < last - 1).collect();
        for (op, is_low) in [(Op::Ge, true), (Op::Le, false)] {
            let mut before = None;
            for first in &firsts {
                let pick = |(_, range): (&i64, &(i64, i64))| if is_low { range.0 } else { -range.1 };
                let Some(bound) = ranges.range(*first..).map(pick).min() else { continue };
                // What only the last values show is likely to go on.
                let is_early = ranges.range(*first..last - 1).map(pick).any(|value| value == bound);
                if !is_early || before == Some(bound) {
                    continue;
                }
                before = Some(bound);
                let bound = self.int(if is_low { bound } else { -bound });
                let conclusion = self.env.app(op, &[quantity, bound]);
                self.add(at, *first, conclusion, None);
            }
        }
    }

    /// Lines that values do not cross.
    fn lines(&mut self, at: Term, quantity: Term, ranges: &Ranges) {
        let Some(last) = ranges.keys().last().copied() else { return };
        if last < 2 {
            return;
        }
        for slope in SLOPES {
            for (op, is_low) in [(Op::Ge, true), (Op::Le, false)] {
                let height = |(at, range): (&i64, &(i64, i64))| match is_low {
                    true => range.0 - slope * at,
                    false => slope * at - range.1,
                };
                let Some(bound) = ranges.range(0..).map(height).min() else { continue };
                if !ranges.range(0..last).map(height).any(|value| value == bound) {
                    continue;
                }
                let line = self.line(at, slope, if is_low { bound } else { -bound });
                let conclusion = self.env.app(op, &[quantity, line]);
                self.add(at, 0, conclusion, None);
            }
        }
    }

    /// Only characters of the body occur in values.
    fn characters(&mut self, samples: &Samples) {
        let mut used: Vec<u32> = Vec::new();
        for (_, value) in &samples.all {
            let Value::Str(string) = value else { return };
            used.extend(string.iter().copied());
        }
        used.sort_unstable();
        used.dedup();
        if used.is_empty() || used.contains(&samples.other) {
            return;
        }
        let strings: Vec<Term> = used.iter().map(|character| self.env.store.word([*character])).collect();
        let strings: Vec<Term> =
            strings.into_iter().map(|string| self.env.app(Op::StrToRe, &[string])).collect();
        let any = match strings.as_slice() {
            [only] => *only,
            several => self.env.app(Op::ReUnion, several),
        };
        let star = self.env.app(Op::ReStar, &[any]);
        let holds = self.env.app(Op::InRe, &[self.call, star]);
        self.add_everywhere(holds);
    }

    /// Adds a lemma that holds in the whole domain.
    fn add_everywhere(&mut self, holds: Term) {
        let lemma = match self.domain {
            TermStore::TRUE => holds,
            domain => self.env.app(Op::Implies, &[domain, holds]),
        };
        self.found.push(Candidate { function: self.function, lemma, value: None });
    }

    /// Characters of the body that values do not contain, or with which they do not begin, or do not end.
    fn ends(&mut self, samples: &Samples) {
        let values = || samples.all.iter().filter_map(|(_, value)| string_of(value));
        if values().all(|string| string.is_empty()) {
            return;
        }
        let is_tried = |character: &&u32| {
            let args = samples.all.iter().flat_map(|(args, _)| args).filter_map(string_of);
            args.into_iter().any(|string| string.contains(character))
        };
        for character in samples.characters.iter().filter(is_tried) {
            let string = self.env.store.word([*character]);
            let kinds = [
                (Op::Contains, [self.call, string], values().any(|value| value.contains(character))),
                (Op::PrefixOf, [string, self.call], values().any(|value| value.first() == Some(character))),
                (Op::SuffixOf, [string, self.call], values().any(|value| value.last() == Some(character))),
            ];
            for (op, args, _) in kinds.into_iter().filter(|(_, _, occurs)| !occurs) {
                let occurs = self.env.app(op, &args);
                let holds = self.env.store.not(occurs);
                self.add_everywhere(holds);
            }
        }
    }

    /// Values are ends of an argument, or stand in it.
    fn parts(&mut self, samples: &Samples, sorts: &[Sort]) {
        for index in (0..sorts.len()).filter(|index| sorts[*index] == Sort::String) {
            let is_always = |test: fn(&[u32], &[u32]) -> bool| {
                let mut pairs = samples
                    .all
                    .iter()
                    .filter_map(|(args, value)| Some((string_of(&args[index])?, string_of(value)?)));
                pairs.all(|(whole, part)| test(whole, part))
            };
            let parameter = self.parameters[index];
            let kinds: [(Op, [Term; 2], bool); 3] = [
                (Op::SuffixOf, [self.call, parameter], is_always(<[u32]>::ends_with)),
                (Op::PrefixOf, [self.call, parameter], is_always(<[u32]>::starts_with)),
                (Op::Contains, [parameter, self.call], is_always(holds_part)),
            ];
            if let Some((op, args, _)) = kinds.into_iter().find(|(_, _, holds)| *holds) {
                let holds = self.env.app(op, &args);
                self.add_everywhere(holds);
            }
        }
    }
}

fn string_of(value: &Value) -> Option<&[u32]> {
    match value {
        Value::Str(string) => Some(string),
        _ => None,
    }
}

fn holds_part(whole: &[u32], part: &[u32]) -> bool {
    part.is_empty() || whole.windows(part.len()).any(|window| window == part)
}

/// For each remainder a slope and a height, when all values from the first measure on lie on these lines.
/// There must be more points than lines need.
fn lines_of(ranges: &Ranges, first: i64, period: i64, is_level: bool) -> Option<Vec<(i64, i64)>> {
    let mut lines = Vec::new();
    let mut spare = 0;
    for rest in 0..period {
        let points: Vec<(i64, (i64, i64))> = ranges
            .range(first..)
            .filter(|(at, _)| at.rem_euclid(period) == rest)
            .map(|(at, range)| (*at, *range))
            .collect();
        let (&(start, (value, most)), &(end, (last, _))) = (points.first()?, points.last()?);
        if start == end || value != most || (last - value) % (end - start) != 0 {
            return None;
        }
        let slope = (last - value) / (end - start);
        let height = value - slope * start;
        let fits = |(at, (low, high)): &(i64, (i64, i64))| low == high && *low == slope * at + height;
        if (is_level && slope != 0) || !points.iter().all(fits) {
            return None;
        }
        spare += points.len() - 2 + usize::from(is_level);
        lines.push((slope, height));
    }
    (spare > 0).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(values: &[i64]) -> Ranges {
        values.iter().enumerate().map(|(at, value)| (at as i64, (*value, *value))).collect()
    }

    #[test]
    fn lines_are_found_for_remainders() {
        assert_eq!(lines_of(&ranges(&[3, 5, 7, 9]), 0, 1, false), Some(vec![(2, 3)]));
        let turning = ranges(&[5, -3, 7, -1, 9, 1]);
        assert_eq!(lines_of(&turning, 0, 1, false), None);
        assert_eq!(lines_of(&turning, 0, 2, false), Some(vec![(1, 5), (1, -4)]));
        assert_eq!(lines_of(&ranges(&[1, 0, 1, 0]), 0, 2, true), Some(vec![(0, 1), (0, 0)]));
    }

    #[test]
    fn too_few_points_tell_nothing() {
        assert_eq!(lines_of(&ranges(&[1, 9]), 0, 1, false), None);
        assert_eq!(lines_of(&ranges(&[1, 9, 2, 30]), 0, 2, false), None);
    }
}
