import { resolve } from "node:path";
import { Type } from "typebox";
import type { CaseBase } from "../shared/chapter.ts";
import { call, text, type RequestView } from "../shared/script.ts";
import type { StageDisk, StageFiles } from "../shared/stage-disk.ts";
import type { Stage } from "../shared/stage.ts";
import { askInTerminal, type Ask } from "./ask.ts";
import type { AgentContext, AgentLoopConfig } from "./context.ts";
import { inside } from "./paths.ts";
import { askPolicy, ciPolicy, readOnlyPolicy, type Policy } from "./policies.ts";
import { anyText, oneOf, type Rule } from "./rules.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

/** What may change while a reply streams. */
type World = { context: AgentContext; config: AgentLoopConfig };

/** What tools and policies may use of the stage; the disk is made anew for each play. */
export type Props = Pick<Stage, "note" | "clock" | "person"> & { disk: StageDisk };

export type Case = CaseBase<World> & {
  tools: (props: Props) => AgentTool[];
  config?: (props: Props) => Partial<AgentLoopConfig>;
};

/** The agent works in `/project`; the rest of the disk is none of its business. */
const PROJECT = "/project";
export const FILES: StageFiles = {
  "/project/notes.md": "待办：写测试",
  "/project/docs/guide.md": "使用说明",
  "/project/.git/config": "[core]",
  "/project/today.md": { link: "notes.md" },
  "/project/shortcut": { link: "../secrets/inner" },
  "/project/docs/shortcut": { link: "../../secrets" },
  "/project/docs/dangling": { link: "../../secrets/new-key" },
  "/project-old/notes.md": "旧的待办",
  "/secrets/key": "sk-secret-123",
  "/secrets/inner/readme": "里面",
  "/etc/hosts": "127.0.0.1 localhost",
};

/** A result of one text. */
const saying = (said: string, details: unknown = {}): AgentToolResult => ({
  content: [{ type: "text", text: said }],
  details,
});

const PATH = Type.Object({ path: Type.String() });
const READ = Type.Object({ path: Type.String(), as: Type.Optional(Type.String()) });
const WRITE = Type.Object({ path: Type.String(), content: Type.String() });

const read = ({ disk }: Props): AgentTool<typeof READ> => ({
  name: "read",
  label: "读文件",
  description: "读一个文件；as 是以哪个用户的身份",
  parameters: READ,
  execute: async (_id, { path }) => saying(disk.read(resolve(PROJECT, path))),
});

const write = ({ disk }: Props): AgentTool<typeof WRITE> => ({
  name: "write",
  label: "写文件",
  description: "写一个文件，缺的目录会建好",
  parameters: WRITE,
  async execute(_id, { path, content }) {
    disk.write(resolve(PROJECT, path), content);
    return saying(`已写入 ${path}`);
  },
});

const remove = ({ disk }: Props): AgentTool<typeof PATH> => ({
  name: "remove",
  label: "删除",
  description: "删除一个文件或目录，连同里面的一切",
  parameters: PATH,
  async execute(_id, { path }) {
    disk.delete(resolve(PROJECT, path));
    return saying(`已删除 ${path}`);
  },
});

/** A tool that was installed and that nobody wrote a rule for. */
const deploy: AgentTool = {
  name: "deploy",
  label: "发布",
  description: "发布到正式环境",
  parameters: Type.Object({}),
  execute: async () => saying("已发布"),
};

const COMMAND = Type.Object({ command: Type.String() });

/** Says what it would hand to a shell, and runs nothing. */
const run = ({ note }: Props): AgentTool<typeof COMMAND> => ({
  name: "run",
  label: "命令",
  description: "在 shell 里执行一行命令",
  parameters: COMMAND,
  async execute(_id, { command }) {
    note("run", command);
    return saying(`执行过了：${command}`);
  },
});

const tools = (props: Props) => [read(props), write(props), remove(props), run(props), deploy];

