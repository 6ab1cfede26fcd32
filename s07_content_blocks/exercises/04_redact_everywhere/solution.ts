import type { ToolHooks } from "#s07/hooks.ts";

/**
 * Hooks that let none of `secrets` into a result: not into a text, and not into a text anywhere in `details`, which is
 * plain data of any depth; a key of an object is a text too. All else stays, images and `isError` included.
 */
export function redacting(secrets: readonly string[]): ToolHooks {
  // As in s05/04: the longest first, and no empty one.
  const ordered = secrets.filter((secret) => secret !== "").toSorted((a, b) => b.length - a.length);
  const clean = (text: string) => ordered.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  const cleanAll = (value: unknown): unknown => {
    if (typeof value === "string") return clean(value);
    if (Array.isArray(value)) return value.map(cleanAll);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [clean(key), cleanAll(one)]));
  };
  return {
    async afterToolCall(_call, { content, details }) {
      const shown = content.map((block) => (block.type === "text" ? { ...block, text: clean(block.text) } : block));
      return { content: shown, details: cleanAll(details) };
    },
  };
}
