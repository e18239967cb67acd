// @ts-check
// The page: which position is shown, and what is asked about it.

import { addressOf, ask } from "./ask.js";
import { Board, picture } from "./board.js";
import { nameOf, read, write } from "./fen.js";
import * as shown from "./shown.js";

/** @typedef {import("./ask.js").Position} Position */
/** @typedef {{ fen: string, san: string, uci: string }} Ply a position, and the move that led to it */

/** White mates in 29, and only one move wins. */
const START = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));

/** @type {Ply[]} */
let line = [];
let at = 0;
let turned = false;
/** @type {Position | null} */
let known = null;
let asked = new AbortController();

const board = new Board(byId("squares"), [byId("black-men"), byId("white-men")], { drop, place, say });
board.fill(0, "kqrbnp");
board.fill(1, "KQRBNP");

/** Tells what happened, aloud where a screen is read aloud. @param {string} text @param {boolean} [isWrong] */
function say(text, isWrong = false) {
  byId("said").textContent = text;
  byId("said").classList.toggle("wrong", isWrong);
}

/** @param {string} name */
const chosen = (name) => input(name).value;
const isSetup = () => document.querySelector("input[name=mode]:checked")?.getAttribute("value") === "setup";

/** Begins with a position. @param {string} fen */
function begin(fen) {
  line = [{ fen, san: "", uci: "" }];
  at = 0;
  return showPosition();
}

/** Shows what the line has there, and asks about it. @param {number} [to] */
async function showPosition(to = at) {
  at = to;
  known = null;
  const { fen, uci } = line[at];
  const { men, turn } = read(fen);
  board.show({ men, turned, last: uci ? [uci.slice(0, 2), uci.slice(2, 4)] : [], check: null });
  input("fen").value = fen;
  for (const choice of document.querySelectorAll("input[name=turn]")) {
    /** @type {HTMLInputElement} */ (choice).checked = choice.getAttribute("value") === turn;
  }
  byId("pgn").setAttribute("href", addressOf("/api/pgn", { fen }));
  history.replaceState(null, "", "#" + fen.replaceAll(" ", "_"));
  showLine();
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  byId("right").setAttribute("aria-busy", "true");
  try {
    const position = /** @type {Position} */ (await ask("/api/position", { fen }, signal));
    known = position;
    board.show({ check: position.check });
    showValues(position, turn);
    showRules(await ask("/api/rules", { fen }, signal));
  } catch (error) {
    if (!signal.aborted) showError(/** @type {Error} */ (error));
  }
  if (!signal.aborted) byId("right").setAttribute("aria-busy", "false");
}

/** @param {Position} position @param {string} turn */
function showValues(position, turn) {
  byId("verdict").textContent = shown.verdict(position, turn);
  byId("verdict").className = shown.toneOf(position.category);
  byId("proven").replaceChildren(...shown.proven(position));
  byId("distances").replaceChildren(...shown.distances(position));
  byId("moves").replaceChildren(...shown.moves(position, play));
  byId("rules").replaceChildren();
  byId("pgn").hidden = position.category === "unknown" || !position.moves.length;
}

/** @param {any} told */
function showRules(told) {
  byId("rules").replaceChildren(...shown.rules(told));
}

/** @param {Error} error */
function showError(error) {
  if (known) {
    byId("rules").replaceChildren(shown.element("p", "quiet", error.message));
    return;
  }
  byId("verdict").textContent = error.message;
  byId("verdict").className = "wrong";
  for (const id of ["proven", "distances", "moves", "rules"]) byId(id).replaceChildren();
  byId("pgn").hidden = true;
}

/** The moves played, and the buttons that go through them. */
function showLine() {
  const turn = read(line[0].fen).turn;
  byId("line").replaceChildren(...line.slice(1).map(({ san }, index) => {
    const ply = index + (turn === "b" ? 1 : 0);
    const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : index === 0 ? `${(ply + 1) / 2}... ` : "";
    const button = shown.element("button", "", number + san);
    button.setAttribute("type", "button");
    if (index + 1 === at) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => showPosition(index + 1));
    return shown.element("li", "", button);
  }));
  for (const [id, isOff] of Object.entries({ first: at === 0, back: at === 0, on: at === line.length - 1, last: at === line.length - 1 })) {
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = isOff;
  }
}

/** Plays a move of the list. @param {number} which */
function play(which) {
  if (!known) return;
  const { uci, san } = known.moves[which];
  const fen = known.after[which];
  if (line[at + 1]?.uci !== uci) line = [...line.slice(0, at + 1), { fen, san, uci }];
  say(`played ${san}`);
  return showPosition(at + 1);
}

