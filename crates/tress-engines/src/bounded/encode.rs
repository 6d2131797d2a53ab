//! Terms as circuits: one wire for every term of a problem.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};
use tress_sat::Lit;

use tress_kernel::circuits::{Gates, Logic, Number};
use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Problem};
use tress_term::model::Model;
use tress_term::term::{Head, Op, Sort, SymbolId, Term, TermStore, Value, post_order_where};

use super::limits::{BITS, CHARACTERS};
use super::reach::{Reach, Reaches};
use super::support::marked_terms;
use super::text::{Characters, Text};

/// What a term is computed as.
#[derive(Clone)]
pub(super) enum Wire {
    Truth(Lit),
    Number(Number),
    Text(Text),
}

/// The wires of the terms so far.
#[derive(Default)]
struct Wires(FxHashMap<Term, Wire>);

impl Wires {
    fn has_all(&self, store: &TermStore, args: &[Term]) -> bool {
        args.iter().all(|arg| store.sort(*arg) == Sort::RegLan || self.0.contains_key(arg))
    }

    fn truth(&self, term: Term) -> Lit {
        match self.0.get(&term) {
            Some(Wire::Truth(lit)) => *lit,
            _ => unreachable!("a term of sort Bool has a truth value"),
        }
    }

    fn number(&self, term: Term) -> Number {
        match self.0.get(&term) {
            Some(Wire::Number(number)) => number.clone(),
            _ => unreachable!("a term of sort Int has a number"),
        }
    }

    fn text(&self, term: Term) -> Text {
        match self.0.get(&term) {
            Some(Wire::Text(text)) => text.clone(),
            _ => unreachable!("a term of sort String has a text"),
        }
    }
}

/// A fact as a wire.
pub(super) struct Root {
    pub(super) holds: Lit,
    pub(super) origin: u32,
    /// Does it mention only inputs that reach as far as they can?
    pub(super) is_closed: bool,
}

/// An input.
pub(super) struct Input {
    symbol: SymbolId,
    pub(super) term: Term,
    pub(super) wire: Wire,
}

/// A problem as a circuit.
///
/// Invariant: in every model of the gates, the wire of a term has the value that the term has when
/// the symbols have the values of their wires.
pub(super) struct Circuit<'a> {
    pub(super) gates: Gates<'a>,
    pub(super) characters: Characters,
    wires: Wires,
    pub(super) inputs: Vec<Input>,
    /// The facts that have a wire.
    pub(super) roots: Vec<Root>,
}

impl<'a> Circuit<'a> {
    /// The circuit of a problem. No fact is required yet. Where a fact has no circuit, only closed ones
    /// count: all others are left out.
    ///
    /// # Errors
    /// When the budget ends.
    pub(super) fn new(
        env: &mut Env<'a>,
        problem: &Problem,
        reaches: &Reaches,
        character_bits: usize,
    ) -> Result<Self, Stop> {
        let mut circuit = Self {
            gates: Gates::new(env.seed, env.budget),
            characters: Characters::new(character_bits),
            wires: Wires::default(),
            inputs: Vec::new(),
            roots: Vec::new(),
        };
        let (open, strange) = marked_terms(env, problem, reaches)?;
        let is_partial = problem.facts.iter().any(|fact| strange.has(fact.term));
        let counts = |fact: &&Fact| !is_partial || !(strange.has(fact.term) || open.has(fact.term));
        let facts: Vec<Fact> = problem.facts.iter().filter(counts).copied().collect();
        let terms: Vec<Term> = facts.iter().map(|fact| fact.term).collect();
        for term in post_order_where(env.store, &terms, |term| env.store.sort(term) != Sort::RegLan) {
            env.budget.poll()?;
            if !circuit.wires.has_all(env.store, env.store.args(term)) {
                continue;
            }
            let wire = circuit.wire(env, reaches, term)?;
            circuit.gates.check()?;
            let Some(wire) = wire else { continue };
            let fits = match &wire {
                Wire::Text(text) => !CHARACTERS.is_exceeded(text.cells.len(), env.budget),
                Wire::Number(number) => !BITS.is_exceeded(number.width(), env.budget),
                Wire::Truth(_) => true,
            };
            if fits {
                circuit.wires.0.insert(term, wire);
            }
        }
        for fact in facts.iter().filter(|fact| circuit.wires.0.contains_key(&fact.term)) {
            let (holds, is_closed) = (circuit.wires.truth(fact.term), !open.has(fact.term));
            circuit.roots.push(Root { holds, origin: fact.origin, is_closed });
        }
        Ok(circuit)
    }

