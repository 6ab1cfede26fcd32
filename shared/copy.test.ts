import { describe, expect, it } from "vitest";
import { copyOf } from "./copy.ts";

describe("copyOf", () => {
  it("copies data to its depths", () => {
    const data = { list: [{ text: "a" }], nothing: null, missing: undefined, number: 7 };
    const copied = copyOf(data);
    expect(copied).toStrictEqual(data);
    (data.list[0] as { text: string }).text = "changed";
    data.list.push({ text: "b" });
    expect(copied.list).toEqual([{ text: "a" }]);
  });

  it("keeps functions, which structuredClone would refuse", () => {
    const execute = () => "done";
    const copied = copyOf({ tools: [{ name: "echo", execute }] });
    expect(copied.tools[0]?.execute).toBe(execute);
  });

  it("copies what has more to it than fields, and keeps what nobody can copy", () => {
    const { signal } = new AbortController();
    const data = { at: new Date(0), seen: new Map([["a", { text: "b" }]]), signal };
    const copied = copyOf(data);
    expect(copied).toEqual(data);
    expect(copied.seen.get("a")).not.toBe(data.seen.get("a"));
    expect(copied.signal).toBe(signal);
  });

  it("copies data that contains itself, once for every part", () => {
    const part = { text: "a" };
    const data: Record<string, unknown> = { first: part, second: part };
    data["self"] = data;
    const copied = copyOf(data);
    expect(copied["self"]).toBe(copied);
    expect(copied["first"]).toBe(copied["second"]);
    expect(copied["first"]).not.toBe(part);
  });

  it("copies a field of any name, and a list with gaps", () => {
    const odd: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    expect(Object.entries(copyOf(odd) as object)).toEqual([
      ["__proto__", { a: 1 }],
      ["constructor", 2],
    ]);
    // oxlint-disable-next-line no-sparse-arrays
    expect(copyOf([1, , 3])).toStrictEqual([1, , 3]);
  });
});
