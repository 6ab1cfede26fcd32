import type { Line } from "../play/line.ts";

/** What happened in a play, as far as a ledger row needs it to tell its difference from another row's. */
export type Facts = {
  /** Turns whose request failed, on either side. */
  failedTurns: ReadonlySet<number>;
  /** Turns in which Pi found no tool of the name that was called. */
  unknownTurns: ReadonlySet<number>;
  /** The first turn in which the world outside changed; Infinity when it never did. */
  changedTurn: number;
  /** The first turn in which Pi executed several calls; Infinity when it never did. */
  batchTurn: number;
  /** The last turn before the chapter's turn limit; Infinity when it was not reached. */
  limitTurn: number;
  /** Messages in the chapter's transcript. */
  messages: number;
  /** The chapter refused to register a tool. */
  refusedTool: boolean;
};

/** What Pi answers where there is no such tool (`prepareToolCall` in `agent-loop.ts`). */
const UNKNOWN = /"Tool [^"]+ not found"/;

export function factsOf(chapter: readonly Line[], pi: readonly Line[]): Facts {
  const turnOf = (key: string) => chapter.find((line) => line.key === key)?.turn ?? Infinity;
  const failures = [...chapter, ...pi].filter((line) => line.key === "provider fails");
  const unknown = pi.filter(
    (line) => line.key.startsWith("tool_execution_end") && UNKNOWN.test(JSON.stringify(line.data)),
  );
  return {
    unknownTurns: new Set(unknown.map((line) => line.turn)),
    failedTurns: new Set(failures.map((line) => line.turn)),
    changedTurn: turnOf("[outside]"),
    batchTurn: batchTurnOf(pi),
    // A limit that Pi did not go beyond explains nothing.
    limitTurn: pi.some((line) => line.turn > turnOf("turn_limit")) ? turnOf("turn_limit") : Infinity,
    messages: chapter.filter((line) => line.kind === "transcript").length,
    refusedTool: turnOf("[register]") !== Infinity,
  };
}

function batchTurnOf(pi: readonly Line[]): number {
  const starts = pi.filter((line) => line.key.startsWith("tool_execution_start"));
  const second = starts.find((line, index) => starts[index - 1]?.turn === line.turn);
  return second?.turn ?? Infinity;
}

/** The chapter had stopped at its limit by then: what follows on either side is about the limit and nothing else. */
export function isBeyondLimit(line: Line, facts: Facts): boolean {
  if (facts.limitTurn === Infinity) return false;
  if (line.key === "turn_limit" || line.turn > facts.limitTurn) {
    return line.kind !== "transcript" || transcriptIndex(line) >= facts.messages;
  }
  return line.kind === "transcript" && transcriptIndex(line) >= facts.messages;
}

function transcriptIndex(line: Line): number {
  return Number(line.key.split(" ")[1]);
}
