use drawproof_retro::{Wanted, generate};
use drawproof_tables::{Library, Material, SyzygyFolder};
use drawproof_verify::{check_forward, compare};
#[test]
#[ignore]
fn dtz() {
    let folder = SyzygyFolder::open("/work/shared/syzygy").unwrap().with_dtz();
    let mut library = Library::new();
    let names = std::env::var("CLASSES").unwrap();
    for class in names.split(' ') {
        let class: Material = class.parse().unwrap();
        let t = std::time::Instant::now();
        let table = generate(&class, Wanted::DtmAndDtz, &mut library, &|_, _| {}).unwrap();
        eprintln!("{class} generated {:?}", t.elapsed());
        let comparison = compare(&class, [&library, &folder], true, &|_| {}).unwrap();
        eprintln!("{class} {comparison:?} {:?}", t.elapsed());
        let checked = check_forward(&table, &library, &|_| {}).unwrap();
        eprintln!("{class} {checked:?} {:?}", t.elapsed());
    }
}
