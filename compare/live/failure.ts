import { oneLine } from "../../shared/trace.ts";
import type { LiveSettings } from "./settings.ts";
import type { Answer, Ending } from "./wire.ts";

/** Characters of what a server says that are worth a line. */
const WORTH_A_LINE = 300;

/**
 * Why a reply failed, in one line for the reader. `message` is the reply's `errorMessage`, `ending` how its request
 * ended. The caller takes out the key.
 */
export function describeFailure(message: string, ending: Ending, settings: LiveSettings): string {
  const { answer, code } = ending;
  if (code !== undefined) return describeNetwork(code, new URL(settings.baseUrl).host);
  if (answer && answer.status >= 400) return `${describeStatus(answer, settings)}服务说：${saidBy(message)}`;
  if (answer && !answer.contentType.includes("text/event-stream")) {
    return `回答不是 SSE，是 ${oneLine(answer.contentType) || "没有写类型的东西"}。核对 LIVE_BASE_URL（${settings.baseUrl}）：它要指着说 OpenAI 格式的接口，多半以 /v1 结尾。`;
  }
  if (/^terminated$|ended without finish_reason|socket|aborted/i.test(message)) {
    return `流断了：回复没有说完，连接就关了（${saidBy(message)}）。`;
  }
  if (/JSON/.test(message)) return `流里的东西不是 JSON：${saidBy(message)}`;
  return `回复失败：${saidBy(message)}`;
}

function describeStatus({ status, retryAfter }: Answer, { baseUrl, model }: LiveSettings): string {
  if (status === 401 || status === 403) return `${status}：服务不认 LIVE_API_KEY 里的 key。`;
  if (status === 404)
    return `404：没有这个地址，或者没有这个模型。核对 LIVE_BASE_URL（${baseUrl}）和 LIVE_MODEL（${oneLine(model)}）。`;
  if (status === 429) return `429：请求太多，或者额度用完了，这里不重试。${describeWait(retryAfter)}`;
  if (status >= 500) return `${status}：服务自己出了错，过一会儿再试。`;
  return `${status}：服务没有接受这个请求。`;
}

function describeWait(retryAfter: string | undefined): string {
  if (retryAfter === undefined) return "";
  return /^\d+$/.test(retryAfter) ? `${retryAfter} 秒以后再试。` : `到 ${oneLine(retryAfter)} 再试。`;
}

function describeNetwork(code: string, host: string): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `找不到 ${host} 这台主机（${code}）。核对 LIVE_BASE_URL 和网络。`;
  if (code === "ECONNREFUSED") return `${host} 拒绝连接（ECONNREFUSED）：那里没有程序在听。本地的服务要先启动。`;
  if (/TIMEOUT|TIMEDOUT/.test(code)) return `连接 ${host} 超时（${code}）。`;
  return `连不上 ${host}（${oneLine(code)}）。`;
}

/** The sentence in a message such as `401: {"message":"…"}`; the whole when there is none. */
function saidBy(message: string): string {
  const body = message.replace(/^\d{3}:? /, "");
  const said = oneLine(sentenceIn(body) ?? body);
  return said.length > WORTH_A_LINE ? `${said.slice(0, WORTH_A_LINE)}…` : said;
}

function sentenceIn(body: string): string | undefined {
  try {
    const { message, error } = JSON.parse(body) as { message?: unknown; error?: unknown };
    return [message, error].find((one) => typeof one === "string");
  } catch {
    return undefined;
  }
}
