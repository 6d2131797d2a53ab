//! `junit`: generated tests compile and pass.
//!
//! Enters: the compiled programs of the repository. Each method is explored, its JUnit class is written,
//! compiled with `javac` and run. With the jars of JUnit 5 in the folder that `--corpus` names, or where
//! Debian puts them, that is JUnit itself; without, a stand-in with the same annotations and assertions.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use tress_classes::{ClassPath, Source};
use tress_exec::{Alphabet, Options, Report, explore};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "junit",
    about: "JUnit 5 tests generated for the Java programs of the repository compile and pass",
    count: 60,
    run,
};

/// Where Debian puts jars.
const JARS: &str = "/usr/share/java";
/// Time for one method.
const TIME: Duration = Duration::from_secs(3);

/// What is needed of JUnit 5, for machines without it.
const STAND_IN: [(&str, &str); 3] = [
    (
        "org/junit/jupiter/api/Test.java",
        "package org.junit.jupiter.api;\n\
         @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface Test {}\n",
    ),
    (
        "org/junit/jupiter/api/Assertions.java",
        "package org.junit.jupiter.api;\n\
         public class Assertions {\n\
         public interface Code { void run() throws Throwable; }\n\
         static void check(boolean holds, Object what) { if (!holds) throw new Error(\"failed: \" + what); }\n\
         public static void assertTrue(boolean value) { check(value, value); }\n\
         public static void assertFalse(boolean value) { check(!value, value); }\n\
         public static void assertNull(Object value) { check(value == null, value); }\n\
         public static void assertEquals(long wanted, long value) { check(wanted == value, value); }\n\
         public static void assertEquals(double wanted, double value) { check(wanted == value, value); }\n\
         public static void assertEquals(Object wanted, Object value) { check(wanted.equals(value), value); }\n\
         public static void assertArrayEquals(Object wanted, Object value) { check(java.util.Objects.deepEquals(wanted, value), value); }\n\
         public static void assertDoesNotThrow(Code code) { try { code.run(); } catch (Throwable thrown) { check(false, thrown); } }\n\
         public static void assertThrows(Class<?> wanted, Code code) {\n\
         try { code.run(); } catch (Throwable thrown) { check(wanted.isInstance(thrown), thrown); return; }\n\
         check(false, \"nothing is thrown\"); } }\n",
    ),
    (
        "Runner.java",
        "public class Runner { public static void main(String[] classes) throws Exception {\n\
         int passed = 0; int failed = 0;\n\
         for (String name : classes) { Class<?> test = Class.forName(name); var make = test.getDeclaredConstructor(); make.setAccessible(true);\n\
         for (var method : test.getDeclaredMethods()) { if (!method.isAnnotationPresent(org.junit.jupiter.api.Test.class)) continue; method.setAccessible(true);\n\
         try { method.invoke(make.newInstance()); passed++; }\n\
         catch (java.lang.reflect.InvocationTargetException thrown) { failed++; System.out.println(name + \".\" + method.getName() + \": \" + thrown.getCause()); } } }\n\
         System.out.println(passed + \" tests successful\"); System.out.println(failed + \" tests failed\"); System.exit(failed == 0 ? 0 : 1); } }\n",
    ),
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/java/classes")
}

/// A class of tests.
pub(super) struct Generated {
    /// With its package.
    pub(super) class: String,
    pub(super) text: String,
    pub(super) tests: usize,
}

impl Generated {
    /// The tests of a report, one for each path; none where nothing can be called or no path ends.
    pub(super) fn of(report: &Report) -> Option<Generated> {
        let text = report.junit(true).ok()?;
        let tests = text.matches("@Test").count();
        let package = report.signature.class.rsplit_once('.').map(|(package, _)| format!("{package}."));
        let name = text.split("\nclass ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
        let class = format!("{}{name}", package.unwrap_or_default());
        (tests > 0).then_some(Generated { class, text, tests })
    }
}

/// What tests are compiled and run with.
pub(super) struct Runtime<'place> {
    /// The jars of JUnit; without them there is a stand-in.
    pub(super) jars: Option<&'place Path>,
    /// What is tested.
    pub(super) classes: &'place [PathBuf],
    /// The JDK; without one that of the path.
    pub(super) jdk: Option<&'place Path>,
}

