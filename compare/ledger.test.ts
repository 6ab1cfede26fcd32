import { expect, test } from "vitest";
import type { Difference } from "./difference/differences.ts";
import type { Facts } from "./difference/facts.ts";
import { claimants, LEDGER, TURN_LIMIT } from "./ledger.ts";
import type { Line } from "./play/line.ts";

const FACTS: Facts = {
  firstPrompt: "old",
  failedTurns: new Set(),
  unknownTurns: new Set(),
  changedTurn: Infinity,
  batchTurn: Infinity,
  truncatedTurn: Infinity,
  lostEnds: new Set(),
  limitTurn: Infinity,
  atLimit: new Set(),
  messages: 4,
  breaks: false,
  refusedTool: false,
};

function lineAt(key: string, turn = 1): Line {
  const kind = key.startsWith("[") ? "note" : /^(request|transcript|provider)/.exec(key)?.[0];
  return { key, turn, data: {}, kind: (kind as Line["kind"] | undefined) ?? "event" };
}

const onlyPi = (key: string, turn?: number): Difference => ({ kind: "only-pi", line: lineAt(key, turn) });
const onlyChapter = (key: string): Difference => ({ kind: "only-chapter", line: lineAt(key) });
const missing = (key: string, path: string): Difference => ({
  kind: "field",
  line: lineAt(key),
  path,
  pi: "something",
  chapter: undefined,
});
const withoutContent = (key: string, path: string): Difference => ({
  kind: "field",
  line: lineAt(key),
  path,
  pi: [],
  chapter: undefined,
});
const text = (chapter: string, pi: string, path = "content"): Difference => ({
  kind: "text",
  line: lineAt("transcript 2 assistant"),
  path,
  pi,
  chapter,
});
const order = (key: string, among: "its message" | "other calls"): Difference => ({
  kind: "order",
  line: lineAt(key),
  among,
});

