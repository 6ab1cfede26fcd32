import { test } from "vitest";
import { runMinimalLoop, type LoopEvent } from "#s03/loop.ts";
import type { AssistantMessage } from "#s03/messages.ts";
import { createState } from "#s03/state.ts";
import { ToolRegistry } from "#s03/tools.ts";
import { answer, expectSame, fresh, isSame } from "#shared/practice.ts";
import { fail, hangUp, text, type Script } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

const READ = "README.md「工作原理」里的 emptyReply 和 addToReply";

/** One run per reply of the script: what the loop returned, and the screen. `look` is called after each event. */
async function played(
  script: Script & unknown[],
  look: (event: LoopEvent, replies: readonly AssistantMessage[], run: number) => void = () => {},
) {
  const { createScreen } = await answer<typeof import("./starter.ts")>();
  const screen = createScreen();
  const state = createState();
  const provider = scripted(script);
  const returned: AssistantMessage[] = [];
  for (const [run] of script.entries()) {
    const reply = await runMinimalLoop(state, provider, new ToolRegistry(), "讲讲北京", async (event) => {
      await screen.output(event);
      look(event, screen.replies, run);
    });
    returned.push(structuredClone(reply));
  }
  return { returned, replies: [...screen.replies] };
}

function expectLike(what: string, { returned, replies }: Awaited<ReturnType<typeof played>>): void {
  expectSame(replies.length, returned.length, () => ({
    saw: `${what}，运行了 ${returned.length} 次，replies 里有 ${replies.length} 条。`,
    should: "一次运行一条回复，失败的也算；每条回复恰好有一个 message_start。",
    read: "README.md「解决方案」里的表",
  }));
  const wrong = returned.findIndex((reply, index) => !isSame(reply, replies[index]));
  expectSame(replies[wrong], returned[wrong], (seen) => ({
    saw: `${what}，第 ${wrong + 1} 条拼成了 ${JSON.stringify(seen)}。`,
    should: `和循环返回的一样：${JSON.stringify(returned[wrong])}。`,
    read: READ,
  }));
}

test("pieces make a reply", async () => {
  expectLike("一条回复，三片文字", await played([[text(fresh("甲")), text(""), text(fresh("乙"))]]));
});

test("each run has a reply of its own", async () => {
  expectLike("同一个屏幕接连用三次", await played([[text(fresh("甲"))], [], [text(fresh("丙")), text(fresh("丁"))]]));
});

test("a reply that broke off says so", async () => {
  const half = await played([[text(fresh("半句")), fail(fresh("断线"))], [text(fresh("好"))]]);
  expectLike("说到一半断线，再来一次", half);
  expectLike("流没有结尾就停了", await played([[text(fresh("半句")), hangUp()]]));
  expectLike("一个事件都没来就断了，再来一次", await played([[fail(fresh("断线"))], [text(fresh("好"))]]));
});

test("the newest grows while it comes", async () => {
  let wanted = "";
  await played([[text(fresh("甲")), text(fresh("乙"))], [text(fresh("丙"))]], (event, replies, run) => {
    if (event.type === "message_start") wanted = "";
    if (event.type === "text_delta") wanted += event.delta;
    expectSame([replies.length, replies.at(-1)?.content], [run + 1, wanted], () => ({
      saw:
        replies.length === run + 1
          ? `第 ${run + 1} 次运行，刚报完 ${event.type}，屏幕上最新一条是「${replies.at(-1)?.content}」。`
          : `第 ${run + 1} 次运行，刚报完 ${event.type}，replies 里有 ${replies.length} 条。`,
      should: `屏幕要的是过程：这时应当有 ${run + 1} 条，最新一条是到此为止的文字「${wanted}」。`,
      read: "README.md「工作原理」里讲过程和结果的一段",
    }));
  });
});
