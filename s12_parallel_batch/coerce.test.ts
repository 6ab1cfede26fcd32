import { describe, expect, it } from "vitest";
import { coerce, type JsonSchema } from "./coerce.ts";
import { validatorOf } from "./validate.ts";

const coerced = (value: unknown, schema: object) => coerce(value, schema as JsonSchema, validatorOf);
const [integer, number, boolean, text, nothing] = ["integer", "number", "boolean", "string", "null"].map((type) => ({
  type,
})) as [object, object, object, object, object];

describe("one type", () => {
  it.each([
    [number, ["3", " 12.5 ", "1e3", "0x10", null, true, false], [3, 12.5, 1000, 16, 0, 1, 0]],
    [integer, ["3", "3.0", "1e21", null, true], [3, 3, 1e21, 0, 1]],
    [boolean, ["true", "false", 1, 0, null], [true, false, true, false, false]],
    [text, [42, 4.5, true, null], ["42", "4.5", "true", ""]],
    [nothing, ["", 0, false], [null, null, null]],
  ])("%j: what another spelling makes fit", (schema, written, got) => {
    expect(written.map((value) => coerced(value, schema))).toEqual(got);
  });

  it.each([
    [number, ["", " ", "abc", "Infinity", "NaN", [3], {}]],
    [integer, ["3.7", 3.7, ""]],
    [boolean, ["TRUE", "1", "yes", "", 2, []]],
    [text, [[], {}, ["a"], undefined]],
    [nothing, ["null", 1, true, []]],
    [{ type: "array" }, ["a", null, {}]],
    [{ type: "object" }, ["a", null, []]],
    [{}, ["3", null]],
    [{ type: "date" }, ["3", null]],
  ])("%j: the rest is left as it is", (schema, written) => {
    for (const value of written) expect(coerced(value, schema)).toBe(value);
  });
});

describe("several types", () => {
  it("leave alone what is of one of them, and else take the first that makes a difference", () => {
    const either = { type: ["integer", "null"] };
    expect([null, 3, "3", "", false].map((value) => coerced(value, either))).toEqual([null, 3, 3, null, 0]);
    expect(coerced(true, { type: ["null", "string"] })).toBe("true");
    expect(coerced("3", { type: ["string", "integer"] })).toBe("3");
    expect(coerced(3.7, { type: ["integer", "string"] })).toBe("3.7");
    expect(coerced(["1"], { type: ["object", "array"], additionalProperties: integer })).toEqual(["1"]);
  });

  it("ignore what is no name of a type", () => {
    expect(coerced("3", { type: [7, "integer"] })).toBe(3);
  });
});

describe("inside", () => {
  it("objects and lists are converted in place", () => {
    const value = { days: ["1", 2], more: "3" };
    const schema = { type: "object", properties: { days: { type: "array", items: integer } } };
    expect(coerced(value, schema)).toBe(value);
    expect(value).toEqual({ days: [1, 2], more: "3" });
  });

  it("fields that nobody named follow additionalProperties, when that is a schema", () => {
    const schema = { type: "object", properties: { a: text }, additionalProperties: integer };
    expect(coerced({ a: 1, b: "2", toString: "3" }, schema)).toEqual({ a: "1", b: 2, toString: 3 });
    for (const additionalProperties of [true, false, null, undefined]) {
      expect(coerced({ b: "2" }, { type: "object", additionalProperties })).toEqual({ b: "2" });
    }
  });

  it("a list may have a schema for each place; what is beyond them stays", () => {
    expect(coerced(["1", 2, "3"], { type: "array", items: [integer, text] })).toEqual([1, "2", "3"]);
    expect(coerced(["1"], { type: "array" })).toEqual(["1"]);
    expect(coerced(["1"], { type: "array", items: [null] })).toEqual(["1"]);
  });

  it("nothing is converted unless the type says what it is inside of", () => {
    expect(coerced({ a: "1" }, { properties: { a: integer } })).toEqual({ a: "1" });
    expect(coerced(["1"], { items: integer })).toEqual(["1"]);
  });

  it("what is not there is not made", () => {
    expect(coerced({}, { type: "object", properties: { a: integer } })).toEqual({});
  });
});

describe("combinations", () => {
  it("allOf converts by each in turn", () => {
    expect(coerced("4", { allOf: [integer, text] })).toBe("4");
    expect(coerced("4", { allOf: [text, integer] })).toBe(4);
    expect(coerced(null, { allOf: [boolean, text] })).toBe("false");
  });

  it.each(["anyOf", "oneOf"])("%s takes the first that fits once converted, though a later one fits as it is", (of) => {
    expect(coerced("true", { [of]: [integer, boolean] })).toBe(true);
    expect(coerced(null, { [of]: [text, nothing] })).toBe("");
    expect(coerced(3, { [of]: [text, integer] })).toBe("3");
    expect(coerced("x", { [of]: [integer, boolean] })).toBe("x");
  });

  it("anyOf goes before oneOf, which is given what that has made", () => {
    expect(coerced(1, { anyOf: [boolean], oneOf: [text] })).toBe("true");
  });

  it("a choice that does not fit leaves no trace", () => {
    const strict = { type: "object", properties: { a: integer, b: integer } };
    const loose = { type: "object", required: ["a"] };
    const value = { a: "1", b: "x" };
    expect(coerced(value, { anyOf: [strict, loose] })).toEqual({ a: "1", b: "x" });
    expect(value).toEqual({ a: "1", b: "x" });
  });

  it("a choice that does not compile fits nothing", () => {
    const broken = { type: "string", pattern: "(" };
    expect(coerced("3", { anyOf: [broken, integer] })).toBe(3);
  });

  it("what is no list of choices says nothing", () => {
    expect(coerced("3", { anyOf: integer, oneOf: null, allOf: integer })).toBe("3");
  });
});
