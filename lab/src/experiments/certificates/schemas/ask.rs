//! What other solvers say of the negations of schemas.
//!
//! Each clause is a question of its own, for each choice of the first few languages; a sentence that promises
//! values is one question with a quantifier. A model that a solver gives is evaluated.

use std::io;
use std::time::Duration;

use tress_testing::expression::Expression;

use super::evaluate::{Quotients, Trial, Truth};
use super::sentence::{Kind, Parameter, Schema};
use super::spread;
use super::values::{ALPHABETS, LANGUAGES};
use crate::lab::Lab;
use crate::peers::Peer;

/// How many languages are asked about: the first ones.
const ASKED: usize = 4;
/// Questions of one process.
const BATCH: usize = 40;
/// A solver that says nothing for longer than its limit is ended.
const SILENCE: Duration = Duration::from_secs(20);

/// What a solver says of a clause, the best first. Of several answers the last one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Opinion {
    Proved,
    Unknown,
    NotUnderstood,
    /// It has a model, and the clause is true under it.
    Denied,
    /// It has a model, and the clause is false under it or cannot be evaluated.
    Refuted,
}

/// A part of a schema to ask about.
struct Question {
    schema: usize,
    /// Of a sentence that promises values all clauses are asked about together.
    clause: Option<usize>,
    /// The language of each parameter that is one, by its number.
    languages: Vec<usize>,
    text: String,
}

/// What a solver says of all schemas: an opinion for each clause, or one for those with promised values.
pub(super) fn ask(
    lab: &mut Lab<'_>,
    peer: &Peer,
    schemas: &[Schema],
    limit: Duration,
) -> io::Result<Vec<Vec<Opinion>>> {
    let all = questions(schemas);
    let batches: Vec<&[Question]> = all.chunks(BATCH).collect();
    let work = |place: usize| {
        let texts: Vec<String> = batches[place].iter().map(|question| question.text.clone()).collect();
        peer.ask(&texts, limit + SILENCE, |_| {})
    };
    let replies = spread(lab, batches.len(), work);
    let mut replied = Vec::new();
    for replies in replies {
        replied.extend(replies?.texts);
    }
    let mut opinions: Vec<Vec<Opinion>> = schemas
        .iter()
        .map(|schema| {
            vec![Opinion::Proved; if schema.promised.is_empty() { schema.clauses.len() } else { 1 }]
        })
        .collect();
    for (question, reply) in all.iter().zip(&replied) {
        let schema = &schemas[question.schema];
        let (mut opinion, model) = read(reply.as_deref().unwrap_or_default());
        if opinion == Opinion::Refuted {
            let (truth, values) = judge(schema, question, &model)?;
            if truth == Truth::True {
                opinion = Opinion::Denied;
            }
            let clause = question.clause.map_or(String::new(), |clause| format!(" {clause}"));
            let verdict = match truth {
                Truth::True => "but the sentence is true there",
                Truth::False(_) => "and the sentence is false there: WRONG",
                Truth::Open => "which is not seen to be true: WRONG",
            };
            lab.print(&format!(
                "{} says sat of {}{clause} with {values}, {verdict}",
                peer.name, schema.name
            ))?;
        }
        let known = &mut opinions[question.schema][question.clause.unwrap_or(0)];
        *known = opinion.max(*known);
    }
    Ok(opinions)
}

fn questions(schemas: &[Schema]) -> Vec<Question> {
    let mut all = Vec::new();
    for (place, schema) in schemas.iter().enumerate() {
        let parameters = schema.parameters.iter().filter(|(_, kind)| *kind == Kind::Language).count();
        let clauses: Vec<Option<usize>> = if schema.promised.is_empty() {
            (0..schema.clauses.len()).map(Some).collect()
        } else {
            vec![None]
        };
        for clause in clauses {
            for choice in 0..ASKED.pow(parameters as u32) {
                let languages: Vec<usize> =
                    (0..parameters).map(|parameter| choice / ASKED.pow(parameter as u32) % ASKED).collect();
                let text = script(schema, clause, &languages);
                all.push(Question { schema: place, clause, languages, text });
            }
        }
    }
    all
}

/// The negation of a clause, or of all that is promised, with a check.
fn script(schema: &Schema, clause: Option<usize>, languages: &[usize]) -> String {
    let mut text = "(reset)\n(set-option :produce-models true)\n(set-logic ALL)\n".to_owned();
    let mut languages = languages.iter();
    let mut names = Vec::new();
    for (name, kind) in &schema.parameters {
        if *kind == Kind::Language {
            let language = languages.next().map_or("re.none", |language| LANGUAGES[*language]);
            text.push_str(&format!("(define-fun {name} () RegLan {language})\n"));
            continue;
        }
        names.push(name.as_str());
        text.push_str(&format!("(declare-const {name} {})\n", kind.sort()));
        match kind {
            Kind::Char => text.push_str(&format!("(assert (= (str.len {name}) 1))\n")),
            Kind::Numeral => text.push_str(&format!("(assert (>= {name} 0))\n")),
            _ => {}
        }
    }
    let sentence = match clause {
        Some(clause) => schema.clauses[clause].to_string(),
        None => promise(schema),
    };
    text.push_str(&format!("(assert (not {sentence}))\n(check-sat)\n(get-value ({}))", names.join(" ")));
    text
}

