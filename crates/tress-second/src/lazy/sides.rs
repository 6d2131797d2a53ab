//! Sides of equations: sequences of variables and words, and what equations between them imply.

use tress_automata::follow::Part;

/// What an equation between two sides comes down to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Equation {
    /// It always holds.
    Always,
    /// It never does.
    Never,
    /// The concatenation is this word.
    Spells(Vec<Part>, Vec<u32>),
    /// The variable is the concatenation, and does not occur in it.
    Solved(usize, Vec<Part>),
    /// Anything else.
    Other,
}

/// The parts with neighbouring words joined and empty ones dropped.
pub(super) fn joined(parts: impl IntoIterator<Item = Part>) -> Vec<Part> {
    let mut result: Vec<Part> = Vec::new();
    for part in parts {
        match (part, result.last_mut()) {
            (Part::Word(word), _) if word.is_empty() => {}
            (Part::Word(word), Some(Part::Word(last))) => last.extend(word),
            (part, _) => result.push(part),
        }
    }
    result
}

/// Sides that are [`joined`], compared.
pub(super) fn compare(mut a: Vec<Part>, mut b: Vec<Part>) -> Equation {
    for _ in 0..2 {
        if !strip(&mut a, &mut b) {
            return Equation::Never;
        }
        // What ends the sides begins them after both are reversed.
        for side in [&mut a, &mut b] {
            side.reverse();
            for part in side {
                if let Part::Word(word) = part {
                    word.reverse();
                }
            }
        }
    }
    let is_word = |side: &[Part]| side.iter().all(|part| matches!(part, Part::Word(_)));
    if is_word(&a) && is_word(&b) {
        return if a == b { Equation::Always } else { Equation::Never };
    }
    let turns = [(&a, &b), (&b, &a)];
    for (one, other) in turns {
        match one.as_slice() {
            [Part::Variable(variable)] if !other.contains(&one[0]) => {
                return Equation::Solved(*variable, other.clone());
            }
            _ => {}
        }
    }
    for (one, other) in turns {
        match other.as_slice() {
            [] => return Equation::Spells(one.clone(), Vec::new()),
            [Part::Word(word)] => return Equation::Spells(one.clone(), word.clone()),
            _ => {}
        }
    }
    Equation::Other
}

/// Takes off what both sides begin with. Returns false if they begin with different characters.
fn strip(a: &mut Vec<Part>, b: &mut Vec<Part>) -> bool {
    loop {
        let (Some(first), Some(second)) = (a.first_mut(), b.first_mut()) else { return true };
        let common = match (&first, &second) {
            (Part::Variable(one), Part::Variable(other)) if one == other => 0,
            (Part::Word(one), Part::Word(other)) => {
                let common = one.iter().zip(other).take_while(|(one, other)| one == other).count();
                if common < one.len().min(other.len()) {
                    return false;
                }
                common
            }
            _ => return true,
        };
        for side in [&mut *a, &mut *b] {
            match &mut side[0] {
                Part::Word(word) if word.len() > common => drop(word.drain(..common)),
                _ => drop(side.remove(0)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sides such as `xab`: x, y and z are variables, other characters are words.
    fn side(text: &str) -> Vec<Part> {
        joined(text.chars().map(|c| match "xyz".find(c) {
            Some(variable) => Part::Variable(variable),
            None => Part::Word(vec![u32::from(c)]),
        }))
    }

    fn word(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn equations_come_down_to_what_differs() {
        assert_eq!(compare(side("xab"), side("xab")), Equation::Always);
        assert_eq!(compare(side("xab"), side("xcb")), Equation::Never);
        assert_eq!(compare(side("axb"), side("acb")), Equation::Solved(0, side("c")));
        assert_eq!(compare(side("abcd"), side("abxyd")), Equation::Spells(side("xy"), word("c")));
        assert_eq!(compare(side("xy"), side("x")), Equation::Solved(1, side("")));
        assert_eq!(compare(side("xay"), side("")), Equation::Spells(side("xay"), word("")));
        assert_eq!(compare(side("ax"), side("aybzc")), Equation::Solved(0, side("ybzc")));
        assert_eq!(compare(side("x"), side("axb")), Equation::Other);
        assert_eq!(compare(side("xa"), side("bx")), Equation::Other);
        assert_eq!(compare(side("xa"), side("x")), Equation::Never);
        assert_eq!(compare(side(""), side("")), Equation::Always);
        assert_eq!(compare(side("ab"), side("a")), Equation::Never);
    }
}
