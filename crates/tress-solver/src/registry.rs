//! The one list of everything that can be asked to decide a problem.
//!
//! Names of options, the help page, the order of second opinions, and the members that run besides the usual
//! way all come from [`ROWS`].

use tress_engines::{self as engines, Engine};
use tress_second as second;

/// Who answers.
#[derive(Clone, Copy)]
pub enum EngineChoice {
    /// The strategy: several engines, stage by stage.
    Auto,
    /// The strategy with few stages: strings that are read near their ends only are split by their lengths,
    /// and searches decide the cases. It is an engine of the strategy, which stands above this list.
    Split,
    /// One engine and no other.
    Engine(&'static dyn Engine),
}

impl EngineChoice {
    /// Is it the strategy?
    #[must_use]
    pub fn is_auto(self) -> bool {
        matches!(self, EngineChoice::Auto)
    }
}

/// A row of the list.
pub struct Row {
    /// The value of `--engine`.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// Who it is.
    pub choice: EngineChoice,
    /// The position in the order in which others are asked to confirm an answer: those first that share least
    /// with the usual way. `None` if it never is.
    pub confirms: Option<u8>,
    /// The position in the order in which others run besides the usual way: those first that decide what it
    /// does not, or much sooner. `None` if it never does.
    pub portfolio: Option<u8>,
    /// Who published the method; empty if nobody did.
    pub after: &'static str,
}

impl Row {
    const fn new(
        name: &'static str,
        choice: EngineChoice,
        confirms: Option<u8>,
        portfolio: Option<u8>,
    ) -> Self {
        Self { name, aliases: &[], choice, confirms, portfolio, after: "" }
    }

    const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    const fn after(self, after: &'static str) -> Self {
        Self { after, ..self }
    }

    /// What it does, and which answers it gives.
    fn description(&self) -> (&'static str, &'static str) {
        match self.choice {
            EngineChoice::Auto => ("several engines, the cheap ones first", "both"),
            EngineChoice::Split => (SPLIT_HELP, "both"),
            EngineChoice::Engine(engine) => (engine.help(), engine.claims().text()),
        }
    }

    /// The line of the help page, without the name.
    #[must_use]
    pub fn help(&self) -> String {
        match (self.choice, self.description()) {
            (EngineChoice::Auto, (what, _)) => what.to_owned(),
            (_, (what, answers)) => format!("{what} (answers {answers})"),
        }
    }
}

/// The name of the strategy.
pub const AUTO: &str = "auto";

/// The line of the help page for [`EngineChoice::Split`].
pub(crate) const SPLIT_HELP: &str =
    "only strings that are read near their ends, case by case, with searches in each";

/// The list, in the order of the help page.
pub static ROWS: [Row; 14] = [
    Row::new(AUTO, EngineChoice::Auto, None, None),
    Row::new("affix-split", EngineChoice::Split, None, Some(11)).or(&["windows"]),
    Row::new("local-search", EngineChoice::Engine(engines::LOCAL_SEARCH), None, Some(2)).or(&["guess"]),
    Row::new("calculus", EngineChoice::Engine(engines::CALCULUS), Some(7), Some(1))
        .after("CVC4: Liang et al. 2014"),
    Row::new("bounded", EngineChoice::Engine(engines::BOUNDED), Some(5), Some(3)).or(&["circuits"]),
    Row::new("kernel", EngineChoice::Engine(engines::KERNEL), None, None),
    Row::new("str-int", EngineChoice::Engine(engines::STR_INT), Some(6), Some(9)).or(&["numerals"]),
    Row::new("flat", EngineChoice::Engine(second::FLAT), Some(4), Some(4))
        .after("Z3-Trau: Abdulla et al. 2020"),
    Row::new("lazy", EngineChoice::Engine(second::LAZY), Some(2), Some(6)).after("StrSolve: Hooimeijer 2012"),
    Row::new("parray", EngineChoice::Engine(engines::PARRAY), Some(3), Some(0))
        .after("PASS: Li and Ghosh 2013"),
    Row::new("position-constraints", EngineChoice::Engine(engines::POSITION_CONSTRAINTS), None, Some(10))
        .or(&["positions"])
        .after("Chen et al. 2023"),
    Row::new("nielsen", EngineChoice::Engine(engines::NIELSEN), None, Some(7))
        .or(&["automata"])
        .after("Nielsen 1917, Lyndon and Schützenberger 1962"),
    Row::new("fixed-automata", EngineChoice::Engine(second::FIXED_AUTOMATA), Some(0), Some(5))
        .after("Redelinghuys 2012"),
    Row::new("fixed-bits", EngineChoice::Engine(second::FIXED_BITS), Some(1), Some(8))
        .after("Redelinghuys 2012"),
];

/// The values of `--engine`.
pub static NAMES: [&str; ROWS.len()] = {
    let mut names = [""; ROWS.len()];
    let mut index = 0;
    while index < ROWS.len() {
        names[index] = ROWS[index].name;
        index += 1;
    }
    names
};

/// The table of the page of engines.
#[must_use]
pub fn engines_table() -> String {
    let row = |row: &Row| {
        let (what, answers) = row.description();
        let aliases: Vec<String> = row.aliases.iter().map(|alias| format!("`{alias}`")).collect();
        let cell = |text: &str| if text.is_empty() { " ".to_owned() } else { format!(" {text} ") };
        let [aliases, after] = [&aliases.join(", "), row.after].map(cell);
        format!("| `{}` |{aliases}| {what} | {answers} |{after}|\n", row.name)
    };
    let head = "| `--engine` | older name | what it does | answers | after |\n|---|---|---|---|---|\n";
    head.to_owned() + &ROWS.iter().map(row).collect::<String>()
}

/// The row with this name or alias.
#[must_use]
pub fn named(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name || row.aliases.contains(&name))
}

