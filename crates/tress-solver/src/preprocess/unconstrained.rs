//! Terms that can have any value: a symbol that occurs once lets the term around it be whatever it likes, so
//! a new symbol replaces that term, and the old one is computed from the new one.
//!
//! Every rule here is exact in both directions: for each value of the new symbol there is a value
//! of the old one that gives it to the term, and it can be written as a term. That is the way back
//! for models. A fact only becomes weaker when it is taken alone, so a conflict of the new facts is
//! one of the old facts, with the same origins.

use tress_automata::MAX_CHAR;
use tress_base::{Int, Rational, Stop};

use tress_term::term::{Head, Op, Sort, SymbolId, Term, TermMap, TermStore, Value, map_args, post_order};

use super::Passes;

/// The terms of the facts, each once, in the order in which they are replaced.
struct FreeTerms {
    images: TermMap<Term>,
    /// New or old symbols that occur only in the one term that is looked at next.
    free: TermMap<SymbolId>,
    eliminated: Vec<(SymbolId, Term)>,
}

impl Passes<'_> {
    /// Replaces terms that can have any value by new symbols. True when there were any.
    pub(super) fn free_terms(&mut self) -> Result<bool, Stop> {
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let order = post_order(self.env.store, &roots);
        let is_open = |term: &Term| matches!(self.env.store.head(*term), Head::Quantifier(..));
        if self.is_refuted() || order.iter().any(is_open) {
            return Ok(false);
        }
        let uses = self.uses()?;
        let mut free_terms =
            FreeTerms { images: TermMap::new(), free: TermMap::new(), eliminated: Vec::new() };
        for term in order {
            self.env.budget.poll()?;
            let once = uses.get(term).copied().unwrap_or(0) == 1;
            let image =
                map_args(self.env.store, term, |arg| free_terms.images.get(arg).copied().unwrap_or(arg));
            let image = match self.freed(&mut free_terms, image) {
                Some(free) => free,
                None => image,
            };
            if once
                && let Some(symbol) = self.env.store.as_constant(image)
                && !self.env.store.is_letter(image)
            {
                free_terms.free.set(image, symbol);
            } else {
                free_terms.free.take(image);
            }
            free_terms.images.set(term, image);
        }
        for fact in &mut self.facts {
            fact.term = free_terms.images.get(fact.term).copied().unwrap_or(fact.term);
            fact.term = free_terms.chosen(self.env.store, fact.term);
        }
        if free_terms.eliminated.is_empty() {
            return Ok(false);
        }
        self.count("free-terms", free_terms.eliminated.len() as u64);
        self.eliminated.append(&mut free_terms.eliminated);
        Ok(true)
    }

    /// The replacement of a term with free arguments, if it can have any value.
    fn freed(&mut self, free_terms: &mut FreeTerms, term: Term) -> Option<Term> {
        let args = self.env.store.args(term).to_vec();
        let free: Vec<Option<SymbolId>> = args.iter().map(|arg| free_terms.free.get(*arg).copied()).collect();
        if free.iter().all(Option::is_none) {
            return None;
        }
        let op = self.env.store.op(term)?;
        match (op, args.as_slice(), free.as_slice()) {
            (Op::Not, [_], [Some(x)]) => {
                let new = self.fresh(term);
                let value = self.env.store.not(new);
                free_terms.eliminated.push((*x, value));
                Some(new)
            }
            (Op::And | Op::Or | Op::Concat, ..) => self.all_free(free_terms, term, &free),
            (Op::Ite, [_, _, _], [_, Some(x), Some(y)]) => {
                let new = self.fresh(term);
                free_terms.eliminated.extend([(*x, new), (*y, new)]);
                Some(new)
            }
            (Op::Eq, [a, b], [x, y]) => {
                let (x, other) = match (x, y) {
                    (Some(x), _) => (*x, *b),
                    (None, y) => ((*y)?, *a),
                };
                let different = self.different(other)?;
                Some(self.decide(free_terms, term, x, [other, different]))
            }
            (Op::Ge | Op::Gt, [a, b], [x, y]) => self.compared(free_terms, term, [*a, *b], [*x, *y]),
            (Op::Mul, [factor, _], [None, Some(x)]) if self.is_minus_one(*factor) => {
                let new = self.fresh(term);
                let value = self.make(Op::Sub, &[new]);
                free_terms.eliminated.push((*x, value));
                Some(new)
            }
            (Op::Add, ..) => self.summed(free_terms, term, &free),
            (Op::Contains, [hay, needle], [x, y]) => {
                self.occurring(free_terms, term, [*hay, *needle], [*x, *y])
            }
            (Op::PrefixOf | Op::SuffixOf, [needle, hay], [y, x]) => {
                self.occurring(free_terms, term, [*hay, *needle], [*x, *y])
            }
            (Op::StrToInt | Op::ToCode, [_], [Some(x)]) => Some(self.converted(free_terms, term, *x)),
            (Op::StrLe, [a, b], [x, y]) => self.ordered(free_terms, term, [*a, *b], [*x, *y]),
            _ => None,
        }
    }

    fn is_minus_one(&self, term: Term) -> bool {
        match self.env.store.as_value(term) {
            Some(Value::Int(n)) => *n == Int::MINUS_ONE,
            Some(Value::Real(n)) => *n == -Rational::ONE,
            _ => false,
        }
    }

    /// A new symbol that replaces a term.
    pub(super) fn fresh(&mut self, term: Term) -> Term {
        let name = format!("free!{}", self.fresh.len());
        let symbol = self.env.store.declare(&name, &[], self.env.store.sort(term));
        self.fresh.push((symbol, term));
        self.env.store.constant(symbol)
    }

    /// The number of a word, or its code: any number that is one, and -1 instead of others.
    fn converted(&mut self, free_terms: &mut FreeTerms, term: Term, x: SymbolId) -> Term {
        let new = self.fresh(term);
        let is_code = self.env.store.op(term) == Some(Op::ToCode);
        let back = self.make(if is_code { Op::FromCode } else { Op::StrFromInt }, &[new]);
        free_terms.eliminated.push((x, back));
        let [zero, last, none] = [0, i64::from(MAX_CHAR), -1].map(|number| self.env.store.int(number));
        let mut is_there = self.make(Op::Ge, &[new, zero]);
        if is_code {
            let is_code = self.make(Op::Ge, &[last, new]);
            is_there = self.make(Op::And, &[is_there, is_code]);
        }
        self.make(Op::Ite, &[is_there, new, none])
    }

    /// A truth value in place of the term; `x` is `yes` where it holds and `no` elsewhere.
    fn decide(&mut self, free_terms: &mut FreeTerms, term: Term, x: SymbolId, [yes, no]: [Term; 2]) -> Term {
        let new = self.fresh(term);
        let value = self.make(Op::Ite, &[new, yes, no]);
        free_terms.eliminated.push((x, value));
        new
    }

    /// All arguments are free: one takes the value, the others are neutral.
    fn all_free(
        &mut self,
        free_terms: &mut FreeTerms,
        term: Term,
        free: &[Option<SymbolId>],
    ) -> Option<Term> {
        let symbols: Vec<SymbolId> = free.iter().copied().collect::<Option<_>>()?;
        let new = self.fresh(term);
        let neutral = match self.env.store.op(term) {
            Some(Op::And) => TermStore::TRUE,
            Some(Op::Or) => TermStore::FALSE,
            _ => self.env.store.word([]),
        };
        for (index, symbol) in symbols.into_iter().enumerate() {
            free_terms.eliminated.push((symbol, if index == 0 { new } else { neutral }));
        }
        Some(new)
    }

    /// A term that differs from this one, whatever that is.
    fn different(&mut self, term: Term) -> Option<Term> {
        match self.env.store.sort(term) {
            Sort::Bool => Some(self.env.store.not(term)),
            Sort::Int => {
                let one = self.env.store.int(1);
                Some(self.make(Op::Add, &[term, one]))
            }
            Sort::Real => {
                let one = self.env.store.real(Rational::ONE);
                Some(self.make(Op::Add, &[term, one]))
            }
            Sort::String => Some(self.longer(term)),
            // There may be no other value.
            Sort::RegLan
            | Sort::Declared(_)
            | Sort::Array(_)
            | Sort::Datatype(_)
            | Sort::BitVec(_)
            | Sort::Seq(_) => None,
        }
    }

    /// The word with one character more.
    fn longer(&mut self, string: Term) -> Term {
        let character = self.env.store.word([u32::from('a')]);
        self.make(Op::Concat, &[string, character])
    }

    /// `x >= t`: `t` or one less. `t >= x`: `t` or one more.
    fn compared(
        &mut self,
        free_terms: &mut FreeTerms,
        term: Term,
        [a, b]: [Term; 2],
        free: [Option<SymbolId>; 2],
    ) -> Option<Term> {
        let (x, other, sign) = match free {
            [Some(x), _] => (x, b, Op::Sub),
            [None, y] => (y?, a, Op::Add),
        };
        let one = if self.env.store.sort(other) == Sort::Int {
            self.env.store.int(1)
        } else {
            self.env.store.real(Rational::ONE)
        };
        let away = self.make(sign, &[other, one]);
        if self.env.store.op(term) == Some(Op::Ge) {
            return Some(self.decide(free_terms, term, x, [other, away]));
        }
        let opposite = if sign == Op::Sub { Op::Add } else { Op::Sub };
        let towards = self.make(opposite, &[other, one]);
        Some(self.decide(free_terms, term, x, [towards, other]))
    }

    /// `x + t`: any number; `x` is what is missing.
    fn summed(&mut self, free_terms: &mut FreeTerms, term: Term, free: &[Option<SymbolId>]) -> Option<Term> {
        let index = free.iter().position(Option::is_some)?;
        let args = self.env.store.args(term).to_vec();
        let new = self.fresh(term);
        let mut rest = vec![new];
        rest.extend(args.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, arg)| *arg));
        let value = if rest.len() > 1 { self.make(Op::Sub, &rest) } else { new };
        free_terms.eliminated.push((free[index]?, value));
        Some(new)
    }

    /// A free needle is empty, or longer than what it is searched in. A free word that is searched
    /// in is the needle, or empty; then only the empty needle occurs all the same.
    fn occurring(
        &mut self,
        free_terms: &mut FreeTerms,
        term: Term,
        [hay, needle]: [Term; 2],
        [x, y]: [Option<SymbolId>; 2],
    ) -> Option<Term> {
        match y {
            Some(y) => Some(self.below(free_terms, term, y, hay)),
            None => Some(self.above(free_terms, term, x?, needle)),
        }
    }

    /// `x <= t`: the empty word, or `t` and more. `t <= x`: `t`, or the empty word, which is before
    /// all others.
    fn ordered(
        &mut self,
        free_terms: &mut FreeTerms,
        term: Term,
        [a, b]: [Term; 2],
        [x, y]: [Option<SymbolId>; 2],
    ) -> Option<Term> {
        match x {
            Some(x) => Some(self.below(free_terms, term, x, b)),
            None => Some(self.above(free_terms, term, y?, a)),
        }
    }

    /// The term holds when `x` is the empty word, and not when it is longer than `limit`.
    fn below(&mut self, free_terms: &mut FreeTerms, term: Term, x: SymbolId, limit: Term) -> Term {
        let (empty, longer) = (self.env.store.word([]), self.longer(limit));
        self.decide(free_terms, term, x, [empty, longer])
    }

    /// The term holds when `x` is `limit`, and for the empty word only when `limit` is empty too.
    fn above(&mut self, free_terms: &mut FreeTerms, term: Term, x: SymbolId, limit: Term) -> Term {
        let empty = self.env.store.word([]);
        let new = self.decide(free_terms, term, x, [limit, empty]);
        let nothing = self.make(Op::Eq, &[limit, empty]);
        self.make(Op::Or, &[new, nothing])
    }

    fn make(&mut self, op: Op, args: &[Term]) -> Term {
        self.env.store.app(op, args).expect("well sorted by construction")
    }
}

