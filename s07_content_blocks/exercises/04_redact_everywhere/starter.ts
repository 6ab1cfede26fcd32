import type { ToolHooks } from "#s07/hooks.ts";

/**
 * Hooks that let none of `secrets` into a result: not into a text, and not into a text anywhere in `details`, which is
 * plain data of any depth. All else stays, images and `isError` included.
 */
export function redacting(secrets: readonly string[]): ToolHooks {
  const clean = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  return {
    async afterToolCall(_call, { content }) {
      return {
        content: content.map((block) => (block.type === "text" ? { ...block, text: clean(block.text) } : block)),
      };
    },
  };
}
