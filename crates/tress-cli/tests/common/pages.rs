//! Pages of documentation whose examples are run.
//!
//! Two kinds of blocks are examples. In a block `console` every line `$ tress …` or `$ printf '…' | tress …`
//! is a command, run at the root of the repository; what follows is its output, and `[exit N]` its exit code
//! when that is not 0. Certificates are checked by `$ tress-check PROBLEM FILE.cert` and changed by `$ sed
//! 's/OLD/NEW/' FILE.cert > FILE.cert`; they are in the folder for temporary files. A block `smt2` is a
//! script for standard input, and the block `text` behind it what it prints.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Set to `write`, this puts what tress prints into the pages. Read the difference before you believe it.
const UPDATE: &str = "TRESS_PAGES";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The words of a shell line with single quotes.
pub(crate) fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// What the program prints, on both streams, and its exit code.
pub(crate) fn run(arguments: &[String], input: &str) -> (String, i32) {
    let (code, output, errors) = run_apart(arguments, input);
    (output + &errors, code)
}

/// Exit code, standard output and standard error.
pub(crate) fn run_apart(arguments: &[String], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tress"))
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tress starts");
    // A program that does not read its input closes the pipe.
    let _ = child.stdin.take().expect("connected").write_all(input.as_bytes());
    let done = child.wait_with_output().expect("tress ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code().unwrap_or(-1), text(&done.stdout), text(&done.stderr))
}

/// Output as a page shows it: the text, and the exit code when it is not 0.
fn shown(arguments: &[String], input: &str) -> String {
    match run(arguments, input) {
        (text, 0) => text,
        (text, code) => format!("{text}[exit {code}]\n"),
    }
}

/// The path of a word: certificates are no files of the repository.
fn path_of(word: &str) -> PathBuf {
    match word.ends_with(".cert") {
        true => std::env::temp_dir().join(format!("tress-pages-{}-{word}", std::process::id())),
        false => root().join(word),
    }
}

/// Output of `tress-check PROBLEM CERTIFICATE`.
fn check_output(words: &str) -> String {
    let [problem, certificate] = shell_words(words).try_into().expect("a problem and a certificate");
    let read = |word: &str| fs::read(path_of(word)).expect("an earlier command wrote it");
    match tress_check::check(&read(&problem), &read(&certificate)) {
        Ok(()) => "valid\n".to_owned(),
        Err(refusal) => format!("invalid {refusal}\n[exit 1]\n"),
    }
}

/// `sed 's/OLD/NEW/' FILE > FILE`, which must change something.
fn substitute(words: &str) {
    let words = shell_words(words);
    let [script, from, _, to] = &words[..] else { panic!("expected sed 's/OLD/NEW/' FILE > FILE") };
    let parts: Vec<&str> = script.split('/').collect();
    let text = fs::read_to_string(path_of(from)).expect("an earlier command wrote it");
    let changed: String = text.lines().map(|line| line.replacen(parts[1], parts[2], 1) + "\n").collect();
    assert_ne!(changed, text, "{script} changes nothing");
    fs::write(path_of(to), changed).expect("a file can be written");
}

/// Output of `tress …` or `printf '…' | tress …` as a page shows it.
fn command_output(command: &str) -> String {
    if let Some(words) = command.strip_prefix("tress-check ") {
        return check_output(words);
    }
    if let Some(words) = command.strip_prefix("sed ") {
        substitute(words);
        return String::new();
    }
    let (input, command) = match command.strip_prefix("printf ") {
        Some(piped) => piped.split_once(" | ").expect("a pipe to tress"),
        None => ("", command),
    };
    let input = shell_words(input).concat().replace("\\n", "\n");
    let mut words = shell_words(command.strip_prefix("tress ").expect("an example of tress"));
    for word in words.iter_mut().filter(|word| word.ends_with(".cert")) {
        *word = path_of(word).to_string_lossy().into_owned();
    }
    shown(&words, &input)
}

/// A page with what its examples print now.
struct Replayed {
    text: String,
    examples: usize,
}

/// Runs the examples of a page.
fn replay(page: &str) -> Replayed {
    let mut replayed = Replayed { text: String::new(), examples: 0 };
    let mut language = "";
    let mut script: Option<String> = None;
    for line in page.lines() {
        if let Some(next) = line.strip_prefix("```") {
            match (language, next, &script) {
                ("", "text", Some(commands)) => {
                    let output = shown(&shell_words("--timeout 20"), commands);
                    replayed.text += &format!("{line}\n{output}");
                    replayed.examples += 1;
                    script = None;
                    language = "answer";
                    continue;
                }
                ("", "smt2", Some(_)) => panic!("a script is followed by what it prints"),
                ("", "smt2", None) => script = Some(String::new()),
                _ => {}
            }
            language = if language.is_empty() { next } else { "" };
            replayed.text += &format!("{line}\n");
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| language == "console") {
            replayed.text += &format!("{line}\n{}", command_output(command));
            replayed.examples += 1;
        } else if language != "answer" && language != "console" {
            if let Some(commands) = script.as_mut().filter(|_| language == "smt2") {
                *commands += &format!("{line}\n");
            }
            replayed.text += &format!("{line}\n");
        }
    }
    assert!(script.is_none(), "a script is followed by what it prints");
    replayed
}

#[expect(clippy::disallowed_methods, reason = "the test harness has no room for an option of ours")]
fn is_update_wished() -> bool {
    std::env::var(UPDATE).is_ok_and(|wish| wish == "write")
}

/// Fails unless every example of the page prints what the page shows, and there are at least `least` of them.
pub(crate) fn check_page(name: &str, least: usize) {
    let path = root().join(name);
    let page = fs::read_to_string(&path).expect("the page is there");
    let replayed = replay(&page);
    assert!(replayed.examples >= least, "{name} has only {} examples", replayed.examples);
    if is_update_wished() {
        fs::write(&path, &replayed.text).expect("the page can be written");
        return;
    }
    let mut pairs = page.lines().zip(replayed.text.lines()).enumerate();
    if let Some((place, (shown, real))) = pairs.find(|(_, (shown, real))| shown != real) {
        panic!("{name}:{}: the page shows\n  {shown}\nand tress prints\n  {real}", place + 1);
    }
    assert_eq!(page, replayed.text, "{name} and what tress prints differ at the end");
}
