import { describe, expect, it } from "vitest";
import { sourceText } from "./source.ts";

const CODE = `import { b } from "./b.ts";

/** Documented. */
export function first(): number {
  return b;
}

type Shape = {
  /** How wide. */
  width: number;
  grow(by: number): void;
};

export class Box {
  #size = 1;

  /** Read. */
  get size(): number {
    return this.#size;
  }

  set size(size: number) {
    this.#size = size;
  }
}

const table = {
  run() {
    return 1;
  },
};
`;

const text = (...names: string[]) => sourceText("a.ts", CODE, names);

describe("sourceText", () => {
  it("is the declaration from its first keyword to its end, without the comment above", () => {
    expect(text("first")).toBe("export function first(): number {\n  return b;\n}");
  });

  it("is several declarations in the order in which they are named", () => {
    expect(text("table", "first")).toBe(
      "const table = {\n  run() {\n    return 1;\n  },\n};\n\nexport function first(): number {\n  return b;\n}",
    );
  });

  it("is the whole file when nothing is named", () => {
    expect(text()).toBe(CODE.trimEnd());
  });

  it("is a member, at the left edge", () => {
    expect(text("Box.#size")).toBe("#size = 1;");
    expect(text("Shape.width")).toBe("width: number;");
    expect(text("table.run")).toBe("run() {\n  return 1;\n}");
  });

  it("keeps a getter and a setter together", () => {
    expect(text("Box.size")).toBe(
      "get size(): number {\n  return this.#size;\n}\n\nset size(size: number) {\n  this.#size = size;\n}",
    );
  });

  it("reads a file with Windows line endings as any other", () => {
    expect(sourceText("a.ts", CODE.replaceAll("\n", "\r\n"), ["first"])).toBe(text("first"));
  });

  it("says what there is when a name is unknown", () => {
    expect(() => text("second")).toThrow("a.ts 里没有 second。有：first、Shape、Box、table");
    expect(() => text("Box.colour")).toThrow("Box 没有 colour 这个成员。有：#size、size");
    expect(() => text("first.x")).toThrow("first 没有 x 这个成员。有：（什么也没有）");
    expect(() => text("")).toThrow("空名字");
  });

  it("throws when the source does not parse", () => {
    expect(() => sourceText("a.ts", "export const = 1;", ["a"])).toThrow(SyntaxError);
  });
});
