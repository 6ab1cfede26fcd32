/**
 * The text of anything that was thrown; JavaScript lets code throw what is no Error.
 *
 * Pi: the same choice stands at each catch in `agent-loop.ts` (`prepareToolCall`, `executePreparedToolCall`), without
 * the last resort.
 */
export function errorText(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    // Not everything can become a string: an object without a prototype, a getter that throws.
    return "unknown error";
  }
}
