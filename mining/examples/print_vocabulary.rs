//! Prints the default vocabulary of a class.
fn main() {
    let class = std::env::args().nth(1).unwrap_or_default();
    match class.parse() {
        Ok(material) => print!("{}", drawproof_mining::vocabulary::vocabulary(&material)),
        Err(error) => eprintln!("{error}"),
    }
}
