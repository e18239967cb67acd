// "Two knights cannot win": true for most positions, but not for all.
//
//     drawproof export rules KNNKN --lang wasm --out draws.mjs
//     node two_knights.mjs

import { knnknRule } from "./draws.mjs";

/** The number of a square, with a1 as 0. */
function square(name) {
    return (name.charCodeAt(1) - "1".charCodeAt(0)) * 8 + name.charCodeAt(0) - "a".charCodeAt(0);
}

const positions = [
    ["e4", "e8", "d4", "f4", "c6"],
    ["c1", "a2", "b5", "d3", "a4"], // White mates in four.
];

for (const men of positions) {
    const [king, weakKing, one, other, weakKnight] = men;
    const rule = knnknRule(square(king), square(weakKing), square(one), square(other), square(weakKnight), true);
    const said = rule > 0 ? "a draw" : "not known";
    console.log(`K${king} N${one} N${other} against K${weakKing} N${weakKnight}, White to move: ${said}`);
}
