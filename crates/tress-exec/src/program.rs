//! Classes as they are needed, with their superclasses, and who is what.

use std::cell::RefCell;
use std::sync::Arc;

use crate::loops::{self, Passed, Scan};
use rustc_hash::{FxHashMap, FxHashSet};
use tress_classes::{Access, Class, ClassPath, Method, Name, Type, Version};

/// A class with its superclasses.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) class: Class,
    pub(crate) superclass: Option<Arc<Loaded>>,
    /// The fields of an object, those of superclasses first.
    pub(crate) layout: Vec<Slot>,
    /// Classes have numbers in the order in which they were loaded.
    pub(crate) number: u32,
}

/// A field of objects.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) class: Name,
    pub(crate) name: Name,
    pub(crate) type_: Type,
}

impl Loaded {
    pub(crate) fn name(&self) -> &Name {
        &self.class.name
    }

    /// The class and its superclasses, from the bottom.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &Loaded> {
        std::iter::successors(Some(self), |class| class.superclass.as_deref())
    }

    pub(crate) fn is_throwable(&self) -> bool {
        self.chain().any(|above| &**above.name() == "java/lang/Throwable")
    }

    /// Is it an exception of the library? These hold a message and nothing else.
    pub(crate) fn is_library_throwable(&self) -> bool {
        self.name().starts_with("java/") && self.is_throwable()
    }
}

/// A method and the class that declares it.
pub(crate) type Found = (Arc<Loaded>, Arc<Method>);

/// A loop: the address of its method, the index of its head, and the last character of the alphabet.
pub(crate) type PassedKey = (usize, usize, u32);

/// The classes of a program.
pub(crate) struct Program {
    path: ClassPath,
    /// The release of Java whose library runs, where there is one.
    release: Option<u8>,
    loaded: RefCell<FxHashMap<Name, Option<Arc<Loaded>>>>,
    /// By the address of a method of a class that is kept.
    scans: RefCell<FxHashMap<usize, Arc<[Scan]>>>,
    /// What rounds of loops pass over.
    passed: RefCell<FxHashMap<PassedKey, Option<Arc<Passed>>>>,
}

impl Program {
    pub(crate) fn new(path: ClassPath) -> Program {
        let release = path.release();
        let (loaded, scans, passed) = (RefCell::default(), RefCell::default(), RefCell::default());
        Program { path, release, loaded, scans, passed }
    }

    pub(crate) fn release(&self) -> Option<u8> {
        self.release
    }

    pub(crate) fn path(&self) -> &ClassPath {
        &self.path
    }

    /// The loops of a method that may be scans.
    pub(crate) fn scans(&self, method: &Arc<Method>) -> Arc<[Scan]> {
        let find = || method.code.as_ref().map(loops::scans).unwrap_or_default().into();
        self.scans.borrow_mut().entry(Arc::as_ptr(method) as usize).or_insert_with(find).clone()
    }

    /// What was found of a loop before.
    pub(crate) fn passed_units(&self, key: PassedKey) -> Option<Option<Arc<Passed>>> {
        self.passed.borrow().get(&key).cloned()
    }

    pub(crate) fn keep_passed_units(&self, key: PassedKey, found: Option<Arc<Passed>>) {
        self.passed.borrow_mut().insert(key, found);
    }

    /// The class of this name.
    ///
    /// # Errors
    /// When it cannot be read. `None` if there is no such class.
    pub(crate) fn load(&self, name: &Name) -> Result<Option<Arc<Loaded>>, String> {
        if let Some(known) = self.loaded.borrow().get(name) {
            return Ok(known.clone());
        }
        let mut chain = Vec::new();
        let mut above = None;
        let mut next = Some(name.clone());
        while let Some(name) = next {
            if let Some(known) = self.loaded.borrow().get(&name) {
                above = known.clone();
                break;
            }
            if chain.iter().any(|class: &Class| class.name == name) {
                return Err(format!("class {name} extends itself"));
            }
            let found = self.path.class(&name).map_err(|problem| problem.to_string())?;
            let Some(class) = found.or_else(|| built_in(&name)) else {
                self.loaded.borrow_mut().insert(name.clone(), None);
                match chain.is_empty() {
                    true => return Ok(None),
                    false => return Err(format!("there is no class {name}")),
                }
            };
            next = class.superclass.clone();
            chain.push(class);
        }
        for class in chain.into_iter().rev() {
            above = Some(self.link(class, above));
        }
        Ok(above)
    }

