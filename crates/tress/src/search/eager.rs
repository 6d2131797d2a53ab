//! What follows from an assignment at once, before it is complete.
//!
//! Enters: classes that became one, or became equal to a literal. Leaves: values of functions whose
//! arguments are literals, told to the graph; clauses against classes that would begin or end in
//! two ways or be too short (`content`). Each looks only at what changed.

use tress_automata::{Regex, RegexStore, View, matches};
use tress_base::Stop;
use tress_sat::Search;

use crate::eval::EvalError;
use crate::term::{Head, Op, Sort, Term, Value, Word};

use super::align::End;
use super::content::{Content, Contradiction, Known, Witness};
use super::egraph::{EQUATION, Node};
use super::rules::Rule;
use super::theories::Theories;

/// Steps of work for the value of one function.
const EVALUATION_STEPS: u64 = 20_000;
/// Most characters of a concatenation that are put together.
const LONGEST: usize = 1 << 10;

impl Theories {
    /// Draws conclusions from what the graph has just learned. False when there was a conflict;
    /// the graph may have something new to close otherwise.
    pub(super) fn conclude_eagerly(&mut self, search: &mut Search<'_>) -> Result<bool, Stop> {
        for (gone, kept) in std::mem::take(&mut self.graph.joined) {
            if let Err(found) = self.contents.join(gone, kept) {
                self.content_conflict(&found, search);
                return Ok(false);
            }
        }
        for place in std::mem::take(&mut self.new_members) {
            if !self.learn_language(place, search) {
                return Ok(false);
            }
        }
        for node in std::mem::take(&mut self.new_applications) {
            if !self.look_at(node, search)? {
                return Ok(false);
            }
        }
        for (label, count) in std::mem::take(&mut self.graph.now_constant) {
            for place in 0..count {
                let user = self.graph.use_at(label, place);
                if !self.look_at(user, search)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// What a new string is known to begin and end with, and how long it can be.
    pub(super) fn first_content(&mut self, term: Term, node: Node) {
        let why = Witness { node, literal: None };
        let mut content = Content::default();
        if let Some(Value::Str(word)) = self.store.as_value(term) {
            let known = Known { word: word.clone(), whole: true, why };
            content = Content {
                least: Some((word.len(), why)),
                most: Some((word.len(), why)),
                front: Some(known.clone()),
                back: Some(known),
            };
        }
        let args = self.store.args(term);
        let literal_length = |arg: &Term| match self.store.as_value(*arg) {
            Some(Value::Str(word)) => word.len(),
            _ => 0,
        };
        match self.store.op(term) {
            Some(Op::Concat) => content.least = Some((args.iter().map(literal_length).sum(), why)),
            Some(Op::At | Op::FromCode) => content.most = Some((1, why)),
            Some(Op::Substr) => {
                if let Some(Value::Int(most)) = self.store.as_value(args[2]) {
                    content.most = most.to_usize().map(|most| (most, why));
                }
            }
            _ => {}
        }
        self.contents.begin(node, content);
    }

    /// A string is in a language, whose words begin and end in some way.
    fn learn_language(&mut self, place: u32, search: &mut Search<'_>) -> bool {
        let membership = self.memberships[place as usize];
        let literal = membership.var.positive();
        let Some(node) = self.nodes.get(membership.subject).copied() else { return true };
        if search.value(literal) != Some(true) {
            return true;
        }
        let why = Witness { node, literal: Some(literal) };
        let regexes = self.evaluator.regexes_mut();
        let (front, back) = ends(regexes, membership.regex);
        let least = usize::try_from(regexes.min_length(membership.regex)).ok();
        let most = regexes.max_length(membership.regex).and_then(|most| usize::try_from(most).ok());
        let known = |word: Word| (!word.is_empty()).then_some(Known { word, whole: false, why });
        let content = Content {
            front: known(front),
            back: known(back),
            least: least.filter(|least| *least > 0).map(|least| (least, why)),
            most: most.map(|most| (most, why)),
        };
        self.learn(node, content, search)
    }

    fn learn(&mut self, node: Node, content: Content, search: &mut Search<'_>) -> bool {
        match self.contents.learn(self.graph.label(node), content) {
            Ok(()) => true,
            Err(found) => {
                self.content_conflict(&found, search);
                false
            }
        }
    }

    /// Adds the clause against two pieces of knowledge that contradict each other.
    fn content_conflict(&mut self, found: &Contradiction, search: &mut Search<'_>) {
        let mut pairs = vec![(found.one.node, found.other.node)];
        let mut literals = Vec::new();
        for witness in [found.one, found.other] {
            match (witness.literal, found.upto) {
                (Some(literal), _) => literals.push(literal),
                (None, Some((end, count))) => self.explain_end(witness.node, end, count, &mut pairs),
                (None, None) => {}
            }
        }
        literals.extend(self.literals_behind(pairs));
        literals.sort_unstable();
        literals.dedup();
        literals.iter_mut().for_each(|literal| *literal = !*literal);
        search.add_temporary(&literals);
    }

    /// The equalities behind the first (or last) characters of a concatenation.
    fn explain_end(&self, node: Node, end: End, count: usize, pairs: &mut Vec<(Node, Node)>) {
        let arguments = self.graph.application(node).1;
        let mut length = 0;
        for place in 0..arguments.len() {
            let place = if end == End::Left { place } else { arguments.len() - 1 - place };
            let part = arguments[place];
            let (Some(constant), Some(word)) = (self.graph.constant(part), self.constant_word(part)) else {
                return;
            };
            pairs.push((part, constant));
            length += word.len();
            if length >= count {
                return;
            }
        }
    }

    /// An argument of the node equals a literal now: finds out what follows.
    fn look_at(&mut self, node: Node, search: &mut Search<'_>) -> Result<bool, Stop> {
        let Some(term) = self.term_of_node.get(node.0 as usize).copied().flatten() else { return Ok(true) };
        if self.graph.application(node).0 == EQUATION {
            self.tell_different(node);
            return Ok(true);
        }
        match self.store.op(term) {
            Some(Op::Concat) => {
                if !self.s_cycle(node) {
                    self.evaluate(node, term, search)?;
                }
                Ok(self.learn_ends(node, search))
            }
            Some(op) if op != Op::Ite => self.evaluate(node, term, search).map(|()| true),
            _ => Ok(true),
        }
    }

    /// An equation of two literals is false.
    fn tell_different(&mut self, node: Node) {
        let [a, b] = self.graph.application(node).1 else { return };
        let (a, b) = (*a, *b);
        let (Some(one), Some(other)) = (self.graph.constant(a), self.graph.constant(b)) else { return };
        if one != other && self.graph.constant(node).is_none() {
            self.graph.merge_because(node, self.graph.no(), &[(a, one), (b, other)]);
        }
    }

    /// S-Cycle: a concatenation all of whose parts but one are empty equals that part. `t` equals
    /// `t_i` when `t` is `con(t_1 ... t_n)` and every other `t_k` equals the empty word.
    pub(super) fn s_cycle(&mut self, node: Node) -> bool {
        let parts = self.graph.application(node).1.to_vec();
        let mut left = None;
        let mut grounds = Vec::new();
        for part in parts {
            match (self.graph.constant(part), self.constant_word(part)) {
                (Some(constant), Some(word)) if word.is_empty() => grounds.push((part, constant)),
                _ if left.is_none() => left = Some(part),
                _ => return false,
            }
        }
        let Some(part) = left else { return false };
        if !self.graph.are_equal(node, part) {
            self.applied.add(Rule::SCycle);
            self.graph.merge_because(node, part, &grounds);
        }
        true
    }

    /// Learns how a concatenation begins and ends when its first or last parts equal literals.
    fn learn_ends(&mut self, node: Node, search: &mut Search<'_>) -> bool {
        let why = Witness { node, literal: None };
        let front = self.known_end(node, End::Left).map(|word| Known { word, whole: false, why });
        let back = self.known_end(node, End::Right).map(|word| Known { word, whole: false, why });
        (front.is_none() && back.is_none())
            || self.learn(node, Content { front, back, ..Content::default() }, search)
    }

    /// The literals that a concatenation begins or ends with.
    fn known_end(&self, node: Node, end: End) -> Option<Word> {
        let arguments = self.graph.application(node).1;
        let mut words = Vec::new();
        let mut length = 0;
        for place in 0..arguments.len() {
            let place = if end == End::Left { place } else { arguments.len() - 1 - place };
            let Some(word) = self.constant_word(arguments[place]) else { break };
            length += word.len();
            words.push(word);
            if length > LONGEST {
                break;
            }
        }
        if end == End::Right {
            words.reverse();
        }
        match words.as_slice() {
            _ if length == 0 => None,
            [only] => Some(only.clone()),
            words => Some(words.concat().into()),
        }
    }

    /// Tells the graph the value of a function whose arguments are all literals.
    fn evaluate(&mut self, node: Node, term: Term, search: &mut Search<'_>) -> Result<(), Stop> {
        let Head::Op(op, indices) = self.store.head(term) else { return Ok(()) };
        let arguments = self.graph.application(node).1.to_vec();
        let mut grounds = Vec::with_capacity(arguments.len());
        let mut values = Vec::with_capacity(arguments.len());
        for argument in &arguments {
            let Some(constant) = self.graph.constant(*argument) else { break };
            let value = self.term_of_node[constant.0 as usize].and_then(|term| self.store.as_value(term));
            let Some(value) = value.cloned() else { break };
            grounds.push((*argument, constant));
            values.push(value);
        }
        let language = self.languages_of.get(&term).copied();
        let value = match (language, values.as_slice()) {
            (Some(regex), [Value::Str(word)]) if op == Op::InRe => self.matches_soon(regex, word, search)?,
            (_, values) if values.len() == arguments.len() => {
                let indices = self.store.indices(indices).to_vec();
                self.value_soon(op, &indices, values, search)?
            }
            _ => None,
        };
        if let Some(value) = value {
            let value = self.store.value(value);
            let constant = self.node(value, search);
            if !self.graph.are_equal(node, constant) {
                self.graph.merge_because(node, constant, &grounds);
            }
        }
        Ok(())
    }

    /// Whether a word is in a language, if that is soon found out.
    fn matches_soon(
        &mut self,
        regex: Regex,
        word: &[u32],
        search: &Search<'_>,
    ) -> Result<Option<Value>, Stop> {
        let (budget, regexes) = (search.budget(), self.evaluator.regexes_mut());
        match budget.within(EVALUATION_STEPS, || matches(regexes, regex, word, budget)) {
            Ok(holds) => Ok(Some(Value::Bool(holds))),
            Err(Stop::Steps) => budget.look().map(|()| None),
            Err(stop) => Err(stop),
        }
    }

    /// The value of an operator, if that is soon found out.
    fn value_soon(
        &mut self,
        op: Op,
        indices: &[tress_base::Int],
        values: &[Value],
        search: &Search<'_>,
    ) -> Result<Option<Value>, Stop> {
        let (budget, evaluator) = (search.budget(), &mut self.evaluator);
        let outcome =
            budget.within(EVALUATION_STEPS, || match evaluator.apply(op, indices, values, budget) {
                Ok(value @ (Value::Str(_) | Value::Int(_) | Value::Bool(_))) => Ok(Some(value)),
                Err(EvalError::Stop(stop)) => Err(stop),
                _ => Ok(None),
            });
        match outcome {
            Err(Stop::Steps) => budget.look().map(|()| None),
            outcome => outcome,
        }
    }

    /// Does the eager step look at applications like this one?
    pub(super) fn is_eager(&self, term: Term) -> bool {
        let about_strings = |term: &Term| self.store.sort(*term) == Sort::String;
        matches!(self.store.head(term), Head::Op(..)) && self.store.args(term).iter().any(about_strings)
    }
}

/// The letters that all words of a language begin and end with, as far as its outermost
/// concatenation tells.
fn ends(regexes: &RegexStore, regex: Regex) -> (Word, Word) {
    let letter = |regex: Regex| match regexes.view(regex) {
        View::Chars(set) => set.single_member(),
        _ => None,
    };
    let mut parts = Vec::new();
    let mut rest = regex;
    while let View::Concat(first, second) = regexes.view(rest) {
        parts.push(letter(first));
        rest = second;
    }
    parts.push(letter(rest));
    let front: Vec<u32> = parts.iter().map_while(|letter| *letter).collect();
    let mut back: Vec<u32> = parts.iter().rev().map_while(|letter| *letter).collect();
    back.reverse();
    (front.into(), back.into())
}