/// Every engine with its row, in the order of the list.
pub fn all_engines() -> impl Iterator<Item = (&'static Row, &'static dyn Engine)> {
    ROWS.iter().filter_map(|row| match row.choice {
        EngineChoice::Engine(engine) => Some((row, engine)),
        EngineChoice::Auto | EngineChoice::Split => None,
    })
}

/// The engines that are asked to confirm an answer, in their order.
#[must_use]
pub fn second_opinions() -> Vec<&'static dyn Engine> {
    let mut asked: Vec<(u8, &'static dyn Engine)> =
        all_engines().filter_map(|(row, engine)| Some((row.confirms?, engine))).collect();
    asked.sort_unstable_by_key(|(position, _)| *position);
    asked.into_iter().map(|(_, engine)| engine).collect()
}

/// The names of those that run besides the usual way, in their order.
#[must_use]
pub fn portfolio() -> Vec<&'static str> {
    let mut members: Vec<&Row> = ROWS.iter().filter(|row| row.portfolio.is_some()).collect();
    members.sort_unstable_by_key(|row| row.portfolio);
    members.into_iter().map(|row| row.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_names_of_their_engines() {
        for (row, engine) in all_engines() {
            assert_eq!(row.name, engine.name());
        }
        assert_eq!(NAMES[0], AUTO);
    }

    #[test]
    fn a_name_or_alias_has_one_row() {
        let names = |row: &'static Row| row.aliases.iter().copied().chain([row.name]);
        let mut all: Vec<&str> = ROWS.iter().flat_map(names).collect();
        assert!(all.iter().all(|name| named(name).is_some_and(|row| names(row).any(|own| own == *name))));
        assert_eq!(named("windows").map(|row| row.name), Some("affix-split"));
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn every_engine_has_a_row() {
        // A toy engine stands in the table of engines in their own tests only.
        for engine in engines::ENGINES.iter().chain(second::ENGINES) {
            assert!(named(engine.name()).is_some(), "{}", engine.name());
        }
    }

    #[test]
    fn orders_have_no_gaps_and_no_ties() {
        let confirms: Vec<u8> =
            second_opinions().iter().filter_map(|engine| named(engine.name())?.confirms).collect();
        assert_eq!(confirms, (0..8).collect::<Vec<u8>>());
        let portfolio: Vec<u8> = portfolio().into_iter().filter_map(|name| named(name)?.portfolio).collect();
        assert_eq!(portfolio, (0..12).collect::<Vec<u8>>());
    }
}
