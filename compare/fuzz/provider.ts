import type { AgentMessage, StreamFn } from "@earendil-works/pi-agent-core";
import type { AssistantMessageEventStream } from "@earendil-works/pi-ai";
import { asStream, sayReply } from "../../shared/reply-events.ts";
import type { Part } from "../../shared/script.ts";
import type { PiModules } from "../play/pi-player.ts";
import { messagesView, toolsView } from "./tools.ts";
import { Mention } from "./recorder.ts";
import type { PartPlan, Plan } from "./plan.ts";
import type { World } from "./world.ts";

/** What is said when the planned replies are used up: nothing that asks for more. */
const LAST: PartPlan[] = [{ type: "text", text: "done" }];

/** The planned provider; writes down each request. */
export function streamFnOf({ replies, provider }: Plan, world: World, ai: PiModules["ai"]): StreamFn {
  let requests = 0;
  return (model, context, options) => {
    world.enter("streamFn");
    const { messages, tools, systemPrompt } = context;
    // The options carry the whole config; its functions and its model are the caller's own.
    const { model: own, signal, ...passed } = { ...options } as Record<string, unknown>;
    const request = [systemPrompt, messagesView(messages as AgentMessage[]), tools && toolsView(tools)];
    world.recorder.add("request", new Mention(model, model.id), ...request, own === model, passed, signal);
    const reply = (replies[requests++] ?? LAST).map(partOf);
    return world.soon(provider.pause, () => {
      const said = sayReply(reply, model, context, {
        clock: world.clock,
        signal: options?.signal,
        meanwhile: (_what, change) => change(world),
        onFailure: (how, message) => world.recorder.add("provider fails", how, message),
      });
      const events = provider.startless ? withoutStart(said) : said;
      // Pi's type is a class; the loop reads no more of it than this.
      if (provider.transport === "pulled") return asStream(events) as unknown as AssistantMessageEventStream;
      return pushed(events, ai);
    });
  };
}

function partOf(part: PartPlan): Part<World> {
  if (part.type !== "act") return part;
  return { type: "meanwhile", what: part.act, change: (world) => world.act([part.act]) };
}

async function* withoutStart(said: ReturnType<typeof sayReply>): ReturnType<typeof sayReply> {
  for (;;) {
    const { done, value } = await said.next();
    if (done) return value;
    if (value.type !== "start") yield value;
  }
}

function pushed(events: ReturnType<typeof sayReply>, ai: PiModules["ai"]): AssistantMessageEventStream {
  const stream = ai.createAssistantMessageEventStream();
  void (async () => {
    for (;;) {
      const { done, value } = await events.next();
      if (done) return stream.end(value);
      stream.push(value);
    }
  })();
  return stream;
}
