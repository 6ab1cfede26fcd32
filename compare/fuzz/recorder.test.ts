import { expect, it } from "vitest";
import { Mention, Recorder } from "./recorder.ts";

function lines(...told: unknown[]): string[] {
  const recorder = new Recorder(() => 5);
  for (const one of told) recorder.add("told", one);
  return recorder.lines;
}

it("tells the same object from an equal one", () => {
  const [first, second] = [{ a: 1 }, { a: 1 }];
  expect(lines(first, first)).toEqual(["5 ms told #1{a: 1}", "5 ms told #1{a: 1}"]);
  expect(lines(first, second)).toEqual(["5 ms told #1{a: 1}", "5 ms told #2{a: 1}"]);
  expect(lines(first, new Mention(first, "it"), new Mention(second, "other"))).toEqual([
    "5 ms told #1{a: 1}",
    "5 ms told #1it",
    "5 ms told #2other",
  ]);
});

it("tells a field that is undefined from one that is not there, and a text from a number", () => {
  expect(lines({ a: undefined })).not.toEqual(lines({}));
  expect(lines("1")).not.toEqual(lines(1));
  expect(lines(null)).not.toEqual(lines(undefined));
});

it("describes what JSON cannot: signals, functions, errors, and what contains itself", () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const aborted = AbortSignal.abort();
  expect(lines(aborted, () => {}, new TypeError("no"), loop)).toEqual([
    "5 ms told aborted signal",
    "5 ms told #1function",
    '5 ms told TypeError("no")',
    "5 ms told #2{self: #2}",
  ]);
});

it("does not mind the order of fields", () => {
  expect(lines({ b: 1, a: 2 })).toEqual(lines({ a: 2, b: 1 }));
});
