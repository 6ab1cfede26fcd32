import { describe, expect, it } from "vitest";
import { closestExcerpt, firstDifference, isExcerpt } from "./difference.ts";

describe("firstDifference", () => {
  it("is nothing for equal texts", () => {
    expect(firstDifference("a\nb", "a\nb")).toBeUndefined();
  });

  it("shows the first lines that differ, and where", () => {
    expect(firstDifference("a\nb\nc", "a\nx\nc")).toEqual({ line: 1, shown: "    - b\n    + x" });
    expect(firstDifference("a\nc", "a\nb\nc")).toEqual({ line: 1, shown: "    + b" });
    expect(firstDifference("a\nb\nc", "a\nc")).toEqual({ line: 1, shown: "    - b" });
    expect(firstDifference("a", "a\nb")).toEqual({ line: 1, shown: "    + b" });
    expect(firstDifference("", "a")?.line).toBe(0);
  });

  it("cuts a long difference short", () => {
    expect(firstDifference("", "1\n2\n3\n4\n5\n6\n7\n8")?.shown.split("\n").at(-1)).toBe("    ……");
  });
});

describe("isExcerpt", () => {
  it("takes whole lines without a gap", () => {
    expect(isExcerpt("b\nc", "a\nb\nc\nd")).toBe(true);
    expect(isExcerpt("a\nc", "a\nb\nc")).toBe(false);
    expect(isExcerpt("b", "ab")).toBe(false);
  });
});

describe("closestExcerpt", () => {
  it("finds the place that is most like it", () => {
    expect(closestExcerpt("two\nthree", "one\ntwo\nthrees\nfour")).toBe("two\nthrees");
    expect(closestExcerpt("tool_cal: echo", "start\ntool_call: echo\nend")).toBe("tool_call: echo");
  });

  it("does not choose between two different places", () => {
    expect(closestExcerpt("call-3", "call-1\ncall-2")).toBeUndefined();
  });

  it("does not mind two places that read the same", () => {
    expect(closestExcerpt("ccall", "call\nother\ncall")).toBe("call");
  });

  it("finds nothing when nothing is like it, or there are too few lines", () => {
    expect(closestExcerpt("xyz", "abc\ndef")).toBeUndefined();
    expect(closestExcerpt("a\nb", "a")).toBeUndefined();
  });
});
