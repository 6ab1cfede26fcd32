import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { STAGE_MODEL, STAGE_PROMPT } from "../shared/props.ts";
import { cases, type Case } from "./cases.ts";
import { runEventedToolLoop } from "./loop.ts";
import { createState } from "./state.ts";
import { ToolRegistry } from "./tools.ts";

export const chapter: Chapter<Case> = {
  id: "s06",
  title: "Turn Snapshot",
  cases,
  async play(scene, stage) {
    const state = createState({ systemPrompt: STAGE_PROMPT, model: STAGE_MODEL });
    stage.watch(() => state.messages);

    const registry = new ToolRegistry();
    for (const tool of scene.tools) registry.register(tool);
    const hooks = scene.hooks(stage.note);
    const provider = stage.cast(scene.script, { state, registry }, scene);

    for (const input of scene.inputs) {
      stage.user(input);
      stage.assistant(
        await runEventedToolLoop(state, provider, registry, hooks, input, stage.output, scene.takeSnapshot),
      );
    }
    if (scene.showState) stage.state(state.messages);
  },
};

await startWhenMain(import.meta.url, chapter);
