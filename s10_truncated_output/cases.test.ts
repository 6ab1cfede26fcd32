import { expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { resultsIn } from "../shared/testing/transcript.ts";
import type { AgentEvent } from "./events.ts";
import { chapter } from "./main.ts";
import type { Message } from "./messages.ts";

/** What a case shows, and the transcript that its events tell of. */
async function play(name: string) {
  const { shown, trace, provider } = await playCase(chapter, name);
  expect(provider).toMatchObject({ exhausted: undefined, unused: 0 });
  const events = shown.flatMap((item) => (item.kind === "event" ? [item.event as AgentEvent] : []));
  const messages = events.flatMap((event) => (event.type === "message_end" ? [event.message as Message] : []));
  return { trace, events, messages };
}

const notExecuted = (name: string) =>
  `Tool call "${name}" was not executed: the response hit the output token limit, so its arguments may be truncated. Re-issue the tool call with complete arguments. (isError)`;

it("default: three pieces, one call, and it runs with all of them", async () => {
  const { trace, messages } = await play("default");
  expect(trace.match(/toolcall_delta/g)).toHaveLength(3);
  expect(trace).toContain("[write]\nnotes.md <- 买牛奶\n");
  expect(resultsIn(messages)).toEqual(["已写入 notes.md"]);
});

it("waits: the tool runs after the last word of the reply", async () => {
  const { trace } = await play("waits");
  const order = ["toolcall_end current_time", "text_delta 稍等。", "message_end: assistant", "tool_execution_start"];
  expect(order.map((line) => trace.indexOf(line)).toSorted((a, b) => a - b)).toEqual(
    order.map((line) => trace.indexOf(line)),
  );
  expect(trace).toContain("tool_execution_end: current_time 2026-01-01 09:00\n");
});

it("truncated: the arguments look whole, and the tool does not run", async () => {
  const { trace, messages } = await play("truncated");
  expect(trace).toContain('tool_execution_start: remove {"path":"/data"}\n');
  expect(trace).not.toContain("rm -rf");
  expect(resultsIn(messages)).toEqual([notExecuted("remove")]);
  expect(messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "stop" });
});

it("truncated-write: a number cut in half passes the schema and is not written", async () => {
  const { trace, messages } = await play("truncated-write");
  expect(trace).toContain(String.raw`{"path":"config.json","content":"{\"port\": 80"}`);
  expect(trace).not.toContain("[write]");
  expect(resultsIn(messages)).toEqual([notExecuted("write")]);
});

it("truncated-two: the whole call fails with the cut one, and no gate is asked", async () => {
  const { trace, messages } = await play("truncated-two");
  expect(resultsIn(messages)).toEqual([notExecuted("remove"), notExecuted("write")]);
  expect(trace).not.toMatch(/\[(remove|write|beforeToolCall)\]/);
});

it("reissued: the second try runs, with the whole path and through the gates", async () => {
  const { trace, messages } = await play("reissued");
  expect(trace).toContain("[beforeToolCall]\n问到了 remove\n[remove]\nrm -rf /data/tmp/old\n");
  expect(trace.match(/\[beforeToolCall\]/g)).toHaveLength(1);
  expect(resultsIn(messages)).toEqual([notExecuted("remove"), "已删除 /data/tmp/old"]);
});

it("empty-arguments: nothing is enough for one tool and too little for another; at the limit neither counts", async () => {
  const { messages } = await play("empty-arguments");
  expect(resultsIn(messages)).toEqual([
    notExecuted("current_time"),
    "2026-01-01 09:00",
    expect.stringContaining("must have required properties path, content"),
  ]);
});

it("null-arguments: at the limit never looked at, otherwise found by validation", async () => {
  const { events, messages } = await play("null-arguments");
  const starts = events.filter((event) => event.type === "tool_execution_start");
  expect(starts).toMatchObject([{ args: null }, { args: null }]);
  const [cut, invalid] = resultsIn(messages);
  expect(cut).toBe(notExecuted("write"));
  expect(invalid).toContain("root: must be object\n\nReceived arguments:\nnull");
});

it("error-reply: the call stays in the transcript, unanswered, and did not run", async () => {
  const { trace, messages } = await play("error-reply");
  expect(trace).not.toMatch(/rm -rf|tool_execution/);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(messages.at(-1)).toMatchObject({ stopReason: "error", errorMessage: "connection reset" });
});

it("salvage: the screen has something to show at every piece, and cannot tell the last but one from the whole", async () => {
  const { trace } = await play("salvage");
  const whole = String.raw`{"path":"notes.md","content":"买牛奶\n买面包","append":true}`;
  expect(trace.split("\n").flatMap((line, index, lines) => (lines[index - 1] === "[screen]" ? [line] : []))).toEqual([
    "{}",
    '{"path":"no"}',
    '{"path":"notes.md"}',
    '{"path":"notes.md","content":"买牛奶"}',
    String.raw`{"path":"notes.md","content":"买牛奶\n买面"}`,
    whole,
    whole,
  ]);
  expect(trace).toContain("[write]\nnotes.md << ");
});

it("stop-with-call: the call runs all the same", async () => {
  const { messages } = await play("stop-with-call");
  expect(messages[1]).toMatchObject({ stopReason: "stop" });
  expect(resultsIn(messages)).toEqual(["2026-01-01 09:00"]);
});

it("unguarded: whole and valid arguments run, wherever they point", async () => {
  const { trace } = await play("unguarded");
  expect(trace).toContain("[remove]\nrm -rf ../../etc\n");
});
