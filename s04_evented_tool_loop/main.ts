import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { cases, type Case } from "./cases.ts";
import { runEventedToolLoop } from "./loop.ts";
import { createState } from "./state.ts";
import { ToolRegistry } from "./tools.ts";

export const chapter: Chapter<Case> = {
  id: "s04",
  title: "Evented Tool Loop",
  cases,
  async play(scene, stage) {
    const provider = stage.cast(scene.script, undefined, scene);
    const state = createState();
    stage.watch(() => state.messages);

    const registry = new ToolRegistry();
    for (const tool of scene.tools(stage.note)) registry.register(tool);

    for (const input of scene.inputs) {
      stage.user(input);
      stage.assistant(await runEventedToolLoop(state, provider, registry, input, stage.output));
    }
    if (scene.showState) stage.state(state.messages);
  },
};

await startWhenMain(import.meta.url, chapter);
