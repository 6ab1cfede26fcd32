import { test } from "vitest";
import { runEventedToolLoop } from "#s06/loop.ts";
import { createState, type AgentState } from "#s06/state.ts";
import { ToolRegistry } from "#s06/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { call, meanwhile, text } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

type Settings = import("./starter.ts").Settings;
type World = { state: AgentState; registry: ToolRegistry };

const READ = "README.md「工作原理」里的「快照管不到的」";

const wordsFor = ({ target, files }: Settings) => `把 ${files.join("、")} 发布到${target}`;

/** Two turns, one call in each; `change` happens while the first reply streams, `replaced` says whether a new tool comes. */
async function played(settings: Settings, change: (settings: Settings) => void, replaced: boolean) {
  const { publishTool } = await answer<typeof import("./starter.ts")>();
  const registry = new ToolRegistry();
  registry.register(publishTool(settings));
  const state = createState({ systemPrompt: "", model: "model-a" });
  const swap = meanwhile<World>("settings change", () => {
    change(settings);
    if (!replaced) return;
    registry.unregister("publish");
    registry.register(publishTool(settings));
  });
  const script = [[swap, call(fresh("call-"), "publish")], [call(fresh("call-"), "publish")], [text("好")]];
  const provider = scripted(script, { state, registry });
  await runEventedToolLoop(state, provider, registry, {}, "发布一下", () => {});
  const shown = provider.requests.map(
    ({ tools }) => (tools as unknown as { description: string }[])[0]?.description ?? "（没有）",
  );
  const done = state.messages.flatMap((message) => (message.role === "toolResult" ? [message.content] : []));
  return { shown, done };
}

const freshSettings = (): Settings => ({ target: fresh("环境"), files: [fresh("file-"), fresh("file-")] });

async function expectOldTool(what: string, change: (settings: Settings) => void): Promise<void> {
  const settings = freshSettings();
  const before = wordsFor(settings);
  const { shown, done } = await played(settings, change, true);
  if (shown[0] !== before) {
    throw verdict({
      saw: `第一个请求里的说明是「${String(shown[0])}」。`,
      should: `说明写的是造工具那一刻的设置：「${before}」。`,
      read: "README.md「工作原理」里的「复制 registry」",
    });
  }
  if (done[0] === `已${before}`) return;
  throw verdict({
    saw: `给模型看的是「${before}」。回复到达途中${what}，执行的结果是「${String(done[0])}」。`,
    should:
      "给模型看的是哪一个，执行的就是哪一个。快照固定了执行哪个函数，函数去读外面，就要靠造工具的人把值固定下来。",
    read: READ,
  });
}

test("the target changes in the middle of a turn", async () => {
  await expectOldTool("设置里换了 target", (settings) => void (settings.target = fresh("环境")));
});

test("so do the files", async () => {
  await expectOldTool("设置里换成了另一列 files", (settings) => void (settings.files = [fresh("file-")]));
  await expectOldTool("往 files 那一列里加了一个", (settings) => void settings.files.push(fresh("file-")));
});

test("the next turn has the new tool", async () => {
  const settings = freshSettings();
  const { shown, done } = await played(settings, (now) => void (now.target = fresh("环境")), true);
  const now = wordsFor(settings);
  expectSame([shown[1], done[1]], [now, `已${now}`], () => ({
    saw: `换上新造的工具以后，第二轮给模型看的是「${String(shown[1])}」，结果是「${String(done[1])}」。`,
    should: `新造的工具用新的设置，第二轮看到的和执行的都是「${now}」。`,
    read: "README.md「工作原理」里的「每一轮拍一次」",
  }));
});

test("a tool that nobody replaced stays what it was", async () => {
  const settings = freshSettings();
  const before = wordsFor(settings);
  const { shown, done } = await played(settings, (now) => void (now.target = fresh("环境")), false);
  expectSame([shown[1], done[1]], [before, `已${before}`], () => ({
    saw: `设置变了，工具没有换，第二轮给模型看的是「${String(shown[1])}」，结果是「${String(done[1])}」。`,
    should: "说明和 handler 是一对：说明还是旧的，执行的也得是旧的。要生效，就换上新造的工具。",
    read: READ,
  }));
});