/** For each row: a difference of its own, a chapter that has it, and a neighbour that it must leave alone. */
const ROWS: Record<string, { chapter: string; own: Difference; neighbour: Difference; facts?: Partial<Facts> }> = {
  "no-turn-events": { chapter: "s05", own: onlyPi("turn_end assistant"), neighbour: onlyPi("message_end user") },
  "silent-messages": { chapter: "s05", own: onlyPi("message_end user"), neighbour: onlyPi("message_end assistant") },
  "whole-reply": {
    chapter: "s01",
    own: onlyPi("message_update text_delta"),
    neighbour: onlyPi("message_end assistant"),
  },
  "no-block-edges": {
    chapter: "s05",
    own: onlyPi("message_update text_end"),
    neighbour: onlyPi("message_update text_delta"),
  },
  "whole-arguments": {
    chapter: "s05",
    own: onlyPi("message_update toolcall_delta"),
    neighbour: onlyPi("message_update toolcall_end call-1"),
  },
  "no-execution-start": {
    chapter: "s05",
    own: onlyPi("tool_execution_start call-1"),
    neighbour: onlyPi("tool_execution_update call-1"),
  },
  "bare-events": {
    chapter: "s05",
    own: missing("message_end assistant", "message.content"),
    neighbour: missing("message_end assistant", "message.usage"),
  },
  "no-origin": {
    chapter: "s05",
    own: missing("transcript 2 assistant", "usage"),
    neighbour: missing("request 1", "model"),
  },
  "plain-strings": {
    chapter: "s05",
    own: { kind: "shape", line: lineAt("transcript 2 assistant"), path: "content", chapter: "hi", pi: [] },
    neighbour: text("hi", "ho"),
  },
  "no-error-flag": {
    chapter: "s05",
    own: missing("transcript 3 toolResult call-1", "isError"),
    neighbour: missing("transcript 3 toolResult call-1", "toolName"),
  },
  "prompt-each-turn": {
    chapter: "s06",
    own: text("new", "old", "systemPrompt"),
    neighbour: text("new", "old"),
    facts: { changedTurn: 1 },
  },
  "error-prefix": { chapter: "s05", own: text("error: no", "no"), neighbour: text("blocked: no", "no") },
  "blocked-prefix": { chapter: "s05", own: text("blocked: no", "no"), neighbour: text("error: no", "no") },
  "bare-results": {
    chapter: "s05",
    own: missing("tool_execution_end call-1", "toolName"),
    neighbour: missing("tool_execution_end call-1", "isError"),
  },
  "fewer-result-fields": {
    chapter: "s07",
    own: missing("tool_execution_end call-1", "result.usage"),
    neighbour: missing("transcript 2 assistant", "usage"),
  },
  "missing-content": {
    chapter: "s07",
    own: withoutContent("transcript 3 toolResult call-1", "content"),
    neighbour: missing("transcript 3 toolResult call-1", "content"),
  },
  "deaf-listener": {
    chapter: "s07",
    own: { ...text("assistant", "user → assistant"), line: lineAt("[listener]") },
    neighbour: { ...text("assistant", "user → assistant"), line: lineAt("[afterToolCall]") },
  },
  "bare-request": {
    chapter: "s05",
    own: missing("request 1", "systemPrompt"),
    neighbour: missing("request 1", "messages[1].model"),
  },
  "no-tools": { chapter: "s01", own: missing("request 1", "tools"), neighbour: missing("request 1", "tools[0]") },
  "specs-apart": {
    chapter: "s05",
    own: missing("request 1", "tools[0].execute"),
    neighbour: missing("request 1", "tools[0].parameters"),
  },
  "no-schema": {
    chapter: "s05",
    own: missing("request 1", "tools[0].parameters"),
    neighbour: missing("request 1", "tools[0].label"),
  },
  registry: {
    chapter: "s02",
    own: missing("request 1", "tools[1]"),
    neighbour: missing("request 1", "tools[1].label"),
    facts: { refusedTool: true },
  },
  "by-hand": { chapter: "s02", own: onlyChapter("[run by hand]"), neighbour: onlyChapter("[register]") },
  "thrown-failure": {
    chapter: "s05",
    own: onlyPi("provider fails"),
    neighbour: order("tool_execution_end call-1", "its message"),
  },
  "runs-while-streaming": {
    chapter: "s05",
    own: order("tool_execution_end call-1", "its message"),
    neighbour: order("tool_execution_end call-1", "other calls"),
  },
  "one-by-one": {
    chapter: "s05",
    own: order("[afterToolCall]", "other calls"),
    neighbour: order("[afterToolCall]", "its message"),
  },
  "broken-contract": {
    chapter: "s08",
    own: onlyPi("play hangs"),
    neighbour: onlyPi("message_end assistant"),
    facts: { breaks: true },
  },
  "runs-truncated": {
    chapter: "s09",
    own: text("已删除", 'Tool call "remove" was not executed: the response hit the output token limit, so'),
    neighbour: text("已删除", "没有删除"),
    facts: { truncatedTurn: 1 },
  },
  "event-call": {
    chapter: "s09",
    own: text("a", "b", "messages[1].content[0].arguments.from"),
    neighbour: text("a", "b", "messages[1].content[0].name"),
  },
  "half-said-reply": {
    chapter: "s09",
    own: { ...text('{"calls":1,"ms":10}', '{"calls":2,"ms":10}', "text"), line: lineAt("[before]") },
    neighbour: { ...text('{"calls":1,"ms":10}', '{"calls":2,"ms":20}', "text"), line: lineAt("[before]") },
  },
  "early-look": {
    chapter: "s05",
    own: text("error: Tool echo not found", "hi"),
    neighbour: text("error: Tool echo not found", "Tool echo not found"),
    facts: { changedTurn: 1 },
  },
  "hooks-before-lookup": {
    chapter: "s05",
    own: onlyChapter("[beforeToolCall]"),
    neighbour: onlyChapter("tool_execution_end call-1"),
    facts: { unknownTurns: new Set([1]) },
  },
  "takes-snapshot": {
    chapter: "s06",
    own: text("hi", "Tool echo not found"),
    neighbour: text("error: Tool echo not found", "Tool echo not found"),
    facts: { changedTurn: 1 },
  },
};

