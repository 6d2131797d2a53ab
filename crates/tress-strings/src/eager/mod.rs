//! What follows from an assignment at once, before it is complete.
//!
//! Enters: classes that became one, or became equal to a constant. Leaves: values of functions whose
//! arguments are constants, told to the graph; clauses against classes that would begin or end in
//! two ways or be too short (`class_info`). Each looks only at what changed.

mod class_info;
mod evaluate;
mod limits;

use tress_automata::{Regex, RegexStore, View};
use tress_base::Stop;

use crate::ends::End;
use crate::memberships::{Membership, Memberships};
use crate::rules::S_CYCLE;
use tress_kernel::{Context, EQUATION, Lifetime, Node, Rule, is_application};
use tress_term::term::{Head, Op, Sort, Term, TermStore, Value, Word};

use class_info::{ClassInfo, ClassInfos, Contradiction, Known, Witness};
use evaluate::evaluate;
use limits::CHARACTERS;

pub(crate) use limits::CAPS;

/// Two pieces of knowledge about a class that no word meets.
const CONTRADICTION: Rule = Rule::new(
    "class-contradiction",
    "own",
    "no word begins or ends in two ways, or is shorter and longer than a number",
);

/// What has been learned at each level, and what was not looked at yet.
#[derive(Default)]
pub(crate) struct Eager {
    infos: ClassInfos,
    /// Memberships that became true, as tags.
    new_members: Vec<u32>,
    /// Applications that were made.
    new_applications: Vec<Node>,
}

impl Eager {
    pub(crate) fn push(&mut self) {
        self.infos.push();
    }

    pub(crate) fn backtrack(&mut self, level: usize) {
        self.infos.backtrack(level);
        self.new_members.clear();
    }

    /// Recomputes what must hold of the classes: what is known of one is known of a member of it.
    ///
    /// # Errors
    /// A description of the broken invariant.
    #[cfg(feature = "check-everything")]
    pub(crate) fn check_invariants(&self, kernel: &tress_kernel::Kernel) -> Result<(), String> {
        for (class, witness) in self.infos.witnesses() {
            if !kernel.classes.graph.are_equal(class, witness) {
                return Err(format!("{class:?} knows something of {witness:?}, which is not equal to it"));
            }
        }
        Ok(())
    }

    /// A membership became true.
    pub(crate) fn note_member(&mut self, tag: u32) {
        self.new_members.push(tag);
    }

    /// A term got its node.
    pub(crate) fn note_node(&mut self, term: Term, node: Node, cx: &mut Context<'_>) {
        let store = &*cx.env.store;
        if store.sort(term) == Sort::String {
            self.infos.begin(node, first_info(cx, term, node));
        }
        if is_application(store, term) && is_eager(store, term) {
            self.new_applications.push(node);
        }
    }

