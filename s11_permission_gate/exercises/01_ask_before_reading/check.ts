import { test } from "vitest";
import type { Ask } from "#s11/ask.ts";
import type { Props } from "#s11/cases.ts";
import { chapter } from "#s11/main.ts";
import { inside } from "#s11/paths.ts";
import { askPolicy, ciPolicy, readOnlyPolicy, type Policy } from "#s11/policies.ts";
import { anyText, type Rule } from "#s11/rules.ts";
import { answer, expectPrediction, traceOf } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";

/** Why each call comes to what it does, without saying it. */
const REASONS = [
  "这条规则要人同意，而 CI 里没有人可问。",
  "和上一行是同一条规则。",
  "这个调用符合「写 docs 里的文件」，那条规则不要人同意。",
  "这个调用符合的是「写项目里的文件」，那条规则要人同意，CI 里没有人。",
  "只读的策略多一个判断，其余和 CI 一样：它也没有人可问。",
  "和上一行是同一条规则。",
  "只读的策略先看这个工具是不是只读，再看要不要人同意。",
  "只读的策略先看这个工具是不是只读，再看要不要人同意。",
  "规则要人同意，这里有人，而他还没有答应过什么。",
  "a 记住的是规则。这个调用符合的是哪一条？",
  "这个调用符合的规则要不要人同意？",
  "a 记住的是规则，不是「什么都可以」。这个调用符合的是哪一条？",
];

/** The rules of the cases that these calls fit or miss, with the change. */
function rulesOn({ disk: lookup }: Props): Rule[] {
  const project = inside("/project", { lookup, except: [".git"] });
  const docs = inside("/project/docs", { lookup, cwd: "/project" });
  return [
    { name: "读项目里的文件", tool: "read", access: "read", ask: true, args: { path: project } },
    { name: "写 docs 里的文件", tool: "write", access: "write", args: { path: docs, content: anyText } },
    { name: "写项目里的文件", tool: "write", access: "write", ask: true, args: { path: project, content: anyText } },
  ];
}

/** Plays the four calls under one policy; what became of each. */
async function played(name: string, policyOn: (rules: Rule[], ask: Ask) => Policy): Promise<string[]> {
  const scene = chapter.cases.find((one) => one.name === "ci");
  if (!scene) throw new Error("s11 has no case ci");
  const outcomes: string[] = [];
  let questions = 0;
  const ask: Ask = async () => (questions++ === 0 ? "always" : "no");
  await traceOf(chapter, {
    ...scene,
    script: [
      [
        call("call-1", "read", { path: "notes.md" }),
        call("call-2", "read", { path: "docs/guide.md" }),
        call("call-3", "write", { path: "docs/log.md", content: "读过了" }),
        call("call-4", "write", { path: "notes.md", content: "待办：无" }),
      ],
      [text("就这些。")],
    ],
    config(props) {
      const policy = policyOn(rulesOn(props), ask);
      return {
        async beforeToolCall(context) {
          const before = questions;
          const decision = await policy(context);
          const { path } = context.args as { path: string };
          const outcome = questions > before ? "问" : decision?.block ? "拦下" : "执行";
          outcomes.push(`${name}，${context.toolCall.name} ${path}：${outcome}`);
          return decision;
        },
      };
    },
  });
  return outcomes;
}

test("what becomes of each call", async () => {
  const { outcomes } = await answer<typeof import("./starter.ts")>();

  const happened = [
    ...(await played("CI", ciPolicy)),
    ...(await played("只读", readOnlyPolicy)),
    ...(await played("问人", askPolicy)),
  ];
  expectPrediction(outcomes, happened, {
    why: REASONS,
    read: "README.md「解决方案」里的图和「工作原理」里的「策略只有几行」",
  });
});
