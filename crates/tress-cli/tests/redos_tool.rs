//! `tress regex redos` as programs use it: exit codes, objects, files, engines that are missing.

#[path = "common/json.rs"]
mod json;

use std::process::Command;

use json::Json;

fn ask(arguments: &[&str], path: Option<&str>) -> (String, String, i32) {
    let mut tress = Command::new(env!("CARGO_BIN_EXE_tress"));
    tress.args(["regex", "redos"]).args(arguments);
    if let Some(path) = path {
        tress.env("PATH", path);
    }
    let done = tress.output().expect("tress runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&done.stdout), text(&done.stderr), done.status.code().unwrap_or(-1))
}

#[test]
fn exit_codes_tell_the_verdict() {
    assert_eq!(ask(&["^a+$"], None).2, 0);
    assert_eq!(ask(&["^(a+)+$"], None).2, 1);
    assert_eq!(ask(&["^a+$", r"\s+$"], None).2, 1);
    assert_eq!(ask(&[r"(a)\1"], None).2, 2);
    assert_eq!(ask(&["a+b", "--full"], None).2, 0);
    assert_eq!(ask(&["a+b", "--search"], None).2, 1);
    assert_eq!(ask(&["--dialect", "rust", "^(a+)+$"], None).2, 0);
    assert_eq!(ask(&[], None).2, 2);
}

#[test]
fn objects_hold_the_attack() {
    let (text, _, code) = ask(&["--json", "--attack", "4", r"\s+$", "^(x|x)*y", "^z$"], None);
    let objects: Vec<Json> = text.lines().map(Json::read).collect();
    assert_eq!((objects.len(), code), (3, 1));
    assert_eq!(objects[0].get("verdict").text(), "polynomial");
    assert_eq!(objects[0].get("degree").text(), "2");
    assert_eq!(objects[1].get("verdict").text(), "exponential");
    assert_eq!(objects[2].get("attack").text(), "null");
    assert!(!objects[2].has("word"));
    for object in &objects[..2] {
        let attack = object.get("attack");
        let mut word = String::new();
        for part in attack.get("parts").items() {
            word += part.get("fixed").text();
            word += &part.get("pump").text().repeat(4);
        }
        word += attack.get("suffix").text();
        assert_eq!(object.get("word").text(), word);
    }
}

/// The engine is named when it is not there, and the verdict stays.
#[test]
fn a_missing_engine_is_skipped_visibly() {
    for (dialect, engine) in [("python", "python3"), ("ecma", "node"), ("java", "java"), ("pcre", "perl")] {
        let (text, _, code) = ask(&["--confirm", "--dialect", dialect, "^(a+)+$"], Some("/nowhere"));
        assert!(text.starts_with("exponential") && code == 1, "{text}");
        assert!(text.contains(&format!("{engine}: skipped, it does not run")), "{text}");
    }
}

/// Python takes long for the word, where it is installed.
#[test]
fn an_engine_confirms() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let (text, _, _) = ask(&["--confirm", "--json", "--dialect", "python", "^(a|aa)+$"], None);
    let object = Json::read(&text);
    assert_eq!(object.get("confirmed").get("engine").text(), "python3");
    assert_eq!(object.get("confirmed").get("slow").text(), "true", "{text}");
}
