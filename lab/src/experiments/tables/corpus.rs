//! The problems: a folder of families, each a folder of files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tress_base::Random;

use crate::experiments::grid::Answer;

/// A file of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::experiments) struct Problem {
    pub(in crate::experiments) family: String,
    /// The family and the file's name.
    pub(in crate::experiments) file: String,
    pub(in crate::experiments) path: PathBuf,
}

/// At most `count` files of each family, or of each that is named, chosen with the seed.
///
/// # Errors
/// When a folder cannot be read.
pub(in crate::experiments) fn problems(
    corpus: &Path,
    named: &[PathBuf],
    count: usize,
    seed: u64,
) -> io::Result<Vec<Problem>> {
    let mut found = Vec::new();
    for folder in sorted(corpus)?.into_iter().filter(|path| path.is_dir()) {
        let family = name(&folder);
        if !named.is_empty() && !named.iter().any(|path| path.as_os_str() == family.as_str()) {
            continue;
        }
        let files = sorted(&folder)?.into_iter();
        let files: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|ending| ending == "smt2")).collect();
        // Each family begins with the seed, so that others do not change its files.
        for path in sample(files, count, &mut Random::new(seed)) {
            found.push(Problem { file: format!("{family}/{}", name(&path)), family: family.clone(), path });
        }
    }
    Ok(found)
}

/// At most `count` of the items, in their order.
fn sample<T: Ord>(mut items: Vec<T>, count: usize, random: &mut Random) -> Vec<T> {
    for place in 0..count.min(items.len()) {
        let other = place + random.below(items.len() - place);
        items.swap(place, other);
    }
    items.truncate(count);
    items.sort();
    items
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The answer that a text says it has. Texts with several checks have several, and none counts.
pub(super) fn status(text: &str) -> Option<Answer> {
    let mut found = text.split(":status").skip(1).map(|rest| {
        rest.trim_start().split(|c: char| c.is_whitespace() || c == ')').next().unwrap_or_default()
    });
    let first = found.next().and_then(Answer::solved);
    first.filter(|_| found.next().is_none())
}

/// The same commands, each on a line of its own, without comments.
pub(super) fn one_line_each(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    // The mark that ends the string, the quoted name or the comment in which we are.
    let mut end = None;
    let mut depth = 0_usize;
    for character in text.chars() {
        match (end, character) {
            (Some('"'), '\n') => lines.push_str("\\u{a}"),
            (_, '\n') => lines.push(' '),
            (Some('\n'), _) | (None, ';') => {}
            _ => lines.push(character),
        }
        match (end, character) {
            (Some(mark), _) if mark == character => end = None,
            (Some(_), _) => {}
            (None, ';') => end = Some('\n'),
            (None, '"' | '|') => end = Some(character),
            (None, '(') => depth += 1,
            (None, ')') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    lines.push('\n');
                }
            }
            _ => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_its_seed() {
        let draw = |count: usize, seed: u64| sample((0..100).collect(), count, &mut Random::new(seed));
        assert_eq!(draw(5, 1), draw(5, 1));
        assert_ne!(draw(5, 1), draw(5, 2));
        assert!(draw(5, 3).windows(2).all(|pair| pair[0] < pair[1]) && draw(5, 3).len() == 5);
        assert_eq!(draw(1000, 1), (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn families_can_be_named() {
        let corpus = std::env::temp_dir().join(format!("tress-families-{}", std::process::id()));
        for family in ["a", "b"] {
            fs::create_dir_all(corpus.join(family)).expect("a folder");
            fs::write(corpus.join(family).join("1.smt2"), "").expect("a file");
        }
        let files = |named: &[PathBuf]| -> Vec<String> {
            let found = problems(&corpus, named, 5, 1).expect("folders");
            found.into_iter().map(|problem| problem.file).collect()
        };
        assert_eq!(files(&[]), ["a/1.smt2", "b/1.smt2"]);
        assert_eq!(files(&["b".into()]), ["b/1.smt2"]);
        fs::remove_dir_all(&corpus).expect("the folder is ours");
    }

    #[test]
    fn a_status_counts_when_it_is_the_only_one() {
        assert_eq!(status("(set-info :status sat)"), Some(Answer::Sat));
        assert_eq!(status("(set-info :status\n unsat )"), Some(Answer::Unsat));
        assert_eq!(status("(set-info :status unknown)"), None);
        assert_eq!(status("(set-info :status sat)(set-info :status sat)"), None);
        assert_eq!(status("(check-sat)"), None);
    }

    #[test]
    fn commands_stand_on_lines_of_their_own() {
        let check = |text: &str, expected: &str| assert_eq!(one_line_each(text), expected, "{text}");
        check("(a\n(b)) (c)", "(a (b))\n (c)\n");
        check("; (d\n(a \"; )\" ; e\n)", " (a \"; )\"  )\n");
        check("(a |b\n(|) (c \"d\ne\"\"f\")", "(a |b (|)\n (c \"d\\u{a}e\"\"f\")\n");
    }
}
