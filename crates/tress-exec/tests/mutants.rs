//! Damaged code never panics: what no compiler writes is refused where it is met.

use std::fs;
use std::path::Path;
use std::time::Duration;

use tress_base::Random;
use tress_classes::{ClassPath, read_class};
use tress_exec::{Options, explore, run_known};

/// One of these, most often a small number.
fn byte(random: &mut Random) -> u8 {
    [0, 1, 2, 0x7f, 0xff, random.below(256) as u8, random.below(202) as u8, random.below(12) as u8]
        [random.below(8)]
}

#[test]
fn damaged_code_never_panics() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java");
    let table = fs::read_to_string(fixtures.join("known.tsv")).expect("the table is there");
    let folder = std::env::temp_dir().join(format!("tress-mutants-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for mutants");
    let second = Some(Duration::from_millis(200));
    let options =
        Options { max_steps: 5_000, max_paths: 3, time: second, check_time: second, ..Options::default() };
    let classes = ["Numbers", "Modern", "Parsing", "Ftp"];
    let mut ran = 0;
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let class = *random.pick(&classes);
        let mut bytes =
            fs::read(fixtures.join(format!("classes/{class}.class"))).expect("the class is there");
        for _ in 0..=random.below(3) {
            let index = random.below(bytes.len());
            bytes[index] = byte(&mut random);
        }
        if read_class(&bytes).is_err() {
            continue;
        }
        fs::write(folder.join(format!("{class}.class")), &bytes).expect("the mutant is written");
        let path = || ClassPath::open(&folder).expect("the folder is there");
        let rows: Vec<&str> = table.lines().filter(|line| line.starts_with(class)).collect();
        for _ in 0..8 {
            let columns: Vec<&str> = random.pick(&rows).split('\t').collect();
            let arguments: Vec<&str> = columns[1].split('|').collect();
            // A method that is gone, or has another type, is an error.
            ran += usize::from(run_known(path(), columns[0], &arguments, &options).is_ok());
        }
        let _ = explore(path(), random.pick(&rows).split('\t').next().unwrap_or_default(), &options);
    }
    assert!(ran > 1000, "only {ran} runs");
    fs::remove_dir_all(folder).expect("the folder is ours");
}