    /// The values of the inputs in the model that was found.
    pub(super) fn model(&self) -> Model {
        let mut model = Model::new();
        for input in &self.inputs {
            let value = match &input.wire {
                Wire::Truth(lit) => Value::Bool(self.gates.value(*lit)),
                Wire::Number(number) => Value::Int(self.gates.number_value(number)),
                Wire::Text(text) => Value::Str(self.characters.value(&self.gates, text).into()),
            };
            model.set(input.symbol, value);
        }
        model
    }

    fn wire(&mut self, env: &mut Env<'_>, reaches: &Reaches, term: Term) -> Result<Option<Wire>, Stop> {
        let args: Vec<Term> = env.store.args(term).to_vec();
        Ok(match env.store.head(term) {
            Head::Value(_) => match env.store.as_value(term) {
                Some(Value::Bool(truth)) => Some(Wire::Truth(Gates::constant(*truth))),
                Some(Value::Int(number)) if !BITS.is_exceeded(number.bit_len() + 1, env.budget) => {
                    Some(Wire::Number(Number::constant(number.clone())))
                }
                Some(Value::Str(word)) if !CHARACTERS.is_exceeded(word.len(), env.budget) => {
                    self.characters.word(word).map(Wire::Text)
                }
                _ => None,
            },
            Head::Symbol(symbol) if args.is_empty() => self.input(env, reaches, symbol, term),
            Head::Op(Op::InRe, _) => self.membership(env, args[0], args[1])?.map(Wire::Truth),
            Head::Op(Op::Divisible, list) => {
                let divisor = env.store.indices(list)[0].clone();
                let (_, rest) = self.gates.divide(&self.wires.number(args[0]), &divisor);
                Some(Wire::Truth(self.gates.equal(&rest, &Number::constant(0))))
            }
            Head::Op(op, _) => match env.store.sort(term) {
                Sort::Bool => self.formula(env.store, op, &args).map(Wire::Truth),
                Sort::Int => self.integer(env, op, &args).map(Wire::Number),
                Sort::String => self.string(env, op, &args).map(Wire::Text),
                _ => None,
            },
            _ => None,
        })
    }

    fn input(&mut self, env: &Env<'_>, reaches: &Reaches, symbol: SymbolId, term: Term) -> Option<Wire> {
        let wire = match (env.store.sort(term), reaches.of(term)) {
            (Sort::Bool, _) => Wire::Truth(self.gates.input(false)),
            (Sort::Int, Some(Reach { low, high, .. })) => {
                Wire::Number(self.gates.number(low.clone(), high.clone()))
            }
            (Sort::String, Some(Reach { low, high, .. })) => {
                let (low, high) = (low.to_usize()?, high.to_usize()?);
                if CHARACTERS.is_exceeded(high, env.budget) {
                    return None;
                }
                Wire::Text(self.characters.input(&mut self.gates, low, high))
            }
            _ => return None,
        };
        self.inputs.push(Input { symbol, term, wire: wire.clone() });
        Some(wire)
    }

    fn membership(&mut self, env: &mut Env<'_>, subject: Term, language: Term) -> Result<Option<Lit>, Stop> {
        if !env.is_ground(language) {
            return Ok(None);
        }
        let Some(regex) = env.language_of(language)? else { return Ok(None) };
        let text = self.wires.text(subject);
        let budget = env.budget;
        self.characters.member(&mut self.gates, &text, (env.regexes(), regex, budget))
    }

