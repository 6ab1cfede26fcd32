import type { Tool } from "#s06/tools.ts";

/** What the user may change at any time: where to publish, and which files. */
export type Settings = { target: string; files: string[] };

/** The tool for these settings as they are now; whoever changes them registers a new one. */
export function publishTool(settings: Settings): Tool {
  // An array copied by reference alone would go on changing.
  const { target, files } = structuredClone(settings);
  return {
    spec: { name: "publish", description: `把 ${files.join("、")} 发布到${target}` },
    handler: () => `已把 ${files.join("、")} 发布到${target}`,
  };
}
