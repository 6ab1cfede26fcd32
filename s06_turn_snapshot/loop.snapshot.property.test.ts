import * as fc from "fast-check";
import { expect, it } from "vitest";
import { meanwhile, type Part } from "../shared/script.ts";
import { anyScript, callsOf } from "../shared/testing/any-script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { expectEachCallAnswered, resultsIn } from "../shared/testing/transcript.ts";
import { runEventedToolLoop } from "./loop.ts";
import type { Provider } from "./provider.ts";
import { createState, type AgentState } from "./state.ts";
import { ToolRegistry, type Tool } from "./tools.ts";

type World = { state: AgentState; registry: ToolRegistry };

const toolNames = ["read", "write", "search"];

/** A tool whose result repeats what its spec says, so that a result tells which tool it came from. */
const tool = (name: string, version: string): Tool => ({
  spec: { name, description: `version ${version}` },
  handler: () => `${name} version ${version}`,
});

const change = (change: (world: World) => void): Part<World> => meanwhile("a change", change);
const anyName = fc.constantFrom(...toolNames);
const anyVersion = fc.uuid();

/** Tools that come, go and are swapped, and another model with another prompt, in the middle of a reply. */
const anyChange = fc.oneof(
  anyName.map((name) => change(({ registry }) => registry.unregister(name))),
  fc.tuple(anyName, anyVersion).map(([name, version]) =>
    change(({ registry }) => {
      registry.unregister(name);
      registry.register(tool(name, version));
    }),
  ),
  anyVersion.map((version) =>
    change(({ state }) => Object.assign(state, { model: `model ${version}`, systemPrompt: `prompt ${version}` })),
  ),
);

it("runs what the model was shown, and shows it what there is, whatever changes in the middle of a turn", async () => {
  await fc.assert(
    fc.asyncProperty(anyScript(toolNames, [anyChange]), async (script) => {
      const state = createState({ systemPrompt: "prompt 0", model: "model 0" });
      const registry = new ToolRegistry();
      for (const name of toolNames.slice(1)) registry.register(tool(name, "0"));

      const provider = scripted(script, { state, registry });
      const world: object[] = [];
      const watched: Provider = {
        stream(request) {
          world.push({ systemPrompt: state.systemPrompt, model: state.model, tools: registry.getSpecs() });
          return provider.stream(request);
        },
      };
      await runEventedToolLoop(state, watched, registry, {}, "first run", () => {});
      await runEventedToolLoop(state, watched, registry, {}, "second run", () => {});

      // Each turn begins with the world as it is then.
      expect(provider.requests).toMatchObject(world);
      // Each call comes to what the spec in its own request announced.
      const announced = provider.requests.flatMap(({ tools }, turn) =>
        callsOf(script[turn] ?? []).map(({ name }) => {
          const spec = tools?.find((one) => one.name === name) as Tool["spec"] | undefined;
          return spec ? `${name} ${spec.description}` : `error: Tool ${name} not found`;
        }),
      );
      expect(resultsIn(state.messages)).toEqual(announced);
      expectEachCallAnswered(state.messages);
    }),
  );
});
