//! Which instructions ran, and which lines these are.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress_classes::{Code, Method};

use crate::program::{Loaded, is_of_library};
use crate::report::Coverage;

/// How often instructions ran.
#[derive(Default)]
pub(crate) struct Covered {
    /// By the address of the method, which is kept here.
    methods: FxHashMap<usize, (Arc<Method>, Vec<u32>)>,
    classes: BTreeMap<String, Arc<Loaded>>,
    /// Numbers for what runs.
    numbers: FxHashMap<(u32, u64), u32>,
}

/// The line of an instruction, or a number made of its index if lines are not known.
fn line_or_index(code: &Code, method: &Arc<Method>, index: usize) -> u64 {
    match code.line(index) {
        Some(line) => line.into(),
        None => (Arc::as_ptr(method) as usize as u64).wrapping_add(index as u64) | 1 << 63,
    }
}

impl Covered {
    pub(super) fn note(&mut self, class: &Arc<Loaded>, method: &Arc<Method>, at: usize) {
        let address = Arc::as_ptr(method) as usize;
        let (_, counts) = self.methods.entry(address).or_insert_with(|| {
            self.classes.entry(class.name().to_string()).or_insert_with(|| class.clone());
            let size = method.code.as_ref().map_or(0, |code| code.instructions.len());
            (method.clone(), vec![0; size])
        });
        if let Some(count) = counts.get_mut(at) {
            *count = count.saturating_add(1);
        }
    }

    /// Adds the counts of another run. Returns the lines of the program's own classes that ran there, as
    /// numbers; for classes without line tables, their instructions.
    pub(crate) fn merge(&mut self, other: &Covered) -> Vec<u32> {
        let mut ran = Vec::new();
        for (name, class) in other.classes.iter().filter(|(name, _)| !is_of_library(name)) {
            self.classes.entry(name.clone()).or_insert_with(|| class.clone());
            for method in &class.class.methods {
                let address = Arc::as_ptr(method) as usize;
                let (Some((_, counts)), Some(code)) = (other.methods.get(&address), &method.code) else {
                    continue;
                };
                let fresh = || (method.clone(), vec![0; counts.len()]);
                let (_, known) = self.methods.entry(address).or_insert_with(fresh);
                for (sum, count) in known.iter_mut().zip(counts) {
                    *sum = sum.saturating_add(*count);
                }
                let indices = counts.iter().enumerate().filter(|(_, count)| **count > 0);
                ran.extend(indices.map(|(index, _)| (class.number, line_or_index(code, method, index))));
            }
        }
        ran.sort_unstable();
        ran.dedup();
        ran.into_iter().map(|key| self.number(key)).collect()
    }

    fn number(&mut self, key: (u32, u64)) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(key).or_insert(next)
    }

    /// The lines of the program's own classes that were met, with how often each ran.
    pub(crate) fn lines(&self) -> Vec<Coverage> {
        let names = self.classes.keys().filter(|name| !is_of_library(name));
        names.map(|name| self.lines_of(&self.classes[name])).collect()
    }

    fn lines_of(&self, class: &Loaded) -> Coverage {
        let mut lines: BTreeMap<u16, u32> = BTreeMap::new();
        for method in &class.class.methods {
            let Some(code) = &method.code else { continue };
            let counts =
                self.methods.get(&(Arc::as_ptr(method) as usize)).map(|(_, counts)| counts.as_slice());
            for (start, line) in &code.lines {
                let count = counts.map_or(0, |counts| most(code, counts, *start));
                let known = lines.entry(*line).or_default();
                *known = (*known).max(count);
            }
        }
        let source = class.class.source_file.as_ref().map(ToString::to_string);
        Coverage { class: class.name().replace('/', "."), source, lines: lines.into_iter().collect() }
    }
}

/// How often the instruction of a line ran that ran most often.
fn most(code: &Code, counts: &[u32], start: u32) -> u32 {
    let end = code.lines.iter().map(|line| line.0).filter(|next| *next > start).min();
    let end = end.map_or(counts.len(), |end| end as usize).min(counts.len());
    counts.get(start as usize..end).unwrap_or_default().iter().copied().max().unwrap_or(0)
}
