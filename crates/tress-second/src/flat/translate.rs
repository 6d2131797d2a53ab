//! Terms become shapes, numbers and truth values, arguments first.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use tress_rewrite::env::Env;
use tress_rewrite::problem::Problem;
use tress_term::model::Model;
use tress_term::term::{Op, Sort, Term, TermMap, TermSet, TermStore, Value, map_args, post_order};

use super::bounds::{Bounds, Kind};
use super::formula::{Basis, Formula};
use super::grid::{Claim, relate};
use super::limits::LOOP_ROUNDS;
use super::shape::{Piece, Shape};
use super::{functions, numerals, predicates};

/// The greatest code of a character.
pub(super) const LAST_CODE: i64 = tress_automata::MAX_CHAR as i64;
/// Characters that occur more often than this in a row of a constant are a loop.
pub(super) const LONG_RUN: u64 = 24;
/// What a run takes while the list of runs grows.
const BYTES_PER_RUN: usize = 3 * size_of::<(u32, u64)>();

/// A translation under way.
pub(super) struct Translation<'e, 'a> {
    pub(super) formula: Formula<'e, 'a>,
    pub(super) bounds: &'e mut Bounds,
    /// How many restricted variables there are so far.
    variables: u32,
    shapes: TermMap<Shape>,
    /// Numbers and truth values: what represents them.
    plain: FxHashMap<Term, Term>,
    /// Strings whose value as a number is asked.
    numeric: TermSet,
    /// Which sides of a truth value matter: asserted, denied. Others matter on both.
    only: FxHashMap<Term, bool>,
}

/// The formula of a problem under the present restrictions, and the shape of every symbol.
pub(super) fn translate<'e, 'a>(
    env: &'e mut Env<'a>,
    bounds: &'e mut Bounds,
    problem: &Problem,
) -> Result<Translation<'e, 'a>, Stop> {
    let mut translation = Translation {
        formula: Formula::new(env),
        bounds,
        variables: 0,
        shapes: TermMap::new(),
        plain: FxHashMap::default(),
        numeric: TermSet::new(),
        only: FxHashMap::default(),
    };
    translation.run(problem)?;
    Ok(translation)
}

impl Translation<'_, '_> {
    fn run(&mut self, problem: &Problem) -> Result<(), Stop> {
        let roots = problem.roots();
        let terms = post_order(self.store(), &roots);
        self.look(&roots, &terms);
        for term in terms {
            self.formula.env.budget.poll()?;
            match self.store().sort(term) {
                Sort::RegLan => {}
                Sort::String => {
                    let shape = self.string(term)?;
                    self.shapes.set(term, shape);
                }
                _ => {
                    let image = self.other(term)?;
                    self.plain.insert(term, image);
                }
            }
        }
        for (index, root) in roots.into_iter().enumerate() {
            let origin = self.formula.basis(Basis::Asserted(index));
            let fact = self.image(root);
            self.formula.add(origin, fact);
        }
        Ok(())
    }

    /// Which strings are read as numbers, and which truth values matter on one side only.
    fn look(&mut self, roots: &[Term], terms: &[Term]) {
        for term in terms {
            if self.store().op(*term) == Some(Op::StrToInt) {
                let arg = self.store().args(*term)[0];
                self.numeric.add(arg);
            }
        }
        let mut inside = TermSet::new();
        for root in roots {
            let (atom, holds) = match self.store().op(*root) {
                Some(Op::Not) => (self.store().args(*root)[0], false),
                _ => (*root, true),
            };
            if self.only.insert(atom, holds).is_some_and(|before| before != holds) {
                inside.add(atom);
            }
        }
        for term in terms {
            let is_root = self.store().op(*term) == Some(Op::Not) && roots.contains(term);
            for arg in self.store().args(*term).to_vec() {
                if !is_root {
                    inside.add(arg);
                }
            }
        }
        self.only.retain(|atom, _| !inside.has(*atom));
    }

    pub(super) fn store(&self) -> &TermStore {
        self.formula.env.store
    }

    /// What represents a number or a truth value.
    pub(super) fn image(&self, term: Term) -> Term {
        self.plain.get(&term).copied().unwrap_or(term)
    }

    /// The shape of a string that was translated.
    pub(super) fn shape(&self, term: Term) -> Shape {
        self.shapes.get(term).cloned().expect("arguments come first")
    }

