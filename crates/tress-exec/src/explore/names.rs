//! Methods as people write them.
//!
//! Resolves `package.Class.method`, with or without the types of its parameters, as in Java's source or in a
//! class file, to a class and one of its methods. Otherwise the error names the candidates.

use std::sync::Arc;

use tress_classes::{Method, MethodType, Name, Type};

use super::ExecError;
use crate::program::{Loaded, Program};

/// How many candidates an error names.
const MOST_NAMED: usize = 8;
/// The edit distance of names that are suggested.
const MOST_DIFFERENT: usize = 2;

/// The parts of a name as the user wrote it.
struct Written<'text> {
    /// The class and the method, with points.
    names: &'text str,
    parameters: Option<Parameters<'text>>,
}

enum Parameters<'text> {
    /// As a class file has them.
    Descriptor(&'text str),
    /// As Java's source has them, one for each parameter.
    Types(Vec<String>),
}

impl<'text> Written<'text> {
    fn read(text: &'text str) -> Written<'text> {
        let text = text.trim();
        let Some(open) = text.find('(') else {
            // The result and modifiers such as `static` may come first.
            return Written { names: text.split_whitespace().last().unwrap_or(text), parameters: None };
        };
        let names = text[..open].split_whitespace().last().unwrap_or_default();
        let parameters = match MethodType::parse(&text[open..]) {
            Some(_) => Parameters::Descriptor(&text[open..]),
            None => {
                let inside = text[open + 1..].split(')').next().unwrap_or_default();
                Parameters::Types(split_types(inside))
            }
        };
        Written { names, parameters: Some(parameters) }
    }

    fn fits(&self, method: &Method) -> bool {
        match &self.parameters {
            None => true,
            Some(Parameters::Descriptor(descriptor)) => *method.descriptor == **descriptor,
            Some(Parameters::Types(types)) => {
                let own = &method.type_.parameters;
                own.len() == types.len() && own.iter().zip(types).all(|(own, wanted)| is_called(own, wanted))
            }
        }
    }
}

/// The types of a list of parameters, without their names and type arguments.
fn split_types(inside: &str) -> Vec<String> {
    let (mut plain, mut depth) = (String::new(), 0_usize);
    for character in inside.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(character),
            _ => {}
        }
    }
    let plain = plain.replace("...", "[] ").replace(" [", "[");
    if plain.trim().is_empty() {
        return Vec::new();
    }
    let type_ = |part: &str| {
        let mut words = part.split_whitespace().filter(|word| *word != "final" && !word.starts_with('@'));
        let type_ = words.next().unwrap_or_default();
        // `int x[]` is an array, too.
        let behind = words.next().map_or(0, |name| name.matches("[]").count());
        format!("{type_}{}", "[]".repeat(behind))
    };
    plain.split(',').map(type_).collect()
}

/// Is a type called so, by its whole name or without its package?
fn is_called(type_: &Type, wanted: &str) -> bool {
    let name = java_name(type_);
    let short = name.rsplit('.').next().unwrap_or(&name);
    let whole = match type_ {
        Type::Object(class) => class.replace('/', "."),
        _ => name.clone(),
    };
    wanted == name || wanted == short || wanted == whole || wanted == whole.replace('$', ".")
}

/// The name of a type in Java's source.
pub(super) fn java_name(type_: &Type) -> String {
    let name = match type_ {
        Type::Boolean => "boolean",
        Type::Byte => "byte",
        Type::Char => "char",
        Type::Short => "short",
        Type::Int => "int",
        Type::Long => "long",
        Type::Float => "float",
        Type::Double => "double",
        Type::Object(class) => {
            let short = class.strip_prefix("java/lang/").filter(|short| !short.contains('/'));
            return short.unwrap_or(class).replace(['/', '$'], ".");
        }
        Type::Array(descriptor) => {
            let element = Type::parse(&descriptor[1..]);
            return format!("{}[]", element.as_ref().map(java_name).unwrap_or_default());
        }
    };
    name.to_owned()
}

