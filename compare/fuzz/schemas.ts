import { Type } from "typebox";
import type { SchemaPlan } from "./plan.ts";

/** Schemas as an app builds them with TypeBox. */
export const TYPEBOX_SCHEMAS: Record<string, ReturnType<typeof Type.Object>> = {
  text: Type.Object({ a: Type.String(), b: Type.Optional(Type.Integer()) }),
  numbers: Type.Object({ a: Type.Number({ minimum: 0 }), b: Type.Optional(Type.Array(Type.Number())) }),
  choices: Type.Object({
    a: Type.Union([Type.Literal("x"), Type.Literal("y"), Type.Number()]),
    b: Type.Optional(Type.Boolean()),
  }),
  closed: Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false }),
  nested: Type.Object({ a: Type.Object({ b: Type.Integer() }), c: Type.Optional(Type.Null()) }),
};

/** One object for equal schemas: both sides keep what they compiled by identity, and compiling takes long. */
const plain = new Map<string, object>();

/** The schema of a tool. */
export function schemaOf(plan: SchemaPlan): object {
  if ("typebox" in plan) return TYPEBOX_SCHEMAS[plan.typebox] ?? {};
  const key = JSON.stringify(plan.json);
  const known = plain.get(key);
  if (known) return known;
  plain.set(key, plan.json);
  return plan.json;
}