const rowNamed = (id: string) => LEDGER.find((row) => row.id === id);

test("every row of the ledger is tried here, and nothing else", () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(LEDGER.map((row) => row.id).toSorted());
});

test.each(Object.entries(ROWS))("%s alone claims its own difference", (id, { chapter, own, facts }) => {
  expect(claimants(own, { ...FACTS, ...facts }, chapter).map((row) => row.id)).toEqual([id]);
});

test.each(Object.entries(ROWS))("%s refuses a neighbouring difference", (id, { neighbour, facts }) => {
  expect(rowNamed(id)?.claims(neighbour, { ...FACTS, ...facts })).toBe(false);
});

test.each(Object.entries(ROWS))("%s claims nothing in the chapter that closes it", (id, { own, facts }) => {
  const closes = rowNamed(id)?.closes ?? "";
  expect(claimants(own, { ...FACTS, ...facts }, closes).map((row) => row.id)).not.toContain(id);
});

test("what lies beyond a turn limit belongs to the limit, and what lies before it does not", () => {
  const facts = { ...FACTS, limitTurn: 8 };
  expect(claimants(onlyPi("turn_end assistant", 9), facts, "s04")).toEqual([TURN_LIMIT]);
  expect(claimants(onlyPi("turn_end assistant", 8), facts, "s04")).not.toContain(TURN_LIMIT);
});

test("what only a chapter executed is explained by a failed reply or an unknown tool, and by nothing else", () => {
  const [said, result] = [onlyChapter("[afterToolCall]"), onlyChapter("transcript 3 toolResult call-1")];
  const ids = (difference: Difference, facts: Partial<Facts>) =>
    claimants(difference, { ...FACTS, ...facts }, "s05").map((row) => row.id);
  expect(ids(said, {})).toEqual([]);
  expect(ids(result, {})).toEqual([]);
  expect(ids(said, { failedTurns: new Set([1]) })).toEqual(["runs-while-streaming"]);
  expect(ids(result, { failedTurns: new Set([1]) })).toEqual(["runs-while-streaming"]);
});

test("a field of a reply and the same field of a result are told apart in a request, too", () => {
  const roles = ["user", "assistant", "toolResult"].map((role) => ({ role }));
  const line = { ...lineAt("request 2"), data: { messages: roles } };
  const ids = (difference: Difference) => claimants({ ...difference, line }, FACTS, "s07").map((row) => row.id);
  expect(ids(missing("", "messages[1].usage"))).toEqual(["no-origin"]);
  expect(ids(missing("", "messages[2].usage"))).toEqual(["fewer-result-fields"]);
  expect(ids(withoutContent("", "messages[1].content"))).toEqual([]);
  expect(ids(withoutContent("", "messages[2].content"))).toEqual(["missing-content"]);
});

test("a batch explains that things happen at other instants, and nothing else about them", () => {
  const ids = (difference: Difference, batchTurn: number) =>
    claimants(difference, { ...FACTS, batchTurn }, "s07").map((row) => row.id);
  const later = text("做完于 60 ms，本来要 20 ms", "做完于 20 ms，本来要 20 ms");
  expect(ids(later, 1)).toEqual(["one-by-one"]);
  expect(ids(later, 2)).toEqual([]);
  expect(ids(text("做完于 60 ms，本来要 30 ms", "做完于 20 ms，本来要 20 ms"), 1)).toEqual([]);
});

test("a changed world explains another outcome, in words and as a flag", () => {
  const failed = (chapter: boolean | undefined): Difference => ({
    kind: "field",
    line: lineAt("transcript 3 toolResult call-1"),
    path: "isError",
    pi: true,
    chapter,
  });
  const ids = (difference: Difference, changedTurn: number) =>
    claimants(difference, { ...FACTS, changedTurn }, "s07").map((row) => row.id);
  expect(ids(failed(false), 1)).toEqual(["takes-snapshot"]);
  expect(ids(failed(false), 2)).toEqual([]);
  expect(ids(failed(undefined), 1)).toEqual([]);
});