    fn formula(&mut self, store: &TermStore, op: Op, args: &[Term]) -> Option<Lit> {
        let texts = |circuit: &Self| [circuit.wires.text(args[0]), circuit.wires.text(args[1])];
        Some(match op {
            Op::Not => !self.wires.truth(args[0]),
            Op::And | Op::Or | Op::Xor | Op::Implies => self.connective(op, args),
            Op::Ite => {
                let [condition, then, other] = [0, 1, 2].map(|at| self.wires.truth(args[at]));
                self.gates.choice(condition, then, other)
            }
            Op::Eq => {
                let same: Option<Vec<Lit>> =
                    args.windows(2).map(|pair| self.equation(store, pair[0], pair[1])).collect();
                self.gates.and_all(&same?)
            }
            Op::Distinct => {
                let mut all = Vec::new();
                for (index, a) in args.iter().enumerate() {
                    // There may be more pairs than the budget has memory for; the caller checks the reason.
                    self.gates.check().ok()?;
                    for b in &args[..index] {
                        all.push(!self.equation(store, *a, *b)?);
                    }
                }
                self.gates.and_all(&all)
            }
            Op::Le | Op::Lt | Op::Ge | Op::Gt | Op::StrLt | Op::StrLe => self.comparison(store, op, args)?,
            Op::PrefixOf => {
                let [part, text] = texts(self);
                self.characters.begins(&mut self.gates, &text, &part)
            }
            Op::SuffixOf => {
                let [part, text] = texts(self);
                self.characters.ends(&mut self.gates, &text, &part)
            }
            Op::Contains => {
                let [text, part] = texts(self);
                self.characters.contains(&mut self.gates, &text, &part)
            }
            Op::IsDigit => self.characters.is_digit(&mut self.gates, &self.wires.text(args[0])),
            _ => return None,
        })
    }

    fn connective(&mut self, op: Op, args: &[Term]) -> Lit {
        let mut truths: Vec<Lit> = args.iter().map(|arg| self.wires.truth(*arg)).collect();
        match op {
            Op::And => self.gates.and_all(&truths),
            Op::Xor => truths.into_iter().fold(Gates::FALSE, |odd, truth| self.gates.xor(odd, truth)),
            Op::Or => self.gates.or_all(&truths),
            _ => {
                let last = truths.len() - 1;
                truths[..last].iter_mut().for_each(|truth| *truth = !*truth);
                self.gates.or_all(&truths)
            }
        }
    }

    fn equation(&mut self, store: &TermStore, a: Term, b: Term) -> Option<Lit> {
        Some(match store.sort(a) {
            Sort::Bool => {
                let (a, b) = (self.wires.truth(a), self.wires.truth(b));
                self.gates.same(a, b)
            }
            Sort::Int => self.gates.equal(&self.wires.number(a), &self.wires.number(b)),
            Sort::String => self.characters.equal(&mut self.gates, &self.wires.text(a), &self.wires.text(b)),
            _ => return None,
        })
    }

