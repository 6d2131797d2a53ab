//! The tableau: sparse rows of whole numbers, with column lists.
//!
//! Every row says `Σ aᵢ·xᵢ = 0` with coprime whole coefficients; its first entry is the basic
//! variable, which occurs in no other row. Whole rows instead of fractions: one word per
//! coefficient, and a pivot on a coefficient of ±1 (the usual one) never divides.
//!
//! Knows nothing of bounds or values.

use tress_base::Int;

/// No row: the variable is not basic.
pub(crate) const NO_ROW: u32 = u32::MAX;

/// One coefficient of a row.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) coefficient: Int,
    pub(crate) var: u32,
    /// Where the column list of `var` has this entry.
    column_position: u32,
}

/// Where a variable occurs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) row: u32,
    pub(crate) position: u32,
}

/// Rows and columns that mirror each other.
///
/// Invariant: entry `p` of row `r` has its cell `(r, p)` in the column of its variable, at the
/// position it remembers; no coefficient is zero; entry 0 of a row is its basic variable.
#[derive(Default, Debug)]
pub(crate) struct Tableau {
    rows: Vec<Vec<Entry>>,
    columns: Vec<Vec<Cell>>,
    row_of: Vec<u32>,
    free_rows: Vec<u32>,
    /// Scratch: position + 1 of each variable in the row being changed; zero outside of that.
    position_in_target: Vec<u32>,
    scratch_rows: Vec<u32>,
    scratch_zeros: Vec<u32>,
    /// Entries written since the counter was last taken: the cost of pivots.
    work: u64,
    /// Entries in all rows.
    entry_count: usize,
}

impl Tableau {
    /// Adds a variable.
    pub(crate) fn add_column(&mut self) {
        self.columns.push(Vec::new());
        self.row_of.push(NO_ROW);
        self.position_in_target.push(0);
    }

    /// The row in which `var` is basic.
    #[inline]
    pub(crate) fn row_of(&self, var: u32) -> Option<u32> {
        let row = self.row_of[var as usize];
        (row != NO_ROW).then_some(row)
    }

    /// Is `var` basic?
    #[inline]
    pub(crate) fn is_basic(&self, var: u32) -> bool {
        self.row_of[var as usize] != NO_ROW
    }

    /// The entries of a row, the basic variable first.
    #[inline]
    pub(crate) fn row(&self, row: u32) -> &[Entry] {
        &self.rows[row as usize]
    }

    /// Where `var` occurs.
    #[inline]
    pub(crate) fn column(&self, var: u32) -> &[Cell] {
        &self.columns[var as usize]
    }

    /// The number of row slots, free ones included.
    pub(crate) fn row_count(&self) -> u32 {
        self.rows.len() as u32
    }

    /// How many entries all rows have.
    pub(crate) fn entry_count(&self) -> usize {
        self.entry_count
    }

