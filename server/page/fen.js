// @ts-check
// What a FEN says about the board. Whether that is a position is the server's business.

/** @typedef {{ men: Map<string, string>, turn: string }} Setup men by their letters in FEN, by square */

export const FILES = "abcdefgh";

/** @type {Record<string, string>} */
const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** @param {string} letter @returns {boolean} */
export const isMan = (letter) => letter.length === 1 && letter.toLowerCase() in NAMES;

/** @param {string} letter @returns {boolean} */
const isWhite = (letter) => letter !== letter.toLowerCase();

/** The name of a man, as in "white knight". @param {string} letter */
export const nameOf = (letter) =>
  (isWhite(letter) ? "white " : "black ") + NAMES[letter.toLowerCase()];

/** The name of its picture. @param {string} letter */
export const imageOf = (letter) => (isWhite(letter) ? "w" : "b") + letter.toLowerCase();

/** As far as it can be read. @param {string} fen @returns {Setup} */
export function read(fen) {
  const [placement, turn] = fen.trim().split(/[ _]+/);
  const men = new Map();
  placement.split("/").slice(0, 8).forEach((rank, down) => {
    let file = 0;
    for (const letter of rank) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else if (isMan(letter) && file < 8) men.set(FILES[file++] + (8 - down), letter);
    }
  });
  return { men, turn: turn === "b" ? "b" : "w" };
}

/** Without rights to castle or to take en passant. @param {Setup} setup */
export function write({ men, turn }) {
  const ranks = [];
  for (let rank = 8; rank >= 1; rank--) {
    const row = [...FILES].map((file) => men.get(file + rank) ?? "1").join("");
    ranks.push(row.replace(/1+/g, (ones) => String(ones.length)));
  }
  return `${ranks.join("/")} ${turn} - - 0 1`;
}
