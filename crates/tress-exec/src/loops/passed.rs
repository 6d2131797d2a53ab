//! What the rounds of a loop go past: units, and what counters get for each of them.

/// Ranges of units.
pub(crate) type Units = Vec<(u32, u32)>;

/// The units that rounds of a loop go past.
#[derive(Default)]
pub(crate) struct Passed {
    pub(crate) units: Units,
    /// What counters get for some of them.
    pub(crate) counted: Vec<Counted>,
}

/// Each of these units adds a number to a variable.
pub(crate) struct Counted {
    pub(crate) counter: u16,
    pub(crate) by: i32,
    pub(crate) units: Units,
}

/// One more unit, which is greater than all others.
fn add(units: &mut Units, unit: u32) {
    match units.last_mut() {
        Some((_, last)) if *last + 1 == unit => *last = unit,
        _ => units.push((unit, unit)),
    }
}

impl Passed {
    /// A unit is passed; counters get these numbers.
    pub(crate) fn add(&mut self, unit: u32, counters: &[u16], added: &[i32]) {
        add(&mut self.units, unit);
        for (counter, by) in counters.iter().zip(added).filter(|(_, by)| **by != 0) {
            let known = self.counted.iter().position(|one| one.counter == *counter && one.by == *by);
            let index = known.unwrap_or_else(|| {
                self.counted.push(Counted { counter: *counter, by: *by, units: Vec::new() });
                self.counted.len() - 1
            });
            add(&mut self.counted[index].units, unit);
        }
    }
}