    /// Forgets all rows; the variables stay.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.free_rows.clear();
        self.entry_count = 0;
        self.row_of.fill(NO_ROW);
        for column in &mut self.columns {
            // The memory of full columns is given back: they are short from now on.
            *column = Vec::new();
        }
    }

    /// How many entries were written since the last call.
    pub(crate) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Adds the row `Σ terms - slack = 0` with `slack` as its basic variable. Basic variables
    /// among the terms are replaced by their rows.
    pub(crate) fn add_row(&mut self, slack: u32, terms: &[(u32, Int)]) {
        debug_assert!(self.columns[slack as usize].is_empty(), "a slack variable is new");
        let row = self.free_rows.pop().unwrap_or_else(|| {
            self.rows.push(Vec::new());
            self.rows.len() as u32 - 1
        });
        self.row_of[slack as usize] = row;
        self.push_entry(row, slack, Int::MINUS_ONE);
        for (var, coefficient) in terms {
            self.push_entry(row, *var, coefficient.clone());
        }
        for (var, _) in terms {
            if let Some(source) = self.row_of(*var) {
                self.eliminate(row, source, *var);
            }
        }
    }

    /// Forgets the row of the basic variable `slack`, and with it the variable.
    pub(crate) fn remove_row(&mut self, slack: u32) {
        let Some(row) = self.row_of(slack) else { return };
        while let Some(last) = self.rows[row as usize].len().checked_sub(1) {
            self.remove_entry(row, last as u32);
        }
        self.row_of[slack as usize] = NO_ROW;
        self.free_rows.push(row);
    }

    /// Exchanges the basic variable of `row` with `entering`, which must occur in it.
    pub(crate) fn pivot(&mut self, row: u32, entering: u32) {
        let leaving = self.rows[row as usize][0].var;
        debug_assert_ne!(leaving, entering);
        let mut others = std::mem::take(&mut self.scratch_rows);
        others.clear();
        let mut position = 0;
        for cell in &self.columns[entering as usize] {
            if cell.row == row {
                position = cell.position;
            } else {
                others.push(cell.row);
            }
        }
        self.swap_entries(row, 0, position);
        self.row_of[leaving as usize] = NO_ROW;
        self.row_of[entering as usize] = row;
        for other in &others {
            self.eliminate(*other, row, entering);
        }
        self.scratch_rows = others;
    }

    fn push_entry(&mut self, row: u32, var: u32, coefficient: Int) {
        let column = &mut self.columns[var as usize];
        let entries = &mut self.rows[row as usize];
        let column_position = column.len() as u32;
        column.push(Cell { row, position: entries.len() as u32 });
        self.entry_count += 1;
        entries.push(Entry { coefficient, var, column_position });
    }

    fn remove_entry(&mut self, row: u32, position: u32) {
        let entries = &mut self.rows[row as usize];
        let gone = entries.swap_remove(position as usize);
        self.entry_count -= 1;
        if let Some(moved) = entries.get(position as usize) {
            self.columns[moved.var as usize][moved.column_position as usize].position = position;
        }
        let column = &mut self.columns[gone.var as usize];
        column.swap_remove(gone.column_position as usize);
        if let Some(moved) = column.get(gone.column_position as usize) {
            self.rows[moved.row as usize][moved.position as usize].column_position = gone.column_position;
        }
    }

    fn swap_entries(&mut self, row: u32, a: u32, b: u32) {
        let entries = &mut self.rows[row as usize];
        entries.swap(a as usize, b as usize);
        for position in [a, b] {
            let entry = &entries[position as usize];
            self.columns[entry.var as usize][entry.column_position as usize].position = position;
        }
    }

    /// Adds the multiple of `source` to `target` that makes `var` vanish there.
    fn eliminate(&mut self, target: u32, source: u32, var: u32) {
        let added = std::mem::take(&mut self.rows[source as usize]);
        self.work += (added.len() + self.rows[target as usize].len()) as u64;
        for (position, entry) in self.rows[target as usize].iter().enumerate() {
            self.position_in_target[entry.var as usize] = position as u32 + 1;
        }
        let position = self.position_in_target[var as usize];
        debug_assert_ne!(position, 0, "the variable occurs in the target");
        let in_target = &self.rows[target as usize][position as usize - 1].coefficient;
        let (keep, take) = multipliers(in_target, &added[0].coefficient);
        if !keep.is_one() {
            for entry in &mut self.rows[target as usize] {
                entry.coefficient = &entry.coefficient * &keep;
            }
        }
        let old_length = self.rows[target as usize].len();
        let mut zeros = std::mem::take(&mut self.scratch_zeros);
        for entry in &added {
            let product = &entry.coefficient * &take;
            match self.position_in_target[entry.var as usize] {
                0 => self.push_entry(target, entry.var, product),
                found => {
                    let mine = &mut self.rows[target as usize][found as usize - 1].coefficient;
                    *mine += &product;
                    if mine.is_zero() {
                        zeros.push(found - 1);
                    }
                }
            }
        }
        for entry in &self.rows[target as usize][..old_length] {
            self.position_in_target[entry.var as usize] = 0;
        }
        // The source must be back before entries move: its cells in the columns may change.
        self.rows[source as usize] = added;
        zeros.sort_unstable_by(|a, b| b.cmp(a));
        for position in zeros.drain(..) {
            self.remove_entry(target, position);
        }
        self.scratch_zeros = zeros;
        self.reduce(target);
    }

    /// Divides a row by the gcd of its coefficients.
    fn reduce(&mut self, row: u32) {
        let entries = &mut self.rows[row as usize];
        let mut gcd = Int::ZERO;
        for entry in entries.iter() {
            gcd = gcd.gcd(&entry.coefficient);
            if gcd.is_one() {
                return;
            }
        }
        for entry in entries {
            entry.coefficient = entry.coefficient.div_floor(&gcd);
        }
    }

    /// Recomputes the invariant of the type from scratch.
    pub(crate) fn check_invariants(&self) -> Result<(), String> {
        let mut entry_count = 0;
        for (row, entries) in self.rows.iter().enumerate() {
            entry_count += entries.len();
            let mut seen = std::collections::BTreeSet::new();
            for (position, entry) in entries.iter().enumerate() {
                let cell = self.columns[entry.var as usize].get(entry.column_position as usize);
                if !cell.is_some_and(|p| p.row as usize == row && p.position as usize == position) {
                    return Err(format!("row {row} entry {position} is lost to its column"));
                }
                if entry.coefficient.is_zero() || !seen.insert(entry.var) {
                    return Err(format!("row {row} has a zero or repeated entry"));
                }
                if self.is_basic(entry.var) != (position == 0) {
                    return Err(format!("row {row} entry {position} is basic in the wrong cell"));
                }
            }
            if entries.first().is_some_and(|basic| self.row_of[basic.var as usize] as usize != row) {
                return Err(format!("row {row} does not belong to its basic variable"));
            }
        }
        let column_count: usize = self.columns.iter().map(Vec::len).sum();
        if column_count == entry_count && self.entry_count == entry_count {
            Ok(())
        } else {
            Err("columns hold stale cells".into())
        }
    }
}

/// `(keep, take)` with `keep > 0` and `keep * in_target + take * in_source = 0`.
fn multipliers(in_target: &Int, in_source: &Int) -> (Int, Int) {
    if in_source.is_one() {
        return (Int::ONE, -in_target);
    }
    if *in_source == Int::MINUS_ONE {
        return (Int::ONE, in_target.clone());
    }
    let gcd = in_target.gcd(in_source);
    let gcd = if in_source.is_negative() { -gcd } else { gcd };
    (in_source.div_floor(&gcd), -in_target.div_floor(&gcd))
}
