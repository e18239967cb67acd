//! How a search tells its caller how far it is, and hears whether to go on.

use drawproof_tables::Material;

use crate::{error::GenerateError, wanted::PlyReport};

/// What is called after each ply of a search, which ends with the error, if there is one.
pub(crate) type Report<'a> = &'a (dyn Fn(PlyReport) -> Result<(), GenerateError> + Sync);

/// The same for several classes.
pub(crate) type ClassReport<'a> =
    &'a (dyn Fn(&Material, PlyReport) -> Result<(), GenerateError> + Sync);
