import {
  changedByWorld,
  differsByPrefix,
  differsByTime,
  inResult,
  isNothing,
  missing,
  onlyChapter,
  onlyPi,
} from "./difference/claims.ts";
import type { Difference } from "./difference/differences.ts";
import { isBeyondLimit, TRUNCATED, type Facts } from "./difference/facts.ts";

/** What `closes` says of a difference that stays, on purpose. */
export const NEVER = "—";

/** One way in which chapters differ from Pi. It holds from the chapter that opens it up to the one that closes it. */
export type Row = {
  id: string;
  /** One sentence, in Chinese. */
  says: string;
  opens: string;
  /** The chapter from which on the difference is gone, or `NEVER`. */
  closes: string;
  /** Only the chapter that opens it has a case that shows it; the later ones have taken it over as it was. */
  onlyOpening?: boolean;
  /** Recognises the difference, and no other row's. */
  claims(difference: Difference, facts: Facts): boolean;
};

/** Where a reply's origin stands: in a message of its own, in an event, or in a request's transcript. */
const ORIGIN = /^(message\.|messages\[\d+\]\.)?(api|provider|model|usage)$/;
const TOOL_OUTCOME = /^(toolName|details|result\.details|messages\[\d+\]\.(toolName|details))$/;

/** What a tool or a hook says while it runs, and nothing that the theatre says. */
const SAID = /^\[(?!register\]|run by hand\])/;
/** What an event of Pi's carries along beside what it tells. */
const CARRIED = /^(message|message\.content|assistantMessageEvent\.(partial|contentIndex|toolCall\.type))$/;
/** What happens while a tool is executed, said by whoever. */
const EXECUTING = /^(\[|tool_execution)/;
/** What is said then, the execution itself, and its result. */
const EXECUTED = new RegExp(`${SAID.source}|^tool_execution_(start|end)|^message_(start|end) toolResult`);

export const LEDGER: readonly Row[] = [
  {
    id: "no-turn-events",
    says: "没有 agent_start、turn_start、turn_end、agent_end，外面看不出一次运行和一轮的起止",
    opens: "s01",
    closes: "s08",
    claims: (difference) => onlyPi(difference, /^(agent|turn)_(start|end)/),
  },
  {
    id: "silent-messages",
    says: "用户消息和工具结果直接写进 transcript，不发 message_start 和 message_end",
    opens: "s01",
    closes: "s08",
    claims: (difference) => onlyPi(difference, /^message_(start|end) (user|toolResult)/),
  },
  {
    id: "whole-reply",
    says: "回复等齐了才交出来：没有 message_start 和 message_update，断线时已收到的文字也丢了",
    opens: "s01",
    closes: "s03",
    claims: (difference, { failedTurns }) =>
      onlyPi(difference, /^message_(start assistant|update)/) ||
      (difference.kind === "text" &&
        difference.path.endsWith("content") &&
        difference.chapter === "" &&
        failedTurns.has(difference.line.turn)),
  },
  {
    id: "no-block-edges",
    says: "内容块只有一段段的 delta，没有标出起止的事件（text_start、text_end 等）",
    opens: "s03",
    closes: "s08",
    claims: (difference) => onlyPi(difference, /^message_update (text|thinking)_(start|end)/),
  },
  {
    id: "whole-arguments",
    says: "一次调用整个到达，没有参数一段段传来的 toolcall_start 和 toolcall_delta",
    opens: "s04",
    closes: "s08",
    claims: (difference) => onlyPi(difference, /^message_update toolcall_(start|delta)/),
  },
  {
    id: "no-execution-start",
    says: "没有 tool_execution_start，工具有了结果才发事件",
    opens: "s04",
    closes: "s08",
    claims: (difference) => onlyPi(difference, /^tool_execution_start/),
  },
  {
    id: "bare-events",
    says: "事件里没有消息本身、拼到一半的 partial 和内容块的序号",
    opens: "s03",
    closes: "s08",
    claims: (difference) =>
      difference.line.kind === "event" &&
      (missing(difference, CARRIED) ||
        (difference.line.key.startsWith("message_start") &&
          missing(difference, /^message\.(stopReason|errorMessage)$/))),
  },
  {
    id: "no-origin",
    says: "回复不记它来自哪个接口、厂商和模型（api、provider、model），也不记用量（usage）",
    opens: "s01",
    closes: "s08",
    claims: (difference) =>
      missing(difference, ORIGIN) &&
      !inResult(difference) &&
      !(difference.line.kind === "request" && difference.path === "model"),
  },
  {
    id: "plain-strings",
    says: "内容是一个字符串，有了调用也放在旁边的 toolCalls 里；Pi 的内容是一列内容块，调用也是其中一块",
    opens: "s01",
    closes: "s07",
    claims: (difference) => difference.kind === "shape",
  },
  {
    id: "no-error-flag",
    says: "结果没有 isError，成功和失败只能从文字里看",
    opens: "s04",
    closes: "s07",
    claims: (difference) => missing(difference, /^(messages\[\d+\]\.)?isError$/),
  },
  {
    id: "error-prefix",
    says: "失败写成 error: 开头的文字；Pi 的文字不加前缀",
    opens: "s04",
    closes: "s07",
    claims: (difference) => difference.kind === "text" && differsByPrefix("error", difference),
  },
  {
    id: "blocked-prefix",
    says: "拦下写成 blocked: 开头的文字；Pi 的文字就是原因",
    opens: "s05",
    closes: "s07",
    claims: (difference) => difference.kind === "text" && differsByPrefix("blocked", difference),
  },
  {
    id: "bare-results",
    says: "结果不带工具的名字（toolName）和给界面看的 details",
    opens: "s04",
    closes: "s07",
    claims: (difference) => missing(difference, TOOL_OUTCOME),
  },
  {
    id: "fewer-result-fields",
    says: "结果只有 content、details 和 isError；工具另给的用量（usage）和新工具的名字（addedToolNames）丢掉了",
    opens: "s07",
    closes: "s08",
    claims: (difference) => missing(difference, /(^|\.)(usage|addedToolNames)$/) && inResult(difference),
  },
  {
    id: "missing-content",
    says: "工具没有给 content 时，事件和消息说的一样；Pi 的事件里照样没有，消息里补成空的一列",
    opens: "s07",
    closes: "s08",
    claims: (difference) =>
      difference.kind === "field" &&
      /(^|\.)content$/.test(difference.path) &&
      inResult(difference) &&
      [difference.chapter, difference.pi].every(isNothing),
  },
  {
    id: "deaf-listener",
    says: "只听事件拼不出 transcript：听不到用户消息，工具结果又先于它的回复",
    opens: "s07",
    closes: "s08",
    claims: (difference) => difference.kind === "text" && difference.line.key === "[listener]",
  },
  {
    id: "bare-request",
    says: "请求里没有系统提示和模型名",
    opens: "s01",
    closes: "s06",
    claims: (difference) => difference.line.kind === "request" && missing(difference, /^(systemPrompt|model)$/),
  },
  {
    id: "no-tools",
    says: "请求里没有 tools 这个字段",
    opens: "s01",
    closes: "s02",
    claims: (difference) => missing(difference, /^tools$/),
  },
  {
    id: "specs-apart",
    says: "请求里只有 spec；Pi 把整个工具对象交给 stream 函数，label 和 execute 都在里面",
    opens: "s02",
    closes: "s08",
    claims: (difference) => missing(difference, /^tools\[\d+\]\.(label|execute)$/),
  },
  {
    id: "no-schema",
    says: "工具不说明它要什么参数（parameters）",
    opens: "s02",
    closes: "s09",
    claims: (difference) => missing(difference, /^tools\[\d+\]\.parameters$/),
  },
  {
    id: "registry",
    says: "同名工具登记不进去；Pi 收的是一个数组，两个都在里面，找的时候先到先得",
    opens: "s02",
    closes: "s08",
    onlyOpening: true,
    claims: (difference, { refusedTool }) =>
      refusedTool &&
      (difference.kind === "text" ||
        onlyChapter(difference, /^\[register\]$/) ||
        missing(difference, /^tools\[\d+\]$/)),
  },
  {
    id: "by-hand",
    says: "main.ts 在最后动手执行一次 handler，只是这一章的演示",
    opens: "s02",
    closes: "s03",
    claims: (difference) => onlyChapter(difference, /^\[run by hand\]$/),
  },
  {
    id: "thrown-failure",
    says: "provider 失败就抛错，由循环接住；Pi 的 stream 函数不许抛，要把失败写成一个 error 事件",
    opens: "s01",
    closes: "s08",
    claims: (difference) => difference.line.kind === "provider",
  },
  {
    id: "runs-while-streaming",
    says: "调用一到就执行，回复还没说完；Pi 等回复说完再执行，回复失败就一个都不执行",
    opens: "s04",
    closes: "s10",
    claims: (difference, { failedTurns, batchTurn, breaks }) =>
      !breaks &&
      ((difference.kind === "order" && difference.among === "its message" && EXECUTING.test(difference.line.key)) ||
        (onlyChapter(difference, /^transcript \d+ toolResult/) && failedTurns.size > 0) ||
        (failedTurns.has(difference.line.turn) &&
          (onlyChapter(difference, EXECUTED) || isResultOnlyHere(difference))) ||
        (difference.kind === "text" && difference.line.turn < batchTurn && isToldEarlier(difference))),
  },
  {
    id: "runs-truncated",
    says: "回复写到输出上限断了，里面的调用照样执行；Pi 一个也不执行，各给一条错误结果",
    opens: "s09",
    closes: "s10",
    claims: (difference, { truncatedTurn }) =>
      difference.line.turn >= truncatedTurn &&
      (onlyChapter(difference, SAID) ||
        (difference.kind === "text" && difference.pi.includes(TRUNCATED)) ||
        (difference.kind === "field" && /(^|\.)isError$/.test(difference.path) && difference.pi === true)),
  },
  {
    id: "event-call",
    says: "工具拿到的是事件里的那份调用；Pi 拿到的是回复里的那一块，prepareArguments 就地一改，transcript 也跟着变",
    opens: "s09",
    closes: "s10",
    claims: (difference) => difference.kind === "text" && /(^|\.)content\[\d+\]\.arguments\./.test(difference.path),
  },
  {
    id: "half-said-reply",
    says: "钩子看到的是说到一半的回复，后面的调用还没有到；Pi 的钩子看到整条回复",
    opens: "s09",
    closes: "s10",
    claims: (difference) => difference.kind === "text" && SAID.test(difference.line.key) && seesFewerCalls(difference),
  },
  {
    id: "early-look",
    says: "调用一到就找工具，看到的是那一刻的工具；Pi 到回复说完才找，这中间装上、卸下、换掉的都算数",
    opens: "s05",
    closes: "s06",
    claims: (difference, facts) =>
      isEarlyEnd(difference, facts) ||
      (changedByWorld(difference, facts) && difference.kind === "text" && difference.chapter.endsWith(" not found")),
  },
  {
    id: "hooks-before-lookup",
    says: "先问钩子，再找工具；Pi 先找工具，找不到就不问钩子",
    opens: "s05",
    closes: "s09",
    claims: (difference, { unknownTurns }) => onlyChapter(difference, SAID) && unknownTurns.has(difference.line.turn),
  },
  {
    id: "one-by-one",
    says: "一次调用整个做完才轮到下一次；Pi 先依次做完所有调用的预检，再一起执行",
    opens: "s04",
    closes: "s12",
    claims: (difference, facts) =>
      (difference.kind === "order" && difference.among === "other calls" && !isEarlyEnd(difference, facts)) ||
      (difference.kind === "text" && difference.line.turn >= facts.batchTurn && differsByTime(difference)),
  },
  {
    id: "prompt-each-turn",
    says: "每一轮都重新读系统提示；Pi 的循环在一次运行开头抄一次，到结束都用那一份",
    opens: "s06",
    closes: "s15",
    claims: (difference, facts) =>
      changedByWorld(difference, facts) && isPrompt(difference) && difference.pi === facts.firstPrompt,
  },
  {
    id: "takes-snapshot",
    says: "循环自己给每一轮的工具拍快照；Pi 的循环用的一直是调用者手里那个数组，就地一改，这一轮就看得到",
    opens: "s06",
    closes: "s15",
    claims: (difference, facts) =>
      (changedByWorld(difference, facts) && !isPrompt(difference)) || isEarlyEnd(difference, facts),
  },
  {
    id: "broken-contract",
    says: "stream 函数违约时，agentLoop 的迭代和 result() 都失败；Pi 的两样都一直等，失败谁也接不到",
    opens: "s08",
    closes: NEVER,
    onlyOpening: true,
    claims: (difference, { breaks }) =>
      breaks && (onlyPi(difference, /^play /) || onlyChapter(difference, /^(\[|transcript)/)),
  },
];

/** Asked alone about all that lies beyond a chapter's turn limit. */
export const TURN_LIMIT: Row = {
  id: "turn-limit",
  says: "循环自己限制轮数；Pi 没有限制，要停由调用者用 shouldStopAfterTurn 决定",
  opens: "s04",
  closes: "s15",
  claims: (difference, facts) => isBeyondLimit(difference.line, facts),
};

/** The end of a call whose tool was not there yet: it has overtaken other calls. */
function isEarlyEnd({ kind, line, ...difference }: Difference, { changedTurn, lostEnds }: Facts): boolean {
  const overtakes = kind === "order" && "among" in difference && difference.among === "other calls";
  return overtakes && line.turn >= changedTurn && lostEnds.has(line.key);
}

/** What a tool or a hook said of the instant at which it ran. */
function isToldEarlier(difference: Difference & { kind: "text" }): boolean {
  return SAID.test(difference.line.key) && differsByTime(difference);
}

/** Whether a hook counted fewer calls in the reply than Pi's did, and all else is the same. */
function seesFewerCalls({ chapter, pi }: { chapter: string; pi: string }): boolean {
  const [ours, theirs] = [chapter, pi].map((text) => Number(/"calls":(\d+)/.exec(text)?.[1]));
  return ours! < theirs! && chapter.replace(`"calls":${ours}`, `"calls":${theirs}`) === pi;
}

/** A result that an event of the chapter lists, and Pi's does not. */
function isResultOnlyHere(difference: Difference): boolean {
  if (difference.kind !== "field" || difference.pi !== undefined) return false;
  if (!/^(toolResults|messages)\[\d+\]$/.test(difference.path)) return false;
  return (difference.chapter as { role?: unknown } | undefined)?.role === "toolResult";
}

function isPrompt(difference: Difference): difference is Difference & { kind: "text" } {
  return difference.kind === "text" && difference.path === "systemPrompt";
}

/** The rows that claim a difference seen in `chapter`; there should be exactly one. */
export function claimants(difference: Difference, facts: Facts, chapter: string): Row[] {
  const rows = TURN_LIMIT.claims(difference, facts) ? [TURN_LIMIT] : LEDGER;
  return rows.filter((row) => isOpen(row, chapter) && row.claims(difference, facts));
}

export function isOpen(row: Row, chapter: string): boolean {
  return row.opens <= chapter && chapter < row.closes;
}
