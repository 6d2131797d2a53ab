//! `schemas`: is every sentence that the checker of certificates believes true?
//!
//! Enters: the schemas of the checker; files on the command line are names of some of them. Leaves: tables
//! by heading. Each schema is evaluated by tress for small values and larger random ones, and its negation is
//! given to other solvers. A false instance fails the experiment, and so does a model of another solver
//! unless the schema is true under it.

mod ask;
mod evaluate;
mod sentence;
mod values;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use tress_base::Random;

use crate::experiments::installed_peers;
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;
use ask::{Opinion, ask};
use evaluate::{Score, Trial};
use sentence::{Schema, schemas};

/// The row of this experiment. Its count is that of instances of each schema.
pub(in crate::experiments) const EXPERIMENT: Experiment = Experiment {
    name: "schemas",
    about: "sentences that the checker of certificates believes: true of small and of random values, and proved by z3 and cvc5",
    count: 20_000,
    run,
};

/// What another solver may take for each question.
const LIMIT: Duration = Duration::from_secs(5);

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut all = schemas(tress_check::SCHEMAS)?;
    let wanted: Vec<String> =
        lab.setting.files.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if let Some(name) = wanted.iter().find(|name| all.iter().all(|schema| schema.name != **name)) {
        return Err(io::Error::other(format!("no schema is called {name}")));
    }
    all.retain(|schema| wanted.is_empty() || wanted.contains(&schema.name));
    let (count, seed) = (lab.count, lab.setting.seed);
    let work = |place: usize| {
        // The same instances, whichever schemas are chosen.
        let mix = |seed: u64, byte: u8| seed.wrapping_mul(31).wrapping_add(u64::from(byte));
        let mut random = Random::new(all[place].name.bytes().fold(seed, mix));
        Ok(Trial::new(&all[place])?.run(count, &mut random))
    };
    let scores: io::Result<Vec<Score>> = spread(lab, all.len(), work).into_iter().collect();
    let scores = scores?;
    for (schema, score) in all.iter().zip(&scores) {
        if let Some(example) = &score.example {
            let word = if score.wrong > 0 { "FALSE" } else { "open" };
            lab.print(&format!("{word} {} {example} (seed {seed})", schema.name))?;
        }
    }
    let (limit, mut opinions) = (lab.setting.timeout.unwrap_or(LIMIT), Vec::new());
    for peer in installed_peers(lab, limit)? {
        opinions.push((peer.name, ask(lab, &peer, &all, limit)?));
    }
    lab.print(&evaluated(&all, &scores).text())?;
    for (name, opinions) in &opinions {
        lab.print("")?;
        lab.print(&asked(name, &all, opinions).text())?;
    }
    if !opinions.is_empty() {
        let opinions: Vec<&[Vec<Opinion>]> = opinions.iter().map(|(_, opinions)| &opinions[..]).collect();
        let unproved = unproved(&all, &opinions);
        let list = if unproved.is_empty() { "none".to_owned() } else { unproved.join(", ") };
        lab.print(&format!("\nproved by no other solver: {list}"))?;
    }
    let is_refuted = opinions.iter().flat_map(|(_, all)| all).flatten().any(|own| *own == Opinion::Refuted);
    Ok(Verdict::wrong_if(is_refuted || scores.iter().any(|score| score.wrong > 0)))
}

/// Does numbered pieces of work in as many threads as there are jobs; the results in their order.
fn spread<T: Send>(lab: &mut Lab<'_>, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, work) = (&AtomicUsize::new(0), &work);
    let (sender, results) = mpsc::channel();
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        for _ in 0..lab.setting.jobs {
            let sender = sender.clone();
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= count || sender.send((place, work(place))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let show = |(done, result)| {
            lab.progress(done + 1, count);
            result
        };
        results.into_iter().enumerate().map(show).collect()
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The schemas under each heading, in the order of the file, and then all of them.
fn groups(schemas: &[Schema]) -> Vec<(&str, Vec<usize>)> {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for (place, schema) in schemas.iter().enumerate() {
        match groups.last_mut() {
            Some((heading, places)) if *heading == schema.heading => places.push(place),
            _ => groups.push((&schema.heading, vec![place])),
        }
    }
    groups.push(("all", (0..schemas.len()).collect()));
    groups
}

fn evaluated(schemas: &[Schema], scores: &[Score]) -> Table {
    let mut table = Table::new(&["schemas about", "schemas", "clauses", "instances", "false", "open"]);
    for (heading, places) in groups(schemas) {
        let sum = |count: fn(&Score) -> usize| places.iter().map(|place| count(&scores[*place])).sum();
        let clauses: usize = places.iter().map(|place| schemas[*place].clauses.len()).sum();
        let counts: [usize; 5] = [
            places.len(),
            clauses,
            sum(|score| score.instances),
            sum(|score| score.wrong),
            sum(|score| score.open),
        ];
        table.row([heading.to_owned()].into_iter().chain(counts.map(|count| count.to_string())));
    }
    table
}

/// How many schemas a solver proves, and what it says of the others. The worst of the clauses counts.
fn asked(name: &str, schemas: &[Schema], opinions: &[Vec<Opinion>]) -> Table {
    let titles =
        [name, "proved", "unknown", "not understood", "true under its model", "refuted", "clauses proved"];
    let mut table = Table::new(&titles);
    for (heading, places) in groups(schemas) {
        let worst = |place: &usize| opinions[*place].iter().max().copied();
        let kinds =
            [Opinion::Proved, Opinion::Unknown, Opinion::NotUnderstood, Opinion::Denied, Opinion::Refuted];
        let counts = kinds.map(|kind| places.iter().filter(|place| worst(place) == Some(kind)).count());
        let clauses = || places.iter().flat_map(|place| &opinions[*place]);
        let proved = clauses().filter(|opinion| **opinion == Opinion::Proved).count();
        let mut row = vec![heading.to_owned()];
        row.extend(counts.map(|count| count.to_string()));
        row.push(format!("{proved} of {}", clauses().count()));
        table.row(row);
    }
    table
}

/// The schemas with a clause that no solver proves; of those with several clauses, which these are.
fn unproved(schemas: &[Schema], opinions: &[&[Vec<Opinion>]]) -> Vec<String> {
    let mut found = Vec::new();
    for (place, schema) in schemas.iter().enumerate() {
        let clauses = opinions.first().map_or(0, |opinions| opinions[place].len());
        let is_open = |clause: &usize| opinions.iter().all(|own| own[place][*clause] != Opinion::Proved);
        let open: Vec<String> = (0..clauses).filter(is_open).map(|clause| clause.to_string()).collect();
        match open.len() {
            0 => {}
            _ if clauses == 1 => found.push(schema.name.clone()),
            _ => found.push(format!("{} ({})", schema.name, open.join(" "))),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_proves_is_listed() {
        let all = schemas("(schema a () (and p q))\n(schema b () p)\n(schema c () p)\n").expect("schemas");
        let (yes, no) = (Opinion::Proved, Opinion::Unknown);
        let first = [vec![yes, no], vec![no], vec![no]];
        let second = [vec![no, Opinion::NotUnderstood], vec![yes], vec![no]];
        assert_eq!(unproved(&all, &[&first, &second]), ["a (1)", "c"]);
        let text = asked("z3", &all, &first).text();
        let last: Vec<&str> = text.lines().last().expect("a row").split_whitespace().collect();
        assert_eq!(last, ["all", "0", "3", "0", "0", "0", "1", "of", "4"]);
    }
}
