//! One function with all its mutants.

use std::{collections::HashSet, ops::Range};

use syn::{
    Arm, Expr, ExprBinary, ExprMatch, ExprUnary, Item, Pat, Type, UnOp, spanned::Spanned, visit,
};

use crate::{
    functions::Function,
    operators::{Swap, swap, values_returned},
};

/// A place in which a function is broken in one way.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub id: u32,
    /// The number of its function among all.
    pub function: usize,
    pub library: String,
    pub file: String,
    pub line: usize,
    /// What it is called by whatever lines are added elsewhere.
    pub key: String,
    pub what: String,
}

/// Text that takes the place of other text.
pub struct Edit {
    pub at: Range<usize>,
    pub text: String,
    /// What must go if the compiler rejects the text.
    pub mutants: Vec<u32>,
}

/// An expression with mutants of its own.
pub struct Site {
    pub at: Range<usize>,
    pub mutants: Vec<u32>,
}

/// What becomes of a function.
pub struct Mutated {
    /// What is between its braces.
    pub inner: Range<usize>,
    /// Whether it is there as it was, too.
    pub twice: bool,
    pub function: usize,
    pub edits: Vec<Edit>,
    pub sites: Vec<Site>,
    pub mutants: Vec<Mutant>,
}

/// Where numbers go on, and which mutants are left out.
pub struct Numbers<'a> {
    pub next_mutant: u32,
    pub next_function: usize,
    /// Keys of those that do not compile.
    pub dead: &'a HashSet<String>,
}

/// Mutates a function of a file. `None` if there is nothing to break.
pub fn mutate(
    function: &Function,
    (library, file): (&str, &str),
    source: &str,
    numbers: &mut Numbers,
) -> Option<Mutated> {
    let braces = &function.block.brace_token.span;
    let inner = braces.open().byte_range().end..braces.close().byte_range().start;
    let mut visitor = Visitor {
        source,
        library,
        file,
        name: &function.name,
        numbers,
        made: Mutated {
            inner,
            twice: !function.is_opaque(),
            function: 0,
            edits: Vec::new(),
            sites: Vec::new(),
            mutants: Vec::new(),
        },
    };
    visitor.made.function = visitor.numbers.next_function;
    if !function.block.stmts.is_empty() {
        visitor.values(function);
    }
    visit::visit_block(&mut visitor, function.block);
    let mut made = visitor.made;
    if made.mutants.is_empty() {
        return None;
    }
    numbers.next_function += 1;
    made.edits.sort_by_key(|edit| edit.at.start);
    Some(made)
}

struct Visitor<'a, 'n> {
    source: &'a str,
    library: &'a str,
    file: &'a str,
    name: &'a str,
    numbers: &'a mut Numbers<'n>,
    made: Mutated,
}

/// The condition that a mutant is on.
fn on(id: u32) -> String {
    format!("crate::__mutant::on({id})")
}

impl Visitor<'_, '_> {
    /// A mutant of this function, unless it does not compile.
    fn mutant(&mut self, line: usize, what: String) -> Option<u32> {
        let id = self.numbers.next_mutant;
        self.numbers.next_mutant += 1;
        let of = format!("{}|{}|{what}|", self.file, self.name);
        let same = |mutant: &&Mutant| mutant.key.starts_with(&of);
        let key = format!("{of}{}", self.made.mutants.iter().filter(same).count());
        let is_dead = self.numbers.dead.contains(&key);
        self.made.mutants.push(Mutant {
            id,
            function: self.made.function,
            library: self.library.into(),
            file: self.file.into(),
            line,
            key,
            what,
        });
        (!is_dead).then_some(id)
    }

    fn edit(&mut self, at: Range<usize>, text: impl Into<String>, mutants: &[u32]) {
        self.made.edits.push(Edit {
            at,
            text: text.into(),
            mutants: mutants.to_vec(),
        });
    }

    fn site(&mut self, at: &Range<usize>, mutants: &[u32]) {
        self.made.sites.push(Site {
            at: at.clone(),
            mutants: mutants.to_vec(),
        });
    }

