//! What holds of constructors, selectors, testers and updates as soon as they are written down.
//!
//! Selectors and testers on constructor terms have their values; congruence derives injectivity and
//! distinctness from that. A term that is read or tested was made by one of the constructors. A selector on a
//! value of another constructor is any function of it: nothing is asserted.

use tress_base::{Int, Stop};
use tress_sat::Lit;

use tress_term::term::{DataValue, Head, Op, Sort, SortId, Term, TermStore, Value};

use super::super::context::Context;
use super::super::inferences::Rule;

/// A selector on its constructor gives the field.
const SELECT: Rule = Rule::new(
    "data-select",
    "Barrett, Shikanian, Tinelli 2007",
    "a selector on its constructor gives the field",
);
/// A tester on a constructor term.
const TEST: Rule =
    Rule::new("data-test", "Barrett, Shikanian, Tinelli 2007", "a tester is true for its constructor only");
/// A value was made by some constructor.
const SOME_CONSTRUCTOR: Rule = Rule::new(
    "data-some-constructor",
    "Barrett, Shikanian, Tinelli 2007",
    "every value was made by one of the constructors of its sort",
);
/// What a constructor made is that constructor applied to its fields.
const INSTANTIATE: Rule = Rule::new(
    "data-instantiate",
    "Barrett, Shikanian, Tinelli 2007",
    "a value that c made is c applied to its fields",
);
/// A value with another field.
const UPDATE: Rule = Rule::new(
    "data-update",
    "SMT-LIB",
    "an update replaces one field of a value of its constructor and leaves others alone",
);
/// A literal is its constructor applied to literals.
const UNPACK: Rule =
    Rule::new("data-literal", "SMT-LIB", "a value is its constructor applied to the values of its fields");

/// With more constructors, false testers wait until they are needed.
const MOST_TESTERS: usize = 12;

/// The datatype, the constructor and the field that the indices of a term's operator denote.
pub(super) fn subject(store: &TermStore, term: Term) -> Option<(Sort, u32, u32)> {
    let Head::Op(op, list) = store.head(term) else { return None };
    if !matches!(op, Op::Construct | Op::Field | Op::Is | Op::UpdateField) {
        return None;
    }
    let indices = store.indices(list);
    let number = |place: usize| indices.get(place).and_then(Int::to_u32);
    let sort = Sort::Datatype(SortId::new(number(0)? as usize));
    Some((sort, number(1)?, number(2).unwrap_or_default()))
}

/// The constructor that a term shows: its number.
pub(super) fn shown_constructor(store: &TermStore, term: Term) -> Option<u32> {
    if let Some(Value::Data(data)) = store.as_value(term) {
        return Some(data.constructor());
    }
    (store.op(term) == Some(Op::Construct)).then(|| subject(store, term).map(|(_, number, _)| number))?
}

/// Says what always holds of a term with an operator of datatypes.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn define_data(cx: &mut Context<'_>, term: Term) -> Result<(), Stop> {
    let Some((sort, constructor, field)) = subject(cx.env.store, term) else { return Ok(()) };
    let args = cx.env.store.args(term).to_vec();
    match (cx.env.store.op(term), args.as_slice()) {
        (Some(Op::Construct), fields) => define_construct(cx, term, (sort, constructor), fields)?,
        // Constants differ by themselves, so a tester is an equation.
        (Some(Op::Is), [of]) if cx.env.store.is_enumeration(sort) => {
            let test = cx.predicate(term);
            let value = built(cx, sort, constructor, &[]);
            let equal = cx.tie(*of, value);
            cx.state(TEST, &[!test, equal]);
            cx.state(TEST, &[test, !equal]);
        }
        (Some(Op::Field | Op::Is), [of]) => {
            take_apart(cx, *of)?;
        }
        (Some(Op::UpdateField), [of, new]) => {
            define_update(cx, term, (sort, constructor, field), [*of, *new]);
        }
        _ => {}
    }
    Ok(())
}

fn define_construct(
    cx: &mut Context<'_>,
    term: Term,
    (sort, constructor): (Sort, u32),
    fields: &[Term],
) -> Result<(), Stop> {
    if fields.is_empty() {
        let value = cx.env.store.value(Value::Data(DataValue::new(sort, constructor, Vec::new())));
        let equal = cx.tie(term, value);
        cx.state(UNPACK, &[equal]);
        return Ok(());
    }
    for (field, place) in fields.iter().zip(0..) {
        cx.env.budget.look_beyond_shares()?;
        let read = cx.env.store.field(sort, constructor, place, term).expect("the fields fit");
        let equal = cx.tie(read, *field);
        cx.state(SELECT, &[equal]);
    }
    define_testers(cx, term, sort, constructor);
    Ok(())
}

