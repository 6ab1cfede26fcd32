import { isDeepStrictEqual } from "node:util";
import type { Line } from "../play/line.ts";

/** What happened in a play, as far as a ledger row needs it to tell its difference from another row's. */
export type Facts = {
  /** Turns whose request failed, on either side; none when the chapter kept other results than it told of. */
  failedTurns: ReadonlySet<number>;
  /** Turns in which Pi found no tool of the name that was called, and the chapter asked each hook once a call. */
  unknownTurns: ReadonlySet<number>;
  /** The first turn in which the world outside changed; Infinity when it never did. */
  changedTurn: number;
  /** The first turn in which Pi executed several calls; Infinity when it never did. */
  batchTurn: number;
  /** The last turn before the chapter's turn limit; Infinity when it was not reached. */
  limitTurn: number;
  /** Messages in the chapter's transcript. */
  messages: number;
  /** The system prompt of Pi's first request. */
  firstPrompt: unknown;
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
    unknownTurns: new Set(unknown.map((line) => line.turn).filter((turn) => asksOnce(turn, chapter, pi, unknown))),
    failedTurns: new Set(keepsWhatItTold(chapter) ? failures.map((line) => line.turn) : []),
    changedTurn: turnOf("[outside]"),
    batchTurn: batchTurnOf(pi),
    limitTurn: limitTurnOf(chapter, pi),
    messages: chapter.filter((line) => line.kind === "transcript").length,
    firstPrompt: pi.find((line) => line.kind === "request")?.data["systemPrompt"],
    refusedTool: turnOf("[register]") !== Infinity,
  };
}

/** Whether no hook said more than Pi's did, beyond once for each call of an unknown tool. */
function asksOnce(turn: number, chapter: readonly Line[], pi: readonly Line[], unknown: readonly Line[]): boolean {
  const at = (lines: readonly Line[], key?: string) =>
    lines.filter((line) => line.turn === turn && (key === undefined || line.key === key)).length;
  const said = new Set(chapter.filter((line) => line.kind === "note").map((line) => line.key));
  return [...said].every((key) => at(chapter, key) - at(pi, key) <= at(unknown));
}

/** Whether the results in the transcript are those that events told of, each once. */
function keepsWhatItTold(chapter: readonly Line[]): boolean {
  const told = chapter.filter((line) => line.key.startsWith("tool_execution_end"));
  const kept = chapter.filter((line) => / toolResult /.test(line.key));
  const ofEvent = ({ data }: Line) => [data["toolCallId"], (data["result"] as { content: unknown }).content];
  const ofMessage = ({ data }: Line) => [data["toolCallId"], data["content"]];
  return isDeepStrictEqual(told.map(ofEvent), kept.map(ofMessage));
}

/** The turns that Part I allows a run. */
const LIMIT = 8;

/** A limit counts when it is the one that the lessons name, was told once and kept, and Pi went beyond it. */
function limitTurnOf(chapter: readonly Line[], pi: readonly Line[]): number {
  const [limit, ...more] = chapter.filter((line) => line.key === "turn_limit");
  if (!limit || more.length > 0 || limit.data["maxTurns"] !== LIMIT) return Infinity;
  const { stopReason, errorMessage } = chapter.findLast((line) => line.kind === "transcript")?.data ?? {};
  const kept = stopReason === "error" && errorMessage === `Stopped after ${LIMIT} turns`;
  return kept && pi.some((line) => line.turn > limit.turn) ? limit.turn : Infinity;
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
