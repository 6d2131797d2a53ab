//! Small quantified formulas over short words and small numbers.

use tress_base::Int;
use tress_base::Random;
use tress_solver::Solver;
use tress_solver::options::{Opt, Options};
use tress_term::term::{Op, Sort, SymbolId, Term, Value};

/// A formula, with its quantifiers in sight.
pub(super) enum Formula {
    /// No quantifier.
    Atom(Term),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Equal(Box<[Formula; 2]>),
    Quantified {
        forall: bool,
        variables: Vec<Variable>,
        body: Box<Formula>,
    },
}

/// A symbol and the values it is restricted to.
#[derive(Clone)]
pub(super) struct Variable {
    pub(super) symbol: SymbolId,
    pub(super) term: Term,
    pub(super) values: Vec<Value>,
    /// The formula that says so.
    pub(super) guard: Term,
}

/// A problem: what is asserted are the guards of the free symbols, then the formulas.
pub(super) struct Quantified {
    pub(super) solver: Solver,
    pub(super) free: Vec<Variable>,
    pub(super) formulas: Vec<Formula>,
    /// Are bound symbols restricted too? Otherwise nothing is known by counting.
    pub(super) is_guarded: bool,
    pub(super) assertions: Vec<Term>,
}

/// Draws one problem.
pub(super) struct Drawer<'a> {
    random: &'a mut Random,
    solver: Solver,
    names: usize,
    is_guarded: bool,
}

/// Milliseconds for one check.
pub(super) const LIMIT: u64 = 10_000;
/// Symbols that quantifiers of one formula bind, one below the other.
const MOST_BOUND: usize = 3;

impl Quantified {
    pub(super) fn new(random: &mut Random, is_guarded: bool) -> Self {
        let mut options = Options::default();
        options.set_number(Opt::Timeout, LIMIT);
        let mut drawer = Drawer { random, solver: Solver::with_options(options), names: 0, is_guarded };
        let count = drawer.random.below(3);
        let free: Vec<Variable> = (0..count).map(|_| drawer.variable("x")).collect();
        let mut formulas = Vec::new();
        for _ in 0..1 + drawer.random.below(2) {
            formulas.push(drawer.formula(&free, 3, MOST_BOUND));
        }
        let mut assertions: Vec<Term> = free.iter().map(|variable| variable.guard).collect();
        for formula in &formulas {
            let term = drawer.term(formula);
            assertions.push(term);
        }
        let mut solver = drawer.solver;
        for term in &assertions {
            solver.assert(*term);
        }
        Self { solver, free, formulas, is_guarded, assertions }
    }
}

