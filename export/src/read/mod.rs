//! Reading Rust into the intermediate form. Only the build script and tests do: the library has no
//! parser.
//!
//! The input is real Rust, which this crate also compiles and runs, limited to a small subset of
//! the language: constants and functions of numbers, truths and [`Data`](crate::source); `let`,
//! assignments, `if`, `while`, `return`; operators, casts by `as`, `wrapping_add`, `wrapping_sub`
//! and `wrapping_mul`, calls. Anything else is an error with its location. Types are inferred
//! only as far as numbers need one; the Rust compiler checks the rest.

use std::{collections::HashMap, error::Error, fmt};

use syn::{
    BinOp, Block, Expr as Syntax, FnArg, Item, ItemConst, ItemFn, Lit, Pat, ReturnType, Stmt, UnOp,
    spanned::Spanned,
};

use crate::ir::{Constant, Expr, Function, Role, Sign, SourceFile, Statement, Type};

/// Code outside the supported subset of Rust.
#[derive(Debug)]
pub struct ReadError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The code at that place.
    pub what: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, what } = self;
        write!(f, "{file}:{line}: {what}")
    }
}

impl Error for ReadError {}

type Fault = (usize, String);

/// Reads a file, which may use what the `known` files have.
///
/// # Errors
///
/// If it uses anything outside the supported subset of Rust.
pub fn read(file: &str, text: &str, known: &[&SourceFile]) -> Result<SourceFile, ReadError> {
    read_as(file, text, known, false)
}

/// Reads only the heads of functions: each language, or each export, has bodies of its own.
///
/// # Errors
///
/// If a head uses anything outside the supported subset of Rust.
pub fn heads(file: &str, text: &str) -> Result<SourceFile, ReadError> {
    read_as(file, text, &[], true)
}

fn read_as(
    file: &str,
    text: &str,
    known: &[&SourceFile],
    heads_only: bool,
) -> Result<SourceFile, ReadError> {
    let at = |(line, what): Fault| ReadError {
        file: file.into(),
        line,
        what,
    };
    let parsed = syn::parse_file(text)
        .map_err(|error| at((error.span().start().line, error.to_string())))?;
    let mut reader = Reader {
        lines: text.lines().collect(),
        names: HashMap::new(),
        heads: HashMap::new(),
        scope: Vec::new(),
    };
    for constant in known.iter().flat_map(|file| &file.constants) {
        reader.names.insert(constant.name.clone(), constant.kind);
    }
    for function in known.iter().flat_map(|file| &file.functions) {
        let parameters = function.parameters.iter().map(|(_, kind)| *kind).collect();
        let head = (parameters, function.gives);
        reader.heads.insert(function.name.clone(), head);
    }
    reader.file(&parsed, heads_only).map_err(at)
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    /// The types of constants.
    names: HashMap<String, Type>,
    /// What functions take and return.
    heads: HashMap<String, (Vec<Type>, Type)>,
    /// Parameters and variables; later ones hide earlier ones.
    scope: Vec<(String, Type)>,
}

fn fault<T>(at: &impl Spanned, what: &str) -> Result<T, Fault> {
    Err((at.span().start().line, what.into()))
}

