import type { ToolHooks } from "#s09/hooks.ts";

/**
 * Hooks that lay `settings` over the valid arguments of each call to the tool `name`, and take what comes of it through
 * the third gate once more: the tool gets it converted, and one that is not valid refuses the call. What the model
 * wrote stays as it is, and so do calls to other tools.
 */
export function laidOver(name: string, settings: Record<string, unknown>): ToolHooks {
  return {
    async beforeToolCall({ toolCall, args }) {
      if (toolCall.name === name) Object.assign(args as object, settings);
      return undefined;
    },
  };
}
