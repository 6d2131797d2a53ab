//! A self-contained page: the verdict, the paths with their inputs, the tree, and the source with the lines
//! that ran.

use std::fmt::Write as _;

use super::svg::markup;
use super::{Conclusion, Coverage, Replay, Report};

const STYLE: &str = "\
body{font-family:sans-serif;margin:2em;max-width:80em}h1{font-size:1.3em}h2{font-size:1.1em;margin-top:2em}\
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left;vertical-align:top}\
td.code,pre{font-family:monospace}tr.fine td:nth-child(2){background:#e3f6e3}tr.failing td:nth-child(2){background:#fbd9d9}\
tr.open td:nth-child(2){background:#e8e8e8}.tree{overflow:auto;border:1px solid #ccc}pre{line-height:1.35}\
pre span{display:block}pre .ran{background:#dff5df}pre .not{background:#fbdede}pre i{color:#999;font-style:normal}\
.fails{color:#b00000}.holds{color:#007000}";

impl Report {
    /// The page. `source` finds the text of a source by its name, from the folder of all packages.
    #[must_use]
    pub fn html(&self, source: impl Fn(&str) -> Option<String>) -> String {
        let (class, words) = match self.verdict() {
            Conclusion::Holds => ("holds", "no path fails; all were explored"),
            Conclusion::Fails => ("fails", "fails"),
            Conclusion::Unknown | Conclusion::Unsupported => {
                ("unknown", "unknown: not all paths were followed to their end")
            }
        };
        let name = markup(&self.method);
        let mut text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title>\n\
             <style>{STYLE}</style></head>\n<body><h1>{name}</h1>\n<p class=\"{class}\"><b>{words}</b> ({})</p>\n",
            markup(&self.bounds)
        );
        if let Some(cut) = &self.cut {
            let _ = writeln!(text, "<p>cut: {}</p>", markup(cut));
        }
        self.table(&mut text);
        let _ = writeln!(text, "<h2>Tree</h2>\n<div class=\"tree\">{}</div>", self.svg());
        for class in &self.coverage {
            lines(&mut text, class, source(&class.file()).as_deref());
        }
        text.push_str("</body></html>\n");
        text
    }

    fn table(&self, text: &mut String) {
        text.push_str(
            "<h2>Paths</h2>\n<table><tr><th></th><th>outcome</th><th>inputs</th><th>branches</th></tr>\n",
        );
        for (number, path) in self.paths.iter().enumerate() {
            let class = match path.is_complete() {
                true if path.fails => "failing",
                true => "fine",
                false => "open",
            };
            let mut ending = path.ending();
            match &path.replay {
                Replay::Same => {}
                Replay::Different(what) => ending = format!("{ending} (not confirmed: {what})"),
                Replay::NoInput(why) => ending = format!("{ending} (no input: {why})"),
            }
            let inputs: Vec<String> =
                path.inputs.iter().map(|(name, value)| markup(&format!("{name} = {value}"))).collect();
            let branches = path.decisions.iter().filter(|decision| !decision.is_forced).count();
            let _ = writeln!(
                text,
                "<tr class=\"{class}\"><td>{}</td><td>{}</td><td class=\"code\">{}</td><td>{branches}</td></tr>",
                number + 1,
                markup(&ending),
                inputs.join("<br>"),
            );
        }
        text.push_str("</table>\n");
    }
}

/// The lines of a source, coloured if they contain code; without the source only their numbers.
fn lines(text: &mut String, class: &Coverage, source: Option<&str>) {
    let hit = class.lines.iter().filter(|(_, count)| *count > 0).count();
    let name = markup(&class.file());
    let _ = writeln!(
        text,
        "<h2>{name}</h2>\n<p>{hit} of {} lines of {} ran</p>",
        class.lines.len(),
        markup(&class.class)
    );
    let count_of = |line: usize| {
        let found = class.lines.iter().find(|(number, _)| usize::from(*number) == line);
        found.map(|(_, count)| *count)
    };
    let Some(source) = source else {
        let not: Vec<String> =
            class.lines.iter().filter(|line| line.1 == 0).map(|line| line.0.to_string()).collect();
        if !not.is_empty() {
            let _ = writeln!(text, "<p>did not run: {}</p>", not.join(", "));
        }
        return;
    };
    text.push_str("<pre>");
    for (number, line) in source.lines().enumerate() {
        let class = match count_of(number + 1) {
            Some(0) => " class=\"not\"",
            Some(_) => " class=\"ran\"",
            None => "",
        };
        let _ = write!(text, "<span{class}><i>{:>4} </i> {}</span>", number + 1, markup(line));
    }
    text.push_str("</pre>\n");
}
