import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStreamingJson } from "./salvage.ts";

describe("whole arguments", () => {
  it("are what JSON.parse makes of them", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        for (const json of [JSON.stringify(args), JSON.stringify(args, null, 2)]) {
          expect(parseStreamingJson(json)).toEqual(JSON.parse(json));
        }
      }),
    );
  });

  it("may hold what a model forgot to escape", () => {
    expect(parseStreamingJson('{"text":"one\ntwo\tthree"}')).toEqual({ text: "one\ntwo\tthree" });
    expect(parseStreamingJson(String.raw`{"path":"C:\qux\new"}`)).toEqual({ path: "C:\\qux\new" });
    expect(parseStreamingJson(String.raw`{"text":"a\"b\\"}`)).toEqual({ text: 'a"b\\' });
    expect(parseStreamingJson(String.raw`{"text":"\u4e00\/\q"}`)).toEqual({ text: "一/\\q" });
    expect(parseStreamingJson('{"text":"one\\\ntwo"}')).toEqual({ text: "one\\\ntwo" });
  });

  it("may be both: spread over lines, and holding what a model forgot to escape", () => {
    expect(parseStreamingJson('{\n  "path": "C:\\qux",\n  "text": "one\ntwo"\n}')).toEqual({
      path: "C:\\qux",
      text: "one\ntwo",
    });
  });

  it("may be followed by something else, which is dropped", () => {
    expect(parseStreamingJson('{"a":1}} and so on')).toEqual({ a: 1 });
  });
});

describe("arguments that were cut off", () => {
  it("have the fields that came, each as far as it came", () => {
    expect(parseStreamingJson('{"path":"/da')).toEqual({ path: "/da" });
    expect(parseStreamingJson('{"path":"/data","con')).toEqual({ path: "/data" });
    expect(parseStreamingJson('{"path":"/data","content":')).toEqual({ path: "/data" });
    expect(parseStreamingJson('{"edits":[{"old":"a"},{"ol')).toEqual({ edits: [{ old: "a" }, {}] });
  });

  it("look whole where a number, a word or a string could have ended", () => {
    expect(parseStreamingJson('{"port":80')).toEqual({ port: 80 });
    expect(parseStreamingJson('{"append":t')).toEqual({ append: true });
    expect(parseStreamingJson('{"path":"/data"')).toEqual(parseStreamingJson('{"path":"/data"}'));
  });

  it("lose an escape that was cut in half, and nothing before it", () => {
    expect(parseStreamingJson('{"text":"one\\')).toEqual({ text: "one" });
    expect(parseStreamingJson('{"text":"one\\u00')).toEqual({ text: "one" });
    expect(parseStreamingJson('{"text":"C:\\q')).toEqual({ text: "C:" });
  });

  it("never hold a field that the whole does not have, nor more of a text than the whole has", () => {
    const anyText = fc.string({ unit: "grapheme" });
    const name = anyText.filter((text) => text !== "__proto__");
    fc.assert(
      fc.property(fc.dictionary(name, anyText), fc.nat(), (whole, at) => {
        const json = JSON.stringify(whole);
        const cut = parseStreamingJson(json.slice(0, at % (json.length + 1)));
        for (const [field, text] of Object.entries(cut ?? {})) {
          expect(whole).toHaveProperty([field]);
          expect(whole[field]?.startsWith(String(text))).toBe(true);
        }
      }),
    );
  });

  it("grow: what was there at one piece is there at the next", () => {
    const json = '{"path":"notes.md","content":"一\\n二","append":true}';
    let fields: string[] = [];
    for (let end = 0; end <= json.length; end++) {
      const now = Object.keys(parseStreamingJson(json.slice(0, end)) ?? {});
      expect(now.slice(0, fields.length)).toEqual(fields);
      fields = now;
    }
    expect(fields).toEqual(["path", "content", "append"]);
  });
});

describe("what is no object", () => {
  it.each(["", " \n", "{", '{"', "oops", "nul", "\\"])("is an empty one where nothing can be saved: %j", (json) => {
    expect(parseStreamingJson(json)).toEqual({});
  });

  it("is read by the same rules", () => {
    expect(parseStreamingJson('["one", "tw')).toEqual(["one", "tw"]);
    expect(parseStreamingJson('"one\ntw')).toBe("one\ntw");
  });

  it("stays null when that is what the provider sent", () => {
    expect(parseStreamingJson("null")).toBeNull();
  });
});

describe("hostile text", () => {
  const jsonLike = fc.array(fc.constantFrom(...'{}[]"\\:,u0-e.\n\u0001 '.split(""), "null", "true", "NaN", '"a":"'));

  it("never makes it throw", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          jsonLike.map((words) => words.join("")),
          fc.string(),
        ),
        (text) => {
          expect(parseStreamingJson(text)).not.toBeUndefined();
        },
      ),
    );
  });

  it("of a depth that no reader can follow does not make it throw either", () => {
    expect(typeof parseStreamingJson('{"a":'.repeat(20_000))).toBe("object");
  });

  it("reaches no prototype but its own", () => {
    parseStreamingJson('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
