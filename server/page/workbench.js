// @ts-check
// The workbench: which text is verified, and what is shown of it.

import { ask } from "./ask.js";
import { Editor } from "./editor.js";
import { element } from "./shown.js";
import * as verdict from "./verdict.js";

/** @typedef {import("./verdict.js").Found} Found */

/** The name under which a text is saved; commands in reports use it. */
const FILE = "workbench.rules";

/** How long to wait for the next key, in milliseconds. */
const PAUSE = 250;

/** How often to ask how far the server is, in milliseconds. */
const OFTEN = 150;

/** What is loaded at first. */
const FIRST = "krkn.quick.rules";

/** The text of the last visit. */
const KEPT = "drawproof workbench";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const files = /** @type {HTMLSelectElement} */ (byId("file"));
const languages = /** @type {HTMLSelectElement} */ (byId("language"));
const exporting = /** @type {HTMLButtonElement} */ (byId("export-button"));
const progress = /** @type {HTMLProgressElement} */ (byId("progress"));

const editor = new Editor(
  /** @type {HTMLTextAreaElement} */ (byId("text")), byId("marks"), byId("errors"), () => edited());

/** Counts the texts, so that what belongs to an older one is not shown. */
let version = 0;
/** @type {number | undefined} */
let pause;
/** The job at work. @type {number | null} */
let job = null;
/** The last proven text, by its SHA-256. @type {string | null} */
let proven = null;

/** Asks with a body in JSON. @param {string} path @param {object} body */
async function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.trim() || `status ${answer.status}`);
  return text;
}

function edited() {
  version += 1;
  exporting.disabled = true;
  byId("exported").textContent = "";
  byId("right").setAttribute("aria-busy", "true");
  if (job !== null) send("/api/bench/stop", { job }).catch(() => {});
  clearTimeout(pause);
  pause = setTimeout(verify, PAUSE);
}

async function verify() {
  const of = version;
  const text = editor.value;
  remember(text);
  try {
    const begun = JSON.parse(await send("/api/bench/verify", { text, before: proven, replaces: job }));
    if (of !== version) return void send("/api/bench/stop", begun).catch(() => {});
    job = begun.job;
    await follow(of, begun.job);
  } catch (error) {
    if (of === version) fail(/** @type {Error} */ (error).message);
  }
}

/** Shows what a job finds, until it is over. @param {number} of @param {number} number */
async function follow(of, number) {
  for (;;) {
    const { state, found } = await ask("/api/bench/job", { job: String(number) });
    if (of !== version) return;
    const isOver = ["finished", "stopped", "failed"].includes(state);
    if (found) show(found, isOver);
    if (state === "stopped") fail("Stopped: it took too long, or nobody looked. Edit the text to begin again.");
    if (state === "failed") fail("The verification failed; see the server's log.");
    if (isOver) return over();
    await new Promise((resolve) => setTimeout(resolve, OFTEN));
  }
}

function over() {
  job = null;
  progress.hidden = true;
  byId("right").setAttribute("aria-busy", "false");
}

/** @param {string} message */
function fail(message) {
  byId("verdict").textContent = message;
  byId("verdict").className = "wrong";
  over();
}

/** @param {Found} found @param {boolean} isOver */
function show(found, isOver) {
  progress.hidden = isOver;
  if (found.units) progress.value = found.done_units / found.units;
  else progress.removeAttribute("value");
  const hasCounts = found.report !== null || found.sample !== null;
  const isBroken = found.errors.length > 0 || found.failed !== null;
  // Until there is something new, what was found of the text before stays, and says so.
  if (hasCounts || isBroken) {
    [byId("verdict").textContent, byId("verdict").className] = verdict.sentence(found);
    byId("counts").replaceChildren(...verdict.counts(found));
    byId("changes").replaceChildren(...verdict.changes(found));
    byId("boards").replaceChildren(...verdict.boards(found));
  } else {
    byId("verdict").textContent = "Verifying \u2026";
    byId("verdict").className = "quiet";
  }
  const isOld = !hasCounts && !isBroken && byId("counts").hasChildNodes();
  byId("shown").textContent = verdict.coverage(found) + (isOld ? " Below is the verdict of the text before." : "");
  editor.show(found.errors, found.has_more_errors);
  if (found.report?.proven) {
    proven = found.report.rules_sha256;
    exporting.disabled = !isOver;
  }
}

/** Keeps the text for the next visit, where a browser allows it. @param {string} text */
function remember(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    // Then it is not kept.
  }
}

/** @returns {string | null} */
function remembered() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @param {string} text */
function load(text) {
  editor.load(text);
  edited();
}

/** @param {string} name */
async function loadBuiltIn(name) {
  const answer = await fetch(`/api/bench/file?${new URLSearchParams({ name })}`);
  if (!answer.ok) return fail((await answer.text()).trim());
  load(await answer.text());
}

/** Saves a text as a file. @param {string} name @param {string} text */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

files.addEventListener("change", () => {
  if (files.value) loadBuiltIn(files.value);
});
byId("open").addEventListener("change", async (event) => {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (file) load(await file.text());
});
byId("save").addEventListener("click", () => download(FILE, editor.value));
byId("export").addEventListener("submit", async (event) => {
  event.preventDefault();
  const language = languages.value;
  try {
    const source = await send("/api/bench/export", { text: editor.value, language });
    download(`rules.${language}.txt`, source);
    byId("exported").textContent = `exported to ${language}: ${source.length.toLocaleString("en")} characters`;
  } catch (error) {
    byId("exported").textContent = /** @type {Error} */ (error).message;
  }
});

/** @param {string} value @param {string} text */
function option(value, text) {
  const made = /** @type {HTMLOptionElement} */ (element("option", "", text));
  made.value = value;
  return made;
}

const known = await ask("/api/bench/files");
files.append(...known.files.map((/** @type {{ name: string, class: string }} */ of) => option(of.name, of.name)));
languages.append(...known.languages.map((/** @type {string} */ name) => option(name, name)));
const kept = remembered();
if (kept) load(kept);
else {
  files.value = FIRST;
  await loadBuiltIn(FIRST);
}
