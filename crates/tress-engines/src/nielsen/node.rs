//! A system of equations between words, and substitution in it.
//!
//! A character is represented by its class: characters that no language distinguishes; those that equations
//! name are alone in their class.

use tress_automata::monoid::{SetId, Sets};
use tress_base::{Budget, Stop};

/// A part of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Token {
    /// A character, by its class.
    Character(u32),
    /// The value of the variable with this number.
    Variable(u32),
}

/// Parts of a word, one after the other.
pub(super) type Side = Vec<Token>;

/// What lengths satisfy: a sum of them and a constant is zero, or at most zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Row {
    /// One factor for each variable.
    pub(super) factors: Vec<i64>,
    pub(super) constant: i64,
    pub(super) is_equal: bool,
}

impl Row {
    /// Two sides are equally long.
    pub(super) fn of_sides(sides: &[Side; 2], variables: usize) -> Row {
        let mut row = Row { factors: vec![0; variables], constant: 0, is_equal: true };
        for (side, sign) in sides.iter().zip([1, -1]) {
            for token in side {
                match token {
                    Token::Character(_) => row.constant += sign,
                    Token::Variable(variable) => row.factors[*variable as usize] += sign,
                }
            }
        }
        row
    }

    /// The variable becomes these parts. `None` if numbers are too large.
    fn substitute(&mut self, variable: u32, parts: &[Token]) -> Option<()> {
        let factor = std::mem::take(&mut self.factors[variable as usize]);
        for part in parts {
            let own = match part {
                Token::Character(_) => &mut self.constant,
                Token::Variable(other) => &mut self.factors[*other as usize],
            };
            *own = own.checked_add(factor)?;
        }
        Some(())
    }

    /// The smallest and the largest value of the sum, when variables are at least so long; none is infinite.
    pub(super) fn range(&self, least: &[i64]) -> (Option<i64>, Option<i64>) {
        let mut at_least = Some(self.constant);
        for (factor, least) in self.factors.iter().zip(least) {
            at_least = at_least.and_then(|sum| sum.checked_add(factor.checked_mul(*least)?));
        }
        let low = at_least.filter(|_| self.factors.iter().all(|factor| *factor >= 0));
        let high = at_least.filter(|_| self.factors.iter().all(|factor| *factor <= 0));
        (low, high)
    }

    /// Does it hold of these lengths?
    pub(super) fn holds(&self, lengths: &[i64]) -> bool {
        let products = self
            .factors
            .iter()
            .zip(lengths)
            .map(|(factor, length)| i128::from(*factor) * i128::from(*length));
        let sum = i128::from(self.constant) + products.sum::<i128>();
        sum == 0 || sum < 0 && !self.is_equal
    }

    /// Can it hold, as far as signs show?
    pub(super) fn is_possible(&self, least: &[i64]) -> bool {
        let (low, high) = self.range(least);
        low.is_none_or(|low| low <= 0) && (!self.is_equal || high.is_none_or(|high| high >= 0))
    }

    /// Does it hold whatever the lengths are?
    pub(super) fn is_trivial(&self, least: &[i64]) -> bool {
        let (low, high) = self.range(least);
        high.is_some_and(|high| high <= 0) && (!self.is_equal || low == Some(0) && high == Some(0))
    }
}

/// A system: equations that hold, sides that differ, variables that commute, and lengths.
///
/// Invariant: the variables are numbered by `sets`, their languages; pairs are sorted, of two different
/// variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Node {
    pub(super) sets: Vec<SetId>,
    pub(super) equations: Vec<[Side; 2]>,
    pub(super) differ: Vec<[Side; 2]>,
    pub(super) pairs: Vec<(u32, u32)>,
    pub(super) rows: Vec<Row>,
}

impl Node {
    /// Do two variables commute by the pairs?
    pub(super) fn commute(&self, a: u32, b: u32) -> bool {
        a == b || self.pairs.contains(&(a.min(b), a.max(b)))
    }

    /// Makes two variables commute. Returns false if they did.
    pub(super) fn pair(&mut self, a: u32, b: u32) -> bool {
        let pair = (a.min(b), a.max(b));
        match self.pairs.binary_search(&pair) {
            Err(index) if a != b => {
                self.pairs.insert(index, pair);
                true
            }
            _ => false,
        }
    }

    /// Does every variable occur at most twice in equations?
    pub(super) fn is_quadratic(&self) -> bool {
        let mut seen = vec![0; self.sets.len()];
        self.equations.iter().flatten().flatten().all(|token| match token {
            Token::Character(_) => true,
            Token::Variable(variable) => {
                seen[*variable as usize] += 1;
                seen[*variable as usize] <= 2
            }
        })
    }

    /// How many parts all sides have together.
    pub(super) fn parts(&self) -> usize {
        self.equations.iter().chain(&self.differ).flatten().map(Vec::len).sum()
    }

    /// How long the words of each variable are at least.
    pub(super) fn least(&self, sets: &Sets) -> Vec<i64> {
        let least = |set: &SetId| sets.least(*set).map_or(0, |length| length as i64);
        self.sets.iter().map(least).collect()
    }
}

/// A system that is worked on, and what the variables it began with have become.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) node: Node,
    pub(super) images: Vec<Side>,
    /// Variables that are gone.
    gone: Vec<bool>,
}

impl Work {
    pub(super) fn new(node: Node) -> Self {
        let count = node.sets.len();
        let images = (0..count as u32).map(|variable| vec![Token::Variable(variable)]).collect();
        Self { node, images, gone: vec![false; count] }
    }

    pub(super) fn is_gone(&self, variable: u32) -> bool {
        self.gone[variable as usize]
    }

