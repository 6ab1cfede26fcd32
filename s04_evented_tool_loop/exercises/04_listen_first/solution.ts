import { errorText } from "#s04/errors.ts";
import type { Output } from "#s04/loop.ts";
import type { AssistantMessage, ToolResultMessage } from "#s04/messages.ts";
import type { Provider } from "#s04/provider.ts";
import { addToReply, emptyReply, streamReply } from "#s04/reply.ts";
import type { AgentState } from "#s04/state.ts";
import type { ToolCall, ToolRegistry } from "#s04/tools.ts";

/**
 * One turn that runs no tool before the reply is whole. When the reply failed it runs none at all: each call then has
 * a result that says why. Each result is told to `output`, in the order of the calls.
 */
export async function runTurn(
  state: AgentState,
  provider: Provider,
  registry: ToolRegistry,
  output: Output,
): Promise<{ reply: AssistantMessage; results: ToolResultMessage[] }> {
  const request = { messages: structuredClone(state.messages), tools: registry.getSpecs() };

  const reply = emptyReply();
  // Apart from `reply.toolCalls`: those belong to the transcript, and a handler may write to what it is given.
  const calls: ToolCall[] = [];
  for await (const event of streamReply(provider, request)) {
    addToReply(reply, event);
    if (event.type === "tool_call") calls.push(structuredClone(event.call));
    await output(event);
  }

  const results: ToolResultMessage[] = [];
  for (const call of calls) {
    const result = reply.stopReason === "error" ? notRun(call, reply) : runToolCall(registry, call);
    results.push(result);
    await output({ type: "tool_result", result: structuredClone(result) });
  }
  return { reply, results };
}

function notRun(call: ToolCall, { errorMessage }: AssistantMessage): ToolResultMessage {
  return { role: "toolResult", toolCallId: call.id, content: `error: not run, the reply failed: ${errorMessage}` };
}

function runToolCall(registry: ToolRegistry, call: ToolCall): ToolResultMessage {
  let content: string;
  try {
    content = registry.run(call);
    if (typeof content !== "string") throw new Error("no text was returned");
  } catch (error) {
    content = `error: ${errorText(error)}`;
  }
  return { role: "toolResult", toolCallId: call.id, content };
}
