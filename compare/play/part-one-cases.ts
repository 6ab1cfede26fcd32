import type { CaseBase } from "../../shared/chapter.ts";
import type { Part, Script } from "../../shared/script.ts";
import type { Note } from "../../shared/stage.ts";
import type { PartOneHooks, PartOneTool, PartOneWorld } from "./part-one.ts";
import type { HookMoment, Say, Scenario, ScenarioHooks, ScenarioReply, ScenarioTool, World } from "./scenario.ts";

/** What tools and hooks reach while a case is played; a chapter hands both over after they were made. */
type Reach = { say: Say; world: World };

/** In Part I no time passes, nothing is aborted, and a hook is told nothing but the call. */
const PART_ONE_MOMENT: HookMoment = { now: 0, aborted: false, written: {}, calls: 0, roles: [] };

/** A scenario as a case of one of s01 to s06; the caller has made sure that the chapter can express it. */
export function caseOf(scenario: Scenario, chapter: string): CaseBase<never> {
  const { name, shows, inputs, forgets, hooks } = scenario;
  const reach: Reach = { say: () => {}, world: worldOf(undefined) };
  const tools = (scenario.tools ?? []).map((tool) => partOneTool(tool, reach));
  // Chapters hand over the note at the place where they take what says something: s04 with the tools, then with the hooks.
  const heard =
    <T>(made: T) =>
    (note: Note) => {
      reach.say = note;
      return made;
    };
  const script = partOneScript(scenario.script, reach);
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
      const result = tool.run(args, reach.world, reach.say, PART_ONE_MOMENT);
      if (typeof result !== "string") throw new Error(`${tool.name} returns more than Part I can hold`);
      return result;
    },
  };
}

function partOneHooks({ before, after }: ScenarioHooks, reach: Reach): PartOneHooks {
  return {
    ...(before && {
      beforeToolCall(call) {
        const decision = before(call, reach.world, reach.say, PART_ONE_MOMENT);
        return decision ? { type: "block", reason: decision.reason ?? "" } : { type: "allow" };
      },
    }),
    ...(after && {
      afterToolCall(call, text) {
        // Part I cannot tell an error from a result that looks like one.
        return after(call, { text, isError: false }, reach.world, reach.say, PART_ONE_MOMENT)?.text ?? text;
      },
    }),
  };
}

function partOneScript(script: Scenario["script"], reach: Reach): Script<PartOneWorld> {
  const translate = (reply: ScenarioReply) =>
    reply.map((part) => {
      if (part.type !== "meanwhile") return part as Part<PartOneWorld>;
      const change = (world: PartOneWorld) => {
        reach.world = worldOf(world, reach);
        part.change(reach.world);
      };
      return { ...part, change };
    });
  return typeof script === "function" ? (request) => translate(script(request)) : script.map(translate);
}

/** A chapter's world as scenarios know it. There is nothing to abort with in Part I. */
function worldOf(world: PartOneWorld | undefined, reach?: Reach): World {
  const absent = (): never => {
    throw new Error("this chapter has no such thing to change");
  };
  return {
    registry: {
      register: (tool) => (world && reach ? world.registry.register(partOneTool(tool, reach)) : absent()),
      unregister: (name) => (world ? void world.registry.unregister(name) : absent()),
    },
    state: world?.state ?? { model: "", systemPrompt: "" },
    abort: absent,
  };
}