/// The name of a parameter: the source's, or its number.
pub(super) fn parameter_name(method: &Method, number: usize) -> String {
    let noted = method.parameter_names.get(number).cloned().flatten();
    noted.map_or_else(|| format!("arg{number}"), |name| name.to_string())
}

/// A method as Java's source declares it, with the class in front of its name where one is given.
pub(super) fn declared(class: Option<&str>, method: &Method) -> String {
    let parameters: Vec<String> = method
        .type_
        .parameters
        .iter()
        .enumerate()
        .map(|(number, type_)| format!("{} {}", java_name(type_), parameter_name(method, number)))
        .collect();
    let result = method.type_.result.as_ref().map_or("void".to_owned(), java_name);
    let class = class.map(|class| format!("{class}.")).unwrap_or_default();
    format!("{result} {class}{}({})", method.name, parameters.join(", "))
}

/// Finds a method with code.
pub(super) fn find(program: &Program, text: &str) -> Result<(Arc<Loaded>, Arc<Method>), ExecError> {
    let written = Written::read(text);
    let names = written.names;
    let Some((class_name, name)) = names.rsplit_once('.') else {
        return match class_of(program, names)? {
            Some(class) => Err(no_method_named(&class)),
            None => Err(no_class(program, names)),
        };
    };
    let Some(class) = class_of(program, class_name)? else {
        return match class_of(program, names)? {
            Some(class) => Err(no_method_named(&class)),
            // A package and the name of a class are no method.
            None if is_package(program, class_name) => Err(no_class(program, names)),
            None => Err(no_class(program, class_name)),
        };
    };
    let found: Vec<&Arc<Method>> =
        class.class.methods.iter().filter(|method| *method.name == *name && written.fits(method)).collect();
    // Bridges do what the method of the source does.
    let sources: Vec<&Arc<Method>> =
        found.iter().copied().filter(|method| !method.access.is_synthetic()).collect();
    let found = if sources.is_empty() { found } else { sources };
    let method = match found.as_slice() {
        [] => {
            return match class_of(program, names)? {
                Some(inner) => Err(no_method_named(&inner)),
                None => Err(no_method(&class, name)),
            };
        }
        [one] => Arc::clone(one),
        several => {
            let several: Vec<String> = several.iter().map(|method| declared(None, method)).collect();
            let first = several.first().and_then(|one| one.find('(').map(|open| one[open..].to_owned()));
            return Err(ExecError::new(format!(
                "{names} may be {}; write '{names}{}'",
                several.join(" or "),
                first.unwrap_or_default()
            )));
        }
    };
    match method.code.is_some() {
        true => Ok((class, method)),
        false => Err(ExecError::new(format!("{names} has no code"))),
    }
}

/// The class of a name with points; classes may lie inside of others.
fn class_of(program: &Program, name: &str) -> Result<Option<Arc<Loaded>>, ExecError> {
    let mut path = name.replace('.', "/");
    loop {
        if let Some(class) = program.load(&Name::from(path.as_str())).map_err(ExecError::new)? {
            return Ok(Some(class));
        }
        match path.rfind('/') {
            Some(index) => path.replace_range(index..=index, "$"),
            None => return Ok(None),
        }
    }
}

/// Does the class path have classes in a package of this name?
fn is_package(program: &Program, name: &str) -> bool {
    let package = format!("{}/", name.replace('.', "/"));
    let mut names = program.path().sources().iter().flat_map(|source| source.names().unwrap_or_default());
    names.any(|name| name.starts_with(&package))
}

/// The methods that the user may mean, as the source declares them.
fn own_methods(class: &Loaded) -> Vec<&Arc<Method>> {
    let is_own = |method: &&Arc<Method>| {
        method.code.is_some() && !method.name.starts_with('<') && !method.access.is_synthetic()
    };
    class.class.methods.iter().filter(is_own).collect()
}

