import { test } from "vitest";
import { chapter } from "#s08/main.ts";
import { answer, expectPrediction, traceOf } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";

/** Why each line stands where it does, without saying it. */
const REASONS = [
  "一个调用说完了，stream 函数报它的结尾。",
  "调用一到就执行，这时回复还没有说完。",
  "流停在这个调用上等它：工具没有做完，回复里后面的事件一个也不读。",
  "第一个调用做完了，流才往下走，轮到回复里的第二个调用。",
  "第二个调用也是一到就执行，回复仍然没有说完。",
  "一个调用有开头就有结尾，两个头尾之间没有别的事。",
  "两个调用都做完了，流里再没有别的块，轮到回复自己的结尾。",
  "结果消息等回复说完才报。一条消息，先报开头。",
  "结果一出现就是完整的，开头之后没有 message_update。次序和调用的次序相同。",
  "每个调用有一条结果消息，每条都有自己的开头。",
  "两条结果的头尾不交叉，第二个调用的在后。",
  "一轮的结尾带着这一轮的全部结果。",
];

test("the events of a reply with two calls", async () => {
  const { trace } = await answer<typeof import("./starter.ts")>();

  const [scene] = chapter.cases;
  if (!scene) throw new Error("s08 has no default case");
  const script = [[call("call-1", "current_time"), call("call-2", "current_time")], [text("好")]];
  const lines = await traceOf(chapter, { ...scene, script });
  const from = lines.findIndex((line) => line.includes("toolcall_end"));
  const to = lines.findIndex((line) => line.startsWith("turn_end"));
  const happened = lines.slice(from, to + 1).filter((line) => !/toolcall_(start|delta)/.test(line));

  expectPrediction(trace, happened, {
    why: REASONS,
    read: "README.md「工作原理」里的「结果等回复说完」",
  });
});
