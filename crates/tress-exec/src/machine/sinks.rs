//! Calls whose arguments must not match a pattern.

use std::str::FromStr;

use tress::Dialect;
use tress_classes::MethodRef;

use super::{Run, Signal, Step, unsupported};
use crate::state::{Object, Value};

/// A method, and what no string argument of it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sink {
    class: String,
    method: String,
    pattern: String,
}

impl FromStr for Sink {
    type Err = String;

    /// Reads `package.Class.method=PATTERN`, with a pattern of Java for the whole argument.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text} is not of the form package.Class.method=PATTERN");
        let (names, pattern) = text.split_once('=').ok_or_else(wrong)?;
        let (class, method) = names.rsplit_once('.').ok_or_else(wrong)?;
        tress::Solver::new().regex(Dialect::Java, pattern).map_err(|problem| problem.to_string())?;
        Ok(Sink { class: class.replace('.', "/"), method: method.to_owned(), pattern: pattern.to_owned() })
    }
}

impl Run<'_> {
    /// Can a string argument of this call match the pattern of a sink? Then the path ends here.
    pub(super) fn check_sinks(&mut self, method: &MethodRef, arguments: &[Value]) -> Step {
        let sinks = self.context.sinks;
        let meant = sinks.iter().filter(|sink| sink.class == *method.class && sink.method == *method.name);
        for sink in meant {
            for argument in arguments {
                let Value::Object(id) = argument else { continue };
                let Object::String(text) = self.state.heap.get(*id) else { continue };
                let text = text.clone();
                if !text.is_ascii() {
                    return unsupported("a sink for texts that may have surrogate pairs");
                }
                let regex = self.solver().regex(Dialect::Java, &sink.pattern);
                let regex = regex.or_else(|problem| unsupported(problem.to_string()))?;
                let is_reached = text.term(self.solver()).matches(regex);
                if self.decide(is_reached)? {
                    let name = format!("{}.{}", sink.class.replace('/', "."), sink.method);
                    return Err(Signal::Sink(format!("{name} with what matches {}", sink.pattern)));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sinks_are_read() {
        let sink: Sink = "java.sql.Statement.executeQuery=.*'.*=.*".parse().expect("a sink");
        assert_eq!((sink.class.as_str(), sink.method.as_str()), ("java/sql/Statement", "executeQuery"));
        assert_eq!(sink.pattern, ".*'.*=.*");
        for wrong in ["a.b", "b=x", "a.b=("] {
            assert!(wrong.parse::<Sink>().is_err(), "{wrong}");
        }
    }
}
