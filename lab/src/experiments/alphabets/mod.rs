//! `alphabets`: problems over few characters, against brute force.
//!
//! Lengths are bounded in each problem, so that all words over the alphabet can be tried and both answers are
//! known. Some problems ask for more different words than there are.

mod formula;

use std::io;

use tress_base::Random;
use tress_session::{Session, run as run_session};
use tress_solver::options::Options;

use self::formula::{Draw, Formula, Text, Values};
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "alphabets",
    about: "problems over alphabets of 2, 10, 128 and 256 characters, against all words of bounded length",
    count: 2_000,
    run,
};

/// Alphabets with the lengths that are tried for one, two and three strings.
const KINDS: [(u32, &[usize]); 4] = [(2, &[4, 3, 2]), (10, &[2, 1, 1]), (128, &[1, 1]), (256, &[1, 1])];
/// The numbers that are tried lie at most this far outside of the codes.
const MARGIN: i64 = 3;
/// What one check may take.
const MILLISECONDS: &str = "5000";

struct Problem {
    characters: u32,
    variables: usize,
    longest: usize,
    formulas: Vec<Formula>,
}

fn draw(random: &mut Random, kind: usize) -> Problem {
    let (characters, lengths) = KINDS[kind];
    let crowd = random.chance(1, 10) && characters <= 10;
    if crowd {
        return crowded(random, characters);
    }
    // Two strings of 256 characters each make many pairs.
    let most = if characters >= 128 && random.chance(3, 4) { 1 } else { lengths.len() };
    let variables = 1 + random.below(most);
    let count = 1 + random.below(3);
    let mut draw = Draw { random, variables, characters };
    let formulas = (0..count).map(|_| draw.formula(2)).collect();
    Problem { characters, variables, longest: lengths[variables - 1], formulas }
}

/// Words of one character that all differ: one more than there are, or just as many.
fn crowded(random: &mut Random, characters: u32) -> Problem {
    let variables = characters as usize + random.below(2);
    let all = (0..variables).map(formula::Str::Var).collect();
    let one = |place| {
        let length = formula::Num::Length(Box::new(formula::Str::Var(place)));
        Formula::NumSame(length, formula::Num::Constant(1))
    };
    let mut formulas: Vec<Formula> = (0..variables).map(one).collect();
    formulas.push(Formula::Distinct(all));
    Problem { characters, variables, longest: 1, formulas }
}

impl Problem {
    fn is_crowd(&self) -> bool {
        matches!(self.formulas.last(), Some(Formula::Distinct(_)))
    }

    fn script(&self) -> String {
        let mut text =
            format!("(set-option :strings-alpha-card {})\n(declare-const n Int)\n", self.characters);
        for place in 0..self.variables {
            text.push_str(&format!("(declare-const x{place} String)\n"));
            text.push_str(&format!("(assert (<= (str.len x{place}) {}))\n", self.longest));
        }
        let (low, high) = self.numbers();
        text.push_str(&format!("(assert (<= (- {}) n {high}))\n", -low));
        for formula in &self.formulas {
            text.push_str(&format!("(assert {})\n", formula.text()));
        }
        text.push_str("(check-sat)\n");
        text
    }

    fn numbers(&self) -> (i64, i64) {
        match self.characters {
            2 | 10 => (-MARGIN, i64::from(self.characters) + MARGIN),
            // The values next to the end of the alphabet.
            _ => (-1, 1),
        }
    }

    /// Is there a solution?
    fn has_solution(&self) -> bool {
        if self.is_crowd() {
            return self.variables <= self.characters as usize;
        }
        let words = all_words(self.characters, self.longest);
        let language_words = all_words(self.characters.min(2), if self.characters == 2 { 7 } else { 0 });
        let (low, high) = self.numbers();
        let mut places = vec![0; self.variables];
        loop {
            let chosen: Vec<&Text> = places.iter().map(|place| &words[*place]).collect();
            for number in low..=high {
                let values = Values { words: &chosen, number, characters: self.characters };
                if self.formulas.iter().all(|formula| formula.holds(&values, &language_words)) {
                    return true;
                }
            }
            let Some(next) = places.iter().position(|place| place + 1 < words.len()) else { return false };
            places[next] += 1;
            places[..next].fill(0);
        }
    }
}

fn all_words(characters: u32, longest: usize) -> Vec<Text> {
    let mut words: Vec<Text> = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..longest {
        let last = words.len();
        for place in first..last {
            for character in 0..characters {
                let mut word = words[place].clone();
                word.push(character);
                words.push(word);
            }
        }
        first = last;
    }
    words
}

fn answer(script: &str, engine: &str) -> String {
    let mut options = Options::default();
    options.set("timeout", MILLISECONDS).expect("an option");
    options.set("engine", engine).expect("an engine");
    let mut replies = Vec::new();
    run_session(&mut Session::new(options), script.as_bytes(), &mut replies)
        .expect("a vector can be written to");
    String::from_utf8_lossy(&replies).trim().to_owned()
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let count = lab.setting.count.unwrap_or(EXPERIMENT.count);
    let engine = lab.setting.engine.clone().unwrap_or_else(|| "auto".to_owned());
    let mut table = Table::new(&["characters", "problems", "sat", "unsat", "unknown", "wrong"]);
    let (mut wrong, mut done) = (0, 0);
    for (kind, (characters, _)) in KINDS.iter().enumerate() {
        let mut counts = [0_usize; 4];
        for number in (kind..count).step_by(KINDS.len()) {
            let mut random =
                Random::new(lab.setting.seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
            let problem = draw(&mut random, kind);
            let script = problem.script();
            let said = answer(&script, &engine);
            let place = match (said.as_str(), said != "unknown" && problem.has_solution()) {
                ("sat", true) => 0,
                ("unsat", false) => 1,
                ("unknown", _) => 2,
                _ => {
                    lab.print(&format!("WRONG, number {number}: {said}\n{script}"))?;
                    3
                }
            };
            counts[place] += 1;
            done += 1;
            lab.progress(done, count);
        }
        wrong += counts[3];
        let mut row = vec![characters.to_string(), counts.iter().sum::<usize>().to_string()];
        row.extend(counts.iter().map(usize::to_string));
        table.row(row);
    }
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(wrong > 0))
}
