//! Whatever a rule accepts is true: random clauses over small terms, and random values for their symbols.

use std::collections::HashMap;

use super::{connective, euf, lang, lia, norm, rup, shift, strip};
use crate::budget::{Budget, Checked};
use crate::clause::{Context, Literal};
use crate::cursor::Cursor;
use crate::eval::Known;
use crate::lexer::Lexer;
use crate::number::{Int, Rat};
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Term, Terms, Value};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    fn pick(&mut self, list: &[Term]) -> Term {
        list[self.below(list.len())]
    }
}

/// Terms by sort, the first three of each sort symbols.
struct Pool {
    cx: Context,
    by_sort: HashMap<Sort, Vec<Term>>,
    symbols: Vec<Term>,
}

const SORTS: [Sort; 5] = [Sort::Bool, Sort::Int, Sort::Real, Sort::Text, Sort::RegLan];

const OPS: [Op; 62] = [
    Op::Not,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Implies,
    Op::Eq,
    Op::Eq,
    Op::Eq,
    Op::Eq,
    Op::Distinct,
    Op::Ite,
    Op::Ite,
    Op::Add,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Mod,
    Op::Abs,
    Op::Over,
    Op::Le,
    Op::Lt,
    Op::Ge,
    Op::Gt,
    Op::Le,
    Op::ToReal,
    Op::ToInt,
    Op::Concat,
    Op::Concat,
    Op::Concat,
    Op::Concat,
    Op::Length,
    Op::Length,
    Op::StrLt,
    Op::StrLe,
    Op::At,
    Op::Substr,
    Op::PrefixOf,
    Op::SuffixOf,
    Op::Contains,
    Op::IndexOf,
    Op::Replace,
    Op::ReplaceAll,
    Op::IsDigit,
    Op::ToCode,
    Op::StrToInt,
    Op::StrFromInt,
    Op::StrToRe,
    Op::InRe,
    Op::InRe,
    Op::InRe,
    Op::ReAll,
    Op::ReAllChar,
    Op::ReNone,
    Op::ReConcat,
    Op::ReUnion,
    Op::ReInter,
    Op::ReStar,
    Op::ReOpt,
    Op::ReComp,
    Op::ReDiff,
    Op::ReRange,
];

fn small(random: &mut Random, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.below(2) == 0),
        Sort::Int => Value::Int(Int::from(random.below(5) as i32 - 1)),
        Sort::Real => {
            let num = Int::from(random.below(7) as i32 - 2);
            Value::Real(Rat::new(&num, &Int::from(2)).expect("not zero"))
        }
        _ => {
            let length = random.below(4);
            Value::Text((0..length).map(|_| [97, 98, 48][random.below(3)]).collect())
        }
    }
}

impl Pool {
    fn new(random: &mut Random) -> Self {
        let cx = Context::new(Terms::new());
        let mut pool = Self { cx, by_sort: HashMap::new(), symbols: Vec::new() };
        for sort in SORTS {
            let list = pool.by_sort.entry(sort).or_default();
            if sort == Sort::RegLan {
                list.push(pool.cx.terms.app(Op::ReAllChar, &[]).expect("small"));
                continue;
            }
            for _ in 0..2 {
                let symbol = pool.cx.terms.declare(&[], sort).expect("room");
                let term = pool.cx.terms.call(symbol, &[]).expect("a constant");
                list.push(term);
                pool.symbols.push(term);
            }
            for _ in 0..2 {
                list.push(pool.cx.terms.make(small(random, sort)).expect("room"));
            }
        }
        for _ in 0..40 {
            pool.grow(random);
        }
        pool
    }

    fn grow(&mut self, random: &mut Random) {
        let op = OPS[random.below(OPS.len())];
        let count = match op {
            Op::ReAll | Op::ReAllChar | Op::ReNone => 0,
            _ => 1 + random.below(3),
        };
        // Most tries are ill-sorted and refused.
        for _ in 0..30 {
            let common = SORTS[random.below(5)];
            let args: Vec<Term> = (0..count)
                .map(|_| {
                    let sort = if random.below(2) == 0 { common } else { SORTS[random.below(5)] };
                    random.pick(&self.by_sort[&sort])
                })
                .collect();
            if let Ok(term) = self.cx.terms.app(op, &args) {
                self.by_sort.entry(self.cx.terms.sort(term)).or_default().push(term);
                return;
            }
        }
    }

    /// Is the clause false for some values that are tried?
    fn counterexample(&mut self, clause: &[Literal], random: &mut Random) -> bool {
        let roots: Vec<Term> = clause.iter().map(|literal| literal.atom).collect();
        let order = self.cx.terms.below(&roots, &mut Budget::new(), |_| false).expect("small");
        (0..40).any(|_| {
            let values: HashMap<Term, Value> = self
                .symbols
                .iter()
                .map(|symbol| (*symbol, small(random, self.cx.terms.sort(*symbol))))
                .collect();
            let mut known: HashMap<Term, Known> = HashMap::new();
            for term in &order {
                let found = match values.get(term) {
                    Some(value) => Known::Value(self.cx.terms.make(value.clone()).expect("room")),
                    None => {
                        let args: Vec<Known> =
                            self.cx.terms.args(*term).iter().map(|arg| known[arg]).collect();
                        let budget = &mut Budget::new();
                        let found = self.cx.evaluator.apply(&mut self.cx.terms, *term, &args, budget);
                        found.unwrap_or(Known::Nothing)
                    }
                };
                known.insert(*term, found);
            }
            clause.iter().all(|literal| match known[&literal.atom] {
                Known::Value(value) => self.cx.terms.truth(value) == Some(!literal.positive),
                _ => false,
            })
        })
    }
}