    fn link(&self, class: Class, superclass: Option<Arc<Loaded>>) -> Arc<Loaded> {
        let mut layout = superclass.as_ref().map(|above| above.layout.clone()).unwrap_or_default();
        let own = class.fields.iter().filter(|field| !field.access.is_static());
        layout.extend(own.map(|field| Slot {
            class: class.name.clone(),
            name: field.name.clone(),
            type_: field.type_.clone(),
        }));
        let mut loaded = self.loaded.borrow_mut();
        let number = loaded.len() as u32;
        let name = class.name.clone();
        let linked = Arc::new(Loaded { class, superclass, layout, number });
        loaded.insert(name, Some(linked.clone()));
        linked
    }

    /// The classes that were loaded, in this order, without those of the library.
    pub(crate) fn own_classes(&self) -> Vec<Arc<Loaded>> {
        let is_own = |class: &&Arc<Loaded>| {
            let packages = ["java/", "javax/", "jdk/", "sun/", "org/sosy_lab/"];
            !packages.iter().any(|package| class.name().starts_with(package))
        };
        let mut own: Vec<Arc<Loaded>> =
            self.loaded.borrow().values().flatten().filter(is_own).cloned().collect();
        own.sort_by_key(|class| class.number);
        own
    }

    /// All interfaces of a class and its superclasses, nearest first, as far as they can be found.
    fn interface_names(&self, class: &Loaded) -> Result<Vec<Name>, String> {
        let mut found: Vec<Name> = Vec::new();
        let mut open: Vec<Name> =
            class.chain().flat_map(|class| class.class.interfaces.iter().cloned()).collect();
        let mut seen = FxHashSet::default();
        let mut index = 0;
        while let Some(name) = open.get(index).cloned() {
            index += 1;
            if seen.insert(name.clone()) {
                let above = self.load(&name)?;
                open.extend(above.iter().flat_map(|interface| interface.class.interfaces.iter().cloned()));
                found.push(name);
            }
        }
        Ok(found)
    }

    /// Is `name` a subtype of `wanted`? Both may be arrays.
    pub(crate) fn is_a(&self, name: &Name, wanted: &str) -> Result<bool, String> {
        let (mut name, mut wanted) = (name.clone(), wanted.to_owned());
        loop {
            if *name == *wanted || wanted == "java/lang/Object" {
                return Ok(true);
            }
            let Some(element) = name.strip_prefix('[').map(str::to_owned) else { break };
            if matches!(wanted.as_str(), "java/lang/Cloneable" | "java/io/Serializable") {
                return Ok(true);
            }
            let Some(wanted_element) = wanted.strip_prefix('[').map(str::to_owned) else { return Ok(false) };
            match (Type::parse(&element), Type::parse(&wanted_element)) {
                (Some(one), Some(other)) if one.is_reference() && other.is_reference() => {
                    name = class_of(&one);
                    wanted = class_of(&other).to_string();
                }
                (one, other) => return Ok(one == other),
            }
        }
        let Some(class) = self.load(&name)? else { return Ok(false) };
        if class.chain().any(|above| **above.name() == *wanted) {
            return Ok(true);
        }
        Ok(self.interface_names(&class)?.iter().any(|interface| **interface == *wanted))
    }

    /// The method that a search from `class` on finds: in superclasses first, then in interfaces.
    pub(crate) fn method(
        &self,
        class: &Arc<Loaded>,
        name: &str,
        descriptor: &str,
    ) -> Result<Option<Found>, String> {
        let mut at = Some(class.clone());
        while let Some(above) = at {
            if let Some(method) = above.class.method(name, descriptor) {
                return Ok(Some((above.clone(), method.clone())));
            }
            at = above.superclass.clone();
        }
        let mut found: Option<Found> = None;
        for interface in self.interface_names(class)? {
            let Some(interface) = self.load(&interface)? else { continue };
            let own = interface.class.method(name, descriptor).filter(|method| method.code.is_some());
            let Some(method) = own.cloned() else { continue };
            // The method of an interface hides those of the interfaces that it extends.
            let is_nearer = match &found {
                None => true,
                Some((other, _)) => self.is_a(interface.name(), other.name())?,
            };
            if is_nearer {
                found = Some((interface, method));
            }
        }
        Ok(found)
    }
}

/// Is this the name of a class of the library, with slashes?
pub(crate) fn is_of_library(class: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/"].iter().any(|package| class.starts_with(package))
}

/// The name of a class, or the descriptor of an array.
pub(crate) fn class_of(type_: &Type) -> Name {
    match type_ {
        Type::Object(name) | Type::Array(name) => name.clone(),
        other => other.to_string().into(),
    }
}

