import { describe, expect, it } from "vitest";
import { call, text, thinking, type Reply } from "../shared/script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { resultsIn } from "../shared/testing/transcript.ts";
import { runEventedToolLoop } from "./loop.ts";
import type { ImageContent, Message } from "./messages.ts";
import type { Provider } from "./provider.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type ToolHandler } from "./tools.ts";

/** Every byte there is, so that one that is lost or changed shows. */
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const image = (): ImageContent => ({
  type: "image",
  data: Buffer.from(everyByte).toString("base64"),
  mimeType: "image/png",
});

/** One run over a transcript with one tool, the provider and what it left behind. */
async function run(source: Reply[] | Provider, handler: ToolHandler, before: Message[] = []) {
  const state = createState({ systemPrompt: "be brief", model: "model-a" });
  state.messages.push(...before);
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "tool", description: "" }, handler });
  const script = "stream" in source ? [] : source;
  const provider = scripted(script, undefined, { blocks: true });
  await runEventedToolLoop(state, "stream" in source ? source : provider, registry, {}, "hi", () => {});
  return { messages: state.messages, requests: provider.requests.map((request) => request.messages), registry };
}

const nothing: ToolHandler = async () => saying("");
const callOnce: Reply[] = [[call("1", "tool")], [text("done")]];

describe("the core looks at no block but a call:", () => {
  it("an image of a tool is in the next request, between its texts, to the byte, and the details with it", async () => {
    const content = [{ type: "text" as const, text: "before" }, image(), { type: "text" as const, text: "after" }];
    const { requests } = await run(callOnce, async () => ({ content, details: { width: 16 } }));
    expect(requests[1]?.at(-1)).toEqual({
      role: "toolResult",
      toolCallId: "1",
      toolName: "tool",
      content: [{ type: "text", text: "before" }, image(), { type: "text", text: "after" }],
      details: { width: 16 },
      isError: false,
    });
  });

  it("a result of images alone, or of nothing, stays that", async () => {
    for (const content of [[image(), image()], []]) {
      const { requests } = await run(callOnce, async () => ({ content, details: {} }));
      expect(requests[1]?.at(-1)?.content).toEqual(content);
    }
  });

  it("an image of the user's is in every request", async () => {
    const shown: Message = { role: "user", content: [{ type: "text", text: "look" }, image()] };
    const { requests } = await run(callOnce, nothing, [structuredClone(shown)]);
    expect(requests.map(([first]) => first)).toEqual([shown, shown]);
  });

  it("a thought goes back to the provider where it was thought", async () => {
    const reply = [thinking("I need "), thinking("the tool."), text("wait"), call("1", "tool"), thinking("And now?")];
    const { requests } = await run([reply, [text("done")]], nothing);
    expect(requests[1]?.[1]).toEqual({
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I need the tool." },
        { type: "text", text: "wait" },
        { type: "toolCall", id: "1", name: "tool", arguments: {} },
        { type: "thinking", thinking: "And now?" },
      ],
      stopReason: "toolUse",
    });
  });

  it("a kind of block that this chapter does not know passes through as well", async () => {
    const content = [{ type: "audio", data: "aGk=" }] as never;
    const { requests } = await run(callOnce, async () => ({ content, details: {} }));
    expect(requests[1]?.at(-1)?.content).toEqual(content);
  });
});

describe("the transcript is not rewritten", () => {
  const args = { mode: "read", where: { path: "/home" } };
  const asked = { type: "toolCall", id: "1", name: "tool", arguments: args };

  it("by a handler that changes its arguments, now or later", async () => {
    const later: (() => void)[] = [];
    const vandal: ToolHandler = async (given) => {
      const vandalise = () => {
        Object.assign(given["where"] as object, { path: "forged" });
        delete given["mode"];
      };
      vandalise();
      later.push(vandalise);
      return saying("done");
    };
    const { messages, requests } = await run([[call("1", "tool", args)], [text("done")]], vandal);
    for (const vandalise of later) vandalise();
    expect([messages[1]?.content, requests[1]?.[1]?.content]).toEqual([[asked], [asked]]);
  });

  it("by a handler that goes on writing into what it returned", async () => {
    const returned = saying("", { calls: 0 });
    const { messages, requests } = await run(
      [[call("1", "tool"), call("2", "tool")], [call("3", "tool")], [text("done")]],
      async () => {
        returned.details = { calls: (returned.details as { calls: number }).calls + 1 };
        for (const block of returned.content) block.text += "x";
        return returned;
      },
    );
    expect(resultsIn(messages)).toEqual(["x", "xx", "xxx"]);
    expect(requests[2]).toEqual(messages.slice(0, -1));
  });

  it("through a request, and neither are the tools", async () => {
    const before: Message[] = [
      { role: "user", content: [{ type: "text", text: "look" }, image()] },
      { role: "assistant", content: [{ type: "text", text: "I see" }], stopReason: "stop" },
    ];
    const { messages, registry } = await run(
      {
        async *stream(request) {
          for (const { content } of request.messages) {
            if (typeof content === "string") continue;
            Object.assign(content[0] ?? {}, { text: "forged" });
            content.pop();
          }
          for (const spec of request.tools) spec.name = "forged";
          request.messages.length = 0;
          yield { type: "message_end", stopReason: "stop" };
        },
      },
      nothing,
      structuredClone(before),
    );
    expect(messages.slice(0, 3)).toEqual([...before, { role: "user", content: "hi" }]);
    expect(registry.getSpecs()).toEqual([{ name: "tool", description: "" }]);
  });
});
