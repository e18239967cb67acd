//! Writing table files.

use std::{io::Write, ops::Range, path::Path};

use rayon::prelude::*;
use shakmaty::Color;

use super::{
    error::{FileError, Reason},
    header::Header,
    numbers::{compress, push},
    partial::PartialFile,
    wdl::group,
};
use crate::{Layout, Metric, SideTable, Table, codec::Model};

/// Writes one metric of a table to its file in a folder, and returns the file's
/// length in bytes. The same table always gives the same bytes.
///
/// The file is written under a temporary name and renamed once it is complete
/// and on disk, so a file of the right name is always complete.
///
/// # Errors
///
/// If the table lacks the metric, or the file cannot be written.
pub fn write_table(folder: &Path, table: &Table, metric: Metric) -> Result<u64, FileError> {
    let path = folder.join(metric.file_name(table.layout().material()));
    let bytes = to_bytes(table, metric).map_err(|reason| FileError {
        path: path.clone(),
        reason,
    })?;
    write_bytes(folder, &path, &bytes)?;
    Ok(bytes.len() as u64)
}

/// Writes a file under a temporary name and renames it once it is complete and on disk.
pub fn write_bytes(folder: &Path, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let write = || -> Result<(), Reason> {
        // Report only the error: the name of the temporary file would not help.
        let short = |error: std::io::Error| match error.raw_os_error() {
            Some(code) => std::io::Error::from_raw_os_error(code),
            None => std::io::Error::from(error.kind()),
        };
        let part = PartialFile::create(folder).map_err(short)?;
        part.file().write_all(bytes)?;
        part.finish(path).map_err(short)?;
        Ok(())
    };
    write().map_err(|reason| FileError {
        path: path.into(),
        reason,
    })
}

/// The words of a group: what is read at once to answer for one position. Larger groups
/// make smaller files.
const GROUP_WORDS: usize = 1024;

/// All bytes of a file.
pub(super) fn to_bytes(table: &Table, metric: Metric) -> Result<Vec<u8>, Reason> {
    let layout = table.layout();
    let group_blocks = (GROUP_WORDS / layout.block_words()).max(1);
    let firsts: Vec<usize> = (0..layout.blocks()).step_by(group_blocks).collect();
    let blocks = |first: usize| first..layout.blocks().min(first + group_blocks);
    let (model, number_bytes, groups) = if metric == Metric::Wdl {
        let model = Model::train(table);
        let code = |&first: &usize| group(&model, table, blocks(first));
        let groups: Vec<Vec<u8>> = firsts.par_iter().map(code).collect();
        (model.to_bytes(), 0, groups)
    } else {
        let number_bytes = number_bytes(table, metric)?;
        let groups: std::io::Result<Vec<Vec<u8>>> = firsts
            .par_iter()
            .map(|&first| {
                let mut numbers = Vec::new();
                let size = layout.block_words();
                let blocks = blocks(first);
                let words = blocks.start * size..blocks.end * size;
                for turn in stored_sides(layout) {
                    push_side(table.side(*turn), metric, words.clone(), &mut numbers);
                }
                compress(&numbers, number_bytes)
            })
            .collect();
        (Vec::new(), number_bytes, groups?)
    };
    let mut index = model;
    let model_bytes = index.len() as u32;
    for group in &groups {
        index.extend((group.len() as u32).to_le_bytes());
        index.extend(crc32fast::hash(group).to_le_bytes());
    }
    let header = Header {
        material: layout.material().clone(),
        metric,
        group_blocks: group_blocks as u32,
        groups: groups.len() as u32,
        number_bytes,
        model_bytes,
        payload_bytes: groups.iter().map(|group| group.len() as u64).sum(),
        index_checksum: crc32fast::hash(&index),
    };
    let mut bytes = header.to_bytes().to_vec();
    bytes.extend(index);
    bytes.extend(groups.into_iter().flatten());
    Ok(bytes)
}

/// The sides to move that a file holds: only White for equal material, since
/// Black's positions are the mirror images.
pub(super) fn stored_sides(layout: &Layout) -> &'static [Color] {
    if layout.material().is_symmetric() {
        &[Color::White]
    } else {
        &[Color::White, Color::Black]
    }
}

/// How many bytes the greatest number needs.
fn number_bytes(table: &Table, metric: Metric) -> Result<u8, Reason> {
    let mut bits = 0;
    for turn in Color::ALL {
        let numbers = metric.numbers(table.side(turn));
        bits = bits.max(numbers.ok_or(Reason::Missing(metric))?.slices.len());
    }
    match bits {
        0..=8 => Ok(1),
        9..=16 => Ok(2),
        _ => Err(Reason::Nonsense("distances of more than 16 bits".into())),
    }
}

/// Adds the distances of some words, those of wins before those of losses.
fn push_side(side: &SideTable, metric: Metric, words: Range<usize>, out: &mut Vec<u16>) {
    let Some(numbers) = metric.numbers(side) else {
        return;
    };
    for set in [&side.win, &side.loss] {
        for word in words.clone() {
            push(numbers, word, set[word], out);
        }
    }
}
