import { describe, expect, it } from "vitest";
import { declarationsOf } from "./declarations.ts";

const names = (code: string) =>
  declarationsOf("a.ts", code).map(({ name, exported }) => (exported ? `+${name}` : name));

describe("declarationsOf", () => {
  it("lists each kind of declaration in order, and whether it is exported", () => {
    const code = `import { x } from "./x.ts";
      export const a = 1, b = 2;
      let c = x;
      export async function d() {}
      class E {}
      export type F = string;
      interface G {}
      enum H {}
      namespace I {}
      declare function j(): void;
      a.toString();`;
    expect(names(code)).toEqual(["+a", "+b", "c", "+d", "E", "+F", "G", "H", "I", "j"]);
  });

  it("takes an export list for what it lists", () => {
    expect(names("const a = 1;\ntype B = 1;\nexport { a as c };\nexport type { B };")).toEqual(["+a", "+B"]);
  });

  it("counts a re-export under the name it gives", () => {
    expect(names('export { a as b } from "./a.ts";\nexport * from "./c.ts";')).toEqual(["+b", '+* from "./c.ts"']);
    expect(names("export default class Named {}")).toEqual(["+default"]);
  });

  it("keeps overloads, and a type and a value of one name, as one declaration", () => {
    const overloads = "export function f(a: string): void;\nexport function f(a: unknown) {}";
    expect(declarationsOf("a.ts", overloads)).toEqual([
      { name: "f", exported: true, text: overloads, documented: overloads },
    ]);
    expect(names("type A = 1;\nexport const A = 1;")).toEqual(["+A"]);
  });

  it("tells the text from the comment above it", () => {
    const [declaration] = declarationsOf("a.ts", "/** Says 你好 😀. */\n// why\nexport const a = '😀'; // trailing\n");
    expect(declaration?.text).toBe("export const a = '😀';");
    expect(declaration?.documented).toBe("/** Says 你好 😀. */\n// why\nexport const a = '😀';");
  });

  it("leaves out a comment that a blank line cuts off, or that ends another line", () => {
    const [a, b] = declarationsOf("a.ts", "/** The file. */\n\nconst a = 1; // of a\nconst b = 2;\n");
    expect(a?.documented).toBe("const a = 1;");
    expect(b?.documented).toBe("const b = 2;");
  });

  it("throws when the code does not parse, naming the file", () => {
    expect(() => declarationsOf("a.ts", "const = 1")).toThrow(/^a\.ts: /);
  });
});
