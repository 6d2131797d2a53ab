//! Fields, objects and their classes.

use std::sync::Arc;

use tress_classes::{Constant, FieldAccess, FieldRef, Name, Type};

use super::{Run, Signal, Step, broken, unsupported};
use crate::program::Loaded;
use crate::state::{Hidden, Object, State, Str, Value};

/// An object whose constructor has yet to run.
pub(crate) fn new_object(state: &mut State, class: &Arc<Loaded>) -> Value {
    if &**class.name() == "java/lang/String" {
        return Value::Object(state.heap.add(Object::String(Str::known(""))));
    }
    let fields = class.layout.iter().map(|slot| default_of(&slot.type_)).collect();
    let hidden = Hidden::of(class);
    Value::Object(state.heap.add(Object::Instance { class: class.clone(), fields, hidden }))
}

/// What a field holds before anything is stored.
pub(crate) fn default_of(type_: &Type) -> Value {
    match type_ {
        Type::Long => Value::Long(0),
        Type::Float => Value::Float(0.0),
        Type::Double => Value::Double(0.0),
        Type::Object(_) | Type::Array(_) => Value::Null,
        _ => Value::Int(0),
    }
}

impl Run<'_> {
    pub(super) fn field(&mut self, access: FieldAccess, field: &FieldRef) -> Step {
        match access {
            FieldAccess::GetStatic => {
                let value = self.static_field(field)?;
                self.push(value);
            }
            FieldAccess::PutStatic => {
                let value = self.pop()?;
                let key = self.static_key(field)?;
                Arc::make_mut(&mut self.state.statics).insert(key, value);
            }
            FieldAccess::Get => {
                let object = self.pop()?;
                let value = self.get_field(&object, field)?;
                self.push(value);
            }
            FieldAccess::Put => {
                let (value, object) = (self.pop()?, self.pop()?);
                let id = self.object(&object)?;
                let slot = self.slot(id, field)?;
                let Object::Instance { fields, .. } = self.state.heap.get_mut(id) else {
                    return broken("no object with fields");
                };
                fields[slot] = value;
            }
        }
        Ok(())
    }

    /// The value of a field of an object; null throws.
    pub(crate) fn get_field(&mut self, object: &Value, field: &FieldRef) -> Step<Value> {
        let id = self.object(object)?;
        let slot = self.slot(id, field)?;
        let Object::Instance { fields, .. } = self.state.heap.get(id) else {
            return broken("no object with fields");
        };
        Ok(fields[slot].clone())
    }

    /// The slot of a field: of the named class, or of the nearest superclass that declares it.
    fn slot(&mut self, id: crate::state::Id, field: &FieldRef) -> Step<usize> {
        let Object::Instance { class, .. } = self.state.heap.get(id) else {
            return unsupported(format!("the field {field} of a modelled object"));
        };
        let class = class.clone();
        let named = self.load(&field.class)?;
        for above in named.chain() {
            let fits = |slot: &crate::program::Slot| slot.class == *above.name() && slot.name == field.name;
            if let Some(index) = class.layout.iter().position(fits) {
                return Ok(index);
            }
        }
        unsupported(format!("the field {field}, which is not found"))
    }

    /// The class and name of a static field, when the class is initialised.
    fn static_key(&mut self, field: &FieldRef) -> Step<(Name, Name)> {
        let class = self.load(&field.class)?;
        let has = |class: &Loaded| {
            class.class.fields.iter().any(|own| own.access.is_static() && own.name == field.name)
        };
        let mut at = Some(class.clone());
        while let Some(above) = at {
            if has(&above) {
                self.require(&above)?;
                return Ok((above.name().clone(), field.name.clone()));
            }
            for interface in &above.class.interfaces {
                if let Ok(Some(interface)) = self.context.program.load(interface)
                    && has(&interface)
                {
                    self.require(&interface)?;
                    return Ok((interface.name().clone(), field.name.clone()));
                }
            }
            at = above.superclass.clone();
        }
        unsupported(format!("the field {field}, which is not found"))
    }

    fn static_field(&mut self, field: &FieldRef) -> Step<Value> {
        if let Some(value) = self.context.library.static_field(self, field)? {
            return Ok(value);
        }
        let key = self.static_key(field)?;
        match self.state.statics.get(&key) {
            Some(value) => Ok(value.clone()),
            None => unsupported(format!("the field {field} of a modelled class")),
        }
    }

    /// Asks for a class to be initialised before the instruction runs.
    pub(crate) fn require(&mut self, class: &Arc<Loaded>) -> Step {
        match self.state.initialised.contains(class.name()) {
            true => Ok(()),
            false => Err(Signal::Initialise(class.clone())),
        }
    }

    /// Begins the static initialisers of a class and of those above it, which run first.
    pub(super) fn initialise(&mut self, class: &Arc<Loaded>) -> Step {
        let mut at = Some(class.clone());
        while let Some(above) = at {
            at = above.superclass.clone();
            if !Arc::make_mut(&mut self.state.initialised).insert(above.name().clone()) {
                continue;
            }
            if self.context.library.is_modelled(above.name()) {
                continue;
            }
            self.static_defaults(&above)?;
            if let Some(method) = above.class.method("<clinit>", "()V").cloned() {
                self.enter(above, method, Vec::new(), crate::state::OnReturn::Initialised)?;
            }
        }
        Ok(())
    }

    fn static_defaults(&mut self, class: &Arc<Loaded>) -> Step {
        for field in class.class.fields.iter().filter(|field| field.access.is_static()) {
            let value = match &field.constant {
                None => default_of(&field.type_),
                Some(Constant::Int(value)) => Value::Int(*value),
                Some(Constant::Long(value)) => Value::Long(*value),
                Some(Constant::Float(value)) => Value::Float(*value),
                Some(Constant::Double(value)) => Value::Double(*value),
                Some(Constant::String(text)) => Value::Object(self.state.heap.literal(text)),
                Some(other) => return unsupported(format!("the constant {other} of a field")),
            };
            let key = (class.name().clone(), field.name.clone());
            Arc::make_mut(&mut self.state.statics).insert(key, value);
        }
        Ok(())
    }

    pub(super) fn new_object(&mut self, name: &Name) -> Step {
        let class = self.load(name)?;
        self.require(&class)?;
        let object = self.instance(&class);
        self.push(object);
        Ok(())
    }

    /// An object whose constructor has yet to run.
    pub(crate) fn instance(&mut self, class: &Arc<Loaded>) -> Value {
        new_object(self.state, class)
    }

    pub(crate) fn is_instance(&mut self, value: &Value, class: &Name) -> Step<bool> {
        let Value::Object(id) = value else { return Ok(false) };
        if let Object::Closure(closure) = self.state.heap.get(*id)
            && closure.markers.contains(class)
        {
            return Ok(true);
        }
        let name = self.class_name(*id);
        self.context.program.is_a(&name, class).or_else(unsupported)
    }

    pub(super) fn check_cast(&mut self, class: &Name) -> Step {
        let value = self.pop()?;
        if !matches!(value, Value::Null) && !self.is_instance(&value, class)? {
            return self.throw("ClassCastException");
        }
        self.push(value);
        Ok(())
    }

    pub(super) fn instance_of(&mut self, class: &Name) -> Step {
        let value = self.pop()?;
        let is_instance = self.is_instance(&value, class)?;
        self.push(Value::truth(is_instance));
        Ok(())
    }

    /// Is it a box of a number that is not known?
    pub(super) fn is_unknown_box(&self, id: crate::state::Id) -> bool {
        let hidden = match self.state.heap.get(id) {
            Object::Instance { hidden, .. } => hidden,
            _ => return false,
        };
        matches!(hidden, Hidden::Box(value) if !value.is_known())
    }
}
