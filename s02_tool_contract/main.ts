import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { cases, type Case } from "./cases.ts";
import { errorText } from "./errors.ts";
import { runMinimalLoop } from "./loop.ts";
import { createState } from "./state.ts";
import { ToolRegistry } from "./tools.ts";

export const chapter: Chapter<Case> = {
  id: "s02",
  title: "Tool Contract",
  cases,
  async play(scene, stage) {
    const provider = stage.cast(scene.script, undefined, scene);
    const state = createState();
    stage.watch(() => state.messages);

    const registry = new ToolRegistry();
    for (const tool of scene.tools) {
      try {
        registry.register(tool);
      } catch (error) {
        stage.note("register", errorText(error));
      }
    }

    for (const input of scene.inputs) {
      stage.user(input);
      stage.assistant(await runMinimalLoop(state, provider, registry, input, stage.output));
    }
    for (const call of scene.byHand ?? []) stage.note("run by hand", `${call.name} -> ${registry.run(call)}`);
    if (scene.showState) stage.state(state.messages);
  },
};

await startWhenMain(import.meta.url, chapter);
