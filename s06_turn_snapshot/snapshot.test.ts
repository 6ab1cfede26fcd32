import { describe, expect, it } from "vitest";
import { takeTurnSnapshot } from "./snapshot.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type Tool } from "./tools.ts";

/** What a result looks like is no business of a snapshot, nor is whether one has to wait for it. */
const tool = (name: string, result = `ran ${name}`): Tool => ({
  spec: { name, description: `the tool ${name}` },
  handler: () => result as never,
});
const callTo = (name: string) => ({ type: "toolCall" as const, id: "call-1", name, arguments: {} });

/** A world of one tool, and the snapshot that was taken of it. */
function setUp() {
  const owned = tool("clock", "nine");
  const state = createState({ systemPrompt: "be brief", model: "model-a" });
  const registry = new ToolRegistry();
  registry.register(owned);
  return { owned, state, registry, snapshot: takeTurnSnapshot(state, registry) };
}

describe("a snapshot", () => {
  it("holds what the world is now", async () => {
    const { snapshot } = setUp();
    expect(snapshot).toMatchObject({ systemPrompt: "be brief", model: "model-a" });
    expect(snapshot.tools.getSpecs()).toEqual([tool("clock").spec]);
    expect(await snapshot.tools.run(callTo("clock"))).toBe("nine");
  });

  it("does not follow model and system prompt", () => {
    const { state, snapshot } = setUp();
    state.model = "model-b";
    state.systemPrompt = "talk on";
    expect(snapshot).toMatchObject({ systemPrompt: "be brief", model: "model-a" });
  });

  it("does not see a tool that comes later", async () => {
    const { registry, snapshot } = setUp();
    registry.register(tool("echo"));
    expect(snapshot.tools.getSpecs()).toEqual([tool("clock").spec]);
    await expect(async () => snapshot.tools.run(callTo("echo"))).rejects.toThrow("Tool echo not found");
  });

  it("keeps a tool that goes or is swapped, spec and handler both", async () => {
    const { registry, snapshot } = setUp();
    registry.unregister("clock");
    const { handler } = tool("clock", "ten");
    registry.register({ spec: { name: "clock", description: "another clock" }, handler });
    expect(snapshot.tools.getSpecs()).toEqual([tool("clock").spec]);
    expect(await snapshot.tools.run(callTo("clock"))).toBe("nine");
  });

  it("is out of reach of the tool's owner", async () => {
    const { owned, snapshot } = setUp();
    owned.spec.name = owned.spec.description = "forged";
    owned.handler = tool("clock", "forged").handler;
    expect(snapshot.tools.getSpecs()).toEqual([tool("clock").spec]);
    expect(await snapshot.tools.run(callTo("clock"))).toBe("nine");
  });

  it("is out of reach of those it shows its specs to, and so is the world", () => {
    const { registry, snapshot } = setUp();
    for (const spec of snapshot.tools.getSpecs()) spec.description = "forged";
    for (const spec of registry.getSpecs()) spec.description = "forged";
    expect(snapshot.tools.getSpecs()).toEqual([tool("clock").spec]);
    expect(registry.getSpecs()).toEqual([tool("clock").spec]);
  });

  it("does not stop the world: the next one is taken of what is then", () => {
    const { state, registry, snapshot } = setUp();
    state.model = "model-b";
    registry.register(tool("echo"));
    const next = takeTurnSnapshot(state, registry);
    expect(next.model).toBe("model-b");
    expect(next.tools.getSpecs()).toEqual([tool("clock").spec, tool("echo").spec]);
    expect(snapshot.model).toBe("model-a");
  });
});