impl Reader<'_> {
    fn file(&mut self, file: &syn::File, heads_only: bool) -> Result<SourceFile, Fault> {
        let mut source = SourceFile {
            opening: remarks(&file.attrs),
            ..SourceFile::default()
        };
        // Functions may call those below them.
        for item in &file.items {
            if let Item::Fn(function) = item {
                let head = (parameters(&function.sig)?, result(&function.sig)?);
                let kinds = head.0.into_iter().map(|(_, kind)| kind).collect();
                let name = function.sig.ident.to_string();
                self.heads.insert(name, (kinds, head.1));
            }
        }
        for item in &file.items {
            match item {
                // These only introduce other names.
                Item::Use(_) | Item::Type(_) => {}
                Item::Const(constant) => source.constants.push(self.constant(constant)?),
                Item::Fn(function) if heads_only => {
                    source.functions.push(self.head(function, Role::Intrinsic)?);
                }
                Item::Fn(function) => source.functions.push(self.function(function)?),
                other => return fault(other, "this kind of item is not read"),
            }
        }
        Ok(source)
    }

    fn constant(&mut self, item: &ItemConst) -> Result<Constant, Fault> {
        let name = item.ident.to_string();
        let kind = kind(&item.ty)?;
        self.names.insert(name.clone(), kind);
        Ok(Constant {
            name,
            comment: remarks(&item.attrs),
            kind,
            value: self.value(&item.expr, Some(kind))?,
        })
    }

    fn head(&mut self, item: &ItemFn, role: Role) -> Result<Function, Fault> {
        self.scope = parameters(&item.sig)?;
        Ok(Function {
            name: item.sig.ident.to_string(),
            comment: remarks(&item.attrs),
            parameters: self.scope.clone(),
            gives: result(&item.sig)?,
            body: Vec::new(),
            role,
            is_small: false,
        })
    }

    fn function(&mut self, item: &ItemFn) -> Result<Function, Fault> {
        let mut function = self.head(item, Role::Helper)?;
        function.body = self.block(&item.block, Some(function.gives))?;
        Ok(function)
    }

    /// The statements of a block. The value of one that `gives` is returned.
    fn block(&mut self, block: &Block, gives: Option<Type>) -> Result<Vec<Statement>, Fault> {
        let outer = self.scope.len();
        let mut statements = Vec::new();
        for statement in &block.stmts {
            let remarks = self.remarks_above(statement.span().start().line);
            statements.extend(remarks.into_iter().map(Statement::Remark));
            statements.push(self.statement(statement, gives)?);
        }
        self.scope.truncate(outer);
        Ok(statements)
    }

    /// The comment directly above a line, which is not part of the syntax tree.
    fn remarks_above(&self, line: usize) -> Vec<String> {
        let above = self.lines[..line.saturating_sub(1)].iter().rev();
        let remark = above.map_while(|line| line.trim_start().strip_prefix("// "));
        let mut remarks: Vec<String> = remark.map(String::from).collect();
        remarks.reverse();
        remarks
    }

    fn statement(&mut self, statement: &Stmt, gives: Option<Type>) -> Result<Statement, Fault> {
        match statement {
            Stmt::Local(local) => self.variable(local),
            Stmt::Expr(Syntax::Return(back), _) => match &back.expr {
                Some(value) => {
                    let gives = gives.or_else(|| self.kind_of(value));
                    Ok(Statement::Return(self.value(value, gives)?))
                }
                None => fault(back, "a return without a value is not read"),
            },
            Stmt::Expr(Syntax::If(branch), None) if is_value(branch) && gives.is_some() => {
                Ok(Statement::Return(self.choice(branch, gives)?))
            }
            Stmt::Expr(Syntax::If(branch), _) => self.branch(branch, gives),
            Stmt::Expr(Syntax::While(lap), _) => Ok(Statement::While {
                condition: self.value(&lap.cond, Some(Type::Bool))?,
                body: self.block(&lap.body, gives)?,
            }),
            Stmt::Expr(Syntax::Assign(assign), Some(_)) => {
                self.assign(&assign.left, None, &assign.right)
            }
            Stmt::Expr(Syntax::Binary(binary), Some(_)) => {
                let Some(sign) = assigning(&binary.op) else {
                    return fault(binary, "a value that is not used");
                };
                self.assign(&binary.left, Some(sign), &binary.right)
            }
            Stmt::Expr(value, None) => Ok(Statement::Return(self.value(value, gives)?)),
            other => fault(other, "this kind of statement is not read"),
        }
    }

    fn variable(&mut self, local: &syn::Local) -> Result<Statement, Fault> {
        let (pattern, given) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(kind(&typed.ty)?)),
            pattern => (pattern, None),
        };
        let name = name_of(pattern)?;
        let value = match &local.init {
            Some(init) if init.diverge.is_none() => &*init.expr,
            _ => return fault(local, "a variable needs a value"),
        };
        let Some(kind) = given.or_else(|| self.kind_of(value)) else {
            return fault(local, "the type of this variable is not known: name it");
        };
        let value = self.value(value, Some(kind))?;
        self.scope.push((name.clone(), kind));
        Ok(Statement::Let {
            name,
            kind,
            is_mutable: matches!(pattern, Pat::Ident(of) if of.mutability.is_some()),
            value,
        })
    }

    fn assign(
        &mut self,
        to: &Syntax,
        sign: Option<Sign>,
        value: &Syntax,
    ) -> Result<Statement, Fault> {
        let Expr::Local(name, kind) = self.value(to, None)? else {
            return fault(to, "only variables can be assigned to");
        };
        let is_shift = matches!(sign, Some(Sign::ShiftLeft | Sign::ShiftRight));
        let wanted = if is_shift { Type::U32 } else { kind };
        Ok(Statement::Assign {
            name,
            sign,
            value: self.value(value, Some(wanted))?,
        })
    }

    fn branch(&mut self, branch: &syn::ExprIf, gives: Option<Type>) -> Result<Statement, Fault> {
        let otherwise = match &branch.else_branch {
            None => Vec::new(),
            Some((_, other)) => match &**other {
                Syntax::Block(block) => self.block(&block.block, gives)?,
                Syntax::If(branch) => vec![self.branch(branch, gives)?],
                other => return fault(other, "this kind of branch is not read"),
            },
        };
        Ok(Statement::If {
            condition: self.value(&branch.cond, Some(Type::Bool))?,
            then: self.block(&branch.then_branch, gives)?,
            otherwise,
        })
    }

    /// An expression; a number without a type of its own has the one that is `wanted`.
    fn value(&mut self, syntax: &Syntax, wanted: Option<Type>) -> Result<Expr, Fault> {
        match syntax {
            Syntax::Paren(inner) => self.value(&inner.expr, wanted),
            Syntax::Lit(literal) => number(literal, wanted),
            Syntax::Path(path) => self.name(path),
            Syntax::Call(call) => self.call(call),
            Syntax::MethodCall(call) => self.method(call, wanted),
            Syntax::Binary(binary) => self.binary(binary, wanted),
            Syntax::Unary(unary) => {
                let inner = Box::new(self.value(&unary.expr, wanted)?);
                let kind = wanted.or_else(|| self.kind_of(&unary.expr));
                match unary.op {
                    UnOp::Not(_) if kind == Some(Type::Bool) => Ok(Expr::Not(inner)),
                    UnOp::Not(_) => Ok(Expr::Complement(inner)),
                    UnOp::Neg(_) => Ok(match *inner {
                        Expr::Number(number) => Expr::Number(-number),
                        _ => Expr::Negative(inner),
                    }),
                    _ => fault(unary, "pointers are not read"),
                }
            }
            Syntax::Cast(cast) => {
                let inner = self.kind_of(&cast.expr);
                let inner = self.value(&cast.expr, inner)?;
                Ok(Expr::Cast(kind(&cast.ty)?, Box::new(inner)))
            }
            Syntax::If(branch) if is_value(branch) => self.choice(branch, wanted),
            other => fault(other, "this kind of expression is not read"),
        }
    }

    fn choice(&mut self, branch: &syn::ExprIf, wanted: Option<Type>) -> Result<Expr, Fault> {
        let condition = self.value(&branch.cond, Some(Type::Bool))?;
        let (Some(yes), Some((_, no))) = (lone_value(&branch.then_branch), &branch.else_branch)
        else {
            return fault(branch, "a choice needs two values");
        };
        let no = match &**no {
            Syntax::Block(block) => lone_value(&block.block).unwrap_or(no),
            other => other,
        };
        let (yes, no) = (self.value(yes, wanted)?, self.value(no, wanted)?);
        Ok(Expr::If(Box::new([condition, yes, no])))
    }

    fn name(&self, path: &syn::ExprPath) -> Result<Expr, Fault> {
        let Some(name) = path.path.get_ident().map(ToString::to_string) else {
            return fault(path, "names of other modules are not read");
        };
        if let "true" | "false" = name.as_str() {
            return Ok(Expr::Truth(name == "true"));
        }
        if let Some((_, kind)) = self.scope.iter().rev().find(|(known, _)| *known == name) {
            return Ok(Expr::Local(name, *kind));
        }
        match self.names.get(&name) {
            Some(&kind) => Ok(Expr::Constant(name, kind)),
            None => fault(path, "this name is not known"),
        }
    }

    fn call(&mut self, call: &syn::ExprCall) -> Result<Expr, Fault> {
        let name = called(&call.func).unwrap_or_default();
        let Some((kinds, _)) = self.heads.get(&name) else {
            return fault(call, "this function is not known");
        };
        let arguments = call.args.iter().zip(kinds.clone());
        let arguments = arguments.map(|(argument, kind)| self.value(argument, Some(kind)));
        let arguments = arguments.collect::<Result<_, _>>()?;
        Ok(Expr::Call(name, arguments))
    }

    fn method(&mut self, call: &syn::ExprMethodCall, wanted: Option<Type>) -> Result<Expr, Fault> {
        let sign = match call.method.to_string().as_str() {
            "wrapping_add" => Sign::WrappingPlus,
            "wrapping_sub" => Sign::WrappingMinus,
            "wrapping_mul" => Sign::WrappingTimes,
            _ => return fault(call, "this method is not read"),
        };
        let kind = self.kind_of(&call.receiver).or(wanted);
        let left = self.value(&call.receiver, kind)?;
        match call.args.first() {
            Some(right) => Ok(Expr::binary(sign, left, self.value(right, kind)?)),
            None => fault(call, "this method needs an argument"),
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary, wanted: Option<Type>) -> Result<Expr, Fault> {
        let Some(sign) = sign(&binary.op) else {
            return fault(binary, "this operator is not read");
        };
        let sides = [&*binary.left, &*binary.right];
        let own = sides.into_iter().find_map(|side| self.kind_of(side));
        let kinds = match sign {
            Sign::And | Sign::Or => [Some(Type::Bool); 2],
            Sign::ShiftLeft | Sign::ShiftRight => {
                let right = self.kind_of(sides[1]).or(Some(Type::U32));
                [self.kind_of(sides[0]).or(wanted), right]
            }
            _ => [own.or(wanted); 2],
        };
        let left = self.value(sides[0], kinds[0])?;
        let mut sign = sign;
        // They are the same for truths.
        if own == Some(Type::Bool) {
            sign = match sign {
                Sign::Union => Sign::Or,
                Sign::Intersection => Sign::And,
                sign => sign,
            };
        }
        Ok(Expr::binary(sign, left, self.value(sides[1], kinds[1])?))
    }

    /// The type that an expression has by itself; numbers have none.
    fn kind_of(&self, syntax: &Syntax) -> Option<Type> {
        match syntax {
            Syntax::Paren(inner) => self.kind_of(&inner.expr),
            Syntax::Path(path) => match self.name(path).ok()? {
                Expr::Truth(_) => Some(Type::Bool),
                Expr::Local(_, kind) | Expr::Constant(_, kind) => Some(kind),
                _ => None,
            },
            Syntax::Call(call) => self.heads.get(&called(&call.func)?).map(|head| head.1),
            Syntax::MethodCall(call) => self.kind_of(&call.receiver),
            Syntax::Unary(unary) => self.kind_of(&unary.expr),
            Syntax::Cast(cast) => kind(&cast.ty).ok(),
            Syntax::Binary(binary) => match sign(&binary.op)? {
                Sign::And | Sign::Or => Some(Type::Bool),
                sign if sign.is_comparison() => Some(Type::Bool),
                Sign::ShiftLeft | Sign::ShiftRight => self.kind_of(&binary.left),
                _ => {
                    let left = self.kind_of(&binary.left);
                    left.or_else(|| self.kind_of(&binary.right))
                }
            },
            Syntax::If(branch) => self.kind_of(lone_value(&branch.then_branch)?),
            _ => None,
        }
    }
}

