//! Classes as text: one line for each field and instruction, with names where files have numbers.

use std::fmt::Write;

use crate::model::{
    Arithmetic, ArrayKind, Class, Code, Comparison, Constant, Conversion, FieldAccess, Instruction,
    InvokeKind, Kind, Relation, StackMove, Type,
};

/// The class with all its code.
#[must_use]
pub fn disassemble(class: &Class) -> String {
    let mut text = format!("class {} (version {})\n", class.name, class.version.major);
    if let Some(superclass) = &class.superclass {
        text += &format!("  extends {superclass}\n");
    }
    for interface in &class.interfaces {
        text += &format!("  implements {interface}\n");
    }
    for field in &class.fields {
        let kind = if field.access.is_static() { "static field" } else { "field" };
        let value = field.constant.as_ref().map(|constant| format!(" = {constant}")).unwrap_or_default();
        text += &format!("  {kind} {} {}{value}\n", field.name, field.descriptor);
    }
    for (number, bootstrap) in class.bootstraps.iter().enumerate() {
        text += &format!("  bootstrap {number}: {}\n", bootstrap.method);
        for argument in &bootstrap.arguments {
            text += &format!("    {argument}\n");
        }
    }
    for method in &class.methods {
        let kind = if method.access.is_static() { "static method" } else { "method" };
        text += &format!("  {kind} {method}\n");
        if let Some(code) = &method.code {
            write_code(&mut text, code);
        }
    }
    text
}

fn write_code(text: &mut String, code: &Code) {
    let mut line = None;
    for (index, instruction) in code.instructions.iter().enumerate() {
        if code.line(index) != line {
            line = code.line(index);
            *text += &line.map(|line| format!("    line {line}\n")).unwrap_or_default();
        }
        let _ = writeln!(text, "    {:>5}: {}", code.offsets[index], instruction_text(code, instruction));
    }
    for handler in &code.handlers {
        let class = handler.class.as_deref().unwrap_or("anything");
        let end = code.offsets.get(handler.end as usize).map_or_else(|| "end".to_owned(), u32::to_string);
        let (start, target) = (code.offsets[handler.start as usize], code.offsets[handler.target as usize]);
        let _ = writeln!(text, "    catch {class} from {start} to {end} at {target}");
    }
}

fn instruction_text(code: &Code, instruction: &Instruction) -> String {
    let byte = |target: &u32| code.offsets[*target as usize];
    match instruction {
        Instruction::Nop => "nop".to_owned(),
        Instruction::Push(constant) => push_text(constant),
        Instruction::Load(kind, variable) => format!("{}load {variable}", kind_prefix(*kind)),
        Instruction::Store(kind, variable) => format!("{}store {variable}", kind_prefix(*kind)),
        Instruction::ArrayLoad(kind) => format!("{}aload", array_prefix(*kind)),
        Instruction::ArrayStore(kind) => format!("{}astore", array_prefix(*kind)),
        Instruction::Stack(stack_move) => move_text(*stack_move).to_owned(),
        Instruction::Arithmetic(kind, operation) => {
            format!("{}{}", kind_prefix(*kind), arithmetic_text(*operation))
        }
        Instruction::Negate(kind) => format!("{}neg", kind_prefix(*kind)),
        Instruction::Increment(variable, by) => format!("iinc {variable} {by}"),
        Instruction::Convert(conversion) => conversion_text(*conversion).to_owned(),
        Instruction::Compare(comparison) => comparison_text(*comparison).to_owned(),
        Instruction::IfZero(relation, target) => format!("if{} {}", relation_text(*relation), byte(target)),
        Instruction::IfInt(relation, target) => {
            format!("if_icmp{} {}", relation_text(*relation), byte(target))
        }
        Instruction::IfSame(same, target) => {
            format!("if_acmp{} {}", if *same { "eq" } else { "ne" }, byte(target))
        }
        Instruction::IfNull(null, target) => {
            format!("if{} {}", if *null { "null" } else { "nonnull" }, byte(target))
        }
        Instruction::Goto(target) => format!("goto {}", byte(target)),
        Instruction::Jsr(target) => format!("jsr {}", byte(target)),
        Instruction::Ret(variable) => format!("ret {variable}"),
        Instruction::Switch(switch) => {
            let name = if switch.is_table { "tableswitch" } else { "lookupswitch" };
            let cases: Vec<String> =
                switch.cases.iter().map(|(value, target)| format!("{value}:{}", byte(target))).collect();
            format!("{name} {} default:{}", cases.join(" "), byte(&switch.default))
        }
        Instruction::Return(kind) => format!("{}return", kind.map(kind_prefix).unwrap_or_default()),
        Instruction::Field(access, field) => format!("{} {field}", access_text(*access)),
        Instruction::Invoke(kind, method) => format!("invoke{} {method}", invoke_text(*kind)),
        Instruction::InvokeDynamic(dynamic) => format!("invokedynamic {dynamic}"),
        Instruction::New(class) => format!("new {class}"),
        Instruction::NewArray(element) => format!("newarray {}", element_text(element)),
        Instruction::NewReferences(class) => format!("anewarray {class}"),
        Instruction::NewArrays(class, dimensions) => format!("multianewarray {class} {dimensions}"),
        Instruction::ArrayLength => "arraylength".to_owned(),
        Instruction::Throw => "athrow".to_owned(),
        Instruction::CheckCast(class) => format!("checkcast {class}"),
        Instruction::InstanceOf(class) => format!("instanceof {class}"),
        Instruction::MonitorEnter => "monitorenter".to_owned(),
        Instruction::MonitorExit => "monitorexit".to_owned(),
    }
}

