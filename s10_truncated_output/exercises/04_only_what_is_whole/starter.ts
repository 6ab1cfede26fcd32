import { parseStreamingJson } from "#s10/salvage.ts";

/**
 * Makes arguments of JSON text that may end anywhere, without a guess: a text or a number that may still go on is left
 * out. The whole text of an object is read as `parseStreamingJson` reads it.
 */
export function parseWhole(json: string): Record<string, unknown> | null {
  return parseStreamingJson(json);
}
