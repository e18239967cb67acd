//! The functions of a source file that are mutated, and the files of its modules.

use quote::ToTokens;
use syn::{
    Attribute, Block, File, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod, ReturnType, Signature,
    TraitItemFn, Type, visit,
};

/// A function with a body.
pub struct Function<'a> {
    /// Its name, after that of its type.
    pub name: String,
    pub signature: &'a Signature,
    pub block: &'a Block,
    /// Whether it is `Default::default`.
    pub is_default: bool,
}

impl Function<'_> {
    /// Whether its type is known by its body alone.
    pub fn is_opaque(&self) -> bool {
        match &self.signature.output {
            ReturnType::Default => false,
            ReturnType::Type(_, of) => of.to_token_stream().to_string().contains("impl "),
        }
    }
}

/// The functions of a file that are neither tests nor evaluated by the compiler.
pub fn functions(file: &File) -> Vec<Function<'_>> {
    let mut finder = Finder::default();
    visit::visit_file(&mut finder, file);
    finder.found
}

/// The modules that have files of their own, tests left out.
pub fn modules(file: &File) -> Vec<String> {
    let modules = file.items.iter().filter_map(|item| match item {
        Item::Mod(module) if module.content.is_none() && !is_off(&module.attrs) => {
            Some(module.ident.to_string())
        }
        _ => None,
    });
    modules.collect()
}

#[derive(Default)]
struct Finder<'a> {
    of: String,
    is_default: bool,
    found: Vec<Function<'a>>,
}

impl<'a> Finder<'a> {
    fn add(&mut self, attributes: &[Attribute], signature: &'a Signature, block: &'a Block) {
        if is_off(attributes) || signature.constness.is_some() || signature.unsafety.is_some() {
            return;
        }
        self.found.push(Function {
            name: format!("{}{}", self.of, signature.ident),
            signature,
            block,
            is_default: self.is_default,
        });
    }
}

impl<'a> visit::Visit<'a> for Finder<'a> {
    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if !is_off(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'a ItemFn) {
        self.add(&function.attrs, &function.sig, &function.block);
    }

    fn visit_item_impl(&mut self, block: &'a ItemImpl) {
        if is_off(&block.attrs) {
            return;
        }
        let of = match &*block.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        self.of = of.map(|of| format!("{of}::")).unwrap_or_default();
        let last = |path: &syn::Path| path.segments.last().map(|last| last.ident.to_string());
        let name = block.trait_.as_ref().and_then(|(_, path, _)| last(path));
        self.is_default = name.as_deref() == Some("Default");
        visit::visit_item_impl(self, block);
        self.of.clear();
        self.is_default = false;
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        self.add(&function.attrs, &function.sig, &function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &'a TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.attrs, &function.sig, block);
        }
    }
}

/// Whether something belongs to tests, or to another operating system.
fn is_off(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.meta.to_token_stream().to_string();
        text == "test"
            || text.starts_with("cfg")
                && ["test", "not (unix", "windows", "macos"]
                    .iter()
                    .any(|off| text.contains(off))
    })
}
