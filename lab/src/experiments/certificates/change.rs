//! Certificates as tokens with roles, and random changes of them.
//!
//! Enters: the text of a certificate. Leaves: the same steps with a change of a known class. What a token
//! means is known here, so a change mostly gives a step that can still be read.

use tress_base::Random;

/// What a token of a step denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Fixed,
    Head,
    NewTerm,
    NewClause,
    Term,
    Clause,
    Literal,
    Operator,
    Name,
    Value,
    Assertion,
    Argument,
    Rule,
    Schema,
    SchemaIndex,
    Tree,
    Position,
    Factor,
    Method,
    States,
}

/// The tokens of a step with their roles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step(pub(super) Vec<(Role, String)>);

/// The steps of a certificate behind its first line.
pub(super) fn steps(text: &str) -> Vec<Step> {
    let own = text.split_once('\n').map_or("", |(_, rest)| rest);
    own.lines().filter(|line| line.starts_with('(')).map(Step::read).collect()
}

/// The text of a certificate that fits every problem.
pub(super) fn text(steps: &[Step]) -> String {
    let mut text = "(tress-certificate 1 -)\n".to_owned();
    for step in steps {
        for (place, (_, token)) in step.0.iter().enumerate() {
            if place > 0 {
                text.push(' ');
            }
            text.push_str(token);
        }
        text.push('\n');
    }
    text
}

fn tokens(line: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), line.trim_start());
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' | ')' => 1,
            '"' | '|' => {
                let bytes = rest.as_bytes();
                let mut end = 1;
                while end < bytes.len() {
                    end += 1;
                    if bytes[end - 1] == first as u8 {
                        // A quote that is doubled denotes itself.
                        if bytes.get(end) != Some(&b'"') || first == '|' {
                            break;
                        }
                        end += 1;
                    }
                }
                end
            }
            _ => rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len()),
        };
        found.push(rest[..end].to_owned());
        rest = rest[end..].trim_start();
    }
    found
}

impl Step {
    /// Reads a step.
    pub(super) fn read(line: &str) -> Step {
        let tokens = tokens(line);
        let roles = roles(&tokens);
        Step(roles.into_iter().zip(tokens).collect())
    }

    fn head(&self) -> &str {
        self.0.get(1).map_or("", |(_, token)| token)
    }

    /// The place of the first token in this role.
    fn place(&self, role: Role) -> Option<usize> {
        self.0.iter().position(|(own, _)| *own == role)
    }

    fn first(&self, role: Role) -> Option<&str> {
        self.place(role).map(|place| self.0[place].1.as_str())
    }

    /// The rule of a clause.
    fn rule(&self) -> &str {
        self.first(Role::Rule).unwrap_or("")
    }

    /// Is it the clause that gives this assertion?
    pub(super) fn is_input(&self, number: usize) -> bool {
        self.rule() == "input" && self.first(Role::Assertion) == Some(&number.to_string())
    }
}

