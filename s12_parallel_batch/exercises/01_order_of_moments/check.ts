import { test } from "vitest";
import { chapter } from "#s12/main.ts";
import { answer, expectPrediction } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";
import { playCase } from "#shared/testing/play-case.ts";

const WHY = {
  start: "一批调用按次序预检，一个做完才轮到下一个；开始处理跟着预检走，和主体无关。",
  body: "预检没有全部做完，一个主体也不开始；全部做完，通过了的按调用的次序一起开始。",
  end: "结束跟着各自做完的时刻：没有通过预检的，不用等任何主体；执行过的，谁短谁先。",
  result: "结果消息等所有主体做完才发，按调用的次序。",
};

test("the order of all that happens", async () => {
  const { moments } = await answer<typeof import("./starter.ts")>();

  const scene = chapter.cases.find(({ name }) => name === "preflight-holds");
  if (!scene) throw new Error("s12 has no case preflight-holds");
  const calls = [
    call("1", "read", { path: "big.log" }),
    call("2", "read", { path: "secret.txt" }),
    call("3", "nope", { path: "any.txt" }),
  ];
  const played = await playCase({ ...chapter, cases: [{ ...scene, script: [calls, [text("好")]] }] }, scene.name);
  const happened = played.shown
    .flatMap((shown) => (shown.kind === "timeline" ? shown.moments : []))
    .flatMap((moment) =>
      moment.what === "outside" || moment.what === "done" ? [] : [`${moment.what} ${moment.call}`],
    );

  expectPrediction(moments, happened, {
    why: (line) => WHY[line.split(" ")[0] as keyof typeof WHY],
    read: "README.md「解决方案」里的三段和三个次序",
  });
});
