/**
 * What comes of six calls:
 *
 * 1. The handler returns the text "error: disk full", a line of the log that it was to read.
 * 2. The handler throws `new Error("disk full")`.
 * 3. A before hook blocks the call; its reason is "not for you".
 * 4. There is no tool of that name.
 * 5. The handler returns the text "failed, try again".
 * 6. The handler throws `new Error("offline")`, and the after hook answers `{ isError: false }`.
 */
type End = "ok" | "error";

/** The results of this chapter: "error" where `isError` is true. The first one is given. */
export const now: End[] = ["ok"];

/** The first five as s06 kept them, once `upgradeTranscript` has brought them over. */
export const upgraded: End[] = [];
