//! Scratch.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]
use tress_session::{Session, run};
use tress_solver::options::{Opt, Options};
fn main() {
    let mut total = 0;
    let mut certified = 0;
    for file in std::env::args().skip(1) {
        let text = std::fs::read(&file).unwrap();
        let mut options = Options::default();
        options.set_number(Opt::Timeout, 10_000);
        options.set_number(Opt::ProduceUnsatCores, 1);
        let mut session = Session::new(options);
        let mut output = Vec::new();
        let begin = std::time::Instant::now();
        run(&mut session, &text[..], &mut output).unwrap();
        let solved = begin.elapsed();
        if !String::from_utf8_lossy(&output).lines().any(|line| line == "unsat") {
            continue;
        }
        total += 1;
        let begin = std::time::Instant::now();
        let result = session.solver.certificate(&text);
        let time = begin.elapsed();
        match result {
            Ok(tress_solver::Certificate::Text(text)) => {
                certified += 1;
                println!(
                    "OK {file} {} bytes {:.4} {:.4}",
                    text.len(),
                    solved.as_secs_f64(),
                    time.as_secs_f64()
                );
                if let Some(folder) = std::env::var_os("OUT") {
                    let name = file.replace('/', "_");
                    std::fs::write(std::path::Path::new(&folder).join(name + ".cert"), text).unwrap();
                }
            }
            Ok(tress_solver::Certificate::Missing(missing)) => {
                println!("NO {file} {:.4} {:.4} {missing:?}", solved.as_secs_f64(), time.as_secs_f64());
            }
            Err(misuse) => println!("ERR {file} {misuse}"),
        }
    }
    println!("{certified} of {total}");
}
