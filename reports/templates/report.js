"use strict";
// Boards on which a line can be played through.
for (const board of document.querySelectorAll(".play")) {
  const placements = board.dataset.placements.split("|");
  const moves = board.dataset.moves.split("|");
  const output = board.querySelector("output");
  if (placements.length < 2 || !output) continue;
  const svg = "http://www.w3.org/2000/svg";
  const draw = (name, attributes) => {
    const element = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const men = (placement) => placement.split("/").flatMap((rank, y) => {
    let x = 0;
    return [...rank].flatMap((letter) => {
      if (letter >= "1" && letter <= "8") {
        x += Number(letter);
        return [];
      }
      const color = letter === letter.toUpperCase() ? "w" : "b";
      const href = "#" + color + letter.toLowerCase();
      return [draw("use", { href, x: x++, y, width: 1, height: 1 })];
    });
  });
  let ply = 0;
  const show = (wanted) => {
    ply = Math.min(Math.max(wanted, 0), placements.length - 1);
    board.querySelector(".men").replaceChildren(...men(placements[ply]));
    board.querySelector("svg").setAttribute("aria-label", placements[ply]);
    const squares = ply > 0 ? moves[ply - 1].match(/../g) : [];
    board.querySelector(".last").replaceChildren(...squares.map((name) =>
      draw("rect", { x: name.charCodeAt(0) - 97, y: 56 - name.charCodeAt(1), width: 1, height: 1 })));
    output.textContent = ply + "/" + (placements.length - 1);
    for (const button of board.querySelectorAll("[data-ply]")) {
      button.classList.toggle("now", Number(button.dataset.ply) === ply);
    }
    for (const button of board.querySelectorAll("[data-go]")) {
      const isBack = button.dataset.go === "first" || button.dataset.go === "back";
      button.disabled = isBack ? ply === 0 : ply === placements.length - 1;
      // Keys go on working where a button has lost the focus.
      if (button.disabled && document.activeElement === button) board.focus();
    }
  };
  const goes = {
    first: () => 0,
    back: () => ply - 1,
    on: () => ply + 1,
    last: () => placements.length - 1,
  };
  board.addEventListener("click", (event) => {
    const button = event.target.closest("[data-ply], [data-go]");
    if (!button) return;
    show("ply" in button.dataset ? Number(button.dataset.ply) : goes[button.dataset.go]());
  });
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  board.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(goes[keys[event.key]]());
  });
  show(0);
}
// FENs that can be copied.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const fen = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(fen.textContent);
      button.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(fen);
      button.textContent = "selected";
    }
    setTimeout(() => (button.textContent = "copy FEN"), 2000);
  });
}
// Tables that are wider than the screen say so.
const measure = () => {
  for (const wide of document.querySelectorAll(".wide")) {
    const goesOn = wide.scrollWidth > wide.clientWidth;
    wide.classList.toggle("goes-on", goesOn);
    wide.dataset.note = "scroll sideways for the rest \u2192";
    wide.tabIndex = goesOn ? 0 : -1;
  }
};
addEventListener("resize", measure);
measure();
