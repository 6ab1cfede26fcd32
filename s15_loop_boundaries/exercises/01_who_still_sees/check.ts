import { test } from "vitest";
import type { AgentLoopConfig } from "#s15/context.ts";
import { chapter } from "#s15/main.ts";
import { answer, expectPrediction, traceOf } from "#shared/practice.ts";
import { stageModel } from "#shared/props.ts";
import { call, meanwhile } from "#shared/script.ts";

type World = { config: AgentLoopConfig };

const TABLE = "README.md「工作原理」里「收回上限和快照」末尾的表";

/** A case of the chapter, with one reply put in; its trace. */
async function traceWith(name: string, { begins = true } = {}): Promise<string[]> {
  const scene = chapter.cases.find((one) => one.name === name);
  if (!scene || typeof scene.script === "function") throw new Error(`s15 has no case ${name} with a list of replies`);
  const [first = [], last = []] = scene.script;
  const more = [
    meanwhile<World>("", ({ config }) => void (config.model = stageModel("model-c"))),
    call("call-3", "publish"),
  ];
  const { begin, ...rest } = { ...scene, script: [first, more, last] } as typeof scene;
  return traceOf(chapter, begins && begin ? { ...rest, begin } : rest);
}

/** What follows these words, in each line that begins with them. */
function after(lines: string[], words: string): string[] {
  return lines.flatMap((line) => (line.startsWith(words) ? [line.slice(words.length)] : []));
}

/** The trace has the name of the tool, or of the field, in front. */
function withoutName(line: string): string {
  return String(line).replace(/^\s*(publish|current_time|systemPrompt)[:：]?\s+/, "");
}

test("the policy without its first snapshot", async () => {
  const { withoutBegin } = await answer<typeof import("./starter.ts")>();
  const lines = await traceWith("snapshot-policy", { begins: false });
  const happened = [
    after(lines, "tool_execution_end: publish ")[0] ?? "",
    after(lines, "tool_execution_end: current_time ")[0] ?? "",
    after(lines, "systemPrompt: ")[1] ?? "",
  ];
  const reasons = [
    "第一轮之前没有人拍快照，也没有人问过 prepareNextTurn：工具是循环执行时从手里的数组里找的，看那时数组是谁的。",
    "装进数组的工具，循环找不找得到，只看它手里的是不是同一个数组。",
    "一轮以后问 prepareNextTurn，它看的是调用者这时手里的；这一步没有去掉。",
  ];
  const read = "README.md「工作原理」里的「收回上限和快照」";
  const bare = Array.isArray(withoutBegin) ? withoutBegin.map(withoutName) : withoutBegin;
  expectPrediction(bare, happened, { why: reasons, read, list: "withoutBegin" });
});

test("the models of a run that nobody prepares", async () => {
  const { liveModels } = await answer<typeof import("./starter.ts")>();
  const why = () =>
    "没有 prepareNextTurn，循环手里的 config 就是调用者的那一个，每个请求从它读 model；第一条回复途中他换成了 model-b。";
  expectPrediction(liveModels, after(await traceWith("live"), "model: "), {
    why,
    read: TABLE,
    list: "liveModels",
  });
});

test("the models of a run with a snapshot each turn", async () => {
  const { policyModels } = await answer<typeof import("./starter.ts")>();
  const reasons = [
    "第一个请求之前没有人改过。",
    "第一轮里改的是调用者的 config，那时循环用的还是它，没有抄过。",
    "prepareNextTurn 答过一次，哪怕只换 context，循环的 config 也成了另外一份；第二轮里改的是原件。要跟上，答复里得带上 model。",
  ];
  const happened = after(await traceWith("snapshot-policy"), "model: ");
  expectPrediction(policyModels, happened, {
    why: reasons,
    read: TABLE,
    list: "policyModels",
  });
});
