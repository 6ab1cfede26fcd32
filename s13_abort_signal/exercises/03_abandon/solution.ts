import type { AgentTool } from "#s13/tools.ts";

/**
 * The tool, for a run that must not wait for it: once the signal is aborted, `execute` rejects at once with
 * "Abandoned; it may still be running"; if it is aborted already, the tool does not begin. Until then it does what the
 * tool does.
 */
export function abandoning(tool: AgentTool): AgentTool {
  return {
    ...tool,
    execute: (toolCallId, params, signal, onUpdate) =>
      new Promise((resolve, reject) => {
        const leave = () => reject(new Error("Abandoned; it may still be running"));
        // A signal that is aborted already tells nobody again.
        if (signal?.aborted) return leave();
        signal?.addEventListener("abort", leave, { once: true });
        const done = () => signal?.removeEventListener("abort", leave);
        tool.execute(toolCallId, params, signal, onUpdate).then(resolve, reject).finally(done);
      }),
  };
}