fn roles(tokens: &[String]) -> Vec<Role> {
    use Role::*;
    let mut roles = vec![Fixed; tokens.len()];
    let is_open = |place: usize| tokens.get(place).is_some_and(|token| token == "(");
    let is_mark = |token: &str| token == "(" || token == ")";
    let mut set = |place: usize, role: Role| {
        if let Some(own) = roles.get_mut(place).filter(|_| !is_mark(&tokens[place])) {
            *own = role;
        }
    };
    set(1, Head);
    match tokens.get(1).map_or("", String::as_str) {
        "v" => {
            set(2, NewTerm);
            (3..tokens.len()).for_each(|place| set(place, Value));
        }
        "s" => {
            set(2, NewTerm);
            set(3, Name);
        }
        "t" => {
            set(2, NewTerm);
            let behind = if is_open(3) {
                set(5, Operator);
                let close = tokens.iter().position(|token| token == ")").unwrap_or(tokens.len());
                (6..close).for_each(|place| set(place, Value));
                close
            } else {
                set(3, Operator);
                4
            };
            (behind..tokens.len()).for_each(|place| set(place, Term));
        }
        "a" => {
            set(2, NewTerm);
            set(3, Assertion);
        }
        "arg" => {
            set(2, NewTerm);
            set(3, Term);
            set(4, Argument);
        }
        "d" => {
            set(2, NewTerm);
            set(3, Name);
            set(4, Term);
        }
        "open" => {
            set(2, NewClause);
            set(3, Literal);
        }
        "close" | "x" => (2..tokens.len()).for_each(|place| set(place, Clause)),
        "c" => {
            set(2, NewClause);
            let close = tokens.iter().position(|token| token == ")").unwrap_or(tokens.len());
            (4..close).for_each(|place| set(place, Literal));
            let rule = close + 2;
            set(rule, Rule);
            let args = rule + 1..tokens.len();
            match tokens.get(rule).map_or("", String::as_str) {
                "input" => set(rule + 1, Assertion),
                "rup" => args.for_each(|place| set(place, Clause)),
                "def" | "bool" | "euf" => args.for_each(|place| set(place, Term)),
                "ax" => {
                    args.skip(2).for_each(|place| set(place, Term));
                    set(rule + 1, Schema);
                    set(rule + 2, SchemaIndex);
                }
                "lang" => {
                    set(rule + 2, Method);
                    set(rule + 3, States);
                }
                "lia" => tree_roles(tokens, rule + 1, &mut set),
                _ => {}
            }
        }
        _ => {}
    }
    roles
}

/// Roles in a refutation of linear constraints.
fn tree_roles(tokens: &[String], from: usize, set: &mut impl FnMut(usize, Role)) {
    // What each open parenthesis holds: a tree, a pair, or the sum of a split.
    let mut open: Vec<char> = Vec::new();
    for place in from..tokens.len() {
        let next = tokens.get(place + 1).map_or("", String::as_str);
        match tokens[place].as_str() {
            "(" => open.push(match (next, open.last()) {
                ("F" | "G" | "C" | "S", _) => 't',
                (_, Some('s')) => 'p',
                ("(" | ")", _) => 's',
                _ => 'k',
            }),
            ")" => {
                open.pop();
            }
            "F" | "G" | "C" | "S" => set(place, Role::Tree),
            _ => {
                let is_first = tokens[place - 1] == "(";
                set(
                    place,
                    match (open.last(), is_first) {
                        (Some('k'), true) => Role::Position,
                        (Some('p'), true) => Role::Term,
                        _ => Role::Factor,
                    },
                );
            }
        }
    }
}

/// The classes of changes.
pub(super) const CLASSES: [&str; 24] = [
    "sign of a literal",
    "literal dropped",
    "literal added",
    "literal replaced",
    "hint dropped",
    "hint replaced",
    "hint added",
    "hints swapped",
    "multiplier",
    "position of a constraint",
    "kind of refutation",
    "argument",
    "operator",
    "constant",
    "symbol",
    "states or direction",
    "rule replaced",
    "schema",
    "index of a schema",
    "assertion",
    "order of steps",
    "scopes",
    "step repeated",
    "step deleted",
];

/// Classes in which a change often leaves a right step, and why.
pub(super) const HARMLESS: [(&str, &str); 24] = [
    ("sign of a literal", "another literal or an unused one carries the step"),
    ("literal dropped", "the literal was not needed: the stronger clause follows as well"),
    ("literal added", "a weaker clause, and propagation removes the literal again"),
    ("literal replaced", "the literal was not needed, or the new one denotes the same"),
    ("hint dropped", "the hint was not needed"),
    ("hint replaced", "the hint was not needed, or the new clause is stronger"),
    ("hint added", "a hint that is true or unit adds nothing that is wrong"),
    ("hints swapped", "both orders propagate"),
    (
        "multiplier",
        "other multipliers refute the same constraints: larger ones, or those of unused constraints",
    ),
    ("position of a constraint", "two positions hold constraints that refute as well"),
    ("kind of refutation", "equations are refuted by either kind"),
    ("argument", "a named term that congruence does not need, or one that is equal"),
    ("operator", "< and <=, or operators that the step does not look into"),
    ("constant", "the step holds for many constants"),
    ("symbol", "the step holds for every symbol"),
    ("states or direction", "fewer states than allowed are needed, and both directions end"),
    ("rule replaced", "the clause follows by the other rule as well"),
    ("schema", "another schema has the same clause"),
    ("index of a schema", "another clause of the schema is contained as well"),
    ("assertion", "the same formula is asserted twice"),
    ("order of steps", "neither step needs the other, or one is behind the refutation"),
    ("scopes", "a scope around steps that do not need it"),
    ("step repeated", "a fact once more, or behind the refutation, where nothing is read"),
    ("step deleted", "a step that nothing needs"),
];

