//! Certificates that were changed, and bytes that are none.
//!
//! A certificate for a problem with a solution is never accepted, whatever it holds; nothing makes the
//! checker panic.

use std::fs;
use std::path::{Path, PathBuf};

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/certificates")
}

/// The texts of all certificates with their problems.
fn cases() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for step in fs::read_dir(folder()).expect("the folder is there") {
        for file in fs::read_dir(step.expect("readable").path()).expect("a folder") {
            let path = file.expect("readable").path();
            if path.extension().is_some_and(|ending| ending == "cert") {
                let own = path.with_extension("smt2");
                let problem = if own.exists() { own } else { path.with_file_name("problem.smt2") };
                let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
                found.push((read(&problem), read(&path)));
            }
        }
    }
    found.sort();
    found
}

/// The pieces that a certificate is changed by: parentheses, words, the gaps between them.
fn pieces(text: &str) -> Vec<String> {
    let (mut found, mut word) = (Vec::new(), String::new());
    for c in text.chars() {
        if c == '(' || c == ')' || c.is_whitespace() {
            if !word.is_empty() {
                found.push(std::mem::take(&mut word));
            }
            found.push(c.to_string());
        } else {
            word.push(c);
        }
    }
    found
}

/// One change of one piece.
fn mutate(pieces: &mut Vec<String>, all: &[String], random: &mut Random) {
    let at = random.below(pieces.len());
    let piece = pieces[at].clone();
    let number = piece.parse::<i64>();
    let new = match (random.below(8), number) {
        (0, Ok(number)) => (number + 1).to_string(),
        (1, Ok(number)) => (number - 1).to_string(),
        (2, Ok(number)) => (-number).to_string(),
        (0..=2, Err(_)) | (3, _) => all[random.below(all.len())].clone(),
        (4, _) => String::new(),
        (5, _) => {
            let other = random.below(pieces.len());
            pieces.swap(at, other);
            return;
        }
        (6, _) => pieces[random.below(pieces.len())].clone(),
        _ => {
            // A whole step once more, or away.
            let end =
                pieces.iter().skip(at).position(|piece| piece == "\n").map_or(pieces.len(), |end| at + end);
            let copy: Vec<String> = pieces[at..end].to_vec();
            let to = random.below(pieces.len());
            pieces.splice(to..to, copy);
            return;
        }
    };
    pieces[at] = new;
}

/// The problem without the assertion that its certificate needs: it has a solution.
fn satisfiable(problem: &str) -> Vec<String> {
    let lines: Vec<&str> = problem.lines().collect();
    let asserts: Vec<usize> = (0..lines.len()).filter(|index| lines[*index].starts_with("(assert")).collect();
    let drop = |index: &usize| {
        let kept =
            lines.iter().enumerate().map(|(at, line)| if at == *index { "(assert true)" } else { line });
        kept.collect::<Vec<_>>().join("\n")
    };
    asserts.iter().map(drop).collect()
}

#[test]
fn problems_with_a_solution_have_no_certificate() {
    let mut random = Random(1);
    let cases = cases();
    let all: Vec<String> = cases.iter().flat_map(|(_, text)| pieces(text)).collect();
    let (mut tried, mut refused_late) = (0, 0);
    for (problem, certificate) in &cases {
        for satisfiable in satisfiable(problem) {
            for _ in 0..12 {
                let mut changed = pieces(certificate);
                for _ in 0..1 + random.below(4) {
                    mutate(&mut changed, &all, &mut random);
                }
                let text = changed.concat();
                let checked = tress_check::check(satisfiable.as_bytes(), text.as_bytes());
                let Err(refusal) = checked else { panic!("accepted for\n{satisfiable}\n{text}") };
                tried += 1;
                refused_late += usize::from(refusal.why.contains("not derived"));
            }
        }
    }
    assert!(tried > 3000 && refused_late > 5, "{tried} {refused_late}");
}

