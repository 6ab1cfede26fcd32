import type { ToolHooks } from "../../s07_content_blocks/hooks.ts";
import type { Tool, ToolResult } from "../../s07_content_blocks/tools.ts";
import type { CaseBase } from "../../shared/chapter.ts";
import type { BlockCase } from "./blocks.ts";
import { chapterScript, NO_WORLD } from "./chapter-world.ts";
import type { VirtualClock } from "../../shared/virtual-clock.ts";
import type { Scenario, ScenarioHooks, ScenarioTool, Told } from "./scenario.ts";
import { askAfter, askBefore, runTool, type Wings } from "./wings.ts";

/** In s07 a hook is told nothing but the call and its result. */
const TOLD: Told = { written: {}, calls: 0, roles: [] };

/** A scenario as a case of s07, whose tools and hooks keep time by `clock`. */
export function blockCase(scenario: Scenario, clock: VirtualClock): CaseBase<never> {
  const { name, shows, inputs, tools = [], hooks = {}, listens } = scenario;
  const wings: Wings = { world: NO_WORLD, say: () => {}, clock };
  const toTool = (tool: ScenarioTool) => blockTool(tool, wings);
  const scene: BlockCase = {
    name,
    shows,
    inputs,
    script: chapterScript(scenario.script, wings, toTool),
    tools: tools.map(toTool),
    hooks(note) {
      wings.say = note;
      return blockHooks(hooks, wings);
    },
    ...(listens && { listens }),
  };
  return scene;
}

function blockTool(tool: ScenarioTool, wings: Wings): Tool {
  return {
    spec: { name: tool.name, description: tool.description },
    // The type wants a content; what the chapter does without one is for the comparison to say.
    handler: async (args) => (await runTool(tool, args, wings)) as ToolResult,
  };
}

function blockHooks(hooks: ScenarioHooks, wings: Wings): ToolHooks {
  return {
    ...(hooks.before && {
      async beforeToolCall(call) {
        const decision = await askBefore(hooks, call, wings, () => TOLD);
        return decision ? { type: "block", reason: decision.reason ?? "" } : { type: "allow" };
      },
    }),
    ...(hooks.after && {
      afterToolCall: (call, result, isError) => askAfter(hooks, call, { ...result, isError }, wings, () => TOLD),
    }),
  };
}
