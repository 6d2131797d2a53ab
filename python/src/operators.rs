//! Operators on nodes: which sorts fit, and what comes out. The rows are those of the language's one table.

use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::PyString;
use rustc_hash::FxHashMap;
use tress_term::term::{self, Op, Shape, Theory};

use crate::errors;
use crate::node::{Kind, Node};
use crate::sorts::Sort;
use crate::terms::Term;
use crate::values::literal;

/// The operator of this name.
pub(crate) fn operator(py: Python<'_>, name: &str) -> PyResult<Op> {
    static NAMES: OnceLock<FxHashMap<&'static str, Op>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let rows = Op::all().filter(|op| !op.has_own_form()).map(Op::info);
        rows.flat_map(|row| row.aliases.iter().copied().chain([row.name]).map(|name| (name, row.op)))
            .collect()
    });
    names.get(name).copied().ok_or_else(|| errors::name(py, &format!("no operator is called {name}")))
}

/// A sort of the table of operators.
fn table_sort(sort: term::Sort) -> Sort {
    match sort {
        term::Sort::Bool => Sort::Bool,
        term::Sort::Int => Sort::Int,
        term::Sort::Real => Sort::Real,
        term::Sort::String => Sort::String,
        term::Sort::BitVec(width) => Sort::BitVec(width),
        _ => Sort::RegLan,
    }
}

/// An operator applied to terms and Python values.
pub(crate) fn apply(
    py: Python<'_>,
    op: Op,
    indices: Vec<u32>,
    arguments: &[Bound<'_, PyAny>],
) -> PyResult<Arc<Node>> {
    let op = match op.info().theory {
        Theory::Sequences if arguments.iter().any(is_string) => op.on_strings().unwrap_or(op),
        _ => op,
    };
    let nodes = coerced(py, op, arguments)?;
    combine(op, indices, nodes).map_err(|message| errors::sort(py, &message))
}

/// Is it a string, as a term or as a value? Strings are sequences too.
fn is_string(argument: &Bound<'_, PyAny>) -> bool {
    match argument.cast::<Term>() {
        Ok(term) => term.get().0.sort == Sort::String,
        Err(_) => argument.is_instance_of::<PyString>(),
    }
}

/// An operator applied to nodes, or what does not fit.
pub(crate) fn combine(op: Op, indices: Vec<u32>, mut nodes: Vec<Arc<Node>>) -> Result<Arc<Node>, String> {
    if !op.info().indices.allow(indices.len()) {
        return Err(format!("{} does not take {} indices", op.name(), indices.len()));
    }
    if matches!(
        op.info().shape,
        Shape::Same | Shape::Conditional | Shape::Arithmetic | Shape::Minus | Shape::Comparison
    ) || op == Op::RealDiv
    {
        promote(&mut nodes, op == Op::RealDiv);
    }
    let sort = result_sort(op, &indices, &nodes)?;
    Ok(Node::new(Kind::Operator(op, indices), nodes, sort))
}

/// Whole numbers next to reals are reals.
fn promote(nodes: &mut [Arc<Node>], always: bool) {
    if !always && !nodes.iter().any(|node| node.sort == Sort::Real) {
        return;
    }
    for node in nodes.iter_mut().filter(|node| node.sort == Sort::Int) {
        *node = Node::new(Kind::Operator(Op::ToReal, Vec::new()), vec![node.clone()], Sort::Real);
    }
}

/// Arguments as nodes. A Python value has the sort that the operator wants there, or that of the terms next
/// to it.
fn coerced(py: Python<'_>, op: Op, arguments: &[Bound<'_, PyAny>]) -> PyResult<Vec<Arc<Node>>> {
    let term = |argument: &Bound<'_, PyAny>| argument.cast::<Term>().ok().map(|term| term.get().0.clone());
    let known: Vec<Option<Arc<Node>>> = arguments.iter().map(term).collect();
    let wanted_at = |index: usize| -> Option<Sort> {
        match (op.info().shape, op.info().theory) {
            (Shape::Fixed(sorts, _), _) => sorts.get(index).map(|sort| table_sort(*sort)),
            (Shape::Many(sort) | Shape::Pairs(sort) | Shape::Chain(sort), _) => Some(table_sort(sort)),
            (Shape::Conditional, _) if index == 0 => Some(Sort::Bool),
            (Shape::Conditional, _) => common(&known[1..]),
            (_, Theory::Arrays) => match (&known.first()?.as_ref()?.sort, index) {
                (Sort::Array(parts), 1) => Some(parts.0.clone()),
                (Sort::Array(parts), _) => Some(parts.1.clone()),
                _ => None,
            },
            (_, Theory::Sequences) => None,
            _ => common(&known),
        }
    };
    let mut nodes = Vec::with_capacity(arguments.len());
    for (index, argument) in arguments.iter().enumerate() {
        if let Some(node) = &known[index] {
            nodes.push(node.clone());
            continue;
        }
        let wanted = wanted_at(index);
        let node = literal(argument, wanted.as_ref())?;
        nodes.push(node.ok_or_else(|| {
            let what = argument.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
            let hint = if wanted == Some(Sort::RegLan) { "; Re(…) makes one of a text" } else { "" };
            errors::sort(
                py,
                &format!("{}: argument {} is a {what}, which is no term{hint}", op.name(), index + 1),
            )
        })?);
    }
    Ok(nodes)
}