#[test]
fn bytes_never_panic() {
    let mut random = Random(2);
    let cases = cases();
    for (problem, certificate) in &cases {
        for round in 0..20 {
            let mut bytes = [problem.as_bytes(), certificate.as_bytes()].map(<[u8]>::to_vec);
            let text = &mut bytes[round % 2];
            for _ in 0..1 + random.below(6) {
                let at = random.below(text.len());
                match random.below(4) {
                    0 => text[at] = random.below(256) as u8,
                    1 => text.truncate(at),
                    2 => text.insert(at, b"()\"|; -9_#:\\"[random.below(12)]),
                    _ => {
                        text.remove(at);
                    }
                }
                if text.is_empty() {
                    break;
                }
            }
            let _ = tress_check::check(&bytes[0], &bytes[1]);
        }
    }
    for _ in 0..2000 {
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        assert!(tress_check::check(b"(check-sat)", &bytes).is_err());
        let _ = tress_check::check(&bytes, b"(tress-certificate 1 -)");
    }
}

#[test]
fn bytes_of_the_binary_form_never_panic() {
    let mut random = Random(3);
    for (problem, certificate) in &cases() {
        let Ok(binary) = tress_check::to_binary(certificate.as_bytes()) else { continue };
        for _ in 0..40 {
            let mut bytes = binary.clone();
            for _ in 0..1 + random.below(4) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => bytes.truncate(at.max(4)),
                    2 => bytes.insert(at, random.below(256) as u8),
                    _ => bytes[at] ^= 1 << random.below(8),
                }
            }
            let _ = tress_check::to_text(&bytes[..]);
            for satisfiable in satisfiable(problem).iter().take(2) {
                let checked = tress_check::check(satisfiable.as_bytes(), &bytes);
                assert!(checked.is_err(), "accepted for\n{satisfiable}\n{bytes:?}");
            }
        }
    }
    for _ in 0..3000 {
        let mut bytes = b"\0tc1".to_vec();
        bytes.extend((0..random.below(80)).map(|_| random.below(256) as u8));
        assert!(tress_check::check(b"(check-sat)", &bytes).is_err());
    }
}

#[test]
fn deep_and_long_inputs_end() {
    let deep = 100_000;
    let nested = |open: &str, close: &str| format!("{}{}", open.repeat(deep), close.repeat(deep));
    let problem = format!(
        "(declare-const p Bool)(declare-const x Int)(declare-const s String)(assert {})(assert (not p))
         (assert (= {} x))(assert (str.in_re s {}))(check-sat)",
        nested("(not ", ")").replacen(')', "p)", 1),
        nested("(+ 1 ", ")").replacen(')', "x)", 1),
        nested("(re.* (re.comp ", "))").replacen(')', "re.all)", 1),
    );
    let certificate = "(tress-certificate 1 -) (a 1 0) (a 2 1) (a 3 2) (a 4 3)
        (c 1 (3) (input 2)) (c 2 (-3) (lia (F (0 1)))) (c 3 () (rup 1 2))";
    assert_eq!(tress_check::check(problem.as_bytes(), certificate.as_bytes()), Ok(()));
    for rule in
        ["(norm)", "(euf)", "(eval)", "(strip)", "(shift)", "(lang (fwd 5))", "(bool 4)", "(lia (F (0 1)))"]
    {
        for literal in ["4", "-4", "1", "-3"] {
            let text = format!("(tress-certificate 1 -) (a 1 0) (a 3 2) (a 4 3) (c 1 ({literal}) {rule})");
            assert!(tress_check::check(problem.as_bytes(), text.as_bytes()).is_err());
        }
    }
    let cuts = format!("(tress-certificate 1 -) (a 3 2) (c 1 (-3) (lia {}", "(C (0 0) ".repeat(deep));
    assert!(tress_check::check(problem.as_bytes(), cuts.as_bytes()).is_err());
    let splits = format!("(tress-certificate 1 -) (a 3 2) (c 1 (-3) (lia {}", "(S () 0 ".repeat(deep));
    assert!(tress_check::check(problem.as_bytes(), splits.as_bytes()).is_err());
    let open = "(".repeat(deep);
    assert!(tress_check::check(open.as_bytes(), b"").is_err());
    assert!(tress_check::check(b"(check-sat)", open.as_bytes()).is_err());
}
