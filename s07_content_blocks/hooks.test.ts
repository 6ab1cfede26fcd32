import { describe, expect, it, vi } from "vitest";
import { saying } from "../shared/testing/saying.ts";
import { createErrorToolResult, executeToolCall, type AfterToolCallResult, type ToolHooks } from "./hooks.ts";
import type { ToolCall } from "./messages.ts";
import { ToolRegistry, type ToolHandler } from "./tools.ts";

const picture = { type: "image", data: "aGk=", mimeType: "image/png" } as const;

/** Executes one call to a tool, and keeps the order in which handler and hooks ran. */
async function execute(hooks: ToolHooks, handler: ToolHandler = async () => saying("handled", { took: 3 })) {
  const order: string[] = [];
  const registry = new ToolRegistry();
  registry.register({
    spec: { name: "tool", description: "" },
    handler(args) {
      order.push("handler");
      return handler(args);
    },
  });
  const { beforeToolCall: before, afterToolCall: after } = hooks;
  const watched: ToolHooks = {
    ...(before && { beforeToolCall: (call) => (order.push("before"), before(call)) }),
    ...(after && { afterToolCall: (...given) => (order.push("after"), after(...given)) }),
  };
  return { order, result: await executeToolCall(registry, watched, callTo("tool")) };
}

const callTo = (name: string): ToolCall => ({ type: "toolCall", id: "call-1", name, arguments: { path: "/home" } });
/** Another text and nothing else. */
const reworded = (text: string) => ({ content: saying(text).content });

const answering = { role: "toolResult", toolCallId: "call-1", toolName: "tool" } as const;
const handled = { ...answering, ...saying("handled", { took: 3 }), isError: false };
const failed = (text: string) => ({ ...answering, ...saying(text), isError: true });

const allow = async () => ({ type: "allow" }) as const;
const block = async () => ({ type: "block", reason: "not today" }) as const;
const nothing = async () => undefined;
const fault = () => Promise.reject(new Error("hook is broken"));
const failing = () => Promise.reject(new Error("disk full"));

/** An after hook that returns this, though its type may not allow it. */
const after = (changed: unknown): ToolHooks => ({ afterToolCall: async () => changed as AfterToolCallResult });

function throwNow(thrown: unknown): never {
  throw thrown;
}

describe("without hooks", () => {
  it("a call comes to what its handler returns: blocks and details as they are, and no failure", async () => {
    const content = [{ type: "text", text: "here" } as const, picture];
    const { result } = await execute({}, async () => ({ content, details: { width: 1 } }));
    expect(result).toEqual({ ...answering, content, details: { width: 1 }, isError: false });
  });

  it("a call comes to a failure when its handler rejects, in the words of the error alone", async () => {
    expect((await execute({}, failing)).result).toEqual(failed("disk full"));
    expect((await execute({}, () => Promise.reject("offline"))).result).toEqual(failed("offline"));
    expect((await execute({}, () => throwNow(new Error("at once")))).result).toEqual(failed("at once"));
  });

  it("what begins like an error is none", async () => {
    const { result } = await execute({}, async () => saying("error: disk full"));
    expect(result).toEqual({ ...answering, ...saying("error: disk full"), isError: false });
  });

  it("a call to no tool comes to a failure under the name that was called", async () => {
    const result = await executeToolCall(new ToolRegistry(), {}, callTo("clock"));
    expect(result).toEqual({ ...failed("Tool clock not found"), toolName: "clock" });
  });
});

describe("the order", () => {
  it("is before, handler, after", async () => {
    const { order, result } = await execute({ beforeToolCall: allow, afterToolCall: nothing });
    expect(order).toEqual(["before", "handler", "after"]);
    expect(result).toEqual(handled);
  });

  it("is kept by waiting: each begins when the one before has settled", async () => {
    const order: string[] = [];
    const slowly = async <T>(name: string, value: T) => {
      order.push(name);
      await new Promise((resolve) => setTimeout(resolve));
      order.push(`${name} is done`);
      return value;
    };
    await execute(
      {
        beforeToolCall: () => slowly("before", { type: "allow" }),
        afterToolCall: () => slowly("after", undefined),
      },
      () => slowly("handler", saying("handled")),
    );
    expect(order).toEqual(["before", "before is done", "handler", "handler is done", "after", "after is done"]);
  });

  it("is the same when the handler fails", async () => {
    const { order, result } = await execute({ beforeToolCall: allow, afterToolCall: nothing }, failing);
    expect(order).toEqual(["before", "handler", "after"]);
    expect(result).toEqual(failed("disk full"));
  });

  it("ends with before when that blocks: no handler, no after, and the reason alone is the result", async () => {
    const { order, result } = await execute({ beforeToolCall: block, ...after({ isError: false }) });
    expect(order).toEqual(["before"]);
    expect(result).toEqual(failed("not today"));
  });

  it.each([
    ["rejects", fault],
    ["throws before it promised anything", () => throwNow(new Error("hook is broken"))],
  ])("ends with before when that %s: no handler, no after", async (_, beforeToolCall) => {
    const { order, result } = await execute({ beforeToolCall, ...after({ isError: false }) });
    expect(order).toEqual(["before"]);
    expect(result).toEqual(failed("hook is broken"));
  });
});

