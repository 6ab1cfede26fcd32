import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fakeTerminal } from "../shared/testing/fake-terminal.ts";
import { runCommand } from "../tools/command.ts";
import { REAL_PI } from "./references/fixture.ts";
import { PiUnavailable } from "./install/install.ts";
import { sourceCommand } from "./source.ts";

async function source(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await runCommand(
    sourceCommand(async () => REAL_PI),
    argv,
    terminal,
    "",
  );
  return { code, ...terminal };
}

const TAG = "https://github.com/earendil-works/pi/blob/v0.83.0/packages";

describe("a symbol", () => {
  it("is printed with its reference, its link, and its real lines", async () => {
    const { code, out, err } = await source("prepareToolCall");
    const lines = out.split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "agent-loop.ts#prepareToolCall:600",
      `${TAG}/agent/src/agent-loop.ts#L600`,
      "",
      "600  async function prepareToolCall(",
    ]);
    expect(lines.at(-2)).toBe("664  }");
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it.each([
    ["types.ts#AgentLoopConfig.beforeToolCall", "agent/src/types.ts#L271"],
    ["AgentLoopConfig.beforeToolCall", "agent/src/types.ts#L271"],
    ["types.ts#AgentLoopConfig.beforeToolCall:1", "agent/src/types.ts#L271"],
    ["pi-agent-core/types.ts#AgentLoopConfig.beforeToolCall", "agent/src/types.ts#L271"],
    ["pi-ai/types.ts#StopReason", "ai/src/types.ts#L391"],
    ["AgentEvent.tool_execution_start", "agent/src/types.ts#L435"],
    ["prepareArguments", "agent/src/types.ts#L387"],
  ])("may be written %s", async (wanted, place) => {
    const { code, out } = await source(wanted);
    expect(out.split("\n")[1]).toBe(`${TAG}/${place}`);
    expect(code).toBe(0);
  });

  it("comes with the comment above it, and with both halves of an accessor", async () => {
    const { out } = await source("AgentState.tools");
    expect(out).toMatch(/334\s+\/\*\* Available tools.*\n335\s+set tools.*\n\n336\s+get tools/);
  });

  it("comes with others that are asked for", async () => {
    const { out } = await source("runLoop", "QueueMode");
    expect(out).toMatch(/^agent-loop.ts#runLoop:155\n[^]*\n\ntypes.ts#QueueMode:50\n/);
  });
});

it("prints what a file declares, members below their owner", async () => {
  const { code, out } = await source("types.ts");
  expect(out).toMatch(/^types.ts\nhttps:.*types.ts\n\n {3}28 {2}StreamFn\n/);
  expect(out).toContain("\n  144  AgentLoopConfig\n  145    .model\n");
  expect(code).toBe(0);
});

describe("a name that cannot be found for sure", () => {
  it.each([
    ["prepareToolCal", "相近的有：\n  npm run source -- agent-loop.ts#prepareToolCall\n"],
    ["types.ts#AgentLoopConfig.beforetoolcalls", "  npm run source -- types.ts#AgentLoopConfig.beforeToolCall\n"],
    ["agent-lop.ts", "  npm run source -- agent-loop.ts\n"],
    ["types.ts#zebra", "列出它的名字：npm run source -- types.ts\n"],
    ["zebra", "也没有相近的名字。\n"],
    ["beforeToolCall", "不止一处，指明是哪一个：\n  npm run source -- agent.ts#AgentOptions.beforeToolCall\n"],
  ])("%s: says what there is, and exits with 2", async (wanted, said) => {
    const { code, out, err } = await source(wanted);
    expect(err).toContain(said);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });
});

describe("the command line", () => {
  it("shows how it is used, on request and when it does not understand", async () => {
    const help = await source("--help");
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toMatch(/^用法：npm run source/);
    expect(await source()).toMatchObject({ code: 2, out: "", err: help.out });
    const unknown = await source("--zebra");
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toContain(help.out);
  });

  it("exits with 2 where Pi cannot be had", async () => {
    const none = sourceCommand(() => Promise.reject(new PiUnavailable("没有装成")));
    const terminal = fakeTerminal();
    expect(await runCommand(none, ["runLoop"], terminal, "")).toBe(2);
    expect(terminal.err).toBe("没有装成\n");
  });

  it("colours a terminal only", async () => {
    const terminal = fakeTerminal({ colour: true });
    await runCommand(
      sourceCommand(async () => REAL_PI),
      ["QueueMode"],
      terminal,
      "",
    );
    expect(terminal.out).toContain("\u001B[");
    expect((await source("QueueMode")).out).not.toContain("\u001B");
  });

  it("does not mind a pipe that closes early", () => {
    const script = fileURLToPath(new URL("source.ts", import.meta.url));
    const pipe = `set -o pipefail; node --import tsx ${JSON.stringify(script)} types.ts | head -1`;
    expect(execFileSync("bash", ["-c", pipe], { encoding: "utf8" })).toBe("types.ts\n");
  });
});
