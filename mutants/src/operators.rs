//! What is broken in which way: the operators of cargo-mutants.

use quote::ToTokens;
use syn::{BinOp, GenericArgument, PathArguments, ReturnType, Type};

/// An operator between two operands, by what takes its place.
pub enum Swap {
    /// `==` and `!=`, which are each other's opposite.
    Opposite(&'static str),
    /// `&&` and `||`.
    Logic(&'static str),
    /// Compares by reference.
    Order(&'static [&'static str]),
    /// Takes its operands by value.
    Value(&'static [&'static str]),
    /// Changes its left operand.
    Assign(&'static [&'static str]),
}

/// What may take the place of an operator.
pub fn swap(op: &BinOp) -> Option<Swap> {
    Some(match op {
        BinOp::Eq(_) => Swap::Opposite("!="),
        BinOp::Ne(_) => Swap::Opposite("=="),
        BinOp::And(_) => Swap::Logic("||"),
        BinOp::Or(_) => Swap::Logic("&&"),
        BinOp::Lt(_) => Swap::Order(&["==", ">", "<="]),
        BinOp::Gt(_) => Swap::Order(&["==", "<", ">="]),
        BinOp::Le(_) => Swap::Order(&[">"]),
        BinOp::Ge(_) => Swap::Order(&["<"]),
        BinOp::Add(_) => Swap::Value(&["-", "*"]),
        BinOp::Sub(_) | BinOp::Mul(_) => Swap::Value(&["+", "/"]),
        BinOp::Div(_) => Swap::Value(&["%", "*"]),
        BinOp::Rem(_) => Swap::Value(&["/", "+"]),
        BinOp::Shl(_) => Swap::Value(&[">>"]),
        BinOp::Shr(_) => Swap::Value(&["<<"]),
        BinOp::BitAnd(_) => Swap::Value(&["|", "^"]),
        BinOp::BitOr(_) => Swap::Value(&["&", "^"]),
        BinOp::BitXor(_) => Swap::Value(&["|", "&"]),
        BinOp::AddAssign(_) => Swap::Assign(&["-=", "*="]),
        BinOp::SubAssign(_) | BinOp::MulAssign(_) => Swap::Assign(&["+=", "/="]),
        BinOp::DivAssign(_) => Swap::Assign(&["%=", "*="]),
        BinOp::RemAssign(_) => Swap::Assign(&["/=", "+="]),
        BinOp::ShlAssign(_) => Swap::Assign(&[">>="]),
        BinOp::ShrAssign(_) => Swap::Assign(&["<<="]),
        BinOp::BitAndAssign(_) => Swap::Assign(&["|=", "^="]),
        BinOp::BitOrAssign(_) => Swap::Assign(&["&=", "^="]),
        BinOp::BitXorAssign(_) => Swap::Assign(&["|=", "&="]),
        _ => return None,
    })
}

/// Values that a function may return at once, as source text.
pub fn values_returned(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec!["()".into()],
        ReturnType::Type(_, of) => values(of),
    }
}

fn values(of: &Type) -> Vec<String> {
    let fixed = |values: &[&str]| values.iter().map(ToString::to_string).collect();
    match of {
        Type::Path(path) => named(path),
        Type::Tuple(tuple) => {
            let parts: Vec<_> = tuple.elems.iter().map(values).collect();
            tuples(&parts)
        }
        Type::Array(array) => wrap(
            &array.elem,
            "[",
            &format!("; {}]", array.len.to_token_stream()),
        ),
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => fixed(&["\"\"", "\"xyzzy\""]),
            Type::Slice(slice) => {
                let mut all = fixed(&["Vec::leak(Vec::new())"]);
                all.extend(wrap(&slice.elem, "Vec::leak(vec![", "])"));
                all
            }
            elem => wrap(elem, "Box::leak(Box::new(", "))"),
        },
        // A function has one such type, and it is that of its usual value.
        Type::ImplTrait(_) | Type::Never(_) => Vec::new(),
        _ => fixed(&["Default::default()"]),
    }
}

fn named(path: &syn::TypePath) -> Vec<String> {
    let fixed = |values: &[&str]| values.iter().map(ToString::to_string).collect();
    let Some(last) = path.path.segments.last() else {
        return Vec::new();
    };
    let of = match &last.arguments {
        PathArguments::AngleBracketed(all) => all.args.iter().find_map(|argument| match argument {
            GenericArgument::Type(of) => Some(of),
            _ => None,
        }),
        _ => None,
    };
    let both = |first: &str, open: &str| {
        let mut all = vec![first.to_string()];
        all.extend(of.map(|of| wrap(of, open, ")")).unwrap_or_default());
        all
    };
    match last.ident.to_string().as_str() {
        "bool" => fixed(&["true", "false"]),
        "String" => fixed(&["String::new()", "\"xyzzy\".into()"]),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => fixed(&["0", "1"]),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => fixed(&["0", "1", "-1"]),
        "f32" | "f64" => fixed(&["0.0", "1.0", "-1.0"]),
        "Option" => both("None", "Some("),
        "Vec" => {
            let mut all = fixed(&["vec![]"]);
            all.extend(of.map(|of| wrap(of, "vec![", "]")).unwrap_or_default());
            all
        }
        "Result" => match of {
            Some(of) => wrap(of, "Ok(", ")"),
            None => fixed(&["Ok(Default::default())"]),
        },
        name @ ("Box" | "Arc" | "Rc") => match of {
            Some(of) => wrap(of, &format!("{name}::new("), ")"),
            None => Vec::new(),
        },
        _ => fixed(&["Default::default()"]),
    }
}

fn wrap(of: &Type, open: &str, close: &str) -> Vec<String> {
    let each = |value: String| format!("{open}{value}{close}");
    values(of).into_iter().map(each).collect()
}

fn tuples(parts: &[Vec<String>]) -> Vec<String> {
    let mut all = vec![String::new()];
    for values in parts {
        let mut longer = Vec::new();
        for start in &all {
            longer.extend(values.iter().map(|value| format!("{start}{value}, ")));
        }
        longer.truncate(8);
        all = longer;
    }
    all.into_iter().map(|inner| format!("({inner})")).collect()
}
