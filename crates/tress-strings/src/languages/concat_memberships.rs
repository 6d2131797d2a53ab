//! Memberships of concatenations: words for their parts, all at once.
//!
//! Enters: the memberships of an assignment whose left side is a concatenation, and what is known
//! of the classes of its parts. Leaves: words for those classes, or a clause that excludes the
//! assignment. The decision is `tress_automata::concatenation`'s.

use tress_automata::concatenation::{Part, System, solution_lengths, solve};
use tress_automata::lengths::LengthSet;
use tress_automata::{Regex, RegexStore};
use tress_base::{Stop, connected};
use tress_sat::Lit;

use crate::forms::{Form, Item};
use tress_kernel::{Context, Lifetime, Node, Rule};
use tress_term::term::{Op, Term, TermStore};

use super::Languages;
use super::classes::{Demand, Language, StringClasses, demands_of, explain_language, not_demanded};
use super::length_sets::{length_formula, natural};
use super::limits::{LENGTH_CASES, LENGTH_STEPS};
use super::minimise::needed;
use super::numerals::tell_digits;

/// No words of the parts satisfy all memberships.
const LANGUAGES: Rule = Rule::new(
    "concat-languages",
    "own",
    "the product of the automata, cut at every part, has no accepting run",
);
/// The words of the parts have some lengths together.
const LENGTHS: Rule =
    Rule::new("concat-lengths", "own", "lengths of the parts come from the same runs of the product");
/// No words of the parts have the lengths and numbers that the arithmetic has chosen.
const NUMBERS: Rule =
    Rule::new("concat-numbers", "own", "no run of the product has parts with these lengths and numbers");

/// A membership whose left side is a concatenation.
pub(super) struct Concat {
    /// The literal that says it; a concatenation that equals a constant needs none.
    pub(super) literal: Option<Lit>,
    pub(super) form: Form,
    pub(super) regex: Regex,
}

/// What an assignment says of concatenations.
#[derive(Default)]
pub(super) struct Concats {
    pub(super) memberships: Vec<Concat>,
    /// Numbers that concatenations must spell or be the code points of.
    pub(super) numbers: Vec<(Demand, Form)>,
}

impl Concats {
    /// Groups of concatenations that have no part in common.
    fn independent(self) -> Vec<Concats> {
        let forms = self.memberships.iter().map(|concat| &concat.form);
        let forms: Vec<&Form> = forms.chain(self.numbers.iter().map(|(_, form)| form)).collect();
        let classes = forms.iter().enumerate().flat_map(|(place, form)| {
            form.items.iter().filter_map(move |item| match item {
                Item::Class(class) => Some((place, *class)),
                Item::Word(_) => None,
            })
        });
        let groups = connected(forms.len(), classes);
        let mut memberships: Vec<Option<Concat>> = self.memberships.into_iter().map(Some).collect();
        let mut numbers: Vec<Option<(Demand, Form)>> = self.numbers.into_iter().map(Some).collect();
        let mut take = |group: Vec<usize>| {
            let mut taken = Concats::default();
            for place in group {
                match place.checked_sub(memberships.len()) {
                    None => taken.memberships.extend(memberships[place].take()),
                    Some(place) => taken.numbers.extend(numbers[place].take()),
                }
            }
            taken
        };
        groups.into_iter().map(&mut take).collect()
    }
}

/// Something that the words of a group of concatenations must satisfy.
#[derive(Clone)]
enum Constraint {
    /// The word of this variable is in a language.
    Own(usize, Language),
    /// A concatenation is in a language, because of these literals.
    Whole(Vec<Part>, Regex, Vec<Lit>),
    /// The word of this variable has a number that the arithmetic chose.
    Number(usize, Demand),
    /// A concatenation has such a number, because of these literals.
    WholeNumber(Vec<Part>, Demand, Vec<Lit>),
}

impl Constraint {
    /// Is it only a choice of the arithmetic?
    fn demand(&self) -> Option<&Demand> {
        match self {
            Constraint::Number(_, demand) | Constraint::WholeNumber(_, demand, _) => Some(demand),
            _ => None,
        }
    }
}

/// The constraints of a group, in terms of variables.
struct Setting {
    /// The class of each variable.
    classes: Vec<Node>,
    constraints: Vec<Constraint>,
}

