import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { REAL_PI, smallPi } from "./fixture.ts";
import { readPi, repositoryOf } from "./pi-source.ts";

describe("the real Pi", () => {
  const source = readPi(REAL_PI);
  const file = (name: string) => source.files.find((one) => one.name === name);

  it("is the pinned version and links to its tag", () => {
    expect(source.version).toBe("0.83.0");
    expect(repositoryOf(source)).toBe("https://github.com/earendil-works/pi");
    expect(file("agent-loop.ts")?.url).toBe(
      "https://github.com/earendil-works/pi/blob/v0.83.0/packages/agent/src/agent-loop.ts",
    );
    expect(file("pi-ai/utils/validation.ts")?.url).toBe(
      "https://github.com/earendil-works/pi/blob/v0.83.0/packages/ai/src/utils/validation.ts",
    );
  });

  it.each(["pi-agent-core", "pi-ai"])("%s: every source map says that dist mirrors src", (name) => {
    const folder = join(REAL_PI, "@earendil-works", name, "dist");
    const maps = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js.map"));
    expect(maps.length).toBeGreaterThan(30);
    for (const path of maps) {
      const { sources } = JSON.parse(readFileSync(join(folder, path), "utf8"));
      const resolved = sources.map((one: string) => posix.join(posix.dirname(`dist/${path}`), one));
      expect(resolved).toEqual([`src/${path.replace(/\.js\.map$/, ".ts")}`]);
    }
  });

  it("carries every file whole, with types and comments, and each parses", () => {
    const names = source.files.flatMap((one) => one.declarations.map(({ name }) => `${one.name}#${name}`));
    expect(names).toEqual(
      expect.arrayContaining([
        "types.ts#AgentLoopConfig.beforeToolCall",
        "types.ts#AgentEvent.tool_execution_end",
        "pi-ai/types.ts#StopReason",
        "pi-ai/utils/validation.ts#validateToolArguments",
      ]),
    );
    expect(file("types.ts")?.text).toContain("/** Tool definition used by the agent runtime. */");
  });

  it("has each declaration at the line it is said to be at", () => {
    const loop = file("agent-loop.ts");
    for (const { name, line } of loop?.declarations ?? []) {
      expect(loop?.lines(line, line)[0]).toContain(name.slice(name.lastIndexOf(".") + 1));
    }
  });
});

describe("readPi", () => {
  it("throws where there is no Pi", () => {
    expect(() => readPi("/nowhere")).toThrow("nowhere");
  });

  it("throws where a source map carries no source", () => {
    const [file] = readPi(smallPi({ "loop.ts": null as unknown as string })).files;
    expect(() => file?.text).toThrow("carries no source");
  });
});
