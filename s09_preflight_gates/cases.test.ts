import { describe, expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { cases } from "./cases.ts";
import type { AgentEvent } from "./events.ts";
import { chapter } from "./main.ts";
import type { Message, ToolResultMessage } from "./messages.ts";

/** The transcript that the events of a case tell, what was said beside them, its trace, and what was asked. */
async function play(name: string) {
  const { shown, trace, provider } = await playCase(chapter, name);
  const events = shown.flatMap((item) => (item.kind === "event" ? [item.event as AgentEvent] : []));
  const messages = events.flatMap((event) => (event.type === "message_end" ? [event.message as Message] : []));
  const notes = shown.flatMap((item) => (item.kind === "note" ? [`${item.from}: ${item.text}`] : []));
  const results = messages.filter((message): message is ToolResultMessage => message.role === "toolResult");
  return { trace, messages, notes, results, said: resultsIn(messages), requests: provider?.requests ?? [] };
}

it("the cases are those that the lesson names", () => {
  const named =
    "default unknown invalid coerced null-coerced prepared prepare-throws blocked blocked-without-reason hook-throws " +
    "mutated tool-throws after-rewrites after-throws truncated";
  expect(cases.map(({ name }) => name).join(" ")).toBe(named);
});

it.each(cases.map(({ name }) => name))(
  "%s: each call is answered once, and handled between a start and an end",
  async (name) => {
    const { messages, trace } = await play(name);
    expectEachCallAnswered(messages);
    const calls = messages.flatMap((one) => (one.role === "toolResult" ? [one] : [])).length;
    expect(trace.match(/^tool_execution_start/gm)).toHaveLength(calls);
    expect(trace.match(/^tool_execution_end/gm)).toHaveLength(calls);
  },
);

it("default: a number becomes a text and runs, a missing path does not, and the model corrects itself", async () => {
  const { messages, notes, said } = await play("default");
  expect(notes).toEqual(["write_note: 把「周五开会」写进文件 42", "write_note: 把「周五开会」写进文件 todo.txt"]);
  expect(said[0]).toBe("已写进 42");
  expect(said[1]).toContain("  - path: must have required properties path\n");
  expect(messages[1]).toMatchObject({ content: [{ arguments: { path: 42 } }, { arguments: { file: "todo.txt" } }] });
});

describe("the gates before the hook", () => {
  it("unknown: no hook hears of the call", async () => {
    const { notes, said } = await play("unknown");
    expect(said[0]).toBe("Tool writeNote not found (isError)");
    expect(notes.map((note) => note.split("：")[0])).toEqual([
      "beforeToolCall: write_note",
      "write_note: 把「周五开会」写进文件 todo.txt",
      "afterToolCall: write_note 成功",
    ]);
  });

  it("invalid: all three problems in one result, and no hook hears of the call", async () => {
    const { notes, said, requests } = await play("invalid");
    expect(said[0]?.match(/^ {2}- .*$/gm)).toEqual([
      "  - path: must have required properties path",
      "  - edits.0.newText: must have required properties newText",
      "  - edits.1.newText: must be string",
    ]);
    expect(notes).toHaveLength(3);
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("edits.1.newText");
  });

  it("coerced: the tool gets numbers; transcript and next request keep what the model wrote", async () => {
    const { notes, messages, requests } = await play("coerced");
    expect(notes.slice(0, 2)).toEqual([
      'beforeToolCall: read_lines：写的 {"from":true,"count":"3"}，执行的 {"from":1,"count":3}',
      'read_lines: 收到 {"from":1,"count":3}',
    ]);
    const written = { content: [{ arguments: { from: true, count: "3" } }] };
    expect(messages[1]).toMatchObject(written);
    expect(requests[1]?.messages[1]).toMatchObject(written);
  });

  it("null-coerced: four letters from TypeBox, nothing from plain JSON Schema, and a 0 from both", async () => {
    const { notes } = await play("null-coerced");
    expect(notes).toEqual([
      'find: 收到 {"dir":"src","word":"null","depth":0}',
      'find_plain: 收到 {"dir":"src","word":"","depth":0}',
    ]);
  });

  it("prepared: hook and tool get the new shape, the transcript keeps the old", async () => {
    const { notes, said, messages } = await play("prepared");
    expect(notes[0]).toContain('执行的 {"path":"todo.txt","edits":[{"oldText":"周五","newText":"周四"}]}');
    expect(said).toEqual(["todo.txt 改了 1 处"]);
    expect(messages[1]).toMatchObject({
      content: [{ arguments: { path: "todo.txt", oldText: "周五", newText: "周四" } }],
    });
  });

  it("prepare-throws: its words are the result, and no hook hears of the call", async () => {
    const { notes, said } = await play("prepare-throws");
    expect(said[0]).toBe("oldText without newText; list what to replace in edits (isError)");
    expect(notes).toHaveLength(3);
  });
});

describe("beforeToolCall", () => {
  it("blocked: one call does not run and skips after, the other runs", async () => {
    const { notes, said } = await play("blocked");
    expect(said).toEqual(["只能删 tmp/ 里的 (isError)", "已删除 tmp/old"]);
    expect(notes.slice(2)).toEqual(["remove: rm -rf tmp/old", "afterToolCall: remove"]);
  });

  it("blocked-without-reason: the core gives one, also for an empty one", async () => {
    const { notes, said } = await play("blocked-without-reason");
    const blocked = "Tool execution was blocked (isError)";
    expect({ notes, said }).toEqual({ notes: [], said: [blocked, blocked] });
  });

  it("hook-throws: what cannot be asked does not run", async () => {
    const { notes, said } = await play("hook-throws");
    expect({ notes, said }).toEqual({ notes: [], said: ["rules file is unreadable (isError)"] });
  });

  it("mutated: the tool gets the text that the hook put in, and adds it up wrongly without an error", async () => {
    const { notes, results, messages } = await play("mutated");
    expect(notes.at(-1)).toBe('read_lines: 收到 {"from":1,"count":"5"}');
    expect(results[0]).toMatchObject({ content: [{ text: "第 1 行到第 14 行" }], isError: false });
    expect(messages[1]).toMatchObject({ content: [{ arguments: { count: 100 } }] });
  });
});

describe("the tool and after", () => {
  it("tool-throws: after hears of the failure", async () => {
    const { notes, said } = await play("tool-throws");
    expect(notes.at(-1)).toBe("afterToolCall: read_file 失败");
    expect(said).toEqual(["no such file: app.log (isError)"]);
  });

  it("after-rewrites: one field each, the others stay", async () => {
    const { results, requests } = await play("after-rewrites");
    expect(results).toMatchObject([
      { content: [{ text: "TOKEN=***" }], details: { path: ".env", lines: 1 }, isError: false },
      { content: [{ text: "3 个测试没有通过" }], details: { path: "build.log", lines: 80 }, isError: true },
    ]);
    expect(JSON.stringify(requests)).not.toContain("sk-secret");
  });

  it("after-throws: the error stands in for the result, and the secret is nowhere", async () => {
    const { trace, said, requests } = await play("after-throws");
    expect(said).toEqual(["cannot redact the result of read_file (isError)"]);
    expect(trace + JSON.stringify(requests)).not.toContain("sk-secret");
  });
});

it("truncated: arguments that were cut off pass every gate, and the tool runs", async () => {
  const { messages, notes, said } = await play("truncated");
  expect(messages[1]).toMatchObject({ stopReason: "length" });
  expect(notes).toEqual(["remove: rm -rf /data"]);
  expect(said).toEqual(["已删除 /data"]);
  expect(shapeOf(messages)).toEqual(["user", "assistant call-1", "toolResult call-1", "assistant"]);
});
