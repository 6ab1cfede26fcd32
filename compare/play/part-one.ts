import type { CaseBase } from "../../shared/chapter.ts";
import type { Note } from "../../shared/stage.ts";
import { scenarioScript, type ChapterWorld } from "./chapter-world.ts";
import type { Scenario, ScenarioHooks, ScenarioTool } from "./scenario.ts";

/** A tool as s02 to s06 hold one. */
export type PartOneTool = {
  spec: { name: string; description: string };
  handler: (args: Record<string, unknown>) => string;
};

type PartOneCall = { id: string; name: string; arguments: Record<string, unknown> };

/** Hooks as s05 and s06 hold them. */
export type PartOneHooks = {
  beforeToolCall?: (call: PartOneCall) => { type: "allow" } | { type: "block"; reason: string };
  afterToolCall?: (call: PartOneCall, result: string) => string;
};

/** The world that a script of s05 or s06 may change. */
export type PartOneWorld = ChapterWorld<PartOneTool>;

/** Every field that a case of Part I can have. */
export type PartOneCase = Omit<CaseBase<PartOneWorld>, "showRequests"> & {
  tools?: PartOneTool[] | ((note: Note) => PartOneTool[]);
  hooks?: (note: Note) => PartOneHooks;
  forgets?: boolean;
};

/** Tools and hooks are made before the play begins; this passes on what they say once it runs. */
type Speaker = { say: Note };

/** A case of s01 to s06 as a scenario that Pi can play. */
export function partOneScenario(scene: CaseBase<never>): Scenario {
  const { name, shows, inputs, script, tools = [], hooks, forgets } = scene as PartOneCase;
  const speaker: Speaker = { say: () => {} };
  const note: Note = (from, text) => speaker.say(from, text);
  const held = typeof tools === "function" ? tools(note) : tools;
  return {
    name,
    shows,
    inputs,
    script: scenarioScript(script, (tool) => scenarioTool(tool, speaker)),
    tools: held.map((tool) => scenarioTool(tool, speaker)),
    ...(hooks && { hooks: scenarioHooks(hooks(note), speaker) }),
    ...(forgets && { forgets }),
    evidence: "",
  };
}

function scenarioTool({ spec, handler }: PartOneTool, speaker: Speaker): ScenarioTool {
  return {
    ...spec,
    run(args, _world, say) {
      speaker.say = say;
      return handler(args);
    },
  };
}

function scenarioHooks({ beforeToolCall, afterToolCall }: PartOneHooks, speaker: Speaker): ScenarioHooks {
  return {
    ...(beforeToolCall && {
      before(call, _world, say) {
        speaker.say = say;
        const decision = beforeToolCall(call);
        return decision.type === "block" ? { block: true, reason: decision.reason } : undefined;
      },
    }),
    ...(afterToolCall && {
      after(call, { text }, _world, say) {
        speaker.say = say;
        return { text: afterToolCall(call, text) };
      },
    }),
  };
}
