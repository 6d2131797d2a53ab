//! Shapes that test one input: urls, memberships, characters at positions, keywords.

use tress_base::Random;

use super::{letter, small, word};

const SCHEMES: [&str; 4] = ["http", "https", "ftp", "file"];
const ENDINGS: [&str; 4] = [".html", ".php", ".json", "/"];
const KEYWORDS: [&str; 8] = ["get", "put", "post", "head", "delete", "options", "patch", "trace"];

/// Beginnings, ends and parts of an address.
pub(super) fn url(random: &mut Random, kind: usize) -> Vec<String> {
    let (scheme, ending) = (*random.pick(&SCHEMES), *random.pick(&ENDINGS));
    let (host, most) = (word(random, 4, 26), small(random, 25, 60));
    let begins = format!("(str.prefixof \"{scheme}://\" url)");
    let holds = format!("(str.contains url \"{host}.\")");
    match kind {
        0 => vec![
            begins,
            holds,
            format!("(str.suffixof \"{ending}\" url)"),
            "(not (str.contains url \"..\"))".to_owned(),
            format!("(<= (str.len url) {most})"),
        ],
        // Two beginnings that exclude each other.
        1 => vec![begins, holds, format!("(str.prefixof \"{}:\" url)", letter(small(random, 9, 20)))],
        2 => vec![
            begins,
            format!("(not (str.prefixof \"{scheme}://{host}\" url))"),
            format!("(str.contains url \"?{host}=\")"),
        ],
        // A part of a part is a part.
        3 => vec![
            begins,
            holds,
            format!("(not (str.contains url \"{}\"))", &host[1..3]),
            format!("(<= (str.len url) {most})"),
        ],
        _ => vec![
            begins,
            format!("(= (str.at url {}) \"{}\")", scheme.len() + 3, &host[..1]),
            format!("(not (str.suffixof \"{ending}\" url))"),
            format!("(> (str.len url) {})", most / 2),
        ],
    }
}

/// Membership in a regular language, with a length.
pub(super) fn membership(random: &mut Random, kind: usize) -> Vec<String> {
    let (low, size) = (random.below(8), small(random, 2, 12));
    let (first, last) = (letter(low), letter(low + small(random, 3, 9)));
    let letters = format!("(re.range \"{first}\" \"{last}\")");
    let digits = "(re.+ (re.range \"0\" \"9\"))";
    match kind {
        0 => vec![
            format!("(str.in_re x (re.++ (re.+ {letters}) (str.to_re \"-\") {digits}))"),
            format!("(= (str.len x) {})", size + 3),
        ],
        // Pairs of characters make an even length.
        1 => vec![
            format!("(str.in_re x (re.* (str.to_re \"{first}{last}\")))"),
            format!("(= (str.len x) {})", 2 * size + 1),
        ],
        2 => vec![
            format!("(str.in_re x (re.++ (re.opt (str.to_re \"{first}\")) {digits}))"),
            format!("(not (str.in_re x {digits}))"),
            format!("(> (str.len x) {size})"),
        ],
        // Letters and digits are disjoint.
        3 => vec![
            format!("(str.in_re x (re.++ {letters} (re.* {letters})))"),
            format!("(str.in_re x (re.++ (re.* re.allchar) {digits}))"),
            format!("(< (str.len x) {size})"),
        ],
        _ => vec![
            format!("(str.in_re x (re.++ (str.to_re \"{first}\") (re.* {letters})))"),
            format!("(not (= x \"{first}\"))"),
            format!("(<= (str.len x) {size})"),
        ],
    }
}

/// Characters at positions.
pub(super) fn character(random: &mut Random, kind: usize) -> Vec<String> {
    let (at, gap) = (small(random, 0, 6), small(random, 1, 4));
    let (one, other) = (letter(random.below(13)), letter(13 + random.below(13)));
    let is_one = format!("(= (str.at x {at}) \"{one}\")");
    match kind {
        0 => vec![
            is_one,
            format!("(= (str.at x {}) \"{other}\")", at + gap),
            format!("(not (= (str.at x {}) \"{one}\"))", at + gap + 1),
            format!("(< (str.len x) {})", at + gap + 5),
        ],
        // One position has one character.
        1 => vec![is_one, format!("(= (str.substr x {at} 2) y)"), format!("(str.prefixof \"{other}\" y)")],
        2 => vec![
            format!("(= (str.at x {at}) (str.at y {gap}))"),
            "(not (= x y))".to_owned(),
            format!("(= (str.at y {gap}) \"{other}\")"),
            format!("(not (= (str.at x {}) \"\"))", at + gap),
        ],
        // A character needs its position.
        3 => vec![is_one, format!("(= x (str.++ y \"{other}\"))"), format!("(<= (str.len y) {at})")],
        _ => vec![
            format!("(or {is_one} (= (str.at x {at}) \"{other}\"))"),
            format!("(not {is_one})"),
            format!("(= (str.len x) {})", at + gap),
        ],
    }
}

/// A switch over keywords, and branches with Boolean structure.
pub(super) fn branch(random: &mut Random, kind: usize) -> Vec<String> {
    let start = random.below(KEYWORDS.len());
    let key = |step: usize| KEYWORDS[(start + step) % KEYWORDS.len()];
    let is = |step: usize| format!("(= mode \"{}\")", key(step));
    let size = small(random, 1, 9);
    match kind {
        // The last branch of a switch.
        0 => {
            let mut formulas: Vec<String> = (0..4).map(|step| format!("(not {})", is(step))).collect();
            formulas.push(format!("(= (str.len mode) {size})"));
            formulas
        }
        // None of the words is left.
        1 => vec![
            format!("(or {} {} {})", is(0), is(1), is(2)),
            format!("(not {})", is(0)),
            format!("(not {})", is(1)),
            format!("(not (str.prefixof \"{}\" mode))", &key(2)[..2]),
        ],
        2 => vec![
            format!("(= p (or {} {}))", is(0), is(1)),
            format!("(=> p (str.prefixof \"{}\" name))", key(2)),
            format!("(ite q (> n {size}) (= n (str.len name)))"),
            format!("(or (not p) (and q (< n {})))", size + 3),
            "(not (= name mode))".to_owned(),
        ],
        3 => vec![
            format!("(= p {})", is(0)),
            format!("(= q (> (str.len mode) {}))", key(0).len()),
            "(or (and p q) (and p (not (str.prefixof mode name))))".to_owned(),
            format!("(str.prefixof \"{}\" name)", key(0)),
        ],
        _ => vec![
            is(0),
            "(= name (str.++ mode \"_id\"))".to_owned(),
            "(= n (str.len name))".to_owned(),
            format!("(> n {size})"),
        ],
    }
}
