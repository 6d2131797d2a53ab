//! `classes`: compiled Java is read whole, and damaged class files never panic.
//!
//! With `--jdk DIR` the classes of its module `java.base` are read, from the module and from the image; the
//! numbers of known JDKs are those that five other readers agree on. `class-mutants` damages the fixtures.

mod mutants;

use std::io;
use std::path::{Path, PathBuf};

use tress_base::Clock;
use tress_classes::{Class, Source, disassemble, read_class};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};

pub(super) use mutants::EXPERIMENT as MUTANTS;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "classes",
    about: "class files, jars and the java.base of --jdk DIR are read whole, with the number of instructions",
    count: 1,
    run,
};

/// Classes and instructions of `java.base`: the module of Debian's JDK 17.0.15, the image of Temurin 25.
const KNOWN: [(usize, usize); 2] = [(6_425, 1_638_626), (7_400, 1_965_174)];

/// What was read from one path.
#[derive(Default)]
struct Score {
    classes: usize,
    methods: usize,
    instructions: usize,
    bootstraps: usize,
    refused: usize,
}

impl Score {
    fn add(&mut self, class: &Class) {
        self.classes += usize::from(!class.access.is_module());
        self.methods += class.methods.len();
        self.bootstraps += class.bootstraps.len();
        let codes = class.methods.iter().filter_map(|method| method.code.as_ref());
        self.instructions += codes.map(|code| code.instructions.len()).sum::<usize>();
    }

    /// A known number of classes must come with the known number of instructions.
    fn is_known(&self) -> Option<bool> {
        let known = KNOWN.iter().find(|(classes, _)| *classes == self.classes)?;
        Some(known.1 == self.instructions)
    }
}

/// The compiled programs of the repository.
fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/java")
}

/// Where to read: files that were named, a JDK, or the fixtures.
fn places(lab: &Lab<'_>) -> Vec<PathBuf> {
    let mut places = lab.setting.files.clone();
    if let Some(jdk) = &lab.setting.jdk {
        let inside = [jdk.join("jmods/java.base.jmod"), jdk.join("lib/modules")];
        places.extend(inside.into_iter().filter(|place| place.exists()));
    }
    if places.is_empty() {
        let folders = ["classes", "classes8", "classes25", "fixtures.jar"];
        places.extend(folders.map(|folder| fixtures().join(folder)));
    }
    places
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut table = Table::new(&[
        "place",
        "classes",
        "methods",
        "instructions",
        "bootstraps",
        "refused",
        "time",
        "known",
    ]);
    let mut is_wrong = false;
    for place in places(lab) {
        let clock = Clock::start();
        let score = read(lab, &place)?;
        let known = match score.is_known() {
            Some(true) => "same",
            Some(false) => "DIFFERENT",
            None => "",
        };
        is_wrong |= score.refused > 0 || score.classes == 0 || known == "DIFFERENT";
        let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let numbers = [score.classes, score.methods, score.instructions, score.bootstraps, score.refused];
        let time = seconds_text(clock.elapsed().as_secs_f64());
        let cells = numbers.map(|number| number.to_string());
        table.row(std::iter::once(name).chain(cells).chain([time, known.to_owned()]));
    }
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(is_wrong))
}

/// Reads all classes of a path, and shows each as text.
fn read(lab: &mut Lab<'_>, place: &Path) -> io::Result<Score> {
    let source = Source::open(place).map_err(io::Error::other)?;
    let names = source.names().map_err(io::Error::other)?;
    let mut score = Score::default();
    for (number, name) in names.iter().enumerate() {
        lab.progress(number + 1, names.len());
        let bytes = source.bytes(name).map_err(io::Error::other)?.unwrap_or_default();
        match read_class(&bytes) {
            Ok(class) if !disassemble(&class).is_empty() => score.add(&class),
            Ok(_) => score.refused += 1,
            Err(problem) => {
                score.refused += 1;
                lab.print(&format!("{name}: {problem}"))?;
            }
        }
    }
    Ok(score)
}
