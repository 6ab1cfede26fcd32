import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { Value } from "typebox/value";
import { coerce, type JsonSchema } from "./coerce.ts";
import type { ToolCall } from "./messages.ts";
import type { Tool } from "./tools.ts";

/** Compiling a schema takes far longer than checking with it. */
const validators = new WeakMap<TSchema, Validator>();

/** The compiled schema. Throws when it does not compile. */
export function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const validator = Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/**
 * The arguments of a call, as its tool wants them: a copy, converted, then checked. The call keeps what the model wrote.
 * Throws a list of what is wrong, for the model to read. Pi: `validateToolArguments` in pi-ai `utils/validation.ts`.
 */
export function validateToolArguments({ parameters }: Tool, { name, arguments: written }: ToolCall): unknown {
  const args: unknown = structuredClone(written);
  Value.Convert(parameters, args);
  const coerced = isOldTypeBox(parameters) ? args : coerce(args, parameters as JsonSchema, validatorOf);

  const validator = validatorOf(parameters);
  if (validator.Check(coerced)) return coerced;
  // As in Pi: a bare value that was converted and is still not valid goes through as it was.
  if (coerced !== args && !(isObject(coerced) && isObject(args))) return args;

  const problems = validator.Errors(coerced).map((error) => `  - ${placeOf(error)}: ${error.message}`);
  const list = problems.join("\n") || "Unknown validation error";
  const received = JSON.stringify(written, null, 2);
  throw new Error(`Validation failed for tool "${name}":\n${list}\n\nReceived arguments:\n${received}`);
}

/** Schemas built with TypeBox before 1.0 mark themselves so; what they convert is TypeBox's affair alone. */
function isOldTypeBox(schema: TSchema): boolean {
  return Object.hasOwn(schema, Symbol.for("TypeBox.Kind"));
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** Where the problem is, as `a.b.0`; a missing property is named itself. */
function placeOf(error: TLocalizedValidationError): string {
  const path = error.instancePath.replace(/^\//, "").replaceAll("/", ".");
  const missing = error.keyword === "required" ? error.params.requiredProperties[0] : undefined;
  return [path, missing].filter(Boolean).join(".") || "root";
}