    fn values(&mut self, function: &Function) {
        let line = function.signature.ident.span().start().line;
        for value in values_returned(&function.signature.output) {
            if function.is_default && value.contains("Default") {
                continue;
            }
            if let Some(id) = self.mutant(line, format!("return {value}")) {
                let at = self.made.inner.start;
                self.edit(
                    at..at,
                    format!(" if {} {{ return {value}; }} ", on(id)),
                    &[id],
                );
            }
        }
    }

    /// Mutants of an operator by what takes its place.
    fn swapped<'t>(&mut self, of: &ExprBinary, others: &[&'t str]) -> Vec<(u32, &'t str)> {
        let span = of.op.span();
        let now = &self.source[span.byte_range()];
        let mut all = Vec::new();
        for other in others {
            let id = self.mutant(span.start().line, format!("replace {now} with {other}"));
            all.extend(id.map(|id| (id, *other)));
        }
        all
    }

    fn binary(&mut self, of: &ExprBinary) {
        let Some(swap) = swap(&of.op) else {
            return visit::visit_expr_binary(self, of);
        };
        let has_let = has_let(&of.left) || has_let(&of.right);
        let others: &[&str] = match &swap {
            Swap::Logic(_) if has_let => &[],
            Swap::Opposite(other) | Swap::Logic(other) => &[*other],
            Swap::Order(others) | Swap::Value(others) | Swap::Assign(others) => others,
        };
        let mutants = self.swapped(of, others);
        if mutants.is_empty() {
            return visit::visit_expr_binary(self, of);
        }
        let ids: Vec<u32> = mutants.iter().map(|(id, _)| *id).collect();
        let at = of.span().byte_range();
        self.site(&at, &ids);
        let op = of.op.span().byte_range();
        let now = self.source[op.clone()].to_string();
        let frame = Frame::new(&swap, &now, ids[0]);
        if let Swap::Assign(_) = swap {
            // The left operand is taken as it is, not mutated.
            let left = at.start..of.right.span().byte_range().start;
            self.edit(left, frame.open, &[]);
        } else {
            self.edit(at.start..at.start, frame.open, &[]);
            visit::visit_expr(self, &of.left);
            if let Some(middle) = frame.middle {
                self.edit(op, middle, &[]);
            }
        }
        visit::visit_expr(self, &of.right);
        let end = at.end..at.end;
        self.edit(end.clone(), frame.close, &[]);
        self.arms(of, &swap, &now, mutants);
        self.edit(end, frame.end, &[]);
    }

    /// What the operator or one of its mutants makes of two operands.
    fn arms(&mut self, of: &ExprBinary, swap: &Swap, now: &str, mutants: Vec<(u32, &str)>) {
        let end = of.span().byte_range().end;
        let (left, right) = match swap {
            Swap::Logic(_) => return,
            Swap::Opposite(_) => return self.edit(end..end, on(mutants[0].0), &[]),
            Swap::Order(_) => ("*__l", "*__r"),
            Swap::Value(_) => ("__l", "__r"),
            Swap::Assign(_) => (&self.source[of.left.span().byte_range()], "__r"),
        };
        let left = left.to_string();
        for (id, other) in mutants {
            let text = format!("if {} {{ {left} {other} {right} }} else ", on(id));
            self.edit(end..end, text, &[id]);
        }
        self.edit(end..end, format!("{{ {left} {now} {right} }}"), &[]);
    }

    fn unary(&mut self, of: &ExprUnary) {
        let sign = match of.op {
            UnOp::Not(_) => "!",
            UnOp::Neg(_) => "-",
            _ => return visit::visit_expr_unary(self, of),
        };
        let line = of.op.span().start().line;
        let Some(id) = self.mutant(line, format!("delete {sign}")) else {
            return visit::visit_expr_unary(self, of);
        };
        let at = of.span().byte_range();
        self.site(&at, &[id]);
        self.edit(of.op.span().byte_range(), "(match (", &[]);
        visit::visit_expr(self, &of.expr);
        let text = format!(
            ") {{ __v => if {} {{ __v }} else {{ {sign}__v }} }})",
            on(id)
        );
        self.edit(at.end..at.end, text, &[id]);
    }

    fn matched(&mut self, of: &ExprMatch) {
        visit::visit_expr(self, &of.expr);
        let is_rest = |arm: &Arm| matches!(arm.pat, Pat::Wild(_)) && arm.guard.is_none();
        let has_rest = of.arms.iter().any(is_rest);
        for arm in &of.arms {
            self.arm(arm, has_rest && !is_rest(arm));
            visit::visit_expr(self, &arm.body);
        }
    }

    fn arm(&mut self, arm: &Arm, deletable: bool) {
        let pattern = arm.pat.span();
        let line = pattern.start().line;
        let mut text = self.source[pattern.byte_range()].to_string();
        text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut deleted = None;
        if deletable {
            deleted = self.mutant(line, format!("delete match arm {text}"));
        }
        let guard = arm.guard.as_ref().map(|(_, guard)| guard);
        let Some(guard) = guard.filter(|guard| !has_let(guard)) else {
            if let Some(id) = deleted.filter(|_| arm.guard.is_none()) {
                let at = pattern.byte_range().end;
                self.edit(at..at, format!(" if !{}", on(id)), &[id]);
            }
            if let Some(guard) = guard {
                visit::visit_expr(self, guard);
            }
            return;
        };
        let always = self.mutant(line, "replace match guard with true".into());
        let never = self.mutant(line, "replace match guard with false".into());
        let at = guard.span().byte_range();
        let all: Vec<u32> = [deleted, always, never].into_iter().flatten().collect();
        self.site(&at, &all);
        let start = at.start..at.start;
        self.edit(start.clone(), "(", &[]);
        for id in [deleted, never].into_iter().flatten() {
            self.edit(start.clone(), format!("!{} && ", on(id)), &[id]);
        }
        self.edit(start.clone(), "(", &[]);
        if let Some(id) = always {
            self.edit(start.clone(), format!("{} || ", on(id)), &[id]);
        }
        self.edit(start, "(", &[]);
        visit::visit_expr(self, guard);
        self.edit(at.end..at.end, ")))", &[]);
    }
}

