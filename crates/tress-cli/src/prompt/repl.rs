//! A session in which a person types: lines in, replies out, with help.
//!
//! Nothing here knows of terminals; `prompt` reads the lines.

use tress_session::{Session, Stream};
use tress_smtlib::nearest;
use tress_term::term::Op;

/// A command with its shape and its meaning.
pub(crate) struct Row(pub(crate) &'static str, &'static str, &'static str);

/// What `help` prints, in the order in which people need it.
pub(crate) const COMMANDS: &[Row] = &[
    Row("declare-const", "NAME SORT", "a new unknown; sorts are String, Int, Real, Bool, RegLan"),
    Row("declare-fun", "NAME (SORT...) SORT", "a new unknown function"),
    Row("define-fun", "NAME ((NAME SORT)...) SORT TERM", "a name for a term"),
    Row("define-const", "NAME SORT TERM", "the same without parameters"),
    Row("define-fun-rec", "NAME ((NAME SORT)...) SORT TERM", "a function that may call itself"),
    Row("define-funs-rec", "((NAME ((NAME SORT)...) SORT)...) (TERM...)", "functions that call each other"),
    Row("declare-sort", "NAME 0", "a new sort"),
    Row("define-sort", "NAME (NAME...) SORT", "a name for a sort"),
    Row("assert", "TERM", "the term must be true"),
    Row("minimize", "TERM", "models with a smaller number are better; a check looks for a best one"),
    Row("maximize", "TERM", "the same for a larger number"),
    Row("assert-soft", "TERM [:weight W] [:id G]", "the term should be true; what is not costs its weight"),
    Row("check-sat", "", "can everything that was asserted be true? Ctrl-C stops the search"),
    Row("check-sat-assuming", "(TERM...)", "the same, with these for this time only"),
    Row("get-model", "", "values for all unknowns, after sat"),
    Row("get-value", "(TERM...)", "values of terms, after sat"),
    Row("get-objectives", "", "the best values, or intervals where they are not proved, after sat"),
    Row("get-language", "TERM", "all words that a string may be with the others, after sat"),
    Row("eval", "TERM", "the value of one term, after sat"),
    Row("get-unsat-core", "", "named assertions that exclude each other, after unsat"),
    Row("get-unsat-assumptions", "", "assumptions that exclude each other, after unsat"),
    Row("get-proof", "", "a certificate, after unsat, with the option produce-proofs"),
    Row("get-assignment", "", "values of named formulas, after sat"),
    Row("get-assertions", "", "everything that was asserted"),
    Row("simplify", "TERM", "an equal, simpler term"),
    Row("push", "N", "opens levels; what follows can be taken back"),
    Row("pop", "N", "closes levels, with all that was declared and asserted in them"),
    Row("reset-assertions", "", "takes back all assertions"),
    Row("reset", "", "begins anew"),
    Row("set-option", ":NAME VALUE", "such as :timeout 1000; tress --help lists options"),
    Row("get-option", ":NAME", "the value of an option"),
    Row("get-info", ":KEY", "such as :reason-unknown after unknown, :all-statistics"),
    Row("set-logic", "NAME", "is not needed"),
    Row("set-info", ":KEY VALUE", "has no effect"),
    Row("echo", "\"TEXT\"", "says the text"),
    Row("exit", "", "leaves; so does Ctrl-D"),
];

/// Where a typed session stands.
#[derive(Default)]
pub(crate) struct Repl {
    stream: Stream,
}

/// What a line is answered with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Answered {
    pub(crate) text: String,
    pub(crate) is_exit: bool,
    pub(crate) errors: usize,
}

impl Repl {
    /// Nothing was typed yet.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Has a command begun that has not ended?
    pub(crate) fn is_open(&self) -> bool {
        self.stream.is_unfinished()
    }

    /// What is shown before the next line.
    pub(crate) fn prompt(&self) -> &'static str {
        if self.is_open() { "  ...> " } else { "tress> " }
    }

    /// Forgets a command that was begun.
    pub(crate) fn drop_command(&mut self) {
        self.stream = Stream::new();
    }

    /// Takes a line without its end; `after` hears of each reply.
    pub(crate) fn line(
        &mut self,
        session: &mut Session,
        line: &str,
        mut after: impl FnMut(&mut Session, &tress_session::Reply),
    ) -> Answered {
        if !self.is_open()
            && let Some(answered) = word(line.trim())
        {
            return answered;
        }
        self.stream.add(line.as_bytes());
        self.stream.add(b"\n");
        let mut answered = Answered::default();
        while let Some(reply) = self.stream.next_reply(session) {
            after(session, &reply);
            answered.text.push_str(&reply.text);
            answered.errors += usize::from(reply.is_error);
            answered.is_exit |= reply.is_exit;
            if reply.is_exit {
                break;
            }
        }
        answered
    }
}

/// Lines that are no SMT-LIB: `help`, `help NAME`, `exit`, `quit`.
fn word(line: &str) -> Option<Answered> {
    let text = |text| Some(Answered { text, ..Answered::default() });
    match line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim())) {
        ("help" | "?", "") => text(help()),
        ("help" | "?", name) => text(help_on(name)),
        ("exit" | "quit", "") => Some(Answered { is_exit: true, ..Answered::default() }),
        _ => None,
    }
}

fn help() -> String {
    let mut text = String::new();
    for Row(name, shape, meaning) in COMMANDS {
        text.push_str(&format!("  {:<44} {meaning}\n", command_text(name, shape)));
    }
    text.push_str(
        "A command may go over many lines. help NAME explains a command or an operator, such as str.replace;\n\
         help re. lists operators that begin so; Tab completes names, Ctrl-C stops a check, Ctrl-D leaves.\n",
    );
    text
}

