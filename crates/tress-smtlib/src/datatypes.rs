//! Reading declarations of datatypes, and the constructors, selectors and testers that names denote.
//!
//! A datatype is kept as a template over its parameters. Each list of arguments gives an instance; the
//! instances that its fields mention are created one after the other, without recursion.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use tress_base::Budget;

use tress_term::term::{Constructor, Datatype, DatatypeError, Field, Sort, SortError, Term, TermStore};

use super::commands::Reader;
use super::error::Error;
use super::lexer::Kind;
use super::limits::{self, DATATYPE_INSTANCES};
use super::names::{Meaning, Names};
use super::sorts::{SortMeaning, Step, build, instance};

/// A declared datatype, as a template over its parameters.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) arity: usize,
    constructors: Vec<ConstructorTemplate>,
}

#[derive(Debug)]
struct ConstructorTemplate {
    name: Box<str>,
    offset: usize,
    fields: Vec<FieldTemplate>,
}

#[derive(Debug)]
struct FieldTemplate {
    name: Box<str>,
    offset: usize,
    steps: Vec<Step>,
}

/// The meaning of a constructor's name.
#[derive(Debug)]
pub struct ConstructorName {
    /// The name of its datatype.
    sort: Box<str>,
    template: Arc<Template>,
    number: u32,
}

/// Datatypes that one command declares, and the names they introduce.
#[derive(Clone, Debug)]
pub struct Datatypes {
    sorts: Vec<(String, SortMeaning)>,
    names: Vec<(String, Meaning)>,
}

/// An instance of a datatype that has no constructors yet.
pub(super) struct NewInstance {
    pub(super) sort: Sort,
    /// The name of its datatype.
    pub(super) name: Box<str>,
    pub(super) template: Arc<Template>,
    pub(super) arguments: Vec<Sort>,
}

/// A datatype whose name has been read.
struct Header {
    name: String,
    offset: usize,
    arity: usize,
}

impl Reader<'_, '_> {
    /// Reads the rest of `(declare-datatype T ((c (s Int)) …))`.
    pub(super) fn datatype(&mut self) -> Result<Datatypes, Error> {
        let offset = self.peek()?.offset();
        let name = self.new_sort_name()?;
        self.open("the constructors")?;
        let parameters = self.parameters()?;
        let arity = parameters.as_ref().map_or(0, Vec::len);
        let headers = [Header { name, offset, arity }];
        self.bind_headers(&headers)?;
        let template = self.template(parameters)?;
        self.introduced(&headers, vec![template])
    }

    /// Reads the rest of `(declare-datatypes ((T 0) …) (((c (s Int)) …) …))`, or of the older
    /// `(declare-datatypes () ((T (c (s Int)) …) …))`.
    pub(super) fn datatypes(&mut self) -> Result<Datatypes, Error> {
        self.open("the names of the datatypes")?;
        let mut headers = Vec::new();
        while !self.at_close()? {
            let token = self.next()?;
            if token.kind != Kind::Open {
                let message = "expected (T 0), a datatype with its number of parameters";
                return Err(Error::new(token.offset(), message));
            }
            let offset = self.peek()?.offset();
            let name = self.new_sort_name()?;
            let arity = self.numeral()?;
            self.close("the end of the name")?;
            headers.push(Header { name, offset, arity });
        }
        self.close("the end of the names")?;
        self.open("the datatypes")?;
        let is_old = headers.is_empty();
        if is_old {
            headers = self.old_headers()?;
        }
        self.bind_headers(&headers)?;
        let mut templates = Vec::with_capacity(headers.len());
        for header in &headers {
            self.open("a datatype")?;
            if is_old {
                self.symbol("the name of a datatype")?;
                templates.push(self.constructors(0, &[])?);
                continue;
            }
            let offset = self.peek()?.offset();
            let parameters = self.parameters()?;
            let given = parameters.as_ref().map_or(0, Vec::len);
            if given != header.arity {
                let message = format!("{} has {} parameters, not {given}", header.name, header.arity);
                return Err(Error::new(offset, message));
            }
            templates.push(self.template(parameters)?);
        }
        self.close("the end of the datatypes")?;
        self.introduced(&headers, templates)
    }

    /// The names of datatypes that are given together with their constructors, which are not read yet.
    fn old_headers(&mut self) -> Result<Vec<Header>, Error> {
        let start = self.checkpoint();
        let mut headers = Vec::new();
        while !self.at_close()? {
            self.open("a datatype")?;
            let offset = self.peek()?.offset();
            headers.push(Header { name: self.new_sort_name()?, offset, arity: 0 });
            while !self.at_close()? {
                self.skip_expression()?;
            }
            self.close("the end of the datatype")?;
        }
        let end = self.peek()?.offset();
        self.rewind(start);
        if headers.is_empty() { Err(Error::new(end, "expected a datatype")) } else { Ok(headers) }
    }

