// Times calls of an exported file: JavaScript.
import { readFileSync } from "node:fs";
import * as exported from "./exported.mjs";

const ROUNDS = 101;

/** Microseconds of processor time. */
function now() {
    const used = process.cpuUsage();
    return used.user + used.system;
}

const bytes = readFileSync(0);
const words = new Int32Array(new Uint8Array(bytes).buffer);
const positions = [];
for (let at = 0; at < words.length; at += 18) {
    positions.push(words.slice(at, at + 18));
}
let draws = 0;
let fastest = Infinity;
// Many, since the first ones are compiled in haste.
for (let round = 0; round < ROUNDS; round++) {
    const start = now();
    draws = 0;
    for (const p of positions) {
        draws += CALL ? 1 : 0;
    }
    fastest = Math.min(fastest, ((now() - start) * 1000) / positions.length);
}
process.stdout.write(`${fastest.toFixed(2)} ${draws}\n`);