fn push_text(constant: &Constant) -> String {
    match constant {
        Constant::Null => "aconst_null".to_owned(),
        other => format!("push {other}"),
    }
}

fn kind_prefix(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "i",
        Kind::Long => "l",
        Kind::Float => "f",
        Kind::Double => "d",
        Kind::Reference => "a",
    }
}

fn array_prefix(kind: ArrayKind) -> &'static str {
    match kind {
        ArrayKind::Of(kind) => kind_prefix(kind),
        ArrayKind::Byte => "b",
        ArrayKind::Char => "c",
        ArrayKind::Short => "s",
    }
}

fn move_text(stack_move: StackMove) -> &'static str {
    match stack_move {
        StackMove::Pop => "pop",
        StackMove::Pop2 => "pop2",
        StackMove::Dup => "dup",
        StackMove::DupX1 => "dup_x1",
        StackMove::DupX2 => "dup_x2",
        StackMove::Dup2 => "dup2",
        StackMove::Dup2X1 => "dup2_x1",
        StackMove::Dup2X2 => "dup2_x2",
        StackMove::Swap => "swap",
    }
}

fn arithmetic_text(operation: Arithmetic) -> &'static str {
    match operation {
        Arithmetic::Add => "add",
        Arithmetic::Subtract => "sub",
        Arithmetic::Multiply => "mul",
        Arithmetic::Divide => "div",
        Arithmetic::Remainder => "rem",
        Arithmetic::ShiftLeft => "shl",
        Arithmetic::ShiftRight => "shr",
        Arithmetic::ShiftRightUnsigned => "ushr",
        Arithmetic::And => "and",
        Arithmetic::Or => "or",
        Arithmetic::Xor => "xor",
    }
}

fn conversion_text(conversion: Conversion) -> &'static str {
    match conversion {
        Conversion::IntToLong => "i2l",
        Conversion::IntToFloat => "i2f",
        Conversion::IntToDouble => "i2d",
        Conversion::LongToInt => "l2i",
        Conversion::LongToFloat => "l2f",
        Conversion::LongToDouble => "l2d",
        Conversion::FloatToInt => "f2i",
        Conversion::FloatToLong => "f2l",
        Conversion::FloatToDouble => "f2d",
        Conversion::DoubleToInt => "d2i",
        Conversion::DoubleToLong => "d2l",
        Conversion::DoubleToFloat => "d2f",
        Conversion::IntToByte => "i2b",
        Conversion::IntToChar => "i2c",
        Conversion::IntToShort => "i2s",
    }
}

fn comparison_text(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Long => "lcmp",
        Comparison::FloatOrLess => "fcmpl",
        Comparison::FloatOrGreater => "fcmpg",
        Comparison::DoubleOrLess => "dcmpl",
        Comparison::DoubleOrGreater => "dcmpg",
    }
}

fn relation_text(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "eq",
        Relation::NotEqual => "ne",
        Relation::Less => "lt",
        Relation::GreaterOrEqual => "ge",
        Relation::Greater => "gt",
        Relation::LessOrEqual => "le",
    }
}

fn access_text(access: FieldAccess) -> &'static str {
    match access {
        FieldAccess::GetStatic => "getstatic",
        FieldAccess::PutStatic => "putstatic",
        FieldAccess::Get => "getfield",
        FieldAccess::Put => "putfield",
    }
}

fn invoke_text(kind: InvokeKind) -> &'static str {
    match kind {
        InvokeKind::Virtual => "virtual",
        InvokeKind::Special => "special",
        InvokeKind::Static => "static",
        InvokeKind::Interface => "interface",
    }
}

fn element_text(element: &Type) -> String {
    match element {
        Type::Boolean => "boolean".to_owned(),
        Type::Byte => "byte".to_owned(),
        Type::Char => "char".to_owned(),
        Type::Short => "short".to_owned(),
        Type::Int => "int".to_owned(),
        Type::Long => "long".to_owned(),
        Type::Float => "float".to_owned(),
        Type::Double => "double".to_owned(),
        Type::Object(_) | Type::Array(_) => element.to_string(),
    }
}