    /// The variable becomes these parts, itself perhaps among them.
    pub(super) fn substitute(&mut self, variable: u32, parts: &[Token]) {
        let node = &mut self.node;
        let sides = node.equations.iter_mut().chain(&mut node.differ).flatten().chain(&mut self.images);
        for side in sides {
            if side.contains(&Token::Variable(variable)) {
                *side = replaced(side, variable, parts);
            }
        }
        // A row whose numbers become too large is left out.
        node.rows.retain_mut(|row| row.substitute(variable, parts).is_some());
        self.substitute_in_pairs(variable, parts);
        self.gone[variable as usize] |= !parts.contains(&Token::Variable(variable));
    }

    /// What commuted with the variable commutes with the parts. If it commutes with all parts but one, it
    /// commutes with that one: from `w·uv = uv·w` and `w·u = u·w` follows `u·wv = u·vw`, and by cancellation
    /// `w·v = v·w`.
    fn substitute_in_pairs(&mut self, variable: u32, parts: &[Token]) {
        let node = &mut self.node;
        let (own, rest): (Vec<_>, Vec<_>) =
            node.pairs.iter().copied().partition(|pair| pair.0 == variable || pair.1 == variable);
        node.pairs = rest;
        let others = own.iter().map(|(a, b)| if *a == variable { *b } else { *a }).collect::<Vec<u32>>();
        for other in &others {
            let foreign = |token: &Token| match token {
                Token::Character(_) => true,
                Token::Variable(part) => *part != variable && part != other && !node.commute(*part, *other),
            };
            // At most one part whose commuting is not known: it follows when the others commute.
            let open: Vec<Token> = parts
                .iter()
                .copied()
                .filter(|token| *token != Token::Variable(variable))
                .filter(foreign)
                .collect();
            let has_own = parts.contains(&Token::Variable(variable));
            match (&open[..], has_own) {
                ([], false) => {}
                ([], true) => {
                    node.pair(variable, *other);
                }
                ([Token::Variable(one)], false) => {
                    node.pair(*one, *other);
                }
                _ => {
                    let with = |first: &[Token], second: &[Token]| [first, second].concat();
                    let alone = [Token::Variable(*other)];
                    node.equations.push([with(parts, &alone), with(&alone, parts)]);
                }
            }
        }
    }

    /// The variable has this language from now on, too. Returns false if there is no such word.
    pub(super) fn restrict(
        &mut self,
        variable: u32,
        set: SetId,
        sets: &mut Sets,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let own = &mut self.node.sets[variable as usize];
        *own = sets.both(*own, set, budget)?;
        Ok(!sets.is_none(*own))
    }

    /// The node with variables numbered by their occurrences, and the images in these numbers.
    pub(super) fn finish(mut self) -> (Node, Vec<Side>) {
        let node = &mut self.node;
        node.equations.sort_by_key(key);
        let mut order: Vec<u32> = Vec::new();
        let mut see = |token: &Token| {
            if let Token::Variable(variable) = token
                && !order.contains(variable)
            {
                order.push(*variable);
            }
        };
        node.equations.iter().chain(&node.differ).flatten().flatten().for_each(&mut see);
        node.pairs.iter().for_each(|pair| [pair.0, pair.1].map(Token::Variable).iter().for_each(&mut see));
        let mut others: Vec<u32> =
            (0..node.sets.len() as u32).filter(|one| !self.gone[*one as usize]).collect();
        others.retain(|variable| !order.contains(variable));
        others.sort_by_key(|variable| node.sets[*variable as usize]);
        order.extend(others);
        let mut names = vec![u32::MAX; node.sets.len()];
        for (name, variable) in (0..).zip(&order) {
            names[*variable as usize] = name;
        }
        let rename = |side: &mut Side| {
            for token in side {
                if let Token::Variable(variable) = token {
                    *variable = names[*variable as usize];
                }
            }
        };
        node.equations.iter_mut().chain(&mut node.differ).flatten().for_each(rename);
        self.images.iter_mut().for_each(rename);
        for row in &mut node.rows {
            row.factors = order.iter().map(|variable| row.factors[*variable as usize]).collect();
        }
        let renamed = |pair: &(u32, u32)| {
            let [a, b] = [names[pair.0 as usize], names[pair.1 as usize]];
            (a.min(b), a.max(b))
        };
        node.pairs = node.pairs.iter().map(renamed).collect();
        node.pairs.sort_unstable();
        node.sets = order.iter().map(|variable| node.sets[*variable as usize]).collect();
        for sides in [&mut node.equations, &mut node.differ] {
            sides.iter_mut().for_each(|pair| pair.sort());
            sides.sort();
            sides.dedup();
        }
        node.rows.sort();
        node.rows.dedup();
        (self.node, self.images)
    }
}

/// What is known of an equation before its variables have names: its size, and the positions of its
/// characters.
fn key(sides: &[Side; 2]) -> (usize, Vec<Vec<Option<u32>>>) {
    let characters = |side: &Side| {
        let character = |token: &Token| match token {
            Token::Character(character) => Some(*character),
            Token::Variable(_) => None,
        };
        side.iter().map(character).collect::<Vec<_>>()
    };
    (sides[0].len() + sides[1].len(), sides.iter().map(characters).collect())
}

fn replaced(side: &[Token], variable: u32, parts: &[Token]) -> Side {
    let mut result = Vec::with_capacity(side.len() + parts.len());
    for token in side {
        if *token == Token::Variable(variable) {
            result.extend_from_slice(parts);
        } else {
            result.push(*token);
        }
    }
    result
}
