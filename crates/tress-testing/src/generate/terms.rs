//! Random terms of a sort, driven by the shapes of the operator table.

use tress_base::Int;
use tress_base::Random;
use tress_term::term::{Indices, Op, Shape, Sort, Term, TermStore};

use super::knobs::Knobs;

/// The sorts that terms are generated for.
const SORTS: [Sort; 5] = [Sort::Bool, Sort::Int, Sort::Real, Sort::String, Sort::RegLan];

/// A source of random terms.
///
/// Invariant: `makers` holds, for each of `SORTS`, the operators that can give a term of it.
#[derive(Clone, Debug)]
pub struct Generator {
    /// What terms look like.
    pub knobs: Knobs,
    variables: Vec<Term>,
    makers: [Vec<Op>; 5],
}

impl Generator {
    /// A generator of terms without symbols.
    #[must_use]
    pub fn new(knobs: Knobs) -> Self {
        let makers = SORTS.map(|sort| {
            let fits = |op: &&Op| gives(op.info().shape, sort);
            knobs.operators.iter().filter(fits).copied().collect()
        });
        Self { knobs, variables: Vec::new(), makers }
    }

    /// The same, with constants to choose from where their sort fits.
    #[must_use]
    pub fn with_variables(mut self, variables: &[Term]) -> Self {
        self.variables = variables.to_vec();
        self
    }

    /// A term of a built-in sort.
    pub fn term(&self, store: &mut TermStore, random: &mut Random, sort: Sort) -> Term {
        self.at_depth(store, random, sort, self.knobs.depth)
    }

    /// A term of a built-in sort in which the operator, if it can give that sort, stands at the
    /// top.
    pub fn with_top(&self, store: &mut TermStore, random: &mut Random, op: Op, sort: Sort) -> Term {
        if gives(op.info().shape, sort) {
            self.apply(store, random, op, sort, self.knobs.depth)
        } else {
            self.term(store, random, sort)
        }
    }

    /// The sort of what the operator gives; for those that give several, one of them.
    pub fn sort_of(&self, random: &mut Random, op: Op) -> Sort {
        let fitting: Vec<Sort> = SORTS.into_iter().filter(|sort| gives(op.info().shape, *sort)).collect();
        // Every shape gives at least one of the sorts.
        fitting.get(random.below(fitting.len())).copied().unwrap_or(Sort::Bool)
    }

    /// Calls itself once for each level, and levels are few.
    fn at_depth(&self, store: &mut TermStore, random: &mut Random, sort: Sort, depth: usize) -> Term {
        let makers = SORTS.iter().position(|known| *known == sort).map(|place| &self.makers[place]);
        match makers {
            Some(makers) if depth > 0 && !makers.is_empty() && random.chance(4, 5) => {
                let op = *random.pick(makers);
                self.apply(store, random, op, sort, depth)
            }
            _ => self.leaf(store, random, sort),
        }
    }

    fn leaf(&self, store: &mut TermStore, random: &mut Random, sort: Sort) -> Term {
        let fitting: Vec<Term> =
            self.variables.iter().copied().filter(|variable| store.sort(*variable) == sort).collect();
        if !fitting.is_empty() && random.chance(2, 3) {
            return *random.pick(&fitting);
        }
        match self.knobs.value(random, sort) {
            Some(value) => store.value(value),
            None => self.regex_leaf(store, random),
        }
    }

    fn regex_leaf(&self, store: &mut TermStore, random: &mut Random) -> Term {
        let (op, args) = match random.below(8) {
            0 => (*random.pick(&[Op::ReNone, Op::ReAll]), vec![]),
            1 => (Op::ReAllChar, vec![]),
            2 => {
                let ends = [self.knobs.letter(random), self.knobs.letter(random)];
                let ends =
                    if random.chance(3, 4) { [ends[0].min(ends[1]), ends[0].max(ends[1])] } else { ends };
                (Op::ReRange, ends.map(|end| store.word([end])).to_vec())
            }
            _ => {
                let word = self.knobs.word(random);
                (Op::StrToRe, vec![store.word(word)])
            }
        };
        built(store, op, &[], &args)
    }

    fn apply(&self, store: &mut TermStore, random: &mut Random, op: Op, sort: Sort, depth: usize) -> Term {
        let sorts = self.argument_sorts(random, op, sort);
        let mut args = Vec::with_capacity(sorts.len());
        for argument in sorts {
            args.push(self.at_depth(store, random, argument, depth - 1));
        }
        let indices = self.indices(random, op);
        built(store, op, &indices, &args)
    }

