//! Numbers as people read them.

/// A number with thousands separators: `21,561,456`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|group| str::from_utf8(group).ok())
        .collect();
    groups.join(",")
}

/// A number of things, one or more: `1 rule`, `2,000 rules`.
pub fn counted(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(number))
}

/// A share in percent. It reads 0 or 100 only if exact, never by rounding:
/// `99.999 %` is not all.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".into();
    }
    percent_of(part as f64 / whole as f64)
}

/// Like [`percent`], for a share from 0 to 1.
pub fn percent_of(share: f64) -> String {
    let exact = 100.0 * share;
    let shown = if share > 0.0 && share < 1.0 {
        exact.clamp(0.001, 99.999)
    } else {
        exact
    };
    format!("{shown:.3} %")
}

/// A count in at most four characters: `950`, `1.2k`, `310k`, `4.5M`.
pub fn short(count: u64) -> String {
    let units = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    let Some((unit, name)) = units.into_iter().find(|&(unit, _)| count >= unit) else {
        return count.to_string();
    };
    let whole = count / unit;
    if whole < 10 {
        let tenths = count % unit * 10 / unit;
        format!("{whole}.{tenths}{name}")
    } else {
        format!("{whole}{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_well() {
        assert_eq!(
            [0, 999, 1000, 21_561_456].map(thousands),
            ["0", "999", "1,000", "21,561,456"]
        );
        assert_eq!(
            [0, 1, 2000].map(|number| counted(number, "rule")),
            ["0 rules", "1 rule", "2,000 rules"]
        );
        assert_eq!(percent(1, 2), "50.000 %");
        assert_eq!(percent(999_999_999, 1_000_000_000), "99.999 %");
        assert_eq!(percent(1, 1_000_000_000), "0.001 %");
        assert_eq!(percent(0, 0), "-");
    }

    #[test]
    fn counts_are_short() {
        let counts = [0, 999, 1_000, 1_290, 999_999, 1_000_000, 12_345_678_901];
        let shown = ["0", "999", "1.0k", "1.2k", "999k", "1.0M", "12G"];
        assert_eq!(counts.map(short), shown);
    }
}
