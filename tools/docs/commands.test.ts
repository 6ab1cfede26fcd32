import { describe, expect, it } from "vitest";
import { caseOf, commandsOf, withoutNpm } from "./commands.ts";

describe("commandsOf", () => {
  it("reads one command a line, without comments and with joined lines", () => {
    const content = "# first\nnpm run s01   # the default\n\nnpm run s01 -- \\\n  --list\n";
    expect(commandsOf(content).map(({ line }) => line)).toEqual(["npm run s01", "npm run s01 --    --list"]);
  });

  it("reads the script, its arguments, and whether npm is silent", () => {
    expect(commandsOf("npm run -s s05 -- --json | head -3")[0]?.scripts).toEqual([
      { script: "s05", silent: true, args: ["--json"], missingDashes: false },
    ]);
    expect(commandsOf("npm test")[0]?.scripts[0]?.script).toBe("test");
    expect(commandsOf("npm run s05 --json")[0]?.scripts[0]?.missingDashes).toBe(true);
  });

  it.each([
    ["npm run s05", "chapter"],
    ["npm run -s s05 -- --case blocked --json", "chapter"],
    ["npm run -s s05 -- --json | head -3", "shell"],
    ["npm run diff -- s05", "shell"],
    ["npm run -s s05 | node -e 'x'", "nobody"],
    ["npm run s05 > out.txt", "nobody"],
    ["npm run s05 && rm out.txt", "nobody"],
    ["npm run -s s05 -- $(whoami)", "nobody"],
    ["npm run fix", "nobody"],
    ["npm run check", "nobody"],
    ["npm run bench", "nobody"],
    ["npm test", "nobody"],
    ["npm ci", "nobody"],
    ["git clone somewhere", "nobody"],
  ])("%s is run by: %s", (line, by) => {
    expect(commandsOf(line)[0]?.by).toBe(by);
  });
});

describe("caseOf", () => {
  it.each([
    ["npm run s05 -- --case blocked", "blocked"],
    ["npm run s05 -- --case=blocked", "blocked"],
    ["npm run s05 -- --case a --case b", "b"],
    ["npm run s05 -- --list", undefined],
  ])("%s: %s", (line, name) => {
    const call = commandsOf(line)[0]?.scripts[0];
    expect(call && caseOf(call)).toBe(name);
  });
});

describe("withoutNpm", () => {
  it("starts what npm would start, with its arguments", () => {
    const scripts = { diff: "node diff.ts", s05: "node s05.ts" };
    expect(withoutNpm("npm run diff -- s05", scripts)).toBe("node diff.ts s05");
    expect(withoutNpm("npm run -s s05 -- --json | head -3", scripts)).toBe("node s05.ts --json | head -3");
    expect(withoutNpm("npm run -s s05 | head -3", scripts)).toBe("node s05.ts | head -3");
  });
});
