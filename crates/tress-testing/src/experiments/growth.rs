//! `growth`: chains of replacements with a long known output, and how time, memory and steps grow.
//!
//! Each shape of a chain comes with an output that some input has, and with one that none has. The
//! time is that of the check alone, as the program counts it. An output that takes too long is the last
//! one of its row.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::table::{Table, seconds_text};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "growth",
    about: "chains of 1 to 12 replacements and known outputs of up to --count letters: time, memory, steps",
    count: 100_000,
    run,
};

/// What a problem may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(20);
/// The lengths of chains.
const CHAINS: [usize; 6] = [1, 2, 4, 6, 8, 12];
/// Letters that no chain replaces.
const OTHERS: &str = "xyz";
/// The letters that escapes replace; the first one begins every escape.
const ESCAPED: &str = "&<>'/%#+=~^|";

/// How the replacements of a chain belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Each has letters of its own.
    Letters,
    /// Each replaces what the one before has written.
    Cascade,
    /// Letters become escapes, of which some letters are escaped first.
    Escapes,
}

const SHAPES: [(Shape, &str); 3] =
    [(Shape::Letters, "letters"), (Shape::Cascade, "cascade"), (Shape::Escapes, "escapes")];

impl Shape {
    /// The patterns and what they become, in the order of the chain.
    fn rows(self, chain: usize) -> Vec<(String, String)> {
        let letter = |place: usize| char::from(b'a' + place as u8).to_string();
        let row = |place: usize| match self {
            Shape::Letters => (letter(place), letter(place).to_uppercase()),
            Shape::Cascade => (letter(place), letter(place + 1)),
            Shape::Escapes => {
                let pattern = ESCAPED.chars().nth(place).unwrap_or('&');
                (pattern.to_string(), format!("&{};", letter(place)))
            }
        };
        (0..chain).map(row).collect()
    }
}

/// A chain and what it shall write.
struct Problem {
    rows: Vec<(String, String)>,
    output: String,
    is_sat: bool,
}

impl Problem {
    /// An output of at least `size` letters. One that is not satisfiable ends with a letter that the last
    /// replacement has taken away.
    fn new(shape: Shape, chain: usize, size: usize, is_sat: bool) -> Problem {
        let rows = shape.rows(chain);
        let mut output = input(&rows, size);
        for (old, new) in &rows {
            output = output.replace(old, new);
        }
        let gone = rows.last().map(|row| row.0.as_str()).filter(|_| !is_sat);
        output.push_str(gone.unwrap_or_default());
        Problem { rows, output, is_sat }
    }

    fn text(&self) -> String {
        let mut chain = "x".to_owned();
        for (old, new) in &self.rows {
            chain = format!("(str.replace_all {chain} \"{old}\" \"{new}\")");
        }
        format!(
            "(set-logic QF_S)\n(declare-const x String)\n(assert (= {chain} \"{}\"))\n(check-sat)\n",
            self.output
        )
    }

    fn status(&self) -> &'static str {
        if self.is_sat { "sat" } else { "unsat" }
    }
}

/// A random input, of letters that the rows replace and of others.
fn input(rows: &[(String, String)], size: usize) -> String {
    let replaced = rows.iter().filter_map(|row| row.0.chars().next());
    let letters: Vec<char> = replaced.chain(OTHERS.chars()).collect();
    let mut random = Random::new((rows.len() * size) as u64);
    (0..size).map(|_| *random.pick(&letters)).collect()
}

/// What a check took.
#[derive(Clone, Debug, Default, PartialEq)]
struct Cost {
    answer: String,
    seconds: f64,
    mebibytes: f64,
    steps: f64,
}

/// Reads what the program prints with `--stats`.
fn read_cost(output: &str) -> Cost {
    let answer = output.lines().next().unwrap_or("nothing").to_owned();
    let words: Vec<&str> = output.split([' ', '(', ')', '\n']).collect();
    let numbers: BTreeMap<&str, f64> =
        words.windows(2).filter_map(|pair| Some((pair[0], pair[1].parse().ok()?))).collect();
    let number = |name: &str| numbers.get(name).copied().unwrap_or_default();
    Cost { answer, seconds: number(":check-time"), mebibytes: number(":max-memory"), steps: number(":steps") }
}

/// 100, 1000 and so on up to `last`.
fn sizes(last: usize) -> Vec<usize> {
    std::iter::successors(Some(100), |size: &usize| size.checked_mul(10))
        .take_while(|size| *size <= last)
        .collect()
}

