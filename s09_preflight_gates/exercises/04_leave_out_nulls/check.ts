import { Type, type TSchema } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s09/agent-loop.ts";
import type { AgentTool } from "#s09/tools.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { answer, expectSame, fresh } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";

const NULLS = "README.md「试一下」里的 null-coerced";

type Told = { parameters: TSchema; prepareArguments?: NonNullable<AgentTool["prepareArguments"]> };

/** Plays one call to the wrapped tool on the unchanged loop; what the tool got, and what became of the model's words. */
async function played(told: Told, written: Record<string, unknown>) {
  const { withoutNulls } = await answer<typeof import("./starter.ts")>();
  const got: unknown[] = [];
  let words: unknown;
  const tool: AgentTool = {
    name: "find",
    label: "找文件",
    description: "",
    ...told,
    async execute(_toolCallId, params) {
      // As data: a field that is undefined is not there.
      got.push(JSON.parse(JSON.stringify(params)));
      return { content: [{ type: "text", text: "done" }], details: {} };
    },
  };
  const added = await runAgentLoop(
    [userMessage("找文件")],
    { systemPrompt: "", messages: [], tools: [withoutNulls(tool)] },
    {
      model: stageModel("model-a"),
      convertToLlm: (messages) => messages,
      beforeToolCall: async ({ toolCall }) => void (words = structuredClone(toolCall.arguments)) as undefined,
    },
    () => {},
    undefined,
    scriptedStream([[call("call-1", "find", written)], [text("好")]]).streamFn,
  );
  const result = added.find((message) => message.role === "toolResult");
  const [block] = result?.content ?? [];
  const said = block?.type === "text" ? block.text : "";
  return {
    got: got[0],
    words,
    did: got.length > 0 ? `工具收到 ${JSON.stringify(got[0])}` : `工具没有执行，结果是「${said}」`,
  };
}

const built = Type.Object({
  dir: Type.String(),
  word: Type.Optional(Type.String()),
  depth: Type.Optional(Type.Integer()),
});
/** The same wish in plain JSON Schema. */
const plain: TSchema = JSON.parse(JSON.stringify(built)) as TSchema;

test("a null in the place of an optional field is as good as nothing", async () => {
  const dir = fresh("src/");
  const written = { dir, word: null, depth: null };
  for (const [how, parameters] of [
    ["用 Type 造的", built],
    ["手写的", plain],
  ] as const) {
    const { got, words, did } = await played({ parameters }, written);
    expectSame<unknown>(got, { dir }, () => ({
      saw: `schema 是${how}，模型写 ${JSON.stringify(written)}，${did}。`,
      should: `工具收到 {"dir":"${dir}"}：两个字段都可省，模型写 null 是不想给。`,
      read: NULLS,
    }));
    expectSame<unknown>(words, written, () => ({
      saw: `模型写 ${JSON.stringify(written)}，问 before 时，toolCall.arguments 成了 ${JSON.stringify(words)}。`,
      should: "那是模型的原话，要原样带进下一个请求；去掉 null 的，是另一个对象。",
      read: "README.md「工作原理」里的「四道门是一个函数」，讲整理的几句",
    }));
  }
});

test("what was given stays", async () => {
  const written = { dir: fresh("src/"), word: "", depth: 0, more: fresh() };
  const { got, did } = await played({ parameters: plain }, written);
  expectSame<unknown>(got, written, () => ({
    saw: `模型写 ${JSON.stringify(written)}，${did}。`,
    should: "一个也不少：空字符串、0 和 null 不是一回事，schema 没有提到的字段也照旧交给工具。",
    read: NULLS,
  }));
});

