import * as fc from "fast-check";
import type { SchemaPlan } from "./plan.ts";
import { TYPEBOX_SCHEMAS } from "./schemas.ts";

const TYPES = ["string", "number", "integer", "boolean", "null", "object", "array"] as const;

/** Values that a model may write, right, wrong, or right but for their spelling. */
const VALUES = [
  "x",
  "y",
  "",
  " ",
  "1",
  "1.5",
  "-2",
  "true",
  "false",
  "null",
  0,
  1,
  2.5,
  -1,
  true,
  false,
  null,
] as const;

/** Arguments of a call. */
export const argumentsArbitrary: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.constantFrom("a", "b", "c"),
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { weight: 6, arbitrary: fc.constantFrom<unknown>(...VALUES) },
      { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
      { weight: 1, arbitrary: fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { maxKeys: 2 }) },
    ),
  })).value,
  { maxKeys: 3 },
);

const part = fc.letrec<{ schema: object }>((tie) => {
  const typed = fc.oneof(
    fc.constantFrom(...TYPES).map((type) => ({ type })),
    fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 }).map((type) => ({ type })),
  );
  const some = fc.array(tie("schema"), { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { weight: 6, arbitrary: typed },
      { weight: 1, arbitrary: some.map((anyOf) => ({ anyOf })) },
      { weight: 1, arbitrary: some.map((oneOf) => ({ oneOf })) },
      { weight: 1, arbitrary: some.map((allOf) => ({ allOf })) },
      { weight: 1, arbitrary: tie("schema").map((items) => ({ type: "array", items })) },
      { weight: 1, arbitrary: some.map((items) => ({ type: "array", items })) },
      { weight: 1, arbitrary: tie("schema").map((b) => ({ type: "object", properties: { b }, required: ["b"] })) },
      { weight: 1, arbitrary: tie("schema").map((rest) => ({ type: "object", additionalProperties: rest })) },
    ),
  };
}).schema;

const generated = fc
  .record(
    {
      type: fc.constantFrom<unknown>("object", "object", "object", ["object", "null"], "string", "array"),
      properties: fc.dictionary(fc.constantFrom("a", "b"), part, { maxKeys: 2 }),
      required: fc.constantFrom(["a"], ["b", "a"]),
      additionalProperties: fc.oneof(fc.boolean(), part),
      anyOf: fc.array(part, { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: [] },
  )
  .map((json) => ({ json }));

/** Schemas that come up again and again, as in an app. */
const USUAL: SchemaPlan[] = [
  { json: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
  { json: { type: "object", properties: { a: { type: "integer" }, b: { type: "boolean" } } } },
  {
    json: {
      type: "object",
      properties: { a: { type: ["number", "null"] }, b: { type: "array", items: { type: "number" } } },
    },
  },
  { json: { type: "object", properties: { a: { anyOf: [{ type: "integer" }, { type: "null" }] } } } },
  { json: { type: "object", properties: { a: { oneOf: [{ type: "boolean" }, { type: "string" }] } } } },
  {
    json: {
      type: "object",
      properties: { a: { allOf: [{ type: "number" }] } },
      additionalProperties: { type: "string" },
    },
  },
  {
    json: {
      type: "object",
      properties: { b: { type: "object", properties: { a: { type: "number" } }, required: ["a"] } },
    },
  },
  { json: { type: "object", properties: { a: { type: "null" } }, additionalProperties: false } },
  { json: { type: "array", items: [{ type: "number" }, { type: "string" }] } },
  { json: { anyOf: [{ type: "string" }, { type: "object", properties: { a: { type: "number" } } }] } },
  { json: { type: "string" } },
  ...Object.keys(TYPEBOX_SCHEMAS).map((typebox) => ({ typebox })),
];

/** What a tool asks for that is about arguments. */
export const particularSchemaArbitrary: fc.Arbitrary<SchemaPlan> = fc.oneof(fc.constantFrom(...USUAL), generated);

/** What a tool asks for: mostly any object, so that most calls run. */
export const schemaArbitrary: fc.Arbitrary<SchemaPlan> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<SchemaPlan>({ json: { type: "object" } }) },
  { weight: 4, arbitrary: fc.constantFrom(...USUAL) },
  { weight: 1, arbitrary: generated },
);