/// The costs of one chain, one for each size that was tried.
struct Row {
    name: String,
    costs: Vec<Cost>,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let program = vec![lab.tress()?, "--stats".into(), format!("--tlimit-per={}", limit.as_millis())];
    let tress = Peer::program("tress", program);
    let sizes = sizes(lab.count);
    let (mut rows, mut wrong) = (Vec::new(), 0);
    for (shape, name) in SHAPES {
        for is_sat in [true, false] {
            for (place, chain) in CHAINS.into_iter().enumerate() {
                let mut row = Row { name: format!("{name} {chain}"), costs: Vec::new() };
                for size in &sizes {
                    let problem = Problem::new(shape, chain, *size, is_sat);
                    let run = tress.run(&problem.text(), limit * 2)?;
                    let cost = read_cost(&run.output);
                    let is_open = cost.answer != problem.status();
                    wrong += usize::from(is_open && ["sat", "unsat"].contains(&cost.answer.as_str()));
                    row.costs.push(cost);
                    if is_open {
                        break;
                    }
                }
                rows.push((is_sat, row));
                lab.progress(place + 1, CHAINS.len());
            }
        }
    }
    show(lab, &rows, &sizes)?;
    Ok(Verdict::wrong_if(wrong > 0))
}

/// A table for each answer and each measure.
fn show(lab: &mut Lab<'_>, rows: &[(bool, Row)], sizes: &[usize]) -> io::Result<()> {
    let measures: [(&str, fn(&Cost) -> String); 3] = [
        ("seconds", |cost| seconds_text(cost.seconds)),
        ("mebibytes", |cost| format!("{:.0}", cost.mebibytes)),
        ("steps", |cost| format!("{:.0}", cost.steps)),
    ];
    for (is_sat, status) in [(true, "sat"), (false, "unsat")] {
        for (measure, text) in measures {
            let title = format!("{status}, {measure}");
            let letters: Vec<String> = sizes.iter().map(|size| format!("{size} letters")).collect();
            let titles = std::iter::once(title.as_str()).chain(letters.iter().map(String::as_str));
            let mut table = Table::new(&titles.collect::<Vec<&str>>());
            for (_, row) in rows.iter().filter(|row| row.0 == is_sat) {
                let cell = |cost: &Cost| {
                    if cost.answer == status { text(cost) } else { cost.answer.clone() }
                };
                table.row(std::iter::once(row.name.clone()).chain(row.costs.iter().map(cell)));
            }
            lab.print(&table.text())?;
            lab.print("")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress::internals::Budget;
    use tress::internals::eval::Evaluator;
    use tress::internals::model::Model;
    use tress::internals::term::{Op, TermStore, Value};

    /// What the evaluator says that the chain writes.
    fn written(problem: &Problem, input: &str) -> Value {
        let mut store = TermStore::new();
        let mut chain = store.value(Value::text(input));
        for (old, new) in &problem.rows {
            let [old, new] = [old, new].map(|word| store.value(Value::text(word)));
            chain = store.app(Op::ReplaceAll, &[chain, old, new]).expect("words");
        }
        let budget = Budget::unlimited();
        Evaluator::new().eval(&store, chain, &Model::new(), &budget).expect("a value")
    }

    #[test]
    fn outputs_are_those_of_the_inputs() {
        for (shape, _) in SHAPES {
            for chain in CHAINS {
                let problem = Problem::new(shape, chain, 100, true);
                assert!(problem.output.len() >= 100);
                assert_eq!(written(&problem, &input(&problem.rows, 100)), Value::text(&problem.output));
                let none = Problem::new(shape, chain, 100, false);
                assert_eq!(none.output.strip_prefix(&problem.output), Some(none.rows[chain - 1].0.as_str()));
                // No letter, as the last one of an input, gives the last letter of the output.
                for letter in ('a'..='z').chain(ESCAPED.chars()).map(String::from) {
                    let Value::Str(word) = written(&none, &letter) else { panic!("a word") };
                    let last = word.last().copied();
                    assert_ne!(last, none.output.chars().last().map(u32::from), "{shape:?} {chain} {letter}");
                }
            }
        }
    }

    #[test]
    fn costs_are_read() {
        let text = "sat\n(:all-statistics (:checks 1 :steps 537 :check-time 0.001 :max-memory 6.76))\n";
        let expected = Cost { answer: "sat".into(), seconds: 0.001, mebibytes: 6.76, steps: 537.0 };
        assert_eq!(read_cost(text), expected);
        assert_eq!(read_cost("").answer, "nothing");
    }

    #[test]
    fn sizes_grow_by_ten() {
        assert_eq!(sizes(20_000), [100, 1000, 10_000]);
    }
}