/// Classes that change how a step is found and not what it says.
pub(super) const SEARCH: [&str; 3] = ["hint added", "hints swapped", "states or direction"];

/// What changes choose from: tokens of many certificates.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    operators: Vec<String>,
    values: Vec<String>,
    schemas: Vec<String>,
}

impl Pool {
    /// The names of the checker's schemas, and some operators and constants.
    pub(super) fn new() -> Pool {
        let schemas = tress_check::SCHEMAS.lines().filter_map(|line| {
            let rest = line.strip_prefix("(schema ").or_else(|| line.strip_prefix("(skolem "))?;
            rest.split(' ').next().map(str::to_owned)
        });
        let operators = "not and or xor => = distinct ite + - * div mod <= < >= > str.++ str.len str.< str.<= str.at \
            str.substr str.prefixof str.suffixof str.contains str.indexof str.replace str.replace_all str.is_digit \
            str.to_code str.from_code str.to_int str.from_int str.to_re str.in_re re.none re.all re.allchar re.++ re.union \
            re.inter re.* re.+ re.opt re.comp re.diff re.range to_real to_int";
        let values =
            ["0", "1", "-1", "2", "5", "true", "false", "\"\"", "\"a\"", "\"ab\"", "\"0\"", "1/2", "1.0"];
        Pool {
            operators: operators.split_whitespace().map(str::to_owned).collect(),
            values: values.map(str::to_owned).to_vec(),
            schemas: schemas.collect(),
        }
    }
}

/// A certificate that is being changed.
struct Changer<'a> {
    steps: &'a mut Vec<Step>,
    pool: &'a Pool,
    random: &'a mut Random,
}

/// Changes steps in one place; the number of the class, unless there is nothing to change.
pub(super) fn change(steps: &mut Vec<Step>, pool: &Pool, random: &mut Random) -> Option<usize> {
    let class = random.below(CLASSES.len());
    let mut changer = Changer { steps, pool, random };
    changer.apply(class).map(|()| class)
}

