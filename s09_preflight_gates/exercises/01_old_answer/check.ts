import { test } from "vitest";
import type { ToolHooks } from "#s09/hooks.ts";
import { chapter } from "#s09/main.ts";
import { answer, expectPrediction, traceOf } from "#shared/practice.ts";
import { call } from "#shared/script.ts";

/** Why each line stands where it does, without saying it. */
const REASONS = [
  "还没有过任何一道门，就先报 tool_execution_start。",
  "第一道门是查找：没有这个工具，就没有 schema，后面的门和两个钩子都不经过，结果已经有了。",
  "一个调用处理完，才轮到下一个。",
  "remove 找得到，path 也合 schema，轮到 before。",
  "before 照它自己的判断打印。",
  "before 的答复只看 block 这个字段。这里的答复里有没有它？",
  "工具打印它要执行的命令。",
  "工具执行过，就要问 after。",
  "after 打印工具的名字。",
  "结果是工具返回的那一份，没有谁改过它。",
];

test("the trace of an answer that s08 would have taken for a refusal", async () => {
  const { trace } = await answer<typeof import("./starter.ts")>();

  const scene = chapter.cases.find(({ name }) => name === "blocked");
  if (!scene) throw new Error("s09 has no case blocked");
  const lines = await traceOf(chapter, {
    ...scene,
    script: [
      [call("call-1", "delete", { path: "/home/me" }), call("call-2", "remove", { path: "/home/me" })],
      ...[scene.script].flat().slice(-1),
    ] as typeof scene.script,
    config(props) {
      const beforeToolCall: ToolHooks["beforeToolCall"] = async ({ toolCall, args }) => {
        const { path } = args as { path: string };
        const outside = !path.startsWith("tmp/");
        props.note("beforeToolCall", `${toolCall.name} ${path}：${outside ? "拦下" : "放行"}`);
        return outside ? { type: "block", reason: "只能删 tmp/ 里的" } : { type: "allow" };
      };
      return { ...scene.config?.(props), beforeToolCall };
    },
  });
  const told = (line: string) => line.startsWith("tool_execution_");
  const happened = lines
    .slice(lines.findIndex(told), lines.findLastIndex(told) + 1)
    .filter((line) => !line.startsWith("message_"));

  expectPrediction(trace, happened, {
    why: REASONS,
    read: "README.md「工作原理」里的「钩子收到一个对象」，和「接入主线」末尾的四处受控升级",
  });
});
