import { describe, expect, it } from "vitest";
import type { Show } from "./stage.ts";
import { createTrace, describeMessage } from "./trace.ts";

function traceOf(items: Show[], colour = false): string {
  let out = "";
  const show = createTrace((text) => (out += text), colour);
  for (const item of items) show(item);
  return out;
}

const said = { type: "text", text: "done" };
const image = { type: "image", data: "aGk=", mimeType: "image/png" };
const called = { type: "toolCall", id: "call-1", name: "echo", arguments: {} };

const event = (fields: { type: string } & Record<string, unknown>): Show => ({ kind: "event", event: fields });

describe("the blocks of a trace", () => {
  it("stand apart by a blank line; events, notes and requests stand together", () => {
    const trace = traceOf([
      { kind: "case", chapter: "s00", title: "Toy", case: "default" },
      { kind: "user", content: "hi" },
      { kind: "request", request: { model: "model-a", tools: [] } },
      event({ type: "message_start" }),
      { kind: "note", from: "hook", text: "allow: echo" },
      event({ type: "message_end", stopReason: "stop" }),
      { kind: "assistant", message: { role: "assistant", content: "hello" } },
      { kind: "state", messages: [{ role: "user", content: "hi" }] },
    ]);
    expect(trace).toBe(`s00: Toy

[user]
hi

[request]
model: model-a
tools: []
message_start
[hook]
allow: echo
message_end: stop

[assistant]
content: hello

[state]
1 user: hi
`);
  });

  it("draw a time line, whose text cannot steer the terminal either", () => {
    const trace = traceOf([
      event({ type: "agent_end" }),
      { kind: "timeline", moments: [{ at: 0, what: "outside", text: "a\nb" }] },
    ]);
    expect(trace).toBe(
      "agent_end\n\n[timeline]\n毫秒     0\noutside  !\nS 开始处理  [==] 主体执行  E 结束  R 结果消息  ! a\\nb\n",
    );
  });

  it("show of a reply how it ended, but not its calls, which were events before", () => {
    const message = { role: "assistant", content: "", stopReason: "error", errorMessage: "reset", toolCalls: [{}] };
    expect(traceOf([{ kind: "assistant", message }])).toBe(
      "[assistant]\ncontent:\nstopReason: error\nerrorMessage: reset\n",
    );
  });

  it("show the blocks of a reply, each text and a mark for what is none", () => {
    const content = [{ type: "thinking", thinking: "hm" }, { type: "text", text: "wait" }, called];
    const message = { role: "assistant", content, stopReason: "toolUse" };
    expect(traceOf([{ kind: "assistant", message }])).toBe(
      "[assistant]\ncontent: <thinking: hm> wait <echo call-1>\nstopReason: toolUse\n",
    );
    expect(traceOf([{ kind: "assistant", message: { role: "assistant", content: [] } }])).toBe(
      "[assistant]\ncontent:\n",
    );
  });
});

describe("what messages from s08 on write down besides what was said", () => {
  const usage = { input: 0, output: 0, cost: { total: 0 } };
  const origin = { api: "scripted", provider: "scripted", model: "model-a", usage, timestamp: 7 };
  const reply = { role: "assistant", content: [said], stopReason: "error", errorMessage: "reset", ...origin };

  it("is no part of a reply, nor of the transcript", () => {
    expect(traceOf([{ kind: "assistant", message: reply }])).toBe(
      "[assistant]\ncontent: done\nstopReason: error\nerrorMessage: reset\n",
    );
    expect(traceOf([{ kind: "state", messages: [reply] }])).toBe("[state]\n1 assistant error: done (reset)\n");
  });

  it("is no part of a request, which still names its model", () => {
    const user = { role: "user", content: "hi" };
    const request = { model: "model-a", messages: [{ ...user, timestamp: 7 }, reply] };
    const left =
      '{"role":"assistant","content":[{"type":"text","text":"done"}],"stopReason":"error","errorMessage":"reset"}';
    expect(traceOf([{ kind: "request", request }])).toBe(
      `[request]\nmodel: model-a\nmessages: [{"role":"user","content":"hi"},${left}]\n`,
    );
  });
});

