//! Which files a batch is about: those that are named, and all `.smt2` files below folders that are named.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::paths::shown;

/// How the names of files in folders end.
const ENDINGS: [&str; 2] = ["smt2", "smt"];

/// A problem: where it is, and its name in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) path: PathBuf,
    pub(crate) name: String,
}

/// The files, each once: those of a folder by name, folders and files in the order in which they are given.
pub(crate) fn problems(given: &[PathBuf]) -> Result<Vec<Problem>, String> {
    let mut problems = Vec::new();
    let mut names: BTreeMap<String, PathBuf> = BTreeMap::new();
    for path in given {
        let failed = |problem: std::io::Error| format!("{}: {problem}", shown(path));
        let is_folder = std::fs::metadata(path).map_err(failed)?.is_dir();
        let found = if is_folder { below(path)? } else { vec![path.to_owned()] };
        for path in found {
            let name = name(&path);
            match names.insert(name.clone(), path.clone()) {
                None => problems.push(Problem { path, name }),
                Some(other) if other == path => {}
                Some(_) => return Err(format!("two files have the name {name}")),
            }
        }
    }
    Ok(problems)
}

/// The name in rows: slashes between folders on every system.
fn name(path: &Path) -> String {
    let name = shown(path);
    if std::path::MAIN_SEPARATOR == '\\' { name.replace('\\', "/") } else { name }
}

/// All files with problems below a folder. Links to folders are not followed: they can lead in circles.
fn below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let failed = |problem: std::io::Error| format!("{}: {problem}", shown(&folder));
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            if entry.file_type().map_err(failed)?.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The folder of a file, from the part on that not all files share.
pub(crate) fn family<'a>(file: &'a str, shared: &str) -> &'a str {
    let inside = file.strip_prefix(shared).unwrap_or(file);
    inside.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

/// The folders that all files share, with the slash at their end.
pub(crate) fn shared_folder<'a>(files: impl IntoIterator<Item = &'a str>) -> &'a str {
    let folder = |file: &'a str| file.rfind('/').map_or("", |end| &file[..=end]);
    let mut files = files.into_iter();
    let Some(mut shared) = files.next().map(folder) else { return "" };
    for file in files {
        while !file.starts_with(shared) {
            shared = folder(&shared[..shared.len() - 1]);
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_and_files_taken_once() {
        let root = std::env::temp_dir().join(format!("tress-files-{}", std::process::id()));
        std::fs::create_dir_all(root.join("b/c")).expect("a folder");
        for name in ["z.smt2", "b/c/a.smt2", "b/no.txt", "b/y.smt"] {
            std::fs::write(root.join(name), "").expect("a file");
        }
        let text = |name: &str| root.join(name).to_string_lossy().into_owned();
        let found =
            problems(&["b/no.txt", "", "z.smt2"].map(|name| root.join(name))).expect("they are there");
        let names: Vec<&str> = found
            .iter()
            .map(|problem| problem.name.strip_prefix(&text("")).unwrap_or(&problem.name))
            .collect();
        assert_eq!(names, ["b/no.txt", "b/c/a.smt2", "b/y.smt", "z.smt2"]);
        assert!(problems(&[root.join("missing")]).is_err());
        std::fs::remove_dir_all(&root).expect("it was there");
    }

    #[test]
    fn families_are_folders() {
        let files = ["x/a/b/1.smt2", "x/a/c/2.smt2", "x/a/3.smt2"];
        let shared = shared_folder(files);
        assert_eq!(shared, "x/a/");
        assert_eq!(files.map(|file| family(file, shared)), ["b", "c", "."]);
        assert_eq!(shared_folder(["1.smt2", "a/2.smt2"]), "");
        assert_eq!(shared_folder(["/x/1", "/y/2"]), "/");
        assert_eq!(shared_folder([]), "");
    }
}
