/**
 * The text of anything that was thrown; JavaScript lets code throw what is no Error.
 *
 * Pi: the same choice stands at each catch in `agent-loop.ts` (`prepareToolCall`, `executePreparedToolCall`).
 */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return String(error);
  } catch {
    // An object without a prototype has no way to become a string.
    return "unknown error";
  }
}
