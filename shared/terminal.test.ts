import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { processTerminal } from "./terminal.ts";

/** Stands in for a process whose two ends are terminals, or not. */
function ends({ input, output }: { input: boolean; output: boolean }): PassThrough {
  const stdin = Object.assign(new PassThrough(), { isTTY: input });
  const stdout = Object.assign(new PassThrough(), { isTTY: output });
  vi.spyOn(process, "stdin", "get").mockReturnValue(stdin as never);
  vi.spyOn(process, "stdout", "get").mockReturnValue(stdout as never);
  return stdin;
}

beforeEach(() => {
  vi.stubEnv("NO_COLOR", undefined);
  vi.stubEnv("TERM", "xterm");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("colour", () => {
  it.each([
    ["at a terminal", true, {}, true],
    ["in a pipe", false, {}, false],
    ["with NO_COLOR", true, { NO_COLOR: "1" }, false],
    ["with an empty NO_COLOR, which says nothing", true, { NO_COLOR: "" }, true],
    ["at a dumb terminal", true, { TERM: "dumb" }, false],
  ])("%s: %j", (_, output, environment, colour) => {
    ends({ input: true, output });
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    expect(processTerminal().colour).toBe(colour);
  });
});

describe("stepping", () => {
  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])("needs a person at both ends: input %j, output %j", (input, output, interactive) => {
    ends({ input, output });
    expect(processTerminal().interactive).toBe(interactive);
  });

  it("goes on once for each Enter, and ends with the input", async () => {
    const stdin = ends({ input: true, output: true });
    const terminal = processTerminal();

    const first = terminal.nextLine();
    stdin.write("\n");
    expect(await first).toBe(true);

    const second = terminal.nextLine();
    stdin.write("whatever\n");
    expect(await second).toBe(true);

    const third = terminal.nextLine();
    stdin.end();
    expect(await third).toBe(false);
  });

  it("takes no Enter for granted", async () => {
    const stdin = ends({ input: true, output: true });
    const gone = processTerminal().nextLine();
    const still = await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 20, "waiting"))]);
    expect(still).toBe("waiting");
    stdin.end();
    await gone;
  });
});

describe("the person", () => {
  it("answers at the input, and is asked on the error output", () => {
    const stdin = ends({ input: true, output: true });
    vi.spyOn(process, "once").mockReturnThis();
    expect(processTerminal().person?.()).toEqual({ input: stdin, output: process.stderr });
  });

  it("leaves with Ctrl+C in order: the process exits with 130, by no signal", () => {
    ends({ input: true, output: true });
    const once = vi.spyOn(process, "once").mockReturnThis();
    const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    processTerminal().person?.();
    const [, leave] = once.mock.calls.find(([name]) => (name as string) === "SIGINT") ?? [];
    leave?.();
    expect(exit).toHaveBeenCalledWith(130);
  });

  it("is not waited for where nobody talks to it: Ctrl+C is the system's", () => {
    ends({ input: true, output: true });
    const before = process.listenerCount("SIGINT");
    processTerminal();
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
});