test("the end of a call that is lost has overtaken the others because of that, and of nothing else", () => {
  const early = order("tool_execution_end call-1", "other calls");
  const ids = (chapter: string, facts: Partial<Facts>) =>
    claimants(early, { ...FACTS, ...facts }, chapter).map((row) => row.id);
  const lost = { changedTurn: 1, lostEnds: new Set(["tool_execution_end call-1"]) };
  expect(ids("s05", lost)).toEqual(["early-look"]);
  expect(ids("s12", lost)).toEqual(["takes-snapshot"]);
  expect(ids("s12", { ...lost, changedTurn: 2 })).toEqual([]);
  expect(ids("s12", { ...lost, lostEnds: new Set(["tool_execution_end call-2"]) })).toEqual([]);
  expect(ids("s10", {})).toEqual(["one-by-one"]);
});

test("what a failed turn executed here is told in events, results and lists", () => {
  const failed = { ...FACTS, failedTurns: new Set([1]) };
  const ids = (difference: Difference) => claimants(difference, failed, "s08").map((row) => row.id);
  const listed = (role: string): Difference => ({
    kind: "field",
    line: lineAt("turn_end assistant"),
    path: "toolResults[0]",
    pi: undefined,
    chapter: { role },
  });
  expect(ids(onlyChapter("tool_execution_start call-1"))).toEqual(["runs-while-streaming"]);
  expect(ids(onlyChapter("message_end toolResult call-1"))).toEqual(["runs-while-streaming"]);
  expect(ids(listed("toolResult"))).toEqual(["runs-while-streaming"]);
  expect(ids(listed("user"))).toEqual([]);
  expect(claimants(listed("toolResult"), FACTS, "s08")).toEqual([]);
});

test("one call that runs before its message ends says so in its note, and a batch is another matter", () => {
  const early: Difference = { ...text("第 900 毫秒", "第 1000 毫秒", "text"), line: lineAt("[echo]") };
  const ids = (facts: Partial<Facts>) => claimants(early, { ...FACTS, ...facts }, "s08").map((row) => row.id);
  expect(ids({})).toEqual(["runs-while-streaming"]);
  expect(ids({ batchTurn: 1 })).toEqual(["one-by-one"]);
  expect(claimants({ ...early, line: lineAt("transcript 2 assistant") }, FACTS, "s08")).toEqual([]);
});

test("a tool that is missing from a request is explained by a refused registration only", () => {
  expect(claimants(missing("request 1", "tools[0]"), FACTS, "s05")).toEqual([]);
});

test.each<[string, string, Difference, Partial<Facts>?]>([
  ["a call that is not in the transcript", "s05", missing("transcript 2 assistant", "toolCalls[0]")],
  ["an end that does not say how it ended", "s05", missing("message_end assistant", "message.stopReason")],
  ["an end that does not say what went wrong", "s05", missing("message_end assistant", "message.errorMessage")],
  ["a delta without its text", "s05", missing("message_update text_delta", "assistantMessageEvent.delta")],
  ["a text that came after the end", "s05", order("message_update text_delta", "its message")],
  ["a prefix twice", "s05", text("error: error: no", "no")],
  ["another id after tools were changed", "s06", text("call-9", "call-1", "toolCallId"), { changedTurn: 1 }],
  ["another model after tools were changed", "s06", text("b", "a", "model"), { changedTurn: 1 }],
  ["an old prompt where Pi has the new one", "s06", text("old", "new", "systemPrompt"), { changedTurn: 1 }],
  ["another result, where the tool was found", "s05", text("GARBAGE", "hi"), { changedTurn: 1 }],
])("nothing explains %s", (_, chapter, difference, facts) => {
  expect(claimants(difference, { ...FACTS, ...facts }, chapter)).toEqual([]);
});

test("a difference that nobody has thought of is claimed by nobody", () => {
  expect(claimants(onlyPi("message_update thinking_delta"), FACTS, "s07")).toEqual([]);
});
