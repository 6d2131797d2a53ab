//! Sizes, languages, and the test vectors of chapter 3 that speak of automata.

use super::*;
use crate::experiments::study::regexes::{Inputs, PRINTED};

#[test]
fn sizes_are_printed() {
    let inputs = Inputs::new(10);
    for (at, a) in inputs.automata.iter().enumerate() {
        eprintln!("A{at} {:?} printed {:?}", (a.states, a.epsilon.len(), a.moves.len()), PRINTED[at]);
    }
    panic!();
}
