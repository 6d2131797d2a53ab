//! The tables and lists of the experiment.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;

use crate::lab::Lab;
use crate::table::Table;

use super::constants;
use super::directions::{self, Cycle, Use, Uses};
use super::resolve::Crate;
use super::source::Source;
use super::types::Type;
use super::{Bar, HOUSE};

const TITLES: [&str; 9] = ["crate", "room", "type", "fields", "variants", "methods", "blocks", "files", "in"];

/// The largest types of each crate; all of them in a file, room by room.
pub(super) fn types(lab: &mut Lab<'_>, types: &[Type]) -> io::Result<()> {
    let mut table = Table::new(&TITLES);
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    for found in types {
        let count = shown.entry(&found.package).or_default();
        *count += 1;
        if *count <= lab.count {
            table.row(cells(found));
        }
    }
    lab.print(&table.text())?;
    let mut all = Table::new(&TITLES);
    let mut sorted: Vec<&Type> = types.iter().collect();
    // Within a room the order by size stays.
    sorted.sort_by_key(|found| (&found.package, &found.room));
    sorted.into_iter().for_each(|found| all.row(cells(found)));
    lab.save("house-types.txt", &all.text())
}

fn cells(found: &Type) -> [String; 9] {
    let Type { package, room, path, name, fields, variants, methods, blocks, files } = found;
    let numbers = [fields, variants, methods, blocks, files].map(usize::to_string);
    let [fields, variants, methods, blocks, files] = numbers;
    [package.clone(), room.clone(), name.clone(), fields, variants, methods, blocks, files, path.clone()]
}

/// The constants of `tress`, room by room.
pub(super) fn constants(lab: &mut Lab<'_>, sources: &[Source<'_>]) -> io::Result<()> {
    let mut table = Table::new(&["room", "constant", "value", "in", "about"]);
    let mut count = 0;
    for source in sources.iter().filter(|source| source.package == HOUSE) {
        for constant in constants::constants(source) {
            count += 1;
            table.row([source.room(), constant.name, constant.value, source.path, &constant.about]);
        }
    }
    lab.print(&format!("\n{count} tuning constants of {HOUSE}\n{}", table.text()))
}

/// The cycles between files; all uses in a file.
pub(super) fn files(lab: &mut Lab<'_>, whole: &Crate<'_>, uses: &Uses) -> io::Result<()> {
    let path = |file: usize| whole.files[file].source.path;
    let mut text = String::new();
    for ((from, to), what) in uses {
        let what: Vec<&str> = what.iter().map(String::as_str).collect();
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "{} uses {}: {}", path(*from), path(*to), what.join(", "));
    }
    lab.print("")?;
    lab.save("house-uses.txt", &text)?;
    let cycles = directions::file_cycles(whole, uses);
    let inside: usize = cycles.iter().map(Vec::len).sum();
    lab.print(&format!("{} cycles between files of {HOUSE}, {inside} files in them", cycles.len()))?;
    for cycle in cycles {
        let paths: Vec<&str> = cycle.iter().map(|file| path(*file)).collect();
        lab.print(&format!("  {} files: {}", cycle.len(), paths.join(" ")))?;
    }
    Ok(())
}

/// The cycles between parts of rooms, and the pairs that use each other.
pub(super) fn parts(lab: &mut Lab<'_>, whole: &Crate<'_>, uses: &Uses, cycles: &[Cycle]) -> io::Result<()> {
    lab.print(&format!("\n{} cycles between parts of rooms of {HOUSE}", cycles.len()))?;
    for cycle in cycles {
        let word = if cycle.has_folder() { "CYCLE" } else { "cycle of files only" };
        let room = cycle.parts.first().map_or("", |part| part.room.as_str());
        let names: Vec<String> = cycle
            .parts
            .iter()
            .map(|part| if part.is_folder { format!("{}/", part.name) } else { part.name.clone() })
            .collect();
        lab.print(&format!("{word} in {room}: {}", names.join(" ")))?;
        let folders: BTreeSet<&str> =
            cycle.parts.iter().filter(|part| part.is_folder).map(|part| part.name.as_str()).collect();
        for [there, back] in &cycle.pairs {
            let of_folder = there.parts.iter().any(|name| folders.contains(name.as_str()));
            if of_folder || !cycle.has_folder() {
                lab.print(&format!(
                    "  {}\n  and {}",
                    example(whole, uses, there),
                    example(whole, uses, back)
                ))?;
            }
        }
    }
    Ok(())
}

/// One use between two parts, with a file that shows it.
fn example(whole: &Crate<'_>, uses: &Uses, found: &Use) -> String {
    let [from, to] = &found.parts;
    let path = |file: usize| whole.files[file].source.path;
    let what = uses.get(&found.files).and_then(BTreeSet::first).map_or("", String::as_str);
    format!("{from} uses {to}: {} names {what} of {}", path(found.files.0), path(found.files.1))
}

/// The types that are larger than they may be.
pub(super) fn too_large(lab: &mut Lab<'_>, bar: Bar, large: &[&Type]) -> io::Result<()> {
    lab.print(&format!("\nthe bar: {} fields, {} methods", bar.fields, bar.methods))?;
    for found in large {
        let Type { room, name, path, fields, methods, .. } = found;
        lab.print(&format!("TOO LARGE: {name} in {room} ({path}), {fields} fields, {methods} methods"))?;
    }
    Ok(())
}
