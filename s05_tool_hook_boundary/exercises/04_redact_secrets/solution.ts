import type { ToolHooks } from "#s05/hooks.ts";

/** Hooks that let none of `secrets` into a result, nor into the text of an error. The rest of the text stays. */
export function redacting(secrets: readonly string[]): ToolHooks {
  // The longest first: one secret may begin another, and its end would be left. An empty one stands everywhere.
  const ordered = secrets.filter((secret) => secret !== "").toSorted((a, b) => b.length - a.length);
  return {
    afterToolCall: (_call, result) => ordered.reduce((text, secret) => text.replaceAll(secret, "***"), result),
  };
}
