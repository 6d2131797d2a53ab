//! The class by which tasks of SV-COMP ask for inputs.

use tress_classes::Type;

use crate::machine::{Run, Signal, Step};
use crate::state::Value;

pub(super) const CLASS: &str = "org/sosy_lab/sv_benchmarks/Verifier";

pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    if (name, descriptor) == ("assume", "(Z)V") {
        // What follows on inputs for which it does not hold is of no interest.
        return match run.decide_value(&arguments[0])? {
            true => Ok(Some(None)),
            false => Err(Signal::Excluded),
        };
    }
    let type_ = match (name, descriptor) {
        ("nondetBoolean", "()Z") => Type::Boolean,
        ("nondetByte", "()B") => Type::Byte,
        ("nondetChar", "()C") => Type::Char,
        ("nondetShort", "()S") => Type::Short,
        ("nondetInt", "()I") => Type::Int,
        ("nondetLong", "()J") => Type::Long,
        ("nondetFloat", "()F") => Type::Float,
        ("nondetDouble", "()D") => Type::Double,
        ("nondetString", "()Ljava/lang/String;") => Type::Object("java/lang/String".into()),
        _ => return Ok(None),
    };
    run.next_input(&type_).map(|value| Some(Some(value)))
}
