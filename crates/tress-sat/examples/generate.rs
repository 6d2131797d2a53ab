//! Prints a generated problem as DIMACS: `generate CLASS SIZE SEED`.

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

mod families;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [class, size, seed] = &arguments[..] else {
        for (class, sizes) in families::CLASSES {
            println!("{class} {sizes:?}");
        }
        return Err("usage: generate CLASS SIZE SEED".into());
    };
    let cnf = families::generate(class, size.parse()?, seed.parse()?).ok_or("no such class")?;
    println!("p cnf {} {}", cnf.vars, cnf.clauses.len());
    for clause in &cnf.clauses {
        let words: Vec<String> = clause.iter().map(ToString::to_string).collect();
        println!("{} 0", words.join(" "));
    }
    Ok(())
}
