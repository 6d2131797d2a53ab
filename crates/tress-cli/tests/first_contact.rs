//! What people meet in their first minutes: names of files that are no text, commands that are nearly right,
//! notes next to answers, outputs that cannot be written, patterns that are anchored at one side.
#![cfg(unix)]

#[path = "common/json.rs"]
mod json;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use json::Json;

/// Output, errors and exit code.
type Said = (String, String, i32);

fn tress<S: AsRef<OsStr>>(arguments: &[S], input: &[u8]) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tress"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tress runs");
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let done = child.wait_with_output().expect("tress ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&done.stdout), text(&done.stderr), done.status.code().unwrap_or(-1))
}

fn ask(arguments: &[&str]) -> Said {
    tress(arguments, b"")
}

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tress-contact-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    /// A file with a name of any bytes.
    fn write(&self, name: &[u8], text: &[u8]) -> PathBuf {
        let path = self.0.join(OsStr::from_bytes(name));
        fs::write(&path, text).expect("a file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SAT: &[u8] = b"(declare-const x Int)(assert (= x 1))(check-sat)";

#[test]
fn arguments_that_are_no_text_are_refused_or_are_files() {
    let strange = OsString::from_vec(b"\xff".to_vec());
    for command in [&["regex", "check", "a"][..], &["regex", "equal", "a"], &["serve", "--token"], &["man"]] {
        let mut arguments: Vec<OsString> = command.iter().map(OsString::from).collect();
        arguments.push(strange.clone());
        let (_, errors, code) = tress(&arguments, b"");
        assert!(
            code == 2 && errors.contains("\\xff") && !errors.contains("panic"),
            "{command:?}: {code} {errors}"
        );
    }
    for command in [
        &[][..],
        &["parse"],
        &["agree"],
        &["batch"],
        &["language"],
        &["debug", "rewritten"],
        &["--jobs", "2"],
    ] {
        let mut arguments: Vec<OsString> = command.iter().map(OsString::from).collect();
        arguments.push(strange.clone());
        let (output, errors, code) = tress(&arguments, b"");
        let said = format!("{output}{errors}");
        assert!(code > 0 && said.contains("\\xff") && !said.contains("panic"), "{command:?}: {code} {said}");
    }
}

#[test]
fn files_with_names_of_any_bytes_are_solved() {
    let folder = Folder::new("bytes");
    let file = folder.write(b"caf\xe9.smt2", SAT);
    assert_eq!(tress(&[&file], b"").0, "sat\n");
    assert_eq!(tress(&[OsStr::new("--jobs"), OsStr::new("2"), file.as_os_str()], b"").0, "sat\n");
    assert!(tress(&[OsStr::new("parse"), file.as_os_str()], b"").0.starts_with("1 files read"));
    let told = tress(&[OsStr::new("agree"), OsStr::new("--json"), file.as_os_str()], b"").0;
    assert!(Json::read(&told).get("file").text().ends_with("/caf\\xe9.smt2"), "{told}");
    let words = folder.write(b"w\xe9", b"a\nb\n");
    let arguments =
        [OsStr::new("regex"), "check".as_ref(), "[ab]".as_ref(), "--words".as_ref(), words.as_os_str()];
    assert_eq!(tress(&arguments, b"").2, 0);
}

#[test]
fn batches_name_such_files_and_find_them_again() {
    let folder = Folder::new("names");
    folder.write(b"caf\xe9.smt2", b"(set-info :status unsat)(check-sat)");
    folder.write(b"caf\xe8.smt2", SAT);
    folder.write(b"a\\b.smt2", SAT);
    let journal = folder.0.join("rows.jsonl");
    let arguments =
        [OsStr::new("batch"), "-q".as_ref(), "--out".as_ref(), journal.as_os_str(), folder.0.as_os_str()];
    let (output, errors, code) = tress(&arguments, b"");
    assert_eq!(code, 3, "the :status of a file is found by its name: {output}{errors}");
    let rows = fs::read_to_string(&journal).expect("rows");
    let names: Vec<String> = rows.lines().map(|row| Json::read(row).get("file").text().to_owned()).collect();
    for name in ["caf\\xe9.smt2", "caf\\xe8.smt2", "a\\b.smt2"] {
        assert_eq!(
            names.iter().filter(|known| known.ends_with(&format!("/{name}"))).count(),
            1,
            "{name}: {names:?}"
        );
    }
    assert!(rows.matches("\"answer\":\"sat\"").count() == 3, "{rows}");
    tress(&arguments, b"");
    assert_eq!(fs::read_to_string(&journal).expect("rows"), rows, "nothing is solved twice");
}

#[test]
fn help_and_commands_that_are_nearly_right() {
    assert_eq!(ask(&["help"]).0, ask(&["--help"]).0);
    assert_eq!(ask(&["help", "regex", "redos"]).0, ask(&["regex", "redos", "--help"]).0);
    assert_eq!(ask(&["version"]).0, ask(&["--version"]).0);
    let (_, errors, code) = ask(&["rgex", "equal", "a", "b"]);
    assert!(code == 2 && errors.contains("did you mean the command regex?"), "{errors}");
    let (_, errors, code) = ask(&["help", "bacth"]);
    assert!(code == 2 && errors.contains("did you mean batch?"), "{errors}");
}

#[test]
fn marks_before_the_text_are_skipped() {
    let marked = [b"\xef\xbb\xbf", SAT].concat();
    assert_eq!(tress::<&str>(&[], &marked), ("sat\n".to_owned(), String::new(), 0));
    let folder = Folder::new("mark");
    let file = folder.write(b"m.smt2", &marked);
    assert_eq!(tress(&[&file], b"").0, "sat\n");
}

#[test]
fn notes_stand_beside_answers_and_never_in_them() {
    let script = br#"(declare-const x String)(assert (= x "a\n\x41"))(check-sat)(get-value ((str.len x)))"#;
    let (output, errors, code) = tress::<&str>(&[], script);
    assert_eq!((output.as_str(), code), ("sat\n(((str.len x) 7))\n", 0));
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.starts_with("tress: note: 1:") && errors.contains("\\u{a}"), "{errors}");
    let (output, errors, _) = tress(&["--lenient-escapes"], script);
    assert_eq!((output.as_str(), errors.as_str()), ("sat\n(((str.len x) 3))\n", ""));
    let (output, _, code) = tress::<&str>(&[], b"(declare-const x String)(assert (= x 'abc'))");
    assert!(code == 1 && output.contains("strings stand in double quotes: 'abc'"), "{output}");
    let (output, ..) = tress::<&str>(&[], b"(declare-const x String)(assert (= (len x) 2))");
    assert!(output.contains("did you mean str.len?"), "{output}");
}

#[test]
fn assertions_come_back_as_they_were() {
    let script = b"(declare-const r Real)(declare-const b Bool)(assert (! (> r 1.5) :named |big one|))\
        (assert (or (! b :named inner) (< r (/ 1 3))))(assert (! (! b :named p) :named q))(get-assertions)";
    let (output, ..) = tress::<&str>(&[], script);
    let expected = "((! (> r 1.5) :named |big one|)\n(or (! b :named inner) (< r (/ 1.0 3.0)))\n(! (! b :named p) :named q))\n";
    let other = expected.replace("(! (! b :named p) :named q)", "(! (! b :named q) :named p)");
    assert!(output == expected || output == other, "{output}");
}

#[test]
fn unknown_names_the_operator() {
    let script = b"(declare-const x String)(declare-const y String)(assert (= (str.rev (str.++ x y)) (str.++ y \"a\" x \"b\" y)))\
        (assert (= (str.replace_all x \"a\" y) (str.replace_all y \"b\" x)))(assert (> (str.len x) 40))(assert (not (= x y)))\
        (set-option :rlimit 2000)(check-sat)(get-info :reason-unknown)";
    let (output, ..) = tress::<&str>(&[], script);
    if output.starts_with("unknown") {
        assert!(output.contains("(operator str.replace_all) (operator str.rev)"), "{output}");
    }
}

#[test]
fn batches_try_their_outputs_first() {
    let folder = Folder::new("outputs");
    let file = folder.write(b"a.smt2", SAT);
    let kept = folder.write(b"kept.csv", b"kept");
    let bad = folder.0.join("no/such/folder.html");
    let out = |option: &str, path: &PathBuf| [OsString::from(option), path.into()];
    let mut arguments: Vec<OsString> = vec!["batch".into(), "-q".into(), file.clone().into()];
    arguments.extend(out("--csv", &kept));
    arguments.extend(out("--report", &bad));
    let (output, errors, code) = tress(&arguments, b"");
    assert!(code == 2 && output.is_empty() && errors.contains("folder.html"), "{output}{errors}");
    assert_eq!(fs::read(&kept).expect("it is there"), b"kept", "nothing is lost before the work");
    let full = PathBuf::from("/dev/full");
    if full.exists() {
        let mut arguments: Vec<OsString> = vec!["batch".into(), "-q".into(), file.clone().into()];
        arguments.extend(out("--csv", &full));
        assert_eq!(tress(&arguments, b"").2, 2);
        let onto = |arguments: &[&str]| {
            let full = fs::File::options().write(true).open("/dev/full").expect("a device");
            let mut tress = Command::new(env!("CARGO_BIN_EXE_tress"));
            let done = tress.args(arguments).arg(&file).stdout(full).stderr(Stdio::null()).status();
            done.expect("tress runs").code().unwrap_or(-1)
        };
        for arguments in
            [&["batch", "-q"][..], &[], &["parse"], &["agree"], &["regex", "check", "a", "a", "--words"]]
        {
            assert_eq!(onto(arguments), 2, "{arguments:?}");
        }
    }
}

#[test]
fn batches_fail_on_what_they_are_told_to() {
    let folder = Folder::new("fail");
    let good = folder.write(b"good.smt2", SAT);
    let bad = folder.write(b"bad.smt2", b"(assert (= x 1))(check-sat)");
    let run = |words: &[&str], file: &PathBuf| {
        let mut arguments: Vec<OsString> = ["batch", "-q"].iter().chain(words).map(OsString::from).collect();
        arguments.push(file.into());
        tress(&arguments, b"").2
    };
    assert_eq!(run(&[], &bad), 0);
    assert_eq!(run(&["--fail-on", "error,unknown"], &bad), 4);
    assert_eq!(run(&["--fail-on", "undecided"], &bad), 4);
    assert_eq!(run(&["--fail-on", "unknown,timeout,memory"], &bad), 0);
    assert_eq!(run(&["--fail-on", "error,unknown"], &good), 0);
    assert_eq!(run(&["--fail-on", "sat"], &good), 2);
}

#[test]
fn windows_begin_at_the_shortest_word() {
    assert_eq!(ask(&["regex", "count", "[0-9a-f]{20}"]).0, "20 1208925819614629174706176\n");
    let (text, ..) = ask(&["regex", "count", "--json", "[a-z]{17}"]);
    let object = Json::read(&text);
    assert_eq!(object.get("total").text(), 26_u128.pow(17).to_string());
    assert_eq!(object.get("complete").text(), "true");
    // A finite language is counted as a whole, and an infinite one is said to go on.
    assert!(ask(&["regex", "count", "[ab]{0,100}"]).0.ends_with(&format!("total {}\n", (1_u128 << 101) - 1)));
    let (text, ..) = ask(&["regex", "count", "a{30}a*"]);
    assert!(
        text.starts_with("30 1\n")
            && text.ends_with("total 9 up to length 38; there are longer words (--len)\n"),
        "{text}"
    );
    let uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
    let (text, _, code) = ask(&["regex", "sample", uuid, "-n", "3"]);
    assert_eq!((code, text.lines().map(str::len).collect::<Vec<_>>()), (0, vec![38, 38, 38]));
    assert_eq!(ask(&["regex", "sample", "[a-z]{17}", "-n", "1"]).2, 0);
    assert_eq!(ask(&["regex", "sample", "a^b"]).2, 1);
}

#[test]
fn what_is_left_out_is_said() {
    // No word is printable: all characters are taken.
    let (text, errors, code) = ask(&["regex", "count", "[а-я]{2}"]);
    assert!(code == 0 && text == "2 1024\n" && errors.contains("all characters are taken"), "{text}{errors}");
    let (text, errors, _) = ask(&["regex", "count", "--json", "[aé]"]);
    assert_eq!(Json::read(&text).get("complete").text(), "false");
    assert!(errors.contains("--alphabet all"), "{errors}");
    let (text, ..) = ask(&["regex", "enumerate", "--json", "-n", "2", "[a-c]"]);
    let last = Json::read(text.lines().last().expect("a line"));
    assert_eq!((last.get("words").text(), last.get("complete").text()), ("2", "false"));
    let (text, errors, _) = ask(&["regex", "enumerate", "--json", "-n", "3", "[a-c]"]);
    assert_eq!(Json::read(text.lines().last().expect("a line")).get("complete").text(), "true");
    assert_eq!(errors, "");
    assert!(ask(&["regex", "enumerate", "[a-c]", "-n", "2"]).1.contains("there are more words"));
    let (text, ..) = ask(&["regex", "sample", "--json", "a+"]);
    assert_eq!(Json::read(&text).get("longer").text(), "true");
}

#[test]
fn half_anchored_patterns_are_remarked() {
    let first = r"^https://([^/]*\.)?example\.com";
    let (text, errors, code) =
        ask(&["regex", "disjoint", "--dialect", "js", first, r"https://[^/]*evil\.com"]);
    assert_eq!(code, 0);
    assert!(errors.contains("anchored at its start only"), "{errors}");
    assert!(text.starts_with("disjoint\nfor whole words; with --search: not disjoint, in both: "), "{text}");
    let (text, ..) =
        ask(&["regex", "disjoint", "--json", "--dialect", "js", first, r"https://[^/]*evil\.com"]);
    let object = Json::read(&text);
    assert_eq!((object.get("mode").text(), object.get("in_search").get("holds").text()), ("whole", "false"));
    for (pattern, which) in
        [("a$", "end"), (r"\Aab", "start"), ("(?m)^x", "start"), ("^a$", ""), ("a", ""), ("[$]", "")]
    {
        let (_, errors, _) = ask(&["regex", "info", "--dialect", "pcre", pattern]);
        let expected = if which.is_empty() { String::new() } else { format!("anchored at its {which} only") };
        assert_eq!(errors.contains("anchored"), !which.is_empty(), "{pattern}: {errors}");
        assert!(errors.contains(&expected), "{pattern}: {errors}");
    }
    assert_eq!(
        ask(&["regex", "disjoint", "--search", "^a", "^b"]),
        ("disjoint\n".to_owned(), String::new(), 0)
    );
}

#[test]
fn vacuous_answers_are_marked() {
    let said = |arguments: &[&str]| ask(&[&["regex"], arguments].concat()).0;
    assert_eq!(
        said(&["subset", "a^b", "c"]).lines().next(),
        Some("subset, because the first pattern matches nothing")
    );
    let search = said(&["subset", "--dialect", "js", "--search", "/^a$/", "b"]);
    assert_eq!(search, "subset, because the first pattern matches nothing\n");
    assert!(
        said(&["disjoint", "a", "b^c"]).starts_with("disjoint, because the second pattern matches nothing\n")
    );
    assert!(said(&["equal", "a^b", "b^c"]).starts_with("equal, because both patterns match nothing\n"));
    let object = Json::read(&said(&["subset", "--json", "a^b", "c"]));
    assert_eq!(object.get("vacuous").text(), "the first pattern matches nothing");
    assert!(!Json::read(&said(&["subset", "--json", "a", "a|b"])).has("vacuous"));
    assert!(ask(&["regex", "check", "a^b", "x"]).1.contains("matches no word at all"));
}

#[test]
fn comparisons_can_be_about_some_characters() {
    let said = |arguments: &[&str]| ask(&[&["regex", "diff"], arguments].concat());
    let (text, _, code) = said(&[r"\d{2}", "[0-9]{2}"]);
    assert!(code == 1 && !text.is_ascii(), "{text}");
    assert_eq!(said(&["--alphabet", "ascii", r"\d{2}", "[0-9]{2}"]).2, 0);
    let (text, _, code) = said(&["--alphabet", "ascii", r"\d{2}", "[0-8]{2}"]);
    assert!(code == 1 && text.contains('9') && text.is_ascii(), "{text}");
}

#[test]
fn mistakes_name_their_expression() {
    let (text, ..) = ask(&["regex", "equal", "--json", "a", "b(c"]);
    let object = Json::read(&text);
    assert_eq!((object.get("expression").text(), object.get("position").text()), ("second", "1"));
    let (text, ..) = ask(&["regex", "equal", "--json", "(a", "b"]);
    assert_eq!(Json::read(&text).get("expression").text(), "first");
}

#[test]
fn languages_are_told_for_people() {
    let folder = Folder::new("language");
    let text = b"let ok = /^https:\\/\\/[a-z.]*example\\.com/ dialect ecma search\n\
        let good = /https:\\/\\/([a-z]+\\.)*example\\.com(\\/.*)?/\nvariable url\nurl <= ok\nnot url <= good\n";
    let file = folder.write(b"a.lang", text);
    let (output, errors, code) = tress(&[OsStr::new("language"), file.as_os_str()], b"");
    assert_eq!(code, 0, "{errors}");
    assert!(output.lines().all(|line| line.len() < 400), "{output}");
    assert!(output.contains("such as \"https://") && output.contains("automaton of "), "{output}");
    let counts = output.lines().find(|line| line.contains("of length")).expect("counts");
    assert!(!counts.contains(": 0 0 0"), "{counts}");
    let (output, ..) = tress(&[OsStr::new("language"), "--json".as_ref(), file.as_os_str()], b"");
    let first = Json::read(output.lines().next().expect("a solution"));
    let url = &first.get("variables").items()[0];
    assert!(
        url.has("expression") && url.get("complete").text() == "false" && url.get("total").text() == "null"
    );
}
