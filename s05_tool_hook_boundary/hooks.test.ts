import { describe, expect, it, vi } from "vitest";
import { executeToolCall, type ToolHooks } from "./hooks.ts";
import { ToolRegistry, type ToolCall, type ToolHandler } from "./tools.ts";

const secret = "sk-secret-123";

/** Executes one call to a tool, and keeps the order in which handler and hooks ran. */
function execute(hooks: ToolHooks, handler: ToolHandler = () => "handled") {
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
    ...(after && { afterToolCall: (call, result) => (order.push("after"), after(call, result)) }),
  };
  const result = executeToolCall(registry, watched, { id: "call-1", name: "tool", arguments: { path: "/home" } });
  return { order, result };
}

const resultOf = (content: string) => ({ role: "toolResult", toolCallId: "call-1", content });
const allow = () => ({ type: "allow" }) as const;
const block = () => ({ type: "block", reason: "not today" }) as const;
const fault = () => {
  throw new Error("hook is broken");
};
const failing = () => {
  throw new Error("disk full");
};

describe("without hooks", () => {
  it("a call comes to what its handler returns or throws", () => {
    expect(execute({}).result).toEqual(resultOf("handled"));
    expect(execute({}, failing).result).toEqual(resultOf("error: disk full"));
  });

  it("a call to no tool comes to an error", () => {
    const call: ToolCall = { id: "call-1", name: "clock", arguments: {} };
    expect(executeToolCall(new ToolRegistry(), {}, call)).toEqual(resultOf("error: Tool clock not found"));
  });
});

describe("the order", () => {
  it("is before, handler, after", () => {
    const { order, result } = execute({ beforeToolCall: allow, afterToolCall: (_, text) => `checked: ${text}` });
    expect(order).toEqual(["before", "handler", "after"]);
    expect(result).toEqual(resultOf("checked: handled"));
  });

  it("is the same when the handler throws: after is given the text of the error", () => {
    const { order, result } = execute({ beforeToolCall: allow, afterToolCall: (_, text) => `[${text}]` }, failing);
    expect(order).toEqual(["before", "handler", "after"]);
    expect(result).toEqual(resultOf("[error: disk full]"));
  });

  it("ends with before when that blocks: no handler, no after", () => {
    const { order, result } = execute({ beforeToolCall: block, afterToolCall: () => "changed" });
    expect(order).toEqual(["before"]);
    expect(result).toEqual(resultOf("blocked: not today"));
  });

  it("ends with before when that throws: no handler, no after", () => {
    const { order, result } = execute({ beforeToolCall: fault, afterToolCall: () => "changed" });
    expect(order).toEqual(["before"]);
    expect(result).toEqual(resultOf("error: hook is broken"));
  });
});

describe("before", () => {
  it("is asked about the call", () => {
    const beforeToolCall = vi.fn(allow);
    execute({ beforeToolCall });
    expect(beforeToolCall).toHaveBeenCalledExactlyOnceWith({
      id: "call-1",
      name: "tool",
      arguments: { path: "/home" },
    });
  });

  it("may say nothing, as a hook that only watches does: the call goes through", () => {
    const { order, result } = execute({ beforeToolCall: () => undefined as never });
    expect(order).toEqual(["before", "handler"]);
    expect(result).toEqual(resultOf("handled"));
  });

  // Hooks come from outside, and not everybody's compiler checks them.
  it.each([
    ["a promise of allow", Promise.resolve({ type: "allow" })],
    ["a word of its own", { type: "maybe" }],
    ["an empty object", {}],
    ["true", true],
  ])("refuses with whatever else it returns: %s", (_, decision) => {
    const { order, result } = execute({
      beforeToolCall: () => decision as never,
      afterToolCall: (_call, text) => text,
    });
    expect(order).toEqual(["before"]);
    expect(result.content).toMatch(/^blocked: /);
  });
});

describe("after", () => {
  it("may empty a result", () => {
    expect(execute({ afterToolCall: () => "" }).result).toEqual(resultOf(""));
  });

  it("that throws takes the place of the result: nothing of it gets out", () => {
    const { order, result } = execute({ afterToolCall: fault }, () => secret);
    expect(order).toEqual(["handler", "after"]);
    expect(result).toEqual(resultOf("error: hook is broken"));
  });

  it("that throws takes the place of a handler's error, too", () => {
    const leak = () => {
      throw new Error(`cannot log in with ${secret}`);
    };
    expect(execute({ afterToolCall: fault }, leak).result).toEqual(resultOf("error: hook is broken"));
  });
});

describe("a hook that throws what is no Error", () => {
  const hostile = () => {
    throw Object.create(null);
  };

  it.each([
    ["before", { beforeToolCall: hostile }],
    ["after", { afterToolCall: hostile }],
  ])("becomes a result: %s", (_, hooks) => {
    expect(execute(hooks).result).toEqual(resultOf("error: unknown error"));
  });
});

it("pairs the result with the call as it came in, whatever a hook does to it", () => {
  const forge = (call: ToolCall) => {
    call.id = "call-2";
    return { type: "allow" } as const;
  };
  expect(execute({ beforeToolCall: forge }).result.toolCallId).toBe("call-1");
});
