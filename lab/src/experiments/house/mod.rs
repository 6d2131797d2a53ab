//! `house`: the shape of the source of the workspace.
//!
//! It counts the fields and methods of every type, looks for cycles between the files of `tress`
//! and between the parts of its rooms, and lists the constants that tune it. Types of the rooms
//! that solve may be as large as the largest of `tress-sat`, and no folder of a room may use what
//! uses it.

mod constants;
mod directions;
mod graph;
mod items;
mod paths;
mod resolve;
mod show;
mod source;
mod tokens;
mod types;

use std::io;
use std::path::Path;

use crate::lab::{Experiment, Lab, Verdict};

use resolve::Crate;
use types::Type;

/// The row of this experiment. Its count is the number of types shown of each crate.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "house",
    about: "the shape of the source: sizes of types, cycles, directions, tuning constants",
    count: 12,
    run,
};

/// The crate whose largest type is the bar.
const MEASURE: &str = "tress-sat";
/// The crate whose rooms are looked at.
const HOUSE: &str = "tress";
/// The rooms whose types must stay below the bar.
const ROOMS: [&str; 8] =
    ["kernel", "strings", "engines", "strategy", "env", "ground", "quantifiers", "solver"];

/// The most fields and methods a type may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bar {
    fields: usize,
    methods: usize,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let texts = source::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates"))?;
    let sources = source::sources(&texts);
    let types = types::types(&sources);
    show::types(lab, &types)?;
    show::constants(lab, &sources)?;
    let whole = Crate::new(&sources, HOUSE);
    let uses = directions::uses(&whole);
    show::files(lab, &whole, &uses)?;
    let cycles = directions::part_cycles(&whole, &uses);
    show::parts(lab, &whole, &uses, &cycles)?;
    let bar = bar(&types);
    let large = too_large(&types, bar);
    show::too_large(lab, bar, &large)?;
    let folders = cycles.iter().any(directions::Cycle::has_folder);
    Ok(Verdict::wrong_if(!large.is_empty() || folders))
}

/// The largest numbers of the crate that is the measure.
fn bar(types: &[Type]) -> Bar {
    let measure = || types.iter().filter(|found| found.package == MEASURE);
    let most = |number: fn(&Type) -> usize| measure().map(number).max().unwrap_or(0);
    Bar { fields: most(|found| found.fields), methods: most(|found| found.methods) }
}

/// The types of the rooms that have more fields or methods than they may.
fn too_large(types: &[Type], bar: Bar) -> Vec<&Type> {
    let in_room = |found: &&Type| found.package == HOUSE && ROOMS.contains(&found.room.as_str());
    let above = |found: &&Type| found.fields > bar.fields || found.methods > bar.methods;
    types.iter().filter(in_room).filter(above).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sized(package: &str, room: &str, fields: usize, methods: usize) -> Type {
        let (path, name) = (format!("{room}.rs"), "T".to_owned());
        let (package, room) = (package.to_owned(), room.to_owned());
        Type { package, room, path, name, fields, variants: 0, methods, blocks: 1, files: 1 }
    }

    #[test]
    fn only_types_above_the_bar_are_too_large() {
        let types = [
            sized("tress-sat", "a", 10, 3),
            sized("tress-sat", "b", 2, 20),
            sized("tress", "strings", 10, 20),
            sized("tress", "strings", 11, 1),
            sized("tress", "solver", 1, 21),
            sized("tress", "session", 30, 30),
            sized("tress-lia", "strings", 30, 30),
        ];
        assert_eq!(bar(&types), Bar { fields: 10, methods: 20 });
        assert_eq!(too_large(&types, bar(&types)), [&types[3], &types[4]]);
    }
}
