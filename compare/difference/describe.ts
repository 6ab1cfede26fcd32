import { describeContent, type AnyBlock } from "../../shared/content.ts";
import { oneLine } from "../../shared/trace.ts";
import type { Line } from "../play/line.ts";

type Blocks = string | AnyBlock[];

/** A line of a trace as one cell of the two columns: what it is, and the little of it that a reader follows. */
export function describeLine(line: Line): string {
  const gist = gistOf(line);
  return oneLine(gist === "" ? line.key : `${line.key}: ${gist}`);
}

function gistOf({ kind, key, data }: Line): string {
  const { message, assistantMessageEvent: update, result } = data as EventData;
  if (kind === "request") return toldOf(data as RequestData);
  if (kind === "transcript") return saidIn(data as { content: Blocks; toolCalls?: { name: string }[] });
  if (kind === "note" || kind === "provider") return String(data["text"] ?? data["how"]);
  if (update) return update.delta ?? update.content ?? update.toolCall?.name ?? "";
  if (result) return `${saidIn(result)}${data["isError"] === true ? " (isError)" : ""}`;
  if (key.startsWith("message_end assistant")) return message?.stopReason ?? "";
  if (key.startsWith("message_end")) return saidIn(message ?? { content: "" });
  return String(data["toolName"] ?? data["maxTurns"] ?? "");
}

function toldOf({ messages, tools = [], model }: RequestData): string {
  const names = tools.map((tool) => tool.name).join("、") || "无";
  return `${messages.length} 条消息，工具 ${names}${model === undefined ? "" : `，${model}`}`;
}

/** What a message or a result says, block by block; a call goes by its name. */
function saidIn({ content = "", toolCalls = [] }: { content?: Blocks; toolCalls?: { name: string }[] }): string {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const said = blocks.map((block) => (block.type === "toolCall" ? `<${block.name}>` : describeContent([block])));
  return [...said, ...toolCalls.map((call) => `<${call.name}>`)].filter((part) => part !== "").join(" ");
}

type EventData = {
  message?: { stopReason?: string; content: Blocks };
  assistantMessageEvent?: { delta?: string; content?: string; toolCall?: { name: string } };
  result?: { content: Blocks };
};
type RequestData = { messages: unknown[]; tools?: { name: string }[]; model?: string };
