//! A chain that is repeated until nothing changes.
//!
//! Enters: the functions of one round, and a language. Leaves: the words that end in it. What comes out is a
//! fixed point of the round: so the fixed points in the language are a beginning, then all words that one
//! round takes there, and so on, until no word is new.
//!
//! Fixed points. When no function makes a word heavier, each one keeps the weight of a fixed point, and a
//! decoder that keeps the weight had nothing to decode. The round is one machine then, and a fixed point is a
//! word that it writes while it reads it: what it has written lags behind what it has read, by characters
//! that are kept in the state. A lag that the rest of the machine cannot make up for is given up. Where a lag
//! would need characters that are not known one by one, every word is possible.

use rustc_hash::FxHashMap;
use tress_automata::nfa::{Nfa, NfaBuilder, find_difference};
use tress_automata::transducer::{Piece, Step, Transducer};
use tress_automata::{CharRange, MAX_CHAR};
use tress_base::{Budget, Stop};

use super::casing::{heavy_characters, longest_in_case};
use super::functions::Machine;
use super::limits::{
    GROWN_EDGES, GROWN_STATES, LAG, RANGE_CHARACTERS, ROUND_STATES, ROUND_STEPS, ROUNDS, STATES,
};
use super::{Between, Trouble, intersect, small};

/// The words that a chain, repeated until nothing changes, takes into a language.
pub(super) fn preimage(
    round: &[Machine],
    language: &Between,
    reasons: &mut Vec<String>,
    budget: &Budget,
) -> Result<Between, Trouble> {
    let fixed = fixed_points(round, reasons, budget)?;
    let ends = Between {
        sure: intersect(&fixed.sure, &language.sure, budget)?,
        possible: match (&fixed.possible, &language.possible) {
            (None, None) => None,
            _ => Some(intersect(fixed.possible(), language.possible(), budget)?),
        },
    };
    let sure = rounds(round, &ends.sure, true, reasons, budget)?;
    let possible = match &ends.possible {
        None if sure.1 => None,
        // Without an end that is possible nothing leads there.
        _ if ends.possible().is_empty() => Some(Nfa::none()),
        None => Some(Nfa::all()),
        Some(possible) => {
            let (words, closed) = rounds(round, possible, false, reasons, budget)?;
            Some(if closed { words } else { Nfa::all() })
        }
    };
    Ok(Between { sure: sure.0, possible })
}

/// The words that rounds take into a language of fixed points, and whether these are all of them.
fn rounds(
    round: &[Machine],
    ends: &Nfa,
    sure: bool,
    reasons: &mut Vec<String>,
    budget: &Budget,
) -> Result<(Nfa, bool), Trouble> {
    let mut words = ends.clone();
    let mut nothing = Vec::new();
    for round_number in 1.. {
        if ROUNDS.is_exceeded(round_number, budget) {
            break;
        }
        if words.is_empty() {
            return Ok((words, true));
        }
        let start = words.clone();
        let step = ROUND_STEPS.share(budget, || match one_round(round, &start, sure, &mut nothing, budget) {
            Err(Trouble::Stop(stop)) => Err(stop),
            Err(_) => Ok(None),
            Ok(before) => Ok(Some(before)),
        });
        let Some(Some(before)) = step? else { break };
        // What a round adds may be twice as large as what is kept of it.
        if GROWN_STATES.is_exceeded(before.states().div_ceil(2) as usize, budget)
            || GROWN_EDGES.is_exceeded(before.edge_count(), budget)
        {
            break;
        }
        match ROUND_STEPS.share(budget, || find_difference(&before, &words, budget))? {
            Some(None) => return Ok((words, true)),
            Some(Some(_)) => {}
            None => break,
        }
        words = small(words.union(&before), budget)?;
        if GROWN_STATES.is_exceeded(words.states() as usize, budget) {
            break;
        }
    }
    reasons.push("the words that come to rest after many rounds are not known".to_owned());
    Ok((words, false))
}

fn one_round(
    round: &[Machine],
    words: &Nfa,
    sure: bool,
    reasons: &mut Vec<String>,
    budget: &Budget,
) -> Result<Nfa, Trouble> {
    let mut language = Between::exact(words.clone());
    for machine in round.iter().rev() {
        let before = machine.preimage(&language, reasons, budget)?;
        let side = if sure { before.sure } else { before.possible().clone() };
        language = Between::exact(side);
    }
    Ok(language.sure)
}

