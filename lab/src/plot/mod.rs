//! SVG pictures of results: lines, points and bars, with axes and a legend.
//!
//! Enters: named series of numbers. Leaves: the text of an SVG file that stands alone. Numbers
//! that cannot be shown (not finite, or not positive on a logarithmic axis) are left out.

mod axis;

use std::fmt::Write;

use tress_base::markup;

use axis::Axis;

/// How a series is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Points joined by straight lines.
    Line,
    /// Points alone.
    Points,
    /// One bar for each point, next to those of the other series.
    Bars,
}

#[derive(Clone, Debug)]
struct Series {
    name: String,
    mark: Mark,
    points: Vec<(f64, f64)>,
}

/// A picture that grows series by series.
#[derive(Clone, Debug)]
pub struct Plot {
    title: String,
    labels: [String; 2],
    logarithmic: [bool; 2],
    diagonal: bool,
    categories: Vec<String>,
    series: Vec<Series>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const MARGIN: f64 = 8.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 590.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 390.0;
/// Points of a line that are closer than this are one.
const EYESIGHT: f64 = 1.5;
/// Colours that stay apart for most eyes (Okabe and Ito, 2008).
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#f0e442"];

impl Plot {
    /// A picture without series, with the labels of both axes.
    #[must_use]
    pub fn new(title: &str, x: &str, y: &str) -> Self {
        Self {
            title: title.to_owned(),
            labels: [x.to_owned(), y.to_owned()],
            logarithmic: [false; 2],
            diagonal: false,
            categories: Vec::new(),
            series: Vec::new(),
        }
    }

    /// Makes axes logarithmic.
    #[must_use]
    pub fn logarithmic(mut self, x: bool, y: bool) -> Self {
        self.logarithmic = [x, y];
        self
    }

    /// Adds the line where both axes are equal.
    #[must_use]
    pub fn with_diagonal(mut self) -> Self {
        self.diagonal = true;
        self
    }

    /// Writes names under the positions 0, 1, … of the first axis, instead of numbers.
    #[must_use]
    pub fn with_categories<T: ToString>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.categories = names.into_iter().map(|name| name.to_string()).collect();
        self
    }

    /// Adds a series.
    pub fn add(&mut self, name: &str, mark: Mark, points: impl IntoIterator<Item = (f64, f64)>) {
        let shown = |(x, y): &(f64, f64)| {
            let fits = |n: f64, log: bool| n.is_finite() && (!log || n > 0.0);
            fits(*x, self.logarithmic[0]) && fits(*y, self.logarithmic[1])
        };
        let points = points.into_iter().filter(shown).collect();
        self.series.push(Series { name: name.to_owned(), mark, points });
    }

    /// Adds a cactus line: how many cases are done within each time.
    pub fn add_cactus(&mut self, name: &str, times: &[f64]) {
        let mut times: Vec<f64> = times.to_vec();
        times.sort_by(f64::total_cmp);
        let points: Vec<(f64, f64)> =
            times.into_iter().enumerate().map(|(place, time)| ((place + 1) as f64, time)).collect();
        self.add(name, Mark::Line, points);
    }

    /// The text of the SVG file.
    #[must_use]
    pub fn svg(&self) -> String {
        let [x, y] = self.axes();
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        label(&mut text, (LEFT + RIGHT) / 2.0, 22.0, "middle", 15, &self.title);
        self.write_frame(&mut text, &x, &y);
        if self.diagonal {
            let (low, high) = (x.low.max(y.low), x.high.min(y.high));
            let ends = [(x.place(low), y.place(low)), (x.place(high), y.place(high))];
            write_line(&mut text, &ends, "#999999");
        }
        for (number, series) in self.series.iter().enumerate() {
            self.write_series(&mut text, &x, &y, number, series);
        }
        text.push_str("</svg>\n");
        text
    }

    fn axes(&self) -> [Axis; 2] {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let has_bars = self.series.iter().any(|series| series.mark == Mark::Bars);
        let (mut xs, mut ys): (Vec<f64>, Vec<f64>) = points().copied().unzip();
        if !self.categories.is_empty() {
            xs.extend([-0.5, self.categories.len() as f64 - 0.5]);
        }
        if has_bars && !self.logarithmic[1] {
            ys.push(0.0);
        }
        if self.diagonal {
            let all: Vec<f64> = xs.iter().chain(&ys).copied().collect();
            (xs, ys) = (all.clone(), all);
        }
        let exact = !self.categories.is_empty();
        [
            Axis::new(&xs, self.logarithmic[0], exact, LEFT, RIGHT),
            Axis::new(&ys, self.logarithmic[1], false, BOTTOM, TOP),
        ]
    }

    fn write_frame(&self, text: &mut String, x: &Axis, y: &Axis) {
        write_line(text, &[(LEFT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)], "black");
        for tick in y.ticks() {
            let at = y.place(tick);
            write_line(text, &[(LEFT, at), (RIGHT, at)], "#e5e5e5");
            label(text, LEFT - 6.0, at + 4.0, "end", 12, &axis::number_text(tick));
        }
        if self.categories.is_empty() {
            for tick in x.ticks() {
                label(text, x.place(tick), BOTTOM + 18.0, "middle", 12, &axis::number_text(tick));
            }
        }
        for (place, name) in self.categories.iter().enumerate() {
            label(text, x.place(place as f64), BOTTOM + 18.0, "middle", 11, name);
        }
        label(text, (LEFT + RIGHT) / 2.0, HEIGHT - 24.0, "middle", 13, &self.labels[0]);
        label(text, MARGIN, TOP - 8.0, "start", 13, &self.labels[1]);
    }

