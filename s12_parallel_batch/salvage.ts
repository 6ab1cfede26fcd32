import { parse } from "partial-json";

/** From strictest to most forgiving; each throws when it cannot read the text. */
const READERS: ((json: string) => unknown)[] = [
  (json) => JSON.parse(json),
  (json) => JSON.parse(repairJson(json)),
  (json) => parse(json) ?? {},
  (json) => parse(repairJson(json)) ?? {},
];

/**
 * Makes arguments of JSON text that may end anywhere, as they do while they stream in; `{}` where nothing can be saved.
 * A provider does this, not the loop: nobody after it can tell whether the text was whole.
 *
 * Pi: `parseStreamingJson` in pi-ai `utils/json-parse.ts`.
 */
export function parseStreamingJson(json: string): Record<string, unknown> | null {
  if (json.trim() === "") return {};
  for (const read of READERS) {
    try {
      // Should be an object; whatever else a broken provider writes is left to the schema.
      return read(json) as Record<string, unknown> | null;
    } catch {
      // The next one forgives more.
    }
  }
  return {};
}

/** Escapes what models forget to escape inside a string. Pi: `repairJson` in the same file. */
function repairJson(json: string): string {
  // In each text, whether its closing quote has come or not …
  return json.replace(/"(?:[^"\\]|\\[^]|\\$)*"?/g, (literal) =>
    // … a backslash that begins no escape, and a bare control character, are escaped.
    literal.replace(/\\["\\/bfnrtu]|\\|\p{Cc}/gu, (found) =>
      found.length > 1 ? found : JSON.stringify(found).slice(1, -1),
    ),
  );
}