fn help_on(name: &str) -> String {
    if let Some(Row(name, shape, meaning)) = COMMANDS.iter().find(|row| row.0 == name) {
        return format!("{}: {meaning}\n", command_text(name, shape));
    }
    if let Some(op) = Op::from_name(name) {
        return format!("{}: {}\n", op.name(), op.info().meaning);
    }
    let family: String = Op::all().filter(|op| op.name().starts_with(name)).map(operator_line).collect();
    if !family.is_empty() {
        return family;
    }
    match nearest(name, Op::all().map(Op::name).chain(COMMANDS.iter().map(|row| row.0))) {
        Some(near) => format!("nothing is called {name}; did you mean {near}?\n"),
        None => {
            format!("nothing is called {name}; help lists all commands, help re. operators that begin so\n")
        }
    }
}

fn operator_line(op: Op) -> String {
    format!("  {:<28} {}\n", op.name(), op.info().meaning)
}

/// All commands and operators, a line each.
#[cfg(feature = "serve")]
pub(crate) fn overview() -> String {
    let commands = COMMANDS
        .iter()
        .map(|Row(name, shape, meaning)| format!("  {:<44} {meaning}\n", command_text(name, shape)));
    let operators = Op::all().map(operator_line);
    commands.chain(["\nOperators\n\n".to_owned()]).chain(operators).collect()
}

fn command_text(name: &str, shape: &str) -> String {
    let space = if shape.is_empty() { "" } else { " " };
    format!("({name}{space}{shape})")
}

/// Names that complete the word at the end of `before`, and where that word begins.
pub(crate) fn completions(before: &str) -> (usize, Vec<&'static str>) {
    let start = before.rfind(|c: char| c == '(' || c.is_whitespace()).map_or(0, |index| index + 1);
    let (left, word) = before.split_at(start);
    let commands = || COMMANDS.iter().map(|row| row.0);
    let operators = || Op::all().map(Op::name);
    let mut names: Vec<&'static str> = match left.trim() {
        _ if word.is_empty() => Vec::new(),
        "" => vec!["help", "exit", "quit"],
        "help" => commands().chain(operators()).collect(),
        "(" => commands().collect(),
        _ => operators().collect(),
    };
    names.retain(|name| name.starts_with(word));
    (start, names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_solver::options::Options;

    /// The answers to lines typed one after the other.
    fn typed(lines: &[&str]) -> Vec<String> {
        let mut session = Session::new(Options::default());
        let mut repl = Repl::new();
        lines.iter().map(|line| repl.line(&mut session, line, |_, _| {}).text).collect()
    }

    #[test]
    fn a_command_may_go_over_many_lines() {
        let mut session = Session::new(Options::default());
        let mut repl = Repl::new();
        assert_eq!(repl.prompt(), "tress> ");
        let mut say = |repl: &mut Repl, line: &str| repl.line(&mut session, line, |_, _| {}).text;
        assert_eq!(say(&mut repl, "(declare-const x"), "");
        assert_eq!(repl.prompt(), "  ...> ");
        assert_eq!(
            say(&mut repl, "help)"),
            "(error \"2:1: unknown sort help\")\n",
            "no help inside of a command"
        );
        assert_eq!(repl.prompt(), "tress> ");
        assert_eq!(say(&mut repl, "(echo \"a"), "");
        repl.drop_command();
        assert_eq!(repl.prompt(), "tress> ");
        assert_eq!(say(&mut repl, "(check-sat) ; now"), "sat\n");
        assert_eq!(repl.prompt(), "tress> ", "a comment is no command");
    }

    #[test]
    fn help_knows_commands_and_operators() {
        let said = typed(&["help", "help check-sat", "  help str.rev ", "help no-such", "? push"]);
        assert!(COMMANDS.iter().all(|row| said[0].contains(row.0)));
        assert!(said[1].starts_with("(check-sat): "), "{}", said[1]);
        assert_eq!(said[2], "str.rev: the characters in reverse order\n");
        assert!(said[3].contains("nothing is called no-such"));
        assert!(said[4].starts_with("(push N): "));
        let said = typed(&["help re.", "help str.replce", "help zzzz"]);
        assert!(
            said[0].lines().count() > 10 && said[0].lines().all(|line| line.starts_with("  re.")),
            "{}",
            said[0]
        );
        assert!(said[1].contains("did you mean str.replace?") && said[2].contains("help re."), "{said:?}");
    }

    /// The reader knows each command that help mentions.
    #[test]
    fn help_tells_only_of_commands_that_exist() {
        for Row(name, ..) in COMMANDS {
            let said = typed(&[&format!("({name} \u{1})")]);
            assert!(
                !said[0].contains("unknown command") && !said[0].contains("not supported"),
                "{}",
                said[0]
            );
        }
    }

    #[test]
    fn leaving() {
        let mut session = Session::new(Options::default());
        for line in ["exit", "quit", "(exit)", "(check-sat)(exit)(check-sat)"] {
            let answered = Repl::new().line(&mut session, line, |_, _| {});
            assert!(answered.is_exit && answered.text.matches("sat").count() <= 1, "{line}");
        }
    }

    #[test]
    fn names_are_completed() {
        assert_eq!(completions("(check-sat-a"), (1, vec!["check-sat-assuming"]));
        assert_eq!(completions("(assert (str.prefix"), (9, vec!["str.prefixof"]));
        assert_eq!(completions("he"), (0, vec!["help"]));
        assert_eq!(completions("help get-mo"), (5, vec!["get-model"]));
        assert_eq!(completions("(assert "), (8, vec![]));
    }
}
