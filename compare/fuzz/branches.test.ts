import { expect, it } from "vitest";
import { branchesOf } from "./branches.ts";

const whats = (text: string) => branchesOf("a.js", text).map(({ what }) => what);

it("names both ways of a choice, also the one without code", () => {
  expect(whats("if (a) b(); else c();")).toEqual(["if", "else"]);
  expect(whats("if (a) b();")).toEqual(["if", "no else"]);
  expect(whats("a ? b : c;")).toEqual(["?", ":"]);
  expect(whats("a ?? b;")).toEqual(["right of ??", "left of ?? alone"]);
});

it("names each case that has code of its own, and what is caught", () => {
  expect(whats("switch (a) { case 1: case 2: b(); break; default: c(); }")).toEqual(["case", "case"]);
  expect(whats("try { a(); } catch { b(); }")).toEqual(["catch"]);
});
