//! `growth`: chains of replacements with a long known output, and how time and memory grow.
//!
//! Each shape of a chain comes with an output that some input has that holds a given part, with an
//! output that no input has, and with a part that no input of the output holds. The time is that of
//! the check alone, as the program counts it. An output that takes too long is the last one of its row.

use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::table::{Table, seconds_text};

use super::statistics::numbers;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "growth",
    about: "chains of 1 to 12 replacements and known outputs of up to --count letters: time and memory",
    count: 100_000,
    run,
};

/// What a problem may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(20);
/// The lengths of chains.
const CHAINS: [usize; 6] = [1, 2, 4, 6, 8, 12];
/// Characters that no chain replaces.
const OTHERS: &str = "xyz";
/// How long the parts of inputs are.
const PART: usize = 12;
/// The characters that escapes replace; the first one begins every escape.
const ESCAPED: &str = "&<>'/%#+=~^|";

/// How the replacements of a chain belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Each has characters of its own.
    Letters,
    /// Each replaces what the one before has written.
    Cascade,
    /// Characters become escapes, of which some characters are escaped first.
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

/// What is asked of a chain and its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// The output of an input, of which a part is given.
    Reached,
    /// An output with a character that the last replacement has taken away.
    Letter,
    /// The output of an input, and a part that fits nowhere.
    Part,
}

const QUESTIONS: [(Question, &str, &str); 3] = [
    (Question::Reached, "sat", "an input, and a part of it"),
    (Question::Letter, "unsat", "a letter that never comes out"),
    (Question::Part, "unsat", "a part that fits nowhere"),
];

/// A chain, what it shall write, and what its input shall hold.
struct Problem {
    rows: Vec<(String, String)>,
    output: String,
    part: String,
}

impl Problem {
    /// A problem with an output of at least `size` characters.
    fn new(shape: Shape, chain: usize, size: usize, question: Question) -> Problem {
        let rows = shape.rows(chain);
        let mut random = Random::new((chain * size) as u64);
        let input = input(&rows, size, &mut random);
        let mut output = image(&rows, &input);
        let part = match question {
            Question::Reached => input[size / 2..size / 2 + PART].to_owned(),
            Question::Letter => {
                output.push_str(rows.last().map_or("", |row| row.0.as_str()));
                String::new()
            }
            Question::Part => loop {
                let part = self::input(&rows, PART, &mut random);
                // Characters are replaced one by one, so a part of the input is found in the output.
                if !output.contains(&image(&rows, &part)) {
                    break part;
                }
            },
        };
        Problem { rows, output, part }
    }

    fn text(&self) -> String {
        let mut chain = "x".to_owned();
        for (old, new) in &self.rows {
            chain = format!("(str.replace_all {chain} \"{old}\" \"{new}\")");
        }
        let (output, part) = (&self.output, &self.part);
        format!(
            "(set-logic QF_S)\n(declare-const x String)\n(assert (= {chain} \"{output}\"))\n\
             (assert (str.contains x \"{part}\"))\n(check-sat)\n"
        )
    }
}

/// What the chain writes.
fn image(rows: &[(String, String)], input: &str) -> String {
    rows.iter().fold(input.to_owned(), |word, (old, new)| word.replace(old, new))
}

/// A random input, of characters that the rows replace and of others.
fn input(rows: &[(String, String)], size: usize, random: &mut Random) -> String {
    let replaced = rows.iter().filter_map(|row| row.0.chars().next());
    let letters: Vec<char> = replaced.chain(OTHERS.chars()).collect();
    (0..size).map(|_| *random.pick(&letters)).collect()
}

/// What a check took.
#[derive(Clone, Debug, Default, PartialEq)]
struct Cost {
    answer: String,
    seconds: f64,
    mebibytes: f64,
}

