import { test } from "vitest";
import type { BeforeToolCallContext } from "#s11/hooks.ts";
import { ciPolicy } from "#s11/policies.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const WHOLE = "rules.ts 的 oneOf：整个相同才算。正则怎样认整个，看提示";

/** Whether CI lets each of these through, when the rule for `run` is `matching(pattern)`. */
async function decided(pattern: RegExp, commands: readonly unknown[]): Promise<boolean[]> {
  const { matching } = await answer<typeof import("./starter.ts")>();
  const rule = { name: "跑测试", tool: "run", access: "write", args: { command: matching(pattern) } } as const;
  const policy = ciPolicy([rule]);
  const allowed: boolean[] = [];
  for (const command of commands) {
    const toolCall = { type: "toolCall", id: "call-1", name: "run", arguments: { command } };
    const decision = await policy({ toolCall, args: { command } } as unknown as BeforeToolCallContext);
    allowed.push(!decision?.block);
  }
  return allowed;
}

async function expectDecisions(pattern: RegExp, commands: readonly unknown[], allowed: boolean, should: string) {
  const decisions = await decided(pattern, commands);
  const wrong = decisions.findIndex((decision) => decision !== allowed);
  if (wrong === -1) return;
  throw verdict({
    saw: `matching(${String(pattern)}) ${allowed ? "拦下" : "放行"}了 ${JSON.stringify(commands[wrong]) ?? "没有写的参数"}。`,
    should,
    read: WHOLE,
  });
}

/** A pattern for a script that no answer knows. */
function npmRun(flags = "") {
  const script = fresh("check-");
  return { script, pattern: new RegExp(`npm (test|run ${script})`, flags) };
}

test("what the pattern describes may run, and what it does not may not", async () => {
  const { script, pattern } = npmRun();
  await expectDecisions(pattern, ["npm test", `npm run ${script}`], true, "整行都符合这个正则，放行。");
  await expectDecisions(pattern, ["npm exec x", `npm run x${script}`, "", "npm"], false, "不符合这个正则，拦下。");
});

test("a safe beginning, or a safe end, is not a safe line", async () => {
  const { script, pattern } = npmRun();
  const lines = [
    "npm test; rm -rf .",
    "npm test && x",
    "npm test $(x)",
    `npm run ${script}|sh`,
    " npm test",
    "npm test ",
    "npm test\n",
    `rm -rf .; npm run ${script}`,
  ];
  await expectDecisions(pattern, lines, false, "头尾都要对上：shell 会把多出来的那一段也执行掉。");
  await expectDecisions(
    pattern,
    ["npm test\nrm -rf .", "rm -rf .\nnpm test"],
    false,
    "换行也是一条命令的结尾，后面还有一条。",
  );
});

test("a pattern may name several lines", async () => {
  const script = fresh("check-");
  const pattern = new RegExp(`npm test|npm run ${script}|npm test:${script}`);
  const lines = ["npm test; rm -rf .", `rm -rf .; npm run ${script}`, `x npm test:${script}`];
  await expectDecisions(
    pattern,
    lines,
    false,
    "竖线两边各是一整行，头尾要管住每一种，不能只管住第一种的头、最后一种的尾。",
  );
  const whole = ["npm test", `npm run ${script}`, `npm test:${script}`];
  await expectDecisions(pattern, whole, true, "整行符合其中任何一种，都放行；前一种只符合一半，还有后一种。");
});

test("flags: each call is judged alike, line by line is not enough, and the others count", async () => {
  for (const flags of ["g", "y"]) {
    const { pattern } = npmRun(flags);
    await expectDecisions(
      pattern,
      ["npm test", "npm test", "npm test"],
      true,
      "同一条命令，每次的答复都相同。带 g 或 y 的正则会记住上次找到哪里。",
    );
  }
  for (const flags of ["gm", "gy", "my", "gmy"]) {
    const { pattern } = npmRun(flags);
    await expectDecisions(
      pattern,
      ["npm test", "npm test"],
      true,
      "标志可能有好几个，一个一个都要管到：g、y 会记住上次找到哪里。",
    );
    await expectDecisions(
      pattern,
      ["npm test\nrm -rf ."],
      false,
      "标志可能有好几个，一个一个都要管到：带 m 的把每一行都当作有头有尾。",
    );
  }
  const many = npmRun("m");
  await expectDecisions(
    many.pattern,
    ["npm test\nrm -rf .", "rm -rf .\nnpm test", "x\nnpm test\ny", "npm test\rrm -rf .", "npm test\u2028rm -rf ."],
    false,
    "带 m 的正则把每一行都当作有头有尾；要的是整个参数，不是其中一行。",
  );
  const any = npmRun("i");
  await expectDecisions(any.pattern, [`NPM RUN ${any.script}`], true, "写规则的人用 i 说了不分大小写，就照他说的。");
});

test("the pattern means what it meant", async () => {
  const word = fresh("check-");
  const plays: [RegExp, string, string, string][] = [
    [/npm run [^ ;&|]+/, `npm run ${word}`, "npm run a;b", "方括号里的 ^ 不是头，去不得。"],
    [new RegExp(`^npm run ${word}$`), `npm run ${word}`, `npm run ${word} x`, "本来就有头尾的，再围一层也一样。"],
    [
      /(npm|pnpm) test && \1 run x/,
      "npm test && npm run x",
      "npm test && pnpm run x",
      "正则里的 \\1 指着它自己的第一个括号，多出来的括号不要占号。",
    ],
    [/npm run \p{L}+/u, "npm run 测试", "npm run 12", "u 改变正则的意思，要带着。"],
    [/echo .+/s, "echo a\nb", "echo", "s 说了点也认换行，照写规则的人说的。"],
  ];
  for (const [pattern, good, bad, should] of plays) {
    await expectDecisions(pattern, [good], true, should);
    await expectDecisions(pattern, [bad], false, should);
  }
});

test("only a text is a command, and the model reads why", async () => {
  const { pattern } = npmRun();
  await expectDecisions(
    pattern,
    [["npm test"], undefined, null, 7],
    false,
    "不是字符串的，一概拦下：正则会先把它变成字符串，工具收到的却不是。",
  );
  const { matching } = await answer<typeof import("./starter.ts")>();
  const reason: unknown = matching(pattern)("rm -rf .");
  expectSame(typeof reason === "string" && reason !== "", true, () => ({
    saw: `拦下 rm -rf . 的时候，给的原因是 ${JSON.stringify(reason) ?? "undefined"}。`,
    should: "不通过就返回原因，是写给模型读的文字。",
    read: "rules.ts 的 ArgumentRule",
  }));
});