impl FreeTerms {
    /// A fact that is a choice with a free part holds by that part.
    fn chosen(&mut self, store: &TermStore, fact: Term) -> Term {
        if store.op(fact) != Some(Op::Or) {
            return fact;
        }
        match store.args(fact).iter().find_map(|arg| self.free.get(*arg).copied()) {
            Some(symbol) => {
                self.eliminated.push((symbol, TermStore::TRUE));
                TermStore::TRUE
            }
            None => fact,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    // New truth values that became facts are solved equations.
    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> =
        |passes| Ok(passes.free_terms()? | passes.substitute()?);

    #[test]
    fn a_symbol_that_occurs_once_decides_the_terms_around_it() {
        check(PASS, &["(not (= x y))"], &[]);
        check(
            PASS,
            &["(or (= x (str.++ y y)) (str.contains y z))", "(not (= (str.len y) 3))"],
            &["(not (= (str.len y) 3))"],
        );
        check(PASS, &["(>= (+ m n) 3)", "(not (>= (+ n k) 3))"], &[]);
        check(
            PASS,
            &["(str.contains x y)", "(= (str.++ y \"a\") (str.++ \"a\" y))"],
            &["(= (str.++ y \"a\") (str.++ \"a\" y))"],
        );
        check(PASS, &["(str.<= x y)", "(not (str.<= y z))"], &[]);
    }

    #[test]
    fn what_occurs_twice_is_not_free() {
        check(PASS, &["(str.contains x (str.++ \"a\" x \"a\" y))"], &["false"]);
        check(PASS, &["(not (= x \"\"))", "(not (= x \"a\"))"], &["(not (= x \"\"))", "(not (= x \"a\"))"]);
    }

    #[test]
    fn a_word_of_which_only_the_number_counts_is_a_number() {
        let facts = ["(or (= (str.to_int x) m) (= (str.to_int x) n))", "(= (* m m) n)"];
        let freed = "(let ((.s0 (ite (>= free!0 0) free!0 (- 1)))) (or (= m .s0) (= (* m m) .s0)))";
        check(PASS, &facts, &[freed]);
        let twice = [facts[0], facts[1], "(not (= (str.len x) 3))"];
        check(PASS, &twice, &["(let ((.s0 (str.to_int x))) (or (= .s0 m) (= .s0 (* m m))))", twice[2]]);
    }

    #[test]
    fn a_needle_may_be_empty() {
        check(
            PASS,
            &["(not (str.contains x y))", "(= (str.len y) (* 2 n))", "(>= n 1)"],
            &["(= (str.len y) (* 2 n))", "(>= n 1)", "(not (= y \"\"))"],
        );
    }
}
