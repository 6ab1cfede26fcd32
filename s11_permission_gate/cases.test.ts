import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { chapter } from "./main.ts";
import type { Message } from "./messages.ts";

/** The results of a case in order, where `input` is what the person types; nobody is there without it. */
async function play(name: string, input?: string) {
  const output = new PassThrough();
  const person = input === undefined ? undefined : { input: Readable.from([input]), output };
  const { shown, trace, provider } = await playCase(chapter, name, person);
  const messages = shown.flatMap((item) =>
    item.kind === "event" && item.event.type === "message_end" ? [(item.event as { message?: Message }).message] : [],
  );
  const results = messages.flatMap((message) =>
    message?.role === "toolResult"
      ? [`${message.isError ? "✗" : "✓"} ${message.content.map((block) => (block.type === "text" ? block.text : ""))}`]
      : [],
  );
  const asked = String(output.read() ?? "");
  return { results, trace, asked, questions: asked.match(/执行 \w+？/g) ?? [], requests: provider?.requests ?? [] };
}

const written = "✓ 已写入 notes.md";
const unconsented = "✗ This call needs a person's consent, and nobody can be asked here";

it("default: one call is let through, the other one is not, and the model reads why", async () => {
  const { results, requests } = await play("default");
  expect(results).toEqual(["✓ 待办：写测试", `✗ Argument "path" of "remove": "../../etc" leads outside /project`]);
  expect(requests).toHaveLength(2);
});

describe("the same three calls", () => {
  const [read, wroteLog] = ["✓ 待办：写测试", "✓ 已写入 docs/log.md"];
  const readOnly = `✗ "write" changes things, and this session is read-only`;

  it.each([
    ["ci", undefined, [read, wroteLog, unconsented]],
    ["read-only", undefined, [read, readOnly, readOnly]],
    ["ask", undefined, [read, wroteLog, `✗ Nobody answered whether "write" may run`]],
    ["ask", "y\n", [read, wroteLog, written]],
    ["ask", "n\n", [read, wroteLog, `✗ The user did not allow this call of "write"`]],
  ])("%s, answered %j", async (name, input, expected) => {
    expect((await play(name, input)).results).toEqual(expected);
  });

  it("ask asks once, and no question is part of the trace", async () => {
    const { questions, trace } = await play("ask", "y\n");
    expect(questions).toEqual(["执行 write？"]);
    expect(trace).not.toContain("执行 write");
  });
});

describe("always", () => {
  const outside = `✗ Argument "path" of "write": "../secrets/key" leads outside`;

  it("holds for the tool under the rule: not outside the project, not for removing", async () => {
    const { results, questions } = await play("always", "a\nn\n");
    expect(results).toEqual([
      written,
      written,
      expect.stringContaining(outside),
      `✗ The user did not allow this call of "remove"`,
    ]);
    expect(questions).toEqual(["执行 write？", "执行 remove？"]);
  });

  it("is not what y means", async () => {
    const { results, questions } = await play("always", "y\nn\ny\n");
    expect(results[1]).toBe(`✗ The user did not allow this call of "write"`);
    expect(results[3]).toBe("✓ 已删除 notes.md");
    expect(questions).toHaveLength(3);
  });
});

it.each([
  ["unknown-tool", [`✗ No rule covers the tool "deploy"`]],
  ["unknown-argument", [`✗ No rule of "read" covers the argument "as"`, "✓ 待办：写测试"]],
  [
    "traversal",
    [
      "✓ 待办：写测试",
      `✗ Argument "path" of "read": "docs/../../secrets/key" leads outside /project`,
      "✓ 待办：写测试",
    ],
  ],
  [
    "absolute",
    [
      "✓ 待办：写测试",
      `✗ Argument "path" of "read": "/secrets/key" leads outside /project`,
      `✗ Argument "path" of "read": "/project-old/notes.md" leads outside /project`,
    ],
  ],
  [
    "symlink",
    [
      "✓ 待办：写测试",
      `✗ Argument "path" of "read": "shortcut/readme" leads outside /project`,
      `✗ Argument "path" of "read": "shortcut/../key" leads outside /project`,
    ],
  ],
  ["command", ["✓ 执行过了：npm test", expect.stringMatching(/^✗ Argument "command" of "run": must be one of /)]],
  ["policy-throws", ["✗ rules file is unreadable"]],
  ["swapped", ["✓ sk-secret-123"]],
])("%s", async (name, expected) => {
  expect((await play(name)).results).toEqual(expected);
});

it("new-file: what is not there yet is judged by where it would be", async () => {
  const { results } = await play("new-file");
  expect(results).toEqual([
    "✓ 已写入 docs/2026/plan.md",
    expect.stringMatching(/^✗ .*leads outside \/project\/docs; .*leads outside \/project$/),
    expect.stringMatching(/^✗ .*"docs\/dangling" cannot be followed to its end$/),
  ]);
});

it("odd-paths: none of them is read", async () => {
  const { results } = await play("odd-paths");
  expect(results.map((result) => result.replace(/^✗ Argument "path" of "read": ("[^"]*" )?/, ""))).toEqual([
    "can be read in more than one way",
    "can be read in more than one way",
    "can be read in more than one way",
    "must be a path",
    "touches .git",
  ]);
});

it("one-by-one: the three reads take the time of all three", async () => {
  const { trace } = await play("one-by-one");
  const moments = [...trace.matchAll(/第 (\d+) 毫秒，/g)].map(([, at]) => Number(at));
  expect(moments).toEqual([0, 1000, 1000, 2000, 2000, 3000]);
});

it("no case shows where its disk is, and none leaves it behind", async () => {
  const before = process.listenerCount("exit");
  for (const { name } of chapter.cases) expect((await play(name)).trace).not.toMatch(/stage-|tmp/i);
  expect(process.listenerCount("exit")).toBe(before);
});
