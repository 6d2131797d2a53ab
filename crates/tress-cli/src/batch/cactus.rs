//! The cactus plot: how many problems each solver decides when each may take so long. An SVG that stands in a
//! page.

use std::fmt::Write as _;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 300.0;
/// Room for numbers at the left, and below.
const LEFT: f64 = 52.0;
const BELOW: f64 = 40.0;
const ABOVE: f64 = 14.0;
const RIGHT: f64 = 16.0;
/// Times below are shown as this.
const LEAST: f64 = 0.001;

/// The class of a colour for the solver of this index.
pub(crate) fn colour(index: usize) -> String {
    format!("var(--c{})", index % 6)
}

/// The times of the problems that each solver decided, as one curve each.
pub(crate) fn cactus(solvers: &[(&str, Vec<f64>)]) -> String {
    let most = solvers.iter().map(|(_, times)| times.len()).max().unwrap_or(0).max(1);
    let longest = solvers.iter().flat_map(|(_, times)| times).fold(1.0_f64, |a, b| a.max(*b));
    let scale = Scale { most: most as f64, decades: (longest / LEAST).log10().ceil().max(1.0) };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Processor time against the number of problems decided\">\n"
    );
    grid(&mut svg, &scale);
    for (index, (_, times)) in solvers.iter().enumerate() {
        let mut times = times.clone();
        times.sort_by(f64::total_cmp);
        curve(&mut svg, &scale, &times, index);
    }
    svg + "</svg>\n"
}

struct Scale {
    most: f64,
    decades: f64,
}

impl Scale {
    fn x(&self, count: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * count / self.most
    }

    fn y(&self, time: f64) -> f64 {
        let share = (time.max(LEAST) / LEAST).log10() / self.decades;
        ABOVE + (HEIGHT - ABOVE - BELOW) * (1.0 - share)
    }
}

fn grid(svg: &mut String, scale: &Scale) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BELOW);
    let mut time = LEAST;
    for _ in 0..=scale.decades as u32 {
        let y = scale.y(time);
        let label = if time < 0.9 {
            format!("{} s", (time * 1000.0).round() / 1000.0)
        } else {
            format!("{time:.0} s")
        };
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 6.0,
            y + 4.0
        );
        time *= 10.0;
    }
    let step = round_step(scale.most);
    let mut count = 0.0;
    while count <= scale.most {
        let x = scale.x(count);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{count:.0}</text>",
            bottom + 16.0
        );
        count += step;
    }
    let middle = f64::midpoint(LEFT, right);
    let _ = writeln!(
        svg,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">problems decided</text>",
        HEIGHT - 6.0
    );
}

/// A distance for at most ten numbers.
fn round_step(most: f64) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].iter().cycle() {
        if most / step <= 8.0 {
            break;
        }
        step *= factor;
    }
    step
}

fn curve(svg: &mut String, scale: &Scale, times: &[f64], index: usize) {
    let colour = colour(index);
    let points: Vec<String> = times
        .iter()
        .enumerate()
        .map(|(index, time)| format!("{:.1},{:.1}", scale.x(index as f64 + 1.0), scale.y(*time)))
        .collect();
    let _ = match points.as_slice() {
        [] => Ok(()),
        [point] => {
            let (x, y) = point.split_once(',').unwrap_or(("0", "0"));
            writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" style=\"fill:{colour}\"/>")
        }
        _ => {
            let points = points.join(" ");
            writeln!(svg, "<polyline class=\"curve\" style=\"stroke:{colour}\" points=\"{points}\"/>")
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_solver_has_its_curve() {
        let svg = cactus(&[("tress", vec![0.2, 0.001, 3.0]), ("z3", vec![1.0]), ("none", Vec::new())]);
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (1, 1));
        assert!(svg.contains("10 s") && svg.contains("0.01 s") && !svg.contains("NaN"), "{svg}");
        assert!(!cactus(&[]).contains("NaN"));
    }

    #[test]
    fn numbers_keep_their_distance() {
        assert_eq!([1.0, 8.0, 9.0, 20.0, 100.0, 1867.0].map(round_step), [1.0, 1.0, 2.0, 5.0, 20.0, 500.0]);
    }
}