/// The words that a round does not change.
fn fixed_points(round: &[Machine], reasons: &mut Vec<String>, budget: &Budget) -> Result<Between, Trouble> {
    let unknown = |reasons: &mut Vec<String>, why: &str| {
        reasons.push(why.to_owned());
        Ok(Between { sure: Nfa::none(), possible: Some(Nfa::all()) })
    };
    let levels: Option<Vec<_>> = round.iter().map(Machine::level).collect();
    let machines = levels.or_else(|| round.iter().map(Machine::whole).collect());
    let Some(machines) = machines else {
        return unknown(reasons, "the words that a round does not change are not known for these functions");
    };
    let mut both = Vec::new();
    for sure in [true, false] {
        let list: Vec<&Transducer> =
            machines.iter().map(|pair| if sure { &pair.0 } else { &pair.1 }).collect();
        match Transducer::chain(&list, ROUND_STATES.most(budget) as usize, budget)? {
            Some(machine) => both.push(machine),
            None => {
                budget.hit(ROUND_STATES.name());
                return unknown(reasons, "a round is too large for one machine");
            }
        }
    }
    let (sure, exact) = stay(&both[0], true, budget)?;
    if exact && both[0] == both[1] {
        return Ok(Between::exact(small(sure, budget)?));
    }
    let (possible, _) = stay(&both[1], false, budget)?;
    reasons.push("the words that a round does not change are not known exactly".to_owned());
    Ok(Between { sure: small(sure, budget)?, possible: Some(small(possible, budget)?) })
}

/// How much heavier than what is read the rest of the output can be at most, and at least, from each state.
/// `None` means no bound.
///
/// A character is as heavy as what it becomes in another case is long, so that changing the case makes no
/// word heavier.
struct Gains {
    most: Vec<Option<i64>>,
    least: Vec<Option<i64>>,
}

/// The weight of a word.
fn weight(word: &[u32]) -> i64 {
    word.iter().map(|c| i64::from(longest_in_case(*c))).sum()
}

/// By how much a machine makes words heavier at most. Returns `None` if there is no bound.
pub(super) fn most_gain(machine: &Transducer) -> Option<i64> {
    gains(machine, 1)[machine.initial() as usize]
}

/// What a step gains at most, times `sign`.
fn step_gain(step: &Step, sign: i64) -> i64 {
    if step.output[..] == [Piece::Read(0)] {
        return 0;
    }
    let gain = |c: u32| {
        let output: i64 = step.output.iter().map(|piece| weight(&[piece.on(c)])).sum();
        sign * (output - weight(&[c]))
    };
    // Characters that are heavy, or become heavy, one by one; all others gain the same.
    let mut special: Vec<u32> = Vec::new();
    for heavy in heavy_characters() {
        let moved = step.output.iter().map(|piece| match piece {
            Piece::Read(shift) => heavy.wrapping_add_signed(-shift),
            Piece::Char(_) => *heavy,
        });
        special.extend(moved.chain([*heavy]).filter(|c| step.low <= *c && *c <= step.high));
    }
    let plain = (step.low..=step.high).find(|c| !special.contains(c));
    special.into_iter().chain(plain).map(gain).max().unwrap_or(0)
}

