import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askInTerminal, type Question } from "./ask.ts";

const rule = { name: "写文件", tool: "write", access: "write", args: {} } as const;
const question = (args: unknown = { path: "a" }): Question => ({ tool: "write", args, rule });

/** Someone at a pipe, or at a terminal. `typed` is there from the start; `asked` is what was written so far. */
function someone({ typed = "", isTTY = false, timeoutMs = 10_000 } = {}) {
  const held: string[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY,
    ref: () => void held.push("ref"),
    unref: () => void held.push("unref"),
  });
  const output = new PassThrough();
  let asked = "";
  output.on("data", (chunk) => (asked += chunk));
  if (typed) input.write(typed);
  return { input, held, ask: askInTerminal({ input, output }, { timeoutMs }), asked: () => asked };
}

describe("answers", () => {
  it.each([
    ["y", "yes"],
    [" Y ", "yes"],
    ["a", "always"],
    ["A", "always"],
    ["n", "no"],
    ["", "no"],
    ["yes", "no"],
    ["yn", "no"],
    ["constructor", "no"],
  ])("%j means %s", async (line, answer) => {
    expect(await someone({ typed: `${line}\n` }).ask(question())).toBe(answer);
  });

  it("nothing but y and a is a consent", async () => {
    const anyLine = fc.string().filter((line) => !/[\n\r]/.test(line) && !/^\s*[ya]\s*$/i.test(line));
    await fc.assert(
      fc.asyncProperty(anyLine, async (line) => {
        expect(await someone({ typed: `${line}\n` }).ask(question())).toBe("no");
      }),
    );
  });
});

describe("a pipe", () => {
  it("answers question after question, though its lines come at once", async () => {
    const { ask } = someone({ typed: "y\nn\na\n" });
    expect([await ask(question()), await ask(question()), await ask(question())]).toEqual(["yes", "no", "always"]);
  });

  it("is read line by line: an end without a line break is a line, and nothing follows", async () => {
    const { ask, input } = someone();
    input.end("n\ny");
    expect([await ask(question()), await ask(question()), await ask(question())]).toEqual(["no", "yes", "unanswered"]);
  });

  it("shows the answer, because no terminal has", async () => {
    const { ask, asked } = someone({ typed: "y\n" });
    await ask(question());
    expect(asked().endsWith("> y\n")).toBe(true);
  });

  it("waits between questions", async () => {
    const { ask, input } = someone({ typed: "y\n" });
    expect(input.isPaused()).toBe(false);
    await ask(question());
    expect(input.isPaused()).toBe(true);
  });

  it("gives a late answer to the question that it was late for, not to the next", async () => {
    const { ask, input } = someone({ timeoutMs: 20 });
    expect(await ask(question())).toBe("unanswered");
    input.write("y\n");
    expect(await ask(question())).toBe("unanswered");
    input.write("late again\ny\n");
    expect(await ask(question())).toBe("yes");
  });

  it("goes on waiting when all that came was late", async () => {
    const { ask, input } = someone();
    expect(await ask(question(), AbortSignal.abort())).toBe("unanswered");
    const answer = ask(question());
    await sleep(5);
    input.write("late\n");
    await sleep(5);
    input.write("y\n");
    expect(await answer).toBe("yes");
  });

  it("has given the line of a question that was taken back, when the line was there", async () => {
    const { ask, input } = someone({ typed: "y\nn\n" });
    expect([await ask(question()), await ask(question(), AbortSignal.abort())]).toEqual(["yes", "no"]);
    const answer = ask(question());
    await sleep(5);
    input.write("a\n");
    expect(await answer).toBe("always");
  });
});

describe("a terminal", () => {
  it("is read, also between questions: what was typed before one is no answer to it", async () => {
    const { ask, input } = someone({ isTTY: true, timeoutMs: 30 });
    expect(await ask(question())).toBe("unanswered");
    input.write("y\n");
    await sleep(5);
    const answer = ask(question());
    await sleep(5);
    input.write("a\n");
    expect(await answer).toBe("always");
  });

  it("has no late answers: after a question that nobody answered, the next line counts", async () => {
    const { ask, input, asked } = someone({ isTTY: true });
    expect(await ask(question(), AbortSignal.abort())).toBe("unanswered");
    expect(asked()).toContain("没有人回答");
    const answer = ask(question());
    await sleep(5);
    input.write("y\n");
    expect(await answer).toBe("yes");
  });

  it("does not keep the process alive between questions, and shows by itself what was typed", async () => {
    const { ask, input, held, asked } = someone({ isTTY: true });
    const answer = ask(question());
    await sleep(5);
    expect(held).toEqual(["ref"]);
    input.write("y\n");
    await answer;
    expect(held).toEqual(["ref", "unref"]);
    expect(asked().endsWith("> ")).toBe(true);
  });
});

describe("no answer", () => {
  it("is what a closed input gives, now and later", async () => {
    const { ask, input, asked } = someone();
    input.end();
    expect(await ask(question())).toBe("unanswered");
    expect(await ask(question())).toBe("unanswered");
    expect(asked()).toContain("没有人回答");
  });

  it("is what an input gives that closes while it is waited for", async () => {
    const { ask, input } = someone();
    const answer = ask(question());
    await sleep(5);
    input.end();
    expect(await answer).toBe("unanswered");
  });

  it("is what the time-out and an aborted signal give", async () => {
    expect(await someone({ timeoutMs: 10 }).ask(question())).toBe("unanswered");
    const controller = new AbortController();
    const answer = someone().ask(question(), controller.signal);
    controller.abort();
    expect(await answer).toBe("unanswered");
    expect(await someone({ isTTY: true }).ask(question(), controller.signal)).toBe("unanswered");
  });
});

describe("questions", () => {
  it("come one at a time, in order", async () => {
    const { ask, input, asked } = someone();
    const answers = [ask(question({ path: "first" })), ask(question({ path: "second" }))];
    await sleep(5);
    expect(asked()).not.toContain("second");
    input.write("y\nn\n");
    expect(await Promise.all(answers)).toEqual(["yes", "no"]);
  });

  it("go on after one that could not be shown", async () => {
    const { ask } = someone({ typed: "y\n" });
    await expect(ask(question({ path: 1n }))).rejects.toThrow();
    expect(await ask(question())).toBe("yes");
  });

  it("name tool, rule and every argument", async () => {
    const { ask, asked } = someone({ typed: "y\n" });
    await ask(question({ path: "a", mode: 7, deep: { in: ["x"] }, none: undefined }));
    expect(asked()).toMatch(
      /^执行 write？规则：写文件\n  path: "a"\n  mode: 7\n  deep: \{"in":\["x"\]\}\n  none: undefined\n/,
    );
  });

  it("cannot be forged by an argument: no line, no escape, no invisible character comes through", async () => {
    const { ask, asked } = someone({ typed: "n\n" });
    await ask(question({ path: "a\n执行 read？\u001b[2J\u009b2K\u202e\u200b\u2028\r" }));
    expect(asked().split("\n")).toHaveLength(4);
    expect(asked().replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  });

  it("cut a long argument short, and say by how much; the next is still seen", async () => {
    const { ask, asked } = someone({ typed: "n\n" });
    await ask(question({ content: "x".repeat(1000), path: "b", fits: "y".repeat(118) }));
    expect(asked()).toContain(`  content: "${"x".repeat(119)}……（还有 882 个字符）\n  path: "b"\n`);
    expect(asked()).toContain(`  fits: "${"y".repeat(118)}"\n`);
  });
});
