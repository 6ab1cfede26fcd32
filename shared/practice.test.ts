import { describe, expect, it } from "vitest";
import { expectPrediction, expectSame, isSame, type Finding } from "./practice.ts";

function found(act: () => void): Finding | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error as Finding;
  }
}

describe("expectPrediction", () => {
  const happened = ["start 1", "start 2", "end 1"];
  const why = (item: string, index: number) => `because of ${index}: ${item.length}`;
  const predict = (...predicted: string[]) => found(() => expectPrediction(predicted, happened, { why, read: "x.ts" }));

  it("takes what is right, whatever the blanks", () => {
    expect(predict("start 1", "start 2", "end 1")).toBeUndefined();
    expect(predict("  start   1 ", "", "start\t2", "end 1")).toBeUndefined();
    const spaced = () => expectPrediction(["a：b |c、d"], ["a: b | c d"], { why, read: "x.ts" });
    expect(found(spaced)).toBeUndefined();
  });

  it("gives the reason for a wrong item, and does not say the right one", () => {
    const finding = predict("start 1", "end 1");
    expect(finding?.saw).toBe("前 1 项对。第 2 项你写的是「end 1」，和真的运行出来的不一样。");
    expect(finding?.should).toBe("because of 1: 7");
    expect(JSON.stringify(finding)).not.toContain("start 2");
  });

  it("takes the reasons as a list, and names the export that it looks at", () => {
    const act = () => expectPrediction(["start 1", "x"], happened, { why: ["a", "b"], read: "x.ts", list: "now" });
    expect(found(act)).toMatchObject({ saw: expect.stringMatching(/^now：前 1 项对。第 2 项/), should: "b" });
  });

  it("gives no reason before there is a guess", () => {
    for (const finding of [predict("start 1"), predict("start 1", "第二个：？"), predict("start 1", "")]) {
      expect(finding?.saw).toBe("前 1 项对。第 2 项还没有写。");
      expect(finding?.should).not.toContain("because");
    }
    expect(predict()?.saw).toBe("第 1 项还没有写。");
  });

  it("says when there is too much, or no list", () => {
    expect(predict(...happened, "more")?.saw).toContain("后面你还写了「more」");
    expect(predict("start 1", "start 2", "end 1", "x", "y")?.should).toContain("一共 3 项");
    const none = found(() => expectPrediction(undefined as unknown as string[], happened, { why, read: "x.ts" }));
    expect(none?.saw).toContain("undefined");
  });
});

describe("isSame", () => {
  it("looks at every depth, and takes an undefined field for one that is not there", () => {
    expect(isSame({ a: [1, { b: "x" }], c: undefined }, { a: [1, { b: "x" }] })).toBe(true);
    expect(isSame({ a: [1, { b: "y" }] }, { a: [1, { b: "x" }] })).toBe(false);
    expect(isSame({ a: null }, {})).toBe(false);
    expect(isSame(["1"], [1])).toBe(false);
  });

  it("asks for the finding only where they differ", () => {
    expect(found(() => expectSame([1], [1], () => ({ saw: "", should: "", read: "" })))).toBeUndefined();
    const finding = found(() => expectSame([1], [2], (seen) => ({ saw: `${seen}`, should: "2", read: "x.ts" })));
    expect(finding).toMatchObject({ saw: "1", should: "2", read: "x.ts" });
  });
});
