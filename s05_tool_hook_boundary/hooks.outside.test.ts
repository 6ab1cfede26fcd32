import { describe, expect, it } from "vitest";
import { executeToolCall, type ToolHooks } from "./hooks.ts";
import { ToolRegistry, type ToolHandler } from "./tools.ts";

// Tools and hooks are other people's code, and not everybody's compiler has looked at it.

function execute(hooks: ToolHooks, handler: ToolHandler = () => "sk-secret-123"): string {
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "tool", description: "" }, handler });
  return executeToolCall(registry, hooks, { id: "call-1", name: "tool", arguments: { path: "a" } }).content;
}

describe("a before hook", () => {
  it("may change what the handler gets", () => {
    const hooks: ToolHooks = {
      beforeToolCall(call) {
        call.arguments["path"] = "b";
        return { type: "allow" };
      },
    };
    expect(execute(hooks, (args) => JSON.stringify(args))).toBe('{"path":"b"}');
  });

  it.each([false, 0, ""])("refuses with an answer that is none: %j", (answer) => {
    expect(execute({ beforeToolCall: () => answer as never })).toMatch(/^blocked: /);
  });

  it("may be a method of an object", () => {
    class Counter implements ToolHooks {
      asked = 0;
      beforeToolCall() {
        this.asked++;
        return { type: "allow" as const };
      }
    }
    const hooks = new Counter();
    execute(hooks);
    expect(hooks.asked).toBe(1);
  });
});

describe("what is no text is a failure, and gets nowhere:", () => {
  it.each<[string, ToolHooks, ToolHandler?]>([
    ["an async handler", {}, (async () => "sk-secret-123") as never],
    ["an after hook that returns nothing", { afterToolCall: () => undefined as never }],
    ["an async after hook", { afterToolCall: (async (_: unknown, result: string) => result) as never }],
  ])("%s", (_, hooks, handler) => {
    expect(execute(hooks, handler)).toBe("error: no text was returned");
  });
});
