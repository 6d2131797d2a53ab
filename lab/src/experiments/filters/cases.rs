//! Paths through web pages, as constraints on their inputs.
//!
//! Enters: a row of [`CASES`]. Leaves: a system whose solutions are the inputs that make a query unsafe. The
//! rows are those of figure 2.11 of Hooimeijer (2012), with their numbers of constraints. The constraints
//! themselves were never published; these are made in their manner: filters that an input passes, branches
//! that it does not take, texts that it is put into, and the query at the end, which is unsafe when some
//! input brings a quote into it.

use tress_automata::nfa::{Nfa, NfaBuilder};
use tress_automata::{CharSet, Regex, RegexStore};
use tress_base::{Budget, Random, Stop};
use tress_languages::maximal::{Part, System, Variable};

/// A row of the figure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    /// How many constraints there are.
    pub(super) constraints: usize,
    /// The seconds in the figure, on a machine of 2009.
    pub(super) printed: f64,
    /// Characters of a text that surrounds an input.
    text: usize,
    /// Words that an input must not be, all at once.
    words: usize,
}

/// A case with short texts.
const fn case(name: &'static str, constraints: usize, printed: f64) -> Case {
    Case { name, constraints, printed, text: 30, words: 8 }
}

/// The rows, in the order of the figure.
pub(super) const CASES: [Case; 17] = [
    case("eve edit", 29, 0.32),
    case("utopia login", 16, 0.052),
    case("utopia profile", 16, 0.006),
    case("utopia styles", 156, 0.65),
    case("utopia comm", 102, 0.26),
    case("warp cxapp", 10, 0.054),
    case("warp ax_help", 4, 0.010),
    case("warp usr_reg", 10, 0.53),
    case("warp ax_ed", 10, 0.063),
    case("warp cart_shop", 31, 0.17),
    case("warp req_redir", 41, 0.43),
    // The one with large constants.
    Case { name: "warp secure", constraints: 81, printed: 577.0, text: 6_000, words: 1_000 },
    case("warp a_cont", 10, 0.057),
    case("warp usr_prf", 66, 0.22),
    case("warp xw_mn", 387, 0.50),
    case("warp castvote", 10, 0.052),
    case("warp pay_nfo", 10, 0.18),
];

/// Constraints for each input.
const PER_INPUT: usize = 30;
/// Most inputs of a path.
const MOST_INPUTS: usize = 5;
/// The longest input of a filter by length.
const LONGEST: u64 = 64;

/// A system that is being written.
struct Writer<'a> {
    case: &'a Case,
    budget: &'a Budget,
    random: Random,
    store: RegexStore,
    system: System,
    inputs: Vec<Variable>,
}

impl Case {
    /// The constraints on the inputs of the path.
    pub(super) fn system(&self, budget: &Budget) -> Result<System, Stop> {
        let mut system = System::new();
        let count = (1 + self.constraints / PER_INPUT).min(MOST_INPUTS);
        let inputs = (0..count).map(|number| system.variable(format!("input{number}"))).collect();
        let random = Random::new(self.constraints as u64 + self.text as u64);
        let store = RegexStore::new();
        let mut writer = Writer { case: self, budget, random, store, system, inputs };
        writer.query()?;
        writer.faulty_filter()?;
        let mut number = 0;
        while writer.system.constraints().len() < self.constraints {
            writer.row(number)?;
            number += 1;
        }
        Ok(writer.system)
    }
}

