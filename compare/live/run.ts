import { setMaxListeners } from "node:events";
import { streamSimple } from "@earendil-works/pi-ai/api/openai-completions";
import { userMessage } from "../../shared/props.ts";
import type { Terminal } from "../../shared/terminal.ts";
import { createTrace } from "../../shared/trace.ts";
import {
  runAgentLoop,
  type AgentLoopConfig,
  type AgentMessage,
  type StreamFn,
} from "../../s15_loop_boundaries/index.ts";
import type { AssistantMessage } from "../../s15_loop_boundaries/messages.ts";
import { stopAfterTurns } from "../../s15_loop_boundaries/turn-policies.ts";
import { describeFailure } from "./failure.ts";
import { readTool } from "./read-tool.ts";
import type { LiveSettings } from "./settings.ts";
import { Wire } from "./wire.ts";

export type LiveRun = {
  question: string;
  settings: LiveSettings;
  root: string;
  terminal: Terminal;
  signal: AbortSignal;
};

/** A model that always wants one more look costs money. */
export const MAX_TURNS = 12;

const PROMPT = "你是一个简短的助手，回答关于一个项目的问题。要看项目里的文件，就用 read，不要猜。";

/**
 * Runs the loop of s15 on the model of `settings`, and shows the trace as a chapter does. Returns the exit code: 0 when
 * the model has answered, 1 when the reply failed or the turns ran out, 130 when `signal` ended it.
 */
export async function runLive({ question, settings, root, terminal, signal }: LiveRun): Promise<number> {
  // pi-ai's client prints what it cannot parse, and never lets go of the signal.
  process.env["OPENAI_LOG"] ??= "off";
  setMaxListeners(0, signal);
  const { write, writeError } = withoutKey(terminal, settings.apiKey);
  const show = createTrace(write, terminal.colour);
  const wire = new Wire();
  show({ kind: "case", chapter: "s15", title: `${settings.model}（${new URL(settings.baseUrl).host}）`, case: "live" });
  show({ kind: "user", content: question });
  const added = await runAgentLoop(
    [userMessage(question)],
    { systemPrompt: PROMPT, messages: [], tools: [readTool(root)] },
    configOf(settings, wire),
    (event) => show({ kind: "event", event }),
    signal,
    // One object in two type systems: Pi's are classes and brands where the course has plain shapes.
    streamSimple as unknown as StreamFn,
  );
  const replies = added.filter((message) => message.role === "assistant");
  const last = replies.at(-1);
  if (last) show({ kind: "assistant", message: last });
  show({ kind: "note", from: "usage", text: describeUsage(replies) });

  if (signal.aborted) return complain(writeError, "中止了。", 130);
  if (last?.stopReason === "error")
    return complain(writeError, describeFailure(last.errorMessage ?? "", wire.ending, settings), 1);
  if (isCalling(added)) return complain(writeError, `满了 ${MAX_TURNS} 轮，模型还要看文件，停在这里。`, 1);
  return 0;
}

function configOf({ baseUrl, model, apiKey }: LiveSettings, { fetch }: Wire): AgentLoopConfig {
  return {
    model: {
      id: model,
      name: model,
      api: "openai-completions",
      provider: "live",
      baseUrl,
      reasoning: false,
      input: ["text"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 1_000_000,
      // None: servers disagree on the field's name, and each has a limit of its own.
      maxTokens: 0,
      // What only some servers understand stays away from all.
      compat: { supportsStore: false, supportsDeveloperRole: false, supportsStrictMode: false },
    },
    convertToLlm: (messages) => messages,
    shouldStopAfterTurn: stopAfterTurns(MAX_TURNS),
    apiKey,
    fetch,
    // A failure is to be seen, not waited out.
    maxRetries: 0,
  };
}

/** A server may quote the key in what it says. What is too short to be a secret ("none") is a word like any other. */
function withoutKey(terminal: Terminal, key: string): Pick<Terminal, "write" | "writeError"> {
  const clean = (text: string) => (key.length < 8 ? text : text.replaceAll(key, "***"));
  return { write: (text) => terminal.write(clean(text)), writeError: (text) => terminal.writeError(clean(text)) };
}

function complain(writeError: Terminal["writeError"], line: string, code: number): number {
  writeError(`${line}\n`);
  return code;
}

function isCalling(added: AgentMessage[]): boolean {
  return added.at(-1)?.role === "toolResult";
}

function describeUsage(replies: AssistantMessage[]): string {
  const sum = (field: "input" | "output" | "cacheRead" | "cacheWrite") =>
    replies.reduce((total, { usage }) => total + usage[field], 0);
  const [cached, output] = [sum("cacheRead"), sum("output")];
  const input = sum("input") + cached + sum("cacheWrite");
  if (input + output === 0) return `${replies.length} 轮；服务没有报用量`;
  return `${replies.length} 轮；输入 ${input} token，其中 ${cached} 来自缓存；输出 ${output} token`;
}
