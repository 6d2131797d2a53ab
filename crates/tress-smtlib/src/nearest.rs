//! Suggestions for unknown names.

/// The nearest of `names` by edit distance, if any is near enough.
#[must_use]
pub fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Very short names are near to everything, very long ones are near to nothing.
    if !(3..=64).contains(&wanted.len()) {
        return None;
    }
    let limit = 1 + wanted.len() / 4;
    names
        .filter(|name| name.len().abs_diff(wanted.len()) <= limit)
        .map(|name| (distance(wanted.as_bytes(), name.as_bytes()), name))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, name)| name)
}

/// Names of operators in other languages.
const HABITS: [(&str, &str); 20] = [
    ("!=", "distinct"),
    ("!", "not"),
    ("%", "mod"),
    ("&&", "and"),
    ("==", "="),
    ("charAt", "str.at"),
    ("concat", "str.++"),
    ("endsWith", "str.suffixof"),
    ("endswith", "str.suffixof"),
    ("if", "ite"),
    ("indexOf", "str.indexof"),
    ("length", "str.len"),
    ("lower", "str.to_lower"),
    ("matches", "str.in_re"),
    ("reverse", "str.rev"),
    ("size", "str.len"),
    ("startsWith", "str.prefixof"),
    ("startswith", "str.prefixof"),
    ("substring", "str.substr"),
    ("upper", "str.to_upper"),
];

/// The prefixes of families of operators, the most likely first.
const FAMILIES: [&str; 3] = ["str.", "re.", "seq."];

/// The operator or symbol that an unknown name probably means: with the prefix of a family, by its name in
/// another language, or the nearest.
pub(super) fn meant<'a, N: Iterator<Item = &'a str>>(wanted: &str, names: impl Fn() -> N) -> Option<&'a str> {
    let in_family = |family: &&str| names().find(|name| name.strip_prefix(*family) == Some(wanted));
    FAMILIES
        .iter()
        .find_map(in_family)
        .or_else(|| HABITS.iter().find(|(habit, _)| *habit == wanted).map(|(_, name)| *name))
        .or_else(|| nearest(wanted, names()))
}

/// The literal that was probably meant by single quotes.
pub(super) fn quoted(name: &str) -> String {
    let text: String = name.trim_matches('\'').chars().take(40).collect();
    format!("\"{text}\"")
}

/// The edit distance of `a` and `b`; `_`, `.` and `-` count as equal.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let same = |x: u8, y: u8| x == y || (b"._-".contains(&x) && b"._-".contains(&y));
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(!same(*x, *y));
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["str.len", "str.prefixof", "re.+", "str.at"];
        let find = |wanted| nearest(wanted, names.into_iter());
        assert_eq!(find("str.length"), Some("str.len"));
        assert_eq!(find("str_prefixof"), Some("str.prefixof"));
        assert_eq!(find("strlen"), Some("str.len"));
        assert_eq!(find("completely.different"), None);
        assert_eq!(find("re"), None);
    }

    #[test]
    fn names_without_their_family_are_understood() {
        let names = ["seq.len", "str.len", "re.range", "str.at", "re.+", "str.lex"];
        let find = |wanted| meant(wanted, || names.into_iter());
        assert_eq!(find("len"), Some("str.len"));
        assert_eq!(find("range"), Some("re.range"));
        assert_eq!(find("+"), Some("re.+"));
        assert_eq!(find("length"), Some("str.len"));
        assert_eq!(find("concat"), Some("str.++"));
        assert_eq!(find("str.lenn"), Some("str.len"));
        assert_eq!(find("nothing-like-it"), None);
    }

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        assert_eq!(distance(b"", b"abc"), 3);
        assert_eq!(distance(b"a.b", b"a_b"), 0);
    }
}
