//! The worked examples of chapter 2 of Hooimeijer's dissertation (2012), with languages compared by
//! equivalence.

#[path = "../../tress-automata/tests/support/pattern.rs"]
mod pattern;

use tress_automata::RegexStore;
use tress_automata::nfa::{Nfa, find_distinction};
use tress_base::Budget;
use tress_languages::maximal::{
    Constant, Graph, Language, Part, Solution, System, Variable, concat_intersect,
};

fn automaton(pattern: &str) -> Nfa {
    let mut store = RegexStore::new();
    let r = pattern::parse(&mut store, pattern);
    Nfa::from_regex(&mut store, r, usize::MAX, &Budget::unlimited()).unwrap().unwrap()
}

fn word(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// A system that is written down: constraints are parts and a right side. Small names are variables, other
/// parts are patterns.
struct Written {
    system: System,
    variables: Vec<(String, Variable)>,
}

impl Written {
    fn new(names: &[&str]) -> Self {
        let mut system = System::new();
        let variables = names.iter().map(|name| ((*name).to_owned(), system.variable(*name))).collect();
        Self { system, variables }
    }

    fn variable(&self, name: &str) -> Option<Variable> {
        self.variables.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    fn constant(&mut self, pattern: &str) -> Constant {
        self.system.constant(automaton(pattern))
    }

    fn parts(&mut self, parts: &[&str]) -> Vec<Part> {
        parts
            .iter()
            .map(|part| self.variable(part).map_or_else(|| self.constant(part).into(), Part::from))
            .collect()
    }

    fn subset(mut self, parts: &[&str], bound: &str) -> Self {
        let (parts, bound) = (self.parts(parts), self.constant(bound));
        self.system.subset(&parts, bound);
        self
    }

    fn disjoint(mut self, parts: &[&str], bound: &str) -> Self {
        let (parts, bound) = (self.parts(parts), self.constant(bound));
        self.system.disjoint(&parts, bound);
        self
    }

    fn want(mut self, names: &[&str]) -> Self {
        let wanted: Vec<Variable> = names.iter().filter_map(|name| self.variable(name)).collect();
        self.system.want(&wanted);
        self
    }

    fn solutions(&self) -> Vec<Solution> {
        let budget = Budget::unlimited();
        self.system.solutions(&budget).map(Result::unwrap).collect()
    }

    /// The solutions are these, in any order: for each a pattern for every variable.
    fn has(&self, expected: &[&[&str]]) {
        let solutions = self.solutions();
        let fits = |solution: &Solution, patterns: &[&str]| {
            solution.languages().iter().zip(patterns).all(|(language, pattern)| is(language, pattern))
        };
        let shown: Vec<String> = solutions.iter().map(|solution| format!("{solution:?}")).collect();
        assert_eq!(solutions.len(), expected.len(), "{}", shown.join("\n"));
        for patterns in expected {
            assert!(solutions.iter().any(|solution| fits(solution, patterns)), "{patterns:?}: {shown:?}");
        }
    }
}

fn is(language: &Language, pattern: &str) -> bool {
    language.equals(&automaton(pattern), &Budget::unlimited()).unwrap()
}

fn same(a: &Nfa, pattern: &str) -> bool {
    find_distinction(a, &automaton(pattern), &Budget::unlimited()).unwrap().is_none()
}

/// The page of figure 1.1: an id passes a filter and is put into a query.
fn news(filter: &str) -> Written {
    Written::new(&["v1"]).subset(&["v1"], filter).subset(&["nid_", "v1"], ".*'.*")
}

#[test]
fn tv_03_the_faulty_filter_lets_attacks_through() {
    let solutions = news(".*[0-9]").solutions();
    assert_eq!(solutions.len(), 1);
    let attacks = &solutions[0].languages()[0];
    assert!(attacks.contains(&word("' OR 1=1 ; DROP 'news' -- 9")));
    assert!(!attacks.contains(&word("' OR 1=1 ; DROP 'news' --")));
}

#[test]
fn tv_03_the_mended_filter_leaves_nothing() {
    news("[0-9]+").has(&[]);
}

#[test]
fn tv_04_a_unique_maximal_language() {
    let written = Written::new(&["v1"]).subset(&["v1"], "(xx)+y").subset(&["v1"], "x*y");
    written.has(&[&["(xx)+y"]]);
}

#[test]
fn tv_05_two_maximal_assignments_that_cannot_be_merged() {
    let written = Written::new(&["v1", "v2"])
        .subset(&["v1"], "x(yy)+")
        .subset(&["v2"], "(yy)*z")
        .subset(&["v1", "v2"], "xyyz|xyyyyz");
    written.has(&[&["xyy", "z|yyz"], &["x(yy|yyyy)", "z"]]);
}

#[test]
fn tv_05_slices_alone_are_not_maximal() {
    let [first, second, whole] = ["x(yy)+", "(yy)*z", "xyyz|xyyyyz"].map(automaton);
    let pairs = concat_intersect(&first, &second, &whole, &Budget::unlimited()).unwrap();
    assert_eq!(pairs.len(), 2);
    assert!(same(&pairs[0].0, "xyy") && same(&pairs[0].1, "z|yyz"));
    assert!(same(&pairs[1].0, "xyyyy") && same(&pairs[1].1, "z"));
}

#[test]
fn tv_07_the_worked_example_of_concat_intersect() {
    let [first, second, whole] = ["nid_", ".*[0-9]", ".*'.*"].map(automaton);
    let pairs = concat_intersect(&first, &second, &whole, &Budget::unlimited()).unwrap();
    assert_eq!(pairs.len(), 1);
    assert!(same(&pairs[0].0, "nid_"));
    assert!(same(&pairs[0].1, ".*'.*[0-9]"));
    let written = Written::new(&["v1", "v2"])
        .subset(&["v1"], "nid_")
        .subset(&["v2"], ".*[0-9]")
        .subset(&["v1", "v2"], ".*'.*");
    written.has(&[&["nid_", ".*'.*[0-9]"]]);
}

#[test]
fn tv_08_the_right_side_limits_the_second_variable() {
    let written = Written::new(&["v1", "v2"])
        .subset(&["v1"], "nid_")
        .subset(&["v2"], ".*[0-9]")
        .subset(&["v1", "v2"], "nid_'5");
    written.has(&[&["nid_", "'5"]]);
}

#[test]
fn tv_09_subset_constraints_alone_need_no_choice() {
    let mut written = Written::new(&["v1", "v2"]);
    for name in ["v1", "v2"] {
        written = written.subset(&[name], "a*b?").subset(&[name], "a?b*");
    }
    written.has(&[&["a?b?", "a?b?"]]);
    let graph = Graph::new(&written.system);
    assert_eq!((graph.concats.len(), graph.subsets.len(), graph.groups.len()), (0, 4, 2));
}

#[test]
fn tv_10_nested_concatenations_are_slices_of_one_machine() {
    let written = Written::new(&["v1", "v2", "v3"])
        .subset(&["v1"], "a+")
        .subset(&["v2"], "b*")
        .subset(&["v3"], "a|c")
        .subset(&["v1", "v2", "v3"], "aa?bbc|aa");
    written.has(&[&["a|aa", "bb", "c"], &["a", "", "a"]]);
}

/// The two concatenations of figures 2.8 and 2.9 that share their middle.
fn shared_middle(first: &str) -> Written {
    Written::new(&["va", "vb", "vc"])
        .subset(&["va"], "o(pp)+")
        .subset(&["vb"], "p*(qq)+")
        .subset(&["vc"], "q*r")
        .subset(&["va", "vb"], first)
        .subset(&["vb", "vc"], "p*qqqqr")
}

#[test]
fn tv_11_a_shared_variable_satisfies_both_concatenations() {
    shared_middle("opppppqq").has(&[&["opp", "pppqq", "qqr"], &["opppp", "pqq", "qqr"]]);
}

#[test]
fn tv_11_four_of_the_candidates_survive_a_weaker_right_side() {
    shared_middle("opppppq*").has(&[
        &["opp", "pppqq", "qqr"],
        &["opppp", "pqq", "qqr"],
        &["opp", "pppqqqq", "r"],
        &["opppp", "pqqqq", "r"],
    ]);
}

#[test]
fn tv_12_a_concatenation_inside_of_another() {
    let written = Written::new(&["v1", "v2", "v3"])
        .subset(&["v1"], "a*")
        .subset(&["v2"], "b+")
        .subset(&["v3"], "c*")
        .subset(&["v1", "v2"], "ab|aab|bb")
        .subset(&["v1", "v2", "v3"], "(ab|bb)c?|aabcc");
    written.has(&[&["a", "b", "c?"], &["aa", "b", "cc"], &["", "bb", "c?"]]);
    assert_eq!(Graph::new(&written.system).groups.len(), 1);
}

/// From the tests that came with DPRLE.
#[test]
fn dprle_chains() {
    let written = || Written::new(&["c1", "c2", "c4"]).subset(&["c1"], "qr*").subset(&["c2"], "rrs");
    written().subset(&["c1", "c2"], "qr*s").subset(&["c4"], "t*").has(&[&["qr*", "rrs", "t*"]]);
    let longer = written().subset(&["c1", "c2"], "qr*s").subset(&["c4"], "t*");
    longer.subset(&["c1", "c2", "c4"], "qrrst").has(&[&["q", "rrs", "t"]]);
    let middle = Written::new(&["m1", "m2", "m3"]).subset(&["m1"], "a").subset(&["m2"], "b");
    let middle = middle.subset(&["m3"], "c").subset(&["m1", "m2"], "ab").subset(&["m2", "m3"], "bc");
    middle.has(&[&["a", "b", "c"]]);
}

/// Every word of a constant counts: slicing would keep `a` and find `x`.
#[test]
fn constants_in_concatenations_stand_for_each_of_their_words() {
    Written::new(&["v"]).subset(&["a|b", "v"], "ax").has(&[]);
    Written::new(&["v"]).subset(&["a|b", "v"], "ax|bx|ay").has(&[&["x"]]);
    Written::new(&["v", "w"]).subset(&["v", "a|b", "w"], "cax|cbx|caz").has(&[&["c", "x"]]);
    Written::new(&["v"]).subset(&["a*", "v", "b?"], "a*xb*").has(&[&["a*xb*"]]);
}

#[test]
fn negated_constraints_are_about_the_complement() {
    let written = || Written::new(&["v"]).subset(&["v"], "[ab]{0,2}");
    written().disjoint(&["v"], "[ab]*b").has(&[&["|a|ba|aa"]]);
    written().disjoint(&["a", "v"], "[ab]{2}").has(&[&["|[ab]{2}"]]);
}

#[test]
fn a_variable_meets_itself() {
    let pair = Written::new(&["v"]).subset(&["v"], "a|b").subset(&["v", "v"], "aa|bb|ab");
    pair.has(&[&["a"], &["b"]]);
    let both = Written::new(&["v"]).subset(&["v"], "a|b").subset(&["v", "v"], "[ab]{2}");
    both.has(&[&["a|b"]]);
    Written::new(&["v"]).subset(&["v", "v"], "[ab]{3}").has(&[]);
    let even = Written::new(&["v"]).subset(&["v"], "a*").subset(&["v", "v"], "(aa)*");
    even.has(&[&["(aa)*"], &["a(aa)*"]]);
}

#[test]
fn only_wanted_variables_must_have_words() {
    let written =
        || Written::new(&["v", "w"]).subset(&["v"], "a|b").subset(&["w"], "c").subset(&["v", "w"], "ac");
    written().has(&[&["a", "c"]]);
    written().want(&["w"]).has(&[&["a", "c"]]);
    written().want(&["v"]).has(&[&["a", "c"], &["a|b", "[]"]]);
    Written::new(&["v", "w"]).subset(&["v"], "[]").want(&["w"]).has(&[&["[]", ".*"]]);
}