    /// The shape of a constant word.
    pub(super) fn word(&mut self, word: &tress_term::term::Word) -> Shape {
        let mut shape = Shape::default();
        let mut codes: Vec<Term> = Vec::new();
        for (character, count) in word.pieces() {
            let code = self.formula.int(i64::from(character));
            if count <= LONG_RUN {
                codes.extend((0..count).map(|_| code));
                continue;
            }
            self.segment(&mut shape, std::mem::take(&mut codes));
            let count = self.formula.int(i64::try_from(count).expect("words are short enough"));
            shape.pieces.push(Piece::Loop { codes: vec![code], count });
        }
        self.segment(&mut shape, codes);
        shape
    }

    fn segment(&mut self, shape: &mut Shape, codes: Vec<Term>) {
        if !codes.is_empty() {
            let length = self.formula.int(i64::try_from(codes.len()).expect("words are short enough"));
            shape.pieces.push(Piece::Segment { codes, length });
        }
    }

    /// A new restricted string.
    pub(super) fn fresh(&mut self, kind: Kind) -> Shape {
        let number = self.variables;
        self.variables += 1;
        let sizes = self.bounds.of(number, kind);
        let origin = self.formula.basis(Basis::Restricted(vec![number]));
        let mut shape = Shape { pieces: Vec::new(), owners: vec![number] };
        for size in sizes {
            let piece =
                if size == 0 { self.free_loop(origin, kind) } else { self.free_segment(origin, size) };
            shape.pieces.push(piece);
        }
        self.fill_from_the_left(origin, kind, &shape);
        shape
    }

    fn code(&mut self, origin: u32) -> Term {
        let code = self.formula.number("code");
        let range = self.formula.between(0, code, LAST_CODE);
        self.formula.add(origin, range);
        code
    }

    fn free_loop(&mut self, origin: u32, kind: Kind) -> Piece {
        // Zeros before a numeral are all the same.
        let period = if kind == Kind::Plain { self.bounds.period } else { 1 };
        let codes = (0..period).map(|_| self.code(origin)).collect();
        let (count, zero) = (self.formula.number("count"), self.formula.int(0));
        let least = self.formula.at_most(zero, count);
        self.formula.add(0, least);
        Piece::Loop { codes, count }
    }

    fn free_segment(&mut self, origin: u32, size: usize) -> Piece {
        let codes = (0..size).map(|_| self.code(origin)).collect();
        let (length, zero) = (self.formula.number("length"), self.formula.int(0));
        let most = self.formula.int(i64::try_from(size).expect("short segments"));
        let (least, most) = (self.formula.at_most(zero, length), self.formula.at_most(length, most));
        self.formula.add(0, least);
        self.formula.add(origin, most);
        Piece::Segment { codes, length }
    }

    /// A word that fits into the first segment is there: fewer ways to write the same word.
    fn fill_from_the_left(&mut self, origin: u32, kind: Kind, shape: &Shape) {
        let [Piece::Segment { codes, length }, rest @ ..] = shape.pieces.as_slice() else { return };
        if kind != Kind::Plain || rest.is_empty() {
            return;
        }
        let rest = Shape { pieces: rest.to_vec(), owners: Vec::new() };
        let (zero, rest) = (self.formula.int(0), self.formula.length(&rest));
        let size = self.formula.int(i64::try_from(codes.len()).expect("short segments"));
        let (full, none) = (self.formula.equal(*length, size), self.formula.equal(rest, zero));
        let either = self.formula.or(&[full, none]);
        self.formula.add(origin, either);
    }

    fn string(&mut self, term: Term) -> Result<Shape, Stop> {
        if let Some(word) = self.formula.env.word_of(term) {
            return Ok(self.word(&word));
        }
        let args = self.store().args(term).to_vec();
        let kind = if self.numeric.has(term) { Kind::Numeric } else { Kind::Plain };
        match (self.store().op(term), args.as_slice()) {
            (Some(Op::Concat), parts) => {
                let parts: Vec<Shape> = parts.iter().map(|part| self.shape(*part)).collect();
                Ok(Shape::join(&parts.iter().collect::<Vec<_>>()))
            }
            (Some(Op::Ite), [condition, yes, no]) => {
                let (result, condition) = (self.fresh(kind), self.image(*condition));
                let (yes, no) = (self.shape(*yes), self.shape(*no));
                let denied = self.formula.not(condition);
                self.same(&result, &yes, condition)?;
                self.same(&result, &no, denied)?;
                Ok(result)
            }
            (Some(op), args) => functions::string(self, op, args, kind),
            _ => Ok(self.fresh(kind)),
        }
    }

