import { Type } from "typebox";
import { stageModel } from "../../shared/props.ts";
import type {
  AgentContext,
  AgentEventSink,
  AgentLoopConfig,
  AgentMessage,
  AgentTool,
} from "../../s15_loop_boundaries/index.ts";
import type { Loop } from "./loops.ts";
import { callEvents, prepared, replyOf, textEvents } from "./replies.ts";

/** What is measured: the same work, of several sizes. */
export type Workload = {
  id: string;
  /** In Chinese, as the table names it. */
  name: string;
  /** What a size counts, and what the table divides the cost by; without it, the cost is that of the run. */
  unit?: string;
  sizes: readonly number[];
  /** Makes everything that the run of this size needs; what it returns is timed. */
  prepare(size: number): (loop: Loop) => Promise<unknown>;
};

const PROMPT: AgentMessage = { role: "user", content: "x", timestamp: 0 };
const CONFIG: AgentLoopConfig = { model: stageModel("prepared"), convertToLlm: (messages) => messages };
const RESULT = { content: [{ type: "text" as const, text: "x" }], details: {} };

/** Nobody listens: what is measured is the loop. */
const deaf: AgentEventSink = () => {};

const TOOL: AgentTool = {
  name: "read",
  label: "read",
  description: "",
  parameters: Type.Object({ path: Type.String() }),
  execute: async () => RESULT,
};

const DECADES = [10, 100, 1_000, 10_000];
const BATCHES = [1, 10, 100, 1_000];

/** Everything that `npm run bench` measures of a loop, in the order of its table. */
export const WORKLOADS: Workload[] = [
  {
    id: "turns",
    name: "一次运行，N 轮文字",
    unit: "轮",
    sizes: DECADES,
    prepare: (turns) => {
      const streamFn = prepared([textEvents(1)]);
      return (loop) => {
        const config = { ...CONFIG, getFollowUpMessages: followUps(turns - 1) };
        return loop.runAgentLoop([PROMPT], contextOf([]), config, deaf, undefined, streamFn());
      };
    },
  },
  {
    id: "events",
    name: "一条回复，N 个事件",
    unit: "事件",
    sizes: DECADES,
    prepare: (events) => {
      const streamFn = prepared([textEvents(events)]);
      return (loop) => loop.runAgentLoop([PROMPT], contextOf([]), CONFIG, deaf, undefined, streamFn());
    },
  },
  {
    id: "parallel",
    name: "一批 N 次调用，并行",
    unit: "次",
    sizes: BATCHES,
    prepare: (calls) => batchOf(calls, CONFIG),
  },
  {
    id: "sequential",
    name: "一批 N 次调用，逐个",
    unit: "次",
    sizes: BATCHES,
    prepare: (calls) => batchOf(calls, { ...CONFIG, toolExecution: "sequential" }),
  },
  {
    id: "transcript",
    name: "一次运行，接在 N 轮的对话后面",
    sizes: DECADES,
    prepare: (turns) => {
      const before = Array.from({ length: turns }, () => [PROMPT, replyOf([{ type: "text", text: "x" }])]).flat();
      const streamFn = prepared([textEvents(1)]);
      return (loop) => loop.runAgentLoop([PROMPT], contextOf(before), CONFIG, deaf, undefined, streamFn());
    },
  },
  {
    id: "stream",
    name: "agentLoop 的流，N 个事件，跑完才读",
    unit: "事件",
    sizes: [100, 1_000, 10_000, 50_000],
    prepare: (events) => {
      const streamFn = prepared([textEvents(events)]);
      return async (loop) => {
        const stream = loop.agentLoop([PROMPT], contextOf([]), CONFIG, undefined, streamFn());
        await stream.result();
        for await (const _ of stream);
      };
    },
  },
];

function contextOf(messages: AgentMessage[]): AgentContext {
  return { systemPrompt: "", messages, tools: [TOOL] };
}

/** Keeps a run going for `turns` more turns. */
function followUps(turns: number): () => Promise<AgentMessage[]> {
  const [one, none] = [Promise.resolve([PROMPT]), Promise.resolve([])];
  let left = turns;
  return () => (left-- > 0 ? one : none);
}

function batchOf(calls: number, config: AgentLoopConfig): (loop: Loop) => Promise<unknown> {
  const streamFn = prepared([callEvents(TOOL.name, calls), textEvents(1)]);
  return (loop) => loop.runAgentLoop([PROMPT], contextOf([]), config, deaf, undefined, streamFn());
}