/// Classes that are known without a JDK, with their superclass and interfaces. They belong to `java.lang`
/// unless the name has a package.
const BUILT_IN: &[(&str, &str, &[&str])] = &[
    ("Object", "", &[]),
    ("String", "Object", &["java/lang/CharSequence", "java/lang/Comparable"]),
    ("StringBuilder", "Object", &["java/lang/CharSequence", "java/lang/Comparable"]),
    ("StringBuffer", "Object", &["java/lang/CharSequence", "java/lang/Comparable"]),
    ("Number", "Object", &[]),
    ("Integer", "Number", &["java/lang/Comparable"]),
    ("Long", "Number", &["java/lang/Comparable"]),
    ("Short", "Number", &["java/lang/Comparable"]),
    ("Byte", "Number", &["java/lang/Comparable"]),
    ("Character", "Object", &["java/lang/Comparable"]),
    ("Boolean", "Object", &["java/lang/Comparable"]),
    ("Math", "Object", &[]),
    ("System", "Object", &[]),
    ("Runtime", "Object", &[]),
    ("Class", "Object", &[]),
    ("Enum", "Object", &["java/lang/Comparable"]),
    ("java/util/regex/Pattern", "Object", &[]),
    ("java/util/regex/Matcher", "Object", &[]),
    ("java/util/regex/PatternSyntaxException", "IllegalArgumentException", &[]),
    ("Record", "Object", &[]),
    ("Throwable", "Object", &[]),
    ("Exception", "Throwable", &[]),
    ("Error", "Throwable", &[]),
    ("AssertionError", "Error", &[]),
    ("RuntimeException", "Exception", &[]),
    ("ArithmeticException", "RuntimeException", &[]),
    ("ArrayStoreException", "RuntimeException", &[]),
    ("ClassCastException", "RuntimeException", &[]),
    ("IllegalArgumentException", "RuntimeException", &[]),
    ("IllegalStateException", "RuntimeException", &[]),
    ("IndexOutOfBoundsException", "RuntimeException", &[]),
    ("ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException", &[]),
    ("StringIndexOutOfBoundsException", "IndexOutOfBoundsException", &[]),
    ("NegativeArraySizeException", "RuntimeException", &[]),
    ("NullPointerException", "RuntimeException", &[]),
    ("NumberFormatException", "IllegalArgumentException", &[]),
    ("UnsupportedOperationException", "RuntimeException", &[]),
    ("LinkageError", "Error", &[]),
    ("ExceptionInInitializerError", "LinkageError", &[]),
    ("IncompatibleClassChangeError", "LinkageError", &[]),
    ("NoSuchFieldError", "IncompatibleClassChangeError", &[]),
    ("MatchException", "RuntimeException", &[]),
    ("SecurityException", "RuntimeException", &[]),
    ("java/io/PrintStream", "Object", &[]),
    ("java/util/Objects", "Object", &[]),
    ("java/util/IllegalFormatException", "IllegalArgumentException", &[]),
    ("java/util/IllegalFormatConversionException", "java/util/IllegalFormatException", &[]),
    ("java/util/MissingFormatArgumentException", "java/util/IllegalFormatException", &[]),
    ("java/util/UnknownFormatConversionException", "java/util/IllegalFormatException", &[]),
];

/// A class without code, whose methods are modelled.
fn built_in(name: &str) -> Option<Class> {
    let short = name.strip_prefix("java/lang/").unwrap_or(name);
    let (_, superclass, interfaces) = BUILT_IN.iter().find(|row| row.0 == short)?;
    Some(Class {
        version: Version { major: 52, minor: 0 },
        access: Access(1),
        name: name.into(),
        superclass: match superclass.contains('/') {
            _ if superclass.is_empty() => None,
            true => Some((*superclass).into()),
            false => Some(format!("java/lang/{superclass}").into()),
        },
        interfaces: interfaces.iter().map(|interface| Name::from(*interface)).collect(),
        fields: Vec::new(),
        methods: Vec::new(),
        bootstraps: Vec::new(),
        source_file: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_and_classes_know_what_they_are() {
        let program = Program::new(ClassPath::default());
        let check = |name: &str, wanted: &str| program.is_a(&name.into(), wanted).expect("it can be told");
        assert!(check("java/lang/NumberFormatException", "java/lang/RuntimeException"));
        assert!(!check("java/lang/RuntimeException", "java/lang/NumberFormatException"));
        assert!(check("java/lang/String", "java/lang/CharSequence"));
        assert!(check("[Ljava/lang/String;", "[Ljava/lang/CharSequence;"));
        assert!(check("[[I", "[Ljava/lang/Object;"));
        assert!(check("[I", "java/lang/Object"));
        assert!(!check("[I", "[J"));
        assert!(!check("[I", "[Ljava/lang/Object;"));
    }

    #[test]
    fn classes_that_are_nowhere_are_not_found() {
        let program = Program::new(ClassPath::default());
        assert!(program.load(&"java/lang/Nothing".into()).is_ok_and(|found| found.is_none()));
    }
}
