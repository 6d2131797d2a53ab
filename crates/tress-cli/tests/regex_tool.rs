//! Every example of docs/regex.md is run and compared with what the page shows.

use std::path::Path;
use std::process::Command;

/// One example: the arguments after `tress`, the expected text, the expected exit code.
struct Example {
    line: usize,
    arguments: Vec<String>,
    output: String,
    code: i32,
}

/// The words of a shell line with single quotes.
fn shell_words(line: &str) -> Vec<String> {
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

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (index, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ tress ").filter(|_| inside) {
            let arguments = shell_words(command);
            examples.push(Example { line: index + 1, arguments, output: String::new(), code: 0 });
        } else if let Some(example) = examples.last_mut().filter(|_| inside) {
            match line.strip_prefix("[exit ").and_then(|rest| rest.strip_suffix(']')) {
                Some(code) => example.code = code.parse().expect("an exit code"),
                None => example.output += &format!("{line}\n"),
            }
        }
    }
    examples
}

fn run(arguments: &[String]) -> (String, i32) {
    let done = Command::new(env!("CARGO_BIN_EXE_tress")).args(arguments).output().expect("tress runs");
    let text = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    (text, done.status.code().unwrap_or(-1))
}

#[test]
fn the_examples_of_the_page_are_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/regex.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let examples = examples(&page);
    assert!(examples.len() >= 15, "only {} examples", examples.len());
    for example in &examples {
        let (text, code) = run(&example.arguments);
        assert_eq!(
            (text.as_str(), code),
            (example.output.as_str(), example.code),
            "docs/regex.md:{}",
            example.line
        );
    }
}

#[test]
fn pictures_and_limits() {
    let ask = |line: &str| run(&shell_words(line));
    let (svg, code) = ask("regex show 'a(b|c)*'");
    assert!(svg.starts_with("<svg") && code == 0);
    assert_eq!(ask("regex show 'a(b|c)*'").0, svg, "the same picture every time");
    let (message, code) =
        ask("regex equal '(a|b)*a(a|b){400}(a|b)*b(a|b){401}' '(a|b)*b(a|b){400}a(a|b)*' --timeout 0.000001");
    assert!(code == 2 && message.contains("timeout"), "{message}");
    assert_eq!(ask("regex equal a").1, 2);
    assert_eq!(ask("regex frobnicate a").1, 2);
    assert!(ask("regex --help").0.contains("Examples"));
}

#[test]
fn samples_obey_the_pattern_and_the_seed() {
    let line = "regex sample --dialect java '[a-z&&[^x]]{2,5}\\d?' -n 50 --seed 9 --len 3..5 --not '.*q.*'";
    let (text, code) = run(&shell_words(line));
    assert_eq!((code, text.lines().count()), (0, 50));
    assert_eq!(run(&shell_words(line)).0, text);
    for word in text.lines().map(|line| line.trim_matches('"')) {
        assert!((3..=5).contains(&word.len()) && !word.contains(['x', 'q']), "{word}");
        let check = ["regex", "check", "--dialect", "java", "[a-z&&[^x]]{2,5}\\d?", word].map(str::to_owned);
        assert_eq!(run(&check).1, 0, "{word}");
    }
}
