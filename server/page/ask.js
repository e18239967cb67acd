// @ts-check
// Questions to the server.

/**
 * @typedef {{ category: string, dtm: number | null, dtz: number | null, precise_dtz: number | null,
 *   checkmate: boolean, stalemate: boolean, insufficient_material: boolean }} Value
 * @typedef {Value & { uci: string, san: string }} Move
 * @typedef {Value & { fen: string, class: string | null, check: string | null, after: string[], moves: Move[], proven?: Proven }} Position
 * @typedef {{ says: string, rules: { says: string, name: string, class: string, reason: string }[] }} Proven
 * @typedef {{ text: string, holds: boolean, found: string | null }} Fact
 * @typedef {{ text: string, holds: boolean, facts: Fact[], fact_count: number }} Condition
 * @typedef {{ kind: string, name: string, number: number, line: number, reason: string,
 *   is_for_side_to_move: boolean, conditions: Condition[], condition_count: number }} Rule
 * @typedef {{ rules_from: string, rule_count: number, verdict: string, seen_as_fen: string | null,
 *   decided_by: Rule | null, rules_that_do_not_hold: number, nearest: Rule[] }} Rules
 */

/** An answer in JSON. @param {string} path @param {Record<string, string>} asked @param {AbortSignal} [signal] */
export async function ask(path, asked = {}, signal = undefined) {
  const address = addressOf(path, asked);
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error((await answer.text()).trim() || `status ${answer.status}`);
  return answer.json();
}

/** @param {string} path @param {Record<string, string>} asked */
export const addressOf = (path, asked) => `${path}?${new URLSearchParams(asked)}`;
