import type { Part, Script } from "../../shared/script.ts";
import type { ScenarioReply, ScenarioScript, ScenarioTool, World } from "./scenario.ts";
import type { Wings } from "./wings.ts";

/** What a chapter's script may change while a reply streams; each chapter has tools of its own kind in it. */
export type ChapterWorld<Tool> = {
  registry: { register(tool: Tool): void; unregister(name: string): void };
  state: World["state"];
};

/** The world of a play whose script has changed nothing yet: until then no chapter hands its own over. */
export const NO_WORLD: World = {
  registry: { register: absent, unregister: absent },
  state: { model: "", systemPrompt: "" },
  abort: absent,
};

/** A scenario's script as a chapter's. What it changes is the chapter's world, which the tools can reach from then on. */
export function chapterScript<Tool>(
  script: ScenarioScript,
  wings: Pick<Wings, "world">,
  toTool: (tool: ScenarioTool) => Tool,
): Script<ChapterWorld<Tool>> {
  const translate = (reply: ScenarioReply) =>
    reply.map((part) => {
      // The caller has made sure that the chapter can say it.
      if (part.type !== "meanwhile") return part as Part<ChapterWorld<Tool>>;
      const change = (world: ChapterWorld<Tool>) => {
        wings.world = worldOf(world, toTool);
        part.change(wings.world);
      };
      return { ...part, change };
    });
  return typeof script === "function" ? (request) => translate(script(request)) : script.map(translate);
}

/** A chapter's script as a scenario's. */
export function scenarioScript<Tool>(
  script: Script<ChapterWorld<Tool>>,
  toScenario: (tool: Tool) => ScenarioTool,
): ScenarioScript {
  const translate = (reply: Part<ChapterWorld<Tool>>[]): ScenarioReply =>
    reply.map((part) => {
      if (part.type !== "meanwhile") return part;
      const change = ({ registry, state }: World) =>
        part.change({
          state,
          registry: {
            register: (tool) => registry.register(toScenario(tool)),
            unregister: (name) => registry.unregister(name),
          },
        });
      return { ...part, change };
    });
  return typeof script === "function" ? (request) => translate(script(request)) : script.map(translate);
}

/** A chapter's world as scenarios know it. No chapter up to s12 has anything to abort with. */
function worldOf<Tool>({ registry, state }: ChapterWorld<Tool>, toTool: (tool: ScenarioTool) => Tool): World {
  return {
    registry: {
      register: (tool) => registry.register(toTool(tool)),
      unregister: (name) => registry.unregister(name),
    },
    state,
    abort: absent,
  };
}

function absent(): never {
  throw new Error("this chapter has no such thing to change");
}
