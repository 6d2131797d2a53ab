//! Values of arrays, datatypes, bit-vectors and sequences: equal ones look equal, and there are as many as
//! the table of sorts gives.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};

use tress_base::{Int, Random};
use tress_term::term::{ArrayValue, Constructor, DataValue, Datatype, Field, Size, Sort, TermStore, Value};

fn constructor(name: &str, fields: &[(&str, Sort)]) -> Constructor {
    let field = |(name, sort): &(&str, Sort)| Field { name: (*name).into(), sort: *sort };
    Constructor { name: name.into(), fields: fields.iter().map(field).collect(), needs_sort: false }
}

/// A datatype, whose own fields may mention it.
fn datatype(store: &mut TermStore, name: &str, make: impl Fn(Sort) -> Vec<Constructor>) -> Sort {
    let sort = store.declare_datatype(name).expect("a short name");
    store.define_datatypes(vec![(sort, Datatype { constructors: make(sort) })]).expect("it has values");
    sort
}

fn list(store: &mut TermStore) -> Sort {
    datatype(store, "List", |list| {
        vec![constructor("nil", &[]), constructor("cons", &[("head", Sort::Int), ("tail", list)])]
    })
}

#[test]
fn finite_sorts_have_as_many_values_as_they_say() {
    let mut store = TermStore::new();
    let unit = datatype(&mut store, "Unit", |_| vec![constructor("unit", &[])]);
    let pair = datatype(&mut store, "Pair", |_| {
        vec![constructor("none", &[]), constructor("both", &[("a", Sort::Bool), ("b", Sort::BitVec(2))])]
    });
    let flags = store.array_sort(Sort::Bool, Sort::Bool).expect("no languages");
    let maps = store.array_sort(pair, Sort::Bool).expect("no languages");
    let nested = store.array_sort(flags, Sort::BitVec(2)).expect("no languages");
    let single = store.array_sort(Sort::Int, unit).expect("no languages");
    for (sort, size) in [
        (Sort::Bool, 2),
        (Sort::BitVec(3), 8),
        (unit, 1),
        (pair, 9),
        (flags, 4),
        (maps, 512),
        (nested, 256),
        (single, 1),
    ] {
        assert_eq!(store.size_of(sort), Size::Finite(size), "{}", store.sort_text(sort));
        let values = store.all_values(sort);
        let different: HashSet<&Value> = values.iter().collect();
        assert_eq!((values.len() as u64, different.len() as u64), (size, size), "{}", store.sort_text(sort));
        assert!(
            values.iter().all(|value| value.sort() == sort) && values.contains(&store.default_value(sort))
        );
        let numbered: HashSet<Value> = (0..).map_while(|number| store.nth_value(sort, number)).collect();
        assert_eq!(numbered.len() as u64, size, "{}", store.sort_text(sort));
    }
}

#[test]
fn infinite_sorts_have_values_for_all_numbers() {
    let mut store = TermStore::new();
    let list = list(&mut store);
    let declared = store.declare_sort("U");
    let [odd, even] = ["Odd", "Even"].map(|name| store.declare_datatype(name).expect("a short name"));
    let constructors =
        |name, other, field| vec![constructor(name, &[]), constructor(other, &[(field, Sort::Bool)])];
    let mut of_odd = constructors("o", "after-even", "before-odd");
    let mut of_even = constructors("e", "after-odd", "before-even");
    (of_odd[1].fields[0].sort, of_even[1].fields[0].sort) = (even, odd);
    let definitions = [(odd, of_odd), (even, of_even)];
    let definitions = definitions.map(|(sort, constructors)| (sort, Datatype { constructors }));
    store.define_datatypes(definitions.into()).expect("they have values");
    let boxed =
        datatype(&mut store, "Box", |_| vec![constructor("box", &[("flag", Sort::Bool), ("in", list)])]);
    let mut sorts =
        vec![Sort::Int, Sort::Real, Sort::String, Sort::BitVec(64), declared, list, odd, even, boxed];
    for element in sorts.clone() {
        sorts.push(store.seq_sort(element).expect("no languages"));
        sorts.push(store.array_sort(Sort::Bool, element).expect("no languages"));
        sorts.push(store.array_sort(element, Sort::Bool).expect("no languages"));
    }
    for sort in sorts {
        let values: Vec<Value> = (0..40).filter_map(|number| store.nth_value(sort, number)).collect();
        let different: HashSet<&Value> = values.iter().collect();
        assert_eq!((values.len(), different.len()), (40, 40), "{}", store.sort_text(sort));
        assert!(values.iter().all(|value| value.sort() == sort) && values[0] == store.default_value(sort));
        let sorted: BTreeSet<&Value> = values.iter().collect();
        assert_eq!(sorted.len(), 40, "the order tells them apart");
    }
}

/// Arrays are equal exactly when they are equal at every index, however they were made.
#[test]
fn equal_arrays_look_equal() {
    let mut store = TermStore::new();
    let index = datatype(&mut store, "Index", |_| {
        vec![constructor("none", &[]), constructor("some", &[("bits", Sort::BitVec(2))])]
    });
    let mut random = Random::new(11);
    for index in [Sort::Bool, Sort::BitVec(1), Sort::BitVec(2), index] {
        let sort = store.array_sort(index, Sort::Int).expect("no languages");
        let indices = store.all_values(index);
        let element = |random: &mut Random| Value::Int(Int::from(random.below(3)));
        let mut made: Vec<ArrayValue> = Vec::new();
        for _ in 0..150 {
            let default = element(&mut random);
            let mut array = ArrayValue::new(&store, sort, default, Vec::new());
            for _ in 0..random.below(9) {
                let change = (random.pick(&indices).clone(), element(&mut random));
                array = array.with(&store, vec![change.clone()]);
                assert_eq!(array.get(&change.0), &change.1);
            }
            made.push(array);
        }
        for a in &made {
            for b in &made {
                let same = indices.iter().all(|index| a.get(index) == b.get(index));
                assert_eq!((a == b, a.cmp(b) == Ordering::Equal), (same, same), "{a:?} {b:?}");
            }
        }
    }
}

/// With a stack on which nothing can recurse.
#[test]
fn long_lists_are_compared_and_dropped() {
    let work = || {
        let mut store = TermStore::new();
        let sort = list(&mut store);
        let long = |last: i64| {
            let mut value = store.default_value(sort);
            for number in 0..200_000 {
                let head = Value::Int(Int::from(if number == 0 { last } else { number }));
                value = Value::Data(DataValue::new(sort, 1, vec![head, value]));
            }
            value
        };
        let [a, b, c] = [long(1), long(1), long(2)];
        assert!(a == b && a != c && a < c && a.cmp(&b) == Ordering::Equal);
        let set: HashSet<Value> = [a, b, c].into();
        assert_eq!(set.len(), 2);
    };
    std::thread::Builder::new()
        .stack_size(1 << 17)
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("it returns");
}
