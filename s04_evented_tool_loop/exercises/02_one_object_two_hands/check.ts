import { test } from "vitest";
import { errorText } from "#s04/errors.ts";
import type { AssistantMessage } from "#s04/messages.ts";
import type { ProviderEvent } from "#s04/provider.ts";
import { emptyReply } from "#s04/reply.ts";
import { ToolRegistry, type ToolCall, type ToolHandler } from "#s04/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const READ = "README.md「工作原理」里讲副本的一段";

/** A reply with one call, which a handler has run, as `runTurn` does: first the reply, then the registry. */
async function afterRunning(args: Record<string, unknown>, handler: ToolHandler) {
  const { addToReply } = await answer<typeof import("./starter.ts")>();
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "weekday", description: "" }, handler });
  const reply = emptyReply();
  const call: ToolCall = { id: fresh("call-"), name: "weekday", arguments: args };
  const said = structuredClone(call);
  addToReply(reply, { type: "tool_call", call });
  try {
    return { result: registry.run(call), kept: reply.toolCalls?.[0], said };
  } catch (error) {
    throw verdict({
      saw: `拼进回复以后再执行，handler 改写自己的参数时抛了错：${errorText(error)}。`,
      should: "参数交到 handler 手里，就随它改；要护住的是 transcript 里的那一份。",
      read: READ,
    });
  }
}

test("a handler that rewrites its arguments rewrites no transcript", async () => {
  const date = fresh("2026-");
  const { result, kept, said } = await afterRunning({ date }, (args) => {
    const asked = String(args["date"]);
    args["date"] = "forged";
    return asked;
  });
  expectSame(result, date, (seen) => ({
    saw: `handler 读到的日期是「${seen}」，不是调用里的。`,
    should: "执行的还是模型提出的那个调用，参数一个不改。",
    read: READ,
  }));
  expectSame(kept, said, (seen) => ({
    saw: `handler 改写了自己的参数，transcript 里的参数也跟着变了：${JSON.stringify(seen?.arguments)}。`,
    should: `transcript 记的是模型说过的话：${JSON.stringify(said.arguments)}。执行的人不该改得到它。`,
    read: READ,
  }));
});

test("nor what lies deeper in them", async () => {
  const city = fresh("城市");
  const { kept, said } = await afterRunning({ place: { city }, days: [1, 2] }, (args) => {
    (args["place"] as { city: string }).city = "forged";
    (args["days"] as number[]).length = 0;
    return "";
  });
  expectSame(kept, said, (seen) => ({
    saw: `handler 改写了参数里面的对象，transcript 记着的就成了 ${JSON.stringify(seen?.arguments)}。`,
    should: `参数里套着的对象也要抄：${JSON.stringify(said.arguments)}。`,
    read: READ,
  }));
});

test("the rest stays as it was", async () => {
  const { addToReply } = await answer<typeof import("./starter.ts")>();
  const [one, two] = [fresh("call-"), fresh("call-")];
  const [text, words] = [fresh("文字"), fresh("断线")];
  const calling = (id: string): ProviderEvent => ({ type: "tool_call", call: { id, name: "echo", arguments: { id } } });
  const start: ProviderEvent = { type: "message_start" };
  const ended: ProviderEvent = { type: "message_end", stopReason: "error", errorMessage: words };

  const replyFrom = (...events: ProviderEvent[]) => {
    const reply = emptyReply();
    for (const event of events) addToReply(reply, event);
    return reply;
  };
  const wanted: AssistantMessage = {
    role: "assistant",
    content: `${text} \n。`,
    stopReason: "error",
    toolCalls: [two, one].map((id) => ({ id, name: "echo", arguments: { id } })),
    errorMessage: words,
  };
  const delta = (piece: string): ProviderEvent => ({ type: "text_delta", delta: piece });
  expectSame(
    replyFrom(start, delta(`${text} `), calling(two), delta("\n"), delta("。"), calling(one), ended),
    wanted,
    (seen) => ({
      saw: `三片文字、两个调用、一个 error 结尾，拼成了 ${JSON.stringify(seen)}。`,
      should: `别的事件照旧：${JSON.stringify(wanted)}。`,
      read: "reply.ts 的 addToReply",
    }),
  );
  expectSame("toolCalls" in replyFrom(start, { type: "message_end", stopReason: "stop" }), false, () => ({
    saw: "回复里没有调用，消息上却有 toolCalls。",
    should: "没有调用，就没有 toolCalls 这个字段。",
    read: "messages.ts 的 AssistantMessage",
  }));
});
