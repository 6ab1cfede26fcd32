import { STALLED_BATCHES } from "./batches.ts";
import type { ForGood } from "./entry.ts";
import { WORDLESS_ERRORS } from "./errors.ts";
import { BROKEN_STREAMS } from "./streams.ts";
import { UNANSWERED } from "./unanswered.ts";

/** The differences that are meant to stay, and the troubles of Pi's users that the course has an answer to. */
export const FOR_GOOD: readonly ForGood[] = [...UNANSWERED, ...STALLED_BATCHES, ...BROKEN_STREAMS, ...WORDLESS_ERRORS];
