import type { ToolHooks } from "#s09/hooks.ts";
import { validateToolArguments } from "#s09/validate.ts";

/**
 * Hooks that lay `settings` over the valid arguments of each call to the tool `name`, and take what comes of it through
 * the third gate once more: the tool gets it converted, and one that is not valid refuses the call. What the model
 * wrote stays as it is, and so do calls to other tools.
 */
export function laidOver(name: string, settings: Record<string, unknown>): ToolHooks {
  return {
    async beforeToolCall({ toolCall, args, context }) {
      const tool = context.tools?.find((one) => one.name === toolCall.name);
      if (!tool || tool.name !== name) return undefined;
      // `args`, not the words of the model: those may have the old shape.
      const changed = { ...toolCall, arguments: { ...(args as object), ...settings } };
      // Throwing refuses the call. What is valid is a copy, and the tool gets `args`.
      Object.assign(args as object, validateToolArguments(tool, changed));
      return undefined;
    },
  };
}
