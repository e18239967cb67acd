//! How a report looks in Chromium: on a desktop in light, on a phone in the dark.

use std::{error::Error, path::Path};

use serde_json::{Value, json};

use crate::browser::{
    Browser,
    driven::{Driven, Screen},
};

const DESKTOP: Screen = Screen {
    width: 1100,
    height: 1000,
    is_dark: false,
    is_touched: false,
};

const PHONE: Screen = Screen {
    width: 390,
    height: 844,
    is_dark: true,
    is_touched: true,
};

/// What a reader can see and read.
const LOOKS: &str = r##"(() => {
  const rgb = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = colour.map((of) => of / 255).map((of) => (of <= 0.03928 ? of / 12.92 : ((of + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((a, b) => a - b);
    return (b + 0.05) / (a + 0.05);
  };
  const style = (of) => getComputedStyle(of);
  const cells = [...document.querySelectorAll(".map g")].map((of) => {
    const [cell, heat, text] = [".cell", ".heat", "text"].map((name) => style(of.querySelector(name)));
    const part = Number(heat.fillOpacity);
    const [below, above] = [rgb(cell.fill), rgb(heat.fill)];
    return contrast(rgb(text.fill), below.map((colour, at) => colour * (1 - part) + above[at] * part));
  });
  const board = document.querySelector(".play svg").clientWidth;
  const map = document.querySelector(".map svg").clientWidth;
  const size = (name) => parseFloat(style(document.querySelector(name)).fontSize);
  const names = [["dark", "--light"], ["light", "--dark"]].map(([name, square]) => {
    const probe = document.createElement("i");
    probe.style.color = `var(${square})`;
    document.body.append(probe);
    const below = style(probe).color;
    probe.remove();
    return contrast(rgb(style(document.querySelector(`.names .${name}`)).fill), rgb(below));
  });
  const summary = document.querySelector("#summary .wide");
  const note = getComputedStyle(summary, "::after").content;
  return {
    cells: cells.length,
    least_of_cells: Math.min(...cells),
    least_of_coordinates: Math.min(...names),
    coordinate_pixels: size(".names") * board / 8,
    cell_pixels: size(".map text") * map / 8,
    goes_on: summary.scrollWidth > summary.clientWidth,
    says_so: note.includes("scroll sideways"),
    clipped_lines: [...document.querySelectorAll(".line")].filter((of) => of.scrollHeight > of.clientHeight + 1).length,
    boards: document.querySelectorAll(".play").length,
    copy_buttons: document.querySelectorAll(".play [data-copy]").length,
    columns: [...document.querySelectorAll(".column")].map((of) => [of.querySelector(".plies").textContent, of.firstElementChild.textContent]),
    too_wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    typical: [...document.querySelectorAll(".play p")].filter((of) => /^Of the \d+ drawn at random, (no other|\d+) .*\.$/.test(of.textContent)).length,
  };
})()"##;

fn number(looks: &Value, name: &str) -> f64 {
    looks[name].as_f64().unwrap_or_default()
}

/// Checks the page of a report.
pub fn check(browser: &Browser, page: &Path, report: &Value) -> Result<(), Box<dyn Error>> {
    for screen in [DESKTOP, PHONE] {
        let driven = &mut Driven::new(browser, screen)?;
        driven.open(&format!("file://{}", page.display()))?;
        driven.wait("document.readyState", &json!("complete"))?;
        let looks = driven.value(LOOKS)?;
        println!("{screen:?}: {looks}");
        assert!(number(&looks, "cells") >= 64.0);
        assert!(number(&looks, "least_of_cells") >= 4.5);
        assert!(number(&looks, "least_of_coordinates") >= 4.5);
        assert!(number(&looks, "coordinate_pixels") >= 12.0);
        assert!(number(&looks, "cell_pixels") >= 12.0);
        assert_eq!(looks["goes_on"], screen.is_touched);
        assert_eq!(looks["goes_on"], looks["says_so"]);
        assert_eq!(looks["clipped_lines"], 0);
        assert_eq!(looks["boards"], looks["copy_buttons"]);
        assert!(number(&looks, "too_wide") <= 0.0);
        let rows = report["incorrect_draws_by_distance"].as_array();
        let plies = rows
            .into_iter()
            .flatten()
            .map(|row| row["mate_plies"].to_string());
        let columns = looks["columns"].as_array().into_iter().flatten();
        let labels: Vec<&str> = columns.clone().filter_map(|of| of[0].as_str()).collect();
        assert_eq!(labels, plies.collect::<Vec<_>>());
        assert!(
            columns
                .clone()
                .all(|of| of[1].as_str().is_some_and(|count| !count.is_empty()))
        );
        let typical = report["typical_missed_draws"]
            .as_array()
            .map_or(0, Vec::len);
        assert_eq!(looks["typical"], typical);
        driven.click("[data-copy]")?;
        let said = "[\"copied\", \"selected\"].includes(document.querySelector(\"[data-copy]\").textContent)";
        driven.wait(said, &json!(true))?;
    }
    Ok(())
}
