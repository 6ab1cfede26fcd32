import { test } from "vitest";
import { runEventedToolLoop } from "#s06/loop.ts";
import { createState, type AgentState } from "#s06/state.ts";
import { ToolRegistry, type Tool } from "#s06/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { call, meanwhile, text, type Part, type Reply } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

type World = { state: AgentState; registry: ToolRegistry };
type Change = (registry: ToolRegistry) => void;

const READ = "README.md「工作原理」里的「快照管不到的」";

const changing = (change: Change): Part<World> => meanwhile<World>("a change", ({ registry }) => change(registry));

/** One run of the unchanged loop with both parts of the answer; what each call came to, and which tools ran. */
async function played(toolsOf: (ran: (what: string) => string) => Tool[], script: Reply<World>[]) {
  const { strictly } = await answer<typeof import("./starter.ts")>();
  const ran: string[] = [];
  const registry = new ToolRegistry();
  for (const one of toolsOf((what) => (ran.push(what), what))) registry.register(one);
  const state = createState({ systemPrompt: "", model: "model-a" });
  const { hooks, takeSnapshot } = strictly(registry);
  const provider = scripted<World>([...script, [text("好")]], { state, registry });
  await runEventedToolLoop(state, provider, registry, hooks, "hi", () => {}, takeSnapshot);
  const results = state.messages.flatMap((message) => (message.role === "toolResult" ? [message.content] : []));
  return { ran, results };
}

const saying = (name: string, description: string, run: () => string): Tool => ({
  spec: { name, description },
  handler: run,
});

function expectBlocked(what: string, result: string | undefined, ran: string[]): void {
  if (result?.startsWith("blocked: ") && ran.length === 0) return;
  const did = ran.length === 0 ? "没有执行" : `执行了「${ran.join("」「")}」`;
  throw verdict({
    saw: `${what}，同一轮里再调用它：${did}，结果是「${String(result)}」。`,
    should:
      "它已经不是给模型看过的那一个了：旧的不执行，新的也不执行，结果以「blocked: 」开头。钩子不在快照里，看得到此刻的 registry。",
    read: READ,
  });
}

test("a tool that is taken away stops at once", async () => {
  const name = fresh("drop-");
  const remove: Change = (registry) => void registry.unregister(name);
  const { ran, results } = await played(
    (run) => [saying(name, "", () => run(name))],
    [[changing(remove), call("1", name)]],
  );
  expectBlocked(`一轮中间，${name} 被卸载`, results[0], ran);
});

test("a tool that is replaced: neither the old one nor the new", async () => {
  const [name, before, after] = [fresh("publish-"), fresh("测试环境"), fresh("正式环境")];
  let note = (what: string) => what;
  const swap: Change = (registry) => {
    registry.unregister(name);
    registry.register(saying(name, after, () => note(after)));
  };
  const tools = (run: (what: string) => string) => {
    note = run;
    return [saying(name, before, () => run(before))];
  };
  const first = await played(tools, [[changing(swap), call("1", name)]]);
  expectBlocked(`一轮中间，${name} 换成同名的另一个，说明也换了`, first.results[0], first.ran);

  const second = await played(tools, [[changing(swap), call("1", name)], [call("2", name)]]);
  expectSame(second.results[1], after, (seen) => ({
    saw: `第二轮又调用 ${name}，这时给模型看的已经是换上的那个，结果却是「${String(seen)}」。`,
    should: "每一轮重新拍照：下一轮看过新的，新的就能执行。",
    read: "README.md「工作原理」里的「每一轮拍一次」",
  }));
});

test("all the others go on", async () => {
  const [kept, gone] = [fresh("kept-"), fresh("gone-")];
  const remove: Change = (registry) => void registry.unregister(gone);
  const { results } = await played(
    (run) => [saying(gone, "", () => run(gone)), saying(kept, fresh("说明"), () => run(kept))],
    [[call("1", gone), changing(remove), call("2", kept)], [call("3", kept)]],
  );
  expectSame(results, [gone, kept, kept], () => ({
    saw: `调用 ${gone}，卸载它，再调用 ${kept} 两次，结果依次是 ${JSON.stringify(results)}。`,
    should: "卸载之前的调用照常执行，没有变的工具也照常执行。",
    read: READ,
  }));
});

test("a tool that came in the middle was never shown", async () => {
  const [old, added] = [fresh("old-"), fresh("new-")];
  const add: Change = (registry) => registry.register(saying(added, "", () => added));
  const { results } = await played(
    (run) => [saying(old, "", () => run(old))],
    [[changing(add), call("1", added)], [call("2", added)]],
  );
  const [first, second] = results;
  if (first === undefined || first === added || second !== added) {
    throw verdict({
      saw: `一轮中间装上 ${added}，当时就调用它，结果是「${String(first)}」；下一轮再调用，结果是「${String(second)}」。`,
      should: "没给模型看过的，这一轮不执行；下一轮看过了，才执行。",
      read: "README.md「试一下」里的 tool-added",
    });
  }
});

test("a tool that nobody ever had is not found", async () => {
  const name = fresh("nope-");
  const { results } = await played((run) => [saying(fresh("a-"), "", () => run("a"))], [[call("1", name)]]);
  expectSame(results, [`error: Tool ${name} not found`], () => ({
    saw: `从来没有 ${name} 这个工具，调用它的结果是 ${JSON.stringify(results)}。`,
    should: `不是谁卸载了它，是模型写错了名字，它要读到的是「error: Tool ${name} not found」。`,
    read: "tools.ts 的 run",
  }));
});

test("another run is judged by its own turns", async () => {
  const name = fresh("publish-");
  const remove: Change = (registry) => void registry.unregister(name);
  const one = await played(
    (run) => [saying(name, fresh("甲"), () => run(name))],
    [[changing(remove), call("1", name)]],
  );
  const two = await played((run) => [saying(name, fresh("乙"), () => run(name))], [[call("1", name)]]);
  expectBlocked(`第一个 agent 的 ${name} 被卸载`, one.results[0], one.ran);
  expectSame(two.results, [name], (seen) => ({
    saw: `两个 agent 各有一个 ${name}，第一个的被卸载，第二个的调用结果成了 ${JSON.stringify(seen)}。`,
    should: "要记的东西放在 strictly 里面，每次调用各有一份。",
    read: "README.md「工作原理」里的「每一轮拍一次」",
  }));
});

test("two runs may go on at one time", async () => {
  const { strictly } = await answer<typeof import("./starter.ts")>();
  const name = fresh("publish-");
  const [one, two] = [new ToolRegistry(), new ToolRegistry()];
  one.register(saying(name, fresh("甲"), () => ""));
  const [first, second] = [strictly(one), strictly(two)];
  const state = () => createState({ systemPrompt: "", model: "model-a" });
  first.takeSnapshot(state(), one);
  second.takeSnapshot(state(), two);
  one.unregister(name);
  const decision = await first.hooks.beforeToolCall?.({ id: "call-1", name, arguments: {} });
  expectSame(decision?.type, "block", (seen) => ({
    saw: `第一个 agent 拍过照，第二个接着拍；第一个的 ${name} 被卸载，它的 before 答的是 ${String(seen)}。`,
    should: "要记的东西放在 strictly 里面，每次调用各有一份：第二个拍照，不能冲掉第一个记下的。",
    read: "README.md「工作原理」里的「每一轮拍一次」",
  }));
});
