import type { TSchema } from "typebox";

/** The keywords of JSON Schema that say something about conversion. */
export type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema | JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

type ValidatorOf = (schema: TSchema) => { Check(value: unknown): boolean };

/**
 * Makes a value fit a schema where that only takes another spelling: "3" for 3, 1 for true, null for whatever is empty.
 * Objects and lists are changed in place; what cannot be converted stays for the validation to find.
 *
 * Pi: `coerceWithJsonSchema` in pi-ai `utils/validation.ts`.
 */
export function coerce(value: unknown, schema: JsonSchema, validatorOf: ValidatorOf): unknown {
  const { allOf, anyOf, oneOf } = schema;
  let made = value;
  for (const part of Array.isArray(allOf) ? allOf : []) made = coerce(made, part, validatorOf);
  for (const choices of [anyOf, oneOf]) {
    if (Array.isArray(choices)) made = coerceToFirstFit(made, choices, validatorOf);
  }

  const types = typesOf(schema);
  // A value that is of one of the types already needs no other.
  if (!types.some((type) => isOfType(made, type))) made = coerceToFirstType(made, types);
  if (types.includes("object") && isOfType(made, "object")) {
    coerceProperties(made as Record<string, unknown>, schema, validatorOf);
  }
  if (types.includes("array") && Array.isArray(made)) coerceItems(made, schema, validatorOf);
  return made;
}

function typesOf({ type }: JsonSchema): string[] {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((one) => typeof one === "string") : [];
}

/** The first choice that a converted copy satisfies; the value itself when none does. */
function coerceToFirstFit(value: unknown, choices: JsonSchema[], validatorOf: ValidatorOf): unknown {
  for (const choice of choices) {
    const made = coerce(structuredClone(value), choice, validatorOf);
    if (satisfies(made, choice, validatorOf)) return made;
  }
  return value;
}

function satisfies(value: unknown, schema: JsonSchema, validatorOf: ValidatorOf): boolean {
  try {
    return validatorOf(schema as TSchema).Check(value);
  } catch {
    // A part of a schema need not be one that compiles.
    return false;
  }
}

function coerceToFirstType(value: unknown, types: string[]): unknown {
  for (const type of types) {
    const made = coercePrimitive(value, type);
    if (made !== value) return made;
  }
  return value;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return ["number", "boolean", "string"].includes(type) && typeof value === type;
}

function coercePrimitive(value: unknown, type: string): unknown {
  switch (type) {
    case "number":
    case "integer":
      return toNumber(value, type === "integer" ? Number.isInteger : Number.isFinite);
    case "boolean":
      if (value === null || value === "false" || value === 0) return false;
      return value === "true" || value === 1 ? true : value;
    case "string":
      if (value === null) return "";
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    case "null":
      return value === "" || value === 0 || value === false ? null : value;
    default:
      return value;
  }
}

function toNumber(value: unknown, fits: (number: number) => boolean): unknown {
  if (value === null) return 0;
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string" || value.trim() === "") return value;
  return fits(Number(value)) ? Number(value) : value;
}

function coerceProperties(object: Record<string, unknown>, schema: JsonSchema, validatorOf: ValidatorOf): void {
  const { properties = {}, additionalProperties: rest } = schema;
  for (const [name, property] of Object.entries(properties)) {
    if (name in object) object[name] = coerce(object[name], property, validatorOf);
  }
  if (typeof rest !== "object" || rest === null) return;
  for (const [name, value] of Object.entries(object)) {
    if (!Object.hasOwn(properties, name)) object[name] = coerce(value, rest, validatorOf);
  }
}

function coerceItems(list: unknown[], { items }: JsonSchema, validatorOf: ValidatorOf): void {
  list.forEach((value, index) => {
    const item = Array.isArray(items) ? items[index] : items;
    if (typeof item === "object" && item !== null) list[index] = coerce(value, item, validatorOf);
  });
}
