import { test } from "vitest";
import type { Case } from "#s06/cases.ts";
import { chapter } from "#s06/main.ts";
import { takeTurnSnapshot, type TurnSnapshot } from "#s06/snapshot.ts";
import type { AgentState } from "#s06/state.ts";
import type { ToolRegistry } from "#s06/tools.ts";
import { answer, expectPrediction, traceOf, verdict } from "#shared/practice.ts";
import { call, meanwhile, text } from "#shared/script.ts";

type World = { state: AgentState; registry: ToolRegistry };

const script: Case["script"] = [
  [
    meanwhile<World>("echo 被卸载，shout 装好了", ({ registry }) => {
      registry.unregister("echo");
      registry.register({
        spec: { name: "shout", description: "把文字变成大写" },
        handler: ({ text }) => String(text).toUpperCase(),
      });
    }),
    call("call-1", "echo", { text: "hi" }),
    call("call-2", "shout", { text: "hi" }),
  ],
  [call("call-3", "echo", { text: "hi" }), call("call-4", "shout", { text: "hi" })],
  [text("好")],
];

/** What really comes of the four calls. */
async function ends(takeSnapshot: typeof takeTurnSnapshot): Promise<string[]> {
  const [scene] = chapter.cases;
  if (!scene) throw new Error("s06 has no default case");
  const lines = await traceOf(chapter, { ...scene, script, takeSnapshot });
  return lines
    .filter((line) => line.startsWith("tool_result: "))
    .map((line) => (line.includes("not found") ? "not found" : "ok"));
}

/** Predictions are compared as words; another spelling would only look wrong. Blanks and empty items do not matter. */
function expectWords(name: string, words: readonly string[]): void {
  const odd = Array.isArray(words) ? words.find((word) => !/^\s*(ok|not\s+found)?\s*$/.test(word)) : undefined;
  if (odd === undefined) return;
  throw verdict({
    saw: `${name} 里有一项是「${String(odd)}」。`,
    should: "每一项写 ok 或 not found，一个调用一项，一共四项。",
    read: "exercises/01_when_it_looks/starter.ts 里的 End",
  });
}

async function expectEnds(
  name: "perTurn" | "perRun" | "live",
  takeSnapshot: typeof takeTurnSnapshot,
  { reasons, read }: { reasons: string[]; read: string },
): Promise<void> {
  const predicted = (await answer<typeof import("./starter.ts")>())[name];
  expectWords(name, predicted);
  expectPrediction(predicted, await ends(takeSnapshot), { why: reasons, read, list: name });
}

test("a snapshot for each turn", async () => {
  await expectEnds("perTurn", takeTurnSnapshot, {
    reasons: [
      "这一轮的快照，是卸载之前拍的。",
      "shout 装好的时候，这一轮的照片已经拍完了。",
      "第二轮重新拍，拍到的是此刻的 registry。",
      "第二轮重新拍，此刻的 registry 里有什么，就给模型看什么，也执行什么。",
    ],
    read: "README.md「工作原理」里的「每一轮拍一次」",
  });
});

test("one snapshot for the run", async () => {
  let taken: TurnSnapshot | undefined;
  await expectEnds("perRun", (state, registry) => (taken ??= takeTurnSnapshot(state, registry)), {
    reasons: [
      "照片是开头拍的，那时 echo 还在。",
      "照片是开头拍的，那时还没有 shout。",
      "第二轮用的还是开头那一张，之后发生的事都不在上面。",
      "中途装上的工具，要等到下一次输入才看得到。",
    ],
    read: "README.md「工作原理」里讲「为什么不在一次运行开始时拍一次」的一段",
  });
});

test("the live view", async () => {
  const liveView = chapter.cases.find(({ name }) => name === "live")?.takeSnapshot;
  if (!liveView) throw new Error("s06 has no case live with a snapshot of its own");
  await expectEnds("live", liveView, {
    reasons: [
      "它的 tools 就是外面那个 registry，执行的时候再看，看到的是改过以后的样子。",
      "执行的时候再看，外面有什么就执行什么，不管给模型看过没有。",
      "到了第二轮，外面的样子没有再变。",
      "到了第二轮，外面的样子没有再变。",
    ],
    read: "README.md「工作原理」里的「看起来像快照的东西」",
  });
});
