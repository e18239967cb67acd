// @ts-check
// Values and rules in words. Text from outside is only ever text here, never HTML.

/** @typedef {import("./ask.js").Value} Value */
/** @typedef {import("./ask.js").Position} Position */
/** @typedef {import("./ask.js").Rule} Rule */
/** @typedef {import("./ask.js").Rules} Rules */
/** @typedef {import("./ask.js").Condition} Condition */

/** @param {string} name @param {string} kind its class @param {...(Node | string)} children */
export function element(name, kind, ...children) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...children);
  return made;
}

/** The sentence for a category. @param {Value} value @param {string} side @param {string} other */
function sentence(value, side, other) {
  if (value.checkmate) return `${side} is checkmated`;
  if (value.stalemate) return "Stalemate: a draw";
  if (value.insufficient_material) return "A draw: nobody can mate";
  /** @type {Record<string, string>} */
  const sentences = {
    win: `${side} to move wins`,
    "maybe-win": `${side} to move wins, unless the 50-move rule draws`,
    "syzygy-win": `${side} to move wins, unless the 50-move rule draws`,
    "cursed-win": `${side} to move would win, but the 50-move rule draws`,
    draw: "A draw",
    "blessed-loss": `${other} would win, but the 50-move rule draws`,
    "syzygy-loss": `${other} wins, unless the 50-move rule draws`,
    "maybe-loss": `${other} wins, unless the 50-move rule draws`,
    loss: `${other} wins`,
  };
  return `${sentences[value.category] ?? "No table has this position"}${mate(value)}`;
}

/** @param {Value} value */
function mate({ dtm, category }) {
  if (!dtm || category === "cursed-win" || category === "blessed-loss") return "";
  const moves = Math.ceil(Math.abs(dtm) / 2);
  return `: mate in ${moves}`;
}

/** @param {Position} position @param {string} turn */
export function verdict(position, turn) {
  const sides = turn === "w" ? ["White", "Black"] : ["Black", "White"];
  return sentence(position, sides[0], sides[1]);
}

/** Which of three colours a category has, for the side to move. @param {string} category */
export function toneOf(category) {
  if (category === "unknown") return "quiet";
  if (category.endsWith("win") && category !== "cursed-win") return "win";
  return category.endsWith("loss") && category !== "blessed-loss" ? "loss" : "draw";
}

/** What rules for any number of men say. @param {Position} position */
export function proven({ proven }) {
  if (!proven) return [];
  const rules = proven.rules.map(({ says, name, class: of, reason }) => element("li", "", `${says}: ${name} (${of}). ${reason}`));
  return [element("p", "", proven.says), element("ul", "quiet", ...rules)];
}

/** Distances, with their units. @param {Position} position */
export function distances(position) {
  /** @type {[string, string, number | null][]} */
  const all = [
    ["DTM", "plies to mate", position.dtm],
    ["DTZ", "plies to the next capture or pawn move", position.dtz],
  ];
  const known = all.filter(([, , plies]) => plies && !position.checkmate);
  const plies = (/** @type {number | null} */ of) => (of === 1 || of === -1 ? "1 ply" : `${Math.abs(of ?? 0)} plies`);
  return known.map(([name, meaning, of]) => {
    const term = element("dt", "", name);
    term.title = meaning;
    const rounded = name === "DTZ" && position.precise_dtz === null ? ", or one more" : "";
    return element("div", "", term, element("dd", "", plies(of) + rounded));
  });
}

/** All moves by what they are worth to the side that makes them. @param {Position} position @param {(at: number) => void} play */
export function moves(position, play) {
  /** @type {[string, string, string][]} */
  const groups = [
    ["loss", "win", "Winning moves"],
    ["draw", "draw", "Drawing moves"],
    ["win", "loss", "Losing moves"],
    ["quiet", "quiet", "Moves to positions without a table"],
  ];
  return groups.flatMap(([after, tone, title]) => {
    const buttons = position.moves.flatMap((move, at) => {
      if (toneOf(move.category) !== after) return [];
      const button = element("button", "", move.san);
      button.setAttribute("type", "button");
      button.dataset.uci = move.uci;
      const plies = [["DTM", move.dtm], ["DTZ", move.checkmate ? null : move.dtz]];
      const known = plies.filter(([, of]) => of);
      if (known.length) {
        const note = known.map(([name, of]) => `${name} ${Math.abs(Number(of))}`).join(", ");
        button.append(" ", element("small", "", note));
      }
      button.addEventListener("click", () => play(at));
      return [button];
    });
    if (!buttons.length) return [];
    return [element("h3", tone, `${title} (${buttons.length})`), element("div", "moves", ...buttons)];
  });
}

/** What rules say. @param {{ rules: Rules | null, no_rules: string | null }} told */
export function rules({ rules, no_rules }) {
  if (!rules) return [element("p", "quiet", `Rules: ${no_rules}.`)];
  /** @type {Record<string, string>} */
  const verdicts = {
    incorrect_draw: "That is wrong.",
    incorrect_claim: "That is wrong.",
    spotted_draw: "That is right.",
    right_claim: "That is right.",
    missed_draw: "It is a draw that they miss.",
    spotted_decisive: "It is not a draw, so they are right.",
  };
  const isWrong = rules.verdict.startsWith("incorrect");
  const said = element("p", isWrong ? "wrong" : "");
  const out = [said];
  const by = rules.decided_by;
  if (by) {
    const says = by.kind === "silent" ? "keeps silent" : `says ${by.kind}`;
    said.append(element("strong", "", `\u201c${by.name}\u201d`), ` ${says}: ${by.reason}. `.replace(/\.\. $/, ". "));
    said.append(verdicts[rules.verdict] ?? "");
    out.push(conditions(by.conditions));
  } else {
    said.append(`No rule holds. ${verdicts[rules.verdict] ?? ""}`);
  }
  const nearest = rules.nearest.filter((rule) => rule.is_for_side_to_move);
  if (nearest.length) {
    out.push(element("h3", "", by ? "Earlier rules that lack least" : "The rules that lack least"));
    out.push(...nearest.flatMap(lacking));
  }
  const from = by ? `Rule ${by.number} of ${rules.rule_count}` : `${rules.rule_count} rules`;
  out.push(element("p", "quiet", `${from} from ${rules.rules_from}.`));
  if (rules.seen_as_fen) {
    out.push(element("p", "quiet", "Seen with colours exchanged, as ", element("code", "", rules.seen_as_fen)));
  }
  return out;
}

/** @param {Rule} rule */
function lacking(rule) {
  const text = ` lacks ${rule.conditions.length} of ${rule.condition_count}:`;
  return [element("p", "", `\u201c${rule.name}\u201d`, text), conditions(rule.conditions)];
}

/** The longest condition that is shown whole, in characters: a tree may have thousands. */
const LONGEST = 240;

/** @param {string} text */
const clipped = (text) => (text.length > LONGEST ? text.slice(0, LONGEST) + "\u2026" : text);

/** @param {Condition[]} all */
function conditions(all) {
  return element("ul", "quiet", ...all.map((of) => {
    const item = element("li", "", element("code", "", clipped(of.text)));
    const told = of.facts.filter((fact) => fact.found !== null && fact.holds === of.holds);
    const facts = told.map((fact) => (fact.text === of.text ? `${fact.found}` : `${clipped(fact.text)}: ${fact.found}`));
    if (facts.length) item.append(` (${facts.join("; ")})`);
    return item;
  }));
}