impl Setting {
    /// Some of the constraints as a system.
    fn system<'a>(&self, regexes: &mut RegexStore, some: impl Iterator<Item = &'a Constraint>) -> System {
        let mut own: Vec<Vec<Regex>> = vec![Vec::new(); self.classes.len()];
        let mut memberships = Vec::new();
        for constraint in some {
            match constraint {
                Constraint::Own(variable, language) => own[*variable].push(language.regex),
                Constraint::Number(variable, demand) => own[*variable].push(demand.regex),
                Constraint::Whole(parts, regex, _) => memberships.push((parts.clone(), *regex)),
                Constraint::WholeNumber(parts, demand, _) => memberships.push((parts.clone(), demand.regex)),
            }
        }
        let languages = own.iter().map(|languages| regexes.inter(languages)).collect();
        System { languages, memberships }
    }

    /// Everything but the choices of the arithmetic.
    fn certain(&self) -> impl Iterator<Item = &Constraint> {
        self.constraints.iter().filter(|constraint| constraint.demand().is_none())
    }

    /// The same group with only some constraints.
    fn with(&self, constraints: Vec<Constraint>) -> Self {
        Self { classes: self.classes.clone(), constraints }
    }

    /// Does a constraint mention the variable?
    fn speaks_of(&self, variable: usize) -> bool {
        let within = |parts: &[Part]| parts.contains(&Part::Variable(variable));
        self.constraints.iter().any(|constraint| match constraint {
            Constraint::Own(own, _) | Constraint::Number(own, _) => *own == variable,
            Constraint::Whole(parts, ..) | Constraint::WholeNumber(parts, ..) => within(parts),
        })
    }
}

impl Languages {
    /// Finds words for the parts of all concatenations, or says why there are none. True when the
    /// assignment was excluded.
    pub(super) fn check_concats(
        &mut self,
        concats: Concats,
        classes: &StringClasses,
        cx: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        let mut changed = false;
        for group in concats.independent() {
            cx.env.budget.poll()?;
            changed |= self.check_connected(&group, classes, cx)?;
        }
        Ok(changed)
    }

    /// The same for concatenations that share parts.
    fn check_connected(
        &mut self,
        concats: &Concats,
        classes: &StringClasses,
        cx: &mut Context<'_>,
    ) -> Result<bool, Stop> {
        let setting = setting(cx, concats, classes);
        if let Some(words) = solved(cx, &setting, setting.constraints.iter())? {
            for (class, word) in setting.classes.iter().zip(words) {
                self.words.insert(*class, word.into());
            }
            return Ok(false);
        }
        let Some(words) = solved(cx, &setting, setting.certain())? else {
            let certain = setting.with(setting.certain().cloned().collect());
            let conflict = smallest_conflict(cx, certain)?;
            let premises = premises_behind(cx, &conflict);
            cx.infer(LANGUAGES, premises, &[], Lifetime::Permanent);
            return Ok(true);
        };
        suggest_lengths(cx, &setting, &words);
        let conflict = smallest_conflict(cx, setting)?;
        let demands = || conflict.constraints.iter().filter_map(Constraint::demand);
        if !tell_digits(cx, demands()) && !state_lengths(cx, &conflict, classes)? {
            let mut premises = premises_behind(cx, &conflict);
            let mut conclusions = Vec::new();
            for demand in demands() {
                let representative = cx.representative(demand.node);
                cx.kernel.classes.graph.explain(demand.node, representative, &mut premises);
                conclusions.push(not_demanded(cx, demand));
            }
            cx.infer(NUMBERS, premises, &conclusions, Lifetime::Permanent);
        }
        Ok(true)
    }
}

/// Words that satisfy some constraints.
fn solved<'a>(
    cx: &mut Context<'_>,
    setting: &Setting,
    some: impl Iterator<Item = &'a Constraint>,
) -> Result<Option<Vec<Vec<u32>>>, Stop> {
    let budget = cx.env.budget;
    let regexes = cx.env.regexes();
    let system = setting.system(regexes, some);
    solve(regexes, &system, budget)
}

/// Leaves out constraints that the contradiction does not need.
fn smallest_conflict(cx: &mut Context<'_>, setting: Setting) -> Result<Setting, Stop> {
    let kept = needed(setting.constraints.len(), cx.env.budget, |kept| {
        let some = kept.iter().map(|place| &setting.constraints[*place]);
        Ok(solved(cx, &setting, some)?.is_none())
    })?;
    Ok(setting.with(kept.into_iter().map(|place| setting.constraints[place].clone()).collect()))
}

fn setting(cx: &mut Context<'_>, concats: &Concats, classes: &StringClasses) -> Setting {
    let mut setting = Setting { classes: Vec::new(), constraints: Vec::new() };
    for Concat { literal, form, regex } in &concats.memberships {
        let mut premises = cx.literals_behind(form.premises());
        premises.extend(*literal);
        let parts = form.items.iter().map(|item| part(cx, item, &mut setting, classes)).collect();
        setting.constraints.push(Constraint::Whole(parts, *regex, premises));
    }
    for (demand, form) in &concats.numbers {
        let premises = cx.literals_behind(form.premises());
        let parts = form.items.iter().map(|item| part(cx, item, &mut setting, classes)).collect();
        setting.constraints.push(Constraint::WholeNumber(parts, demand.clone(), premises));
    }
    setting
}