describe("an event", () => {
  it.each([
    [{ type: "reply", message: { stopReason: "stop", content: "long" } }, "reply: stop"],
    [{ type: "text_delta", delta: "hello" }, "text_delta: hello"],
    [{ type: "text_delta", delta: "" }, "text_delta:"],
    [{ type: "thinking_delta", delta: "hm" }, "thinking_delta: hm"],
    [{ type: "tool_call", call: { id: "call-1", name: "echo", arguments: {} } }, "tool_call: echo"],
    [{ type: "tool_result", result: { toolCallId: "call-1", content: "done" } }, "tool_result: done"],
    [
      { type: "tool_result", result: { content: [said, image], isError: false } },
      "tool_result: done <image image/png>",
    ],
    [{ type: "tool_result", result: { content: [said], isError: true } }, "tool_result: done (isError)"],
    [{ type: "tool_result", result: { content: [], isError: true } }, "tool_result: (isError)"],
    [{ type: "message_end", stopReason: "error", errorMessage: "reset" }, "message_end: error"],
    [{ type: "turn_limit", maxTurns: 8 }, "turn_limit: 8"],
  ])("that is known is shown by the one field a reader follows: %j", (shown, line) => {
    expect(traceOf([event(shown)])).toBe(`${line}\n`);
  });

  it.each([
    [{ type: "agent_start" }, "agent_start"],
    [{ type: "turn_start" }, "turn_start"],
    [{ type: "message_start", message: { role: "user", content: "hi" } }, "message_start: user"],
    [{ type: "message_start", message: { role: "toolResult", toolCallId: "call-1" } }, "message_start: toolResult"],
    [{ type: "message_end", message: { role: "user", content: "hi" } }, "message_end: user"],
    [{ type: "message_end", message: { role: "assistant", stopReason: "toolUse" } }, "message_end: assistant toolUse"],
    [
      { type: "message_end", message: { role: "toolResult", toolCallId: "call-1", isError: false } },
      "message_end: toolResult call-1",
    ],
    [
      { type: "message_end", message: { role: "toolResult", toolCallId: "call-1", isError: true } },
      "message_end: toolResult call-1 (isError)",
    ],
    [{ type: "turn_end", message: {}, toolResults: [] }, "turn_end"],
    [{ type: "turn_end", message: {}, toolResults: [{}] }, "turn_end: 1 toolResult"],
    [{ type: "turn_end", message: {}, toolResults: [{}, {}] }, "turn_end: 2 toolResults"],
    [{ type: "agent_end", messages: [{}, {}] }, "agent_end: 2 messages"],
  ])("that tells of a run, a turn or a message is shown by what became of it: %j", (shown, line) => {
    expect(traceOf([event(shown)])).toBe(`${line}\n`);
  });

  it.each([
    [{ type: "text_start", contentIndex: 0 }, "text_start"],
    [{ type: "text_delta", contentIndex: 0, delta: "let me see" }, "text_delta let me see"],
    [{ type: "text_delta", contentIndex: 0, delta: "" }, "text_delta"],
    [{ type: "text_end", contentIndex: 0, content: "let me see" }, "text_end"],
    [{ type: "toolcall_start", contentIndex: 1 }, "toolcall_start"],
    [{ type: "toolcall_delta", contentIndex: 1, delta: '{"path":"a"}' }, 'toolcall_delta {"path":"a"}'],
    [{ type: "toolcall_end", contentIndex: 1, toolCall: called }, "toolcall_end echo"],
  ])("that tells of a part of a reply is shown by the part: %j", (part, line) => {
    const shown = { type: "message_update", message: { role: "assistant" }, assistantMessageEvent: part };
    expect(traceOf([event(shown)])).toBe(`message_update: ${line}\n`);
  });

  const running = { toolCallId: "call-1", toolName: "echo" };

  it.each([
    [{ type: "tool_execution_start", args: { text: "a" } }, 'tool_execution_start: echo {"text":"a"}'],
    [{ type: "tool_execution_start", args: {} }, "tool_execution_start: echo"],
    [{ type: "tool_execution_start", args: null }, "tool_execution_start: echo null"],
    [
      { type: "tool_execution_update", args: {}, partialResult: { content: [said] } },
      "tool_execution_update: echo done",
    ],
    [{ type: "tool_execution_end", result: { content: [said] }, isError: false }, "tool_execution_end: echo done"],
    [
      { type: "tool_execution_end", result: { content: [said, image] }, isError: true },
      "tool_execution_end: echo done <image image/png> (isError)",
    ],
    [{ type: "tool_execution_end", result: { content: [] }, isError: true }, "tool_execution_end: echo (isError)"],
    [{ type: "tool_execution_end", result: { content: [] }, isError: false }, "tool_execution_end: echo"],
  ])("that tells of a tool is shown by its name and what went in or came out: %j", (shown, line) => {
    expect(traceOf([event({ ...shown, ...running })])).toBe(`${line}\n`);
  });

  it.each([
    "message_start",
    "message_update",
    "message_end",
    "tool_execution_start",
    "tool_execution_update",
    "tool_execution_end",
    "turn_end",
    "agent_end",
  ])("that lacks what it is known by is shown whole: %s", (type) => {
    expect(traceOf([event({ type, other: 1 })])).toBe(`${type}: {"other":1}\n`);
  });

  it("that is unknown is shown whole", () => {
    expect(traceOf([event({ type: "compaction", kept: 3, reason: "full" })])).toBe(
      'compaction: {"kept":3,"reason":"full"}\n',
    );
    expect(traceOf([event({ type: "agent_start" })])).toBe("agent_start\n");
  });
});