/// Runs a rule that reads arguments.
fn reading(
    cx: &mut Context,
    clause: &[Literal],
    text: &str,
    rule: fn(&mut Context, &[Literal], &mut Cursor<'_>) -> Checked<()>,
) -> Checked<()> {
    let numbers = cx.terms.below(
        &clause.iter().map(|literal| literal.atom).collect::<Vec<_>>(),
        &mut Budget::new(),
        |_| false,
    )?;
    let numbers = numbers.into_iter().enumerate().map(|(index, term)| (index as u64, term)).collect();
    let mut cursor = Cursor::new(Lexer::new(text.as_bytes(), 1), &numbers);
    rule(cx, clause, &mut cursor)
}

fn refutation(random: &mut Random, depth: usize) -> String {
    let combination = |random: &mut Random| -> String {
        let count = 1 + random.below(4);
        (0..count)
            .map(|index| format!("({index} {})", ["1", "2", "-1", "1/2", "0", "1/3"][random.below(6)]))
            .collect()
    };
    match if depth == 0 { random.below(2) } else { random.below(4) } {
        0 => format!("(F {})", combination(random)),
        1 => format!("(G {})", combination(random)),
        2 => format!("(C {} {})", combination(random), refutation(random, depth - 1)),
        _ => {
            let (low, high) = (refutation(random, depth - 1), refutation(random, depth - 1));
            format!("(S (({} {})) {} {low} {high})", random.below(6), 1 + random.below(2), random.below(3))
        }
    }
}

/// A clause that some rule may accept.
fn clause(pool: &mut Pool, random: &mut Random, rule: usize) -> Vec<Literal> {
    let literal = |pool: &Pool, term: Term, random: &mut Random| {
        Literal::new(&pool.cx.terms, term, random.below(2) == 0)
    };
    let equal = |pool: &mut Pool, a: Term, b: Term| pool.cx.terms.app(Op::Eq, &[a, b]).ok();
    let formulas = pool.by_sort[&Sort::Bool].clone();
    match rule {
        // Equations of terms, or of equations of strings.
        1 | 2 | 6 => {
            let sort = if rule == 1 { SORTS[random.below(5)] } else { Sort::Text };
            let list = pool.by_sort[&sort].clone();
            let mut pair = || (random.pick(&list), random.pick(&list));
            let ((a, b), (c, d)) = (pair(), pair());
            let first = equal(pool, a, b);
            let second = if rule == 6 { None } else { equal(pool, c, d) };
            let term = match (first, second) {
                (Some(first), Some(second)) if random.below(2) == 0 => equal(pool, first, second),
                (first, _) => first,
            };
            if rule == 6 {
                let memberships: Vec<Term> = formulas
                    .iter()
                    .copied()
                    .filter(|term| pool.cx.terms.op(*term) == Some(Op::InRe))
                    .collect();
                if memberships.len() > 1 {
                    let (a, b) = (random.pick(&memberships), random.pick(&memberships));
                    return equal(pool, a, b).map(|term| literal(pool, term, random)).into_iter().collect();
                }
            }
            term.map(|term| literal(pool, term, random)).into_iter().collect()
        }
        // Comparisons of a few numbers.
        4 => (0..1 + random.below(4))
            .filter_map(|_| {
                let sort = if random.below(3) == 0 { Sort::Real } else { Sort::Int };
                let list = &pool.by_sort[&sort][..pool.by_sort[&sort].len().min(7)];
                let (a, b) = (random.pick(list), random.pick(list));
                let op = [Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Eq][random.below(5)];
                pool.cx.terms.app(op, &[a, b]).ok().map(|term| literal(pool, term, random))
            })
            .collect(),
        _ => (0..1 + random.below(4))
            .map(|_| {
                let term = random.pick(&formulas);
                // Arguments of formulas are more often connected with them.
                let args = pool.cx.terms.args(term);
                let inner: Vec<Term> =
                    args.iter().copied().filter(|arg| pool.cx.terms.sort(*arg) == Sort::Bool).collect();
                let term = if inner.is_empty() || random.below(2) == 0 { term } else { random.pick(&inner) };
                literal(pool, term, random)
            })
            .collect(),
    }
}

#[test]
fn accepted_clauses_are_true() {
    let mut accepted = [0_usize; 8];
    for seed in 0..250 {
        let random = &mut Random(seed);
        let mut pool = Pool::new(random);
        for _ in 0..400 {
            let rule = random.below(8);
            let clause = clause(&mut pool, random, rule);
            let cx = &mut pool.cx;
            cx.budget = Budget::new();
            let first = clause.first().map_or(pool.symbols[0], |literal| literal.atom);
            let found = match rule {
                0 => connective::check(cx, &clause, first),
                1 => norm::check(cx, &clause),
                2 => strip::check(cx, &clause),
                3 => euf::check(cx, &clause, &[]),
                4 => reading(cx, &clause, &refutation(random, 2), lia::check),
                5 => reading(cx, &clause, ["(fwd 50)", "(bwd 50)"][random.below(2)], lang::check),
                6 => shift::check(cx, &clause),
                _ => rup::check(cx, &clause, &[]),
            };
            if found.is_err() {
                continue;
            }
            accepted[rule] += 1;
            if pool.counterexample(&clause, random) {
                let shown: Vec<String> = clause
                    .iter()
                    .map(|literal| {
                        let sign = if literal.positive { "" } else { "not " };
                        format!("{sign}{}", crate::script::tests::shown(&pool.cx.terms, literal.atom))
                    })
                    .collect();
                panic!("seed {seed}, rule {rule}: {}", shown.join(" | "));
            }
        }
    }
    assert!(accepted.iter().all(|count| *count > 20), "{accepted:?}");
}
