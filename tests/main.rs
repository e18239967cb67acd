//! The program as its users run it, and the tools beside it.

mod audit;
mod browser;
mod cli;
mod clock;
#[cfg(unix)]
mod engines;
mod explain;
#[cfg(unix)]
mod export;
mod games;
mod mine;
mod modules;
mod numbers;
#[cfg(unix)]
mod own_recognizers;
mod peers;
mod report;
mod serve;
mod shards;