/// The most that the rest can gain, times `sign`, by Bellman and Ford; nothing for no bound.
fn gains(machine: &Transducer, sign: i64) -> Vec<Option<i64>> {
    let states = machine.states();
    let live = machine.live();
    let mut gains: Vec<Option<i64>> =
        (0..states).map(|state| machine.last(state).map(|last| sign * weight(last))).collect();
    let mut unbounded = vec![false; states as usize];
    // Of all steps between two states the one that gains most counts.
    let mut steps: FxHashMap<(u32, u32), i64> = FxHashMap::default();
    for state in (0..states).filter(|state| live.contains(*state as usize)) {
        for step in machine.steps(state).iter().filter(|step| live.contains(step.target as usize)) {
            let gain = step_gain(step, sign);
            let most = steps.entry((state, step.target)).or_insert(gain);
            *most = gain.max(*most);
        }
    }
    let mut steps: Vec<((u32, u32), i64)> = steps.into_iter().collect();
    steps.sort_unstable();
    for round in 0..=2 * states {
        let mut changed = false;
        for ((state, target), gain) in &steps {
            let (state, target) = (*state as usize, *target as usize);
            if unbounded[target] && !unbounded[state] {
                unbounded[state] = true;
                changed = true;
            }
            let Some(rest) = gains[target] else { continue };
            if gains[state].is_none_or(|known| rest + gain > known) {
                gains[state] = Some(rest + gain);
                // What still grows after this many rounds lies on or before a circle that gains.
                unbounded[state] |= round >= states;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    gains.iter().zip(unbounded).map(|(gain, unbounded)| gain.filter(|_| !unbounded)).collect()
}

/// What was read and is not written yet, or the other way round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Lag {
    Read(Vec<u32>),
    Written(Vec<u32>),
    /// Everything is possible.
    Lost,
}

/// The words that a machine writes as it reads them, and whether these are all. Without `sure`, words that
/// are possible are there too.
fn stay(machine: &Transducer, sure: bool, budget: &Budget) -> Result<(Nfa, bool), Stop> {
    let gains = Gains { most: gains(machine, 1), least: gains(machine, -1) };
    let mut work = Stay { machine, gains, exact: true, sure };
    let mut builder = NfaBuilder::new();
    let first = (machine.initial(), Lag::Read(Vec::new()));
    let mut numbers: FxHashMap<(u32, Lag), u32> =
        FxHashMap::from_iter([(first.clone(), builder.add_state())]);
    builder.set_initial(0);
    let mut open = vec![first];
    let mut at = 0;
    while let Some((state, lag)) = open.get(at).cloned() {
        let from = at as u32;
        at += 1;
        budget.poll()?;
        if lag == Lag::Lost {
            builder.set_accepting(from);
            builder.add_edge(from, (0, MAX_CHAR), from);
            continue;
        }
        if machine.last(state).is_some_and(|last| lag.is_made_up_by(last)) {
            builder.set_accepting(from);
        }
        for (range, target, next) in work.steps(state, &lag, budget)? {
            let next = if STATES.is_exceeded(open.len(), budget) { work.lose() } else { Some(next) };
            let Some(next) = next else { continue };
            let key = if next == Lag::Lost { (0, next) } else { (target, next) };
            let number = *numbers.entry(key.clone()).or_insert_with(|| {
                open.push(key);
                builder.add_state()
            });
            builder.add_edge(from, range, number);
        }
    }
    Ok((builder.build().trim(), work.exact))
}

struct Stay<'a> {
    machine: &'a Transducer,
    gains: Gains,
    exact: bool,
    sure: bool,
}

impl Lag {
    /// Is the word the same when this is written at its end?
    fn is_made_up_by(&self, last: &[u32]) -> bool {
        match self {
            Lag::Read(read) => read == last,
            Lag::Written(written) => written.is_empty() && last.is_empty(),
            Lag::Lost => true,
        }
    }

    fn characters(&self) -> &[u32] {
        match self {
            Lag::Read(characters) | Lag::Written(characters) => characters,
            Lag::Lost => &[],
        }
    }

    /// By how much more was read than written.
    fn weight(&self) -> i64 {
        match self {
            Lag::Read(read) => weight(read),
            Lag::Written(written) => -weight(written),
            Lag::Lost => 0,
        }
    }
}

impl Stay<'_> {
    fn lose(&mut self) -> Option<Lag> {
        self.exact = false;
        (!self.sure).then_some(Lag::Lost)
    }

    /// Can the rest make up for a lag?
    fn has_hope(&self, state: u32, lag: i64) -> bool {
        let most = self.gains.most[state as usize].is_none_or(|most| lag <= most);
        let least = self.gains.least[state as usize].is_none_or(|least| -lag <= least);
        most && least
    }

    /// All steps that keep what was read and what was written the same.
    fn steps(&mut self, state: u32, lag: &Lag, budget: &Budget) -> Result<Vec<(CharRange, u32, Lag)>, Stop> {
        let mut found = Vec::new();
        let is_even = lag.characters().is_empty();
        for step in self.machine.steps(state) {
            budget.poll()?;
            // A plain copy keeps every character distinct.
            if step.output[..] == [Piece::Read(0)] && is_even {
                found.push(((step.low, step.high), step.target, lag.clone()));
                continue;
            }
            // A range that is moved, or becomes one character.
            match step.output[..] {
                [Piece::Read(_)] if is_even => continue,
                [Piece::Char(c)] if is_even => {
                    if step.low <= c && c <= step.high {
                        found.push(((c, c), step.target, lag.clone()));
                    }
                    continue;
                }
                _ => {}
            }
            // Without characters that are read, what is known is the least weight of the lag behind.
            let lightest = lag.weight() - step_gain(step, 1);
            if self.gains.most[step.target as usize].is_some_and(|most| lightest > most) {
                continue;
            }
            self.by_character(step, lag, &mut found, budget);
        }
        Ok(found)
    }

    /// The step for each character that is known, and for the others what can be said of all.
    fn by_character(
        &mut self,
        step: &Step,
        lag: &Lag,
        found: &mut Vec<(CharRange, u32, Lag)>,
        budget: &Budget,
    ) {
        let singles: Vec<u32> = match lag.wants(&step.output) {
            Wanted::Nothing => return,
            Wanted::Character(c) => vec![c],
            Wanted::Any(next) => {
                if self.has_hope(step.target, next.weight()) {
                    found.push(((step.low, step.high), step.target, next));
                }
                return;
            }
            Wanted::Each if !RANGE_CHARACTERS.is_exceeded((step.high - step.low) as usize, budget) => {
                (step.low..=step.high).collect()
            }
            Wanted::Each => {
                found.extend(self.lose().map(|lag| ((step.low, step.high), step.target, lag)));
                return;
            }
        };
        for c in singles.into_iter().filter(|c| step.low <= *c && *c <= step.high) {
            let Some(next) = lag.on(c, &step.output) else { continue };
            if !self.has_hope(step.target, next.weight()) {
                continue;
            }
            let next =
                if LAG.is_exceeded(next.characters().len(), budget) { self.lose() } else { Some(next) };
            found.extend(next.map(|next| ((c, c), step.target, next)));
        }
    }
}

