//! The built-in recognizers over every position, and the totals of the 2011
//! report (`facts/ice_2011.csv`).

use std::error::Error;

use drawproof_recognizers::{RuleFile, builtin};
use drawproof_retro::generate;
use drawproof_tables::Library;
use drawproof_verify::{Options, verify};

#[test]
fn built_in_recognizers_are_proven() -> Result<(), Box<dyn Error>> {
    let mut library = Library::new();
    for (name, text) in builtin() {
        let rules = RuleFile::parse(name, text)?;
        generate(rules.material(), &mut library, &|_, _| {})?;
        let start=std::time::Instant::now();
        let verdict = verify(&rules, &library, Options::default(), &|_| {})?;
        println!("{:?} {:?} {:?} {:?} {}", start.elapsed(), verdict.claimed(), verdict.silent(), verdict.total(), verdict.claimed().draws.board as f64 / 15138064.);
        for c in &verdict.counterexamples { println!("{} {}", c.placement.fen(rules.material()), c.truth); }
        for r in &verdict.rules { println!("{:?}", r);}
        assert!(verdict.is_proven());
    }
    Ok(())
}
