//! Compiled programs of `testdata/java` are read whole; damaged ones are errors, never panics.

use std::fs;
use std::path::{Path, PathBuf};

use tress_classes::{Archive, Class, ClassPath, Constant, Instruction, Source, disassemble, read_class};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java")
}

/// All class files of the fixtures, by name.
fn class_files() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in ["classes", "classes8", "classes25"] {
        let source = Source::open(fixtures().join(folder)).expect("the folder is there");
        for name in source.names().expect("the folder can be read") {
            let bytes = source.bytes(&name).expect("the file can be read").expect("the class is there");
            found.push((name, bytes));
        }
    }
    assert!(found.len() > 15);
    found
}

fn class(folder: &str, name: &str) -> Class {
    let path = ClassPath::open(fixtures().join(folder)).expect("the folder is there");
    path.class(name).expect("it can be read").expect("it is there")
}

#[test]
fn every_version_is_read() {
    let mut versions = Vec::new();
    for (name, bytes) in class_files() {
        let class = read_class(&bytes).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(*class.name, *name);
        versions.push(class.version.major);
    }
    versions.sort_unstable();
    versions.dedup();
    assert_eq!(versions, [52, 61, 69]);
}

#[test]
fn code_is_shown_with_names_and_lines() {
    let text = disassemble(&class("classes", "Ftp"));
    for line in [
        "class Ftp (version 61)",
        "  static method execute(Ljava/lang/String;)Ljava/lang/String;",
        "    line 4",
        "        0: push \"/srv/ftp/bin1\"",
        "invokevirtual java/lang/String.indexOf(I)I",
        "if_icmpne",
        "invokedynamic bootstrap 0 makeConcatWithConstants:",
        "athrow",
    ] {
        assert!(text.contains(line), "{line:?} is missing in\n{text}");
    }
}

#[test]
fn classes_elsewhere_are_not_found() {
    let path = ClassPath::open(fixtures().join("classes")).expect("the folder is there");
    for name in ["Nowhere", "../classes/Ftp", "/Ftp", ""] {
        assert!(path.class(name).expect("nothing is wrong").is_none(), "{name:?}");
    }
}

#[test]
fn handlers_switches_and_recipes_are_resolved() {
    let numbers = class("classes", "Numbers");
    let divide = numbers.method("divide", "(II)I").and_then(|found| found.code.as_ref()).expect("code");
    assert_eq!(divide.handlers[0].class.as_deref(), Some("java/lang/ArithmeticException"));
    assert!(divide.handlers.iter().any(|handler| handler.class.is_none()), "finally catches anything");
    let sparse = numbers.method("sparse", "(I)I").and_then(|found| found.code.as_ref()).expect("code");
    let cases = sparse.instructions.iter().find_map(|instruction| match instruction {
        Instruction::Switch(switch) => Some(switch.cases.iter().map(|case| case.0).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(cases, Some(vec![-5, 1000, 70_000]));
    let recipe = |argument: &Constant| matches!(argument, Constant::String(text) if text.contains(&1));
    let modern = class("classes", "Modern");
    assert!(modern.bootstraps.iter().any(|bootstrap| bootstrap.arguments.iter().any(recipe)));
}

#[test]
fn constants_inside_of_constants_are_read() {
    let text = disassemble(&class("classes25", "Switches"));
    assert!(text.contains("java/lang/runtime/SwitchBootstraps.typeSwitch"));
    assert!(text.contains("invoke:Ljava/lang/Enum$EnumDesc;"), "{text}");
}

#[test]
fn jars_hold_the_same_bytes_as_folders() {
    let jar = Archive::open(fixtures().join("fixtures.jar")).expect("it is a jar");
    assert_eq!(jar.names(), ["Ftp", "Urls"]);
    for name in jar.names() {
        let packed = jar.bytes(&name).expect("it can be unpacked").expect("it is there");
        assert_eq!(packed, fs::read(fixtures().join(format!("classes/{name}.class"))).expect("there"));
    }
    assert!(jar.bytes("Nowhere").expect("nothing is wrong").is_none());
    assert!(Archive::open(fixtures().join("README.md")).is_err());
}

#[test]
fn truncated_files_are_errors_with_a_position() {
    for (name, bytes) in class_files() {
        for length in 0..bytes.len() {
            let problem = read_class(&bytes[..length]).expect_err(&name);
            assert!(problem.position <= length, "{name} of {length} bytes: {problem}");
        }
    }
}