/// A part as a word or a variable.
fn part(cx: &mut Context<'_>, item: &Item, setting: &mut Setting, classes: &StringClasses) -> Part {
    let representative = match item {
        Item::Word(word) => return Part::Word(word.to_vec()),
        Item::Class(representative) => *representative,
    };
    if let Some(known) = setting.classes.iter().position(|known| *known == representative) {
        return Part::Variable(known);
    }
    let variable = setting.classes.len();
    setting.classes.push(representative);
    if let Some(class) = classes.get(&representative) {
        let own = class.languages.iter().map(|language| Constraint::Own(variable, language.clone()));
        setting.constraints.extend(own);
        let demands = demands_of(cx, class).into_iter();
        setting.constraints.extend(demands.map(|demand| Constraint::Number(variable, demand)));
    }
    Part::Variable(variable)
}

/// The literals behind all constraints that are certain.
fn premises_behind(cx: &mut Context<'_>, setting: &Setting) -> Vec<Lit> {
    let mut premises = Vec::new();
    for constraint in &setting.constraints {
        match constraint {
            Constraint::Own(variable, language) => {
                explain_language(cx, language, setting.classes[*variable], &mut premises);
            }
            Constraint::Whole(_, _, behind) | Constraint::WholeNumber(_, _, behind) => {
                premises.extend_from_slice(behind);
            }
            Constraint::Number(..) => {}
        }
    }
    premises
}

/// Adds a clause with all lengths that the parts can have together, if they can be told and the
/// present ones are not among them. False when they cannot.
fn state_lengths(cx: &mut Context<'_>, setting: &Setting, classes: &StringClasses) -> Result<bool, Stop> {
    let length = |(variable, class): (usize, &Node)| {
        classes.get(class).filter(|_| setting.speaks_of(variable)).and_then(|class| class.length)
    };
    let lengths: Vec<Option<(Term, Node)>> = setting.classes.iter().enumerate().map(length).collect();
    let budget = cx.env.budget;
    let regexes = cx.env.regexes();
    let system = setting.system(regexes, setting.certain());
    let most = LENGTH_CASES.size(budget);
    let cases = LENGTH_STEPS.share(budget, || solution_lengths(regexes, &system, most, budget))?;
    let cases = cases.and_then(|cases| LENGTH_CASES.note_missing(cases, budget));
    let Some(cases) = cases else { return Ok(false) };
    let mut choices = Vec::new();
    for case in cases {
        let terms = lengths.iter().zip(&case).filter_map(|(length, set)| Some((length.as_ref()?.0, set)));
        let Some(choice) = case_formula(cx, terms) else { return Ok(false) };
        choices.push(choice);
    }
    choices.push(TermStore::FALSE);
    let formula = cx.env.app(Op::Or, &choices);
    let mut premises = premises_behind(cx, setting);
    for (class, length) in setting.classes.iter().zip(&lengths) {
        if let Some((_, node)) = length {
            cx.kernel.classes.graph.explain(*node, *class, &mut premises);
        }
    }
    let literal = cx.literal(formula);
    cx.infer(LENGTHS, premises, &[literal], Lifetime::Permanent);
    Ok(true)
}

/// All lengths are in their sets. Returns `None` if the present ones are.
fn case_formula<'a>(
    cx: &mut Context<'_>,
    lengths: impl Iterator<Item = (Term, &'a LengthSet)>,
) -> Option<Term> {
    let mut parts = vec![TermStore::TRUE];
    let mut fits = true;
    for (length, set) in lengths {
        fits &= natural(&cx.number_of(length)).is_some_and(|now| set.contains(now));
        parts.push(length_formula(cx, length, set));
    }
    (!fits).then(|| cx.env.app(Op::And, &parts))
}

/// Proposes the lengths of words that satisfy everything but the present lengths.
fn suggest_lengths(cx: &mut Context<'_>, setting: &Setting, words: &[Vec<u32>]) {
    for constraint in &setting.constraints {
        let Constraint::Number(variable, demand) = constraint else { continue };
        if cx.env.store.op(demand.term) == Some(Op::Length) {
            let length = cx.env.store.int(words[*variable].len());
            let equal = cx.env.equal(demand.term, length);
            let literal = cx.literal(equal);
            // Only a proposal: nothing depends on how the search decides it.
            cx.suggest(literal);
        }
    }
}