impl Drawer<'_> {
    fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.solver.terms.app(op, args).expect("well sorted")
    }

    fn word(&mut self, text: &str) -> Term {
        self.solver.terms.value(Value::text(text))
    }

    fn variable(&mut self, prefix: &str) -> Variable {
        self.names += 1;
        let sort = if self.random.chance(2, 3) { Sort::String } else { Sort::Int };
        let name = format!("{prefix}{}", self.names);
        let symbol = match prefix {
            "x" => self.solver.declare(&name, &[], sort, false),
            _ => self.solver.terms.declare(&name, &[], sort),
        };
        let term = self.solver.terms.constant(symbol);
        let most = 1 + self.random.below(2);
        let (values, guard) = match sort {
            Sort::String => (words(most), self.short(term, most)),
            _ => {
                let [low, high] = [0, most as i64].map(|n| self.solver.terms.int(n));
                let guard = self.app(Op::Le, &[low, term, high]);
                ((0..=most as i64).map(|n| Value::Int(Int::from(n))).collect(), guard)
            }
        };
        Variable { symbol, term, values, guard }
    }

    /// A word over two characters, of limited length: said in one of two ways.
    fn short(&mut self, word: Term, most: usize) -> Term {
        let [a, b] = ["a", "b"].map(|letter| self.word(letter));
        let letters = self.app(Op::ReRange, &[a, b]);
        if self.random.chance(1, 2) {
            let [low, high] = [0, most].map(Int::from);
            let language = self.solver.terms.indexed(Op::ReLoop, &[low, high], &[letters]);
            return self.app(Op::InRe, &[word, language.expect("well sorted")]);
        }
        let all = self.app(Op::ReStar, &[letters]);
        let inside = self.app(Op::InRe, &[word, all]);
        let (length, most) = (self.app(Op::Length, &[word]), self.solver.terms.int(most as i64));
        let short = self.app(Op::Le, &[length, most]);
        self.app(Op::And, &[short, inside])
    }

    /// Calls itself once for each level.
    fn formula(&mut self, scope: &[Variable], level: usize, bound: usize) -> Formula {
        if level == 0 || (level == 1 && self.random.chance(1, 2)) {
            return Formula::Atom(self.atom(scope));
        }
        match self.random.below(8) {
            0 => Formula::Not(Box::new(self.formula(scope, level - 1, bound))),
            1 => Formula::And((0..2).map(|_| self.formula(scope, level - 1, bound / 2)).collect()),
            2 => Formula::Or((0..2).map(|_| self.formula(scope, level - 1, bound / 2)).collect()),
            3 => Formula::Equal(Box::new([0, 1].map(|_| self.formula(scope, level - 1, bound / 2)))),
            _ if bound > 0 => {
                let count = 1 + usize::from(bound > 1 && self.random.chance(1, 4));
                let variables: Vec<Variable> = (0..count).map(|_| self.variable("w")).collect();
                let mut inner = scope.to_vec();
                inner.extend(variables.iter().cloned());
                let body = Box::new(self.formula(&inner, level, bound - count));
                Formula::Quantified { forall: self.random.chance(3, 5), variables, body }
            }
            _ => Formula::Or((0..2).map(|_| self.formula(scope, level - 1, bound)).collect()),
        }
    }

    fn atom(&mut self, scope: &[Variable]) -> Term {
        let [s, t] = [0, 1].map(|_| self.string(scope, 1));
        match self.random.below(9) {
            0 | 1 => self.app(Op::Eq, &[s, t]),
            2 => self.app(Op::Contains, &[s, t]),
            3 => self.app(Op::PrefixOf, &[s, t]),
            4 => self.app(Op::SuffixOf, &[s, t]),
            5 => self.app(Op::StrLe, &[s, t]),
            6 => {
                let letter = self.literal();
                let letter = self.app(Op::StrToRe, &[letter]);
                let star = self.app(Op::ReStar, &[letter]);
                self.app(Op::InRe, &[s, star])
            }
            op => {
                let [m, n] = [0, 1].map(|_| self.number(scope));
                self.app(if op == 7 { Op::Le } else { Op::Eq }, &[m, n])
            }
        }
    }

    fn literal(&mut self) -> Term {
        let text = *self.random.pick(&["a", "b", "ab", "ba", ""]);
        self.word(text)
    }

    /// One of the symbols of a sort in scope, inner ones more often.
    fn symbol(&mut self, scope: &[Variable], sort: Sort) -> Option<Term> {
        let fitting: Vec<Term> = scope
            .iter()
            .map(|variable| variable.term)
            .filter(|term| self.solver.terms.sort(*term) == sort)
            .collect();
        let last = *fitting.last()?;
        Some(if self.random.chance(1, 2) { last } else { *self.random.pick(&fitting) })
    }

    /// Calls itself once for each level.
    fn string(&mut self, scope: &[Variable], level: usize) -> Term {
        if level > 0 && self.random.chance(1, 4) {
            let [s, t] = [0, 1].map(|_| self.string(scope, 0));
            return match self.random.below(4) {
                0 => {
                    let n = self.number(scope);
                    self.app(Op::At, &[s, n])
                }
                1 => {
                    let new = self.literal();
                    self.app(Op::Replace, &[s, t, new])
                }
                _ => self.app(Op::Concat, &[s, t]),
            };
        }
        match self.symbol(scope, Sort::String) {
            Some(term) if self.random.chance(4, 5) => term,
            _ => self.literal(),
        }
    }

    fn number(&mut self, scope: &[Variable]) -> Term {
        let base = match (self.symbol(scope, Sort::Int), self.random.below(3)) {
            (Some(term), 0 | 1) => term,
            (_, 2) => {
                let number = self.random.between(0, 2);
                self.solver.terms.int(number)
            }
            _ => {
                let word = self.string(scope, 0);
                self.app(Op::Length, &[word])
            }
        };
        if self.random.chance(1, 4) {
            let one = self.solver.terms.int(1);
            return self.app(Op::Add, &[base, one]);
        }
        base
    }

    /// The formula as a term. Calls itself once for each level.
    fn term(&mut self, formula: &Formula) -> Term {
        match formula {
            Formula::Atom(term) => *term,
            Formula::Not(inner) => {
                let inner = self.term(inner);
                self.solver.terms.not(inner)
            }
            Formula::And(parts) | Formula::Or(parts) => {
                let op = if matches!(formula, Formula::And(_)) { Op::And } else { Op::Or };
                let parts: Vec<Term> = parts.iter().map(|part| self.term(part)).collect();
                self.app(op, &parts)
            }
            Formula::Equal(sides) => {
                let [a, b] = [0, 1].map(|side| self.term(&sides[side]));
                self.app(Op::Eq, &[a, b])
            }
            Formula::Quantified { forall, variables, body } => {
                let mut body = self.term(body);
                if self.is_guarded {
                    let mut parts: Vec<Term> = variables.iter().map(|variable| variable.guard).collect();
                    parts.push(body);
                    body = self.app(if *forall { Op::Implies } else { Op::And }, &parts);
                }
                let bound: Vec<SymbolId> = variables.iter().map(|variable| variable.symbol).collect();
                self.solver.terms.quantifier(*forall, &bound, body).expect("a formula")
            }
        }
    }
}

/// All words over two characters up to a length.
fn words(most: usize) -> Vec<Value> {
    let mut all = vec![String::new()];
    let mut longest = vec![String::new()];
    for _ in 0..most {
        longest =
            longest.iter().flat_map(|word| ["a", "b"].map(|letter| format!("{word}{letter}"))).collect();
        all.extend(longest.iter().cloned());
    }
    all.iter().map(|word| Value::text(word)).collect()
}
