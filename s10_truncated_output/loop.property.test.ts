import * as fc from "fast-check";
import { Type } from "typebox";
import { expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { end, fragments, quietEnd } from "../shared/script.ts";
import { anyScript } from "../shared/testing/any-script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { expectEachCallAnswered } from "../shared/testing/transcript.ts";
import { runAgentLoop } from "./agent-loop.ts";
import type { AgentContext } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { AssistantMessage } from "./messages.ts";
import { parseStreamingJson } from "./salvage.ts";

const JSON_TEXT = '{"path":"/data/tmp/old","content":"one\\ntwo","append":true}';

/** A call whose arguments end anywhere, as the provider salvages them. */
const anyCut = fc
  .tuple(fc.constantFrom("call-1", "call-2"), fc.constantFrom("write", "broken", "banana"), fc.nat(JSON_TEXT.length))
  .map(([id, name, length]) => fragments(id, name, [JSON_TEXT.slice(0, length)]));
const anyEnd = fc.constantFrom(end("length"), end("stop"), end("aborted"), quietEnd());

const failed = ({ stopReason }: AssistantMessage) => stopReason === "error" || stopReason === "aborted";

it("answers each call of a reply that arrived once, in order, and runs none that may have been cut", async () => {
  await fc.assert(
    fc.asyncProperty(anyScript(["write", "broken", "banana"], [anyCut, anyCut, anyEnd]), async (script) => {
      const ran: string[] = [];
      const tool = (name: string, run: () => Promise<ReturnType<typeof saying>>) => ({
        name,
        label: name,
        description: "",
        parameters: Type.Object({}),
        execute: (id: string) => (ran.push(`${name} ${id}`), run()),
      });
      const tools = [
        tool("write", async () => saying("written")),
        tool("broken", () => Promise.reject(new Error("disk full"))),
      ];
      const context: AgentContext = { systemPrompt: "", messages: [], tools };
      const { streamFn } = scriptedStream(script, context, { parseArguments: parseStreamingJson });
      const events: AgentEvent[] = [];
      const config = { model: stageModel("a"), convertToLlm: sendAll };
      const emit = (event: AgentEvent) => void events.push(event);
      const added = await runAgentLoop([userMessage("go")], context, config, emit, undefined, streamFn);

      expectEachCallAnswered(added.filter((message) => message.role !== "assistant" || !failed(message)));
      // A tool ran for each call of a reply that came to its own end, and for no other.
      const replies = added.filter((message) => message.role === "assistant");
      const whole = replies.filter((reply) => !failed(reply) && reply.stopReason !== "length");
      const calls = whole.flatMap(({ content }) => content.filter((block) => block.type === "toolCall"));
      expect(ran).toEqual(calls.filter(({ name }) => name !== "banana").map(({ id, name }) => `${name} ${id}`));
      // Nothing is handled while a message is open, and every message that was told of is kept, in that order.
      let open = false;
      for (const { type } of events) {
        if (type === "message_start") open = true;
        if (type === "message_end") open = false;
        if (type.startsWith("tool_execution")) expect(open).toBe(false);
      }
      expect(events.flatMap((event) => (event.type === "message_end" ? [event.message] : []))).toEqual(added);
    }),
  );
});
