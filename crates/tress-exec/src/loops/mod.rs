//! Loops of a method that may be scans: `while (i < s.length() && …s.charAt(i)…) i++`, where neither the
//! string nor the position is used in another way. Only the shape is found here; what a round does is tried
//! when the loop runs.

mod passed;

use tress_classes::{Code, Instruction, Relation};

pub(crate) use passed::{Passed, Units};

/// A loop that looks at a text, unit by unit.
#[derive(Debug)]
pub(crate) struct Scan {
    /// Where the position is compared with the length.
    pub(crate) head: usize,
    /// The variable of the text.
    pub(crate) text: u16,
    /// The variable of the position, which each round increments.
    pub(crate) position: u16,
    /// The variable of the length, where it was computed before.
    pub(crate) length: Option<u16>,
    /// Variables that rounds only add to.
    pub(crate) counters: Vec<u16>,
    /// Other variables that a round writes. Their values from before the round are dead.
    pub(crate) temporary: Vec<u16>,
    /// A round depends on the unit only.
    pub(crate) is_pure: bool,
    /// Which instructions belong to rounds.
    body: Vec<bool>,
}

/// The loops of a method that may be scans.
pub(crate) fn scans(code: &Code) -> Vec<Scan> {
    let mut heads: Vec<usize> = (0..code.instructions.len())
        .flat_map(|at| successors(code, at).into_iter().filter(move |next| *next <= at))
        .collect();
    heads.sort_unstable();
    heads.dedup();
    heads.into_iter().filter_map(|head| scan(code, head)).collect()
}

/// Where the code goes on, exceptions aside.
fn successors(code: &Code, at: usize) -> Vec<usize> {
    match code.instructions.get(at) {
        Some(Instruction::Goto(target)) => vec![*target as usize],
        Some(
            Instruction::IfZero(_, target)
            | Instruction::IfInt(_, target)
            | Instruction::IfSame(_, target)
            | Instruction::IfNull(_, target),
        ) => vec![at + 1, *target as usize],
        Some(Instruction::Switch(switch)) => {
            switch.cases.iter().map(|case| case.1).chain([switch.default]).map(|to| to as usize).collect()
        }
        Some(Instruction::Return(_) | Instruction::Throw | Instruction::Ret(_) | Instruction::Jsr(_))
        | None => Vec::new(),
        Some(_) => vec![at + 1],
    }
}

/// The instructions that lead back to a head without passing it.
fn body_of(code: &Code, head: usize) -> Vec<bool> {
    let count = code.instructions.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    for at in 0..count {
        for next in successors(code, at).into_iter().filter(|next| *next < count) {
            before[next].push(at);
        }
    }
    let mut body = vec![false; count];
    body[head] = true;
    let mut open: Vec<usize> = before[head].iter().copied().filter(|at| *at >= head).collect();
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut body[at], true) {
            open.extend(&before[at]);
        }
    }
    body
}

/// The variable that an instruction loads.
fn loaded(code: &Code, at: usize) -> Option<u16> {
    match code.instructions.get(at) {
        Some(Instruction::Load(_, variable)) => Some(*variable),
        _ => None,
    }
}

/// Is it a call of this method of strings?
fn is_call(code: &Code, at: usize, name: &str) -> bool {
    matches!(code.instructions.get(at), Some(Instruction::Invoke(_, method))
        if &*method.class == "java/lang/String" && &*method.name == name)
}

/// The variable of the string whose character at a position is loaded from here on.
fn text_of_unit(code: &Code, at: usize, position: u16) -> Option<u16> {
    let is_unit = loaded(code, at + 1) == Some(position) && is_call(code, at + 2, "charAt");
    loaded(code, at).filter(|_| is_unit)
}

