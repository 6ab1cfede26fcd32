import { call, meanwhile, text } from "../../shared/script.ts";
import type { Scenario, World } from "../play/scenario.ts";
import { echo, quoteResult, sees, tool } from "./props.ts";

const shout = tool("shout", ({ text: said }) => String(said).toUpperCase());
const publish = (where: string) => tool("publish", () => `已发布到${where}`, { description: `发布到${where}` });

const offered = text(({ toolNames }) => `现在有 ${toolNames.join("、") || "零个工具"}`);

/** The world outside changes while a reply streams: Pi's loop reads what its caller holds. */
export const CHANGES: Scenario[] = [
  {
    name: "tool-added",
    shows: "回复正说着，装上一个工具：这一轮就能运行，下一轮的请求里有它",
    inputs: ["大声复读 hi"],
    tools: [echo],
    changes: ["tools"],
    script: [
      [
        meanwhile<World>("装上 shout", ({ registry }) => registry.register(shout)),
        call("call-1", "shout", { text: "hi" }),
      ],
      [offered],
    ],
    evidence: "现在有 echo、shout",
    inOrder: ['"text":"HI"'],
  },
  {
    name: "tool-removed",
    shows: "回复正说着，卸载给模型看过的工具：这一轮就找不到了",
    inputs: ["复读 hi"],
    tools: [echo],
    changes: ["tools"],
    script: [
      [
        meanwhile<World>("卸载 echo", ({ registry }) => registry.unregister("echo")),
        call("call-1", "echo", { text: "hi" }),
      ],
      [offered],
    ],
    evidence: ["Tool echo not found", '"label":"echo"'],
    inOrder: ["现在有 零个工具"],
  },
  {
    name: "tool-swapped",
    shows: "回复正说着，同名工具被换掉：运行的是新的，不是给模型看过的",
    inputs: ["发布"],
    tools: [publish("测试环境")],
    changes: ["tools"],
    script: [
      [
        meanwhile<World>("publish 换成正式环境的", ({ registry }) => {
          registry.unregister("publish");
          registry.register(publish("正式环境"));
        }),
        call("call-1", "publish"),
      ],
      [quoteResult],
    ],
    evidence: ["工具说：已发布到正式环境", "发布到测试环境"],
  },
  {
    name: "tool-added-between-calls",
    shows: "两次调用之间装上工具：Pi 等回复说完才运行，两次都找得到",
    inputs: ["大声复读两次"],
    tools: [echo],
    changes: ["tools"],
    script: [
      [
        call("call-1", "shout", { text: "a" }),
        meanwhile<World>("装上 shout", ({ registry }) => registry.register(shout)),
        call("call-2", "shout", { text: "b" }),
      ],
      [quoteResult],
    ],
    evidence: [
      '"toolCallId":"call-1","toolName":"shout","result":{"content":[{"type":"text","text":"A"}]',
      '"text":"B"',
    ],
  },
  {
    name: "model-switched",
    shows: "回复正说着换模型：下一轮就是新的",
    inputs: ["复读 hi"],
    tools: [echo],
    changes: ["model"],
    script: [
      [
        meanwhile<World>("模型换成 model-b", ({ state }) => {
          state.model = "model-b";
        }),
        call("call-1", "echo", { text: "hi" }),
      ],
      [sees],
    ],
    evidence: "model-b：你是一个简短的助手。",
  },
  {
    name: "prompt-switched",
    shows: "回复正说着换系统提示：这次运行到底都用旧的，下一次运行才用新的",
    inputs: ["复读 hi", "你好"],
    tools: [echo],
    changes: ["model"],
    script: [
      [
        meanwhile<World>("系统提示换成海盗", ({ state }) => {
          state.systemPrompt = "你是海盗。";
        }),
        call("call-1", "echo", { text: "hi" }),
      ],
      [sees],
      [sees],
    ],
    evidence: "model-a：你是海盗。",
    inOrder: ["model-a：你是一个简短的助手。", "model-a：你是海盗。"],
  },
  {
    name: "changed-between-inputs",
    shows: "在最后一轮换模型：下一次运行用新的",
    inputs: ["你好", "还在吗？"],
    changes: ["model"],
    script: [
      [
        meanwhile<World>("模型换成 model-b", ({ state }) => {
          state.model = "model-b";
        }),
        text("你好！"),
      ],
      [sees],
    ],
    evidence: "model-b：你是一个简短的助手。",
    inOrder: ['"content":[{"type":"text","text":"你好！"}],"api":"scripted","provider":"scripted","model":"model-a"'],
  },
];