impl Changer<'_> {
    /// A random token in one of the roles.
    fn pick(&mut self, wanted: &[Role]) -> Option<(usize, usize)> {
        let places: Vec<(usize, usize)> = self
            .steps
            .iter()
            .enumerate()
            .flat_map(|(step, tokens)| {
                tokens.0.iter().enumerate().map(move |(place, token)| (step, place, token.0))
            })
            .filter(|(_, _, role)| wanted.contains(role))
            .map(|(step, place, _)| (step, place))
            .collect();
        (!places.is_empty()).then(|| *self.random.pick(&places))
    }

    fn token(&mut self, (step, place): (usize, usize)) -> &mut String {
        &mut self.steps[step].0[place].1
    }

    /// The text of a random token in this role.
    fn other(&mut self, role: Role) -> Option<String> {
        let at = self.pick(&[role])?;
        Some(self.token(at).clone())
    }

    /// A literal of some clause, of either sign.
    fn literal(&mut self) -> Option<String> {
        let literal = self.other(Role::Literal)?;
        let plain = literal.trim_start_matches('-').to_owned();
        Some(if self.random.chance(1, 2) { format!("-{plain}") } else { plain })
    }

    fn apply(&mut self, class: usize) -> Option<()> {
        use Role::*;
        match CLASSES[class] {
            "sign of a literal" => {
                let at = self.pick(&[Literal])?;
                let token = self.token(at);
                *token = token.strip_prefix('-').map_or_else(|| format!("-{token}"), str::to_owned);
            }
            "literal dropped" => self.drop(Literal)?,
            "literal added" => {
                let clauses: Vec<usize> =
                    (0..self.steps.len()).filter(|step| self.steps[*step].head() == "c").collect();
                let step = *self.chosen(&clauses)?;
                let literal = self.literal()?;
                self.steps[step].0.insert(4, (Literal, literal));
            }
            "literal replaced" => {
                let literal = self.literal()?;
                let at = self.pick(&[Literal])?;
                *self.token(at) = literal;
            }
            "hint dropped" => self.drop(Clause)?,
            "hint replaced" => {
                let at = self.pick(&[Clause])?;
                *self.token(at) = self.other(NewClause)?;
            }
            "hint added" => {
                let (step, place) = self.pick(&[Clause])?;
                let hint = self.other(NewClause)?;
                self.steps[step].0.insert(place, (Clause, hint));
            }
            "hints swapped" => {
                let (step, place) = self.pick(&[Clause])?;
                let hints: Vec<usize> =
                    (0..self.steps[step].0.len()).filter(|at| self.steps[step].0[*at].0 == Clause).collect();
                let other = *self.chosen(&hints)?;
                self.steps[step].0.swap(place, other);
            }
            _ => self.apply_to_parts(class)?,
        }
        Some(())
    }

    /// The classes that change what a step says of terms and how.
    fn apply_to_parts(&mut self, class: usize) -> Option<()> {
        use Role::*;
        match CLASSES[class] {
            "multiplier" => self.renumber(Factor)?,
            "position of a constraint" => self.renumber(Position)?,
            "kind of refutation" => {
                let at = self.pick(&[Tree])?;
                *self.token(at) = (*self.random.pick(&["F", "G", "C", "S"])).to_owned();
            }
            "argument" => {
                let at = self.pick(&[Term])?;
                *self.token(at) = self.other(NewTerm)?;
            }
            "operator" => {
                let at = self.pick(&[Operator])?;
                *self.token(at) = self.random.pick(&self.pool.operators).clone();
            }
            "constant" => self.constant()?,
            "symbol" => {
                let at = self.pick(&[Name])?;
                *self.token(at) = self.other(Name)?;
            }
            "states or direction" => {
                let at = self.pick(&[Method, States])?;
                let is_method = self.steps[at.0].0[at.1].0 == Method;
                let new = if is_method { ["fwd", "bwd"] } else { ["1", "200000"] };
                *self.token(at) = (*self.random.pick(&new)).to_owned();
            }
            "rule replaced" => self.replace_rule()?,
            "schema" => {
                let at = self.pick(&[Schema])?;
                *self.token(at) = self.random.pick(&self.pool.schemas).clone();
            }
            "index of a schema" => {
                let at = self.pick(&[SchemaIndex])?;
                *self.token(at) = self.random.below(6).to_string();
            }
            "assertion" => self.renumber(Assertion)?,
            _ => self.apply_to_steps(class)?,
        }
        Some(())
    }

    /// The classes that change which steps there are.
    fn apply_to_steps(&mut self, class: usize) -> Option<()> {
        match CLASSES[class] {
            "order of steps" => {
                let (one, other) = (self.random.below(self.steps.len()), self.random.below(self.steps.len()));
                self.steps.swap(one, other);
                // Half of them keep their numbers where they are.
                if self.random.chance(1, 2) {
                    let number = |step: &Step| step.0.get(2).cloned();
                    if let (Some(a), Some(b)) = (number(&self.steps[one]), number(&self.steps[other])) {
                        self.steps[one].0[2] = b;
                        self.steps[other].0[2] = a;
                    }
                }
            }
            "scopes" => self.scope()?,
            "step repeated" => {
                let step = self.random.below(self.steps.len());
                let (copy, to) = (self.steps[step].clone(), self.random.below(self.steps.len() + 1));
                self.steps.insert(to, copy);
            }
            _ => {
                let step = self.random.below(self.steps.len());
                self.steps.remove(step);
            }
        }
        Some(())
    }

    fn chosen<'b, T>(&mut self, items: &'b [T]) -> Option<&'b T> {
        (!items.is_empty()).then(|| self.random.pick(items))
    }

    fn drop(&mut self, role: Role) -> Option<()> {
        let (step, place) = self.pick(&[role])?;
        self.steps[step].0.remove(place);
        Some(())
    }

    fn renumber(&mut self, role: Role) -> Option<()> {
        let at = self.pick(&[role])?;
        let choice = self.random.below(6);
        let small = self.random.below(4).to_string();
        let token = self.token(at);
        let number: Option<i64> = token.parse().ok();
        *token = match (choice, number) {
            (0, Some(number)) => (number + 1).to_string(),
            (1, Some(number)) => (number - 1).to_string(),
            (2, Some(number)) => (2 * number).to_string(),
            (3, Some(number)) => format!("{number}/2"),
            (4, _) => small,
            _ => token.strip_prefix('-').map_or_else(|| format!("-{token}"), str::to_owned),
        };
        Some(())
    }

    fn constant(&mut self) -> Option<()> {
        let at = self.pick(&[Role::Value])?;
        let other = self.random.pick(&self.pool.values).clone();
        let choice = self.random.below(5);
        let letter = *self.random.pick(&['a', 'b', '0', '1', 'A']);
        let token = self.token(at);
        let number: Option<i64> = token.parse().ok();
        let is_text = token.len() >= 2 && token.starts_with('"') && !token.contains('\\');
        *token = match (choice, number) {
            (0, Some(number)) => (number + 1).to_string(),
            (1, Some(number)) => (number - 1).to_string(),
            (2, Some(number)) => (-number).to_string(),
            (0, _) if is_text => format!("\"{letter}{}", &token[1..]),
            (1, _) if is_text => format!("{}{letter}\"", &token[..token.len() - 1]),
            (2, _) if is_text && token.is_ascii() && token.len() > 2 => format!("\"{}", &token[2..]),
            (3, _) if is_text && token.is_ascii() && token.len() > 2 => format!("\"{letter}{}", &token[2..]),
            _ => other,
        };
        Some(())
    }

    /// Any rule in the place of another, with arguments that may fit.
    fn replace_rule(&mut self) -> Option<()> {
        let (step, place) = self.pick(&[Role::Rule])?;
        let own: Vec<(Role, String)> = self.steps[step].0[..place].to_vec();
        let literals: Vec<String> = own
            .iter()
            .filter(|(role, _)| *role == Role::Literal)
            .map(|(_, token)| token.trim_start_matches('-').to_owned())
            .collect();
        let term = match self.random.chance(1, 2) {
            true => self.chosen(&literals).cloned(),
            false => None,
        };
        let term = term.or_else(|| self.other(Role::NewTerm))?;
        let hints = |changer: &mut Self| -> String {
            (0..changer.random.below(5))
                .filter_map(|_| changer.other(Role::NewClause))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let rule = match self.random.below(12) {
            0 => "norm".to_owned(),
            1 => "eval".to_owned(),
            2 => "strip".to_owned(),
            3 => "shift".to_owned(),
            4 => format!("lang ({} 1000)", self.random.pick(&["fwd", "bwd"])),
            5 => format!("bool {term}"),
            6 => "euf".to_owned(),
            7 => format!("euf {term} {}", self.other(Role::NewTerm)?),
            8 => format!("rup {}", hints(self)),
            9 => format!("def {term}"),
            10 => {
                let kind = *self.random.pick(&["F", "G"]);
                let factors: Vec<String> = (0..literals.len())
                    .map(|place| format!("({place} {})", self.random.pick(&["1", "-1", "2", "0", "1/2"])))
                    .collect();
                format!("lia ({kind} {})", factors.join(" "))
            }
            _ => {
                let schema = self.random.pick(&self.pool.schemas).clone();
                let index = self.random.below(3);
                let args: Vec<String> =
                    (0..1 + self.random.below(3)).filter_map(|_| self.other(Role::NewTerm)).collect();
                format!("ax {schema} {index} {}", args.join(" "))
            }
        };
        let front: Vec<&str> = own.iter().map(|(_, token)| token.as_str()).collect();
        self.steps[step] = Step::read(&format!("{} {rule} ) )", front.join(" ")));
        Some(())
    }

    /// A scope is opened, closed, moved or gone.
    fn scope(&mut self) -> Option<()> {
        let literal = self.literal()?;
        let at = self.random.below(self.steps.len() + 1);
        // Clauses are numbered with gaps, so that new ones fit in between.
        let before =
            self.steps[..at].iter().rev().find_map(|step| step.first(Role::NewClause)?.parse::<u64>().ok());
        let fresh = before.unwrap_or(0) + 1 + self.random.below(3) as u64;
        match self.random.below(4) {
            0 => self.steps.insert(at, Step::read(&format!("(open {fresh} {literal})"))),
            1 => {
                let to = at + self.random.below(self.steps.len() - at + 1);
                let inner = self.steps[..to]
                    .iter()
                    .rev()
                    .find_map(|step| step.first(Role::NewClause).map(str::to_owned));
                let inner = inner.unwrap_or_else(|| fresh.to_string());
                self.steps.insert(to, Step::read(&format!("(close {fresh} {inner})")));
                self.steps.insert(at, Step::read(&format!("(open {fresh} {literal})")));
            }
            2 => {
                let scopes: Vec<usize> = (0..self.steps.len())
                    .filter(|step| ["open", "close"].contains(&self.steps[*step].head()))
                    .collect();
                let from = *self.chosen(&scopes)?;
                let moved = self.steps.remove(from);
                if self.random.chance(2, 3) {
                    let to = self.random.below(self.steps.len() + 1);
                    self.steps.insert(to, moved);
                }
            }
            _ => {
                let opened = self.steps.iter().rev().find(|step| step.head() == "open");
                let opened = opened.and_then(|step| step.first(Role::NewClause)).map(str::to_owned);
                let opened = opened.or_else(|| self.other(Role::NewClause))?;
                let inner = self.other(Role::NewClause)?;
                self.steps.insert(at, Step::read(&format!("(close {opened} {inner})")));
            }
        }
        Some(())
    }
}