    /// Asserts: under a condition the words of two shapes are equal.
    pub(super) fn same(&mut self, a: &Shape, b: &Shape, when: Term) -> Result<(), Stop> {
        let [left, right] = [a, b].map(|shape| self.formula.length(shape));
        let lengths = self.formula.equal(left, right);
        self.formula.when(0, &[when], lengths);
        relate(&mut self.formula, [a, b], when, Claim::Equal)
    }

    /// Numbers and truth values.
    fn other(&mut self, term: Term) -> Result<Term, Stop> {
        let args = self.store().args(term).to_vec();
        let about_strings =
            args.iter().any(|arg| matches!(self.store().sort(*arg), Sort::String | Sort::RegLan));
        if !about_strings {
            let plain = &self.plain;
            let image = |arg: Term| plain.get(&arg).copied().unwrap_or(arg);
            return Ok(map_args(self.formula.env.store, term, image));
        }
        match (self.store().op(term), args.as_slice()) {
            (Some(Op::Length), [s]) => {
                let shape = self.shape(*s);
                Ok(self.formula.length(&shape))
            }
            (Some(Op::StrToInt), [s]) => {
                let shape = self.shape(*s);
                Ok(numerals::to_int(&mut self.formula, &shape))
            }
            (Some(Op::ToCode), [s]) => {
                let shape = self.shape(*s);
                Ok(numerals::to_code(&mut self.formula, &shape))
            }
            (Some(Op::IndexOf), [s, t, i]) => functions::index_of(self, *s, *t, *i),
            _ if self.store().sort(term) == Sort::Bool => {
                let holds = self.formula.truth("atom");
                let only = self.only.get(&term).copied();
                let denied = self.formula.not(holds);
                if only != Some(false) {
                    predicates::say(self, term, holds, true)?;
                }
                if only != Some(true) {
                    predicates::say(self, term, denied, false)?;
                }
                Ok(holds)
            }
            _ => match self.store().sort(term) {
                Sort::Int => Ok(self.formula.number("unknown")),
                _ => Ok(term),
            },
        }
    }

    /// The word of a shape under values of its terms.
    pub(super) fn decode(&self, shape: &Shape, model: &Model) -> Option<Value> {
        let value = |term: Term| match self.store().as_value(term) {
            Some(Value::Int(value)) => value.to_i64(),
            _ => match model.get(self.store().as_constant(term)?)? {
                Value::Int(value) => value.to_i64(),
                _ => None,
            },
        };
        let mut runs = tress_automata::Runs::new();
        for piece in &shape.pieces {
            match piece {
                Piece::Segment { codes, length } => {
                    let length = usize::try_from(value(*length)?).ok()?;
                    for code in codes.iter().take(length) {
                        runs.push(u32::try_from(value(*code).unwrap_or(i64::from(b'a'))).ok()?, 1);
                    }
                }
                Piece::Loop { codes, count } => {
                    let count = u64::try_from(value(*count)?).ok()?;
                    let characters = codes.iter().map(|code| value(*code).unwrap_or(i64::from(b'a')));
                    let characters: Option<Vec<u32>> =
                        characters.map(|code| u32::try_from(code).ok()).collect();
                    repeat(&mut runs, &characters?, count, self.formula.env.budget)?;
                }
            }
        }
        tress_term::term::Word::from_runs(runs).map(Value::Str)
    }

    /// The value of a string symbol under a model of the formula.
    pub(super) fn value_of(&self, symbol: Term, model: &Model) -> Option<Value> {
        self.decode(self.shapes.get(symbol)?, model)
    }
}

/// Appends characters to a word a number of times. Returns `None` if that would be too long to write.
fn repeat(runs: &mut tress_automata::Runs, characters: &[u32], count: u64, budget: &Budget) -> Option<()> {
    let bytes = count.saturating_mul((characters.len() * BYTES_PER_RUN) as u64);
    match characters {
        [only, rest @ ..] if rest.iter().all(|character| character == only) => {
            let count = count.checked_mul(characters.len() as u64)?;
            if count > 0 {
                runs.push(*only, count);
            }
        }
        _ if LOOP_ROUNDS.is_exceeded(usize::try_from(count).unwrap_or(usize::MAX), budget) => return None,
        _ if budget.room_for(bytes).is_err() => return None,
        _ => (0..count).flat_map(|_| characters).for_each(|character| runs.push(*character, 1)),
    }
    Some(())
}
