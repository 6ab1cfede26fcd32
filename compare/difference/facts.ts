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
  /** The first turn in which Pi refused the calls of a reply that was cut off; Infinity when it never did. */
  truncatedTurn: number;
  /** The ends of calls whose tool the chapter did not find and Pi did: they come at once, and Pi's take their time. */
  lostEnds: ReadonlySet<string>;
  /** The last turn before the chapter's turn limit; Infinity when it was not reached. */
  limitTurn: number;
  /** What the chapter said to tell of its limit, and after that. */
  atLimit: ReadonlySet<Line>;
  /** Messages in the chapter's transcript. */
  messages: number;
  /** The system prompt of Pi's first request. */
  firstPrompt: unknown;
  /** Pi's play never ended, or a rejection of it reached nobody. */
  breaks: boolean;
  /** The chapter refused to register a tool. */
  refusedTool: boolean;
};

/** What Pi answers where there is no such tool (`prepareToolCall` in `agent-loop.ts`), and, with a prefix, Part I. */
const UNKNOWN = /"(error: )?Tool [^"]+ not found"/;

/** What Pi answers to a call that may be cut off (`failToolCallsFromTruncatedMessage` in `agent-loop.ts`). */
export const TRUNCATED = "was not executed: the response hit the output token limit";

export function factsOf(chapter: readonly Line[], pi: readonly Line[]): Facts {
  const turnOf = (key: string) => chapter.find((line) => line.key === key)?.turn ?? Infinity;
  const failures = [...chapter, ...pi].filter((line) => line.key === "provider fails");
  const unknown = pi.filter(findsNoTool);
  return {
    unknownTurns: new Set(unknown.map((line) => line.turn).filter((turn) => asksOnce(turn, chapter, pi, unknown))),
    failedTurns: new Set(keepsWhatItTold(chapter) ? failures.map((line) => line.turn) : []),
    changedTurn: turnOf("[outside]"),
    batchTurn: batchTurnOf(pi),
    truncatedTurn: pi.find(refusesTruncated)?.turn ?? Infinity,
    lostEnds: lostEndsOf(chapter, pi),
    ...limitOf(chapter, pi),
    messages: chapter.filter((line) => line.kind === "transcript").length,
    firstPrompt: pi.find((line) => line.kind === "request")?.data["systemPrompt"],
    breaks: pi.some((line) => line.kind === "breach"),
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
  const kept = chapter.filter((line) => line.kind === "transcript" && / toolResult /.test(line.key));
  const ofEvent = ({ data }: Line) => [data["toolCallId"], (data["result"] as { content: unknown }).content];
  const ofMessage = ({ data }: Line) => [data["toolCallId"], data["content"]];
  return isDeepStrictEqual(told.map(ofEvent), kept.map(ofMessage));
}

/** The turns that a run is allowed up to s14. */
const LIMIT = 8;

/** A limit counts when it is the one that the lessons name, was told once and kept, and Pi went beyond it. */
function limitOf(chapter: readonly Line[], pi: readonly Line[]): Pick<Facts, "limitTurn" | "atLimit"> {
  const none = { limitTurn: Infinity, atLimit: new Set<Line>() };
  const [limit, ...more] = chapter.filter(tellsOfLimit);
  const last = chapter.findLast((line) => line.kind === "transcript");
  if (!limit || more.length > 0 || !last || !isReplyAtLimit(last.data)) return none;
  if (!pi.some((line) => line.turn > limit.turn)) return none;
  // Its last turn begins before the reply that tells of it.
  const told = chapter.indexOf(limit);
  const from =
    limit.key === "turn_limit" ? told : chapter.findLastIndex(({ key }, at) => at < told && key === "turn_start");
  return { limitTurn: limit.turn, atLimit: new Set(chapter.slice(from).filter(({ kind }) => kind !== "transcript")) };
}

/** Part I has an event of its own for it; from s08 on the reply at the limit tells. */
function tellsOfLimit({ key, data }: Line): boolean {
  if (key === "turn_limit") return data["maxTurns"] === LIMIT;
  return key === "message_end assistant" && isReplyAtLimit(data["message"]);
}

function isReplyAtLimit(message: unknown): boolean {
  const { stopReason, errorMessage } = message as { stopReason?: unknown; errorMessage?: unknown };
  return stopReason === "error" && errorMessage === `Stopped after ${LIMIT} turns`;
}

function lostEndsOf(chapter: readonly Line[], pi: readonly Line[]): ReadonlySet<string> {
  const lost = (lines: readonly Line[]) => new Set(lines.filter(findsNoTool).map(({ key }) => key));
  const lostOnPi = lost(pi);
  return new Set([...lost(chapter)].filter((key) => !lostOnPi.has(key)));
}

function refusesTruncated({ key, data }: Line): boolean {
  return key.startsWith("tool_execution_end") && JSON.stringify(data).includes(TRUNCATED);
}

function findsNoTool({ key, data }: Line): boolean {
  return key.startsWith("tool_execution_end") && UNKNOWN.test(JSON.stringify(data));
}

function batchTurnOf(pi: readonly Line[]): number {
  const starts = pi.filter((line) => line.key.startsWith("tool_execution_start"));
  const second = starts.find((line, index) => starts[index - 1]?.turn === line.turn);
  return second?.turn ?? Infinity;
}

/** The chapter had stopped at its limit by then: what follows on either side is about the limit and nothing else. */
export function isBeyondLimit(line: Line, facts: Facts): boolean {
  if (facts.limitTurn === Infinity) return false;
  if (facts.atLimit.has(line) || line.turn > facts.limitTurn) {
    return line.kind !== "transcript" || transcriptIndex(line) >= facts.messages;
  }
  return line.kind === "transcript" && transcriptIndex(line) >= facts.messages;
}

function transcriptIndex(line: Line): number {
  return Number(line.key.split(" ")[1]);
}
