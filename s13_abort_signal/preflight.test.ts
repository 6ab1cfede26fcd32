import { Type, type TSchema } from "typebox";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sendAll } from "../shared/testing/providers.ts";
import { stageModel } from "../shared/props.ts";
import { saying } from "../shared/testing/saying.ts";
import type { Run } from "./context.ts";
import type { BeforeToolCallContext, ToolHooks } from "./hooks.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import { prepareToolCall } from "./preflight.ts";
import type { AgentTool } from "./tools.ts";
import { validatorOf } from "./validate.ts";

const Lines = Type.Object({ from: Type.Integer(), count: Type.Optional(Type.Integer()) });

const tool = (changes: Partial<AgentTool> = {}): AgentTool => ({
  name: "read",
  label: "read",
  description: "",
  parameters: Lines,
  execute: () => Promise.reject(new Error("nothing runs here")),
  ...changes,
});

const callTo = (args: unknown, name = "read") =>
  ({ type: "toolCall", id: "1", name, arguments: args }) as unknown as ToolCall;

function runWith(tools: AgentTool[] | undefined, hooks: ToolHooks = {}): Run {
  return {
    context: { systemPrompt: "", messages: [], ...(tools && { tools }) },
    config: { model: stageModel("model-a"), convertToLlm: sendAll, ...hooks },
    emit: () => Promise.reject(new Error("no event is told here")),
    signal: undefined,
    streamFn: () => Promise.reject(new Error("nobody asked")),
    newMessages: [],
  };
}

const replyWith = (toolCall: ToolCall) => ({ role: "assistant", content: [toolCall] }) as unknown as AssistantMessage;
const prepare = (tools: AgentTool[] | undefined, toolCall: ToolCall, hooks?: ToolHooks) =>
  prepareToolCall(runWith(tools, hooks), replyWith(toolCall), toolCall);

const refused = (message: string) => ({ kind: "immediate", result: saying(message), isError: true });
const throwNow = (thrown: unknown) => () => {
  throw thrown;
};

describe("the order of the gates", () => {
  /** A tool and a hook that write down when they are asked. */
  function watched(order: string[]) {
    const prepareArguments = (args: unknown) => (order.push("prepare"), args as never);
    return {
      one: tool({ prepareArguments }),
      hooks: { beforeToolCall: async () => void order.push("before") as undefined },
    };
  }

  it.each<[string, ToolCall, string[]]>([
    ["a call that passes", callTo({ from: 1 }), ["prepare", "before"]],
    ["an unknown tool: nobody else is asked", callTo({ from: 1 }, "wread"), []],
    ["invalid arguments: the hook is not asked", callTo({}), ["prepare"]],
  ])("%s", async (_, toolCall, expected) => {
    const order: string[] = [];
    const { one, hooks } = watched(order);
    await prepare([one], toolCall, hooks);
    expect(order).toEqual(expected);
  });

  it("lets a call through without a hook, with its tool and the arguments that this will get", async () => {
    const one = tool();
    const toolCall = callTo({ from: "3" });
    const prepared = await prepare([one], toolCall);
    expect(prepared).toEqual({ kind: "prepared", toolCall, tool: one, args: { from: 3 } });
    expect("toolCall" in prepared && prepared.toolCall).toBe(toolCall);
  });
});

describe("look-up", () => {
  it.each(["wread", "constructor", "__proto__", ""])("refuses what is not there: %j", async (name) => {
    expect(await prepare([tool()], callTo({}, name))).toEqual(refused(`Tool ${name} not found`));
    expect(await prepare(undefined, callTo({}, name))).toEqual(refused(`Tool ${name} not found`));
  });

  it("takes the first of a name", async () => {
    const first = tool();
    const prepared = await prepare([first, tool()], callTo({ from: 1 }));
    expect("tool" in prepared && prepared.tool).toBe(first);
  });
});

describe("prepareArguments", () => {
  const lifting = tool({ prepareArguments: (args) => ({ from: (args as { line: number }).line }) });

  it("lifts an old shape; the call keeps what the model wrote", async () => {
    const toolCall = callTo({ line: "7" });
    expect(await prepare([lifting], toolCall)).toMatchObject({ toolCall, args: { from: 7 } });
    expect(toolCall.arguments).toEqual({ line: "7" });
  });

  it("is no way around the schema: what it makes is validated, and the model reads what it made", async () => {
    const outcome = await prepare([lifting], callTo({ line: "seven" }));
    expect(outcome).toMatchObject({ kind: "immediate", isError: true });
    expect(JSON.stringify(outcome)).toContain("from: must be integer");
    expect(JSON.stringify(outcome)).not.toContain("line");
  });

  it("is asked as a method of its tool", async () => {
    const own = tool({
      prepareArguments(this: AgentTool) {
        return { from: this.name.length };
      },
    });
    expect(await prepare([own], callTo({}))).toMatchObject({ args: { from: 4 } });
  });

  it("refuses the call when it throws", async () => {
    const broken = tool({ prepareArguments: throwNow(new Error("no line")) });
    expect(await prepare([broken], callTo({}))).toEqual(refused("no line"));
  });

  // As in Pi: the copy is made after this gate.
  it("that edits in place rewrites the call that it was given", async () => {
    const editing = tool({
      prepareArguments(args) {
        (args as Record<string, unknown>).from = "9";
        return args as never;
      },
    });
    const toolCall = callTo({});
    expect(await prepare([editing], toolCall)).toMatchObject({ args: { from: 9 } });
    expect(toolCall.arguments).toEqual({ from: "9" });
  });
});

