import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s12/agent-loop.ts";
import type { AgentTool } from "#s12/tools.ts";
import { textOf } from "#shared/content.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { STAGE_MODEL, stageModel, userMessage } from "#shared/props.ts";
import { call, text, type Part } from "#shared/script.ts";
import { scriptedStream, sendAll } from "#shared/testing/providers.ts";
import { saying } from "#shared/testing/saying.ts";
import { NothingLeft, VirtualClock } from "#shared/virtual-clock.ts";

const READ = "README.md「试一下」末尾的 same-file";
const ONE_LINE = "README.md「与真实源码对照」里的「同一个文件」";
const FAILS = "README.md「工作原理」里的「不排队的走三段」，末尾讲出错的一段";
const Path = Type.Object({ path: Type.String() });
const Line = Type.Object({ path: Type.String(), line: Type.String() });

/** One batch on the chapter's own loop. The files, by their names without any directory; when each body began. */
async function played(calls: Part[]) {
  const { oneAtATimePerFile } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const files: Record<string, string[]> = {};
  const began: Record<string, number> = {};
  const paths: string[] = [];
  const begin = (id: string) => void (began[id] = Math.floor(clock.now));
  const writing = (name: string, change: (lines: string[], line: string) => string[]): AgentTool<typeof Line> => ({
    name,
    label: "",
    description: "",
    parameters: Line,
    async execute(id, { path, line }) {
      begin(id);
      paths.push(path);
      const file = path.split("/").at(-1) ?? "";
      const before = files[file] ?? [];
      await clock.sleep(100);
      if (line === "bad") throw new Error("disk full");
      files[file] = change(before, line);
      return saying("ok");
    },
  });
  const read: AgentTool<typeof Path> = {
    name: "read",
    label: "",
    description: "",
    parameters: Path,
    async execute(id) {
      begin(id);
      await clock.sleep(100);
      return saying("read");
    },
  };
  const writers = [
    writing("append", (lines, line) => [...lines, line]),
    writing("prepend", (lines, line) => [line, ...lines]),
  ];
  const waiting: unknown = oneAtATimePerFile(writers);
  if (!Array.isArray(waiting)) throw noTools(waiting);
  const tools: AgentTool[] = [read, ...waiting];
  const { streamFn } = scriptedStream([calls, [text("好")]], undefined, { clock });
  const config = { model: stageModel(STAGE_MODEL), convertToLlm: (messages: object[]) => sendAll<never>(messages) };
  const context = { systemPrompt: "", messages: [], tools };
  try {
    const added = await clock.run(runAgentLoop([userMessage("写")], context, config, () => {}, undefined, streamFn));
    const results = added.flatMap((one) => (one.role === "toolResult" ? [textOf(one.content)] : []));
    const failed = added.flatMap((one) => (one.role === "toolResult" ? [one.isError] : []));
    return {
      failed,
      files,
      paths,
      results,
      at: calls.map((part) => ("id" in part ? began[part.id] : undefined)),
      ms: Math.floor(clock.now),
    };
  } catch (error) {
    if (!(error instanceof NothingLeft)) throw error;
    throw verdict({
      saw: `${calls.length} 个调用里开始了 ${Object.keys(began).length} 个，别的一直没有等到，运行停住了。`,
      should: "前一个做完，不论成败，由它叫醒后一个。用计时器反复去看不行，这里的时间是假的。",
      read: FAILS,
    });
  }
}

function noTools(seen: unknown): Error {
  const saw = `没有交回一列工具，交回的是 ${String(seen)}。`;
  return verdict({ saw, should: "交回一列工具，和交给它的一样多，次序也一样。", read: "tools.ts 的 AgentTool" });
}

const write = (path: string, line: string, name = "append") => call(fresh("c"), name, { path, line });
const timesOf = (at: (number | undefined)[]) => at.map((one) => one ?? "没有执行").join("、");

test("no line is lost", async () => {
  const [path, milk, bread, eggs] = [`${fresh("f")}.txt`, fresh("牛奶"), fresh("面包"), fresh("鸡蛋")];
  const { files, at } = await played([write(path, milk), write(path, bread), write(path, eggs)]);
  expectSame(files[path], [milk, bread, eggs], (lines) => ({
    saw: `三个调用往一个文件里各加一行，都说成功，文件里却是「${lines?.join("，") ?? ""}」；依次开始于 ${timesOf(at)} 毫秒。`,
    should: `后一次等前一次写完再读，按调用的次序，三行都在：「${milk}，${bread}，${eggs}」。`,
    read: READ,
  }));
});

