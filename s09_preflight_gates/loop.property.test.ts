import { Type, type TSchema } from "typebox";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { thinking } from "../shared/script.ts";
import { anyScript, callsOf } from "../shared/testing/any-script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { expectEachCallAnswered } from "../shared/testing/transcript.ts";
import { agentLoop, runAgentLoop } from "./agent-loop.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import { MAX_TURNS } from "./loop.ts";
import type { AgentTool } from "./tools.ts";

const tool = (name: string, execute: AgentTool["execute"], parameters: TSchema = Type.Object({})): AgentTool => ({
  name,
  label: name,
  description: "",
  parameters,
  execute,
});

const tools = [
  tool("works", async () => saying("done")),
  tool("rejects", () => Promise.reject(new Error("disk full"))),
  tool("throws", () => {
    throw "offline";
  }),
  tool("takes its time", async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return saying("done at last");
  }),
  tool("wants a number", async () => saying("done"), Type.Object({ "": Type.Integer() })),
];
const anyThought = fc.string().map((thought) => thinking(thought));
const anyPlay = anyScript([...tools.map(({ name }) => name), "does not exist"], [anyThought]);

/** What each event opens and closes; messages close in the order they open, and so does all else. */
const nests: Record<string, [opens: boolean, what: string]> = {
  agent_start: [true, "agent"],
  agent_end: [false, "agent"],
  turn_start: [true, "turn"],
  turn_end: [false, "turn"],
  message_start: [true, "message"],
  message_end: [false, "message"],
  tool_execution_start: [true, "execution"],
  tool_execution_end: [false, "execution"],
};

/** Fails unless everything that begins ends, the inner before the outer, and the run last of all. */
function expectNested(events: readonly AgentEvent[]): void {
  const open: string[] = [];
  const misplaced = events.filter(({ type }, index) => {
    const [opens, what = ""] = nests[type] ?? [];
    if (type === "message_update") return open.at(-1) !== "message";
    if (opens) return open.push(what) === 1 && index > 0;
    return open.pop() !== what;
  });
  expect(misplaced).toEqual([]);
  expect(open).toEqual([]);
}

const config: AgentLoopConfig = {
  model: stageModel("model-a"),
  convertToLlm: sendAll,
  // One id is blocked; the result of another is not cleaned.
  beforeToolCall: async ({ toolCall }) => ({ block: toolCall.id === "call-2" }),
  async afterToolCall({ toolCall }) {
    if (toolCall.id === "call-3") throw new Error("cannot redact");
    return undefined;
  },
};
const newContext = (): AgentContext => ({ systemPrompt: "be brief", messages: [], tools });

it("tells every message once, in the order of the transcript, inside events that nest; answers each call once", async () => {
  await fc.assert(
    fc.asyncProperty(anyPlay, async (script) => {
      const context = newContext();
      const { requests, streamFn } = scriptedStream(script);
      const heard: AgentMessage[] = [];
      for (const input of ["first run", "second run"]) {
        const before = requests.length;
        const events: AgentEvent[] = [];
        const emit = (event: AgentEvent) => void events.push(event);
        const added = await runAgentLoop([userMessage(input)], context, config, emit, undefined, streamFn);
        context.messages.push(...added);
        expectNested(events);
        expect(requests.length - before).toBeLessThanOrEqual(MAX_TURNS);
        heard.push(...events.flatMap((event) => (event.type === "message_end" ? [event.message] : [])));
      }
      expect(heard).toEqual(context.messages);
      expect(heard.every((message, at) => message === context.messages[at])).toBe(true);
      expectEachCallAnswered(context.messages);
      const asked = context.messages.flatMap((message) => (message.role === "toolResult" ? [message.toolCallId] : []));
      expect(asked).toEqual(
        script
          .slice(0, requests.length)
          .flatMap(callsOf)
          .map(({ id }) => id),
      );
    }),
  );
});

it("tells a consumer that comes and goes as much as it stayed for, and the result all the same", async () => {
  await fc.assert(
    fc.asyncProperty(anyPlay, fc.nat({ max: 40 }), async (script, most) => {
      const types: string[] = [];
      const emit = ({ type }: AgentEvent) => void types.push(type);
      const prompts = [userMessage("hi")];
      const added = await runAgentLoop(prompts, newContext(), config, emit, undefined, scriptedStream(script).streamFn);

      const stream = agentLoop(prompts, newContext(), config, undefined, scriptedStream(script).streamFn);
      const read: string[] = [];
      for await (const { type } of stream) if (read.push(type) > most) break;
      expect(read).toEqual(types.slice(0, most + 1));
      expect((await stream.result()).map(({ role }) => role)).toEqual(added.map(({ role }) => role));
    }),
    { numRuns: 50 },
  );
});
