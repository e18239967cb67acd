//! Parts with a correct checksum that no run can have written.

use drawproof_verify::{Count, Part, PartFault, Place, RuleCounts, Shard};

use super::{Outcome, RULES, parts};

/// Contents with a correct checksum that no run can have written.
#[test]
fn nonsense_is_refused() -> Outcome {
    let part = parts(RULES, 3)?.swap_remove(0);
    let changes: [fn(&mut Part); 28] = [
        |part| part.header.material = "KXK".into(),
        |part| part.header.material = "KRK".into(),
        |part| part.header.material = "KvK".into(),
        |part| part.header.material = "KQvK".into(),
        |part| part.header.recognizer = Place { number: 2, of: 1 },
        |part| part.header.recognizer = Place { number: 0, of: 1 },
        |part| part.header.shard = Shard::new(2, 3).expect("a shard"),
        |part| part.header.units.of += 1,
        |part| part.header.folded = false,
        |part| part.header.rules.list.clear(),
        |part| part.header.options.examples = 2,
        |part| part.findings.legal.board += 1,
        |part| part.findings.rules[0].decided.draws.board = u64::MAX,
        |part| part.findings.rules[0].decided.decisive.board += 1,
        |part| part.findings.one_sided.decisive.board = part.findings.legal.board + 1,
        // Positions are left out only by a quiet run, and counted once.
        |part| {
            let decided = &mut part.findings.rules[0].decided.decisive;
            let moved = std::mem::take(decided);
            part.findings.left_out.checkmates = moved;
            part.findings.rules[0].incorrect = Count::ZERO;
        },
        |part| {
            part.header.options.quiet = true;
            part.findings.left_out.mates.board += 1;
        },
        |part| part.findings.rules.push(RuleCounts::default()),
        |part| part.findings.rules[0].incorrect.board = u64::MAX >> 1,
        |part| part.findings.rules[0].tight.board += 1,
        |part| part.findings.claims[0].spotted.board = u64::MAX >> 1,
        |part| part.findings.claims[0].right.board = u64::MAX >> 1,
        |part| part.findings.claims.clear(),
        |part| part.findings.pairs.clear(),
        |part| {
            part.findings.pairs.clear();
            part.header.oracles.clear();
        },
        |part| part.findings.legal.unique = None,
        |part| part.findings.cursed.board = part.findings.legal.board + 1,
        |part| part.findings.cursed.unique = None,
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let mut part = part.clone();
        change(&mut part);
        let fault = Part::from_bytes(&part.to_bytes()?);
        assert!(matches!(fault, Err(PartFault::Damaged(_))), "change {at}");
    }
    Ok(())
}

