//! The regex tool beyond the examples of its page, which `pages.rs` runs.

#[path = "common/pages.rs"]
#[expect(dead_code, reason = "no page is run here")]
mod pages;

use pages::shell_words;

fn run(arguments: &[String]) -> (String, i32) {
    pages::run(arguments, "")
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