test("another file, and whoever reads, goes on", async () => {
  const [one, other, big] = [fresh("f"), fresh("f"), fresh("f")];
  const line = fresh();
  const reading = call(fresh("c"), "read", { path: big });
  const sameFile = call(fresh("c"), "read", { path: one });
  const sameName = write(`${fresh("d")}/${one}`, line);
  const { at } = await played([write(one, line), write(one, line), write(other, line), reading, sameFile, sameName]);
  expectSame(at, [0, 100, 0, 0, 0, 0], () => ({
    saw: `写甲、写甲、写乙、读丙、读甲、写另一个目录里的甲，每次 100 毫秒，依次开始于 ${timesOf(at)} 毫秒。`,
    should:
      "只有第二次写甲要等，在 100 毫秒；写乙、读丙、读甲、写别的目录里同名的文件，都在 0 毫秒开始。整批排队，或者写文件的合用一条队，都等得太多。",
    read: "README.md「试一下」里的 sequential-tool，和 same-file 比一比",
  }));
});

test("two tools that write one file wait for each other", async () => {
  const path = fresh("f");
  const [one, two] = [fresh(), fresh()];
  const { files, at } = await played([write(path, one), write(path, two, "prepend")]);
  expectSame(files[path], [two, one], (lines) => ({
    saw: `append 和 prepend 各加一行，文件里是「${lines?.join("，") ?? ""}」，开始于 ${timesOf(at)} 毫秒。`,
    should: "队伍是文件的，不是工具的：两个工具写同一个文件，也一个等一个。",
    read: ONE_LINE,
  }));
});

test("a write that fails lets the next one in", async () => {
  const path = fresh("f");
  const [one, two] = [fresh(), fresh()];
  const { files, results, at, failed } = await played([write(path, one), write(path, "bad"), write(path, two)]);
  expectSame(
    [files[path], results, failed, at],
    [
      [one, two],
      ["ok", "disk full", "ok"],
      [false, true, false],
      [0, 100, 200],
    ],
    () => ({
      saw: `三次写，第二次失败，结果是 ${JSON.stringify(results)}，isError 是 ${failed.join("、")}，文件里是「${files[path]?.join("，") ?? ""}」，开始于 ${timesOf(at)} 毫秒。`,
      should: "失败的自己失败，错误原样写进它的结果；后一次等它失败了再开始，照样写成。",
      read: FAILS,
    }),
  );
});

test("one file, however its path is written", async () => {
  const name = fresh("f");
  const lines = [fresh(), fresh(), fresh()];
  const [one = "", two = "", three = ""] = lines;
  const written = [`a/${name}`, `./a/${name}`, `a/b/../${name}`];
  const { files, at, paths } = await played([one, two, three].map((line, index) => write(written[index] ?? "", line)));
  expectSame(files[name], lines, (seen) => ({
    saw: `三次写的路径是 ${written.join("、")}，开始于 ${timesOf(at)} 毫秒，文件里是「${seen?.join("，") ?? ""}」。`,
    should: "三种写法是同一个文件，排同一条队。",
    read: ONE_LINE,
  }));
  expectSame(paths, written, () => ({
    saw: `三次写的路径是 ${written.join("、")}，工具收到的却是 ${paths.join("、")}。`,
    should: "换一种写法，是为了认出同一个文件；交给工具的，仍是模型写的、校验过的那一份。",
    read: "execute.ts 的 executePreparedToolCall",
  }));
});

test("the rest of a tool stays", async () => {
  const { oneAtATimePerFile } = await answer<typeof import("./starter.ts")>();
  const tool: AgentTool<typeof Path> = {
    name: fresh("tool"),
    label: fresh("名字"),
    description: fresh("说明"),
    parameters: Path,
    prepareArguments: () => ({ path: "a" }),
    execute: async () => saying(""),
    executionMode: "parallel",
  };
  const before = { ...tool };
  const tools: unknown = oneAtATimePerFile([tool]);
  if (!Array.isArray(tools)) throw noTools(tools);
  const kept = Object.keys(before).filter((key) => key !== "execute") as (keyof typeof tool)[];
  const of = (one?: typeof tool) => kept.map((key) => one?.[key]);
  expectSame<unknown>([of(tools[0]), tool.execute], [of(before), before.execute], () => ({
    saw: `包过以后，${kept.join("、")} 里有的变了，或者原来那个工具的 execute 被换掉了。`,
    should: "只换 execute，别的原样留着，原来的工具也不动。",
    read: "tools.ts 的 AgentTool",
  }));
});
