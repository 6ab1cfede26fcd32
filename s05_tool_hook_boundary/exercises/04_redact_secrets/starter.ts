import type { ToolHooks } from "#s05/hooks.ts";

/** Hooks that let none of `secrets` into a result, nor into the text of an error. The rest of the text stays. */
export function redacting(secrets: readonly string[]): ToolHooks {
  return {
    afterToolCall(_call, result) {
      void secrets;
      return result;
    },
  };
}
