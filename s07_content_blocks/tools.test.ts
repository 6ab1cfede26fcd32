import { describe, expect, it } from "vitest";
import { saying } from "../shared/testing/saying.ts";
import type { ToolCall } from "./messages.ts";
import { ToolRegistry, type Tool, type ToolHandler, type ToolSpec } from "./tools.ts";

const named = (name: string, result = `ran ${name}`): Tool => ({
  spec: { name, description: `the tool ${name}` },
  handler: async () => saying(result),
});

function registryOf(...tools: Tool[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.register(tool);
  return registry;
}

const callTo = (name: string, args = {}): ToolCall => ({ type: "toolCall", id: "call-1", name, arguments: args });

/** Runs a handler as the one tool there is. */
const run = (handler: ToolHandler, args = {}) =>
  registryOf({ spec: { name: "tool", description: "" }, handler }).run(callTo("tool", args));

describe("register", () => {
  it("keeps the order", () => {
    const names = registryOf(named("b"), named("a"), named("c")).getSpecs();
    expect(names.map((spec) => spec.name)).toEqual(["b", "a", "c"]);
  });

  it("refuses a name that is taken, and the first tool stays", async () => {
    const registry = registryOf(named("clock", "first"));

    expect(() => registry.register(named("clock", "second"))).toThrow("Tool clock is already registered");
    expect(registry.getSpecs()).toEqual([named("clock").spec]);
    expect(await registry.run(callTo("clock"))).toEqual(saying("first"));
  });

  it("refuses a spec that holds a function, and registers nothing", () => {
    const registry = new ToolRegistry();
    const spec = { ...named("clock").spec, peek: () => "secret" } as ToolSpec;

    expect(() => registry.register({ ...named("clock"), spec })).toThrow();
    expect(registry.getSpecs()).toEqual([]);
  });

  it("takes the tool as it is now: what its owner changes later does not reach in", async () => {
    const tool = named("clock", "first");
    const registry = registryOf(tool);

    tool.spec.description = "forged";
    tool.handler = async () => saying("second");

    expect(registry.getSpecs()).toEqual([named("clock").spec]);
    expect(await registry.run(callTo("clock"))).toEqual(saying("first"));
  });
});

describe("getSpecs", () => {
  it("gives copies: changing them changes no tool", () => {
    const registry = registryOf(named("clock"));

    const specs = registry.getSpecs();
    for (const spec of specs) spec.name = "forged";
    specs.length = 0;

    expect(registry.getSpecs()).toEqual([named("clock").spec]);
  });

  it("gives data only: all of it survives JSON", () => {
    const specs = registryOf(named("clock")).getSpecs();
    expect(JSON.parse(JSON.stringify(specs))).toStrictEqual(specs);
  });
});

describe("run", () => {
  it("hands the handler the arguments and resolves to what it returns, blocks and details", async () => {
    const picture = { type: "image", data: "aGk=", mimeType: "image/png" } as const;
    const result = await run(
      async ({ text }) => ({ content: [{ type: "text", text: `heard ${String(text)}` }, picture], details: { text } }),
      { text: "hi" },
    );
    expect(result).toEqual({ content: [{ type: "text", text: "heard hi" }, picture], details: { text: "hi" } });
  });

  it("waits for a handler that takes its time", async () => {
    const slow: ToolHandler = async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return saying("at last");
    };
    expect(await run(slow)).toEqual(saying("at last"));
  });

  it("rejects with what the handler rejects with, and with what it throws before it promised anything", async () => {
    const fault = new RangeError("too far");
    await expect(run(() => Promise.reject(fault))).rejects.toBe(fault);
    await expect(run(() => Promise.reject("offline"))).rejects.toBe("offline");
    const throws = () => {
      throw fault;
    };
    await expect(run(throws)).rejects.toBe(fault);
  });

  it.each(["clock", "constructor", "__proto__", ""])("rejects for %j when no tool has that name", async (name) => {
    await expect(registryOf(named("echo")).run(callTo(name))).rejects.toThrow(`Tool ${name} not found`);
  });
});

describe("unregister", () => {
  it("takes a tool away and frees its name", async () => {
    const registry = registryOf(named("clock", "first"), named("echo"));

    expect(registry.unregister("clock")).toBe(true);
    expect(registry.getSpecs()).toEqual([named("echo").spec]);
    await expect(registry.run(callTo("clock"))).rejects.toThrow("Tool clock not found");

    registry.register(named("clock", "second"));
    expect(await registry.run(callTo("clock"))).toEqual(saying("second"));
  });

  it("says when there was nothing to take", () => {
    expect(registryOf(named("echo")).unregister("clock")).toBe(false);
  });
});

describe("copy", () => {
  it("has the same tools in the same order", async () => {
    const copy = registryOf(named("b"), named("a")).copy();
    expect(copy.getSpecs()).toEqual([named("b").spec, named("a").spec]);
    expect(await copy.run(callTo("a"))).toEqual(saying("ran a"));
  });

  it("goes its own way: a change reaches only one of the two", async () => {
    const registry = registryOf(named("clock", "first"), named("echo"));
    const copy = registry.copy();

    registry.unregister("clock");
    registry.register(named("clock", "second"));
    copy.unregister("echo");

    expect(await copy.run(callTo("clock"))).toEqual(saying("first"));
    expect(await registry.run(callTo("clock"))).toEqual(saying("second"));
    expect(await registry.run(callTo("echo"))).toEqual(saying("ran echo"));
    await expect(copy.run(callTo("echo"))).rejects.toThrow("Tool echo not found");
  });
});
