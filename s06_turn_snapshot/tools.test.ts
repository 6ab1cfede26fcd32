import { describe, expect, it } from "vitest";
import { ToolRegistry, type Tool, type ToolSpec } from "./tools.ts";

const named = (name: string, result = `ran ${name}`): Tool => ({
  spec: { name, description: `the tool ${name}` },
  handler: () => result,
});

function registryOf(...tools: Tool[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.register(tool);
  return registry;
}

const callTo = (name: string, args = {}) => ({ id: "call-1", name, arguments: args });

describe("register", () => {
  it("keeps the order", () => {
    const names = registryOf(named("b"), named("a"), named("c")).getSpecs();
    expect(names.map((spec) => spec.name)).toEqual(["b", "a", "c"]);
  });

  it("refuses a name that is taken, and the first tool stays", () => {
    const registry = registryOf(named("clock", "first"));

    expect(() => registry.register(named("clock", "second"))).toThrow("Tool clock is already registered");
    expect(registry.getSpecs()).toEqual([named("clock").spec]);
    expect(registry.run(callTo("clock"))).toBe("first");
  });

  it("refuses a spec that holds a function, and registers nothing", () => {
    const registry = new ToolRegistry();
    const spec = { ...named("clock").spec, peek: () => "secret" } as ToolSpec;

    expect(() => registry.register({ spec, handler: () => "" })).toThrow();
    expect(registry.getSpecs()).toEqual([]);
  });

  it("takes the tool as it is now: what its owner changes later does not reach in", () => {
    const tool = named("clock", "first");
    const registry = registryOf(tool);

    tool.spec.description = "forged";
    tool.handler = () => "second";

    expect(registry.getSpecs()).toEqual([named("clock").spec]);
    expect(registry.run(callTo("clock"))).toBe("first");
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
  it("hands the handler the arguments and returns what it returns", () => {
    const echo: Tool = { spec: named("echo").spec, handler: ({ text }) => `heard ${String(text)}` };
    expect(registryOf(echo).run(callTo("echo", { text: "hi" }))).toBe("heard hi");
  });

  it("throws what the handler throws", () => {
    const broken: Tool = {
      spec: named("broken").spec,
      handler: () => {
        throw new RangeError("too far");
      },
    };
    expect(() => registryOf(broken).run(callTo("broken"))).toThrow(new RangeError("too far"));
  });

  it.each(["clock", "constructor", "__proto__", ""])("throws for %j when no tool has that name", (name) => {
    expect(() => registryOf(named("echo")).run(callTo(name))).toThrow(`Tool ${name} not found`);
  });
});

describe("unregister", () => {
  it("takes a tool away and frees its name", () => {
    const registry = registryOf(named("clock", "first"), named("echo"));

    expect(registry.unregister("clock")).toBe(true);
    expect(registry.getSpecs()).toEqual([named("echo").spec]);
    expect(() => registry.run(callTo("clock"))).toThrow("Tool clock not found");

    registry.register(named("clock", "second"));
    expect(registry.run(callTo("clock"))).toBe("second");
  });

  it("says when there was nothing to take", () => {
    expect(registryOf(named("echo")).unregister("clock")).toBe(false);
  });
});

describe("copy", () => {
  it("has the same tools in the same order", () => {
    const copy = registryOf(named("b"), named("a")).copy();
    expect(copy.getSpecs()).toEqual([named("b").spec, named("a").spec]);
    expect(copy.run(callTo("a"))).toBe("ran a");
  });

  it("goes its own way: a change reaches only one of the two", () => {
    const registry = registryOf(named("clock", "first"), named("echo"));
    const copy = registry.copy();

    registry.unregister("clock");
    registry.register(named("clock", "second"));
    copy.unregister("echo");

    expect(copy.run(callTo("clock"))).toBe("first");
    expect(registry.run(callTo("clock"))).toBe("second");
    expect(registry.run(callTo("echo"))).toBe("ran echo");
    expect(() => copy.run(callTo("echo"))).toThrow("Tool echo not found");
  });
});
