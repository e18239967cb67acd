//! Writes the small inputs of all targets again: `cargo run -p drawproof-fuzz --example
//! seeds`.

fn main() -> std::io::Result<()> {
    println!("{} bytes", drawproof_fuzz::write_seeds()?);
    Ok(())
}