/** A man was put down. @param {import("./board.js").Source} from @param {string | null} to */
async function drop({ square, man }, to) {
  if (!square || isSetup()) return putDown(man, square, to);
  if (!to) return;
  if (!known) return say("no moves are known here; choose \u201csets up\u201d to move men freely", true);
  const moves = known.moves.flatMap(({ uci }, which) => (uci.startsWith(square + to) ? [which] : []));
  if (moves.length === 0) {
    say(`${nameOf(man)} from ${square} to ${to} is no legal move; choose \u201csets up\u201d to move men freely`, true);
  } else if (moves.length === 1) {
    play(moves[0]);
  } else {
    choosePromotion(moves, man);
  }
}

/** Asks what a pawn becomes. @param {number[]} moves @param {string} pawn */
function choosePromotion(moves, pawn) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("promotion"));
  dialog.firstElementChild?.replaceChildren(...moves.map((which) => {
    const letter = known?.moves[which].uci[4] ?? "q";
    const man = pawn === "P" ? letter.toUpperCase() : letter;
    const button = shown.element("button", "", picture(man));
    button.setAttribute("aria-label", nameOf(man));
    button.addEventListener("click", () => {
      dialog.close();
      play(which);
    });
    return button;
  }));
  dialog.showModal();
}

/** Sets a man up, or takes it off the board. @param {string} man @param {string | undefined} from @param {string | null} to */
function putDown(man, from, to) {
  const { men, turn } = read(line[at].fen);
  if (from) men.delete(from);
  if (to) men.set(to, man);
  say(to ? `${nameOf(man)} on ${to}` : `${nameOf(man)} taken off the board`);
  begin(write({ men, turn }));
}

/** @param {string | null} man @param {string} square */
function place(man, square) {
  const { men, turn } = read(line[at].fen);
  const before = men.get(square);
  if (man) men.set(square, man);
  else men.delete(square);
  if (man) say(`${nameOf(man)} on ${square}`);
  else say(before ? `${nameOf(before)} taken off ${square}` : `${square} is empty`);
  begin(write({ men, turn }));
}

/** Asks for a position and shows it. @param {string} path @param {Record<string, string>} question */
async function find(path, question) {
  try {
    const { fen, kind, of } = await ask(path, question);
    say(kind ? `a mutual zugzwang, one of ${of}: ${kind}` : `a random position of ${question.class}`);
    await begin(fen);
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
}

byId("first").addEventListener("click", () => showPosition(0));
byId("back").addEventListener("click", () => showPosition(at - 1));
byId("on").addEventListener("click", () => showPosition(at + 1));
byId("last").addEventListener("click", () => showPosition(line.length - 1));
byId("turn-board").addEventListener("click", () => {
  turned = !turned;
  board.show({ turned });
  say(turned ? "Black is at the bottom" : "White is at the bottom");
});
byId("clear").addEventListener("click", () => {
  /** @type {HTMLInputElement} */ (document.querySelector("input[value=setup]")).checked = true;
  say("the board is empty");
  begin(write({ men: new Map(), turn: "w" }));
});
for (const choice of document.querySelectorAll("input[name=turn]")) {
  choice.addEventListener("change", () => {
    begin(write({ men: read(line[at].fen).men, turn: choice.getAttribute("value") ?? "w" }));
  });
}
byId("fen-form").addEventListener("submit", (event) => {
  event.preventDefault();
  say("");
  begin(input("fen").value.trim().replaceAll("_", " "));
});
byId("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(input("fen").value);
    say("FEN copied");
  } catch {
    input("fen").select();
    say("the FEN is selected; copy it with the keys of your system");
  }
});
byId("find").addEventListener("submit", (event) => {
  event.preventDefault();
  const value = chosen("value");
  find("/api/random", { class: chosen("class"), ...(value ? { value } : {}) });
});
byId("zugzwang").addEventListener("click", () => find("/api/zugzwang", { class: chosen("class") }));
document.addEventListener("keydown", (event) => {
  const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (isText || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft" && at > 0) showPosition(at - 1);
  if (event.key === "ArrowRight" && at < line.length - 1) showPosition(at + 1);
});
addEventListener("hashchange", () => begin(fromHash()));

/** The position that the address names. */
function fromHash() {
  let named = location.hash.slice(1);
  try {
    named = decodeURIComponent(named);
  } catch {
    // Not an address of ours: the server says what is wrong with it.
  }
  return named.replaceAll("_", " ") || START;
}

begin(fromHash());
const classes = await ask("/api/classes").catch(() => []);
byId("classes").replaceChildren(...classes.map((/** @type {string} */ name) => {
  const option = document.createElement("option");
  option.value = name;
  return option;
}));