fn no_method_named(class: &Loaded) -> ExecError {
    let name = class.name().replace(['/', '$'], ".");
    let listed = |method: &&Arc<Method>| {
        let word = if method.access.is_static() { "static " } else { "" };
        format!("\n  {word}{}", declared(None, method))
    };
    let methods: String = own_methods(class).iter().map(listed).collect();
    ExecError::new(match methods.is_empty() {
        true => format!("{name} is a class without methods that have code"),
        false => format!("{name} is a class; name one of its methods, as {name}.method:{methods}"),
    })
}

/// Classes of the class path come first, then those of the library; of each those whose names differ least.
fn no_class(program: &Program, class: &str) -> ExecError {
    let short = class.rsplit('.').next().unwrap_or(class).to_lowercase();
    let mut near: Vec<(bool, usize, String)> = Vec::new();
    for source in program.path().sources() {
        let is_library = matches!(source.bytes("java/lang/Object"), Ok(Some(_)));
        for name in source.names().unwrap_or_default() {
            let own = name.rsplit(['/', '$']).next().unwrap_or(&name).to_lowercase();
            let distance = distance(&short, &own);
            if distance <= MOST_DIFFERENT.min(short.len() / 3) {
                near.push((is_library, distance, name.replace(['/', '$'], ".")));
            }
        }
    }
    near.sort_unstable();
    // What the program itself has is meant, where it has something near.
    let has_own = near.first().is_some_and(|(is_library, ..)| !is_library);
    near.retain(|(is_library, ..)| !(has_own && *is_library));
    let near: Vec<String> = near.into_iter().map(|(.., name)| name).take(MOST_NAMED).collect();
    ExecError::new(match near.is_empty() {
        true => format!("there is no class {class}"),
        false => format!("there is no class {class}; there is {}", near.join(", ")),
    })
}

/// Those of the same name come first, then those whose names differ least.
fn no_method(class: &Loaded, wanted: &str) -> ExecError {
    let name = class.name().replace(['/', '$'], ".");
    let mut own: Vec<(usize, String)> = own_methods(class)
        .into_iter()
        .map(|method| (distance(wanted, &method.name), declared(None, method)))
        .collect();
    own.sort_by_key(|(distance, _)| *distance);
    if own.first().is_some_and(|(distance, _)| *distance == 0) {
        own.retain(|(distance, _)| *distance == 0);
    }
    let own: Vec<String> = own.into_iter().map(|(_, method)| method).take(MOST_NAMED).collect();
    ExecError::new(format!("there is no such method {name}.{wanted}; there is {}", own.join(", ")))
}

/// The Levenshtein distance of two names, in characters.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, character) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = index + 1;
        for column in 0..other.len() {
            let changed = before + usize::from(other[column] != character);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_levenshtein() {
        for (one, other, wanted) in
            [("", "abc", 3), ("paded", "padded", 1), ("kitten", "sitting", 3), ("same", "same", 0)]
        {
            assert_eq!(distance(one, other), wanted, "{one} {other}");
            assert_eq!(distance(other, one), wanted, "{other} {one}");
        }
    }

    #[test]
    fn parameters_are_read_as_people_write_them() {
        let types = |text: &str| split_types(text);
        assert_eq!(types(""), Vec::<String>::new());
        assert_eq!(types("int"), ["int"]);
        assert_eq!(types("String url, final int... rest"), ["String", "int[]"]);
        assert_eq!(
            types("java.util.Map<String, List<Integer>> map, char[] word"),
            ["java.util.Map", "char[]"]
        );
        assert_eq!(types("int x[], String [] y"), ["int[]", "String[]"]);
    }

    #[test]
    fn types_have_short_and_whole_names() {
        let string = Type::Object("java/lang/String".into());
        assert!(is_called(&string, "String") && is_called(&string, "java.lang.String"));
        assert!(!is_called(&string, "Strin"));
        let entry = Type::Object("java/util/Map$Entry".into());
        assert!(is_called(&entry, "Entry") && is_called(&entry, "java.util.Map.Entry"));
        assert!(is_called(&Type::Array("[[I".into()), "int[][]"));
        let ref_ = Type::Object("java/lang/ref/Reference".into());
        assert_eq!(java_name(&ref_), "java.lang.ref.Reference");
    }
}
