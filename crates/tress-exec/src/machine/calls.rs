//! Calls.

use std::sync::Arc;

use tress_classes::{InvokeKind, Method, MethodRef};

use super::{Run, Signal, Step, broken, unsupported};
use crate::program::Loaded;
use crate::state::{Frame, Id, Object, OnReturn, Value, Waiting};

impl Run<'_> {
    pub(super) fn invoke(&mut self, kind: InvokeKind, method: &Arc<MethodRef>) -> Step {
        let count = method.type_.parameters.len() + usize::from(kind != InvokeKind::Static);
        let mut arguments = Vec::with_capacity(count);
        for _ in 0..count {
            arguments.push(self.pop()?);
        }
        arguments.reverse();
        self.call(kind, method, arguments, OnReturn::Push)
    }

    /// Calls a method: a frame is entered, or a modelled method has run.
    pub(super) fn call(
        &mut self,
        kind: InvokeKind,
        method: &Arc<MethodRef>,
        arguments: Vec<Value>,
        on_return: OnReturn,
    ) -> Step {
        let class = match kind {
            InvokeKind::Static => {
                let class = self.load(&method.class)?;
                self.require(&class)?;
                class
            }
            InvokeKind::Special => {
                self.object(&arguments[0])?;
                self.load(&method.class)?
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                let receiver = self.object(&arguments[0])?;
                if let Object::Closure(closure) = self.state.heap.get(receiver)
                    && closure.method == method.name
                {
                    let closure = closure.clone();
                    return self.call_closure(&closure, &arguments[1..]);
                }
                let name = match self.state.heap.get(receiver) {
                    Object::Array { .. } => "java/lang/Object".into(),
                    _ => self.class_name(receiver),
                };
                self.load(&name)?
            }
        };
        self.check_sinks(method, &arguments)?;
        let library = self.context.library;
        // A modelled method of the class or of one above it comes before code that lies above that.
        for above in class.chain() {
            let runs =
                above.class.method(&method.name, &method.descriptor).is_some_and(|own| own.code.is_some())
                    && !library.is_modelled(above.name())
                    && !above.is_library_throwable();
            if runs && !library.is_guarded(above.name(), &method.name) {
                break;
            }
            if let Some(result) = library.call(self, above, method, &arguments)? {
                return self.returned(result, on_return);
            }
            if runs {
                break;
            }
        }
        if let Some((kind, method, arguments)) = library.other_call(self, &class, method, &arguments)? {
            return self.call(kind, &method, arguments, on_return);
        }
        match self.context.program.method(&class, &method.name, &method.descriptor).or_else(unsupported)? {
            Some((owner, found)) if found.code.is_some() && library.may_run(&owner, &found) => {
                self.enter(owner, found, arguments, on_return)
            }
            _ => unsupported(format!("the method {method}")),
        }
    }

    /// Goes on after a method that has no frame.
    fn returned(&mut self, result: Option<Value>, on_return: OnReturn) -> Step {
        let pushed = match on_return {
            OnReturn::Instead(value) => Some(value),
            OnReturn::Convert(from, wanted) => self.converted(result, from.as_ref(), wanted.as_ref())?,
            _ => result,
        };
        self.frame_mut().stack.extend(pushed);
        self.advance();
        Ok(())
    }

    /// Enters the code of a method.
    pub(crate) fn enter(
        &mut self,
        class: Arc<Loaded>,
        method: Arc<Method>,
        arguments: Vec<Value>,
        on_return: OnReturn,
    ) -> Step {
        if self.state.frames.len() >= self.context.limits.frames {
            return Err(Signal::Bound("calls inside of calls"));
        }
        let Some(code) = &method.code else { return unsupported(format!("the method {method}")) };
        let size = usize::from(code.max_locals);
        let mut locals = Vec::with_capacity(size);
        for argument in arguments {
            let is_wide = argument.is_wide();
            locals.push(argument);
            if is_wide {
                locals.push(Value::Null);
            }
        }
        if locals.len() > size {
            return broken("a method has more arguments than variables");
        }
        locals.resize(size, Value::Null);
        let scans = self.context.program.scans(&method);
        let frame = Frame {
            class,
            method,
            at: 0,
            came_back: false,
            is_settled: false,
            scans,
            stack: Vec::new(),
            locals,
            on_return,
            waiting: Waiting::default(),
        };
        self.state.frames.push(Arc::new(frame));
        Ok(())
    }

    /// Calls `toString` of an object, for the instruction that waits for the text.
    pub(super) fn call_to_string(&mut self, object: Id) -> Step {
        let class = self.load(&self.class_name(object))?;
        let found = self.context.program.method(&class, "toString", "()Ljava/lang/String;");
        match found.or_else(unsupported)? {
            Some((owner, method))
                if method.code.is_some() && !self.context.library.is_modelled(owner.name()) =>
            {
                self.enter(owner, method, vec![Value::Object(object)], OnReturn::Text(object))
            }
            _ => unsupported(format!("the text of an object of class {}", class.name())),
        }
    }
}