    /// Reads `par (X …) (`, which precedes constructors with parameters.
    fn parameters(&mut self) -> Result<Option<Vec<String>>, Error> {
        let token = self.peek()?;
        if token.kind != Kind::Symbol || self.text(token) != "par" {
            return Ok(None);
        }
        self.next()?;
        self.open("the parameters")?;
        let mut parameters = Vec::new();
        while !self.at_close()? {
            parameters.push(self.symbol("the name of a parameter")?.1);
        }
        let end = self.peek()?.offset();
        self.close("the end of the parameters")?;
        if parameters.is_empty() {
            return Err(Error::new(end, "expected at least one parameter"));
        }
        self.open("the constructors")?;
        Ok(Some(parameters))
    }

    /// Binds the names to sorts, so that fields can mention them.
    fn bind_headers(&mut self, headers: &[Header]) -> Result<(), Error> {
        for (index, header) in headers.iter().enumerate() {
            if headers[..index].iter().any(|other| other.name == header.name) {
                let message = format!("the sort {} is already declared", header.name);
                return Err(Error::new(header.offset, message));
            }
            let meaning = SortMeaning::Declared { arity: header.arity, instances: Vec::new() };
            self.names.bind_sort(&header.name, meaning);
        }
        Ok(())
    }

    fn template(&mut self, parameters: Option<Vec<String>>) -> Result<Template, Error> {
        let template = self.constructors(
            parameters.as_ref().map_or(0, Vec::len),
            parameters.as_deref().unwrap_or_default(),
        )?;
        if parameters.is_some() {
            self.close("the end of (par …)")?;
        }
        Ok(template)
    }

    /// Reads constructors up to the parenthesis that closes them.
    fn constructors(&mut self, arity: usize, parameters: &[String]) -> Result<Template, Error> {
        let mut constructors = Vec::new();
        while !self.at_close()? {
            constructors.push(self.constructor(parameters)?);
        }
        let end = self.peek()?.offset();
        self.close("the end of the constructors")?;
        if constructors.is_empty() {
            return Err(Error::new(end, "a datatype needs at least one constructor"));
        }
        Ok(Template { arity, constructors })
    }

    /// Reads `(c (s Int) …)`, or a bare name.
    fn constructor(&mut self, parameters: &[String]) -> Result<ConstructorTemplate, Error> {
        if self.peek()?.kind != Kind::Open {
            let (offset, name) = self.symbol("a constructor")?;
            return Ok(ConstructorTemplate { name: name.into(), offset, fields: Vec::new() });
        }
        self.next()?;
        let (offset, name) = self.symbol("the name of a constructor")?;
        let mut fields = Vec::new();
        while !self.at_close()? {
            self.open("a selector")?;
            let (offset, selector) = self.symbol("the name of a selector")?;
            let steps = self.sort_steps(parameters)?;
            self.close("the end of the selector")?;
            fields.push(FieldTemplate { name: selector.into(), offset, steps });
        }
        self.close("the end of the constructor")?;
        Ok(ConstructorTemplate { name: name.into(), offset, fields })
    }

    /// The datatypes and the meanings of their names, once all are read.
    fn introduced(&mut self, headers: &[Header], templates: Vec<Template>) -> Result<Datatypes, Error> {
        let mut names = Vec::new();
        let mut taken: FxHashSet<Box<str>> = FxHashSet::default();
        let templates: Vec<Arc<Template>> = templates.into_iter().map(Arc::new).collect();
        for (header, template) in headers.iter().zip(&templates) {
            let meaning = SortMeaning::Datatype { template: Arc::clone(template), instances: Vec::new() };
            self.names.bind_sort(&header.name, meaning);
            for (constructor, number) in template.constructors.iter().zip(0..) {
                self.check_new(&mut taken, &constructor.name, constructor.offset)?;
                let meaning = Meaning::Constructor(Arc::new(ConstructorName {
                    sort: header.name.as_str().into(),
                    template: Arc::clone(template),
                    number,
                }));
                names.push((constructor.name.to_string(), meaning));
                for field in &constructor.fields {
                    self.check_new(&mut taken, &field.name, field.offset)?;
                    names.push((field.name.to_string(), Meaning::Selector));
                }
            }
        }
        for constructor in templates.iter().flat_map(|template| &template.constructors) {
            let tester = format!("is-{}", constructor.name);
            if self.names.reason_against(&tester).is_none() && taken.insert(tester.as_str().into()) {
                names.push((tester, Meaning::Tester((&*constructor.name).into())));
            }
        }
        self.check_datatypes(headers)?;
        let meaning = |header: &Header| {
            let meaning = self.names.sort_meaning(&header.name).expect("bound above").clone();
            (header.name.clone(), meaning)
        };
        Ok(Datatypes { sorts: headers.iter().map(meaning).collect(), names })
    }