/** One list for all policies: what may be done at all, and for what a person is to be asked. */
const rulesOn = ({ disk: lookup }: Props): Rule[] => {
  const project = inside(PROJECT, { lookup, except: [".git"] });
  const docs = inside(`${PROJECT}/docs`, { lookup, cwd: PROJECT });
  return [
    { name: "读项目里的文件", tool: "read", access: "read", args: { path: project } },
    { name: "写 docs 里的文件", tool: "write", access: "write", args: { path: docs, content: anyText } },
    { name: "写项目里的文件", tool: "write", access: "write", ask: true, args: { path: project, content: anyText } },
    { name: "删项目里的文件", tool: "remove", access: "write", ask: true, args: { path: project } },
    { name: "跑测试", tool: "run", access: "write", args: { command: oneOf("npm test", "npm run check") } },
  ];
};

const plugging = (policy: (props: Props) => Policy) => (props: Props) => ({ beforeToolCall: policy(props) });
const ci = plugging((props) => ciPolicy(rulesOn(props)));
const readOnly = plugging((props) => readOnlyPolicy(rulesOn(props)));
const asking = plugging((props) => askPolicy(rulesOn(props), atTheTerminal(props)));

/** While a person thinks, the stage's time stands still. */
function atTheTerminal({ clock, person }: Props): Ask {
  const ask = askInTerminal(person);
  return (question, signal) => clock.outside(ask(question, signal));
}

/** A rule that breaks, here because its list of names cannot be read. */
const broken = plugging(() => {
  const fromFile = () => {
    throw new Error("rules file is unreadable");
  };
  return ciPolicy([{ name: "读名单上的文件", tool: "read", access: "read", args: { path: fromFile } }]);
});

/** Someone else works on the same disk, and is quick: right after the policy let the call through. */
const swapped = (props: Props): Partial<AgentLoopConfig> => ({
  async beforeToolCall(context) {
    const decision = await ciPolicy(rulesOn(props))(context);
    props.disk.link("/project/notes.md", "../secrets/key");
    props.note("outside", "notes.md 被换成指向 /secrets/key 的链接");
    return decision;
  },
});

/** A page from the network takes its time. */
const fetchPage = ({ note, clock }: Props): AgentTool<typeof PATH> => ({
  name: "fetch_page",
  label: "取网页",
  description: "取一个网页",
  parameters: PATH,
  async execute(_id, { path }) {
    note(`fetch_page ${path}`, `第 ${Math.floor(clock.now)} 毫秒，开始取 ${path}`);
    await clock.sleep(1000);
    note(`fetch_page ${path}`, `第 ${Math.floor(clock.now)} 毫秒，取到了 ${path}`);
    return saying(`${path} 的内容`);
  },
});

const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;
const note = (id: string, path: string, content: string) => call(id, "write", { path, content });

/** Something for each policy to decide: reading, writing where it is free, writing where a person has a say. */
const THREE_CALLS = [
  [
    call("call-1", "read", { path: "notes.md" }),
    note("call-2", "docs/log.md", "读过待办了"),
    note("call-3", "notes.md", "待办：无"),
  ],
  [text("就这些。")],
];