test("a null that means something stays", async () => {
  const parameters: TSchema = {
    type: "object",
    properties: {
      id: { type: "string" },
      due: { type: ["string", "null"] },
      parent: { type: ["string", "null"] },
      note: { type: "string" },
    },
    required: ["id", "parent"],
  };
  const id = fresh("todo-");
  const { got, did } = await played({ parameters }, { id, due: null, parent: null, note: null });
  expectSame<unknown>(got, { id, due: null, parent: null }, () => ({
    saw: `schema 允许 due 和 parent 是 null，parent 还是必填的；模型写 {"id":"${id}","due":null,"parent":null,"note":null}，${did}。`,
    should: `工具收到 {"id":"${id}","due":null,"parent":null}：写 null 是清空期限，不写是不动，去掉就分不清了。`,
    read: NULLS,
  }));
});

test("the tool's own preparation is not lost", async () => {
  const dir = fresh("src/");
  const prepareArguments = (written: unknown) => {
    const { levels, ...rest } = written as Record<string, unknown>;
    return levels === undefined ? written : { ...rest, depth: levels };
  };
  for (const [levels, wanted] of [
    [2, { dir, depth: 2 }],
    [null, { dir }],
  ] as const) {
    const { got, did } = await played({ parameters: plain, prepareArguments }, { dir, levels });
    expectSame<unknown>(got, wanted, () => ({
      saw: `工具自己的 prepareArguments 把 levels 换成 depth；模型写 {"dir":"${dir}","levels":${levels}}，${did}。`,
      should: `工具收到 ${JSON.stringify(wanted)}：先照它自己的办法整理，再看哪些字段是 null。`,
      read: "tools.ts 的 AgentTool，讲 prepareArguments 的一句",
    }));
  }
});

test("a schema may allow null in several ways", async () => {
  const { withoutNulls } = await answer<typeof import("./starter.ts")>();
  for (const [how, due] of [
    ["Type.Union", Type.Union([Type.String(), Type.Null()])],
    ["anyOf", { anyOf: [{ type: "string" }, { type: "null" }] }],
    ["enum", { enum: ["a", null] }],
    ["什么都收的 {}", {}],
  ] as [string, TSchema][]) {
    const parameters: TSchema = { type: "object", properties: { due, note: { type: "string" } } };
    const tool: AgentTool = {
      name: "find",
      label: "",
      description: "",
      parameters,
      execute: async () => ({ content: [], details: {} }),
    };
    // Before the third gate: what that makes of a null in a union is another matter.
    const args = withoutNulls(tool).prepareArguments?.({ due: null, note: null });
    expectSame<unknown>(args, { due: null }, (seen) => ({
      saw: `due 可省，它的 schema（${how}）允许 null，note 的不允许；模型两个都写 null，整理以后是 ${JSON.stringify(seen)}。`,
      should:
        '应当是 {"due":null}。允不允许 null，写法不止一种：拿这个字段的 schema 检查一次 null 就知道，允许就留着。',
      read: "validate.ts 的 validatorOf",
    }));
  }
});

test("only the outermost fields, and only the arguments", async () => {
  const parameters = {
    type: "object",
    properties: {
      dir: { type: "string" },
      filter: { type: "object", properties: { word: { type: ["string", "null"] } } },
    },
    required: ["dir"],
  } as TSchema;
  const written = { dir: fresh("src/"), filter: { word: null } };
  const { got, did } = await played({ parameters }, written);
  expectSame<unknown>(got, written, () => ({
    saw: `模型写 ${JSON.stringify(written)}，${did}。`,
    should: "只看参数最外一层的字段，里面的不动。",
    read: "tools.ts 的 AgentTool，讲 prepareArguments 的一句",
  }));
  const { withoutNulls } = await answer<typeof import("./starter.ts")>();
  const tool: AgentTool = {
    name: fresh("find_"),
    label: fresh("找"),
    description: fresh("说明"),
    parameters: plain,
    execute: async () => ({ content: [], details: {} }),
  };
  const { name, label, description, parameters: shown } = withoutNulls(tool);
  expectSame<unknown>([name, label, description, shown], [tool.name, tool.label, tool.description, built], () => ({
    saw: `包过以后，名字、标签、说明、parameters 是 ${JSON.stringify([name, label, description, shown])}。`,
    should: "换的只是 prepareArguments：模型看到的说明和 schema 一个字不变。",
    read: "tools.ts 的 AgentTool",
  }));
});
