import { describe, expect, it } from "vitest";
import { describeContent, textOf, type AnyBlock, type AnyContent } from "./content.ts";

const blocks: AnyBlock[] = [
  { type: "thinking", thinking: "hm" },
  { type: "text", text: "let me" },
  { type: "text", text: " see" },
  { type: "image", mimeType: "image/png" },
  { type: "toolCall", id: "call-1", name: "echo" },
  { type: "audio" },
];

/** What a broken tool or hook may leave in a message. */
const odd: [string, unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["a number", 7],
  ["an object", { type: "text", text: "a" }],
  ["a list of nothing", [undefined, null]],
  ["a list of words", ["a", 7]],
  ["a block without a type", [{}]],
  ["blocks without what they are for", ["text", "thinking", "image", "toolCall"].map((type) => ({ type }))],
  ["a text that is none", [{ type: "text", text: 7 }]],
];

describe("textOf", () => {
  it("is a string as it is", () => {
    expect(textOf("let me see")).toBe("let me see");
  });

  it("is the texts among blocks, joined as they stand, and nothing of the others", () => {
    expect(textOf(blocks)).toBe("let me see");
    expect(textOf([{ type: "image", text: "no text" }])).toBe("");
    expect(textOf([])).toBe("");
  });

  it.each(odd)("is some string, whatever else it is given: %s", (_, content) => {
    expect(textOf(content as AnyContent)).toEqual(expect.any(String));
  });
});

describe("describeContent", () => {
  it("is a string as it is", () => {
    expect(describeContent("let me see")).toBe("let me see");
  });

  it("is the texts as they are, and a mark for every other block", () => {
    expect(describeContent(blocks)).toBe("<thinking: hm> let me  see <image image/png> <echo call-1> <audio>");
    expect(describeContent([])).toBe("");
  });

  it("never shows the data of an image", () => {
    const image = { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" };
    expect(describeContent([image])).toBe("<image image/png>");
  });

  it.each(odd)("is some string, whatever else it is given: %s", (_, content) => {
    expect(describeContent(content as AnyContent)).toEqual(expect.any(String));
  });
});
