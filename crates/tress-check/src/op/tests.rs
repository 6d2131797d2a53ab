//! The table.

use super::*;

#[test]
fn rows_are_in_the_order_of_the_operators() {
    for (index, row) in TABLE.iter().enumerate() {
        assert_eq!(row.op as usize, index, "{}", row.name);
        assert_eq!(Op::named(row.name).map(|found| found.op), Some(row.op));
    }
}
