//! The interpreter: runs a path until it ends, or until the solver must decide which way it can go.
//!
//! An instruction takes its operands, asks what it must know of them ([`Run::decide`]), and only then changes
//! anything. If a question has no answer yet, the instruction leaves the state as it was, and is repeated
//! when the answer is in the script. So each instruction and each modelled method is written as if everything
//! were known (`attempt`).

mod arrays;
mod asserts;
mod attempt;
mod bits;
mod boxes;
mod branches;
mod calls;
mod closures;
mod concat;
mod covered;
mod cuts;
pub(crate) mod decimals;
mod ends;
mod fields;
mod indices;
mod inputs;
mod library;
pub(crate) mod limits;
mod numbers;
mod orders;
mod questions;
mod quotients;
mod records;
mod rounds;
mod scans;
mod sinks;
mod stack;
mod switches;
mod texts;

use std::cell::RefCell;
use std::sync::Arc;

use tress::{Solver, Term};
use tress_base::Budget;
use tress_classes::{Constant, Instruction, Method, Name};

use attempt::Attempt;

pub(crate) use boxes::{box_class, boxed, boxed_type, unboxed};
pub(crate) use covered::Covered;
pub(crate) use fields::{default_of, new_object};
pub(crate) use library::{Call, Library};
pub(crate) use records::is_plain_record;
pub use sinks::Sink;

use crate::program::{Loaded, Program, is_of_library};
use crate::state::{Frame, Hidden, Id, LONGEST, Object, State, Str, Texts, Value, Waiting};

/// What does not change while a program runs.
pub(crate) struct Context<'run> {
    pub(crate) program: &'run Program,
    pub(crate) library: &'run dyn Library,
    pub(crate) solver: &'run Solver,
    pub(crate) limits: Limits,
    /// The time for all.
    pub(crate) budget: &'run Budget,
    /// Do `assert` statements run?
    pub(crate) asserts: bool,
    /// Does a path end at a failed `assert` statement, even if the error would be caught?
    pub(crate) ends_at_asserts: bool,
    /// The strings that a program may ask for.
    pub(crate) texts: Texts,
    /// Are loops that look through a text one step?
    pub(crate) passes_over: bool,
    /// Calls that must not be reached.
    pub(crate) sinks: &'run [Sink],
    /// Where it is noted what ran.
    pub(crate) covered: Option<&'run RefCell<Covered>>,
}

/// Where a path is cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Instructions of a path.
    pub(crate) steps: u64,
    /// Calls inside of calls.
    pub(crate) frames: usize,
}

/// Why an instruction did not go on to the next one.
#[derive(Debug)]
pub(crate) enum Signal {
    /// An exception.
    Throw(Id),
    /// The solver must decide which values of this condition are possible.
    Fork(Term),
    /// This defines the fresh unknowns: it holds for exactly one choice of them.
    Assume(Term),
    /// A class must be initialised before.
    Initialise(Arc<Loaded>),
    /// The text of this object must be known before.
    Text(Id),
    /// A feature that is not modelled: nothing is known of the rest of the path.
    Unsupported(String),
    /// A bound was reached.
    Bound(&'static str),
    /// A sink was reached.
    Sink(String),
    /// The program ends itself.
    Exit,
    /// The program excludes the input.
    Excluded,
}

/// How a run of a path ended.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Returned(Option<Value>),
    Threw(Id),
    Unsupported(String),
    Bound(&'static str),
    Sink(String),
    Exited,
    Excluded,
    /// Never.
    Hangs,
}

/// What a run gives back.
pub(crate) enum Event {
    End(End),
    Fork(Term),
    /// What holds, and the unknowns that were made for it.
    Assume(Term, Vec<Term>),
}

pub(crate) type Step<T = ()> = Result<T, Signal>;

pub(crate) fn unsupported<T>(what: impl Into<String>) -> Step<T> {
    Err(Signal::Unsupported(what.into()))
}

/// Code that no compiler writes.
pub(crate) fn broken<T>(what: &str) -> Step<T> {
    Err(Signal::Unsupported(format!("code that is not well-formed: {what}")))
}

/// A running path.
pub(crate) struct Run<'run> {
    pub(crate) context: &'run Context<'run>,
    pub(crate) state: &'run mut State,
    attempt: Attempt,
}