export const cases: Case[] = [
  {
    name: "default",
    shows: "CI 的策略：先读项目里的笔记，再照 s10 末尾那样删 ../../etc",
    inputs: ["看看笔记，再清理一下磁盘"],
    tools,
    config: ci,
    script: [
      [call("call-1", "read", { path: "notes.md" }), call("call-2", "remove", { path: "../../etc" })],
      [text(quoteResult)],
    ],
  },
  {
    name: "ci",
    shows: "读一个文件，写两个，没有人可问",
    inputs: ["记一下进度"],
    tools,
    config: ci,
    script: THREE_CALLS,
  },
  {
    name: "read-only",
    shows: "同样的三个调用，换成只读的策略",
    inputs: ["记一下进度"],
    tools,
    config: readOnly,
    script: THREE_CALLS,
  },
  {
    name: "ask",
    shows: "同样的三个调用，换成在终端里问你的策略",
    inputs: ["记一下进度"],
    tools,
    config: asking,
    script: THREE_CALLS,
    interactive: true,
  },
  {
    name: "always",
    shows: "写两次笔记，写一次项目外面，再删笔记；先答 a 试试",
    inputs: ["改两版笔记，再删掉"],
    tools,
    config: asking,
    script: [
      [note("call-1", "notes.md", "第一版")],
      [note("call-2", "notes.md", "第二版"), note("call-3", "../secrets/key", "第三版")],
      [call("call-4", "remove", { path: "notes.md" })],
      [text("做完了。")],
    ],
    interactive: true,
  },
  {
    name: "unknown-tool",
    shows: "装了一个工具，没有为它写规则",
    inputs: ["发布吧"],
    tools,
    config: ci,
    script: [[call("call-1", "deploy")], [text(quoteResult)]],
  },
  {
    name: "unknown-argument",
    shows: "规则认得 path，这一次多了一个 as",
    inputs: ["看看笔记"],
    tools,
    config: ci,
    script: [
      [call("call-1", "read", { path: "notes.md", as: "root" })],
      [call("call-2", "read", { path: "notes.md" })],
      [text(quoteResult)],
    ],
  },
  {
    name: "traversal",
    shows: "三条路径里都有 ..",
    inputs: ["读几个文件"],
    tools,
    config: ci,
    script: [
      [
        call("call-1", "read", { path: "docs/../notes.md" }),
        call("call-2", "read", { path: "docs/../../secrets/key" }),
        call("call-3", "read", { path: "../project/notes.md" }),
      ],
      [text("读完了。")],
    ],
  },
  {
    name: "absolute",
    shows: "三条绝对路径：项目里的，项目外的，名字开头和项目相同的",
    inputs: ["读几个文件"],
    tools,
    config: ci,
    script: [
      [
        call("call-1", "read", { path: "/project/notes.md" }),
        call("call-2", "read", { path: "/secrets/key" }),
        call("call-3", "read", { path: "/project-old/notes.md" }),
      ],
      [text("读完了。")],
    ],
  },
  {
    name: "symlink",
    shows: "today.md 链接到 notes.md，shortcut 链接到 /secrets/inner",
    inputs: ["读几个文件"],
    tools,
    config: ci,
    script: [
      [
        call("call-1", "read", { path: "today.md" }),
        call("call-2", "read", { path: "shortcut/readme" }),
        call("call-3", "read", { path: "shortcut/../key" }),
      ],
      [text("读完了。")],
    ],
  },
  {
    name: "new-file",
    shows: "三个还不存在的文件；docs/shortcut 和 docs/dangling 都链接到外面",
    inputs: ["写几个文件"],
    tools,
    config: ci,
    script: [
      [
        note("call-1", "docs/2026/plan.md", "计划"),
        note("call-2", "docs/shortcut/plan.md", "计划"),
        note("call-3", "docs/dangling", "计划"),
      ],
      [text("写完了。")],
    ],
  },
  {
    name: "odd-paths",
    shows: "各人读法不同的路径，和 .git 的另一种写法",
    inputs: ["读几个文件"],
    tools,
    config: ci,
    script: [
      [
        call("call-1", "read", { path: "~/notes.md" }),
        call("call-2", "read", { path: "file:///project/notes.md" }),
        call("call-3", "read", { path: "notes.md\u0000.png" }),
        call("call-4", "read", { path: "" }),
        call("call-5", "read", { path: ".GIT/config" }),
      ],
      [text("读完了。")],
    ],
  },
  {
    name: "command",
    shows: "一条命令，和以它开头的另一条",
    inputs: ["跑一遍测试"],
    tools,
    config: ci,
    script: [
      [call("call-1", "run", { command: "npm test" }), call("call-2", "run", { command: "npm test; rm -rf ." })],
      [text("跑完了。")],
    ],
  },
  {
    name: "policy-throws",
    shows: "规则要查的名单读不出来",
    inputs: ["看看笔记"],
    tools,
    config: broken,
    script: [[call("call-1", "read", { path: "notes.md" })], [text(quoteResult)]],
  },
  {
    name: "swapped",
    shows: "策略刚放行，文件就被换成了链接",
    inputs: ["看看笔记"],
    tools,
    config: swapped,
    script: [[call("call-1", "read", { path: "notes.md" })], [text(quoteResult)]],
  },
  {
    name: "one-by-one",
    shows: "一条回复里取三个网页，每个要 1000 毫秒（s12 的起点）",
    inputs: ["取三个网页"],
    tools: (props) => [fetchPage(props)],
    script: [
      [
        call("call-1", "fetch_page", { path: "/a" }),
        call("call-2", "fetch_page", { path: "/b" }),
        call("call-3", "fetch_page", { path: "/c" }),
      ],
      [text("取到了。")],
    ],
  },
];