/// The sort that Python values next to these terms have: that of the first, but Real when one is.
fn common(known: &[Option<Arc<Node>>]) -> Option<Sort> {
    let mut sorts = known.iter().flatten().map(|node| &node.sort);
    let first = sorts.clone().next()?.clone();
    Some(if sorts.any(|sort| *sort == Sort::Real) { Sort::Real } else { first })
}

fn wrong(op: Op, index: usize, node: &Node, wanted: &str) -> String {
    format!("{}: argument {} has sort {}, not {wanted}", op.name(), index + 1, node.sort)
}

fn count(op: Op, nodes: &[Arc<Node>], low: usize, high: usize) -> Result<(), String> {
    if (low..=high).contains(&nodes.len()) {
        return Ok(());
    }
    let wanted = if low == high { low.to_string() } else { format!("at least {low}") };
    Err(format!("{} takes {wanted} arguments, not {}", op.name(), nodes.len()))
}

fn expect(op: Op, nodes: &[Arc<Node>], from: usize, sort: &Sort) -> Result<(), String> {
    match nodes.iter().enumerate().skip(from).find(|(_, node)| node.sort != *sort) {
        None => Ok(()),
        Some((index, node)) => Err(wrong(op, index, node, &sort.to_string())),
    }
}

const ANY: usize = usize::MAX;

/// The sort of an application, if its arguments fit.
fn result_sort(op: Op, indices: &[u32], nodes: &[Arc<Node>]) -> Result<Sort, String> {
    match op.info().shape {
        Shape::Fixed(sorts, result) => {
            count(op, nodes, sorts.len(), sorts.len())?;
            for (index, (node, sort)) in nodes.iter().zip(sorts).enumerate() {
                let wanted = table_sort(*sort);
                if node.sort != wanted {
                    return Err(wrong(op, index, node, &wanted.to_string()));
                }
            }
            Ok(table_sort(result))
        }
        Shape::Many(sort) => {
            count(op, nodes, 1, ANY)?;
            expect(op, nodes, 0, &table_sort(sort)).map(|()| table_sort(sort))
        }
        Shape::Pairs(sort) => {
            count(op, nodes, 1, ANY)?;
            if nodes.len().is_multiple_of(2) {
                return Err(format!("{} takes one argument and then pairs", op.name()));
            }
            expect(op, nodes, 0, &table_sort(sort)).map(|()| table_sort(sort))
        }
        Shape::Chain(sort) => {
            count(op, nodes, 2, ANY)?;
            expect(op, nodes, 0, &table_sort(sort)).map(|()| Sort::Bool)
        }
        Shape::Same => {
            count(op, nodes, 2, ANY)?;
            expect(op, nodes, 1, &nodes[0].sort).map(|()| Sort::Bool)
        }
        Shape::Conditional => {
            count(op, nodes, 3, 3)?;
            expect(op, &nodes[..1], 0, &Sort::Bool)?;
            expect(op, nodes, 2, &nodes[1].sort).map(|()| nodes[1].sort.clone())
        }
        Shape::Arithmetic | Shape::Minus | Shape::Comparison => numbers(op, nodes),
        Shape::Own(_) => match op.info().theory {
            Theory::Arrays => arrays(op, nodes),
            Theory::Sequences => sequences(op, nodes),
            _ => bits(op, indices, nodes),
        },
    }
}

fn numbers(op: Op, nodes: &[Arc<Node>]) -> Result<Sort, String> {
    let is_comparison = op.info().shape == Shape::Comparison;
    count(op, nodes, if is_comparison { 2 } else { 1 }, ANY)?;
    if !nodes[0].sort.is_numeric() {
        return Err(wrong(op, 0, &nodes[0], "Int or Real"));
    }
    expect(op, nodes, 1, &nodes[0].sort)?;
    Ok(if is_comparison { Sort::Bool } else { nodes[0].sort.clone() })
}

