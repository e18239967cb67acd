//! The names of files.

use crate::{Material, Metric};

/// The name of the file of a class and a metric; `None` if there is none for the metric.
pub fn syzygy_name(class: &Material, metric: Metric) -> Option<String> {
    let ending = match metric {
        Metric::Wdl => "rtbw",
        Metric::Dtz => "rtbz",
        Metric::Dtm => return None,
    };
    Some(format!("{class}.{ending}"))
}
