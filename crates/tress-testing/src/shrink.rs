//! Making a failing script small.
//!
//! Enters: commands on which something fails, and a test that says whether it still does. Leaves:
//! commands from which nothing can be taken without losing the failure: first whole commands
//! (delta debugging: Zeller and Hildebrandt, 2002), then parts of their terms.

use crate::expression::Expression;

/// How often the test is asked at most.
const MOST_TRIES: usize = 4000;

/// Asks the test, up to a limit.
struct Asker<F> {
    fails: F,
    left: usize,
}

impl<F: FnMut(&[Expression]) -> bool> Asker<F> {
    fn still_fails(&mut self, commands: &[Expression]) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        (self.fails)(commands)
    }
}

/// The smallest commands that were found on which `fails` still says true. It must say so for
/// the given ones.
pub fn shrink(commands: &[Expression], fails: impl FnMut(&[Expression]) -> bool) -> Vec<Expression> {
    let mut asker = Asker { fails, left: MOST_TRIES };
    let mut commands = commands.to_vec();
    loop {
        let before = commands.clone();
        shrink_list(&mut commands, &mut asker);
        for place in 0..commands.len() {
            shrink_command(&mut commands, place, &mut asker);
        }
        if commands == before {
            return commands;
        }
    }
}

/// Takes away runs of commands, long ones first.
fn shrink_list<F: FnMut(&[Expression]) -> bool>(commands: &mut Vec<Expression>, asker: &mut Asker<F>) {
    let mut length = commands.len() / 2;
    while length > 0 {
        let mut start = 0;
        while start < commands.len() {
            let mut fewer = commands.clone();
            fewer.drain(start..(start + length).min(commands.len()));
            if asker.still_fails(&fewer) {
                *commands = fewer;
            } else {
                start += length;
            }
        }
        length /= 2;
    }
}

/// Puts simpler parts in place of the parts of one command.
fn shrink_command<F: FnMut(&[Expression]) -> bool>(
    commands: &mut [Expression],
    place: usize,
    asker: &mut Asker<F>,
) {
    let mut number = 1;
    while number < commands[place].size() {
        let old = commands[place].clone();
        let Some(part) = old.part(number) else { return };
        for new in simpler(part) {
            let Ok([whole]) = <[Expression; 1]>::try_from(old.with_part(number, &new)) else { continue };
            commands[place] = whole;
            if asker.still_fails(commands) {
                break;
            }
            commands[place] = old.clone();
        }
        if commands[place] == old {
            number += 1;
        }
    }
}

/// What may stand in place of a part: nothing, one of its own parts, or a plain value.
fn simpler(part: &Expression) -> Vec<Vec<Expression>> {
    let mut all = vec![vec![]];
    all.extend(part.parts().iter().map(|inner| vec![inner.clone()]));
    if !part.parts().is_empty() {
        all.extend(
            ["true", "false", "0", "\"\"", "re.all"].map(|value| vec![Expression::Atom(value.into())]),
        );
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str) -> Vec<Expression> {
        Expression::parse_all(text).expect("balanced")
    }

    fn text(commands: &[Expression]) -> String {
        commands.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_what_matters_stays() {
        let given = commands("(a) (b (x (y bad) z)) (c) (d (e) also) (f) (g)");
        let small = shrink(&given, |commands| {
            let text = text(commands);
            text.contains("bad") && text.contains("also")
        });
        assert_eq!(text(&small), "(bad) (also)");
    }

    #[test]
    fn a_single_failure_is_kept_whole() {
        let given = commands("(assert (= x y))");
        let small = shrink(&given, |commands| text(commands) == "(assert (= x y))");
        assert_eq!(small, given);
    }

    #[test]
    fn an_endless_test_ends() {
        let given = commands(&"(a (b c) (d e)) ".repeat(400));
        let mut asked = 0;
        shrink(&given, |_| {
            asked += 1;
            false
        });
        assert!(asked <= MOST_TRIES);
    }
}