fn arrays(op: Op, nodes: &[Arc<Node>]) -> Result<Sort, String> {
    let wanted = if op == Op::Select { 2 } else { 3 };
    count(op, nodes, wanted, wanted)?;
    let Sort::Array(parts) = &nodes[0].sort else { return Err(wrong(op, 0, &nodes[0], "an array")) };
    expect(op, &nodes[..2], 1, &parts.0)?;
    if op == Op::Select {
        return Ok(parts.1.clone());
    }
    expect(op, nodes, 2, &parts.1).map(|()| nodes[0].sort.clone())
}

fn sequences(op: Op, nodes: &[Arc<Node>]) -> Result<Sort, String> {
    count(op, nodes, 1, ANY)?;
    let seq = nodes[0].sort.clone();
    if op == Op::SeqUnit {
        count(op, nodes, 1, 1)?;
        return Ok(Sort::Seq(Arc::new(seq)));
    }
    let Sort::Seq(element) = &seq else { return Err(wrong(op, 0, &nodes[0], "a sequence")) };
    let (sorts, result): (&[&Sort], Sort) = match op {
        Op::SeqConcat => return expect(op, nodes, 1, &seq).map(|()| seq.clone()),
        Op::SeqLength => (&[], Sort::Int),
        Op::SeqNth => (&[&Sort::Int], (**element).clone()),
        Op::SeqAt => (&[&Sort::Int], seq.clone()),
        Op::SeqExtract => (&[&Sort::Int, &Sort::Int], seq.clone()),
        Op::SeqContains | Op::SeqPrefixOf | Op::SeqSuffixOf => (&[&seq], Sort::Bool),
        Op::SeqIndexOf => (&[&seq, &Sort::Int], Sort::Int),
        Op::SeqLastIndexOf => (&[&seq], Sort::Int),
        Op::SeqReplace | Op::SeqReplaceAll => (&[&seq, &seq], seq.clone()),
        Op::SeqUpdate => (&[&Sort::Int, &seq], seq.clone()),
        _ => (&[], seq.clone()),
    };
    count(op, nodes, sorts.len() + 1, sorts.len() + 1)?;
    for (index, sort) in sorts.iter().enumerate() {
        expect(op, &nodes[..index + 2], index + 1, sort)?;
    }
    Ok(result)
}

fn bits(op: Op, indices: &[u32], nodes: &[Arc<Node>]) -> Result<Sort, String> {
    if op == Op::IntToBv {
        count(op, nodes, 1, 1)?;
        expect(op, nodes, 0, &Sort::Int)?;
        return wide(u64::from(indices[0]));
    }
    count(op, nodes, 1, ANY)?;
    let mut widths = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        match node.sort {
            Sort::BitVec(width) => widths.push(u64::from(width)),
            _ => return Err(wrong(op, index, node, "a bit-vector")),
        }
    }
    if op == Op::BvConcat {
        return wide(widths.iter().sum());
    }
    expect(op, nodes, 1, &nodes[0].sort)?;
    let (width, same) = (widths[0], nodes[0].sort.clone());
    let (wanted, result) = match op {
        Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvMul => return Ok(same),
        Op::BvNot | Op::BvNeg => (1, same),
        Op::UbvToInt | Op::SbvToInt => (1, Sort::Int),
        Op::BvNego => (1, Sort::Bool),
        Op::BvComp => (2, Sort::BitVec(1)),
        Op::BvExtract => {
            let (high, low) = (u64::from(indices[0]), u64::from(indices[1]));
            if high >= width || low > high {
                return Err(format!("extract from {high} to {low} does not fit into {width} bits"));
            }
            (1, wide(high - low + 1)?)
        }
        Op::BvZeroExtend | Op::BvSignExtend => (1, wide(width + u64::from(indices[0]))?),
        Op::BvRepeat => (1, wide(width * u64::from(indices[0]))?),
        Op::BvRotateLeft | Op::BvRotateRight => (1, same),
        Op::BvNand | Op::BvNor | Op::BvXnor | Op::BvSub | Op::BvUdiv | Op::BvUrem | Op::BvSdiv => (2, same),
        Op::BvSrem | Op::BvSmod | Op::BvShl | Op::BvLshr | Op::BvAshr => (2, same),
        _ => (2, Sort::Bool),
    };
    count(op, nodes, wanted, wanted)?;
    Ok(result)
}

fn wide(width: u64) -> Result<Sort, String> {
    match u32::try_from(width) {
        Ok(width @ 1..=tress::Sort::MOST_BITS) => Ok(Sort::BitVec(width)),
        _ => Err(format!("no bit-vector has {width} bits")),
    }
}