describe("text from outside", () => {
  const hostile = "a\nb\tc\rd\u001b[2Je\u0000f\u007f\u009b\u2028\u202e";
  const escaped = "a\\nb\\tc\\u000dd\\u001b[2Je\\u0000f\\u007f\\u009b\\u2028\\u202e";

  it.each<[string, Show]>([
    ["a user's input", { kind: "user", content: hostile }],
    ["a delta", event({ type: "text_delta", delta: hostile })],
    ["the name of a called tool", event({ type: "tool_call", call: { name: hostile } })],
    ["a result", event({ type: "tool_result", result: { content: hostile } })],
    ["a note", { kind: "note", from: "hook", text: hostile }],
    ["a reply", { kind: "assistant", message: { role: "assistant", content: hostile } }],
    ["a message of the transcript", { kind: "state", messages: [{ role: "user", content: hostile }] }],
    [
      "a call in the transcript",
      {
        kind: "state",
        messages: [{ role: "assistant", content: "", toolCalls: [{ id: "1", name: hostile }] } as never],
      },
    ],
    ["a text of a result", event({ type: "tool_result", result: { content: [{ type: "text", text: hostile }] } })],
    ["a kind of image", event({ type: "tool_result", result: { content: [{ type: "image", mimeType: hostile }] } })],
    ["a kind of block", event({ type: "tool_result", result: { content: [{ type: hostile }] } })],
    [
      "a thought",
      { kind: "state", messages: [{ role: "assistant", content: [{ type: "thinking", thinking: hostile }] }] },
    ],
    [
      "a call among blocks",
      { kind: "state", messages: [{ role: "assistant", content: [{ ...called, name: hostile }] }] },
    ],
    [
      "a reply of blocks",
      { kind: "assistant", message: { role: "assistant", content: [{ type: "text", text: hostile }] } },
    ],
    ["who speaks", { kind: "note", from: hostile, text: "hi" }],
    ["an event's type", event({ type: hostile })],
    ["an error", { kind: "state", messages: [{ role: "assistant", content: "", errorMessage: hostile } as never] }],
  ])("stays on its line and cannot steer the terminal: %s", (_, item) => {
    const lines = traceOf([item]).split("\n");
    expect(lines.at(-1)).toBe("");
    const [said] = lines.filter((line) => line.includes("a\\n"));
    expect(said).toContain(escaped);
    expect(lines.join("")).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  });

  it("is otherwise left as it is", () => {
    const text = '北京：晴，26°C 👩‍💻 <b> \\n "quoted"';
    expect(traceOf([{ kind: "user", content: text }])).toBe(`[user]\n${text}\n`);
  });
});

