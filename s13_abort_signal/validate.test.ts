import { Type, type TSchema } from "typebox";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolCall } from "./messages.ts";
import { validateToolArguments, validatorOf } from "./validate.ts";

/** Validates what a model wrote for a tool of these parameters. */
function validate(parameters: TSchema, written: unknown) {
  const call = { type: "toolCall", id: "1", name: "edit", arguments: written } as ToolCall;
  return validateToolArguments({ name: "registered", description: "", parameters }, call);
}

/** As a tool that another program describes has it. */
const plain = (it: object): TSchema => ({ type: "object", properties: { it }, required: ["it"] });
const built = (it: TSchema) => Type.Object({ it });

describe("the arguments", () => {
  it("are a copy, converted; the call keeps what the model wrote, all the way down", () => {
    const written = { it: [{ day: "3" }, { day: 4 }] };
    const args = validate(built(Type.Array(Type.Object({ day: Type.Integer() }))), written);
    expect(args).toEqual({ it: [{ day: 3 }, { day: 4 }] });
    expect(written).toEqual({ it: [{ day: "3" }, { day: 4 }] });
    (args as { it: unknown[] }).it.pop();
    expect(written.it).toHaveLength(2);
  });

  it("keep what the schema does not mention", () => {
    expect(validate(built(Type.Integer()), { it: "3", more: "3" })).toEqual({ it: 3, more: "3" });
  });

  it("are not filled up: no default, no missing field", () => {
    const schema = Type.Object({ it: Type.Optional(Type.Integer({ default: 3 })) });
    expect(validate(schema, {})).toEqual({});
  });
});

describe("the problems", () => {
  const Edits = Type.Object({
    path: Type.String({ minLength: 1 }),
    edits: Type.Array(Type.Object({ oldText: Type.String(), newText: Type.String() })),
  });
  const problemsOf = (parameters: TSchema, written: unknown): string => {
    try {
      return `valid: ${JSON.stringify(validate(parameters, written))}`;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("are all told, each with its place, and with what was written before any conversion", () => {
    const written = { edits: [{ oldText: 5 }, { oldText: "a", newText: ["b"] }] };
    expect(problemsOf(Edits, written)).toBe(`Validation failed for tool "edit":
  - path: must have required properties path
  - edits.0.newText: must have required properties newText
  - edits.1.newText: must be string

Received arguments:
${JSON.stringify(written, null, 2)}`);
  });

  it.each<[string, TSchema, unknown, string]>([
    ["no object at all", Edits, "rm", "root: must be object"],
    ["null", Edits, null, "root: must be object"],
    ["a list", Edits, [], "root: must be object"],
    ["the first field of two that are missing", Edits, {}, "path: must have required properties path, edits"],
    ["a field too many", Type.Object({}, { additionalProperties: false }), { a: 1 }, "root: must not have additional"],
    ["a text too short", Edits, { path: "", edits: [] }, "path: must not have fewer than 1 characters"],
    ["two choices, neither fits", built(Type.Union([Type.Integer(), Type.Null()])), { it: "x" }, "it: must be integer"],
  ])("name the place of %s", (_, parameters, written, problem) => {
    expect(problemsOf(parameters, written)).toContain(`  - ${problem}`);
  });

  it("of a schema that does not compile, and of arguments that are no data, are thrown too", () => {
    expect(() => validate(plain({ type: "string", pattern: "(" }), { it: "a" })).toThrow("regular expression");
    expect(() => validate(built(Type.String()), { it: () => "a" })).toThrow();
  });
});

describe("conversion", () => {
  it.each<[string, TSchema, object, unknown, unknown, unknown]>([
    ["a number as text", Type.Number(), { type: "number" }, "3.7", 3.7, 3.7],
    ["null for a number", Type.Number(), { type: "number" }, null, 0, 0],
    ["a number for a text", Type.String(), { type: "string" }, 42, "42", "42"],
    // Where the two part, TypeBox converts what is built with it first, and goes further.
    ["null for a text", Type.String(), { type: "string" }, null, "null", ""],
    ["null that is allowed", Type.Union([Type.String(), Type.Null()]), { type: ["string", "null"] }, null, "", null],
    ["a fraction for an integer", Type.Integer(), { type: "integer" }, 3.7, 3, undefined],
    ["nothing for a number", Type.Number(), { type: "number" }, "", 0, undefined],
    ["a one as text for a boolean", Type.Boolean(), { type: "boolean" }, "1", true, undefined],
    ["a lone item", Type.Array(Type.String()), { type: "array", items: { type: "string" } }, "a", ["a"], undefined],
  ])("%s: built with TypeBox, and in plain JSON Schema", (_, type, schema, written, fromBuilt, fromPlain) => {
    expect(validate(built(type), { it: written })).toEqual({ it: fromBuilt });
    if (fromPlain === undefined) expect(() => validate(plain(schema), { it: written })).toThrow("Validation failed");
    else expect(validate(plain(schema), { it: written })).toEqual({ it: fromPlain });
  });

  // As in Pi. Arguments are objects by their type; a broken provider may hand over anything.
  it("of a bare value that is still not valid gives up, and lets it through as it was", () => {
    const atLeast5 = Type.Integer({ minimum: 5 });
    expect(validate(atLeast5, "7")).toBe(7);
    expect(validate(atLeast5, "3")).toBe("3");
    expect(() => validate(atLeast5, 3)).toThrow("root: must be >= 5");
  });

  it("of an object as a whole lets nothing through that is still not valid", () => {
    const choice = { type: "object", properties: { a: { type: "integer" } } };
    const parameters: TSchema = { type: "object", required: ["b"], anyOf: [choice] };
    expect(() => validate(parameters, { a: "1" })).toThrow("b: must have required properties b");
  });

  it("is done once and for all: what came out goes in unchanged", () => {
    const anyIt = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("3", "3.7", "true", "", null, 1, "null"));
    const types = [Type.Integer(), Type.String(), Type.Boolean(), Type.Array(Type.Integer()), Type.Null()];
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.boolean(), anyIt, (type, isBuilt, it) => {
        const parameters = isBuilt ? built(type) : plain(JSON.parse(JSON.stringify(type)) as object);
        let once: unknown;
        try {
          once = validate(parameters, { it });
        } catch {
          return;
        }
        expect(validate(parameters, once)).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });
});

it("a schema that an old TypeBox marked is not converted a second time, as in Pi", () => {
  const parameters = plain({ type: "number" });
  expect(validate(parameters, { it: true })).toEqual({ it: 1 });
  const marked = Object.defineProperty(plain({ type: "number" }), Symbol.for("TypeBox.Kind"), { value: "Object" });
  expect(() => validate(marked, { it: true })).toThrow("it: must be number");
});

it("a schema is compiled once", () => {
  const parameters = built(Type.String());
  expect(validatorOf(parameters)).toBe(validatorOf(parameters));
  expect(validatorOf(built(Type.String()))).not.toBe(validatorOf(parameters));
});
