import { test } from "vitest";
import { runEventedToolLoop } from "#s06/loop.ts";
import { createState, type AgentState } from "#s06/state.ts";
import { ToolRegistry, type Tool } from "#s06/tools.ts";
import { answer, expectSame, fresh } from "#shared/practice.ts";
import { call, meanwhile, text, type Reply } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

type Changes = import("./starter.ts").Changes;
type World = { state: AgentState; registry: ToolRegistry };
type Change = (registry: ToolRegistry) => void;

const READ = "README.md「工作原理」里的「每一轮拍一次」";

const tool = (name: string, description = ""): Tool => ({
  spec: { name, description },
  handler: () => `${name}：${description}`,
});

/** One run with a turn for each change and one more; what was told by the time of each request, and what was run. */
async function played(tools: Tool[], changes: Change[]) {
  const { reporting } = await answer<typeof import("./starter.ts")>();
  const registry = new ToolRegistry();
  for (const one of tools) registry.register(one);
  const state = createState({ systemPrompt: "", model: "model-a" });
  const script: Reply<World>[] = changes.map((change, index) => [
    meanwhile<World>("a change", (world) => change(world.registry)),
    call(`call-${index}`, tools[0]?.spec.name ?? ""),
  ]);
  const provider = scripted<World>([...script, [text("好")]], { state, registry });
  // By turn: what is told while the snapshot of a turn is taken comes before its request.
  const told: Changes[][] = [...changes, undefined].map(() => []);
  const tell = (one: Changes) => void told[provider.requests.length]?.push(structuredClone(one));
  await runEventedToolLoop(state, provider, registry, {}, "hi", () => {}, reporting(tell));
  const results = state.messages.flatMap((message) => (message.role === "toolResult" ? [message.content] : []));
  return { told, results, requests: provider.requests };
}

function expectTold(what: string, told: Changes[][], wanted: Changes[][], should: string): void {
  expectSame(told, wanted, (seen) => {
    const turn = seen.findIndex((one, index) => JSON.stringify(one) !== JSON.stringify(wanted[index]));
    const said = seen[turn] ?? [];
    const saw = said.length === 0 ? "什么也没有报" : `报的是 ${said.map((one) => JSON.stringify(one)).join("，再 ")}`;
    return { saw: `${what}，第 ${turn + 1} 轮${saw}。`, should, read: READ };
  });
}

const nothing: Change = () => {};
const changes = (some: Partial<Changes>): Changes[] => [{ added: [], removed: [], changed: [], ...some }];

test("nothing changes, nothing is told", async () => {
  const { told } = await played([tool(fresh("a-")), tool(fresh("b-"))], [nothing, nothing]);
  const should = "一次运行的第一轮没有上一轮可比，不报；后面几轮没有变化，也不报。";
  expectTold("工具从头到尾没有变", told, [[], [], []], should);
});

test("a tool comes, a tool goes", async () => {
  const [a, b, c] = [fresh("a-"), fresh("b-"), fresh("c-")];
  const change: Change = (registry) => {
    registry.unregister(a);
    registry.register(tool(c));
  };
  const { told } = await played([tool(a), tool(b)], [change, nothing]);
  expectTold(
    `第一轮中间卸载 ${a}，装上 ${c}`,
    told,
    [[], changes({ added: [c], removed: [a] }), []],
    "第二轮拍完快照，和第一轮的比：多出来的进 added，不见了的进 removed，只报这一次。",
  );
});

test("each turn is compared with the one before", async () => {
  const [a, b] = [fresh("a-"), fresh("b-")];
  const takeAway: Change = (registry) => void registry.unregister(b);
  const putBack: Change = (registry) => registry.register(tool(b));
  const { told } = await played([tool(a), tool(b)], [takeAway, putBack]);
  expectTold(
    `第一轮中间卸载 ${b}，第二轮中间又装回来`,
    told,
    [[], changes({ removed: [b] }), changes({ added: [b] })],
    "每一轮都和紧挨着的上一轮比，不是和第一轮比。",
  );
});

test("a name with another description", async () => {
  const [a, b] = [fresh("publish-"), fresh("b-")];
  const swap: Change = (registry) => {
    registry.unregister(a);
    registry.register(tool(a, fresh("正式环境")));
  };
  const { told } = await played([tool(a, fresh("测试环境")), tool(b)], [swap, nothing]);
  expectTold(
    `第一轮中间，${a} 换成同名的另一个，说明也换了`,
    told,
    [[], changes({ changed: [a] }), []],
    "名字没有变，给模型看的说明却是另一个工具的了，报在 changed 里。",
  );
});

test("the order is that in which they are shown", async () => {
  const [a, b, c, d] = [fresh("a-"), fresh("b-"), fresh("c-"), fresh("d-")];
  const change: Change = (registry) => {
    for (const name of [b, a]) registry.unregister(name);
    for (const name of [d, c]) registry.register(tool(name));
  };
  const { told } = await played([tool(a), tool(b)], [change]);
  const should = `added 按新的次序，${d} 在前；removed 按旧的次序，${a} 在前。`;
  expectTold("两个卸载，两个装上", told, [[], changes({ added: [d, c], removed: [a, b] })], should);
});

test("the loop still has a snapshot for each turn", async () => {
  const [a, before, after] = [fresh("publish-"), fresh("测试环境"), fresh("正式环境")];
  const swap: Change = (registry) => {
    registry.unregister(a);
    registry.register(tool(a, after));
  };
  const { results, requests } = await played([tool(a, before)], [swap, nothing]);
  const shown = requests.map(({ tools }) => (tools as unknown as { description: string }[])[0]?.description);
  expectSame([...results, ...shown], [`${a}：${before}`, `${a}：${after}`, before, after, after], () => ({
    saw: `中途换掉同名工具，两次的结果是 ${JSON.stringify(results)}，三个请求里的说明是 ${JSON.stringify(shown)}。`,
    should: "报归报，交给循环的仍是这一轮的快照：第一轮全用旧的，第二轮全用新的。",
    read: "README.md「工作原理」里的「每一轮拍一次」",
  }));
});
