import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, findRule, oneOf, type Rule } from "./rules.ts";

const rule = (more: Partial<Rule>): Rule => ({ name: "a rule", tool: "read", access: "read", args: {}, ...more });
const text = rule({ args: { path: anyText } });

describe("findRule", () => {
  it("gives the first rule that a call fits", () => {
    const rules = [rule({ tool: "write", args: { path: anyText } }), rule({ args: { path: oneOf("a") } }), text, text];
    expect(findRule(rules, "read", { path: "a" }).rule).toBe(rules[1]);
    expect(findRule(rules, "read", { path: "b" }).rule).toBe(rules[2]);
  });

  it("refuses a tool that no rule covers, in another spelling, too", () => {
    for (const tool of ["write", "Read", "read ", "", "__proto__"]) {
      expect(findRule([text], tool, { path: "a" })).toEqual({ refusal: `No rule covers the tool "${tool}"` });
    }
    expect(findRule([], "read", {}).rule).toBeUndefined();
  });

  it.each([
    ["more than the rule knows", { path: "a", as: "root" }, `No rule of "read" covers the argument "as"`],
    ["more, under a name that every object has", JSON.parse('{"path":"a","__proto__":1}'), `the argument "__proto__"`],
    ["more, hidden", Object.defineProperty({ path: "a" }, "as", { value: 1 }), `the argument "as"`],
    ["more, without a name", { path: "a", [Symbol("as")]: 1 }, `the argument "Symbol(as)"`],
    ["less", {}, `Argument "path" of "read": must be text`],
    ["what is inherited only", Object.create({ path: "a" }), `Argument "path" of "read": must be text`],
    ["no object", "a", `The arguments of "read" are not an object`],
    ["a list", [], `The arguments of "read" are not an object`],
    ["nothing", null, `The arguments of "read" are not an object`],
  ])("refuses a call that says %s", (_, args, refusal) => {
    expect(findRule([text], "read", args).refusal).toContain(refusal);
  });

  it("says what each rule has against the call, the same thing once", () => {
    const rules = [
      rule({ args: { path: oneOf("a") } }),
      rule({ args: { path: oneOf("b") } }),
      rule({ args: { path: oneOf("a") } }),
    ];
    expect(findRule(rules, "read", { path: "c" }).refusal).toBe(
      `Argument "path" of "read": must be one of ["a"]; Argument "path" of "read": must be one of ["b"]`,
    );
  });

  it("takes anything but undefined for a refusal, as from a rule that no type checker saw", () => {
    for (const answer of [true, false, null, "", 0, Promise.resolve(undefined)]) {
      const loose = rule({ args: { path: () => answer as never } });
      expect(findRule([loose], "read", { path: "a" }).rule).toBeUndefined();
    }
  });

  it("throws when a rule does", () => {
    const broken = rule({
      args: {
        path() {
          throw new Error("broken");
        },
      },
    });
    expect(() => findRule([text, broken], "read", { path: "a" })).toThrow("broken");
  });

  it("permits exactly what a rule says, of all that a model may write", () => {
    const anyName = fc.oneof(fc.constantFrom("path", "as", "__proto__", "constructor"), fc.string());
    const anyArguments = fc.oneof(fc.dictionary(anyName, fc.jsonValue({ maxDepth: 1 })), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(fc.constant("read"), fc.string()), anyArguments, (tool, args) => {
        const fits =
          tool === "read" &&
          JSON.stringify(Object.keys(Object(args))) === '["path"]' &&
          typeof Object(args).path === "string";
        expect(findRule([text], tool, args).rule).toBe(fits ? text : undefined);
      }),
    );
  });
});

describe("argument rules", () => {
  it("anyText takes every text and nothing else", () => {
    expect(anyText("")).toBeUndefined();
    for (const value of [undefined, null, 1, ["a"], {}]) expect(anyText(value)).toBe("must be text");
  });

  it("oneOf takes a value as it stands, and no text that begins with it", () => {
    const judge = oneOf("npm test", 3);
    expect(judge("npm test")).toBeUndefined();
    expect(judge(3)).toBeUndefined();
    for (const value of ["npm test; rm -rf .", "npm test\n", " npm test", "NPM TEST", "3", ["npm test"], undefined]) {
      expect(judge(value)).toBe(`must be one of ["npm test",3]`);
    }
  });
});
