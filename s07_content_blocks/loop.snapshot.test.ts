import { describe, expect, it } from "vitest";
import { call, meanwhile, text, type Reply } from "../shared/script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { resultsIn } from "../shared/testing/transcript.ts";
import type { ToolHooks } from "./hooks.ts";
import { runEventedToolLoop } from "./loop.ts";
import type { takeTurnSnapshot } from "./snapshot.ts";
import { createState, type AgentState } from "./state.ts";
import { ToolRegistry, type Tool } from "./tools.ts";

type World = { state: AgentState; registry: ToolRegistry };

const publish = (where: string): Tool => ({
  spec: { name: "publish", description: `publishes to ${where}` },
  handler: async () => saying(`published to ${where}`),
});

/** Three turns: the first changes the world before it calls, the second calls again, the third is done. */
const changing = (change: (world: World) => void): Reply<World>[] => [
  [meanwhile("a change", change), call("1", "publish")],
  [call("2", "publish")],
  [text("done")],
];

/** One run in a world with these tools: what its calls came to, and what the provider was sent. */
async function run(
  script: Reply<World>[],
  tools: Tool[],
  { hooks, takeSnapshot }: { hooks?: (world: World) => ToolHooks; takeSnapshot?: typeof takeTurnSnapshot } = {},
) {
  const world = { state: createState({ systemPrompt: "be brief", model: "model-a" }), registry: new ToolRegistry() };
  for (const tool of tools) world.registry.register(tool);
  const provider = scripted(script, world, { blocks: true });
  const { state, registry } = world;
  await runEventedToolLoop(state, provider, registry, hooks?.(world) ?? {}, "hi", () => {}, takeSnapshot);
  return { results: resultsIn(state.messages), requests: provider.requests };
}

describe("a turn goes by what it began with, and the next turn by what is then:", () => {
  it("a tool swapped for another", async () => {
    const { results, requests } = await run(
      changing(({ registry }) => {
        registry.unregister("publish");
        registry.register(publish("production"));
      }),
      [publish("test")],
    );
    expect(results).toEqual(["published to test", "published to production"]);
    const shown = [publish("test").spec, publish("production").spec, publish("production").spec];
    expect(requests.map((request) => request.tools)).toEqual(shown.map((spec) => [spec]));
  });

  it("a tool taken away", async () => {
    const { results } = await run(
      changing(({ registry }) => registry.unregister("publish")),
      [publish("test")],
    );
    expect(results).toEqual(["published to test", "Tool publish not found (isError)"]);
  });

  it("a tool added", async () => {
    const { results } = await run(
      changing(({ registry }) => registry.register(publish("test"))),
      [],
    );
    expect(results).toEqual(["Tool publish not found (isError)", "published to test"]);
  });

  it("a tool whose owner rewrites it, which reaches neither turn", async () => {
    const owned = publish("test");
    const { results, requests } = await run(
      changing(() => {
        owned.spec.description = "forged";
        owned.handler = async () => saying("forged");
      }),
      [owned],
    );
    expect(results).toEqual(["published to test", "published to test"]);
    expect(requests[1]?.tools).toEqual([publish("test").spec]);
  });

  it("a tool taken away by a hook in the middle of a batch", async () => {
    const batch = [call("1", "publish"), call("2", "publish")];
    const { results } = await run([batch, [call("3", "publish")], [text("done")]], [publish("test")], {
      hooks: ({ registry }) => ({ afterToolCall: async () => void registry.unregister("publish") }),
    });
    expect(results).toEqual(["published to test", "published to test", "Tool publish not found (isError)"]);
  });

  it("model and system prompt", async () => {
    const switched = { model: "model-b", systemPrompt: "talk on" };
    const { requests } = await run(
      changing(({ state }) => Object.assign(state, switched)),
      [],
    );
    expect(requests).toMatchObject([{ model: "model-a", systemPrompt: "be brief" }, switched, switched]);
  });
});

it("does not freeze the transcript: each request carries all of it", async () => {
  const { requests } = await run(
    changing(() => {}),
    [],
  );
  expect(requests.map((request) => request.messages.length)).toEqual([1, 3, 5]);
});

it("goes by whatever is handed in as the snapshot, an accident included", async () => {
  const tools = new ToolRegistry();
  tools.register(publish("nowhere"));
  const taken = { systemPrompt: "as taken", model: "model-taken", tools };
  const { results, requests } = await run(
    changing(() => {}),
    [publish("test")],
    { takeSnapshot: () => taken },
  );
  expect(requests[0]).toMatchObject({ ...taken, tools: [publish("nowhere").spec] });
  expect(results).toEqual(["published to nowhere", "published to nowhere"]);
});
