//! Difference constraints by shortest paths, before the simplex sees them.
//!
//! Enters: bounds on slack variables that represent `x - y`, and bounds on the variables of such
//! differences. Leaves: a negative cycle as a set of contradicting bounds, or an assignment that
//! satisfies them all; it replaces the current one when it satisfies every other bound too.
//!
//! Why: in a tableau a chain of `n` differences fills up to `n²` entries, in a graph it stays `n`
//! edges. The search starts at the edges that the current assignment violates, so that a check
//! after one assertion looks at little. Method: Goldberg and Radzik, "A heuristic improvement of
//! the Bellman-Ford algorithm", 1993: each pass goes through the nodes to be lowered in
//! topological order of the edges that are tight or violated; a cycle of those with a violated
//! edge is negative.

use tress_base::{Budget, Int, Stop};

use crate::bounds::{BoundId, Side};
use crate::definition::Term;
use crate::limits::DIFFERENCE_PASSES;
use crate::solver::Solver;
use crate::value::Value;

/// Graphs with fewer edges are left to the simplex.
const FEWEST_EDGES: usize = 8;

/// One end of a difference: the bound of `slack` on `side` limits `to` by this node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    slack: u32,
    side: Side,
    to: u32,
}

/// The differences among the client's variables, as a graph. Node 0 represents the number zero,
/// node `x + 1` for the variable `x`.
#[derive(Default, Debug)]
pub(crate) struct Differences {
    /// The edges that leave each node; whether they are in force depends on the bounds.
    edges: Vec<Vec<Edge>>,
    count: usize,
    /// Lowered potentials; empty between runs.
    lowered: Vec<Option<Value>>,
    changed: Vec<u32>,
    state: Vec<State>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Unseen,
    OnPath,
    Done,
}

/// A node on the path of the depth-first search.
struct Step {
    node: u32,
    next_edge: usize,
    /// The edge by which the search came, and whether it is violated.
    came_by: Option<(BoundId, bool)>,
}

/// Why a run ended early.
enum Interrupt {
    Cycle(Vec<BoundId>),
    Stop(Stop),
}

impl From<Stop> for Interrupt {
    fn from(stop: Stop) -> Self {
        Interrupt::Stop(stop)
    }
}

impl Differences {
    pub(crate) fn add_var(&mut self) {
        if self.edges.is_empty() {
            self.add_node();
        }
        self.add_node();
    }

    fn add_node(&mut self) {
        self.edges.push(Vec::new());
        self.lowered.push(None);
        self.state.push(State::Unseen);
    }

    /// Adds the row of `slack` when it is a difference.
    pub(crate) fn add_row(&mut self, slack: u32, row: &[Term]) {
        let Some((x, y)) = difference(slack, row) else { return };
        for node in [x, y] {
            if self.edges[node as usize].is_empty() {
                let var = node - 1;
                self.edges[0].push(Edge { slack: var, side: Side::Upper, to: node });
                self.edges[node as usize].push(Edge { slack: var, side: Side::Lower, to: 0 });
            }
        }
        self.edges[y as usize].push(Edge { slack, side: Side::Upper, to: x });
        self.edges[x as usize].push(Edge { slack, side: Side::Lower, to: y });
        self.count += 1;
    }

    /// Takes the row of `slack` out again.
    pub(crate) fn remove_row(&mut self, slack: u32, row: &[Term]) {
        let Some((x, y)) = difference(slack, row) else { return };
        for node in [x, y] {
            self.edges[node as usize].retain(|edge| edge.slack != slack);
        }
        self.count -= 1;
    }
}

/// The nodes `(x, y)` when the row says `slack = x - y`.
fn difference(slack: u32, row: &[Term]) -> Option<(u32, u32)> {
    let mut ends = row.iter().filter(|term| term.var != slack);
    let (a, b) = (ends.next()?, ends.next()?);
    let (plus, minus) = if a.coefficient.is_positive() { (a, b) } else { (b, a) };
    let is_difference =
        ends.next().is_none() && plus.coefficient.is_one() && minus.coefficient == Int::MINUS_ONE;
    is_difference.then_some((plus.var + 1, minus.var + 1))
}

impl Solver {
    /// Looks at the violated differences. `Some` is a set of contradicting bounds.
    pub(crate) fn check_differences(&mut self, budget: &Budget) -> Result<Option<Vec<BoundId>>, Stop> {
        if self.differences.count < FEWEST_EDGES {
            return Ok(None);
        }
        let starts = self.violated_nodes();
        if starts.is_empty() {
            return Ok(None);
        }
        let result = self.lower_potentials(starts, budget);
        let potentials = self.take_potentials();
        match result {
            Ok(true) => {
                self.simplex.adopt(&self.definitions, potentials);
                Ok(None)
            }
            Ok(false) => Ok(None),
            Err(Interrupt::Cycle(premises)) => Ok(Some(premises)),
            Err(Interrupt::Stop(stop)) => Err(stop),
        }
    }