    fn check_new(&self, taken: &mut FxHashSet<Box<str>>, name: &str, offset: usize) -> Result<(), Error> {
        match self.names.reason_against(name) {
            Some(reason) => Err(Error::new(offset, reason)),
            None if !taken.insert(name.into()) => {
                Err(Error::new(offset, format!("{name} is already declared")))
            }
            None => Ok(()),
        }
    }

    /// Checks that each datatype has values, by an instance with Int for all parameters.
    fn check_datatypes(&mut self, headers: &[Header]) -> Result<(), Error> {
        let mut new = Vec::new();
        for header in headers {
            let arguments = vec![Sort::Int; header.arity];
            let made = instance(self.names, self.store, &header.name, arguments, &mut new);
            made.map_err(|message| Error::new(header.offset, message))?;
        }
        let first: Vec<Sort> = new.iter().map(|instance| instance.sort).collect();
        define_instances(self.names, self.store, new, self.budget).map_err(|problem| {
            let index = first.iter().position(|sort| *sort == problem.sort).unwrap_or(0);
            Error::new(headers[index].offset, problem.message)
        })
    }

    /// Applies a constructor to arguments; `sort` is given if it was written.
    pub(super) fn construct(
        &mut self,
        constructor: &ConstructorName,
        sort: Option<Sort>,
        args: &[Term],
        offset: usize,
    ) -> Result<Term, Error> {
        let sort = match sort {
            Some(sort) => sort,
            None => {
                let arguments = constructor.inferred(self.names, self.store, args);
                let arguments = arguments.ok_or_else(|| {
                    let name = constructor.name();
                    let message =
                        format!("the arguments of {name} do not tell its sort: write (as {name} …)");
                    Error::new(offset, message)
                })?;
                let steps: Vec<Step> = arguments.iter().map(|sort| Step::Sort(*sort)).collect();
                let apply = Step::Apply(constructor.sort.clone(), arguments.len());
                let built = self.built_sort(&[steps, vec![apply]].concat(), &[]);
                built.map_err(|message| Error::new(offset, message))?
            }
        };
        if instance_arguments(self.names, &constructor.sort, sort).is_none() {
            let message =
                format!("{} does not make values of {}", constructor.name(), self.store.sort_text(sort));
            return Err(Error::new(offset, message));
        }
        let built = self.store.construct(sort, constructor.number, args);
        built.map_err(|problem| Error::new(offset, problem.0))
    }
}

impl ConstructorName {
    fn template(&self) -> &ConstructorTemplate {
        &self.template.constructors[self.number as usize]
    }

    fn name(&self) -> &str {
        &self.template().name
    }

    /// The index of the constructor in its datatype, and the datatype if it has no parameters.
    pub fn plain(&self, names: &Names) -> Option<(Sort, u32)> {
        match names.sort_meaning(&self.sort)? {
            SortMeaning::Datatype { template, instances } if template.arity == 0 => {
                Some((instances.first()?.1, self.number))
            }
            _ => None,
        }
    }

    /// The arguments of the datatype, inferred from the constructor's arguments.
    fn inferred(&self, names: &Names, store: &TermStore, args: &[Term]) -> Option<Vec<Sort>> {
        let mut found = vec![None; self.template.arity];
        for (field, arg) in self.template().fields.iter().zip(args) {
            matched(names, store, &field.steps, store.sort(*arg), &mut found);
        }
        found.into_iter().collect()
    }
}

/// Infers the parameters of a field's sort from the sort of the field.
fn matched(
    names: &Names,
    store: &TermStore,
    steps: &[Step],
    sort: Sort,
    found: &mut [Option<Sort>],
) -> Option<()> {
    // Read backwards, the steps begin with the outermost; its parts follow, the last one first.
    let mut expected = vec![sort];
    for step in steps.iter().rev() {
        let sort = expected.pop()?;
        match step {
            Step::Sort(_) => {}
            Step::Parameter(index) => {
                found[*index].get_or_insert(sort);
            }
            Step::Apply(name, _) => expected.extend_from_slice(instance_arguments(names, name, sort)?),
            Step::Array => {
                let (index, element) = store.array_parts(sort)?;
                expected.extend([index, element]);
            }
            Step::Seq => expected.push(store.seq_element(sort)?),
        }
    }
    Some(())
}

/// The arguments of a sort that is an instance of a declared one.
fn instance_arguments<'names>(names: &'names Names, name: &str, sort: Sort) -> Option<&'names [Sort]> {
    let instances = match names.sort_meaning(name)? {
        SortMeaning::Declared { instances, .. } | SortMeaning::Datatype { instances, .. } => instances,
        SortMeaning::Defined { .. } => return None,
    };
    instances.iter().find(|(_, known)| *known == sort).map(|(arguments, _)| arguments.as_slice())
}

