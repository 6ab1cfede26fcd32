import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { cases, type Case } from "./cases.ts";
import { runMinimalLoop } from "./loop.ts";
import { createState } from "./state.ts";

export const chapter: Chapter<Case> = {
  id: "s01",
  title: "Minimal Loop",
  cases,
  async play(scene, stage) {
    const provider = stage.cast(scene.script, undefined, scene);
    let state = createState();
    stage.watch(() => state.messages);

    for (const input of scene.inputs) {
      if (scene.forgets) state = createState();
      stage.user(input);
      stage.assistant(await runMinimalLoop(state, provider, input, stage.output));
    }
    if (scene.showState) stage.state(state.messages);
  },
};

await startWhenMain(import.meta.url, chapter);
