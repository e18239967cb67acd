// @ts-check
// The text of rules, with its errors under the lines that they are in.

import { element } from "./shown.js";

/**
 * @typedef {{ line: number, column: number, length: number, message: string, help: string | null }} RuleError
 *   lines and columns from 1
 */

/** How wide a tab is, in characters; as in the style sheet. */
const TAB = 4;

export class Editor {
  /** @type {RuleError[]} */
  #errors = [];

  /** @param {HTMLTextAreaElement} text @param {HTMLElement} marks @param {HTMLElement} list @param {() => void} changed */
  constructor(text, marks, list, changed) {
    this.text = text;
    this.marks = marks;
    this.list = list;
    text.addEventListener("input", () => {
      // They may be somewhere else now.
      this.show([]);
      changed();
    });
    text.addEventListener("scroll", () => this.#place());
    document.addEventListener("selectionchange", () => this.#dim());
  }

  get value() {
    return this.text.value;
  }

  /** Another text, from its beginning. @param {string} value */
  load(value) {
    this.text.value = value;
    this.text.scrollTo(0, 0);
    this.text.setSelectionRange(0, 0);
    this.show([]);
  }

  /** @param {RuleError[]} errors @param {boolean} [hasMore] */
  show(errors, hasMore = false) {
    this.#errors = errors;
    const lines = this.text.value.split("\n");
    this.marks.replaceChildren(...errors.flatMap((error) => this.#mark(error, lines[error.line - 1] ?? "")));
    this.list.replaceChildren(...errors.map((error) => this.#item(error)));
    if (hasMore) this.list.append("There are more errors than these.");
    this.#place();
    this.#dim();
  }

  /** The culprit, and what is wrong with it, one line below. @param {RuleError} error @param {string} line */
  #mark(error, line) {
    const from = width(line, error.column - 1);
    const to = width(line, error.column - 1 + error.length);
    const culprit = element("div", "culprit");
    const message = element("span", "message", error.message);
    // A character is as wide as those of the text there.
    const below = element("div", "below", message);
    culprit.style.left = below.style.left = `${from}ch`;
    culprit.style.width = `${Math.max(to - from, 1)}ch`;
    culprit.style.top = `calc(${error.line - 1} * 1.3rem)`;
    below.style.top = `calc(${error.line} * 1.3rem + 3px)`;
    message.dataset.below = String(error.line);
    return [culprit, below];
  }

  /** The same as text, which goes to the place. @param {RuleError} error */
  #item(error) {
    const place = `line ${error.line}, column ${error.column}: `;
    const button = element("button", "", place, error.message);
    button.setAttribute("type", "button");
    if (error.help) button.append(element("br", ""), element("small", "", error.help));
    button.addEventListener("click", () => this.#goTo(error));
    return button;
  }

  /** @param {RuleError} error */
  #goTo({ line, column, length }) {
    const lines = this.text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, of) => sum + of.length + 1, 0);
    const characters = [...(lines[line - 1] ?? "")];
    const units = (/** @type {number} */ count) => characters.slice(0, count).join("").length;
    this.text.focus();
    this.text.setSelectionRange(start + units(column - 1), start + units(column - 1 + length));
  }

  #place() {
    this.marks.style.transform = `translate(${-this.text.scrollLeft}px, ${-this.text.scrollTop}px)`;
  }

  /** What is written under a message shows through. */
  #dim() {
    if (!this.#errors.length) return;
    const { value, selectionStart } = this.text;
    const line = String(value.slice(0, selectionStart).split("\n").length - 1);
    for (const message of this.marks.querySelectorAll(".message")) {
      const isBelow = message instanceof HTMLElement && message.dataset.below === line;
      message.classList.toggle("faint", isBelow && document.activeElement === this.text);
    }
  }
}

/** How wide some characters of a line are, in columns of the screen. @param {string} line @param {number} count */
function width(line, count) {
  let columns = 0;
  for (const character of [...line].slice(0, count)) {
    columns += character === "\t" ? TAB - (columns % TAB) : 1;
  }
  return columns;
}
