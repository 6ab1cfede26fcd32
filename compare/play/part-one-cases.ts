import type { CaseBase } from "../../shared/chapter.ts";
import type { Note } from "../../shared/stage.ts";
import { chapterScript, NO_WORLD } from "./chapter-world.ts";
import type { PartOneHooks, PartOneTool, PartOneWorld } from "./part-one.ts";
import type { HookMoment, Scenario, ScenarioHooks, ScenarioTool, Soon } from "./scenario.ts";
import type { Wings } from "./wings.ts";

/** What tools and hooks reach while a case is played; a chapter hands both over after they were made. */
type Reach = Pick<Wings, "say" | "world">;

/** In Part I no time passes, nothing is aborted, and a hook is told nothing but the call. */
const PART_ONE_MOMENT: HookMoment = { now: 0, aborted: false, written: {}, calls: 0, roles: [] };

/** A scenario as a case of one of s01 to s06; the caller has made sure that the chapter can express it. */
export function partOneCase(scenario: Scenario, chapter: string): CaseBase<never> {
  const { name, shows, inputs, forgets, hooks } = scenario;
  const reach: Reach = { say: () => {}, world: NO_WORLD };
  const toTool = (tool: ScenarioTool) => partOneTool(tool, reach);
  const tools = (scenario.tools ?? []).map(toTool);
  // Chapters hand over the note at the place where they take what says something: s04 with the tools, then with the hooks.
  const heard =
    <T>(made: T) =>
    (note: Note) => {
      reach.say = note;
      return made;
    };
  const script = chapterScript(scenario.script, reach, toTool);
  const scene: CaseBase<PartOneWorld> = { name, shows, inputs, script };
  return {
    ...scene,
    ...(forgets && { forgets }),
    tools: chapter === "s04" ? heard(tools) : tools,
    ...(chapter > "s04" && { hooks: heard(partOneHooks(hooks ?? {}, reach)) }),
  } as CaseBase<never>;
}

function partOneTool(tool: ScenarioTool, reach: Reach): PartOneTool {
  return {
    spec: { name: tool.name, description: tool.description },
    handler(args) {
      const result = atOnce(tool.run(args, reach.world, reach.say, PART_ONE_MOMENT), tool.name);
      if (typeof result !== "string") throw new Error(`${tool.name} returns more than Part I can hold`);
      return result;
    },
  };
}

function partOneHooks({ before, after }: ScenarioHooks, reach: Reach): PartOneHooks {
  return {
    ...(before && {
      beforeToolCall(call) {
        const decision = atOnce(before(call, reach.world, reach.say, PART_ONE_MOMENT), "the before hook");
        return decision ? { type: "block", reason: decision.reason ?? "" } : { type: "allow" };
      },
    }),
    ...(after && {
      afterToolCall(call, text) {
        // Part I cannot tell an error from a result that looks like one.
        const outcome = { text, content: [{ type: "text" as const, text }], details: {}, isError: false };
        const changed = after(call, outcome, reach.world, reach.say, PART_ONE_MOMENT);
        return atOnce(changed, "the after hook")?.text ?? text;
      },
    }),
  };
}

/** The value itself: nothing in Part I waits for a promise. */
function atOnce<T>(value: Soon<T>, whose: string): T {
  if (value instanceof Promise) throw new Error(`${whose} takes longer than Part I can wait`);
  return value;
}