/// Reads what the program prints with `--stats`.
fn read_cost(output: &str) -> Cost {
    let answer = output.lines().next().unwrap_or("nothing").to_owned();
    let numbers = numbers(output);
    let number = |name: &str| numbers.get(name).copied().unwrap_or_default();
    Cost { answer, seconds: number(":check-time"), mebibytes: number(":max-memory") }
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
    let mut wrong = 0;
    for (question, status, about) in QUESTIONS {
        let mut rows = Vec::new();
        for (shape, name) in SHAPES {
            for chain in CHAINS {
                let mut row = Row { name: format!("{name} {chain}"), costs: Vec::new() };
                for size in &sizes {
                    let problem = Problem::new(shape, chain, *size, question);
                    let cost = read_cost(&tress.run(&problem.text(), limit * 2)?.output);
                    let is_open = cost.answer != status;
                    wrong += usize::from(is_open && ["sat", "unsat"].contains(&cost.answer.as_str()));
                    row.costs.push(cost);
                    if is_open {
                        break;
                    }
                }
                rows.push(row);
                lab.progress(rows.len(), SHAPES.len() * CHAINS.len());
            }
        }
        lab.print(&format!("{status}: {about}\n"))?;
        show(lab, &rows, &sizes)?;
    }
    Ok(Verdict::wrong_if(wrong > 0))
}

/// A table with time and memory for each size.
fn show(lab: &mut Lab<'_>, rows: &[Row], sizes: &[usize]) -> io::Result<()> {
    let letters: Vec<String> = sizes.iter().map(|size| format!("{size} letters")).collect();
    let mut titles = vec!["chain"];
    titles.extend(letters.iter().flat_map(|title| [title.as_str(), "MiB"]));
    let mut table = Table::new(&titles);
    for row in rows {
        let cells = row.costs.iter().flat_map(|cost| {
            let is_answered = ["sat", "unsat"].contains(&cost.answer.as_str());
            let time = if is_answered { seconds_text(cost.seconds) } else { cost.answer.clone() };
            [time, format!("{:.0}", cost.mebibytes)]
        });
        table.row(std::iter::once(row.name.clone()).chain(cells));
    }
    lab.print(&format!("{}\n", table.text()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Budget;
    use tress_term::eval::Evaluator;
    use tress_term::model::Model;
    use tress_term::term::{Op, TermStore, Value};

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
    fn chains_write_what_the_evaluator_says() {
        for (shape, _) in SHAPES {
            for chain in CHAINS {
                let rows = shape.rows(chain);
                let input = input(&rows, 100, &mut Random::new(7));
                let problem = Problem::new(shape, chain, 100, Question::Reached);
                assert!(problem.output.len() >= 100 && problem.part.len() == PART);
                assert_eq!(written(&problem, &input), Value::text(&image(&rows, &input)));
                let text = image(&rows, &problem.part);
                assert!(problem.output.contains(&text), "{shape:?} {chain}: {text}");
            }
        }
    }

    #[test]
    fn letters_that_are_taken_away_never_come_out_last() {
        for (shape, _) in SHAPES {
            for chain in CHAINS {
                let problem = Problem::new(shape, chain, 100, Question::Letter);
                for letter in ('a'..='z').chain(ESCAPED.chars()).map(String::from) {
                    let Value::Str(word) = written(&problem, &letter) else { panic!("a word") };
                    let last = problem.output.chars().last().map(u32::from);
                    assert_ne!(word.last().copied(), last, "{shape:?} {chain} {letter}");
                }
            }
        }
    }

    #[test]
    fn costs_are_read() {
        let text = "sat\n(:all-statistics (:checks 1 :steps 537 :check-time 0.001 :max-memory 6.76))\n";
        let expected = Cost { answer: "sat".into(), seconds: 0.001, mebibytes: 6.76 };
        assert_eq!(read_cost(text), expected);
        assert_eq!(read_cost("").answer, "nothing");
    }

    #[test]
    fn sizes_grow_by_ten() {
        assert_eq!(sizes(20_000), [100, 1000, 10_000]);
    }
}
