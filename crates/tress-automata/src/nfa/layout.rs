//! Where the parts of a picture of an automaton stand.
//!
//! Enters: an automaton with the labels of its edges. Leaves: a position for every state, a curve for every
//! edge, a box for every label. States stand in the column of their distance from the start. Curves keep away
//! from states that they do not join and from each other, as far as a few bends allow. Boxes of labels never
//! lie on one another nor on states; where there is space, not on curves either.

use rustc_hash::FxHashMap;

use super::Nfa;

/// A position in the picture: to the right, and down.
pub(super) type Point = (f64, f64);

/// The size of the circle of a state.
pub(super) const RADIUS: f64 = 18.0;
/// Height of a line of text.
const TEXT_HEIGHT: f64 = 14.0;
/// Width of a character of text.
const CHAR_WIDTH: f64 = 7.5;
/// Distance between two rows.
const ROW: f64 = 100.0;
/// Between columns there is space for the widest label and this much more.
const COLUMN_ROOM: f64 = 84.0;
/// Automata with more edges get the first bend that is possible.
const MOST_BENT: usize = 4_000;
/// How far curves are bent, in the order in which it is tried.
const BENDS: [f64; 11] = [0.0, 24.0, -24.0, 48.0, -48.0, 76.0, -76.0, 110.0, -110.0, 160.0, -160.0];
/// Along an edge, a label is tried at these parts of the way.
const ALONG: [f64; 7] = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];
/// Labels move away from their edge in steps of this size.
const STEP_AWAY: f64 = 12.0;
/// The number of steps before a label is put where it is.
const STEPS_AWAY: u32 = 200;

/// A cubic curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve(pub(super) [Point; 4]);

/// A label: its middle and half its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    pub(super) middle: Point,
    pub(super) half: Point,
}

/// An edge of the picture.
pub(super) struct DrawnEdge {
    pub(super) text: String,
    pub(super) curve: Curve,
    pub(super) label: Label,
}

/// The whole picture.
pub(super) struct Layout {
    pub(super) states: Vec<Point>,
    pub(super) edges: Vec<DrawnEdge>,
}

impl Curve {
    fn at(&self, t: f64) -> Point {
        let s = 1.0 - t;
        let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        let sum = |part: fn(&Point) -> f64| self.0.iter().zip(weights).map(|(p, w)| part(p) * w).sum();
        (sum(|p| p.0), sum(|p| p.1))
    }

    /// Points on the curve, close to each other.
    pub(super) fn points(&self) -> Vec<Point> {
        let length: f64 = self.0.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
        let count = (length / 8.0).ceil().max(4.0);
        (0..=count as u32).map(|index| self.at(f64::from(index) / count)).collect()
    }

    /// From one circle to another, bent to the left of its direction by about `bend`.
    fn between(from: Point, to: Point, bend: f64) -> Curve {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let control = (
            f64::midpoint(from.0, to.0) + dy / length * 2.0 * bend,
            f64::midpoint(from.1, to.1) - dx / length * 2.0 * bend,
        );
        let (start, end) = (towards(from, control, RADIUS), towards(to, control, RADIUS + 1.0));
        let third =
            |end: Point| (end.0 + (control.0 - end.0) * 2.0 / 3.0, end.1 + (control.1 - end.1) * 2.0 / 3.0);
        Curve([start, third(start), third(end), end])
    }

