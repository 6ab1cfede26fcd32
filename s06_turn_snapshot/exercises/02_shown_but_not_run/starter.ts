import type { Tool } from "#s06/tools.ts";

/** What the user may change at any time: where to publish, and which files. */
export type Settings = { target: string; files: string[] };

/**
 * The tool for these settings; whoever changes them registers a new one. With one fault: the turn has a snapshot, and
 * the model is still shown one thing while another is done.
 */
export function publishTool(settings: Settings): Tool {
  return {
    spec: { name: "publish", description: `把 ${settings.files.join("、")} 发布到${settings.target}` },
    handler: () => `已把 ${settings.files.join("、")} 发布到${settings.target}`,
  };
}
