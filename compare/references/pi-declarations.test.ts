import { describe, expect, it } from "vitest";
import { piDeclarations } from "./pi-declarations.ts";

const CODE = `import { a } from "a";
export { b } from "../b.ts";
export * from "../c.ts";

// Not about what follows.

/** Runs. */
// Twice.
export async function run(): Promise<void> {
  const inner = 1;
}

export type Event =
  /** It begins. */
  | { type: "start"; at: number }
  | { kind: "other" }
  | { type: "end" };

export interface Config extends Base {
  /** Asked before. */
  before?: (call: Call) => boolean;
  "quoted-name": string;
  [key: string]: unknown;
}

class Agent {
  #secret = 1; // at the end of a line
  get state(): number {
    return 1;
  }
  set state(value: number) {}
  constructor() {}
}

const LIMITS = { turns: 8, calls: { each: 1 } } as const;
export const one = 1,
  two = 2;
enum Mode {
  Fast,
}
export default function () {}
function over(a: string): void;
function over(a: number): void;
function over(): void {}
`;

const found = piDeclarations("code.ts", CODE);
const places = (name: string) =>
  found.filter((one) => one.name === name).map(({ firstLine, line, lastLine }) => [firstLine, line, lastLine]);

describe("piDeclarations", () => {
  it("names what a file declares and its members, and not what it passes on or keeps inside", () => {
    expect([...new Set(found.map(({ name }) => name))]).toEqual([
      "run",
      "Event",
      "Event.start",
      "Event.end",
      "Config",
      "Config.before",
      "Config.quoted-name",
      "Agent",
      "Agent.secret",
      "Agent.state",
      "Agent.constructor",
      "LIMITS",
      "LIMITS.turns",
      "LIMITS.calls",
      "one",
      "two",
      "Mode",
      "Mode.Fast",
      "over",
    ]);
  });

  it("counts the comments directly above as part of the source, not of the place", () => {
    expect(places("run")).toEqual([[7, 9, 11]]);
    expect(places("Event.start")).toEqual([[14, 15, 15]]);
    expect(places("Config.before")).toEqual([[20, 21, 21]]);
  });

  it("leaves a comment at the end of a line to that line", () => {
    expect(places("Agent.state")).toEqual([
      [28, 28, 30],
      [31, 31, 31],
    ]);
  });

  it("gives overloads one name and a place each", () => {
    expect(places("over")).toHaveLength(3);
  });

  it("gives the text without its comment", () => {
    expect(found.find(({ name }) => name === "Config.before")?.text).toBe("before?: (call: Call) => boolean;");
  });

  it("counts lines that hold characters outside of the basic plane, and Windows line ends", () => {
    const code = 'const face = "😀😀";\r\n/** 工具 */\r\nconst next = 1;\r\n';
    expect(piDeclarations("code.ts", code).map(({ firstLine, line }) => [firstLine, line])).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  it("names the file that does not parse", () => {
    expect(() => piDeclarations("broken.ts", "const = 1")).toThrow("broken.ts");
  });
});