    /// From a state to itself, above it.
    fn around((x, y): Point) -> Curve {
        let top = y - RADIUS;
        Curve([(x - 7.0, top + 1.5), (x - 24.0, top - 38.0), (x + 24.0, top - 38.0), (x + 7.0, top + 1.5)])
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

fn towards(from: Point, to: Point, step: f64) -> Point {
    let length = distance(from, to).max(1.0);
    (from.0 + (to.0 - from.0) / length * step, from.1 + (to.1 - from.1) / length * step)
}

impl Label {
    fn overlaps(&self, other: &Label) -> bool {
        (self.middle.0 - other.middle.0).abs() < self.half.0 + other.half.0
            && (self.middle.1 - other.middle.1).abs() < self.half.1 + other.half.1
    }

    fn holds(&self, point: Point) -> bool {
        (self.middle.0 - point.0).abs() < self.half.0 && (self.middle.1 - point.1).abs() < self.half.1
    }
}

/// Things by the cells of a grid, so that only neighbours are looked at.
struct Grid<T>(FxHashMap<(i32, i32), Vec<T>>);

const CELL: f64 = 48.0;

impl<T: Copy> Grid<T> {
    fn new() -> Self {
        Self(FxHashMap::default())
    }

    fn cells(middle: Point, half: Point) -> impl Iterator<Item = (i32, i32)> {
        let cell = |value: f64| (value / CELL).floor() as i32;
        let rows = cell(middle.1 - half.1)..=cell(middle.1 + half.1);
        rows.flat_map(move |row| {
            (cell(middle.0 - half.0)..=cell(middle.0 + half.0)).map(move |column| (column, row))
        })
    }

    fn put(&mut self, middle: Point, half: Point, thing: T) {
        for cell in Self::cells(middle, half) {
            self.0.entry(cell).or_default().push(thing);
        }
    }

    /// Things whose cells touch the box; some more than once.
    fn near(&self, middle: Point, half: Point) -> impl Iterator<Item = T> + '_ {
        Self::cells(middle, half).filter_map(|cell| self.0.get(&cell)).flatten().copied()
    }
}

impl Layout {
    /// The picture of `nfa`, whose edges have these labels: state, target, text.
    pub(super) fn new(nfa: &Nfa, edges: Vec<(u32, u32, String)>) -> Layout {
        let width = |text: &str| text.chars().count() as f64 * CHAR_WIDTH;
        let widest = edges.iter().map(|(_, _, text)| width(text)).fold(0.0, f64::max);
        let states = positions(nfa, (widest + COLUMN_ROOM).max(130.0));
        let curves = curves(&states, &edges);
        let mut obstacles = Obstacles::new(&states, &curves);
        let edges = edges.into_iter().zip(curves).map(|((from, to, text), curve)| {
            let half = (width(&text) / 2.0 + 2.0, TEXT_HEIGHT / 2.0);
            let label = obstacles.label(&curve, half, from == to);
            DrawnEdge { text, curve, label }
        });
        Layout { edges: edges.collect(), states }
    }