describe("before", () => {
  it("is asked about the call", async () => {
    const beforeToolCall = vi.fn(allow);
    await execute({ beforeToolCall });
    expect(beforeToolCall).toHaveBeenCalledExactlyOnceWith(callTo("tool"));
  });

  it.each([undefined, null])("may say nothing (%s), as a hook that only watches does", async (said) => {
    const { order, result } = await execute({ beforeToolCall: async () => said as undefined });
    expect(order).toEqual(["before", "handler"]);
    expect(result).toEqual(handled);
  });

  // Hooks come from outside, and not everybody's compiler checks them.
  it.each([
    ["a word of its own", { type: "maybe" }],
    ["a block without a reason", { type: "block" }],
    ["an empty object", {}],
    ["true", true],
    ["a word", "allow"],
  ])("refuses with whatever else it returns: %s", async (_, decision) => {
    const { order, result } = await execute({ beforeToolCall: async () => decision as never, ...after({}) });
    expect(order).toEqual(["before"]);
    // The model must be able to read it.
    expect(result).toEqual({ ...failed(""), content: [{ type: "text", text: expect.any(String) }] });
  });

  it("refuses when its decision cannot even be read", async () => {
    const decision = {
      get type() {
        return throwNow(new Error("no decision"));
      },
    };
    const { order, result } = await execute({ beforeToolCall: async () => decision });
    expect({ order, result }).toEqual({ order: ["before"], result: failed("no decision") });
  });
});

describe("after", () => {
  it("is given the call, the result and that it is no failure", async () => {
    const afterToolCall = vi.fn(nothing);
    await execute({ afterToolCall });
    expect(afterToolCall).toHaveBeenCalledExactlyOnceWith(callTo("tool"), saying("handled", { took: 3 }), false);
  });

  it("is given what a failed handler comes to, and that it is a failure", async () => {
    const afterToolCall = vi.fn(nothing);
    await execute({ afterToolCall }, failing);
    expect(afterToolCall).toHaveBeenCalledExactlyOnceWith(callTo("tool"), saying("disk full"), true);
  });

  it("is given the failure of a call to no tool", async () => {
    const afterToolCall = vi.fn(nothing);
    await executeToolCall(new ToolRegistry(), { afterToolCall }, callTo("clock"));
    expect(afterToolCall).toHaveBeenCalledExactlyOnceWith(callTo("clock"), saying("Tool clock not found"), true);
  });

  it.each<[string, AfterToolCallResult, object]>([
    ["nothing", {}, handled],
    ["the content, and the details stay", reworded("hidden"), { ...handled, ...reworded("hidden") }],
    ["the content by none", { content: [] }, { ...handled, content: [] }],
    ["the content by an image", { content: [picture] }, { ...handled, content: [picture] }],
    ["the details, and the content stays", { details: { took: 4 } }, { ...handled, details: { took: 4 } }],
    ["the details by something false", { details: 0 }, { ...handled, details: 0 }],
    ["the flag", { isError: true }, { ...handled, isError: true }],
    ["all three", { ...saying("no", "why"), isError: true }, { ...answering, ...saying("no", "why"), isError: true }],
  ])("replaces %s", async (_, changed, expected) => {
    expect((await execute(after(changed))).result).toEqual(expected);
  });

  it("may make a success of a failure, with its text or with another", async () => {
    const excused = { ...failed("disk full"), isError: false };
    expect((await execute(after({ isError: false }), failing)).result).toEqual(excused);
    const other = { ...excused, ...saying("never mind") };
    expect((await execute(after({ ...saying("never mind"), isError: false }), failing)).result).toEqual(other);
  });

  it("that only rewords a failure leaves it one", async () => {
    expect((await execute(after(reworded("something went wrong")), failing)).result).toEqual(
      failed("something went wrong"),
    );
  });

  it.each([
    undefined,
    null,
    true,
    7,
    "changed",
    [],
    () => saying("changed"),
    { content: null, details: null, isError: null },
  ])("changes nothing with what is no change: %s", async (returned) => {
    expect((await execute(after(returned))).result).toEqual(handled);
  });
});

describe("createErrorToolResult", () => {
  it("is one text, and no details", () => {
    expect(createErrorToolResult("disk full")).toEqual({ content: [{ type: "text", text: "disk full" }], details: {} });
  });
});
