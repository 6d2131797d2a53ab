//! What the values of several solvers say together.

use tress_term::term::Value;

/// The outcome for one term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// No other solver gave a value.
    Unanswered,
    /// All values given are tress's.
    Agreed,
    /// The others differ from each other, and tress agrees with one of them.
    Split,
    /// The only other value given is not tress's.
    Alone,
    /// Several other values are given and none of them is tress's.
    Wrong,
}

impl Judgement {
    /// Does anybody differ from anybody?
    pub(super) fn is_disagreement(self) -> bool {
        matches!(self, Judgement::Split | Judgement::Alone | Judgement::Wrong)
    }
}

/// Compares tress's value with those that others gave.
pub(super) fn judge<'value>(own: &Value, others: impl Iterator<Item = Option<&'value Value>>) -> Judgement {
    let given: Vec<&Value> = others.flatten().collect();
    let equal = given.iter().filter(|value| **value == own).count();
    match (given.len(), equal) {
        (0, _) => Judgement::Unanswered,
        (given, equal) if given == equal => Judgement::Agreed,
        (1, _) => Judgement::Alone,
        (_, 0) => Judgement::Wrong,
        _ => Judgement::Split,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome() {
        let [yes, no] = [true, false].map(Value::Bool);
        let word = Value::text("");
        let ask = |others: &[Option<&Value>]| judge(&yes, others.iter().copied());
        assert_eq!(ask(&[]), Judgement::Unanswered);
        assert_eq!(ask(&[None, None]), Judgement::Unanswered);
        assert_eq!(ask(&[Some(&yes), None]), Judgement::Agreed);
        assert_eq!(ask(&[Some(&yes), Some(&yes)]), Judgement::Agreed);
        assert_eq!(ask(&[Some(&no), None]), Judgement::Alone);
        assert_eq!(ask(&[Some(&no), Some(&yes)]), Judgement::Split);
        assert_eq!(ask(&[Some(&no), Some(&no)]), Judgement::Wrong);
        assert_eq!(ask(&[Some(&no), Some(&word)]), Judgement::Wrong);
    }
}