    fn comparison(&mut self, store: &TermStore, op: Op, args: &[Term]) -> Option<Lit> {
        let mut all = Vec::new();
        for pair in args.windows(2) {
            let turned = matches!(op, Op::Ge | Op::Gt);
            let (a, b) = if turned { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
            // At most: the other is not less.
            let strict = matches!(op, Op::Lt | Op::Gt | Op::StrLt);
            let (x, y) = if strict { (a, b) } else { (b, a) };
            let less = match store.sort(a) {
                Sort::Int => self.gates.less(&self.wires.number(x), &self.wires.number(y)),
                Sort::String => {
                    self.characters.before(&mut self.gates, &self.wires.text(x), &self.wires.text(y))
                }
                _ => return None,
            };
            all.push(if strict { less } else { !less });
        }
        Some(self.gates.and_all(&all))
    }

    fn integer(&mut self, env: &Env<'_>, op: Op, args: &[Term]) -> Option<Number> {
        let sort = env.store.sort(args[0]);
        Some(match op {
            Op::Ite => self.gates.choose(
                self.wires.truth(args[0]),
                &self.wires.number(args[1]),
                &self.wires.number(args[2]),
            ),
            Op::Add | Op::Mul | Op::Sub if sort == Sort::Int => return self.arithmetic(env.budget, op, args),
            Op::IntDiv | Op::Mod if args.len() == 2 => {
                let [number, divisor] = [0, 1].map(|at| self.wires.number(args[at]));
                let (quotient, remainder) = self.gates.divide_by(&number, &divisor);
                if op == Op::IntDiv { quotient } else { remainder }
            }
            Op::Abs => self.gates.absolute(&self.wires.number(args[0])),
            Op::Length => self.wires.text(args[0]).length,
            Op::IndexOf => {
                let (text, part, start) =
                    (self.wires.text(args[0]), self.wires.text(args[1]), self.wires.number(args[2]));
                self.characters.index(&mut self.gates, &text, &part, &start)
            }
            Op::LastIndexOf => self.characters.last_index(
                &mut self.gates,
                &self.wires.text(args[0]),
                &self.wires.text(args[1]),
            ),
            Op::ToCode => self.characters.to_code(&mut self.gates, &self.wires.text(args[0])),
            Op::StrToInt => self.characters.to_number(&mut self.gates, &self.wires.text(args[0])),
            _ => return None,
        })
    }

    /// Returns `None` if the result is wider than circuits may be.
    fn arithmetic(&mut self, budget: &Budget, op: Op, args: &[Term]) -> Option<Number> {
        let first = self.wires.number(args[0]);
        if op == Op::Sub && args.len() == 1 {
            return Some(self.gates.subtract(&Number::constant(0), &first));
        }
        args[1..].iter().try_fold(first, |sum, arg| {
            let next = self.wires.number(*arg);
            let result = match op {
                Op::Add => self.gates.add(&sum, &next),
                Op::Sub => self.gates.subtract(&sum, &next),
                _ => self.gates.multiply(&sum, &next),
            };
            (!BITS.is_exceeded(result.width(), budget) && !self.gates.is_stopped()).then_some(result)
        })
    }

    fn string(&mut self, env: &Env<'_>, op: Op, args: &[Term]) -> Option<Text> {
        Some(match op {
            Op::Ite => {
                let condition = self.wires.truth(args[0]);
                self.characters.choose(
                    &mut self.gates,
                    condition,
                    &self.wires.text(args[1]),
                    &self.wires.text(args[2]),
                )
            }
            Op::Concat => {
                let first = self.wires.text(args[0]);
                args[1..].iter().try_fold(first, |whole, arg| {
                    let next = self.wires.text(*arg);
                    let length = whole.cells.len() + next.cells.len();
                    let fits = !CHARACTERS.is_exceeded(length, env.budget) && !self.gates.is_stopped();
                    fits.then(|| self.characters.concat(&mut self.gates, &whole, &next))
                })?
            }
            Op::At | Op::Substr => {
                let (text, start) = (self.wires.text(args[0]), self.wires.number(args[1]));
                let count = if op == Op::At { Number::constant(1) } else { self.wires.number(args[2]) };
                self.characters.part(&mut self.gates, &text, &start, &count)
            }
            Op::Replace => {
                let [text, part, new] = [0, 1, 2].map(|at| self.wires.text(args[at]));
                self.characters.replace(&mut self.gates, &text, &part, &new)
            }
            Op::ReplaceAll => {
                let words = [1, 2].map(|at| env.word_of(args[at]).unwrap_or_default());
                if let ([old], [new]) = (&*words[0], &*words[1]) {
                    return self.characters.exchange(&mut self.gates, &self.wires.text(args[0]), *old, *new);
                }
                let [text, part, new] = [0, 1, 2].map(|at| self.wires.text(args[at]));
                self.characters.replace_all(&mut self.gates, &text, &part, &new, env.budget)?
            }
            Op::Rev => self.characters.reverse(&mut self.gates, &self.wires.text(args[0])),
            Op::ToLower | Op::ToUpper => {
                self.characters.change_case(&mut self.gates, &self.wires.text(args[0]), op == Op::ToUpper)
            }
            Op::FromCode => self.characters.character_of(&mut self.gates, &self.wires.number(args[0])),
            Op::StrFromInt => self.characters.digits_of(&mut self.gates, &self.wires.number(args[0])),
            _ => return None,
        })
    }
}
