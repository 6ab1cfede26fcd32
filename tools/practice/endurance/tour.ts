import type { Exercise } from "../exercises.ts";
import type { Reader } from "./reader.ts";
import { childrenOf, sleep, theOnly, type ConsoleTerminal } from "./terminal.ts";

/** What a reader does in the first minutes, and what goes wrong for readers. Throws when something does not hold. */
export async function tour(reader: Reader, terminal: ConsoleTerminal): Promise<void> {
  await firstMinutes(reader, terminal);
  await oddTerminals(reader, terminal);
}

async function firstMinutes(reader: Reader, terminal: ConsoleTerminal): Promise<void> {
  const [one, two, three] = reader.exercises as [Exercise, Exercise, Exercise];
  terminal.open(80, 24);
  await terminal.shows(one.id, one.work, "没有通过", "q 退出");
  reader.write(one, "export const secondRequest = ;\n");
  await terminal.shows(`${one.work}:1:`, "语法不对");
  reader.write(one, "throw new Error('boom');\n");
  await terminal.shows(`${one.work}:1:7`, "boom");
  reader.write(one, "for (;;);\nexport {};\n");
  await terminal.shows("还没有跑完");
  reader.lose(one);
  await terminal.shows("不见了");
  terminal.press("x");
  await terminal.shows("再按一次 x");
  terminal.press("x");
  await terminal.shows("没有通过", "换回了起点");
  reader.copy(one, "solution");
  await terminal.shows("通过。", `1 / ${reader.exercises.length}`);
  terminal.hold("通过以后记录里就有", reader.record().passed(one));

  terminal.press("n");
  await terminal.shows(two.id, "没有通过");
  await sleep(500);
  terminal.hold("按一次 n 只走一题", terminal.screen().includes(two.id));
  terminal.press("h");
  await terminal.shows("提示 1");
  terminal.press("s");
  await terminal.shows("再按一次 s");
  terminal.press("s");
  await terminal.shows(two.solution);
  terminal.press("s");
  terminal.press("l");
  await terminal.shows(`> ${two.id}`, "通过");
  terminal.press("Down");
  terminal.press("Enter");
  await terminal.shows(three.id, "没有通过");
  terminal.resize(30, 12);
  await terminal.shows("~");
  terminal.hold("窄的终端里每行都放得下", terminal.screen().split("\n").length <= 13);
  // Leaving in the middle of a check, with another one asked for, is leaving all the same.
  reader.write(three, "for (;;);\nexport {};\n");
  await sleep(200);
  reader.write(three, "export const other = 1;\n");
  await sleep(200);
  terminal.press("q");
  await terminal.exit(0);
}

async function oddTerminals({ exercises }: Reader, terminal: ConsoleTerminal): Promise<void> {
  const [, , three, four] = exercises as [Exercise, Exercise, Exercise, Exercise];
  terminal.open(40, 16, { NO_COLOR: "1" });
  await terminal.shows(three.id, "export。");
  terminal.hold("NO_COLOR 下没有颜色", !terminal.screen("-e").includes("\u001b[3"));
  terminal.press("C-c");
  await terminal.exit(0);

  // What is pasted is no keys; Ctrl+Z leaves the terminal to the shell, and `fg` takes it again.
  terminal.openShell();
  await terminal.shows(three.id, "没有通过");
  terminal.paste("const maxxxxx = nnn; q");
  terminal.press("C-z");
  await terminal.shows("Stopped", "shell>");
  terminal.type("fg");
  await terminal.shows(three.id, "没有通过");
  terminal.press("n");
  await terminal.shows(four.id, "没有通过");
  terminal.press("q");
  await terminal.until("退出", () => terminal.screen().trimEnd().endsWith("shell>"));

  const shell = terminal.open(80, 24);
  await terminal.shows(four.id, "没有通过");
  const complaints = await terminal.hangUp(theOnly(childrenOf(shell)));
  terminal.hold(`终端关掉，控制台没有怨言：${complaints}`, complaints === "");
}