    /// The corners of the picture: top left, and bottom right.
    pub(super) fn corners(&self) -> (Point, Point) {
        let around = |(x, y): Point, (a, b): Point| [(x - a, y - b), (x + a, y + b)];
        // On the left there may be the arrow of a start state.
        let arrows = self.states.iter().map(|&(x, y)| (x - RADIUS - 32.0, y));
        let states = self.states.iter().flat_map(|&state| around(state, (RADIUS, RADIUS)));
        let curves = self.edges.iter().flat_map(|edge| edge.curve.points());
        let labels = self.edges.iter().flat_map(|edge| around(edge.label.middle, edge.label.half));
        let start = ((0.0, 0.0), (0.0, 0.0));
        let (low, high) =
            arrows.chain(states).chain(curves).chain(labels).fold(start, |(low, high), (x, y)| {
                ((f64::min(low.0, x), f64::min(low.1, y)), (f64::max(high.0, x), f64::max(high.1, y)))
            });
        ((low.0.floor() - 8.0, low.1.floor() - 8.0), (high.0.ceil() + 8.0, high.1.ceil() + 8.0))
    }
}

/// The centre of each state: columns by distance from the start, in a column by the rows of those it is
/// reached from.
fn positions(nfa: &Nfa, column_width: f64) -> Vec<Point> {
    let mut rows: Vec<Option<f64>> = vec![None; nfa.states() as usize];
    let mut positions = vec![(0.0, 0.0); rows.len()];
    let reached = nfa.reachable(nfa.initial().iter().copied());
    let mut leftover: Vec<u32> = reached.zeroes().map(|state| state as u32).collect();
    let mut layer: Vec<u32> = nfa.initial().to_vec();
    let mut column = 0.0;
    loop {
        if layer.is_empty() {
            layer = std::mem::take(&mut leftover);
        }
        if layer.is_empty() {
            return positions;
        }
        let middle = (layer.len() as f64 - 1.0) / 2.0;
        for (index, &state) in layer.iter().enumerate() {
            let row = index as f64 - middle;
            rows[state as usize] = Some(row);
            positions[state as usize] = (column * column_width, row * ROW);
        }
        // The sum of the rows from which a state is reached, and how many these are.
        let mut next: std::collections::BTreeMap<u32, (f64, f64)> = std::collections::BTreeMap::new();
        for &state in &layer {
            let row = rows[state as usize].unwrap_or(0.0);
            for edge in nfa.edges(state).iter().filter(|edge| rows[edge.target as usize].is_none()) {
                let (sum, count) = next.entry(edge.target).or_default();
                *sum += row;
                *count += 1.0;
            }
        }
        let mut ordered: Vec<(f64, u32)> =
            next.into_iter().map(|(state, (sum, count))| (sum / count, state)).collect();
        ordered.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        layer = ordered.into_iter().map(|(_, state)| state).collect();
        column += 1.0;
    }
}

/// A curve for every edge.
fn curves(states: &[Point], edges: &[(u32, u32, String)]) -> Vec<Curve> {
    let mut circles = Grid::new();
    for &state in states {
        circles.put(state, (RADIUS, RADIUS), state);
    }
    let pairs: rustc_hash::FxHashSet<(u32, u32)> = edges.iter().map(|&(from, to, _)| (from, to)).collect();
    let mut drawn: Grid<Point> = Grid::new();
    let mut curves = Vec::with_capacity(edges.len());
    for &(from, to, _) in edges {
        let (a, b) = (states[from as usize], states[to as usize]);
        let bends: Vec<f64> = if b.0 <= a.0 {
            // Back and within a column: below what goes forward.
            BENDS.iter().skip(1).step_by(2).chain(BENDS.iter().skip(2).step_by(2)).copied().collect()
        } else if pairs.contains(&(to, from)) {
            BENDS[1..].to_vec()
        } else {
            BENDS.to_vec()
        };
        let bends = if edges.len() > MOST_BENT { &bends[..1] } else { &bends[..] };
        let choices = bends.iter().map(|&bend| {
            let curve = Curve::between(a, b, bend);
            (cost(&curve, (a, b), &circles, &drawn) + bend.abs() / 10.0, curve)
        });
        let best = choices.min_by(|x, y| x.0.total_cmp(&y.0)).map(|(_, curve)| curve);
        let curve = if from == to { Curve::around(a) } else { best.unwrap_or(Curve::between(a, b, 0.0)) };
        for point in curve.points() {
            drawn.put(point, (0.0, 0.0), point);
        }
        curves.push(curve);
    }
    curves
}

/// How badly a curve gets into the way of states and of other curves.
fn cost(curve: &Curve, (from, to): (Point, Point), circles: &Grid<Point>, drawn: &Grid<Point>) -> f64 {
    let near = (RADIUS + 6.0, RADIUS + 6.0);
    let mut cost = 0.0;
    for point in curve.points() {
        let hits = |circle: &Point| *circle != from && *circle != to && distance(*circle, point) < near.0;
        if circles.near(point, near).any(|circle| hits(&circle)) {
            cost += 50.0;
        }
        let at_end = distance(from, point) < 2.0 * RADIUS || distance(to, point) < 2.0 * RADIUS;
        if !at_end && drawn.near(point, (5.0, 5.0)).any(|other| distance(other, point) < 5.0) {
            cost += 2.0;
        }
    }
    cost
}

/// What a new label must not lie on, and what it had better not.
struct Obstacles {
    taken: Grid<Label>,
    curves: Grid<Point>,
}

impl Obstacles {
    fn new(states: &[Point], drawn: &[Curve]) -> Self {
        let mut obstacles = Obstacles { taken: Grid::new(), curves: Grid::new() };
        for &middle in states {
            let half = (RADIUS + 1.0, RADIUS + 1.0);
            obstacles.taken.put(middle, half, Label { middle, half });
        }
        for point in drawn.iter().flat_map(Curve::points) {
            obstacles.curves.put(point, (0.0, 0.0), point);
        }
        obstacles
    }