/// Which characters can be read when something is written.
enum Wanted {
    Nothing,
    Character(u32),
    /// Every character, with this lag behind it.
    Any(Lag),
    /// It depends on the character.
    Each,
}

impl Lag {
    /// Which characters can be read when this is written.
    fn wants(&self, output: &[Piece]) -> Wanted {
        let read = match self {
            Lag::Read(read) => read,
            Lag::Written(written) => return written.first().map_or(Wanted::Each, |c| Wanted::Character(*c)),
            Lag::Lost => return Wanted::Each,
        };
        for (c, piece) in read.iter().zip(output) {
            match piece {
                Piece::Char(written) if written == c => {}
                Piece::Char(_) => return Wanted::Nothing,
                // The character that is read now is one that was read before.
                Piece::Read(shift) => return Wanted::Character(c.wrapping_add_signed(-shift)),
            }
        }
        match output.get(read.len()) {
            None => Wanted::Each,
            Some(Piece::Char(c)) => Wanted::Character(*c),
            Some(Piece::Read(0)) => {
                let rest: Option<Vec<u32>> = output[read.len() + 1..]
                    .iter()
                    .map(|piece| if let Piece::Char(c) = piece { Some(*c) } else { None })
                    .collect();
                rest.map_or(Wanted::Each, |rest| Wanted::Any(Lag::written(rest)))
            }
            Some(Piece::Read(_)) => Wanted::Nothing,
        }
    }

    fn written(word: Vec<u32>) -> Lag {
        if word.is_empty() { Lag::Read(word) } else { Lag::Written(word) }
    }

    /// The lag when a character is read and this is written. Returns `None` if they differ.
    fn on(&self, c: u32, output: &[Piece]) -> Option<Lag> {
        let (mut read, mut written) = match self {
            Lag::Read(read) => (read.clone(), Vec::new()),
            Lag::Written(written) => (Vec::new(), written.clone()),
            Lag::Lost => return Some(Lag::Lost),
        };
        read.push(c);
        written.extend(output.iter().map(|piece| piece.on(c)));
        let common = read.len().min(written.len());
        if read[..common] != written[..common] {
            return None;
        }
        Some(if written.len() > common {
            Lag::Written(written[common..].to_vec())
        } else {
            Lag::Read(read[common..].to_vec())
        })
    }
}