    /// The nodes with violated edges. Only bounds of touched variables can be violated.
    fn violated_nodes(&self) -> Vec<u32> {
        let mut nodes = Vec::new();
        for &var in self.simplex.touched() {
            let ends = match self.definitions.row(var) {
                Some(row) => difference(var, row),
                None if self.differences.edges[var as usize + 1].is_empty() => None,
                None => Some((var + 1, 0)),
            };
            let (Some((x, y)), Some(side)) = (ends, self.simplex.violated(var)) else { continue };
            nodes.push(if side == Side::Upper { y } else { x });
        }
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Lowers potentials until no edge is violated; false when that took too long.
    fn lower_potentials(&mut self, mut nodes: Vec<u32>, budget: &Budget) -> Result<bool, Interrupt> {
        let mut is_waiting = vec![false; self.differences.edges.len()];
        for _ in 0..DIFFERENCE_PASSES.most(budget) {
            let order = self.tight_order(&nodes, budget);
            self.differences.state.fill(State::Unseen);
            nodes.clear();
            for node in order?.into_iter().rev() {
                is_waiting[node as usize] = false;
                for index in 0..self.differences.edges[node as usize].len() {
                    let edge = self.differences.edges[node as usize][index];
                    let Some((_, excess)) = self.excess(node, edge) else { continue };
                    if excess > Value::ZERO {
                        self.lower(edge.to, &excess);
                        if !std::mem::replace(&mut is_waiting[edge.to as usize], true) {
                            nodes.push(edge.to);
                        }
                    }
                }
            }
            nodes.retain(|node| is_waiting[*node as usize]);
            if nodes.is_empty() {
                return Ok(true);
            }
        }
        budget.hit(DIFFERENCE_PASSES.name());
        Ok(false)
    }

    /// By how much an edge in force is violated (positive), or how much it leaves (negative).
    fn excess(&self, from: u32, edge: Edge) -> Option<(BoundId, Value)> {
        let id = self.simplex.bounds.current(edge.slack, edge.side)?;
        let bound = &self.simplex.bounds.record(id).value;
        let mut excess = self.potential(edge.to).minus(self.potential(from));
        match edge.side {
            Side::Upper => excess.subtract(bound),
            Side::Lower => excess.add(bound),
        }
        Some((id, excess))
    }

    fn potential(&self, node: u32) -> &Value {
        match &self.differences.lowered[node as usize] {
            Some(value) => value,
            None if node == 0 => &Value::ZERO,
            None => self.simplex.value(node - 1),
        }
    }

    fn lower(&mut self, node: u32, by: &Value) {
        let new = self.potential(node).minus(by);
        if self.differences.lowered[node as usize].replace(new).is_none() {
            self.differences.changed.push(node);
        }
    }

    /// The nodes reachable from `starts` along tight or violated edges, last ones first.
    fn tight_order(&mut self, starts: &[u32], budget: &Budget) -> Result<Vec<u32>, Interrupt> {
        let mut order = Vec::new();
        let mut path: Vec<Step> = Vec::new();
        for &start in starts {
            if self.differences.state[start as usize] == State::Unseen {
                self.differences.state[start as usize] = State::OnPath;
                path.push(Step { node: start, next_edge: 0, came_by: None });
            }
            while let Some(step) = path.last_mut() {
                let node = step.node;
                let Some(&edge) = self.differences.edges[node as usize].get(step.next_edge) else {
                    self.differences.state[node as usize] = State::Done;
                    order.push(node);
                    path.pop();
                    continue;
                };
                step.next_edge += 1;
                let Some((id, excess)) = self.excess(node, edge).filter(|(_, e)| *e >= Value::ZERO) else {
                    continue;
                };
                budget.poll()?;
                let violated = excess > Value::ZERO;
                match self.differences.state[edge.to as usize] {
                    State::Done => {}
                    State::OnPath => self.cycle(&path, edge.to, id, violated)?,
                    State::Unseen => {
                        self.differences.state[edge.to as usize] = State::OnPath;
                        path.push(Step { node: edge.to, next_edge: 0, came_by: Some((id, violated)) });
                    }
                }
            }
        }
        Ok(order)
    }

    /// Looks at the cycle that the edge `id` closes; fails when it is negative.
    fn cycle(&self, path: &[Step], node: u32, id: BoundId, violated: bool) -> Result<(), Interrupt> {
        let start = path.iter().rposition(|step| step.node == node).unwrap_or(0);
        let edges: Vec<(BoundId, bool)> = path[start + 1..].iter().filter_map(|step| step.came_by).collect();
        if !violated && edges.iter().all(|(_, violated)| !violated) {
            return Ok(());
        }
        let mut premises: Vec<BoundId> = edges.iter().map(|(id, _)| *id).collect();
        premises.push(id);
        let mut room = Value::ZERO;
        for id in &premises {
            let record = self.simplex.bounds.record(*id);
            match record.side {
                Side::Lower => room.add(&record.value),
                Side::Upper => room.subtract(&record.value),
            }
        }
        for id in &mut premises {
            *id = self.simplex.loosen(*id, &Int::ONE, &Int::ONE, &mut room);
        }
        Err(Interrupt::Cycle(premises))
    }

    /// The new values of lowered variables, relative to the node of zero.
    fn take_potentials(&mut self) -> Vec<(u32, Value)> {
        let zero = self.potential(0).clone();
        let all = zero != Value::ZERO;
        let nodes = if all {
            (1..self.differences.edges.len() as u32)
                .filter(|node| !self.differences.edges[*node as usize].is_empty())
                .collect()
        } else {
            self.differences.changed.clone()
        };
        let values = nodes.into_iter().filter(|node| *node != 0);
        let values = values.map(|node| (node - 1, self.potential(node).minus(&zero))).collect();
        let Differences { lowered, changed, .. } = &mut self.differences;
        for node in changed.drain(..) {
            lowered[node as usize] = None;
        }
        values
    }
}
