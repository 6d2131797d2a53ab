//! The sources of a task, compiled into a temporary folder.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tress_base::Budget;

use super::task::Task;

/// Time between two looks at the compiler.
const LOOK: Duration = Duration::from_millis(5);
/// Folders inside of folders, at most; links may lead around.
const DEEPEST: usize = 64;

/// Folders that were left behind, at most.
const MOST_FOLDERS: usize = 1_000;

/// Where the classes of a task lie. The temporary folder lives as long as this.
pub(super) struct Compiled {
    folder: Option<PathBuf>,
    /// Folders, jars and the JDK, in the order in which they are searched.
    pub(super) class_path: Vec<PathBuf>,
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // What cannot be removed is left to the system.
        let _ = self.folder.as_ref().map(fs::remove_dir_all);
    }
}

/// Compiles the sources of a task.
pub(super) fn compile(task: &Task, jdk: Option<&Path>, budget: &Budget) -> Result<Compiled, String> {
    let (mut sources, mut jars) = (Vec::new(), Vec::new());
    for input in &task.inputs {
        collect(input, 0, &mut sources, &mut jars)?;
    }
    if sources.is_empty() {
        return Err("the task has no sources".to_owned());
    }
    let javac = compiler(jdk).ok_or("there is no javac in JAVA_HOME or PATH")?;
    let folder = temporary_folder()?;
    let mut compiled = Compiled { folder: Some(folder.clone()), class_path: Vec::new() };
    let failed = |problem: std::io::Error| format!("{}: {problem}", folder.display());
    let classes = folder.join("classes");
    fs::create_dir_all(&classes).map_err(failed)?;
    let list = folder.join("sources");
    fs::write(&list, argument_file(&sources)).map_err(failed)?;
    let messages = folder.join("messages");
    let mut command = Command::new(&javac);
    command.args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"]).arg(&classes);
    if let Ok(path) = env::join_paths(&jars)
        && !jars.is_empty()
    {
        command.arg("-cp").arg(path);
    }
    command.arg(format!("@{}", list.display())).stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(fs::File::create(&messages).map_err(failed)?);
    let child = command.spawn().map_err(|problem| format!("{}: {problem}", javac.display()))?;
    if !ended(child, budget)? {
        let text = fs::read_to_string(&messages).unwrap_or_default();
        let first = text.lines().find(|line| line.contains("error")).unwrap_or("it does not say why");
        return Err(format!("the sources do not compile: {first}"));
    }
    compiled.class_path = std::iter::once(classes).chain(jars).chain(home(jdk, &javac)).collect();
    Ok(compiled)
}

/// Classes that somebody has compiled.
pub(super) fn compiled(classes: &str, jdk: Option<&Path>) -> Compiled {
    let javac = compiler(jdk).unwrap_or_default();
    let class_path = env::split_paths(classes).chain(home(jdk, &javac)).collect();
    Compiled { folder: None, class_path }
}

/// A new folder: one that was there before may be anybody's.
fn temporary_folder() -> Result<PathBuf, String> {
    let mut number = 0;
    loop {
        let folder = env::temp_dir().join(format!("tress-svcomp-{}-{number}", std::process::id()));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(problem) if problem.kind() == ErrorKind::AlreadyExists && number < MOST_FOLDERS => {
                number += 1
            }
            Err(problem) => return Err(format!("{}: {problem}", folder.display())),
        }
    }
}

/// The sources and jars in a file or folder, in the order of their names.
fn collect(
    location: &Path,
    depth: usize,
    sources: &mut Vec<PathBuf>,
    jars: &mut Vec<PathBuf>,
) -> Result<(), String> {
    let failed = |problem: std::io::Error| format!("{}: {problem}", location.display());
    if fs::metadata(location).map_err(failed)?.is_dir() {
        if depth > DEEPEST {
            return Err(format!("{}: folders inside of folders do not end", location.display()));
        }
        let inside = fs::read_dir(location).map_err(failed)?;
        let mut inside: Vec<PathBuf> =
            inside.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(failed)?;
        inside.sort();
        return inside.iter().try_for_each(|location| collect(location, depth + 1, sources, jars));
    }
    match location.extension().and_then(|end| end.to_str()) {
        Some("java") => sources.push(location.to_owned()),
        Some("jar") => jars.push(location.to_owned()),
        _ => {}
    }
    Ok(())
}

/// The names of files as `javac` reads them from a file: in quotes, with backslashes doubled.
fn argument_file(sources: &[PathBuf]) -> String {
    let quoted = |source: &PathBuf| {
        let name = source.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{name}\"\n")
    };
    sources.iter().map(quoted).collect()
}

/// The compiler of the JDK that was named or that the environment names, or the one that is installed.
fn compiler(jdk: Option<&Path>) -> Option<PathBuf> {
    let name = format!("javac{}", env::consts::EXE_SUFFIX);
    let named = jdk.map(|jdk| jdk.join("bin").join(&name));
    let installed = env::var_os("PATH").unwrap_or_default();
    let installed = env::split_paths(&installed).map(|folder| folder.join(&name)).collect::<Vec<_>>();
    named.into_iter().chain(installed).find(|location| location.is_file())
}

/// The JDK whose library runs: that of the compiler, where none is named.
fn home(jdk: Option<&Path>, javac: &Path) -> Option<PathBuf> {
    let of_compiler = || {
        let real = fs::canonicalize(javac).ok()?;
        Some(real.parent()?.parent()?.to_owned())
    };
    let found = jdk.map(Path::to_owned).or_else(of_compiler)?;
    found.join("lib").join("modules").is_file().then_some(found)
}

/// Waits for the compiler; has it worked?
fn ended(mut child: Child, budget: &Budget) -> Result<bool, String> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) if budget.look().is_err() => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("time is up while the sources compile".to_owned());
            }
            Ok(None) => sleep(LOOK),
            Err(problem) => return Err(format!("javac: {problem}")),
        }
    }
}
