import { describe, expect, it } from "vitest";
import { saying } from "../shared/testing/saying.ts";
import { executeToolCall, type AfterToolCallResult, type ToolHooks } from "./hooks.ts";
import type { ToolCall } from "./messages.ts";
import { ToolRegistry, type ToolHandler, type ToolResult } from "./tools.ts";

// Tools and hooks come from outside: here they fail, return what their types forbid, and keep what they were given.

const secret = "sk-secret-123";

/** Executes one call to a tool. */
function execute(hooks: ToolHooks, handler: ToolHandler = async () => saying("handled", { took: 3 })) {
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "tool", description: "" }, handler });
  return executeToolCall(registry, hooks, { type: "toolCall", id: "call-1", name: "tool", arguments: {} });
}

const answering = { role: "toolResult", toolCallId: "call-1", toolName: "tool" } as const;
const handled = { ...answering, ...saying("handled", { took: 3 }), isError: false };
const failed = (text: string) => ({ ...answering, ...saying(text), isError: true });
const fault = () => Promise.reject(new Error("hook is broken"));

/** An after hook that returns this, though its type may not allow it. */
const after = (changed: unknown): ToolHooks => ({ afterToolCall: async () => changed as AfterToolCallResult });

function throwNow(thrown: unknown): never {
  throw thrown;
}

describe("an after hook that fails takes the place of the result:", () => {
  const leaking: ToolHandler = async () => ({ content: [{ type: "text", text: secret }], details: { secret } });
  const unreadable = {
    get details() {
      return throwNow(new Error("hook is broken"));
    },
  };

  it.each<[string, ToolHooks, ToolHandler]>([
    ["of text and details", { afterToolCall: fault }, leaking],
    ["of a failure", { afterToolCall: fault }, () => Promise.reject(new Error(`cannot log in with ${secret}`))],
    ["when it throws at once", { afterToolCall: () => throwNow(new Error("hook is broken")) }, leaking],
    ["when what it returns cannot be read", after(unreadable), leaking],
    [
      "when it was in the middle of cleaning",
      {
        async afterToolCall(_, result) {
          result.content = [];
          return fault();
        },
      },
      leaking,
    ],
  ])("%s", async (_, hooks, handler) => {
    const result = await execute(hooks, handler);
    expect(result).toEqual(failed("hook is broken"));
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});

describe("what is no Error, or no result, still comes to a result:", () => {
  const hostile = () => Promise.reject(Object.create(null));

  it.each<[string, ToolHooks, ToolHandler?]>([
    ["rejected by before", { beforeToolCall: hostile }],
    ["rejected by after", { afterToolCall: hostile }],
    ["rejected by the handler", {}, hostile],
  ])("%s", async (_, hooks, handler) => {
    expect(await execute(hooks, handler)).toEqual(failed("unknown error"));
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    [
      "what cannot be read",
      {
        get content() {
          return throwNow(new Error("gone"));
        },
      },
    ],
    ["what holds more than data", { content: [], details: { close: () => {} } }],
  ])("a handler that returns %s has failed", async (_, returned) => {
    const result = await execute({}, async () => returned as never);
    expect(result).toEqual({ ...failed(""), content: [{ type: "text", text: expect.any(String) }] });
  });

  it("a handler cannot say which call it answers, or that it did not fail", async () => {
    const forged = { ...failed("no"), role: "user", toolCallId: "call-2", toolName: "another" };
    expect(await execute({}, async () => forged)).toEqual({ ...failed("no"), isError: false });
    expect(await execute(after({ ...forged, isError: true }))).toEqual({ ...handled, ...failed("no") });
  });
});

describe("a result belongs to the core:", () => {
  it("it answers the call as it came in, whatever a hook or the handler makes of it", async () => {
    const forge = async (call: ToolCall) => {
      call.id = "call-2";
      return undefined;
    };
    expect(await execute({ beforeToolCall: forge })).toEqual(handled);
    expect(await execute({ afterToolCall: forge })).toEqual(handled);
  });

  it("it keeps the name that the model called, whatever ran in its place", async () => {
    const redirect = async (call: ToolCall) => {
      call.name = "nowhere";
      return undefined;
    };
    expect(await execute({ beforeToolCall: redirect })).toEqual(failed("Tool nowhere not found"));
    expect(await execute({ afterToolCall: redirect })).toEqual(handled);
  });

  it("the handler has no hold on it", async () => {
    const kept = saying("handled", { took: 3 });
    const result = await execute({}, async () => kept);
    forge(kept);
    expect(result).toEqual(handled);
  });

  it("an after hook has no hold on it, neither by what it was given nor by what it returned", async () => {
    let given: ToolResult | undefined;
    const returned = saying("handled", { took: 3 });
    const look = async (_: ToolCall, result: ToolResult) => void (given = result);
    const looked = await execute({ afterToolCall: look });
    const replaced = await execute(after(returned));
    for (const held of [given, returned]) forge(held);
    expect([looked, replaced]).toEqual([handled, handled]);
  });

  function forge(held: ToolResult | undefined) {
    held?.content.splice(0, 1, { type: "text", text: "forged" });
    Object.assign(held?.details as object, { took: 0 });
  }
});