/// The testers of a term whose constructor is known.
fn define_testers(cx: &mut Context<'_>, term: Term, sort: Sort, constructor: u32) {
    let count = constructor_count(cx.env.store, sort);
    for other in 0..count {
        if other == constructor || count as usize <= MOST_TESTERS {
            let test = tester(cx, sort, other, term);
            cx.state(TEST, &[if other == constructor { test } else { !test }]);
        }
    }
}

/// A literal of a datatype: its testers, and its fields.
pub(crate) fn unpack(cx: &mut Context<'_>, term: Term, data: &DataValue) -> bool {
    let (sort, constructor) = (data.sort(), data.constructor());
    if cx.env.store.is_enumeration(sort) {
        return false;
    }
    if data.fields().is_empty() {
        define_testers(cx, term, sort, constructor);
        return false;
    }
    let fields: Vec<Term> = data.fields().iter().map(|field| cx.env.store.value(field.clone())).collect();
    let built = cx.env.store.construct(sort, constructor, &fields).expect("the fields fit");
    let equal = cx.tie(term, built);
    cx.state(UNPACK, &[equal])
}

fn constructor_count(store: &TermStore, sort: Sort) -> u32 {
    let count = store.datatype(sort).map_or(0, |datatype| datatype.constructors.len());
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The literal of a tester.
pub(crate) fn tester(cx: &mut Context<'_>, sort: Sort, constructor: u32, of: Term) -> Lit {
    let test = cx.env.store.is_made_by(sort, constructor, of).expect("the tester fits");
    cx.predicate(test)
}

/// A constructor applied to what its selectors read from a term.
fn rebuilt(cx: &mut Context<'_>, sort: Sort, constructor: u32, of: Term) -> Term {
    let fields = read_fields(cx, sort, constructor, of);
    built(cx, sort, constructor, &fields)
}

fn read_fields(cx: &mut Context<'_>, sort: Sort, constructor: u32, of: Term) -> Vec<Term> {
    let count = cx.env.store.datatype(sort).map_or(0, |datatype| {
        datatype.constructors.get(constructor as usize).map_or(0, |constructor| constructor.fields.len())
    });
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    (0..count)
        .map(|place| cx.env.store.field(sort, constructor, place, of).expect("the selector fits"))
        .collect()
}

fn built(cx: &mut Context<'_>, sort: Sort, constructor: u32, fields: &[Term]) -> Term {
    if fields.is_empty() {
        return cx.env.store.value(Value::Data(DataValue::new(sort, constructor, Vec::new())));
    }
    cx.env.store.construct(sort, constructor, fields).expect("the fields fit")
}

/// A term was made by one of its constructors, from what the selectors read. True when the search hears
/// something new.
///
/// # Errors
/// When the budget is used up.
pub(crate) fn take_apart(cx: &mut Context<'_>, term: Term) -> Result<bool, Stop> {
    let sort = cx.env.store.sort(term);
    let count = constructor_count(cx.env.store, sort);
    // Every selector on the term asks for it.
    if shown_constructor(cx.env.store, term).is_some()
        || count == 0
        || !cx.kernel.arrays_datatypes.apart.add(term)
    {
        return Ok(false);
    }
    if count > 1 && cx.env.store.is_enumeration(sort) {
        let constants: Vec<Term> = (0..count).map(|constructor| built(cx, sort, constructor, &[])).collect();
        let mut values: Vec<Lit> = Vec::with_capacity(constants.len());
        for value in constants {
            cx.env.budget.look_beyond_shares()?;
            values.push(cx.tie(term, value));
        }
        return Ok(cx.state(SOME_CONSTRUCTOR, &values));
    }
    if count == 1 {
        let whole = rebuilt(cx, sort, 0, term);
        let equal = cx.tie(term, whole);
        return Ok(cx.state(INSTANTIATE, &[equal]));
    }
    let tests: Vec<Lit> = (0..count).map(|constructor| tester(cx, sort, constructor, term)).collect();
    let mut is_new = cx.state(SOME_CONSTRUCTOR, &tests);
    for (test, constructor) in tests.into_iter().zip(0..) {
        let whole = rebuilt(cx, sort, constructor, term);
        let equal = cx.tie(term, whole);
        is_new |= cx.state(INSTANTIATE, &[!test, equal]);
    }
    Ok(is_new)
}

/// An update changes one field of what its constructor made, and nothing else.
fn define_update(
    cx: &mut Context<'_>,
    term: Term,
    (sort, constructor, field): (Sort, u32, u32),
    [of, new]: [Term; 2],
) {
    let mut fields = read_fields(cx, sort, constructor, of);
    fields[field as usize] = new;
    let whole = built(cx, sort, constructor, &fields);
    let test = tester(cx, sort, constructor, of);
    let [changed, same] = [whole, of].map(|other| cx.tie(term, other));
    cx.state(UPDATE, &[!test, changed]);
    cx.state(UPDATE, &[test, same]);
}
