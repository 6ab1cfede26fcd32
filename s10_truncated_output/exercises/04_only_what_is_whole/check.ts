import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s10/agent-loop.ts";
import type { AgentEvent } from "#s10/events.ts";
import { parseStreamingJson } from "#s10/salvage.ts";
import type { AgentTool } from "#s10/tools.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { fragments, text } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";

const SALVAGE = "README.md「工作原理」里的「为什么要抢救」和「丢了就找不回来」";

/** The first place at which `shown` says something else than `whole`; a part of an object or of a list is no other. */
function guessIn(
  shown: unknown,
  whole: unknown,
  place = "",
): { place: string; shown: unknown; whole: unknown } | undefined {
  if (typeof shown !== "object" || shown === null || typeof whole !== "object" || whole === null) {
    return shown === whole || shown === undefined ? undefined : { place, shown, whole };
  }
  for (const [name, value] of Object.entries(shown)) {
    const guess = guessIn(value, (whole as Record<string, unknown>)[name], place === "" ? name : `${place}.${name}`);
    if (guess) return guess;
  }
  return undefined;
}

/** Reads each beginning of the JSON text of `fields`: nothing guessed, and each field there once it is over. */
async function expectWholeOnly(fields: [string, unknown][], json = JSON.stringify(Object.fromEntries(fields))) {
  const { parseWhole } = await answer<typeof import("./starter.ts")>();
  const whole = Object.fromEntries(fields);
  for (let length = 1; length <= json.length; length++) {
    const read = json.slice(0, length);
    const shown = parseWhole(read);
    const guess = guessIn(shown, whole);
    if (guess) {
      throw verdict({
        saw: `读到「${read}」为止，${guess.place} 显示成 ${JSON.stringify(guess.shown)}；写完是 ${JSON.stringify(guess.whole)}。`,
        should: "可能还没有写完的值不显示：字符串要等到收尾的引号，数字要等到后面的逗号或者括号。",
        read: SALVAGE,
      });
    }
    for (const [name, value] of fields) {
      const over = json.indexOf(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
      if (over === -1 || over + `${JSON.stringify(name)}:${JSON.stringify(value)}`.length >= length) continue;
      expectSame(shown?.[name], value, (seen) => ({
        saw: `读到「${read}」为止，${name} 早已写完，显示的却是 ${JSON.stringify(seen) ?? "（没有）"}。`,
        should: `写完的字段马上显示：${JSON.stringify(value)}。人想看着它写。`,
        read: SALVAGE,
      }));
    }
  }
}

test("a text and a number appear when they are over, not before", async () => {
  await expectWholeOnly([
    ["path", fresh("/data/")],
    ["port", 8080],
    ["content", fresh("端口 ")],
    ["last", 443],
  ]);
});

test("a text may hold whatever JSON is made of", async () => {
  await expectWholeOnly([
    ["content", `{"a": [1, "${fresh()}"], \\ }\n`],
    ["path", `C:\\${fresh()}\\`],
    ["flag", true],
  ]);
});

test("what is nested is not guessed either", async () => {
  await expectWholeOnly([
    [
      "edits",
      [
        { oldText: fresh("旧"), line: 1200 },
        { oldText: fresh("旧,"), line: -35.5 },
      ],
    ],
    ["limits", { lines: 2000, none: null, tags: [fresh(), fresh()] }],
    ["force", false],
  ]);
});

test("whole text loses nothing, though an escape is missing", async () => {
  const { parseWhole } = await answer<typeof import("./starter.ts")>();
  const words = fresh("买面包");
  for (const json of [`{"content":"买牛奶\n${words}","n":3}`, `{"path":"C:\\q${words}"}`, "{}", ""]) {
    const wanted = parseStreamingJson(json);
    expectSame(parseWhole(json), wanted, (seen) => ({
      saw: `写完的是「${json.replaceAll("\n", "⏎")}」${json.includes("\n") ? "，⏎ 那里直接换了行" : ""}，读出 ${JSON.stringify(seen)}。`,
      should: `和 parseStreamingJson 一样读出 ${JSON.stringify(wanted)}：不能因为漏写一个转义就全部作废。`,
      read: "README.md「工作原理」里的「为什么要抢救」",
    }));
  }
});

test("plugged into a provider, it decides what the screen shows, and the tool gets everything", async () => {
  const { parseWhole } = await answer<typeof import("./starter.ts")>();
  const path = fresh("/data/");
  const got: unknown[] = [];
  const screen: unknown[] = [];
  const tool: AgentTool = {
    name: "serve",
    label: "开服务",
    description: "",
    parameters: Type.Object({ path: Type.String(), port: Type.Integer() }),
    async execute(_toolCallId, params) {
      got.push(params);
      return { content: [{ type: "text", text: "done" }], details: {} };
    },
  };
  const emit = (event: AgentEvent) => {
    if (event.type !== "message_update" || event.assistantMessageEvent.type !== "toolcall_delta") return;
    const [block] = event.message.role === "assistant" ? event.message.content : [];
    if (block?.type === "toolCall") screen.push(structuredClone(block.arguments));
  };
  const pieces = [`{"path":"${path.slice(0, 4)}`, `${path.slice(4)}","port":80`, "80}"];
  await runAgentLoop(
    [userMessage("开服务")],
    { systemPrompt: "", messages: [], tools: [tool] },
    { model: stageModel("model-a"), convertToLlm: (messages) => messages },
    emit,
    undefined,
    scriptedStream([[fragments("call-1", "serve", pieces)], [text("好")]], undefined, { parseArguments: parseWhole })
      .streamFn,
  );
  expectSame<unknown>([screen, got], [[{}, { path }, { path, port: 8080 }], [{ path, port: 8080 }]], () => ({
    saw: `三片是 ${JSON.stringify(pieces)}，屏幕依次显示 ${JSON.stringify(screen)}，工具收到 ${JSON.stringify(got[0]) ?? "（没有）"}。`,
    should: "屏幕依次显示没有、path、两个都有；到齐以后，工具收到全部。",
    read: "README.md「试一下」里的 salvage",
  }));
});
