import type { Case } from "../../s07_content_blocks/cases.ts";
import type { ToolHooks } from "../../s07_content_blocks/hooks.ts";
import type { ToolCall } from "../../s07_content_blocks/messages.ts";
import type { Tool } from "../../s07_content_blocks/tools.ts";
import { upgradeTranscript } from "../../s07_content_blocks/upgrade.ts";
import type { CaseBase } from "../../shared/chapter.ts";
import type { Note } from "../../shared/stage.ts";
import { scenarioScript, type ChapterWorld } from "./chapter-world.ts";
import type { Say, Scenario, ScenarioCall, ScenarioHooks, ScenarioTool } from "./scenario.ts";

/** A case of s07; its script asks of the world no more than a scenario's does. */
export type BlockCase = CaseBase<ChapterWorld<Tool>> & Omit<Case, keyof CaseBase>;

/** A case of s07 as a scenario that Pi can play. An old transcript comes to Pi as the chapter brought it over. */
export function blockScenario(scene: CaseBase<never>): Scenario {
  const { name, shows, inputs, script, tools, hooks, oldTranscript, listens } = scene as BlockCase;
  return {
    name,
    shows,
    inputs,
    script: scenarioScript(script, scenarioTool),
    tools: tools.map(scenarioTool),
    hooks: scenarioHooks(hooks),
    ...(oldTranscript && { kept: upgradeTranscript(oldTranscript) }),
    ...(listens && { listens }),
    evidence: "",
  };
}

function scenarioTool({ spec, handler }: Tool): ScenarioTool {
  return { ...spec, run: handler };
}

/** Hooks are made before the play begins; what they say goes where the play hears it. */
function scenarioHooks(makeHooks: (note: Note) => ToolHooks): ScenarioHooks {
  const speaker: { say: Say } = { say: () => {} };
  const { beforeToolCall, afterToolCall } = makeHooks((from, text) => speaker.say(from, text));
  return {
    ...(beforeToolCall && {
      async before(call, _world, say) {
        speaker.say = say;
        const decision = await beforeToolCall(blockOf(call));
        return !decision || decision.type === "allow" ? undefined : { block: true, reason: decision.reason };
      },
    }),
    ...(afterToolCall && {
      after(call, { content, details, isError }, _world, say) {
        speaker.say = say;
        return afterToolCall(blockOf(call), { content, details }, isError);
      },
    }),
  };
}

function blockOf(call: ScenarioCall): ToolCall {
  return { type: "toolCall", ...call };
}
