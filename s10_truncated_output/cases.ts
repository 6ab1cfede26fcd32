import { Type } from "typebox";
import type { CaseBase } from "../shared/chapter.ts";
import { STAGE_TIME } from "../shared/clock.ts";
import { call, end, fail, fragments, text, type RequestView } from "../shared/script.ts";
import type { Stage } from "../shared/stage.ts";
import type { AgentContext, AgentLoopConfig } from "./context.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

/** What may change while a reply streams. */
type World = { context: AgentContext; config: AgentLoopConfig };

/** What tools and hooks may use of the stage. */
export type Props = Pick<Stage, "note" | "clock">;

export type Case = CaseBase<World> & {
  tools: (props: Props) => AgentTool[];
  config?: (props: Props) => Partial<AgentLoopConfig>;
  /** Prints what a screen would show of a call's arguments while they arrive. */
  screen?: boolean;
};

/** A result of one text. */
const saying = (said: string, details: unknown = {}): AgentToolResult => ({
  content: [{ type: "text", text: said }],
  details,
});

const currentTime: AgentTool = {
  name: "current_time",
  label: "时钟",
  description: "现在的日期和时间",
  parameters: Type.Object({}),
  execute: async () => saying(STAGE_TIME),
};

const PATH = Type.Object({ path: Type.String() });

/** Says what it would delete, and deletes nothing. */
const remove = ({ note }: Props): AgentTool<typeof PATH> => ({
  name: "remove",
  label: "删除",
  description: "删除一个目录，连同里面的一切",
  parameters: PATH,
  async execute(_id, { path }) {
    note("remove", `rm -rf ${path}`);
    return saying(`已删除 ${path}`);
  },
});

const FILE = Type.Object({ path: Type.String(), content: Type.String(), append: Type.Optional(Type.Boolean()) });

/** Says what it would write, and writes nothing. */
const write = ({ note }: Props): AgentTool<typeof FILE> => ({
  name: "write",
  label: "写文件",
  description: "写一个文件",
  parameters: FILE,
  async execute(_id, { path, content, append }) {
    note("write", `${path} ${append ? "<<" : "<-"} ${content}`);
    return saying(`已写入 ${path}`);
  },
});

/** Says that it was asked, and lets everything through. */
const asking = ({ note }: Props): Partial<AgentLoopConfig> => ({
  async beforeToolCall({ toolCall }) {
    note("beforeToolCall", `问到了 ${toolCall.name}`);
    return undefined;
  },
});

const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;

export const cases: Case[] = [
  {
    name: "default",
    shows: "一个调用的参数分成三片到达，都到齐了",
    inputs: ["记一下：买牛奶"],
    tools: (props) => [write(props)],
    script: [[fragments("call-1", "write", ['{"path":"no', 'tes.md","con', 'tent":"买牛奶"}'])], [text("记好了。")]],
  },
  {
    name: "waits",
    shows: "调用的前后都有话：工具在哪一刻执行",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: [[text("我看看时间。"), call("call-1", "current_time"), text("稍等。")], [text(quoteResult)]],
  },
  {
    name: "truncated",
    shows: "s09 的那条回复：路径说到一半，到了输出上限",
    inputs: ["删掉 /data/tmp/old"],
    tools: (props) => [remove(props)],
    script: [[fragments("call-1", "remove", ['{"path": ', '"/data']), end("length")], [text("没有删，路径没说完。")]],
    showState: true,
  },
  {
    name: "truncated-write",
    shows: "要写的内容说到一半，到了输出上限",
    inputs: ["把端口改成 8080"],
    tools: (props) => [write(props)],
    script: [
      [fragments("call-1", "write", ['{"path":"config.json",', '"content":"{\\"port\\": 80']), end("length")],
      [text("没有写，内容没说完。")],
    ],
  },
  {
    name: "truncated-two",
    shows: "两个调用，一个说完了，一个说到一半",
    inputs: ["删掉 /data/tmp/old，再记下来"],
    tools: (props) => [remove(props), write(props)],
    config: asking,
    script: [
      [
        call("call-1", "remove", { path: "/data/tmp/old" }),
        fragments("call-2", "write", ['{"path":"log.md","con', 'tent":"删了 /data']),
        end("length"),
      ],
      [text("两件都没有做。")],
    ],
    showState: true,
  },
  {
    name: "reissued",
    shows: "模型读到结果，把调用完整地再说一遍",
    inputs: ["删掉 /data/tmp/old"],
    tools: (props) => [remove(props)],
    config: asking,
    script: [
      [fragments("call-1", "remove", ['{"path": ', '"/data']), end("length")],
      [fragments("call-2", "remove", ['{"path": ', '"/data/tmp', '/old"}'])],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "empty-arguments",
    shows: "参数一个字也没有：先是到了输出上限，再是正常说完",
    inputs: ["看看时间，写个文件"],
    tools: (props) => [currentTime, write(props)],
    script: [
      [fragments("call-1", "current_time", []), end("length")],
      [fragments("call-2", "current_time", []), fragments("call-3", "write", [])],
      [text("时间有了，文件没有写。")],
    ],
  },
  {
    name: "null-arguments",
    shows: "参数是 null：先是到了输出上限，再是正常说完",
    inputs: ["写个文件"],
    tools: (props) => [write(props)],
    script: [
      [fragments("call-1", "write", ["null"]), end("length")],
      [fragments("call-2", "write", ["null"])],
      [text("文件没有写。")],
    ],
  },
  {
    name: "error-reply",
    shows: "调用说完了，回复接着就断了",
    inputs: ["删掉 /data/tmp/old"],
    tools: (props) => [remove(props)],
    script: [[text("我这就删。"), call("call-1", "remove", { path: "/data/tmp/old" }), fail("connection reset")]],
    showState: true,
  },
  {
    name: "salvage",
    shows: "参数一边到达，屏幕一边显示",
    inputs: ["往清单上加两样"],
    tools: (props) => [write(props)],
    script: [
      [
        fragments("call-1", "write", [
          '{"pa',
          'th":"no',
          'tes.md","con',
          'tent":"买牛奶\\',
          "n买面",
          '包","append":t',
          "rue}",
        ]),
      ],
      [text("加好了。")],
    ],
    screen: true,
  },
  {
    name: "stop-with-call",
    shows: "回复里有调用，停止原因却是 stop",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: [[call("call-1", "current_time"), end("stop")], [text(quoteResult)]],
  },
  {
    name: "unguarded",
    shows: "参数完整，也符合 schema，只是路径危险（s11 的起点）",
    inputs: ["清理一下磁盘"],
    tools: (props) => [remove(props)],
    script: [[call("call-1", "remove", { path: "../../etc" })], [text(quoteResult)]],
  },
];
