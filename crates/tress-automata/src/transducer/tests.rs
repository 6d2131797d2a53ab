//! Machines compared with their definitions, word by word.

use tress_base::{Budget, Random};

use super::functions::Row;
use super::*;
use crate::charset::MAX_CHAR;

fn random_word(random: &mut Random, characters: &[u32], least: usize, most: usize) -> Vec<u32> {
    let length = least + random.below(most - least + 1);
    (0..length).map(|_| *random.pick(characters)).collect()
}

/// The table by its definition: at each position the longest pattern.
fn by_definition(rows: &[Row], word: &[u32], mut times: usize) -> Vec<u32> {
    let (mut output, mut at) = (Vec::new(), 0);
    while at < word.len() {
        let fits = |row: &&Row| times > 0 && word[at..].starts_with(&row.0);
        // Of equally long patterns the first row counts.
        match rows.iter().rev().filter(fits).max_by_key(|row| row.0.len()) {
            Some((pattern, new)) => {
                output.extend_from_slice(new);
                at += pattern.len();
                times -= 1;
            }
            None => {
                output.push(word[at]);
                at += 1;
            }
        }
    }
    output
}

#[test]
fn tables_replace_the_longest_pattern_from_left_to_right() {
    let budget = Budget::unlimited();
    let mut random = Random::new(13);
    let characters: Vec<u32> = "abc".chars().map(u32::from).collect();
    for round in 0..2000 {
        let rows: Vec<Row> = (0..1 + random.below(4))
            .map(|_| {
                (
                    random_word(&mut random, &characters[..2], 1, 4),
                    random_word(&mut random, &characters, 0, 3),
                )
            })
            .collect();
        let table = Transducer::table(&rows);
        let first = Transducer::replace_first(&rows[0].0, &rows[0].1);
        for machine in [&table, &first] {
            assert!(machine.is_deterministic() && machine.is_total(), "round {round}: {rows:?}");
        }
        for _ in 0..20 {
            let word = random_word(&mut random, &characters, 0, 9);
            let expected = by_definition(&rows, &word, usize::MAX);
            assert_eq!(table.apply(&word, &budget), Ok(vec![expected]), "{rows:?} on {word:?}");
            let expected = by_definition(&rows[..1], &word, 1);
            assert_eq!(first.apply(&word, &budget), Ok(vec![expected]), "{:?} on {word:?}", rows[0]);
        }
    }
}

#[test]
fn letters_are_shifted_in_their_ranges_only() {
    let budget = Budget::unlimited();
    let lower = Transducer::shifts(&[((65, 90), 32)]);
    assert!(lower.is_deterministic() && lower.is_total());
    assert_eq!(lower.apply(&[64, 65, 90, 91, MAX_CHAR], &budget), Ok(vec![vec![64, 97, 122, 91, MAX_CHAR]]));
}

#[test]
fn a_word_is_inserted_before_everything() {
    let budget = Budget::unlimited();
    let machine = Transducer::replace_first(&[], &[97]);
    assert_eq!(machine.apply(&[], &budget), Ok(vec![vec![97]]));
    assert_eq!(machine.apply(&[98, 98], &budget), Ok(vec![vec![97, 98, 98]]));
}
