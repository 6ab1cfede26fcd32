import type { TSchema } from "typebox";
import type { AgentTool } from "#s09/tools.ts";
import { validatorOf } from "#s09/validate.ts";

type Fields = { properties?: Record<string, TSchema>; required?: string[] };

/**
 * The same tool, which takes `null` for "not given": a field of its arguments that is `null` is left out when the
 * schema neither requires it nor allows it to be `null`; one that the schema does not mention stays. No field is described
 * by a `$ref`. What the tool prepared before, it still prepares.
 */
export function withoutNulls(tool: AgentTool): AgentTool {
  const { properties = {}, required = [] } = tool.parameters as Fields;
  const meansNothing = (name: string) => {
    const schema = properties[name];
    return schema !== undefined && !required.includes(name) && !validatorOf(schema).Check(null);
  };
  return {
    ...tool,
    prepareArguments(written) {
      const args = tool.prepareArguments ? tool.prepareArguments(written) : written;
      // What is no object at all is for the third gate to refuse.
      if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
      return Object.fromEntries(Object.entries(args).filter(([name, it]) => it !== null || !meansNothing(name)));
    },
  };
}
