//! `class-mutants`: class files with changed, moved and missing bytes.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tress_base::Random;
use tress_classes::{Source, disassemble, read_class};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment.
pub(in super::super) const EXPERIMENT: Experiment = Experiment {
    name: "class-mutants",
    about: "damaged class files are errors with their place: no panic",
    count: 100_000,
    run,
};

/// Bytes that stand at the ends of ranges.
const EXTREMES: [u8; 6] = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let originals = originals()?;
    let (mut whole, mut refused, mut failures) = (0, 0, 0);
    for number in 0..lab.count {
        lab.progress(number + 1, lab.count);
        let seed = lab.setting.seed.wrapping_add(number as u64);
        let bytes = mutant(&mut Random::new(seed), &originals);
        let read = || read_class(&bytes).map(|class| disassemble(&class).len());
        match catch_unwind(AssertUnwindSafe(read)) {
            Ok(Ok(_)) => whole += 1,
            Ok(Err(problem)) if problem.position <= bytes.len() => refused += 1,
            Ok(Err(problem)) => {
                failures += 1;
                lab.print(&format!("seed {seed}: {problem} is beyond the file"))?;
            }
            Err(_) => {
                failures += 1;
                lab.print(&format!("seed {seed}: a panic"))?;
            }
        }
    }
    let mut table = Table::new(&["files", "still classes", "refused", "wrong"]);
    table.row([lab.count, whole, refused, failures]);
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(failures > 0))
}

/// The class files of the fixtures.
fn originals() -> io::Result<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    for folder in ["classes", "classes8", "classes25"] {
        let source = Source::open(super::fixtures().join(folder)).map_err(io::Error::other)?;
        for name in source.names().map_err(io::Error::other)? {
            found.extend(source.bytes(&name).map_err(io::Error::other)?);
        }
    }
    Ok(found)
}

/// One of the originals after some changes.
fn mutant(random: &mut Random, originals: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = random.pick(originals).clone();
    for _ in 0..=random.below(6) {
        let place = random.below(bytes.len().max(1));
        match random.below(8) {
            0 => bytes.truncate(place),
            1 => bytes.insert(place, *random.pick(&EXTREMES)),
            2 if place < bytes.len() => drop(bytes.remove(place)),
            3 => {
                let end = bytes.len().min(place + 1 + random.below(16));
                let part = bytes[place..end].to_vec();
                let other = random.below(bytes.len().max(1));
                bytes.splice(other..other, part);
            }
            4 => bytes.iter_mut().skip(place).take(4).for_each(|byte| *byte = 0xff),
            _ => {
                let value =
                    if random.chance(1, 2) { *random.pick(&EXTREMES) } else { random.below(256) as u8 };
                bytes.iter_mut().skip(place).take(1).for_each(|byte| *byte = value);
            }
        }
    }
    bytes
}