    /// The position of a label next to its curve: as near as there is space, best where no curve is crossed.
    fn label(&mut self, curve: &Curve, half: Point, is_loop: bool) -> Label {
        let mut chosen = self.next_to(curve, half, 0.0, is_loop);
        let mut steps = 0;
        while chosen.is_none() && steps < STEPS_AWAY {
            steps += 1;
            chosen = self.next_to(curve, half, f64::from(steps) * STEP_AWAY, is_loop);
        }
        let label = chosen.unwrap_or(Label { middle: curve.at(0.5), half });
        self.taken.put(label.middle, label.half, label);
        label
    }

    /// The best free position at this distance.
    fn next_to(&self, curve: &Curve, half: Point, away: f64, is_loop: bool) -> Option<Label> {
        let mut best: Option<(usize, Label)> = None;
        let along = if is_loop { &ALONG[..1] } else { &ALONG[..] };
        for &t in along {
            let (before, here, after) = (curve.at(t - 0.02), curve.at(t), curve.at(t + 0.02));
            let length = distance(before, after).max(f64::MIN_POSITIVE);
            let normal = ((after.1 - before.1) / length, -(after.0 - before.0) / length);
            let gap = normal.0.abs() * half.0 + normal.1.abs() * half.1 + 2.0 + away;
            for side in [gap, -gap] {
                let label = Label { middle: (here.0 + normal.0 * side, here.1 + normal.1 * side), half };
                if self.taken.near(label.middle, half).any(|other| label.overlaps(&other)) {
                    continue;
                }
                let crossed =
                    self.curves.near(label.middle, half).filter(|&point| label.holds(point)).count();
                if best.is_none_or(|(least, _)| crossed < least) {
                    best = Some((crossed, label));
                }
            }
        }
        best.map(|(_, label)| label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::Ast;
    use crate::regex::RegexStore;
    use tress_base::{Budget, Random};

    /// No label lies on another or on a state, whatever the automaton.
    #[test]
    fn labels_do_not_lie_on_one_another() {
        let mut random = Random::new(71);
        let budget = Budget::unlimited();
        for _ in 0..300 {
            let size = random.below(14);
            let ast = Ast::random(&mut random, size);
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            let Some(nfa) = Nfa::from_regex(&mut store, r, 60, &budget).unwrap() else { continue };
            let mut edges = Vec::new();
            for state in 0..nfa.states() {
                for (target, _) in nfa.edges_by_target(state) {
                    edges.push((state, target, "x".repeat(1 + random.below(24))));
                }
            }
            let layout = Layout::new(&nfa, edges);
            let labels: Vec<Label> = layout.edges.iter().map(|edge| edge.label).collect();
            for (index, label) in labels.iter().enumerate() {
                assert!(!labels[..index].iter().any(|other| label.overlaps(other)), "{ast:?}");
                for &(x, y) in &layout.states {
                    let dx = ((x - label.middle.0).abs() - label.half.0).max(0.0);
                    let dy = ((y - label.middle.1).abs() - label.half.1).max(0.0);
                    assert!(dx.hypot(dy) >= RADIUS, "{ast:?}");
                }
            }
        }
    }

    /// Curves that join no state do not run through it when there is a way around.
    #[test]
    fn edges_go_around_states() {
        let nfa: Nfa = "nfa 3\ninitial 0\naccepting 2\n0 61 1\n1 61 2\n0 62 2\n2 63 0\n".parse().unwrap();
        let text = |from, to| (from, to, "a".to_owned());
        let layout = Layout::new(&nfa, vec![text(0, 1), text(1, 2), text(0, 2), text(2, 0)]);
        // 0 and 1 and 2: all targets of 0 stand in its next column.
        for (edge, others) in layout.edges.iter().zip([[2], [0], [1], [1]]) {
            for other in others {
                let middle = layout.states[other];
                assert!(edge.curve.points().iter().all(|&point| distance(point, middle) > RADIUS));
            }
        }
    }
}
