import { describe, expect, it } from "vitest";
import { errorText } from "./errors.ts";

describe("errorText", () => {
  it("is the message of an error", () => {
    expect(errorText(new TypeError("not a date"))).toBe("not a date");
  });

  it.each([
    ["a string", "offline", "offline"],
    ["a number", 404, "404"],
    ["nothing", undefined, "undefined"],
    ["a symbol", Symbol("gone"), "Symbol(gone)"],
    ["an object that can say itself", { toString: () => "quota used up" }, "quota used up"],
  ])("has words for %s that was thrown", (_, thrown, words) => {
    expect(errorText(thrown)).toBe(words);
  });

  it.each([
    ["an object without a prototype", Object.create(null)],
    ["an object that throws when asked", { toString: () => JSON.parse("{") }],
  ])("does not throw for %s", (_, thrown) => {
    expect(errorText(thrown)).toBe("unknown error");
  });
});