impl<'a> visit::Visit<'a> for Visitor<'_, '_> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        visit::visit_expr(self, expression);
    }

    fn visit_expr_binary(&mut self, of: &'a ExprBinary) {
        self.binary(of);
    }

    fn visit_expr_unary(&mut self, of: &'a ExprUnary) {
        self.unary(of);
    }

    fn visit_expr_match(&mut self, of: &'a ExprMatch) {
        self.matched(of);
    }

    fn visit_expr_repeat(&mut self, of: &'a syn::ExprRepeat) {
        visit::visit_expr(self, &of.expr);
    }

    // What the compiler evaluates, and items within the function.
    fn visit_expr_const(&mut self, _: &'a syn::ExprConst) {}
    fn visit_type(&mut self, _: &'a Type) {}
    fn visit_path(&mut self, _: &'a syn::Path) {}
    fn visit_pat(&mut self, _: &'a Pat) {}
    fn visit_item(&mut self, _: &'a Item) {}
    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}
    fn visit_angle_bracketed_generic_arguments(
        &mut self,
        _: &'a syn::AngleBracketedGenericArguments,
    ) {
    }
}

/// Whether a condition binds names.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(of) => has_let(&of.left) || has_let(&of.right),
        _ => false,
    }
}

/// What stands around the operands of a mutated operator.
struct Frame {
    open: &'static str,
    /// In the operator's place, if anything takes it.
    middle: Option<String>,
    /// After the operands, and after what is made of them.
    close: &'static str,
    end: &'static str,
}

impl Frame {
    fn new(swap: &Swap, now: &str, id: u32) -> Self {
        let (open, middle, close, end) = match swap {
            Swap::Opposite(_) => ("((", None, ") != ", ")"),
            Swap::Logic(_) => {
                let stop = if now == "||" { "==" } else { "!=" };
                let middle = format!(") {{ __l => if __l {stop} {} {{ ", on(id));
                ("(match (", Some(middle), " } else { __l } })", "")
            }
            Swap::Order(_) => {
                let middle = Some("), &(".into());
                ("(match (&(", middle, ")) { (__l, __r) => ", " })")
            }
            Swap::Value(_) => ("(match (", Some(", ".into()), ") { (__l, __r) => ", " })"),
            Swap::Assign(_) => ("(match (", None, ") { __r => ", " })"),
        };
        Self {
            open,
            middle,
            close,
            end,
        }
    }
}
