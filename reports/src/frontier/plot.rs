//! The frontier as a plot.
//!
//! The missed share is on a logarithmic axis, so that 99 and 99.9 % are as far
//! apart as 90 and 99 %; the labels show the spotted share.

use std::ops::Range;

use plotters::{
    coord::{
        Shift,
        cartesian::Cartesian2d,
        ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter},
        types::RangedCoordf64,
    },
    prelude::*,
};

use super::{Frontier, FrontierLevel, FrontierPoint};

/// Width and height, in pixels.
const SIZE: (u32, u32) = (1100, 480);

/// The forms that are drawn, with the words and colour of each.
const SERIES: [(&str, &str, RGBColor); 2] = [
    ("list", "lists of dangers", RGBColor(0x1b, 0x6c, 0xa8)),
    ("tree", "decision trees", RGBColor(0xc4, 0x4e, 0x27)),
];
const LEVEL: RGBColor = RGBColor(0x55, 0x55, 0x55);

/// The height of a line of labels, in pixels.
const LABEL_HEIGHT: i32 = 14;

/// How these colours look on a dark screen, and labels on lines.
const STYLE: &str = r##"<style>
text[fill="#555555"] { paint-order: stroke; stroke: #FFFFFF; stroke-width: 3px; }
@media (prefers-color-scheme: dark) {
[fill="#FFFFFF"] { fill: #16181C; } [fill="#000000"] { fill: #E4E2DD; } [stroke="#000000"] { stroke: #E4E2DD; }
[fill="#555555"] { fill: #B9BFC9; } [stroke="#555555"] { stroke: #B9BFC9; } text[fill="#555555"] { stroke: #16181C; }
[fill="#1B6CA8"] { fill: #7DB7E8; } [stroke="#1B6CA8"] { stroke: #7DB7E8; }
[fill="#C44E27"] { fill: #F0906C; } [stroke="#C44E27"] { stroke: #F0906C; }
}
</style>
"##;

/// Shares spotted, in percent, that may be on the axis.
const SHARES: [f64; 13] = [
    0.0, 50.0, 80.0, 90.0, 95.0, 98.0, 99.0, 99.5, 99.8, 99.9, 99.99, 99.999, 99.9999,
];

/// The horizontal axis of a panel.
type Size = fn(&FrontierPoint) -> f64;

/// An axis with labels at given places.
struct Axis {
    ends: Range<f64>,
    labels: Vec<(f64, String)>,
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, pixels: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.ends.clone()).map(value, pixels)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let is_bold = !hint.weight().allow_light_points();
        let labels = self.labels.iter().filter(|_| is_bold);
        labels.map(|(place, _)| *place).collect()
    }

    fn range(&self) -> Range<f64> {
        self.ends.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let mut labels = self.labels.iter();
        let label = labels.find(|(place, _)| place.total_cmp(value).is_eq());
        label.map_or_else(String::new, |(_, label)| label.clone())
    }
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

type Failed = DrawingAreaErrorKind<std::io::Error>;

impl Frontier {
    /// A plot with two panels: the spotted share by the number of conditions,
    /// and by the estimated time of a call.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
            // Drawing into a string cannot fail.
            let _ = self.draw(&area);
        }
        if let Some(end) = text.find('>') {
            text.insert_str(end + 1, STYLE);
        }
        text
    }

    fn draw(&self, area: &DrawingArea<SVGBackend, Shift>) -> Result<(), Failed> {
        area.fill(&WHITE)?;
        let mut points = self.points.iter();
        let in_vain = if points.any(|point| point.incorrect_draws_board_count > 0) {
            "SOME WINS AND LOSSES ARE CLAIMED AS WELL"
        } else {
            "no win or loss is claimed as a draw"
        };
        let title = format!("{}: draws spotted; {in_vain}", self.material);
        let area = area.titled(&title, ("sans-serif", 20))?;
        let panels: [(&str, Size); 2] = [
            ("conditions", |point| point.conditions as f64),
            ("nanoseconds a call, estimated", |point| {
                point.estimated_nanoseconds
            }),
        ];
        let areas = area.split_evenly((1, panels.len()));
        for (area, (words, size)) in areas.iter().zip(panels) {
            self.panel(area, words, size)?;
        }
        area.present()
    }

    fn panel(
        &self,
        area: &DrawingArea<SVGBackend, Shift>,
        words: &str,
        size: Size,
    ) -> Result<(), Failed> {
        // Skip recognizers that spot nothing: they have no conditions, and zero
        // has no logarithm.
        let points = self.points.iter();
        let points: Vec<&FrontierPoint> = points
            .filter(|point| point.spotted_draws_board_count > 0 && size(point) > 0.0)
            .collect();
        let across = across(points.iter().map(|point| size(point)));
        let up = self.up();
        let (left, right, top) = (across.ends.start, across.ends.end, up.ends.end);
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(across, up)?;
        chart
            .configure_mesh()
            .x_desc(words)
            .y_desc("draws spotted")
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .draw()?;
        for level in self.levels() {
            let line = [left, right].map(|x| (x, level_height(level, top)));
            chart.draw_series(DashedLineSeries::new(line, 6, 4, LEVEL.stroke_width(1)))?;
        }
        for series in SERIES {
            let of_form = points.iter().filter(|point| point.form == series.0);
            let places = of_form.map(|point| {
                let y = height(point.missed_share()).min(top);
                (logarithm(size(point)), y)
            });
            draw_series(&mut chart, series, places.collect())?;
        }
        self.label_levels(&mut chart, left, top)?;
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .border_style(BLACK.mix(0.3))
            .background_style(WHITE.mix(0.9))
            .draw()
    }

    /// The comparable methods: those without incorrect claims.
    fn levels(&self) -> impl Iterator<Item = &FrontierLevel> {
        let levels = self.levels.iter();
        levels.filter(|level| level.incorrect_share == 0.0 && level.spotted_share > 0.0)
    }

    /// The name of each level at its line, or as near below as no other name is.
    fn label_levels(&self, chart: &mut Chart, left: f64, top: f64) -> Result<(), Failed> {
        let mut levels: Vec<&FrontierLevel> = self.levels().collect();
        levels.sort_by(|a, b| b.spotted_share.total_cmp(&a.spotted_share));
        let mut free = i32::MIN;
        for level in levels {
            let at = (left, level_height(level, top));
            let line = chart.backend_coord(&at).1;
            let place = (line - LABEL_HEIGHT).max(free);
            free = place + LABEL_HEIGHT;
            let label = format!("{}: {:.2} %", level.name, 100.0 * level.spotted_share);
            let style = ("sans-serif", 12).into_font().color(&LEVEL);
            let label = Text::new(label, (4, place - line), style);
            chart.draw_series([EmptyElement::at(at) + label])?;
        }
        Ok(())
    }

    /// The axis of the spotted share.
    fn up(&self) -> Axis {
        let missed = self.points.iter().map(FrontierPoint::missed_share);
        let levels = self.levels().map(|level| 1.0 - level.spotted_share);
        let all: Vec<f64> = missed.chain(levels).collect();
        let least = all.iter().copied().filter(|&missed| missed > 0.0);
        let highest = height(least.reduce(f64::min).unwrap_or(0.1)) + 0.1;
        let shares = SHARES.into_iter().map(|share| {
            let missed = (100.0 - share) / 100.0;
            (height(missed), format!("{share} %"))
        });
        let mut labels: Vec<(f64, String)> = shares.filter(|(y, _)| *y < highest).collect();
        let mut top = highest;
        // A share without misses is one step above all others.
        if all.contains(&0.0) {
            top += 0.4;
            labels.push((top, "100 %".into()));
        }
        Axis {
            ends: 0.0..top,
            labels,
        }
    }
}

/// Where the line of a level is.
fn level_height(level: &FrontierLevel, top: f64) -> f64 {
    height(1.0 - level.spotted_share).min(top)
}

/// A dot for each recognizer of a form, and a line through the best.
fn draw_series(
    chart: &mut Chart,
    (_, words, color): (&str, &str, RGBColor),
    mut places: Vec<(f64, f64)>,
) -> Result<(), Failed> {
    if places.is_empty() {
        return Ok(());
    }
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    chart.draw_series(LineSeries::new(best(&places), color.stroke_width(2)))?;
    let dots = places.into_iter();
    chart
        .draw_series(dots.map(|at| Circle::new(at, 3, color.filled())))?
        .label(words)
        .legend(move |(x, y)| Circle::new((x + 10, y), 3, color.filled()));
    Ok(())
}

/// The points that no smaller recognizer reaches; they rise from left to right.
fn best(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut best: Vec<(f64, f64)> = Vec::new();
    for &place in places {
        if best.last().is_none_or(|last| place.1 > last.1) {
            best.push(place);
        }
    }
    best
}

/// The height of a missed share.
fn height(missed: f64) -> f64 {
    if missed > 0.0 {
        -missed.min(1.0).log10()
    } else {
        f64::INFINITY
    }
}

fn logarithm(size: f64) -> f64 {
    size.max(0.1).log10()
}

/// An axis that has room for all sizes.
fn across(sizes: impl Iterator<Item = f64>) -> Axis {
    let sizes: Vec<f64> = sizes.map(logarithm).collect();
    let least = sizes.iter().copied().reduce(f64::min).unwrap_or(0.0) - 0.1;
    let most = sizes.iter().copied().reduce(f64::max).unwrap_or(1.0) + 0.1;
    // 1, 2 and 5 times each power of ten, or only the powers if there are many.
    let steps: &[f64] = if most - least < 3.5 {
        &[1.0, 2.0, 5.0]
    } else {
        &[1.0]
    };
    let powers = least.floor() as i32..=most.ceil() as i32;
    let labels = powers.flat_map(|power| {
        let size = move |step: &f64| step * 10_f64.powi(power);
        steps.iter().map(size)
    });
    let labels = labels.map(|size| (logarithm(size), number(size)));
    Axis {
        ends: least..most,
        labels: labels.filter(|(x, _)| (least..=most).contains(x)).collect(),
    }
}

/// A size on an axis.
fn number(size: f64) -> String {
    if size < 0.95 {
        format!("{size:.1}")
    } else {
        crate::number::thousands(size.round() as u64)
    }
}
