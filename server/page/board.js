// @ts-check
// A board and men beside it, for mouse, touch and keyboard. It knows squares, not chess.

import { FILES, imageOf, isMan, nameOf } from "./fen.js";

/**
 * @typedef {{ square?: string, man: string }} Source a man on a square, or one beside the board
 * @typedef {{ drop: (from: Source, to: string | null) => void, place: (man: string | null, square: string) => void,
 *   say: (text: string) => void }} Listener
 * @typedef {{ men: Map<string, string>, turned: boolean, last: string[], check: string | null }} Shown
 */

const SVG = "http://www.w3.org/2000/svg";

/** How far a finger may slip, in pixels, before it drags. */
const SLIP = 5;

/** The picture of a man. @param {string} man */
export function picture(man) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", "#" + imageOf(man));
  svg.append(use);
  return svg;
}

export class Board {
  /** @type {Map<string, HTMLButtonElement>} */
  #squares = new Map();
  /** @type {Shown} */
  #shown = { men: new Map(), turned: false, last: [], check: null };
  /** @type {Source | null} */
  #picked = null;
  #focus = "e1";

  /** @param {HTMLElement} element @param {HTMLElement[]} palettes @param {Listener} listener */
  constructor(element, palettes, listener) {
    this.element = element;
    this.palettes = palettes;
    this.listener = listener;
    for (let at = 0; at < 64; at++) {
      const name = FILES[at % 8] + (8 - Math.floor(at / 8));
      const square = document.createElement("button");
      square.type = "button";
      square.dataset.square = name;
      square.className = "square " + ((at + Math.floor(at / 8)) % 2 ? "dark" : "light");
      this.#squares.set(name, square);
    }
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focusin", (event) => {
      const square = squareOf(event.target);
      if (square) this.#rove(square);
    });
    for (const area of [element, ...palettes]) {
      area.addEventListener("pointerdown", (event) => this.#down(event));
      // What a pointer does is seen by pointer events; this is what keys and helpers do.
      area.addEventListener("click", (event) => {
        if (event.detail === 0) this.#tap(event.target);
      });
    }
  }

  /** The men to place, each a button. @param {number} at @param {string} men */
  fill(at, men) {
    this.palettes[at].replaceChildren(...[...men].map((man) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.man = man;
      button.setAttribute("aria-label", nameOf(man));
      button.setAttribute("aria-pressed", "false");
      button.append(picture(man));
      return button;
    }));
  }

  /** @param {Partial<Shown>} change */
  show(change) {
    Object.assign(this.#shown, change);
    const { men, turned, last, check } = this.#shown;
    const squares = [...this.#squares];
    if (turned) squares.reverse();
    squares.forEach(([name, square], at) => {
      const man = men.get(name);
      square.replaceChildren(...(man ? [picture(man)] : []));
      if (at % 8 === 0) square.append(coordinate("rank", name[1]));
      if (at >= 56) square.append(coordinate("file", name[0]));
      square.setAttribute("aria-label", `${name}, ${man ? nameOf(man) : "empty"}`);
      square.classList.toggle("last", last.includes(name));
      square.classList.toggle("check", name === check);
    });
    const first = squares[0][1];
    if (this.element.firstElementChild !== first) {
      this.element.replaceChildren(...squares.map(([, square]) => square));
    }
    this.#pick(this.#picked?.square ? null : this.#picked);
    this.#rove(this.#focus);
  }

  /** Makes one square the stop of the Tab key. @param {string} name */
  #rove(name) {
    this.#focus = name;
    for (const [of, square] of this.#squares) square.tabIndex = of === name ? 0 : -1;
  }

  /** @param {Source | null} source */
  #pick(source) {
    this.#picked = source;
    for (const [name, square] of this.#squares) {
      const isPicked = source?.square === name;
      square.classList.toggle("picked", isPicked);
      square.setAttribute("aria-pressed", String(isPicked));
    }
    for (const button of this.palettes.flatMap((of) => [...of.querySelectorAll("button")])) {
      button.setAttribute("aria-pressed", String(!source?.square && button.dataset.man === source?.man));
    }
  }

  /** What can be picked up there. @param {EventTarget | null} target @returns {Source | null} */
  #source(target) {
    const square = squareOf(target);
    if (square) {
      const man = this.#shown.men.get(square);
      return man ? { square, man } : null;
    }
    const man = target instanceof Element ? target.closest("[data-man]") : null;
    return man instanceof HTMLElement && man.dataset.man ? { man: man.dataset.man } : null;
  }

  /** Picks up or puts down. @param {EventTarget | null} target */
  #tap(target) {
    const [picked, square] = [this.#picked, squareOf(target)];
    const source = this.#source(target);
    if (picked && square && picked.square !== square) {
      // A man beside the board stays in the hand, for several of its kind.
      this.listener.drop(picked, square);
      if (!picked.square) this.#pick(picked);
      return;
    }
    const isSame = picked && source && picked.square === source.square && picked.man === source.man;
    this.#pick(isSame ? null : source);
    if (isSame) this.listener.say("let go");
    else if (source) this.listener.say(`${nameOf(source.man)} picked up${source.square ? " from " + source.square : ""}`);
  }

  /** @param {PointerEvent} down */
  #down(down) {
    const source = this.#source(down.target);
    if (down.button !== 0 || !down.isPrimary) return;
    const held = document.createElement("div");
    held.id = "ghost";
    const size = this.element.clientWidth / 8;
    const from = source?.square ? this.#squares.get(source.square) : undefined;
    const end = new AbortController();
    const follow = (/** @type {PointerEvent} */ move) => {
      const slipped = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) > SLIP;
      if (source && slipped && !held.isConnected) {
        held.style.width = held.style.height = `${size}px`;
        held.replaceChildren(picture(source.man));
        document.body.append(held);
        from?.classList.add("lifted");
      }
      held.style.transform = `translate(${move.clientX - size / 2}px, ${move.clientY - size / 2}px)`;
    };
    const letGo = () => {
      end.abort();
      held.remove();
      from?.classList.remove("lifted");
    };
    const up = (/** @type {PointerEvent} */ event) => {
      const isDragged = held.isConnected;
      letGo();
      if (!isDragged) return this.#tap(down.target);
      const to = squareOf(document.elementFromPoint(event.clientX, event.clientY));
      if (source && to !== source.square) this.listener.drop(source, to);
      this.#pick(null);
    };
    const { signal } = end;
    // A finger belongs to where it came down; its moves are for the whole page.
    if (down.target instanceof Element && down.target.hasPointerCapture(down.pointerId)) {
      down.target.releasePointerCapture(down.pointerId);
    }
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", up, { signal });
    addEventListener("pointercancel", letGo, { signal });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const square = squareOf(event.target);
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = this.#shown.turned ? -1 : 1;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-way, 0], ArrowRight: [way, 0], ArrowUp: [0, way], ArrowDown: [0, -way] };
    if (event.key in steps) {
      const [x, y] = steps[event.key];
      const to = FILES[FILES.indexOf(square[0]) + x] + (Number(square[1]) + y);
      this.#squares.get(to)?.focus();
    } else if (event.key === "Escape") {
      this.#pick(null);
      this.listener.say("let go");
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.listener.place(null, square);
    } else if (isMan(event.key)) {
      this.listener.place(event.key, square);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {EventTarget | null} target @returns {string | null} */
function squareOf(target) {
  const square = target instanceof Element ? target.closest("[data-square]") : null;
  return square instanceof HTMLElement ? square.dataset.square ?? null : null;
}

/** @param {string} kind @param {string} text */
function coordinate(kind, text) {
  const name = document.createElement("i");
  name.className = kind;
  name.textContent = text;
  name.setAttribute("aria-hidden", "true");
  return name;
}
