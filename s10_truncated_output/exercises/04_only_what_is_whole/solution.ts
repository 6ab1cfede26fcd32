import { parseStreamingJson } from "#s10/salvage.ts";

/** A text, with its closing quote where it has come, or a sign after which what came before it is whole. */
const PIECE = /"(?:[^"\\]|\\[^])*("?)|[{}[\],]/g;

/**
 * Makes arguments of JSON text that may end anywhere, without a guess: a text or a number that may still go on is left
 * out. The whole text of an object is read as `parseStreamingJson` reads it.
 */
export function parseWhole(json: string): Record<string, unknown> | null {
  const whole = [...json.matchAll(PIECE)].filter(([, closing]) => closing !== "").at(-1);
  return parseStreamingJson(whole ? json.slice(0, whole.index + whole[0].length) : "");
}