/// Runs a path to its end, or to the next question.
pub(crate) fn run(context: &Context<'_>, state: &mut State) -> Event {
    let mut run = Run::new(context, state);
    if run.state.steps == 0 {
        // A path begins with the static initialisers of its class.
        let class = run.frame().class.clone();
        if let Err(signal) = run.initialise(&class) {
            return Run::failed(signal);
        }
    }
    loop {
        if let Some(event) = run.step() {
            return event;
        }
    }
}

impl<'run> Run<'run> {
    fn new(context: &'run Context<'run>, state: &'run mut State) -> Run<'run> {
        Run { context, state, attempt: Attempt::default() }
    }

    /// One instruction.
    fn step(&mut self) -> Option<Event> {
        if self.frame().came_back {
            return self.look_back();
        }
        let frame = self.frame();
        if self.context.passes_over
            && !frame.is_settled
            && frame.scans.iter().any(|scan| scan.head == frame.at)
        {
            return self.pass_over();
        }
        self.state.steps += 1;
        if self.state.steps > self.context.limits.steps {
            return Some(Event::End(End::Bound("instructions of a path")));
        }
        if self.context.budget.poll().is_err() {
            return Some(Event::End(End::Bound("time")));
        }
        self.begin();
        let depth = self.state.frames.len();
        let (class, method, at) = (self.frame().class.clone(), self.frame().method.clone(), self.frame().at);
        // The address distinguishes methods; it is only used to compare the paths of two runs.
        let point = (u64::from(class.number) << 32) ^ (Arc::as_ptr(&method) as usize as u64) ^ at as u64;
        if let Some(covered) = self.context.covered {
            covered.borrow_mut().note(&class, &method, at);
        }
        match self.execute(&class, &method, at) {
            Ok(end) => {
                if !self.context.library.is_private(class.name()) {
                    self.state.note(point);
                }
                self.finish(depth);
                end.map(Event::End)
            }
            Err(Signal::Throw(thrown)) => {
                self.note_throw(thrown);
                self.state.note(!point);
                self.finish(depth);
                self.unwind(thrown)
            }
            Err(Signal::Fork(condition)) => {
                self.retract();
                self.state.steps -= 1;
                Some(Event::Fork(condition))
            }
            Err(Signal::Assume(condition)) => {
                self.retract();
                self.state.steps -= 1;
                Some(Event::Assume(condition, std::mem::take(&mut self.attempt.made)))
            }
            Err(Signal::Initialise(class)) => {
                self.wait();
                self.initialise(&class).err().map(Self::failed)
            }
            Err(Signal::Text(object)) => {
                self.wait();
                self.call_to_string(object).err().map(Self::failed)
            }
            Err(other) => {
                self.commit();
                Some(Self::failed(other))
            }
        }
    }

    fn failed(signal: Signal) -> Event {
        match signal {
            Signal::Unsupported(what) => Event::End(End::Unsupported(what)),
            Signal::Bound(what) => Event::End(End::Bound(what)),
            Signal::Sink(what) => Event::End(End::Sink(what)),
            Signal::Exit => Event::End(End::Exited),
            Signal::Excluded => Event::End(End::Excluded),
            other => Event::End(End::Unsupported(format!("{other:?}"))),
        }
    }

    /// The instruction is done: its answers and texts are used up.
    fn finish(&mut self, depth: usize) {
        self.commit();
        self.state.script.clear();
        if let Some(frame) = self.state.frames.get_mut(depth - 1)
            && (frame.waiting.number.is_some() || frame.is_settled)
        {
            let frame = Arc::make_mut(frame);
            frame.waiting = Waiting::default();
            frame.is_settled = false;
        }
    }

    /// The instruction will be repeated after a call. The answers are its own, not those of what is called.
    fn wait(&mut self) {
        self.retract();
        let answers = std::mem::take(&mut self.state.script);
        let number = Some(self.attempt.number);
        let waiting = &mut self.frame_mut().waiting;
        (waiting.answers, waiting.number) = (answers, number);
    }

    pub(crate) fn frame(&self) -> &Arc<Frame> {
        self.state.frames.last().expect("a running path has a frame")
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        Arc::make_mut(self.state.frames.last_mut().expect("a running path has a frame"))
    }

    pub(crate) fn solver(&self) -> &Solver {
        self.context.solver
    }

    /// Takes a value from the stack.
    pub(crate) fn pop(&mut self) -> Step<Value> {
        match self.frame_mut().stack.pop() {
            Some(value) => {
                self.attempt.taken.push(value.clone());
                Ok(value)
            }
            None => broken("the stack is empty"),
        }
    }

    /// Pushes a value. Everything that must be asked was asked before.
    pub(crate) fn push(&mut self, value: Value) {
        self.frame_mut().stack.push(value);
    }

    /// Goes on to the next instruction.
    pub(crate) fn advance(&mut self) {
        self.frame_mut().at += 1;
    }

    pub(crate) fn load(&self, name: &Name) -> Step<Arc<Loaded>> {
        match self.context.program.load(name) {
            Ok(Some(class)) => Ok(class),
            Ok(None) if self.context.program.release().is_none() && is_of_library(name) => {
                let name = name.replace('/', ".");
                unsupported(format!("class {name} of the library: name a JDK by --jdk DIR or JAVA_HOME"))
            }
            Ok(None) => unsupported(format!("class {}, which is not found", name.replace('/', "."))),
            Err(problem) => unsupported(problem),
        }
    }

    /// A new exception of a class of `java.lang`.
    pub(crate) fn throw<T>(&mut self, class: &str) -> Step<T> {
        self.throw_named(&format!("java/lang/{class}"))
    }

    /// A new exception of a class of the library.
    pub(crate) fn throw_named<T>(&mut self, class: &str) -> Step<T> {
        let class = self.load(&class.into())?;
        let hidden = Hidden::Throwable { message: None, cause: Value::Null };
        let fields = class.layout.iter().map(|slot| fields::default_of(&slot.type_)).collect();
        Err(Signal::Throw(self.state.heap.add(Object::Instance { class, fields, hidden })))
    }

    /// The object of a reference; null throws.
    pub(crate) fn object(&mut self, value: &Value) -> Step<Id> {
        match value {
            Value::Object(id) => Ok(*id),
            Value::Null => self.throw("NullPointerException"),
            _ => broken("a reference is expected"),
        }
    }

    /// The name of an object's class, or the descriptor of an array.
    pub(crate) fn class_name(&self, id: Id) -> Name {
        match self.state.heap.get(id) {
            Object::String(_) => "java/lang/String".into(),
            Object::Instance { class, .. } => class.name().clone(),
            Object::Array { type_, .. } => type_.clone(),
            Object::Many { .. } => "[Ljava/lang/String;".into(),
            Object::Class(_) => "java/lang/Class".into(),
            Object::Closure(closure) => closure.interface.clone(),
        }
    }

    /// Texts, one after the other.
    pub(crate) fn joined(&mut self, parts: &[Str]) -> Step<Str> {
        self.joined_within(parts, i64::MAX)
    }

    /// Texts, one after the other, that are together no longer than this.
    pub(crate) fn joined_within(&mut self, parts: &[Str], most: i64) -> Step<Str> {
        let whole = match Str::concat(self.solver(), parts) {
            // On other inputs the run ends by an error of the JVM, and nothing is asked of it.
            Str::Unknown { term, longest, is_ascii } if longest.min(most) > LONGEST => {
                self.assume(term.len().le(LONGEST))?;
                Str::Unknown { term, longest: LONGEST, is_ascii }
            }
            Str::Unknown { term, longest, is_ascii } => {
                Str::Unknown { term, longest: longest.min(most), is_ascii }
            }
            whole => whole,
        };
        let known: usize = parts.iter().filter_map(Str::units).map(|units| units.len()).sum();
        self.room_for(known)?;
        Ok(whole)
    }

    /// A new string object.
    pub(crate) fn string(&mut self, text: Str) -> Value {
        Value::Object(self.state.heap.add(Object::String(text)))
    }

    /// Runs one instruction; the end of the path if it is the last one.
    fn execute(&mut self, class: &Arc<Loaded>, method: &Method, at: usize) -> Step<Option<End>> {
        let Some((code, instruction)) =
            method.code.as_ref().and_then(|code| Some((code, code.instructions.get(at)?)))
        else {
            return broken("the code has no end");
        };
        match instruction {
            Instruction::IfZero(..)
            | Instruction::IfInt(..)
            | Instruction::IfSame(..)
            | Instruction::IfNull(..)
            | Instruction::Goto(_)
            | Instruction::Jsr(_)
            | Instruction::Ret(_)
            | Instruction::Switch(_) => self.jump(code, instruction)?,
            Instruction::Invoke(kind, method) => self.invoke(*kind, method)?,
            Instruction::InvokeDynamic(dynamic) => self.invoke_dynamic(class, dynamic)?,
            Instruction::Return(kind) => return self.leave(*kind),
            Instruction::Throw => {
                let thrown = self.pop()?;
                let thrown = self.object(&thrown)?;
                if self.context.ends_at_asserts && asserts::is_failed_assert(code, at) {
                    self.note_throw(thrown);
                    return Ok(Some(End::Threw(thrown)));
                }
                return Err(Signal::Throw(thrown));
            }
            other => {
                self.plain(other)?;
                self.advance();
            }
        }
        Ok(None)
    }

    /// Instructions that the next one follows.
    fn plain(&mut self, instruction: &Instruction) -> Step {
        match instruction {
            Instruction::Nop => Ok(()),
            Instruction::Push(constant) => self.push_constant(constant),
            Instruction::Load(_, variable) => self.load_variable(*variable),
            Instruction::Store(_, variable) => self.store_variable(*variable),
            Instruction::Increment(variable, by) => self.increment(*variable, *by),
            Instruction::Stack(stack_move) => self.move_values(*stack_move),
            Instruction::Arithmetic(kind, operation) => self.arithmetic(*kind, *operation),
            Instruction::Negate(kind) => self.negate(*kind),
            Instruction::Convert(conversion) => self.convert(*conversion),
            Instruction::Compare(comparison) => self.compare(*comparison),
            Instruction::ArrayLoad(kind) => self.array_load(*kind),
            Instruction::ArrayStore(kind) => self.array_store(*kind),
            Instruction::ArrayLength => self.array_length(),
            Instruction::NewArray(element) => self.new_array(&element.to_string()),
            Instruction::NewReferences(class) => {
                let element = if class.starts_with('[') { class.to_string() } else { format!("L{class};") };
                self.new_array(&element)
            }
            Instruction::NewArrays(type_, dimensions) => self.new_arrays(type_, *dimensions),
            Instruction::Field(access, field) => self.field(*access, field),
            Instruction::New(class) => self.new_object(class),
            Instruction::CheckCast(class) => self.check_cast(class),
            Instruction::InstanceOf(class) => self.instance_of(class),
            Instruction::MonitorEnter | Instruction::MonitorExit => {
                // There is only one thread.
                let locked = self.pop()?;
                self.object(&locked).map(|_| ())
            }
            _ => broken("an instruction out of place"),
        }
    }

    fn push_constant(&mut self, constant: &Constant) -> Step {
        let value = match constant {
            Constant::Null => Value::Null,
            Constant::Int(value) => Value::Int(*value),
            Constant::Long(value) => Value::Long(*value),
            Constant::Float(value) => Value::Float(*value),
            Constant::Double(value) => Value::Double(*value),
            Constant::String(text) => Value::Object(self.state.heap.literal(text)),
            Constant::Class(name) => self.class_object(name),
            Constant::MethodType(_) | Constant::Handle(_) | Constant::Dynamic(_) => {
                return unsupported(format!("the constant {constant}"));
            }
        };
        self.push(value);
        Ok(())
    }

    /// The one object of a class.
    pub(crate) fn class_object(&mut self, name: &Name) -> Value {
        let object = || Object::Class(name.clone());
        // Numbers of boxes are never this one.
        Value::Object(self.state.heap.shared(name, i64::MIN, object))
    }
}
