//! Sort checking where sorts depend on each other: arrays, datatypes, bit-vectors, sequences.

use tress_base::Int;

use super::checked::{at_least, wrong_count};
use super::op::{Op, Theory};
use super::sort::{Sort, SortId};
use super::sorts::{Constructor, Field};
use super::store::{SortError, Term, TermStore};

/// The sorts of an application.
///
/// Invariant: one sort for each argument; where there are more arguments, the last holds for those.
pub(super) struct Signature {
    pub(super) arguments: Vec<Sort>,
    pub(super) result: Sort,
}

impl Signature {
    fn new(arguments: &[Sort], result: Sort) -> Self {
        Self { arguments: arguments.to_vec(), result }
    }
}

fn exactly(op: Op, wanted: usize, args: &[Term]) -> Result<(), SortError> {
    if args.len() == wanted { Ok(()) } else { Err(wrong_count(op.name(), &wanted.to_string(), args.len())) }
}

fn small(index: &Int) -> Result<u32, SortError> {
    index.to_u32().ok_or_else(|| SortError(format!("the index {index} is too large")))
}

impl TermStore {
    /// The sorts that the arguments should have, and that of the result.
    pub(super) fn signature(
        &mut self,
        op: Op,
        indices: &[Int],
        args: &[Term],
    ) -> Result<Signature, SortError> {
        match op.info().theory {
            Theory::Arrays => self.array_signature(op, indices, args),
            Theory::Datatypes => self.data_signature(op, indices, args),
            Theory::Sequences => self.seq_signature(op, args),
            _ => self.bits_signature(op, indices, args),
        }
    }

    fn array_signature(&self, op: Op, indices: &[Int], args: &[Term]) -> Result<Signature, SortError> {
        if op == Op::ConstArray {
            exactly(op, 1, args)?;
            let sort = Sort::Array(self.sort_at(indices)?);
            let (_, element) = self.array_parts(sort).ok_or_else(|| no_such(op))?;
            return Ok(Signature::new(&[element], sort));
        }
        exactly(op, if op == Op::Select { 2 } else { 3 }, args)?;
        let sort = self.sort(args[0]);
        let Some((index, element)) = self.array_parts(sort) else {
            return Err(self.wrong_sort(op.name(), 0, args[0], "an array"));
        };
        Ok(match op {
            Op::Select => Signature::new(&[sort, index], element),
            _ => Signature::new(&[sort, index, element], sort),
        })
    }

    fn sort_at(&self, indices: &[Int]) -> Result<SortId, SortError> {
        let place = indices.first().and_then(Int::to_usize).filter(|place| *place < self.sort_count());
        place.map(SortId::new).ok_or_else(|| SortError("there is no such sort".to_owned()))
    }

    /// The datatype and the constructor that an operator's indices denote.
    #[must_use]
    pub fn constructor_at(&self, indices: &[Int]) -> Option<(Sort, &Constructor)> {
        let sort = Sort::Datatype(self.sort_at(indices).ok()?);
        let constructor = self.datatype(sort)?.constructors.get(indices.get(1)?.to_usize()?)?;
        Some((sort, constructor))
    }

    /// The field that an operator's indices denote.
    #[must_use]
    pub fn field_at(&self, indices: &[Int]) -> Option<&Field> {
        self.constructor_at(indices)?.1.fields.get(indices.get(2)?.to_usize()?)
    }

    fn data_signature(&self, op: Op, indices: &[Int], args: &[Term]) -> Result<Signature, SortError> {
        let (sort, constructor) = self.constructor_at(indices).ok_or_else(|| no_such(op))?;
        if op == Op::Construct {
            if args.len() != constructor.fields.len() {
                let wanted = constructor.fields.len().to_string();
                return Err(wrong_count(&constructor.name, &wanted, args.len()));
            }
            let mut arguments: Vec<Sort> = constructor.fields.iter().map(|field| field.sort).collect();
            if arguments.is_empty() {
                arguments.push(sort);
            }
            return Ok(Signature { arguments, result: sort });
        }
        exactly(op, if op == Op::UpdateField { 2 } else { 1 }, args)?;
        if op == Op::Is {
            return Ok(Signature::new(&[sort], Sort::Bool));
        }
        let field = self.field_at(indices).ok_or_else(|| no_such(op))?.sort;
        Ok(match op {
            Op::Field => Signature::new(&[sort], field),
            _ => Signature::new(&[sort, field], sort),
        })
    }

    /// A constructor applied to its fields.
    ///
    /// # Errors
    /// When number or sorts of the fields do not fit.
    pub fn construct(&mut self, sort: Sort, constructor: u32, fields: &[Term]) -> Result<Term, SortError> {
        self.indexed(Op::Construct, &numbers(sort, &[constructor]), fields)
    }

    /// A field of a value, as a selector reads it.
    ///
    /// # Errors
    /// When the value has another sort.
    pub fn field(&mut self, sort: Sort, constructor: u32, field: u32, of: Term) -> Result<Term, SortError> {
        self.indexed(Op::Field, &numbers(sort, &[constructor, field]), &[of])
    }

    /// Did this constructor make the value?
    ///
    /// # Errors
    /// When the value has another sort.
    pub fn is_made_by(&mut self, sort: Sort, constructor: u32, value: Term) -> Result<Term, SortError> {
        self.indexed(Op::Is, &numbers(sort, &[constructor]), &[value])
    }

