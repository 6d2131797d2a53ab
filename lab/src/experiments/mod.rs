//! The list of experiments. Adding one means adding its file and its row.

mod against_short;
mod agree;
mod alphabets;
mod arithmetic;
mod backends;
mod bits;
mod caps;
mod certificates;
mod checked;
mod classes;
mod compound;
mod conversions;
mod counters;
mod deep;
mod filters;
mod giants;
mod graphs;
mod grid;
mod ground;
mod growth;
mod identities;
mod inclusion;
mod incremental;
mod judged;
mod junit;
mod languages;
mod languages_corpus;
mod latency;
mod lazy;
mod library;
mod long;
mod memberships;
mod mixed;
mod mutate;
mod operations;
mod optimise;
mod pass;
mod planted;
mod preprocessing;
mod preprocessing_cost;
mod products;
mod programs;
mod quantifiers;
mod random;
mod recursive;
mod replay;
mod results;
mod rewriting;
mod same;
mod sanitize;
mod sanitizers;
mod saved;
mod sequences;
mod shapes;
mod sorted;
mod sorts;
mod start;
mod statistics;
mod strings;
mod structure;
mod survey;
mod systems;
mod tables;
mod timed;
mod traces;

use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab};
use crate::peers::Peer;

/// Every experiment, in the order in which they are listed.
pub static ALL: &[Experiment] = &[
    ground::EXPERIMENT,
    sorts::EXPERIMENT,
    sorted::EXPERIMENT,
    planted::EXPERIMENT,
    start::EXPERIMENT,
    deep::EXPERIMENT,
    rewriting::EXPERIMENT,
    identities::EXPERIMENT,
    preprocessing::EXPERIMENT,
    preprocessing_cost::EXPERIMENT,
    arithmetic::EXPERIMENT,
    strings::EXPERIMENT,
    structure::EXPERIMENT,
    structure::GROWTH,
    alphabets::EXPERIMENT,
    sanitizers::EXPERIMENT,
    sanitize::EXPERIMENT,
    sanitize::CASING,
    conversions::EXPERIMENT,
    products::EXPERIMENT,
    random::EXPERIMENT,
    growth::EXPERIMENT,
    quantifiers::EXPERIMENT,
    optimise::EXPERIMENT,
    compound::ARRAY_EXPERIMENT,
    compound::DATATYPE_EXPERIMENT,
    bits::EXPERIMENT,
    recursive::EXPERIMENT,
    sequences::EXPERIMENT,
    mixed::EXPERIMENT,
    shapes::EXPERIMENT,
    incremental::EXPERIMENT,
    replay::EXPERIMENT,
    latency::EXPERIMENT,
    counters::EXPERIMENT,
    systems::EXPERIMENT,
    tables::EXPERIMENT,
    results::EXPERIMENT,
    same::EXPERIMENT,
    certificates::EXPERIMENT,
    certificates::ALARM,
    certificates::MUTANTS,
    certificates::LEMMAS,
    certificates::TWINS,
    certificates::SCHEMAS,
    #[cfg(feature = "mistakes")]
    certificates::MISTAKES,
    checked::EXPERIMENT,
    caps::EXPERIMENT,
    long::EXPERIMENT,
    giants::EXPERIMENT,
    lazy::EXPERIMENT,
    library::EXPERIMENT,
    graphs::EXPERIMENT,
    memberships::EXPERIMENT,
    languages::EXPERIMENT,
    filters::EXPERIMENT,
    languages_corpus::EXPERIMENT,
    agree::EXPERIMENT,
    pass::EXPERIMENT,
    traces::EXPERIMENT,
    mutate::EXPERIMENT,
    classes::EXPERIMENT,
    classes::MUTANTS,
    operations::EXPERIMENT,
    programs::EXPERIMENT,
    survey::EXPERIMENT,
    backends::EXPERIMENT,
    junit::EXPERIMENT,
];

/// The experiment with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Experiment> {
    ALL.iter().find(|experiment| experiment.name == name)
}

/// The other solvers that can be asked, with a limit for each check; prints which are missing.
fn installed_peers(lab: &mut Lab<'_>, limit: Duration) -> io::Result<Vec<Peer>> {
    let (peers, absent) = Peer::installed(&lab.setting.peers, limit);
    if !absent.is_empty() {
        let folder = lab.setting.peers.display().to_string();
        lab.print(&format!("NOT COMPARED with {}: not installed in {folder}", absent.join(" and ")))?;
    }
    Ok(peers)
}