/// Defines the constructors of new instances, and of the instances that their fields mention, transitively.
/// If that fails, all of them are removed.
pub(super) fn define_instances(
    names: &mut Names,
    store: &mut TermStore,
    mut new: Vec<NewInstance>,
    budget: Option<&Budget>,
) -> Result<(), DatatypeError> {
    if new.is_empty() {
        return Ok(());
    }
    let defined = definitions(names, store, &mut new, budget).and_then(|all| store.define_datatypes(all));
    if defined.is_err() {
        forget_instances(names, store, &new);
    }
    defined
}

/// Removes instances that have no constructors.
pub(super) fn forget_instances(names: &mut Names, store: &mut TermStore, new: &[NewInstance]) {
    for NewInstance { sort, name, .. } in new {
        if let Some(SortMeaning::Datatype { instances, .. }) = names.sort_meaning_mut(name) {
            instances.retain(|(_, known)| known != sort);
        }
    }
    store.abandon_datatypes();
}

fn definitions(
    names: &mut Names,
    store: &mut TermStore,
    new: &mut Vec<NewInstance>,
    budget: Option<&Budget>,
) -> Result<Vec<(Sort, Datatype)>, DatatypeError> {
    let (mut all, asked) = (Vec::new(), new.len());
    while let Some(NewInstance { sort, template, arguments, .. }) = new.get(all.len()) {
        let (sort, template, arguments) = (*sort, Arc::clone(template), arguments.clone());
        let refused = |message: String| DatatypeError { sort, message };
        if limits::is_exceeded(&DATATYPE_INSTANCES, new.len() - asked, budget) {
            let message = format!("the datatype {} never ends", store.sort_text(sort));
            return Err(refused(message));
        }
        let mut constructors = Vec::with_capacity(template.constructors.len());
        for constructor in &template.constructors {
            let mut fields = Vec::with_capacity(constructor.fields.len());
            let mut determined = vec![false; template.arity];
            for FieldTemplate { name, steps, .. } in &constructor.fields {
                let field = build(names, store, steps, &arguments, new).map_err(refused)?;
                if Some(field) == names.characters.map(|characters| characters.sort) {
                    return Err(refused("sorts that are made of Unicode are not supported".to_owned()));
                }
                fields.push(Field { name: name.clone(), sort: field });
                for step in steps {
                    if let Step::Parameter(index) = step {
                        determined[*index] = true;
                    }
                }
            }
            let needs_sort = determined.contains(&false);
            constructors.push(Constructor { name: constructor.name.clone(), fields, needs_sort });
        }
        all.push((sort, Datatype { constructors }));
    }
    Ok(all)
}

/// The function of a datatype, other than a constructor, that a name denotes.
#[derive(Clone, Debug)]
pub enum DataCallee {
    /// The selector of this name.
    Selector(Box<str>),
    /// The tester of the constructor with this name.
    Tester(Arc<str>),
    /// The update of the field with this selector.
    Update(Box<str>),
}

impl DataCallee {
    /// The application; the sort of the first argument determines the datatype.
    pub fn apply(&self, store: &mut TermStore, args: &[Term]) -> Result<Term, SortError> {
        let (name, wanted) = match self {
            DataCallee::Selector(name) => (&**name, 1),
            DataCallee::Tester(name) => (&**name, 1),
            DataCallee::Update(name) => (&**name, 2),
        };
        let ([value] | [value, _]) = args else {
            return Err(SortError(format!("{name} takes {wanted} arguments here, not {}", args.len())));
        };
        let sort = store.sort(*value);
        let unknown =
            || SortError(format!("the sort {} has no constructor or selector {name}", store.sort_text(sort)));
        let datatype = store.datatype(sort).ok_or_else(unknown)?;
        match (self, args) {
            (DataCallee::Tester(_), [value]) => {
                let constructor = datatype.constructor(name).ok_or_else(unknown)?;
                store.is_made_by(sort, constructor, *value)
            }
            (DataCallee::Selector(_), [value]) => {
                let (constructor, field) = datatype.selector(name).ok_or_else(unknown)?;
                store.field(sort, constructor, field, *value)
            }
            (DataCallee::Update(_), [value, new]) => {
                let (constructor, field) = datatype.selector(name).ok_or_else(unknown)?;
                store.update_field(sort, [constructor, field], [*value, *new])
            }
            _ => Err(SortError(format!("{name} takes {wanted} arguments here, not {}", args.len()))),
        }
    }
}

impl Names {
    /// Declares datatypes with their constructors, selectors and testers.
    pub fn add_datatypes(&mut self, datatypes: Datatypes) {
        for (name, meaning) in datatypes.sorts {
            self.declare_sort(&name, meaning);
        }
        for (name, meaning) in datatypes.names {
            self.declare(&name, meaning);
        }
    }
}