fn scan(code: &Code, head: usize) -> Option<Scan> {
    let (position, second) = (loaded(code, head)?, loaded(code, head + 1)?);
    let has_call = is_call(code, head + 2, "length");
    let test = code.instructions.get(if has_call { head + 3 } else { head + 2 })?;
    let Instruction::IfInt(Relation::GreaterOrEqual, exit) = test else { return None };
    let body = body_of(code, head);
    let mut rounds = (head..code.instructions.len()).filter(|at| body[*at]);
    let text = rounds.find_map(|at| text_of_unit(code, at, position))?;
    if body.get(*exit as usize) != Some(&false) || (has_call && second != text) {
        return None;
    }
    let (length, counters, temporary) = ((!has_call).then_some(second), Vec::new(), Vec::new());
    let mut scan = Scan { head, text, position, length, counters, temporary, is_pure: false, body };
    let rounds: Vec<usize> = (0..code.instructions.len()).filter(|at| scan.body[*at]).collect();
    if !rounds.iter().all(|at| scan.allows(code, *at)) {
        return None;
    }
    let uses = |variable: u16| {
        rounds.iter().any(|at| match &code.instructions[*at] {
            Instruction::Load(_, used) | Instruction::Store(_, used) => *used == variable,
            _ => false,
        })
    };
    let written = rounds.iter().filter_map(|at| match &code.instructions[*at] {
        Instruction::Store(_, written) | Instruction::Increment(written, _) => Some(*written),
        _ => None,
    });
    let mut written: Vec<u16> = written.filter(|written| *written != position).collect();
    written.sort_unstable();
    written.dedup();
    (scan.temporary, scan.counters) = written.into_iter().partition(|variable| uses(*variable));
    scan.is_pure = rounds.iter().all(|at| scan.is_pure(&code.instructions[*at]));
    let is_read = |variable: &u16| is_live(code, head, *variable);
    (!scan.temporary.iter().any(is_read)).then_some(scan)
}

impl Scan {
    /// Is the instruction one of the loop?
    pub(crate) fn has(&self, at: usize) -> bool {
        self.body.get(at).copied().unwrap_or(false)
    }

    fn is_own(&self, variable: u16) -> bool {
        [Some(self.position), Some(self.text), self.length].contains(&Some(variable))
    }

    /// Does an instruction use string, position and length as a scan does?
    fn allows(&self, code: &Code, at: usize) -> bool {
        match &code.instructions[at] {
            Instruction::Load(_, read) if *read == self.position => {
                let unit = at.checked_sub(1).and_then(|before| text_of_unit(code, before, self.position));
                at == self.head || unit == Some(self.text)
            }
            Instruction::Load(_, read) if *read == self.text => {
                at == self.head + 1 || text_of_unit(code, at, self.position).is_some()
            }
            Instruction::Load(_, read) if Some(*read) == self.length => at == self.head + 1,
            Instruction::Increment(written, by) if *written == self.position => *by == 1,
            Instruction::Store(_, written) | Instruction::Increment(written, _) => !self.is_own(*written),
            Instruction::Jsr(_) | Instruction::Ret(_) => false,
            _ => true,
        }
    }

    /// Does an instruction depend on nothing but the unit?
    fn is_pure(&self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Load(_, read) => self.is_own(*read) || self.temporary.contains(read),
            Instruction::Invoke(_, method) => {
                matches!(&*method.class, "java/lang/String" | "java/lang/Character")
            }
            Instruction::Push(_)
            | Instruction::Store(..)
            | Instruction::Increment(..)
            | Instruction::Arithmetic(..)
            | Instruction::Convert(_)
            | Instruction::IfZero(..)
            | Instruction::IfInt(..)
            | Instruction::Goto(_)
            | Instruction::Switch(_) => true,
            _ => false,
        }
    }
}

/// Is a variable live at an instruction?
fn is_live(code: &Code, position: usize, variable: u16) -> bool {
    let mut seen = vec![false; code.instructions.len()];
    let mut open = vec![position];
    while let Some(at) = open.pop() {
        if at >= seen.len() || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        // A handler may read it, too.
        let inside = code
            .handlers
            .iter()
            .filter(|handler| (handler.start as usize..handler.end as usize).contains(&at));
        open.extend(inside.map(|handler| handler.target as usize));
        match &code.instructions[at] {
            Instruction::Load(_, read) | Instruction::Increment(read, _) | Instruction::Ret(read)
                if *read == variable =>
            {
                return true;
            }
            Instruction::Jsr(_) => return true,
            Instruction::Store(_, written) if *written == variable => {}
            _ => open.extend(successors(code, at)),
        }
    }
    false
}
