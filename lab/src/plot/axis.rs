//! From numbers to positions on the picture.

/// One axis.
///
/// Invariants: `low < high`, both finite, and both positive when the axis is logarithmic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    logarithmic: bool,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis from the position `from` to the position `to` that shows all of `numbers`. Its ends are
    /// round numbers, unless `exact` asks for the smallest and the largest number.
    pub(super) fn new(numbers: &[f64], logarithmic: bool, exact: bool, from: f64, to: f64) -> Self {
        let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if numbers.is_empty() { (1.0, 2.0) } else { (low, high) };
        let (low, high) = match (logarithmic, exact) {
            (true, _) => (10f64.powf(low.log10().floor()), 10f64.powf(high.log10().ceil())),
            (false, true) => (low, high),
            (false, false) => {
                let step = round_step(high - low);
                ((low / step).floor() * step, (high / step).ceil() * step)
            }
        };
        let high = if high > low { high } else { low + low.abs().max(1.0) };
        Self { low, high, logarithmic, from, to }
    }

    /// Where a number stands.
    pub(super) fn place(&self, number: f64) -> f64 {
        let scale = |n: f64| if self.logarithmic { n.log10() } else { n };
        let share = (scale(number) - scale(self.low)) / (scale(self.high) - scale(self.low));
        self.from + share * (self.to - self.from)
    }

    /// The numbers to write next to the axis.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let mut ticks = Vec::new();
        let step = round_step(self.high - self.low);
        let mut tick = self.low;
        while tick <= self.high * (1.0 + 1e-9) + step * 1e-6 && ticks.len() < 40 {
            ticks.push(tick);
            tick = if self.logarithmic { tick * 10.0 } else { tick + step };
        }
        ticks
    }
}

/// 1, 2 or 5 times a power of ten, so that about six steps cover `span`.
fn round_step(span: f64) -> f64 {
    if !span.is_finite() || span <= 0.0 {
        return 1.0;
    }
    let rough = span / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    factor * power
}

/// A number in as few characters as its size allows.
pub(super) fn number_text(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 || (0.001..100_000.0).contains(&size) {
        let text = format!("{number:.4}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    format!("{number:e}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_round_and_places_are_proportional() {
        let axis = Axis::new(&[0.0, 97.0], false, false, 0.0, 100.0);
        assert_eq!((axis.low, axis.high), (0.0, 100.0));
        assert!((axis.place(25.0) - 25.0).abs() < 1e-9);
        assert_eq!(axis.ticks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten() {
        let axis = Axis::new(&[0.5, 120.0], true, false, 0.0, 4.0);
        assert_eq!(axis.ticks().len(), 5);
        assert!((axis.place(10.0) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn one_number_still_makes_an_axis() {
        for (numbers, logarithmic) in [(&[5.0][..], false), (&[0.0], false), (&[1.0], true), (&[], true)] {
            let axis = Axis::new(numbers, logarithmic, false, 0.0, 1.0);
            assert!(axis.low < axis.high && axis.place(axis.high).is_finite());
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number_text(0.0), "0");
        assert_eq!(number_text(2.50), "2.5");
        assert_eq!(number_text(20_000.0), "20000");
        assert_eq!(number_text(1e6), "1e6");
    }
}
