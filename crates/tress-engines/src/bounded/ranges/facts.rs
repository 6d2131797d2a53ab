//! What a fact implies for the intervals of its terms.

use tress_base::{Int, Stop};

use tress_rewrite::env::Env;
use tress_rewrite::rewrite::Bounds;
use tress_term::term::{Op, Term};

use super::{Ranges, is_measured};

impl Ranges {
    /// Enters a formula that holds.
    pub(super) fn enter(&mut self, env: &mut Env<'_>, formula: Term) -> Result<(), Stop> {
        let mut waiting = vec![(formula, true)];
        while let Some((formula, holds)) = waiting.pop() {
            env.budget.poll()?;
            let args: Vec<Term> = env.store.args(formula).to_vec();
            let Some(op) = env.store.op(formula) else { continue };
            match (op, holds) {
                (Op::Not, _) => waiting.push((args[0], !holds)),
                (Op::And, true) | (Op::Or, false) => waiting.extend(args.iter().map(|arg| (*arg, holds))),
                (Op::Eq, true) if is_measured(env.store, args[0]) => {
                    args.windows(2).for_each(|pair| self.equal(pair[0], pair[1]));
                }
                (Op::Le | Op::Lt | Op::Ge | Op::Gt, _) => self.compare(op, &args, holds),
                (Op::InRe, true) => self.member(env, args[0], args[1])?,
                (Op::IsDigit, true) => self.meet(args[0], &Bounds::new(1, Some(1))),
                (Op::PrefixOf | Op::SuffixOf, true) => self.no_longer(args[0], args[1], 0),
                (Op::Contains, true) => self.no_longer(args[1], args[0], 0),
                _ => {}
            }
        }
        Ok(())
    }

    fn equal(&mut self, a: Term, b: Term) {
        let met = self.of(a).meet(&self.of(b));
        self.meet(a, &met);
        self.meet(b, &met);
    }

    /// The first is at most the second with `distance` taken away.
    fn no_longer(&mut self, a: Term, b: Term, distance: i64) {
        let distance = Int::from(distance);
        self.at_most(a, self.of(b).high.map(|high| &high - &distance));
        self.at_least(b, self.of(a).low.map(|low| &low + &distance));
    }

    fn compare(&mut self, op: Op, args: &[Term], holds: bool) {
        // That a chain of comparisons fails implies nothing for any one of them.
        if !holds && args.len() != 2 {
            return;
        }
        for pair in args.windows(2) {
            let (mut small, mut large) = (pair[0], pair[1]);
            let mut strict = matches!(op, Op::Lt | Op::Gt);
            if matches!(op, Op::Ge | Op::Gt) {
                std::mem::swap(&mut small, &mut large);
            }
            if !holds {
                std::mem::swap(&mut small, &mut large);
                strict = !strict;
            }
            self.no_longer(small, large, i64::from(strict));
        }
    }

    fn member(&mut self, env: &mut Env<'_>, word: Term, language: Term) -> Result<(), Stop> {
        if !env.is_ground(language) {
            return Ok(());
        }
        let Some(regex) = env.language_of(language)? else { return Ok(()) };
        let (least, most) = (env.regexes().min_length(regex), env.regexes().max_length(regex));
        self.meet(word, &Bounds { low: Some(Int::from(least)), high: most.map(Int::from) });
        Ok(())
    }
}
