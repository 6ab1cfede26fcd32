import { describe, expect, it } from "vitest";
import { errorText } from "./errors.ts";

describe("errorText", () => {
  it("is the message of an error", () => {
    expect(errorText(new TypeError("not a date"))).toBe("not a date");
  });

  it("is text even where the message of an error is not", () => {
    expect(errorText(Object.assign(new Error(), { message: 404 }))).toBe("404");
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
    ["an error whose message throws", Object.defineProperty(new Error(), "message", { get: () => JSON.parse("{") })],
    ["something that hides what it is", new Proxy({}, { getPrototypeOf: () => JSON.parse("{") })],
  ])("does not throw for %s", (_, thrown) => {
    expect(errorText(thrown)).toBe("unknown error");
  });
});