/// A part file with some text replaced and the checksum corrected.
#[test]
fn nonsense_in_counterexamples_is_refused() -> Outcome {
    let part = parts(RULES, 3)?.swap_remove(0);
    let contents = serde_json::to_value(&part)?;
    assert!(serde_json::from_value::<Part>(contents.clone()).is_ok());
    let set = |key: &str, value: serde_json::Value| {
        let mut contents = contents.clone();
        contents["findings"]["examples"][0][key] = value;
        contents
    };
    let place = |key: &str, value: serde_json::Value| {
        let mut contents = contents.clone();
        contents["findings"]["examples"][0]["position"][key] = value;
        contents
    };
    let mut impossible = contents.clone();
    impossible["header"]["shard"]["number"] = 0.into();
    let fault = serde_json::json!({
        "position": contents["findings"]["examples"][0]["position"],
        "what": "it crashed",
    });
    let mut faulty = contents.clone();
    faulty["findings"]["faults"] = vec![fault; 4].into();
    // Each of these cases breaks exactly one rule.
    let missed = |key: &str, value: serde_json::Value, most: usize| {
        let mut contents = contents.clone();
        let position = &contents["findings"]["examples"][0]["position"];
        let ticket = serde_json::json!({ "number": 1, "weight": 1 });
        let mut missed =
            serde_json::json!({ "rule": null, "position": position, "ticket": ticket });
        missed[key] = value;
        contents["findings"]["missed"] = vec![missed].into();
        contents["header"]["options"]["missed"] = most.into();
        contents
    };
    let sound: Part = serde_json::from_value(missed("rule", 1.into(), 1))?;
    assert!(Part::from_bytes(&sound.to_bytes()?).is_ok());
    let mut rights = contents.clone();
    let mut decided = contents["findings"].clone();
    let kept = [
        "legal",
        "rules",
        "claims",
        "unmatched",
        "doubtful",
        "one_sided",
        "left_out",
    ];
    if let Some(decided) = decided.as_object_mut() {
        decided.retain(|key, _| kept.contains(&key.as_str()));
    }
    rights["findings"]["en_passant"] = decided;
    // More positions than any class has, although they add up.
    let mut many = contents.clone();
    for path in ["/legal", "/unmatched/draws", "/pairs/0/compared"] {
        let count = many["findings"].pointer_mut(path).ok_or("a count")?;
        count["unique"] = serde_json::json!(count["unique"].as_u64().unwrap_or(0) + (1 << 50));
    }
    let pair = |count: &str| {
        let mut contents = contents.clone();
        contents["findings"]["pairs"][0][count]["board"] = (u64::MAX >> 1).into();
        contents
    };
    for contents in [
        set("rule", 1.into()),
        set("rule", 99.into()),
        place("fen", "8/8/8/8/8/8/8/8 w - - 0 1".into()),
        place("squares", serde_json::json!(["a1", "a1", "a1"])),
        place("squares", serde_json::json!(["a1", "c1"])),
        place("exchanged", true.into()),
        place("en_passant", "z9".into()),
        place("en_passant", "a3".into()),
        place("squares", serde_json::json!(["a1", "c1", "z9"])),
        place("squares", serde_json::json!(["a1", "c1", "é"])),
        impossible,
        faulty,
        missed("rule", 1.into(), 0),
        missed("rule", 0.into(), 1),
        missed("rule", 99.into(), 1),
        missed("ticket", serde_json::json!({ "number": 1, "weight": 0 }), 1),
        rights,
        many,
        pair("compared"),
        pair("contradictions"),
    ] {
        let part: Part = serde_json::from_value(contents)?;
        let fault = Part::from_bytes(&part.to_bytes()?);
        assert!(matches!(fault, Err(PartFault::Damaged(_))), "{fault:?}");
    }
    Ok(())
}

/// Draws of units with a correct checksum that no run can have written.
#[test]
fn nonsense_in_draws_by_kings_is_refused() -> Outcome {
    // Black to move: the rook can be lost.
    let part = parts(RULES, 3)?.swap_remove(2);
    let contents = serde_json::to_value(&part)?;
    let kings = |change: &dyn Fn(&mut Vec<serde_json::Value>)| {
        let mut contents = contents.clone();
        if let Some(rows) = contents["findings"]["by_kings"].as_array_mut() {
            change(rows);
        }
        contents
    };
    let first = part.findings.by_kings.iter().position(|of| of.draws > 0);
    let first = first.ok_or("no draws")?;
    let add = |row: &mut serde_json::Value, more: [u64; 2]| {
        *row = serde_json::json!([
            row[0].as_u64().unwrap_or(0) + more[0],
            row[1].as_u64().unwrap_or(0) + more[1]
        ]);
    };
    for contents in [
        kings(&|rows| {
            rows.pop();
        }),
        kings(&|rows| add(&mut rows[first], [1, 0])),
        kings(&|rows| add(&mut rows[first], [1, 1])),
        kings(&|rows| rows.push(serde_json::json!([0, 0]))),
        kings(&|rows| {
            for row in rows {
                row[1] = 0.into();
            }
        }),
        kings(&|rows| rows[first] = serde_json::json!([0, 0])),
        kings(&|rows| {
            // The sums stay the same.
            let [draws, missed] = [0, 1].map(|at| rows[first][at].clone());
            rows[first] = serde_json::json!([0, missed]);
            add(&mut rows[first + 1], [draws.as_u64().unwrap_or(0), 0]);
        }),
    ] {
        let part: Part = serde_json::from_value(contents)?;
        let fault = Part::from_bytes(&part.to_bytes()?);
        assert!(matches!(fault, Err(PartFault::Damaged(_))), "{fault:?}");
    }
    Ok(())
}
