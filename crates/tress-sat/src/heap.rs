//! A binary heap of variables, the one with the highest key on top, with keys that may change.
//!
//! The keys live outside: every operation gets them. Ties go to the variable created first, so
//! that the order depends on nothing but the keys.

use crate::literal::Var;

const ABSENT: u32 = u32::MAX;

/// Invariant: `indices[v]` is the index of `v` in `items`, or `ABSENT`; no item is better than
/// its parent.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    items: Vec<Var>,
    indices: Vec<u32>,
}

#[inline]
fn better(keys: &[f64], a: Var, b: Var) -> bool {
    let (key_a, key_b) = (keys[a.index()], keys[b.index()]);
    key_a > key_b || key_a == key_b && a < b
}

impl Heap {
    /// Adds a variable, which is not in the heap yet.
    pub(crate) fn add_var(&mut self) {
        self.indices.push(ABSENT);
    }

    #[inline]
    pub(crate) fn contains(&self, var: Var) -> bool {
        self.indices[var.index()] != ABSENT
    }

    /// The best variable.
    pub(crate) fn peek(&self) -> Option<Var> {
        self.items.first().copied()
    }

    /// Adds a variable unless it is there.
    #[inline]
    pub(crate) fn insert(&mut self, var: Var, keys: &[f64]) {
        if self.contains(var) {
            return;
        }
        self.items.push(var);
        self.rise(self.items.len() - 1, keys);
    }

    /// Removes the best variable.
    pub(crate) fn pop(&mut self, keys: &[f64]) -> Option<Var> {
        let best = *self.items.first()?;
        let last = self.items.pop()?;
        self.indices[best.index()] = ABSENT;
        if last != best {
            self.items[0] = last;
            self.sink(keys);
        }
        Some(best)
    }

    /// Restores the order after the key of `var` has grown.
    #[inline]
    pub(crate) fn grown(&mut self, var: Var, keys: &[f64]) {
        let index = self.indices[var.index()];
        if index != ABSENT {
            self.rise(index as usize, keys);
        }
    }

    fn rise(&mut self, mut index: usize, keys: &[f64]) {
        let var = self.items[index];
        while index > 0 {
            let parent = (index - 1) / 2;
            let above = self.items[parent];
            if !better(keys, var, above) {
                break;
            }
            self.items[index] = above;
            self.indices[above.index()] = index as u32;
            index = parent;
        }
        self.items[index] = var;
        self.indices[var.index()] = index as u32;
    }

    fn sink(&mut self, keys: &[f64]) {
        let (mut index, len) = (0, self.items.len());
        let var = self.items[0];
        loop {
            let mut child = 2 * index + 1;
            if child >= len {
                break;
            }
            if child + 1 < len && better(keys, self.items[child + 1], self.items[child]) {
                child += 1;
            }
            let below = self.items[child];
            if !better(keys, below, var) {
                break;
            }
            self.items[index] = below;
            self.indices[below.index()] = index as u32;
            index = child;
        }
        self.items[index] = var;
        self.indices[var.index()] = index as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Random;

    #[test]
    fn pops_come_in_the_order_of_the_keys() {
        let mut random = Random::new(3);
        for _ in 0..500 {
            let count = 1 + random.below(40);
            let mut heap = Heap::default();
            let mut keys: Vec<f64> = (0..count).map(|_| random.below(10) as f64).collect();
            (0..count).for_each(|_| heap.add_var());
            let mut inside: Vec<Var> = Vec::new();
            for number in 0..count as u32 {
                if random.chance(2, 3) {
                    heap.insert(Var::new(number), &keys);
                    inside.push(Var::new(number));
                }
            }
            for number in 0..count {
                if random.chance(1, 3) {
                    keys[number] += random.below(10) as f64;
                    heap.grown(Var::new(number as u32), &keys);
                }
            }
            inside.sort_by(|a, b| keys[b.index()].total_cmp(&keys[a.index()]).then(a.cmp(b)));
            let popped: Vec<Var> = std::iter::from_fn(|| heap.pop(&keys)).collect();
            assert_eq!(popped, inside);
        }
    }
}