    /// Draws conclusions from what the graph has just learned. False when there was a conflict;
    /// the graph may have something new to close otherwise.
    pub(crate) fn conclude(&mut self, memberships: &Memberships, cx: &mut Context<'_>) -> Result<bool, Stop> {
        for (gone, kept) in std::mem::take(&mut cx.kernel.classes.graph.news.joined) {
            if let Err(found) = self.infos.join(gone, kept) {
                contradict(cx, &found);
                return Ok(false);
            }
        }
        for tag in std::mem::take(&mut self.new_members) {
            if !self.learn_language(memberships.tagged(tag), cx) {
                return Ok(false);
            }
        }
        for node in std::mem::take(&mut self.new_applications) {
            if !self.look_at(node, memberships, cx)? {
                return Ok(false);
            }
        }
        for (class, count) in std::mem::take(&mut cx.kernel.classes.graph.news.now_constant) {
            for place in 0..count {
                let user = cx.kernel.classes.graph.use_at(class, place);
                if !self.look_at(user, memberships, cx)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// A string is in a language, whose words begin and end in some way.
    fn learn_language(&mut self, membership: Membership, cx: &mut Context<'_>) -> bool {
        let literal = membership.var.positive();
        let Some(node) = cx.kernel.classes.node_of(membership.subject) else { return true };
        if cx.sat.value(literal) != Some(true) {
            return true;
        }
        let why = Witness { node, literal: Some(literal) };
        let regexes = cx.env.regexes();
        let (front, back) = ends(regexes, membership.regex);
        let least = usize::try_from(regexes.min_length(membership.regex)).ok();
        let most = regexes.max_length(membership.regex).and_then(|most| usize::try_from(most).ok());
        let known = |word: Word| (!word.is_empty()).then_some(Known { word, whole: false, why });
        let info = ClassInfo {
            front: known(front),
            back: known(back),
            least: least.filter(|least| *least > 0).map(|least| (least, why)),
            most: most.map(|most| (most, why)),
        };
        self.learn(node, info, cx)
    }

    fn learn(&mut self, node: Node, info: ClassInfo, cx: &mut Context<'_>) -> bool {
        match self.infos.learn(cx.representative(node), info) {
            Ok(()) => true,
            Err(found) => {
                contradict(cx, &found);
                false
            }
        }
    }

    /// An argument of the node equals a constant now: finds out what follows.
    fn look_at(&mut self, node: Node, memberships: &Memberships, cx: &mut Context<'_>) -> Result<bool, Stop> {
        let Some(term) = cx.kernel.classes.term_of(node) else { return Ok(true) };
        if cx.kernel.classes.graph.application(node).0 == EQUATION {
            tell_different(cx, node);
            return Ok(true);
        }
        match cx.env.store.op(term) {
            Some(Op::Concat) => {
                if !s_cycle(cx, node) {
                    evaluate(cx, node, term, memberships)?;
                }
                Ok(self.learn_ends(node, cx))
            }
            Some(op) if op != Op::Ite => evaluate(cx, node, term, memberships).map(|()| true),
            _ => Ok(true),
        }
    }

    /// Learns how a concatenation begins and ends when its first or last parts equal constants.
    fn learn_ends(&mut self, node: Node, cx: &mut Context<'_>) -> bool {
        let why = Witness { node, literal: None };
        let front = known_end(cx, node, End::Left).map(|word| Known { word, whole: false, why });
        let back = known_end(cx, node, End::Right).map(|word| Known { word, whole: false, why });
        (front.is_none() && back.is_none())
            || self.learn(node, ClassInfo { front, back, ..ClassInfo::default() }, cx)
    }
}

/// Does the eager step look at applications like this one?
fn is_eager(store: &TermStore, term: Term) -> bool {
    let about_strings = |term: &Term| store.sort(*term) == Sort::String;
    matches!(store.head(term), Head::Op(..)) && store.args(term).iter().any(about_strings)
}

/// What a new string is known to begin and end with, and how long it can be.
fn first_info(cx: &Context<'_>, term: Term, node: Node) -> ClassInfo {
    let (store, why) = (&*cx.env.store, Witness { node, literal: None });
    if let Some(word) = cx.env.word_of(term) {
        let length = Some((word.len(), why));
        let known = Known { word, whole: true, why };
        return ClassInfo { least: length, most: length, front: Some(known.clone()), back: Some(known) };
    }
    let mut info = ClassInfo::default();
    let args = store.args(term);
    match store.op(term) {
        Some(Op::Concat) => {
            let known_length = |arg: &Term| match store.as_value(*arg) {
                Some(Value::Str(word)) => word.len(),
                _ => 0,
            };
            let extra = usize::from(tress_base::is_planted("first-length"));
            info.least = Some((args.iter().map(known_length).sum::<usize>() + extra, why));
        }
        Some(Op::At | Op::FromCode) => info.most = Some((1, why)),
        Some(Op::Substr) => {
            if let Some(Value::Int(most)) = store.as_value(args[2]) {
                let lost = usize::from(tress_base::is_planted("part-most"));
                info.most = most.to_usize().map(|most| (most.saturating_sub(lost), why));
            }
        }
        _ => {}
    }
    info
}

/// Adds the clause against two pieces of knowledge that contradict each other.
fn contradict(cx: &mut Context<'_>, found: &Contradiction) {
    let mut pairs = vec![(found.one.node, found.other.node)];
    let mut premises = Vec::new();
    for witness in [found.one, found.other] {
        match (witness.literal, found.upto) {
            (Some(literal), _) => premises.push(literal),
            (None, Some((end, count))) => explain_end(cx, witness.node, end, count, &mut pairs),
            (None, None) => {}
        }
    }
    let lost = usize::from(tress_base::is_planted("class-contradiction"));
    premises.extend(cx.literals_behind(pairs.into_iter().skip(lost)));
    cx.infer(CONTRADICTION, premises, &[], Lifetime::Removable);
}

/// The equalities behind the first (or last) characters of a concatenation.
fn explain_end(cx: &Context<'_>, node: Node, end: End, count: usize, pairs: &mut Vec<(Node, Node)>) {
    let graph = &cx.kernel.classes.graph;
    let mut length = 0;
    for part in parts_from(graph.application(node).1, end) {
        let (Some(constant), Some(word)) = (graph.constant(part), cx.constant_word(part)) else { return };
        pairs.push((part, constant));
        length += word.len();
        if length >= count {
            return;
        }
    }
}

/// The parts of a concatenation in the order in which they are read from an end.
fn parts_from(parts: &[Node], end: End) -> impl Iterator<Item = Node> {
    (0..parts.len()).map(move |place| match end {
        End::Left => parts[place],
        End::Right => parts[parts.len() - 1 - place],
    })
}

/// An equation of two constants is false.
fn tell_different(cx: &mut Context<'_>, node: Node) {
    let graph = &mut cx.kernel.classes.graph;
    let [a, b] = graph.application(node).1 else { return };
    let (a, b) = (*a, *b);
    let (Some(one), Some(other)) = (graph.constant(a), graph.constant(b)) else { return };
    if one != other && graph.constant(node).is_none() {
        graph.merge_because(node, graph.no(), &[(a, one), (b, other)]);
    }
}

/// S-Cycle: a concatenation all of whose parts but one are empty equals that part. `t` equals
/// `t_i` when `t` is `con(t_1 ... t_n)` and every other `t_k` equals the empty word.
pub(crate) fn s_cycle(cx: &mut Context<'_>, node: Node) -> bool {
    let parts = cx.kernel.classes.graph.application(node).1.to_vec();
    let mut left = None;
    let mut grounds = Vec::new();
    for part in parts {
        match (cx.kernel.classes.graph.constant(part), cx.constant_word(part)) {
            (Some(constant), Some(word)) if word.is_empty() => grounds.push((part, constant)),
            _ if left.is_none() => left = Some(part),
            _ => return false,
        }
    }
    let Some(part) = left else { return false };
    if !cx.kernel.classes.graph.are_equal(node, part) {
        cx.kernel.inferences.count(S_CYCLE);
        cx.kernel.classes.graph.merge_because(node, part, &grounds);
    }
    true
}

/// The constants that a concatenation begins or ends with.
fn known_end(cx: &Context<'_>, node: Node, end: End) -> Option<Word> {
    let mut words = Vec::new();
    let mut length = 0;
    for part in parts_from(cx.kernel.classes.graph.application(node).1, end) {
        let Some(word) = cx.constant_word(part) else { break };
        length += word.len();
        words.push(word);
        if CHARACTERS.is_exceeded(length, cx.env.budget) {
            break;
        }
    }
    if end == End::Right {
        words.reverse();
    }
    match words.as_slice() {
        _ if length == 0 => None,
        [only] => Some(only.clone()),
        words => Word::join(&words.iter().collect::<Vec<&Word>>()),
    }
}

/// The characters that all words of a language begin and end with, as far as its outermost concatenation
/// shows.
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