    fn argument_sorts(&self, random: &mut Random, op: Op, sort: Sort) -> Vec<Sort> {
        let several = if random.chance(1, 6) { 3 } else { 2 };
        match op.info().shape {
            Shape::Fixed(sorts, _) => sorts.to_vec(),
            Shape::Many(sort) | Shape::Chain(sort) => vec![sort; several],
            Shape::Pairs(sort) => vec![sort; 2 * several - 1],
            Shape::Same => vec![self.equal_sort(random); several],
            Shape::Conditional => vec![Sort::Bool, sort, sort],
            Shape::Arithmetic => vec![sort; several],
            Shape::Minus => vec![sort; if random.chance(1, 3) { 1 } else { several }],
            Shape::Own(_) => unreachable!("operators with sorts of their own are not chosen here"),
            Shape::Comparison => vec![*random.pick(&[Sort::Int, Sort::Int, Sort::Real]); several],
        }
    }

    /// A sort to compare values of. Languages are rare, because few solvers compare them.
    fn equal_sort(&self, random: &mut Random) -> Sort {
        match random.below(20) {
            0 => Sort::RegLan,
            1..=3 => Sort::Bool,
            4..=6 => Sort::Real,
            7..=11 => Sort::Int,
            _ => Sort::String,
        }
    }

    fn indices(&self, random: &mut Random, op: Op) -> Vec<Int> {
        let count = match op.info().indices {
            Indices::No => 0,
            Indices::Exactly(count) | Indices::Own(count) => count,
            Indices::Between(low, high) => low + random.below(high - low + 1),
        };
        // A divisor must not be zero.
        let least = i64::from(op == Op::Divisible);
        (0..count).map(|_| Int::from(random.between(least, self.knobs.repetitions.max(least)))).collect()
    }
}

/// Can an operator of this shape give a term of this sort?
fn gives(shape: Shape, sort: Sort) -> bool {
    match shape {
        Shape::Fixed(_, result) => result == sort,
        Shape::Many(result) | Shape::Pairs(result) => result == sort,
        Shape::Chain(_) | Shape::Same | Shape::Comparison => sort == Sort::Bool,
        Shape::Conditional => true,
        Shape::Own(_) => false,
        Shape::Arithmetic | Shape::Minus => sort.is_numeric(),
    }
}

/// The application, whose arguments fit because the table's shape chose them.
fn built(store: &mut TermStore, op: Op, indices: &[Int], args: &[Term]) -> Term {
    store.indexed(op, indices, args).expect("arguments were chosen by the operator's shape")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_term::term::post_order;

    #[test]
    fn terms_have_the_wanted_sort_and_depth() {
        let generator = Generator::new(Knobs::default());
        let (mut store, mut random) = (TermStore::new(), Random::new(5));
        for case in 0..2000 {
            let sort = SORTS[case % 5];
            let term = generator.term(&mut store, &mut random, sort);
            assert_eq!(store.sort(term), sort);
        }
    }

    #[test]
    fn every_operator_can_stand_at_the_top() {
        let generator = Generator::new(Knobs::default());
        let (mut store, mut random) = (TermStore::new(), Random::new(5));
        for op in generator.knobs.operators.clone() {
            let sort = generator.sort_of(&mut random, op);
            let term = generator.with_top(&mut store, &mut random, op, sort);
            assert_eq!(store.op(term), Some(op));
        }
    }

    #[test]
    fn ground_terms_have_no_symbols_and_others_use_theirs() {
        let (mut store, mut random) = (TermStore::new(), Random::new(9));
        let symbol = store.declare("x", &[], Sort::String);
        let x = store.constant(symbol);
        let ground = Generator::new(Knobs::default());
        let open = Generator::new(Knobs::default()).with_variables(&[x]);
        let mut used = 0;
        for _ in 0..300 {
            let term = ground.term(&mut store, &mut random, Sort::Bool);
            assert!(!post_order(&store, &[term]).contains(&x));
            let term = open.term(&mut store, &mut random, Sort::Bool);
            used += usize::from(post_order(&store, &[term]).contains(&x));
        }
        assert!(used > 100, "{used}");
    }
}
