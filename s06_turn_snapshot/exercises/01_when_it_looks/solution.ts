/**
 * One run; `echo` is there when it begins. While the first reply streams, `echo` is taken away and `shout` comes in its
 * place; after that the reply calls `echo`, then `shout`. The second reply calls `echo`, then `shout` again.
 *
 * What comes of the four calls, in order: "ok", or "not found" where the result says so.
 */
type End = "ok" | "not found";

/** With a snapshot for each turn, as in this chapter. */
export const perTurn: End[] = ["ok", "not found", "not found", "ok"];

/** With one snapshot for the whole run, taken before the first turn. */
export const perRun: End[] = ["ok", "not found", "ok", "not found"];

/** With `liveView` of `cases.ts`. */
export const live: End[] = ["not found", "ok", "not found", "ok"];