/// That there are values for which all clauses are true.
fn promise(schema: &Schema) -> String {
    let bound = |(name, kind): &Parameter| format!("({name} {})", kind.sort());
    let bound: Vec<String> = schema.promised.iter().map(bound).collect();
    let clauses: Vec<String> = schema.clauses.iter().map(Expression::to_string).collect();
    format!("(exists ({}) (and true {}))", bound.join(" "), clauses.join(" "))
}

/// The opinion in a reply, and the model that follows it.
fn read(reply: &str) -> (Opinion, String) {
    let (first, rest) = reply.split_once('\n').unwrap_or((reply, ""));
    let opinion = match first.trim() {
        "unsat" => Opinion::Proved,
        "sat" => Opinion::Refuted,
        // What an assertion says that was not understood is missing in the answer that follows.
        error if error.starts_with("(error") => Opinion::NotUnderstood,
        _ => Opinion::Unknown,
    };
    (opinion, rest.to_owned())
}

/// The truth of what was asked under a solver's model, and the values in it.
fn judge(schema: &Schema, question: &Question, model: &str) -> io::Result<(Truth, String)> {
    let mut trial = Trial::new(schema)?;
    let pairs = Expression::parse(model);
    let mut languages = question.languages.iter();
    let mut values = Vec::new();
    for (name, kind) in &schema.parameters {
        let value = if *kind == Kind::Language {
            languages.next().map(|language| trial.languages[*language].clone())
        } else {
            let pairs = pairs.as_ref().map_or(&[][..], Expression::parts);
            let pair = pairs
                .iter()
                .map(Expression::parts)
                .find(|pair| pair.first().is_some_and(|own| own.atom() == name));
            pair.and_then(|pair| trial.value(&pair.get(1)?.to_string(), *kind))
        };
        let Some(value) = value else { return Ok((Truth::Open, "no values".to_owned())) };
        values.push(value);
    }
    let text = trial.text(&values);
    let truth = match question.clause {
        None => trial.promise(&values, &ALPHABETS[0], Quotients::default()),
        Some(clause) => trial.clause(clause, &values),
    };
    Ok((truth, text))
}

#[cfg(test)]
mod tests {
    use super::super::sentence::schemas;
    use super::*;

    fn asked(text: &str) -> (Vec<Schema>, Vec<Question>) {
        let schemas = schemas(text).expect("schemas");
        let questions = questions(&schemas);
        (schemas, questions)
    }

    #[test]
    fn clauses_are_negated_for_each_language() {
        let (_, all) = asked("(schema a ((c Char) (r RegLan) (n Numeral)) (and (p c r n) q))");
        assert_eq!(all.len(), 2 * ASKED);
        for part in [
            "(declare-const c String)\n(assert (= (str.len c) 1))\n",
            "(define-fun r () RegLan (re.++ re.all (str.to_re \"0\")))\n",
            "(declare-const n Int)\n(assert (>= n 0))\n(assert (not (p c r n)))\n(check-sat)\n(get-value (c n))",
        ] {
            assert!(all[1].text.contains(part), "{}", all[1].text);
        }
    }

    #[test]
    fn promises_have_a_quantifier() {
        let (_, all) = asked("(skolem a ((x String)) ((y String) (i Int)) (and p q))");
        assert_eq!(all.len(), 1);
        assert!(all[0].text.contains("(assert (not (exists ((y String) (i Int)) (and true p q))))"));
    }

    #[test]
    fn replies_are_opinions() {
        let opinion = |reply| read(reply).0;
        assert_eq!(opinion("unsat\n(error \"no model\")"), Opinion::Proved);
        assert_eq!(opinion("(error \"unknown constant\")\nsat"), Opinion::NotUnderstood);
        assert_eq!([opinion("unknown"), opinion("")], [Opinion::Unknown; 2]);
        assert_eq!(read("sat\n((x \"\"))"), (Opinion::Refuted, "((x \"\"))".to_owned()));
    }

    #[test]
    fn models_of_others_are_evaluated() {
        let (schemas, all) = asked("(schema a ((x String) (i Int)) (and (= x x) (= (str.at x i) x)))");
        let truth = |clause: usize, model: &str| judge(&schemas[0], &all[clause], model).expect("terms").0;
        assert_eq!(truth(0, "((x \"ab\") (i (- 1)))"), Truth::True);
        assert_eq!(truth(1, "((x \"ab\") (i (- 1)))"), Truth::False(vec![1]));
        assert_eq!(truth(1, "((x \"a\") (i 0))"), Truth::True);
        assert_eq!(truth(1, "((x \"a\"))"), Truth::Open);
        let (schemas, all) = asked("(schema a ((x Int) (y Int)) (= (mod (mod x y) y) (mod x y)))");
        let truth = |model: &str| judge(&schemas[0], &all[0], model).expect("terms").0;
        assert_eq!(truth("((x 2437) (y 0))"), Truth::False(vec![0]));
        assert_eq!(truth("((x 2437) (y 1))"), Truth::True);
    }
}