    fn write_series(&self, text: &mut String, x: &Axis, y: &Axis, number: usize, series: &Series) {
        let colour = COLOURS[number % COLOURS.len()];
        let places: Vec<(f64, f64)> =
            series.points.iter().map(|(px, py)| (x.place(*px), y.place(*py))).collect();
        match series.mark {
            Mark::Line => write_line(text, &thinned(&places), colour),
            Mark::Points => {
                for (cx, cy) in &places {
                    // Writing to a string cannot fail, here and below.
                    let _ = writeln!(
                        text,
                        "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"2.5\" fill=\"{colour}\" fill-opacity=\"0.7\"/>"
                    );
                }
            }
            Mark::Bars => {
                let whole = (x.place(1.0) - x.place(0.0)).abs() * 0.8;
                let width = whole / self.series.len() as f64;
                for (cx, cy) in &places {
                    let left = cx - whole / 2.0 + width * number as f64;
                    let height = (BOTTOM - cy).max(0.0);
                    let _ = writeln!(
                        text,
                        "<rect x=\"{left:.1}\" y=\"{cy:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
                    );
                }
            }
        }
        let at = TOP + 18.0 * number as f64;
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{at}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>",
            RIGHT + 14.0
        );
        label(text, RIGHT + 32.0, at + 11.0, "start", 12, &series.name);
    }
}

/// The positions without those that an eye cannot distinguish from the one before; both ends stay.
fn thinned(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for (number, place) in places.iter().enumerate() {
        let apart = |last: &(f64, f64)| (place.0 - last.0).abs().max((place.1 - last.1).abs()) >= EYESIGHT;
        if number + 1 == places.len() || kept.last().is_none_or(apart) {
            kept.push(*place);
        }
    }
    kept
}

fn write_line(text: &mut String, places: &[(f64, f64)], colour: &str) {
    let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
        points.join(" ")
    );
}

fn label(text: &mut String, x: f64, y: f64, anchor: &str, size: u32, words: &str) {
    let words = markup(words);
    let _ = writeln!(
        text,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{words}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every opened element is closed, in order; enough to catch a forgotten end or quote.
    fn assert_well_formed(svg: &str) {
        let mut open: Vec<&str> = Vec::new();
        for piece in svg.split('<').skip(1) {
            let (tag, rest) = piece.split_once('>').expect("a tag ends");
            assert!(!rest.contains('>') && tag.matches('"').count() % 2 == 0, "{piece}");
            let name = tag.split_whitespace().next().expect("a name");
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name)),
                None if !tag.ends_with('/') => open.push(name),
                None => {}
            }
        }
        assert!(open.is_empty());
    }

    #[test]
    fn every_mark_gives_well_formed_text() {
        let mut plot = Plot::new("a < b & c", "x", "seconds").with_categories(["one", "two"]);
        plot.add("bars", Mark::Bars, [(0.0, 1.0), (1.0, 3.0)]);
        plot.add("line", Mark::Line, [(0.0, 2.0), (1.0, 2.5)]);
        plot.add("dots", Mark::Points, [(0.0, 0.5)]);
        let svg = plot.svg();
        assert_well_formed(&svg);
        assert!(svg.contains("a &lt; b &amp; c") && svg.contains(">two<"));
        assert_eq!(svg.matches("<circle").count(), 1);
        // The background, three legend boxes and two bars.
        assert_eq!(svg.matches("<rect").count(), 6);
    }

    #[test]
    fn numbers_that_cannot_be_shown_are_left_out() {
        let mut plot = Plot::new("", "", "").logarithmic(true, true).with_diagonal();
        plot.add("dots", Mark::Points, [(0.0, 1.0), (1.0, -1.0), (f64::NAN, 1.0), (2.0, 10.0)]);
        let svg = plot.svg();
        assert_well_formed(&svg);
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn an_empty_plot_is_a_frame() {
        assert_well_formed(&Plot::new("nothing", "x", "y").svg());
    }

    #[test]
    fn long_lines_are_thinned() {
        let mut plot = Plot::new("", "", "");
        plot.add_cactus("t", &[0.01; 100_000]);
        assert!(plot.svg().len() < 10_000);
        let places = [(0.0, 0.0), (1.0, 1.0), (1.0, 2.0), (1.5, 2.0)];
        assert_eq!(thinned(&places), [(0.0, 0.0), (1.0, 2.0), (1.5, 2.0)]);
        assert_eq!(thinned(&[]), []);
    }

    #[test]
    fn a_cactus_line_is_sorted() {
        let mut plot = Plot::new("", "", "");
        plot.add_cactus("t", &[3.0, 1.0, 2.0]);
        assert_eq!(plot.series[0].points, [(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]);
    }
}