/// The lines of the comments above an item, or at the top of a file.
fn remarks(attributes: &[syn::Attribute]) -> Vec<String> {
    let values = attributes.iter().filter_map(|attribute| {
        let named = attribute.meta.require_name_value().ok()?;
        match &named.value {
            Syntax::Lit(literal) if named.path.is_ident("doc") => Some(literal),
            _ => None,
        }
    });
    let texts = values.filter_map(|literal| match &literal.lit {
        Lit::Str(text) => Some(text.value().trim().to_string()),
        _ => None,
    });
    texts.collect()
}

fn name_of(pattern: &Pat) -> Result<String, Fault> {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            Ok(name.ident.to_string())
        }
        other => fault(other, "only names are read as patterns"),
    }
}

fn called(function: &Syntax) -> Option<String> {
    match function {
        Syntax::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

fn parameters(head: &syn::Signature) -> Result<Vec<(String, Type)>, Fault> {
    let parameter = |input: &FnArg| match input {
        FnArg::Typed(input) => Ok((name_of(&input.pat)?, kind(&input.ty)?)),
        FnArg::Receiver(_) => fault(input, "methods are not read"),
    };
    head.inputs.iter().map(parameter).collect()
}

fn result(head: &syn::Signature) -> Result<Type, Fault> {
    match &head.output {
        ReturnType::Type(_, of) => kind(of),
        ReturnType::Default => fault(head, "a function has to return something"),
    }
}

fn kind(of: &syn::Type) -> Result<Type, Fault> {
    let name = match of {
        syn::Type::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    };
    match name.as_deref() {
        Some("bool") => Ok(Type::Bool),
        Some("i32") => Ok(Type::I32),
        Some("u32") => Ok(Type::U32),
        Some("u64") => Ok(Type::U64),
        Some("Square") => Ok(Type::Square),
        Some("Data") => Ok(Type::Data),
        _ => fault(of, "this type is not read"),
    }
}

/// The only expression of a block, if there is nothing else.
fn lone_value(block: &Block) -> Option<&Syntax> {
    match &block.stmts[..] {
        [Stmt::Expr(value, None)] if !matches!(value, Syntax::Return(_)) => Some(value),
        _ => None,
    }
}

/// Whether both branches have a value, and nothing else.
fn is_value(branch: &syn::ExprIf) -> bool {
    let then = lone_value(&branch.then_branch);
    match &branch.else_branch {
        Some((_, other)) => match &**other {
            Syntax::Block(block) => then.is_some() && lone_value(&block.block).is_some(),
            Syntax::If(branch) => then.is_some() && is_value(branch),
            _ => false,
        },
        None => false,
    }
}

fn number(literal: &syn::ExprLit, wanted: Option<Type>) -> Result<Expr, Fault> {
    let value = match &literal.lit {
        Lit::Bool(truth) => return Ok(Expr::Truth(truth.value)),
        Lit::Int(number) if number.suffix().is_empty() => number,
        other => return fault(other, "this kind of literal is not read"),
    };
    let Ok(bits) = value.base10_parse::<u64>() else {
        return fault(literal, "this number is too large");
    };
    let is_hexadecimal = value.to_string().starts_with("0x");
    match wanted {
        Some(Type::I32) => match i32::try_from(bits) {
            Ok(number) => Ok(Expr::Number(number)),
            Err(_) => fault(literal, "this number is too large"),
        },
        Some(kind @ (Type::Square | Type::U32 | Type::U64)) => {
            Ok(Expr::Literal(bits, kind, is_hexadecimal))
        }
        _ => fault(literal, "the type of this number is not known"),
    }
}

fn sign(operator: &BinOp) -> Option<Sign> {
    Some(match operator {
        BinOp::Add(_) => Sign::Plus,
        BinOp::Sub(_) => Sign::Minus,
        BinOp::Mul(_) => Sign::Times,
        BinOp::Div(_) => Sign::Divide,
        BinOp::And(_) => Sign::And,
        BinOp::Or(_) => Sign::Or,
        BinOp::BitXor(_) => Sign::Xor,
        BinOp::BitAnd(_) => Sign::Intersection,
        BinOp::BitOr(_) => Sign::Union,
        BinOp::Shl(_) => Sign::ShiftLeft,
        BinOp::Shr(_) => Sign::ShiftRight,
        BinOp::Eq(_) => Sign::Equal,
        BinOp::Ne(_) => Sign::NotEqual,
        BinOp::Lt(_) => Sign::Less,
        BinOp::Le(_) => Sign::LessEqual,
        BinOp::Gt(_) => Sign::Greater,
        BinOp::Ge(_) => Sign::GreaterEqual,
        _ => return None,
    })
}

/// The operator of a compound assignment.
fn assigning(operator: &BinOp) -> Option<Sign> {
    Some(match operator {
        BinOp::AddAssign(_) => Sign::Plus,
        BinOp::SubAssign(_) => Sign::Minus,
        BinOp::MulAssign(_) => Sign::Times,
        BinOp::BitXorAssign(_) => Sign::Xor,
        BinOp::BitAndAssign(_) => Sign::Intersection,
        BinOp::BitOrAssign(_) => Sign::Union,
        BinOp::ShlAssign(_) => Sign::ShiftLeft,
        BinOp::ShrAssign(_) => Sign::ShiftRight,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
