// @ts-check
// What a verification found, in words and on boards. Text from outside is only ever text here.

import { picture } from "./board.js";
import { FILES, nameOf, read } from "./fen.js";
import { element } from "./shown.js";

/**
 * @typedef {{ board_count: number }} Count
 * @typedef {{ spotted_draws: Count, missed_draws: Count, incorrect_draws: Count, spotted_decisive: Count }} Totals
 * @typedef {{ fen: string, rule?: string | null, truth?: string, distance_plies?: number | null, line_san?: string[] }} Example
 * @typedef {{ rules_sha256: string, material: string, proven: boolean, nothing_claimed: boolean, totals: Totals,
 *   claims?: { claim: string, spotted: Count, missed: Count }[], counterexamples: Example[],
 *   typical_missed_draws: Example[] }} Report
 * @typedef {{ units: number, of_units: number, spotted_draws_board_count: number, missed_draws_board_count: number,
 *   incorrect_claims_board_count: number, decisive_board_count: number, counterexamples: Example[], missed_draws: Example[] }} Sample
 * @typedef {[number | null, number | null]} Both of the old text and of the new one
 * @typedef {{ name: string, kind: [string | null, string | null], draws_board_count: Both, spotted_decisive_board_count: Both,
 *   incorrect_draws_board_count: Both }} RuleChange
 * @typedef {{ is_same_text: boolean, spotted_draws_board_count: Both, missed_draws_board_count: Both,
 *   incorrect_draws_board_count: Both, rules: RuleChange[] }} Change
 * @typedef {{ class: string | null, errors: import("./editor.js").RuleError[], has_more_errors: boolean, stage: string,
 *   done_units: number, units: number, sample: Sample | null, report: Report | null,
 *   incorrect_claims_board_count: number | null, changes: { recognizers: Change[] } | null, failed: string | null }} Found
 */

/** How many boards of a kind are shown. */
const BOARDS = 6;

/** How many changed rules are named. */
const RULES = 8;

/** @param {number} count */
const grouped = (count) => count.toLocaleString("en");

/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole ? ` (${((100 * part) / whole).toFixed(3)} %)` : "");

/** The verdict, and the class of its colour. @param {Found} found @returns {[string, string]} */
export function sentence(found) {
  const { report, sample, errors, failed } = found;
  if (errors.length) return [errors.length === 1 ? "1 error" : `${errors.length} errors`, "wrong"];
  if (failed) return [failed, "wrong"];
  const wrong = found.incorrect_claims_board_count ?? sample?.incorrect_claims_board_count ?? 0;
  if (wrong) return ["REFUTED: incorrect claims", "wrong"];
  if (!report) return ["Not yet proven", "quiet"];
  if (!report.proven) return ["NOT PROVEN", "wrong"];
  return [report.nothing_claimed ? "PROVEN, but nothing is claimed" : "PROVEN: no incorrect claim", "win"];
}

/** Which positions are counted. @param {Found} found */
export function coverage({ report, sample, stage, class: name }) {
  if (report) return `The whole: every legal position of ${report.material}, both sides to move.`;
  if (sample) {
    const part = `${grouped(sample.units)} of ${grouped(sample.of_units)} placements of the kings`;
    return `A sample only: ${part} of ${name}. The whole is still being verified.`;
  }
  if (stage === "tables") return `Making the tables of ${name}. They are kept for the next edit.`;
  if (stage === "distances") return "Looking for the counterexamples nearest to mate.";
  return name ? `Verifying ${name}.` : "";
}

/** @param {Found} found */
export function counts({ report, sample, incorrect_claims_board_count: incorrect }) {
  const totals = report?.totals;
  const spotted = totals?.spotted_draws.board_count ?? sample?.spotted_draws_board_count;
  const missed = totals?.missed_draws.board_count ?? sample?.missed_draws_board_count;
  if (spotted === undefined || missed === undefined) return [];
  const wrong = incorrect ?? sample?.incorrect_claims_board_count ?? 0;
  const row = (/** @type {string} */ name, /** @type {number} */ count, /** @type {string} */ of, kind = "") =>
    element("tr", kind, element("th", "", name), element("td", "", grouped(count)), element("td", "", of));
  const both = (/** @type {string} */ name, /** @type {number} */ spotted, /** @type {number} */ missed) => [
    row(`spotted ${name}`, spotted, share(spotted, spotted + missed)),
    row(`missed ${name}`, missed, share(missed, spotted + missed)),
  ];
  // There are rows for other claims than draws only if rules make such claims.
  const claims = (report?.claims ?? []).filter(({ claim }) => claim !== "draw");
  const others = claims.flatMap(({ claim, spotted, missed }) =>
    both(`\u201c${claim}\u201d`, spotted.board_count, missed.board_count));
  const rows = [row("incorrect claims", wrong, "", wrong ? "wrong" : ""), ...both("draws", spotted, missed), ...others];
  return [element("table", "", element("tbody", "", ...rows))];
}

