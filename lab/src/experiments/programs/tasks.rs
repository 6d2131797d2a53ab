//! Tasks of a folder: programs with properties and the verdicts that are expected.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Folders inside of folders, at most; links may lead around.
const DEEPEST: usize = 8;

/// A program with one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Task {
    /// The file of the task.
    pub(super) file: PathBuf,
    /// The folder that the file lies in.
    pub(super) suite: String,
    /// The name of the file, without its ending.
    pub(super) name: String,
    /// Files and folders of sources.
    pub(super) inputs: Vec<PathBuf>,
    /// The file of the property.
    pub(super) property: PathBuf,
    /// Does the program have it?
    pub(super) expected: bool,
}

impl Task {
    /// The name of the property.
    pub(super) fn property_name(&self) -> String {
        self.property.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Where the classes lie, if somebody has compiled them: `classes/SUITE/NAME` and `classes/INPUT` next to
    /// the suites.
    pub(super) fn classes(&self) -> Option<Vec<PathBuf>> {
        let suite = self.file.parent()?;
        let compiled = suite.parent()?.join("classes");
        let named = |input: &PathBuf| {
            let inner = input.file_name()?;
            let places = [compiled.join(&self.suite).join(inner), compiled.join(inner)];
            places.into_iter().find(|place| place.is_dir())
        };
        // The program stands before what it shares with others.
        self.inputs.iter().rev().map(named).collect()
    }
}

/// The tasks below a folder that have an expected verdict, in the order of their names.
pub(super) fn tasks(folder: &Path) -> io::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    collect(folder, 0, &mut tasks)?;
    tasks.sort_by(|one: &Task, other| (&one.file, &one.property).cmp(&(&other.file, &other.property)));
    Ok(tasks)
}

fn collect(place: &Path, depth: usize, tasks: &mut Vec<Task>) -> io::Result<()> {
    for entry in fs::read_dir(place)? {
        let path = entry?.path();
        if path.is_dir() && depth < DEEPEST {
            collect(&path, depth + 1, tasks)?;
        } else if path.extension().is_some_and(|end| end == "yml") {
            tasks.extend(read(&path, &fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

/// The part of YAML that tasks are written in. What has no sources or no verdict is no task.
fn read(file: &Path, text: &str) -> Vec<Task> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let plain = |text: &str| text.trim().trim_matches(['"', '\'']).to_owned();
    let (mut inputs, mut tasks, mut property, mut is_inputs) = (Vec::new(), Vec::new(), None, false);
    for line in text.lines() {
        let trimmed = line.split(" #").next().unwrap_or_default().trim();
        let item = trimmed.strip_prefix('-').map_or(trimmed, str::trim);
        let (key, value) = item.split_once(':').map_or(("", item), |(key, value)| (key.trim(), value.trim()));
        match key {
            "input_files" => {
                is_inputs = true;
                let list = value.trim_start_matches('[').trim_end_matches(']').split(',');
                inputs.extend(list.map(plain).filter(|name| !name.is_empty()));
            }
            "" if is_inputs && trimmed.starts_with('-') => inputs.push(plain(value)),
            "property_file" => property = Some(folder.join(plain(value))),
            "expected_verdict" => {
                if let (Some(property), Ok(expected)) = (property.take(), plain(value).parse()) {
                    tasks.push((property, expected));
                }
            }
            _ => is_inputs &= key.is_empty(),
        }
    }
    let suite = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let inputs: Vec<PathBuf> = inputs.iter().map(|name| folder.join(name)).collect();
    let tasks = tasks.into_iter().filter(|_| !inputs.is_empty());
    let whole = tasks.map(|(property, expected)| Task {
        file: file.to_owned(),
        suite: suite.clone(),
        name: name.clone(),
        inputs: inputs.clone(),
        property,
        expected,
    });
    whole.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_of_lists_are_read() {
        let properties = "properties:\n  - property_file: ../p/valid-assert.prp\n    expected_verdict: false\n  \
                          - property_file: ../p/other.prp\n";
        for inputs in
            ["input_files:\n  - ../common/\n  - \"Case/\"\n", "input_files: [../common/, 'Case/']\n"]
        {
            let text = format!("format_version: '2.0'\n{inputs}{properties}");
            let tasks = read(Path::new("a/suite/Case.yml"), &text);
            assert_eq!(tasks.len(), 1, "{text}");
            let inputs = ["a/suite/../common/", "a/suite/Case/"].map(PathBuf::from);
            assert_eq!((&tasks[0].inputs[..], tasks[0].expected), (&inputs[..], false));
            assert_eq!((tasks[0].suite.as_str(), tasks[0].name.as_str()), ("suite", "Case"));
            assert_eq!(tasks[0].property_name(), "valid-assert");
        }
    }

    #[test]
    fn what_is_no_task_is_left_out() {
        assert!(
            read(Path::new("s/a.yml"), "properties:\n  - property_file: p\n    expected_verdict: true\n")
                .is_empty()
        );
        assert!(read(Path::new("s/a.yml"), "input_files: x\n").is_empty());
    }
}
