//! `StringTokenizer`: its loops over an unknown text go past all delimiters, or all others, in one step.

use tress::Solver;
use tress_classes::FieldRef;

use crate::machine::{Run, Step};
use crate::state::{Object, Str, Value};

pub(super) const CLASS: &str = "java/util/StringTokenizer";

/// The loops of the library that are asked here before they run.
pub(super) fn is_guarded(class: &str, method: &str) -> bool {
    class == CLASS && matches!(method, "skipDelimiters" | "scanToken")
}

fn field(run: &mut Run<'_>, object: &Value, name: &str, descriptor: &str) -> Step<Value> {
    let field = FieldRef { class: CLASS.into(), name: name.into(), descriptor: descriptor.into() };
    run.get_field(object, &field)
}

/// The text in a field.
fn text(run: &mut Run<'_>, object: &Value, name: &str) -> Step<Option<Str>> {
    let Value::Object(id) = field(run, object, name, "Ljava/lang/String;")? else { return Ok(None) };
    Ok(match run.state.heap.get(id) {
        Object::String(text) => Some(text.clone()),
        _ => None,
    })
}

pub(super) fn call(run: &mut Run<'_>, name: &str, arguments: &[Value]) -> Step<Option<Option<Value>>> {
    let object = &arguments[0];
    let (whole, delimiters) = (text(run, object, "str")?, text(run, object, "delimiters")?);
    let (Some(whole), Some(delimiters)) = (whole, delimiters) else { return Ok(None) };
    let is_plain = |flag: &Value| matches!(flag, Value::Int(0));
    let returns = field(run, object, "retDelims", "Z")?;
    let has_pairs = field(run, object, "hasSurrogates", "Z")?;
    let Some(units) = delimiters.units().filter(|_| is_plain(&returns) && is_plain(&has_pairs)) else {
        return Ok(None);
    };
    if whole.units().is_some() || units.is_empty() || run.bounds(&arguments[1])?.0 < 0 {
        return Ok(None);
    }
    let (inside, outside) = sets(run.solver(), units);
    let position = match name {
        "skipDelimiters" => run.past(&whole, &arguments[1], &inside, &outside)?,
        _ => run.past(&whole, &arguments[1], &outside, &inside)?,
    };
    Ok(Some(Some(position)))
}

/// One of these units, and one of all others.
fn sets(solver: &Solver, units: &[u16]) -> (tress::Term, tress::Term) {
    let unit = |unit: u32| solver.literal(tress::Value::CodePoints(vec![unit]));
    let range = |low: u32, high: u32| solver.apply("re.range", [unit(low), unit(high)]);
    let mut sorted: Vec<u32> = units.iter().map(|unit| u32::from(*unit)).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let none = solver.apply("re.none", Vec::<tress::Term>::new());
    let inside = sorted.iter().fold(none.clone(), |all, one| all | range(*one, *one));
    let starts = std::iter::once(0).chain(sorted.iter().map(|one| one + 1));
    let ends = sorted.iter().copied().chain([0x1_0000]);
    let gaps = starts.zip(ends).filter(|(start, end)| start < end);
    (inside, gaps.fold(none, |all, (start, end)| all | range(start, end - 1)))
}
