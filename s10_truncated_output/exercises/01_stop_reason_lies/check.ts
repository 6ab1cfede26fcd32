import { test } from "vitest";
import { chapter } from "#s10/main.ts";
import { answer, expectPrediction, traceOf } from "#shared/practice.ts";
import { end, fragments, text } from "#shared/script.ts";

/** Why each line stands where it does, without saying it. */
const REASONS = [
  "每到一片，屏幕就显示一次。",
  "字段名还没有写完，后面没有值，显示不出来。",
  "第二片到了，屏幕再显示一次。",
  "没写完的字符串，有多少算多少：抢救当它收尾的引号已经有了。",
  "第三片到了，屏幕再显示一次。",
  "只来了一个字母，抢救当它已经写完。",
  "循环看的是停止原因，这里 provider 说的是 stop。",
  "工具、参数、schema 都没有错，没有一道门拦得住。",
  "工具收到的，就是抢救出来的那个对象。",
  "工具没有失败，它照参数做了。",
];

test("the trace of a truncated reply that is called finished", async () => {
  const { trace } = await answer<typeof import("./starter.ts")>();

  const scene = chapter.cases.find(({ name }) => name === "salvage");
  if (!scene) throw new Error("s10 has no case salvage");
  const pieces = ['{"path":"log.md","con', 'tent":"端口 80', '80","append":t'];
  const script = [[fragments("call-1", "write", pieces), end("stop")], [text("加好了。")]];
  const lines = await traceOf(chapter, { ...scene, script });
  const last = lines.findLastIndex((line) => line.startsWith("tool_execution_end"));
  const happened = lines.slice(lines.indexOf("[screen]"), last + 1).filter((line) => !line.startsWith("message_"));

  expectPrediction(trace, happened, {
    why: REASONS,
    read: "README.md「工作原理」里的「为什么要抢救」和「它管不到的」",
  });
});