/** What an edit gained and lost. @param {Found} found */
export function changes({ changes }) {
  const change = changes?.recognizers[0];
  if (!change) return [];
  const title = element("h3", "", "Since the last proven text");
  if (change.is_same_text) return [title, element("p", "", "It is the same text.")];
  const lines = [
    difference("spotted draws", change.spotted_draws_board_count),
    difference("missed draws", change.missed_draws_board_count),
    difference("incorrect draws", change.incorrect_draws_board_count),
  ].filter(Boolean);
  const rules = change.rules.slice(0, RULES).map(ruleChange);
  const more = change.rules.length - rules.length;
  if (more > 0) rules.push(`and ${grouped(more)} more rules`);
  const all = [...(lines.length ? [lines.join(", ")] : ["no draw gained or lost"]), ...rules];
  return [title, element("ul", "", ...all.map((text) => element("li", "", text)))];
}

/** @param {string} name @param {Both} both */
function difference(name, [old, now]) {
  const by = (now ?? 0) - (old ?? 0);
  return by ? `${name} ${by > 0 ? "+" : "\u2212"}${grouped(Math.abs(by))}` : "";
}

/** @param {RuleChange} rule */
function ruleChange(rule) {
  const [old, now] = rule.kind;
  const what = !old ? `new ${now} rule` : !now ? `gone: ${old} rule` : `${now} rule`;
  const parts = [
    difference("draws", rule.draws_board_count),
    difference("wins and losses left alone", rule.spotted_decisive_board_count),
    difference("incorrect", rule.incorrect_draws_board_count),
  ].filter(Boolean);
  return `${what} \u201c${rule.name}\u201d: ${parts.join(", ") || "other positions"}`;
}

/** The positions to look at. @param {Found} found */
export function boards({ report, sample }) {
  const wrong = report?.counterexamples ?? sample?.counterexamples ?? [];
  const missed = report?.typical_missed_draws ?? sample?.missed_draws ?? [];
  return [
    ...group(report ? "The shortest counterexamples" : "Counterexamples in the sample", wrong, counterexample),
    ...group(report ? "Typical missed draws" : "Missed draws in the sample", missed, missedDraw),
  ];
}

/** @param {string} title @param {Example[]} examples @param {(of: Example) => string} words */
function group(title, examples, words) {
  if (!examples.length) return [];
  const items = examples.slice(0, BOARDS).map((of) => element("li", "", link(of, words(of))));
  return [element("h3", "", title), element("ul", "", ...items)];
}

/** A small board that leads to the large one. @param {Example} of @param {string} words */
function link({ fen }, words) {
  const { men, turn } = read(fen);
  const side = turn === "w" ? "White" : "Black";
  const link = element("a", "", small(men), `${side} to move: ${words}`);
  const placed = [...men].map(([square, man]) => `${nameOf(man)} ${square}`).join(", ");
  link.setAttribute("href", "/#" + fen.replaceAll(" ", "_"));
  link.setAttribute("target", "drawproof-board");
  link.setAttribute("aria-label", `${placed}; ${side} to move: ${words}; set up on a board`);
  link.dataset.fen = fen;
  return link;
}

/** @param {Map<string, string>} men */
function small(men) {
  const squares = Array.from({ length: 64 }, (_, at) => {
    const [file, down] = [at % 8, Math.floor(at / 8)];
    const square = element("i", (file + down) % 2 ? "dark" : "light");
    const man = men.get(FILES[file] + (8 - down));
    if (man) square.append(picture(man));
    return square;
  });
  return element("div", "small", ...squares);
}

/** @param {Example} of */
function counterexample({ truth, rule, distance_plies: plies, line_san: line }) {
  const mate = plies ? `, mate in ${Math.ceil(plies / 2)}` : "";
  const first = line?.length ? `: ${line.slice(0, 3).join(" ")}${line.length > 3 ? " \u2026" : ""}` : "";
  const by = rule ? ` (\u201c${rule}\u201d)` : "";
  return `a ${truth}${mate}${first}${by}`;
}

/** @param {Example} of */
const missedDraw = ({ rule }) => (rule ? `\u201c${rule}\u201d keeps silent` : "no rule holds");