describe("beforeToolCall", () => {
  it("knows the reply, the call as written, the arguments as the tool will get them, and the context in use", async () => {
    const seen: BeforeToolCallContext[] = [];
    const toolCall = callTo({ from: "3" });
    const reply = replyWith(toolCall);
    const run = runWith([tool()], { beforeToolCall: async (context) => void seen.push(context) as undefined });
    const prepared = await prepareToolCall(run, reply, toolCall);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.assistantMessage).toBe(reply);
    expect(seen[0]?.toolCall).toBe(toolCall);
    expect(seen[0]?.toolCall.arguments).toEqual({ from: "3" });
    expect(seen[0]?.context).toBe(run.context);
    expect(seen[0]?.args).toEqual({ from: 3 });
    expect("args" in prepared && prepared.args).toBe(seen[0]?.args);
  });

  it.each<[string, unknown, string]>([
    ["a reason", { block: true, reason: "not today" }, "not today"],
    ["no reason", { block: true }, "Tool execution was blocked"],
    ["an empty reason", { block: true, reason: "" }, "Tool execution was blocked"],
    ["whatever is true", { block: 1, reason: "not today" }, "not today"],
  ])("refuses with %s", async (_, answer, message) => {
    expect(await prepare([tool()], callTo({ from: 1 }), { beforeToolCall: async () => answer as never })).toEqual(
      refused(message),
    );
  });

  it.each([
    undefined,
    null,
    {},
    { block: false, reason: "not today" },
    { reason: "not today" },
    { type: "block", reason: "as s08 said it" },
    "block",
  ])("lets through whatever does not say block: %j", async (answer) => {
    const outcome = await prepare([tool()], callTo({ from: 1 }), { beforeToolCall: async () => answer as never });
    expect(outcome).toMatchObject({ kind: "prepared", args: { from: 1 } });
  });

  it("may change the arguments, which nobody validates again; the call stays as written", async () => {
    const toolCall = callTo({ from: 1 });
    const beforeToolCall = async ({ args }: BeforeToolCallContext) => {
      (args as Record<string, unknown>).from = "one";
      return undefined;
    };
    expect(await prepare([tool()], toolCall, { beforeToolCall })).toMatchObject({ args: { from: "one" } });
    expect(toolCall.arguments).toEqual({ from: 1 });
  });

  it.each<[string, unknown, string]>([
    ["an Error", new Error("no rules"), "no rules"],
    ["a string", "offline", "offline"],
    ["what has no words", Object.create(null), "unknown error"],
  ])("that throws %s, at once or later, refuses the call", async (_, thrown, message) => {
    for (const beforeToolCall of [throwNow(thrown), () => Promise.reject(thrown)]) {
      expect(await prepare([tool()], callTo({ from: 1 }), { beforeToolCall })).toEqual(refused(message));
    }
  });

  it("that answers what cannot be read refuses the call", async () => {
    const answer = {
      get block() {
        return throwNow(new Error("no decision"))();
      },
    };
    expect(await prepare([tool()], callTo({ from: 1 }), { beforeToolCall: async () => answer as never })).toEqual(
      refused("no decision"),
    );
  });
});

it("whatever a model writes: an unchanged call, and either an error or an object that the schema accepts", async () => {
  const schemas: TSchema[] = [
    Lines,
    Type.Object({ a: Type.String(), b: Type.Array(Type.Boolean()) }),
    { type: "object", properties: { a: { type: ["integer", "null"] }, b: { anyOf: [{ type: "number" }] } } },
    { type: "object", additionalProperties: { type: "string" }, required: ["a"] },
  ];
  const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("3", "3.7", "true", "", null, 1, [1, "2"]));
  const anyArguments = fc.oneof(
    fc.dictionary(fc.constantFrom("a", "b", "from", "count", "toString"), anyValue),
    fc.jsonValue({ maxDepth: 1 }),
  );
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...schemas), anyArguments, async (parameters, args) => {
      const toolCall = callTo(structuredClone(args));
      const outcome = await prepare([tool({ parameters })], toolCall);
      expect(toolCall.arguments).toEqual(args);
      if (outcome.kind === "immediate") {
        expect(outcome.isError).toBe(true);
        return;
      }
      passed++;
      expect(validatorOf(parameters).Check(outcome.args)).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(passed).toBeGreaterThan(50);
});
