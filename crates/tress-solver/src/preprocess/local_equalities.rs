//! Equations that hold only together with their neighbours: in `(and (= x t) φ)` the term `t` replaces `x` in
//! `φ`.
//!
//! The same holds for `(or (not (= x t)) φ)`. The equation itself stays, since `x` may occur outside; where
//! it does not, `x` now occurs once, and other passes drop it. Every change is an equality of terms, so facts
//! keep their origins and models.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::Stop;

use tress_term::term::{Head, Op, Term, TermMap, map_args, post_order, post_order_where};

use super::Passes;
use super::limits::LOCAL_PARTS;
use super::substitute::{ValueKind, equations, kind_of};

/// Work for each term that is there: looking at one is one, making one is [`NEW`]. So the work is linear.
const WORK: usize = 16;
/// Work of making a term, which is rewritten afterwards.
const NEW: usize = 8;

/// The equations of one junction, solved.
#[derive(Default)]
struct Local {
    /// The value of each solved symbol. No solved symbol occurs in a value.
    values: FxHashMap<Term, Term>,
    /// Symbols that occur in values.
    used: FxHashSet<Term>,
    /// For each argument that is an equation, its symbol, and whether its value became another.
    solved: FxHashMap<usize, (Term, bool)>,
}

impl Passes<'_> {
    /// Uses equations among their neighbours. Returns whether something changed.
    pub(super) fn local_equalities(&mut self) -> Result<bool, Stop> {
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let order = post_order(self.env.store, &roots);
        let is_closed = |term: &Term| matches!(self.env.store.head(*term), Head::Quantifier(..));
        if self.is_refuted() || order.iter().any(is_closed) {
            return Ok(false);
        }
        let mut left = order.len() * WORK;
        let mut images: TermMap<Term> = TermMap::new();
        let mut found = 0;
        for term in order {
            self.env.budget.poll()?;
            let image = map_args(self.env.store, term, |arg| images.get(arg).copied().unwrap_or(arg));
            let new = self.localised(image, &mut left)?;
            found += u64::from(new != image);
            if new != term {
                images.set(term, new);
            }
        }
        for fact in &mut self.facts {
            fact.term = images.get(fact.term).copied().unwrap_or(fact.term);
        }
        self.count("equations-beside", found);
        Ok(found > 0)
    }

    /// A junction with its equations put in.
    fn localised(&mut self, term: Term, left: &mut usize) -> Result<Term, Stop> {
        let op = self.env.store.op(term);
        if !matches!(op, Some(Op::And | Op::Or)) {
            return Ok(term);
        }
        let negated = op == Some(Op::Or);
        let args = self.env.store.args(term).to_vec();
        let local = self.solve_locally(&args, negated)?;
        if local.solved.is_empty() || *left == 0 {
            return Ok(term);
        }
        let mut images = FxHashMap::default();
        let mut new = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            // In its own equation the symbol stays.
            let Some((symbol, has_changed)) = local.solved.get(&index) else {
                let Some(image) = self.local_image(&local, &mut images, *arg, left)? else { return Ok(term) };
                new.push(image);
                continue;
            };
            if !has_changed {
                new.push(*arg);
                continue;
            }
            let equation = self.env.store.app(Op::Eq, &[*symbol, local.values[symbol]]).expect("one sort");
            new.push(if negated { self.env.store.not(equation) } else { equation });
        }
        Ok(self.env.store.with_args(term, &new).expect("truth values"))
    }

    /// Solves the equations among the arguments of a conjunction; of a disjunction, those that are negated.
    fn solve_locally(&mut self, args: &[Term], negated: bool) -> Result<Local, Stop> {
        let mut local = Local::default();
        let mut open = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            self.env.budget.poll()?;
            let literal = if negated { self.env.store.not(*arg) } else { *arg };
            let atom = if self.env.store.op(literal) == Some(Op::Not) {
                self.env.store.args(literal)[0]
            } else {
                literal
            };
            if self.env.store.op(atom) == Some(Op::Eq) {
                open.extend(
                    equations(self.env.store, literal).into_iter().flatten().map(|pair| (index, pair)),
                );
            }
        }
        for kind in [ValueKind::Constant, ValueKind::Symbol, ValueKind::Other] {
            for (index, (symbol, value)) in &open {
                if local.solved.contains_key(index)
                    || kind_of(self.env.store, *value) != kind
                    || local.values.contains_key(symbol)
                    || local.used.contains(symbol)
                {
                    continue;
                }
                self.solve_one(&mut local, *index, *symbol, *value)?;
            }
        }
        Ok(local)
    }

    /// Takes one more equation, unless its value is large or mentions the symbol.
    fn solve_one(&mut self, local: &mut Local, index: usize, symbol: Term, value: Term) -> Result<(), Stop> {
        let most = usize::try_from(LOCAL_PARTS.most(self.env.budget)).unwrap_or(usize::MAX);
        let mut left = most.saturating_mul(NEW);
        let mut images = FxHashMap::default();
        if self.small_parts(value).is_none() {
            return Ok(());
        }
        let Some(new) = self.local_image(local, &mut images, value, &mut left)? else { return Ok(()) };
        let Some(parts) = self.small_parts(new) else { return Ok(()) };
        if !parts.contains(&symbol) {
            local.used.extend(parts.into_iter().filter(|part| self.env.store.as_constant(*part).is_some()));
            local.values.insert(symbol, new);
            local.solved.insert(index, (symbol, new != value));
        }
        Ok(())
    }

    /// All parts of a term, when they are few.
    fn small_parts(&self, term: Term) -> Option<Vec<Term>> {
        let mut parts = vec![term];
        let mut next = 0;
        while next < parts.len() {
            for arg in self.env.store.args(parts[next]) {
                if !parts.contains(arg) {
                    parts.push(*arg);
                }
                if LOCAL_PARTS.is_exceeded(parts.len(), self.env.budget) {
                    return None;
                }
            }
            next += 1;
        }
        Some(parts)
    }

    /// The term with values put in. Returns `None` if that is too much work.
    fn local_image(
        &mut self,
        local: &Local,
        images: &mut FxHashMap<Term, Term>,
        root: Term,
        left: &mut usize,
    ) -> Result<Option<Term>, Stop> {
        let is_open = |term: Term| !local.values.contains_key(&term) && !images.contains_key(&term);
        for term in post_order_where(self.env.store, &[root], is_open) {
            self.env.budget.poll()?;
            let known =
                |arg: Term| local.values.get(&arg).or_else(|| images.get(&arg)).copied().unwrap_or(arg);
            let image = map_args(self.env.store, term, known);
            let Some(rest) = left.checked_sub(if image == term { 1 } else { NEW }) else { return Ok(None) };
            *left = rest;
            images.insert(term, image);
        }
        Ok(local.values.get(&root).or_else(|| images.get(&root)).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.local_equalities();

    #[test]
    fn an_equation_is_used_beside_itself() {
        check(
            PASS,
            &["(or a (and (= x (str.++ y \"a\")) (= y \"b\") (str.contains z x)))"],
            &["(or a (and (= y \"b\") (= x \"ba\") (str.contains z \"ba\")))"],
        );
        check(
            PASS,
            &["(or (not (= x \"a\")) (= (str.++ x y) z))"],
            &["(or (not (= x \"a\")) (= z (str.++ \"a\" y)))"],
        );
        check(
            PASS,
            &["(or a (and (= b (not c)) (or b (= x \"a\")) (or c (= x \"b\"))))"],
            &["(or a (and (or c (= x \"b\")) (not (= b c)) (or (not c) (= x \"a\"))))"],
        );
    }

    #[test]
    fn an_equation_is_not_used_outside() {
        for fact in [
            "(or (= x \"a\") (str.contains z x))",
            "(or a (and (= x (str.replace y x z)) (str.contains z x)))",
        ] {
            check(PASS, &[fact], &[fact]);
        }
    }
}
