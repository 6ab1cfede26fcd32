import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { STAGE_MODEL, STAGE_PROMPT } from "../shared/props.ts";
import { cases, type Case } from "./cases.ts";
import { runEventedToolLoop, type LoopEvent } from "./loop.ts";
import { createState } from "./state.ts";
import { ToolRegistry } from "./tools.ts";
import { upgradeTranscript } from "./upgrade.ts";

export const chapter: Chapter<Case> = {
  id: "s07",
  title: "Content Blocks",
  cases,
  async play(scene, stage) {
    const state = createState({ systemPrompt: STAGE_PROMPT, model: STAGE_MODEL });
    state.messages.push(...upgradeTranscript(scene.oldTranscript ?? []));
    stage.watch(() => state.messages);

    const registry = new ToolRegistry();
    for (const tool of scene.tools) registry.register(tool);
    const hooks = scene.hooks(stage.note);
    const provider = stage.cast(scene.script, { state, registry }, { ...scene, blocks: true });

    const heard: string[] = [];
    const output = async (event: LoopEvent) => {
      if (event.type === "message_end") heard.push("assistant");
      if (event.type === "tool_result") heard.push("toolResult");
      await stage.output(event);
    };
    for (const input of scene.inputs) {
      stage.user(input);
      stage.assistant(await runEventedToolLoop(state, provider, registry, hooks, input, output));
    }
    if (scene.listens) stage.note("listener", heard.join(" → "));
    if (scene.showState) stage.state(state.messages);
  },
};

await startWhenMain(import.meta.url, chapter);