describe("colour", () => {
  const items: Show[] = [
    { kind: "case", chapter: "s00", title: "Toy", case: "default" },
    event({ type: "text_delta", delta: "hello" }),
    { kind: "note", from: "hook", text: "allow" },
  ];
  const escape = String.fromCharCode(27);

  it("is there only when asked for, and changes nothing else", () => {
    expect(traceOf(items)).not.toContain(escape);
    const coloured = traceOf(items, true);
    expect(coloured).toContain(escape);
    expect(coloured.replaceAll(new RegExp(`${escape}\\[\\d+m`, "g"), "")).toBe(traceOf(items));
  });
});

describe("describeMessage", () => {
  it.each([
    [{ role: "user", content: "hi" }, "user: hi"],
    [{ role: "assistant", content: "hello", stopReason: "stop" }, "assistant stop: hello"],
    [
      { role: "assistant", content: "wait", stopReason: "toolUse", toolCalls: [{ id: "call-1", name: "echo" }] },
      "assistant toolUse: wait <echo call-1>",
    ],
    [{ role: "assistant", content: "", stopReason: "error", errorMessage: "reset" }, "assistant error: (reset)"],
    [{ role: "toolResult", toolCallId: "call-1", content: "done" }, "toolResult call-1: done"],
    [{ role: "assistant", content: "", stopReason: "stop" }, "assistant stop:"],
    [{ role: "user", content: [said, image] }, "user: done <image image/png>"],
    [
      { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, said, called, said], stopReason: "toolUse" },
      "assistant toolUse: <thinking: hm> done <echo call-1> done",
    ],
    [{ role: "toolResult", toolCallId: "call-1", content: [said], isError: false }, "toolResult call-1: done"],
    [{ role: "toolResult", toolCallId: "call-1", content: [said], isError: true }, "toolResult call-1 isError: done"],
    [{ role: "toolResult", toolCallId: "call-1", content: [], isError: true }, "toolResult call-1 isError:"],
    [
      { role: "assistant", content: [said], stopReason: "error", errorMessage: "reset" },
      "assistant error: done (reset)",
    ],
    [{ role: "assistant", content: [], stopReason: "error", errorMessage: "reset" }, "assistant error: (reset)"],
    [{ role: "assistant", content: [], stopReason: "stop" }, "assistant stop:"],
  ])("puts a message on one line: %j", (message, line) => {
    expect(describeMessage(message)).toBe(line);
  });
});

describe("a content that nobody foresaw", () => {
  it.each([undefined, null, 7, {}, [null], ["a"], [{}], [{ type: "text" }]])("stops no trace: %j", (content) => {
    const message = { role: "toolResult", content };
    const lines = traceOf([
      event({ type: "tool_result", result: { content } }),
      { kind: "assistant", message },
      { kind: "state", messages: [message] },
    ]).split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^tool_result:/),
      "",
      "[assistant]",
      expect.stringMatching(/^content:/),
      "",
      "[state]",
      expect.stringMatching(/^1 toolResult:/),
      "",
    ]);
  });

  it.each([{ type: "tool_result" }, { type: "tool_result", result: null }])(
    "nor does a result that is none: %j",
    (shown) => {
      expect(traceOf([event(shown)])).toMatch(/^tool_result/);
    },
  );
});