    /// The value with another field.
    ///
    /// # Errors
    /// When the sorts do not fit.
    pub fn update_field(
        &mut self,
        sort: Sort,
        [constructor, field]: [u32; 2],
        [of, new]: [Term; 2],
    ) -> Result<Term, SortError> {
        self.indexed(Op::UpdateField, &numbers(sort, &[constructor, field]), &[of, new])
    }

    /// The array of this sort with one element everywhere.
    ///
    /// # Errors
    /// When the element has another sort.
    pub fn const_array(&mut self, sort: Sort, element: Term) -> Result<Term, SortError> {
        self.indexed(Op::ConstArray, &numbers(sort, &[]), &[element])
    }

    fn seq_signature(&mut self, op: Op, args: &[Term]) -> Result<Signature, SortError> {
        if op == Op::SeqUnit {
            exactly(op, 1, args)?;
            let element = self.sort(args[0]);
            return Ok(Signature::new(&[element], self.seq_sort(element)?));
        }
        at_least(op.name(), 1, args)?;
        let seq = self.sort(args[0]);
        let Some(element) = self.seq_element(seq) else {
            return Err(self.wrong_sort(op.name(), 0, args[0], "a sequence"));
        };
        let (arguments, result): (&[Sort], Sort) = match op {
            Op::SeqConcat => return Ok(Signature::new(&[seq], seq)),
            Op::SeqLength => (&[seq], Sort::Int),
            Op::SeqNth => (&[seq, Sort::Int], element),
            Op::SeqAt => (&[seq, Sort::Int], seq),
            Op::SeqExtract => (&[seq, Sort::Int, Sort::Int], seq),
            Op::SeqContains | Op::SeqPrefixOf | Op::SeqSuffixOf => (&[seq, seq], Sort::Bool),
            Op::SeqIndexOf => (&[seq, seq, Sort::Int], Sort::Int),
            Op::SeqLastIndexOf => (&[seq, seq], Sort::Int),
            Op::SeqReplace | Op::SeqReplaceAll => (&[seq, seq, seq], seq),
            Op::SeqUpdate => (&[seq, Sort::Int, seq], seq),
            _ => (&[seq], seq),
        };
        exactly(op, arguments.len(), args)?;
        Ok(Signature::new(arguments, result))
    }

    fn bits_signature(&self, op: Op, indices: &[Int], args: &[Term]) -> Result<Signature, SortError> {
        if op == Op::IntToBv {
            exactly(op, 1, args)?;
            let width = indices.first().ok_or_else(|| no_such(op))?;
            return Ok(Signature::new(&[Sort::Int], Self::bit_vec_sort(width)?));
        }
        at_least(op.name(), 1, args)?;
        let mut widths = Vec::with_capacity(args.len());
        for (place, arg) in args.iter().enumerate() {
            match self.sort(*arg) {
                Sort::BitVec(width) => widths.push(width),
                _ => return Err(self.wrong_sort(op.name(), place, *arg, "a bit-vector")),
            }
        }
        let (width, same) = (widths[0], Sort::BitVec(widths[0]));
        let (count, result) = match op {
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvMul => {
                return Ok(Signature::new(&[same], same));
            }
            Op::BvConcat => {
                let sum: u64 = widths.iter().map(|width| u64::from(*width)).sum();
                let arguments = widths.iter().map(|width| Sort::BitVec(*width)).collect();
                return Ok(Signature { arguments, result: Self::bit_vec_sort(&Int::from(sum))? });
            }
            Op::BvNot | Op::BvNeg => (1, same),
            Op::UbvToInt | Op::SbvToInt => (1, Sort::Int),
            Op::BvNego => (1, Sort::Bool),
            Op::BvComp => (2, Sort::BitVec(1)),
            _ if !indices.is_empty() => (1, reshaped(op, indices, width)?),
            _ if is_test(op) => (2, Sort::Bool),
            _ => (2, same),
        };
        exactly(op, count, args)?;
        Ok(Signature::new(&[same], result))
    }
}

fn no_such(op: Op) -> SortError {
    SortError(format!("the indices of {} speak of nothing that was declared", op.name()))
}

/// The indices that denote a sort and more.
fn numbers(sort: Sort, more: &[u32]) -> Vec<Int> {
    let place = sort.id().map_or(u32::MAX, |id| id.0);
    std::iter::once(place).chain(more.iter().copied()).map(Int::from).collect()
}

/// Does the operator compare two bit-vectors, or say that an operation overflows?
fn is_test(op: Op) -> bool {
    matches!(
        op,
        Op::BvUlt | Op::BvUle | Op::BvUgt | Op::BvUge | Op::BvSlt | Op::BvSle | Op::BvSgt | Op::BvSge
    ) || matches!(
        op,
        Op::BvUaddo | Op::BvSaddo | Op::BvUmulo | Op::BvSmulo | Op::BvUsubo | Op::BvSsubo | Op::BvSdivo
    )
}

/// The sort of what an indexed operator makes of a bit-vector.
fn reshaped(op: Op, indices: &[Int], width: u32) -> Result<Sort, SortError> {
    let wide = |width: u64| TermStore::bit_vec_sort(&Int::from(width));
    let width = u64::from(width);
    match (op, indices) {
        (Op::BvExtract, [high, low]) => {
            let (high, low) = (u64::from(small(high)?), u64::from(small(low)?));
            if high >= width || low > high {
                let message = format!("extract from {high} to {low} does not fit into {width} bits");
                return Err(SortError(message));
            }
            wide(high - low + 1)
        }
        (Op::BvZeroExtend | Op::BvSignExtend, [more]) => wide(width + u64::from(small(more)?)),
        (Op::BvRepeat, [count]) => wide(width * u64::from(small(count)?)),
        _ => wide(width),
    }
}
