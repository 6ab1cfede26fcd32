import { describe, expect, it } from "vitest";
import { saying } from "../shared/testing/saying.ts";
import { upgradeTranscript, type OldMessage } from "./upgrade.ts";

type OldReply = Extract<OldMessage, { role: "assistant" }>;

const reply = (fields: Partial<OldReply> = {}): OldReply => ({
  role: "assistant",
  content: "",
  stopReason: "toolUse",
  ...fields,
});
const result = (toolCallId: string, content: string): OldMessage => ({ role: "toolResult", toolCallId, content });

describe("a message of s06 in blocks:", () => {
  it("a user's input stays as it is", () => {
    expect(upgradeTranscript([{ role: "user", content: "hi" }])).toEqual([{ role: "user", content: "hi" }]);
  });

  it("a reply of text is one block of it", () => {
    expect(upgradeTranscript([reply({ content: "hello", stopReason: "stop" })])).toEqual([
      { role: "assistant", content: saying("hello").content, stopReason: "stop" },
    ]);
  });

  it("the text of a reply stands before its calls, and the calls keep their order", () => {
    const toolCalls = [
      { id: "call-2", name: "echo", arguments: { text: "b", deep: { list: [1] } } },
      { id: "call-1", name: "clock", arguments: {} },
    ];
    expect(upgradeTranscript([reply({ content: "wait", toolCalls })])).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "wait" },
          { type: "toolCall", id: "call-2", name: "echo", arguments: { text: "b", deep: { list: [1] } } },
          { type: "toolCall", id: "call-1", name: "clock", arguments: {} },
        ],
        stopReason: "toolUse",
      },
    ]);
  });

  it("a reply without text has no empty block", () => {
    const toolCalls = [{ id: "call-1", name: "clock", arguments: {} }];
    expect(upgradeTranscript([reply({ toolCalls })])).toMatchObject([{ content: [{ type: "toolCall" }] }]);
    expect(upgradeTranscript([reply(), reply({ toolCalls: [] })])).toMatchObject([{ content: [] }, { content: [] }]);
  });

  it("a reply that failed says why, and none else mentions it", () => {
    const [broken, whole] = upgradeTranscript([
      reply({ content: "half", stopReason: "error", errorMessage: "reset" }),
      reply(),
    ]);
    const content = saying("half").content;
    expect(broken).toEqual({ role: "assistant", content, stopReason: "error", errorMessage: "reset" });
    expect(Object.keys(whole ?? {}).toSorted()).toEqual(["content", "role", "stopReason"]);
  });

  it("a result is one text with the name of its tool, and no details", () => {
    const calls = [reply({ toolCalls: [{ id: "call-1", name: "clock", arguments: {} }] }), result("call-1", "nine")];
    expect(upgradeTranscript(calls)[1]).toEqual({
      role: "toolResult",
      toolCallId: "call-1",
      toolName: "clock",
      ...saying("nine"),
      isError: false,
    });
  });

  it("no transcript is none", () => {
    expect(upgradeTranscript([])).toEqual([]);
  });
});

describe("a result is taken for a failure by its beginning alone:", () => {
  it.each([
    ["error: disk full", true],
    ["blocked: not today", true],
    ["error: ", true],
    ["error: first line\nsecond line", true],
    ["error", false],
    ["error:disk full", false],
    ["Error: disk full", false],
    [" error: disk full", false],
    ["no error: disk fine", false],
    ["line\nerror: disk full", false],
    ["unblocked: come in", false],
    ["", false],
  ])("%j", (content, isError) => {
    expect(upgradeTranscript([result("call-1", content)])).toMatchObject([{ ...saying(content), isError }]);
  });
});

describe("the name of a result's tool", () => {
  const asking = (...names: string[]) =>
    reply({ toolCalls: names.map((name, at) => ({ id: `call-${at + 1}`, name, arguments: {} })) });
  const namesIn = (old: OldMessage[]) =>
    upgradeTranscript(old).flatMap((message) => (message.role === "toolResult" ? [message.toolName] : []));

  it("is that of the call with its id", () => {
    expect(namesIn([asking("clock", "echo"), result("call-1", "nine"), result("call-2", "hi")])).toEqual([
      "clock",
      "echo",
    ]);
  });

  it("is empty where there is no such call", () => {
    expect(namesIn([asking("clock"), result("call-7", "nine")])).toEqual([""]);
    expect(namesIn([result("call-1", "nine")])).toEqual([""]);
  });

  // Some providers count their calls anew in every reply.
  it("is that of its own reply's call when an id comes again", () => {
    const old = [asking("clock"), result("call-1", "nine"), asking("echo"), result("call-1", "hi")];
    expect(namesIn(old)).toEqual(["clock", "echo"]);
  });

  it("is that of the newest reply's call when an older one was never answered", () => {
    expect(namesIn([asking("clock"), asking("echo"), result("call-1", "hi")])).toEqual(["echo"]);
  });

  it("is that of the call in its place when an id comes twice in one reply", () => {
    const toolCalls = ["clock", "echo"].map((name) => ({ id: "call-1", name, arguments: {} }));
    expect(namesIn([reply({ toolCalls }), result("call-1", "nine"), result("call-1", "hi")])).toEqual([
      "clock",
      "echo",
    ]);
  });
});