impl Runtime<'_> {
    fn program(&self, name: &str) -> PathBuf {
        self.jdk.map_or_else(|| PathBuf::from(name), |jdk| jdk.join("bin").join(name))
    }
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let methods = methods(lab.count)?;
    let mut all = Vec::new();
    for (number, method) in methods.iter().enumerate() {
        // Methods of one name have classes of one name; the first one is enough.
        let made = generated(method)?;
        all.extend(made.filter(|made| !all.iter().any(|known: &Generated| known.class == made.class)));
        lab.progress(number + 1, methods.len());
    }
    let folder = lab.setting.out.join("junit");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let jars = lab.setting.corpus.clone().unwrap_or_else(|| PathBuf::from(JARS));
    let has_junit = jars.join("junit-platform-console.jar").exists();
    let runtime = Runtime { jars: has_junit.then_some(jars.as_path()), classes: &[fixtures()], jdk: None };
    let output = check(&folder, &all, &runtime)?;
    let tests: usize = all.iter().map(|generated| generated.tests).sum();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let passed = counted(&shown, "tests successful");
    let mut table = Table::new(&["methods", "classes", "tests", "passed", "by"]);
    let by = if has_junit { "JUnit" } else { "a stand-in" };
    let counts = [methods.len(), all.len(), tests, passed];
    table.row(counts.map(|count| count.to_string()).into_iter().chain([by.to_owned()]));
    lab.print(&table.text())?;
    let is_wrong = !output.status.success() || passed != tests;
    if is_wrong {
        lab.print(&shown)?;
        lab.print(&String::from_utf8_lossy(&output.stderr))?;
    }
    Ok(Verdict::wrong_if(is_wrong))
}

/// The number before a word.
pub(super) fn counted(text: &str, word: &str) -> usize {
    let before = text.find(word).map_or("", |place| &text[..place]);
    before
        .split(|letter: char| !letter.is_ascii_digit())
        .rfind(|part| !part.is_empty())
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}

/// Methods of the programs that a test can call.
fn methods(count: usize) -> io::Result<Vec<String>> {
    let path = ClassPath::open(fixtures()).map_err(io::Error::other)?;
    let mut names = Source::open(fixtures()).and_then(|source| source.names()).map_err(io::Error::other)?;
    names.sort();
    let mut methods = Vec::new();
    for name in names.iter().filter(|name| !name.contains('$')) {
        let Some(class) = path.class(name).map_err(io::Error::other)? else { continue };
        for method in
            class.methods.iter().filter(|method| method.code.is_some() && !method.access.is_private())
        {
            if !method.name.contains(['<', '$']) {
                methods.push(format!("{}.{}{}", name.replace('/', "."), method.name, method.descriptor));
            }
        }
    }
    // Spread over all classes, whatever the count.
    let step = methods.len().div_ceil(count.max(1)).max(1);
    Ok(methods.into_iter().step_by(step).collect())
}

/// The tests of a method; none where its parameters cannot be unknown or no path ends.
fn generated(method: &str) -> io::Result<Option<Generated>> {
    let path = ClassPath::open(fixtures()).map_err(io::Error::other)?;
    let options = Options {
        time: Some(TIME),
        max_paths: 40,
        max_length: 12,
        alphabet: Alphabet::Latin1,
        null_strings: true,
        ..Options::default()
    };
    let Ok(report) = explore(path, method, &options) else { return Ok(None) };
    Ok(Generated::of(&report))
}

/// Compiles the tests and runs them.
pub(super) fn check(folder: &Path, all: &[Generated], runtime: &Runtime<'_>) -> io::Result<Output> {
    let jars = runtime.jars;
    let (sources, classes) = (folder.join("src"), folder.join("classes"));
    fs::create_dir_all(&classes)?;
    let mut files = Vec::new();
    let stand_in =
        STAND_IN.iter().filter(|_| jars.is_none()).map(|(name, text)| (PathBuf::from(name), *text));
    let tests = all.iter().map(|generated| {
        (PathBuf::from(generated.class.replace('.', "/") + ".java"), generated.text.as_str())
    });
    for (name, text) in stand_in.chain(tests) {
        let file = sources.join(name);
        fs::create_dir_all(file.parent().unwrap_or(&sources))?;
        fs::write(&file, text)?;
        files.push(file);
    }
    let mut path = runtime.classes.to_vec();
    path.push(classes.clone());
    path.extend(jars.map(|jars| jars.join("*")));
    let path = std::env::join_paths(path).map_err(io::Error::other)?;
    let compiled = Command::new(runtime.program("javac"))
        .arg("-d")
        .arg(&classes)
        .arg("-cp")
        .arg(&path)
        .args(&files)
        .output()?;
    if !compiled.status.success() {
        return Ok(compiled);
    }
    let mut command = Command::new(runtime.program("java"));
    command.arg("-ea").arg("-cp").arg(&path);
    match jars {
        Some(_) => {
            command.args([
                "org.junit.platform.console.ConsoleLauncher",
                "--details=summary",
                "--disable-banner",
            ]);
            command.arg("--scan-classpath").arg(&classes);
        }
        None => {
            command.arg("Runner").args(all.iter().map(|generated| &generated.class));
        }
    }
    command.output()
}
