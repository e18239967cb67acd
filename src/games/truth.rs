//! The tables that say who wins.

use std::path::{Path, PathBuf};

use drawproof_retro::{Keep, Wanted};
use drawproof_tables::{Material, Oracle};

use crate::{
    args::{self, TrustFiles},
    oracles::Folder,
    sources::Sources,
};

/// Tables, of a folder or generated.
pub enum Truth {
    /// It is opened once it is known which classes occur.
    Folder {
        path: PathBuf,
        is_own: bool,
        trust: TrustFiles,
        folder: Box<Folder>,
    },
    Generated(Sources),
}

impl Truth {
    /// A folder that can be read, or none.
    pub fn open(arguments: &args::Games) -> anyhow::Result<Self> {
        let (path, is_own) = match (&arguments.against, &arguments.tables) {
            (Some(path), _) => (path, false),
            (None, Some(path)) => (path, true),
            (None, None) => {
                let sources = Sources::generator().keeping(Keep::Successors);
                return Ok(Self::Generated(sources));
            }
        };
        Ok(Self::Folder {
            path: path.clone(),
            is_own,
            trust: arguments.trust,
            folder: Box::new(open(path, is_own, arguments.trust, &[])?),
        })
    }

    /// Makes sure that there are tables of these classes; generated ones are
    /// made one by one.
    pub fn expect(&mut self, classes: &[&Material]) -> anyhow::Result<()> {
        if let Self::Folder {
            path,
            is_own,
            trust,
            folder,
        } = self
        {
            **folder = open(path, *is_own, *trust, classes)?;
        }
        Ok(())
    }

    /// The oracle that answers for a class; `left` is what will be asked for later.
    pub fn oracle(&mut self, class: &Material, left: &[Material]) -> anyhow::Result<&dyn Oracle> {
        match self {
            Self::Folder { folder, .. } => folder.oracle(class),
            Self::Generated(sources) => {
                sources.keep_for(&[std::slice::from_ref(class), left].concat());
                sources.get(class, Wanted::Wdl)?;
                Ok(sources.library())
            }
        }
    }
}

fn open(
    path: &Path,
    is_own: bool,
    trust: TrustFiles,
    classes: &[&Material],
) -> anyhow::Result<Folder> {
    if is_own {
        Folder::open_own(path, classes)
    } else {
        Folder::open(path, classes, trust)
    }
}