/// Multiplies the numbers of clauses, so that new ones fit in between.
pub(super) fn spread(steps: &mut [Step]) {
    for (role, token) in steps.iter_mut().flat_map(|step| &mut step.0) {
        if matches!(role, Role::Clause | Role::NewClause)
            && let Ok(number) = token.parse::<u64>()
        {
            *token = (number * 10).to_string();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CERTIFICATE: &str = "(tress-certificate 1 -)\n(v 1 \"a (\"\"b\")\n(s 2 |x y|)\n(t 3 = 1 2)\n(t 4 (_ re.loop 1 2) 3)\n\
        (c 1 (3 -4) (lia (S ((2 1)(1 -1)) 5 (F (0 1) (1 -1/2)) (C (0 2) (G (0 1))))))\n(c 2 () (rup 1))\n";

    #[test]
    fn steps_are_read_and_written() {
        let own = steps(CERTIFICATE);
        assert_eq!(steps(&text(&own)), own);
        assert_eq!(own[0].0[3], (Role::Value, "\"a (\"\"b\"".to_owned()));
        let of = |role: Role| -> Vec<&str> {
            own[4].0.iter().filter(|(own, _)| *own == role).map(|(_, token)| token.as_str()).collect()
        };
        assert_eq!(of(Role::Position), ["0", "1", "0", "0"]);
        assert_eq!(of(Role::Factor), ["1", "-1", "5", "1", "-1/2", "2", "1"]);
        assert_eq!((of(Role::Term), of(Role::Literal)), (vec!["2", "1"], vec!["3", "-4"]));
    }

    #[test]
    fn every_class_changes_something() {
        let (pool, mut random) = (Pool::new(), Random::new(3));
        let (mut seen, own) = ([false; CLASSES.len()], steps(CERTIFICATE));
        for _ in 0..3000 {
            let mut changed = own.clone();
            if let Some(class) = change(&mut changed, &pool, &mut random) {
                seen[class] |= changed != own;
            }
        }
        let missing: Vec<&str> =
            (0..CLASSES.len()).filter(|class| !seen[*class]).map(|class| CLASSES[class]).collect();
        // There are no languages, schemas, inputs or second symbols in this one.
        let absent =
            ["hints swapped", "symbol", "states or direction", "schema", "index of a schema", "assertion"];
        assert_eq!(missing, absent);
    }
}
