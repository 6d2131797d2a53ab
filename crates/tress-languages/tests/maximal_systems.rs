//! Systems of constraints on languages: against the search for single words, under small budgets, and what
//! can be asked of solutions.

use tress_automata::concatenation;
use tress_automata::equivalence::are_equal;
use tress_automata::naive::Ast;
use tress_automata::{CharSet, Regex, RegexStore};
use tress_base::{Budget, Random, Stop};
use tress_languages::maximal::{Graph, Part, System, Variable};

fn word(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// A random system, for languages and for words.
fn random_systems(random: &mut Random, store: &mut RegexStore) -> (System, concatenation::System) {
    let budget = Budget::unlimited();
    let mut system = System::new();
    let count = 1 + random.below(3);
    let variables: Vec<Variable> = (0..count).map(|number| system.variable(format!("v{number}"))).collect();
    let mut words = concatenation::System { languages: vec![Regex::ALL; count], memberships: Vec::new() };
    for _ in 0..1 + random.below(4) {
        let mut parts: Vec<Part> = Vec::new();
        let mut pieces = Vec::new();
        for _ in 0..1 + random.below(3) {
            if random.chance(1, 4) {
                let literal = word(random.pick::<&str>(&["", "a", "b", "ab"]));
                parts.push(system.word(&literal).into());
                pieces.push(concatenation::Part::Word(literal));
            } else {
                let variable = *random.pick(&variables);
                parts.push(variable.into());
                pieces.push(concatenation::Part::Variable(variable.index()));
            }
        }
        let size = 1 + random.below(6);
        let language = Ast::random(random, size).build(store);
        let bound = system.expression(store, language, &budget).unwrap();
        let negated = random.chance(1, 5);
        if negated {
            system.disjoint(&parts, bound);
        } else {
            system.subset(&parts, bound);
        }
        words.memberships.push((pieces, if negated { store.complement(language) } else { language }));
    }
    (system, words)
}

#[test]
fn languages_exist_where_words_do() {
    let mut random = Random::new(81);
    let budget = Budget::unlimited();
    let (mut some, mut none) = (0, 0);
    for round in 0..1500 {
        let mut store = RegexStore::new();
        let (system, words) = random_systems(&mut random, &mut store);
        let found = concatenation::solve(&mut store, &words, &budget).unwrap();
        let covers = |found: &[Vec<u32>]| {
            system.solutions(&budget).map(Result::unwrap).any(|solution| {
                solution.languages().iter().zip(found).all(|(language, word)| language.contains(word))
            })
        };
        match found {
            Some(found) => assert!(covers(&found), "round {round}: {found:?}"),
            None => assert!(system.first(&budget).unwrap().is_none(), "round {round}"),
        }
        *if covers(&[]) { &mut some } else { &mut none } += 1;
    }
    assert!(some > 300 && none > 300, "{some} {none}");
}

/// A variable that meets itself in a language with many classes.
fn hard_system() -> System {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let character = store.chars(CharSet::range(97, 99));
    let a = store.word(&[97]);
    let some = store.star(character);
    let tail = store.repeat(character, 12, Some(12));
    let language = store.concat(&[some, a, tail]);
    let mut system = System::new();
    let [v, w] = ["v", "w"].map(|name| system.variable(name));
    let bound = system.expression(&mut store, language, &budget).unwrap();
    system.subset(&[v.into(), w.into(), v.into()], bound);
    system
}

#[test]
fn small_budgets_end_the_search() {
    let system = hard_system();
    for steps in [0, 1, 10, 100, 1000, 10_000, 100_000] {
        let budget = Budget::unlimited().with_steps(Some(steps));
        let mut solutions = system.solutions(&budget);
        assert_eq!(solutions.find_map(Result::err), Some(Stop::Steps), "{steps}");
        assert!(solutions.next().is_none(), "an error is the end");
        assert!(budget.used() < 2 * steps + 10_000, "{} of {steps}", budget.used());
    }
}

#[test]
fn solutions_are_counted_sampled_and_written() {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let digit = store.range(u32::from('0'), u32::from('9'));
    let three = store.repeat(digit, 3, Some(3));
    let mut system = System::new();
    let v = system.variable("v");
    let prefix = system.word(&word("1"));
    let bound = system.expression(&mut store, three, &budget).unwrap();
    system.subset(&[prefix.into(), v.into()], bound);
    let solution = system.first(&budget).unwrap().unwrap();
    let language = solution.language(v);
    let expression = language.expression(&mut store, &budget).unwrap();
    let two = store.repeat(digit, 2, Some(2));
    assert!(are_equal(&mut store, expression, two, &budget).unwrap());
    let mut words = language.words(&budget).unwrap();
    let counts: Vec<String> = words.counts(3, &budget).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(counts, ["0", "0", "100", "0"]);
    let sample = words.sample(2, &mut Random::new(1), &budget).unwrap().unwrap();
    assert!(language.contains(&sample) && !language.is_empty());
    assert!(language.automaton().to_graphviz().contains("digraph"));
}

/// The graph of figure 2.5, and a variable that stands alone.
#[test]
fn graphs_show_what_depends_on_what() {
    let mut system = System::new();
    let [v1, v2, v3] = ["v1", "v2", "v3"].map(|name| system.variable(name));
    let [c1, c2, c3] = ["a", "b", "ab"].map(|text| system.word(&word(text)));
    system.subset(&[v1.into()], c1);
    system.subset(&[v2.into()], c2);
    system.subset(&[v1.into(), v2.into()], c3);
    system.disjoint(&[v3.into()], c1);
    let graph = Graph::new(&system);
    let groups: Vec<&[Variable]> = graph.groups.iter().map(|group| group.variables.as_slice()).collect();
    assert_eq!(groups, [&[v1, v2][..], &[v3]]);
    assert_eq!(graph.groups[0].constraints, [0, 1, 2]);
    let picture = graph.to_graphviz();
    for line in ["v0 -> t0 [label=\"∘l\"];", "v1 -> t0 [label=\"∘r\"];", "c2 -> t0 [label=\"⊆\"];"] {
        assert!(picture.contains(line), "{picture}");
    }
    assert!(picture.contains("c0 -> v2 [label=\"⊆ not\"];"), "{picture}");
}

/// Without variables there is one solution, which says nothing, or none.
#[test]
fn constants_alone_agree_or_not() {
    let budget = Budget::unlimited();
    let mut system = System::new();
    assert_eq!(system.solutions(&budget).count(), 1);
    let [a, b, ab] = ["a", "b", "ab"].map(|text| system.word(&word(text)));
    system.subset(&[a.into(), b.into()], ab);
    system.disjoint(&[], a);
    assert_eq!(system.solutions(&budget).count(), 1);
    system.subset(&[], a);
    assert_eq!(system.solutions(&budget).count(), 0);
}

/// Two groups of two solutions each.
#[test]
fn solutions_of_groups_are_combined() {
    let budget = Budget::unlimited();
    let mut store = RegexStore::new();
    let parts = ["a", "b"].map(|text| store.word(&word(text)));
    let character = store.union(&parts);
    let twice: Vec<Regex> = parts.iter().map(|&part| store.repeat(part, 2, Some(2))).collect();
    let same = store.union(&twice);
    let mut system = System::new();
    let [character, same] =
        [character, same].map(|language| system.expression(&mut store, language, &budget).unwrap());
    for name in ["v", "w"] {
        let variable = system.variable(name);
        system.subset(&[variable.into()], character);
        system.subset(&[variable.into(), variable.into()], same);
    }
    let solutions: Vec<Vec<Option<Vec<u32>>>> = (system.solutions(&budget).map(Result::unwrap))
        .map(|solution| solution.languages().iter().map(|found| found.automaton().shortest_word()).collect())
        .collect();
    let pair = |x: &str, y: &str| vec![Some(word(x)), Some(word(y))];
    assert_eq!(solutions, [pair("a", "a"), pair("a", "b"), pair("b", "a"), pair("b", "b")]);
}