impl Writer<'_> {
    /// `SELECT … WHERE a='` input `' AND …`: unsafe with more quotes than the texts hold.
    fn query(&mut self) -> Result<(), Stop> {
        let mut parts: Vec<Part> = Vec::new();
        for input in self.inputs.clone() {
            let text = format!("{} ='", self.text());
            parts.push(self.literal(&text));
            parts.push(input.into());
            parts.push(self.literal("'"));
        }
        let quote = self.store.word(&[u32::from('\'')]);
        let one = self.store.concat(&[Regex::ALL, quote]);
        let many = self.store.repeat(one, 2 * self.inputs.len() as u64 + 1, None);
        let bound = self.store.concat(&[many, Regex::ALL]);
        self.subset(&parts, bound)
    }

    /// The first input only has to end in a digit.
    fn faulty_filter(&mut self) -> Result<(), Stop> {
        let digit = self.store.range(u32::from('0'), u32::from('9'));
        let bound = self.store.concat(&[Regex::ALL, digit]);
        self.subset(&[self.inputs[0].into()], bound)
    }

    /// One of the other constraints.
    fn row(&mut self, number: usize) -> Result<(), Stop> {
        let input = self.inputs[number % self.inputs.len()];
        match number / self.inputs.len() % 6 {
            0 => {
                let bound = self.store.repeat(Regex::ANY_CHAR, 1, Some(LONGEST));
                self.subset(&[input.into()], bound)
            }
            1 => self.not_these_words(input),
            2 => self.no_tag(&[input.into()]),
            3 => self.on_a_page(input),
            4 => self.readable(input),
            _ => self.side_by_side(number),
        }
    }

    /// The branches of a switch that were not taken.
    fn not_these_words(&mut self, input: Variable) -> Result<(), Stop> {
        let words: Vec<String> = (0..self.case.words).map(|_| self.word()).collect();
        let bound = self.system.constant(tree(&words));
        self.system.disjoint(&[input.into()], bound);
        Ok(())
    }

    /// Text, input, text: the page is one of several with such a frame.
    fn on_a_page(&mut self, input: Variable) -> Result<(), Stop> {
        let frames = [[self.text(), self.text()], [self.text(), self.text()]];
        let middle = CharSet::from_chars(chars("<>")).complement();
        let middle = self.store.chars(middle);
        let middle = self.store.star(middle);
        let mut pages = Vec::new();
        for frame in &frames {
            let [before, behind] = [&frame[0], &frame[1]].map(|text| self.store.word(&chars(text)));
            pages.push(self.store.concat(&[before, middle, behind]));
        }
        let bound = self.store.union(&pages);
        let [before, behind] = [&frames[0][0], &frames[0][1]].map(|text| self.literal(text));
        self.subset(&[before, input.into(), behind], bound)
    }

    /// Characters that can be typed.
    fn readable(&mut self, input: Variable) -> Result<(), Stop> {
        let readable = self.store.range(0x20, 0x7E);
        let bound = self.store.star(readable);
        self.subset(&[input.into()], bound)
    }

    /// Two inputs, one behind the other, have no tag, wherever it would begin. A single input is on a page
    /// twice.
    fn side_by_side(&mut self, number: usize) -> Result<(), Stop> {
        let first = self.inputs[number % self.inputs.len()];
        let second = self.inputs[(number + 1) % self.inputs.len()];
        let mut parts: Vec<Part> = vec![first.into()];
        if first == second {
            let text = self.text();
            parts.push(self.literal(&text));
        }
        parts.push(second.into());
        self.no_tag(&parts)
    }

    fn no_tag(&mut self, parts: &[Part]) -> Result<(), Stop> {
        let tag = self.store.word(&chars("<script"));
        let bound = self.store.concat(&[Regex::ALL, tag, Regex::ALL]);
        let bound = self.system.expression(&mut self.store, bound, self.budget)?;
        self.system.disjoint(parts, bound);
        Ok(())
    }

    fn subset(&mut self, parts: &[Part], bound: Regex) -> Result<(), Stop> {
        let bound = self.system.expression(&mut self.store, bound, self.budget)?;
        self.system.subset(parts, bound);
        Ok(())
    }

    fn literal(&mut self, text: &str) -> Part {
        self.system.word(&chars(text)).into()
    }

    /// A text without quotes.
    fn text(&mut self) -> String {
        let mut text = String::new();
        while text.len() < self.case.text {
            text += &self.word();
            text.push(' ');
        }
        text
    }

    fn word(&mut self) -> String {
        let syllables = ["ad", "min", "lo", "gin", "ses", "sion", "ta", "ble", "u", "ser", "or", "der"];
        (0..2 + self.random.below(3)).map(|_| *self.random.pick(&syllables)).collect()
    }
}

fn chars(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// The automaton of a list of words.
fn tree(words: &[String]) -> Nfa {
    let mut builder = NfaBuilder::new();
    let start = builder.add_state();
    builder.set_initial(start);
    for word in words {
        let mut state = start;
        for c in chars(word) {
            let next = builder.add_state();
            builder.add_edge(state, (c, c), next);
            state = next;
        }
        builder.set_accepting(state);
    }
    builder.build()
}
