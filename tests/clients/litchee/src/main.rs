//! Asks a tablebase server about positions through litchee, a client made for Lichess, and prints
//! what litchee has read.
//!
//! `drawproof-litchee URL` takes a FEN from each line of standard input. It prints a line of JSON for
//! each, without the fields that are null.

use std::{env, error::Error, io};

use litchee::LichessClient;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = env::args().nth(1).ok_or("expected the URL of a server")?;
    let client = LichessClient::builder()
        .tablebase_url(&url.parse()?)
        .build()?;
    for fen in io::stdin().lines() {
        let read = client.tablebase().standard(&fen?, None).await?;
        println!("{}", serde_json::to_string(&read)?);
    }
    Ok(())
}
